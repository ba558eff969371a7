"""Check the options that a scenario names, without playing it: whether their prompt can offer such words at all.

The words of an option are fixed but for its gaps, which may hold anything here. Whether an option is offered in a
position is found out by playing (`scenario`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from dsl.model.scenario import Scenario
from dsl.program.blocks import Choose, Option
from dsl.program.program import Program
from dsl.program.texts import form_of
from dsl.text.diagnostics import Problems
from dsl.text.source import line_of
from dsl.text.spelling import nearest, slip
from interpreter.analysis.memo import once_per_program
from interpreter.scenarios.slips import separate

MOST_LISTED = 6
"""The most options that are listed."""


def check_offers(program: Program, scenario: Scenario, problems: Problems) -> None:
    """Report words that no option of their prompt can have."""
    for step in scenario.steps:
        forms = _forms(program).get(step.prompt, ())
        for offer in step.offers if forms else ():
            for text in offer.options:
                # that something is never offered may be the point of a line
                meant = offer.kind != "no" or _whole(text, forms) or slip(text, forms)
                if meant and not _fits_any(forms, text):
                    message, advice = f"`{step.prompt}` never offers `{text}`", _advice(text, forms)
                    problems.add("scenario-offers", message, offer.span, help=advice)
        if forms and step.answer is not None and not _fits_any(forms, step.answer):
            message, advice = f"`{step.prompt}` never offers `{step.answer}`", _advice(step.answer, forms)
            problems.add("scenario-answer", message, line_of(step.span, "answer"), help=advice)


@once_per_program
def _forms(program: Program) -> dict[str, tuple[str, ...]]:
    """The words of all options of each prompt, with `…` for each gap."""
    found: dict[str, dict[str, None]] = {}
    for block in program.blocks:
        if isinstance(block.last, Choose):
            forms = found.setdefault(program.prompts[block.last.prompt].name, {})
            forms.update(dict.fromkeys(form for option in block.last.options for form in _of(option)))
    return {prompt: tuple(forms) for prompt, forms in found.items()}


def _fits_any(forms: Iterable[str], text: str) -> bool:
    return any(_fits(form, text) for form in forms)


def _of(option: Option) -> Iterator[str]:
    if any(source.replaces for parameter in option.parameters for source in parameter.sources):
        yield "…"
    yield option.form
    yield form_of(option.words)


def _fits(form: str, text: str) -> bool:
    """Whether an option may read so: a gap may hold anything, or nothing."""
    pattern = ".*".join(re.escape(part.strip()) for part in form.split("…"))
    return re.fullmatch(pattern, text, re.IGNORECASE) is not None


def _whole(text: str, forms: Sequence[str]) -> list[str]:
    """The options of which a text consists, joined by `and` or `or`; [] if it holds anything else."""
    each = re.split(" and | or ", text)
    return each if len(each) > 1 and all(_fits_any(forms, one) for one in each) else []


def _advice(text: str, forms: Sequence[str]) -> str:
    if joined := separate(text, _whole(text, forms)):
        return joined
    if near := nearest(text, forms):
        return f"did you mean `{near}`?"
    return f"it offers {', '.join(f'`{form}`' for form in forms)}" if len(forms) <= MOST_LISTED else ""
