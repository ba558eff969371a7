"""Which modules of Onirim come with the package."""

from __future__ import annotations

import re
from importlib.resources import files

MODULE = re.compile(r"^module (\w[\w ]*?)(?: +\".*)?$", re.MULTILINE)


def shipped_modules() -> tuple[str, ...]:
    """The names of the modules, in alphabetical order."""
    folder = files("rulesets") / "onirim"
    texts = [file.read_text(encoding="utf-8") for file in folder.iterdir() if file.name.endswith(".rules")]
    return tuple(sorted({name for text in texts for name in MODULE.findall(text)}))
