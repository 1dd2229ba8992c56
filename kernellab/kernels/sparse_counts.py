"""Kernels from counts of the parts that two points share, as sparse matrices."""

import numpy as np
from scipy.sparse import csr_array

from kernellab._arrays import Array
from kernellab._points import Points
from kernellab.kernels.algebra import Kernel, map_both


class Counting(Kernel):
    """k(x, z) = Σᵤ φᵤ(x) φᵤ(z), where φᵤ(x) counts how often u occurs in x."""

    def counts(self, X: Points) -> csr_array:
        """The counts, (n, m), with a column for each u that occurs in these points."""
        raise NotImplementedError(f"{type(self).__name__} does not say what it counts.")

    def formula(self, X: Points, Z: Points) -> Array:
        # One call for both, so that they have the same columns
        left, right = map_both(self.counts, X, Z)
        return np.asarray((left @ right.T).toarray())

    def feature_map(self, X: Points) -> Array:
        return np.asarray(self.counts(X).toarray())
