"""What to write in a scenario instead of names that are written as plain English would have them.

`position` asks here about names of cards and of zones and numbers that a game doesn't have.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from dsl.program.program import Program
from dsl.program.setup import Counter, Place
from dsl.text.spelling import did_you_mean, either
from interpreter.choices.decisions import letter

WORDS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6}
COPIES = re.compile(
    rf"(?P<many>[0-9]+|{'|'.join(WORDS)}) ?(?:[x×*]|times|copies of|cards? of|of)? (?:the )?(?P<one>.+)"
    r"|(?P<other>.+?),? (?:[x×*] ?)?(?P<times>[0-9]+|twice|thrice)(?:[x×]| times| copies)?"
)
"""A card and how often it is meant."""

MOST_COPIES = 3
"""The most copies that an example names."""

UNNAMED = re.compile(r"(?:(?:[0-9]+|some|any|a few|two|three|four|five|any [0-9]+) )?(?:other |random |more )?cards?")
"""Cards of which only the number is told."""

HOLDING = re.compile(r"(?P<zone>.+?) (?:contains?|holds?|has|have|with|is|are|=)")
"""A zone and a verb."""

LACKING = re.compile(r"(?P<zone>.+?) (?:does(?:n't|n’t| not) \w+|without|excludes?|lacks?|is not|isn't|has no)")
"""A zone and what it doesn't hold."""

OWNED = (
    re.compile(r"(?P<family>.+?) (?:of|for) (?:player )?(?P<owner>[A-H])"),
    re.compile(r"(?P<owner>[A-H])['’]s (?P<family>.+)"),
    re.compile(r"(?:player )?(?P<owner>[A-H]) (?P<family>.+)"),
    re.compile(r"(?P<family>.+) (?P<owner>[A-H])"),
)
"""Names of a player's zone or number, as rules or plain English have them."""

OTHERS = frozenset({"all", "all cards", "all others", "everything", "others", "rest", "the others"})
"""Words that people write for the cards that aren't named."""

SIDE = re.compile(r"(?:the )?(?P<side>top|bottom|left|right|leftmost|rightmost)(?: card)?(?: [0-9]+)? of (?P<zone>.+)")


def slip_of_cards(program: Program, name: str) -> str:
    """Help for something that stands where a card should, "" if it isn't known what is meant."""
    faces = {face.name for face in program.faces}
    copies = COPIES.fullmatch(name)
    if copies is not None:
        card = _face(copies["one"] or copies["other"], faces)
        if card:
            return f"name each copy: `{card}, {card}`"
        if several := _with_word(program, copies["one"] or copies["other"]):
            many = copies["many"] or copies["times"]
            number = int(many) if many.isdecimal() else WORDS.get(many, 2)
            return f"name each card by itself, as `{', '.join(several[: min(max(number, 1), MOST_COPIES)])}`"
    if UNNAMED.fullmatch(name):
        return "name them one by one; `the rest`, as the last, stands for all others that begin there"
    if name in OTHERS:
        return "`the rest`, as the last of the cards, stands for all others that begin there"
    if together := _several(name, faces):
        return f"separate the cards by commas: `{', '.join(together)}`"
    if (bare := re.sub(r"^(?:an?|the|one|any|some) ", "", name)) in faces:
        return f"say `{bare}`"
    if card := _face(name, faces):
        return f"say `{card}`, once for each copy"
    kind = name.removesuffix("s")
    of_kind = next((face.name for face in program.faces if name in face.kinds or kind in face.kinds), "")
    if of_kind:
        return f"`{name}` is a kind: name its cards, as `{of_kind}`"
    return _of_a_word(program, name)


def _of_a_word(program: Program, name: str) -> str:
    """Help for `all owls`, and for a part of the names of several cards; else ""."""
    bare = re.sub(r"^(?:all|every|each|any|some|an?|the|one)(?: the)? ", "", name)
    several = _with_word(program, bare)
    if several and bare != name:
        return f"name each card by itself, as `{', '.join(several[:MOST_COPIES])}`"
    return f"cards with this word: {either(several)}" if len(several) > 1 else ""


