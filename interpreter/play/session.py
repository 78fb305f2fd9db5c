"""One game being played, looked into and argued about: the door for every front end.

A session holds a cast and the history of a game with it. Whatever a front end needs is asked of it, of the `Teller`
that it hands out for somebody's eyes, or of the values that these give. Nothing here prints, waits or reads a clock,
and whatever cannot be done comes back as `NotDone`, with the session as it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random

from moot.dsl.notation import Vocabulary, read_facts, read_moves
from moot.dsl.notation.parts import Acts, Fact, Given, Ruling, Setup, When, named

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.machine import Machine, new_game
from ..kernel.names import player_name
from ..kernel.state import State
from ..kernel.view import View
from ..sets.card_set import CardSet
from ..sets.cast import Cast, NoGame, Wish, resolve
from ..sets.legality import refusals
from ..sets.naming import Names
from .answers import Taken, options, take
from .board import Board, BoardMark, BoardZone, board
from .finding import FORBIDDEN, LEGAL, Finding, Why, speaks_of, unposed
from .history import History
from .lookup import Impossible
from .moment import Moment, Told
from .not_done import NotDone
from .playing import Stopped, do
from .position import add, first_actor, first_given, pose
from .teller import Teller
from .why import Because, Worth
from .words import Line

__all__ = [
    "FORBIDDEN", "LEGAL", "Because", "Board", "BoardMark", "BoardZone", "Fault", "Finding", "Line", "Moment",
    "NotDone", "Session", "Teller", "Told", "Why", "Worth", "begin", "start", "unposed",
]  # fmt: skip


@dataclass
class Session:
    """A game with its history. Make one with `begin`, `start` or `saving.load`."""

    card_set: CardSet
    cast: Cast
    machine: Machine
    history: History
    language: str | None = None
    """In which names are shown; None: that of the titles. Nothing that is kept depends on it."""
    posed: str | None = None
    """The text of a position that was just posed; None once a line has been played in it."""

    @property
    def names(self) -> Names:
        """What things are called, for whoever shows something or reads what was typed."""
        return self.card_set.names(self.language)

    @property
    def words(self) -> Vocabulary:
        """The words that may be used of this game."""
        return self.card_set.words

    @property
    def seats(self) -> tuple[str, ...]:
        """What the players are called: `p1`, `p2`, …"""
        return tuple(map(player_name, range(self.cast.players)))

    @property
    def board(self) -> Board:
        """What the game declares, for whoever draws a table."""
        return board(self.machine.lib)

    # ---- where it stands

    @property
    def now(self) -> Moment:
        """The moment at which the session is."""
        return self.history.now

    @property
    def here(self) -> int:
        """The number of that moment."""
        return self.history.here

    @property
    def state(self) -> State:
        """The state shown: that of the moment, or on the way to it while stepping."""
        return self.history.state

    @property
    def stepping(self) -> bool:
        """Whether the state shown is one on the way to this moment."""
        return self.history.within is not None

    @property
    def asked(self) -> int | None:
        """The player who must answer (from 0)."""
        return self.history.asked

    def under_way(self) -> list[str]:
        """Return the phases under way, each with how often it has begun: `round 3`, `turn of King`."""
        events = [event for moment in self.history.path()[:-1] for event in moment.events]
        events += self.history.shown
        main = self.board.main
        return [_counted(phase, events) for phase in self.view()["phases"] if phase != main]

    def tell(self, viewer: int | None = None) -> Teller:
        """Return the one who speaks of this game to a player (None: to somebody who sees everything)."""
        return Teller(self.card_set, self.machine, self.history, viewer)

    def question(self, viewer: int | None = None) -> str:
        """Return `p1: which card to draw`; who has won when the game is over."""
        return self.tell(viewer).question()

    def legal(self, viewer: int | None = None) -> list[str]:
        """Return the legal answers, in words; for a player, if it is he who is asked."""
        return self.tell(viewer).legal()

    def shown(self, viewer: int | None = None) -> list[str]:
        """Return the legal answers as a person sees them."""
        names = self.names
        return [names.say(text) for text in self.legal(viewer)]

    def view(self, player: int | None = None) -> View:
        """Return what a player (None: somebody who sees everything) knows."""
        return self.tell(player).view()

    def position(self) -> list[str]:
        """Return everything that is so now, in the notation of positions."""
        lines = self.tell().position()
        assert not isinstance(lines, NotDone)
        return lines

    # ---- answering

    def answer(
        self, line: str | Line, player: int | None = None, viewer: int | None = None
    ) -> Sequence[Moment] | NotDone:
        """Answer in words or by number: one answer, or the chain that follows from it. Somebody who looks as a player
        (`viewer`) answers for that player only, and as far as is known before an answer is given."""
        found = self.tell(viewer).read(_read(line), player)
        return found if isinstance(found, NotDone) else self._go(found)

    def play(self, line: str, viewer: int | None = None) -> Sequence[Moment] | NotDone:
        """Play a line of the notation: `p1 builds Docks`, `the turn ends`, `p2: no`."""
        moves, faults = read_moves([(line, 0)], self.words, "")
        if faults:
            return NotDone(f"`{line}` cannot be read", diagnostics=tuple(faults))
        gone: list[Moment] = []
        before = self.history.here, self.history.within
        for move in moves:
            taken = do(self.machine, self.now.state, move, viewer)
            if isinstance(taken, Stopped):
                self.history.here, self.history.within = before
                near = taken.miss.near if taken.miss else ()
                return NotDone(taken.message, near)
            gone += self._go(taken)
        return gone

    def random(self, times: int) -> list[Moment]:
        """Give so many answers by chance, or as many as there are until the game is over. The same moment always leads
        to the same ones."""
        picker = Random(f"{self.cast.seed} {self.here} {self.now.depth}")
        gone: list[Moment] = []
        while self.asked is not None and len(gone) < times:
            code, _ = picker.choice(options(self.machine, self.now.state))
            gone.append(self.took(take(self.machine, self.now.state, code)))
        return gone

    def _go(self, taken: Iterable[Taken]) -> list[Moment]:
        return [self.took(one) for one in taken]

    def took(self, one: Taken) -> Moment:
        """Go where an answer leads that was tried out here."""
        return self.history.took(one)

    # ---- the tree

    def undo(self, times: int = 1) -> Moment | NotDone:
        """Go back by so many answers."""
        return self.history.undo(times)

    def redo(self, times: int = 1) -> Moment | NotDone:
        """Go forward again, along the branch that was last gone."""
        return self.history.redo(times)

    def goto(self, id: int) -> Moment | NotDone:
        """Go to any moment of the tree."""
        return self.history.goto(id)

    def path(self, id: int | None = None) -> list[Moment]:
        """Return the moments from the beginning to here, or to another one."""
        return self.history.path(id)

    def ahead(self) -> list[Moment]:
        """Return the moments from here on, along the branch that was last gone."""
        return list(self.history.ahead())

    def leaves(self) -> list[Moment]:
        """Return the end of every branch."""
        return self.history.leaves()

    def moment(self, id: int) -> Moment:
        """Return the moment with this number."""
        return self.history.moments[id]

    def children(self) -> dict[int, list[int]]:
        """Return the moments that were reached from each one, by their numbers."""
        return self.history.children()

    @property
    def tried(self) -> int:
        """How many answers have been given in all, on every branch."""
        return len(self.history.moments) - 1

    # ---- stepping

    def step(self, viewer: int | None = None) -> Told | NotDone:
        """Show the next event after the last answer (to a player without words if it is none of his business); `state`
        is then the one after it. Behind the last event the session is at its decision again. Begins with the first
        event where it was not stepping."""
        events, history = self.now.events, self.history
        if self.now.parent is None:
            return NotDone("nothing has happened yet")
        if not events:
            history.within = None
            return NotDone("nothing came of it: " + self.question(viewer))
        at = 0 if history.within is None else history.within
        if at >= len(events):
            history.within = None
            return NotDone("that was all that has happened: " + self.question(viewer))
        history.within = at + 1
        return self.tell(viewer).happenings(self.now, at + 1)[-1]

    def step_from_the_answer(self) -> None:
        """Begin to step with the first event after the last answer."""
        self.history.within = 0 if self.now.events else None

    # ---- asking

    def log(self, viewer: int | None = None, last: int | None = None) -> list[Told]:
        """Say what has happened on the way here, as a player may be told."""
        return self.tell(viewer).log(last)

    def why(self, about: str = "", player: int | None = None, viewer: int | None = None) -> Because | Worth | NotDone:
        """Say why the last thing happened; or why a value is what it is (`price of Library for p1`, `Library cost 5`),
        or why the last thing happened of which these words speak."""
        found = self.tell(viewer).why(about, player)
        if found is not None:
            return found
        return NotDone(f"`{about}` names no value of this game" if about.strip() else "nothing has happened yet")

    def whynot(self, line: str | Line, player: int | None = None, viewer: int | None = None) -> Finding | NotDone:
        """Say why an answer is not among the legal ones."""
        return self.tell(viewer).whynot(_read(line), player)

    def speaks_of(self, said: str, why: Why) -> bool:
        """Say whether words mean this reason: they are in it, or in the line of the card on which it stands."""
        return speaks_of(self.card_set.sources, said, why)

    # ---- posing

    def given(self, text: str, viewer: int | None = None) -> Moment | NotDone:
        """Make facts so. With a number of players: a new position, from which everything begins anew. A position that
        is there is changed only by somebody who sees it all (`viewer`: who looks): a card that is put somewhere is
        missed where it lay."""
        facts, faults = self._facts(text)
        if faults is not None:
            return faults
        setup = first_given(facts)
        try:
            if setup is not None:
                return self._pose(setup, facts, text)
            if viewer is not None:
                return NotDone("a change of the position tells where cards lay: look with `as nobody` first")
            state = add(self.machine, self.card_set, self.now.state, facts)
        except Impossible as trouble:
            return NotDone("there is no such position", reasons=trouble.reasons)
        except Fault as trouble:
            return NotDone("there is no such position", reasons=(str(trouble),))
        return self.history.add(f"given {_one_line(text)}", state, ())

    def repose(self, line: str) -> None:
        """In a position that was just posed, let the player act first who plays this line, with the card that it names.
        Nothing changes where the position says itself who acts first, or cannot be posed so."""
        posed, self.posed = self.posed, None
        acts = None if posed is None or self.tried else self._first_actor(posed, line)
        if acts is None or (acts.title is None and acts.seat.number - 1 == self.asked):
            return
        before = self.cast, self.history
        said = f"p{acts.seat.number} acts" + (f" as {acts.title}" if acts.title else "")
        again = self.given(f"{posed}\n{said}")
        if isinstance(again, NotDone) or self.asked != acts.seat.number - 1:
            self.cast, self.history = before
        self.posed = None

    def _first_actor(self, posed: str, line: str) -> Acts | None:
        """Say who acts first by this line, where the position leaves that open."""
        facts, _ = self._facts(posed)
        moves, faults = read_moves([(line, 0)], self.words, "")
        if faults or any(isinstance(f, Acts) for f in facts):
            return None
        acts = first_actor(Ruling("", "", (), "", None, (Given(facts=tuple(facts)), When(moves=moves))), facts)
        return acts if acts is not None and acts.seat.number <= self.cast.players else None

    def _facts(self, text: str) -> tuple[Sequence[Fact], NotDone | None]:
        facts, faults = read_facts([(line, 0) for line in text.split("\n")], self.words, "", True)
        return facts, NotDone("this cannot be read", diagnostics=tuple(faults)) if faults else None

    def _pose(self, setup: Setup, facts: Sequence[Fact], text: str) -> Moment:
        posed = pose(self.machine, self.card_set, setup, facts, list(dict.fromkeys(named(tuple(facts)))))
        self.cast, self.posed = posed.cast, text
        self.history = History.begun(posed.state, posed.events, f"given {_one_line(text)}")
        return self.now


def _read(line: str | Line) -> Line:
    return Line.of(line) if isinstance(line, str) else line


def _one_line(text: str) -> str:
    lines = [part.strip() for part in text.split("\n") if part.strip()]
    return "".join(line + (" " if line.endswith((",", ";")) else "; ") for line in lines).rstrip("; ")


def _counted(phase: str, events: Iterable[Event]) -> str:
    starts = sum(1 for e in events if e.kind == "note" and e.data[:2] == ("start", phase) and len(e.data) == 2)
    return f"{phase} {starts}" if starts > 1 else phase


def begin(set_: CardSet, scenario: str | None = None, wish: Wish | None = None) -> Session | NoGame:
    """Begin a game of a scenario (None: the card set's first), up to its first question."""
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


def start(set_: CardSet, cast: Cast, language: str | None = None) -> Session:
    """Begin a game with this cast, its names shown in a language of the set."""
    assert set_.library is not None
    events: list[Event] = []
    state = new_game(set_.library, cast.players, cast.seed, cast.cards, cast.options, None, events)
    return Session(set_, cast, Machine(set_.library), History.begun(state, events), language)
