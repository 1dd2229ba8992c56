"""For whoever teaches a class: what was handed in, read, counted and, where asked,
checked anew. See ``report``.
"""
