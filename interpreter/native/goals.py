"""Write what a game is about as C: scores, who decides, and the distance from victory (as in `players/distance`)."""

from __future__ import annotations

from math import exp

from dsl.program.blocks import Choose
from dsl.program.display import Beside, Item
from dsl.program.endings import ENDS
from dsl.program.expressions import And, Binary, Expr, Int, Or
from dsl.program.program import Program
from interpreter.analysis.goals import added_truths, affirmed, ending_conditions
from interpreter.choices.options import words_of
from interpreter.native.blocks import Blocks
from interpreter.native.expressions import Env, Expressions, Name
from interpreter.native.writer import Writer

SCALE = 256
"""A weight of 1 as a whole number."""

ODDS = 1 << 16
"""The odds of the best option, as a whole number."""


class Goals:
    """Writes the goals of one program."""

    def __init__(self, program: Program, expressions: Expressions, blocks: Blocks) -> None:
        self._program = program
        self._expressions = expressions
        self._blocks = blocks

    def write(self, writer: Writer, learns: bool, steps: bool) -> None:
        """Write `score`, and what a player that learns needs or, if it `steps`, games that wait for programs."""
        self._scores(writer)
        if learns or steps:
            self._decider(writer)
        if learns:
            self._of_players(writer)
        if steps:
            self._observed(writer)
            self._question(writer)

    def _of_players(self, writer: Writer) -> None:
        statuses = [ending.status for ending in self._program.endings]
        writer.write(f"#define WINNABLE {int('won' in statuses)}")
        won = ", ".join(str(int(status == "won")) for status in statuses) or "0"
        writer.write(f"static const unsigned char is_won[] = {{{won}}};")
        writer.write(f"#define SCALE {SCALE}")
        writer.write(f"#define POWERS {', '.join(map(str, powers()))}")
        self._worth(writer)
        self._distance(writer)
        self._shown(writer)

    def _scores(self, writer: Writer) -> None:
        """Write `score`, which puts the scores and what decides between players into an array, and their number."""
        scoring = self._program.scoring
        ranks = scoring.ranks if scoring else ()
        values = [*scoring.scores, *(value for rank in ranks for value in rank.values)] if scoring else []
        writer.write(f"#define SCORES {len(values)}")
        with writer.block("ACTION score(G *g, I *out)"):
            writer.write("UNUSED Card *m = g->arena; g->top = m;")
            for number, value in enumerate(values):
                writer.write(f"out[{number}] = {self._expressions.number(value, {})}; g->top = m;")

    def _worth(self, writer: Writer) -> None:
        """Write `worth`, which says how well a player did."""
        scoring = self._program.scoring
        ranks = scoring.ranks if scoring else ()
        with writer.block("PURE I worth(G *g, I player)"):
            writer.write("I all[SCORES + 1] = {0}; score(g, all);")
            if ranks:
                first, sign = len(scoring.scores) if scoring else 0, "" if ranks[0].highest else "-"
                writer.write(f"return {sign}all[{first} + player];")
            else:
                writer.write(f"return all[{'player' if scoring and scoring.by_player else '0'}];")

    def _decider(self, writer: Writer) -> None:
        """Write `decider`: the player who decides at the choice of the frame on top."""
        with writer.block("PURE I decider(G *g)"):
            for block, choice in words_of(self._program).choices.items():
                if choice.player != Int(0):
                    self._decides(block, choice, writer)
            writer.write("return 0;")

    def _decides(self, block: int, choice: Choose, writer: Writer) -> None:
        procedure = self._program.blocks[block].procedure
        with writer.block(f"if (((Head *)top_frame(g))->block == {block})"):
            writer.write(f"UNUSED F{procedure} *f = top_frame(g);")
            writer.write(f"return {self._expressions.number(choice.player, self._blocks.env(procedure))};")

    def _shown(self, writer: Writer) -> None:
        """Write `shown_values`: the values on the table, and how many cards at the end of a zone are set apart."""
        items = self._program.items
        every = shown_values(self._program)
        writer.write(f"#define ITEMS {len(every)}")
        with writer.block("ACTION shown_values(G *g, I *shown, I *apart)"):
            writer.write("Card *m = g->top; for (I z = 0; z < ZONES; z++) apart[z] = -1;")
            for number, each in enumerate(every):
                env: Env = {local: Name("0", "I", (0, 0)) for local in range(each.locals)}
                assert each.value is not None
                value, test = self._expressions.number(each.value, env), self._expressions.test(each.condition, env)
                writer.write(f"shown[{number}] = {test} ? {value} : -99; g->top = m;")
            for item in items:
                if item.apart is not None and len(item.zones) == 1:
                    env = {local: Name("0", "I", (0, 0)) for local in range(item.locals)}
                    writer.write(f"apart[{item.zones[0]}] = {self._expressions.number(item.apart, env)}; g->top = m;")

    def _observed(self, writer: Writer) -> None:
        """Write `observed_values`: the values on the table, then how many cards are set apart; UNSEEN if not shown."""
        found = [(each.value, each.condition, each.locals) for each in shown_values(self._program)]
        found += [(item.apart, item.condition, item.locals) for item in self._program.items if item.apart is not None]
        writer.write(f"#define OBSERVED {len(found)}")
        writer.write("#define UNSEEN INT64_MIN")
        with writer.block("ACTION observed_values(G *g, UNUSED I *out)"):
            writer.write("UNUSED Card *m = g->top;")
            for number, (value, condition, locals_) in enumerate(found):
                env: Env = {local: Name("0", "I", (0, 0)) for local in range(locals_)}
                assert value is not None
                text = self._expressions.number(value, env)
                writer.write(f"out[{number}] = {self._expressions.test(condition, env)} ? {text} : UNSEEN; g->top = m;")

    def _question(self, writer: Writer) -> None:
        """Write `question`: which time the decision that stands is asked, of how many, and what it is about."""
        choices = words_of(self._program).choices
        most = max([1, *(len(choice.about) for choice in choices.values())])
        writer.write(f"typedef struct {{ I rounds[2], value[{most}], zone[{most}]; }} Question;")
        with writer.block("ACTION question(G *g, UNUSED Question *q)"):
            writer.write("UNUSED Card *m = g->top;")
            for block, choice in choices.items():
                if choice.about or choice.rounds:
                    self._asks(block, choice, writer)

    def _asks(self, block: int, choice: Choose, writer: Writer) -> None:
        procedure, number = self._program.blocks[block].procedure, self._expressions.number
        env = self._blocks.env(procedure)
        with writer.block(f"if (((Head *)top_frame(g))->block == {block})"):
            writer.write(f"UNUSED F{procedure} *f = top_frame(g);")
            for at, expr in enumerate(choice.rounds or ()):
                writer.write(f"q->rounds[{at}] = {number(expr, env)}; g->top = m;")
            for at, each in enumerate(choice.about):
                writer.write(f"q->value[{at}] = {number(each.value, env)}; g->top = m;")
                writer.write(f"q->zone[{at}] = {number(each.zone, env) if each.zone else -1}; g->top = m;")

    def _distance(self, writer: Writer) -> None:
        never = all(ending.status != "won" for ending in self._program.endings)
        found = list(ending_conditions(self._program, *(("over", ENDS) if never else ("won",))))
        with writer.block("static I nearest(I *all, I n, I wanted, int exact)"):
            writer.write("I sum = 0, met = 0;")
            writer.write("for (I i = 1; i < n; i++) for (I j = i; j > 0 && all[j - 1] > all[j]; j--)")
            writer.write("{ I one = all[j]; all[j] = all[j - 1]; all[j - 1] = one; }")
            writer.write("for (I i = 0; i < n; i++) { met += !all[i]; if (i < wanted) sum += all[i]; }")
            writer.write("return sum + (exact && met > wanted);")
        with writer.block("static I distance(G *g)"):
            writer.write("I least = INT64_MAX;")
            for procedure, condition in found:
                locals_ = range(self._program.procedures[procedure].locals)
                env = {local: Name("0", "I", (0, 0)) for local in locals_}
                writer.write(f"least = smaller(least, {self._far(condition, env)});")
            writer.write(f"return least == INT64_MAX ? 0 : least + {int(never)};")

    def _far(self, condition: Expr, env: Env) -> str:
        number = self._expressions.number
        match affirmed(condition):
            case And(parts):
                return f"({' + '.join(self._far(part, env) for part in parts) or '0'})"
            case Or(parts):
                least = "1"
                for number_, part in enumerate(parts):
                    least = self._far(part, env) if not number_ else f"smaller({least}, {self._far(part, env)})"
                return least
            case Binary("==" | ">=" as operator, Binary("+") as left, Int(wanted)) if truths := added_truths(left):
                each = ", ".join(self._far(truth, env) for truth in truths)
                return f"({{ I d_[] = {{{each}}}; nearest(d_, {len(truths)}, {wanted}, {int(operator == '==')}); }})"
            case Binary("==" | ">=" | "<=" | ">" | "<" as operator, left, right):
                one, other = number(left, env), number(right, env)
                forms = {"==": "llabs(a_ - b_)", ">=": "larger(0, b_ - a_)", ">": "larger(0, b_ - a_ + 1)"}
                forms |= {"<=": "larger(0, a_ - b_)", "<": "larger(0, a_ - b_ + 1)"}
                return f"({{ I a_ = {one}, b_ = {other}; {forms[operator]}; }})"
            case other_:
                return f"(I)!{self._expressions.test(other_, env)}"


def shown_values(program: Program) -> list[Item | Beside]:
    """The entries of the table that are values, in order."""
    parts: list[Item | Beside] = []
    for item in program.items:
        parts += [item, *item.beside]
    return [each for each in parts if each.value is not None]


def powers() -> list[int]:
    """The odds of an option, by how much less it weighs than the best: a table, so that they are whole numbers."""
    found = [round(ODDS * exp(-less / SCALE)) for less in range(12 * SCALE)]
    return [odds for odds in found if odds]
