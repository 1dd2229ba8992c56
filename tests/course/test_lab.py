import gc
import threading
import tracemalloc

import numpy as np
import pytest
from matplotlib.figure import Figure

from kernellab import datasets, labs
from kernellab.course.labs import Lab, choice, slider

X, Y = datasets.stopping()


@pytest.fixture
def lab():
    figure = Figure(figsize=(4, 2))
    ax = figure.subplots()
    ax.set(xlim=(0, 1), ylim=(0, 1))
    (line,) = ax.plot([0, 1], [0, 0])

    def update(a, way):
        if a > 8:
            raise ValueError(f"a = {a} is more than the mathematics can bear.")
        line.set_ydata([0, a / 10])
        return f"a is {a:g}, {way}."

    made = Lab(figure, update, title="A line", a=slider(0.0, 10.0, start=2.0, step=0.5), way=choice(["up", "down"]))
    made.line, made.sent = line, []
    made.widget().send = lambda frame, buffers=None: made.sent.append((frame, buffers))
    return made


def ask(lab, turn=1, **rungs):
    lab._receive(lab.widget(), {"kind": "set", "rungs": rungs, "view": "v", "turn": turn}, [])
    return lab.sent[-1]


def test_it_is_drawn_before_anyone_touches_it(lab):
    assert lab.sentence == "a is 2, up."
    assert list(lab.line.get_ydata()) == [0, 0.2]


def test_set_moves_the_artists_and_says_so(lab):
    assert lab.set(a=5, way="down").sentence == "a is 5, down."
    assert list(lab.line.get_ydata()) == [0, 0.5]


def test_set_takes_values_between_two_rungs(lab):
    assert lab.set(a=3.3).values["a"] == 3.3
    assert lab.sent[-1][0]["texts"]["a"] == "3.3"


def test_reset_puts_everything_back(lab):
    assert lab.set(a=7, way="down").reset().values == {"a": 2.0, "way": "up"}


@pytest.mark.parametrize(
    ("values", "reason"), [({"b": 1}, "no slider 'b'"), ({"a": 11}, "outside"), ({"way": "left"}, "choice")]
)
def test_a_wrong_set_is_refused_and_changes_nothing(lab, values, reason):
    with pytest.raises(ValueError, match=reason):
        lab.set(**values)
    assert lab.values == {"a": 2.0, "way": "up"}


def test_an_update_that_fails_keeps_the_last_good_picture_and_recovers(lab):
    ask(lab, a=4)
    frame, buffers = ask(lab, a=20)
    assert "more than the mathematics can bear" in frame["problem"]
    assert frame["sentence"] == "a is 2, up."
    assert buffers is None
    frame, buffers = ask(lab, a=10)
    assert frame["problem"] is None
    assert buffers is not None


def test_after_a_failure_the_figure_is_the_last_good_one(lab):
    lab.set(a=4)
    still = lab.picture().png
    with pytest.raises(ValueError, match="mathematics"):
        lab.set(a=9)
    assert lab.picture().png == still
    assert lab.sentence == "a is 4, up."
    assert "more than the mathematics" in repr(lab)


def test_a_view_opened_on_a_bad_value_gets_the_last_good_picture(lab):
    ask(lab, a=20)
    lab._receive(lab.widget(), {"kind": "hello", "ratio": 1, "view": "w", "turn": 0}, [])
    frame, (png,) = lab.sent[-1]
    assert frame["at"] == [0, 0]
    assert frame["problem"]
    assert png.startswith(b"\x89PNG")


def test_when_the_hand_rests_the_figure_is_drawn_in_full(lab):
    ask(lab, a=4)
    draws = lab._painter.full_draws
    lab._receive(lab.widget(), {"kind": "rest", "view": "v", "turn": 1}, [])
    assert lab._painter.full_draws == draws + 1
    assert lab.sent[-1][0]["at"] is None  # nothing was missing


A = slider(0.0, 1.0, start=0.5)


def fine(a):
    return "fine"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: Lab(fine, Figure(), a=A), "not a matplotlib Figure"),
        (lambda: Lab(Figure(), "fine", a=A), "not a function"),
        (lambda: Lab(Figure(), fine), "at least one control"),
        (lambda: Lab(Figure(), fine, a=(0, 1)), r"try a=slider"),
        (lambda: Lab(Figure(), fine, b=A), "Name them alike"),
        (lambda: Lab(Figure(), fine, a=A, title=A), "name of the lab itself"),
        (lambda: Lab(Figure(), lambda a: None, a=A), "Try: return"),
        (lambda: Lab(Figure(), lambda a: 3.14, a=A), "Try: return"),
    ],
)
def test_a_slip_of_the_author_is_met_with_words(make, reason):
    with pytest.raises(TypeError, match=reason):
        make()


def test_a_figure_of_pyplot_is_refused():
    import matplotlib.pyplot as plt

    figure = plt.figure()
    with pytest.raises(TypeError, match="belongs to pyplot"):
        Lab(figure, fine, a=A)
    plt.close(figure)


def test_a_control_may_be_called_figure():
    assert Lab(Figure(), lambda figure: f"{figure:g}", figure=A).sentence == "0.5"


def test_every_message_is_answered_with_its_turn(lab):
    turns = [ask(lab, turn=t, a=t % 10)[0]["turn"] for t in range(1, 30)]
    assert turns == list(range(1, 30))


