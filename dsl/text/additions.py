"""Advice about lines below `add to …` and `extend …`: what may be added to a prompt, a kind, an event, a table.

Called by `hints` about a line that can't be parsed. Knows the author's words only: what is declared in the same text
tells an event from a prompt, and what stands below tells a kind from both.
"""

from __future__ import annotations

import re

from dsl.text.advice_words import STATEMENT

SORT = "kind|cards?|prompt|event|group|zone|enum|ability|table"

ADDED = re.compile(
    r"(?:(?P<to>add to)|(?:extend|change|expand|alter|modify|add)) (?:the )?"
    rf"(?:(?P<sort>{SORT})\b ?)?(?P<name>[\w' -]*?):?$"
)
"""The first line of what is added to something that is declared elsewhere."""

ATTRIBUTE = re.compile(
    r"(?:[\w' -]+: ?(?:a |an )?(?:fact|number|yes or no|set of|flag|[^\W\d][\w' -]*$)|rides on\b|may lie\b|active in\b)"
)
"""A line that belongs to a kind."""

RULE = re.compile(rf"(?:{STATEMENT}|if|for each|turn|pick|roll|next player|ask again|game over)\b")
"""The beginning of a statement."""

LISTS = {"group": "extend {name} with {more}", "zone": "extend GROUP with {name}", "enum": "add {more} to {name}"}
"""How more is added to what is declared as a list, by its word."""

OPTION_ABOVE = "say `option WORDS` above it, with this line indented further; a rule of an event begins with `after`"

PLAIN = re.compile(r"[^\W\d][\w' <>,-]*$")
"""Words that may be those of an option."""


def hint(head: str, below: str, text: str) -> str:
    """What to write instead of `head`, the first line, above the line `below`; "" if nothing is known.

    `text` is the whole file, in which an event may be declared.
    """
    found = ADDED.fullmatch(head)
    if found is None or not below or head == f"extend kind {found['name']}":
        return ""
    name, sort, to = found["name"].partition(" is ")[0], found["sort"] or "", found["to"] is not None
    event = sort == "event" or re.search(rf"^event {re.escape(name)}(?:$|[ ,(\[])", text, re.MULTILINE) is not None
    if below.startswith("|"):
        return "say `cards KIND in ZONE` above new cards, `more cards in ZONE` above further copies"
    if below.startswith(("show ", "beside ")) or sort == "table":
        return "say `table`: a game may have several, whose lines come below each other"
    if sort in LISTS and PLAIN.match(below):
        return f"say `{LISTS[sort].format(name=name, more=below)}`"
    if ATTRIBUTE.match(below):
        return f"`add to` gives options to a prompt: say `extend kind {name}`" if to else f"say `extend kind {name}`"
    if RULE.match(below):
        return f"a hook adds to an event: say `after {name}` or `before {name}`" if event or not to else OPTION_ABOVE
    return f"say `option {below}`, with what it does below it, indented" if to and PLAIN.match(below) else ""
