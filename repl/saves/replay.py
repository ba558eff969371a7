"""A saved game, played again.

Its recipe is linked anew and every line is carried out. The result says how far that went, whether it ends as
the file says, and in what the rules differ from those under which it was saved.
"""

from __future__ import annotations

import os

import attrs

from dsl import CompileError, Problem, Program, rules_files, same_rules
from repl.saves.recipe import Recipe
from repl.saves.records import Assisted, Header, Line, Played, Redone, Result, Undone
from repl.saves.store import Save, StoreError
from repl.saves.timeline import RejectedAnswer, Timeline
from repl.saves.workshop import Workshop


@attrs.frozen
class Replayed:
    """A game as it stands, dealt or played again.

    `differences`: in what the rules differ from those of the save; `fault`: where it no longer fits, or "".
    """

    recipe: Recipe
    program: Program
    timeline: Timeline
    differences: tuple[str, ...] = ()
    fault: str = ""


def deal(recipe: Recipe, workshop: Workshop) -> Replayed:
    """A game of which nothing was played yet; raises `dsl.CompileError` if the recipe can't be linked."""
    program = workshop.link(recipe)
    return Replayed(recipe, program, Timeline(workshop.start(program, recipe.seed)))


def recipe_of(header: Header) -> Recipe:
    """What a saved game was dealt from."""
    return Recipe(header.game, header.modules, header.players, tuple(header.options.items()), header.seed)


def header_of(recipe: Recipe, program: Program) -> Header:
    """The first line of a game's file."""
    return Header(
        format=1,
        game=recipe.game,
        modules=recipe.modules,
        players=program.players,
        options=dict(recipe.options),
        seed=recipe.seed,
        fingerprint=program.fingerprint,
        rules=rules_files(program),
    )


def replay(save: Save, workshop: Workshop) -> Replayed:
    """Play a saved game again, as far as it fits.

    Raises `StoreError` if what it was played with isn't there, and `CompileError` if its rules no longer link.
    """
    try:
        dealt = deal(recipe_of(save.header), workshop)
    except CompileError as error:
        lacking = [words for problem in error.problems if (words := _lacking(problem, save.header))]
        if lacking:
            raise StoreError(f"{save.path} can't be played here: {lacking[0]}") from error
        raise
    dealt.timeline.assisted = save.header.assisted
    fault = ""
    for number, line in enumerate(save.lines, 2):
        fault = _carried_out(dealt.timeline, line)
        if fault:
            fault = f"line {number} of {save.path.name}: {fault}"
            break
    return attrs.evolve(dealt, differences=differences(save.header, dealt.program), fault=fault)


def differences(header: Header, program: Program) -> tuple[str, ...]:
    """In what the rules of a program differ from those of a header, a sentence each; () if in nothing."""
    if same_rules(program, header.fingerprint, header.rules):
        return ()
    now = rules_files(program)
    found = [f"{name} has changed" for name in now if header.rules.get(name, now[name]) != now[name]]
    if header.rules:
        found += [f"{name} is new" for name in now if name not in header.rules]
        found += [f"{name} is no longer there" for name in header.rules if name not in now]
    return tuple(found) or ("the rules are not the same ones (their fingerprints differ)",)


def _lacking(problem: Problem, header: Header) -> str:
    """What a saved game was played with and isn't there, if a problem is about that; else ""."""
    match problem.code:
        case "unknown-ruleset":
            where = "put its folder back there" if os.sep in header.game else "get a Reverie that has it"
            return f"there is no game `{header.game}`; {where}"
        case "unreadable" | "too-large":
            return f"{problem.message}; put the module back there"
        case "unknown-module":
            return f"{problem.message}, and it was played with that; get a Reverie that has it"
        case "no-such-game":
            return f"{problem.message}; it was saved under other rules, or its first line was changed"
        case _:
            return ""


def _carried_out(timeline: Timeline, line: Line) -> str:
    """Carry out a line; "" if it fits, else why it doesn't."""
    match line:
        case Played():
            return _played(timeline, line)
        case Undone(count):
            if count > len(timeline.moves):
                return f"{count} answers are taken back where only {len(timeline.moves)} were given"
            timeline.undo(count)
        case Redone(count):
            if count > timeline.ahead:
                return f"{count} answers are given again where only {timeline.ahead} were taken back"
            timeline.redo(count)
        case Assisted(assisted):
            timeline.assisted |= assisted
        case Result(result):
            return _ended(timeline, result)
    return ""


def _played(timeline: Timeline, line: Played) -> str:
    decision, prompt, answer = timeline.game.decision, line.prompt, line.answer
    if decision is None:
        return f"`{answer}` is answered, but the game is over by then"
    if (decision.prompt, decision.player) != (prompt, line.player):
        asks = f"the game asks {decision.player} at prompt `{decision.prompt}`"
        return f"{line.player} answers prompt `{prompt}`, but {asks}"
    try:
        timeline.give((answer,))
    except RejectedAnswer:
        return f"`{answer}` can't be answered at prompt `{prompt}`"
    if line.passed and answer != decision.passing:
        return f"`{answer}` passes nothing at prompt `{prompt}`"
    if line.passed:
        timeline.mark_passed()
    return ""


def _ended(timeline: Timeline, result: str) -> str:
    outcome = timeline.game.outcome
    if outcome is None:
        return f"the game is said to be {result}, but it isn't over"
    return "" if outcome.status == result else f"the game is said to be {result}, but it is {outcome.status}"
