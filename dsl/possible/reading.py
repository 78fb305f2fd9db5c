"""Reads every declaration with what is known of the whole game, and tells what in it can never be, or is always so.

What is inside something that can never be is not read: one fault is told once, at the words that it comes from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .. import ir
from ..checks.nodes import Declared
from ..renaming import put_in
from . import deeds
from .about import NO, Known
from .asking import Asking
from .beginning import Beginnings, is_itself
from .leaving import left_empty
from .questions import about
from .terms import key, phrases


class Reading(Beginnings):
    """Reads a declaration. `idle`: the clauses of a card that never begin. `bans`: what a card forbids wherever the
    clause counts that is being read. `sure`: nothing is done of that clause if one of its deeds is refused.
    `last`: its last deed, if a rule that holds until the end of the phase that ends then would end with it."""

    def __init__(self, asking: Asking, shared: bool) -> None:
        super().__init__(asking, shared)
        self.idle: list[int] = []
        self.bans: list[ir.Rule] = []
        self.sure = False
        self.last: ir.Stmt | None = None

    # ---- declarations -----------------------------------------------------------------------------------------------

    def value(self, value: ir.Value) -> None:
        """Reads the base of a value, and the game's own rules about it."""
        may, must = self.asking.when("value", value.name)
        if value.base is not None:
            self.phrase(value.base, Known(self._params(value.params).names, {}, may, must))
        for rule in value.rules:
            self.rule(rule, Known({}, {}, may, must))

    def quality(self, quality: ir.Quality) -> None:
        """Reads the condition of a quality."""
        if quality.cond is not None:
            names = self._params((quality.param,)).names
            self.condition(quality.cond, Known(names, {}, *self.asking.when("quality", quality.name)))

    def verb(self, verb: ir.Verb) -> None:
        """Reads what refuses a verb, and its steps."""
        within = self.asking.within("verb", verb.key)
        if verb.refusals and (within is not None or self.asking.asked(verb.key)):
            for refusal in verb.refusals:
                self.condition(refusal.cond, Known())
        if within is not None:
            names = {p.name: self.parameter(verb.key, p) for p in verb.params}
            self._steps(verb.steps, Known(names, {}, *within))

    def phase(self, phase: ir.Phase) -> None:
        """Reads the steps of a phase."""
        within = self.asking.within("phase", phase.name)
        if within is not None:
            names = {} if phase.param is None else {phase.param.name: self.parameter(phase.name, phase.param)}
            self._steps(phase.steps, Known(names, {}, *within))

    def card(self, card: ir.Card) -> None:
        """Reads the clauses and rules of a card."""
        for refusal in (*card.refused, *card.left_out):
            self.condition(refusal.cond, self.own(card))
        lent = self.asking.lent_out() or self.asking.shared(card.title)
        for number, clause in enumerate(card.clauses):
            self.bans = [r for r in card.rules if r.cannot and r.where == clause.where and not lent]
            self._clause(card, number, clause)
        self.bans = []
        for rule in card.rules:
            lives = self.lives(card, rule.where, self.own(card))
            elsewhere = self._asked_elsewhere(card, rule, lives)
            if elsewhere:
                self.tell("works", rule.span, *self.why.asked_elsewhere(rule, elsewhere))
            elif lives:
                known = self.home(card, lives[0]) if len(lives) == 1 else self.own(card)
                may, must = self.asking.when(rule.form, rule.name)
                self.rule(rule, Known(known.names, known.facts, may, must))
            else:
                self.tell("works", rule.span, *self.why.nowhere(card, rule.where))

    def _asked_elsewhere(self, card: ir.Card, rule: ir.Rule, lives: Sequence[Known]) -> frozenset[str]:
        """Returns where a card lies whenever that is asked of which its rule about itself says something, if it works
        at none of these places."""
        mine = self.asking.own(card.title)
        works: set[str] = set()
        for live in lives:
            places = live.names["this"].places
            if places is None:
                return frozenset()
            works |= places
        for var, param in zip(rule.args, self.asking.params(rule.form, rule.name), strict=False):
            if works and is_itself(rule.match, var, card.title):
                places = self.asking.told(about(rule.form, rule.name), param.name, mine)[1]
                if places and not places & works:
                    return places
        return frozenset()

    def _params(self, params: Iterable[ir.Param]) -> Known:
        return Known({p.name: self.asking.of_type(p.type) for p in params})

    def _steps(self, steps: Sequence[ir.Step], known: Known) -> None:
        for step in steps:
            self.block(step.body, known)
            known = self._after(step.body, known)

    # ---- clauses and rules ------------------------------------------------------------------------------------------

    def _clause(self, card: ir.Card, number: int, clause: ir.Clause) -> None:
        self.sure = not clause.must
        self.last = _ends_at_once(clause)
        known = self.beginning(card, number, clause)
        if known is None or self.block(clause.lead, known) is None:
            self.idle.append(number)
        else:
            self.block((*clause.lead, *clause.cost, *clause.effect), known, len(clause.lead))

    def rule(self, rule: ir.Rule, known: Known) -> None:
        """Reads a rule that lasts or always holds."""
        inner: Known | None = known
        for cond in (rule.during, rule.match, rule.cond):
            if inner is not None and cond is not None:
                inner = self.condition(cond, inner)
        if inner is not None and rule.amount is not None:
            self.phrase(rule.amount, inner)
        if inner is not None and not self.shared:
            self._never_asked(rule, inner)

    def _never_asked(self, rule: ir.Rule, known: Known) -> None:
        """Tells of a rule about what lies where it is never asked about."""
        for var, param in zip(rule.args, self.asking.params(rule.form, rule.name), strict=False):
            of = known.names.get(var)
            if of is not None and of.places and not is_itself(rule.match, var):
                places = self.asking.told(about(rule.form, rule.name), param.name, of.mask)[1]
                if places and not places & of.places:
                    self.tell("works", rule.span, *self.why.never_asked(places, of.places))

    # ---- deeds ------------------------------------------------------------------------------------------------------

    def block(self, block: ir.Block, known: Known, begin: int = 0) -> Known | None:
        """Reads statements in order, and tells of those from number `begin` on. Returns what is known after them; None
        if the last of them can never be reached."""
        for number, stmt in enumerate(block):
            quiet, told = number < begin, len(self.found)
            inner = self.statement(stmt, known)
            if quiet:
                del self.found[told:]
            if inner is None:
                return None
            known = inner
            if isinstance(stmt, ir.Leave | ir.Suspend | ir.Win) and number + 1 < len(block):
                self._over(stmt, block[number + 1], known)
                return None
        return known

    def _over(self, stmt: ir.Leave | ir.Suspend | ir.Win, after: ir.Stmt, known: Known) -> None:
        """Tells of what stands below a deed that ends what is going on."""
        if isinstance(stmt, ir.Win):
            self.tell("happens", after.span, "the game is over by then, so this never comes", "write it above")
        elif known.must & self.asking.phases[stmt.phase]:
            self.tell("happens", after.span, f"the {stmt.phase} is over by then, so this never comes", "write it above")

    def statement(self, stmt: ir.Stmt, known: Known) -> Known | None:
        """Reads a statement. Returns what is known after it; None if nothing after it can be reached."""
        match stmt:
            case ir.Require():
                if not stmt.implied:  # nobody wrote what a cost needs, and there is often enough for it
                    self.condition(stmt.cond, known)
                return self.asking.assume(stmt.cond, known, False)
            case ir.Let():
                self.phrase(stmt.value, known)
                return known.naming(stmt.name, self.asking.ask(stmt.value, known))
            case ir.Choose() | ir.PickRandom():
                return self._choose(stmt, known)
            case ir.Do():
                self._do(stmt, known)
            case ir.If() | ir.ForEach() | ir.Repeat() | ir.May() | ir.Either():
                self._within(stmt, known)
            case ir.Lasting():
                names = {n: a._replace(places=None) for n, a in known.names.items()}
                self.rule(stmt.rule, Known(names))
                if stmt.later is None and stmt.until is not None and stmt == self.last:
                    help = "let it hold for longer, or begin the sentence at another time"
                    self.tell("idle", stmt.span, f"the {stmt.until} is over after this, so the rule ends at once", help)
            case ir.Leave() if not known.may & self.asking.phases[stmt.phase]:
                self.tell("running", stmt.span, f"no `{stmt.phase}` is running then, so there is nothing to leave")
            case _:
                told = len(self.found)
                for part in phrases(stmt):
                    self.phrase(part, known)
                if told == len(self.found):
                    self.in_vain(stmt, known)
        return self._after(stmt, known)

    def _after(self, block: object, known: Known) -> Known:
        """Returns what is still known after a block, which may have moved cards."""
        lying = any(about.places is not None for about in known.names.values())
        later = known.later(self.asking.places(deeds.moved(block)) if lying else None)
        for gone in left_empty(self.asking, block, self.sure) if isinstance(block, ir.Stmt) else ():
            later = later.noting(key(gone), NO)
        return later

    def _choose(self, stmt: ir.Choose | ir.PickRandom, known: Known) -> Known | None:
        told = len(self.found)
        self.phrase(stmt.of, known)
        of = self.asking.ask(stmt.of, known)
        if of.none():
            if told == len(self.found):
                self.tell("chosen", stmt.of.span, *self.why.empty(stmt.of, known))
            return None
        if isinstance(stmt, ir.Choose) and isinstance(stmt.least, ir.Num) and of.high < stmt.least.value:
            self.tell("chosen", stmt.of.span, f"there is never more than {of.high:g} of these to choose from")
            return None
        for part in phrases(stmt):
            if part is not stmt.of:
                self.phrase(part, known)
        if isinstance(stmt, ir.Choose) and stmt.otherwise is not None:
            self.block(stmt.otherwise, known)
        single = stmt.single
        return known.naming(stmt.name, of.one() if single else of._replace(low=0))

    def _do(self, stmt: ir.Do, known: Known) -> None:
        told = len(self.found)
        for part in phrases(stmt):
            self.phrase(part, known)
        verb = self.asking.verb(stmt.verb)
        if told == len(self.found):
            for arg in stmt.args:
                if arg.type.sort in ("number", "amount") and not arg.type.many:
                    self.amount(arg, known, verb is not None and _only_moves(verb))
        if verb is None or told != len(self.found):
            return
        names = {p.name: self.asking.ask(a, known) for p, a in zip(verb.params, stmt.args, strict=False)}
        names["you"] = self.asking.ask(stmt.doer, known)
        inner = Known(names, {}, known.may, known.must, known.at)
        for refusal in verb.refusals:
            lifted = refusal.text in stmt.lifted or refusal.text in self.asking.lifted(verb.key)
            if not lifted and self.asking.ask(refusal.cond, inner).low >= 1:
                text = f': "{refusal.text}"' if refusal.text else ""
                self.tell("done", stmt.span, f"this is refused each time{text}")
        if told == len(self.found) and any(self._forbids(rule, stmt, known) for rule in self.bans):
            help = "leave out one of them, or let the rule say when it holds"
            self.tell("done", stmt.span, "this is refused each time: a rule of this card forbids it", help)

    def _forbids(self, rule: ir.Rule, stmt: ir.Do, known: Known) -> bool:
        """Returns whether a rule surely forbids a deed."""
        if rule.name != stmt.verb:
            return False
        told = [*zip(rule.args, stmt.args, strict=False), *([] if rule.doer is None else [(rule.doer, stmt.doer)])]
        for cond in (rule.during, rule.match, rule.cond):
            if cond is not None:
                for name, by in told:
                    cond = put_in(cond, name, by, "forbidden ")
                if self.asking.ask(cond, known).low < 1:
                    return False
        return True

    def _within(self, stmt: ir.Stmt, known: Known) -> None:
        match stmt:
            case ir.If():
                then = self.condition(stmt.cond, known)
                if then is not None:
                    self.block(stmt.then, then)
                other = self.asking.assume(stmt.cond, known, False)
                if other is not None:
                    self.block(stmt.otherwise, other)
            case ir.ForEach():
                told = len(self.found)
                self.phrase(stmt.of, known)
                of = self.asking.ask(stmt.of, known)
                if not of.none():
                    inner = self._after(stmt.body, known.naming(stmt.var, of.one()))
                    self.block(stmt.body, inner)
                elif told == len(self.found):
                    self.tell("chosen", stmt.of.span, *self.why.empty(stmt.of, known))
            case ir.Repeat():
                inner = self._after(stmt.body, known)
                self.block(stmt.body, inner)
                self.condition(stmt.until, inner)
            case ir.May():
                self.phrase(stmt.doer, known)
                doer = self.asking.ask(stmt.doer, known).one()
                self.block(stmt.body, known if stmt.var is None else known.naming(stmt.var, doer))
            case ir.Either():
                for branch in stmt.branches:
                    self.block((*(() if branch.choose is None else (branch.choose,)), *branch.body), known)
                self.block(stmt.otherwise or (), known)


def _ends_at_once(clause: ir.Clause) -> ir.Stmt | None:
    """Returns the last deed of a clause, if it begins a rule that ends with the phase at whose end it is done."""
    last = (*clause.cost, *clause.effect)[-1:]
    match last:
        case (ir.Lasting(until=until),) if clause.moment.kind == "end" and until == clause.moment.phase:
            return last[0]
    return None


def read(asking: Asking, one: Declared) -> Reading:
    """Reads a declaration."""
    reading = Reading(asking, not isinstance(one, ir.Card))
    match one:
        case ir.Value():
            reading.value(one)
        case ir.Quality():
            reading.quality(one)
        case ir.Verb():
            reading.verb(one)
        case ir.Phase():
            reading.phase(one)
        case ir.Card():
            reading.card(one)
        case ir.Kind():
            pass  # what it says is read with its cards
    return reading


def _only_moves(verb: ir.Verb) -> bool:
    """Returns whether a verb only moves amounts."""
    return all(isinstance(stmt, ir.MoveAmount | ir.Require) for step in verb.steps for stmt in step.body)
