"""Code as a small tree, of no target language: what a library is lowered to, and what a printer turns into text.

An expression changes nothing and has a type (`analysis.facts`); it may be looked at once, so whatever is needed twice
has a name. A body is a row of statements. Every name is set before it is looked at.

Operators (`Op.word`, `Op.args`)
---------------------------------------------------------------------------------------------------------
+ - * == != < <= > >=       numbers
and or not                  truths; from left to right, and no further than needed. `truth x`: a condition as a truth
                            that may be kept; `number x`: a truth as 1 or 0
if test x y                 x if the test holds, else y; only one of them is looked at
between a x b               a <= x <= b; `within a x b`: a <= x < b
product x y                 x * y within bounds, or a fault; `bounded x`: a number that is beyond them, as a fault
highest x y | lowest x y    of two numbers; `natural x`: x, or 0 if it is less
half_up x | half_down x     half of it; `half_up` wants no bound
left x n | right x n        the seat beside x of n; `walk x y n`: seats from x to y
cell i                      what cell i of the state holds
place c                     the zone where card c lies; `cards z`: the cards of zone z; `top z n`: the first n of them
owner z                     the player whose zone this is; `owner_deep x z c`: the same where the zone may be on a card:
                            x is a free name, c the card that lies in z
table t x                   entry x of table t of the library; `used a`: the cell that says that ability a was used
neighbours x n | mark_owner x n | holder a b | abilities must who | trial p x… | answering p c
                            helpers of the runtime, as in `program.py`
players n                   all players of n (set); `numbers a b`: the numbers a…b (set)
none | one x | list x…      the empty set; the set of one thing; a set under construction
union x… | merged x…        sets and things as one set, nobody left out; sets one after the other without repetition
as_set x                    a thing that may be single or a set, as a set; `tuple s`: a set under construction, finished
in x s | not_in x s | among x y…
                            whether x is a member of s, is none, is one of y…
any s | size s | first s | member s i | rest s i
                            whether s has a member; how many; the first; that at i; those from i on
unset | is_unset x | is_set x
                            no value, and whether there is none, or one
ranked x i y | ranking l    y, to be sorted by x and then i; the y of a sorted list of such
winners n f…                the players of n with the highest value f, among equals the next f
named s p | distinct s      the cards player p can tell apart; those without the ones that nothing tells apart
ahead p pc l chain          those of the answers l after which program p can still reach its end
reached k | in_trial | known
                            whether a trial of the frame below has come to its end; whether anything is only tried;
                            whether any player knows of a hidden card

Deeds (`Do.word`, `Do.args`)
---------------------------------------------------------------------------------------------------------
tick | count | deep         count a tick and judge it; only count; judge how deep what is under way lies
resume pc                   the frame goes on there; `keep i x`: slot i of the frame holds x
move c z | move_top c z     one card; `move_all`, `move_all_top` a set of them
moving s z | mixed z        cards are about to move, or were shuffled, of which something is known
amount n cell base to       counters change hands; `excess i`: cell i holds too much: a fault
single a b x                the marker of cells a…b-1 goes to x; `zero a b`: nothing in cells a…b-1
random x s n | shuffle z    n things of s at random are x; a zone is shuffled
show s p | swap what x y    as in `program.py`
begin_rule r u x… | end_rules u
                            a lasting rule begins; those until u end
sort l                      a list of `ranked` things is put in order

Ends (`End.word`, `End.args`): another frame, or nobody, goes on
---------------------------------------------------------------------------------------------------------
stop | return | use a | leave p pc | win s
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..analysis.facts import NATURAL, NEGATIVE, TRUTH

LIKE_TRUTH = TRUTH | NATURAL
"""The type of a condition of which only the truth is asked, but that may be a number."""


@dataclass(frozen=True, slots=True)
class Num:
    """A number."""

    value: int

    @property
    def kind(self) -> int:
        """Its type."""
        return NATURAL if self.value >= 0 else NEGATIVE


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    value: bool

    @property
    def kind(self) -> int:
        """Its type."""
        return TRUTH


@dataclass(frozen=True, slots=True)
class Local:
    """A named value of the function under way. `many`: it is a set under construction."""

    name: str
    kind: int = field(compare=False)
    many: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Op:
    """An operator; see the table above."""

    word: str
    args: tuple[Expr, ...]
    kind: int = field(compare=False)
    many: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """A named function of the library."""

    function: int
    args: tuple[Expr, ...]
    kind: int = field(compare=False)


Expr: TypeAlias = Num | Truth | Local | Op | Call


@dataclass(frozen=True, slots=True)
class Let:
    """A name gets a value."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class More:
    """A named number grows."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Append:
    """A set under construction gets a member."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    """A slot gets a value. `seen`: its entry in the frame too, for somebody may see it there."""

    slot: int
    value: Expr
    seen: bool


@dataclass(frozen=True, slots=True)
class Store:
    """A cell of the state gets a value, or that much more or less."""

    cell: Expr
    value: Expr
    by: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """A deed; see the table above."""

    word: str
    args: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """A test, and what is done if it holds, and if not."""

    test: Expr
    then: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Once for each member of a set, in its order."""

    name: Local
    over: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class EachLasting:
    """Once for each lasting rule of that number in force, in the order in which they began. `held`: names for what it
    captured, with its place among them; `began`: a name for which of all lasting rules it is, if that matters."""

    rule: int
    name: Local
    began: Local | None
    held: tuple[tuple[Local, int], ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Forever:
    """Again and again, until something leaves."""

    body: Body


@dataclass(frozen=True, slots=True)
class Break:
    """The loop around is over."""


@dataclass(frozen=True, slots=True)
class Continue:
    """The loop around goes on with the next round."""


@dataclass(frozen=True, slots=True)
class Return:
    """The value of a named function."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Go:
    """Another stretch of code goes on."""

    place: Place


@dataclass(frozen=True, slots=True)
class Begin:
    """A frame of a program is put upon the others, with these values in its slots, and goes on."""

    program: int
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Suspend:
    """A player has to decide: the question at a place, and its answers."""

    place: Place
    player: Expr
    answers: Local


@dataclass(frozen=True, slots=True)
class Fail:
    """A fault of the cards, or, if `stuck`, the end of this path of a trial."""

    words: str
    stuck: bool


@dataclass(frozen=True, slots=True)
class End:
    """Another frame goes on, or nobody; see the table above."""

    word: str
    args: tuple[Expr, ...] = ()


Stmt: TypeAlias = (
    Let | More | Append | Bind | Store | Do | If | Each | EachLasting | Forever | Break | Continue | Return | Go
    | Begin | Suspend | Fail | End
)  # fmt: skip
Body: TypeAlias = tuple[Stmt, ...]
Place: TypeAlias = tuple[int, int]
"""A place where code is resumed: a program, and an instruction of it."""

LEAVES = (Break, Continue, Return, Go, Begin, Suspend, Fail, End)
"""Statements after which the next one is not reached."""


# ---- a library, lowered ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A named function of the library, of as many parameters."""

    id: int
    params: int
    body: Body


@dataclass(frozen=True, slots=True)
class Menu:
    """The abilities that may be used while the cell they are indexed by holds a value: a function of the player."""

    value: int
    body: Body


@dataclass(frozen=True, slots=True)
class Menus:
    """The abilities that are indexed by a cell, or by none."""

    cell: int | None
    cases: tuple[Menu, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The code from a place on; `loaded`: the slots that it looks at before it binds them."""

    place: Place
    loaded: tuple[int, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Lowered:
    """A library as code. `menus`: all abilities, and those one must use; `users`: who uses an ability, where its card
    says so, a function of the player who chose it. `entries`: for each program, the places where it is resumed.
    `onward`: places whose code only goes on to another."""

    tables: tuple[tuple[int, ...], ...]
    owners: tuple[int, ...]
    used: tuple[int, ...]
    players: int
    functions: tuple[Named, ...]
    menus: tuple[tuple[Menus, ...], tuple[Menus, ...]]
    users: tuple[tuple[int, Body], ...]
    stretches: tuple[Stretch, ...]
    entries: tuple[tuple[int, ...], ...]
    onward: dict[Place, Place]
