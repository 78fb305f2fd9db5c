"""Keeps every question about the whole game in one place, and notes which of them were asked.

What was found in a declaration is found again as long as it is the same declaration and the answers to what was asked
for it are the same. So a set under a house rule, which differs in a few declarations, costs little.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from .. import ir
from ..checks.nodes import MAIN, Declared, Once, below, declared
from .deeds import Places, Thing, of_type
from .moments import ANYTIME, moments
from .onward import answered, onward
from .stages import Stages
from .world import EVERYTHING, PLAYERS, Unit, World

T = TypeVar("T")
Question = tuple[str, tuple[Any, ...]]
"""A method that answers a question, and what it is told."""


class Facts:
    """What can happen in a game, asked for by name. `noted`: the questions that were asked, with their answers (None:
    they are not noted now). What does not differ between sets that share a declaration is not a question: its words."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.world = World(game)
        self.titles = self.world.titles
        self.kinds = self.world.kinds
        self.phases = self.world.phases
        self.copies = {title: card.copies for title, card in game.cards.items()}
        self.players = (float(game.least_players), float(game.most_players))
        self.noted: dict[Question, object] | None = None
        self._stages: dict[str, Stages] = {}

    def answer(self, question: Question) -> object:
        """Returns the answer to a question."""
        return getattr(self, question[0])(*question[1])

    def note(self, method: str, told: tuple[Any, ...], answer: T) -> T:
        """Notes a question with its answer, and returns the answer."""
        if self.noted is not None:
            self.noted[method, told] = answer
        return answer

    def lies(self, zone: str) -> int:
        """Returns what may ever lie in a place."""
        return self.note("lies", (zone,), self.world.lies[zone])

    def marked(self, mark: str) -> int:
        """Returns on what a marker may ever lie."""
        return self.note("marked", (mark,), self.world.marked[mark])

    def happens(self, event: str) -> bool:
        """Returns whether an event ever happens."""
        return self.note("happens", (event,), event in self.world.events)

    def within(self, sort: str, name: str, number: int = 0) -> tuple[int, int] | None:
        """Returns which phases may run, and which surely do, when a part of the game is done; None: it never is."""
        unit: Unit = (sort, name, number)
        return self.note("within", unit, self.world.within.get(unit))

    def ends(self) -> tuple[int, int] | None:
        """Returns which phases may run, and which surely do, when somebody wins; None: nobody ever does."""
        return self.note("ends", (), self.world.ends)

    def when(self, form: str, name: str) -> tuple[int, int]:
        """Returns which phases may run, and which surely do, when a value or quality is asked for in play."""
        return self.note("when", (form, name), self._moments.get((form, name), ANYTIME))

    @cached_property
    def _moments(self) -> dict[tuple[str, str], tuple[int, int]]:
        return moments(self.world)

    def over(self, mark: str, may: int) -> bool:
        """Returns whether a marker surely is gone when no other phases than these may run."""
        return self.note("over", (mark, may), self._over(mark, may))

    def _over(self, mark: str, may: int) -> bool:
        until = self.game.markers[mark].until
        if until is None or until not in self.phases or until == MAIN or may & self.phases[until]:
            return False
        return all(self.world.within[unit][1] & self.phases[until] for unit in self._puts.get(mark, ()))

    def own(self, title: str) -> int:
        """Returns which cards may have what is written on a card."""
        return self.note("own", (title,), self.world.own(title))

    def shared(self, title: str) -> bool:
        """Returns whether players may have what is written on a card, wherever it lies."""
        return self.note("shared", (title,), title in self.world.shared)

    def over_in(self, phase: str) -> int | None:
        """Returns the number of the step of a phase in which the game surely ends."""
        return self.note("over_in", (phase,), self.world.over_in(self.game.phases[phase]))

    def gone(self, mark: str, at: Unit | None) -> bool:
        """Returns whether a marker surely is gone, or not put yet, when a part of the game is done."""
        return at is not None and self.note("gone", (mark, at), self._gone(mark, at))

    def _gone(self, mark: str, at: Unit) -> bool:
        until = self.game.markers[mark].until
        if until is None or until not in self.phases or until == MAIN:
            return False
        stages, puts = self.stages(until), self._puts.get(mark, ())
        inside = all(self.world.within[unit][1] & self.phases[until] for unit in puts)
        last = any(stages.last(unit) == stages.end for unit in puts)
        return stages.known and inside and not last and stages.last(at) < stages.first_put(mark, puts)

    def not_yet(self, event: str, phase: str | None, at: Unit | None) -> bool:
        """Returns whether an event surely has not happened in a phase when a part of the game is done in it."""
        if at is None or phase is None:
            return False
        return self.note("not_yet", (event, phase, at), self._not_yet(event, phase, at))

    def _not_yet(self, event: str, phase: str, at: Unit) -> bool:
        key, _, mark = event.partition("/")[0].partition(":")
        if not mark and key not in self.game.verbs:
            return False
        stages = self.stages(phase)
        puts = self._puts.get(mark, ())
        first = stages.first_put(mark, puts) if mark else stages.first([("verb", key, 0)])
        return stages.known and 0 <= stages.last(at) < first

    def stages(self, phase: str) -> Stages:
        """Returns when in a phase something can be done."""
        if phase not in self._stages:
            self._stages[phase] = Stages(self.world, self.game.phases[phase])
        return self._stages[phase]

    @cached_property
    def _puts(self) -> dict[str, list[Unit]]:
        """The parts of the game that put each marker."""
        found: dict[str, list[Unit]] = {}
        for unit in self.world.within:
            for mark, _, _ in self.world.deeds(unit).puts:
                found.setdefault(mark, []).append(unit)
        return found

    def asked(self, verb: str) -> bool:
        """Returns whether something asks if a verb can be done."""
        return self.note("asked", (verb,), verb in self._asked)

    @cached_property
    def _asked(self) -> frozenset[str]:
        return frozenset().union(*map(_asks, declared(self.game)))

    def places(self, of: Places) -> frozenset[str] | None:
        """Returns the places that some atoms stand for; None: anywhere."""
        return None if of is None else self.note("places", (of,), self.world.places(of))

    def onward(self, event: str, places: frozenset[str]) -> frozenset[str] | None:
        """Returns where something may lie that an event has laid in some places, while it is being answered; None:
        anywhere."""
        return self.note("onward", (event, places), onward(self.world, event, places))

    def answered(self, verbs: frozenset[str]) -> tuple[frozenset[tuple[str, int]], frozenset[str], bool]:
        """Returns what may answer verbs while they are done, beside what they do themselves: the markers that it puts,
        and on what; the places to which it moves cards; and whether it may do anything at all."""
        return self.note("answered", (verbs,), answered(self.world, verbs))

    def replaced(self, verb: str) -> bool:
        """Returns whether something may be done in place of a verb, or of a step of it."""
        return self.note("replaced", (verb,), verb in self._replaced)

    @cached_property
    def _replaced(self) -> frozenset[str]:
        return frozenset(event.partition("/")[0] for rung, event in self.world.clauses if rung == "instead")

    def forbidden(self, verb: str) -> bool:
        """Returns whether some rule forbids a verb."""
        return self.note("forbidden", (verb,), verb in self._forbidden)

    @cached_property
    def _forbidden(self) -> frozenset[str]:
        rules = [*(rule for card in self.game.cards.values() for rule in card.rules), *self.world.begun]
        return frozenset(rule.name for rule in rules if rule.form == "permit" and rule.cannot)

    def told(self, key: str, param: str, among: int = EVERYTHING) -> tuple[int, frozenset[str] | None]:
        """Returns what a parameter of a verb, phase or question may be, if it is one of some things, and where that may
        lie."""
        told = [one for one in self.world.args(key, param) if self.world.mask(one.what) & among]
        mask = self.world.mask(frozenset(atom for one in told for atom in one.what)) & among
        return self.note("told", (key, param, among), (mask, self.world.places(_where(told), among)))

    def verb(self, key: str) -> ir.Verb | None:
        """Returns a verb."""
        return self.note("verb", (key,), self.game.verbs.get(key))

    def phase(self, name: str) -> ir.Phase | None:
        """Returns a phase."""
        return self.note("phase", (name,), self.game.phases.get(name))

    def about(self, phase: str) -> str | None:
        """Returns the kind of card that a phase is about."""
        param = self.game.phases[phase].param
        return self.note("about", (phase,), None if param is None else param.type.name)

    def zone(self, name: str) -> ir.Zone:
        """Returns a place."""
        return self.note("zone", (name,), self.game.zones[name])

    def marker(self, name: str) -> ir.Marker:
        """Returns a marker."""
        return self.note("marker", (name,), self.game.markers[name])

    def params(self, form: str, name: str) -> tuple[ir.Param, ...]:
        """Returns what a value, quality or verb is told. Of `blank`, the language asks itself."""
        params: tuple[ir.Param, ...] = ()
        if form == "value" and name in self.game.values:
            params = self.game.values[name].params
        elif form == "quality" and name in self.game.qualities and name != "blank":
            params = (self.game.qualities[name].param,)
        elif form == "permit" and name in self.game.verbs:
            params = self.game.verbs[name].params
        return self.note("params", (form, name), params)

    def kind(self, name: str) -> ir.Kind:
        """Returns a kind of card."""
        return self.note("kind", (name,), self.game.kinds[name])

    def mask(self, t: ir.Type) -> int:
        """Returns the things of a type."""
        return self.world.mask(of_type(t)) if t.sort in ("player", "card", "bearer") else EVERYTHING

    def most(self, mask: int) -> float:
        """Returns how many things there are at most."""
        if mask == EVERYTHING:
            return float("inf")
        cards = sum([n for title, n in self.copies.items() if mask & self.titles[title]])
        return cards + (self.players[1] if mask & PLAYERS else 0)


@Once[Declared, frozenset[str]]
def _asks(one: Declared) -> frozenset[str]:
    """Returns the verbs of which a declaration asks whether they can be done."""
    return frozenset(node.verb.partition("/")[0] for node in below(one) if isinstance(node, ir.Can))


def _where(told: list[Thing]) -> Places:
    if any(one.places is None for one in told):
        return None
    return frozenset(place for one in told for place in one.places or ())
