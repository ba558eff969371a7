"""Why an option isn't offered at the decision that stands.

Finds the options that typed words could mean, those of other prompts and modules included, and says of the one meant
which conditions fail: those of the option, then those of the cards it is about. Nothing is told that the player who
decides can't see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl.program import Choose, Expr, Int, Origin, Parameter, Program, Prompt, Source
from dsl.program import Option as Offered
from dsl.reasons import Asked, Candidate, Reason, Reasons, Way
from dsl.spelling import nearest
from interpreter.faults import Fault
from interpreter.knowing import Knowing, murky_locals
from interpreter.layout import FRAME, Flat
from interpreter.memo import once_per_program
from interpreter.options import words_of
from interpreter.phrases import EXACT, PARTIAL, SHORT, Fill, Meaning, Phrases, absent_phrase, means_absent
from interpreter.reasoning import HIDDEN, Failure, Reasoning, failure, joined
from interpreter.riding import riders_of
from interpreter.several import AND, Selection, selections_of, unpacked, words_of_selection

MOST_CHOICES = 6
MOST_FAILURES = 12
MOST_PROMPTS = 4

OFFERED, NOT_OFFERED, ELSEWHERE, ABSENT, UNCLEAR, UNKNOWN, OVER = (
    "offered", "not offered", "elsewhere", "absent", "unclear", "unknown", "over",
)  # fmt: skip


@attrs.frozen
class Explanation:
    """Why an option isn't offered.

    `option` is what was meant, in full (`…` stands for cards that weren't named), and `prompt` where it is offered,
    as a rule. `status` is one of:
    "offered": it is, after all;
    "not offered": not here, now; `failures` say why;
    "elsewhere": it belongs to another prompt; `failures` are those that can be told already;
    "absent": this game doesn't have it;
    "unclear": it could be any of `choices`;
    "unknown": no option is called that; the nearest is `near`, if any;
    "over": the game is.
    `sentence` says it in words.
    """

    asked: str
    option: str
    prompt: str
    status: str
    sentence: str
    failures: tuple[Failure, ...] = ()
    choices: tuple[str, ...] = ()
    near: str = ""


def why_not(program: Program, s: Flat, offered: Sequence[str], player: int, text: str) -> Explanation:
    """Why what `text` means isn't among the `offered` options of the decision in which a state stands."""
    return _Asking(program, s, offered, player).about(" ".join(text.split()))


def not_offered(program: Program, s: Flat, offered: Sequence[str], player: int) -> tuple[Explanation, ...]:
    """Of each kind of options of the prompt that stands of which none is offered: why."""
    return tuple(_Asking(program, s, offered, player).missing())


@once_per_program
def reasons_of(program: Program) -> Reasons:
    """What can be told about a program's options; without its text, nothing."""
    return program.reasons() if program.reasons else Reasons((), ())


@once_per_program
def _phrases_of(program: Program) -> Phrases:
    return Phrases(program)


class _Asking:
    """Answers questions about one decision."""

    def __init__(self, program: Program, s: Flat, offered: Sequence[str], player: int) -> None:
        self.program = program
        self.offered = tuple(offered)
        self._s = s
        self._knowing = Knowing(program, s, player)
        self._reasons = reasons_of(program)
        self._phrases = _phrases_of(program)
        self._choice = words_of(program).choices[s[FRAME][0]]
        self._here = _ways(program, self._choice, self._reasons)

    def about(self, text: str) -> Explanation:
        """The answer to a question about typed words."""
        for option in self.offered:
            if option.casefold() == text.casefold():
                return self._offered(text, option)
        ways = [*self._here, *(way for _, way in self._elsewhere())]
        found = self._meant(text, ways) or self._meant(text, self._here, PARTIAL) or self._absent(text)
        found = found or self._meant(text, ways, PARTIAL)
        if found:
            return found
        text_ = self._phrases.corrected(text, ways, self._reasons.absent)
        found = self._meant(text_, ways, PARTIAL) or self._absent(text_) or self._absent(text_, partly=True)
        return attrs.evolve(found, asked=text) if found else self._unknown(text, ways)

    def missing(self) -> Iterator[Explanation]:
        """Every kind of options here of which none is offered."""
        said: set[str] = set()
        for way in self._here:
            meaning = Meaning(way, (None,) * len(way.candidates), PARTIAL)
            if meaning.phrase not in said and not self._any_offered(way):
                said.add(meaning.phrase)
                yield self._explained(meaning.phrase, meaning)

    def _any_offered(self, way: Way) -> bool:
        """Whether some option is offered that reads as one of a kind."""
        meanings = (self._phrases.meanings(option, [way]) for option in self.offered)
        return any(found and found[0].rank == EXACT for found in meanings)

    def _elsewhere(self) -> Iterator[tuple[Asked, Way]]:
        here = {way.words for way in self._here}
        for asked in self._reasons.asked:
            for way in asked.ways:
                if asked.origin != self._choice.origin and way.words not in here:
                    yield asked, way

    # what is meant

    def _meant(self, text: str, ways: Sequence[Way], most: int = SHORT) -> Explanation | None:
        """What the words mean, if they fit an option of the game; `most` as `Meaning.rank`."""
        meanings = [each for each in self._phrases.meanings(text, ways) if each.rank <= most]
        if not meanings:
            return None
        best = [each for each in meanings if each.rank == meanings[0].rank]
        best = [each for each in best if each.way in self._here] or best
        best = [each for each in best if self._fitting(each)] or best
        if best[0].rank == PARTIAL:
            best = [each for each in best if each.phrase not in self.offered] or best
        phrases = tuple(dict.fromkeys(each.phrase for each in best))
        if len(phrases) > 1:
            return self._unclear(text, phrases)
        return self._all_explained(text, best)

    def _fitting(self, meaning: Meaning) -> bool:
        """Whether all cards that are named are of the kinds that the option is about."""
        pairs = zip(meaning.way.candidates, meaning.fills, strict=True)
        return all(meant(self.program, candidate, fill) & candidate.ids for candidate, fill in pairs)

    def _all_explained(self, text: str, meanings: Sequence[Meaning]) -> Explanation:
        """One explanation for options that read alike."""
        first = meanings[0]
        if first.phrase in self.offered:
            return self._offered(text, first.phrase)
        if first.way not in self._here:
            return self._of_another_prompt(text, first)
        found = [self._explained(text, each) for each in meanings]
        failures = joined([each for one in found for each in one.failures])
        return attrs.evolve(found[0], failures=failures)

    def _offered(self, text: str, option: str) -> Explanation:
        number = self.offered.index(option) + 1
        return self._made(text, option, OFFERED, f"`{option}` is offered: it is answer {number}.")

    def _made(self, text: str, option: str, status: str, sentence: str) -> Explanation:
        return Explanation(text, option, self.program.prompts[self._choice.prompt].name, status, sentence)

    def _unclear(self, text: str, phrases: tuple[str, ...]) -> Explanation:
        named = ", ".join(f"`{phrase}`" for phrase in phrases[:MOST_CHOICES])
        more = f" and {len(phrases) - MOST_CHOICES} more" if len(phrases) > MOST_CHOICES else ""
        made = self._made(text, "", UNCLEAR, f"`{text}` could be {named}{more}.")
        return attrs.evolve(made, choices=phrases)

    def _unknown(self, text: str, ways: Sequence[Way]) -> Explanation:
        known = [*self.offered, *(Meaning(way, (None,) * len(way.candidates), PARTIAL).phrase for way in ways)]
        close = nearest(text, known) or ""
        guess = f" Did you mean `{close}`?" if close else ""
        made = self._made(text, "", UNKNOWN, f"No answer of this game is called `{text}`.{guess}")
        return attrs.evolve(made, near=close)

    def _absent(self, text: str, partly: bool = False) -> Explanation | None:
        """What can be said of an option that the game doesn't have; `partly`: only its first words were typed."""
        for absent in self._reasons.absent:
            if means_absent(text, absent, partly):
                phrase = absent_phrase(absent)
                made = self._made(text, phrase, ABSENT, f"`{phrase}` is no answer in this game: {absent.missing}.")
                return attrs.evolve(made, prompt="", failures=(failure(phrase, [absent.missing], absent.rule),))
        return None

    def _of_another_prompt(self, text: str, meaning: Meaning) -> Explanation:
        alike = [(asked, way) for asked, way in self._elsewhere() if way.words == meaning.way.words]
        fitting = [(asked, way) for asked, way in alike if self._fitting(attrs.evolve(meaning, way=way))]
        prompts = [
            self.program.prompts[number] for number in dict.fromkeys(asked.prompt for asked, _ in fitting or alike)
        ]
        named = self._prompts_named(prompts)
        here = self.program.prompts[self._choice.prompt].name
        sentence = f"`{meaning.phrase}` is an answer at {named}, not at `{here}`."
        reasoning = Reasoning(self._knowing, [0] * _most_locals(self.program), frozenset(_all_locals(self.program)))
        failures = [each for each in reasoning.unmet(meaning.way.condition) if HIDDEN not in each.values]
        made = self._made(text, meaning.phrase, ELSEWHERE, sentence)
        return attrs.evolve(made, prompt=prompts[0].name, failures=tuple(failures))

    def _prompts_named(self, prompts: Sequence[Prompt]) -> str:
        if len(prompts) == 1:
            return f"`{prompts[0].name}` ({prompts[0].question})"
        first, more = prompts[:MOST_PROMPTS], len(prompts) - MOST_PROMPTS
        return ", ".join(f"`{prompt.name}`" for prompt in first) + (f" and {more} more" if more > 0 else "")

    # why

    def _explained(self, text: str, meaning: Meaning) -> Explanation:
        """Why an option of the prompt that stands isn't offered."""
        failures = joined(list(self._failures(meaning)))
        some = meaning.open and self._any_offered(meaning.way)
        if some:
            failures = tuple(each for each in failures if each.through)
        if some and not failures:
            return self._made(
                text, meaning.phrase, OFFERED, f"`{meaning.phrase}` is offered for all that it could be about."
            )
        verb = "is offered, but not for everything" if some else "is not offered"
        rest = () if failures else (failure(meaning.phrase, [HIDDEN], meaning.way.rule),)
        made = self._made(text, meaning.phrase, NOT_OFFERED, f"`{meaning.phrase}` {verb}.")
        return attrs.evolve(made, failures=(*failures[:MOST_FAILURES], *rest))

    def _failures(self, meaning: Meaning) -> Iterator[Failure]:
        block, _, *local = self._s[FRAME]
        procedure = self.program.blocks[block].procedure
        unclear = frozenset(index for owner, index in murky_locals(self.program) if owner == procedure)
        reasoning = Reasoning(self._knowing, local, unclear)
        yield from reasoning.unmet(meaning.way.condition)
        yield from _Cards(self, reasoning, meaning).failures(0)


@attrs.frozen
class _Try:
    """A card that might serve: where it lies, if the player sees that (otherwise `seen` is False)."""

    card: int
    zone: int
    place: int
    seen: bool


class _Cards:
    """Tries the cards that an option might be about."""

    def __init__(self, asking: _Asking, reasoning: Reasoning, meaning: Meaning) -> None:
        self._program = asking.program
        self._reasoning = reasoning
        self._knowing = reasoning.knowing
        self._way = meaning.way
        self._fills = meaning.fills

    def failures(self, number: int) -> list[Failure]:
        """Why no card serves as parameter `number` and those after it; nothing if some do."""
        if number == len(self._way.candidates):
            return []
        candidate, fill = self._way.candidates[number], self._fills[number]
        if candidate.parameter.most:
            return self._several(number, candidate, fill)
        ids = meant(self._program, candidate, fill)
        if fill and ids and not ids & candidate.ids:
            return [failure(candidate.text, [f"{fill.name} is no {candidate.kind}"], candidate.rule)]
        tries = list(self._tries(candidate, fill, ids & candidate.ids))
        failures: list[Failure] = []
        for each in tries:
            found = self._tried(number, each, named=fill is None)
            if each.seen and fill and not found:
                return []
            failures += found
        if any(each.seen for each in tries) or (tries and failures):
            return failures
        return [*self._nowhere(candidate, fill, ids), *failures]

    def _several(self, number: int, candidate: Candidate, fill: Fill | None) -> list[Failure]:
        """Why no selection of cards serves as a parameter, or not the one that is named."""
        parameter, places = candidate.parameter, self._program.places
        zones = list(dict.fromkeys(self._zone(source) for source in parameter.sources))
        names = ", ".join(places[zone].name for zone in zones)
        if not all(self._reasoning.plain(source.cards) for source in parameter.sources):
            return [failure(candidate.text, [f"it depends on the cards in {names}"], candidate.rule)]
        lists = tuple(self._reasoning.cards(source.cards) for source in parameter.sources)
        try:
            found = selections_of(self._program).of(lists, parameter.least, parameter.most, self._way.origin)
        except Fault as fault:
            return [failure(candidate.text, [fault.message], candidate.rule)]
        wanted = sorted(fill.name.split(AND)) if fill else []
        fitting = [each for each in found if fill and sorted(self._words(parameter, each).split(AND)) == wanted]
        failures = [self._tried(number, _Try(*each, 0, True), named=False) for each in fitting]
        if failures:
            return [] if [] in failures else [one for each in failures for one in each]
        lying = [self._reasoning.lying(zone) for zone in zones]
        what = f"{fill.name} can't be chosen from {names}" if fill else f"no selection of cards in {names} serves"
        return [failure(candidate.text, [what, *lying], candidate.rule)]

    def _words(self, parameter: Parameter, selection: Selection) -> str:
        riders = riders_of(self._program)
        loads = riders.packed(unpacked(selection[0]), riders.loads(self._knowing.s))
        return words_of_selection(parameter, selection, words_of(self._program).names, riders.behind(loads))

    def _tries(self, candidate: Candidate, fill: Fill | None, ids: frozenset[int]) -> Iterator[_Try]:
        hidden: list[int] = []
        yield from (_Try(value, 0, 0, True) for value in candidate.parameter.values if value in ids)
        for number, source in enumerate(candidate.parameter.sources):
            if fill and number not in fill.sources:
                continue
            zone = self._zone(source)
            if not self._reasoning.plain(source.cards):
                hidden.append(zone)
                continue
            cards = list(enumerate(self._reasoning.cards(source.cards)))
            fitting = [(place, card) for place, card in cards if card in ids and self._reads(card, fill)]
            if fill and fill.place >= 0:
                fitting = [(place, card) for place, card in fitting if place == fill.place]
            if not candidate.parameter.by_position:
                fitting = list({card: (place, card) for place, card in fitting}.values())
            yield from (_Try(card, zone, place, True) for place, card in fitting)
        if hidden and fill and fill.place < 0:
            yield _Try(min(ids), hidden[0], 0, False)

    def _reads(self, card: int, fill: Fill | None) -> bool:
        """Whether what lies on a card is what was named with it."""
        riders = riders_of(self._program)
        return not fill or fill.place >= 0 or not riders.there or riders.named(self._knowing.s, card) == fill.name

    def _zone(self, source: Source) -> int:
        return self._reasoning.number(source.zone)

    def _tried(self, number: int, each: _Try, named: bool) -> list[Failure]:
        """Why a card doesn't serve; nothing if it does."""
        candidate = self._way.candidates[number]
        parameter = candidate.parameter
        local = list(self._reasoning.local)
        local[parameter.card], local[parameter.zone] = each.card, each.zone
        own = {parameter.card, parameter.zone}
        if parameter.place >= 0:
            local[parameter.place] = each.place
            own.add(parameter.place)
        outer, self._reasoning = self._reasoning, Reasoning(self._knowing, local, self._reasoning.unclear - own)
        found = self._reasoning.unmet(candidate.where) or self.failures(number + 1)
        name = self._named(candidate, each)
        self._reasoning = outer
        return [attrs.evolve(one, through=(name, *one.through)) for one in found] if named else found

    def _named(self, candidate: Candidate, each: _Try) -> str:
        parameter, card = candidate.parameter, each.card
        if parameter.values:
            return parameter.words[parameter.values.index(card)]
        if parameter.most:
            return self._words(parameter, (card, each.zone))
        name = self._reasoning.card(card)
        return f"{each.place + 1} ({name})" if parameter.by_position else name

    def _nowhere(self, candidate: Candidate, fill: Fill | None, ids: frozenset[int]) -> Iterator[Failure]:
        """That no such card lies where it is wanted, and where it lies instead."""
        sources = [
            source
            for number, source in enumerate(candidate.parameter.sources)
            if fill is None or number in fill.sources
        ]
        zones = list(dict.fromkeys(self._zone(source) for source in sources))
        places = self._program.places
        names = ", ".join(places[zone].name for zone in zones)
        what = fill.name if fill and fill.place < 0 else f"place {fill.name}" if fill else candidate.kind
        if not all(self._reasoning.plain(source.cards) for source in sources):
            yield failure(candidate.text, [f"no {what} can be chosen from {names}"], candidate.rule)
            return
        values = [f"no {what} lies in {names}"]
        if fill and fill.place < 0:
            elsewhere = [zone for zone in sorted(self._knowing.seen) if ids.intersection(self._knowing.cards(zone))]
            there = [places[zone].name for zone in elsewhere if zone not in zones]
            values.append(f"it lies in {', '.join(there)}" if there else "it lies nowhere that you can see")
        else:
            values += [self._reasoning.lying(zone) for zone in zones]
        yield failure(candidate.text, values, candidate.rule)


def meant(program: Program, candidate: Candidate, fill: Fill | None) -> frozenset[int]:
    """The cards (or values) that are named; all there are, if it is a place or nothing that is."""
    if candidate.parameter.values:
        pairs = zip(candidate.parameter.values, candidate.parameter.words, strict=True)
        return frozenset(value for value, word in pairs if fill is None or fill.name in (word, ""))
    faces = enumerate(program.faces)
    return frozenset(card for card, face in faces if fill is None or fill.place >= 0 or face.name == fill.card)


def _ways(program: Program, choice: Choose, reasons: Reasons) -> tuple[Way, ...]:
    """The options of a choice, with those that never can be taken; of some, only what the program holds is known."""
    known = [way for asked in reasons.asked if asked.origin == choice.origin for way in asked.ways]
    origins = {way.origin for way in known}
    quiet = len(choice.options) - choice.quiet
    bare = [_bare(program, option) for option in choice.options[:quiet] if option.origin not in origins]
    return (*known, *bare)


def _bare(program: Program, option: Offered) -> Way:
    """An option of which nothing is recorded."""
    rule = program.origins[option.origin]
    every = frozenset(range(len(program.faces)))
    candidates = tuple(
        Candidate(
            parameter, option.form, "card", every, _condition(parameter.condition, "it may be chosen", rule), rule
        )
        for parameter in option.parameters
    )
    return Way(option.words, _condition(option.condition, "it may be done", rule), candidates, option.origin, rule)


def _condition(expr: Expr, text: str, rule: Origin) -> Reason | None:
    return None if expr == Int(1) else Reason("value", text, rule, expr, "truth")


def _most_locals(program: Program) -> int:
    return max(procedure.locals for procedure in program.procedures) + 1


def _all_locals(program: Program) -> range:
    return range(_most_locals(program))
