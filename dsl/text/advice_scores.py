"""What to write instead about scores and the end of a game: rows of a pattern and its advice, as in `advice`."""

from __future__ import annotations

from dsl.text.advice_words import Rows

RANK = "(highest|lowest|most|fewest)"
BEGUN = "(?:highest|lowest|most|fewest) (?!of )"
SCORE = r"(?:(?:the|your|a player's|each player's|final|total|end|victory) )*(?:scores?|scoring)"
WHO = "(?:who wins|(?:the )?(?:winners?|wins|victor|victory))"
PLAYER = r"(?:(?:the )?players? (?:with|who has|having) )?(?:the )?"
MORE = "most|best|biggest|largest|greatest|higher|more|max|maximum|top"
FEWER = "least|smallest|lower|less|min|minimum|fewer"
WON = r"(?:(?:the |a )?(?:you|players?|game|everybody|everyone) )?(?:is |are )?(?:win|wins|won|winning|victory)(?: the game| is)?"
LOST = r"(?:(?:the |a )?(?:you|players?|game|everybody|everyone) )?(?:is |are )?(?:lose|loses|lost|losing|defeat)(?: the game| is)?"
ONCE = "(?:only )?(?:when|if|once|as soon as|whenever|unless|:)"
ENDED = "(?:stops?|finished|ended|closes|terminates?)"
ALSO = (
    'say `win also when …, "…"` for another way to win; with `win only when …`, the sentence stands in a line `won "…"`'
)
GAME_ENDS = "(?:(?:the )?game(?: is)?(?: over| ends?| finish(?:es)?)?|end(?: of)?(?: the)? game|end|over|finish)"

