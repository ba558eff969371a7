"""`reverie rules`: the help of a game, card by card, and the meaning of each name in its rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from repl.cli.options import Once, game_options, json_option, print_json, print_lines, refuse, refusing

if TYPE_CHECKING:
    from dsl import Help


@click.command(cls=Once)
@click.argument("ruleset")
@click.argument("card", nargs=-1)
@game_options
@click.option("--names", is_flag=True, help="Show what the names in the rules files mean, and where they are used.")
@json_option("Print the result as JSON.")
def rules(
    ruleset: str,
    card: tuple[str, ...],
    modules: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    names: bool,
    as_json: bool,
) -> None:
    """Show the help texts of RULESET about CARD.

    Without CARD, or if CARD is `all`, show the help texts about every card. With `--names`, CARD is any name in the
    rules of the game and of all its modules: show what it is, where it is declared, and which lines read, change and
    hook it; without CARD, list all names.
    """
    if names:
        _names(ruleset, " ".join(card), modules, as_json)
        return
    import attrs

    import dsl
    from repl.session import card_index, rulebook

    with refusing(as_json):
        program = dsl.load(ruleset, modules, players, options)
    words = " ".join(card)
    words = "" if words.casefold() == rulebook.ALL else words
    found = rulebook.matching(program, words) if words else program.help
    cards = rulebook.cards(program, words) if words and not found else ()
    if words and not found and not cards:
        sentence, guess = rulebook.unwritten(program, words)
        refuse(" ".join(f"{each[:1].upper()}{each[1:]}" for each in (f"{sentence}.", guess.strip()) if each))
    if as_json:
        listed = {"cards": [attrs.asdict(card) for card in cards]} if cards else {}
        print_json({"rules": [_help_as_data(entry) for entry in found], **listed})
    else:
        print_lines(rulebook.lines(found) or card_index.lines(cards) or ["This ruleset has no help texts."])


def _names(ruleset: str, word: str, modules: tuple[str, ...], as_json: bool) -> None:
    """Show what the names of a ruleset mean, or one of them."""
    from repl.authoring import names

    with refusing(as_json):
        found = names.names_of(ruleset, modules)
    symbols = names.about(found, word) if word else found.symbols()
    if not symbols:
        close = names.near(found, word)
        refuse(f"Error: nothing in these rules is called `{word}`{f' (did you mean `{close}`?)' if close else ''}.")
    if as_json:
        print_json({"names": names.as_data(found, symbols)})
    else:
        print_lines(names.details(found, symbols) if word else names.overview(found))


def _help_as_data(entry: Help) -> dict[str, Any]:
    return {"title": entry.title, "text": entry.text, "citations": entry.citations, "module": entry.module}
