"""Find the name somebody meant.

Used wherever a text may hold a name nobody declared: rules files, answers of players, words on the command line.
Only names that are near enough to be a slip are offered, because a wrong guess is worse than none. The answer depends
on the names alone, not on their order, and takes bounded time whatever was typed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

LONGEST = 80
"""A longer word than this is no slip of the pen: nothing is near it."""

MOST_SLIPS = 4


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known name that `word` most likely stands for, or None if none is near enough.

    Letters left out, added, changed or swapped count as slips, about one for every three letters; upper and lower
    case does not count, another order of the words once. Failing that, a name is offered if it is the only one that
    holds all the words of `word`, or is held by them. Among equals one that begins with the same letter wins, then
    the first in alphabetical order; `word` itself is never offered.
    """
    if not word.strip() or len(word) > LONGEST:
        return None
    first = word.strip()[0].casefold()
    others = {name for name in known if name != word and len(name) <= LONGEST}
    names = sorted(others, key=lambda name: (name[:1].casefold() != first, name))
    return _by_slips(word, names) or _by_words(word, names)


def slip(word: str, known: Iterable[str]) -> bool:
    """Whether a word of some length is one slip away from a known one, or differs from it only in capitals."""
    folded = word.casefold()
    others = [name.casefold() for name in known if name != word and len(name) <= LONGEST]
    most = 1 if MOST_SLIPS < len(folded) <= LONGEST else 0
    return any(_slips(folded, other, most) <= most for other in others)


def _by_slips(word: str, names: list[str]) -> str | None:
    """The name with the fewest slips, if they are few enough."""
    folded = word.casefold()
    letters = Counter(folded)
    best, least = None, min((len(folded) + 1) // 3, MOST_SLIPS) + 1
    for name in names:
        target = name.casefold()
        if not _may_be_near(letters, Counter(target), least - 1):
            continue
        found = _slips(folded, target, least - 1)
        if " " in folded:
            found = min(found, 1 + _slips(_in_order(folded), _in_order(target), least - 2))
        if found < least:
            best, least = name, found
    return best


def _by_words(word: str, names: list[str]) -> str | None:
    """The only name whose words hold those of `word`, or are among them."""
    words = set(word.casefold().split())
    near = [name for name in names if _one_holds_other(words, set(name.casefold().split()))]
    return near[0] if len(near) == 1 else None


def _one_holds_other(left: set[str], right: set[str]) -> bool:
    return bool(left and right) and (left <= right or right <= left)


def _in_order(text: str) -> str:
    return " ".join(sorted(text.split()))


def _may_be_near(left: Counter[str], right: Counter[str], limit: int) -> bool:
    """Whether two words may be `limit` slips apart, judged cheaply by the letters that only one of them has."""
    missing, extra = (left - right).total(), (right - left).total()
    return max(missing, extra) <= limit


def _slips(left: str, right: str, limit: int) -> int:
    """How many letters must be added, left out, changed or swapped with a neighbour; if too many, `limit` + 1."""
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