def test_hello_is_answered_with_the_whole_picture_at_the_density_of_the_screen(lab):
    lab._receive(lab.widget(), {"kind": "hello", "ratio": 2, "view": "v", "turn": 0}, [])
    frame, (png,) = lab.sent[-1]
    assert frame["size"] == [800, 400, 2.0]
    assert frame["at"] == [0, 0]
    assert png.startswith(b"\x89PNG")


def test_the_patch_is_smaller_than_the_picture(lab):
    ask(lab, a=1)
    ask(lab, a=2)
    small = len(ask(lab, a=3)[1][0])
    lab._receive(lab.widget(), {"kind": "hello", "ratio": 1, "view": "v", "turn": 0}, [])
    assert small < 0.5 * len(lab.sent[-1][1][0])


@pytest.mark.slow
def test_thousands_of_moves_leave_no_memory_behind(lab):
    def storm(moves):
        for turn in range(moves):
            ask(lab, turn=turn, a=turn % 17)
            lab.sent.clear()

    storm(100)
    tracemalloc.start()
    storm(50)
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    storm(1000)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert grown < 100_000


def test_two_threads_may_move_it_at_once(lab):
    def hand(values):
        for value in values:
            lab.set(a=value)

    hands = [threading.Thread(target=hand, args=(np.linspace(0, 8, 40),)) for _ in range(4)]
    for each in hands:
        each.start()
    for each in hands:
        each.join()
    assert lab.problem is None
    assert lab.sentence == "a is 8, up."


def test_it_is_shown_live_and_as_a_still_picture(lab, monkeypatch):
    shown = []
    monkeypatch.setattr("kernellab.course.labs.lab.display", shown.append)
    lab._ipython_display_()
    live, still = shown
    assert live is lab.widget()
    data, metadata = still._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == "A line. a is 2, up."


@pytest.mark.parametrize("make", [labs.kernel_ridge, labs.leave_one_out, labs.offset, labs.null_vector])
def test_labs_on_data_say_what_is_wrong_with_the_data(make):
    with pytest.raises(ValueError, match="points"):
        make(X.ravel(), Y)
    with pytest.raises(ValueError, match="one coordinate"):
        make(np.hstack([X, X]), Y)


def test_the_fit_of_the_lab_is_the_fit_of_the_model():
    from kernellab import RBF, KernelRidge

    lab = labs.kernel_ridge(X, Y).set(kernel="SE", lam=0.1, length_scale=5.0)
    line = lab.figure.axes[0].lines[1]
    expected = KernelRidge(RBF(5.0), lam=0.1).fit(X, Y).predict(np.asarray(line.get_xdata())[:, None])
    np.testing.assert_allclose(line.get_ydata(), expected, atol=1e-8)


def test_the_lab_on_leave_one_out_draws_the_errors_of_real_refits():
    from kernellab import RBF, KernelRidge

    lab = labs.leave_one_out(X, Y).set(kernel="SE", lam=1.0, length_scale=3.0)
    keep = ~np.eye(len(Y), dtype=bool)
    misses = [Y[i] - KernelRidge(RBF(3.0), 1.0).fit(X[k], Y[k]).predict(X[[i]])[0] for i, k in enumerate(keep)]
    assert f"the leave-one-out error is {np.sqrt(np.mean(np.square(misses))):.2f} ft" in lab.sentence


def test_many_weights_give_one_fit():
    lab = labs.null_vector(X, Y)
    fit = lab.figure.axes[0].lines[-1]
    before = np.array(fit.get_ydata())
    lab.set(amount=-50)
    np.testing.assert_allclose(fit.get_ydata(), before, atol=1e-9)
    assert "the gradient is zero" in lab.sentence


def test_the_offset_carries_the_curve_along():
    lab = labs.offset(X, Y)
    right = lab.figure.axes[1].lines[1]
    before = np.array(lab.set(shift=0).figure.axes[1].lines[1].get_ydata())
    lab.set(shift=100)
    np.testing.assert_allclose(right.get_ydata(), before + 100, atol=1e-6)


def test_the_mean_keeps_its_meaning_when_data_are_copied():
    lab = labs.ridge_translator()
    fit = lab.figure.axes[1].lines[-1]
    once = np.array(lab.set(written="λ beside the mean", data="62 cars").figure.axes[1].lines[-1].get_ydata())
    lab.set(data="every car twice")
    np.testing.assert_allclose(fit.get_ydata(), once, atol=1e-5)
    lab.set(written="λ beside the sum")
    assert np.abs(fit.get_ydata() - once).max() > 0.1


def test_two_labs_may_draw_formulas_on_two_threads():
    def with_formula():
        figure = Figure(figsize=(2, 1))
        words = figure.text(0.5, 0.5, "")

        def update(a):
            words.set_text(rf"$\frac{{{a:.2f}}}{{\lambda + 1}}$")
            return f"{a:g}"

        return Lab(figure, update, a=A)

    made = [with_formula(), with_formula()]
    hands = [threading.Thread(target=lambda lab=lab: [ask_widgetless(lab, i % 100) for i in range(60)]) for lab in made]
    for hand in hands:
        hand.start()
    for hand in hands:
        hand.join()
    assert [lab.problem for lab in made] == [None, None]


def ask_widgetless(lab, rung):
    lab.widget().send = lambda frame, buffers=None: None
    lab._receive(lab.widget(), {"kind": "set", "rungs": {"a": rung}, "view": "v", "turn": 1}, [])
