import dsl
from benchmarks.copies import DECISIONS, copies, in_mid_game


def test_the_game_that_is_copied_stands_in_its_middle() -> None:
    game = in_mid_game(dsl.load("onirim"))
    assert game.decision is not None
    assert sum(not answer.forced for answer in game.history) == DECISIONS


def test_each_way_of_copying_has_a_row() -> None:
    table = copies("onirim", [()], rounds=1, count=20)
    assert [row[0] for row in table.rows] == [
        "base: Game.copy",
        "base: Game.copy and an answer",
        "base: Game.state",
        "base: lists by hand",
        "base: copy.deepcopy of the lists",
    ]
    assert table.rows[0][3:] == (1.0, "500,000 or more")
