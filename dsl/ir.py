"""The typed meaning of a card set, after every word has been read.

`elaborate` turns syntax into these values; `interpreter.compile` turns them into programs, `sentences` says them
back in prose, and the checks look through them. Everything is frozen; every node that an author wrote carries the span
of the words it came from. Names are still the author's words (kinds, markers, values are looked up by them); numbers
for the machine come later.

Conventions
- A *variable* is a string unique within its clause, verb or rule. `this` is the card a clause stands on, `you` is who
  acts or owns it. Others are the author's local names, or `it#1` for a noun that was not named.
- A *set* is an ordered sequence without repetition: players in seat order, cards in the order of their zone.
- `players`, cards of any kind, numbers and the words of an enumeration are the only things a variable may hold, or a
  set of one of them. The absence of a player or card is `Nobody`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from .source import Span

# ---- types ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Type:
    """What sort of thing an expression is.

    `sort` is one of: player, card, number, amount, enum, zone, mark, phase, ability, truth, bank, text, bearer.
    `bearer` is a parameter that takes things of several sorts; then `name` lists them ("player card bank").
    A parameter of type number with a name takes so many cards of that kind, as yet uncertain which (`draw 2 cards`).
    `name` narrows it: the kind of a card (None: any card), the enumeration, the counted marker of an amount
    ("2 gold" is an amount of gold and not a number), the declared zone. `many` marks a set of such things.
    """

    sort: str
    name: str | None = None
    many: bool = False


# ---- expressions --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Expr:
    """A phrase with a value. Evaluating one never changes the state and never asks anybody."""

    type: Type
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Num(Expr):
    """A number, or an amount (`2 gold`: type amount/gold)."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Word(Expr):
    """One word of an enumeration (`military`)."""

    word: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CardNamed(Expr):
    """The card with this title (`Thief`). With several copies: the set of them (type.many)."""

    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Var(Expr):
    """A local name, `this`, or `you`."""

    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Nobody(Expr):
    """`nobody`, `nothing`: the absence of a player or a card."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Players(Expr):
    """All players, from the first seat on (set)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AllOf(Expr):
    """Every card of a kind that is in this game, wherever it lies (set); `kind` None: all cards."""

    kind: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WordsOf(Expr):
    """Every word of an enumeration (set)."""

    enum: str


