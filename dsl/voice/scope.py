"""Knows what has been named so far in a clause, and how to name it again: `it`, `that district`, `the first district`.

A local name of the author never shows. When it is read first, the thing is described; after that it is `it` if nothing
else of the sort was named since, or else `that …`, or `the first …` if there are two of the sort.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Protocol

from .. import ir
from .tree import Adj, Count, Det, Gap, It, Noun, Phrase, Saying, Term, Thing, You, own

PLAYER = own("player")
CARD = own("card")
FEW = 4  # amounts with names that are described again and again
ORDINALS = ("first", "second", "third", "fourth", "fifth")


@dataclass(slots=True)
class Entity:
    """A thing that a local name stands for. `first`: how it is described, until it was named. `fixed`: how it is always
    named, as `you` is. `expr`: the phrase that it stands for, if there is one. `abstract`: it is an amount or a word,
    and never `it`. `here`: it is there without being named: `this`, on which the sentence is written, and the active
    player. `each`: it is each of several that were just
    named, and `that player` when it acts."""

    noun: Noun
    first: Callable[[], Thing] | None = None
    fixed: Thing | None = None
    expr: ir.Expr | None = None
    abstract: bool = False
    here: bool = False
    each: bool = False


class Describes(Protocol):
    """How the things of a set are described (`things.described`)."""

    def __call__(
        self, expr: ir.Expr, scope: Scope, det: Det, many: bool, count: Count | None = None, other: bool = False
    ) -> Thing: ...


@dataclass(frozen=True, slots=True)
class Sayers:
    """What turns phrases into parts of a sentence. Phrases lie within each other in any order; so whoever says one
    sort asks the scope for the others."""

    thing: Callable[[ir.Expr, Scope], Thing]
    says: Callable[[ir.Expr, Scope], Saying]
    described: Describes
    measured: Callable[[ir.Expr, Term, Scope], Thing]
    rate: Callable[[ir.Expr, Scope], tuple[int, Thing | None]]


@dataclass(slots=True)
class Scope:
    """What the local names of one clause stand for."""

    game: ir.Game
    sayers: Sayers
    entities: dict[str, Entity] = field(default_factory=dict)
    last: dict[str, Entity] = field(default_factory=dict)

    def thing(self, expr: ir.Expr) -> Thing:
        """Returns what to call what a phrase stands for."""
        return self.sayers.thing(expr, self)

    def says(self, expr: ir.Expr) -> Saying:
        """Returns a condition as a sentence."""
        return self.sayers.says(expr, self)

    def described(self, expr: ir.Expr, det: Det, many: bool, count: Count | None = None, other: bool = False) -> Thing:
        """Describes the things of a set as one of them, as some, or as all."""
        return self.sayers.described(expr, self, det, many, count, other)

    def measured(self, expr: ir.Expr, noun: Term) -> Thing:
        """Returns so much of something as a phrase says."""
        return self.sayers.measured(expr, noun, self)

    def rate(self, expr: ir.Expr) -> tuple[int, Thing | None]:
        """Returns a rate, and for each of what things it counts."""
        return self.sayers.rate(expr, self)

    def bind(
        self, name: str, noun: Noun, first: Callable[[], Thing] | None = None, expr: ir.Expr | None = None
    ) -> Entity:
        """Lets a local name stand for a thing that is described by `first`, or was named just now."""
        term = noun.term
        abstract = term in (own("number"), own("amount")) or (
            term.sort == "noun" and (term.name in self.game.enums or term.name in self.game.markers)
        )
        entity = Entity(noun, first, expr=expr, abstract=abstract)
        self.entities[name] = entity
        if first is None and not abstract:
            self.last[_focus(noun)] = entity
        return entity

    def bind_this(self, noun: Noun) -> None:
        """Lets `this` stand for the card that a sentence is written on."""
        self.entities["this"] = Entity(noun, here=True)

    def active(self, what: str) -> Thing:
        """Returns what to call the player, or the card, that is under way."""
        name = f"active {what}"
        if name not in self.entities:
            term = PLAYER if what == "player" else Term("noun", what)
            noun = Noun(term, det=Det.THE, adjs=(Adj(own("active")),), person=what == "player")
            self.entities[name] = Entity(noun, here=True)
        return self.name(name)

    def alias(self, name: str, entity: Entity) -> None:
        """Lets a local name stand for the same thing as another."""
        self.entities[name] = entity

    def fix(self, name: str, thing: Thing) -> None:
        """Lets a local name always be said in the same way."""
        self.entities[name] = Entity(Noun(PLAYER), fixed=thing)

    def name(self, name: str) -> Thing:
        """Returns what to call the thing that a local name stands for."""
        entity = self.entities.get(name)
        if entity is None:
            return Noun(own("thing"), det=Det.THE)
        if entity.fixed is not None:
            return entity.fixed
        focus = _focus(entity.noun)
        if entity.first is not None:
            described, entity.first = entity.first, None
            first = described()
            self.note(entity, first)
            return first
        if entity.abstract and entity.expr is not None and self.several(entity):
            return self.thing(entity.expr)
        if entity.noun.term in (own("number"), own("amount")):
            return Phrase("that_number", ())
        if entity.abstract and entity.noun.term.name in self.game.markers:
            return Phrase("that_many", (replace(entity.noun, many=True, det=Det.BARE),))
        if entity.abstract:
            return replace(entity.noun, det=Det.THAT)
        doubtful = self.others(focus) if entity.here else focus == "it" and self.twins(entity)
        if self.last.get(focus) is entity and not doubtful:
            return It(entity.noun.term, entity.noun.many, entity.noun.person)
        self.last[focus] = entity
        return self.again(entity)

    def subject(self, expr: ir.Expr) -> Thing:
        """Returns what to call somebody who acts, and whom the one before did not name as a subject."""
        entity = self.entities.get(expr.name) if isinstance(expr, ir.Var) else None
        if entity is None or not entity.each:
            return self.thing(expr)
        entity.each = False
        self.last[_focus(entity.noun)] = entity
        return replace(entity.noun, det=Det.THAT)

    def others(self, focus: str) -> bool:
        """Whether something has been named that could be meant by `it` as well as the card itself."""
        return any(
            not (one.here or one.abstract or one.fixed or one.first) and _focus(one.noun) == focus
            for one in self.entities.values()
        )

    def several(self, entity: Entity) -> bool:
        """Whether several amounts, or words, of one sort have names, so that `that amount` would not tell which."""
        alike: list[Entity] = []
        for one in self.entities.values():
            if one.abstract and _alike(one, entity) and all(one is not other for other in alike):
                alike.append(one)
        return len(alike) > 1 and len(alike) <= FEW

    def named(self, name: str) -> bool:
        """Whether what a local name stands for has been named already."""
        entity = self.entities.get(name)
        return entity is not None and entity.first is None

    def kept(self) -> Callable[[], None]:
        """Returns what takes back whatever is named from here on: a sentence was tried, and is said otherwise."""
        firsts = [(entity, entity.first, entity.noun) for entity in self.entities.values()]
        last = dict(self.last)

        def restore() -> None:
            for entity, first, noun in firsts:
                entity.first, entity.noun = first, noun
            self.last = last

        return restore

    def note(self, entity: Entity, named: Thing) -> None:
        """Remembers that a thing was just named, and by which noun."""
        noun: object = named
        while isinstance(noun, Phrase) and noun.args:
            noun = noun.args[-1 if noun.key == "some_of" else 0]
        if isinstance(noun, Noun) and noun.many == entity.noun.many:
            entity.noun = replace(entity.noun, term=noun.term)
        if not entity.abstract:
            self.last[_focus(entity.noun)] = entity

    def person(self, expr: ir.Expr) -> bool:
        """Whether a phrase stands for a player here, where its type may leave that open."""
        if isinstance(expr, ir.Var) and (entity := self.entities.get(expr.name)) is not None:
            if not isinstance(entity.fixed, Gap):
                return isinstance(entity.fixed, You) or entity.noun.person
        return expr.type.sort == "player"

    def again(self, entity: Entity) -> Noun:
        """Returns `that district`; or `the first district` if several of the sort have been named."""
        if entity.here:
            return entity.noun
        seen = self.sorted_out(entity)
        bare = Noun(entity.noun.term, entity.noun.many, Det.THAT, person=entity.noun.person)
        if len(seen) < 2 or entity.noun.many:
            return bare
        at = next(i for i, one in enumerate(seen) if one is entity)
        return replace(bare, det=Det.THE, adjs=(Adj(own(ORDINALS[min(at, len(ORDINALS) - 1)])),))

    def sorted_out(self, entity: Entity) -> list[Entity]:
        """Returns everything of the sort of a thing that has been named, in order."""
        seen: list[Entity] = []
        for one in self.entities.values():
            if one.fixed is None and not one.here and _alike(one, entity) and all(one is not other for other in seen):
                seen.append(one)
        return seen

    def twins(self, entity: Entity) -> bool:
        """Whether several things of one sort have been named, so that `it` would not tell which."""
        return sum(one.first is None for one in self.sorted_out(entity)) > 1

    def gap(self, name: str) -> None:
        """Lets a local name stand for the gap of a relative clause."""
        self.fix(name, Gap())


def _focus(noun: Noun) -> str:
    return "they" if noun.person or noun.many else "it"


def _alike(one: Entity, other: Entity) -> bool:
    return one.noun.term == other.noun.term and one.noun.many == other.noun.many


def term_of(type_: ir.Type) -> Term:
    """Returns the noun for things of a type."""
    match type_.sort:
        case "player":
            return PLAYER
        case "card":
            return CARD if type_.name is None else Term("noun", type_.name)
        case "amount":
            return own("amount") if type_.name is None else Term("noun", type_.name)
        case "enum" | "zone" | "mark" | "phase" if type_.name is not None:
            return Term("noun", type_.name)
        case "zone":
            return own("place")
        case "ability" | "number" | "name" | "text" | "truth":
            return own(type_.sort)
        case _:
            return own("thing")
