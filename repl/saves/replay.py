"""A saved game, played again.

The recipe is linked again and every line is carried out. The result names the first line that no longer fits, if any,
and the differences between the rules and those of the save.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dsl import CompileError, Problem, Program, rules_files, same_rules
from dsl.reading.library import ENDING
from dsl.text.files import is_file
from repl.saves.positions import give_answers, scenario_of
from repl.saves.recipe import Recipe, new_seed
from repl.saves.records import Assisted, Header, Line, Played, Redone, Result, Undone
from repl.saves.store import Save, StoreError
from repl.saves.timeline import RejectedAnswer, Timeline
from repl.saves.workshop import Workshop

if TYPE_CHECKING:
    from interpreter import Game
    from interpreter.analysis.faults import Outcome


@attrs.frozen
class Replayed:
    """A game, dealt or replayed.

    `differences`: between the rules and those of the save; `fault`: the first line that no longer fits, or "";
    `fitting`: the number of lines before it. `note`: what is to be said about how the game begins, or "".
    """

    recipe: Recipe
    program: Program
    timeline: Timeline
    differences: tuple[str, ...] = ()
    fault: str = ""
    fitting: int = 0
    note: str = ""


def deal(recipe: Recipe, workshop: Workshop) -> Replayed:
    """A new game; raises `dsl.CompileError` if the recipe can't be linked, `StoreError` if it can't be dealt."""
    return _dealt(recipe, workshop.link(recipe), workshop)


def _dealt(recipe: Recipe, program: Program, workshop: Workshop) -> Replayed:
    return Replayed(recipe, program, Timeline(started(recipe, program, workshop)))


def started(recipe: Recipe, program: Program, workshop: Workshop) -> Game:
    """A game at its first decision; raises `StoreError` if it can't be dealt."""
    try:
        return workshop.start(program, recipe)
    except ValueError as error:
        raise StoreError(f"this game can't be dealt: {error}") from error


def begin(recipe: Recipe, workshop: Workshop, program: Program | None = None) -> Replayed:
    """A new game; one that begins in the position of a scenario stands after its answers. Raises as `deal` does."""
    dealt = _dealt(recipe, program or workshop.link(recipe), workshop)
    if not recipe.scenario:
        return dealt
    return attrs.evolve(dealt, note=give_answers(dealt.timeline, scenario_of(recipe)))


def deal_anew(recipe: Recipe, workshop: Workshop) -> Replayed:
    """A new game with a random seed; raises as `deal` does."""
    program = workshop.link(recipe)
    chosen = attrs.evolve(recipe, seed=new_seed(closed=program.players > 1 and not program.open_hands))
    return _dealt(chosen, program, workshop)


def recipe_of(header: Header) -> Recipe:
    """The recipe of a saved game."""
    options = tuple(header.options.items())
    return Recipe(header.game, header.modules, header.players, options, header.seed, header.deal, header.scenario)


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
        deal=recipe.deal,
        scenario=recipe.scenario,
    )


def replay(save: Save, workshop: Workshop, opened: Recipe | None = None) -> Replayed:
    """Replay a saved game, up to the first line that doesn't fit.

    If its ruleset or a module is no longer where it was, the rules of the game that is `opened` serve if they are the
    same. Raises `StoreError` if something is missing, and `CompileError` if its rules can no longer be linked.
    """
    header, dealt = _dealt_again(save, workshop, opened)
    dealt.timeline.assisted, dealt.timeline.hinted = save.header.assisted, save.header.hinted
    fault, fitting = "", 0
    for line in save.lines:
        fault = _carried_out(dealt.timeline, line)
        if fault:
            fault = f"line {fitting + 2} of {save.path.name}: {fault}"
            break
        fitting += 1
    return attrs.evolve(dealt, differences=differences(header, dealt.program), fault=fault, fitting=fitting)


def _dealt_again(save: Save, workshop: Workshop, opened: Recipe | None) -> tuple[Header, Replayed]:
    """The deal of a saved game, and its header, with the places at which its rules were found."""
    try:
        return save.header, deal(recipe_of(save.header), workshop)
    except CompileError as error:
        lacking = [words for problem in error.problems if (words := _lacking(problem, save.header))]
        if not lacking:
            raise
        if opened and (moved := _moved(save.header, opened, workshop)):
            return moved
        raise StoreError(f"{save.path} can't be played here: {lacking[0]}{_way_out(save, opened)}") from error


def _moved(header: Header, opened: Recipe, workshop: Workshop) -> tuple[Header, Replayed] | None:
    """The deal by the rules of another game, if they are those of the header, which may have been moved there."""
    old, new = f"{Path(header.game).name}/", f"{Path(opened.game).name}/"
    rules = {f"{new}{name.removeprefix(old)}" if name.startswith(old) else name: d for name, d in header.rules.items()}
    modules = tuple(_moved_module(module, opened) for module in header.modules)
    there = attrs.evolve(header, game=opened.game, modules=modules, rules=rules)
    try:
        dealt = deal(recipe_of(there), workshop)
    except CompileError:
        return None
    return (there, dealt) if same_rules(dealt.program, there.fingerprint, there.rules) else None


