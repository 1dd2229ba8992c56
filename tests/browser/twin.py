"""A live lab below each lab of a page of the site: the widget's own script, served by
Python in this process.

Both stand in one browser, on one ground, as wide as each other, so that what they show
can be compared pixel by pixel.
"""

from __future__ import annotations

import base64
import json
import sys
import warnings
import zlib
from dataclasses import dataclass, field
from pathlib import Path

import nbformat
import numpy as np
from IPython.core.interactiveshell import InteractiveShell
from playwright.sync_api import Page

from kernellab.interactive import record
from kernellab.interactive.playable import Playable
from tests.browser.site_page import ALIVE, WAKE

# What one sees of a lab, and how a hand moves a control of it; what a box holds on one
# side is chosen on the other.
HANDS = """window.hands = (() => {
  const rows = (root) => [...root.querySelectorAll('.lab-controls .lab-row')];
  const position = (row) => {
    const inputs = [...row.querySelectorAll('input')];
    if (inputs[0].type === 'radio') return inputs.findIndex((each) => each.checked);
    return inputs[0].type === 'checkbox' ?
      Number(inputs[0].checked) : inputs[0].valueAsNumber;
  };
  const put = (root, [index, to, text]) => {
    const inputs = rows(root)[index].querySelectorAll('input');
    if (inputs[0].type === 'radio') inputs[to].click();
    else if (inputs[0].type === 'checkbox') {
      if (Number(inputs[0].checked) !== to) inputs[0].click();
    }
    else {
      inputs[0].value = inputs[0].type === 'text' ? text : to;
      inputs[0].dispatchEvent(new Event('input', { bubbles: true }));
    }
  };
  const value = (row) => {
    const input = row.querySelector('input:checked') ?? row.querySelector('input');
    if (input.type === 'checkbox') return input.checked;
    return input.type === 'radio' ?
      input.parentElement.textContent.trim() : input.value;
  };
  const text = (root, part) => root.querySelector(part)?.textContent;
  const seen = (root) => ({
    name: root.getAttribute('aria-label'),
    sentence: text(root, '.lab-sentence'),
    alt: root.querySelector('canvas')?.getAttribute('aria-label'),
    problem: text(root, '.lab-problem'),
    wrong: root.classList.contains('lab-wrong'),
    steps: root.querySelector('ol')?.innerHTML.replaceAll(' class=""', ''),
    asked: text(root, '.lab-question legend'),
    state: root.querySelector('.lab-question')?.dataset.state,
    reply: text(root, '.lab-question [role=status]'),
    guess: text(root, '.lab-said'),
    inert: root.querySelector('.lab-controls').inert,
    controls: rows(root).map((row) => ({
      label: row.querySelector('label[for], .lab-name').textContent,
      value: value(row),
      said: text(row, 'output'),
      idle: row.classList.contains('lab-idle'),
    })),
  });
  const pixels = (canvas) => canvas.getContext('2d').getImageData(0, 0, canvas.width,
    canvas.height).data;
  const apart = (one, other) => {
    if (!one && !other) return 0;
    if (one.toDataURL() === other.toDataURL()) return 0;
    if (one.width !== other.width || one.height !== other.height) return Infinity;
    const [a, b] = [new Uint32Array(pixels(one).buffer),
      new Uint32Array(pixels(other).buffer)];
    return a.reduce((sum, each, i) => sum + (each !== b[i]), 0);
  };
  const calm = (...roots) => new Promise((done) => {
    const busy = () => window.asking > 0 || roots.some((root) =>
      root.getAttribute('aria-busy') === 'true');
    const look = () => requestAnimationFrame(busy() ? look : done);
    requestAnimationFrame(look);
  });
  return { rows, position, put, seen, apart, calm };
})()"""
TWIN = """async ([name, script, state]) => {
  const place = document.querySelector(`[data-lab="${name}"]`);
  const blob = new Blob([script], { type: 'text/javascript' });
  const { default: { render } } = await import(URL.createObjectURL(blob));
  const listeners = new Set();
  const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const model = {
    get: (key) => state[key],
    on: (_, listener) => listeners.add(listener),
    off: (_, listener) => listeners.delete(listener),
    send: async (message) => {
      // Prefetched frames are a matter of speed.
      if (message.kind === 'wish') return;
      window.asking = (window.asking ?? 0) + 1;
      const sent = await window.python(name, message);
      window.asking -= 1;
      for (const [answer, buffers] of sent) {
        for (const each of listeners) each(answer, buffers.map(bytes));
      }
    },
  };
  const twin = Object.assign(document.createElement('div'), {
    className: place.className });
  twin.dataset.twin = name;
  place.after(twin);
  render({ model, el: twin });
}"""
BOTH = (
    "const [ours, live] = ['lab', 'twin'].map((kind) =>"
    " document.querySelector(`[data-${kind}='${name}'] .lab`));"
)
COMPARE = f"""async ([name, act]) => {{
  {BOTH}
  for (const step of act) {{
    for (const root of [ours, live]) {{
      const named = (where) =>
        [...root.querySelectorAll(where)].find((each) => each.textContent === step);
      if (step === 'Reset') named('button').click();
      else if (step === 'Skip') named('form button').click();
      else hands.put(root, step);
    }}
    await hands.calm(ours, live);
  }}
  const canvases = [ours, live].map((root) => root.querySelector('canvas'));
  return [hands.seen(ours), hands.seen(live), hands.apart(...canvases)];
}}"""
# Move one control of the page's lab; the live one then goes to where the page's went.
FOLLOW = f"""async ([name, step, texts]) => {{
  {BOTH}
  const before = hands.rows(ours).map(hands.position);
  if (before[step[0]] !== step[1]) hands.put(ours, step);
  else ours.querySelector('.lab-note').textContent = '';
  await hands.calm(ours);
  const now = hands.rows(ours).map(hands.position);
  now.forEach((position, index) =>
    hands.put(live, [index, position, texts[index]?.[position]]));
  await hands.calm(live);
  const said = ours.querySelector('.lab-note').textContent;
  const gone = String(now) !== String(before.with(step[0], step[1]));
  const canvases = [ours, live].map((root) => root.querySelector('canvas'));
  const apart = hands.apart(...canvases);
  return [gone, said, now, hands.seen(ours), hands.seen(live), apart];
}}"""


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


