"""The typed meaning of a card set, after every word has been read.

`elaborate` turns syntax into these values, the checks look through them, and `interpreter.compile` turns them into
programs. Everything is frozen; every node that an author wrote carries the span of the words it came from. Names are
still the author's words (kinds, markers and values are looked up by them); the compiler turns them into numbers.

Conventions
- A *variable* is a string unique within its clause, verb or rule. `this` is the card that a clause is written on, `you`
  is the player who acts or owns it. Others are the author's local names, or `it#1` for a noun that was not named.
- A *set* is an ordered sequence without repetition: players in seat order, cards in the order of their zone.
- A variable holds a player, a card of any kind, a number, a word of an enumeration, or a set of one of these, and
  nothing else. The absence of a player or card is `Nobody`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar, dataclass_transform

from .source import Span

T = TypeVar("T")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
def meaning(shape: type[T]) -> type[T]:
    """Makes a class a value with the fields it names, which nobody changes and which equals whatever has equal fields.

    Only the type checker enforces that nobody changes it: as for the nodes of `syntax`, a check at run time in a
    hundred classes would make every start too slow.
    """
    return dataclass(slots=True, kw_only=True, unsafe_hash=True)(shape)


# ---- types ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """The type of an expression: what sort of thing it is.

    `sort` is one of: player, card, number, amount, enum, zone, mark, phase, ability, truth, bank, text, bearer, name
    (what a card is called). `name` narrows it: the kind of a card (None: any card), the enumeration, the counted marker
    of an amount ("2 gold" is an amount of gold and not a number), the declared zone. `many` is true for a set of such
    things. A parameter of sort `bearer` takes things of several sorts, and `name` lists them ("player card bank"). A
    parameter of sort `number` with a name takes that many cards of that kind, before it is known which (`draw 2
    cards`).
    """

    sort: str
    name: str | None = None
    many: bool = False


# ---- expressions --------------------------------------------------------------------------------------------------


@meaning
class Expr:
    """A phrase with a value. Evaluating one never changes the state and never asks anybody."""

    type: Type
    span: Span


@meaning
class Num(Expr):
    """A number, or an amount (`2 gold`: type amount/gold)."""

    value: int


@meaning
class Word(Expr):
    """One word of an enumeration (`military`)."""

    word: str


@meaning
class CardNamed(Expr):
    """The card with this title (`Thief`). With several copies: the set of them (type.many)."""

    title: str


@meaning
class Var(Expr):
    """A local name, `this`, or `you`."""

    name: str


@meaning
class Nobody(Expr):
    """`nobody`, `nothing`: the absence of a player or a card."""


@meaning
class Players(Expr):
    """All players, from the first seat on (set)."""


@meaning
class AllOf(Expr):
    """Every card of a kind that is in this game, wherever it lies (set); `kind` None: all cards."""

    kind: str | None


@meaning
class WordsOf(Expr):
    """Every word of an enumeration (set)."""

    enum: str


MOST_NUMBERS = 4000


@meaning
class Numbers(Expr):
    """The numbers from `low` to `high`, both included (set): `a number up to 3` starts at 0, a die at 1. None is higher
    than `MOST_NUMBERS`, so that each can be an answer."""

    low: Expr
    high: Expr


@meaning
class Neighbour(Expr):
    """The player sitting next to `of`; `side` left (clockwise), right, or both (a set). `places`: so many places on
    (None: one). `among`: the first of these to that side, never `of`, Nobody if there is none."""

    side: Literal["left", "right", "both"]
    of: Expr
    places: Expr | None = None
    among: Expr | None = None


@meaning
class Side(Expr):
    """The partners of a player (`same`), or his opponents. One alone (not `type.many`): the first of them clockwise.
    `among`: all of them, in plain phrases."""

    of: Expr
    same: bool
    among: Expr


@meaning
class Seat(Expr):
    """The seat of a player: 1 for the first."""

    of: Expr


@meaning
class Owner(Expr):
    """The player whose zone a card lies in; Nobody if the zone is nobody's. A card in a zone of another card belongs to
    that card's owner."""

    of: Expr


