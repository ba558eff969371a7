"""Checks of the text alone for statements that plainly don't do what they were written for.

Cards that come in the same order in every game, turns that pass twice, cards that are looked at and stay where they
are, what belongs to the acting player where another one is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

import attrs

from dsl.checks.blocks import Block, every_block, reads, rule_bodies
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import declared_in, every_node, names_in
from dsl.names.names import Names
from dsl.text.diagnostics import Label
from dsl.weaving.weaving import Weaving

SETUP = "setup"

DEEPEST = 8
"""The most events that start each other in the setup, as far as it is followed here."""


@attrs.frozen
class _Step:
    """A statement of the setup: the one in the setup itself that leads to it, and its hook, if it stands in one."""

    statement: m.Statement
    shown: m.Statement
    hook: m.Hook | None


def never_shuffled(weaving: Weaving) -> None:
    """Report piles with cards of several names from which cards are drawn before, or without, a shuffle."""
    names = weaving.context.names
    faces: dict[str, set[str]] = {}
    for face in names.faces.values():
        for zone, _, _ in face.starts:
            faces.setdefault(zone, set()).add(face.name)
    piles = {
        zone
        for zone, of in faces.items()
        if len(of) > 1 and names.zones[zone].declared.shape == "pile" and names.zones[zone].declared.seen == "hidden"
    }
    if not piles or any(problem.code.startswith("unknown-") for problem in names.problems.found):
        return
    beginning = [*_beginning(names)]
    _before_a_shuffle(names, beginning, piles)
    ordered = [_orders(file) for file in names.ruleset.files]
    settled = _with_members(names, (name for _, mixed in ordered for name in mixed))
    if left := piles - settled:
        _without_a_shuffle(names, [node for taking, _ in ordered for node in taking], left)


def _without_a_shuffle(names: Names, taking: Iterable[m.Node], piles: set[str]) -> None:
    """Report the first of the statements that takes cards from each of the piles."""
    left = {*piles}
    for node in taking:
        for pile in sorted(_named(names, _taken(node)) & left):
            message = f"no rule shuffles `{pile}`: its cards come in the same order in every game"
            related = [Label(names.zones[pile].declared.span, "the pile")]
            help_ = f"say `shuffle {pile}` in the event `{SETUP}`"
            names.problems.add("misplaced", message, node.span, related=related, help=help_)
            left.discard(pile)


def _before_a_shuffle(names: Names, beginning: Sequence[_Step], piles: set[str]) -> None:
    """Report statements of the setup that take cards from a pile that is shuffled only later."""
    for pile in sorted(piles):
        found = [pile in _named(names, _mixed(each.statement)) for each in beginning]
        first = found.index(True) if True in found else 0
        if not any(isinstance(each.statement, m.Shuffle) and of for each, of in zip(beginning, found, strict=True)):
            continue
        taken = (each for each in beginning[:first] if pile in _named(names, _taken(each.statement)))
        if early := next(taken, None):
            message = f"`{pile}` isn't shuffled yet: these are the same cards in every game"
            help_ = f"say `shuffle {pile}` on a line above"
            if early.hook is not None:
                help_ = f"{help_}, or `after {SETUP}` instead of `before {SETUP}`"
            names.problems.add("misplaced", message, early.shown.span, help=help_)


@once_each
def _orders(file: m.File) -> tuple[tuple[m.Node, ...], frozenset[str]]:
    """The statements of a file that take cards from an end of a zone, and the names of places that some mix."""
    every = [node for each in declared_in(file) for node in every_node(each)]
    places = (place for node in every if (place := _mixed(node)) is not None)
    mixed = (each.text for place in places for each in every_node(place) if isinstance(each, m.Name))
    return tuple(node for node in every if _taken(node) is not None), frozenset(mixed)


def _taken(node: m.Node) -> m.Expression | None:
    """The place from whose end a statement takes cards."""
    match node:
        case m.Draw(source):
            return source
        case m.Move(m.EndCards(_, _, place)) | m.Reveal(cards=m.EndCards(_, _, place)):
            return place
        case _:
            return None


def _mixed(node: m.Node) -> m.Expression | None:
    """The place whose order a statement changes, or may depend on what players do."""
    match node:
        case m.Shuffle(place, into):
            return into or place
        case m.Put(place=place) | m.Flip(onto=place):
            return place
        case m.Move(m.Selection() | m.Named() | m.Of() | m.Call(), target):
            return target.place if isinstance(target, m.EndCards) else target
        case _:
            return None


def _named(names: Names, place: m.Expression | None) -> set[str]:
    """The zones that a place names, with those of its group."""
    if place is None:
        return set()
    return _with_members(names, (each.text for each in every_node(place) if isinstance(each, m.Name)))


def _with_members(names: Names, found: Iterable[str]) -> set[str]:
    """The zones among some names, and those of the groups among them."""
    known = {*found}
    for group in known & names.groups.keys():
        members = (node for _, of in names.groups[group] for node in every_node(of.place))
        known |= {each.text for each in members if isinstance(each, m.Name)}
    return known & names.zones.keys()


def _beginning(names: Names) -> Iterator[_Step]:
    """The statements of the setup in their order, with those of the events that it starts."""
    hooks = [hook for _, hook in names.ruleset.all(m.Hook) if hook.event.text == SETUP and not hook.change]
    if SETUP in names.events and not any(hook.moment == "instead of" for hook in hooks):
        for hook in hooks:
            if hook.moment == "before":
                yield from _in_order(hook.body, names, hook, None, 0)
        yield from _in_order(names.events[SETUP][1].body, names, None, None, 0)


def _in_order(
    body: Iterable[m.Statement], names: Names, hook: m.Hook | None, shown: m.Statement | None, depth: int
) -> Iterator[_Step]:
    for statement in body:
        yield _Step(statement, shown or statement, hook)
        match statement:
            case m.Do(event) if event.text in names.events and depth < DEEPEST:
                inside = names.events[event.text][1].body
                yield from _in_order(inside, names, hook, shown or statement, depth + 1)
            case m.If(_, then, otherwise):
                yield from _in_order((*then, *otherwise), names, hook, shown, depth)
            case m.Repeat() | m.Each() | m.Together():
                yield from _in_order(statement.body, names, hook, shown, depth)
            case _:
                pass


def passed_twice(weaving: Weaving) -> None:
    """Report `next player` at the end of the last phase: the turn passes by itself then."""
    names = weaving.context.names
    phases = [turn.phases[-1].text for _, turn in names.ruleset.all(m.Turn)]
    if names.ruleset.players == 1 or not phases:
        return
    rules = [(event.body, True) for _, event in names.ruleset.all(m.Event) if event.name.text in phases]
    hooks = [hook for _, hook in names.ruleset.all(m.Hook) if hook.event.text in phases and hook.moment == "after"]
    rules += [(hook.body, hook.condition is None and hook.once is None) for hook in hooks]
    every = (each for body, _ in rules for node in body for each in every_node(node))
    passing = [each for each in every if isinstance(each, m.NextPlayer)]
    for body, always in rules:
        last = body[-1] if body else None
        if isinstance(last, m.NextPlayer) and last.to is None and always and len(passing) == 1:
            message = f"the turn passes twice: after `{phases[0]}`, the last phase, it passes by itself"
            help_ = "leave it out, or say whose turn is next: `turn passes to one before player`"
            names.problems.add("misplaced", message, last.span, help=help_)


def statements(weaving: Weaving) -> None:
    """Report statements that change nothing, or something else than what stands around them is about."""
    names, looking = weaving.context.names, list[m.Reveal]()
    added = [option for _, rule in names.ruleset.all(m.AddedOption) for option in rule.options]
    for each in added:
        _given_back(names, each, decided=False)
    for body in chain(rule_bodies(names.ruleset), (option.body for option in added)):
        for statement in _notable(body):
            match statement:
                case m.Reveal():
                    looking.append(statement)
                case m.Ask():
                    _decided_anyway(names, statement)
                    for option in statement.options:
                        _given_back(names, option, decided=statement.decided_by is not None)
                case m.Repeat():
                    _repeated(names, statement)
                case _:
                    pass
    if looking and not any(problem.code.startswith("unknown-") for problem in names.problems.found):
        _looked_in_vain(names, looking)


@once_each
def _notable(body: Block) -> tuple[m.Statement, ...]:
    """The statements at any depth of which some are reported, whatever the names in them mean."""
    return tuple(
        each for block in every_block(body) for at, each in enumerate(block) if _is_notable(each, block[at + 1 :])
    )


def _is_notable(statement: m.Statement, later: Block) -> bool:
    match statement:
        case m.Reveal():
            return not any(names_in(other, statement.variable.text) for other in later)
        case m.Ask(options=options, decided_by=who):
            return isinstance(who, m.Named) or any(
                isinstance(move, m.Move) for each in options for move in each.body[:1]
            )
        case m.Repeat(times, condition):
            return condition == m.Integer(0, span=condition.span) if times else isinstance(condition, m.Compare)
        case _:
            return False


def _looked_in_vain(names: Names, looking: Iterable[m.Reveal]) -> None:
    """Report cards that a module looks at and never names again: they stay in the zone for looking."""
    used = {name for part in names.ruleset.parts for name in _beside_looking(part.declaration)}
    for each in looking:
        looked, zone = each.variable.text, each.zone.text
        own = names.module_of(each.span.file.name) != names.ruleset.base
        if own and zone in names.zones and zone not in used:
            message = f"nothing takes the cards out of `{zone}` again: they don't go back by themselves"
            put = f"`put {looked} on top of PILE in any order, asking PROMPT`"
            help_ = f"say where they go: `move every card in {looked} to ZONE`, or {put}"
            names.problems.add("unused", message, each.span, help=help_)


@once_each
def _beside_looking(declaration: m.Declaration) -> frozenset[str]:
    """The names in a rule, apart from where cards are looked at; none of what declares and shows zones."""
    if isinstance(declaration, m.Table | m.Zone | m.Help | m.Invariant):
        return frozenset()
    looking = [node for node in every_node(declaration) if isinstance(node, m.Reveal)]
    apart = {id(each) for node in looking for each in every_node(node)}
    return frozenset(
        each.text for each in every_node(declaration) if isinstance(each, m.Name) and id(each) not in apart
    )


def _decided_anyway(names: Names, ask: m.Ask) -> None:
    """Report a question decided by the player who acts anyway."""
    if isinstance(ask.decided_by, m.Named) and ask.decided_by.name.text == "player":
        message = "this changes nothing: the acting player decides anyway"
        help_ = f"say who else: `ask {ask.prompt.text}, decided by one after player`, or leave it out"
        names.problems.add("no-effect", message, ask.decided_by.span, help=help_)


def _given_back(names: Names, option: m.Option, *, decided: bool) -> None:
    """Report a chosen card of a zone per player that the option first moves to the same player's zone."""
    match option.body[:1]:
        case (m.Move(m.Named(card), m.Named(zone) | m.Of(zone, m.Named(m.Name("player")))) as move,):
            if names.ruleset.players == 1 or not _is_own_heap(names, zone.text):
                return
            if _chosen_from(option, card.text) == zone.text:
                message = f"this changes nothing: `{card.text}` lies in `{zone.text}` already"
                help_ = "name another zone"
                if decided:
                    message = f"{message}, for the player who decides is the acting player here"
                    help_ = f"remember the player in turn above the question, `let p: player`: `{zone.text} of p`"
                names.problems.add("no-effect", message, move.span, help=help_)
        case _:
            pass


