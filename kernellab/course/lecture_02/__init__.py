"""Lecture 02."""
