"""Reads nouns of the language itself: `number of`, `highest`, `top 3 cards of`, `neighbour`, `owner`, `the active
player`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from .. import ir
from ..renaming import put_in
from ..source import Span
from ..syntax import Atom
from ..teams import side, team_of
from .counting import count
from .cursor import OWN_NOUNS, Begun, Cursor
from .mistakes import fail
from .noun import Noun, number
from .results import teams
from .seats import neighbour, next_player, of_player, places_on
from .terms import ABILITY, ANY_CARD, BANK, NAME, NUMBER, PLAYER, TRUTH, equal, fits, says
from .things import kind, mapped


def own_kind(c: Cursor, a: Atom, var: str) -> Noun:
    """Reads `player`, `cards`, `zone`, `ability`: all things of that type."""
    on = places_on(c, a, var) if a.text == "player" else None
    if on is not None:
        return on
    c.take()
    many = OWN_NOUNS[a.text]
    var = var or c.scope.desk.unnamed()
    match a.text:
        case "player" | "players":
            base: ir.Expr = ir.Players(type=ir.Type("player", None, True), span=a.span)
        case "card" | "cards":
            return kind(c, None, many, var)
        case "zone":
            base = ir.AllOf(type=ir.Type("zone", None, True), span=a.span, kind=None)
        case _:
            base = ir.AllOf(type=ir.Type("ability", None, True), span=a.span, kind=None)
    noun = Noun(base, a.span, var, plural=many, everything=True)
    if noun.item == PLAYER:
        in_team(c, noun)
    if a.text in ("ability", "abilities") and c.glue("of"):
        noun.conds.append(_ability_of(noun, c.take_of()))
    return noun


def _ability_of(noun: Noun, of: Noun) -> ir.Expr:
    """Reads `abilities of cards in your city`. Returns the condition that an ability is on one of these cards."""
    if of.item.sort != "card":
        fail("wrong-type", f"an ability belongs to a card, not to {says(of.item)}", of.span)
    me = ir.Var(type=ABILITY, span=noun.span, name=noun.var)
    card = ir.AbilityCard(type=ANY_CARD, span=noun.span, of=me)
    if of.many:
        return ir.Among(type=TRUTH, span=of.span, of=card, in_=of.set())
    return equal(card, of.base, of.span)


def own_noun(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads words with a meaning of their own, before or without an ordinary noun. Returns None if there are none
    here."""
    read = OWN_WORDS.get(a.text) if a.kind == "word" else None
    return read(c, a, begun) if read is not None else None


