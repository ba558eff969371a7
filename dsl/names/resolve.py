"""Find every declaration that has a name, and number the components of the game.

Reads the linked ruleset; returns `Names`: the tables of everything that has a name, with the cards, their printed
attributes, the zones and the numbers laid out as the program will have them. Leaves the model alone. This pass doesn't
know what a rule *does*: meaning begins in `weave`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TypeVar

import attrs

from dsl.linking.ruleset import MOST_PLAYERS, Part, Ruleset
from dsl.model import model as m
from dsl.model.traverse import names_in
from dsl.names import attachments, cards, faces, kind_extensions, phrases, refills, symbols
from dsl.names import types as t
from dsl.names.names import FIRST_NUMBER, LETTERS, NOWHERE, SCORE, Domain, Kind, Names, NumberFamily, ZoneFamily
from dsl.text.diagnostics import Label, Problems
from dsl.text.proposals import adjustment
from dsl.text.source import Span

MOST_ZONES = 100
MOST_MEMBERS = 60
MOST_SHARES = 8
MOST_PLACES = 20

Declared = TypeVar("Declared")


def resolve(ruleset: Ruleset, problems: Problems) -> Names:
    """The names of a ruleset; reports names that are unknown or declared twice, and too many of anything."""
    names = Names(ruleset, problems)
    _dummies(names)
    _enumerations(names)
    _kinds(names)
    _places(names)
    _simple(names)
    _groups(names)
    _zones(names)
    refills.declare(names)
    _numbers(names)
    cards.declare(names)
    _kinds_like_cards(names)
    attachments.declare(names)
    faces.declare(names)
    _parameters_led_by_types(names)
    _parameters_like_numbers(names)
    _stop_unless_sound(problems)
    cards.number(names)
    cards.print_attributes(names)
    _stop_unless_sound(problems)
    return names


LOCAL = frozenset({"unknown-zone", "unknown-value", "declared-twice", "bad-table", "bad-value"})
"""Problems that cause no others: the passes continue, and report further problems together with them."""


def _stop_unless_sound(problems: Problems) -> None:
    if any(problem.code not in LOCAL for problem in problems.found):
        problems.stop_if_any()


TO_CHANGE: dict[type[m.Node], str] = {
    m.Define: "to change it, say `widen {name} when …`, `narrow {name} when …` or `raise {name} by …`",
    m.Event: "to change what happens, hook the event: `before {name}`, `after {name}`, `instead of {name}`",
    m.Prompt: "to add options, say `add to {name}`",
    m.Kind: "to add cards, say `cards {name} in ZONE`; to give them facts or attributes, `extend kind {name}`",
    m.Zone: "a zone is used as it is declared, and its limit and who sees it don't change",
    m.Card: "for more copies of it, say `more cards in ZONE`, with the table `| card | count |`, `| {name} | 2 |`",
    m.NumberOf: "a number is used as it is declared: `set {name} to …` changes it",
}
"""What to do instead of declaring again what another file declares."""


def _once(table: dict[str, Declared], name: m.Name, value: Declared, names: Names) -> None:
    if name.text in table:
        first = _span_of(table[name.text])
        related = [Label(first, "first declared here")] if first else []
        if name.text not in names.problems.twice:
            message = f"`{name.text}` is declared twice"
            elsewhere = first is not None and first.file != name.span.file
            changed = TO_CHANGE.get(type(node), "") if elsewhere and isinstance(node := _node(value), m.Node) else ""
            if first and isinstance(_node(value), m.Card) and names.module_of(first.file.name) != names.ruleset.base:
                changed = ""
            if elsewhere and isinstance(value, tuple) and isinstance(value[-1], m.Define):
                changed = _adding(value[-1]) or changed
            renamed = "" if name.text == SCORE else "; or rename this one"
            help_ = f"{changed.format(name=name.text)}{renamed}" if changed else "rename one of them"
            names.problems.add("declared-twice", message, name.span, related=related, help=help_)
        names.problems.twice.add(name.text)
        return
    table[name.text] = value


def _adding(node: m.Define) -> str:
    """How to add to a definition of another file that reads itself, and to a score in any case."""
    about = "" if node.scores else f"({', '.join(each.name.text for each in node.parameters)})"
    said = adjustment(node.name.text, node.value.span.text)
    said = said.replace(" by ", f"{about} by ", 1) if node.parameters else said
    when = "`, with `when …` behind it if it doesn't always count"
    return (
        f"to add to it, say `{said}`" if said else f"to add to it, say `raise score by …{when}" if node.scores else ""
    )


def _node(value: object) -> object:
    """The declaration in an entry of a table."""
    return value[-1] if isinstance(value, tuple) and value else getattr(value, "declared", value)


def _span_of(value: object) -> Span | None:
    if isinstance(value, list) and value:
        return _span_of(value[0])
    if isinstance(value, tuple) and value and isinstance(value[-1], m.Node):
        return value[-1].span
    span = getattr(value, "span", None) or getattr(getattr(value, "declared", None), "span", None)
    return span if isinstance(span, Span) else None


def _dummies(names: Names) -> None:
    """The players who are no persons; they sit behind all others."""
    for seats, (part, dummy) in enumerate(names.ruleset.all(m.Dummy), names.ruleset.players + 1):
        if dummy.name.text in LETTERS:
            message = f"`{dummy.name.text}` is the name of a person at the table"
            names.problems.add("reserved-name", message, dummy.name.span, help="choose another name")
        elif dummy.name.text.startswith("player "):
            message = f"this would all be the name: `{dummy.name.text}`"
            name = dummy.name.text.removeprefix("player ")
            help_ = f"say `dummy {name}, played by …`"
            names.problems.add("reserved-name", message, dummy.name.span, help=help_, certain=True)
        elif seats > MOST_PLAYERS:
            message = (
                f"there are {names.ruleset.seats} players with all dummies, and at most {MOST_PLAYERS} are possible"
            )
            help_ = "leave one out, or put it into a section `when players is …`, for fewer persons"
            names.problems.add("too-many", message, dummy.name.span, help=help_)
        _once(names.dummies, dummy.name, (part, dummy), names)


def _enumerations(names: Names) -> None:
    declared: dict[str, list[m.Name]] = {}
    first: dict[str, Span] = {}
    parts: dict[str, tuple[Part, m.Enumeration]] = {}
    for part, enum in names.ruleset.all(m.Enumeration):
        if enum.name.text in parts:
            _enum_again(enum, *parts[enum.name.text], names)
            declared[enum.name.text] += _new_members(enum, declared[enum.name.text])
            continue
        parts[enum.name.text] = part, enum
        declared[enum.name.text] = [*enum.members]
        symbols.note_signs(enum, names)
        if enum.ordered:
            names.ordered.add(enum.name.text)
    for _, added in names.ruleset.all(m.AddMembers):
        if added.enumeration.text not in declared:
            names.say_unknown("enum", added.enumeration, declared, ADDING.format(name=added.enumeration.text))
        declared.setdefault(added.enumeration.text, []).extend(added.members)
        symbols.note_signs(added, names)
    for enum_name, members in declared.items():
        if len(members) > MOST_MEMBERS:
            message = f"an enum has at most {MOST_MEMBERS} values, and `{enum_name}` has {len(members)}"
            names.problems.add("too-many", message, members[MOST_MEMBERS].span)
            names.problems.stop_if_any()
        names.enums[enum_name] = {}
        for member in members:
            if member.text in first:
                related = [Label(first[member.text], "first declared here")]
                message = f"`{member.text}` is declared twice"
                help_ = "a value belongs to one enum: rename one of them"
                names.problems.add("declared-twice", message, member.span, related=related, help=help_)
                names.problems.twice.add(member.text)
            first.setdefault(member.text, member.span)
            bit = 1 << len(names.enums[enum_name])
            names.enums[enum_name][member.text] = bit
            names.members[member.text] = (enum_name, bit)


def _enum_again(enum: m.Enumeration, part: Part, first: m.Enumeration, names: Names) -> None:
    """Report an enum that is declared already, in this part."""
    name, new = enum.name.text, _new_members(enum, first.members)
    signed = zip(enum.members, enum.signs, strict=True)
    more = [f'{member.text} "{sign}"' if sign else member.text for member, sign in signed if member in new]
    added = f"to add to it, say `add {', '.join(more)} to {name}`; or rename this one"
    help_ = added if more else f"leave it out: `{name}` has these values"
    if part.module not in (names.ruleset.base, names.module_of(enum.span.file.name)):
        help_ = "rename one of them"
    related = [Label(first.name.span, "first declared here")]
    names.problems.add("declared-twice", f"`{name}` is declared twice", enum.name.span, related=related, help=help_)


def _new_members(enum: m.Enumeration, known: Iterable[m.Name]) -> list[m.Name]:
    words = {member.text for member in known}
    return [member for member in enum.members if member.text not in words]


def _kinds(names: Names) -> None:
    parents: dict[str, tuple[Part, m.Kind | m.Card]] = {}
    for part, kind in names.ruleset.all(m.Kind, m.Card):
        _once(parents, kind.name, (part, kind), names)
    extended = kind_extensions.of_kinds(names, parents)
    for name in parents:
        _kind(name, parents, names, (), extended)


def _kind(
    name: str,
    declared: Mapping[str, tuple[Part, m.Kind | m.Card]],
    names: Names,
    below: tuple[str, ...],
    extended: Mapping[str, kind_extensions.Extended],
) -> Kind | None:
    if name in names.kinds:
        return names.kinds[name]
    part, node = declared[name]
    parent_name = node.kind if isinstance(node, m.Card) else node.parent
    parent = None
    if parent_name is not None:
        if parent_name.text not in declared:
            names.say_unknown("kind", parent_name, declared)
        elif parent_name.text in (*below, name):
            names.problems.add("circular", f"`{name}` is a kind of itself", parent_name.span, help="leave one `is` out")
        else:
            parent = _kind(parent_name.text, declared, names, (*below, name), extended)
            names.see(parent_name, declared[parent_name.text][0], part)
    more = extended.get(name, kind_extensions.Extended())
    own = (*(node.attributes if isinstance(node, m.Kind) else ()), *more.attributes)
    attributes = {**(parent.attributes if parent else {}), **{a.name.text: a for a in own if a.type.form != "fact"}}
    facts = {**(parent.facts if parent else {}), **{a.name.text: a for a in own if a.type.form == "fact"}}
    active = (node.active if isinstance(node, m.Kind) else None) or (parent.active if parent else None)
    rides = (node.rides if isinstance(node, m.Kind) else None) or more.rides or (parent.rides if parent else None)
    facing = (node.facing if isinstance(node, m.Kind) else None) or (parent.facing if parent else None)
    lineage = (name, *(parent.lineage if parent else ()))
    names.kinds[name] = Kind(name, lineage, attributes, facts, active, part, node.name.span, rides, facing)
    return names.kinds[name]


def _kinds_like_cards(names: Names) -> None:
    """Report kinds and classes with the name of a card that isn't theirs: the name would never mean the card."""
    for name, face in names.faces.items():
        kind = names.kinds.get(name)
        there = kind.span if kind else names.classes[name][1].name.span if name in names.classes else None
        if there is not None and (kind is None or name not in names.kinds[face.kind].lineage):
            message, related = f"`{name}` is the name of a card as well", [Label(face.span, "the card")]
            names.problems.add("declared-twice", message, there, related=related, help="rename one of them")