def _chosen_from(option: m.Option, card: str) -> str:
    """The zone of the acting player from which an option chooses a card, or ""."""
    for word in option.words:
        match word:
            case m.Selection(variable, _, _, m.Named(zone)) if variable.text == card:
                return zone.text
            case _:
                pass
    return ""


def _is_own_heap(names: Names, zone: str) -> bool:
    family = names.zones.get(zone)
    return family is not None and [of.name for of in family.domains] == ["player"] and family.declared.shape == "heap"


def _repeated(names: Names, loop: m.Repeat) -> None:
    """Report a block that is done 0 times, or that sets the acting player's number and waits for that of another."""
    match loop:
        case m.Repeat(True, m.Integer(0) as number):
            message, help_ = "what is repeated 0 times never happens", "say how often, or leave the block out"
            names.problems.add("bad-value", message, number.span, help=help_)
        case m.Repeat(False, m.Compare(_, m.Of(number, m.Named(whose)), _)) if _of_players(names, number.text):
            own = _set_instead(loop.body, number.text, whose.text)
            if own is not None and names.ruleset.players > 1 and whose.text != "player":
                message = f"its condition asks for `{number.text} of {whose.text}`, and this sets another one"
                help_ = f"say `set {number.text} of {whose.text} to …`"
                names.problems.add("endless", message, own.span, help=help_)
        case _:
            pass