def slip_of_place(program: Program, name: str, ends: bool) -> str:
    """Help for something that stands where a zone or number should; `ends`: in `then`."""
    if (lacking := LACKING.fullmatch(name)) and (zone := _called(program, lacking["zone"])):
        return f"name all the cards that are in `{zone}`: `{zone}: …`, `{zone}: nothing`"
    if (holding := HOLDING.fullmatch(name)) and (zone := _called(program, holding["zone"])):
        more = f", or `{zone} includes: …` if it may hold others" if ends and zone in _zones(program) else ""
        return f"say `{zone}: …`{more}"
    if reordered := _reordered(program, name):
        return did_you_mean(reordered)
    if (side := SIDE.fullmatch(name)) and (zone := _called(program, side["zone"])):
        return f"the cards of a zone are named from the top or the left: `{zone}: …`"
    if owned := _called(program, name):
        return did_you_mean(owned)
    if re.fullmatch(r"[A-H]|turn|(?:current |acting |active )?player", name):
        return "say `player B` for whose turn it is"
    if name in {face.name for face in program.faces}:
        return f"`{name}` is a card: name it behind its zone, `zone: {name}`, with its facts in parentheses"
    return ""


def slip_of_member(name: str, known: Collection[Place | Counter]) -> str:
    """Help for a zone or number of one of several that is said with the word of the rules, as in `shelf 1 laid`."""
    for family in sorted({each.family for each in known}, key=lambda family: (-len(family), family)):
        found = re.search(rf"\b{re.escape(family)}\b", name)
        own = [each.name for each in known if each.family == family]
        if found is None or family in own:
            continue
        words = set(re.findall(r"\w+", f"{name[: found.start()]} {name[found.end() :]}")) - {
            "of",
            "at",
            "for",
            "in",
            "s",
        }
        meant = [each for each in own if words and words <= set(each.split(" "))]
        if len(meant) == 1:
            return f"say `{meant[0]}: …`"
    return ""


def separate(text: str, known: Collection[str], what: str = "options") -> str:
    """Help for several options, or other names, that are joined by `and`, or ""."""
    each = re.split(" and | or ", text)
    return f"separate the {what} by commas: `{', '.join(each)}`" if len(each) > 1 and set(each) <= set(known) else ""


def _face(word: str, faces: set[str]) -> str:
    """The card that a word or its plural names, or ""."""
    word = re.sub(r"^(?:a|an|the|one|x|×) ", "", word)
    singular = (word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word))
    return next((each for each in singular if each in faces), "")


def _with_word(program: Program, word: str) -> list[str]:
    """The cards of a kind, or those whose names hold a word or its singular."""
    singular = {word, word.removesuffix("s"), re.sub("ies$", "y", word)}
    faces = [face.name for face in program.faces if singular & {*face.name.split(" "), *face.kinds}]
    return [*dict.fromkeys(faces)]


def _several(name: str, faces: set[str]) -> list[str]:
    """The cards that a text names one behind the other; [] if it holds anything else, or one card only."""
    rest, found = name, list[str]()
    while rest:
        card = max((face for face in faces if re.match(rf"{re.escape(face)}(?!\w)", rest)), key=len, default="")
        if not card:
            return []
        found.append(card)
        rest = re.sub(r"^(?: ?,| and| or| then| plus| &)? *(?:an? |the )?", "", rest[len(card) :])
    return found if len(found) > 1 else []


def _zones(program: Program) -> list[str]:
    return [place.name for number, place in enumerate(program.places) if number not in program.inner_zones]


def _known(program: Program) -> list[Place | Counter]:
    """The zones, and the numbers that rules declare."""
    return [*program.places, *(counter for counter in program.counters if not counter.hidden)]


def _reordered(program: Program, name: str) -> str:
    """The zone or number whose name has the same words in another order, without `of` and the article; else ""."""
    words = sorted(word for word in name.split(" ") if word not in ("of", "the"))
    return next((each.name for each in _known(program) if sorted(each.name.split(" ")) == words), "")


def _called(program: Program, name: str) -> str:
    """The name that scenarios have for a zone or number, if it is given in another way, or as it is; else ""."""
    name, known = name.removeprefix("the "), _known(program)
    if any(each.name == name for each in known):
        return name
    for found in filter(None, (pattern.fullmatch(name) for pattern in OWNED)):
        family, owner = found["family"], "A" if program.players == 1 else found["owner"]
        own = [each.name for each in known if each.family == family and each.owner >= 0 and letter(each.owner) == owner]
        if len(own) == 1:
            return own[0]
    return ""
