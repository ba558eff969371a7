"""The control flow of a program: which blocks follow which, and which are part of the block before.

A block is *joined* to the block before if no other block leads to it, or if it is tiny. Calls and returns count as
leading on where the called procedure and its caller are known. Generated code inlines joined blocks where they are
reached, and neither executor counts them as steps, so a runaway game stops at the same point in both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set

from dsl.program.blocks import Block, CallAndWait, Choose, Fork, Jump, Option, Return
from dsl.program.instructions import Branch, ForEach, While
from dsl.program.operators import free_locals
from dsl.program.program import Program
from dsl.program.texts import Gap
from interpreter.analysis.memo import once_per_program

TINY = 1
"""Most instructions of a block that may be inlined in several places."""

DEEPEST = 30
"""Most blocks that may be inlined one inside the other."""


@once_per_program
def callers(program: Program) -> Mapping[int, int]:
    """For each waiting procedure that is called from one place only, the block that follows its return."""
    places: dict[int, list[int]] = defaultdict(list)
    for block in program.blocks:
        if isinstance(block.last, CallAndWait):
            places[block.last.procedure].append(block.last.block)
    return {called: found[0] for called, found in places.items() if len(found) == 1 and called != program.main}


def successors(program: Program, block: Block) -> Iterator[int]:
    """The blocks that may follow a block at once, as far as that is known before the game."""
    match block.last:
        case Jump(target):
            yield target
        case Fork(_, then, otherwise, _):
            yield from (then, otherwise)
        case Choose(empty=empty, must=must, quiet=quiet):
            if quiet or not must:
                yield empty
        case CallAndWait(procedure):
            yield program.procedures[procedure].entry
        case Return():
            caller = callers(program).get(block.procedure)
            if caller is not None:
                yield caller


@once_per_program
def outer_blocks(program: Program) -> frozenset[int]:
    """The blocks that begin something: the game, a turn, an option, or what follows one of several calls."""
    known = callers(program)
    found = {program.procedures[program.main].entry, program.turns}
    for block in program.blocks:
        match block.last:
            case CallAndWait(procedure, _, target) if procedure not in known:
                found.add(target)
            case Choose(options=options):
                found.update(option.block for option in options)
            case _:
                pass
    return frozenset(found)


@once_per_program
def joined_blocks(program: Program) -> frozenset[int]:
    """The blocks that are part of the block before, unless they are reached by an answer."""
    before: dict[int, list[int]] = defaultdict(list)
    for number, block in enumerate(program.blocks):
        for target in successors(program, block):
            before[target].append(number)
    never = {program.turns, program.procedures[program.main].entry}
    tiny = {number for number, block in enumerate(program.blocks) if _is_tiny(block)} - never
    outer = outer_blocks(program)
    repeated = _repeated(tiny, outer, before)
    single = {
        number
        for number, found in before.items()
        if len(found) == 1 and number not in outer and found[0] not in repeated
    }
    return _without_circles(len(program.blocks), tiny | single, before)


def _is_tiny(block: Block) -> bool:
    plain = not any(isinstance(each, Branch | While | ForEach) for each in block.body)
    return plain and len(block.body) <= TINY and isinstance(block.last, Jump | Return | CallAndWait)


def _repeated(tiny: Set[int], outer: Set[int], before: Mapping[int, Sequence[int]]) -> set[int]:
    """The tiny blocks that are inlined more than once, because they or the blocks before them are."""
    repeated = {number for number in tiny if len(before[number]) + (number in outer) > 1}
    while True:
        more = {number for number in tiny - repeated if repeated.intersection(before[number])}
        if not more:
            return repeated
        repeated |= more


def _without_circles(count: int, joined: Set[int], before: Mapping[int, Sequence[int]]) -> frozenset[int]:
    """The joined blocks that are left when every cycle is cut, and every chain that is too deep."""
    depth = {number: 0 for number in range(count) if number not in joined}
    waiting = sorted(joined)
    while waiting:
        ready = [number for number in waiting if all(each in depth for each in before[number])]
        for number in ready:
            deep = 1 + max((depth[each] for each in before[number]), default=0)
            depth[number] = deep if deep <= DEEPEST else 0
        if not ready:
            depth[waiting[0]] = 0
        waiting = [number for number in waiting if number not in depth]
    return frozenset(number for number, deep in depth.items() if deep)


def wanted_by(option: Option) -> set[int]:
    """The locals that an option reads and doesn't set itself."""
    wanted, bound = set(free_locals(option.condition)), set[int]()
    for parameter in option.parameters:
        for source in parameter.sources:
            wanted |= (free_locals(source.cards) | free_locals(source.zone)) - bound
        bound |= {parameter.card, parameter.zone, parameter.place}
        wanted |= free_locals(parameter.condition) - bound
    return wanted


def shown_by(option: Option) -> set[int]:
    """The locals that the values in the words of an option read, and that the option doesn't set itself."""
    gaps = [part for part in option.shown if isinstance(part, Gap)]
    exprs = [expr for gap in gaps for expr in (gap.value, *(zone for _, zone in gap.cards))]
    bound = {local for each in option.parameters for local in (each.card, each.zone, each.place)}
    return {local for expr in exprs for local in free_locals(expr)} - bound


def cycle_of(program: Program, recent: Set[int]) -> set[int]:
    """The blocks of the endless cycle in which the `recent` blocks ran, each of which counted as a step.

    Blocks that are joined to them belong to the cycle if they lead on to one of them.
    """
    joined = joined_blocks(program)
    found, more = set(recent), set(recent)
    while more:
        more = {
            each for number in more for each in successors(program, program.blocks[number]) if each in joined
        } - found
        found |= more
    leading = set[int]()
    while True:
        more = {number for number in found - leading if _leads_to(program, number, recent | leading)}
        if not more:
            return leading or found
        leading |= more


def _leads_to(program: Program, number: int, wanted: Set[int]) -> bool:
    """Whether a wanted block may follow a block, at once or after an answer or a return."""
    block = program.blocks[number]
    match block.last:
        case Choose(options=options):
            if not wanted.isdisjoint(option.block for option in options):
                return True
        case Return():
            if block.procedure not in callers(program):
                return True
        case _:
            pass
    return not wanted.isdisjoint(successors(program, block))
