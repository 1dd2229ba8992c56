// How large a lab is on its page, and in which colours.

const PICTURE = 0.6; // of the window's height: as high as rows of panels are
const HIGH = 0.9; // of the window's height: a higher lab keeps its picture in view
const ASIDE = 270; // pixels that controls need beside a picture
const GAP = 32; // pixels between picture and controls

/**
 * Keep the picture as large as its room lets it, and in the colours of the page.
 * @param {Lab} lab @param {Canvas} figure @param {ReturnType<typeof handlesOver>} handles
 */
function fitted(lab, { viewport, play }, handles) {
  const { root, controls } = lab;
  /** @type {MediaQueryList | undefined} */
  let screen;
  let frame = 0;

  function resize() {
    // Before it is on the page it has its own size.
    const room = root.parentElement?.clientWidth || Infinity;
    const onSlide = getComputedStyle(viewport).getPropertyValue("--lab-fill") === "1";
    const { paddingLeft, paddingRight } = getComputedStyle(root);
    const inside =
      root.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    const aside = inside - play.width() >= ASIDE + GAP;
    root.classList.toggle("lab-aside", aside && !onSlide);
    root.style.setProperty("--lab-figure", `${play.width()}px`);
    play.resize(
      viewport.clientWidth || room,
      window.devicePixelRatio || 1,
      onSlide && viewport.clientWidth > 0,
      PICTURE * document.documentElement.clientHeight,
    );
    lab.question?.resize();
    handles.resize();
    keepInView();
  }

  // Where picture and controls are too high for the window (see lab.css).
  function keepInView() {
    const { offsetHeight } = viewport;
    const most = HIGH * document.documentElement.clientHeight;
    const below = root.classList.contains("lab-aside") ? 0 : controls.offsetHeight;
    root.classList.toggle("lab-high", offsetHeight + below > most);
    const asked = lab.question?.node.offsetHeight ?? 0;
    root.classList.toggle("lab-long", asked + offsetHeight > most);
    root.style.setProperty("--lab-picture", `${offsetHeight}px`);
  }

  function setTheme() {
    play.setTheme(backgroundOf(root));
  }

  // The page was zoomed, or moved to another screen.
  function onZoom() {
    screen?.removeEventListener("change", onZoom);
    screen = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    screen.addEventListener("change", onZoom);
    resize();
  }

  const sizes = new ResizeObserver(resize);
  // Not at once: a page that comes to life changes them many times.
  const themes = new MutationObserver(() => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(setTheme);
  });

  return {
    resize,
    setTheme,
    start() {
      for (const each of [root, viewport]) sizes.observe(each);
      for (const node of [document.documentElement, document.body])
        themes.observe(node, { attributes: true });
      onZoom();
    },
    stop() {
      sizes.disconnect();
      themes.disconnect();
      cancelAnimationFrame(frame);
      screen?.removeEventListener("change", onZoom);
    },
  };
}
