"""Advice about an unknown name that is a phrase: names that are declared, with words that this language puts otherwise.

Called by `Names.say_unknown`, and only when something is wrong. It knows which sort of thing each name is, and so its
advice goes before that of `hints`, which knows only the words. The tables come as `Known`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

import attrs

from dsl.model import model as m
from dsl.text import quantified

ALL_OF = re.compile(r"(?:any|some|all|both|either|each|every|the|one|an?|another) (?P<of>.+)")
"""Words for members of a domain."""

EACH = re.compile(r"(?:all|both|each|every) (?P<of>\w+) (?:(?:is|are|have|has) )?(?P<asked>.+)")
"""A condition of every member of a domain."""

HAVING = re.compile(r"(?P<thing>.+?) (?:has|have|with|got) (?P<how>at least |at most )?(?P<many>[0-9]+) (?P<what>.+)")
"""A card and how much of something it has."""

OF_CARD = re.compile(
    r"(?P<thing>.+?) (?:(?:does not|doesn't) have|(?P<has>has|have|with|contains?|includes?)) "
    r"(?:(?P<no>no) |(?:the |an? |any )?)(?P<what>.+)"
)
"""A card or zone, and a value or kind that it has or not."""

SHOWS = re.compile(
    r"(?P<thing>.+?) (?P<no>(?:does not|doesn't) )?(?P<verb>\w+) (?:(?:the|an?) )?(?:(?P<of>[\w' -]+?) )?(?P<what>\w+)"
)
"""A card or the end of a zone, a verb, and a value, perhaps behind the name of what has it."""

CARDS_IN = re.compile(
    r"\b(?:(?P<many>any|some|no|number of) (?P<kind>[\w' -]+?)|(?!is |not |lies )(?P<one>\w+)) in "
    r"(?P<zone>[\w' -]+ of )?$"
)
"""The line before the zone of some cards, or before what it is a zone of."""

FIRST = re.compile(r"(?:(?:the )?(?P<which>first|next|last)|the|an?|one) (?P<kind>.+)")
"""One of the cards of a zone, by its place."""

MOST = re.compile(
    r"(?:the )?(?P<most>highest|largest|biggest|best|tallest|greatest|lowest|smallest|least|worst) (?P<kind>.+)"
)
"""The card of a zone that has most or least of something."""

COUNTED = re.compile(r"(?:the )?(?P<side>next|first|top|upper|last|bottom) (?P<count>[0-9]+)(?: \w+)?")
"""Some cards of a pile by their number and a word for the kind."""

PLACE = re.compile(r"(?:the )?(?P<place>.+?)(?: (?:pile|stack|zone|row|line|heap|area|cards?))?")
"""A zone with an article or with a word for its sort."""

DOING = re.compile(r"(?:(?:a|an|the) )?(?P<stem>\w{2,})ing(?: (?:of |a |an |the )*(?P<rest>.+))?")
"""What happens, as a noun: `planting a herb`."""

LASTING = re.compile(
    r"(?:(?:we|it|the game|this|currently|now|still|only|just|is|are|was|happens|that) )*"
    r"(?:(?:in the middle of|in the course of|the middle of|inside of|as long as|of|in|within|while|whilst|inside|at|"
    r"amid|throughout|during|until) )?(?:the )?(?:current )?(?:(?:phase|event|step|turn) )?(?:of )?(?P<event>.+?)"
    r"(?: (?:phase|event|step|is|lasts|runs|active|running|going on|happening|in progress|on|now))*"
)
"""The condition that an event hasn't ended."""

ONE_ZONE = re.compile(
    r"(?P<change>\b(?:entering|leaving|revealing in|hiding in) )$"
    r"|(?P<start>[0-9] in |from |\b(?:look at|reveal) .* in )$|\bto $"
)
"""The line before a single zone; where cards begin, and from where a pile is refilled, it is named alone."""

OF_VALUE = re.compile(r" (?:is (?:not )?(?:[0-9]|at |less |more |exactly |none\b|in )|in |of )")
"""What stands behind a value that is compared, which an event isn't."""

NOW = re.compile(r"(?:the |this )?(?:current )?(?:phase|step|event|state|time)|it|we|now")
"""Words for the event that goes on, as in `if phase is work`."""

ENDING = r"(?:e?s|e?d|e?n|er|\w?ing)?"
"""The ending of a verb."""

