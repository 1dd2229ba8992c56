"""Lecture 00."""
