"""Lecture 03."""
