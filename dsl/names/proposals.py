"""What is written at a place about a name of another sort than the one that is wanted there.

Each proposal replaces the name, or the words from the beginning of the line up to it, and nothing that its place
doesn't take is proposed. Called by `other_sorts`, and only when something is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Protocol

import attrs

from dsl.model import model as m
from dsl.names.phrases import Known, around, one
from dsl.text import quantified
from dsl.text.source import Span
from dsl.text.spelling import MOST_WAYS, either, nearest, related

HOOK = re.compile(r"(?:after|before|instead of|together with|forbid) $")
"""The line before the event of a hook."""

ADJUSTING = re.compile(r"(?P<verb>widen|narrow|raise|lower|keep) $")
"""The line before the definition that a rule changes."""

ASKED = re.compile(r"(?:\b(?:if|when|while|where|and|or|not)|define [^:]*:) $")
"""The line before a condition."""

MOVED = re.compile(r"move (?:the )?(?P<what>[\w' -]+?) (?:to|onto|into) (?:the )?$")
"""The line before the zone to which something moves."""

TERM = re.compile(r" of (?P<term>(?:(?! is\b)[\w' -])+?)(?= and\b| or\b|,|$)")
"""What stands behind the name of an attribute."""

WHOSE = re.compile(r" of (?P<whose>[\w' ]+?)(?= (?:is|and|or|to|in|where|as)\b|[,)>]|$)")
"""What stands behind the name of a zone: whose it is."""


@attrs.frozen
class Place:
    """Where an unknown name stands: the sort that is wanted, the line before it and behind it, and what fits there."""

    what: str
    text: str
    before: str
    after: str
    known: Collection[str]


def way(place: Place, sort: str, known: Known) -> str:
    """What to write at a place where a name of one sort is wanted about one of another; "" if nothing is known."""
    match place.what, sort:
        case "event", _:
            return _event(place, sort, known)
        case "prompt", _:
            return _prompt(place, sort, known)
        case "zone", "a card" | "a kind" | "a class" if MOVED.match(place.before):
            return "cards move to zones; `lay … onto …` lays one on another"
        case "definition", _:
            return _definition(place, sort, known)
        case "attribute", _:
            return _attribute(place, sort, known)
        case (("enum" | "group"), _):
            return _widened(place, sort)
        case "domain", _:
            return _domain(place, sort, known)
        case "kind", _:
            return _kind(place, sort, known)
        case "name", _:
            return _value(place, sort, known)
        case _:
            return ""


class HasWords(Protocol):
    """A domain, with the words of its members."""

    @property
    def name(self) -> str: ...

    @property
    def words(self) -> Sequence[str]: ...


class OfMembers(Protocol):
    """A zone or number, of which there is one for each member of its domains."""

    @property
    def name(self) -> str: ...

    @property
    def domains(self) -> Sequence[HasWords]: ...


def first(place: Place, known: Known, zones: Iterable[OfMembers]) -> str:
    """What is meant by a phrase that stands for a whole statement, whatever else is known about its words."""
    return _dealt(place, zones) or _by_chance(place, known) or _phase(place, known) or _begun(place, known)


def _begun(place: Place, known: Known) -> str:
    """The events whose names begin with the words of an option that does no event itself: rules act at those."""
    if place.what != "event" or place.text not in {*known.options, *known.abilities} or known.done.get(place.text):
        return ""
    events = [each for each in known.events if each.startswith(f"{place.text} ")]
    return (
        f"say {either(f'{place.before}{each}' for each in events)}: `{place.text}` alone is an option" if events else ""
    )


def _phase(place: Place, known: Known) -> str:
    """The phases of a turn without the words of a sentence: `then fight`, or `explore followed by fight`."""
    if place.what != "event" or not place.before.startswith("turn:"):
        return ""
    alone = re.fullmatch(r"(?:first|then|and|and then|next|finally|lastly) (?P<event>.+)", place.text)
    if alone and alone["event"] in known.events:
        return f"the phases stand in their order: say `{alone['event']}`"
    both = re.split(r" (?:followed by|before|and then|then|and) ", place.text)
    return f"separate the phases by commas: `{', '.join(both)}`" if len(both) > 1 and {*both} <= {*known.events} else ""


def certain(place: Place, known: Known, families: Iterable[OfMembers]) -> str:
    """What is surely meant by an unknown name: a marker that moves, or one of the things that members have."""
    return (
        marker_moved(place, known)
        or _asking(place)
        or _counting(place)
        or _of_a_card(place, known)
        or _lying(place, known)
        or _of_all(place, known)
        or _of_member(place.text, families)
        or _owned(place, known)
    )


OF_KIND = re.compile(r"(?:card .+ is|kind .+ is|(?:more )?cards|extend kind|class .+:) $")
"""The line before a kind, where no card can stand."""


def _of_a_card(place: Place, known: Known) -> str:
    """The kind of a card that is named with a word for its sort: `card thief is fox card`; elsewhere, the card."""
    first, _, last = place.text.rpartition(" ")
    if place.what != "kind" or not (last in ("card", "cards", "kind", "type") or last in known.kinds):
        return ""
    if name := one(first, place.known):
        return f"say `{name}`"
    card = one(first, known.kind_of)
    kind = known.kind_of.get(card, "")
    if not OF_KIND.match(place.before) or kind not in place.known:
        return ""
    return f"`{card}` is a card of the kind `{kind}`: say `{place.before}{kind}{place.after}`"


LYING = re.compile(
    r"(?P<what>[\w' -]+?) (?:(?:lying|placed|put|standing|sitting|which (?:is|are)|that (?:lies?|is|are)) )?"
    r"(?P<how>on|onto|on top of|upon|at|inside|inside of|within|from) (?:the )?(?P<place>[\w' -]+)"
)
"""Cards and the zone or card on which they lie, by other words than `in`."""

ASKING = re.compile(r"\b(?P<word>number of|any|no|some|every|over) (?P<name>\w+: ?)?$")
"""What stands before some cards."""


def _lying(place: Place, known: Known) -> str:
    """The question about cards in a zone, or riding on others, that is said by another word: `number of fox on bed`."""
    found, asked = LYING.fullmatch(place.text), ASKING.search(place.before)
    kind = one(found["what"], {*known.kinds, *known.cards, "card"}) if found else ""
    if place.what != "domain" or found is None or asked is None or not kind:
        return ""
    where = f"{found['place']}{'' if ' of ' not in place.after else _owner(place.after)}"
    rides = known.rides and kind in (*known.rides, "card") and found["how"] in ("on", "onto", "on top of", "upon")
    riding, lying = (f"`{asked[0]}{kind} {how} {where}`" for how in ("riding on", "in"))
    if found["place"] in known.zones:
        return f"say {riding} for those on its cards, {lying} for those in the zone itself" if rides else f"say {lying}"
    return f"say {riding}" if rides and found["place"] not in known.kinds else ""


def _owner(after: str) -> str:
    """What stands behind a zone: whose it is."""
    found = re.match(r" of (?:all )?[\w']+", after)
    return found[0] if found else ""


def _owned(place: Place, known: Known) -> str:
    """A zone or number with those whose it is beside it, and nothing between: `basket p`, `plot t c`, `plot t of c`."""
    families = {"zone": known.zones, "name": known.numbers}.get(place.what, {})
    members = sorted((word for words in known.domains.values() for word in words), key=len, reverse=True)
    declared = [each for of in (*known.events.values(), *known.definitions.values()) for each in of]
    cards = {*known.kinds, *known.cards, "card"}
    about = [name for name, type_ in declared if type_ in ("", *known.domains) and name not in cards]
    words = re.compile(rf"(?:{'|'.join(map(re.escape, members))})(?!\w)|[\w'-]+")
    behind = re.match(r" of (?P<last>[\w']+)(?= |,|\)|$)", place.after)
    for name, domains in families.items():
        given = words.findall(_beside(place.text, name, first=len(domains) == 1))
        if given and behind and len(given) < len(domains):
            given.append(behind["last"])
        meant = (len(each) == 1 or each in (*members, *known.domains, *about, "player") for each in given)
        if given and len(given) == len(domains) and all(meant):
            return f"say `{name} of {given[0]}`" if len(given) == 1 else f"say `{name}({', '.join(given)})`"
    return ""


def _beside(text: str, name: str, *, first: bool) -> str:
    """The words behind a name in a text, or those before it if they may stand `first`; "" if it isn't there."""
    if text.startswith(f"{name} "):
        return text.removeprefix(f"{name} ")
    return text.removesuffix(f" {name}") if first and text.endswith(f" {name}") else ""


