"""The forms of all lines: data for `forms`, which shows the nearest of them where a line can't be parsed.

A form is a line as an author writes it, with words in capitals for what differs: KIND, ZONE, CONDITION. What a line may
have besides is shown in one of its forms. Every alternative of the grammar has a form, and every form can be parsed if
its capitals are replaced: the tests of `forms` see to both.
"""

from __future__ import annotations

Forms = tuple[str, ...]

SELECTED = "<KIND in ZONE where CONDITION>"

DECLARATIONS: dict[str, Forms] = {
    "game": ('game NAME "Title"',),
    "game over": ('game over when CONDITION, "Why."',),
    "module": ('module NAME "Title" for GAME',),
    "requires": ("requires MODULE, MODULE",),
    "excludes": ("excludes MODULE, MODULE",),
    "refuse": ('refuse "Why."',),
    "option": ("option NAME: one, two", "option NAME: 1 to 5, default 2"),
    "players": ("players 1 to 4", "players 2"),
    "dummy": ("dummy NAME, played by PLAYER",),
    "when": ("when CONDITION",),
    "enum": ("enum NAME: one, two", "enum NAME in order: one, two", 'enum NAME: one "1", two "2"'),
    "add to": ("add to PROMPT",),
    "add": ("add VALUE, VALUE to ENUM", "add to PROMPT"),
    "kind": ("kind NAME", "kind NAME is KIND"),
    "extend kind": ("extend kind KIND",),
    "extend": ("extend GROUP with ZONE", 'extend GROUP with ZONE as "words"', "extend kind KIND"),
    "cards": ("cards KIND in ZONE",),
    "more": ("more cards in ZONE",),
    "values": ("values of cards",),
    "card": ("card NAME is KIND, 2 in ZONE",),
    "class": ("class NAME: KIND where CONDITION",),
    "places": ("places NAME: 1 to 4",),
    "zone": (
        "zone NAME: pile, hidden",
        "zone NAME per player: heap, private",
        "zone NAME: heap, public, limit 5",
        "zone NAME: pile, hidden, refilled from ZONE",
        "zone NAME: line, public, for looking",
        "zone NAME per DOMAIN: heap, public, named NAME",
    ),
    "group": ("group NAME: ZONE, ZONE", 'group NAME: ZONE as "words", ZONE as "words"'),
    "number": (
        "number NAME: 0 to 9",
        "number NAME: 0 to 9, starts at 3",
        "number NAME per player: 0 to 9",
        "number NAME during EVENT: 0 to 9",
        "number NAME per DOMAIN: 0 to 9",
    ),
    "flag": (
        "flag NAME",
        "flag NAME, starts yes",
        "flag NAME per player",
        "flag NAME during EVENT",
        "flag NAME per DOMAIN",
    ),
    "marker": ("marker NAME: one, two", "marker NAME per player: one, two", "marker NAME per DOMAIN: one, two"),
    "prompt": (
        'prompt NAME: "Question?"',
        'prompt NAME: "Question?", open to abilities, must be answered',
        'prompt NAME per player: "Question?"',
    ),
    "event": (
        "event NAME",
        "event NAME(card)",
        "event NAME(card), move",
        "event NAME(NAME: KIND)",
        "event NAME(NAME: KIND), move",
        "event NAME(NAME: KIND, NAME: number)",
    ),
    "on": ("on EVENT of KIND",),
    "turn": ("turn: EVENT, EVENT",),
    "ability": (f"ability WORDS {SELECTED}", "ability WORDS, once a turn", "ability WORDS, once in EVENT"),
    "forbid": ("forbid EVENT", "forbid EVENT if CONDITION"),
    "define": ("define NAME: VALUE", "define NAME(card): VALUE", "define NAME(NAME: KIND): VALUE"),
    "widen": ("widen NAME(card) when CONDITION", "widen NAME when CONDITION"),
    "narrow": ("narrow NAME(card) when CONDITION", "narrow NAME when CONDITION"),
    "raise": ("raise NAME(card) by 1 when CONDITION", "raise NAME by 1"),
    "lower": ("lower NAME(card) by 1 when CONDITION", "lower NAME by 1"),
    "keep": ("keep NAME(card) at least 1", "keep NAME at most 9"),
    "score": ("score: VALUE", "score per player: VALUE", "score:"),
    "winner": (
        "winner: highest score, then shared",
        "winner: lowest VALUE, then first in turn order",
        "winner: most KIND in ZONE, then nobody",
    ),
    "win": ("win only when CONDITION", 'win also when CONDITION, "Sentence."'),
    "won": ('won "Sentence."',),
    "lose": ('lose when CONDITION, "Why."',),
    "out": ('out of reach when CONDITION, "Why."',),
    "invariant": ('invariant "Sentence": CONDITION',),
    "never": ('never CONDITION: "Sentence"',),
    "table": ("table",),
    "help": ('help CARD "Text."', 'help "Title" "Text."'),
    "scenario": ('scenario id "Title"',),
    **{
        hook: (
            f"{hook} EVENT",
            f"{hook} EVENT if CONDITION",
            f"{hook} EVENT if CONDITION, once a turn",
            f"{hook} entering ZONE if CONDITION",
            f"{hook} leaving ZONE if CONDITION",
            f"{hook} revealing in ZONE",
            f"{hook} EVENT, after MODULE",
        )
        for hook in ("before", "after")
    },
    **{
        hook: (f"{hook} EVENT", f"{hook} EVENT if CONDITION", f"{hook} EVENT if CONDITION, once a turn")
        for hook in ("instead of", "together with")
    },
}
"""The forms of the first lines of declarations, by their first words."""

