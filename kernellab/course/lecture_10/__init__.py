"""Lecture 10."""
