"""What all tongues share: how the parts of a sentence are put together. Each tongue says the parts.

A tongue has tables of its own words. `THINGS` are patterns for what can be named, `DEEDS` for what is done (the verb
comes first), `ASIDES` for when and how, `JOINS` for the little words in between. In a pattern `{0}` is the first thing
that fills it, and `{0!}` the same as a subject. The game's words come from `words.Words`.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from .tree import (
    Aside,
    Both,
    Branches,
    Gap,
    Noun,
    Offer,
    Only,
    Part,
    Phrase,
    Saying,
    Says,
    Sentence,
    Several,
    Tell,
    Term,
    There,
    Thing,
    Under,
    Verb,
    You,
    own,
)
from .words import Words

Mood = Literal["fact", "condition", "future", "wish", "before"]
"""The form of a verb that a sentence takes: after `if`, after `when` of what may come, after `before`."""
SLOT = re.compile(r"\{(\d)(!?)\}")


@dataclass(frozen=True, slots=True)
class Said:
    """A thing in words. `text` is how it stands as a subject, `object` as an object; the rest is what verbs and
    describing words agree with. `weak`: it is a pronoun that leans on the verb. `heavy`: it is so
    long that what belongs to the verb comes before it. `new`: nobody has named it before; a pronoun that
    came behind it would be taken for it."""

    text: str
    object: str = ""
    gender: Literal["m", "f"] = "m"
    many: bool = False
    you: bool = False
    person: bool = False
    weak: bool = False
    heavy: bool = False
    new: bool = False

    @property
    def obj(self) -> str:
        """How it stands as an object."""
        return self.object or self.text


class Tongue(ABC):
    """Says sentences in one language, with the words of one game."""

    THINGS: ClassVar[Mapping[str, str]]
    DEEDS: ClassVar[Mapping[str, str]]
    ASIDES: ClassVar[Mapping[str, str]]
    JOINS: ClassVar[Mapping[str, str]]
    NOTES: ClassVar[Mapping[str, str]]
    MOODS: ClassVar[Mapping[str, Mood]] = {}

    def __init__(self, words: Words) -> None:
        self.words = words
        self.heads: list[Said] = []
        self.near: tuple[Term, str, bool] | None = None  # the thing that was named last, its gender and number

    # ---- what each tongue does by itself

    @abstractmethod
    def thing(self, thing: Thing) -> Said:
        """Returns a thing in words."""

    @abstractmethod
    def clause(self, says: Says, mood: Mood = "fact") -> str:
        """Returns a sentence with a subject, without its end."""

    @abstractmethod
    def there(self, there: There, mood: Mood = "fact") -> str:
        """Returns the sentence that there is something."""

    @abstractmethod
    def to_do(self, verbs: Sequence[Verb]) -> str:
        """Returns deeds as they stand after `you may`."""

    @abstractmethod
    def finish(self, text: str) -> str:
        """Returns a text in which words that meet are joined as the tongue wants it: an, du, pelo."""

    # ---- sentences

    def say(self, sentence: Sentence) -> str:
        """Returns a whole sentence, or several, from the first capital to the last full stop."""
        first, *rest = self.sentences(sentence.parts) or [""]
        lead = ""
        for aside in sentence.lead:  # when you build a district during your turn, …
            joint = " " if aside.key == "during" else ", "
            lead = f"{lead}{joint}{self.aside(aside)}" if lead else self.aside(aside)
        texts = [", ".join(filter(None, [lead, first])), *rest, *(self.aside(a) for a in sentence.where)]
        return self.finish(" ".join(_capital(t) + "." for t in texts if t))

    def sentences(self, parts: Sequence[Part]) -> list[str]:
        """Returns parts, each as a sentence of its own."""
        return [self.part(part) for part in parts]

    def part(self, part: Part) -> str:
        """Returns one part of what is done."""
        match part:
            case Tell():
                return self.tell(part)
            case Branches():
                return self.branches(part)
            case Offer():
                return f"{self.clause(part.says)}: " + "; ".join(map(self.part, part.body))
            case Under():
                return self.under(part)
            case Only():
                key = "only_unless" if part.denied else "only_if"
                return self.aside(Aside(key, part.says))

    def tell(self, part: Tell) -> str:
        """Returns a plain sentence with what comes before and behind it."""
        lead = [self.aside(a) for a in part.lead]
        said = self.saying(part.says)
        tail = [self.aside(a) for a in part.tail]
        comma = ", " if isinstance(part.says, Says) and part.says.verbs[-1].asides else " "
        return comma.join([", ".join([*lead, said]), *tail])

    def under(self, part: Under) -> str:
        """Returns deeds under a condition, or for each of several things."""
        lead = [self.aside(a) for a in part.lead]
        body = "; ".join(self.part(p) for p in part.body)
        text = ", ".join(filter(None, [*lead, body])) if not _repeats(part) else f"{lead[0]}: {body}"
        if part.otherwise:
            text += f"; {self.JOINS['otherwise']}, " + "; ".join(self.part(p) for p in part.otherwise)
        return text

    def branches(self, part: Branches) -> str:
        """Returns a choice between courses: in one sentence if they are short, else numbered."""
        short = [self._short(course, part.who) for course in part.of]
        verbs = [v for v in short if v is not None]
        if len(verbs) == len(short):
            text = self.either(part, verbs)
        else:
            courses = [f"({i}) " + "; ".join(map(self.part, course)) for i, course in enumerate(part.of, 1)]
            key = "chooses_may" if part.may else "chooses"
            verb = Verb(own(key), manner=part.manner)
            who = self.clause(Says(part.who, (verb,), "may" if part.may else "", instead=part.instead))
            text = f"{who}: " + f"; {self.JOINS['or']} ".join(courses)
        if part.otherwise:
            text += f"; {self.JOINS['if_none_possible']}, " + "; ".join(map(self.part, part.otherwise))
        lead = [self.aside(a) for a in part.lead]
        return ", ".join([*lead, text])

    def _short(self, course: Sequence[Part], who: Thing) -> tuple[Verb, ...] | None:
        match list(course):
            case [Tell(says=Says(subject=subject, verbs=verbs, modal=""), lead=(), tail=())] if subject == who:
                return verbs
            case _:
                return None

    def either(self, part: Branches, verbs: list[tuple[Verb, ...]]) -> str:
        """Returns a choice between courses that are one sentence each."""
        modal: Literal["may", "must"] = "may" if part.may else "must"
        verbs = [reflexive(part.who, course) for course in verbs]
        near = self.near
        first = self.clause(Says(part.who, verbs[0], modal, instead=part.instead))
        self.near = near  # the first course is said once more, in the same words
        head, found, tail = first.partition(self.to_do(verbs[0]))
        rest = [self.to_do(v) for v in verbs[1:]]
        either, other = self.JOINS["either"], self.JOINS["or_else"]
        joined = f"{either} {found}{tail}" + "".join(f"{self.JOINS['comma_or']}{other} {r}" for r in rest)
        return head + (f"{self.JOINS[part.manner[0]]} " if part.manner else "") + joined

    def saying(self, saying: Saying, mood: Mood = "fact") -> str:
        """Returns a sentence, or several joined by `and` or `or`."""
        match saying:
            case Says():
                return self.clause(saying, mood)
            case There():
                return self.there(saying, mood)
            case Both():
                return self.both(saying, mood)

    def both(self, both: Both, mood: Mood) -> str:
        """Returns several sentences that hold together, or of which one holds."""
        found = []
        for part in both.parts:
            text = self.saying(part, mood)
            mixed = isinstance(part, Both) and part.word != both.word
            found.append(f"{self.JOINS['either_of']} {text}" if mixed and both.word == "and" else text)
        word = self.JOINS[both.word]
        comma = "," if any(isinstance(p, Both) for p in both.parts) else ""
        return f"{comma} {word} ".join(found)

    def aside(self, aside: Aside) -> str:
        """Returns when, whether or how something is done."""
        pattern = self.ASIDES[aside.key]
        if aside.of is None:
            return pattern
        if isinstance(aside.of, Says | There | Both):
            return self.fill(pattern, [Said(self.saying(aside.of, self.MOODS.get(aside.key, "fact")))])
        said = self.thing(aside.of)
        return self.fill(self.own_words(pattern, said), [said])

    def own_words(self, pattern: str, said: Said) -> str:
        """Returns a pattern whose own describing words agree with a thing, where the tongue has any that do."""
        return pattern

    # ---- relative clauses

    def relative(self, saying: Saying, head: Said, mood: Mood = "fact") -> str:
        """Returns a sentence about a thing as a relative clause behind it."""
        if isinstance(saying, Both):
            return f" {self.JOINS[saying.word]} ".join(self.relative(part, head, mood) for part in saying.parts)
        assert isinstance(saying, Says), "what is said of a thing has a subject"
        self.heads.append(head)
        try:
            if saying.verbs[0].term == own("such_that"):
                args = [self.thing(arg) for arg in saying.verbs[0].args if arg is not None]
                return self.fill(self.JOINS["such_that"], args)
            text = self.clause(saying, mood)
            whose = isinstance(saying.subject, Noun) and isinstance(saying.subject.owner, Gap)
            return text if isinstance(saying.subject, Gap) or whose else f"{self.which(head)} {text}"
        finally:
            self.heads.pop()

    @abstractmethod
    def which(self, head: Said) -> str:
        """Returns the relative word for an object."""

    # ---- patterns

    def fill(self, pattern: str, args: Sequence[Said | None]) -> str:
        """Returns a pattern filled with things; what stands between two goes with the one that is missing, and before
        the first only the last word: give the crown (to …)."""
        text, at = "", 0
        for slot in SLOT.finditer(pattern):
            number = int(slot[1])
            arg = args[number] if number < len(args) else None
            if arg is not None:
                text += pattern[at : slot.start()] + (arg.text if slot.start() == 0 or slot[2] else arg.obj)
            elif at == 0:
                text += pattern[: slot.start()].rstrip().rpartition(" ")[0]
            at = slot.end()
        return text + pattern[at:]

    def filled(self, pattern: str, args: Sequence[Said | None]) -> str:
        """Returns what follows a verb; what is long comes last: take from them 1 gold for each card."""
        first, second = (*args, None, None)[:2]
        if first is None or second is None or not first.heavy or second.heavy or second.new or "{1}" not in pattern:
            return self.fill(pattern, args)
        head, _, rest = pattern.partition("{0}")
        return f"{self.fill(rest.strip(), args)} {self.fill(head + '{0}', args).strip()}"

    def inside(self, arg: Thing | Saying) -> Said:
        """Returns what fills a pattern: a thing, or a sentence."""
        return Said(self.saying(arg)) if isinstance(arg, Says | There | Both) else self.thing(arg)

    def listed(self, texts: Sequence[str], word: str = "and") -> str:
        """Returns texts in a row: a, b and c."""
        *before, last = texts
        return f"{', '.join(before)} {self.JOINS[word]} {last}" if before else last

    def several(self, several: Several) -> Said:
        """Returns several things in a row."""
        found = [self.thing(part) for part in several.parts]
        person = any(one.person for one in found)
        text, object_ = (self.listed(said, several.word) for said in ([f.text for f in found], [f.obj for f in found]))
        return Said(text, object_, many=several.word == "and", person=person)


def _repeats(part: Under) -> bool:
    return bool(part.lead) and part.lead[0].key == "until"


def reflexive(subject: Thing, verbs: tuple[Verb, ...]) -> tuple[Verb, ...]:
    """Returns deeds in which you, as the subject, do something to yourself."""
    if not isinstance(subject, You):
        return verbs
    mine = Phrase("self_you", ())
    return tuple(
        replace(verb, args=tuple(mine if isinstance(arg, You) else arg for arg in verb.args)) for verb in verbs
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]