LINKS = "(?: (?:the|an?|than|with|to|by|against|over|from|on|for|as))*"
"""Words between a verb and what it is about."""

IN_PLACE = re.compile(r" (?:in|of) (?P<place>[\w' ]+?)(?= (?:where|is|to|and|or|as)\b|$|\))")
"""The zone behind a name."""

OF_HOOKS = re.compile(r"(?:before|after) |[A-Z]+-[A-Z]+[0-9]+$")
"""What belongs to a hook, and no longer to the name of its event."""

ONCE = re.compile(r"(?:only )?once (?:a|per|each|every) (turn|game)(?P<order> (?:before|after) [\w', ]+)?")
"""What may follow the event of a hook, after a comma."""

AGAIN = frozenset("again now once twice immediately first next too also then instead anyway".split())  # noqa: SIM905
"""Adverbs behind the name of an event."""

MOST_PARAMETERS = 2
"""The most things that a definition is about which stands as a verb."""

MOST_ZONES = 4
"""The most zones that one piece of advice lists."""


@attrs.frozen
class Known:
    """The declared names that phrases hold.

    `events` and `definitions` have the name and the type of each parameter, `zones` their domains, `numbered` the
    domains that are places, `asking` the events that ask each prompt, `values` the attributes that have each value
    of an enum, and whether these are sets; `starts` are the zones in which cards begin. `abilities` and `options`
    have the prompts at which each of them stands, by their words; `guards` the definitions that are asked where an
    event is chosen, `done` the events that each option does. `markers` have their positions, `enum_of` the enum of
    each attribute, `kind_of` the kind of each card, `numbers` the domains of each number; `rides` the kinds whose
    cards lie on others.
    """

    events: Mapping[str, tuple[tuple[str, str], ...]]
    definitions: Mapping[str, tuple[tuple[str, str], ...]]
    domains: Mapping[str, tuple[str, ...]]
    numbered: Collection[str]
    zones: Mapping[str, tuple[str, ...]]
    amounts: Collection[str]
    values: Mapping[str, tuple[tuple[str, bool], ...]]
    kinds: Collection[str]
    cards: Collection[str]
    asking: Mapping[str, tuple[str, ...]]
    starts: tuple[str, ...]
    abilities: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    options: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    guards: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    done: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    markers: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    enum_of: Mapping[str, str] = attrs.field(factory=dict)
    kind_of: Mapping[str, str] = attrs.field(factory=dict)
    numbers: Mapping[str, tuple[str, ...]] = attrs.field(factory=dict)
    rides: Collection[str] = ()


def advice(what: str, name: m.Name, near: str, known: Known) -> str:
    """What to say instead of a phrase, where a name of the sort `what` is wanted; "" if nothing is known.

    `near` is a name that resembles it, or "".
    """
    if what in ("name", "attribute") and (said := _lasting(name, known) or _of_defined(name, known)):
        return said
    match what:
        case "event":
            lasting = _while_event(name, _before(name), known)
            own = not near or (name.text in known.options and not _before(name).endswith("do "))
            return lasting or (_of_choice(name, known, asked=False) if own else "") or _event(name, near, known)
        case "prompt":
            return "" if near else _of_choice(name, known, asked=True)
        case "zone":
            return _shown(name, known) or _zone(name, known) or ("" if near else _start(name, known))
        case "kind":
            return _kind(name, known)
        case "name":
            return _of_member(name, known) or _shown(name, known) or _value(name, known)
        case "domain":
            return _of_members(name, known, having=True)
        case "attribute" if name.text in known.zones:
            return _of_zone(name, known)
        case _:
            return ""


def one(noun: str, known: Collection[str]) -> str:
    """The known noun of which a word is the plural, or which it is; "" if there is none."""
    singulars = (noun, noun.removesuffix("s"), re.sub("ies$", "y", noun), noun.removesuffix("es"))
    return next((each for each in singulars if each in known), "")


