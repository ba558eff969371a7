"""Hints: how to write in this language what authors write in another way.

`Problems` asks for a hint about text that can't be parsed and about unknown names. Each hint is a row of `advice`: a
pattern over the author's line, so it depends on the author's words and not on where the parser stopped. Nothing here
knows the grammar or the names that are declared.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence

from dsl.text import advice, advice_blocks, advice_codes, advice_declarations, advice_expressions, declared, quantified
from dsl.text.advice_words import Rows
from dsl.text.proposals import Works, adjustment, holds
from dsl.text.source import SourceFile, Span, without_comment
from dsl.text.spelling import singular

NAMELESS = frozenset({"unknown-name", "unknown-zone", "unknown-domain", "unknown-kind"})

CODES = (
    frozenset({"syntax", "indentation", "unknown-attribute", "unknown-enum", "unknown-prompt", "unknown-event"})
    | frozenset({"unknown-definition", "unknown-group"})
    | NAMELESS
    | {code for code, _, _ in advice_codes.OTHER}
)
"""The codes of problems that get hints."""

INSIDE = (
    (re.compile(r"scenario\b"), advice.SCENARIO),
    (re.compile(r"table\b"), advice_declarations.TABLE),
    (re.compile(r"(?:extend )?kind\b"), advice_declarations.KIND),
    (re.compile(r"(?:more )?cards\b|values of cards\b"), advice_declarations.CARDS),
    (re.compile(r"card\b"), advice_declarations.CARD),
    (re.compile(r"ability\b"), advice_blocks.ABILITY),
    (re.compile(r"instead of\b"), advice.INSTEAD),
    (re.compile(r"define\b"), advice_declarations.CASES),
    (re.compile(r"score\b"), advice_declarations.CASES),
)
"""The rows for the lines below a declaration, by its first line."""

HOOKED = re.compile(r"[ \t]*(?:before|after|on|instead of|together with|forbid)\b")
"""The beginning of a line that names an event, or a zone that cards enter or leave."""

EVENT = re.compile(r"^event ([^\W\d][\w' -]*\w)[ \t]*(?:\(([^()\n]*)\))?", re.MULTILINE)
"""The declaration of an event: its name, and what it is about."""

PLAIN = re.compile(r"(?!.*\b(?:if|when|unless|where|then|until|while)\b)[\w', -]+")
"""A statement of words alone, without a condition."""

QUOTE = '"'

TEXTS = (
    r'[ \t]*(?:help (?:"[^"]*" )?'
    "|(?:prompt|lose|win also|game over|won|refuse|scenario|game|module|out of reach|invariant|never|show) )"
)
QUOTATION = re.compile(
    rf'(?P<head>{TEXTS}[^"]*)"(?P<text>(?:[^"]*[\s(—–:-])?"(?=\S).*)"(?P<tail>[^"]*)'
    rf"|(?P<start>{TEXTS}(?:[^\"']|\b'\b)*)'(?P<single>[^\"]+)'(?P<end>[^\"']*)"
)
"""A line with a text for players that holds a quotation, or that stands between single quotation marks."""

WITHOUT_EXPRESSION = re.compile(r"(?:keep|number|zone|places|players|option|score for|enum|marker|group|kind|help)\b")
"""The beginning of a declaration that holds no condition, or one that says its bounds in words of its own."""

NO_EXPRESSIONS = re.compile(r"(?:scenario|table|kind|extend kind|cards|more cards|values of cards)\b")
"""The first line of a declaration without conditions below it."""

BELOW_IT = re.compile(r".*\n(?:[ \t]*(?:#.*)?\n)*(?P<blank>[ \t]+)(?P<line>\S)")
"""The first line of a declaration, and the beginning of the first one below it."""

DECLARATION_BELOW = re.compile(
    r".*\n(?:[ \t]*(?:#.*)?\n)*[ \t]+(?:after|before|on|instead of|together with|forbid|zone|number|marker|event"
    r"|define|extend|widen|narrow|raise|lower|keep|more cards|cards?|values of cards|kind|class|enum|group|prompt"
    r"|add to|win only|lose when|game over when|score|winner|refuse|table|when|invariant|never)\b"
)
"""The rest of a line, and the beginning of a declaration below it, indented."""


def hint_for(code: str, span: Span | None, works: Works | None = None) -> str:
    """The hint for a mistake at a place; "" if no row fits or the code gets none.

    A row whose proposal doesn't help is passed over, if `works` can tell.
    """
    if span is None or code not in CODES:
        return ""
    if code == "syntax":
        owned = as_usual(span) or _by_declaration(span, span.file.text) or _of_member(span)
        return (
            owned
            or _without_backticks(span, works)
            or _quoted(span, works)
            or _with_value(span, works)
            or _declared(span, works)
            or _of_an_expression(span, works)
            or _call(span)
            or _of_addition(span)
            or _first(_tables(span), span, works)
        )
    if code == "indentation":
        below = [rows for rows in _tables(span) if rows in (advice.SCENARIO, advice_blocks.ABILITY)]
        return _first([advice.INDENTED, *below], span) or _of_a_block(span)
    if code.startswith("unknown-") and (first := _of_an_expression(span) or _with_value(span)):
        return first
    other = _first([[(pattern, words) for of, pattern, words in advice_codes.OTHER if of == code]], span)
    usual = _first([advice.USUAL], span) if code in NAMELESS and not other else ""
    return other or usual or (_of_a_name(code, span) if code.startswith("unknown-") else "")


def hint_for_section(span: Span) -> str:
    """The hint for a section `when …`, at its line, that holds statements."""
    return _first([advice_declarations.WHEN], span)


def _of_an_expression(span: Span, works: Works | None = None) -> str:
    """The hint about a condition or a value that is said otherwise, in a line that has any."""
    text = span.file.text
    begin = _begin(span)
    head = head_of(text, begin)
    plain = WITHOUT_EXPRESSION.match(text, begin) or (begin != head and NO_EXPRESSIONS.match(text, head))
    riding = advice_expressions.RIDING if re.search(r"^[ \t]+rides on\b", text, re.MULTILINE) else ()
    first, last = (advice_expressions.OF_ALL, advice_expressions.LYING) if works else ((), ())
    return "" if plain else _first([first, advice_expressions.FIRST, riding, last], span, works)


def _of_member(span: Span) -> str:
    """The hint about a number that this text declares for each member of a domain, as in `if coins in tray 2 is 3`."""
    text = span.file.text
    line = without_comment(text, _begin(span))
    for number in re.findall(r"^[ \t]*number ([^\W\d][\w' -]*?) per ", text, re.MULTILINE):
        found = re.search(
            rf"\b(?<!number of ){re.escape(number)} (?:in|at|on|for) (?P<owner>\w+(?: [0-9]+)?) (?:is|to)\b", line
        )
        if found:
            return f"say `{number} of {found['owner']}`"
    return ""


OF_WORDS = re.compile(r"(?:`|^[ \t]*\|[ \t]*)([^`|\n]+? of [^`|\n]+?)[ \t]*[`|]", re.MULTILINE)
"""A name with `of` in it, in backticks or in the first column of a table."""


def _without_backticks(span: Span, works: Works | None) -> str:
    """The hint for a name with `of` in it that this text declares, where a line has it without its backticks."""
    text = span.file.text
    begin = _begin(span)
    line = without_comment(text, begin)
    for name in dict.fromkeys(OF_WORDS.findall(text)):
        found = re.search(rf"(?<![`\w]){re.escape(name)}(?![`\w])", line)
        here, there = (begin + found.start(), begin + found.end()) if found else (0, 0)
        if found and here <= span.start <= there and (works is None or works(here, there, f"`{name}`")):
            return f"a name that contains `of` stands in backticks: `{name}`"
    return ""


def _quoted(span: Span, works: Works | None) -> str:
    """The hint for a text that holds quotation marks, or stands between others, in a line with one text."""
    text = span.file.text
    begin = _begin(span)
    line = without_comment(text, begin).rstrip()
    found = QUOTATION.fullmatch(line)
    if found is None or not max(found.span("text"), found.span("single"))[0] - 1 <= span.start - begin:
        return ""
    head, tail = found["head"] or found["start"], found["tail"] or found["end"] or ""
    inner = (found["text"] or found["single"]).replace(QUOTE, "'")
    said = f"{head.lstrip()}{QUOTE}{inner}{QUOTE}{tail}"
    if works is not None and not works(begin + len(line) - len(line.lstrip()), begin + len(line), said):
        return ""
    why = "a text ends at the next quotation mark" if found["text"] else "a text stands between double quotation marks"
    return f"{why}: say `{said}`"


AS_USUAL = re.compile(
    r"(?P<do>(?:then |still |just )*(?:do|perform|run|resolve|execute|start) )?(?P<event>[\w' -]+?(?: ?\([^()]*\))?)"
    r",? (?P<usual>as (?:usual|normal|always|before|printed|written)|normally|anyway|regardless|like before)"
)
"""A statement that lets an event happen as it does without the rule."""


def as_usual(span: Span) -> str:
    """The hint for a line that lets an event happen `as usual`; "" about another line."""
    text = span.file.text
    begin = _begin(span)
    found = AS_USUAL.fullmatch(without_comment(text, begin).strip())
    head = head_of(text, begin)
    if found is None or head == begin:
        return ""
    replaced = re.match(r"instead of (?P<event>[\w' -]+?)(?:,| if\b|$)", without_comment(text, head).strip())
    said = re.sub(r" ?\(.*", "", found["event"])
    if replaced and (
        said == replaced["event"] or re.search(rf"^event {re.escape(said)}\b", text, re.MULTILINE) is None
    ):
        return "say `proceed`: the event happens as usual"
    return f"say `do {found['event']}`, without `{found['usual']}`" if found["do"] else ""


HAVING = re.compile(
    r"(?P<cards>\b(?:any|no|some|every|each|number of|over) (?:\w+: )?\w+ in \w+(?: of \w+)*) "
    r"(?:with|having|(?:that|which) (?:has|have)) (?:an? |the |its )?(?P<printed>\w+) "
    r"(?:of |is |are |equal to |= ?)?(?P<value>(?:at least |at most |more than |less than )?\w+)"
    r"(?=$|,|:|>|\)| and\b| or\b| to\b| then\b| face\b| is\b)"
)
"""Cards in a zone, and what is printed on them, joined by `with`."""


def _with_value(span: Span, works: Works | None = None) -> str:
    """The hint for cards that are chosen by what is printed on them, as in `any herb in bed with height 3`."""
    text = span.file.text
    begin = _begin(span)
    line = without_comment(text, begin)
    for found in HAVING.finditer(line):
        printed, value = found["printed"], found["value"]
        if found.start() <= span.start - begin <= found.end():
            several = re.search(rf"^[ \t]+{re.escape(printed)}: set of ", text, re.MULTILINE) is not None
            asked = f"{value} in {printed}" if several else f"{printed} is {value}"
            said = f"{found['cards']} where {asked}"
            if works is None or works(begin + found.start(), begin + found.end(), said):
                return f"say `{said}`"
    return ""


def _of_a_name(code: str, span: Span) -> str:
    name, start = span.text, _begin(span)
    hooked = code == "unknown-event" or (
        code not in ("unknown-name", "unknown-attribute") and HOOKED.match(span.file.text, start) is not None
    )
    values = code in ("unknown-name", "unknown-attribute")
    first = (*(advice.EVENTS if hooked else ()), *(advice.VALUES if values else ()))
    for pattern, words in (*first, *advice.UNKNOWN):
        if code == "unknown-module" and not words.startswith("leave the article"):
            continue
        if found := re.fullmatch(pattern, name):
            return _filled(words, found, name)
    return ""


def _declared(span: Span, works: Works | None) -> str:
    """The hint that depends on what the same text declares."""
    text = span.file.text
    begin = _begin(span)
    words = without_comment(text, begin)
    first = begin + len(words) - len(words.lstrip())
    line = declared.Line(text, first, words.strip(), span.start, works)
    if text.startswith("scenario ", head_of(text, begin)):
        return declared.of_scenario(line)
    return declared.hint(line)


def _of_addition(span: Span) -> str:
    """The hint for a line directly below `add to …`, or for such a line itself."""
    text = span.file.text
    begin = _begin(span)
    head = head_of(text, begin)
    first = BELOW_IT.match(text, head)
    if first is None or (begin != head and re.match("[ \t]*", text[begin:])[0] != first["blank"]):  # type: ignore[index]
        return ""
    line = without_comment(text, first.start("line") if begin == head else begin).strip()
    if begin != head and line.startswith("option "):
        return ""
    return declared.addition(without_comment(text, head).strip(), line, text)


def _of_a_block(span: Span) -> str:
    text = span.file.text
    head = head_of(text, _begin(span))
    above = Span(span.file, head, head + len(without_comment(text, head).rstrip()))
    alone = declared.RULE.match(span.text) and not re.match("prompt|turn:", above.text)
    return _first([advice_blocks.NO_BLOCK if alone else (), advice_declarations.BLOCKS], above)


def _tables(span: Span) -> Iterator[Rows]:
    """The tables for the line of a place, the special ones first."""
    text = span.file.text
    begin = _begin(span)
    head = head_of(text, begin)
    if begin == head:
        yield advice_declarations.LISTS
        if DECLARATION_BELOW.match(text, span.start):
            yield advice_declarations.SECTIONS
    inside = next((rows for first, rows in INSIDE if first.match(text, head)), ()) if begin != head else ()
    if inside is advice_declarations.CASES:
        yield advice_declarations.CASES_FIRST
    yield advice.ANYWHERE
    if begin == head or text.startswith("when ", head):
        yield advice_declarations.HEADS
    if begin != head:
        yield inside
        if inside in ((), advice_blocks.ABILITY, advice.INSTEAD, advice_declarations.CARD):
            yield advice.STATEMENTS
    yield advice.USUAL
    yield advice.EXPRESSIONS


def head_of(text: str, begin: int) -> int:
    """Where the declaration begins to which a line belongs: at the nearest line that is not indented."""
    while begin and text[begin : begin + 1] in {" ", "\t", "\n", "\r", "#"}:
        begin = text.rfind("\n", 0, begin - 1) + 1
    return begin


def _first(tables: Iterable[Sequence[tuple[str, str]]], span: Span, works: Works | None = None) -> str:
    """The advice of the first row that fits the line of a place, and whose proposal helps."""
    text, begin = span.file.text, _begin(span)
    written = without_comment(text, begin)
    blank = len(written) - len(written.lstrip())
    line = written.strip()
    plain = re.sub(r'"[^"\n]*"|`[^`\n]*`', _veiled, line)
    start, end = span.start - begin - blank, span.end - begin - blank
    for rows in tables:
        for pattern, words in rows:
            for found in _pattern(pattern).finditer(plain):
                first, last = found.span("at" if "at" in found.re.groupindex else 0)
                if first <= end and start <= last and (first, last) != (-1, -1):
                    said = _with_own_name(_filled(words, found, line), found, text)
                    if holds(said, span.start, (begin + blank, line), found, works):
                        return said
    return ""


def by_another(help_: str, span: Span, declaring: SourceFile, turns: Sequence[str]) -> str:
    """Advice that depends on the events of another text, and on the phases of a turn there."""
    called = _call(span, declaring.text) if declaring != span.file else ""
    if called and (called == f"say `do {_line(span)}`" or help_.startswith(UNSURE)):
        return called
    for known in (_by_declaration, _of_a_score, _of_several) if declaring != span.file else ():
        if advice_there := known(span, declaring.text):
            return advice_there
    said = _of_a_turn(_line(span), turns) if help_ == advice_declarations.MOMENTS and turns else ""
    named = help_.replace("`turn: …`", f"`turn: {', '.join(turns)}`") if turns else help_
    return said or _by_its_own_name(named, span, declaring.text)


FORBIDDEN = re.compile(r"forbid (?P<name>[^(\"]+?) ?(?P<about>\([^()]*\))?(?: (?:if|when) (?P<when>.+))?")
"""A rule that forbids an event."""

OF_CARDS = re.compile(
    r"(?P<hook>before|after|instead of|together with|forbid) (?P<event>(?!leaving|entering|revealing)[\w' -]+?) "
    r"(?:of|with|by) (?:(?:an?|the|any) )?(?P<kind>[\w' -]+?) (?:if|when|where) (?P<when>.+)"
)
"""A hook that names a card behind its event, and has a condition."""

CHANGING = re.compile(r"(?P<verb>raise|lower) (?P<name>[\w' -]+?) by (?P<by>[^\"]+?)(?: (?:if|when) .+)?")
"""A statement that changes a definition."""


def _by_declaration(span: Span, declaring: str) -> str:
    """The hint for a line in which a name is of another sort than its author thinks, by the text that declares it."""
    line, text = _line(span), span.file.text
    found = FORBIDDEN.fullmatch(line)
    if found and re.search(rf"^define {re.escape(found['name'])}(?=[(:]|$)", declaring, re.MULTILINE):
        when = f"not ({found['when']})" if found["when"] else "no"
        return f"`{found['name']}` is a definition: say `narrow {found['name']}{found['about'] or ''} when {when}`"
    of = OF_CARDS.fullmatch(line)
    event = of and re.search(rf"^event {re.escape(of['event'])}\((?P<card>\w[\w' -]*)(?=[,)])", declaring, re.MULTILINE)
    if of and event:
        when = f"({of['when']})" if re.search(r"\bor\b", of["when"]) else of["when"]
        return f"say `{of['hook']} {of['event']} if {event['card']} is {of['kind']} and {when}`"
    more = re.fullmatch(r"more cards (?P<kind>(?!in\b)[\w' -]+?) in (?P<zone>[\w' -]+)", line)
    if more and re.search(rf"^kind {re.escape(more['kind'])}\b", declaring, re.MULTILINE):
        copies = f"further copies, `more cards in {more['zone']}`, with the table `| card | count |`"
        return (
            f"say `cards {more['kind']} in {more['zone']}` for new cards, with their values in the table; for {copies}"
        )
    acts = re.compile("(?:on|event|before|after|instead of|together with|add to|ability) ")
    changing = CHANGING.fullmatch(line) if acts.match(text, head_of(text, _begin(span))) else None
    name = changing["name"] if changing else ""
    if not changing or not re.search(
        rf"^(?:define {re.escape(name)}|{re.escape(name)})(?=[(: ])", declaring, re.MULTILINE
    ):
        return ""
    here, there = f"set bonus to bonus + {changing['by']}", f"{changing['verb']} {name} by bonus"
    return f"`{name}` isn't set: declare `number bonus: 0 to 99`, say `{here}` here, and `{there}` at the left margin"


def _of_a_score(span: Span, declaring: str) -> str:
    """How a module adds to the score of its game, at a line of a score of its own."""
    text, begin = span.file.text, _begin(span)
    head = head_of(text, begin)
    first = without_comment(text, head).strip()
    if not re.match(r"score\b(?! (?:for|is)\b)", first) or not re.search(r"^score\b", declaring, re.MULTILINE):
        return ""
    value = _line(span) if head != begin else first.partition(":")[2].strip()
    said = adjustment("score", value) or "raise score by … when …"
    return f"the game has a score: say `{said}` to add to it"


def _of_several(span: Span, declaring: str) -> str:
    """What another text declares for each member of a domain, at a line that can't be parsed: `say trips of B`."""
    text = span.file.text
    begin = _begin(span)
    line = without_comment(text, begin)
    at = span.start - begin - (len(line) - len(line.lstrip()))
    return quantified.one_of_several(line.strip(), at, text, declaring)


