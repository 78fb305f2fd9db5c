"""What a library numbers: its programs, functions and tables are asked for by these values.

A key says all that is needed to compile what it stands for. `str(key)` is the name shown in prints and in
`Library.function_ids`; nothing is ever read back from it.
"""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl import ir

# ---- programs -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class VerbProgram:
    """A declared verb with its windows and steps."""

    verb: str

    def __str__(self) -> str:
        return f"verb {self.verb}"


@dataclass(frozen=True, slots=True)
class WaysProgram:
    """A verb, or one step of it, that its doer can meet in several ways."""

    verb: str
    step: str = ""

    @property
    def event(self) -> str:
        """The event that is met."""
        return f"{self.verb}/{self.step}" if self.step else self.verb

    def __str__(self) -> str:
        return f"ways {self.event}"


@dataclass(frozen=True, slots=True)
class PhaseProgram:
    """A phase with its steps."""

    phase: str

    def __str__(self) -> str:
        return f"phase {self.phase}"


@dataclass(frozen=True, slots=True)
class ClauseProgram:
    """A clause of a card; copies of the card share it. `branch`: only that branch of its one choice (from 1)."""

    title: str
    number: int
    branch: int = 0

    def __str__(self) -> str:
        return f"clause {self.title} {self.number}" + (f" {self.branch}" if self.branch else "")


@dataclass(frozen=True, slots=True)
class StateProgram:
    """The look whether an `as soon as` clause of a copy of a card has come true."""

    card: int
    number: int

    def __str__(self) -> str:
        return f"state {self.card} {self.number}"


@dataclass(frozen=True, slots=True)
class PartProgram:
    """Statements that are a program of their own, because they are tried."""

    number: int

    def __str__(self) -> str:
        return f"part {self.number}"


@dataclass(frozen=True, slots=True)
class LeavesProgram:
    """What a phase that a posed situation passes over leaves behind."""

    def __str__(self) -> str:
        return "leaves position"


ProgramKey = (
    VerbProgram | WaysProgram | PhaseProgram | ClauseProgram | StateProgram | PartProgram | LeavesProgram
)  # fmt: skip

# ---- functions ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ValueFunction:
    """A declared value, or a field of a card."""

    value: str

    def __str__(self) -> str:
        return f"value {self.value}"


@dataclass(frozen=True, slots=True)
class QualityFunction:
    """Whether a declared quality holds."""

    quality: str

    def __str__(self) -> str:
        return f"quality {self.quality}"


@dataclass(frozen=True, slots=True)
class CountsFunction:
    """Whether a card counts as a word of the enumeration of this field."""

    field: str

    def __str__(self) -> str:
        return f"counts {self.field}"


@dataclass(frozen=True, slots=True)
class CanFunction:
    """Whether somebody may do a verb now."""

    verb: str

    def __str__(self) -> str:
        return f"can {self.verb}"


@dataclass(frozen=True, slots=True)
class SeemsFunction:
    """What everybody can see of whether somebody may do a verb now."""

    verb: str

    def __str__(self) -> str:
        return f"seems {self.verb}"


@dataclass(frozen=True, slots=True)
class HeldFunction:
    """Whether one of the lasting permission rules of this number applies."""

    rule: int

    def __str__(self) -> str:
        return f"held {self.rule}"


@dataclass(frozen=True, slots=True)
class DoubtFunction:
    """Who might be blank, to this degree of doubt."""

    degree: int

    def __str__(self) -> str:
        return f"doubt {self.degree}"


@dataclass(frozen=True, slots=True)
class LegalCastFunction:
    """Which cards and players may play together."""

    def __str__(self) -> str:
        return "legal cast"


Word = ValueFunction | QualityFunction | CountsFunction | CanFunction
"""What standing rules speak of."""


@dataclass(frozen=True, slots=True)
class PlainFunction:
    """A function as it is if nobody were blank."""

    of: ValueFunction | QualityFunction | CountsFunction | CanFunction | SeemsFunction | HeldFunction

    def __str__(self) -> str:
        return f"plain {self.of}"


FunctionKey = Word | SeemsFunction | HeldFunction | DoubtFunction | LegalCastFunction | PlainFunction


def word_of(rule: ir.Rule) -> Word:
    """Return what a standing rule speaks of."""
    match rule.form:
        case "permit":
            return CanFunction(rule.name)
        case "value":
            return ValueFunction(rule.name)
        case "counts":
            return CountsFunction(rule.name)
        case "quality":
            return QualityFunction(rule.name)


# ---- tables ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class FieldTable:
    """What is printed on each card in this field."""

    field: str


@dataclass(frozen=True, slots=True)
class TitleTable:
    """The first card with the same title, for each card."""


@dataclass(frozen=True, slots=True)
class AbilityTable:
    """The card that each ability stands on."""


TableKey = FieldTable | TitleTable | AbilityTable
