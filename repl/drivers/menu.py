"""The answers to a question in a terminal: in groups, in columns, or in a table of cards and uses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len
from rich.text import Text

from repl.drivers import grid
from repl.drivers.paint import as_piece, as_text, broken, flowing
from repl.session.crossed import GAP, Uses, crossed
from repl.session.events import Choice
from repl.session.grouped import grouped
from reverie.table import tint

NARROWEST = 8
"""The least width of a column of cards."""
ROOMY = 60
"""The least width of a screen on which numbers of answers are indented under each other."""
FOLDED = "Enter shows all:"


def lines(choices: Sequence[Choice], width: int, most: int = 0) -> list[Text]:
    """Answers in lines of a width.

    If there are more than `most` lines (0: no limit), answers of the same form are shown only by their numbers: first
    those that aren't about one card, the most numerous form first.
    """
    shown = _unfolded(choices, width, most)
    if not most or len(shown) <= most:
        return shown
    _, beside = crossed(choices)
    counts = Counter(choice.form for choice in choices if choice.form)
    many = [form for form, count in counts.most_common() if count > 1]
    many.sort(key=lambda form: all(choice.form != form for choice in beside))
    return _shortest(choices, many, width, most)


def _shortest(choices: Sequence[Choice], many: Sequence[str], width: int, most: int) -> list[Text]:
    """Answers in at most `most` lines, or in as few as possible, with no more of them folded than necessary."""
    counts = Counter(choice.form for choice in choices)
    listed = {form: counts[form] for form in many}
    tried: dict[tuple[int, ...], list[Text]] = {}

    def folding() -> list[Text]:
        numbers = tuple(listed.values())
        if numbers not in tried:
            tried[numbers] = _folding(choices, listed, width, most)
        return tried[numbers]

    fewest, needed = len(folding()), 0
    for number, form in enumerate(many, 1):
        listed[form] = 0
        if (now := len(folding())) < fewest:
            fewest, needed = now, number
        if fewest <= most:
            break
    listed |= {form: counts[form] for form in many[needed:]}
    for form in reversed(many[:needed]):
        low, high = 0, counts[form]
        while low < high:
            listed[form] = (low + high + 1) // 2
            if len(folding()) <= max(most, fewest):
                low = listed[form]
            else:
                high = listed[form] - 1
        listed[form] = low
    return folding()


def _folding(choices: Sequence[Choice], listed: Mapping[str, int], width: int, most: int) -> list[Text]:
    """Answers, of which each form has its first few `listed` in words and the others by their numbers."""
    left, folded = list[Choice](), dict[str, list[int]]()
    seen = Counter[str]()
    for choice in choices:
        seen[choice.form] += 1
        if seen[choice.form] <= listed.get(choice.form, len(choices)):
            left.append(choice)
        else:
            folded.setdefault(choice.form, []).append(choice.number)
    if not folded:
        return _unfolded(left, width, most)
    below = [_folded(form, numbers) for form, numbers in folded.items()]
    indent = len(FOLDED) + 1 if width >= ROOMY else 2
    last = list(flowing(as_text(f"{FOLDED} ", "dim"), broken(below, width - indent), indent, width))
    return [*_unfolded(left, width, most - len(last)), *last]


def _unfolded(choices: Sequence[Choice], width: int, most: int) -> list[Text]:
    """All of these answers: in a table if it fits or saves lines, else in a list."""
    uses, rest = crossed(choices)
    listed = list(_listed(choices, width))
    table = list(_crossed(uses, width)) if uses else []
    beside = list(_listed(rest, width))
    return [*table, *beside] if table and len(table) + len(beside) <= max(len(listed), most) else listed


def _folded(form: str, numbers: Sequence[int]) -> Text:
    """Answers of a form, by their numbers."""
    first, last = numbers[0], numbers[-1]
    run = first < last and list(numbers) == list(range(first, last + 1))
    numbered = f"{first}–{last}" if run else ", ".join(map(str, numbers))
    return Text.assemble((numbered, "bold"), " ", as_text(form), "  ")


def _crossed(uses: Uses, width: int) -> Iterator[Text]:
    """A column for each card, if there is room for them."""
    label = max(cell_len(words) for words, _ in uses.rows) + grid.BETWEEN
    answers = [[_cell(number, uses.values.get(number, "")) for number in numbers] for _, numbers in uses.rows]
    widest = max(cell.cell_len for row in answers for cell in row)
    natural = max(widest, *map(cell_len, uses.cards)) + grid.BETWEEN
    column = min((width - label) // len(uses.cards), natural)
    longest = max(cell_len(word) for card in uses.cards for word in card.split())
    if column < max(NARROWEST, longest + 1, widest + 1):
        return
    cells = [
        list(flowing(Text(), [as_piece(f"{word} ", tint(word)) for word in card.split()], 0, column - 1))
        for card in uses.cards
    ]
    sizes = [label - grid.BETWEEN, *[column - grid.BETWEEN] * len(cells)]
    yield from grid.side_by_side(Text(), cells, sizes)
    for (words, _), row in zip(uses.rows, answers, strict=True):
        yield from grid.side_by_side(as_text(words.removesuffix(f" {GAP}")), [[cell] for cell in row], sizes)


def _cell(number: int, value: str) -> Text:
    """The number of an answer, with the number at the end of its words in parentheses."""
    if not number:
        return as_text("–", "dim")
    return Text.assemble((str(number), "bold"), f" ({value})" if value else "")


def _listed(choices: Sequence[Choice], width: int) -> Iterator[Text]:
    """Answers after the words that they share."""
    if not choices:
        return
    groups = grouped(choices)
    indent = max(cell_len(head) for head, _ in groups) + 2 if len(groups) > 1 or groups[0][0] else 0
    cells_in = [[_choice(number, words) for number, words in group] for _, group in groups]
    column = _column([cells for (head, _), cells in zip(groups, cells_in, strict=True) if head], width - indent)
    for (head, _), cells in zip(groups, cells_in, strict=True):
        padded = _padded(cells, column if head else _own_column(cells, width))
        under = indent if head else 0
        yield from flowing(as_text(head), broken(padded, width - under), under, width)


def _choice(number: int, words: str) -> Text:
    return Text.assemble((str(number), "bold"), " ", as_piece(words, tint(words)))


def _own_column(cells: Sequence[Text], width: int) -> int:
    """The width of columns for answers that share no words: none if they fit in a line."""
    return 1 if _lines_of([cell.cell_len + 2 for cell in cells], 1, width) == 1 else _column([cells], width)


def _column(groups: Iterable[Sequence[Text]], width: int) -> int:
    """The width of columns in which groups of cells take as few lines as can be."""
    sizes = [[cell.cell_len + 2 for cell in cells] for cells in groups]
    widths = sorted({size for group in sizes for size in group}, reverse=True)
    return min(widths, key=lambda each: sum(_lines_of(group, each, width) for group in sizes), default=1)


def _padded(cells: Iterable[Text], column: int) -> list[Text]:
    """Cells that fill columns of a width; a long one takes several."""
    return [cell + Text(" " * (-(-(cell.cell_len + 2) // column) * column - cell.cell_len)) for cell in cells]


def _lines_of(sizes: Iterable[int], column: int, width: int) -> int:
    """How many lines cells take in columns of a width."""
    lines = used = 0
    for size in sizes:
        if not lines or used + size - 2 > width:
            lines, used = lines + 1, 0
        used += -(-size // column) * column
    return lines
