"""Explanations of parameters that no card or value fits.

Tries each candidate for each parameter, and reveals nothing that the player can't see. `whynot` asks this module after
the condition of the option itself.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from dsl.program.blocks import Parameter, Source
from dsl.program.program import Program
from dsl.program.reasons import Candidate
from interpreter.analysis.faults import Fault
from interpreter.choices.attachments import attachments_of
from interpreter.choices.decisions import AND
from interpreter.choices.selections import Selection, selections_of, words_of_selection
from interpreter.explain.phrases import Fill, Meaning
from interpreter.explain.reasoning import Failure, Reasoning, failure, joined


@attrs.frozen
class Miss:
    """Why some choice for the parameters won't do.

    `fills` are the choices for those parameters about which nothing was typed, as far as any were tried, `names` their
    names. `parts` counts the parts of the conditions that fail, with the parameters that weren't tried.
    """

    failures: tuple[Failure, ...]
    parts: int
    names: tuple[str, ...] = ()
    fills: tuple[tuple[int, Fill], ...] = ()


@attrs.frozen
class _Attempt:
    """A card to try, and where it lies; `seen` is False if the player can't see that.

    `source` is the source of the parameter from which it comes, or -1.
    """

    card: int
    zone: int
    place: int
    seen: bool
    source: int = -1


class CandidateCards:
    """Tries the candidates for an option's parameters."""

    def __init__(self, program: Program, reasoning: Reasoning, meaning: Meaning) -> None:
        self._program = program
        self._reasoning = reasoning
        self._knowledge = reasoning.knowledge
        self._option = meaning.option
        self._fills = meaning.fills

    def misses(self, number: int = 0) -> list[Miss]:
        """Why cards won't do for parameter `number` and those after it; for a named card, empty if it does."""
        if number == len(self._option.candidates):
            return []
        candidate, fill = self._option.candidates[number], self._fills[number]
        if candidate.parameter.most:
            return self._missed(number, self._several(number, candidate, fill))
        ids = named_cards(self._program, candidate, fill)
        if fill and ids and not ids & candidate.ids:
            wrong = failure(candidate.text, [f"{fill.name} is no {candidate.kind}"], candidate.rule)
            return self._missed(number, [wrong])
        attempts = list(self._attempts(candidate, fill, ids & candidate.ids))
        misses: list[Miss] = []
        for each in attempts:
            found = self._tried(number, each, named=fill is None)
            if each.seen and fill and not found:
                return []
            misses += found
        if any(each.seen for each in attempts) or (attempts and misses):
            return misses
        return [*self._missed(number, list(self._nowhere(candidate, fill, ids))), *misses]

    def _missed(self, number: int, failures: list[Failure], parts: int = 1) -> list[Miss]:
        """A choice that fails at parameter `number`, if there are failures."""
        untried = len(self._option.candidates) - number - 1
        return [Miss(joined(failures), parts + untried)] if failures else []

    def _several(self, number: int, candidate: Candidate, fill: Fill | None) -> list[Failure]:
        """Why no selection of cards will do for a parameter, or why the named one won't."""
        parameter, places = candidate.parameter, self._program.places
        zones = list(dict.fromkeys(self._zone(source) for source in parameter.sources))
        names = ", ".join(places[zone].name for zone in zones)
        if not all(self._reasoning.knows(source.cards) for source in parameter.sources):
            return [failure(candidate.text, [f"it depends on the cards in {names}"], candidate.rule)]
        lists = tuple(self._reasoning.cards(source.cards) for source in parameter.sources)
        try:
            found = selections_of(self._program).of(lists, parameter.least, parameter.most, self._option.origin)
        except Fault as fault:
            return [failure(candidate.text, [fault.message], candidate.rule)]
        wanted = sorted(fill.name.split(AND)) if fill else []
        fitting = [each for each in found if fill and sorted(self._words(parameter, each).split(AND)) == wanted]
        tried = [self._tried(number, _Attempt(*each, 0, True), named=False) for each in fitting]
        if tried:
            return [] if [] in tried else [one for misses in tried for miss in misses for one in miss.failures]
        lying = [self._reasoning.lying(zone) for zone in zones]
        what = f"{fill.name} can't be chosen from {names}" if fill else f"no selection of cards in {names} serves"
        return [failure(candidate.text, [what, *lying], candidate.rule)]

    def _words(self, parameter: Parameter, selection: Selection) -> str:
        attachments, cards = attachments_of(self._program), selections_of(self._program).unpacked(selection[0])
        loads = attachments.packed(cards, attachments.loads(self._knowledge.s))
        return words_of_selection(parameter, selection, attachments.names(cards, loads))

    def _attempts(self, candidate: Candidate, fill: Fill | None, ids: frozenset[int]) -> Iterator[_Attempt]:
        hidden: list[int] = []
        yield from (_Attempt(value, 0, 0, True) for value in candidate.parameter.values if value in ids)
        for number, source in enumerate(candidate.parameter.sources):
            if fill and number not in fill.sources:
                continue
            zone = self._zone(source)
            if not self._reasoning.knows(source.cards):
                hidden.append(zone)
                continue
            cards = list(enumerate(self._reasoning.cards(source.cards)))
            fitting = self._read([(place, card) for place, card in cards if card in ids], fill)
            if fill and fill.place >= 0:
                fitting = [(place, card) for place, card in fitting if place == fill.place]
            if not candidate.parameter.by_position:
                fitting = list({card: (place, card) for place, card in fitting}.values())
            yield from (_Attempt(card, zone, place, True, number) for place, card in fitting)
        if hidden and fill and fill.place < 0:
            yield _Attempt(min(ids), hidden[0], 0, False)

    def _read(self, cards: list[tuple[int, int]], fill: Fill | None) -> list[tuple[int, int]]:
        """The cards, with their places, that read as they are named; if there are none, those with such facts aside."""
        attachments, s = attachments_of(self._program), self._knowledge.s
        if not fill or fill.place >= 0 or not attachments.varied:
            return cards
        exact = [each for each in cards if attachments.named(s, each[1]) == fill.name]
        return exact or [each for each in cards if fill.name == fill.card == attachments.name(s, each[1])]

    def _zone(self, source: Source) -> int:
        return self._reasoning.number(source.zone)

    def _tried(self, number: int, each: _Attempt, named: bool) -> list[Miss]:
        """Why a card won't do; empty if it does. If it is `named`, the words for it are added."""
        candidate = self._option.candidates[number]
        parameter = candidate.parameter
        local = list(self._reasoning.local)
        local[parameter.card], local[parameter.zone] = each.card, each.zone
        own = {parameter.card, parameter.zone}
        if parameter.place >= 0:
            local[parameter.place] = each.place
            own.add(parameter.place)
        outer, known = self._reasoning, self._reasoning.unknown - own
        self._reasoning = inner = Reasoning(self._knowledge, local, known, outer.every)
        found = self._missed(number, inner.unmet(candidate.where), inner.misses(candidate.where))
        found = found or self.misses(number + 1)
        if named and found:
            name, fill = self._named(candidate, each), (number, self._filled(candidate, each))
            found = [attrs.evolve(one, names=(name, *one.names), fills=(fill, *one.fills)) for one in found]
        self._reasoning = outer
        return found

    def _filled(self, candidate: Candidate, each: _Attempt) -> Fill:
        """The words of an option for a card or value that was tried."""
        parameter = candidate.parameter
        if parameter.values:
            name = self._named(candidate, each)
            return Fill(tuple(name.split()), name, frozenset())
        card = attachments_of(self._program).named(self._knowledge.s, each.card)
        name = str(each.place + 1) if parameter.by_position else card
        source = parameter.sources[each.source]
        words = " ".join(filter(None, (source.prefix, name, source.suffix)))
        face = self._program.faces[each.card].name
        return Fill(tuple(words.split()), name, frozenset([each.source]), source.replaces, face)

    def _named(self, candidate: Candidate, each: _Attempt) -> str:
        parameter, card = candidate.parameter, each.card
        if parameter.values:
            return parameter.words[parameter.values.index(card)]
        if parameter.most:
            return self._words(parameter, (card, each.zone))
        name = self._reasoning.card(card)
        return f"{each.place + 1} ({name})" if parameter.by_position else name

    def _nowhere(self, candidate: Candidate, fill: Fill | None, ids: frozenset[int]) -> Iterator[Failure]:
        """That no such card lies in the zones to choose from, and where it lies instead."""
        sources = [
            source
            for number, source in enumerate(candidate.parameter.sources)
            if fill is None or number in fill.sources
        ]
        zones = list(dict.fromkeys(self._zone(source) for source in sources))
        places = self._program.places
        names = ", ".join(places[zone].name for zone in zones)
        what = fill.name if fill and fill.place < 0 else f"place {fill.name}" if fill else candidate.kind
        if not all(self._reasoning.knows(source.cards) for source in sources):
            yield failure(candidate.text, [f"no {what} can be chosen from {names}"], candidate.rule)
            return
        values = [f"no {what} lies in {names}"]
        if fill and fill.place < 0:
            lying = {zone: [(0, card) for card in self._knowledge.cards(zone)] for zone in sorted(self._knowledge.seen)}
            elsewhere = [
                zone for zone, cards in lying.items() if self._read([each for each in cards if each[1] in ids], fill)
            ]
            there = [places[zone].name for zone in elsewhere if zone not in zones]
            values.append(f"it lies in {', '.join(there)}" if there else "it lies nowhere that you can see")
        else:
            values += [self._reasoning.lying(zone) for zone in zones]
        yield failure(candidate.text, values, candidate.rule)


def named_cards(program: Program, candidate: Candidate, fill: Fill | None) -> frozenset[int]:
    """The cards (or values) that are named; all of them, if a position or nothing is named."""
    if candidate.parameter.values:
        pairs = zip(candidate.parameter.values, candidate.parameter.words, strict=True)
        return frozenset(value for value, word in pairs if fill is None or fill.name in (word, ""))
    faces = enumerate(program.faces)
    return frozenset(card for card, face in faces if fill is None or fill.place >= 0 or face.name == fill.card)
