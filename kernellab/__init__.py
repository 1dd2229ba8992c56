"""kernellab: the mathematics of a course on kernel methods, small enough to read.

Everything a notebook cell needs is a name of this module. The names and their homes are
listed in ``__init__.pyi``; nothing heavy is imported before it is used.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
