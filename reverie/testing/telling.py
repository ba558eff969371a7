"""A breach, told to people: a scenario to paste into a rules file, a command that opens the game, and a decorator."""

from __future__ import annotations

import re
from collections.abc import Sequence

import dsl
from dsl import Program
from dsl.reading.library import ENDING
from interpreter import Game
from interpreter.scenarios.laying import card_lines, given, played
from interpreter.scenarios.writing import Given, indented, scenario_text, step_lines
from reverie import command_line
from reverie.testing.cases import Case, Step, drawn_from, shuffled
from reverie.testing.holding import Breach

LAID = """
  (It begins in a position that was laid out. If no game comes there, the rules lack an invariant that says so.)"""

CHANCE = "# This doesn't say all that chance decided here: see the command below.\n"

PASTED = ", with this scenario in a rules file of the game"


def told(breach: Breach) -> str:
    """What is wrong, and the smallest case in the three spellings."""
    case = breach.case
    parts = [
        f"{breach.law.sentence.rstrip('.')}: broken {_when(breach)}.\n  {breach.reason}{LAID if case.laid else ''}",
        "As a scenario:\n\n" + scenario(breach).rstrip(),
        f"At the terminal{PASTED if case.laid else ''}:\n\n  " + command(breach),
        "In a test:\n\n  @reproduce(" + repr(case) + ")",
    ]
    return "\n\n".join(parts)


def _when(breach: Breach) -> str:
    if not breach.at:
        return "before the first answer"
    return f"after answer {breach.at}, `{breach.case.given[breach.at - 1]}`"


def command(breach: Breach) -> str:
    """The command that deals the game again, or begins in its position, and the answers to give."""
    case = breach.case
    answers = [f"  {answer}" for answer in case.given]
    if case.laid:
        files = [module for module in case.modules if module.endswith(ENDING)]
        line = command_line.play(case.ruleset, files, (), None)
        return "\n  ".join([command_line.at(line, scenario_id(breach), case.seed), "  undo all", *answers])
    line = command_line.play(case.ruleset, case.modules, case.options, case.players)
    return "\n  ".join([command_line.dealt(line, case.seed, case.deal), *answers])


def scenario(breach: Breach) -> str:
    """The case of a breach as a scenario, called by the law and the modules."""
    return scenario_of(breach.case, scenario_id(breach), breach.law.sentence.rstrip("."))


def scenario_id(breach: Breach) -> str:
    """The id of the scenario of a breach: the law and the modules."""
    words = " ".join([breach.law.name, *breach.case.program.modules]).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def scenario_of(case: Case, id: str, title: str) -> str:
    """A case as a scenario with this id and title.

    It begins in the position of the case, or with the deal, if that decides all cards that this game came to; else with
    the last turn, as it was laid out when it began; and if that isn't all either, with a deal and a remark.
    """
    head = f'scenario {id} "{title}"'
    if case.begin is not None:
        text = _text(case, head, ["given", *indented(given(case.program, [*case.begin.flat]))], list(case.steps()))
        return text if plays_the_same(text, case) else f"{CHANCE}{text}"
    dealt = _text(case, head, ["deal", *indented(deals(case))], list(case.steps()))
    if plays_the_same(dealt, case):
        return dealt
    laid = next(case.turns(), None)
    if laid is not None:
        s, steps = laid
        text = _text(case, head, ["given", *indented(given(case.program, s))], steps)
        if plays_the_same(text, case):
            return text
    return f"{CHANCE}{dealt}"


def _text(case: Case, head: str, begin: list[str], steps: Sequence[Step]) -> str:
    program = case.program
    return scenario_text(program, head, case.options, begin, _steps(program, steps), _then(case.game()))


def plays_the_same(text: str, case: Case) -> bool:
    """Whether a scenario can be played, and comes to where the case ends."""
    source = dsl.SourceFile("found.rules", f'module found "Found" for {case.program.game}\n\n{text}')
    game, wanted = played(case.program, dsl.scenarios(source)[0]), case.game()
    return game is not None and _stands(game) == _stands(wanted)


def _stands(game: Game) -> tuple[object, ...]:
    """Where a game stands, whatever the order of the cards that nobody knows."""
    lying = {zone: sorted(cards) for zone, cards in game.state.zones.items()}
    return lying, game.state.numbers, game.decision, game.outcome


def _steps(program: Program, steps: Sequence[Step]) -> list[str]:
    lines: list[str] = []
    for step in steps:
        decision = step.before.decision
        assert decision
        lines += step_lines(program, Given(decision.prompt, step.answer, decision.player))
    return lines


def _then(game: Game) -> list[str]:
    if game.outcome is not None and game.outcome.status != "fault":
        return [f"status {game.outcome.status}"]
    return ["status playing"]


def deals(case: Case) -> list[str]:
    """For each zone that is shuffled before the first decision: its cards, of a pile those that were drawn from it."""
    return deal_lines(case.dealt(reference=True), case.game(reference=True))


def deal_lines(dealt: Game, game: Game) -> list[str]:
    """As `deals`, from a traced game at its first decision, and as it was played on."""
    program, lying, drawn = dealt.program, dealt.state.zones, drawn_from(game.trace)
    begin = {place.name: (place.shape, cards) for place, cards in zip(program.places, program.begin, strict=True)}
    lines: list[str] = []
    for zone in dict.fromkeys(filter(None, map(shuffled, dealt.trace))):
        shape, cards = begin[zone]
        known = drawn.get(zone, []) if shape == "pile" else lying[zone]
        rest = ["the rest"] if shape == "pile" and len(known) < len(cards) else []
        if cards and (shape == "pile" or len(known) == len(cards)):
            lines += card_lines(zone, [*known, *rest])
    return lines