WHO = re.compile(
    r"(?P<letter>player )?[A-H]|(?P<self>(?:the )?(?:acting |current )?player)|one (?:after|before) [\w' ]+"
    r"|(?P<after>(?:the )?(?:next|other) player|(?:the |your )?(?:opponent|left neighbou?r))"
    r"|(?P<before>(?:the )?(?:previous|last) player|(?:the |your )?right neighbou?r)"
    r"|(?!(?:the|an?|it|again|for|to)\b)[a-z]\w*"
)
"""Who may be asked, by words that stand before or behind the prompt."""


def _asking(place: Place) -> str:
    """Who is asked, where that stands before the prompt or behind it: `ask one after player name it`."""
    asked = re.search(r"(?P<word>ask|offer) $", place.before) if place.what == "prompt" else None
    for prompt in sorted(place.known, key=len, reverse=True) if asked else ():
        who = place.text.removesuffix(f" {prompt}")
        if who == place.text:
            who = re.sub(r"^(?:of|for|to|by) ", "", place.text.removeprefix(f"{prompt} "))
        found = WHO.fullmatch(who) if who != place.text else None
        if asked and found:
            said = "one after player" if found["after"] else "one before player" if found["before"] else who
            if found["self"]:
                return f"the acting player is asked: say `{asked['word']} {prompt}`"
            said = said.removeprefix("player ") if found["letter"] else said
            return f"say `{asked['word']} {prompt}, decided by {said}`"
    return ""


