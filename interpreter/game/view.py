"""Views: what a player may see of a state.

A view holds no hidden card, no order that nobody knows and no seed. Knows nothing of a screen: the rows are data.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl.program.display import Beside, Item, Look
from dsl.program.expressions import Expr
from dsl.program.program import Program
from interpreter.choices.decisions import Decision, letter, seat
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick, zone_at
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat, layout_of
from interpreter.state.visibility import looker, sees
from interpreter.state.wording import FACE_DOWN, from_top, shown_card, shown_value


@attrs.frozen
class ZoneView:
    """A zone as a player sees it: `cards` as people list them (a pile from the top), or None if they are hidden.

    `size` includes cards that a player is looking at and that still count as lying in this zone.
    """

    name: str
    family: str
    owner: str
    cards: tuple[str, ...] | None
    size: int


@attrs.frozen
class ItemView:
    """An entry of the table: `text`, or `cards` (None: the entry lists no cards).

    The cards in `apart` follow those in `cards`, set apart under the label `apart_label`. The entries `beside` have
    labels of their own; one that isn't shown now has no text. If cards aren't shown by their names, `drawn` shows all
    of them with symbols, and `plain` the same in words.

    `counted` says whether equal cards may be counted instead of listed: "always", if there are "many", or "" where
    their order counts. Then `ranks` has a number for each card, by which counted ones are arranged.
    """

    label: str
    text: str
    cards: tuple[str, ...] | None
    apart: tuple[str, ...] = ()
    apart_label: str = ""
    beside: tuple[ItemView, ...] = ()
    drawn: tuple[str, ...] = ()
    plain: tuple[str, ...] = ()
    counted: str = ""
    ranks: tuple[int, ...] = ()


@attrs.frozen
class View:
    """Everything that a player may see; `decision` is the current decision if it is this player's.

    `numbers` are the numbers by name; a number whose values have words is shown as its word.
    """

    player: str
    turn: str
    zones: tuple[ZoneView, ...]
    numbers: tuple[tuple[str, int | str], ...]
    items: tuple[ItemView, ...]
    decision: Decision | None


def view_of(program: Program, s: Flat, player: int, decision: Decision | None) -> View:
    """The view of `player` (0 or 1) on a state."""
    return _Viewer(program, s, player).view(decision)


def seen_alike(program: Program, s: Flat, picks: Sequence[Pick]) -> bool:
    """Whether all players see the same cards in a state, and these picks are about no others."""
    zones = layout_of(program).zones
    offered = set(_offered(program, s, picks)) if picks else set[int]()
    return all(
        _seen_by(program, s, zone) in (0, program.players)
        for zone in range(len(program.places))
        if s[zones + zone] and zone not in offered
    ) and all(_seen_by(program, s, zone) == program.players for zone in offered)


def _seen_by(program: Program, s: Flat, zone: int) -> int:
    """How many players see the cards of a zone."""
    return sum(sees(program, s, player, zone) for player in range(program.players))


def _offered(program: Program, s: Flat, picks: Sequence[Pick]) -> Iterator[int]:
    """The zones of the cards that can be chosen at a decision."""
    values, local = Evaluator(program), locals_in(program, s[FRAME])
    options = words_of(program).choices[s[FRAME][0]].options
    for pick in picks:
        for number, parameter in enumerate(options[pick[0]].parameters):
            if parameter.most:
                yield from (values.number(source.zone, s, local) for source in parameter.sources)
            elif not parameter.values:
                yield pick[zone_at(number)]


class _Viewer:
    def __init__(self, program: Program, s: Flat, player: int) -> None:
        self.program = program
        self.s = s
        self.player = player
        self.layout = layout_of(program)
        self._values = Evaluator(program)
        self._backs = program.facing.backs if program.facing else range(0)

    def view(self, decision: Decision | None) -> View:
        numbers = (
            (counter.name, shown_value(counter, self.s[self.layout.numbers + number]))
            for number, counter in enumerate(self.program.counters)
            if not counter.hidden
        )
        return View(
            player=letter(self.player),
            turn=seat(self.program, self.s[self.layout.numbers + self.program.player]),
            zones=tuple(
                self._zone(zone) for zone in range(len(self.program.places)) if zone not in self.program.inner_zones
            ),
            numbers=tuple(numbers),
            items=tuple(self._entry(item) for item in self.program.items if self._shown(item)),
            decision=decision,
        )

    def _zone(self, zone: int) -> ZoneView:
        place = self.program.places[zone]
        owner = seat(self.program, place.owner) if place.owner >= 0 else ""
        return ZoneView(place.name, place.family, owner, self._cards(zone), self._size(zone))

    def _cards(self, zone: int) -> tuple[str, ...] | None:
        """The names of a zone's cards; None if the player may not see them."""
        if not sees(self.program, self.s, self.player, zone):
            return None
        return self._named(zone, self.s[self.layout.zones + zone])

    def _named(self, zone: int, lying: bytes, called: tuple[str, ...] = ()) -> tuple[str, ...]:
        """The names of cards in a zone, or the words in `called` by id."""
        cards = from_top(self.program.places[zone], lying)
        return tuple(self._called(card, called) for card in cards)

    def _called(self, card: int, called: tuple[str, ...]) -> str:
        if card in self._backs and not called:
            return FACE_DOWN
        return shown_card(self.program, self.s, card, called)

    def _size(self, zone: int) -> int:
        lying = len(self.s[self.layout.zones + zone])
        looked_at = sum(
            len(self.s[self.layout.zones + other])
            for other, place in enumerate(self.program.places)
            if place.looked_from == zone and looker(self.program, self.s, place)
        )
        return lying + looked_at

    def _shown(self, item: Item) -> bool:
        return bool(self._values.number(item.condition, self.s, [0] * item.locals))

    def _entry(self, item: Item) -> ItemView:
        beside = tuple(self._beside(each) for each in item.beside)
        return attrs.evolve(self._item(item), beside=beside) if beside else self._item(item)

    def _beside(self, each: Beside) -> ItemView:
        if not self._values.number(each.condition, self.s, [0] * each.locals):
            return ItemView(each.label, "", None)
        if each.value is not None:
            return ItemView(each.label, self._value_in_words(each.value, each.members, each.locals), None)
        cards = self._lying(each)
        listed = self._may_be_counted(ItemView(each.label, "", self._listed(each.zones, cards)), each.zones, cards)
        return self._with_looks(listed, each.zones, cards, each.look)

    def _item(self, item: Item) -> ItemView:
        if item.value is not None:
            return ItemView(item.label, self._value_in_words(item.value, item.members, item.locals), None)
        size = sum(self._size(zone) for zone in item.zones)
        if item.style == "size":
            return ItemView(item.label, str(size), None)
        if item.style == "top":
            return ItemView(item.label, self._top(item, size), None)
        lying = self._lying(item)
        return self._with_looks(self._cards_of(item, lying), item.zones, lying, item.look)

    def _lying(self, item: Item | Beside) -> tuple[bytes, ...]:
        """The cards that an entry shows of each of its zones."""
        whole = tuple(self.s[self.layout.zones + zone] for zone in item.zones)
        ends = item.ends or (None,) * len(whole)
        own: list[int | bytes] = [0] * item.locals
        return tuple(
            found if end is None else self._values.cards(end, self.s, own)
            for found, end in zip(whole, ends, strict=True)
        )

    def _cards_of(self, item: Item, lying: tuple[bytes, ...]) -> ItemView:
        cards = self._listed(item.zones, lying)
        if item.apart is None:
            return self._may_be_counted(ItemView(item.label, "", cards), item.zones, lying, item.style)
        apart = min(max(self._values.number(item.apart, self.s, [0] * item.locals), 0), len(cards))
        kept = len(cards) - apart
        return ItemView(item.label, "", cards[:kept], cards[kept:], item.apart_label)

    def _may_be_counted(
        self, seen: ItemView, zones: tuple[int, ...], lying: tuple[bytes, ...], style: str = "cards"
    ) -> ItemView:
        """An entry with what is needed to count its cards, unless they lie in a line, whose order counts."""
        if not seen.cards or any(self.program.places[zone].shape == "line" for zone in zones):
            return seen
        ranks = tuple(rank for zone, cards in zip(zones, lying, strict=True) for rank in self._ranks(zone, cards))
        return attrs.evolve(seen, counted="always" if style == "counted" else "many", ranks=ranks)

    def _ranks(self, zone: int, lying: bytes) -> tuple[int, ...]:
        """The ranks of cards in a zone: the order in which they were declared; unknown ones come last."""
        cards = from_top(self.program.places[zone], lying)
        if sees(self.program, self.s, self.player, zone):
            return tuple(cards)
        return (len(self.program.faces),) if cards else ()

    def _value_in_words(self, expr: Expr, members: tuple[str, ...], locals_: int) -> str:
        value = self._values.number(expr, self.s, [0] * locals_)
        if not members:
            return str(value)
        return ", ".join(member for bit, member in enumerate(members) if value >> bit & 1) or "none"

    def _with_looks(
        self, seen: ItemView, zones: tuple[int, ...], lying: tuple[bytes, ...], look: Look | None
    ) -> ItemView:
        """An entry with the looks of its cards, if they aren't shown by their names."""
        if look is None:
            return seen
        drawn, plain = (self._listed(zones, lying, called) for called in (look.drawn, look.plain))
        return attrs.evolve(seen, drawn=drawn, plain=plain)

    def _listed(
        self, zones: tuple[int, ...], lying: tuple[bytes, ...], called: tuple[str, ...] = ()
    ) -> tuple[str, ...]:
        return tuple(
            card for zone, cards in zip(zones, lying, strict=True) for card in self._known(zone, cards, called)
        )

    def _known(self, zone: int, lying: bytes, called: tuple[str, ...] = ()) -> tuple[str, ...]:
        if sees(self.program, self.s, self.player, zone):
            return self._named(zone, lying, called)
        return (f"{len(lying)} hidden",) if lying else ()

    def _top(self, item: Item, size: int) -> str:
        for zone in item.zones:
            cards = self._cards(zone)
            if cards:
                last = self.program.places[zone].shape != "pile"
                return f"{size}, {cards[-1 if last else 0]} on top"
        return str(size)
