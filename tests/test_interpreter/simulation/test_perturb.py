from __future__ import annotations

from pathlib import Path

import dsl
from dsl.program.expressions import Expr
from interpreter.players.distance import distance_of
from interpreter.simulation.perturb import Perturber, Position
from interpreter.simulation.positions import seldom_turns
from interpreter.state.generator import Generator
from interpreter.state.layout import blank, layout_of
from tests.support.pairs import write_game


def test_cards_move_nearer_to_victory(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    start = Position(tuple(blank(program, 1)), 1, (), 3)
    perturber = Perturber(program, [start])
    found = [perturber.nearer_to_victory(start, Generator(seed).below) for seed in range(20)]
    assert {position.distance for position in found} == {1, 2, 3}
    assert all(position.perturbed and not position.answers for position in found)
    assert start.distance == distance_of(program).to_victory(list(start.state))


def test_cards_move_nearer_to_a_condition(tmp_path: Path) -> None:
    perturber, start, odd = oddly(tmp_path, "number of moon in box is 3 and number of sun in kept is 2")
    assert perturber.distance(odd, start) == 5
    found = perturber.nearer_to(start, odd, Generator(1).below)
    assert found.perturbed
    assert perturber.distance(odd, found) == 0


def test_cards_move_where_none_has_lain_if_a_condition_asks_for_that(tmp_path: Path) -> None:
    perturber, start, odd = oddly(tmp_path, "number of moon in box is 3 and number of sun in deck is 1")
    assert perturber.distance(odd, start) == 5
    assert perturber.distance(odd, perturber.nearer_to(start, odd, Generator(1).below)) == 0


def oddly(folder: Path, condition: str) -> tuple[Perturber, Position, Expr]:
    """A game with a rule that asks for a condition, a position of it, and the condition."""
    folder = write_game(folder / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text = text.replace("event draw\n", "event draw\n  if odd\n    shuffle deck\n")
    folder.joinpath("base.rules").write_text(f"{text}\ndefine odd: {condition}\n", encoding="utf-8")
    program = dsl.load(folder, coverage=True)
    start = Position(tuple(blank(program, 1)), 1, (), 3)
    perturber = Perturber(program, [start])
    (odd,) = [each for group in perturber.unmet for each in group if program.origins[each.origin].rule == "odd"]
    return perturber, start, odd


def test_stray_cards_change_places_and_only_piles_give_some_away(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"), coverage="conditions")
    known = seldom_turns(program, 0)
    positions = [Position(turn.state, 0, (), 3) for turns in known for turn in turns]
    perturber = Perturber(program, positions)
    layout, changed = layout_of(program), 0
    deck = next(number for number, place in enumerate(program.places) if place.name == "deck")
    for seed in range(100):
        below = Generator(seed).below
        start = positions[below(len(positions))]
        found = perturber.strayed(start, below)
        zones = [[len(state[layout.zones + zone]) for zone in range(4)] for state in (start.state, found.state)]
        assert all(after >= before for zone, (before, after) in enumerate(zip(*zones, strict=True)) if zone != deck)
        changed += found.state[layout.zones :] != start.state[layout.zones :]
    assert changed
