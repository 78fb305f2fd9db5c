"""Reads `move CARDS to PLACE`, `under` it or `on top of` it; also with an amount or a single marker, and who gets
it."""

from __future__ import annotations

from typing import Literal

from ... import ir, syntax
from ...language import Own
from .. import phrases, worth
from ..adjectives import bears
from ..mistakes import fail
from ..noun import Noun
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed(
    "move",
    Own(
        "move … to",
        "moves cards to a place, or an amount or a single marker to a player or card",
        "",
        r"^(do +)?move .* to ",
    ),
    Own("move … under", "moves cards beneath those of a place", "under", r"^(do +)?move .* under "),
    Own("move … on top of", "moves cards to the top of a place", "on", r"move .* on top of "),
    Own(
        "move … face down",
        "moves cards to a place where they lie face down until they are turned up or moved again",
        "face down",
        r"^(do +)?move .* face down",
    ),
    Own("move up to", "moves what there is, but no more than this amount", "", "move up to "),
    participle="moved",
)
def move(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `move CARDS to PLACE`, `on top of` it or `under` it; or an amount, or a single marker."""
    noun = words.noun()
    if noun.base.type.sort == "amount":
        return move_amount(scope, words, noun)
    if noun.base.type.sort == "mark":
        return move_single(scope, words, noun)
    if noun.item.sort != "card":
        fail(
            "wrong-type", f"only cards, counters and single markers can be moved, not {says(noun.base.type)}", noun.span
        )
    cards = worth.value(scope, noun)
    place: Literal["end", "top", "under"] = "end"
    zone: Noun | None = None
    if "on" in words.roles:
        place, zone = "top", on_top(scope, words.roles.pop("on"))
    elif "under" in words.roles:
        place, zone = "under", words.role("under")
    else:
        zone = words.needed("to")
    down = words.faced() == "down"
    words.finish()
    assert zone is not None
    t = zone.base.type
    if t.sort != "zone" or zone.many:
        fail("wrong-type", f"a card can only be moved to one place, not to {says(t)}", zone.span, "say which place")
    holds = scope.vocabulary.zones[t.name or ""].holds
    if cards.type.name not in (None, holds):
        fail("wrong-type", f"`{t.name}` holds {holds}s, not {says(cards.type)}", zone.span)
    return ir.MoveCards(span=words.span, cards=cards, to=zone.base, place=place, face_down=down, doer=scope.doer)


def on_top(scope: Scope, role: syntax.Role) -> Noun:
    """Reads `top of` and a place, after `on`."""
    found = role.what.chain.atoms
    skip = 1 if found[0].text == "the" else 0
    if len(found) < skip + 3 or found[skip].text != "top" or found[skip + 1].text != "of":
        fail("misplaced-word", "this `on` needs `top of` and a place after it", role.span)
    return phrases.read_words(scope, found[skip + 2 :])


def move_amount(scope: Scope, words: Words, noun: Noun) -> ir.Stmt:
    """Reads `move 2 gold from the bank to you`."""
    source, to = words.needed("from"), words.needed("to")
    words.finish()
    mark = noun.base.type.name or ""
    marker = scope.vocabulary.markers[mark]
    for end in (source, to):
        t = end.item
        if t.sort not in ("bank", "bearer") and not bears(marker, t):
            fail("wrong-type", f"`{mark}` can lie on a {' or '.join(marker.on)}, not on {says(t)}", end.span)
    from_ = bearer(scope, source)
    if source.many:
        fail("wrong-type", "`from` needs one player or card, not several", source.span)
    if noun.all_of:
        if noun.det != "all":
            fail("missing-word", f"how much `{mark}`?", noun.span, f"write a number, or `all {mark}`")
        if from_ is None:
            fail("wrong-type", "the bank never runs out, so nobody can take all of it", noun.span)
        amount: ir.Expr = ir.Counted(type=noun.base.type, span=noun.span, mark=mark, bearer=from_)
    else:
        amount = noun.base
    return ir.MoveAmount(
        span=words.span, mark=mark, amount=amount, source=from_, to=bearer(scope, to), up_to=noun.up_to
    )


def bearer(scope: Scope, noun: Noun) -> ir.Expr | None:
    """Returns who has an amount; None is the bank."""
    value = worth.value(scope, noun)
    return None if value.type.sort == "bank" else value


def move_single(scope: Scope, words: Words, noun: Noun) -> ir.Stmt:
    """Reads `move the crown to you`."""
    mark = noun.base.type.name or ""
    to = words.needed("to")
    words.finish()
    value = worth.value(scope, to)
    if value.type.many or not bears(scope.vocabulary.markers[mark], value.type):
        fail(
            "wrong-type",
            f"`{mark}` can lie on a {' or '.join(scope.vocabulary.markers[mark].on)}, not on {says(value.type)}",
            to.span,
        )
    return ir.MoveSingle(span=words.span, mark=mark, to=value)
