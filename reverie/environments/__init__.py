"""Games as environments for learning programs: for Gymnasium (`seat`, `vector`) and for PettingZoo (`aec`).

All need the extra `env`. They play by a `Match`, which knows none of them, and many games at once by a `Batch`.
"""
