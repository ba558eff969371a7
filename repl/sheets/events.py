"""Events as headings and lists: each where it happens first, with everything that modules add to it in place.

An event that one step carries out, and that no other rule touches, stands below that step if it is short. Every rule is
placed once; a later step leads to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

import attrs

from dsl import Line, Rule
from repl.sheets.document import Block, Heading, Item, Items, Paragraph, Piece, Pieces, capital, words
from repl.sheets.wording import Wording, anchor

LONGEST = 6
"""The most lines of an event that stands below the step that carries it out."""

JOINED = frozenset({"if", "unless", "else", "while", "repeat", "each"})
"""Steps that stand on one line with a single step below them."""

INSTEAD = "instead of"

QUESTIONS = frozenset({"ask", "ask at once", "offer"})


def lines_in(lines: Iterable[Line]) -> Iterator[Line]:
    """Lines, and all below them."""
    for line in lines:
        yield line
        yield from lines_in(line.lines)


@attrs.define
class Events:
    """Lays out the rules of events and prompts; remembers which are placed.

    `apart` are the events that have a heading in any case.
    """

    rules: Sequence[Rule]
    wording: Wording
    apart: frozenset[str]
    placed: set[int] = attrs.field(factory=set)
    _begun: set[str] = attrs.field(factory=set)
    _asked: set[str] = attrs.field(factory=set)
    _next: list[str] = attrs.field(factory=list)
    _below: frozenset[str] = frozenset()
    _at: dict[tuple[str, str], list[int]] = attrs.field(factory=dict)

    def __attrs_post_init__(self) -> None:
        for number, rule in enumerate(self.rules):
            for site in rule.prompts or (rule.site,):
                self._at.setdefault((rule.site_kind, site), []).append(number)
        self._below = frozenset(self._short())

    def blocks(self, event: str, level: int, called: str = "") -> Iterator[Block]:
        """An event, and those that it carries out and that have no place yet; it has its own name, if none is given."""
        if event in self._begun or not self._at.get(("event", event)):
            return
        self._begun.add(event)
        rules = self._take("event", event)
        own = next((rule for rule in rules if rule.kind == "event"), None)
        yield self._heading(event, own, level, called)
        if own and own.gloss:
            yield Paragraph(words(own.gloss), faint=True)
        waiting, self._next = self._next, []
        if items := tuple(self._acting(rules)):
            yield Items(items)
        then, self._next = self._next, waiting
        for each in then:
            yield from self.blocks(each, max(level, 4))

    def _heading(self, event: str, own: Rule | None, level: int, called: str) -> Heading:
        if own is None:
            return Heading(level, capital(words(event)), anchor("event", event))
        name = words(called or own.title)
        pieces = capital(self.wording.rule("event", own, event=name))
        return Heading(level, pieces, anchor("event", event), own.place)

    def roots(self, sites: Iterable[str], level: int) -> Iterator[Block]:
        """Changes of zones that rules hook, as a list, and other events that nothing carries out."""
        for site in sites:
            if ("event", site) in self._at:
                yield from self.blocks(site, level)

    def changes(self) -> Iterator[Item]:
        """The hooks on changes of zones."""
        for number, rule in enumerate(self.rules):
            if rule.site_kind == "event" and number not in self.placed and rule.change:
                self.placed.add(number)
                moment = words(self.wording.frame.glue(rule.kind))
                key = self.wording.rule("change", rule, moment=moment, change=words(rule.title))
                yield Item(capital(key), self.items(rule.lines), "", rule.place)

    def abilities(self) -> Iterator[Rule]:
        """The abilities that are offered at several prompts."""
        for number, rule in enumerate(self.rules):
            if rule.kind == "ability" and number not in self.placed:
                self.placed.add(number)
                yield rule

    def waiting(self) -> Iterator[Item]:
        """What happens as soon as the condition of a card holds."""
        for number, rule in enumerate(self.rules):
            if rule.kind == "trigger":
                self.placed.add(number)
                yield Item(capital(self.wording.rule("trigger", rule)), self.items(rule.lines), "", rule.place)

    def further(self) -> Iterator[Block]:
        """The events that the rules laid out last carry out and that have no place yet."""
        then, self._next = self._next, []
        for each in then:
            yield from self.blocks(each, 4)

    def items(self, lines: Iterable[Line]) -> tuple[Item, ...]:
        """Steps as entries of a list."""
        every = (item for line in lines for item in self._item(line))
        return tuple(attrs.evolve(item, pieces=capital(item.pieces)) for item in every)

    def offer(self, rule: Rule) -> Item:
        """An option that a module adds, or an ability."""
        pieces = (*self.wording.offer(rule.head), *self.wording.marks(rule))
        return Item(pieces, self.items(rule.lines), "", rule.place)

    def _take(self, site_kind: str, site: str) -> list[Rule]:
        """The rules of a site that have no place yet."""
        numbers = [number for number in self._at.get((site_kind, site), ()) if number not in self.placed]
        self.placed.update(numbers)
        return [self.rules[number] for number in numbers]

    def _acting(self, rules: Sequence[Rule]) -> Iterator[Item]:
        """The rules that act on an event; those that another rule may replace stand below a line of their own."""
        instead = [rule for rule in rules if rule.kind == INSTEAD]
        for rule in rules:
            if rule.kind in (INSTEAD, "forbid"):
                yield from self._of(rule)
            if rule.kind == INSTEAD and _in_any_case(rule) and not _proceeds(rule):
                return
        others = tuple(item for rule in rules if rule.kind not in (INSTEAD, "forbid") for item in self._of(rule))
        if not instead or not others:
            yield from others
            return
        usual = "usual" if any(_in_any_case(rule) for rule in instead) else "otherwise"
        yield Item(capital(words(self.wording.frame.tables["rule"][usual])), others)

    def _of(self, rule: Rule) -> Iterator[Item]:
        """A rule that acts on an event."""
        if rule.kind == "event":
            yield from self.items(rule.lines)
            return
        pieces, items = capital(self.wording.rule(rule.kind, rule)), self.items(rule.lines)
        if rule.gloss:
            pieces = (*pieces, Piece(" "), *words(rule.gloss, "faint"))
        yield Item(pieces, items, "", rule.place)

    def _item(self, line: Line) -> Iterator[Item]:
        if line.form in QUESTIONS:
            yield from self._question(line)
        elif line.form == "do":
            yield self._done(line)
        elif line.form == "option":
            pieces = (*self.wording.offer(line.slots), *self.wording.marks(line))
            yield Item(pieces, self.items(line.lines), "", line.place)
        else:
            pieces, below = self.wording.step(line), tuple(item for each in line.lines for item in self._item(each))
            if line.form in JOINED and len(below) == 1 and not below[0].items and not below[0].anchor:
                yield Item((*pieces, Piece(" "), *below[0].pieces))
                return
            yield Item(pieces, tuple(attrs.evolve(item, pieces=capital(item.pieces)) for item in below))

    def _done(self, line: Line) -> Item:
        """A step that carries out an event, perhaps with the steps of that."""
        pieces = self.wording.step(line)
        if line.site not in self._below or line.site in self._begun:
            if line.site not in self._begun:
                self._next.append(line.site)
            return Item(pieces)
        self._begun.add(line.site)
        (rule,) = self._take("event", line.site)
        pieces = tuple(
            attrs.evolve(each, link="") if each.link == anchor("event", line.site) else each for each in pieces
        )
        return Item(
            (*pieces, *self.wording.marks(rule)), self.items(rule.lines), anchor("event", line.site), rule.place
        )

    def _question(self, line: Line) -> Iterator[Item]:
        options = [item for option in line.lines for item in self._item(option)]
        options += [self.offer(rule) for rule in self._added(line.site)]
        also = self._also(line.site)
        if line.form == "offer" and not (options or also):
            return
        pieces = self.wording.step(line)
        if also:
            frame = self.wording.frame
            options.append(Item((*capital(words(frame.tables["rule"]["also"])), Piece(" "), *also, *self._open(line))))
        yield Item(pieces, tuple(options))

    def _open(self, line: Line) -> Pieces:
        slots = self.wording.slots(line.slots)
        return (Piece(" – "), *self.wording.frame.filled("step", "open", slots)) if "open" in slots else ()

    def _added(self, prompt: str) -> list[Rule]:
        """What is added to a prompt, and to no other."""
        if prompt in self._asked:
            return []
        self._asked.add(prompt)
        numbers = [
            number
            for number in self._at.get(("prompt", prompt), ())
            if len(self.rules[number].prompts) == 1
            and self.rules[number].kind != "trigger"
            and number not in self.placed
        ]
        self.placed.update(numbers)
        return [self.rules[number] for number in numbers]

    def _also(self, prompt: str) -> Pieces:
        """The words of what is offered at a prompt and stands elsewhere."""
        numbers = self._at.get(("prompt", prompt), ())
        elsewhere = [
            self.rules[n] for n in numbers if self.rules[n].kind == "ability" and len(self.rules[n].prompts) > 1
        ]
        return self.wording.listed(
            tuple(Piece(piece.text, "strong", "abilities") for piece in self.wording.quote(dict(rule.head)["words"]))
            for rule in elsewhere
        )

    def _short(self) -> Iterator[str]:
        """The events that stand below the one step that carries them out."""
        every = [line for rule in self.rules for line in lines_in(rule.lines)]
        times = Counter(line.site for line in every if line.form == "do")
        for (kind, event), numbers in self._at.items():
            if kind == "event" and event not in self.apart and times[event] == 1 and len(numbers) == 1:
                rule = self.rules[numbers[0]]
                if rule.kind == "event" and not rule.gloss and sum(1 for _ in lines_in(rule.lines)) <= LONGEST:
                    yield event


def _in_any_case(rule: Rule) -> bool:
    """Whether a replacement has no condition."""
    return not any(name in ("if", "once") for name, _ in rule.head)


def _proceeds(rule: Rule) -> bool:
    """Whether a replacement may let the event happen after all."""
    return any(line.form == "proceed" for line in lines_in(rule.lines))
