"""Ridge in blocks is ridge in one piece, whoever does the work and however the data
arrive.
"""

import time
from concurrent.futures import Future, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.sparse import csr_array
from threadpoolctl import threadpool_info, threadpool_limits

from kernellab import (
    RBF,
    Linear,
    Matern,
    block_ridge,
    fourier_features,
    in_blocks,
    monomials,
    nystrom_features,
    residual,
    ridge_primal,
)
from tests.test_bad_input import assert_refused

RNG = np.random.default_rng(11)
X = RNG.normal(size=(1000, 3))
Y = np.sin(2 * X[:, 0]) + X[:, 1] * X[:, 2] + 0.1 * RNG.normal(size=1000)
NEW = RNG.normal(size=(200, 3))
SINGLE = fourier_features(RBF(1.5), 3, 60, 0, np.float32)
DOUBLE = nystrom_features(RBF(1.5), X[:60])


def cubic(X):
    return monomials(X, degree=3)


class Recording:
    """An executor that keeps count of what is under way."""

    def __init__(self, executor):
        self.executor, self.open, self.most = executor, set(), 0

    def submit(self, *work):
        future = self.executor.submit(*work)
        self.open.add(future)
        self.most = max(self.most, len(self.open))
        result = future.result

        def taken():
            self.open.discard(future)
            return result()

        future.result = taken
        return future


@pytest.mark.slow
@given(st.integers(1, 1100), st.floats(1e-3, 1e3))
def test_blocks_of_any_size_give_what_one_piece_gives(size, lam):
    w = block_ridge(cubic, in_blocks(X, Y, size), lam)
    assert residual(w, ridge_primal(cubic(X), Y, lam)) < 1e-9


@pytest.mark.parametrize("phi", [cubic, nystrom_features(RBF(1.0), X[:9])])
def test_a_list_of_penalties_gives_a_column_for_each(phi):
    lams = [0.1, 1.0, 30.0]
    alone = [block_ridge(phi, in_blocks(X, Y, 300), lam) for lam in lams]
    columns = block_ridge(phi, in_blocks(X, Y, 300), lams)
    np.testing.assert_array_equal(columns, np.stack(alone, axis=1))


# Who does the work


@pytest.mark.slow
def test_processes_do():
    # Forking amid threads can hang
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as executor:
        for phi in (SINGLE, DOUBLE):
            ours = block_ridge(phi, in_blocks(X, Y, 200), lam=0.1, executor=executor)
            np.testing.assert_allclose(
                ours, block_ridge(phi, in_blocks(X, Y, 200), lam=0.1), rtol=1e-10
            )


def test_each_block_has_one_blas_thread_and_the_reader_keeps_theirs():
    def blas():
        pools = (pool for pool in threadpool_info() if pool["user_api"] == "blas")
        return [pool["num_threads"] for pool in pools]

    seen = []
    with threadpool_limits(2, user_api="blas"):
        before = blas()
        block_ridge(
            lambda X: seen.append(blas()) or cubic(X), in_blocks(X, Y, 500), lam=1.0
        )
        with pytest.raises(TypeError):
            block_ridge(cubic, [None], lam=1.0)
        assert blas() == before
    assert seen == [[1] * len(before)] * 2


def test_no_more_blocks_are_under_way_than_allowed():
    with ThreadPoolExecutor(2) as threads:
        executor = Recording(threads)
        block_ridge(cubic, in_blocks(X, Y, 50), lam=1.0, executor=executor)
    assert executor.most == 16


def test_a_failing_block_is_reported_and_the_rest_called_off():
    def broken(X):
        done.append(1)
        if (X == X0).all():
            raise ArithmeticError("this block is broken")
        time.sleep(0.001)
        return X

    X0, done = X[:10], []
    with ThreadPoolExecutor(1) as executor:
        given = {"lam": 1.0, "executor": executor}
        with pytest.raises(ArithmeticError, match="this block is broken"):
            block_ridge(broken, in_blocks(X, Y, 10), **given)
    assert len(done) < 20


# How the data arrive


