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
  /** @type {Record<string, number[]>} */
  const OTHER = {
    code: [40, 36, 32, 30, 28, 26, 24, 22, 20, 18],
    picture: [28], // which takes what the words leave
  };
  const LAB = Array.from({ length: 13 }, (_, i) => 28 - i);
  // Widths of a lab's picture (see wall.py): beside its controls and above them; and the
  // height over the width that tells which it is.
  const PICTURE = { beside: 760, below: 1168 };
  const TALL = 0.55;
  // Parts of that width, and the smallest letters of a picture: 25 pixels are as high as
  // 28 of the words beside it.
  const PARTS = [1, 0.96, 0.93, 0.9];
  const LEAST = 24.9;
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
  /** @param {HTMLElement} slide */
  function fit(slide) {
    if (slide.dataset.kind === "lab") fitLab(slide);
    else
      (OTHER[slide.dataset.kind ?? ""] ?? LETTERS).some((size) => {
        slide.style.setProperty("--size", `${size}px`);
        return fits(slide);
      });
    slide.dataset.state = state(slide) ?? "";
  }

  /** @param {HTMLElement} slide */
  function fitLab(slide) {
    const [canvas] = all("canvas", slide);
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas) ?? {};
    const layout = height / width > TALL ? "beside" : "below";
    slide.dataset.layout = layout;
    const [largest] = LAB;
    const letters = Number(all("[data-letters]", slide)[0]?.dataset.letters ?? largest);
    const parts = PARTS.filter((part) => part === 1 || part * letters >= LEAST);
    const least = parts.at(-1) ?? 1;
    // Rather without the sentence, and with a line of the reply, than with small letters.
    const ways = [
      ...["", "none"].flatMap((words) =>
        parts.map((part) => ({ size: largest, part, words })),
      ),
      ...LAB.map((size) => ({ size, part: (least * size) / largest, words: "none" })),
    ];
    ways.some(({ size, part, words }) => {
      slide.style.setProperty("--size", `${size}px`);
      // The letters of a lab are as large as its page says.
      document.documentElement.style.fontSize = `${size}px`;
      slide.style.setProperty("--picture", `${PICTURE[layout] * part}px`);
      slide.dataset.words = words;
      return fits(slide);
    });
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

  // A control that was moved takes the reply's place for what the lab says; not before
  // the hand lets go, since all else may move then.
  for (const slide of all('[data-kind="lab"]')) {
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
    const slide = here();
    if (!slide) return;
    document.documentElement.style.fontSize = "";
    load(slide);
    fit(slide);
    const [link] = all("nav a");
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
      const slide = here();
      if (slide && ((state(slide) ?? "") !== slide.dataset.state || !fits(slide)))
        fit(slide);
    });
    for (const content of all(".content")) sizes.observe(content);
    await document.fonts.ready;
    if (Reveal.isPrintView()) {
      await printed;
      for (const still of all(".lab-page img")) {
        const asked = document.createElement("p");
        asked.textContent = still.getAttribute("alt");
        still.before(asked);
      }
      all("section[data-kind]").forEach(fit);
    } else shown();
    document.documentElement.dataset.ready = "true";
  });
})();
