"""Sweeps that last, as they are read: `sweep` says what is played, `rows` are the games, `results` is a folder."""
