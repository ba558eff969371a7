"""What to write instead in conditions and values: rows of a pattern and its advice, as in `advice`.

These rows go before all others, in lines that can't be parsed and about unknown names: a phrase of another language or
of a rulebook means the same wherever it stands. Each says the whole phrase, with the words of the author.
"""

from __future__ import annotations

from dsl.text.advice_words import Rows

RIGHT = r"(?!(?:and|or|if|when|then|than|to|of|for|in)\b)((?:[\w'’ *+-]|\([^()]*\))+?)(?=\s+(?:and|or|then|else|where|when|while|if|for)\b|\s*(?:[,:>\])}\"]|$))"
"""What something is compared with: up to the end of the condition."""

IS = r"(?:\b(?:is|are|be)\s+(?:(?:still|now|currently|already|even|only|always)\s+)?)"
ISNT = r"(?:\b(?:is|are)\s+(?:not|no|never)\s+|\b(?:isn['’]t|aren['’]t)\s+)(?:(?:any|a|even)\s+)?"
MUCH = r"(?:(?:strictly|much|far|clearly|one|even)\s+)?"
MORE = "more|greater|higher|bigger|larger|above|over|better|taller|stronger|longer|heavier|later|older|beyond"
LESS = "less|lower|smaller|fewer|below|under|beneath|worse|shorter|weaker|lighter|earlier|younger"
THAN = r"(?:\s+(?:than|then|as|to))?"
SAME = r"(?:equals?|exactly|(?:the\s+)?same)(?:\s+(?:to|as|than|with))?"
NUMBERS = (("([0-9]+)", "$2"), ("(two|both)", "2"), ("(three)", "3"), ("(four)", "4"))
"""Numbers in digits and in words, each with how it is written here."""

BESIDE = "neighbou?ring|adjacent|consecutive|successive|contiguous|neighbou?rs"
ZONE = r"(\w+(?:\([^()]*\)| of (?:all )?\w+)?)"

