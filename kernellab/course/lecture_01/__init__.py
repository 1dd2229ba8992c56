"""Lecture 01."""
