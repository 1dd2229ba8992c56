"""Support vectors, exact, against libsvm: single fits, paths and moves of a slider:
`python benchmarks/support.py`.
"""

from __future__ import annotations

from itertools import cycle

import cvxpy as cp
import numpy as np
from figures import keep
from sklearn.svm import SVC as PeerSVC
from sklearn.svm import SVR as PeerSVR
from timing import ratio

from kernellab import (
    RBF,
    Laplace,
    Linear,
    SVRWalk,
    c_path,
    epsilon_path,
    gram,
    svm_dual,
    svr_dual,
)

C = 10.0


def noisy_line(n: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(n)
    X = rng.uniform(4, 40, size=(n, 1))
    return gram(RBF(3.0), X), 0.07 * X.ravel() ** 2 + rng.normal(0, 6, size=n)


def noise(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Points that have nothing to do with their targets: nearly all of them carry
    weight.
    """
    rng = np.random.default_rng(0)
    return gram(Laplace(1.0), rng.normal(size=(n, 2))), rng.normal(size=n)


def whole_numbers(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Few features and many ties."""
    rng = np.random.default_rng(0)
    return gram(Linear(), rng.integers(-5, 6, size=(n, 2)).astype(float)), rng.integers(
        -5, 6, size=n
    ).astype(float)


def main() -> None:
    found: dict[str, float] = {"gap": 0.0}
    print(
        f"{'work':78}{'n':>6}{'peer, ms':>11}{'ours, ms':>11}{'ratio':>13}{'gap':>10}"
    )
    for n in (500, 1000, 2000):
        for name, (K, y), box, epsilon in (
            ("noise", noise(n), 100.0, 0.01),
            ("whole numbers", whole_numbers(n), 1.0, 0.5),
        ):
            labels = np.where(y > 0, 1.0, -1.0)
            peers = [PeerSVR(C=box, epsilon=epsilon, kernel="precomputed", tol=1e-6)]
            ours = [
                (
                    "regression",
                    y,
                    lambda o, K=K, y=y, box=box, epsilon=epsilon: svr_dual(
                        K, y, box, epsilon, o
                    ),
                )
            ]
            # Of whole numbers no two classes come that libsvm ends on.
            if name == "noise":
                peers.append(PeerSVC(C=box, kernel="precomputed", tol=1e-6))
                ours.append(
                    (
                        "classification",
                        labels,
                        lambda o, K=K, y=labels, box=box: svm_dual(K, y, box, o),
                    )
                )
            for peer, (task, target, fit) in zip(peers, ours, strict=True):
                for offset in (True, False):
                    mine, theirs, _ = ratio(
                        lambda fit=fit, o=offset: fit(o),
                        lambda p=peer, t=target, K=K: p.fit(K, t),
                        3,
                    )
                    gap = relative_gap(
                        K,
                        target,
                        fit(offset),
                        box,
                        epsilon if task == "regression" else None,
                    )
                    with_b = "with an offset" if offset else "without; libsvm with one"
                    shown = row(
                        f"one {task}, {name}, {with_b}: ours / libsvm (tol 1e-6)",
                        n,
                        theirs,
                        mine,
                        mine / theirs,
                        gap,
                    )
                    found[
                        (
                            f"{task} {n}"
                            if name == "noise" and offset
                            else f"{task} {n}, {name}, {with_b}"
                        )
                    ] = shown
                    found["gap"] = max(found["gap"], abs(gap))
    for n, rounds in ((62, 9), (500, 3)):
        K, y = noisy_line(n)
        epsilons, boxes = np.linspace(0, 18, 200), np.linspace(C / 200, C, 200)

        def refits(K=K, y=y, epsilons=epsilons):
            return [
                PeerSVR(kernel="precomputed", C=C, epsilon=epsilon, tol=1e-6).fit(K, y)
                for epsilon in epsilons
            ]

        def other_refits(K=K, y=y, boxes=boxes):
            return [
                PeerSVR(kernel="precomputed", C=box, epsilon=5.0, tol=1e-6).fit(K, y)
                for box in boxes
            ]

        def one_path(K=K, y=y, epsilons=epsilons):
            return epsilon_path(K, y, C, offset=True).alpha(epsilons)

        def other_path(K=K, y=y, boxes=boxes):
            return c_path(K, y, C, 5.0, offset=True).alpha(boxes)

        mine, theirs, _ = ratio(one_path, refits, rounds)
        found[f"epsilon path {n}"] = row(
            "200 ε: refits of libsvm (tol 1e-6) / one exact path",
            n,
            theirs,
            mine,
            theirs / mine,
        )
        mine, theirs, _ = ratio(other_path, other_refits, rounds)
        found[f"C path {n}"] = row(
            "200 C: refits of libsvm (tol 1e-6) / one exact path",
            n,
            theirs,
            mine,
            theirs / mine,
        )
    for n in (62, 500):
        K, y = noisy_line(n)
        walk = SVRWalk(K, y, offset=True)
        program = convex_program(K, y)
        walk.to(C, 5.0)
        steps = cycle(np.concatenate([np.linspace(5, 15, 41), np.linspace(15, 5, 41)]))
        mine, theirs, _ = ratio(
            lambda walk=walk, steps=steps: walk.to(C, next(steps)),
            lambda program=program: program.solve(solver=cp.CLARABEL),
            61 if n < 100 else 9,
        )
        found[f"move {n}"] = row(
            "one move of a slider: convex program / warm walk",
            n,
            theirs,
            mine,
            theirs / mine,
        )
    K, y = noise(2000)
    walk = SVRWalk(K, y, offset=True)
    peer = PeerSVR(C=100.0, epsilon=0.01, kernel="precomputed", tol=1e-6)
    walk.to(100.0, 0.01)
    sizes = cycle([0.02, 0.01])
    mine, theirs, _ = ratio(
        lambda: walk.to(100.0, next(sizes)), lambda: peer.fit(K, y), 3
    )
    work = "one move of a slider on noise: walk / one fit of libsvm (tol 1e-6)"
    found["walk on noise 2000"] = row(work, 2000, theirs, mine, mine / theirs)
    keep("support", found)


def convex_program(K: np.ndarray, y: np.ndarray) -> cp.Problem:
    """The dual at ε = 7 with a bound that is a parameter: it is compiled once."""
    alpha, box = cp.Variable(len(y)), cp.Parameter(nonneg=True, value=C)
    gain = alpha @ y - 7.0 * cp.norm1(alpha)
    square = cp.quad_form(alpha, cp.psd_wrap(K))
    limits = [cp.abs(alpha) <= box, cp.sum(alpha) == 0]
    return cp.Problem(cp.Minimize(square / 2 - gain), limits)


def relative_gap(
    K: np.ndarray, y: np.ndarray, fit, box: float, epsilon: float | None
) -> float:
    """Primal minus dual, over the primal; ``epsilon`` is None for classification."""
    a = fit.alpha if epsilon is not None else fit.alpha * y
    f = K @ a + fit.b
    losses = (
        np.maximum(np.abs(y - f) - epsilon, 0)
        if epsilon is not None
        else np.maximum(1 - y * f, 0)
    )
    primal = a @ K @ a / 2 + box * losses.sum()
    return float((primal + fit.objective) / primal)


def row(
    work: str,
    n: int,
    theirs: float,
    mine: float,
    shown: float,
    gap: float | None = None,
) -> float:
    said = "" if gap is None else f"{abs(gap):10.0e}"
    print(
        f"{work:78}{n:6}{1e3 * theirs:11.2f}{1e3 * mine:11.2f}{shown:12.2f}×{said}",
        flush=True,
    )
    return shown


if __name__ == "__main__":
    main()
