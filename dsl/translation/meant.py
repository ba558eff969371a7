"""Advice about an entry of a texts file whose own words stand nowhere in the rules: which words they are meant for.

Called by `checking`, and only when something is wrong. The words that differ least come first: a text without its
quotation marks, an option without what is chosen in it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from dsl.model import model as m
from dsl.model.traverse import unfolded
from dsl.text.spelling import did_you_mean, nearest
from dsl.translation.texts import CONDITION, GAP, Entry

MOST_NAMED = 3
"""The most options that one piece of advice lists."""

SENTENCE = 3
"""The fewest words of a text that is surely no name."""

AS_THEY_ARE = "write the words as the rules have them"


def advice(entry: Entry, known: Collection[str], models: Sequence[m.File]) -> str:
    """What to write instead of the own words of an entry, where `known` are all words that the rules have."""
    own = entry.own
    if entry.said in known:
        return f"the words of the rules come first, and the translation behind the colon: say `{entry.said}: {own}`"
    bare, said = own.strip('"'), entry.said.strip('"')
    if text := _alike(f'"{bare}"', known) if own == bare else "":
        return f'`{bare}` is a text of the rules, so put both sides into quotation marks: `{text}: "{said}"`'
    if name := _alike(bare, known) if own != bare else "":
        return f"`{bare}` is a name of the rules, so leave the quotation marks out: `{name}: {said}`"
    if options := of_an_option(own, known):
        return options
    if question := _question(bare, models):
        return f"`{bare}` is a prompt, of which players read the question: say `{question}: …`"
    close = nearest(own, known)
    longer = "" if close and " " not in bare else _longer(f'"{bare}', known)
    if longer:
        return f"the whole text is translated: `{longer}: …`"
    return did_you_mean(close, AS_THEY_ARE)


def of_mixed(entry: Entry, known: Collection[str], models: Sequence[m.File]) -> str:
    """What to write instead of an entry of which one side is a text in quotation marks, and the other isn't."""
    own, said = entry.own.strip('"'), entry.said.strip('"')
    if said in known and own not in known:
        return f"the words of the rules come first, and the translation behind the colon: say `{said}: {own}`"
    if f'"{said}"' in known and not {own, f'"{own}"'} & {*known}:
        return f'the words of the rules come first, both between quotation marks: say `"{said}": "{own}"`'
    if question := _question(own, models):
        return f'`{own}` is a prompt, of which players read the question: say `{question}: "{said}"`'
    name, text = _alike(own, known), _alike(f'"{own}"', known)
    if name and len(said.split()) >= SENTENCE and (help_ := _help(name, models)):
        return f'the help about `{name}` is translated by its text: say `{help_}: "{said}"`'
    if text and (entry.own != own or name != own):
        return f'a text and its translation stand between quotation marks: say `{text}: "{said}"`'
    if name:
        return f"a name and its translation have no quotation marks: say `{name}: {said}`"
    return of_an_option(own, known) or "put both between quotation marks, or neither"


def of_uneven(entry: Entry, known: Collection[str]) -> str:
    """What to write instead of an entry whose sides have other gaps, and whose own words the rules don't have."""
    if entry.said in known:
        return (
            f"the words of the rules come first, and the translation behind the colon: say `{entry.said}: {entry.own}`"
        )
    return of_an_option(entry.own, known)


def of_an_option(own: str, known: Collection[str]) -> str:
    """What to write instead of words that are meant for an option; "" if they resemble none."""
    options = [*_options(own, known)][:MOST_NAMED]
    listed = " or ".join(f"`{each}: …`" for each in options)
    return f"the words of an option are translated with what is chosen in it: say {listed}" if options else ""


def _alike(own: str, known: Collection[str]) -> str:
    """Known words that differ from others in capital letters at most, or in the last sign of a sentence."""
    wanted = own.casefold()
    same = own if own in known else next((each for each in sorted(known) if each.casefold() == wanted), "")
    if same or not own.startswith('"'):
        return same
    return next((each for each in sorted(known) if each.casefold().rstrip('".?!') == wanted.rstrip('".?!')), "")


def _options(own: str, known: Collection[str]) -> Iterator[str]:
    """The words of options with `<…>` that are meant by words without some of them, or with other names in them."""
    parts = set(_parts(own))
    for each in sorted(known):
        if not GAP.search(each) or each.startswith('"'):
            continue
        gapless = " ".join(GAP.sub(" ", each).split())
        plain = GAP.sub(lambda gap: gap[0][1:-1], each)
        begun = gapless.startswith(f"{own} ") and not each.startswith(f"{CONDITION} ")
        if begun or own in (gapless, plain) or (GAP.search(own) and {gapless, plain} & parts) or _filled(each, own):
            yield each


def _filled(words: str, own: str) -> bool:
    """Whether words are those of an option with something in its gaps."""
    pattern = ".+".join(map(re.escape, GAP.split(words)))
    return GAP.split(words)[0].strip() != "" and re.fullmatch(pattern, own) is not None


def _longer(begun: str, known: Collection[str]) -> str:
    """A text of the rules that begins so."""
    found = (each for each in sorted(known) if each.casefold().startswith(f"{begun.casefold()} "))
    return next(found, "")


def _parts(own: str) -> tuple[str, str]:
    """Words without what stands in their gaps, and without the marks around it."""
    return " ".join(GAP.sub(" ", own).split()), GAP.sub(lambda gap: gap[0][1:-1], own)


def _question(own: str, models: Sequence[m.File]) -> str:
    """The question of a prompt, between quotation marks; "" if there is no such prompt."""
    for file in models:
        for node, _ in unfolded(file.declarations):
            if isinstance(node, m.Prompt) and node.name.text == own:
                return node.question.span.text
    return ""


def _help(name: str, models: Sequence[m.File]) -> str:
    """The help about a card or kind, between quotation marks; "" if there is none."""
    every = (node for file in models for node, _ in unfolded(file.declarations))
    texts = (f'"{node.text}"' for node in every if isinstance(node, m.Help) and node.kind.text == name)
    return next(texts, "")
