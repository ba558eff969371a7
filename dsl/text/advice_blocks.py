"""What to write instead of blocks on the line that opens them, and of statements that are English sentences.

Rows of a pattern and its advice, as in `advice`: also for the parts of a scenario, and for lines below `ability`.
"""

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

WHO = r"(?:the )?(?!(?:if|when|unless|then|and|or|again|not|is)\b)((?:one (?:after|before) )?[^\W\d][\w']*(?: of [\w']+)?)"
"""The words for a player."""

NEXT = "(?:next|first|now|from here|from now on|the next (?:trick|round|turn)|the (?:trick|round))"
ACTING = "(?:turn|next player|current player|active player|acting player|player|whose turn)"
TURNS: Rows = (
    (r"^(?:the )?next player(?:'s|s|s'|’s) (?:turn|go|move)$", "say `next player`; a turn ends by itself after its last phase"),
    (r"^(?:skip|pass)(?: on)?(?: the| your| his| my| this)? turns?$", "say `next player`; a turn ends by itself after its last phase"),
    (rf"^(?:the )?next (?:player|turn)(?: ?(?:is|becomes|will be|=|:|to|,)|)(?: now)? {WHO}$", "say `turn passes to $1`"),
    (rf"^(?:the )?(?:player|current player|active player|turn) ?(?:is|becomes|=|:|of|to) {WHO}$", "say `turn passes to $1`"),
    (rf"^set (?:the )?{ACTING} (?:to|=) {WHO}$", "say `turn passes to $1`"),
    (rf"^(?:change|switch|move|go|jump)(?: the)?(?: {ACTING})? to (?:player )?([A-H]|one (?:after|before) \w+)$", "say `turn passes to $1`"),
    (rf"^turn passes (?:on )?(?:onto |over to |at |on )?(?!to\b){WHO}$", "say `turn passes to $1`"),
    (rf"^{WHO} (?:begins?|starts?|leads?|plays?|goes|moves?|acts?|is)(?: the)? {NEXT}$", "say `turn passes to $1`"),
    (r"^([A-H]|one (?:after|before) \w+|p|best|winner) (?:begins|starts|leads|plays|goes|acts)$", "say `turn passes to $1`"),
    (rf"^(?:let|make) {WHO} (?:(?:be|become) )?(?:the )?(?:begin|start|lead|(?:play|go|move)(?: next| first)?|(?:next|current|active|acting|starting|first) player)$", "say `turn passes to $1`"),
    (r"^it(?:'s| is|’s) ([\w]+?)(?:'s|’s) turn(?: now| next)?$", "say `turn passes to $1`"),
    (r"^(?:start|begin|continue|go on) with (?:player )?([A-H]|one (?:after|before) \w+)$", "say `turn passes to $1`"),
)  # fmt: skip
"""Sentences about whose turn it is."""

OVER = "(?:over|around|upside down|about)"
ONTO = "(?:onto|on to|on top of|on|upon|into|to|over)"
FLIPS: Rows = (
    (r"^(?:flip|turn over) ([^\W\d][\w' ]*?) (face (?:up|down))$", "cards that `may lie face down` are turned where they lie: say `turn $1 $2`"),
    (rf"^(?:turn|flip|tip|roll)(?: the)? ([^\W\d][\w' ]*?) {OVER} {ONTO}(?: the)? ([\w' ]+)$", "say `flip $1 onto $2`"),
    (rf"^(?:turn|tip|invert|reverse|upend)(?: {OVER})?(?: the)? ([^\W\d][\w' ]*?) (?:onto|on to|on top of|upon)(?: the)? ([\w' ]+)$", "say `flip $1 onto $2`"),
    (r"^(?:invert|reverse|upend)(?: the)? ([^\W\d][\w' ]*?)$", "say onto which pile its cards come, turned over: `flip $1 onto ZONE`"),
)  # fmt: skip
"""A pile that is turned over."""

COUNTED = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

