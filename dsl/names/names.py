"""Everything that has a name in a ruleset, and how it is laid out: what `resolve` makes and the later passes read.

Cards by id, printed attributes by card, zones and numbers by the index of the first of their family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from math import prod

import attrs

from dsl.linking import out_of_scope
from dsl.linking.ruleset import Part, Ruleset
from dsl.model import model as m
from dsl.names import types as t
from dsl.names.usage import Usage
from dsl.program.reads import Spans
from dsl.text.diagnostics import Label, Problem, Problems
from dsl.text.letters import difference, look_alike
from dsl.text.source import Span
from dsl.text.spelling import nearest

LETTERS = "ABCDEFGH"
"""What players are called."""

PLAYER, DEALT, FIRST_NUMBER = 0, 1, 2
"""Numbers that every program has (see `program.Program`), and the first of those that rules declare."""

RIDING, LIES_ON = "riding", "lies on"
"""What the zone of cards that lie on others is called, and the fact that says on which (see `riding`)."""

NOWHERE = "none"
"""The position of a marker at which it stands at no member of a domain."""

SIDES = frozenset({"top", "bottom", "left", "right", "leftmost", "rightmost"})
"""Words for the ends of zones, which may begin names, too."""

MOST_PLACES = 3
"""Places of one unknown name that are shown besides the first."""

MOST_GUESSES = 50
"""So many unknown names are told what they may stand for."""


@attrs.define
class Attribute:
    """A printed attribute: its enumeration ("" for a number), and its value for each card id."""

    name: str
    enumeration: str
    several: bool
    span: Span
    values: list[int] = attrs.field(factory=list)


@attrs.define
class Fact:
    """A mutable fact: where in the program it is, and which cards have it."""

    name: str
    mark: str
    maximum: int
    kind: str
    span: Span
    words: tuple[str, ...] = ()
    most_first: bool = False


@attrs.define
class Kind:
    """A kind of cards and those above it, itself first; `rides`: on what its cards may lie."""

    name: str
    lineage: tuple[str, ...]
    attributes: dict[str, m.AttributeOf]
    facts: dict[str, m.AttributeOf]
    active: m.Active | None
    part: Part
    span: Span
    rides: m.Rides | None = None


@attrs.define
class Face:
    """A card as printed, the copies of it in the game by the zone they begin in, and where it was declared."""

    name: str
    kind: str
    part: Part
    span: Span
    cells: dict[str, tuple[str, Span]]
    starts: list[tuple[str, int, Span]]
    ids: tuple[int, ...] = ()


@attrs.frozen
class Domain:
    """A fixed list of values with words: players, members of an enumeration, numbered places.

    `type` is that of its values, `values` has each as the program does, `words` what each is
    called; `short` is the word where the domain's name stands before it already.
    """

    name: str
    type: t.Player | t.Member
    values: tuple[int, ...]
    words: tuple[str, ...]
    short: tuple[str, ...]


@attrs.frozen
class Family:
    """What is declared once and is there once for each member of its domains, or for each pair of members.

    `first` is the index of the first of them; the members of the last domain follow each
    other.
    """

    name: str
    part: Part
    first: int
    domains: tuple[Domain, ...]

    @cached_property
    def count(self) -> int:
        """How many of them there are."""
        return prod(len(domain.values) for domain in self.domains)

    @property
    def indices(self) -> range:
        """The index of each."""
        return range(self.first, self.first + self.count)

    @cached_property
    def wanted(self) -> tuple[Domain, ...]:
        """The domains whose members must be said; without a player the acting one is meant."""
        return tuple(domain for domain in self.domains if domain.name != "player")

    def members(self, called: str, players: int) -> Iterator[tuple[int, str]]:
        """For each of them the player to whom it belongs (or -1), and its name, made of `called` and its members."""
        for each in product(*(range(len(domain.values)) for domain in self.domains)):
            owner, words = -1, [called]
            for domain, at in zip(self.domains, each, strict=True):
                if domain.name != "player":
                    words.append(domain.short[at])
                    continue
                owner = at
                if players > 1:
                    words.insert(0, LETTERS[at])
            yield owner, " ".join(words)


@attrs.frozen
class ZoneFamily(Family):
    """A declared zone."""

    declared: m.Zone


@attrs.frozen
class NumberFamily(Family):
    """A declared number; `positions` are the words of a marker, whose numbers are bits.

    `standing` are those of them that are members of domains, `member_of` is the domain whose members all of them are,
    except `none`; "" if they aren't.
    """

    declared: m.NumberOf
    positions: tuple[str, ...] = ()
    standing: frozenset[str] = frozenset()
    member_of: str = ""


@attrs.define
class Names:
    """Everything that has a name in a ruleset.

    `rides` are the kinds of cards that lie on others, with the kind of those. `put` are the positions (their bits) at
    which rules put a marker. `domains` are those that were asked for, as far as nothing was declared since.
    """

    ruleset: Ruleset
    problems: Problems
    enums: dict[str, dict[str, int]] = attrs.field(factory=dict)
    members: dict[str, tuple[str, int]] = attrs.field(factory=dict)
    signs: dict[str, str] = attrs.field(factory=dict)
    kinds: dict[str, Kind] = attrs.field(factory=dict)
    classes: dict[str, tuple[Part, m.Class]] = attrs.field(factory=dict)
    faces: dict[str, Face] = attrs.field(factory=dict)
    attributes: dict[str, Attribute] = attrs.field(factory=dict)
    facts: dict[str, Fact] = attrs.field(factory=dict)
    places: dict[str, tuple[Part, m.Places]] = attrs.field(factory=dict)
    zones: dict[str, ZoneFamily] = attrs.field(factory=dict)
    groups: dict[str, list[tuple[Part, m.Member]]] = attrs.field(factory=dict)
    numbers: dict[str, NumberFamily] = attrs.field(factory=dict)
    prompts: dict[str, tuple[Part, m.Prompt]] = attrs.field(factory=dict)
    events: dict[str, tuple[Part, m.Event]] = attrs.field(factory=dict)
    defines: dict[str, tuple[Part, m.Define]] = attrs.field(factory=dict)
    ids: list[Face] = attrs.field(factory=list)
    unknown: dict[str, Problem] = attrs.field(factory=dict)
    usage: Usage = attrs.field(factory=Usage)
    put: set[tuple[str, int]] = attrs.field(factory=set)
    twice: set[str] = attrs.field(factory=set)
    rides: dict[str, str] = attrs.field(factory=dict)
    domains: dict[str, Domain | None] = attrs.field(factory=dict)

    def say_unknown(self, what: str, name: m.Name, known: Iterable[str], advice: str = "") -> None:
        """Report a name that nobody declared; where it stands again is shown with the first place.

        `advice` is given if no other name is near it.
        """
        first = self.unknown.get(name.text)
        if first in self.problems.found:
            self.problems.repeated()
            self._again(first, name.span)
            return
        known = list(known) if len(self.unknown) < MOST_GUESSES else []
        close, alike = nearest(name.text, known), look_alike(name.text, known)
        message = f"nothing is called `{name.text}`" if what == "name" else f"no {what} is called `{name.text}`"
        side, _, count = name.text.partition(" ")
        help_ = f"did you mean `{close}`?" if close else advice
        if alike:
            help_ = f"`{alike}` only looks the same: {difference(name.text, alike)}"
        if count and side in SIDES and what in ("attribute", "zone"):
            help_ = f"a count that is no plain number stands in brackets: `{side} ({count}) of …`"
        if whole := self._whole(name):
            help_ = f"the name `{whole}` holds a word of the language, so it stands in backticks"
        elsewhere = self._absent(what, name)
        if elsewhere is not None:
            message, help_ = f"{message} here: {elsewhere[0]}", elsewhere[1]
        self.problems.add(f"unknown-{what}", message, name.span, help=help_)
        self.unknown[name.text] = self.problems.found[-1]

    def _whole(self, name: m.Name) -> str:
        """A declared name that was cut short, because it goes on with a word of the language; "" if there is none."""
        text, start = name.span.file.text, name.span.start
        tables = (
            self.faces, self.zones, self.groups, self.numbers, self.prompts, self.events, self.defines,
            self.attributes, self.facts, self.members, self.kinds, self.classes, self.enums, self.places,
        )  # fmt: skip
        longer = (known for table in tables for known in table if known.startswith(f"{name.text} "))
        fitting = [
            known for known in longer if re.match(rf"{re.escape(known)}(?!\w)", text[start : start + len(known) + 1])
        ]
        return max(fitting, key=len, default="")

    def module_of(self, file: str) -> str:
        """The module that the file of this name is, or the base game."""
        heads = (each.head for each in self.ruleset.files if each.span.file.name == file)
        return next((head.name.text for head in heads if head), self.ruleset.base)

    def too_many(
        self, message: str, found: Iterable[tuple[str, Span, int]], overgrown: bool = False, advice: str = ""
    ) -> None:
        """Report that there is too much of something, at the module that has most of it, not the base game.

        `found` says of each module, as often as something is known of it, where it has how much; the first place is
        shown.
        """
        shares: dict[str, int] = {}
        spans: dict[str, Span] = {}
        for module, span, count in found:
            shares[module] = shares.get(module, 0) + count
            spans.setdefault(module, span)
        blamed = max(shares, key=lambda module: (module != self.ruleset.base, shares[module]))
        told = ", ".join(
            f"{count:,} of `{module}`" for module, count in sorted(shares.items(), key=lambda each: -each[1])
        )
        help_ = "; ".join(filter(None, [advice, told if len(shares) > 1 else ""]))
        if overgrown:
            self.problems.add("overgrown", message, spans[blamed], help=help_)
        else:
            self.problems.add("too-many", message, spans[blamed], help=help_)

    def _absent(self, what: str, name: m.Name) -> tuple[str, str] | None:
        """Where a name is declared that isn't in this game, and what to do; None if it is declared nowhere."""
        rules = self.ruleset
        found = out_of_scope.find(name.text, what, rules.files, rules.base, rules.modules)
        if found is None or len(self.unknown) >= MOST_GUESSES:
            return None
        playing = found.module == rules.base or found.module in rules.modules
        if playing and not found.sections:
            return None
        where = (
            f"in the module `{found.module}`, which isn't in play" if not playing else "in a section that isn't open"
        )
        return f"it is declared {where}", out_of_scope.advice(found, name.span.file, rules.start.file, playing)

    def _again(self, first: Problem, span: Span) -> None:
        """Show one more place of an unknown name."""
        if len(first.related) < MOST_PLACES and span not in [first.span, *(label.span for label in first.related)]:
            more = attrs.evolve(first, related=(*first.related, Label(span, "and here")))
            self.problems.found[self.problems.found.index(first)] = more
            self.unknown.update({text: more for text, problem in self.unknown.items() if problem == first})

    def see(self, name: m.Name, owner: Part, user: Part) -> None:
        """A module may name what stands in itself, in the base game, or, in a bridge, in the modules bridged to."""
        if owner.module in (user.module, self.ruleset.base):
            return
        allowed = {user.module, self.ruleset.base} | user.bridges
        if owner.module not in user.bridges and not owner.bridges & allowed and name.text not in self.twice:
            self.problems.add(
                "not-a-bridge", f"`{name.text}` belongs to the module `{owner.module}`", name.span,
                help=f"put this rule into a section `when {owner.module} is in play`",
            )  # fmt: skip

    def class_name(self, text: str) -> str | None:
        """The kind, class or face that a word (or its plural) names."""
        for name in (text, text.removesuffix("s")):
            if name == "card" or name in self.kinds or name in self.classes or name in self.faces:
                return name
        return None

    def see_class(self, known: str, name: m.Name, user: Part) -> None:
        """Note that a kind, class or face is read; as for `see`, a module may not name every one."""
        self.usage.use("kind", known)
        if known in self.faces:
            self.see(name, self.faces[known].part, user)
        elif known in self.kinds:
            self.see(name, self.kinds[known].part, user)
        elif known in self.classes:
            self.see(name, self.classes[known][0], user)

    def looker(self, zone: str) -> int:
        """The number that says who sees a zone for looking just now."""
        return self.numbered.stop + self.looking.index(zone)

    def domain(self, name: str) -> Domain | None:
        """The domain of a name, if there is one."""
        if name not in self.domains:
            self.domains[name] = self._domain(name)
        return self.domains[name]

    def _domain(self, name: str) -> Domain | None:
        if name == "player":
            letters = tuple(LETTERS[: self.ruleset.players])
            return Domain(name, t.Player(), tuple(range(self.ruleset.players)), letters, letters)
        marker = self.numbers.get(name)
        if marker is not None and marker.member_of:
            return self.domain(marker.member_of)
        if name in self.enums:
            members = self.enums[name]
            return Domain(name, t.Member(name), tuple(members.values()), tuple(members), tuple(members))
        if name in self.places:
            numbers = range(self.places[name][1].lowest, self.places[name][1].highest + 1)
            short = tuple(str(number) for number in numbers)
            return Domain(
                name, t.Member(name, numbered=True), tuple(numbers), tuple(f"{name} {n}" for n in numbers), short
            )
        return None

    def members_of(self, type_: t.Type) -> Domain | None:
        """The domain whose members are of a type, if there is one."""
        match type_:
            case t.Member(name):
                return self.domain(name)
            case t.Player():
                return self.domain("player")
            case _:
                return None

    def prompt_names(self, name: str) -> tuple[str, ...]:
        """What a prompt is called where it is asked: its name, or a name for each member of its domain."""
        of = self.prompt_domain(name)
        return tuple(f"{name} {word}" for word in of.words) if of else (name,)

    def prompt_domain(self, name: str) -> Domain | None:
        """The domain for each member of which there is such a prompt, if there is one."""
        per = self.prompts[name][1].per
        return self.domain(per[0].text) if per else None

    @cached_property
    def spans(self) -> Spans:
        """How many zones and numbers follow each other from the first of each family on."""
        return Spans(
            {family.first: family.count for family in self.zones.values()},
            {family.first: family.count for family in self.numbers.values()},
        )

    @property
    def looking(self) -> list[str]:
        """The zones for looking, each of which has a number that says who looks; these follow the declared numbers."""
        return [name for name, family in self.zones.items() if family.declared.for_looking]

    @property
    def zoned(self) -> range:
        """The indices of the declared zones."""
        return range(sum(family.count for family in self.zones.values()))

    @property
    def numbered(self) -> range:
        """The indices of the declared numbers."""
        return range(FIRST_NUMBER, FIRST_NUMBER + sum(family.count for family in self.numbers.values()))

    @property
    def riding(self) -> ZoneFamily | None:
        """The zone of the cards that lie on others, in a game that has such cards."""
        family = self.zones.get(RIDING)
        return family if family is not None and self.rides else None

    @property
    def lies_on(self) -> int:
        """The fact that says on which card another lies; it comes after those that are declared."""
        return len(self.facts)

    def riders(self) -> frozenset[int]:
        """The cards that may lie on others."""
        return frozenset(i for i, face in enumerate(self.ids) if self.kinds[face.kind].rides)

    def carriers(self) -> frozenset[int]:
        """The cards on which others may lie."""
        return frozenset[int]().union(*(self.ids_of(carrier) for carrier in self.rides.values()))

    def ids_of(self, name: str) -> frozenset[int]:
        """The cards of a kind or of a face (classes are worked out in `expressions`)."""
        if name in self.kinds:
            return frozenset(i for i, face in enumerate(self.ids) if name in self.kinds[face.kind].lineage)
        return frozenset(self.faces[name].ids) if name in self.faces else frozenset()
