"""What a session has to say, as data.

`Session.feed` returns these; a driver turns each into paint, plain lines or JSON and decides nothing.
Everything in them is already what the person at the table may know: no event holds more than that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

if TYPE_CHECKING:
    from interpreter import Failure, ZoneView


@attrs.frozen
class Piece:
    """Some words of a line, and how they stand out: "" (not at all), "quiet" or the name of a colour.

    `plain`: the same without signs that have to be seen, if there are such.
    """

    text: str
    style: str = ""
    plain: str = ""


@attrs.frozen
class Row:
    """One entry of the table: its label, then its pieces. Rows that are `short` may share a line.

    What stands `beside` it has labels of its own.
    """

    label: str
    pieces: tuple[Piece, ...]
    short: bool = False
    beside: tuple[Row, ...] = ()

    @property
    def text(self) -> str:
        """All of it as one text in plain words, without the label."""
        own = "".join(piece.plain or piece.text for piece in self.pieces)
        return " | ".join([own, *(f"{each.label.removesuffix(':')}: {each.text}" for each in self.beside if each.text)])


@attrs.frozen
class Choice:
    """A numbered way to answer: `number` from 1, the option's own words, the module that offers it.

    `note` says which card it is about, where its words tell only the place; `form` is the words with `…` for cards,
    and `card` the first of them.
    """

    number: int
    words: str
    module: str
    note: str = ""
    form: str = ""
    card: str = ""

    @property
    def text(self) -> str:
        """The words with the note, as a person reads them."""
        return f"{self.words} ({self.note})" if self.note else self.words


@attrs.frozen
class Said:
    """A sentence for the person at the table."""

    text: str


@attrs.frozen
class Refused:
    """Something typed was not understood or not possible, and nothing was changed; `help` says what is possible."""

    text: str
    help: str = ""


@attrs.frozen
class Happened:
    """What followed from the last answers, in words."""

    lines: tuple[str, ...]


@attrs.frozen
class Passed:
    """Windows that were passed in the player's name: their prompts, and what could have been done there."""

    windows: tuple[str, ...]
    options: tuple[str, ...]


@attrs.frozen
class Table:
    """The table as `player` sees it: as rows to be shown, and as the zones and numbers behind them.

    `again`: the same is asked once more in a loop, and a person needn't be shown the table at each round.
    """

    player: str
    rows: tuple[Row, ...]
    zones: tuple[ZoneView, ...] = ()
    numbers: tuple[tuple[str, int | str], ...] = ()
    again: bool = False


@attrs.frozen
class Asked:
    """The game waits for an answer of `player`; `named` says that there are several players.

    What a loop asks several times has a `round`, from 1, of `rounds` (else 0), and what was answered `so_far`.
    `passing` is the answer that is left when no ability is used, if there is only one, else "": in an open `window` it
    does nothing. `whole`: the player wants to see every answer, however many there are. `about`: what the question is
    about, if that is told.
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

    @property
    def text(self) -> str:
        """The question as a person reads it: who is asked, what, and which round it is."""
        who = f"Player {self.player}: " if self.named else ""
        rounds = f" ({self.round} of {self.rounds})" if self.rounds > 1 else ""
        about = f" ({self.about})" if self.about else ""
        return f"{who}{self.question}{about}{rounds}"

    @property
    def before(self) -> str:
        """What was answered so far, or ""; the word with which all of it begins is left out."""
        heads = {words.partition(" ")[0] for words in self.so_far}
        shared = f"{next(iter(heads))} " if len(heads) == 1 else ""
        return ", ".join(words.removeprefix(shared) for words in self.so_far)


@attrs.frozen
class HandOver:
    """Nothing may be shown before `player` sits at the table: an empty line says that they do."""

    player: str


@attrs.frozen
class Ended:
    """The game is over; `share` is the command that deals it again."""

    status: str
    sentence: str
    seed: int
    share: str
    assisted: bool


@attrs.frozen
class Listing:
    """A heading and lines under it, such as the help or the log."""

    title: str
    lines: tuple[str, ...]


@attrs.frozen
class Explained:
    """Why an answer isn't possible: `status` and the rest as in `interpreter.Explanation`."""

    option: str
    prompt: str
    status: str
    sentence: str
    failures: tuple[Failure, ...] = ()
    choices: tuple[str, ...] = ()


@attrs.frozen
class Closed:
    """The session is over."""


Event = Said | Refused | Happened | Passed | Table | Asked | HandOver | Ended | Listing | Explained | Closed
