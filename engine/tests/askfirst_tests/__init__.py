"""What tests of the engine share, those of a course too."""

__version__ = "1"
