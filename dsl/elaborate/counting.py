"""Reads the number before a noun, and checks whether the words around it agree on one or several."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..syntax import Atom, Group
from ..words import article, plural, with_article
from .cursor import Begun, Cursor
from .mistakes import fail
from .noun import Noun
from .terms import NUMBER, says


def count(c: Cursor) -> ir.Expr | None:
    """Reads a number or a value in parentheses, if something to be counted follows it; else returns None."""
    a, after = c.at(), c.at(1)
    if a is None or a.kind not in ("number", "group") or after is None or after.kind not in ("word", "det", "upto"):
        return None
    if c.phase_words(1):
        return None
    c.i += 1
    if not isinstance(a, Group):
        return ir.Num(type=NUMBER, span=a.span, value=int(a.text))
    value = c.scope.desk.read.operand(c.scope, a.operand)
    if value.base.type.sort not in ("number", "amount") or value.many:
        fail("wrong-type", f"a count must be a number, not {says(value.base.type)}", a.span)
    return replace(value.base, type=NUMBER)


def check_article(c: Cursor, det: Atom) -> None:
    """Reports `a` before a vowel and `an` before a consonant."""
    a = c.at()
    if a is not None and a.kind in ("word", "name") and article(a.text) != det.text:
        right = article(a.text)
        fail(
            "wrong-article", f"`{det.text}` cannot come before `{a.text}`", det.span, f"write `{right} {a.text}`", right
        )


def check_number(c: Cursor, noun: Noun, begun: Begun) -> None:
    """Reports a determiner, a number and a noun that disagree on whether there is one thing or several."""
    if not noun.many or noun.plural is None or noun.mapped is not None or noun.head is None:
        return
    last, det = noun.head, begun.article
    alone = det is None and noun.count is None and not noun.plural and not noun.up_to
    if alone and not (c.bare and begun.start == 0):
        _bare(last, begun.other)
    if det in ("a", "an", "another", "each", "any") and noun.plural and not noun.any_number:
        if noun.count is None:
            fail("wrong-number", f"`{det}` comes before one thing, not before `{last.text}`", last.span)
    elif det == "all" and not noun.plural:
        _several("`all` comes before several things", last)
    else:
        _check_count(noun, last)


def _bare(last: Atom, other: Atom | None) -> None:
    """Reports one thing without the word that it needs before it."""
    if other is not None:
        fail("wrong-article", "`other` alone cannot come before one thing", other.span, "write `another`", "another")
    help = f"write `{with_article(last.text)}`, `any {last.text}` or `all {plural(last.text)}`"
    fail("wrong-article", f"`{last.text}` needs a word before it", last.span, help)


def _several(said: str, last: Atom) -> None:
    right = plural(last.text)
    fail("wrong-number", f"{said}, not before `{last.text}`", last.span, f"write `{right}`", right)


def _check_count(noun: Noun, last: Atom) -> None:
    """Reports `1 cards` and `2 card`."""
    if not isinstance(noun.count, ir.Num):
        if noun.count is not None and not noun.plural and not noun.any_number:
            _several("a count comes before several things", last)
        return
    many = noun.count.value
    if many == 1 and noun.plural:
        fail("wrong-number", f"`1` comes before one thing, not before `{last.text}`", last.span)
    if many != 1 and not noun.plural:
        right = plural(last.text)
        fail(
            "wrong-number",
            f"`{many}` comes before several things, not before `{last.text}`",
            last.span,
            f"write `{right}`",
            right,
        )
