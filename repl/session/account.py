"""The account of a game in words: answers, moves of cards, and the rules behind them.

An account is for one player, and reports only what that player may know, by a `Witness` and the player's own views of
the table. If no hands are closed, it follows the engine's trace: answers, and the route of each card. In a game with
closed hands it lists the answers, then the cards that each zone gained and lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import groupby
from typing import TYPE_CHECKING

import attrs

from dsl import Program
from dsl.text.spelling import counted
from interpreter import FORCED
from repl.reports.reasons import cut, more, reason, shortened
from repl.saves.timeline import Timeline
from repl.session.knowledge import CHANCE, UNKNOWN, Witness, hides_hands, players, route, turned

if TYPE_CHECKING:
    from interpreter import Answer, Event, View, ZoneView

HIDDEN_ANSWER = "(an answer that only {player} knows)"
PASSED = " (passed for you)"

MOST_SHOWN = 500
"""Most entries of the trace after one answer that are shown from its beginning, and again from its end."""

MOST_NEWS = 50
"""Most lines of news that are shown from their beginning, and again from their end; `why` shows more."""

MOST_NAMED = 20
"""If more cards take the same route, those of one name are counted; of more names, only the number of cards is told."""
MOST_ZONES = 8
"""Most zones of a route that are named; of a longer one, the first and the last."""


class Account:
    """Reports a game to `viewer`, and everything after its end, unless it `goes_on` (its end is taken back).

    Without a viewer (""), answers are reported as all players who didn't give them may know them.
    """

    def __init__(self, program: Program, timeline: Timeline, viewer: str, goes_on: bool = False) -> None:
        self._program, self._timeline, self._viewer = program, timeline, viewer
        over = timeline.game.outcome is not None and not goes_on
        self._witnesses = {player: Witness(program, player, over) for player in players(program)}
        self._opened = timeline.known(len(timeline.moves))
        self._back = program.faces[program.facing.first].name if program.facing else ""
        self._looking = frozenset(place.name for place in program.places if place.looker >= 0)

    def news(self, since: int) -> tuple[str, ...]:
        """Events after answer `since`; forced answers are left out, because their effects are shown."""
        numbers = range(since + 1, len(self._timeline.moves) + 1)
        if not hides_hands(self._program):
            return shortened([line for number in numbers for line in self._story(number)], MOST_NEWS)
        answers = [line for number in numbers for line in self._given(number)[self._passed(number) :]]
        answers = [line for line in answers if not line.endswith(FORCED)]
        before, after = self._timeline.after(since), self._timeline.game
        seen = changes(before.view(self._viewer), after.view(self._viewer), self._looking)
        return shortened([*_counted(answers), *self._fallen(numbers), *seen], MOST_NEWS)

    def _fallen(self, numbers: Iterable[int]) -> Iterator[str]:
        """What chance decided after some answers, as far as the viewer may know it."""
        witness = self._witnesses[self._viewer]
        for number in numbers:
            yield from (event.text for event in self._events(number) if event.name in CHANCE and witness.saw(event))

    def answers(self, number: int) -> tuple[str, ...]:
        """Answer `number` (from 1) and the forced answers after it, each with the subject of its question.

        0: the answers before the first.
        """
        return shortened(self._given(number, with_about=True), MOST_SHOWN)

    def _given(self, number: int, with_about: bool = False) -> tuple[str, ...]:
        given, events = self._timeline.answers(number), self._events(number)
        places = [place for place, event in enumerate(events, 1) if event.name == "answer"]
        lines = []
        first = self._answered(number)
        for at, (answer, place) in enumerate(zip(given, places, strict=True), first):
            about = self._about(answer, events[place - 1]) if with_about else ""
            words = events[place - 1].text.removeprefix(f"{answer.prompt}: ").removesuffix(FORCED)
            told = attrs.evolve(answer, words=words)
            following = self._following(number, events, place, at)
            lines.append(self._answer(told, following, about, sealed=at >= self._opened))
        return (f"{lines[0]}{PASSED}", *lines[1:]) if self._passed(number) else tuple(lines)

    def _following(self, number: int, events: Sequence[Event], place: int, at: int) -> _After:
        """The entries of an answer's trace from a place on, until answer `at` of the record is no longer sealed."""
        last = number
        while self._timeline.after(last).sealed and self._timeline.known(last) <= at:
            if last == len(self._timeline.moves):
                break
            last += 1
        if last == number:
            return _After(events, place)
        before = len(self._timeline.after(number - 1).trace) if number else 0
        return _After(self._timeline.after(last).trace, before + place)

    def _answered(self, number: int) -> int:
        """How many answers, forced ones included, were there before answer `number`."""
        return len(self._timeline.after(number - 1).history) if number else 0

    def _about(self, answer: Answer, event: Event) -> str:
        """The subject of a question, if all readers may know everything that the answering player saw."""
        known = all(self._witnesses[each].sees(answer.player) for each in self._readers(answer.player))
        return f"{event.about}: " if event.about and known else ""

    def _readers(self, player: str) -> Set[str]:
        """The players to whom an answer of this player is reported."""
        return {self._viewer} if self._viewer else self._witnesses.keys() - {player}

    def reasons(self, number: int) -> tuple[str, ...]:
        """The effects of answer `number` (0: of the beginning), each with its rule and the rule's line.

        Long consequences, as of rules that never reach a decision, are abridged to their first and last events.
        """
        witness = self._witnesses[self._viewer]
        events = [event for event in self._events(number) if event.name != "rule" or witness.saw(event)]
        least = min((event.depth for event in events), default=0)
        left_out = range(MOST_SHOWN, len(events) - MOST_SHOWN)
        lines = []
        answers = self._answered(number)
        for place, event in enumerate(events):
            if place == left_out.start and left_out:
                lines.append(more(len(left_out)))
            answers += event.name == "answer"
            if event.name == "answer" and answers > self._opened and self._viewer not in event.seen:
                lines.append("  " * (event.depth - least) + HIDDEN_ANSWER.format(player=event.seen[0]))
            elif place not in left_out:
                following = self._following(number, events, place + 1, answers - 1)
                lines.append(reason(event, self._words(event, witness.shown(event, following)), event.depth - least))
                enabled = self._timeline.after(number).enabling(event) if event.name == "answer" else ()
                lines += [reason(each, each.text, each.depth - least) for each in enabled if witness.saw(each)]
        return tuple(lines)

    def _words(self, event: Event, words: str) -> str:
        """An entry in words; in another language without the name of a prompt, which stays that of the rules."""
        return words.partition(": ")[2] if event.name == "answer" and self._program.own else words

    def _passed(self, number: int) -> bool:
        """Whether answer `number` passed a window for the player, which is reported elsewhere."""
        return number > 0 and self._timeline.moves[number - 1].passed

    def _story(self, number: int) -> Iterator[str]:
        """The effects of an answer, from the trace."""
        answers, witness = iter(self._given(number)), self._witnesses[self._viewer]
        passed = self._passed(number)
        routes: list[_Route] = []
        for event in self._events(number):
            if found := route(event):
                self._add(routes, *found, event.place, known=witness.saw(event))
            elif event.name == "answer":
                yield from _grouped(routes)
                line = next(answers)
                if not (passed or line.endswith(FORCED)):
                    yield line
                passed = False
            elif event.name == "turned" and witness.saw(event):
                self._turn(routes, event)
            elif event.name in ("shuffle", "exchange", *CHANCE):
                yield from _grouped(routes)
                yield witness.shown(event, ())
        yield from _grouped(routes)

    def _turn(self, routes: list[_Route], event: Event) -> None:
        """Add a card that is turned over; one that the same statement moved and turned up has its name in the route."""
        card, zone, side = turned(event)
        back = self._back
        last = routes[-1] if routes else None
        if side == "up" and last and (last.zones[-1], last.place) == (zone, event.place) and back in last.names:
            last.names[last.names.index(back)] = card
        else:
            routes.append(_Route([card], [zone], event.place, f"turned face {side}"))

    def _add(self, routes: list[_Route], cards: str, source: str, target: str, place: str, known: bool) -> None:
        """Add a move of cards; successive moves of the same cards form one route.

        Moves within a zone are left out.
        """
        if source == target:
            return
        names = [name if known else UNKNOWN for name in cards.split(", ")]
        last = routes[-1] if routes else None
        if last and not last.turned and last.names == names and last.zones[-1] == source:
            last.zones.append(target)
            last.place = place
        else:
            routes.append(_Route(names, [source, target], place))

    def _events(self, number: int) -> tuple[Event, ...]:
        start = len(self._timeline.after(number - 1).trace) if number else 0
        return self._timeline.after(number).trace[start:]

    def _answer(self, answer: Answer, following: Iterable[Event], about: str, sealed: bool) -> str:
        words = answer.words
        readers = self._readers(answer.player)
        who = f"{answer.player}: " if self._program.players > 1 else ""
        if sealed and readers != {answer.player}:
            return who + HIDDEN_ANSWER.format(player=answer.player)
        if not all(self._witnesses[viewer].knows_answer(words, answer.player, following) for viewer in readers):
            words = HIDDEN_ANSWER.format(player=answer.player)
        return f"{who}{about}{words}" + (FORCED if answer.forced else "")


