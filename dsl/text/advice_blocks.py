"""What to write instead of a block on the line that opens it, of `ask again`, and below `ability`: rows, as in `advice`."""

from __future__ import annotations

from dsl.text.advice_words import AGAIN, BELOW_IT, STATEMENT, WHOLE, Rows

DRAW = r"^(?:draw|deal|take) (?:(?:a |one |1 |some |more )?cards? |one |1 |up )?"
UNTIL = ",? (?:until|till)"
REPEATED: Rows = (
    (rf"{DRAW}from ([\w' ]+?) to ([\w' ]+?){UNTIL} (?:room in [\w' ]+ is (?:0|none|zero)|no room in [\w' ]+|(?:[\w' ]+ |it )(?:is|are) (?:full|filled)|(?:there is |there's )?no (?:more )?room(?: (?:left|in .+))?)$", "say `draw (room in $2) from $1 to $2`: as many cards as there is room for"),
    (rf"^(?:draw|deal|take){UNTIL} ([\w' ]+?) (?:is|are) (?:full|filled)$", "say `draw (room in $1) from ZONE to $1`: as many cards as there is room for"),
    (rf"{DRAW}(?:until|till) room in ([\w' ]+?) is (?:0|none) from ([\w' ]+?)(?: to [\w' ]+)?$", "say `draw (room in $1) from $2 to $1`: as many cards as there is room for"),
    (rf"{DRAW}from ([\w' ]+?) to ([\w' ]+?){UNTIL} number of ([\w' ]+?) is (?:at least )?([0-9]+)$", "say on a line above `repeat while number of $3 is less than $4`, with `draw from $1 to $2` below it, indented"),
    (rf"^(?:draw|deal|take){UNTIL} number of ([\w' ]+? in ([\w' ]+?)) is (?:at least )?([0-9]+)$", "say `repeat while number of $1 is less than $3`, and below it `draw from ZONE to $2`"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} number of ([\w' ]+?) is (?:at least )?([0-9]+)$", "say on a line above `repeat while number of $2 is less than $3`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} (?:there are |you have )?([0-9]+) (?:cards? )?(?:are )?in ([\w' ]+)$", "say on a line above `repeat while number of card in $3 is less than $2`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} ([\w' ]+?) (?:is|are) (?:full|filled)$", "say on a line above `repeat while room in $2 is more than 0`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} ([\w' ]+?) (?:is|are|runs) (?:empty|out|used up)$", "say on a line above `repeat while any card in $2`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} no (?!room\b)(.+)$", "say on a line above `repeat while any $2`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} any (.+)$", "say on a line above `repeat while no $2`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}){UNTIL} ([^\"]+ (?:is|in) [^\"]+)$", "say on a line above `repeat while not ($2)`, with `$1` below it, indented"),
    (rf"^((?!repeat\b){WHOLE}),? (?:while|as long as|whilst) ([^\"]+ (?:is|in) (?!full\b|empty\b)[^\"]+)$", "say on a line above `repeat while $2`, with `$1` below it, indented"),
    (r"^(?:(?:repeat|do|loop) (?:it |this )?)?(?:until|till) no (.+)$", "say `repeat while any $1`"),
    (r"^(?:(?:repeat|do|loop) (?:it |this )?)?(?:until|till) any (.+)$", "say `repeat while no $1`"),
    (r"^(?:(?:repeat|do|loop) (?:it |this )?)?(?:until|till) ([^\"]+ is (?!not\b|full\b|empty\b)[^\"]+)$", "say `repeat while not ($1)`"),
)  # fmt: skip
"""Statements that are done until something is so."""

