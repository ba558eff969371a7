"""Write the TextMate grammar of rules files from the tables of the parser.

    python -m editors.grammar

A TextMate grammar is a stack of rules, each a list of patterns; it can't parse. But whether a word is a name or a word
of the language depends, in the parser, on the state that the token before it leads to, and a state accepts a fixed set
of terminals. So every pattern is a token together with the name behind it, if any: a word begins a name unless the
states behind the token accept it as a word of the language, and a name ends before the first word that the states
within names accept. The rules on the stack are the lines that are open: one for each block, so that the states are
those of the line's own construct.
"""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import attrs

from dsl.reading.highlight import NAMING, SAID, SECOND, WITH_COLON, WITH_PARAMETERS, Sort
from dsl.reading.parser import parser

TARGET = Path(__file__).parent / "vscode" / "syntaxes" / "reverie.tmLanguage.json"

SCOPES = {
    Sort.DECLARATION: "storage.type",
    Sort.KEYWORD: "keyword.control",
    Sort.DECLARED: "entity.name.function",
    Sort.NAME: "variable.other",
    Sort.LABEL: "string.unquoted",
    Sort.STRING: "string.quoted.double",
    Sort.NUMBER: "constant.numeric",
    Sort.CITATION: "constant.other.citation",
    Sort.COMMENT: "comment.line.number-sign",
    Sort.OPERATOR: "keyword.operator",
    Sort.PUNCTUATION: "punctuation.separator",
    Sort.GAP: "constant.character.placeholder",
    Sort.SCENARIO: "entity.name.section",
}

Pattern = dict[str, Any]

LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
PLACES = frozenset(
    {"WORD", "QUOTED", "INT", "STRING", "CITES", "SCENARIO_ID", "GAP", "COMMENT", "SIGNED", "__IGNORE_0"}
)
MARKS = {
    "COLON": ":",
    "COMMA": ",",
    "LPAR": "(",
    "RPAR": ")",
    "LESSTHAN": "<",
    "MORETHAN": ">",
    "LBRACE": "{",
    "RBRACE": "}",
    "VBAR": "|",
    "PLUS": "+",
    "MINUS": "-",
    "STAR": "*",
}
OPERATORS = frozenset({"PLUS", "MINUS", "STAR"})

LETTERS = r"[\w'’\p{M}-]"
WORD = rf"\p{{L}}{LETTERS}*"
QUOTED = r"`[^`\n]+`"
B = r"[ \t\f]"
REST = rf"{B}*(?:#.*)?$"

LITERALS: list[Pattern] = [
    {"include": "#comment"},
    {"match": r'"[^"\n]*"', "name": Sort.STRING},
    {"match": r"\[[A-Z]+-[A-Z]+[0-9]+(?:, *[A-Z]+-[A-Z]+[0-9]+)*\]", "name": Sort.CITATION},
    {"match": r'\{[^{}|"\n]*\}(?=[^"|\n]*\|)', "name": Sort.GAP},
]

SIGNED: list[Pattern] = [{"match": r"(?<=[\w'’`][ \t])[+-][0-9]+", "name": Sort.NUMBER}]

REST_OF_LINE: list[Pattern] = [
    {"match": rf"{WORD}|{QUOTED}", "name": Sort.NAME},
    {"match": "[0-9]+", "name": Sort.NUMBER},
    {"match": "[-+*]", "name": Sort.OPERATOR},
    {"match": r"[:,()<>{}|]", "name": Sort.PUNCTUATION},
]

FACED = frozenset({"MOVE", "DRAW", "TURN"})
COLON = frozenset({"COLON"})
CONTINUING = frozenset({"AND", "OR", "COMMA"})

SECOND_WORDS = {"MORE": ["cards"], "VALUES": ["of", "cards"], "WIN": ["only|also"], "OUT": ["of", "reach"]}


@cache
def table() -> dict[int, dict[str, tuple[Any, Any]]]:
    """The actions of the parser: for each state, what it does at each symbol."""
    states: dict[int, dict[str, tuple[Any, Any]]] = parser().parser.parser._parse_table.states  # noqa: SLF001
    return states


@cache
def terminals() -> frozenset[str]:
    """The names of all terminals."""
    return frozenset(terminal.name for terminal in parser().terminals) | LAYOUT | {"FACE"}


