"""How large rules may become when they are written out."""

from __future__ import annotations

import itertools

from dsl.expressions import bounds
from dsl.program.expressions import Binary
from dsl.program.instructions import Branch
from dsl.weaving.endings import VICTORY
from interpreter.choices.evaluate import Evaluator
from interpreter.state.layout import blank
from tests.support.tiny import compiled, only, problems


def doubled(levels: int) -> str:
    """Definitions of which the first stands for the last 2 to the power of `levels` times."""
    names = [f"d{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"[: levels + 1]]
    lines = [f"define {one}: {two} + {two}\n" for one, two in itertools.pairwise(names)]
    return "".join([*lines, f"define {names[-1]}: number of card in hand\n"])


def test_an_expression_is_counted_with_all_that_it_names() -> None:
    assert problems(doubled(8) + 'lose when da is 4, "x"\n') == []
    text = doubled(14)
    code, line, words, help_ = only('lose when da is 4, "x"\n' + text)
    assert (code, line, words, help_) == ("overgrown", 1, "da is 4", bounds.SHORTER)


def test_all_rules_together_are_counted_too() -> None:
    lose = 'lose when da is {}, "x"\n'
    few = doubled(9) + "".join(lose.format(number) for number in range(10))
    assert problems(few) == []
    many = doubled(9) + "".join(lose.format(number) for number in range(40))
    assert [problem.code for problem in problems(many)] == ["overgrown"]
    assert "the rules have more than" in problems(many)[0].message


def test_quantifiers_are_counted_with_every_value() -> None:
    names = ", ".join(f"v{letter}" for letter in "abcdefghijklmnopqrstuvwxyz")
    enum = f"enum big: {names}\n"
    assert problems(enum + 'lose when any card in hand and for every big as a, any b: big where a is b, "x"\n') == []
    text = 'lose when any a: big where any b: big where for every big as c, a is b or b is c, "x"\n'
    assert only(enum + text)[0] == "overgrown"


def test_what_is_done_twice_is_counted_twice() -> None:
    def chain(levels: int) -> str:
        names = [f"e{letter}" for letter in "abcdefghijklmnopqrstuvwxyz"[: levels + 1]]
        events = [f"event {one}\n  do {two}\n  do {two}\n" for one, two in itertools.pairwise(names)]
        return "".join([*events, f"event {names[-1]}\n  shuffle deck\nbefore main\n  do ea\n"])

    assert problems(chain(12)) == []
    assert {problem.code for problem in problems(chain(20))} == {"overgrown"}


def test_what_replacements_proceed_to_is_counted_as_often_as_it_happens() -> None:
    text = "event storm\n  shuffle deck\nbefore main\n  do storm\n"
    rule = "instead of storm if any card in deck\n  shuffle deck\n  proceed\n"
    assert problems(text + rule * 100) == []
    assert [problem.code for problem in problems(text + (rule + "  proceed\n") * 30)] == ["overgrown"]


def test_depth() -> None:
    def nested(levels: int) -> str:
        blocks = "".join(" " * (2 + n) + "if any card in deck\n" for n in range(levels))
        return f"event storm\n{blocks}{' ' * (2 + levels)}shuffle deck\nbefore main\n  do storm\n"

    assert problems(nested(bounds.DEEPEST_BLOCK)) == []
    code, line, words, _ = only(nested(bounds.DEEPEST_BLOCK + 1))
    assert (code, line, words) == ("too-deep", 1, "event storm")
    lose = 'lose when {}no card in hand, "x"\n'
    assert problems(lose.format("any card in deck where " * (bounds.DEEPEST_SELECTION - 1))) == []
    assert only(lose.format("any card in deck where " * (bounds.DEEPEST_SELECTION + 1)))[0] == "too-deep"
    assert problems(lose.format("not " * 90)) == []
    assert only(lose.format("not " * bounds.DEEPEST))[0] == "too-deep"


def test_long_sums_are_flat() -> None:
    number = "number n: 0 to 9, starts at 2\nafter main\n  set n to 1\n"
    terms = " ".join(f"{'-' if at % 3 == 2 else '+'} n" for at in range(2, 302))
    program = compiled(f'{number}lose when n + n {terms} is 5, "x"\n')
    (condition,) = [
        each.condition
        for q in program.procedures
        if q.name == VICTORY
        for each in q.body[1:]
        if isinstance(each, Branch)
    ]
    assert isinstance(condition, Binary)
    number_of = Evaluator(program).number(condition.left, blank(program, 0), [])
    assert number_of == eval(f"n + n {terms}", {"n": 2})
    for sign in ("*", "-"):
        assert problems(f'{number}lose when {f" {sign} ".join(["n"] * 400)} is 5, "x"\n') == []


def test_what_is_too_much_is_told_at_the_module_that_does_it() -> None:
    lose = "".join(f'lose when da is {number}, "x"\n' for number in range(40))
    (problem,) = problems("", f'module fog "Fog" for tiny\n{doubled(9)}{lose}', modules=("fog",))
    assert problem.span is not None
    assert (problem.span.file.name, problem.code) == ("1.rules", "overgrown")
    assert "of `fog`, " in problem.help
    twice = "".join(f"  do e{second}\n  do e{second}\nevent e{second}\n" for second in "abcdefghijklmnopqrst")
    (problem,) = problems("", f'module fog "Fog" for tiny\nbefore main\n{twice}  shuffle deck\n', modules=("fog",))
    assert problem.span is not None
    assert (problem.span.file.name, problem.code) == ("1.rules", "overgrown")
    hooks = "before play\n" + "".join("  " * (depth + 1) + "if any card in deck\n" for depth in range(42))
    deep = f"{hooks}{'  ' * 43}shuffle deck\n".replace("  ", " ")
    (problem,) = problems(
        "",
        f'module fog "Fog" for tiny\n{deep.replace("before play", "before play if no card in spot")}',
        modules=("fog",),
    )
    assert problem.span is not None
    assert (problem.span.file.name, problem.code) == ("1.rules", "too-deep")
