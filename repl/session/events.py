"""The events of a session, as data.

`Session.feed` returns events; a driver turns each into paint, plain lines or JSON and decides nothing. No event holds
more than the person at the table may know.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from dsl import Problem
    from interpreter import Failure, ZoneView
    from reverie.table import Row


@attrs.frozen
class Choice:
    """A numbered option: its `number` from 1, its words, and the module that offers it.

    `note` names the card, if the words name only its place; `form` is the words with `…` for cards, and `card` the
    first of these cards. `id` are the rules' own words, by which the answer is saved, whatever the language.
    """

    number: int
    words: str
    module: str
    note: str = ""
    form: str = ""
    card: str = ""
    id: str = ""

    @property
    def text(self) -> str:
        """The words with the note, for people."""
        return f"{self.words} ({self.note})" if self.note else self.words


@attrs.frozen
class Said:
    """A sentence for the person at the table."""

    text: str


@attrs.frozen
class Refused:
    """A line was not understood or not possible, and changed nothing; `help` says what is possible.

    If `problems` of the rules are the reason, they are also the `help`, with their excerpts.
    """

    text: str
    help: str = ""
    problems: tuple[Problem, ...] = ()


@attrs.frozen
class Happened:
    """The effects of the last answers, in words."""

    lines: tuple[str, ...]


@attrs.frozen
class Passed:
    """Windows that were passed for the player: their prompts, and the options that were offered there."""

    windows: tuple[str, ...]
    options: tuple[str, ...]


@attrs.frozen
class Table:
    """The table as `player` sees it: as rows to be shown, and as the zones and numbers behind them.

    `again`: a loop asks the same question again, and a person needn't see the table in each round.
    """

    player: str
    rows: tuple[Row, ...]
    zones: tuple[ZoneView, ...] = ()
    numbers: tuple[tuple[str, int | str], ...] = ()
    again: bool = False


@attrs.frozen
class Asked:
    """The game waits for an answer of `player`; `named` says that there are several players.

    A question of a loop has a `round`, from 1, of `rounds` (else 0), and the answers `so_far`. `passing` is the only
    answer that uses no ability, else "": in an open `window` it does nothing. `whole`: the player wants to see every
    answer, however many there are. `about`: the subject of the question, if it is shown. `at_once`: all players choose
    before anybody knows a choice. `dummy`: the player decides for this one.
    """

    prompt: str
    question: str
    player: str
    choices: tuple[Choice, ...]
    named: bool = False
    round: int = 0
    rounds: int = 0
    so_far: tuple[str, ...] = ()
    passing: str = ""
    window: bool = False
    whole: bool = False
    about: str = ""
    at_once: bool = False
    dummy: str = ""

    @property
    def text(self) -> str:
        """The question for people: the player, the words, and the round."""
        for_dummy = f" for {self.dummy}" if self.dummy else ""
        who = f"Player {self.player}{for_dummy}: " if self.named or self.dummy else ""
        rounds = f" ({self.round} of {self.rounds})" if self.rounds > 1 else ""
        about = f" ({self.about})" if self.about else ""
        secret = " (nobody sees it before all have chosen)" if self.at_once else ""
        return f"{who}{self.question}{about}{rounds}{secret}"

    @property
    def before(self) -> str:
        """The answers so far, or "", without the first word if they share it."""
        heads = {words.partition(" ")[0] for words in self.so_far}
        shared = f"{next(iter(heads))} " if len(heads) == 1 else ""
        return ", ".join(words.removeprefix(shared) for words in self.so_far)


@attrs.frozen
class HandOver:
    """Nothing may be shown before `player` sits at the table, which an empty line confirms."""

    player: str


@attrs.frozen
class Ended:
    """The game is over; `share` is the command that deals it again.

    `scores` are by the letters of the players, or that of the "table", and `parts` the numbers of which they are made;
    `winners` are the players who won against the others, `decided` what broke the tie, and `contested` says whether
    anybody can win in this way. `assisted`: hidden cards were seen before an undo, or a hint was asked for (`hinted`).
    """

    status: str
    sentence: str
    seed: int
    share: str
    assisted: bool
    scores: dict[str, int] = attrs.field(factory=dict)
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    winners: tuple[str, ...] = ()
    decided: str = ""
    contested: bool = False
    hinted: bool = False


@attrs.frozen
class Listing:
    """A heading and lines under it, such as the help or the log."""

    title: str
    lines: tuple[str, ...]


@attrs.frozen
class Explained:
    """The reason why an answer isn't possible: the fields are those of `interpreter.Explanation`.

    `rest` is the line to type that shows the `others`, or "" if all are shown that can be.
    """

    option: str
    prompt: str
    status: str
    sentence: str
    failures: tuple[Failure, ...] = ()
    choices: tuple[str, ...] = ()
    nearest: str = ""
    others: int = 0
    rest: str = ""


@attrs.frozen
class RulesChanged:
    """The rules were linked again after a change of their files.

    `status`: "same" (the game goes on under the new rules, and every answer still fits), "gone on" (it goes on before
    the answer at which it becomes another game), "differs" or "broken" (the old rules stay in force). `text` says so,
    `lines` say what differs or is wrong, and `help` what can be typed. `kept` answers stand, `again` more can be given
    again by `redo`; `number` is the answer that differs, from 1 (0: the beginning, or none). The `lines` of broken
    rules are the excerpts of their `problems`.
    """

    status: str
    text: str
    lines: tuple[str, ...] = ()
    help: str = ""
    kept: int = 0
    again: int = 0
    number: int = 0
    problems: tuple[Problem, ...] = ()


@attrs.frozen
class Closed:
    """The session is over."""


Event = (
    Said | Refused | Happened | Passed | Table | Asked | HandOver | Ended | Listing | Explained | RulesChanged | Closed
)
