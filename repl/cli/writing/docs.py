"""`reverie docs` and `reverie explain`: the section of the reference about a word, and of a problem's code."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from repl.cli.options import Once, colourful, page, refuse

if TYPE_CHECKING:
    from repl.authoring.pages import Section


@click.command(cls=Once)
@click.argument("word", nargs=-1)
def docs(word: tuple[str, ...]) -> None:
    """Show what the reference says about WORD, a word of the language such as `move`, or the title of a section.

    Without a word, list those that have a section.
    """
    from repl.authoring.pages import REFERENCE, about, problem, words

    asked = " ".join(word).strip("`")
    if not asked:
        click.echo("\n".join(words(REFERENCE)))
        return
    found = about(asked) or list(filter(None, [problem(asked)]))
    if not found:
        advice = _near(asked) or "; `reverie docs` lists the words that have one"
        refuse(f"Error: no section is about `{asked}`{advice}.")
    _show(found)


@click.command(cls=Once)
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain the problem CODE, the word in brackets behind `error`, and how to mend it.

    Without a code, list all of them.
    """
    from repl.authoring.pages import PROBLEMS, problem, words

    if code is None:
        click.echo("\n".join(words(PROBLEMS)))
        return
    found = problem(code.strip("[]`"))
    if found is None:
        refuse(f"Error: no problem has the code `{code}`{_near(code)}.")
    _show([found])


def _near(word: str) -> str:
    from repl.authoring.pages import near

    close = near(word)
    return f" (did you mean `{close}`?)" if close else ""


def _show(found: list[Section]) -> None:
    """Print sections: on a terminal with their layout and in a pager, elsewhere as they are written."""
    text = "\n".join(section.text for section in found)
    if not sys.stdout.isatty():
        click.echo(text, nl=False)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    from repl.drivers.document import Page

    console = Console()
    with console.capture() as captured:
        console.print(Page(text) if colourful(sys.stdout) else Markdown(text))
    page(captured.get())