def _simple(names: Names) -> None:
    for part, node in names.ruleset.all(m.Prompt, m.Event, m.Define, m.Class):
        match node:
            case m.Prompt(name, per):
                known = len(_per(per, part, names)) == len(per) and _one_domain(per, names)
                _once(names.prompts, name, (part, node if known else attrs.evolve(node, per=())), names)
            case m.Event(name):
                _once(names.events, name, (part, node), names)
            case m.Define(name):
                _once(names.defines, name, (part, node), names)
            case m.Class(name):
                _once(names.classes, name, (part, node), names)
            case _:
                pass


ADDING = "these are values for an `enum`; write options below `add to {name}`, add zones by `extend {name} with …`"


def _groups(names: Names) -> None:
    groups = [*names.ruleset.all(m.Group)]
    for part, group in groups:
        _sayable(group, names)
        if not group.widens:
            _once(names.groups, group.name, [(part, member) for member in group.members], names)
    for part, group in groups:
        if group.widens:
            if group.name.text not in names.groups:
                names.say_unknown("group", group.name, names.groups, sure=_of_a_zone(group, names))
            names.groups.setdefault(group.name.text, []).extend((part, member) for member in group.members)


def _of_a_zone(group: m.Group, names: Names) -> str:
    """The advice about a zone that is extended as if it were a group; "" about any other name."""
    name = group.name.text
    if name not in {zone.name.text for _, zone in names.ruleset.all(m.Zone)}:
        return ""
    places = [member.place for member in group.members]
    if any(isinstance(place, m.Named) and re.fullmatch(r"(?:a |no )?limit\b.*", place.name.text) for place in places):
        return TO_CHANGE[m.Zone]
    if added := next((p.name.text for p in places if isinstance(p, m.Named) and p.name.text in names.groups), ""):
        return f"`{name}` is a zone, and `{added}` a group: say `extend {added} with {name}`"
    holding = [each for each, held in names.groups.items() if _holds(held, name)]
    if holding:
        return f"`{name}` is a zone of the group `{holding[0]}`: say `extend {holding[0]} with …`"
    return f"`{name}` is a zone: declare a group, `group NAME: {name}`, and name it in the rules that mean its zones"


