"""Build the position of a scenario: the state in which its game begins.

A `given` becomes a state at the start of a turn, a `deal` a state before setup whose zones are already shuffled. Every
card comes from the program's own stock, so a position never holds more copies than the game has; the cards left over
lie in the zone `box`. Names are looked up here, and an entry that doesn't fit becomes a problem at its line.
"""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import attrs

from dsl.model.scenario import BOX, Entry, Laid, Scenario
from dsl.program.blocks import CallAndWait, Choose
from dsl.program.program import Program
from dsl.program.setup import BACK, TRUTHS, Counter, Place
from dsl.text.diagnostics import Problems
from dsl.text.source import Span
from dsl.text.spelling import counted, did_you_mean, either, nearest
from interpreter.choices.decisions import letter
from interpreter.scenarios import marks
from interpreter.scenarios.definitions import definitions_of, explain_definition
from interpreter.scenarios.falls import fallen
from interpreter.scenarios.slips import slip_of_cards, slip_of_member, slip_of_place
from interpreter.state.frames import first_locals, frame_at
from interpreter.state.layout import FRAME, Flat, blank, in_zone_order, layout_of
from interpreter.state.wording import FACE_DOWN, mark_of

MOST_LISTED = 6
"""Most names that are listed if any of them may be meant."""

REST = "the rest"
"""Stands behind the cards of a zone for all others that begin the game there and that no line names."""

NO_CARDS = frozenset({"none", "empty", "no card", "no cards"})
"""Words that people write for a zone without cards."""


def position(program: Program, scenario: Scenario, problems: Problems, seed: int = 0) -> Flat:
    """The state in which a scenario begins; mistakes in its `given` or `deal` go to `problems`."""
    builder = _PositionBuilder(program, problems, seed)
    for number, value in fallen(program, scenario, problems):
        builder.state[layout_of(program).numbers + number] = value
    if (scenario.given is None) == (scenario.deal is None):
        message = "a scenario says either by `given` or by `deal` where its game begins"
        problems.add("scenario-position", message, scenario.span)
    elif scenario.deal is not None:
        builder.deal(scenario.deal, scenario.span)
        if scenario.player != "A":
            problems.add("scenario-position", "after a deal the game itself says whose turn it is", scenario.span)
    else:
        builder.give(scenario.given or (), scenario.span)
        builder.begin_turn(scenario)
    return builder.state


def shown_entry(entry: Entry) -> str:
    """The value of an entry, in words."""
    if isinstance(entry.value, int):
        return str(entry.value)
    return ", ".join(card.name for card in entry.value) or "nothing"


def unordered(program: Program, state: Sequence[Any], zone: int) -> int:
    """How many of a zone's cards, listed last, lie in an unknown order."""
    return int(state[layout_of(program).unordered + zone])


def zone_names(program: Program) -> dict[str, int]:
    """The zones by their names in scenarios."""
    return {place.name: number for number, place in enumerate(program.places) if number not in program.inner_zones}


def said(counter: Counter) -> bool:
    """Whether scenarios may name a number: one that is declared, or one that records what has been used."""
    return not counter.hidden or bool(counter.words)


def number_names(program: Program) -> dict[str, int]:
    """The numbers that a scenario may name."""
    return {counter.name: number for number, counter in enumerate(program.counters) if said(counter)}


def explain_name(program: Program, name: str, ends: bool = False) -> str:
    """Help for an unknown zone or number, in `then` if it `ends`: the nearest name, or those of every player's own."""
    known: list[Place | Counter] = [*program.places, *program.counters]
    owned = [each.name for each in known if each.family == name and each.owner >= 0]
    if owned:
        return "every player has one: " + ", ".join(f"`{own}`" for own in owned)
    return (
        slip_of_place(program, name, ends)
        or _explain_array(name, known)
        or slip_of_member(name, known)
        or explain_absent(program, name, ("zone", "number"))
        or did_you_mean(nearest(name, [*zone_names(program), *number_names(program)]))
    )


