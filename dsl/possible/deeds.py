"""What a declaration does by itself, in the order of its text: which deeds, to which things, and where these may lie.

The things are named as far as the text names them: a kind of card, one card, players, or whatever is given as a
parameter. `world` puts the declarations together and finds out what the parameters are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from .. import ir
from ..checks.nodes import Once, below

Atom = tuple[str, str, str]
"""Some things: `("kind", NAME, "")`, `("card", TITLE, "")`, `("player", "", "")`, `("any", "", "")` for everything, or
`("of", VERB, PARAMETER)` for whatever a verb or phase is told."""

Places = frozenset[Atom] | None
"""Where something may lie: `("zone", NAME, "")`, or whatever a deed (`verb`, `phase`) may have moved it to, or where
what is given as a parameter lies (`of`). `until`: where what answers an event before it may have moved it to. `SOON`:
where an `as soon as` may have moved it to. None: anywhere."""

SOON: Atom = ("soon", "", "")
ANYTHING = frozenset({("any", "", "")})
PLAYER = frozenset({("player", "", "")})


@dataclass(frozen=True, slots=True)
class Thing:
    """What a name or phrase may stand for, and where that may lie."""

    what: frozenset[Atom]
    places: Places = None


@dataclass(slots=True)
class Deeds:
    """What a block does. `calls`: verbs, with what they are told. `runs`: phases, with what they are about. `puts`: a
    marker, what it comes to lie on, and from what it is taken (None: from nowhere, or from the bank). `moves`: places,
    and what comes to lie there. `swaps`: things that take each other's places. `joined`: two places that exchange
    their cards. `gives`: a quality, and what has it while a deed is done. `lasting`: rules that begin. `uses`: whether
    an ability is begun. `wins`: whether it may end the game. `resumes`: whether a phase goes on that was suspended.
    `unknown`: it does something that this module does not know."""

    calls: list[tuple[str, tuple[Thing, ...]]] = field(default_factory=list)
    runs: list[tuple[str, Thing | None]] = field(default_factory=list)
    puts: list[tuple[str, Thing, Thing | None]] = field(default_factory=list)
    moves: list[tuple[str | None, Thing]] = field(default_factory=list)
    swaps: list[tuple[Thing, Thing]] = field(default_factory=list)
    joined: list[tuple[str | None, str | None]] = field(default_factory=list)
    gives: list[tuple[str, Thing]] = field(default_factory=list)
    lasting: list[ir.Rule] = field(default_factory=list)
    uses: bool = False
    wins: bool = False
    resumes: bool = False
    unknown: bool = False


Names = Mapping[str, Thing]


@Once[ir.Verb, Deeds]
def of_verb(verb: ir.Verb) -> Deeds:
    """Returns what a verb does."""
    return _of((step.body for step in verb.steps), _told(verb.key, verb.params, verb.doer))


@Once[ir.Phase, Deeds]
def of_phase(phase: ir.Phase) -> Deeds:
    """Returns what a phase does."""
    params = () if phase.param is None else (phase.param,)
    return _of((step.body for step in phase.steps), _told(phase.name, params, ir.Type("player")))


@Once[ir.Step, Deeds]
def of_step(step: ir.Step) -> Deeds:
    """Returns what a step of a phase does, whatever the phase is about."""
    return _of([step.body], {"you": Thing(PLAYER)})


@Once[ir.Card, tuple[Deeds, ...]]
def of_card(card: ir.Card) -> tuple[Deeds, ...]:
    """Returns what each clause of a card does."""
    return tuple([_of([clause.body], clause_names(card, clause.moment)) for clause in card.clauses])


@Once[ir.Phase, int | None]
def wins_in(phase: ir.Phase) -> int | None:
    """Returns the number of the step of a phase in which the game surely ends, unless the step does not take place."""
    return next((i for i, step in enumerate(phase.steps) if _wins(step.body)), None)


def _wins(block: ir.Block) -> bool:
    """Returns whether the game surely ends in a block."""
    for stmt in block:
        match stmt:
            case ir.Win():
                return True
            case ir.If() if _wins(stmt.then) and _wins(stmt.otherwise):
                return True
        if any(isinstance(one, STOPPING) or isinstance(one, ir.Do) and one.decides for one in below(stmt)):
            return False
    return False


STOPPING = (ir.Choose, ir.PickRandom, ir.Require, ir.Either, ir.May, ir.UseAbility, ir.Leave, ir.Suspend, ir.Resume)
"""What may keep the rest of a block from being done."""


def clause_names(card: ir.Card, moment: ir.Moment) -> dict[str, Thing]:
    """Returns what the names stand for that the first line of a clause gives."""
    known = {"this": Thing(frozenset({("card", card.title, "")})), "you": Thing(PLAYER)}
    event = (moment.event or "").partition("/")[0]
    if moment.subject is not None and moment.among is not None:
        known[moment.subject] = Thing(of_type(moment.among.type))
    elif moment.subject is not None:
        known[moment.subject] = Thing(frozenset({("of", event, "0")}))
    for var, name in moment.roles:
        known[var] = Thing(PLAYER if name == ir.ASKED else frozenset({("of", event, name)}))
    if moment.doer is not None:
        known[moment.doer] = Thing(frozenset({("doer", event, "")}))
    return known


def _told(key: str, params: Iterable[ir.Param], doer: ir.Type) -> dict[str, Thing]:
    known = {"you": Thing(of_type(doer))}
    for param in params:
        atom = frozenset({("of", key, param.name)})
        known[param.name] = Thing(atom, atom)
    return known


def _of(blocks: Iterable[ir.Block], names: dict[str, Thing]) -> Deeds:
    found = Deeds()
    for block in blocks:
        Reader(found).block(block, names)
    return found


def of_type(t: ir.Type) -> frozenset[Atom]:
    """Returns the things that a phrase of a type may stand for."""
    match t.sort:
        case "player":
            return PLAYER
        case "card":
            return frozenset({("kind", t.name, "")}) if t.name is not None else ANYTHING
        case "bearer":
            names = (t.name or "").split(" ")
            if "card" in names:
                return ANYTHING
            return frozenset(("player", "", "") if n == "player" else ("kind", n, "") for n in names if n != "bank")
    return ANYTHING if t.sort in ("ability", "truth") else frozenset()


def thing(e: ir.Expr | None, names: Names) -> Thing:
    """Returns what a phrase may stand for, and where that may lie."""
    match e:
        case None | ir.Nobody():
            return Thing(frozenset())
        case ir.Var():
            return names.get(e.name) or Thing(of_type(e.type))
        case ir.CardNamed():
            return Thing(frozenset({("card", e.title, "")}))
        case ir.CardsIn() | ir.Top():
            place = e.zone.zone if isinstance(e.zone, ir.ZoneOf) else None
            return Thing(of_type(e.type), None if place is None else frozenset({("zone", place, "")}))
        case ir.Where() | ir.Without():
            return thing(e.of, names)
    return Thing(of_type(e.type))


def moved(block: object) -> Places:
    """Returns where the deeds of a block may move anything to; None: anywhere."""
    found: set[Atom] = set()
    for node in below(block):
        match node:
            case ir.MoveCards(to=ir.ZoneOf(zone=zone)):
                found |= {("zone", zone, ""), SOON}
            case ir.Do():
                found |= {("verb", node.verb.partition("/")[0], ""), SOON}
            case ir.RunPhase():
                found |= {("phase", node.phase, ""), SOON}
            case ir.MoveCards() | ir.Swap() | ir.UseAbility():
                return None
            case ir.Stmt():
                found.add(SOON)
    return frozenset(found)


class Reader:
    """Reads blocks, and notes what they do."""

    def __init__(self, found: Deeds) -> None:
        self.found = found

    def block(self, block: ir.Block, names: dict[str, Thing]) -> None:
        """Reads statements in order. `names` is changed: it gains their names, and what may have been moved may lie
        elsewhere afterwards."""
        for stmt in block:
            inner = self._named(stmt, names)
            self.asks(stmt, inner)
            self._one(stmt, inner)
            if not isinstance(stmt, ir.Let | ir.Choose | ir.PickRandom | ir.Require | ir.Nothing | ir.Show):
                _move_on(names, stmt)
            if isinstance(stmt, ir.MoveCards) and isinstance(stmt.cards, ir.Var) and stmt.cards.name in names:
                to = frozenset({("zone", stmt.to.zone, ""), SOON}) if isinstance(stmt.to, ir.ZoneOf) else None
                names[stmt.cards.name] = replace(names[stmt.cards.name], places=to)

    def asks(self, stmt: ir.Stmt, names: Names) -> None:
        """Reads the phrases of a statement: of what it does itself, they say nothing."""

    def _named(self, stmt: ir.Stmt, names: dict[str, Thing]) -> dict[str, Thing]:
        """Returns the names in a statement. What it names for those after it is added to `names`."""
        match stmt:
            case ir.Let():
                names[stmt.name] = thing(stmt.value, names)
            case ir.Choose() | ir.PickRandom():
                names[stmt.name] = thing(stmt.of, names)
            case ir.ForEach() | ir.Repeat():
                inner = dict(names)
                if isinstance(stmt, ir.ForEach):
                    inner[stmt.var] = thing(stmt.of, names)
                _move_on(inner, stmt.body)
                return inner
            case ir.May() if stmt.var is not None:
                return {**names, stmt.var: Thing(PLAYER)}
        return dict(names)

    def _one(self, stmt: ir.Stmt, names: dict[str, Thing]) -> None:
        found = self.found
        deed = known(stmt)
        match deed:
            case None:
                found.unknown = True
            case ir.Do():
                found.calls.append((deed.verb, (thing(deed.doer, names), *(thing(a, names) for a in deed.args))))
                if deed.as_quality is not None:
                    found.gives += [(deed.as_quality, thing(a, names)) for a in deed.args]
            case ir.RunPhase():
                found.runs.append((deed.phase, None if deed.arg is None else thing(deed.arg, names)))
            case ir.MoveCards():
                found.moves.append((_zone(deed.to), thing(deed.cards, names)))
                if deed.face_down:
                    found.puts.append((ir.FACE_DOWN, thing(deed.cards, names), None))
            case ir.Turn():
                if deed.down:
                    found.puts.append((ir.FACE_DOWN, thing(deed.cards, names), None))
            case ir.Swap():
                if deed.what == "cards":
                    found.swaps.append((thing(deed.left, names), thing(deed.right, names)))
                elif deed.what == "zones":
                    found.joined.append((_zone(deed.left), _zone(deed.right)))
            case ir.MoveAmount() | ir.MoveSingle() | ir.Put() | ir.Mark() | ir.Recover():
                self._puts(deed, names)
            case ir.UseAbility():
                found.uses = True
            case ir.Win():
                found.wins = True
            case ir.Lasting():
                found.lasting.append(deed.rule)
            case ir.Resume():
                found.resumes = True
            case ir.Choose() | ir.If() | ir.ForEach() | ir.Repeat() | ir.May() | ir.Either():
                self._within(deed, names)
            case (
                ir.Let() | ir.PickRandom() | ir.Require() | ir.Nothing() | ir.Shuffle() | ir.Show() | ir.Leave()
                | ir.Suspend() | ir.Remember() | ir.UnmarkAll()
            ):  # fmt: skip
                pass
            case _:
                assert_never(deed)

    def _puts(self, stmt: ir.Stmt, names: Names) -> None:
        puts = self.found.puts
        match stmt:
            case ir.MoveAmount() if stmt.to is not None:
                source = None if stmt.source is None else thing(stmt.source, names)
                puts.append((stmt.mark, thing(stmt.to, names), source))
            case ir.MoveSingle():
                puts.append((stmt.mark, thing(stmt.to, names), None))
            case ir.Put() | ir.Mark(off=False):
                puts.append((stmt.mark, thing(stmt.on, names), None))
            case ir.Recover() if stmt.paid.measure is not None:
                puts.append((stmt.paid.measure, thing(stmt.doer, names), None))

    def _within(self, stmt: ir.Stmt, names: dict[str, Thing]) -> None:
        """Reads the blocks inside a statement."""
        match stmt:
            case ir.Choose():
                self.block(stmt.otherwise or (), names)
            case ir.If():
                self.block(stmt.then, dict(names))
                self.block(stmt.otherwise, dict(names))
            case ir.ForEach() | ir.Repeat() | ir.May():
                self.block(stmt.body, names)
            case ir.Either():
                for branch in stmt.branches:
                    self.block((*(() if branch.choose is None else (branch.choose,)), *branch.body), dict(names))
                self.block(stmt.otherwise or (), dict(names))


def known(stmt: ir.Stmt) -> ir.AnyStmt | None:
    """Returns a statement as one of the sorts that there are; None if it is of another."""
    return stmt if isinstance(stmt, ir.AnyStmt) else None


def _zone(e: ir.Expr) -> str | None:
    return e.zone if isinstance(e, ir.ZoneOf) else None


def _move_on(names: dict[str, Thing], block: object) -> None:
    """Notes that a block may move things to more places."""
    lying = [name for name, one in names.items() if one.places is not None]
    places = moved(block) if lying else None
    for name in lying:
        before = names[name].places
        after = None if places is None or before is None else before | places
        names[name] = replace(names[name], places=after)
