"""How long it takes to check every set of modules, as `reverie check --all` does."""

from __future__ import annotations

from benchmarks.report import Table
from repl.reports.survey import survey


def checking(ruleset: str, *, processes: int) -> Table:
    """Seconds for all sets, players and editions of a ruleset, and milliseconds for one of them."""
    found = survey(ruleset, (), {}, processes, lambda _done, _of: None)
    row = (ruleset, found.sets, found.checked, found.seconds, 1000 * found.seconds / max(found.checked, 1))
    columns = ("ruleset", "sets", "games", "all s", "each ms")
    notes = (f"In {processes} processes; a game is a set of modules with a number of players and an edition.",)
    return Table("checking", f"Checking every set of modules of {ruleset}", columns, (row,), notes)
