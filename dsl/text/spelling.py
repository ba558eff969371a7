"""Spelling: the known name that a misspelt word most likely stands for, and nouns after numbers.

Serves every place where people type names: rules files, answers of players, the command line. Suggests only names close
enough for a typing mistake, because a wrong guess is worse than none. The result depends on the set of names, not on
their order, and takes bounded time for any input. Nothing here knows what a name stands for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

LONGEST = 80
"""The longest word that counts as misspelt; a longer one has no nearest name."""

FIRST = 40
"""The number of characters that are quoted of a text that is too long."""

MOST_WAYS = 4
"""The most ways to write something that one piece of advice lists."""

PLURALS = (("s", ""), ("es", ""), ("ies", "y"), ("ves", "f"), ("ves", "fe"))
"""Endings of plurals, and what stands in their place in the singular."""

ENDINGS = (("ies", "y"), ("xes", "x"), ("ches", "ch"), ("shes", "sh"), ("sses", "ss"), ("s", ""))
"""The same, where the singular isn't known: only what is nearly always right."""

FORMS = ("ings", "ing", "ions", "ion", "ed", "es", "en", "s")
"""Endings of verbs and plurals that leave the stem of a word."""

SHORTEST_STEM = 3
"""The fewest letters of a stem."""

SMALL = frozenset("all and any are but each every for from had has its new not one out the this that two with".split())  # noqa: SIM905
"""Words that make no two names alike."""

MEANT = re.compile(r"did you mean (?:the [a-z ]+ )?`([^`]+)`\?")
"""How help asks about a name."""

MOST_WORDS = 4
"""The most words of a phrase that is compared word by word with names."""

MOST_FURTHER = 2
"""The most words behind a name that begins a phrase which means it."""

MOST_RELATED = 3
"""The most names that share a word with another and are suggested."""

