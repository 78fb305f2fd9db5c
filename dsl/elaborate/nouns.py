"""Reads the words of one chain as a noun phrase: determiner, count, describing words, one noun, and what `of`, `in` and
`for` add. It is a recursive descent, guided by the vocabulary; every word is consumed or the phrase is a mistake."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from .. import ir
from ..source import Span
from ..syntax import Atom, Group
from ..teams import team_of
from ..vocabulary import Entry, Event
from .adjectives import Adjective, said_of
from .counting import check_article, check_number, count
from .cursor import NOUNS, OWN_NOUNS, Begun, Cursor
from .describing import adjectives, unknown_noun
from .mistakes import Mistake, fail, unknown, wrong
from .noun import Noun, uncounted
from .own_words import own_kind, own_noun
from .possessed import possessed
from .pronouns import possessor, pronoun
from .results import teams
from .scope import Scope
from .terms import NUMBER, PLAYER, TRUTH, equal, fits, negated, says
from .things import kind, marker, value, zone
from .worth import the_one

PLAIN_DETS = ("the", "a", "an", "any", "all", "each", "another", "one")


def reader(
    scope: Scope, atoms: Sequence[Atom], pattern: bool = False, var: str | None = None, bare: bool = False
) -> Cursor:
    """Returns a cursor at the first of some words."""
    return Cursor(scope, atoms, read_noun, pattern, var, bare)


def read_noun(c: Cursor, outermost: bool = False, counted: bool = False) -> Noun:
    """Reads one noun phrase. A phrase within another (`cards in hand of …`) can have no count, unless `counted` says
    that the caller reads it."""
    start = c.i
    var = c.var if outermost and c.var else ""
    certain = _certain(c, start, var)
    if certain is not None:
        return certain
    up_to = c.atoms[start].kind == "upto"
    if up_to:
        c.i += 1
    det = _determiner(c)
    if det is not None and det.text == "one":
        return _one_of(c, det, var)
    begun = _begun(c, start, var, up_to, det)
    found = head(c, begun)
    found.var = found.var or var or c.scope.desk.unnamed()
    found.up_to, found.random = up_to, begun.random
    found.det, found.count = found.det or begun.article, begun.count or found.count
    found.span = c.span_from(start)
    check_number(c, found, begun)
    other = begun.other or (det if begun.article == "another" else None)
    if other is not None:
        exclude(c.scope, found, other)
    if found.random and not found.many:
        fail("misplaced-word", "only one of several things can be random", found.span)
    if not (outermost or counted):
        uncounted(found)
    return found if outermost else the_one(c.scope, found)


def _certain(c: Cursor, start: int, var: str) -> Noun | None:
    """Reads a pronoun, a title, or the words after `your`; returns None if there is none of these."""
    a = c.take()
    match a.kind:
        case "pron":
            return pronoun(c, a, var)
        case "name":
            return card_named(c, a, var)
        case "poss":
            found = possessed(c, start, possessor(c, a), var)
            found.var = found.var or var
            return found
        case _:
            c.i = start
            return None


def _determiner(c: Cursor) -> Atom | None:
    """Reads `the`, `a`, `any`, unless it is itself the beginning of a declared word; else returns None."""
    a = c.at()
    if a is None or a.kind != "det" or a.text not in PLAIN_DETS or c.match(("quality",))[0]:
        return None
    c.i += 1
    if a.text in ("a", "an"):
        check_article(c, a)
    return a


def _one_of(c: Cursor, one: Atom, var: str) -> Noun:
    """Reads `one of drawn`."""
    if not c.glue("of"):
        fail("wrong-article", "`one` of which?", one.span, "write `a`, `1` or `one of`")
    of = c.take_of()
    if not of.many:
        fail("wrong-type", f"`one of` takes several things, not {says(of.base.type)}", of.span)
    return replace(of, base=of.set(), conds=[], var=var or c.scope.desk.unnamed(), det="one", plural=False)


def _begun(c: Cursor, start: int, var: str, up_to: bool, det: Atom | None) -> Begun:
    """Reads the words between the determiner and the noun: a count, `other`, `random`."""
    other = _other(c)
    many = count(c)
    if other is not None and many is not None:
        fail("misplaced-word", "the number comes first", other.span, "write it before `other`")
    other = other or _other(c)
    random = c.text() == "random"
    if random:
        c.take()
        other = other or _other(c)
    return Begun(start, var, up_to, det, other, many, random)


def _other(c: Cursor) -> Atom | None:
    a = c.at()
    if a is not None and a.kind == "det" and a.text == "other":
        c.i += 1
        return a
    return None


def exclude(scope: Scope, noun: Noun, word: Atom) -> None:
    """Adds to a noun what `another` and `other` mean: not you, not this card; where nobody is `you`, not the player who
    acts."""
    if not noun.many:
        fail("misplaced-word", f"`{word.text}` cannot come before this", word.span)
    item, this = noun.item, scope.this
    me = ir.Var(type=item, span=word.span, name=noun.var)
    if item.sort == "player":
        who = scope.you or scope.they
        if who is None:
            fail("missing-word", f"`{word.text}`: other than whom?", word.span, "nobody acts here")
        noun.conds.append(negated(equal(me, who, word.span), noun.span))
    elif item.sort == "card" and this is not None and (item.name is None or this.type.name in (None, item.name)):
        noun.conds.append(negated(equal(me, this, word.span), noun.span))
    elif (team := teams(scope.vocabulary)) is not None and item == team.type and scope.you is not None:
        noun.conds.append(negated(equal(me, team_of(team, scope.you, word.span), word.span), noun.span))
    else:
        fail("misplaced-word", f"`{word.text}` means any but this card, and this card is not {says(item)}", word.span)


# ---- the noun itself -------------------------------------------------------------------------------------------------


def head(c: Cursor, begun: Begun) -> Noun:
    """Reads the noun with its describing words, and what `of`, `in` and `for` add."""
    a, var = c.at(), begun.var
    if a is None:
        fail("missing-word", "a noun is missing after these words", c.span_from(begun.start))
    match a.kind:
        case "group" if isinstance(a, Group):
            c.take()
            return c.scope.desk.read.operand(c.scope, a.operand)
        case "number":
            c.take()
            return Noun(ir.Num(type=NUMBER, span=a.span, value=int(a.text)), a.span, var)
        case "name":
            c.take()
            return card_named(c, a, var)
        case "upto":
            raise wrong("misplaced-word", f"`{a.text}` does not belong here", a.span)
        case _:
            return _named(c, a, begun)


def _named(c: Cursor, a: Atom, begun: Begun) -> Noun:
    """Reads a noun in words: a local name, words of the language's own, or a declared noun with its describing
    words."""
    length, _ = c.match(NOUNS)
    if length < 2 and a.kind == "word" and a.text in c.scope.locals:
        return local_named(c, a, begun)
    own = own_noun(c, a, begun) if length < 2 else None
    return own if own is not None else described(c, begun, adjectives(c))


def card_named(c: Cursor, a: Atom, var: str) -> Noun:
    """Reads `Thief`, the copies of a card, or those of its copies that lie in a place (`Tavern in your city`)."""
    card = c.vocabulary.card(a.text)
    if card is None:
        unknown(f"no card `{a.text}`", a.span, a.text, c.vocabulary.cards, code="unknown-card")
    named = ir.CardNamed(type=ir.Type("card", card.kind, card.copies > 1), span=a.span, title=card.title)
    if not c.glue("in") or c.text(1) == "order":
        return Noun(named, a.span, var, plural=card.copies > 1)
    found = kind(c, card.kind, None, var)
    one = ir.Var(type=found.item, span=a.span, name=found.var)
    copies = card.copies > 1
    is_it = ir.Among(type=TRUTH, span=a.span, of=one, in_=named) if copies else equal(one, named, a.span)
    found.conds.insert(0, is_it)
    return found


def local_named(c: Cursor, a: Atom, begun: Begun) -> Noun:
    """Reads a local name."""
    c.take()
    local = c.scope.locals[a.text]
    local.used = True
    if local.type is None:
        raise Mistake(None)
    if begun.article in ("a", "an", "another", "any", "each"):
        help = f"write `the {a.text}`, or `one of {a.text}`"
        fail("wrong-article", f"`{a.text}` already names one thing", a.span, help)
    value = ir.Var(type=local.type, span=a.span, name=local.var)
    return Noun(value, a.span, begun.var, plural=local.type.many)


def described(c: Cursor, begun: Begun, said: list[Adjective]) -> Noun:
    """Reads the noun after its describing words."""
    a = c.at()
    if a is None or a.kind not in ("word", "det"):
        return lone_word(c, begun, said, a)
    length, entries = c.match(NOUNS)
    asked = length and entries[0].sort == "value" and c.after_is("of", length)
    last: Atom = a
    if length < 2 and a.text in OWN_NOUNS and not asked:
        found = own_kind(c, a, begun.var)
    elif length:
        last = c.atoms[c.i + length - 1]
        c.i += length
        found = declared(c, pick(c, entries), begun)
    else:
        unknown_noun(c, a)
    found.head = last
    if said:
        if not found.many:
            fail("misplaced-word", "a describing word cannot come before the name of one thing", said[0].span)
        me = ir.Var(type=found.item, span=found.span, name=found.var)
        found.conds[:0] = [said_of(c.scope, adjective, me) for adjective in said]
    return found


def declared(c: Cursor, entry: Entry, begun: Begun) -> Noun:
    """Reads what follows the words of a declared noun."""
    span, var = c.span_from(begun.start), begun.var
    match entry.sort:
        case "kind":
            return kind(c, entry.name, bool(entry.plural), var)
        case "zone":
            return zone(c, entry, span, begun.article, None, var)
        case "enum":
            base = ir.WordsOf(type=ir.Type("enum", entry.name, True), span=span, enum=entry.name)
            return Noun(base, span, var or c.scope.desk.unnamed(), plural=entry.plural, everything=True)
        case "marker":
            return marker(c, entry.name, span, begun, None)
        case _ if entry.name == ir.TEAM and not c.glue("of"):
            return all_teams(c, entry, span, var)
        case _:
            return value(c, entry, begun.start, None, var)


def all_teams(c: Cursor, entry: Entry, span: Span, var: str) -> Noun:
    """Reads `another team`: those in which there are players."""
    team, unnamed = c.vocabulary.values[entry.name], c.scope.desk.unnamed
    players = ir.Players(type=ir.Type("player", None, True), span=span)
    one = ir.Var(type=PLAYER, span=span, name=unnamed())
    t = ir.Type(team.type.sort, team.type.name, True)
    image = ir.Image(type=t, span=span, var=one.name, of=players, body=team_of(team, one, span))
    return Noun(image, span, var or unnamed(), plural=bool(entry.plural), everything=True)


def pick(c: Cursor, entries: list[Entry]) -> Entry:
    """Returns one of the meanings of a word that was just read: a value if `of` follows, else a thing."""
    asked = c.glue("of", "in", "for")
    return next((e for e in entries if (e.sort == "value") == asked), entries[0])


def lone_word(c: Cursor, begun: Begun, said: list[Adjective], a: Atom | None) -> Noun:
    """Reads a word of a list that stands alone (`military`). Raises `Mistake` where anything else lacks its noun."""
    if len(said) != 1 or said[0].kind != "word" or len(said[0].enums) != 1:
        no_noun(c, begun.start, said, a)
    if begun.count is not None or begun.up_to:
        fail("misplaced-word", "a number cannot come before a word of a list", said[0].span)
    word = ir.Word(type=ir.Type("enum", said[0].enums[0]), span=said[0].span, word=said[0].name)
    return Noun(word, word.span, begun.var)


def no_noun(c: Cursor, start: int, said: list[Adjective], a: Atom | None) -> NoReturn:
    """Reports that no noun comes here, with or without describing words before it."""
    if said:
        fail("missing-word", "a noun is missing after this describing word", said[-1].span)
    if a is not None:
        fail("misplaced-word", f"`{a.text}` does not belong here", a.span)
    fail("missing-word", "a noun is missing after these words", c.span_from(start))


def matched_event(events: list[Event], words: tuple[str, ...], t: ir.Type | None) -> Event | None:
    """Returns the one of several events with the same participle that the words or the type of its object fit; else
    None."""
    for event in events:
        if event.words is not None and event.words == words:
            return event
    if t is not None:
        for event in events:
            if event.object is not None and fits(event.object, t):
                return event
    return None
