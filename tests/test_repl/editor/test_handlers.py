"""Requests as the protocol has them, without a connection."""

from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types as lsp

from dsl.index.renames import Refused
from repl.editor import handlers, lenses
from repl.editor.desk import Desk
from repl.editor.protocol import name_of, place, uri_of
from tests.support.ponds import GAME, MODULE, pond


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk()
    for name, text in zip(pond(tmp_path / "pond"), (GAME, MODULE), strict=True):
        desk.edit(name, text)
    return desk


@pytest.fixture
def base(desk: Desk) -> lsp.TextDocumentIdentifier:
    return lsp.TextDocumentIdentifier(uri_of(next(iter(desk.workspace.open))))


def _settle(desk: Desk, name: str) -> None:
    for found in desk.steps(name):
        desk.found[name] = found


def _at(text: str, words: str, behind: bool = False) -> lsp.Position:
    offset = text.index(words) + (len(words) if behind else 0)
    return lsp.Position(text.count("\n", 0, offset), offset - text.rfind("\n", 0, offset) - 1)


def _whole(text: str) -> lsp.Range:
    return lsp.Range(lsp.Position(0, 0), lsp.Position(text.count("\n"), 0))


def test_definition_and_references(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    at = _at(GAME, "do land", behind=True)
    (found,) = handlers.definition(desk, lsp.DefinitionParams(base, at))
    assert found.range.start == _at(GAME, "land(frog)\n  move")
    context = lsp.ReferenceContext(include_declaration=True)
    assert len(handlers.references(desk, lsp.ReferenceParams(context, base, at))) == 3
    assert len(handlers.highlights(desk, lsp.DocumentHighlightParams(base, at))) == 2


def test_rename_is_prepared_and_done(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    at = _at(GAME, "zone leaf", behind=True)
    prepared = handlers.prepare_rename(desk, lsp.PrepareRenameParams(base, at))
    assert prepared
    assert prepared.placeholder == "leaf"
    edit = handlers.rename(desk, lsp.RenameParams(base, at, "pad"))
    assert isinstance(edit, lsp.WorkspaceEdit)
    assert edit.changes
    assert [*edit.changes] == [base.uri]
    assert isinstance(handlers.rename(desk, lsp.RenameParams(base, at, "deck")), Refused)
    assert handlers.prepare_rename(desk, lsp.PrepareRenameParams(base, _at(GAME, "shuffle"))) is None


def test_a_fix_mends_its_problem(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    name = name_of(base.uri)
    wrong = GAME.replace("shuffle deck", "shuffle dekc")
    desk.edit(name, wrong)
    _settle(desk, name)
    context = lsp.CodeActionContext([])
    at = _at(wrong, "dekc")
    first, *_ = handlers.code_actions(desk, lsp.CodeActionParams(base, lsp.Range(at, at), context))
    assert first.title == "Replace with `deck`"
    assert first.is_preferred
    assert first.diagnostics
    assert first.diagnostics[0].code == "unknown-zone"
    assert first.edit
    assert first.edit.changes
    (edit,) = first.edit.changes[base.uri]
    document = desk.workspace.open[name]
    start, end = (document.offset(place(each)) for each in (edit.range.start, edit.range.end))
    desk.edit(name, wrong[:start] + edit.new_text + wrong[end:])
    assert desk.workspace.open[name].text == GAME


def test_completion_puts_names_that_fit_first(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    found = handlers.complete(desk, lsp.CompletionParams(base, _at(GAME, "move frog to ", behind=True)))
    first = min(found.items, key=lambda item: item.sort_text or "")
    assert first.detail == "zone of pond"
    assert isinstance(first.documentation, lsp.MarkupContent)


def test_completion_tells_a_declaration_as_it_is_now(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    for said in ("Who hops?", "Which one?"):
        text = GAME.replace("Who hops?", said)
        desk.edit(name_of(base.uri), text)
        found = handlers.complete(desk, lsp.CompletionParams(base, _at(text, "  ask ", behind=True)))
        assert any(item.label == "hop" and said in str(item.documentation) for item in found.items)


def test_completion_offers_forms_of_lines(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    found = handlers.complete(desk, lsp.CompletionParams(base, _at(GAME, "event setup\n  ", behind=True)))
    forms = [item for item in found.items if item.insert_text_format == lsp.InsertTextFormat.Snippet]
    assert "draw from ZONE to ZONE" in [item.label for item in forms]
    assert isinstance(forms[0].text_edit, lsp.TextEdit)


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("do land", "event `land`"),
        ("zone deck", "All frogs begin here."),
        ("shuffle", "nobody knows the order"),
        ("must be", "**must be answered**: `, must be answered`: reaching the prompt"),
        ("less", "**is less than**: "),
    ],
)
def test_hover(desk: Desk, base: lsp.TextDocumentIdentifier, word: str, said: str) -> None:
    found = handlers.hovered(desk, lsp.HoverParams(base, _at(GAME, word, behind=True)))
    assert found
    assert isinstance(found.contents, lsp.MarkupContent)
    assert said in found.contents.value


def test_hover_shows_what_changes_an_event_and_explains_a_problem(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    found = handlers.hovered(desk, lsp.HoverParams(base, _at(GAME, "event land", behind=True)))
    assert found
    assert "`after land` (reeds.rules:5)" in str(found.contents)
    wrong = GAME.replace("shuffle deck", "shuffle dekc")
    desk.edit(name_of(base.uri), wrong)
    _settle(desk, name_of(base.uri))
    found = handlers.hovered(desk, lsp.HoverParams(base, _at(wrong, "dekc")))
    assert found
    assert "**unknown-zone**" in str(found.contents)


HELP = """help frog "A frog that may hop *lands* on `the *leaf*`." [P-A1]

table
  show "On the leaf": leaf, counted

"""


@pytest.mark.parametrize(
    ("word", "said"),
    [
        (
            "kind frog",
            "Players with `reeds` read:\n\n> frog [P-A1]  \n> A frog that may hop \\*lands\\* on `the *leaf*`.",
        ),
        ("| green", "> frog [P-A1]"),
        ("to leaf", "> On the leaf: the cards in `leaf`, equal ones counted"),
        ("option hop", "> frog [P-A1]"),
    ],
)
def test_hover_says_what_players_read(desk: Desk, base: lsp.TextDocumentIdentifier, word: str, said: str) -> None:
    text = GAME.replace("won ", f"{HELP}won ", 1)
    name = name_of(base.uri)
    desk.edit(name, text)
    _settle(desk, name)
    broken = text.replace("enum home", "enum ", 1)  # the rules that were right last still say it
    for each in (text, broken):
        desk.edit(name, each)
        found = handlers.hovered(desk, lsp.HoverParams(base, _at(each, word, behind=True)))
        assert found
        assert isinstance(found.contents, lsp.MarkupContent)
        assert said in found.contents.value


def test_hover_says_what_is_printed_on_a_card_without_a_help_text(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    _settle(desk, name_of(base.uri))
    found = handlers.hovered(desk, lsp.HoverParams(base, _at(GAME, "| blue", behind=True)))
    assert "> kind: frog; home: west" in str(found and found.contents)


def test_symbols_and_folding(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    found = handlers.document_symbols(desk, lsp.DocumentSymbolParams(base))
    assert {"home", "deck", "land", "hop", "may hop", "pond-hop"} <= {each.name for each in found}
    assert "reeds" in {each.name for each in handlers.workspace_symbols(desk, lsp.WorkspaceSymbolParams("rds"))}
    lines = [(each.start_line, each.end_line) for each in handlers.folding(desk, lsp.FoldingRangeParams(base))]
    start = _at(GAME, "event land").line
    assert (start, start + 2) in lines


def test_tokens_tell_what_names_mean(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    data = handlers.semantic_tokens(desk, lsp.SemanticTokensParams(base)).data
    line = column = 0
    found: dict[tuple[int, int], tuple[int, str, int]] = {}
    for n in range(0, len(data), 5):
        down, right, length, kind, modifier = data[n : n + 5]
        line, column = line + down, right if down else column + right
        found[line, column] = (length, handlers.LEGEND.token_types[kind], modifier)
    at = _at(GAME, "land(frog)\n  move")
    assert found[at.line, at.character] == (4, "event", 1)
    at = _at(GAME, "shuffle deck")
    assert found[at.line, at.character] == (7, "keyword", 0)
    assert found[at.line, at.character + 8] == (4, "variable", 0)


def test_formatting_lays_a_document_out(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    text = GAME.replace("shuffle deck", "shuffle   deck").replace("zone leaf", "zone  leaf")
    desk.edit(name_of(base.uri), text)
    options = lsp.FormattingOptions(2, True)
    at = _at(text, "zone  leaf")
    asked = lsp.DocumentRangeFormattingParams(base, lsp.Range(at, at), options)
    (edit,) = handlers.range_formatting(desk, asked)
    assert edit == lsp.TextEdit(lsp.Range(lsp.Position(at.line, 5), lsp.Position(at.line, 6)), "")
    desk.edit(name_of(base.uri), GAME.replace("shuffle deck", "shuffle   deck"))
    assert handlers.range_formatting(desk, asked) == []
    (edit,) = handlers.formatting(desk, lsp.DocumentFormattingParams(base, options))
    assert edit.range.start.line == edit.range.end.line == _at(GAME, "shuffle deck").line
    desk.edit(name_of(base.uri), GAME)
    assert handlers.formatting(desk, lsp.DocumentFormattingParams(base, options)) == []


def test_hints_name_the_modules_that_change_something(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    found = handlers.inlay_hints(desk, lsp.InlayHintParams(base, _whole(GAME)))
    hinted = {(each.position.line, each.label) for each in found}
    assert hinted == {
        (_at(GAME, "event land").line, "changed by reeds"),
        (_at(GAME, "prompt hop").line, "changed by reeds"),
    }


def test_lenses_run_and_play_scenarios(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    def shown() -> list[str]:
        found = handlers.code_lenses(desk, lsp.CodeLensParams(base))
        return [each.command.title for each in found if each.command]

    assert shown() == ["run scenario", "▶ play from here"]
    _settle(desk, name_of(base.uri))
    assert shown() == ["✓ passes", "▶ play from here"]
    play = handlers.code_lenses(desk, lsp.CodeLensParams(base))[1].command
    assert play
    folder = str(Path(name_of(base.uri)).parent)
    assert play.arguments == ["play", folder, "--at", "pond-hop"]
    desk.edit(name_of(base.uri), GAME.replace("leaf: green, blue", "leaf: green"))
    _settle(desk, name_of(base.uri))
    assert shown()[0] == "✗ fails"
    desk.edit(name_of(base.uri), GAME.replace("shuffle deck", "shuffle"))
    assert len(shown()) == 2  # the declaration of the scenario can be read


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "", (True, "`pond-hop` passes")),
        (
            "leaf: green, blue\n    hand: nothing",
            "leaf: green\n    hand: blue",
            (
                False,
                " fails in line 51, `leaf: green`: `leaf` holds green, blue (not named: blue) (1 more problem)",
            ),
        ),
        ("shuffle deck", "shuffle dekc", (False, "`pond-hop` wasn't played: the rules have problems")),
        ("pond-hop", "pond-skip", (False, "`pond-hop` is gone")),
    ],
)
def test_a_scenario_that_was_run_is_told(
    desk: Desk, base: lsp.TextDocumentIdentifier, old: str, new: str, said: tuple[bool, str]
) -> None:
    name = name_of(base.uri)
    desk.edit(name, GAME.replace(old, new))
    _settle(desk, name)
    passes, sentence = lenses.result(desk, name, "pond-hop")
    assert passes is said[0]
    assert sentence.endswith(said[1])


@pytest.mark.parametrize(
    "text", ["", "\n", "event", "zone x: ", '"', "  if", "scenario a", "module x", "\ufeff", "\x00"]
)
def test_every_request_answers_in_an_unfinished_document(
    desk: Desk, base: lsp.TextDocumentIdentifier, text: str
) -> None:
    desk.edit(name_of(base.uri), text)
    document = desk.workspace.open[name_of(base.uri)]
    end = document.position(len(document.source.text))
    at = lsp.Position(end.line, end.column)
    area = lsp.Range(lsp.Position(0, 0), at)
    asked: list[tuple[Any, Any]] = [
        (handlers.definition, lsp.DefinitionParams(base, at)),
        (handlers.prepare_rename, lsp.PrepareRenameParams(base, at)),
        (handlers.rename, lsp.RenameParams(base, at, "x")),
        (handlers.code_actions, lsp.CodeActionParams(base, area, lsp.CodeActionContext([]))),
        (handlers.complete, lsp.CompletionParams(base, at)),
        (handlers.hovered, lsp.HoverParams(base, at)),
        (handlers.document_symbols, lsp.DocumentSymbolParams(base)),
        (handlers.folding, lsp.FoldingRangeParams(base)),
        (handlers.semantic_tokens, lsp.SemanticTokensParams(base)),
        (handlers.formatting, lsp.DocumentFormattingParams(base, lsp.FormattingOptions(2, True))),
        (handlers.range_formatting, lsp.DocumentRangeFormattingParams(base, area, lsp.FormattingOptions(2, True))),
        (handlers.inlay_hints, lsp.InlayHintParams(base, area)),
        (handlers.code_lenses, lsp.CodeLensParams(base)),
    ]
    for answer, params in asked:
        answer(desk, params)


def test_a_texts_file_has_its_own_form_and_the_names_of_the_rules(desk: Desk, base: lsp.TextDocumentIdentifier) -> None:
    name = name_of(base.uri).replace("base.rules", "german.texts")
    desk.edit(name, 'texts german "Deutsch" for pond\n\nleaf: Blatt\n')
    _settle(desk, name)
    assert desk.problems(name) == ()
    about = lsp.TextDocumentIdentifier(uri_of(name))
    at = lsp.Position(2, 3)
    assert handlers.complete(desk, lsp.CompletionParams(about, at)).items == []
    hover = handlers.hovered(desk, lsp.HoverParams(about, at))
    assert hover
    assert "zone `leaf`" in str(hover.contents)
    assert handlers.document_symbols(desk, lsp.DocumentSymbolParams(about)) == []
    desk.edit(name, "leaf Blatt\n")
    assert desk.problems(name) != ()
