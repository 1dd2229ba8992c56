// What a page of the site does beside its labs: its colours by day and night, the
// search, the sidebar of a narrow window, and the place in the contents. The theme's
// own scripts would lay out the whole page before anybody reads it.
(() => {
  const STAY = 1000; // milliseconds
  const all = (/** @type {string} */ selector) => [
    ...document.querySelectorAll(selector),
  ];
  const root = document.documentElement;
  const wide = matchMedia("(min-width: 60rem)"); // the sidebar has a place of its own
  const night = matchMedia("(prefers-color-scheme: dark)");

  // The page's head has set the colours that were chosen before.
  function startColours() {
    const [choice] = all("[data-colours]");
    if (!(choice instanceof HTMLSelectElement)) return;
    choice.value = root.dataset.mode ?? "auto";
    const set = () => {
      const now = night.matches ? "dark" : "light";
      const theme = choice.value === "auto" ? now : choice.value;
      Object.assign(root.dataset, { mode: choice.value, theme });
      try {
        Object.assign(localStorage, { mode: choice.value, theme });
      } catch {} // storage is blocked: the choice holds for this page
    };
    choice.addEventListener("change", set);
    night.addEventListener("change", set);
  }

  function startSearch() {
    addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== "k" || ctrlKey === metaKey || shiftKey || altKey)
        return;
      event.preventDefault();
      if (!wide.matches && !all("dialog[open]").length)
        all(".primary-toggle")[0]?.click();
      all(".bd-search input").at(-1)?.focus();
    });
  }

  /** In a narrow window the sidebar is shown in a dialog. */
  function startSidebar() {
    const [button] = all(".primary-toggle");
    const [sidebar] = all("#pst-primary-sidebar");
    const [box] = all("#pst-primary-sidebar-modal");
    if (!button || !sidebar || !(box instanceof HTMLDialogElement)) return;
    const move = (/** @type {HTMLElement} */ from, /** @type {HTMLElement} */ to) => {
      to.append(...from.childNodes);
      to.className = from.className;
      from.className = "";
    };
    button.addEventListener("click", () => {
      move(sidebar, box);
      box.showModal();
    });
    box.addEventListener("click", ({ target }) => {
      const leads = target instanceof Element && target.closest("a");
      if (target === box || leads) box.close();
    });
    box.addEventListener("close", () => move(box, sidebar));
    wide.addEventListener("change", () => box.close());
  }

  // The entry of the part that is read, which is a third down the window. A heading in a
  // part that is not laid out would never be seen.
  function startContents() {
    /** @type {Map<Element, HTMLElement>} */
    const links = new Map();
    for (const link of all("#pst-page-toc-nav a")) {
      const part = document.getElementById(link.getAttribute("href")?.slice(1) ?? "");
      if (part) links.set(part, link);
    }
    /** @type {Set<Element>} */
    const read = new Set();
    const sight = new IntersectionObserver(
      (seen) => {
        for (const { target, isIntersecting } of seen)
          if (isIntersecting) read.add(target);
          else read.delete(target);
        const here = [...links].filter(([part]) => read.has(part)).at(-1)?.[1];
        for (const link of links.values()) {
          link.classList.toggle("active", link === here);
          link.ariaCurrent = link === here ? "true" : null;
        }
        for (const entry of all("#pst-page-toc-nav .toc-entry"))
          entry.classList.toggle("active", here ? entry.contains(here) : false);
        const rail = here?.closest(".bd-sidebar-primary");
        if (!here || !rail) return;
        const at = here.offsetTop - rail.scrollTop;
        if (at < 0 || at > rail.clientHeight - 40)
          rail.scrollTop = here.offsetTop - rail.clientHeight / 2;
      },
      { rootMargin: "-33% 0px -66% 0px" },
    );
    for (const part of links.keys()) sight.observe(part);
  }

  // What is above a place that one jumps to gets its height when it is laid out, and a
  // lab when it starts: the window stays at the place meanwhile. From a search that is
  // the first match, which the search's own script marks a little later.
  function stay() {
    const place = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const end = performance.now() + STAY;
    const stop = new AbortController();
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(event, () => stop.abort(), { signal: stop.signal });
    const look = () => {
      if (stop.signal.aborted) return;
      const target = place ?? all(".bd-article .highlighted")[0];
      target?.scrollIntoView({
        behavior: "instant",
        block: place ? "start" : "center",
      });
      if (performance.now() < end) requestAnimationFrame(look);
      else stop.abort();
    };
    look();
  }

  document.addEventListener("DOMContentLoaded", () => {
    startColours();
    startSearch();
    startSidebar();
    startContents();
    stay();
  });
  addEventListener("hashchange", stay);
})();
