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

from askfirst.words.course import Course, declare
from kernellab.course.letters import LETTERS, ROLES

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
        roles=ROLES,
        letters=LETTERS,
    )
)

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