def _holds(members: list[tuple[Part, m.Member]], zone: str) -> bool:
    """Whether a zone is one of a group's."""
    return any(isinstance(member.place, m.Named) and member.place.name.text == zone for _, member in members)


def _sayable(group: m.Group, names: Names) -> None:
    """Report words for a group's zones that an answer in a scenario can't hold."""
    for member in group.members:
        if not all(cards.is_fact_word(word) or re.fullmatch("{[^{}]+}|…", word) for word in member.word.split()):
            message = f'no answer can hold the words "{member.word}"'
            help_ = "words and numbers are said, `…` for the card and `{…}` for a member: `dried`, `… from {tray}`"
            if "..." in member.word:
                help_ = f"for the card, write one sign `…` instead of three dots: `{member.word.replace('...', '…')}`"
            names.problems.add("bad-value", message, member.span, help=help_)


def _places(names: Names) -> None:
    for part, places in names.ruleset.all(m.Places):
        if not 1 <= places.lowest <= places.highest <= MOST_PLACES:
            message = f"places go from 1 or more to {MOST_PLACES} at most"
            most = min(places.highest - places.lowest + 1, MOST_PLACES) if places.lowest <= places.highest else 4
            help_ = f"say `places {places.name.text}: 1 to {most}`"
            names.problems.add("bad-value", message, places.span, help=help_)
        _once(names.places, places.name, (part, places), names)


