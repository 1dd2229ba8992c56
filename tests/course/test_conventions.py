"""Every notation of a weight or a width comes out as its source's own formula says."""

import pytest
from hypothesis import strategies as st

from kernellab.course.conventions import rbf_width, ridge_weight

N = 62
positive = st.floats(1e-3, 1e3)


@pytest.mark.parametrize("given_names", [{}, {"lam": 1.0, "sigma": 1.0}])
def test_exactly_one_name_is_asked_for(given_names):
    said = f"^{len(given_names)} of lam, lam_mean, sigma were .* exactly one"
    with pytest.raises(TypeError, match=said):
        ridge_weight(N, **given_names)


@pytest.mark.parametrize("bad", [0.0, -1.0, float("nan"), float("inf"), "0.1", True])
def test_what_is_no_weight_is_refused(bad):
    with pytest.raises((ValueError, TypeError), match="lam_mean"):
        ridge_weight(N, lam_mean=bad)
    with pytest.raises((ValueError, TypeError), match="sigma"):
        rbf_width(sigma=bad)


def test_every_row_of_a_table_is_the_same_weight_or_the_same_kernel():
    """Each source's own formula, written out by hand, at what its row gives."""
    lam_of = {  # beside the sum of the losses of 62 points
        "this course, `lam`": lambda v: v,
        "beside the mean of losses": lambda v: 62 * v,
        "written as a variance": lambda v: v**2,
        "scikit-learn": lambda v: v,
        "Gaussian process": lambda v: v,
        "support vector regression": lambda v: 1 / (2 * v),
    }
    exponent_of = {  # at points 3 apart
        "this course, `length_scale`": lambda v: -(3**2) / (2 * v**2),
        "as a precision": lambda v: -v / 2 * 3**2,
        "without the 2": lambda v: -(3**2) / v**2,
        "as a factor": lambda v: -v * 3**2,
        "scikit-learn": lambda v: -v * 3**2,
    }
    for table, read, meant in (
        (ridge_weight(62, lam=0.5), lam_of, 0.5),
        (rbf_width(length_scale=2.0), exponent_of, -9 / 8),
    ):
        assert [who for who, _, _ in table.rows()] == [*read]
        for who, _, value in table.rows():
            assert read[who](value) == pytest.approx(meant), who