def _lasting(name: m.Name, known: Known) -> str:
    """The condition that an event goes on, as in `if in evening`, `if evening is going on` or `if phase is evening`."""
    after = _after(name)
    if not _condition(name) or (name.text in known.events and OF_VALUE.match(after)):
        return ""
    if _before(name).endswith(" is ") and not NOW.search(_before(name).removesuffix(" is ")[-12:]):
        return ""
    if NOW.fullmatch(name.text):
        said = re.match(r" is (?P<event>[\w' -]+?)(?= (?:and|or)\b|,|$)", after)
        event = _event_in(said["event"], known) if said else ""
    else:
        of = re.match(r" of [\w' -]+?(?= (?:and|or|is)\b|,|$)", after)
        in_ = re.match(r" in (?:the )?(?P<event>[\w' -]+?)(?= (?:and|or)\b|,|$)", after)
        begun = re.fullmatch(r"(?:we|it|the game|now|currently|still|while|is|are| )+", name.text)
        event = (
            _event_in(in_["event"], known) if in_ and begun else _event_in(f"{name.text}{of[0] if of else ''}", known)
        )
    return f"say `during {event}`" if event else ""


def _event_in(text: str, known: Known) -> str:
    """The event that goes on according to a phrase; "" if it is none."""
    found = LASTING.fullmatch(text)
    if found is None:
        return ""
    return next((each for each in (text[found.start("event") :], found["event"]) if each in known.events), "")


def _of_defined(name: m.Name, known: Known) -> str:
    """The condition that a definition asks, where its name stands as a verb, as in `other beats herb`."""
    for definition, about in known.definitions.items():
        if 1 <= len(about) <= MOST_PARAMETERS and not _before(name).startswith(f"define {definition}"):
            asked = _of_verb(name, definition, two=len(about) == MOST_PARAMETERS)
            if asked:
                return asked
    return ""


DOES = r"(?: (?P<no>does not|doesn't|do not|don't|cannot|can't|can not)| does| do| can| may| could| will| must| also)?"


def _of_verb(name: m.Name, definition: str, *, two: bool) -> str:
    """The condition that this definition asks, which is about one thing or about two; "" if its name isn't meant."""
    stem = re.escape(definition.removesuffix("s") if len(definition) > 3 else definition)
    verb = rf"{stem}{ENDING}" if " " not in definition else re.escape(definition)
    terms = rf"{LINKS} (?P<other>[\w']+)" if two else ""
    before = re.search(r"(?P<thing>[\w']+(?: of [\w']+)?) is (?P<no>not )?$", _before(name))
    if before and (found := re.fullmatch(rf"(?:also |still )?{verb}{terms}", name.text)):
        given = [before["thing"], *([found["other"]] if two else [])]
        given = given[::-1] if " by " in name.text else given
        return _asked_of(definition, given, no=before["no"] is not None)
    found = re.fullmatch(rf"(?P<thing>[\w']+){DOES} {verb}{terms}", name.text) if two else None
    if found is not None:
        return _asked_of(definition, [found["thing"], found["other"]], no=found["no"] is not None)
    both = re.fullmatch(rf"{re.escape(definition)} (?P<thing>[\w']+) (?P<other>[\w']+)", name.text) if two else None
    return _asked_of(definition, [both["thing"], both["other"]], no=False) if both is not None else ""


def _asked_of(definition: str, given: list[str], no: bool) -> str:
    said = f"{definition} of {given[0]}" if len(given) == 1 else f"{definition}({', '.join(given)})"
    return f"say `{'not ' if no else ''}{said}`"


def _of_choice(name: m.Name, known: Known, *, asked: bool) -> str:
    """The advice about an ability or an option that is taken for a prompt (`asked`) or for an event."""
    begun = re.search(r"\b(offer|add to|at) $", _before(name))
    text, word = name.text, begun[1] if begun else "ask"
    prompts = known.abilities.get(text, known.options.get(text))
    if prompts is None:
        return ""
    way = f"say {_either(f'{word} {prompt}' for prompt in prompts)}" if prompts else "declare one"
    what = f"`{text}` is an option of {_either(prompts)}"
    if text in known.abilities:
        what = f"`{text}` is an ability, which players use at a prompt that is open to abilities"
    if not asked and (events := known.done.get(text)):
        return f"{what}, which does {_either(events)}: say {_either(f'{_before(name)}{each}' for each in events)}"
    return f"{what}: {way}" if asked else f"{what}: let it do an `event`, and name that event here"


