// Starts reveal.js, lets labs have their keys, and gives each slide the largest size at
// which all of it is seen.
/** @param {string} selector @param {ParentNode} root */
const foundIn = (selector, root = document) => [...root.querySelectorAll(selector)];

const sizing = (() => {
  // Sizes of letters in pixels, of a slide of 1280 × 720: the first that fits.
  const LEAST = 20;
  /** @type {Record<string, number>} */
  const SIZES = { lab: 28, picture: 28, code: 40 };
  const LARGEST = 48;
  // Of a figure: the pixels of its letters where it is as large as it was drawn.
  const DRAWN = 15.28;
  // Pixels of a slide's width, and of a lab's controls beside its picture.
  const WIDTH = 1232;
  const BESIDE = 360;

  /** @param {HTMLElement} slide */
  function fits(slide) {
    const [room] = foundIn(".room", slide);
    const stills = slide.dataset.kind === "picture" ? foundIn("img[width]", room) : [];
    return (
      stills.every((each) => enlarged(each) * DRAWN >= LEAST) &&
      room.scrollHeight <= room.clientHeight &&
      room.scrollWidth <= room.clientWidth
    );
  }
  /** How much a still is enlarged. @param {HTMLElement} still */
  function enlarged(still) {
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } =
      /** @type {HTMLImageElement} */ (still);
    const shown = Math.min(clientWidth, (clientHeight * naturalWidth) / naturalHeight);
    return shown / Number(still.getAttribute("width"));
  }

  /** @param {HTMLElement} slide */
  function fit(slide) {
    const kind = slide.dataset.kind ?? "";
    const [lab] = foundIn(".lab-live", slide);
    const width = parseFloat(lab?.style.getPropertyValue("--lab-figure") || "900");
    const beside = (width * LEAST) / DRAWN + BESIDE < WIDTH;
    if (kind === "lab") slide.dataset.layout = beside ? "beside" : "below";
    const room = WIDTH - (beside ? BESIDE : 0);
    // Rather without a lab's sentence, and with the heading at the foot, than with small
    // letters.
    const ways = kind === "lab" ? ["", "short", "short foot"] : [""];
    const most = SIZES[kind] ?? LARGEST;
    ways.some((way) => {
      slide.dataset.way = way;
      for (let size = most; size >= LEAST; size--) {
        slide.style.setProperty("--size", `${size}px`);
        if (kind === "lab") {
          // The letters of a lab are as large as its page says.
          document.documentElement.style.fontSize = `${size}px`;
          const picture = Math.min((width * size) / DRAWN, room);
          slide.style.setProperty("--picture", `${picture}px`);
        }
        if (fits(slide)) return true;
      }
      return false;
    });
    slide.dataset.state = state(slide) ?? "";
  }

  /** @param {HTMLElement} slide */
  const state = (slide) => foundIn(".lab-question", slide)[0]?.dataset.state;

  return { fit, fits, state };
})();

(() => {
  const { fit, fits, state } = sizing;
  const OWN_KEYS =
    "input, button, select, textarea, summary, a, canvas[tabindex], .lab-handle";

  /** @type {Set<string>} */
  const loaded = new Set();
  /** @param {HTMLElement} slide */
  function load(slide) {
    for (const { dataset } of foundIn("[data-lab]", slide)) {
      const name = dataset.lab ?? "";
      if (loaded.has(name)) continue;
      loaded.add(name);
      const src = `../_static/labs/${name}.js`;
      document.head.append(Object.assign(document.createElement("script"), { src }));
    }
  }

  // A control that was moved takes the reply's place for what the lab says; not before
  // the hand lets go, since all else may move then.
  for (const slide of foundIn('[data-kind="lab"]')) {
    const moved = (/** @type {Event} */ { target }) => {
      if (!(target instanceof Element)) return;
      if (!target.closest(".lab-controls, .lab-handles, .lab > button")) return;
      if (target.closest(".lab > button")) delete slide.dataset.moved;
      else slide.dataset.moved = "";
      fit(slide);
    };
    for (const event of ["change", "pointerup", "click"])
      slide.addEventListener(event, moved);
  }

  function shown() {
    const slide = Reveal.getCurrentSlide();
    if (!slide) return;
    document.documentElement.style.fontSize = "";
    load(slide);
    fit(slide);
    const [link] = foundIn("nav a");
    /** @type {HTMLAnchorElement} */ (link).hash = slide.dataset.place ?? "";
  }

  const night = () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    try {
      // Where the pages look for it.
      for (const name of ["mode", "theme"]) localStorage.setItem(name, theme);
    } catch {} // storage is blocked: the choice holds for this page
  };
  foundIn("[data-night]")[0].addEventListener("click", night);

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

  for (const room of foundIn('[data-kind="lab"] .room')) room.dataset.preventSwipe = "";
  const printed = new Promise((done) => Reveal.on("pdf-ready", () => done(null)));
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
      const slide = Reveal.getCurrentSlide();
      if (slide && ((state(slide) ?? "") !== slide.dataset.state || !fits(slide)))
        fit(slide);
    });
    for (const content of foundIn(".content")) sizes.observe(content);
    await document.fonts.ready;
    if (Reveal.isPrintView()) {
      await printed;
      for (const still of foundIn(".lab-page img")) {
        const asked = document.createElement("p");
        asked.textContent = still.getAttribute("alt");
        still.before(asked);
      }
      foundIn("section[data-kind]").forEach(fit);
    } else shown();
    document.documentElement.dataset.ready = "true";
  });
})();
