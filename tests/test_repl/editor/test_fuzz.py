"""Random edits of rules files: nothing fails, and what is shown in the end is what a fresh editor shows."""

import random
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from dsl.reading.library import ruleset_folder
from dsl.text.source import Span
from repl.editor import completion, hover, navigation, symbols, tokens
from repl.editor.actions import actions
from repl.editor.desk import Desk
from repl.editor.lenses import hints, lenses

EDITS = 5_000
"""The edits of the long run."""

DOCS = Path(__file__).parents[3] / "docs"
FEW_LINES = DOCS / "tutorial" / "ferry", DOCS / "examples" / "klondike"
MANY_LINES = tuple(map(ruleset_folder, ("onirim", "urbion")))
TYPED = [
    "",
    " ",
    "\n",
    "  ",
    "`",
    '"',
    "(",
    "<",
    ":",
    "é",
    "🃏",
    "\t",
    "\r\n",
    "\u2028",
    "move",
    "when",
    "option ",
    "[",
    "#",
    "0",
]


def _edited(text: str, lines: list[str], chance: random.Random) -> str:
    """A text after one edit: something typed, deleted, cut, pasted, or a line that is half written."""
    at = chance.randrange(len(text) + 1)
    begin = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at) + 1 or len(text)
    match chance.randrange(6):
        case 0:
            return text[:at] + chance.choice(TYPED) + text[at:]
        case 1:
            return text[:at] + text[at + chance.randrange(1, 12) :]
        case 2:
            return text[:begin] + text[end:]
        case 3:
            return text[:end] + chance.choice(lines) + text[end:]
        case 4:
            return text[:at] + text[max(end - 1, at) :]
        case _:
            other = chance.randrange(len(text) + 1)
            return (
                text[: min(at, other)] + text[max(at, other) :]
                if abs(at - other) < 200
                else text + chance.choice(lines)
            )


def _shown(desk: Desk, name: str) -> tuple[object, ...]:
    """All that an editor shows of a document."""
    for found in desk.steps(name):
        desk.found[name] = found
    document = desk.workspace.document(name)
    assert document
    return (
        desk.problems(name),
        symbols.headings(document.source),
        symbols.folds(document.source),
        tokens.tokens(desk.workspace, name),
        tuple(lenses(desk, name)),
        tuple(hints(desk, name)),
    )


def _ask(desk: Desk, name: str, chance: random.Random) -> None:
    """Ask for what an editor asks while somebody types."""
    document = desk.workspace.open[name]
    at = chance.randrange(len(document.source.text) + 1)
    assert document.offset(document.position(at)) == at
    desk.problems(name)
    match chance.randrange(6):
        case 0:
            completion.complete(desk.workspace, name, at)
        case 1:
            hover.hover(desk, name, at)
        case 2:
            navigation.references(desk.workspace, name, at)
        case 3:
            tokens.tokens(desk.workspace, name)
        case 4:
            list(hints(desk, name))
        case _:
            symbols.headings(document.source)


def _copied(folder: Path, ruleset: Path) -> list[Path]:
    folder.mkdir(parents=True)
    for path in sorted(ruleset.glob("*.rules")):
        (folder / path.name).write_text(path.read_text("utf-8"), "utf-8")
    return sorted(folder.glob("*.rules"))


def _edits(tmp_path: Path, rulesets: Iterable[Path], count: int, seed: int) -> Iterator[tuple[Desk, str, int]]:
    chance = random.Random(seed)
    paths = [path for ruleset in rulesets for path in _copied(tmp_path / ruleset.name, ruleset)]
    lines = [line + "\n" for path in paths for line in path.read_text("utf-8").split("\n")]
    texts = {str(path): path.read_text("utf-8") for path in paths}
    desk, name = Desk(), ""
    for number in range(count):
        if number % 40 == 0:
            name = chance.choice(sorted(texts))
            desk.edit(name, texts[name])
        desk.edit(name, _edited(desk.workspace.open[name].text, lines, chance))
        _ask(desk, name, chance)
        if number % 100 == 99:
            desk.edit(name, texts[name])  # back to rules that can be linked, then on
        yield desk, name, number


def _run(tmp_path: Path, rulesets: Iterable[Path], count: int, seed: int, every: int) -> None:
    for desk, name, number in _edits(tmp_path, rulesets, count, seed):
        if number % every == every - 1:
            source = desk.workspace.open[name].source
            list(actions(desk, Span(source, 0, 2_000)))
            fresh = Desk()
            for other, document in desk.workspace.open.items():
                fresh.edit(other, document.text)
            desk.found.clear()
            assert _shown(desk, name) == _shown(fresh, name)


def test_some_edits(tmp_path: Path) -> None:
    _run(tmp_path, FEW_LINES, 60, 1, 30)


@pytest.mark.sweep
def test_many_edits(tmp_path: Path) -> None:
    _run(tmp_path, MANY_LINES, EDITS, 2, 100)