def shown(notebook: Path) -> list[Playable]:
    """The labs that a notebook shows, in their order: its cells are run in this
    process.
    """
    found: list[Playable] = []
    main, show = sys.modules["__main__"], Playable._ipython_display_
    shell = InteractiveShell.instance()
    # A builtin would not be bound.
    Playable._ipython_display_ = lambda lab: found.append(lab)
    try:
        shell.reset()
        for cell in nbformat.read(notebook, as_version=4).cells:
            if cell.cell_type == "code":
                with warnings.catch_warnings():
                    warnings.simplefilter("default")
                    shell.run_cell(cell.source).raise_error()
    finally:  # for the tests that come later this process is no notebook
        Playable._ipython_display_, sys.modules["__main__"] = show, main
        InteractiveShell.clear_instance()
    return found


def kept(site: Path, name: str) -> dict:
    """What the site keeps of the lab of that name."""
    text = (site / "_static" / "labs" / f"{name}.js").read_text(encoding="utf-8")
    first, *rest = (
        zlib.decompress(base64.b64decode(part)).decode()
        for part in text.split('"')[3::2]
    )
    made = json.loads(first)
    if rest:
        frames = rest[0].split("\n")
        count = len(made["settings"])
        made |= {"frames": frames[:count], "veiled": frames[count:]}
    return made


