"""Bind the names in scenarios: zones, numbers, cards and members in positions, prompts, and what answers choose.

A scenario of the model has its names as texts, so this reads its lines again. A scenario is about the game that it is
linked for: names are those of the base game, of its own file, and of the modules it is played with.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

import attrs

from dsl.index.binder import Binder
from dsl.index.declared import Entry
from dsl.index.offered import Choice, Offered, at_prompt
from dsl.index.scopes import Scope
from dsl.index.symbols import DECLARES
from dsl.model import model as m
from dsl.names.names import LETTERS
from dsl.text.source import Span, without_comment

WORD = re.compile(r"[^\s,:()+]+")
ITEM = re.compile(r"[^\s,][^,]*")
MEMBERS = ("value", "dummy")
COUNTED = ("zone", "number", "definition")
CONTINUES = re.compile(r"[,:]\s*$")
ENDS = (" in any order", " includes")


@attrs.frozen
class Line:
    """A line of a scenario with those that continue it: its indentation and its place."""

    indent: int
    span: Span

    @property
    def word(self) -> str:
        """The first word of the line."""
        return self.span.text.split(None, 1)[0].rstrip(":")

    def rest(self, words: str = "") -> Span:
        """The line behind its first word, or behind these words."""
        start = self.span.start + len(words or self.span.text.split(None, 1)[0])
        return _trimmed(Span(self.span.file, start, self.span.end))


def _trimmed(span: Span) -> Span:
    text = span.text
    return Span(span.file, span.start + len(text) - len(text.lstrip()), span.end - len(text) + len(text.rstrip()))


def lines(span: Span) -> Iterator[Line]:
    """The lines of the declaration that begins at a place, the first one included, without comments."""
    file, at, text = span.file, span.start, span.file.text
    while at < len(text):
        line = without_comment(text, at).rstrip()
        blank = len(line) - len(line.lstrip())
        if line.strip() and blank <= _column(file.text, span.start) and at > span.start:
            return
        start, end = at + blank, at + len(line)
        at = _below(text, at)
        while CONTINUES.search(text[start:end]) and at < len(text) and _deeper(text, at, blank):
            end = at + len(without_comment(text, at).rstrip())
            at = _below(text, at)
        if line.strip():
            yield Line(blank, Span(file, start, end))


def _column(text: str, start: int) -> int:
    return start - text.rfind("\n", 0, start) - 1


def _below(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _deeper(text: str, at: int, blank: int) -> bool:
    line = without_comment(text, at)
    return bool(line.strip()) and len(line) - len(line.lstrip()) > blank and text[at - 2] != ":"


def bind_scenario(
    binder: Binder, node: m.Example, scope: Scope, files: Sequence[m.File], options: dict[str, Sequence[Offered]]
) -> None:
    """A scenario, by its lines; `options` keeps the options of each prompt."""
    head, *rest = lines(node.span)
    entry = binder.tables.entry("scenario", node.scenario.id, scope.view)
    start = head.rest().start
    if entry is not None:
        binder.use(Span(head.span.file, start, start + len(node.scenario.id)), entry, DECLARES)
    own = {scope.view.own, binder.tables.base, *node.scenario.modules}
    inner = Scope(attrs.evolve(scope.view, modules=frozenset(own)))
    _Reader(binder, inner, files, options).read(rest)


@attrs.define
class _Reader:
    """Reads the lines of one scenario; `prompt` is the one at which the step at hand stands."""

    binder: Binder
    scope: Scope
    files: Sequence[m.File]
    options: dict[str, Sequence[Offered]]
    prompt: str = ""

    def read(self, rest: Sequence[Line]) -> None:
        outer = rest[0].indent if rest else 0
        for line in rest:
            if line.indent > outer:
                self._inside(line)
            else:
                self._setting(line)

    def _setting(self, line: Line) -> None:
        """A line that says what game is played."""
        match line.word:
            case "with":
                for item in _items(line.rest()):
                    self._exactly(item, ("module",))
            case "options":
                for item in _items(line.rest()):
                    name = item.text.partition(":")[0]
                    option = self._exactly(_part(item, 0, len(name)), ("option",))
                    if option is not None:
                        self._exactly(_part(item, len(name) + 1, len(item.text)), (f"value of {option.name}",))
            case "picks":
                for item in _items(line.rest()):
                    self._words(item, ("card",))
            case _:
                pass

    def _inside(self, line: Line) -> None:
        """A line of a position or of a step."""
        words = line.span.text.split()
        if line.word in ("at", "asked") and not words[0].endswith(":"):
            self._asked(line)
        elif line.word == "offers":
            first = words[1] if len(words) > 1 else ""
            kind = f"offers {first}" if first in ("some", "no", "exactly") else "offers"
            for item in _items(line.rest(re.match(r"\s+".join(kind.split()), line.span.text)[0])):  # type: ignore[index]
                self._answer(item)
        elif line.word == "answer":
            self._answer(line.rest())
        elif line.word == "player" and not words[0].endswith(":"):
            self._words(line.rest(), ())
        elif ":" in line.span.text:
            self._entry(line.span)

    # names

    def _exactly(self, span: Span, spaces: Iterable[str]) -> Entry | None:
        """A name of one of some namespaces, which is all of a place."""
        span = _trimmed(span)
        name = _name(span)
        for space in spaces:
            entry = self.binder.tables.entry(space, name, self.scope.view)
            if entry is not None:
                self.binder.use(span, entry)
                return entry
        return None

    def _longest(self, span: Span, spaces: Iterable[str]) -> tuple[Entry, int] | None:
        """The longest name of one of some namespaces at the beginning of a place, and the offset of its end."""
        text = span.file.text
        first = WORD.search(text, span.start, span.end)
        most = self.binder.tables.longest.get(first[0].strip("`"), 0) if first else 0
        words = list(islice(WORD.finditer(text, span.start, span.end), most))
        for count in range(len(words), 0, -1):
            end = words[count - 1].end() - span.start
            name = _name(_part(span, 0, end))
            for space in spaces:
                entry = self.binder.lookup.first((space,), name, self.scope)
                if entry is not None:
                    return entry, span.start + end
        return None

    def _words(self, span: Span, spaces: Sequence[str]) -> None:
        """All names of cards (if they are among the namespaces) and of members of domains in some words."""
        at = span.start
        while at < span.end and (word := WORD.search(span.file.text, at, span.end)):
            here = Span(span.file, word.start(), span.end)
            found = self._longest(here, (*spaces, *MEMBERS))
            numbered = self._longest(here, ("places",)) if found is None else None
            if found is not None:
                self.binder.use(Span(span.file, here.start, found[1]), found[0])
                at = found[1]
            elif numbered is not None and re.match(r"\s+\d+\b", span.file.text[numbered[1] : span.end]):
                self.binder.use(Span(span.file, here.start, numbered[1]), numbered[0])
                at = numbered[1]
            else:
                at = word.end()

    # the lines

    def _asked(self, line: Line) -> None:
        """`at turn, decided by B`, `asked sort tray 2`"""
        name, *by = _items(line.rest())
        found = self._longest(name, ("prompt",))
        if found is not None:
            self.binder.use(Span(name.file, name.start, found[1]), found[0])
            self._words(Span(name.file, found[1], name.end), ())
            self.prompt = found[0].name
        for each in by:
            self._words(each, ())

    def _answer(self, span: Span) -> None:
        """What is said in an answer, by the first option of the prompt whose words are these."""
        span = _trimmed(span)
        text = span.text
        fitting = ((each, each.pattern.fullmatch(text)) for each in self._options())
        option, found = next(((each, match) for each, match in fitting if match), (None, None))
        if option is None or found is None:
            self._words(span, ("card",))
            return
        for number, chosen in enumerate(option.chosen, 1):
            self._chosen(_part(span, found.start(number), found.end(number)), chosen)

    def _options(self) -> Sequence[Offered]:
        if self.prompt not in self.options:
            self.options[self.prompt] = tuple(at_prompt(self.prompt, self.files))
        return self.options[self.prompt]

    def _chosen(self, span: Span, chosen: Choice) -> None:
        if isinstance(chosen, m.Among):
            there, member = self.binder.lookup.member(chosen.domain.text, _name(span), self.scope)
            if there and member is not None:
                self.binder.part(span, member)
                return
        self._words(span, () if isinstance(chosen, m.Among) else ("card",))

    def _entry(self, span: Span) -> None:
        """`A basket in any order: sage, clay (worms 2) + clock`"""
        name = span.text.partition(":")[0]
        said = name.rstrip()
        for end in ENDS:
            said = said.removesuffix(end)
        counted = self._counted(_part(span, 0, len(said)))
        rest = _trimmed(_part(span, len(name) + 1, len(span.text)))
        if counted is not None and counted.space != "zone":
            if counted.sort == "marker":
                there, found = self.binder.lookup.position(counted.name, _name(rest), self.scope)
                if there and found is not None:
                    self.binder.part(rest, found)
            else:
                self._words(rest, ())
            return
        for item in _items(rest):
            self._laid(item)

    def _counted(self, span: Span) -> Entry | None:
        """The zone, number or definition in the words of an entry, behind a player and before members."""
        if span.text.startswith("used "):
            return None
        owner = self._longest(span, ("dummy",))
        letter = re.match(rf"[{LETTERS}] ", span.text)
        start = owner[1] if owner else span.start + (letter.end() if letter else 0)
        for at in dict.fromkeys((span.start, start)):
            behind = _trimmed(Span(span.file, at, span.end))
            found = self._longest(behind, COUNTED)
            if found is not None:
                if owner is not None and at == start:
                    self.binder.use(Span(span.file, span.start, owner[1]), owner[0])
                self.binder.use(Span(span.file, behind.start, found[1]), found[0])
                self._members(Span(span.file, found[1], span.end))
                return found[0]
        self._members(span)
        return None

    def _members(self, span: Span) -> None:
        """The words of members behind the name of a zone or number; of places only the number is said."""
        self._words(span, ())

    def _laid(self, span: Span) -> None:
        """A card with its marks, and the cards that lie on it."""
        for part in re.finditer(r"[^+]+", span.text):
            whole = _trimmed(_part(span, part.start(), part.end()))
            for mark in re.finditer(r"\(([^()]*)\)", whole.text):
                self._mark(_part(whole, mark.start(1), mark.end(1)))
            card = self._longest(whole, ("card",)) if whole.text else None
            if card is not None:
                self.binder.use(Span(whole.file, whole.start, card[1]), card[0])

    def _mark(self, span: Span) -> None:
        found = self._longest(span, ("fact",))
        if found is not None:
            self.binder.use(Span(span.file, span.start, found[1]), found[0])


def _items(span: Span) -> Iterator[Span]:
    """The parts of a list."""
    for item in ITEM.finditer(span.text):
        yield _trimmed(_part(span, item.start(), item.end()))


def _part(span: Span, start: int, end: int) -> Span:
    return Span(span.file, span.start + start, span.start + end)


def _name(span: Span) -> str:
    """The name in a place, which may stand in backticks."""
    return " ".join(span.text.replace("`", " ").split())
