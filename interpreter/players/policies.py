"""Policies: players without a person.

A policy is given the picks of a decision and returns the index of one. Its random numbers come from a separate
generator, never from the one inside the game.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from dsl.program.blocks import Choose, Jump, Option
from dsl.program.instructions import Cover
from dsl.program.program import Program
from interpreter.analysis.memo import once_per_program
from interpreter.choices.decisions import Chooser
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.state.generator import INCREMENT, MASK, MULTIPLIER, Generator, seeded

Uses = dict[tuple[int, int], int]
"""How often each option, given by the block of its choice and its number there, was taken."""

POLICIES = ("random", "eager")

RANDOM_EVERY = 8
"""One of so many answers of an eager player is random."""

FAVOUR = 4
"""An eager player takes an option of a module so many times as often as an option of the base game."""


def chooser(program: Program, policy: str, seed: int, uses: Uses | None = None) -> Chooser:
    """A policy by name.

    "random" takes any option. "eager" prefers acting to passing, module options to base options, then the option that
    it has taken least; if it has taken an option here more often than at another prompt that offers it, it prefers to
    save it for that prompt. `uses` counts the options taken, and can be shared by several games. Raises `ValueError`
    for any other name.
    """
    if policy == "random":
        return _random(seed)
    if policy == "eager":
        return _eager(program, seed, {} if uses is None else uses)
    raise unknown(policy)


def unknown(policy: str) -> ValueError:
    """The error for a policy that doesn't exist."""
    return ValueError(f"there is no policy `{policy}`: it should be one of {', '.join(POLICIES)}")


def _random(seed: int) -> Chooser:
    x = seeded(~seed)

    def choose(_: int, picks: list[Pick]) -> int:  # `Generator.below` inlined, because this runs most
        nonlocal x
        x = (x * MULTIPLIER + INCREMENT) & MASK
        return ((x >> 32) * len(picks)) >> 32

    return choose


def _eager(program: Program, seed: int, uses: Uses) -> Chooser:
    below = Generator(~seed).below
    weights, elsewhere = _weights(program), _elsewhere(program)

    def cost(block: int, option: int) -> int:
        here = 1 + uses.get((block, option), 0)
        places = elsewhere.get((block, option))
        least = 1 + min([uses.get(place, 0) for place in places]) if places else here
        return weights[block][option] * here * max(1, here // least)

    def choose(block: int, picks: list[Pick]) -> int:
        if below(RANDOM_EVERY):
            costs = {option: cost(block, option) for option in {pick[0] for pick in picks}}
            least = min(costs.values())
            likely = [index for index, pick in enumerate(picks) if costs[pick[0]] == least]
            index = likely[below(len(likely))]
        else:
            index = below(len(picks))
        taken = block, picks[index][0]
        uses[taken] = uses.get(taken, 0) + 1
        return index

    return choose


@once_per_program
def eager_table(program: Program) -> array[int]:
    """What an eager player knows of the options, all in a row, for the native executor.

    For each option its weight, and the index at which the list of the places that offer it begins, or -1; such a list
    is its length and the options.
    """
    numbers = {place: at for at, place in enumerate(option_places(program))}
    lists, begun = list[int](), dict[tuple[int, int], int]()
    for place, places in _elsewhere(program).items():
        begun[place] = 2 * len(numbers) + len(lists)
        lists += [len(places), *(numbers[each] for each in places)]
    weights = _weights(program)
    head = [number for at in numbers for number in (weights[at[0]][at[1]], begun.get(at, -1))]
    return array("i", [*head, *lists])


def option_places(program: Program) -> Iterator[tuple[int, int]]:
    """All options, by block and number, in the order in which the native executor counts them."""
    for block, choice in sorted(words_of(program).choices.items()):
        yield from ((block, number) for number in range(len(choice.options)))


@once_per_program
def _weights(program: Program) -> dict[int, tuple[int, ...]]:
    """The weight of each option of each choice: what taking it costs an eager player the first time."""
    return {
        block: tuple(_weight(program, choice, option) for option in choice.options)
        for block, choice in words_of(program).choices.items()
    }


@once_per_program
def _elsewhere(program: Program) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """For options of modules that several prompts offer: all their places."""
    places: dict[tuple[str | int, ...], list[tuple[int, int]]] = {}
    for block, weights in _weights(program).items():
        for number, option in enumerate(words_of(program).choices[block].options):
            if weights[number] == 1:
                places.setdefault(option.words, []).append((block, number))
    return {place: found for found in places.values() if len(found) > 1 for place in found}


def _weight(program: Program, choice: Choose, option: Option) -> int:
    """The weight of an option: little for one of a module, much for one that does nothing."""
    if _idle(program, choice, option):
        return FAVOUR * FAVOUR
    base = program.origins[program.procedures[program.main].origin].module
    return 1 if program.origins[option.origin].module != base else FAVOUR


def _idle(program: Program, choice: Choose, option: Option) -> bool:
    """Whether an option does nothing."""
    block = program.blocks[option.block]
    return block.last == Jump(choice.empty) and all(isinstance(each, Cover) for each in block.body)
