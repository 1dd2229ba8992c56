"""The lectures of a course about cats."""

from askfirst.report.progress import Lecture

LECTURES = {"cats": Lecture("Cats", (4, 2), ("cats",), ("dogs",))}
