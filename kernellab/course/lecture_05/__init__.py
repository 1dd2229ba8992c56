"""Lecture 05."""
