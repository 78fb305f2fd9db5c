"""The parts of a sentence, in no language: who does what to what, when and how often.

The meaning of a clause becomes such a tree (`things`, `conditions`, `deeds`, `clauses`), and a tongue (`english`,
`french`, `portuguese`) says it. A `Term` names a word; the tongue knows its own words, and the game brings the others
(`words`). Nothing here agrees with anything yet: number is decided, gender and person are the tongue's business.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

# ---- words ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Term:
    """A word or a pattern of words. `sort` says whose it is: the tongue's `own`, or which declaration of the game made
    it: a `noun`, a `describing` word, or a `deed`. `this` is the kind of the card itself."""

    sort: Literal["own", "noun", "describing", "deed", "this"]
    name: str


def own(name: str) -> Term:
    """Returns a word of the tongue's own."""
    return Term("own", name)


class Det(Enum):
    """How a noun is introduced. GENERIC: all of the sort, as a rule speaks of them (*cards cannot be drawn*)."""

    A = "a"
    THE = "the"
    ANY = "any"
    EACH = "each"
    ALL = "all"
    NO = "no"
    THIS = "this"
    THAT = "that"
    BARE = "bare"
    GENERIC = "generic"


# ---- things ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class You:
    """The player whom the card speaks to."""


@dataclass(frozen=True, slots=True)
class Someone:
    """Anybody at all, as the doer of a deed."""


@dataclass(frozen=True, slots=True)
class Rules:
    """Nobody in particular, as the doer of what the rules of a game do: *shuffle the deck*."""


@dataclass(frozen=True, slots=True)
class Gap:
    """What a relative clause is about, where it stands within that clause: a district that *you may build …*."""


@dataclass(frozen=True, slots=True)
class It:
    """A thing that was just named: `it`, `they`, `their`. `term` is the noun it was named by."""

    term: Term
    many: bool
    person: bool


@dataclass(frozen=True, slots=True)
class Number:
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Phrase:
    """A pattern of the tongue's own, filled with other things: `half of …`."""

    key: str
    args: tuple[Thing | Saying, ...]


@dataclass(frozen=True, slots=True)
class Several:
    """Several things, joined by `and` or `or`."""

    parts: tuple[Thing, ...]
    word: Literal["and", "or"] = "and"


@dataclass(frozen=True, slots=True)
class Title:
    """A card by its title. `kind` is the noun of its kind."""

    name: str
    kind: Term


@dataclass(frozen=True, slots=True)
class Adj:
    """A describing word. With `number`, it is a field with its number: `rank 8`."""

    term: Term
    number: int | None = None


Bound = Literal["exactly", "precisely", "up_to", "at_least", "at_most", "more_than", "fewer_than"]


@dataclass(frozen=True, slots=True)
class Count:
    """How many: so many, precisely so many, at most, at least … `amount` is a number, or a thing that says one."""

    how: Bound
    amount: Thing


@dataclass(frozen=True, slots=True)
class Place:
    """Where things lie: `in` a zone, or `on` a thing; where they are taken `from`; whom something is `for`; to whose
    `left` or `right` somebody sits."""

    where: Literal["in", "from", "on", "for", "left", "right"]
    of: Thing


@dataclass(frozen=True, slots=True)
class Noun:
    """A noun with what belongs to it. `owner`: whose it is. `other`: another than the one that speaks. `of`: what it is
    of, behind it. `rels`: sentences about it, in which a `Gap` stands for it. `but`: what is taken out. `mass`: the
    noun is an amount that is not counted (all gold)."""

    term: Term
    many: bool = False
    det: Det = Det.A
    count: Count | None = None
    other: bool = False
    adjs: tuple[Adj, ...] = ()
    owner: Thing | None = None
    of: Thing | None = None
    places: tuple[Place, ...] = ()
    rels: tuple[Saying, ...] = ()
    but: tuple[Thing, ...] = ()
    mass: bool = False
    person: bool = False


Thing = You | Someone | Rules | Gap | It | Number | Phrase | Several | Title | Noun | Adj

# ---- what is said of things -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Verb:
    """What is done. `args` fill the pattern of the word (None: that
    part is left out). `passive`: the first argument is the subject of the sentence,
    and `agent`, if there is one, did it. `manner` are words such as `secretly`; `asides` say more (`even if …`)."""

    term: Term
    args: tuple[Thing | None, ...] = ()
    passive: bool = False
    agent: Thing | None = None
    manner: tuple[str, ...] = ()
    asides: tuple[Aside, ...] = ()
    to: tuple[Verb, ...] = ()  # what it is done for: pay 2 gold to draw 3 cards


@dataclass(frozen=True, slots=True)
class Says:
    """One sentence with a subject. `modal`: whether it is done, may be, or cannot be; `about`: it is about to be done;
    `past`: it was done, `span` is the phase in which. `denied`: it is not so."""

    subject: Thing
    verbs: tuple[Verb, ...]
    modal: Literal["", "may", "must", "cannot"] = ""
    tense: Literal["now", "about", "past"] = "now"
    span: Term | None = None
    denied: bool = False
    instead: bool = False


@dataclass(frozen=True, slots=True)
class There:
    """There is such a thing, or there is none."""

    of: Thing
    denied: bool = False


@dataclass(frozen=True, slots=True)
class Both:
    """All of several sentences hold, or one of them."""

    parts: tuple[Saying, ...]
    word: Literal["and", "or"]


Saying = Says | There | Both

def closing(noun: Noun) -> bool:
    """Whether what is said of a noun stands before its place, so that nobody takes it for what is said of that place: a
    district that you may build in your city."""
    return bool(noun.rels and noun.places) and ends(noun.rels[-1])


def ends(rel: Saying) -> bool:
    """Whether a relative clause ends with its verb: a district that *you may build*."""
    if not isinstance(rel, Says) or isinstance(rel.subject, Gap):
        return False
    args = [arg for verb in rel.verbs for arg in verb.args]
    return len(args) == 1 and isinstance(args[0], Gap)


# ---- adverbial clauses ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Aside:
    """A part of a sentence that says when, whether or how: `if`, `when`, `even if` with a sentence; `at_start`,
    `during`, `once_in` with a thing."""

    key: str
    of: Saying | Thing | None = None


# ---- what is done ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Tell:
    """A plain sentence among the things that are done, with what comes before it."""

    says: Saying
    lead: tuple[Aside, ...] = ()
    tail: tuple[Aside, ...] = ()


@dataclass(frozen=True, slots=True)
class Branches:
    """Somebody takes one of several courses."""

    lead: tuple[Aside, ...]
    who: Thing
    may: bool
    of: tuple[tuple[Part, ...], ...]
    manner: tuple[str, ...] = ()
    otherwise: tuple[Part, ...] = ()
    instead: bool = False


@dataclass(frozen=True, slots=True)
class Offer:
    """Somebody may let all of several things happen: *you may do this*."""

    says: Says
    body: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Under:
    """Things that are done under a condition, for each of several things, or again and again; and what is done
    otherwise."""

    lead: tuple[Aside, ...]
    body: tuple[Part, ...]
    otherwise: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Only:
    """What is told can only be done if a condition holds; with `denied`, only if it does not."""

    says: Saying
    denied: bool


Part = Tell | Branches | Offer | Under | Only


@dataclass(frozen=True, slots=True)
class Sentence:
    """What one clause or rule says: first when, then what is done. `where`: further places and states in which it
    works, or the only ones."""

    lead: tuple[Aside, ...]
    parts: tuple[Part, ...]
    where: tuple[Aside, ...] = ()
