"""The words of a sheet itself, by language: headings, templates of rules and steps, words of the rules language.

They are data in `words/`, a file for each language; a language without one has them in English.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cached_property
from importlib.resources import files

import attrs

from repl.sheets.document import Piece, Pieces

ENGLISH = "english"

OPTIONAL = re.compile(r"\[([^\]]*)\]")
SLOT = re.compile(r"\{([^}]*)\}")


@attrs.frozen(slots=False)
class Frame:
    """The words in one language; `own`: there are some."""

    tables: Mapping[str, Mapping[str, str]]
    own: bool = True

    def page(self, key: str) -> str:
        """A word of the page."""
        return self.tables["page"][key]

    def table(self, key: str, **slots: str) -> str:
        """A word of a table, with texts put in."""
        return SLOT.sub(lambda found: slots[found[1]], self.tables["table"][key])

    def filled(self, table: str, key: str, slots: Mapping[str, Pieces]) -> Pieces:
        """A template with its slots filled; a part in brackets is left out if one of its slots is missing."""
        found: list[Piece] = []
        for number, part in enumerate(OPTIONAL.split(self.tables[table][key])):
            if number % 2 and any(slot not in slots for slot in SLOT.findall(part)):
                continue
            for at, text in enumerate(SLOT.split(part)):
                found += slots.get(text, ()) if at % 2 else [Piece(text)] if text else []
        return tuple(found)

    def glue(self, text: str) -> str:
        """Words of the rules language in this one."""
        return self._glue.sub(lambda found: self.tables["glue"][found[0]], text) if self.tables["glue"] else text

    @cached_property
    def _glue(self) -> re.Pattern[str]:
        every = sorted(self.tables["glue"], key=lambda word: (-len(word), word))
        return re.compile(r"\b(?:" + "|".join(map(re.escape, every)) + r")\b")


def frame(language: str) -> Frame:
    """The words of a sheet in a language, "" for English."""
    here = files("repl.sheets") / "words"
    english = tomllib.loads((here / f"{ENGLISH}.toml").read_text(encoding="utf-8"))
    path = here / f"{(language or ENGLISH).casefold()}.toml"
    if not path.is_file():
        return Frame(english, own=False)
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    return Frame({table: {**entries, **found.get(table, {})} for table, entries in english.items()})