def _set_instead(body: Block, number: str, whose: str) -> m.Expression | None:
    """Where a block sets the acting player's number, if nothing in it changes that of `whose` or leads elsewhere."""
    inside = [node for each in body for node in every_node(each)]
    if any(isinstance(each, m.Do | m.Ask | m.NextPlayer | m.Lose | m.GameOver) for each in inside):
        return None
    made = [each.target for each in inside if isinstance(each, m.Set)]
    named = [each for each in made if isinstance(each, m.Named | m.Of | m.Call)]
    if any(each.name.text == whose or (each.name.text == number and not isinstance(each, m.Named)) for each in named):
        return None
    return next((each for each in named if each.name.text == number), None)


def _of_players(names: Names, number: str) -> bool:
    return number in names.numbers and [of.name for of in names.numbers[number].domains] == ["player"]


def lost_parameters(weaving: Weaving) -> None:
    """Report parameters that an event sets and nobody reads: what it was given stays as it is."""
    names = weaving.context.names
    for _, event in names.ruleset.all(m.Event):
        for name, where in _only_set(event):
            hooks = (each for file in names.ruleset.files for each in declared_in(file))
            hooked = [
                each for each in hooks if isinstance(each, m.Hook | m.Handler) and each.event.text == event.name.text
            ]
            if not any(names_in(each, name) for each in hooked):
                message = f"nothing reads `{name}`, which this sets: what the event was given stays as it is"
                help_ = "let it set a `number` of the game, or say the value by a definition: `define NAME(…): …`"
                names.problems.add("unused", message, where.span, help=help_)


