// Turns the slides of a lecture and gives each the size at which it fills the window.
(() => {
  /** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
  const all = (selector, root = document) =>
    [...root.querySelectorAll(selector)].map(
      (each) => /** @type {HTMLElement} */ (each),
    );
  /** @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag */
  const inNav = (tag) =>
    /** @type {HTMLElementTagNameMap[Tag]} */ (document.querySelector(`nav ${tag}`));

  const slides = all("main > section");
  const [main] = all("main");
  // Sizes of the words, where 1 can be read from the last row: words and cells take the
  // first of both lists that fits, all else the first of the second.
  const LARGE = [1.6, 1.4, 1.2, 1.1, 1];
  const SMALL = [
    1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3,
  ];
  // Widths of a lab's picture, in hundredths of the slide.
  const WIDTHS = Array.from({ length: 13 }, (_, i) => 100 - 5 * i);
  const LEAST = 0.6; // of the size of the words, for a formula
  const SWIPE = 60; // pixels
  let here = -1;

  const room = () => all(".room", slides[here])[0];
  const fits = () =>
    narrowed() &&
    room().scrollHeight <= room().clientHeight &&
    room().scrollWidth <= room().clientWidth;
  /** @param {string} name @param {string | number} value */
  const put = (name, value) =>
    document.documentElement.style.setProperty(name, `${value}`);

  // A formula that is wider than the slide becomes smaller; false where smaller words
  // would leave it large enough to read.
  function narrowed() {
    const large =
      parseFloat(document.documentElement.style.getPropertyValue("--size")) > 1;
    return all("div.math, .steps .math", room()).every((formula) => {
      formula.style.fontSize = "";
      const holder = getComputedStyle(formula.closest("td, div.math") ?? room());
      const widths = [...formula.querySelectorAll("math")].map(
        (part) => part.getBoundingClientRect().width,
      );
      const scale = Math.min(1, parseFloat(holder.width) / Math.max(...widths));
      formula.style.fontSize = `${Math.floor(100 * scale)}%`;
      return !large || scale >= LEAST;
    });
  }

  const state = () => all(".lab-question", room())[0]?.dataset.state;
  /** The state of the question when the slide was fitted. @type {string | undefined} */
  let asked;

  // Show the slide in the largest way that shows all of it. The controls of a lab stand
  // below its picture, or beside it.
  function fit() {
    const kind = slides[here].dataset.kind;
    const lab = kind === "lab";
    const ways = [
      ...(["words", "cell"].includes(kind ?? "") ? LARGE : []),
      ...SMALL,
    ].flatMap((size) =>
      (lab ? WIDTHS : [100]).flatMap((width) => [
        { size, width, layout: "below" },
        ...(lab && width <= 70 ? [{ size, width, layout: "beside" }] : []),
      ]),
    );
    asked = state();
    ways.some(({ size, width, layout }) => {
      put("--size", size);
      put("--picture", `${width}%`);
      slides[here].dataset.layout = layout;
      return fits();
    });
  }

  // When a slide is first shown, its labs are loaded.
  /** @type {Set<HTMLElement>} */
  const prepared = new Set();
  /** @param {HTMLElement} slide */
  function prepare(slide) {
    for (const lab of all("[data-lab]", slide)) {
      document.head.append(
        Object.assign(document.createElement("script"), {
          src: `../_static/labs/${lab.dataset.lab}.js`,
        }),
      );
    }
    prepared.add(slide);
  }

  /** @param {number} number */
  async function show(number) {
    const wanted = Math.min(Math.max(number, 0), slides.length - 1);
    history.replaceState(null, "", `#${wanted + 1}`);
    if (wanted === here) return;
    const first = here < 0;
    here = wanted;
    const slide = slides[here];
    main.setAttribute("aria-busy", "true");
    for (const each of slides) each.hidden = each !== slide;
    // A control of the last slide no longer gets the keys.
    if (!first) slide.focus({ preventScroll: true });
    inNav("output").textContent = `${here + 1} / ${slides.length}`;
    inNav("progress").value = here + 1;
    inNav("a").hash = slide.dataset.place ?? "";
    const [before, after] = all("[data-turn]");
    before.toggleAttribute("disabled", here === 0);
    after.toggleAttribute("disabled", here === slides.length - 1);
    if (!prepared.has(slide)) prepare(slide);
    await document.fonts.ready;
    if (slide !== slides[here]) return;
    fit();
    main.setAttribute("aria-busy", "false");
  }

  const turn = (/** @type {number} */ way) => show(here + way);
  /** @type {Record<string, () => unknown>} */
  const FROM_ANYWHERE = {
    PageDown: () => turn(1),
    PageUp: () => turn(-1),
    Escape: () => slides[here].focus(),
  };
  /** @type {Record<string, () => unknown>} */
  const KEYS = {
    ArrowRight: () => turn(1),
    ArrowDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowUp: () => turn(-1),
    Home: () => show(0),
    End: () => show(slides.length - 1),
  };

  // Arrow keys belong to the slider that has the focus, space to a button; PageUp and
  // PageDown, which a remote control sends, always turn.
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const on = (/** @type {string} */ kinds) => within(event, kinds);
      const space =
        event.key === " " &&
        !on("input, button, summary, a") &&
        (() => turn(event.shiftKey ? -1 : 1));
      const done =
        FROM_ANYWHERE[event.key] ?? (space || (!on("input") && KEYS[event.key]));
      if (!done) return;
      event.preventDefault();
      event.stopPropagation();
      done();
    },
    true,
  );

  /**
   * Whether an event is of an element like these, or of one inside.
   * @param {Event} event
   * @param {string} selector
   */
  function within({ target }, selector) {
    return target instanceof Element && target.closest(selector) !== null;
  }

  /** Where a finger came down that may swipe. @type {Touch | null} */
  let touched = null;
  main.addEventListener("touchstart", (event) => {
    const taken =
      event.touches.length > 1 ||
      within(event, "input, button, label, .lab-sheet, .lab-handle");
    touched = taken ? null : event.touches[0];
  });
  main.addEventListener("touchend", (event) => {
    const moved = touched ? event.changedTouches[0].clientX - touched.clientX : 0;
    if (Math.abs(moved) > SWIPE) turn(-Math.sign(moved));
    touched = null;
  });

  for (const button of all("[data-turn]"))
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  all("[data-night]")[0].addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    // Where the pages look for it.
    for (const name of ["mode", "theme"]) localStorage.setItem(name, theme);
  });

  const fromAddress = () => show((parseInt(location.hash.slice(1), 10) || 1) - 1);
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  // A lab came to life, its question was answered, or its words grew.
  const sizes = new ResizeObserver(() => {
    if (here >= 0 && (asked !== state() || !fits())) fit();
  });
  for (const content of all(".content")) sizes.observe(content);
  fromAddress();
})();
