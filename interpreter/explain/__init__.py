"""Explanations of options that aren't offered: which conditions fail, in the words of the rules.

`whynot.why_not` answers with an `Explanation`. Evaluates the recorded reasons of a program in a state, and reveals
nothing that the player who decides can't see. Knows nothing of how rules run.
"""