NUMBERS = frozenset({"number", "numbers", "int", "integer", "amount", "value"})
"""Words for a number, where a domain is wanted."""


def _counting(place: Place) -> str:
    """What to say where a number is to be one of the members of a domain, as in `<n: number where n is at most 3>`."""
    begun = re.search(r"(?P<chosen><)?(?:(?P<name>\w+): ?)?$", place.before)
    if place.what != "domain" or place.text not in NUMBERS or begun is None:
        return ""
    name = f"{begun['name']}: " if begun["name"] else ""
    if begun["chosen"] or re.match(r"(?:option|ability)\b.*<[^>]*$", place.before):
        rest = re.match(r" where [^>]*", place.after)
        said = f"<{name}NAME{rest[0] if rest else ''}>"
        return f"an option can't choose a number: declare `places NAME: 1 to 5`, and say `{said}`"
    if re.search(r"\bper $", place.before):
        return "numbers are no domain: declare `places NAME: 1 to 5`, and say `per NAME`"
    word = re.search(r"(?:for each|any|some|no|number of) (?=(?:\w+: ?)?$)", place.before)
    said = f"{word[0] if word else ''}{name}NAME{' where …' if place.after.startswith(' where') else ''}"
    times = ", or `repeat … times`" if word and word[0] == "for each " else ""
    return f"numbers are no domain: declare `places NAME: 1 to 5`, and say `{said}`{times}"


ALL = re.compile(
    r"(?:(?P<some>any|some|either|(?:at least )?one)|(?P<no>no|none)|(?P<every>every|each|all|both))(?: of)?(?: the)? "
    r"(?P<what>[\w' -]+?)(?P<asked>(?: (?:is|are|has|have))? .*)?"
)
"""Any, no or every one of several numbers."""

EACH = r" (?:of|over|among|from|for) (?:(?:all|every|each|both|any|the|of) )*(?P<of>[\w']+)"
OF_ALL = re.compile(
    rf"(?:the )?(?P<how>sum|total|highest|lowest|most|least|best|biggest|smallest|largest)(?: of)?(?: the| all)* "
    rf"(?P<what>[\w' -]+?)(?:{EACH})?"
)
"""The sum of several numbers, or the highest of them."""

