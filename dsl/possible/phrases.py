"""Reads phrases and conditions with what is known where they stand, and tells what in them can never be so."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from .. import ir
from ..source import Span
from .about import Known
from .asking import Asking
from .seen import sees
from .terms import phrases
from .why import Why

Sort = Literal["true", "always", "there", "chosen", "done", "idle", "running", "works", "happens"]
"""What is the matter: a condition that never holds, or always does; an amount that is never there; a choice of nothing;
a deed that is always refused, or changes nothing; a phase that never runs then; a card that never works then; an event
that never happens."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that can never be, or is always so."""

    sort: Sort
    span: Span
    why: str
    help: str | None = None
    severity: str = "error"


class Phrases:
    """Reads the phrases of a declaration. `shared`: it is the game's, and not a card: cards that are written later may
    bring about what it speaks of."""

    def __init__(self, asking: Asking, shared: bool) -> None:
        self.shared = shared
        self.asking = asking
        self.why = Why(asking)
        self.found: list[Finding] = []

    def tell(self, sort: Sort, span: Span, why: str, help: str | None = None, mild: bool = False) -> None:
        """Notes something that can never be. `mild`: it is only to be feared."""
        mild = mild or sort in ("always", "idle") or self.shared and sort in ("true", "there", "chosen")
        self.found.append(Finding(sort, span, why, help, "warning" if mild else "error"))

    def condition(self, e: ir.Expr, known: Known, yes: bool = True) -> Known | None:
        """Reads a condition, and tells of what in it can never be so. Returns what is known if it holds (`yes`), or if
        it does not; None if that can never be."""
        return self._part(e, known, yes, known)

    def _part(self, e: ir.Expr, known: Known, yes: bool, base: Known) -> Known | None:
        """Reads a condition, or a part of one. `base`: what is known without the other parts."""
        told = len(self.found)
        denied = _denied(e)
        if denied is not None:
            e, yes = denied, not yes
        match e:
            case ir.Not():
                return self._part(e.of, known, not yes, base)
            case ir.And() | ir.Or():
                inner: Known | None = known
                for part in e.parts:
                    after = self._part(part, inner, yes, base) if inner is not None else None
                    inner = after if isinstance(e, ir.And) == yes else known
            case _:
                self._atom(e, known, yes, base, denied is not None)
        inner = self.asking.assume(e, known, yes)
        if inner is None and told == len(self.found) and not self._never_put(e):
            self.tell("true", e.span, *self.why.never(e, known, base, yes, not yes))
        return inner

    def _atom(self, e: ir.Expr, known: Known, yes: bool, base: Known, turned: bool = False) -> None:
        """Reads a question that has no parts that are questions themselves. `turned`: its words deny it."""
        told = len(self.found)
        for part in phrases(e):
            self._inner(e, part, known)
        if told == len(self.found) and isinstance(e, ir.Happened):
            self._happened(e, known)
        if told == len(self.found):
            about = self.asking.ask(e, base)
            if about.high < 1 and not self._never_put(e) and (yes or not _another(e)):
                self.tell("always" if turned else "true", e.span, *self.why.settled(e, base, False, turned))
            elif about.low >= 1 and isinstance(e, ir.Is):
                self.tell("true" if turned else "always", e.span, *self.why.settled(e, base, True, turned))

    def phrase(self, e: ir.Expr, known: Known) -> None:
        """Reads a phrase, and tells of what in it can never be."""
        if e.type.sort == "truth":
            self._truth(e, known)
            return
        told = len(self.found)
        for part in phrases(e):
            self._inner(e, part, known)
        if told != len(self.found):
            return
        match e:
            case ir.Counted() if self.asking.ask(e, known).high <= 0 and not self._never_put(e):
                self.tell("there", e.span, *self.why.not_there(e, known))
            case ir.Happened():
                self._happened(e, known)
            case ir.Active() if self.asking.ask(e, known).mask == 0:
                self.tell("running", e.span, *self.why.nothing_runs(e))

    def in_vain(self, stmt: ir.Stmt, known: Known) -> None:
        """Tells of an amount that is never anything, of what is taken off things on which it never lies, of what is
        shown to those who see it, and of what is moved to where it is."""
        match stmt:
            case ir.MoveAmount():
                self.amount(stmt.amount, known, True)
            case ir.Put():
                self.amount(stmt.amount, known)
            case ir.Turn(down=False):
                self._never_on(ir.FACE_DOWN, stmt.cards, stmt.span, known)
            case ir.Mark(off=True):
                self._never_on(stmt.mark, stmt.on, stmt.span, known)
            case ir.Show():
                self._known_already(stmt, known)
            case ir.MoveCards():
                self._lies_there(stmt, known)

    def _known_already(self, stmt: ir.Show, known: Known) -> None:
        """Tells of what is shown to those who see it anyway."""
        if sees(self.asking, stmt.what, None, known):
            self.tell("idle", stmt.span, "everybody sees this already", "leave it out")
        elif sees(self.asking, stmt.what, stmt.to, known):
            self.tell("idle", stmt.span, "the player sees this already", "leave it out")

    def _lies_there(self, stmt: ir.MoveCards, known: Known) -> None:
        """Tells of a card that is moved to where it lies."""
        if isinstance(stmt.cards, ir.Var) and not stmt.face_down:
            there = ir.CardsIn(type=stmt.cards.type, span=stmt.span, zone=stmt.to)
            lies = ir.Among(type=ir.Type("truth"), span=stmt.span, of=stmt.cards, in_=there)
            if self.asking.ask(lies, known).low >= 1:
                self.tell("idle", stmt.span, "it lies there already", "leave it out, or move something else")

    def amount(self, e: ir.Expr, known: Known, moved: bool = False) -> None:
        """Tells of an amount that is always 0, though it does not say so. `moved`: less than 0 is nothing too."""
        about = self.asking.ask(e, known)
        none = about.high == about.low == 0 or moved and about.high <= 0 and about.low != -math.inf
        if none and not isinstance(e, ir.Num | ir.Counted):
            self.tell("there", e.span, *self.why.nothing_of(e, known))

    def _never_on(self, mark: str, on: ir.Expr, span: Span, known: Known) -> None:
        bears = self.asking.marked(mark) if mark in self.asking.game.markers else 0
        if not self.asking.ask(on, known).mask & bears:
            what = self.why.things(self.asking.ask(on, known).mask)
            self.tell("there", span, f"{what} is never `{mark}`, so there is nothing to take off")

    def _never_put(self, e: ir.Expr) -> bool:
        """Returns whether a question is about a marker of a card that nothing puts: that is told where it is declared
        (`marker-never-put`)."""
        match e:
            case ir.Has() | ir.Counted():
                return self.asking.game.markers[e.mark].card is not None and not self.asking.marked(e.mark)
        return False

    def _happened(self, e: ir.Happened, known: Known) -> None:
        """Reads a question about the past."""
        if not self.asking.happens(e.event):
            self.tell("true", e.span, *self.why.never(e, known, known, True))
        elif e.span_of is not None and not known.may & self.asking.phases[e.span_of]:
            self.tell("running", e.span, *self.why.not_running(e.span_of))

    def _truth(self, e: ir.Expr, known: Known) -> None:
        """Reads a condition that is only asked for, and need not hold."""
        match e:
            case ir.Not(of=of) if _denied(e) is not None:
                self._atom(of, known, False, known, True)
            case ir.Not() | ir.And() | ir.Or():
                for part in phrases(e):
                    self._truth(part, known)
            case _:
                self._atom(e, known, True, known)

    def _inner(self, e: ir.Expr, part: ir.Expr, known: Known) -> None:
        """Reads a part of a phrase."""
        match e:
            case ir.Where() if part is e.cond:
                of = self.asking.ask(e.of, known)
                if not of.none():
                    self.condition(part, known.naming(e.var, of.one()))
            case ir.Image() | ir.Fold() if part is e.body:
                of = self.asking.ask(e.of, known)
                if not of.none():
                    self.phrase(part, known.naming(e.var, of.one()))
            case _:
                self.phrase(part, known)


def _denied(e: ir.Expr) -> ir.Is | None:
    """Returns the comparison that a condition denies with its own words: `is not`."""
    return e.of if isinstance(e, ir.Not) and isinstance(e.of, ir.Is) and e.of.span == e.span else None


def _another(e: ir.Expr) -> bool:
    """Returns whether a question is one of those that `another` and `except` deny: of two cards by name, it is not."""
    if isinstance(e, ir.Is) and isinstance(e.left, ir.CardNamed) and isinstance(e.right, ir.CardNamed):
        return False
    return isinstance(e, ir.Is | ir.Among) and _sort(e) in ("card", "player")


def _sort(e: ir.Is | ir.Among) -> str:
    return e.left.type.sort if isinstance(e, ir.Is) else e.of.type.sort
