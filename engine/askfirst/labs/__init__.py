"""Figures with controls and handles, drawn frame by frame, and derivations in steps."""
