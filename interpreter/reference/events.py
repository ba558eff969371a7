"""What a trace is made of: one frozen entry for everything that happened, with its rule and its cause."""

from __future__ import annotations

import attrs


@attrs.frozen
class Event:
    """One thing that happened.

    `name` says of what kind it is: an event of the rules by its own name, or "move", "draw", "shuffle", "exchange",
    "number", "fact", "answer", "end", and at the beginning "laid out". `text` says it in words. `cause` is the index
    of the event in which it happened (None: in none), `depth` how many such events lie around it. `rule`, `citations`
    and `module` say whose rule it was, `through` which numbered rules that one reads, `place` where it is written
    (`file:line`). Of a "fact", `zones` are those in which the cards lie that it names;
    of an "answer", `about` says what was asked about, as far as the player who answered saw it.
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
    zones: tuple[str, ...] = ()
    about: str = ""
