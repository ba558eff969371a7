"""The ready-made laws, which hold in every game that is sound."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import attrs

import dsl
from dsl import Program
from dsl.index.renames import modules_renamed
from dsl.reading.library import ENDING, sources_with
from interpreter import Game, Generator, State, StateError, letter
from interpreter.game.invariants import checks_of
from interpreter.game.replay import Save, rerun
from interpreter.native.build import NoCompiler
from interpreter.native.executor import LeftToPython, Native
from interpreter.native.expressions import Unsupported
from interpreter.simulation.unseen import looks_alike
from reverie.testing.cases import Case, Step, stamp
from reverie.testing.holding import Law, law, named

LONGEST = 5_000
"""Decisions after which a game has gone on for too long."""

ENDINGS = 2
"""How often a game is played to its end from where it stands."""

KEPT = 16
"""Games that are kept, because cases that follow each other have the same."""

SUFFIX = "-renamed"
"""What is added to the name of each module."""

DECLARING, ASKING = ("event", "define", "group", "enum"), ("ask", "option")
"""Contributions that by themselves change nothing: nobody outside the module calls its events or asks its prompts."""

QUICK = ("-O0",)
"""Compiling takes longer than playing the few answers of a case."""


@law
def cards_are_conserved(state: State) -> None:
    """No card is made or lost."""
    checks_of(state.program).count(list(state.flat))


@law
def invariants_hold(state: State) -> None:
    """What the rules say must always hold does."""
    broken = checks_of(state.program).broken(state.flat)
    assert not broken, f"this doesn't hold: {broken[0].name}"


@law
def rules_never_fail(game: Game) -> None:
    """No answer, and no deal, shows a mistake in the rules."""
    outcome = game.outcome
    assert outcome is None or outcome.status != "fault", outcome.sentence


@law
def prompts_have_answers(step: Step) -> None:
    """A decision has two options or more, each with words of its own; else the game is over."""
    game = step.after
    decision = game.decision
    if decision is None:
        assert game.outcome is not None, "the game isn't over, and nobody is asked"
        return
    assert game.outcome is None, "the game is over, and somebody is asked"
    words = Counter(option.id for option in decision.options)
    assert len(decision.options) > 1, f"`{decision.prompt}` has one option"
    doubled = [each for each, count in words.items() if count > 1]
    assert not doubled, f"`{decision.prompt}` offers `{doubled[0]}` twice"
    assert decision.player in map(letter, range(game.program.players)), f"{decision.player} is nobody"


@law
def undo_is_the_inverse(step: Step) -> None:
    """An answer that is taken back leaves the game as it was, and given again it does the same."""
    before, again = step.before.copy(), step.before.copy()
    known = _whole(before)
    for index in range(min(3, before.option_count)):
        before.copy().choose(index)
    assert _whole(before) == known, "the game before an answer has changed with it"
    again.choose(step.answer)
    assert _whole(again) == _whole(step.after), "the same answer, given once more, led to another state"


@law
def executors_agree(case: Case) -> None:
    """The traced executor and the generated code come to the same, answer by answer."""
    traced = case.dealt(reference=True)
    _same(traced, case.dealt(), "at the first decision")
    for step in case.steps():
        traced.choose(step.answer)
        _same(traced, step.after, f"after `{step.answer}`")


@law
def native_agrees(case: Case) -> None:
    """Compiled C comes to the same, answer by answer; nothing is tested where there is no C compiler."""
    try:
        native = Native(case.program, QUICK).game()
    except (NoCompiler, Unsupported):
        return
    try:
        dealt = case.dealt()
        if dealt.decision is None or native.stand(list(dealt.state.flat)) != dealt.option_count:
            assert dealt.decision is None, "C offers other options at the first decision"
            return
        for step in case.steps():
            decision = step.before.decision
            assert decision
            found = native.answer([option.id for option in decision.options].index(step.answer))
            assert native.state() == list(step.after.state.flat), f"C comes to another state after `{step.answer}`"
            assert found == step.after.option_count, f"C offers other options after `{step.answer}`"
    except LeftToPython:  # a fault, or numbers too large: Python has to play on
        return


@law
def hidden_cards_change_nothing(game: Game) -> None:
    """What a player sees, and may do, doesn't depend on cards that he can't see."""
    program, chance = game.program, Generator(len(game.history))
    if game.outcome is not None and game.outcome.status == "fault":
        return
    for number in range(program.players):
        player = letter(number)
        alike = looks_alike(program, game.state, number, chance.below)
        try:
            other = Game.from_state(program, alike)
        except StateError:
            assert game.decision, "with other hidden cards, somebody is asked after the end"
            assert game.decision.player != player, (
                f"with other hidden cards, {player} isn't asked `{game.decision.prompt}`"
            )
            continue
        assert other.view(player) == game.view(player), (
            f"{player} can tell apart two states that differ in hidden cards"
        )
        assert other.outcome == game.outcome, "hidden cards alone decide whether the game is over"


@law
def saves_load(game: Game) -> None:
    """A state that is written and read is the same state, and a saved game comes to where it was."""
    text = json.dumps(game.state.to_json())
    read = State.from_json(game.program, json.loads(text))
    assert read == game.state, "the state that was read isn't the one that was written"
    if game.decision is not None:
        _same(Game.from_state(game.program, read), game, "when it was read")


@law
def replays_come_to_the_same(case: Case) -> None:
    """A saved game, played again, comes to where it was."""
    if case.laid:
        return
    save = Save.from_text(case.save.to_text())
    again = rerun(case.program, save)
    assert not again.problem, again.problem
    _same(again.game, case.game(), "when it was played again")


@law
def games_end(game: Game) -> None:
    """However it is played on, a game comes to an end that its rules name."""
    for number in range(ENDINGS):
        other, below = game.copy(), Generator(number).below
        for _ in range(LONGEST):
            if not other.option_count:
                break
            other.choose(below(other.option_count))
        assert other.outcome is not None, f"after {LONGEST:,} more answers the game is not over"


@law
def order_of_modules_changes_nothing(case: Case) -> None:
    """The same modules in another order, and files in another order, are the same game."""
    for other in _in_other_order(*_linked_as(case)):
        assert other == case.program.fingerprint, "in another order they are another game"


@law
def names_of_modules_change_nothing(case: Case) -> None:
    """Modules with other names, in the same order, make a game that goes the same way."""
    if case.laid:  # its lines may name the modules
        return
    other = _with_other_names(*_linked_as(case))
    known = {face.name for face in other.faces}
    game = Game(other, case.seed, deal=[card for card in case.deal if card in known])
    _goes_alike(case.dealt(), game, "at the first decision")
    for step in case.steps():
        game.choose(step.answer)
        _goes_alike(step.after, game, f"after `{step.answer}`")


LinkedAs = tuple[str, tuple[str, ...], int, tuple[tuple[str, str], ...], object]
"""What is linked in a case, and when its files were written: many cases have the same game."""


def _linked_as(case: Case) -> LinkedAs:
    return case.ruleset, case.modules, case.players, case.options, stamp(case.ruleset, case.modules)


@lru_cache(maxsize=KEPT)
def _in_other_order(
    ruleset: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...], _written: object
) -> tuple[str, ...]:
    """The fingerprints of a game whose modules, or files, are in another order."""
    sources, names = sources_with(ruleset, modules)
    orders = ((names[::-1], sources), (names, sources[::-1]))
    return tuple(
        dsl.compile_ruleset(files, dsl.Wanted(tuple(order), players, dict(options))).fingerprint
        for order, files in orders
    )


@lru_cache(maxsize=KEPT)
def _with_other_names(
    ruleset: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...], _written: object
) -> Program:
    """A game whose modules have other names."""
    sources, names = sources_with(ruleset, modules)
    others = {name: f"{name}{SUFFIX}" for name in names if not name.endswith(ENDING)}
    wanted = dsl.Wanted(tuple(others.get(name, name) for name in names), players, dict(options))
    return dsl.compile_ruleset(modules_renamed(sources, others), wanted)


def _goes_alike(one: Game, other: Game, when: str) -> None:
    """Hold two games of different rules to stand in one state, with the same options."""
    assert one.state.flat == other.state.flat, f"with other names of modules, the states differ {when}"
    options = [[option.id for option in each.decision.options] if each.decision else [] for each in (one, other)]
    assert options[0] == options[1], f"with other names of modules, the options differ {when}"


@law
def modules_that_add_nothing_change_nothing(case: Case) -> None:
    """A module that adds nothing to the game is not there: one without rules, or whose rules nothing calls."""
    if case.laid:  # its lines may name the modules
        return
    _goes_as(case, _with_nothing(*_linked_as(case)), "with a module without rules")
    for module in case.modules:
        apart = attrs.evolve(case, modules=tuple(each for each in case.modules if each != module))
        if not _adds(case.program, _name(module, case)) and apart.legal:
            _goes_as(case, apart.program, f"without `{module}`, which adds nothing")


def _goes_as(case: Case, other: Program, words: str) -> None:
    """Hold a case to go the same way by other rules: the zones, the options and the end."""
    known = {face.name for face in other.faces}
    game = Game(other, case.seed, deal=[card for card in case.deal if card in known])
    for step in [None, *case.steps()]:
        if step is not None:
            game.choose(step.answer)
        one, when = (step.after, f"after `{step.answer}`") if step else (case.dealt(), "at the first decision")
        zones = (one.state.zones, game.state.zones)
        common = zones[0].keys() & zones[1].keys()
        differing = sorted(zone for zone in common if zones[0][zone] != zones[1][zone])
        assert not differing, f"{words}, other cards are in `{differing[0]}` {when}"
        options = [[option.id for option in each.decision.options] if each.decision else [] for each in (one, game)]
        assert options[0] == options[1], f"{words}, the options differ {when}"
        assert one.outcome == game.outcome, f"{words}, the ends differ {when}"


@lru_cache(maxsize=KEPT)
def _with_nothing(
    ruleset: str, modules: tuple[str, ...], players: int, options: tuple[tuple[str, str], ...], _written: object
) -> Program:
    """A game with one more module, which holds nothing."""
    sources, names = sources_with(ruleset, modules)
    held = dsl.contents(sources)
    name = "nothing" + SUFFIX * sum(each.name.startswith("nothing") for each in held.modules)
    nothing = dsl.SourceFile(f"{name}{ENDING}", f'module {name} "Nothing" for {held.base.name}\n')
    return dsl.compile_ruleset([*sources, nothing], dsl.Wanted((*names, name), players, dict(options)))


def _adds(program: Program, module: str) -> bool:
    """Whether something outside a module reads or calls what it declares, or its rules act anywhere else."""
    own = [each for each in program.contributions if each.module == module]
    others = [each for each in program.contributions if each.module != module]
    declared = {(each.site_kind, each.site) for each in own if each.kind in DECLARING}
    asked = {(each.site_kind, each.site) for each in own if each.kind in ASKING}
    return (
        any((each.site_kind, each.site) not in declared | asked or each.kind == "phase" for each in own)
        or any((each.site_kind, each.site) in declared | asked or module in each.bridges for each in others)
    )  # fmt: skip


@law
def modules_that_do_not_meet_commute(case: Case) -> None:
    """What a module does to a game doesn't depend on another one that it never meets, by the link report."""
    met = {frozenset(each.modules) for each in dsl.report(case.program).meetings}
    modules = case.program.modules
    for one in modules:
        for other in modules:
            if one < other and frozenset((one, other)) not in met:
                _adds_the_same(case, one, other)


