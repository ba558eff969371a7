"""Seats that the computer takes: it answers for them by search, as far as their players may know.

Knows the games that it is asked about, and nothing of how answers are given or saved.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from dsl import Program
from repl.session.work import Told

if TYPE_CHECKING:
    from interpreter import Game, Policy


@attrs.define
class Computers:
    """The seats of the computer, and the games that it tries at each decision.

    `failed` says why it can't go on, if it can't; then people answer for these seats, too.
    """

    seats: frozenset[str] = frozenset()
    playouts: int = 400
    failed: str = ""
    _learnt: dict[str, Policy | None] = attrs.field(factory=dict)

    def person(self, players: tuple[str, ...]) -> str:
        """The only player who is a person; "" if there are several."""
        found = [player for player in players if self.failed or player not in self.seats]
        return found[0] if len(found) == 1 and len(players) > 1 else ""

    def decides(self, game: Game) -> bool:
        """Whether the computer is to answer now."""
        return game.decision is not None and not self.failed and game.decision.player in self.seats

    def answer(self, game: Game, watch: Told | None = None) -> str:
        """The id of the option that the computer takes; "" if a person decides."""
        from interpreter import NoAdvice

        decision = game.decision
        if decision is None or not self.decides(game):
            return ""
        try:
            words = game.advise(self.playouts, self._policy(game.program), watch).best
        except NoAdvice as error:
            self.failed = str(error)
            return ""
        return next(option.id for option in decision.options if option.words == words)

    def _policy(self, program: Program) -> Policy | None:
        from reverie import policy_for

        if program.fingerprint not in self._learnt:
            found = policy_for(program)
            self._learnt[program.fingerprint] = found.policy if found else None
        return self._learnt[program.fingerprint]
