"""Reverie's language: from the text of rules to a program that can be played.

`load` is the way in; everything else here is for programs that look at rules.
"""

from dsl.compiler import compile_ruleset, load
from dsl.linking.ruleset import Wanted
from dsl.model.scenario import Scenario
from dsl.program.contributions import Contribution
from dsl.program.display import Help
from dsl.program.fingerprint import rules_files, same_rules
from dsl.program.link_report import Meeting, Report, Site, report, rules_of
from dsl.program.outline import CardGroup, Component, Line, Outline, PrintedCard, Quote, Reference, Rule, SetOption
from dsl.program.program import Program
from dsl.program.setup import Face, Place
from dsl.reading.catalogue import Catalogue
from dsl.reading.library import (
    contents,
    modules_of,
    ruleset_folder,
    ruleset_sources,
    rulesets,
    scenarios,
    sources_with,
)
from dsl.text.diagnostics import CompileError, Label, Problem
from dsl.text.render import report as format_problems
from dsl.text.source import SourceFile, Span
from dsl.translation.languages import check_languages, know_language, languages_of

__all__ = [
    "CardGroup", "Catalogue", "CompileError", "Component", "Contribution", "Face", "Help", "Label", "Line", "Meeting",
    "Outline", "Place", "PrintedCard", "Problem", "Program", "Quote", "Reference", "Report", "Rule", "Scenario",
    "SetOption", "Site", "SourceFile", "Span", "Wanted", "check_languages", "compile_ruleset", "contents",
    "format_problems", "know_language", "languages_of", "load",
    "modules_of", "report", "rules_files", "rules_of", "ruleset_folder", "ruleset_sources",
    "rulesets", "same_rules", "scenarios", "sources_with",
]  # fmt: skip
