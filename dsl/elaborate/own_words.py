"""Nouns of the language itself: `number of`, `highest`, `top 3 cards of`, `neighbour`, `owner`, `the active player`."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..source import Span
from ..syntax import Atom
from . import phrases
from .scope import ABILITY, ANY_CARD, BANK, NUMBER, PLAYER, Noun, equal, fail, number, says
from .things import Things
from .walk import OWN_NOUNS


class OwnWords(Things):
    def own_kind(self, a: Atom, det: str | None, var: str) -> Noun:
        self.take()
        many = OWN_NOUNS[a.text]
        var = var or self.scope.desk.unnamed()
        match a.text:
            case "player" | "players":
                base: ir.Expr = ir.Players(type=ir.Type("player", None, True), span=a.span)
            case "card" | "cards":
                return self.kind(None, many, var)
            case "zone":
                base = ir.AllOf(type=ir.Type("zone", None, True), span=a.span, kind=None)
            case _:
                base = ir.AllOf(type=ir.Type("ability", None, True), span=a.span, kind=None)
        noun = Noun(base, a.span, var, plural=many, everything=True)
        if a.text in ("ability", "abilities") and self.glue("of"):
            self.take()
            self.ability_of(noun)
        return noun

    def ability_of(self, noun: Noun) -> None:
        of = self.noun()
        if of.item.sort != "card":
            fail("wrong-type", f"an ability is of a card, not of {says(of.item)}", of.span)
        me = ir.Var(type=ABILITY, span=noun.span, name=noun.var)
        card = ir.AbilityCard(type=ANY_CARD, span=noun.span, of=me)
        if of.many:
            noun.conds.append(ir.Among(type=phrases.TRUTH, span=of.span, of=card, in_=of.set()))
        else:
            noun.conds.append(equal(card, of.base, of.span))

    def own_noun(self, a: Atom, det: str | None, count: ir.Expr | None, var: str, start: int) -> Noun | None:
        """Words with a meaning of their own before or without an ordinary noun."""
        scope = self.scope
        if a.kind != "word":
            return None
        text, after = a.text, self.at(1)
        if text == "number" and after is not None and (after.text == "of" or after.kind == "upto"):
            self.i += 2
            if after.kind == "upto":
                high = self.noun()
                if isinstance(high.base, ir.Num) and high.base.value > ir.MOST_NUMBERS:
                    fail("wrong-number", f"numbers to choose from go up to {ir.MOST_NUMBERS}", high.span)
                low = ir.Num(type=NUMBER, span=a.span, value=0)
                base: ir.Expr = ir.Numbers(
                    type=ir.Type("number", None, True), span=self.span_from(start), low=low, high=number(high)
                )
                return Noun(base, base.span, var or scope.desk.unnamed(), det=det)
            of = self.noun()
            if det == "any":
                return replace(of, any_number=True, var=of.var or var)
            if of.base.type.sort in ("amount", "number") and not of.many:
                fail("wrong-type", f"`number of` counts things, not {says(of.base.type)}", of.span)
            span = self.span_from(start)
            if not of.many:
                fail("wrong-type", f"`number of` counts several things, not {says(of.base.type)}", of.span)
            return Noun(ir.Size(type=NUMBER, span=span, of=of.set()), span, var)
        if text == "order" and det == "an" and self.after_is("of", 1):
            self.i += 2
            of = self.noun()
            if not of.many:
                fail("wrong-type", f"several things have an order, not {says(of.base.type)}", of.span)
            return replace(of, any_number=True, ordered=True, var=of.var or var)
        if text in ("total", "highest", "lowest"):
            self.take()
            article = self.at()
            if article is not None and article.kind == "det" and article.text in ("the", "a", "an"):
                fail("misplaced-word", f"`{article.text}` does not stand after `{text}`", article.span)
            of = self.noun()
            if of.mapped is None:
                fail("wrong-type", f"`{text}` is asked of a number of each of several things", of.span)
            v, things, body = of.mapped
            if body.type.sort not in ("number", "amount"):
                fail("wrong-type", f"`{text}` is asked of numbers, not of {says(body.type)}", of.span)
            span = self.span_from(start)
            op = "total" if text == "total" else "highest" if text == "highest" else "lowest"
            return Noun(ir.Fold(type=body.type, span=span, op=op, var=v, of=things, body=body), span, var)  # type: ignore[arg-type]
        if text == "top" and after is not None and after.kind in ("number", "group", "word"):
            self.take()
            return self.top(a, var, start)
        if text == "rest" and self.after_is("of", 1):
            self.i += 2
            return self.rest(a, var, start)
        if text in ("left", "right") and after is not None and after.text == "neighbour":
            self.i += 2
            whose = self.of_player("neighbour", a.span, None)
            span = self.span_from(start)
            return Noun(ir.Neighbour(type=PLAYER, span=span, side=text, of=whose), span, var)  # type: ignore[arg-type]
        if text in ("neighbour", "neighbours", "owner", "seat"):
            self.take()
            return self.of_somebody(a, None, var, start)
        if text == "bank":
            self.take()
            return Noun(ir.Nobody(type=BANK, span=a.span), a.span, var)
        if text == "active" and after is not None and after.kind == "word":
            return self.active(a, var, start)
        if text == "unused" and after is not None and after.text in ("ability", "abilities"):
            self.i += 2
            if scope.you is None:
                fail("no-such-thing", "an unused ability of whom?", a.span)
            base = ir.Abilities(
                type=ir.Type("ability", None, True), span=self.span_from(start), of=scope.you, only_must=True
            )
            return Noun(base, base.span, var or scope.desk.unnamed(), plural=after.text == "abilities")
        return None

    def top(self, a: Atom, var: str, start: int) -> Noun:
        count = self.count() or ir.Num(type=NUMBER, span=a.span, value=1)
        b = self.take()
        length, entries = self.vocabulary.match(self.texts, self.i - 1, ("kind",))
        if b.text not in ("card", "cards") and not length:
            self.i -= 1
            self.unknown(b, ["card", "cards"], "`cards of` a place")
        self.i += max(length, 1) - 1
        if isinstance(count, ir.Num) and (count.value == 1) == (b.text.endswith("s")):
            fail(
                "wrong-number",
                f"`{count.value} {b.text}`",
                b.span,
                f"write `{'card' if count.value == 1 else 'cards'}`",
            )
        if not self.glue("of", "in"):
            fail("missing-word", "the top cards of which place?", self.span_from(start), "write `of` and the place")
        self.take()
        zone = self.noun()
        if zone.base.type.sort != "zone" or zone.many:
            fail("wrong-type", f"the top cards of a place, not of {says(zone.base.type)}", zone.span)
        holds = self.vocabulary.zones[zone.base.type.name or ""].holds
        span = self.span_from(start)
        return Noun(
            ir.Top(type=ir.Type("card", holds, True), span=span, count=count, zone=zone.base),
            span,
            var or self.scope.desk.unnamed(),
            plural=True,
        )

    def rest(self, a: Atom, var: str, start: int) -> Noun:
        of = self.noun()
        span = self.span_from(start)
        if not of.many or not isinstance(of.base, ir.Var):
            fail("wrong-type", "`the rest of` takes the name of several things", of.span)
        result: ir.Expr = of.base
        for local in self.scope.locals.values():
            if isinstance(local.picked, ir.Var) and local.picked.name == of.base.name and local.type is not None:
                local.used = True
                gone = ir.Var(type=local.type, span=span, name=local.var)
                result = ir.Without(type=of.base.type, span=span, of=result, gone=gone)
        if result is of.base:
            fail("no-such-thing", "nothing was chosen from these before", of.span)
        return Noun(result, span, var or self.scope.desk.unnamed(), plural=True)

    def active(self, a: Atom, var: str, start: int) -> Noun:
        self.take()
        length, entries = self.vocabulary.match(self.texts, self.i, ("kind",))
        if self.text() == "player":
            self.take()
            return Noun(ir.Active(type=PLAYER, span=self.span_from(start), what="player"), a.span, var)
        if not length:
            self.unknown(self.take(), ["player", *self.vocabulary.kinds], "`player`, or a kind of card")
        self.i += length
        kind = entries[0].name
        return Noun(ir.Active(type=ir.Type("card", kind), span=self.span_from(start), what=kind), a.span, var)

    def of_player(self, what: str, span: Span, possessor: ir.Expr | None) -> ir.Expr:
        if possessor is None:
            if not self.glue("of"):
                fail("missing-word", f"`{what}` of whom?", span, "write `of` and the player")
            self.take()
            of = self.noun()
            if of.many:
                fail("wrong-type", f"`{what}` of one player", of.span)
            possessor = of.base
        if possessor.type.sort != "player":
            fail("wrong-type", f"`{what}` of a player, not of {says(possessor.type)}", possessor.span)
        return possessor

    def of_somebody(self, a: Atom, possessor: ir.Expr | None, var: str, start: int) -> Noun:
        """`owner of X`, `a neighbour of you`, `seat of X`; `its owner`."""
        if a.text == "owner":
            if possessor is None:
                if not self.glue("of"):
                    fail("missing-word", "`owner` of what?", a.span, "write `of` and the card")
                self.take()
                marked = self.marker_owner(var, start)
                if marked is not None:
                    return marked
                of = self.noun()
                if of.many:
                    return self.map(of, lambda e: self.owner_of(e, of.span), start, var)
                possessor = of.base
            expr = self.owner_of(possessor, self.span_from(start))
            return Noun(expr, expr.span, var)
        of_whom = self.of_player(a.text, a.span, possessor)
        span = self.span_from(start)
        if a.text == "seat":
            return Noun(ir.Seat(type=NUMBER, span=span, of=of_whom), span, var)
        base = ir.Neighbour(type=ir.Type("player", None, True), span=span, side="both", of=of_whom)
        return Noun(base, span, var or self.scope.desk.unnamed(), plural=a.text == "neighbours", head=a)

    def owner_of(self, e: ir.Expr, span: Span) -> ir.Expr:
        if e.type.sort != "card":
            fail("wrong-type", f"a card has an owner, {says(e.type)} has none", span)
        return ir.Owner(type=PLAYER, span=span, of=e)

    def marker_owner(self, var: str, start: int) -> Noun | None:
        """`the owner of the silenced marker of victim`."""
        skip = 1 if self.text() == "the" else 0
        if self.i + skip >= len(self.atoms):
            return None
        length, entries = self.vocabulary.match(self.texts, self.i + skip, ("marker",))
        if not length or self.text(skip + length) != "marker":
            return None
        self.i += skip + length + 1
        if not self.glue("of"):
            fail("missing-word", "the marker of whom?", self.span_from(start))
        self.take()
        of = self.noun()
        if of.many:
            fail("wrong-type", "the marker of one thing", of.span)
        self.vocabulary.asked.add(entries[0].name)
        expr = ir.MarkOwner(type=PLAYER, span=self.span_from(start), mark=entries[0].name, bearer=of.base)
        return Noun(expr, expr.span, var)
