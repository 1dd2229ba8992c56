"""The labs of lecture 05."""
