"""Lists every operator and instruction: one row says everything about it except how it is carried out.

From these rows follow the manual (`docs/machine.md`, written by `docs/generate.py`), the check of a library
(`lawful.py`), the types of slots and results (`analysis/`), where code goes on (`bounds.py`), which tests come first
(`lower/truths.py`), the words of explanations (`explain.py`) and the tests' assembler.

To add an operator, write its row here, its value in `evaluate.py`, and how it is lowered (`lower/lowerings.py` says
where). Add it to `supposing.py` too, if what a player may know of it does not follow from what he knows of its
arguments. To add an instruction, write its row here, then `changes.py` (`machine.py` if it decides where a program goes
on), `lower/doing.py`, and `telling.py` if it makes a new kind of event. If the tree of code cannot express it yet, it
needs a new word in `lower/tree.py` and in `printing/`.

A row lists its arguments in order, as `name:kind` or `kind`; `kind?` may be None, `kind…` may be repeated.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any

SORTS = {
    "e": "", "player": "player", "card": "card", "bearer": "bearer", "zone": "zone", "number": "number",
    "truth": "truth", "ability": "ability",
}  # fmt: skip
"""Kinds of expressions for one thing -> its sort. `e` is anything; a bearer is a player or a card."""

SETS = {"set": "", "players": "player", "cards": "card", "bearers": "bearer"}
"""Kinds of expressions for a set -> the sort of its members. A single thing is a set too; nobody is the empty set."""

PLAIN = {
    "n": "an integer",
    "word": "one of some words",
    "value": "anything that an explanation or a log can name",
    "cell": "a cell",
    "cell-or-e": "a cell, or an expression for one",
    "base": "the first of a marker's cells, one for each bearer",
    "zones": "the first of some zones, one for each bearer",
    "heap": "(base, bearers): the cell of each of them",
    "ranges": "pairs of cells: from the first up to, not including, the second",
    "cards-kind": "a kind of card",
    "table": "a table of the library",
    "mark": "a marker of the library",
    "rule": "a lasting rule",
    "function": "a function",
    "program": "a program",
    "slot": "a slot that gets a value",
    "held": "a slot that is read",
    "slots": "slots that are read",
    "pc": "a place in this program",
    "there": "a place in the program that the argument before names",
    "ask": "a question, see class `Ask`",
}
"""Kinds of arguments that are not expressions -> what they are."""


@dataclass(frozen=True, slots=True)
class Take:
    """One argument of an operator or instruction. `kind`: see `SORTS`, `SETS` and `PLAIN`. `optional`: it may be None.
    `rest`: it may be given any number of times."""

    name: str
    kind: str
    optional: bool = False
    rest: bool = False

    def __str__(self) -> str:
        kind = self.kind + "?" * self.optional + "…" * self.rest
        return kind if self.name == self.kind else f"{self.name}:{kind}"

    @property
    def expression(self) -> bool:
        """Return whether the argument is an expression."""
        return self.kind in SORTS or self.kind in SETS

    @property
    def many(self) -> bool:
        """Return whether the argument is a set."""
        return self.kind in SETS

    @property
    def sort(self) -> str:
        """Return what the argument, or a member of its set, is; '' if it may be anything."""
        return SORTS.get(self.kind) or SETS.get(self.kind, "")


def plural(sort: str) -> str:
    """Return a sort in the plural: `players`, `abilities`."""
    return sort[:-1] + "ies" if sort.endswith("y") else sort + "s"


class Nobody(Enum):
    """Whether a result may be nobody: a number below zero, or a set with such members."""

    NEVER = "never"
    MAYBE = "maybe"
    CARRIED = "only if an argument may"


@dataclass(frozen=True, slots=True)
class Gives:
    """The type of a result. `sort`: what it, or a member of it, is. `many`: it is a set. `nobody`: whether it may be
    nobody. `like`: it has the sort of this argument, or of its members."""

    sort: str = ""
    many: bool = False
    nobody: Nobody = Nobody.NEVER
    like: int | None = None

    def __str__(self) -> str:
        sort = self.sort or ("anything" if self.like is None else f"as argument {self.like + 1}")
        return f"set of {plural(sort)}" if self.many and self.sort else f"set, {sort}" if self.many else sort


NEVER, MAYBE, CARRIED = Nobody.NEVER, Nobody.MAYBE, Nobody.CARRIED
TRUTH, COUNT, NUMBER = Gives("truth"), Gives("number"), Gives("number", nobody=MAYBE)
REACHED, REACHED_PLAYER = Gives("number", nobody=CARRIED), Gives("player", nobody=CARRIED)
PLAYER, ZONE = Gives("player", nobody=MAYBE), Gives("zone", nobody=MAYBE)
PLAYERS, CARDS, ABILITIES = Gives("player", True), Gives("card", True), Gives("ability", True)
OF_LIBRARY = Gives(nobody=MAYBE)


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator of expressions; it never changes the state and never asks. `takes`: its arguments. `gives`: its
    result. `meaning`: what it does, for the manual. `cost`: a rough price by which tests are ordered. `words`: what an
    explanation says if the author wrote no words: `{0}` is the first argument, `{marker}` the marker whose cells are
    meant."""

    name: str
    takes: tuple[Take, ...]
    gives: Gives
    meaning: str
    words: str = ""
    cost: int = 1

    @property
    def binds(self) -> int | None:
        """Return which argument is a slot that is bound while the last argument is evaluated: to each member of the
        argument behind it, or to that argument itself if it is a single thing. Afterwards the slot holds its old
        value."""
        return next((i for i, take in enumerate(self.takes) if take.kind == "slot"), None)

    @property
    def over(self) -> int | None:
        """Return which argument is the set for whose members the last argument is evaluated, one by one."""
        return self.binds + 1 if self.binds is not None and self.takes[self.binds + 1].many else None


