"""The name somebody meant, or none."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.text.spelling import LONGEST, counted, did_you_mean, meant, nearest, singular

NAMES = ["red sun", "red moon", "hand", "discard", "deck", "happy dream", "top of the tower", "no"]

letters = st.text(alphabet="abc D", max_size=8)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("hnad", "hand"),
        ("han", "hand"),
        ("hands", "hand"),
        ("band", "hand"),
        ("dicsrad", "discard"),
        ("Deck", "deck"),
        ("DCEK", "deck"),
        ("red sum", "red sun"),
        ("redsun", "red sun"),
        ("red  sun ", "red sun"),
        ("sun red", "red sun"),
        ("dreem happy", "happy dream"),
    ],
)
def test_slips_are_understood(word: str, name: str) -> None:
    assert nearest(word, NAMES) == name


@pytest.mark.parametrize(("word", "name"), [("discard pile", "discard"), ("dream", "happy dream"), ("sun", "red sun")])
def test_words_too_many_or_too_few(word: str, name: str) -> None:
    assert nearest(word, NAMES) == name


WRONG = ["", "  ", "x", "n", "limbo", "red", "red red red", "green star", "a" * 1000, "seek", "fund", "blue hand"]


@pytest.mark.parametrize("word", WRONG)
def test_a_guess_that_would_be_wrong_is_not_made(word: str) -> None:
    assert nearest(word, NAMES) is None


def test_a_name_is_not_its_own_correction() -> None:
    assert nearest("hand", ["hand"]) is None
    assert nearest("hand", ["hand", "hands"]) == "hands"


def test_nothing_known_nothing_near() -> None:
    assert nearest("hand", []) is None


def test_the_fewest_slips_win_then_the_first_letter_then_the_alphabet() -> None:
    assert nearest("zon", ["on", "zone"]) == "zone"
    assert nearest("cart", ["cast", "chart", "card"]) == "card"
    assert nearest("carts", ["chart", "cart"]) == "cart"


@given(letters, st.lists(letters, max_size=6), st.randoms())
def test_the_order_of_names_does_not_matter(word: str, names: list[str], shuffler: random.Random) -> None:
    shuffled = names.copy()
    shuffler.shuffle(shuffled)
    found = nearest(word, names)
    assert found == nearest(word, iter(shuffled))
    assert found is None or (found in names and found != word)


@pytest.mark.parametrize("word", ["x" * LONGEST, "x" * 1_000_000, "a " * (LONGEST // 2), "rde a17"])
def test_thousands_of_names_and_absurd_words(word: str) -> None:
    names = [f"{first} {second}{number}" for first in ("red", "blue") for second in "abcde" for number in range(500)]
    assert nearest(word, names) == ("red a17" if word == "rde a17" else None)


def test_one_of_something_has_no_s() -> None:
    assert [counted(number, "card") for number in (0, 1, 2, 1_000)] == ["0 cards", "1 card", "2 cards", "1,000 cards"]


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("daisies", "daisy"), ("Daisies", "daisy"), ("phloxes", "phlox"), ("owls", "owl"), ("wolves", "wolf"),
        ("knives", "knife"), ("potatoes", "potato"), ("bees", "bee"),
    ],
)  # fmt: skip
def test_plurals_and_singulars_stand_for_each_other(several: str, one: str) -> None:
    others = ["bowl", "fox", "be", "daisy chain"]
    assert nearest(several, [one, *others]) == one
    assert nearest(one, [several.casefold(), *others]) == several.casefold()


@pytest.mark.parametrize(
    ("several", "one"),
    [
        ("pieces", "piece"), ("daisies", "daisy"), ("boxes", "box"), ("witches", "witch"), ("glasses", "glass"),
        ("glass", "glass"), ("bees", "bee"), ("moon", "moon"), ("s", "s"), ("", ""),
    ],
)  # fmt: skip
def test_the_singular_of_a_noun_is_guessed(several: str, one: str) -> None:
    assert singular(several) == one


def test_the_name_that_a_help_asks_about_is_read_from_it() -> None:
    assert did_you_mean("deck", "there are none") == "did you mean `deck`?"
    assert did_you_mean(None, "there are none") == "there are none"
    assert did_you_mean(nearest("dekc", [])) == ""
    assert meant(f"it is far. {did_you_mean('big deck')} say so") == "big deck"
    assert meant("did you mean the event `leaf falls`?") == "leaf falls"
    assert meant("say `deck`") == ""
