"""Generated programs against the reference machine: the same states at every question, whatever the programs are.

The rows of `test_instructions` and `test_expressions` run in both; so do programs made up at random.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.evaluate import apply
from moot.interpreter.kernel.executor import Executor
from moot.interpreter.kernel.faults import Fault, NotLegal
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State, code
from moot.interpreter.proof.simulate import Outcome, simulate
from moot.interpreter.sets import card_set as sets
from moot.interpreter.sets import cast
from moot.interpreter.sets.engine import engine

from . import bluff, test_expressions, test_instructions
from .assemble import ask, library, modifier, opt, permission, program, refused, truth, value
from .made_up import made_up
from .table import DEAL, STAND

EXPRESSIONS = [e for e, _ in test_expressions.SPEC if ["table", 9, 9] not in e]
RULES = [f for _, f, _ in test_expressions.VALUES]


def outcome(executor: Executor, s: State, answer: int | None = None) -> str:
    """Run on, and say how it ended."""
    try:
        if answer is None:
            executor.run(s)
        else:
            executor.apply(s, answer)
    except Fault as fault:
        return type(fault).__name__
    except IndexError:  # a program made up at random has jumped into a loop
        return "nonsense"
    return "over" if s.over is not None else "question"


def together(lib: Library, seed: int = 1, questions: int = 20, players: int = 3) -> State:
    """Run both executors with random answers, comparing at every question; the last state."""
    compiled, machine, random = generate.load(lib), Machine(lib), Random(seed)
    s = blank(lib, players, seed, range(9))
    t = s.clone()
    answer = None
    for _ in range(questions):
        left = outcome(machine, s, answer)
        if left == "nonsense":
            break
        right = outcome(compiled, t, answer)
        assert left == right, compiled.source
        if left in ("Fault", "Stuck"):
            break
        assert s.key() == t.key(), compiled.source
        if s.ask is None:
            break
        answer = random.choice(s.ask.answers)
        s = s.clone()
    return s


def game(lines: list[Any], **more: Any) -> Library:
    return library((program(0, "game", [*DEAL, *lines, *STAND], slots=10), *more.pop("programs", ())), **more)


@pytest.mark.parametrize(
    ("about", "lines", "_worth"), test_instructions.SPEC, ids=lambda x: x if type(x) is str else ""
)
def test_an_instruction_does_the_same_in_both(about: str, lines: Any, _worth: Any) -> None:
    together(game(lines, programs=test_instructions.PROGRAMS))


@pytest.mark.parametrize("expression", EXPRESSIONS, ids=str)
def test_an_expression_has_the_same_value_in_both(expression: Any) -> None:
    lines = [
        *test_expressions.LINES, ["let", 0, 4], ["let", 1, 5], ["let", 3, expression],
        ["unless", expression, "no"], ["let", 4, 1], "no", ["let", 5, ["size", ["where", 6, ["players"], expression]]],
    ]  # fmt: skip
    programs = (program(1, "nothing", [["ret"]]),)
    together(game(lines, programs=programs, functions=test_expressions.FUNCTIONS, abilities=test_expressions.ABILITIES))


def test_a_code_not_offered_is_refused() -> None:
    lib = game([])
    compiled = generate.load(lib)
    s = blank(lib, 3, 1, range(9))
    compiled.run(s)
    with pytest.raises(NotLegal):
        compiled.apply(s, code(7))
    assert compiled.legal(s) == (code(0),)


MODIFIED = [
    value(0, "v", ["*", 2, ["slot", 0]]),
    value(0, "v", 3, modifier(1, "more", 2), modifier(["==", ["slot", 0], 1], "more", ["slot", 0])),
    value(0, "v", 3, modifier(["==", ["slot", 0], 1], "is", 7), modifier(1, "is", 5, level=1)),
    value(0, "v", 3, modifier(["==", ["slot", 0], 1], "is", 7), modifier(["<", ["slot", 0], 2], "is", 8)),
    value(0, "v", 3, modifier(["some", ["where", 3, ["players"], ["==", ["slot", 3], ["slot", 0]]]], "is", 1)),
    value(0, "v", 1, modifier(["==", ["slot", 0], ["slot", 2]], "more", ["slot", 3], lasting=0, captured=(2, 3))),
    value(0, "v", 1, modifier(["==", ["slot", 0], ["slot", 2]], "is", ["slot", 3], lasting=0, captured=(2, 3))),
    truth(0, "t", None, modifier(["==", ["slot", 0], 1], "more", 1)),
    truth(
        0,
        "t",
        ["==", ["slot", 0], 2],
        modifier(["==", ["slot", 0], ["slot", 2]], "more", 1, lasting=0, captured=(2, 3)),
    ),
    permission(0, "p", refused("no", ["==", ["slot", 0], 1])),
    permission(0, "p", refused("no", ["<", ["slot", 0], 2], ["==", ["slot", 0], 0]), needs=["has", 2, ["slot", 0]]),
    permission(0, "p", refused("no", 1, ["==", ["slot", 0], 0], ban=True)),
]


@pytest.mark.parametrize("rule", MODIFIED, ids=lambda f: f.form)
@pytest.mark.parametrize("who", [0, 1, 2])
def test_a_named_function_has_the_same_value_in_both(rule: Any, who: int) -> None:
    lines = [
        ["let", 0, who], ["let", 1, 4], ["lasting", 0, 1, (0, 1)], ["let", 2, ["call", 0, ["slot", 0]]],
        ["let", 3, ["where", 5, ["players"], ["==", 1, ["call", 0, ["slot", 5]]]]],
    ]  # fmt: skip
    lib = game(lines, functions=[rule])
    together(lib)
    s = blank(lib, 3, 1, range(9))
    compiled = generate.load(lib)
    outcome(compiled, s)
    for x in (0, 1, 2, -1):
        expected = said(lambda x=x: apply(Machine(lib).context(s), 0, (x,)))
        assert said(lambda x=x: compiled.value(0, s, x)) == expected


def said(question: Any) -> Any:
    try:
        return question()
    except Fault:
        return Fault


@pytest.mark.parametrize("seed", range(150))
def test_made_up_program(seed: int) -> None:
    """Programs nobody would write: jumps anywhere, sets of nobody, loops that change their own set."""
    together(made_up(seed), seed)


def found(i: int) -> Any:
    """A test that needs a loop, and holds of nobody for most numbers."""
    return ["some", ["where", 5, ["players"], ["==", ["mark", 2, ["slot", 5]], i]]]


@pytest.mark.parametrize("word", ["and", "or"])
@pytest.mark.parametrize("seed", [1, 2])
def test_a_long_chain(word: str, seed: int) -> None:
    """More tests in a row than Python can nest."""
    chain = [word, *(["not", found(i + 9)] if word == "and" else found(i + 9) for i in range(150)), found(seed)]
    lines = [["let", 1, ["call", 0, 1]], ["unless", chain, "no"], ["let", 3, 1], "no"]
    together(game(lines, functions=[truth(0, "t", chain)]))


@pytest.mark.parametrize("op", ["is", "more"])
def test_a_thousand_rules_on_one_value(op: str) -> None:
    rules = [modifier(["==", ["slot", 0], i], op, i, level=i if op == "is" else 2) for i in range(1000)]
    together(game([["let", 0, ["call", 0, 1]]], functions=[value(0, "v", 3, *rules)]))


def test_a_loop_without_end_is_a_fault() -> None:
    lib = game(["again", ["let", 0, 1], ["jump", "again"]])
    with pytest.raises(Fault):
        generate.load(lib).run(blank(lib, 3, 1, range(9)))


HOSTILE = ['"""); import os #', "\\", "'''", "\n    raise SystemExit\n", "{__import__}", "f12(s)", "α\0"]


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_name_reaches_the_source(name: str) -> None:
    from dataclasses import replace

    plain = made_up(3)
    hostile = replace(
        plain,
        name=name,
        hash=name,
        cards=tuple(name for _ in plain.cards),
        kinds=tuple(name for _ in plain.kinds),
        programs=tuple(replace(p, name=name, names=((name, name),)) for p in plain.programs),
        functions=tuple(replace(f, name=name) for f in plain.functions),
        abilities=tuple(replace(a, label=name) for a in plain.abilities),
        zones=tuple(replace(z, name=name) for z in plain.zones),
        marks=tuple(replace(m, name=name) for m in plain.marks),
        words={name: (name,)},
    )
    assert generate.source(hostile) == generate.source(plain)


