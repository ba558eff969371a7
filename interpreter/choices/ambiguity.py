"""Ambiguity: whether two options of a prompt might read the same, as far as that is known before the game.

Where the answer is no, executors compare no words, unless cards that share a name are offered (see `equal_names`). The
answer may be yes too often. The words of an option are split into what stands before the parameter named first, what
that parameter can be called, and what follows it; and likewise from the end. The names of attached cards, and facts in
parentheses, are left out: they read the same wherever they stand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, pairwise

import attrs

from dsl.program.blocks import Option, Parameter
from dsl.program.program import Program
from dsl.program.setup import MOST_COPIES
from dsl.text.letters import ON
from interpreter.choices.decisions import AND
from interpreter.choices.selections import prefixed

END = "\n"
"""Marks the end of words; no name contains it."""

Names = frozenset[str]


@attrs.frozen
class _Form:
    """How an option reads, with one source of the parameter that it names first.

    Its words begin with one of `heads` and end with one of `tails`; `before` and `behind` are the letters that all
    heads and all tails share.
    """

    before: str
    heads: Names
    behind: str
    tails: Names

    def overlaps(self, other: _Form) -> bool:
        """Whether both might read the same."""
        if not (_compatible(self.before, other.before) and _compatible(self.behind[::-1], other.behind[::-1])):
            return False
        return _some_compatible(self.heads, other.heads) and _some_compatible(
            _reversed(self.tails), _reversed(other.tails)
        )


class Ambiguity:
    """Compares the options of a program's choices; `serving` gives the cards that a parameter can be about."""

    def __init__(self, program: Program, serving: Callable[[Parameter], Iterable[int]]) -> None:
        self._names = tuple(face.name for face in program.faces)
        self._attached = _attached(program)
        self._like_words = _like_words(program)
        self._serving = serving

    def any(self, options: Sequence[Option]) -> bool:
        """Whether two picks of these options might read the same, though their cards have different names."""
        if self._attached and not self._attachments_distinct(options):
            return True
        if self._like_words and any(self._tells_words(each) for option in options for each in option.parameters):
            return True
        if any(self._ambiguous(option) for option in options):
            return True
        forms = [form for option in options for form in self._forms(option)]
        return any(one.overlaps(other) for one, other in combinations(forms, 2))

    def _tells_words(self, parameter: Parameter) -> bool:
        """Whether a card's facts may be told in words that could be an option's own."""
        if parameter.values or parameter.by_position:
            return False
        return bool(parameter.most) or not self._like_words.isdisjoint(self._serving(parameter))

    def _attachments_distinct(self, options: Sequence[Option]) -> bool:
        """Whether the names of attached cards are distinct from all other words."""
        words = [part for option in options for part in _words(option) if isinstance(part, str)]
        return _prefix_free(self._attached) and not any(ON in text for text in (*words, *self._names))

    def _ambiguous(self, option: Option) -> bool:
        """Whether picks of one option might read the same because of how its parameters are named."""
        named, parameters = _named(option), option.parameters
        if sorted(named) != list(range(len(parameters))) or any(parameter.unclear for parameter in parameters):
            return True
        later = [parameters[number] for number in named[1:]]
        if any(len(each.sources) > 1 or each.most or _affixes(each)[0][0] for each in later):
            return True
        if any(len(set(parameter.words)) < len(parameter.words) or "" in parameter.words for parameter in parameters):
            return True
        return not all(
            _prefix_free(frozenset(name + follows for name in self._called(parameters[number])))
            for number, follows in zip(named, _following(option), strict=True)
        )

    def _forms(self, option: Option) -> list[_Form]:
        named = _named(option)
        if not named:
            text = _joined(option.words).strip()
            return [_Form(text, frozenset([text + END]), text, frozenset([text]))]
        first, last = option.parameters[named[0]], option.parameters[named[-1]]
        before = _joined(option.words[: option.words.index(named[0])])
        follows = _following(option)
        forms = []
        for replaces, prefix, suffix in _affixes(first):
            start = ("" if replaces else before) + prefix
            joints = _joints(first, suffix + follows[0])
            heads = frozenset(start + name + joint for name in self._called(first) for joint in joints)
            behind = (suffix if first is last else "") + follows[-1].removesuffix(END)
            forms.append(_Form(start, heads, behind, frozenset(name + behind for name in self._called(last))))
        return forms

    def _called(self, parameter: Parameter) -> Names:
        """The names that a parameter can have; for a selection, the names of each card."""
        if parameter.values:
            return frozenset(parameter.words)
        if parameter.by_position:
            return frozenset(str(place) for place in range(1, MOST_COPIES + 1))
        if parameter.most:
            return frozenset(prefixed(each, name) for each in parameter.sources for name in self._names)
        return frozenset(self._names[card] for card in self._serving(parameter))


