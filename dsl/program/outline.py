"""The outline of a linked game: its rules as an author wrote them, in the order of their effect, for readers.

`outlines/outlined` makes these shapes on demand from the same text as the program; no executor reads them. They hold
the words of the rules in small pieces, each with its sort, so that they can be translated, linked and laid out. They
know nothing of languages and of pages.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs


@attrs.frozen
class Reference:
    """A name in a quotation: the words shown, the sort of the thing ("zone", "definition", …), its own name.

    Two sorts are no names: "said" is a text that was translated as a whole, or can't be; "glue" are words of the rules
    language, translated as far as the texts of the game do so.
    """

    text: str
    sort: str
    name: str


@attrs.frozen
class Quote:
    """A piece of the rules in their own words: text of the language, names, and quotations within it.

    `sort`: an "expression"; the "words" of an option; a "text" in quotation marks. `own` is what texts files call it.
    """

    sort: str
    own: str
    parts: tuple[str | Reference | Quote, ...]

    @property
    def pieces(self) -> Iterator[str | Reference]:
        """Its text and names in order, without the nesting."""
        for part in self.parts:
            if isinstance(part, Quote):
                yield from part.pieces
            else:
                yield part

    @property
    def text(self) -> str:
        """All its words."""
        return "".join(each if isinstance(each, str) else each.text for each in self.pieces)


@attrs.frozen
class Line:
    """A step, a question, or an option; `lines` stand below it.

    `form` is the sort of step ("move", "draw", "if", …), `slots` are its parts by name. `site` is the event that it
    carries out or the prompt that it asks. Options have a `module`, citations and a
    `place` of their own.
    """

    form: str
    slots: tuple[tuple[str, Quote], ...] = ()
    lines: tuple[Line, ...] = ()
    site: str = ""
    module: str = ""
    citations: tuple[str, ...] = ()
    place: str = attrs.field(default="", eq=False, repr=False)


@attrs.frozen
class Rule:
    """A rule at a site: `site_kind`, `site` and `kind` as those of a `Contribution`; a "class" is a site of its own.

    `head` says what it is about: its words, its condition, its value. `gloss` is the author's comment above it. `title`
    is the site in the language of the outline; `change`: it is a change of a zone (`leaving pile`). An ability has all
    prompts at which it is offered as `prompts`. `place` is where it stands: `file:line:column`.
    """

    site_kind: str
    site: str
    kind: str
    module: str
    bridges: tuple[str, ...]
    citations: tuple[str, ...]
    head: tuple[tuple[str, Quote], ...]
    lines: tuple[Line, ...]
    gloss: str
    title: str = ""
    change: bool = False
    prompts: tuple[str, ...] = ()
    place: str = attrs.field(default="", eq=False, repr=False)


@attrs.frozen
class PrintedCard:
    """A card as printed: its values by the columns of its group, and how many begin in which zone."""

    name: str
    values: tuple[str, ...]
    starts: tuple[tuple[str, int], ...]


@attrs.frozen
class CardGroup:
    """The cards of a kind that a module adds."""

    kind: str
    lineage: tuple[str, ...]
    module: str
    citations: tuple[str, ...]
    columns: tuple[str, ...]
    cards: tuple[PrintedCard, ...]


@attrs.frozen
class Component:
    """A zone, or a number, flag or marker.

    `traits` are words about it by name: "shape", "seen", "limit", "refilled", "least", "most", "positions". `first` is
    the first value of a number, if the rules say one.
    """

    name: str
    sort: str
    module: str
    citations: tuple[str, ...]
    per: tuple[str, ...]
    traits: tuple[tuple[str, str], ...]
    first: Quote | None = None


@attrs.frozen
class SetOption:
    """An option of the game with its value, and the others it could have."""

    name: str
    value: str
    others: tuple[str, ...]
    module: str
    citations: tuple[str, ...]


@attrs.frozen
class Outline:
    """A linked game for readers.

    `titles` are those of the base game and the modules in play, by name. `rules` stand in the order in which they take
    effect at their site. `phases` are the events of a turn, `turn` the numbers that it cites.
    """

    titles: tuple[tuple[str, str], ...]
    options: tuple[SetOption, ...]
    cards: tuple[CardGroup, ...]
    pieces: tuple[Component, ...]
    phases: tuple[str, ...]
    turn: tuple[str, ...]
    won: Quote | None
    rules: tuple[Rule, ...]
