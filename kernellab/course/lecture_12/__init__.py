"""Lecture 12."""