def _own_word(declared: m.Zone | m.NumberOf | m.Marker, word: str, names: Names) -> bool:
    """Whether a name is one such as `coins for each player`, whose author wanted one for each member; reports it."""
    name = declared.name
    found = re.fullmatch(r"(.+?) (?:for all|(?:(?:for|by) )?(?:each|every)) (.+)|(.+) for (.+)", name.text)
    if not found or name.span.text.startswith("`"):
        return False
    said, of = (found[1], found[2]) if found[1] else (found[3], found[4])
    domain = phrases.one(of, ("player", *names.places, *names.enums))
    if domain:
        names.problems.add(
            "reserved-name", f"this would all be the name: `{name.text}`", name.span, certain=True,
            help=f"say `{word} {said} per {domain}: …`; or put the name in backticks, wherever it stands",
        )  # fmt: skip
    return domain != ""


def _parameters_led_by_types(names: Names) -> None:
    """Report parameters such as `tray t`, whose author put the type before the name, as their rules tell."""
    for _, node in names.ruleset.all(m.Event, m.Define):
        body = node.body if isinstance(node, m.Event) else (node.value,)
        for parameter in node.parameters:
            first, _, rest = parameter.name.text.rpartition(" ")
            if parameter.type is not None or not (names.domain(first) or names.class_name(first)):
                continue
            used = [any(names_in(each, name) for each in body) for name in (rest, parameter.name.text)]
            if used == [True, False]:
                message = f"this would all be the name: `{parameter.name.text}`"
                help_ = f"put the name first: `{rest}: {first}`"
                names.problems.add("reserved-name", message, parameter.name.span, help=help_, certain=True)


