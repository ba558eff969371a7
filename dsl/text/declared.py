"""Advice that depends on what the same text declares: whose a number is, which values an enum has, which kinds exist.

Called by `hints` about a line that can't be parsed. Knows the author's words only, and nothing of other files: where a
name isn't declared in the same text, the advice has a word in capitals in its place.
"""

from __future__ import annotations

import re

import attrs

from dsl.text import proposals, quantified
from dsl.text.advice_words import STATEMENT
from dsl.text.proposals import Works
from dsl.text.spelling import either, singular

SORT = "kind|cards?|prompt|event|group|zone|enum|ability|table"

ADDED = re.compile(
    r"(?:(?P<to>add to)|(?:extend|change|expand|alter|modify|add)) (?:the )?"
    rf"(?:(?P<sort>{SORT})\b ?)?(?P<name>[\w' -]*?):?$"
)
"""The first line of what is added to something that is declared elsewhere."""

ATTRIBUTE = re.compile(
    r"(?:[\w' -]+: ?(?:a |an )?(?:fact|number|yes or no|set of|flag|[^\W\d][\w' -]*$)|rides on\b|may lie\b|active in\b)"
)
"""A line that belongs to a kind."""

RULE = re.compile(rf"(?:{STATEMENT}|if|for each|turn|pick|roll|next player|ask again|game over)\b")
"""The beginning of a statement."""

LISTS = {"group": "extend {name} with {more}", "zone": "extend GROUP with {name}", "enum": "add {more} to {name}"}
"""How more is added to what is declared as a list, by its word."""

OPTION_ABOVE = "say `option WORDS` above it, with this line indented further; a rule of an event begins with `after`"

PLAIN = re.compile(r"[^\W\d][\w' <>,-]*$")
"""Words that may be those of an option."""


def addition(head: str, below: str, text: str) -> str:
    """What to write instead of `head`, the line `add to …` or `extend …` above the line `below`; "" if it isn't known.

    `text` is the whole file: what it declares tells an event from a prompt, and what stands below a kind from both.
    """
    found = ADDED.fullmatch(head)
    if found is None or not below or head == f"extend kind {found['name']}":
        return ""
    name, sort, to = found["name"].partition(" is ")[0], found["sort"] or "", found["to"] is not None
    event = sort == "event" or re.search(rf"^event {re.escape(name)}(?:$|[ ,(\[])", text, re.MULTILINE) is not None
    if below.startswith("|"):
        return "say `cards KIND in ZONE` above new cards, `more cards in ZONE` above further copies"
    if below.startswith(("show ", "beside ")) or sort == "table":
        return "say `table`: a game may have several, whose lines come below each other"
    if sort in LISTS and PLAIN.match(below):
        return f"say `{LISTS[sort].format(name=name, more=below)}`"
    if ATTRIBUTE.match(below):
        return f"`add to` gives options to a prompt: say `extend kind {name}`" if to else f"say `extend kind {name}`"
    if RULE.match(below):
        return f"a hook adds to an event: say `after {name}` or `before {name}`" if event or not to else OPTION_ABOVE
    return f"say `option {below}`, with what it does below it, indented" if to and PLAIN.match(below) else ""


LONGEST = 200
"""The most characters of a line about which there is advice: no pattern here reads a longer one."""


@attrs.frozen
class Line:
    """A line that can't be parsed: the text of its file, where its words begin there, these, and where it is wrong.

    `works` tries other words.
    """

    text: str
    begin: int
    words: str
    at: int
    works: Works | None = None

    @property
    def above(self) -> tuple[list[str], int]:
        """The lines above it, and the column in which it begins."""
        *lines, blank = self.text[: self.begin].split("\n")
        return lines, len(blank)

    def touches(self, found: re.Match[str]) -> bool:
        """Whether a part of the words holds the mistake."""
        return found.start() <= self.at - self.begin <= found.end()

    def helps(self, found: re.Match[str], said: str) -> bool:
        """Whether the line can be read further with other words in the place of a part of it."""
        return self.works is None or self.works(self.begin + found.start(), self.begin + found.end(), said)


