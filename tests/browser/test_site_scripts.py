"""The scripts of a page without Python, each alone."""

import pytest
from playwright.sync_api import expect

from tests.browser.alone import empty, scripts, slider


@pytest.fixture
def page(browser):
    with empty(browser) as page:
        yield page


# What stands in for Python


def goes(
    page,
    settings: list[list],
    start: list,
    wanted: list[list],
    kinds=("linear", "linear"),
    free=(False, False),
    idle=None,
) -> list:
    """Where a prepared lab with these settings stands after it was asked for each of
    the wanted ones in turn.
    """
    scripts(page, "prepared", more="window.preparedModel = preparedModel;")
    controls = [
        slider(name, 5) | {"kind": kind} for name, kind in zip("ab", kinds, strict=True)
    ]
    made = {
        "state": {"controls": controls},
        "start": start,
        "free": free,
        "settings": settings,
        "idle": idle or [[] for _ in settings],
        "glyphs": [],
        "backgrounds": {},
    }
    return page.evaluate(
        """async ([made, wanted]) => {
          const frames = made.settings.map(() => '{}');
          const model = preparedModel({ ...made, frames });
          let at = made.start;
          for (const positions of wanted) {
            at = await new Promise((found) => {
              setTimeout(() => found(null), 2000); // it has failed
              model.on('', (message) => found(message.positions ?? positions));
              model.send({ kind: 'set', positions, have: true, forgot: [] });
            });
          }
          return at;
        }""",
        [made, wanted],
    )


CROSS = [[i, 0] for i in range(5)] + [[0, i] for i in range(1, 5)] + [[4, 4]]


@pytest.mark.parametrize(
    ("settings", "start", "wanted", "there"),
    [
        (CROSS, [0, 0], [[3, 0]], [3, 0]),
        # The one in the hand goes where it was moved, the other gives way.
        (CROSS, [0, 4], [[1, 4], [1, 3]], [0, 3]),
        # Never back to where it stood, or a key would not get on.
        ([[0, 0], [2, 0], [4, 0]], [2, 0], [[1, 0]], [0, 0]),
    ],
)
def test_a_page_goes_to_the_nearest_setting_it_has(
    page, settings, start, wanted, there
):
    assert goes(page, settings, start, wanted) == there


def test_of_choices_none_is_nearer_than_another_and_a_free_control_goes_anywhere(page):
    settings = [[0, 0], [1, 1], [4, 0]]
    assert goes(page, settings, [0, 0], [[2, 0]]) == [1, 1]
    assert goes(page, settings, [0, 0], [[2, 0]], kinds=("choice", "linear")) == [4, 0]
    assert goes(page, [[0, 0], [1, 0]], [0, 0], [[1, 3]], free=(False, True)) == [1, 3]
    # So does one without effect, until it has one.
    idle = [[], [], [1]]
    settings = [[0, 0], [0, 1], [2, 0]]
    assert goes(page, settings, [0, 0], [[2, 0], [2, 4]], idle=idle) == [2, 4]
    assert goes(page, settings, [0, 0], [[2, 4], [0, 4]], idle=idle) == [0, 1]


def test_a_control_that_would_take_another_back_is_named(page):
    scripts(page, "prepared", more="window.preparedModel = preparedModel;")
    made = {
        "state": {"controls": [slider("a", 9), slider("b", 9)]},
        "start": [0, 0],
        "free": [False, False],
        "settings": [[i, 0] for i in range(9)] + [[0, 8], [8, 8]],
        "glyphs": [],
        "backgrounds": {},
    }
    made["idle"] = [[] for _ in made["settings"]]
    named = page.evaluate(
        """async (made) => {
          const frames = made.settings.map(() => '{}');
          const model = preparedModel({ ...made, frames });
          const found = [];
          for (const positions of [[0, 0], [1, 0], [4, 0], [8, 0]])
            found.push(await new Promise((said) => {
              model.on('', (message) => said(message.apart));
              model.send({ kind: 'set', positions, have: true, forgot: [] });
            }));
          return found;
        }""",
        made,
    )
    assert named == [[], [], ["b"], []]


# Pages

WAKE = """
window.workPlaces = undefined;
window.kernellabLive = ({ model, el }) => { el.append(`live ${model.get('title')}`); };
window.kernellabSteps = ({ model, el }) => {
  el.append(`steps ${model.get('title')}`);
};
window.packed = async (made) => {
  const stream = new Blob([JSON.stringify(made)]).stream()
    .pipeThrough(new CompressionStream('deflate'));
  return btoa(String.fromCharCode(...new Uint8Array(await new Response(stream)
    .arrayBuffer())));
};
"""


def test_a_lab_takes_the_place_of_its_still_whether_place_or_frames_come_first(page):
    scripts(page, "prepared", "site", more=WAKE)
    made = {
        "settings": [],
        "idle": [],
        "state": {"title": "a", "controls": []},
        "start": [],
    }
    give = """async ([name, made]) => {
      kernellabFrames(name, await packed(made), await packed([]));
    }"""
    page.evaluate(give, ["early", made])
    places = "".join(
        f'<div data-lab="{name}"><p>still</p></div>' for name in ("early", "late")
    )
    page.evaluate("(places) => { document.body.innerHTML = places; }", places)
    page.evaluate("document.dispatchEvent(new Event('DOMContentLoaded'))")
    expect(page.locator("[data-lab=early]")).to_have_text("live a")
    expect(page.locator("[data-lab=late]")).to_have_text("still")
    page.evaluate(
        give, ["late", made | {"runs": [], "state": {"title": "b", "controls": []}}]
    )
    expect(page.locator("[data-lab=late]")).to_have_text("steps b")


def test_paper_is_white_and_the_screen_is_what_it_was(page):
    scripts(page, "site")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    for event, theme in (("beforeprint", "light"), ("afterprint", "dark")):
        page.evaluate("(event) => dispatchEvent(new Event(event))", event)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
