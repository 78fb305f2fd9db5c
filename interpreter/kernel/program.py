"""Defines what the machine runs: a card set in which every name is resolved to an integer.

`interpreter.compile` makes a `Library` out of the typed meaning of a card set. Two executors give it life, decision by
decision alike: the reference machine (`machine.py`), which walks these values and explains what it does, and the
generated programs, which `generate.py` prints as Python source. Nothing here knows any game.

**Values.** A player is its index (0…), a card its index in the library, a word of an enumeration its index, a number
itself, a phase, ability or zone an index; nobody is -1. A set is a tuple of such integers without repetition.

**Code.** A `Program` is a flat list of instructions over numbered slots; an `E` is an expression tree that never
changes the state and never asks. A `Function` is a named expression with parameters (a value, a quality, a permission).
Slots of an expression are those of the program or function it stands in.

`operators.py` lists all operators and instructions, row by row; `docs/machine.md` is the same list as a manual.

**Laws** that a compiled library keeps (`lawful.py` finds breaches): every argument is of the kind that its row says;
every number names something that exists; no code runs past its end; a slot holds sets only, or single things only. A
slot that was never written holds nobody, and a slot for sets is written before it is read.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

GAME_OWNER = 99
"""What the cell of an uncounted marker holds if the game itself put the marker; else it holds owner + 1."""


class Packed:
    """What a frozen dataclass with slots inherits if a library has many of them: it is kept and read again as its class
    and its values, which is several times faster than field by field. All its fields are arguments of its making."""

    __slots__ = ()
    __match_args__: ClassVar[tuple[str, ...]]

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), tuple([getattr(self, name) for name in self.__match_args__])


@dataclass(frozen=True, slots=True)
class Origin(Packed):
    """Where a piece of code comes from: the card (or game) and its words. Explanations quote it. `by`: the places of
    the amendments that put words there or changed them."""

    card: str
    text: str
    path: str
    line: int
    column: int
    source: str | None = None
    by: tuple[str, ...] = ()

    @property
    def place(self) -> str:
        """Return `keep.card:3`, or `keep.card:3, as amended by keep-given-away.rule:5`."""
        others = f" and {len(self.by) - 1} others" if len(self.by) > 2 else f" and {self.by[-1]}" if self.by[1:] else ""
        amended = f", as amended by {self.by[0]}{others}" if self.by else ""
        return f"{self.path}:{self.line}{amended}"


IDLE = "it would change nothing"
"""The words for the condition that a deed would change something; explanations show them where it fails."""


@dataclass(frozen=True, slots=True)
class E(Packed):
    """An expression: an operator and its arguments. `origin`: where the author wrote it, for explanations."""

    op: str
    args: tuple[Any, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Deed:
    """A declared verb that is written out inside a program: its name, its doer and its arguments over the slots of that
    program. `origin`: the statement that says to do it."""

    verb: str
    doer: E
    args: tuple[E, ...]
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class I(Packed):  # noqa: E742
    """An instruction and its arguments. `within`: the deeds that it is part of and that are written out in its program,
    innermost first."""

    op: str
    args: tuple[Any, ...] = ()
    origin: Origin | None = None
    within: tuple[Deed, ...] = ()


@dataclass(frozen=True, slots=True)
class Opt(Packed):
    """One group of answers to a question.

    `guard`: the condition under which the group is offered (None: always). `slot` and `of`: one answer for each member
    of the set `of`, which is bound to the slot. `goto`: where the program goes on. `label`: the text of the answer, in
    which `{}` stands for the name of the chosen thing. `sort`: how to name it: 'card', 'player', 'number', 'word:T'
    (names in `Library.words[T]`), 'ability' or ''.

    `dedupe`: cards that look alike are one answer, and so is an ability of such cards. `must`: fast-forwarding takes
    this before others. `last`: this ends the choice or declines it, and fast-forwarding prefers it. `open`: the
    candidates lie open or are no secret (a title that is named), so everybody may hear which one is chosen. `anywhere`:
    the candidates are named wherever they lie, and copies of a title whose zones the player does not see are one answer
    (see `known.named`).
    """

    guard: E | None
    goto: int
    label: str
    slot: int | None = None
    of: E | None = None
    sort: str = ""
    dedupe: bool = False
    must: bool = False
    last: bool = False
    origin: Origin | None = None
    open: bool = True
    anywhere: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to `player`.

    `none`: where the program goes on if no option is possible (None: that is a fault of the cards; a trial gives the
    path up). `auto`: a single possible answer is taken without asking, because everybody knows that it is the only one.
    `secret`: the other players are not told the answer. `chain`: this is one pick of a multi-pick; a trial tries only
    the first candidate of group 0. `about`: what is asked, for people (`{0}` … are slots: see `names`). `lookahead`: a
    program under way; answers after which its innermost frame could not reach its end (in the sense of `trial`) are not
    offered. Within a trial `lookahead` is ignored. `due`: the cards say that one thing is chosen here, and not what is
    done if there is nothing to choose (`proof.counting` counts how often that happens).
    """

    player: E
    options: tuple[Opt, ...]
    none: int | None
    auto: bool
    secret: bool
    about: str
    chain: bool = False
    lookahead: int | None = None
    origin: Origin | None = None
    due: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A flat list of instructions. `params`: how many arguments there are, in slots 0…. `slots`: how many slots there
    are in all. `names`: the names and sorts of the slots, for people. `clause`: whether it is a clause of a card, whose
    slot 0 is that card. `secret`: (from, up to, player) for stretches of code that are one player's secret, the
    innermost first."""

    id: int
    name: str
    params: int
    slots: int
    code: tuple[I, ...]
    names: tuple[tuple[str, str], ...] = ()
    origin: Origin | None = None
    clause: bool = False
    secret: tuple[tuple[int, int, E], ...] = ()


@dataclass(frozen=True, slots=True)
class Modifier:
    """One rule that changes a value.

    `guard`: whether its card works and the arguments match. `op`: 'is' or 'more'. `level`: 0 game rule, 1 rule card, 2
    card; the `is` of the highest level wins, and two different `is` on one level are a fault. `lasting`: the number of
    a lasting rule; the modifier applies once for each rule of that number in force, whose captured values are first put
    into the slots `captured`. The `is` of a lasting rule is above what cards say, and a later one above an earlier one.
    The function's parameters are slots 0…; the other slots are scratch.
    """

    guard: E
    op: str
    amount: E
    level: int
    origin: Origin
    lasting: int | None = None
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason against a deed. `cond`: if it holds, the deed is refused, unless one of `lifts` holds. `ban`: this is
    a *cannot* of a card, which nothing lifts. `hidden`: it reads something that not everybody can see."""

    text: str
    cond: E
    lifts: tuple[tuple[E, Origin], ...]
    ban: bool
    origin: Origin
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A named function. `form`: 'value'; 'truth' (base alone, or base or-ed with the guards of `modifiers`); or
    'permission' (no refusal holds and `needs`, if given, holds). `sort`: what a value is, for people. `lowest`: the
    function of which this is the opposite, because its lowest value is best."""

    id: int
    name: str
    form: str
    params: int
    slots: int
    base: E | None = None
    modifiers: tuple[Modifier, ...] = ()
    refusals: tuple[Objection, ...] = ()
    needs: E | None = None
    names: tuple[tuple[str, str], ...] = ()
    origin: Origin | None = None
    sort: str = "number"
    lowest: int | None = None


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that a player may use from a menu. `guard`: when it can be used; slot 0 is the player, slots 1… are
    scratch. `arg_cell`: if given, the ability can only be used while `s.m[arg_cell] == arg` (its card is what the phase
    is about). That is already part of the guard, and serves as an index for speed. `used`: the cell that says whether
    it was used. `lent`: when a player may use it who does not act for its card (None: nobody else ever may)."""

    id: int
    card: int
    program: int
    guard: E
    slots: int
    must: bool
    used: int | None
    label: str
    arg_cell: int | None
    arg: int
    origin: Origin
    you: E | None = None
    lent: E | None = None


