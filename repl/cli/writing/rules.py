"""`reverie rules`: the help of a game, card by card."""

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
@json_option("Print the result as JSON.")
def rules(
    ruleset: str,
    card: tuple[str, ...],
    modules: tuple[str, ...],
    options: dict[str, str],
    players: int | None,
    as_json: bool,
) -> None:
    """Show the help texts of RULESET about CARD.

    Without CARD, or if CARD is `all`, show the help texts about every card.
    """
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


def _help_as_data(entry: Help) -> dict[str, Any]:
    return {"title": entry.title, "text": entry.text, "citations": entry.citations, "module": entry.module}
