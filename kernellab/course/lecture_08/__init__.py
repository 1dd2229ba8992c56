"""Lecture 08."""
