"""What holds the project's shape: who imports whom, and that games are data.

Everything here is read from the source with `ast`; nothing is imported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OF_THE_LANGUAGE = frozenset({"face down"})
"""Words of the language that games use as names, too."""

PACKAGES = ("dsl", "interpreter", "reverie", "repl")
"""In the order of their imports: each may import what stands before it."""

Rule = Callable[[str, str], bool]
"""Whether a file (its path from the root) may import a module (its dotted name)."""

ORDERS = {
    "dsl": (
        "text", "program", "model", "reading", "editing", "translation", "format", "linking", "names", "index",
        "conditions", "routines", "expressions", "statements", "weaving", "checks", "assembly", "outlines",
        "compiler", "checker",
    ),
    "interpreter": (
        "analysis", "state", "choices", "reference", "generated", "native", "explain", "players", "game", "scenarios",
        "simulation",
    ),
    "reverie": ("command_line", "checking", "policies", "table", "sweeps", "environments", "testing"),
    "repl": (
        "authoring", "saves", "reports", "coverage", "results", "sheets", "session", "editor", "drivers", "playground",
        "cli",
    ),
}  # fmt: skip
"""The folders of each package; each may import what stands before it, imports inside functions counted."""

SHAPES = (
    "dsl.program",
    "dsl.text.source",
    "dsl.text.diagnostics",
    "dsl.text.letters",
    "dsl.text.spelling",
    "dsl.model.scenario",
)
"""The part of the language that the engine may import."""

NATIVE = "interpreter/native/"
"""Caches what it compiles where the language caches its own results."""

MOST_MODULES, MOST_LINES = 20, 600

FOR_PEOPLE = (
    "dsl.text", "dsl.reading", "dsl.editing", "dsl.linking", "dsl.index", "dsl.format", "dsl.compiler",
    "dsl.checker", "dsl.translation",
)  # fmt: skip
"""The parts of the language, beside its face, that the Python interface and the terminal may import."""

FACES = ("reverie/testing/__init__.py",)
"""Inner folders that Python users import."""

MODEL = ("reverie/testing/mutants.py", "reverie/testing/mutation.py")
"""Reads where in a text each rule stands, in order to change it."""

LARK = ("dsl/reading/parse", "dsl/reading/explain.py", "dsl/reading/gaps.py", "dsl/reading/build")
TERMINAL = ("repl/drivers/", "repl/cli/")
UNREPEATABLE = {"random", "secrets", "time", "datetime", "uuid", "threading", "asyncio"}


def _within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


RULES: dict[str, Rule] = {
    "packages import what stands before them": lambda path, name: (
        not _within(name, *PACKAGES[PACKAGES.index(path.split("/")[0]) + 1 :])
    ),
    "the engine knows the program, not the text": lambda path, name: (
        not path.startswith("interpreter/")
        or not _within(name, "dsl")
        or _within(name, *SHAPES)
        or (_within(name, "dsl.text") and path.startswith(NATIVE))
    ),
    "people know the text, not the program": lambda path, name: (
        not path.startswith(("reverie/", "repl/"))
        or not _within(name, "dsl")
        or name == "dsl"
        or _within(name, *FOR_PEOPLE)
        or (_within(name, "dsl.model") and path.startswith(MODEL))
    ),
    "the engine repeats itself": lambda path, name: (
        not path.startswith("interpreter/") or not _within(name, *UNREPEATABLE)
    ),
    "only parsing knows Lark": lambda path, name: not _within(name, "lark") or path.startswith(LARK),
    "only the drivers know the terminal": lambda path, name: (
        not _within(name, "prompt_toolkit", "rich", "click", "readline", "curses") or path.startswith(TERMINAL)
    ),
    "only the plugin knows pytest": lambda path, name: (
        not _within(name, "pytest", "_pytest") or path == "repl/pytest_plugin.py"
    ),
    "nobody imports tests, benchmarks or rulesets": lambda _, name: (
        not _within(name, "tests", "benchmarks", "rulesets")
    ),
}

# Words that belong to one game. In a rules file they are at home; a package that holds one knows a game.
GAME_WORDS = re.compile(
    r"onirim|oniverse|urbion|nightmares?|prophec(?:y|ies)|incub(?:us|i)|premonitions?|dreamwalkers?|dreamcatchers?"
    r"|limbo|labyrinth|doors?|glyphs?|crossroads|dead ends?|happy dreams?|sphinx|sognae?|polarity|census|postcards?"
    r"|editions?",
    re.IGNORECASE,
)
# What a rules file declares under a name: cards, also in tables, and what they lie in.
NAMED = re.compile(
    r"^ *(?:game|module|kind|card|class|zone|number|marker|prompt|group) ([\w' -]+?)(?= is | per | in |[:,\"]|$)",
    re.MULTILINE,
)
IN_TABLES = re.compile(r"^ *\| ([\w' -]+?) +\|", re.MULTILINE)

# Words that a comment may need to say what cards are, but that nothing that runs may hold.
CARD_WORDS = re.compile(r"decks?|dreams?|suns?|moons?|towers?|city|cities|chaos", re.IGNORECASE)


def test_there_is_something_to_check() -> None:
    assert {path.split("/")[0] for path in _sources()} == set(PACKAGES)


@pytest.mark.parametrize("rule", RULES)
def test_imports_go_one_way(rule: str) -> None:
    allowed = RULES[rule]
    wrong = [
        f"{path}:{line} imports {name}"
        for path, tree in _sources().items()
        for line, name in _imports(tree)
        if not allowed(path, name)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ORDERS)
def test_folders_import_what_stands_before_them(package: str) -> None:
    order = ORDERS[package]
    wrong = [
        f"{path}:{line} imports {name}"
        for path, tree in _sources().items()
        for line, name in _imports(tree)
        if _within(name, package) and path.startswith(f"{package}/")
        for here, there in [(_folder(path), name.split(".")[1] if "." in name else "")]
        if here in order and there in order and order.index(there) > order.index(here)
    ]
    assert wrong == []


@pytest.mark.parametrize("package", ORDERS)
def test_no_file_imports_itself_by_way_of_others(package: str) -> None:
    """In `repl`, imports inside functions don't count here: they make the start fast."""
    leads = {
        _dotted(path): {name for _, name in _imports(tree, inside_functions=package != "repl")}
        for path, tree in _sources().items()
        if path.startswith(f"{package}/")
    }
    circle = sorted(name for name in leads if name in _reached(name, leads))
    assert circle == []