def explain_end(program: Program, name: str) -> str:
    """Help for an unknown name in `then`, where definitions may stand as well."""
    known = definitions_of(program).known
    if name in known:
        return f"`{name}` is a definition, which is said as `{name}: …`"
    zone, includes, card = name.partition(" includes ")
    if includes and zone in zone_names(program):
        return f"put the colon behind `includes`: `{zone} includes: {card}`, and separate the cards by commas"
    return (
        explain_definition(program, name)
        or explain_name(program, name, ends=True)
        or did_you_mean(nearest(name, known))
    )


def _explain_array(name: str, known: Sequence[Place | Counter]) -> str:
    """Help with the names of several zones or numbers, if a name begins with the word that rules use for them."""
    for family in sorted({each.family for each in known}, key=lambda family: -len(family)):
        called = [each.name for each in known if each.family == family]
        if family in called or f"{name} ".removeprefix("A ").removeprefix("B ").find(f"{family} ") != 0:
            continue
        behind = name.partition(family)[2]
        ends = {f" {behind.split(' ', at)[at]}" for at in range(1, behind.count(" ") + 1)}
        meant = next((each for each in called if any(map(each.endswith, ends))), None)
        listed = ", ".join(f"`{each}`" for each in called[:MOST_LISTED]) + (" …" if len(called) > MOST_LISTED else "")
        return did_you_mean(meant, f"what the rules call `{family}` is {listed} here")
    return ""


def explain_card(program: Program, name: str) -> str:
    """Help for an unknown card."""
    if name in NO_CARDS:
        return "a zone without cards holds `nothing`"
    if name == "nothing":
        return "leave it out: `nothing` stands for a zone without cards"
    if marked := marks.advice(program, name):
        return marked
    if name == REST:
        return f"`{REST}` stands last, in a pile or heap where the game begins"
    near = did_you_mean(nearest(name, (face.name for face in program.faces)))
    return explain_absent(program, name, ("card",)) or slip_of_cards(program, name) or near


def explain_prompt(program: Program, name: str) -> str:
    """Help for an unknown prompt, or ""."""
    known = [prompt.name for prompt in program.prompts]
    decided = re.fullmatch(
        r"(.+?),? (?:(?:is|and|are|decided|answered|asked|chosen)\b ?)*(?:by|of|to|for|from) (.+)", name
    )
    if decided and decided[1] in known:
        return f"say `{decided[1]}, decided by {decided[2].removeprefix('player ')}`"
    absent = explain_absent(program, name, ("prompt",))
    return absent or _explain_event(program, name) or did_you_mean(nearest(name, known))


def _explain_event(program: Program, name: str) -> str:
    """Help with the prompts that an event asks, itself or by what it does; "" if this is no event that asks any."""
    called = [number for number, each in enumerate(program.procedures) if each.event == name]
    for number in called:
        lasts = [block.last for block in program.blocks if block.procedure == number]
        done = (each.procedure for each in lasts if isinstance(each, CallAndWait))
        called += [each for each in dict.fromkeys(done) if each not in called]
        asked = dict.fromkeys(program.prompts[each.prompt].name for each in lasts if isinstance(each, Choose))
        if asked:
            return f"`{name}` is an event, and a step names what is asked: say {either(f'at {each}' for each in asked)}"
    return ""


def explain_player(program: Program) -> str:
    """Help for an unknown player."""
    players = [*map(letter, range(program.players)), *program.dummies]
    if len(players) == 1:
        return "this game has one player, `A`: `players 2` in the scenario makes it a game for two"
    return f"the players of this game are {', '.join(f'`{player}`' for player in players)}"


def unknown_cards(program: Program, cards: Iterable[Laid]) -> Iterator[str]:
    """The names of cards, and of those that lie on them, that the game doesn't have."""
    faces = {face.name for face in program.faces}
    words = {word for fact in program.facts for word in fact.words}
    for card in (each for laid in cards for each in (laid, *laid.riders)):
        name, behind = read_name(card.name, faces)
        if name not in faces or not words.issuperset(behind):
            yield card.name


