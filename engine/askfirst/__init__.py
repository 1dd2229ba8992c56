"""The engine: figures with controls, questions, derivations, exercises and records.

It knows no kernel: a course on any subject can be written with it.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
