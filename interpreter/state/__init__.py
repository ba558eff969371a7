"""A game as data: the layout of a state, its frames, its changes and its random generator."""