def explain_absent(program: Program, name: str, sorts: Collection[str]) -> str:
    """Where a name is declared that this game doesn't have, or ""."""
    found = program.elsewhere(name, sorts) if program.elsewhere else None
    if found is None:
        return ""
    module, sections = found
    when = f"when {' and '.join(sections)}"
    if not module:
        return f"it is declared in a section `{when}`"
    within = f", {when}" if sections else ""
    added = "add it to the line `with`" if program.modules else f"write `with {module}` below the scenario's first line"
    return f"it is declared in the module `{module}`{within}, which isn't in play: {added}"


def card_text(program: Program, card: Laid) -> str:
    """A card as the game shows it: its marks in the order of the facts, whatever their order in the scenario."""
    if not card.marks and not card.riders:
        return card.text
    marks = [mark_of(fact, value) for fact in program.facts if fact.mark for value in range(1, fact.maximum + 1)]
    known = sorted((mark for mark in card.marks if mark in marks), key=marks.index)
    others = tuple(mark for mark in card.marks if mark not in marks)
    riders = tuple(attrs.evolve(rider, name=card_text(program, rider), marks=()) for rider in card.riders)
    return attrs.evolve(card, marks=(*known, *others), riders=riders).text


def read_name(text: str, known: Collection[str]) -> tuple[str, list[str]]:
    """A known card's name at the beginning of a text, and the words of its facts after it; `with` is none of them."""
    words: list[str] = []
    name = text
    while name not in known and " " in name:
        name, _, word = name.rpartition(" ")
        words.insert(0, word)
    return (name, words) if name in known and "with" not in words else (text, [])


class _Stock:
    """The cards that still lie in their zones before setup."""

    def __init__(self, program: Program) -> None:
        self.zones: list[list[int]] = [list(cards) for cards in program.begin]
        self.opened: set[int] = set()

    def take(self, ids: frozenset[int], zone: int) -> int | None:
        """Take one of these cards, from `zone` if possible; None if none is left."""
        for source in sorted(range(len(self.zones)), key=lambda source: source != zone):
            for card in self.zones[source]:
                if card in ids:
                    self.zones[source].remove(card)
                    self.opened.add(source)
                    return card
        return None

    def rest(self, zones: Iterable[int]) -> list[int]:
        """Take all cards that are left in these zones."""
        cards = [card for zone in sorted(zones) for card in self.zones[zone]]
        for zone in zones:
            self.zones[zone].clear()
        return cards


