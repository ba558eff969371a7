"""The commands of a game: every line that isn't an answer.

`COMMANDS` is the table: a command's words, its help line and its function. The function takes the session and the text
after the name, and returns events; a wrong argument changes nothing.
"""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import attrs

from dsl.text.diagnostics import CompileError
from dsl.text.files import is_file
from dsl.text.letters import ELLIPSIS
from dsl.text.spelling import abridged, counted, nearest
from repl.saves import appending, store
from repl.saves.recipe import SEEDS, new_seed, seed_of
from repl.saves.records import Header, Line, Redone, Undone
from repl.saves.replay import differences, header_of, result_of
from repl.saves.store import StoreError
from repl.saves.told import told
from repl.session import absent, attention, card_index, hint, legend, reloading, rulebook, zone_listing
from repl.session.account import Account
from repl.session.command_table import MARK, Command, Commands
from repl.session.events import Closed, Event, Explained, Listing, Refused, Said
from repl.session.knowledge import hides_hands
from repl.session.session import Session
from reverie.table import table

if TYPE_CHECKING:
    from dsl import Help, Program
    from interpreter import Explanation


def _help(session: Session, argument: str) -> list[Event]:
    """The answers and commands, the help of one command, or the help texts of the rules about anything else."""
    if argument:
        command = session.commands.called(argument.removeprefix(MARK).casefold(), exact=False, marked=True)
        if command:
            explained = _table_explained(session) if command.run is _table else ()
            return [Listing(f"{command.name} {command.usage}".strip(), (command.help, *command.more, *explained))]
        if found := rulebook.matching(session.program, argument):
            return [Listing("Rules", rulebook.lines(found))]
        if declared := absent.where(session.program, rulebook.plain(argument)):
            return [Refused(f"there is no command `{abridged(argument)}`, and no rule of this game about it", declared)]
        titles = rulebook.names(session.program)
        close = nearest(argument, [*session.commands.names(), *titles])
        guess = f"did you mean `{close}`?" if close else "see `help` and `rules all`"
        return [Refused(f"there is no command `{abridged(argument)}`, and no rule about it", guess)]
    every = session.commands.every
    width = max(len(f"{command.name} {command.usage}") for command in every) + 2
    lines = [f"{f'{command.name} {command.usage}':{width}}{command.help}" for command in every]
    return [Listing("Answers and commands", (*ANSWERING, "", *lines))]


def _table_explained(session: Session) -> tuple[str, ...]:
    """What the rows of the table show, unless the seat is being handed over."""
    if session.waiting:
        return ()
    return ("", *legend.lines(session.program, table(session.game.view(session.viewer))))


def _table(session: Session, argument: str) -> list[Event]:
    """The table, or the cards of a zone that the viewer may see."""
    if not argument:
        return session.scene(whole=True)
    zones = session.game.view(session.viewer).zones
    if found := zone_listing.matching(session.program, zones, argument):
        return [
            Listing(zone_listing.heading(session.program, zone), zone_listing.lines(session.program, zone))
            for zone in found
        ]
    close = nearest(argument, [zone.name for zone in zones])
    declared = absent.where(session.program, argument.casefold(), absent.ZONES)
    guess = f"{declared}; " if declared else f"did you mean `{close}`? " if close else ""
    return [Refused(f"nothing on the table is called `{abridged(argument)}`", f"{guess}{zone_listing.known(zones)}")]


def _rules(session: Session, argument: str) -> list[Event]:
    if argument.casefold() == rulebook.ALL:
        found = session.program.help
    elif argument:
        found = rulebook.matching(session.program, argument)
    else:
        found = _at_hand(session)
    if found:
        return [Listing("Rules", rulebook.lines(found))]
    if argument and (cards := rulebook.cards(session.program, argument)):
        return [Listing("Cards", card_index.lines(cards))]
    if argument:
        sentence, guess = rulebook.unwritten(session.program, argument)
        return [Refused(sentence, f"{guess}`rules all` lists all of them")]
    return [Said("No help text is about the question or the cards in sight; `rules all` lists all of them.")]


def _at_hand(session: Session) -> tuple[Help, ...]:
    """The help texts about the question, then those about the cards in sight."""
    decision = session.game.decision
    asked = rulebook.asked(session.program, decision.prompt) if decision and not session.waiting else ()
    seen = rulebook.about(session.program, session.in_sight())
    return (*asked, *(entry for entry in seen if entry not in asked))


