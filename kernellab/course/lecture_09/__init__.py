"""Lecture 09."""
