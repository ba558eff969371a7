"""Without the libraries of the extra `env`, a sentence says how to install them."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest


@pytest.mark.parametrize("module", ["seat", "aec", "match"])
@pytest.mark.parametrize("missing", ["gymnasium", "pettingzoo", "numpy"])
def test_a_missing_library_is_named(module: str, missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("reverie.environments.")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    with pytest.raises(ImportError, match="install Gymnasium and PettingZoo: pip install gymnasium pettingzoo"):
        import_module(f"reverie.environments.{module}")