MOST_SLIPS = 4
"""The most letters in which a word may differ from the name that it stands for."""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` most likely stands for, or None if none is near enough.

    Of a plural and its singular, each stands for the other. Otherwise, each letter left out, added, changed or swapped
    is a slip; about one is allowed for every three letters, but only one if another letter comes first. Upper and lower
    case don't count, and another order of the words counts once. If no name is near enough, the only name is suggested
    that contains all words of `word`, or with which it begins, or which only small words of it lack. Among equals, a
    name that begins with the same letter wins, then the first in alphabetical order. `word` itself is never suggested.
    """
    if not word.strip() or len(word) > LONGEST:
        return None
    first = word.strip()[0].casefold()
    others = {name for name in known if name != word and len(name) <= LONGEST}
    names = sorted(others, key=lambda name: (name[:1].casefold() != first, name))
    return _by_number(word, names) or _by_slips(word, names) or _by_words(word, names)


def related(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that `word` may stand for: the nearest, another form of its words, or those that share a word.

    `planting` is a form of `plant`; `cloud` is a word of `watch cloud`. A phrase of many words shares none.
    """
    names = [name for name in known if name != word]
    if close := nearest(word, names):
        return (close,)
    stems = [stem(each) for each in word.split(" ")]
    forms = [name for name in names if [stem(each) for each in name.split(" ")] == stems]
    own = {each for each in stems if len(each) >= SHORTEST_STEM and each not in SMALL}
    if forms or not own or len(stems) > MOST_WORDS:
        return tuple(forms[:1])
    shared = {name: len(own & {stem(each) for each in name.split(" ")}) for name in names}
    most = max(shared.values(), default=0)
    best = sorted((name for name in names if most and shared[name] == most), key=lambda name: (len(name.split()), name))
    return tuple(best) if len(best) <= MOST_RELATED else ()


def stem(word: str) -> str:
    """A word without the ending of a verb or a plural, to compare with others: `placing` and `placed` are one."""
    bare = re.sub(r"(?<=\w\w)ie[sd]$", "y", word.casefold())
    for end in FORMS:
        if bare.endswith(end) and len(bare) - len(end) >= SHORTEST_STEM and not bare.endswith("ss"):
            bare = bare.removesuffix(end)
            break
    bare = re.sub(r"(?<=[^aeiou])y$", "i", bare.removesuffix("e"))
    return bare[:-1] if len(bare) > SHORTEST_STEM and bare[-1] == bare[-2] else bare


def slip(word: str, known: Iterable[str]) -> bool:
    """Whether a word of over four letters differs from a known one by a single slip, or any word only in capitals."""
    folded = word.casefold()
    others = [name.casefold() for name in known if name != word and len(name) <= LONGEST]
    most = 1 if MOST_SLIPS < len(folded) <= LONGEST else 0
    return any(_slips(folded, other, most) <= most for other in others)


def plural(noun: str) -> tuple[str, ...]:
    """The forms that may be the plural of a noun."""
    return f"{noun}s", f"{noun}es", f"{noun.removesuffix('y')}ies"


def either(ways: Iterable[str], word: str = "or", most: int | None = MOST_WAYS) -> str:
    """Some ways to write something in backticks, the last behind a word; "" if there are none."""
    *others, last = [f"`{way}`" for way in ways][:most] or [""]
    return f"{', '.join(others)} {word} {last}" if others else last


def did_you_mean(close: str | None, otherwise: str = "") -> str:
    """The help about a name that isn't known: the nearest one, or else what there is to say; see `meant`."""
    return f"did you mean `{close}`?" if close else otherwise


def meant(help_: str) -> str:
    """The name that a help asks about, to stand in place of the one that isn't known; "" if it asks about none."""
    found = MEANT.search(help_)
    return found[1] if found else ""


def counted(number: int, noun: str) -> str:
    """A number with a noun that takes an s: `1 card`, `2 cards`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def singular(noun: str) -> str:
    """The singular of a noun, if it seems to be a plural; which word it is can only be guessed."""
    plural = noun.endswith("s") and not noun.endswith("ss")
    return next((noun.removesuffix(end) + one for end, one in ENDINGS if plural and _ends(noun, end)), noun)


def abridged(text: str, most: int = FIRST) -> str:
    """A text to be quoted: if it has more than `most` characters, the first FIRST of them and `…`."""
    return text if len(text) <= most else f"{text[:FIRST].rstrip()}…"


def _by_number(word: str, names: list[str]) -> str | None:
    """The name of which `word` is the plural or the singular."""
    folded = word.casefold()
    for end, one in PLURALS:
        for several, single in ((folded, None), (None, folded)):
            for name in names:
                if _is_plural(several or name.casefold(), single or name.casefold(), end, one):
                    return name
    return None


def _is_plural(several: str, single: str, end: str, one: str) -> bool:
    return several.endswith(end) and several.removesuffix(end) + one == single


def _ends(noun: str, end: str) -> bool:
    """Whether a plural has an ending, behind more than a letter or two."""
    return noun.endswith(end) and len(noun) > len(end) + 1


def _by_slips(word: str, names: list[str]) -> str | None:
    """The name with the fewest slips, if they are few enough."""
    folded = word.casefold()
    letters = Counter(folded)
    best, least = None, min((len(folded) + 1) // 3, MOST_SLIPS) + 1
    for name in names:
        target = name.casefold()
        if not _may_be_near(letters, Counter(target), least - 1):
            continue
        found = _apart(folded, target, least - 1)
        if " " in folded:
            found = min(found, 1 + _apart(_in_order(folded), _in_order(target), least - 2))
        if found < least:
            best, least = name, found
    return best


def _by_words(word: str, names: list[str]) -> str | None:
    """The only name whose words include those of `word`, or are what counts among them."""
    words = word.casefold().split()
    near = [name for name in names if _one_holds_other(words, name.casefold().split())]
    return near[0] if len(near) == 1 else None


def _one_holds_other(words: list[str], name: list[str]) -> bool:
    if not words or not name:
        return False
    more = set(words) - set(name)
    begins = words[: len(name)] == name and len(more) <= MOST_FURTHER
    return not more or (set(name) <= set(words) and (more <= SMALL or begins))


def _in_order(text: str) -> str:
    return " ".join(sorted(text.split()))


def _may_be_near(left: Counter[str], right: Counter[str], limit: int) -> bool:
    """Whether two words may be at most `limit` slips apart: a cheap test by the letters that only one of them has."""
    missing, extra = (left - right).total(), (right - left).total()
    return max(missing, extra) <= limit


def _apart(left: str, right: str, limit: int) -> int:
    """The slips by which one text becomes another; more than `limit` if a slip of several is in the first letter."""
    found = _slips(left, right, limit)
    return found if found <= 1 or left[:1] == right[:1] else limit + 1


def _slips(left: str, right: str, limit: int) -> int:
    """The number of letters to add, leave out, change or swap with a neighbour; `limit` + 1 if it is higher."""
    before: list[int] = []
    above = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        row = [i]
        for j, other in enumerate(right, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and other == left[i - 2]:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
        before, above = above, row
    return above[-1]
