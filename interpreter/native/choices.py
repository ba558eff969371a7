"""Write what lists the picks at a choice as C: `o<block>` fills `g->picks`, in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import attrs

from dsl.program.blocks import Choose, Option, Parameter, Source
from dsl.program.expressions import Binary, Expr, Filter, Int, Zone
from dsl.program.program import Program
from interpreter.analysis.equal_names import cards_sharing_names
from interpreter.choices.ambiguity import Ambiguity
from interpreter.choices.attachments import attachments_of
from interpreter.generated.constants import Constants
from interpreter.native.expressions import Env, Expressions, Name, Unsupported, allocates, is_simple, joined
from interpreter.native.tables import Tables
from interpreter.native.writer import Place, Writer

SEVERAL_ZONES = 3
"""So many zones that are written alike share the code that goes through their cards."""


@attrs.frozen
class _Step:
    """A place in the code at which the first parameters of an option are chosen; `parts` are theirs in the pick.

    `holds` is source for what the pick still depends on there.
    """

    option: Option
    number: int
    at: Place
    parts: tuple[tuple[str, str, str], ...] = ()
    holds: str = "1"

    @property
    def parameter(self) -> Parameter:
        """The next parameter."""
        return self.option.parameters[len(self.parts)]


class Choices:
    """Writes the choices of one program."""

    def __init__(self, program: Program, expressions: Expressions, tables: Tables) -> None:
        self._program = program
        self._expressions = expressions
        self._tables = tables
        constants = Constants(program)
        self._possible = constants.possible
        self._serving = constants.serving
        self._ambiguity = Ambiguity(program, constants.serving)
        self._shared = frozenset(cards_sharing_names(program))
        attachments = attachments_of(program)
        self._special = frozenset(attachments.varied) | attachments.ranked
        self.merges = False
        """Whether picks are merged at a choice that was written."""

    def function(self, block: int, choice: Choose, env: Env, head: str, writer: Writer) -> None:
        """Write `o<block>`."""
        with writer.block(f"ACTION o{block}(G *g, {head})"):
            writer.write("I n = 0;")
            writer.write("UNUSED Card *m = g->top;")
            at = Place(writer, env)
            for number, option in enumerate(choice.options):
                if self._possible(option.parameters):
                    self._option(number, option, at)
            writer.write("g->n = n;")
            self._merge(block, choice, at)
            writer.write("g->top = m;")

    def _option(self, number: int, option: Option, at: Place) -> None:
        test = self._expressions.test(option.condition, at.env)
        with at.writer.block("" if test == "1" else f"if ({test})"):
            self._next(_Step(option, number, at))

    def _next(self, step: _Step) -> None:
        """Write the picks for the parameters that are left."""
        if len(step.parts) == len(step.option.parameters):
            self._offer(step)
            return
        if step.parameter.most:
            self._selections(step)
            return
        if step.parameter.values:
            self._values(step)
        number = 0
        for zones in self._alike(step.parameter.sources):
            if len(zones) >= SEVERAL_ZONES:
                self._zones(number, zones, step)
            else:
                for at in range(number, number + max(1, len(zones))):
                    self._source(at, step.parameter.sources[at], step)
            number += max(1, len(zones))

    def _offer(self, step: _Step) -> None:
        if not step.parts:
            step.at.write(f"offer(g, &n, {step.number}, {step.holds});")
            return
        fills = "".join(
            f" k_->part[{number}] = (Part){{{card}, (int32_t)({zone}), (int32_t)({tag})}};"
            for number, (card, zone, tag) in enumerate(step.parts)
        )
        step.at.write(f"{{ Pick *k_ = offer(g, &n, {step.number}, {step.holds});{fills} }}")

    def _chosen(self, step: _Step, card: Name, zone: Name, tag: str) -> _Step:
        """The place with one more parameter chosen."""
        parameter = step.parameter
        env = {**step.at.env, parameter.card: card, parameter.zone: zone}
        if parameter.place >= 0:
            env[parameter.place] = Name(tag)
        at = attrs.evolve(step.at, env=env)
        return attrs.evolve(step, at=at, parts=(*step.parts, (card.text, zone.text, tag)))

    def _values(self, step: _Step) -> None:
        values = step.parameter.values
        array, place, value = self._tables.numbers(values), self._expressions.fresh("i"), self._expressions.fresh("c")
        tag = f"({place} + {len(values)})" if step.parameter.unclear else place
        with step.at.writer.block(f"for (I {place} = 0; {place} < {len(values)}; {place}++)"):
            step.at.write(f"I {value} = {array}[{place}];")
            name = Name(value, "I", (min(values), max(values)))
            self._tested(self._chosen(step, name, Name("0", "I", (0, 0)), tag))

    def _alike(self, sources: Sequence[Source]) -> Iterator[list[int]]:
        """The sources, in order: zones that are written alike, together; () for any other source."""
        found: list[int] = []
        for source in sources:
            match source:
                case Source(Zone(Int(zone)), Int(same)) if zone == same:
                    if found and self._is_sorted(source.cards) != self._is_sorted(Zone(Int(found[0]))):
                        yield found
                        found = []
                    found.append(zone)
                case _:
                    if found:
                        yield found
                    found = []
                    yield []
        if found:
            yield found

    def _zones(self, number: int, zones: Sequence[int], step: _Step) -> None:
        """Write one loop for zones that are the sources from a number on."""
        array, place, zone = self._tables.numbers(zones), self._expressions.fresh("x"), self._expressions.fresh("y")
        with step.at.writer.block(f"for (I {place} = 0; {place} < {len(zones)}; {place}++)"):
            step.at.write(f"I {zone} = {array}[{place}];")
            listed = f"((L){{g->s.zone[{zone}], g->s.n[{zone}]}})"
            name = Name(zone, "I", (min(zones), max(zones)))
            self._listed(listed, Zone(Int(zones[0])), name, f"({number} + {place})", step)

    def _source(self, number: int, source: Source, step: _Step) -> None:
        at, zone = step.at, self._expressions.fresh("y")
        with at.writer.block():
            at.write(f"I {zone} = {self._expressions.number(source.zone, at.env)};")
            name = Name(zone, "I", self._expressions.range(source.zone, at.env))
            self._listed(self._expressions.cards(source.cards, at.env), source.cards, name, str(number), step)

    def _listed(self, text: str, cards: Expr, zone: Name, number: str, step: _Step) -> None:
        """Write the picks of cards from a source with this number; `text` is the C for all cards there."""
        parameter, at = step.parameter, step.at
        listed, place, card = (self._expressions.fresh(prefix) for prefix in "vic")
        sort, ordered = not parameter.by_position, self._is_sorted(cards)
        at.write(f"L {listed} = {f'distinct(g, {text})' if sort and not ordered else text};")
        with at.writer.block(f"for (I {place} = 0; {place} < {listed}.n; {place}++)"):
            at.write(f"I {card} = {listed}.at[{place}];")
            first = f"({card} != {listed}.at[{place} - ({place} > 0)] | !{place})" if ordered and sort else "1"
            detail = place if parameter.by_position else "0"
            tag = f"{detail} * {len(parameter.sources)} + {number}" if len(parameter.sources) > 1 else detail
            tag = f"-1 - ({tag})" if parameter.unclear else tag
            self._tested(self._chosen(step, self._expressions.bound(cards, card, at.env), zone, tag), first)

    def _tested(self, then: _Step, first: str = "1") -> None:
        """Write the condition of the parameter chosen last, and what follows if it holds.

        `first` is source for whether the card is the first of its kind.
        """
        parameter = then.option.parameters[len(then.parts) - 1]
        test = self._expressions.test(parameter.condition, then.at.env)
        if len(then.parts) == len(then.option.parameters) and is_simple(test):
            tests = [each for each in (first, test) if each != "1"]
            self._next(attrs.evolve(then, holds=joined("&", tests) if tests else "1"))
            return
        if first != "1":
            then.at.write(f"if (!{first}) continue;")
        mark = self._expressions.fresh("m")
        inner = attrs.evolve(then, at=attrs.evolve(then.at, mark=mark))
        if allocates(test):
            then.at.write(f"Card *{mark} = g->top;")
        if test == "1":
            self._next(inner)
        else:
            with then.at.writer.block(f"if ({test})"):
                self._next(inner)
        if allocates(test):
            then.at.write(f"g->top = {mark};")

    def _selections(self, step: _Step) -> None:
        parameter, at, fresh = step.parameter, step.at, self._expressions.fresh
        if self._program.lists is not bytes:
            raise Unsupported("several cards are chosen in a game with more than 255 different cards")
        chosen, packed, ends = fresh("s"), fresh("c"), fresh("y")
        lists = ", ".join(self._expressions.cards(source.cards, at.env) for source in parameter.sources)
        with at.writer.block():
            at.write(f"L {chosen}l[] = {{{lists}}};")
            numbers = f"{len(parameter.sources)}, {parameter.least}, {parameter.most}"
            at.write(f"Chosen {chosen} = choosing(g, {chosen}l, {numbers});")
            with at.writer.block(f"while (next_chosen(&{chosen}))"):
                at.write(f"V {packed} = {chosen}.packed; I {ends} = {chosen}.ends;")
                self._tested(self._chosen(step, Name(packed, "V"), Name(ends, "I", (0, 1 << 60)), "0"))

    def _is_sorted(self, cards: Expr) -> bool:
        """Whether cards come from a heap, and so in ascending order."""
        match cards:
            case Zone(Int(zone)) | Zone(Binary("+", Int(zone))):
                return self._program.places[zone].shape == "heap"
            case Filter(inner):
                return self._is_sorted(inner)
            case _:
                return False

    def _merge(self, block: int, choice: Choose, at: Place) -> None:
        """Write that of picks that read the same one is left."""
        options = [option for option in choice.options if self._possible(option.parameters)]
        parameters = [parameter for option in options for parameter in option.parameters]
        if self._ambiguity.any(options):
            self.merges = True
            at.write(f"merge(g, {block});")
        elif any(parameter.most or self._may_share(parameter) for parameter in parameters):
            self.merges = True
            at.write(f"if (may_be_twins(g, {block})) merge(g, {block});")

    def _may_share(self, parameter: Parameter) -> bool:
        """Whether a parameter may be one of several cards with one name."""
        if parameter.by_position or parameter.values:
            return False
        return not self._shared.isdisjoint(self._serving(parameter))
