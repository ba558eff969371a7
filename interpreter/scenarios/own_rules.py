"""What the rules of a scenario's own modules do, in other words, beside a problem for which no other place is shown.

An author sees there whether a rule does what was meant. Knows the program, the trace of the scenario, and how the game
stands after it; not why a rule was written as it was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from dsl.model.scenario import Entry
from dsl.program.contributions import Contribution
from dsl.program.endings import ENDS, Scoring
from dsl.program.expressions import Binary, Expr, Int, Local
from dsl.program.instructions import Branch, End
from dsl.program.operators import within
from dsl.program.program import Program
from dsl.text.diagnostics import Label
from dsl.text.spelling import either
from interpreter.analysis.adjustments import CHANGES, NEEDED, does, needed_with_others
from interpreter.analysis.faults import line_of
from interpreter.analysis.instructions import walk
from interpreter.choices.decisions import letter
from interpreter.choices.evaluate import Evaluator
from interpreter.explain.whynot import NOT_OFFERED, Explanation
from interpreter.reference.events import Event
from interpreter.scenarios.unreached import Played, few, lines_of, options_of
from interpreter.state.layout import layout_of

STATUS = {"won": ("win only when", "win also when"), "lost": ("lose when",), "over": ("game over when",)}
"""The rules that end a game in each way."""

ENDING = frozenset(kind for kinds in STATUS.values() for kind in kinds)

COMPARED = re.compile(r"(.+?) is (?:(?:not|at least|at most|less than|more than|exactly) )?-?[0-9]+")
"""A condition that compares a number with a written one: what has this number."""

REPLACES = "this took the place of `{site}`, which didn't happen itself: say `proceed` where it should"
INFORMS = "this only tells the player that the game can't be won any more: `lose when` ends it"
OFFERS = "this offers it whenever `{prompt}` is asked: `, if …` says when it is offered"
OPENS = "this offers it whenever `{prompt}` is asked: `at {prompt} before anything else` is for what comes first"


def noted(program: Program, modules: Collection[str], played: Played) -> tuple[Label, ...]:
    """The rules of some modules that may be behind another end, or another question, than was expected."""
    own = [each for each in program.contributions if each.module in modules]
    adjusting = [Label(each.span, does(each)) for each in own if each.kind in CHANGES]
    return (*few([*_let_happen(own, played), *_replaced(own, played)]), *few(adjusting))


def endings(program: Program, modules: Collection[str], played: Played, expected: str) -> tuple[Label, ...]:
    """What ended the game, or rules of some modules that were to end it as it was `expected` (a status) and didn't."""
    last = next((event.place for event in reversed(played.trace) if event.name == "end"), "")
    ending = [each for each in program.contributions if each.kind in ENDING and last in lines_of(each.whole)]
    own = [each for each in program.contributions if each.module in modules and each not in ending]
    needed = needed_with_others(program)
    labels = [Label(each.span, f"this ended the game{_whose(program, each, played)}") for each in ending]
    for rule in own:
        if rule in needed and expected == "won":
            labels.append(Label(rule.span, NEEDED))
        elif rule.kind in STATUS.get(expected, ()) and rule.kind != "win only when":
            labels.append(Label(rule.span, f"this doesn't hold in the end{_value(program, rule, played)}"))
        elif rule.kind == "out of reach when" and expected == "lost":
            labels.append(Label(rule.span, INFORMS))
    return few(labels)


def decided(program: Program, played: Played) -> tuple[Label, ...]:
    """By which values the winners were found."""
    scoring = program.scoring
    if scoring is None or scoring.winner < 0:
        return ()
    values = Evaluator(program)
    told = [
        f"{rank.words}: "
        + ", ".join(f"{letter(at)} {_of(values, each, scoring, played)}" for at, each in enumerate(rank.values))
        for rank in scoring.ranks
    ]
    return (Label(program.origins[scoring.winner].span, "; then ".join(told)),)


def counted(program: Program, played: Played) -> tuple[Label, ...]:
    """Of what the score consists."""
    scoring = program.scoring
    if scoring is None or scoring.origin < 0 or scoring.by_player:
        return ()
    values = Evaluator(program)
    told = [f"{part.words}: {_of(values, part.values[0], scoring, played)}" for part in scoring.parts]
    return (Label(program.origins[scoring.origin].span, "; ".join(told)),) if len(told) > 1 else ()


def _of(values: Evaluator, expr: Expr, scoring: Scoring, played: Played) -> int:
    return values.number(expr, list(played.state), [0] * scoring.locals)


def all_to_one(program: Program, zone: int, played: Played, named: Collection[str]) -> tuple[Label, ...]:
    """Where rules brought cards to a player's zone again and again, and never to that of another who is `named`."""
    place = program.places[zone]
    others = [each.name for each in program.places if each.family == place.family and each.name != place.name]
    others = [name for name in others if place.owner >= 0 and name in named]
    brought = Counter(each.place for each in _brought(played, place.name))
    shared = {each.place for name in others for each in _brought(played, name)}
    spans = {line_of(origin): origin.span for origin in program.origins}
    return few(
        [
            Label(
                spans[line],
                f"this brought cards to `{place.name}` {count} times, and never to `{others[0]}`:"
                f" name the player, `{place.family} of …`, or say `next player` in between",
            )
            for line, count in brought.items()
            if others and count > 1 and line not in shared and line in spans
        ]
    )


