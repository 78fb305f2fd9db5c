"""Reads the deeds the language itself provides: moving, marking, showing, swapping, phases, winning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from .. import ir, syntax
from ..nearest import nearest
from . import conditions, deeds, phrases, worth
from .adjectives import bears
from .atoms import cover, written
from .cursor import Cursor
from .mistakes import fail, unknown
from .noun import Noun, uncounted
from .nouns import read_noun, reader
from .scope import Scope
from .terms import PLAYER, says


class Words:
    """One deed's words, each to be asked for; `finish` makes sure none is left."""

    def __init__(self, scope: Scope, node: syntax.Action) -> None:
        self.scope, self.span, self.verb, self.operand = scope, node.span, node.verb, node.operand
        roles, named = deeds.split(node)
        self.roles = {r.prep.text: r for r in roles}
        self.as_value = named.value if named is not None else None
        if node.lift is not None:
            fail("misplaced-word", f"`{self.verb}` is never refused", node.lift.reason.span)

    def noun(self) -> Noun:
        """Read what the deed is done to."""
        if self.operand is None:
            fail("missing-word", f"`{self.verb}` what?", self.verb.span)
        return phrases.operand(self.scope, self.operand)

    def role(self, prep: str) -> Noun | None:
        """Read what stands behind a preposition, if it is there."""
        found = self.roles.pop(prep, None)
        return phrases.noun_phrase(self.scope, found.what) if found else None

    def needed(self, prep: str) -> Noun:
        """Read what stands behind a preposition that has to be there."""
        found = self.role(prep)
        if found is None:
            help = f"write `{prep}` and where or whom"
            fail("missing-word", f"`{self.verb}` needs `{prep}`", self.verb.span, help)
        return found

    def finish(self, operand: bool = True, as_: bool = False) -> None:
        """Report what no one asked for. `operand`, `as_`: whether the deed may have these."""
        for role in self.roles.values():
            fail("misplaced-word", f"`{self.verb}` takes no `{role.prep}` here", role.span)
        if not operand and self.operand is not None:
            fail("misplaced-word", f"this cannot come right after `{self.verb}`", self.operand.span)
        if not as_ and self.as_value is not None:
            fail("misplaced-word", f"`{self.verb}` takes no `as`", self.as_value.span)


def deed(scope: Scope, node: syntax.Action) -> ir.Stmt:
    """Read one of the deeds the language provides."""
    words = Words(scope, node)
    read = DEEDS.get(words.verb.text)
    if read is None:
        deeds.unknown_verb(scope, words.verb, True)
    return read(scope, words)


def move(scope: Scope, words: Words) -> ir.Stmt:
    """`move CARDS to PLACE`, `on top of` it or `under` it; or an amount, or a single marker."""
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
    words.finish()
    assert zone is not None
    t = zone.base.type
    if t.sort != "zone" or zone.many:
        fail("wrong-type", f"a card can only be moved to one place, not to {says(t)}", zone.span, "say which place")
    holds = scope.vocabulary.zones[t.name or ""].holds
    if cards.type.name not in (None, holds):
        fail("wrong-type", f"`{t.name}` holds {holds}s, not {says(cards.type)}", zone.span)
    return ir.MoveCards(span=words.span, cards=cards, to=zone.base, place=place)


def on_top(scope: Scope, role: syntax.Role) -> Noun:
    """`on top of` a place."""
    found = role.what.chain.atoms
    skip = 1 if found[0].text == "the" else 0
    if len(found) < skip + 3 or found[skip].text != "top" or found[skip + 1].text != "of":
        fail("misplaced-word", "this `on` needs `top of` and a place after it", role.span)
    return phrases.read_words(scope, found[skip + 2 :])


def move_amount(scope: Scope, words: Words, noun: Noun) -> ir.Stmt:
    """`move 2 gold from the bank to you`."""
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
    scope.vocabulary.put.add(mark)
    return ir.MoveAmount(
        span=words.span, mark=mark, amount=amount, source=from_, to=bearer(scope, to), up_to=noun.up_to
    )


def bearer(scope: Scope, noun: Noun) -> ir.Expr | None:
    """Who has it; None is the bank."""
    value = worth.value(scope, noun)
    return None if value.type.sort == "bank" else value


def move_single(scope: Scope, words: Words, noun: Noun) -> ir.Stmt:
    """`move the crown to you`."""
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
    scope.vocabulary.put.add(mark)
    return ir.MoveSingle(span=words.span, mark=mark, to=value)


