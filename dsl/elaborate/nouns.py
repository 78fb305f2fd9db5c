"""Reads the words of one chain as a noun phrase: determiner, count, describing words, one noun, and what `of`, `in`
and `for` add. Recursive descent, guided by the vocabulary; every word is consumed or the phrase is a mistake."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from .. import ir
from ..source import Span
from ..vocabulary import Entry, Event, Sort
from ..words import article, listed, nearest, plural, with_article
from . import phrases
from .adjectives import Adjective, said_of
from .atoms import Atom, cover
from .scope import (
    ABILITY,
    ANY_CARD,
    BANK,
    NUMBER,
    PLAYER,
    Noun,
    Scope,
    equal,
    fail,
    fits,
    negated,
    says,
)

NOUNS: tuple[Sort, ...] = ("kind", "enum", "zone", "value", "marker")
DESCRIBING: tuple[Sort, ...] = ("marker", "quality", "word")
PLAIN_DETS = ("the", "a", "an", "any", "all", "each", "another", "one")
OWN_NOUNS = {
    "player": False, "players": True, "card": False, "cards": True, "zone": False, "ability": False, "abilities": True,
}  # fmt: skip


class Reader:
    """Reads from left to right; `i` is where. In a *pattern* what it reads is asked about, not evaluated."""

    def __init__(
        self, scope: Scope, atoms: list[Atom], pattern: bool = False, var: str | None = None, bare: bool = False
    ) -> None:
        self.scope, self.atoms, self.pattern = scope, atoms, pattern
        self.bare = bare  # after `for each` and `no`, one thing needs no word before it
        self.vocabulary = scope.vocabulary
        self.texts = [a.text if a.kind in ("word", "det", "pron") else "\0" for a in atoms]
        self.i = 0
        self.var = var  # the variable of the outermost noun

    # ---- looking -----------------------------------------------------------------------------------------------

    @property
    def end(self) -> bool:
        return self.i >= len(self.atoms)

    def at(self, offset: int = 0) -> Atom | None:
        return self.atoms[self.i + offset] if self.i + offset < len(self.atoms) else None

    def text(self, offset: int = 0) -> str:
        a = self.at(offset)
        return a.text if a is not None and a.kind != "name" else ""

    def glue(self, *words: str) -> bool:
        a = self.at()
        return a is not None and a.kind == "glue" and a.text in words

    def take(self) -> Atom:
        a = self.at()
        if a is None:
            last = self.atoms[-1].span
            fail("missing-word", "something is missing after these words", cover(self.atoms) if self.atoms else last)
        self.i += 1
        return a

    def span_from(self, start: int) -> Span:
        return self.atoms[start].span.to(self.atoms[max(start, self.i - 1)].span)

    def whole(self) -> Noun:
        """The whole chain is one noun phrase."""
        noun = self.noun(outermost=True)
        self.finish()
        return noun

    def finish(self) -> None:
        a = self.at()
        if a is not None:
            if a.kind == "word":
                self.unknown(a, [], "")
            fail("misplaced-word", f"`{a.text}` does not belong after these words", a.span)

    def unknown(self, a: Atom, fitting: list[str], place: str) -> None:
        known = self.vocabulary.is_declared(a.text) or a.text in self.scope.locals
        if known:
            fail("misplaced-word", f"`{a.text}` does not belong here", a.span, f"here may stand {place}" if place else None)
        near = nearest(a.text, [*fitting, *self.scope.locals] or [*self.vocabulary.written(NOUNS), *OWN_NOUNS])
        help = f"did you mean `{near}`?" if near else (f"here may stand {place}" if place else None)
        fail("unknown-word", f"no word `{a.text}`", a.span, help, near)

    # ---- one noun phrase -----------------------------------------------------------------------------------------

    def noun(self, outermost: bool = False) -> Noun:
        start = self.i
        var = self.var if outermost and self.var else ""
        a = self.take()
        if a.kind == "pron":
            return self.pronoun(a, var)
        if a.kind == "name":
            return self.card_named(a, var)
        if a.kind == "poss":
            whose = self.possessor(a)
            noun = self.possessed(start, whose, var)
            noun.var = noun.var or var
            return noun
        self.i = start
        det: Atom | None = None
        up_to = False
        if a.kind == "upto":
            up_to, self.i = True, start + 1
        b = self.at()
        if b is not None and b.kind == "det" and b.text in PLAIN_DETS and not self.declared_here():
            det = b
            self.i += 1
            if b.text in ("a", "an"):
                self.check_article(b)
            if b.text == "one" and self.glue("of"):
                self.take()
                of = self.noun()
                if not of.many:
                    fail("wrong-type", f"`one of` takes several things, not {says(of.base.type)}", of.span)
                return replace(of, base=of.set(), conds=[], var=var or self.scope.desk.unnamed(), det="one", plural=False)
        other = self.other()
        count = self.count()
        other = other or self.other()
        random = False
        if self.text() == "random":
            random = True
            self.take()
        noun = self.head(start, det.text if det else None, count, var)
        noun.var = noun.var or var or self.scope.desk.unnamed()
        noun.up_to, noun.random = up_to, random
        noun.det, noun.count = noun.det or (det.text if det else None), count or noun.count
        noun.span = self.span_from(start)
        self.check_number(noun, det, other, start)
        if other is not None or (det is not None and det.text == "another"):
            word = other or det
            assert word is not None
            self.exclude(noun, word)
        return noun if outermost else phrases.the_one(self.scope, noun)

    def declared_here(self) -> bool:
        """Whether the determiner at hand is itself the beginning of a declared word."""
        return self.vocabulary.match(self.texts, self.i, ("quality",))[0] > 0

    def other(self) -> Atom | None:
        a = self.at()
        if a is not None and a.kind == "det" and a.text == "other":
            self.i += 1
            return a
        return None

    def count(self) -> ir.Expr | None:
        """A number or a value in parentheses, if something to be counted follows it."""
        a, after = self.at(), self.at(1)
        if a is None or a.kind not in ("number", "group") or after is None or after.kind not in ("word", "det", "upto"):
            return None
        if after.kind == "pron" or self.phase_words(1):
            return None
        self.i += 1
        if a.kind == "number":
            return ir.Num(type=NUMBER, span=a.span, value=int(a.text))
        assert a.tree is not None
        value = phrases.operand(self.scope, a.tree)
        if value.base.type.sort not in ("number", "amount") or value.many:
            fail("wrong-type", f"a count is a number, not {says(value.base.type)}", a.span)
        return replace(value.base, type=NUMBER)

    def phase_words(self, offset: int = 0) -> str | None:
        """`this turn`: the phase, if these words stand here."""
        a = self.at(offset)
        if a is None or a.text != "this" or a.kind != "pron" or self.i + offset + 1 >= len(self.atoms):
            return None
        length, found = self.vocabulary.match(self.texts, self.i + offset + 1, ("phase",))
        return found[0].name if length else None

    def take_span(self) -> str | None:
        """`this turn` at the end of a piece of history."""
        phase = self.phase_words()
        if phase is not None:
            self.i += 1 + len(phase.split(" "))
        return phase

    def check_article(self, det: Atom) -> None:
        a = self.at()
        if a is not None and a.kind in ("word", "name") and article(a.text) != det.text:
            right = article(a.text)
            fail("wrong-article", f"`{det.text} {a.text}`", det.span, f"write `{right} {a.text}`", right)

    def check_number(self, noun: Noun, det: Atom | None, other: Atom | None, start: int) -> None:
        """One of a thing, several things: the determiner and the noun must agree."""
        if not noun.many or noun.plural is None or noun.mapped is not None:
            return
        last = noun.head
        if last is None:
            return
        if det is None and noun.count is None and not noun.plural and not (self.bare and start == 0) and not noun.up_to:
            if other is not None:
                fail("wrong-article", f"`other` before one thing", other.span, "write `another`", "another")
            one, several = with_article(last.text), plural(last.text)
            fail("wrong-article", f"`{last.text}` needs a word before it", last.span, f"write `{one}`, `any {last.text}` or `all {several}`")
        if det is not None and det.text in ("a", "an", "another", "each", "any") and noun.plural and not noun.any_number:
            if noun.count is None:
                fail("wrong-number", f"`{det.text}` stands before one thing, not before `{last.text}`", last.span)
        elif det is not None and det.text == "all" and not noun.plural:
            right = plural(last.text)
            fail("wrong-number", f"`all` stands before several things, not before `{last.text}`", last.span, f"write `{right}`", right)
        elif isinstance(noun.count, ir.Num):
            if noun.count.value == 1 and noun.plural:
                fail("wrong-number", f"`1 {last.text}` is not one thing", last.span)
            if noun.count.value != 1 and not noun.plural:
                right = plural(last.text)
                message = f"`{noun.count.value} {last.text}` is not {noun.count.value} things"
                fail("wrong-number", message, last.span, f"write `{right}`", right)
        elif noun.count is not None and not noun.plural and not noun.any_number:
            right = plural(last.text)
            fail("wrong-number", f"a count stands before several things, not before `{last.text}`", last.span, f"write `{right}`", right)

    def exclude(self, noun: Noun, word: Atom) -> None:
        """`another`, `other`: not you, not this card."""
        if not noun.many:
            fail("misplaced-word", f"`{word.text}` cannot stand before this", word.span)
        item = noun.item
        me = ir.Var(type=item, span=word.span, name=noun.var)
        scope = self.scope
        if item.sort == "player":
            if scope.you is None:
                fail("missing-word", f"`{word.text}`: other than whom?", word.span, "there is no `you` here")
            noun.conds.append(negated(equal(me, scope.you, word.span)))
        elif item.sort == "card" and scope.this is not None and (item.name is None or scope.this.type.name in (None, item.name)):
            noun.conds.append(negated(equal(me, scope.this, word.span)))
        else:
            fail("misplaced-word", f"`{word.text}` means not this card, and this card is not {says(item)}", word.span)

    # ---- the little words -----------------------------------------------------------------------------------------

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

    def possessor(self, a: Atom) -> ir.Expr:
        pronoun = {"your": "you", "their": "they", "its": "it"}[a.text]
        found = {"you": self.scope.you, "they": self.scope.they, "it": self.scope.it}[pronoun]
        if found is None:
            fail("no-such-thing", f"`{a.text}` speaks of nobody here", a.span, f"there is no `{pronoun}` here")
        return replace(found, span=a.span)

    def card_named(self, a: Atom, var: str) -> Noun:
        card = self.vocabulary.cards.get(a.text)
        if card is None:
            near = nearest(a.text, self.vocabulary.cards)
            fail("unknown-card", f"no card `{a.text}`", a.span, f"did you mean `{near}`?" if near else None, near)
        named = ir.CardNamed(type=ir.Type("card", card.kind, card.copies > 1), span=a.span, title=a.text)
        return Noun(named, a.span, var, plural=card.copies > 1)

    # ---- the noun itself -------------------------------------------------------------------------------------------

    def head(self, start: int, det: str | None, count: ir.Expr | None, var: str) -> Noun:
        a = self.at()
        if a is None:
            fail("missing-word", "a noun is missing after these words", self.span_from(start))
        if a.kind == "group":
            self.take()
            assert a.tree is not None
            return phrases.operand(self.scope, a.tree)
        if a.kind == "number":
            self.take()
            return Noun(ir.Num(type=NUMBER, span=a.span, value=int(a.text)), a.span, var)
        if a.kind == "name":
            self.take()
            return self.card_named(a, var)
        if a.kind == "upto":
            fail("misplaced-word", f"`{a.text}` does not belong here", a.span)
        length, entries = self.vocabulary.match(self.texts, self.i, NOUNS)
        local = self.scope.locals.get(a.text) if a.kind == "word" and length < 2 else None
        if local is not None:
            return self.local(a, det, var)
        if length < 2:
            own = self.own_noun(a, det, count, var, start)
            if own is not None:
                return own
        adjectives = self.adjectives()
        return self.described(start, adjectives, det, count, var)

    def local(self, a: Atom, det: str | None, var: str) -> Noun:
        self.take()
        local = self.scope.locals[a.text]
        local.used = True
        if local.type is None:
            raise phrases.Mistake(None)
        if det in ("a", "an", "another", "any", "each"):
            fail("wrong-article", f"`{a.text}` is one certain thing", a.span, f"write `the {a.text}`, or `one of {a.text}`")
        value = ir.Var(type=local.type, span=a.span, name=local.var)
        return Noun(value, a.span, var, plural=local.type.many)

    def adjectives(self) -> list[Adjective]:
        found: list[Adjective] = []
        while True:
            adjective = self.adjective()
            if adjective is None:
                return found
            found.append(adjective)

    def adjective(self) -> Adjective | None:
        """One describing word, unless a longer noun stands here."""
        a = self.at()
        if a is None or a.kind not in ("word", "det"):
            return None
        texts, vocabulary, i = self.texts, self.vocabulary, self.i
        nouns, entries = vocabulary.match(texts, i, ("kind", "enum", "zone", "value"))
        length, described = vocabulary.match(texts, i, DESCRIBING)
        if nouns and entries[0].sort == "value" and nouns >= length:
            value = vocabulary.values[entries[0].name]
            after = self.at(nouns)
            if value.field is not None and after is not None and entries[0].plural is not True:
                named = self.field_value(value, after)
                if named is not None:
                    self.i += nouns + 1
                    return Adjective("field", value.name, a.span.to(after.span), named)
        if length > nouns or (length and length == nouns and not self.glue_after(length)):
            entry = described[0]
            span = a.span.to(self.atoms[i + length - 1].span)
            if entry.sort == "marker":
                marker = vocabulary.markers[entry.name]
                if marker.counted or marker.single:
                    return None
                self.i += length
                return Adjective("marker", entry.name, span)
            self.i += length
            if entry.sort == "quality":
                return Adjective("quality", entry.name, span)
            return Adjective("word", entry.name, span, enums=tuple(vocabulary.enum_words[entry.name]))
        if a.text in ("odd", "even") and not nouns:
            self.i += 1
            return Adjective("parity", a.text, a.span)
        return None

    def glue_after(self, offset: int) -> bool:
        a = self.at(offset)
        return a is not None and a.kind == "glue"

    def field_value(self, value: ir.Value, after: Atom) -> ir.Expr | None:
        """The number or word that says which `rank` is meant."""
        if after.kind == "number" and value.type.sort in ("number", "amount"):
            return ir.Num(type=value.type, span=after.span, value=int(after.text))
        if after.kind == "word" and value.type.sort == "enum":
            if value.type.name in self.vocabulary.enum_words.get(after.text, ()):
                return ir.Word(type=value.type, span=after.span, word=after.text)
        return None

    def described(self, start: int, adjectives: list[Adjective], det: str | None, count: ir.Expr | None, var: str) -> Noun:
        """The noun after its describing words."""
        a = self.at()
        if a is None or a.kind not in ("word", "det"):
            self.no_noun(start, adjectives, a)
        length, entries = self.vocabulary.match(self.texts, self.i, NOUNS)
        noun: Noun
        head = a
        if length < 2 and a.text in OWN_NOUNS and not self.is_value(length, entries, None):
            noun = self.own_kind(a, det, var)
        elif length:
            entry = self.pick(entries)
            head = self.atoms[self.i + length - 1]
            if entry.sort == "kind":
                self.i += length
                noun = self.kind(entry.name, bool(entry.plural), var)
            elif entry.sort == "zone":
                self.i += length
                noun = self.zone(entry, self.span_from(start), det, None, var)
            elif entry.sort == "enum":
                self.i += length
                t = ir.Type("enum", entry.name, True)
                base = ir.WordsOf(type=t, span=self.span_from(start), enum=entry.name)
                noun = Noun(base, base.span, var or self.scope.desk.unnamed(), plural=entry.plural, everything=True)
            elif entry.sort == "marker":
                self.i += length
                noun = self.marker(entry.name, self.span_from(start), det, count, None, var)
            else:
                self.i += length
                noun = self.value(entry, start, None, var)
        else:
            self.unknown_noun(a, adjectives)
        noun.head = head
        if adjectives:
            if not noun.many:
                fail("misplaced-word", "a describing word cannot stand before one certain thing", adjectives[0].span)
            me = ir.Var(type=noun.item, span=noun.span, name=noun.var)
            noun.conds[:0] = [said_of(self.scope, adjective, me) for adjective in adjectives]
        return noun

    def pick(self, entries: list[Entry]) -> Entry:
        """Between meanings of one word: a value if `of` follows, else the thing."""
        if len(entries) > 1:
            for entry in entries:
                if (entry.sort in ("value",)) == self.glue_after(len(entry.name.split(" "))):
                    return entry
        return entries[0]

    def is_value(self, length: int, entries: list[Entry], possessor: ir.Expr | None) -> bool:
        return bool(length) and entries[0].sort == "value" and (possessor is not None or self.after_is("of", length))

    def after_is(self, word: str, offset: int) -> bool:
        a = self.at(offset)
        return a is not None and a.kind == "glue" and a.text == word

    def no_noun(self, start: int, adjectives: list[Adjective], a: Atom | None) -> None:
        if adjectives:
            span = adjectives[-1].span
            if len(adjectives) == 1 and adjectives[0].kind == "word" and len(adjectives[0].enums) == 1:
                raise LoneWord(adjectives[0])
            fail("missing-word", "a noun is missing after this describing word", span)
        if a is not None:
            fail("misplaced-word", f"`{a.text}` does not belong here", a.span)
        fail("missing-word", "a noun is missing after these words", self.span_from(start))

    def unknown_noun(self, a: Atom, adjectives: list[Adjective]) -> None:
        """Say which words of those that fit here is nearest."""
        vocabulary = self.vocabulary
        nouns = [*vocabulary.written(NOUNS), *OWN_NOUNS, *self.scope.locals]
        following = self.following_kind()
        if following is not None:
            kind, t = following
            enums = [f.type.name for f in vocabulary.fields_of(kind) if f.type.sort == "enum" and f.type.name] if kind else []
            words = [w for e in enums for w in vocabulary.enums[e].words]
            markers = [m.name for m in vocabulary.markers.values() if not m.counted and not m.single and t in m.on]
            qualities = [q.name for q in vocabulary.qualities.values() if q.param.type.name == kind]
            near = nearest(a.text, [*words, *markers, *qualities, *nouns])
            if near in words or (near is None and enums):
                enum = next((e for e in enums if near in vocabulary.enums[e].words), enums[0])
                help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.enums[enum].words)
                fail("unknown-word", f"no {enum} `{a.text}`", a.span, help, near)
            help = f"did you mean `{near}`?" if near else "here may stand " + listed([*markers, *qualities, *words])
            fail("unknown-word", f"no word `{a.text}` that describes {says(ir.Type('card', t))}", a.span, help, near)
        self.unknown(a, nouns, "the name of a thing")

    def following_kind(self) -> tuple[str | None, str] | None:
        """The kind of card, or `player`, named right after the word at hand."""
        a = self.at(1)
        if a is None or a.kind != "word":
            return None
        if a.text in ("player", "players"):
            return None, "player"
        length, entries = self.vocabulary.match(self.texts, self.i + 1, ("kind",))
        return (entries[0].name, entries[0].name) if length else None

    # ---- nouns of the language itself --------------------------------------------------------------------------------

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
                low = ir.Num(type=NUMBER, span=a.span, value=0)
                base: ir.Expr = ir.Numbers(type=ir.Type("number", None, True), span=self.span_from(start), low=low, high=number(high))
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
        if text in ("total", "highest", "lowest"):
            self.take()
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
            of = self.of_player("neighbour", a.span, None)
            span = self.span_from(start)
            return Noun(ir.Neighbour(type=PLAYER, span=span, side=text, of=of), span, var)  # type: ignore[arg-type]
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
            base = ir.Abilities(type=ir.Type("ability", None, True), span=self.span_from(start), of=scope.you, only_must=True)
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
            fail("wrong-number", f"`{count.value} {b.text}`", b.span, f"write `{'card' if count.value == 1 else 'cards'}`")
        if not self.glue("of", "in"):
            fail("missing-word", "the top cards of which place?", self.span_from(start), "write `of` and the place")
        self.take()
        zone = self.noun()
        if zone.base.type.sort != "zone" or zone.many:
            fail("wrong-type", f"the top cards of a place, not of {says(zone.base.type)}", zone.span)
        holds = self.vocabulary.zones[zone.base.type.name or ""].holds
        span = self.span_from(start)
        return Noun(ir.Top(type=ir.Type("card", holds, True), span=span, count=count, zone=zone.base), span, var or self.scope.desk.unnamed(), plural=True)

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

    # ---- kinds, zones, values, markers -------------------------------------------------------------------------------

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
                cards = ir.CardsIn(type=ir.Type("card", holds or kind, True), span=here.to(place.span), zone=place.set())
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
        if bearer is None and self.glue("of"):
            self.take()
            of = self.noun()
            bearer, several = of.set(), of.many
            span = span.to(of.span)
        if bearer is None:
            if det not in ("a", "an", "any", "all", "each") and not entry.plural:
                fail("missing-word", f"whose `{zone.name}`?", span, f"write `your {zone.name}`, or `{zone.name} of` and the {zone.owner}")
            several = True
            if zone.owner == "player":
                bearer = ir.Players(type=ir.Type("player", None, True), span=span)
            else:
                bearer = ir.AllOf(type=ir.Type("card", zone.owner, True), span=span, kind=zone.owner)
        if bearer.type.sort == "card" and zone.owner == "player":
            pass  # the owner of the card
        elif (bearer.type.name or bearer.type.sort) != zone.owner and not (bearer.type.sort == "card" and bearer.type.name is None):
            fail("wrong-type", f"a `{zone.name}` belongs to a {zone.owner}, not to {says(bearer.type)}", bearer.span)
        t = ir.Type("zone", zone.name, several)
        base = ir.ZoneOf(type=t, span=span, zone=zone.name, bearer=bearer)
        return Noun(base, span, var or self.scope.desk.unnamed(), plural=many)

    def marker(self, name: str, span: Span, det: str | None, count: ir.Expr | None, possessor: ir.Expr | None, var: str) -> Noun:
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
                near = nearest(deed.text, self.vocabulary.by_word)
                fail("unknown-word", f"no verb `{deed.text}`", deed.span, f"did you mean `{near}`?" if near else None, near)
            key = heads[0].key
        else:
            participle = verb.text
            if self.glue("for"):
                self.take()
                participle += " for"
            events = self.vocabulary.events.get(participle)
            if not events:
                near = nearest(participle, self.vocabulary.events)
                fail("unknown-word", f"nothing can be `{participle}`", verb.span, f"did you mean `{near}`?" if near else None, near)
            event = events[0]
            key = event.key
            if not self.end and self.phase_words() is None:
                of = self.noun()
                subject = of.base
                if event.object is None or not fits(event.object, of.base.type):
                    fail("wrong-type", f"{says(of.base.type)} cannot be `{participle}`", of.span)
        phase = self.take_span()
        whole = span.to(self.atoms[self.i - 1].span)
        return ir.Happened(type=ir.Type("amount", marker), span=whole, event=key, span_of=phase, by=by, subject=subject, measure=marker)

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
            fail("misplaced-word", f"`{self.atoms[start].text}` does not stand before `{a.text}`", a.span, "say in which place it lies")
        self.unknown(a, [*had, "owner"], "a place, a value or a counter")
        raise AssertionError

    def suits(self, entry: Entry, whose: ir.Expr) -> bool:
        if entry.sort == "zone":
            return self.vocabulary.zones[entry.name].owner == whose.type.sort
        if entry.sort == "value":
            return any(fits(p.type, whose.type) for p in self.vocabulary.values[entry.name].params)
        return True

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
            p = next((p for p in value.params if p.name not in given and p.prep == prep), None)
            if p is None:
                break
            self.take()
            noun = self.noun()
            if not fits(p.type, noun.item):
                fail("wrong-type", f"`{value.name}` is asked of {says(p.type)}, not of {says(noun.item)}", noun.span)
            given[p.name] = noun
        for p in value.params:
            if p.name not in given:
                span = self.span_from(start)
                fail("missing-word", f"`{value.name}` {p.prep or 'of'} what?", span, f"write `{p.prep or 'of'}` and {says(p.type)}")
        nouns = [given[p.name] for p in value.params]
        span = self.span_from(start)
        if self.pattern and start == 0:
            base = ir.ValueOf(type=value.type, span=span, value=value.name, args=())
            return Noun(base, span, var, call=(value.name, nouns))
        several = [n for n in nouns if n.many]
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


class LoneWord(Exception):
    """A word of an enumeration that stands for itself (`military`)."""

    def __init__(self, adjective: Adjective) -> None:
        super().__init__(adjective.name)
        self.adjective = adjective


def number(noun: Noun) -> ir.Expr:
    if noun.many or noun.base.type.sort not in ("number", "amount"):
        fail("wrong-type", f"a number may stand here, not {says(noun.base.type)}", noun.span)
    return noun.base


def matched_event(events: list[Event], words: tuple[str, ...], t: ir.Type | None) -> Event | None:
    """Which of the events with one participle is meant by what it happens to."""
    for event in events:
        if event.words is not None and event.words == words:
            return event
    if t is not None:
        for event in events:
            if event.object is not None and fits(event.object, t):
                return event
    return None
