"""Checks of the whole ruleset, after its rules are woven: unused declarations, clashes, dead rules."""
