"""Reverie's language: from the text of rules to a program that can be played.

`load` is the way in; everything else here is for programs that look at rules.
"""

from dsl.compiler import (
    compile_ruleset,
    load,
    modules_of,
    ruleset_folder,
    ruleset_sources,
    rulesets,
    scenarios,
)  # fmt: skip
from dsl.diagnostics import CompileError, Label, Problem
from dsl.link import Wanted
from dsl.program import Program
from dsl.scenario import Scenario
from dsl.source import SourceFile, Span

__all__ = [
    "CompileError", "Label", "Problem", "Program", "Scenario", "SourceFile", "Span", "Wanted", "compile_ruleset",
    "load", "modules_of", "ruleset_folder", "ruleset_sources", "rulesets", "scenarios",
]  # fmt: skip
