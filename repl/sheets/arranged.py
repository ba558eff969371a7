"""Arrange the rules of a game as a rulebook: components, setup, the turn, cards, endings, and the words of the rules.

Events stand where they happen first, from the setup and the phases of the turn on; the rest follows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl import CardGroup, Component, Help, Outline, Program, Rule
from repl.sheets.document import (
    Block,
    Document,
    Grid,
    Heading,
    Item,
    Items,
    Paragraph,
    Piece,
    Pieces,
    capital,
    joined,
    words,
)
from repl.sheets.events import Events
from repl.sheets.frame import Frame, frame
from repl.sheets.tables import begins, card_table, count
from repl.sheets.wording import TERMS, Wording, anchor

SETUP = "setup"
"""The event with which every game begins."""

REFILLING = "refilling "
"""The beginning of the names of events at which piles are made anew."""

CHANGES = ("widen", "narrow", "raise", "lower", "extend", "keep")

ENDINGS = ("win only when", "win also when", "lose when", "game over when", "winner", "out of reach when", "dummy")


def sheet(program: Program) -> Document:
    """The rules sheet of a game, in the language of its program."""
    assert program.outline
    return _Arranger(program, program.outline(), frame(program.language)).document()


@attrs.define
class _Arranger:
    program: Program
    outline: Outline
    frame: Frame
    wording: Wording = attrs.field(init=False)
    events: Events = attrs.field(init=False)
    _said: set[str] = attrs.field(factory=set, init=False)

    def __attrs_post_init__(self) -> None:
        rules, base = self.outline.rules, self.program.game
        terms = frozenset((rule.site_kind, rule.site) for rule in rules if rule.site_kind in TERMS)
        events = frozenset(rule.site for rule in rules if rule.site_kind == "event" and not rule.change)
        options = {each.name: each.value for each in self.outline.options}
        self.wording = Wording(self.frame, base, terms, events, options, dict(self._constants()))
        self.events = Events(rules, self.wording, frozenset({SETUP, *self.outline.phases}))

    def _constants(self) -> Iterator[tuple[str, str]]:
        """The definitions that are a number which no module changes."""
        changed = {rule.site for rule in self.outline.rules if rule.kind in CHANGES}
        for rule in self.outline.rules:
            value = dict(rule.head)["what"].text if rule.kind == "define" else ""
            if value.isdigit() and rule.site not in changed:
                yield rule.site, value

    def document(self) -> Document:
        blocks = [*self._set(), *self._overview(), *self._components(), *self._rules()]
        blocks += [*self._terms(), *self._always()]
        return Document(self.program.title, self.frame.page("lang"), self.frame.page("contents"), tuple(blocks))

    def _heading(self, key: str) -> Heading:
        return Heading(2, words(self.frame.page(key)), key)

    def _section(self, key: str, blocks: Iterable[Block]) -> Iterator[Block]:
        """Blocks under a heading, if there are any."""
        found = list(blocks)
        if found:
            yield self._heading(key)
            yield from found

    def _set(self) -> Iterator[Block]:
        """The set, the values of its options, and how to read the sheet."""
        players, titles = self.program.players, dict(self.outline.titles)
        who = self.frame.page("player") if players == 1 else self.frame.page("players").replace("{count}", str(players))
        modules = [(*words(titles[name]), *self._mark(name)) for name in self.program.modules]
        with_ = (Piece(f" {self.frame.page('with')} "), *joined(modules, ", ")) if modules else ()
        yield Paragraph((*words(titles[self.program.game], "strong"), *with_, Piece(f", {who}.")))
        if self.outline.options:
            head = [self.frame.table(key) for key in ("option", "value", "others")]
            rows = [
                (
                    (*words(each.name), *self._mark(each.module), *self._cited(each.citations)),
                    words(each.value),
                    words(", ".join(each.others) if len(each.others) <= 6 else f"{each.others[0]} – {each.others[-1]}"),
                )
                for each in self.outline.options
            ]
            yield Grid(tuple(map(words, head)), tuple(rows))
        if any(rule.citations for rule in self.outline.rules):
            yield Paragraph(words(self.frame.page("cited" if modules else "cited-alone")), faint=True)
        if not self.frame.own:
            yield Paragraph(words(self.frame.page("untranslated")), faint=True)

    def _overview(self) -> Iterator[Block]:
        """The texts of the rules about no card."""
        topics = [each for each in self.program.help if not each.cards]
        items = [Item((*words(f"{each.title}.", "strong"), Piece(" "), *self._help(each))) for each in topics]
        yield from self._section("overview", [Items(tuple(items))] if items else [])

    def _help(self, help_: Help) -> Pieces:
        return (Piece(help_.text.strip().replace("`", "")), *self._mark(help_.module), *self._cited(help_.citations))

    def _mark(self, module: str) -> Pieces:
        return (Piece(" "), Piece(module, "module")) if module != self.program.game else ()

    def _cited(self, citations: Sequence[str]) -> Pieces:
        return (Piece(" "), Piece(f"[{', '.join(citations)}]", "cited")) if citations else ()

    def _components(self) -> Iterator[Block]:
        yield self._heading("components")
        told: set[int] = set()
        for number, group in enumerate(self.outline.cards):
            yield from self._cards(number, group, told)
        yield from self._zones()
        yield from self._numbers()

    def _cards(self, number: int, group: CardGroup, told: set[int]) -> Iterator[Block]:
        """A group of cards: its table, and the help texts about them that don't stand with another group."""
        single = len(group.cards) == 1
        name = group.cards[0].name if single else group.kind
        yield Heading(3, (*capital(words(name)), *self._mark(group.module)), f"cards-{number}")
        faces = {card.name for card in group.cards}
        ids = {at for at, face in enumerate(self.program.faces) if face.name in faces}
        about = [(at, each) for at, each in enumerate(self.program.help) if each.cards & ids and at not in told]
        told |= {at for at, _ in about}
        own = {each.title: each for _, each in about if each.title in faces and not single}
        much = self.frame.table("one") if count(group) == 1 else self.frame.table("total", count=str(count(group)))
        yield Paragraph((*words(f"{much}: {begins(group, self.frame)}."), *self._cited(group.citations)))
        for _, each in about:
            if each.title not in own:
                title = () if single or each.title == name else (*capital(words(each.title)), Piece(": "))
                yield Paragraph((*title, *self._help(each)))
        if table := card_table(group, {name: each.text for name, each in own.items()}, self.frame):
            yield table
        kinds = {*group.lineage, *(card.name for card in group.cards)}
        rules = [rule for rule in self.outline.rules if rule.site_kind == "kind" and rule.site in kinds]
        items = [Item(capital(self.wording.rule(key, rule))) for rule in rules for key in self._traits(rule)]
        if items and not any(rule.place in self._said for rule in rules):
            self._said.update(rule.place for rule in rules)
            yield Items(tuple(items))

    @staticmethod
    def _traits(rule: Rule) -> Iterator[str]:
        return (name for name, _ in rule.head if name in ("facts", "active", "rides", "facing"))

    def _zones(self) -> Iterator[Block]:
        zones = [each for each in self.outline.pieces if each.sort == "zone"]
        head = [self.frame.table(key) for key in ("zone", "form", "seen", "more")]
        yield Heading(3, words(self.frame.page("zones")), "zones")
        yield Grid(tuple(map(words, head)), tuple(tuple(self._zone(each)) for each in zones))

    def _zone(self, zone: Component) -> Iterator[Pieces]:
        traits = dict(zone.traits)
        per = self._per(zone)
        yield (*words(zone.name), *self._mark(zone.module), *self._cited(zone.citations))
        yield words(self.frame.table(traits["shape"]))
        yield words(self.frame.table(traits["seen"]))
        limit = [self.frame.table("limit", count=traits["limit"])] if "limit" in traits else []
        refilled = [self.frame.table("refilled", zone=traits["refilled"])] if "refilled" in traits else []
        yield words(", ".join([*per, *limit, *refilled]))

    def _per(self, piece: Component) -> list[str]:
        """For whom or what there is one each."""
        alone = self.program.players + len(self.program.dummies) == 1
        every = [each for each in piece.per if not (alone and each == "player")]
        return [self.frame.table("per", member=each) for each in every]

    def _numbers(self) -> Iterator[Block]:
        numbers = [each for each in self.outline.pieces if each.sort != "zone"]
        if numbers:
            yield Heading(3, words(self.frame.page("numbers")), "numbers")
            yield Items(tuple(Item(self._number(each)) for each in numbers))

    def _number(self, number: Component) -> Pieces:
        traits = dict(number.traits)
        if number.sort == "marker":
            values = ", ".join(word for _, word in number.traits)
        else:
            values = self.frame.table("range", **traits) if traits else self.frame.table("flag")
        more = [*self._per(number)]
        if number.first:
            more.append(self.frame.table("first", value="".join(p.text for p in self.wording.quote(number.first))))
        text = ", ".join([f": {values}", *more])
        return (*words(number.name, "strong"), Piece(text), *self._mark(number.module), *self._cited(number.citations))

    def _rules(self) -> Iterator[Block]:
        """The setup, the turn, and what may happen in it."""
        yield from self.events.blocks(SETUP, 2, self.frame.page("setup"))
        turn = self._heading("turn")
        yield attrs.evolve(turn, pieces=(*turn.pieces, *self._cited(self.outline.turn)))
        phases = [rule for phase in self.outline.phases for rule in self.outline.rules if rule.site == phase]
        titles = {rule.site: rule.title for rule in phases if rule.kind == "event"}
        if len(self.outline.phases) > 1:
            named = [words(titles.get(each, each), "", anchor("event", each)) for each in self.outline.phases]
            yield Paragraph((*words(self.frame.page("phases")), Piece(" "), *joined(named, ", "), Piece(".")))
        for phase in self.outline.phases:
            yield from self.events.blocks(phase, 3)
        yield from self._section("abilities", self._abilities())
        yield from self._section("waiting", self._waiting())
        yield from self._section("whenever", self._whenever())
        yield from self._section("ending", self._ending())

    def _abilities(self) -> Iterator[Block]:
        groups: dict[tuple[str, ...], list[Rule]] = {}
        for rule in self.events.abilities():
            groups.setdefault(rule.prompts, []).append(rule)
        questions = {each.family: each.question for each in reversed(self.program.prompts)}
        for prompts, rules in groups.items():
            asked = [words(f"{self.frame.page('open')}{questions[each]}{self.frame.page('close')}") for each in prompts]
            yield Paragraph(joined(asked, ", "))
            yield Items(tuple(self.events.offer(rule) for rule in rules))
            yield from self.events.further()

    def _waiting(self) -> Iterator[Block]:
        if items := tuple(self.events.waiting()):
            yield Items(items)
            yield from self.events.further()

    def _whenever(self) -> Iterator[Block]:
        if items := tuple(self.events.changes()):
            yield Items(items)
            yield from self.events.further()
        sites = dict.fromkeys(rule.site for rule in self.outline.rules if rule.site.startswith(REFILLING))
        yield from self.events.roots(sites, 3)

    def _ending(self) -> Iterator[Block]:
        won = self.outline.won
        items = [Item(self.frame.filled("rule", "win", {"sentence": self.wording.said(won)}))] if won else []
        for kind in ENDINGS:
            every = [rule for rule in self.outline.rules if rule.kind == kind]
            items += [Item(capital(self.wording.rule(kind, rule)), (), "", rule.place) for rule in every]
        scores = [rule for rule in self.outline.rules if self._is_score((rule.site_kind, rule.site))]
        items += (attrs.evolve(each, pieces=capital(each.pieces)) for each in self._defined(scores))
        if items:
            yield Items(tuple(items))

    def _terms(self) -> Iterator[Block]:
        """The definitions, groups and classes that the sheet uses, with what modules change about them."""
        known: dict[tuple[str, str], Item] = {}
        while self.wording.needed - known.keys():
            for site in sorted(self.wording.needed - known.keys()):
                rules = [rule for rule in self.outline.rules if (rule.site_kind, rule.site) == site]
                found = self._defined(rules)
                known[site] = attrs.evolve(found[0], anchor=anchor(*site)) if found else Item(())
        order = dict.fromkeys((rule.site_kind, rule.site) for rule in self.outline.rules)
        items = tuple(known[site] for site in order if site in known and not self._is_score(site))
        yield from self._section("terms", [Items(items)] if items else [])

    def _is_score(self, site: tuple[str, str]) -> bool:
        return any(rule.kind == "score" and (rule.site_kind, rule.site) == site for rule in self.outline.rules)

    def _defined(self, rules: Sequence[Rule]) -> list[Item]:
        """A definition, group or class, with its changes below it."""
        changes = tuple(Item(self._change(rule), (), "", rule.place) for rule in rules if rule.kind in CHANGES)
        own = [rule for rule in rules if rule.kind not in CHANGES]
        named = [
            (*self.wording.rule(rule.kind, rule, name=words(rule.title, "strong")), *self._gloss(rule)) for rule in own
        ]
        return [Item(pieces, changes, "", rule.place) for pieces, rule in zip(named, own, strict=True)]

    def _change(self, rule: Rule) -> Pieces:
        least = "least" if any(name == "least" for name, _ in rule.head) else "most"
        return self.wording.rule(f"keep {least}" if rule.kind == "keep" else rule.kind, rule)

    @staticmethod
    def _gloss(rule: Rule) -> Pieces:
        return (Piece(" "), Piece(rule.gloss, "faint")) if rule.gloss else ()

    def _always(self) -> Iterator[Block]:
        rules = [rule for rule in self.outline.rules if rule.kind == "invariant"]
        items = tuple(Item(capital(self.wording.rule("invariant", rule)), (), "", rule.place) for rule in rules)
        yield from self._section("always", [Items(items)] if items else [])
