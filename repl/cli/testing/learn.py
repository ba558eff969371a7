"""`reverie learn`: a program practises a game, and what it learns is saved."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, NoReturn

import attrs
import click

from dsl.text.files import reason
from repl.cli.options import (
    FOUND,
    Once,
    game_options,
    json_option,
    print_json,
    print_lines,
    processes_option,
    refuse,
    refusing,
    seed_option,
)
from repl.cli.stopping import Stop, stoppable

if TYPE_CHECKING:
    from dsl import Program
    from interpreter.native.learning import Practice
    from interpreter.players.policy import Policy
    from interpreter.players.practice import Learner
    from reverie.policies import Found

WRONG = 2

IN_C = "Practice needs C: it isn't built for Python, which would be too slow"


@click.command(cls=Once)
@click.argument("ruleset")
@game_options
@click.option(
    "--seconds", type=click.FloatRange(0.1, 86_400), default=60.0, show_default=True, metavar="S",
    help="How long to practise.",
)  # fmt: skip
@click.option("--anew", is_flag=True, help="Start afresh instead of continuing from what was learnt before.")
@click.option(
    "--from", "begin", type=click.Path(path_type=Path), metavar="FILE", help="Continue from the policy in FILE."
)
@click.option(
    "--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Write the policy to FILE, too."
)
@click.option("--explain", is_flag=True, help="Don't practise: show what the policy prefers.")
@seed_option("Seed of the first game (default: the number of games practised before).")
@processes_option("Threads that practise")
@json_option("Print the result as JSON.")
def learn(
    ruleset: str, modules: tuple[str, ...], options: dict[str, str], players: int | None, seconds: float, anew: bool,
    begin: Path | None, out: Path | None, explain: bool, seed: int | None, processes: int, as_json: bool,
) -> None:  # fmt: skip
    """Practise RULESET and save what is learnt, its policy.

    It continues from what was learnt before for this game, its modules and its number of players. Ctrl-C stops early
    and saves what was learnt until then. `reverie simulate --policy learnt` plays by it.
    """
    import dsl

    if anew and (begin or explain):
        raise click.UsageError(f"--anew can't be combined with {'--from' if begin else '--explain'}")
    with refusing(as_json):
        program = dsl.load(ruleset, modules, players, options)
    known = None if anew else _known(program, begin)
    asked = _Asked(ruleset, seconds, seed, processes, out, as_json)
    if explain:
        _explain(asked, program, known)
    _learn(asked, program, known)


@attrs.frozen
class _Asked:
    """The request of a command line."""

    ruleset: str
    seconds: float
    seed: int | None
    processes: int
    out: Path | None
    as_json: bool


def _known(program: Program, begin: Path | None) -> Found | None:
    """The policy to begin with: that in a file, or the one that suits the program best."""
    from interpreter.players.policy import PolicyError
    from reverie import policies

    if begin is None:
        return policies.policy_for(program)
    try:
        policy = policies.read(begin)
    except PolicyError as error:
        refuse(f"Error: {begin} can't be used: {error}.")
    return policies.Found(policy, begin, policies.note(program, policy))


def practised(program: Program, known: Found | None, seconds: float, threads: int, lines: bool) -> Stop:
    """Practise for another command and save what was learnt; whether it was stopped."""
    asked = _Asked("", seconds, None, threads, None, not lines)
    learner, stop = _practised(asked, program, known)
    if learner.total.games:
        _, problem = _saved(asked, program, learner.policy)
        if problem:
            refuse(f"Error: {problem}.")
    return stop


def practise_all(sets: Sequence[tuple[tuple[str, ...], Program]], seconds: float, processes: int, lines: bool) -> None:
    """Practise the sets for which nothing was learnt under their own rules; a stop ends the command."""
    from reverie.policies import policy_for

    for modules, program in sets:
        found = policy_for(program)
        if found is None or found.note:
            if lines:
                click.echo(
                    f"Practising {program.title} with {', '.join(modules) or 'no modules'}, {seconds:g} s.", err=True
                )
            stop = practised(program, found, seconds, processes, lines=lines)
            if stop.reason:
                raise SystemExit(stop.code)


def _explain(asked: _Asked, program: Program, known: Found | None) -> NoReturn:
    from repl.reports import learnt

    if known is None:
        refuse(f"Error: nothing was learnt for this game yet: `reverie learn {asked.ruleset}` practises it.")
    found = learnt.heaviest(program, known.policy)
    if asked.as_json:
        print_json(
            {
                **_head(known.policy),
                "file": str(known.path),
                "note": known.note,
                "options": [attrs.asdict(each) for each in found],
            }
        )
    else:
        head = f"{program.title}: learnt from {known.policy.games:,} games; the heaviest preferences of each option."
        print_lines([head, *([known.note] if known.note else []), *learnt.lines(found)])
    raise SystemExit(0)


def _learn(asked: _Asked, program: Program, known: Found | None) -> NoReturn:
    """Practise, save, report, and end the command."""
    if not asked.as_json:
        for note in _beginning(known):
            click.echo(note)
    learner, stop = _practised(asked, program, known)
    if learner.total.games == 0:
        refuse("Error: nothing was learnt: no game was finished.")
    files, problem = _saved(asked, program, learner.policy)
    if asked.as_json:
        print_json(_as_data(learner, known, files, stop) | ({"error": problem} if problem else {}))
    else:
        click.echo("\n".join(_in_words(program, learner, files, stop)))
    if problem:
        click.echo(f"Error: {problem}.", err=True)
    raise SystemExit(stop.code or (FOUND if problem else 0))


def _beginning(known: Found | None) -> list[str]:
    if known is None:
        return []
    return [f"Continues from {known.path} ({known.policy.games:,} games).", *([known.note] if known.note else [])]


def _practised(asked: _Asked, program: Program, known: Found | None) -> tuple[Learner, Stop]:
    from interpreter.native.build import NoCompiler
    from interpreter.native.expressions import Unsupported
    from interpreter.players.practice import Learner
    from repl.drivers.progress import line

    begun = known.policy.games if known else 0
    try:
        learner = Learner(
            program, asked.processes, begun if asked.seed is None else asked.seed, known.policy if known else None
        )
    except (NoCompiler, Unsupported) as error:
        click.echo(f"Error: {IN_C}. {_capital(str(error))}.", err=True)
        raise SystemExit(WRONG) from None
    with stoppable() as stop, line("practising", lines=not asked.as_json) as progress:
        learner.run(
            monotonic, asked.seconds,
            lambda over, latest: progress(over, f"{learner.total.games:,} games; {_came(program, latest)}"),
        )  # fmt: skip
    return learner, stop


def _came(program: Program, found: Practice) -> str:
    """How far the latest games came, in words."""
    games = max(found.games, 1)
    if not any(ending.status == "won" for ending in program.endings):
        return f"mean score {found.far / games:.1f}"
    return f"won {found.won / games:.1%}, came {found.far / games:.0%} of the way to victory"


def _saved(asked: _Asked, program: Program, policy: Policy) -> tuple[list[Path], str]:
    """Save a policy as the user's own, and in the file that was asked for; the files, and why not all were written."""
    from reverie import policies

    files: list[Path] = []
    problem = ""
    try:
        own = policies.own_file(program)
        for path in [own, *([asked.out] if asked.out else [])]:
            try:
                policies.write(path, policy)
                files.append(path)
            except OSError as error:
                problem = problem or f"{path} can't be written: {reason(error)}"
    except OSError as error:
        problem = f"the policy can't be saved: {reason(error)}"
    return files, problem