def hint(line: Line) -> str:
    """What to write instead of a line that can't be parsed; "" if nothing is known."""
    ways = (
        _in_braces,
        _defined,
        _indexed,
        _below_an_option,
        _below_a_kind,
        _of_phases,
        _separated,
        _listed,
        _listed_elsewhere,
        _one_of_values,
        _of_an_end,
        _of_members,
        _face_down,
        _drawn,
    )
    if len(line.words) > LONGEST:
        return ""
    if found := re.fullmatch(r"(ask|offer) (?:\w+: ?)?player,? (?!decided\b)([\w' ]+)", line.words):
        each = f"`{found[1]} {found[2]}, decided by p`"
        return f"ask each by himself: say `for each p: player`, and below it, indented, {each}"
    return dealt(line.words, line.text) or next((said for way in ways if (said := way(line))), "")


DIGITS = {word: str(at) for at, word in enumerate("one two three four five six seven eight nine ten".split(), 1)}  # noqa: SIM905
MANY = rf"(?:(?P<count>[0-9]+|an?|{'|'.join(DIGITS)}) )?(?:(?:more |random )?(?P<what>[^\W\d][\w'-]*) )?"
FROM = r"(?:(?:from|of|off|out of) (?:the )?(?P<source>[^\W\d][\w']*(?: [\w']+)??) ?)?"
PLAYERS = r"(?:each|every|all|both)(?: of)?(?: the)? (?P<other>other )?(?:players?|opponents?|hands?) ?"
DEALS = "(?:deal|draw|give|hand|distribute|take|move|put|place)(?: out)?"
GETS = "(?:draws?|gets?|takes?|receives?|is dealt|are dealt|starts with|begins with)"
DEALT = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{DEALS} {MANY}{FROM}(?:to|into|for) (?:the )?(?:(?P<zone>[^\W\d][\w']*(?: [\w']+)??) of )?{PLAYERS}",
        rf"{DEALS} (?:to )?{PLAYERS}{MANY}{FROM}(?:(?:to|into) (?P<zone>[\w' ]+?) ?)?",
        rf"(?:everybody |everyone |{PLAYERS}){GETS} {MANY}{FROM}(?:(?:to|into) (?P<zone>[\w' ]+?) ?)?",
    )
)
"""Cards that every player gets, in one sentence."""


def dealt(words: str, text: str) -> str:
    """The loop in which each player draws cards, instead of a sentence that gives them to all; "" about other lines."""
    found = next((found for pattern in DEALT if (found := pattern.fullmatch(f"{words} "))), None)
    if found is None or re.match(r"(?:move|put|place)\b(?! [0-9])", words):
        return ""
    count = DIGITS.get(found["count"] or "", found["count"] or "")
    many = f"{count} " if count.isdecimal() and count != "1" else ""
    private = re.findall(r"^[ \t]*zone ([\w' -]+?) per player: [^\n]*\bprivate\b", text, re.MULTILINE)
    own = re.findall(r"^[ \t]*zone ([\w' -]+?) per player:", text, re.MULTILINE)
    piles = re.findall(r"^[ \t]*zone ([\w' -]+?): pile, hidden\b", text, re.MULTILINE)
    if found["source"] is None and not re.search(
        r"\bcards?\b|\b(?:draws?|deals?|dealt)\b(?! [0-9]+ (?!to\b)\w)", words
    ):
        return ""
    source = found["source"] or _only(piles) or "ZONE"
    zone = found["zone"] or _only(private) or _only(own) or "ZONE"
    each = "for each p: player where p is not player" if found["other"] else "for each p: player"
    return f"say `{each}`, and below it, indented, `draw {many}from {source} to {zone} of p`"


def _only(names: list[str]) -> str:
    return names[0] if len({*names}) == 1 else ""


