"""Says sentences in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from ..words import article, plural, third_person
from . import english_words as w
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
    Says,
    Several,
    Someone,
    There,
    Thing,
    Title,
    Verb,
    You,
    closing,
    own,
)


class English(Tongue):
    """English, as the cards of games speak it: to `you`, and in the present."""

    THINGS, DEEDS, ASIDES, JOINS, NOTES = w.THINGS, w.DEEDS, w.ASIDES, w.JOINS, w.NOTES
    NOUNS, ADJECTIVES, COUNTS = w.NOUNS, w.ADJECTIVES, w.COUNTS

    # ---- things

    def thing(self, thing: Thing) -> Said:
        """Returns a thing in words."""
        match thing:
            case You():
                return Said("you", you=True, many=True, person=True)
            case Someone():
                return Said("someone", person=True)
            case It():
                return Said("they", "them", many=True) if thing.many or thing.person else Said("it")
            case Rules():
                return Said("")
            case Gap():
                return self.gap()
            case Number():
                return Said(str(thing.value), many=thing.value != 1)
            case Adj():
                return Said(self.adjective(thing))
            case Title():
                return Said(self.words.title(thing.name))
            case Several():
                return self.several(thing)
            case Phrase():
                return self.phrase(thing)
            case Noun():
                return self.noun(thing)
            case _ as never:
                assert_never(never)

    def gap(self) -> Said:
        """Returns `that`, or `who` of a player."""
        head = self.heads[-1]
        return Said("who" if head.person else "that", " ", many=head.many)

    def phrase(self, phrase: Phrase) -> Said:
        """Returns a pattern of English with what fills it."""
        if phrase.key == "whether":
            pattern = w.THINGS["whether"] if not self.heads else "{0}"
            return Said(self.fill(pattern, [self.inside(arg) for arg in phrase.args]))
        args = [self.inside(arg) for arg in phrase.args]
        many = phrase.key in ("for_each", "up_to", "that_many", "as_many_as", "some_of", "precisely") and args[0].many
        pattern = w.THINGS[phrase.key]
        if phrase.key in ("that_many", "as_many_as", "worth") and self.uncounted(phrase.args[0]):
            pattern, many = pattern.replace("many", "much"), False
        heavy = phrase.key in ("for_each", "as_many_as", "so_many_as", "worth")
        return Said(self.fill(pattern, args), many=many, heavy=heavy)

    def uncounted(self, arg: object) -> bool:
        """Whether a noun has one form for one and for many, as what is counted has."""
        return isinstance(arg, Noun) and len(set(self.forms(arg))) == 1

    def adjective(self, adj: Adj) -> str:
        """Returns a describing word: `noble`, `rank 8`."""
        word = w.ADJECTIVES[adj.term.name] if adj.term.sort == "own" else adj.term.name
        return word if adj.number is None else f"{word} {adj.number}"

    def noun(self, noun: Noun) -> Said:
        """Returns a noun with all that belongs to it."""
        if noun.det is Det.ANY and isinstance(noun.of, It):
            its = self.thing(replace(noun, det=Det.THE, many=True, of=None, owner=noun.of))
            return replace(its, text=f"any of {its.text}", many=False)
        one, many = self.forms(noun)
        plural_ = noun.many or (noun.term.sort == "noun" and many == one and one.endswith("s"))
        of_many = noun.det is Det.A and noun.owner is not None and self.genitive(noun.owner) is not None
        head = many if noun.many or of_many or noun.mass else one
        before = [self.adjective(a) for a in noun.adjs if self.leads(a) and not (noun.count and a.term == own("top"))]
        text = " ".join([*self.determiner(noun), *before, head])
        said = Said(text, many=plural_ and (one != many or one.endswith("s") or not noun.mass), person=noun.person)
        be = "are" if noun.many else "is"
        behind = [f"that {be} {self.adjective(a)}" for a in noun.adjs if not self.leads(a)]
        whole = " ".join([text, *self.tail(noun, said), *behind])
        return replace(said, text=whole, heavy=bool(noun.rels), new=noun.det is Det.A)

    def leads(self, adj: Adj) -> bool:
        """Whether a describing word stands before its noun."""
        return adj.term.sort == "own" or adj.number is not None or " " not in adj.term.name

    def forms(self, noun: Noun) -> tuple[str, str]:
        """Returns a noun for one and for several. What is counted has one form."""
        written = self.words.forms.get((noun.term.sort, noun.term.name))
        if written is not None:  # `words/en.yaml`: the plural, where it is not regular
            one, *many = [form.strip() for form in written.split(",")]
            return one, many[0] if many else plural(one)
        name = w.NOUNS[noun.term.name] if noun.term.sort == "own" else noun.term.name
        marker = self.words.game.markers.get(name) if noun.term.sort == "noun" else None
        return (name, name) if marker is not None and marker.counted else (name, plural(name))

    def determiner(self, noun: Noun) -> list[str]:
        """Returns what introduces a noun: `another`, `up to 2 other`, `your`."""
        other = ["other"] if noun.other else []
        if noun.count is not None:
            definite = ["the"] if noun.det is Det.THE else []
            lead = [self.adjective(a) for a in noun.adjs if a.term == own("top")]
            return [*definite, *lead, self.count(noun.count), *other]
        if noun.owner is not None and noun.det is Det.A and (genitive := self.genitive(noun.owner)) is not None:
            return ["one of", genitive]
        if noun.owner is not None and noun.det is not Det.A:
            genitive = self.genitive(noun.owner)
            if genitive is not None:
                return [genitive, *other]
        word = {
            Det.A: "" if noun.many or noun.mass else "another" if noun.other else "a", Det.THE: "the",
            Det.ANY: "any", Det.EACH: "each", Det.ALL: "all", Det.NO: "no", Det.THIS: "this",
            Det.THAT: "those" if noun.many else "that", Det.BARE: "", Det.GENERIC: "",
        }[noun.det]  # fmt: skip
        return [w for w in (word, *(other if word != "another" else [])) if w]

    def count(self, count: Count) -> str:
        """Returns how many there are."""
        return self.fill(w.COUNTS[count.how], [self.thing(count.amount)])

    def genitive(self, owner: Thing) -> str | None:
        """Returns whose something is, before the noun; None if that would be too long."""
        match owner:
            case You():
                return "your"
            case It():
                return "their" if owner.many or owner.person else "its"
            case Gap():
                return "whose"
            case _:
                text = self.thing(owner).text
                simple = isinstance(owner, Noun) and not (owner.rels or owner.places or owner.of or owner.but)
                if simple and isinstance(owner, Noun) and owner.det is Det.EACH and owner.adjs:
                    return None
                if not (simple or isinstance(owner, Title)):
                    return None
                return f"{text}'" if text.endswith("s") else f"{text}'s"

    def tail(self, noun: Noun, said: Said) -> list[str]:
        """Returns what stands behind a noun."""
        found: list[str] = []
        if noun.owner is not None:
            if noun.count is not None or self.genitive(noun.owner) is None:
                found.append(f"of {self.thing(noun.owner).obj}")
        if noun.of is not None:
            every = "all " if noun.of == Noun(own("player"), True, Det.GENERIC, person=True) else ""
            found.append(f"of {every}{self.thing(noun.of).obj}")
        places = [self.place(place) for place in noun.places]
        rels = [self.listed([self.relative(rel, said) for rel in noun.rels])] if noun.rels else []
        but = [self.without(noun.but, noun.other)] if noun.but else []
        return [*found, *rels, *places, *but] if closing(noun) else [*found, *places, *but, *rels]

    def without(self, but: Sequence[Thing], other: bool) -> str:
        """Returns what is left out: *each player except them*, *another player (not them)*."""
        left = self.listed([self.thing(one).obj for one in but])
        return f"(not {left})" if other else f"except {left}"

    def place(self, place: Place) -> str:
        """Returns where a thing is."""
        return f"{w.PREPOSITIONS[place.where]} {self.thing(place.of).obj}"

    def which(self, head: Said) -> str:
        """Returns the relative word for an object."""
        return "that"

    # ---- verbs

    def pattern(self, verb: Verb) -> str:
        """Returns the pattern of a deed, the verb first."""
        return w.DEEDS[verb.term.name] if verb.term.sort == "own" else self.words.pattern(verb.term.name)

    def deed(self, verb: Verb) -> tuple[str, str]:
        """Returns a deed as its verb, and what follows."""
        head, _, rest = self.pattern(verb).partition(" ")
        args = [None if arg is None else self.thing(arg) for arg in verb.args]
        if verb.passive:
            rest = self.fill(rest.replace("{0}", "").strip(), args)
            done = self.participle(verb, head)
            by = [f"by {self.thing(verb.agent).obj}"] if verb.agent is not None else []
            more = any(arg is not None for arg in verb.args[1:]) or not self.declared(verb)
            return "be", " ".join(filter(None, [done, rest if more else "", *by]))
        rest = self.filled(f" {rest}", args).strip()
        return head, " ".join(filter(None, [rest, *map(self.aside, verb.asides), *self.purpose(verb)]))

    def declared(self, verb: Verb) -> bool:
        """Whether the game itself says the participle of a deed, with all its words."""
        return verb.term.sort == "deed"

    def participle(self, verb: Verb, head: str) -> str:
        """Returns the word for a deed's having happened."""
        if verb.term.sort == "deed":
            return self.words.participle(verb.term.name)
        return w.PARTICIPLES.get(head, head + ("d" if head.endswith("e") else "ed"))

    def purpose(self, verb: Verb) -> list[str]:
        """Returns what a deed is done for."""
        return [f"to {self.to_do(verb.to)}"] if verb.to else []

    def to_do(self, verbs: Sequence[Verb]) -> str:
        """Returns deeds as they stand after `you may`."""
        done = [(self.manner(verb), *self.deed(verb)) for verb in verbs]
        return self.listed([" ".join([*manner, *unbecome(head, rest)]) for manner, head, rest in done])

    def manner(self, verb: Verb) -> list[str]:
        """Returns how a deed is done: `secretly`."""
        return [w.JOINS[word] for word in verb.manner]

    def clause(self, says: Says, mood: Mood = "fact") -> str:
        """Returns a sentence with a subject, without its end."""
        if isinstance(says.subject, Rules):
            return self.to_do(says.verbs)
        subject = self.thing(says.subject)
        many = subject.many or subject.person
        text = self.predicated(replace(says, verbs=reflexive(says.subject, says.verbs)), subject)
        return text.replace("{own}", "your own" if subject.you else "their own" if many else "its own")

    def predicated(self, says: Says, subject: Said) -> str:
        """Returns a subject with what is said of it."""
        if isinstance(says.subject, Someone) and says.denied:
            return self.predicated(replace(says, denied=False), replace(subject, text="nobody"))
        instead = ["instead"] if says.instead else []
        if says.modal:
            modal = "cannot" if says.modal == "may" and says.denied else says.modal
            return " ".join([subject.text, modal, *instead, self.to_do(says.verbs)])
        if says.tense == "about":
            return " ".join([subject.text, "would", self.to_do(says.verbs)])
        if says.tense == "past":
            return self.past(says, subject)
        told = [self.now(verb, subject, says.denied) for verb in says.verbs]
        return " ".join([subject.text, *instead, self.listed(told)])

    def now(self, verb: Verb, subject: Said, denied: bool) -> str:
        """Returns what somebody does now, without the subject."""
        head, rest = self.deed(verb)
        third = not (subject.many or subject.you)
        if head == "be":
            head = "is" if third else "are"
            neither = denied and len(verb.args) > 1
            if neither:
                words = [self.thing(arg).obj for arg in verb.args if arg is not None]
                return f"{head} neither {', '.join(words[:-1])} nor {words[-1]}"
            return " ".join(filter(None, [head, "not" if denied else "", rest]))
        counted = bool(verb.args) and isinstance(verb.args[0], Noun) and verb.args[0].count is not None
        if denied and verb.term == own("have") and not counted:
            return f"{'has' if third else 'have'} no {rest.removeprefix('the ')}"
        if denied:
            return f"{'does' if third else 'do'} not {head} {rest}".strip()
        head = third_person(head) if third else head
        return " ".join([*self.manner(verb), *filter(None, [head, rest])])

    def past(self, says: Says, subject: Said) -> str:
        """Returns what has happened in a phase."""
        verb = says.verbs[0]
        head, rest = self.deed(verb)
        has = "have" if subject.many or subject.you else "has"
        span = [] if says.span is None else [f"this {says.span.name}"]
        done = "been" if verb.passive else self.participle(verb, head).split()[0]
        words = [subject.text, has, *(["not"] if says.denied else []), done, rest, *span]
        return " ".join(filter(None, words))

    def there(self, there: There, mood: Mood = "fact") -> str:
        """Returns the sentence that there is something."""
        of = there.of
        if there.denied and isinstance(of, Noun) and of.count is None:
            of = replace(of, det=Det.NO)
            return f"there is {self.thing(of).text}"
        said = self.thing(of)
        if isinstance(of, Phrase) and of.key == "none_of":
            return f"there is {said.text}"
        return f"there {'are' if said.many else 'is'} {'not ' if there.denied else ''}{said.text}"

    # ---- whole texts

    def finish(self, text: str) -> str:
        """Returns a text with `a` and `an` where they belong."""
        text = re.sub(r" +", " ", text)
        text = re.sub(r" ([,.;:])", r"\1", text)
        text = re.sub(r",+(?=[,.;:)])", "", text)
        return w.A.sub(lambda m: f"{_cased(article(m[2]), m[1])} ", text)


def unbecome(head: str, rest: str) -> list[str]:
    """Returns a deed in the infinitive, with `no longer` before its verb: to no longer be rich."""
    if head == "be" and rest.startswith("no longer "):
        return ["no longer be", rest.removeprefix("no longer ")]
    return [word for word in (head, rest) if word]


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like.isupper() else word

