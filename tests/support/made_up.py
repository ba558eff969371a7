"""A language of made-up words: one for everything that there is to translate in a game."""

from __future__ import annotations

import re

from dsl.program.program import Program
from dsl.reading.library import read_all, ruleset_sources
from dsl.translation.speech import Speech
from dsl.translation.texts import GAP
from dsl.translation.translate import translated
from dsl.translation.wanting import wanting_in

MADE_UP = re.compile(r"[zZ]z[a-j]+zz")
OWN = re.compile(r"[^\W\d_]{2,}")


def speech(ruleset: str) -> Speech:
    """A made-up word for each thing, with the gaps of options and texts behind it."""
    entries: dict[str, str] = {}
    for each in wanting_in(read_all(ruleset_sources(ruleset))).values():
        for words in each:
            if words.composed:
                continue
            made_up = "zz" + "".join("abcdefghij"[int(digit)] for digit in str(len(entries))) + "zz"
            said = " ".join([made_up, *GAP.findall(words.own), *("…" for _ in range(words.own.count("…")))])
            entries.setdefault(words.own, f'"{said}"' if words.own.startswith('"') else said)
    return Speech("made-up", entries)


def in_other_words(program: Program, ruleset: str) -> Program:
    """A program of a ruleset in made-up words."""
    return translated(program, speech(ruleset))


def left_in(text: str) -> set[str]:
    """The words of a text that aren't made up."""
    return set(OWN.findall(MADE_UP.sub("", text)))
