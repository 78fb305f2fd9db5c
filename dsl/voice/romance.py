"""What French and Portuguese share: gender, describing words behind the noun that agree with it, verbs that agree."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import ClassVar, Literal, assert_never

from .. import ir
from . import forms
from .forms import NounForms
from .tongue import Mood, Said, Tongue, reflexive
from .tree import (
    Adj,
    Count,
    Det,
    Gap,
    It,
    Noun,
    Number,
    Phrase,
    Place,
    Rules,
    Saying,
    Says,
    Sentence,
    Several,
    Someone,
    Thing,
    Title,
    Verb,
    You,
    closing,
    own,
)
from .words import Words

Person = Literal["one", "many", "you"]


EACH, LAST = "\x02", "\x03"
"""Stands before each of several things in a row, and behind the last."""
ROW = re.compile(rf"(\b(?:à|de|a|em|por|para|sur|dans|contre|com) )?(?={EACH})([^{LAST}]*){LAST}")


class Romance(Tongue):
    """A tongue of the Romance sort. `NOUNS` and `ADJECTIVES` are its own words (see `forms`); `OWN` is
    what is taken from oneself, `FORMS` how many forms an irregular verb is written with."""

    NOUNS: ClassVar[Mapping[str, str]]
    ADJECTIVES: ClassVar[Mapping[str, str]]
    COUNTS: ClassVar[Mapping[str, str]]
    PLACES: ClassVar[Mapping[str, str]]
    PLURALS: ClassVar[Mapping[str, str]]
    FEMININES: ClassVar[Mapping[str, str]]
    OWN: ClassVar[tuple[str, str, str]]
    FORMS: ClassVar[int]

    # ---- what agrees with what

    @contextmanager
    def agreeing(self, said: Said) -> Iterator[None]:
        """Lets describing words agree with a thing."""
        self.agree.append(said)
        try:
            yield
        finally:
            self.agree.pop()

    @property
    def agree(self) -> list[Said]:
        """What describing words agree with, the innermost last."""
        return self._agree

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._agree: list[Said] = []
        self.holders: dict[str, It] = {}
        self.known: dict[str, tuple[str, ...]] = {}

    # ---- things

    def thing(self, thing: Thing) -> Said:
        """Returns a thing in words."""
        match thing:
            case You():
                return self.you()
            case Someone():
                return self.someone()
            case It():
                return self.once_more(thing)
            case Rules():
                return Said("")
            case Gap():
                return self.gap()
            case Number():
                return Said(str(thing.value), many=thing.value != 1)
            case Adj():
                return Said(self.inflected(thing, self._agree[-1] if self._agree else Said("")))
            case Title():
                return self.titled(thing)
            case Several():
                return self.several(thing)
            case Phrase():
                return self.phrase(thing)
            case Noun():
                return self.noun(thing)
            case _ as never:
                assert_never(never)

    @abstractmethod
    def you(self) -> Said:
        """Returns the player whom the card speaks to."""

    @abstractmethod
    def someone(self) -> Said:
        """Returns anybody at all."""

    def once_more(self, it: It) -> Said:
        """Returns a pronoun; the noun, if the same pronoun stands for something else in this text already, or would
        be taken for the thing that was named last."""
        said = self.it(it)
        holder = self.holders.setdefault(said.text, it)
        near = self.near
        doubtful = near is not None and not it.person and near[0] != it.term != own("thing")
        if near is not None and doubtful and near[1:] == (said.gender, said.many):
            return self.noun(Noun(it.term, it.many, Det.THIS if it.term.sort == "this" else Det.THAT))
        if holder.person == it.person and (it.person or holder.term == it.term):
            return said
        return self.noun(Noun(it.term, it.many, Det.THAT, person=it.person))

    def say(self, sentence: Sentence) -> str:
        """Returns a whole sentence, or several."""
        self.holders, self.near = {}, None
        return super().say(sentence)

    @abstractmethod
    def it(self, it: It) -> Said:
        """Returns a pronoun."""

    @abstractmethod
    def gap(self) -> Said:
        """Returns the relative word for a subject."""

    def several(self, several: Several) -> Said:
        """Returns several things in a row; what stands before the first is said before each: `à lui ou à la banque`."""
        found = [self.thing(part) for part in several.parts]
        text = self.listed([one.text for one in found], several.word)
        each = self.listed([f"{EACH}{one.obj}" for one in found], several.word)
        person = any(one.person for one in found)
        return Said(text, f"{each}{LAST}", many=several.word == "and", person=person)

    def spread(self, text: str) -> str:
        """Returns a text in which what stands before the first of several things stands before each."""
        return ROW.sub(lambda row: row[2].replace(EACH, row[1] or ""), text)

    def titled(self, title: Title) -> Said:
        """Returns a card by its title, with its kind, whose gender is known: `le quartier Donjon`."""
        noun = self.noun(Noun(title.kind, det=Det.THE))
        text = f"{noun.text} {self.words.title(title.name)}"
        return replace(noun, text=text, object=text)

    def phrase(self, phrase: Phrase) -> Said:
        """Returns a pattern of the tongue with what fills it."""
        counts = phrase.key in ("as_many_as", "so_many_as", "numbers")
        args = [self.inside(self.counted(arg) if counts else arg) for arg in phrase.args]
        if phrase.key in ("as_many_as", "worth") and args[0].heavy:
            return replace(self.phrase(replace(phrase, key="so_many_as")), many=True)
        if len(phrase.args) > 1 and isinstance(phrase.args[1], Adj):
            with self.agreeing(args[0]):
                args[1] = self.inside(phrase.args[1])
        if phrase.key == "whether" and self.heads:
            return args[0]
        pattern = self.THINGS[phrase.key]
        gender, _, text = pattern.partition("|") if pattern[1:2] == "|" else ("", "", pattern)
        first = args[0] if args else Said("")
        agreed = first if "{0}" in text[:4] or "~" in text else Said("")
        said = Said(self.fill(self.own_words(text, first), args), gender=agreed.gender, many=agreed.many)
        said = replace(said, person=phrase.key == "bank" or said.person)  # gold is taken from it as from a player
        said = replace(said, many=said.many and phrase.key not in ("one_of", "none_of", "each_of"))
        heavy = phrase.key in ("for_each", "as_many_as", "so_many_as", "worth")
        return replace(said, gender=forms.GENDERS.get(gender, said.gender), heavy=heavy)

    def counted(self, arg: Thing | Saying) -> Thing | Saying:
        """Returns an amount as a number of pieces: not as much gold as the honey on it, but as its drops."""
        if not isinstance(arg, Noun) or not arg.mass or (not arg.places and self.noun_forms(arg).mass is not None):
            return arg
        pieces = replace(arg, mass=False, many=True, det=Det.BARE if arg.places else arg.det)
        return Noun(own("number"), det=Det.THE, of=pieces)

    def own_words(self, pattern: str, said: Said) -> str:
        """Returns a pattern whose own describing words (`~petit`) agree with a thing."""
        words = pattern.split(" ")
        return " ".join(self.form_for(w[1:], said) if w.startswith("~") else w for w in words)

    def form_for(self, written: str, said: Said) -> str:
        """Returns the form of a describing word that agrees with a thing."""
        four = forms.describing(written.replace("/", ", "), self.FEMININES, self.PLURALS)
        return four[(said.gender == "f") + 2 * said.many]

    def written(self, adj: Adj) -> str:
        """Returns what is written for a describing word; the word of the game itself, in quotes, if nothing is."""
        if adj.term.sort == "own" or adj.term.name == ir.FACE_DOWN:
            return self.ADJECTIVES[adj.term.name]
        return self.words.form(adj.term) or self.quoted(adj.term.name)

    def inflected(self, adj: Adj, said: Said) -> str:
        """Returns a describing word as it agrees with a thing: `nobles`, `de rang 8`."""
        if adj.number is not None:
            return f"de {self.noun_forms(Noun(adj.term)).one} {adj.number}"
        if adj.term.sort != "own" and self.words.form(adj.term) is None:
            return self.quoted(adj.term.name)
        return self.form_for(self.written(adj).removesuffix("…").strip().replace(", ", "/"), said)

    @abstractmethod
    def quoted(self, word: str) -> str:
        """Returns a word of the game that has no form, as a word of another language."""

    # ---- nouns

    def noun_forms(self, noun: Noun) -> NounForms:
        """Returns the forms of a noun."""
        term = noun.term
        if term.sort == "this":
            return forms.noun(self.NOUNS["card"], self.PLURALS)
        written = self.NOUNS[term.name] if term.sort == "own" else self.words.form(term)
        if written is None:
            return NounForms("m", self.quoted(term.name), self.quoted(term.name))
        return forms.noun(written, self.PLURALS)

    def noun(self, noun: Noun) -> Said:
        """Returns a noun with all that belongs to it."""
        found = self.noun_forms(noun)
        mass = noun.mass and noun.count is None and found.mass is not None
        many = not mass and (noun.many or noun.mass) and noun.det is not Det.NO
        of_many = noun.det is Det.A and noun.owner is not None and not isinstance(noun.owner, Gap)
        head = found.mass if mass and found.mass else found.many if many or of_many else found.one
        said = Said(head, gender=found.mass_gender if mass else found.gender, many=many, person=noun.person)
        if mass and any(a.term.sort == "own" and a.term.name in ("highest", "lowest") for a in noun.adjs):
            of = forms.noun(self.NOUNS["amount"], self.PLURALS)  # the lowest amount of gold
            head = f"{of.one} de {head}"
            said = replace(said, text=head, gender=of.gender)
        adjs = [self.inflected(a, replace(said, many=many or of_many)) for a in noun.adjs if not self.leads(a)]
        before = self.before(self.determiner(noun, said), head, said)
        text = " ".join(filter(None, [before, head, *adjs]))
        if not noun.person and noun.det is not Det.BARE and noun.term.name not in self.words.game.phases:
            self.near = noun.term, said.gender, said.many
        whole = " ".join([text, *self.tail(noun, said)])
        return replace(said, text=whole, object=whole, heavy=bool(noun.rels), new=noun.det is Det.A)

    def leads(self, adj: Adj) -> bool:
        """Whether a describing word stands before the noun: ordinals, `premières`, and what is written `vieux …`."""
        if adj.term.sort == "describing" and adj.number is None:
            return self.written(adj).endswith("…")
        return adj.term.sort == "own" and adj.term.name in (
            "first", "second", "third", "fourth", "fifth", "top", "next"
        )  # fmt: skip

    def leading(self, noun: Noun, said: Said) -> list[str]:
        """Returns the describing words before a noun."""
        return [self.inflected(a, said) for a in noun.adjs if self.leads(a)]

    @abstractmethod
    def determiner(self, noun: Noun, said: Said) -> str:
        """Returns what introduces a noun."""

    def before(self, words: str, head: str, said: Said) -> str:
        """Returns what introduces a noun, as it stands before that."""
        return words

    def closes(self, noun: Noun) -> bool:
        """Whether what is said of a noun stands before its place; not before whose hand it comes from."""
        return closing(noun) and noun.places[-1].where != "from"

    @abstractmethod
    def tail(self, noun: Noun, said: Said) -> list[str]:
        """Returns what stands behind a noun."""

    def without(self, word: str, noun: Noun) -> str:
        """Returns what is left out of several: `chaque joueur sauf lui`, `un autre joueur (sauf lui)`."""
        text = f"{word} {self.listed([self.thing(one).obj for one in noun.but])}"
        return f"({text})" if noun.other else text

    def count(self, count: Count) -> str:
        """Returns how many there are."""
        return self.fill(self.COUNTS[count.how], [self.thing(count.amount)])

    def place(self, place: Place) -> str:
        """Returns where a thing is."""
        return self.fill(self.PLACES[place.where], [Said("", self.thing(place.of).obj)]).strip()

    @abstractmethod
    def whose_is(self, noun: Noun) -> str:
        """Returns the relative word for whose something is, with that."""

    # ---- verbs

    def pattern(self, verb: Verb) -> str:
        """Returns the pattern of a deed, the verb first."""
        name = verb.term.name
        if verb.term.sort == "own" or (name in self.DEEDS and name not in self.words.game.verbs):
            return self.DEEDS[name]
        written = self.words.form(verb.term)
        if written is None:
            return self.unknown(verb)
        pattern, irregular = forms.deed(written)
        if len(irregular) == self.FORMS:
            self.known[pattern.split(" ")[0]] = irregular
        return pattern

    @abstractmethod
    def unknown(self, verb: Verb) -> str:
        """Returns the pattern of a deed that has no form."""

    def arguments(self, verb: Verb) -> list[Said | None]:
        """Returns what fills the pattern of a deed. A describing word agrees with what stands before it."""
        found: list[Said | None] = []
        for i, arg in enumerate(verb.args):
            before = next((one for one in reversed(found) if one is not None), None)
            if isinstance(arg, Adj) and i and before is not None:
                one = replace(before, many=False) if verb.term == own("unmark") else before  # the mark has one name
                with self.agreeing(one):
                    found.append(self.thing(arg))
            else:
                found.append(None if arg is None else self.thing(arg))
        return found

    def number(self, said: Said) -> Person:
        """Returns the form of the verb that a subject takes."""
        return "you" if said.you else "many" if said.many else "one"

    def to_do(self, verbs: Sequence[Verb]) -> str:
        """Returns deeds as they stand after `you may`."""
        return self.listed([self.infinitive(verb) for verb in verbs])

    @abstractmethod
    def infinitive(self, verb: Verb) -> str:
        """Returns a deed in the infinitive."""

    def behind(self, verb: Verb) -> list[str]:
        """Returns what stands behind a deed: what it is done for, and on what condition."""
        to = [f"{self.JOINS['to']} {self.to_do(verb.to)}"] if verb.to else []
        return [*to, *map(self.aside, verb.asides)]

    def after(self, verb: Verb, found: Said | None) -> list[str]:
        """Returns what stands behind a deed; describing words there agree with what it is done to."""
        if found is None:
            return self.behind(verb)
        with self.agreeing(found):
            return self.behind(verb)

    def manner(self, verb: Verb) -> list[str]:
        """Returns how a deed is done: `secretly`."""
        return [self.JOINS[word] for word in verb.manner]

    def clause(self, says: Says, mood: Mood = "fact") -> str:
        """Returns a sentence with a subject, without its end."""
        if isinstance(says.subject, Rules):
            return self.to_do(says.verbs)
        says = replace(says, verbs=reflexive(says.subject, says.verbs))
        if says.modal == "cannot":
            says = replace(says, verbs=tuple(map(_none, says.verbs)))
        subject = self.thing(says.subject)
        if isinstance(says.subject, Noun) and isinstance(says.subject.owner, Gap):
            subject = replace(subject, text=self.whose_is(says.subject))
        with self.agreeing(subject):
            text = self.predicate(says, subject, mood)
        mine = self.OWN[0] if subject.you else self.OWN[2] if subject.many else self.OWN[1]
        return text.replace("{own}", mine)

    @abstractmethod
    def predicate(self, says: Says, subject: Said, mood: Mood) -> str:
        """Returns a subject with what is said of it."""


def _none(verb: Verb) -> Verb:
    """Returns a deed that cannot be done, of which all of a sort becomes none of it: none of the quarters."""
    args = tuple(
        replace(arg, det=Det.NO, many=False) if isinstance(arg, Noun) and arg.det is Det.GENERIC else arg
        for arg in verb.args
    )
    return replace(verb, args=args)


def none_done(verb: Verb) -> Verb | None:
    """Returns a deed that was done to none of a sort: *build no district*; None if it is done to something else."""
    first = verb.args[0] if verb.args else None
    if verb.passive or not isinstance(first, Noun) or first.det is not Det.A or first.count or first.many or first.mass:
        return None
    return replace(verb, args=(replace(first, det=Det.NO), *verb.args[1:]))


def none_of(says: Says) -> bool:
    """Whether what cannot be done is done to none of a sort, so that it is denied already."""
    return any(isinstance(a, Noun) and a.det is Det.NO for verb in says.verbs for a in verb.args)


def is_be(verb: Verb) -> bool:
    """Whether a deed says that something is so."""
    return verb.term == own("be")


def bare(verb: Verb) -> bool:
    """Whether what somebody has stands without an article and without a number."""
    first = verb.args[0]
    return isinstance(first, Noun) and first.det is Det.BARE and first.count is None


def some_had(verb: Verb) -> Verb:
    """Returns having something as having some of it."""
    first = verb.args[0]
    return replace(verb, args=(replace(first, det=Det.A),)) if isinstance(first, Noun) else verb


def none_had(verb: Verb) -> Verb:
    """Returns having something as having none of it."""
    first = verb.args[0]
    return replace(verb, args=(replace(first, det=Det.NO, mass=False),)) if isinstance(first, Noun) else verb
