import gc
import threading
import tracemalloc

import numpy as np
import pytest
from matplotlib.figure import Figure

from kernellab import datasets, labs
from kernellab.labs import Lab, choice, slider

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


def test_an_update_that_must_fail_at_once_says_so_too():
    figure = Figure()

    def update(a):
        raise ZeroDivisionError("division by zero")

    assert Lab(figure, update, a=slider(0.0, 1.0, start=0.0)).problem == "division by zero"


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
    monkeypatch.setattr("kernellab.labs.lab.display", shown.append)
    lab._ipython_display_()
    live, still = shown
    assert live is lab.widget()
    data, metadata = still._repr_mimebundle_()
    assert data["text/plain"] == metadata["image/png"]["alt"] == "A line. a is 2, up."


def test_a_lab_without_sliders_is_no_lab():
    with pytest.raises(ValueError, match="at least one control"):
        Lab(Figure(), lambda: "nothing")


@pytest.mark.parametrize("make", [labs.kernel_ridge, labs.leave_one_out, labs.offset, labs.null_vector])
def test_labs_on_data_say_what_is_wrong_with_the_data(make):
    with pytest.raises(ValueError, match="points"):
        make(X.ravel(), Y)


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
