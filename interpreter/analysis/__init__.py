"""Facts about a program before it runs: its control flow, the cost of its steps, equal names, possible faults.

Every module answers one question about a program, and `memo.once_per_program` remembers the answer. Knows no state and
no game being played.
"""
