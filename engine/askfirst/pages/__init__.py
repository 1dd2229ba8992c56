"""Notebooks as pages that need no Python, built by ``askfirst.pages``."""

MOST = 500  # frames of a lab that a page keeps, at most, where no other number is given
