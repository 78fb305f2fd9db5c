"""Says sentences in English."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from ..words import article, plural
from .tongue import Mood, Said, Tongue
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
    Says,
    Several,
    Someone,
    There,
    Thing,
    Title,
    Verb,
    You,
    own,
)

THINGS = {
    "bank": "the bank",
    "nobody": "nobody",
    "nothing": "nothing",
    "ability_card": "the card of {0}",
    "whether": "whether {0}",
    "marker_of": "the player who marked {0} as {1}",
    "holder": "the player with {0}",
    "paid_for": "{0} paid for {1}",
    "sum": "{0} plus {1}",
    "difference": "{0} minus {1}",
    "product": "{0} times {1}",
    "half_up": "half of {0}, rounded up",
    "half_down": "half of {0}, rounded down",
    "never_below": "{0}, but at least {1},",
    "never_above": "{0}, but at most {1}",
    "total": "the total of {0} of {1}",
    "highest": "the highest {0} among {1}",
    "lowest": "the lowest {0} among {1}",
    "numbers": "a number from {0} to {1}",
    "one_of": "one of {0}",
    "each_of": "each of {0}",
    "exactly_of": "{0} of {1}",
    "up_to_of": "up to {0} of {1}",
    "except": "{0} except {1}",
    "images": "the different results of {0} for {1}",
    "for_each": "{0} for {1}",
    "as_many_as": "as many {0} as {1}",
    "at_most_as_many": "any number of {0} (up to {1})",
    "that_many": "that many {0}",
    "at_most_that_many": "up to that many {0}",
    "that_number": "that number",
    "at_least": "at least {0}",
    "at_most": "at most {0}",
    "more_than": "more than {0}",
    "fewer_than": "less than {0}",
    "any_number": "any number of {0}",
    "up_to": "up to {0}",
    "at_random": "{0} at random",
    "that": "{0} {1}",
    "rel": "{0}",
    "player_with_highest": "the player with the highest {0}",
}

NOUNS = {
    "player": "player",
    "card": "card",
    "owner": "owner",
    "seat": "seat",
    "name": "name",
    "amount": "amount",
    "number": "number",
    "ability": "ability",
    "unused_ability": "unused ability",
    "text": "text",
    "truth": "fact",
    "thing": "thing",
    "point": "point",
    "neighbour": "neighbour",
    "left_neighbour": "left neighbour",
    "right_neighbour": "right neighbour",
}

DEEDS = {
    "be": "be {0}",
    "be_number": "be {0}",
    "be_in": "be in {0}",
    "be_less": "be less than {0}",
    "be_more": "be more than {0}",
    "be_at_least": "be at least {0}",
    "be_at_most": "be at most {0}",
    "be_between": "be from {0} to {1}",
    "be_less_by": "be {0} less",
    "be_more_by": "be {0} more",
    "be_much_less": "be reduced by {0}",
    "be_much_more": "be increased by {0}",
    "be_running": "be under way",
    "belong": "belong to {0}",
    "have": "have {0}",
    "have_same": "have the same {0} as {1}",
    "count_as": "count as {0}",
    "move_end": "put {0} into {1}",
    "move_top": "put {0} on top of {1}",
    "move_under": "put {0} under {1}",
    "move_amount": "move {0} from {1} to {2}",
    "give": "give {0} to {1}",
    "take": "take {0} from {1}",
    "put_own": "put {0} of {own} on {1}",
    "pay": "pay {0}",
    "pay_for": "pay {0} for {1}",
    "become": "become {0}",
    "become_no_longer": "be no longer {0}",
    "move_single": "give {0} to {1}",
    "move_marker": "move {0}",
    "put": "put {0} on {1}",
    "mark": "mark {0} as {1}",
    "unmark": "unmark {0} as {1}",
    "shuffle": "shuffle {0}",
    "show": "show {0} to everyone",
    "show_to": "show {0} to {1}",
    "look_at": "look at {0}",
    "tell": "reveal {0}",
    "learn": "learn {0}",
    "swap_cards": "exchange {0} for {1}",
    "swap_zones": "exchange {0} for {1}",
    "swap_seats": "exchange the seats of {0} and {1}",
    "recover": "get back {0}",
    "run": "begin {0}",
    "leave": "leave {0} at once",
    "use": "use {0}",
    "nothing": "do nothing",
    "win": "win the game",
    "choose": "choose {0}",
    "order": "put {0} in an order",
    "chooses": "choose one",
    "chooses_may": "choose one",
}

ASIDES = {
    "once_in": "once in {0}",
    "during": "during {0}",
    "at_start": "at the start of {0}",
    "at_end": "at the end of {0}",
    "as_soon_as": "as soon as {0}",
    "when_about": "when {0}",
    "just_before": "just before {0}",
    "when": "when {0}",
    "if": "if {0}",
    "unless": "unless {0}",
    "even_if": "even if {0}",
    "until_end": "until the end of {0}",
    "for_each": "for {0}",
    "in_order": "in order of {0}",
    "until": "repeat this until {0}",
    "if_so": "in that case",
    "if_none": "if there is none",
    "if_possible": "if possible",
    "or_else": "if there is one",
    "as": "as {0}",
    "tie": "(then, in a tie, the highest {0})",
    "only_if": "this is possible only if {0}",
    "only_unless": "this is not possible if {0}",
    "not_chosen_if": "this card cannot be part of a game if {0}",
    "left_out_if": "this card is left out of a game if {0}",
    "works_even_in": "this works from {0}, too",
    "works_only_in": "this works only from {0}",
    "works_even_if": "this works even if {0}",
    "works_only_if": "this works only if {0}",
}

JOINS = {
    "and": "and",
    "or": "or",
    "or_else": "",
    "comma_or": " or ",
    "either": "either",
    "either_of": "either",
    "otherwise": "otherwise",
    "if_none_possible": "and if none of these is possible",
    "such_that": "for which it is true that {0}",
    "secretly": "secretly",
}

NOTES = {
    "holds": "Holds while the card works.",
    "banned": "Holds while the card works; it overrules every “may”.",
    "lifted": "Holds while the card works; a “cannot” overrules it.",
    "ability_may_once": "Offered whenever its player is asked, once; the chance is gone when it begins.",
    "ability_may_always": "Offered whenever its player is asked, every time.",
    "ability_must_once": "Offered whenever its player is asked, and has to be used once; the player chooses when.",
    "ability_must_always": "Offered whenever its player is asked, and has to be used; the player chooses when.",
    "automatic_once": "Automatic, once; nobody is asked.",
    "automatic_always": "Automatic, every time; nobody is asked.",
    "chosen_once": "Automatic, once; its player only chooses what is left open.",
    "chosen_always": "Automatic, every time; its player only chooses what is left open.",
    "asked_once": "Asked once; the chance is gone once it is asked, taken or not.",
    "asked_always": "Asked every time, if it can be done.",
    "way": "Offered as a way of doing it, whenever it can be done.",
    "unseen": "The others learn neither what was picked nor what is done with it.",
}
ADJECTIVES = {"different": "different", "active": "active", "random": "random", "top": "top", "total": "total",
              "highest": "highest", "lowest": "lowest", "odd": "odd", "even": "even", "first": "first",
              "second": "second", "third": "third", "fourth": "fourth", "fifth": "fifth"}  # fmt: skip
COUNTS = {
    "exactly": "{0}", "precisely": "exactly {0}", "up_to": "up to {0}", "at_least": "at least {0}",
    "at_most": "at most {0}", "more_than": "more than {0}", "fewer_than": "fewer than {0}",
}  # fmt: skip
PARTICIPLES = {
    "be": "been", "have": "had", "put": "put", "give": "given", "get": "got", "leave": "left", "do": "done",
    "win": "won", "pay": "paid", "choose": "chosen", "show": "shown", "begin": "begun",
}  # fmt: skip
PREPOSITIONS = {"in": "in", "from": "from", "on": "on", "for": "for"}
LONG = re.compile(r"\b(that|whose|who|of|in|on|for)\b")
A = re.compile(r"\b([Aa]) (?=(\w+))")


class English(Tongue):
    """English, as the cards of games speak it: to `you`, and in the present."""

    THINGS, DEEDS, ASIDES, JOINS, NOTES = THINGS, DEEDS, ASIDES, JOINS, NOTES

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
            pattern = THINGS["whether"] if not self.heads else "{0}"
            return Said(self.fill(pattern, [self.inside(arg) for arg in phrase.args]))
        args = [self.inside(arg) for arg in phrase.args]
        many = phrase.key in ("for_each", "up_to", "that_many", "as_many_as") and args[0].many
        pattern = THINGS[phrase.key]
        if phrase.key in ("that_many", "as_many_as") and self.uncounted(phrase.args[0]):
            pattern = pattern.replace("many", "much")
        return Said(self.fill(pattern, args), many=many, heavy=phrase.key in ("for_each", "as_many_as"))

    def uncounted(self, arg: object) -> bool:
        """Whether a noun has one form for one and for many, as what is counted has."""
        return isinstance(arg, Noun) and len(set(self.forms(arg))) == 1

    def adjective(self, adj: Adj) -> str:
        """Returns a describing word: `noble`, `rank 8`."""
        word = ADJECTIVES[adj.term.name] if adj.term.sort == "own" else adj.term.name
        return word if adj.number is None else f"{word} {adj.number}"

    def noun(self, noun: Noun) -> Said:
        """Returns a noun with all that belongs to it."""
        one, many = self.forms(noun)
        plural_ = noun.many or (noun.term.sort == "noun" and one == many and one.endswith("s"))
        of_many = noun.det is Det.A and noun.owner is not None and self.genitive(noun.owner) is not None
        head = many if noun.many or of_many else one
        before = [self.adjective(a) for a in noun.adjs if self.leads(a) and not (noun.count and a.term == own("top"))]
        text = " ".join([*self.determiner(noun), *before, head])
        said = Said(text, many=plural_ and not noun.mass, person=noun.person)
        be = "are" if noun.many else "is"
        behind = [f"that {be} {self.adjective(a)}" for a in noun.adjs if not self.leads(a)]
        return replace(said, text=" ".join([text, *self.tail(noun, said), *behind]))

    def leads(self, adj: Adj) -> bool:
        """Whether a describing word stands before its noun."""
        return adj.term.sort == "own" or adj.number is not None or " " not in adj.term.name

    def forms(self, noun: Noun) -> tuple[str, str]:
        """Returns a noun for one and for several. What is counted has one form."""
        name = NOUNS[noun.term.name] if noun.term.sort == "own" else noun.term.name
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
        return self.fill(COUNTS[count.how], [self.thing(count.amount)])

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
            found.append(f"of {self.thing(noun.of).obj}")
        found += [self.place(place) for place in noun.places]
        if noun.but:
            found.append("except " + self.listed([self.thing(b).obj for b in noun.but]))
        if noun.rels:
            found.append(self.listed([self.relative(rel, said) for rel in noun.rels]))
        return found

    def place(self, place: Place) -> str:
        """Returns where a thing is."""
        return f"{PREPOSITIONS[place.where]} {self.thing(place.of).obj}"

    def which(self, head: Said) -> str:
        """Returns the relative word for an object."""
        return "that"

    # ---- verbs

    def pattern(self, verb: Verb) -> str:
        """Returns the pattern of a deed, the verb first."""
        return DEEDS[verb.term.name] if verb.term.sort == "own" else self.words.pattern(verb.term.name)

    def deed(self, verb: Verb) -> tuple[str, str]:
        """Returns a deed as its verb, and what follows."""
        head, _, rest = self.pattern(verb).partition(" ")
        args = [None if arg is None else self.thing(arg) for arg in verb.args]
        if verb.passive:
            rest = self.fill(rest.replace("{0}", "").strip(), args)
            done = self.participle(verb, head)
            by = [f"by {self.thing(verb.agent).obj}"] if verb.agent is not None else []
            return "be", " ".join(filter(None, [done, rest if not self.declared(verb) else "", *by]))
        rest = self.filled(f" {rest}", args).strip()
        return head, " ".join(filter(None, [rest, *map(self.aside, verb.asides), *self.purpose(verb)]))

    def declared(self, verb: Verb) -> bool:
        """Whether the game itself says the participle of a deed, with all its words."""
        return verb.term.sort == "deed"

    def participle(self, verb: Verb, head: str) -> str:
        """Returns the word for a deed's having happened."""
        if verb.term.sort == "deed":
            return self.words.participle(verb.term.name)
        return PARTICIPLES.get(head, head + ("d" if head.endswith("e") else "ed"))

    def purpose(self, verb: Verb) -> list[str]:
        """Returns what a deed is done for."""
        return [f"to {self.to_do(verb.to)}"] if verb.to else []

    def to_do(self, verbs: Sequence[Verb]) -> str:
        """Returns deeds as they stand after `you may`."""
        return self.listed([" ".join([*self.manner(v), *filter(None, self.deed(v))]) for v in verbs])

    def manner(self, verb: Verb) -> list[str]:
        """Returns how a deed is done: `secretly`."""
        return [JOINS[word] for word in verb.manner]

    def clause(self, says: Says, mood: Mood = "fact") -> str:
        """Returns a sentence with a subject, without its end."""
        subject = self.thing(says.subject)
        text = self.predicated(says, subject)
        return text.replace("{own}", "your own" if subject.you else "their own" if subject.many else "its own")

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
                rest = f"{words[0]} nor {self.listed(words[1:], 'or')}" if len(words) == 2 else (
                    "neither " + ", ".join(words[:-1]) + f" nor {words[-1]}"
                )  # fmt: skip
                return f"{head} not {rest}" if len(words) == 2 else f"{head} {rest}"
            return " ".join(filter(None, [head, "not" if denied else "", rest]))
        if denied and head == "have" and verb.term == own("have"):
            return f"{'has' if third else 'have'} no {rest.removeprefix('the ')}"
        if denied:
            return f"{'does' if third else 'do'} not {head} {rest}".strip()
        head = {"have": "has", "do": "does"}.get(head, plural(head)) if third else head
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
        return f"there {'are' if said.many else 'is'} {'not ' if there.denied else ''}{said.text}"

    # ---- whole texts

    def finish(self, text: str) -> str:
        """Returns a text with `a` and `an` where they belong."""
        text = re.sub(r" +", " ", text)
        text = re.sub(r" ([,.;:])", r"\1", text)
        return A.sub(lambda m: f"{_cased(article(m[2]), m[1])} ", text)


def _cased(word: str, like: str) -> str:
    return word.capitalize() if like.isupper() else word