@cache
def goes(state: int) -> dict[str, int]:
    """The states that a state leads to, by symbol."""
    return {symbol: arg for symbol, (action, arg) in table()[state].items() if repr(action) == "Shift"}


@cache
def accepted(state: int) -> frozenset[str]:
    """The terminals that a state accepts."""
    return frozenset(table()[state]) & terminals()


@cache
def ending() -> frozenset[str]:
    """The rules that end with a line."""
    rules: dict[str, list[list[str]]] = {}
    for rule in parser().rules:
        rules.setdefault(str(rule.origin.name), []).append([str(symbol.name) for symbol in rule.expansion])
    found: set[str] = set(LAYOUT)
    while True:
        more = {name for name, forms in rules.items() if all(form and form[-1] in found for form in forms)} - found
        if not more:
            return frozenset(found)
        found |= more


def reached(states: Iterable[int], without: frozenset[str] = frozenset()) -> frozenset[int]:
    """The states of a line that begins with some."""
    found: set[int] = set()
    todo = list(states)
    while todo:
        state = todo.pop()
        if state not in found:
            found.add(state)
            todo += [to for symbol, to in goes(state).items() if symbol not in LAYOUT and symbol not in without]
    return frozenset(found)


def after(states: Iterable[int], symbol: str) -> frozenset[int]:
    """The states behind a symbol."""
    return frozenset(goes(state)[symbol] for state in states if symbol in goes(state))


def line_starts(block: Iterable[int]) -> frozenset[int]:
    """The states in which a line of a block begins."""
    found: set[int] = set()
    todo = list(block)
    while todo:
        state = todo.pop()
        if state not in found:
            found.add(state)
            todo += [to for symbol, to in goes(state).items() if symbol in ending() and symbol not in terminals()]
    return frozenset(found)


@cache
def pattern_of(terminal: str) -> tuple[str, bool, int]:
    """The pattern of a terminal, whether it is one fixed text, and its priority."""
    found = next(each for each in parser().terminals if each.name == terminal)
    return str(found.pattern.value), found.pattern.type == "str", found.priority


@cache
def expression(terminal: str) -> str:
    """A terminal as a regular expression."""
    if terminal == "FACE":
        return rf"face{B}+(?:up|down)(?={REST}|{B}+as\b)"
    if terminal in MARKS:
        return re.escape(MARKS[terminal])
    pattern, fixed, _ = pattern_of(terminal)
    if fixed:
        return rf"{re.escape(pattern)}(?!{LETTERS})"
    return re.sub(r"(?<!\\)\((?!\?)", "(?:", pattern.replace("[ \\t]", B))


def rank(terminal: str) -> tuple[int, int, str]:
    """The place of a terminal among those that are tried: the longest first."""
    if terminal == "FACE":
        return (-9, 0, terminal)
    pattern, _, priority = pattern_of(terminal)
    return (-priority, -len(pattern), terminal)


def words(names: Iterable[str]) -> list[str]:
    """Those terminals that are words of the language."""
    return sorted(
        (name for name in names if name not in PLACES | LAYOUT and name not in MARKS and name != "$END"), key=rank
    )


def one_of(names: Iterable[str]) -> str:
    """Any of some terminals, the longest first."""
    every = sorted(names, key=rank)
    plain = [pattern_of(each)[0] for each in every if is_plain(each)]
    others = [expression(each) for each in every if not is_plain(each)]
    return "|".join([*others, *([rf"(?:{'|'.join(plain)})(?!{LETTERS})"] if plain else [])])


def is_plain(terminal: str) -> bool:
    """Whether a terminal is one word."""
    return terminal not in MARKS and terminal != "FACE" and pattern_of(terminal)[1]


@attrs.frozen
class Behind:
    """What may stand behind a token: words of the language, or a name, which ends before other words."""

    words: tuple[str, ...]
    ends: tuple[str, ...] | None
    """None if no name may stand there."""

    @cache  # noqa: B019 - as many as the parser has states
    def name(self, *, faces: bool = False) -> str:
        """A name; `faces`: in a line that may end in `face up` or `face down`."""
        assert self.ends is not None
        ends = [each for each in self.ends if faces or each != "FACE"]
        end = rf"(?!{one_of(ends)})" if ends else ""
        begin = rf"(?!{one_of(self.words)})" if self.words else ""
        return rf"{begin}(?:{WORD}(?:{B}+{end}(?:{WORD}|[0-9]+(?!{LETTERS})))*|{QUOTED})"


