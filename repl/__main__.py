"""The command `reverie`, which is also `python -m repl`."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; Ctrl-C while it is still being loaded ends it as it does later."""
    try:
        from repl.cli.main import main as command
    except KeyboardInterrupt:
        sys.exit(130)
    command()


if __name__ == "__main__":
    main()
