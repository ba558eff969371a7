"""The contributions of each module to each site of a linked game: the rules of the link report.

A `Contribution` is one rule of one module at one *site*: an event, a prompt, a definition, a group, a zone, an
enumeration, or the game as a whole. A program lists them in the order in which they take effect. They are no part of
its fingerprint, and no executor reads them.
"""

from __future__ import annotations

import attrs

from dsl.text.source import Span

KINDS = {
    "event": ("phase", "forbid", "instead of", "before", "event", "together with", "on", "after"),
    "prompt": ("ask", "offer", "option", "added option", "ability", "trigger"),
    "definition": ("define", "score", "widen", "narrow", "raise", "lower", "keep"),
    "group": ("group", "extend"),
    "zone": ("cards", "more cards"),
    "kind": ("kind", "extend kind"),
    "enum": ("enum", "add"),
    "game": (
        "dummy",
        "win only when",
        "win also when",
        "lose when",
        "game over when",
        "winner",
        "out of reach when",
        "invariant",
    ),
}
"""The kinds of sites, and the kinds of contributions to each; within a site they take effect in this order."""

ADJUSTING = KINDS["definition"][1:]
"""The kinds of contributions that change the value of a definition."""

MET = ("event", "prompt", "definition", "group", "kind")
"""The kinds of sites at which modules meet: the rules of both make one step, one menu, or one value."""


@attrs.frozen
class Contribution:
    """A rule that a module adds to a site.

    `index` is its place in `Program.contributions`; `module` is the base game's name for its own rules; `kind` is a
    word of `KINDS[site_kind]`. `words` describe it on one line: an option's or ability's words with `…` for each
    parameter, the cards that a rule is about, or the condition under which it holds; "" if it has none of these.
    `span` is its head, `whole` all of it with its steps. `bridges` are the modules that its section asks for. An
    ability has one contribution for each prompt at which it is offered, all with one span.
    """

    index: int
    module: str
    kind: str
    site_kind: str
    site: str
    words: str
    span: Span = attrs.field(eq=False, repr=False)
    whole: Span = attrs.field(eq=False, repr=False)
    citations: tuple[str, ...]
    bridges: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """`file:line`, as the link report shows it."""
        return f"{self.span.file.name}:{self.span.line}"

    @property
    def partners(self) -> tuple[str, ...]:
        """The other modules to which it is a bridge."""
        return tuple(name for name in self.bridges if name != self.module)
