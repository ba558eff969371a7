"""Print the tokens of all rules files of the project, as JSON, for the test of the TextMate grammar.

A list of `{"file", "text", "tokens", "left"}`, in which a token is `[start, end, scope]`, in characters. Left out are
the declarations that the parser refuses, of which there are many below tests/problems: `left` counts their tokens.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from dsl.reading.highlight import classified
from dsl.reading.parse import cuts
from dsl.reading.parser import lexemes
from dsl.text.source import SourceFile
from editors.grammar import SCOPES

ROOT = Path(__file__).parent.parent


def tokens(path: Path) -> dict[str, object]:
    """The tokens of a file."""
    source = SourceFile(path.relative_to(ROOT).as_posix(), path.read_text("utf-8"))
    pieces = [(start, end, source.text[start:end].rstrip() + "\n") for start, end in cuts(source.text)]
    broken = [(start, end) for start, end, text in pieces if lexemes(text)[1] is not None]
    every = classified(source)
    kept = [each for each in every if not any(start <= each.start < end for start, end in broken)]
    return {
        "file": source.name,
        "text": source.text,
        "tokens": [[start, end, SCOPES[sort]] for start, end, sort in kept],
        "left": len(every) - len(kept),
    }


if __name__ == "__main__":
    paths = sorted(path for folder in ("rulesets", "docs", "tests") for path in (ROOT / folder).rglob("*.rules"))
    json.dump([tokens(path) for path in paths], sys.stdout)
