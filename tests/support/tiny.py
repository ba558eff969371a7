"""A game of a few lines, what is wrong with rules that are added to it, and the words that a problem underlines."""

from __future__ import annotations

from collections.abc import Mapping

import dsl

TINY = """\
game tiny "Tiny"
enum colour: red, blue
kind piece
  colour: colour
cards piece in deck
  | card     | colour | count |
  | red one  | red    | 2     |
  | blue one | blue   | 2     |
zone deck: pile, hidden
zone hand: heap, public
zone spot: line, public
prompt turn: "What do you do?", open to abilities
event setup
  shuffle deck
event main
  draw from deck to hand as card
  ask turn
    option play <card in hand>
      do play(card)
    option stop
      lose "Stopped."
event play(card)
  move card to spot
turn: main
win only when number of card in spot is 3
"""

LINES = TINY.count("\n")


def compiled(
    *texts: str, modules: tuple[str, ...] = (), players: int = 1, options: Mapping[str, str] | None = None
) -> dsl.Program:
    """The program of rules files with these texts; the first is added to the tiny game unless it is a game itself."""
    first = texts[0] if texts[0].startswith("game ") else TINY + texts[0]
    sources = [dsl.SourceFile(f"{number}.rules", text) for number, text in enumerate([first, *texts[1:]])]
    return dsl.compile_ruleset(sources, dsl.Wanted(modules, players, options or {}))


def problems(
    *texts: str, modules: tuple[str, ...] = (), players: int = 1, options: Mapping[str, str] | None = None
) -> list[dsl.Problem]:
    """What is wrong with these rules."""
    try:
        compiled(*texts, modules=modules, players=players, options=options)
    except dsl.CompileError as error:
        return list(error.problems)
    return []


def told(problem: dsl.Problem) -> tuple[str, int, str, str]:
    """Code, line below the tiny game, underlined words and help of a problem."""
    span = problem.span
    return (problem.code, span.line - LINES, span.text, problem.help) if span else (problem.code, 0, "", problem.help)


def only(*texts: str, modules: tuple[str, ...] = (), players: int = 1) -> tuple[str, int, str, str]:
    """The one problem of these rules, as `told`."""
    (problem,) = problems(*texts, modules=modules, players=players)
    return told(problem)