UNSURE = ("if this is an event", "did you mean", "say `ask ")
"""How advice begins about a line that may do an event, as far as its own text tells."""

TURN = re.compile(
    r"(?:\b(?P<first>start|begin|beginning)|\b(?:end|ending|close))(?: of)?(?: (?:the|an?|each|every|your))* turn\b"
    r"|\bturn(?:'s)? (?:(?P<begins>starts?|begins?|beginning)|ends?|ending|closes|is over)\b"
    r"|(?P<every>every|each) turn$"
)
"""The beginning or the end of a turn, as in `at the end of each turn`, or every turn."""


def _of_a_turn(line: str, turns: Sequence[str]) -> str:
    """The event that a rule at the beginning or the end of a turn names; "" about other moments."""
    found, condition = TURN.search(line), re.search(r" if .+$", line)
    first, last = (
        f"`{word} {turns[at]}{condition[0] if condition else ''}`" for word, at in (("before", 0), ("after", -1))
    )
    if found is None or found["every"]:
        return f"say {first} for what happens when a turn begins, {last} for its end" if found else ""
    begins = found["first"] or found["begins"]
    return f"say {first}: a turn begins with this phase" if begins else f"say {last}: a turn ends with this phase"


def _line(span: Span) -> str:
    """The line in which a place is."""
    return without_comment(span.file.text, _begin(span)).strip()


