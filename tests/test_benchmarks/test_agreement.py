import dsl
from benchmarks.agreement import agreement, apart, of_engine, of_written
from benchmarks.counterparts import COUNTERPARTS


def test_random_games_of_both_agree() -> None:
    table = agreement("urbion", games=60)
    names = [row[0] for row in table.rows]
    assert {"1p: turns", "1p: lost", "1p: at turn", "1p: at swap", "2p: at pay", "2p: decisions"} <= set(names)
    assert all(abs(float(row[3])) < 5 for row in table.rows)


def test_what_is_counted_adds_up() -> None:
    for counts in (of_engine(dsl.load("onirim"), 3), of_written(COUNTERPARTS["onirim"], 1, 3)):
        at_prompts = sum(count for what, count in counts.items() if what.startswith("at "))
        assert (at_prompts, counts["lost"] + counts["won"]) == (counts["decisions"], 1)


def test_samples_without_spread_are_alike_or_infinitely_far_apart() -> None:
    assert apart([2, 2], [2, 2]) == 0.0
    assert apart([2, 2], [3, 3]) == float("inf")
    assert apart([0, 2], [1, 3]) == -1 / (0.5 + 0.5) ** 0.5
