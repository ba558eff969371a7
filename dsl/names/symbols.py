"""Signs of members of enums, which stand for them on the table where there is little room.

A sign may have a picture in it, but its plain letters alone must distinguish it: not every screen can show more.
"""

from __future__ import annotations

import re
import unicodedata

from dsl.model import model as m
from dsl.names.names import Names

LONGEST_SIGN = 3


def note_signs(enum: m.Enumeration | m.AddMembers, names: Names) -> None:
    """Record the signs of members; reports those that read the same where only plain letters are shown."""
    for member, sign in zip(enum.members, enum.signs, strict=True):
        if not sign:
            continue
        if not _is_sign(sign):
            help_ = f"it has up to {LONGEST_SIGN} characters of one column each, and a plain letter among them"
            names.problems.add("bad-value", f"`{sign}` is no sign for `{member.text}`", member.span, help=help_)
        like = next((other for other, there in names.signs.items() if _letters(there) == _letters(sign)), "")
        if like:
            message = f"the signs of `{like}` and `{member.text}` have the same letters"
            names.problems.add("bad-value", message, member.span, help="on some screens nothing else is shown of them")
        names.signs[member.text] = sign


def _is_sign(text: str) -> bool:
    wide = any(unicodedata.east_asian_width(each) in "WF" or unicodedata.combining(each) for each in text)
    return bool(_letters(text)) and len(text) <= LONGEST_SIGN and text.isprintable() and not wide


def _letters(sign: str) -> str:
    """The plain letters of a sign."""
    return re.sub("[^!-~]", "", sign)
