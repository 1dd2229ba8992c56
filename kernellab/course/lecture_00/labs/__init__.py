"""The labs of lecture 00."""
