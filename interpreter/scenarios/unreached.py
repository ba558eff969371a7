"""The rules behind what a scenario found instead of what it expects: of a number, a question, an option.

Knows the program and the numbers that changed in the trace of the scenario, not why a rule didn't act.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

import attrs

from dsl.program.adjusted import mark
from dsl.program.blocks import CallAndWait, Choose, Option
from dsl.program.contributions import Contribution
from dsl.program.expressions import Binary, Covered, Expr, Int, Local, Number
from dsl.program.instructions import Call, Move, SetNumber
from dsl.program.operators import within
from dsl.program.program import Program
from dsl.program.setup import TRUTHS
from dsl.text.diagnostics import Label
from dsl.text.source import Span
from dsl.text.spelling import either
from interpreter.analysis.faults import line_of
from interpreter.analysis.instructions import walk
from interpreter.explain.enabling import adjusted_of
from interpreter.reference.events import Event
from interpreter.state.frames import Frame
from interpreter.state.layout import FRAME

ACTING = ("instead of", "before", "together with", "on", "after")
"""Contributions to an event that can be in a trace."""

LATE = ": it acted after `{site}`; what that moves doesn't lie there any more, and `before {site}` still finds it there"

BRANCHES = re.compile(r"\b(?:if|for each|for every|while)\b")
"""Words of rules of which the trace doesn't tell whether all of their lines acted."""

MOST_SHOWN = 2
"""The most places that one problem shows; if there are more, they say little, and none is shown."""


@attrs.frozen
class Played:
    """What is known of a scenario that was played: its trace, and the state that it came to."""

    trace: Sequence[Event]
    state: Sequence[Any]

    @property
    def frame(self) -> Frame | None:
        """The frame of the question that it came to."""
        frame: Frame | None = self.state[FRAME]
        return frame


def settings(program: Program, number: int, played: Played) -> tuple[Label, ...]:
    """Where a number changed last, and where rules would change it and didn't, with what is known of the reason."""
    name, changes = program.counters[number].name, [event for event in played.trace if event.name == "number"]
    bodies = [*(each.body for each in program.procedures), *(each.body for each in program.blocks)]
    every = (each for body in bodies for each in walk(body) if isinstance(each, SetNumber))
    setting = [each for each in every if _may_be(program, each.index, number)]
    origins = [program.origins[each.origin] for each in setting]
    spans = {line_of(origin): origin.span for origin in origins}
    last = [event for event in changes if event.text.startswith(f"{name}: ") and event.place in spans][-1:]
    latest = [Label(spans[event.place], f"`{name}` changed here last: {event.text[len(name) + 2 :]}") for event in last]
    left = spans.keys() - {event.place for event in changes}
    idle = _idle(program, played.trace)
    others = [
        Label(span, f"`{name}` would change here, and didn't{why}")
        for place, span in spans.items()
        if place in left
        for why in [_earlier(program, place, setting, played) or _why(program, _around(span, idle), played)]
    ]
    return (*latest, *few(others))


def questions(program: Program, prompt: str) -> tuple[Label, ...]:
    """Where rules ask a prompt."""
    asking = (each.last for each in program.blocks if isinstance(each.last, Choose))
    found = (each.origin for each in asking if program.prompts[each.prompt].name == prompt)
    spans = {span.place: span for span in (program.origins[origin].span for origin in found)}
    return few([Label(span, f"`{prompt}` is asked here") for span in spans.values()])


def idle(program: Program, modules: Collection[str], played: Played) -> tuple[Label, ...]:
    """The rules of some modules that act at events and didn't, by the trace of a scenario; none if there are many."""
    rules = [each for each in _idle(program, played.trace) if each.module in modules]
    return few([Label(each.span, f"this rule didn't act{_why(program, each, played)}") for each in rules])


def _idle(program: Program, events: Iterable[Event]) -> list[Contribution]:
    """The rules that act at events and didn't."""
    acted = {event.place for event in events}
    rules = (each for each in program.contributions if each.kind in ACTING)
    return [each for each in rules if acted.isdisjoint(lines_of(each.whole))]


def _around(span: Span, rules: Iterable[Contribution]) -> Contribution | None:
    """The rule in which a place is."""
    held = (each for each in rules if each.whole.file is span.file)
    return next((each for each in held if each.whole.start <= span.start < each.whole.end), None)


