"""JSON as it is written to files and to other programs, and as it is read from them.

What is written is one line of UTF-8 whatever the texts in it hold, as they may come from anywhere: what can't be seen,
ends a line for some readers or is no character by itself stands as an escape. What is read is trusted in nothing.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn


class JsonError(ValueError):
    """A text isn't JSON, or not such that everybody reads the same in it; the message says why, as a sentence's end."""


def written(data: Any) -> str:
    """Data as one line of JSON, without its end."""
    text = json.dumps(data, ensure_ascii=False)
    return text if text.isprintable() else "".join(map(_shown, text))


def parsed(text: str | bytes) -> Any:
    """The data in a JSON text, with or without a byte order mark; raises `JsonError`."""
    try:
        plain = text.decode("utf-8") if isinstance(text, bytes) else text
        return json.loads(plain.removeprefix("\ufeff"), object_pairs_hook=_object, parse_constant=_no_number)
    except JsonError:
        raise
    except RecursionError as error:
        raise JsonError("it is nested too deeply") from error
    except ValueError as error:
        raise JsonError("it is no JSON") from error


def _shown(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f"it says `{twice}` twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise JsonError(f"`{word}` is no number")
