"""A page of the site as a reader has it: opened from its file, with the network
refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, expect

from askfirst_tests.alone import complaints_of
from tests.browser.judge import found

ALIVE = """() => [...document.querySelectorAll('[data-lab]')].every((place) =>
  place.querySelector('.lab-live canvas')?.dataset.frames ||
  place.querySelector('.lab-steps li'))"""
# A lab starts when one comes near it: come near each, one after the other.
WAKE = """async () => {
  for (const place of document.querySelectorAll('[data-lab]')) {
    place.scrollIntoView({ behavior: 'instant' });
    const alive = () => place.querySelector('.lab-live canvas[data-frames], ' +
      '.lab-steps li');
    const until = performance.now() + 60_000;
    while (!alive()) {
      if (performance.now() > until) throw new Error(`${place.dataset.lab} is asleep`);
      await new Promise(requestAnimationFrame);
    }
  }
  scrollTo({ top: 0, behavior: 'instant' });
}"""
# All that a move may change: the picture or the steps, and what is said.
LOOK = """(lab) => {
  const shown = lab.querySelector('canvas')?.toDataURL() ??
    lab.querySelector('ol').innerHTML;
  return [shown, ...['sentence', 'problem'].map((part) =>
    lab.querySelector(`.lab-${part}`).textContent)];
}"""
CALM = """(lab) => new Promise((done, fail) => {
  setTimeout(() => fail(new Error(`busy: ${lab.getAttribute('aria-label')}`)), 60_000);
  const look = () => requestAnimationFrame(lab.getAttribute('aria-busy') === 'true' ?
    look : done);
  requestAnimationFrame(look);
})"""


@contextmanager
def reading(browser: Browser, page: Path, ready: str = ALIVE, **how) -> Iterator[Page]:
    """The page when it is ``ready``; at the end, nothing that it asked of a network,
    did not find or complained of.
    """
    how = {"viewport": {"width": 1280, "height": 900}} | how
    with browser.new_context(offline=True, **how) as context:
        opened = context.new_page()
        trouble = complaints_of(opened, "error", "warning")

        def asks(asked):
            if not asked.url.startswith(("file:", "data:", "blob:")):
                trouble.append(asked.url)

        opened.on("request", asks)
        opened.on("requestfailed", lambda asked: trouble.append(asked.url))
        opened.goto(page.as_uri())
        if ready == ALIVE:
            opened.evaluate(WAKE)
        opened.wait_for_function(ready)
        yield opened
        assert trouble == [], trouble


def grave(page: Page) -> list[str]:
    """What axe-core calls serious or critical on the whole page."""
    return found(page, preload=False)  # it would ask for the style sheets once more


def wide(page: Page) -> list[str]:
    """What does not fit between the sides of the window: the page itself, or a lab's
    picture in its stage.
    """
    return page.evaluate("""() => {
          const room = document.documentElement.clientWidth;
          const { scrollWidth } = document.documentElement;
          const found = scrollWidth > room ? [`the page: ${scrollWidth}`] : [];
          for (const lab of document.querySelectorAll('.lab')) {
            const { right } = lab.getBoundingClientRect(),
              canvas = lab.querySelector('canvas');
            const name = lab.getAttribute('aria-label');
            if (right > room) found.push(`${name}: to ${right}`);
            if (canvas && canvas.clientWidth > canvas.parentElement.clientWidth) {
              found.push(`${name}: ${canvas.clientWidth}`);
            }
          }
          return found;
        }""")


def cut(page: Page, scrolling: bool) -> list[str]:
    """Code, formulas and tables that are wider than their column; with ``scrolling``,
    only those that do not scroll there.
    """
    return page.evaluate(
        """(scrolling) => {
          const scrolls = (each) =>
            ['auto', 'scroll'].includes(getComputedStyle(each).overflowX);
          const column = document.querySelector('article').getBoundingClientRect();
          const found = [];
          const every = 'article :is(pre, math, table, div.math)';
          for (const each of document.querySelectorAll(every)) {
            if (!each.checkVisibility()) continue;
            const { right } = each.getBoundingClientRect();
            const wide = each.scrollWidth > each.clientWidth + 1 &&
              getComputedStyle(each).display !== 'inline';
            if (!wide && right <= column.right + 1) continue;
            const inside = (node) => node && node.localName !== 'article' &&
              (scrolls(node) && node.getBoundingClientRect().right <= innerWidth + 1 ||
                inside(node.parentElement));
            if (scrolling && inside(each)) continue;
            found.push(`${each.outerHTML.slice(0, 80)}: ${each.scrollWidth} in ` +
              `${each.clientWidth}, to ${right} of ${column.right}`);
          }
          return found;
        }""",
        scrolling,
    )


def skip_all(page: Page) -> None:
    """Pass every question, by keyboard."""
    skip = page.locator(".lab-question[data-state=open]").get_by_role(
        "button", name="Skip"
    )
    for left in reversed(range(skip.count())):
        skip.first.press("Enter")
        expect(skip).to_have_count(left)


def move_everything(page: Page, way: str) -> int:
    """Move every control of every lab, each from the start, by key or touch: the
    lab follows. How many they were.
    """
    moved = 0
    skip_all(page)
    for lab in page.locator("[data-lab] .lab").all():
        name = lab.get_attribute("aria-label")
        reset = lab.get_by_role("button", name="Reset")
        for row in lab.locator(".lab-controls .lab-row").all():
            reset.click()
            lab.evaluate(CALM)
            idle = "lab-idle" in (row.get_attribute("class") or "")
            before, stood = lab.evaluate(LOOK), _value(row)
            _move(page, row, way)
            lab.evaluate(CALM)
            what = f"{name}: {row.inner_text()!r} by {way}"
            assert _value(row) != stood, what
            assert idle or lab.evaluate(LOOK) != before, what
            moved += 1
    return moved


def _value(row: Locator) -> list:
    return row.locator("input").evaluate_all(
        "(all) => all.map((each) => each.type === 'range' ? each.value : each.checked)"
    )


def _move(page: Page, row: Locator, way: str) -> None:
    first = row.locator("input").first
    first.scroll_into_view_if_needed()
    kind = first.get_attribute("type")
    assert first.evaluate("(each) => each.tabIndex") == 0
    if way == "key":
        here = row.locator("input:checked") if kind == "radio" else first
        here.focus()
        last = kind == "range" and first.input_value() == first.get_attribute("max")
        on = "ArrowLeft" if last else "ArrowRight"
        page.keyboard.press("Space" if kind == "checkbox" else on)
        return
    part, place = 0.5, first
    if kind == "range":
        early = first.evaluate("(slider) => slider.valueAsNumber / slider.max < 0.5")
        part = 0.9 if early else 0.1
    elif kind == "radio":
        place = row.locator("input:not(:checked)").first
    box = place.bounding_box()
    assert box
    x = box["x"] + 8 + (box["width"] - 16) * part
    page.touchscreen.tap(x, box["y"] + box["height"] / 2)