def of_scenario(line: Line) -> str:
    """What to do about a line of a scenario that stands in the column of the part to which it belongs."""
    above, column = line.above
    part = next((each for each in reversed(above) if each.strip() and not each.lstrip().startswith("#")), "")
    found = re.fullmatch(
        r"[ \t]*(?P<part>given|deal|play|then|at [\w' -]+?(?:, decided by [A-H])?)[ \t]*(?:#.*)?", part
    )
    if found is None or len(part) - len(part.lstrip()) != column or line.at != line.begin:
        return ""
    return f"what belongs to `{found['part']}` stands below it, indented further"


def _below_a_kind(line: Line) -> str:
    """Advice about a line at the left margin that says what is printed on the cards of the kind above it."""
    above = line.text[: line.begin].rstrip().rpartition("\n")[2]
    kind = re.match(r"(?:extend )?kind [^\W\d][\w' -]*", above)
    if kind is None or line.text[line.begin - 1 : line.begin] == " " or not ATTRIBUTE.match(line.words):
        return ""
    return f"indent it: what is printed on the cards stands below `{kind[0].rstrip()}`"


def _below_an_option(line: Line) -> str:
    """Advice about a statement that stands in the column of an option, which alone may stand there."""
    (above, column), between = line.above, False
    for each in reversed(above) if line.at == line.begin and RULE.match(line.words) else ():
        indented = len(each) - len(each.lstrip())
        if not each.strip() or each.lstrip().startswith("#"):
            continue
        if indented <= column:
            if indented != column or not OFFERED.match(each.lstrip()):
                return ""
            more = "what an option does stands below its words, indented further than `option`"
            return f"{more}; what comes after the answer, less" if between else more
        between = True
    return ""


OFFERED = re.compile(r"option (?![^:<]+:)")
"""The line of an option that a prompt offers; one with a colon is chosen before the game."""

LISTING = re.compile(
    r"(?P<head>(?:enum|group|marker|option) [^:<]+: ?|turn(?: ?[:=] ?|(?! passes\b) )|(?P<modules>requires|excludes) "
    r"|at |winner: |extend (?!kind\b).+? with |(?:number|flag) [^:]+? during |(?:event|define) [^(]+\("
    r"|(?:before|after|instead of|together with) [^,]+, (?:before|after) )(?P<items>[^:()]+)(?P<tail>[:)].*)?"
)
"""Lines that list something: what stands before the list, its items, and what stands behind it."""

BETWEEN = re.compile(
    r",? +(?:(?:and |or )?then|followed by|and after that|and|or|plus|to)\b *|, +(?:next|finally|lastly) "
    r"| *(?:[-=]+>|→|⇒|;|/|\||&|\+|\\|(?<= )[<>-](?= ))+ *"
)
"""What stands between the items of a list instead of a comma."""


def _separated(line: Line) -> str:
    """A list with commas between its items, instead of words or other signs."""
    found = LISTING.fullmatch(line.words)
    items = found["items"] if found else ""
    if found is None or not BETWEEN.search(items) or QUOTE in items or "`" in items or "<" in re.sub(" < ", "", items):
        return ""
    truth = re.fullmatch(r"(?:yes|no|on|off) ?(?:or|/) ?(?:yes|no|on|off)", items)
    if truth or (found["modules"] and re.search(r"\bor\b", items)):
        return ""
    mark = next(
        (each for each in BETWEEN.finditer(items) if each.start() >= line.at - line.begin - len(found["head"]) - 1),
        None,
    )
    if mark is None or (", " in items[mark.end() :] and mark[0].strip() in ("and", "or", "to")):
        return ""  # a name may contain this word
    parts = [re.sub("^(?:first|then|and|or) ", "", each.strip()) for each in re.split(r", *", BETWEEN.sub(", ", items))]
    if found["head"] == "winner: ":
        parts = [parts[0], *(f"then {each}" for each in parts[1:])]
    parts = parts[::-1] if " > " in items and "in order" in found["head"] else parts
    head = re.sub(r"^turn ?[:=]? ?", "turn: ", found["head"])
    if re.search(" [<>] ", items) and re.match(r"enum (?!.*\bin order\b)", head):
        parts, head = parts[::-1] if " > " in items else parts, head.replace(":", " in order:")
    said = f"{head}{', '.join(each for each in parts if each)}{found['tail'] or ''}"
    if head.startswith("extend "):
        return f"write a line for each of them: {either((f'{head}{each}' for each in parts), 'and')}"
    if not line.helps(found, said):
        return ""
    return f"separate them by commas: `{said}`"


