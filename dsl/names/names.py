"""The tables of everything that has a name in a ruleset, and of its layout: made by `resolve`, read by later passes.

Cards are known by id, printed attributes by card, zones and numbers by the index of the first of their family.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import cached_property
from itertools import product
from math import prod

import attrs

from dsl.linking import out_of_scope
from dsl.linking.ruleset import Part, Ruleset
from dsl.model import model as m
from dsl.names import choices, other_sorts, phrases, proposals
from dsl.names import types as t
from dsl.names.usage import Usage
from dsl.program.lists import lists_for
from dsl.program.reads import Spans
from dsl.program.setup import BACK
from dsl.text.diagnostics import Label, Problem, Problems
from dsl.text.letters import difference, look_alike
from dsl.text.quantified import PLAYERS
from dsl.text.source import Span
from dsl.text.spelling import nearest, plural

LETTERS = PLAYERS
"""The names of players."""

SCORE = "score"
"""The name of the definition that is the score of a game."""

PLAYER, DEALT, FIRST_NUMBER = 0, 1, 2
"""Numbers that every program has (see `program.Program`), and the first of those that rules declare."""

FACE_DOWN, FACE_UP = "face down", "face up"
"""The ways in which a card can lie, as classes of cards (see `faces`)."""

COVERED = " covered"
"""The zone of the cards that lie face down; no zone of a rule can have this name."""

HIDES = "hides"
"""The name of the fact that says which card lies face down (see `program.Facing`)."""

RIDING, LIES_ON = "riding", "lies on"
"""The names of the zone of cards that lie on others, and of the fact that says on which (see `Names.riding`)."""

NOWHERE = "none"
"""The position of a marker at which it stands at no member of a domain."""

SIDES = frozenset({"top", "bottom", "left", "right", "leftmost", "rightmost"})
"""Words for the ends of zones; names may begin with them, too."""

MOST_PLACES = 3
"""The most places of one unknown name that are shown besides the first."""

MOST_GUESSES = 50
"""The most unknown names for which a known name is suggested."""


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
    """A mutable fact: its words, its maximum, and the kind whose cards have it."""

    name: str
    mark: str
    maximum: int
    kind: str
    span: Span
    words: tuple[str, ...] = ()
    most_first: bool = False


@attrs.define
class Kind:
    """A kind of cards; `lineage` are its name and those of the kinds above it, `rides` the cards its own may lie on.

    `facing`: its cards may lie face down.
    """

    name: str
    lineage: tuple[str, ...]
    attributes: dict[str, m.AttributeOf]
    facts: dict[str, m.AttributeOf]
    active: m.Active | None
    part: Part
    span: Span
    rides: m.Rides | None = None
    facing: m.Facing | None = None


@attrs.define
class Face:
    """A card as printed, the copies of it in the game by the zone they begin in, and the place of its declaration."""

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

    `type` is the type of its values, `values` are their numbers in the program, `words` their names; `short` are the
    words to write behind the domain's name.
    """

    name: str
    type: t.Player | t.Member
    values: tuple[int, ...]
    words: tuple[str, ...]
    short: tuple[str, ...]


@attrs.frozen
class Family:
    """A declaration that makes one thing for each member of its domains, or for each pair of members.

    `first` is the index of the first thing; those for the members of the last domain follow each other.
    """

    name: str
    part: Part
    first: int
    domains: tuple[Domain, ...]

    @cached_property
    def count(self) -> int:
        """The number of things."""
        return prod(len(domain.values) for domain in self.domains)

    @property
    def indices(self) -> range:
        """The indices of all things."""
        return range(self.first, self.first + self.count)

    @cached_property
    def wanted(self) -> tuple[Domain, ...]:
        """The domains whose members a rule must name; if it names no player, the acting one is meant."""
        return tuple(domain for domain in self.domains if domain.name != "player")

    def members(self, called: str, players: int) -> Iterator[tuple[int, str]]:
        """For each thing the player to whom it belongs (or -1), and its name, made of `called` and its members."""
        for each in product(*(range(len(domain.values)) for domain in self.domains)):
            owner, words = -1, [called]
            for domain, at in zip(self.domains, each, strict=True):
                if domain.name != "player":
                    words.append(domain.short[at])
                elif players > 1:
                    words.insert(0, domain.short[at])
                owner = at if domain.name == "player" else owner
            yield owner, " ".join(words)


