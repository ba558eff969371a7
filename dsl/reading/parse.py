"""Parse the text of a file into Lark trees, one for each declaration.

A file is cut where a line begins without indentation, and each piece is parsed by itself, so a broken declaration
never hides the next. Lark's exceptions become problems here and go no further.
"""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Iterator
from importlib.resources import files
from io import BytesIO

import attrs
import lark
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError, Indenter
from lark.lexer import PatternRE, PatternStr, TerminalDef

from dsl.reading import forms
from dsl.text import cache, hints
from dsl.text.diagnostics import Problems
from dsl.text.letters import within_word
from dsl.text.source import LONGEST_FILE, SourceFile, Span, without_comment
from dsl.text.spelling import nearest

LONGEST_LINE = 2_000
DEEPEST_INDENT = 80
DEEPEST_BRACKETS = 40
MOST_DIGITS = 6

MOST_ODD_LINES = 10
"""After more odd lines than this, the rest of a file isn't looked at."""

MOST_CACHED = 8
"""Tables that are cached, each for one version of the grammar."""

MOST_MISTAKES = 10
"""The most mistakes that are reported in one declaration."""

MOST_EXPECTED = 8
STAND_IN = "proceed"
EMPTY_ZONE = "say a number, or cards; a zone without cards holds `nothing`"
ALIKE = "lines of one block begin in the same column; indent a block by two spaces"