STATEMENTS: dict[str, Forms] = {
    "move": (
        "move CARD to ZONE",
        "move every KIND in ZONE where CONDITION to ZONE",
        "move CARD to ZONE face down",
        "move CARD and all after it to ZONE",
    ),
    "turn": ("turn CARD face up", "turn every KIND in ZONE where CONDITION face down", "turn passes to PLAYER"),
    "lay": ("lay CARD onto CARD",),
    "reveal": ("reveal top 3 of ZONE in ZONE as NAME",),
    "look": ("look at top 3 of ZONE in ZONE as NAME",),
    "draw": (
        "draw from ZONE to ZONE",
        "draw 3 from ZONE to ZONE",
        "draw (VALUE) from ZONE to ZONE face down",
        "draw from ZONE to ZONE as NAME",
    ),
    "shuffle": ("shuffle ZONE", "shuffle ZONE into ZONE"),
    "flip": ("flip ZONE onto ZONE",),
    "roll": ("roll 1 to 6 as NAME",),
    "pick": (
        "pick KIND in ZONE at random as NAME",
        "pick KIND in ZONE at random where CONDITION as NAME",
        "pick DOMAIN at random as NAME",
    ),
    "put": (
        "put CARDS on top of ZONE in any order, asking PROMPT",
        "put CARDS under ZONE in any order, asking PROMPT",
        "put every KIND in ZONE on top of ZONE in any order, asking PROMPT",
    ),
    "exchange": ("exchange CARD and CARD",),
    "set": ("set NAME to VALUE", "set NAME of CARD to VALUE"),
    "let": ("let NAME: VALUE",),
    "ask": (
        "ask PROMPT",
        "ask PROMPT, decided by PLAYER",
        "ask PROMPT of PLAYER",
        "ask PROMPT about CARD and ZONE",
        "ask PROMPT, open to abilities if CONDITION",
        "ask PROMPT, starting over",
        "ask PROMPT, decided by every player at once",
        "ask again",
    ),
    "offer": (
        "offer PROMPT",
        "offer PROMPT, decided by PLAYER",
        "offer PROMPT, starting over",
        "offer PROMPT of PLAYER",
    ),
    "do": (
        "do EVENT",
        "do EVENT(CARD)",
        "do EVENT(CARD), counted as KIND",
        "do EVENT, asking PROMPT instead of PROMPT",
    ),
    "proceed": ("proceed",),
    "if": ("if CONDITION",),
    "else": ("else", "else if CONDITION"),
    "repeat": ("repeat NUMBER times", "repeat while CONDITION"),
    "for": ("for each KIND in ZONE where CONDITION", "for each NAME: DOMAIN where CONDITION"),
    "together": ("together",),
    "lose": ('lose "Why."',),
    "game": ('game over "Why."',),
    "next": ("next player",),
}
"""The forms of statements, by their first words."""

