// Starts reveal.js, lets labs have their keys, and gives each slide the largest size at
// which all of it is seen.
(() => {
  /** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
  const all = (selector, root = document) =>
    [...root.querySelectorAll(selector)].map(
      (each) => /** @type {HTMLElement} */ (each),
    );
  // Sizes in pixels, the first that fits, of a slide of 1280 × 720. From the last row 28 can be read.
  const LETTERS = [48, 44, 40, 36, 32, 28];
  const CODE = [28, 26, 24, 22, 20, 18];
  const CONTROLS = [30, 28, 26, 24, 22, 20, 18, 16];
  // Of a lab's picture, in hundredths of the slide's width: rather small letters than a
  // small picture, down to the last.
  const LEAST = [65, 55, 40, 25];
  const OWN_KEYS =
    "input, button, select, textarea, summary, a, canvas[tabindex], .lab-handle";

  const here = () => /** @type {HTMLElement} */ (Reveal.getCurrentSlide());
  /** @param {HTMLElement} slide */
  const fits = (slide) => {
    const [room] = all(".room", slide);
    return (
      room.scrollHeight <= room.clientHeight && room.scrollWidth <= room.clientWidth
    );
  };
  const WAYS = LEAST.flatMap((least) =>
    CONTROLS.flatMap((size) =>
      Array.from({ length: (100 - least) / 5 + 1 }, (_, i) => 100 - 5 * i).flatMap(
        (width) => [
          { size, width, layout: "below" },
          ...(width <= 70 ? [{ size, width, layout: "beside" }] : []),
        ],
      ),
    ),
  );

  /** @param {HTMLElement} slide */
  function fit(slide) {
    const { kind } = slide.dataset;
    const sizes = kind === "code" ? CODE : LETTERS;
    const ways =
      kind === "lab"
        ? WAYS
        : sizes.map((size) => ({ size, width: 100, layout: "below" }));
    ways.some(({ size, width, layout }) => {
      slide.style.setProperty("--size", `${size}px`);
      // The letters of a lab are as large as its page says.
      document.documentElement.style.fontSize = kind === "lab" ? `${size}px` : "";
      slide.style.setProperty("--picture", `${width}%`);
      slide.dataset.layout = layout;
      return fits(slide);
    });
    slide.dataset.state = state(slide) ?? "";
  }

  /** @param {HTMLElement} slide */
  const state = (slide) => all(".lab-question", slide)[0]?.dataset.state;

  /** @type {Set<string>} */
  const loaded = new Set();
  /** @param {HTMLElement} slide */
  function load(slide) {
    for (const { dataset } of all("[data-lab]", slide)) {
      const name = dataset.lab ?? "";
      if (loaded.has(name)) continue;
      loaded.add(name);
      const src = `../_static/labs/${name}.js`;
      document.head.append(Object.assign(document.createElement("script"), { src }));
    }
  }

  function shown() {
    const slide = here();
    if (!slide) return;
    load(slide);
    fit(slide);
    const [link] = all("nav a");
    /** @type {HTMLAnchorElement} */ (link).hash = slide.dataset.place ?? "";
  }

  const night = () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    // Where the pages look for it.
    for (const name of ["mode", "theme"]) localStorage.setItem(name, theme);
  };
  all("[data-night]")[0].addEventListener("click", night);

  /** @param {Event} event */
  const inControl = ({ target }) =>
    target instanceof Element && target.closest(OWN_KEYS) !== null;
  /** @type {Record<string, () => void>} */
  const ANYWHERE = { PageDown: () => Reveal.next(), PageUp: () => Reveal.prev() };
  // PageUp and PageDown, which a remote control sends, turn from anywhere; Escape lets
  // go of a control.
  addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const done =
        ANYWHERE[event.key] ?? (event.key === "Escape" && inControl(event) && release);
      if (!done) return;
      event.preventDefault();
      event.stopPropagation();
      done();
    },
    true,
  );
  function release() {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  }

  for (const room of all('[data-kind="lab"] .room')) room.dataset.preventSwipe = "";
  Reveal.initialize({
    width: 1280,
    height: 720,
    margin: 0,
    maxScale: 8,
    center: false,
    hash: true,
    hashOneBasedIndex: true,
    keyboardCondition: (/** @type {Event} */ event) => !inControl(event),
    navigationMode: "linear",
    pdfSeparateFragments: false,
    plugins: [RevealNotes],
    slideNumber: "c/t",
    transition: "none",
    backgroundTransition: "none",
  }).then(async () => {
    Reveal.addKeyBinding({ keyCode: 68, key: "D", description: "Day or night" }, night);
    Reveal.on("slidechanged", () => {
      release();
      shown();
    });
    // A lab came to life, its question was answered, or its words grew.
    const sizes = new ResizeObserver(() => {
      const slide = here();
      if (slide && ((state(slide) ?? "") !== slide.dataset.state || !fits(slide)))
        fit(slide);
    });
    for (const content of all(".content")) sizes.observe(content);
    await document.fonts.ready;
    if (document.documentElement.classList.contains("reveal-print"))
      all("section[data-kind]").forEach(fit);
    else shown();
    document.documentElement.dataset.ready = "true";
  });
})();