CHOOSES = "let a prompt ask: `ask PROMPT`, and below it, indented, `option take <card in ZONE>`"
SENTENCES: Rows = (
    (r"^(?:ask|offer|let|have|allow|make|force)(?: the| a| each| every)? (?:acting |current )?(?:players?|you|user|p)(?: to)? (?:choose|pick|select|decide|take|discard|play|draw|answer|an?|one|some|the|whether|which)\b.*", CHOOSES),
    (r"^(?:ask|offer) (?:which|what|whether|how|who|whom|where|if|an?|some|one) .*", CHOOSES),
    (r"^(?:put|place|add) ([0-9]+) (?:cards? )?(?:from|of) (?:the )?([\w']+) (?:in|into|to|on|onto) (?:the )?([\w']+)$", "say `draw $1 from $2 to $3`"),
    (r"^shuffle (\w+) and (\w+) together$", "say `shuffle $1 into $2`, for all cards in one pile"),
    (r"^(?:repeat |loop |do this |go on )?(?:until|till) (?:the )?([\w' ]+?) (?:is|are|runs?|becomes?) (?:empty|out|used up)$", "say `repeat while any card in $1`"),
    (r"^set (\w+(?: of \w+)?) (?:one |1 )?(up|higher|forward)(?: by (?:one|1)| one| 1)?$", "say `set $1 to $1 + 1`"),
    (r"^set (\w+(?: of \w+)?) (?:one |1 )?(down|lower|back)(?: by (?:one|1)| one| 1)?$", "say `set $1 to $1 - 1`"),
    (r"^(?:(?:the |a )?players?|you|everybody|everyone|all(?: players)?|[A-H]|p) (?:loses?|lost|is out|are out|dies?)$", "say `lose \"Why.\"`: all players lose together; who does worst in a game with scores is said by `winner: …`"),
    (r"^(?:(?:the |a )?players?|you|everybody|everyone|all(?: players)?|[A-H]|p) (?:wins?|won)$", "a game is won as soon as the condition of `win only when …` holds; in a game with scores, `game over \"Why.\"` ends it, and `winner: …` says who wins"),
)  # fmt: skip
"""Statements that are sentences about players, and others."""

DRAWS: Rows = (
    *((rf"^draw {word} (?:(?:more )?[^\W\d][\w']* )?from (?:the )?([\w' ]+?) to (?:the )?([\w' ]+)$", f"write the number in digits: `draw {at} from $1 to $2`") for at, word in enumerate(COUNTED, 2)),
    (r"^(?:exchange|swap|switch) (?:two|2|any two|both) (?:of )?(?:the )?([^\W\d][\w']*?) (?:in|of) (?:the )?([\w' ]+)$", "name two cards, `exchange place 1 of $2 and place 2 of $2`; an option lets a player choose both, `option … <one: $1! in $2> and <other: $1! in $2>`"),
    (r"^(?:exchange|swap|switch|trade) (?:the )?(hands?|baskets?|piles?|all cards|zones?)(?: with .+)?$", "`exchange` is for two cards; zones are exchanged by a third: `move every card in ZONE to …`, three times"),
    (r"^(?:deal|take|get) ([0-9]+) (?:cards? )?from (?:the )?([^\W\d][\w']*)$", "say where to: `draw $1 from $2 to ZONE`"),
    (r"^(?:deal|take|get) (?:(?:an?|one|the top) )?(?:cards? )?from (?:the )?([^\W\d][\w']*)$", "say where to: `draw from $1 to ZONE`"),
    (r"^exchange (?!some\b|every\b|all\b|the\b|cards?\b)(@([^\W\d]\w*) in ((?:(?! and\b)[\w' ])+)) and .+$", "name one card: `some $2! in $3`"),
)  # fmt: skip
"""Cards that move."""

ASKS: Rows = (
    (r"^(ask|offer) ([\w' ]+?), (@(?:by )?(?!decided\b|starting\b)([\w']+(?: (?:after|before|of) \w+)?) (?:decides|chooses|choose|answers|picks|is asked|answering|choosing))$", "say `$1 $2, decided by $4`"),
    (r"^(ask|offer) ([\w' ]+?), (@by ([\w']+(?: (?:after|before|of) \w+)?))$", "say `$1 $2, decided by $4`"),
    (r"^(?:ask|offer) (?:the )?([\w' ]+?),? (?:(?:from|to|of|by|decided by) )?(?:everyone|everybody|each player|every player|all players|all)$", "for all at once say `ask $1, decided by every player at once`; one after the other, `for each p: player`, and below it, indented, `ask $1, decided by p`"),
    (r"^let ([A-H]|one (?:after|before) \w+|[a-z]\w*) (?:answer|decide|ask|choose)(?: at)? ([\w' ]+)$", "say `ask $2, decided by $1`"),
    (r"^(ask|offer) (?:p: ?player|each player|every player|p) (?:the )?([\w' ]+)$", "ask each by himself: say `for each p: player`, and below it, indented, `$1 $2, decided by p`"),
)  # fmt: skip
"""Who is asked."""

