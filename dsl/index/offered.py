"""The words of the options of each prompt, by which the answers in scenarios are read."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import count

import attrs

from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node

Choice = m.Chosen | None
"""What is chosen in the words of an option; None for a card of the language's own options."""


@attrs.frozen
class Offered:
    """The words of an option as a pattern, with a group for each thing that is chosen.

    `form` has a word in capitals for each: `send CARD`.
    """

    pattern: re.Pattern[str]
    chosen: tuple[Choice, ...]
    form: str

    @property
    def shape(self) -> Hashable:
        """All that decides what answers mean."""
        domains = (each.domain.text if isinstance(each, m.Among) else "" for each in self.chosen)
        return (self.pattern.pattern, *domains)


ANYWHERE = ""
"""The prompt of options that may be offered at any."""

OWN = tuple(Offered(re.compile(rf"{word} (.+)"), (None,), f"{word} CARD") for word in ("next", "trigger"))
"""The options of the language: cards that are put in order, and triggers that hold at the same time."""


@once_each
def offered(file: m.File) -> Mapping[str, tuple[Offered, ...]]:
    """The options that a file writes, by prompt."""
    found: dict[str, list[Offered]] = {}
    for declaration in declared_in(file):
        match declaration:
            case m.AddedOption(prompt, options):
                found.setdefault(prompt.text, []).extend(map(_of, options))
            case m.Ability(windows=windows):
                for window in (each.text for each in windows) if windows else (ANYWHERE,):
                    found.setdefault(window, []).append(_of(declaration))
            case _:
                pass
        for node in _asking(declaration):
            found.setdefault(node.prompt.text, []).extend(map(_of, node.options))
    return {prompt: tuple(options) for prompt, options in found.items()}


def _asking(declaration: m.Declaration) -> Iterator[m.Ask]:
    if isinstance(declaration, m.Event | m.Hook | m.Handler | m.Ability | m.AddedOption | m.Card):
        yield from (node for node in every_node(declaration) if isinstance(node, m.Ask))


def _of(node: m.Option | m.Ability) -> Offered:
    parts = [r"(.+?)" if not isinstance(part, str) else re.escape(part) for part in node.words]
    chosen = tuple(part for part in node.words if not isinstance(part, str))
    return Offered(re.compile(r"\s+".join(parts)), chosen, " ".join(map(_shown, node.words)))


def _shown(part: str | m.Chosen) -> str:
    match part:
        case str():
            return part
        case m.Selection():
            return "CARD"
        case m.Subset():
            return "CARDS"
        case _:
            return "VALUE"


def at_prompt(prompt: str, files: Iterable[m.File]) -> Iterator[Offered]:
    """The options at a prompt, of all files."""
    for file in files:
        known = offered(file)
        yield from known.get(prompt, ())
        yield from known.get(ANYWHERE, ())
    yield from OWN


_shapes: dict[Hashable, int] = {}
_numbers = count()

MOST_SHAPES = 2_000


@once_each
def shape_of_options(file: m.File) -> int:
    """A number for the options that a file writes: the same for another file with the same words."""
    options = tuple((prompt, tuple(each.shape for each in of)) for prompt, of in offered(file).items())
    if len(_shapes) > MOST_SHAPES:
        _shapes.clear()
    if options not in _shapes:
        _shapes[options] = next(_numbers)
    return _shapes[options]