COMPARED: Rows = (
    (rf"\b(is (?:not |exactly )?(?:(?:at least|at most|more than|less than) )?)(?:the |all |as many as |equal to |as much as )*(?!number\b|any\b|no\b|some\b|every\b|in\b)(cards?|\w+[^s\W]s) (@in) ({ZONE})(?=,| and\b| or\b| then\b|$)", "say `$1 number of $2! in $4`"),
    (rf"{ISNT}at\s+least\s+{RIGHT}", "say `is less than $1`"),
    (rf"{ISNT}at\s+most\s+{RIGHT}", "say `is more than $1`"),
    (rf"{ISNT}(?:{MORE}){THAN}\s+{RIGHT}", "say `is at most $1`"),
    (rf"{ISNT}(?:{LESS}){THAN}\s+{RIGHT}", "say `is at least $1`"),
    (rf"{IS}(?:{LESS}){THAN}(?:,?\s+or)?\s+{SAME}\s+{RIGHT}", "say `is at most $1`"),
    (rf"{IS}(?:{MORE}){THAN}(?:,?\s+or)?\s+{SAME}\s+{RIGHT}", "say `is at least $1`"),
    (rf"{IS}{SAME}\s+or\s+(?:{LESS}){THAN}\s+{RIGHT}", "say `is at most $1`"),
    (rf"{IS}{SAME}\s+or\s+(?:{MORE}){THAN}\s+{RIGHT}", "say `is at least $1`"),
    (rf"{IS}{RIGHT}\s+(?:and|or)\s+(?:{LESS})(?=\s+(?:and|or|then)\b|\s*(?:[,>)\]:]|$))", "say `is at most $1`"),
    (rf"{IS}{RIGHT}\s+(?:and|or)\s+(?:{MORE})(?=\s+(?:and|or|then)\b|\s*(?:[,>)\]:]|$))", "say `is at least $1`"),
    (rf"{IS}((?!at\b|not?\b|never\b)\w+(?: of \w+)?)\s+(?:at\s+(?:the\s+)?)?(?:most|maximum|max)\b", "say `is at most $1`"),
    (rf"{IS}((?!at\b|not?\b|never\b)\w+(?: of \w+)?)\s+(?:at\s+(?:the\s+)?)?(?:least|minimum|min)\b", "say `is at least $1`"),
    (rf"{IS}(?:at\s+the\s+most|up\s+to|(?:at\s+)?(?:the\s+|a\s+)?max(?:imum|imal|imally)?(?:\s+of)?|not\s+exceeding)\s+(?:or\s+{SAME}\s+)?{RIGHT}", "say `is at most $1`"),
    (rf"{IS}(?:at\s+the\s+least|(?:at\s+)?(?:the\s+|a\s+)?min(?:imum|imal|imally)?(?:\s+of)?)\s+(?:or\s+{SAME}\s+)?{RIGHT}", "say `is at least $1`"),
    (rf"{IS}at\s+(least|most)\s+(?:or\s+{SAME}|as\s+(?:\w+\s+as|much|many))\s+{RIGHT}", "say `is at $1 $2`"),
    (rf"(?:{IS})?(?:<\s*=|=\s*<)\s*{RIGHT}", "say `is at most $1`"),
    (rf"(?:{IS})?(?:>\s*=|=\s*>)\s*{RIGHT}", "say `is at least $1`"),
    (rf"{IS}(?:{MUCH}(?!more\s+than\b)(?:{MORE}){THAN}|(?:strictly|much|far|clearly)\s+more\s+than)\s+{RIGHT}", "say `is more than $1`"),
    (rf"{IS}(?:{MUCH}(?!less\s+than\b)(?:{LESS}){THAN}|(?:strictly|much|far|clearly)\s+less\s+than)\s+{RIGHT}", "say `is less than $1`"),
    (r"\b(?:greater|higher|bigger|larger|taller|stronger)\s+than\s+"+RIGHT, "say `is more than $1`"),
    (r"\b(?:smaller|fewer|lower|shorter|weaker)\s+than\s+"+RIGHT, "say `is less than $1`"),
    (rf"\b(?:exceeds?|surpass(?:es)?|outranks?)\s+{RIGHT}", "say `is more than $1`"),
    (rf"{IS}(?:equal\s+(?:to|with)|(?:exactly\s+)?the\s+same\s+as|(?:just\s+|exactly\s+)?as\s+\w+\s+as)\s+{RIGHT}", "say `is $1`"),
    (rf"{ISNT}(?:equal\s+(?:to|with)|the\s+same\s+as|as\s+\w+\s+as)\s+{RIGHT}", "say `is not $1`"),
)  # fmt: skip
"""Comparisons."""


def _runs(number: str, shown: str) -> Rows:
    """The rows about cards side by side, for numbers of one sort."""
    run = rf"(?:(?:run|row|series|sequence|chain|streak|group|line) (?:of )?)?{number}"
    more = rf"(?: (?:{BESIDE}))*(?: (?!of\b|in\b|from\b|as\b)\w+)?(?: (?:{BESIDE}|side by side|next to each other|in a row))*"
    begin = r"\b(?:if |while |when |and |or |not |where |: )?(?!any run of [0-9]+ in\b|no run of [0-9]+ in\b)"
    return (
        (rf"{begin}(any|no) {run}{more} (?:of|in|from|on) {ZONE} as (\w+)", f"say `$1 run of {shown} in $3 as $4 where …`"),
        (rf"{begin}(some|an?|one) {run}{more} (?:of|in|from|on) {ZONE} as (\w+)", f"say `any run of {shown} in $3 as $4 where …`"),
        (rf"{begin}(any|no|some|an?) {run}{more} as (\w+) (?:of|in|from|on) {ZONE}", f"say `any run of {shown} in $4 as $3 where …`"),
        (rf"\b(any|no) {number} (?:{BESIDE})(?: \w+)? (?:of|in|from|on) {ZONE}", f"say `$1 run of {shown} in $3 as cards where …`"),
        (rf"\b(any|no) (?:run|row) of {number}(?: \w+)? (?:of|from|on) {ZONE}", f"say `$1 run of {shown} in $3 as cards where …`"),
    )  # fmt: skip


