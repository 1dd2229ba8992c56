"""Lecture 04."""