HOW = {"total": "sum", "most": "highest", "best": "highest", "biggest": "highest", "largest": "highest"} | {
    "least": "lowest",
    "smallest": "lowest",
}
"""How one of several numbers is said, by other words for it."""


def _of_all(place: Place, known: Known) -> str:
    """The question about each of several numbers, where their name stands without a member: `if every q is 3`."""
    begun = re.search(r"\b(?:any|no|some) $", place.before) if place.what == "domain" else None
    line = f"{begun[0] if begun else ''}{place.text}"
    after = place.after
    given = re.fullmatch(r"(?P<set>set .+ to )", place.before)
    group = re.fullmatch(r" of (?:the )?(?P<of>[\w' -]+)", after)
    if given and group and place.text in ("one", "any", "some") and (domain := one(group["of"], known.domains)):
        return f"say `pick {domain} at random as chosen`, and below it `{given['set']}chosen`, if chance decides"
    if place.what in ("name", "attribute") and place.text in ("one", "any", "all", "each", "every", "either", "none"):
        line, after = f"{place.text}{after}", ""
    behind = re.match(f"{EACH}(?! (?:in|riding)\\b)", after) if place.what == "attribute" else None
    if (found := OF_ALL.fullmatch(f"{line}{behind[0] if behind else ''}")) and place.what in ("name", "attribute"):
        of = _several(found["what"], known)
        if of and (not found["of"] or one(found["of"], known.domains) == of[1]) and (behind or place.what == "name"):
            return f"say `{HOW.get(found['how'], found['how'])} of {of[0]} of {of[2]} over {of[2]}: {of[1]}`"
    found = ALL.fullmatch(line)
    of = _several(found["what"], known) if found else None
    if found is None or of is None:
        return ""
    (name, domain, variable), ends = of, quantified.ENDS.match(f"{found['asked'] or ''}{after}")
    if place.before == "set ":
        return f"say `for each {variable}: {domain}`, and below it `set {name} of {variable}{after}`"
    asked = re.sub(r"^ (?:are|has|have)\b", " is", ends[0] if ends else "").rstrip()
    if asked and not re.match(" is ", asked):
        return ""
    if found["every"]:
        return f"say `for every {domain} as {variable}, {name} of {variable}{asked}`"
    return f"say `{'no' if found['no'] else 'any'} {variable}: {domain} where {name} of {variable}{asked}`"


def _several(what: str, known: Known) -> tuple[str, str, str] | None:
    """A number of which there is one for each member of a domain, this domain, and a variable for a member."""
    about = {name: of for name, of in known.definitions.items() if len(of) == 1 and of[0][1] in known.domains}
    having = {**{name: (of[0][1],) for name, of in about.items()}, **known.numbers}
    number = one(what, having)
    domains = having.get(number, ())
    return (number, domains[0], "p" if domains[0] == "player" else "x") if len(domains) == 1 else None


CHANCE = re.compile(r"(?:an? |the |one |some |any )?random(?:ly)?(?: (?:chosen |picked )?(?P<what>[\w' -]+))?")
"""Something that chance decides, where a value stands."""

STATEMENT = re.compile(r"(?P<first>(?:set|let|move|do|turn passes|lay|exchange|draw|if|repeat|turn)\b.*)")
"""A line that can stand below another statement."""


