"""Statements about zones of every kind, each with a plain model of what it does to lists of names.

A `Table` is the model's state: the cards of each zone by the zone's name in scenarios; piles from the top, lines from
the left, heaps in the order in which the cards were declared. `statement` draws the text of a statement and a function
that does the same to a table. Written from the reference, not from the engine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import attrs

Table = dict[str, list[str]]

FACES = ("ash", "elm", "fig", "fir", "gum", "oak", "yew")
"""The cards, in the order of their declaration; the value of each is its place here, from 1."""

COPIES = 2

GAME = """\
game kinds "Kinds"
players 2
kind tree
  value: number
cards tree in box
  | card | value | count |
{cards}
places tray: 1 to 2
zone open: pile, public
zone shut: pile, hidden
zone line one: line, public
zone heap one: heap, public
zone own heap per player: heap, private
zone own line per player: line, private
zone own pile per player: pile, hidden
zone kept per tray: heap, public
zone laid per tray: line, public
zone box: heap, public
group both: line one, heap one
group mine: own heap, own line
number seen: 0 to 999
prompt turn: "What?", must be answered
prompt order: "Which next?"
event setup
event main
  ask turn
    option act
      do act
    option use everything
      put line one on top of open in any order, asking order
      move every card in heap one to shut
      move own heap to own line
      move own line to own pile
      for each t: tray
        move kept of t to laid of t
      move every card in box to open
      set seen to 999
      shuffle shut
