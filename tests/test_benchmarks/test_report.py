from benchmarks.report import Table

TABLE = Table("base", "Speed", ("player", "games/s", "ratio"), (("engine", 1234.5, 0.5), ("hand", 7, 1.0)), ("a note",))


def test_numbers_stand_to_the_right_with_as_many_digits_as_they_deserve() -> None:
    assert str(TABLE).splitlines() == [
        "Speed",
        "  player  games/s  ratio",
        "  engine    1,234   0.50",
        "  hand          7   1.00",
        "  a note",
    ]


def test_programs_get_one_dictionary_a_row() -> None:
    assert TABLE.to_json() == {
        "title": "Speed",
        "rows": [
            {"player": "engine", "games/s": 1234.5, "ratio": 0.5},
            {"player": "hand", "games/s": 7, "ratio": 1.0},
        ],
        "notes": ["a note"],
    }
