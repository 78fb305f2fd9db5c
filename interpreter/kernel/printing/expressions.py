"""Prints expressions of the tree as Python, by a table of what each operator looks like.

The parts of the state have names: `s` is all of it, `m` the cells, `z` the cards of each zone, `w` the zone of each
card, `f` the innermost frame.
"""

from __future__ import annotations

from ..lower.tree import Call, Expr, Local, Num, Op, Truth

BETWEEN = {
    "+": "{0} + {1}", "-": "{0} - {1}", "*": "{0} * {1}", "==": "{0} == {1}", "!=": "{0} != {1}", "<": "{0} < {1}",
    "<=": "{0} <= {1}", ">": "{0} > {1}", ">=": "{0} >= {1}", "not": "not {0}", "if": "{1} if {0} else {2}",
    "between": "{0} <= {1} <= {2}", "within": "{0} <= {1} < {2}", "number": "1 if {0} else 0",
    "highest": "{0} if {0} > {1} else {1}", "lowest": "{0} if {0} < {1} else {1}", "half_up": "({0} + 1) // 2",
    "half_down": "{0} // 2", "left": "({0} + 1) % {1}", "right": "({0} - 1) % {1}", "walk": "({1} - {0}) % {2}",
    "owner_deep": "{0} if ({0} := OWNER[{1}]) > -2 else owner_of(w, {2})", "in": "{0} in {1}",
    "not_in": "{0} not in {1}", "is_unset": "{0} is None", "is_set": "{0} is not None",
    "reached": "trial.busy and s.frames[-2][0] == {0}",
}  # fmt: skip
"""Infix operators: inside another operator they need brackets."""

CLOSED = {
    "truth": "bool({0})", "product": "times({0}, {1})", "remainder": "remainder({0}, {1})",
    "quotient_up": "quotient_up({0}, {1})", "quotient_down": "quotient_down({0}, {1})",
    "bounded": "bounded({0})", "natural": "max({0}, 0)",
    "cell": "m[{0}]", "place": "w[{0}]", "cards": "z[{0}]", "top": "z[{0}][:{1}]", "owner": "OWNER[{0}]",
    "table": "T{0}[{1}]", "used": "USED[{0}]", "neighbours": "neighbours({0}, {1})",
    "mark_owner": "mark_owner({0}, {1})", "holder": "holder(m, {0}, {1})",
    "shelf": "shelf(s, {0}, {1}, {2})", "abilities": "abilities{0}(s, {1})",
    "answering": "answering(s, {0}, {1})",
    "players": "PLAYERS[{0}]", "none": "()", "one": "({0},)",
    "as_set": "as_set({0})", "tuple": "tuple({0})", "any": "{0}", "size": "len({0})",
    "unset": "None", "ranked": "({0}, {1}, {2})",
    "ranking": "[x[2] for x in {0}]", "named": "named(s, {0}, {1})", "distinct": "distinct(s, {0})",
    "apart": "apart(s, {0})",
    "ahead": "trial.ahead(s, {0}, {1}, {2}, {3})", "in_trial": "trial.busy", "known": "s.known",
}  # fmt: skip
"""Operators that enclose their operands, and look-ups."""

BESIDE = {
    "first": "{0}[0]", "member": "{0}[{1}]", "rest": "{0}[{1}:]", "numbers": "tuple(range({0}, {1} + 1))",
}  # fmt: skip
"""Operators that bind tightly and need no brackets themselves."""

LISTED = {"and": ("", " and ", ""), "or": ("", " or ", ""), "list": ("[", ", ", "]"), "union": ("union(", ", ", ")"),
          "merged": ("merged(", ", ", ")")}  # fmt: skip
"""Operators with any number of operands: the text before, between and after the operands."""

LOOPED = {"players": "range({0})", "numbers": "range({0}, {1} + 1)"}
"""Sets that are not built where a loop only runs over them."""


def text(x: Expr) -> str:
    """Return an expression as it is written inside another: in brackets, where it needs them."""
    if isinstance(x, Op):
        if x.word in BETWEEN or x.word in ("and", "or", "among"):
            return f"({bare(x)})"
        if x.word == "any":
            return text(x.args[0])
    return bare(x)


def bare(x: Expr) -> str:
    """Return an expression as it is written alone."""
    match x:
        case Local():
            return x.name
        case Num() | Truth():
            return str(x.value)
        case Call():
            return f"f{x.function}({', '.join(['s', *map(bare, x.args)])})"
    word = x.word
    if word in CLOSED:
        return CLOSED[word].format(*map(bare, x.args))
    if word in BETWEEN:
        return BETWEEN[word].format(*map(text, x.args))
    if word in BESIDE:
        return BESIDE[word].format(*map(text, x.args))
    if word in LISTED:
        before, between, after = LISTED[word]
        return before + between.join(map(text, x.args)) + after
    return _special(word, x.args)


def _special(word: str, args: tuple[Expr, ...]) -> str:
    first, *rest = args
    if word == "among":
        return f"{text(first)} in ({', '.join(map(bare, rest))})"
    if word == "trial":
        return f"trial(s, {bare(first)}, ({''.join(bare(x) + ', ' for x in rest)}))"
    if word == "winners":
        return f"winners(s, {bare(first)}, ({''.join(f'f{bare(x)}, ' for x in rest)}))"
    raise ValueError(f"no such operator: {word}")


def looped(x: Expr) -> str:
    """Return a set as it is written in the head of a loop."""
    if isinstance(x, Op) and x.word in LOOPED:
        return LOOPED[x.word].format(*map(text, x.args))
    return bare(x)
