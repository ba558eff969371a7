"""The requests of an editor about a document, each answered by the module of its feature.

Converts between the protocol's shapes and those of the features, and decides nothing; knows no connection.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Protocol

from lsprotocol import types as lsp

from dsl.editing.fixes import Edit
from dsl.format.formatted import formatted
from dsl.index.headings import Heading
from dsl.index.renames import Refused
from dsl.text.source import Span
from repl.editor import actions, completion, hover, lenses, navigation, protocol, symbols, tokens
from repl.editor.desk import Desk
from repl.editor.documents import Document
from repl.editor.problems import unchanged

KINDS = {
    "event": lsp.SymbolKind.Event, "zone": lsp.SymbolKind.Array, "group": lsp.SymbolKind.Array,
    "number": lsp.SymbolKind.Number, "flag": lsp.SymbolKind.Boolean, "marker": lsp.SymbolKind.Variable,
    "prompt": lsp.SymbolKind.Interface, "definition": lsp.SymbolKind.Function, "enum": lsp.SymbolKind.Enum,
    "value": lsp.SymbolKind.EnumMember, "kind": lsp.SymbolKind.Struct, "class": lsp.SymbolKind.Class,
    "card": lsp.SymbolKind.Object, "cards": lsp.SymbolKind.Object, "attribute": lsp.SymbolKind.Field,
    "fact": lsp.SymbolKind.Field, "game": lsp.SymbolKind.Module, "module": lsp.SymbolKind.Module,
    "section": lsp.SymbolKind.Namespace, "option": lsp.SymbolKind.Property, "scenario": lsp.SymbolKind.Method,
}  # fmt: skip

ITEMS = {
    "keyword": lsp.CompletionItemKind.Keyword, "form": lsp.CompletionItemKind.Snippet,
    "event": lsp.CompletionItemKind.Event, "definition": lsp.CompletionItemKind.Function,
    "enum": lsp.CompletionItemKind.Enum, "value": lsp.CompletionItemKind.EnumMember,
    "kind": lsp.CompletionItemKind.Struct, "class": lsp.CompletionItemKind.Class,
    "card": lsp.CompletionItemKind.Value, "module": lsp.CompletionItemKind.Module,
    "attribute": lsp.CompletionItemKind.Field, "prompt": lsp.CompletionItemKind.Interface,
}  # fmt: skip

MODIFIERS = ("declaration",)
LEGEND = lsp.SemanticTokensLegend(list(tokens.TYPES), list(MODIFIERS))


class Place(Protocol):
    """The part of a request that says where."""

    text_document: lsp.TextDocumentIdentifier
    position: lsp.Position


def _asked(desk: Desk, uri: str) -> Document:
    """The document that a request is about."""
    document = desk.workspace.document(protocol.name_of(uri))
    if document is None:
        raise LookupError(uri)
    return document


def _at(desk: Desk, params: Place) -> tuple[Document, int]:
    document = _asked(desk, params.text_document.uri)
    return document, document.offset(protocol.place(params.position))


def _span(document: Document, area: lsp.Range) -> Span:
    """The part of a document that is an area."""
    start, end = (document.offset(protocol.place(at)) for at in (area.start, area.end))
    return Span(document.source, min(start, end), max(start, end))


def _locations(desk: Desk, spans: Iterable[Span]) -> list[lsp.Location]:
    return [protocol.location(span, desk.workspace.document) for span in spans]


def definition(desk: Desk, params: lsp.DefinitionParams) -> list[lsp.Location]:
    """The declarations of a name."""
    document, offset = _at(desk, params)
    return _locations(desk, navigation.declarations(desk.workspace, document.name, offset))


def references(desk: Desk, params: lsp.ReferenceParams) -> list[lsp.Location]:
    """The places that name something."""
    document, offset = _at(desk, params)
    declared = params.context.include_declaration
    return _locations(desk, navigation.references(desk.workspace, document.name, offset, declared=declared))


def highlights(desk: Desk, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
    """The places in a document that name the same."""
    document, offset = _at(desk, params)
    spans = navigation.in_document(desk.workspace, document.name, offset)
    return [lsp.DocumentHighlight(protocol.range_of(document, span)) for span in spans]


def prepare_rename(desk: Desk, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder | None:
    """The name that can be changed at a place."""
    document, offset = _at(desk, params)
    found = navigation.renameable(desk.workspace, document.name, offset)
    if isinstance(found, Refused):
        return None
    return lsp.PrepareRenamePlaceholder(protocol.range_of(document, found), found.text.strip("`"))


def rename(desk: Desk, params: lsp.RenameParams) -> lsp.WorkspaceEdit | Refused:
    """The edits of a rename, or why it is refused."""
    document, offset = _at(desk, params)
    found = navigation.renamed(desk.workspace, document.name, offset, params.new_name)
    return found if isinstance(found, Refused) else _workspace_edit(desk, found)


def _workspace_edit(desk: Desk, edits: Iterable[Edit]) -> lsp.WorkspaceEdit:
    changes: dict[str, list[lsp.TextEdit]] = {}
    for each in edits:
        here = protocol.location(each.span, desk.workspace.document)
        changes.setdefault(here.uri, []).append(lsp.TextEdit(here.range, each.text))
    return lsp.WorkspaceEdit(changes=changes)


def code_actions(desk: Desk, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
    """The fixes of problems in an area."""
    document = _asked(desk, params.text_document.uri)
    return [
        lsp.CodeAction(
            title=each.fix.title,
            kind=lsp.CodeActionKind.QuickFix,
            diagnostics=protocol.diagnostics(document, [each.problem], desk.workspace.document),
            is_preferred=each.fix.likely,
            edit=_workspace_edit(desk, each.fix.edits),
        )
        for each in actions.actions(desk, _span(document, params.range))
    ]


def complete(desk: Desk, params: lsp.CompletionParams) -> lsp.CompletionList:
    """What may be written at a place."""
    document, offset = _at(desk, params)
    return lsp.CompletionList(
        False, [_item(document, each) for each in completion.complete(desk.workspace, document.name, offset)]
    )


def _item(document: Document, item: completion.Item) -> lsp.CompletionItem:
    text = item.snippet or item.label
    return lsp.CompletionItem(
        label=item.label,
        kind=ITEMS.get(item.sort, lsp.CompletionItemKind.Variable),
        detail=item.detail or None,
        documentation=lsp.MarkupContent(lsp.MarkupKind.Markdown, item.about) if item.about else None,
        sort_text=f"{item.rank} {item.label}",
        insert_text_format=lsp.InsertTextFormat.Snippet if item.snippet else None,
        text_edit=lsp.TextEdit(protocol.range_of(document, item.span), text),
    )


def hovered(desk: Desk, params: lsp.HoverParams) -> lsp.Hover | None:
    """What is said about a place."""
    document, offset = _at(desk, params)
    found = hover.hover(desk, document.name, offset)
    if found is None:
        return None
    text = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.text)
    return lsp.Hover(text, protocol.range_of(document, found.span))


def document_symbols(desk: Desk, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
    """The headings of a document."""
    document = _asked(desk, params.text_document.uri)
    return [_heading(document, each) for each in symbols.headings(document.source)]


def _heading(document: Document, heading: Heading) -> lsp.DocumentSymbol:
    whole = heading.whole.to(heading.span)
    return lsp.DocumentSymbol(
        name=heading.name or heading.sort,
        detail=heading.sort,
        kind=KINDS.get(heading.sort, lsp.SymbolKind.Key),
        range=protocol.range_of(document, whole),
        selection_range=protocol.range_of(document, heading.span),
        children=[_heading(document, each) for each in heading.below],
    )


def workspace_symbols(desk: Desk, params: lsp.WorkspaceSymbolParams) -> list[lsp.WorkspaceSymbol]:
    """The names that a search word finds."""
    return [
        lsp.WorkspaceSymbol(
            location=protocol.location(each.span, desk.workspace.document),
            name=each.name,
            kind=KINDS.get(each.sort, lsp.SymbolKind.Key),
            container_name=each.module or None,
        )
        for each in symbols.search(desk.workspace, params.query)
    ]


def folding(desk: Desk, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
    """What can be folded."""
    document = _asked(desk, params.text_document.uri)
    areas = [document.area(span) for span in symbols.folds(document.source)]
    return [lsp.FoldingRange(each.start.line, each.end.line) for each in areas]


def semantic_tokens(desk: Desk, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
    """The colours of a document, each token by its distance from the one before."""
    document = _asked(desk, params.text_document.uri)
    found = tokens.tokens(desk.workspace, document.name)
    data: list[int] = []
    line = 0
    for number, group in groupby(
        ((document.area(each.span), each) for each in found), key=lambda one: one[0].start.line
    ):
        column = 0
        for area, each in group:
            data += [number - line, area.start.column - column, area.end.column - area.start.column]
            data += [tokens.TYPES.index(each.type), int(each.declares)]
            line, column = number, area.start.column
    return lsp.SemanticTokens(data)


def formatting(desk: Desk, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
    """The document in the one layout."""
    document = _asked(desk, params.text_document.uri)
    return _rewritten(document, formatted(document.source))


def range_formatting(desk: Desk, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
    """The declarations that an area touches in the one layout."""
    document = _asked(desk, params.text_document.uri)
    return _rewritten(document, formatted(document.source, _span(document, params.range)))


def _rewritten(document: Document, text: str) -> list[lsp.TextEdit]:
    """The edit that gives a document another text, where it differs."""
    old = document.source.text
    if text == old:
        return []
    first, last = unchanged(old, text)
    span = Span(document.source, first, len(old) - last)
    return [lsp.TextEdit(protocol.range_of(document, span), text[first : len(text) - last])]


def inlay_hints(desk: Desk, params: lsp.InlayHintParams) -> list[lsp.InlayHint]:
    """The modules that change what is declared in an area, at the ends of its lines."""
    document = _asked(desk, params.text_document.uri)
    part = _span(document, params.range)
    return [
        lsp.InlayHint(protocol.position(document.position(each.span.end)), each.text, padding_left=True)
        for each in lenses.hints(desk, document.name)
        if part.start <= each.span.end <= part.end
    ]


def code_lenses(desk: Desk, params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
    """The commands above the scenarios of a document."""
    document = _asked(desk, params.text_document.uri)
    return [
        lsp.CodeLens(
            protocol.range_of(document, each.span), lsp.Command(each.title, each.command, arguments=[*each.arguments])
        )
        for each in lenses.lenses(desk, document.name)
    ]


REQUESTS: tuple[tuple[str, Callable[..., object], object | None], ...] = (
    (lsp.TEXT_DOCUMENT_DEFINITION, definition, None),
    (lsp.TEXT_DOCUMENT_REFERENCES, references, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, highlights, None),
    (lsp.TEXT_DOCUMENT_PREPARE_RENAME, prepare_rename, None),
    (lsp.TEXT_DOCUMENT_RENAME, rename, lsp.RenameOptions(prepare_provider=True)),
    (lsp.TEXT_DOCUMENT_CODE_ACTION, code_actions, lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix])),
    (lsp.TEXT_DOCUMENT_COMPLETION, complete, lsp.CompletionOptions([" ", "<"])),
    (lsp.TEXT_DOCUMENT_HOVER, hovered, None),
    (lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, document_symbols, None),
    (lsp.WORKSPACE_SYMBOL, workspace_symbols, None),
    (lsp.TEXT_DOCUMENT_FOLDING_RANGE, folding, None),
    (lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, semantic_tokens, LEGEND),
    (lsp.TEXT_DOCUMENT_FORMATTING, formatting, None),
    (lsp.TEXT_DOCUMENT_RANGE_FORMATTING, range_formatting, None),
    (lsp.TEXT_DOCUMENT_INLAY_HINT, inlay_hints, None),
    (lsp.TEXT_DOCUMENT_CODE_LENS, code_lenses, None),
)
"""The methods, what answers each, and the options that the server declares."""
