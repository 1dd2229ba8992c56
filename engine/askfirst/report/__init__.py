"""For teachers: read, count and check what a class handed in. See ``report``."""