MOST_NUMBERS = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Expr):
    """The numbers from `low` to `high`, both included (set): `a number up to 3` starts at 0, a die at 1. They never go
    beyond `MOST_NUMBERS`, so that each can be an answer."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour(Expr):
    """The player sitting next to `of`; `side` left (clockwise), right, or both (a set)."""

    side: Literal["left", "right", "both"]
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Expr):
    """The seat of a player: 1 for the first."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Owner(Expr):
    """Whose zone a card lies in (through the card it lies under, if any); Nobody if in nobody's."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkOwner(Expr):
    """Who put this marker on the bearer; Nobody if the marker is absent or was put by the game."""

    mark: str
    bearer: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Active(Expr):
    """`the active player`, `the active character`: what the innermost running phase with such a parameter is about.

    For `what` = "player": the phase's own parameter if it is a player, else the `you` of its card.
    Nobody when no such phase runs."""

    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ZoneOf(Expr):
    """A place: a declared zone, with the player or card it belongs to (None for a zone of the table).

    A bearer that is a card where the zone is `of player` means the owner of that card (`city of plan`)."""

    zone: str
    bearer: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsIn(Expr):
    """The cards lying in a zone, first to last (set). The first is the top. With a set of zones: all of them."""

    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Top(Expr):
    """Up to `count` cards from the top of a zone (set)."""

    count: Expr
    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueOf(Expr):
    """A named value, or a field of a card, with the rules in force applied. Fields are values with one argument."""

    value: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted(Expr):
    """How many of a counted marker lie on the bearer (amount); for a set of bearers, their total."""

    mark: str
    bearer: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Has(Expr):
    """Whether a marker lies on the bearer (truth). For a counted marker: at least one."""

    mark: str
    bearer: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder(Expr):
    """Who or what has a single marker (`the player that has the crown`)."""

    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Size(Expr):
    """How many there are in a set."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Where(Expr):
    """Those of a set for which the condition holds; the variable stands for each in turn."""

    var: str
    of: Expr
    cond: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Image(Expr):
    """The distinct results of `body` for each of a set, in order of first appearance (`types of districts in X`)."""

    var: str
    of: Expr
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Fold(Expr):
    """`total`, `highest`, `lowest` of `body` over a set; of an empty set: 0."""

    op: Literal["total", "highest", "lowest"]
    var: str
    of: Expr
    body: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Without(Expr):
    """A set without one thing, or without those of another set."""

    of: Expr
    gone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Arith(Expr):
    op: Literal["+", "-", "*"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Half(Expr):
    """Half of a number, rounded up or down."""

    of: Expr
    up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class AtLeast(Expr):
    """The number, but never below `low`."""

    of: Expr
    low: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AtMost(Expr):
    """The smaller of two numbers."""

    of: Expr
    high: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Is(Expr):
    """Equality of two single things, or comparison of numbers (`<=` is written *at most*)."""

    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Among(Expr):
    """Whether a thing is one of a set."""

    of: Expr
    in_: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class SameName(Expr):
    """Whether two cards have the same title."""

    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class CountsAs(Expr):
    """Whether a card counts as a word of a type enumeration: its `field` says so, or a rule does."""

    card: Expr
    field: str
    word: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class And(Expr):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Or(Expr):
    parts: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Not(Expr):
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Some(Expr):
    """Whether a set is not empty (`there is …`)."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class QualityOf(Expr):
    """Whether a declared quality holds of a thing (`complete`)."""

    quality: str
    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Can(Expr):
    """Whether this doer may do the verb with these arguments now: nothing refuses it and its needs can be met."""

    verb: str
    doer: Expr
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities(Expr):
    """The abilities this player may use now (set); `only_must`: those that must be used before the turn may end."""

    of: Expr
    only_must: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AbilityCard(Expr):
    """The card an ability stands on (`any ability of Thief`)."""

    of: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Running(Expr):
    """Whether a phase is under way; with `of`, whether it is about that."""

    phase: str
    of: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened(Expr):
    """History: whether an event took place within the running `span` phase (None: ever in this game).

    `event` names a verb key, `verb/step`, or `mark:NAME` (a marker changed place). Given `by` and `subject` must both
    match what the event recorded. As a number (`measure` set): how much of that counted marker its doer paid in it."""

    event: str
    span_of: str | None
    by: Expr | None = None
    subject: Expr | None = None
    measure: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionIs(Expr):
    """Whether a declared option of the game has this setting."""

    option: str
    setting: str


# ---- statements ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Stmt:
    """One deed. `business`: the player whose alone it is what is done (`secretly`; None: everybody's)."""

    span: Span
    business: Expr | None = None


Block = tuple[Stmt, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Do(Stmt):
    """Do a declared verb. `args` follow the verb's parameters (object first). `lifted`: refusals set aside, by text.
    `as_quality` sets a quality for the length of the deed (`build found as outside the building limit`)."""

    verb: str
    doer: Expr
    args: tuple[Expr, ...]
    lifted: tuple[str, ...] = ()
    as_quality: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveCards(Stmt):
    """Put a card, or a set of cards in order, into a zone: on top (`top`), else at the end (`under`, the default for
    a place without order). `cards` must not be read again after the move through its zone."""

    cards: Expr
    to: Expr
    place: Literal["end", "top", "under"]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveAmount(Stmt):
    """Move an amount of a counted marker. None is the bank. `up_to`: what is there, at most that. `to` a set: one
    unit to each in turn while the amount lasts. Never makes a counter negative: moves what is there."""

    mark: str
    amount: Expr
    source: Expr | None
    to: Expr | None
    up_to: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Recover(Stmt):
    """The doer has back from the bank what was paid. From then on it does not count as paid: what has come back cannot
    come back again."""

    doer: Expr
    paid: Happened


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveSingle(Stmt):
    """Give a single marker (the crown) to a bearer. A move to where it lies is no event."""

    mark: str
    to: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Put(Stmt):
    """Put `amount` of a counted marker on a bearer out of nothing (`put 1 builds on you`)."""

    mark: str
    amount: Expr
    on: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark(Stmt):
    """Put a marker on a thing or on each of a set, owned by `owner`; or take it off."""

    mark: str
    on: Expr
    owner: Expr
    off: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Shuffle(Stmt):
    zone: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Show(Stmt):
    """Let `to` (None: everybody) see a card, a set of cards or a zone's cards; or learn whether a condition holds
    (`what` of type truth: `reveal whether …`)."""

    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap(Stmt):
    """Exchange, at one moment: two cards (each takes the other's place), the cards of two zones, or the seats of two
    players."""

    left: Expr
    right: Expr
    what: Literal["cards", "zones", "seats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPhase(Stmt):
    phase: str
    arg: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Stmt):
    """Leave a running phase at once: none of its remaining steps, and no end."""

    phase: str


@dataclass(frozen=True, slots=True, kw_only=True)
class UseAbility(Stmt):
    """Begin an ability picked from `Abilities`."""

    ability: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class Win(Stmt):
    """The game ends. `by` a value of a player: the highest wins, `tie` decides between equals, then all still equal
    share. Without `by`: `who` wins."""

    by: str | None
    tie: str | None
    who: Expr | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Nothing(Stmt):
    """Do nothing, knowingly."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lasting(Stmt):
    """From now until the end of a running phase (None: of the game) a rule holds; local names it reads are kept."""

    until: str | None
    rule: Rule


@dataclass(frozen=True, slots=True, kw_only=True)
class Let(Stmt):
    name: str
    value: Expr


@dataclass(frozen=True, slots=True, kw_only=True)
class PickRandom(Stmt):
    """Bind `name` to `count` things of a set taken at random (`single`: one thing, Nobody if the set is empty; else a
    set). At random means: uniform over the set in its canonical order."""

    name: str
    of: Expr
    count: Expr
    single: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose(Stmt):
    """`chooser` picks from a set. Single: `name` is that thing. Otherwise a chain of single picks, then `name` is the
    set; `least`/`most` bound how many (None most: any number). `secret`: others do not see what was picked.
    `otherwise`: what is done if nothing can be picked (None: then the whole clause cannot be begun). `ordered`: all of
    them, in the order in which they are picked."""

    name: str
    chooser: Expr
    of: Expr
    single: bool
    least: Expr | None = None
    most: Expr | None = None
    secret: bool = False
    otherwise: Block | None = None
    ordered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class If(Stmt):
    cond: Expr
    then: Block
    otherwise: Block = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ForEach(Stmt):
    """For each of a set, in order; `by` a value orders it, lowest first, ties by the set's own order, clockwise from
    the active player for players."""

    var: str
    of: Expr
    by: str | None
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeat(Stmt):
    until: Expr
    body: Block


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One branch of an `either`. With `choose`, each candidate is an answer of its own."""

    body: Block
    choose: Choose | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Either(Stmt):
    """`doer` takes one of the branches that are possible; if none is, `otherwise`."""

    doer: Expr
    branches: tuple[Branch, ...]
    otherwise: Block | None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class May(Stmt):
    """`doer` may do the block, if it can be done; with a set of doers each is asked in turn, `var` is who acts."""

    doer: Expr
    body: Block
    var: str | None = None
    secret: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Require(Stmt):
    """A `refused` line inside a body: unless the condition is false the clause cannot go on. `text` is the reason
    shown (a sentence is generated where the author wrote none)."""

    cond: Expr
    text: str | None


# ---- clauses ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Where_:
    """Where or in what condition a clause counts other than its kind's usual place: `even from your hand`,
    `only if killed`, `even if killed or absent`. `zones` and `states` are the words; `states` are markers or
    qualities of the card."""

    only: bool
    zones: tuple[str, ...] = ()
    states: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """The window of a clause.

    kind: `ability` (used from a menu, in `phase`), `start`/`end` (of `phase`), `state` (as soon as `cond`),
    or an event: `would`, `instead`, `before`, `after`. `would` with an `instead` slot becomes `instead`.
    `event`: verb key, `verb/step`, or `mark:NAME`. `subject` and `doer` are the variables bound to the event's object
    and doer; `cond` is what must hold of them (who, which filters). `roles` are further parameters: a variable that is
    bound, and the parameter's name.
    """

    kind: Literal["ability", "start", "end", "state", "would", "instead", "before", "after"]
    span: Span
    event: str | None = None
    phase: str | None = None
    subject: str | None = None
    doer: str | None = None
    roles: tuple[tuple[str, str], ...] = ()
    cond: Expr | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One sentence of a card with something to do. `limit`: the phase within which it works once (None: no limit).
    `doer` acts (usually `you`). `must` or may. `body` starts with its Let, Choose and Require statements, then `cost`
    statements (counted in `cost`), then what it does. `label` is its stable text in lists of answers: the words of
    its main deed."""

    moment: Moment
    limit: str | None
    cond: Expr | None
    where: Where_ | None
    doer: Expr
    must: bool
    body: Block
    cost: int
    label: str
    span: Span


# ---- standing rules -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Something that simply holds while its card works (and `during`, if given, holds).

    Patterns: `vars` are bound to the things asked about and `match` must hold of them.
    - permit: `doer` var (may be None: anybody), verb, `args` vars; `cannot` or `may … even if "lift"`.
    - value: value name, `args` vars; `op` is `is` or `more` (`amount` may be negative for *less*).
    - counts: `args` = (card var,); `amount` the word (None: any word of the enumeration).
    - blank, or another quality said of things: `value` names the quality, op `holds`.
    """

    form: Literal["permit", "value", "counts", "quality"]
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


# ---- declarations -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter of a verb, phase or value: the variable, its type, and the preposition that introduces it (the
    object has none)."""

    name: str
    type: Type
    prep: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    text: str
    cond: Expr  # true means refused
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    name: str
    participle: str | None
    body: Block
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """A deed, its event and its permission in one. `key` is unique (`gather resources`, `take gold`); `participle`
    is how it is spoken of when it has happened. `you` is bound to the doer, whose type is `doer`.
    Either `steps` or a single unnamed step."""

    key: str
    words: tuple[str, ...]  # how it is written: `take`, or `take the crown`
    participle: str | None
    params: tuple[Param, ...]
    doer: Type
    refusals: tuple[Refusal, ...]
    steps: tuple[Step, ...]
    source: str | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    name: str
    param: Param | None
    steps: tuple[Step, ...]
    source: str | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Enum:
    name: str
    words: tuple[str, ...]
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    name: str
    type: Type
    optional: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A kind of card. `you`: who acts for it, an expression over `this` (None: nobody). `works`: a condition over
    `this` (None: always, for a kind nobody holds)."""

    name: str
    fields: tuple[Field, ...]
    you: Expr | None
    works: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A place for cards of kind `holds`; `owner`: player, a kind of card, or None (one on the table).
    `seen`: everyone, nobody, owner. `counted`: how many lie there is public."""

    name: str
    owner: str | None
    holds: str
    seen: Literal["everyone", "nobody", "owner"]
    counted: bool
    span: Span
    card: str | None = None  # the card that declares it, if one does


@dataclass(frozen=True, slots=True, kw_only=True)
class Marker:
    """Something that lies on players or cards. `on`: `player` and/or kinds. `until`: the phase at whose end it is
    cleared (`game`: never). `seen`: everyone, nobody, or owner (who put it)."""

    name: str
    on: tuple[str, ...]
    until: str | None
    seen: Literal["everyone", "nobody", "owner"]
    counted: bool
    single: bool
    span: Span
    card: str | None = None  # the card that declares it, if one does
    face_up: bool = False  # everybody sees the card it lies on, wherever that is


@dataclass(frozen=True, slots=True, kw_only=True)
class Value:
    """A named value: what it is at the base, and the rules the game itself adds. `only_more_or_less`: an `is` from a
    card is an error. `field`: it is a field of this kind, whose base is printed on the card."""

    name: str
    params: tuple[Param, ...]
    type: Type
    base: Expr | None
    rules: tuple[Rule, ...]
    only_more_or_less: bool
    field: str | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """A describing word: holds of `param` when `cond` does. `said`: never by itself, only by rules or `as`."""

    name: str
    param: Param
    cond: Expr | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """A named house-rule: its settings, the first is the default."""

    name: str
    settings: tuple[str, ...]
    source: str | None
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Name:
    """What a card is called in another language."""

    language: str
    text: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One card: its kind, title, printed fields (a word, a number, or None), how many copies the box holds, and what
    it says. `refused`: when it may not be part of a game."""

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
    names: tuple[Name, ...] = ()  # what it is called in other languages


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A whole game: everything declared, by name, in the order it was declared."""

    name: str
    least_players: int
    most_players: int
    order: tuple[str, ...]
    refused: tuple[Refusal, ...]
    enums: dict[str, Enum] = field(default_factory=dict)
    kinds: dict[str, Kind] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    markers: dict[str, Marker] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    qualities: dict[str, Quality] = field(default_factory=dict)
    options: dict[str, Option] = field(default_factory=dict)
    verbs: dict[str, Verb] = field(default_factory=dict)
    phases: dict[str, Phase] = field(default_factory=dict)
    cards: dict[str, Card] = field(default_factory=dict)
    position: Position | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """How a posed situation begins: at which step of which phase; which zone a player's `is CARD` fills; which phase
    is passed over for those who do not act, and what it leaves behind (`passed turn of part: reveal part`)."""

    phase: str
    step: str
    passed: str | None
    passed_var: str | None
    leaves: Block
    dealt: tuple[tuple[str, str], ...] = ()  # (kind, zone)
    span: Span | None = None
