"""Routines: the steps that rules are lowered to, as straight code with the points where it waits for an answer.

`steps` holds the shapes; `split_blocks` turns them into procedures and blocks. Knows neither names nor rules: the
folders that make steps of them stand to its right.
"""