@attrs.frozen
class _After:
    """The entries of a trace from a place on, without a copy for each place."""

    events: Sequence[Event]
    start: int

    def __iter__(self) -> Iterator[Event]:
        return (self.events[place] for place in range(self.start, len(self.events)))


class _Route:
    """Cards, the zones through which they moved, and the place of the rule that moved them last.

    Cards that are `turned` over stay in their zone.
    """

    def __init__(self, names: list[str], zones: list[str], place: str, turned: str = "") -> None:
        self.names, self.zones, self.place, self.turned = names, zones, place, turned


def changes(before: View, after: View, looking: Set[str] = frozenset()) -> tuple[str, ...]:
    """A line for each zone in which the viewer sees a change; the order of zones for `looking` doesn't count."""
    old = {zone.name: zone for zone in before.zones}
    lines = (_change(old.get(zone.name), zone, zone.name not in looking) for zone in after.zones)
    return tuple(line for line in lines if line)


def _grouped(routes: list[_Route]) -> Iterator[str]:
    """A line for each route, with all cards that took it together; the list is emptied."""
    for (zones, side), group in groupby(routes, lambda each: (each.zones, each.turned)):
        listed = _named([name for each in group for name in each.names])
        if len(zones) > MOST_ZONES:
            zones = [*zones[: MOST_ZONES // 2], "…", *zones[-MOST_ZONES // 2 :]]
        path = " → ".join(zones)
        yield f"{side}: {listed} ({path})" if side else f"{listed}: {path}"
    routes.clear()


def _named(names: Sequence[str]) -> str:
    """The names of cards; of many, those that are equal are counted, and of many different ones all."""
    if len(names) <= MOST_NAMED:
        return cut(", ".join(names))
    cards = Counter(names)
    return cut(_listed(cards)) if len(cards) <= MOST_NAMED else counted(len(names), "card")


def _change(before: ZoneView | None, after: ZoneView, ordered: bool) -> str:
    if before is None or before.cards is None or after.cards is None:
        size = before.size if before else 0
        return f"{after.name}: {counted(size, 'card')}, now {after.size}" if size != after.size else ""
    old, new = Counter(before.cards), Counter(after.cards)
    parts = [f"{word} {_listed(cards)}" for word, cards in (("loses", old - new), ("gains", new - old)) if cards]
    if ordered and not parts and before.cards != after.cards:
        parts = ["changes its order"]
    return f"{after.name} {', '.join(parts)}" if parts else ""


def _listed(cards: Counter[str]) -> str:
    return ", ".join(f"{count} × {name}" if count > 1 else name for name, count in cards.items())


def _counted(lines: Iterable[str]) -> Iterator[str]:
    """Lines, of which equal neighbours are counted."""
    for line, group in groupby(lines):
        count = len(list(group))
        yield f"{line} × {count}" if count > 1 else line
