"""A move on a page of the site, its first picture from disk, and what it takes on a
telephone, in Chromium: `python benchmarks/site.py [site]`.

The lag of a move is the time from a key press to the moment after the frame with the
new picture was painted, over every control of every lab; its peer is a bare slider on
the same page, whose canvas is filled with one colour at each move. The peer of the
first picture is the page's own text: DOMContentLoaded, in a fresh browser, from the
file. On a telephone, a narrow window and a processor four times slower, it says when
the first picture was there, when the last task longer than 50 ms was over, and how
long such tasks took together, until two seconds after the page has loaded; the peer is
a page that has the same text and nothing else. Before the first of these, the start
page is opened and not counted, so that a cold start falls on none of them. These
figures are medians of three rounds, the peer's of one.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, Page

sys.path.insert(0, str(Path(__file__).parent.parent))
sys.path.insert(1, str(Path(__file__).parent.parent / "engine" / "tests"))

from askfirst.pages.chromium import chromium, find
from benchmarks.figures import keep
from tests.browser.site_page import CALM, WAKE, skip_all

PRESSES = 4
PAUSE = 150  # milliseconds between two presses
# As benchmarks/slider.py does, of the lab whose control has the focus: its picture is
# counted, its steps are read.
PROBE = """() => {
  const signature = () => {
    const lab = document.activeElement.closest('.lab');
    return lab?.querySelector('canvas')?.dataset.frames ??
      lab?.querySelector('.lab-sentence').textContent;
  };
  const probe = (window.probe = { last: null, pressed: null, lags: [] });
  // Its message comes when the frame has been painted.
  const after = new MessageChannel();
  after.port1.onmessage = ({ data }) => probe.lags.push(performance.now() - data);
  const look = () => {
    const now = signature();
    if (probe.pressed !== null && now !== probe.last) {
      after.port2.postMessage(probe.pressed);
      probe.pressed = null;
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  document.addEventListener('keydown', () => {
    Object.assign(probe, { last: signature(), pressed: performance.now() });
  }, true);
}"""
LONG = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries()))
    .observe({ type: 'longtask', buffered: true });
}"""
TOOK = """() => [
  Math.max(0, ...window.tasks.map((task) => task.startTime + task.duration)),
  window.tasks.reduce((sum, task) => sum + task.duration, 0),
]"""
SLOWER = 4  # times, by Chromium's own throttle
BARE = """() => {
  const lab = Object.assign(document.createElement('div'), { className: 'lab bare' });
  lab.innerHTML = '<input type="range" min="0" max="100" value="50">' +
    '<canvas width="900" height="350" data-frames="0"></canvas>';
  const [slider, canvas] = lab.children;
  slider.addEventListener('input', () => {
    const pen = canvas.getContext('2d');
    pen.fillStyle = `rgb(${slider.value} 0 0)`;
    pen.fillRect(0, 0, 900, 350);
    canvas.dataset.frames = Number(canvas.dataset.frames) + 1;
  });
  document.querySelector('.lab').before(lab);
}"""
FIRST = """() => {
  const after = new MessageChannel();
  after.port1.onmessage = () => (window.first = performance.now());
  const look = () => {
    const there = document.querySelector(
      '.lab-live canvas[data-frames], .lab-steps li');
    if (there) after.port2.postMessage(0);
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""


def main() -> None:
    executable = find()
    site = Path(sys.argv[1] if sys.argv[1:] else "site").resolve()
    if executable is None or not (site / "index.html").exists():
        sys.exit(
            f"There is no Chromium on this machine, or no site in {site} (make site),"
            " so nothing was measured."
        )
    every, bare, firsts, slow = [], [], [], []
    print(
        f"{'page':30}{'text':>8}{'picture':>9}{'moves':>8}{'p50':>8}{'p95':>8}"
        f"{'bare p50':>10}{'p95':>8}"
        "   ms"
    )
    with chromium(executable) as browser:
        for page in sorted(site.glob("[01]*.html")):
            text, picture = opening(browser, page)
            lags, peers = moves(browser, page)
            print(row(page.stem, lags, peers, f"{text:8.0f}{picture:9.0f}"), flush=True)
            every += lags
            bare += peers
            firsts.append(picture)
        head = f"{'picture':>9}{'last':>8}{'sum':>8}"
        print(f"\n{'on a telephone':30}{head}{'bare last':>11}{'sum':>8}   ms")
        telephone(browser, site / "index.html", rounds=1)
        for page in sorted(site.glob("*.html")):
            slow.append(telephone(browser, page))
            numbers = zip(slow[-1], (9, 8, 8, 11, 8), strict=True)
            said = "".join(f"{each:{width}.0f}" for each, width in numbers)
            print(f"{page.stem:30}{said}", flush=True)
    print(row("all pages", every, bare, " " * 17))
    found = {
        "p50": median(every),
        "p95": quantiles(every, n=20)[-1],
        "first picture": max(firsts),
    }
    names = ("telephone picture", "telephone last", "telephone long")
    found |= {
        name: max(values)
        for name, values in zip(names, list(zip(*slow, strict=True))[:3], strict=True)
    }
    keep(
        "site",
        found | {"bare p50": median(bare), "bare p95": quantiles(bare, n=20)[-1]},
    )


def row(name: str, lags: list[float], peers: list[float], opened: str) -> str:
    numbers = "".join(
        f"{median(each):{width}.1f}{quantiles(each, n=20)[-1]:8.1f}"
        for each, width in ((lags, 8), (peers, 10))
    )
    return f"{name:30}{opened}{len(lags):8d}{numbers}"


def opening(browser: Browser, path: Path, rounds: int = 3) -> tuple[float, float]:
    """Milliseconds until the text is there, and until the first lab has been painted:
    medians over fresh browsers.
    """
    texts, pictures = [], []
    for _ in range(rounds):
        with browser.new_context(
            viewport={"width": 1280, "height": 900}, offline=True
        ) as context:
            page = context.new_page()
            page.add_init_script(f"({FIRST})()")
            page.goto(path.as_uri())
            page.wait_for_function("window.first")
            pictures.append(page.evaluate("window.first"))
            texts.append(
                page.evaluate(
                    "performance.getEntriesByType('navigation')[0]"
                    ".domContentLoadedEventStart"
                )
            )
    return median(texts), median(pictures)


def telephone(browser: Browser, path: Path, rounds: int = 3) -> tuple[float, ...]:
    """Milliseconds until the first lab has been painted, 0 on a page without one; until
    the last long task was over, and in long tasks altogether; and the last two for a
    page with the text alone, in one round. The others are medians over fresh browsers.
    """
    whole = []
    for _ in range(rounds):
        with slowly(browser) as page:
            page.goto(path.as_uri())
            page.wait_for_timeout(2000)
            picture = page.evaluate("window.first ?? 0")
            whole.append((picture, *page.evaluate(TOOK)))
            page.add_style_tag(content="* { content-visibility: visible !important }")
            text = page.locator("main").inner_text()
    with TemporaryDirectory() as folder, slowly(browser) as page:
        bare = Path(folder, "bare.html")
        lines = "".join(f"<p>{escape(line)}</p>" for line in text.splitlines())
        head = '<meta name="viewport" content="width=device-width">'
        bare.write_text(f"<!doctype html>{head}{lines}", encoding="utf-8")
        page.goto(bare.as_uri())
        page.wait_for_timeout(1000)
        alone = page.evaluate(TOOK)
    return *(median(each) for each in zip(*whole, strict=True)), *alone


@contextmanager
def slowly(browser: Browser) -> Iterator[Page]:
    """A page as a telephone has it."""
    with browser.new_context(
        viewport={"width": 390, "height": 844}, offline=True
    ) as context:
        page = context.new_page()
        for script in (LONG, FIRST):
            page.add_init_script(f"({script})()")
        session = context.new_cdp_session(page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        yield page


def moves(browser: Browser, path: Path) -> tuple[list[float], list[float]]:
    """The lags of single moves of every control of every lab of a page, and of the bare
    slider on it.
    """
    with browser.new_context(
        viewport={"width": 1280, "height": 900}, offline=True
    ) as context:
        page = context.new_page()
        page.goto(path.as_uri())
        page.evaluate(WAKE)
        skip_all(page)
        page.wait_for_timeout(1000)
        page.evaluate(f"({PROBE})()")
        for lab in page.locator("[data-lab] .lab").all():
            for handle in lab.locator(
                ".lab-controls input:is([type=range], :checked)"
            ).all():
                lab.get_by_role("button", name="Reset").click()
                lab.evaluate(CALM)
                press(page, handle)
        lags = page.evaluate("window.probe.lags.splice(0)")
        page.evaluate(f"({BARE})()")
        for _ in range(2):
            press(page, page.locator(".bare input"))
        return lags, page.evaluate("window.probe.lags")


def press(page: Page, handle) -> None:
    handle.focus()
    back = handle.get_attribute(
        "type"
    ) == "range" and handle.input_value() == handle.get_attribute("max")
    for i in range(PRESSES):
        page.keyboard.press("ArrowRight" if (i < PRESSES / 2) != back else "ArrowLeft")
        page.wait_for_timeout(PAUSE)


if __name__ == "__main__":
    main()
