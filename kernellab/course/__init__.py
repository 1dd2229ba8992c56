"""Everything that teaches: data, pictures, derivations, exercises and labs on top of
the mathematics of kernellab.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
