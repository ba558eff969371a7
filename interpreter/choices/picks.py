"""Picks: the options of a choice as executors list them, flat tuples of integers.

    (option, card, zone, tag, card, zone, tag, …)

A pick is an option's number in `Choose.options`, followed by three numbers for each of its parameters. Executors make
picks by the thousand and drop most of them, so a pick is no object. Only this module knows where its numbers stand,
except the first one, which every module reads as `pick[0]`.

`card` and `zone` are the values of the parameter's two locals (see `blocks.Parameter`). The tag says what else the
words of the option depend on:

- for a card, `detail * sources + source`: the source it was drawn from, and either its position there, if the parameter
  goes by position, or the load of the card (see `attachments`);
- for one of several values, the position of the value among them;
- for a selection of several cards, their loads packed.

A tag can also leave its parameter *unnamed*: without the words that distinguish only some pairs of options.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from dsl.program.blocks import CallAndWait, Choose, Option, Parameter
from dsl.program.program import Program
from interpreter.analysis.flow import successors
from interpreter.analysis.memo import once_per_program

Pick = tuple[int, ...]

Part = tuple[int, int, int]
"""The numbers of one parameter in a pick: card, zone and tag."""

Slots = tuple[tuple[int, int], ...]
"""Locals, each with the index in a pick of its value."""

FIRST, SIZE = 1, 3
"""Where the parts of a pick begin, and how many numbers each has."""


def card_at(parameter: int) -> int:
    """The index in a pick of the card for a parameter, given by its number."""
    return FIRST + SIZE * parameter


def zone_at(parameter: int) -> int:
    """The index in a pick of the zone for a parameter."""
    return FIRST + SIZE * parameter + 1


def tag_at(parameter: int) -> int:
    """The index in a pick of the tag for a parameter."""
    return FIRST + SIZE * parameter + 2


def part_of(pick: Pick, parameter: int) -> Part:
    """The numbers of a parameter in a pick."""
    card, zone, tag = pick[FIRST + SIZE * parameter : FIRST + SIZE * (parameter + 1)]
    return card, zone, tag


def slots_of(option: Option) -> Slots:
    """The locals that an option's parameters set."""
    slots = {}
    for number, parameter in enumerate(option.parameters):
        slots[parameter.card] = card_at(number)
        slots[parameter.zone] = zone_at(number)
        if parameter.place >= 0:  # it has one source, so the tag is the position itself
            slots[parameter.place] = tag_at(number)
    return tuple(slots.items())


@once_per_program
def taken(program: Program) -> Mapping[int, Slots]:
    """The blocks that are only reached by picking an option, and the locals that the pick sets."""
    other = {target for block in program.blocks for target in successors(program, block)}
    other |= {block.last.block for block in program.blocks if isinstance(block.last, CallAndWait)}
    other |= {program.turns, program.procedures[program.main].entry}
    found: dict[int, set[Slots]] = defaultdict(set)
    for block in program.blocks:
        for option in block.last.options if isinstance(block.last, Choose) else ():
            found[option.block].add(slots_of(option))
    return {block: next(iter(slots)) for block, slots in found.items() if len(slots) == 1 and block not in other}


def tag_of(detail: int, source: int, sources: int) -> int:
    """The tag of a card that is named."""
    return detail * sources + source


def detail_and_source(tag: int, sources: int) -> tuple[int, int]:
    """The two numbers in a tag of a card, named or unnamed."""
    return divmod(tag if tag >= 0 else -1 - tag, sources)


def without_source(tag: int, sources: int) -> int:
    """The tag of a card, with the first source in place of one that isn't named."""
    return tag + (-1 - tag) % sources if tag < 0 else tag


def unnamed(parameter: Parameter, tag: int) -> int:
    """The tag that leaves a parameter unnamed, if it is named only where need be; of such a tag, the named one."""
    if not parameter.unclear:
        return tag
    return (tag + len(parameter.values)) % (2 * len(parameter.values)) if parameter.values else -1 - tag


def skipped(choice: Choose, picks: Sequence[Pick]) -> bool:
    """Whether the prompt is skipped: nothing is offered, or nothing but what its quiet options offer."""
    return not picks or picks[0][0] >= len(choice.options) - choice.quiet
