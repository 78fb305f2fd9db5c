"""One game being played, looked into and argued about: the door for every front end.

A session holds a tree of moments. Answering leads from one to the next; going back loses nothing, and answering
differently there begins a branch. Nothing here prints, waits or reads a clock, and whatever cannot be done comes back
as a `Refused` with the session as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from moot.dsl.notation import Vocabulary, read_facts, read_moves
from moot.dsl.notation.parts import Fact, Setup, named

from ..kernel.events import Event, replay
from ..kernel.faults import Fault
from ..kernel.machine import Machine, new_game
from ..kernel.names import player_name
from ..kernel.state import State
from ..kernel.view import View
from ..sets.card_set import CardSet
from ..sets.cast import Cast, NoGame, Wish, resolve
from ..sets.legality import refusals
from ..sets.naming import Names
from .answers import Taken
from .lookup import Impossible
from .moment import Moment, Told
from .playing import Stopped, do
from .position import add, first_given, pose
from .refused import Refused
from .teller import Teller
from .whynot import Verdict

__all__ = ["Moment", "Refused", "Session", "Told", "begin", "start"]


@dataclass
class Session:
    """A game with its history. Make one with `begin` or `saving.load`."""

    set_: CardSet
    cast: Cast
    machine: Machine
    words: Vocabulary
    moments: list[Moment]
    here: int = 0
    within: int | None = None
    """While stepping: how many events after the last answer have been shown."""
    latest: dict[int, int] = field(default_factory=dict)
    """The child of each moment that was last gone to."""
    language: str | None = None
    """In which names are shown; None: that of the titles. Nothing that is kept depends on it."""

    @property
    def names(self) -> Names:
        """What things are called, for whoever shows something or reads what was typed."""
        return self.set_.names(self.language)

    # ---- where it stands

    @property
    def now(self) -> Moment:
        """The moment at which the session is."""
        return self.moments[self.here]

    @property
    def state(self) -> State:
        """The state shown: that of the moment, or on the way to it while stepping."""
        if self.within is None or self.now.parent is None:
            return self.now.state
        return replay(self.moments[self.now.parent].state, self.now.events[: self.within])

    @property
    def asked(self) -> int | None:
        """The player who must answer (from 0)."""
        return None if self.now.state.ask is None else self.now.state.ask.player

    def tell(self, viewer: int | None = None) -> Teller:
        """The one who speaks of this game to a player (None: to somebody who sees everything)."""
        return Teller(self, viewer)

    def question(self, viewer: int | None = None) -> str:
        """`p1: which card to draw`; who has won when the game is over."""
        return self.tell(viewer).question()

    def legal(self, viewer: int | None = None) -> list[str]:
        """The legal answers, in words; for a player, if it is he who is asked."""
        return self.tell(viewer).legal()

    def shown(self, viewer: int | None = None) -> list[str]:
        """The legal answers as a person sees them."""
        names = self.names
        return [names.say(text) for text in self.legal(viewer)]

    def view(self, player: int | None = None) -> View:
        """What a player (None: somebody who sees everything) knows."""
        return self.tell(player).view()

    def position(self) -> list[str]:
        """Everything that is so now, in the notation of positions."""
        lines = self.tell().position()
        assert not isinstance(lines, Refused)
        return lines

    def completions(self, typed: str, viewer: int | None = None) -> list[str]:
        """The legal answers that what was typed may become."""
        return self.tell(viewer).completions(typed)

    # ---- answering

    def answer(self, line: str, player: int | None = None, viewer: int | None = None) -> Sequence[Moment] | Refused:
        """Answer in words or by number: one answer, or the chain that follows from it. Somebody who looks as a player
        (`viewer`) answers for that player only, and as far as is known before an answer is given."""
        found = self.tell(viewer).read(line, player)
        return found if isinstance(found, Refused) else self._go(found)

    def play(self, line: str, viewer: int | None = None) -> Sequence[Moment] | Refused:
        """A line of the notation: `p1 builds Docks`, `the turn ends`, `p2: no`."""
        moves, faults = read_moves([(line, 0)], self.words, "")
        if faults:
            return Refused(f"`{line}` cannot be read", diagnostics=tuple(faults))
        gone: list[Moment] = []
        before = self.here, self.within
        for move in moves:
            taken = do(self.machine, self.now.state, move, viewer)
            if isinstance(taken, Stopped):
                self.here, self.within = before
                near = taken.miss.near if taken.miss else ()
                return Refused(taken.message, near)
            gone += self._go(taken)
        return gone

    def _go(self, taken: Iterable[Taken]) -> list[Moment]:
        return [self.took(one) for one in taken]

    def took(self, one: Taken) -> Moment:
        """Go where an answer leads that was tried out here."""
        return self._add(f"{player_name(one.player)}: {one.text}", one.state, one.events, one.player, one.code)

    def _add(
        self, line: str, state: State, events: tuple[Event, ...], player: int | None = None, code: int | None = None
    ) -> Moment:
        """A moment after this one; the one that is there already if the same line led to it before."""
        self.within = None
        for moment in self.moments[self.here + 1 :]:  # what comes of a moment stands behind it
            if moment.parent == self.here and moment.line == line and moment.state.key() == state.key():
                self._to(moment.id)
                return moment
        moment = Moment(len(self.moments), self.here, line, state, events, self.now.depth + 1, player, code)
        self.moments.append(moment)
        self._to(moment.id)
        return moment

    def _to(self, id: int) -> None:
        self.here, self.within = id, None
        step: int | None = id
        while step is not None and (parent := self.moments[step].parent) is not None:
            self.latest[parent] = step
            step = parent

    # ---- the tree

    def undo(self, times: int = 1) -> Moment | Refused:
        """Back by so many answers."""
        if self.now.parent is None:
            return Refused("this is the beginning")
        for _ in range(times):
            if self.now.parent is not None:
                self.here = self.now.parent
        self.within = None
        return self.now

    def redo(self, times: int = 1) -> Moment | Refused:
        """Forward again, along the branch that was last gone."""
        if self.here not in self.latest:
            return Refused("there is nothing to do again")
        for _ in range(times):
            self.here = self.latest.get(self.here, self.here)
        self.within = None
        return self.now

    def goto(self, id: int) -> Moment | Refused:
        """To any moment of the tree."""
        if not 0 <= id < len(self.moments):
            return Refused(f"there is no moment {id}: they go from 0 to {len(self.moments) - 1}")
        self._to(id)
        return self.now

    def path(self, id: int | None = None) -> list[Moment]:
        """The moments from the beginning to here, or to another one."""
        found: list[Moment] = []
        step: int | None = self.here if id is None else id
        while step is not None:
            found.append(self.moments[step])
            step = self.moments[step].parent
        return found[::-1]

    def children(self, id: int) -> list[Moment]:
        """The moments that were reached from one."""
        return [m for m in self.moments if m.parent == id]

    def leaves(self) -> list[Moment]:
        """The end of every branch."""
        parents = {m.parent for m in self.moments}
        return [m for m in self.moments if m.id not in parents]

    # ---- stepping

    def step(self, viewer: int | None = None) -> Told | Refused:
        """The next event after the last answer, told (to a player without words if it is none of his business); `state`
        is then the one after it. Behind the last event the session is at its decision again. Begins with the first
        event where it was not stepping."""
        events = self.now.events
        if self.now.parent is None:
            return Refused("nothing has happened yet")
        if not events:
            self.within = None
            return Refused("nothing came of it: " + self.question(viewer))
        at = 0 if self.within is None else self.within
        if at >= len(events):
            self.within = None
            return Refused("that was all that has happened: " + self.question(viewer))
        self.within = at + 1
        return self.tell(viewer).happenings(self.now, at + 1)[-1]

    # ---- asking

    def log(self, viewer: int | None = None, last: int | None = None) -> list[Told]:
        """What has happened on the way here, as a player may be told."""
        return self.tell(viewer).log(last)

    def why(self, about: str = "", player: int | None = None, viewer: int | None = None) -> list[str] | Refused:
        """Why the last thing happened; or why a value is what it is (`price of Library for p1`, `Library cost 5`)."""
        teller = self.tell(viewer)
        found = teller.why(about, player) if about.strip() else teller.why_last()
        if found is not None:
            return found
        return Refused(f"`{about}` names no value of this game" if about.strip() else "nothing has happened yet")

    def whynot(self, line: str, player: int | None = None, viewer: int | None = None) -> Verdict | Refused:
        """Why an answer is not among the legal ones."""
        return self.tell(viewer).whynot(line, player)

    # ---- posing

    def given(self, text: str, viewer: int | None = None) -> Moment | Refused:
        """Make facts so. With a number of players: a new position, from which everything begins anew. A position that
        is there is changed only by somebody who sees it all (`viewer`: who looks): a card that is put somewhere is
        missed where it lay."""
        facts, faults = read_facts([(line, 0) for line in text.split("\n")], self.words, "", True)
        if faults:
            return Refused("this cannot be read", diagnostics=tuple(faults))
        setup = first_given(facts)
        try:
            if setup is not None:
                return self._pose(setup, facts, text)
            if viewer is not None:
                return Refused("a change of the position tells where cards lay: look with `as nobody` first")
            state = add(self.machine, self.set_, self.now.state, facts)
        except (Impossible, Fault) as reason:
            return Refused(f"there is no such position: {reason}")
        return self._add(f"given {_one_line(text)}", state, ())

    def _pose(self, setup: Setup, facts: Sequence[Fact], text: str) -> Moment:
        posed = pose(self.machine, self.set_, setup, facts, list(dict.fromkeys(named(tuple(facts)))))
        self.cast = posed.cast
        self.moments = [Moment(0, None, f"given {_one_line(text)}", posed.state, posed.events, 0)]
        self.here, self.within, self.latest = 0, None, {}
        return self.now


def _one_line(text: str) -> str:
    lines = [part.strip() for part in text.split("\n") if part.strip()]
    return "".join(line + (" " if line.endswith((",", ";")) else "; ") for line in lines).rstrip("; ")


def begin(set_: CardSet, scenario: str | None = None, wish: Wish | None = None) -> Session | NoGame:
    """A new game of a scenario (None: the card set's first), up to its first question."""
    chosen = set_.scenario(scenario)
    if set_.library is None:
        return NoGame(("there are mistakes in the cards",), "`moot check` lists them")
    if chosen is None:
        if scenario is not None or set_.scenarios:
            return NoGame((f"there is no scenario `{scenario}`",))
        players = (wish.players if wish else None) or set_.library.min_players
        titles = set_.titles
        cast = Cast("", players, wish.seed if wish else 0, set_.numbers(titles), titles, wish.options if wish else {})
        reasons = refusals(set_, titles, players, cast.options)
        return NoGame(reasons) if reasons else start(set_, cast)
    found = resolve(set_, chosen, wish or Wish())
    return found if isinstance(found, NoGame) else start(set_, found)


def start(set_: CardSet, cast: Cast) -> Session:
    """A new game with these cards."""
    assert set_.library is not None
    machine = Machine(set_.library)
    events: list[Event] = []
    state = new_game(set_.library, cast.players, cast.seed, cast.cards, cast.options, None, events)
    root = Moment(0, None, "", state, tuple(events), 0)
    return Session(set_, cast, machine, set_.words, [root])
