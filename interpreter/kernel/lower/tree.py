"""Defines code as a small tree of no target language: a library is lowered to it, and a printer turns it into text.

An expression changes nothing and has a type (`analysis.facts`). It may be evaluated once only, so a value that is
needed twice gets a name. A body is a sequence of statements. Every name is set before it is read.

Operators (`Op.word`, `Op.args`)
---------------------------------------------------------------------------------------------------------
+ - * == != < <= > >=       numbers
and or not                  truths; from left to right, and no further than needed. `truth x`: a condition as a truth
                            that may be stored; `number x`: a truth as 1 or 0
if test x y                 x if the test holds, else y; only one of them is evaluated
between a x b               a <= x <= b; `within a x b`: a <= x < b
product x y                 x * y within bounds, or a fault; `bounded x`: x within bounds, or a fault
highest x y | lowest x y    of two numbers; `natural x`: x, or 0 if it is less
remainder x y               what remains of x divided by y; 0 if y is 0
quotient_up x y | quotient_down x y    x divided by y, rounded; 0 if y is 0
half_up x | half_down x     half of it; `half_up` needs no bound
left x n | right x n        the seat beside x of n; `walk x y n`: seats from x to y
cell i                      what cell i of the state holds
place c                     the zone where card c lies; `cards z`: the cards of zone z; `top z n`: the first n of them
owner z                     the player whose zone this is; `owner_deep x z c`: the same where the zone may be on a card:
                            x is a free name, c the card that lies in z
table t x                   entry x of table t of the library; `used a`: the cell that says that ability a was used
shelf a b u                 how many lasting rules have until u, and what the cells a…b-1 hold
neighbours x n | mark_owner x n | holder a b | abilities must who | trial p x… | answering p c
                            helpers of the runtime, as in `operators.py`
players n                   all players of n (set); `numbers a b`: the numbers a…b (set)
none | one x | list x…      the empty set; the set of one thing; a set under construction
union x… | merged x…        sets and things as one set, without nobody; sets one after the other without repetition
as_set x                    a thing that may be single or a set, as a set; `tuple s`: a set under construction, finished
in x s | not_in x s | among x y…
                            whether x is a member of s, is not one, is one of y…
any s | size s | first s | member s i | rest s i
                            whether s has a member; how many; the first; the one at i; those from i on
unset | is_unset x | is_set x
                            no value, and whether there is none, or one
ranked x i y | ranking l    y, to be sorted by x and then i; the y of a sorted list of such
winners n f…                the players of n with the highest value f, among equals the next f
named s p | distinct s      the cards that player p can tell apart; one of each group of cards that look alike
apart s                     the same abilities, one of each group whose cards look alike
ahead p pc l chain          those of the answers l after which program p can still reach its end
reached k | in_trial | known
                            whether a trial of the frame below has reached its end; whether a trial is under way;
                            whether any player knows of a hidden card

Deeds (`Do.word`, `Do.args`)
---------------------------------------------------------------------------------------------------------
tick | count | deep         count a tick and judge it; only count; judge how deep frames are nested
resume pc                   the frame goes on there; `keep i x`: slot i of the frame holds x
move c z | move_top c z     one card; `move_all`, `move_all_top` a set of them
moving s z | mixed z        known cards are about to move, or were shuffled
laying s z p                player p is about to put cards there in an order of his
amount n cell base to       counters change hands; `excess i`: cell i holds too much: a fault
single a b x                the marker of cells a…b-1 goes to x; `zero a b`: cells a…b-1 become 0
random x s n | shuffle z    n things of s at random are x; a zone is shuffled
show s p | turn a s n | swap what x y
                            as in `operators.py`
begin_rule r u x… | end_rules u
                            a lasting rule begins; the lasting rules until u end
expire u s v                those with until u of the members of s end, or have until v from now on
restore h a b u             cells a…b-1 get what the shelf h holds; later lasting rules until u end
sort l                      a list of `ranked` things is put in order

Ends (`End.word`, `End.args`): another frame, or none, goes on
---------------------------------------------------------------------------------------------------------
stop | return | use a | leave p pc | win s
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from ..analysis.facts import NATURAL, NEGATIVE, TRUTH

LIKE_TRUTH = TRUTH | NATURAL
"""The type of a condition that may be a number, because only its truth matters."""


@dataclass(frozen=True, slots=True)
class Num:
    """A number."""

    value: int

    @property
    def kind(self) -> int:
        """Return its type."""
        return NATURAL if self.value >= 0 else NEGATIVE


@dataclass(frozen=True, slots=True)
class Truth:
    """True or false."""

    value: bool

    @property
    def kind(self) -> int:
        """Return its type."""
        return TRUTH


@dataclass(frozen=True, slots=True)
class Local:
    """A named value of the current function. `many`: it is a set under construction."""

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
    """Gives a name a value."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class More:
    """Increases a named number."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Append:
    """Appends a member to a set under construction."""

    name: Local
    value: Expr


@dataclass(frozen=True, slots=True)
class Bind:
    """Gives a slot a value. `seen`: its entry in the frame gets the value too, because it may be seen there."""

    slot: int
    value: Expr
    seen: bool


@dataclass(frozen=True, slots=True)
class Store:
    """Gives a cell of the state a value, or increases it by that value."""

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
    """Tests a condition, and does one thing if it holds and another if not."""

    test: Expr
    then: Body
    other: Body = ()


@dataclass(frozen=True, slots=True)
class Each:
    """Repeats a body for each member of a set, in its order."""

    name: Local
    over: Expr
    body: Body


@dataclass(frozen=True, slots=True)
class EachLasting:
    """Repeats a body for each lasting rule of this number in force, in the order in which they began. `held`: the names
    for the values that it captured, each with its position among them. `began`: a name for its position among all
    lasting rules, if that matters."""

    rule: int
    name: Local
    began: Local | None
    held: tuple[tuple[Local, int], ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Forever:
    """Repeats a body until something leaves it."""

    body: Body


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the loop around."""


