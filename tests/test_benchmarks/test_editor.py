from itertools import pairwise

import pytest

from benchmarks.editor import editor, recorded, texts
from repl.editor.desk import Desk
from repl.editor.workspace import form


def test_a_recording_is_500_keystrokes_with_slips_that_are_taken_back() -> None:
    found = list(texts(recorded("onirim")))
    assert len(found) == 500
    assert any(len(after) < len(before) for before, after in pairwise(found))
    desk = Desk()
    document = desk.edit("untitled:typed", found[-1])
    assert form(document.source) == ()
    for each in desk.steps("untitled:typed"):
        assert each.problems == ()


def test_nothing_is_measured_without_a_recording() -> None:
    assert editor("nothing").rows == ()


@pytest.mark.sweep
def test_problems_come_soon() -> None:
    assert len(editor("onirim").rows) == 4
