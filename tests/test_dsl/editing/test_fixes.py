import pytest

from dsl.editing.fixes import as_json, edited, fixes
from dsl.reading.read import read_anew
from dsl.text.diagnostics import Label, Problem
from dsl.text.source import SourceFile, Span

HEAD = 'game pond "Pond"\n\n'

MENDED = [
    ("enum colour red, blue\n", "enum colour: red, blue\n"),
    ("zone deck pile, hidden\n", "zone deck: pile, hidden\n"),
    ('prompt hop: "Who hops?\n', 'prompt hop: "Who hops?"\n'),
    ('prompt hop: "Who hops?   [P-1]\n', None),
    ("event a\n  shufle deck\n", "event a\n  shuffle deck\n"),
    ("Zone deck: pile, hidden\n", "zone deck: pile, hidden\n"),
    ("define x(card: number of gem is 2\n", "define x(card): number of gem is 2\n"),
    ("event a(card)\n  draw 1 card from deck to hand\n", "event a(card)\n  draw 1 from deck to hand\n"),
    ("event a\n  draw from deck to hand\n   shuffle deck\n", "event a\n  draw from deck to hand\n  shuffle deck\n"),
    ("zone\u00a0deck: pile, hidden\n", "zone deck: pile, hidden\n"),
    ("zone deck:\u200b pile, hidden\n", "zone deck: pile, hidden\n"),
    ("zone point of view: heap, public\n", "zone `point of view`: heap, public\n"),
    ("event a\n  if x is 2:\n    shuffle deck\n", "event a\n  if x is 2\n    shuffle deck\n"),
    ("kind frog:\n  a: number\n", "kind frog\n  a: number\n"),
    ("zone seen: heap for looking\n", "zone seen: heap, public, for looking\n"),
    ("reeds is in play\n  flag wet\n", "when reeds is in play\n  flag wet\n"),
    (
        "event a\n  ask b\n    option c <gem in d\n      proceed\n",
        "event a\n  ask b\n    option c <gem in d>\n      proceed\n",
    ),
]


@pytest.mark.parametrize(("text", "mended"), MENDED)
def test_the_first_fix_mends_what_cannot_be_read(text: str, mended: str | None) -> None:
    source = SourceFile("pond.rules", HEAD + text)
    problem, *_ = read_anew(source)[1]
    found = fixes(problem)
    if mended is None:
        assert all(not read_anew(edited(source, fix.edits))[1] for fix in found)
        return
    assert edited(source, found[0].edits).text == HEAD + mended
    assert read_anew(edited(source, found[0].edits))[1] == ()


@pytest.mark.parametrize(
    ("head", "mended"),
    [
        ("module Reeds Tall Reeds for pond", 'module Reeds "Tall Reeds" for pond'),
        ("module reeds Reeds and more for pond", 'module reeds "Reeds and more" for pond'),
        ("game pond Pond", 'game pond "Pond"'),
    ],
)
def test_a_title_is_put_in_quotes(head: str, mended: str) -> None:
    source = SourceFile("pond.rules", f"# Water.\n{head}\n\nflag wet\n")
    problem, *_ = read_anew(source)[1]
    assert edited(source, fixes(problem)[0].edits).text == f"# Water.\n{mended}\n\nflag wet\n"


def _problem(code: str, text: str, words: str, help_: str) -> Problem:
    source = SourceFile("pond.rules", HEAD + text)
    at = source.text.index(words)
    return Problem(code, "wrong", Span(source, at, at + len(words)), help=help_)


def _first(problem: Problem) -> str:
    assert problem.span
    return edited(problem.span.file, fixes(problem)[0].edits).text.removeprefix(HEAD)


def test_the_nearest_name_stands_in_for_a_misspelt_one() -> None:
    problem = _problem("unknown-zone", "event a\n  shuffle dekc\n", "dekc", "did you mean `deck`?")
    assert _first(problem) == "event a\n  shuffle deck\n"
    assert fixes(problem)[0].likely


@pytest.mark.parametrize(
    ("code", "line", "message", "meant", "mended"),
    [
        ("answer", "answer hop gren", "`hop` doesn't offer `hop gren`", "hop green", "answer hop green"),
        ("offers", "offers hop, hop gren", "`hop` never offers `hop gren`", "hop green", "offers hop, hop green"),
        ("offers", "offers some hop gren", "`hop` never offers `hop gren`", "hop green", "offers some hop green"),
        ("end", "leaf: blue, gren", "`leaf` holds blue, green", "green", "leaf: blue, green"),
        ("end", "laef: blue", "no zone and no number is called `laef`", "leaf", "leaf: blue"),
        ("answer", "answer hop gren", "`hop` never offers `hop gren`", "hop …", None),
    ],
)
def test_the_word_of_a_scenario_that_is_meant(
    code: str, line: str, message: str, meant: str, mended: str | None
) -> None:
    step = f"  play\n    at hop\n      {line}\n" if code != "end" else f"  then\n    {line}\n"
    source = SourceFile("pond.rules", f'{HEAD}scenario pond-hop "A hop"\n  given\n    leaf: nothing\n{step}')
    at = source.text.index(line)
    problem = Problem(f"scenario-{code}", message, Span(source, at, at + len(line)), help=f"did you mean `{meant}`?")
    texts = [edited(source, fix.edits).text for fix in fixes(problem)]
    assert texts == ([source.text.replace(line, mended)] if mended else [])


