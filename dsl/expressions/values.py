"""Values of lowered expressions, the zones that a term means, and the scope in which names have their meaning.

A `Scope` holds the variables, the card that a `where` is about, and the module whose rule it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypedDict, Unpack

import attrs

from dsl.linking.ruleset import Part
from dsl.model import model as m
from dsl.names import types as t
from dsl.program import program as p
from dsl.routines.steps import Plain, Routine, Step, Whereabouts
from dsl.text.shapes import shape
from dsl.text.source import Span


@shape
class Marker:
    """A marker that is read as the member of a domain at which it stands: its name and its number."""

    name: str
    number: p.Expr


@shape
class Scalar:
    """A value that is neither a card nor a list of cards.

    `least` and `most` are bounds of a number, as far as they are known; if they are `declared` or written, no module
    changes them. `several`: it is a set of members. A member of a domain that was looked for is `optional`: it may be
    none (see `nothing`).
    """

    expr: p.Expr
    type: t.Plain
    least: int | None = None
    most: int | None = None
    several: bool = False
    optional: bool = False
    marker: Marker | None = None
    declared: bool = False


@shape
class Counted:
    """The kind, class or card as which a card counts while an event lasts, by its name; the place that says so."""

    kind: str
    span: Span = attrs.field(eq=False, repr=False)


@shape
class CardRef:
    """A card, or none; its type is that of cards, unless something about it has been reported.

    `zone` says where it lies, `where` which zones that can be, if that is known; `position` (from 0) says which card of
    its zone is meant, where equal ones may lie there; `sole`: there is no other card like it in the game; `pointed`:
    the rule tells it apart from equal cards by its place; `counted`: as what it counts in the event under way.
    """

    expr: p.Expr
    zone: p.Expr | None = None
    where: Whereabouts | None = None
    position: p.Expr | None = None
    sole: bool = False
    pointed: bool = False
    type: t.Card | t.Wrong = attrs.field(default=t.Card())
    counted: Counted | None = None


@shape
class CardList:
    """Cards that have a name together.

    They lie in one zone, whose shape the type has; or, with `spots`, in several: then they are a selection, packed in
    `expr`, and `zone` says how many come from each.
    """

    expr: p.Expr
    type: t.Cards
    zone: p.Expr
    where: Whereabouts
    spots: tuple[Spot, ...] = ()


Value = Scalar | CardRef | CardList


@shape
class Lying:
    """What a routine knows of cards of one zone that it is given as a list: the zone's shape, as in `program.Place`.

    `turned`: they are listed from the last end of their zone; `first`: they were taken from its first end.
    """

    shape: str
    turned: bool = False
    first: bool = False


Known = Counted | tuple[Lying, ...] | None
"""What a routine of an event knows of an argument: as what a card counts, or, for each zone, how several cards lie.

None for a card that counts as what it is, for cards of one heap, and for all other arguments.
"""

ONE_HEAP = (Lying("heap"),)
"""What is known of several cards of which nothing else is known."""

WRONG = Scalar(p.Int(0), t.Wrong())
"""The value of an expression that has been reported."""

WRONG_CARD = CardRef(p.Int(0), type=t.Wrong())
"""The card of an expression that has been reported."""


def zone_of(value: Value) -> p.Expr | None:
    """The zone in which a value's cards lie, if it has cards and that is known."""
    return None if isinstance(value, Scalar) else value.zone


def where_of(value: Value) -> Whereabouts | None:
    """The zones in which a value's cards may lie, if that is known."""
    return None if isinstance(value, Scalar) else value.where


def nothing(type_: t.Type) -> p.Int:
    """The number for none among the values of a type; players are numbered from 0."""
    return p.Int(p.NO_CARD if isinstance(type_, t.Card | t.Player) else 0)


@shape
class Spot:
    """A list of cards and the zone they lie in; `shape` as in `program.Place`; `whole`: all cards of the zone.

    `members` has, by domain, the words of the members to which the zone belongs. `prefix`, `suffix` and `replaces` as
    in `program.Source`. `first`: the cards were taken from the first end of their zone.
    """

    cards: p.Expr
    zone: p.Expr
    where: Whereabouts
    shape: str
    whole: bool = True
    prefix: str = ""
    suffix: str = ""
    hidden: bool = False
    members: tuple[tuple[str, str], ...] = ()
    replaces: bool = False
    first: bool = False


