"""Random expressions and instructions over a small table, for tests that hold both executors to one meaning."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

from dsl.program.blocks import Choose, Return
from dsl.program.expressions import (
    And,
    Attribute,
    Binary,
    Cards,
    Common,
    Count,
    Element,
    Exists,
    ExistsRun,
    Expr,
    Fact,
    Filter,
    Find,
    If,
    Int,
    Local,
    Not,
    Number,
    Or,
    Reversed,
    Size,
    Slice,
    Sum,
    Without,
    Zone,
)
from dsl.program.instructions import (
    Branch,
    Draw,
    Exchange,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    Pick,
    Roll,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
)
from dsl.program.program import Program
from tests.support.builder import Builder, way

T = TypeVar("T")


def short(strategy: st.SearchStrategy[T]) -> st.SearchStrategy[T]:
    """The same strategy, described in a few words: what is nested in one another would be described at any length."""
    return st.none().flatmap(lambda _: strategy)


ZONES = ("pile", "pile", "line", "line", "heap", "heap")
NUMBERS, CARDS, FIRST_FACT, FACTS = 4, 8, 5, 3
CARD, OTHER, BOUND, INTEGER, LIST = range(5)
"""The locals of a body: two cards, one that filters go through, an integer, a list."""

HELD: list[Expr] = [Local(CARD), Local(OTHER), Local(BOUND), Int(-1)]

cards = st.integers(0, CARDS - 1)
constants = st.integers(-3, 6).map(Int)
card_lists = st.lists(cards, max_size=4).map(bytes)
zone_numbers = st.sampled_from([0, 0, 0, 1, 2, 3, 4, 5])
known_zones = zone_numbers.map(Int)
zones = known_zones | zone_numbers.map(lambda zone: If(Local(INTEGER), Int(zone), Int((zone + 1) % len(ZONES))))
numbers = st.integers(2, NUMBERS + 1).map(Int)


list_leaves: st.SearchStrategy[Expr] = card_lists.map(Cards) | zones.map(Zone) | st.just(Local(LIST))
lists: st.SearchStrategy[Expr] = short(
    st.deferred(
        lambda: (
            list_leaves
            | st.builds(Filter, list_leaves, st.just(BOUND), conditions)
            | st.builds(Slice, list_leaves, constants, st.none() | constants)
            | st.builds(Reversed, list_leaves)
            | st.builds(Without, list_leaves, st.sampled_from(HELD) | cards.map(Int))
            | st.builds(Binary, st.just("++"), list_leaves, list_leaves)
        )
    )
)
card_values: st.SearchStrategy[Expr] = short(
    st.deferred(
        lambda: (
            st.sampled_from(HELD)
            | cards.map(Int)
            | st.builds(Element, list_leaves, st.sampled_from([0, -1, 1, -2]).map(Int))
            | st.builds(Find, list_leaves, st.just(BOUND), conditions)
        )
    )
)
integers: st.SearchStrategy[Expr] = short(
    st.deferred(
        lambda: (
            constants
            | st.just(Local(INTEGER))
            | numbers.map(Number)
            | st.builds(Attribute, st.integers(0, 1), card_values)
            | st.builds(Fact, st.just(0), card_values)
            | st.builds(Size, lists)
            | st.builds(Count, list_leaves, st.just(BOUND), conditions)
            | st.builds(
                Sum, list_leaves, st.just(BOUND), st.builds(Attribute, st.integers(0, 1), st.just(Local(BOUND)))
            )
            | st.builds(Common, st.integers(0, 1), list_leaves)
            | st.builds(Binary, st.sampled_from(["+", "-", "//", "%", "&", "|", "*"]), simple, constants)
            | conditions
        )
    )
)
simple: st.SearchStrategy[Expr] = (
    constants
    | st.just(Local(INTEGER))
    | numbers.map(Number)
    | st.builds(Attribute, st.integers(0, 1), st.sampled_from([Local(BOUND), Local(CARD)]))
    | st.builds(Fact, st.just(0), st.just(Local(BOUND)))
)
conditions: st.SearchStrategy[Expr] = short(
    st.recursive(
        st.builds(Binary, st.sampled_from(["==", "!=", "<", ">=", "&"]), simple, simple)
        | st.builds(Binary, st.just("in"), st.sampled_from([Local(CARD), Local(BOUND), Int(-1), Int(2)]), list_leaves)
        | st.builds(Exists, list_leaves, st.just(BOUND), st.builds(Attribute, st.just(0), st.just(Local(BOUND))))
        | st.builds(
            ExistsRun,
            list_leaves,
            st.integers(0, 4),
            st.just(LIST),
            st.builds(Binary, st.just("in"), st.sampled_from([Local(CARD), Int(2)]), st.just(Local(LIST)))
            | st.builds(Common, st.integers(0, 1), st.just(Local(LIST))),
        ),
        lambda inner: (
            st.lists(inner, max_size=3).map(lambda parts: And(tuple(parts)))
            | st.lists(inner, max_size=3).map(lambda parts: Or(tuple(parts)))
            | inner.map(Not)
            | st.builds(If, inner, inner, inner)
        ),
        max_leaves=4,
    )
)


def bodies_of(inner: st.SearchStrategy[Instruction]) -> st.SearchStrategy[tuple[Instruction, ...]]:
    return st.lists(inner, max_size=3).map(tuple)


ends = st.sampled_from(["first", "last"])
steps: st.SearchStrategy[Instruction] = (
    st.builds(SetLocal, st.sampled_from([CARD, OTHER]), card_values, st.just(0))
    | st.builds(SetLocal, st.just(INTEGER), integers, st.just(0))
    | st.builds(SetLocal, st.just(LIST), lists, st.just(0))
    | st.builds(SetNumber, numbers, integers, st.just(0))
    | st.builds(SetFact, st.just(0), card_values, integers, st.just(0))
    | st.builds(Move, card_values, zones, zones, ends, st.just(0))
    | known_zones.flatmap(lambda zone: st.builds(MoveAll, st.just(Zone(zone)), st.just(zone), zones, ends, st.just(0)))
    | st.builds(MoveAll, lists, zones, zones, ends, st.just(0))
    | st.builds(Draw, st.sampled_from([CARD, OTHER]), st.integers(0, 1).map(Int), zones, st.just(0))
    | st.builds(Expose, st.integers(0, 1).map(Int), integers, st.just(0))
    | st.builds(Shuffle, zones, st.just(0))
    | st.builds(Roll, st.just(INTEGER), integers, integers, st.just(0))
    | st.builds(Pick, st.sampled_from([CARD, OTHER]), lists, st.just(-1), st.just(()), st.just(0), st.booleans())
    | st.builds(Exchange, card_values, zones, card_values, zones, st.just(0))
)
instructions = st.recursive(
    steps,
    lambda inner: (
        st.builds(Branch, integers, bodies_of(inner), bodies_of(inner), st.just(0))
        | st.builds(ForEach, st.just(CARD), list_leaves, bodies_of(inner), st.just(0))
    ),
    max_leaves=6,
)


def table(body: Sequence[Instruction]) -> Program:
    """A program whose only rule is a body; the game stops behind it."""
    b = Builder()
    for at, shape in enumerate(ZONES):
        b.zone(f"zone {at}", shape)
    for at in range(NUMBERS):
        b.number(f"number {at}", at, maximum=5)
    for card in range(CARDS):
        b.card(f"card {card}", 1 + card % 3, (0, 1, 4)[card % 3], size=card % 4, mask=card * 5 % 16)
    b.fact("turned", "turned", FIRST_FACT, FACTS, maximum=2)
    main = b.declare()
    first, end = b.block(2)
    known = (
        Shuffle(Int(0), 0),
        Expose(Int(0), Int(2), 0),
        SetLocal(CARD, Element(Zone(Int(0)), Int(0)), 0),
        SetLocal(OTHER, Element(Zone(Int(4)), Int(-1)), 0),
        SetLocal(INTEGER, Int(-2), 0),
        SetLocal(LIST, Zone(Int(1)), 0),
    )
    stop = Choose(b.prompt("stop"), Int(0), (way("this", block=end), way("that", block=end)), end, True, 0, 0)
    b.waiting(main, "only", [(first, (*known, *body), stop), (end, [], Return())], locals=5, lists=(LIST,))
    return b.program(main, first)