@meaning
class MarkOwner(Expr):
    """The player who put this marker on the bearer; Nobody if the marker is absent or the game put it there."""

    mark: str
    bearer: Expr


@meaning
class Active(Expr):
    """`the active player`, `the active character`: the thing that the innermost running phase with such a parameter is
    about.

    `what` is "player" or a kind of card. For "player" it is the phase's own parameter if that is a player, else the
    `you` of its card. It is Nobody when no such phase runs."""

    what: str


@meaning
class ZoneOf(Expr):
    """A place: a declared zone, with the player or card it belongs to (None for a zone of the table).

    If the zone is `of player` and the bearer is a card, the owner of that card is meant (`city of plan`)."""

    zone: str
    bearer: Expr | None


@meaning
class CardsIn(Expr):
    """The cards lying in a zone, first to last (set). The first is the top. For a set of zones, the cards of all."""

    zone: Expr


@meaning
class Top(Expr):
    """Up to `count` cards from the top of a zone (set)."""

    count: Expr
    zone: Expr


@meaning
class ValueOf(Expr):
    """A named value, or a field of a card, after the rules in force have changed it. A field is a value with one
    argument, the card."""

    value: str
    args: tuple[Expr, ...]


@meaning
class Counted(Expr):
    """The number of a counted marker on the bearer (amount); for a set of bearers, their total."""

    mark: str
    bearer: Expr


@meaning
class Kept(Expr):
    """What was last set for a kept value; before, 0 or Nobody. `bearer` is the player or card whose it is (None: there
    is one in the game). It is the base of that value, and stands nowhere else."""

    name: str
    bearer: Expr | None


@meaning
class Has(Expr):
    """Whether a marker lies on the bearer (truth). For a counted marker: whether at least one does."""

    mark: str
    bearer: Expr


@meaning
class Holder(Expr):
    """The player or card that has a single marker (`the player that has the crown`)."""

    mark: str


@meaning
class Size(Expr):
    """The number of things in a set."""

    of: Expr


@meaning
class Where(Expr):
    """The things of a set for which `cond` holds; `var` stands for each of them in turn."""

    var: str
    of: Expr
    cond: Expr


@meaning
class Image(Expr):
    """The distinct results of `body` for the things of a set, in order of first appearance (`types of districts in
    X`); `var` stands for each thing in turn."""

    var: str
    of: Expr
    body: Expr


@meaning
class Fold(Expr):
    """The `total`, `highest` or `lowest` of `body` over a set; 0 for an empty set."""

    op: Literal["total", "highest", "lowest"]
    var: str
    of: Expr
    body: Expr


@meaning
class Without(Expr):
    """A set without one thing, or without the things of another set."""

    of: Expr
    gone: Expr


@meaning
class Together(Expr):
    """Some single things named one after the other, as a set in this order (`each of you and foe`)."""

    parts: tuple[Expr, ...]


@meaning
class Arith(Expr):
    """The sum, difference or product of two numbers or amounts; `%` is what remains of one after division by the other,
    0 if that is 0."""

    op: Literal["+", "-", "*", "%"]
    left: Expr
    right: Expr


@meaning
class Quotient(Expr):
    """A number or an amount divided by another, rounded up or down; 0 if that is 0. Half of it is divided by 2."""

    of: Expr
    by: Expr
    up: bool


@meaning
class AtLeast(Expr):
    """The larger of a number and `low`."""

    of: Expr
    low: int


@meaning
class AtMost(Expr):
    """The smaller of a number and `high`."""

    of: Expr
    high: Expr


