"""What to write at a place where a line can't be parsed, if no row of advice is about the author's words.

In this order: a bracket that is missing or too many; the author's words in a form that can be parsed; a name in
backticks, if that is all that is wrong; then the nearest forms of such a line, condition, value or selection.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import attrs

from dsl.reading import fill_forms, form_tables, forms
from dsl.reading.parser import spell
from dsl.reading.trials import Trials
from dsl.text import proposals
from dsl.text.advice_words import BROKEN_UP
from dsl.text.source import Span, heads, without_comment
from dsl.text.spelling import nearest, singular

OPERATORS = frozenset({"is", "meets", "lies", "in", "and", "or", "of", "(", "*", "+", "-"})
"""Words and signs that may follow almost every value."""

CONTINUES = re.compile(r"(?:,|\b(?:and|or))\s*(?:#.*)?$")
"""The end of a line that continues in the next one, if that is indented deeper."""

BETWEEN_NAMES = frozenset(
    "and or is in of to from into as at if then else where when with while times "  # noqa: SIM905
    "under on top by per meets lies over besides onto".split()
)

NAMED = re.compile(
    r"(?P<before>(?:zone|number|flag|marker|event|enum|group|places|kind|class|define|prompt|option|card) "
    r"|turn:(?:[^\n]*,)? *|(?:enum|group|option|marker) [^:]*:(?:[^\n]*,)? *|\|(?:[^\n]*\|)? *|)"
    r"(?P<name>[^\W\d][\w'’-]*(?: [\w'’-]+){1,4})(?P<after> *[:(,\[|].*|)"
)
"""A line that declares a name: the name, and what stands before and behind it."""

DECLARED = re.compile(r"(?:`|^[ \t]*\|[ \t]*)([^`|\n]+?)[ \t]*[`|]", re.MULTILINE)
"""A name in backticks, or in the first column of a table."""

LASTS = re.compile(r" (?P<word>during|per) (?P<name>[^:,\[]+)")
"""The part of a declaration that says how long a number lasts, or for each of what there is one."""

FEW_MEANT = 3
"""Proposals for a line of which nothing tells what it is."""

PLAIN = re.compile(r"[^\W\d][\w'’ -]*")

CONNECTING = frozenset(
    "where if when to from in as with then of by asking decided onto on over besides is under into per"  # noqa: SIM905
    " during unless than starts limit named refilled".split()
)
"""Words at the beginning of a line that continues the one above."""

LASTING = frozenset({"per", "during"})

PART = re.compile(r"\b(?:if|when|where|while|and|or|not|to|over|then|else|as)\b|[:(<,{]")
"""What stands before a condition, a value or a selection."""

FEW = 5
"""The fewest words that tell nothing about the place at which they could stand."""

END = re.compile(r"\b(?:and|or|then|else|times)\b|[,>)}\]]")
"""What stands behind it."""


@attrs.frozen
class Place:
    """A place in a line at which the parser stopped, the word there, and the terminals that could stand there."""

    span: Span
    found: str
    expected: set[str]
    works: Trials

    @property
    def begin(self) -> int:
        """Where the words of the line begin in the file."""
        text = self.span.file.text
        start = text.rfind("\n", 0, self.span.start) + 1
        return start + len(re.match(r"[ \t]*", text[start:])[0])  # type: ignore[index]

    @property
    def line(self) -> str:
        """The words of the line."""
        return without_comment(self.span.file.text, self.begin).strip()

    @property
    def before(self) -> str:
        """The words of the line before the place."""
        return self.span.file.text[self.begin : self.span.start]

    @property
    def forms(self) -> list[str]:
        """The forms of such a line, the nearest first."""
        return forms.nearest(forms.of_line(tuple(heads(self.span)), self.line), self.line)

    @property
    def event(self) -> bool:
        """Whether the line may be the name of an event, of two or more words, that should be done: `change hands`.

        Not if one of its words is misspelt, so that it is a statement with another one.
        """
        line, end = self.line, self.begin + len(self.line)
        if (
            self.before
            or " " not in line
            or not PLAIN.fullmatch(line)
            or not self.works.whole(self.begin, end, f"do {line}")
        ):
            return False
        close = nearest(self.found, [word for word in self.words if re.fullmatch("[a-z]+", word)])
        return not (close and self.works.whole(self.begin, end, close + line[len(self.found) :]))

    @property
    def words(self) -> set[str]:
        """What could stand there."""
        return {word for name in self.expected for word in spell(name)}


def of_place(place: Place) -> str:
    """What to do about a place."""
    after = place.line[len(place.before) :]
    if bracket := forms.bracket(place.before, place.found, after, place.expected):
        return bracket
    if place.expected == {"OPTION"}:
        return forms.option(place.line)
    return _filled(place) or _in_backticks(place) or _forms(place)


def lasting(place: Place) -> str:
    """The advice about a number that lasts during an event, or is there once for each member, of those in this text."""
    said = _filled(place) if place.line.startswith(("number ", "flag ")) else ""
    found = LASTS.search(said)
    return said if found and f" {found['word']} " not in place.line else ""


def said_again(place: Place) -> str:
    """The whole line with its range, or with what there is one for each of, where the language has them."""
    line, end = place.line, place.begin + len(place.line)
    for said, why in (
        (proposals.ranged(line), "say"),
        (proposals.owned(line), "say behind the name for each of what there is one:"),
    ):
        if said and place.works.whole(place.begin, end, said):
            return f"{why} `{said}`"
    return ""


def joined(span: Span, works: Trials) -> str:
    """Advice about two lines that are one: the place is at the end of the first, or anywhere in the second."""
    text = span.file.text
    start = text.rfind("\n", 0, span.start) + 1
    for begin in (start, text.find("\n", span.start) + 1):
        below = re.match(r"[ \t]*", text[begin:])
        first = begin + len(below[0]) if below else begin
        end = len(text[:begin].rstrip())
        word = re.match(r"\w*", text[first:])
        if not (begin and end and word and word[0]) or text.count("\n", end, begin) > 1 or text[end - 1] == ":":
            continue
        if word[0] in ("and", "or") and not CONTINUES.search(text[:end]):
            return BROKEN_UP
        scenario = any(line.startswith("scenario ") for line in heads(span))
        if word[0] in CONNECTING and not scenario and works.whole(end, first, " "):
            if word[0] == "if" and below and not below[0]:
                return "indent it, if it stands in the block of the line above; a condition of that line stands in it"
            return "this belongs to the line above: write both on one line, or break it behind `and`, `or` or a comma"
    return ""


def _filled(place: Place, sure: bool = True) -> str:
    """The author's words in a form, if the line can be parsed so; `sure`: and is known to mean so."""
    above = tuple(heads(place.span))
    if (
        CONTINUES.search(place.line)
        or place.line.startswith("option ")
        or (above and above[-1].startswith("scenario "))
    ):
        return ""
    end = place.begin + len(place.line)
    written = " ".join(place.line.split())
    for each in fill_forms.filled(place.forms, place.line, not place.found):
        new = (
            " ".join(each.shown.split()) != written
            and not _twice(each.shown)
            and (not sure or _lasts(each.shown, place))
        )
        if new and place.works.whole(place.begin, end, each.sample):
            said = _of_a_kind(each.shown, place.span.file.text)
            return f"{'say' if each.whole else 'complete it:'} `{said}`"
    return ""


