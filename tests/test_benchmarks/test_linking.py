import pytest

from benchmarks.linking import linking


@pytest.mark.slow
def test_links_are_measured_in_parts_that_add_up() -> None:
    table = linking("onirim", [()], rounds=1)
    assert [row[0] for row in table.rows] == ["base, never read", "base, cold", "base, warm"]
    for _, imports, link, first, whole in table.rows:
        assert isinstance(whole, float)
        assert abs(float(imports) + float(link) + float(first) - whole) < 0.001
    assert table.rows[2][1] == 0.0
