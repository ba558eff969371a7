"""Explanations of conditions that don't hold, part by part, as far as a player may know.

Evaluates a `Reason` in a state, and describes the values of each part that fails. A part that depends on something
hidden is neither true nor false here, and its values stay hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl.program.expressions import Expr, Fact, Int, Local, Number, Zone
from dsl.program.operators import within
from dsl.program.origin import Origin
from dsl.program.reasons import Mention, Reason
from interpreter.analysis.faults import line_of
from interpreter.choices.decisions import seat
from interpreter.choices.evaluate import Evaluator, Locals
from interpreter.choices.knowing import Knowledge
from interpreter.state.wording import from_top, shown_card

HIDDEN = "depends on something you can't see"
ONE_OF = ("either", "widened", "any")
"""The forms of conditions that hold if one of their parts does."""
MOST_CARDS = 5


@attrs.frozen
class Failure:
    """A condition that doesn't hold: the words of the rule, with the cards they are about, and its values in words.

    `through` are the definitions that contain it, and the members of domains that it is about, the outermost first.
    `module`, `citations` and `place` (`file:line`) are those of the rule. `others` is the number of further members for
    which a condition isn't as wanted, and which are left out.
    """

    text: str
    values: tuple[str, ...]
    module: str
    citations: tuple[str, ...]
    place: str
    through: tuple[str, ...] = ()
    others: int = 0


def failure(text: str, values: Iterable[str], rule: Origin, through: tuple[str, ...] = ()) -> Failure:
    """A failure of a condition in a rule."""
    return Failure(text, tuple(dict.fromkeys(values)), rule.module, rule.citations, line_of(rule), through)


class Reasoning:
    """Judges conditions in one state; `local` are the decision's locals, `unknown` those the player doesn't know.

    Of a condition on the members of a domain, only the member that comes nearest is reported, unless `every`.
    """

    def __init__(self, knowledge: Knowledge, local: Locals, unknown: frozenset[int], every: bool = False) -> None:
        self.knowledge = knowledge
        self.local = local
        self.unknown = unknown
        self.every = every
        self._values = Evaluator(knowledge.program)

    def number(self, expr: Expr) -> int:
        """The value of an expression that is an integer."""
        return self._values.number(expr, self.knowledge.s, self.local)

    def cards(self, expr: Expr) -> bytes:
        """The value of an expression that is a list of cards."""
        return self._values.cards(expr, self.knowledge.s, self.local)

    def knows(self, expr: Expr, reason: Reason | None = None) -> bool:
        """Whether the player knows the value of an expression; a reason says where its cards lie."""
        unknown = self.unknown.difference(self._seen_locals(reason) if reason else ())
        return self.knowledge.knows(expr, self.local, unknown)

    def truth(self, reason: Reason) -> bool | None:
        """Whether a condition holds; None if the player doesn't know."""
        match reason.form:
            case "value":
                return bool(self.number(reason.expr)) if self.knows(reason.expr, reason) else None
            case "not":
                inner = self.truth(reason.parts[0])
                return None if inner is None else not inner
            case "if":
                condition = self.truth(reason.parts[0])
                return None if condition is None else self.truth(reason.parts[1 if condition else 2])
            case _:
                return self._joined(reason, reason.form not in ONE_OF)

    def _joined(self, reason: Reason, every: bool) -> bool | None:
        truths = [self.truth(part) for part in reason.parts]
        if (not every) in truths:
            return not every
        return None if None in truths else every

    def unmet(self, reason: Reason | None) -> list[Failure]:
        """Why a condition doesn't hold; empty if it holds."""
        if reason is None or self.truth(reason):
            return []
        return list(dict.fromkeys(self._why(reason, True, ())))

    def misses(self, reason: Reason | None, wanted: bool = True) -> int:
        """How many parts of a condition would have to change for it to be as wanted, at least."""
        if reason is None or self.truth(reason) is wanted:
            return 0
        match reason.form:
            case "value":
                return 1
            case "not":
                return self.misses(reason.parts[0], not wanted)
            case "if":
                condition = self.truth(reason.parts[0])
                return 1 if condition is None else self.misses(reason.parts[1 if condition else 2], wanted)
            case _:
                counts = [self.misses(part, wanted) for part in reason.parts]
                return min(counts, default=1) if (reason.form in ONE_OF) is wanted else sum(counts)

    def _why(self, reason: Reason, wanted: bool, through: tuple[str, ...]) -> Iterator[Failure]:
        """Why a condition isn't as wanted."""
        match reason.form:
            case "not":
                yield from self._why(reason.parts[0], not wanted, through)
            case "if":
                yield from self._why_chosen(reason, wanted, through)
            case "defined" if wanted or len(reason.parts) == 1:
                yield from self._why_each(reason, wanted, (*through, self.worded(reason)))
            case "all" if wanted:
                yield from self._why_each(reason, wanted, through)
            case "either" | "widened" if not wanted:
                yield from self._why_each(reason, wanted, through)
            case "every" | "any":
                yield from self._why_members(reason, wanted, through)
            case "widened":
                yield from self._why_widened(reason, through)
            case _:
                yield self._whole(reason, wanted, through)

    def _why_each(self, reason: Reason, wanted: bool, through: tuple[str, ...]) -> Iterator[Failure]:
        """Why each deciding part isn't as wanted; if the player doesn't know that, why each unknown part may not be."""
        truths = [self.truth(part) for part in reason.parts]
        sought = (not wanted) if (not wanted) in truths else None
        for part, truth in zip(reason.parts, truths, strict=True):
            if truth is sought:
                yield from self._why(part, wanted, through)

    def _why_members(self, reason: Reason, wanted: bool, through: tuple[str, ...]) -> Iterator[Failure]:
        """Why a condition isn't as wanted for the member that comes nearest, or for every one, the nearest first."""
        whole = self.truth(reason)
        pairs = zip(reason.bound, reason.parts, strict=True)
        found = [(word, part) for word, part in pairs if self.truth(part) is whole]
        found.sort(key=lambda each: self.misses(each[1], wanted))
        shown = found if self.every else found[:1]
        others = len(found) - len(shown)
        for word, part in shown:
            for each in self._why(part, wanted, (*through, word)):
                yield attrs.evolve(each, others=each.others + others)
                others = 0

    def _why_widened(self, reason: Reason, through: tuple[str, ...]) -> Iterator[Failure]:
        """Why a definition doesn't hold, then why each part that modules add doesn't.

        Unless every one is asked for, parts that are about other cards are left out, and so is a plain `no` before
        others.
        """
        own, *added = reason.parts
        near = added if self.every else [part for part in added if not self._hopeless(part, True)] or added
        plain = near and not self.every and own.expr == Int(0)
        for number, part in enumerate(near if plain else [own, *near]):
            for each in self._why(part, True, through):
                yield attrs.evolve(each, text=f"or {each.text}") if number else each

    def _hopeless(self, reason: Reason, wanted: bool) -> bool:
        """Whether a condition can't be as wanted in any state, for these cards and values."""
        if self.truth(reason) is wanted:
            return False
        match reason.form:
            case "value":
                return not any(isinstance(each, Zone | Number | Fact) for each in within(reason.expr))
            case "not":
                return self._hopeless(reason.parts[0], not wanted)
            case "if":
                return False
            case _:
                found = [self._hopeless(part, wanted) for part in reason.parts]
                return all(found) if (reason.form in ONE_OF) is wanted else any(found)

    def _why_chosen(self, reason: Reason, wanted: bool, through: tuple[str, ...]) -> Iterator[Failure]:
        condition = self.truth(reason.parts[0])
        if condition is None:
            yield self._whole(reason.parts[0], wanted, through)
            return
        for each in self._why(reason.parts[1 if condition else 2], wanted, through):
            yield attrs.evolve(each, values=(*each.values, *self._values_of(reason.parts[0])))

    def _whole(self, reason: Reason, wanted: bool, through: tuple[str, ...]) -> Failure:
        """One failure for a whole condition, with all its values."""
        text = self.worded(reason)
        values = [HIDDEN] if self.truth(reason) is None else [*self._same(reason), *self._values_of(reason)]
        return failure(text if wanted else f"not {_bracketed(text)}", values, reason.rule, through)

    def _values_of(self, reason: Reason) -> Iterator[str]:
        """The values of a condition, in words."""
        if reason.form != "value":
            for part in reason.parts:
                yield from self._values_of(part)
            return
        if reason.type == "truth" and reason.words:
            yield reason.words
        for zone in reason.asked:
            yield self._lying(zone)
        for part in reason.parts:
            yield from self._described(part)

    def _described(self, reason: Reason) -> Iterator[str]:
        """A value and the values that it is calculated from."""
        if reason.form == "changed":
            yield from self._changed(reason)
            return
        if reason.fixed or _is_mention(reason) or reason.type in ("wrong", "class"):
            return
        yield f"{self.worded(reason)} is {self._value(reason)}"
        if reason.type == "number":
            for part in reason.parts:
                if part.type == "number":
                    yield from self._described(part)

    def _changed(self, reason: Reason) -> Iterator[str]:
        """A rule that raises, lowers or keeps a definition, if it acts and the player knows that."""
        by = reason.parts[0].expr
        if self.knows(reason.expr, reason) and self.number(reason.expr) and self.knows(by, reason):
            yield f"{reason.text} {self.number(by)} ({line_of(reason.rule)})"

    def _value(self, reason: Reason) -> str:
        if not self.knows(reason.expr, reason):
            return "something you can't see"
        words = self._in_words(reason, self.number(reason.expr))
        named = [part for part in reason.parts if part.type == "card" and not _is_mention(part)]
        cards = [self.card(self.number(part.expr)) for part in named if self.knows(part.expr, part)]
        return f"{words} ({cards[0]})" if len(cards) == 1 else words

    def _in_words(self, reason: Reason, value: int) -> str:
        match reason.type:
            case "truth":
                return "yes" if value else "no"
            case "card":
                return self.card(value)
            case "player":
                return seat(self.knowledge.program, value) if value >= 0 else "none"
            case "enum":
                return ", ".join(name for bit, name in enumerate(reason.members) if value >> bit & 1) or "none"
            case "place":
                return dict(zip(reason.values, reason.members, strict=True)).get(value, "none")
            case "word":
                return reason.words
            case _:
                return str(value)

    def card(self, card: int) -> str:
        """A card's name, with its marks if the player sees them."""
        if card < 0:
            return "no card"
        if self.knowledge.sees_card(card):
            return shown_card(self.knowledge.program, self.knowledge.s, card)
        return self.knowledge.program.faces[card].name

    def _lying(self, zone: Expr) -> str:
        """The cards in a zone."""
        if not self.knows(zone):
            return HIDDEN
        return self.lying(self.number(zone))

    def lying(self, zone: int) -> str:
        """The cards in a zone, as far as the player sees them."""
        place = self.knowledge.program.places[zone]
        cards = from_top(place, self.knowledge.cards(zone))
        if not cards:
            return f"{place.name}: nothing"
        if zone not in self.knowledge.seen:
            return f"{place.name}: {len(cards)} that you can't see"
        names = [self.card(card) for card in cards]
        more = [f"{len(names) - MOST_CARDS} more"] if len(names) > MOST_CARDS else []
        return f"{place.name}: {', '.join([*names[:MOST_CARDS], *more])}"

    def worded(self, reason: Reason) -> str:
        """The words of a rule, with the values of its variables put in."""
        text = reason.text
        for mention in reversed(reason.mentions):
            words = self._mentioned(mention, text)
            if not _shown_beside(mention, words, reason.text):
                text = text[: mention.start] + words + text[mention.end :]
        return text

    def _same(self, reason: Reason) -> Iterator[str]:
        """The values of variables that aren't put in, because the words beside them are the same."""
        for mention in reason.mentions:
            words = self._mentioned(mention, reason.text)
            if _shown_beside(mention, words, reason.text):
                yield f"{reason.text[mention.start : mention.end]} is {words}"

    def _mentioned(self, mention: Mention, text: str) -> str:
        own = text[mention.start : mention.end]
        seen = self._seen_local(mention)
        if not self.knowledge.knows(mention.expr, self.local, self.unknown - seen):
            return own
        value = self.number(mention.expr)
        if mention.type == "member":
            return dict(zip(mention.values, mention.members, strict=True)).get(value, own)
        if mention.type == "player" and value >= 0:
            return seat(self.knowledge.program, value)
        return self.knowledge.program.faces[value].name if value >= 0 else own

    def _seen_locals(self, reason: Reason) -> Iterator[int]:
        """The locals of a reason that hold cards in zones that the player sees."""
        for mention in reason.mentions:
            yield from self._seen_local(mention)
        for part in reason.parts:
            yield from self._seen_locals(part)

    def _seen_local(self, mention: Mention) -> frozenset[int]:
        """The local of a variable, if it holds a card in a zone that the player sees."""
        if not isinstance(mention.expr, Local) or mention.type != "card" or mention.zone is None:
            return frozenset()
        card = self.number(mention.expr)
        if not self.knowledge.knows(mention.zone, self.local, self.unknown):
            return frozenset()
        zone = self.number(mention.zone)
        there = zone in self.knowledge.seen and card in self.knowledge.cards(zone)
        return frozenset([mention.expr.index]) if there else frozenset()


def _is_mention(reason: Reason) -> bool:
    """Whether the whole text of a reason is one variable."""
    return any(each.start == 0 and each.end == len(reason.text) for each in reason.mentions)


def _shown_beside(mention: Mention, words: str, text: str) -> bool:
    """Whether the words for a variable's value already stand elsewhere in a text: `rose is not rose`."""
    if words == text[mention.start : mention.end]:
        return False
    around = f" {text[: mention.start]}|{text[mention.end :]} "
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", around) is not None


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text else text


def joined(failures: Sequence[Failure]) -> tuple[Failure, ...]:
    """Failures, each once."""
    return tuple(dict.fromkeys(failures))
