"""Which forms a line may have, and which of them is nearest to the author's words.

Called by `explain` if no row of advice is about these words. The forms are data, in `form_tables`; nothing here parses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dsl.reading import form_tables as tables
from dsl.reading.form_tables import Forms
from dsl.text import declared

MOST_SHOWN = 3
"""Forms that are shown for one line."""

FAR = 1.5
"""How much less than the nearest form others may share with a line."""

TOKEN = re.compile(r'"[^"]*"|[\w\'’-]+|[^\w\s"]')
PLACEHOLDER = re.compile(r"[A-Z]{2,}")
IN_SCENARIO = {
    "given": tables.POSITION,
    "deal": tables.POSITION,
    "then": tables.RESULT,
    "play": tables.STEPS,
    "at": tables.ANSWERS,
}
BELOW = {
    "kind": tables.KIND,
    "extend": tables.KIND,
    "cards": tables.ROWS,
    "more": tables.ROWS,
    "values": tables.VALUE_ROWS,
    "define": tables.CASES,
    "score": tables.CASES,
    "table": tables.TABLE,
}
"""The forms of lines below declarations that hold no statements, by the first word."""


def of_line(heads: Sequence[str], line: str) -> Forms:
    """The forms that a line may have below some lines, the innermost first; () if nothing tells what it is."""
    if not heads:
        return _by_word(tables.DECLARATIONS, line) or _by_other_word(tables.DECLARATIONS, tables.NOUNS, line)
    outer, inner = _word(heads[-1]), _word(heads[0])
    if outer == "when":
        return of_line(heads[:-1], line)
    if outer == "scenario":
        return IN_SCENARIO.get(inner, tables.SCENARIO)
    if outer in BELOW:
        return BELOW[outer]
    if inner in ("ask", "offer", "add") and (_word(line) == "option" or inner == "add"):
        return tables.OPTIONS["option"]
    if len(heads) == 1 and outer in ("ability", "card"):
        special = tables.ABILITY if outer == "ability" else tables.TRIGGER
        found = _by_word(special, line)
        if found or outer == "card":
            return found or tables.TRIGGER["when"]
    table = tables.STATEMENTS | tables.OPTIONS
    return _by_word(table, line) or _by_other_word(tables.STATEMENTS, tables.VERBS, line)


def _word(line: str) -> str:
    found = re.match(r"[\w'’-]*", line)
    return found[0] if found else ""


def _by_word(table: dict[str, Forms], line: str) -> Forms:
    """The forms with the most of the first words of a line."""
    found = [words for words in table if re.match(rf"{words}(?![\w'’-])", line)]
    return table[max(found, key=len)] if found else ()


def _by_other_word(table: dict[str, Forms], words: dict[str, str], line: str) -> Forms:
    return table.get(words.get(_word(line).lower(), ""), ())


def nearest(forms: Iterable[str], line: str) -> list[str]:
    """Forms with those that share the most words with a line first."""
    written = _tokens(line)
    return sorted(forms, key=lambda form: -_shared(form, written))


def _tokens(line: str) -> list[str]:
    """The words and signs of a line, without texts; all numbers are alike."""
    return ["0" if token.isdigit() else token for token in TOKEN.findall(line) if token[0] != '"']


def _shared(form: str, written: Sequence[str]) -> float:
    """How much a form has in common with the words of a line: its own words, better in their order."""
    own = [token for token in _tokens(form) if not PLACEHOLDER.fullmatch(token)]
    rest = list(written)
    common = 0
    for token in own:
        if token in rest:
            rest.remove(token)
            common += 1
    return common + _in_order(own, written) - 0.7 * (len(own) - common)


def sharing(forms: Iterable[str], line: str) -> list[str]:
    """The forms that share most with a line, the nearest first: those that share a word with it."""
    written = _tokens(line)
    near = nearest((form for form in forms if own_words(form) & set(written)), line)
    return [form for form in near if _shared(form, written) >= _shared(near[0], written) - FAR]


def own_words(form: str) -> set[str]:
    """The words of the language in a form."""
    return {token for token in TOKEN.findall(form) if token.islower() and token.isalpha()}


def has_parts(form: str) -> bool:
    """Whether a form holds a condition, a value or a selection, which have forms of their own."""
    return re.search(r"\b(?:CONDITION|VALUE|NUMBER|CARDS?|ZONE|KIND)\b", form) is not None


def _in_order(left: Sequence[str], right: Sequence[str]) -> int:
    """The length of the longest sequence of words that both have in this order."""
    before = [0] * (len(right) + 1)
    for each in left:
        row = [0]
        for at, other in enumerate(right):
            row.append(before[at] + 1 if each == other else max(before[at + 1], row[-1]))
        before = row
    return before[-1]


def shown(forms: Sequence[str], sort: str = "such a line") -> str:
    """Advice that shows the nearest of some forms, which are sorted, and where the others are described."""
    first = _word(forms[0]) if forms else ""
    heading = tables.SECTIONS.get(first, "") if len(forms) > MOST_SHOWN else ""
    said = f"{sort} reads `{forms[0]}`" if forms else ""
    said += "".join(f" or `{form}`" if not at else f", or `{form}`" for at, form in enumerate(forms[1:MOST_SHOWN]))
    return f"{said}; for more, see `{heading}` in the language reference" if heading else said


def all_of(heads: Sequence[str]) -> Forms:
    """The forms of all lines with a first word that may stand below some lines."""
    table = tables.STATEMENTS if _in_block(heads) else tables.DECLARATIONS
    return tuple(form for several in table.values() for form in several)


def words(heads: Sequence[str]) -> str:
    """The words with which a line can begin."""
    if _in_block(heads):
        listed = [f"`{first}`" for first in tables.STATEMENTS if first != "else"]
        return f"statements begin with {', '.join(listed[:-1])} or {listed[-1]}"
    listed = [f"`{first}`" for first in tables.USUAL]
    return f"declarations begin with {', '.join(listed)} and some more, see the language reference"


def _in_block(heads: Sequence[str]) -> bool:
    """Whether statements stand below some lines, and no declarations."""
    return bool(heads) and not (len(heads) == 1 and _word(heads[0]) == "when")


def option(line: str) -> str:
    """The advice about a line that stands where only options stand."""
    if declared.PLAIN.match(line) and not declared.RULE.match(line):
        return f"say `option {line}`, with what it does below it, indented"
    return "only options stand here: say `option WORDS`, with this line below it, indented further"


def bracket(before: str, found: str, after: str, expected: set[str]) -> str:
    """The advice about a bracket that isn't closed, or that closes none; "" if all brackets are right."""
    plain = re.sub(r'"[^"]*"|`[^`]*`', lambda quoted: "x" * len(quoted.group()), before)
    depth = plain.count("(") - plain.count(")")
    if found == ")" and depth <= 0:
        return "leave `)` out: no bracket is open before it"
    if depth > 0 and "RPAR" in expected and ")" not in after:
        word = re.match(r"\s*([\w' -]*)", before[_opening(plain) + 1 :])
        said = word[1].strip() if word else ""
        return f"close the bracket that opens before `{said}`: `)`" if said else "close the bracket by `)`"
    if "<" in plain[plain.rfind(">") + 1 :] and "MORETHAN" in expected and ">" not in after:
        return "close `<` by `>` behind what is chosen"
    return ""


def _opening(plain: str) -> int:
    """Where the last bracket opens that isn't closed."""
    depth = 0
    for at in range(len(plain) - 1, -1, -1):
        depth += (plain[at] == ")") - (plain[at] == "(")
        if depth < 0:
            return at
    return -1
