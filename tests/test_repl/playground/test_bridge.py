from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from repl.playground.bridge import Bridge

SETUP: dict[str, Any] = {
    "game": "onirim",
    "modules": [],
    "players": None,
    "options": {},
    "seed": 5,
    "texts": {},
    "moves": [],
}
HINT = "it isn't what a playground shares"


class Page:
    """What a page does: it calls the bridge, with JSON in both directions."""

    def __init__(self) -> None:
        self.bridge = Bridge()

    def call(self, name: str, /, **argument: Any) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.bridge.call(name, json.dumps(argument)))
        return found

    def open(self, **changes: Any) -> dict[str, Any]:
        return self.call("open", **{**SETUP, **changes})

    def play(self, shown: dict[str, Any], count: int) -> dict[str, Any]:
        for _ in range(count):
            shown = self.call("answer", id=first(shown)["id"])
        return shown


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Page:
    monkeypatch.chdir(tmp_path)
    return Page()


def first(shown: dict[str, Any]) -> dict[str, Any]:
    answer: dict[str, Any] = asked(shown)["groups"][0]["answers"][0]
    return answer


def asked(shown: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in shown["events"] if each["event"] == "asked")
    return found


def test_games_are_listed_with_modules_and_options(page: Page) -> None:
    games = {game["name"]: game for game in page.call("games")["games"]}
    assert games["onirim"]["title"] == "Onirim"
    assert {"name": "spells", "values": ["normal", "hard"], "default": "normal"} in [
        option for module in games["onirim"]["modules"] for option in module["options"]
    ]


def test_a_game_is_dealt_and_played(page: Page) -> None:
    shown = page.open(modules=["book"])
    assert shown["command"] == "reverie play onirim --with book --seed 5"
    table = next(each for each in shown["events"] if each["event"] == "table")
    assert {"Hand", "Deck"} <= {row["label"] for row in table["rows"]}
    assert [group["head"] for group in asked(shown)["groups"]][:2] == ["play", "discard"]
    shown = page.play(shown, 3)
    assert (shown["undoable"], shown["redoable"], len(shown["moves"])) == (3, 0, 3)
    shown = page.call("line", line=":undo")
    assert (shown["undoable"], shown["redoable"], len(shown["moves"])) == (2, 1, 2)


def test_answers_of_a_link_are_given_again(page: Page) -> None:
    shown = page.play(page.open(), 5)
    digest = page.call("digest")
    again = page.open(moves=shown["moves"])
    assert again["moves"] == shown["moves"]
    assert page.call("digest") == digest


def test_an_answer_of_a_link_that_does_not_fit_is_reported(page: Page) -> None:
    shown = page.open(moves=[["turn", "play the fool", "A"]])
    assert shown["events"][0]["lines"] == [
        "Answer 1 does not fit: `play the fool` is not a possible answer at prompt `turn`. The game stands before it."
    ]


def test_the_game_goes_on_under_changed_rules(page: Page) -> None:
    shown = page.play(page.open(), 3)
    text = page.call("files", game="onirim", path="onirim/base.rules")["text"]
    edited = page.call("edit", path="onirim/base.rules", text=f"{text}\n# nothing\n")
    assert (edited["problems"], edited["in_force"], edited["moves"]) == ([], True, shown["moves"])
    assert [each["event"] for each in edited["events"]] == ["table", "asked"]


def test_answers_taken_back_can_be_given_again_under_changed_rules(page: Page) -> None:
    page.play(page.open(), 3)
    page.call("line", line=":undo")
    text = page.call("files", game="onirim", path="onirim/base.rules")["text"]
    edited = page.call("edit", path="onirim/base.rules", text=f"{text}\n# nothing\n")
    assert (edited["undoable"], edited["redoable"]) == (2, 1)
    assert page.call("line", line=":redo")["undoable"] == 3


