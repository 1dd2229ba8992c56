import pytest

from kernellab import residual, same


def test_residual_is_relative_to_the_larger_side():
    assert residual([0.0, 4.0], [0.0, 5.0]) == 0.2
    assert residual([1e-9], [2e-9]) == 0.5
    assert residual([0.0], [0.0]) == 0.0


def test_what_agrees_gets_a_tick_and_what_does_not_its_distance(capsys):
    same("they agree", [1.0, 2.0], [1.0, 2.0 + 1e-12])
    same("they do not", 1.0, 2.0)
    same("nearly", 1.0, 1.0001)
    same("lists", [1.0, -4.0], [1.0, -3.0])
    same("shapes", [[1.0]], [1.0])
    assert capsys.readouterr().out.splitlines() == [
        "✓ they agree",
        "✗ they do not: they differ by 50 % of the larger",
        "✗ nearly: they differ by 0.01 % of the larger",
        "✗ lists: they differ by up to 25 % of the largest entry",
        "✗ shapes: the shapes (1, 1) and (1,) differ",
    ]


def test_what_is_no_number_is_never_the_same():
    for sides, said in (([], r"y .shape .0,."), (float("nan"), "NaN")):
        with pytest.raises(ValueError, match=said):
            same("so", sides, sides)


@pytest.mark.parametrize("size", [1.0, 1e-200, 1e50])
def test_sides_are_the_same_to_nine_digits_unless_told_otherwise(size, capsys):
    for gap, within, mark in (
        (0.9e-9, None, "✓"),
        (1.1e-9, None, "✗"),
        (0.9e-3, 1e-3, "✓"),
        (1.1e-3, 1e-3, "✗"),
    ):
        same("so", size, size * (1 - gap), *([] if within is None else [within]))
        assert capsys.readouterr().out.startswith(mark)


def test_a_gap_on_the_bound_is_within_it(capsys):
    same("to the last bit", [0.5, 3.0], [0.5, 3.0], within=0)
    same("one bit off", 1.0, 1.0 + 2**-52, within=0)
    same("a quarter of the larger", 1.0, 0.75, within=0.25)
    assert [line[0] for line in capsys.readouterr().out.splitlines()] == ["✓", "✗", "✓"]
