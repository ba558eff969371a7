"""The names that generated code can use: functions of the engine, bound to a program where they need it.

Constants that belong to one piece of code aren't among them; those are collected in `constants`.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, cast

from dsl.program.lists import Wide
from dsl.program.operators import ordinal, quotient, remainder
from dsl.program.program import Program
from interpreter.analysis.coverage import coverage_of
from interpreter.analysis.equal_names import cards_sharing_names
from interpreter.analysis.faults import endless_loop, endless_loops, no_option, returned, too_deep, too_many_answers
from interpreter.analysis.recursion import calls, depth, ring
from interpreter.choices.attachments import AttachedTo, attachments_of
from interpreter.choices.options import words_of
from interpreter.choices.selections import selections_of
from interpreter.state.changes import changes_of, common, element, first_position, inside, one_of, runs, without
from interpreter.state.layout import FRAME_LIMIT


class Over(Exception):
    """The game ended inside a procedure that can't wait."""


def names_for(program: Program) -> dict[str, Any]:
    """The names for the code of a program."""
    return {**OF_ANY_PROGRAM, **_of_lists(program), **_of_state(program), **_of_choices(program)}


def distinct(cards: bytes) -> bytes:
    """The cards in ascending order, each once."""
    return cards if len(cards) < 2 else bytes(sorted(set(cards)))


def distinct_wide(cards: bytes) -> bytes:
    """The same, where lists are `Wide`."""
    return cards if len(cards) < 2 else cast(bytes, Wide(sorted(set(cards))))


OF_ANY_PROGRAM: dict[str, Any] = {
    "NONE": (-1,),
    "Over": Over,
    "bisect_left": bisect_left,
    "common": common,
    "depth": depth,
    "element": element,
    "endless_loop": endless_loop,
    "endless_loops": endless_loops,
    "first_place": first_position,
    "inside": inside,
    "no_option": no_option,
    "ordinal": ordinal,
    "quotient": quotient,
    "remainder": remainder,
    "returned": returned,
    "runs": runs,
    "too_many_answers": too_many_answers,
    "without": without,
}


def _of_lists(program: Program) -> dict[str, Any]:
    """What makes lists; where they are `Wide`, this is what the code calls `bytes`."""
    narrow = program.lists is bytes
    return {
        "EMPTY": program.lists(),
        "ONE": one_of(program),
        "distinct": distinct if narrow else distinct_wide,
        "unpacked": selections_of(program).unpacked,
        **({} if narrow else {"bytes": program.lists}),
    }


def _of_state(program: Program) -> dict[str, Any]:
    """Functions that read or change a state, or add to the coverage log."""
    changes, coverage, known = changes_of(program), coverage_of(program), calls(program)
    return {
        "as_dealt": changes.as_dealt,
        "check_limit": changes.check_limit,
        "draw": changes.draw,
        "exchange": changes.exchange,
        "expose": changes.expose,
        "lying_on": AttachedTo(program.lists(), one_of(program)),
        "move": changes.move,
        "move_all": changes.move_all,
        "note": coverage.log.append,
        "pick": changes.pick,
        "roll": changes.roll,
        "set_fact": changes.set_fact,
        "set_number": changes.set_number,
        "shuffle": changes.shuffle,
        "too_deep": lambda frame: too_deep(FRAME_LIMIT, ring(known, frame)),
    }


def _of_choices(program: Program) -> dict[str, Any]:
    """Functions that list picks."""
    attachments, words, shared = attachments_of(program), words_of(program), cards_sharing_names(program)
    return {
        "UNIQUE": program.lists(card for card in range(len(program.faces)) if card not in shared),
        "apart": attachments.distinct,
        "loads": attachments.loads,
        "merged": words.merged,
        "merged_twins": words.merged_by_name,
        "packed": attachments.packed,
        "selections": selections_of(program).of,
        "special": attachments.distinguished,
    }