@cache
def behind(states: frozenset[int]) -> Behind:
    """What may stand in some states."""
    keys = frozenset(itertools.chain.from_iterable(accepted(state) for state in states))
    if not after(states, "WORD"):
        return Behind(tuple(words(keys)), None)
    within: set[int] = set()
    todo = list(after(states, "WORD"))
    while todo:
        state = todo.pop()
        if state not in within:
            within.add(state)
            todo += [to for symbol, to in goes(state).items() if symbol in ("WORD", "INT") or symbol.startswith("__")]
    ends = itertools.chain.from_iterable(accepted(state) for state in within)
    return Behind(tuple(words(keys)), tuple(words(set(ends))))


def sort_of(terminal: str) -> Sort:
    """The sort of a token that is no name."""
    if terminal in OPERATORS:
        return Sort.OPERATOR
    return Sort.PUNCTUATION if terminal in MARKS else Sort.KEYWORD


def named(what: Behind, rules: Rules) -> tuple[str, list[Sort]]:
    """The pattern of a name and its groups; one before a colon is declared where there are variables."""
    name = what.name(faces=rules.faces)
    if rules.variables and rules.sort is Sort.NAME:
        return rf"(?:({name})(?={B}*:(?!{B}*\"))|({name}))", [Sort.DECLARED, Sort.NAME]
    return f"({name})", [rules.sort]


def captures(sorts: Sequence[Sort], first: int = 1) -> dict[str, Pattern]:
    """The groups of a pattern, by their sorts."""
    return {str(number): {"name": sort} for number, sort in enumerate(sorts, first)}


@attrs.frozen
class Rules:
    """How the tokens of a part of a line are told apart."""

    variables: bool = True
    """Whether a name before a colon is that of a variable or a chosen card."""
    sort: Sort = Sort.NAME
    declaring: frozenset[str] = frozenset({"AS", "LET"})
    """Tokens before a name that is declared."""
    faces: bool = False
    """Whether the line may end in `face up` or `face down`."""

    def of(self, states: frozenset[int], leave: frozenset[str] = frozenset()) -> list[Pattern]:
        """The patterns for the tokens that some states accept, and for the names behind them."""
        alphabet = {symbol for state in states for symbol in goes(state)} & terminals() - LAYOUT - PLACES - leave
        groups: dict[tuple[Any, ...], list[str]] = {}
        behind_is = after(after(states, "IS"), "NOT")
        for each in sorted(alphabet, key=rank):
            what = behind(after(states, each) - (behind_is if each == "NOT" else frozenset()))
            key = (rank(each)[0], each in CONTINUING, sort_of(each), each in self.declaring, what)
            groups.setdefault(key, []).append(each)
        found = [self.token(one_of(group), group[0], what) for (*_, what), group in groups.items()]
        if behind_is:
            found.insert(0, self.token(rf"(?<=\bis[ \t])not(?!{LETTERS})", "NOT", behind(behind_is)))
        return found

    def token(self, token: str, terminal: str, what: Behind) -> Pattern:
        """The pattern of a token and the name behind it."""
        own = sort_of(terminal)
        if what.ends is None:
            return {"match": token, "name": own}
        sort = Sort.DECLARED if terminal in self.declaring else self.sort
        name, sorts = named(what, attrs.evolve(self, sort=sort))
        if terminal not in CONTINUING:
            return {"match": rf"({token})(?:{B}*{name})?", "captures": captures([own, *sorts])}
        here = {"match": rf"({token})(?!{REST})(?:{B}*{name})?", "captures": captures([own, *sorts])}
        below = {
            "begin": rf"({token})(?={REST})", "beginCaptures": captures([own]),
            "end": rf"^{B}*{name}|(?=[^\s#])", "endCaptures": captures(sorts), "patterns": [{"include": "#comment"}],
        }  # fmt: skip
        return {"patterns": [below, here]}