RUNS: Rows = (
    *(row for number, shown in NUMBERS for row in _runs(number, shown)),
    *((rf"\bnumber of (?:run|row)s? of {number}.*", f"runs aren't counted: say `any run of {shown.replace('2', '1')} in … as cards where …`") for number, shown in NUMBERS),
    (r"\b(any|no) (?:pair|two cards|couple)(?: of \w+)? (?:of|in|from|on) (\w+(?: of \w+)?)(?: as (\w+))?", "say `$1 run of 2 in $2 as two where …`"),
    (r"\b(any|no) run in (\w+(?: of \w+)?) of ([0-9]+) as (\w+)", "say `$1 run of $3 in $2 as $4 where …`"),
)  # fmt: skip
"""Cards that lie side by side."""

EVERY: Rows = (
    (r"^for (?:each|every|all) (\w+) (?:in|of) (?:all |the )*players$", "say `for each $1: player`"),
    (rf"(?<=[\w(:] )for (?:every|each|all|any) (\w+): ?(?:every |each |all )?(?!any\b|no\b)(\w+) in {ZONE}\b", "for cards, say `no $1: $2! in $3 where not …`"),
    (r"(?<=[\w(:] )for (?:every|each|all|any) (\w+): ?(?:every |each |all )?(?!any\b|no\b)(\w+)(?=,|:| where\b| such\b| has\b)", "say `for every $2! as $1, …`"),
    (r"(?<=[\w(:] )for (?:each|all|any) (\w+) as (\w+)", "say `for every $1! as $2, …`"),
    (r"(?<=[\w(:] )for (?:every|each|all|any) (\w+) (?:called |named |= ?)?(?!as\b|is\b|in\b|of\b|where\b|called\b|named\b)(\w+)(?=[,:])", "say `for every $1! as $2, …`"),
    (r"(?<=[\w(:] )for (?:every|each|all|any) (\w+) of (\w+)(?=[,:])", "say `for every $2! as $1, …`"),
    (r"(?<=[\w(:] )for (?:every|each|all|any) (\w+)(?=:)", "name the member: `for every $1! as x, …`"),
    (r"(?:\b(?:if|when|where|and|or|not|while)|:) (?:every|each|all) (\w+) as (\w+)(?=[,:])", "say `for every $1! as $2, …`"),
    (r"(?:\b(?:if|when|where|and|or|not|while)|:) (?:every|each|all) (\w+): (\w+)(?=,)", "say `for every $2! as $1, …`"),
)  # fmt: skip
"""Conditions of every member of a domain."""

HAS = r"(?:(?:that|who|which) )?(?:has|have|with|having|owns|holds|got|reached|reaches)"
SOMEBODY = "(?:any|some|an?|one) (?:player|opponent)|any(?:one|body)|some(?:one|body)"
COUNTS = (
    ("at least ([0-9]+) ", "is at least $1"), ("at most ([0-9]+) ", "is at most $1"),
    ("(?:more than|over) ([0-9]+) ", "is more than $1"), ("(?:less|fewer) than ([0-9]+) ", "is less than $1"),
    ("(?:exactly |just )?([0-9]+) (?!or\\b)", "is $1"), ("([0-9]+) or more ", "is at least $1"),
    ("([0-9]+) or (?:less|fewer) ", "is at most $1"),
)  # fmt: skip
"""How many of something a player has: with a group for the number, and the condition."""

