"""What a student has answered, counted: a lecture's exercises and the questions of its
labs, and the whole course.
"""

from __future__ import annotations

import html
from dataclasses import dataclass

from kernellab.course import record

COUNTS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)


@dataclass(frozen=True)
class Lecture:
    """How many exercises there are and which questions are asked, in the core of a
    lecture and where it goes further.
    """

    title: str
    exercises: tuple[int, int]
    questions: tuple[str, ...]
    further: tuple[str, ...] = ()


LECTURES = {
    "00": Lecture("Start here", (1, 1), ("bumps_alone",), ("ridge_translator",)),
    "01": Lecture(
        "Explicit features",
        (4, 2),
        ("feature_quiz", "polynomial_degree"),
        ("bias_and_variance",),
    ),
    "02": Lecture("From primal to dual", (4, 2), ("primal_to_dual", "which_inverse")),
    "03": Lecture("The kernel trick", (4, 3), ("constants_matter", "truncated_rbf")),
    "04": Lecture("Gram matrices", (3, 3), ("spectrum", "three_points")),
    "05": Lecture(
        "Mercer and Bochner", (3, 3), ("tanh_map", "wave_as_witness", "mercer_terms")
    ),
    "06": Lecture("Building kernels", (4, 2), ("kernel_builder", "carbon_dioxide")),
    "07": Lecture("Strings and sets", (3, 3), ("shared_words", "word_similarity")),
    "08": Lecture(
        "The representer theorem",
        (4, 3),
        ("other_penalty", "weight_space"),
        ("side_by_side",),
    ),
    "09": Lecture(
        "Kernel ridge regression",
        (4, 3),
        ("kernel_ridge", "leave_one_out"),
        ("null_vector", "offset"),
    ),
    "10": Lecture("Support vector regression", (4, 3), ("svr_tube", "support_count")),
    "11": Lecture("Kernel machines", (4, 2), ("svm_border", "soft_neighbours")),
    "12": Lecture("A million points", (3, 3), ("crossover", "approximation_error")),
}


@dataclass(frozen=True)
class Tally:
    """How many of some exercises are right, how many of some questions, and whether any
    of them was answered.
    """

    right: int
    exercises: int
    guessed: int
    questions: int
    begun: bool

    def __str__(self) -> str:
        """As in "4 of 6 exercises, two guesses right of five"."""
        if not self.begun:
            waiting = [_of(self.exercises, "exercise"), _of(self.questions, "question")]
            return f"nothing answered yet of {' and '.join(filter(None, waiting))}"
        guesses = (
            f", {COUNTS[self.guessed]} guess{'es' if self.guessed > 1 else ''} right of"
            f" {COUNTS[self.questions]}"
        )
        return (
            f"{self.right} of"
            f" {_of(self.exercises, 'exercise')}{guesses if self.questions else ''}"
        )


def _of(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""


def tallies(number: str) -> tuple[Tally, Tally]:
    """What was answered of the lecture with this number: in its core, and where it goes
    further.

    Raises ValueError for a number that is not in the course.

    >>> str(tallies("09")[0])
    'nothing answered yet of 4 exercises and 2 questions'
    """
    if number not in LECTURES:
        raise ValueError(
            f"there is no lecture {number!r}; the course has {', '.join(LECTURES)}."
        )
    lecture = LECTURES[number]
    core, more = lecture.exercises
    return (
        _tally(number, range(1, core + 1), lecture.questions),
        _tally(number, range(core + 1, core + more + 1), lecture.further),
    )


def _tally(number: str, exercises: range, questions: tuple[str, ...]) -> Tally:
    known = record.record()
    checks = [
        known["checks"].get(f"{number}.{each}", {}).get("state") for each in exercises
    ]
    guesses = [known["guesses"].get(each) for each in questions]
    right = sum(
        guess is not None and guess.get("state") == "right" for guess in guesses
    )
    return Tally(
        checks.count("right"),
        len(checks),
        right,
        len(guesses),
        any(checks) or any(guesses),
    )


def of_lecture(number: str) -> list[str]:
    """Sentences on one lecture."""
    core, further = tallies(number)
    said = [f"Lecture {number}: {core}."]
    return [*said, f"Going further: {further}."] if further.begun else said


def of_course() -> list[tuple[str, str, float]]:
    """A row for each lecture: its name, what was answered of its core, and which share
    of the exercises there is right.
    """
    rows = []
    for number, lecture in LECTURES.items():
        core, _ = tallies(number)
        rows.append(
            (
                f"{number} · {lecture.title}",
                str(core) if core.begun else "",
                core.right / core.exercises,
            )
        )
    return rows


def as_html(number: str | None) -> str:
    """One lecture in a sentence, or the whole course as a table with a bar in each row."""
    if number is not None:
        return f"<p>{html.escape(' '.join(of_lecture(number)))}</p>"
    rows = of_course()
    if not any(said for _, said, _ in rows):
        return f"<p>{NOTHING}</p>"
    cells = "".join(
        '<tr><th scope="row"'
        f' style="text-align:left">{html.escape(name)}</th><td><progress'
        f' aria-hidden="true" max="1" value="{share:.2f}"'
        ' style="width:6em;accent-color:#0072b2"></progress></td><td'
        f' style="text-align:left">{html.escape(said) or "not begun"}</td></tr>'
        for name, said, share in rows
    )
    return (
        "<table><caption>What is done, of the core of each"
        f" lecture</caption><tbody>{cells}</tbody></table>"
    )


def as_text(number: str | None) -> str:
    """The same without HTML."""
    if number is not None:
        return " ".join(of_lecture(number))
    rows = [f"{name}: {said}" for name, said, _ in of_course() if said]
    return "\n".join(rows) or NOTHING


NOTHING = "Nothing answered yet in any lecture."