def _why(program: Program, rule: Contribution | None, played: Played) -> str:
    """Why a rule at an event didn't act, as far as the trace tells: as the end of a sentence; "" if it doesn't."""
    site = rule.site if rule is not None else ""
    if of_zone := _of_zone(site, played):
        return of_zone
    if rule is None or site not in {each.event for each in program.procedures if each.event}:
        return ""
    if not any(event.name == site for event in played.trace):
        return f": `{site}` didn't happen{_other_ways(program, site, played)}"
    if rule.kind == "after" and site in _under_way(program, played.frame):
        return f": `{site}` isn't over yet; `before {site}` acts when it begins"
    places = {event.place for event in played.trace}
    ending = (each for each in program.contributions if each.site == site and each.kind in ("forbid", "instead of"))
    if any(not places.isdisjoint(lines_of(each.whole)) for each in ending):
        return ""
    if " if " not in rule.span.text:
        late = rule.kind == "after" and not BRANCHES.search(rule.whole.text) and _moved_away(program, rule, played)
        return LATE.format(site=site) if late else ""
    if rule.kind == "after" and played.frame is not None:
        other = _other_ways(program, site, played)
        return f": its condition didn't hold after `{site}`; if it did when that began, say `before {site}`{other}"
    return f": its condition didn't hold before `{site}`" if rule.kind == "before" else ""


def _moved_away(program: Program, rule: Contribution, played: Played) -> bool:
    """Whether cards were moved out of a zone that a rule names."""
    left = {part.rpartition(": ")[2] for part, arrow, _ in (e.text.partition(" → ") for e in played.trace) if arrow}
    families = {place.family for place in program.places if place.name in left}
    return any(re.search(rf"\b{re.escape(family)}\b", rule.whole.text) for family in families)


def _of_zone(site: str, played: Played) -> str:
    """Why nothing happened to a zone at whose change a rule acts: the end of a sentence; "" at any other event."""
    found = re.fullmatch(r"(entering|leaving|revealing in) (.+)", site)
    if found is None:
        return ""
    change, zone = found.groups()
    moves = [each.text for each in played.trace if each.name in ("move", "draw", "exchange")]
    came = any(text.endswith(f" {zone}") for text in moves)
    if change == "revealing in":
        return (
            f": nothing was revealed in `{zone}`{', where cards came by `draw`, `look at` or `move`' if came else ''}"
        )
    went = any(re.search(rf"\b{re.escape(zone)} →", text) for text in moves)
    if (change == "entering" and not came) or (change == "leaving" and not went):
        return f": no card {'came to' if change == 'entering' else 'left'} `{zone}`"
    return ""


def _earlier(program: Program, place: str, setting: Sequence[SetNumber], played: Played) -> str:
    """Which number that is read at a place changed on the line above: the end of a sentence, "" if none did."""
    file, _, line = place.rpartition(":")
    here = [each for each in setting if line_of(program.origins[each.origin]) == place]
    parts = (part for each in here for part in within(each.value) if isinstance(part, Number))
    read = {program.counters[part.index.value].name for part in parts if isinstance(part.index, Int)}
    above = [each for each in played.trace if each.name == "number" and each.place == f"{file}:{int(line) - 1}"]
    changed = [each.text.partition(": ") for each in above]
    told = [f": `{name}` had changed on the line above: {how}" for name, _, how in changed if name in read]
    return told[-1] if told else ""


def _other_ways(program: Program, site: str, played: Played) -> str:
    """By which other rules cards came to the zone to which an event moves what it is about: the end of a sentence."""
    numbers = {number: each for number, each in enumerate(program.procedures) if each.event == site}
    bodies = [(each.parameters, each.body) for each in numbers.values()]
    bodies += [(numbers[each.procedure].parameters, each.body) for each in program.blocks if each.procedure in numbers]
    zones = {
        program.places[each.target.value].name
        for parameters, body in bodies
        for each in walk(body)
        if isinstance(each, Move) and isinstance(each.target, Int)
        if isinstance(each.card, Local) and each.card.index < parameters
    }
    if len(zones) != 1:
        return ""
    (zone,) = zones
    moved = [each for each in played.trace if each.name in ("move", "draw") and each.text.endswith(f"→ {zone}")]
    rules = [*dict.fromkeys(each.rule for each in moved if each.rule != site)]
    if not rules or len(rules) > MOST_SHOWN:
        return ""
    return f"; cards came to `{zone}` by {either(rules, 'and')}: `after entering {zone}` acts whenever one does"


def _under_way(program: Program, frame: Frame | None) -> Iterator[str]:
    """The events that aren't over."""
    while frame is not None:
        yield program.procedures[program.blocks[frame[0]].procedure].event
        frame = frame[1]


def lines_of(whole: Span) -> set[str]:
    """The lines of a rule, as a trace names them."""
    name, first = whole.file.name, whole.line
    return {f"{name}:{first + line}" for line in range(whole.text.count("\n") + 1)}


def leaving(program: Program, prompt: str, words: str) -> tuple[Label, ...]:
    """The rules that forbid an event and leave the option with these words, which does it: where both stand."""
    found = next((option for _, option in options_of(program, prompt, words)), None)
    done = {program.procedures[number].event for number in _does(program, found.block)} if found else set[str]()
    forbidding = [each for each in program.contributions if each.kind == "forbid" and each.site in done]
    if found is None or not forbidding:
        return ()
    labels = [Label(each.span, f"this stops `{each.site}`, and leaves the option") for each in forbidding]
    return (Label(program.origins[found.origin].span, "the option: narrow what it asks for"), *few(labels))


