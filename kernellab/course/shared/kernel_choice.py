"""The sliders of a kernel, and the kernel that they set."""

from typing import Any

from askfirst import choice, readable, slider
from askfirst.labs.controls import Control
from kernellab import RBF, Kernel, Polynomial

KINDS = ("SE", "polynomial", "SE + polynomial")
DEGREE = slider(1, 3, start=2, step=1, label="degree")
LENGTH_SCALE = slider(0.2, 15.0, start=3.0, step=0.2, label="ℓ", unit="mph")


def kernel_of(kind: str, length_scale: float, degree: int) -> Kernel:
    """The kernel named by ``kind``: squared exponential, polynomial, or their sum."""
    se, polynomial = RBF(length_scale), Polynomial(degree)
    kernels = se, polynomial, se + polynomial
    return dict(zip(KINDS, kernels, strict=True))[kind]


def idle_beside(kernel: str, **_: Any) -> tuple[str, ...]:
    """The slider that a choice of kernel has no use for."""
    return {"SE": ("degree",), "polynomial": ("length_scale",)}.get(kernel, ())


def in_use(kernel: str, length_scale: float, degree: int) -> str:
    """The numbers of a kernel in words, without the one that it has no use for.

    >>> in_use("SE", 3.0, 2), in_use("SE + polynomial", 3.0, 2)
    ('ℓ = 3', 'ℓ = 3, degree 2')
    """
    words = [f"ℓ = {readable(length_scale)}", f"degree {degree}"]
    used = {"SE": words[:1], "polynomial": words[1:]}
    return ", ".join(used.get(kernel, words))


def kernel_sliders(
    lam: Control, degree: bool = True, **between: Control
) -> dict[str, Any]:
    """The controls of a fit: the kernel, those of ``between``, ``lam``, ℓ and, if it is
    free, the degree.
    """
    kernel = choice(KINDS, "SE + polynomial", label="kernel")
    sliders = {"kernel": kernel, **between, "lam": lam, "length_scale": LENGTH_SCALE}
    return {**sliders, "degree": DEGREE} if degree else sliders
