"""Report places and enums of modules whose name stands nowhere but in their declaration; others may use the game's own.

The text of all files is searched, so that whatever names a domain counts: types of values, gaps of texts, plurals.
"""

from __future__ import annotations

import re

from dsl.model import model as m
from dsl.text.spelling import plural
from dsl.weaving.weaving import Weaving

MOST_KEPT = 1_000

_known: dict[int, tuple[m.Node, int, bool]] = {}
"""Whether a domain is named elsewhere, by the identity of its declaration; with the number of files searched."""


def unused_domains(weaving: Weaving) -> None:
    """Report places and enums that nothing names."""
    names = weaving.context.names
    for part, node in names.ruleset.all(m.Places, m.Enumeration):
        if part.module != names.ruleset.base and not _named(node, names.ruleset.files):
            sort, name = ("places", node.name) if isinstance(node, m.Places) else ("values of the enum", node.name)
            message = f"nothing is about the {sort} `{name.text}`"
            help_ = f"declare something for each of them, `zone … per {name.text}`, or leave it out"
            names.problems.add("unused", message, node.span, help=help_)


def _named(node: m.Places | m.Enumeration, files: tuple[m.File, ...]) -> bool:
    known = _known.get(id(node))
    if known is None or known[1] != len(files):
        if len(_known) >= MOST_KEPT:
            _known.clear()
        words = "|".join(re.escape(each) for each in (node.name.text, *plural(node.name.text)))
        every = re.compile(rf"(?<![\w])(?:{words})(?![\w])")
        found = sum(len(every.findall(text)) for text in {file.span.file.text for file in files})
        known = _known[id(node)] = (node, len(files), found > 1)
    return known[2]
