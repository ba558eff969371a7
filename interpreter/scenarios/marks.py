"""Advice about facts of cards that don't stand in parentheses: `troll with wounds 1`, `tired moth`.

Called by `position` about a name that no card has.
"""

from __future__ import annotations

import re

from dsl.program.program import Program
from dsl.program.setup import FactOf

LINKING = re.compile(r"(?:(?:with|is|are|that|which|being|having|has|and|lying|lies|at) )*(.*)")
"""Words between a card and its fact."""


def advice(program: Program, name: str) -> str:
    """How to write a fact that a name holds, or is; "" if there is none in it."""
    if mark := _mark(program, name):
        return f"`{mark}` is a fact: it stands in parentheses behind its card, `… ({mark})`"
    face, fact = _with_fact(program, name)
    return f"a fact stands in parentheses: `{face} ({fact})`" if face else ""


def _with_fact(program: Program, name: str) -> tuple[str, str]:
    """The card and the fact in `troll with wounds 1`, `troll wounds 1` or `wet troll`; ("", "") in other names."""
    faces = {each.name for each in program.faces}
    face, _, fact = name.partition(" with ")
    if fact and face in faces:
        return face, _mark(program, fact) or fact
    words = name.split(" ")
    for at in range(1, len(words)):
        for card, said in ((words[:at], words[at:]), (words[at:], words[:at])):
            mark = _mark(program, " ".join(said)) if " ".join(card) in faces else ""
            if mark:
                return " ".join(card), mark
    return "", ""


def _mark(program: Program, said: str) -> str:
    """The mark that words stand for, as it is written in parentheses; "" if they stand for none."""
    found = LINKING.fullmatch(said)
    words = found[1] if found else ""
    if re.fullmatch("face[ -]?down", words):
        return "face down" if program.facing else ""
    return next(filter(None, (_of(fact, words) for fact in program.facts)), "")


def _of(fact: FactOf, words: str) -> str:
    """The mark of a fact, with its number if it has one."""
    if not fact.mark or fact.words:
        return ""
    if words == fact.mark:
        return fact.mark if fact.maximum == 1 else f"{fact.mark} 1"
    mark = re.escape(fact.mark)
    number = re.fullmatch(rf"{mark}[ =:]*([0-9]+)|([0-9]+) {mark}", words)
    return f"{fact.mark} {number[1] or number[2]}" if number else ""
