"""Nouns the files declare: kinds of cards, places, counters, named values; and what stands after `your`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .. import ir
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Entry
from ..words import plural
from .scope import PLAYER, Noun, fail, fits, says, unknown
from .walk import OWN_NOUNS, Walk


class Things(Walk):
    def kind(self, kind: str | None, many: bool, var: str) -> Noun:
        """Cards of a kind: all there are, or those `in` a place, or those `of` (or `in`) a set."""
        here = self.atoms[self.i - 1].span
        var = var or self.scope.desk.unnamed()
        if self.glue("in", "of") and self.text(1) != "order":
            self.take()
            place = self.noun()
            t = place.base.type
            if t.sort == "zone":
                holds = self.vocabulary.zones[t.name].holds if t.name else None
                if kind is not None and holds is not None and kind != holds:
                    fail("wrong-type", f"`{t.name}` holds {plural(holds)}, not {plural(kind)}", here)
                cards = ir.CardsIn(
                    type=ir.Type("card", holds or kind, True), span=here.to(place.span), zone=place.set()
                )
                return Noun(cards, cards.span, var, plural=many)
            if t.sort == "card" and t.many:
                if kind is not None and t.name is not None and kind != t.name:
                    fail("wrong-type", f"these are {plural(t.name)}, not {plural(kind)}", here)
                return Noun(place.set(), here.to(place.span), var, plural=many)
            fail("wrong-type", f"cards lie in a place, not in {says(t)}", place.span)
        base = ir.AllOf(type=ir.Type("card", kind, True), span=here, kind=kind)
        return Noun(base, here, var, plural=many, everything=True)

    def zone(self, entry: Entry, span: Span, det: str | None, possessor: ir.Expr | None, var: str) -> Noun:
        zone = self.vocabulary.zones[entry.name]
        t = ir.Type("zone", zone.name)
        if zone.owner is None:
            if possessor is not None or self.glue("of"):
                fail("misplaced-word", f"the `{zone.name}` is nobody's", span)
            return Noun(ir.ZoneOf(type=t, span=span, zone=zone.name, bearer=None), span, var)
        bearer, several = possessor, False
        many = entry.plural
        if bearer is not None or self.glue("of"):
            many = None
        if possessor is not None and entry.plural and not possessor.type.many:
            fail("wrong-number", f"one {zone.owner} has one `{zone.name}`", span)
        if bearer is None and self.glue("of"):
            self.take()
            of = self.noun()
            bearer, several = of.set(), of.many
            if entry.plural and not several:
                fail("wrong-number", f"one {zone.owner} has one `{zone.name}`", span)
            span = span.to(of.span)
        if bearer is None:
            if det not in ("a", "an", "any", "all", "each") and not entry.plural:
                fail(
                    "missing-word",
                    f"whose `{zone.name}`?",
                    span,
                    f"write `your {zone.name}`, or `{zone.name} of` and the {zone.owner}",
                )
            several = True
            if zone.owner == "player":
                bearer = ir.Players(type=ir.Type("player", None, True), span=span)
            else:
                bearer = ir.AllOf(type=ir.Type("card", zone.owner, True), span=span, kind=zone.owner)
        if bearer.type.sort == "card" and zone.owner == "player":
            pass  # the owner of the card
        elif (bearer.type.name or bearer.type.sort) != zone.owner and not (
            bearer.type.sort == "card" and bearer.type.name is None
        ):
            fail("wrong-type", f"a `{zone.name}` belongs to a {zone.owner}, not to {says(bearer.type)}", bearer.span)
        t = ir.Type("zone", zone.name, several)
        base = ir.ZoneOf(type=t, span=span, zone=zone.name, bearer=bearer)
        return Noun(base, span, var or self.scope.desk.unnamed(), plural=many)

    def marker(
        self, name: str, span: Span, det: str | None, count: ir.Expr | None, possessor: ir.Expr | None, var: str
    ) -> Noun:
        marker = self.vocabulary.markers[name]
        if marker.single:
            if possessor is not None or self.glue("of"):
                fail("misplaced-word", f"there is only one `{name}`", span, f"write `the {name}`")
            return Noun(ir.Nobody(type=ir.Type("mark", name), span=span), span, var)
        if not marker.counted:
            fail("missing-word", "a noun is missing after this describing word", span)
        amount = ir.Type("amount", name)
        if count is not None:
            return Noun(replace(count, type=amount), span, var)
        bearer: Noun | None = None
        if possessor is None and self.glue("of"):
            self.take()
            bearer = self.noun()
            possessor = bearer.base
        if possessor is not None:
            self.vocabulary.asked.add(name)
            if bearer is not None and bearer.many:
                v = self.scope.desk.unnamed()
                one = ir.Var(type=bearer.item, span=bearer.span, name=v)
                body = ir.Counted(type=amount, span=span, mark=name, bearer=one)
                total = ir.Counted(type=amount, span=span.to(bearer.span), mark=name, bearer=bearer.set())
                return Noun(total, total.span, var, mapped=(v, bearer.set(), body))
            full = span.to(bearer.span) if bearer is not None else span
            return Noun(ir.Counted(type=amount, span=full, mark=name, bearer=possessor), full, var)
        told = self.history(name, span)
        if told is not None:
            return Noun(told, told.span, var)
        return Noun(ir.Num(type=amount, span=span, value=0), span, var, det=det, all_of=name)

    def history(self, marker: str, span: Span) -> ir.Expr | None:
        """`the gold you paid to build this turn`, `the gold paid for plan this turn`."""
        a = self.at()
        by: ir.Expr | None = None
        if a is None:
            return None
        if a.kind == "pron" and a.text in ("you", "they") and self.at(1) is not None and self.at(1).kind == "word":  # type: ignore[union-attr]
            by = self.pronoun(self.take(), "").base
        start = self.i
        verb = self.take()
        if verb.kind != "word":
            self.i = start
            if by is not None:
                self.unknown(verb, [], "a participle")
            return None
        subject: ir.Expr | None = None
        if self.text() == "to" and by is not None:
            self.take()
            deed = self.take()
            heads = self.vocabulary.by_word.get(deed.text)
            if not heads:
                unknown(f"no verb `{deed.text}`", deed.span, deed.text, self.vocabulary.by_word)
            key = heads[0].key
        else:
            participle = verb.text
            if self.glue("for"):
                self.take()
                participle += " for"
            events = self.vocabulary.events.get(participle)
            if not events:
                unknown(f"nothing can be `{participle}`", verb.span, participle, self.vocabulary.events)
            event = events[0]
            key = event.key
            if not self.end and self.phase_words() is None:
                of = self.noun()
                subject = of.base
                if event.object is None or not fits(event.object, of.base.type):
                    fail("wrong-type", f"{says(of.base.type)} cannot be `{participle}`", of.span)
        phase = self.take_span()
        whole = span.to(self.atoms[self.i - 1].span)
        return ir.Happened(
            type=ir.Type("amount", marker), span=whole, event=key, span_of=phase, by=by, subject=subject, measure=marker
        )

    def value(self, entry: Entry, start: int, possessor: ir.Expr | None, var: str) -> Noun:
        """A named value or a property, asked of what `of` and `for` name."""
        value = self.vocabulary.values[entry.name]
        name_span = self.span_from(start)
        given: dict[str, Noun] = {}
        if possessor is not None:
            for p in value.params:
                if fits(p.type, possessor.type):
                    given[p.name] = Noun(possessor, possessor.span)
                    break
            else:
                fail("wrong-type", f"{says(possessor.type)} has no `{value.name}`", name_span)
        while self.glue("of", "in", "for"):
            prep = self.text()
            fitting = [p for p in value.params if p.name not in given and p.prep == prep]
            if not fitting:
                break
            p = fitting[0]
            self.take()
            noun = self.noun()
            if not fits(p.type, noun.item):
                fail("wrong-type", f"`{value.name}` is asked of {says(p.type)}, not of {says(noun.item)}", noun.span)
            given[p.name] = noun
        for p in value.params:
            if p.name not in given:
                span = self.span_from(start)
                fail(
                    "missing-word",
                    f"`{value.name}` {p.prep or 'of'} what?",
                    span,
                    f"write `{p.prep or 'of'}` and {says(p.type)}",
                )
        nouns = [given[p.name] for p in value.params]
        span = self.span_from(start)
        if self.pattern and start == 0:
            base = ir.ValueOf(type=value.type, span=span, value=value.name, args=())
            return Noun(base, span, var, call=(value.name, nouns))
        several = [n for n in nouns if n.many]
        if not several and entry.plural:
            fail("wrong-number", f"this is one `{value.name}`", name_span, f"write `{value.name}`")
        if not several:
            args = tuple(n.base for n in nouns)
            return Noun(ir.ValueOf(type=value.type, span=span, value=value.name, args=args), span, var)
        if len(several) > 1:
            fail("wrong-type", f"`{value.name}` of several things for several things", span)
        noun = several[0]

        def of_one(one: ir.Expr) -> ir.Expr:
            args = tuple(one if n is noun else n.base for n in nouns)
            return ir.ValueOf(type=value.type, span=span, value=value.name, args=args)

        return self.map(noun, of_one, start, var)

    def map(self, noun: Noun, of_one: Callable[[ir.Expr], ir.Expr], start: int, var: str) -> Noun:
        """One result for each of several things."""
        span = self.span_from(start)
        v = self.scope.desk.unnamed()
        body = of_one(ir.Var(type=noun.item, span=noun.span, name=v))
        things = noun.set()
        t = ir.Type(body.type.sort, body.type.name, True)
        image = ir.Image(type=t, span=span, var=v, of=things, body=body)
        return Noun(image, span, var or self.scope.desk.unnamed(), plural=True, mapped=(v, things, body))

    def possessed(self, start: int, whose: ir.Expr, var: str) -> Noun:
        """What stands after `your`, `its` or `their`."""
        a = self.at()
        if a is None:
            fail("missing-word", "a noun is missing after these words", self.span_from(start))
        length, entries = self.vocabulary.match(self.texts, self.i, ("zone", "value", "marker"))
        if length:
            entry = entries[0]
            if len(entries) > 1:
                entry = next((e for e in entries if self.suits(e, whose)), entry)
            self.i += length
            span = self.span_from(start)
            if entry.sort == "zone":
                return self.zone(entry, span, None, whose, var)
            if entry.sort == "marker":
                return self.marker(entry.name, span, None, None, whose, var)
            return self.value(entry, start, whose, var)
        if a.text in ("owner", "seat", "neighbour", "neighbours"):
            self.take()
            return self.of_somebody(a, whose, var, start)
        if a.text in ("left", "right") and self.text(1) == "neighbour":
            self.i += 2
            of = self.of_player("neighbour", a.span, whose)
            expr = ir.Neighbour(type=PLAYER, span=self.span_from(start), side=a.text, of=of)  # type: ignore[arg-type]
            return Noun(expr, expr.span, var)
        had = self.vocabulary.written(("zone", "value", "marker"))
        if self.vocabulary.match(self.texts, self.i, ("kind", "enum"))[0] or a.text in OWN_NOUNS:
            fail(
                "misplaced-word",
                f"`{self.atoms[start].text}` does not stand before `{a.text}`",
                a.span,
                "say in which place it lies",
            )
        self.unknown(a, [*had, "owner"], "a place, a value or a counter")
        raise AssertionError

    def suits(self, entry: Entry, whose: ir.Expr) -> bool:
        if entry.sort == "zone":
            return self.vocabulary.zones[entry.name].owner == whose.type.sort
        if entry.sort == "value":
            return any(fits(p.type, whose.type) for p in self.vocabulary.values[entry.name].params)
        return True

    def possessor(self, a: Atom) -> ir.Expr:
        pronoun = {"your": "you", "their": "they", "its": "it"}[a.text]
        found = {"you": self.scope.you, "they": self.scope.they, "it": self.scope.it}[pronoun]
        if found is None:
            fail("no-such-thing", f"`{a.text}` speaks of nobody here", a.span, f"there is no `{pronoun}` here")
        return replace(found, span=a.span)

    def pronoun(self, a: Atom, var: str) -> Noun:
        scope = self.scope
        found: ir.Expr | None
        match a.text:
            case "you":
                found, help = scope.you, "nobody acts here"
            case "they" | "them":
                found, help = scope.they, "`they` is who was named last by `may`, `must` or `by`"
            case "it":
                found, help = scope.it, "`it` is what an event, a filter or a rule speaks of"
            case "this":
                found, help = scope.this, "`this` is the card a sentence stands on"
            case _:
                sort = "player" if a.text == "nobody" else "card"
                return Noun(ir.Nobody(type=ir.Type(sort), span=a.span), a.span, var)
        if found is None:
            fail("no-such-thing", f"`{a.text}` speaks of nothing here", a.span, help)
        return Noun(replace(found, span=a.span), a.span, var)
