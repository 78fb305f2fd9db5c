"""Keeps what is known of the whole game while it is compiled, and the numbers that are given out on the way.

A `Unit` is handed to every function of this folder. All of it is fixed before anything is compiled, except its
`Numbers`: code that needs a program, a function or a table asks for it by its key and gets a number at once. What has a
number but is not compiled yet waits in a queue.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.program import Function, Library, Program
from .aiming import aim
from .keys import (
    AbilitiesFunction,
    AbilityTable,
    CanFunction,
    CellTable,
    CountsFunction,
    FieldTable,
    FunctionKey,
    HeldFunction,
    OptionalTable,
    PartProgram,
    PlainFunction,
    ProgramKey,
    QualityFunction,
    SeemsFunction,
    TableKey,
    TitleTable,
    ValueFunction,
    Word,
)  # fmt: skip
from .layout import Layout, lay_out
from .lending import lend
from .scope import Scope
from .standing import Hook, Rulebook, collect

K = TypeVar("K")
V = TypeVar("V")


class Numbered(Generic[K, V]):
    """Things that are numbered in the order in which they are first asked for, and made later. `had`: how many there
    are already, in a library that is extended. `names`: the numbers of those among them that can be asked for, by
    `str(key)`."""

    def __init__(self, had: int = 0, names: Mapping[str, int] | None = None) -> None:
        self.ids: dict[K, int] = {}
        self.made: list[V | None] = [None] * had
        self.waiting: list[K] = []
        self._names = names or {}

    def number(self, key: K) -> int:
        """Return the number of a thing. If it was not asked for before, it is queued to be made."""
        if key not in self.ids:
            number = self._names.get(str(key)) if self._names else None
            if number is None:
                number = len(self.made)
                self.made.append(None)
                self.waiting.append(key)
            self.ids[key] = number
        return self.ids[key]


@dataclass(frozen=True)
class Built:
    """A compiled program. For a phase it also says where in the code each step begins, and where the end is."""

    program: Program
    steps: Mapping[str, int] = field(default_factory=dict)
    ended: int = 0


@dataclass(frozen=True)
class Part:
    """Statements that are a program of their own because they are tried: the names that they read, with their sorts;
    which of these names were picked one after another; and the card on which the statements are written."""

    block: tuple[ir.Stmt, ...]
    names: tuple[tuple[str, str], ...] = ()
    picked: frozenset[str] = frozenset()
    card: str = ""


PartKey = tuple[tuple[int, ...], tuple[str, ...], str]


class Numbers:
    """Everything that has a number in the library under construction. `library`: the existing library that is extended,
    if any."""

    def __init__(self, library: Library | None = None) -> None:
        self.programs: Numbered[ProgramKey, Built] = Numbered(len(library.programs) if library else 0)
        self.functions: Numbered[FunctionKey, Function] = (
            Numbered(len(library.functions), library.function_ids) if library else Numbered()
        )
        self.tables: Numbered[TableKey, tuple[int, ...]] = Numbered(len(library.tables) if library else 0)
        self.parts: list[Part] = []
        self._part_ids: dict[PartKey, int] = {}

    def part(self, block: Sequence[ir.Stmt], names: Sequence[str], scope: Scope) -> PartProgram:
        """Return the key of these statements as a program with these names as arguments. The same statements always get
        the same key."""
        key = (tuple(map(id, block)), tuple(names), scope.card)
        if key not in self._part_ids:
            self._part_ids[key] = len(self.parts)
            values = (scope.vars[n] for n in names)
            sorts = (scope.slots.names[e.args[0]][1] if e.op == "slot" else "" for e in values)
            told = tuple(zip(names, sorts, strict=True))
            self.parts.append(Part(tuple(block), told, scope.picked.intersection(names), scope.card))
        return PartProgram(self._part_ids[key])


Change = tuple[str, str]
"""Something in which two moments of a game can differ: its sort, and its name (see `soon`)."""


@dataclass
class Memo:
    """Answers about the game that are computed once. `hidden`: words that read what not everybody sees. `tangled`:
    verbs whose steps cannot be judged beforehand. `paid`: see `outcome.paid`. `reads`,
    `asked_of`, `together`: see `soon`. `run`: the phases that verbs and cards run.
    `ends`: see `later`. `chances`: see `anew`. `told`: by the number of a lasting rule, the names of what it keeps that
    everybody may hear."""

    hidden: dict[Word, bool] = field(default_factory=dict)
    tangled: dict[str, bool] = field(default_factory=dict)
    paid: frozenset[str] | None = None
    reads: dict[tuple[int, int], frozenset[Change]] = field(default_factory=dict)
    asked_of: dict[tuple[int, int], frozenset[str]] = field(default_factory=dict)
    together: dict[tuple[int, int], list[Hook]] | None = None
    run: list[str] | None = None
    ends: list[tuple[str, str, str, bool]] | None = None
    told: dict[int | None, frozenset[str]] = field(default_factory=dict)
    chances: Mapping[frozenset[str], Mapping[int, tuple[int, ...]]] | None = None


@dataclass(frozen=True)
class Unit:
    """What is known of the whole game. `plain`: what is being compiled decides which cards are blank, so it is compiled
    as if no card were blank."""

    game: ir.Game
    layout: Layout
    sources: Mapping[str, Source]
    book: Rulebook
    numbers: Numbers
    memo: Memo
    plain: bool = False

    def program(self, key: ProgramKey) -> int:
        """Return the number of a program."""
        return self.numbers.programs.number(key)

    def function(self, key: FunctionKey) -> int:
        """Return the number of a function."""
        if self.plain:
            match key:
                case QualityFunction("blank"):
                    pass
                case (
                    ValueFunction() | QualityFunction() | CountsFunction() | CanFunction() | AbilitiesFunction()
                    | SeemsFunction() | HeldFunction()
                ):  # fmt: skip
                    key = PlainFunction(key)
        return self.numbers.functions.number(key)

    def table(self, key: TableKey) -> int:
        """Return the number of a table."""
        return self.numbers.tables.number(key)

    def kind(self, card: int) -> str:
        """Return the kind of a card."""
        return self.game.cards[self.layout.titles[card]].kind


def unit(game: ir.Game, sources: Mapping[str, Source], library: Library | None = None) -> Unit:
    """Collect what is known of a game before any of it is compiled. `library`: the game is compiled already, and this
    library is to be extended."""
    game = aim(lend(game))
    layout = lay_out(game)
    return Unit(game, layout, sources, collect(game, layout), Numbers(library), Memo())


Listed = tuple[tuple[int, bool], ...]
"""Of each ability, the card on which it is written, and whether it is optional."""


def rows(u: Unit, key: TableKey, abilities: Listed) -> tuple[int, ...]:
    """Return the entries of a table."""
    match key:
        case TitleTable():
            return u.layout.definition
        case AbilityTable():
            return tuple(card for card, _ in abilities)
        case OptionalTable():
            return tuple(int(optional) for _, optional in abilities)
        case CellTable(cells=cells):
            return cells
        case FieldTable(field=name):
            return tuple(_printed(u, u.game.cards[title], name) for title in u.layout.titles)


def _printed(u: Unit, card: ir.Card, name: str) -> int:
    """Return what is printed on a card in a field, as a number; -1 if nothing is."""
    printed = dict(card.fields).get(name)
    if isinstance(printed, str):
        field = next(f for f in u.game.kinds[card.kind].fields if f.name == name)
        assert field.type.name is not None
        return u.game.enums[field.type.name].words.index(printed)
    return -1 if printed is None else printed
