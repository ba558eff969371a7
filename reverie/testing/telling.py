"""A breach, told to people: a scenario to paste into a rules file, a command that opens the game, and a decorator."""

from __future__ import annotations

import re
from collections.abc import Sequence

import dsl
from dsl import Program
from interpreter import Game
from interpreter.scenarios.laying import card_lines, given, last_turn, played
from interpreter.scenarios.writing import Given, indented, scenario_text, step_lines
from interpreter.state.layout import Flat
from reverie import command_line
from reverie.testing.cases import Case, Step, drawn_from, shuffled
from reverie.testing.holding import Breach


def told(breach: Breach) -> str:
    """What is wrong, and the smallest case in the three spellings."""
    case = breach.case
    parts = [
        f"{breach.law.sentence.rstrip('.')}: broken {_when(breach)}.\n  {breach.reason}",
        "As a scenario:\n\n" + scenario(breach),
        "At the terminal:\n\n  " + command(case),
        "In a test:\n\n  @reproduce(" + repr(case) + ")",
    ]
    return "\n\n".join(parts)


def _when(breach: Breach) -> str:
    if not breach.at:
        return "before the first answer"
    return f"after answer {breach.at}, `{breach.case.given[breach.at - 1]}`"


def command(case: Case) -> str:
    """The command that deals the game again, and the answers to give."""
    line = command_line.play(case.ruleset, case.modules, case.options, case.players)
    return "\n  ".join([command_line.dealt(line, case.seed, case.deal), *(f"  {answer}" for answer in case.given)])


def scenario(breach: Breach) -> str:
    """The case of a breach as a scenario, called by the law and the modules."""
    words = " ".join([breach.law.name, *breach.case.program.modules]).lower()
    return scenario_of(breach.case, re.sub(r"[^a-z0-9]+", "-", words).strip("-"), breach.law.sentence.rstrip("."))


def scenario_of(case: Case, id: str, title: str) -> str:
    """A case as a scenario with this id and title.

    It begins with the deal, if that decides all cards that this game came to; else with the last turn, as it was laid
    out when it began; and if that isn't all either, with a deal and a remark.
    """
    head = f'scenario {id} "{title}"'
    dealt = _text(case, head, ["deal", *indented(deals(case))], list(case.steps()))
    if plays_the_same(dealt, case):
        return dealt
    laid = _laid(case)
    if laid is not None:
        s, steps = laid
        text = _text(case, head, ["given", *indented(given(case.program, s))], steps)
        if plays_the_same(text, case):
            return text
    return f"# A deal doesn't say all that chance decided here: see the command below.\n{dealt}"


def _text(case: Case, head: str, begin: list[str], steps: Sequence[Step]) -> str:
    program = case.program
    return scenario_text(program, head, case.options, begin, _steps(program, steps), _then(case.game()))


def _laid(case: Case) -> tuple[Flat, list[Step]] | None:
    """The state at the beginning of the last answer's turn, and the steps since then; None if no turn has begun."""
    steps = list(case.steps())
    for number in range(len(steps) - 2, -1, -1):
        step = steps[number]
        begun, decision = step.after.turns - step.before.turns, step.before.decision
        if begun and decision:
            answer = [option.id for option in decision.options].index(step.answer)
            return last_turn(step.before.state, answer, begun), steps[number + 1 :]
    dealt = case.dealt()
    return (list(dealt.state.flat), steps) if dealt.turns else None


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