def test_folders_are_the_ones_in_the_orders() -> None:
    for package, order in ORDERS.items():
        folders = {path.parent.name for path in (ROOT / package).glob("*/__init__.py")}
        assert folders <= set(order)


def test_folders_are_small() -> None:
    wrong = [
        str(folder.relative_to(ROOT))
        for package in PACKAGES
        for folder in [ROOT / package, *(path.parent for path in (ROOT / package).glob("*/__init__.py"))]
        if len(list(folder.glob("*.py"))) - 1 > MOST_MODULES
    ]
    assert wrong == []


def test_modules_are_short() -> None:
    wrong = [path for path in _sources() if len((ROOT / path).read_text("utf-8").splitlines()) > MOST_LINES]
    assert wrong == []


def test_the_language_imports_nothing_for_types_only() -> None:
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in _sources().items()
        if path.startswith("dsl/")
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
    ]
    assert wrong == []


def test_inner_folders_hand_nothing_on() -> None:
    wrong = [
        path
        for path, tree in _sources().items()
        if path.count("/") == 2 and path.endswith("__init__.py") and tree.body[1:] and path not in FACES
    ]
    assert wrong == []


def test_classes_of_the_language_inherit_nothing_that_changes() -> None:
    """Frozen shapes and exceptions may inherit, and the builders, which Lark puts together."""
    classes = {
        node.name: (path, node)
        for path, tree in _sources().items()
        if path.startswith("dsl/") and not path.startswith(LARK)
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    }
    wrong = [
        f"{path}:{node.lineno} {node.name} inherits {base}"
        for path, node in classes.values()
        for base in (ast.unparse(each).rpartition(".")[2] for each in node.bases)
        if base in classes and _changes(classes[base][1])
    ]
    assert wrong == []


def _changes(node: ast.ClassDef) -> bool:
    """Whether objects of a class have attributes that are set after they are made, other than exceptions."""
    decorators = {ast.unparse(each).partition("(")[0] for each in node.decorator_list}
    makes = any(isinstance(each, ast.FunctionDef) and each.name == "__init__" for each in node.body)
    raised = any(ast.unparse(base) == "Exception" for base in node.bases)
    return not raised and (makes or bool(decorators & {"attrs.define", "attrs.mutable"}))


