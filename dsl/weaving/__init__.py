"""Weaves each event with everything that hooks it into a routine.

Knows the rules of all modules at once, but not the layout of a program. `weave` is the entry point, `Weaving` the
state.
"""
