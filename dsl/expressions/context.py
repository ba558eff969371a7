"""The state of lowering one ruleset, and the two points at which lowering recurs.

Every function of lowering takes a `Context` and imports no function that calls it. An expression holds a selection,
which holds an expression; an option holds a block: `Context.value` and `Context.block` lead there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import cached_property
from typing import Protocol

import attrs

from dsl.conditions.contradictions import Contradictions
from dsl.expressions.bounds import Bounds
from dsl.expressions.tables import Tables
from dsl.expressions.values import WRONG, Known, Location, Pointed, Scalar, Scope, Value
from dsl.linking.ruleset import Part, Recording
from dsl.model import model as m
from dsl.names.hooked_changes import Hooked
from dsl.names.names import PLAYER, Names, ZoneFamily
from dsl.program import program as p
from dsl.routines.steps import Frame, Option, Plain, Routine, Step, Whereabouts
from dsl.text.diagnostics import Problems
from dsl.text.shapes import shape
from dsl.text.source import Span


class Lowering(Protocol):
    """The dispatchers over all expressions and over all statements."""

    def value(self, context: Context, node: m.Expression, scope: Scope) -> Value:
        """The value of an expression."""

    def block(self, context: Context, body: Sequence[m.Statement], scope: Scope, frame: Frame) -> list[Step]:
        """The steps of statements; variables made in them end with them."""


class Observer:
    """Follows the lowering. This one records nothing; the one of `assembly/reasons` does."""

    def before_value(self, node: m.Expression, scope: Scope) -> None:
        """An expression is about to be lowered."""

    def on_value(self, value: Value) -> None:
        """The expression that was begun last has been lowered."""

    def on_adjust(self, condition: p.Expr, part: Part, adjust: m.Adjusting) -> p.Expr:
        """A rule that changes a definition has been lowered; returns its condition, maybe marked."""
        del part, adjust
        return condition

    def on_option(self, context: Context, node: m.Option | m.Ability, option: Option) -> None:
        """An option has been lowered, except for its body."""

    def on_prompt(self, context: Context, prompt: str, origin: int, options: Sequence[Option]) -> None:
        """A prompt has been lowered; `options` includes those that can never be taken."""


@attrs.define
class Origins:
    """The rules and lines that parts of the program come from, by number.

    `rule_of` has the rule of each origin that is a single statement, `through` the cited numbers of the declarations
    that each rule reads.
    """

    made: list[p.Origin] = attrs.field(factory=list)
    rule_of: dict[int, int] = attrs.field(factory=dict)
    through: dict[int, dict[str, None]] = attrs.field(factory=dict)

    def __getitem__(self, index: int) -> p.Origin:
        return self.made[index]

    def add(self, part: Part, rule: str, citations: tuple[str, ...], node: m.Node, hooks: bool = False) -> int:
        """The number of a new origin: a rule, and the node that it stands at."""
        self.made.append(p.Origin(part.module, rule, citations, node.span, hooks=hooks))
        return len(self.made) - 1

    def at(self, scope: Scope, node: m.Node) -> int:
        """The number of a new origin: a statement of the rule at hand."""
        here = self.made[scope.origin]
        self.made.append(p.Origin(here.module, here.rule, here.citations, node.span, hooks=here.hooks))
        self.rule_of[len(self.made) - 1] = scope.origin
        return len(self.made) - 1

    def belongs_to(self, index: int, module: str, citations: tuple[str, ...]) -> None:
        """Make an origin a rule of its own, with another module and other cited numbers."""
        origin = self.made[index]
        self.made[index] = p.Origin(module, origin.rule, citations, origin.span)
        del self.rule_of[index]

    def cite(self, scope: Scope, citations: tuple[str, ...]) -> None:
        """Record that the rule at hand reads a declaration that cites these numbers."""
        if citations:
            read = self.through.setdefault(scope.origin, {})
            for each in citations:
                read[each] = None

    def cited(self) -> tuple[p.Origin, ...]:
        """All origins, each with the cited numbers of the declarations that its rule reads."""
        found = []
        for index, origin in enumerate(self.made):
            read = self.through.get(self.rule_of.get(index, index), {})
            found.append(attrs.evolve(origin, through=tuple(c for c in read if c not in origin.citations)))
        return tuple(found)


@attrs.frozen
class Coverage:
    """The records of rules that act and of conditions that hold, if a game is linked for coverage (see `Wanted`)."""

    recording: Recording
    origins: Origins

    @property
    def active(self) -> bool:
        """Whether anything is recorded."""
        return self.recording is not False

    def acts(self, origin: int, what: str = "rule") -> list[Step]:
        """The steps that record that a rule acts (see `program.Cover`)."""
        return [Plain(p.Cover(what, origin))] if self.active else []

    def watched(self, condition: p.Expr, part: Part, rule: str, node: m.Node) -> p.Expr:
        """A condition whose value is recorded."""
        return p.Covered(condition, self.origins.add(part, rule, (), node)) if self.active else condition

    def tested(self, condition: p.Expr, part: Part, node: m.Expression | None) -> p.Expr:
        """The condition of a hook, an option or a step, whose value is recorded unless it is always the same."""
        if self.recording != "conditions" or node is None or isinstance(condition, p.Int):
            return condition
        return self.watched(condition, part, node.span.sentence, node)

    def part(self, condition: p.Expr, part: Part, node: m.Expression) -> p.Expr:
        """A condition or a part of one, whose value is recorded if the parts of conditions are."""
        if self.recording != "parts" or isinstance(condition, p.Int | p.Covered):
            return condition
        return self.watched(condition, part, node.span.sentence, node)

    def settled(self, holds: bool, part: Part, node: m.Expression) -> list[Step]:
        """The steps that record that a condition of a step was tested which always has the same value in this game."""
        if self.recording not in ("conditions", "parts"):
            return []
        origin = self.origins.add(part, node.span.sentence, (), node)
        return [Plain(p.Cover("holds" if holds else "fails", origin))]


@attrs.define
class ClassIds:
    """The cards of each class that was looked up; `making` are being computed, `broken` have a problem."""

    ids: dict[str, frozenset[int]]
    making: set[str] = attrs.field(factory=set)
    broken: set[str] = attrs.field(factory=set)


@shape
class Contributed:
    """A rule that adds to a prompt: the kind of contribution, the prompt, and the rule."""

    kind: str
    prompt: str
    part: Part
    node: m.Node


@shape
class Repeatable:
    """A definition as it was lowered for some arguments, without problems: all that lowering it again would add.

    `first` is the first of its `locals`, of which `lists` hold lists; `read` are the names that it reads, `cited` the
    numbers of the declarations; `parts`, `depth` and `selections` are as in `Bounds`.
    """

    value: Value
    first: int
    locals: int
    lists: frozenset[int]
    read: Set[tuple[str, str]]
    cited: tuple[str, ...]
    parts: int
    depth: int
    selections: int


@shape
class Grouped:
    """The zones of a group, named without any members: what looking them up again would add, as in `Repeatable`."""

    location: Location
    read: Set[tuple[str, str]]
    cited: tuple[str, ...]


@shape
class Usable:
    """What an ability offers at a prompt, except for what happens then.

    Its words, condition and parameters as in `program.Option`; the `arguments` that its routine gets, with where cards
    among them may lie; the cited numbers of what it reads; its locals, from the `first` to the last of `routine`, and
    its `parts` (see `Bounds`).
    """

    words: tuple[str | int, ...]
    condition: p.Expr
    parameters: tuple[p.Parameter, ...]
    shown: p.Parts
    arguments: tuple[p.Expr, ...]
    where: tuple[Whereabouts | None, ...]
    citations: tuple[str, ...]
    routine: Routine
    first: int
    parts: int


@attrs.define
class Prompts:
    """The prompts by number, the options that modules add to them, and the findings about them.

    `stand_ins` are the prompts that may be asked in place of each. `usable` has what abilities offer, by the number of
    the ability and the acting and the deciding player.
    `asked` are those that some rule asks, `adding` those whose added options are being lowered, `coinciding` pairs of
    options that were reported.
    """

    numbers: Mapping[str, int]
    added: Mapping[str, list[tuple[Part, m.Option]]]
    abilities: Sequence[tuple[Part, m.Ability]]
    stand_ins: Mapping[str, tuple[str, ...]]
    asked: set[str] = attrs.field(factory=set)
    adding: list[str] = attrs.field(factory=list)
    coinciding: set[tuple[Span, Span]] = attrs.field(factory=set)
    contributed: list[Contributed] = attrs.field(factory=list)
    usable: dict[tuple[int, p.Expr | None, p.Expr | None], Usable] = attrs.field(factory=dict)

    def contribute(self, kind: str, prompt: str, part: Part, node: m.Node) -> None:
        """Record, for the link report, a rule that adds to a prompt."""
        self.contributed.append(Contributed(kind, prompt, part, node))


@attrs.frozen
class Used:
    """The hidden numbers that record whether a rule has acted, of all players together or of each.

    They have `names` in scenarios, and a common `name`. They last for a turn or a game, or as long as an event: `unit`
    is one of these words, or the name of the event if it is `within` one.
    """

    name: str
    names: tuple[str, ...]
    indices: tuple[int, ...]
    unit: str
    within: bool
    span: Span


@attrs.define
class Context:
    """The state of lowering one ruleset.

    Known from the beginning: `names`, `options`, `adjusts` (the rules that change each definition), `hooked` (changes
    of zones that rules hook). Gathered: `tables`, `classes`, `origins`, `prompts`, `endings`, `bounds`;
    `hidden_numbers` of the rules' own, by name, and the `hidden_ranges` of those that can be more than 0 or 1; `used`,
    those of them that record which rules have acted; `calls`, as pairs of a routine and the event that it does;
    `pointed` cards that are handed over; `lookers`, the zone whose cards each zone for looking shows; `variants`, the
    routines of events for special arguments, by name: the event, and what is known of each argument; `repeatable`, the
    definitions that were lowered, by everything that their value depends on: `repeats` says whether to use them again.
    `alone`: nothing observes the lowering.
    `acting` is the player whose score is being lowered, `deciding` who decides for the acting player, if there are
    dummies. `trying` counts the conditions that are being tried for each member of a domain: all that never holds is
    reported there, to find what does for none.
    """

    names: Names
    lowering: Lowering
    observer: Observer
    tables: Tables
    classes: ClassIds
    bounds: Bounds
    origins: Origins
    coverage: Coverage
    prompts: Prompts
    options: Mapping[str, m.Choice]
    adjusts: Mapping[str, list[tuple[Part, m.Adjusting]]]
    group_citations: Mapping[str, tuple[str, ...]]
    hooked: Sequence[Hooked]
    spots: dict[str, Location] = attrs.field(factory=dict)
    grouped: dict[str, Grouped] = attrs.field(factory=dict)
    circles: set[str] = attrs.field(factory=set)
    hidden_numbers: dict[str, int] = attrs.field(factory=dict)
    hidden_ranges: dict[str, tuple[int, int]] = attrs.field(factory=dict)
    used: dict[Span, Used] = attrs.field(factory=dict)
    endings: list[p.Ending] = attrs.field(factory=list)
    calls: set[tuple[str, str]] = attrs.field(factory=set)
    pointed: list[Pointed] = attrs.field(factory=list)
    lookers: dict[str, int] = attrs.field(factory=dict)
    variants: dict[str, tuple[str, tuple[Known, ...]]] = attrs.field(factory=dict)
    repeatable: dict[Hashable, Repeatable] = attrs.field(factory=dict)
    contradictions: Contradictions = attrs.field(init=False)
    problems: Problems = attrs.field(init=False)
    alone: bool = attrs.field(init=False)
    repeats: bool = attrs.field(init=False)
    labels: int = 0
    trying: int = 0
    acting: p.Expr | None = None
    deciding: p.Expr | None = None

    def __attrs_post_init__(self) -> None:
        self.contradictions = Contradictions(self.names)
        self.problems = self.names.problems
        self.alone = type(self.observer) is Observer
        self.repeats = self.alone and not self.coverage.active  # else each use is followed

    @cached_property
    def family_at(self) -> Mapping[int, ZoneFamily]:
        """The family of each zone, by the zone's index."""
        return {zone: family for family in self.names.zones.values() for zone in family.indices}

    @property
    def players(self) -> int:
        """The number of players, dummies included."""
        return self.names.ruleset.seats

    def value(self, node: m.Expression, scope: Scope) -> Value:
        """Any value."""
        if not self.alone:
            self.observer.before_value(node, scope)
        bounds = self.bounds
        bounds.enter(node)
        value = self.lowering.value(self, node, scope)
        bounds.leave()
        if not self.alone:
            self.observer.on_value(value)
        return value

    def block(self, body: Sequence[m.Statement], scope: Scope, frame: Frame) -> list[Step]:
        """The steps of a block."""
        return self.lowering.block(self, body, scope, frame)

    def wrong(self, node: m.Node, message: str, advice: str = "") -> Scalar:
        """Report a value of the wrong type."""
        self.problems.add("type", message, node.span, help=advice)
        return WRONG

    def use(self, what: str, name: str) -> None:
        """Record that a rule reads a name."""
        self.names.usage.use(what, name)

    def actor(self) -> p.Expr:
        """The acting player; in the score of a player, the player whose score it is."""
        if self.acting is not None:
            return self.acting
        return p.Number(p.Int(PLAYER)) if self.players > 1 else p.Int(0)

    @contextmanager
    def acting_as(self, player: p.Expr) -> Iterator[None]:
        """Let a player be meant where the acting one would be."""
        before, spots, grouped = self.acting, self.spots, self.grouped
        self.acting, self.spots, self.grouped = player, {}, {}
        try:
            yield
        finally:
            self.acting, self.spots, self.grouped = before, spots, grouped

    def decider(self) -> p.Expr:
        """The person who decides for the acting player: another one, if that is a dummy."""
        return self.actor() if self.deciding is None else self.deciding

    @property
    def dirty(self) -> int:
        """The number that says that triggers may hold."""
        return self.names.numbered.stop + len(self.names.looking)

    def hidden_number(self, name: str) -> int:
        """The number of the rules' own by this name: that of an event under way, say (see `weaving/lasting`)."""
        return self.hidden_numbers.setdefault(name, self.dirty + 1 + len(self.hidden_numbers))

    def label(self) -> int:
        """A fresh label."""
        self.labels += 1
        return self.labels

    def ending(self, status: str, sentence: str, told: p.Told | None, origin: int) -> Plain:
        """The end of the game."""
        self.endings.append(p.Ending(status, sentence, origin, told))
        return Plain(p.End(len(self.endings) - 1, origin))

    def know_prompt(self, name: m.Name) -> bool:
        """Whether a prompt is declared; reports an unknown one."""
        if name.text not in self.names.prompts:
            self.names.say_unknown("prompt", name, self.names.prompts)
        return name.text in self.names.prompts

    def know_one_prompt(self, name: m.Name) -> bool:
        """Whether a prompt is declared, and isn't one for each member of a domain; reports it otherwise."""
        known = self.know_prompt(name)
        of = self.names.prompt_domain(name.text) if known else None
        if of is not None:
            self.wrong(name, f"there is one prompt `{name.text}` for each {of.name}", "declare one of its own for this")
        return known and of is None
