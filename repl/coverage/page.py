"""The coverage of rules by scenarios as pages of HTML, in a folder that needs nothing else.

`index.html` has the table of the rules files and, for each game, which modules met. Each rules file has a page with its
text, the colour of each line, and the scenarios that reached it. Every word of a game is escaped.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from repl.coverage.table import percent, shown_path
from reverie.testing.coverage import Recorded
from reverie.testing.measured import Counts, FileResult, Met, Scenarios, pairs, total

STYLE = """
:root { color-scheme: light dark; --back: #fff; --text: #1c1c1c; --faint: #667; --line: #8883; --good: #2a9d5c;
  --never: #d1495b; --partly: #e0a030; --never-back: #fbe3e6; --partly-back: #fdf1d8; --link: #2460b8; }
@media (prefers-color-scheme: dark) { :root { --back: #161616; --text: #e6e6e6; --faint: #99a; --never-back: #43212a;
  --partly-back: #423518; --link: #8ab4f8; } }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem;
  background: var(--back); color: var(--text); }
a { color: var(--link); } h1 { font-size: 1.4rem; overflow-wrap: anywhere; } h2 { font-size: 1.15rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; margin: 1rem 0; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child { text-align: left; } tr.total td { font-weight: 600; }
.bar { display: inline-block; width: 4rem; height: .6rem; background: var(--never); }
.bar i { display: block; height: 100%; background: var(--good); }
.met td { min-width: 2.2rem; text-align: center; border: 1px solid var(--line); padding: .2rem .4rem; }
.met thead th { writing-mode: vertical-rl; text-align: left; font-weight: 400; border: 0; padding: .4rem; }
.met tbody th { font-weight: 400; border: 0; }
td.all { background: color-mix(in srgb, var(--good) 35%, transparent); } td.some { background: var(--partly-back); }
td.none { background: var(--never-back); }
.code { font: 13px/1.6 ui-monospace, monospace; border: 1px solid var(--line); }
.row { display: grid; grid-template-columns: 3.2rem 3.2rem 1fr; border-left: .4rem solid transparent; }
.row > span { color: var(--faint); text-align: right; padding-right: .6rem; user-select: none; }
.row > code { font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; padding-right: .5rem; }
.row button { font: inherit; color: var(--link); background: none; border: 0; padding: 0; cursor: pointer; }
.acted { border-left-color: var(--good); } .absent { border-left-color: var(--faint); }
.never { border-left-color: var(--never); background: var(--never-back); }
.partly { border-left-color: var(--partly); background: var(--partly-back); }
.note { color: var(--faint); font-style: italic; }
.who { grid-column: 1 / -1; padding: .3rem 1rem .5rem 3.2rem; font-family: system-ui, sans-serif; }
.key span { border-left-style: solid; border-left-width: .4rem; padding: 0 .8rem 0 .4rem; display: inline-block; }
@media (max-width: 600px) { body { margin: 1rem auto; padding: 0 .5rem; }
  th, td { padding: .2rem .25rem; font-size: .75rem; }
  .met td { min-width: 0; padding: .2rem; } .bar { display: none; }
  .row { grid-template-columns: 2.3rem 2.3rem 1fr; } .code { font-size: 12px; } }
"""

SCRIPT = """
const sets = JSON.parse(document.getElementById('sets').textContent);
document.querySelector('.code').addEventListener('click', event => {
  const button = event.target.closest('button');
  if (!button) return;
  const row = button.closest('.row'), shown = row.querySelector('.who');
  button.setAttribute('aria-expanded', String(!shown));
  if (shown) { shown.remove(); return; }
  const who = document.createElement('div');
  who.className = 'who';
  who.textContent = sets[button.dataset.set].join(', ');
  row.append(who);
});
"""

KEY = (
    '<p class="key"><span class="acted">acted</span><span class="never">never reached</span>'
    '<span class="partly">a condition was the same each time</span><span class="absent">in play in no scenario</span>'
    "</p>"
)

ABSENT = '<span class="note">in play in no scenario</span>'

HEAD = ("rules file", "rules", "missed", "conditions", "partly", "%", "")


def pages(title: str, recorded: Recorded, results: Sequence[FileResult]) -> dict[str, str]:
    """The text of each page, by the name of its file."""
    names = _names(results)
    found = {"index.html": _page(title, _index(title, recorded, results, names))}
    for each, name in zip(results, names, strict=True):
        heading = shown_path(each.path)
        found[name] = _page(f"{heading}: {title}", _of_file(heading, each))
    return found


def _names(results: Sequence[FileResult]) -> list[str]:
    """The names of the pages of files; numbers tell files of the same name apart."""
    return [f"{number:02}-{each.path.stem}.html" for number, each in enumerate(results, 1)]


def _page(title: str, body: Iterator[str]) -> str:
    parts = [
        "<!doctype html>",
        '<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(title)}</title><style>{STYLE}</style>",
        *body,
    ]
    return "\n".join(parts) + "\n"


def _index(title: str, recorded: Recorded, results: Sequence[FileResult], names: Sequence[str]) -> Iterator[str]:
    yield f"<h1>{escape(title)}</h1>"
    yield f"<p>{len(recorded.scenarios):,} scenarios were played.</p>"
    yield '<div class="wide"><table>' + _cells("th", HEAD)
    for each, name in zip(results, names, strict=True):
        yield _line(f'<a href="{escape(name)}">{escape(shown_path(each.path)).replace("/", "/<wbr>")}</a>', each.counts)
    yield _line("total", total(results), "total") + "</table></div>"
    for game, found in pairs(recorded).items():
        yield from _matrix(game, found)


def _line(name: str, counts: Counts, row: str = "") -> str:
    numbers = (counts.rules, counts.missed, counts.conditions, counts.partly, percent(counts))
    bar = f'<span class="bar"><i style="width:{counts.percent:.0f}%"></i></span>' if counts.rules else ABSENT
    cells = "".join(f"<td>{each}</td>" for each in (name, *numbers, bar))
    return f'<tr class="{row}">{cells}</tr>'


def _cells(tag: str, texts: Sequence[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(text)}</{tag}>" for text in texts) + "</tr>"


def _matrix(game: str, found: Mapping[tuple[str, str], Met]) -> Iterator[str]:
    """A table of the modules that share sites: at how many of these they met, and below it where they never did."""
    modules = list(dict.fromkeys([game, *sorted({name for pair in found for name in pair})]))
    yield f"<h2>Modules of {escape(game)} that met</h2>"
    yield "<p>Sites (events, prompts, definitions) at which both acted in a scenario, of those that they share.</p>"
    heads = "".join(f'<th scope="col">{escape(name)}</th>' for name in modules[1:])
    yield f'<div class="wide"><table class="met"><thead><tr><td></td>{heads}</tr></thead><tbody>'
    for at, one in enumerate(modules[:-1]):
        cells = [_met(found.get((one, other))) if number > at else "<td></td>" for number, other in enumerate(modules)]
        yield f'<tr><th scope="row">{escape(one)}</th>{"".join(cells[1:])}</tr>'
    yield "</tbody></table></div>"
    never = [(pair, _never_met(met)) for pair, met in found.items() if _never_met(met)]
    if never:
        yield "<h3>Where they never met</h3><ul>"
        yield from (f"<li>{escape(' and '.join(pair))}: {escape(', '.join(sites))}</li>" for pair, sites in never)
        yield "</ul>"


def _met(met: Met | None) -> str:
    if met is None:
        return "<td></td>"
    count = sum(map(bool, met.values()))
    sort = "all" if count == len(met) else "some" if count else "none"
    never = _never_met(met)
    title = f' title="never: {escape(", ".join(never))}"' if never else ""
    return f'<td class="{sort}"{title}>{count}/{len(met)}</td>'


def _never_met(met: Met) -> list[str]:
    return [f"{kind} {site}" for (kind, site), scenarios in met.items() if not scenarios]


def _of_file(heading: str, result: FileResult) -> Iterator[str]:
    """The page of a rules file: its numbers, and its text with the scenarios that reached each line."""
    sets: dict[Scenarios, int] = {}
    absent = {line for first, last in result.unmeasured for line in range(first, last + 1)}
    yield '<p><a href="index.html">All rules files</a></p>'
    yield f"<h1>{escape(heading)}</h1>"
    yield '<div class="wide"><table>' + _cells("th", ("", *HEAD[1:])) + _line("", result.counts) + "</table></div>"
    yield KEY + '<div class="code">'
    for number, text in enumerate(result.lines, 1):
        yield _row(number, text, result, number in absent, sets)
    yield "</div>"
    listed = json.dumps([sorted(each) for each in sets]).replace("<", "\\u003c")
    yield f'<script type="application/json" id="sets">{listed}</script><script>{SCRIPT}</script>'


def _row(number: int, text: str, result: FileResult, absent: bool, sets: dict[Scenarios, int]) -> str:
    scenarios, open_ = result.reached.get(number), result.open.get(number, ())
    sort = "absent" if absent else ""
    if scenarios is not None:
        sort = "partly" if open_ else "acted" if scenarios else "never"
    count = "" if scenarios is None else "0"
    if scenarios:
        told = f"{len(scenarios)} scenario{'s' * (len(scenarios) > 1)}"
        at = sets.setdefault(scenarios, len(sets))
        count = f'<button data-set="{at}" aria-expanded="false" title="{told}">{len(scenarios)}</button>'
    note = f' <span class="note">← {escape(", ".join(dict.fromkeys(open_)))}</span>' if open_ else ""
    code = f"<code>{escape(text)}{note}</code>"
    return f'<div class="row {sort}" id="l{number}"><span>{number}</span><span>{count}</span>{code}</div>'