HEADS: Rows = (
    (r"^add (.+) to (?:the |each |every |a )?(?:(?:player's|final|total) )?(?:score|scores)$", "say `raise score by $1`, with `when …` behind it if it doesn't always count"),
    (r"^subtract (.+) from (?:the )?(?:score|scores)$", "say `lower score by $1`, with `when …` behind it if it doesn't always count"),
    (r"^score: (.+?) (@(?:per|for each|for every|of each|of every) players?)$", "say `score per player: $1`"),
    (rf"^(?!win also when|win only|won \"|lose when){WON},? {ONCE} .*\"", ALSO),
    (rf"^(?!win also|win only|won \"){WON},? (?:just |exactly |exclusively )?{ONCE} (.+)$", "say `win only when …`; in a module, `win also when …, \"Why.\"` is another way to win"),
    (r"^(?:won|wins|winning) (only|also)\b", "say `win $1 when …`"),
    (r"^win (?:just|exactly|exclusively|if and only if|at|with|by)\b", "say `win only when …`"),
    (r"^win (only|also)(@:| (?:if|once|unless|as soon as)\b)", "say `win $1 when …`"),
    (r"^win (only|also) when(@:)", "leave the colon out: `win $1 when …`"),
    (r"^win only when [^\"]*?(@[,:]? ?\"[^\"]*\")$", "the sentence stands in a line of its own, `won \"…\"`, the condition alone in this one"),
    (r"^(win also|lose) when (@\"[^\"]*\")", "the condition comes first: `$1 when …, $2`"),
    (r"^win also when [^,\"]*?(@:? ?\")", "put a comma before the sentence: `win also when …, \"…\"`"),
    (r"^won(?::|,)? (\"[^\"]*\"),? (@when|if|once) (.+)$", "say `win also when $3, $1`; with `win only when …`, the line is `won $1` alone"),
    (r"^won:? ([^\W\d\"][^\"]*)$", "put the sentence in double quotes: `won \"$1\"`"),
    (r"^win:? (\"[^\"]*\")$", "say `won $1`, and the condition in a line of its own: `win only when …`"),
    (rf"^(?!lose (?:when|if|because|saying)\b)(?:{LOST}),? {ONCE} ", "say `lose when …, \"Why.\"`"),
    (r"^(?:lost|loses|defeat):? \"", "the condition comes first: `lose when …, \"Why.\"`"),
    (rf"^(?:the game )?{ENDED} {ONCE} ", "say `game over when …, \"Why.\"`"),
    (r"^(?:unreachable|impossible|hopeless|unwinnable|unsolvable|stuck|out of reach)(?: is)?:? ?(?!when\b)", "say `out of reach when …, \"Why.\"`"),
    (r"^invariant(@:)", "say first what it means: `invariant \"statement\": …`"),
    (r"^score(?: per player)?:?$", "say what counts, `score per player: NUMBER`, or its cases on lines below"),
    (rf"^(?!score per player: ){SCORE} (?:(?:for|of|by) )?(?:each |every |all |per |a |the )*players?(?: is|:| =)?(?: |$)(.*)$", "say `score per player: $1`"),
    (rf"^{SCORE}\([^)]*\): (.*)$", "say `score per player: $1`; in it, names without an owner are those of the player"),
    (r"^score: -?[0-9]+ (@\w+)", "say how often: `score: 3 * number of …`"),
    (rf"^(?!score(?: per player)?: ){SCORE}(?: is|:| =|) (?!when\b|if\b)(.+)$", "put a colon after `score`: `score: $1`"),
    (r"^winner: [^,]+(@ over) ", "leave it out: players are compared anyway, and names without an owner are those of the player"),
    (r"^winner: [^,]+(@\bthen\b)", "put a comma before `then`"),
    (rf"^winner: .+, (@(?:else|otherwise|ties?(?: broken by)?|and|if tied)? ?{RANK}) ([^,]+)", "say `then` before what breaks a tie: `…, then $2 $3`"),
    (r"^winner: .+, (?:then )?(@(?:else|otherwise|ties?(?: are)?|and|if tied)? ?(?:shared|share))\b", "say `then shared` at the end"),
    (r"^winner: .+, (?:then )?(@(?:else|otherwise|ties?(?: are)?)? ?(?:nobody|no one|none|draw|tied?|no winner)\b.*)", "say `then nobody` if nobody wins, `then shared` if they win together"),
    (r"^winner: .+, (?:then )?(@(?:else|otherwise)? ?(?:the )?(first|last)\b.*)", "say `then $2 in turn order`"),
    (rf"^winner: .+, then (@{MORE}|{FEWER}|number) (.+)$", "say `highest`, `lowest`, `most` or `fewest` of what: `then most cards in ZONE`"),
    (rf"^(?:the |player with )*(?:the )?{RANK} (?:of )?([\w' ]+?) wins?\b", "say `winner: $1 $2`"),
    (rf"^(?!winner: {BEGUN}){WHO}(?:| is| are| =|) {RANK} (.+)$", "put a colon after `winner`: `winner: $1 $2`"),
    (rf"^(?!winner: {BEGUN}){WHO}(?::| is| are| =|) {PLAYER}{RANK} of (.+)$", "leave `of` out: `winner: $1 $2`"),
    (rf"^(?!winner: {BEGUN}){WHO}(?::| is| are| =|) {PLAYER}{RANK} (.+)$", "say `winner: $1 $2`"),
    (rf"^(?!winner: {BEGUN}){WHO}(?::| is| are| =|) {PLAYER}(?:{MORE}) (?:of )?([\w' ]+)", "say `winner: highest $1` for a number, `winner: most …` for cards"),
    (rf"^(?!winner: {BEGUN}){WHO}(?::| is| are| =|) {PLAYER}(?:{FEWER}) (?:of )?([\w' ]+)", "say `winner: lowest $1` for a number, `winner: fewest …` for cards"),
    (rf"^winner: {RANK}$", "say of what: `winner: $1 …`"),
    (r"^winner: (?:(?:the )?player with )?([\w' ]+)$", "say `winner: highest $1` or `winner: lowest $1`"),
    (r"^(?:tie|ties|tiebreak(?:er)?s?|tie-break(?:er)?s?)\b", "what breaks a tie follows in the line `winner: highest score, then …, then shared`"),
    (r"^game over (?:\"[^\"]*\") (@when|if)\b", "the condition comes first: `game over when …, \"Why.\"`"),
    (rf"^{GAME_ENDS} (@when|if) .*, ?\"", "say `game over when …, \"Why.\"`"),
    (r"^game over when [^,]*(?::|$)", "say why, after a comma: `game over when …, \"Why.\"`"),
    (rf"^{GAME_ENDS}:? (when|if|once|as soon as) ", "say `game over when …, \"Why.\"`"),
    (r"^(?:the )?game over(?:$|:)", "say `game over when …, \"Why.\"`"),
)  # fmt: skip
"""For the first lines of declarations."""

STATEMENTS: Rows = (
    (r"^game over (?:if|when)\b", "say `game over when …` as a declaration, at the left margin; in a rule, `if …` with `game over \"Why.\"` below"),
    (r"^game over(?:$|:)", "say why, without a colon: `game over \"Why.\"`"),
    (rf"^{GAME_ENDS}(?::? ?(\".*\"))?$", "say `game over \"Why.\"`"),
    (r"^score (-?[0-9]+)", "a score is counted at the end: let `score: …` read a number that this rule sets"),
)  # fmt: skip
"""For statements."""

SCENARIO: Rows = (
    (r"^(score|winner) (?:of )?(\w+)$", "say `$1: $2`"),
    (r"^(?:status: ?)?(?:over|ended|finished|done|game over|end)$", "say `status over`"),
    (r"^status (?:ended|finished|done|drawn?|tied?|game over|end)$", "say `status over`, and who won: `winner: A`"),
    (r"^(?:([A-H])|player ([A-H])) wins$", "say `winner: $1$2`"),
)  # fmt: skip
"""For lines below `scenario`."""