def test_a_generator_is_read_once_and_in_order():
    seen = []

    def from_elsewhere():
        for i in range(0, 1000, 70):
            seen.append(i)
            yield X[i : i + 70].tolist(), Y[i : i + 70].tolist()

    w = block_ridge(cubic, from_elsewhere(), lam=1.0)
    assert seen == list(range(0, 1000, 70))
    np.testing.assert_allclose(w, ridge_primal(cubic(X), Y, 1.0))


def test_an_executor_sees_each_block_as_it_was_though_one_buffer_is_filled_again():
    class Late:
        """Works on what was submitted when its result is asked for."""

        def submit(self, work, *args):
            future = Future()
            future.result = lambda timeout=None: work(*args)
            return future

    def refilled():
        points, targets = np.empty((100, 3)), [0.0] * 100
        for i in range(0, 1000, 100):
            points[:], targets[:] = X[i : i + 100], Y[i : i + 100]
            yield points, targets

    alone = block_ridge(cubic, in_blocks(X, Y, size=100), 1.0)
    np.testing.assert_array_equal(
        block_ridge(cubic, refilled(), 1.0, executor=Late()), alone
    )


def test_a_memory_mapped_array_is_cut_without_being_read_whole(tmp_path):
    np.save(tmp_path / "X.npy", X.astype(np.float32))
    np.save(tmp_path / "y.npy", Y)
    on_disk = [np.load(tmp_path / f"{each}.npy", mmap_mode="r") for each in "Xy"]
    blocks = (block for block, _ in in_blocks(*on_disk, 100))
    assert all(np.shares_memory(block, on_disk[0]) for block in blocks)
    w = block_ridge(cubic, in_blocks(*on_disk, 100), lam=1.0)
    np.testing.assert_allclose(w, ridge_primal(cubic(X.astype(np.float32)), Y, 1.0))


def test_progress_counts_the_points():
    heard = []
    block_ridge(cubic, in_blocks(X, Y, 300), lam=1.0, progress=heard.append)
    assert heard == [300, 600, 900, 1000]
    assert len(next(in_blocks(np.zeros(5000), np.zeros(5000)))[1]) == 4096


# Precision


@pytest.mark.parametrize(
    ("length_scale", "lam"),
    [(0.5, 0.01), (0.5, 100.0), (1.5, 0.01), (1.5, 1.0), (4.0, 1.0), (4.0, 100.0)],
)
def test_float32_agrees_with_float64_in_one_piece(length_scale, lam):
    single, double = (
        fourier_features(RBF(length_scale), 3, 60, 0, dtype)
        for dtype in (np.float32, np.float64)
    )
    assert single(NEW).dtype == np.float32
    w = block_ridge(single, in_blocks(X, Y, 128), lam)
    exact = double(NEW) @ ridge_primal(double(X), Y, lam)
    assert residual(double(NEW) @ w, exact) < 1e-4


SMOOTH = [RBF(0.5), RBF(1.5), RBF(4.0), Matern(10.0, nu=2.5), 2 * RBF(2.0) + Linear()]


@pytest.mark.slow
@pytest.mark.parametrize("k", SMOOTH, ids=repr)
def test_a_small_lam_is_refused_or_accurate(k):
    phi, accepted = nystrom_features(k, X[:120]), []
    U, s, Vt = np.linalg.svd(phi(X), full_matrices=False)
    for lam in np.logspace(-14, 1, 31):
        try:
            w = block_ridge(phi, in_blocks(X, Y, 128), lam)
        except ValueError:
            continue
        accepted.append(lam)
        exact = phi(NEW) @ Vt.T @ (s * (U.T @ Y) / (s**2 + lam))
        assert residual(phi(NEW) @ w, exact) < 5e-3
    assert min(accepted) > 1e-9 or k not in (RBF(4.0), Matern(10.0, nu=2.5))
    assert len(accepted) == np.count_nonzero(np.logspace(-14, 1, 31) >= min(accepted))
    assert min(accepted) < 1e-3


def test_sums_over_blocks_are_kept_in_float64():
    # 2²⁴ + 1 does not exist in float32, where a running sum of ones would stop
    many = ((np.ones((2**16, 1), np.float32), np.ones(2**16)) for _ in range(2**8 + 1))
    w = block_ridge(np.asarray, many, lam=1.0)[0]  # n/(n + 1) for n ones
    assert 1 / (1 - w) == pytest.approx(2**24 + 2**16 + 1, rel=1e-6)


