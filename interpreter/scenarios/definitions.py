"""The values of definitions at the end of a scenario: numbers, `yes` or `no`, and members of domains.

Definitions are lowered on demand, once for each program, when a scenario names something that is no zone or number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs

from dsl.program.definitions import Definitions
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.evaluate import Evaluator


@once_per_program
def definitions_of(program: Program) -> Definitions:
    """The definitions of a program."""
    return program.definitions() if program.definitions else Definitions({}, {}, ())


def defined_value(program: Program, name: str, state: Sequence[Any]) -> str:
    """The value of a known definition in a state, in words."""
    definitions = definitions_of(program)
    one = definitions.known[name]
    evaluator = Evaluator(attrs.evolve(program, tables=definitions.tables))
    value = evaluator.number(one.expr, list(state), [0] * one.locals)
    return one.words[one.values.index(value)] if one.values else str(value)


def explain_definition(program: Program, name: str) -> str:
    """Why a definition has no value that a scenario could say, or ""."""
    reason = definitions_of(program).others.get(name)
    return (
        f"`{name}` is a definition, but {reason}: a scenario says numbers, `yes` or `no`, and words" if reason else ""
    )
