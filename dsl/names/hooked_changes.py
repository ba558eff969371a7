"""Find the changes of zones that rules hook: cards leave a zone, enter it, or are revealed in it."""

from __future__ import annotations

import attrs

from dsl.model import model as m
from dsl.names.names import Names, ZoneFamily

LEAVING, ENTERING, REVEALING = "leaving", "entering", "revealing in"


@attrs.frozen
class Hooked:
    """A change that some rule hooks: the moment, the change, the zone."""

    moment: str
    change: str
    family: ZoneFamily

    @property
    def event(self) -> str:
        """The name of the change among events."""
        return f"{self.change} {self.family.name}"

    @property
    def routine(self) -> str:
        """The name of the routine of its hooks, which no event can have."""
        return f"{self.event}, {self.moment}"

    @property
    def zones(self) -> frozenset[int]:
        """The indices of the zones."""
        return frozenset(self.family.indices)


def find(names: Names) -> list[Hooked]:
    """The changes that rules hook, each once."""
    found: dict[str, Hooked] = {}
    for _, hook in names.ruleset.all(m.Hook):
        family = names.zones.get(hook.event.text)
        if hook.change and family is not None:
            hooked = Hooked(hook.moment, hook.change, family)
            found.setdefault(hooked.routine, hooked)
    return list(found.values())
