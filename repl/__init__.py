"""Reverie for people: the command line, the terminal, and the games saved on disk."""
