"""Lark trees → the model: scenarios."""

from __future__ import annotations

from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from dsl import model as m
from dsl.build_nodes import NodeBuilder, text_of
from dsl.program import ON
from dsl.scenario import Entry, Laid, Offer, Scenario, Step


@v_args(meta=True, inline=True)
class ScenarioBuilder(NodeBuilder):
    """The rules of the grammar that are lines of a scenario."""

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

    def whose_turn(self, meta: Meta, player: Token) -> dict[str, Any]:
        return {"player": str(player)}

    def asked(self, meta: Meta, prompt: m.Name) -> dict[str, Any]:
        return {"asked": prompt.text}

    def status(self, meta: Meta, word: Token) -> dict[str, Any]:
        return {"status": str(word)}

    def refused(self, meta: Meta) -> dict[str, Any]:
        return {"refused": True}

    def verdict(self, meta: Meta, line: dict[str, Any]) -> dict[str, Any]:
        return line

    def negative_word(self, meta: Meta, sign: Token, number: Token) -> m.Name:
        return m.Name(f"{sign}{int(number)}", span=self.at(meta))

    def setting(self, meta: Meta, name: m.Name, value: m.Name) -> tuple[str, str]:
        return name.text, value.text

    def with_modules(self, meta: Meta, *names: m.Name) -> dict[str, Any]:
        return {"modules": tuple(name.text for name in names)}

    def with_options(self, meta: Meta, *settings: tuple[str, str]) -> dict[str, Any]:
        return {"options": settings}

    def with_players(self, meta: Meta, number: Token) -> dict[str, Any]:
        return {"players": int(number)}

    def given(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"given": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def deal(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"deal": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def offers(self, meta: Meta, kind: Token | None, *options: m.Name) -> Offer:
        return Offer(str(kind or "exactly"), tuple(option.text for option in options), self.at(meta))

    def answer_line(self, meta: Meta, answer: m.Name) -> m.Name:
        return answer

    def step(self, meta: Meta, prompt: m.Name, *lines: Offer | m.Name) -> Step:
        answer = next((line.text for line in lines if isinstance(line, m.Name)), None)
        return Step(prompt.text, tuple(line for line in lines if isinstance(line, Offer)), answer, self.at(meta))

    def play(self, meta: Meta, *steps: Step) -> dict[str, Any]:
        return {"steps": steps}

    def then(self, meta: Meta, *entries: Any) -> dict[str, Any]:
        return {"then": tuple(e for e in entries if isinstance(e, Entry)), **_merged(entries)}

    def scenario(self, meta: Meta, id_: Token, title: Token, cites: Any, *lines: dict[str, Any]) -> m.Example:
        parts: dict[str, Any] = {
            "modules": (), "options": (), "players": None, "player": "A", "given": None, "deal": None, "steps": (),
            "then": (), "asked": "", "status": "", "refused": False, **_merged(lines),
        }  # fmt: skip
        scenario = Scenario(id=str(id_), title=text_of(title), citations=cites or (), span=self.at(meta), **parts)
        return m.Example(scenario, span=self.at(meta))


def _merged(lines: tuple[Any, ...]) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for line in lines:
        if isinstance(line, dict):
            merged.update(line)
    return merged
