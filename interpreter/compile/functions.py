"""Compiles each function that a library can ask for, from its key."""

from __future__ import annotations

from dataclasses import replace

from ..kernel.program import Function
from .inside import shelf_function
from .keys import (
    AbilitiesFunction,
    CanFunction,
    CounterFunction,
    CountsFunction,
    DoubtFunction,
    FunctionKey,
    HeldFunction,
    LeftOutFunction,
    LegalCastFunction,
    LentFunction,
    LowestFunction,
    PlainFunction,
    QualityFunction,
    SeemsFunction,
    ShelfFunction,
    TeamFunction,
    ValueFunction,
)  # fmt: skip
from .permissions import (
    can_function,
    held_function,
    left_out_function,
    legal_function,
    lent_function,
    seems_function,
)
from .unit import Unit
from .values import (
    abilities_function,
    counter_function,
    counts_function,
    doubt_function,
    lowest_function,
    quality_function,
    team_function,
    value_function,
)


def function(u: Unit, number: int, key: FunctionKey) -> Function:
    """Compile a function."""
    match key:
        case ValueFunction():
            return value_function(u, number, key)
        case CounterFunction():
            return counter_function(u, number, key)
        case LowestFunction():
            return lowest_function(u, number, key)
        case TeamFunction():
            return team_function(u, number, key)
        case QualityFunction():
            return quality_function(u, number, key)
        case CountsFunction():
            return counts_function(u, number, key)
        case AbilitiesFunction():
            return abilities_function(u, number, key)
        case CanFunction():
            return can_function(u, number, key)
        case SeemsFunction():
            return seems_function(u, number, key)
        case LentFunction():
            return lent_function(u, number, key)
        case HeldFunction():
            return held_function(u, number, key)
        case ShelfFunction():
            return shelf_function(u, number, key)
        case DoubtFunction():
            return doubt_function(u, number, key)
        case LegalCastFunction():
            return legal_function(u, number, key)
        case LeftOutFunction():
            return left_out_function(u, number, key)
        case PlainFunction():
            return function(replace(u, plain=True), number, key.of)
