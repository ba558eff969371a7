"""One layout for rules files and texts files.

The author's words, line breaks and comments stay, and so does the meaning; the blanks between them change. Whatever
can't be read is left as it is.
"""

from __future__ import annotations

from dsl.format.rules import formatted_rules
from dsl.format.texts import formatted_texts
from dsl.text.source import SourceFile
from dsl.translation.texts import ENDING


def formatted(source: SourceFile) -> str:
    """The text of a rules file, or of a texts file if its name ends in `.texts`, in the one layout.

    Laid out again, it stays the same. The text is returned as it is if it can't be read at all, or if the layout would
    exceed the limits of a file.
    """
    return formatted_texts(source) if source.name.endswith(ENDING) else formatted_rules(source)
