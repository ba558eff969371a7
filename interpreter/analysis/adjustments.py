"""What rules that change definitions do, in words: their authors see whether that was meant."""

from __future__ import annotations

import re

from dsl.program.contributions import ADJUSTING, Contribution
from dsl.program.program import Program

CHANGES = frozenset(ADJUSTING) - {"score"}
"""The kinds of such rules."""

NEEDED = "this is needed for a victory, and so is each other `win only when`; `win also when` is a victory of its own"

ADDS = "this adds cases in which `{site}` holds; `narrow` leaves some out"
NARROWS = "this leaves `{site}` only the cases in which its condition holds; `widen` adds cases"
AMOUNT = re.compile(r"by (.+?)(?: when .+)?")


def needed_with_others(program: Program) -> list[Contribution]:
    """The rules that say what a victory needs, if there are several of them."""
    needed = [each for each in program.contributions if each.kind == "win only when"]
    return needed if len(needed) > 1 else []


def does(rule: Contribution) -> str:
    """What a rule of such a kind does to its definition, as a sentence about its place."""
    site, amount = rule.site, AMOUNT.fullmatch(rule.words)
    by = f" by {amount[1]}" if amount else ""
    match rule.kind:
        case "widen":
            return ADDS.format(site=site)
        case "narrow":
            return NARROWS.format(site=site)
        case "raise":
            return f"this raises `{site}`{by}, also where it is below 0"
        case "lower":
            return f"this lowers `{site}`{by}, also where it is below 0"
        case _ if rule.words.startswith("at least"):
            return f"`{site}` never goes below this; `at most` is for what it never goes above"
        case _:
            return f"`{site}` never goes above this; `at least` is for what it never goes below"