event act
{body}
turn: main
win only when seen is 999
won "Won."
"""

PILES = ("open", "shut", "A own pile", "B own pile")
LINES = ("line one", "A own line", "B own line", "laid 1", "laid 2")
HEAPS = ("heap one", "A own heap", "B own heap", "kept 1", "kept 2")
ZONES = (*PILES, *LINES, *HEAPS)

PLACES = {
    "open": ("open",),
    "shut": ("shut",),
    "line one": ("line one",),
    "heap one": ("heap one",),
    "own heap": ("A own heap",),
    "own line": ("A own line",),
    "own pile": ("A own pile",),
    "own heap of B": ("B own heap",),
    "own line of player": ("A own line",),
    "own pile of B": ("B own pile",),
    "own line of all players": ("A own line", "B own line"),
    "own heap of all players": ("A own heap", "B own heap"),
    "kept of tray 1": ("kept 1",),
    "laid of tray 2": ("laid 2",),
    "laid of all trays": ("laid 1", "laid 2"),
    "kept of all trays": ("kept 1", "kept 2"),
    "both": ("line one", "heap one"),
    "mine": ("A own heap", "A own line"),
    "mine of B": ("B own heap", "B own line"),
}
"""Terms that name zones, with the zones; the acting player is A."""


@attrs.frozen
class Statement:
    """The text of a statement, and its model.

    `act` does the same to a table, given the picks of a question, and returns the value of the number `seen` after it.
    `loose` are the zones in which nobody knows the order afterwards.
    """

    text: str
    act: Callable[[Table, Sequence[str]], int]
    loose: Callable[[Table], frozenset[str]] = lambda _: frozenset()


def game_text(statement: str) -> str:
    """The rules of a game whose option `act` does a statement."""
    cards = "\n".join(f"  | {face} | {value} | {COPIES} |" for value, face in enumerate(FACES, 1))
    body = "\n".join(f"  {line}" for line in statement.split("\n"))
    return GAME.format(cards=cards, body=body)


def tables(random: Random) -> Table:
    """A table with cards in a few zones; the rest lie in no zone of the table."""
    stock = [face for face in FACES for _ in range(COPIES)]
    random.shuffle(stock)
    table: Table = {zone: [] for zone in ZONES}
    for card in stock[: random.randrange(4, len(stock) + 1)]:
        table[random.choice(ZONES)].append(card)
    for zone in HEAPS:
        table[zone].sort(key=FACES.index)
    return table


def statement(random: Random) -> Statement:
    """Any statement."""
    return random.choice(MAKERS)(random)


def lying(zone: str, cards: Sequence[str]) -> list[str]:
    """The cards of a zone from the bottom to the top, or as they are listed."""
    return list(cards[::-1]) if zone in PILES else list(cards)


def put(table: Table, zone: str, cards: Sequence[str], end: str) -> None:
    """Put cards, from the bottom to the top or from the left to the right, at the far or the near end of a zone."""
    there = lying(zone, table[zone])
    there = [*cards, *there] if end in ("bottom", "left") else [*there, *cards]
    table[zone] = sorted(there, key=FACES.index) if zone in HEAPS else lying(zone, there)


def take(table: Table, zones: Sequence[str], wanted: Callable[[str], bool]) -> list[str]:
    """Take cards out of zones, as they lie, zone by zone."""
    taken: list[str] = []
    for zone in zones:
        taken += [card for card in lying(zone, table[zone]) if wanted(card)]
        table[zone] = [card for card in table[zone] if not wanted(card)]
    return taken


def value(card: str) -> int:
    """What is printed on a card."""
    return FACES.index(card) + 1


def _target(random: Random) -> tuple[str, str, str]:
    """The text of a target, its zone, and the end."""
    text, zones = random.choice([(text, zones) for text, zones in PLACES.items() if len(zones) == 1])
    zone = zones[0]
    ends = ("top", "bottom") if zone in PILES else ("left", "right") if zone in LINES else ()
    end = random.choice(("", *ends))
    return (f"{end} of {text}" if end else text), zone, end


def _move_every(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    text, zone, end = _target(random)
    least = random.randrange(len(FACES) + 1)
    where = f" where value is at least {least}" if least > 1 else ""
    said = f"move every tree in {place}{where} to {text}"

    def act(table: Table, _: Sequence[str]) -> int:
        put(table, zone, take(table, zones, lambda card: value(card) >= least), end)
        return 0

    return Statement(said, act)


def _move_all(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    text, zone, end = _target(random)

    def act(table: Table, _: Sequence[str]) -> int:
        put(table, zone, take(table, zones, lambda _: True), end)
        return 0

    return Statement(f"move {place} to {text}", act)


def _end_of(random: Random) -> tuple[str, str, str]:
    """A term for an end of a pile or line: the side, the term, its zone."""
    ordered = [(text, zones[0]) for text, zones in PLACES.items() if len(zones) == 1 and zones[0] not in HEAPS]
    text, zone = random.choice(ordered)
    return random.choice(("top", "bottom") if zone in PILES else ("leftmost", "rightmost")), text, zone


def cut(table: Table, zone: str, side: str, count: int) -> list[str]:
    """Take so many cards from an end of a zone, as they lie."""
    first = side in ("top", "leftmost")
    listed = table[zone]
    taken = listed[:count] if first else listed[max(len(listed) - count, 0) :]
    table[zone] = listed[count:] if first else listed[: max(len(listed) - count, 0)]
    return lying(zone, taken)


def _move_end(random: Random) -> Statement:
    side, place, zone = _end_of(random)
    text, to, end = _target(random)
    count = random.randrange(4)

    def act(table: Table, _: Sequence[str]) -> int:
        put(table, to, cut(table, zone, side, max(count, 1)), end)
        return 0

    return Statement(f"move {side} {count} of {place} to {text}" if count else f"move {side} of {place} to {text}", act)


def _draw(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    zone = zones[0]
    text, to, end = _target(random)

    def act(table: Table, _: Sequence[str]) -> int:
        put(table, to, cut(table, zone, "top", 1), end)
        return 0

    return Statement(f"draw from {place} to {text} as found", act)


def _shuffle(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    text, to, _ = _target(random)
    if random.random() < 0.5:
        return Statement(f"shuffle {place}", lambda _, __: 0, lambda _: frozenset(zones))

    def act(table: Table, _: Sequence[str]) -> int:
        put(table, to, take(table, zones, lambda _: True), "")
        return 0

    return Statement(f"shuffle {place} into {text}", act, lambda _: frozenset([to]))


def _put(random: Random) -> Statement:
    single = [(text, zones[0]) for text, zones in PLACES.items() if len(zones) == 1]
    place, zone = random.choice(single)
    text, to = random.choice(single)
    above = random.random() < 0.5
    part = random.randrange(1, 4) if zone not in HEAPS and random.random() < 0.5 else 0
    side = ("top" if zone in PILES else "leftmost") if part else ""
    what = f"{side} {part} of {place}" if part else place

    def act(table: Table, picks: Sequence[str]) -> int:
        cards = cut(table, zone, side, part) if part else take(table, [zone], lambda _: True)
        assert sorted(picks) == sorted(cards)
        put(table, to, [*picks][::-1], "top" if above else "bottom")
        return 0

    return Statement(f"put {what} {'on top of' if above else 'under'} {text} in any order, asking order", act)


def _exchange(random: Random) -> Statement:
    one_side, one, first = _end_of(random)
    other_side, other, second = _end_of(random)

    def act(table: Table, _: Sequence[str]) -> int:
        if not (table[first] and table[second]):
            return 0
        here = 0 if one_side in ("top", "leftmost") else len(table[first]) - 1
        there = 0 if other_side in ("top", "leftmost") else len(table[second]) - 1
        table[first][here], table[second][there] = table[second][there], table[first][here]
        return 0

    return Statement(f"exchange {one_side} of {one} and {other_side} of {other}", act)


def _number(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    least = random.randrange(1, len(FACES) + 1)
    asked = random.randrange(3)
    where = f"tree in {place} where value is at least {least}"
    text = (f"number of {where}", f"sum of value over {where}", f"if any {where} then 1 else 0")[asked]

    def act(table: Table, _: Sequence[str]) -> int:
        values = [value(card) for zone in zones for card in table[zone] if value(card) >= least]
        return (len(values), sum(values), int(bool(values)))[asked]

    return Statement(f"set seen to {text}", act)


def _printed(random: Random) -> Statement:
    side, place, zone = _end_of(random)

    def act(table: Table, _: Sequence[str]) -> int:
        cards = cut(dict(table), zone, side, 1)
        return value(cards[0]) if cards else 0

    return Statement(f"let card: {side} of {place}\nset seen to if card is none then 0 else value of card", act)


def _each(random: Random) -> Statement:
    place, zones = random.choice([*PLACES.items()])
    text, zone, end = _target(random)

    def act(table: Table, _: Sequence[str]) -> int:
        for source, card in [(each, card) for each in zones for card in lying(each, table[each])]:
            there = lying(source, table[source])
            there.remove(card)
            table[source] = lying(source, there)
            put(table, zone, [card], end)
        return 0

    return Statement(f"for each card in {place}\n  move card to {text}", act)


MAKERS = (_move_every, _move_all, _move_end, _draw, _shuffle, _put, _exchange, _number, _printed, _each)