def _attached(program: Program) -> Names:
    """The names of the cards that can be attached to others."""
    if program.riding is None:
        return frozenset()
    fact = program.facts[program.riding.fact]
    return frozenset(program.faces[card].name for card in range(fact.first, fact.first + fact.count))


def _like_words(program: Program) -> frozenset[int]:
    """The cards with facts told in words that could be an option's own, and those to which such cards are attached.

    The position of a card that lies face down could be an option's own, too.
    """
    facts = [fact for fact in program.facts if fact.is_told and any(word[:1].isalnum() for word in fact.words)]
    cards = frozenset(card for fact in facts for card in range(fact.first, fact.first + fact.count))
    if program.facing is not None:
        cards |= {*program.facing.backs}
    if program.riding is None:
        return cards
    riders = program.facts[program.riding.fact]
    attached = any(riders.first <= card < riders.first + riders.count for card in cards)
    return cards | frozenset(program.riding.carriers if attached else ())


def _named(option: Option) -> list[int]:
    return [part for part in option.words if isinstance(part, int)]


def _joined(words: Sequence[str | int]) -> str:
    return "".join(str(part) for part in words)


def _words(option: Option) -> list[str | int]:
    """An option's words, with the words that its source adds to each parameter but the first."""
    named = _named(option)
    found: list[str | int] = []
    for part in option.words:
        if isinstance(part, int) and part != named[0]:
            _, prefix, suffix = _affixes(option.parameters[part])[0]
            found += [prefix, part, suffix]
        else:
            found.append(part)
    return found


def _following(option: Option) -> list[str]:
    """The words after each parameter, up to the next one or the end."""
    words = _words(option)
    places = [place for place, part in enumerate(words) if isinstance(part, int)]
    texts = [_joined(words[one + 1 : other]) for one, other in pairwise([*places, None]) if one is not None]
    return [*texts[:-1], *(text.rstrip() + END for text in texts[-1:])]


def _affixes(parameter: Parameter) -> list[tuple[bool, str, str]]:
    """The words that each source adds to the name of a parameter, and whether they replace all words before it."""
    if parameter.values or parameter.most:
        return [(False, "", "")]
    return [
        (source.replaces, f"{source.prefix} " if source.prefix else "", f" {source.suffix}" if source.suffix else "")
        for source in parameter.sources
    ]


def _joints(parameter: Parameter, after: str) -> list[str]:
    """The words that may follow the first name of the parameter named first."""
    if not parameter.most:
        return [after]
    return [AND] if parameter.least > 1 else [AND, after]


def _compatible(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)


def _reversed(texts: Names) -> Names:
    return frozenset(text[::-1] for text in texts)


def _prefix_free(texts: Names) -> bool:
    """Whether no text begins with another one."""
    return not any(other.startswith(one) for one, other in pairwise(sorted(texts)))


def _some_compatible(these: Names, those: Names) -> bool:
    """Whether a text of one set begins with a text of the other set."""
    lengths = {len(text) for text in these | those}
    begun, others = ({text[:length] for text in each for length in lengths} for each in (these, those))
    return not these.isdisjoint(others) or not those.isdisjoint(begun)
