"""The link report that its page shows is a real one."""

from __future__ import annotations

import re
from pathlib import Path

from tests.support.shown import commands_in, pattern_of, said

PAGE = Path(__file__).parents[2] / "docs" / "report.md"


def test_the_report_is_a_real_one() -> None:
    blocks = re.findall(r"^```\n(\$ .*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    ((command, lines),) = [each for block in blocks for each in commands_in(block)]
    assert re.fullmatch(pattern_of(lines), printed := said(command)), printed
