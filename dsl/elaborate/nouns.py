"""Reads the words of one chain as a noun phrase: determiner, count, describing words, one noun, and what `of`, `in`
and `for` add. Recursive descent, guided by the vocabulary; every word is consumed or the phrase is a mistake."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..nearest import nearest
from ..syntax import Atom, Group
from ..vocabulary import Entry, Event, Sort
from ..words import article, listed, plural, with_article
from . import phrases
from .adjectives import Adjective, said_of
from .own_words import OwnWords
from .scope import NUMBER, Noun, equal, fail, fits, negated, says, uncounted, unknown
from .walk import NOUNS, OWN_NOUNS

DESCRIBING: tuple[Sort, ...] = ("marker", "quality", "word")
PLAIN_DETS = ("the", "a", "an", "any", "all", "each", "another", "one")


class Reader(OwnWords):
    """The whole reader."""

    def noun(self, outermost: bool = False, counted: bool = False) -> Noun:
        """One noun phrase. One within another (`cards in hand of …`) has no count, unless the caller reads it."""
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
            if b.text == "one":
                if not self.glue("of"):
                    fail("wrong-article", "`one` of which?", b.span, "write `a`, `1` or `one of`")
                self.take()
                of = self.noun()
                if not of.many:
                    fail("wrong-type", f"`one of` takes several things, not {says(of.base.type)}", of.span)
                return replace(
                    of, base=of.set(), conds=[], var=var or self.scope.desk.unnamed(), det="one", plural=False
                )
        other = self.other()
        count = self.count()
        if other is not None and count is not None:
            fail("misplaced-word", "the number comes first", other.span, "write it before `other`")
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
        if noun.random and not noun.many:
            fail("misplaced-word", "only one of several is taken at random", noun.span)
        if not (outermost or counted):
            uncounted(noun)
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
        if self.phase_words(1):
            return None
        self.i += 1
        if not isinstance(a, Group):
            return ir.Num(type=NUMBER, span=a.span, value=int(a.text))
        value = phrases.operand(self.scope, a.operand)
        if value.base.type.sort not in ("number", "amount") or value.many:
            fail("wrong-type", f"a count is a number, not {says(value.base.type)}", a.span)
        return replace(value.base, type=NUMBER)

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
                fail("wrong-article", "`other` before one thing", other.span, "write `another`", "another")
            one, several = with_article(last.text), plural(last.text)
            fail(
                "wrong-article",
                f"`{last.text}` needs a word before it",
                last.span,
                f"write `{one}`, `any {last.text}` or `all {several}`",
            )
        if (
            det is not None
            and det.text in ("a", "an", "another", "each", "any")
            and noun.plural
            and not noun.any_number
        ):
            if noun.count is None:
                fail("wrong-number", f"`{det.text}` stands before one thing, not before `{last.text}`", last.span)
        elif det is not None and det.text == "all" and not noun.plural:
            right = plural(last.text)
            fail(
                "wrong-number",
                f"`all` stands before several things, not before `{last.text}`",
                last.span,
                f"write `{right}`",
                right,
            )
        elif isinstance(noun.count, ir.Num):
            if noun.count.value == 1 and noun.plural:
                fail("wrong-number", f"`1 {last.text}` is not one thing", last.span)
            if noun.count.value != 1 and not noun.plural:
                right = plural(last.text)
                message = f"`{noun.count.value} {last.text}` is not {noun.count.value} things"
                fail("wrong-number", message, last.span, f"write `{right}`", right)
        elif noun.count is not None and not noun.plural and not noun.any_number:
            right = plural(last.text)
            fail(
                "wrong-number",
                f"a count stands before several things, not before `{last.text}`",
                last.span,
                f"write `{right}`",
                right,
            )

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
        elif (
            item.sort == "card"
            and scope.this is not None
            and (item.name is None or scope.this.type.name in (None, item.name))
        ):
            noun.conds.append(negated(equal(me, scope.this, word.span)))
        else:
            fail("misplaced-word", f"`{word.text}` means not this card, and this card is not {says(item)}", word.span)

    def card_named(self, a: Atom, var: str) -> Noun:
        card = self.vocabulary.cards.get(a.text)
        if card is None:
            unknown(f"no card `{a.text}`", a.span, a.text, self.vocabulary.cards, code="unknown-card")
        named = ir.CardNamed(type=ir.Type("card", card.kind, card.copies > 1), span=a.span, title=a.text)
        return Noun(named, a.span, var, plural=card.copies > 1)

    def head(self, start: int, det: str | None, count: ir.Expr | None, var: str) -> Noun:
        a = self.at()
        if a is None:
            fail("missing-word", "a noun is missing after these words", self.span_from(start))
        if isinstance(a, Group):
            self.take()
            return phrases.operand(self.scope, a.operand)
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
            fail(
                "wrong-article",
                f"`{a.text}` is one certain thing",
                a.span,
                f"write `the {a.text}`, or `one of {a.text}`",
            )
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

    def field_value(self, value: ir.Value, after: Atom) -> ir.Expr | None:
        """The number or word that says which `rank` is meant."""
        if after.kind == "number" and value.type.sort in ("number", "amount"):
            return ir.Num(type=value.type, span=after.span, value=int(after.text))
        if after.kind == "word" and value.type.sort == "enum":
            if value.type.name in self.vocabulary.enum_words.get(after.text, ()):
                return ir.Word(type=value.type, span=after.span, word=after.text)
        return None

    def described(
        self, start: int, adjectives: list[Adjective], det: str | None, count: ir.Expr | None, var: str
    ) -> Noun:
        """The noun after its describing words."""
        a = self.at()
        if a is None or a.kind not in ("word", "det"):
            self.no_noun(start, adjectives, a)
            raise AssertionError
        length, entries = self.vocabulary.match(self.texts, self.i, NOUNS)
        noun: Noun
        head: Atom = a
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
            enums = (
                [f.type.name for f in vocabulary.fields_of(kind) if f.type.sort == "enum" and f.type.name]
                if kind
                else []
            )
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


class LoneWord(Exception):
    """A word of an enumeration that stands for itself (`military`)."""

    def __init__(self, adjective: Adjective) -> None:
        super().__init__(adjective.name)
        self.adjective = adjective


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
