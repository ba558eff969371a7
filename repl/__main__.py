"""The command `reverie`, which is also `python -m repl`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; Ctrl-C ends it in the same way while it is still loading."""
    try:
        from repl.cli.main import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
