"""Report modules that are named and don't exist, in files and in requests.

In the folder of the base game, every module that a file names must exist. A file from another folder may name modules
that only its author has: such a mention has no effect, unless it looks like a misspelling.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from dsl.model import model as m
from dsl.text.diagnostics import Problem, Problems
from dsl.text.source import SourceFile
from dsl.text.spelling import did_you_mean, nearest, slip

SEVERAL = range(2, 9)
"""The numbers of modules that are all listed."""

SHORTEST = 3
"""Letters of the shortest name that is taken for a misspelt one."""


RANK = re.compile(
    r"first|last|early|late|all|any|everything|everyone|(?:all |any |every |the |everything )?(?:else|others?|rest)"
    r"|(?:all |any |every |each |the )*(?:other )?modules?"
)
"""A word for all the other modules, or for a place among them."""

NAMED = "name the modules: `{} MODULE, MODULE`; the rules of the base game come first by themselves"


def missing(name: m.Name, known: Iterable[str], base: SourceFile, problems: Problems, needed: bool = False) -> None:
    """Report a module that isn't there, if it is `needed`, must be known where it is named, or is misspelt."""
    if not needed and RANK.fullmatch(name.text):
        line = name.span.file.text[: name.span.start].rpartition("\n")[2]
        help_ = NAMED.format(*re.findall(r"\b(?:before|after|excludes)\b", line)[-1:])
        problems.add("unknown-module", f"no module is called `{name.text}`", name.span, help=help_)
        return
    folders = {PurePath(file.name).parent for file in (name.span.file, base)}
    known = sorted(known)
    bare = name.text.removeprefix("the ")
    close = bare if bare in known else nearest(name.text, known) or nearest(bare, known)
    second = name.text.startswith(("before ", "after "))  # a second order, read as a name
    if needed or second or len(folders) == 1 or bare in known or _near(bare, known):
        listed = ", ".join(f"`{each}`" for each in known)
        help_ = did_you_mean(close, f"the modules are {listed}" if len(known) in SEVERAL else "")
        problems.add("unknown-module", f"no module is called `{name.text}`", name.span, help=help_)


def unknown(name: str, known: Sequence[str]) -> Problem:
    """The problem of a module that a request names and that isn't among those that there are."""
    close, listed = nearest(name, list(known)), ", ".join(f"`{module}`" for module in known) or "none"
    help_ = _of_a_file(name) or did_you_mean(close, f"modules of this game: {listed}")
    return Problem("unknown-module", f"no module is called `{name}`", None, help=help_)


def _of_a_file(name: str) -> str:
    """The help for a module that is named like a file, but not like a rules file."""
    stem, dot, ending = name.rpartition(".")
    if not stem or not dot or "/" in ending:
        return ""
    return f"the name of a rules file ends in `.rules`: rename it to `{stem}.rules`"


def _near(word: str, known: Iterable[str]) -> bool:
    """Whether a name is a slip; of a short one, a letter is left out or added."""
    alike = [name for name in known if name[:1] == word[:1] and min(len(name), len(word)) >= SHORTEST]
    return slip(word, known) or any(word in _shortened(name) or name in _shortened(word) for name in alike)


def _shortened(name: str) -> set[str]:
    """A name without one of its letters, but the first."""
    return {name[:at] + name[at + 1 :] for at in range(1, len(name))}


def itself(name: m.Name, module: str, what: str, problems: Problems) -> bool:
    """Report a module that names itself where another one must be meant; returns whether it does."""
    if name.text == module:
        problems.add("circular", f"`{module}` {what} itself", name.span, help="name another module, or leave it out")
    return name.text == module
