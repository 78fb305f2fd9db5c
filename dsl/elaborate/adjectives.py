"""Says of things what describing words mean: markers, qualities, words of an enumeration, and a property with its
number (`rank 8`)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from .. import ir
from ..source import Span
from .mistakes import fail, wrong
from .scope import Scope
from .terms import NUMBER, TRUTH, equal, says


@dataclass(slots=True)
class Adjective:
    """A describing word as read. `value` is the number or word of a property; `enums` are the enumerations that have a
    word."""

    kind: Literal["field", "marker", "quality", "word", "parity"]
    name: str
    span: Span
    value: ir.Expr | None = None
    enums: tuple[str, ...] = ()


def said_of(scope: Scope, adjective: Adjective, me: ir.Expr) -> ir.Expr:
    """Returns the condition that a describing word is true of the thing `me`. Raises `Mistake` if it cannot describe
    such a thing."""
    vocabulary, span, t = scope.vocabulary, adjective.span, me.type
    match adjective.kind:
        case "field":
            value = vocabulary.values[adjective.name]
            if t.sort != "card" or not _same_kind(t.name, value.field):
                fail("wrong-type", f"only a {value.field} has a `{adjective.name}`, not {says(t)}", span)
            assert adjective.value is not None
            left = ir.ValueOf(type=value.type, span=span, value=adjective.name, args=(me,))
            right = replace(adjective.value, type=value.type)
            return equal(left, right, span)
        case "marker":
            marker = vocabulary.markers[adjective.name]
            if not _may_bear(marker, t):
                on = " or ".join(marker.on)
                fail("wrong-type", f"`{marker.name}` needs a {on}, not {says(t)}", span)
            return ir.Has(type=TRUTH, span=span, mark=marker.name, bearer=me)
        case "quality":
            quality = vocabulary.qualities[adjective.name]
            wanted = quality.param.type
            if wanted.sort != t.sort or not (wanted.name is None or t.name is None or wanted.name == t.name):
                fail("wrong-type", f"`{quality.name}` needs {says(wanted)}, not {says(t)}", span)
            return ir.QualityOf(type=TRUTH, span=span, quality=quality.name, of=me)
        case "word":
            return _word(scope, adjective, me)
        case "parity":
            if t.sort not in ("number", "amount"):
                fail("wrong-type", f"only a number can be `{adjective.name}`, not {says(t)}", span)
            two = ir.Num(type=NUMBER, span=span, value=2)
            half = ir.Quotient(type=t, span=span, of=me, by=two, up=False)
            double = ir.Arith(type=t, span=span, op="*", left=two, right=half)
            rest = ir.Arith(type=t, span=span, op="-", left=me, right=double)
            return equal(rest, ir.Num(type=t, span=span, value=1 if adjective.name == "odd" else 0), span)


def _word(scope: Scope, adjective: Adjective, me: ir.Expr) -> ir.Expr:
    t, span, word = me.type, adjective.span, adjective.name
    if t.sort == "enum":
        if t.name not in adjective.enums:
            fail("unknown-word", f"no {t.name} `{word}`", span)
        return equal(me, ir.Word(type=t, span=span, word=word), span)
    if t.sort == "card":
        for enum in adjective.enums:
            field = scope.vocabulary.enum_field(t.name, enum)
            if field is not None:
                named = ir.Word(type=ir.Type("enum", enum), span=span, word=word)
                return ir.CountsAs(type=TRUTH, span=span, card=me, field=field, word=named)
    raise wrong("wrong-type", f"`{word}` is a {adjective.enums[0]}; {says(t)} has none", span)


def _same_kind(kind: str | None, field_of: str | None) -> bool:
    return kind is None or field_of is None or kind == field_of


def _may_bear(marker: ir.Marker, t: ir.Type) -> bool:
    if t.sort == "player":
        return "player" in marker.on
    if t.sort == "card":
        return t.name in marker.on or "card" in marker.on or (t.name is None and marker.on != ("player",))
    return t.sort == "bearer"


def bears(marker: ir.Marker, t: ir.Type) -> bool:
    """Returns whether this marker can lie on such a thing."""
    return _may_bear(marker, t)
