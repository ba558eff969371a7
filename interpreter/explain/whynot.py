"""Explain why an option isn't offered at the current decision.

Finds the options that typed words can mean, at other prompts and in other modules, too, and explains which conditions
of the meant one fail: first those of the option, then those on its parameters. Reveals nothing that the player who
decides can't see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl.program import blocks
from dsl.program.display import Prompt
from dsl.program.expressions import Expr, Int
from dsl.program.origin import Origin
from dsl.program.program import Program
from dsl.program.reasons import Asked, Candidate, Option, Reason, Reasons
from dsl.text.spelling import abridged, nearest
from interpreter.analysis.memo import once_per_program
from interpreter.choices.hidden import unknown_locals
from interpreter.choices.knowing import Knowledge
from interpreter.choices.options import words_of
from interpreter.explain.candidates import CandidateCards, Miss, named_cards
from interpreter.explain.phrases import EXACT, PARTIAL, SHORT, Meaning, Phrases, absent_phrase, means_absent
from interpreter.explain.reasoning import HIDDEN, Failure, Reasoning, failure, joined
from interpreter.generated.constants import Constants
from interpreter.state.frames import locals_in
from interpreter.state.layout import FRAME, Flat

LONGEST = 500
"""Longer words mean no option."""
MOST_CHOICES = 6
MOST_FAILURES = 12
MOST_MISSES = 100
"""So many choices are explained at most, if every one is asked for."""
MOST_PROMPTS = 4

OFFERED, NOT_OFFERED, ELSEWHERE, ABSENT, UNCLEAR, UNKNOWN, OVER = (
    "offered", "not offered", "elsewhere", "absent", "unclear", "unknown", "over",
)  # fmt: skip


@attrs.frozen
class Explanation:
    """Why an option isn't offered.

    `option` is the option meant, in full (`…` stands for cards that weren't named), and `prompt` the prompt that offers
    it. If the option is about cards or values that weren't named, `nearest` is the option with those for which the
    fewest parts of its conditions fail, and `others` is the number of other choices that won't do and are left out,
    members of domains in the conditions included. `sentence` is the explanation in words. `status` is one of:

    - "offered": it is offered after all;
    - "not offered": it isn't offered now; `failures` say why;
    - "elsewhere": it belongs to another prompt; `failures` are those that are known already;
    - "absent": this game doesn't have it;
    - "unclear": it could be any of `choices`;
    - "unknown": no option is called that; the nearest is `near`, if any;
    - "over": the game is over.
    """

    asked: str
    option: str
    prompt: str
    status: str
    sentence: str
    failures: tuple[Failure, ...] = ()
    choices: tuple[str, ...] = ()
    near: str = ""
    nearest: str = ""
    others: int = 0


def why_not(
    program: Program, s: Flat, offered: Sequence[str], player: int, text: str, every: bool = False
) -> Explanation:
    """Why the option that `text` means isn't among the `offered` options of the current decision.

    With `every`, all choices that won't do are explained, the nearest first, not only the nearest.
    """
    question = _Question(program, s, offered, player, every)
    return question.about(" ".join(text.split())) if len(text) <= LONGEST else question.unknown(abridged(text))


def not_offered(
    program: Program, s: Flat, offered: Sequence[str], player: int, every: bool = False
) -> tuple[Explanation, ...]:
    """For each kind of options at the current prompt that offers none: why (see `why_not`)."""
    return tuple(_Question(program, s, offered, player, every).missing())


@once_per_program
def reasons_of(program: Program) -> Reasons:
    """The recorded reasons of a program; empty if its text isn't there."""
    return program.reasons() if program.reasons else Reasons((), ())


@once_per_program
def _phrases_of(program: Program) -> Phrases:
    return Phrases(program)


class _Question:
    """Answers questions about one decision."""

    def __init__(self, program: Program, s: Flat, offered: Sequence[str], player: int, every: bool) -> None:
        self.program = program
        self.offered = tuple(offered)
        self._every = every
        self._s = s
        self._knowledge = Knowledge(program, s, player)
        self._reasons = reasons_of(program)
        self._phrases = _phrases_of(program)
        self._choice = words_of(program).choices[s[FRAME][0]]
        self._here = _options(program, self._choice, self._reasons)

    def about(self, text: str) -> Explanation:
        """The explanation for typed words."""
        for words in self.offered:
            if words.casefold() == text.casefold():
                return self._offered(text, words)
        options = [*self._here, *(option for _, option in self._elsewhere())]
        found = self._meant(text, options) or self._meant(text, self._here, PARTIAL)
        found = found or self._absent_or_elsewhere(text, self._meant(text, options, PARTIAL))
        if found:
            return found
        corrected = self._phrases.corrected(text, options, self._reasons.out_of_scope)
        found = (
            self._meant(corrected, options, PARTIAL) or self._absent(corrected) or self._absent(corrected, partly=True)
        )
        return attrs.evolve(found, asked=text) if found else self.unknown(text, options)

    def missing(self) -> Iterator[Explanation]:
        """An explanation for every kind of options that offers none, except those that no card of the game fits."""
        shown: set[str] = set()
        printed = Constants(self.program)
        for option in self._here:
            if not printed.possible(candidate.parameter for candidate in option.candidates):
                continue
            meaning = Meaning(option, (None,) * len(option.candidates), PARTIAL)
            if meaning.phrase not in shown and not self._any_offered(option):
                shown.add(meaning.phrase)
                yield self._explained(meaning.phrase, [meaning])

    def _any_offered(self, option: Option) -> bool:
        """Whether an option of this kind is offered."""
        meanings = (self._phrases.meanings(words, [option]) for words in self.offered)
        return any(found and found[0].rank == EXACT for found in meanings)

    def _elsewhere(self) -> Iterator[tuple[Asked, Option]]:
        here = {option.words for option in self._here}
        for asked in self._reasons.asked:
            for option in asked.options:
                if asked.origin != self._choice.origin and option.words not in here:
                    yield asked, option

    def _meant(self, text: str, options: Sequence[Option], most: int = SHORT) -> Explanation | None:
        """The explanation for what the words mean, if they fit an option; `most` is the greatest `Meaning.rank`."""
        meanings = [each for each in self._phrases.meanings(text, options) if each.rank <= most]
        if not meanings:
            return None
        best = [each for each in meanings if each.rank == meanings[0].rank]
        best = [each for each in best if each.option in self._here] or best
        best = [each for each in best if self._fitting(each)] or best
        if best[0].rank == PARTIAL:
            best = [each for each in best if each.id not in self.offered] or best
        phrases = tuple(dict.fromkeys(each.phrase for each in best))
        if len(phrases) > 1:
            return self._wrong_kind(text, best) or self._unclear(text, phrases)
        return self._all_explained(text, best)

    def _fitting(self, meaning: Meaning) -> bool:
        """Whether all named cards are of the kinds that the option is about."""
        pairs = zip(meaning.option.candidates, meaning.fills, strict=True)
        return all(named_cards(self.program, candidate, fill) & candidate.ids for candidate, fill in pairs)

    def _wrong_kind(self, text: str, meanings: Sequence[Meaning]) -> Explanation | None:
        """The explanation if all named cards are of kinds that the option is never about."""
        option, first = meanings[0].option, meanings[0]
        if any(self._fitting(each) or each.option is not option for each in meanings):
            return None
        failures = []
        for number, candidate in enumerate(option.candidates):
            cards = [
                named_cards(self.program, candidate, each.fills[number]) for each in meanings if each.fills[number]
            ]
            if cards and not any(each & candidate.ids for each in cards):
                kinds = dict.fromkeys(self.program.faces[card].kinds[0] for each in cards for card in sorted(each))
                values = [f"{kind} is no {candidate.kind}" for kind in kinds]
                failures.append(failure(candidate.text, values, candidate.rule))
        if not failures:
            return None
        phrase = attrs.evolve(first, fills=(None,) * len(first.fills)).phrase
        explanation = self._explanation(text, phrase, NOT_OFFERED, f"`{text}` is not offered.")
        return attrs.evolve(explanation, failures=tuple(failures))

    def _all_explained(self, text: str, meanings: Sequence[Meaning]) -> Explanation:
        """One explanation for options that read the same."""
        first = meanings[0]
        if first.id in self.offered:
            return self._offered(text, first.id)
        if first.option not in self._here:
            return self._of_another_prompt(text, first)
        return self._explained(text, meanings)

    def _offered(self, text: str, option: str) -> Explanation:
        number = self.offered.index(option) + 1
        return self._explanation(text, option, OFFERED, f"`{option}` is offered: it is answer {number}.")

    def _explanation(self, text: str, option: str, status: str, sentence: str) -> Explanation:
        return Explanation(text, option, self.program.prompts[self._choice.prompt].name, status, sentence)

    def _unclear(self, text: str, phrases: tuple[str, ...]) -> Explanation:
        named = ", ".join(f"`{phrase}`" for phrase in phrases[:MOST_CHOICES])
        more = f" and {len(phrases) - MOST_CHOICES} more" if len(phrases) > MOST_CHOICES else ""
        explanation = self._explanation(text, "", UNCLEAR, f"`{text}` could be {named}{more}.")
        return attrs.evolve(explanation, choices=phrases)

    def unknown(self, text: str, options: Sequence[Option] = ()) -> Explanation:
        """The explanation for words that mean no option; the nearest of `options` is suggested."""
        known = [
            *self.offered,
            *(Meaning(option, (None,) * len(option.candidates), PARTIAL).phrase for option in options),
        ]
        close = nearest(text, known) or ""
        guess = f" Did you mean `{close}`?" if close else ""
        explanation = self._explanation(text, "", UNKNOWN, f"No answer of this game is called `{text}`.{guess}")
        return attrs.evolve(explanation, near=close)

    def _absent(self, text: str, partly: bool = False) -> Explanation | None:
        """The explanation for an option that the game doesn't have; with `partly`, its last words may be missing."""
        for absent in self._reasons.out_of_scope:
            if means_absent(text, absent, partly):
                phrase = absent_phrase(absent)
                explanation = self._explanation(
                    text, phrase, ABSENT, f"`{phrase}` is no answer in this game: {absent.missing}."
                )
                return attrs.evolve(explanation, prompt="", failures=(failure(phrase, [absent.missing], absent.rule),))
        return None

    def _absent_or_elsewhere(self, text: str, begun: Explanation | None) -> Explanation | None:
        """The explanation for an absent option, with that for an option of another prompt that begins the same."""
        absent = self._absent(text)
        if absent and begun and begun.status == ELSEWHERE:
            return attrs.evolve(absent, sentence=f"{absent.sentence} {begun.sentence}")
        return absent or begun

    def _of_another_prompt(self, text: str, meaning: Meaning) -> Explanation:
        alike = [(asked, option) for asked, option in self._elsewhere() if option.words == meaning.option.words]
        fitting = [(asked, option) for asked, option in alike if self._fitting(attrs.evolve(meaning, option=option))]
        prompts = [
            self.program.prompts[number] for number in dict.fromkeys(asked.prompt for asked, _ in fitting or alike)
        ]
        named = self._prompts_named(prompts)
        here = self._name(self.program.prompts[self._choice.prompt])
        sentence = f"`{meaning.phrase}` is an answer at {named}, not at `{here}`."
        unknown = frozenset(_all_locals(self.program))
        reasoning = Reasoning(self._knowledge, [0] * _most_locals(self.program), unknown, self._every)
        failures = [each for each in reasoning.unmet(meaning.option.condition) if HIDDEN not in each.values]
        others = sum(each.others for each in failures)
        explanation = self._explanation(text, meaning.phrase, ELSEWHERE, sentence)
        return attrs.evolve(explanation, prompt=prompts[0].name, failures=tuple(failures), others=others)

    def _prompts_named(self, prompts: Sequence[Prompt]) -> str:
        if len(prompts) == 1:
            asked = "" if self.program.own else f" ({prompts[0].question})"
            return f"`{self._name(prompts[0])}`{asked}"
        first, more = prompts[:MOST_PROMPTS], len(prompts) - MOST_PROMPTS
        return ", ".join(f"`{self._name(prompt)}`" for prompt in first) + (f" and {more} more" if more > 0 else "")

    def _name(self, prompt: Prompt) -> str:
        """The name of a prompt; its question in a game in another language, because names stay those of the rules."""
        return prompt.question if self.program.own else prompt.name

    def _explained(self, text: str, meanings: Sequence[Meaning]) -> Explanation:
        """Why an option of the current prompt isn't offered; `meanings` read the same."""
        first = meanings[0]
        found = [self._failing(each) for each in meanings]
        some = first.open and any(self._any_offered(each.option) for each in meanings)
        own = [] if some else [each for failures, _ in found for each in failures]
        pairs = zip(meanings, found, strict=True)
        misses = sorted(
            ((meaning, each) for meaning, (_, every) in pairs for each in every), key=lambda pair: pair[1].parts
        )
        if some and not misses:
            sentence = f"`{first.phrase}` is offered for all that it could be about."
            return self._explanation(text, first.phrase, OFFERED, sentence)
        shown = misses[: MOST_MISSES if self._every else 1]
        nearest = _filled(*shown[0]) if shown else ""
        own += [each for _, miss in shown for each in self._of(miss)]
        failures = joined(own if self._every else own[:MOST_FAILURES])
        failures = failures or (failure(first.phrase, [HIDDEN], first.option.rule),)
        others = len(misses) - len(shown) + (0 if self._every else sum(each.others for each in failures))
        sentence = self._not_offered(first.phrase, nearest, some)
        explanation = self._explanation(text, first.phrase, NOT_OFFERED, sentence)
        return attrs.evolve(explanation, failures=failures, nearest=nearest, others=others)

    def _of(self, miss: Miss) -> Iterator[Failure]:
        """The failures of a choice; if every one is asked for, each says of which."""
        for each in miss.failures:
            yield attrs.evolve(each, through=(*miss.names, *each.through)) if self._every else each

    def _not_offered(self, phrase: str, nearest: str, some: bool) -> str:
        """That an option isn't offered, and which choice for it comes nearest."""
        verb = "is offered, but not for everything" if some else "is not offered"
        if not nearest or self._every:
            return f"`{phrase}` {verb}."
        return f"`{phrase}` {verb}; {'of the rest, ' if some else ''}`{nearest}` comes nearest."

    def _failing(self, meaning: Meaning) -> tuple[list[Failure], list[Miss]]:
        """The conditions that fail for any choice, and the choices that won't do, of those that are left open."""
        local = locals_in(self.program, self._s[FRAME])
        unknown = unknown_locals(self.program, self._s, self._knowledge.player)
        own = Reasoning(self._knowledge, local, unknown, self._every).unmet(meaning.option.condition)
        reasoning = Reasoning(self._knowledge, local, unknown, self._every and not meaning.open)
        found = CandidateCards(self.program, reasoning, meaning).misses()
        own += [each for miss in found if not miss.fills for each in miss.failures]
        return own, [miss for miss in found if miss.fills]


def _filled(meaning: Meaning, miss: Miss) -> str:
    """An option in full, with a choice for what was left open; `…` for what wasn't tried."""
    given = dict(miss.fills)
    fills = tuple(given.get(number, fill) for number, fill in enumerate(meaning.fills))
    return attrs.evolve(meaning, fills=fills).phrase


def _options(program: Program, choice: blocks.Choose, reasons: Reasons) -> tuple[Option, ...]:
    """The recorded options of a choice, even those that can never be taken, and the others as the program has them."""
    known = [option for asked in reasons.asked if asked.origin == choice.origin for option in asked.options]
    origins = {option.origin for option in known}
    quiet = len(choice.options) - choice.quiet
    unrecorded = [_unrecorded(program, option) for option in choice.options[:quiet] if option.origin not in origins]
    return (*known, *unrecorded)


def _unrecorded(program: Program, option: blocks.Option) -> Option:
    """An option without recorded reasons."""
    rule = program.origins[option.origin]
    every = frozenset(range(len(program.faces)))
    candidates = tuple(
        Candidate(
            parameter, option.form, "card", every, _condition(parameter.condition, "it may be chosen", rule), rule
        )
        for parameter in option.parameters
    )
    return Option(option.words, _condition(option.condition, "it may be done", rule), candidates, option.origin, rule)


def _condition(expr: Expr, text: str, rule: Origin) -> Reason | None:
    return None if expr == Int(1) else Reason("value", text, rule, expr, "truth")


def _most_locals(program: Program) -> int:
    return max(procedure.locals for procedure in program.procedures) + 1


def _all_locals(program: Program) -> range:
    return range(_most_locals(program))