def _undo(session: Session, argument: str) -> list[Event]:
    count = _count(argument, session.timeline.undoable, "undo")
    if isinstance(count, Refused):
        return [count]
    return _take_back(session, session.timeline.moves_to_undo(count))


def _take_back(session: Session, count: int) -> list[Event]:
    given = len(session.timeline.moves)
    account = Account(session.program, session.timeline, session.viewer, goes_on=True)
    taken = [line for number in range(given, given - count, -1) for line in account.answers(number)[:1]]
    session.timeline.undo(count)
    return [Listing("Taken back", tuple(taken)), *session.record([Undone(count)]), *session.scene()]


def _redo(session: Session, argument: str) -> list[Event]:
    count = _count(argument, session.timeline.redoable, "redo")
    if isinstance(count, Refused):
        return [count]
    before = len(session.timeline.moves)
    count = session.timeline.moves_to_redo(count)
    session.timeline.redo(count)
    return [*session.record([Redone(count)]), *session.news(before), *session.scene()]


def _restart(session: Session, _argument: str) -> list[Event]:
    given = len(session.timeline.moves)
    if not given:
        return [Refused("the game is at its beginning")]
    session.timeline.undo(given)
    unsaved = session.record([Undone(given)])
    return [Said("The deal starts over; `redo all` returns to where you were."), *unsaved, *session.scene()]


def _new(session: Session, argument: str) -> list[Event]:
    try:
        seed = seed_of(argument) if argument else new_seed(hides_hands(session.program))
    except ValueError as error:
        return [Refused(str(error), f"{SEEDS}; without one, the deal is random")]
    try:
        return session.begin(attrs.evolve(session.recipe, seed=seed))
    except CompileError as error:
        return [reloading.unlinked("the rules have changed and can no longer be linked", error.problems)]


def _reload(session: Session, argument: str) -> list[Event]:
    if argument not in ("", reloading.ANYWAY):
        return [Refused(f"`reload` takes no `{abridged(argument)}`", f"type `reload` or `reload {reloading.ANYWAY}`")]
    return session.reload(anyway=bool(argument))


def _seed(session: Session, _argument: str) -> list[Event]:
    return [Said(f"Seed {session.recipe.seed}. To deal it again: {session.recipe.command}")]


def _log(session: Session, argument: str) -> list[Event]:
    given = len(session.timeline.moves)
    wanted = _count(argument, session.timeline.undoable, "show") if argument and given else given
    if isinstance(wanted, Refused):
        return [wanted]
    count = session.timeline.moves_to_undo(wanted)
    first = given - count + 1
    lines = [
        _numbered(number, line, index)
        for number in range(first if first > 1 else 0, given + 1)
        for index, line in enumerate(session.account.answers(number))
    ]
    how = "a hint was asked for" if session.timeline.hinted else "hidden cards were seen before an undo"
    note = f"Log (assisted: {how})" if session.timeline.assisted else "Log"
    return [Listing(note, tuple(lines) or ("No answers yet.",))]


def _numbered(number: int, line: str, index: int) -> str:
    return f"{number:4}  {line}" if number and not index else f"      {line}"


def _why(session: Session, argument: str) -> list[Event]:
    given = len(session.timeline.moves)
    wanted = _count(argument, session.timeline.undoable, "explain") if given else 0
    if isinstance(wanted, Refused):
        return [wanted]
    count = session.timeline.moves_to_undo(wanted) if given else 0
    lines = [line for number in range(given - count + 1, given + 1) for line in session.account.reasons(number)]
    if not given:
        lines = list(session.account.reasons(0))
    return [Listing("What happened, by which rule", tuple(lines) or ("Nothing happened.",))]