NO_TEXT = re.compile(
    r"[^\S \t\r\n\f]|[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd\ufeff]"
    r"|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Characters that no text has: odd blanks, controls (also of the writing direction), and the mark for bad UTF-8."""

CONTINUED = "indent the next line, in which it continues, deeper than this one"

UNSEEN = {
    "\ufeff": "a byte order mark",
    "\u200b": "an invisible space",
    **dict.fromkeys(
        "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "an invisible mark of direction"
    ),
}
"""Characters that nobody sees."""

ORDINARY = "replace it with an ordinary space, and any others in the file: text from web pages often has them"

STATEMENTS = frozenset(
    {
        "move", "lay", "look", "reveal", "draw", "shuffle", "flip", "put", "exchange", "set", "let", "ask", "offer",
        "do", "repeat", "together", "lose",
    }
)  # fmt: skip
"""Words that begin statements, and no declarations that a section often holds."""

ENDS = {"_NL", "$END", "_INDENT", "_DEDENT"}

EVERYWHERE = (
    "_NL", "WORD", "QUOTED", "INT", "STRING", "CITES",
    "COLON", "COMMA", "LPAR", "RPAR", "LESSTHAN", "MORETHAN", "VBAR", "STAR", "PLUS", "MINUS",
)  # fmt: skip
"""Terminals that are read even where they can't stand. Patterns take long to compile, and so a few serve all places. A
word of the language is read like any other word: it ends where a name would, and is looked up."""

TURNING = frozenset({"move", "draw", "turn"})
"""Words that begin a statement that may end in `face up` or `face down`."""

CONTINUING = frozenset({"AND", "OR", "COMMA"})
"""Terminals at the end of a line that continues in the next one, if that is indented deeper."""

CONTINUES = re.compile(r"(?:,|\b(?:and|or))\s*(?:#.*)?$")
"""The end of such a line."""

BETWEEN_NAMES = frozenset(
    "and or is in of to from into as at if then else where when with while times "  # noqa: SIM905
    "under on top by per meets lies over besides onto".split()
)

NAMING = re.compile(
    r"(?:zone|number|flag|marker|event|enum|group|places|kind|class|define|prompt|option|cards?|turn:) [^:(\"<]*"
    r"|[ \t]+(?!when\b|active\b|rides\b|may\b)[\w'-]+(?: [\w'-]+)? "
)
"""The beginning of a line that declares a name, up to a word that may belong to the name."""

BROKEN = re.compile(
    r"^(?:zone|number|flag|marker|event|define|class|group|prompt|places|enum) (?P<name>[^:(\"<,`\[\n#]+?)"
    r"(?= per | during | in order|[ \t]*[:(,\[\n#])",
    re.MULTILINE,
)
"""The declaration of a name without backticks."""

DECLARED = re.compile(r"(?:`|^[ \t]*\|[ \t]*)([^`|\n]+?)[ \t]*[`|]", re.MULTILINE)
"""A name in backticks, or in the first column of a table."""

OPENINGS = {
    '"': ("this text isn't closed", 'close it with `"` on the same line'),
    "`": ("this isn't a valid name in backticks", "put the name between two backticks, on one line"),
    "[": ("this isn't a rule number", "rule numbers look like [O-B1] or [O-B1, O-B2]"),
}
"""The message and the help for a sign that opens something and isn't followed by the rest of it."""

TERMINALS = {
    "WORD": ["a name"], "QUOTED": [], "INT": ["a number"], "STRING": ["a text in double quotes"],
    "CITES": ["a rule number such as [O-B1]"], "SCENARIO_ID": ["an id such as first-example"],
    "ONCE": ["once a turn", "once a game"], "ONCE_IN": ["once in"],
    "_NL": ["the end of the line"], "_INDENT": ["an indented block"], "_DEDENT": [], "$END": [], "COMMENT": [],
}  # fmt: skip
"""The words for terminals that are not written alike everywhere."""

OPERATORS = frozenset({"is", "meets", "lies", "in", "and", "or", "of", "(", "*", "+", "-"})
"""Words and signs that may follow almost every value."""

GROUPS = (
    ({"zone", "event"}, "a declaration begins with a word such as `zone`, `event`, `define` or `on`"),
    (
        {"move", "shuffle"},
        "a statement begins with a word such as `move`, `do`, `ask` or `if`; for an event, say `do …`",
    ),
    ({"if", "leftmost"}, "expected a value, such as a name or a number"),
    ({"not", "any"}, "expected a condition"),
    ({"(", "leftmost"}, "expected a value, such as a name or a number"),
)
"""Places where too much can stand to list: words by which such a place is recognised, and the help for it."""


@attrs.frozen
class Piece:
    """The tree of one declaration, and the offset in the file at which its text begins."""

    tree: Tree[Token]
    offset: int


class _Indentation(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: list[str] = []  # noqa: RUF012 - the base class declares it so
    CLOSE_PAREN_types: list[str] = []  # noqa: RUF012
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 4
    always_accept = EVERYWHERE

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Add the tokens for blocks, and leave out the ends of lines that continue in the next one."""
        joined: Iterator[Token] = super().process(self._faced(self._joined(stream)))  # type: ignore[no-untyped-call]
        return joined

    def _joined(self, stream: Iterator[Token]) -> Iterator[Token]:
        before = ""
        for token in stream:
            if token.type == self.NL_type and before in CONTINUING and self._deeper(token):
                continue
            before = token.type
            yield token

    def _faced(self, stream: Iterator[Token]) -> Iterator[Token]:
        """Read `face up` and `face down` at the end of a statement that turns cards as one word of the language."""
        first = before = ""
        for token in stream:
            first = token if before in ("", self.NL_type) else first
            before = token.type
            if token != "face" or first not in TURNING:
                yield token
                continue
            side = next(stream)
            after = next(stream) if side in ("up", "down") else None
            if after is not None and (after.type == self.NL_type or after == "as"):
                face = Token("FACE", f"{token} {side}", token.start_pos, token.line, token.column)
                face.end_line, face.end_column, face.end_pos = side.end_line, side.end_column, side.end_pos
                yield face
            else:
                yield from (token, side)
            if after is not None:
                before = after.type
                yield after

    def _deeper(self, end: Token) -> bool:
        return _indent(end.rsplit("\n", 1)[1] + ".") > self.indent_level[-1]


@functools.cache
def _parser() -> Lark:
    """The parser of the grammar; its tables are cached, because making them is the slowest part of a start."""
    made_from = b"\0".join([cache.compiler(), lark.__version__.encode()])
    tables = cache.find("grammar", made_from)
    if tables is not None:
        return Lark.load(BytesIO(tables))
    made = _made()
    tables_anew = BytesIO()
    made.save(tables_anew)
    cache.save("grammar", made_from, tables_anew.getvalue(), MOST_CACHED)
    return made


def _made() -> Lark:
    return Lark(
        files("dsl.reading").joinpath("grammar.lark").read_text("utf-8"),
        parser="lalr",
        start=["start", "gap"],
        postlex=_Indentation(),
        propagate_positions=True,
        maybe_placeholders=True,
        edit_terminals=_with_marks,
    )


def _with_marks(terminal: TerminalDef) -> None:
    """Allow marks on the letters of names."""
    if terminal.name == "WORD":
        terminal.pattern = PatternRE(rf"[^\W\d_][{within_word()}]*")


def parse(file: SourceFile, problems: Problems) -> list[Piece]:
    """The declarations of a file as trees; each mistake becomes a problem, and its declaration is left out."""
    if not _readable(file, problems):
        return []
    pieces = []
    for start, end in _cuts(file.text):
        tree = _parse_piece(file, start, end, problems)
        if tree is not None:
            pieces.append(Piece(tree, start))
    return pieces


def _readable(file: SourceFile, problems: Problems) -> bool:
    if len(file.text) > LONGEST_FILE:
        problems.add("too-large", f"a rules file holds at most {LONGEST_FILE:,} characters", Span(file, 0, 0))
        return False
    bad = NO_TEXT.search(file.text)
    if bad:
        message, help_ = _odd_character(bad.group())
        problems.add("not-text", message, Span(file, bad.start(), bad.end()), help=help_)
        return False
    return _lines_are_sane(file, problems)


def _odd_character(char: str) -> tuple[str, str]:
    """The message and the help for a character that no text has."""
    if char == "\ufffd":
        return "this isn't UTF-8", "save the file as UTF-8"
    if char in UNSEEN:
        return f"this is {UNSEEN[char]} (code {ord(char):#x})", "delete it, wherever it appears"
    if unicodedata.category(char) == "Zs":
        name = "a no-break space" if char == "\xa0" else f"an unusual space ({unicodedata.name(char).lower()})"
        return f"this is {name}, not an ordinary one (code {ord(char):#x})", ORDINARY
    return f"this character isn't allowed in a text file (code {ord(char):#x})", "delete it"


def _lines_are_sane(file: SourceFile, problems: Problems) -> bool:
    trial = problems.trial()
    for start, text in zip(file.line_starts, file.text.split("\n"), strict=False):
        words = re.sub(r'"[^"]*"|#.*', lambda quoted: " " * len(quoted.group()), text)
        whole = Span(file, start, start + len(text))
        indent = len(words.expandtabs(4)) - len(words.expandtabs(4).lstrip(" "))
        digits = re.search(rf"[0-9]{{{MOST_DIGITS + 1},}}", words)
        if len(text) > LONGEST_LINE:
            problems.add("too-large", f"a line holds at most {LONGEST_LINE:,} characters", whole)
        elif max(words.count("("), words.count("<")) > DEEPEST_BRACKETS:
            message = f"more than {DEEPEST_BRACKETS} brackets in one line"
            problems.add("too-deep", message, whole, help="give a part of it a name with `define`")
        elif indent > DEEPEST_INDENT and words.strip():
            message = f"this is indented by more than {DEEPEST_INDENT} spaces"
            problems.add("too-deep", message, whole, help="make an `event` of the innermost lines, and `do` it here")
            break
        elif digits:
            at = Span(file, start + digits.start(), start + digits.end())
            problems.add("too-large", f"a number has at most {MOST_DIGITS} digits", at)
        if len(trial.new) > MOST_ODD_LINES:
            break
    return trial.clean


def _cuts(text: str) -> list[tuple[int, int]]:
    """The start and end of each piece: pieces begin at lines that begin with neither blank nor comment."""
    starts = [match.start() for match in re.finditer(r"^(?![#\s])", text, re.MULTILINE) if match.start() < len(text)]
    first = re.search(r"^[ \t]+(?![#\s])", text, re.MULTILINE)
    if first and (not starts or first.start() < starts[0]):
        starts.insert(0, first.start())
    return list(zip(starts, [*starts[1:], len(text)], strict=False))


def _parse_piece(file: SourceFile, start: int, end: int, problems: Problems) -> Tree[Token] | None:
    """The tree of a piece, or None; after a mistake, a statement stands in for its line while the rest is read."""
    text: str | None = file.text[start:end].rstrip() + "\n"
    last = -1
    for _ in range(MOST_MISTAKES):
        assert text is not None
        try:
            tree = _parser().parse(text, start="start")
        except UnexpectedInput as error:
            line = text.count("\n", 0, _where(error, text)[0])
            if line <= last:
                return None
            _explain(file, start, text, error, problems)
            text, last = _without(text, line), line
        except DedentError:
            _odd(file, start, text, problems)
            return None
        else:
            return tree if last < 0 else None
        if text is None:
            return None
    return None


def parse_gap(file: SourceFile, start: int, end: int, problems: Problems) -> Tree[Token] | None:
    """The tree of the expression in a gap of a text, or None."""
    text = file.text[start:end]
    try:
        return _parser().parse(text, start="gap")
    except UnexpectedInput as error:
        _explain(file, start, text, error, problems)
    return None


def _without(text: str, number: int) -> str | None:
    """The text with a statement in place of a line, each character where it was; None if the line opens a block."""
    lines = text.split("\n")
    line, indent = lines[number], _indent(lines[number])
    below = next((other for other in lines[number + 1 :] if other.strip()), "")
    if not number or _indent(below) > indent or len(line.strip()) < len(STAND_IN):
        return None
    lines[number] = f"{line[: len(line) - len(line.lstrip())]}{STAND_IN}".ljust(len(line))
    return "\n".join(lines)


def _indent(line: str) -> int:
    return sum(4 if blank == "\t" else 1 for blank in line[: len(line) - len(line.lstrip())])


def _odd(file: SourceFile, start: int, text: str, problems: Problems) -> None:
    """Report the line whose indentation is that of no open block above it."""
    blocks, open_end = [0], False
    for line in text.split("\n"):
        indent, written = _indent(line), line.strip() and not line.lstrip().startswith("#")
        if written and not (open_end and indent > blocks[-1]):
            within = [open_ for open_ in blocks if open_ <= indent]
            if len(within) < len(blocks) and within[-1] != indent:
                begin = start + len(line) - len(line.lstrip())
                at = Span(file, begin, start + len(line.rstrip()))
                problems.add("indentation", "this line lines up with none above it", at, help=ALIKE)
                return
            blocks = within if within[-1] == indent else [*within, indent]
        if written:
            open_end = CONTINUES.search(line) is not None
        start += len(line) + 1


def _explain(file: SourceFile, start: int, text: str, error: UnexpectedInput, problems: Problems) -> None:
    at, length, expected = _where(error, text)
    span = Span(file, min(start + at, len(file.text)), min(start + at + length, len(file.text)))
    found = text[at : at + length].strip() if at < len(text) else ""
    if not found or getattr(getattr(error, "token", None), "type", "") in ENDS or expected == {"_INDENT"}:
        _incomplete(span, error, expected, problems)
    elif text.startswith("when ") and found.split(" ")[0] in STATEMENTS and "ZONE" in expected:
        _misused_section(file, start, problems)
    elif found in OPENINGS:
        message, help_ = OPENINGS[found]
        problems.add("syntax", message, span, help=help_, certain=found != "[")
    else:
        broken = _of_a_broken_name(span)
        close = nearest(
            found, [word for name in expected for word in _spell(name) if re.fullmatch(r"[a-z][a-z ]*", word)]
        )
        help_ = f"did you mean `{close}`?" if close else ""
        word, list_ = found.split(" ")[0], _advice(span, found, expected)
        if broken:
            help_ = broken
        elif not help_ and word in BETWEEN_NAMES and _in_a_name(span, word, error):
            said = f"`{found}`" if found == "at random" else f"the word `{word}`"
            quoted = f"put a name that contains {said} in backticks"
            help_ = f"{_list(expected)}; {quoted}" if len(expected) == 1 else quoted
        help_ = help_ or list_
        letter = found[0].isalnum() or found[0].isascii()
        why = "isn't allowed here" if letter else "isn't a letter, so it can't be part of a name"
        problems.add("syntax", f"`{found[:60]}` {why}", span, help=help_, certain=bool(broken))


def _misused_section(file: SourceFile, start: int, problems: Problems) -> None:
    """Report a section that holds statements: its author wrote `when` for `after` or `on`."""
    end = file.text.find("\n", start)
    line = Span(file, start, start + len(without_comment(file.text, start, end).rstrip()))
    message = "a section `when …` holds declarations, but these are statements"
    problems.add("syntax", message, line, help=hints.hint_for_section(line))


def _in_a_name(span: Span, word: str, error: UnexpectedInput) -> bool:
    """Whether a word of the language seems to belong to a name: one that is being declared, or a declared one."""
    text = span.file.text
    start = text.rfind("\n", 0, span.start) + 1
    line = without_comment(text, start).strip()
    if _behind_name(error) and NAMING.fullmatch(text[start : span.start]):
        return True
    return any(found[1] in line for found in DECLARED.finditer(text) if word in found[1].split())


def _of_a_broken_name(span: Span) -> str:
    """The advice about a name at a place that is declared with a word of the language and without backticks."""
    text = span.file.text
    begin = text.rfind("\n", 0, span.start) + 1
    end = span.end - begin
    line = without_comment(text, begin)
    for found in BROKEN.finditer(text):
        name = found["name"].strip()
        at = line.rfind(name, 0, end + len(name))
        here = at >= 0 and at <= end and at + len(name) >= span.start - begin - 1
        if here and found.start() != begin and BETWEEN_NAMES & set(name.split(" ")[1:]):
            return f"put `{name}` in backticks wherever it stands: it contains a word of the language"
    return ""


def _behind_name(error: UnexpectedInput) -> bool:
    """Whether the place of a mistake is right behind a name."""
    parser = getattr(error, "interactive_parser", None)
    before = parser.parser_state.value_stack[-1:] if parser else []
    return any(isinstance(each, Tree) and each.data == "name" for each in before)


def _of_a_position(error: UnexpectedInput) -> bool:
    """Whether a line of a scenario ends where it should say what a zone holds."""
    parser = getattr(error, "interactive_parser", None)
    before = parser.parser_state.value_stack[-3:] if parser else []
    if before and getattr(before[-1], "type", "") == "MINUS":
        before.pop()
    return (
        len(before) >= 2
        and isinstance(before[-2], Tree) and before[-2].data == "words"
        and getattr(before[-1], "type", "") == "COLON"
    )  # fmt: skip


def _incomplete(span: Span, error: UnexpectedInput, expected: set[str], problems: Problems) -> None:
    kind = getattr(getattr(error, "token", None), "type", "")
    if kind == "_INDENT":
        message = "this line is indented, but the line above it can't have a block"
        problems.add("indentation", message, span, help=ALIKE)
    elif "_INDENT" in expected:
        message = "an indented block is missing here"
        opening = span if kind in ENDS else _line_above(span)
        problems.add("indentation", message, opening, help="indent the lines that belong to this one by two spaces")
    elif kind == "_NL" and CONTINUES.search(span.file.text[: span.end].rsplit("\n", 1)[-1]):
        problems.add(
            "syntax",
            "the line ends too early",
            span,
            help=CONTINUED,
            certain=True,
        )
    else:
        broken = _of_a_broken_name(span)
        help_ = (
            broken
            or (EMPTY_ZONE if _of_a_position(error) else "")
            or _advice(Span(span.file, span.end, span.end), "", expected)
        )
        problems.add("syntax", "the line ends too early", span, help=help_, certain=bool(broken))


def _line_above(span: Span) -> Span:
    """The nearest line above the start of a span that is neither blank nor a comment, without its own comment."""
    end = span.file.text.rfind("\n", 0, span.start)
    while True:
        start = span.file.text.rfind("\n", 0, end) + 1
        words = without_comment(span.file.text, start, end)
        if words.strip() or not start:
            return Span(span.file, start + len(words) - len(words.lstrip()), start + len(words.rstrip()))
        end = start - 1


def _advice(span: Span, found: str, expected: set[str]) -> str:
    """What to do about a place: a bracket that is missing or too many, else what could stand there, in which form."""
    text = span.file.text
    begin = text.rfind("\n", 0, span.start) + 1
    line = without_comment(text, begin)
    if bracket := forms.bracket(line[: span.start - begin], found, line[span.start - begin :], expected):
        return bracket
    if expected == {"OPTION"}:
        return forms.option(line.strip())
    list_ = _list(expected)
    head = hints.head_of(text, begin)
    form = forms.form(without_comment(text, head).strip(), line.strip(), begin != head)
    if expected == {"_NL"}:
        return f"the line is complete before it, {f'as in `{form}`' if form else 'so'}: leave the rest out"
    shown = list_.startswith("expected") and form and not forms.misses(form, line[: span.start - begin], list_)
    return f"{list_}; such a line reads `{form}`" if shown else list_


def _list(expected: set[str]) -> str:
    """The help that names the terminals that could stand at a place."""
    words = {word for name in expected for word in _spell(name)}
    if {"and", "or"} <= words and (words - OPERATORS or expected & {"_NL", "FACE"}):
        words -= OPERATORS - {"and", "or"} if "is" not in words else OPERATORS
    for sign, kind in GROUPS:
        if sign <= words:
            return kind
    shown = sorted({word for name in expected for word in TERMINALS.get(name, [])})
    shown += [f"`{word}`" for word in sorted(words, key=lambda word: (not word[0].isalpha(), word))]
    more = " …" if len(shown) > MOST_EXPECTED else ""
    return f"expected {' or '.join(shown[:MOST_EXPECTED])}{more}" if shown else ""


def _where(error: UnexpectedInput, text: str) -> tuple[int, int, set[str]]:
    expected = _expected(error)
    if isinstance(error, UnexpectedToken):
        token = error.token
        at = token.start_pos if token.start_pos is not None else len(text.rstrip())
        if token.type in ("_NL", "$END", "_DEDENT"):
            at = len(text[:at].rstrip()) if token.type == "_NL" or "_INDENT" in expected else len(text.rstrip())
            return max(at - 1, 0), 1, expected
        if token.type == "_INDENT" and token.end_pos is not None:
            return token.end_pos, len(text[token.end_pos :].split("\n", 1)[0]), expected
        return at, max(len(str(token).rstrip()), 1), expected
    at = int(getattr(error, "pos_in_stream", None) or 0)
    word = re.match(f"[{within_word()}]+", text[at:])
    return at, word.end() if word else 1, expected


def _expected(error: UnexpectedInput) -> set[str]:
    """The terminals that could stand where the mistake is."""
    parser = getattr(error, "interactive_parser", None)
    return set(parser.accepts()) if parser else set()


def _spell(terminal: str) -> list[str]:
    """The spellings of a terminal of the grammar; [] for one that isn't always written alike."""
    pattern = next((t.pattern for t in _parser().terminals if t.name == terminal and t.name not in TERMINALS), None)
    if pattern is None or isinstance(pattern, PatternStr):
        return [pattern.value] if pattern else []
    words = re.sub(r"^\((\?:)?|\)?(\\b)?$", "", pattern.value)
    return [word.replace("\\", "") for word in words.split("|")]