def _begin(span: Span) -> int:
    """Where the line begins in which a place is."""
    return span.file.text.rfind("\n", 0, span.start) + 1


def _by_its_own_name(help_: str, span: Span, declaring: str) -> str:
    """Advice about the card of an event, with the name that the event has for it in the text that declares it."""
    if not help_.endswith(advice_declarations.OWN_NAME):
        return help_
    (pattern, words), line = advice_declarations.OF_CARD, _line(span)
    found = _pattern(pattern).fullmatch(line)
    return _with_own_name(_filled(words, found, line), found, declaring) if found else help_


def _with_own_name(words: str, found: re.Match[str], text: str) -> str:
    """Advice about the card of an event, with the name that the event has for it if it is declared in this text."""
    if not words.endswith(advice_declarations.OWN_NAME):
        return words
    event = re.search(rf"^event {re.escape(found[2])}(\((\w[^,:)]*)|(?=\s*(?:$|,|\[)))", text, re.MULTILINE)
    if event is None:
        refilled = re.fullmatch(r"(?:re(?:fill|stock|plenish)|reshuffl)(?:s|e|es|ing|ment)?", found[2])
        if refilled and found[3] == "of":
            return f"say `{found[1]} refilling {found[4]}`"
        return (
            f"say `on {found[2]} of {found[4]}` for what is done with it, else {words[4:]}"
            if _handled(found)
            else words
        )
    if not event[1]:
        return f"`{found[2]}` is about no card: say `{found[1]} {found[2]} if …`"
    if event[2] == found[4]:
        return f"say `{found[1]} {found[2]}`: what it is about is called `{event[2]}`"
    said = words.removesuffix(advice_declarations.OWN_NAME).replace(" if card is ", f" if {event[2]} is ")
    return f"{said}; what is done with it then is a rule `on {found[2]} of {found[4]}`" if _handled(found) else said


