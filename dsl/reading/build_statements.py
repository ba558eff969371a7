"""Build statements, and the options of a prompt, from their Lark trees."""

from __future__ import annotations

import re
from typing import Any

import attrs
from lark import Token
from lark.tree import Meta

from dsl.model import model as m
from dsl.reading.build_expressions import ExpressionBuilder
from dsl.reading.build_nodes import some
from dsl.text.source import Span

CONDITIONAL = ("if", "when", "unless", "where")
COMPARING = frozenset({"is", "any", "no", "not"})
"""Words of an option that are a condition without its comma: one of the first, then one of the others."""

ONCE = re.compile(r"\b(?:(?:only|just) )?once (?:a|per|each|every|in (?:a|the)) (?P<unit>turn|game)(?: in all)?$")
"""What belongs behind the words of an option, after a comma."""

RANGE = re.compile(r"(?<!\S)[0-9]+ (?:to|or) [0-9]+(?!\S)")
"""Words of an option that offer several numbers."""

DONE = re.compile(
    r"^option \S.*?(?<! and)(?<! or)(?<! to)(?<! then)(?<! by) (move [\w<>' ]+ to \w[\w' ]*|set [\w' ]+ to \w[\w' ]*"
    r"|(?<=> )do \w[\w' ]*|draw [\w' ]*?from [\w' ]+ to \w[\w' ]*|ask again)$"
)
"""A line of an option that ends in a statement."""

NUMBERS = (
    "an option can't choose a number: declare `places NAME: 1 to 5` and write `<NAME>`, or an option for each number; "
    "if these are only words, choose others"
)