PLAYERS: Rows = tuple(
    row
    for count, condition in COUNTS
    for row in (
        (rf"\b(?:{SOMEBODY}) {HAS} {count}(\w+)\b(?! or\b)(?! in\b)", f"say `any p: player where $2 of p {condition}`"),
        (
            rf"\b(?:no (?:player|opponent)|nobody|no one) {HAS} {count}(\w+)\b(?! or\b)(?! in\b)",
            f"say `no p: player where $2 of p {condition}`",
        ),
        (
            rf"\b(?:(?:every|each) player|all players|everybody|everyone) {HAS} {count}(\w+)\b(?! or\b)(?! in\b)",
            f"say `for every player as p, $2 of p {condition}`",
        ),
    )
) + tuple(
    (rf"\b(?:{SOMEBODY}) {HAS} ([0-9]+) (\w+) or (?:{more})", f"say `any p: player where $2 of p is at {bound} $1`")
    for more, bound in (("more", "least"), ("less|fewer", "most"))
)
"""What players have."""

ASKED = r"(is (?:(?!,| and\b| or\b| then\b).)+)"
BEGUN = r"(?:\b(?:if|when|where|while|and|or|not)|:)"
OWNERS: Rows = (
    (rf"{BEGUN} (?:any|some|an?|one|another|(?:any|one|some) of the) (\w+)(?:'s?|’s?) (\w[\w ]*?) {ASKED}", "say `any p: $1! where $2 of p $3`"),
    (rf"{BEGUN} (?:every|each|all|both|(?:each|all) of the) (\w+)(?:'s?|’s?) (\w[\w ]*?) {ASKED}", "say `for every $1! as p, $2 of p $3`"),
    (rf"{BEGUN} (?:no|none of the) (\w+)(?:'s?|’s?) (\w[\w ]*?) {ASKED}", "say `no p: $1! where $2 of p $3`"),
    (rf"{BEGUN} ((?:(?! and\b| or\b)[\w' -])+ of) (?:no|none of the) (\w+) {ASKED}", "say `no p: $2! where $1 p $3`"),
    (rf"{BEGUN} ((?:(?! and\b| or\b)[\w' -])+ of) (?:one|any|some|either) of (?:the |all )?(\w+) {ASKED}", "say `any p: $2! where $1 p $3`"),
    (rf"{BEGUN} ((?:(?! and\b| or\b)[\w' -])+ of) (?:each|every|all|every one) of (?:the )?(\w+) {ASKED}", "say `for every $2! as p, $1 p $3`"),
)  # fmt: skip
"""Values of members that somebody, everybody or nobody has."""

ZONES: Rows = (
    (rf"(?:\b(?:if|when|where|and|or|while)|:) (@(?!any\b|no\b|card\b)(\w+) in {ZONE} is not (?:none|nothing|empty))\b", "say `any $2 in $3`"),
    (rf"(?:\b(?:if|when|where|and|or|while)|:) (@(?!any\b|no\b|card\b)(\w+) in {ZONE} is (?:none|nothing|empty))\b", "say `no $2 in $3`"),
    (rf"\bno (\w[\w ]*?) in (?:(?:n?either|both) )?{ZONE}(?:,? nor|,? or|,? and) (?:no )?(@in) {ZONE}", "say `no $1 in $2 and no $1 in $4`"),
    (rf"\bno (\w[\w ]*?) in (?:(?:n?either|both) )?{ZONE} nor (?:in )?{ZONE}", "say `no $1 in $2 and no $1 in $3`"),
    (rf"\bno (\w[\w ]*?) in (?:n?either|both) {ZONE} (?:or|and) {ZONE}", "say `no $1 in $2 and no $1 in $3`"),
    (rf"\bany (\w[\w ]*?) in (?:either )?{ZONE} or (@in) {ZONE}", "say `any $1 in $2 or any $1 in $4`"),
    (rf"\bany (\w[\w ]*?) in (?:both )?{ZONE} and (@in) {ZONE}", "say `any $1 in $2 and any $1 in $4`"),
    (rf"\bany (\w[\w ]*?) in (?:either) {ZONE} or {ZONE}", "say `any $1 in $2 or any $1 in $3`"),
    (rf"\bany (\w[\w ]*?) in both {ZONE} and {ZONE}", "say `any $1 in $2 and any $1 in $3`"),
    (rf"\bneither {ZONE} nor {ZONE}(?: (?:has|holds|contains|have)(?: (?:any|an?))?(?: \w+)?)?", "say `no card in $1 and no card in $2`"),
    (rf"\b(?:if|when|while|and|or|not)? ?(?:both )?{ZONE} (and|or) {ZONE} (?:are|is) (?:both )?empty", "say `no card in $1 $2 no card in $3`"),
    (rf"\bno (\w[\w ]*?) in {ZONE}, {ZONE}(?=,)", "say `no $1 in $2 and no $1 in $3`"),
)  # fmt: skip
"""Questions about the cards of two zones."""

