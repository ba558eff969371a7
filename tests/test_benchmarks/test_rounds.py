from benchmarks.rounds import Contender, Played, Rounds, Tally, interleave, per_decision, per_game, per_turn, play_for


def tally(seconds: float) -> Tally:
    return Tally(games=2, decisions=10, turns=5, seconds=seconds)


def test_costs_are_seconds_for_one_unit() -> None:
    assert (per_game(tally(4.0)), per_decision(tally(4.0)), per_turn(tally(4.0))) == (2.0, 0.4, 0.8)


def test_a_ratio_is_the_median_of_those_within_a_round() -> None:
    found = Rounds({"base": [tally(1), tally(2), tally(4)], "other": [tally(3), tally(4), tally(100)]})
    assert found.ratio(per_game, "other", "base") == 3.0
    assert found.total("base") == Tally(6, 30, 15, 7)


def test_play_goes_on_until_the_time_is_up_and_counts_what_was_played() -> None:
    seen = []

    def contender(seed: int) -> Played:
        seen.append(seed)
        return Played(decisions=3, turns=2)

    found = play_for(contender, iter(range(10**6)), seconds=0.001)
    assert seen == list(range(found.games))
    assert (found.decisions, found.turns) == (3 * found.games, 2 * found.games)


def test_every_second_round_runs_backwards_and_the_first_is_not_counted() -> None:
    seen = []

    def contender_called(name: str) -> Contender:
        def contender(_: int) -> Played:
            seen.append(name)
            return Played(1, 1)

        return contender

    found = interleave({name: contender_called(name) for name in "ab"}, rounds=2, seconds=0.0001)
    first, second = (found.tallies[name] for name in "ab")
    counted = "a" * first[0].games + "b" * (second[0].games + second[1].games) + "a" * first[1].games
    assert "".join(seen).endswith("b" + counted)
    assert set("".join(seen).removesuffix(counted)) == set("ab")