def _why_not(session: Session, argument: str) -> list[Event]:
    decision = session.game.decision
    if decision is None:
        return [Refused("the game is over: there is no question to answer")]
    if session.waiting or session.thinking:
        return [_others_question(session)]
    argument, every = _with_all(session, argument)
    if not argument:
        missing = [_explained(each, "" if every else f"why not {ALL}") for each in session.game.not_offered(every)]
        heading = f"Answers to “{decision.question}” that are not offered now:"
        return [Said(heading), *missing] if missing else [Said("Every kind of answer to this question is offered.")]
    if argument.isdecimal() and 1 <= int(argument[:9]) <= len(session.options):
        argument = session.options[int(argument) - 1]
    found = session.game.why_not(argument, every)
    if found.status == "unknown":
        guess = (
            f"did you mean `{found.near}`?" if found.near else "`why not` alone lists the answers that are not offered"
        )
        return [Refused(f"this game has no answer `{abridged(argument)}`", guess)]
    rest = "" if every else f"why not {argument} {ALL}"
    several = [session.game.why_not(each, every) for each in found.choices if ELLIPSIS in each]
    return [_explained(found, rest), *(_explained(each, rest) for each in several if each.status == "not offered")]


def _hint(session: Session, argument: str) -> list[Event]:
    """Try every answer, name the best, and count the game as assisted from now on."""
    from interpreter import NoAdvice
    from reverie import policy_for

    if session.waiting or session.thinking:
        return [_others_question(session)]
    if argument and not (argument.isdecimal() and 1 <= int(argument[:9]) <= hint.MOST_TRIED):
        return [
            Refused(f"`{abridged(argument)}` is no number of games", f"choose 1 to {hint.MOST_TRIED:,}, or nothing")
        ]
    games, found = int(argument or hint.TRIED), policy_for(session.program)
    policy = found.policy if found else None
    try:
        with session.working("Trying the answers") as told:
            told(0, games)  # at once: the rules may have to be compiled first
            advice = session.game.advise(games, policy, told)
    except NoAdvice as error:
        return [Refused(f"there is no hint: {error}")]
    session.timeline.assisted = session.timeline.hinted = True
    marked = session.record([]) if session.timeline.moves else []
    title = f"Hint, by {advice.playouts:,} games from here"
    return [*marked, Listing(title, tuple(hint.lines(advice, hint.unfit(policy, session.program) if policy else "")))]


def _others_question(session: Session) -> Refused:
    if session.thinking:
        return Refused("this question is for the computer", "press Enter to let it go on")
    return Refused(f"only player {session.waiting} may see the question")


def _with_all(session: Session, argument: str) -> tuple[str, bool]:
    """The argument without `all` at its end, and whether it stands there and isn't a word of the answer meant."""
    *words, last = argument.casefold().split() or [""]
    if last != ALL or (words and ALL in session.game.why_not(argument).option.casefold().split()):
        return argument, False
    return argument[: -len(ALL)].rstrip(), True


def _explained(found: Explanation, rest: str) -> Explained:
    return Explained(
        found.option, found.prompt, found.status, found.sentence, found.failures, found.choices, found.nearest,
        found.others, rest if found.others else "",
    )  # fmt: skip


def _save(session: Session, argument: str) -> list[Event]:
    if not argument:
        return [Refused("a save needs a name", "type `save NAME`; the game in progress is saved without it")]
    try:
        path = store.save_path(argument)
        now = session.timeline
        header = attrs.evolve(header_of(session.recipe, session.program), assisted=now.assisted, hinted=now.hinted)
        if is_file(path) and (taken := _taken(path, argument, header, session.program)):
            return [Refused(taken, "choose another name")]
        store.write(path, header, _whole(session))
    except StoreError as error:
        return [Refused(str(error))]
    return [Said(f"Saved as {path.resolve()}.")]


def _save_scenario(session: Session, argument: str) -> list[Event]:
    """Write the position and the last answers to a rules file; what is hidden is written, and not shown."""
    (wanted, _, file), recipe = f" {argument}".partition(IN_FILE), session.recipe
    try:
        path = appending.named(file.strip(), recipe) if file else appending.file_of(recipe, session.program.modules)
        scenario = appending.id_for(path, recipe.game, wanted.strip())
        with session.working("Writing the scenario"):
            found = told(recipe, session.timeline, session.workshop.link(recipe), scenario)
        if found is None:
            return [Refused("no scenario can say how this game came to stand here", "chance decided too much of it")]
        appending.append(path, found, recipe.game)
    except appending.Unwritten as error:
        return [Refused(str(error), error.help)]
    except CompileError as error:
        return [reloading.unlinked("the rules can't be linked as they are now", error.problems)]
    return [Said(f"Scenario `{scenario}` is in {path} now, and holds. It says what is hidden, too.")]


