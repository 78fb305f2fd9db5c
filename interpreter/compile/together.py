"""Finds the statements whose needs cannot be judged one by one, so that they are tried together.

What several statements need is asked of the position before the first of them (`needs`). That is exact as long as none
of them changes what a later one needs, except for amounts whose change is accounted for. Otherwise the statements are
*tangled*, and they are tried in order on a copy. What chance or a face-down pile decides is not tried, because trying
would reveal it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from moot.dsl import ir, own_verbs

from .hooks import bans, events_of, has_ways, watched
from .keys import CanFunction, CountsFunction, QualityFunction, ValueFunction, Word, abilities_word
from .unit import Unit
from .walk import walk

PLACELESS = (
    ir.Counted, ir.Var, ir.Num, ir.Word, ir.Nobody, ir.Is, ir.And, ir.Or, ir.Not, ir.Arith, ir.Quotient, ir.AtLeast,
    ir.AtMost,
)  # fmt: skip
"""The phrases whose answer does not depend on where cards lie."""


@dataclass
class Changed:
    """What statements have changed so far: amounts that are accounted for, amounts that are not, where cards lie
    (`relaid`), and anything else."""

    spent: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    relaid: bool = False
    other: bool = False

    def copy(self) -> Changed:
        """Return an independent copy."""
        return Changed(self.spent, self.moved, self.relaid, self.other)

    def add(self, more: Changed) -> None:
        """Add what other statements have changed."""
        self.spent, self.moved = self.spent | more.spent, self.moved | more.moved
        self.relaid, self.other = self.relaid or more.relaid, self.other or more.other


def tangled(u: Unit, block: Sequence[ir.Stmt]) -> bool:
    """Return whether these statements must be tried together."""
    return _tangled(u, block, Changed()) and not chancy(u, block)


def due(u: Unit, clause: ir.Clause) -> ir.Block:
    """Return the statements of a clause after its cost that must be possible for it to begin, and that can be judged
    before anything is done: an `either` right after, and in an optional clause what its own player is bound to do."""
    effect = clause.effect
    if clause.must:
        return effect[:1] if effect and isinstance(effect[0], ir.Either) else ()
    seen, found = Changed(), []
    for i, s in enumerate(clause.body):
        if _needs_trial(u, s, seen):
            break
        if i >= len(clause.lead) + len(clause.cost) and (bound(u, clause, s) or isinstance(s, (ir.Let, ir.PickRandom))):
            found.append(s)
    return tuple(found)


def bound(u: Unit, clause: ir.Clause, s: ir.Stmt) -> bool:
    """Return whether a clause must not begin unless this statement of it can be done: a choice, or a deed of its own
    player. What others are made to do may fail, and so may what is done for each of several things."""
    match s:
        case ir.Choose() | ir.Either():
            return s.otherwise is None
        case ir.Do():
            return owed(s, clause.doer) and not _sure_one(u, s, frozenset())
        case ir.If():
            deeds = [n for n in walk((s.then, s.otherwise)) if isinstance(n, ir.Do)]
            own = all(owed(n, clause.doer) for n in deeds)
            return own and any(bound(u, clause, n) for n in (*s.then, *s.otherwise))
        case _:
            return False


def owed(s: ir.Do, doer: ir.Expr) -> bool:
    """Return whether this player is bound to do this deed, whole."""
    return s.doer == doer and not s.if_able


def _tangled(u: Unit, block: Sequence[ir.Stmt], seen: Changed) -> bool:
    return any(_needs_trial(u, s, seen) for s in block)


def _needs_trial(u: Unit, s: ir.Stmt, seen: Changed) -> bool:
    """Return whether a statement needs what was changed before it; note what the statement changes."""
    match s:
        case ir.Let() | ir.Nothing() | ir.Show() | ir.PickRandom():
            return False
        case ir.Require():
            return _late(u, s.cond, seen)
        case ir.Choose():
            free = s.otherwise is not None or isinstance(s.of, ir.WordsOf)
            return not free and (seen.other or _late(u, s.of, seen))
        case ir.Do():
            return _doing(u, s, seen)
        case ir.MoveAmount() | ir.Put():
            seen.moved |= {s.mark}
            return False
        case ir.If():
            asks = not (_sure(u, s.then) and _sure(u, s.otherwise))
            return (asks and _late(u, s.cond, seen)) or _one_of(u, (s.then, s.otherwise), seen)
        case ir.Either():
            bodies = _bodies(s)
            if (seen.other or seen.relaid) and not any(_sure(u, body) for body in bodies):
                return True
            return _one_of(u, bodies, seen)
        case ir.ForEach() | ir.Repeat():
            seen.other = True
            return not _sure(u, s.body)
        case ir.MoveCards() if _only_lays(u, [s]):
            seen.relaid = True
            return False
        case _:
            seen.other = True
            return False


def _bodies(s: ir.Either) -> list[ir.Block]:
    """List the blocks of a choice that may be done, including the one that is done if none of the others can be."""
    found: list[ir.Block] = [b.body if b.choose is None else (b.choose, *b.body) for b in s.branches]
    return found if s.otherwise is None else [*found, s.otherwise]


def _one_of(u: Unit, bodies: Sequence[Sequence[ir.Stmt]], seen: Changed) -> bool:
    """Judge blocks of which one is done; afterwards any of them may have been."""
    after = [seen.copy() for _ in bodies]
    if any(_tangled(u, body, then) for body, then in zip(bodies, after, strict=True)):
        return True
    for then in after:
        seen.add(then)
    return False


def _doing(u: Unit, s: ir.Do, seen: Changed) -> bool:
    verb = u.game.verbs.get(s.verb)
    if verb is None or s.as_quality is not None:
        seen.other = True
        return False
    inside = [n for step in verb.steps for n in walk(step.body) if isinstance(n, ir.Stmt)]
    amounts = all(isinstance(n, (ir.MoveAmount, ir.If, ir.Nothing)) for n in inside)
    if not s.if_able and not _sure_deed(u, s.verb):
        asked = (s.args, tuple(r.cond for r in verb.refusals))
        if seen.other or _late(u, asked, seen):
            return True
        if seen.spent and (not amounts or bans(u, s.verb)) and asks_for_amounts(u, verb):
            return True
        if seen.relaid and (not amounts or bans(u, s.verb) or any(has_ways(u, event) for event in events_of(verb))):
            return True
    if _tangled_deed(u, verb):
        return True
    amounts_moved = [n for n in inside if isinstance(n, ir.MoveAmount)]
    direct = [n for step in verb.steps for n in step.body if isinstance(n, ir.MoveAmount) and taken(n)]
    heard = any(watched(u, event) for event in events_of(verb))
    if heard or not (amounts or _only_lays(u, inside)):
        seen.other = seen.other or any(not isinstance(n, ir.Nothing) for n in inside)
    else:
        seen.spent |= {n.mark for n in direct}
        seen.moved |= {n.mark for n in amounts_moved if n not in direct}
        seen.relaid = seen.relaid or not amounts
    return False


def _only_lays(u: Unit, stmts: Sequence[ir.Stmt]) -> bool:
    """Return whether statements do nothing but lay cards and move amounts, and nobody hears that cards are moved."""
    laying = (ir.MoveCards, ir.MoveAmount, ir.If, ir.Let, ir.Nothing)
    return all(isinstance(s, laying) for s in stmts) and not watched(u, own_verbs.MOVED.key)


def asks_for_amounts(u: Unit, verb: ir.Verb) -> bool:
    """Return whether it may depend on an amount that somebody has whether a deed can be done."""
    steps = tuple(step.body for step in verb.steps)
    deeper = any(isinstance(n, (ir.Do, ir.Choose, ir.Either)) for n in walk(steps))
    if deeper or any(has_ways(u, event) for event in events_of(verb)):
        return True
    rules = tuple((s.rule.match, s.rule.cond, s.rule.during) for s in u.book.on(CanFunction(verb.key)))
    return bool(_marks_of(u, (tuple(r.cond for r in verb.refusals), steps, rules), set()))


def taken(s: ir.MoveAmount) -> bool:
    """Return whether an amount is taken from somebody, all of it and not for the doer of the deed, so that what needs
    it later can account for it."""
    own = isinstance(s.to, ir.Var) and s.to.name == "you"
    return s.source is not None and not s.up_to and not own


def _tangled_deed(u: Unit, verb: ir.Verb) -> bool:
    """Return whether the steps of a deed are tangled among themselves. A deed that does itself is not tangled for that
    alone."""
    known = u.memo.tangled
    if verb.key not in known:
        known[verb.key] = False
        known[verb.key] = any(_tangled(u, step.body, Changed()) for step in verb.steps)
    return known[verb.key]


# ---- what can always be done ----------------------------------------------------------------------------------------


def _sure(u: Unit, block: Sequence[ir.Stmt], known: frozenset[str] = frozenset()) -> bool:
    """Return whether these statements can be done in every position."""
    return all(_sure_one(u, s, known) for s in block)


def _sure_one(u: Unit, s: ir.Stmt, known: frozenset[str]) -> bool:
    match s:
        case ir.Require():
            return False
        case ir.PickRandom():
            return not s.single
        case ir.Choose():
            return s.otherwise is not None or isinstance(s.of, ir.WordsOf)
        case ir.Do():
            return s.if_able or s.verb not in u.game.verbs or _sure_deed(u, s.verb, known)
        case ir.If():
            return _sure(u, s.then, known) and _sure(u, s.otherwise, known)
        case ir.ForEach() | ir.Repeat():
            return _sure(u, s.body, known)
        case ir.Either():
            return s.otherwise is not None or any(_sure(u, body, known) for body in _bodies(s))
        case _:
            return True


def _sure_deed(u: Unit, key: str, known: frozenset[str] = frozenset()) -> bool:
    """Return whether nothing can ever prevent a deed."""
    verb = u.game.verbs[key]
    if key in known:
        return True
    if verb.refusals or bans(u, key) or any(has_ways(u, event) for event in events_of(verb)):
        return False
    return all(_sure(u, step.body, known | {key}) for step in verb.steps)


# ---- questions about what was changed -------------------------------------------------------------------------------


def _late(u: Unit, node: Any, seen: Changed) -> bool:
    """Return whether a question reads what has been changed, other than as an amount that is accounted for."""
    if seen.other or (seen.relaid and any(isinstance(n, ir.Expr) and not isinstance(n, PLACELESS) for n in walk(node))):
        return True
    if not (seen.spent or seen.moved):
        return False
    return any(_reads(u, n, seen) for n in walk(node))


def _reads(u: Unit, n: Any, seen: Changed) -> bool:
    match n:
        case ir.Counted():
            return n.mark in seen.moved or (n.mark in seen.spent and n.bearer.type.many)
        case ir.Has() | ir.Holder() | ir.MarkOwner():
            return n.mark in seen.moved | seen.spent
        case ir.ValueOf() | ir.QualityOf() | ir.Can() | ir.CountsAs() | ir.HasAbilities():
            return bool(_marks_of(u, n, set()) & (seen.moved | seen.spent))
        case _:
            return False


def _marks_of(u: Unit, node: Any, known: set[Word]) -> set[str]:
    """Collect the markers that a phrase reads, through all the words it asks for."""
    found: set[str] = set()
    for n in walk(node):
        if isinstance(n, (ir.Has, ir.Counted, ir.Holder, ir.MarkOwner)):
            found.add(n.mark)
        asked = _asked(u, n)
        if asked is not None and asked[0] not in known:
            known.add(asked[0])
            found |= _marks_of(u, asked[1], known)
            for s in u.book.on(asked[0]):
                found |= _marks_of(u, (s.rule.match, s.rule.amount, s.rule.cond, s.rule.during), known)
    return found


def _asked(u: Unit, n: Any) -> tuple[Word, Any] | None:
    """Return the word for which a phrase asks, and what the game itself says of it; None if it asks for no word."""
    match n:
        case ir.ValueOf():
            return ValueFunction(n.value), (u.game.values[n.value].base, u.game.values[n.value].rules)
        case ir.QualityOf():
            return QualityFunction(n.quality), u.game.qualities[n.quality].cond
        case ir.Can():
            verb = u.game.verbs.get(n.verb)
            said = () if verb is None else (*(r.cond for r in verb.refusals), *(step.body for step in verb.steps))
            return CanFunction(n.verb), said
        case ir.CountsAs():
            return CountsFunction(n.field), ()
        case ir.HasAbilities():
            return abilities_word(n), ()
        case _:
            return None


# ---- what chance decides --------------------------------------------------------------------------------------------


def chancy(u: Unit, block: Any) -> bool:
    """Return whether chance, or a face-down pile, decides something in these statements. An order that chance makes
    decides nothing as long as nobody takes from the top."""
    drawn, mixed, taken = _chances(u, block, set())
    return drawn or (mixed and taken)


def _chances(u: Unit, block: Any, known: set[str]) -> tuple[bool, bool, bool]:
    """Return whether something is picked at random or from a face-down pile, whether an order is shuffled, and whether
    something is taken from the top of any zone: in these statements and in the deeds inside them."""
    drawn = mixed = taken = False
    for n in walk(block):
        match n:
            case ir.PickRandom():
                whole = not n.single and isinstance(n.count, ir.Size) and _same(n.count.of, n.of)
                drawn, mixed = drawn or not whole, mixed or whole
            case ir.Shuffle():
                mixed = True
            case ir.Top():
                taken = True
                drawn = drawn or (isinstance(n.zone, ir.ZoneOf) and u.game.zones[n.zone.zone].seen == "nobody")
            case ir.Do() if n.verb in u.game.verbs and n.verb not in known:
                known.add(n.verb)
                within = _chances(u, tuple(s.body for s in u.game.verbs[n.verb].steps), known)
                drawn, mixed, taken = drawn or within[0], mixed or within[1], taken or within[2]
            case _:
                pass
    return drawn, mixed, taken


def _same(a: ir.Expr, b: ir.Expr) -> bool:
    """Return whether both are the same local name."""
    return isinstance(a, ir.Var) and isinstance(b, ir.Var) and a.name == b.name
