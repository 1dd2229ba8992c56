"""Notebooks as pages that need no Python, built by ``kernellab.interactive.site``."""
