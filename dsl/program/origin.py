"""Where a part of the program comes from: the rule that it was made of."""

from __future__ import annotations

import attrs

from dsl.text.source import Span


@attrs.frozen
class Origin:
    """The rule for which something is in the program: module, a title in its words, the cited numbers, the place.

    `through` are the numbers of what the rule reads as it stands in this link: definitions with all that modules add
    to them, groups, zones, numbers, options.
    """

    module: str
    rule: str
    citations: tuple[str, ...]
    span: Span = attrs.field(eq=False, repr=False)
    through: tuple[str, ...] = ()
