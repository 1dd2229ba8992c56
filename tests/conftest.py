"""The course declares itself, whichever of its tests comes first."""

import kernellab.course  # noqa: F401
