"""Lecture 11."""
