"""Check the options that a scenario names, without playing it: whether their prompt can offer such words at all.

The words of an option are fixed but for its gaps, which may hold anything here. Whether an option is offered in a
position is found out by playing (`scenario`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import assert_never

from dsl.model.scenario import Scenario
from dsl.program.blocks import Choose, Option, Parameter
from dsl.program.program import Program
from dsl.program.texts import ELLIPSIS, Gap, form_of
from dsl.text.diagnostics import Problems
from dsl.text.source import line_of
from dsl.text.spelling import did_you_mean, either, nearest, slip
from interpreter.analysis.memo import once_per_program
from interpreter.scenarios.slips import separate, slip_of_cards

MOST_LISTED = 6
"""The most options that are listed."""


Forms = Mapping[str, re.Pattern[str]]


def check_offers(program: Program, scenario: Scenario, problems: Problems) -> None:
    """Report words that no option of their prompt can have."""
    for step in scenario.steps:
        forms = _forms(program).get(step.prompt, {})
        for offer in step.offers if forms else ():
            for text in offer.options:
                # that something is never offered may be the point of a line
                meant = offer.kind != "no" or _whole(text, forms) or slip(text, forms) or _unsaid(text, forms, program)
                if (meant and not _fits_any(forms, text)) or _continued(text, forms, program):
                    message, advice = f"`{step.prompt}` never offers `{text}`", _advice(text, step.prompt, program)
                    problems.add("scenario-offers", message, offer.span, help=advice)
        answer = step.answer if forms else None
        if answer is not None and (not _fits_any(forms, answer) or _continued(answer, forms, program)):
            message, advice = f"`{step.prompt}` never offers `{answer}`", _advice(answer, step.prompt, program)
            problems.add("scenario-answer", message, line_of(step.span, "answer"), help=advice)


@once_per_program
def _forms(program: Program) -> dict[str, dict[str, re.Pattern[str]]]:
    """The words of all options of each prompt, with `…` for each gap; and how such an option may read."""
    found: dict[str, dict[str, re.Pattern[str]]] = {}
    cards = "|".join(sorted({re.escape(face.name) for face in program.faces}))
    for block in program.blocks:
        if isinstance(block.last, Choose):
            forms = found.setdefault(program.prompts[block.last.prompt].name, {})
            forms.update(form for option in block.last.options for form in _of(option, cards))
    return found


def _fits_any(forms: Forms, text: str) -> bool:
    return any(pattern.fullmatch(text) for pattern in forms.values())


def _of(option: Option, cards: str) -> Iterator[tuple[str, re.Pattern[str]]]:
    if any(source.replaces for parameter in option.parameters for source in parameter.sources):
        yield ELLIPSIS, re.compile(".*")
    for parts in (option.words, option.shown or option.words):
        pattern = "".join(_part(part, option, cards) for part in parts)
        yield form_of(parts), re.compile(pattern, re.IGNORECASE)


def _part(part: str | int | Gap, option: Option, cards: str) -> str:
    """How a part of an option may read: a value in its words may be anything, or nothing; what is chosen has a name."""
    match part:
        case str():
            return re.escape(part.strip())
        case int():
            return _chosen(option.parameters[part], cards)
        case Gap():
            return ".*"
        case _:
            assert_never(part)


def _chosen(parameter: Parameter, cards: str) -> str:
    """How the words may read for what an option is about."""
    if (parameter.values and parameter.unclear) or (parameter.most and not parameter.least):
        return ".*"
    if parameter.by_position:
        return ".*[0-9].*"
    names = "|".join(map(re.escape, parameter.words)) if parameter.values else cards
    return f".*(?:{names}).*"


def _whole(text: str, forms: Forms) -> list[str]:
    """The options of which a text consists, joined by `and` or `or`; [] if it holds anything else."""
    each = re.split(" and | or ", text)
    return each if len(each) > 1 and all(_fits_any(forms, one) for one in each) else []


def _advice(text: str, prompt: str, program: Program) -> str:
    forms = _forms(program)[prompt]
    if joined := separate(text, _whole(text, forms)):
        return joined
    if unsaid := _unsaid(text, forms, program):
        return unsaid
    if continued := _continued(text, forms, program):
        return did_you_mean(continued)
    if misnamed := _misnamed(text, prompt, program):
        return misnamed
    if near := nearest(text, forms):
        return did_you_mean(near)
    if len(forms) > MOST_LISTED:
        return ""
    about = any(re.search(rf"\b{re.escape(face.name)}\b", text) for face in program.faces)
    other = "" if about else f"; for another, write `option {text}` where it is asked"
    return f"it offers {', '.join(f'`{form}`' for form in forms)}{other}"


def _misnamed(text: str, prompt: str, program: Program) -> str:
    """What an option has in one of its gaps, or between them, where a text has other words and reads like it else."""
    faces = [face.name for face in program.faces]
    cards = "|".join(dict.fromkeys(map(re.escape, faces)))
    choices = (block.last for block in program.blocks if isinstance(block.last, Choose))
    options = [each for last in choices if program.prompts[last.prompt].name == prompt for each in last.options]
    plain = [each for each in options if all(isinstance(part, str | int) for part in each.words)]
    for option in plain:
        chosen = [option.parameters[part] for part in option.words if isinstance(part, int)]
        found = re.fullmatch("".join(_loose(part) for part in option.words), text)
        gaps = zip(chosen, found.groups(), strict=True) if found else ()
        wrong = [(of, words) for of, words in gaps if not re.fullmatch(_chosen(of, cards), words, re.IGNORECASE)]
        if len(wrong) == 1:
            return _instead(text, *wrong[0], faces, program)
    return next((did_you_mean(said) for option in plain if (said := _reworded(text, option, cards))), "")


def _loose(part: str | int | Gap) -> str:
    """A part of an option whose gaps hold anything."""
    return re.escape(part) if isinstance(part, str) else "(.+?)"


def _reworded(text: str, option: Option, cards: str) -> str:
    """The option that has the same beginning and holds the same cards and values as a text; "" for another option."""
    begun, *rest = option.words or ("",)
    chosen = [option.parameters[part] for part in rest if isinstance(part, int)]
    if not isinstance(begun, str) or not chosen or any(of.by_position for of in chosen):
        return ""
    names = ("|".join(map(re.escape, of.words)) if of.values else cards for of in chosen)
    found = re.fullmatch(re.escape(begun) + "".join(rf"\s?(?:\S+\s)??({each})" for each in names), text)
    given = iter(found.groups() if found else ())
    return "".join(str(part) if isinstance(part, str) else next(given) for part in option.words) if found else ""


def _instead(text: str, parameter: Parameter, said: str, cards: Sequence[str], program: Program) -> str:
    """What stands in the place of these words of an option."""
    if parameter.values:
        return f"in place of `{said}`, it has {either(dict.fromkeys(parameter.words))}"
    if parameter.by_position:
        return f"cards are named by their place here: say a number, from 1, in place of `{said}`"
    near = nearest(said, cards)
    if near:
        return did_you_mean(text.replace(said, near))
    return slip_of_cards(program, said) or f"no card of this game is called `{said}`"


def _continued(text: str, forms: Forms, program: Program) -> str:
    """The option that is meant where the words behind a card begin as in one and go on otherwise; "" if none is.

    An option that ends with a card may read on with its place: `take daisy tray 2`.
    """
    for form in forms:
        begun, gap, rest = form.partition(f" {ELLIPSIS} ")
        if not gap or ELLIPSIS in rest or f"{begun} {ELLIPSIS}" not in forms:
            continue
        longer = {other: pattern for other, pattern in forms.items() if other.startswith(begun + gap)}
        said = (f"{begun} {face.name}" for face in program.faces)
        found = next((each for each in said if text.startswith(f"{each} {rest.partition(' ')[0]} ")), "")
        if found and not _fits_any(longer, text):
            return f"{found} {rest}"
    return ""


def _unsaid(text: str, forms: Forms, program: Program) -> str:
    """What to say where an option is named without its card, or with the kind of the card."""
    for form in forms:
        begun, gap, _ = form.partition(f" {ELLIPSIS}")
        rest = text.removeprefix(begun).strip() if gap and text.startswith(begun) else None
        of_kind = [face.name for face in program.faces if rest and rest.removesuffix("s") in {*face.kinds, "card"}]
        if of_kind:
            return f"name the card, such as `{begun} {of_kind[0]}`; each is an option of its own"
        if rest == "":
            return f"say of what, for each such option: `{form}`"
    return ""
