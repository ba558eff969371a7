"""Rules and steps as sentences: their words in the templates of a frame, with links and the marks of modules.

Knows no order of rules, and which events stand where.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import attrs

from dsl import Line, Quote, Reference, Rule
from repl.sheets.document import Piece, Pieces, joined, words
from repl.sheets.frame import Frame

TERMS = ("definition", "group", "class")
"""The sorts of names that the sheet explains."""

Slots = tuple[tuple[str, Quote], ...]


def anchor(sort: str, name: str) -> str:
    """What links call a thing; different names have different anchors."""
    return f"{sort}-{name.replace('-', '--').replace(' ', '-')}"


@attrs.define
class Wording:
    """Words rules for a page.

    `terms` are the names that the sheet can explain, `events` those that it has a place for; `needed` gathers the terms
    that were used. `options` are the values of options by name,
    `constants` the definitions that are numbers; `base` is the module whose rules aren't marked.
    """

    frame: Frame
    base: str
    terms: frozenset[tuple[str, str]]
    events: frozenset[str]
    options: dict[str, str]
    constants: dict[str, str]
    needed: set[tuple[str, str]] = attrs.field(factory=set)

    def quote(self, quote: Quote, strong: bool = False) -> Pieces:
        """A quotation; the fixed words of an option are `strong`."""
        found: list[Piece] = []
        for each, inside in self._parts(quote):
            piece = self._piece(each, "strong" if strong else "")
            piece = attrs.evolve(piece, style="name") if inside else piece
            if not piece.text:
                continue
            if found and (found[-1].style, found[-1].link) == (piece.style, piece.link):
                found[-1] = attrs.evolve(piece, text=found[-1].text + piece.text)
            else:
                found.append(piece)
        return tuple(found)

    @staticmethod
    def _parts(quote: Quote) -> Iterator[tuple[str | Reference, bool]]:
        """The pieces of a quotation, and whether each is a value that is put into a text."""
        for part in quote.parts:
            if isinstance(part, Quote):
                yield from ((piece, quote.sort != "expression") for piece in part.pieces)
            else:
                yield part, False

    def said(self, quote: Quote) -> Pieces:
        """A text between quotation marks."""
        return (Piece(self.frame.page("open")), *self.quote(quote), Piece(self.frame.page("close")))

    def rule(self, key: str, rule: Rule, **more: Pieces) -> Pieces:
        """A rule in its template, with the marks of its module and its numbers."""
        return (*self.frame.filled("rule", key, {**self.slots(rule.head), **more}), *self.marks(rule))

    def step(self, line: Line) -> Pieces:
        """A step, without those below it."""
        return self.frame.filled("step", line.form, self.slots(line.slots))

    def slots(self, slots: Slots) -> dict[str, Pieces]:
        """The parts of a template."""
        texts = ("question", "sentence")
        return {name: self.said(quote) if name in texts else self.quote(quote) for name, quote in slots}

    def offer(self, slots: Slots) -> Pieces:
        """The words of an option, what is chosen for it, and when it is there."""
        found = dict(slots)
        parts = [self.quote(found["words"], strong=True)]
        chosen = [quote for name, quote in slots if name.startswith("chosen ")]
        parts += [self.quote(quote) for quote in chosen]
        if "if" in found:
            parts.append(self.frame.filled("rule", "given", {"if": self.quote(found["if"])}))
        if "once" in found:
            parts.append(self.quote(found["once"]))
        if "opening" in found:
            parts.append(words(self.frame.tables["rule"]["opening"]))
        first, *rest = parts
        return (*first, Piece(" – "), *joined(rest, "; ")) if rest else first

    def marks(self, rule: Rule | Line) -> Pieces:
        """The module that a rule comes from, unless it is the base game, and the numbers it cites."""
        modules = [rule.module] if rule.module not in ("", self.base) else []
        if isinstance(rule, Rule):
            modules += [each for each in rule.bridges if each not in modules]
        marks = (
            words(" + ".join(modules), "module"),
            words(f"[{', '.join(rule.citations)}]" * bool(rule.citations), "cited"),
        )
        return tuple(piece for each in marks if each for piece in (Piece(" "), *each))

    def listed(self, texts: Iterable[Pieces]) -> Pieces:
        """Several texts with commas."""
        return joined(list(texts), ", ")

    def _piece(self, each: str | Reference, style: str) -> Piece:
        if isinstance(each, str):
            return Piece(each if style else self.frame.glue(each), style)
        match each.sort:
            case "variable":
                return Piece(each.text, "name")
            case "glue" | "":
                said = self.frame.glue(each.name)
                return Piece(said if said != each.name else each.text, style)
            case "option":
                return Piece(f"{each.text} ({self.options[each.name]})" if each.name in self.options else each.text)
            case "event":
                return Piece(each.text, style, anchor("event", each.name) if each.name in self.events else "")
            case sort if sort in TERMS:
                name = each.name if (sort, each.name) in self.terms else each.name.removesuffix("s")
                if (sort, name) in self.terms:
                    self.needed.add((sort, name))
                    known = (
                        f" ({self.constants[name]})"
                        if each.text and sort == "definition" and name in self.constants
                        else ""
                    )
                    return Piece(f"{each.text}{known}", style, anchor(sort, name))
                return Piece(each.text, style)
            case _:
                return Piece(each.text, style)
