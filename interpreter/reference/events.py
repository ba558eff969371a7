"""Events: the frozen entries of a trace, each with its rule and its cause."""

from __future__ import annotations

import attrs


@attrs.frozen
class Event:
    """One thing that happened.

    `name` is its kind: an event of the rules by its own name, or "move", "draw", "shuffle", "roll", "pick", "exchange",
    "turned", "number", "fact", "answer", "end", "score", "rule" (one that hooks, handles, replaces or forbids the event
    in progress), and at the beginning "laid out". `text` describes it in words. `cause` is the index of the event in
    which it happened (None: in none), and `depth` the number of events around it. `rule`, `citations` and `module`
    identify the rule, `through` the numbered rules that it reads, and `place` is where it is written (`file:line`).
    `seen` are the players who saw the cards that it names when it happened; for an "answer", the player who gave it,
    and `about` is what the question was about, as far as that player saw it.
    """

    index: int
    name: str
    text: str
    cause: int | None
    rule: str
    citations: tuple[str, ...]
    module: str
    place: str
    depth: int
    through: tuple[str, ...] = ()
    seen: tuple[str, ...] = ()
    about: str = ""
