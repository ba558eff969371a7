from benchmarks.coverage import coverage


def test_games_and_scenarios_are_compared_with_those_that_record_nothing() -> None:
    table = coverage("onirim", [()], rounds=1, seconds=0.001, most=2)
    assert [row[0] for row in table.rows] == ["random games, base", "2 scenarios"]
    assert all(isinstance(row[1], float) and row[1] > 0 for row in table.rows)