@shape
class Location:
    """The meaning of a term that names cards or zones: spots in order.

    `end` is the end at which cards are put there, as in `program.Move`: "last" or "first".
    """

    spots: tuple[Spot, ...]
    end: str = "last"


@attrs.define
class Variable:
    """A variable in scope; a card's zone is in the local `zone_local` and, while it is known, in `value.zone`.

    `made` is the statement that alone gave a number its bounds.
    """

    value: Value
    local: int
    zone_local: int = -1
    made: m.Roll | m.Let | None = None

    def lies(self, zone: p.Expr, where: Whereabouts, sole: bool | None = None) -> None:
        """Record the zone of a card from here on, and whether it is the `sole` one; its place isn't known."""
        card = self.value
        if isinstance(card, CardRef):
            sole = card.sole if sole is None else sole
            self.value = CardRef(card.expr, zone, where, None, sole, card.pointed, card.type, card.counted)


@shape
class Chosen:
    """The parameters of an option or ability, which aren't chosen yet where its condition is read.

    `asked` is the word that asks; `names` are what is chosen, with the text of each.
    """

    asked: str
    names: Mapping[str, str]


Choice = tuple[p.Expr, str, bool]
"""A member of a domain that is named, its word, and whether all of them are."""


@attrs.define
class Given:
    """The members whose zones of a group are meant, by their domain.

    `group` is its name where it is used; `taken` are the domains of which some zone of the group is one each.
    """

    group: m.Name
    choices: Mapping[str, tuple[Choice, ...]]
    taken: set[str] = attrs.field(factory=set)


class Changes(TypedDict, total=False):
    """The fields of a scope that an inner scope may have otherwise."""

    part: Part
    candidate: Variable | None
    origin: int
    exposing: list[Step] | None
    later: Chosen | None
    still: frozenset[str]


@attrs.define
class Scope:
    """The meaning of names at one place of the rules.

    `later`: what an option is about that is being asked for; `still`: markers that don't stand at none; `given`: whose
    zones are meant in the group that this stands in.
    """

    routine: Routine
    part: Part
    variables: dict[str, Variable] = attrs.field(factory=dict)
    candidate: Variable | None = None
    origin: int = 0
    defining: tuple[str, ...] = ()
    exposing: list[Step] | None = None
    later: Chosen | None = None
    still: frozenset[str] = frozenset()
    given: Given | None = None

    def inner(self, **changes: Unpack[Changes]) -> Scope:
        """A scope for statements within this one, which may change its variables; with `changes` of other fields."""
        copies: dict[int, Variable] = {}
        variables: dict[str, Variable] = {}
        for name, each in self.variables.items():
            copy = copies.get(id(each))  # one variable may have several names
            if copy is None:
                copy = copies[id(each)] = Variable(each.value, each.local, each.zone_local, each.made)
            variables[name] = copy
        return self.reading(variables, **changes)

    def reading(self, variables: dict[str, Variable] | None = None, **changes: Unpack[Changes]) -> Scope:
        """A scope for an expression within this one, which only reads its variables; with `changes` of other fields.

        More variables can be added to it; `variables` takes the place of all.
        """
        scope = Scope(
            self.routine,
            self.part,
            dict(self.variables) if variables is None else variables,
            self.candidate,
            self.origin,
            self.defining,
            self.exposing,
            self.later,
            self.still,
            self.given,
        )
        for field, value in changes.items():
            setattr(scope, field, value)
        return scope

    def kept(self, value: p.Expr, steps: list[Step], origin: int) -> p.Expr:
        """A value as it is now: itself if it is fixed, else a new local, set by a step that is added to `steps`."""
        if isinstance(value, p.Int):
            return value
        local = self.routine.new()
        steps.append(Plain(p.SetLocal(local, value, origin)))
        return p.Local(local)

    def card_variable(self, name: str, zone: p.Expr, where: Whereabouts, sole: bool = False) -> Variable:
        """A new variable for a card that lies in `zone`."""
        local, zone_local = self.routine.new(), self.routine.new()
        value = CardRef(p.Local(local), held(zone, zone_local), where, sole=sole)
        self.variables[name] = Variable(value, local, zone_local)
        return self.variables[name]


def held(zone: p.Expr, zone_local: int) -> p.Expr:
    """The zone of a card, as long as it lies there: saved in a local if it depends on whose turn it is."""
    return zone if isinstance(zone, p.Int) else p.Local(zone_local)


Pointed = tuple[str, int, str, Span]
"""A card that is handed over: to which event, in which of its locals, what the event calls it, where that is done."""
