"""Parse the text of a file into Lark trees, one for each declaration.

A file is cut where a line begins without indentation, and each piece is parsed by itself, so a broken declaration
never hides the next. Lark's exceptions become problems (see `explain`) and go no further.
"""

from __future__ import annotations

import functools
import re
import unicodedata

import attrs
from lark import Token, Tree
from lark.exceptions import UnexpectedInput
from lark.indenter import DedentError

from dsl.reading.explain import ALIKE, explain
from dsl.reading.line_advice import CONTINUES
from dsl.reading.parser import indent_of, parser, where
from dsl.text.diagnostics import Problems
from dsl.text.source import LONGEST_FILE, SourceFile, Span

LONGEST_LINE = 2_000
DEEPEST_INDENT = 80
DEEPEST_BRACKETS = 40
MOST_DIGITS = 6
LONG_NUMBER = re.compile(rf"[0-9]{{{MOST_DIGITS + 1},}}")
SUSPICIOUS = re.compile(
    rf"^.{{{LONGEST_LINE + 1}}}|^[^\S\n]{{{DEEPEST_INDENT // 4 + 1}}}|[(<](?:[^\n(<]*[(<]){{{DEEPEST_BRACKETS}}}"
    rf"|[0-9]{{{MOST_DIGITS + 1}}}",
    re.MULTILINE,
)
"""What may be too much in a line; quotes and comments, in which it isn't, are looked at only after this is found."""

MOST_ODD_LINES = 10
"""After more odd lines than this, the rest of a file isn't looked at."""

MOST_MISTAKES = 10
"""The most mistakes that are reported in one declaration."""

MOST_TREES = 1_000
"""The trees that are kept of what was parsed last."""

STAND_IN = "proceed"
NO_TEXT = re.compile(
    r"[^\S \t\r\n\f]|[\x00-\x08\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffd\ufeff]"
    r"|[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069]"
)
"""Characters that no text has: odd blanks, controls (also of the writing direction), and the mark for bad UTF-8."""

UNSEEN = {
    "\ufeff": "a byte order mark",
    "\u200b": "an invisible space",
    **dict.fromkeys(
        "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069", "an invisible mark of direction"
    ),
}
"""Characters that nobody sees."""

ORDINARY = "replace it with an ordinary space, and any others in the file: text from web pages often has them"


@attrs.frozen
class Piece:
    """The tree of one declaration, and the offset in the file at which its text begins."""

    tree: Tree[Token]
    offset: int


def parse(file: SourceFile, problems: Problems) -> list[Piece]:
    """The declarations of a file as trees; each mistake becomes a problem, and its declaration is left out."""
    if not readable(file, problems):
        return []
    pieces = []
    for start, end in cuts(file.text):
        tree = _parse_piece(file, start, end, problems)
        if tree is not None:
            pieces.append(Piece(tree, start))
    return pieces


def readable(file: SourceFile, problems: Problems) -> bool:
    """Whether a file is text, and within the limits; reports the reason if it isn't."""
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
    if not SUSPICIOUS.search(file.text):
        return True
    trial = problems.trial()
    for start, text in zip(file.line_starts, file.text.split("\n"), strict=False):
        if not SUSPICIOUS.search(text):
            continue
        words = re.sub(r'"[^"]*"|#.*', lambda quoted: " " * len(quoted.group()), text)
        whole = Span(file, start, start + len(text))
        indent = len(words.expandtabs(4)) - len(words.expandtabs(4).lstrip(" "))
        digits = LONG_NUMBER.search(words)
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


def cuts(text: str) -> list[tuple[int, int]]:
    """The start and end of each piece of a text: pieces begin at lines that begin with neither blank nor comment.

    Form feeds before such a line are page breaks, and belong to it.
    """
    starts = [match.start() for match in re.finditer(r"^\f*(?=[^#\s])", text, re.MULTILINE)]
    first = re.search(r"^[^\S\n]+(?![#\s])", text, re.MULTILINE)
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
            tree = _tree(text)
        except UnexpectedInput as error:
            line = text.count("\n", 0, where(error, text)[0])
            if line <= last:
                return None
            with problems.trial() as trial:
                explain(file, start, text, error, problems)
            if last >= 0 and any(problem.code == "indentation" for problem in trial.new):
                trial.drop()  # it follows from the line above, most often one that continues another
                return None
            text, last = without_line(text, line), line
        except DedentError:
            if last < 0:
                _odd(file, start, text, problems)
            return None
        else:
            return tree if last < 0 else None
        if text is None:
            return None
    return None


@functools.lru_cache(MOST_TREES)
def _tree(text: str) -> Tree[Token]:
    """The tree of a declaration, which nothing changes: a file in an editor changes in few places."""
    return parser().parse(text, start="start")


def parse_gap(file: SourceFile, start: int, end: int, problems: Problems) -> Tree[Token] | None:
    """The tree of the expression in a gap of a text, or None."""
    text = file.text[start:end]
    try:
        return parser().parse(text, start="gap")
    except UnexpectedInput as error:
        explain(file, start, text, error, problems)
    return None


def without_line(text: str, number: int) -> str | None:
    """The text with a statement in place of a line, each character where it was; None if the line opens a block."""
    lines = text.split("\n")
    line, indent = lines[number], indent_of(lines[number])
    below = next((other for other in lines[number + 1 :] if other.strip()), "")
    if not number or indent_of(below) > indent or len(line.strip()) < len(STAND_IN):
        return None
    lines[number] = f"{line[: len(line) - len(line.lstrip())]}{STAND_IN}".ljust(len(line))
    return "\n".join(lines)


def _odd(file: SourceFile, start: int, text: str, problems: Problems) -> None:
    """Report the line whose indentation is that of no open block above it."""
    blocks, open_end = [0], False
    for line in text.split("\n"):
        indent, written = indent_of(line), line.strip() and not line.lstrip().startswith("#")
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
