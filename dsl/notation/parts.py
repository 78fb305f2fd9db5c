"""Represents what a ruling, an example or a line at the prompt says, as small values.

Words have been looked up in a game's vocabulary, but nothing is a number of the machine yet: cards are titles, zones
and markers are names, players are seats counted from 1. `interpreter.play.position` makes facts true;
`interpreter.play.compare` compares them with a state.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ir
from ..source import NOWHERE, Span


@dataclass(frozen=True, slots=True)
class Seat:
    """A player, by the number of the seat (`p1` is 1)."""

    number: int


@dataclass(frozen=True, slots=True)
class Named:
    """A card by its title. `owner` is the player whose card it is (`Tavern of p2`); `marked` is a marker that tells it
    apart from a copy; `zone` is where it lies (`Tavern of p2's hand`, `Keep of the district deck`), and `nth` which of
    the copies there is meant (`second Tavern of p2's hand`)."""

    title: str
    owner: int | None = None
    marked: str | None = None
    zone: str | None = None
    nth: int = 1


@dataclass(frozen=True, slots=True)
class Place:
    """A zone, with the player or card it belongs to (None: it is on the table)."""

    zone: str
    bearer: Seat | Named | None = None


Subject = Seat | Named
Arg = Seat | Named | Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that is made true (`given`) or that must be true (`expect`)."""

    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Holds(Fact):
    """`p1 is Thief and Architect`: these cards are dealt to the player."""

    seat: Seat
    titles: tuple[str, ...]
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Fact):
    """`p1 has gold 3`. `op` is one of == != < <= > >=."""

    subject: Subject
    mark: str
    op: str
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Marked(Fact):
    """`Merchant is robbed by p1`; also single markers (`crown p5`). `by` None: it does not matter who put the marker
    there."""

    subject: Subject
    mark: str
    by: Seat | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards(Fact):
    """The cards in a place. `how` is exactly, includes, without, top, bottom or count. `others`: there may be more than
    those in the list."""

    place: Place
    how: str
    titles: tuple[str, ...] = ()
    others: bool = False
    op: str = "=="
    number: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lies(Fact):
    """`Tavern is in city of p2`."""

    card: Named
    place: Place
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Fact):
    """`p1 has gathered resources`: the player has done one of these verbs in the running phase."""

    seat: Seat
    verbs: tuple[str, ...]
    title: str | None = None
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Acts(Fact):
    """`p1 acts as Warlord`: the player who acts first, where the `when` lines do not say so."""

    seat: Seat
    title: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seeded(Fact):
    """`seed 5`: from here on chance decides as in a game that begins with this seed. `exact`: the number is where the
    generator stands (`chance stands at 5f3a`), and not a seed."""

    number: int
    exact: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Used(Fact):
    """`King has used rule 2`: of the rules of a card that work only once, this one (from 1) has had its turn."""

    card: Named
    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Fact):
    """`counted "build in gold since turn" by p1 3`: what the game has counted of past events, for the rules that ask
    for it. `key` names the event, the marker that was counted and the phase since whose beginning it counts; `origin`
    and `goal` are the players whose place a card left and to whose place it came."""

    key: str
    subject: Subject | None = None
    origin: Seat | None = None
    goal: Seat | None = None
    by: Seat | None = None
    number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting(Fact):
    """`until the end of the game "type of this is chosen" for Keep, noble`: a rule with these words is in force.
    `until` says when it is over (None: never), `values` what it keeps; a set is a tuple."""

    words: str
    until: str | None = None
    values: tuple[int | str | Seat | Named | None | tuple[int | str | Seat | Named | None, ...], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Fact):
    """`p2 has seen Tavern of p3's hand`: a player knows where a card lies although it lies hidden from him."""

    seat: Seat
    card: Named


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembers(Fact):
    """`p2 remembers Tavern, Docks in p3's hand or district deck`: where these cards may lie for all that a player has
    seen. `exactly`: he knows just where they lie there. `infers`: he did not see it, but nothing else can be."""

    seat: Seat
    cards: tuple[Named, ...]
    places: tuple[Place, ...]
    exactly: bool = False
    infers: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Copies(Fact):
    """`copies of Tavern 2 1 3, Docks 2 1`: how copies of a card are numbered, place by place in the order of the game's
    places. The numbers decide nothing but which of two like cards is taken where it makes no difference."""

    order: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedUp(Fact):
    """`everybody has seen signed of Bishop`: whether this marker lies there is no secret any more."""

    mark: str
    subject: Subject


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueIs(Fact):
    """A declared value or quality, or a permission. `form` is value, quality or can. `result` is a number, word, seat
    or card; for a quality or permission it is a truth."""

    form: str
    name: str
    args: tuple[Arg, ...]
    op: str
    result: int | str | bool | Seat | Named | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wins(Fact):
    """Exactly these players have won; without any, nobody has."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Over(Fact):
    """The game is over, or is not."""

    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked(Fact):
    """This player must answer now (None: nobody must)."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Runs(Fact):
    """`the turn of King is running`."""

    phase: str
    title: str | None
    negated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Unknown(Fact):
    """The player who looks cannot know this fact."""

    of: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition(Fact):
    """A condition of the language of cards holds. `text` is how it was written. Its free variables are the seats (`p1`)
    and `you`."""

    text: str
    cond: ir.Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup(Fact):
    """How many play, with which cards, and from which moment on. `about` is what the phase of `begin` is about, `exact`
    says that nothing else is so than what is stated. Whatever was not said is None or empty."""

    players: int
    scenario: str | None = None
    cast: tuple[str, ...] = ()
    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    seed: int | None = None
    begin: tuple[str, str | None] | None = None  # (phase, step)
    about: Subject | None = None
    exact: bool = False


