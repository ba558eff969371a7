"""What to write instead of a block on the line that opens it, of `ask again`, and below `ability`: rows, as in `advice`."""

from __future__ import annotations

from dsl.text.advice_words import AGAIN, BELOW_IT, STATEMENT, WHOLE, Rows

STATEMENTS: Rows = (
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
