"""A game being played: its decisions, views, outcome and saves.

`game.Game` is its one public class. Knows both executors and the words for people; never prints, reads or waits.
"""
