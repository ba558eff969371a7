from benchmarks.linking import linking


def test_a_cold_and_a_warm_link_are_measured_in_parts_that_add_up() -> None:
    table = linking("onirim", [()], rounds=1)
    assert [row[0] for row in table.rows] == ["base, cold", "base, warm"]
    for _, imports, link, first, whole in table.rows:
        assert isinstance(whole, float)
        assert abs(float(imports) + float(link) + float(first) - whole) < 0.001
    assert table.rows[1][1] == 0.0