def _by_chance(place: Place, known: Known) -> str:
    """The statement by which chance decides, instead of a value such as `random suit`."""
    found, begun = CHANCE.fullmatch(place.text), STATEMENT.fullmatch(place.before)
    if found is None or begun is None or place.what == "zone":
        return ""
    what = found["what"] or ""
    zone = re.match(r" (?:in|from|of) (?P<zone>[\w' ]+?)(?= (?:to|and|or|where|is)\b|,|\)|$)", place.after)
    kind = one(what, {*known.kinds, *known.cards, "card"})
    if kind and (let := re.fullmatch(r"let (?P<name>[\w' ]+): ", place.before)):
        return f"say `pick {kind} in {zone['zone'] if zone else 'ZONE'} at random as {let['name']}`"
    if kind:
        rest = place.after.removeprefix(zone[0]) if zone else place.after
        lies = zone["zone"] if zone else "ZONE"
        return f"say `pick {kind} in {lies} at random as chosen`, and below it {_with_it(place, rest)}"
    marker = re.fullmatch(r"set (?P<name>[\w' -]+?)(?: of .+)? to ", place.before)
    positions = known.markers.get(marker["name"], ()) if marker else ()
    standing = next((of for of, words in known.domains.items() if positions and tuple(words) == tuple(positions)), "")
    of = one(what, known.domains) or ("player" if what in ("opponent", "seat") else standing)
    if of:
        let = re.fullmatch(r"let (?P<name>[\w' ]+): ", place.before)
        if let:
            return f"say `pick {of} at random as {let['name']}`"
        return f"say `pick {of} at random as chosen`, and below it {_with_it(place, place.after)}"
    if positions:
        return f"say `roll 1 to {len(positions)} as die`, and below it, for each position, `if die is 1` and `set …`"
    given = re.sub(r"^ ?\([^()]*\)", "", place.after)
    flag = f"; of a flag, `{place.before}die is 6`" if marker and not place.after else ""
    return f"say `roll 1 to 6 as die`, and below it {_with_it(place, given, 'die')}{flag}"


def _with_it(place: Place, rest: str, name: str = "chosen") -> str:
    """The line of a place with the name of what chance chose."""
    return f"`{place.before}{name}{rest}`"


EVERYBODY = re.compile(r"(?:each|every|all|both)(?: of)?(?: the)? (?P<other>other )?(?:players?|opponents?|hands?)")
"""Words for all players, where one zone is named."""


def _dealt(place: Place, families: Iterable[OfMembers]) -> str:
    """The loop in which each player draws, where the zones of all are named: `draw 3 from bag to each player`."""
    everybody = EVERYBODY.fullmatch(place.text)
    begun = re.match(r"(?P<draw>draw .* to )(?:(?P<zone>[\w' -]+) of )?$", place.before)
    if not everybody or not begun or place.after.strip():
        return ""
    zones = [each.name for each in families if [of.name for of in each.domains] == ["player"]]
    zone = begun["zone"] or (zones[0] if len(zones) == 1 else "ZONE")
    each = "for each p: player where p is not player" if everybody["other"] else "for each p: player"
    return f"say `{each}`, and below it, indented, `{begun['draw']}{zone} of p`"


def _of_member(text: str, families: Iterable[OfMembers]) -> str:
    """What a rule says for a name in scenarios: `tray of shelf 2` for `tray 2`."""
    for family in families:
        before = text.removesuffix(f" {family.name}")
        if before != text and len(family.domains) == 1 and before in family.domains[0].words:
            return f"say `{family.name} of {before}`"
        rest = text.removeprefix(f"{family.name} ")
        if rest != text and len(family.domains) == 1:
            meant = next((each for each in family.domains[0].words if f" {each}".endswith(f" {rest}")), "")
            if meant:
                return f"say `{family.name} of {meant}`"
    return ""


def marker_moved(place: Place, known: Known) -> str:
    """What to say where a marker is moved as if it were a card: it stands at its positions and is set to them."""
    moved = MOVED.match(place.before) if place.what == "zone" else None
    positions = known.markers.get(moved["what"]) if moved else None
    if moved is None or positions is None:
        return ""
    fits = place.text in positions or place.text in known.domains
    return f"`{moved['what']}` is no card: say `set {moved['what']} to {place.text if fits else '…'}`"


def _event(place: Place, sort: str, known: Known) -> str:
    hook = HOOK.fullmatch(place.before)
    if sort == "a prompt" and (hook or place.before.endswith("during ")):
        events = known.asking.get(place.text, ())
        said = place.before if hook else "during "
        return f", asked in {either(events)}: say {either(f'{said}{each}' for each in events)}" if events else ""
    if sort in ("a card", "a kind", "a class") and hook:
        about = [(each, of[0][0]) for each, of in known.events.items() if len(of) == 1 and of[0][0] in _of(place)]
        more = " and …" if place.after.startswith(" if ") else ""
        ways = [f"{place.before}{event} if {card} is {place.text}{more}" for event, card in about]
        return f"; name an event about it, {either(ways)}" if ways else ""
    return ""


