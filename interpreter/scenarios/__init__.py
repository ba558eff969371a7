"""Positions and examples from rules files, laid out and played."""