TURN = (
    r"(?:(?:the|an?|each|every|in|on|during|of|for|game|player)\b(?:'s)? )*"
    r"(?:turns?|phases?|rounds?|steps?|stages?|sequence|flow|order of (?:play|phases|steps|(?:the |a )?(?:turn|round)))"
    r"(?:'s|s')?(?: (?:of|in|for|per|the|an?|each|every|turns?|rounds?|play|phases?|steps?|stages?|order|sequence|flow"
    r"|structure|game|player)\b)*"
)
PHASES = re.compile(
    rf"(?:(?P<turn>{TURN})(?: ?[:=]| (?:is|are|has|have|consists of|goes)\b|(?= )|$)"
    r"|(?P<head>(?!\w+ (?:of|is)\b)\w[\w' -]*?) ?[:=]) ?(?P<items>.*)"
)
"""A line that may list the phases of a turn, in other words than `turn: …`."""

LISTING_ELSE = re.compile(
    r"(?:enum|group|option|marker|zone|places|number|flag|kind|class|cards?|prompt|events?|define|before|after|instead"
    r"|forbid|together|requires|excludes|extend|add|at|score|winner|table|turn passes)\b"
)
"""How lines begin that list something else."""


def _of_phases(line: Line) -> str:
    """The line `turn: …`, where other words stand before the phases, or each of them on a line of its own."""
    found = PHASES.fullmatch(line.words) if not line.above[1] else None
    if found is None or found["turn"] == "turn" or LISTING_ELSE.match(line.words):
        return ""
    items, below = found["items"], re.match(r"[^\n]*((?:\n[ \t]+[^\n]+)+)", line.text[line.begin :])
    if not items and below:
        items = ", ".join(each.split("#")[0].strip().rstrip(",") for each in below[1].strip().split("\n"))
    listed = re.split(", *", BETWEEN.sub(", ", items))
    names = [re.sub(r"^(?:[0-9]+[.)] ?|(?:first|then|and) )", "", each) for each in listed]
    events = {*re.findall(r"^event ([\w' -]+)", line.text, re.MULTILINE)}
    known = {*names} <= events or (found["turn"] is not None and len(names) > 1)
    if not known or not all(re.fullmatch(r"(?![A-H]$)[^\W\d][\w' -]*", each) for each in names):
        return ""
    if re.search(r"^module ", line.text, re.MULTILINE):
        base = [*(each for each in names if each not in events), "PHASE"][0]
        return f"its game lists the phases: a module adds to a turn by rules such as `after {base}`"
    return f"say `turn: {', '.join(names)}`"


QUOTE = '"'
VALUE = r"(?!(?:some|any|no|every|number|card|player|or|and)\b)[\w'-]+(?: (?!(?:or|and|in)\b)[\w'-]+)*"
LISTED = re.compile(
    rf"<(?:(?P<name>[^\W\d][\w']*): ?)?(?P<values>{VALUE}(?:(?:, ?(?:or |and )?| or | and |/| ?\| ?){VALUE})+)"
    r"(?P<more> in [^<>]*)?>"
)
"""Values in the place of a choice in the words of an option."""


def _in_option(line: Line, pattern: re.Pattern[str]) -> re.Match[str] | None:
    """What a pattern finds at the mistake in the words of an option."""
    found = next((found for found in pattern.finditer(line.words) if line.touches(found)), None)
    return found if re.match(r"(?:option|ability)\b", line.words) else None


