"""The course: data, pictures, derivations, exercises and labs about kernels."""

from pathlib import Path

import lazy_loader

from askfirst.words.course import Course, declare

# A wheel carries the notebooks in the package; the repository has them beside it.
_carried = Path(__file__).with_name("notebooks")
declare(
    Course(
        command="kernellab",
        package=__name__,
        notebooks=(
            _carried if _carried.is_dir() else Path(__file__).parents[2] / "notebooks"
        ),
    )
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