def _of(place: Place) -> tuple[str, ...]:
    """The names of parameters that surely may be the card or kind of this name."""
    return "card", place.text


def _prompt(place: Place, sort: str, known: Known) -> str:
    if sort == "an event" and re.search(r"\b(?:ask|offer) $", place.before):
        given = ", ".join("…" for _ in known.events.get(place.text, ()))
        return f"say `do {place.text}{f'({given})' if given else ''}`"
    if sort == "an event":
        prompts = [each for each, events in known.asking.items() if place.text in events]
        return (
            f"it asks {either(prompts)}: say {either(f'{place.before}{each}' for each in prompts)}" if prompts else ""
        )
    if place.before == "add to " and sort == "an enum":
        return f"say `add VALUE to {place.text}`"
    if place.before == "add to " and sort == "a group":
        return f"say `extend {place.text} with ZONE`"
    return ""


def _definition(place: Place, sort: str, known: Known) -> str:
    text, adjusting = place.text, ADJUSTING.fullmatch(place.before)
    given = re.match(r"\((?P<terms>[^()]*)\)", place.after)
    if adjusting and sort in ("a number", "a flag", "a marker"):
        return f"`set {text} to …` changes it; what a `define` says is widened, narrowed, raised or lowered"
    if adjusting and sort == "an event":
        asked = [each for each in known.guards.get(text, ()) if each in place.known]
        if asked:
            return f"; {either(asked, 'and')} {'is' if len(asked) == 1 else 'are'} asked where it is chosen"
        when = re.match(r"(?:\([^()]*\))? when (?P<asked>[^#]*\w)", place.after)
        return f"say `forbid {text} if not ({when['asked'] if when else '…'})`" if adjusting["verb"] == "narrow" else ""
    if given is None or adjusting or "," in given["terms"]:
        return ""
    if sort in ("an attribute", "a fact"):
        return f"say `{text} of {given['terms']}`"
    return f"say `{given['terms']} is {text}`" if sort in ("a kind", "a card", "a class") else ""


def _attribute(place: Place, sort: str, known: Known) -> str:
    term = TERM.match(place.after)
    if sort == "an enum":
        having = [each for each, enum in known.enum_of.items() if enum == place.text]
        return f"; cards have it as {either(having)}" if having else ""
    if sort == "a value" and term and ASKED.search(place.before):
        ways = [
            f"{place.text} in {of} of {term['term']}" if several else f"{of} of {term['term']} is {place.text}"
            for of, several in known.values.get(place.text, ())
        ]
        return f"say {either(ways)}" if ways else ""
    return ""


def _domain(place: Place, sort: str, known: Known) -> str:
    if sort in ("a zone", "a group") and not re.search(r"\b(?:per|every|all) $", place.before):
        return f"name its cards, `card in {place.text}`"
    enum = known.enum_of.get(place.text) if sort == "an attribute" else None
    return f"say `{enum}`, whose values it has" if enum else ""


def _widened(place: Place, sort: str) -> str:
    """What to say about an enum that is taken for a group, and the like, in the first line of a declaration."""
    adding = re.match(r"(?:add|extend) (?:(?P<what>.+) to )?$", place.before)
    what = (adding["what"] if adding else None) or "…"
    if adding and sort == "a prompt":
        return f"say `add to {place.text}`, and write the options below"
    if adding and sort == "a group":
        return f"add zones to it by `extend {place.text} with {what}`"
    if adding and sort == "a zone" and place.what == "enum":
        return f"zones are added to a group, `extend GROUP with {what}`"
    return f"add values to it by `add … to {place.text}`" if adding and sort == "an enum" else ""


