"""What a library is lowered to: trees that keep what `lower.tree` promises to whoever prints them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from moot.interpreter.kernel.analysis.facts import SETS
from moot.interpreter.kernel.lower import tree
from moot.interpreter.kernel.lower.library import lowered
from moot.interpreter.kernel.lower.tree import (
    LEAVES,
    Bind,
    Body,
    Each,
    EachLasting,
    Forever,
    If,
    Let,
    Local,
    Lowered,
    Op,
)
from moot.interpreter.kernel.printing import expressions, statements

from .made_up import made_up

OPERATORS = {
    *expressions.BETWEEN, *expressions.CLOSED, *expressions.BESIDE, *expressions.LISTED, "among", "trial", "winners",
}  # fmt: skip
DEEDS = {*statements.DEEDS, "keep", "zero", "begin_rule"}
ENDS = {*statements.ENDS, "leave"}
SEEDS = (*range(0, 60, 3), 302, 357)


def bodies(code: Lowered) -> Iterator[tuple[set[str], Body]]:
    """The body of every function, with the names that have a value when it begins."""
    for f in code.functions:
        yield {f"a{i}" for i in range(f.params)}, f.body
    for menus in code.menus:
        yield from (({"a0"}, case.body) for group in menus for case in group.cases)
    yield from (({"a0"}, body) for _, body in code.users)
    yield from (({f"a{i}" for i in stretch.loaded}, stretch.body) for stretch in code.stretches)


def nodes(x: Any) -> Iterator[Any]:
    """Every node of a tree."""
    if isinstance(x, tuple):
        for part in x:
            yield from nodes(part)
    elif is_dataclass(x):
        yield x
        for field in fields(x):
            yield from nodes(getattr(x, field.name))


def given(x: Any) -> set[str]:
    """The names that a statement or an expression gives a value, anywhere within it."""
    found = set()
    for node in nodes(x):
        match node:
            case Let(name=name) | Each(name=name):
                found.add(name.name)
            case EachLasting():
                found |= {node.name.name, *(held.name for held, _ in node.held)}
                found |= set() if node.began is None else {node.began.name}
            case Bind():
                found.add(f"a{node.slot}")
            case Op(word="owner_deep"):
                found.add(node.args[0].name)
            case tree.Do(word="random"):
                found.add(node.args[0].name)
    return found


def inner(body: Body) -> Iterator[Body]:
    """A body and all bodies in it."""
    yield body
    for statement in body:
        match statement:
            case If():
                yield from inner(statement.then)
                yield from inner(statement.other)
            case Each() | EachLasting() | Forever():
                yield from inner(statement.body)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_name_has_a_value(seed: int) -> None:
    for known, body in bodies(lowered(made_up(seed))):
        looked_at = {node.name for node in nodes(body) if isinstance(node, Local)}
        assert looked_at <= known | given(body)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_name_has_one_type(seed: int) -> None:
    """What a value is called does not stand for a set here and for a single thing there."""
    for _, body in bodies(lowered(made_up(seed))):
        sets: dict[str, bool] = {}
        for node in nodes(body):
            if isinstance(node, Local) and not node.name.startswith("a"):
                assert sets.setdefault(node.name, bool(node.kind & SETS)) == bool(node.kind & SETS), node


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_stands_where_nothing_comes(seed: int) -> None:
    for stretch in lowered(made_up(seed)).stretches:
        for part in inner(stretch.body):
            assert not any(isinstance(statement, LEAVES) for statement in part[:-1])


@pytest.mark.parametrize("seed", SEEDS)
def test_it_is_always_the_same(seed: int) -> None:
    assert lowered(made_up(seed)) == lowered(made_up(seed))


@pytest.mark.parametrize(("kind", "words"), [("Op", OPERATORS), ("Do", DEEDS), ("End", ENDS)])
def test_what_is_printed_is_described(kind: str, words: set[str]) -> None:
    """The tables of the printer have a row in the description of the tree, whose words are all printed."""
    assert tree.__doc__ is not None
    described = next(part for part in re.split(r"\n(?=\w+ \()", tree.__doc__) if f"`{kind}.word`" in part)
    rows = [line for line in described.splitlines() if line and not line.startswith(("-", " "))][1:]
    names = {word for row in rows for word in re.split(r"\s{2,}", row)[0].replace("|", " ").split()}
    names |= {word for code in re.findall(r"`([^`]+)`", described) for word in code.split()}
    assert words <= names
    assert not {row.split()[0] for row in rows} - words
