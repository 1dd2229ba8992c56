"""Letters with a colour and a meaning, in formulas and in pictures."""

from askfirst.words.course import Letter, Role

# Each role has a colour by day, one by night, and its mark in a picture.
ROLES = {
    "weights": Role("#aa4499", "#e08fd2", "stems"),
    "tube": Role("#8a5a00", "#e5b45c", "thin edges"),
    "penalty": Role("#6d28d9", "#a98bff", "a disc that slides along a curve"),
    "width": Role("#00727a", "#58cbd4", "a bump or a ring, a disc at its side"),
}
# λ is not the eigenvalue λⱼ, nor ℓ the loss ℓ(…) or its slope ℓ′(…).
LETTERS = {
    "λ": Letter("penalty"),
    "ε": Letter("tube"),
    "ℓ": Letter("width", function=True),
    "α": Letter("weights", indexed=True),
}
