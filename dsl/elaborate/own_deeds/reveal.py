"""Reads `reveal whether you are the crowned player`. It has a shape of its own in the grammar."""

from __future__ import annotations

from ... import ir, syntax
from ...language import Own
from ...nearest import nearest
from .. import conditions
from ..mistakes import fail
from ..scope import Scope
from .deed import deed


@deed(
    "reveal",
    Own("reveal whether", "tells everybody whether something is so", "whether", "reveal whether "),
)
def reveal(scope: Scope, node: syntax.Whether) -> ir.Stmt:
    """Reads `reveal whether …`."""
    if node.verb.text not in ("reveal", "show"):
        near = nearest(node.verb.text, ["reveal", "show"])
        fail(
            "unknown-word", f"`whether` cannot come after `{node.verb}`", node.verb.span, "write `reveal whether`", near
        )
    return ir.Show(span=node.span, what=conditions.fact(scope.inner(only_asked=True), node.fact), to=None)
