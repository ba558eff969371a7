"""Games of a program in C under AddressSanitizer and UndefinedBehaviorSanitizer, as a process of their own.

The text gets a `main`, because a library under these sanitizers can't be loaded into Python just so.
"""

from __future__ import annotations

import subprocess
from array import array
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from dsl.program.program import Program
from interpreter.analysis.faults import LONGEST
from interpreter.native.build import NoCompiler, _commands
from interpreter.native.emit import emit
from interpreter.native.executor import BEFORE
from interpreter.native.learning import BITS
from interpreter.native.memory import Memory
from interpreter.native.words import words_in_numbers
from interpreter.players.features import features_table
from interpreter.players.policies import eager_table
from interpreter.players.vectors import vectors_table
from interpreter.state.layout import blank

SANITIZERS = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all")
FLAGS = ("-std=c11", "-O1", "-g", "-fno-strict-aliasing", *SANITIZERS)
"""Without `-fwrapv`, so that signed overflow is found, too."""

MAIN = """
int main(void) {{
    static I rows[{games} * (3 + SCORES)];
    G *g = game_new(words, {longest});
    play_games(g, start, {first}, {games}, {table}, rows);
    for (I k = 0; k < {games} * (3 + SCORES); k++) printf("%lld\\n", (long long)rows[k]);
    game_free(g);
}}
"""


SKILLED = """
int main(void) {{
    static I rows[{games} * (3 + SCORES)];
    double out[3];
    G *g = game_new(words, {longest}), *other = game_new(words, {longest});
    Net *net = net_new({bits});
    play_learnt(g, other, net, features, start, 0, {games}, {playouts}, rows, NULL);
    practise(g, net, features, start, 0, {games}, 0.03, 0.01, 1.0, out);
    for (I k = 0; k < {games} * (3 + SCORES); k++) printf("%lld\\n", (long long)rows[k]);
    play_learnt(g, other, net, features, start, 0, {games}, {playouts}, rows, NULL);
    net_free(net);
    game_free(g);
    game_free(other);
}}
"""

STEPPED = """
int main(void) {{
    enum {{ N = {games}, ROW = R_SCORES + SCORES }};
    static I rows[N * ROW], seeds[N], actions[N];
    G *g = game_new(words, {longest});
    Batch *b = batch_new(g, start, vectors, {table}, N, {seat}, 500, 1);
    float *seen = malloc(sizeof(float) * N * (size_t)vectors[FEATURES]);
    int8_t *mask = malloc(N * (size_t)vectors[ACTIONS]);
    for (I i = 0; i < N; i++) {{ seeds[i] = i; actions[i] = BEGIN; }}
    for (I t = 0; t < {steps}; t++) {{
        batch_step(g, b, 0, N / 2, actions, seeds, N, rows, seen, mask);
        batch_step(g, b, N / 2, N, actions, seeds, N, rows, seen, mask);
        for (I i = 0; i < N; i++) {{
            I left = rows[i * ROW] > 0 ? (i + 7 * t) % rows[i * ROW] : 0, number = 0;
            const int8_t *may = mask + i * vectors[ACTIONS];
            while (number < vectors[ACTIONS] - 1 && !(may[number] && left-- <= 0)) number++;
            actions[i] = (i + t) % 40 ? number : -9;
        }}
    }}
    for (I k = 0; k < N * ROW; k++) printf("%lld\\n", (long long)rows[k]);
    batch_free(b);
    game_free(g);
    free(seen);
    free(mask);
}}
"""


def sanitized_steps(program: Program, games: int, steps: int, seat: int = -1) -> list[tuple[int, ...]]:
    """The rows of games that are stepped at once, after so many steps; fails if a sanitizer finds something."""
    text = [emit(program, steps=True), _array("int32_t", "words", words_in_numbers(program))]
    text += [_array("I", "start", Memory(program).numbers(blank(program, 0)))]
    text += [_array("int32_t", "eager_table", eager_table(program))]
    text += [_array("int32_t", "vectors", vectors_table(program))]
    table = "eager_table" if seat >= 0 else "0"
    text += [STEPPED.format(games=games, longest=LONGEST, table=table, seat=seat, steps=steps)]
    return _rows(_printed("\n".join(text)), games)


def sanitized_search(program: Program, games: int, playouts: int) -> list[tuple[int, ...]]:
    """The rows of games in which nothing was learnt and search decides, from seed 0 on.

    Afterwards, games are practised and played again by what was learnt; fails if a sanitizer finds something.
    """
    text = [emit(program, learns=True), _array("int32_t", "words", words_in_numbers(program))]
    text += [_array("I", "start", Memory(program).numbers(blank(program, 0)))]
    text += [_array("int32_t", "features", features_table(program))]
    text += [SKILLED.format(games=games, longest=LONGEST, bits=BITS, playouts=playouts)]
    return _rows(_printed("\n".join(text)), games)


def sanitized_rows(program: Program, first: int, games: int, eager: bool = False) -> list[tuple[int, ...]]:
    """The rows of whole games, as numbers (see `Native.rows`); fails if a sanitizer finds something."""
    table = "eager_table" if eager else "0"
    text = [emit(program), _array("int32_t", "words", words_in_numbers(program))]
    text += [_array("I", "start", Memory(program).numbers(blank(program, 0)))]
    text += [_array("int32_t", "eager_table", eager_table(program)) if eager else ""]
    text += [MAIN.format(games=games, first=first, longest=LONGEST, table=table)]
    return _rows(_printed("\n".join(text)), games)


def _rows(printed: str, games: int) -> list[tuple[int, ...]]:
    numbers = [int(line) for line in printed.split()]
    width = len(numbers) // games
    assert width >= BEFORE
    return [tuple(numbers[at : at + width]) for at in range(0, len(numbers), width)]


def _array(kind: str, name: str, numbers: Iterable[int] | array[int]) -> str:
    return f"static const {kind} {name}[] = {{{', '.join(f'{number}' for number in numbers)}, 0}};"


def _printed(text: str) -> str:
    with TemporaryDirectory() as work:
        made = _compiled(text, Path(work))
        ran = subprocess.run([made], capture_output=True, text=True, timeout=300, check=False)
    assert not ran.returncode, ran.stderr
    return ran.stdout


def _compiled(text: str, folder: Path) -> Path:
    source, made = folder / "program.c", folder / "program"
    source.write_text(text)
    command = [*_compiler(), str(source), "-o", str(made), *FLAGS, "-lm"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert not ran.returncode, ran.stderr
    return made


@cache
def _compiler() -> tuple[str, ...]:
    """A compiler that has the sanitizers; skips the test where there is none."""
    try:
        for command in _commands():
            with TemporaryDirectory() as work:
                source = Path(work) / "least.c"
                source.write_text("int main(void) { return 0; }\n")
                built = subprocess.run(
                    [*command, source, "-o", source.with_suffix(""), *SANITIZERS], capture_output=True, check=False
                )
            if not built.returncode:
                return command
    except NoCompiler:
        pass
    pytest.skip("there is no C compiler with sanitizers")
