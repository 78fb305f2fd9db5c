"""Says why something can never be, in words for the person who holds the card."""

from __future__ import annotations

import math
from typing import NamedTuple

from .. import ir
from ..words import with_article
from .about import ANY, About, Known
from .asking import Asking
from .terms import key, phrases
from .world import EVERYTHING, PLAYERS

TAKEN = "write it above what takes it away, give a name to it there (`let … be`), or begin with `before`"
"""What is said to help if something is asked for after it was taken away."""


class Said(NamedTuple):
    """What is said, and what is said to help."""

    text: str
    help: str | None = None


class Why:
    """Finds the reasons."""

    def __init__(self, asking: Asking) -> None:
        self.asking = asking
        self.game = asking.game

    def things(self, mask: int) -> str:
        """Returns what some things are called."""
        if mask == EVERYTHING or not mask:
            return "a card"
        names = ["a player"] if mask & PLAYERS else []
        for kind, bits in self.asking.kinds.items():
            if bits and mask & bits == bits:
                names.append(with_article(kind))
                mask &= ~bits
        titles = [title for title, bit in self.asking.titles.items() if mask & bit]
        if len(titles) > 3:
            kinds = {self.game.cards[title].kind for title in titles}
            titles = [f"such {with_article(kind)}" for kind in sorted(kinds)]
        return " or ".join([*names, *titles])

    def never(self, e: ir.Expr, known: Known, base: Known, yes: bool, denied: bool = False) -> Said:
        """Says why a condition never holds (`yes`), or always does. `base`: what is known without the other conditions
        beside it. `denied`: it is asked that it does not hold."""
        about = self.asking.ask(e, base)
        if about.high >= 1 if yes else about.low < 1:
            if yes:
                return Said("nothing can be this and what is said before it", "leave one of them out, or write `or`")
            return Said("nothing can be so beside what is said before it", "leave one of them out, or write `or`")
        found = self._number(e, base) if isinstance(e, ir.Is) else None
        if found is None and yes:
            found = self._atom(e, base)
        if isinstance(e, ir.Happened) and not yes and known.facts.get(key(e), ANY).low >= 1:
            return Said("what has just been done counts here, too", "write `the first time in a turn` in its place")
        always = "what is denied here is always so" if denied else "this is always so"
        return found or Said("this can never be so" if yes else always, "say what it depends on")

    def settled(self, e: ir.Expr, known: Known, so: bool, turned: bool) -> Said:
        """Says why a question by itself is always so, or never. `turned`: its words deny it."""
        if turned:
            found = self._number(e, known) if isinstance(e, ir.Is) else None
            return found or Said("this can never be so" if so else "this is always so", "say what it depends on")
        return self.never(e, known, known, not so)

    def _atom(self, e: ir.Expr, known: Known) -> Said | None:
        match e:
            case ir.Has():
                return self._unmarked(e.mark, e.bearer, known)
            case ir.Is(left=ir.ValueOf() as asked, right=ir.Word(word=word)):
                return self._worded(asked, word, known)
            case ir.CountsAs(word=ir.Word(word=word)):
                return Said(f"no {self._kind(e.field)} has the {e.field} `{word}`, and nothing counts as one")
            case ir.Running():
                return Said(f"no `{e.phase}` is running then", f"write `the end of the {e.phase}`, or leave it out")
            case ir.Happened():
                return self._not_yet(e, known)
            case ir.QualityOf() if self.asking.quality(e.quality).high < 1:
                return Said(f"nothing is ever `{e.quality}`", f"let a card say that something is {e.quality}")
            case ir.Among():
                return self._elsewhere(e, known)
            case ir.Some():
                return self.empty(e.of, known)
        return None

    def _not_yet(self, e: ir.Happened, known: Known) -> Said:
        """Says why something has not happened."""
        if not self.asking.not_yet(e.event, e.span_of, known.at):
            return Said("nothing in this game ever does that")
        return Said(
            f"nothing of the kind can have happened yet in this `{e.span_of}`",
            f"write `at the end of the {e.span_of}`, or ask about a longer time",
        )

    def _gone(self, mark: str, known: Known) -> Said | None:
        """Says that a marker does not last until it is asked for."""
        until = self.game.markers[mark].until
        if self.asking.over(mark, known.may):
            text = f"`{mark}` lasts until the end of the {until}, and this is asked when no {until} runs"
            return Said(text, "let it last longer where it is declared")
        if not self.asking.gone(mark, known.at):
            return None
        text = f"`{mark}` lasts until the end of the {until}, and nothing is marked so before this comes"
        return Said(text, f"let it last longer where it is declared, or ask for it in the same {until}")

    def _worded(self, asked: ir.ValueOf, word: str, known: Known) -> Said:
        if self.asking.met(self.asking.value(asked.value), word):
            words = self.asking.ask(asked, known).words or frozenset()
            return Said(f"its {asked.value} is {' or '.join(f'`{w}`' for w in sorted(filter(None, words)))}")
        return Said(f"no {self._kind(asked.value)} has the {asked.value} `{word}`")

    def _kind(self, field: str) -> str:
        return self.game.values[field].field or "card"

    def _unmarked(self, mark: str, bearer: ir.Expr, known: Known) -> Said:
        gone = self._gone(mark, known)
        if gone is not None:
            return gone
        if not self.asking.marked(mark):
            return Said(f"nothing is ever marked as `{mark}`", f"write `mark … as {mark}` where that comes about")
        on = self.things(self.asking.ask(bearer, known).mask)
        return Said(f"nothing ever marks {on} as `{mark}`, only {self.things(self.asking.marked(mark))}")

    def _number(self, e: ir.Is, known: Known) -> Said | None:
        if e.left.type.sort not in ("number", "amount"):
            return None
        for side, other in ((e.left, e.right), (e.right, e.left)):
            if isinstance(other, ir.Num):
                what = f"the {side.value}" if isinstance(side, ir.ValueOf) else "this number"
                return Said(f"{what} is {_range(self.asking.ask(side, known))}", "write a number that it can be")
        return None

    def _elsewhere(self, e: ir.Among, known: Known) -> Said | None:
        of, among = self.asking.ask(e.of, known), self.asking.ask(e.in_, known)
        if among.none():
            return self.empty(e.in_, known)
        if of.places is not None and among.places is not None:
            return Said(f"it lies in {_places(of.places)} then")
        return Said(f"{self.things(of.mask)} is never one of these")

    def empty(self, e: ir.Expr, known: Known) -> Said:
        """Says why there is never anything to choose from."""
        while isinstance(e, ir.Where | ir.Without | ir.Image):
            e = e.of
        if isinstance(e, ir.CardsIn | ir.Top) and isinstance(e.zone, ir.ZoneOf):
            zone = e.zone.zone
            if not self.asking.lies(zone):
                return Said(f"nothing ever lies in the place `{zone}`", f"move something there: `move … to {zone}`")
        if not self.asking.ask(e, Known(known.names)).none():
            return Said("nothing is left here that can be this, by what is said before it")
        return Said("there is never anything like this")

    def not_there(self, e: ir.Counted, known: Known) -> Said:
        """Says why an amount is never there."""
        if known.facts.get(key(e), ANY).high <= 0:
            return Said(f"no `{e.mark}` is left there by then", TAKEN)
        gone = self._gone(e.mark, known)
        if gone is not None:
            return gone
        bearer = self.asking.ask(e.bearer, known).mask
        marked = self.asking.marked(e.mark)
        if not marked:
            return Said(f"nothing ever puts `{e.mark}` anywhere", f"write `put 1 {e.mark} on` where it comes about")
        help = None
        if marked & PLAYERS and not bearer & PLAYERS:
            help = f"if the {e.mark} of its player is meant, say so: `{e.mark} of its player`, or `of its owner`"
        return Said(f"no `{e.mark}` ever lies on {self.things(bearer)}, only on {self.things(marked)}", help)

    def nothing_of(self, e: ir.Expr, known: Known) -> Said:
        """Says why an amount is always 0, or less."""
        waiting: list[ir.Expr] = [e]
        while waiting:
            part = waiting.pop()
            if known.facts.get(key(part), ANY).high <= 0:
                return Said("nothing is left there by then", TAKEN)
            waiting += phrases(part)
        often = "always 0" if self.asking.ask(e, known).low == 0 else "never more than 0"
        return Said(f"this is {often}", "write how many it is")

    def not_running(self, phase: str) -> Said:
        """Says that what happened in a phase is asked for when none runs."""
        return Said(f"no `{phase}` is running then, so nothing happens in `this {phase}`")

    def nothing_runs(self, e: ir.Active) -> Said:
        """Says why nothing is active."""
        return Said(f"nothing is running then that has an active {e.what}")

    def never_happens(self, moment: ir.Moment) -> Said:
        """Says why the moment of a clause never comes."""
        key = (moment.event or moment.phase or "").partition("/")[0]
        if key in self.game.phases and self.asking.within("phase", key) is not None:
            return self._over(self.game.phases[key])
        if key in self.game.phases:
            return Said(f"nothing runs the phase `{key}`, so this never comes", f"write `run the {key}`")
        if moment.kind == "ability":
            return Said("nobody is ever asked to use an ability, so nobody can use this one")
        words = " ".join(self.game.verbs[key].words) if key in self.game.verbs else key
        return Said(f"nothing in this game does `{words}`, so this never comes", f"let a card or a phase `{words}`")

    def _over(self, phase: ir.Phase) -> Said:
        """Says that the game ends before."""
        last = self.asking.over_in(phase.name)
        by = None if last is None else phase.steps[last].participle
        help = None if by is None else f"write `before the {phase.name} is {by}`"
        return Said("the game is over by then, so this never comes", help)

    def nowhere(self, card: ir.Card, where: ir.Where_ | None) -> Said:
        """Says why a card never works."""
        if where is None or not where.only:
            return Said(f"this card never works: {with_article(card.kind)} never comes to where it works")
        names = " or ".join(f"`{name}`" for name in (*where.zones, *where.states))
        if where.zones:
            return Said(f"{with_article(card.kind)} never lies there: {names}")
        return Said(f"{with_article(card.kind)} is never {names}")

    def asked_elsewhere(self, rule: ir.Rule, places: frozenset[str]) -> Said:
        """Says that a rule of a card about itself speaks of what is only asked while it lies where it does not work."""
        text = f"this is only asked while it lies in {_places(places)}, where this card does not work"
        return Said(text, self._even_from(places))

    def never_asked(self, places: frozenset[str], of: frozenset[str]) -> Said:
        """Says that a rule speaks of things where they never matter to it."""
        return Said(f"this is only asked of what lies in {_places(places)}, and never in {_places(of)}")

    def _even_from(self, places: frozenset[str]) -> str | None:
        owned = [place for place in sorted(places) if self.game.zones[place].owner == "player"]
        return f"write `even from your {owned[0]}`" if owned else None

    def nobodys(self, this: About) -> Said:
        """Says that nobody acts for a card where it lies."""
        return Said(f"in {_places(this.places or frozenset())} it is nobody's, so there is no `you`")

    def not_then(self, card: ir.Card, clause: ir.Clause, before: Known, after: Known | None) -> Said:
        """Says why a card does not work when its moment comes."""
        subject = clause.moment.subject
        at = after or before
        places = at.names[subject].places if subject is not None and subject in at.names else None
        if places:
            text = f"it lies in {_places(places)} then, where this card does not work"
            return Said(text, self._even_from(places))
        return Said("this card does not work when this comes")

    def before_it_works(self, moment: ir.Moment, state: str) -> Said:
        """Says that a card does not work before it comes to be in a state in its own turn."""
        name, _, step = (moment.event or "").partition("/")
        declared = self.asking.verb(name) or self.asking.phase(name)
        steps = () if declared is None else declared.steps
        done = next((s.participle for s in steps if s.name == step), None)
        if isinstance(declared, ir.Verb) and not step:
            done = declared.participle
        when = f"write `when this is {done}`, or" if done else "write"
        text = f"this card does not work yet: it is not `{state}` before that"
        return Said(text, f"{when} `even if` and a word for its state")

    def before_its_turn(self, state: str) -> Said:
        """Says that a card does not work as long as it is not in a state, though this may come before."""
        word = next((q.name for q in self.game.qualities.values() if _is_not(q.cond, state)), None)
        even = f"`even if {word}`" if word else "`even if` and a word for its state"
        return Said(f"nothing happens if this comes before it is `{state}`", f"write {even}, if it counts then, too")


def _is_not(cond: ir.Expr | None, mark: str) -> bool:
    """Returns whether a condition says that something does not bear a marker."""
    return isinstance(cond, ir.Not) and isinstance(cond.of, ir.Has) and cond.of.mark == mark


def _places(places: frozenset[str]) -> str:
    return " or ".join(f"`{place}`" for place in sorted(places))


def _range(about: About) -> str:
    if about.low == about.high:
        return f"always {about.low:g}"
    if math.isinf(about.high):
        return f"at least {about.low:g}"
    if math.isinf(about.low):
        return f"at most {about.high:g}"
    return f"between {about.low:g} and {about.high:g}"
