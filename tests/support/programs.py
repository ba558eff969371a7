"""Small programs built by hand, for tests of the engine that must not depend on the compiler."""

from __future__ import annotations

from collections.abc import Sequence

from dsl.program import (
    NO_CARD,
    And,
    Attribute,
    Binary,
    Block,
    Branch,
    Call,
    CallAndWait,
    Cards,
    Choose,
    Count,
    Counter,
    Draw,
    Element,
    End,
    Ending,
    Exchange,
    Exists,
    Expose,
    Expr,
    Face,
    Fact,
    FactOf,
    Filter,
    ForEach,
    Fork,
    If,
    Instruction,
    Int,
    Invariant,
    Item,
    Jump,
    Last,
    Local,
    Move,
    MoveAll,
    Not,
    Number,
    Option,
    Origin,
    OutOfReach,
    Parameter,
    Place,
    Procedure,
    Program,
    Prompt,
    Return,
    SetFact,
    SetLocal,
    SetNumber,
    Shuffle,
    Size,
    Slice,
    Source,
    Table,
    While,
    Zone,
)
from dsl.source import SourceFile, Span

YES = And(())


class Builder:
    """Collects the parts of a program; everything is named by the index that it returns."""

    def __init__(self, players: int = 1, open_hands: bool = True) -> None:
        self.players, self.open_hands = players, open_hands
        self.faces: list[Face] = []
        self.places: list[Place] = []
        self.begin: list[bytes] = []
        self.counters: list[Counter] = []
        self.facts: list[FactOf] = []
        self.attributes: dict[str, list[int]] = {}
        self.procedures: list[Procedure | None] = []
        self.blocks: list[Block | None] = []
        self.prompts: list[Prompt] = []
        self.endings: list[Ending] = []
        self.invariants: list[Invariant] = []
        self.out_of_reach: list[OutOfReach] = []
        self.items: list[Item] = []
        self.origins: list[Origin] = []
        self.lines: list[str] = []
        self.player = self.number("player", maximum=max(players - 1, 0), hidden=True)
        self.dealt = self.number("dealt", maximum=1 << 60, hidden=True)

    def origin(self, rule: str, module: str = "base") -> int:
        self.lines.append(rule)
        self.origins.append(Origin(module, rule, (f"R-{len(self.origins) + 1}",), Span(SourceFile("", ""), 0, 0)))
        return len(self.origins) - 1

    def zone(self, name: str, shape: str, seen: str = "public", **more: int) -> int:
        owner = more.pop("owner", -1)
        self.places.append(Place(name, name.split()[-1], owner, shape, seen, **more))
        self.begin.append(b"")
        return len(self.places) - 1

    def card(self, name: str, count: int, zone: int, **attributes: int) -> int:
        card = len(self.faces)
        self.faces.append(Face(name, (name.split()[-1],), count, "base"))
        self.begin[zone] += bytes([card]) * count
        for key in {*attributes, *self.attributes}:
            values = self.attributes.setdefault(key, [])
            values.extend([0] * (card - len(values)))
            values.append(attributes.get(key, 0))
        return card

    def number(self, name: str, initial: int = 0, maximum: int = 255, hidden: bool = False, owner: int = -1) -> int:
        self.counters.append(Counter(name, name.split()[-1], owner, initial, 0, maximum, hidden))
        return len(self.counters) - 1

    def fact(self, name: str, mark: str, first: int, count: int, initial: int = 0, maximum: int = 1) -> int:
        self.facts.append(FactOf(name, mark, first, count, initial, maximum))
        return len(self.facts) - 1

    def prompt(self, name: str) -> int:
        self.prompts.append(Prompt(name, f"What about the {name}?"))
        return len(self.prompts) - 1

    def ending(self, status: str, sentence: str) -> int:
        self.endings.append(Ending(status, sentence, self.origin(sentence)))
        return len(self.endings) - 1

    def table(self, key: str) -> int:
        return list(self.attributes).index(key)

    def attribute(self, key: str, card: Expr) -> Attribute:
        return Attribute(self.table(key), card)

    def declare(self) -> int:
        self.procedures.append(None)
        return len(self.procedures) - 1

    def block(self) -> int:
        self.blocks.append(None)
        return len(self.blocks) - 1

    def blocks_for(self, count: int) -> list[int]:
        return [self.block() for _ in range(count)]

    def plain(self, number: int, name: str, body: Sequence[Instruction], *, arguments: int = 0, locals: int = 0,
              lists: Sequence[int] = (), event: str = "", shown: Sequence[int] = ()) -> None:
        self.procedures[number] = Procedure(
            name, event, arguments, max(locals, arguments), frozenset(lists), False, -1, tuple(body), tuple(shown),
            self.origin(name),
        )

    def waiting(self, number: int, name: str, blocks: Sequence[tuple[int, Sequence[Instruction], Last]], *,
                arguments: int = 0, locals: int = 0, lists: Sequence[int] = (), event: str = "",
                shown: Sequence[int] = ()) -> None:
        self.procedures[number] = Procedure(
            name, event, arguments, max(locals, arguments), frozenset(lists), True, blocks[0][0], (), tuple(shown),
            self.origin(name),
        )
        for at, (block, body, last) in enumerate(blocks):
            self.blocks[block] = Block(number, f"{name}/{at}", tuple(body), last)

    def program(self, main: int, turns: int) -> Program:
        file = SourceFile("hand.rules", "\n".join(self.lines))
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line) + 1)
        origins = [
            Origin(origin.module, origin.rule, origin.citations, Span(file, starts[at], starts[at + 1] - 1))
            for at, origin in enumerate(self.origins)
        ]
        length = len(self.faces)
        tables = [
            Table(name, tuple((values + [0] * length)[:length] + [0]), ()) for name, values in self.attributes.items()
        ]
        return Program(
            game="hand", title="By hand", modules=(), players=self.players, options=(), fingerprint="hand",
            open_hands=self.open_hands, faces=tuple(self.faces), places=tuple(self.places),
            counters=tuple(self.counters), facts=tuple(self.facts), tables=tuple(tables), begin=tuple(self.begin),
            procedures=tuple(each for each in self.procedures if each), blocks=tuple(each for each in self.blocks if each),
            main=main, turns=turns, player=self.player, dealt=self.dealt, prompts=tuple(self.prompts),
            endings=tuple(self.endings), out_of_reach=tuple(self.out_of_reach), invariants=tuple(self.invariants),
            items=tuple(self.items), help=(), origins=tuple(origins),
        )