def _listed(line: Line) -> str:
    """The choice of one of some values, instead of a list of them in the words of an option."""
    found = _in_option(line, LISTED)
    if found is None:
        return ""
    values = [each.strip() for each in re.split(r", ?(?:or |and )?| or | and |/|\|", found["values"])]
    domain, several = _domain(values, line.text), ", " in found["values"] or "/" in found["values"]
    if found["more"] or _cards(values, line.text):
        said = f"<card{found['more'] or ' in ZONE'} where {_one_of('card', values)}>"
        return f"say `{said}`" if line.helps(found, said) else ""
    if all(each.isdecimal() for each in values):
        return (
            "an option can't choose a number: declare `places NAME: 1 to 5` and write `<NAME>`, or an option for each"
        )
    if any(_members(each, line.text) for each in values):
        return ""  # enums are joined by `or`
    if not (domain or several or found["name"]):
        return (
            f"name what is chosen: of two enums, it is `<x: {' or '.join(values)}>`; of two values of one, "
            f"`<x: ENUM where {_one_of('x', values)}>`"
        )
    if not (domain or several):
        return ""
    if {*values} == {*_members(domain, line.text)}:
        return f"say `<{found['name'] + ': ' if found['name'] else ''}{domain}>`: one of its values is chosen"
    name = found["name"] or ("p" if domain == "player" else "x")
    said = f"<{name}: {domain or 'ENUM'} where {_one_of(name, values)}>"
    cards = (
        "" if domain else f", with the name of their enum; of cards, `<card in ZONE where {_one_of('card', values)}>`"
    )
    return f"say `{said}`{cards}" if line.helps(found, said) else ""


NAMES = r"(?!(?:or|and|not)\b)[\w']+(?: (?!(?:or|and|in|of|is|then|where|if)\b)[\w']+)?"
ONE_OF = re.compile(
    r"(?P<begun>(?:^class [^:]+: (?P<kind>\w+) where|\b(?:if|when|where|while|and|or|not)|:|,|\() )"
    r"(?P<left>[^\W\d][\w']*(?: of [\w']+)*) (?:(?P<no>is not(?: in)?|not in|isn't)|is in|are in|is|are|in)"
    r" (?:(?:either|one of|any of|among|in) )*(?P<open>[(\[{])?"
    rf"(?P<values>{NAMES}(?:(?:, ?(?:or |and )?| or ){NAMES})+)(?P<close>[)\]}}])?"
)
"""A value that is compared with several."""


ENDED = re.compile(r"$|[,)>:]| and\b| then\b| or\b")
"""The end of a condition."""


def _one_of_values(line: Line) -> str:
    """The comparison with each of some values, where a condition lists them: `height of herb in (1, 2)`."""
    for found in ONE_OF.finditer(line.words):
        listed = re.search(r"(?:either|one of|any of|among) |[(\[{,]", line.words[found.end("left") : found.end()])
        if not listed or not line.touches(found) or bool(found["open"]) is not bool(found["close"]):
            continue
        rest, one_of = line.words[found.end() :], re.search(r"(?:either|one of|any of|among) ", found[0])
        if not found["open"] and not ((one_of or " or " in found["values"]) and ENDED.match(rest)):
            continue
        values = [each.strip() for each in re.split(r", ?(?:or |and )?| or ", found["values"])]
        left, zones = found["left"], re.findall(r"^[ \t]*zone ([^\W\d][\w' -]*?)(?: per |:)", line.text, re.MULTILINE)
        if {*values} & {*zones}:
            asked = f"{left} in GROUP"
            return f"name these zones in a `group`, and say `{asked}`"
        attribute = re.escape(left.partition(" of ")[0])
        if re.search(rf"^[ \t]+{attribute}: set of ", line.text, re.MULTILINE):
            ways = [f"{each} {'is not in' if found['no'] else 'in'} {left}" for each in values]
        else:
            ways = [f"{left} is {'not ' if found['no'] else ''}{each}" for each in values]
        said = (" and " if found["no"] else " or ").join(ways)
        alone = re.fullmatch(r"[^:]*", line.words[found.end() :]) and not re.search(
            r"\b(?:and|or|not)\b", line.words.replace(found[0], found["begun"])
        )
        return f"say `{said if alone else f'({said})'}`"
    return ""


