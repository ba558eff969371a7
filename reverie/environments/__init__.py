"""Games as environments for learning programs: for Gymnasium (`seat`) and for PettingZoo (`aec`).

Both need the extra `env`, and play by a `Match`, which knows neither of them.
"""
