"""Reads `set trump to hearts`."""

from __future__ import annotations

from ... import ir
from ...language import Own
from .. import worth
from ..mistakes import fail
from ..scope import Scope
from ..terms import fits, says
from .deed import Words, deed


@deed("set", Own("set … to", "gives a kept value what it is from now on; with `nothing`, nothing is kept", "", "^set "))
def set_(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `set trump to hearts`: from now on trump is hearts, until it is set again."""
    noun, to = words.noun(), words.needed("to")
    words.finish()
    kept = _kept(scope, noun.base)
    if kept is None:
        names = [v.name for v in scope.vocabulary.values.values() if v.memory is not None]
        help = "a value is set if it is declared with `kept`"
        help += ": " + ", ".join(f"`{n}`" for n in names) if names else ""
        fail("not-kept", "this is nothing that can be set", noun.span, help)
    value = worth.value(scope, to)
    if isinstance(value, ir.Nobody) and value.type.sort != "bank" and kept.type.sort not in ("number", "amount"):
        return ir.Remember(span=words.span, of=kept, to=value)
    wanted = kept.type
    counts = not value.type.many and {wanted.sort, value.type.sort} <= {"number", "amount"}
    if not (fits(wanted, value.type) or counts):
        fail("wrong-type", f"this is {says(wanted)}, not {says(value.type)}", to.span)
    return ir.Remember(span=words.span, of=kept, to=value)


def _kept(scope: Scope, named: ir.Expr) -> ir.Kept | None:
    """Returns the base of the kept value that these words name; None if they name something else."""
    if not isinstance(named, ir.ValueOf):
        return None
    value = scope.vocabulary.values[named.value]
    if value.memory is None:
        return None
    bearer = named.args[0] if named.args else None
    return ir.Kept(type=value.type, span=named.span, name=value.name, bearer=bearer)