class Goes(Enum):
    """Where a program goes on after an instruction."""

    ON = "the next instruction"
    TO = "there"
    EITHER = "there, or the next instruction"
    INTO = "another program begins; the next instruction when that is done"
    ASKS = "an answer; the next instruction never"
    OUT = "another program goes on"


@dataclass(frozen=True, slots=True)
class Instruction:
    """An instruction. `takes`: its arguments. `meaning`: what it does, for the manual. `goes`: where the program goes
    on. `event`: the kind of event that records it, if any (see `events.Event`)."""

    name: str
    takes: tuple[Take, ...]
    meaning: str
    goes: Goes = Goes.ON
    event: str = ""

    @property
    def ends(self) -> bool:
        """Return whether it ends a stretch of code: the code behind it is reached from elsewhere."""
        return self.goes in (Goes.INTO, Goes.OUT, Goes.ASKS)


def _takes(text: str) -> tuple[Take, ...]:
    found = []
    for word in text.split():
        name, _, kind = word.rpartition(":")
        plain = kind.rstrip("?…")
        assert plain in SORTS or plain in SETS or plain in PLAIN, word
        found.append(Take(name or plain, plain, "?" in kind, "…" in kind))
    return tuple(found)


def _op(name: str, takes: str, gives: Gives, meaning: str, words: str = "", cost: int = 1) -> Operator:
    return Operator(name, _takes(takes), gives, meaning, words, cost)


def _in(name: str, takes: str, meaning: str, goes: Goes = Goes.ON, event: str = "") -> Instruction:
    return Instruction(name, _takes(takes), meaning, goes, event)