@attrs.frozen
class ZoneFamily(Family):
    """A declared zone."""

    declared: m.Zone


@attrs.frozen
class NumberFamily(Family):
    """A declared number; `positions` are the words of a marker, whose numbers are bits.

    `standing` are the positions that are members of domains: all but `none` of the domain `member_of`, if it isn't "".
    """

    declared: m.NumberOf
    positions: tuple[str, ...] = ()
    standing: frozenset[str] = frozenset()
    member_of: str = ""

    @property
    def sort(self) -> str:
        """The word that declares it."""
        return "marker" if self.positions else self.declared.sort


@attrs.define
class Names:
    """Everything that has a name in a ruleset.

    `ordered` are the enums whose values are more or less than each other. `refills` has the piles that are refilled
    when they run out, by the index of each zone. `unknown` are the problems of unknown names. `rides` maps each kind of
    cards that may lie on others to the kind of those. `put` are the positions (their bits) at which rules put a marker.
    `domains` caches the domains that were looked up; a declaration that may change them clears it.
    """

    ruleset: Ruleset
    problems: Problems
    enums: dict[str, dict[str, int]] = attrs.field(factory=dict)
    members: dict[str, tuple[str, int]] = attrs.field(factory=dict)
    ordered: set[str] = attrs.field(factory=set)
    refills: dict[int, ZoneFamily] = attrs.field(factory=dict)
    signs: dict[str, str] = attrs.field(factory=dict)
    kinds: dict[str, Kind] = attrs.field(factory=dict)
    classes: dict[str, tuple[Part, m.Class]] = attrs.field(factory=dict)
    faces: dict[str, Face] = attrs.field(factory=dict)
    attributes: dict[str, Attribute] = attrs.field(factory=dict)
    facts: dict[str, Fact] = attrs.field(factory=dict)
    dummies: dict[str, tuple[Part, m.Dummy]] = attrs.field(factory=dict)
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
    rides: dict[str, str] = attrs.field(factory=dict)
    domains: dict[str, Domain | None] = attrs.field(factory=dict)

    def say_unknown(self, what: str, name: m.Name, known: Iterable[str], advice: str = "", sure: str = "") -> None:
        """Report a name that isn't declared; its further places are shown with the first.

        `what` is the word for the sort of name, `known` are the names it may be meant for. `advice` is the help if none
        of them is near; `sure` is it in any case.
        """
        first = self.unknown.get(name.text)
        if first in self.problems.found:
            self.problems.repeated()
            self._again(first, name.span)
            return
        message = f"nothing is called `{name.text}`" if what == "name" else f"no {what} is called `{name.text}`"
        help_, certain = sure or advice or f"declare this {what}", bool(sure)
        if len(self.unknown) < MOST_GUESSES:
            help_, certain = self._meant(what, name, list(known), advice, sure)
            if elsewhere := self._absent(what, name):
                message, help_ = f"{message} here: {elsewhere[0]}", elsewhere[1]
        self.problems.add(f"unknown-{what}", message, name.span, help=help_, certain=certain)
        self.unknown[name.text] = self.problems.found[-1]

    def _meant(self, what: str, name: m.Name, known: list[str], advice: str, sure: str) -> tuple[str, bool]:
        """The help for an unknown name, and whether it is certain."""
        close, alike, whole = nearest(name.text, known), look_alike(name.text, known), self._whole(name)
        every, place = self._known(), proposals.Place(what, name.text, *phrases.around(name), known)
        sure = other_sorts.of_zones(place, self.zones.values()) or sure
        sure = proposals.first(place, every, self.zones.values()) or sure or self._never_refilled(name.text)
        sure = sure or proposals.certain(place, every, (*self.zones.values(), *self.numbers.values()))
        sure = sure or ("" if alike or whole else phrases.advice(what, name, close or "", every))
        if help_ := sure or self._said(what, name):
            return help_, bool(sure)
        if whole:
            return f"the name `{whole}` contains a word of the language, so it needs backticks", False
        if alike:
            return f"`{alike}` only looks the same: {difference(name.text, alike)}", False
        files = {kind: of.span.file for kind, of in self.kinds.items()}
        advice = advice or other_sorts.extending(what, name, files)
        help_ = other_sorts.advice(place, self._sorts(), every, advice)
        sure = other_sorts.without_article(place, name.span, self._sorts(), every)
        return sure or help_, bool(sure)

    def _said(self, what: str, name: m.Name) -> str:
        """The advice about a name that begins with a declared one, or is one in the plural."""
        text, file = name.text, name.span.file.text
        first, _, rest = text.rpartition(" ")
        many = next((each for each in plural(text) if each in self.places or each in self.enums), "")
        if found := re.search(r"(?:^|[ -])face[ -]?(down|up)$", text):
            return phrases.lying(text, found[1])
        side, _, count = text.partition(" ")
        counted = count and side in SIDES and not re.match("neighbou?r|card|one|side|hand", count)
        if counted and what in ("attribute", "zone"):
            if self.class_name(count):
                return f"say `{side} of …`: it is a card by its place, whatever its kind"
            return f"a count that is no plain number stands in brackets: `{side} ({count}) of …`"
        if what == "domain" and many:
            sort = "places" if many in self.places else "enum"
            return f"`{many}` is declared in the plural: its name is that of one of them, `{sort} {text}: …`"
        if file[: name.span.start].endswith("per "):
            return ""
        if what in ("domain", "kind") and (self.domain(first) or self.class_name(first)) and not self.class_name(rest):
            return f"put a name of your own first: `{rest}: {first}`"
        if what == "event" and text in self.zones and re.search(r"\b(?:after|before) $", file[: name.span.start]):
            event = next((each for each in self.events if each.startswith(f"{text} ")), "")
            meant = f"did you mean the event `{event}`? " if event else ""
            return f"{meant}`{text}` is a zone: say `after entering {text}` or `after leaving {text}`"
        if what == "event" and re.search(r"\bdo $", file[max(0, name.span.start - 4) : name.span.start]):
            event = max((each for each in self.events if text.startswith(f"{each} ")), key=len, default="")
            about = ", ".join(each.name.text for each in self.events[event][1].parameters) if event else ""
            return f"say `do {event}({about})`" if about and " " in text[len(event) :].strip() else ""
        return ""

    def _never_refilled(self, event: str) -> str:
        """The advice about an event that would happen if a pile were refilled; "" about any other name."""
        pile = self.zones.get(event.removeprefix("refilling ")) if event.startswith("refilling ") else None
        if pile is None:
            return ""
        said = "".join(f" per {of.name}" for of in pile.domains)
        shown = f"{pile.declared.shape}, {pile.declared.seen}"
        return f"declare that it is: `zone {pile.name}{said}: {shown}, refilled from ZONE`"

    def _sorts(self) -> dict[str, Collection[str]]:
        """The names of each sort of thing, also of those that aren't resolved yet."""
        flags = {name for name, of in self.numbers.items() if of.declared.flag}
        markers = {name for name, of in self.numbers.items() if of.positions}
        return other_sorts.with_declared(
            self.ruleset,
            {
                "an attribute": self.attributes, "a fact": self.facts,
                "a prompt": self.prompts, "an event": self.events, "a definition": self.defines, "a marker": markers,
                "a flag": flags, "an enum": self.enums.keys() - self.numbers.keys(), "a group": self.groups,
                "a number": self.numbers, "a zone": self.zones, "a value": self.members, "a domain": self.places,
                "a kind": self.kinds, "a class": self.classes, "a card": self.faces,
                "an option": self.ruleset.settings, "a module": self.ruleset.modules,
            },
        )  # fmt: skip

    def _known(self) -> phrases.Known:
        """The names that an unknown name may hold together with other words."""
        domains = {of: self.domain(of) for of in ("player", *self.places, *self.enums)}
        values: dict[str, list[tuple[str, bool]]] = {}
        for of in self.attributes.values():
            for word in self.enums.get(of.enumeration, ()):
                values.setdefault(word, []).append((of.name, of.several))
        asking: dict[str, list[str]] = {}
        for event, (_, node) in self.events.items():
            for prompt in choices.asked(node):
                asking.setdefault(prompt, []).append(event)
        return phrases.Known(
            events={event: _parameters(node.parameters) for event, (_, node) in self.events.items()},
            definitions={name: _parameters(node.parameters) for name, (_, node) in self.defines.items()},
            domains={name: of.words for name, of in domains.items() if of},
            numbered=self.places,
            numbers={name: tuple(d.name for d in of.domains) for name, of in self.numbers.items()},
            zones={name: tuple(of.name for of in family.domains) for name, family in self.zones.items()},
            amounts=[*(each.name for each in self.attributes.values() if not each.enumeration), *self.facts],
            values={word: tuple(of) for word, of in values.items()},
            kinds=self.kinds,
            cards=self.faces,
            asking={prompt: tuple(events) for prompt, events in asking.items()},
            abilities=choices.abilities(self.ruleset),
            rides=self.rides,
            options=self._options,
            done=choices.done(self.ruleset),
            guards=choices.guards(self.ruleset, self.defines),
            markers={name: of.positions for name, of in self.numbers.items() if of.positions},
            enum_of={name: of.enumeration for name, of in self.attributes.items() if of.enumeration},
            kind_of=other_sorts.kinds_of(self.ruleset),
            starts=tuple(dict.fromkeys(zone for face in self.faces.values() for zone, _, _ in face.starts)),
        )

    @cached_property
    def _options(self) -> dict[str, tuple[str, ...]]:
        """The prompts that have each option, by its words."""
        return choices.options(self.ruleset)

    def _whole(self, name: m.Name) -> str:
        """The declared name of which `name` is the beginning, up to a word of the language; "" if there is none."""
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
        """The module in the file of this name, or the base game."""
        heads = (each.head for each in self.ruleset.files if each.span.file.name == file)
        return next((head.name.text for head in heads if head), self.ruleset.base)

    def too_many(
        self, message: str, found: Iterable[tuple[str, Span, int]], overgrown: bool = False, advice: str = ""
    ) -> None:
        """Report too many things of a sort, at the module that has most of them, other than the base game.

        `found` are modules with the place and the number of things, each module any number of times; its first place
        is shown.
        """
        shares: dict[str, int] = {}
        spans: dict[str, Span] = {}
        for module, span, count in found:
            shares[module] = shares.get(module, 0) + count
            spans.setdefault(module, span)
        blamed = max(shares, key=lambda module: (module != self.ruleset.base, shares[module]))
        listed = ", ".join(
            f"{count:,} of `{module}`" for module, count in sorted(shares.items(), key=lambda each: -each[1])
        )
        help_ = "; ".join(filter(None, [advice, listed if len(shares) > 1 else ""]))
        if overgrown:
            self.problems.add("overgrown", message, spans[blamed], help=help_)
        else:
            self.problems.add("too-many", message, spans[blamed], help=help_)

    def _absent(self, what: str, name: m.Name) -> tuple[str, str] | None:
        """The place where an absent name is declared, and the fix, as texts; None if no file declares it."""
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
        """Report a name out of reach: a module sees itself, the base game, and the modules of its bridge."""
        if owner.module in (user.module, self.ruleset.base):
            return
        allowed = {user.module, self.ruleset.base} | user.bridges
        if owner.module not in user.bridges and not owner.bridges & allowed and name.text not in self.problems.twice:
            self.problems.add(
                "not-a-bridge", f"`{name.text}` belongs to the module `{owner.module}`", name.span,
                help=f"put this rule into a section `when {owner.module} is in play`",
            )  # fmt: skip

    def class_name(self, text: str) -> str | None:
        """The kind, class or face that a word (or its plural) names."""
        for name in (text, text[:-1]) if text.endswith("s") else (text,):
            if name == "card" or name in self.kinds or name in self.classes or name in self.faces:
                return name
            if name in (FACE_DOWN, FACE_UP) and self.covered is not None:
                return name
        return None

    def see_class(self, known: str, name: m.Name, user: Part) -> None:
        """Record that a rule reads a kind, class or face, and report one out of its reach (see `see`)."""
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
            words = (*LETTERS[: self.ruleset.players], *self.dummies)
            return Domain(name, t.Player(), tuple(range(len(words))), words, words)
        marker = self.numbers.get(name)
        if marker is not None and marker.member_of:
            return self.domain(marker.member_of)
        if name in self.enums:
            members = self.enums[name]
            return Domain(name, t.Member(name), tuple(members.values()), tuple(members), tuple(members))
        if several := self.either(name):
            if " or ".join(several) != name:
                return self.domain(" or ".join(several))
            words = tuple(member for enum in several for member in self.enums[enum])
            return Domain(name, t.Member(name), tuple(1 << at for at in range(len(words))), words, words)
        if name in self.places:
            numbers = range(self.places[name][1].lowest, self.places[name][1].highest + 1)
            short = tuple(str(number) for number in numbers)
            return Domain(
                name, t.Member(name, numbered=True), tuple(numbers), tuple(f"{name} {n}" for n in numbers), short
            )
        return None

    def either(self, name: str) -> tuple[str, ...]:
        """The enums that a name joins by `or`, in the order of their declaration; () if it isn't made of enums."""
        parts = set(name.split(" or "))
        joined = len(parts) > 1 and name not in self.enums and parts <= self.enums.keys()
        return tuple(enum for enum in self.enums if enum in parts) if joined else ()

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
        """The names of a prompt where it is asked: its own, or one for each member of its domain."""
        of = self.prompt_domain(name)
        return tuple(f"{name} {word}" for word in of.words) if of else (name,)

    def prompt_domain(self, name: str) -> Domain | None:
        """The domain of a prompt that exists for each member of it, if there is one."""
        per = self.prompts[name][1].per
        return self.domain(per[0].text) if per else None

    @cached_property
    def spans(self) -> Spans:
        """The number of zones, and of numbers, in each family, by the first of them."""
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
    def covered(self) -> ZoneFamily | None:
        """The zone of the cards that are covered, and of the backs that cover none, in a game that has such cards."""
        return self.zones.get(COVERED)

    def facing(self) -> frozenset[int]:
        """The cards that may lie face down."""
        return frozenset(i for i, face in enumerate(self.ids) if self.kinds[face.kind].facing)

    @property
    def hides(self) -> int:
        """The index of the fact that says which card a back covers; it comes after all others."""
        return len(self.facts) + (self.riding is not None)

    @property
    def followed(self) -> bool:
        """Whether more happens to moved cards than what rules say: there are riders, or cards that lie face down."""
        return self.riding is not None or self.covered is not None

    @property
    def lies_on(self) -> int:
        """The index of the fact that says on which card another lies; it comes after the declared facts."""
        return len(self.facts)

    @property
    def lists(self) -> type[bytes]:
        """The kind of the program's lists of cards."""
        return lists_for(len(self.ids))

    def riders(self) -> frozenset[int]:
        """The cards that may lie on others."""
        return frozenset(i for i, face in enumerate(self.ids) if self.kinds[face.kind].rides)

    def carriers(self) -> frozenset[int]:
        """The cards on which others may lie."""
        return frozenset[int]().union(*(self.ids_of(carrier) for carrier in self.rides.values()))

    def ids_of(self, name: str) -> frozenset[int]:
        """The ids of a kind or of a face (`expressions/classes` finds those of a class)."""
        if name == FACE_UP:
            return frozenset(i for i, face in enumerate(self.ids) if face.name != BACK)
        name = BACK if name == FACE_DOWN else name
        if name in self.kinds:
            return frozenset(i for i, face in enumerate(self.ids) if name in self.kinds[face.kind].lineage)
        return frozenset(self.faces[name].ids) if name in self.faces else frozenset()


def _parameters(parameters: Iterable[m.Parameter]) -> tuple[tuple[str, str], ...]:
    """The name and the type of each parameter; a card has the type ""."""
    return tuple((each.name.text, each.type.name if each.type else "") for each in parameters)