def _adds_the_same(case: Case, one: str, other: str) -> None:
    """Hold a module to add the same rules with and without another one."""
    apart = attrs.evolve(case, modules=tuple(each for each in case.modules if _name(each, case) != other))
    if len(apart.modules) < len(case.modules) and apart.legal:
        with_both, alone = (_rules(each, one) for each in (case, apart))
        assert alone <= with_both, f"`{one}` loses rules when `{other}` is there"


def _name(module: str, case: Case) -> str:
    """The name of a module that is given by name or as a file."""
    names = dict(zip(case.modules, sources_with(case.ruleset, case.modules)[1], strict=True))
    return names[module]


def _rules(case: Case, module: str) -> Counter[tuple[str, ...]]:
    rules = (each for each in case.program.contributions if each.module == module)
    return Counter((each.site_kind, each.site, each.kind, each.words) for each in rules)


def _whole(game: Game) -> tuple[object, ...]:
    return game.state.flat, game.decision, game.history, game.outcome


def _same(one: Game, other: Game, when: str) -> None:
    """Hold two games to stand at one point."""
    assert one.state.flat == other.state.flat, f"the states differ {when}"
    assert one.decision == other.decision, f"the decisions differ {when}"
    assert one.outcome == other.outcome, f"the ends differ {when}"


STANDARD: tuple[Law, ...] = (
    cards_are_conserved,
    invariants_hold,
    rules_never_fail,
    prompts_have_answers,
    undo_is_the_inverse,
    executors_agree,
    native_agrees,
    hidden_cards_change_nothing,
    saves_load,
    replays_come_to_the_same,
    games_end,
    order_of_modules_changes_nothing,
    names_of_modules_change_nothing,
    modules_that_add_nothing_change_nothing,
    modules_that_do_not_meet_commute,
)
"""All of them, in the order in which they are told."""


def standard(names: Iterable[str] = ()) -> tuple[Law, ...]:
    """The ready-made laws, or those with these names; raises `ValueError` for an unknown one."""
    return tuple(named(names, STANDARD)) or STANDARD
