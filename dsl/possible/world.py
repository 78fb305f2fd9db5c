"""Finds what can happen in a whole game: a least fixed point over the deeds of all its declarations.

It begins with the phase `game` and adds, as long as there is something to add, whatever can follow: the verbs that are
done, the clauses that answer them, the things they are done to, the phases in which all this happens. What is not added
at the end can never happen. Which cards take part does not matter: it is as if all did.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property, reduce
from operator import and_, or_

from .. import ir, own_verbs
from ..checks.nodes import MAIN, Once, below, declared
from . import deeds, questions
from .deeds import Atom, Deeds, Places, Thing

Unit = tuple[str, str, int]
"""A part of the game that is done as a whole: `("verb", KEY, 0)`, `("phase", NAME, 0)`, `("card", TITLE, NUMBER)`."""

RUNGS = ("would", "instead", "before", "after")
"""The moments at which cards answer an event."""

EVERYTHING = -1
PLAYERS = 1
"""The first bit of a mask; the others are the cards, one each. `EVERYTHING` has all bits."""


class World:
    """What can happen in a game. `titles`: the bit of each card. `kinds`: the bits of the cards of each kind. `within`:
    for each unit that is ever done, the phases that may run then, and those that surely do. `events`: the same for each
    event. `told`: what the parameters of verbs and phases may be. `lies`: what may ever lie in each place. `marked`:
    on what each marker may ever lie. `given`: what a quality is given to while a deed is done. `begun`: rules that may
    begin. `clauses`: those of all cards by their moments. `lent`: kinds of whose cards one may have what another says;
    `shared`: cards of which players may. `resumes`: phases that were suspended go on. `posed`: kinds and places where
    the game never lays them, as it should. `unknown`: something is done of which nothing is known, so anything may
    happen."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.titles = {title: 2 << i for i, title in enumerate(game.cards)}
        self.kinds = dict.fromkeys(game.kinds, 0)
        for title, card in game.cards.items():
            self.kinds[card.kind] |= self.titles[title]
        self.phases = {name: 1 << i for i, name in enumerate(game.phases)}
        self.within: dict[Unit, tuple[int, int]] = {}
        self.events: dict[str, tuple[int, int]] = {}
        self.told: dict[tuple[str, str], list[Thing]] = {}
        self.lies = dict.fromkeys(game.zones, 0)
        self.marked = dict.fromkeys(game.markers, 0)
        self.given = dict.fromkeys(game.qualities, 0)
        self.posed: set[tuple[str, str]] = set()
        self.begun: list[ir.Rule] = []
        self.lent: frozenset[str] = frozenset()
        self.shared: frozenset[str] = frozenset()
        self._waiting: list[Unit] = []
        self.clauses = _heard(game)
        self._masks: dict[frozenset[Atom], int] = {}
        self._after: dict[Atom, Places] = {}
        self._follows: dict[Unit, frozenset[Unit]] = {}
        self._follow()
        done = [self.deeds(unit) for unit in self.within]
        self.unknown = any(one.unknown for one in done)
        self.resumes = any(one.resumes for one in done)
        for one in done:
            self.begun += one.lasting
        standing = [(title, rule) for title, card in game.cards.items() for rule in card.rules]
        lending = [(t, r) for t, r in (*standing, *(("", rule) for rule in self.begun)) if r.form == "abilities"]
        self.lent = frozenset(rule.name for _, rule in lending if rule.doer is None)
        self.shared = frozenset(t for title, rule in lending if rule.doer is not None for t in _of(game, title, rule))
        self._lay(done)
        self._pose()

    # ---- what is done, and when -------------------------------------------------------------------------------------

    def _follow(self) -> None:
        """Follows what is done from the beginning of the game."""
        if MAIN in self.game.phases:
            self._reach(("phase", MAIN, 0), 0, 0)
        every = sum(self.phases.values())
        main = self.phases.get(MAIN, 0)
        for unit in self.clauses.get(("state", ""), ()):
            self._reach(unit, every, main)
        self._happens([own_verbs.USE.key, own_verbs.MOVED.key, *own_verbs.TARGETS], every, main)
        while self._waiting:
            unit = self._waiting.pop()
            sort, name, _ = unit
            may, must = self.within[unit]
            if sort == "verb":
                verb = self.game.verbs[name]
                self._happens([name, *(f"{name}/{step.name}" for step in verb.steps)], may, must)
            elif sort == "phase":
                self._run(self.game.phases[name], may, must)
            self._begin(self.deeds(unit), may, must)

    def _run(self, phase: ir.Phase, may: int, must: int) -> None:
        """Notes that a phase is run: its steps take place, and its end comes, if the game does not end before."""
        last = self.over_in(phase)
        steps = [f"{phase.name}/{step.name}" for step in phase.steps]
        self._answered([("start", phase.name)], may, must)
        if last is None:
            self._happens(steps, may, must)
            self._answered([("end", phase.name)], may, must)
        else:
            self._happens(steps[:last], may, must)
            self._happens([steps[last]], may, must, ("would", "instead", "before"))

    def over_in(self, phase: ir.Phase) -> int | None:
        """Returns the number of the step of a phase in which the game surely ends: nothing happens after it."""
        last = deeds.wins_in(phase)
        replaced = last is not None and ("instead", f"{phase.name}/{phase.steps[last].name}") in self.clauses
        return None if replaced else last

    def _begin(self, done: Deeds, may: int, must: int) -> None:
        """Goes on to what a unit does."""
        for key, args in done.calls:
            name = key.partition("/")[0]
            verb = self.game.verbs.get(name)
            if verb is not None:
                self._tell(name, ("", *(p.name for p in verb.params)), args)
                self._reach(("verb", name, 0), may, must)
        for name, arg in done.runs:
            phase = self.game.phases[name]
            if phase.param is not None and arg is not None:
                self._tell(name, (phase.param.name,), (arg,))
            self._reach(("phase", name, 0), may | self.phases[name], must | self.phases[name])
        self._happens({f"mark:{mark}" for mark, _, _ in done.puts}, may, must)
        if done.uses:
            self._answered([("ability", name) for name in self.game.phases], may, must)

    def _tell(self, name: str, params: Iterable[str], args: Iterable[Thing]) -> None:
        for param, arg in zip(params, args, strict=False):
            known = self.told.setdefault((name, param), [])
            if arg not in known:
                known.append(arg)

    def _reach(self, unit: Unit, may: int, must: int) -> None:
        """Notes that a unit is done while such phases run."""
        if unit[0] == "phase":
            may, must = may | self.phases[unit[1]], must | self.phases[unit[1]]
        before = self.within.get(unit)
        after = (may, must) if before is None else (before[0] | may, before[1] & must)
        if after != before:
            self.within[unit] = after
            if unit not in self._waiting:
                self._waiting.append(unit)

    def _happens(self, events: Iterable[str], may: int, must: int, rungs: Iterable[str] = RUNGS) -> None:
        for event in events:
            before = self.events.get(event)
            self.events[event] = (may, must) if before is None else (before[0] | may, before[1] & must)
            self._answered([(rung, event) for rung in rungs], may, must)

    def _answered(self, moments: Iterable[tuple[str, str]], may: int, must: int) -> None:
        for moment in moments:
            for unit in self.clauses.get(moment, ()):
                self._reach(unit, may, must)

    def deeds(self, unit: Unit) -> Deeds:
        """Returns what a unit does."""
        sort, name, number = unit
        if sort == "verb":
            return deeds.of_verb(self.game.verbs[name])
        if sort == "phase":
            return deeds.of_phase(self.game.phases[name])
        return deeds.of_card(self.game.cards[name])[number]

    @cached_property
    def ends(self) -> tuple[int, int] | None:
        """The phases that may run when somebody wins, and those that surely do (None: nobody ever wins)."""
        found = [within for unit, within in self.within.items() if self.deeds(unit).wins]
        if not found:
            return None
        return reduce(or_, [may for may, _ in found]), reduce(and_, [must for _, must in found])

    # ---- what comes to lie where ------------------------------------------------------------------------------------

    def _lay(self, done: Sequence[Deeds]) -> None:
        """Finds what comes to lie in each place, and on what each marker comes to lie."""
        for one in done:
            for zone, things in one.moves:
                self._lay_in(zone, self.mask(things.what))
            for quality, things in one.gives:
                self.given[quality] |= self.mask(things.what)
        swaps = [pair for one in done for pair in one.swaps]
        joined = [pair for one in done for pair in one.joined]
        puts = [(m, self.mask(on.what), source) for one in done for m, on, source in one.puts if m in self.marked]
        before: object = None
        while before != (before := (dict(self.lies), dict(self.marked))):
            for left, right in swaps:
                self._exchange(left, right)
                self._exchange(right, left)
            for first, second in joined:
                both = EVERYTHING if first is None or second is None else self.lies[first] | self.lies[second]
                self._lay_in(first, both)
                self._lay_in(second, both)
            for mark, on, source in puts:
                if source is None or self.mask(source.what) & self.marked[mark]:
                    self.marked[mark] |= self._bears(mark, on)

    def _pose(self) -> None:
        """Takes it that cards come to lie where their kind says that they work, and anywhere if none of their kind is
        ever laid anywhere. Where the game does not do so, it is not done yet, and somebody poses them."""
        laid = 0
        for mask in self.lies.values():
            laid |= mask
        for kind in self.game.kinds.values():
            mask = self.kinds[kind.name]
            held = [zone for zone, decl in self.game.zones.items() if decl.holds == kind.name]
            for zone in held if not laid & mask else where_it_works(kind):
                if not self.lies[zone] & mask:
                    self.lies[zone] |= mask
                    self.posed.add((kind.name, zone))

    def _exchange(self, here: Thing, comes: Thing) -> None:
        """Lays cards wherever those may lie that they are swapped with."""
        places, mask = self.places(here.places), self.mask(here.what)
        for zone in self.game.zones if places is None else places:
            if self.lies[zone] & mask:
                self._lay_in(zone, self.mask(comes.what))

    def _lay_in(self, zone: str | None, mask: int) -> None:
        for name in self.game.zones if zone is None else (zone,):
            self.lies[name] |= mask & self.kinds.get(self.game.zones[name].holds, 0)

    def _bears(self, mark: str, mask: int) -> int:
        """Returns those of some things on which a marker can lie at all."""
        on = self.game.markers[mark].on
        allowed = sum(PLAYERS if name == "player" else self.kinds.get(name, 0) for name in on)
        if "card" in on:
            allowed |= sum(self.kinds.values())
        return mask & allowed

    # ---- what words stand for ---------------------------------------------------------------------------------------

    def mask(self, what: frozenset[Atom]) -> int:
        """Returns the things that some atoms stand for."""
        if what not in self._masks:
            self._masks[what] = self._resolved(what)
        return self._masks[what]

    def _resolved(self, what: frozenset[Atom]) -> int:
        found, seen, waiting = 0, set(what), list(what)
        while waiting:
            sort, name, param = waiting.pop()
            match sort:
                case "any":
                    return EVERYTHING
                case "player":
                    found |= PLAYERS
                case "doer":
                    verb = own_verbs.verb(self.game, name)
                    found |= PLAYERS if verb is None else self.mask(deeds.of_type(verb.doer))
                case "kind":
                    found |= self.kinds.get(name, 0)
                case "card":
                    found |= self.own(name)
                case _:
                    new = {atom for one in self.args(name, param) for atom in one.what} - seen
                    seen |= new
                    waiting += new
        return found

    def own(self, title: str) -> int:
        """Returns which cards may have what is written on a card: `this` may be any of them."""
        kind = self.game.cards[title].kind if title in self.game.cards else ""
        return self.kinds[kind] if kind in self.lent else self.titles.get(title, 0)

    def args(self, name: str, param: str) -> list[Thing]:
        """Returns what a verb or phase is ever told. `param`: the name of a parameter, `0` for its first one. A verb of
        the language is told anything."""
        if own_verbs.verb(self.game, name) is not self.game.verbs.get(name):
            return [Thing(deeds.ANYTHING)]
        if param == "0":
            verb, phase = self.game.verbs.get(name), self.game.phases.get(name)
            first = verb.params[0] if verb is not None and verb.params else phase.param if phase is not None else None
            if first is None:
                return [Thing(deeds.ANYTHING)]
            param = first.name
        if ":" in name:
            return self.asked.get((name, param), [])
        return self.told.get((name, param), [])

    @cached_property
    def asked(self) -> dict[tuple[str, str], list[Thing]]:
        """What values, qualities and permissions are ever asked of, by what they are called (`questions`)."""
        params: dict[str, tuple[ir.Param, ...]] = {}
        for value in self.game.values.values():
            params[questions.about("value", value.name)] = value.params
        for quality in self.game.qualities.values():
            params[questions.about("quality", quality.name)] = (quality.param,)
        for verb in self.game.verbs.values():
            params[questions.about("permit", verb.key)] = verb.params
        found: dict[tuple[str, str], list[Thing]] = {}
        for one in declared(self.game):
            for name, things in questions.of(one):
                for param, thing in zip(params.get(name, ()), things, strict=False):
                    known = found.setdefault((name, param.name), [])
                    if thing not in known:
                        known.append(thing)
        return found

    def places(self, of: Places, among: int = EVERYTHING) -> frozenset[str] | None:
        """Returns the places that some atoms stand for; None: anywhere. `among`: what is told counts only if it may be
        one of these things."""
        if of is None:
            return None
        found: set[str] = set()
        seen, waiting = set(of), list(of)
        while waiting:
            atom = waiting.pop()
            further: Places = frozenset()
            match atom[0]:
                case "zone":
                    found.add(atom[1])
                case "of":
                    told = [one for one in self.args(atom[1], atom[2]) if self.mask(one.what) & among]
                    if any(one.places is None for one in told):
                        return None
                    further = frozenset(place for one in told for place in one.places or ())
                case _:
                    further = self._moved_by(atom)
                    if further is None:
                        return None
            assert further is not None
            waiting += further - seen
            seen |= further
        return frozenset(found)

    def _moved_by(self, atom: Atom) -> Places:
        """Returns where a deed, a phase, any `as soon as`, or what answers an event before it may move cards; what
        follows from it comes as further atoms."""
        if atom not in self._after:
            units = list(self.units(atom))
            seen = set(units)
            found: set[Atom] = set()
            for unit in units:
                done = self.deeds(unit)
                if done.uses or done.unknown or done.swaps or done.joined or any(z is None for z, _ in done.moves):
                    found.add(("any", "", ""))
                found |= {("zone", zone, "") for zone, _ in done.moves if zone is not None}
                further = {u for u in self._followed(unit, done) if u in self.within} - seen
                seen |= further
                units += further
            self._after[atom] = None if ("any", "", "") in found else frozenset(found)
        return self._after[atom]

    def units(self, atom: Atom) -> Iterable[Unit]:
        """Returns the units that an atom speaks of."""
        sort, name, _ = atom
        if sort == "soon":
            moments = (("state", ""), *((rung, own_verbs.MOVED.key) for rung in RUNGS))
            return [unit for moment in moments for unit in self.clauses.get(moment, ())]
        if sort != "until":
            return [(sort, name, 0)]
        key, _, step = name.partition("/")
        declared = self.game.verbs.get(key) or self.game.phases.get(key)
        if step and (declared is None or declared.steps[0].name != step):
            return [("verb" if key in self.game.verbs else "phase", key, 0)]
        rungs = [(rung, event) for rung in ("would", "instead", "before") for event in {key, name}]
        return [unit for at in rungs for unit in self.clauses.get(at, ())]

    def follows(self, unit: Unit) -> frozenset[Unit]:
        """Returns the units that a unit begins, and those that answer it."""
        if unit not in self._follows:
            self._follows[unit] = self.begun_by(unit, self.deeds(unit))
        return self._follows[unit]

    def begun_by(self, unit: Unit, done: Deeds, whole: bool = True) -> frozenset[Unit]:
        """Returns the units that some deeds of a unit begin, and those that answer them. `whole`: the unit is done."""
        used = [u for name in self.game.phases for u in self.clauses.get(("ability", name), ())] if done.uses else []
        found = self._followed(unit if whole else ("", "", 0), done)
        return frozenset([u for u in (*found, *used) if u in self.within])

    def _followed(self, unit: Unit, done: Deeds) -> Iterator[Unit]:
        """Yields the units that a unit begins, and those that answer it, but for abilities."""
        sort, name, _ = unit
        yield from (("verb", key.partition("/")[0], 0) for key, _ in done.calls)
        yield from (("phase", key, 0) for key, _ in done.runs)
        declared = self.game.verbs.get(name) if sort == "verb" else self.game.phases.get(name)
        steps = declared.steps if declared is not None and sort != "card" else ()
        events = [*(f"{name}/{step.name}" for step in steps), *(f"mark:{mark}" for mark, _, _ in done.puts)]
        events += [name] if sort == "verb" else []
        for rung in RUNGS:
            for event in events:
                yield from self.clauses.get((rung, event), ())
        if sort == "phase":
            yield from (unit for rung in ("start", "end") for unit in self.clauses.get((rung, name), ()))