def recover(scope: Scope, words: Words) -> ir.Stmt:
    """`recover the gold you paid to build this turn`."""
    if isinstance(words.operand, syntax.Chain):
        said, roles = deeds.with_history(scope, words.operand.atoms, list(words.roles.values()))
        words.roles = {r.prep.text: r for r in roles}
        noun = phrases.read_words(scope, said)
    else:
        noun = words.noun()
    words.finish()
    if not isinstance(noun.base, ir.Happened) or noun.base.measure is None:
        help = "write `the`, what was paid, for which deed, and `this` with a phase"
        fail("wrong-type", f"only what was paid can be recovered, not {says(noun.base.type)}", noun.span, help)
    if scope.doer is None or scope.doer.type.sort != "player":
        fail("no-doer", "who recovers it?", words.verb.span, "say who `must`, and write this below it")
    scope.vocabulary.put.add(noun.base.measure)
    return ir.Recover(span=words.span, doer=scope.doer, paid=noun.base)


def put(scope: Scope, words: Words) -> ir.Stmt:
    """`put 2 gold on this`: out of nothing."""
    noun, on = words.noun(), words.needed("on")
    words.finish()
    t = noun.base.type
    if t.sort != "amount" or noun.all_of or noun.up_to:
        fail("wrong-type", f"`put` needs a number of a counter, not {says(t)}", noun.span)
    value = worth.value(scope, on)
    if value.type.many:
        fail("wrong-type", "`on` needs one thing, not several", on.span, "write `for each`, and this below it")
    marker = scope.vocabulary.markers[t.name or ""]
    if not bears(marker, value.type):
        fail("wrong-type", f"`{marker.name}` can lie on a {' or '.join(marker.on)}, not on {says(value.type)}", on.span)
    scope.vocabulary.put.add(marker.name)
    return ir.Put(span=words.span, mark=marker.name, amount=noun.base, on=value)


def mark(scope: Scope, words: Words) -> ir.Stmt:
    """`mark plan as built`; `unmark` takes the marker off."""
    noun = words.noun()
    verb = words.verb.text
    if words.as_value is None:
        fail("missing-word", f"`{verb}` needs `as`", words.verb.span, "write `as` and a marker")
    name = written(words.as_value.atoms) if isinstance(words.as_value, syntax.Chain) else ""
    marker = scope.vocabulary.markers.get(name)
    plain = [m.name for m in scope.vocabulary.markers.values() if not m.counted and not m.single]
    at = words.as_value.span
    if marker is None:
        unknown(f"no marker `{name}`", at, name, plain)
    if marker.counted or marker.single:
        fail(
            "wrong-type",
            f"`{verb}` does not work with `{name}`",
            at,
            f"write `put 1 {name} on`" if marker.counted else f"write `move the {name} to`",
        )
    words.finish(as_=True)
    value = worth.value(scope, noun)
    if not bears(marker, value.type):
        fail("wrong-type", f"`{name}` needs a {' or '.join(marker.on)}, not {says(value.type)}", noun.span)
    owner: ir.Expr = scope.doer or ir.Nobody(type=PLAYER, span=words.span)
    if verb == "mark":
        scope.vocabulary.put.add(name)
    return ir.Mark(span=words.span, mark=name, on=value, owner=owner, off=verb == "unmark")


def shuffle(scope: Scope, words: Words) -> ir.Stmt:
    """`shuffle the deck`."""
    noun = words.noun()
    words.finish()
    if noun.base.type.sort != "zone" or noun.many:
        fail("wrong-type", f"only one place can be shuffled, not {says(noun.base.type)}", noun.span)
    return ir.Shuffle(span=words.span, zone=noun.base)


def show(scope: Scope, words: Words) -> ir.Stmt:
    """`show your hand to the left neighbour of you`; without `to`, everybody sees it."""
    noun, to = words.noun(), words.role("to")
    words.finish()
    seer = worth.value(scope, to) if to is not None else None
    if seer is not None and seer.type.sort != "player":
        fail("wrong-type", f"only a player can see cards, not {says(seer.type)}", to.span if to else words.span)
    return ir.Show(span=words.span, what=shown(scope, noun), to=seer)


def look(scope: Scope, words: Words) -> ir.Stmt:
    """`look at your hand`: who does it sees it."""
    noun = words.needed("at")
    words.finish(operand=False)
    if scope.doer is None:
        fail("no-doer", "who looks?", words.verb.span)
    return ir.Show(span=words.span, what=shown(scope, noun), to=scope.doer)


def shown(scope: Scope, noun: Noun) -> ir.Expr:
    """Return the cards that are seen; of a place, those that lie there."""
    if noun.item.sort == "zone":
        uncounted(noun, "nothing says who picks these places")
        place = noun.set()
        holds = scope.vocabulary.zones[noun.item.name or ""].holds
        return ir.CardsIn(type=ir.Type("card", holds, True), span=noun.span, zone=place)
    if noun.item.sort != "card":
        fail("wrong-type", f"only cards and places can be shown, not {says(noun.base.type)}", noun.span)
    return worth.value(scope, noun)


