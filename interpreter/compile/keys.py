"""Defines the keys by which a library's programs, functions and tables are asked for and numbered.

A key says all that is needed to compile what it stands for. `str(key)` is the name shown in prints and in
`Library.function_ids`; no code reads that name back.
"""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl import ir

# ---- programs -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerbProgram:
    """The key of the program of a declared verb, with its windows and steps."""

    verb: str

    def __str__(self) -> str:
        return f"verb {self.verb}"


@dataclass(frozen=True, slots=True)
class WaysProgram:
    """The key of the program of a verb, or one step of it, that its doer can meet in several ways."""

    verb: str
    step: str = ""

    @property
    def event(self) -> str:
        """Return the event that is met."""
        return f"{self.verb}/{self.step}" if self.step else self.verb

    def __str__(self) -> str:
        return f"ways {self.event}"


@dataclass(frozen=True, slots=True)
class PhaseProgram:
    """The key of the program of a phase, with its steps."""

    phase: str

    def __str__(self) -> str:
        return f"phase {self.phase}"


@dataclass(frozen=True, slots=True)
class ClauseProgram:
    """The key of the program of a clause of a card; copies of the card share it. `branch`: only that branch of its one
    choice (from 1)."""

    title: str
    number: int
    branch: int = 0

    def __str__(self) -> str:
        return f"clause {self.title} {self.number}" + (f" {self.branch}" if self.branch else "")


@dataclass(frozen=True, slots=True)
class UsedProgram:
    """The key of the program in which an optional clause of a card is used, with what answers that."""

    title: str
    number: int

    def __str__(self) -> str:
        return f"use {self.title} {self.number}"


@dataclass(frozen=True, slots=True)
class StateProgram:
    """The key of the program that looks whether an `as soon as` clause of a copy of a card has become true."""

    card: int
    number: int

    def __str__(self) -> str:
        return f"state {self.card} {self.number}"


@dataclass(frozen=True, slots=True)
class PartProgram:
    """The key of the program of statements that are tried and therefore need a program of their own."""

    number: int

    def __str__(self) -> str:
        return f"part {self.number}"


@dataclass(frozen=True, slots=True)
class LeavesProgram:
    """The key of the program that does what a skipped phase leaves behind in a posed situation."""

    def __str__(self) -> str:
        return "leaves position"


ProgramKey = (
    VerbProgram | WaysProgram | PhaseProgram | ClauseProgram | UsedProgram | StateProgram | PartProgram
    | LeavesProgram
)  # fmt: skip

# ---- functions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueFunction:
    """The key of the function for a declared value, or for a field of a card."""

    value: str

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.value

    def __str__(self) -> str:
        return f"value {self.value}"


@dataclass(frozen=True, slots=True)
class LowestFunction:
    """The key of the function by which the player with the lowest of something wins: the same below zero."""

    of: ValueFunction | CounterFunction | TeamFunction

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.of.name

    def __str__(self) -> str:
        return f"lowest {self.of}"


@dataclass(frozen=True, slots=True)
class TeamFunction:
    """The key of the function by which a team wins, asked of each of its players: a value of the team, or the `total`
    of what its players have."""

    of: ValueFunction | CounterFunction
    total: bool

    @property
    def name(self) -> str:
        """Return what it is called."""
        return f"total {self.of.name}" if self.total else self.of.name

    def __str__(self) -> str:
        return f"team {self.of}"


@dataclass(frozen=True, slots=True)
class CounterFunction:
    """The key of the function how many of a counted marker a player has."""

    mark: str

    @property
    def name(self) -> str:
        """Return what it is called."""
        return self.mark

    def __str__(self) -> str:
        return f"counter {self.mark}"


@dataclass(frozen=True, slots=True)
class QualityFunction:
    """The key of the function whether a declared quality holds."""

    quality: str

    def __str__(self) -> str:
        return f"quality {self.quality}"


@dataclass(frozen=True, slots=True)
class CountsFunction:
    """The key of the function whether a card counts as a word of the enumeration of this field."""

    field: str

    def __str__(self) -> str:
        return f"counts {self.field}"