class Twins:
    """A page of the site on which every lab has its live twin."""

    def __init__(self, page: Page, site: Path, notebook: Path) -> None:
        self.page, stem = page, notebook.stem
        self.labs = {f"{stem}-{i:02d}": lab for i, lab in enumerate(shown(notebook), 1)}
        self.made = {name: kept(site, name) for name in self.labs}
        page.expose_function("python", self._serve)
        page.goto((site / f"{stem}.html").as_uri())
        page.evaluate(WAKE)
        page.evaluate(HANDS)
        for name, lab in self.labs.items():
            if lab.question:
                record.student.add("again", name=lab.question.name)
            script = lab._make_widget()._esm
            lab._widget = Wire()
            page.evaluate(TWIN, [name, str(script), lab.widget_state()])
        assert page.locator("[data-lab]").count() == len(self.labs)
        page.wait_for_function(ALIVE.replace("data-lab", "data-twin"))

    def _serve(self, name: str, message: dict) -> list:
        """What Python sends the page for a message."""
        lab = self.labs[name]
        lab._receive(lab._widget, message, [])
        sent, lab._widget.sent = lab._widget.sent, []
        return sent

    def compare(
        self, name: str, settings: int, steps: int, rng: np.random.Generator
    ) -> list[str]:
        """What differs between a lab and its twin: at the start, asked and after it, at
        random settings that the page keeps, and in a random walk that also leads to
        those that it has not.
        """
        found = self.after(name)
        question = self.labs[name].question
        if question:
            found += self.after(name, "Skip")
        for positions in self.settings(name, settings, rng):
            found += [f"at {positions}, {each}" for each in self.at(name, positions)]
        found += self.after(name, "Reset")
        texts = [spec["texts"] for spec in self.made[name]["state"]["controls"]]
        for _ in range(steps):
            index = int(rng.integers(len(texts)))
            found += self.follow(name, index, int(rng.integers(len(texts[index]))))
        return found

    def after(self, name: str, *steps) -> list[str]:
        """What differs after these steps on both: "Reset", "Skip", or the number of a
        control with its position and text.
        """
        ours, live, apart = self.page.evaluate(COMPARE, [name, list(steps)])
        return differences(ours, live, apart)

    def at(self, name: str, positions: list[int]) -> list[str]:
        """What differs when both went from the start to these positions, one control
        after the other.
        """
        start, free = self.made[name]["start"], self.made[name]["free"]
        moves = [
            self._step(name, i, position)
            for i, position in enumerate(positions)
            if free[i] or position != start[i]
        ]
        return self.after(name, "Reset", *moves)

    def follow(self, name: str, index: int, position: int) -> list[str]:
        """Move one control of the page, which may have to go elsewhere: what differs
        from the live lab there.
        """
        texts = [
            list(c.values) if c.kind == "text" else None
            for c in self.labs[name].controls.values()
        ]
        gone, said, now, ours, live, apart = self.page.evaluate(
            FOLLOW, [name, self._step(name, index, position), texts]
        )
        found = differences(ours, live, 0 if live["problem"] else apart)
        if gone != ("nearest" in said):
            found.append(f"the page went to {now} and said {said!r}")
        return found

    def settings(
        self, name: str, count: int, rng: np.random.Generator
    ) -> list[list[int]]:
        """Random settings that the page keeps, the free controls anywhere."""
        made = self.made[name]
        lengths = [len(spec["texts"]) for spec in made["state"]["controls"]]
        chosen = rng.choice(
            len(made["settings"]), count, replace=len(made["settings"]) < count
        )
        return [
            [
                int(rng.integers(lengths[i])) if free else position
                for i, (position, free) in enumerate(
                    zip(made["settings"][k], made["free"], strict=True)
                )
            ]
            for k in chosen
        ]

    def _step(self, name: str, index: int, position: int) -> list:
        control = list(self.labs[name].controls.values())[index]
        return [
            index,
            int(position),
            control.values[position] if control.kind == "text" else "",
        ]


def differences(ours: dict, live: dict, apart: float) -> list[str]:
    found = [
        f"{key}: the page {ours[key]!r}, live {live.get(key)!r}"
        for key in ours
        if ours[key] != live.get(key)
    ]
    return found + ([f"{apart} pixels"] if apart else [])
