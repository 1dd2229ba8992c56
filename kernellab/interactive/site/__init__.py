"""Notebooks as pages that need no Python, built by ``kernellab.interactive.site``."""

MOST = 500  # frames of a lab that a page keeps, at most, where no other number is given
