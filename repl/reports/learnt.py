"""What a policy prefers, as sentences in the rules' words: its heaviest weights, grouped by option.

Reads the features of a policy as `interpreter/players/named` calls them. A feature of a kind that isn't known here is
shown by its words alone, so that policies of other versions can be read, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl import Program
from interpreter.players.features import attributes_of
from interpreter.players.named import Words
from interpreter.players.policy import Policy

MOST = 6
"""Preferences that are shown for each option."""

UNSHOWN = -99
"""The value of an item that isn't on the table."""

ALONE, ANY = 256, 4095
"""In place of what the card before the last one shares: there is none, or it doesn't matter."""

ORDINALS = ("", "second ", "third ", "fourth ")


@attrs.frozen
class Preference:
    """A preference of one option: its weight (more than 0: rather), and when it counts."""

    weight: float
    when: str


@attrs.frozen
class OfOption:
    """An option, by its prompt and its words, and its heaviest preferences."""

    option: str
    preferences: tuple[Preference, ...]


def heaviest(program: Program, policy: Policy, most: int = MOST) -> tuple[OfOption, ...]:
    """For each option its heaviest preferences; the option with the heaviest of all comes first."""
    grouped: dict[str, list[Preference]] = {}
    for words, weight in sorted(policy.weights.items(), key=lambda each: (-abs(each[1]), str(each[0]))):
        found = grouped.setdefault(str(words[1]), [])
        if len(found) < most:
            found.append(Preference(weight, when(program, words)))
    return tuple(OfOption(option, tuple(found)) for option, found in grouped.items())


def lines(found: Sequence[OfOption]) -> Iterator[str]:
    """The preferences of all options, in lines."""
    for each in found:
        prompt, _, words = each.option.partition(": ")
        yield from ("", f"`{words}` (at “{prompt}”)")
        for one in each.preferences:
            rather = "rather" if one.weight > 0 else "rather not"
            yield f"  {one.weight:+6.2f}  {rather} {one.when}"


def when(program: Program, words: Words) -> str:
    """When a feature counts, as the end of a sentence."""
    kind, _, *about = words
    try:
        return _when(program, str(kind), about)
    except (ValueError, TypeError, IndexError):  # a policy of another version has other fields
        return f"({', '.join(map(str, [kind, *about]))})"


def _when(program: Program, kind: str, about: Sequence[str | int]) -> str:
    match kind, about:
        case "option", []:
            return "in general"
        case "size", [zone, int(number)]:
            return f"if {zone} has {_size(program, number)}"
        case "value", [item, int(number)]:
            return f"if {_item(item)} {_value(number)}"
        case "card", [card, zone, int(how), int(number)]:
            origin = f" from {zone}" if zone else ""
            return f"for {number} cards" if how == 3 else f"for {_card(card)}{origin}"
        case "pair", [card, other]:
            return f"for {_card(card)} after {_card(other)}"
        case _:
            return _about_zone(program, kind, about)


def _about_zone(program: Program, kind: str, about: Sequence[str | int]) -> str:
    match kind, about:
        case "last", [card, zone, last]:
            return f"for {_card(card)} if the last card of {zone} is {last}"
        case "last two", [card, zone, last, before]:
            return f"for {_card(card)} if {zone} ends with {before}, {last}"
        case "count", [int(part), zone, attribute, int(number)]:
            many = "more than 11 cards have" if number > 11 else _many(number, " has", " have")
            return f"if in {zone} {many} the {attribute} of the {ORDINALS[part]}card"
        case "alike", [int(part), zone, int(same), int(before)]:
            return f"if the {ORDINALS[part]}card {_alike(program, zone, same, before)}"
        case "apart", [card, zone, int(same), int(before)]:
            apart = f"{_many(same & 15, ' is', ' are')} set apart at the end of {zone}"
            if before == ANY:
                return f"for {_card(card)} if {apart}"
            return f"if the card {_alike(program, zone, same >> 4, before)}, and {apart}"
        case "value and card", [card, item, int(number)]:
            return f"for {_card(card)} if {_item(item)} {_value(number)}"
        case "first", [card, zone, first]:
            return f"for {_card(card)} if the first card of {zone} is {first}"
        case "like first", [int(part), zone, int(same)]:
            return f"if the {ORDINALS[part]}card has {_shared(program, same)} of the first card of {zone}"
        case _:
            return _leads(kind, about)


