"""The player's choice of when to be asked at windows.

A window is a prompt at which a player can use an ability or pass. The `Preferences` pass windows for the player, who
would otherwise press the same key over and over. Passing a window is an answer like any other, and the rules don't
know who gave it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from dsl.text.spelling import abridged
from interpreter import windows

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Decision, Game
    from repl.saves.records import Played

ALWAYS, NEW, NEVER = "always", "new", "never"
WHEN = {
    ALWAYS: "you are asked every time",
    NEW: "you are asked when something is offered for the first time in a turn",
    NEVER: "you are never asked",
}
HOW = (
    "ask always|new|never [ABILITY] [at QUESTION] [for now]",
    "  sets when you are asked: about all abilities or one, at all questions or one;",
    "  `new`: when something is offered for the first time in a turn; `for now`: until you leave",
    "ask back   returns to the question that was just passed for you",
    "ask reset  restores the default",
)
MOST_AT_ONCE = 100
"""Number of windows passed in a row, after which the player is asked, so that no game plays on by itself."""


@attrs.frozen
class Preference:
    """The choice of when to be asked about options of a form (`what`; "": any) at a prompt (`at`; "": any)."""

    when: str
    what: str = ""
    at: str = ""

    @property
    def words(self) -> str:
        """The preference as it is typed."""
        return " ".join(filter(None, [self.when, self.what, self.at and f"at {self.at}"]))


@attrs.frozen
class Preferences:
    """A player's preferences: `usual` holds where none of the `special` ones does."""

    usual: str = ALWAYS
    special: tuple[Preference, ...] = ()

    def about(self, form: str, prompt: str) -> Preference:
        """The most specific preference about an option at a prompt; naming the option counts more than the prompt."""
        fits = [each for each in self.special if each.what in ("", form) and each.at in ("", prompt)]
        return max(fits, key=lambda each: (bool(each.what), bool(each.at)), default=Preference(self.usual))

    def adding(self, preference: Preference) -> Preferences:
        """These preferences with one more, which replaces those that it covers."""
        if not preference.what and not preference.at:
            return Preferences(preference.when)
        others = [each for each in self.special if not _covers(preference, each)]
        return attrs.evolve(self, special=(*others, preference))

    def passes(self, decision: Decision, seen: frozenset[str]) -> bool:
        """Whether to pass a decision; `seen` are the forms that were offered before."""
        others = [option.form for option in decision.options if option.id != decision.passing]
        if not decision.passing:
            return False
        return all(self._skips(form, decision, seen) for form in others)

    def _skips(self, form: str, decision: Decision, seen: frozenset[str]) -> bool:
        """Whether to skip an option without asking; beside another answer, only if it or the prompt was named."""
        preference = self.about(form, decision.prompt)
        match preference.when:
            case "never":
                return decision.window or bool(preference.what or preference.at)
            case "new":
                return form in seen and (decision.window or bool(preference.at))
            case _:
                return False


def _covers(preference: Preference, other: Preference) -> bool:
    return preference.what in ("", other.what) and preference.at in ("", other.at)


def answer(preferences: Preferences, games: Sequence[Game], moves: Sequence[Played]) -> str:
    """The answer that passes the decision of the last of `games`, or "" if the player is to be asked.

    `moves` are the answers that lead from one game to the next.
    """
    decision = games[-1].decision
    if decision is None or not decision.passing or _in_a_row(moves) >= MOST_AT_ONCE:
        return ""
    return decision.passing if preferences.passes(decision, _seen(decision.player, games, moves)) else ""


def _in_a_row(moves: Sequence[Played]) -> int:
    count = 0
    for move in reversed(moves):
        if not move.passed:
            break
        count += 1
    return count


def _seen(player: str, games: Sequence[Game], moves: Sequence[Played]) -> frozenset[str]:
    """The forms of the options between which a player has chosen in this turn."""
    turn, found = games[-1].turns, set[str]()
    for game, move in zip(reversed(games[:-1]), reversed(moves), strict=False):
        if game.turns != turn:
            break
        if not move.passed and move.player == player and game.decision:
            found |= {option.form for option in game.decision.options}
    return frozenset(found)


class PreferenceError(Exception):
    """A typed preference names nothing in this game; the message explains it to the player."""

    def __init__(self, text: str, help: str = "") -> None:
        self.help = help
        super().__init__(text)


def read(text: str, program: Program) -> tuple[Preference, ...]:
    """The preferences that a player typed (`never cast … at …`), one for each name meant; or `PreferenceError`."""
    when, _, rest = text.partition(" ")
    if when not in WHEN:
        raise PreferenceError(f"`{abridged(when)}` doesn't say when to ask", f"type {_listed(WHEN, 'or')}")
    what, _, at = f" {rest.strip()} ".partition(" at ")
    known = windows(program)
    abilities = _meant(what.strip(), known.forms, "ability", "abilities")
    prompts = _meant(at.strip(), known.prompts, "question that offers abilities", "questions that offer abilities")
    return tuple(Preference(when, form, prompt) for form in abilities for prompt in prompts)


def _meant(typed: str, names: Sequence[str], kind: str, kinds: str) -> list[str]:
    """The name that was typed, or all that begin with it; "" for nothing."""
    plain = typed.casefold().rstrip("…").strip()
    if not plain:
        return [""]
    exact = [name for name in names if name.casefold().rstrip("… ") == plain]
    fits = exact or [name for name in names if name.casefold().startswith(plain)]
    if not fits:
        known = f"{kinds}: {_listed(names)}" if names else ""
        raise PreferenceError(f"no {kind} is called `{abridged(typed)}`", known)
    return fits


def _listed(names: Iterable[str], last: str = "") -> str:
    quoted = [f"`{name}`" for name in names]
    return f"{', '.join(quoted[:-1])} {last} {quoted[-1]}" if last else ", ".join(quoted)


def summary(preferences: Preferences, program: Program) -> Iterator[str]:
    """The preferences in words, with the questions and abilities they can apply to."""
    known = windows(program)
    if not known.prompts:
        yield "You are asked every question of this game: none offers only abilities."
        return
    if known.opened:
        opened = ", ".join(known.opened)
        yield f"At questions that only offer abilities ({opened}), {in_words(preferences)}."
    if known.beside:
        yield f"At questions that also have one other answer ({', '.join(known.beside)}), you are asked every time,"
        yield "unless you name the ability or the question."
    yield f"Abilities: {', '.join(known.forms)}"
    yield ""
    yield from HOW


def in_words(preferences: Preferences) -> str:
    """The preferences, as the end of a sentence."""
    special = f"; but {', '.join(each.words for each in preferences.special)}" if preferences.special else ""
    return f"{WHEN[preferences.usual]}{special}"