def _of_a_kind(said: str, text: str) -> str:
    """A proposal with the name of a kind in the singular, if the text declares that."""

    def one(name: re.Match[str]) -> str:
        kind = re.search(rf"^kind {re.escape(singular(name[0]))}\b", text, re.MULTILINE)
        return singular(name[0]) if kind else name[0]

    return re.sub(r"(?<=^rides on )[\w'’ -]+(?=, then)", one, said)


def _twice(words: str) -> bool:
    return re.search(r"\b([^\W\d]+(?: [^\W\d]+)?) \1\b", words) is not None


def _lasts(said: str, place: Place) -> bool:
    """Whether what `said` says that a number lasts for, or is there once for each of, is declared as such."""
    found = LASTS.search(said)
    if found is None or f" {found['word']} " in place.line:
        return True
    sorts = "event" if found["word"] == "during" else "places|enum|marker"
    name = re.escape(found["name"].strip())
    known = re.search(rf"^(?:{sorts}) {name}\s*(?:[(:,\[\n]|in order)", place.span.file.text, re.MULTILINE)
    return known is not None or (found["word"] == "per" and name in ("player", "players"))


def _in_backticks(place: Place) -> str:
    """Advice about a name that holds a word of the language, if nothing else is wrong with the line."""
    for begin, name in _names(place):
        here = place.begin + begin
        if here <= place.span.start <= here + len(name) and place.works.whole(here, here + len(name), f"`{name}`"):
            word = f"`{place.found}`" if place.found in name else "a word of the language"
            quoted = f"a name that contains {word} stands in backticks: `{name}`"
            meant = _filled(place, sure=False) if place.line.startswith(("number ", "flag ")) else ""
            return f"if it lasts as long as an event, {meant}; {quoted}" if " during " in meant else quoted
    return ""