def within(
    begin: str, end: str, inner: list[Pattern], sorts: Sequence[Sort] = (), last: Sequence[Sort] = ()
) -> Pattern:
    """A rule that stays on the stack from a pattern to another."""
    found: Pattern = {"begin": begin, "end": end, "patterns": inner}
    if sorts:
        found["beginCaptures"] = captures(sorts)
    if last:
        found["endCaptures"] = captures(last)
    return found


class Grammar:
    """Collects the rules of the grammar, each once."""

    def __init__(self) -> None:
        self.repository: dict[str, Pattern] = {
            "comment": {"match": "#.*", "name": Sort.COMMENT},
            "literals": {"patterns": LITERALS},
        }
        self._known: dict[str, str] = {}
        self._levels: dict[frozenset[int], str] = {}

    def share(self, pattern: Pattern) -> Pattern:
        """A reference to a pattern of the repository."""
        text = json.dumps(pattern, sort_keys=True)
        if text not in self._known:
            self._known[text] = f"rule{len(self._known) + 1}"
            self.repository[self._known[text]] = pattern
        return {"include": f"#{self._known[text]}"}

    def inner(self, patterns: list[Pattern]) -> list[Pattern]:
        """The patterns of a rule, with what may stand everywhere."""
        return [{"include": "#literals"}, *map(self.share, patterns), *REST_OF_LINE]

    def level(self, block: frozenset[int]) -> Pattern:
        """The lines of a block."""
        starts = line_starts(block)
        if starts not in self._levels:
            name = self._levels[starts] = f"lines{len(self._levels) + 1}"
            accepts = set(itertools.chain.from_iterable(map(goes, starts))) & terminals()
            if "PROCEED" in accepts:
                starts |= after_if()
                accepts |= {"ELSE"}
            lines = [self.share(self.line(starts, word, accepts)) for word in words(accepts)]
            lines.append(self.share(self.other(starts, accepts)))
            self.repository[name] = {"patterns": [{"include": "#comment"}, *lines]}
        return {"include": f"#{self._levels[line_starts(block)]}"}

    def other(self, starts: frozenset[int], accepts: set[str]) -> Pattern:
        """A line that begins with no word of the language."""
        scenario = accepts & {"PLAYER", "GIVEN", "OFFERS"}
        rules = Rules(variables=not scenario)
        line: list[Pattern] = []
        what = behind(starts)
        if what.ends is not None:
            name, sorts = named(what, rules)
            line = [{"match": rf"\G{name}", "captures": captures(sorts)}]
        signed = SIGNED if scenario else []
        return within(rf"^{B}*(?=[^\s#])", "$", [*signed, *self.inner([*line, *rules.of(reached(starts))])])

    def line(self, starts: frozenset[int], word: str, accepts: set[str]) -> Pattern:
        """A line that begins with a word of the language, and the block below it."""
        states = after(starts, word)
        scenario = bool(accepts & {"PLAYER", "GIVEN", "OFFERS"})
        begin, sorts, inner = self.header(states, word, declares="EVENT" in accepts, scenario=scenario)
        block = after(after(reached(states), "_NL"), "_INDENT")
        if not block:
            return within(rf"^{B}*{begin}", "$", inner, sorts)
        found = within("", rf"^(?!\1{B}+\S|{REST})", [within(r"\G(?!$)", "$", inner), self.level(block)])
        return {**found, "begin": rf"^({B}*){begin}", "beginCaptures": captures(sorts, 2)}

    def header(
        self, states: frozenset[int], word: str, *, declares: bool, scenario: bool
    ) -> tuple[str, list[Sort], list[Pattern]]:
        """The beginning of a line, its sorts, and the patterns for the rest."""
        own = Sort.DECLARATION if declares and word != "WHEN" else Sort.KEYWORD
        token = expression(word)
        if declares and word in SECOND:
            token = rf"{token}{''.join(rf'(?:{B}+(?:{each}))' for each in SECOND_WORDS[word])}"
        if word == "SCENARIO":
            return rf"({token})(?:{B}*([a-z][a-z0-9-]*))?", [own, Sort.SCENARIO], self.inner([])
        if word == "ABILITY" or (word == "OPTION" and not declares):
            return rf"({token})", [own], self.label(states)
        said = scenario and word in SAID
        rules = Rules(variables=not scenario, sort=Sort.LABEL if said else Sort.NAME, faces=word in FACED)
        colon = declares and word in WITH_COLON
        sort = Sort.DECLARED if (declares and word in NAMING) or word == "LET" else rules.sort
        named = attrs.evolve(rules, variables=rules.variables and not colon, sort=sort)
        begin, sorts = self.begun(token, own, behind(states), named)
        inner = [self.parameters(states)] if declares and word in WITH_PARAMETERS else []
        if not colon:
            return begin, sorts, [*(SIGNED if scenario else []), *inner, *self.inner(rules.of(reached(states)))]
        before = reached(states, COLON)
        plain = Rules(variables=False).of(before, COLON)
        value = self.share(self.part("COLON", after(before, "COLON"), rules))
        return begin, sorts, [*inner, value, *self.inner(plain)]

    def begun(self, token: str, own: Sort, what: Behind, rules: Rules) -> tuple[str, list[Sort]]:
        """The pattern of a token and the name behind it, and its groups."""
        if what.ends is None:
            return f"({token})", [own]
        name, more = named(what, rules)
        return rf"({token})(?:{B}*{name})?", [own, *more]

    def parameters(self, states: frozenset[int]) -> Pattern:
        """The parameters behind the name of what is declared."""
        opened = reached(states, COLON)
        tokens = Rules(variables=False, declaring=frozenset({"LPAR", "COMMA"}))
        found = after(opened, "LPAR")
        several = tokens.of(reached(found, frozenset({"RPAR"})), frozenset({"LPAR"}))
        several = [tokens.token(r"\(", "LPAR", behind(found)), *several]
        return self.share(within(rf"\G(?={B}*\()", r"(?<=\))|$", self.inner(several)))

    def part(self, opening: str, states: frozenset[int], rules: Rules, closing: str = "") -> Pattern:
        """A part of a line behind a punctuation mark."""
        begin, sorts = self.begun(expression(opening), Sort.PUNCTUATION, behind(states), rules)
        leave = frozenset({closing} if closing else ())
        end, last = (rf"({expression(closing)})|$", [Sort.PUNCTUATION]) if closing else ("$", [])
        return within(begin, end, self.inner(rules.of(reached(states, leave), leave)), sorts, last)

    def label(self, states: frozenset[int]) -> list[Pattern]:
        """The patterns of the line of an option: its words, what is chosen in them, and its conditions."""
        outside = reached(states, frozenset({"LESSTHAN", "LBRACE"}))
        parts = [
            self.part("LESSTHAN", after(outside, "LESSTHAN"), Rules(), "MORETHAN"),
            self.part("LBRACE", after(outside, "LBRACE"), Rules(), "RBRACE"),
            self.part("COMMA", after(outside, "COMMA"), Rules()),
            {"match": behind(states).name(), "name": Sort.LABEL},
        ]
        return self.inner(parts)


@cache
def after_if() -> frozenset[int]:
    """The states in which `else` may stand."""
    return frozenset(state for state in table() if "ELSE" in goes(state) and "THEN" not in goes(state))


def scoped(pattern: Any) -> Any:
    """A pattern with scopes for sorts."""
    if isinstance(pattern, list):
        return [scoped(each) for each in pattern]
    if isinstance(pattern, Sort):
        return f"{SCOPES[pattern]}.reverie"
    if isinstance(pattern, dict):
        return {key: scoped(value) for key, value in pattern.items()}
    return pattern


def grammar() -> str:
    """The TextMate grammar as JSON."""
    made = Grammar()
    start = next(state for state in table() if {"EVENT", "ZONE", "_NL", "start"} <= set(goes(state)))
    top = made.level(frozenset({start}))
    whole = {
        "information_for_contributors": ["Written by editors/grammar.py from dsl/reading/grammar.lark: don't edit."],
        "name": "Reverie",
        "scopeName": "source.reverie",
        "fileTypes": ["rules"],
        "patterns": [top],
        "repository": made.repository,
    }
    return json.dumps(scoped(whole), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    TARGET.parent.mkdir(parents=True, exist_ok=True)
    TARGET.write_text(grammar(), "utf-8", newline="\n")
