"""Open the sections that hold for a request, and settle the options on the way.

An option gets its value where it is declared; conditions of later sections may read it.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.linking.missing_modules import itself, missing
from dsl.linking.ruleset import Part, Wanted
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import unfolded
from dsl.reading.catalogue import elsewhere
from dsl.text.diagnostics import Label, Problems
from dsl.text.source import SourceFile
from dsl.text.spelling import counted, did_you_mean, nearest

ASKED = "ask for `players is 2`, an option's value, or `… is in play`"
"""What a section may ask."""

COMPARED = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def _no_value(choice: m.Choice, value: str) -> tuple[str, str, str]:
    """The texts of a problem about a value that an option doesn't have: message, label and help."""
    close = nearest(value, list(choice.values))
    values = ", ".join(f"`{v}`" for v in choice.values)
    advice = did_you_mean(close, f"choose one of {values}")
    return f"`{value}` is no value of the option `{choice.name.text}`", f"its values: {values}", advice


@attrs.frozen
class _Stretch:
    """Declarations that stand side by side, as parts of a ruleset, and the section behind them; `options` among them.

    The section has a `condition`, and stretches `inside`; the last stretch of a file or section has none behind it.
    """

    parts: tuple[Part, ...]
    options: tuple[m.Choice, ...]
    condition: m.Expression | None = None
    inside: tuple[_Stretch, ...] = ()


@once_each
def _stretches(file: m.File) -> tuple[_Stretch, ...]:
    """The declarations of a file, in their order."""
    assert file.head
    return tuple(_within(file.declarations, file.head.name.text, frozenset()))


def _within(declarations: Iterable[m.Declaration], module: str, bridges: frozenset[str]) -> Iterator[_Stretch]:
    parts: list[Part] = []
    for declaration in declarations:
        if isinstance(declaration, m.Section):
            condition = declaration.condition
            inside = tuple(_within(declaration.declarations, module, bridges | _named(condition)))
            yield _Stretch(tuple(parts), _options(parts), condition, inside)
            parts = []
        else:
            parts.append(Part(declaration, module, bridges))
    yield _Stretch(tuple(parts), _options(parts))


def _options(parts: Iterable[Part]) -> tuple[m.Choice, ...]:
    return tuple(part.declaration for part in parts if isinstance(part.declaration, m.Choice))


def _named(condition: m.Expression) -> frozenset[str]:
    """The modules that a section's condition asks for."""
    match condition:
        case m.All(parts) | m.Either(parts):
            return frozenset[str]().union(*(_named(part) for part in parts))
        case m.Compare("in", m.Named(name), m.Named(m.Name("play"))):
            return frozenset([name.text])
        case _:
            return frozenset()


def _misplaced(declaration: m.Declaration, game: str, problems: Problems) -> None:
    """Report a rule in a file of expectations."""
    words = declaration.span.text.split("\n")[0].split(" ")[0]
    problems.add(
        "no-game",
        f"this file begins with neither `game` nor `module`, so it can't have a rule like this (`{words} …`)",
        declaration.span,
        help=f'begin it with `module name "Title" for {game}`; without, it holds scenarios, `invariant` and `never`',
    )


@once_each
def _numbers_in(file: m.File) -> tuple[m.Players, ...]:
    """The numbers of players that a file names, outside its sections."""
    return tuple(each for each in file.declarations if isinstance(each, m.Players))


