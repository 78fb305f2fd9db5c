"""Puts one phrase into another, or gives the names in it new ones."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from . import ir

_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(sort: type) -> tuple[str, ...]:
    """Returns the names of the parts of a sort of node, without its place and type."""
    if sort not in _PARTS:
        _PARTS[sort] = tuple(f.name for f in fields(sort) if f.name not in ("span", "type"))
    return _PARTS[sort]


def put_in(e: ir.Expr, name: str, by: ir.Expr, mark: str = "") -> ir.Expr:
    """Returns a phrase with another one in the place of a name. `mark`: what the names that it gives itself begin with
    from now on, so that they are nobody else's."""
    made: ir.Expr = _put_in(e, {name: by}, mark)
    return made


def put_all(e: ir.Expr, by: Mapping[str, ir.Expr]) -> ir.Expr:
    """Returns a phrase with others in the places of names, all at once."""
    made: ir.Expr = _put_in(e, by, "") if by else e
    return made


def _put_in(value: Any, names: Mapping[str, ir.Expr | str], mark: str) -> Any:
    if isinstance(value, tuple):
        return tuple([_put_in(part, names, mark) for part in value])
    if not isinstance(value, ir.Expr):
        return value
    if isinstance(value, ir.Var):
        by = names.get(value.name, value)
        return replace(value, name=by) if isinstance(by, str) else by
    parts: dict[str, Any] = {}
    given = getattr(value, "var", None)
    if mark and given is not None:
        names = {**names, given: mark + given}
        parts["var"] = mark + given
    for name in parts_of(type(value)):
        if name not in parts:
            parts[name] = _put_in(getattr(value, name), names, mark)
    return replace(value, **parts)
