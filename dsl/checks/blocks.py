"""Checks of blocks of statements by their text: variables that nothing reads, and statements that are never reached."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

from dsl.linking.ruleset import Ruleset
from dsl.model import model as m
from dsl.model.memo import once_each
from dsl.model.traverse import every_node, names_in, parts
from dsl.weaving.weaving import Weaving

Block = Sequence[m.Statement]


def blocks(weaving: Weaving) -> None:
    """Report the variables of `let` that nothing reads, and what stands behind the end of the game or `ask again`."""
    rules = weaving.context.names.ruleset
    added = [option.body for _, rule in rules.all(m.AddedOption) for option in rule.options]
    for body in chain(rule_bodies(rules), added):
        for block in _doubtful(body):
            _unread(block, weaving)
            _unreached(block, weaving)


@once_each
def _doubtful(body: Block) -> tuple[Block, ...]:
    """A block and the blocks within it, without those that are in order whatever the names in them mean."""
    return tuple(block for block in every_block(body) if any(map(_leaves, block)) or not all(_read_later(block)))


def _read_later(block: Block) -> Iterator[bool]:
    """Whether a statement further down reads it, for each variable of `let` in a block."""
    for at, statement in enumerate(block):
        if isinstance(statement, m.Let):
            yield any(reads(later, statement.variable.text) for later in block[at + 1 :])


def idle_replacements(weaving: Weaving) -> None:
    """Report replacements that do nothing but let the event happen."""
    for _, hook in weaving.context.names.ruleset.all(m.Hook):
        if hook.moment == "instead of" and len(hook.body) == 1 and isinstance(hook.body[0], m.Proceed):
            message = f"this changes nothing: `{hook.event.text}` happens as it would without this rule"
            help_ = "say before `proceed` what is different, or leave the rule out"
            weaving.context.problems.add("no-effect", message, hook.span, help=help_)


def begun_anew(weaving: Weaving) -> None:
    """Report replacements under a condition that do their own event again; `rings` knows those without one."""
    events = weaving.context.names.events
    for _, hook in weaving.context.names.ruleset.all(m.Hook):
        if hook.moment != "instead of" or hook.condition is None or hook.once or hook.event.text not in events:
            continue
        own = [parameter.name for parameter in events[hook.event.text][1].parameters]
        for each in hook.body:
            if not isinstance(each, m.Do) or each.event != hook.event or each.counted is not None or each.asking:
                continue
            if [term.name if isinstance(term, m.Named) else None for term in each.arguments] == own:
                message = f"`{hook.event.text}` begins anew here, with this rule instead of it"
                help_ = "say `proceed`: then the event happens as it would without this rule"
                weaving.context.problems.add("endless", message, each.span, help=help_)


def idle_abilities(weaving: Weaving) -> None:
    """Report abilities that only do something under a condition, and are offered without it."""
    for _, ability in weaving.context.names.ruleset.all(m.Ability):
        match ability.body:
            case (m.If(condition, _, ()),):
                chosen = {each.text for word in ability.words if isinstance(word, m.Node) for each in _named(word)}
                if chosen.isdisjoint(each.text for each in _named(condition)):
                    message = "this ability is offered, and does nothing, where its `if` doesn't hold"
                    before = f"{ability.condition.span.sentence} and " if ability.condition is not None else ""
                    help_ = f"leave the `if` out, and say above `when {before}{condition.span.sentence}`"
                    weaving.context.problems.add("no-effect", message, condition.span, help=help_)
            case _:
                pass


def _named(node: m.Node) -> Iterator[m.Name]:
    return (each for each in every_node(node) if isinstance(each, m.Name))


def rule_bodies(rules: Ruleset) -> Iterator[Block]:
    """The outermost block of each event, hook, handler and ability."""
    return (rule.body for _, rule in (*rules.all(m.Event, m.Hook, m.Handler), *rules.all(m.Ability)))


@once_each
def every_block(body: Block) -> tuple[Block, ...]:
    """A block and the blocks within it."""
    return (body, *(each for statement in body for inner in _inside(statement) for each in every_block(inner)))


def _inside(statement: m.Statement) -> tuple[Block, ...]:
    """The blocks of a statement itself."""
    match statement:
        case m.If():
            return statement.then, statement.otherwise
        case m.Repeat() | m.Each() | m.Together():
            return (statement.body,)
        case m.Ask():
            return tuple(option.body for option in statement.options)
        case _:
            return ()


def _unread(block: Block, weaving: Weaving) -> None:
    for at, statement in enumerate(block):
        if isinstance(statement, m.Let):
            name = statement.variable.text
            if not any(names_in(later, name) for later in block[at + 1 :]):
                message = f"nothing reads the variable `{name}`"
                help_ = "use it below, in the same block, or leave it out"
                weaving.context.problems.add("unused", message, statement.variable.span, help=help_)
            elif not any(reads(later, name) for later in block[at + 1 :]):
                _only_set(statement, block[at + 1 :], weaving)


def reads(node: m.Node, name: str) -> bool:
    """Whether a name is read, other than to set it anew."""
    match node:
        case m.Set(m.Named(m.Name(text))) if text == name:
            return False
        case m.Name(text):
            return text == name
        case _:
            return any(reads(part, name) for part in parts(node))


def _only_set(let: m.Let, later: Block, weaving: Weaving) -> None:
    """Report a variable that is set and never read; it may be taken for the number of which it is a copy."""
    name = let.variable.text
    for each in (node for statement in later for node in every_node(statement)):
        if isinstance(each, m.Set) and isinstance(each.target, m.Named) and each.target.name.text == name:
            message = f"nothing reads the variable `{name}`, which this sets"
            help_ = "use it below, in the same block, or leave both lines out"
            if each.value is not None and _is_number(let.value, weaving):
                number = let.value.span.sentence
                meant = number.join(re.split(rf"\b{re.escape(name)}\b", each.value.span.sentence))
                message = f"{message}: it is a copy, and `{number}` stays as it is"
                help_ = f"say `set {number} to {meant}`"
            weaving.context.problems.add("unused", message, each.span, help=help_)
            return


def _is_number(node: m.Expression, weaving: Weaving) -> bool:
    """Whether a term is a number or a fact, which can be set."""
    names = weaving.context.names
    match node:
        case m.Named(name) | m.Of(name) | m.Call(name):
            return name.text in names.numbers or name.text in names.facts
        case _:
            return False


def _unreached(block: Block, weaving: Weaving) -> None:
    for statement, later in pairwise(block):
        if why := _leaves(statement):
            message = f"this is never reached: {why} before it"
            help_ = "move it up, before that, or leave it out"
            weaving.context.problems.add("never-fires", message, later.span, help=help_)
            return


def _leaves(statement: m.Statement) -> str:
    """Why nothing that follows a statement is reached, "" if it is."""
    match statement:
        case m.Lose() | m.GameOver():
            return "the game ends"
        case m.AskAgain():
            return "the prompt is asked again"
        case m.If(_, then, otherwise) if then and otherwise:
            return _leaves(then[-1]) and _leaves(otherwise[-1])
        case _:
            return ""