class _PositionBuilder:
    """A state under construction."""

    def __init__(self, program: Program, problems: Problems, seed: int) -> None:
        self.program = program
        self.state = blank(program, seed)
        self._problems = problems
        self._layout = layout_of(program)
        self._stock = _Stock(program)
        self._zones = zone_names(program)
        self._numbers = number_names(program)
        self._entered: set[str] = set()
        names = {face.name for face in program.faces}
        self._ids = {name: frozenset(i for i, face in enumerate(program.faces) if face.name == name) for name in names}

    def give(self, entries: Sequence[Entry], where: Span) -> None:
        """Lay out a position: every zone holds the named cards, and all other cards are in the box."""
        every = range(len(self.program.places))
        for zone in every:
            self._lay(zone, ())
        for zone in self.program.inner_zones:
            self._lay(zone, self._stock.rest([zone]))
        self._enter(entries)
        self._box(self._stock.rest(every), where)

    def deal(self, entries: Sequence[Entry], where: Span) -> None:
        """Lay out a deal: the named zones hold the named cards in their order after the first shuffle.

        If cards of a named zone begin the game in another zone, that zone keeps no cards for setup to add; the first
        shuffle of the named zone gives them back.
        """
        zones = self._enter(entries)
        self._set(self.program.dealt, sum(1 << zone for zone in zones))
        opened = zones | self._stock.opened
        left_over = self._stock.rest(opened)
        for zone in opened - zones:
            self._lay(zone, ())
        self._box(left_over, where)

    def begin_turn(self, scenario: Scenario) -> None:
        """Set the game to the start of a turn."""
        program = self.program
        self.state[FRAME] = frame_at(program, program.turns, None, first_locals(program, program.main, ()))
        players = [*map(letter, range(program.players)), *program.dummies]
        if scenario.player not in players:
            message = f"there is no player `{scenario.player}` in this game"
            self._add(message, scenario.span, explain_player(program))
            return
        self._set(program.player, players.index(scenario.player))

    def _enter(self, entries: Sequence[Entry]) -> set[int]:
        """Carry out the entries; returns the zones they name."""
        zones: set[int] = set()
        resting: list[tuple[int, Entry]] = []
        for entry in entries:
            if entry.name in self._entered:
                self._add(f"`{entry.name}` is there twice", entry.span)
            self._entered.add(entry.name)
            if entry.includes:
                help_ = f"name its cards; `{REST}`, as the last of them, keeps the others that begin there"
                self._add(f"where a game begins, all that `{entry.name}` holds has to be said", entry.span, help_)
            if entry.name in self._zones:
                zone, (named, rests) = self._zones[entry.name], self._without_rest(entry)
                zones.add(zone)
                resting += [(zone, entry)] if rests else []
                self._enter_zone(zone, named)
            elif entry.name in self._numbers:
                self._enter_number(self._numbers[entry.name], entry)
            else:
                advice = self._turned(entry) or self._explain(entry.name)
                self._add(f"no zone and no number is called `{entry.name}`", entry.span, advice)
        for zone, entry in resting:
            self._lay_rest(zone, entry)
        return zones

    def _turned(self, entry: Entry) -> str:
        """What to say of `used: wait`, where the whole name is `used wait`; "" about others."""
        cards = () if isinstance(entry.value, int) else entry.value
        names = [f"{entry.name} {card.name}" for card in cards]
        if not names or not self._numbers.keys() >= {*names}:
            return ""
        words = [self.program.counters[self._numbers[name]].words for name in names]
        value = "yes" if all(each == TRUTHS for each in words) else "…"
        return f"say {either((f'{name}: {value}' for name in names), 'and')}"

    def _without_rest(self, entry: Entry) -> tuple[Entry, bool]:
        """An entry without `the rest` behind its cards, and whether it was there."""
        cards = () if isinstance(entry.value, int) else entry.value
        if not cards or cards[-1].text != REST or REST in self._ids:
            return entry, False
        return attrs.evolve(entry, value=cards[:-1]), True

    def _lay_rest(self, zone: int, entry: Entry) -> None:
        """Put the cards that begin in a zone, and that no entry names, below its cards, in unknown order."""
        place, rest = self.program.places[zone], self._stock.rest([zone])
        size = len(self.state[self._layout.zones + zone]) + len(rest)
        if place.shape == "line":
            self._add(
                f"`{entry.name}` is a line, and `{REST}` has no order", entry.span, "name its cards from the left"
            )
        elif not rest:
            self._add(
                f"no card is left of those that begin the game in `{entry.name}`", entry.span, f"leave out `{REST}`"
            )
        elif 0 <= place.limit < size:
            self._add(f"`{entry.name}` holds at most {counted(place.limit, 'card')}, not {size}", entry.span)
        else:
            self._lay_unordered(zone, rest)

    def _enter_zone(self, zone: int, entry: Entry) -> None:
        place = self.program.places[zone]
        if isinstance(entry.value, int):
            self._add(f"`{entry.name}` holds cards and is no number", entry.span, "name the cards, or write `nothing`")
            return
        if 0 <= place.limit < len(entry.value):
            self._add(f"`{entry.name}` holds at most {counted(place.limit, 'card')}", entry.span)
        found = [(self._face_down(self._take(card, zone), card, zone), card) for card in entry.value]
        self._lay(zone, [card for card, _ in found if card is not None])
        if entry.any_order and place.shape == "line":
            self._add(f"`{entry.name}` is a line, whose cards have an order", entry.span, "name them from the left")
        elif entry.any_order:
            self._lay_unordered(zone, ())
        for card, laid_card in found:
            for rider in laid_card.riders:
                self._ride(rider, card, zone)

    def _enter_number(self, number: int, entry: Entry) -> None:
        counter = self.program.counters[number]
        if counter.words:
            self._enter_word(number, counter, entry)
        elif not isinstance(entry.value, int):
            help_ = f"say the number: `{entry.name}: {max(counter.minimum, 0)}`"
            self._add(f"`{entry.name}` is a number and holds no cards", entry.span, help_)
        elif not counter.minimum <= entry.value <= counter.maximum:
            self._add(f"`{entry.name}` goes from {counter.minimum} to {counter.maximum}", entry.span)
        else:
            self._set(number, entry.value)

    def _enter_word(self, number: int, counter: Counter, entry: Entry) -> None:
        word = shown_entry(entry)
        if word in counter.words:
            self._set(number, counter.values[counter.words.index(word)])
        else:
            self._add(f"`{entry.name}` is one of: {', '.join(counter.words)}", entry.span)

    def _ride(self, rider: Laid, carrier: int | None, zone: int) -> None:
        """Attach a card to another."""
        riding = self.program.riding
        lies_on = self.program.facts[riding.fact] if riding else None
        taken = self._take(rider, riding.zone if riding else zone)
        if taken is None or carrier is None:
            return
        if riding is None or lies_on is None or not lies_on.first <= taken < lies_on.first + lies_on.count:
            self._add(f"`{rider.name}` lies on no other card in this game", rider.span)
        elif carrier not in riding.carriers:
            self._add(f"nothing lies on `{self.program.faces[carrier].name}` in this game", rider.span)
        elif self.program.places[zone].seen == "hidden":
            self._add("nobody could see what lies on a card here", rider.span, "it comes off before it is hidden")
        else:
            lying = self.state[self._layout.zones + riding.zone]
            self._lay(riding.zone, [*lying, taken])
            self._set_fact(riding.fact, taken, carrier + 1)

    def _face_down(self, taken: int | None, card: Laid, zone: int) -> int | None:
        """A card, or a back in its place if it lies face down."""
        if FACE_DOWN not in card.marks or taken is None:
            return taken
        facing, place = self.program.facing, self.program.places[zone]
        if facing is None:
            self._add("no cards of this game lie face down", card.span, "say so of their kind: `may lie face down`")
        elif taken not in facing.cards:
            self._add(f"`{card.name}` never lies face down", card.span, "say of its kind: `may lie face down`")
        elif place.seen == "hidden" or place.looker >= 0:
            self._add("no card lies face down here: nobody sees these cards, or only who looks at them", card.span)
        else:
            at = self._layout.zones + facing.zone
            back = next((each for each in self.state[at] if each in facing.backs), None)
            if back is not None:
                self._set_fact(facing.fact, back, taken + 1)
                self._lay(facing.zone, [*(each for each in self.state[at] if each != back), taken])
            return back
        return taken

    def _take(self, card: Laid, zone: int) -> int | None:
        name, words = read_name(card.name, self._ids)
        if name == BACK and self.program.facing:
            self._add("here it is said which card lies face down", card.span, f"write its name: `… ({FACE_DOWN})`")
            return None
        ids = self._ids.get(name)
        if ids is None:
            self._add(f"no card is called `{card.name}`", card.span, explain_card(self.program, card.name))
            return None
        taken = self._stock.take(ids, zone)
        if taken is None:
            total = sum(self.program.faces[id_].total for id_ in ids)
            self._add(f"there is no `{name}` left: this game has {total}", card.span)
            return None
        self._set_marks(taken, card)
        self._set_words(taken, words, card)
        return taken

    def _set_words(self, card: int, words: Sequence[str], laid_card: Laid) -> None:
        """Set the facts of a card that have words: those named to their word, the others to their first value."""
        facts = {
            number: fact
            for number, fact in enumerate(self.program.facts)
            if fact.words and fact.first <= card < fact.first + fact.count
        }
        for number in facts:
            self._set_fact(number, card, 0)
        for word in words:
            known = next((number for number, fact in facts.items() if word in fact.words), None)
            if known is None:
                there = ", ".join(f"`{word}`" for fact in facts.values() for word in fact.words if word) or "nothing"
                help_ = slip_of_cards(self.program, laid_card.name) or f"what may stand behind its name: {there}"
                self._add(f"`{laid_card.name}` is no card", laid_card.span, help_)
                return
            self._set_fact(known, card, facts[known].words.index(word))

    def _set_marks(self, card: int, laid_card: Laid) -> None:
        """Set the facts of a card to its marks; facts without a mark keep their first value."""
        facts = [
            (number, fact)
            for number, fact in enumerate(self.program.facts)
            if fact.mark and fact.first <= card < fact.first + fact.count
        ]
        values = {
            mark_of(fact, value): (number, value) for number, fact in facts for value in range(1, fact.maximum + 1)
        }
        for number, _ in facts:
            self._set_fact(number, card, 0)
        for mark in laid_card.marks:
            if mark == FACE_DOWN:
                continue
            if mark in values:
                self._set_fact(values[mark][0], card, values[mark][1])
            else:
                known = ", ".join(f"`{name}`" for name in values) or "nothing"
                help_ = f"what it can be: {known}"
                if mark.isdecimal():
                    help_ = slip_of_cards(self.program, f"{laid_card.name} {mark}")
                if any(mark == f"{fact.mark} 0" for _, fact in facts):
                    help_ = "a fact that is 0 isn't written: leave the parentheses out"
                self._add(f"`{laid_card.name}` can't be `{mark}`", laid_card.span, help_)

    def _box(self, cards: Sequence[int], where: Span) -> None:
        """Put the cards that no entry names into the box."""
        box = next((i for i, place in enumerate(self.program.places) if place.family == BOX), None)
        if box is not None:
            together = self.program.lists([*cards, *self.state[self._layout.zones + box]])
            self.state[self._layout.zones + box] = in_zone_order(self.program, box, together)
        elif cards:
            names = Tally(self.program.faces[card].name for card in cards)
            listed = ", ".join(f"{count} {name}" for name, count in names.items())
            self._add(f"the game has no zone `{BOX}` for the cards that are named nowhere: {listed}", where)

    def _lay(self, zone: int, cards: Sequence[int]) -> None:
        """Put cards, given from the top or from the left, into a zone."""
        from_left = cards if self.program.places[zone].shape != "pile" else cards[::-1]
        self.state[self._layout.zones + zone] = in_zone_order(self.program, zone, self.program.lists(from_left))

    def _lay_unordered(self, zone: int, more: Sequence[int]) -> None:
        """Put more cards, in unknown order, below those of a pile or heap; without any, its own lose their order."""
        lying, loose = self.state[self._layout.zones + zone], self.state[self._layout.unordered + zone]
        loose = loose if more else len(lying)
        below = self.program.lists(sorted([*more, *lying[:loose]]))
        self.state[self._layout.zones + zone] = in_zone_order(self.program, zone, below + lying[loose:])
        if self.program.places[zone].shape == "pile":
            self.state[self._layout.unordered + zone] = len(below)

    def _set(self, number: int, value: int) -> None:
        self.state[self._layout.numbers + number] = value

    def _set_fact(self, number: int, card: int, value: int) -> None:
        values = [*self.state[self._layout.facts + number]]
        values[card] = value
        self.state[self._layout.facts + number] = self.program.facts[number].lists(values)

    def _explain(self, name: str) -> str:
        if name in definitions_of(self.program).known:
            return f"`{name}` is a definition: its value can be said in `then`"
        return explain_name(self.program, name)

    def _add(self, message: str, where: Span, help: str = "") -> None:
        self._problems.add("scenario-position", message, where, help=help)
