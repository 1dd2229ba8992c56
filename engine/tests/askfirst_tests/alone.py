"""A script of the page on an empty page, without the rest: the test plays Python."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, Page

from askfirst.scripts import script

# A model in the page that writes down what it is told, and says what the test says.
MODEL = """(words) => {
  const listeners = {};
  window.sent = [];
  const on = (kind, listener) => (listeners[kind] = listener);
  const send = (message) => {
    if (window.deaf) throw new Error('the kernel is gone');
    sent.push(message);
  };
  window.model = { get: (key) => words[key], on, off: () => {}, send };
  window.say = (message, lines) => listeners['msg:custom'](message, lines ?
    [lines.join('\\n')] : []);
}"""


def complaints_of(page: Page, *kinds: str) -> list[str]:
    """What goes wrong in the page from now on, and what it writes of these kinds."""
    found: list[str] = []

    def wrote(said):
        if said.type in kinds:
            found.append(said.text)

    page.on("pageerror", lambda error: found.append(f"{error}"))
    page.on("console", wrote)
    return found


@contextmanager
def empty(browser: Browser) -> Iterator[Page]:
    """A page with nothing on it; at the end, nothing may have gone wrong."""
    page = browser.new_page()
    complaints = complaints_of(page, "error")
    yield page
    page.close()
    if complaints:
        raise AssertionError("\n".join(complaints))


def scripts(page: Page, *names: str, more: str = "") -> None:
    text = script(*names)
    text = text.replace("export default { render };", "window.render = render;")
    page.add_script_tag(content=text + more)


def slider(name: str, count: int, start: int = 0) -> dict:
    return {
        "name": name,
        "label": name,
        "kind": "linear",
        "texts": [str(i) for i in range(count)],
        "start": start,
        "instant": False,
    }


def sent(page: Page, kind: str) -> list[dict]:
    """What the page has sent of that kind."""
    return [message for message in page.evaluate("sent") if message["kind"] == kind]


def say(page: Page, message: dict, lines: list[str] | None = None) -> None:
    page.evaluate("([message, lines]) => say(message, lines)", [message, lines])