def test_an_undeclared_name_can_be_declared() -> None:
    problem = _problem("unknown-zone", "# Drops\n\n# Rain.\n# Hail.\nevent a\n  shuffle deck\n", "deck", "declare it")
    assert _first(problem) == ("# Drops\n\nzone deck: heap, public\n\n# Rain.\n# Hail.\nevent a\n  shuffle deck\n")


@pytest.mark.parametrize(
    ("code", "help_", "declared"),
    [
        ("unknown-event", "some events are `b`; for another, declare it, `event deck`", ["event deck"]),
        ("unknown-name", "say `let deck: 1`; if it lasts, declare it: `flag deck`", ["flag deck"]),
        (
            "unknown-name",
            "declare it, as `number deck: 0 to 9`, `define deck: …` or `kind deck`",
            ["number deck: 0 to 9", "kind deck"],
        ),
        ("unknown-enum", "declare it, `enum deck: …`", ["enum deck: one, two"]),
        ("unknown-domain", "the domains are `player`; declare it, `places NAME: 1 to 5`", []),
    ],
)
def test_a_declaration_that_the_help_writes_is_a_fix(code: str, help_: str, declared: list[str]) -> None:
    problem = _problem(code, "event a\n  shuffle deck\n", "deck", help_)
    texts = [edited(problem.span.file, fix.edits).text for fix in fixes(problem) if problem.span]
    assert texts == [f"{HEAD}{form}\n\nevent a\n  shuffle deck\n" for form in declared]


@pytest.mark.parametrize(("end", "gap"), [("\n\n# More.\nflag a\n", "\n"), ("", "\n\n")])
def test_rules_that_are_missing_are_written_below_the_card(end: str, gap: str) -> None:
    help_ = "write `on meet of ghost`, `on meet of bat`"
    problem = _problem("no-rule", f"card ghost is spook, 2 in deck{end}", "ghost", help_)
    rules = "on meet of ghost\n  do meet ghost\n\nevent meet ghost\n\non meet of bat\n  do meet bat\n\nevent meet bat\n"
    first, below = ("card ghost is spook, 2 in deck\n", end[1:]) if end else ("card ghost is spook, 2 in deck", "")
    assert _first(problem) == f"{first}{gap}{rules}{below}"
    again = _problem("no-rule", "card ghost is spook, 2 in deck\n\nevent meet ghost\n", "ghost", help_)
    assert fixes(again) == ()


def test_a_zone_is_declared_for_looking() -> None:
    source = SourceFile("pond.rules", f"{HEAD}zone seen: line, public  # Here.\n\nevent a\n  shuffle deck\n")
    span, declared = (Span(source, source.text.index(word), source.text.index(word) + 4) for word in ("deck", "zone"))
    related = (Label(declared, "declared here"),)
    problem = Problem("type", "wrong", span, related=related, help="declare it so: `zone …, for looking`")
    assert _first(problem) == "zone seen: line, public, for looking  # Here.\n\nevent a\n  shuffle deck\n"


ELSEWHERE = "no zone is called `hay` here: it is declared in the module `barn`, which isn't in play"
SECTION = "put the rule into a section `when barn is in play`"
RULE = "# Rest.\nafter rest\n  shuffle deck\n\n  shuffle hay\n\nflag a\n"


@pytest.mark.parametrize(("code", "this"), [("unknown-zone", "the"), ("not-a-bridge", "this")])
def test_a_rule_about_another_module_goes_into_a_section(code: str, this: str) -> None:
    source = SourceFile("pond.rules", f'module pond "Pond" for farm\n\n{RULE}')
    at = source.text.index("hay")
    help_ = SECTION.replace("the rule", f"{this} rule")
    (fix,) = fixes(Problem(code, ELSEWHERE, Span(source, at, at + 3), help=help_))
    assert edited(source, fix.edits).text.removeprefix('module pond "Pond" for farm\n\n') == (
        "# Rest.\nwhen barn is in play\n  after rest\n    shuffle deck\n\n    shuffle hay\n\nflag a\n"
    )


@pytest.mark.parametrize(
    ("text", "help_"),
    [
        (f'game pond "Pond"\n\n{RULE}', SECTION),
        ('module pond "Pond" for farm\n\nevent rest\n  shuffle hay\n', SECTION),
        ('module pond "Pond" for farm\n\nwhen a is `b`\n  after rest\n    shuffle hay\n', SECTION),
        (f'module pond "Pond" for farm\n\n{RULE}', "put the rule into a section `when a is `b``"),
    ],
)
def test_a_name_that_another_file_declares_is_not_declared_again(text: str, help_: str) -> None:
    source = SourceFile("pond.rules", text)
    at = source.text.index("hay")
    assert fixes(Problem("unknown-zone", ELSEWHERE, Span(source, at, at + 3), help=help_)) == ()


def test_an_unused_declaration_can_be_deleted_with_its_block() -> None:
    problem = _problem("unused", "event a\n  shuffle deck\n\n  shuffle hand\n\nevent b\n", "event a", "")
    assert _first(problem) == "\nevent b\n"


def test_a_problem_without_place_or_advice_has_no_fixes() -> None:
    assert fixes(Problem("no-game", "no file begins with `game`", None)) == ()
    assert fixes(_problem("never-holds", "event a\n  shuffle deck\n", "deck", "")) == ()


def test_fixes_as_data() -> None:
    problem = _problem("unknown-zone", "event a\n  shuffle dekc\n", "dekc", "did you mean `deck`?")
    place = {"file": "pond.rules", "line": 4, "column": 11, "end_line": 4, "end_column": 15}
    edits = [{"place": place, "text": "deck"}]
    assert as_json(problem)[0] == {"title": "Replace with `deck`", "likely": True, "edits": edits}