def not_offered(program: Program, prompt: str, words: str) -> tuple[Label, ...]:
    """Where rules offer an option with these words, which wasn't offered."""
    spans = [program.origins[option.origin].span for _, option in options_of(program, prompt, words)]
    asked = [(span, " ".join(span.text.partition(", if ")[2].split())) for span in dict.fromkeys(spans)]
    return few(
        [
            Label(span, f"this wasn't offered{f'; it is only if `{when}`' if when and len(when) <= LONG else ''}")
            for span, when in asked
        ]
    )


WIDENS = "this only adds cases in which it is offered; `narrow` leaves some out"
NARROWS = "this allows it only when {asked}; for what isn't allowed, say `when {reversed}`; `widen` adds cases"
LONG = 80
"""The most characters of a condition that is repeated."""


def _adjusts(verb: str, rule: Span) -> str:
    """What a rule does to an option that it adjusts."""
    asked = " ".join(rule.text.partition(" when ")[2].split())
    if verb == "widen":
        return WIDENS
    if not asked or len(asked) > LONG:
        return NARROWS.format(asked="its condition holds", reversed="not (…)")
    reversed_ = asked.removeprefix("not ") if re.fullmatch(r"not [\w' ]+", asked) else f"not ({asked})"
    return NARROWS.format(asked=f"`{asked}`", reversed=reversed_)


def stuck(program: Program, prompt: str, words: str, numbers: Sequence[int]) -> tuple[Label, ...]:
    """Where a flag was set to yes for good, if the option with these words asks that it isn't yes; `numbers`: all."""
    labels = dict[str, Label]()
    bodies = [*(each.body for each in program.procedures), *(each.body for each in program.blocks)]
    setting = [each for body in bodies for each in walk(body) if isinstance(each, SetNumber)]
    asked = " ".join(program.origins[option.origin].span.text for _, option in options_of(program, prompt, words))
    for number, counter in enumerate(program.counters):
        flag = counter.words == TRUTHS and re.search(rf"\bnot {re.escape(counter.family)}\b", asked)
        if flag and numbers[number] == TRUTHS.index("yes"):
            sets = [each for each in setting if _may_be(program, each.index, number)]
            if sets and all(each.value == Int(TRUTHS.index("yes")) for each in sets):
                span = program.origins[sets[0].origin].span
                advice = f"say `set {counter.family} to no` where it ends"
                labels[span.place] = Label(
                    span, f"`{counter.name}` is yes since this, and no rule sets it to no: {advice}"
                )
    return few([*labels.values()])


def adjusting(program: Program, prompt: str, words: str, modules: Collection[str], verb: str) -> tuple[Label, ...]:
    """The rules of some modules that widen what the option with these words asks for, or narrow it, as `verb` says."""
    adjusted = adjusted_of(program)
    conditions = [adjusted.options.get((last.origin, of.origin), ()) for last, of in options_of(program, prompt, words)]
    parts = (part for each in conditions for condition in each for part in within(condition))
    marks = {part.origin for part in parts if isinstance(part, Covered)}
    rules = [rule.origin for number, rule in enumerate(adjusted.rules) if mark(number) in marks]
    own = [rule for rule in rules if rule.module in modules and rule.rule.startswith(f"{verb} ")]
    return few([Label(rule.span, _adjusts(verb, rule.span)) for rule in own])


def options_of(program: Program, prompt: str, words: str) -> Iterator[tuple[Choose, Option]]:
    """The options of a prompt that may read so, with the questions that offer them."""
    asking = (block.last for block in program.blocks if isinstance(block.last, Choose))
    of_prompt = (last for last in asking if program.prompts[last.prompt].name == prompt)
    return ((last, option) for last in of_prompt for option in last.options if _reads(option.form, words))


def _reads(form: str, words: str) -> bool:
    return re.fullmatch(re.escape(form).replace("…", ".+"), words) is not None


def _does(program: Program, number: int) -> Iterator[int]:
    """The procedures that a block runs itself."""
    block = program.blocks[number]
    yield from (each.procedure for each in walk(block.body) if isinstance(each, Call))
    if isinstance(block.last, CallAndWait):
        yield block.last.procedure


def _may_be(program: Program, index: Expr, number: int) -> bool:
    """Whether an instruction may mean this number: by itself, or as one of its family."""
    match index:
        case Int(value):
            return value == number
        case Binary("+", Int(first), _) | Binary("+", _, Int(first)):
            counters = program.counters
            return first < len(counters) and counters[first].family == counters[number].family
        case _:
            return False


def few(labels: Sequence[Label]) -> tuple[Label, ...]:
    """Places, unless there are too many to say anything."""
    return tuple(labels) if len(labels) <= MOST_SHOWN else ()
