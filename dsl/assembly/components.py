"""The components of a game by index: faces, zones, numbers, facts, prompts, and the zone in which each card begins.

Reads names and the context in which the rules were lowered; knows no rule.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dsl.expressions.context import Context, Used
from dsl.expressions.values import Scalar, Scope, Variable
from dsl.model import model as m
from dsl.model.traverse import every_node
from dsl.names.names import HIDES, LIES_ON, Names
from dsl.program import program as p
from dsl.program.setup import TRUTHS
from dsl.routines.steps import Routine
from dsl.statements import texts
from dsl.weaving.weaving import Weaving


def prompts(context: Context) -> Iterator[p.Prompt]:
    """All prompts; if there is one for each member of a domain, a gap of that name in its question is that member."""
    for name, (part, prompt) in context.names.prompts.items():
        of = context.names.prompt_domain(name)
        for number, each in enumerate(context.names.prompt_names(name)):
            scope = Scope(Routine("question"), part)
            if of:
                scope.variables[of.name] = Variable(Scalar(p.Int(of.values[number]), of.type), -1)
            with context.problems.trial() as trial:
                question, told = texts.text(context, prompt.question, scope)
            read = None if number or trial.clean else _of_an_event(context.names, prompt.question)
            if number or read:  # its problems are reported once
                trial.drop()
            if read:
                _not_read(context, name, read)
            yield p.Prompt(each, question, name, told)


def _of_an_event(names: Names, question: m.Text) -> m.Named | None:
    """What a question reads as if it stood in the rule that asks it: a card, or a parameter of an event."""
    parameters = {each.name.text for _, event in names.events.values() for each in event.parameters}
    read = (node for part in question.parts if isinstance(part, m.Gap) for node in every_node(part.value))
    for node in read:
        if isinstance(node, m.Named) and (node.name.text in parameters or names.class_name(node.name.text)):
            return node
    return None


def _not_read(context: Context, prompt: str, read: m.Named) -> None:
    name = read.name.text
    message = f"a question can't read `{name}`, which belongs to the rule that asks it"
    help_ = f"`ask {prompt} about {name}` shows which is meant; the words of an option can read it: `{{{name}}}`"
    context.wrong(read, message, help_)


def faces(names: Names) -> Iterator[p.Face]:
    """The face of each card, by the card's number."""
    for face in names.ids:
        copies = 1 if len(face.ids) > 1 else sum(count for _, count, _ in face.starts)
        yield p.Face(face.name, names.kinds[face.kind].lineage, copies, face.part.module)


def places(names: Names, context: Context) -> Iterator[p.Place]:
    """The zones, by index."""
    for family in names.zones.values():
        zone = family.declared
        looker = context.names.looker(family.name) if zone.for_looking else -1
        source = context.lookers.get(family.name, -1)
        for owner, name in family.members(zone.called or family.name, names.ruleset.seats):
            nobody = zone.seen == "private" and owner >= names.ruleset.players  # a dummy keeps nothing to himself
            seen = "public" if nobody else zone.seen
            yield p.Place(name, family.name, owner, zone.shape, seen, looker, source, zone.limit)


def counters(names: Names, weaving: Weaving, firsts: Mapping[str, int]) -> Iterator[p.Counter]:
    """The numbers by index: those of every program, those that rules declare, and the hidden ones."""
    players, zones = names.ruleset.seats, len(names.zoned)
    yield p.Counter("player", "player", -1, 0, 0, players - 1, hidden=True)
    yield p.Counter("dealt", "dealt", -1, 0, 0, 2**zones, hidden=True)
    for family in names.numbers.values():
        number = family.declared
        for owner, name in family.members(family.name, players):
            first, words = firsts[family.name], TRUTHS if number.flag else family.positions
            yield p.Counter(name, family.name, owner, first, number.minimum, number.maximum, words=words)
    for zone in names.looking:
        yield p.Counter(f"{zone} looker", f"{zone} looker", -1, 0, 0, players, hidden=True)
    if weaving.triggers or weaving.context.hidden_numbers:
        yield p.Counter("triggers", "triggers", -1, 1, 0, 1, hidden=True)
    used = {index: each for each in weaving.context.used.values() for index in each.indices}
    for event, index in weaving.context.hidden_numbers.items():
        if index in used:
            yield _used(used[index], index)
        else:
            least, most = weaving.context.hidden_ranges.get(event, (0, 1))
            yield p.Counter(f"during {event}", f"during {event}", -1, 0, least, most, hidden=True)


def _used(used: Used, index: int) -> p.Counter:
    """A number that records whether a rule has acted; scenarios say those that last for a turn or longer."""
    at = used.indices.index(index)
    words = () if used.within else TRUTHS
    return p.Counter(used.names[at], used.name, at if len(used.indices) > 1 else -1, 0, 0, 1, hidden=True, words=words)


def facts(names: Names) -> Iterator[p.FactOf]:
    """The mutable facts of cards, and, where cards lie on others, the fact that says on which."""
    for fact in names.facts.values():
        ids = [card for card, face in enumerate(names.ids) if fact.name in names.kinds[face.kind].facts]
        first = ids[0] if ids else 0
        count = (ids[-1] - first + 1) if ids else 0
        yield p.FactOf(fact.name, fact.mark, first, count, 0, fact.maximum, fact.words, fact.most_first)
    if names.riding:
        riders = names.riders()
        first, count = min(riders, default=0), max(riders, default=-1) - min(riders, default=0) + 1
        yield p.FactOf(LIES_ON, "", first, count, 0, len(names.ids))
    if names.covered:
        backs = names.faces[p.BACK].ids
        yield p.FactOf(HIDES, "", backs[0], len(backs), 0, len(names.ids))


def riding(names: Names) -> p.Riding | None:
    """The zone, fact and carriers of cards that lie on others, if there are any."""
    if names.riding is None:
        return None
    return p.Riding(names.riding.first, names.lies_on, names.lists(sorted(names.carriers())))


def facing(names: Names) -> p.Facing | None:
    """The zone, fact and backs of cards that lie face down, if there are any."""
    if names.covered is None:
        return None
    backs = names.faces[p.BACK].ids
    return p.Facing(names.covered.first, names.hides, names.lists(sorted(names.facing())), backs[0], len(backs))


def begin(names: Names) -> Iterator[bytes]:
    """The cards of each zone before setup."""
    held: dict[str, list[int]] = {}
    for face in names.faces.values():
        ids = list(face.ids)
        for zone, count, _ in face.starts:
            cards = (
                [ids.pop(0) for _ in range(count)] if len(face.ids) > 1 else [face.ids[0]] * count if face.ids else []
            )
            held.setdefault(zone, []).extend(cards)
    for family in names.zones.values():
        for owner in range(family.count):
            yield names.lists(sorted(held.get(family.name, [])) if owner == 0 else ())