NO_NUMBER = "an option can't choose a number: declare `places NAME: 1 to 5`"
NUMBERS: Rows = (
    (r"^(?:option|ability) .*(@<(?:\w+: ?)?(?:the )?(place [0-9]+ of [^<>]+)>)", "an option chooses among cards, and this is a certain one: leave it out of the words, and name it below, `$2`"),
    (r"^(?:option|ability) .*<(?:(\w+): ?)?(?:an? |any |some )?(?:number|amount|integer|int|num)(?: \w+)? (@(?:up to|at most|no more than|not more than|max(?:imum)?) ?([^<>]+))>", f"{NO_NUMBER}, and say `<n: NAME where n is at most $3>`"),
    (r"^(?:option|ability) .*<(?!(?:any|some|all)\b)(?:[^\W\d]\w*:? )?(@(?:up to|at most|no more than) ((?![0-9]+ \w)[^<>]+))>", f"{NO_NUMBER}, and say `<n: NAME where n is at most $2>`"),
    (r"^(?:option|ability) .*<(?:\w+:? )?(?:from |between )?(@1 (?:to|and) ((?![0-9])[^<>]+))>", f"{NO_NUMBER}, and say `<n: NAME where n is at most $2>`"),
    (r"^(?:option|ability) .*<(?:\w+:? )?(?:from |between )?(@([\w' ]+) (?:to|and) ((?![0-9])[^<>]+))>", f"{NO_NUMBER}, and say `<n: NAME where n is at least $2 and n is at most $3>`"),
    (r"^(?:option|ability) .*<(?:(\w+): ?)?(?:an? |any |some )?(@(?:number|amount|integer|int|num)(?: \w+)? (?:where|with) (?:\w+ )?(is [^<>]+))>", f"{NO_NUMBER}, and say `<n: NAME where n $3>`"),
    (r"\b(any|no|some) (?:(\w+): )?(@number where (?:\w+ )?(is (?:(?!,| and\b| or\b).)+))", "numbers are no domain: declare `places NAME: 1 to 5`, and say `$1 n: NAME where n $4`"),
)  # fmt: skip
"""Numbers in the place of members of a domain."""

CHANCES: Rows = (
    (r"^pick (?:an? |the |one |some )?random ([^\W\d][\w']*) (@where (.+?) as (\w+))$", "say `pick $1 at random where $3 as $4`"),
    (r"^(?:move|take|put|draw|discard) (?:an? |any |one |some |the )?(?:random )?((?!cards?\b)[^\W\d][\w']*|card) (?:in|from|of) ([^\W\d][\w' ]*?) (@(?:at random|randomly|by chance)) (?:in|on)?to (?:the )?([\w' ]+)$", "say `pick $1 in $2 at random as chosen`, and below it `move chosen to $4`"),
    (r"^((?:set [^\"]+? to|let \w+:|turn passes to)) (?:an? |the |one |some |any )?([^\W\d][\w' ]*?)(?: in ([\w' ]+))? (@(?:picked |chosen )?(?:at random|randomly|by chance))$", "say `pick $2 at random as chosen` (of cards, `pick card in ZONE at random as chosen`), and below it `$1 chosen`"),
    (r"\b(?:chance|probability|odds)(?: of| is| to)? ?[0-9]+ ?%?", "say `roll 1 to 2 as die` on a line above, with as many as fit, and here `die is 1`"),
)  # fmt: skip
"""Values that chance decides."""

OTHERWISE = r"(?:elif|elseif|elsif|elif if|else[-_]if|(?:or|and) else,? (?:if|when)|otherwise,? (?:if|when)|else[,:;]? ?(?:when|where|if)|else(?= (?:any|no|not)\b))"
ELSE_IF: Rows = (
    (rf"^{OTHERWISE} ([^\"]+?)(?:,? then|:|,|;)? ({WHOLE})$", f"say `else if $1`, and write `$2` {BELOW_IT}"),
    (rf"^(?!else if\b){OTHERWISE} ([^\"]+?)(?:,? then)?[:,;]?$", "say `else if $1`"),
    (rf"^else (?!(?:{STATEMENT}|if|for|turn|roll|pick|next|game|unless)\b)([^\"]+ (?:is|in) [^\"]+?)[:,;]?$", "say `else if $1`"),
    (r"^else[,:;]? ?unless ([^\"]+?)(?:,? then)?[:,;]?$", "say `else if not ($1)`"),
)  # fmt: skip
"""The other branches of a condition."""

