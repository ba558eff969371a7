"""A game made by hand, with the face of the engine's games, so that a session can be tried without an engine.

Each turn a card is played or thrown away and another drawn, or the next three are looked at and put back in any
order. Who has played six cards when none are left to draw has won.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import attrs

from dsl.program.display import Help
from dsl.program.origin import Origin
from dsl.program.program import Program
from dsl.program.setup import Face, Place
from dsl.text.diagnostics import CompileError, Problem
from dsl.text.source import SourceFile, Span
from interpreter import Answer, Decision, Event, ItemView, Option, Outcome, View, ZoneView
from repl.saves.recipe import Recipe
from repl.saves.replay import deal
from repl.saves.workshop import Workshop
from repl.session.commands import COMMANDS
from repl.session.session import Session

if TYPE_CHECKING:
    from interpreter import Game

FACES = ("red one", "red two", "blue one", "blue two", "green one", "green two")
ZONE = re.compile(r"(?:A |B |\b)(?:hand|row|discard)\b")
RULES = SourceFile("patience/base.rules", "game patience\n")


@attrs.frozen
class Table:
    """Everything in a game: what `Patience` replaces at each answer."""

    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    row: tuple[str, ...] = ()
    discard: tuple[str, ...] = ()
    looked: tuple[str, ...] = ()
    player: int = 0
    history: tuple[Answer, ...] = ()
    trace: tuple[Event, ...] = ()


def entry(index: int, name: str, text: str, depth: int = 0) -> Event:
    """An entry of a trace; all of them are the doing of one rule. Nobody sees the cards that are looked at."""
    zones = set(ZONE.findall(text)) if name in ("move", "draw", "exchange") else set[str]()
    seen = tuple(each for each in "AB" if zones & {"row", "discard", "hand", f"{each} hand"})
    return Event(index, name, text, None, "A turn", ("P-1",), "base", "patience/base.rules:1", depth, seen=seen)


def _options(words: Sequence[str]) -> tuple[Option, ...]:
    return tuple(Option(each, "base", ()) for each in words)


class Patience:
    def __init__(self, program: Program, seed: int) -> None:
        self.program = program
        deck = [*FACES, *FACES, *FACES]
        random.Random(seed).shuffle(deck)
        hands = tuple(tuple(deck[3 * player : 3 * player + 3]) for player in range(program.players))
        self.table = Table(tuple(deck[3 * program.players :]), hands)

    def copy(self) -> Patience:
        other = Patience.__new__(Patience)
        other.program, other.table = self.program, self.table
        return other

    @property
    def history(self) -> tuple[Answer, ...]:
        return self.table.history

    @property
    def trace(self) -> tuple[Event, ...]:
        return self.table.trace

    def enabling(self, event: Event) -> tuple[Event, ...]:
        del event
        return ()

    @property
    def seen_alike(self) -> bool:
        return self.program.open_hands or self.program.players == 1

    @property
    def sealed(self) -> int:
        return 0

    @property
    def outcome(self) -> Outcome | None:
        if self.table.deck or self.table.looked:
            return None
        if len(self.table.row) >= 6:
            return Outcome("won", "Six cards lie in the row.")
        return Outcome("lost", "There is nothing left to draw.")

    @property
    def out_of_reach(self) -> str | None:
        far = len(self.table.row) + len(self.table.deck) + len(self.table.looked) < 6
        return "The row can't be filled any more." if far else None

    @property
    def decision(self) -> Decision | None:
        if self.outcome:
            return None
        letter = "AB"[self.table.player]
        if self.table.looked:
            words = [f"next {card}" for card in dict.fromkeys(self.table.looked)]
            return Decision("order", "Which card comes next?", letter, _options(words))
        hand = dict.fromkeys(self.table.hands[self.table.player])
        words = [f"{verb} {card}" for verb in ("play", "discard") for card in hand]
        if len(self.table.deck) > 3:
            words.append("peek")
        return Decision("turn", "What do you do?", letter, _options(words))

    def choose(self, words: str) -> None:
        decision = self.decision
        assert decision is not None
        assert words in [option.id for option in decision.options]
        self._take(decision, words, forced=False)
        while (following := self.decision) and following.prompt == "order" and len(following.options) == 1:
            self._take(following, following.options[0].id, forced=True)

    def view(self, player: str) -> View:
        table, several = self.table, self.program.players > 1
        shared = not several or self.program.open_hands
        acting = player == "AB"[table.player]
        looked = table.looked if acting else None
        zones = [ZoneView("deck", "deck", "", None, len(table.deck))]
        for number, hand in enumerate(table.hands):
            letter = "AB"[number]
            name = f"{letter} hand" if several else "hand"
            seen = hand if shared or letter == player else None
            zones.append(ZoneView(name, "hand", letter if several else "", seen, len(hand)))
        zones += [
            ZoneView("row", "row", "", table.row, len(table.row)),
            ZoneView("discard", "discard", "", table.discard, len(table.discard)),
            ZoneView("looked", "looked", "", looked, len(table.looked)),
        ]
        items = [ItemView(zone.name, "" if zone.cards is not None else str(zone.size), zone.cards) for zone in zones]
        return View(player, "AB"[table.player], tuple(zones), (), tuple(items), self.decision if acting else None)

    def _take(self, decision: Decision, words: str, forced: bool) -> None:
        verb, _, card = words.partition(" ")
        answer = Answer(decision.prompt, words, decision.player, forced)
        self.table = attrs.evolve(self.table, history=(*self.history, answer))
        self._tell("answer", words)
        match verb:
            case "peek":
                self.table = attrs.evolve(self.table, looked=self.table.deck[:3], deck=self.table.deck[3:])
                self._tell("move", f"{', '.join(self.table.looked)}: deck → looked")
            case "next":
                self._put_back(card)
            case _:
                self._spend(verb, card)

    def _tell(self, name: str, text: str) -> None:
        event = entry(len(self.trace), name, text)
        event = attrs.evolve(event, seen=tuple(sorted({*event.seen, "AB"[self.table.player]})))
        self.table = attrs.evolve(self.table, trace=(*self.trace, event))

    def _put_back(self, card: str) -> None:
        looked = _without(self.table.looked, card)
        at = 2 - len(looked)
        deck = (*self.table.deck[:at], card, *self.table.deck[at:])
        self.table = attrs.evolve(self.table, looked=looked, deck=deck)
        self._tell("move", f"{card}: looked → deck")

    def _spend(self, verb: str, card: str) -> None:
        table = self.table
        own = f"{'AB'[table.player]} hand" if len(table.hands) > 1 else "hand"
        self._tell("move", f"{card}: {own} → {'row' if verb == 'play' else 'discard'}")
        self._tell("draw", f"{table.deck[0]}: deck → {own}")
        table = self.table
        hand = (*_without(table.hands[table.player], card), table.deck[0])
        hands = tuple(hand if number == table.player else other for number, other in enumerate(table.hands))
        zone = {"row": (*table.row, card)} if verb == "play" else {"discard": (*table.discard, card)}
        player = (table.player + 1) % self.program.players
        self.table = attrs.evolve(
            table, hands=hands, deck=table.deck[1:], player=player, **cast("dict[str, Any]", zone)
        )


class Bench:
    """A workshop for games of patience; `players` may sit with closed hands, and `fingerprint` can be changed."""

    def __init__(self, open_hands: bool = True, fingerprint: str = "one", text: str = RULES.text) -> None:
        self.open_hands, self.fingerprint, self.text = open_hands, fingerprint, text

    def link(self, recipe: Recipe) -> Program:
        if recipe.modules:
            raise CompileError([Problem("unknown-module", f"no module is called `{recipe.modules[0]}`", None)])
        file = SourceFile(RULES.name, self.text)
        blank = dict.fromkeys((field.name for field in attrs.fields(Program)), ())
        known = {
            "game": recipe.game,
            "title": "Patience",
            "players": recipe.players or 1,
            "loaded": None,
            "open_hands": self.open_hands,
            "fingerprint": self.fingerprint,
            "places": _places(recipe.players or 1),
            "faces": tuple(Face(name, (), 3, "base") for name in FACES),
            "help": (
                Help("Red cards", frozenset({0, 1}), "They are red.\nAnd good.", ("P-2",), "base"),
                Help("Green cards", frozenset({4, 5}), "They are green.", (), "base"),
            ),
            "origins": (Origin("base", "A turn", (), Span(file, 0, 4)),),
        }
        return Program(**cast("dict[str, Any]", {**blank, **known}))

    def start(self, program: Program, recipe: Recipe) -> Game:
        return cast("Game", Patience(program, recipe.seed))


def _places(players: int) -> tuple[Place, ...]:
    names = [f"{letter} hand" for letter in "AB"] if players > 1 else ["hand"]
    hands = [Place(name, "hand", owner, "heap", "private") for owner, name in enumerate(names)]
    return (
        Place("deck", "deck", -1, "pile", "hidden"),
        *hands,
        Place("row", "row", -1, "line", "public"),
        Place("discard", "discard", -1, "pile", "public"),
        Place("looked", "looked", -1, "line", "public", looker=0),
    )


def bench(**changes: Any) -> Workshop:
    return Bench(**changes)


def sit(workshop: Workshop | None = None, players: int = 1, seed: int = 1, saving: bool = False) -> Session:
    """A session at a game of patience."""
    workshop = workshop or Bench()
    return Session(deal(Recipe("patience", players=players, seed=seed), workshop), workshop, COMMANDS, saving)


def _without(cards: Sequence[str], card: str) -> tuple[str, ...]:
    at = cards.index(card)
    return (*cards[:at], *cards[at + 1 :])