TERM = r"(?:^let [\w ]+:|^set [\w ]+ to|^move(?= (?:the )?(?:card|one|left|right|next|neighbou?r)\b(?! to the\b))|^exchange|^lay|^(?:if|else if|repeat while)|\b(?:is|is not|and|or|not|when|where|onto)|[(,:])"
"""What stands before a term."""

SIDES: Rows = (
    (rf"(?!is\b){TERM}(?<!is)(?<!is not) (@(?:the |an? )?(?:card |one |neighbou?r )?(?:next to|beside|adjacent to|alongside) (\w+))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `right neighbour of $2` or `left neighbour of $2`"),
    (rf"{TERM} (@(?:the )?(?:(?:card|one|tile|neighbou?r|\w+) )?(?:(?:on|at|to) the |at |on )?(left|right)(?: hand)?(?: side)?(?: card| one| neighbou?r)? (?:of|from) (?!all\b)(\w+(?: of \w+)*))(?= (?:is|to|and|or|in|face|lies)\b|[,)>]|$)", "say `$2 neighbour of $3`"),
    (rf"{TERM} (@(?:the )?(?:next|following)(?:(?: card| one| neighbou?r)? (?:of|from|after)|(?: card| one| neighbou?r) to) (\w+(?: of \w+)*))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `right neighbour of $2`"),
    (rf"{TERM} (@(?:the )?(?:previous|preceding)(?:(?: card| one| neighbou?r)? (?:of|from|before)|(?: card| one| neighbou?r) to) (\w+(?: of \w+)*))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `left neighbour of $2`"),
    (rf"{TERM} (@(?:the |an? )?(?:\w+ )?neighbou?r of (\w+))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `right neighbour of $2` or `left neighbour of $2`"),
    (rf"{TERM} (@(?:the )?(?:card|one|tile) (?:after|behind|following|right of) (\w+))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `right neighbour of $2`"),
    (rf"{TERM} (@(?:the )?(?:card|one|tile) (?:before|in front of|left of) (\w+))(?= (?:is|to|and|or|in)\b|[,)>]|$)", "say `left neighbour of $2`"),
)  # fmt: skip
"""Neighbours of a card in a line: about unknown attributes and names, and lines that can't be parsed."""

SUMS: Rows = (
    (rf"\b(@common (\w+) of (?:the |all |every |each )?\w+ in {ZONE}(?: is\b)?)", "`common` is about all cards of a place: say `common $2 of $3`"),
    (rf"\b(sum|highest|lowest) of (?:the |all )?(\w+) of (?:the |all |every |each |any )*(\w+) in {ZONE}(?!.*\bover\b).*", "say `$1 of $2 over $3! in $4`"),
    (rf"\b(sum|highest|lowest) of (?:the |all )?(\w+) for (?:each|every|all|any) (\w+) in {ZONE}.*", "say `$1 of $2 over $3! in $4`"),
    (rf"\b(?:total|sum) (?!of\b|number\b)(\w+) (?:of|over|for) (?:the |all |every |each )*(\w+) in {ZONE}", "say `sum of $1 over $2! in $3`"),
    (rf"\btotal of (?:the )?(\w+) (?:of|over) (?:the |all |every |each )*(\w+) in {ZONE}", "say `sum of $1 over $2! in $3`"),
)  # fmt: skip
"""Sums over cards."""