def test_broken_rules_leave_the_old_ones_in_force(page: Page) -> None:
    shown = page.play(page.open(), 2)
    text = page.call("files", game="onirim", path="onirim/base.rules")["text"]
    at = text.index("deck", text.index("kind dream"))
    edited = page.call("edit", path="onirim/base.rules", text=f"{text[:at]}dekc{text[at + 4 :]}")
    assert not edited["in_force"]
    problem = edited["problems"][0]
    assert (problem["from"], problem["to"], problem["fixes"]) == (at, at + 4, [])
    fix = page.call("fixes", path="onirim/base.rules", number=0)["fixes"][0]
    assert (fix["title"], len(fix["edits"])) == ("Replace with `deck`", 1)
    assert {key: fix["edits"][0][key] for key in ("from", "to", "text")} == {"from": at, "to": at + 4, "text": "deck"}
    assert page.call("fixes", path="onirim/base.rules", number=9)["fixes"] == []
    assert page.play(shown, 1)["undoable"] == 3
    assert page.call("edit", path="onirim/base.rules", text=text)["in_force"]


def test_answers_wait_for_rules_under_which_they_fit(page: Page) -> None:
    shown = page.play(page.open(), 2)
    text = page.call("files", game="onirim", path="onirim/base.rules")["text"]
    fewer = re.sub(r"^(  \| (?:red|blue|green|brown) \w+ +\|.*\| )\d+( +\|)$", r"\g<1>1\2", text, flags=re.MULTILINE)
    assert fewer != text
    edited = page.call("edit", path="onirim/base.rules", text=fewer)
    assert edited["events"][0]["event"] == "ruleschanged"
    assert "becomes another one" in edited["events"][0]["lines"][0]
    assert page.call("edit", path="onirim/base.rules", text=text)["moves"] == shown["moves"]
    assert page.call("line", line=":log")["undoable"] == 2


def test_a_new_module_checks_plays_and_holds_its_scenario(page: Page) -> None:
    made = page.call("new", game="onirim", name="mirrors", title="Mirrors")
    page.open()
    assert made["path"] == "mirrors.rules"
    edited = page.call("edit", **made)
    assert (edited["problems"], edited["module"]) == ([], "mirrors")
    shown = page.open(modules=["mirrors.rules"], texts={"mirrors.rules": made["text"]})
    assert shown["command"] == "reverie play onirim --with mirrors.rules --seed 5"
    (scenario,) = page.call("scenarios", path="mirrors.rules")["scenarios"]
    assert page.call("scenario", path="mirrors.rules", id=scenario["id"])["ok"]
    assert "mirrors.rules" in page.call("files", game="onirim")["files"]


def test_a_module_is_new_though_the_game_is_broken(page: Page) -> None:
    page.open()
    page.call("edit", path="onirim/base.rules", text="game")
    assert page.call("new", game="onirim", name="mirrors", title="Mirrors")["path"] == "mirrors.rules"


def test_a_failing_scenario_says_where(page: Page) -> None:
    made = page.call("new", game="onirim", name="mirrors", title="Mirrors")
    text = re.sub(r"^  then\n(.*\n)+", "  then\n    discard: red sun\n", made["text"], flags=re.MULTILINE)
    page.open(texts={"mirrors.rules": text})
    (scenario,) = page.call("scenarios", path="mirrors.rules")["scenarios"]
    found = page.call("scenario", path="mirrors.rules", id=scenario["id"])
    assert not found["ok"]
    assert text[found["problems"][0]["from"] :].startswith("discard: red sun")


@pytest.mark.parametrize(
    "broken",
    [
        {"game": "../etc"},
        {"modules": [4]},
        {"modules": ["/etc/x.rules"]},
        {"options": []},
        {"moves": [["turn", "play"]]},
        {"texts": {"x.rules": 5}},
        {"players": "two"},
    ],
)
def test_a_broken_link_is_a_sentence(page: Page, broken: dict[str, Any]) -> None:
    assert page.open(**broken)["error"].endswith(HINT)


@pytest.mark.parametrize("path", ["../x.rules", "/x.rules", "x.txt", "elsewhere/x.rules", "onirim/../x.rules"])
def test_texts_stay_on_the_bench(page: Page, path: str) -> None:
    assert page.open(texts={path: ""})["error"] == f"`{path}` can't be the name of a rules file here"


def test_places_are_counted_as_browsers_do(page: Page) -> None:
    page.open()
    made = page.call("new", game="onirim", name="mirrors", title="Mirrors")
    text = f"# 🂡\n{made['text']}\nafter nothing\n  draw from deck to discard\n"
    problem = page.call("edit", path="mirrors.rules", text=text)["problems"][0]
    assert text.encode("utf-16-le")[problem["from"] * 2 : problem["to"] * 2].decode("utf-16-le") == "nothing"