def _kind(place: Place, sort: str, known: Known) -> str:
    """The kind of a card; the cards that satisfy a definition about one card, where it stands for their kind."""
    if sort in ("a card", "a class"):
        kind = known.kind_of.get(place.text, "")
        return f"say `{kind}`, its kind" if kind in place.known else ""
    if sort in ("an enum", "a domain") and place.before.endswith("for each "):
        return f"say `for each {place.text[0]}: {place.text}`; `where …` behind it says for which"
    where = re.match(r" (?:in|riding on) [\w' ]+?(?= where\b|,|\)|$| (?:and|or|is|to|as) )", place.after)
    about = known.definitions.get(place.text, ())
    if sort != "a definition" or where is None or len(about) != 1:
        return ""
    name, type_ = about[0]
    kind = next((each for each in (type_, name) if each in known.kinds), "card")
    return f"say `{kind}{where[0]} where {place.text}`" if type_ in ("", *known.kinds) else ""


def _value(place: Place, sort: str, known: Known) -> str:
    text = place.text
    match sort:
        case "an attribute" | "a fact":
            return f"say of which card: `{text} of …`"
        case "an event" if ASKED.search(place.before) and not re.match(r" (?:is|in|of)\b", place.after):
            return f"ask whether it lasts, `during {text}`"
        case "an enum" | "a domain" if words := known.domains.get(text, ()):
            more = ", …" if len(words) > MOST_WAYS else ""
            return f"name one of its values, {either(words)}{more}"
        case "an event" | "a prompt":
            return ", which has no value"
        case _:
            return ""


SET = re.compile(r" to (?P<value>.+)")
"""What stands behind a name that is set."""


def of_flag(name: m.Name, flags: Collection[str]) -> str:
    """The flag that stands behind an unknown name, as if it were a value: `torch is lit`; "" if there is none."""
    found = re.match(r" is (?P<no>not )?(?P<flag>[\w' -]+?)(?= and\b| or\b|,|\)|$)", around(name)[1])
    if found is None or found["flag"] not in flags:
        return ""
    return f"`{found['flag']}` is a flag: say `{'not ' if found['no'] else ''}{found['flag']}`"


def of_value(name: m.Name, amounts: Collection[str]) -> str:
    """The amount that an unknown name behind a card stands for: `mushroom is poisonous`; "" if there is none."""
    found = re.search(r"(?P<card>[\w'-]+) is (?P<no>not )?$", around(name)[0])
    close = nearest(name.text, amounts) or next((each for each in amounts if name.text.startswith(each)), "")
    if found is None or not close or around(name)[1].startswith(" of "):
        return ""
    return f"say `{close} of {found['card']} is {'0' if found['no'] else 'more than 0'}`"


def new_name(name: m.Name, settable: Collection[str], enums: Collection[str]) -> str | None:
    """What to say about an unknown name that is set: "" if it is like a known one; None about any other."""
    before, after = around(name)
    value = SET.fullmatch(after) if before == "set " else None
    if value is not None and name.text in enums:
        return f"an enum has no value of its own: declare what changes, `marker NAME: {name.text}`, and set that"
    if value is None or not re.fullmatch(r"[\w-]+(?: [\w-]+)?", name.text) or ARTICLES.match(name.text):
        return None
    if TURN.fullmatch(name.text):
        return f"say `turn passes to {value['value']}`"
    if related(name.text, settable) or any(word in settable for word in name.text.split(" ")):
        return ""
    new = f"a new name begins with `let`: `let {name.text}: {value['value']}`"
    if re.fullmatch("[A-H]|player|one (?:after|before) player", value["value"]):
        return f"{new}; if it lasts, declare it: `marker {name.text}: player`"
    lasting = f"flag {name.text}" if value["value"] in ("yes", "no") else f"number {name.text}: 0 to 9"
    return f"{new}; if it lasts, declare it: `{lasting}`"


TURN = re.compile(r"(?:turn|(?:next|current|active|acting) player|whose turn)")
"""Words for the player whose turn it is."""

ARTICLES = re.compile(r"(?:the|an?|this|that|its|his|my|your)\b")


def for_looking(name: m.Name, declared: Span, looking: Collection[str]) -> str:
    """What to say about a zone that is not for looking: which are, if it is declared in a file of somebody else."""
    if declared.file is name.span.file:
        return "declare it so: `zone …, for looking`"
    known = [each for each in looking if each != name.text]
    there = f"name one that is: {either(known)}; or " if known else ""
    return f"{there}declare one, `zone NAME: line, public, for looking`"
