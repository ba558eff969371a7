"""Files of a user's own: the folder that was chosen for them, and writing one whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path


def chosen_home() -> Path | None:
    """The folder that REVERIE_HOME names for everything, if it is set; raises `RuntimeError` for an unknown `~user`."""
    chosen = os.environ.get("REVERIE_HOME")
    return Path(chosen).expanduser() if chosen else None


def write_whole(path: Path, data: bytes) -> None:
    """Put a file there at one stroke: afterwards it is the new one or, after an `OSError`, still the old one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