def _taken(path: Path, name: str, header: Header, program: Program) -> str:
    """The reason why a game can't replace the existing file, or ""."""
    try:
        there = store.read(path).header
    except StoreError:
        return f"the file {path} already exists and isn't a saved game"
    same = attrs.evolve(header, assisted=there.assisted, hinted=there.hinted, fingerprint=there.fingerprint)
    alike = same == there
    return "" if alike and not differences(there, program) else f"another game is saved as `{name}`"


def _whole(session: Session) -> list[Line]:
    lines: list[Line] = [*session.timeline.moves]
    if outcome := session.game.outcome:
        lines.append(result_of(outcome))
    return lines


def _load(session: Session, argument: str) -> list[Event]:
    try:
        if not argument:
            return [Listing("Saved games, newest first", store.saves() or ("There are none yet.",))]
        return _loaded(session, store.load_path(argument))
    except StoreError as error:
        return [Refused(str(error), _near_save(argument))]
    except CompileError as error:
        return [reloading.unlinked("the rules of that game can no longer be linked", error.problems)]


def _loaded(session: Session, path: Path) -> list[Event]:
    """Continue a saved game; of a damaged one, the part that can be read, in a new file."""
    try:
        return session.load(store.read(path))
    except store.Damaged as damage:
        return [Said(f"{damage}. The game continues from there; this file stays as it is."), *session.load(damage.save)]


def _near_save(name: str) -> str:
    try:
        close = nearest(name, store.saves())
    except StoreError:
        return ""
    return f"did you mean `{close}`?" if close and close != name else ""


def _ask(session: Session, argument: str) -> list[Event]:
    words = " ".join(argument.casefold().split())
    for_now = words.endswith(FOR_NOW)
    words = words.removesuffix(FOR_NOW).strip()
    chosen = session.attention
    try:
        match words:
            case "":
                return [Listing("When you are asked", tuple(attention.summary(chosen.preferences, session.program)))]
            case "back":
                return _ask_back(session)
            case "reset":
                chosen.change(None, for_now)
            case _:
                preferences = chosen.preferences
                for preference in attention.read(words, session.program):
                    preferences = preferences.adding(preference)
                chosen.change(preferences, for_now)
    except attention.PreferenceError as error:
        return [Refused(str(error), error.help)]
    except StoreError as error:
        return [Refused(f"this preference holds only until you leave: {error}")]
    return [Said(f"At questions that only offer abilities, {attention.in_words(chosen.preferences)}.")]


def _ask_back(session: Session) -> list[Event]:
    """Return to the window that was passed last, and ask there."""
    moves = session.timeline.moves
    if not moves or not moves[-1].passed:
        return [Refused("no question was passed for you since your last answer", "`undo` goes back further")]
    return _take_back(session, 1)


def _quit(session: Session, _argument: str) -> list[Event]:
    unsaved = session.last_attempt()
    file, over = session.file, session.game.outcome is not None
    session.close()
    if file is None:
        return [*(unsaved or [Said(_unsaved(session))]), Closed()]
    if unsaved:
        return [*unsaved, Said(f"`reverie play --resume` continues what {file} holds."), Closed()]
    if over:
        again = f"reverie replay --show {shlex.quote(str(file))}"
        return [Said(f"The game is over and saved: `{again}` replays it."), Closed()]
    return [Said("The game is saved: `reverie play --resume` continues it."), Closed()]


def _unsaved(session: Session) -> str:
    """The reason why a game that is left has no file."""
    if session.timeline.moves:
        return "This game was not saved."
    return "No answer was given, so there is nothing to save."


def _count(argument: str, most: int, verb: str) -> int | Refused:
    """The number of answers that an argument means: one if it is empty, `all`, or a number."""
    if not most:
        return Refused(f"there is no answer to {verb}")
    if argument == "all":
        return most
    possible = f"choose 1 to {most}, or `all`" if most > 1 else "there is one of your own: leave out the number"
    if argument and not argument.isdecimal():
        return Refused(f"`{abridged(argument)}` is not a number", possible)
    count = int(argument[:9] or "1")
    if 1 <= count <= most:
        return count
    return Refused(f"can't {verb} {counted(count, 'answer')} of your own", possible)


FOR_NOW = "for now"
ALL = "all"

ANSWERING = (
    "Answer with a number, an answer's words, or the beginning of its words; Enter shows the table again.",
    "Several answers fit on one line, each for the question that it meets: 3 1 2, or play ace, play king.",
    "Type a colon before a command that is also an answer: :undo.",
)

