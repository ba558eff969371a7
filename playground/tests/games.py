"""Plays games and says what came of them, as a line of digests: run by CPython and by the Python of the page.

`played(number)` plays game `number` on a bridge, with answers drawn from its own generator.
"""

from __future__ import annotations

import json
from typing import Any

from repl.playground.bridge import Bridge

SETS: tuple[tuple[str, list[str], int | None, dict[str, str]], ...] = (
    ("onirim", [], None, {}),
    ("onirim", ["book"], None, {}),
    ("onirim", ["towers", "glyphs"], None, {}),
    ("onirim", ["incubus", "crossroads", "oniverse"], None, {}),
    ("onirim", ["dreamcatchers", "premonitions"], 2, {}),
    ("urbion", [], None, {}),
    ("urbion", ["squares", "gardens"], None, {}),
    ("urbion", ["books", "temples"], None, {}),
    ("urbion", ["chromatic", "void"], 2, {}),
    ("urbion", ["postcards"], None, {}),
)
GAMES, ANSWERS, WHOLE = 50, 40, 250


def drawn(number: int, step: int, most: int) -> int:
    """A number below `most`, the same in every Python."""
    return (number * 7919 + step * 104_729 + (step * step * number) % 1009) % most


def played(bridge: Bridge, number: int) -> dict[str, Any]:
    """Play a game for `ANSWERS` answers, each seventh to its end: its setup, its answers and its digest."""
    game, modules, players, options = SETS[number % len(SETS)]
    setup = {"game": game, "modules": modules, "players": players, "options": options, "seed": 1000 + number}
    shown = call(bridge, "open", setup)
    for step in range(ANSWERS if number % 7 else WHOLE):
        asked = next((each for each in shown.get("events", ()) if each["event"] == "asked"), None)
        if any(each["event"] == "handover" for each in shown.get("events", ())):
            shown = call(bridge, "line", {"line": ""})
            continue
        if asked is None:
            break
        answers = [answer for group in asked["groups"] for answer in group["answers"]]
        shown = call(bridge, "answer", {"id": answers[drawn(number, step, len(answers))]["id"]})
    return {**setup, "moves": shown["moves"], **call(bridge, "digest", {})}


def call(bridge: Bridge, name: str, argument: dict[str, Any]) -> dict[str, Any]:
    """Call a function of the bridge."""
    found: dict[str, Any] = json.loads(bridge.call(name, json.dumps(argument)))
    return found


def main() -> str:
    """All games as JSON."""
    bridge = Bridge()
    return json.dumps([played(bridge, number) for number in range(GAMES)])


if __name__ == "__main__":
    print(main())
