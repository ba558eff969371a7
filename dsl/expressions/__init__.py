"""Expressions of the model to expressions of the program, with types and bounds."""
