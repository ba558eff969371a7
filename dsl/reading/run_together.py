"""Find names that hold more than a name: `kind bug extends herb` declares a kind that is called `bug extends herb`.

Such a declaration is read without an error, and the game is another one than its author meant. Backticks say that the
name is meant as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dsl.model import model as m
from dsl.model.traverse import unfolded
from dsl.text.diagnostics import Problems

ARTICLES = frozenset({"a", "an"})

EXTENDING = ARTICLES | {
    "are",
    "derives", "extending", "extends", "implements", "inheriting", "inherits", "isa", "like", "subclass", "subkind",
}  # fmt: skip
"""Words between a kind and the kind it belongs to, as other languages or plain English have them."""

HAVING = frozenset({"has", "have", "having"})
"""Words between a kind and what is printed on its cards."""

QUOTE = "`"

CITED = re.compile(r"[A-Z]+-[A-Z]+[0-9]+$")
"""The number of a rule."""

BEGINNING = re.compile(
    r" (?:starts|starting|start|begins|initially|is|at first|default)(?: (?:at|as|with|is))? (?P<value>yes|no)$"
)
"""The end of the name of a flag that says how it begins."""

MEANT = "; if it is meant so, put it in backticks"


def check(file: m.File, problems: Problems) -> None:
    """Report the declarations of a file whose only name was surely meant as several."""
    for declaration, _ in unfolded(file.declarations):
        _names(declaration, problems)
        match declaration:
            case m.Kind(name, None):
                _extending(name, problems)
            case m.Event(name, (m.Parameter(of), *_)) | m.Define(name, (m.Parameter(of), *_)) if CITED.match(of.text):
                message = f"`{of.text}` is read as what `{name.text}` is about"
                help_ = f"rule numbers stand in square brackets, behind all else: `[{of.text}]`"
                problems.add("syntax", message, of.span, help=help_, certain=True)
            case m.Enumeration(name, members) if _misplaced_order(name, members):
                help_ = f"say it behind the name: `{_in_order(name, members)}`"
                problems.add("syntax", "`in order` is read as part of a name", name.span, help=help_, certain=True)
            case m.Enumeration(_, (only,)) if _several(only.span.sentence):
                message = f"`{only.text}` is a single value"
                problems.add("syntax", message, only.span, help=_listed(only.text) + MEANT, certain=True)
            case m.Hook(order=m.Order(modules=modules) as order):
                _ordered(declaration, order, modules, problems)
            case m.Choice(_, values) if meant := _default(values):
                _first_is_default(declaration, values, meant, problems)
            case m.Marker(positions=names) if meant := _default([each.text for each in names]):
                _first_is_default(declaration, [each.text for each in names], meant, problems)
            case m.Choice(_, (only,)) if _several(only) and QUOTE not in declaration.span.text:
                message = f"`{only}` is a single value"
                problems.add("syntax", message, declaration.span, help=_listed(only) + MEANT, certain=True)
            case _:
                pass


def _names(declaration: m.Declaration, problems: Problems) -> None:
    """Report a name of a flag, or of what an event or a definition is about, that holds more."""
    match declaration:
        case m.Event() | m.Define():
            _parameters(declaration.parameters, problems)
        case m.NumberOf(name, flag=True) if found := BEGINNING.search(name.span.text):
            help_ = f"put a comma before it: `flag {name.text[: found.start()]}, starts {found['value']}`{MEANT}"
            problems.add("syntax", f"`{name.text}` is read as one name", name.span, help=help_, certain=True)
        case _:
            pass


CLAUSE = re.compile(
    r"(?P<module>(?!only\b|just\b|each\b|every\b|per\b).+? )?"
    r"(?:(?P<once>(?:(?:only|just) )?(?:once|one time)\b.*|(?:per|each|every) (?:turn|game)(?: (?:only )?once)?)"
    r"|(?P<asked>if|when|unless|while|where|whenever) (?P<condition>.+))"
)
"""A clause that stands before the order of a hook, behind it; a module may stand before it, without a comma."""

UNIT = re.compile(r"(?:only |just )?(?:(?:once|one time) )?(?:a|per|each|every|in every|in each) (?P<unit>turn|game)\b")
"""A time in which a rule acts once, by other words."""


def _ordered(hook: m.Hook, order: m.Order, modules: tuple[m.Name, ...], problems: Problems) -> None:
    """Report clauses of a hook that are read as modules before or after which it acts."""
    for name in (each for each in modules if not each.span.text.startswith(QUOTE)):
        found = CLAUSE.fullmatch(name.text)
        if found is None:
            continue
        kept = [each.text for each in modules if each is not name]
        kept[modules.index(name) : 0] = [found["module"].strip()] if found["module"] else []
        begun = name.span.file.text[hook.span.start : order.span.start].rstrip(", \t")
        listed = f", {'before' if order.before else 'after'} {', '.join(kept)}" if kept else ""
        help_ = f"the order comes last: `{_with_clause(hook, begun, found)}{listed}`{MEANT}"
        problems.add("syntax", f"`{name.text}` is read as the name of a module", name.span, help=help_, certain=True)


def _with_clause(hook: m.Hook, begun: str, found: re.Match[str]) -> str:
    """The beginning of a hook with a clause that stood behind its order."""
    if found["once"]:
        unit = UNIT.match(found["once"])
        once = f"once a {unit['unit']}" if unit else re.sub("^(?:only|just) ", "", found["once"])
        return begun if hook.once else f"{begun}, {once}"
    asked = f"not {found['condition']}" if found["asked"] == "unless" else found["condition"]
    head, comma, once = begun.partition(", once ") if hook.once else (begun, "", "")
    if isinstance(hook.condition, m.Either):
        head = head.replace(hook.condition.span.text, f"({hook.condition.span.text})")
    return f"{head} {'and' if hook.condition else 'if'} {asked}{comma}{once}"


def _parameters(parameters: tuple[m.Parameter, ...], problems: Problems) -> None:
    """Report parameters whose name begins with an article, or ends in a type."""
    for name in (each.name for each in parameters if not each.name.span.text.startswith(QUOTE)):
        first, _, rest = name.text.partition(" ")
        said, _, type_ = name.text.rpartition(" ")
        if rest and first in ARTICLES | {"the"}:
            help_ = f"leave the article out: `{rest}`{MEANT}"
        elif said and type_ in ("number", "player"):
            help_ = f"put a colon between the name and its type: `{said}: {type_}`{MEANT}"
        else:
            continue
        problems.add("syntax", f"`{name.text}` is read as one name", name.span, help=help_, certain=True)


def _extending(name: m.Name, problems: Problems) -> None:
    words = name.text.split(" ")
    at = next((at for at, word in enumerate(words[1:-1], 1) if word in EXTENDING | HAVING), 0)
    if not at or name.span.text.startswith(QUOTE):
        return
    parent = [word for word in words[at + 1 :] if word not in {"a", "an", "from", "of", "the"}] or words[-1:]
    said = f"`kind {' '.join(words[:at])} is {' '.join(parent)}`"
    if words[at] in HAVING:
        below = f"`{' '.join(word for word in words[at + 1 :] if word not in ARTICLES)}: number`"
        said = f"`kind {' '.join(words[:at])}`, and below it, indented, what is printed on the cards: {below}"
    help_ = f"say {said}{MEANT}"
    problems.add("syntax", f"`{name.text}` is read as the name of one kind", name.span, help=help_, certain=True)


def _misplaced_order(name: m.Name, members: tuple[m.Name, ...]) -> bool:
    """Whether the order of an enum is said as its last value, or before its name."""
    return members[-1].span.text == "in order" or name.span.text.startswith("in order ")


def _in_order(name: m.Name, members: tuple[m.Name, ...]) -> str:
    values = [member.text for member in members if member.span.text != "in order"]
    return f"enum {name.text.removeprefix('in order ')} in order: {', '.join(values)}"


DEFAULT = re.compile(
    r"(?P<one>.+ )??(?:(?:by )?default|standard|initially|usually|normally|starts?|starting|begins?)"
    r"(?: (?:is|at|as|with|to))? (?P<behind>.+)"
    r"|(?P<before>.+?) (?:as |is )?(?:the |by )?(?:default|standard)"
)
"""A value with a word for the one that is meant if nobody chooses; another value may stand before that."""


def _default(values: Sequence[str]) -> str:
    """The value that is called the default among the values of an option; "" if none is."""
    for value in values:
        found = DEFAULT.fullmatch(value)
        said = (found["behind"] or found["before"]) if found else ""
        if said and (said in values or value.startswith("default ") or value.endswith(" default")):
            return said
    return ""


def _first_is_default(declared: m.Declaration, values: Sequence[str], meant: str, problems: Problems) -> None:
    """Report a default that is read as one more value of an option, or as one more position of a marker."""
    rest, extra = [], ""
    for value in values:
        found = DEFAULT.fullmatch(value)
        if found and meant in (found["behind"], found["before"]):
            extra = extra or value
            rest += [found["one"].strip()] if found["one"] else []
        elif value != meant:
            rest.append(value)
    head = declared.span.text.partition(":")[0]
    first = "the first value is the default" if isinstance(declared, m.Choice) else "it begins at the first position"
    help_ = f"{first}: say `{head}: {', '.join([meant, *rest])}`"
    problems.add("syntax", f"`{extra}` is read as one more value", declared.span, help=help_, certain=True)


def _several(written: str) -> bool:
    return " " in written.strip() and not written.startswith(QUOTE)


def _listed(written: str) -> str:
    return f"separate the values by commas: `{', '.join(written.split())}`"