Sight = Literal["everyone", "owner", "others", "nobody"]
"""Who sees a marker, or the cards in a zone; `others`: everyone but its owner (zones only)."""


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A declared zone. `base`: its first number. `span`: how many zones there are (1, players, or cards). `owner`:
    'table', 'player' or 'card'."""

    name: str
    base: int
    span: int
    owner: str
    seen: Sight
    counted: bool


@dataclass(frozen=True, slots=True)
class MarkDecl:
    """A declared marker on one sort of bearer, in cells base…base+span-1; or a kept value, the game's or each bearer's.
    `bearer`: 'player' or 'card' (the index among the cells is the player, or the card minus `first`), or 'game'.
    `holds`: the sort of what is kept ('' for a marker). A cell holds a kept number itself, which may be below zero, and
    one more than anything else, so that 0 is nobody. `face`: 'up' if everybody sees the card on which it lies, wherever
    that is; 'down' if nobody sees it there but those who saw it before (see `known.py`). `known`: the first of the
    cells that say of each bearer whether the marker was turned up before everybody (-1: it never is)."""

    name: str
    base: int
    span: int
    bearer: str
    first: int
    seen: Sight
    counted: bool
    single: bool
    face: Literal["", "up", "down"] = ""
    known: int = -1
    holds: str = ""

    @property
    def tells_owner(self) -> bool:
        """Return whether a cell holds who put the marker there."""
        return not (self.counted or self.single or self.holds)

    def kept(self, cell: int) -> int:
        """Return what is kept in a cell, from what the cell holds."""
        return cell if self.holds == "number" else cell - 1


HistoryKey = tuple[str, str, str | None, str | None]
"""One record of the past: the event; what the record is kept for each of ('': nothing, 'by': the doer, 'subject': what
the event is about, or 'both'); the marker whose amount is recorded (None: how often the event took place); and the
phase since whose beginning it counts (None: ever)."""


RuleName = tuple["str | tuple[int, str, str]", ...]
"""The words of a lasting rule. Where they name a thing that it keeps: the place of that among what is kept, the
author's name for it, and its sort (`owner`: the player of whom it says *your* or *their*)."""


