"""Statements of the model to steps: moves, assignments, loops and prompts."""
