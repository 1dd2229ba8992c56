"""The derivations of lecture 09."""
