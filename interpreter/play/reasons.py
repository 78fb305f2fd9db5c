"""Follow a condition that does not hold down to the words that are to blame, with their card and line.

A reason names the part that fails: a `refused` line, a *cannot*, a limit, a filter; an exception that would have helped
is told with what it lacks. A player learns no more than what follows from what he sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.explain import text_of
from ..kernel.faults import Fault
from ..kernel.knowing import Eyes, possibly, unknown
from ..kernel.machine import Machine
from ..kernel.names import player_name, thing
from ..kernel.program import IDLE, Ability, Ask, E, Function, Objection, Origin
from ..kernel.state import GROUP, State
from ..kernel.wording import COMPARED, Words
from .alternatives import Other, unfiltered
from .answer_words import names_something
from .candidates import apart, chosen_as, free, picked, within
from .deciding import Deciding, Place, clause_of, nearest
from .finding import NO_ANSWER, VAGUE, Cause, Why
from .followed import Standstill, stopped_after, stopped_trial
from .words import Options, inside, normal
from .words import Words as Typed

DEEPEST = 12
"""How far a condition is followed; then its own words must do."""
MOST = 8
"""Lines that tell what a condition read."""
USED = "it has been used"
"""The reason against what can be used once only, where the words for that are not known."""
CONDITION = re.compile(r"\b(?:if|unless)\b")
DOER = re.compile(r" (?:may|must)\b")


def moment(sentence: str) -> str:
    """Return the words before the doer of a sentence: `once in your turn`."""
    return DOER.split(sentence, maxsplit=1)[0].rpartition(",")[0] or sentence


class Search:
    """Follows failing conditions down to the words that are to blame. `rest`: the words of the line that may name what
    would be chosen. `asked`: the player who would choose it."""

    def __init__(self, c: Eyes, rest: Typed, asked: int | None) -> None:
        self.c = c
        self.line = self.rest = rest  # the words of the line, and those that have not yet named anything
        self.asked = asked
        self.own = "" if asked is None else f"p{asked + 1}"
        self.ability: Ability | None = None
        self.choices: dict[Origin | None, str | None] = {}  # the places that were looked at: what is chosen there?
        self.understood = 0  # words of the rest that named the thing to choose
        self.chosen: list[str] = []  # the things to choose that the line named
        self.decided = Deciding(c)
        self.spent = [cell for cell in c.lib.spent if c.s.m[cell]]

    def other(self, other: Other, state: State) -> list[Why]:
        """Return the reasons against an answer that is not offered."""
        f: Any = list(state.frames[-1])
        at = Place(f, self.c.lib.programs[int(f[0])].names)
        found: list[Why] = []
        if other.opt.guard is not None:
            found += self.fails(other.opt.guard, at)
        if other.opt.of is None:
            return found
        source, conditions = unfiltered(other.opt.of)
        if source.op == "abilities":
            player = self.c.value(source.args[0], f)
            found += self._ability(self.c.lib.abilities[other.value], player)
        if other.opt.slot is not None:
            f[other.opt.slot + 2] = other.value
        for slot, cond in reversed(conditions):
            f[slot + 2] = other.value
            found += self.fails(cond, at)
        asked = state.ask
        if not found and asked is not None:
            ask: Ask = self.c.lib.programs[asked.program].code[asked.pc].args[0]
            answer = ask.options.index(other.opt) * GROUP + other.value + 1
            if ask.lookahead is not None and answer not in asked.answers:
                there = stopped_after(Machine(self.c.lib), state, answer, ask.lookahead)
                found += self._stopped(there, 0)
        return found

    def _ability(self, ability: Ability, player: int) -> list[Why]:
        you = -1 if ability.you is None else self.c.value(ability.you, frame(-1, max(ability.slots, 2), (player,)))
        slots = frame(-1, max(ability.slots, 2), (player,))
        lent = True if ability.lent is None else self.c.value(ability.lent, slots)
        if unknown(you) or you != player or unknown(lent) or not lent:
            his = None if ability.you is None else E("==", (ability.you, E("slot", (0,))))
            cause = None if his is None else Cause(self.c.s, his, Place(slots, (("player", "player"),)))
            saw = self._whose(ability, you, slots)
            return [Why("not yours", "yours", within=ability.origin, saw=saw, cause=cause)]
        self.ability = ability
        found = self.fails(ability.guard, Place(slots, (("player", "player"),)))
        self.ability = None
        return [replace(w, within=ability.origin) for w in found]

    def _whose(self, ability: Ability, you: Any, slots: Any) -> tuple[str, ...]:
        """Return who may use an ability, as far as the viewer knows it."""
        if ability.you is None or unknown(you):
            return ()
        at = Place(slots, (("player", "player"),))
        return (f"{self.decided.name(ability.you, at)}: {player_name(you)}", *self.decided.rules(ability.you, at))

    def fails(self, e: E, at: Place, depth: int = 0) -> list[Why]:
        """Return the reasons why a condition does not hold; none if it does. Where it holds for another thing than the
        one that the line names, it does not hold for this."""
        c = self.c
        try:
            holds = c.value(e, at.f)
        except Fault:  # behind a part that fails, the cards need not make sense
            return [Why("there is no way to do it", "way")]
        if unknown(holds):
            return [Why(f"it depends on what {c.name()} does not see: {c.lacks(holds.on)}", "hidden", e.origin)]
        if holds:
            return self._for_the_named(e, at, depth)
        if e.origin is not None and e.origin.text == IDLE:
            return [Why(IDLE, "idle", e.origin, cause=Cause(c.s, e, at))]
        if depth < DEEPEST:
            if e.op == "and":
                return self._parts_that_fail(e.args, at, depth)
            if e.op == "or":
                return self._or_else(self._nearest_way(e.args, at, depth), [(part, at) for part in e.args])
            if e.op == "call":
                return self._call(e, at, depth) or [self._leaf(e, at)]
            if e.op == "pick":
                return self.fails(e.args[2], self._with(at, e.args[0], c.value(e.args[1], at.f)), depth + 1)
            if e.op == "some":
                found = self._some(e, at, depth)
                if found:
                    return found
        if e.op == "trial":
            there = stopped_trial(Machine(c.lib), c.s, e.args[0], tuple(c.value(a, at.f) for a in e.args[1:]))
            said = None if self.ability is None else self.ability.origin
            return self._stopped(there, depth) or [Why("there is no way to do it", "way", within=said)]
        return [self._leaf(e, at)]

    def _with(self, at: Place, slot: int, value: Any) -> Place:
        inner = Place(list(at.f), at.names, at.given)
        inner.f[slot + 2] = value
        return inner

    def _for_the_named(self, e: E, at: Place, depth: int) -> list[Why]:
        """Return the reasons against the thing that the line names, in a choice from which other things are left."""
        if not self.rest or depth >= DEEPEST:
            return []
        if e.op == "and":
            return [w for part in e.args for w in self._for_the_named(part, at, depth + 1)]
        if e.op == "pick":
            return self._for_the_named(e.args[2], self._with(at, e.args[0], self.c.value(e.args[1], at.f)), depth + 1)
        if e.op != "some" or not self._is_choice(e):
            return []
        source, conditions = unfiltered(e.args[0])
        options = self._named(source, at)
        found = picked(self.rest, options, self.own)
        return [] if found is None else self._against(options, *found, conditions, self._called(e, at), depth)

    def _parts_that_fail(self, parts: Sequence[E], at: Place, depth: int) -> list[Why]:
        """Return the reasons of each part that fails. A trial begins with the choices that stand before it: if one of
        these can be told to fail, the trial fails for that too, in whichever way it was begun. After a part that fails,
        there may be no answer to a later one, which rests on it: who pays for a card that nobody has?"""
        found: list[Why] = []
        chosen = False
        for part in parts:
            if part.op == "trial" and chosen:
                continue
            try:
                why = self.fails(part, at, depth + 1)
            except Fault:
                if not found:
                    raise
                continue
            found += why
            chosen = chosen or (self._begins_with_choice(part) and any(w.kind not in VAGUE for w in why))
        return found

    def _begins_with_choice(self, e: E) -> bool:
        return e.op == "some" and self._is_choice(e) or (e.op == "pick" and self._begins_with_choice(e.args[2]))

    def _stopped(self, there: Standstill | None, depth: int) -> list[Why]:
        """Return the reasons why a deed that must be done completely gets stuck, and what the other ways to do it
        lack."""
        if there is None or depth >= DEEPEST:
            return []
        search = Search(Eyes(self.c.lib, there.state, self.c.viewer), self.rest, self.asked)
        at = there.at
        if there.asked is not None and not search._some(there.cond, at, depth + 1, True):
            return [Why(f"then you cannot {there.asked.about}", "condition", there.asked.origin)]
        found = search.fails(there.cond, at, depth + 1)
        self.understood = max(self.understood, search.understood)
        self.chosen += [name for name in search.chosen if name not in self.chosen]
        return search._or_else(found, there.ways)

    def _nearest_way(self, ways: Sequence[E], at: Place, depth: int) -> list[Why]:
        """Return the best of several failing ways: those that only rules forbid, or else all of them. If the plain way
        is one of these, the roundabout ones are not."""
        failing: list[list[Why]] = []
        near: list[list[Why]] = []
        for way in ways:
            if near and way.op == "and" and any(part.op in ("or", "trial") for part in way.args):
                continue
            why = self.fails(way, at, depth + 1)
            failing.append(why)
            if why and all(w.kind in ("refused", "cannot", "once") for w in why):
                near.append(why)
        return [w for way in near or failing for w in way]

    def _or_else(self, found: list[Why], ways: Sequence[tuple[E, Place]]) -> list[Why]:
        """Add to what refuses a deed what the other ways to do it lack."""
        if not any(w.kind == "refused" for w in found):
            return found
        others, needs = self.decided.others(ways), tuple(Cause(self.c.s, way, at) for way, at in ways)

        def also(why: Why) -> Why:
            return replace(why, saw=tuple(dict.fromkeys((*why.saw, *others))), ways=needs)

        return [also(w) if w.kind == "refused" else w for w in found]

    def _call(self, e: E, at: Place, depth: int) -> list[Why]:
        fn = self.c.lib.functions[e.args[0]]
        inner = self.decided.within(e, at)
        if fn.form == "permission":
            return self._refusals(fn, inner, depth)
        if fn.form == "truth" and fn.base is not None and not fn.modifiers and fn.base.op in ("and", "call", "some"):
            return self.fails(fn.base, inner, depth + 1)
        return []

    def _refusals(self, fn: Function, at: Place, depth: int) -> list[Why]:
        found = []
        for r in fn.refusals:
            stands = self.c.value(r.cond, at.f)
            lifts = [] if r.ban or (not unknown(stands) and not stands) else [self.c.value(e, at.f) for e, _ in r.lifts]
            if any(not unknown(lift) and lift for lift in lifts):
                continue
            doubtful = [x for x in (stands, *lifts) if unknown(x)]
            if doubtful:
                lacks = self.c.lacks({h for x in doubtful for h in x.on})
                text = f"{r.text}: it depends on what {self.c.name()} does not see: {lacks}"
                found.append(Why(text, "hidden", r.origin))
            elif stands:
                saw = [*self._stood(r, at), *(line for lift in r.lifts for line in self._missing(*lift, at))]
                cause = Cause(self.c.s, E("not", (r.cond,)), at)
                said, kind = self.decided.said(r.text, at), "cannot" if r.ban else "refused"
                short = None if r.ban else self.decided.lacks(r.cond, at, False)
                found.append(Why(r.text, kind, r.origin, tuple(saw), said=said, cause=cause, lacks=short))
        if fn.needs is not None:
            found += self.fails(fn.needs, at, depth + 1)
        return found

    def _stood(self, r: Objection, at: Place) -> list[str]:
        """Return the values for which a sentence refuses: those of the conditions behind its `if` or `unless`. Of a
        card's rule, also whose it is where another card says so."""
        parts = r.cond.args if r.cond.op == "and" else (r.cond,)
        behind = [part for part in parts if self._is_condition(part, at, r.origin.text)]
        whole = E("and", tuple(behind)) if behind else E("num", (0,))
        saw = self.decided.lines(whole, at, False)
        return saw + [line for line in self.decided.rules(r.cond, at) if line not in saw] if r.ban else saw

    def _missing(self, lift: E, origin: Origin, at: Place) -> Iterator[str]:
        """Yield what an exception lacks that is there but does not hold: its sentence, and which of its conditions
        fails."""
        parts = lift.args if lift.op == "and" else (lift,)
        failing = [part for part in parts if not unknown(holds := self.c.value(part, at.f)) and not holds]
        if failing and all(self._is_condition(part, at, origin.text) for part in failing):
            yield f"{origin.card}: {origin.text} ({origin.place}): no"
            yield from (f"  {line}" for part in failing for line in self.decided.lines(part, at, True))

    def _is_condition(self, part: E, at: Place, sentence: str) -> bool:
        """Whether this is one of the conditions of a sentence: it stands behind `if` or `unless`. The rest of a rule
        says when it holds, and of whom and what."""
        _, *conditions = CONDITION.split(sentence, maxsplit=1)
        text = text_of(self.c, part, at.f, at.names)
        said = normal(text.removeprefix("not: ").removeprefix("unless "))
        return any(inside(said, normal(words)) for words in conditions)

    def _some(self, e: E, at: Place, depth: int, choice: bool = False) -> list[Why]:
        """Return the reasons why nothing is left to choose: what excluded the things that the line names, or else what
        excluded each thing. Where nobody chooses, of the things that lack least. `choice`: whether somebody surely
        chooses here."""
        source, conditions = unfiltered(e.args[0])
        inner = self._called(e, at)
        options = self._named(source, inner)
        choice = bool(options) and (choice or self._is_choice(e))
        found = picked(self.rest, options, self.own) if choice else None
        if choice and found is None and conditions and self._astray(conditions, inner, options):
            return [Why(NO_ANSWER, "none", saw=(f"one of {self.decided.name(source, inner)}",))]
        if found is None and options:
            whole = [w for part in free(conditions) for w in self.fails(part, inner, depth + 1)]
            if any(w.kind not in VAGUE for w in whole):
                return whole
        if found is not None:
            return self._against(options, *found, conditions, inner, depth)
        if not choice and conditions:
            near = nearest(self.c, conditions, [value for value, _ in options], list(inner.f))
            options = [(value, name) for value, name in options if value in near]
        meant = frozenset(name for _, name in options)
        against = self._against(options, meant, self.rest, conditions, inner, depth)
        return against if choice else [replace(w, of=w.of or e.origin) for w in against]

    def _against(
        self, options: Options, meant: frozenset[str], left: Typed,
        conditions: Sequence[tuple[int, E]], at: Place, depth: int,
    ) -> list[Why]:  # fmt: skip
        """Return the reasons against the things that are meant. `left`: the words of the line that do not name them."""
        before, self.rest = self.rest, left
        if left != before:
            self.chosen += [name for name in meant if name not in self.chosen]
        self.understood = max(self.understood, len(self.line) - len(left))
        against: list[tuple[str, list[Why]]] = []
        for value, name in options:
            if name in meant:
                against.append((name, self._excluded(conditions, value, at, depth)))
        self.rest = before
        return apart(against)

    def _excluded(self, conditions: Sequence[tuple[int, E]], value: int, at: Place, depth: int) -> list[Why]:
        """Return the reasons why one thing is not among those to choose."""
        found: list[Why] = []
        inner = Place(list(at.f), at.names, at.given)
        for slot, cond in reversed(conditions):
            inner.f[slot + 2] = value
            found += self.fails(cond, inner, depth + 1)
        return found

    def _named(self, source: E, at: Place) -> Options:
        """Return the members of a set with their names, as a question would list them."""
        sort = Words(self.c, at.f, at.names).sort(source)
        values = possibly(self.c.value(source, at.f))[:40]
        return [(v, thing(self.c.lib, self.c.s, sort, v, self.asked)) for v in values]

    def _is_choice(self, e: E) -> bool:
        if e.origin not in self.choices:
            self.choices[e.origin] = chosen_as(self.c.lib, e.origin)
        return self.choices[e.origin] is not None

    def _called(self, e: E, at: Place) -> Place:
        """Return the place in which a thing to choose has the author's name."""
        source, conditions = unfiltered(e.args[0])
        names, name = list(at.names), self.choices.get(e.origin) if self._is_choice(e) else None
        for slot, _ in conditions if name else ():
            names += [("", "")] * (slot + 1 - len(names))
            if not names[slot][0]:
                names[slot] = (name or "", Words(self.c, at.f, at.names).sort(source))
        return Place(list(at.f), tuple(names), at.given)

    def _astray(self, conditions: Sequence[tuple[int, E]], at: Place, options: Options) -> bool:
        """Whether the line names something that can be chosen neither here nor in the choices that follow."""
        if not any(names_something(self.c.lib, word) for word in self.rest):
            return False
        inner = Place(list(at.f), at.names, at.given)
        for slot, _ in conditions:
            inner.f[slot + 2] = options[0][0]
        later = [x for _, cond in conditions for x in within(cond) if x.op == "some" and self._is_choice(x)]
        sources = [unfiltered(x.args[0])[0] for x in later]
        return all(picked(self.rest, self._named(source, inner), self.own) is None for source in sources)

    def _leaf(self, e: E, at: Place) -> Why:
        ability = self.ability
        cause = Cause(self.c.s, e, at)
        said = None if ability is None else ability.origin
        if ability is not None and ability.used is not None and _reads(e, ability.used):
            return Why(moment(ability.origin.text), "once", within=ability.origin, cause=cause)
        ours = e.origin is None or e.origin.text == "you"
        if ours and e.op in COMPARED and Words(self.c, at.f, at.names).sort(e.args[0]) == "player":
            return Why("not yours", "yours", within=said, cause=cause)
        for cell in self.spent:
            if _reads(e, cell):
                return Why(USED, "once", within=said or clause_of(self.c.lib, cell), cause=cause)
        text = text_of(self.c, e, at.f, at.names)
        saw = tuple(line for line in self.decided.lines(e, at, True)[:MOST] if line != text)
        parts, shown = self._exclusions(e, at), self.decided.said(text, at)
        lacks = self.decided.lacks(e, at, True)
        return Why(text, "condition", e.origin, saw, said, parts=parts, said=shown, cause=cause, lacks=lacks)

    def _exclusions(self, e: E, at: Place) -> tuple[tuple[str, bool], ...]:
        """Return the words of several exclusions, and whether each holds."""
        excluded = e.args[0].args if e.op == "not" and e.args[0].op == "or" else ()
        return tuple((text_of(self.c, x, at.f, at.names), self.c.value(x, at.f) is True) for x in excluded)


def _reads(e: E, cell: int) -> bool:
    return e.op == "cell" and e.args[0] == cell or any(isinstance(a, E) and _reads(a, cell) for a in e.args)