@once_each
def _only_set(event: m.Event) -> tuple[tuple[str, m.Set], ...]:
    """The parameters that an event sets and doesn't read, each with the statement."""
    made = [each for part in event.body for each in every_node(part) if isinstance(each, m.Set)]
    own = {each.name.text for each in event.parameters}
    found = {each.target.name.text: each for each in made if isinstance(each.target, m.Named)}
    return tuple(
        (name, each)
        for name, each in found.items()
        if name in own and not any(reads(part, name) for part in event.body)
    )


def unnamed_players(weaving: Weaving) -> None:
    """Report definitions and events about a player that don't name this player, and read what the acting one has."""
    names = weaving.context.names
    for _, node in names.ruleset.all(m.Define, m.Event):
        players = [each for each in node.parameters if each.type is not None and each.type.span.text == "player"]
        body = (node.value,) if isinstance(node, m.Define) else node.body
        for parameter in players:
            text = parameter.name.text
            if text == "player" or any(names_in(part, text) for part in body):
                continue
            own = next((name for part in body for name in _own(names, part)), None)
            if own is not None and not _named_in_hooks(names, node.name.text, text):
                message = f"`{own.text}` is that of the acting player: nothing here names `{text}`"
                names.problems.add("type", message, own.span, help=f"say whose it is: `{own.text} of {text}`")


def _named_in_hooks(names: Names, rule: str, parameter: str) -> bool:
    """Whether something that hooks an event or changes a definition, in whatever file, names a parameter."""
    hooks = (each for file in names.ruleset.files for each in declared_in(file))
    changes = (each for each in hooks if isinstance(each, m.Hook | m.Adjust))
    return any(_name_of(each) == rule and names_in(each, parameter) for each in changes)


def _name_of(rule: m.Hook | m.Adjust) -> str:
    return rule.event.text if isinstance(rule, m.Hook) else rule.name.text


def _own(names: Names, node: m.Node) -> Iterator[m.Name]:
    """The names in a node that mean a zone or number of the acting player."""
    for part in every_node(node):
        if isinstance(part, m.Named):
            families = (names.zones.get(part.name.text), names.numbers.get(part.name.text))
            if any(family and [of.name for of in family.domains] == ["player"] for family in families):
                yield part.name
