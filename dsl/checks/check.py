"""Run all checks that need the whole ruleset.

Earlier passes reported wrong types, unknown names and conditions that can't hold. `CHECKS` lists the rest, each a small
function in the module of its subject.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.checks import (
    blocks,
    clashes,
    closed_sections,
    empty_zones,
    first_cards,
    given_kinds,
    loops,
    overfull,
    reach,
    repetitions,
    rings,
    same_card,
    stuck,
    titles,
    unplaced_cards,
    unused,
    vain_statements,
)
from dsl.weaving import lasting, zone_events
from dsl.weaving.weaving import Weaving


def check(weaving: Weaving) -> None:
    """Report the problems of a ruleset as a whole."""
    for one in CHECKS:
        one(weaving)


CHECKS: tuple[Callable[[Weaving], None], ...] = (
    unused.unused_values,
    unused.unused_positions,
    unused.never_set,
    unused.unused_names,
    unused.unused_attributes,
    unused.ungiven_attributes,
    unused.unused_prompts,
    unused.unused_options,
    unused.unused_events,
    unused.idle_cards,
    unused.idle_kinds,
    unused.idle_triggers,
    unused.never_settled,
    unused.never_called,
    unused.never_offered,
    unused.never_left,
    unused.empty_classes,
    unused.unused_domains,
    blocks.blocks,
    blocks.idle_replacements,
    blocks.begun_anew,
    blocks.idle_abilities,
    repetitions.overwritten,
    repetitions.endings,
    repetitions.members,
    stuck.stuck,
    stuck.facts,
    stuck.unattained,
    rings.endless,
    rings.again,
    loops.unchanging,
    overfull.overfull,
    clashes.replacements,
    clashes.reactions,
    reach.removed,
    zone_events.undone,
    lasting.written_outside,
    unplaced_cards.forgotten,
    titles.named,
    given_kinds.never_given,
    given_kinds.never_asked,
    same_card.chosen,
    same_card.named,
    same_card.pinned,
    same_card.itself,
    closed_sections.places,
    closed_sections.never_open,
    empty_zones.never_filled,
    empty_zones.never_alone,
    empty_zones.never_among,
    first_cards.never_laid,
    vain_statements.never_shuffled,
    vain_statements.passed_twice,
    vain_statements.statements,
    vain_statements.lost_parameters,
    vain_statements.unnamed_players,
)