def _event(name: m.Name, near: str, known: Known) -> str:
    before = _before(name)
    if name.text in known.definitions and not before.endswith("do "):
        return _of_definition(name, before, known)
    if before.endswith("do ") and name.text in known.asking:
        return _of_prompt(name.text, known)
    words = name.text.split(" ")
    lengths = range(len(words) - 1, 0, -1)
    first = next((event for at in lengths if (event := " ".join(words[:at])) in known.events), "")
    if not first and (doing := DOING.fullmatch(name.text)) and not before.endswith("do "):
        stem = doing["stem"]
        event = next((each for each in (stem, f"{stem}e", stem[:-1]) if each in known.events), "")
        narrowed = _narrowed(doing["rest"] or "", known.events[event], known) if event else ""
        return f"say `{before.strip()} {event}`{narrowed}" if event else ""
    if not first or near not in ("", first):
        return ""
    rest, about = name.text[len(first) + 1 :], known.events[first]
    if rest in known.events or OF_HOOKS.match(rest):
        return ""
    if found := ONCE.fullmatch(rest):
        order = f",{found['order']}" if found["order"] else ""
        return f"put a comma before it: `{before.strip()} {first}, once a {found[1]}{order}`"
    if rest in AGAIN:
        return f"say `{before.strip()} {first}`, without `{rest}`"
    if not before.endswith("do "):
        return f"say `{before.strip()} {first}`: a hook names the event alone{_narrowed(rest, about, known)}"
    if rest.startswith("asking "):
        return f"put a comma before it: `do {first}, {rest}`"
    return "" if about else f"say `do {first}`: this event isn't about anything"


def _while_event(name: m.Name, before: str, known: Known) -> str:
    """The condition of a hook that stands behind its event without `if`, as in `after drop while evening`."""
    found = re.fullmatch(
        r"(?P<first>.+?) (?P<rest>(?:only )?(?:while|whilst|within|inside|throughout|amid) .+)", name.text
    )
    if before.endswith("during "):
        event = _event_in(name.text, known)
        return f"say `during {event}`" if event else ""
    if found is None or found["first"] not in known.events:
        return ""
    event = _event_in(found["rest"].removeprefix("only "), known)
    return f"say `{before.strip()} {found['first']} if during {event}`" if event else ""


def _of_definition(name: m.Name, before: str, known: Known) -> str:
    """The advice about a hook on a definition, which never happens."""
    about = ", ".join(parameter for parameter, _ in known.definitions[name.text])
    line = name.span.file.text[name.span.end :].partition("\n")[0]
    condition = line.partition(" if ")[2].partition("  ")[0].strip() or "…"
    if before == "forbid ":
        return f"`{name.text}` is a definition: say `narrow {name.text} when not ({condition})`"
    if not re.fullmatch(r"(?:after|before|on|when|instead of|together with) ", before):
        return ""
    said = f"{name.text}({about})" if about else name.text
    return f"`{name.text}` is a definition, which never happens: hook an event, `after EVENT if {said}`"


def _narrowed(rest: str, about: tuple[tuple[str, str], ...], known: Known) -> str:
    """The condition with which a hook acts only for what stood behind its event."""
    for parameter, type_ in about:
        if word := next((word for word in known.domains.get(type_, ()) if rest.endswith(word)), ""):
            return f", and `if {parameter} is {word}` narrows it"
    cards = [parameter for parameter, type_ in about if type_ not in known.domains and type_ != "number"]
    kind = one(rest.rsplit(" ", maxsplit=1)[-1], {*known.kinds, *known.cards})
    if len(cards) == 1 and kind and kind != cards[0]:
        return f", and `if {cards[0]} is {kind}` narrows it"
    return _calls(about) if about else ""


def _calls(about: tuple[tuple[str, str], ...]) -> str:
    names = [f"`{parameter}`" for parameter, _ in about]
    listed = f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
    return f"; its rules call what it is about {listed}"


def _of_prompt(prompt: str, known: Known) -> str:
    ways = f"`{prompt}` is a prompt, asked in {_either(known.asking[prompt])}: say `do {known.asking[prompt][0]}`"
    return f"{ways}; `turn passes to player` gives another turn" if prompt == "turn" else ways


