"""The link report as a person reads it and as data, and the command that shows it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

import dsl
from dsl.program.contributions import KINDS
from repl.cli.main import cli
from repl.reports import link
from tests.support.tiny import compiled

GAME = "onirim"

FOG = """\
module fog "Fog" for tiny
ability lift
  when any card in hand
  shuffle deck
before play if any card in deck and number of card in hand is at least 1 and number of card in deck is at least 1
  shuffle deck                                                  # with a comment
prompt other: "Which?", open to abilities
after play
  ask other
    option lift it
"""

HAIL = """\
module hail "Hail" for tiny
after play, before fog
  shuffle deck
when fog is in play
  add to other
    option melt
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, ["link", *words], catch_exceptions=False)


def shown(*modules: str, width: int = 80) -> tuple[str, ...]:
    return link.lines(dsl.report(compiled("", FOG, HAIL, modules=modules)), width)


def test_the_kinds_of_sites_stand_in_their_order() -> None:
    assert tuple(link.TITLES) == tuple(KINDS)


def test_each_site_with_what_others_add_in_order() -> None:
    assert shown("fog", "hail") == (
        "tiny with fog, hail, for 1 player",
        "",
        "Events",
        "  play  fog  before if any card in deck and number of card in hand is… 1.rules:5",
        "        hail after: shuffle deck                                       2.rules:2",
        "        fog  after: ask other; option lift it                          1.rules:8",
        "",
        "Prompts",
        "  other hail added option (with fog) melt                              2.rules:6",
        "",
        "At turn, other",
        "        fog  ability lift                                              1.rules:2",
        "",
        "Where modules meet",
        "  tiny and fog  prompt turn",
        "  fog and hail  event play; prompt other",
    )


def test_a_bridge_is_shown_though_it_adds_to_what_is_its_modules_own() -> None:
    rain = """\
module rain "Rain" for tiny
define wet: number of card in hand is 1
lose when wet, "Wet."
when fog is in play
  widen wet when number of card in hand is 2
  event drip
    shuffle deck
  after play, before fog
    do drip
"""
    report = dsl.report(compiled("", FOG, rain, modules=("fog", "rain")))
    told = "\n".join(link.lines(report, 100))
    assert "wet  rain widen (with fog) when number of card in hand is 2" in told
    assert "drip rain event (with fog): shuffle deck" in told
    assert "fog and rain  events play, drip; definition wet" in told


def test_a_game_without_modules_has_nothing_to_report() -> None:
    assert shown() == ("tiny, for 1 player", "", "No module adds anything to this game.")


@pytest.mark.parametrize("width", [80, 100, 120])
def test_no_line_is_wider_than_the_screen(width: int) -> None:
    report = dsl.report(dsl.load(GAME, dsl.modules_of(GAME), 2))
    assert max(map(len, link.lines(report, width))) <= width


@pytest.mark.parametrize("modules", [("book", "glyphs"), ("book", "premonitions"), ("glyphs", "premonitions")])
def test_two_modules_fit_on_a_screen(modules: tuple[str, str]) -> None:
    assert len(link.lines(dsl.report(dsl.load(GAME, modules)), 80)) <= 40


def test_as_data_it_is_complete() -> None:
    found: dict[str, Any] = json.loads(run(GAME, "--with", "glyphs,book", "--players", "2", "--json").stdout)
    program = dsl.load(GAME, ["book", "glyphs"], 2)
    assert (found["game"], found["modules"], found["players"]) == (GAME, ["book", "glyphs"], 2)
    assert found["options"] == dict(program.options)
    assert sum(len(site["rules"]) for site in found["sites"]) == len(program.contributions)
    (met,) = [each for each in found["meetings"] if each["modules"] == ["book", "glyphs"]]
    assert {"kind": "zone", "name": "goals"} in met["sites"]
    (added,) = [rule for site in found["sites"] for rule in site["rules"] if rule["with"]]
    assert (added["module"], added["kind"], added["file"]) == ("glyphs", "more cards", f"{GAME}/glyphs.rules")
    assert program.contributions[0].citations == tuple(found["sites"][0]["rules"][0]["citations"])


def test_the_command_shows_it_or_says_what_is_wrong() -> None:
    assert f"{GAME} with book, glyphs, for 1 player" in run(GAME, "--with", "book,glyphs").output
    wrong = run(GAME, "--with", "bok")
    assert wrong.exit_code == 1
    assert "did you mean `book`?" in wrong.stderr
    assert json.loads(run(GAME, "--with", "bok", "--json").stdout)["ok"] is False
