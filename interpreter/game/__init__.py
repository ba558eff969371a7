"""A game being played: decisions, answers, views, undo, and its record."""