OPTIONS: dict[str, Forms] = {
    "option": (
        "option WORDS",
        f"option WORDS {SELECTED}",
        "option WORDS, if CONDITION, once a turn",
        "option WORDS <2 of KIND in ZONE where CONDITION>",
        "option WORDS <some of KIND in ZONE where CONDITION>",
        "option WORDS <some of ZONE>",
        "option WORDS <NAME: DOMAIN where CONDITION>",
        "option WORDS <NAME: ENUM or ENUM>",
        "option WORDS <KIND in ZONE, if unclear>",
        "option WORDS {VALUE}",
    ),
}
"""The forms of options."""

ABILITY: dict[str, Forms] = {
    "at": ("at PROMPT", "at PROMPT, PROMPT", "at PROMPT before anything else"),
    "when": ("when CONDITION",),
}
"""The forms of lines of an ability that are no statements."""

TRIGGER: dict[str, Forms] = {"when": ("when CONDITION",)}
"""The form of the lines below `card`."""

KIND: Forms = (
    "NAME: number",
    "NAME: ENUM",
    "NAME: set of ENUM",
    "NAME: yes or no",
    "NAME: fact 0 to 9",
    'NAME: yes or no shown "words"',
    'NAME: fact 0 to 9 shown "words", most first',
    'NAME: fact, one of "word", "word"',
    "NAME: ENUM or ENUM",
    "rides on KIND, then ZONE",
    "active in ZONE, then ZONE, asking PROMPT",
    "may lie face down",
)
"""The forms of lines below `kind`."""

ROWS: Forms = (
    "| card | count |",
    "| card | ATTRIBUTE | count |",
    "| NAME | VALUE | 2 |",
    "| NAME | VALUE, VALUE | 2 |",
)
"""The forms of rows below `cards` and `more cards`, the heading first."""

VALUE_ROWS: Forms = ("| card | ATTRIBUTE |", "| NAME | VALUE |", "| NAME | VALUE, VALUE |")
"""The forms of rows below `values of cards`, the heading first."""

CASES: Forms = ("VALUE when CONDITION", "otherwise VALUE")
"""The forms of lines below `define …:` and `score:`."""

TABLE: Forms = (
    'show "Label": ZONE',
    'show "Label": ZONE, by ATTRIBUTE',
    'show "Label": ZONE, with ATTRIBUTE and ATTRIBUTE',
    'show "Label": ZONE, size, if CONDITION',
    'show "Label": ZONE, top card',
    'show "Label": ZONE, counted',
    'show "Label": ZONE, beside VALUE as "words", beside VALUE as "words"',
    'show "Label": ZONE, apart CARDS as "words"',
    'beside "Label": VALUE as "words"',
    "for each DOMAIN",
)
"""The forms of lines below `table`."""

SCENARIO: Forms = (
    "given",
    "deal",
    "play",
    "then",
    "with MODULE, MODULE",
    "options NAME: VALUE, NAME: VALUE",
    "options NAME: -1",
    "players 2",
    "rolls 3, 6",
    "picks NAME, NAME",
)
"""The forms of lines below `scenario`."""

POSITION: Forms = ("ZONE: CARD, CARD", "ZONE: CARD (FACT 2), CARD", "NAME: 3", "NAME: -1", "player A")
"""The forms of lines below `given` and `deal`."""

RESULT: Forms = (
    "ZONE: CARD, CARD",
    "ZONE includes: CARD",
    "NAME: 3",
    "asked PROMPT",
    "asked PROMPT, decided by A",
    "status won",
    "refused",
)
"""The forms of lines below `then`."""

STEPS: Forms = ("at PROMPT", "at PROMPT, decided by A")
"""The forms of lines below `play`."""

ANSWERS: Forms = (
    "answer WORDS",
    "answer WORDS (FACT 2)",
    "offers WORDS, WORDS",
    "offers some WORDS",
    "offers no WORDS",
)
"""The forms of lines below `at …` in a scenario."""

CONDITIONS: Forms = (
    "VALUE is VALUE",
    "VALUE is not VALUE",
    "NUMBER is at least NUMBER",
    "NUMBER is at most NUMBER",
    "NUMBER is more than NUMBER",
    "NUMBER is less than NUMBER",
    "NUMBER is exactly NUMBER",
    "any KIND in ZONE where CONDITION",
    "no KIND in ZONE where CONDITION",
    "any NAME: DOMAIN where CONDITION",
    "no NAME: DOMAIN where CONDITION",
    "any KIND riding on CARD",
    "no KIND riding on CARD",
    "VALUE in ATTRIBUTE of CARD",
    "VALUE is in ATTRIBUTE of CARD",
    "VALUE is not in ATTRIBUTE of CARD",
    "ATTRIBUTE of CARD meets ATTRIBUTE of CARD",
    "CARD lies in ZONE",
    "CONDITION and CONDITION",
    "CONDITION or CONDITION",
    "not CONDITION",
    "during EVENT",
    "for every DOMAIN as NAME, CONDITION",
    "any run of 3 in ZONE as NAME where CONDITION",
    "no run of 3 in ZONE as NAME where CONDITION",
    "CARD is named before CARD",
    "CARD is not named before CARD",
)
"""The forms of conditions."""

