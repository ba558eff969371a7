"""The outline in another language: texts and names from entries, conditions as a whole or from their parts."""

from __future__ import annotations

from dsl.program.outline import Quote, Reference
from dsl.translation.outlines import quoted
from dsl.translation.speech import Speech

SPEECH = Speech(
    "german",
    {
        "plant <herb>": "pflanzen: <herb>",
        '"There are {number of herb in bed}."': '"Es sind {number of herb in bed}."',
        "condition low of <herb>": "<herb> ist niedrig",
        "herb": "Kraut",
        "bed": "Beet",
        "and": "und",
    },
)

HERB, BED = Reference("herb", "variable", "herb"), Reference("bed", "zone", "bed")


def said(quote: Quote) -> str:
    return quoted(quote, SPEECH).text


def test_the_words_of_an_option_have_their_variables() -> None:
    found = quoted(Quote("words", "plant <herb>", ("plant", " ", HERB)), SPEECH)
    assert found.text == "pflanzen: Kraut"
    assert [each.sort for each in found.pieces if not isinstance(each, str)] == ["said", "variable"]


def test_texts_keep_their_gaps() -> None:
    value = Quote("expression", "number of herb in bed", ("number of ", HERB, " in ", BED))
    assert said(Quote("text", "There are {number of herb in bed}.", ("There are ", value, "."))) == (
        "Es sind number of Kraut in Beet."
    )
    assert said(Quote("text", "Nothing and nobody.", ("Nothing and nobody.",))) == "Nothing and nobody."


def test_a_condition_is_said_as_a_whole_or_from_its_parts() -> None:
    whole = Quote("expression", "low of <herb>", ("low of ", HERB))
    other = Quote("expression", "any herb in bed", ("any ", Reference("herb", "kind", "herb"), " in ", BED))
    both = Quote("expression", "low of <herb> and any herb in bed", (whole, " and ", other))
    assert said(both) == "Kraut ist niedrig und any Kraut in Beet"


def test_words_of_the_language_are_kept_beside_their_translation() -> None:
    found = quoted(Quote("expression", "x and y", (" and ",)), SPEECH)
    assert found.parts == (Reference(" und ", "glue", " and "),)
