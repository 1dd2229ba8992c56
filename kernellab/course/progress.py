"""What each lecture asks, and how much of it a student has answered."""

from __future__ import annotations

import kernellab.course.exercises  # noqa: F401 (which enters them in the engine)
from askfirst.report.answered import Lecture
from askfirst.report.progress import Progress
from askfirst.words.course import two_digits
from kernellab.course.work import ORIGINALS

__all__ = ["progress"]

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
    "04": Lecture(
        "Gram matrices", (3, 3), ("spectrum", "three_points"), ("points_in_the_plane",)
    ),
    "05": Lecture(
        "Mercer and Bochner", (3, 3), ("tanh_map", "wave_as_witness", "mercer_terms")
    ),
    "06": Lecture("Building kernels", (4, 2), ("kernel_builder", "carbon_dioxide")),
    "07": Lecture("Strings and sets", (3, 3), ("shared_words", "word_similarity")),
    "08": Lecture(
        "The representer theorem",
        (4, 5),
        ("smallest_norm", "other_penalty"),
        ("weight_space", "side_by_side"),
    ),
    "09": Lecture(
        "Kernel ridge regression",
        (4, 3),
        ("kernel_ridge", "leave_one_out"),
        ("null_vector", "offset", "pull_a_car"),
    ),
    "10": Lecture(
        "Support vector regression",
        (4, 3),
        ("svr_tube", "support_count"),
        ("pull_a_car",),
    ),
    "11": Lecture(
        "Kernel machines", (4, 2), ("svm_border", "soft_neighbours"), ("point_across",)
    ),
    "12": Lecture("A million points", (3, 3), ("crossover", "approximation_error")),
    "13": Lecture(
        "Gaussian processes",
        (4, 3),
        ("a_measurement", "evidence", "calibration"),
        ("prior_draws", "posterior_steps"),
    ),
}


def progress(lecture: str | int | None = None) -> Progress:
    """What was answered of a lecture, such as "09" or 9, or of the whole course.

    In JupyterLab it comes with buttons to download the work and to bring it back.
    Raises ValueError for a lecture that is not in the course.
    """
    number = None if lecture is None else two_digits(lecture)
    return Progress(LECTURES, number, ORIGINALS)
