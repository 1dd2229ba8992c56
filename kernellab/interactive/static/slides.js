// Turns the slides of a lecture and gives each the size at which it fills the window.
(() => {
  const slides = [...document.querySelectorAll("main > section")];
  const main = document.querySelector("main");
  const LARGE = [1.6, 1.4, 1.2, 1.1, 1]; // times the size at which the last row can read; words and cells take the first that fits
  const SMALL = [
    1, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3,
  ];
  const WIDTHS = Array.from({ length: 13 }, (_, i) => 100 - 5 * i); // of a lab's picture, in hundredths of the slide
  const LEAST = 0.6; // of the size of the words, for a formula
  const SWIPE = 60; // pixels
  let here = -1;

  const room = () => slides[here].querySelector(".room");
  const fits = () =>
    narrowed() &&
    room().scrollHeight <= room().clientHeight &&
    room().scrollWidth <= room().clientWidth;
  const put = (name, value) => document.documentElement.style.setProperty(name, value);

  // A formula that is wider than the slide becomes smaller; false where smaller words would leave it large enough to read.
  function narrowed() {
    const large =
      parseFloat(document.documentElement.style.getPropertyValue("--size")) > 1;
    return [
      ...room().querySelectorAll("div.math > mjx-container, .steps mjx-container"),
    ].every((formula) => {
      formula.style.fontSize = "";
      const holder = getComputedStyle(formula.closest("td, div.math"));
      const scale = Math.min(
        1,
        parseFloat(holder.width) /
          formula.firstElementChild.getBoundingClientRect().width,
      );
      formula.style.fontSize = `${Math.floor(100 * scale)}%`;
      return !large || scale >= LEAST;
    });
  }

  const state = () => room().querySelector(".lab-question")?.dataset.state;
  let asked; // the state of the question when the slide was fitted

  // The largest way to show the slide that shows all of it. A lab's controls stand below its picture, or beside it.
  function fit() {
    const kind = slides[here].dataset.kind;
    const lab = kind === "lab";
    const ways = [...(["words", "cell"].includes(kind) ? LARGE : []), ...SMALL].flatMap(
      (size) =>
        (lab ? WIDTHS : [100]).flatMap((width) => [
          [size, width, "below"],
          ...(lab && width <= 70 ? [[size, width, "beside"]] : []),
        ]),
    );
    asked = state();
    ways.some(([size, width, layout]) => {
      put("--size", size);
      put("--picture", `${width}%`);
      slides[here].dataset.layout = layout;
      return fits();
    });
  }

  // When a slide is first shown its labs are asked for, and its formulas are set: one slide after the other.
  const prepared = new Map();
  let setting = MathJax.startup.promise;
  function prepare(slide) {
    for (const lab of slide.querySelectorAll("[data-lab]")) {
      document.head.append(
        Object.assign(document.createElement("script"), {
          src: `../_static/labs/${lab.dataset.lab}.js`,
        }),
      );
    }
    setting = setting.then(() => MathJax.typesetPromise([slide]));
    return setting;
  }

  async function show(number) {
    const wanted = Math.min(Math.max(number, 0), slides.length - 1);
    history.replaceState(null, "", `#${wanted + 1}`);
    if (wanted === here) return;
    const first = here < 0;
    here = wanted;
    const slide = slides[here];
    main.setAttribute("aria-busy", "true");
    for (const each of slides) each.hidden = each !== slide;
    if (!first) slide.focus({ preventScroll: true }); // a control of the last slide no longer hears the keys
    document.querySelector("nav output").textContent = `${here + 1} / ${slides.length}`;
    document.querySelector("nav progress").value = here + 1;
    document.querySelector("nav a").hash = slide.dataset.place;
    const [before, after] = document.querySelectorAll("[data-turn]");
    before.disabled = here === 0;
    after.disabled = here === slides.length - 1;
    if (!prepared.has(slide)) prepared.set(slide, prepare(slide));
    await prepared.get(slide);
    if (slide !== slides[here]) return;
    fit();
    main.setAttribute("aria-busy", "false");
  }

  const turn = (way) => show(here + way);
  const FROM_ANYWHERE = {
    PageDown: () => turn(1),
    PageUp: () => turn(-1),
    Escape: () => slides[here].focus(),
  };
  const KEYS = {
    ArrowRight: () => turn(1),
    ArrowDown: () => turn(1),
    ArrowLeft: () => turn(-1),
    ArrowUp: () => turn(-1),
    Home: () => show(0),
    End: () => show(slides.length - 1),
  };

  // Arrows belong to the slider that has the focus, space to a button; PageUp and PageDown, which a remote control sends, always turn.
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const on = (kinds) => event.target.closest(kinds) !== null;
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

  let touched = null; // where a finger came down that may swipe
  main.addEventListener("touchstart", (event) => {
    const taken =
      event.touches.length > 1 ||
      event.target.closest("input, button, label, .lab-sheet");
    touched = taken ? null : event.touches[0];
  });
  main.addEventListener("touchend", (event) => {
    const moved = touched ? event.changedTouches[0].clientX - touched.clientX : 0;
    if (Math.abs(moved) > SWIPE) turn(-Math.sign(moved));
    touched = null;
  });

  for (const button of document.querySelectorAll("[data-turn]"))
    button.addEventListener("click", () => turn(Number(button.dataset.turn)));
  document.querySelector("[data-night]").addEventListener("click", () => {
    const theme = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    for (const name of ["mode", "theme"]) localStorage.setItem(name, theme); // where the pages look
  });

  const fromAddress = () => show((parseInt(location.hash.slice(1), 10) || 1) - 1);
  window.addEventListener("hashchange", fromAddress);
  window.addEventListener("resize", fit);
  document.addEventListener("toggle", fit, true);
  // A lab came to life, its question was answered, or its words grew.
  const sizes = new ResizeObserver(
    () => here >= 0 && (asked !== state() || !fits()) && fit(),
  );
  for (const content of document.querySelectorAll(".content")) sizes.observe(content);
  fromAddress();
})();
