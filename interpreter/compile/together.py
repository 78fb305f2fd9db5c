"""What must be possible together: when it cannot be told beforehand, it is tried.

What several statements need is asked of the position before the first of them (`needs`). That is exact as long as none
of them changes what a later one needs, or only takes amounts that are reckoned with. Otherwise they are *tangled*: then
they are tried in order on a copy. What chance or a face-down pile decides is not tried, for trying would tell it.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from moot.dsl import ir

from .effects import Effects
from .layout import walk
from .needs import leading


@dataclass
class Seen:
    """What statements have changed so far: amounts that are reckoned with, amounts that are not, anything else."""

    spent: frozenset[str] = frozenset()
    moved: frozenset[str] = frozenset()
    changed: bool = False

    def copy(self) -> Seen:
        return Seen(self.spent, self.moved, self.changed)

    def add(self, other: Seen) -> None:
        self.spent, self.moved = self.spent | other.spent, self.moved | other.moved
        self.changed = self.changed or other.changed


@dataclass(frozen=True)
class Part:
    """Statements that are a program of their own, because they are tried: what they read, and on which card they
    stand."""

    block: tuple[ir.Stmt, ...]
    names: tuple[tuple[str, str], ...] = field(default=())
    card: str = ""


class Together(Effects):
    """Finds out which statements are tangled, and which deeds may come to nothing."""

    @abstractmethod
    def said_of(self, word: str) -> Iterator[Any]:
        """What cards say of a value or a quality."""

    @abstractmethod
    def watched(self, key: str) -> bool:
        ...

    @abstractmethod
    def replacing(self, key: str) -> Iterator[bool]:
        """The clauses by which others may put something else in the place of a deed: whether each is forced."""

    # -- statements that cannot be judged beforehand
    def tangled(self, block: Sequence[ir.Stmt]) -> bool:
        """Whether these statements must be tried together."""
        return self._tangled(block, Seen()) and not self._chancy(block)

    def _tangled(self, block: Sequence[ir.Stmt], seen: Seen) -> bool:
        return any(self._step(s, seen) for s in block)

    def _step(self, s: ir.Stmt, seen: Seen) -> bool:
        match s:
            case ir.Let() | ir.Nothing() | ir.Show() | ir.PickRandom():
                return False
            case ir.Require():
                return self._late(s.cond, seen)
            case ir.Choose():
                free = s.otherwise is not None or isinstance(s.of, ir.WordsOf)
                return not free and (seen.changed or self._late(s.of, seen))
            case ir.Do():
                return self._doing(s, seen)
            case ir.MoveAmount() | ir.Put():
                seen.moved |= {s.mark}
                return False
            case ir.If():
                asks = not (self._sure(s.then) and self._sure(s.otherwise))
                return (asks and self._late(s.cond, seen)) or self._branches((s.then, s.otherwise), seen)
            case ir.Either():
                bodies = [b.body if b.choose is None else (b.choose, *b.body) for b in s.branches]
                bodies += [] if s.otherwise is None else [s.otherwise]
                if seen.changed and not any(self._sure(body) for body in bodies):
                    return True
                return self._branches(bodies, seen)
            case ir.ForEach() | ir.Repeat():
                seen.changed = True
                return not self._sure(s.body)
            case _:
                seen.changed = True
                return False

    def _branches(self, bodies: Sequence[Sequence[ir.Stmt]], seen: Seen) -> bool:
        """One of them is done; afterwards any of them may have been."""
        after = [seen.copy() for _ in bodies]
        if any(self._tangled(body, then) for body, then in zip(bodies, after, strict=True)):
            return True
        for then in after:
            seen.add(then)
        return False

    def _doing(self, s: ir.Do, seen: Seen) -> bool:
        verb = self.game.verbs.get(s.verb)
        if verb is None or s.as_quality is not None:
            seen.changed = True
            return False
        inside = [n for step in verb.steps for n in walk(step.body) if isinstance(n, ir.Stmt)]
        amounts = all(isinstance(n, (ir.MoveAmount, ir.If, ir.Nothing)) for n in inside)
        if not self._sure_deed(s.verb):
            asked = (s.args, tuple(r.cond for r in verb.refusals))
            if seen.changed or self._late(asked, seen):
                return True
            if seen.spent and (not amounts or self.has_bans(s.verb)):
                return True
        if self._tangled_deed(verb):
            return True
        marks = frozenset(n.mark for n in inside if isinstance(n, ir.MoveAmount))
        direct = frozenset(n.mark for step in verb.steps for n in step.body if isinstance(n, ir.MoveAmount))
        if not amounts or any(self.watched(k) for k in self._keys_of(verb)):
            seen.changed = seen.changed or any(not isinstance(n, ir.Nothing) for n in inside)
        else:
            seen.spent |= direct
            seen.moved |= marks - direct
        return False

    def _tangled_deed(self, verb: ir.Verb) -> bool:
        """Whether the steps of a deed are tangled in themselves; one that does itself is not for that."""
        if verb.key not in self._deeds:
            self._deeds[verb.key] = False
            self._deeds[verb.key] = any(self._tangled(step.body, Seen()) for step in verb.steps)
        return self._deeds[verb.key]

    @cached_property
    def _deeds(self) -> dict[str, bool]:
        return {}

    def _sure(self, block: Sequence[ir.Stmt], known: frozenset[str] = frozenset()) -> bool:
        """Whether these statements can be done whatever the position is."""
        return all(self._sure_one(s, known) for s in block)

    def _sure_one(self, s: ir.Stmt, known: frozenset[str]) -> bool:
        match s:
            case ir.Require():
                return False
            case ir.PickRandom():
                return not s.single
            case ir.Choose():
                return s.otherwise is not None or isinstance(s.of, ir.WordsOf)
            case ir.Do():
                return s.verb not in self.game.verbs or self._sure_deed(s.verb, known)
            case ir.If():
                return self._sure(s.then, known) and self._sure(s.otherwise, known)
            case ir.ForEach() | ir.Repeat():
                return self._sure(s.body, known)
            case ir.Either():
                ways = [b.body if b.choose is None else (b.choose, *b.body) for b in s.branches]
                return s.otherwise is not None or any(self._sure(way, known) for way in ways)
            case _:
                return True

    def _sure_deed(self, key: str, known: frozenset[str] = frozenset()) -> bool:
        """Whether nothing can ever stand against a deed."""
        verb = self.game.verbs[key]
        if key in known:
            return True
        if verb.refusals or self.has_bans(key) or any(self.has_ways(k) for k in self._keys_of(verb)):
            return False
        return all(self._sure(step.body, known | {key}) for step in verb.steps)

    def _late(self, node: Any, seen: Seen) -> bool:
        """Whether a question reads what has been changed, and not as an amount that is reckoned with."""
        if seen.changed:
            return True
        if not (seen.spent or seen.moved):
            return False
        return any(self._reads(n, seen) for n in walk(node))

    def _reads(self, n: Any, seen: Seen) -> bool:
        match n:
            case ir.Counted():
                return n.mark in seen.moved or (n.mark in seen.spent and n.bearer.type.many)
            case ir.Has() | ir.Holder() | ir.MarkOwner():
                return n.mark in seen.moved | seen.spent
            case ir.ValueOf() | ir.QualityOf() | ir.Can() | ir.CountsAs():
                return bool(self._marks_of(n, set()) & (seen.moved | seen.spent))
            case _:
                return False

    def _marks_of(self, node: Any, known: set[str]) -> set[str]:
        """The markers that a phrase reads, through all the words it asks for."""
        found: set[str] = set()
        for n in walk(node):
            if isinstance(n, (ir.Has, ir.Counted, ir.Holder, ir.MarkOwner)):
                found.add(n.mark)
            word = self._asked_word(n)
            if word is not None and word not in known:
                known.add(word)
                found |= self._marks_of(self._definition(n), known)
                for rule in self.said_of(word):
                    found |= self._marks_of(rule, known)
        return found

    def _asked_word(self, n: Any) -> str | None:
        match n:
            case ir.ValueOf():
                return f"value {n.value}"
            case ir.QualityOf():
                return f"quality {n.quality}"
            case ir.Can():
                return f"can {n.verb}"
            case ir.CountsAs():
                return f"counts {n.field}"
            case _:
                return None

    def _definition(self, n: Any) -> Any:
        match n:
            case ir.ValueOf():
                return (self.game.values[n.value].base, self.game.values[n.value].rules)
            case ir.QualityOf():
                return self.game.qualities[n.quality].cond
            case ir.Can() if n.verb in self.game.verbs:
                verb = self.game.verbs[n.verb]
                return (tuple(r.cond for r in verb.refusals), tuple(step.body for step in verb.steps))
            case _:
                return ()

    def _chancy(self, block: Any) -> bool:
        """Whether chance, or what lies face down on a pile, decides something in these statements. An order that chance
        makes decides nothing as long as nobody takes from the top."""
        drawn, mixed, taken = self._chances(block, set())
        return drawn or (mixed and taken)

    def _chances(self, block: Any, known: set[str]) -> tuple[bool, bool, bool]:
        """Whether something is picked at random or from a face-down pile, whether an order is mixed, and whether
        something is taken from the top of any place; in what is done here, and in the deeds within."""
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
                    drawn = drawn or (isinstance(n.zone, ir.ZoneOf) and self.game.zones[n.zone.zone].seen == "nobody")
                case ir.Do() if n.verb in self.game.verbs and n.verb not in known:
                    known.add(n.verb)
                    within = self._chances(tuple(s.body for s in self.game.verbs[n.verb].steps), known)
                    drawn, mixed, taken = drawn or within[0], mixed or within[1], taken or within[2]
                case _:
                    pass
        return drawn, mixed, taken

    # -- deeds that may come to nothing
    def _keys_of(self, verb: ir.Verb) -> list[str]:
        return [verb.key, *(f"{verb.key}/{s.name}" for s in verb.steps)]

    def given_up(self, key: str, forced: bool, known: frozenset[str] = frozenset()) -> bool:
        """Whether something else may take the place of a deed, of a step of it or of a deed within; `forced`: whether
        it may have to."""
        verb = self.game.verbs.get(key)
        if verb is None or key in known:
            return False
        if any(must or not forced for k in self._keys_of(verb) for must in self.replacing(k)):
            return True
        return any(
            self.given_up(n.verb, forced, known | {key})
            for step in verb.steps for n in walk(step.body) if isinstance(n, ir.Do)
        )  # fmt: skip

    def tells(self, key: str, known: frozenset[str] = frozenset()) -> bool:
        """Whether a deed, once it is begun, may not be done, or not wholly; then its program says so."""
        verb = self.game.verbs.get(key)
        if verb is None or key in known:
            return False
        if self.given_up(key, False):
            return True
        within = [n.verb for step in verb.steps for n in walk(step.body) if isinstance(n, ir.Do)]
        return any(v in self.game.verbs and (not self.trivial(v) or self.tells(v, known | {key})) for v in within)

    @cached_property
    def paid(self) -> frozenset[str]:
        """The deeds that must be done wholly somewhere, or not at all, and those within them."""
        found: set[str] = set()
        for card in self.game.cards.values():
            for clause in card.clauses:
                start = len(leading(clause.body))
                self._within(clause.body[start : start + clause.cost], found)
        for node in walk((self.game.verbs, self.game.phases, self.game.cards)):
            if isinstance(node, (ir.May, ir.Branch)) and self.tangled(node.body):
                self._within(node.body, found)
        return frozenset(found)

    def _within(self, block: Any, found: set[str]) -> None:
        for n in walk(block):
            if isinstance(n, ir.Do) and n.verb in self.game.verbs and n.verb not in found:
                found.add(n.verb)
                self._within(tuple(step.body for step in self.game.verbs[n.verb].steps), found)

    def asserts(self, key: str) -> bool:
        """Whether a deed's program says at its end whether it was done."""
        return key in self.paid and self.tells(key)

    # -- clauses
    def tried(self, clause: ir.Clause) -> int:
        """How many statements of a clause must be possible together and are therefore tried; 0: none."""
        start = len(leading(clause.body))
        end = start + clause.cost
        cost = clause.body[start:end]
        replaced = any(isinstance(s, ir.Do) and self.given_up(s.verb, True) for s in cost)
        if clause.cost and (self.tangled(clause.body[:end]) or (replaced and not self._chancy(clause.body[:end]))):
            return max(end, self._last(clause, end))
        return self._last(clause, end)

    def _last(self, clause: ir.Clause, end: int) -> int:
        """Up to the last choice that comes after something has been done, where a clause is optional."""
        if clause.must:
            return 0
        for i in range(len(clause.body) - 1, end, -1):
            s = clause.body[i]
            picks = isinstance(s, (ir.Choose, ir.Either)) and s.otherwise is None
            if picks and self.tangled(clause.body[: i + 1]) and not self.tangled(clause.body[:i]):
                return i + 1
        return 0


def _same(a: ir.Expr, b: ir.Expr) -> bool:
    """Whether both are the same local name."""
    return isinstance(a, ir.Var) and isinstance(b, ir.Var) and a.name == b.name