class StatementBuilder(ExpressionBuilder):
    """Builds statements: the steps of a rule."""

    def block(self, meta: Meta, *statements: m.Statement) -> tuple[m.Statement, ...]:
        return statements

    def onward(self, meta: Meta, card: m.Expression) -> m.Onward:
        return m.Onward(card, span=self.at(meta))

    def every(self, meta: Meta, selection: m.Selection) -> m.Selection:
        return selection

    def move(self, meta: Meta, moved: m.Expression | m.Selection, target: m.Expression, face: Token | None) -> m.Move:
        return m.Move(moved, target, _facing(face), span=self.at(meta))

    def turn_card(self, meta: Meta, turned: m.Expression | m.Selection, face: Token) -> m.TurnCard:
        return m.TurnCard(turned, face == "face down", span=self.at(meta))

    def lay(self, meta: Meta, card: m.Expression, carrier: m.Expression) -> m.Lay:
        return m.Lay(card, carrier, span=self.at(meta))

    def reveal(self, meta: Meta, word: Token, cards: m.Expression, zone: m.Name, name: m.Name) -> m.Reveal:
        return m.Reveal(word == "look at", cards, zone, name, span=self.at(meta))

    def draw(
        self, meta: Meta, count: Any, source: m.Expression, target: m.Expression, face: Token | None, name: Any
    ) -> m.Draw:
        return m.Draw(source, target, name, count, _facing(face), span=self.at(meta))

    def shuffle(self, meta: Meta, place: m.Expression, into: m.Expression | None) -> m.Shuffle:
        return m.Shuffle(place, into, span=self.at(meta))

    def flip(self, meta: Meta, place: m.Expression, onto: m.Expression) -> m.Flip:
        return m.Flip(place, onto, span=self.at(meta))

    def roll(self, meta: Meta, least: m.Expression, most: m.Expression, name: m.Name) -> m.Roll:
        return m.Roll(least, most, name, span=self.at(meta))

    def pick(self, meta: Meta, among: m.Among | m.Selection, name: m.Name) -> m.Pick:
        return m.Pick(among, name, span=self.at(meta))

    def at_random(self, meta: Meta, variable: Any, domain: m.Name, _word: Token, where: Any) -> m.Among:
        return m.Among(variable or domain, domain, where, span=self.at(meta))

    def card_at_random(
        self, meta: Meta, variable: Any, kind: m.Name, place: m.Expression, _word: Token, where: Any
    ) -> m.Selection:
        return m.Selection(variable or kind, kind, False, place, where, span=self.at(meta))

    def put(
        self, meta: Meta, cards: m.Expression | m.Selection, where: Token, place: m.Expression, prompt: m.Name
    ) -> m.Put:
        return m.Put(cards, where == "on top of", place, prompt, span=self.at(meta))

    def exchange(self, meta: Meta, first: m.Expression, second: m.Expression) -> m.Exchange:
        return m.Exchange(first, second, span=self.at(meta))

    def set_(self, meta: Meta, target: m.Expression, value: m.Expression | None) -> m.Set:
        return m.Set(target, value, span=self.at(meta))

    def let(self, meta: Meta, name: m.Name, value: m.Expression) -> m.Let:
        return m.Let(name, value, span=self.at(meta))

    def ask(
        self,
        meta: Meta,
        word: Token,
        prompt: m.Name,
        member: Any,
        about: Any,
        by: Any,
        over: Any,
        opened: Any,
        *options: Any,
    ) -> m.Ask:
        at_once = isinstance(by, Token)
        return m.Ask(
            prompt,
            member,
            word == "offer",
            over is not None,
            some(options),
            opened,
            about or (),
            None if at_once else by,
            at_once,
            span=self.at(meta),
        )

    def about(self, meta: Meta, *what: m.Expression) -> tuple[m.Expression, ...]:
        return what

    def offered(self, meta: Meta, words: Any, condition: Any, once: Any, cites: Any, body: Any = None) -> m.Option:
        plain, shown = words
        self._plain(plain, meta, "put a comma before it: `, if …`")
        if not body:
            self._done(meta)
        return m.Option(plain, condition, cites or (), body or (), shown, once, span=self.at(meta))

    def once(self, meta: Meta, word: Token, event: m.Name | None = None) -> m.Once:
        unit = event.text if event else str(word).split(" ")[2]
        return m.Once(unit, event, "in all" in word, span=self.at(meta))

    def drawn(self, meta: Meta, chosen: m.Chosen, unclear: Any = None) -> m.Chosen:
        return attrs.evolve(chosen, unclear=True) if unclear and not isinstance(chosen, m.Subset) else chosen

    def either(self, meta: Meta, variable: m.Name, *rest: Any) -> m.Among:
        *names, where = rest
        domain = m.Name(" or ".join(name.text for name in names), span=names[0].span.to(names[-1].span))
        return m.Among(variable, domain, where, span=self.at(meta))

    def of_kind(self, meta: Meta, kind: m.Name, place: m.Expression) -> tuple[m.Name, m.Expression]:
        return kind, place

    def of_all(self, meta: Meta, place: m.Expression) -> tuple[m.Name, m.Expression]:
        return m.Name("card", span=place.span), place

    def subset(self, meta: Meta, variable: Any, size: Token, out_of: Any, where: Any) -> m.Subset:
        number = int(size) if size.type == "INT" else None
        name = variable or m.Name("them", span=self.at(meta))
        return m.Subset(name, number, out_of[0], out_of[1], where, span=self.at(meta))

    def _plain(self, words: m.Words, meta: Meta, advice: str) -> None:
        """Report a condition or a range of numbers among the words of an option, which are read as nothing but words.

        `advice` says where the condition belongs.
        """
        plain = [word for word in words if isinstance(word, str)]
        begin = next((at for at, word in enumerate(plain) if word in CONDITIONAL), len(plain))
        span = self.at(meta)
        line = Span(span.file, span.start, span.start + len(span.text.split("\n", 1)[0]))
        if COMPARING.intersection(plain[begin:]):
            message = f"the words of this option hold a condition, `{' '.join(plain[begin:])}`"
            self.problems.add("syntax", message, line, help=advice, certain=True)
        elif once := ONCE.search(" ".join(word if isinstance(word, str) else "<…>" for word in words)):
            message, said = f"the words of this option hold `{once[0]}`", f"once a {once['unit'] or '…'}"
            self.problems.add("syntax", message, line, help=f"put a comma before it: `, {said}`", certain=True)
        elif choice := RANGE.search(" ".join(word if isinstance(word, str) else "<…>" for word in words)):
            message = (
                f"the words of this option hold a choice of numbers, `{choice.group()}`, which nobody is asked for"
            )
            self.problems.add("syntax", message, line, help=NUMBERS, certain=True)

    def _done(self, meta: Meta) -> None:
        """Report a statement among the words of an option that does nothing else."""
        span = self.at(meta)
        line = span.text.split("\n", 1)[0]
        if found := DONE.search(line):
            message = f"the words of this option hold a statement, `{found[1]}`"
            help_ = f"write `{found[1]}` on a line of its own below, indented further"
            at = Span(span.file, span.start + found.start(1), span.start + found.end(1))
            self.problems.add("syntax", message, at, help=help_, certain=True)

    def option_words(self, meta: Meta, *parts: Any) -> tuple[m.Words, m.Shown]:
        """The words of an option without its gaps, and with them if it has any."""
        words: list[str | m.Chosen] = []
        shown: list[str | int | m.Gap] = []
        chosen = 0
        for part in parts:
            if isinstance(part, m.Gap):
                shown.append(part)
            elif isinstance(part, m.Node):
                words.append(part)  # type: ignore[arg-type]
                shown.append(chosen)
                chosen += 1
            else:
                words.append(str(part))
                shown.append(str(part))
        if not words:
            message = "this option has no words but a gap, so nobody could name it"
            self.problems.add("syntax", message, self.at(meta), help="put a word before it: `option bid {…}`")
        return tuple(words), tuple(shown) if len(words) < len(shown) else ()

    def ask_again(self, meta: Meta, _word: Token) -> m.AskAgain:
        return m.AskAgain(span=self.at(meta))

    def do(self, meta: Meta, event: m.Name, *given: Any) -> m.Do:
        asking = tuple(each for each in given if isinstance(each, m.StandIn))
        *arguments, counted = given[: len(given) - len(asking)]
        return m.Do(event, some(tuple(arguments)), counted, asking, span=self.at(meta))

    def stand_in(self, meta: Meta, prompt: m.Name, instead: Any) -> m.StandIn:
        return m.StandIn(prompt, instead, span=self.at(meta))

    def proceed(self, meta: Meta) -> m.Proceed:
        return m.Proceed(span=self.at(meta))

    def if_(self, meta: Meta, condition: m.Expression, then: Any, otherwise: Any) -> m.If:
        return m.If(condition, then, otherwise or (), span=self.at(meta))

    def else_(self, meta: Meta, body: Any) -> tuple[m.Statement, ...]:
        return body if isinstance(body, tuple) else (body,)

    def repeat_times(self, meta: Meta, expression: m.Expression, body: Any) -> m.Repeat:
        return m.Repeat(True, expression, body, span=self.at(meta))

    def repeat_while(self, meta: Meta, expression: m.Expression, body: Any) -> m.Repeat:
        return m.Repeat(False, expression, body, span=self.at(meta))

    def each(self, meta: Meta, selection: m.Selection | m.Among, body: Any) -> m.Each:
        return m.Each(selection, body, span=self.at(meta))

    def together(self, meta: Meta, body: Any) -> m.Together:
        return m.Together(body, span=self.at(meta))

    def lose(self, meta: Meta, sentence: Token) -> m.Lose:
        return m.Lose(self.text(sentence), span=self.at(meta))

    def game_over(self, meta: Meta, _over: Token, sentence: Token) -> m.GameOver:
        return m.GameOver(self.text(sentence), span=self.at(meta))

    def next_player(self, meta: Meta) -> m.NextPlayer:
        return m.NextPlayer(span=self.at(meta))

    def turn_passes(self, meta: Meta, to: Any) -> m.NextPlayer:
        return m.NextPlayer(to, span=self.at(meta))


def _facing(face: Token | None) -> bool | None:
    """Whether cards are turned face down (True) or face up; None if they stay as they lie."""
    return None if face is None else face == "face down"
