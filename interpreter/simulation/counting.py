"""Coverage of rules: how often each rule acted, and where modules met, in games of a program linked for coverage.

A rule is one of the program's contributions. An *instance* of a site is an event from its beginning to its end, one
decision, or one reading of a definition. Two modules met at a site if rules of both acted in one instance: hooks and
the event itself, options offered together, conditions evaluated one after another. Of the rules that handle an event
for cards of a class, only one acts, but all of them count as met.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from itertools import combinations

import attrs

from dsl.program.blocks import Choose
from dsl.program.contributions import Contribution
from dsl.program.program import Program
from interpreter.analysis.coverage import ENTER, FALSE, KINDS, LEAVE, RULE, TRUE, coverage_of, covered_conditions
from interpreter.choices.evaluate import Evaluator
from interpreter.choices.options import words_of
from interpreter.choices.picks import Pick
from interpreter.state.layout import Flat

Meeting = tuple[str, str, str, str]
"""The kind of a site, its name, and two modules: the base game first, then by name."""

ACTING = {
    *("forbid", "instead of", "before", "event", "together with", "on", "after"),
    *("ask", "offer", "option", "added option", "ability", "trigger"),
}
"""The kinds of contributions that do something; the others are conditions."""

SCORE = "score"
"""The kind of the definition that is the score."""

Owners = Sequence[Sequence[int]]
"""For each origin of a program, the contributions that it belongs to."""


@attrs.frozen
class Rule:
    """The identity of a contribution in every link (see `contributions.Contribution`)."""

    module: str
    kind: str
    site_kind: str
    site: str
    words: str
    place: str


@attrs.frozen
class Tally:
    """How often rules acted and were evaluated or offered, and how often modules met.

    A condition acts if it makes a difference: one that widens acts if it holds, one that narrows if it doesn't.
    """

    rules: Mapping[Rule, tuple[int, int]]
    met: Mapping[Meeting, int]

    def joined(self, other: Tally) -> Tally:
        """The sum of both."""
        rules = dict(self.rules)
        for rule, (acted, asked) in other.rules.items():
            before = rules.get(rule, (0, 0))
            rules[rule] = before[0] + acted, before[1] + asked
        met = dict(self.met)
        for meeting, times in other.met.items():
            met[meeting] = met.get(meeting, 0) + times
        return Tally(rules, met)


CONDITIONS = frozenset({"definition", "game"})
"""The sites whose rules are conditions; what is recorded of conditions elsewhere only goes into `ways`."""


class CoverageCounter:
    """Counts the rules of one program while its games are played, one after the other.

    `ways` are the entries of the coverage log, each once: those of conditions say which of them held, and which didn't.
    """

    def __init__(self, program: Program, owners: Owners) -> None:
        self.program = program
        self.acted = [0] * len(program.contributions)
        self.asked = [0] * len(program.contributions)
        self.met: Counter[Meeting] = Counter()
        self.ways: set[int] = set()
        self._log = coverage_of(program).log
        self._log.clear()
        self._values = Evaluator(program)
        self._prompts = _prompts(program)
        self._serving: dict[str, set[str]] = {}
        for each in program.contributions:
            if each.kind == "on":
                self._serving.setdefault(each.site, set()).add(each.module)
        self._covered = covered(program, owners)
        self._rules = [self._rule(origin, found) for origin, found in enumerate(owners)]
        self._under_way: dict[tuple[str, str], list[set[str]]] = {}
        self._read: dict[str, set[str]] = {}
        self._offers: Counter[tuple[int, frozenset[int]]] = Counter()

    def restart(self) -> None:
        """Forget everything that was counted."""
        self.acted, self.asked = [0] * len(self.acted), [0] * len(self.asked)
        for counted in (self.met, self.ways, self._under_way, self._read, self._offers, self._log):
            counted.clear()

    def decision(self, block: int, picks: Iterable[Pick]) -> None:
        """Count the rules that led to a decision, and the options offered."""
        self._offers[block, frozenset([pick[0] for pick in picks])] += 1
        self._digest()

    def over(self, s: Flat) -> None:
        """Count the rules that led to the end of a game."""
        for what in self.program.out_of_reach:
            self._values.number(what.condition, s, [0] * what.locals)
        self._digest()
        for (kind, site), instances in self._under_way.items():
            for modules in instances:
                self._meet(kind, site, modules)
        for site, modules in self._read.items():
            self._meet("definition", site, modules)
        self._under_way.clear()
        self._read.clear()

    def meetings(self, meetings: Iterable[Meeting]) -> Mapping[Meeting, int]:
        """How often modules met so far, at each of the given sites."""
        for (block, numbers), times in self._offers.items():
            self._offered(block, numbers, times)
        self._offers.clear()
        return {meeting: self.met[meeting] for meeting in meetings}

    def tally(self, meetings: Iterable[Meeting]) -> Tally:
        """All counts so far, with those of the given meetings."""
        met = self.meetings(meetings)
        rules: dict[Rule, tuple[int, int]] = {}
        for index in sorted(self._covered):
            each = self.program.contributions[index]
            rule = Rule(each.module, each.kind, each.site_kind, each.site, each.words, each.place)
            rules[rule] = self.acted[index], self.asked[index]
        return Tally(rules, met)

    def _rule(self, origin: int, found: Sequence[int]) -> Contribution | None:
        """The contribution of an origin; for an ability, the one at the prompt that offers it."""
        rules = [self.program.contributions[index] for index in found]
        here = [rule for rule in rules if rule.site in self._prompts.get(origin, (rule.site,))]
        return next(iter(here), None)

    def note_ways(self) -> None:
        """Take from the log only which entries it has."""
        self.ways.update(self._log)
        self._log.clear()

    def _digest(self) -> None:
        self.ways.update(self._log)
        for entry in self._log:
            origin, what = divmod(entry, KINDS)
            rule = self._rules[origin]
            if rule is None:
                continue
            if what in {TRUE, FALSE}:
                if rule.site_kind in CONDITIONS:
                    self._condition(rule, what == TRUE)
            elif what == RULE:
                self._act(rule)
            else:
                self._event(rule, what)
        self._log.clear()

    def _act(self, rule: Contribution) -> None:
        self.acted[rule.index] += 1
        instances = self._under_way.get((rule.site_kind, rule.site))
        if instances:
            instances[-1] |= self._serving[rule.site] if rule.kind == "on" else {rule.module}
        for other in rule.bridges:
            self._meet(rule.site_kind, rule.site, {rule.module, other})

    def _event(self, rule: Contribution, what: int) -> None:
        instances = self._under_way.setdefault((rule.site_kind, rule.site), [])
        if what == LEAVE:
            self._meet(rule.site_kind, rule.site, instances.pop() if instances else set())
            return
        assert what == ENTER
        instances.append(set())
        if rule.kind == "event":
            self._act(rule)

    def _condition(self, rule: Contribution, holds: bool) -> None:
        self.asked[rule.index] += 1
        if rule.kind in ("define", SCORE):
            self._meet("definition", rule.site, self._read.get(rule.site, set()))
            self._read[rule.site] = {rule.module}
        elif rule.site_kind == "definition":
            self._read.setdefault(rule.site, set()).add(rule.module)
        if rule.kind in ("define", SCORE) or holds == (rule.kind != "narrow"):
            self._act(rule)

    def _offered(self, block: int, numbers: Set[int], times: int) -> None:
        choice = words_of(self.program).choices[block]
        prompt = self.program.prompts[choice.prompt].family
        rules = [self._rules[choice.options[number].origin] for number in sorted(numbers)]
        asker = self._rules[choice.origin]
        for rule in dict.fromkeys(each for each in rules if each):
            self.asked[rule.index] += times
        self._meet("prompt", prompt, {each.module for each in (asker, *rules) if each}, times)

    def _meet(self, kind: str, site: str, modules: Set[str], times: int = 1) -> None:
        base = self.program.game
        for pair in combinations(sorted(modules, key=lambda name: (name != base, name)), 2):
            self.met[kind, site, *pair] += times


def _prompts(program: Program) -> dict[int, tuple[str, ...]]:
    """For each origin of an option, the declared name of the prompt that offers it."""
    found: dict[int, tuple[str, ...]] = {}
    for block in program.blocks:
        if isinstance(block.last, Choose):
            prompt = program.prompts[block.last.prompt].family
            found |= {option.origin: (prompt,) for option in block.last.options}
    return found


def covered(program: Program, owners: Owners) -> frozenset[int]:
    """The contributions whose coverage is recorded: rules that do something, and conditions."""
    asked = {index for condition in covered_conditions(program) for index in owners[condition.origin]}
    acting = {rule.index for rule in program.contributions if rule.kind in ACTING}
    return frozenset(asked | acting)
