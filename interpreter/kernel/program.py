"""What the machine runs: a card set with every name resolved to an integer.

`interpreter.compile` makes a `Library` out of the typed meaning of a card set. Two executors give it life, decision by
decision alike: the reference machine (`machine.py`), which walks these values and explains what it does, and the
generated programs (`generate.py` prints them as Python source). Nothing here knows any game.

**Values.** A player is its index (0…), a card its index in the library, a word of an enumeration its index, a number
itself, a phase, ability or zone an index; nobody is -1. A set is a tuple of such integers without repetition.

**Code.** A `Program` is a flat list of instructions over numbered slots; an `E` is an expression tree that never
changes the state and never asks. A `Function` is a named expression with parameters (a value, a quality, a permission).
Slots of an expression are those of the program or function it stands in.

Expression operators (`E.op`, `E.args`); `e…` are expressions, the rest are plain integers or strings
---------------------------------------------------------------------------------------------------------
num n                       the integer n
slot i                      what slot i holds
set e…                      a set of the given single things, in this order, leaving out nobody and repetitions
nplayers                    number of players in this game
players                     all players, seat order (set)
range e1 e2                 the numbers e1…e2 (set, possibly empty)
left e / right e            next player clockwise / counter-clockwise (-1 of -1)
neighbours e                set of both (one when two play)
seat e                      1 + index
seats_from e1 e2            seats one walks clockwise from player e1 to player e2 (0 when the same)
inplay K                    all cards of kind K in this game: the cards of pseudo-zone K (`Library.all_zone[K]`) (set)
owner e                     player owning the zone where card e lies (see `Zone.owner`), -1
zone base e|None            zone id base+e (base when None); -1 when e is -1
cards e                     cards of zone id e, top first (set; () when -1)
cards_of base eset          cards of the zones base+x for x in eset, concatenated (set)
top e1 e2                   first e1 cards of zone id e2 (set)
zone_of e                   zone id where card e lies
table T e                   Library.tables[T][e]; -1 when e is -1 (printed fields, names, kinds …)
mark base e                 s.m[base+e] (0 when e is -1)
mark_total base eset        sum of s.m[base+x]
has base e                  whether mark > 0
mark_owner base e           s.m[base+e]-1 if that is a player of this game, else -1
holder base n               the first x of 0…n-1 with s.m[base+x] > 0, else -1
cell i                      s.m[i]
call F e…                   apply function F
size e | some e             length / non-emptiness of a set
where slot e cond           those x of e for which cond, with slot bound to x
image slot e body           distinct results in order of first appearance
fold op slot e body         op 'total' 'highest' 'lowest'; of nothing: 0
without e1 e2set            set difference, order of e1
union e…                    the sets one after the other, without repetition
first e                     first of a set, -1 if empty
best slot eset body         those of the set whose body is highest (set)
sort slot eset body         the set ordered by body, lowest first; equal ones keep their order
+ - * e1 e2 | max e1 e2 | min e1 e2 | half_up e | half_down e
== != < <= > >= e1 e2 | in e eset | and e… | or e… | not e
pick slot e1 e2             let slot be e1 in e2
abilities e must            ability ids (indices into Library.abilities) player e may use now; must=1: only mandatory
trial P e…                  whether running program P with these arguments on a copy of the state can reach its end:
                            depth first over all answers, where cards offered by one multi-pick count as alike, so that
                            only how many are taken is tried, most first (see `Ask.chain`)
answering P e               whether the clause under way, the innermost one, is program P of card e
lasting R                   captured tuples of the lasting rules R now in force: a *set of tuples*; only used by
                            `Function` modifiers (see Modifier.lasting), never elsewhere

Instructions (`I.op`, `I.args`)
---------------------------------------------------------------------------------------------------------
let slot e                  bind
jump pc | unless e pc       control; `unless` jumps when e is false
next sset sidx svar pc      if slot[sidx] < len(slot[sset]): svar = that element, sidx += 1; else jump pc
call P e…                   push a frame of program P with the arguments in its first slots; resume after
use slot                    push a frame of the program of ability id in slot (its args: this card, you)
ret                         pop
ask Ask                     see class Ask: put a question, or take the only answer when that is public knowledge
move e place                args (cards e — single or set —, zone e, place 'end'|'top'): cards leave where they lie
amount e …                  args (mark name id M, amount e, source (base,e)|None, to (base,e|eset)|None, upto 0/1):
                            moves min(amount, what is there) — the bank has plenty; to a set: one to each in order
single base n e             the single marker with cells base…base+n-1 goes to bearer e (value 1); no event if there
put base e1 e2              s.m[base+bearer e1] += e2
mark base eset eowner       s.m[base+x] = owner+1 for each x (owner -1: GAME_OWNER)
unmark base eset            s.m[base+x] = 0
poke i e                    s.m[i] = e            (phase bookkeeping, history; not an event a player sees)
add i e                     s.m[i] += e           (history: `i` may be an E giving the cell)
used slot 1|0               mark the ability in slot as used: s.m[cell of ability] = 1
clear ((a,b)…) U            zero the cells [a,b) of each range, drop lasting rules with until == U
shuffle e                   the zone's cards in canonical order (ascending), then shuffled
random slot e count single  bind `count` things of set e at random (over ascending order); single=1: one thing or -1
show e to|None truth        everybody / player `to` sees these cards (set or single) where they lie, and knows them from
                            then on (see `known.py`); truth=1: whether e holds. To nobody (-1): nothing happens
swap what e1 e2             what 'cards' 'zones' 'seats'
lasting R U slots           add a lasting rule R until U with the captured values of these slots
leave P pc                  unwind frames down to the innermost frame of program P; it continues at pc
win e|None F tie            end of the game: e a player/set, or everyone with the highest F(player), then tie(player)
note kind key e…            something happened that has a name: for logs only (kind 'verb','step','phase','ability',
                            'start', 'end')
goal                        in a trial, or a look ahead, of the program in which it stands: far enough; else nothing
hopeless                    in a trial: the path is given up; else nothing
fail                        this cannot go on: in a trial the path is given up; outside it is a fault of the cards
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

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
    """An expression; see the table above. `text` is how the author wrote it, for explanations."""

    op: str
    args: tuple[Any, ...] = ()
    origin: Origin | None = None


@dataclass(frozen=True, slots=True)
class I:  # noqa: E742
    """An instruction; see the table above."""

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
    """A question to `player`. If no option is possible: continue at `none` (None: the instruction `fail`).
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
class Refused:
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
    permission ('permission': no refusal holds and `needs`, if given, holds)."""

    id: int
    name: str
    form: str
    params: int
    slots: int
    base: E | None = None
    modifiers: tuple[Modifier, ...] = ()
    refusals: tuple[Refused, ...] = ()
    needs: E | None = None
    names: tuple[tuple[str, str], ...] = ()
    origin: Origin | None = None


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


@dataclass(frozen=True, slots=True)
class ZoneDecl:
    """A declared zone: `base` id; `span` how many zones (1, players, or cards); `owner` 'table'|'player'|'card'."""

    name: str
    base: int
    span: int
    owner: str
    seen: str
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
    seen: str
    counted: bool
    single: bool
    face_up: bool = False
    known: int = -1


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
