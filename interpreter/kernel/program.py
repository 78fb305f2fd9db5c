"""What the machine runs: a card set with every name resolved to an integer.

`interpreter.compile` makes a `Library` out of the typed meaning of a card set. Two executors give it life, decision by
decision alike: the reference machine (`machine.py`), which walks these values and explains what it does, and the
generated programs (`generate.py` prints them as Python source). Nothing here knows any game.

**Values.** A player is its index (0…), a card its index in the library, a word of an enumeration its index, a number
itself, a phase, ability or zone an index; nobody is -1. A set is a tuple of such integers without repetition.

**Code.** A `Program` is a flat list of instructions over numbered slots; an `E` is an expression tree that never
changes the state and never asks. A `Function` is a named expression with parameters (a value, a quality, a permission).
Slots of an expression are those of the program or function it stands in.

Which operators and instructions there are says `operators.py`, row by row; `docs/machine.md` is the same as a manual.

**Laws**, which a compiled library keeps (`lawful.py` finds what breaks them): every argument is of the kind its row
says; every number names something that is there; no code runs on past its end; a slot holds a set or a single thing,
never now one and now the other. A slot that nothing was put into holds nobody, and a slot for sets is not looked at
before it has one.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

GAME_OWNER = 99
"""Stored owner of a marker that the game itself put: an uncounted marker's cell holds owner+1, or this."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a piece of code comes from: the card (or game) and its words, for explanations."""

    card: str
    text: str
    path: str
    line: int
    column: int
    source: str | None = None


IDLE = "it would change nothing"
"""The words of a condition that holds where something would come of a deed; they are told where it fails."""


