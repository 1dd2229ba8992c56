"""Is this installation right? A few checks that a newcomer can run."""

import sys
from importlib.metadata import PackageNotFoundError, requires, version

from packaging.requirements import Requirement

__all__ = ["check_installation"]

REMEDY = (
    "install again with `pip install -r requirements.txt` in the folder of the course,"
    " and restart the kernel"
)


def check_installation() -> None:
    """Print a line for each check, ✓ or ✗ with what to do, and a last line that sums
    them up.

    Looked at: Python, the packages that kernellab asks for, one fit against
    scikit-learn, and one lab that paints.

    >>> check_installation()  # doctest: +ELLIPSIS
    ✓ Python 3.11 or newer
    ...
    Everything is in place.
    """
    checks = {
        "Python 3.11 or newer": _python,
        "the packages that kernellab needs": _packages,
        "a kernel ridge fit, equal to scikit-learn's": _fit,
        "a lab that paints only what moved": _lab,
    }
    wrong = False
    for what, check in checks.items():
        try:
            problem = check()
        except Exception as error:  # whatever is broken is what we want to hear of
            problem = f"{error}; {REMEDY}"
        wrong = wrong or bool(problem)
        print(f"✗ {what}: {problem}" if problem else f"✓ {what}")
    missing = "Something is missing; see the lines with ✗."
    print(missing if wrong else "Everything is in place.")


def _python() -> str:
    found, old = sys.version.split()[0], sys.version_info < (3, 11)
    return f"this is Python {found}; make the environment with a newer one" * old


def _packages() -> str:
    wanted = [Requirement(text) for text in requires("kernellab") or []]
    problems = []
    for each in wanted:
        if each.marker and not each.marker.evaluate({"extra": ""}):
            continue
        try:
            found = version(each.name)
            if not each.specifier.contains(found, prereleases=True):
                problems.append(f"{each.name} is {found}, wanted {each.specifier}")
        except PackageNotFoundError:
            problems.append(f"{each.name} is missing")
    return f"{'; '.join(problems)}; {REMEDY}" if problems else ""


def _fit() -> str:
    from sklearn.kernel_ridge import KernelRidge as Peer

    from kernellab import RBF, KernelRidge, datasets, residual

    X, y = datasets.stopping()
    ours = KernelRidge(RBF(3.0), lam=0.62).fit(X, y).predict(X)
    theirs = Peer(kernel="rbf", gamma=1 / 18, alpha=0.62).fit(X, y).predict(X)
    gap = residual(ours, theirs)
    return "" if gap < 1e-9 else f"they differ by {gap:.1g}; {REMEDY}"


def _lab() -> str:
    from kernellab import datasets, labs

    lab = labs.kernel_ridge(*datasets.stopping())
    before = lab.sentence
    lab.set(lam=10.0)
    moved = lab.sentence != before and not lab.problem
    return "" if moved else f"it did not move ({lab.problem}); {REMEDY}"