def _zone(name: m.Name, known: Known) -> str:
    text = name.text
    if (counted := COUNTED.fullmatch(text)) and (pile := re.match(r" of [\w' -]+?(?= (?:in|to|as)\b|$)", _after(name))):
        return f"say `{'bottom' if counted['side'] in ('last', 'bottom') else 'top'} {counted['count']}{pile[0]}`"
    place = PLACE.fullmatch(text)
    if place and place["place"] in known.zones and not text.endswith(place["place"]):
        return f"say `{place['place']}`"
    found = ALL_OF.fullmatch(text)
    of = one(found["of"] if found else text, known.domains)
    of_one = next((domain for domain, words in known.domains.items() if text in words), "")
    zones = _per(of or of_one, known)
    if of_one and zones:
        return f"say {_either(_filled(zone, of_one, text, known) for zone in zones)}"
    if of and zones and (one_only := ONE_ZONE.search(_before(name))):
        word = of if of == "player" else known.domains[of][0]
        given = [zone if one_only["change"] else _filled(zone, of, word, known) for zone in zones]
        return "" if one_only["start"] else f"say {_either(given)}"
    if of and zones:
        every = _either(_filled(zone, of, f"all {plural(of)}", known) for zone in zones)
        each = f", or `for every {of} as x, …` with {_either(_filled(zone, of, 'x', known) for zone in zones)}"
        for_each = _condition(name) and text.split(" ")[0] in ("each", "every", "all", "both")
        return f"say {every}{each if for_each else ''}"
    return ""


def _start(name: m.Name, known: Known) -> str:
    """The zones in which other cards begin, where a name stands for such a zone."""
    begins = re.match(r"(?:more )?cards?\b.* in $", _before(name))
    return f"no zone has this name: other cards begin in {_either(known.starts)}" if begins and known.starts else ""


def _of_zone(name: m.Name, known: Known) -> str:
    """The advice about a zone of something that stands where a value is wanted."""
    end = name.span.file.text.find("\n", name.span.end)
    term = re.match(
        r" of (?P<term>[\w' -]+?)(?= (?:is|and|or|in|has|at)\b|$)", name.span.file.text[name.span.end : end]
    )
    of = known.zones[name.text]
    whose = term["term"] if term else "…"
    if whose.isdecimal() and len(of) == 1:
        whose = f"{of[0]} {whose}"
    zone = f"{name.text} of {whose}" if of else name.text
    return f"`{name.text}` is a zone: ask for its cards, `any card in {zone}` or `number of card in {zone}`"


def _kind(name: m.Name, known: Known) -> str:
    if _before(name) == "help " and (name.text in known.zones or name.text in known.events):
        return f'help on anything but cards has a title: `help "{name.text.capitalize()}" "…"`'
    if among := _among(name, known):
        return among
    if _before(name) == "help ":
        return _helped(name, known)
    if kind := one(name.text, known.kinds):
        return f"say `{kind}`, in the singular"
    value = one(name.text, known.values)
    ways = [f"{value} in {of}" if several else f"{of} is {value}" for of, several in known.values.get(value, ())]
    return f"`{value}` is a value, no kind: say `card in … where {ways[0]}`" if ways else ""


def _helped(name: m.Name, known: Known) -> str:
    """What help may be about, where its name is none of a kind or card: the cards whose names hold it."""
    if kind := one(name.text, {*known.kinds, *known.cards}):
        return f'say `help {kind} "…"`'
    cards = [card for card in sorted(known.cards) if name.text in card.split(" ")]
    if cards:
        return f"help is about a kind, a class or a card, such as {_either(cards[:1])}"
    return f"`{name.text}` is a value, and help is about a kind, a class or a card" if name.text in known.values else ""


def _among(name: m.Name, known: Known) -> str:
    """What to say where a name of one's own stands for the members of a domain, as in `for each c in city`."""
    after = re.match(r" in (?P<of>\w[\w' -]*?)(?P<more> where\b)?(?:[ >,]|$)", name.span.file.text[name.span.end :])
    of = one(after["of"], known.domains) if after else ""
    if not after or not of or " " in name.text:
        return ""
    begun = "for each " if _before(name).endswith("for each ") else ""
    return f"a name of your own has a colon: `{begun}{name.text}: {of}{' where …' if after['more'] else ''}`"


