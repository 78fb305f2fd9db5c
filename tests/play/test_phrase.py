"""A phrase by itself means what it means where it stands: compiled against a library, it has the same value."""

from __future__ import annotations

import pytest

from moot.dsl import ir
from moot.dsl.source import NOWHERE
from moot.interpreter.compile import expression
from moot.interpreter.compile.expressions import FORMS
from moot.interpreter.compile.statements import DO
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State
from moot.interpreter.sets.card_set import CardSet

from .sets import card_set, game

SEEN = 12
"""How many decisions of a game are looked at."""


@pytest.fixture(scope="module", params=["citadels", "kuhn-poker"])
def played(request: pytest.FixtureRequest) -> tuple[CardSet, list[State]]:
    """A card set, and the positions of a game of it."""
    session = game(request.param)
    machine = Machine(session.machine.lib)
    state, found = session.state.clone(), []
    while state.ask is not None and len(found) < SEEN:
        found.append(state.clone())
        machine.apply(state, machine.legal(state)[len(found) % len(machine.legal(state))])
    return card_set(request.param), found


def value_of(set_: CardSet, node: ir.Expr, names: tuple[tuple[str, str], ...]) -> tuple[Machine, int]:
    assert set_.game is not None and set_.library is not None
    phrase = expression(set_.game, set_.sources, set_.library, node, names)
    assert phrase is not None and keeps(set_.library, phrase.library)
    return Machine(phrase.library), phrase.function


def keeps(small: Library, large: Library) -> bool:
    """Whether every number of one library means the same in another."""
    return (
        large.functions[: len(small.functions)] == small.functions
        and large.programs == small.programs
        and large.tables[: len(small.tables)] == small.tables
    )


def test_a_value_by_itself_is_the_value(played: tuple[CardSet, list[State]]) -> None:
    set_, states = played
    assert set_.game is not None and set_.library is not None
    plain = Machine(set_.library)
    for value in set_.game.values.values():
        if [p.type.sort for p in value.params] != ["player"]:
            continue
        var = ir.Var(type=ir.Type("player"), span=NOWHERE, name="it")
        node = ir.ValueOf(type=value.type, span=NOWHERE, value=value.name, args=(var,))
        machine, function = value_of(set_, node, (("it", "player"),))
        declared = set_.library.function_ids[f"value {value.name}"]
        for s in states:
            for player in range(s.m[set_.library.players_cell]):
                assert machine.value(function, s, player) == plain.value(declared, s, player)


def test_what_nobody_asked_for_before_is_added(played: tuple[CardSet, list[State]]) -> None:
    set_, states = played
    assert set_.game is not None and set_.library is not None
    lib = set_.library
    for field in (v for v in set_.game.values.values() if v.field is not None and v.type.sort == "enum"):
        kind = str(field.field)
        card = ir.Var(type=ir.Type("card", kind), span=NOWHERE, name="card")
        word = ir.Var(type=field.type, span=NOWHERE, name="word")
        node = ir.CountsAs(type=ir.Type("truth"), span=NOWHERE, card=card, field=field.name, word=word)
        machine, function = value_of(set_, node, (("card", "card"), ("word", f"word:{field.type.name}")))
        of_kind = [c for c, name in enumerate(lib.kinds) if name == kind]
        printed = {c: dict(set_.game.cards[lib.cards[c]].fields)[field.name] for c in of_kind}
        words = lib.words[str(field.type.name)]
        for c in of_kind:
            said = [word for i, word in enumerate(words) if machine.value(function, states[0], c, i)]
            assert printed[c] is None or printed[c] in said


def test_a_past_that_is_not_recorded_cannot_be_asked() -> None:
    set_ = card_set("kuhn-poker")
    assert set_.game is not None and set_.library is not None
    node = ir.Happened(type=ir.Type("truth"), span=NOWHERE, event="mark:nothing", span_of=None)
    assert expression(set_.game, set_.sources, set_.library, node) is None


def test_every_kind_of_phrase_and_statement_is_compiled() -> None:
    kinds = [kind for kind in vars(ir).values() if isinstance(kind, type)]
    assert set(FORMS) == {kind for kind in kinds if issubclass(kind, ir.Expr)} - {ir.Expr}
    assert set(DO) == {kind for kind in kinds if issubclass(kind, ir.Stmt)} - {ir.Stmt}
