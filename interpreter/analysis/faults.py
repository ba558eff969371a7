"""Faults: mistakes in the rules of a game that show during play.

An executor raises `Fault`; the engine then ends the game and reports which rule is at fault and where it is written.
A player's mistakes aren't faults: see `decisions.IllegalAnswer`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from dsl.program.blocks import MOST_CHOSEN, CallAndWait, Choose
from dsl.program.origin import Origin
from dsl.program.program import Program
from dsl.text.spelling import counted
from interpreter.analysis.flow import cycle_of

MOST_NAMED = 6
"""The most rules that a fault names."""

LONGEST = 20_000
"""Decisions after which a simulated game counts as endless."""


TABLE = "table"
"""Stands for all players together, in a file, as the owner of a score."""


class Fault(Exception):
    """The rules can't continue.

    `kind` is a stable word, and `origin` an index into the program's origins (-1: unknown). If the rules ran in a
    cycle, `cycle` are the blocks that ran last. If events started one another in a ring, `ring` are the origins of the
    rules that started them, in order.
    """

    def __init__(
        self, kind: str, message: str, origin: int = -1, cycle: Iterable[int] = (), ring: Iterable[int] = ()
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.message = message
        self.origin = origin
        self.cycle = tuple(cycle)
        self.ring = tuple(ring)


@attrs.frozen
class Outcome:
    """How a game ended: "won", "lost", "over" (neither) or "fault", the sentence, and the rule that ended it.

    `scores` are those of the players, each with the player's letter; a score of the whole table stands alone, with "".
    `parts` are the numbers of which they are made, each with its words and the value for each score. `winners` are the
    players who won against the others (none in a game that was lost), and `decided` what broke the tie between the
    first of them.
    """

    status: str
    sentence: str
    rule: str = ""
    module: str = ""
    citations: tuple[str, ...] = ()
    place: str = ""
    scores: tuple[tuple[str, int], ...] = ()
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    winners: tuple[str, ...] = ()
    decided: str = ""

    @property
    def score(self) -> int | None:
        """The only score of the game: that of the whole table, or of its only player."""
        return self.scores[0][1] if len(self.scores) == 1 else None

    @property
    def scores_by_name(self) -> dict[str, int]:
        """The scores for a file: by the letters of the players, or that of the "table"."""
        return {owner or TABLE: score for owner, score in self.scores}


def endless_loop(limit: int, origin: int = -1) -> Fault:
    """A loop inside one step that doesn't end."""
    return Fault("endless loop", f"a loop ran more than {limit:,} rounds", origin)


def endless_loops(limit: int, origin: int = -1) -> Fault:
    """Loops inside one step that have too many rounds together, or conditions that cost as much."""
    return Fault(
        "endless loops",
        f"the rules had more to do than in {limit:,} rounds of a loop without coming to a decision",
        origin,
    )


def endless_step(limit: int, cycle: Iterable[int]) -> Fault:
    """A step of the game that never comes to a decision."""
    return Fault("endless step", f"the rules ran {limit:,} steps without coming to a decision", cycle=cycle)


def too_deep(limit: int, ring: Iterable[int] = ()) -> Fault:
    """Rules that start themselves while they run."""
    return Fault("too deep", f"rules that are under way started one another more than {limit} deep", ring=ring)


def too_many_answers(prompt: str, limit: int, origin: int) -> Fault:
    """A prompt with more options than anybody could read."""
    return Fault("too many answers", f"there are more than {limit:,} answers to the prompt `{prompt}`", origin)


def endless_game(limit: int, origin: int = -1) -> Fault:
    """A simulated game that doesn't end."""
    return Fault("endless game", f"the game isn't over after {limit:,} decisions", origin)


def returned() -> Fault:
    """Rules that run out without ending the game."""
    return Fault("returned", "the rules came to their end without saying who has won")


def no_option(prompt: str, origin: int) -> Fault:
    """A prompt that must be answered and has no option."""
    return Fault("no option", f"there is nothing that can be done at the prompt `{prompt}`", origin)


def too_many(zone: str, limit: int) -> Fault:
    """A zone that holds more cards than it may."""
    return Fault("limit", f"`{zone}` holds more than {counted(limit, 'card')}")


def never_falls(what: str) -> Fault:
    """A scenario that says what chance decides, and says what can't be."""
    return Fault("chance", f"{what}, as the scenario says")


def too_many_to_choose(count: int, origin: int) -> Fault:
    """More cards than a selection can be chosen from."""
    return Fault("choice", f"one can choose among {MOST_CHOSEN} cards at most, not {count}", origin)


def internal(error: BaseException, origin: int) -> Fault:
    """A rule that the executor can't carry out.

    Python's message about a recursion depends on its version and on where the recursion ended, so it isn't reported.
    """
    reported = "it never ends" if isinstance(error, RecursionError) else f"{type(error).__name__}: {error}"
    return Fault("internal", f"a rule can't be carried out ({reported})", origin)


def fault_outcome(program: Program, fault: Fault) -> Outcome:
    """The outcome of a game that ended with a fault."""
    origins = _distinct(program, fault.ring) or _cycle(program, fault.cycle)
    if not origins and 0 <= fault.origin < len(program.origins):
        origins = [program.origins[fault.origin]]
    reported = _listed([f"“{origin.rule}” ({line_of(origin)})" for origin in origins])
    sentence = f"Rules fault: {fault.message}" + (f"; see {reported}" if reported else "") + "."
    if not origins:
        return Outcome("fault", sentence)
    first = origins[0]
    return Outcome("fault", sentence, first.rule, first.module, first.citations, line_of(first))


def _listed(rules: Sequence[str]) -> str:
    """Some rules in a row; of very many, the first and the last."""
    if len(rules) <= MOST_NAMED:
        return ", ".join(rules)
    return f"{', '.join(rules[: MOST_NAMED - 1])}, {len(rules) - MOST_NAMED} more and {rules[-1]}"


def ending_outcome(program: Program, ending: int, sentence: str = "") -> Outcome:
    """The outcome of a game that came to one of the program's endings; its sentence may have values in it."""
    end = program.endings[ending]
    origin = program.origins[end.origin]
    return Outcome(end.status, sentence or end.sentence, origin.rule, origin.module, origin.citations, line_of(origin))


def line_of(origin: Origin) -> str:
    """`file:line` of an origin."""
    return f"{origin.span.file.name}:{origin.span.line}"


def _cycle(program: Program, blocks: Iterable[int]) -> list[Origin]:
    """The rules that run in a cycle of blocks: the events, and what else acts in them."""
    cycle = [program.blocks[number] for number in sorted(cycle_of(program, frozenset(blocks)))]
    events = [program.procedures[number].origin for number in sorted({block.procedure for block in cycle})]
    acting = [block.last.origin for block in cycle if isinstance(block.last, CallAndWait | Choose)]
    return _distinct(program, [*events, *acting])


def _distinct(program: Program, origins: Iterable[int]) -> list[Origin]:
    """Each rule once, with its first line."""
    found: dict[tuple[str, str], Origin] = {}
    for number in origins:
        origin = program.origins[number]
        found.setdefault((origin.module, origin.rule), origin)
    return list(found.values())
