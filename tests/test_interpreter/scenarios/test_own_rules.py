"""What a failed scenario shows of its own rules: what they let happen, replaced, ended, changed and kept away."""

from __future__ import annotations

import pytest

from interpreter.analysis.adjustments import NEEDED
from interpreter.scenarios.scenario import Examined, examine
from tests.support.scenarios import scenario
from tests.support.tiny import compiled

RULES = """
players 1 to 2
number noise: 0 to 9
after play
  set noise to noise + 1
define worth: noise
define fit(card): colour of card is red
define loud: worth is at least 2
event cheer
  set noise to 9
add to turn
  option cheer, if loud
    do cheer
  option use <card in hand where fit of card>
    move card to spot
  option clap, once a game
    ask again
table
  show "Noise": noise
"""
START = "given\n  deck: red one, red one, blue one\n  hand: blue one\n"
PLAYED = "play\n  at turn\n    answer play blue one\n"


def examined(rules: str, text: str, players: int = 1) -> Examined:
    program = compiled(RULES + rules, players=players)
    return examine(scenario((f"players {players}\n" if players > 1 else "") + text), lambda _: program)


def beside(rules: str, text: str, players: int = 1, number: int = 0) -> dict[str, str]:
    """The first lines of the places beside a problem, and what is said of them."""
    problem = examined(rules, text, players).problems[number]
    return {label.span.text.splitlines()[0]: label.text for label in problem.related}


def test_a_rule_that_let_an_event_happen() -> None:
    rule, end = "forbid play if noise is 1\n", "then\n  spot: nothing\n"
    told = "this let `play` happen: its condition didn't hold then"
    assert beside(rule, START + PLAYED + end)["forbid play if noise is 1"] == told
    assert beside(rule.replace("1", "0"), START + PLAYED + end.replace("nothing", "blue one")) == {
        "after play": "this rule didn't act"
    }
    clapped = START + PLAYED.replace("play blue one", "clap")
    assert "forbid play if noise is 1" not in beside(rule, f"{clapped}then\n  spot: blue one\n")


def test_a_rule_that_took_the_place_of_an_event() -> None:
    rule = "instead of play\n  set noise to 3\n"
    told = "this took the place of `play`, which didn't happen itself: say `proceed` where it should"
    assert beside(rule, f"{START}{PLAYED}then\n  spot: blue one\n")["instead of play"] == told
    assert "instead of play" not in beside(f"{rule}  proceed\n", f"{START}{PLAYED}then\n  spot: red one\n")


@pytest.mark.parametrize(
    ("rule", "status", "told"),
    [
        ('lose when noise is 2, "Loud."', "lost", "this doesn't hold in the end: `noise` is 1"),
        ('lose when worth is at least 3, "Loud."', "lost", "this doesn't hold in the end: `worth` is 1"),
        ('game over when noise is 2 and worth is 1, "Loud."', "over", "this doesn't hold in the end"),
        ("win also when noise is 2", "won", "this doesn't hold in the end: `noise` is 1"),
        (
            "win only when noise is 1",
            "won",
            NEEDED,
        ),
        ('lose when noise is 1, "Loud."', "playing", "this ended the game"),
        ('lose when noise is 1, "Loud."', "won", "this ended the game"),
    ],
)
def test_an_ending_that_did_not_come_or_that_came(rule: str, status: str, told: str) -> None:
    assert beside(f"{rule}\n", f"{START}{PLAYED}then\n  status {status}\n")[rule] == told


def test_an_ending_about_the_player_in_turn() -> None:
    rules = (
        'flag hoarse per player\nafter play\n  set hoarse\ngame over when hoarse, "Quiet."\ntable\n  show "H": hoarse\n'
    )
    told = "this ended the game: `hoarse` there is that of the player in turn, A"
    game = f"{START}{PLAYED}then\n  status playing\n"
    assert beside(rules, game, players=2)['game over when hoarse, "Quiet."'] == told
    assert beside(rules, game)['game over when hoarse, "Quiet."'] == "this ended the game"
    everybody = rules.replace("when hoarse,", "when hoarse of A,")
    assert beside(everybody, game, players=2)['game over when hoarse of A, "Quiet."'] == "this ended the game"


def test_a_step_after_the_game_is_over_shows_what_ended_it() -> None:
    rule = 'lose when noise is 1, "Loud."'
    assert beside(f"{rule}\n", f"{START}{PLAYED}{PLAYED.removeprefix('play')[1:]}")[rule] == "this ended the game"


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("raise worth by 1", "this raises `worth` by 1, also where it is below 0"),
        ("lower worth by 2 when noise is 1", "this lowers `worth` by 2, also where it is below 0"),
        ("keep worth at least 4", "`worth` never goes below this; `at most` is for what it never goes above"),
        ("keep worth at most 0", "`worth` never goes above this; `at least` is for what it never goes below"),
        ("widen loud when noise is 1", "this adds cases in which `loud` holds; `narrow` leaves some out"),
        (
            "narrow fit when noise is 1",
            "this leaves `fit` only the cases in which its condition holds; `widen` adds cases",
        ),
    ],
)
def test_rules_that_change_definitions(rule: str, told: str) -> None:
    assert beside(f"{rule}\n", f"{START}{PLAYED}then\n  worth: 9\n")[rule] == told


