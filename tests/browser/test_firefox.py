"""Pages of the small site in Firefox, opened from their files."""

from __future__ import annotations

import gc
import shutil
import socket
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from askfirst_tests.chromium import installed

with warnings.catch_warnings():
    # What it imports asks for the name of the system by a deprecated function.
    warnings.simplefilter("ignore", DeprecationWarning)
    from marionette_driver import By, Wait
    from marionette_driver.marionette import HTMLElement, Marionette

# Marionette leaves files and sockets to the garbage collector.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")


@pytest.fixture
def firefox(tmp_path: Path) -> Iterator[Marionette]:
    executable = installed(
        shutil.which("firefox-esr") or shutil.which("firefox"),
        "no Firefox on this machine, so NO PAGE WAS OPENED IN FIREFOX; on Debian:"
        " apt install firefox-esr",
    )
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = str(tmp_path / "gecko.log")
    opened = Marionette(bin=executable, headless=True, port=port, gecko_log=log)
    try:
        opened.start_session()
        opened.set_window_rect(width=1280, height=1000)
        yield opened
    finally:
        opened.quit()
        opened.cleanup()
        opened.instance = None  # which would clean up once more, too late
        gc.collect()


def found(firefox: Marionette, css: str, script: str = "") -> HTMLElement:
    """The first such element, as soon as it is there and the script agrees."""
    return Wait(firefox, 20).until(
        lambda page: (
            (all_ := page.find_elements(By.CSS_SELECTOR, css))
            and (not script or page.execute_script(script, [all_[0]]))
            and all_[0]
        )
    )


def test_pages_play_ask_and_judge_in_firefox(firefox, site: Path):
    firefox.navigate((site / "00_first.html").as_uri())
    live = "[data-lab='00_first-01'] .lab-live[aria-busy=false]"
    lab = found(firefox, live)
    for skip in lab.find_elements(By.XPATH, ".//button[text()='Skip']"):
        skip.click()
    sentence = lab.find_element(By.CSS_SELECTOR, ".lab-sentence")
    picture = "return arguments[0].querySelector('canvas').toDataURL()"

    # A slider
    before, seen = sentence.text, firefox.execute_script(picture, [lab])
    slider = lab.find_element(By.CSS_SELECTOR, "input[type=range]")
    slider.send_keys("\ue014" * 3)  # the right arrow
    Wait(firefox, 10).until(lambda _: sentence.text != before)
    assert firefox.execute_script(picture, [lab]) != seen

    # A handle
    lab.find_element(By.XPATH, ".//button[text()='Reset']").click()
    handle = found(firefox, f"{live} .lab-handle")
    before, place = sentence.text, handle.rect
    x, y = (
        round(place[a] + place[b] / 2) for a, b in (("x", "width"), ("y", "height"))
    )
    x -= round(firefox.execute_script("return scrollX"))
    y -= round(firefox.execute_script("return scrollY"))
    hand = firefox.actions.sequence("pointer", "hand", {"pointerType": "mouse"})
    hand.pointer_move(x, y).pointer_down().pointer_move(x + 20, y).pause(500)
    hand.pointer_move(x + 40, y).pause(500).pointer_up().perform()
    Wait(firefox, 10).until(lambda _: sentence.text != before)
    assert handle.rect["x"] > place["x"] + 20

    # An exercise
    firefox.navigate((site / "02_paper.html").as_uri())
    place = found(firefox, ".exercise-live:has(form)")
    verdict = place.find_element(By.CSS_SELECTOR, ".exercise-said")
    box = place.find_element(By.CSS_SELECTOR, "input[type=text]")
    check = place.find_element(By.XPATH, ".//button[text()='Check']")
    box.send_keys("[4, -1]")
    check.click()
    assert "right." in verdict.text
    assert "1 of 2 exercises" in found(firefox, ".work-live p").text

    # Formulas
    firefox.navigate((site / "01_other.html").as_uri())
    raised = """
      const [base, above] = [...arguments[0].children].map((each) =>
        each.getBoundingClientRect());
      return above.bottom < base.bottom - 2 && above.height < base.height * 1.5 &&
        getComputedStyle(arguments[0]).fontFamily.startsWith('"Askfirst Math"');"""
    assert found(firefox, "td math msup, p math msubsup", raised)
