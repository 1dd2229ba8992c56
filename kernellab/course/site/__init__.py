"""The course as pages that need no Python: ``python -m kernellab.course.site`` builds
them from the notebooks.
"""
