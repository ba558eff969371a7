"""`python -m repl` is the command `reverie`."""

from repl.cli import main

if __name__ == "__main__":
    main()