def _handled(found: re.Match[str]) -> bool:
    """Whether a rule `after … of …` may be meant as one for the cards that an event is about."""
    return found[1] == "after" and found[3] == "of"


def _call(span: Span, declaring: str = "") -> str:
    """How to start an event, at a line that does it without `do` or parentheses.

    It is declared in the same text, or in another one, `declaring`.
    """
    text = span.file.text
    begin = _begin(span)
    line = without_comment(text, begin).strip()
    head = head_of(text, begin)
    if head == begin or text.startswith("scenario", head) or not PLAIN.fullmatch(line):
        return ""
    done = re.sub(r"^(?:do|call|run|execute|trigger|perform|start) (?!.* (?:and|then) )", "", line)
    bare = not text[begin : span.start].strip()
    for event in sorted(EVENT.finditer(declaring or text), key=lambda event: -len(event[1])):
        for words in dict.fromkeys((line, done)):
            if words == event[1] or (words.startswith(f"{event[1]} ") and (line != words or bare)):
                return (
                    "" if line == f"do {event[1]}" else _called(event[1], event[2] or "", words.removeprefix(event[1]))
                )
    return ""


def _called(name: str, parameters: str, rest: str) -> str:
    """A call with what is said behind the name of the event, as far as that is as much as the event is about."""
    wanted = [each.split(":")[0].strip() for each in parameters.split(",")] if parameters else []
    if not wanted:
        return f"say `do {name}`" + (": this event isn't about anything" if rest else "")
    if len(wanted) == 1 and re.match(r" (?:some|top|bottom|leftmost|rightmost) ", rest):
        return f"say `do {name}({rest.strip()})`"
    given = [each.strip() for each in re.split(r",| (?:in|into|to|onto|on|from|with|for|at|and|of)(?: the)? ", rest)]
    given = [each for each in given if re.fullmatch(r"[\w' -]+", each)][: len(wanted)]
    return f"say `do {name}({', '.join([*given, *wanted[len(given) :]])})`"


def _veiled(quoted: re.Match[str]) -> str:
    """Letters in place of a name in backticks, or within the quotes of a text."""
    sign, inner = quoted.group()[0], "x" * (len(quoted.group()) - 2)
    return f"x{inner}x" if sign == "`" else f'"{inner}"'


@functools.cache
def _pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace("(@", "(?P<at>"))


def _filled(words: str, found: re.Match[str], line: str) -> str:
    """Advice with the words of the author."""

    def group(place: re.Match[str]) -> str:
        start, end = found.span(int(place[1]))
        word = line[start:end].strip() if start >= 0 else ""
        return singular(word) if place[2] else word

    return re.sub(r"(?<=\S)  +", " ", re.sub(r"\$(\d)(!?)", group, words))
