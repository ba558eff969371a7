"""Parts of the patterns and of the advice in the tables of `advice` and `advice_declarations`."""

from __future__ import annotations

Rows = tuple[tuple[str, str], ...]

NOUN = r"([^\W\d]\w*)"
NAME = r"([^\W\d][\w' -]*?)"
LONG = r"([^\W\d][\w' -]{0,60}?)"
NAMED = r"(?:\w+: )?"
OF_IN = r"(?:of )?(?:the )?(\w+) in (\w+(?: of \w+)?)"
MORE = "greater|bigger|larger|higher"
LESS = "smaller|fewer|lower"
HOOK = "(before|after|instead of|together with|forbid)"
STATEMENT = "set|move|do|draw|shuffle|flip|lose|ask|offer|let|put|look at|reveal|exchange|lay|repeat|proceed"
OPENER = (
    "if|else|else if|for each|repeat|together|ask|offer|option|event|on|before|after|instead of|together with|add to|at|"
    "given|deal|play|then|table|kind|cards|more cards|values of cards|when|ability|scenario"
)
TIMES = "(?:whenever|every time|each time|as soon as|once|upon|on|if|when)"
ARTICLE = "(?:(?:an?|the|any|some|each|every|all|one) )?"
ENTERS = (
    "(?:enters?|entering|(?:is|are) (?:put|moved) (?:into|in|to)|(?:comes?|goes?|gets?) (?:into|to)|reach(?:es)?|"
    "lands? in|arrives? in)"
)
LEAVES = "(?:leaves?|leaving|(?:is|are) (?:taken|moved|removed) (?:from|out of)|(?:comes?|goes?) out of)"
DONE = r"(?:is|are|gets?|was|were|has been) (drawn|put|laid|sold|shown|\w{2,}ed)"
BELOW = "write it on a line of its own below, indented further"
AGAIN = "say `ask again`: the prompt of this option is asked anew"
BELOW_IT = "on a line of its own below, indented further"
BELONGS = "indent it below an `event` or a rule such as `after …`: statements stand in blocks"
EVERY = "say `ask PROMPT, decided by every player at once` if nobody may know the others' choices, or ask each by himself in a loop"
LIMIT = "a limit doesn't change: it stands in the declaration, `zone $1: …, limit $2`"
BRACES = "leave the braces out: what belongs to a line stands below it, indented"
ELSE = "`else` begins in the column of its `if`, with nothing but the block of that `if` between them"
ONE_OR_ALL = "say `some $2! in …` for one of them, `every $2! in …` for all"
PARTS = 'in a `show` line the parts come in this order: `show "Label": zone, by colour, beside other as "words", if …`'

WHOLE = (
    r"(?:move .+ to .+|set .+ to .+|do \w.*|draw .*\bfrom .+|shuffle \w.*|flip .+ onto .+|lose\b.*|game over\b.*|ask \w.*|"
    r"offer \w.*|let \w[\w ]*:.+|put .+|(?:look at|reveal) .+|exchange .+ and .+|lay .+ onto .+|repeat .+|proceed|"
    r"next player|turn passes to .+|turn .+ face (?:up|down)|roll .+ to .+|pick .+ at random\b.*)"
)
"""A statement as it stands on a line of its own."""
BROKEN_UP = (
    "put the word `and` or `or` at the end of the line above: such a line continues in the next one, indented deeper"
)
