from __future__ import annotations

import json
from pathlib import Path

import dsl
from interpreter.choices.attachments import attachments_of
from interpreter.game.ended import endings_of
from interpreter.game.game import Game
from interpreter.game.invariants import checks_of
from interpreter.game.replay import Save, rerun
from interpreter.players.distance import distance_of
from interpreter.simulation.closely import play_closely
from interpreter.simulation.positions import draw_positions, near_the_end
from interpreter.simulation.simulate import play
from interpreter.simulation.sweep import Link, play_link, replayed
from interpreter.state.layout import FRAME, blank, layout_of
from interpreter.state.state import State
from reverie.testing.coverage import survey
from tests.support.labyrinth import labyrinth
from tests.support.pairs import write_game
from tests.support.tiny import compiled


def test_positions_stand_at_the_beginning_of_a_turn() -> None:
    program = labyrinth()
    found = draw_positions(program, 7, 12)
    assert len(found) == 12
    assert {position.state[FRAME][0] for position in found} == {program.turns}
    assert found == draw_positions(program, 7, 12)
    assert found != draw_positions(program, 8, 12)


def test_positions_are_reached_from_a_deal(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    reached = [position for position in draw_positions(program, 3, 10) if not position.perturbed]
    assert len(reached) == 5
    for position in reached:
        row, answers = play_closely(program, 99, lambda *_: 0, position)
        assert tuple(answers[: len(position.answers)]) == position.answers
        save = Save.from_text(replayed(program, position.seed, answers))
        assert save.result == row.status
        assert rerun(program, save).problem == ""


def test_every_second_position_is_perturbed() -> None:
    program = labyrinth()
    before = {position.state for position in draw_positions(program, 7, 40) if not position.perturbed}
    perturbed = [position for position in draw_positions(program, 7, 40) if position.perturbed]
    assert len(perturbed) == 20
    assert not before.issuperset(position.state for position in perturbed)
    for position in perturbed:
        checks_of(program).inspect(list(position.state))
        assert play_closely(program, 1, lambda *_: 0, position)[0].status in {"won", "lost"}


def test_positions_near_the_end_are_nearer_than_reached_ones() -> None:
    program = labyrinth()
    found = near_the_end(program, 7, 8)
    assert found == near_the_end(program, 7, 8)
    assert [position.perturbed for position in found] == 2 * [False] + 6 * [True]
    assert max(each.distance for each in found[2:]) <= min(each.distance for each in found[:2])
    for position in found[2:]:
        checks_of(program).inspect(list(position.state))
        assert endings_of(program).met(list(position.state)) is None


def test_attached_cards_stay() -> None:
    program = compiled(
        """game pond "Pond"
        kind fish
        kind bead
          rides on fish, then net
        cards fish in deep
          | card | count |
          | carp | 4     |
        cards bead in net
          | card  | count |
          | pearl | 4     |
        zone deep: pile, hidden
        zone net: heap, public
        zone pond: heap, public
        prompt turn: "What do you do?", must be answered
        event setup
          draw from deep to pond as card
          lay some pearl in net onto card
        turn: main
        event main
          ask turn
            option wait
            option free <fish in pond>
              move fish to deep
        win only when number of bead in net is 0
        """.replace("\n        ", "\n")
    )
    perturbed = [position for position in draw_positions(program, 5, 40) if position.perturbed]
    assert perturbed
    riding = layout_of(program).zones + [place.name for place in program.places].index("riding")
    pond = layout_of(program).zones + [place.name for place in program.places].index("pond")
    for position in perturbed:
        state = list(position.state)
        carriers = {card for card in range(len(program.faces)) if attachments_of(program).on(state, card)}
        assert len(carriers) == len(state[riding])
        assert carriers <= set(state[pond])


def test_a_fault_after_a_perturbed_position_is_saved_with_its_state(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    with folder.joinpath("base.rules").open("a", encoding="utf-8") as file:
        file.write('\ninvariant "few are boxed": number of card in box is at most 1\n')
    link = Link((), 1, (), 0, 40)
    swept = play_link(lambda _, coverage: dsl.load(folder, coverage=coverage), link, "eager", survey)
    saved = [json.loads(fault.save.splitlines()[0]) for fault in swept.faults]
    assert {"state" in each for each in saved} == {True, False}
    perturbed = next(each for each in saved if "state" in each)
    program = dsl.load(folder)
    game = Game.from_state(program, State.from_json(program, perturbed["state"]), check=True)
    for answer in perturbed["answers"]:
        if game.decision:
            game.choose(answer)
    assert game.outcome
    assert "few are boxed" in game.outcome.sentence


def test_positions_are_near_victory(tmp_path: Path) -> None:
    program = dsl.load(write_game(tmp_path / "pairs"))
    start = distance_of(program).to_victory(blank(program, 1))
    assert start == 3
    distances = [position.distance for position in draw_positions(program, 3, 20)]
    assert 0 < min(distances) < start


def test_a_game_without_second_turns_has_none() -> None:
    assert play(labyrinth(), 1).turns > 1
    assert draw_positions(labyrinth(), 7, 0) == []


def test_no_position_is_lost_already() -> None:
    program = compiled('lose when any blue one in spot, "Blue."\n')
    found = draw_positions(program, 1, 60)
    assert any(position.perturbed for position in found)
    assert all(endings_of(program).met(list(position.state)) is None for position in found)


def test_a_card_comes_back_to_a_steady_zone(tmp_path: Path) -> None:
    folder = write_game(tmp_path / "pairs")
    text = folder.joinpath("base.rules").read_text(encoding="utf-8")
    text = text.replace(
        "event setup\n  shuffle deck\n", "event setup\n  shuffle deck\n  draw from deck to hand as card\n"
    )
    folder.joinpath("base.rules").write_text(text, encoding="utf-8")
    program = dsl.load(folder)
    hand = layout_of(program).zones + [place.name for place in program.places].index("hand")
    found = [position.state[hand] for position in draw_positions(program, 3, 60) if position.perturbed]
    assert {len(cards) for cards in found} == {1}
    assert len(set(found)) == 2
