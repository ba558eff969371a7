"""When a player wants to be asked in open windows.

A window is a prompt that is there for abilities only, and can be passed. Asked at each of them, a player who never
wants to do anything there would press the same key over and over. So windows are passed in the player's name, as
`Wishes` say: a window passed is an answer like any other, and the rules know nothing of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import attrs

from interpreter import windows

if TYPE_CHECKING:
    from dsl import Program
    from interpreter import Decision, Game
    from repl.saves.records import Played

ALWAYS, NEW, NEVER = "always", "new", "never"
WHEN = {
    ALWAYS: "whenever there is something to do",
    NEW: "when there is something to do that wasn't offered yet in the turn",
    NEVER: "not at all",
}
HOW = (
    "ask always|new|never [ABILITY] [at PROMPT] [for now]",
    "  changes that, for all abilities or those that begin so, everywhere or at one prompt;",
    f"  new: {WHEN[NEW]}; for now: until you leave",
    "ask back   asks after all where a window was just passed",
    "ask reset  forgets your wishes",
)
MOST_AT_ONCE = 100
"""Windows that are passed one after the other; then the player is asked, lest a game run on by itself."""


@attrs.frozen
class Wish:
    """When to be asked about the options of a form (`what`; "": about any) at a prompt (`at`; "": at any)."""

    when: str
    what: str = ""
    at: str = ""

    @property
    def words(self) -> str:
        """The wish as it is typed."""
        return " ".join(filter(None, [self.when, self.what, self.at and f"at {self.at}"]))


@attrs.frozen
class Wishes:
    """A player's wishes: `usual` holds where none of the `special` ones does."""

    usual: str = ALWAYS
    special: tuple[Wish, ...] = ()

    def about(self, form: str, prompt: str) -> Wish:
        """The wish that holds for an option at a prompt: the one that says most, an option before a prompt."""
        fits = [wish for wish in self.special if wish.what in ("", form) and wish.at in ("", prompt)]
        return max(fits, key=lambda wish: (bool(wish.what), bool(wish.at)), default=Wish(self.usual))

    def having(self, wish: Wish) -> Wishes:
        """These wishes with one more, in place of those that it overrules."""
        if not wish.what and not wish.at:
            return Wishes(wish.when)
        others = [each for each in self.special if not _covers(wish, each)]
        return attrs.evolve(self, special=(*others, wish))

    def pass_by(self, decision: Decision, seen: frozenset[str]) -> bool:
        """Whether a decision is to be passed; `seen` are the forms that were offered before."""
        others = [option.form for option in decision.options if option.id != decision.passing]
        if not decision.passing:
            return False
        return all(self._leaves(form, decision, seen) for form in others)

    def _leaves(self, form: str, decision: Decision, seen: frozenset[str]) -> bool:
        """Whether an option is left unused without asking; beside another answer, only if that was wished."""
        wish = self.about(form, decision.prompt)
        match wish.when:
            case "never":
                return decision.window or bool(wish.what or wish.at)
            case "new":
                return form in seen and (decision.window or bool(wish.at))
            case _:
                return False


def _covers(wish: Wish, other: Wish) -> bool:
    return wish.what in ("", other.what) and wish.at in ("", other.at)


def answer(wishes: Wishes, moments: Sequence[Game], moves: Sequence[Played]) -> str:
    """The answer that passes the decision of the last of `moments`, or "" if the player is to be asked.

    `moves` are the answers that lead from one moment to the next.
    """
    decision = moments[-1].decision
    if decision is None or not decision.passing or _in_a_row(moves) >= MOST_AT_ONCE:
        return ""
    return decision.passing if wishes.pass_by(decision, _seen(decision.player, moments, moves)) else ""


def _in_a_row(moves: Sequence[Played]) -> int:
    count = 0
    for move in reversed(moves):
        if not move.passed:
            break
        count += 1
    return count


def _seen(player: str, moments: Sequence[Game], moves: Sequence[Played]) -> frozenset[str]:
    """The forms of the options between which a player has chosen in this turn."""
    turn, found = moments[-1].turns, set[str]()
    for moment, move in zip(reversed(moments[:-1]), reversed(moves), strict=False):
        if moment.turns != turn:
            break
        if not move.passed and move.player == player and moment.decision:
            found |= {option.form for option in moment.decision.options}
    return frozenset(found)


class Puzzled(Exception):
    """A wish that can't be made out; the message says why, for the player."""

    def __init__(self, text: str, help: str = "") -> None:
        self.help = help
        super().__init__(text)


def read(text: str, program: Program) -> tuple[Wish, ...]:
    """The wishes that a player typed (`never cast … at …`), one for each name that is meant; raises `Puzzled`."""
    when, _, rest = text.partition(" ")
    if when not in WHEN:
        raise Puzzled(f"`{when}` doesn't say when to be asked", f"say {_listed(WHEN)}")
    what, _, at = f" {rest.strip()} ".partition(" at ")
    known = windows(program)
    abilities = _meant(what.strip(), known.forms, "ability")
    prompts = _meant(at.strip(), known.prompts, "window")
    return tuple(Wish(when, form, prompt) for form in abilities for prompt in prompts)


def _meant(typed: str, names: Sequence[str], kind: str) -> list[str]:
    """The name that was typed, or all that begin with it; "" for nothing."""
    plain = typed.casefold().rstrip("…").strip()
    if not plain:
        return [""]
    exact = [name for name in names if name.casefold().rstrip("… ") == plain]
    fits = exact or [name for name in names if name.casefold().startswith(plain)]
    if not fits:
        raise Puzzled(f"no {kind} here is called `{typed}`", f"there are {_listed(names)}" if names else "")
    return fits


def _listed(names: Iterable[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def summary(wishes: Wishes, program: Program) -> Iterator[str]:
    """The wishes in words, and to what they may apply."""
    known = windows(program)
    if not known.prompts:
        yield "This game has no windows: whatever it asks, you are asked."
        return
    if known.opened:
        yield f"Where nothing but abilities is offered ({', '.join(known.opened)}), you are asked {in_words(wishes)}."
    if known.beside:
        beside = ", ".join(known.beside)
        yield f"Beside one other answer ({beside}), you are asked unless you name an ability or the prompt."
    yield f"Abilities: {', '.join(known.forms)}"
    yield ""
    yield from HOW


def in_words(wishes: Wishes) -> str:
    """When the player wants to be asked, as the end of a sentence."""
    special = f"; but {', '.join(wish.words for wish in wishes.special)}" if wishes.special else ""
    return f"{WHEN[wishes.usual]}{special}"
