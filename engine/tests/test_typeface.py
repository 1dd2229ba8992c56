"""Pictures have the letters of the pages, and nobody else's figures have them."""

from threading import Event, Thread

from matplotlib import rcParams
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from askfirst.labs import recorder, typeface
from askfirst.labs.painter import Painter
from askfirst.labs.picture import Picture

SIGNS = (
    "αβγδεζηθκλμνξπρστφχψωΔΘΛΣΦΩ ℓ‖⟨⟩²³⁻⁷⁶⁴₀₁₂ᵢⱼₙᵀ√∞≤≥≠≈±−×·•…–′°∂∑∏∫→←↔∈⊤⊘✓✗○●◇◆■“”’ŷ"
)


def figure():
    """Words, a formula, and an axis whose ticks are formulas."""
    made = Figure(figsize=(4, 3))
    ax = made.subplots()
    ax.set(xscale="log", xlim=(1, 1e4), xlabel="speed", title=r"$\lambda\|w\|^2$")
    ax.text(10, 0.5, "bold", fontweight="bold")
    return made, ax


def letters(made):
    """The fonts of the letters that are drawn."""
    painter = Painter(made)
    painter.paint(anew=True)
    out = recorder.Recorder(400, 300, 100)
    made.draw(out)
    names = {number: name for name, number in out._numbers.items()}
    numbers = {number for op in out.ops if op[0] == "t" for number in op[6][::4]}
    return {names[number].rsplit("-", 1)[0] for number in numbers}


def test_words_and_formulas_have_the_letters_of_the_pages():
    made, _ = figure()
    assert letters(made) == {
        f"AskfirstSans-{style}" for style in ("Regular", "Italic", "Bold")
    }


def test_parameters_and_other_figures_stay_as_they_are():
    before = dict(rcParams)
    assert before["font.family"] != typeface.FAMILY
    Picture(figure()[0], "a picture")
    assert dict(rcParams) == before
    _, ax = figure()
    assert ax.title.get_fontfamily() == rcParams["font.family"]


def test_every_sign_of_the_course_has_a_letter():
    words = FontProperties(family=typeface.FAMILY)
    assert [sign for sign in SIGNS if recorder.lacking(sign, words)] == []


def test_threads_that_draw_at_once_give_a_reader_the_settings_back():
    before = dict(rcParams)
    first, second = (Event(), Event()), (Event(), Event())

    def draw(more, begun, ends):
        with typeface.own_settings(more):
            begun.set()
            ends.wait(5)

    one = Thread(target=draw, args=({}, *first))
    other = Thread(target=draw, args=({"font.size": 3.0}, *second))
    one.start()
    first[0].wait(5)
    other.start()
    assert not second[0].wait(0.2)
    first[1].set()
    one.join()
    second[1].set()
    other.join()
    assert dict(rcParams) == before