@attrs.define
class Opener:
    """Opens the sections of files: keeps those whose condition holds, and settles options where they are declared."""

    chosen: Sequence[str]
    wanted: Wanted
    players: int
    known: frozenset[str]
    base: SourceFile
    problems: Problems
    declared: dict[str, m.Choice] = attrs.field(factory=dict)
    settings: dict[str, str] = attrs.field(factory=dict)
    module: str = ""
    declarations: tuple[m.Declaration, ...] = ()
    numbers: tuple[m.Players, ...] = ()

    def expect(self, file: m.File, game: str) -> list[Part]:
        """What a file of expectations says that holds, as part of the base game."""
        self.module, found = game, list[Part]()
        for each, _ in unfolded(file.declarations):
            if not isinstance(each, m.Example | m.Invariant):
                _misplaced(each, game, self.problems)
        self._open(_within(file.declarations, game, frozenset()), found)
        return found

    def open(self, file: m.File) -> list[Part]:
        """The declarations of a file that hold, in their order."""
        assert file.head
        self.module = file.head.name.text
        self.declarations = (*self.declarations, *file.declarations)
        self.numbers = (*self.numbers, *_numbers_in(file))
        found: list[Part] = []
        self._open(_stretches(file), found)
        return found

    def _open(self, stretches: Iterable[_Stretch], found: list[Part]) -> None:
        for stretch in stretches:
            for option in stretch.options:
                self._settle(option)
            found += stretch.parts
            if stretch.condition is not None and self._holds(stretch.condition):
                self._open(stretch.inside, found)

    def _settle(self, choice: m.Choice) -> None:
        """Give an option the value that was asked for, or its default."""
        name = choice.name.text
        if name in self.declared:
            self.problems.add(
                "declared-twice",
                f"the option `{name}` is declared twice",
                choice.name.span,
                related=[Label(self.declared[name].name.span, "first declared here")],
                help="rename one of them",
            )
        self.declared[name] = choice
        if not choice.values:
            backwards = "the smaller number comes first: `1 to 3`"
            self.problems.add("bad-value", "the range runs backwards", choice.span, help=backwards)
        elif len(choice.values) > m.MOST_VALUES:
            self.problems.add("too-many", f"an option has at most {m.MOST_VALUES} values", choice.span)
        elif choice.default not in choice.values:
            self.problems.add(
                "bad-value",
                f"the default `{choice.default}` is none of the option's values",
                choice.span,
                help=f"it goes from {choice.values[0]} to {choice.values[-1]}",
            )
        value = self.wanted.options.get(name, choice.default)
        if value not in choice.values and name in self.wanted.options:
            message, label, advice = _no_value(choice, value)
            self.problems.add("no-such-game", message, choice.span, label=label, help=advice)
        self.settings[name] = value

    def check_wanted(self, files: Sequence[m.File]) -> None:
        """Report options that were asked for and don't exist."""
        for name in self.wanted.options:
            if name not in self.declared:
                close = nearest(name, list(self.declared))
                known = ", ".join(f"`{option}`" for option in self.declared) or "none"
                advice = did_you_mean(close, f"options here: {known}")
                help_ = elsewhere(name, files, self.chosen) or advice
                self.problems.add("no-such-game", f"this game has no option `{name}`", None, help=help_)

    def _holds(self, condition: m.Expression) -> bool:
        match condition:
            case m.All(parts):
                return all(self._holds(part) for part in parts)
            case m.Either(parts):
                return any(self._holds(part) for part in parts)
            case m.Negation(part):
                return not self._holds(part)
            case m.Compare("in" | "not in" as operator, m.Named(name), m.Named(m.Name("play")) as play):
                if not re.search(r"\bis\b", condition.span.file.text[name.span.end : play.span.start]):
                    message, help_ = f"`{condition.span.sentence}` isn't a condition", f"say `{name.text} is in play`"
                    self.problems.add("not-fixed", message, condition.span, help=help_)
                return self._in_play(name) == (operator == "in")
            case m.Compare("==" | "!=" as operator, m.Named(name), right):
                return self._is(name, right) == (operator == "==")
            case _:
                message, help_ = "a section's condition must be known before the game begins", self._fixed(condition)
                self.problems.add("not-fixed", message, condition.span, help=help_)
                return False

    def _fixed(self, condition: m.Expression) -> str:
        """What a section may ask in place of a condition."""
        match condition:
            case m.Named(name) if name.text in self.declared:
                ways = (f"`{name.text} is {value}`" for value in self.declared[name.text].values[:2])
                return f"name its value: say {' or '.join(ways)}"
            case m.Named(name) if name.text in self.known:
                return f"say `{name.text} is in play`"
            case m.Compare("<" | "<=" | ">" | ">=" as sign, m.Named(name), m.Integer(bound)):
                values = self._values(name.text)
                held = [each for each in values if COMPARED[sign](each, bound)]
                if not values or held in ([], values):
                    return ASKED
                out = [each for each in values if each not in held]
                both = [f"{name.text} is {each}" for each in held], [f"{name.text} is not {each}" for each in out]
                joined = min(" or ".join(both[0]), " and ".join(both[1]), key=len)
                return f"numbers aren't compared here: say `{joined}`"
            case _:
                return ASKED

    def _values(self, name: str) -> list[int]:
        """The numbers that an option may have, or of players; few, or none."""
        if name == "players":
            several = [range(each.fewest, each.most + 1) for each in self.numbers]
            return sorted({number for each in several for number in each})
        values = self.declared[name].values if name in self.declared else ()
        return [int(each) for each in values] if len(values) <= 9 and all(each.isdecimal() for each in values) else []

    def _in_play(self, name: m.Name) -> bool:
        itself(name, self.module, "asks in a section for", self.problems)
        if name.text not in self.known:
            missing(name, self.known, self.base, self.problems)
        return name.text in self.chosen

    def _is(self, name: m.Name, right: m.Expression) -> bool:
        value = right.name.text if isinstance(right, m.Named) else right.word if isinstance(right, m.Integer) else ""
        if name.text == "players":
            if not value.isdigit():
                self.problems.add(
                    "bad-value", f"`{value}` is no number of players", right.span, help="say `players is 2`"
                )
            elif not self._may_play(int(value)):
                message = f"this game is never played by {counted(int(value), 'player')}"
                self.problems.add("bad-value", message, right.span, help=self._numbers())
            return str(self.players) == value
        if name.text not in self.settings:
            close = nearest(name.text, ["players", *self.settings])
            help_ = self._elsewhere(name, value) or did_you_mean(close, "an option is declared before it is read")
            self.problems.add("unknown-option", f"no option is called `{name.text}`", name.span, help=help_)
            return False
        if value not in self.declared[name.text].values:
            message, label, advice = _no_value(self.declared[name.text], value)
            self.problems.add("bad-value", message, right.span, label=label, help=advice)
        return self.settings[name.text] == value

    def _may_play(self, number: int) -> bool:
        """Whether a number of players is one of those that the base game names, if it names any."""
        return not self.numbers or any(each.fewest <= number <= each.most for each in self.numbers)

    def _numbers(self) -> str:
        return f"it is for {' or '.join(each.span.text.removeprefix('players ') for each in self.numbers)}"

    def _elsewhere(self, name: m.Name, value: str) -> str:
        """What to do about a name that is no option yet, or changes during the game; "" if no file declares it."""
        test = f"{name.text} is {value}" if value else f"{name.text} is …"
        for declaration, conditions in unfolded(self.declarations):
            declared = getattr(declaration, "name", None)
            if not isinstance(declared, m.Name) or declared.text != name.text:
                continue
            if isinstance(declaration, m.Choice) and conditions:
                said = " and ".join(_in_parentheses(condition.span.sentence) for condition in conditions)
                return f"this option is there only when {said}: say `when {said} and {test}`"
            if isinstance(declaration, m.Choice):
                return "an option is declared before it is read: move it up"
            if isinstance(declaration, m.Marker | m.NumberOf | m.Zone | m.Define):
                asked = f"if {test}" if isinstance(declaration, m.Marker | m.NumberOf) else "if …"
                return f"`{name.text}` changes during the game, which no section can ask: say `{asked}` in a rule"
        return ""


def _in_parentheses(condition: str) -> str:
    """A condition that can be joined to others by `and`."""
    return f"({condition})" if " or " in condition else condition