@meaning
class Is(Expr):
    """Equality of two single things, or comparison of numbers (`<=` is written *at most*)."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@meaning
class Among(Expr):
    """Whether a thing is one of a set."""

    of: Expr
    in_: Expr


@meaning
class NameOf(Expr):
    """The name of a card; all copies of a card have the same."""

    of: Expr


@meaning
class CountsAs(Expr):
    """Whether a card counts as a word of a type enumeration: its `field` says so, or a rule does."""

    card: Expr
    field: str
    word: Expr


@meaning
class And(Expr):
    """Whether all parts hold (truth)."""

    parts: tuple[Expr, ...]


@meaning
class Or(Expr):
    """Whether one of the parts holds (truth)."""

    parts: tuple[Expr, ...]


@meaning
class Not(Expr):
    """Whether a condition does not hold (truth)."""

    of: Expr


@meaning
class Some(Expr):
    """Whether a set is not empty (`there is …`)."""

    of: Expr


@meaning
class QualityOf(Expr):
    """Whether a declared quality holds of a thing (`complete`)."""

    quality: str
    of: Expr


@meaning
class Can(Expr):
    """Whether `doer` may do the verb with these arguments now: nothing refuses it, and its needs can be met."""

    verb: str
    doer: Expr
    args: tuple[Expr, ...]


@meaning
class Abilities(Expr):
    """The abilities that this player may use now (set). With `only_must`, only those that must be used before the turn
    may end."""

    of: Expr
    only_must: bool = False


@meaning
class AbilityCard(Expr):
    """The card that an ability is written on (`any ability of Thief`)."""

    of: Expr


@meaning
class IsOptional(Expr):
    """Whether a player need not use an ability (`an optional ability`)."""

    of: Expr


@meaning
class HasAbilities(Expr):
    """Whether a rule gives a card, or a player, the abilities of a card: its clauses and rules."""

    taker: Expr
    giver: Expr


@meaning
class Running(Expr):
    """Whether a phase is running; with `of`, whether it is running for that player or card."""

    phase: str
    of: Expr | None = None


@meaning
class Happened(Expr):
    """Whether an event has happened within the running phase `span_of` (None: ever in this game).

    `event` is a verb key, `verb/step`, or `mark:NAME` (a marker changed place). If `by` (the doer) or `subject` is
    given, it must match what the event recorded. If `measure` is set, the expression is not a truth but an amount: how
    much of that counted marker the doer paid in the event. `origin` and `goal`, of a card that was moved: the places
    from which and to which."""

    event: str
    span_of: str | None
    by: Expr | None = None
    subject: Expr | None = None
    measure: str | None = None
    origin: ZoneOf | None = None
    goal: ZoneOf | None = None


# ---- statements ---------------------------------------------------------------------------------------------------


@meaning
class Stmt:
    """One deed. `business` is the only player who learns what is done (`secretly`); None: everybody learns it."""

    span: Span
    business: Expr | None = None


Block = tuple[Stmt, ...]


@meaning
class Do(Stmt):
    """Do a declared verb. `args` follow the verb's parameters, the object first. `lifted` are the texts of the refusals
    that are set aside. `as_quality` is a quality that holds while the deed is done (`build found as just taken`).
    `if_able`: nothing depends on whether it can be done (`pay 1 gold if you can`). `decides`: if it is not done,
    nothing that follows in its block is."""

    verb: str
    doer: Expr
    args: tuple[Expr, ...]
    lifted: tuple[str, ...] = ()
    as_quality: str | None = None
    if_able: bool = False
    decides: bool = False


@meaning
class MoveCards(Stmt):
    """Put a card, or a set of cards in order, into a zone: on top (`top`), else at the end (`under`, and `end`, the
    default). With `face_down`, they come to lie face down there. After the move, `cards` must not be read again through
    the zone it named. `doer` is the player who acts, if there is one."""

    cards: Expr
    to: Expr
    place: Literal["end", "top", "under"]
    face_down: bool = False
    doer: Expr | None = None


@meaning
class Turn(Stmt):
    """Turn a card, or each of a set, face down or up where it lies."""

    cards: Expr
    down: bool


PAYOFF = "payoff"
"""The value of a player that says what a game which is over was worth to him."""

TEAM = "team"
"""The value of a player that says in which team he is (`teams`)."""

FACE_DOWN = "face-down"
"""The describing word for a card that lies face down; it is a marker that the language puts and takes off."""


@meaning
class MoveAmount(Stmt):
    """Move an amount of a counted marker from `source` to `to`; None is the bank. With `up_to`, the amount is the most
    that moves. If `to` is a set, each of them gets one unit in turn while the amount lasts. A counter never becomes
    negative: if there is less than the amount, what is there moves."""

    mark: str
    amount: Expr
    source: Expr | None
    to: Expr | None
    up_to: bool = False


@meaning
class Recover(Stmt):
    """Give back to the doer, from the bank, what was paid. From then on it does not count as paid, so what has come
    back cannot come back again."""

    doer: Expr
    paid: Happened


@meaning
class MoveSingle(Stmt):
    """Give a single marker (the crown) to a bearer. If it lies there already, this is no event."""

    mark: str
    to: Expr


@meaning
class Put(Stmt):
    """Put `amount` of a counted marker on a bearer out of nothing (`put 1 builds on you`)."""

    mark: str
    amount: Expr
    on: Expr


@meaning
class Remember(Stmt):
    """Set a kept value (`set trump to hearts`). `of` is its base, as it is meant here."""

    of: Kept
    to: Expr


@meaning
class Mark(Stmt):
    """Put a marker that belongs to `owner` on a thing, or on each thing of a set; with `off`, take it off."""

    mark: str
    on: Expr
    owner: Expr
    off: bool = False


@meaning
class UnmarkAll(Stmt):
    """Take off a thing, or each thing of a set, every marker that another player than `doer` has put there."""

    on: Expr
    doer: Expr


@meaning
class Shuffle(Stmt):
    """Put the cards of a zone into an order that chance decides."""

    zone: Expr


@meaning
class Show(Stmt):
    """Let `to` (None: everybody) see `what`: a card, a set of cards or the cards of a zone. If `what` is a truth, let
    them learn whether it holds (`reveal whether …`)."""

    what: Expr
    to: Expr | None


@meaning
class Swap(Stmt):
    """Exchange at one moment two cards (each takes the other's place), the cards of two zones, or the seats of two
    players. `doer` is the player who acts, if there is one."""

    left: Expr
    right: Expr
    what: Literal["cards", "zones", "seats"]
    doer: Expr | None = None


@meaning
class RunPhase(Stmt):
    """Run a phase from its start to its end. `arg` is the player or card it is about (None: it has no parameter)."""

    phase: str
    arg: Expr | None


@meaning
class Leave(Stmt):
    """End a running phase at once: neither its remaining steps nor its end take place."""

    phase: str


@meaning
class Suspend(Stmt):
    """End a running phase at once, as `Leave` does, and keep what was noted in it: what has happened, which chances
    were used, the markers that end with it. Only what was suspended last is kept."""

    phase: str


@meaning
class Resume(Stmt):
    """Take up what was noted in the phase that was suspended, as if it had been noted in the one that runs now. If none
    was, nothing happens."""

    phase: str


@meaning
class UseAbility(Stmt):
    """Begin an ability that was picked from `Abilities`."""

    ability: Expr


@meaning
class Measure:
    """That by which a game is won: a value, or a counter that lies on players. `lowest`: the lowest is best. `teams`:
    in a game with teams, whether it is a value of a `team`, or the `total` of what its players have."""

    name: str
    lowest: bool = False
    teams: Literal["", "team", "total"] = ""


@meaning
class Win(Stmt):
    """End the game. The players with the best first of `by` win; each further one breaks a tie that is left, and
    players who are still equal win together. Without `by`, `who` wins. Partners win together."""

    by: tuple[Measure, ...]
    who: Expr | None


@meaning
class Nothing(Stmt):
    """Do nothing, on purpose."""


@meaning
class Later:
    """An end that is not the end of a phase under way: the `start` or the `end` of the next `phase`, or the moment when
    the card `of` `leaves` the place `zone`. `of`, for a phase: the player who acts in it (None: whoever does)."""

    when: Literal["start", "end", "leaves"]
    span: Span
    phase: str = ""
    zone: str = ""
    of: Expr | None = None


@meaning
class Lasting(Stmt):
    """Let a rule hold from now until the end of a running phase (None: of the game), or until `later`. Local names that
    it reads keep what they stand for now."""

    until: str | None
    rule: Rule
    later: Later | None = None


@meaning
class Let(Stmt):
    """Give a name to what an expression is now."""

    name: str
    value: Expr


@meaning
class PickRandom(Stmt):
    """Give a name to `count` things that chance takes from a set; every choice is equally likely. With `single`, the
    name stands for one thing (Nobody if the set is empty), else for a set."""

    name: str
    of: Expr
    count: Expr
    single: bool


@meaning
class Choose(Stmt):
    """Let `chooser` pick from a set. With `single`, `name` stands for the thing that was picked. Otherwise the player
    picks one thing after another, and `name` stands for the set of them; `least` and `most` bound how many (`most`
    None: any number). `secret`: the others do not see the pick. `otherwise` is done if there is nothing to pick (None:
    then the whole clause cannot be begun). `ordered`: the player picks all of them, and the order counts. `label`: how
    the question is called (None: after the things to choose from)."""

    name: str
    chooser: Expr
    of: Expr
    single: bool
    least: Expr | None = None
    most: Expr | None = None
    secret: bool = False
    otherwise: Block | None = None
    ordered: bool = False
    label: str | None = None


@meaning
class If(Stmt):
    """Do `then` if the condition holds, else `otherwise`."""

    cond: Expr
    then: Block
    otherwise: Block = ()


@meaning
class ForEach(Stmt):
    """Do `body` for each thing of a set, in order; `var` stands for each. `by` is a value, or a counter, that decides
    the order, the lowest first; it is asked anew before each next thing. Ties follow the set's own order; for players,
    clockwise from the active player."""

    var: str
    of: Expr
    by: str | None
    body: Block


@meaning
class Repeat(Stmt):
    """Do `body` again and again until the condition holds."""

    until: Expr
    body: Block


@meaning
class Branch:
    """One branch of an `either`. If it begins with a `choose`, each candidate is an answer of its own. `label`: how it
    is called (None: after its first deed)."""

    body: Block
    choose: Choose | None
    span: Span
    label: str | None = None


@meaning
class Either(Stmt):
    """Let `doer` take one of the branches that are possible; if none is, do `otherwise`."""

    doer: Expr
    branches: tuple[Branch, ...]
    otherwise: Block | None
    secret: bool = False


@meaning
class May(Stmt):
    """Let `doer` do the block or decline, if it can be done. If `doer` is a set, each of them is asked in turn, and
    `var` stands for the one who acts. `label`: how the offer is called (None: after its first deed)."""

    doer: Expr
    body: Block
    var: str | None = None
    secret: bool = False
    label: str | None = None


@meaning
class Require(Stmt):
    """A `refused` line inside a body: if the condition is true, the clause cannot go on. `text` is the reason that a
    player reads (None: the reason is written from the condition). `implied`: no such line is written, but the cost that
    follows needs it."""

    cond: Expr
    text: str | None
    implied: bool = False


# ---- clauses ------------------------------------------------------------------------------------------------------


@meaning
class Where_:
    """The places or states in which a clause counts, other than where its kind works: `even from your hand`, `only if
    killed`, `even if killed or absent`. `zones` are names of zones; `states` are markers or qualities of the card."""

    only: bool
    zones: tuple[str, ...] = ()
    states: tuple[str, ...] = ()


ASKED = "#asked"
"""The role, in a moment, of the player who is asked, if each of several may do it and the first who wants to does."""


@meaning
class Moment:
    """The window of a clause: when it applies.

    `kind` is `ability` (a player uses it when asked, in `phase`), `start` or `end` (of `phase`), `state` (as soon as
    `cond` holds), or one of the events `would`, `instead`, `before` and `after`. A `would` whose clause has an
    `instead` slot becomes `instead`. `event` is a verb key, `verb/step`, or `mark:NAME`. The variables `subject` and
    `doer` stand for the event's object and doer; `cond` must hold of them (who they are, which filters). `roles` are
    further parameters: the variable, and the parameter's name. `among`, of a `state` with a subject: the things that
    are asked, all of them at one moment.
    """

    kind: Literal["ability", "start", "end", "state", "would", "instead", "before", "after"]
    span: Span
    event: str | None = None
    phase: str | None = None
    subject: str | None = None
    doer: str | None = None
    roles: tuple[tuple[str, str], ...] = ()
    cond: Expr | None = None
    among: Expr | None = None


@meaning
class Clause:
    """One sentence of a card that does something. `limit` is the phase in which it works only once (None: no limit);
    with `first`, only the first time that its moment comes there, whether its player then takes it or not.
    `doer` is the player who acts (usually `you`); with `must`, nobody asks whether. `lead` names things, chooses and
    states conditions; then `cost` is paid, wholly or not at all; then comes `effect`. `label` is its stable text in
    lists of answers: the name that its author gave it (then it is `named`), else the words of its main deed. `of`: the
    card on which it is printed, if another card has it as well. `seat`: the player, from 0, who has it wherever its
    card lies, beside whoever acts for that card; `printed`: the number of the clause of that card which does the
    same."""

    moment: Moment
    limit: str | None
    first: bool
    cond: Expr | None
    where: Where_ | None
    doer: Expr
    must: bool
    lead: Block
    cost: Block
    effect: Block
    label: str
    span: Span
    of: str = ""
    seat: int | None = None
    printed: int | None = None
    named: bool = False

    @property
    def body(self) -> Block:
        """Returns everything that is done, in order."""
        return (*self.lead, *self.cost, *self.effect)


def leading(block: Sequence[Stmt]) -> Block:
    """Returns the names, choices and conditions with which statements begin."""
    i = 0
    while i < len(block) and isinstance(block[i], (Let, Choose, Require, PickRandom)):
        i += 1
    return tuple(block[:i])


# ---- standing rules -----------------------------------------------------------------------------------------------


@meaning
class Rule:
    """A rule that holds while its card works (and, if given, while `during` and `cond` hold).

    `args` are variables for the things that the question is about; the rule applies if `match` holds of them.
    `form` says what `name` is:
    - `permit`: a verb. `doer` is the variable for the player (None: anybody). The rule says `cannot`, or `may … even
      if`, and then `lift` is the text of the refusal that is set aside.
    - `value`: a value. `op` is `is` or `more`; `amount` is negative for *less*.
    - `counts`: the field of a type enumeration. `args` is one variable, the card; `amount` is the word it counts as
      (None: any word of the enumeration).
    - `quality`: a quality that the rule gives to things (`blank`); `op` is `holds`.
    - `abilities`: a kind of card. `args` are two cards of it: the first has the clauses and rules of the second too, as
      if they were printed on it. Or it is one card, and `doer` is the variable for a player who has them.

    `of`: the card on which the rule is printed, if another card has it as well. `seat`: as in a clause.
    """

    form: Literal["permit", "value", "counts", "quality", "abilities"]
    span: Span
    name: str  # verb key, value, field of the type enumeration, or quality
    args: tuple[str, ...]
    match: Expr | None
    doer: str | None = None
    cannot: bool = False
    lift: str | None = None
    op: Literal["is", "more", "holds"] = "is"
    amount: Expr | None = None
    cond: Expr | None = None  # `if …`
    during: Expr | None = None
    where: Where_ | None = None
    of: str = ""
    seat: int | None = None


# ---- declarations -------------------------------------------------------------------------------------------------


@meaning
class Param:
    """A parameter of a verb, phase or value: the variable, its type, and the preposition that introduces it (the
    object has none)."""

    name: str
    type: Type
    prep: str | None = None


@meaning
class Refusal:
    """A `refused` line of a verb, a card or a game: while `cond` holds it is refused, and `text` is the reason."""

    text: str
    cond: Expr  # true means refused
    span: Span


@meaning
class Step:
    """One step of a verb or phase. `participle` is the word by which cards answer it (None: none can)."""

    name: str
    participle: str | None
    body: Block
    span: Span


@meaning
class Verb:
    """A deed, its event and its permission in one. `key` is unique (`gather resources`, `take gold`). `participle` is
    the word for its having happened. `doer` is the type of the doer, for whom `you` stands. A verb without steps of its
    own has a single unnamed step."""

    key: str
    words: tuple[str, ...]  # how it is written: `take`, or `take the crown`
    participle: str | None
    params: tuple[Param, ...]
    doer: Type
    refusals: tuple[Refusal, ...]
    steps: tuple[Step, ...]
    source: str | None
    span: Span


@meaning
class Phase:
    """A part of the game with a start, steps and an end. `param` is what it is about (None: nothing)."""

    name: str
    param: Param | None
    steps: tuple[Step, ...]
    source: str | None
    span: Span


@meaning
class Enum:
    """A declared list of words, such as the types of a card. `called`: words that have another name as well."""

    name: str
    words: tuple[str, ...]
    span: Span
    called: tuple[tuple[str, Name], ...] = ()


@meaning
class Field:
    """One property that the cards of a kind have. `optional`: it may be left out on a card."""

    name: str
    type: Type
    optional: bool


@meaning
class Kind:
    """A kind of card. `you` is an expression over `this` for the player who acts for it (None: nobody). `works` is a
    condition over `this` that says when its cards count (None: always)."""

    name: str
    fields: tuple[Field, ...]
    you: Expr | None
    works: Expr | None
    span: Span


@meaning
class Zone:
    """A place for cards of the kind `holds`. `owner` is `player`, a kind of card, or None (there is one, on the table).
    `seen` says who sees the cards (`others`: everyone but the owner). `counted`: everybody knows how many lie there."""

    name: str
    owner: str | None
    holds: str
    seen: Literal["everyone", "nobody", "owner", "others"]
    counted: bool
    span: Span
    card: str | None = None  # the card that declares it, if one does


@meaning
class Marker:
    """Something that lies on players or cards. `on` lists `player` and kinds of cards. `until` is the phase at whose
    end it is removed (`game`: never), unless `later` says when; whose phase that is, is said of `you`, who put it
    there, and of `they`, on whom it lies. `seen` says who sees it; `owner` is the player who put it there."""

    name: str
    on: tuple[str, ...]
    until: str | None
    seen: Literal["everyone", "nobody", "owner"]
    counted: bool
    single: bool
    span: Span
    card: str | None = None  # the card that declares it, if one does
    later: Later | None = None
    face: Literal["", "up", "down"] = ""  # everybody sees the card it lies on, wherever that is; or nobody anew


@meaning
class Memory:
    """How a value is kept: `on` is `player` or the kind of card that has one each (None: there is one in the game);
    `until` is the phase at whose end it is forgotten (None: never); `seen` says who knows it."""

    on: str | None
    until: str | None
    seen: Literal["everyone", "nobody", "owner"]


@meaning
class Value:
    """A named value: its base, and the rules that the game itself adds. `only_more_or_less`: cards may not set it with
    `is`. `field` is the kind of card whose field it is; then the base is printed on the card. `memory`: the base is
    what was last set."""

    name: str
    params: tuple[Param, ...]
    type: Type
    base: Expr | None
    rules: tuple[Rule, ...]
    only_more_or_less: bool
    field: str | None
    span: Span
    memory: Memory | None = None


@meaning
class Quality:
    """A describing word: it holds of `param` when `cond` does (None: only where a rule or `as` says so)."""

    name: str
    param: Param
    cond: Expr | None
    span: Span


@meaning
class Name:
    """Another name of a card or a word: in another language, or in that of the titles (`language` empty)."""

    language: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True)
class Printing:
    """Where a field is printed on a card: its words, and the whole line or row in which they stand."""

    field: str
    span: Span
    line: Span


@meaning
class Card:
    """One card: its kind, its title, its printed fields (each a word, a number, or None), how many copies the box
    holds, its clauses and its rules. `refused` says when it may not be part of a game, `left_out` when it is left out
    of one."""

    kind: str
    title: str
    fields: tuple[tuple[str, int | str | None], ...]
    copies: int
    clauses: tuple[Clause, ...]
    rules: tuple[Rule, ...]
    refused: tuple[Refusal, ...]
    source: str | None
    path: str
    span: Span
    left_out: tuple[Refusal, ...] = ()
    names: tuple[Name, ...] = ()  # what it is called as well, and in other languages
    printing: tuple[Printing, ...] = ()


@meaning
class Game:
    """A whole game: all its declarations, by name, in the order in which they were written. `order` lists kinds of
    cards: which clauses come first when several answer one event. `decides`: who decides which card of a kind comes
    first when several must answer: the active player, or each owner about the own cards (empty: nobody)."""

    name: str
    least_players: int
    most_players: int
    order: tuple[str, ...]
    refused: tuple[Refusal, ...]
    decides: Literal["", "active", "owners"] = ""
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    qualities: dict[str, Quality] = field(default_factory=dict)
    verbs: dict[str, Verb] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    position: Position | None = None
    source: str | None = None


@meaning
class Position:
    """The place where a posed position begins: the step `step` of the phase `phase`. `passed` is the phase that is
    passed over for players who do not act, and `leaves` is what it leaves behind (`passed turn of part: reveal part`,
    where `passed_var` is `part`). `dealt` says which zone `p1 is CARD` fills."""

    phase: str
    step: str
    passed: str | None
    passed_var: str | None
    leaves: Block
    dealt: tuple[tuple[str, str], ...] = ()  # (kind, zone)
    span: Span | None = None


# ---- all of them --------------------------------------------------------------------------------------------------

AnyExpr = (
    Num
    | Word
    | CardNamed
    | Var
    | Nobody
    | Players
    | AllOf
    | WordsOf
    | Numbers
    | Neighbour
    | Side
    | Seat
    | Owner
    | MarkOwner
    | Active
    | ZoneOf
    | CardsIn
    | Top
    | ValueOf
    | Counted
    | Kept
    | Has
    | Holder
    | Size
    | Where
    | Image
    | Fold
    | Without
    | Together
    | Arith
    | Quotient
    | AtLeast
    | AtMost
    | Is
    | Among
    | NameOf
    | CountsAs
    | And
    | Or
    | Not
    | Some
    | QualityOf
    | Can
    | Abilities
    | AbilityCard
    | IsOptional
    | HasAbilities
    | Running
    | Happened
)
"""Every sort of phrase. A match over it has to be total: a new sort is added here, and mypy names what lacks it."""

AnyStmt = (
    Do
    | MoveCards
    | Turn
    | MoveAmount
    | Remember
    | Recover
    | MoveSingle
    | Put
    | Mark
    | UnmarkAll
    | Shuffle
    | Show
    | Swap
    | RunPhase
    | Leave
    | Suspend
    | Resume
    | UseAbility
    | Win
    | Nothing
    | Lasting
    | Let
    | PickRandom
    | Choose
    | If
    | ForEach
    | Repeat
    | Either
    | May
    | Require
)
"""Every sort of deed, likewise."""
