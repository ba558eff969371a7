"""The choices at a decision: picks, their words, selections of cards, and the values that conditions read.

`offers.Offers` defines which picks a choice offers, and `decisions.Decision` is what a person is asked. Knows a program
and a state, and nothing of how either executor runs rules.
"""
