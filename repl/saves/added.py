"""Modules that players added: a copy of each is kept among their files, by the name of its game and its own.

A saved game names such a module like one of the game's own; its file is found when the game is linked. A module of the
game itself comes first. Nothing here reads what a file says, but for its head and its title.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping
from contextlib import suppress
from difflib import unified_diff
from pathlib import Path

import attrs

import dsl
from dsl.linking.missing_modules import unknown
from dsl.reading.library import ENDING, MODULE, head_of
from dsl.text.files import is_folder, read_whole, write_whole
from dsl.text.source import LONGEST_FILE
from dsl.translation.texts import ENDING as TEXTS
from repl.authoring.rules_files import texts_beside
from repl.saves import store


@attrs.frozen
class Added:
    """An added module: its game, its name and the file of the copy; beside it lie its texts files."""

    game: str
    name: str
    path: Path

    @property
    def title(self) -> str:
        """The title in its file, or "" if the file can't be read."""
        with suppress(OSError, UnicodeError):
            found = MODULE.search(self.path.read_text("utf-8"))
            if found:
                return found.string[found.end() :].partition('"')[0]
        return ""


def folder() -> Path:
    """The folder of all added modules."""
    return (store.home() / "modules").absolute()


def any_added() -> bool:
    """Whether there is such a folder; not if nobody knows where it would be, which games without it can do without."""
    try:
        return is_folder(folder())
    except store.StoreError:
        return False


def added(game: str | None = None) -> tuple[Added, ...]:
    """The modules that were added to a game, or to any, by name."""
    if not any_added():
        return ()
    pattern = f"*/*/*{ENDING}"
    found = (Added(path.parts[-3], path.parts[-2], path) for path in sorted(folder().glob(pattern)))
    return tuple(each for each in found if each.path.stem == each.name and game in (None, each.game))


def game_of(ruleset: str | Path) -> str:
    """The name of the game of a ruleset; raises `CompileError` if there is none."""
    return dsl.contents(ruleset).base.name


def files(ruleset: str, modules: Iterable[str]) -> tuple[str, ...]:
    """The modules, with the files of those that were added, and aren't modules of the ruleset itself."""
    chosen = tuple(modules)
    if all(module.endswith(ENDING) for module in chosen) or not any_added():
        return chosen
    try:
        own, game = dsl.modules_of(ruleset), game_of(ruleset)
    except dsl.CompileError:
        return chosen
    paths = {each.name: str(each.path) for each in added(game) if each.name not in own}
    return tuple(paths.get(module, module) for module in chosen)


def know(ruleset: str, modules: Iterable[str]) -> None:
    """Raise `CompileError` for a module that is misspelt, if modules were added which may be meant."""
    if not any_added():
        return
    own, more = dsl.modules_of(ruleset), [each.name for each in added(game_of(ruleset))]
    for module in modules if more else ():
        if module not in (*own, *more) and not module.endswith(ENDING):
            raise dsl.CompileError([unknown(module, [*own, *more])])


def names(modules: Iterable[str]) -> tuple[str, ...]:
    """The modules, with the names of those that were added in place of their files: the reverse of `files`."""
    known = {str(each.path): each.name for each in added()}
    return tuple(known.get(module, module) for module in modules)


def content_of(path: Path) -> dict[str, bytes]:
    """The files to be kept of a module: the content of each by its name.

    They are its rules, and the texts files beside them that are for it. Raises `CompileError` and `Unreadable`.
    """
    head = head_of(path)
    assert head
    texts = texts_beside(path, head.module)
    return {f"{head.module}{ENDING}": _content(path)} | {each.name: _content(each) for each in texts}


def kept_of(module: Added) -> dict[str, bytes]:
    """The files that are kept of an added module: the content of each by its name; raises `Unreadable`."""
    return {
        each.name: _content(each) for each in sorted(module.path.parent.iterdir()) if each.suffix in (ENDING, TEXTS)
    }


def _content(path: Path) -> bytes:
    return read_whole(path, 4 * LONGEST_FILE)


def keep(game: str, name: str, content: Mapping[str, bytes]) -> Added:
    """Keep the files of a module in place of those that were there; raises `OSError`.

    The rules are written last: until then, the module is as it was, or isn't there.
    """
    path = folder() / game / name / f"{name}{ENDING}"
    for file, data in sorted(content.items(), key=lambda each: each[0] == path.name):
        write_whole(path.parent / file, data)
    for other in path.parent.iterdir():
        if other.name not in content:
            other.unlink()
    return Added(game, name, path)


def remove(module: Added) -> None:
    """Remove the copy of a module; raises `OSError`."""
    module.path.unlink()
    shutil.rmtree(module.path.parent)
    with suppress(OSError):
        module.path.parent.parent.rmdir()


def changes(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> str:
    """The lines in which two copies differ, as `diff -u` shows them."""
    names = sorted({*before, *after})
    return "".join(line for name in names for line in _changed(name, before.get(name, b""), after.get(name, b"")))


def _changed(name: str, before: bytes, after: bytes) -> Iterable[str]:
    old, new = (
        f"{each.decode('utf-8-sig', 'replace').rstrip()}\n".splitlines(keepends=True) for each in (before, after)
    )
    return unified_diff(old, new, f"{name} (kept)", name)


def unfinished_with(module: Added) -> int:
    """The number of unfinished games that need an added module."""
    saves = (each for each in store.unfinished() if isinstance(each, store.Save))
    return sum(module.name in each.header.modules and module.game in (each.header.game, _game(each)) for each in saves)


def _game(save: store.Save) -> str:
    with suppress(dsl.CompileError):
        return game_of(save.header.game)
    return ""