WHY_NOT_ALL = (
    "  The last words of ANSWER can be left out. Then the card or value for which the",
    "  fewest conditions fail is explained; with `all`, the others, too: why not play all",
)

IN_FILE = " in "

SCENARIO = (
    "  It begins with the turn of your last answer, gives the answers since then, and says what has",
    "  changed and what is asked. It goes into the file of the module that you write, or to another",
    "  one: save scenario in mine.rules",
)

RELOADED = (
    "  All answers are given again. If the rules make another game of them, you are told where",
    "  it begins, and the old rules stay in force; `reload anyway` goes on before that answer.",
)

UNDONE = (
    "  Only your own answers count; those of the computer and questions passed for you in between go back",
    "  with them, and `redo` gives them again. If you saw hidden cards, the result says that it was assisted.",
)

REDONE = ("  That is possible until you give another answer.",)

LOGGED = ("  Your own answers are counted, beginning with the last one; the numbers are those of all answers.",)

REASONS = ("  N counts your own answers, beginning with the last one; it isn't a number of the `log`.",)

SAVED = (
    "  The copy holds the game as it stands; `load NAME` continues it. The game in progress is saved",
    "  without this command, after each answer, and goes on in its own file.",
)

LOADED = (
    "  The game in progress is left; it stays saved, and `reverie play --resume list` lists it.",
    "  The saved game goes on in a file of its own, so `load NAME` begins at the same place again.",
)

RESTARTED = ("  All answers are taken back, as by `undo all`; `redo all` returns to where you were.",)

LEFT = (
    "  The game in progress is left; it stays saved, and `reverie play --resume list` lists it.",
    "  Without SEED, the deal is random.",
)

SHARED = ("  The same seed, modules, options and number of players deal the same game everywhere.",)

QUITTING = ("  Every answer is saved at once, so nothing is lost; a game without answers isn't saved.",)

FOUND = (
    "  Without WORDS: the help texts about the question and the cards in sight. A part of a name is",
    "  enough; without a help text, the card itself is shown.",
)

SHOWN = ("  Enter alone shows the table, too. Of a ZONE, every card is listed that you may see.",)

HINTED = (
    "  Only what you may know counts: hidden cards are dealt anew for each game.",
    "  The result of the game will say that it was assisted.",
)

COMMANDS = Commands[Session]((
    Command("help", "[WORDS]", "list answers and commands, or explain a card or the table", _help, ("?", "h")),
    Command("table", "[ZONE]", "show the table, or all cards of a zone: table discard", _table, more=SHOWN),
    Command("rules", "[WORDS|all]", "show rules about the question, a card or a word, or all", _rules, more=FOUND),
    Command("undo", "[N|all]", "take back your last answer, or your last N", _undo, more=UNDONE),
    Command("redo", "[N|all]", "give again the last answer taken back, or the last N", _redo, more=REDONE),
    Command("log", "[N]", "list the answers so far, or your last N", _log, more=LOGGED),
    Command("why", "[N|all]", "show what followed from your last answer, or last N, and why", _why, more=REASONS),
    Command("why not", "[ANSWER]", "say why ANSWER isn't offered; without it, list such answers", _why_not,
            more=WHY_NOT_ALL),
    Command("hint", "[GAMES]", "try every answer in 400 games, or GAMES, and name the best", _hint,
            more=HINTED),
    Command("ask", "[WHEN …|back]", "choose when you are asked to use an ability or pass", _ask, more=attention.HOW),
    Command("save", "NAME", "save the game under a name or as a file", _save, more=SAVED),
    Command("save scenario", "[ID]", "write this turn as a scenario", _save_scenario, more=SCENARIO),
    Command("load", "[NAME]", "continue a saved game; without NAME, list them", _load, more=LOADED),
    Command("restart", "", "start the same deal over", _restart, more=RESTARTED),
    Command("new", "[SEED]", "start another deal of the same game", _new, more=LEFT, in_full=True),
    Command("reload", "[anyway]", "go on under the rules as their files are now", _reload, more=RELOADED),
    Command("seed", "", "show the seed, to share this deal", _seed, more=SHARED),
    Command("quit", "", "leave the game, and say how to continue it", _quit, ("exit",),
            more=QUITTING, leaves=True, in_full=True),
))  # fmt: skip