@dataclass(frozen=True, slots=True)
class E:
    """An expression: an operator and its arguments. `origin`: where the author said it, for explanations."""

    op: str
    args: tuple[Any, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class I:  # noqa: E742
    """An instruction and its arguments."""

    op: str
    args: tuple[Any, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Opt:
    """One group of answers to a question. `guard` None: always. With `slot` (and `of`): one answer for each element of
    the set, which is bound to the slot. `goto`: where the program continues. `label` is the text of the answer, in
    which `{}` stands for the name of the chosen thing; `sort` says how to name it: 'card', 'player', 'number',
    'word:T' (names in Library.words[T]), 'ability', ''. `dedupe`: cards that nothing tells apart are one answer.
    `must`: fast-forwarding takes this before others; `last`: it ends or declines (fast-forwarding prefers it). `open`:
    the things one chooses from lie before everybody or are no secret (a title that is named), so that everybody may
    hear which it is. `anywhere`: they are named wherever they lie, and copies of a title whose places the player does
    not see are one answer (see `known.named`)."""

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
    """A question to `player`. If no option is possible: continue at `none` (None: a
    fault of the cards; in a trial the path is given up).
    `auto`: a single possible answer is taken without asking (its being the only one is public knowledge).
    `secret`: others are not told the answer. `chain`: this is one pick of a multi-pick: a trial tries only the first
    candidate of group 0. `about` says what is asked, for people (`{0}` … are slots: see `names`). `lookahead`: a
    program under way, innermost frame of that number: answers after which it could not reach its end (in the sense of
    `trial`) are not offered; within a trial itself this is not looked at."""

    player: E
    options: tuple[Opt, ...]
    none: int | None
    auto: bool
    secret: bool
    about: str
    chain: bool = False
    lookahead: int | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class Program:
    """`params` arguments in slots 0…; `slots` in all; `names` of the slots and their sorts, for people. `clause`: it is
    what a clause of a card does, and slot 0 is that card. `secret`: from which place in the code up to which what is
    done is the business of one player alone (the innermost first)."""

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
    """One rule that changes a value: `guard` (does its card work, do the things asked about match), `op` 'is'|'more',
    `amount`. `level`: 0 game rule, 1 rule card, 2 card; a higher level's `is` wins; two different `is` on one level
    are a fault. `lasting`: applies once for each lasting rule of that number in force, whose captured values are first
    put into the slots `captured`; its `is` is above what cards simply say, and the later one above the earlier. The
    function's parameters are slots 0…; others are scratch."""

    guard: E
    op: str
    amount: E
    level: int
    origin: Origin
    lasting: int | None = None
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Objection:
    """One reason against a deed: `cond` true means refused, unless one of `lifts` holds. `ban`: a *cannot* of a card,
    which nothing lifts. `hidden`: reads what not everybody can see."""

    text: str
    cond: E
    lifts: tuple[tuple[E, Origin], ...]
    ban: bool
    origin: Origin
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class Function:
    """A named value (form 'value'), a truth ('truth': base only, or base or-ed with guards of `modifiers`), or a
    permission ('permission': no refusal holds and `needs`, if given, holds). `sort`: what a value is, for people."""

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


@dataclass(frozen=True, slots=True)
class Ability:
    """Something a player may use from a menu. `guard` is over slots 0 = the player, 1 = `you` scratch…; `arg_cell`: if
    not None, it can only be usable while s.m[arg_cell] == arg (its card is what the phase is about): an index for
    speed, already part of the guard. `used`: the cell that says it was used."""

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


Sight = Literal["everyone", "owner", "nobody"]
"""Who sees the cards that lie in a place, or a marker."""


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A declared zone: `base` id; `span` how many zones (1, players, or cards); `owner` 'table'|'player'|'card'."""

    name: str
    base: int
    span: int
    owner: str
    seen: Sight
    counted: bool


@dataclass(frozen=True, slots=True)
class MarkDecl:
    """A declared marker on one sort of bearer: cells base…base+span-1. `bearer` 'player' or 'card' (the index within
    the cells is the player, or the card minus `first`). `face_up`: everybody sees the card it lies on, wherever.
    `known`: cells that say of each bearer whether the marker was turned up before everybody (-1: it never is)."""

    name: str
    base: int
    span: int
    bearer: str
    first: int
    seen: Sight
    counted: bool
    single: bool
    face_up: bool = False
    known: int = -1


HistoryKey = tuple[str, str, str | None, str | None]
"""What is recorded: of which event, told apart by whom ('': by nothing, 'by': its doer, 'subject': what it is about, or
'both'), how much of which marker (None: how often), and since which phase began (None: ever)."""


@dataclass(frozen=True, slots=True)
class Library:
    """Everything about a compiled card set."""

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
    lasting_names: tuple[str, ...]
    main: int  # program of the game
    players_cell: int  # where s.m keeps the number of players
    options: tuple[tuple[str, int, tuple[str, ...]], ...] = ()  # name, cell, settings
    phases: dict[str, tuple[int, int]] = field(default_factory=dict)  # name -> (program, cell of arg + 1 or 0)
    function_ids: dict[str, int] = field(default_factory=dict)  # 'value price', 'can build', 'quality complete'
    step_pcs: dict[tuple[str, str], int] = field(default_factory=dict)  # (phase, step) -> pc in its program
    until: dict[str, int] = field(default_factory=dict)  # phase -> the number that lasting rules use
    legal_cast: int | None = None  # function: which cards and players may play together, a permission of no arguments
    position: PositionData | None = None
    records: tuple[tuple[int, int], ...] = ()  # cells that say what was done to each card: (first, cells for a card)
    history: dict[HistoryKey, int] = field(default_factory=dict)  # what is recorded of events -> its first cell


@dataclass(frozen=True, slots=True)
class PositionData:
    """How a posed situation begins: `frames` (program, pc) outermost first, `cells` (cell, value) of the phases under
    way, `passed` program of the phase that is passed over for parts before the first actor, `leaves` the program run
    for each of those instead (its one argument is the part), `dealt` kind index -> base of the zone it goes to."""

    frames: tuple[tuple[int, int], ...]
    cells: tuple[tuple[int, int], ...]
    passed: int | None
    leaves: int | None
    dealt: tuple[tuple[int, int], ...]
