"""Kernels on sets."""

from dataclasses import dataclass
from math import e, sqrt

import numpy as np
from scipy.sparse import csr_array

from kernellab._arrays import Array
from kernellab._points import SETS, Points
from kernellab.features import interactions
from kernellab.kernels.algebra import Kernel
from kernellab.kernels.closure import Exp
from kernellab.kernels.sparse_counts import Counting

__all__ = ["Intersection", "SetOverlap"]


@dataclass(frozen=True)
class Intersection(Counting):
    """k(S, T) = |S ∩ T|: the inner product of indicator vectors.

    The map has a column for each element that occurs.

    Source: Lecture 14, Kernels continued (kernels on sets).

    >>> Intersection()({"tea", "milk"}, {"milk", "bread"})
    1.0
    """

    kind = SETS
    rule = (
        "an inner product of features is a kernel: φ(S) says of every element of Ω"
        " whether S holds it"
    )

    def counts(self, X: Points) -> csr_array:
        order = sorted(frozenset().union(*X), key=repr)  # a set has no fixed order
        columns = {element: a for a, element in enumerate(order)}
        owners = np.repeat(np.arange(len(X)), list(map(len, X)))
        listed = np.array([columns[element] for x in X for element in x], dtype=int)
        shape = len(X), len(columns)
        return csr_array((np.ones(len(owners)), (owners, listed)), shape)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"|{x} \cap {z}|"


@dataclass(frozen=True)
class SetOverlap(Kernel):
    """k(S, T) = exp(|S ∩ T|) = Σ (e − 1)^|A| over all A ⊆ S ∩ T.

    The map has a column for each subset A of the elements that occur: (e − 1)^(|A|/2)
    where A ⊆ S and 0 elsewhere. The feature vectors of distinct sets are linearly
    independent. ``features`` raises ValueError where they would fill 2 GB.

    Source: Lecture 14, Kernels continued (kernels on sets).

    >>> round(SetOverlap()({"tea", "milk"}, {"milk", "bread"}), 4)
    2.7183
    """

    kind = SETS
    rule = "exp(|S ∩ T|) is exp of the kernel |S ∩ T|"
    parts = (Exp(Intersection()),)

    def formula(self, X: Points, Z: Points) -> Array:
        return self.parts[0].formula(X, Z)

    def feature_map(self, X: Points) -> Array:
        indicators = Intersection().feature_map(X)
        if not indicators.size:  # of empty sets
            return np.ones((len(X), 1))
        return interactions(sqrt(e - 1) * indicators)

    def latex(self, x: str = "x", z: str = "z") -> str:
        return rf"\exp\left(|{x} \cap {z}|\right)"
