"""The course as pages that need no Python: ``python -m kernellab.interactive.site`` builds
them from the notebooks.
"""
