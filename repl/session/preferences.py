"""A player's preferences on disk.

They are one small JSON file, which is replaced as a whole. An unreadable preference is ignored: no game needs one, and
none is part of a game or its rules.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import platformdirs

from dsl.text.files import Unreadable, read_whole
from repl.saves import jsontext, store
from repl.saves.store import StoreError
from repl.session.attention import WHEN, Preference, Preferences

FILE = "preferences.json"
LARGEST = 1024 * 1024


def path() -> Path:
    """The file, in REVERIE_HOME or in the system's folder for configuration files."""
    return (store.chosen() or Path(platformdirs.user_config_dir("reverie", appauthor=False))) / FILE


def load(game: str, usual: str) -> Preferences:
    """The player's preferences in a game; `usual` if there are none."""
    found = _section(_content()).get(game)
    match found:
        case {"usual": str(when), "special": list(special)} if when in WHEN:
            return Preferences(when, tuple(found for each in special if (found := _preference(each))))
        case _:
            return Preferences(usual)


def save(game: str, chosen: Preferences | None) -> None:
    """Save the player's preferences in a game; None removes them. Raises `StoreError` if they can't be saved."""
    content = _content()
    if not content:
        _keep_damaged()
    section = _section(content)
    section.pop(game, None)
    if chosen is not None:
        special = [
            {"when": preference.when, "what": preference.what, "at": preference.at} for preference in chosen.special
        ]
        section[game] = {"usual": chosen.usual, "special": special}
    store.replace(path(), (jsontext.written(content | {"ask": section}) + "\n").encode())


def _content() -> dict[str, Any]:
    try:
        content = jsontext.parsed(read_whole(path(), LARGEST))
    except (Unreadable, jsontext.JsonError, StoreError):
        return {}
    return content if isinstance(content, dict) else {}


def _keep_damaged() -> None:
    """Copy a file that is there and can't be read as preferences, before it is replaced."""
    try:
        damaged = read_whole(path(), LARGEST)
    except Unreadable:
        return
    if damaged.strip() not in (b"", b"{}"):
        store.replace(path().with_name(FILE + store.DAMAGED), damaged)


def _section(content: dict[str, Any]) -> dict[str, Any]:
    section = content.get("ask")
    return dict(section) if isinstance(section, dict) else {}


def _preference(data: Any) -> Preference | None:
    match data:
        case {"when": str(when), "what": str(what), "at": str(at)} if when in WHEN:
            return Preference(when, what, at)
        case _:
            return None


class Attention:
    """The preferences of the player at the table, for the current game; `saved`: they are read from disk and saved."""

    def __init__(self, usual: str, saved: bool) -> None:
        self._usual, self._saved = usual, saved
        self._game = ""
        self.preferences = Preferences(usual)

    def sit_down(self, game: str) -> None:
        """Load the preferences for a game, unless it is the current one."""
        if game != self._game:
            self._game = game
            self.preferences = load(game, self._usual) if self._saved else Preferences(self._usual)

    def change(self, wanted: Preferences | None, for_now: bool) -> None:
        """Change the preferences; None: to the default. They hold even if saving them raises `StoreError`."""
        self.preferences = Preferences(self._usual) if wanted is None else wanted
        if self._saved and not for_now:
            save(self._game, wanted)
