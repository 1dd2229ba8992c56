"""Lecture 07."""
