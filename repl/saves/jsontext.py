"""JSON as it is written to files and other programs, and read from them.

Output is one line of UTF-8 for any texts: invisible characters, line separators and lone surrogates are escaped. Input
is not trusted.
"""

from __future__ import annotations

import json
from typing import Any, NoReturn

from dsl.text.spelling import abridged


class JsonError(ValueError):
    """A text isn't JSON, or readers could disagree about its meaning; the message continues a sentence."""


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
        raise JsonError("it isn't valid JSON") from error


def _shown(char: str) -> str:
    return char if char.isprintable() else json.dumps(char)[1:-1]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise JsonError(f"it contains `{abridged(twice)}` twice")
    return found


def _no_number(word: str) -> NoReturn:
    raise JsonError(f"`{word}` isn't a JSON number")
