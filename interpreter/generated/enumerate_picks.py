"""An option with parameters → Python source that adds its picks to `o`, one loop within another (see `options`).

What is one of several values is written out for each of them, with whatever is known then folded away. What hangs on
none of the cards that are gone through is worked out once, before the first loop.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import attrs

from dsl.program.blocks import Option, Parameter, Source
from dsl.program.expressions import And, Attribute, Expr, Filter, Local, Number, Without, Zone
from dsl.program.operators import children, free_locals, reads_state
from dsl.program.program import Program
from interpreter.analysis.equal_names import cards_sharing_names
from interpreter.analysis.flow import wanted_by
from interpreter.choices.attachments import attachments_of
from interpreter.choices.picks import unnamed
from interpreter.generated.expressions import Env, Expressions, is_noted, parts_of
from interpreter.generated.folding import Folding
from interpreter.generated.writer import Writer


class Ahead:
    """Names for what is worked out before a loop: whatever hangs on nothing but the state and some locals."""

    def __init__(self, fresh: Callable[[str], str], outer: frozenset[int]) -> None:
        self._fresh = fresh
        self._outer = outer
        self._names: dict[str, str] = {}
        self._guards: dict[int, str] = {}

    def lasts(self, expr: Expr) -> bool:
        """Whether an expression has the same value all through the loop, and is worth a name."""
        if isinstance(expr, Zone | Number) or not free_locals(expr) <= self._outer or not reads_state(expr):
            return False
        return not is_noted(expr)

    def name(self, text: str) -> str:
        """The name of what a piece of source gives."""
        if text.isdigit() or text.isidentifier():
            return text
        if text not in self._names:
            self._names[text] = self._fresh("h")
        return self._names[text]

    def guard(self, name: str) -> None:
        """From here on, names are needed only if this one holds something."""
        if name in self._names.values():
            self._guards[len(self._names)] = name

    def lines(self) -> list[str]:
        """What gives the names their values."""
        found, indent = list[str](), ""
        for number, (text, name) in enumerate(self._names.items()):
            if number in self._guards:
                found.append(f"{indent}if {self._guards[number]}:")
                indent += " "
            found.append(f"{indent}{name} = {text}")
        return found


@attrs.frozen
class _At:
    """How far an option's parameters have been gone through.

    `number` is the next one; `pick` is source for the pick so far, `env` for locals; `known` are locals with one value.
    `alone`: nothing but the next loop stands in the one before; `place` is source for that of the card chosen last.
    """

    number: int
    pick: Sequence[str]
    env: Env
    known: Mapping[int, int]
    alone: bool = True
    place: str = ""


class Nested:
    """Writes the picks of options one by one."""

    def __init__(self, program: Program, expressions: Expressions, write: Writer) -> None:
        self._expressions = expressions
        self._write = write
        self._settled = Folding(program).settled
        self._twins = cards_sharing_names(program)
        attachments = attachments_of(program)
        self._carriers, self._ranked = attachments.carriers, bytes(sorted(attachments.ranked))
        self._option: Option
        self._outer = frozenset[int]()
        self._telling = False
        self._indent = ""
        self._lists: dict[str, str] = {}
        self._ahead: dict[str, str] = {}
        self._told: dict[str, None] = {}

    def picks(self, option: Option, number: int, env: Env, twins: bool) -> None:
        """Write the picks of a choice's option; with `twins` those of cards that share a name are noted in `m`."""
        self._option, self._outer, self._telling = option, frozenset(wanted_by(option)), twins
        self._next(_At(0, [str(number)], env, {}))

    def begin(self) -> None:
        """Begin with another choice."""
        self._lists, self._ahead, self._told, self._indent = {}, {}, {}, self._write.place().indent

    def ahead(self, telling: bool) -> list[str]:
        """What gives names to lists before all picks; with `telling`, to `m` what tells whether picks may be twins."""
        lines = [f"{name} = {text}" for text, name in self._ahead.items()]
        told = " or ".join(f"special({cards}, r)" for cards in self._told)
        return [*lines, f"m = b'1' if {told} else b''" if told else "m = b''"] if telling else lines

    def tell(self, cards: Expr, env: Env) -> bool:
        """Let `m` tell whether some of these cards are told apart; False if they aren't known before all picks."""
        root = self._expressions.plain(cards)
        if root is not None:
            self._told[self._expressions.outright(root, env)] = None
        return root is not None

    def chosen(self, option: Option) -> bool:
        """Whether an option is about a selection of cards only, and the cards alone say whether it serves."""
        if len(option.parameters) != 1 or not option.parameters[0].most:
            return False
        (parameter,) = option.parameters
        apart = free_locals(parameter.condition) <= {parameter.card, parameter.zone}
        return apart and not reads_state(parameter.condition)

    def twinned(self, option: Option) -> bool:
        """Whether an option may offer two cards of the same name."""
        return any(self._may_be(self._twins, parameter) for parameter in option.parameters if not parameter.most)

    def told_apart(self, parameter: Parameter) -> bool:
        """Whether it hangs on the state how cards of one name read, or which of them is meant."""
        return self.laden(parameter) or self._may_be(self._ranked, parameter)

    def laden(self, parameter: Parameter) -> bool:
        """Whether a parameter may be a card on which something lies."""
        return self._may_be(self._carriers, parameter)

    def zone(self, expr: Expr, env: Env) -> str:
        """Source for a zone: a number or a name."""
        zone = self._expressions.value(expr, env)
        if zone.isdigit() or zone.isidentifier():
            return zone
        name = self._expressions.fresh("y")
        self._write(f"{name} = {zone}")
        return name

    def _may_be(self, cards: bytes, parameter: Parameter) -> bool:
        """Whether a parameter is named by its card, and that may be one of these."""
        if not cards or parameter.by_position or parameter.values or parameter.most:
            return bool(cards and parameter.most)
        return not frozenset(cards).isdisjoint(self._expressions.constants.serving(parameter))

    def _next(self, at: _At) -> None:
        """Write the picks for the parameters that are left."""
        if at.number == len(self._option.parameters):
            self._write(f"o.append(({', '.join(at.pick)},))")
            return
        parameter = self._option.parameters[at.number]
        for place, value in enumerate(parameter.values):
            self._value(parameter, at, place, value)
        if parameter.most:
            self._several(parameter, at)
            return
        for number, source in enumerate(parameter.sources):
            self._source(parameter, at, number, source)

    def _on(self, parameter: Parameter, at: _At, card: str, zone: str, tag: str, place: str = "") -> _At:
        """With one more parameter chosen."""
        env = {**at.env, parameter.card: card, parameter.zone: zone}
        if parameter.place >= 0:
            env[parameter.place] = place
        found = {parameter.card: card, parameter.zone: zone}
        known = {**at.known, **{local: int(text) for local, text in found.items() if text.isdigit()}}
        alone = len(parameter.values) + len(parameter.sources) == 1 or (self._expressions.before is None)
        return _At(at.number + 1, [*at.pick, card, zone, tag], env, known, at.alone and alone, place)

    def _value(self, parameter: Parameter, at: _At, place: int, value: int) -> None:
        """Write the picks for one of several values: there are few, and each is known."""
        then = self._on(parameter, at, str(value), "0", str(unnamed(parameter, place)))
        self._if(self._settled(parameter.condition, then.known), then)

    def _if(self, condition: Expr, then: _At) -> None:
        test = self._expressions.test(condition, then.env)
        if test == "1":
            self._next(then)
        elif test != "0":
            with self._write.block(f"if {test}:", needed=False):
                self._next(then)

    def _several(self, parameter: Parameter, at: _At) -> None:
        """Write the picks for each selection of several cards."""
        cards, ends = self._expressions.fresh("h"), self._expressions.fresh("n")
        lists = "".join(f"{self._expressions.value(self._settled(source.cards, at.known), at.env)}, "
                        for source in parameter.sources)  # fmt: skip
        found = f"selections(({lists}), {parameter.least}, {parameter.most}, {self._option.origin})"
        tag = f"packed(unpacked({cards}), r)" if self.laden(parameter) else "0"
        then = self._on(parameter, at, cards, ends, tag)
        self._loop(f"{cards}, {ends}", found, self._settled(parameter.condition, at.known), then)

    def _source(self, parameter: Parameter, at: _At, number: int, source: Source) -> None:
        """Write the picks for each card of one source."""
        zone = self.zone(self._settled(source.zone, at.known), at.env)
        card = self._expressions.fresh("c")
        place = self._expressions.fresh("n") if parameter.by_position else ""
        several = len(parameter.sources) > 1
        if parameter.by_position:
            tag = f"{place} * {len(parameter.sources)} + {number}" if several else place
        elif self.laden(parameter):
            tag = f"r.get({card}, 0) * {len(parameter.sources)} + {number}" if several else f"r.get({card}, 0)"
        else:
            tag = str(number)
        then = self._on(parameter, at, card, zone, f"-1 - ({tag})" if parameter.unclear else tag, place=place)
        before = {**at.env, parameter.zone: zone}
        apart, own = self._split(self._settled(parameter.condition, then.known), parameter)
        test = self._expressions.test(And(apart), before)
        if test == "0":
            return
        if test == "1":
            self._cards(parameter, source, own, before, then)
        else:
            with self._write.block(f"if {test}:", needed=False):
                self._cards(parameter, source, own, before, then)

    def _split(self, condition: Expr, parameter: Parameter) -> tuple[tuple[Expr, ...], tuple[Expr, ...]]:
        """The parts of a condition that are no matter of the card, and those that are."""
        parts = parts_of(condition)
        if is_noted(condition):
            return (), parts
        apart = tuple(part for part in parts if free_locals(part).isdisjoint((parameter.card, parameter.place)))
        return apart, tuple(part for part in parts if part not in apart)

    def _cards(self, parameter: Parameter, source: Source, own: Sequence[Expr], before: Env, then: _At) -> None:
        """Write the loop through the cards of a source; `before` are the locals outside of it."""
        cards, card = self._settled(source.cards, then.known), then.env[parameter.card]
        if parameter.by_position:
            self._loop(
                f"{then.place}, {card}", f"enumerate({self._expressions.value(cards, before)})", And((*own,)), then
            )
            return
        text, left = self._distinct(parameter, cards, own, before)
        self._loop(card, text, And((*left,)), then)

    def _loop(self, names: str, listed: str, condition: Expr, then: _At) -> None:
        """Write a loop; before the outermost one of an option stands what needn't be worked out within."""
        before = self._expressions.before
        if before is not None:
            if then.alone and listed.isidentifier():
                before.guard(listed)
            with self._write.block(f"for {names} in {listed}:", needed=False):
                self._body(condition, then)
            return
        held = self._named(listed)
        with self._write.block(f"if {held}:", needed=False):
            place, ahead = self._write.place(), Ahead(self._expressions.fresh, self._outer)
            self._expressions.before = ahead
            with self._write.block(f"for {names} in {held}:", needed=False):
                self._body(condition, then)
            self._expressions.before = None
            self._write.insert(place, ahead.lines())

    def _named(self, listed: str) -> str:
        """The name of a list; the same one for the same list, where it has been given its value whatever happens."""
        if listed.isidentifier():
            return listed
        if listed in self._lists:
            return self._lists[listed]
        name = self._expressions.fresh("z")
        self._write(f"{name} = {listed}")
        if self._write.place().indent == self._indent and not listed.startswith("enumerate("):
            self._lists[listed] = name
        return name

    def _body(self, condition: Expr, then: _At) -> None:
        test = self._expressions.test(condition, then.env)
        if test != "1":
            self._write(f"if not {test}: continue")
        self._next(then)

    def _by_face(self, at: int) -> bool:
        """Whether of cards of one name that are alike only the first can be picked, whatever the state."""
        parameter, *later = self._option.parameters[at:]
        read = [part for each in later for source in each.sources for part in (source.cards, source.zone)]
        read += [each.condition for each in (parameter, *later)]
        return not any(map(is_noted, read)) and all(self._reads_printed(expr, parameter.card) for expr in read)

    def _distinct(self, parameter: Parameter, cards: Expr, own: Sequence[Expr], env: Env) -> tuple[str, list[Expr]]:
        """Source for the distinct cards of a source, and what is left of the condition on them."""
        before, outer = self._expressions.before, self._outer | {parameter.card}
        early = [part for part in own if before is None or free_locals(part) <= outer]
        text, left = self._expressions.selected(cards, parameter.card, And((*early,)), env)
        left += [part for part in own if part not in early]
        twins = self._may_be(self._twins, parameter)
        if twins and self.laden(parameter) and self._by_face(self._option.parameters.index(parameter)):
            return self._different(cards, text, env), left
        if twins and self._telling:
            name = self._expressions.fresh("z")
            self._write(f"{name} = {text}; m += {name}.translate(None, UNIQUE)")
            return f"distinct({name})", left
        text = f"distinct({text})"
        return before.name(text) if before is not None and free_locals(cards) <= self._outer else text, left

    def _different(self, cards: Expr, text: str, env: Env) -> str:
        """Source for cards of which those of one name that are alike are listed once; `text` lists them all."""
        root = self._expressions.plain(cards)
        if root is not None:
            base = self._expressions.outright(root, env)
            if self._telling:
                self._told[base] = None
            listed = f"apart({base}, r)"
            name = self._ahead.get(listed) or self._ahead.setdefault(listed, self._expressions.fresh("z"))
            return name + text.removeprefix(self._expressions.value(root, env))
        name = self._expressions.fresh("z")
        self._write(f"{name} = apart({text}, r)")
        if self._telling:
            self._write(f"if special({name}, r): m += b'1'")
        return name

    def _reads_printed(self, expr: Expr, card: int) -> bool:
        """Whether an expression reads nothing of the card in a local but what is printed on it, if nothing lies on it.

        That a card of its name is left out of a list counts as such, too.
        """
        match expr:
            case Local(index):
                return index != card
            case Attribute(_, Local()):
                return True
            case Without(cards, Local()) if self._expressions.plain(cards) is not None:
                return True
            case Filter(cards, local, condition) if lying := self._expressions.lying(cards, local, condition):
                rest = [part for part in parts_of(condition) if part is not lying[0]]
                return isinstance(lying[1], Local) and all(self._reads_printed(part, card) for part in rest)
            case _:
                return all(self._reads_printed(part, card) for part in children(expr))
