"""The derivations of lecture 02."""
