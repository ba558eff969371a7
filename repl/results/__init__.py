"""Sweeps that last: a folder of games that were played, a row for each, which a later command continues or reads.

`running.run` plays what is missing, `tables` and `page` show what is there, `changes` compares two folders, and `again`
plays the game of one row. Knows how the games are planned and played, and nothing of the terminal.
"""
