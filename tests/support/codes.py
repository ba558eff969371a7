"""The codes of all problems that the packages can report, read from their source with `ast`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGES = ("dsl", "interpreter", "reverie", "repl")

COMPUTED = {
    ("dsl/names/names.py", "say_unknown"),
    ("dsl/text/diagnostics.py", "add"),
    ("interpreter/scenarios/scenario.py", "_add"),
}
"""Functions that are given a code, or a part of it, and pass it on."""


@cache
def codes() -> dict[str, set[str]]:
    """The files that report each code."""
    found: dict[str, set[str]] = {}
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        text = path.read_text("utf-8")
        for code in _codes(name, ast.parse(text)) if MAKING.search(text) else ():
            found.setdefault(code, set()).add(name)
    return found


MAKING = re.compile(r"\b(?:Problem|add|_add|say_unknown)\(")
"""What stands in every file that reports something; the others needn't be parsed."""


def _codes(name: str, tree: ast.Module) -> Iterator[str]:
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    passing_on = {id(n) for each in functions if (name, each.name) in COMPUTED for n in ast.walk(each)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and id(node) not in passing_on and _maker(node, name):
            yield _code(name, node)


def _maker(call: ast.Call, name: str) -> str:
    """The name of the function with which a call makes a problem, or ""."""
    match call.func:
        case ast.Name(id="Problem"):
            return "Problem"
        case ast.Attribute(attr="add", value=ast.Name(id="problems") | ast.Attribute(attr="problems" | "_problems")):
            return "add"
        case ast.Attribute(attr="say_unknown"):
            return "say_unknown"
        case ast.Attribute(attr="_add", value=ast.Name(id="self")) if name == "interpreter/scenarios/scenario.py":
            return "_add"
        case _:
            return ""


def _code(name: str, call: ast.Call) -> str:
    first = call.args[0] if call.args else None
    assert isinstance(first, ast.Constant), f"{name}:{call.lineno}: the code of a problem is written where it is made"
    assert isinstance(first.value, str)
    return f"unknown-{first.value}" if _maker(call, name) == "say_unknown" else first.value
