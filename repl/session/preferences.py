"""What a player has chosen for all games, on disk.

One small JSON file, written whole or not at all. What can't be read counts as not chosen: nothing in it is needed to
play, and it is no part of a game or of its rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import platformdirs

from dsl.text.files import Unreadable, read_whole
from repl.saves import jsontext, store
from repl.saves.store import StoreError
from repl.session.attention import WHEN, Wish, Wishes

FILE = "preferences.json"
LARGEST = 1024 * 1024


def path() -> Path:
    """Where they are kept: in REVERIE_HOME, or where this system keeps such files."""
    return (store.chosen() or Path(platformdirs.user_config_dir("reverie", appauthor=False))) / FILE


def wishes(game: str, usual: str) -> Wishes:
    """When the player wants to be asked in a game; without a choice of theirs, as `usual` says."""
    found = _section(_content()).get(game)
    match found:
        case {"usual": str(when), "special": list(special)} if when in WHEN:
            return Wishes(when, tuple(wish for each in special if (wish := _wish(each))))
        case _:
            return Wishes(usual)


def save(game: str, chosen: Wishes | None) -> None:
    """Keep when the player wants to be asked in a game; None: as usual. Raises `StoreError` if it can't be kept."""
    content = _content()
    section = _section(content)
    section.pop(game, None)
    if chosen is not None:
        special = [{"when": wish.when, "what": wish.what, "at": wish.at} for wish in chosen.special]
        section[game] = {"usual": chosen.usual, "special": special}
    store.replace(path(), (jsontext.written(content | {"ask": section}) + "\n").encode())


def _content() -> dict[str, Any]:
    try:
        content = jsontext.parsed(read_whole(path(), LARGEST))
    except (Unreadable, jsontext.JsonError, StoreError):
        return {}
    return content if isinstance(content, dict) else {}


def _section(content: dict[str, Any]) -> dict[str, Any]:
    section = content.get("ask")
    return dict(section) if isinstance(section, dict) else {}


def _wish(data: Any) -> Wish | None:
    match data:
        case {"when": str(when), "what": str(what), "at": str(at)} if when in WHEN:
            return Wish(when, what, at)
        case _:
            return None


class Attention:
    """The wishes of the player at the table, game by game; `saved`: they are read from disk and saved there."""

    def __init__(self, usual: str, saved: bool) -> None:
        self._usual, self._saved = usual, saved
        self._game = ""
        self.wishes = Wishes(usual)

    def sit_down(self, game: str) -> None:
        """Take up the wishes for a game, unless it is the one that is being played."""
        if game != self._game:
            self._game = game
            self.wishes = wishes(game, self._usual) if self._saved else Wishes(self._usual)

    def change(self, wanted: Wishes | None, for_now: bool) -> None:
        """Wish something else; None: as usual. Raises `StoreError` if that can't be kept; it holds all the same."""
        self.wishes = Wishes(self._usual) if wanted is None else wanted
        if self._saved and not for_now:
            save(self._game, wanted)
