"""The prompts at which abilities are offered, and what can be done there without having to.

Read off the blocks of a program. Knows no player, and no wish to be asked or not.
"""

from __future__ import annotations

import attrs

from dsl.program.blocks import Choose
from dsl.program.program import Program


@attrs.frozen
class Windows:
    """Where a player may be spared a question.

    `opened` are the prompts that are there for abilities only, `beside` those at which abilities are offered beside
    answers of another kind, `forms` what may be left unused there.
    """

    opened: tuple[str, ...]
    beside: tuple[str, ...]
    forms: tuple[str, ...]

    @property
    def prompts(self) -> tuple[str, ...]:
        """All of the prompts."""
        return (*self.opened, *self.beside)


def windows(program: Program) -> Windows:
    """The windows of a game."""
    opened, beside, forms = dict[str, None](), dict[str, None](), dict[str, None]()
    for choice in (block.last for block in program.blocks if isinstance(block.last, Choose)):
        last = len(choice.options) - choice.quiet
        offered = choice.options[0 if choice.quiet else last - choice.abilities : last]
        if offered and not choice.must:
            (opened if choice.quiet else beside)[program.prompts[choice.prompt].name] = None
            forms.update(dict.fromkeys(option.form for option in offered))
    return Windows(tuple(opened), tuple(name for name in beside if name not in opened), tuple(forms))