# ---- what is done -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A line of a `when`. `text` is the line as it was written."""

    text: str
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Move):
    """A player answers: one answer, or a chain of them. `words` is everything after the player."""

    seat: Seat
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Chance(Move):
    """`chance picks 5, Tavern`: what chance picks first in the next line, in this order: numbers, cards, players."""

    picks: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ends(Move):
    """Everybody plays on with no effect until this phase (about this card) has ended."""

    phase: str
    title: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Passes(Move):
    """A player plays on with no effect until another is asked or the phase is over."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Until(Move):
    """Everybody plays on with no effect until a player is asked, or a phase (about a card) or a step has begun."""

    seat: Seat | None = None
    phase: str | None = None
    step: str | None = None
    title: str | None = None


# ---- the parts of a ruling -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One block of a ruling."""

    span: Span = NOWHERE


@dataclass(frozen=True, slots=True, kw_only=True)
class Given(Part):
    """`given …`: the position, or a change of it."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class When(Part):
    """`when …`: what the players do, in order."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expect(Part):
    """`expect …`: facts that must hold. `viewer` is the player who must be able to know them (None: they must be
    true)."""

    facts: tuple[Fact, ...]
    viewer: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLine(Part):
    """`refused because …`: the last move of the `when` before this is refused for these reasons. `only`: for no
    others."""

    reasons: tuple[str, ...]
    only: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered(Part):
    """`offered …`: these answers are among the legal ones. `only`: there are no others. `negated`: none of them is."""

    answers: tuple[str, ...]
    only: bool = False
    negated: bool = False


@dataclass(frozen=True, slots=True)
class Ruling:
    """A ruling or an example. `sources` are the rules it rests on; `owner` is the card on which an example is written;
    `house` are the house rules under which it is played, each with its setting, if it has one."""

    id: str
    title: str
    sources: tuple[str, ...]
    confidence: str
    owner: str | None
    parts: tuple[Part, ...]
    span: Span = field(default=NOWHERE)
    house: tuple[tuple[str, str | None], ...] = ()

    def titles(self) -> frozenset[str]:
        """Returns the titles of all cards that a `given` names."""
        return frozenset(t for part in self.parts if isinstance(part, Given) for t in named(part.facts))


def named(facts: tuple[Fact, ...]) -> list[str]:
    """Returns the titles of the cards that facts name, in order."""
    found: list[str] = []
    for fact in facts:
        if isinstance(fact, Unknown):
            found.extend(named((fact.of,)))
            continue
        for name in ("titles", "cast", "added"):
            found.extend(getattr(fact, name, ()))
        things = [getattr(fact, name, None) for name in ("subject", "card", "result", "about")]
        for thing in (*things, *getattr(fact, "values", ())):
            found += [one.title for one in (thing if isinstance(thing, tuple) else (thing,)) if isinstance(one, Named)]
        place = getattr(fact, "place", None)
        if isinstance(place, Place) and isinstance(place.bearer, Named):
            found.append(place.bearer.title)
        title = getattr(fact, "title", None)
        if isinstance(title, str):
            found.append(title)
    return found
