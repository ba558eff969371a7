"""Static checks over a linked ruleset: what clashes, what nobody reads, what can never happen.

Types, unknown names and conditions that can't hold were found on the way; `CHECKS` are those that need the whole, each
a small function, in the module of what it is about.
"""

from __future__ import annotations

from collections.abc import Callable

from dsl import changes, clashes, idle, lasting, pointing, reach
from dsl.weave import Weaver


def check(weaver: Weaver) -> None:
    """Add what is wrong with a ruleset as a whole to its problems."""
    for one in CHECKS:
        one(weaver)


CHECKS: tuple[Callable[[Weaver], None], ...] = (
    idle.unused_values,
    idle.unused_positions,
    idle.unused_names,
    idle.unused_attributes,
    idle.unused_prompts,
    idle.unused_options,
    idle.unused_events,
    idle.idle_cards,
    idle.idle_kinds,
    idle.idle_triggers,
    idle.never_called,
    idle.never_offered,
    idle.never_left,
    clashes.replacements,
    clashes.reactions,
    reach.removed,
    changes.undone,
    lasting.written_outside,
    pointing.forgotten,
)
