"""Respelling of words for screens that can't show every character.

A stream replaces characters that its encoding lacks (`drivers.streams`). A layout has to know the length of its words
before that.
"""

from __future__ import annotations

import unicodedata
from typing import Any

import attrs

from dsl.text.diagnostics import Problem
from repl.drivers.streams import SIMPLER
from repl.session.crossed import GAP


def respelled(found: Any, encoding: str) -> Any:
    """A text, or data with texts in it, in characters that an encoding has: signs are reduced to plain letters.

    Gaps in the words of answers stay, because the layout looks for them.
    """
    match found:
        case str():
            return found if _fits(found, encoding) else "".join(_spelled(each, encoding) for each in found)
        case Problem():
            return found  # its places are counted in the letters of its file
        case tuple():
            return tuple(respelled(each, encoding) for each in found)
        case _ if attrs.has(type(found)):
            fields = [field.name for field in attrs.fields(type(found)) if field.init]
            return attrs.evolve(found, **{name: respelled(getattr(found, name), encoding) for name in fields})
        case _:
            return found


def with_plain_gaps(text: str, encoding: str) -> str:
    """A text of the same length with gaps that an encoding can write."""
    return text if _fits(GAP, encoding) else text.replace(GAP, "_")


def _spelled(character: str, encoding: str) -> str:
    if character == GAP or _fits(character, encoding):
        return character
    plain = unicodedata.normalize("NFKD", character).encode("ascii", "ignore").decode()
    return SIMPLER.get(character, plain)


def _fits(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