@dataclass(frozen=True, slots=True)
class Library:
    """A compiled card set: everything that an executor needs."""

    name: str
    hash: str
    max_players: int
    min_players: int
    cards: tuple[str, ...]  # title of each card (copies share one)
    kinds: tuple[str, ...]  # kind name of each card
    card_kind: tuple[int, ...]  # kind index of each card
    definition: tuple[int, ...]  # first card with the same title: equal for copies
    all_zone: dict[int, int]  # kind index -> pseudo-zone id holding all cards of that kind in this game
    zones: tuple[ZoneDecl, ...]
    zone_count: int
    zone_owner: tuple[int, ...]  # zone id -> owner player, -1 table, -2-c: the owner of card c
    marks: tuple[MarkDecl, ...]
    cells: int
    tables: tuple[tuple[int, ...], ...]
    words: dict[str, tuple[str, ...]]  # enumeration -> its words
    programs: tuple[Program, ...]
    functions: tuple[Function, ...]
    abilities: tuple[Ability, ...]
    lasting_names: tuple[RuleName, ...]  # by the number of a lasting rule
    main: int  # program of the game
    players_cell: int  # where s.m keeps the number of players
    phases: dict[str, tuple[int, int]] = field(default_factory=dict)  # name -> (program, cell of arg + 1 or 0)
    function_ids: dict[str, int] = field(default_factory=dict)  # 'value price', 'can build', 'quality complete'
    step_pcs: dict[tuple[str, str], int] = field(default_factory=dict)  # (phase, step) -> pc in its program
    until: dict[str, int] = field(default_factory=dict)  # phase -> the number that lasting rules use
    ends: tuple[str, ...] = ()  # the other ends of lasting rules, in words, by their numbers after those of the phases
    payoff: int | None = None  # function: what a game that is over was worth to a player; None if no game says so
    team: int | None = None  # function: in which team a player is; None in a game without teams
    left_out: int | None = None  # function: which cards are left out; None if no card ever is
    legal_cast: int | None = None  # function: which cards and players may play together, a permission of no arguments
    position: PositionData | None = None
    records: tuple[tuple[int, int], ...] = ()  # cells that say what was done to each card: (first, cells for a card)
    spent: dict[int, int] = field(default_factory=dict)  # cell that says whether a clause had its chance -> its card
    history: dict[HistoryKey, int] = field(default_factory=dict)  # what is recorded of events -> its first cell
    printed: dict[tuple[int, int], Origin] = field(default_factory=dict)  # (table, first card of a title) -> its words


@dataclass(frozen=True, slots=True)
class PositionData:
    """How a posed situation begins. `frames`: (program, pc), outermost first. `cells`: (cell, value) of the phases
    under way. `passed`: the program of the phase that is skipped for parts before the first actor. `leaves`: the
    program that runs for each of those instead (its one argument is the part). `dealt`: kind index -> base of the zone
    to which cards of that kind go. `soon`: the programs that look whether something has become true."""

    frames: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, int], ...]
    passed: int | None
    leaves: int | None
    dealt: tuple[tuple[int, int], ...]
    soon: tuple[int, ...] = ()
