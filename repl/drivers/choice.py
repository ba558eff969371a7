"""The choice of a driver: by request, then by environment variables, then by the capabilities of the streams."""

from __future__ import annotations

from collections.abc import Mapping


def choose(asked: str, environment: Mapping[str, str], terminals: bool) -> str:
    """The name of a driver: terminal, plain or json.

    `asked` is one of these, or ""; `terminals` says whether input and output are terminals.
    """
    if asked:
        return asked
    plain = environment.get("ACCESSIBLE") or environment.get("NO_COLOR") or environment.get("TERM") == "dumb"
    return "terminal" if terminals and not plain else "plain"
