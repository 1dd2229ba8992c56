"""Lecture 06."""