def _shown(name: m.Name, known: Known) -> str:
    """The condition that cards have a value, which is said by a verb, as in `some herb in bed shows red`."""
    found = SHOWS.fullmatch(name.text)
    value = one(found["what"], known.values) if found else ""
    cards = CARDS_IN.search(_before(name))
    if (
        found is None
        or not value
        or found["verb"] in ("is", "are", "in")
        or (cards is None and OF_CARD.fullmatch(name.text))
    ):
        return ""
    verb, of = found["verb"], found["of"]
    every = known.values[value]
    ways = [way for way in every if way[0] in (verb, of, f"{of}s")] or [way for way in every if not of][
        :MOST_PARAMETERS
    ]
    if not ways or (verb in known.enum_of and verb not in [way[0] for way in ways]):
        return ""
    no = found["no"] is not None
    within = [
        f"{value} {'is not in' if no else 'in'} {of}" if s else f"{of} {'is not' if no else 'is'} {value}"
        for of, s in ways
    ]
    if cards is None and found["thing"] in known.zones:
        return ""
    if cards is None:
        return f"say {_either(_of_thing(way, of, found['thing']) for way, (of, _) in zip(within, ways, strict=True))}"
    asked = "any" if cards["many"] in ("some", None) else cards["many"]
    place = f"{cards['kind'] or cards['one']} in {cards['zone'] or ''}{found['thing']}"
    return f"say {_either(f'{asked} {place} where {way}' for way in within)}"


def _of_thing(asked: str, of: str, thing: str) -> str:
    """A condition about a value, with the card that has it."""
    return re.sub(rf"\b{re.escape(of)}\b", f"{of} of {thing}", asked, count=1)


def _of_member(name: m.Name, known: Known) -> str:
    """The number, or the value, that there is for each member of a domain, where the member stands beside it."""
    members = [word for words in known.domains.values() for word in words]
    about_one = {what for what, parameters in known.definitions.items() if len(parameters) == 1}
    return quantified.beside(name.text, members, {*filter(known.numbers.get, known.numbers), *about_one})


def _value(name: m.Name, known: Known) -> str:
    if members := _of_members(name, known, having=False):
        return members
    if (having := HAVING.fullmatch(name.text)) and (what := one(having["what"], known.amounts)):
        return f"say `{what} of {having['thing']} is {having['how'] or ''}{having['many']}`"
    if (holding := OF_CARD.fullmatch(name.text)) and (held := _of_card(holding, known)):
        return held
    if name.text.startswith("in ") and name.text.removeprefix("in ") in known.zones and _condition(name):
        return f"say what lies there: `any card {name.text}`"
    if one_of := _one_card(name, known):
        return one_of
    if truth := _truth(name):
        return truth
    if of := next((of for of in known.numbered if re.fullmatch(rf"{re.escape(of)} \w+", name.text)), ""):
        words = known.domains[of]
        return f"`{of}` goes from `{words[0]}` to `{words[-1]}`"
    alone = re.fullmatch(r"(?:all|both|each|every) (.+)", name.text) if not _before(name).endswith("of ") else None
    if alone and (of := one(alone[1], known.domains)):
        return f"say `for every {of} as x, …`, and `x` for each of them"
    asked = EACH.fullmatch(name.text)
    if asked and (of := one(asked["of"], known.domains)):
        about = known.definitions.get(asked["asked"], ())
        condition = f"{asked['asked']} of x" if len(about) == 1 else "…"
        return f"say `for every {of} as x, {condition}`"
    return ""


def _of_members(name: m.Name, known: Known, *, having: bool) -> str:
    """The condition of any or every member of a domain that is said of `every tray`, or of what they have."""
    nouns = (lambda noun: one(noun, known.domains), lambda noun: one(noun, known.numbers))
    said = "" if having else quantified.owner(name.text, *around(name), nouns[0])
    return said or quantified.having(name.text, *around(name), *nouns)


def _of_card(having: re.Match[str], known: Known) -> str:
    """The condition that a card has a value, or that a zone holds cards."""
    thing, kept = having["thing"], having["has"] is not None and having["no"] is None
    zone = PLACE.fullmatch(thing)
    where = thing if thing in known.zones else zone["place"] if zone and zone["place"] in known.zones else ""
    if value := one(having["what"], known.values):
        of, several = next((each for each in known.values[value] if each[0] == thing), known.values[value][0])
        whose = "" if where or of == thing else f" of {thing}"
        inside, same = ("in", "is") if kept or where else ("is not in", "is not")
        asked = f"{value} {inside} {of}{whose}" if several else f"{of}{whose} {same} {value}"
        return f"say `{'any' if kept else 'no'} card in {where} where {asked}`" if where else f"say `{asked}`"
    kind = one(having["what"], {*known.kinds, *known.cards})
    if where and (kind or having["what"] in ("card", "cards")):
        return f"say `{'any' if kept else 'no'} {kind or 'card'} in {where}`"
    return ""


