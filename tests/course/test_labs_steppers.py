"""The questions of derivations that one steps through in the notebooks."""

from kernellab import RBF, datasets, derivations, gram, labs
from tests.course.labs import answer

X, y = datasets.stopping()


def test_which_steps_fail_is_what_ranks_and_algebra_say():
    for n in range(5, 9):
        done = derivations.least_squares_to_kernel(*labs.random_problem(n, 4))
        found = f"step {done.first_failure.number}"
        assert found == answer(labs.which_inverse().question)
    for n, m in ((8, 3), (3, 8)):
        done = derivations.ridge_primal_to_dual(*labs.random_problem(n, m), 0.0)
        found = f"step {done.first_failure.number}"
        assert found == answer(labs.primal_to_dual().question)
    K = gram(RBF(20.0), X)
    done = derivations.posterior_mean_is_ridge(K, y, 10.0**2, 1e4, 40.0)
    failing = " and ".join(str(each.number) for each in done if each.broken)
    assert failing == answer(labs.posterior_steps().question)
