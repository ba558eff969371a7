"""A question that answered itself because it had one option, where a scenario expects it: what to say of that.

Knows the answers since the last step, and what a step expects; not the game.
"""

from __future__ import annotations

from collections.abc import Iterable

from dsl.model.scenario import Step
from dsl.text.spelling import either
from interpreter.choices.decisions import Answer, Decision


def forced(lately: Iterable[Answer], prompt: str) -> Answer | None:
    """The first answer that a prompt gave itself among these, or None."""
    return next((answer for answer in lately if answer.forced and answer.prompt == prompt), None)


def besides(answer: Answer | None, step: Step) -> list[str]:
    """The options that a step expects, other than the one that was taken; [] if none was."""
    if answer is None:
        return []
    offered = (each for offer in step.offers if offer.kind != "no" for each in offer.options)
    named = dict.fromkeys((*([] if step.answer is None else [step.answer]), *offered))
    return [each for each in named if each.casefold() != answer.option.casefold()]


def without_asking(answer: Answer, step: Step | None, decision: Decision | None) -> str:
    """What to do about a step, or a line `asked` (None), that expects a question which answered itself.

    `decision`: the question to which the game came instead; None where it has ended.
    """
    taken = f"the only option `{answer.option}` was taken without asking"
    if step is None:
        return f"{taken}: say what is asked then, `asked {decision.prompt}`" if decision else taken
    if others := besides(answer, step):
        return f"{taken}: {either(others)} wasn't offered" if len(others) == 1 else f"{taken}: no other was offered"
    return f"{taken}: leave this step out" if decision else f"{taken}, and the game ended without another question"