SEVERAL = rf"(?P<values>{NAMES}(?:(?:, ?(?:or |and )?| or | and ){NAMES})+)"
CLASS = re.compile(rf"class (?P<name>[^:]+): ?(?:(?P<kind>\w+) ?\()?{SEVERAL}\)?")
CARDS_IN = re.compile(
    rf"(?P<cards>\b(?:any|no|some|every|each|number of|over) (?:\w+: )?\w+ in ) ?[(\[{{]{SEVERAL}[)\]}}]"
)
LOOPED = re.compile(rf"for each (?P<name>\w+)(?:: ?| in ?| )[(\[{{]?{SEVERAL}[)\]}}]?")
"""Lists in the place of a class, of a zone, and of a domain."""


def _listed_elsewhere(line: Line) -> str:
    """Cards of a class, zones, and members of a loop that are listed where one name stands."""
    if found := CLASS.fullmatch(line.words):
        values = re.split(r", ?(?:or |and )?| or | and ", found["values"])
        kind = found["kind"] or "KIND"
        return f"say `class {found['name']}: {kind} where {_one_of(kind, values)}`"
    found = LOOPED.fullmatch(line.words)
    values = re.split(r", ?(?:or |and )?| or | and ", found["values"]) if found else []
    domain = _domain(values, line.text) if values else ""
    cards = next((each for each in CARDS_IN.finditer(line.words) if line.touches(each)), None)
    if not found or not domain:
        return f"name these zones in a `group`, and say `{cards['cards']}GROUP`" if cards else ""
    name = found["name"] if found["name"] != domain else "x"
    return f"say `for each {name}: {domain} where {_one_of(name, values)}`"


def _one_of(name: str, values: list[str]) -> str:
    return " or ".join(f"{name} is {value}" for value in values)


def _domain(values: list[str], text: str) -> str:
    """The domain of some values, if this text declares it; "" otherwise."""
    if all(re.fullmatch("[A-H]", value) for value in values):
        return "player"
    for name in re.findall(r"^[ \t]*(?:enum|places) ([^\W\d][\w' -]*?)(?: in order)?:", text, re.MULTILINE):
        numbered = all(re.fullmatch(rf"{re.escape(name)} [0-9]+", value) for value in values)
        if numbered or {*values} <= {*_members(name, text)}:
            return str(name)
    return ""


def _members(enum: str, text: str) -> list[str]:
    """The values of an enum that this text declares."""
    found = re.search(rf"^[ \t]*enum {re.escape(enum)}(?: in order)?: ?([^\n#]*)", text, re.MULTILINE)
    return [re.sub(r' *"[^"]*"', "", each).strip() for each in found[1].split(",")] if enum and found else []


def _cards(values: list[str], text: str) -> bool:
    """Whether this text declares all of these as cards or kinds."""

    def one(value: str) -> bool:
        row = rf"^[ \t]*(?:kind {re.escape(value)}\b|card {re.escape(value)} is\b|\| *{re.escape(value)} *\|)"
        return re.search(row, text, re.MULTILINE) is not None

    return all(one(value) for value in values)


VALUE_READ = r"(?:any|no|some|every|not|number|sum|highest|lowest|total|room|if)"
IN_BRACES = re.compile(
    r"\{(?P<chosen>(?:some of [^{}]+|[0-9]+ of [^{}]+|[^\W\d][\w']*: ?[^{}]+|"
    rf"(?!{VALUE_READ}\b)[^\W\d][\w' -]*? (?:in [^{{}}]+? )?where [^{{}}]+))\}}"
)
"""A choice in the braces of an option, which show a value."""


def _in_braces(line: Line) -> str:
    """The choice of an option, which stands in `<…>` and not in braces."""
    found = _in_option(line, IN_BRACES)
    if found is None:
        return ""
    said = f"<{found['chosen'].strip()}>"
    advice = f"what is chosen stands in `<…>`, and `{{…}}` only shows a value: say `{said}`"
    return advice if line.helps(found, said) else ""