ON = (
    r"(?:(?: (?:is|are))?(?: (?:lies?|lying|sits?|sitting|rides|stands?|standing|rests?|resting|flies|perch(?:es|ed)))?"
    r"(?: on top of| atop| upon| onto| on| over| above)|(?: (?:is|are))? rid(?:es|ing)) (?:the |an? )?"
)
CARRIES = "with|carrying|carries|bears|bearing|having|has|holds|holding"

RIDING: Rows = (
    (rf"\b(any|no|some|every|each|number of) (\w+){ON}(?!on\b)(\w+)(?: to\b.*)?", "say `$1 $2 riding on $3`"),
    (rf"\b(?:an?|one|the|if|and|or|where|when) (\w+){ON}(\w+)", "say `any $1 riding on $2`"),
    (rf"\b(\w+) (?:{CARRIES}) (?:an?|any|one|some) (\w+)", "say `any $2 riding on $1`"),
    (rf"\b(\w+) (?:{CARRIES}) no (\w+)", "say `no $2 riding on $1`"),
    (r"\b(\w+) without (?:an? |any )?(\w+)", "say `no $2 riding on $1`"),
)  # fmt: skip
"""Cards that lie on others, in a file of which some kind `rides on` another."""

OF_PLAYERS = r"(?:of|over|for|among) (?:all |the |every |each |all the )players?\b(?! in\b)"
"""All players, but for those who are asked for by a place."""

OF_ALL: Rows = (
    (rf"\b(sum|highest|lowest)(?: of)? (?:the )?(?!of\b)(\w+) {OF_PLAYERS}", "say `$1 of $2 of p over p: player`"),
    (rf"\btotal(?: of)? (?:the )?(?!of\b)(\w+) {OF_PLAYERS}", "say `sum of $1 of p over p: player`"),
)
"""What all players have, in lines that can't be parsed; elsewhere it is known which numbers there are of each."""

LYING: Rows = (
    (
        r"\b(every|some|any|no|number of) (\w+) (?:on|onto|on top of|upon|at|inside|within) (?:the )?(?!(?:top|bottom|rightmost|leftmost|right|left|random|least|most|once|some|any)\b)(\w+(?: of \w+)?)(?: to\b)?",
        "say `$1 $2! in $3`, or `riding on $3` of cards that lie on it",
    ),
)
"""Cards in a zone, said by another word than `in`, in lines that can't be parsed."""

VALUE = r"((?:leftmost|rightmost|top|bottom) of \w+|\w+(?: [0-9]+)?)"
VALUES = rf"(?:not )?(@([\w'-]+(?: [\w'-]+)*?) of {VALUE}, (?!once\b|if\b|asking\b|decided\b){VALUE}"
SEVERAL: Rows = (
    (rf"{BEGUN} {VALUES}, {VALUE})(?= and\b| or\b| is\b|$)", "several values stand in parentheses: say `$2($3, $4, $5)`"),
    (rf"{BEGUN} {VALUES})(?= and\b| or\b| is\b|$)", "several values stand in parentheses: say `$2($3, $4)`"),
)  # fmt: skip
"""A definition that is about several values."""

FIRST: Rows = (*SEVERAL, *OWNERS, *PLAYERS, *COMPARED, *RUNS, *EVERY, *ZONES, *SIDES, *SUMS)
"""For lines that can't be parsed, and for unknown names."""