def upside_down(
    given: Sequence[Entry], missing: Collection[str], more: Collection[str], played: Played
) -> tuple[Label, ...]:
    """Piles that were laid out with a missing card last, of which another one was taken, which stands first."""
    taken = {each.text.partition(" → ")[0] for each in played.trace if each.name in ("move", "draw")}
    labels = []
    for entry in given:
        cards = () if isinstance(entry.value, int) else entry.value
        first, last = (cards[0].name, cards[-1].name) if cards else ("", "")
        if first in more and last in missing and f"{first}: {entry.name}" in taken:
            labels.append(Label(entry.span, f"what is named first lies on top: `{first}` is taken before `{last}`"))
    return few(labels)


def _brought(played: Played, zone: str) -> Iterator[Event]:
    """The moves to a zone."""
    return (each for each in played.trace if each.name in ("move", "draw") and each.text.endswith(f"→ {zone}"))


def kept_away(told: Explanation) -> str:
    """Why an option isn't offered, as help; "" if that isn't known."""
    if told.status != NOT_OFFERED or not told.failures:
        return ""
    first = told.failures[0]
    values = f": {', '.join(first.values)}" if first.values else ""
    return f"it isn't offered because of `{first.text}` ({first.place}){values}"


def used_up(program: Program, prompt: str, words: str) -> tuple[Label, ...]:
    """The option with these words, if each player may use it once, and it may be meant for all players together."""
    if program.players == 1:
        return ()
    heads = (program.origins[option.origin].span for _, option in options_of(program, prompt, words))
    spans = {span.place: span for span in heads}
    found = ((re.search(r", (once (?:a|in) [^,]+)$", span.text), span) for span in spans.values())
    return few(
        [
            Label(span, f"`{once[1]}` counts for each player; `{once[1]} in all` counts for all of them together")
            for once, span in found
            if once and not once[1].endswith(" in all")
        ]
    )


def offering(program: Program, modules: Collection[str], prompt: str, words: str) -> tuple[Label, ...]:
    """The rules of some modules that offer the option with these words."""
    heads = {program.origins[option.origin].span.place for _, option in options_of(program, prompt, words)}
    own = [each for each in program.contributions if each.module in modules and each.span.place in heads]
    told = {"ability": OPENS, "added option": OFFERS, "option": OFFERS}
    return few([Label(each.span, told[each.kind].format(prompt=prompt)) for each in own if each.kind in told])


def _let_happen(own: Sequence[Contribution], played: Played) -> Iterator[Label]:
    """Rules that forbid an event, and let it happen."""
    happened, acted = {event.name for event in played.trace}, {event.place for event in played.trace}
    for rule in own:
        if rule.kind == "forbid" and rule.site in happened and acted.isdisjoint(lines_of(rule.whole)):
            yield Label(rule.span, f"this let `{rule.site}` happen: its condition didn't hold then")


def _replaced(own: Sequence[Contribution], played: Played) -> Iterator[Label]:
    """Rules that took the place of an event, and never let it go on."""
    acted = {event.place for event in played.trace}
    for rule in own:
        replaces = rule.kind == "instead of" and not re.search(r"(?m)^\s*proceed\b", rule.whole.text)
        if replaces and not acted.isdisjoint(lines_of(rule.whole)):
            yield Label(rule.span, REPLACES.format(site=rule.site))


def _whose(program: Program, rule: Contribution, played: Played) -> str:
    """Whose cards and numbers a rule about the player in turn means: the end of a sentence, "" if it means none."""
    families = [each.family for each in program.places if each.owner >= 0]
    families += [each.family for each in program.counters if each.owner >= 0]
    own = [each for each in dict.fromkeys(families) if re.search(rf"\b{re.escape(each)}\b(?! of\b)", rule.words)]
    if not own or program.players == 1:
        return ""
    player = letter(played.state[layout_of(program).numbers + program.player])
    return f": {either(own, 'and')} there is that of the player in turn, {player}"


def _value(program: Program, rule: Contribution, played: Played) -> str:
    """The number that a rule compares with a written one, at the end of a sentence."""
    found, condition = COMPARED.fullmatch(rule.words), _condition(program, rule)
    if found is None or not isinstance(condition, Binary):
        return ""
    numbers = [each for each in (condition.left, condition.right) if not isinstance(each, Int)]
    if len(numbers) != 1 or any(isinstance(part, Local) for part in within(numbers[0])):
        return ""
    return f": `{found[1]}` is {Evaluator(program).number(numbers[0], list(played.state), [])}"


def _condition(program: Program, rule: Contribution) -> Expr | None:
    """The condition of an ending."""
    bodies = [each.body for each in program.procedures if each.name == ENDS]
    for each in walk(each for body in bodies for each in body):
        if isinstance(each, Branch) and any(isinstance(end, End) for end in each.then):
            origin = program.origins[each.origin]
            if line_of(origin) in lines_of(rule.whole):
                return each.condition
    return None


def adjusted(program: Program, modules: Collection[str], prompt: str, words: str) -> tuple[Label, ...]:
    """What rules of some modules do to the definitions that the option with these words reads."""
    read = " ".join(program.origins[option.origin].span.text for _, option in options_of(program, prompt, words))
    defined = {each.site: each.words for each in program.contributions if each.kind == "define"}
    known: set[str] = set()
    while found := [name for name in defined.keys() - known if re.search(rf"\b{re.escape(name)}\b", read)]:
        known.update(found)
        read += " ".join(["", *(defined[name] for name in sorted(found))])
    own = [each for each in program.contributions if each.module in modules and each.kind in CHANGES]
    return few([Label(each.span, does(each)) for each in own if each.site in known])
