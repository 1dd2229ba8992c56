"""The labs of lecture 01."""
