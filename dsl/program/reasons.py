"""The reasons for offering an option or not: the conditions of a program's options, part by part, in the rules' words.

`assembly/reasons` makes these shapes on demand from the same text as the program; no executor reads them. Their
expressions read the same locals, numbers and zones as the program's own, and can be evaluated at any decision of it.
"""

from __future__ import annotations

import attrs

from dsl.program.blocks import Parameter
from dsl.program.expressions import Expr
from dsl.program.origin import Origin
from dsl.program.texts import Parts

USED = {"turn": "it has already been used this turn", "game": "it has already been used in this game"}
USED_IN = "it has already been used in this {}"
"""The words for an option that can be used once, by the time in which it was used."""


@attrs.frozen
class Mention:
    """A variable that a condition's text names: characters `start` to `end` of the text.

    Its value is a "card", a "player", or a "member" of a domain: one of `values`, called by the word at its place in
    `members`. `zone` is where a card lies, if that is known.
    """

    start: int
    end: int
    expr: Expr
    type: str
    zone: Expr | None
    members: tuple[str, ...] = ()
    values: tuple[int, ...] = ()


@attrs.frozen
class Reason:
    """A condition, or a value that one is made of.

    `form` says how its `parts` make it: "all", "either" or "not" of them; "if" (a condition and two others);
    "defined": all of them, where the text is the use of a definition, and the parts are its own value and the
    conditions that narrow it; "widened": one of them, the first being a definition's own value, the others the
    conditions that widen it; "every" or "any" of them, one for each member of a domain, whose words are `bound`;
    "value": values that it compares or counts; "changed": if `expr` holds, a rule changes a definition by its part.
    `type` is "truth", "number", "card", "player", "enum" (a set of `members` as a bit mask), "place" (one of
    `members`, whose numbers are `values`) or "word" (always `words`). `zone` is where a card lies. `asked` are the
    zones whose cards a question is about. `fixed`: it is written out, and needn't be explained. `rule` is the rule
    that holds it.
    """

    form: str
    text: str
    rule: Origin
    expr: Expr
    type: str
    parts: tuple[Reason, ...] = ()
    mentions: tuple[Mention, ...] = ()
    members: tuple[str, ...] = ()
    values: tuple[int, ...] = ()
    words: str = ""
    zone: Expr | None = None
    asked: tuple[Expr, ...] = ()
    fixed: bool = False
    bound: tuple[str, ...] = ()


@attrs.frozen
class Candidate:
    """The requirements for a card that an option is about: it is of a kind (one of `ids`), and `where` holds.

    `text` is the parameter as written. The card is in local `parameter.card`, its zone in local `parameter.zone`. If
    the parameter is a value instead of a card, `kind` is the domain and `ids` are its values.
    """

    parameter: Parameter
    text: str
    kind: str
    ids: frozenset[int]
    where: Reason | None
    rule: Origin


@attrs.frozen
class Option:
    """An option as written, in one place where it may be offered; `words`, `shown` as those of `program.Option`.

    `origin` is that of the program's option. The program doesn't have an option that can never be taken in this game.
    """

    words: tuple[str | int, ...]
    condition: Reason | None
    candidates: tuple[Candidate, ...]
    origin: int
    rule: Origin
    shown: Parts = ()


@attrs.frozen
class Asked:
    """A place at which a prompt is asked; `origin` is that of the program's `Choose`."""

    origin: int
    prompt: int
    options: tuple[Option, ...]


@attrs.frozen
class OutOfScope:
    """An option that this game doesn't have: its words, with "" for what it is about, and why it isn't there.

    `module` is the module that has it, and `missing` is the reason why this game doesn't have it, in words.
    """

    words: tuple[str, ...]
    module: str
    missing: str
    rule: Origin


@attrs.frozen
class Reasons:
    """The reasons for all options of a program, and for options that it doesn't have."""

    asked: tuple[Asked, ...]
    out_of_scope: tuple[OutOfScope, ...]