OVER_NUMBERS: Rows = (
    (r"^(?!for each \w+(?: in|:|) ?(?:from )?[0-9]+ to [0-9]+$)(?:foreach|for|for each|for every|for all) \w+(?: ?=| in|:|) ?(?:from )?\(?(?:range ?\(|1 to |1 ?\.\.+ ?)((?![0-9]+ ?,)[^(),]+?)\)?\)?:?$", "a loop over numbers says how often: `repeat $1 times`"),
)  # fmt: skip
"""Loops over numbers."""

STATEMENTS: Rows = (
    *ELSE_IF,
    *OVER_NUMBERS,
    *NUMBERS,
    *CHANCES,
    *TURNS,
    *FLIPS,
    *SENTENCES,
    *DRAWS,
    *ASKS,
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

UNKNOWN: Rows = (
    (r"(?:the )?([\w'-]+) (?:for|of|on) (?:each|every|all) (\w+)", "say `sum of $1 over $2! in …`"),
    (r"(?:the )?(?!(?:number|count|size)\b)(\w[\w ]*?)(?:'s|’s)? (?:size|count|length)", "say `number of cards in $1` if it is a zone"),
    (r"(?:an? |any |one |some )?(\w+) (?:in|from|of) (\w[\w ]*?) (?:at random|randomly|by chance)", "say `pick $1 in $2 at random as chosen`, and below it name `chosen`"),
    (r"(?:the )?([\w' ]+?),? (?:(?:from|to|of|by|decided by) )?(?:everyone|everybody|each player|every player|all players)", "for all at once say `ask $1, decided by every player at once`; one after the other, `for each p: player`, and below it, indented, `ask $1, decided by p`"),
)  # fmt: skip
"""For names that nothing has."""

INDENTED: Rows = (
    (
        rf"^(?:for each|if|else if|repeat|together|on|before|after|instead of|together with|event|else)\b.*?(@,? ({WHOLE}))$",
        f"write `$2` {BELOW_IT}",
    ),
)
"""For lines below which a block is missing."""

HAPPENS = "stands below an `event`, or below a rule such as `after EVENT`"
NO_BLOCK: Rows = (
    (r"^forbid (.+?) (if .+)$", "a `forbid` has no block: say `instead of $1 $2`, and leave below it what happens instead"),
    (r"^forbid (.+)$", "a `forbid` has no block: say `instead of $1`, and leave below it what happens instead"),
    (r"^(widen|narrow|raise|lower|keep) ([\w' -]+?)(?:\(| when\b| by\b| at\b|$).*", f"a `$1` has no block: it only changes what `$2` says; what happens {HAPPENS}"),
    (r"^((?:lose|game over|win only|win also) when)\b.*", f"`$1 …` has no block: the game is over then; what happens before {HAPPENS}"),
    (r"^define [^:]+: ?\S.*", f"a `define` is a value, and nothing happens in it: a statement {HAPPENS}"),
    (r"^(zone|number|flag|marker|group|enum|places|option|invariant|never|requires|excludes|players|winner|class|card|score for)\b.*", f"a line `$1 …` has no block: a statement {HAPPENS}"),
)  # fmt: skip
"""For first lines of declarations with a statement below them, where there can be none."""

SCENARIO: Rows = (
    (r"^(?:expect(?:s|ed|ations?|ing)?|asserts?|assertions?|checks?|verif(?:y|ies)|ensures?|results?|outcomes?|should(?: be)?|must(?: be)?|after(?:wards?)?|finally|at the end|in the end|ends?|ending|final(?: position| state)?|so|therefore|and then|to)(?: that)?:?$", "say `then`: what must follow stands below it"),
    (r"^(?:steps?|actions?|moves?|turns?|inputs?|answers?|plays|playing|run|do|decisions?|choices?|during|sequence|script|with answers)(?: the)?(?: game| turn)?:?$", "say `play`: below it stands `at PROMPT`, and below that `answer …`"),
    (r"^(?:(?:game )?starts?|starting(?: position| state)?|begin(?:s|ning)?|initial(?:ly)?(?: position| state)?|states?|setting|arrange(?:ment)?|table|cards|position|setup|set up|before|given that|with cards|from|where|let|suppose|assume)(?: with)?:?$", "say `given`: how the cards lie stands below it"),
    (r"^(given|deal|play|then)(?::| that| the following| as follows)$", "leave the rest out: `$1` stands alone in its line"),
    (r"^(?:deals?|dealt|random|shuffled|new game|fresh game|as dealt)(?: the cards| cards| normally)?:?$", "say `deal`: the game begins as usual"),
    (r"^(Given|Deal|Play|Then|With|Players|Options)\b.*", "the words of the language have small letters"),
)  # fmt: skip
"""For the first lines of the parts of a scenario."""

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