def _of(game: ir.Game, title: str, rule: ir.Rule) -> Iterator[str]:
    """Yields the cards whose abilities a rule may give to players. `title`: the card of the rule, if it is known."""
    for part in rule.match.parts if isinstance(rule.match, ir.And) else (rule.match,):
        match part:
            case ir.Is(op="==", left=ir.Var(name=var), right=ir.Var(name="this")) if title and var == rule.args[0]:
                yield title
                return
            case ir.Is(op="==", left=ir.Var(name=var), right=ir.CardNamed(title=named)) if var == rule.args[0]:
                yield named
                return
    yield from (name for name, card in game.cards.items() if card.kind == rule.name)


@Once[ir.Kind, frozenset[str]]
def where_it_works(kind: ir.Kind) -> frozenset[str]:
    """Returns the places that a kind names where it says when its cards work."""
    return frozenset(node.zone for node in below(kind.works) if isinstance(node, ir.ZoneOf))


def _heard(game: ir.Game) -> dict[tuple[str, str], list[Unit]]:
    """Returns the clauses of all cards by their moments: the window, and the event or phase."""
    found: dict[tuple[str, str], list[Unit]] = {}
    for title, card in game.cards.items():
        for i, clause in enumerate(card.clauses):
            moment = clause.moment
            what = "" if moment.kind == "state" else moment.event or moment.phase or ""
            found.setdefault((moment.kind, what), []).append(("card", title, i))
    return found
