"""Puts expressions and their values into words. Things have their names; the machine's own numbers do not appear.

What a number stands for follows from its position: the operator gives the sort of each argument (`operators.py`), both
sides of a comparison have the same sort, and the compiler gave slots and functions theirs.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from .evaluate import Frame
from .index import index_of
from .knowing import Eyes, Partly, Unknown, unknown
from .names import cell_name, thing, titled, zone_name
from .operators import OPERATORS, taken
from .program import E, Library, ZoneDecl

Names = tuple[tuple[str, str], ...]
ORDERED = ("<", "<=", ">", ">=")
COMPARED = ("==", "!=", *ORDERED, "in")
HAPPENED = "what has happened"
"""The words for a count of past events that no other words describe."""
"""Operators that compare two things; an explanation shows both."""
_DENIED = re.compile(r"\b(not|no|nor|unless|nothing|nobody)\b")
_ONE_THING = re.compile(r"(a|an|another|any|one|the) ")
_ONE = E("num", (1,))


def plain_name(name: str) -> str:
    """Return the name of a function without the word that says of what kind it is."""
    return re.sub(r"^(value|quality|can) ", "", name)


@dataclass(frozen=True, slots=True)
class Words:
    """Puts expressions over the slots of one frame into words. `names`: the names and sorts of the slots."""

    eyes: Eyes
    f: Frame
    names: Names

    @property
    def lib(self) -> Library:
        """Return the library of these expressions."""
        return self.eyes.lib

    # ---- sorts

    def sort(self, e: E) -> str:
        """Return what an expression, or a member of its set, stands for; '' if only its surroundings tell."""
        lib, a = self.lib, e.args
        if e.op == "num":
            return ""
        if e.op == "slot":
            return self.names[a[0]][1] if a[0] < len(self.names) else ""
        if e.op == "call":
            return lib.functions[a[0]].sort if lib.functions[a[0]].form == "value" else "truth"
        if e.op == "table":
            return next((fn.sort for fn in lib.functions if fn.base is not None and fn.base.args[:1] == a[:1]
                         and fn.base.op == "table"), "")  # fmt: skip
        if self._about(e) is not None:
            return self._subject(self._about(e) or "")
        if e.op == "+" and a[0].op == "holder":
            return "card"
        row = OPERATORS.get(e.op)
        if row is None:  # an operator of `coverage`, which watches a condition
            return self.sort(a[0])
        if row.gives.like is None:
            return row.gives.sort
        of = a if row.takes[row.gives.like].rest else a[row.gives.like : row.gives.like + 1]
        return next((sort for sort in map(self.sort, of) if sort), "")

    def _phase(self, e: E) -> str | None:
        """Return the phase whose note this expression reads. The note holds 1 + what the phase is about."""
        if e.op != "cell":
            return None
        return next((name for name, (_, cell) in self.lib.phases.items() if cell == e.args[0]), None)

    def _about(self, e: E) -> str | None:
        """Return the phase of which this expression says what it is about."""
        return self._phase(e.args[0]) if e.op == "-" and e.args[1] == _ONE else None

    def _subject(self, phase: str) -> str:
        """Return the sort of what a phase is about."""
        program = self.lib.programs[self.lib.phases[phase][0]]
        return program.names[0][1] if program.params and program.names else "number"

    # ---- values

    def value(self, e: E, value: Any, wanted: str = "") -> str:
        """Return the value of an expression in words. `wanted`: its sort, if the expression does not tell."""
        c = self.eyes
        if isinstance(value, Unknown):
            return f"{c.name()} cannot know it ({c.lacks(value.on)})"
        sort = self.sort(e) or wanted or "number"
        if isinstance(value, Partly):
            if value.size is not None and sort == "number":
                return f"{value.size} of them"
            sure = f"{thing(c.lib, c.s, sort, value.sure, c.viewer)} and " if value.sure else ""
            return f"{sure}what {c.name()} does not see"
        return self.name(sort, value, self._printed(e))

    def name(self, sort: str, value: Any, printed: bool = False) -> str:
        """Return the name of a thing of this sort; of several numbers only how many there are. `printed`: the value may
        be missing."""
        if type(value) is bool:
            return "yes" if value else "no"
        if type(value) is tuple and sort == "number":
            return f"{len(value)} of them"
        if value == -1 and (printed or sort.startswith("word:")):
            return "none"
        if value == -1 and sort == "ability":
            return "nothing"
        return thing(self.lib, self.eyes.s, sort, value, self.eyes.viewer)

    def _printed(self, e: E) -> bool:
        """Return whether this reads a field that is printed on a card, which not every card has."""
        if e.op == "call":
            base = self.lib.functions[e.args[0]].base
            return base is not None and base.op == "table"
        return e.op == "table"

    # ---- expressions

    def text(self, e: E, wanted: str = "") -> str:
        """Return the author's words, or words made from the tree if there are none. `wanted`: the sort of the
        expression."""
        if e.origin is not None and e.origin.text:
            inner = e.args[0].origin if e.op == "not" else None  # the words may be those of what is denied
            denied = inner is not None and inner.text == e.origin.text and not _DENIED.search(e.origin.text)
            return f"not: {e.origin.text}" if denied else str(e.origin.text)
        special = self._special(e, wanted)
        return self._plain(e, wanted) if special is None else special

    def _special(self, e: E, wanted: str) -> str | None:
        """Return words that the row of the operator cannot give; None if the row suffices."""
        lib, a = self.lib, e.args
        match e.op:
            case "num":
                return self.name(wanted or "number", a[0])
            case "slot":
                return self._slot(a[0], wanted)
            case "and" | "or":
                said = dict.fromkeys(self.text(x, "truth") for x in a)
                return f" {e.op} ".join(said) or ("always" if e.op == "and" else "never")
            case "call":
                return self._named(plain_name(lib.functions[a[0]].name), lib.functions[a[0]].names, a[1:])
            case "trial":
                names = lib.programs[a[0]].names[: len(a) - 1]  # what is of no sort is its own book-keeping
                named = [(name, x) for name, x in zip(names, a[1:], strict=True) if name[1]]
                return self._named("a way", tuple(name for name, _ in named), tuple(x for _, x in named))
            case "zone" | "cards_of":
                return self._place(e)
            case "some":
                return self._existing(a[0])
            case "cell":
                return self._cell(e)
            case "-" if self._about(e) is not None:
                return self.value(e, self.eyes.value(e, self.f))
            case "+" if a[0].op == "holder":
                return self.text(a[0])
            case "table":
                of = [fn.name for fn in lib.functions if fn.base is not None and fn.base.op == "table"
                      and fn.base.args[0] == a[0]]  # fmt: skip
                return f"{of[0]} of {self.text(a[1], 'card')}" if of else f"what is printed of {self.text(a[1])}"
            case op if op in COMPARED:
                return self._comparison(e)
            case op if op not in OPERATORS:
                return self.text(a[0], wanted)
        return None

    def _plain(self, e: E, wanted: str) -> str:
        row = OPERATORS[e.op]
        words = row.words.replace("{marker}", self.marker(e) or HAPPENED)
        like = wanted if row.gives.like is not None else ""
        said = [
            self.text(x, take.sort or like) if isinstance(x, E) else str(x) for take, x in taken(row.takes, e.args)
        ]  # fmt: skip
        if self.marker(e) and isinstance(e.args[1], E) and e.args[1].op == "num":
            said[1] = cell_name(self.lib, e.args[0] + e.args[1].args[0])[1]
        return words.replace("{…}", ", ".join(said)).format(*said).strip()

    def _slot(self, slot: int, wanted: str) -> str:
        name, sort = self.names[slot] if slot < len(self.names) else ("", "")
        held = self.f[slot + 2]
        sort = sort or wanted
        told = self.name(sort, held) if sort and not unknown(held) else ""
        return told or name or "it"

    def _named(self, name: str, names: Names, args: tuple[E, ...]) -> str:
        """Return `price of Library for p1`."""
        sorts = [sort for _, sort in names] + [""] * len(args)
        said = [self.text(x, sort or self.sort(x)) for x, sort in zip(args, sorts, strict=False)]
        return name + (f" of {' for '.join(said)}" if said else "")

    def _existing(self, of: E) -> str:
        """Return `there is a card that is red` or `there are cards in hand of p1`."""
        said = self.text(of)
        if of.op == "slot":
            return f"{said} is something"
        return f"there {'is' if _ONE_THING.match(said) else 'are'} {said}"

    def _decl(self, zone: int) -> ZoneDecl | None:
        return next((z for z in self.lib.zones if z.base <= zone < z.base + z.span), None)

    def _place(self, e: E) -> str:
        """Return `the deck`, `hand of p2` or `cards in hand of all players`."""
        base, bearer = e.args
        if bearer is None:
            return zone_name(self.lib, base)
        value = self.eyes.value(bearer, self.f)
        some = value if type(value) is int and value >= 0 else next(iter(value), 0) if type(value) is tuple else 0
        entry = index_of(self.lib).zone.get(base + some)
        decl = self._decl(base) if entry is None else entry[0]
        if e.op == "cards_of" and base == 0:
            return f"cards in {self.text(bearer, 'zone')}"
        name, sort = ("place", "") if decl is None else (decl.name, decl.owner)
        return f"{'cards in ' if e.op == 'cards_of' else ''}{name} of {self.text(bearer, sort)}"

    def _cell(self, e: E) -> str:
        phase = self._phase(e)
        if phase is not None:
            return f"the {phase}"
        return "number of players" if e.args[0] == self.lib.players_cell else HAPPENED

    # ---- comparisons

    def _comparison(self, e: E) -> str:
        left, right = e.args
        for x, y in ((left, right), (right, left)):
            told = self._of_note(e, x, y)
            if told is not None:
                return told
        sort = self.sort(left) or self.sort(right)
        if e.op in ORDERED and right.op == "num" and sort not in ("", "number", "truth"):
            return self._bounded(e, sort, right.args[0])
        sides = self.text(left, sort), self.text(right, sort)
        return OPERATORS[e.op].words.format(*sides)

    def _of_note(self, e: E, x: E, y: E) -> str | None:
        """Return words for a comparison with one of the machine's own notes: which phase is under way. None if it is
        no such comparison."""
        phase = self._phase(x)
        if phase is not None and y.op == "num" and (y.args[0] == 0 or not self._has_subject(phase)):
            none = (y.args[0] == 0) == (e.op in ("==", "<="))
            return f"{'no' if none else 'a'} {phase} is under way"
        one = y.args[0] if y.op == "+" and y.args[1] == _ONE else None
        if y.op == "num" and (phase is not None):
            one = E("num", (y.args[0] - 1,))
        if phase is not None and one is not None:
            return f"{'it is not ' if e.op == '!=' else ''}{phase} of {self.text(one, self._subject(phase))}"
        return f"it is {self.text(one)}" if x.op == "cell" and one is not None and e.op == "==" else None

    def _has_subject(self, phase: str) -> bool:
        return self.lib.programs[self.lib.phases[phase][0]].params > 0

    def _bounded(self, e: E, sort: str, bound: int) -> str:
        """Return words for a comparison of something that is no number with a bound: whether it exists, or among which
        zones it is."""
        what = self.text(e.args[0])
        if sort == "zone":
            decl = self._decl(bound - 1 if e.op == "<" else bound)
            return f"{what} is among {'all places' if decl is None else decl.name}"
        there = e.op in (">", ">=")
        some, none = ("somebody", "nobody") if sort == "player" else ("something", "nothing")
        return f"{what} is {some if there else none}"

    def marker(self, e: E) -> str:
        """Return the name of the marker that an expression reads; '' for one of the machine's own notes."""
        if e.op not in OPERATORS or "{marker}" not in OPERATORS[e.op].words:
            return ""
        if not isinstance(e.args[1], E):
            return cell_name(self.lib, e.args[0])[0]
        bearer = self.eyes.value(e.args[1], self.f)
        if isinstance(bearer, Unknown) and bearer.of:
            bearer = max(bearer.of)
        if type(bearer) is tuple:
            bearer = next(iter(bearer), 0)
        return cell_name(self.lib, e.args[0] + (0 if unknown(bearer) else max(bearer, 0)))[0]


def renamed(w: Words, text: str, by_title: bool = False) -> str:
    """Return an author's words with the names of things in place of local names. `by_title`: somebody has named these
    things, so a card is called by its title also where it is known by its place alone."""
    for slot, (name, sort) in enumerate(w.names):
        if not name or name in ("you", "this", sort) or sort in ("", "number"):
            continue  # what is called like its sort has no name: `another player` is one
        held = w.f[slot + 2]
        if not unknown(held):
            said = str(titled(w.lib, w.eyes.s, sort, held, w.eyes.viewer) if by_title else w.name(sort, held))
            text = re.sub(rf"(?<![-\w]){re.escape(name)}(?![-\w])", lambda _, said=said: said, text)  # type: ignore[misc]
    return text
