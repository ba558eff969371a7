"""The page of `reverie mutate`: how much is noticed in each file, and the text of the changes that nothing noticed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from dsl import SourceFile
from repl.reports import pages
from reverie.testing.mutation import Fate, Share

AROUND = 3
"""Lines that are shown before and after a changed one."""


def page(ruleset: str, sources: Sequence[SourceFile], shares: Mapping[str, Share], survivors: Sequence[Fate]) -> str:
    """The page, as one file that needs nothing else."""
    texts = {source.name: source.text.split("\n") for source in sources}
    return pages.page(f"Changes of {ruleset} that nothing notices", _parts(texts, shares, survivors))


def _parts(texts: Mapping[str, list[str]], shares: Mapping[str, Share], survivors: Sequence[Fate]) -> Iterator[str]:
    rows = [(name, f"{each.noticed:,}", f"{each.of:,}", f"{each.percent:.1f}\u00a0%") for name, each in shares.items()]
    yield pages.table("Changes that a scenario or a law notices", ("file", "noticed", "of", "share"), rows)
    if not survivors:
        yield pages.paragraph("Every change is noticed.")
    for (name, line), found in groupby(survivors, key=lambda each: (each.mutant.name, each.mutant.line)):
        yield pages.heading(f"{name}:{line}")
        yield "<ul>" + "".join(f"<li>{escape(_said(fate))}</li>" for fate in found) + "</ul>"
        yield _excerpt(texts[name], line)


def _said(fate: Fate) -> str:
    """What the change is, and why it may live."""
    return f"{fate.mutant.edit.change}: {fate.why}" if fate.why else fate.mutant.edit.change


def _excerpt(lines: Sequence[str], at: int) -> str:
    """The lines around a changed one, which is marked."""
    shown = []
    for number in range(max(1, at - AROUND), min(len(lines), at + AROUND) + 1):
        line = f"{number:5}  {escape(lines[number - 1])}"
        shown.append(f"<mark>{line}</mark>" if number == at else line)
    return f'<pre style="overflow-x: auto">{"<br>".join(shown)}</pre>'
