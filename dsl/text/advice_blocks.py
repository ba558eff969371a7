"""What to write instead of a block on the line that opens it, and of `ask again`: rows, as in `advice`."""

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
