"""Labs: figures with sliders. Each lab is one idea; ``Lab`` makes new ones."""

# Made by tools/names.py, from the __all__ of each file.
from kernellab.course.labs.bochner import wave_as_witness
from kernellab.course.labs.building import (
    carbon_dioxide,
    curves_of_a_kernel,
    kernel_builder,
)
from kernellab.course.labs.bumps import bumps_alone, first_fit
from kernellab.course.labs.crossover import approximation_error, crossover, waves
from kernellab.course.labs.data import random_problem
from kernellab.course.labs.duality import primal_to_dual, which_inverse
from kernellab.course.labs.features import (
    feature_memory,
    feature_quiz,
    polynomial_degree,
    stars_and_bars,
)
from kernellab.course.labs.gaussian import (
    a_measurement,
    calibration,
    evidence,
    posterior_steps,
    prior_draws,
)
from kernellab.course.labs.machines import point_across, soft_neighbours, svm_border
from kernellab.course.labs.pull import pull_a_car
from kernellab.course.labs.representer import (
    other_penalty,
    side_by_side,
    smallest_norm,
    weight_space,
)
from kernellab.course.labs.ridge import kernel_ridge, leave_one_out, null_vector, offset
from kernellab.course.labs.spectra import (
    fractional_degree,
    mercer_terms,
    points_in_the_plane,
    spectrum,
    tanh_map,
    three_points,
)
from kernellab.course.labs.strings import (
    filling_the_table,
    shared_words,
    word_similarity,
)
from kernellab.course.labs.support import support_count, svr_tube
from kernellab.course.labs.translator import ridge_translator, width_translator
from kernellab.course.labs.trick import (
    constants_matter,
    infinite_vector,
    truncated_rbf,
    two_densities,
    two_routes,
)
from kernellab.course.labs.variance import bias_and_variance
from kernellab.interactive.controls import choice, log_slider, slider, text_box
from kernellab.interactive.lab import Lab
from kernellab.interactive.question import Question
from kernellab.interactive.steppers import stepper

__all__ = [
    "Lab",
    "Question",
    "a_measurement",
    "approximation_error",
    "bias_and_variance",
    "bumps_alone",
    "calibration",
    "carbon_dioxide",
    "choice",
    "constants_matter",
    "crossover",
    "curves_of_a_kernel",
    "evidence",
    "feature_memory",
    "feature_quiz",
    "filling_the_table",
    "first_fit",
    "fractional_degree",
    "infinite_vector",
    "kernel_builder",
    "kernel_ridge",
    "leave_one_out",
    "log_slider",
    "mercer_terms",
    "null_vector",
    "offset",
    "other_penalty",
    "point_across",
    "points_in_the_plane",
    "polynomial_degree",
    "posterior_steps",
    "primal_to_dual",
    "prior_draws",
    "pull_a_car",
    "random_problem",
    "ridge_translator",
    "shared_words",
    "side_by_side",
    "slider",
    "smallest_norm",
    "soft_neighbours",
    "spectrum",
    "stars_and_bars",
    "stepper",
    "support_count",
    "svm_border",
    "svr_tube",
    "tanh_map",
    "text_box",
    "three_points",
    "truncated_rbf",
    "two_densities",
    "two_routes",
    "wave_as_witness",
    "waves",
    "weight_space",
    "which_inverse",
    "width_translator",
    "word_similarity",
]