def _leads(kind: str, about: Sequence[str | int]) -> str:
    """What an option leads to."""
    match kind, about:
        case "moved", [zone, int(more), int(empty)]:
            zones = f", and {_more(empty, 'zone')} like it {_are(empty)} empty" if empty else ""
            return f"if {_more(more, 'card')} {_are(more)} in {zone}{zones}"
        case "becomes", [item, int(number)]:
            return f"if {_item(item)} then {_value(number)}"
        case "rises", [item, int(more), 0]:
            return f"if {_item(item)} changes by {_amount(more)}"
        case "rises", [item, int(more), int(zeros)]:
            there = f"{zeros - 1 if zeros <= 12 else 'more than 11'} in all"
            return f"if {_more(more, 'row')} “{_item(item)}” {_are(more)} 0, {there}"
        case "effect", [str(effect), int(number)]:
            return _effect(effect, number)
        case "left", [zone, int(covered), int(size)]:
            change, down = ("gains" if size & 1 else "loses"), f" and {covered} of them face down" if covered else ""
            return f"if {zone}, or a zone like it, {change} cards and then has {_many(size >> 1)}{down}"
        case "next", [option, int(number)]:
            times = "3 or more times" if number == 3 else "twice" if number == 2 else "once"
            return f"if `{str(option).partition(': ')[2]}` can then be answered {times}"
        case _:
            raise ValueError(kind)


def _effect(effect: str, number: int) -> str:
    match effect:
        case "ends":
            return "if that wins" if number > 1 else "if that ends the game without victory"
        case "nearer":
            return f"if victory is {_amount(number)} nearer"
        case "turned down":
            return f"if {_more(number, 'card')} {_are(number)} face down"
        case "met before":
            return "if the position was met before"
        case "choices":
            return f"if there are then {'more than 11' if number > 11 else number} answers"
        case _:
            raise ValueError(effect)


def _amount(number: int) -> str:
    """The amount that stands behind a number (as in `_value`)."""
    return _value(number).removeprefix("is ")


def _more(number: int, noun: str) -> str:
    """So many more or fewer of something."""
    amount = _amount(number & ~1)
    return f"{amount} {'fewer' if number & 1 else 'more'} {noun}{'' if amount == '1' else 's'}"


def _are(number: int) -> str:
    return "is" if number >> 1 == 1 else "are"


def _alike(program: Program, zone: str | int, same: int, before: int) -> str:
    """What a card shares with the last two cards of a zone."""
    found = f"has {_shared(program, same)} of the last card of {zone}"
    if before == ALONE:
        return f"{found}, which has one card"
    return found if before == ANY else f"{found} and {_shared(program, before)} of the one before it"


def _shared(program: Program, bits: int) -> str:
    names = [f"the {table.name}" for at, table in enumerate(attributes_of(program)) if bits >> at & 1]
    return " and ".join(names) or "nothing"


def _card(name: str | int) -> str:
    """A card, and which of the cards of an answer it is, if not the first."""
    card, _, number = str(name).rpartition(" #")
    at = int(number) - 1
    return f"{card if card != 'none' else 'no card'}{f' as the {ORDINALS[at]}card' if at else ''}"


def _item(label: str | int) -> str:
    """A row of the table: its label without its number."""
    return str(label).rpartition(" (")[0] or "a row of the table"


def _many(number: int, one: str = "", several: str = "") -> str:
    return f"1 card{one}" if number == 1 else f"{number or 'no'} cards{several}"


def _size(program: Program, number: int) -> str:
    """The number of cards that a size stands for: larger sizes stand for several."""
    unit = max(1, sum(map(len, program.begin)) // 16)
    if number <= 8 or unit == 1:
        return _many(number)
    return f"{9 + (number - 9) * unit} to {8 + (number - 8) * unit} cards"


def _value(number: int) -> str:
    """The values that stand behind a number: twice the size, and one more for those below 0; larger ones are ranges."""
    far, sign = number >> 1, "-" if number & 1 else ""
    if far <= 12:
        return f"is {sign}{far}"
    low, high = max(13, 4 << (far - 13)), (4 << (far - 12)) - 1
    if sign and low <= -UNSHOWN <= high:
        return "isn't shown"
    return f"is from -{high} to -{low}" if sign else f"is from {low} to {high}"
