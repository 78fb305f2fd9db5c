"""A session is one game that somebody plays, examines and argues about. Every front end goes through it.

A session holds a cast and the history of a game with it. A front end uses only the session, the `Teller` that it
returns for a viewer, and the values that these return. Nothing here prints, waits or reads a clock. If something cannot
be done, the result is a `NotDone` and the session is unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from moot.dsl.notation import Vocabulary, read_facts, read_moves
from moot.dsl.notation.parts import Fact, Setup, named

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.machine import Machine, new_game
from ..kernel.names import player_name
from ..kernel.state import State
from ..kernel.view import View
from ..sets.card_set import CardSet
from ..sets.cast import Cast, NoGame, Wish, resolve
from ..sets.legality import left_out, refusals
from ..sets.naming import Names
from ..sets.opening import opened, without
from .answers import Taken, options, take
from .board import Board, BoardMark, BoardZone, board
from .by_chance import play
from .changing import change
from .finding import FORBIDDEN, LEGAL, NO_ANSWER, Finding, Why, speaks_of, unposed
from .held import NOTHING_HELD, Held
from .history import History
from .knowledge import recalled
from .lookup import Impossible
from .moment import Moment, Told
from .not_done import NotDone
from .places import Game, Place, Places
from .playing import Stopped
from .position import first_given, first_in, pose
from .stops import Stops
from .teller import Explained, Teller
from .whole import Whole, whole
from .why import Because, Worth
from .words import Line

__all__ = [
    "FORBIDDEN", "LEGAL", "NO_ANSWER", "Because", "Board", "BoardMark", "BoardZone", "Fault", "Finding", "Held", "Line",
    "Moment", "NotDone", "Session", "Teller", "Told", "Whole", "Why", "Worth", "begin", "start", "unposed",
]  # fmt: skip

Mark = tuple[Game, int, "int | None"]
"""Where a session is: the game, the moment, and the event that was shown last."""


@dataclass
class Session:
    """A game with its history. Make one with `begin`, `start` or `saving.load`."""

    card_set: CardSet
    cast: Cast
    machine: Machine
    history: History
    language: str | None = None
    """In which names are shown; None: that of the titles. Nothing that is kept depends on it."""
    stops: Stops = field(default_factory=Stops)
    """The breakpoints."""
    posed: str | None = None
    """The text of a position that was just posed; None once a line has been played in it."""
    held: Held = NOTHING_HELD
    """What was chosen at the start, and holds for every position."""
    places: Places = field(default_factory=Places)
    """Named moments, of this game and of games before it."""

    @property
    def game(self) -> Game:
        """All that is played with, as one value, so that `enter` comes back to it."""
        return Game(self.card_set, self.cast, self.machine, self.history, self.posed)

    def enter(self, game: Game) -> None:
        """Go on with another game, where it was left."""
        self.card_set, self.cast, self.machine, self.history, self.posed = game

    @property
    def names(self) -> Names:
        """The names of things in the session's language, for a front end that shows texts or reads typed ones."""
        return self.card_set.names(self.language)

    @property
    def words(self) -> Vocabulary:
        """The words that the notation may use for this game."""
        return self.card_set.words

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of the players: `p1`, `p2`, …"""
        return tuple(map(player_name, range(self.cast.players)))

    @property
    def board(self) -> Board:
        """The board that the game declares, for a front end that draws a table."""
        return board(self.machine.lib)

    # ---- the current place

    @property
    def now(self) -> Moment:
        """The current moment."""
        return self.history.now

    @property
    def here(self) -> int:
        """The number of the current moment."""
        return self.history.here

    @property
    def state(self) -> State:
        """The shown state: the current moment's, or while stepping one on the way to it."""
        return self.history.state

    @property
    def stepping(self) -> bool:
        """Whether the shown state is one on the way to the current moment."""
        return self.history.within is not None

    @property
    def asked(self) -> int | None:
        """The player who must answer (from 0); None if the game is over."""
        return self.history.asked

    @property
    def answering(self) -> int | None:
        """While stepping, the player whose answer is being carried out (from 0); None at a question."""
        return self.now.player if self.stepping else None

    def under_way(self) -> list[str]:
        """Return the running phases, each with how often it has begun: `round 3`, `turn of King`."""
        events = [event for moment in self.history.path()[:-1] for event in moment.events]
        events += self.history.shown
        main = self.board.main
        return [_counted(phase, events) for phase in self.view()["phases"] if phase != main]

    def tell(self, viewer: int | None = None) -> Teller:
        """Return the teller that describes this game to a player (None: to somebody who sees everything)."""
        return Teller(self.card_set, self.machine, self.history, viewer)

    @property
    def winners(self) -> tuple[int, ...] | None:
        """The players who have won, from 0; None while the game goes on."""
        return self.history.now.state.over

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The players of each team, from 0, in the order of their seats; none in a game without teams."""
        return self.tell().teams()

    @property
    def payoffs(self) -> tuple[int, ...] | None:
        """What each player gets, by seat, once the game is over (None before, and in a game without a payoff)."""
        return self.tell().payoffs()

    def question(self, viewer: int | None = None) -> str:
        """Return `p1: which card to draw`; after the game, who has won."""
        return self.tell(viewer).question()

    def legal(self, viewer: int | None = None) -> list[str]:
        """Return the texts of the legal answers; for a `viewer`, only if he is the player who is asked."""
        return self.tell(viewer).legal()

    def shown(self, viewer: int | None = None) -> list[str]:
        """Return the legal answers in the session's language."""
        names = self.names
        return [names.say(text) for text in self.legal(viewer)]

    def view(self, player: int | None = None) -> View:
        """Return what a player knows (None: somebody who sees everything)."""
        return self.tell(player).view()

    def whole(self, viewer: int | None = None) -> Whole | NotDone:
        """Return the present position in the notation, in words that lead to it again. Only somebody who sees
        everything gets it."""
        if viewer is not None:
            return NotDone("a position shows everything: type `as nobody` first")
        return whole(self.machine, self.card_set, self.cast, self.history)

    def position(self) -> list[str]:
        """Return the lines of the present position."""
        return whole(self.machine, self.card_set, self.cast, self.history).lines

    # ---- answering

    def answer(
        self, line: str | Line, player: int | None = None, viewer: int | None = None
    ) -> Sequence[Moment] | NotDone:
        """Answer in words or by number: one answer, or a chain of answers that follow from each other. Somebody who
        looks as a player (`viewer`) answers for that player only, and only as far as he knows the next question before
        he answers."""
        found = self.tell(viewer).read(_read(line), player)
        return found if isinstance(found, NotDone) else self.go(found, viewer)

    def play(self, line: str, viewer: int | None = None) -> Sequence[Moment] | NotDone:
        """Play a line of the notation: `p1 builds Docks`, `the turn ends`, `p2: no`."""
        moves, faults = read_moves([(line, 0)], self.words, "")
        if faults:
            return NotDone(f"`{line}` cannot be read", diagnostics=tuple(faults))
        gone: list[Moment] = []
        pins: list[Moment] = []
        before = self.history.here, self.history.within
        for _, played in play(self.machine, self.now.state, moves, viewer, self.now.passed):
            if isinstance(played, Stopped):
                self.history.here, self.history.within = before
                near = played.miss.near if played.miss else ()
                return NotDone(played.message, near)
            if played.seed is not None and isinstance(pinned := self.given(f"seed {played.seed}"), Moment):
                pins.append(pinned)
            gone += self.go(played.taken, viewer)
            if self.stops.hit is not None:
                break
        self.history.join([*pins, *gone])
        return gone

    def reads(self, line: str) -> bool:
        """Return whether this is a line of the notation."""
        return not read_moves([(line, 0)], self.words, "")[1]

    def random(self, times: int, viewer: int | None = None) -> list[Moment]:
        """Give this many random answers, or fewer if the game ends or a breakpoint is reached. From the same moment the
        answers are always the same."""
        picker = Random(f"{self.cast.seed} {self.here} {self.now.depth}")
        gone: list[Moment] = []
        while self.asked is not None and len(gone) < times:
            code, _ = picker.choice(options(self.machine, self.now.state))
            gone += self.go([take(self.machine, self.now.state, code)], viewer)
            if self.stops.hit is not None:
                break
        self.history.join(gone)
        return gone

    def go(self, taken: Iterable[Taken], viewer: int | None = None) -> list[Moment]:
        """Go to the moments that the answers of one line lead to, up to the first breakpoint."""
        gone: list[Moment] = []
        self.stops.hit = None
        for one in taken:
            gone.append(self.took(one))
            if self.stops.stopped(self.tell(viewer)):
                break
        self.history.join(gone)
        return gone

    def took(self, one: Taken) -> Moment:
        """Go to the moment that an answer leads to; the answer was already tried out on this state."""
        return self.history.took(one)

    # ---- the tree

    def undo(self, times: int = 1) -> Moment | NotDone:
        """Go back by this many lines; a line may have given several answers."""
        return self.history.undo(times)

    def redo(self, times: int = 1) -> Moment | NotDone:
        """Go forward again by this many lines, along the branch that was used last."""
        return self.history.redo(times)

    def goto(self, id: int) -> Moment | NotDone:
        """Go to any moment of the tree."""
        return self.history.goto(id)

    def visit(self, place: Place) -> Moment | NotDone:
        """Go to a place, also of another game. The game that is left gets a name if it has none."""
        if not place.lies_in(self.game) and not self.places.of_game(self.game):
            self.places.name(self.places.free("other"), Place(self.game, self.here))
        self.enter(place.game)
        return self.history.goto(place.at)

    def path(self, id: int | None = None) -> list[Moment]:
        """Return the moments from the beginning to the current moment, or to the one with this number."""
        return self.history.path(id)

    def ahead(self) -> list[Moment]:
        """Return the moments after the current one, along the branch that was used last."""
        return list(self.history.ahead())

    def leaves(self) -> list[Moment]:
        """Return the last moment of every branch."""
        return self.history.leaves()

    def moment(self, id: int) -> Moment:
        """Return the moment with this number."""
        return self.history.moments[id]

    def at(self, id: int) -> Session:
        """Return the same game at any moment of the tree, to be looked at. This session stays where it is."""
        return replace(self, history=History(self.history.moments, id))

    def children(self) -> dict[int, list[int]]:
        """Return the moments that follow each moment, by their numbers."""
        return self.history.children()

    @property
    def tried(self) -> int:
        """The number of answers given on all branches together."""
        return len(self.history.moments) - 1

    # ---- asking

    def log(self, viewer: int | None = None, last: int | None = None) -> list[Told]:
        """Return what has happened so far, as far as the viewer may know. `last`: only the last so many answers."""
        return self.tell(viewer).log(last)

    def why(
        self, about: str = "", player: int | None = None, viewer: int | None = None
    ) -> Explained | NotDone:
        """Explain a value (`price of Library for p1`, `Library cost 5`), or else the last event that these words
        describe. Without words, explain the last event."""
        found = self.tell(viewer).why(about, player)
        if found is not None:
            return found
        return NotDone(f"`{about}` names no value of this game" if about.strip() else "nothing has happened yet")

    def whynot(self, line: str | Line, player: int | None = None, viewer: int | None = None) -> Finding | NotDone:
        """Explain why an answer is not among the legal ones."""
        return self.tell(viewer).whynot(_read(line), player)

    def speaks_of(self, said: str, why: Why) -> bool:
        """Whether words mean this reason."""
        return speaks_of(said, why)

    # ---- posing

    def given(self, text: str, viewer: int | None = None) -> Moment | NotDone:
        """Make facts true. With a number of players this is a new position, and the session begins again from it. Only
        somebody who sees everything (`viewer` None) may change the present position. A card that is put somewhere is
        removed from where it was."""
        facts, faults = self._facts(text, self.card_set)
        if faults is not None:
            return faults
        setup = first_given(facts)
        if setup is not None and (written := self.held.written(text, setup)) != text:
            return self.given(written, viewer)
        try:
            if setup is not None and setup.scenario is not None:
                return self._posed_in(setup.scenario, text)
            if setup is not None:
                return self._pose(self.held.rules or self.card_set, setup, facts, text)
            if viewer is not None:
                return NotDone("changing the position would show where cards were: type `as nobody` first")
            state, events = change(self.machine, self.card_set, self.now.state, facts)
        except Impossible as trouble:
            return NotDone("there is no such position", reasons=trouble.told)
        except Fault as trouble:
            return NotDone("there is no such position", reasons=(str(trouble),))
        return self.history.add(f"given {_one_line(text)}", state, events)

    def repose(self, line: str) -> None:
        """Pose the same position so that the player of this line acts first, with the card that the line names. This
        works only right after posing. It changes nothing if the position itself says who acts first, or if it cannot be
        posed that way."""
        posed, self.posed = self.posed, None
        facts = None if posed is None or self.tried else self._facts(posed, self.card_set)[0]
        acts = None if facts is None else first_in(facts, line, self.words, self.cast.players)
        if acts is None or (acts.title is None and acts.seat.number - 1 == self.asked):
            return
        before = self.mark
        said = f"p{acts.seat.number} acts" + (f" as {acts.title}" if acts.title else "")
        again = self.given(f"{posed}\n{said}")
        if isinstance(again, NotDone) or self.asked != acts.seat.number - 1:
            self.back_to(before)
        self.posed = None

    @property
    def mark(self) -> Mark:
        """Where the session is now; `back_to` returns there, also from another position."""
        return self.game, self.here, self.history.within

    def back_to(self, mark: Mark) -> None:
        """Return to where the session was before. Moments that were reached since stay in the tree."""
        game, here, within = mark
        self.enter(game)
        self.history.here, self.history.within = here, within

    def _facts(self, text: str, set_: CardSet) -> tuple[Sequence[Fact], NotDone | None]:
        facts, faults = read_facts([(line, 0) for line in text.split("\n")], set_.words, "", True)
        return facts, NotDone("this cannot be read", diagnostics=tuple(faults)) if faults else None

    def _posed_in(self, scenario: str, text: str) -> Moment | NotDone:
        """Pose a position in a scenario, under the house rules of that scenario and no longer under those of the
        present one. Raises `Impossible`."""
        rules = self.held.rules or self.card_set
        found = opened(rules.under(without(rules, self.cast.scenario)), scenario)
        if isinstance(found, NoGame):
            return NotDone("there is no such position", reasons=found.told)
        set_ = rules if found.set.chosen == rules.chosen else found.set
        facts, faults = self._facts(text, set_)
        setup = first_given(facts)
        if faults is not None or setup is None:
            return faults or NotDone("this cannot be read")
        return self._pose(set_, setup, facts, text)

    def _pose(self, set_: CardSet, setup: Setup, facts: Sequence[Fact], text: str) -> Moment:
        assert set_.library is not None
        machine = self.machine if set_ is self.card_set else Machine(set_.library)
        posed = pose(machine, set_, setup, facts, list(dict.fromkeys(named(tuple(facts)))))
        memories = recalled(set_.library, posed.state, facts)
        self.places.leave(self.game)
        self.card_set, self.machine, self.cast, self.posed = set_, machine, posed.cast, text
        self.history = History.begun(posed.state, posed.events, f"given {_one_line(text)}", memories)
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
    """Begin a game of a scenario (None: the card set's first), and run it to its first question. The house rules of the
    scenario are in force besides those of the set."""
    found = opened(set_, scenario)
    if isinstance(found, NoGame):
        return found
    set_ = found.set
    assert set_.library is not None
    if found.scenario is not None:
        cast = resolve(set_, found.scenario, wish or Wish())
        return cast if isinstance(cast, NoGame) else start(set_, cast)
    players = (wish.players if wish else None) or set_.library.min_players
    out = left_out(set_, set_.titles, players)
    titles = tuple(title for title in set_.titles if title not in out)
    cast = Cast("", players, wish.seed if wish else 0, set_.numbers(titles), titles)
    reasons = refusals(set_, titles, players)
    return NoGame(reasons) if reasons else start(set_, cast)


def start(set_: CardSet, cast: Cast, language: str | None = None, held: Held = NOTHING_HELD) -> Session:
    """Begin a game with this cast, showing names in a language of the set. `held`: what was chosen, and holds for every
    position that is posed in the session."""
    assert set_.library is not None
    events: list[Event] = []
    state = new_game(set_.library, cast.players, cast.seed, cast.cards, None, events)
    return Session(set_, cast, Machine(set_.library), History.begun(state, events), language, held=held)
