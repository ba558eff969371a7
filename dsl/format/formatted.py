"""One layout for rules files and texts files.

The author's words, line breaks and comments stay, and so does the meaning; the blanks between them change. Whatever
can't be read is left as it is.
"""

from __future__ import annotations

from dsl.format.rules import formatted_rules
from dsl.format.texts import formatted_texts
from dsl.text.source import SourceFile, Span
from dsl.translation.texts import ENDING


def formatted(source: SourceFile, part: Span | None = None) -> str:
    """The text of a rules file, or of a texts file if its name ends in `.texts`, in the one layout.

    With a part of the file, only the declarations or entries that it touches are laid out. Laid out again, the text
    stays the same. It is returned as it is if it can't be read at all, or if the layout would exceed the limits of a
    file.
    """
    part = part or Span(source, 0, len(source.text))
    return formatted_texts(source, part) if source.name.endswith(ENDING) else formatted_rules(source, part)