_OPERATORS = (
    # values
    _op("num", "n", OF_LIBRARY, "the integer n"),
    _op("slot", "held", OF_LIBRARY, "what the slot holds"),
    _op(
        "set", "e…", Gives(like=0, many=True),
        "the set of these things, in this order, leaving out nobody and repetitions", "{…}", 3,
    ),
    _op("pick", "slot e body:e", Gives(like=2, nobody=CARRIED), "the body, with the slot bound to e", "{1}"),
    # players
    _op("players", "", PLAYERS, "all players of this game, in the order of seats", "all players"),
    _op("left", "player", REACHED_PLAYER, "the next player clockwise; nobody if it is nobody", "left of {0}"),
    _op("right", "player", REACHED_PLAYER, "the next player counter-clockwise; nobody if it is nobody", "right of {0}"),
    _op("neighbours", "player", PLAYERS, "the players left and right (one when two play)", "neighbours of {0}", 6),
    _op("seat", "player", COUNT, "1 + index", "seat of {0}"),
    _op(
        "seats_from", "start:player to:player", COUNT,
        "how many seats one walks clockwise from one to the other (0 if they are the same)", "seats from {0} to {1}",
    ),
    # cards and places
    _op(
        "inplay", "cards-kind", CARDS,
        "all cards of this kind that take part: those of its pseudo-zone (`Library.all_zone`)", "all cards",
    ),
    _op(
        "owner", "card", PLAYER,
        "the player who owns the zone where the card lies (that of the card it lies on)", "owner of {0}",
    ),
    _op(
        "zone", "zones bearer?", Gives("zone", nobody=CARRIED),
        "the zone zones+bearer (zones itself without a bearer); nobody if the bearer is nobody", "zone {1}",
    ),
    _op("zone_of", "card", ZONE, "the zone where the card lies", "place of {0}"),
    _op("cards", "zone", CARDS, "the cards of this zone, the top first; none if the zone is nobody", "cards in {0}"),
    _op(
        "cards_of", "zones bearers", CARDS,
        "the cards of the zones of these bearers, one zone after the other", "cards of {1}", 12,
    ),
    _op(
        "top", "number zone", CARDS, "the first cards of this zone, as many as the number says", "top {0} cards of {1}",
    ),
    _op(
        "table", "table card", OF_LIBRARY,
        "`Library.tables[table][card]` (printed fields, names, kinds …); nobody if the card is nobody",
    ),
    # markers and notes
    _op("mark", "base bearer", COUNT, "s.m[base+bearer]; 0 if the bearer is nobody", "{marker} of {1}"),
    _op("mark_total", "base bearers", COUNT, "the sum of these cells", "{marker} of {1}", 15),
    _op("has", "base bearer", TRUTH, "whether the mark is above 0", "{1} {marker}"),
    _op(
        "mark_owner", "base bearer", PLAYER,
        "s.m[base+bearer]-1 if that is a player of this game, else nobody", "{1} {marker}",
    ),
    _op(
        "holder", "base n", PLAYER,
        "the first x of 0…n-1 with s.m[base+x] > 0, else nobody", "whoever has {marker}", 8,
    ),
    _op("cell", "cell", OF_LIBRARY, "what the cell holds"),
    _op(
        "shelf", "ranges until:n", Gives("number", True),
        "how many lasting rules have this `until`, and then what each of these cells holds: no set, but a note of the "
        "machine's own",
    ),
    # sets
    _op("size", "set", COUNT, "how many members it has", "number of {0}"),
    _op("some", "set", TRUTH, "whether it has a member", "there are {0}"),
    _op(
        "range", "low:number high:number", Gives("number", True, CARRIED, like=0),
        "the numbers from low to high; none if low is higher", "range {0}, {1}", 4,
    ),
    _op(
        "where", "slot set cond:truth", Gives(like=1, many=True, nobody=CARRIED),
        "the members for which the condition holds, with the slot bound to each", "some of {1}", 4,
    ),
    _op(
        "image", "slot set body:e", Gives(like=2, many=True, nobody=CARRIED),
        "the values of the body, with the slot bound to each member, in order of first appearance",
        "what there is of {1}", 8,
    ),
    _op(
        "sort", "slot set body:number", Gives(like=1, many=True, nobody=CARRIED),
        "the set in the order of the body, the lowest first; equal ones keep their order", "{1}", 15,
    ),
    _op(
        "fold", "word slot set body:number", REACHED,
        "'total', 'highest' or 'lowest' of the body, with the slot bound to each; 0 for no member", "{0} of {2}", 4,
    ),
    _op(
        "without", "set out:set", Gives(like=0, many=True, nobody=CARRIED),
        "the members of the first set that are not in the second", "{0} without {1}", 8,
    ),
    _op(
        "union", "set…", Gives(like=0, many=True, nobody=CARRIED),
        "the sets one after the other, without repetition", "{…}",
    ),
    _op("first", "set", Gives(like=0, nobody=MAYBE), "its first member; nobody if it has none", "first {0}"),
    # numbers
    _op("+", "number number", REACHED, "the sum", "{0} + {1}"),
    _op("-", "number number", NUMBER, "the difference", "{0} - {1}"),
    _op("*", "number number", REACHED, "the product; a fault if it is beyond all bounds", "{0} * {1}"),
    _op(
        "%", "number number", REACHED,
        "what remains of the first after division by the second; 0 if that is 0", "the remainder of {0} divided by {1}",
    ),
    _op(
        "quotient_up", "number number", REACHED,
        "the first divided by the second, rounded up; 0 if that is 0", "{0} divided by {1}, rounded up,",
    ),
    _op(
        "quotient_down", "number number", REACHED,
        "the first divided by the second, rounded down; 0 if that is 0", "{0} divided by {1}, rounded down,",
    ),
    _op("max", "number number", REACHED, "the greater", "the greater of {0} and {1}"),
    _op("min", "number number", REACHED, "the lesser", "the lesser of {0} and {1}"),
    _op("half_up", "number", REACHED, "half, rounded up", "half of {0}"),
    _op("half_down", "number", REACHED, "half, rounded down", "half of {0}"),
    # truths
    _op("==", "e e", TRUTH, "whether they are the same", "{0} is {1}"),
    _op("!=", "e e", TRUTH, "whether they differ", "{0} is not {1}"),
    _op("<", "number number", TRUTH, "whether the first is less", "{0} is less than {1}"),
    _op("<=", "number number", TRUTH, "whether the first is less or equal", "{0} is at most {1}"),
    _op(">", "number number", TRUTH, "whether the first is greater", "{0} is more than {1}"),
    _op(">=", "number number", TRUTH, "whether the first is greater or equal", "{0} is at least {1}"),
    _op("in", "e set", TRUTH, "whether the thing is in the set", "{0} is among {1}"),
    _op("and", "truth…", TRUTH, "whether all of them hold; those after one that fails are not evaluated"),
    _op("or", "truth…", TRUTH, "whether one of them holds; those after one that holds are not evaluated"),
    _op("not", "truth", TRUTH, "the opposite", "not: {0}"),
    # what the library names
    _op("call", "function e…", OF_LIBRARY, "the value of the function for these arguments"),
    _op(
        "abilities", "player n", ABILITIES,
        "the abilities (indices into `Library.abilities`) the player may use now; n=1: only those he must use",
        "abilities of {0}", 400,
    ),
    _op(
        "trial", "program e…", TRUTH,
        "whether running the program with these arguments, on a copy of the state, can reach its end: depth first "
        "over all answers; cards offered by one multi-pick count as alike, so only how many are taken is tried, "
        "most first (see `Ask.chain`)",
        cost=9000,
    ),
    _op(
        "answering", "program card", TRUTH,
        "whether the clause under way, the innermost one, is this program of this card", "this is caused by {1}",
    ),
)  # fmt: skip

