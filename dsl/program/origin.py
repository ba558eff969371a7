"""The origin of a part of the program: the rule that it was made from."""

from __future__ import annotations

import attrs

from dsl.text.shapes import shape
from dsl.text.source import Span


@shape
class Origin:
    """The rule that a part of the program comes from: its module, a title in its words, the cited numbers, the place.

    `through` are the cited numbers of the declarations that the rule reads in this link: definitions with everything
    that modules add to them, groups, zones, numbers, options. `hooks`: the rule acts in an event that is declared
    elsewhere: it hooks, handles, replaces or forbids it.
    """

    module: str
    rule: str
    citations: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)
    through: tuple[str, ...] = ()
    hooks: bool = False