@dataclass(frozen=True, slots=True)
class Continue:
    """Begins the next round of the loop around."""


@dataclass(frozen=True, slots=True)
class Return:
    """Ends a named function with its value."""

    value: Expr


@dataclass(frozen=True, slots=True)
class Go:
    """Goes on with another stretch of code."""

    place: Place


@dataclass(frozen=True, slots=True)
class Begin:
    """Puts a frame of a program on top of the others, with these values in its slots, and goes on there."""

    program: int
    values: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Suspend:
    """Stops for a player's decision: the question at a place, and its answers."""

    place: Place
    player: Expr
    answers: Local


@dataclass(frozen=True, slots=True)
class Fail:
    """Raises a fault of the cards or, if `stuck`, ends this path of a trial."""

    words: str
    stuck: bool


@dataclass(frozen=True, slots=True)
class End:
    """Goes on with another frame, or none; see the table above."""

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
"""Statements that never reach the next one."""


# ---- a library, lowered ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Named:
    """A named function of the library. `params`: how many parameters it has."""

    id: int
    params: int
    body: Body


@dataclass(frozen=True, slots=True)
class Menu:
    """The abilities that may be used while the cell by which they are indexed holds a value: a function of the
    player."""

    value: int
    body: Body


@dataclass(frozen=True, slots=True)
class Menus:
    """The abilities that are indexed by one cell, or by none."""

    cell: int | None
    cases: tuple[Menu, ...]


@dataclass(frozen=True, slots=True)
class Stretch:
    """The code from a place on. `loaded`: the slots that it reads before it binds them."""

    place: Place
    loaded: tuple[int, ...]
    body: Body


@dataclass(frozen=True, slots=True)
class Lowered:
    """A library as code. `menus`: all abilities, and those that must be used. `users`: who uses an ability whose card
    names a user, as a function of the player who chose it. `entries`: for each program, the places where it is resumed.
    `onward`: places whose code only goes on to another place."""

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
