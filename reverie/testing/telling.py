"""A breach, told to people: a scenario to paste into a rules file, a command that opens the game, and a decorator."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from textwrap import wrap

from interpreter import Event, Game
from reverie.testing.cases import Case
from reverie.testing.holding import Breach

WIDTH = 100


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
    words = ["reverie", "play", _quoted(case.ruleset)]
    words += ["--with", _quoted(",".join(case.modules))] if case.modules else []
    words += [f"--option {_quoted(f'{name}={value}')}" for name, value in case.options]
    words += [f"--players {case.players}"] if case.players > 1 else []
    words += [f"--seed {case.seed}"]
    words += [f"--deal {_quoted(', '.join(case.deal))}"] if case.deal else []
    line = " ".join(words)
    return "\n  ".join([line, *(f"  {answer}" for answer in case.given)])


def _quoted(word: str) -> str:
    return f'"{word}"' if re.search(r"[^\w/.,=:-]", word) else word


def scenario(breach: Breach) -> str:
    """The case as a scenario; the order of piles is that of this game, as far as it came."""
    case = breach.case
    lines = [f'scenario {_id(breach)} "{breach.law.sentence.rstrip(".")}"']
    program = case.program
    lines += [f"  with {', '.join(program.modules)}"] if program.modules else []
    lines += [f"  options {', '.join(f'{name}: {value}' for name, value in case.options)}"] if case.options else []
    lines += [f"  players {case.players}"] if case.players > 1 else []
    lines += ["  deal", *(f"    {line}" for line in deals(case))]
    asked = list(_steps(case))
    lines += ["  play", *asked] if asked else []
    lines += ["  then", *(f"    {line}" for line in _then(case.game()))]
    return "\n".join(lines) + "\n"


def _id(breach: Breach) -> str:
    words = " ".join([breach.law.name, *breach.case.program.modules]).lower()
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def _steps(case: Case) -> list[str]:
    lines: list[str] = []
    for step in case.steps():
        decision = step.before.decision
        assert decision
        decided = f", decided by {decision.player}" if case.program.players > 1 else ""
        lines += [f"    at {decision.prompt}{decided}", f"      answer {step.answer}"]
    return lines


def _then(game: Game) -> list[str]:
    if game.outcome is not None and game.outcome.status != "fault":
        return [f"status {game.outcome.status}"]
    return ["status playing"]


def deals(case: Case) -> list[str]:
    """For each zone that is shuffled before the first decision: its cards, of a pile those that were drawn from it."""
    program, lying = case.program, case.dealt().state.zones
    drawn = _drawn(case.game(reference=True).trace)
    begin = {place.name: (place.shape, cards) for place, cards in zip(program.places, program.begin, strict=True)}
    lines: list[str] = []
    for zone in dict.fromkeys(filter(None, map(_shuffled, case.dealt(reference=True).trace))):
        shape, cards = begin[zone]
        known = drawn.get(zone, []) if shape == "pile" else lying[zone]
        rest = ["the rest"] if shape == "pile" and len(known) < len(cards) else []
        if cards and (shape == "pile" or len(known) == len(cards)):
            lines += _line(f"{zone}: {', '.join([*known, *rest])}")
    return lines


def _shuffled(event: Event) -> str:
    """The zone that an entry of a trace says is shuffled, or ""."""
    return event.text.rpartition(" ")[0] if event.name == "shuffle" else ""


def _drawn(trace: Iterable[Event]) -> dict[str, list[str]]:
    """The cards that were drawn from each zone between its first shuffle and its second, in order."""
    found: dict[str, list[str]] = {}
    shuffles = Counter[str]()
    for event in trace:
        shuffles[_shuffled(event)] += 1
        card, _, route = event.text.partition(": ")
        zone = route.partition(" → ")[0]
        if event.name == "draw" and shuffles[zone] == 1:
            found.setdefault(zone, []).append(card)
    return found


def _line(text: str) -> list[str]:
    """A line of cards, which goes on in the next one after a comma."""
    return wrap(text, WIDTH, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
