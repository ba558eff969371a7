"""A game as data: one flat list, its frames, its random generator, and the changes that it can undergo.

`state.State` is the frozen form, for comparing and saving. `visibility` says who sees which zone, and `wording` what
people call things. Knows nothing of choices, executors or players.
"""