OPERATORS: dict[str, Operator] = {row.name: row for row in _OPERATORS}
BINDERS: dict[str, int] = {row.name: row.binds for row in _OPERATORS if row.binds is not None}
"""Operators that bind a slot -> the position of that slot among the arguments."""
LOOPS = frozenset(row.name for row in _OPERATORS if row.over is not None)
"""Operators that evaluate their last argument for each member of a set."""
TRUTHS = frozenset(row.name for row in _OPERATORS if row.gives is TRUTH)
"""Operators that give a truth."""

_INSTRUCTIONS = (
    # control
    _in("let", "slot e", "the slot gets this value"),
    _in("jump", "pc", "go on there", Goes.TO),
    _in("unless", "truth pc", "go on there if it does not hold", Goes.EITHER),
    _in(
        "next", "things:held at:held slot pc",
        "if `at` is less than the number of `things`: the slot gets that one, and `at` grows by 1; else go on there",
        Goes.EITHER,
    ),
    _in("call", "program e…", "begin the program with the arguments in its first slots", Goes.INTO),
    _in(
        "use", "held",
        "begin the program of the ability in the slot, with its card and the player who uses it", Goes.INTO,
    ),
    _in("ret", "", "this program is done", Goes.OUT),
    _in(
        "leave", "program there",
        "give up everything down to the innermost frame of the program, which goes on there", Goes.OUT,
    ),
    _in("ask", "ask", "put a question, or take the only answer when that is public knowledge", Goes.ASKS),
    _in("goal", "", "end a trial, or a look-ahead, of this program with success; elsewhere do nothing"),
    _in("hopeless", "", "in a trial give this path up; elsewhere do nothing"),
    _in(
        "win", "players? function…",
        "end the game: the players named have won, else those with the highest first function and, among equals, those "
        "with the highest next",
        Goes.OUT, "win",
    ),
    # cards
    _in("move", "cards to:zone word", "move the cards to the 'end' or 'top' of the zone", event="move"),
    _in(
        "lay", "cards to:zone word by:player",
        "move the cards as `move` does; the player knows from then on where those lie that he could see, or knew",
        event="move",
    ),
    _in("swap", "word e e", "exchange two 'cards', 'zones' or 'seats'", event="swap"),
    _in("shuffle", "zone", "put its cards in ascending order, then shuffle them", event="shuffle"),
    _in(
        "random", "slot set count:number single:n",
        "the slot gets `count` things of the set at random (over ascending order); single=1: one thing, or nobody",
        event="random",
    ),
    _in(
        "show", "e to:player? truth:n said:word",
        "show these cards to everybody, or to the player, who knows from then on where they lie (see `known.py`); "
        "truth=1: say whether e holds, in the words `said`. If the player is nobody (-1), nothing happens",
        event="show",
    ),
    # markers and notes
    _in(
        "amount", "mark number from:heap? to:heap?",
        "move so many counters, at most what is there, from one bearer (None: the bank, which never runs out) to "
        "another (None: the bank); to a set: one to each in order",
        event="amount",
    ),
    _in(
        "single", "base n bearer",
        "give the single marker with cells base…base+n-1 to the bearer; take it away if that is nobody",
        event="single",
    ),
    _in("put", "base bearer number", "add the number to the bearer's cell, which never holds less than 0", event="put"),
    _in(
        "keep", "base bearer number",
        "the bearer's cell gets this number, which may be below zero: it is what is kept there, or one more than that "
        "(see `MarkDecl`). Nothing happens if it holds the number already",
        event="keep",
    ),
    _in("mark", "base bearers owner:player", "each cell gets owner+1 (nobody: `GAME_OWNER`)", event="mark"),
    _in("unmark", "base bearers", "each cell gets 0", event="unmark"),
    _in(
        "turn", "base cards down:n",
        "these cards are turned face down (1) or up (0) where they lie: their cells get `GAME_OWNER` or 0; whoever saw "
        "a card that is turned down still knows it (see `known.py`)",
        event="turn",
    ),
    _in("poke", "cell-or-e number", "the cell gets this number: a note of the machine's own", event="poke"),
    _in("add", "cell-or-e number", "add the number to the cell", event="poke"),
    _in("used", "held n", "the ability in the slot was used (1) or not (0)", event="poke"),
    _in("clear", "ranges until:n", "the cells get 0, lasting rules with this `until` end", event="clear"),
    _in(
        "restore", "held ranges until:n",
        "the cells get what they held when the slot was set to their `shelf`, and of the lasting rules with this "
        "`until` those end that have begun since",
        event="clear",
    ),
    _in(
        "expire", "until:n things:e? then:n",
        "the lasting rules with this `until` whose first value is one of the things (all of them, if none are named) "
        "end, if `then` is -2; else that is their `until` from now on",
        event="clear",
    ),
    _in("lasting", "rule until:n slots", "a lasting rule begins, with what these slots hold", event="lasting"),
    _in(
        "note", "word key:value e…",
        "record that something named happened: 'verb', 'step', 'phase', 'ability', 'clause', 'start' or 'end'; for "
        "logs only",
        event="note",
    ),
)  # fmt: skip

INSTRUCTIONS: dict[str, Instruction] = {row.name: row for row in _INSTRUCTIONS}


def taken(takes: tuple[Take, ...], args: Iterable[Any]) -> Iterator[tuple[Take, Any]]:
    """Pair each argument with its `Take`. Arguments for which the row has no place are left out."""
    last = len(takes) - 1
    for i, arg in enumerate(args):
        take = takes[min(i, last)] if takes else None
        if take is not None and (i <= last or take.rest):
            yield take, arg


def of_kind(takes: tuple[Take, ...], args: Iterable[Any], *kinds: str) -> list[Any]:
    """Return the arguments of these kinds."""
    return [arg for take, arg in taken(takes, args) if take.kind in kinds]
