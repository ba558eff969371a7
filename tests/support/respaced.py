"""Rules files as careless authors would have typed them: any blanks, line breaks and comments, and some slips."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from dsl.format.tokens import Token, tokens_of
from dsl.reading.parse import cuts

ROOT = Path(__file__).parents[2]
FOLDERS = ("rulesets", "docs", "tests", "repl")
BLOCK = re.compile(r"^```rules[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
BREAKS = frozenset({"COMMA", "AND", "OR"})
GLUED = frozenset(
    {"COMMA", "COLON", "LPAR", "RPAR", "LESSTHAN", "MORETHAN", "LBRACE", "RBRACE", "VBAR", "STAR", "PLUS", "STRING"}
)
"""Terminals that need no blank beside them."""

COMMENTS = ("# a comment", "#", '#! with `odd`, "signs" (and', "#   deep   # and deeper", "# 中文 注释")


def rules_files() -> list[Path]:
    """All rules files of the project."""
    return sorted(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.rules"))


@cache
def declarations() -> tuple[str, ...]:
    """All declarations in rules files and in the examples of the documents, broken ones included."""
    texts = [path.read_text("utf-8") for path in rules_files()]
    texts += [found[1] for path in sorted((ROOT / "docs").rglob("*.md")) for found in BLOCK.finditer(path.read_text())]
    found = (text[start:end] for text in texts for start, end in cuts(text))
    return tuple(dict.fromkeys(each for each in found if len(each) < 4_000))


def careless(seed: int) -> str:
    """Some declarations, typed by a careless author."""
    random = Random(seed)
    chosen = random.choices(declarations(), k=random.randint(1, 6))
    typed = (_typed(each, random) if random.random() < 0.9 else each for each in chosen)
    text = "".join((*_between(random, 0), *typed))
    return _slipped(text, random) if random.random() < 0.3 else text


def _typed(text: str, random: Random) -> str:
    """A declaration with other blanks, breaks and comments, but the same tokens; broken ones as they are."""
    tokens = tokens_of(f"{text.rstrip()}\n")
    if tokens is None:
        return text
    columns = [0]
    typed = ""
    before: Token | None = None
    for token in tokens:
        match token.terminal:
            case "_INDENT":
                columns.append(columns[-1] + random.choice((1, 2, 2, 3, 4)))
            case "_DEDENT":
                columns.pop()
            case "_NL":
                before = None
            case _:
                if before is None:
                    typed += _line_end(random, columns[-1], begin=not typed) + " " * columns[-1]
                elif before.terminal in BREAKS and random.random() < 0.15:
                    deeper = columns[-1] + random.randint(1, 9)
                    typed += _line_end(random, deeper) + " " * deeper
                else:
                    typed += _gap(before, token, random)
                typed += _spelled(token, random)
                before = token
    return typed + _line_end(random, random.choice(columns))


def _line_end(random: Random, column: int, *, begin: bool = False) -> str:
    """The end of a line, perhaps with comments and blank lines."""
    if begin:
        return ""
    beside = " " * random.randint(0, 9) + random.choice(COMMENTS) if random.random() < 0.15 else ""
    if beside and random.random() < 0.3:
        beside += "\n" + " " * random.randint(1, 30) + random.choice(COMMENTS)
    return f"{beside}{' ' * (random.random() < 0.1)}\n" + "".join(_between(random, column))


def _between(random: Random, column: int) -> Iterator[str]:
    while random.random() < 0.12:
        comment = random.random() < 0.6
        indent = random.choice((0, 2, column, column + 2, random.randint(0, 12)))
        yield f"{' ' * indent}{random.choice(COMMENTS)}\n" if comment else random.choice(("\n", "  \n", "\t\n"))


def _gap(before: Token, token: Token, random: Random) -> str:
    if {before.terminal, token.terminal} & GLUED and random.random() < 0.5:
        return ""
    return random.choice((" ", " ", " ", "  ", "\t", "     "))


def _spelled(token: Token, random: Random) -> str:
    if token.terminal == "CITES":
        return token.text.replace(" ", random.choice(("", " ", "  ")))
    if token.terminal == "QUOTED":
        return token.text.replace("`", random.choice(("`", "` ")), 1).replace(" ", random.choice((" ", "  ")))
    return token.text


def _slipped(text: str, random: Random) -> str:
    """A text with a slip: a line is left out, or typed twice, or a few signs are lost or changed."""
    lines = text.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, random.choice(lines))
        case 2:
            lines[at] = lines[at][random.randint(0, 3) :]
        case _:
            where = random.randint(0, len(lines[at]))
            lines[at] = lines[at][:where] + random.choice(' ,:()|`"#-~x\t\r\f\xa0') + lines[at][where + 1 :]
    return "\n".join(lines)