def _defined(line: Line) -> str:
    """A definition whose value stands on lines of its own."""
    above, column = line.above
    lines = [line.words] if not column else []
    for each in reversed(above if column else ()):
        if each.strip() and not each.lstrip().startswith("#"):
            lines.insert(0, each.strip())
            if not each[0].isspace():
                break
    first = [words for each in [lines[0] if lines else ""] if (words := re.sub(r"[ \t]*#.*", "", each))]
    if not first or not re.match(r"(?:define|score)\b", first[0]):
        return ""
    begin = line.text.rfind(f"\n{first[0]}", 0, line.begin + len(line.words)) + 1
    below = []
    for each in line.text[begin:].split("\n")[1:]:
        if each.strip() and not each[0].isspace():
            break
        if words := re.sub(r"[ \t]*#.*", "", each).strip():
            below.append(words)
    return proposals.defined(first[0], below)


def _indexed(line: Line) -> str:
    """What there is one of for each member, said with `of`, as far as the text of the line declares it."""
    return quantified.one_of_several(line.words, line.at - line.begin, line.text, line.text)


END = re.compile(
    r"<(?:(?P<name>[^\W\d][\w']*): ?)?(?:the )?(?P<side>top|bottom|leftmost|rightmost|left|right)(?: cards?| one)?"
    r"(?: (?P<count>[0-9]+))?(?: cards?)? (?:of|in|from) (?:the )?(?P<zone>[^\W\d][^<>,]*?)(?P<where> where [^<>]*)?>"
)
"""The card at an end of a zone, in the place of a choice in the words of an option."""

SIDES = {"left": "leftmost", "right": "rightmost"}


def _of_an_end(line: Line) -> str:
    """The choice of the card at an end of a zone, by the kind that the option goes on to name."""
    found = next((found for found in END.finditer(line.words) if line.touches(found)), None)
    if found is None or not re.match(r"(?:option|ability)\b", line.words):
        return ""
    side = SIDES.get(found["side"], found["side"])
    rest = line.text[line.begin + found.end() :]
    block = re.split(r"\n[ \t]*(?:option\b|\n|$)|\n\S", rest, maxsplit=1)[0]
    kinds = re.findall(r"^[ \t]*kind ([^\W\d][\w' -]*?)(?: is .*)?$", line.text, re.MULTILINE)
    kind = next((each for each in kinds if re.search(rf"\b{re.escape(each)}\b", block)), "card")
    name = f"{found['name']}: " if found["name"] else ""
    said = f"<{name}{kind} in {side} {found['count'] or 1} of {found['zone']}{found['where'] or ''}>"
    shown = "" if found["where"] or found["count"] else f"; to only show it, `{{{side} of {found['zone']}}}`"
    return f"say `{said}`{shown}" if line.helps(found, said) else ""


NUMBERED = r"^[ \t]*(?:number|flag|marker) {name} per (?P<of>[\w' ]+?)(?= per |:| during |,|$)"
WHOSE = re.compile(
    r"\b(?:(?P<any>any|some|either|at least one|one)|(?P<no>no)|(?P<every>every|each|all|both)) "
    r"(?P<what>[^\W\d][\w' -]*?) (?:is|are|has|have|reach(?:es)?) (?P<asked>(?:(?!,| and\b| or\b| then\b|:).)+)"
)
"""A condition about a number of which there are several, that any, every or none of them satisfies."""

SUMMED = re.compile(
    r"\b(?P<how>sum|total|highest|lowest)(?: of)?(?: the| all)* "
    r"(?P<what>(?!of\b)[^\W\d]\w*(?: [\w']+)??)(?: (?:is|are)\b.*|,.*|$| and\b.*| or\b.*)"
)
"""The sum of a number of which there are several, without a member."""

MEASURED = re.compile(
    r"(?:not )?(?:at least |at most |more than |less than )?-?[0-9]+$|(?:at least|at most|more than|less than) "
)


