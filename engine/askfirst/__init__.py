"""The engine: figures with controls, questions, derivations, exercises and records.

It knows no subject: a course on any can be written with it.
"""

import lazy_loader

__version__ = "0.1.0"

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
