"""The derivations of lecture 08."""