STATEMENTS: Rows = (
    *REPEATED,
    (rf"^(?:if|else if|for each|for every|repeat|together)\b(?!.* then ).*?,? (@(?:{STATEMENT}) .*?(?:,|;| and| and then| then) (?:{STATEMENT})\b(?! top\b).*)$", f"write each statement {BELOW_IT}"),
    (rf"^(?:if|else if|for each|for every|repeat|together)\b(?!.* then ).*?(@,? ({WHOLE}))$", f"write `$2` {BELOW_IT}"),
    (rf"^option .*, ?(?:if|once) .*? (@{WHOLE})$", f"write `$1` {BELOW_IT}"),
    (r"^(?:again|retry|redo|restart|go back|back|loop|(?:goto|go to|go back to|back to|return to) \w+)$", AGAIN),
    (r"^(?:start|begin|try|choose|decide|ask|play|pick|select|do) (?:(?:it|this|that|them|the same) )?(?:over|again|anew|once more|over again|all over)(?: again)?$", AGAIN),
    (r"^repeat (?:the |this |that )?(?:question|prompt|choice|option|asking|ask)$", AGAIN),
    (r"^(?:ask )?(?:again|once more)(?: ask(?:ing)?)?$", AGAIN),
    (r"^(?:take|have|get) (?:an?other|one more|an? extra|an? additional) turn$", "say `turn passes to player`: that gives another turn"),
    (r"^repeat$", "say how often, `repeat 2 times` or `repeat while …`; an option that asks its prompt anew says `ask again`"),
)  # fmt: skip
"""For lines below other declarations."""

INDENTED: Rows = (
    (
        rf"^(?:for each|if|else if|repeat|together|on|before|after|instead of|together with|event|else)\b.*?(@,? ({WHOLE}))$",
        f"write `$2` {BELOW_IT}",
    ),
)
"""For lines below which a block is missing."""

ABILITY: Rows = (
    (r"^(?:before (?:anything|everything|all) else|first|at first|first of all),? (?:at|in|on) (\w[\w ]*)$", "say `at $1 before anything else`"),
    (r"^before anything else$", "say it behind the prompt: `at PROMPT before anything else`"),
    (r"^at (\w[\w ]*?),? (@(?:first|before (?!anything else)(?:everything|all|any|anything|every|the|each)\b.*))$", "say `at $1 before anything else`"),
    (r"^(?:before|after|on|in|during|while|by) (?:the )?(?:(?:start|end|beginning) of )?(\w[\w ]*)$", "an ability is used at a prompt: say `at $1` if a prompt has this name; what happens at an event anyway is a rule, at the left margin"),
    (r"^at (?:the )?(?:start|end|beginning) (@of) (?:the )?(\w[\w ]*)$", "an ability is used at a prompt: say `at $2` if a prompt has this name"),
    (r"^at (\w[\w ]*?),? (@(when|if|while|unless) (.+))$", "write the condition on a line of its own below it: `when $4`"),
    (r"^(at|when)(@:) ?(.+)$", "leave the colon out: `$1 $3`"),
    (r"^at (\w[\w ]*?) (@and|or) (?:at )?(\w[\w ]*)$", "separate the prompts by commas: `at $1, $3`"),
    (r"^(?:cost|costs|price|pay|effect|does|text|use|action|then|do): ?", "leave it out: the condition of an ability is `when …`, and what it does and takes stands in statements below"),
    (r"^(?:anytime|any time|at any ?time|always|whenever|at every prompt|at all prompts)$", "leave it out: without `at …`, an ability is used at every prompt that is open to abilities"),
    (r"^(?:unless|when(?: it is|'s)? not) (.+)$", "say `when not $1`"),
    (r"^(?:only )?(?:where|while|provided|as long as) ([^=<>]*)$", "say `when $1`"),
    (r"^(?:only )?(once (?:a turn|a game|in [\w ]+?)(?: in all)?)$", "put it on the line above, after a comma: `ability …, $1`"),
    (r"^at [\w ]+(@, before anything else)", "leave the comma out: `at … before anything else`"),
    (r"^(@at) ", "`at …` comes first, then `when …`, then the statements"),
    (r"^(@when) ", "`at …` comes first, then `when …`, then the statements; join several conditions by `and`"),
    (r"^if [^=<>]*$", "the condition of an ability is `when …`; an `if` needs statements below it, indented further"),
)  # fmt: skip
"""For lines below `ability`, besides those for statements."""