def _moved_module(module: str, opened: Recipe) -> str:
    """Where a module's file may lie now: among the modules of another game, or in its folder."""
    if os.sep not in module or is_file(Path(module)):
        return module
    name = Path(module).name
    return next((other for other in opened.modules if Path(other).name == name), str(Path(opened.game) / name))


def _way_out(save: Save, opened: Recipe | None) -> str:
    """What else can be done about rules that are missing, if they are somebody's own."""
    if os.sep not in save.header.game:
        return ""
    if opened:
        return "" if opened.game == save.header.game else "; the rules of the game that is open are not the same"
    return f"; if the rules were moved, open them with `reverie play FOLDER` and type `load {save.path}`"


def differences(header: Header, program: Program) -> tuple[str, ...]:
    """The differences between the rules of a program and those of a header, a sentence each."""
    if same_rules(program, header.fingerprint, header.rules):
        return ()
    now = rules_files(program)
    found = [f"{name} has changed" for name in now if header.rules.get(name, now[name]) != now[name]]
    if header.rules:
        found += [f"{name} is new" for name in now if name not in header.rules]
        found += [f"{name} is no longer there" for name in header.rules if name not in now]
    return tuple(found) or ("their fingerprint has changed",)


def tried_with(program: Program) -> str:
    """The rules files with which a game was replayed, worded as the end of a sentence."""
    came = program.loaded
    if came is None:
        return f"the rules of `{program.game}`"
    game = f"the rules in {came.game}" if os.sep in came.game else f"the rules of `{came.game}` that come with Reverie"
    return ", ".join([game, *(module for module in came.modules if os.sep in module)])


def _lacking(problem: Problem, header: Header) -> str:
    """A sentence on the missing file or module that a problem is about; else ""."""
    match problem.code:
        case "unknown-ruleset":
            where = "restore its folder" if os.sep in header.game else "install a Reverie that includes it"
            return f"there is no game `{header.game}`; {where}"
        case "unreadable" | "too-large":
            return f"{problem.message}; put the module back there"
        case "unknown-module" if os.sep in header.game:
            return (
                f"{problem.message}, which the game uses; put its file back there: {_file_of_module(problem, header)}"
            )
        case "unknown-module":
            ways = "add it again with `reverie add`, or install a Reverie that includes it"
            return f"{problem.message}, which the game uses; {ways}"
        case "no-such-game":
            return f"{problem.message}; it was saved under different rules, or its first line was changed"
        case _:
            return ""


def _file_of_module(problem: Problem, header: Header) -> Path:
    """The file of a module of one's own ruleset: the one that is gone, or one with the module's name."""
    folder = Path(header.game)
    names = [name for name in header.rules if name.startswith(f"{folder.name}/")]
    gone = [path for name in names if not is_file(path := folder.parent / name)]
    module = next((name for name in header.modules if f"`{name}`" in problem.message), "")
    named = folder / f"{module}{ENDING}"
    return gone[0] if len(gone) == 1 and named not in gone else named


def _carried_out(timeline: Timeline, line: Line) -> str:
    """Carry out a line; "" if it fits, else why it doesn't."""
    match line:
        case Played():
            return _played(timeline, line)
        case Undone(count):
            if count > len(timeline.moves):
                return f"it takes back more answers than were given ({count} of {len(timeline.moves)})"
            timeline.undo(count)
        case Redone(count):
            if count > timeline.ahead:
                return f"it gives more answers again than were taken back ({count} of {timeline.ahead})"
            timeline.redo(count)
        case Assisted(assisted, hinted):
            timeline.assisted |= assisted
            timeline.hinted |= hinted
        case Result():
            return _ended(timeline, line)
    return ""


def _played(timeline: Timeline, line: Played) -> str:
    decision, prompt, answer = timeline.game.decision, line.prompt, line.answer
    if decision is None:
        return f"`{answer}` is answered after the end of the game"
    if (decision.prompt, decision.player) != (prompt, line.player):
        asks = f"the game asks {decision.player} at prompt `{decision.prompt}`"
        return f"{line.player} answers prompt `{prompt}`, but {asks}"
    try:
        timeline.give((answer,))
    except RejectedAnswer:
        return f"`{answer}` is not a possible answer at prompt `{prompt}`"
    if line.passed and answer != decision.passing:
        return f"`{answer}` doesn't pass prompt `{prompt}`"
    if not line.own:
        timeline.mark(line.passed, line.by)
    return ""


def result_of(outcome: Outcome) -> Result:
    """The line about the end of a game."""
    return Result(outcome.status, outcome.sentence, outcome.scores_by_name, outcome.winners)


def _ended(timeline: Timeline, said: Result) -> str:
    outcome = timeline.game.outcome
    if outcome is None:
        return f"the file says {said.result}, but the game isn't over"
    if outcome.status != said.result:
        return f"the file says {said.result}, but the game is {outcome.status}"
    found = result_of(outcome)
    if (found.scores, found.winners) == (said.scores, said.winners):
        return ""
    return f"the file says {score_words(said)}, but now it is {score_words(found)}"


def score_words(result: Result) -> str:
    """The scores at the end and the winners, in a few words."""
    scores = ", ".join(f"{owner} {score}".removeprefix("table ") for owner, score in result.scores.items())
    said = [f"score {scores}"] if scores else []
    said += [f"winner {', '.join(result.winners)}"] if result.winners else []
    return "; ".join(said) or "no score"
