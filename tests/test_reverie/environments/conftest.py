"""These tests need the extra `env`; without it, they aren't collected."""

from __future__ import annotations

from importlib.util import find_spec

if not (find_spec("gymnasium") and find_spec("pettingzoo")):
    collect_ignore_glob = ["test_*.py"]