def _of_members(line: Line) -> str:
    """The condition about a number of any, every or no member of a domain, as in `if any laps is at least 20`."""
    for found in SUMMED.finditer(line.words):
        named = re.search(NUMBERED.format(name=re.escape(found["what"])), line.text, re.MULTILINE)
        if named and line.touches(found):
            of = named["of"]
            name = "p" if of == "player" else "x"
            how = "sum" if found["how"] == "total" else found["how"]
            return f"say `{how} of {found['what']} of {name} over {name}: {of}`"
    for found in WHOSE.finditer(line.words):
        if not line.touches(found):
            continue
        what = singular(found["what"])
        declared = [
            (each, named)
            for each in dict.fromkeys((found["what"], what))
            if (named := re.search(NUMBERED.format(name=re.escape(each)), line.text, re.MULTILINE))
        ]
        if not declared and (of_domain := re.fullmatch(r"(?P<of>\w+?)(?:['’]s?)? (?P<number>.+)", found["what"])):
            named = re.search(NUMBERED.format(name=re.escape(of_domain["number"])), line.text, re.MULTILINE)
            declared = [(of_domain["number"], named)] if named and named["of"] == of_domain["of"] else []
        if not declared and (" " in what or not MEASURED.match(found["asked"]) or _cards([what], line.text)):
            continue
        number, of = (declared[0][0], declared[0][1]["of"]) if declared else (found["what"], "DOMAIN")
        name = "p" if of == "player" and not found["every"] else "x"
        asked = f"{number} of {name} is {found['asked'].strip()}"
        word = "no" if found["no"] else "any"
        said = f"for every {of} as {name}, {asked}" if found["every"] else f"{word} {name}: {of} where {asked}"
        if line.helps(found, said):
            return f"say `{said}`" if declared else f"say whose it is, of each member of its domain: `{said}`"
    return ""


DRAWN = re.compile(
    rf"draw (?!(?:an?|the|cards?|from|top|face|players|up|until|while|all|every|each|some|{'|'.join(DIGITS)})\b)"
    r"(?P<name>[^\W\d][\w'-]*) (?P<rest>from .+ to [^,]+?)"
)
"""A `draw` with a name where the number of cards stands."""


def _drawn(line: Line) -> str:
    """The name of the drawn card at the end of the line, unless this text declares a number of this name."""
    found = DRAWN.fullmatch(line.words)
    if found is None or re.search(r"\b(?:as|until|while|if|when)\b", found["rest"]):
        return ""
    name, rest = found["name"], found["rest"]
    begins = (
        rf"^[ \t]*(?:number|option|define|let|roll|pick)\b[^\n]*?\b{re.escape(name)}\b|\b{re.escape(name)}: number\b"
    )
    named = f"draw {rest} as {name}"
    if re.search(begins, line.text, re.MULTILINE) or not line.helps(found, named):
        return ""
    return f"say `{named}` to give the card this name; a number stands in parentheses: `draw ({name}) {rest}`"


FACE_DOWN = re.compile(
    r"zone (?P<name>[^:]+): ?(?P<rest>.*?(?:face[- ]?down|covered|upside down|concealed|turned over).*)"
)


def _face_down(line: Line) -> str:
    """The zone in which cards lie face down, where a kind of this text may lie so."""
    found = FACE_DOWN.fullmatch(line.words)
    if found is None or not re.search(r"^[ \t]+may lie face down\b", line.text, re.MULTILINE):
        return ""
    shape = re.search(r"\b(line|pile|heap)\b", found["rest"])
    limit = re.search(r", limit [0-9]+", found["rest"])
    who = "private" if re.search(r"\bprivate\b", found["rest"]) else "public"
    said = f"zone {found['name']}: {shape[1] if shape else 'line'}, {who}{limit[0] if limit else ''}"
    bare = found["name"].partition(" per ")[0]
    if not line.helps(found, said):
        return ""
    return f"say `{said}`, and lay each card there face down: `draw from ZONE to {bare} face down`"