def _one_card(name: m.Name, known: Known) -> str:
    """One of the cards of a zone, which is called the first, or that with the most."""
    if (first := FIRST.fullmatch(name.text)) and (said := _first(name, first, known)):
        return said
    most = MOST.fullmatch(name.text)
    place = IN_PLACE.match(_after(name))
    kind = one(most["kind"], {*known.kinds, *known.cards}) if most else ""
    if not most or not place or not kind or not known.amounts:
        return ""
    of = next(iter(known.amounts))
    more = "less" if most["most"] in ("lowest", "smallest", "least", "worst") else "more"
    other = f"no other: {kind} in {place['place']} where {of} of other is {more} than {of} of x"
    return f"say `some x: {kind} in {place['place']} where {other}`"


def _first(name: m.Name, first: re.Match[str], known: Known) -> str:
    """One of the cards of a zone that is called the first or the last, or `the herb`."""
    kind = one(first["kind"], {*known.kinds, *known.cards, "card"})
    place = IN_PLACE.match(_after(name))
    if not kind or not place:
        return ""
    end = "the last" if first["which"] == "last" else "the first"
    if first["which"] is None:
        return f"say `some {kind} in {place['place']}` for one of them"
    if first["which"] == "last":
        return f"say `rightmost of {place['place']}` for {end} card of a line, `bottom of` it for that of a pile"
    return f"say `some {kind} in {place['place']}` for {end}; of a pile, the card on top is `top of {place['place']}`"


def _after(name: m.Node) -> str:
    """The rest of the line behind a name."""
    return name.span.file.text[name.span.end :].partition("\n")[0].partition("#")[0].rstrip()


def _truth(name: m.Name) -> str:
    """The condition that is compared with `true` or `false`."""
    asked = re.search(
        r"(?:.*\b(?:if|when|where|while|and|or|only) )(?P<asked>[\w' -]+?) is (?P<no>not )?$", _before(name)
    )
    if name.text not in ("true", "false") or not asked:
        return ""
    holds = (name.text == "true") is (asked["no"] is None)
    return f"a condition stands by itself: `{'' if holds else 'not '}{asked['asked']}`"


def _per(domain: str, known: Known) -> list[str]:
    """The zones that are there for each member of a domain."""
    return [zone for zone, domains in known.zones.items() if domain in domains][:MOST_ZONES]


def _filled(zone: str, domain: str, word: str, known: Known) -> str:
    """A zone of a member of one of its domains."""
    of = [each for each in known.zones[zone] if each in (domain, *(e for e in known.zones[zone] if e != "player"))]
    return (
        f"{zone}({', '.join(word if each == domain else '…' for each in of)})" if len(of) > 1 else f"{zone} of {word}"
    )


def plural(noun: str) -> str:
    """The plural of the name of a domain: `trays`, `cities`, `boxes`."""
    if re.search("[^aeiou]y$", noun):
        return f"{noun.removesuffix('y')}ies"
    return f"{noun}es" if re.search("(s|x|z|ch|sh)$", noun) else f"{noun}s"


def _condition(name: m.Name) -> bool:
    """Whether a name stands in a condition."""
    return re.search(r"\b(?:if|when|while|where|define|and|or)\b", _before(name)) is not None


def lying(text: str, side: str) -> str:
    """The advice about a name that is, or ends in, the word for how a card lies."""
    if text == f"face {side}":
        return "say of the kind of these cards that they `may lie face down`"
    if " " not in text:
        return f"say `face {side}`"
    return f"say `face {side}` at the end of the statement: `move … to … face {side}`, `draw … to … face {side}`"


def around(name: m.Node) -> tuple[str, str]:
    """The line before a name, without its indentation, and behind it."""
    return _before(name), _after(name)


def _before(name: m.Node) -> str:
    """The text of the line up to a name, without its indentation."""
    start = name.span.file.text.rfind("\n", 0, name.span.start) + 1
    return name.span.file.text[start : name.span.start].lstrip()


def _either(ways: Iterable[str]) -> str:
    return " or ".join([f"`{way}`" for way in ways][:MOST_ZONES])
