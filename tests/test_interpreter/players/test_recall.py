"""Players keep in mind which cards they put where, and know nothing of what was shuffled since."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import reverie
from dsl.program.program import Program
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.generated.executor import compiled
from interpreter.native.executor import NativeGame
from interpreter.native.learning import Net
from interpreter.players.practice import net_of
from interpreter.reference.record import Record
from interpreter.state.layout import FRAME, Flat, blank, layout_of
from tests.support.natively import compiler
from tests.support.tiny import compiled as tiny

KLONDIKE = Path(__file__).parents[3] / "docs" / "examples" / "klondike"

AWAY = """
prompt away: "Where does it go?"
zone row: line, public
zone attic: pile, hidden
after setup
  shuffle deck
  draw 3 from deck to row
  repeat while any card in row
    ask away
      option up <card in row>
        move card to attic
      option under <card in row>
        move card to bottom of attic
      option mix <card in row>
        move card to attic
        shuffle attic
  ask away
    option end
      lose "All is put away."
    option stop
      lose "Enough."
"""


@pytest.fixture(autouse=True)
def _compiled() -> None:
    if compiler():
        pytest.skip(compiler())


def begun(program: Program, seed: int) -> tuple[Net, NativeGame]:
    net = net_of(program)
    game = net.game()
    game.begin(blank(program, seed))
    net.keep_in_mind(game)
    return net, game


def zone(program: Program, name: str) -> int:
    return next(at for at, place in enumerate(program.places) if place.name == name)


@pytest.mark.parametrize(
    ("answers", "known"),
    [
        (("up", "up", "up"), [True] * 3),
        (("up", "under", "up"), [True] * 3),
        (("up", "up", "mix"), [False] * 3),
        (("up", "mix", "up"), [False, False, True]),
        (("up", "mix", "under"), [True, False, False]),
    ],
)
def test_order_is_known_until_it_is_shuffled(answers: tuple[str, ...], known: list[bool]) -> None:
    program = tiny(AWAY)
    net, game = begun(program, 1)
    python, record, s = compiled(program), Record(recording=False), blank(program, 1)
    picks = python.begin(s, record)
    for answer in answers:
        words = [each.split()[0] for each in words_at(program, s, picks)]
        at = words.index(answer)
        net.follow(game, at)
        picks = python.resume(s, picks[at], record)
    assert net.knows(game, 0, zone(program, "attic")) == known
    assert not any(net.knows(game, 0, zone(program, "deck")))


def words_at(program: Program, s: Flat, picks: list[Pick]) -> list[str]:
    words = words_of(program)
    return [words.of(s[FRAME][0], pick) for pick in picks]


@pytest.mark.parametrize("seed", range(3))
def test_cards_that_were_face_up_are_known_when_they_are_turned_down(seed: int) -> None:
    program = reverie.load(str(KLONDIKE), (), 1, {"cards turned": "3", "redeals": "9"})
    net, game = begun(program, seed)
    python, record, s, random = compiled(program), Record(recording=False), blank(program, seed), Random(seed)
    picks, layout, facing = python.begin(s, record), layout_of(program), program.facing
    assert facing
    seen, known = set[int](), 0
    for _ in range(200):
        if not picks:
            break
        seen |= {card for at in range(len(program.places)) if at != facing.zone for card in s[layout.zones + at]}
        for at in range(len(program.places)):
            if at == facing.zone:
                continue
            for card, knows in zip(s[layout.zones + at], net.knows(game, 0, at), strict=True):
                if knows:
                    known += 1
                    assert s[layout.facts + facing.fact][card] - 1 in seen
        at = random.randrange(len(picks))
        net.follow(game, at)
        picks = python.resume(s, picks[at], record)
    assert known > 50
