"""Look words up in texts files: whole texts, texts with gaps, names, and names that are put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property

import attrs

from dsl.program.reasons import USED_IN
from dsl.translation.quoting import phrases
from dsl.translation.texts import CONDITION, GAP, Texts
from dsl.translation.wanting import CARD, EVENT, FACT, KIND, NUMBER, OPTION, PLACE, VALUE, WORD, ZONE

SPOKEN = (WORD, VALUE, CARD, KIND, ZONE, NUMBER, FACT, PLACE, EVENT)
"""The sorts of words that stand in texts which are put together."""


@attrs.frozen(slots=False)
class Speech:
    """The entries of some texts files of one language: translations by own words."""

    language: str
    entries: Mapping[str, str]

    @classmethod
    def of(cls, language: str, texts: Iterable[Texts]) -> Speech:
        """The entries of these files; of two for the same words, the first counts."""
        entries: dict[str, str] = {}
        for each in texts:
            for own, entry in each.entries.items():
                entries.setdefault(own, entry.said)
        return cls(language, entries)

    def name(self, own: str, sort: str = "") -> str:
        """A name, or one that is put together of several: `A hand`, `tray 2`, `pink 3`; unknown words stay.

        An entry for words of this sort (`zone pile`) counts before one for the words alone.
        """
        known = self.entries.get(f"{sort} {own}") or self.entries.get(own)
        if known:
            return known
        words, found, at = own.split(" "), list[str](), 0
        while at < len(words):
            ends = range(len(words), at, -1)
            end = next((end for end in ends if " ".join(words[at:end]) in self.entries), at + 1)
            part = " ".join(words[at:end])
            found.append(self.entries.get(part, part))
            at = end
        return " ".join(found)

    def text(self, own: str) -> str:
        """A text in quotation marks, perhaps with members in its gaps; one without an entry stays."""
        known = self.entries.get(f'"{own}"')
        if known is not None:
            return known[1:-1]
        for pattern, said in self._with_gaps:
            if filled := pattern.fullmatch(own):
                parts = {gap: self._member(word) for gap, word in filled.groupdict().items()}
                if own in filled.groups() and own in parts.values():  # nothing but a gap, and no member in it
                    continue
                return GAP.sub(lambda gap, parts=parts: parts[_group(gap[0])], said)  # type: ignore[misc]
        return own

    def whole(self, own: str) -> str | None:
        """The words of an option or a text, with `<…>` and `{…}` for what is put in there; None without an entry."""
        return self.entries.get(f"{OPTION} {own}") or self.entries.get(own)

    def quoted(self, own: str) -> str:
        """A text of the rules, such as a condition: as a whole, or phrase by phrase."""
        pieces = phrases(own, self._phrases)
        return self.condition(own) or "".join(self._phrases.get(each, each) for each in pieces)

    def condition(self, own: str) -> str | None:
        """The words of a condition, with `<…>` for its variables; None without an entry."""
        own = own.replace("`", "")
        return self.entries.get(f"{CONDITION} {own}")

    def used(self, own: str) -> str:
        """The words for an option that can't be used again, perhaps in an event."""
        before, _, after = USED_IN.partition("{}")
        event = own.removeprefix(before).removesuffix(after).strip("`")
        said = self.entries.get(USED_IN.format(f"<{EVENT}>")) if own.startswith(f"{before}`") else None
        return GAP.sub(f"`{self.name(event, EVENT)}`", said) if said else self.entries.get(own) or self.name(own, KIND)

    def _member(self, word: str) -> str:
        """A member in a gap, which has a capital letter at the beginning of a label."""
        said = self.name(word)
        small = self.name(word[:1].lower() + word[1:])
        return small[:1].upper() + small[1:] if said == word else said

    @cached_property
    def _phrases(self) -> dict[str, str]:
        """The names and words without gaps, whatever their sort."""
        found = {own: said for own, said in self.entries.items() if not own.startswith('"') and not GAP.search(own)}
        for sort in SPOKEN:
            beginning = f"{sort} "
            sorted_ = {own.removeprefix(beginning): said for own, said in found.items() if own.startswith(beginning)}
            found = sorted_ | found
        return found

    @cached_property
    def forms(self) -> dict[str, str]:
        """The words of options with `…` for what is chosen."""
        return {GAP.sub("…", own): GAP.sub("…", said) for own, said in self.entries.items() if GAP.search(own)}

    @cached_property
    def _with_gaps(self) -> tuple[tuple[re.Pattern[str], str], ...]:
        """The texts with gaps for members (`Tray {tray}`): a pattern for what they read like, and the translation."""
        found = []
        for own, said in self.entries.items():
            if own.startswith('"') and "{" in own:
                parts = GAP.split(own[1:-1])
                gaps = [f"(?P<{_group(gap)}>.+)" for gap in GAP.findall(own)]
                pattern = "".join(re.escape(part) + gap for part, gap in zip(parts, [*gaps, ""], strict=True))
                found.append((re.compile(pattern), said[1:-1]))
        return tuple(found)


def plain(own: str) -> str:
    """A condition without the marks of its variables."""
    return own.replace("<", "").replace(">", "").removeprefix(f"{CONDITION} ")


def _group(gap: str) -> str:
    """The name of a pattern's group for a gap."""
    return "gap_" + "_".join(f"{ord(char):x}" for char in gap[1:-1])
