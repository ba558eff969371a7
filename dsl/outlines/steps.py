"""The steps of a rule as lines: each with its form and its parts, questions with their options.

Steps below a condition that never holds in this game are left out, as are events without any rules. Nothing here knows
how a step is worded.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

import attrs

from dsl.model import model as m
from dsl.outlines.quotes import EXPRESSION, Quoting
from dsl.program.outline import Line, Quote
from dsl.text.source import Span

Slots = tuple[tuple[str, Quote], ...]


@attrs.frozen
class Steps:
    """Makes lines of the steps of one rule.

    `idle` are the events without any rules; `offered` are the options that may be offered, by the span of each, with
    the module they stand in.
    """

    quoting: Quoting
    idle: Container[str]
    offered: Mapping[Span, str]

    def lines(self, body: Iterable[m.Statement]) -> tuple[Line, ...]:
        """The lines of some steps."""
        return tuple(line for step in body for line in self._step(step))

    def option(self, node: m.Option) -> Line:
        """An option with its steps."""
        lines, offer = self.lines(node.body), self.offer(node)
        return Line("option", offer, lines, "", self.offered[node.span], node.citations, node.span.place)

    def offer(self, node: m.Option | m.Ability) -> Slots:
        """The words of an option, what is chosen for it, and when it is there."""
        chosen = [(part.variable.text, self._chosen(part)) for part in node.words if not isinstance(part, str)]
        every = tuple((f"chosen {name}", quote) for name, quote in chosen)
        condition = self._maybe("if", node.condition)
        return (("words", self.quoting.words(node)), *every, *condition, *self.once(node.once))

    def once(self, node: m.Once | None) -> Slots:
        """How often something may be used."""
        return (
            (("once", Quote(EXPRESSION, node.span.sentence, (node.span.sentence.replace("`", ""),))),) if node else ()
        )

    def _chosen(self, node: m.Chosen) -> Quote:
        return self.quoting.value(node)

    def _maybe(self, slot: str, node: m.Expression | m.Selection | m.Among | None) -> Slots:
        """A slot, unless nothing stands there, or a condition that holds throughout the game."""
        if node is None:
            return ()
        quote = self.quoting.value(node) if isinstance(node, m.Chosen) else self.quoting.condition(node)
        return ((slot, quote),) if quote else ()

    def _step(self, step: m.Statement) -> Iterator[Line]:  # noqa: C901, PLR0912 - a line for each sort
        match step:
            case m.If():
                yield from self._if(step)
            case m.Ask():
                yield self._ask(step)
            case m.Do():
                yield from self._do(step)
            case m.Repeat(times, expression, body):
                lines = self.lines(body)
                if lines and (times or self.quoting.settled.truth(expression) is not False):
                    slots = (("what", self.quoting.value(expression)),)
                    yield Line("repeat" if times else "while", slots, lines)
            case m.Each(selection, body):
                yield from self._below("each", (("what", self.quoting.value(selection)),), body)
            case m.Together(body):
                yield from self._below("together", (), body)
            case m.Lose(sentence):
                yield Line("lose", (("sentence", self.quoting.text(sentence)),))
            case m.GameOver(sentence):
                yield Line("game over", (("sentence", self.quoting.text(sentence)),))
            case m.AskAgain():
                yield Line("ask again")
            case m.Proceed():
                yield Line("proceed")
            case m.NextPlayer(to):
                yield Line("turn passes", self._maybe("to", to)) if to else Line("next player")
            case _:
                yield self._change(step)

    def _below(self, form: str, slots: Slots, body: Iterable[m.Statement]) -> Iterator[Line]:
        if lines := self.lines(body):
            yield Line(form, slots, lines)

    def _if(self, node: m.If) -> Iterator[Line]:
        held = self.quoting.settled.truth(node.condition)
        if held is not None:
            yield from self.lines(node.then if held else node.otherwise)
            return
        then, otherwise = self.lines(node.then), self.lines(node.otherwise)
        condition = self.quoting.value(node.condition)
        if then:
            yield Line("if", (("what", condition),), then)
        if otherwise and then:
            yield Line("else", (), otherwise)
        elif otherwise:
            yield Line("unless", (("what", condition),), otherwise)

    def _ask(self, node: m.Ask) -> Line:
        prompt = self.quoting.names.prompts[node.prompt.text][1]
        slots = [("question", self.quoting.text(prompt.question)), *self._maybe("by", node.decided_by)]
        slots += self._maybe("open", node.open) if node.open else ()
        form = "offer" if node.window else "ask at once" if node.at_once else "ask"
        slots += [("starting over", Quote(EXPRESSION, "", ()))] if node.starting_over else []
        options = tuple(self.option(option) for option in node.options if option.span in self.offered)
        return Line(form, tuple(slots), options, prompt.name.text)

    def _do(self, node: m.Do) -> Iterator[Line]:
        if node.event.text in self.idle:
            return
        slots = [("event", self.quoting.name(node.event, "event"))]
        if node.arguments:
            every = [self.quoting.value(each) for each in node.arguments]
            slots.append(("arguments", Quote(EXPRESSION, "", tuple(p for each in every for p in (", ", each))[1:])))
        if node.counted:
            slots.append(("counted", self.quoting.name(node.counted, "kind")))
        if node.asking:
            slots.append(("asking", self.quoting.listed([each.prompt for each in node.asking], "prompt")))
        yield Line("do", tuple(slots), (), node.event.text)

    def _change(self, step: m.Statement) -> Line:
        """A step that changes something, or names it."""
        form, slots = self._changed(step)
        return Line(form, tuple((name, quote) for name, quote in slots if quote is not None))

    def _changed(self, step: m.Statement) -> tuple[str, list[tuple[str, Quote | None]]]:
        value, name = self.quoting.value, self._name
        match step:
            case m.Move(moved, target, face_down):
                return f"move{_facing(face_down)}", [("cards", self._cards(moved)), ("to", value(target))]
            case m.TurnCard(turned, face_down):
                return f"turn{_facing(face_down)}", [("cards", self._cards(turned))]
            case m.Lay(card, carrier):
                return "lay", [("cards", value(card)), ("to", value(carrier))]
            case m.Reveal(private, cards, zone, variable):
                slots = [("cards", value(cards)), ("zone", name(zone)), ("as", name(variable))]
                return "look" if private else "reveal", slots
            case m.Draw(source, target, variable, count, face_down):
                counted = self._count(count) if count else None
                slots = [("count", counted), ("from", value(source)), ("to", value(target)), ("as", name(variable))]
                return f"draw{_facing(face_down)}", slots
            case m.Shuffle(place, into):
                return "shuffle", [("cards", value(place)), ("to", value(into) if into else None)]
            case m.Put(cards, on_top, place, prompt):
                slots = [("cards", self._cards(cards)), ("to", value(place)), ("prompt", self._question(prompt))]
                return f"put {'on top' if on_top else 'under'}", slots
            case m.Let(variable, what):
                return "let", [("as", name(variable)), ("what", value(what))]
            case m.Set(target, what):
                return "set" if what else "set yes", [("what", value(target)), ("to", value(what) if what else None)]
            case _:
                return self._by_chance(step)

    def _by_chance(self, step: m.Statement) -> tuple[str, list[tuple[str, Quote | None]]]:
        value, name = self.quoting.value, self._name
        match step:
            case m.Flip(place, onto):
                return "flip", [("cards", value(place)), ("to", value(onto))]
            case m.Roll(least, most, variable):
                return "roll", [("least", value(least)), ("most", value(most)), ("as", name(variable))]
            case m.Pick(among, variable):
                return "pick", [("what", value(among)), ("as", name(variable))]
            case m.Exchange(first, second):
                return "exchange", [("cards", value(first)), ("to", value(second))]
            case _:
                raise AssertionError(step)

    def _cards(self, node: m.Expression | m.Selection) -> Quote:
        """The cards that something happens to; of a selection, every one."""
        quote = self.quoting.value(node)
        return Quote(EXPRESSION, "", ("every ", quote)) if isinstance(node, m.Selection) else quote

    def _count(self, node: m.Expression) -> Quote:
        """A number of cards; one that isn't plain stands in parentheses."""
        quote = self.quoting.value(node)
        return quote if isinstance(node, m.Integer) else Quote(EXPRESSION, "", ("(", quote, ")"))

    def _name(self, name: m.Name | None) -> Quote | None:
        return self.quoting.name(name, "" if name.text in self.quoting.names.zones else "variable") if name else None

    def _question(self, prompt: m.Name) -> Quote:
        return self.quoting.text(self.quoting.names.prompts[prompt.text][1].question)


def _facing(face_down: bool | None) -> str:
    return "" if face_down is None else " face down" if face_down else " face up"