def _parameters_like_numbers(names: Names) -> None:
    """Report parameters with the name of a number of the game: within the rule, the number can't be read or set."""
    for part, node in names.ruleset.all(m.Event, m.Define):
        for parameter in node.parameters:
            name = parameter.name
            family = names.numbers.get(name.text)
            known = family is not None and family.part.module in (part.module, names.ruleset.base)
            if family is not None and known and not family.positions:
                message = f"here, `{name.text}` is what `{node.name.text}` is about, and not the {family.sort}"
                related = [Label(family.declared.span, f"the {family.sort}")]
                help_ = f"give what `{node.name.text}` is about another name, also below"
                names.problems.add("declared-twice", message, name.span, related=related, help=help_)


def _per(domains: tuple[m.Name, ...], part: Part, names: Names) -> tuple[Domain, ...]:
    """The domains of a zone, number or prompt that exists for each member of them."""
    found = []
    for name in domains:
        domain = names.domain(name.text)
        if domain is None:
            names.say_unknown("domain", name, ["player", *names.places, *names.enums])
            continue
        if name.text in names.places:
            names.see(name, names.places[name.text][0], part)
        elif t.is_bit(domain.type) and len(domain.values) > MOST_SHARES:
            message = f"there is one for each of at most {MOST_SHARES} values, and `{name.text}` has more"
            names.problems.add("too-many", message, name.span)
            names.problems.stop_if_any()
        found.append(domain)
    if len({domain.name for domain in found}) < len(found):
        names.problems.add(
            "declared-twice", f"`{domains[-1].text}` stands here twice", domains[-1].span, help="leave one of them out"
        )
    return tuple(found)


ONE = "leave all but one of them out; `asking … about …` shows cards and members with a question"


def _one_domain(domains: tuple[m.Name, ...], names: Names) -> bool:
    if len(domains) > 1:
        names.problems.add("bad-value", "a prompt is there for each member of one domain", domains[1].span, help=ONE)
    return len(domains) <= 1


def _zones(names: Names) -> None:
    first = 0
    for part, zone in names.ruleset.all(m.Zone):
        reports = names.problems.reported
        family = ZoneFamily(zone.name.text, part, first, _per(zone.per, part, names), zone)
        known = names.problems.reported == reports  # of what there is one for each
        _once(names.zones, zone.name, family, names)
        first += family.count
        if zone.limit == 0:
            help_ = "say how many cards it may hold, or leave the zone out"
            names.problems.add("bad-value", "a zone with `limit 0` never holds a card", zone.span, help=help_)
        owned = "player" in (name.text for name in zone.per)
        if not _own_word(zone, "zone", names) and known and zone.seen == "private" and not owned:
            _without_owner(zone, names)
    if first > MOST_ZONES:
        found = ((family.part.module, family.declared.span, family.count) for family in names.zones.values())
        names.too_many(f"a game has at most {MOST_ZONES} zones, not {first:,}", found)


