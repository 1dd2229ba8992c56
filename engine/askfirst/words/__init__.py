"""How things are said: numbers, formulas, signs, colours, and the course itself."""