def test_beside_an_option_only_what_it_reads_is_shown() -> None:
    rule = "keep worth at least 4"
    assert rule in beside(f"{rule}\n", f"{START}play\n  at turn\n    offers no cheer\n")
    assert rule not in beside(f"{rule}\n", f"{START}play\n  at turn\n    offers no stop\n")


def test_what_keeps_an_option_away() -> None:
    (problem,) = examined("", f"{START}play\n  at turn\n    answer cheer\n").problems
    assert problem.help == "it isn't offered because of `worth is at least 2` (0.rules:33): worth is 0"
    (problem,) = examined("", f"{START}play\n  at turn\n    offers some use blue one\n").problems
    assert (
        problem.help
        == "it isn't offered because of `colour of blue one is red` (0.rules:32): colour of blue one is blue"
    )


def test_an_option_that_each_player_may_use_once() -> None:
    steps = "play\n  at turn\n    answer clap\n  at turn\n    answer play blue one\n  at turn\n    offers no clap\n"
    told = "`once a game` counts for each player; `once a game in all` counts for all of them together"
    assert beside("", START + steps, players=2) == {"option clap, once a game": told}
    assert beside("", f"{START}play\n  at turn\n    offers no clap\n").get("option clap, once a game") is None


def test_cards_that_all_come_to_one_player() -> None:
    rules = "zone purse per player: heap, private\nafter setup\n  repeat 2 times\n    draw from deck to purse\n"
    text = "deal\n  deck: red one, red one, blue one, blue one\nthen\n  A purse: red one\n  B purse: red one\n"
    told = (
        "this brought cards to `A purse` 2 times, and never to `B purse`:"
        " name the player, `purse of …`, or say `next player` in between"
    )
    assert beside(rules, text, players=2) == {"draw from deck to purse": told}
    assert beside(rules, text.replace("  B purse: red one\n", ""), players=2).get("draw from deck to purse") is None


def test_a_rule_that_acted_when_its_cards_had_gone() -> None:
    rule = "set left to number of (card in hand where colour of card is blue)"
    rules = f'number left: 0 to 9\nafter play\n  {rule}\ntable\n  show "Left": left\n'
    told = (
        "`left` would change here, and didn't: it acted after `play`; what that moves doesn't lie there any more,"
        " and `before play` still finds it there"
    )
    assert beside(rules, f"{START}{PLAYED}then\n  left: 1\n") == {rule: told}


def test_an_option_that_is_offered_shows_where_if_nothing_else_is_known() -> None:
    program = compiled(
        "ability hum, once a turn\n  at turn\n  shuffle deck\nadd to turn\n  option nod\n    ask again\n"
    )
    told = {
        "hum": "this offers it whenever `turn` is asked: `at turn before anything else` is for what comes first",
        "nod": "this offers it whenever `turn` is asked: `, if …` says when it is offered",
    }
    for option, text in told.items():
        game = scenario(f"{START}play\n  at turn\n    offers no {option}\n")
        (problem,) = examine(game, lambda _: program).problems
        assert [label.text for label in problem.related] == [text]


def test_an_ending_that_only_informs() -> None:
    rule = 'out of reach when noise is 1, "Too loud."'
    told = "this only tells the player that the game can't be won any more: `lose when` ends it"
    assert beside(f"{rule}\n", f"{START}{PLAYED}then\n  status lost\n") == {rule: told}


SET = "event rest\n  set dots to 9\nafter cheer\n  do rest\n"


def test_how_the_winner_and_the_score_were_found() -> None:
    place = "winner: highest score, then lowest dots, then shared"
    rules = f"number dots per player: 0 to 9\nscore per player: 3 * dots - noise\n{place}\n{SET}"
    end = f"{START}  A dots: 2\n  B dots: 3\nplay\n  at turn\n    answer stop\nthen\n"
    told = "highest score: A 6, B 9; then lowest dots: A 2, B 3"
    assert beside(rules, f"{end}  winner: A\n", players=2) == {place: told}
    alone = f"number dots: 0 to 9\nscore: 3 * dots - noise\n{SET}"
    end = end.replace("A dots", "dots").replace("  B dots: 3\n", "")
    assert beside(alone, f"{end}  score: 7\n") == {"score: 3 * dots - noise": "3 * dots: 6; noise: 0"}


def test_a_number_that_changed_before_it_was_read() -> None:
    rules = (
        'number half: 0 to 9\nafter play\n  set noise to 0\n  set half to half + noise\ntable\n  show "Half": half\n'
    )
    ((place, told),) = beside(rules, f"{START}{PLAYED}then\n  half: 1\n").items()
    assert (place, told) == (
        "set half to half + noise",
        "`half` would change here, and didn't: `noise` had changed on the line above: 1 → 0",
    )


def test_a_pile_that_was_laid_out_from_the_bottom() -> None:
    given = "given\n  deck: red one, blue one, blue one\n  hand: red one\n"
    text = f"{given}play\n  at turn\n    answer clap\nthen\n  hand: red one, blue one\n"
    told = "what is named first lies on top: `red one` is taken before `blue one`"
    assert beside("", text) == {"deck: red one, blue one, blue one": told}
