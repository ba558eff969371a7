"""The form of each sort of line, with an example of each part: what to write where a line can't be parsed.

Called by `parse` if no row of advice is about the author's words. A form shows the parts that a line must have, and
those that it most often has besides; docs/language.md has them all.
"""

from __future__ import annotations

import re

from dsl.text import additions

DECLARATIONS = {
    "game over when": 'game over when CONDITION, "Why."',
    "game": 'game NAME "Title"',
    "module": 'module NAME "Title" for GAME',
    "requires": "requires MODULE, MODULE",
    "excludes": "excludes MODULE, MODULE",
    "refuse": 'refuse "Why."',
    "option": "option NAME: one, two",
    "players": "players 1 to 4",
    "dummy": "dummy NAME, played by PLAYER",
    "when": "when CONDITION",
    "enum": "enum NAME: one, two",
    "add to": "add to PROMPT",
    "add": "add VALUE to ENUM",
    "kind": "kind NAME is KIND",
    "extend kind": "extend kind KIND",
    "extend": "extend GROUP with ZONE",
    "cards": "cards KIND in ZONE",
    "more cards": "more cards in ZONE",
    "more": "more cards in ZONE",
    "values": "values of cards",
    "card": "card NAME is KIND, 2 in ZONE",
    "class": "class NAME: KIND where CONDITION",
    "places": "places NAME: 1 to 4",
    "zone": "zone NAME per player: heap, private",
    "group": "group NAME: ZONE, ZONE",
    "number": "number NAME: 0 to 9, starts at 0",
    "flag": "flag NAME, starts yes",
    "marker": "marker NAME: one, two",
    "prompt": 'prompt NAME: "Question?"',
    "event": "event NAME(card)",
    "before": "before EVENT if CONDITION",
    "after": "after EVENT if CONDITION",
    "instead": "instead of EVENT if CONDITION",
    "instead of": "instead of EVENT if CONDITION",
    "together with": "together with EVENT if CONDITION",
    "on": "on EVENT of KIND",
    "turn": "turn: EVENT, EVENT",
    "ability": "ability WORDS <card in ZONE>",
    "forbid": "forbid EVENT if CONDITION",
    "define": "define NAME(card): VALUE",
    "widen": "widen NAME(card) when CONDITION",
    "narrow": "narrow NAME(card) when CONDITION",
    "raise": "raise NAME(card) by 1 when CONDITION",
    "lower": "lower NAME(card) by 1 when CONDITION",
    "keep": "keep NAME(card) at least 1",
    "score": "score per player: NUMBER",
    "winner": "winner: highest score, then shared",
    "win also": 'win also when CONDITION, "Sentence."',
    "win": "win only when CONDITION",
    "won": 'won "Sentence."',
    "lose": 'lose when CONDITION, "Why."',
    "out": 'out of reach when CONDITION, "Why."',
    "invariant": 'invariant "Sentence": CONDITION',
    "help": 'help CARD "Text."',
    "scenario": 'scenario id "Title"',
}
"""The forms of the first lines of declarations, by their first words."""

STATEMENTS = {
    "move every": "move every KIND in ZONE where CONDITION to ZONE",
    "move": "move CARD to ZONE",
    "turn passes": "turn passes to PLAYER",
    "turn": "turn CARD face up",
    "lay": "lay CARD onto CARD",
    "reveal": "reveal top 3 of ZONE in ZONE as NAME",
    "look": "look at top 3 of ZONE in ZONE as NAME",
    "draw": "draw 3 from ZONE to ZONE",
    "shuffle": "shuffle ZONE",
    "flip": "flip ZONE onto ZONE",
    "roll": "roll 1 to 6 as NAME",
    "pick": "pick KIND in ZONE at random as NAME",
    "put": "put CARDS on top of ZONE in any order, asking PROMPT",
    "exchange": "exchange CARD and CARD",
    "set": "set NAME to VALUE",
    "let": "let NAME: VALUE",
    "ask": "ask PROMPT, decided by PLAYER",
    "offer": "offer PROMPT, decided by PLAYER",
    "option": "option WORDS <card in ZONE where CONDITION>, if CONDITION, once a turn",
    "do": "do EVENT(card)",
    "if": "if CONDITION",
    "else": "else if CONDITION",
    "repeat while": "repeat while CONDITION",
    "repeat": "repeat NUMBER times",
    "for": "for each KIND in ZONE where CONDITION",
    "lose": 'lose "Why."',
    "game": 'game over "Why."',
    "next": "next player",
    "at": "at PROMPT",
    "when": "when CONDITION",
}
"""The forms of statements, options, and lines of an ability, by their first words."""

BELOW = {
    "kind": "NAME: number`, `NAME: set of ENUM` or `NAME: fact 0 to 9",
    "extend kind": "NAME: number`, `NAME: set of ENUM` or `NAME: fact 0 to 9",
    "table": 'show "Label": ZONE, by ATTRIBUTE, if CONDITION',
    "define": "VALUE when CONDITION`, the last one `otherwise VALUE",
    "score": "VALUE when CONDITION`, the last one `otherwise VALUE",
    "cards": "| card | count |",
    "more cards": "| card | count |",
    "values": "| card | ATTRIBUTE |",
}
"""The forms of lines below declarations that hold no statements."""

SCENARIO = {
    "at": "at PROMPT",
    "answer": "answer WORDS",
    "offers": "offers WORDS, WORDS",
    "asked": "asked PROMPT, decided by A",
    "with": "with MODULE, MODULE",
    "options": "options NAME: VALUE",
    "players": "players 2",
    "player": "player A",
    "rolls": "rolls 3, 6",
    "picks": "picks NAME, NAME",
    "status": "status won",
}
"""The forms of lines below `scenario`; others say what a zone holds."""


def form(head: str, line: str, below: bool) -> str:
    """The form of a line, with the declaration in whose block it stands if it does; "" if nothing tells what it is."""
    if not below:
        return _first(DECLARATIONS, line)
    if head.startswith("scenario "):
        return _first(SCENARIO, line) or "ZONE: CARD, CARD"
    if head.startswith("when "):
        return _first(DECLARATIONS, line) or _first(STATEMENTS, line)
    return _first(BELOW, head) or _first(STATEMENTS, line)


def option(line: str) -> str:
    """The advice about a line that stands where only options stand."""
    if additions.PLAIN.match(line) and not additions.RULE.match(line):
        return f"say `option {line}`, with what it does below it, indented"
    return "only options stand here: say `option WORDS`, with this line below it, indented further"


def misses(form: str, before: str, expected: str) -> bool:
    """Whether a form tells nothing about a mistake: it is in the condition or value of its line, or the first word."""
    if not before.strip():
        return True
    for part in ("CONDITION", "VALUE", "NUMBER"):
        head, found, rest = form.partition(part)
        if found and not (rest and ("`,`" in expected or "double quotes" in expected)):
            opening = head.split()[-1]
            return ":" in before if opening.endswith(":") else re.search(rf"\b{opening}\b", before) is not None
    return False


def _first(forms: dict[str, str], line: str) -> str:
    """The form with the most of the first words of a line."""
    found = [words for words in forms if re.match(rf"{words}(?![\w'-])", line)]
    return forms[max(found, key=len)] if found else ""


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
