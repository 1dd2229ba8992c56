"""The derivations of lecture 03."""
