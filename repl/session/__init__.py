"""A person at a game: lines in, events out. Knows no terminal."""