@dataclass(frozen=True, slots=True)
class CanFunction:
    """The key of the function whether somebody may do a verb now."""

    verb: str

    def __str__(self) -> str:
        return f"can {self.verb}"


@dataclass(frozen=True, slots=True)
class LentFunction:
    """The key of the function whether a rule lets a player use an ability of a card for which somebody else acts."""

    def __str__(self) -> str:
        return "lent"


@dataclass(frozen=True, slots=True)
class SeemsFunction:
    """The key of the function whether somebody may do a verb now, as far as everybody can see."""

    verb: str

    def __str__(self) -> str:
        return f"seems {self.verb}"


@dataclass(frozen=True, slots=True)
class HeldFunction:
    """The key of the function whether the lasting permission rule with this number applies."""

    rule: int

    def __str__(self) -> str:
        return f"held {self.rule}"


@dataclass(frozen=True, slots=True)
class ShelfFunction:
    """The key of the function what is kept of the phase of this name that was suspended."""

    phase: str

    def __str__(self) -> str:
        return f"suspended {self.phase}"


@dataclass(frozen=True, slots=True)
class DoubtFunction:
    """The key of the function who might be blank, to this degree of doubt."""

    degree: int

    def __str__(self) -> str:
        return f"doubt {self.degree}"


@dataclass(frozen=True, slots=True)
class LegalCastFunction:
    """The key of the function which cards and players may play together."""

    def __str__(self) -> str:
        return "legal cast"


@dataclass(frozen=True, slots=True)
class LeftOutFunction:
    """The key of the function which cards are left out of a game because of the others."""

    def __str__(self) -> str:
        return "left out"


@dataclass(frozen=True, slots=True)
class AbilitiesFunction:
    """The key of the function whether a rule gives the clauses and rules of a card of this kind to another card, or to
    a player."""

    kind: str
    to_player: bool

    def __str__(self) -> str:
        return f"abilities {self.kind}" + (" of players" if self.to_player else "")


Word = ValueFunction | QualityFunction | CountsFunction | CanFunction | AbilitiesFunction
"""The words that standing rules can change."""


@dataclass(frozen=True, slots=True)
class PlainFunction:
    """The key of a function as it is if no card is blank."""

    of: Word | SeemsFunction | HeldFunction

    def __str__(self) -> str:
        return f"plain {self.of}"


FunctionKey = (
    Word | CounterFunction | LowestFunction | TeamFunction | SeemsFunction | LentFunction | HeldFunction | ShelfFunction
    | DoubtFunction | LegalCastFunction | LeftOutFunction | PlainFunction
)  # fmt: skip


def word_of(rule: ir.Rule) -> Word:
    """Return the word that a standing rule changes."""
    match rule.form:
        case "permit":
            return CanFunction(rule.name)
        case "value":
            return ValueFunction(rule.name)
        case "counts":
            return CountsFunction(rule.name)
        case "quality":
            return QualityFunction(rule.name)
        case "abilities":
            return AbilitiesFunction(rule.name, rule.doer is not None)


def abilities_word(n: ir.HasAbilities) -> AbilitiesFunction:
    """Return the word that is asked whether somebody has the abilities of a card."""
    return AbilitiesFunction(n.giver.type.name or "", n.taker.type.sort == "player")


# ---- tables ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldTable:
    """The key of the table of what is printed on each card in this field."""

    field: str


@dataclass(frozen=True, slots=True)
class TitleTable:
    """The key of the table of the first card with the same title, for each card."""


@dataclass(frozen=True, slots=True)
class AbilityTable:
    """The key of the table of the card that has each ability."""


@dataclass(frozen=True, slots=True)
class OptionalTable:
    """The key of the table whether each ability is optional."""


@dataclass(frozen=True, slots=True)
class CellTable:
    """The key of a table of one cell for each card (-1: none)."""

    cells: tuple[int, ...]


TableKey = FieldTable | TitleTable | AbilityTable | OptionalTable | CellTable
