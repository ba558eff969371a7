"""Documents as Markdown and as pages: words are escaped, and the structure is that of the document."""

from __future__ import annotations

from repl.sheets.document import Document, Grid, Heading, Item, Items, Paragraph, Piece, words
from repl.sheets.markdown import markdown
from repl.sheets.page import page

BLOCKS = (
    Paragraph((Piece("a <b> & ", ""), Piece("*x* | y", "strong"))),
    Heading(2, (Piece("One"), Piece(" "), Piece("[A-1]", "cited")), "one"),
    Items((Item(words("see "), (Item((Piece("two", "", "two"),)),), "in", 'a"b.rules:1:1'),)),
    Heading(3, words("Two"), "two"),
    Grid((words("head"), words("n")), ((words("red|blue"), words("1")),)),
    Paragraph(words("faint"), faint=True),
)

DOCUMENT = Document("Stones & <Gems>", "en", "Contents", BLOCKS)


def test_markdown() -> None:
    assert markdown(DOCUMENT).split("\n\n") == [
        r"# Stones & \<Gems\>",
        "**Contents**",
        "- [One](#one)\n  - [Two](#two)",
        r"a \<b\> & **\*x\* \| y**",
        '<a id="one"></a>',
        r"## One \[A-1\]",
        '- <a id="in"></a>see\n  - [two](#two)',
        '<a id="two"></a>',
        "### Two",
        "| head | n |\n| --- | --- |\n| red\\|blue | 1 |",
        "*faint*\n",
    ]


def test_a_page_escapes_every_word() -> None:
    text = page(DOCUMENT)
    assert "<title>Stones &amp; &lt;Gems&gt;</title>" in text
    assert "<p>a &lt;b&gt; &amp; <b>*x* | y</b></p>" in text
    assert '<li id="in" data-rule="a&quot;b.rules:1:1">see <ul><li><a href="#two">two</a></li></ul></li>' in text
    assert '<h2 id="one">One <small class="cited">[A-1]</small></h2>' in text
    assert '<th scope="row">red|blue</th><td>1</td>' in text
    assert '<li><a href="#one">One </a><ul><li><a href="#two">Two</a></li></ul></li>' in text
