"""The reference executor: walks a program plainly, and records a trace of every event.

It defines what a program means: generated code must leave the same states. `executor.Reference` plays one game. Knows
nothing of the players, and optimises nothing.
"""