def _names(place: Place) -> Iterator[tuple[int, str]]:
    """Names that may lack their backticks, and where in the line: declared elsewhere, or here."""
    text = place.span.file.text
    for found in DECLARED.finditer(text):
        at = place.line.find(found[1])
        if at >= 0 and BETWEEN_NAMES & set(found[1].split()):
            yield at, found[1]
    here = NAMED.fullmatch(place.line)
    if here is None or not set(re.split(r"\W", place.found)) & BETWEEN_NAMES | {place.found} & LASTING:
        return
    below = [line.startswith(("kind ", "extend kind ")) for line in heads(place.span)]
    listed = ":" in here["before"] and place.found in ("to", "and", "or")
    if (here["before"] or below == [True]) and not listed:
        for name in dict.fromkeys([re.sub(r" (?:per|during|is) .*| in order$", "", here["name"]), here["name"]]):
            yield here.start("name"), name


def _forms(place: Place) -> str:
    """The nearest forms of a line, or of the part of it where the mistake is."""
    known = place.forms
    if not known or place.event:
        return _first_word(place)
    if place.expected == {"_NL"} and not forms.has_parts(known[0]):
        return f"the line is complete before it, as in `{known[0]}`: leave the rest out"
    if not place.before and (said := _renamed(place, known)):
        return said
    said = _one_of(place) or (_of_part(place) if _in_part(place, known) else "")
    line = forms.shown(known[:1] if said else known)
    return f"{said}; {line}" if said else line


def _first_word(place: Place) -> str:
    """The advice about a line whose first word begins none."""
    above, end = tuple(heads(place.span)), place.begin + len(place.line)
    if above and PLAIN.fullmatch(place.line) and place.works.whole(place.begin, end, f"do {place.line}"):
        return f"if this is an event, say `do {place.line}`; {forms.words(above)}"
    return _renamed(place, forms.all_of(above)) or forms.words(above)


def _renamed(place: Place, known: Sequence[str]) -> str:
    """The author's words in forms that begin with another word."""
    end = place.begin + len(place.line)
    filled = dict.fromkeys(fill_forms.renamed(known, place.line))
    near = [f"`{said}`" for said in filled if place.works.whole(place.begin, end, said)]
    return f"say {' or '.join(near[:FEW_MEANT])}" if near else ""


def _one_of(place: Place) -> str:
    """The few words one of which stands at a place."""
    several = [spell(name) for name in place.expected]
    if len(several) != 1 or len(several[0]) < 2 or not all(re.fullmatch(r"[a-z ]+", word) for word in several[0]):
        return ""
    words = [f"`{word}`" for word in several[0]]
    return f"here stands {', '.join(words[:-1])} or {words[-1]}"


def _in_part(place: Place, known: list[str]) -> bool:
    """Whether a mistake is in a condition, a value or a selection of its line, and not between these."""
    if not forms.has_parts(known[0]) or not place.before.strip():
        return False
    next_ = forms.own_words(known[0]) & place.words - OPERATORS
    return not any(not re.search(rf"\b{word}\b", place.before) for word in next_)


def _of_part(place: Place) -> str:
    """The nearest forms of the condition, the value or the selection in which a mistake is."""
    openings = [*re.finditer(r"^[\w'’-]+", place.before), *PART.finditer(place.before)]
    opening, begin = (openings[-1][0], openings[-1].end()) if openings else ("", 0)
    behind = END.search(place.line, len(place.before))
    part = place.line[begin : behind.start() if behind else None]
    if "by position" in place.words and "is" not in place.words:
        return forms.shown(forms.nearest(form_tables.SELECTIONS, part)[:2], "a choice of cards")
    asked = opening in ("if", "when", "where", "while", "and", "or", "not")
    table = form_tables.CONDITIONS + form_tables.VALUES if asked else form_tables.VALUES + form_tables.CONDITIONS
    next_ = {word for word in place.words if word.isalpha()}
    fitting = [form for form in table if forms.own_words(form) & next_] if len(next_) < FEW else table
    near = forms.sharing(fitting, part)[: forms.MOST_SHOWN] or (list(form_tables.CONDITIONS[:3]) if asked else [])
    if not near:
        return ""
    return forms.shown(near, "a condition" if near[0] in form_tables.CONDITIONS else "a value")
