"""The prompts at which a program offers abilities, and the options that players may leave unused there.

Knows no player, and no player's wish to be asked or not.
"""

from __future__ import annotations

import attrs

from dsl.program.blocks import Choose
from dsl.program.program import Program


@attrs.frozen
class Windows:
    """The prompts that a player can ask to skip.

    `opened` are the prompts that offer nothing but abilities, `beside` those that offer other options, too, and `forms`
    the forms of the options that may be left unused there.
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