VALUES: Forms = (
    "ATTRIBUTE of CARD",
    "number of KIND in ZONE where CONDITION",
    "number of NAME: DOMAIN where CONDITION",
    "sum of VALUE over KIND in ZONE",
    "highest of VALUE over KIND in ZONE",
    "lowest of VALUE over KIND in ZONE",
    "rightmost of ZONE",
    "leftmost 2 of ZONE",
    "top of ZONE",
    "bottom of ZONE",
    "top 3 of ZONE",
    "place 3 of ZONE",
    "left neighbour of CARD",
    "right neighbour of CARD",
    "some KIND in ZONE where CONDITION",
    "room in ZONE",
    "one after VALUE",
    "one before VALUE",
    "ordinal of VALUE",
    "option NAME",
    "total of KIND",
    "common ATTRIBUTE of CARDS",
    "NAME(VALUE)",
    "NUMBER + NUMBER",
    "NUMBER - NUMBER",
    "NUMBER * NUMBER",
    "-NUMBER",
    "(VALUE)",
    "none",
    "yes",
    "no",
    "if CONDITION then VALUE else VALUE",
)
"""The forms of values."""

SELECTIONS: Forms = (
    "KIND in ZONE",
    "KIND in ZONE where CONDITION",
    "NAME: KIND in ZONE where CONDITION",
    "KIND in ZONE besides CARD",
    "KIND riding on CARD",
    "KIND by position in ZONE",
    "KIND to the right of CARD",
    "KIND to the left of CARD",
)
"""The forms of selections of cards."""

USUAL = (
    "kind", "cards", "card", "class", "enum", "zone", "group", "places", "number", "flag", "marker", "prompt", "event",
    "turn", "before", "after", "instead of", "on", "ability", "add to", "forbid", "define", "widen", "raise", "win",
    "lose", "score", "winner", "table", "help", "scenario",
)  # fmt: skip
"""The first words of the declarations that most files have."""

VERBS = {
    word: first
    for first, words in {
        "draw": "take deal grab get fetch pull",
        "move": "place discard return send play remove trash push bring transfer pass bury",
        "set": "gain add increase decrease reduce raise lower spend pay subtract change assign",
        "ask": "choose select prompt query",
        "exchange": "swap switch trade",
        "look": "peek view",
        "lay": "attach stack",
        "shuffle": "mix",
        "do": "call run trigger start begin perform execute resolve",
        "for": "foreach every each all loop",
        "repeat": "while until",
        "roll": "throw toss",
        "game": "end finish",
        "let": "var variable define",
    }.items()
    for word in words.split()
}
"""Verbs of plain English that begin no statement, and the first word of the nearest statement."""

NOUNS = {
    word: first
    for first, words in {
        "zone": "pile hand stack board area row heap line",
        "number": "counter variable var int integer value resource track",
        "flag": "bool boolean switch state",
        "kind": "type sort tile",
        "ability": "action power skill special",
        "define": "function formula let condition",
        "turn": "phase phases round rounds steps",
        "prompt": "question ask",
        "event": "procedure step",
        "after": "whenever upon at rule trigger",
        "forbid": "block prevent prohibit cannot disallow",
        "win": "victory",
        "lose": "defeat loss",
        "scenario": "test example",
        "raise": "increase boost",
        "lower": "decrease reduce",
        "requires": "needs depends",
        "option": "setting",
    }.items()
    for word in words.split()
}
"""Words that begin no declaration, and the first word of the nearest declaration."""

SECTIONS = {
    "zone": "zone",
    "number": "number",
    "event": "event",
    "before": "before",
    "after": "leaving",
    "move": "move",
    "draw": "draw",
    "ask": "ask",
    "offer": "offer",
    "do": "do",
    "option": "ask",
    "flag": "flag",
}
"""The headings of docs/language.md about lines with more forms than are shown, by their first words."""
