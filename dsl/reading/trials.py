"""Parse a piece of text with other words, to see whether advice about it helps."""

from __future__ import annotations

import attrs

from dsl.reading.parser import stops

MOST_TRIALS = 120
"""Trials about one mistake: each parses its declaration again."""

LONGEST = 20_000
"""The most characters of a declaration that is parsed again."""

LONGEST_LINE = 200
"""The most characters of a line that is parsed with other words."""

MOST_MISTAKES = 20
"""Mistakes in one file about which there are trials: the others follow from them, or can wait."""


@attrs.define
class Trials:
    """Trials about one mistake in a piece of text that begins at `start` in its file; the parser stopped at `at`.

    `mistakes`: how many were found before in the file.
    """

    start: int
    text: str
    at: int
    mistakes: int = 0
    done: int = 0

    @property
    def over(self) -> bool:
        """Whether nothing is tried any more."""
        line = self.text.find("\n", self.at) - self.text.rfind("\n", 0, self.at)
        return self.done > MOST_TRIALS or self.at > LONGEST or line > LONGEST_LINE or self.mistakes > MOST_MISTAKES

    def __call__(self, begin: int, end: int, words: str) -> bool:
        """Whether the parser gets further with other words from `begin` to `end` in the file (true: not known)."""
        text = self._with(begin - self.start, end - self.start, words)
        if text is None:
            return True
        stopped = stops(text)
        if stopped is None:
            return True
        if stopped <= self.at and (begin - self.start > self.at or stopped < begin - self.start + len(words)):
            return False
        return len(text) - stopped < self._end() - self.at or begin - self.start > self.at

    def whole(self, begin: int, end: int, words: str) -> bool:
        """Whether their line can be read to its end with other words from `begin` to `end` in the file."""
        text = self._with(begin - self.start, end - self.start, words)
        if text is None:
            return False
        stopped = stops(text)
        return stopped is None or stopped >= text.find("\n", begin - self.start + len(words))

    def _with(self, begin: int, end: int, words: str) -> str | None:
        """The text with other words, as far as it matters; None if it is too long or there were too many trials."""
        self.done += 1
        if self.over or begin < 0:
            return None
        return f"{self.text[:begin]}{words}{self.text[end : self._end()]}"

    def _end(self) -> int:
        """The end of the line below the mistake."""
        below = self.text.find("\n", self.text.find("\n", self.at) + 1)
        return below + 1 if below >= 0 else len(self.text)
