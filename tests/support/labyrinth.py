"""A solitaire of about the size of a real base game, put together by hand.

Play or discard a card; three of a colour in the row open a search; a discarded key lets one look at five cards;
hands are filled up from a pile in which nightmares lie.
"""

from __future__ import annotations

from functools import cache

from dsl.program.blocks import CallAndWait, Choose, Fork, Jump, Return
from dsl.program.display import Item
from dsl.program.endings import Invariant, OutOfReach
from dsl.program.expressions import (
    And,
    Binary,
    Cards,
    Count,
    Element,
    Exists,
    Expr,
    Fact,
    Filter,
    Int,
    Local,
    Not,
    Number,
    Size,
    Slice,
    Zone,
)
from dsl.program.instructions import (
    Branch,
    Call,
    Draw,
    End,
    Expose,
    ForEach,
    Instruction,
    Move,
    MoveAll,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
    While,
)
from dsl.program.program import Program
from tests.support.builder import YES, Builder, cards_in, equal, from_zone, way

COLOURS = ("red", "blue", "green", "brown")
PLACE, DOOR, DREAM, GOAL = 1, 2, 3, 4
KEY = 3


@cache
def labyrinth() -> Program:
    """The program; the same one each time."""
    return _Labyrinth().program()


class _Labyrinth:
    def __init__(self) -> None:
        b = self.b = Builder()
        self.deck = b.zone("deck", "pile", "hidden")
        self.hand = b.zone("hand", "heap", "private", owner=0)
        self.row, self.doors = b.zone("row", "line"), b.zone("doors", "heap")
        self.discard, self.limbo = b.zone("discard", "pile"), b.zone("limbo", "heap")
        self.drawn, self.box, self.goals = b.zone("drawn", "line"), b.zone("box", "heap"), b.zone("goals", "line")
        self.looker = b.number("looker", hidden=True)
        self.seen = b.zone("seen", "line", looker=self.looker, looked_from=self.deck)
        self.used = b.number("used")
        for colour, name in enumerate(COLOURS, 1):
            for symbol, (word, count) in enumerate((("sun", 10 - colour), ("moon", 4), ("key", 3)), 1):
                b.card(f"{name} {word}", count, self.deck, colour=colour, symbol=symbol, kind=PLACE)
            b.card(f"{name} door", 2, self.deck, colour=colour, kind=DOOR)
        b.card("nightmare", 10, self.deck, kind=DREAM)
        first = len(b.faces)
        for colour, name in enumerate(COLOURS, 1):
            for _ in range(2):
                b.card(f"{name} goal", 1, self.goals, colour=colour, kind=GOAL)
        self.down = b.fact("face down", "down", first, 8)
        self.won, self.lost = b.ending("won", "Every door is open."), b.ending("lost", "The dream is over.")
        (self.main, self.setup, self.take, self.turn, self.refill, self.dream, self.look, self.search, self.place) = (
            b.declare() for _ in range(9)
        )

    def program(self) -> Program:
        for part in (
            self._game,
            self._setup,
            self._take,
            self._turn,
            self._refill,
            self._dream,
            self._look,
            self._search,
            self._place,
            self._table,
        ):
            part()
        game = self.b.procedures[self.main]
        assert game
        return self.b.program(self.main, game.entry + 1)

    def _is(self, name: str, card: Expr, value: int) -> Expr:
        return equal(self.b.attribute(name, card), Int(value))

    def _same(self, name: str, one: Expr, other: Expr) -> Expr:
        return equal(self.b.attribute(name, one), self.b.attribute(name, other))

    def _turned(self, card: int, wanted: bool) -> Instruction:
        """Local `card + 1` becomes a goal of the card's colour that is face up (or down)."""
        down = Fact(self.down, Local(card + 2))
        fits = And((self._same("colour", Local(card + 2), Local(card)), down if wanted else Not(down)))
        return SetLocal(card + 1, Element(Filter(cards_in(self.goals), card + 2, fits), Int(0)), 0)

    def _game(self) -> None:
        x = self.b.block(3)
        self.b.waiting(
            self.main,
            "game",
            [
                (x[0], [Call(self.setup, (), 0)], Jump(x[1])),
                (x[1], [], CallAndWait(self.turn, (), x[2], 0)),
                (x[2], [], Jump(x[1])),
            ],
        )

    def _setup(self) -> None:
        self.b.plain(
            self.setup,
            "setup",
            [
                Shuffle(Int(self.goals), 0),
                Shuffle(Int(self.deck), 0),
                Call(self.take, (), 0),
                all_of(self.limbo, self.deck),
                Shuffle(Int(self.deck), 0),
            ],
            event="setup",
        )

    def _take(self) -> None:
        self.b.plain(
            self.take,
            "take hand",
            [
                While(
                    Binary("<", Size(cards_in(self.hand)), Int(5)),
                    (
                        Branch(Not(Size(cards_in(self.deck))), (End(self.lost, 0),), (), 0),
                        Draw(0, Int(self.deck), Int(self.drawn), 0),
                        Branch(
                            self._is("kind", Local(0), PLACE),
                            (one_of(0, self.drawn, self.hand),),
                            (one_of(0, self.drawn, self.limbo),),
                            0,
                        ),
                    ),
                    0,
                ),
            ],
            locals=1,
            event="take a hand",
        )

    def _place(self) -> None:
        self.b.plain(
            self.place,
            "place",
            [
                one_of(0, 0, self.doors),
                one_of(0, self.drawn, self.doors),
                self._turned(0, False),
                SetFact(self.down, Local(1), Int(1), 0),
                Branch(Binary(">=", Size(cards_in(self.doors)), Int(8)), (End(self.won, 0),), (), 0),
            ],
            arguments=1,
            locals=3,
            event="place",
            shown=(0,),
        )

    def _turn(self) -> None:
        b, x = self.b, self.b.block(8)
        last = Element(cards_in(self.row), Int(-1))
        differs = Not(self._same("symbol", Local(0), last))
        run = Binary("-", Size(cards_in(self.row)), Number(Int(self.used)))
        three = And(
            (
                Binary(">=", run, Int(3)),
                self._same("colour", last, Element(cards_in(self.row), Int(-2))),
                self._same("colour", last, Element(cards_in(self.row), Int(-3))),
            )
        )
        key = And((self._is("symbol", Local(0), KEY), Size(cards_in(self.deck))))
        b.waiting(
            self.turn,
            "turn",
            [
                (
                    x[0],
                    [],
                    Choose(
                        b.prompt("turn"),
                        Int(0),
                        (
                            way(
                                "play ",
                                0,
                                block=x[1],
                                parameters=[from_zone(self.hand, 0, differs)],
                                origin=b.origin("play"),
                            ),
                            way(
                                "discard ",
                                0,
                                block=x[2],
                                parameters=[from_zone(self.hand, 0)],
                                origin=b.origin("discard", "more"),
                            ),
                        ),
                        x[0],
                        True,
                        0,
                        0,
                    ),
                ),
                (x[1], [Move(Local(0), Local(1), Int(self.row), "last", 0)], Fork(three, x[3], x[4], 0)),
                (x[2], [one_of(0, self.hand, self.discard)], Fork(key, x[5], x[4], 0)),
                (
                    x[3],
                    [SetNumber(Int(self.used), Size(cards_in(self.row)), 0)],
                    Fork(Size(cards_in(self.deck)), x[6], x[4], 0),
                ),
                (x[4], [], CallAndWait(self.refill, (), x[7], 0)),
                (x[5], [], CallAndWait(self.look, (), x[4], 0)),
                (x[6], [], CallAndWait(self.search, (b.attribute("colour", last),), x[4], 0)),
                (
                    x[7],
                    [
                        Branch(
                            Size(cards_in(self.limbo)),
                            (all_of(self.limbo, self.deck), Shuffle(Int(self.deck), 0)),
                            (),
                            0,
                        )
                    ],
                    Return(),
                ),
            ],
            locals=2,
            event="turn",
        )

    def _search(self) -> None:
        b, x = self.b, self.b.block(4)
        fits = And((self._is("kind", Local(1), DOOR), equal(b.attribute("colour", Local(1)), Local(0))))
        b.waiting(
            self.search,
            "search",
            [
                (
                    x[0],
                    [],
                    Choose(
                        b.prompt("door search"),
                        Int(0),
                        (
                            way("take ", 0, block=x[1], parameters=[from_zone(self.deck, 1, fits)]),
                            way("only shuffle", block=x[2]),
                            way("decline", block=x[3]),
                        ),
                        x[3],
                        False,
                        0,
                        0,
                    ),
                ),
                (x[1], [one_of(1, self.deck, self.drawn), Call(self.place, (Local(1),), 0)], Jump(x[2])),
                (x[2], [Shuffle(Int(self.deck), 0)], Return()),
                (x[3], [], Return()),
            ],
            arguments=1,
            locals=3,
            event="search",
        )

    def _refill(self) -> None:
        b, x = self.b, self.b.block(10)
        opens = And((self._is("symbol", Local(1), KEY), self._same("colour", Local(1), Local(0))))
        b.waiting(
            self.refill,
            "refill",
            [
                (x[0], [], Fork(Binary("<", Size(cards_in(self.hand)), Int(5)), x[1], x[7], 0)),
                (
                    x[1],
                    [
                        Branch(Not(Size(cards_in(self.deck))), (End(self.lost, 0),), (), 0),
                        Draw(0, Int(self.deck), Int(self.drawn), 0),
                    ],
                    Fork(self._is("kind", Local(0), PLACE), x[2], x[3], 0),
                ),
                (x[2], [one_of(0, self.drawn, self.hand)], Jump(x[0])),
                (x[3], [], Fork(self._is("kind", Local(0), DOOR), x[4], x[8], 0)),
                (x[4], [], Fork(Exists(cards_in(self.hand), 1, opens), x[5], x[6], 0)),
                (
                    x[5],
                    [],
                    Choose(
                        b.prompt("door drawn"),
                        Int(0),
                        (
                            way("use ", 0, block=x[9], parameters=[from_zone(self.hand, 1, opens)]),
                            way("limbo", block=x[6]),
                        ),
                        x[6],
                        False,
                        0,
                        0,
                    ),
                ),
                (x[6], [one_of(0, self.drawn, self.limbo)], Jump(x[0])),
                (x[7], [], Return()),
                (x[8], [], CallAndWait(self.dream, (Local(0),), x[0], 0)),
                (x[9], [one_of(1, self.hand, self.discard), Call(self.place, (Local(0),), 0)], Jump(x[0])),
            ],
            locals=3,
            event="refill",
        )

    def _dream(self) -> None:
        b, x = self.b, self.b.block(6)
        b.waiting(
            self.dream,
            "nightmare",
            [
                (
                    x[0],
                    [],
                    Choose(
                        b.prompt("nightmare"),
                        Int(0),
                        (
                            way(
                                "discard ",
                                0,
                                block=x[1],
                                parameters=[from_zone(self.hand, 1, self._is("symbol", Local(1), KEY))],
                            ),
                            way("return ", 0, block=x[2], parameters=[from_zone(self.doors, 1)]),
                            way("reveal five", block=x[3]),
                            way("discard hand", block=x[4]),
                        ),
                        x[5],
                        True,
                        0,
                        0,
                    ),
                ),
                (x[1], [one_of(1, self.hand, self.discard)], Jump(x[5])),
                (
                    x[2],
                    [one_of(1, self.doors, self.limbo), self._turned(1, True), SetFact(self.down, Local(2), Int(0), 0)],
                    Jump(x[5]),
                ),
                (
                    x[3],
                    [
                        *self._five(4),
                        ForEach(
                            1,
                            cards_in(self.seen),
                            (
                                Branch(
                                    self._is("kind", Local(1), PLACE),
                                    (one_of(1, self.seen, self.discard),),
                                    (one_of(1, self.seen, self.limbo),),
                                    0,
                                ),
                            ),
                            0,
                        ),
                    ],
                    Jump(x[5]),
                ),
                (x[4], [all_of(self.hand, self.discard), Call(self.take, (), 0)], Jump(x[5])),
                (x[5], [one_of(0, self.drawn, self.discard)], Return()),
            ],
            arguments=1,
            locals=5,
            lists=(4,),
            event="nightmare",
            shown=(0,),
        )

    def _look(self) -> None:
        b, x = self.b, self.b.block(5)
        only_it = Filter(Cards(bytes(range(len(b.faces)))), 3, equal(Local(3), Local(0)))
        b.waiting(
            self.look,
            "look",
            [
                (
                    x[0],
                    [*self._five(2), SetNumber(Int(self.looker), Int(1), 0), SetLocal(2, Cards(b""), 0)],
                    Choose(
                        b.prompt("look discard"),
                        Int(0),
                        (way("discard ", 0, block=x[1], parameters=[from_zone(self.seen, 0)]),),
                        x[4],
                        False,
                        0,
                        0,
                    ),
                ),
                (x[1], [one_of(0, self.seen, self.discard)], Jump(x[2])),
                (
                    x[2],
                    [],
                    Choose(
                        b.prompt("look order"),
                        Int(0),
                        (way("next ", 0, block=x[3], parameters=[from_zone(self.seen, 0)]),),
                        x[4],
                        False,
                        0,
                        0,
                    ),
                ),
                (x[3], [one_of(0, self.seen, self.box), SetLocal(2, Binary("++", only_it, Local(2)), 0)], Jump(x[2])),
                (
                    x[4],
                    [
                        ForEach(0, Local(2), (one_of(0, self.box, self.deck),), 0),
                        SetNumber(Int(self.looker), Int(0), 0),
                    ],
                    Return(),
                ),
            ],
            locals=4,
            lists=(2,),
            event="look",
        )

    def _five(self, kept: int) -> list[Instruction]:
        """The top five cards are seen; local `kept` holds them."""
        return [
            Expose(Int(self.deck), Int(5), 0),
            SetLocal(kept, Slice(cards_in(self.deck), Int(-5), None), 0),
            MoveAll(Local(kept), Int(self.deck), Int(self.seen), "last", 0),
        ]

    def _table(self) -> None:
        b = self.b
        b.invariants.append(Invariant("at most five in hand", Binary("<=", Size(cards_in(self.hand)), Int(5)), 0, 0))
        gone = Count(cards_in(self.discard), 0, self._is("kind", Local(0), DOOR))
        b.out_of_reach.append(OutOfReach(gone, "A door is lost.", 1, 0))
        b.items.append(Item("Deck", (self.deck,), "size", None, (), None, "", YES, 0))
        b.items.append(Item("Row", (self.row,), "cards", None, (), Int(1), "last", YES, 0))
        b.items.append(Item("Goals", (self.goals,), "cards", None, (), None, "", YES, 0))
        b.items.append(Item("Discard", (self.discard,), "top", None, (), None, "", YES, 0))
        b.items.append(Item("Used", (), "", Number(Int(self.used)), (), None, "", YES, 0))


def one_of(card: int, source: int, target: int) -> Move:
    """The card in a local goes to the last end of a zone."""
    return Move(Local(card), Int(source), Int(target), "last", 0)


def all_of(source: int, target: int) -> MoveAll:
    """All cards of a zone go to the last end of another."""
    return MoveAll(Zone(Int(source)), Int(source), Int(target), "last", 0)