def whether(scope: Scope, node: syntax.Whether) -> ir.Stmt:
    """`reveal whether …`."""
    if node.verb.text not in ("reveal", "show"):
        near = nearest(node.verb.text, ["reveal", "show"])
        fail(
            "unknown-word", f"`whether` cannot come after `{node.verb}`", node.verb.span, "write `reveal whether`", near
        )
    return ir.Show(span=node.span, what=conditions.fact(scope.inner(only_asked=True), node.fact), to=None)


SWAPPED: dict[str, Literal["cards", "zones", "seats"]] = {"card": "cards", "zone": "zones", "player": "seats"}


def swap(scope: Scope, words: Words) -> ir.Stmt:
    """`swap your hand with hand of victim`: cards, places or the seats of players."""
    noun, with_ = words.noun(), words.needed("with")
    words.finish()
    sort = noun.item.sort
    if sort != with_.item.sort:
        fail("wrong-type", f"{says(noun.item)} cannot be swapped with {says(with_.item)}", with_.span)
    if sort not in SWAPPED:
        fail("wrong-type", f"only cards, places and players can be swapped, not {says(noun.item)}", noun.span)
    left, right = worth.value(scope, noun), worth.value(scope, with_)
    for value, at in ((left, noun), (right, with_)):
        if value.type.many:
            fail("wrong-type", "one thing can only be swapped with one other", at.span)
    return ir.Swap(span=words.span, left=left, right=right, what=SWAPPED[sort])


def phase_named(scope: Scope, words: Words) -> tuple[ir.Phase, Cursor]:
    """The phase an operand begins with: `the turn`."""
    if not isinstance(words.operand, syntax.Chain):
        fail("missing-word", f"`{words.verb}` which phase?", words.span)
    c = reader(scope, words.operand.atoms)
    if c.text() == "the":
        c.take()
    if c.end:
        fail("missing-word", f"`{words.verb}` which phase?", words.span)
    return phase_at(c), c


def phase_at(c: Cursor) -> ir.Phase:
    """Read the name of a phase."""
    length, found = c.match(("phase",))
    if not length:
        a = c.take()
        unknown(f"no phase `{a.text}`", a.span, a.text, c.vocabulary.phases)
    c.i += length
    return c.vocabulary.phases[found[0].name]


def run(scope: Scope, words: Words) -> ir.Stmt:
    """`run the turn of each player`."""
    phase, c = phase_named(scope, words)
    arg: ir.Expr | None = None
    if phase.param is not None:
        if not c.glue("of"):
            fail("missing-word", f"the `{phase.name}` of which {says(phase.param.type)[2:]}?", words.span)
        c.take()
        noun = read_noun(c, counted=True)
        arg = worth.values(scope, noun, phase.param.type, phase.name)
    c.finish()
    words.finish()
    return ir.RunPhase(span=words.span, phase=phase.name, arg=arg)


def leave(scope: Scope, words: Words) -> ir.Stmt:
    """`leave the round`: go on behind it."""
    phase, c = phase_named(scope, words)
    c.finish()
    words.finish()
    return ir.Leave(span=words.span, phase=phase.name)


def win(scope: Scope, words: Words) -> ir.Stmt:
    """`win by score with seat`; or who does this wins."""
    by, tie = value_named(scope, words, "by"), value_named(scope, words, "with")
    words.finish(operand=False)
    if by is None:
        if tie is not None:
            fail(
                "missing-word",
                "`with` only breaks a tie; nothing says by what value a player wins",
                words.span,
                "write `win by … with …`",
            )
        if scope.doer is None:
            fail("no-doer", "who wins?", words.span, "write `win by` and a value of a player")
        return ir.Win(span=words.span, by=None, tie=None, who=scope.doer)
    return ir.Win(span=words.span, by=by, tie=tie, who=None)


def value_named(scope: Scope, words: Words, prep: str) -> str | None:
    """Read the value of a player that stands behind a preposition, if it is there."""
    role = words.roles.pop(prep, None)
    if role is None:
        return None
    found = role.what.chain.atoms
    name, span = written(found), cover(found)
    fitting = [v.name for v in scope.vocabulary.values.values() if len(v.params) == 1 and v.params[0].type == PLAYER]
    if name not in fitting or role.what.filters:
        unknown(f"no value `{name}` of a player", span, name, fitting)
    return name


DEEDS: dict[str, Callable[[Scope, Words], ir.Stmt]] = {
    "move": move,
    "recover": recover,
    "put": put,
    "mark": mark,
    "unmark": mark,
    "shuffle": shuffle,
    "show": show,
    "look": look,
    "swap": swap,
    "run": run,
    "leave": leave,
    "win": win,
}