def _without_owner(zone: m.Zone, names: Names) -> None:
    """Report a private zone that belongs to no player: nobody would ever see its cards."""
    per = " ".join(f"per {name.text}" for name in zone.per)
    own = " ".join(filter(None, [zone.name.span.text, "per player", per]))
    help_ = f"say `zone {own}: {zone.shape}, private`, or `public` if everybody sees the cards, `hidden` if nobody does"
    names.problems.add("bad-value", "a private zone is seen by its owner, and this one has none", zone.span, help=help_)


def _numbers(names: Names) -> None:
    first = FIRST_NUMBER
    for part, number in names.ruleset.all(m.NumberOf):
        family = NumberFamily(number.name.text, part, first, _per(number.per, part, names), number)
        _own_word(number, "number", names)
        _once(names.numbers, number.name, family, names)
        first += family.count
        if number.minimum > number.maximum:
            backwards = "the smaller number comes first: `0 to 9`"
            names.problems.add("bad-value", "the range runs backwards", number.span, help=backwards)
    for part, marker in names.ruleset.all(m.Marker):
        _own_word(marker, "marker", names)
        first += _marker(marker, part, first, names)
    _score_alone(names)


def _score_alone(names: Names) -> None:
    """Report a number that is called like the score of the game, which would hide it."""
    _, define = names.defines.get(SCORE, (None, None))
    if define and define.scores and SCORE in names.numbers:
        declared = names.numbers[SCORE].declared
        message = f"`{SCORE}` is the score of this game, so it can't be the name of a {declared.sort}"
        said = define.span.text.partition(":")[0]
        help_ = f"call it something else, such as `points`; if nothing else counts, say `{said}: points`"
        related = [Label(define.span, "the score")]
        names.problems.add("reserved-name", message, declared.name.span, related=related, help=help_)


def _marker(marker: m.Marker, part: Part, first: int, names: Names) -> int:
    """Declare a marker, a number whose values are the bits of its positions; returns the number of such numbers."""
    found = [(position, _stands_at(position, marker, part, names)) for position in marker.positions]
    words = [word for position, domain in found for word in (domain.words if domain else (position.text,))]
    of = [domain.name for _, domain in found if domain]
    own = {position.text for position, domain in found if not domain} - {NOWHERE}
    if len(set(words)) < len(words):
        names.problems.add(
            "declared-twice",
            f"a position of `{marker.name.text}` is there twice",
            marker.span,
            help="leave one of them out",
        )
    if not (1 if of else 2) <= len(words) <= MOST_PLACES:
        names.problems.add("bad-value", f"a marker has 2 to {MOST_PLACES} positions", marker.span)
    number = m.NumberOf(
        marker.name, marker.per, 1, 1 << max(len(words) - 1, 0), None, marker.citations, span=marker.span
    )
    taken = names.domain(marker.name.text) is not None
    member_of = of[0] if len(of) == 1 and not own else ""
    per = _per(marker.per, part, names)
    standing = frozenset(word for _, domain in found if domain for word in domain.words)
    family = NumberFamily(marker.name.text, part, first, per, number, tuple(words), standing, member_of)
    _once(names.numbers, marker.name, family, names)
    if taken:
        names.problems.add("declared-twice", f"`{marker.name.text}` is declared twice", marker.name.span)
    else:
        names.enums[marker.name.text] = {word: 1 << at for at, word in enumerate(words)}
    names.domains.clear()
    return family.count


def _stands_at(position: m.Name, marker: m.Marker, part: Part, names: Names) -> Domain | None:
    """The domain that a position of a marker names, if it names one; it means each of the members."""
    text = position.text
    if text in names.numbers or text == marker.name.text:
        return None
    if text in names.places:
        names.see(position, names.places[text][0], part)
    return names.domain(text)
