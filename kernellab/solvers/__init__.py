"""Solvers: arrays in, arrays out. They know no kernel."""
