"""The course: data, pictures, derivations, exercises and labs about kernels."""

from importlib.util import find_spec
from pathlib import Path

import lazy_loader

if find_spec("askfirst") is None:
    raise ModuleNotFoundError(
        f"{__file__}: the course needs its engine, askfirst, which is not installed"
        " here. Try: pip install -r requirements.txt, or pip install ./engine",
        name="askfirst",
    )

from askfirst.words.course import Course, Letter, Role, declare

# A wheel carries the notebooks in the package; the repository has them beside it.
_carried = Path(__file__).with_name("notebooks")
declare(
    Course(
        command="kernellab",
        opens="kernellab lab",
        package=__name__,
        notebooks=(
            _carried if _carried.is_dir() else Path(__file__).parents[2] / "notebooks"
        ),
        # Each role has a colour by day, one by night, and its mark in a picture.
        roles={
            "weights": Role("#aa4499", "#e08fd2", "stems"),
            "tube": Role("#8a5a00", "#e5b45c", "thin edges"),
            "penalty": Role("#6d28d9", "#a98bff", "a disc that slides along a curve"),
            "width": Role("#00727a", "#58cbd4", "a bump or a ring, a disc at its side"),
        },
        # λ is not the eigenvalue λⱼ, nor ℓ the loss ℓ(…) or its slope ℓ′(…).
        letters={
            "λ": Letter("penalty"),
            "ε": Letter("tube"),
            "ℓ": Letter("width", function=True),
            "α": Letter("weights", indexed=True),
        },
    )
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
