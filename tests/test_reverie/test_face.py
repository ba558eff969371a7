"""The Python interface: every name is there for Python as for type checkers, and the import costs next to nothing."""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import reverie

TREE = ast.parse(Path(reverie.__file__).read_text("utf-8"))
IMPORTED = {
    alias.asname or alias.name: (node.module or "", alias.name)
    for branch in TREE.body
    if isinstance(branch, ast.If)
    for node in branch.body
    if isinstance(node, ast.ImportFrom)
    for alias in node.names
}
LOADED = "import sys, reverie; print(sorted({'attrs', 'click', 'dsl', 'interpreter', 'lark'} & set(sys.modules)))"


def test_a_type_checker_sees_every_name() -> None:
    assert sorted(IMPORTED) == reverie.__all__


@pytest.mark.parametrize("name", reverie.__all__)
def test_a_name_is_what_a_type_checker_takes_it_for(name: str) -> None:
    module, own = IMPORTED[name]
    assert getattr(reverie, name) is getattr(import_module(module), own)


@pytest.mark.parametrize("name", reverie.__all__)
def test_a_name_says_what_it_is(name: str) -> None:
    assert (getattr(reverie, name).__doc__ or "").strip()


def test_the_names_are_listed() -> None:
    assert set(reverie.__all__) <= set(dir(reverie))


def test_there_are_no_other_names() -> None:
    with pytest.raises(AttributeError, match="module 'reverie' has no attribute 'lod'"):
        _ = reverie.lod  # type: ignore[attr-defined]


def test_importing_it_imports_nothing_else() -> None:
    ran = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"


def test_errors_are_the_same_in_another_process() -> None:
    """Whoever plays in several processes gets them from there."""
    with pytest.raises(reverie.CompileError) as rules:
        reverie.load("onirim", ["tower"])
    with pytest.raises(reverie.IllegalAnswer) as answer:
        reverie.Game(reverie.load("onirim"), 1).choose("sing")
    for error in (rules.value, answer.value, reverie.SaveError("it breaks off", 3)):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again)) == (type(error), str(error))
        assert vars(again) == vars(error)
