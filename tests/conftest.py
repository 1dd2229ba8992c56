"""How hard hypothesis looks: the same examples in every run, unless a larger search is
asked for.
"""

import pytest
from hypothesis import settings

import kernellab.course  # noqa: F401 (which declares the course)

settings.register_profile(
    "kernellab", max_examples=200, deadline=None, derandomize=True, database=None
)
# make test-all: ten times as many, others each time; a failure prints the line that
# brings it back.
settings.register_profile(
    "large",
    settings.get_profile("kernellab"),
    max_examples=2000,
    derandomize=False,
    print_blob=True,
)
# For `make check`.
settings.register_profile("quick", settings.get_profile("kernellab"), max_examples=50)
settings.load_profile("kernellab")


def pytest_itemcollected(item):
    # What `make test` leaves out, `make check` leaves out too.
    if item.get_closest_marker("whole"):
        item.add_marker(pytest.mark.slow)