def equal(left: Expr, right: Expr) -> Binary:
    return Binary("==", left, right)


def labyrinth(build: Builder | None = None) -> Program:
    """A solitaire of about the size of a base game: play or discard, sets, searches, draws, dreams, looks at the top."""
    b = build or Builder()
    deck = b.zone("deck", "pile", "hidden")
    hand = b.zone("hand", "heap", "private", owner=0)
    row, doors = b.zone("row", "line"), b.zone("doors", "heap")
    discard, limbo = b.zone("discard", "pile"), b.zone("limbo", "heap")
    drawn, seen, box = b.zone("drawn", "line"), b.zone("seen", "line"), b.zone("box", "heap")
    goals = b.zone("goals", "line")
    used = b.number("used")
    for colour, (name, suns) in enumerate((("red", 9), ("blue", 8), ("green", 7), ("brown", 6)), 1):
        for symbol, (word, count) in enumerate((("sun", suns), ("moon", 4), ("key", 3)), 1):
            b.card(f"{name} {word}", count, deck, colour=colour, symbol=symbol, kind=1)
        b.card(f"{name} door", 2, deck, colour=colour, kind=2)
    nightmare = b.card("nightmare", 10, deck, kind=3)
    first_goal = len(b.faces)
    for colour, name in enumerate(("red", "blue", "green", "brown"), 1):
        for _ in range(2):
            b.card(f"{name} goal", 1, goals, colour=colour, kind=4)
    down = b.fact("face down", "down", first_goal, 8)
    won, lost = b.ending("won", "Every door is open."), b.ending("lost", "The dream is over.")

    def zone(number: int) -> Zone:
        return Zone(Int(number))

    def attr(name: str, card: Expr, value: int) -> Expr:
        return equal(b.attribute(name, card), Int(value))

    def move(card: Expr, source: int, target: int, end: str = "last") -> Move:
        return Move(card, Int(source), Int(target), end, o)

    o = b.origin("rules")
    main, setup, turn, refill, dream, look, search, place = (b.declare() for _ in range(8))
    take_hand = b.declare()

    b.plain(place, "place", [
        move(Local(0), 0, doors), move(Local(0), drawn, doors),
        SetLocal(1, Element(Filter(zone(goals), 2, And((
            equal(b.attribute("colour", Local(2)), b.attribute("colour", Local(0))), Not(Fact(down, Local(2))),
        ))), Int(0)), o),
        SetFact(down, Local(1), Int(1), o),
        Branch(Binary(">=", Size(zone(doors)), Int(8)), (End(won, o),), (), o),
    ], arguments=1, locals=3, event="place", shown=(0,))
    b.plain(take_hand, "take hand", [
        While(Binary("<", Size(zone(hand)), Int(5)), (
            Branch(Not(Size(zone(deck))), (End(lost, o),), (), o),
            Draw(0, Int(deck), Int(drawn), o),
            Branch(attr("kind", Local(0), 1), (move(Local(0), drawn, hand),), (move(Local(0), drawn, limbo),), o),
        ), o),
    ], locals=1, event="take a hand")
    b.plain(setup, "setup", [
        Shuffle(Int(goals), o), Shuffle(Int(deck), o), Call(take_hand, (), o),
        MoveAll(zone(limbo), Int(limbo), Int(deck), "last", o), Shuffle(Int(deck), o),
    ], event="setup")

    x = b.blocks_for(3)
    b.waiting(main, "game", [
        (x[0], [Call(setup, (), o)], Jump(x[1])),
        (x[1], [], CallAndWait(turn, (), x[2], o)),
        (x[2], [], Jump(x[1])),
    ])

    # turn: local 0 card, 1 its zone
    symbol = b.attribute("symbol", Local(0))
    last_card = Element(zone(row), Int(-1))
    x = b.blocks_for(8)
    run = Binary("-", Size(zone(row)), Number(Int(used)))
    third = b.attribute("colour", last_card)
    same = And((
        Binary(">=", run, Int(3)),
        equal(third, b.attribute("colour", Element(zone(row), Int(-2)))),
        equal(third, b.attribute("colour", Element(zone(row), Int(-3)))),
    ))
    p_turn = b.prompt("turn")
    b.waiting(turn, "turn", [
        (x[0], [], Choose(p_turn, Int(0), (
            Option(("play ", 0), YES, (Parameter(0, 1, (Source(zone(hand), Int(hand)),), And((
                Not(equal(symbol, b.attribute("symbol", last_card))),))),), x[1], b.origin("play a card")),
            Option(("discard ", 0), YES, (Parameter(0, 1, (Source(zone(hand), Int(hand)),), YES),), x[2],
                   b.origin("discard a card")),
        ), x[0], True, 0, o)),
        (x[1], [Move(Local(0), Local(1), Int(row), "last", o)], Fork(same, x[3], x[4], o)),
        (x[2], [move(Local(0), hand, discard)], Fork(And((attr("symbol", Local(0), 3), Size(zone(deck)))), x[5], x[4], o)),
        (x[3], [SetNumber(Int(used), Size(zone(row)), o)], Fork(Size(zone(deck)), x[6], x[4], o)),
        (x[4], [], CallAndWait(refill, (), x[7], o)),
        (x[5], [], CallAndWait(look, (), x[4], o)),
        (x[6], [], CallAndWait(search, (third,), x[4], o)),
        (x[7], [Branch(Size(zone(limbo)), (
            MoveAll(zone(limbo), Int(limbo), Int(deck), "last", o), Shuffle(Int(deck), o)), (), o)], Return()),
    ], locals=2, event="turn")

    # search(colour): 1 card, 2 zone
    x = b.blocks_for(4)
    b.waiting(search, "search", [
        (x[0], [], Choose(b.prompt("door search"), Int(0), (
            Option(("take ", 0), YES, (Parameter(1, 2, (Source(zone(deck), Int(deck)),), And((
                attr("kind", Local(1), 2), equal(b.attribute("colour", Local(1)), Local(0)))),),), x[1], o),
            Option(("only shuffle",), YES, (), x[2], o),
            Option(("decline",), YES, (), x[3], o),
        ), x[3], False, 0, o)),
        (x[1], [move(Local(1), deck, drawn), Call(place, (Local(1),), o)], Jump(x[2])),
        (x[2], [Shuffle(Int(deck), o)], Return()),
        (x[3], [], Return()),
    ], arguments=1, locals=3, event="search")

    # refill: 0 card
    x = b.blocks_for(9)
    b.waiting(refill, "refill", [
        (x[0], [], Fork(Binary("<", Size(zone(hand)), Int(5)), x[1], x[7], o)),
        (x[1], [Branch(Not(Size(zone(deck))), (End(lost, o),), (), o), Draw(0, Int(deck), Int(drawn), o)],
         Fork(attr("kind", Local(0), 1), x[2], x[3], o)),
        (x[2], [move(Local(0), drawn, hand)], Jump(x[0])),
        (x[3], [], Fork(attr("kind", Local(0), 2), x[4], x[8], o)),
        (x[4], [], Fork(Exists(zone(hand), 1, And((attr("symbol", Local(1), 3),
         equal(b.attribute("colour", Local(1)), b.attribute("colour", Local(0)))))), x[5], x[6], o)),
        (x[5], [], Choose(b.prompt("door drawn"), Int(0), (
            Option(("use ", 0), YES, (Parameter(1, 2, (Source(zone(hand), Int(hand)),), And((
                attr("symbol", Local(1), 3), equal(b.attribute("colour", Local(1)), b.attribute("colour", Local(0)))))),),
                b.block(), o),
            Option(("limbo",), YES, (), x[6], o)), x[6], False, 0, o)),
        (x[6], [move(Local(0), drawn, limbo)], Jump(x[0])),
        (x[7], [], Return()),
        (x[8], [], CallAndWait(dream, (Local(0),), x[0], o)),
        (len(b.blocks) - 1, [move(Local(1), hand, discard), Call(place, (Local(0),), o)], Jump(x[0])),
    ], locals=3, event="refill")

    # dream(card): 1 card, 2 zone, 3 list
    x = b.blocks_for(6)
    b.waiting(dream, "dream", [
        (x[0], [], Choose(b.prompt("nightmare"), Int(0), (
            Option(("discard ", 0), YES, (Parameter(1, 2, (Source(zone(hand), Int(hand)),), attr("symbol", Local(1), 3)),),
                   x[1], o),
            Option(("return ", 0), YES, (Parameter(1, 2, (Source(zone(doors), Int(doors)),), YES),), x[2], o),
            Option(("reveal five",), YES, (), x[3], o),
            Option(("discard hand",), YES, (), x[4], o),
        ), x[5], True, 0, o)),
        (x[1], [move(Local(1), hand, discard)], Jump(x[5])),
        (x[2], [move(Local(1), doors, limbo),
                SetLocal(1, Element(Filter(zone(goals), 2, And((Fact(down, Local(2)), equal(
                    b.attribute("colour", Local(2)), b.attribute("colour", Local(1)))))), Int(0)), o),
                SetFact(down, Local(1), Int(0), o)], Jump(x[5])),
        (x[3], [Expose(Int(deck), Int(5), o), SetLocal(3, Slice(zone(deck), Int(-5), None), o),
                MoveAll(Local(3), Int(deck), Int(seen), "last", o),
                ForEach(1, zone(seen), (
                    Branch(attr("kind", Local(1), 1), (move(Local(1), seen, discard),), (move(Local(1), seen, limbo),), o),
                ), o)], Jump(x[5])),
        (x[4], [MoveAll(zone(hand), Int(hand), Int(discard), "last", o), Call(take_hand, (), o)], Jump(x[5])),
        (x[5], [move(Local(0), drawn, discard)], Return()),
    ], arguments=1, locals=4, lists=(3,), event="nightmare", shown=(0,))

    # look: 0 card, 1 zone
    x = b.blocks_for(6)
    b.waiting(look, "prophecy", [
        (x[0], [Expose(Int(deck), Int(5), o), MoveAll(Slice(zone(deck), Int(-5), None), Int(deck), Int(seen), "last", o)],
         Choose(b.prompt("prophecy discard"), Int(0), (
             Option(("discard ", 0), YES, (Parameter(0, 1, (Source(zone(seen), Int(seen)),), YES),), x[1], o),
         ), x[4], False, 0, o)),
        (x[1], [move(Local(0), seen, discard)], Jump(x[2])),
        (x[2], [], Choose(b.prompt("prophecy order"), Int(0), (
            Option(("next ", 0), YES, (Parameter(0, 1, (Source(zone(seen), Int(seen)),), YES),), x[3], o),
        ), x[4], False, 0, o)),
        (x[3], [move(Local(0), seen, box), SetLocal(2, Binary("++", Local(2), Element_list(Local(0))), o)], Jump(x[2])),
        (x[4], [ForEach(0, Local(2), (move(Local(0), box, deck),), o)], Return()),
    ][:5], locals=3, lists=(2,), event="prophecy")
    b.blocks.pop(x[5])
    b.invariants.append(Invariant("at most eight cards in hand", Binary("<=", Size(zone(hand)), Int(8)), 0, o))
    b.out_of_reach.append(OutOfReach(
        Binary(">", Count(zone(discard), 0, attr("kind", Local(0), 2)), Int(0)), "A door is lost.", 1, o))
    b.items.append(Item("Deck", (deck,), "size", None, (), None, "", YES, 0))
    b.items.append(Item("Row", (row,), "cards", None, (), Int(1), "last", YES, 0))
    b.items.append(Item("Goals", (goals,), "cards", None, (), None, "", YES, 0))
    b.items.append(Item("Discard", (discard,), "top", None, (), None, "", YES, 0))
    b.items.append(Item("Used", (), "", Number(Int(used)), (), None, "", YES, 0))
    assert nightmare > 0
    return b.program(main, b.procedures[main].entry + 1)  # type: ignore[union-attr]


def Element_list(card: Expr) -> Expr:  # noqa: N802
    """A list of one card: those of every card that are this one."""
    return Filter(Cards(bytes(range(25))), 2, equal(Local(2), card))
