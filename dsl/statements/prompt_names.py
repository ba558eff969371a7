"""Look up prompts by name, and report those that can't be asked so."""

from __future__ import annotations

from dsl.expressions.context import Context
from dsl.model import model as m


def know_prompt(context: Context, name: m.Name) -> bool:
    """Whether a prompt is declared; reports an unknown one."""
    if name.text not in context.names.prompts:
        context.names.say_unknown("prompt", name, context.names.prompts)
    return name.text in context.names.prompts


def know_one_prompt(context: Context, name: m.Name) -> bool:
    """Whether a prompt is declared, and isn't one for each member of a domain; reports it otherwise."""
    known = know_prompt(context, name)
    of = context.names.prompt_domain(name.text) if known else None
    if of is not None:
        context.wrong(name, f"there is one prompt `{name.text}` for each {of.name}", "declare one of its own for this")
    return known and of is None
