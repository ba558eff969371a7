"""Scenarios: the examples in rules files, played and compared with their expectations.

`scenario.check` returns the problems of a scenario. Knows programs and the model of scenarios, and links games only by
a function that it is given.
"""
