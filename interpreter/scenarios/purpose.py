"""Whether a scenario can show anything: it says what must follow, and it is played with the module of its file.

Looks at the text of the scenario alone; no game is needed.
"""

from __future__ import annotations

import re

from dsl.model.scenario import Scenario
from dsl.text.diagnostics import Problem
from dsl.text.source import Span, line_of

MODULE = re.compile(r"^module ([^\"\n]+?) +\"", re.MULTILINE)
"""The first line of a module, with its name."""


RULE = re.compile(r"^(?!module\b|scenario\b|#)\S", re.MULTILINE)
"""The first line of any other declaration."""


def without_its_module(scenario: Scenario) -> tuple[Problem, ...]:
    """The problem of a scenario that is played without its own module; anything else that is wrong follows from it."""
    text = scenario.span.file.text
    modules = MODULE.findall(text) if RULE.search(text) else ()
    named = any(re.search(rf"^[ \t]+with\b.*\b{re.escape(name)}\b", text, re.MULTILINE) for name in modules)
    if len(modules) != 1 or named or scenario.refused:
        return ()
    message = f"this scenario is played without `{modules[0]}`, the module of its file"
    where = "" if scenario.modules else ", below its first line"
    help_ = f"say `with {', '.join((*scenario.modules, modules[0]))}`{where}"
    return (_idle(message, line_of(scenario.span, "with") if scenario.modules else scenario.span, help_),)


def purposeless(scenario: Scenario) -> tuple[Problem, ...]:
    """The problem of a scenario that holds whatever the rules say."""
    if scenario.refused:
        return ()
    if scenario.asked or scenario.status or any(step.offers or step.player for step in scenario.steps):
        return ()
    if not scenario.then:
        message = "this scenario says nothing that must follow, so it holds whatever the rules do"
        if len(scenario.steps) > 1:
            message = "this scenario says nothing that must follow its last answer: it only shows what is asked before"
        help_ = "say below `then` what must follow: `ZONE: CARD`, `NUMBER: 3`, or at least `status playing`"
        return (_idle(message, scenario.span, help_),)
    if not scenario.steps and scenario.given is not None and all(entry in scenario.given for entry in scenario.then):
        message = "nothing is played here, and `then` only repeats what is given"
        help_ = "say below `play` what is answered, `at PROMPT` and `answer …`, or what else follows"
        return (_idle(message, line_of(scenario.span, "then"), help_),)
    return ()


def _idle(message: str, span: Span, advice: str) -> Problem:
    return Problem("scenario-idle", message, span, help=advice)
