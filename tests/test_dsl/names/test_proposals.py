"""What is proposed for an unknown name fits its place: names of each sort stand where those of each other are wanted.

Each proposal is followed, and checked again: it must be another problem then, or none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import dsl
from dsl.text.spelling import related
from tests.support.usually import usually

GAME = """\
game yard "Yard"
players 1 to 2
enum colour: red, blue
places tray: 1 to 2
option pace: slow, fast
kind omen
kind piece
  shade: colour
  weight: number
  worn: fact 0 to 3
class heavy: piece where weight is 2
cards piece in deck
  | card | shade | weight | count |
  | pear | red   | 2      | 2     |
  | plum | blue  | 1      | 2     |
card storm is omen, 1 in deck
zone deck: pile, hidden
zone hand: heap, public
zone shelf per tray: heap, public
zone desk: line, public, for looking
group near: hand
number coins: 0 to 9
marker mood: calm, wild
prompt choose: "What do you do?", open to abilities
event setup
  shuffle deck
event main
  draw from deck to hand as card
  ask choose
    option play <card in hand where fits>
      do use up(card)
    option stop
      lose "Stopped."
define fits(card): weight of card is 2
event use up(card)
  move card to tray 1's shelf
event gain
  set coins to coins + 1
turn: main, gain
win only when coins is 9
""".replace("tray 1's shelf", "shelf of tray 1")

SORTS = {
    "colour": "enum", "tray": "places", "pace": "option", "omen": "kind", "shade": "attribute", "worn": "fact",
    "heavy": "class", "plum": "card", "hand": "zone", "near": "group", "coins": "number", "mood": "marker",
    "choose": "prompt", "gain": "event", "fits": "definition", "red": "value", "player": "player", "slow": "setting",
    "use": "a word of an event", "gaining": "a form of an event", "hands": "a plural", "zxqv": "nothing",
    "the desk": "a phrase", "heavy pear": "two names",
}  # fmt: skip

PLACES = (
    "after @\n  set coins to 1\n",
    "before @ if coins is 1\n  set coins to 1\n",
    "instead of @\n  set coins to 1\n",
    "together with @\n  set coins to 1\n",
    "forbid @ if coins is 1\n",
    "after gain if during @\n  set coins to 1\n",
    "after gain\n  do @\n",
    "after gain\n  ask @\n    option go\n      set coins to 1\n",
    "after gain\n  offer @\n",
    "add to @\n  option go\n    set coins to 1\n",
    "ability leap\n  at @\n  set coins to 1\n",
    "after use up\n  move card to @\n",
    "after gain\n  if any piece in @\n    set coins to 1\n",
    "after gain\n  shuffle @\n",
    "after entering @\n  set coins to 1\n",
    "after gain\n  look at top 2 of deck in @ as seen\n  put seen on top of deck in any order, asking choose\n",
    "card gale is omen, 1 in @\n",
    "extend near with @\n",
    "zone bag: pile, hidden, refilled from @\n",
    "widen @ when coins is 1\n",
    "narrow @ when coins is 1\n",
    "after use up\n  if @(card)\n    set coins to 1\n",
    "after use up\n  if @ of card is 2\n    set coins to 1\n",
    "after use up\n  set @ of card to 1\n",
    "add green to @\n",
    "kind tool\n  use: @\n",
    "zone bag per @: heap, public\n",
    "after gain\n  for each x: @\n    set coins to 1\n",
    "after gain\n  if for every @ as x, coins is 1\n    set coins to 1\n",
    "after gain\n  if any @ in hand\n    set coins to 1\n",
    "card gale is @, 1 in deck\n",
    "extend kind @\n  torn: fact 0 to 3\n",
    "event try(x: @)\n  set coins to 1\nafter gain\n  do try(1)\n",
    "extend @ with hand\n",
    "after gain\n  set coins to @\n",
    "after gain\n  if @ is 2\n    set coins to 1\n",
    "after use up\n  if shade of card is @\n    set coins to 1\n",
    "after gain\n  set mood to @\n",
)


def _problems(rules: str) -> list[dsl.Problem]:
    try:
        dsl.compile_ruleset([dsl.SourceFile("yard.rules", GAME + rules)], dsl.Wanted((), 2, {}))
    except dsl.CompileError as error:
        return list(error.problems)
    return []


def _unknown(rules: str) -> dsl.Problem | None:
    """The problem of an unknown name in the added lines, or of a line that can't be read."""
    found = [each for each in _problems(rules) if each.span and each.span.start >= len(GAME)]
    return next((each for each in found if each.code.startswith("unknown-") or each.code == "syntax"), None)


def _proposed(place: str, name: str, help_: str) -> Iterator[str]:
    """The rules as they are where each proposal of a help is followed."""
    before, _, after = place.partition("@")
    line = before.rpartition("\n")[2].lstrip()
    for said in re.finditer(r"(?P<verb>\w+)(?: |, |: )(?P<all>`[^`]+`(?:(?:, | or | and |, or )`[^`]+`)*)", help_):
        for words in re.findall(r"`([^`]+)`", said["all"]):
            if said["verb"] in ("mean", "are", "is", "choose", "cards") and words != name:
                yield f"{before}{words}{after}"
            elif said["verb"] != "say" or "…" in words or re.search(r"\b[A-Z]{2,}\b", words):
                continue
            elif words.split(" ")[0] == line.split(" ")[0]:
                end = after.partition("\n")[2]
                yield f"{before.removesuffix(line)}{words}\n{end}"
            elif re.match(r"(?:after|before|widen|narrow|forbid) ", words):
                yield f"{before.removesuffix(line)}{words}\n{after.partition(chr(10))[2]}"
            elif "write the options below" in help_:
                yield f"{words}\n  option go\n    set coins to 1\n"
            elif re.match(r"do |set |extend |add |forbid ", words):
                yield f"{before.removesuffix(line)}{words}\n" if line.startswith(" ") else f"after gain\n  {words}\n"
            else:
                yield f"{before.removesuffix(words.split(' ')[0] + ' ')}{words}{after}"
                argument = re.match(r"\([^)]*\)| of card(?: is 2)?", after)
                yield f"{before}{words}{after}"
                if argument:
                    yield f"{before}{words}{after[argument.end() :]}"


@pytest.mark.parametrize("place", usually(PLACES, one_in=5))
def test_what_is_proposed_fits_its_place(place: str) -> None:
    for name in SORTS:
        problem = _unknown(place.replace("@", name))
        if problem is None or problem.code == "syntax":
            continue
        assert problem.help, (place, name)
        tries = [*_proposed(place, name, problem.help)]
        again = [_unknown(each) for each in tries]
        assert not tries or any(each is None for each in again), (name, problem.help, tries, again)


@pytest.mark.parametrize(
    ("word", "known", "found"),
    [
        ("nightmare", ("meet nightmare", "meet door"), ("meet nightmare",)),
        ("unloading", ("unload", "load"), ("unload",)),
        ("placed", ("place", "play"), ("place",)),
        ("hand of cards", ("hand", "deck"), ("hand",)),
        ("doors", ("door", "floor"), ("door",)),
        ("cards shown", ("show the cards", "hide"), ("show the cards",)),
        ("meet", ("meet nightmare", "meet door"), ("meet door", "meet nightmare")),
        ("the end", ("start", "finish"), ()),
        ("player has at least 20 steps", ("steps", "player"), ()),
    ],
)
def test_related_names(word: str, known: tuple[str, ...], found: tuple[str, ...]) -> None:
    assert related(word, known) == found