def _in_words(program: Program, learner: Learner, files: list[Path], stop: Stop) -> list[str]:
    policy = learner.policy
    early = f" ({stop.reason})" if stop.reason else ""
    games = f"practised {learner.total.games:,} games{early}, {policy.games:,} in all"
    return [
        f"{program.title}: {games}; {len(policy.weights):,} preferences.",
        f"The latest {learner.latest.games:,} games: {_came(program, learner.latest)}.",
        *(f"Saved in {path}." for path in files),
    ]


def _head(policy: Policy) -> dict[str, object]:
    return {
        "ok": True, "game": policy.game, "modules": policy.modules, "players": policy.players,
        "fingerprint": policy.fingerprint, "games": policy.games, "won": policy.won,
        "preferences": len(policy.weights),
    }  # fmt: skip


def _as_data(learner: Learner, known: Found | None, files: list[Path], stop: Stop) -> dict[str, object]:
    began = {"from": str(known.path), "note": known.note} if known else {}
    latest = learner.latest
    data = {
        "practised": learner.total.games, "latest": latest.games, "latest_won": latest.won,
        "latest_far": latest.far / max(latest.games, 1), "files": [str(path) for path in files],
    }  # fmt: skip
    return _head(learner.policy) | data | began | ({"partial": stop.reason} if stop.reason else {})


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