def optional(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `an optional ability of a district`: one that nobody has to use."""
    after = c.at(1)
    if after is None or after.text not in ("ability", "abilities"):
        return None
    c.take()
    noun = own_kind(c, c.atoms[c.i], begun.var)
    me = ir.Var(type=ABILITY, span=a.span, name=noun.var)
    noun.conds.insert(0, ir.IsOptional(type=TRUTH, span=a.span, of=me))
    return noun


# ---- counts and orders -----------------------------------------------------------------------------------------------


def number_of(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `number of cards in your hand`, `any number of cards`, `a number up to 6`."""
    after, start, var = c.at(1), begun.start, begun.var
    if after is None or not (after.text == "of" or after.kind == "upto"):
        return None
    c.i += 2
    of = c.nested(c)
    if after.kind == "upto":
        if isinstance(of.base, ir.Num) and of.base.value > ir.MOST_NUMBERS:
            fail("wrong-number", f"nobody can choose a number above {ir.MOST_NUMBERS}", of.span)
        low = ir.Num(type=NUMBER, span=a.span, value=0)
        t = ir.Type("number", None, True)
        base = ir.Numbers(type=t, span=c.span_from(start), low=low, high=number(of))
        return Noun(base, base.span, var or c.scope.desk.unnamed(), det=begun.article)
    if begun.article == "any":
        return replace(of, any_number=True, var=of.var or var)
    if of.base.type.sort in ("amount", "number") and not of.many:
        fail("wrong-type", f"`number of` counts things, not {says(of.base.type)}", of.span)
    if not of.many:
        fail("wrong-type", f"`number of` counts several things, not {says(of.base.type)}", of.span)
    return Noun(ir.Size(type=NUMBER, span=c.span_from(start), of=of.set()), c.span_from(start), var, told_of=of)


def order_of(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `an order of cards in your hand`."""
    if begun.article != "an" or not c.after_is("of", 1):
        return None
    c.i += 2
    of = c.nested(c)
    if not of.many:
        fail("wrong-type", f"only several things have an order, not {says(of.base.type)}", of.span)
    return replace(of, any_number=True, ordered=True, var=of.var or begun.var)


FOLDS: dict[str, Literal["total", "highest", "lowest"]] = {"total": "total", "highest": "highest", "lowest": "lowest"}


def fold(c: Cursor, a: Atom, begun: Begun) -> Noun:
    """Reads `highest cost of cards in your hand`: one number from a number for each of several things."""
    c.take()
    article = c.at()
    if article is not None and article.kind == "det" and article.text in ("the", "a", "an"):
        fail("misplaced-word", f"`{article.text}` cannot come after `{a.text}`", article.span)
    of = c.nested(c)
    if of.mapped is None:
        fail("wrong-type", f"`{a.text}` needs a number for each of several things", of.span)
    v, things, body = of.mapped
    if body.type.sort not in ("number", "amount"):
        fail("wrong-type", f"`{a.text}` needs numbers, not {says(body.type)}", of.span)
    span = c.span_from(begun.start)
    folded = ir.Fold(type=body.type, span=span, op=FOLDS[a.text], var=v, of=things, body=body)
    return Noun(folded, span, begun.var, told_of=of.told_of)


def top(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `top 3 cards of the deck`."""
    after, start = c.at(1), begun.start
    if after is None or after.kind not in ("number", "group", "word"):
        return None
    c.take()
    many = count(c) or ir.Num(type=NUMBER, span=a.span, value=1)
    b = c.take()
    length, _ = c.match(("kind",), -1)
    if b.text not in ("card", "cards") and not length:
        c.i -= 1
        c.unknown(b, ["card", "cards"], "`cards of` a place")
    c.i += max(length, 1) - 1
    if isinstance(many, ir.Num) and (many.value == 1) == (b.text.endswith("s")):
        right = "card" if many.value == 1 else "cards"
        fail("wrong-number", f"`{many.value}` cannot come before `{b.text}`", b.span, f"write `{right}`")
    if not c.glue("of", "in"):
        fail("missing-word", "the top cards of which place?", c.span_from(start), "write `of` and the place")
    zone = c.take_of()
    if zone.base.type.sort != "zone" or zone.many:
        fail("wrong-type", f"only one place has top cards, not {says(zone.base.type)}", zone.span)
    holds = c.vocabulary.zones[zone.base.type.name or ""].holds
    span = c.span_from(start)
    cards = ir.Top(type=ir.Type("card", holds, True), span=span, count=many, zone=zone.base)
    return Noun(cards, span, begun.var or c.scope.desk.unnamed(), plural=True)


def rest(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `the rest of drawn`: the things without those that were chosen from them, or from the rest of them."""
    if not c.after_is("of", 1):
        return None
    c.i += 2
    of = c.nested(c)
    span = c.span_from(begun.start)
    if not of.many or not isinstance(of.base, ir.Var):
        fail("wrong-type", "`the rest of` needs the name of several things", of.span)
    result: ir.Expr = of.base
    for local in c.scope.locals.values():
        from_ = local.picked
        while isinstance(from_, ir.Without | ir.Where):
            from_ = from_.of
        if isinstance(from_, ir.Var) and from_.name == of.base.name and local.type is not None:
            local.used = True
            gone = ir.Var(type=local.type, span=span, name=local.var)
            result = ir.Without(type=of.base.type, span=span, of=result, gone=gone)
    if result is of.base:
        fail("no-such-thing", "nothing was chosen from these before", of.span)
    return Noun(result, span, begun.var or c.scope.desk.unnamed(), plural=True)


# ---- players ---------------------------------------------------------------------------------------------------------


def bank(c: Cursor, a: Atom, begun: Begun) -> Noun:
    """Reads `the bank`."""
    c.take()
    return Noun(ir.Nobody(type=BANK, span=a.span), a.span, begun.var)


def active(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `the active player`, `the active character`."""
    after = c.at(1)
    if after is None or after.kind != "word":
        return None
    c.take()
    if c.text() == "player":
        c.take()
        return Noun(ir.Active(type=PLAYER, span=c.span_from(begun.start), what="player"), a.span, begun.var)
    length, entries = c.match(("kind",))
    if not length:
        c.unknown(c.take(), ["player", *c.vocabulary.kinds], "`player`, or a kind of card")
    c.i += length
    t = ir.Type("card", entries[0].name)
    return Noun(ir.Active(type=t, span=c.span_from(begun.start), what=entries[0].name), a.span, begun.var)


def unused(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `an unused ability`: one that `you` still must use."""
    after = c.at(1)
    if after is None or after.text not in ("ability", "abilities"):
        return None
    c.i += 2
    you, t = c.scope.you, ir.Type("ability", None, True)
    if you is None:
        fail("no-such-thing", "an unused ability of whom?", a.span)
    base = ir.Abilities(type=t, span=c.span_from(begun.start), of=you, only_must=True)
    return Noun(base, base.span, begun.var or c.scope.desk.unnamed(), plural=after.text == "abilities")


def somebody(c: Cursor, a: Atom, begun: Begun) -> Noun:
    """Reads `owner of X`, `a neighbour of you`, `seat of X`."""
    return of_somebody(c, a, None, begun)


def on_a_side(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `an opponent`, `each partner of target`."""
    return sided(c, a, None, begun)


def sided(c: Cursor, a: Atom, possessor: ir.Expr | None, begun: Begun) -> Noun | None:
    """Reads `your partner`, `opponents of target`; where nobody is named, those of `you`. Returns None if the game has
    no teams, and the word may be one of its own."""
    team, same, many = teams(c.vocabulary), a.text.startswith("partner"), a.text.endswith("s")
    if team is None:
        if same and not c.vocabulary.is_declared(a.text):
            help = f"write `value {ir.TEAM} of somebody: a player is` and what it is, in the file of the game"
            fail("no-such-thing", "nobody has a partner in a game without teams", a.span, help)
        return None
    c.take()
    if possessor is not None or c.glue("of") or c.scope.you is None:
        of = of_player(c, a.text, a.span, possessor)
    else:
        of = c.scope.you
    one = same and not many and (possessor is not None or begun.article == "the")
    expr = side(team, of, same, not one, c.span_from(begun.start), c.scope.desk.unnamed())
    return Noun(expr, expr.span, begun.var or c.scope.desk.unnamed(), plural=many, head=a)


def in_team(c: Cursor, noun: Noun) -> None:
    """Reads `of your team` behind `player`, in a game with teams."""
    team = teams(c.vocabulary)
    if team is None or not c.glue("of"):
        return
    of = _lone_word(c, team.type) or c.take_of()
    if not fits(team.type, of.item):
        fail("wrong-type", f"a player is of a {ir.TEAM}, which is {says(team.type)} here, not {says(of.item)}", of.span)
    mine = team_of(team, ir.Var(type=PLAYER, span=noun.span, name=noun.var), of.span)
    if of.many and of.everything and isinstance(of.base, ir.Image):  # each has one of all teams
        noun.conds += [put_in(cond, of.var, mine) for cond in of.conds]
    elif of.many:
        noun.conds.append(ir.Among(type=TRUTH, span=of.span, of=mine, in_=of.set()))
    else:
        noun.conds.append(equal(mine, of.base, of.span))


def _lone_word(c: Cursor, t: ir.Type) -> Noun | None:
    """Reads `of` and a word of a list that stands alone. Returns None for other words."""
    word = c.at(1)
    if t.sort != "enum" or word is None or word.text not in c.vocabulary.enums[t.name or ""].words:
        return None
    c.i += 2
    return Noun(ir.Word(type=t, span=word.span, word=word.text), word.span)


def of_somebody(c: Cursor, a: Atom, possessor: ir.Expr | None, begun: Begun) -> Noun:
    """Reads `owner of X`, `a neighbour of you`, `seat of X`; `its owner`."""
    c.take()
    if a.text == "owner":
        return _owner(c, a, possessor, begun)
    of_whom = of_player(c, a.text, a.span, possessor)
    span = c.span_from(begun.start)
    if a.text == "seat":
        return Noun(ir.Seat(type=NUMBER, span=span, of=of_whom), span, begun.var)
    base = ir.Neighbour(type=ir.Type("player", None, True), span=span, side="both", of=of_whom)
    return Noun(base, span, begun.var or c.scope.desk.unnamed(), plural=a.text == "neighbours", head=a)


def _owner(c: Cursor, a: Atom, possessor: ir.Expr | None, begun: Begun) -> Noun:
    """Reads `owner of X`, `its owner`; several cards have one owner each."""
    start, var = begun.start, begun.var
    if possessor is None:
        if not c.glue("of"):
            fail("missing-word", "`owner` of what?", a.span, "write `of` and the card")
        c.take()
        marked = marker_owner(c, begun)
        if marked is not None:
            return marked
        of = c.nested(c)
        if of.many:
            return mapped(c, of, lambda e: owner_of(e, of.span), start, var)
        possessor = of.base
    expr = owner_of(possessor, c.span_from(start))
    return Noun(expr, expr.span, var)


def owner_of(e: ir.Expr, span: Span) -> ir.Expr:
    """Returns the owner of a card."""
    if e.type.sort != "card":
        fail("wrong-type", f"only a card has an owner, not {says(e.type)}", span)
    return ir.Owner(type=PLAYER, span=span, of=e)


def card_name(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `name of X`, `names of X`."""
    return named(c, a, None, begun) if c.after_is("of", 1) else None


def named(c: Cursor, a: Atom, possessor: ir.Expr | None, begun: Begun) -> Noun:
    """Reads `name of X`, `its name`; several cards have the names that occur among them."""
    c.take()
    if possessor is None:
        of = c.take_of()
        if of.many:
            return mapped(c, of, lambda e: name_of(e, of.span), begun.start, begun.var)
        possessor = of.base
    if a.text == "names":
        fail("wrong-number", "one card has only one name", a.span, "write `name`")
    expr = name_of(possessor, c.span_from(begun.start))
    return Noun(expr, expr.span, begun.var)


def name_of(e: ir.Expr, span: Span) -> ir.Expr:
    """Returns the name of a card."""
    if e.type.sort != "card":
        fail("wrong-type", f"only a card has a name, not {says(e.type)}", span)
    return ir.NameOf(type=NAME, span=span, of=e)


def marker_owner(c: Cursor, begun: Begun) -> Noun | None:
    """Reads `the owner of the silenced marker of victim`, after its first `of`. Returns None for other words."""
    skip = 1 if c.text() == "the" else 0
    if c.i + skip >= len(c.atoms):
        return None
    length, entries = c.match(("marker",), skip)
    if not length or c.text(skip + length) != "marker":
        return None
    c.i += skip + length + 1
    if not c.glue("of"):
        fail("missing-word", "the marker of whom?", c.span_from(begun.start))
    of = c.take_of()
    if of.many:
        fail("wrong-type", "`marker of` needs one thing, not several", of.span)
    expr = ir.MarkOwner(type=PLAYER, span=c.span_from(begun.start), mark=entries[0].name, bearer=of.base)
    return Noun(expr, expr.span, begun.var)


OWN_WORDS: dict[str, Callable[[Cursor, Atom, Begun], Noun | None]] = {
    "number": number_of,
    "order": order_of,
    "total": fold,
    "highest": fold,
    "lowest": fold,
    "top": top,
    "rest": rest,
    "left": neighbour,
    "right": neighbour,
    "next": next_player,
    "neighbour": somebody,
    "neighbours": somebody,
    "partner": on_a_side,
    "partners": on_a_side,
    "opponent": on_a_side,
    "opponents": on_a_side,
    "owner": somebody,
    "seat": somebody,
    "name": card_name,
    "names": card_name,
    "bank": bank,
    "active": active,
    "unused": unused,
    "optional": optional,
}
"""The reader of each word. Where a reader returns None, the word may still be a name of the game."""