def test_float32_refuses_a_lam_that_drowns_in_its_rounding():
    twice = lambda X: np.hstack([X, X * (1 + 1e-4)]).astype(np.float32)  # noqa: E731
    block_ridge(lambda X: twice(X).astype(float), in_blocks(X, Y), lam=1e-5)
    with pytest.raises(ValueError, match=r"rounding of ΦᵀΦ.*Try λ >"):
        block_ridge(twice, in_blocks(X, Y), lam=1e-5)


# Units, and the range of float32


def single(X):
    return np.asarray(X, np.float32)


@pytest.mark.parametrize("size", [1e-49, 1e49])
def test_in_float32_targets_may_be_of_any_size(size):
    blocks = [([[1.0], [2.0]], [size, 2 * size])]
    w = block_ridge(single, blocks, 1.0)
    assert w == pytest.approx([5 * size / 6], rel=1e-6, abs=0)


def test_in_float32_features_whose_squares_vanish_are_refused():
    faint = [([[1e-22], [2e-22]], [1.0, 2.0])]
    assert block_ridge(single, faint, 1.0) == pytest.approx([5e-22], rel=1e-6, abs=0)
    with pytest.raises(ValueError, match=r"to \d.*e-44 and λ is 1e-42: .*d\. Try"):
        block_ridge(single, faint, 1e-42)
    w = block_ridge(np.asarray, faint, 1e-42)
    assert w == pytest.approx([5e-22 / (5e-44 + 1e-42)], rel=1e-12, abs=0)


# What arrives wrong


def by(phi, **given):
    return lambda: block_ridge(phi, in_blocks(X, Y, 300), 1.0, **given)


REFUSED = {
    "phi drops a row": ("phi", by(lambda X: cubic(X)[1:])),
    "phi gives a vector": ("Phi", by(lambda X: X[:, 0])),
    "phi gives no column": ("Phi", by(lambda X: X[:, :0])),
    "phi gives NaN": ("Phi", by(lambda X: X * np.nan)),
    "phi changes its width": ("100 .* 3, but 300", by(lambda X: X @ X.T)),
    "float32 overflows": (r"block 0 exceed 1e\+16", by(lambda X: single(X) * 1e30)),
    "the points themselves": ("blocks", lambda: block_ridge(cubic, X, 1.0)),
    "a table of λ": (r"lam…ravel\(lam", lambda: block_ridge(cubic, [(X, Y)], [[1.0]])),
    "one λ below 0": ("lam", lambda: block_ridge(cubic, [(X, Y)], [1.0, -1.0])),
    "no λ": ("lam", lambda: block_ridge(cubic, [(X, Y)], [])),
    "an empty list": ("blocks", lambda: block_ridge(cubic, [], 1.0)),
    "no pair": ("block 0 is a ndarray", lambda: block_ridge(cubic, [X, X], 1.0)),
    "NaN that phi hides": ("X", lambda: block_ridge(np.isnan, [(X * np.nan, Y)], 1.0)),
    "a mask": ("X", lambda: block_ridge(np.asarray, [(np.ma.array(X), Y)], 1.0)),
    "targets missing": ("y", lambda: block_ridge(cubic, [(X, Y[1:])], 1.0)),
    "half a point in a block": ("size", lambda: in_blocks(X, Y, 2.5)),
}


@pytest.mark.parametrize(("argument", "call"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_fit_is_refused(argument, call):
    assert_refused(call, argument)


def test_points_may_be_sparse_where_phi_takes_them():
    w = block_ridge(lambda X: X.toarray(), [(csr_array(X), Y)], 1.0)
    assert np.array_equal(w, block_ridge(lambda X: X, [(X, Y)], 1.0))
    said = f"phi.X. has {len(Y) - 1} rows for the {len(Y)} points of block 0"
    with pytest.raises(ValueError, match=said):
        block_ridge(lambda X: X.toarray()[1:], [(csr_array(X), Y)], 1.0)
