"""Counts of rules in many games, as tables and as data: how often each acted, and how often modules met at each site.

A rule that never acted is marked: either no game reached it, or it is dead.
"""

from __future__ import annotations

from interpreter.simulation.counting import Meeting, Rule, Tally
from repl.reports.columns import aligned

NEVER = "never"
WIDEST = 60


def rules_table(tally: Tally, base: str) -> str:
    """Each rule of each module, with how often it acted and how often it was asked or offered."""
    rows = [("module", "rule", "place", "acted", "asked")]
    for rule, (acted, asked) in sorted(tally.rules.items(), key=lambda item: _order(item[0], base)):
        rows.append(
            (rule.module, _what(rule), rule.place, f"{acted:,}" if acted else NEVER, f"{asked:,}" * bool(asked))
        )
    never = sum(not acted for acted, _ in tally.rules.values())
    return "\n".join([*aligned(rows, rightwards=(3, 4)), "", f"{len(tally.rules):,} rules; {never:,} never acted."])


def pairs_table(tally: Tally, base: str) -> str:
    """Each pair of modules, with how often they met, and the sites at which they could have met but never did."""
    pairs = _by_pair(tally, base)
    rows = [("modules", "met", "sites", "sites met at", "never met at")]
    for pair, sites in pairs.items():
        times = sum(count for _, count in sites)
        never = [f"{kind} {site}" for (kind, site), count in sites if not count]
        rows.append(
            (
                " + ".join(pair),
                f"{times:,}" if times else NEVER,
                str(len(sites)),
                str(len(sites) - len(never)),
                ", ".join(never),
            )
        )
    missing = sum(not any(count for _, count in sites) for sites in pairs.values())
    return "\n".join(
        [*aligned(rows, rightwards=(1, 2, 3)), "", f"{len(pairs):,} pairs of modules; {missing:,} never met."]
    )


def rules_data(tally: Tally, base: str) -> list[dict[str, object]]:
    """The table of rules for programs."""
    return [
        {
            "module": rule.module, "kind": rule.kind, "site_kind": rule.site_kind, "site": rule.site,
            "words": rule.words, "place": rule.place, "acted": acted, "asked": asked,
        }
        for rule, (acted, asked) in sorted(tally.rules.items(), key=lambda item: _order(item[0], base))
    ]  # fmt: skip


def pairs_data(tally: Tally, base: str) -> list[dict[str, object]]:
    """The table of pairs for programs."""
    return [
        {
            "modules": pair,
            "met": sum(count for _, count in sites),
            "sites": [{"kind": kind, "name": site, "met": count} for (kind, site), count in sites],
        }
        for pair, sites in _by_pair(tally, base).items()
    ]


def zeros(tally: Tally) -> list[Rule]:
    """The rules that never acted."""
    return [rule for rule, (acted, _) in tally.rules.items() if not acted]


def _by_pair(tally: Tally, base: str) -> dict[tuple[str, str], list[tuple[tuple[str, str], int]]]:
    found: dict[tuple[str, str], list[tuple[tuple[str, str], int]]] = {}
    for (kind, site, one, other), count in sorted(tally.met.items(), key=lambda item: _pair_order(item[0], base)):
        found.setdefault((one, other), []).append(((kind, site), count))
    return found


def _pair_order(meeting: Meeting, base: str) -> tuple[object, ...]:
    kind, site, one, other = meeting
    return one != base, one, other, kind, site


def _order(rule: Rule, base: str) -> tuple[object, ...]:
    file, _, line = rule.place.rpartition(":")
    return rule.module != base, rule.module, file, int(line), rule.site_kind, rule.site, rule.words


def _what(rule: Rule) -> str:
    """A rule in words, on one line."""
    site = rule.site if rule.site_kind != "game" else ""
    text = " ".join(part for part in (rule.kind, site) if part)
    if rule.words:
        text += f": {rule.words}"
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"
