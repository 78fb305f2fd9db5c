"""Reads how long a rule lasts: `until the end of the turn`, `until the start of your next turn`, `until this leaves
your city`."""

from __future__ import annotations

from .. import ir, syntax
from ..nearest import nearest
from . import moments
from .cursor import Cursor
from .mistakes import fail, unknown
from .nouns import read_noun, reader
from .phases import phase_at
from .scope import Scope
from .terms import PLAYER, says

WHOSE = ("your", "their", "the")


def duration(scope: Scope, node: syntax.Chain) -> tuple[str | None, ir.Later | None]:
    """Reads how long a rule lasts. Returns the phase with which it ends (None: the game), or another end."""
    texts = [a.text for a in node.atoms]
    if "leaves" in texts[1:]:
        return None, _leaves(scope, node, texts.index("leaves", 1))
    if is_next(node):
        return None, next_phase(scope, node)
    phase = moments.until(scope, node)
    return (None if phase == "game" else phase), None


def is_next(node: syntax.Chain) -> bool:
    """Returns whether something lasts until a phase that is still to come."""
    return any(a.text == "next" for a in node.atoms)


def next_phase(scope: Scope, node: syntax.Chain) -> ir.Later:
    """Reads `the start of your next turn`, `the end of the next round`."""
    c = reader(scope, node.atoms)
    if c.text() == "the":
        c.take()
    which = c.take()
    if which.text not in ("start", "end"):
        near = nearest(which.text, ["start", "end"])
        help = "write `the start of` or `the end of` a phase"
        fail("unknown-word", f"no moment `{which.text}`", which.span, help, near)
    if not c.glue("of"):
        fail("missing-word", f"the {which.text} of which phase?", node.span)
    c.take()
    whose, following = c.take(), c.text()
    if whose.text not in WHOSE or following != "next":
        help = "write `your next` and a phase, or `the next`"
        fail("misplaced-word", "whose next one?", whose.span, help)
    c.take()
    phase = phase_at(c)
    if phase.name == "game":
        fail("misplaced-word", "there is no next game", node.span, "write `the end of the game`")
    of = _player(scope, c, whose.text)
    c.finish()
    if of is not None and phase.param is None:
        fail("wrong-type", f"a `{phase.name}` belongs to nobody", whose.span, f"write `the next {phase.name}`")
    return ir.Later(when="start" if which.text == "start" else "end", span=node.span, phase=phase.name, of=of)


def _player(scope: Scope, c: Cursor, whose: str) -> ir.Expr | None:
    """Returns the player whose phase it is: `your`, `their`, or the one named after `of`."""
    if whose == "the" and c.glue("of"):
        c.take()
        noun = read_noun(c)
        if noun.many or noun.item != PLAYER:
            fail("wrong-type", f"one player should come here, not {says(noun.base.type)}", noun.span)
        return noun.base
    if whose == "the":
        return None
    you = scope.you if whose == "your" else scope.they
    if you is None:
        help = "write `the next turn of …`, or begin with `your`"
        fail("no-such-thing", f"`{whose}` means nobody here", c.atoms[0].span, help)
    return you


def _leaves(scope: Scope, node: syntax.Chain, at: int) -> ir.Later:
    """Reads `target leaves its city`. `at`: where the word `leaves` stands."""
    card = reader(scope, node.atoms[:at])
    noun = read_noun(card)
    card.finish()
    if noun.many or noun.item.sort != "card":
        fail("wrong-type", f"one card should leave, not {says(noun.base.type)}", noun.span)
    if at + 1 == len(node.atoms):
        fail("missing-word", "which place does it leave?", node.span, "write `its` and a place")
    c = reader(scope, node.atoms[at + 1 :])
    c.take()
    length, found = c.vocabulary.match(c.texts, c.i, ("zone",))
    if not length:
        a = c.take()
        unknown(f"no place `{a.text}`", a.span, a.text, c.vocabulary.zones)
    zone = c.vocabulary.zones[found[0].name]
    whose = c.atoms[0]
    if whose.text not in (("its", "your", "their") if zone.owner is not None else ("the",)):
        fail("wrong-article", f"`{whose.text}` cannot come before `{zone.name}` here", whose.span)
    if noun.item.name not in (None, zone.holds):
        fail("wrong-type", f"`{zone.name}` holds no {noun.item.name}", whose.span)
    c.i += length
    c.finish()
    return ir.Later(when="leaves", span=node.span, zone=zone.name, of=noun.base)
