"""Build scenarios from their Lark trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
from lark import Token
from lark.tree import Meta

from dsl.model import model as m
from dsl.model.scenario import Entry, Laid, Offer, Scenario, Step
from dsl.reading.build_nodes import NodeBuilder, text_of
from dsl.text.letters import ON
from dsl.text.source import Span


@attrs.frozen
class _Line:
    """A line of a scenario, or a block of lines: values of `Scenario` by name."""

    values: dict[str, Any]
    span: Span


class ScenarioBuilder(NodeBuilder):
    """Builds scenarios and their lines."""

    def mark(self, meta: Meta, mark: m.Name) -> str:
        return mark.text

    def laid(self, meta: Meta, *parts: m.Name | str) -> Laid:
        cards: list[tuple[str, list[str]]] = []
        for part in parts:
            if isinstance(part, str):
                cards[-1][1].append(part)
            else:
                cards += [(name, []) for name in part.text.removeprefix("+ ").split(ON)]
        carrier, *riders = [Laid(name, tuple(marks), self.at(meta)) for name, marks in cards]
        return Laid(carrier.name, carrier.marks, carrier.span, tuple(riders))

    def said(self, meta: Meta, *parts: m.Name | str) -> m.Name:
        texts = [f"({part})" if isinstance(part, str) else part.text for part in parts]
        return m.Name(" ".join(texts), span=self.at(meta))

    def entry(self, meta: Meta, name: m.Name, *laid: Laid) -> Entry:
        text, any_order, includes = name.text, False, False
        if text.endswith(" in any order"):
            text, any_order = text.removesuffix(" in any order"), True
        elif text.endswith(" includes"):
            text, includes = text.removesuffix(" includes"), True
        value: tuple[Laid, ...] | int = () if [card.name for card in laid] == ["nothing"] else laid
        if len(laid) == 1 and laid[0].name.removeprefix("-").isdecimal():
            value = int(laid[0].name)
        return Entry(text, value, any_order, includes, self.at(meta))

    def below_zero(self, meta: Meta, name: m.Name, sign: Token, number: Token) -> Entry:
        return self.entry(meta, name, Laid(f"{sign}{int(number)}", (), self.at(meta)))

    def whose_turn(self, meta: Meta, player: m.Name) -> _Line:
        return _Line({"player": player.text}, self.at(meta))

    def asked(self, meta: Meta, prompt: m.Name, player: Token | None) -> _Line:
        return _Line({"asked": prompt.text, "asked_of": str(player or "")}, self.at(meta))

    def status(self, meta: Meta, word: Token) -> _Line:
        return _Line({"status": str(word)}, self.at(meta))

    def refused(self, meta: Meta) -> _Line:
        return _Line({"refused": True}, self.at(meta))

    def negative_word(self, meta: Meta, sign: Token, number: Token) -> m.Name:
        return m.Name(f"{sign}{int(number)}", span=self.at(meta))

    def setting(self, meta: Meta, name: m.Name, value: m.Name) -> tuple[str, str]:
        return name.text, value.text

    def with_modules(self, meta: Meta, *names: m.Name) -> _Line:
        return _Line({"modules": tuple(name.text for name in names)}, self.at(meta))

    def with_options(self, meta: Meta, *settings: tuple[str, str]) -> _Line:
        return _Line({"options": settings}, self.at(meta))

    def with_players(self, meta: Meta, number: Token) -> _Line:
        return _Line({"players": int(number)}, self.at(meta))

    def with_rolls(self, meta: Meta, *numbers: int) -> _Line:
        return _Line({"rolls": numbers}, self.at(meta))

    def with_picks(self, meta: Meta, *members: m.Name) -> _Line:
        return _Line({"picks": tuple(each.text for each in members)}, self.at(meta))

    def given(self, meta: Meta, *entries: Any) -> _Line:
        return _Line(
            {"given": tuple(e for e in entries if isinstance(e, Entry)), **self._merged(entries)}, self.at(meta)
        )

    def deal(self, meta: Meta, *entries: Any) -> _Line:
        return _Line(
            {"deal": tuple(e for e in entries if isinstance(e, Entry)), **self._merged(entries)}, self.at(meta)
        )

    def offers(self, meta: Meta, kind: Token | None, *options: m.Name) -> Offer:
        return Offer(str(kind or "exactly"), tuple(option.text for option in options), self.at(meta))

    def answer_line(self, meta: Meta, answer: m.Name) -> m.Name:
        return m.Name(answer.text, span=self.at(meta))

    def step(self, meta: Meta, prompt: m.Name, player: Token | None, *lines: Offer | m.Name) -> Step:
        answers = [at for at, line in enumerate(lines) if isinstance(line, m.Name)]
        if answers:
            self._nothing_after(lines[answers[0] + 1 :], str(lines[answers[0]].span.text))
        offers = tuple(line for line in lines if isinstance(line, Offer))
        answer = next((line.text for line in lines if isinstance(line, m.Name)), None)
        return Step(prompt.text, offers, answer, self.at(meta), str(player or ""))

    def _nothing_after(self, lines: Sequence[Offer | m.Name], answer: str) -> None:
        """Report the lines of a step that stand behind its answer."""
        if lines:
            message = f"a step ends with its answer, and `{answer}` stands above this line"
            help_ = "another `at …`, with the prompt that stands then, begins the next step"
            self.problems.add("misplaced", message, lines[0].span, help=help_)

    def play(self, meta: Meta, *steps: Step) -> _Line:
        return _Line({"steps": steps}, self.at(meta))

    def then(self, meta: Meta, *entries: Any) -> _Line:
        return _Line(
            {"then": tuple(e for e in entries if isinstance(e, Entry)), **self._merged(entries)}, self.at(meta)
        )

    def scenario(self, meta: Meta, id_: Token, title: Token, cites: Any, *lines: _Line) -> m.Example:
        parts: dict[str, Any] = {
            "modules": (), "options": (), "players": None, "player": "A", "given": None, "deal": None, "steps": (),
            "then": (), "asked": "", "asked_of": "", "status": "", "refused": False, **self._merged(lines),
        }  # fmt: skip
        scenario = Scenario(id=str(id_), title=text_of(title), citations=cites or (), span=self.at(meta), **parts)
        return m.Example(scenario, span=self.at(meta))

    def _merged(self, lines: Sequence[object]) -> dict[str, Any]:
        """The values of all lines together; reports a line that repeats one above it."""
        merged: dict[str, Any] = {}
        for line in lines:
            if isinstance(line, _Line):
                if merged.keys() & line.values.keys():
                    message = f"this scenario has a line `{line.span.text.split()[0]}` already"
                    self.problems.add("declared-twice", message, line.span, help="say all of it in one place")
                merged.update(line.values)
        return merged
