"""Handles of labs, taken by mouse and by finger: with Python in this process behind the
page, and on a page that has prepared frames alone.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest
from matplotlib.figure import Figure
from playwright.sync_api import Browser, Page, expect

from askfirst.labs import playable
from askfirst.labs.controls import slider
from askfirst.labs.lab import Lab
from askfirst.labs.recorder import UNIT
from askfirst.pages.prepared import prepared
from askfirst.scripts import script, style
from askfirst_tests.alone import complaints_of
from askfirst_tests.hands import Finger, Mouse
from askfirst_tests.labs import several

# A model whose Python is this process: dead, deaf, or some milliseconds away.
ASKING = """(state) => {
  const listeners = new Set();
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  window.asking = 0;
  return {
    get: (key) => state[key],
    on: (_, listener) => listeners.add(listener),
    off: () => {},
    send: (message) => {
      if (window.dead) throw new Error('the kernel is gone');
      window.asking += 1;
      window.python(message).then(async (sent) => {
        if (window.lag) await new Promise((done) => setTimeout(done, window.lag));
        window.asking -= 1;
        for (const [answer, buffers] of sent)
          for (const each of listeners) each(answer, buffers.map(bytes));
      });
    },
  };
}"""
CALM = """() => new Promise((done) => {
  let quiet = 0;
  const root = document.querySelector('.lab-live');
  const look = () => {
    const busy = window.asking > 0 || root.getAttribute('aria-busy') === 'true';
    quiet = busy ? 0 : quiet + 1;
    if (quiet > 6) done(); else requestAnimationFrame(look);
  };
  look();
})"""
SEEN = """() => {
  const canvas = document.querySelector('.lab-live canvas');
  const { left, top } = canvas.getBoundingClientRect();
  const handles = [...document.querySelectorAll('.lab-handle:not([hidden])')];
  return Object.fromEntries(handles.map((each) => {
    const box = each.getBoundingClientRect();
    const { controls, chosen } = each.dataset;
    const key = chosen ? `${controls}|${chosen}` : controls;
    return [key, [box.left + box.width / 2 - left, box.top + box.height / 2 - top,
      box.width, box.height]];
  }));
}"""


def of_ones_own() -> Lab:
    """A dot that moves with two controls, and a wall that moves with a third."""
    figure = Figure(figsize=(7, 3))
    plane, line = figure.subplots(1, 2)
    for ax in (plane, line):
        ax.set(xlim=(0, 1), ylim=(0, 1), xticks=[0, 1], yticks=[0, 1])
    (dot,) = plane.plot([0], [0], "o")
    wall = line.axvline(0)

    def update(a, b, c):
        dot.set_data([a], [b])
        wall.set_xdata([c, c])
        return f"The dot is at ({a:g}, {b:g}), the wall at {c:g}."

    part = slider(0.0, 1.0, start=0.5, step=0.1)
    handles = {("a", "b"): dot, "c": wall}
    return Lab(figure, update, handles=handles, a=part, b=part, c=part)


def asking() -> Lab:
    """The same, below a question."""
    words = {"name": "wall", "why": "It is a wall."}
    return of_ones_own().asks("Where is it?", number=(0, 1), right=1, **words)


MADE = {"of_ones_own": of_ones_own, "asking": asking}
MADE["several"] = lambda: several(step=0.5)


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    """Frames that are wished for are drawn in the thread that asks."""

    monkeypatch.setattr(playable, "later", lambda draw: draw())


@dataclass
class Wire:
    """What a lab takes for its widget: it keeps what is sent."""

    sent: list[tuple[dict, list[str]]] = field(default_factory=list)

    def send(self, message: dict, buffers: list[bytes] | None = None) -> None:
        self.sent.append(
            (message, [base64.b64encode(each).decode() for each in buffers or []])
        )

    def close(self) -> None:
        pass


class Shown:
    """A lab on an empty page."""

    def __init__(self, page: Page, lab: Lab, live: bool) -> None:
        self.page, self.lab = page, lab
        names = ("controls", "journal", "question", "picture", "live", "prepared")
        code = script(*names).replace("export default { render };", "")
        page.set_content(
            "<meta name='viewport' content='width=device-width'>"
            f"<style>{style('lab')} body {{ background: #ffffff }}</style>"
        )
        if live:
            lab._widget = Wire()
            page.expose_function("python", self._serve)
            page.add_script_tag(content=f"{code}\nwindow.model = ({ASKING})")
            state = lab.widget_state()
        else:
            page.add_script_tag(content=f"{code}\nwindow.model = preparedModel;")
            state = json.loads(json.dumps(prepared(lab, 400)))
        page.add_script_tag(content="window.show = render;")
        show = "(state) => void show({ model: model(state), el: document.body })"
        page.evaluate(show, state)
        page.wait_for_function(
            "document.querySelector('.lab-live canvas')?.dataset.frames"
        )
        if lab.question:
            assert self.handles() == {}
            page.get_by_role("button", name="Skip").click()
        page.wait_for_selector(".lab-handle:not([hidden])")
        self.calm()

    def _serve(self, message: dict) -> list:
        wire = self.lab._widget
        self.lab._receive(wire, message, [])
        sent, wire.sent = wire.sent, []
        return sent

    def calm(self) -> None:
        self.page.evaluate(CALM)

    def handles(self) -> dict[str, list[float]]:
        """Their middles, from the corner of the canvas, and sizes."""
        return self.page.evaluate(SEEN)

    def scale(self) -> float:
        """Pixels of the page to one of the figure, where no panels are stacked."""
        width = self.page.evaluate("document.querySelector('canvas').clientWidth")
        return width / self.lab._painter.size[0]

    def corner(self) -> tuple[float, float]:
        box = self.page.locator(".lab-live canvas").bounding_box()
        return box["x"], box["y"]

    def positions(self) -> list[int]:
        inputs = self.page.locator(".lab-controls input")
        return inputs.evaluate_all("(all) => all.map((each) => each.valueAsNumber)")

    def put(self, index: int, position: int) -> None:
        """Move a slider."""
        self.page.locator(".lab-controls input").nth(index).fill(str(position))
        self.calm()

    def place(self, key: str, positions: list[int]) -> tuple[float, float]:
        """Where a frame says that a handle is, from the corner of the canvas."""
        frame = json.loads(
            self.lab._frame(self.lab._values_at(positions), asks=False).text
        )
        x, y = frame["handles"][key]
        return x / UNIT * self.scale(), y / UNIT * self.scale()


@contextmanager
def shown(
    browser: Browser, name: str, live: bool = True, touch: bool = False, **how
) -> Iterator[Shown]:
    how = {"viewport": {"width": 1280, "height": 1000}} | how
    with browser.new_context(has_touch=touch, is_mobile=touch, **how) as context:
        page = context.new_page()
        complaints = complaints_of(page)
        yield Shown(page, MADE[name](), live)
        assert complaints == []


def drag(lab: Shown, hand: Mouse | Finger, key: str, to: tuple, off: float = 3) -> None:
    """Take a handle, beside its middle, and bring it there in twelve moves."""
    x, y, *_ = lab.handles()[key]
    left, top = lab.corner()
    hand.down(left + x + off, top + y)
    for i in range(1, 13):
        hand.move(left + x + off + (to[0] - x) * i / 12, top + y + (to[1] - y) * i / 12)
        lab.page.wait_for_timeout(20)
    lab.calm()


# In the plane, sideways, and below a question: live or prepared, by finger or mouse.
TAKEN = [
    ("of_ones_own", "a b", [8, 1, 5], True, False),
    ("of_ones_own", "c", [5, 5, 9], False, True),
    ("asking", "c", [5, 5, 9], False, False),
]


@pytest.mark.parametrize(("name", "key", "goal", "live", "touch"), TAKEN)
def test_a_hand_takes_what_it_shows_and_the_slider_follows(
    browser, name, key, goal, live, touch
):
    with shown(browser, name, live, touch) as lab:
        before = lab.page.locator("canvas").evaluate("(each) => each.toDataURL()")
        assert min(lab.handles()[key][2:]) >= (44 if touch else 24)
        hand = Finger(lab.page) if touch else Mouse(lab.page)
        drag(lab, hand, key, lab.place(key, goal))
        hand.up()
        assert lab.positions() == goal
        values = lab.lab._values_at(goal)
        frame = json.loads(lab.lab._frame(values, asks=False).text)
        expect(lab.page.locator(".lab-sentence")).to_have_text(frame["sentence"])
        expect(lab.page.locator(".lab-problem")).to_be_empty()
        assert lab.handles()[key][:2] == pytest.approx(lab.place(key, goal), abs=0.5)
        after = lab.page.locator("canvas").evaluate("(each) => each.toDataURL()")
        assert after != before
        if live:
            assert lab.lab.values == values
        texts = [lab.lab.controls[name].text(values[name]) for name in values]
        expect(lab.page.locator(".lab-row output")).to_have_text(texts)


@pytest.mark.parametrize(("live", "touch"), [(True, False), (False, True)])
def test_a_hand_that_takes_another_thing_moves_it_from_its_own_place(
    browser, live, touch
):
    with shown(browser, "several", live, touch) as lab:
        hand = Finger(lab.page) if touch else Mouse(lab.page)
        # A page has dots 2 and 4 alone.
        second, fourth = (1, 3) if live else (0, 1)
        drag(lab, hand, "dot right up|2", lab.place("dot right up|2", [1, 7, 1]))
        hand.up()
        lab.calm()
        assert lab.positions() == [second, 7, 1]
        still = lab.place("dot right up|4", [1, 4, 4])
        assert lab.handles()["dot right up|4"][:2] == pytest.approx(still, abs=0.5)
        hand.down(*at(lab, "dot right up|4"))
        chosen = "document.querySelector('.lab-row output').textContent === '4'"
        lab.page.wait_for_function(chosen)
        lab.calm()
        assert lab.positions() == [fourth, 4, 4]
        hand.up()
        drag(lab, hand, "dot right up|4", lab.place("dot right up|4", [3, 1, 6]))
        hand.up()
        lab.calm()
        assert lab.positions() == [fourth, 1, 6]
        assert "Dot 4 is moved by (−1.5, 1)." in lab.page.content()
        back = lab.place("dot right up|2", [1, 4, 4])
        assert lab.handles()["dot right up|2"][:2] == pytest.approx(back, abs=0.5)
        expect(lab.page.locator(".lab-row output").first).to_have_text("4")


def at(lab: Shown, key: str) -> tuple[float, float]:
    """The middle of a handle on the page."""
    (x, y, *_), (left, top) = lab.handles()[key], lab.corner()
    return left + x, top + y


def test_of_two_handles_the_one_nearer_to_where_the_hand_came_down_is_taken(browser):
    figure = Figure(figsize=(7, 3))
    ax = figure.subplots()
    ax.set(xlim=(0, 100), ylim=(0, 1))
    dots = [ax.plot([0], [0.5], "o")[0] for _ in range(2)]

    def update(a, b):
        for dot, value in zip(dots, (a, b), strict=True):
            dot.set_xdata([value])
        return f"{a} and {b}."

    def close():
        controls = {"a": slider(0, 100, start=50, step=1)}
        controls["b"] = slider(0, 100, start=52, step=1)
        handles = {"a": dots[0], "b": dots[1]}
        return Lab(figure, update, handles=handles, **controls)

    MADE["close"] = close
    with shown(browser, "close") as lab:
        mouse = Mouse(lab.page)
        for key, off, goal in (("a", -2, [20, 52]), ("b", 2, [20, 90])):
            lab.page.get_by_role("button", name="Reset").click()
            lab.calm()
            lab.put(0, 50)
            drag(lab, mouse, key, lab.place(key, goal), off)
            mouse.up()
            assert lab.positions() == [goal[0] if key == "a" else 50, goal[1]]


# A pointer of which the page hears nothing more
UNHEARD = """() => {
  for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture'])
    addEventListener(kind, (event) => {
      if (window.unheard) event.stopImmediatePropagation();
    }, true);
  window.unheard = true;
}"""


def test_a_finger_that_is_lost_keeps_what_it_chose_and_others_choose_nothing(browser):
    second, fourth = "dot right up|2", "dot right up|4"
    with shown(browser, "several", touch=True) as lab:
        finger = Finger(lab.page)
        drag(lab, finger, fourth, lab.place(fourth, [3, 6, 2]))
        assert lab.positions() == [3, 6, 2]
        first = tuple(a + b for a, b in zip(at(lab, fourth), (3, 0), strict=True))
        other = at(lab, second)
        finger.another(first, other)
        finger.move(first, (other[0] + 40, other[1]))
        lab.calm()
        assert lab.positions() == [3, 6, 2]
        finger.cancel()
        drag(lab, finger, second, lab.place(second, [1, 2, 7]))
        lab.page.evaluate(UNHEARD)
        finger.cancel()
        assert lab.positions() == [1, 2, 7]
        lab.page.evaluate("window.unheard = false")
        drag(lab, finger, fourth, lab.place(fourth, [3, 1, 1]))
        finger.up()
        assert lab.positions() == [3, 1, 1]


def test_a_mouse_that_is_lost_moves_nothing_more(browser):
    fourth = "dot right up|4"
    with shown(browser, "several") as lab:
        mouse, page = Mouse(lab.page), lab.page
        session = page.context.new_cdp_session(page)
        drag(lab, mouse, fourth, (2000, 2000))
        assert lab.positions() == [3, 8, 0]
        page.evaluate("dispatchEvent(new Event('blur'))")
        # It was let go in another window.
        left, top = lab.corner()
        for x in (left + 90, left + 100):
            moved = {"type": "mouseMoved", "x": x, "y": top + 90, "buttons": 0}
            session.send("Input.dispatchMouseEvent", moved)
        lab.calm()
        assert lab.positions() == [3, 8, 0]
        assert lab.page.locator(".lab-held").count() == 0
        mouse.up()


def test_what_a_hand_chooses_stays_where_it_is_until_its_own_frame_is_there(browser):
    with shown(browser, "several") as lab:
        for index, position in ((1, 0), (2, 8), (0, 3), (0, 1)):
            lab.put(index, position)
        lab.page.evaluate("window.lag = 600")
        x, y = at(lab, "dot right up|4")
        mouse = Mouse(lab.page)
        mouse.down(x, y)
        assert lab.positions() == [1, 0, 8]
        chosen = "document.querySelector('.lab-row output').textContent === '4'"
        lab.page.wait_for_function(chosen)
        lab.calm()
        assert lab.positions() == [3, 4, 4]
        assert at(lab, "dot right up|4") == pytest.approx((x, y), abs=0.5)
        # Where the kernel is gone, what is known still plays.
        mouse.up()
        lab.page.evaluate("window.dead = true")
        drag(lab, mouse, "dot right up|2", lab.place("dot right up|2", [1, 2, 4]))
        mouse.up()
        assert lab.positions() == [1, 2, 4]
        silence = "Python does not answer"
        expect(lab.page.locator(".lab-problem")).to_contain_text(silence)


def test_a_hand_that_is_quicker_than_python_arrives_all_the_same(browser):
    with shown(browser, "of_ones_own") as lab:
        lab.page.evaluate("window.lag = 300")
        x, y = at(lab, "c")
        there = lab.corner()[0] + lab.place("c", [5, 5, 9])[0]
        mouse = Mouse(lab.page)
        mouse.down(x, y)
        mouse.move(there, y)
        mouse.up()
        lab.calm()
        assert lab.positions() == [5, 5, 9]
        # What has been let go stays when something else is taken.
        mouse.move(there, y)
        lab.put(2, 3)
        assert lab.positions() == [5, 5, 3]


def test_a_finger_on_a_telephone_pulls_a_handle_or_scrolls_the_page(browser):
    how = {"viewport": {"width": 390, "height": 844}}
    with shown(browser, "of_ones_own", touch=True, **how) as lab:
        lab.page.add_style_tag(content="body { padding: 300px 0 2000px }")
        lab.page.evaluate("scrollTo({ top: 200, behavior: 'instant' })")
        finger, start = Finger(lab.page), lab.positions()
        lab.calm()
        top = "Math.round(scrollY)"

        def swipe(x: float, y: float, across: float, down: float) -> None:
            finger.down(x, y)
            for i in range(1, 11):
                finger.move(x + across * i / 10, y + down * i / 10)
                lab.page.wait_for_timeout(20)
            finger.up()
            lab.calm()

        # In the plane, and sideways: the page stays.
        for key, across, down in (("a b", 20, -50), ("c", 60, 3)):
            before = lab.positions()
            swipe(*at(lab, key), across, down)
            assert lab.page.evaluate(top) == 200
            assert lab.positions() != before
        # From beside a handle over it, and down on one that moves sideways
        moved = lab.positions()
        (x, y), size = at(lab, "a b"), lab.handles()["a b"][3]
        for place in ((x, y + 0.7 * size), at(lab, "c")):
            lab.page.evaluate("scrollTo({ top: 200, behavior: 'instant' })")
            swipe(*place, 2, -120)
            lab.page.wait_for_function(f"{top} > 250")
            assert lab.positions() == moved != start
            assert lab.page.locator(".lab-held").count() == 0
