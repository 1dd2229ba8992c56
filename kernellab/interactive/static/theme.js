// What a page of the site does beside its labs: its colours by day and night, the
// search, the sidebar of a narrow window, and the place in the contents. The theme's
// own scripts would lay out the whole page before anybody reads it.
(() => {
  const STAY = 1000; // milliseconds
  const COLUMN = 750; // pixels
  const BLOCKS = "h2, h3, h4, p, li, pre, div.math, tr, img, .lab-page, .exercise";

  /** @type {(selector: string, root?: ParentNode) => HTMLElement[]} */
  const all = (selector, root = document) =>
    [...root.querySelectorAll(selector)].map(
      (each) => /** @type {HTMLElement} */ (each),
    );
  /** @param {string} id @returns {HTMLDialogElement | null} */
  const dialog = (id) =>
    /** @type {HTMLDialogElement | null} */ (document.getElementById(id));

  // Colours. The page's head has set those that were chosen before.
  const root = document.documentElement;
  const wide = matchMedia("(min-width: 60rem)"); // the sidebar has a place of its own
  const night = matchMedia("(prefers-color-scheme: dark)");

  function setColours() {
    const { mode } = root.dataset;
    const now = night.matches ? "dark" : "light";
    root.dataset.theme = mode === "dark" || mode === "light" ? mode : now;
    for (const menu of all(".dropdown-menu"))
      menu.classList.toggle("dropdown-menu-dark", root.dataset.theme === "dark");
    for (const each of all(".theme-change-button"))
      each.classList.toggle("active", each.dataset.mode === mode);
  }

  /** @param {HTMLElement} menu @param {boolean} open */
  function setMenu(menu, open) {
    menu.classList.toggle("show", open);
    menu.previousElementSibling?.setAttribute("aria-expanded", `${open}`);
  }

  function startColours() {
    night.addEventListener("change", setColours);
    setColours();
    for (const menu of all(".dropdown-menu")) {
      menu.dataset.bsPopper = "static"; // which places it below its button
      setMenu(menu, false);
      const button = menu.previousElementSibling;
      button?.addEventListener("click", () =>
        setMenu(menu, !menu.classList.contains("show")),
      );
      document.addEventListener("click", ({ target }) => {
        if (target instanceof Node && !button?.contains(target)) setMenu(menu, false);
      });
      menu.parentElement?.addEventListener("keydown", ({ key }) => {
        if (key === "Escape") setMenu(menu, false);
      });
    }
    for (const each of all(".theme-change-button"))
      each.addEventListener("click", () => {
        root.dataset.mode = each.dataset.mode;
        setColours();
        const { mode, theme } = root.dataset;
        try {
          localStorage.setItem("mode", mode ?? "auto");
          localStorage.setItem("theme", theme ?? "light");
        } catch {} // storage is blocked: the choice holds for this page
      });
  }

  // Dialogs

  /** Close it where one presses beside it, or Escape. @param {HTMLDialogElement} box */
  function closable(box) {
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault(); // a search field would only be emptied
      box.close();
    });
    box.addEventListener("click", ({ target }) => {
      if (target === box) box.close();
    });
  }

  function startSearch() {
    const box = dialog("pst-search-dialog");
    if (!box) return;
    closable(box);
    const toggle = () => {
      const [input] = all(":not(#pst-search-dialog) > form.bd-search input");
      if (input)
        input.focus(); // the page of the search
      else if (box.open) box.close();
      else box.showModal();
    };
    for (const button of all(".search-button__button"))
      button.addEventListener("click", toggle);
    addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, shiftKey, altKey } = event;
      if (key.toLowerCase() !== "k" || ctrlKey === metaKey || shiftKey || altKey)
        return;
      event.preventDefault();
      toggle();
    });
  }

  /** In a narrow window the sidebar is shown in a dialog. */
  function startSidebar() {
    const [button] = all(".primary-toggle");
    const [sidebar] = all("#pst-primary-sidebar");
    const box = dialog("pst-primary-sidebar-modal");
    if (!button || !sidebar || !box) return;
    const move = (/** @type {HTMLElement} */ from, /** @type {HTMLElement} */ to) => {
      to.append(...from.childNodes);
      to.className = from.className;
      from.className = "";
    };
    button.addEventListener("click", () => {
      move(sidebar, box);
      box.showModal();
    });
    closable(box);
    box.addEventListener("click", ({ target }) => {
      if (target instanceof Element && target.closest("a")) box.close();
    });
    box.addEventListener("close", () => move(box, sidebar));
    wide.addEventListener("change", () => box.close());
  }

  // Contents: the entry of the part that is read, which is a third down the window. A
  // heading in a part that is not laid out would never be seen.

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
          if (link === here) link.setAttribute("aria-current", "true");
          else link.removeAttribute("aria-current");
        }
        const rail = here?.closest(".bd-sidebar-primary");
        if (here && rail) {
          const room = rail.clientHeight;
          const at = here.offsetTop - rail.scrollTop;
          if (at < 0 || at > room - 40) rail.scrollTop = here.offsetTop - room / 2;
        }
        for (const entry of all("#pst-page-toc-nav .toc-entry"))
          entry.classList.toggle("active", here ? entry.contains(here) : false);
      },
      { rootMargin: "-33% 0px -66% 0px" },
    );
    for (const part of links.keys()) sight.observe(part);
  }

  // How high a part of the text will be, about, until it is laid out: else one jumps to a
  // place that then moves away.

  function reserve() {
    const width = Math.min(COLUMN, innerWidth - 32);
    const tall = (/** @type {string} */ text, /** @type {number} */ letter) =>
      Math.ceil((text.length * letter) / width);
    for (const part of all(".bd-article section section:not(:has(section))")) {
      let height = 0;
      for (const block of all(BLOCKS, part)) {
        if (block.parentElement?.closest(".paper, .lab-page, .exercise, details"))
          continue;
        if (block.matches(".lab-page")) height += width < 600 ? 900 : 650;
        else if (block.matches(".exercise")) height += 150;
        else if (block.matches("img")) height += width < 600 ? 200 : 330;
        else if (block.matches("pre"))
          height += 30 + 24 * (block.textContent?.split("\n").length ?? 0);
        else if (block.matches("tr")) height += 40;
        else if (block.matches("div.math")) height += 75;
        else {
          const tex = all("annotation", block).map((each) => each.textContent);
          const text = block.textContent?.slice(tex.join("").length) ?? "";
          height += 18 + 26 * tall(text, 8);
        }
      }
      part.style.containIntrinsicHeight = `auto ${height}px`;
    }
  }

  // What is above a place that one jumps to gets its height when it is laid out, and a
  // lab when it starts: the window stays at the place meanwhile.

  function stay() {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    const end = performance.now() + STAY;
    const stop = new AbortController();
    for (const event of ["wheel", "touchstart", "pointerdown", "keydown"])
      addEventListener(event, () => stop.abort(), { signal: stop.signal });
    const look = () => {
      if (stop.signal.aborted) return;
      target.scrollIntoView({ behavior: "instant" });
      if (performance.now() < end) requestAnimationFrame(look);
      else stop.abort();
    };
    look();
  }

  // What scrolls by itself is reached by the Tab key.

  function startTabStops() {
    const sizes = new ResizeObserver((changed) => {
      for (const { target } of changed) {
        if (!(target instanceof HTMLElement)) continue;
        const wide = target.scrollWidth > target.clientWidth;
        if (wide || target.scrollHeight > target.clientHeight) target.tabIndex = 0;
        else target.removeAttribute("tabindex");
      }
    });
    for (const each of all(
      "pre, .cell_output > .output, figure > div, .pst-scrollable-table-container",
    ))
      sizes.observe(each);
  }

  document.addEventListener("DOMContentLoaded", () => {
    reserve();
    startColours();
    startSearch();
    startSidebar();
    startContents();
    startTabStops();
    stay();
  });
  addEventListener("hashchange", stay);
})();
