from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import dsl
from dsl.program.blocks import Jump
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.players.policies import Uses, chooser
from interpreter.simulation.simulate import play
from tests.support.labyrinth import labyrinth
from tests.support.pairs import write_game


def test_an_eager_player_takes_what_modules_offer() -> None:
    program = labyrinth()
    turn = next(block for block, choice in words_of(program).choices.items() if choice.prompt == 0)
    takes = [0, 0]
    choose = chooser(program, "eager", 0)
    for _ in range(200):
        takes[choose(turn, [(0, 1, 1, 0), (0, 2, 1, 0), (1, 1, 1, 0)]) == 2] += 1
    assert takes[1] > 2 * takes[0] > 0
    assert {choose(turn, [(0, 1, 1, 0), (0, 2, 1, 0)]) for _ in range(50)} == {0, 1}


def test_an_eager_player_rather_does_something_than_nothing(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    choice = next(iter(words_of(program).choices.values()))
    idle = attrs.evolve(program.blocks[choice.options[1].block], body=(), last=Jump(choice.empty))
    blocks = [idle if at == choice.options[1].block else block for at, block in enumerate(program.blocks)]
    changed = attrs.evolve(program, blocks=tuple(blocks))
    choose, block = chooser(changed, "eager", 0), next(iter(words_of(changed).choices))
    takes = [choose(block, [(0, 1, 1, 0), (1, 1, 1, 0)]) for _ in range(200)]
    assert 10 < sum(takes) < 50


def test_an_eager_player_keeps_for_later_what_it_has_taken_here(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    base = folder.joinpath("base.rules")
    text = base.read_text(encoding="utf-8").replace("must be answered", "open to abilities, must be answered")
    text += '\nprompt later: "Anything else?", open to abilities\n'
    base.write_text(text.replace("  ask turn\n", "  offer later\n  ask turn\n"), encoding="utf-8")
    with folder.joinpath("stars.rules").open("a", encoding="utf-8") as file:
        file.write("\nability shine\n  when number of card in deck is at least 2\n  shuffle deck\n")
    program = dsl.load(folder, ["stars"])
    choices = words_of(program).choices
    later, turn = sorted(choices, key=lambda block: len(choices[block].options))
    elsewhere = turn, len(choices[turn].options) - 1
    for before, least, most in ((0, 120, 180), (300, 0, 40)):
        uses: Uses = {elsewhere: before}
        passed = [chooser(program, "eager", seed, uses)(later, [(0,), (1,)]) for seed in range(200)]
        assert least < sum(passed) < most


def test_what_was_taken_counts_in_later_games_too() -> None:
    program, uses = labyrinth(), Uses()
    turn = next(block for block, choice in words_of(program).choices.items() if choice.prompt == 0)
    picks: list[Pick] = [(0, 1, 1, 0), (1, 1, 1, 0)]
    for seed in range(40):
        chooser(program, "eager", seed, uses)(turn, picks)
    assert sum(uses.values()) == 40
    assert 2 * uses[turn, 0] < uses[turn, 1] < 40


def test_there_must_be_such_a_policy() -> None:
    with pytest.raises(ValueError, match="random, eager"):
        play(labyrinth(), 1, "clever")
