"""Represents the syntax of a file as typed values: one class for each shape in `cards.lark`.

`parser` makes these values; every later pass matches on their types. A node keeps its words with their places, and the
stretch of text it was read from, which reaches to the end of its last line. The docstring of a node shows such a text.
The syntax knows only shapes; `elaborate` finds out which words are names of things.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from typing import ClassVar, Literal, TypeAlias, TypeVar, dataclass_transform

from .source import Span

T = TypeVar("T")


@dataclass_transform(eq_default=False, frozen_default=True, field_specifiers=(field,))
def node(shape: type[T]) -> type[T]:
    """Makes a class a value with the fields it names, which nobody changes.

    Only the type checker enforces that, as with `typing.Final`: a check at run time in a hundred classes would make
    every start and every reading too slow.
    """
    return dataclass(slots=True, eq=False, repr=False)(shape)


WordKind = Literal[
    "word", "name", "number", "text", "raw", "upto", "det", "pron", "poss", "glue", "prep", "force", "keyword"
]
"""The sort of a word: a word of a game, a title, a number, a text in quotes, a line in the notation of play; else,
for a word of the grammar itself, its part of speech."""


@node
class Word:
    """One word, number, title or text in quotes, as it is written and where."""

    kind: WordKind
    text: str
    span: Span

    def __repr__(self) -> str:
        """Returns the word with its kind."""
        return f"{self.kind} `{self.text}`"

    def __str__(self) -> str:
        """Returns the word as it is written, so that a message can quote it."""
        return self.text

    @property
    def quoted(self) -> str:
        """Returns the text between the quotes."""
        return self.text[1:-1]


def joined(words: tuple[Word, ...]) -> str:
    """Returns several words as one name: `building limit`."""
    return " ".join([w.text for w in words])


def place(words: tuple[Word, ...]) -> Span:
    """Returns the stretch of text that a name of several words takes."""
    return words[0].span.to(words[-1].span)


@node
class Node:
    """A part of a sentence, or a sentence with everything below it."""

    span: Span = field(kw_only=True)

    def __repr__(self) -> str:
        """Returns the node as a person reads it."""
        return pretty(self)


# ---- phrases ---------------------------------------------------------------------------------------------------------


@node
class Group(Node):
    """`(your gold plus 1)` among the words of a phrase."""

    kind: ClassVar[Literal["group"]] = "group"
    text: ClassVar[str] = "("
    operand: Operand


@node
class Chain(Node):
    """`any 2 cards in your hand`: words, and `of`, `in` or `for` between them."""

    atoms: tuple[Atom, ...]


@node
class NounPhrase(Node):
    """`plan: a card in your hand that is not blank`: perhaps a local name, the words, the filters."""

    name: Word | None
    chain: Chain
    filters: tuple[Filter, ...]


@node
class Filtered(Node):
    """`any cards that are blank`: a phrase with filters, used as an operand."""

    chain: Chain
    filters: tuple[Filter, ...]


@node
class Times(Node):
    """`1 gold for each card in your hand`."""

    base: Operand
    each: NounPhrase


@node
class Floor(Node):
    """`your gold never below 2`."""

    base: Operand
    limit: Word


@node
class Ceiling(Node):
    """`your gold never above 7`."""

    base: Operand
    limit: Word


@node
class Compare(Node):
    """`1 less than its cost`. `way`: `more` or `less`."""

    amount: Operand
    way: Word
    whole: Operand


@node
class Arithmetic(Node):
    """`your gold plus 1`. `sign`: `plus` or `minus`."""

    left: Operand
    sign: Word
    right: Operand


@node
class Product(Node):
    """`2 times number of players`."""

    left: Chain
    right: Operand


@node
class Remainder(Node):
    """`remainder of rounds divided by 4`."""

    whole: Chain
    by: Chain


@node
class Half(Node):
    """`half of your gold rounded up`. `way`: `up` or `down`."""

    chain: Chain
    way: Word


@node
class Quotient(Node):
    """`your gold divided by 3 rounded down`. `way`: `up` or `down`."""

    whole: Chain
    by: Chain
    way: Word


@node
class Delta(Node):
    """`1 more for each card in your hand`: by how much a value changes. `way`: `more` or `less`."""

    amount: Operand
    way: Word
    each: NounPhrase | None


@node
class Bound(Node):
    """`at least 3`, `more than 2`. `limit`: `least`, `most`, `more` or `less`."""

    limit: Word
    amount: Operand


@node
class Within(Node):
    """`in your hand`, after `is`."""

    chain: Chain


@node
class AnyOf(Node):
    """`blank nor red`: the words after `is`."""

    parts: tuple[Plain, ...]


@node
class SomeOf(Node):
    """`noble or religious`, after `is`."""

    parts: tuple[Plain, ...]


@node
class PassiveRole(Node):
    """`by who: another player` after a participle."""

    prep: Word
    name: Word | None
    chain: Chain


@node
class Passive(Node):
    """`paid for this turn by you`: a participle of one or two words, what follows, the roles."""

    participle: tuple[Word, ...]
    chain: Chain | None
    roles: tuple[PassiveRole, ...]


# ---- filters ---------------------------------------------------------------------------------------------------------


@node
class ThatIs(Node):
    """`that is not blank`."""

    denied: Word | None
    said: AnyOf | SomeOf


@node
class ThatWas(Node):
    """`that was not built this turn`."""

    denied: Word | None
    done: Passive


@node
class ThatHas(Node):
    """`that has no cards`."""

    denied: Word | None
    chain: Chain


@node
class ThatHasMany(Node):
    """`that has at least 3 gold`."""

    many: Bound


@node
class ThatMay(Node):
    """`that you may build`."""

    who: Chain
    force: Word
    verb: Word


@node
class ThatCounts(Node):
    """`that counts as red`."""

    chain: Chain


@node
class Whose(Node):
    """`whose cost is not 3`."""

    whose: Chain
    denied: Word | None
    said: AnyOf | SomeOf


@node
class WhoseHas(Node):
    """`whose hand has no cards`."""

    whose: Chain
    denied: Word | None
    chain: Chain


@node
class WhoseHasMany(Node):
    """`whose hand has more than 2 cards`."""

    whose: Chain
    many: Bound


@node
class Except(Node):
    """`except this`."""

    chain: Chain


# ---- conditions ------------------------------------------------------------------------------------------------------


@node
class Is(Node):
    """`your hand is not empty`."""

    subject: NounPhrase
    denied: Word | None
    said: AnyOf | SomeOf


@node
class Was(Node):
    """`a card was drawn this turn by you`."""

    subject: NounPhrase
    denied: Word | None
    passive: Passive


@node
class Has(Node):
    """`a player has no gold`."""

    subject: NounPhrase
    denied: Word | None
    had: NounPhrase


@node
class HasMany(Node):
    """`your city has at least 2 districts whose cost is 3`."""

    subject: NounPhrase
    many: Bound
    filters: tuple[Filter, ...]


@node
class Can(Node):
    """`you may build it`, as a condition."""

    subject: NounPhrase
    force: Word
    deed: Deed


@node
class Exists(Node):
    """`there is no card in your hand`."""

    denied: Word | None
    what: NounPhrase


@node
class CountsAs(Node):
    """`this counts as red`, as a condition."""

    subject: NounPhrase
    word: NounPhrase


@node
class OneOf(Node):
    """`either it is blank or it is red`."""

    parts: tuple[Fact, ...]


@node
class Both(Node):
    """`it is blank and you may build it`: all of several facts."""

    parts: tuple[Fact, ...]


@node
class AnyFact(Node):
    """`it is blank or it is red`: any of several facts."""

    parts: tuple[Fact, ...]


# ---- statements ------------------------------------------------------------------------------------------------------


@node
class Role(Node):
    """`to the left neighbour of you`, after a verb."""

    prep: Word
    what: NounPhrase


@node
class As(Node):
    """`as blank`, after a verb."""

    value: Value


@node
class Next(Node):
    """`, then gold`, after a verb."""

    what: NounPhrase


@node
class Lift(Node):
    """`even if "you have built one already"`: the refusal that a deed ignores."""

    keyword: Word
    reason: Word


@node
class Action(Node):
    """`move 1 gold from the bank to you`. `face`: how a card comes to lie (`face down`). `able`: who may be unable to
    (`pay 1 gold if you can`)."""

    verb: Word
    operand: Operand | None
    roles: tuple[Role | As | Next, ...]
    lift: Lift | None
    face: Word | None = None
    able: Word | None = None


@node
class Whether(Node):
    """`reveal whether your hand is empty`."""

    verb: Word
    fact: Fact


@node
class Nothing(Node):
    """`nothing`, as a deed."""


@node
class Lasting(Node):
    """`until the end of the turn, you cannot build a district`."""

    until: Chain
    rule: Rule


@node
class Refused(Node):
    """`refused "too dear" if its cost is more than your gold`. `keyword`: `if` or `unless`; `but` is an `unless` behind
    an `if`."""

    reason: Word | None
    keyword: Word
    cond: Condition
    but: But | None


@node
class Absent(Node):
    """`left out if number of players is 2`. `keyword`: `if` or `unless`; behind `if` there may be an `unless`."""

    keyword: Word
    cond: Condition
    but: But | None


@node
class Let(Node):
    """`let cast be a random number up to 6, secretly`."""

    name: Word
    operand: Operand
    secretly: Word | None


@node
class Choose(Node):
    """`choose plan: a card in your hand, as "a card to keep", secretly, otherwise nothing`."""

    name: Word
    what: NounPhrase
    called: Word | None
    secretly: Word | None
    otherwise: Deed | None


@node
class Branch(Node):
    """The statements after `either`, `or` and `otherwise`, below the name that they have (`as "…"`)."""

    called: Word | None
    body: tuple[Statement, ...]


@node
class Choosing(Node):
    """`choose plan: a card in your hand` after `either` or `or`, and the statements below it."""

    called: Word | None
    name: Word
    what: NounPhrase
    body: tuple[Statement, ...]


@node
class Either(Node):
    """`either draw 1 card`, `or gain 1 gold`, `otherwise nothing`."""

    word: ClassVar[str] = "either"
    branches: tuple[Branch | Choosing, ...]
    otherwise: Branch | Choosing | None


@node
class If(Node):
    """`if your hand is empty` with a block below, and perhaps `otherwise`. `keyword`: `if` or `unless`."""

    keyword: Word
    cond: Condition
    then: tuple[Statement, ...]
    otherwise: Branch | Choosing | None


@node
class ForEach(Node):
    """`for each taker: player in order of seat` with a block below."""

    each: Word
    what: NounPhrase
    body: tuple[Statement, ...]


@node
class Repeat(Node):
    """`repeat until your hand is empty` with a block below; or `repeat 3 times`, where `until` is the number."""

    until: Condition | Chain
    body: tuple[Statement, ...]


@node
class Ask(Node):
    """`each other player must, secretly` with a block below, which may have a name (`as "…"`)."""

    who: NounPhrase
    force: Word
    secretly: Word | None
    called: Word | None
    body: tuple[Statement, ...]


@node
class Cost(Node):
    """`cost pay 1 gold`."""

    body: tuple[Statement, ...]


@node
class Do(Node):
    """`do draw 1 card`."""

    word: ClassVar[str] = "do"
    body: tuple[Statement, ...]


@node
class Instead(Node):
    """`instead draw 1 card`."""

    word: ClassVar[str] = "instead"
    body: tuple[Statement, ...]


# ---- rules -----------------------------------------------------------------------------------------------------------


@node
class But(Node):
    """`unless you have the crown`, behind another condition."""

    keyword: Word
    cond: Condition


@node
class Tail(Node):
    """`unless you have the crown`, or `if it is red unless you have the crown`, at the end of a rule."""

    keyword: Word
    cond: Condition
    but: But | None


@node
class Permit(Node):
    """`you may build any district even if "…"`, `players cannot draw cards`."""

    who: NounPhrase
    force: Word
    deed: Deed
    tail: Tail | None


@node
class Modify(Node):
    """`the cost of any red card is 1 less`."""

    subject: NounPhrase
    value: Value
    tail: Tail | None


@node
class Counts(Node):
    """`this counts as red`, as a rule."""

    subject: NounPhrase
    word: NounPhrase
    tail: Tail | None


@node
class Lends(Node):
    """`this has the abilities of Thief`, as a rule."""

    subject: NounPhrase
    what: NounPhrase
    tail: Tail | None


# ---- cards -----------------------------------------------------------------------------------------------------------


@node
class Happening(Node):
    """`when a district would be built by you`. `moment` says whether it counts after the event, before it, or while it
    `would` be done."""

    moment: Literal["after", "would", "before"]
    subject: NounPhrase
    passive: Passive


@node
class At(Node):
    """`at the end of your turn`."""

    chain: Chain


@node
class AsSoonAs(Node):
    """`as soon as your hand is empty`."""

    cond: Condition


@node
class WhereFrom(Node):
    """`even from your hand`. `keyword`: `even` or `only`."""

    keyword: Word
    chain: Chain


@node
class WhereIf(Node):
    """`only if killed or blank`. `keyword`: `even` or `only`."""

    keyword: Word
    states: tuple[Word, ...]


@node
class During(Node):
    """`during your turn`."""

    chain: Chain


@node
class OnceIn(Node):
    """`once in your turn`; with `first`, `the first time in a turn`."""

    chain: Chain
    first: bool


@node
class Provided(Node):
    """`if your hand is empty`, before who may or must. `keyword`: `if` or `unless`."""

    keyword: Word
    cond: Condition


@node
class Body(Node):
    """The slots of a clause: its name, what is chosen and decided first, the cost, what is done."""

    called: Word | None
    before: tuple[Refused | Let | Choose, ...]
    cost: Cost | None
    effects: tuple[Effect, ...]


@node
class Clause(Node):
    """`once in your turn, you may` with slots below."""

    leads: tuple[Lead, ...]
    who: NounPhrase
    force: Word
    body: Body


@node
class Standing(Node):
    """`during your turn, you cannot draw cards`; `always` has no leads."""

    leads: tuple[Lead, ...]
    rule: Rule


@node
class Prop(Node):
    """`cost 3` below the title of a card."""

    name: Word
    content: Word


@node
class Props(Node):
    """`cost 3, red`: the properties on one line."""

    props: tuple[Prop, ...]


@node
class Title(Node):
    """`name "Pickpocket"`, `name de "Dieb"`: what the card is called as well, or in another language. Below a list of
    words, `name red "scarlet"`: what one of the words is called as well. `of` is the language, or that word. Texts may
    be written with `name red also "ruby"`, but people see the word: it is not `shown`."""

    of: Word | None
    title: Word
    shown: bool = True


@node
class Origin(Node):
    """`source "rulebook, page 3"`."""

    said: Word


@node
class Card(Node):
    """`character Thief` with its members below."""

    kind: Word
    title: Word
    members: tuple[Member, ...]


# ---- the game file ---------------------------------------------------------------------------------------------------


@node
class Names(Node):
    """`district type`: the words of a declared name."""

    words: tuple[Word, ...]


@node
class Sort(Node):
    """`a district`: the type of a parameter, articles included."""

    words: tuple[Word, ...]


@node
class Players(Node):
    """`players 2 to 7`."""

    least: Word
    most: Word | None


@node
class Order(Node):
    """`order character, district`: in which order the kinds of cards are listed."""

    kinds: tuple[Word, ...]


@node
class Decided(Node):
    """`order decided by the active player`: who decides which card comes first when several must answer one event."""

    by: Chain


@node
class Game(Node):
    """`game Citadels` with its lines below."""

    title: Word
    lines: tuple[Origin | Refused | Players | Order | Decided, ...]


@node
class Enum(Node):
    """`kind district type: red, green`, perhaps with other names of the words below it."""

    names: Names
    words: tuple[Word, ...]
    called: tuple[Title, ...]


@node
class Field(Node):
    """`has cost: number or nothing`, below a kind of card."""

    name: Word
    type: Chain
    maybe: Maybe | None


@node
class Maybe(Node):
    """`or nothing`, after a property."""


@node
class YouAre(Node):
    """`you are the owner of this`, below a kind of card."""

    who: NounPhrase


@node
class Works(Node):
    """`works while it is in a city`, below a kind of card."""

    cond: Condition


@node
class WorksFrom(Node):
    """`works from revealed until the end of the round`, below a kind of card."""

    marker: Word
    until: Chain


@node
class Kind(Node):
    """`kind district` with its lines below."""

    names: Names
    lines: tuple[Field | YouAre | Works | WorksFrom, ...]


@node
class Seen(Node):
    """`seen by its owner`. `seer` is the last of the words."""

    seer: Word


@node
class Counted(Node):
    """`counted`, after a place or a marker."""

    word: Word


@node
class Single(Node):
    """`single`, after a marker."""

    word: Word


@node
class FaceUp(Node):
    """`face up`, after a marker."""


@node
class Lasts(Node):
    """`until the end of the turn`, after a marker."""

    chain: Chain


@node
class Zone(Node):
    """`zone hand of player, holds card, seen by its owner`."""

    names: Names
    owner: Word | None
    holds: Word
    specs: tuple[Spec, ...]


@node
class Mark(Node):
    """`marker gold on player or card, counted, seen by everyone`."""

    names: Names
    on: tuple[Sort, ...]
    specs: tuple[Spec, ...]


@node
class Kept(Node):
    """`kept trump: a suit, seen by everyone`; or `kept bid of player: a number, …`, one for each player."""

    names: Names
    owner: Word | None
    sort: Sort
    specs: tuple[Spec, ...]


@node
class Quality(Node):
    """`quality rich: a player that has at least 7 gold`; or `quality safe on card`, which only rules give."""

    words: tuple[Word, ...]
    of: NounPhrase | Sort


@node
class Param(Node):
    """`of plan: a district`, after a value."""

    glue: Word
    name: Word
    sort: Sort


@node
class ValueDef(Node):
    """`value price of plan: a district is cost of plan, only more or less`."""

    names: Names
    params: tuple[Param, ...]
    operand: Operand
    only: Word | None
    rules: tuple[Rule, ...]


@node
class Forms(Node):
    """`(paid for)`: the participle of a verb or a step."""

    words: tuple[Word, ...]


@node
class Object(Node):
    """`plan: a district`, `wanted: number of districts`, `the crown`: what a verb is done to, or its fixed words."""

    name: Word | None
    sort: Sort
    counted: Sort | None


@node
class Of(Node):
    """`of who: a player`: the parameter of a phase."""

    name: Word
    sort: Sort


@node
class VerbRole(Node):
    """`to new: player or card`, in the head of a verb."""

    prep: Word
    name: Word
    sorts: tuple[Sort, ...]


@node
class Doer(Node):
    """`by card`: who does a verb, if not a player."""

    sorts: tuple[Sort, ...]


@node
class Step(Node):
    """`step pay (paid)` with a block below."""

    word: Word
    forms: Forms | None
    body: tuple[Statement, ...]


@node
class Verb(Node):
    """`verb give (given) gift: a card to whom: a player`, or `phase turn of who: a player`, with lines below."""

    is_phase: bool
    word: Word
    forms: Forms | None
    object: Object | Of | None
    roles: tuple[VerbRole, ...]
    doer: Doer | None
    lines: tuple[Origin | Refused | Step | Do | Either, ...]


@node
class Row(Node):
    """`Tavern, 1, green`: a card without text."""

    cells: tuple[Word, ...]


@node
class Table(Node):
    """`table district: name, cost, type` with rows below."""

    kind: Word
    columns: tuple[Word, ...]
    rows: tuple[Row, ...]


@node
class Begins(Node):
    """`begins at step call of round`."""

    step: Word
    phase: Word


@node
class Dealt(Node):
    """`districts are dealt to hand`."""

    sort: Sort
    chain: Chain


@node
class Passed(Node):
    """`passed turn of who:` and what it leaves, as a block."""

    phase: Word
    name: Word | None
    body: tuple[Statement, ...]


@node
class Position(Node):
    """`position` with its lines below: where a posed situation begins."""

    lines: tuple[Begins | Dealt | Passed, ...]


# ---- examples and rulings --------------------------------------------------------------------------------------------


@node
class Confidence(Node):
    """`confidence consensus`."""

    word: Word


Said = Literal["given", "played", "expected", "refused_because", "refused_only", "offered", "not_offered", "known"]


@node
class Raw(Node):
    """`given 5 players`, and all lines below it in the notation of play. `viewer` is the player in `as p2 expect …`."""

    said: Said
    viewer: Word | None
    lines: tuple[Word, ...]


@node
class InForce(Node):
    """`house: late start, first seat 3`: the house rules under which a ruling is played."""

    rules: tuple[Chosen, ...]


@node
class Example(Node):
    """`example "a thief robs"` with lines below."""

    title: Word
    lines: tuple[Origin | Confidence | InForce | Raw, ...]


@node
class Ruling(Node):
    """`ruling R001 "a thief robs"` with lines below."""

    name: Word
    title: Word
    lines: tuple[Origin | Confidence | InForce | Raw, ...]


# ---- amendments ------------------------------------------------------------------------------------------------------


@node
class Chosen(Node):
    """`first-seat 3`: the name of a house rule, and perhaps its setting."""

    rule: Word
    setting: Word | None


@node
class Target(Node):
    """`Thief` or `value goal`: the declaration that is amended. `sort` says which of two with one name."""

    sort: Word | None
    words: tuple[Word, ...]


@node
class Whole(Node):
    """A line that is quoted with the lines below it: all of this is replaced, or left out."""

    line: Word
    below: tuple[Whole, ...]


@node
class Quoted(Node):
    """`once in your turn, you may`: a line that stands in the text amended, and what is said of it below."""

    line: Word
    entries: tuple[Entry, ...]


@node
class OnlyIf(Node):
    """`add: only if you have the crown`: the quoted line is narrowed."""

    word: Word
    cond: Condition


@node
class ButUnless(Node):
    """`add: unless you have the crown`: the quoted line has an exception."""

    word: Word
    cond: Condition


@node
class OrIf(Node):
    """`add: or if you have the crown`: the condition of the quoted line is widened."""

    word: Word
    cond: Condition


@node
class OnlySuch(Node):
    """`add: that are blank`: the quoted choice is narrowed."""

    word: Word
    filter: Filter


@node
class OrLine(Node):
    """`or nothing`: one more branch for an `either`."""

    word: Word
    body: tuple[Statement, ...]


@node
class RuleLine(Node):
    """`goal is 7 if …`: one more line of a value."""

    rule: Rule


@node
class Added(Node):
    """`add:` with new lines behind it, or below it."""

    word: Word
    lines: tuple[NewLine, ...]


@node
class Replaced(Node):
    """`instead of: …` and `read: …`: other words, or other lines."""

    word: Word
    old: Whole
    read: Word
    new: Word | None
    lines: tuple[Statement | Clause | Standing, ...]


@node
class LeftOut(Node):
    """`leave out: …`: words that fall away, or lines."""

    word: Word
    old: Whole


@node
class PutFirst(Node):
    """`first: …`: deeds before the quoted one, steps before a quoted step, or the cost of a sentence."""

    word: Word
    body: tuple[Statement | Step | Cost, ...]


@node
class PutThen(Node):
    """`then: …`: deeds after the quoted one, steps after a quoted step, or the cost of a sentence."""

    word: Word
    body: tuple[Statement | Step | Cost, ...]


@node
class Moved(Node):
    """`comes before: …`: another place for the quoted line."""

    word: Word
    before: Word


@node
class Inside(Node):
    """`in Thief, Witch` with quoted lines and changes below."""

    targets: tuple[Target, ...]
    entries: tuple[Entry, ...]


@node
class Adds(Node):
    """`add: marker seen on card, …`: what an amendment declares itself."""

    word: Word
    lines: tuple[Own, ...]


@node
class CountedSetting(Node):
    """`setting 2 to 8`: a number that stands for the word `setting` in what is new."""

    least: Word
    most: Word


@node
class SettingBlock(Node):
    """`setting six` with what it changes below."""

    name: Word
    lines: tuple[Inside | Adds, ...]


@node
class TakesIn(Node):
    """`takes in: late-start`: house rules that an edition has."""

    rules: tuple[Chosen, ...]


@node
class LeavesOut(Node):
    """`leaves out: Thief, Witch`: cards that are not part of an edition."""

    titles: tuple[Word, ...]


@node
class HouseRule(Node):
    """`house rule late-start "nobody begins at once"` with lines below."""

    name: Word
    title: Word
    lines: tuple[Law, ...]


@node
class Edition(Node):
    """`edition 2006 "the 2006 edition"` with lines below."""

    name: Word
    title: Word
    lines: tuple[Law, ...]


# ---- what may come where ---------------------------------------------------------------------------------------------

Atom: TypeAlias = Word | Group
Operand: TypeAlias = (
    Chain | Filtered | Times | Floor | Ceiling | Compare | Arithmetic | Product | Remainder | Half | Quotient
)
Value: TypeAlias = Operand | Delta
Plain: TypeAlias = Operand | Bound | Within
Telling: TypeAlias = (
    ThatIs | ThatWas | ThatHas | ThatHasMany | ThatMay | ThatCounts | Whose | WhoseHas | WhoseHasMany
)  # fmt: skip
Filter: TypeAlias = Telling | Except
Fact: TypeAlias = Is | Was | Has | HasMany | Can | Exists | CountsAs | OneOf
Condition: TypeAlias = Fact | Both | AnyFact
Deed: TypeAlias = Action | Whether | Nothing
Statement: TypeAlias = Deed | Lasting | Choose | Let | Either | If | ForEach | Repeat | Ask | Refused
Effect: TypeAlias = Do | Instead | Either
Rule: TypeAlias = Permit | Modify | Counts | Lends
Lead: TypeAlias = Happening | At | AsSoonAs | WhereFrom | WhereIf | During | OnceIn | Provided
Spec: TypeAlias = Seen | Counted | Single | FaceUp | Lasts
Member: TypeAlias = (
    Props | Origin | Title | Mark | Kept | Zone | ValueDef | Refused | Absent | Clause | Standing | Example
)  # fmt: skip
Own: TypeAlias = Card | Kind | Enum | Zone | Mark | Kept | Quality | ValueDef | Verb | Table
NewLine: TypeAlias = (
    Mark | Kept | Zone | Quality | ValueDef | Verb | Clause | Standing | Title | Refused | Example | Step | Prop
    | OrLine | RuleLine | Field | Cost
)  # fmt: skip
Change: TypeAlias = OnlyIf | ButUnless | OrIf | OnlySuch | Added | Replaced | LeftOut | PutFirst | PutThen | Moved
Entry: TypeAlias = Quoted | Change
Law: TypeAlias = Origin | Inside | Adds | Ruling | CountedSetting | SettingBlock | TakesIn | LeavesOut
Declaration: TypeAlias = (
    Card | Game | Kind | Enum | Zone | Mark | Kept | Quality | ValueDef | Verb | Table | Origin | Position | Example
    | Ruling | HouseRule | Edition
)  # fmt: skip


# ---- walking through a tree ------------------------------------------------------------------------------------------


PARTS: dict[type[Node], tuple[str, ...]] = {}


def _parts(shape: type[Node]) -> tuple[str, ...]:
    """Returns the fields of a shape that are parts of the sentence."""
    if shape not in PARTS:
        PARTS[shape] = tuple([f.name for f in fields(shape) if f.name != "span"])
    return PARTS[shape]


def children(node: Node) -> Iterator[Node | Word]:
    """Yields the nodes and words right below a node, in the order of the text."""
    for name in _parts(type(node)):
        part = getattr(node, name)
        if isinstance(part, (Node, Word)):
            yield part
        elif isinstance(part, tuple):
            yield from part


def walk(node: Node) -> Iterator[Node]:
    """Yields a node and every node below it, in the order of the text."""
    yield node
    for child in children(node):
        if isinstance(child, Node):
            yield from walk(child)


def words_of(node: Node) -> Iterator[Word]:
    """Yields every word below a node, in the order of the text."""
    for child in children(node):
        if isinstance(child, Word):
            yield child
        else:
            yield from words_of(child)


def pretty(node: Node, depth: int = 0) -> str:
    """Returns a node as indented lines: its shape, then its words on the same line or below it."""
    pad = "  " * depth
    marks = [value for name in _parts(type(node)) if isinstance(value := getattr(node, name), str)]
    head = " ".join([pad + type(node).__name__, *marks])
    parts = list(children(node))
    if all(isinstance(part, Word) for part in parts):
        return " ".join([head, *(str(part) for part in parts)]) + "\n"
    lines = [head + "\n"]
    for part in parts:
        lines.append(f"{pad}  {part}\n" if isinstance(part, Word) else pretty(part, depth + 1))
    return "".join(lines)
