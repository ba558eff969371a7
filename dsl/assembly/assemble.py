"""Assemble the program of checked rules: their blocks, components, endings and reports."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from dsl.assembly import components
from dsl.assembly.contributed import contributions
from dsl.assembly.lower import Lowered
from dsl.expressions import typed
from dsl.expressions.values import Scope
from dsl.names.names import DEALT, PLAYER, Names
from dsl.program import program as p
from dsl.program.fingerprint import fingerprint
from dsl.routines.split_blocks import Tests, needs, split_blocks
from dsl.routines.steps import Branching, Finished, Looping, Routine
from dsl.statements.chance import PICKS, ROLLS
from dsl.weaving.endings import VICTORY
from dsl.weaving.weaving import MAIN, Weaving


def assemble(lowered: Lowered) -> p.Program:
    """The program of a ruleset without problems."""
    weaving, context, finished = lowered.weaving, lowered.weaving.context, lowered.weaving.finished
    names = context.names
    tests = Tests(VICTORY, _ends_read(finished, names), context.dirty, _triggers_read(weaving))
    procedures, blocks, labels = split_blocks(finished, tests, len(names.zoned))
    main = next(index for index, procedure in enumerate(procedures) if procedure.name == MAIN)
    turn = next(step.label for step in finished[MAIN].body if isinstance(step, Looping))
    ruleset = names.ruleset
    program = p.Program(
        game=ruleset.base,
        title=ruleset.title,
        modules=ruleset.modules,
        players=ruleset.players,
        dummies=tuple(names.dummies),
        options=tuple(sorted(ruleset.settings.items())),
        fingerprint="",
        open_hands=not (_sealed(blocks) or any(f.declared.seen == "private" for f in names.zones.values())),
        faces=tuple(components.faces(names)),
        places=tuple(components.places(names, context)),
        counters=tuple(components.counters(names, weaving, lowered.firsts)),
        facts=tuple(components.facts(names)),
        tables=tuple(context.tables.made),
        begin=tuple(components.begin(names)),
        procedures=procedures,
        blocks=blocks,
        main=main,
        turns=labels[turn],
        player=PLAYER,
        dealt=DEALT,
        prompts=lowered.prompts,
        endings=tuple(context.endings),
        out_of_reach=lowered.out_of_reach,
        invariants=lowered.invariants,
        items=lowered.items,
        help=lowered.help,
        origins=context.origins.cited(),
        setting=lowered.setting,
        contributions=contributions(weaving),
        riding=components.riding(names),
        rolls=context.hidden_numbers.get(ROLLS, -1),
        picks=context.hidden_numbers.get(PICKS, -1),
        scoring=lowered.scoring,
        facing=components.facing(names),
    )
    return attrs.evolve(program, fingerprint=fingerprint(program))


def _ends_read(finished: dict[str, Finished], names: Names) -> tuple[frozenset[int], frozenset[int]]:
    conditions = [step.condition for step in finished[VICTORY].body if isinstance(step, Branching)]
    return needs(conditions, names.spans)


def _triggers_read(weaving: Weaving) -> tuple[frozenset[int], frozenset[int]]:
    conditions: list[p.Expr] = []
    for trigger in weaving.triggers:
        scope = Scope(Routine(""), trigger.part)
        conditions += [trigger.zone.cards, typed.truth(weaving.context, trigger.condition, scope)]
    return needs(conditions, weaving.context.names.spans)


def _sealed(blocks: Sequence[p.Block]) -> bool:
    """Whether players choose at once somewhere, and so know something that others don't."""
    return any(isinstance(block.last, p.Choose) and block.last.sealed is not None for block in blocks)