def test_the_text_is_always_the_same() -> None:
    assert generate.source(made_up(5)) == generate.source(made_up(5))


ASKING = [
    (
        "a choice in a loop",
        [
            ["let", 0, ["players"]], ["let", 1, 0],
            "again", ["next", 0, 1, 2, "out"],
            ask(["slot", 2], opt("take {}", "took", of=["cards", ["zone", 2, None]], slot=3), opt("pass", "again")),
            "took", ["move", ["slot", 3], ["zone", 4, ["slot", 2]], "end"], ["jump", "again"], "out",
        ],
    ),
    (
        "the only answer is taken, or nothing is",
        [
            ["let", 3, 5],
            ask(0, opt("{}", "took", of=["where", 4, ["cards", ["zone", 4, 1]], [">", ["slot", 4], 5]], slot=3),
                none="none", auto=True),
            "took", ["put", 2, 0, 1], "none", ["put", 2, 0, 10],
        ],
    ),
    (
        "equal cards are one answer",
        [ask(0, opt("{}", "took", of=["cards", ["zone", 2, None]], slot=3, dedupe=True)), "took"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("about", "lines"), ASKING, ids=lambda x: x if type(x) is str else "")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_question_is_the_same_in_both(about: str, lines: Any, seed: int) -> None:
    together(game(lines), seed)


@pytest.mark.parametrize("seed", range(20))
def test_a_playout_goes_the_same_way_in_both(seed: int) -> None:
    """And what an executor makes of it is what any does that has only `run` and `apply`."""
    lib = bluff.game()
    s = blank(lib, 3, seed, range(9))
    t = s.clone()
    executors: tuple[Executor, Executor] = Machine(lib), generate.load(lib)
    given = [executor.playout(state, seed + 1, 30) for executor, state in zip(executors, (s, t), strict=True)]
    assert given[0] == given[1] > 0
    assert s.key() == t.key()
    assert executors[0].legal(s) == executors[1].legal(t)
    assert executors[0].value(0, s, 0) == executors[1].value(0, t, 0)


# ---- the games that are shipped -------------------------------------------------------------------------------------

SHIPPED = sorted(path.parent for path in (Path(__file__).parents[2] / "cards").glob("*/set.yaml"))
SCENARIOS = [(folder, path.stem) for folder in SHIPPED for path in sorted((folder / "scenarios").glob("*.yaml"))]


@pytest.mark.parametrize(("folder", "id"), SCENARIOS, ids=lambda x: x if type(x) is str else x.name)
def test_a_shipped_game_goes_the_same_way_in_both(folder: Path, id: str) -> None:
    """Random games of every scenario, two numbers of players each, to the end."""
    set_ = sets.load(folder)
    assert set_.library is not None
    found = set_.scenario(id)
    assert found is not None
    compiled, machine = engine(set_.library), Machine(set_.library)
    for players in sorted({found.players[0], found.players[-1]}):
        setup = cast.resolve(set_, found, cast.Wish(players=players, seed=players))
        assert isinstance(setup, cast.Cast), setup
        s = blank(set_.library, players, players, setup.cards)
        t, random, answer = s.clone(), Random(players), None
        while s.over is None:
            assert (outcome(machine, s, answer), s.key()) == (outcome(compiled, t, answer), t.key())
            if s.ask is not None:
                answer = random.choice(s.ask.answers)
        assert {compiled.value(f.id, t, *[0] * f.params) for f in set_.library.functions if f.form == "value"}


def test_a_run_is_the_sum_of_its_parts() -> None:
    set_ = sets.load(SHIPPED[0])
    lib, found = set_.library, set_.scenario()
    assert lib is not None and found is not None
    setup = cast.resolve(set_, found, cast.Wish(seed=1))
    assert isinstance(setup, cast.Cast)
    compiled = engine(lib)

    def run(games: int, first: int) -> Outcome:
        return simulate(compiled, lib, setup.players, games, 7, setup.cards, first=first)

    whole, parts = run(6, 0), run(2, 0) + run(4, 2)
    assert (whole.wins, whole.scores, whole.decisions) == (parts.wins, parts.scores, parts.decisions)
    assert whole.finished == whole.games == 6
