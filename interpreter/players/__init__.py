"""Players that answer by themselves: policies, and what they measure states by.

`policies.chooser` makes a player, which knows the picks of a decision and nothing of the state. `distance` measures
states for simulations.
"""
