"""Lecture 13."""
