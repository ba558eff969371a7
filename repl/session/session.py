"""A game at the table: lines go in, events come out.

`Session.feed` takes a line from a person or a program and returns events; it knows no terminal. `answers` reads a line,
`timeline` plays it, `view` lays out the table, `account` reports what happened, the `Commands` of the session carry out
everything that isn't an answer, and `store` saves the game, line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from dsl import CompileError, Program, ruleset_folder
from dsl.reading.library import ENDING
from dsl.text.letters import ON
from dsl.text.spelling import abridged, nearest
from repl.saves import added
from repl.saves.recipe import Recipe
from repl.saves.records import Assisted, Line, Played
from repl.saves.reload import Reloaded, reload
from repl.saves.replay import Replayed, begin, header_of, replay, result_of, tried_with
from repl.saves.store import Journal, Save, StoreError
from repl.saves.timeline import Reading, RejectedAnswer, exactly
from repl.saves.workshop import Workshop
from repl.session import answers, reloading
from repl.session.account import Account
from repl.session.answers import NotUnderstood, Understood
from repl.session.attention import ALWAYS, answer
from repl.session.command_table import Commands
from repl.session.computers import Computers
from repl.session.crossed import card_of
from repl.session.events import Asked, Choice, Ended, Event, HandOver, Happened, Passed, Refused, Said, Table
from repl.session.knowledge import hides_hands, players
from repl.session.preferences import Attention
from repl.session.work import Stopped, Working, alone
from reverie.table import named, table

if TYPE_CHECKING:
    from interpreter import Game


class Session:
    """One person, or two who pass the seat, at one game.

    `dealt` is the first game, `commands` the lines that aren't answers; `saving`: the game is saved on disk;
    `attention` holds when the player wants to be asked in open windows (without it: always), and `computers` the seats
    that the computer takes. `refusals` counts the refused lines; a driver that lets work be stopped sets `working`.
    """

    working: Working = staticmethod(alone)

    def __init__(
        self, dealt: Replayed, workshop: Workshop, commands: Commands[Session], saving: bool = True,
        attention: Attention | None = None, computers: Computers | None = None,
    ) -> None:  # fmt: skip
        self.workshop = workshop
        self.commands = commands
        self.saving = saving
        self.computers = computers or Computers()
        self.attention = attention or Attention(ALWAYS, saved=False)
        self.closed = False
        self.refusals = 0
        self._journal: Journal | None = None
        self._sit_down(dealt, dealt.timeline.moves)

    def _sit_down(self, dealt: Replayed, past: Sequence[Line] = (), journal: Journal | None = None) -> None:
        """Switch to another game; `past` holds the first lines of a journal that is yet to be created."""
        if self._journal:
            self._journal.close()
        self.recipe, self.program, self.timeline = dealt.recipe, dealt.program, dealt.timeline
        self.attention.sit_down(self.program.game)
        self.timeline.passing = lambda games, moves: answer(self.attention.preferences, games, moves)
        self.timeline.playing = self._computed
        self._journal, self._past, self._note = journal, tuple(past), dealt.note
        self._unwritten: list[Line] = []
        self._failure = ""
        self._seat = ""
        self._alike, self._alone, self._compared = True, False, 0
        self._known = dict.fromkeys(players(self.program), len(self.timeline.moves))
        self._reported_out_of_reach = False
        self._result_saved = self.game.outcome is not None
        self._assisted_saved = (self.timeline.assisted, self.timeline.hinted)
        self._move_over()

    @property
    def game(self) -> Game:
        """The current game."""
        return self.timeline.game

    @property
    def file(self) -> Path | None:
        """The file in which the game is saved, if there is one."""
        return self._journal.path if self._journal else None

    @property
    def rules_files(self) -> tuple[tuple[Path, ...], tuple[Path, ...]]:
        """The folder of the ruleset, if it is still there, and the rules files of modules from elsewhere."""
        modules = added.files(self.recipe.game, self.recipe.modules)
        files = tuple(Path(module) for module in modules if module.endswith(ENDING))
        try:
            return (ruleset_folder(self.recipe.game),), files
        except CompileError:
            return (), files

    @property
    def unsaved(self) -> tuple[int, str]:
        """The number of answers that could not be written to the file, and why the last attempt failed."""
        return sum(isinstance(line, Played) for line in self._unwritten), self._failure

    @property
    def viewer(self) -> str:
        """The player whose view is shown."""
        decision = self.game.decision
        if hides_hands(self.program):
            return self._seat or "A"
        return decision.player if decision else "A"

    @property
    def waiting(self) -> str:
        """The player to whom the seat must be handed before anything may be shown; "" if nobody."""
        decision = self.game.decision
        if decision is None or self.thinking:
            return ""
        return decision.player if hides_hands(self.program) and decision.player != self._seat else ""

    @property
    def thinking(self) -> bool:
        """Whether the computer is to answer, and was stopped."""
        return self.computers.decides(self.game)

    @property
    def handing_over(self) -> bool:
        """Whether the seat is to be handed over, and the player who had it still sits there."""
        return bool(self.waiting and self._seat)

    @property
    def options(self) -> tuple[str, ...]:
        """The answers that are possible now, in the order of their numbers; none while the seat is handed over."""
        decision = self.game.decision
        shown = decision and not self.waiting and not self.thinking
        return tuple(option.words for option in decision.options) if decision and shown else ()

    @property
    def account(self) -> Account:
        """Reports to the viewer what happened."""
        return Account(self.program, self.timeline, self.viewer)

    def in_sight(self) -> frozenset[str]:
        """The cards that the viewer sees, in any zone or on others, by their names."""
        zones = self.game.view(self.viewer).zones
        names = {face.name for face in self.program.faces}
        seen = (each for zone in zones for card in zone.cards or () for each in card.split(ON))
        return frozenset(named(each, names) for each in seen)

    def greeting(self) -> list[Event]:
        """The first events of a game."""
        many = f" for {self.program.players} players" if self.program.players > 1 else ""
        modules = f" with {', '.join(self.program.modules)}" if self.program.modules else ""
        options = "".join(f", {name} {value}" for name, value in self.recipe.options)
        title = self.program.title or self.program.game
        at = f", at {self.recipe.scenario_id}" if self.recipe.scenario else ""
        return [
            Said(f"{title}{many}{modules}{options}{at}, seed {self.recipe.seed}. `help` lists the commands."),
            *([Said(self._note)] if self._note else []),
            *self.scene(),
        ]

    def scene(self, whole: bool = False, again: bool = False) -> list[Event]:
        """The table and the question; or a request to hand over the seat.

        `whole`: with every card that lies there; `again`: the table has just been shown (see `Table`).
        """
        others = self._others()
        self._move_over()
        if self.waiting:
            return [*others, HandOver(self.waiting)]
        seen = self.game.view(self.viewer)
        return [
            *others,
            Table(self.viewer, table(seen, whole), seen.zones, seen.numbers, again),
            *self._out_of_reach(),
            *self._asked(whole),
            *self._over(),
        ]

    def feed(self, line: str) -> list[Event]:
        """Carry out a line and return its events. A refused line changes nothing, with the exception named in `give`.

        While the seat is handed over, an empty line means that the next player sits here; until then, the player who
        still does (see `handing_over`) may use commands.
        """
        if self.closed:
            return []
        try:
            found = self._between(line.strip()) if self.waiting else self._read(line.strip())
        except Stopped:
            found = self._halted()
        self.refusals += any(isinstance(event, Refused) for event in found)
        return found

    def _move_over(self) -> None:
        """Let the seat go to the player who decides, as long as all have seen the same since it was taken.

        Then others may sit here too: if the views differ, the player who decides has to sit down alone.
        """
        decision, now = self.game.decision, len(self.timeline.moves)
        if decision is None or not hides_hands(self.program):
            return
        if person := self.computers.person(players(self.program)):
            self._seat, self._alone = person, True
            return
        games = (self.timeline.after(number) for number in range(min(self._compared, now), now + 1))
        self._alike = self._alike and all(game.seen_alike for game in games)
        self._compared = now
        if self._alike:
            self._alone = self._alone and self._seat == decision.player
            self._seat = decision.player
        elif not self._alone:
            self._seat = ""

    def _others(self) -> list[Event]:
        """Let the computer answer if it decides now; what happened, and whether it can't go on."""
        before = len(self.timeline.moves)
        try:
            moves = self.timeline.play_others()
        except Stopped:
            return []
        if self._journal is None and not self._unwritten:
            self._past += moves
        elif self.saving:
            self._unwritten += moves
        events = self.news(before) if moves else []
        if self.computers.failed and self.computers.seats:
            events.append(Said(f"The computer can't go on: {self.computers.failed}. Its seat is yours now."))
            self.computers.seats = frozenset()
        return events

    def _computed(self, game: Game) -> str:
        """The answer of the computer, or "" if a person decides; a person may stop it."""
        if not self.computers.decides(game):
            return ""
        with self.working("The computer is trying its answers") as told:
            return self.computers.answer(game, told)

    def _halted(self) -> list[Event]:
        """After work was stopped: the question, as it stood before."""
        return [Said("Stopped; nothing has changed."), *self._asked(whole=False)]

    def leave_seat(self) -> None:
        """Leave the seat: nobody sits here until the next player takes it."""
        self._seat = ""

    def _between(self, text: str) -> list[Event]:
        if not text:
            return self._seated()
        command = self.commands.find(text, exact=False) if self.handing_over or self.commands.leaves(text) else None
        if command:
            return command(self)
        possible = "press Enter or type a command" if self.handing_over else "press Enter or type `quit`"
        return [Refused(f"the seat must be handed to player {self.waiting} first", possible), *self.scene()]

    def completions(self, text: str) -> list[str]:
        """The completions of a text: answers first, then commands."""
        return answers.completions(text, self.options) + self.commands.completions(text)

    def _read(self, text: str) -> list[Event]:
        """An answer in full comes before a command in full, that before the beginning of an answer or a command."""
        if not text:
            return self.scene(whole=True)
        decision = None if self.thinking else self.game.decision
        over = NotUnderstood("the computer hasn't answered yet" if self.thinking else "the game is over")
        meant = answers.understand(text, self.options, decision.meant) if decision else over
        reading = partial(answers.later, shown=self.options)
        if isinstance(meant, Understood) and meant.exact:
            return self._give(meant.words, reading)
        if command := self.commands.find(text, exact=True):
            return command(self)
        match meant:
            case Understood(words):
                return self._give(words, reading)
            case NotUnderstood(reason, fits) if fits:
                return [Refused(reason)]
            case NotUnderstood(reason):
                command = self.commands.find(text, exact=False)
                return command(self) if command else [Refused(reason, self._advice(text))]

    def _advice(self, text: str) -> str:
        if command := self.commands.shortened(text):
            return f"type `{command.name}` in full to {command.help.partition(',')[0]}"
        close = nearest(text, [*self.options, *self.commands.names()])
        guess = f"did you mean `{close}`? " if close else ""
        return guess + self._possible()

    def _possible(self) -> str:
        if self.thinking:
            return "press Enter to let the computer go on"
        if not self.options:
            return "type `undo`, `restart`, `new` or `quit`"
        return "possible answers: " + ", ".join(f"{number} {words}" for number, words in enumerate(self.options, 1))

    def give(self, words: Sequence[str]) -> list[Event]:
        """Give answers by the words of their options; `feed` takes lines that people type.

        If one can't be given, nothing is changed, unless earlier ones have revealed a hidden card: then those stand.
        """
        return self._give(words, exactly)

    def _give(self, words: Sequence[str | int], read: Reading) -> list[Event]:
        if self.closed or self.waiting:
            return [
                Refused(
                    f"the seat must be handed to player {self.waiting} first" if self.waiting else "the session is over"
                )
            ]
        before = len(self.timeline.moves)
        stopped: list[Event] = []
        try:
            self.timeline.give(words, read, self._seat)
        except RejectedAnswer as rejected:
            stopped = [self._stopped(rejected)]
            if not rejected.stand:
                return stopped
        moves = self.timeline.moves[before:]
        unsaved = self.record(moves)
        self._move_over()
        return [*unsaved, *self.news(before), *self._passed(moves), *stopped, *self.scene(again=self._again())]

    def _again(self) -> bool:
        """Whether a loop asks the same question again."""
        decision, moves = self.game.decision, self.timeline.moves
        if decision is None or decision.round < 2 or not moves:
            return False
        return (moves[-1].prompt, moves[-1].player) == (decision.prompt, decision.player)

    def _passed(self, moves: Sequence[Played]) -> list[Event]:
        """The windows that were passed without asking, and the options that were offered there."""
        before = len(self.timeline.moves) - len(moves)
        prompts, options = dict[str, None](), dict[str, None]()
        for number, move in enumerate(moves, before):
            decision = self.timeline.after(number).decision
            if move.passed and decision:
                prompts[move.prompt] = None
                options |= {option.form: None for option in decision.options if option.id != decision.passing}
        return [Passed(tuple(prompts), tuple(options))] if prompts else []

    def _stopped(self, rejected: RejectedAnswer) -> Refused:
        after = " after " + ", ".join(f"`{given}`" for given in rejected.given) if rejected.given else ""
        answer = abridged(rejected.answer)
        if rejected.turn:
            why = f"`{answer}` is for player {rejected.turn} to answer"
        else:
            number = f"there is no answer number {answer}" if answer.isdecimal() else ""
            why = "the game is over" if rejected.over else number or f"`{answer}` is not a possible answer"
        if rejected.stand:
            return Refused(f"{why}{after}: the rest of the line was ignored")
        return Refused(f"{why}{after}: nothing was changed", self._possible())

    def news(self, since: int) -> list[Event]:
        """Events after `since` answers, and others that the viewer hasn't been told, as far as the viewer may know."""
        if hides_hands(self.program):
            if not self._seat:
                return []
            since = min(since, self._known[self.viewer])
        readers = [self.viewer] if self._alone else self._known
        self._known.update(dict.fromkeys(readers, len(self.timeline.moves)))
        lines = self.account.news(self._opened(since))
        return [Happened(lines)] if lines else []

    def _opened(self, since: int) -> int:
        """The number of answers before those that were known to nobody else after `since` answers, and now are.

        Forced answers are passed over, as in all news.
        """
        timeline = self.timeline
        known = timeline.known(since)
        if timeline.after(since).sealed and timeline.known(len(timeline.moves)) > known:
            while since and len(timeline.after(since - 1).history) >= known:
                since -= 1
        return since

    def _seated(self) -> list[Event]:
        self._seat, self._alone = self.waiting, True
        self._alike, self._compared = True, len(self.timeline.moves)
        return [*self.news(min(self._known[self._seat], len(self.timeline.moves))), *self.scene()]

    def begin(self, recipe: Recipe) -> list[Event]:
        """Leave this game, which stays saved, for another one; after a `CompileError` the session is unchanged."""
        with self.working("Dealing"):
            dealt = begin(recipe, self.workshop)
        left = self.last_attempt()
        self._sit_down(dealt, dealt.timeline.moves)
        return [*left, *self.greeting()]

    def load(self, save: Save) -> list[Event]:
        """Leave this game for a saved one; raises as `go_on` does, or `CompileError` if its rules can't be linked.

        A saved game whose rules were moved is replayed by those of this game if they are the same.
        """
        with self.working("Replaying"):
            found = replay(save, self.workshop, self.recipe)
        return self.go_on(found, save)

    def go_on(self, found: Replayed, save: Save, same_file: bool = False, damaged: bool = False) -> list[Event]:
        """Continue a game replayed from `save`; in the same file only if the rules are still the same.

        `damaged`: `save` is the readable part of its file, of which a copy is kept. Raises `StoreError` if the save
        doesn't fit; the session is then unchanged.
        """
        if found.fault:
            changed = "".join(f" ({each})" for each in found.differences)
            raise StoreError(f"this game can't be continued: {found.fault}{changed}")
        notes = [f"Saved under different rules: {each}. Every answer still fits." for each in found.differences]
        notes += [f"Replayed with {tried_with(found.program)}."] if notes else []
        journal = None
        if same_file and not found.differences:
            journal, copy = Journal.repair(save) if damaged else (Journal.reopen(save), None)
            notes += [f"The damaged file is kept as {copy}."] if copy else []
        left = self.last_attempt()
        self._sit_down(found, save.lines, journal)
        if save.cut:
            notes.append("The last line of the file is incomplete: its answer is lost.")
        return [*left, *(Said(note) for note in notes), *self.greeting()]

    def reload(self, anyway: bool = False) -> list[Event]:
        """Read the rules again, and go on under them with all answers so far.

        If they make another game of the answers, or can't be linked, the old rules stay in force; `anyway`, the game
        goes on before the answer at which it becomes another one.
        """
        try:
            with self.working("Reading the rules"):
                program = self.workshop.link(self.recipe)
                found = reload(self.recipe, self.timeline, program, self.workshop)
        except Stopped:
            return self._halted()
        except CompileError as error:
            return [reloading.broken((), error.problems)]
        except StoreError as error:
            return [reloading.broken((str(error),))]
        divergence = found.divergence
        if divergence and not anyway:
            return [
                reloading.differs(
                    found, divergence, (self.program, self.timeline), program, "" if self.waiting else self.viewer
                )
            ]
        file = str(self.file or "") if divergence else ""
        failed = self.go_on_under(program, found)
        told = reloading.gone_on(found, divergence, file) if divergence else reloading.same(found.timeline)
        return [*failed, told, *self.scene()]

    def go_on_under(self, program: Program, found: Reloaded) -> list[Event]:
        """Sit down at a replayed game: in the same file if no answer is lost, else in a new one."""
        left, lines, journal = self.last_attempt(), reloading.lines_of(found.timeline), None
        if self._journal and not found.divergence:
            try:
                journal = self._journal.rewritten(header_of(self.recipe, program), lines)
            except StoreError as error:
                left.append(Said(f"The new rules could not be noted in the file of this game: {error}."))
        seat, alone, known = self._seat, self._alone, self._known
        self._sit_down(Replayed(self.recipe, program, found.timeline), lines, journal)
        if seat and self._known.keys() == known.keys():
            self._seat, self._alone = seat, alone
            self._known = {player: min(number, len(found.timeline.moves)) for player, number in known.items()}
            self._move_over()
        return left

    def record(self, lines: Sequence[Line]) -> list[Event]:
        """Save lines; those that can't be written are tried again with the next ones, and the player is told once."""
        if not self.saving:
            return []
        self._unwritten += [*lines, *self._marks()]
        before, self._failure = self._failure, self._write()
        if self._failure and not before:
            return [
                Refused(
                    f"this answer could not be saved: {self._failure}",
                    "each further answer tries again; `save` to another folder may still work",
                )
            ]
        return [Said("All answers are saved again.")] if before and not self._failure else []

    def last_attempt(self) -> list[Event]:
        """Before the game is left: try once more to save all of it, and say what is lost if that fails."""
        count, _ = self.unsaved
        if not self._unwritten or not self._write():
            self._unwritten, self._failure = [], ""
            return []
        lost = {0: "the last change", 1: "the last answer"}.get(count, f"the last {count} answers")
        return [Said(f"Not everything is saved: {lost} of this game could not be written ({self._failure}).")]

    def _write(self) -> str:
        """Write everything that isn't in the file yet; the reason why that isn't possible, or ""."""
        try:
            if self._journal is None and self._unwritten:
                self._journal = Journal.create(header_of(self.recipe, self.program), self._past)
            while self._journal and self._unwritten:
                self._journal.add(self._unwritten[0])
                del self._unwritten[0]
        except StoreError as error:
            return str(error)
        return ""

    def _marks(self) -> list[Line]:
        """The lines of a journal that aren't answers, when they become true."""
        found: list[Line] = []
        assisted = (self.timeline.assisted, self.timeline.hinted)
        if assisted != self._assisted_saved:
            found.append(Assisted(*assisted))
        outcome = self.game.outcome
        if outcome and not self._result_saved:
            found.append(result_of(outcome))
        self._assisted_saved, self._result_saved = assisted, outcome is not None
        return found

    def close(self) -> None:
        """End the session; the journal holds the game."""
        self.closed = True
        self._write()
        if self._journal:
            self._journal.close()
            self._journal = None

    def _out_of_reach(self) -> list[Event]:
        """A notice that the game can no longer be won: once, and again only if it could be in between."""
        sentence = self.game.out_of_reach if self.game.decision else None
        news = sentence and not self._reported_out_of_reach
        self._reported_out_of_reach = bool(sentence)
        return [Said(f"{sentence} The game continues anyway.")] if news else []

    def _asked(self, whole: bool) -> list[Event]:
        decision = self.game.decision
        if decision is None or self.waiting:
            return []
        if self.thinking:
            return [Said(f"Player {decision.player} is the computer, which was stopped. Enter lets it go on.")]
        faces = {each.name for each in self.program.faces}
        choices = tuple(
            Choice(
                number, option.words, option.module, option.note, option.form,
                card_of(option.words, option.form, faces), option.id,
            )
            for number, option in enumerate(decision.options, 1)
        )  # fmt: skip
        passing = next((option.words for option in decision.options if option.id == decision.passing), "")
        named = self.program.players > 1
        return [
            Asked(
                decision.prompt, decision.question, decision.player, choices, named, decision.round, decision.rounds,
                self._so_far(), passing, decision.window, whole, decision.about, decision.at_once,
                decision.dummy,
            )
        ]  # fmt: skip

    def _so_far(self) -> tuple[str, ...]:
        """The player's answers in the earlier rounds of a loop that asks."""
        decision = self.game.decision
        if decision is None or decision.round < 2:
            return ()
        rounds = [given for given in self.game.history if given.prompt == decision.prompt][1 - decision.round :]
        return tuple(given.words for given in rounds if given.player == decision.player)

    def _over(self) -> list[Event]:
        outcome = self.game.outcome
        if outcome is None:
            return []
        recipe, scoring = self.recipe, self.program.scoring
        contested = bool(scoring and scoring.ranks) and outcome.status in ("won", "over")
        return [
            Ended(
                outcome.status, outcome.sentence, recipe.seed, recipe.command, self.timeline.assisted,
                outcome.scores_by_name, outcome.parts, outcome.winners, outcome.decided, contested,
                self.timeline.hinted,
            )
        ]  # fmt: skip