def test_imports_are_absolute() -> None:
    wrong = [
        f"{path}:{node.lineno}"
        for path, tree in _sources().items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert wrong == []


def test_rulesets_are_data() -> None:
    wrong = [str(path.relative_to(ROOT)) for path in (ROOT / "rulesets").rglob("*.py*")]
    assert wrong == []


def test_test_folders_are_no_packages() -> None:
    wrong = [str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("__init__.py")]
    assert wrong == []


def test_no_game_in_the_packages() -> None:
    wrong = [
        f"{path.relative_to(ROOT)}:{number}: {found}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in {".py", ".lark"}
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        for found in _words(GAME_WORDS, line)
    ]
    assert wrong == []


def test_nothing_that_a_game_names_in_the_packages() -> None:
    """Of any game that is shipped: names of one word may be plain English, names of several aren't."""
    names = sorted(_game_names())
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*"))
        if path.suffix in {".py", ".lark"}
        for text in [_apart(path.read_text(encoding="utf-8")).lower()]
        for name in names
        if name in text and _words(re.compile(re.escape(name)), text)
    ]
    assert wrong == []


def test_no_zone_or_card_in_what_runs() -> None:
    wrong = [
        f"{path}:{line}: {found}"
        for path, tree in _sources().items()
        if _words(CARD_WORDS, (ROOT / path).read_text("utf-8"))
        for line, text in _texts(tree)
        for found in _words(CARD_WORDS, text)
    ]
    assert wrong == []


def test_every_module_says_where_it_stands() -> None:
    wrong = [path for path, tree in _sources().items() if not ast.get_docstring(tree)]
    assert wrong == []


def test_the_checks_run_the_command_of_the_readme() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^## Test\n+```sh\n(.+)\n```$", readme, re.MULTILINE)
    checks = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert command in [line.strip() for line in checks]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("draw_nightmare()", ["nightmare"]),
        ("class DoorPlaced:", ["door"]),
        ("two DOORS", ["doors"]),
        ("an indoor game", []),
        ("limbos", []),
    ],
)
def test_words_are_found_in_names_too(text: str, found: list[str]) -> None:
    assert _words(GAME_WORDS, text) == found


def test_what_games_name_is_found() -> None:
    assert {"onirim", "urbion", "red sun", "air sognae", "city deck", "meta side", "chromatic chaos"} <= _game_names()


@cache
def _sources() -> dict[str, ast.Module]:
    """The packages' modules, by path from the root."""
    paths = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _dotted(path: str) -> str:
    return path.removesuffix(".py").replace("/", ".")


def _folder(path: str) -> str:
    """The folder of a package in which a file lies; of a file in the package itself, its own name."""
    return path.split("/")[1].removesuffix(".py")


def _reached(start: str, leads: dict[str, set[str]]) -> set[str]:
    """All files that are imported by way of one."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = (leads.get(todo.pop(), set()) & leads.keys()) - found
        found |= new
        todo += new
    return found


def _walk(node: ast.AST, inside_functions: bool) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        yield child
        if inside_functions or not isinstance(child, ast.FunctionDef):
            yield from _walk(child, inside_functions)


@cache
def _imports(tree: ast.Module, inside_functions: bool = True) -> list[tuple[int, str]]:
    """The dotted names a module imports; `from dsl import source` is `dsl.source` if there is such a file."""
    found: list[tuple[int, str]] = []
    for node in _walk(tree, inside_functions):
        if isinstance(node, ast.Import):
            found += ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += ((node.lineno, _module(node.module, alias.name)) for alias in node.names)
    return found


def _module(package: str, name: str) -> str:
    below = ROOT.joinpath(*package.split("."), name)
    return f"{package}.{name}" if below.is_dir() or below.with_suffix(".py").is_file() else package


def _texts(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Strings other than docstrings, and names."""
    documentation = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in documentation:
                yield node.lineno, text
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name


def _game_names() -> set[str]:
    """The names of the shipped games, and what their rules call cards, zones and prompts, if that is several words.

    Words of the language are left out.
    """
    names = {path.name for path in (ROOT / "rulesets").iterdir() if path.is_dir()}
    for path in (ROOT / "rulesets").glob("*/*.rules"):
        text = path.read_text(encoding="utf-8")
        names |= {name for name in NAMED.findall(text) + IN_TABLES.findall(text) if " " in name}
    return names - OF_THE_LANGUAGE


def _words(words: re.Pattern[str], text: str) -> list[str]:
    """The words in a text, also those that are a part of a name (`draw_two`, `DrawTwo`)."""
    return [found.lower() for found in re.findall(rf"\b(?:{words.pattern})\b", _apart(text), re.IGNORECASE)]


def _apart(text: str) -> str:
    """A text with the words that make up names in it one by one."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", text)
