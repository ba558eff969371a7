"""Checks of a whole ruleset whose rules are woven.

Knows everything about the rules, and changes nothing. `check` runs all of them.
"""
