"""Says sentences in Portuguese, as Brazil writes it, to `você`."""

from __future__ import annotations

import re
from dataclasses import replace

from . import portuguese_verbs as verbs
from . import portuguese_words as w
from .romance import Romance, is_be, none_done
from .tongue import SLOT, Mood, Said
from .tree import Adj, Det, Gap, It, Noun, Phrase, Says, Several, Someone, There, Thing, Verb, You, own

APART = "\x01"
"""Stands where two words that meet are not joined."""
CONTRACTED = [
    (r"\b([Dd])e (o|a|os|as|ele|ela|eles|elas|este|esta|esse|essa|esses|essas)\b", r"\1\2"),
    (r"\bem (o|a|os|as|ele|ela|eles|elas|este|esta|esse|essa|esses|essas)\b", r"n\1"),
    (r"\bpor (o|a|os|as)\b", r"pel\1"), (r"\ba (o|os)\b", r"a\1"), (r"\ba a(s?)\b", r"à\1"),
]  # fmt: skip
LEANT = {"a": "á", "e": "ê", "i": "i", "ô": "ô"}


class Portuguese(Romance):
    """Portuguese, as the cards of games speak it."""

    THINGS, DEEDS, ASIDES, JOINS, NOTES = w.THINGS, w.DEEDS, w.ASIDES, w.JOINS, w.NOTES
    NOUNS, ADJECTIVES, COUNTS, PLACES = w.NOUNS, w.ADJECTIVES, w.COUNTS, w.PLACES
    PLURALS, FEMININES = w.PLURALS, w.FEMININES
    MOODS = {"just_before": "before", "until": "before", "until_it": "wish", "if": "condition",
             "when": "future", "when_about": "future",
             "unless": "condition", "even_if": "condition", "as_soon_as": "future", "only_if": "condition",
             "only_unless": "condition", "not_chosen_if": "condition", "left_out_if": "condition",
             "works_even_if": "condition", "works_only_if": "condition"}  # fmt: skip
    FORMS = 7
    OWN = ("sua reserva", "sua reserva", "sua reserva")

    # ---- things

    def you(self) -> Said:
        """Returns the player whom the card speaks to."""
        return Said("você", person=True)

    def someone(self) -> Said:
        """Returns anybody at all."""
        return Said("alguém", person=True)

    def it(self, it: It) -> Said:
        """Returns a pronoun."""
        found = self.noun_forms(Noun(it.term))
        text = ("ela" if found.gender == "f" else "ele") + ("s" if it.many else "")
        return Said(text, text, found.gender, it.many, person=it.person, weak=True)

    def gap(self) -> Said:
        """Returns the relative word for a subject."""
        return replace(self.heads[-1], text="que", object=" ", weak=False)

    def quoted(self, word: str) -> str:
        """Returns a word of the game that has no form, as a word of another language."""
        return f"“{word}”"

    def unknown(self, verb: Verb) -> str:
        """Returns the pattern of a deed that has no form."""
        slots = " ".join(f"{{{i}}}" for i, arg in enumerate(verb.args) if arg is not None)
        return f"fazer “{verb.term.name}” {slots}".strip()

    def determiner(self, noun: Noun, said: Said) -> str:
        """Returns what introduces a noun: `outro`, `até 2 outros`, `sua`."""
        she, many = said.gender == "f", said.many
        end = ("a" if she else "o") + ("s" if many else "")
        other = [f"outr{end}"] if noun.other else []
        lead = self.leading(noun, said)
        if noun.count is not None:
            definite = [("as" if she else "os")] if noun.det is Det.THE else []
            return " ".join([*definite, self.count(noun.count), *other, *lead])
        if isinstance(noun.owner, You):
            one_of = noun.det is Det.A
            mine = ("sua" if she else "seu") + ("s" if many or one_of else "")
            of = [f"um{'a' if she else ''} d{'as' if she else 'os'}"] if one_of else []
            return " ".join([*of, mine, *other, *lead])
        if noun.owner is not None and noun.det is Det.A:
            return f"um{'a' if she else ''} d{'as' if she else 'os'}"
        a = "" if many or noun.other or noun.mass else "uma" if she else "um"
        word = {
            Det.A: a, Det.THE: end, Det.GENERIC: end, Det.BARE: "", Det.ANY: "quaisquer" if many else "qualquer",
            Det.EACH: "cada", Det.ALL: f"tod{'a' if she else 'o'}{'s' if many else ''} {end}",
            Det.NO: "nenhuma" if she else "nenhum", Det.THIS: "esta" if she else "este",
            Det.THAT: f"ess{'a' if she else 'e'}{'s' if many else ''}",
        }[noun.det]  # fmt: skip
        return " ".join(filter(None, [word, *other, *lead]))

    def tail(self, noun: Noun, said: Said) -> list[str]:
        """Returns what stands behind a noun."""
        found: list[str] = []
        if noun.owner is not None and not isinstance(noun.owner, Gap | You):
            owner = self.it(noun.owner) if isinstance(noun.owner, It) else self.thing(noun.owner)
            found.append(f"de {owner.obj}")
        if noun.of is not None:
            found.append(f"de {self.thing(noun.of).obj}")
        places = [self.place(place) for place in noun.places]
        but = [self.without("exceto", noun)] if noun.but else []
        mood: Mood = "wish" if noun.det in (Det.A, Det.ANY, Det.NO, Det.BARE) else "fact"
        with self.agreeing(said):
            rels = [self.listed([self.relative(rel, said, mood) for rel in noun.rels])] if noun.rels else []
        return [*found, *rels, *places, *but] if self.closes(noun) else [*found, *places, *but, *rels]

    def which(self, head: Said) -> str:
        """Returns the relative word for an object."""
        return "que"

    def whose_is(self, noun: Noun) -> str:
        """Returns the relative word for whose something is, with that: `cuja mão`."""
        said = self.thing(replace(noun, owner=None, det=Det.BARE))
        return f"cuj{'a' if said.gender == 'f' else 'o'}{'s' if said.many else ''} {said.text}"

    # ---- verbs

    def pattern(self, verb: Verb) -> str:
        """Returns the pattern of a deed, the verb first: `é 3`, but `é de 3 moedas`."""
        of_pieces = verb.term == own("be_number") and isinstance(verb.args[0], Noun)
        return "ser de {0}" if of_pieces else super().pattern(verb)

    def forms_of(self, verb: str) -> tuple[str, str, str, str, str, str, str]:
        """Returns the forms of a verb: now, after `se`, what was done, each for one and several; the participle."""
        found = self.known.get(verb)
        if found is None:
            return verbs.forms(verb)
        return found[0], found[1], found[2], found[3], found[4], found[5], found[6]

    def finite(self, verb: str, subject: Said, mood: Mood) -> str:
        """Returns the form of a verb that goes with a subject; after `se` and `quando`, that of what may be."""
        if mood == "before":
            return f"{verb}em" if subject.many else verb
        if mood == "wish":
            return verbs.wished(verb) + ("m" if subject.many else "")
        at = 2 if mood in ("condition", "future") else 0
        return self.forms_of(verb)[at + subject.many]

    def split(self, verb: Verb) -> tuple[str, str, str]:
        """Returns a deed as its verb, the pronoun that is its object, and what follows."""
        pattern = self.own_words(self.pattern(verb), self._agree[-1] if self._agree else Said(""))
        head, _, rest = pattern.partition(" ")
        if head == "não":
            word, _, rest = rest.partition(" ")
            head = f"{head} {word}"
        args = self.arguments(verb)
        if verb.passive:
            done = self.participle(head, self._agree[-1])
            rest = self.fill(SLOT.sub("", rest, count=1).strip(), args).strip()
            by = [f"por {self.thing(verb.agent).obj}"] if verb.agent is not None else []
            return "ser", "", " ".join(filter(None, [done, rest if "{1}" in pattern else "", *by, *self.behind(verb)]))
        if is_be(verb) and self.lasting(verb) is False:
            head = "estar"
        if verb.term == own("become") and self.lasting(verb):
            head, rest = "passar", f"a ser {rest}"
        if verb.term == own("become_no_longer") and not self.lasting(verb):
            rest = rest.replace(" ser ", " estar ")
        lean, rest = "", self.off(rest, verb, args)
        found = next((arg for arg in args if arg is not None), None)
        if args and args[0] is not None and args[0].weak and rest.startswith("{0}"):
            lean = ("a" if args[0].gender == "f" else "o") + ("s" if args[0].many else "")
            args[0] = None
        rest = self.filled(f" {rest}", args).strip()
        return head, lean, " ".join(filter(None, [*self.manner(verb), rest, *self.after(verb, found)]))

    def off(self, rest: str, verb: Verb, args: list[Said | None]) -> str:
        """Returns what follows a verb that takes an amount away: `de` a player, and `de cima de` a thing."""
        what: object = next(iter(verb.args), None)
        if isinstance(what, Phrase) and what.args:
            what = what.args[0]
        amount = isinstance(what, Noun) and what.term.sort == "noun" and what.term.name in self.words.game.markers
        from_thing = len(args) > 1 and (on := args[1]) is not None and not on.person
        return rest.replace(" de {1}", " de cima de {1}") if amount and from_thing else rest

    def lasting(self, verb: Verb) -> bool | None:
        """Whether something *is* so for good (`ser`), or is found so (`estar`); None of what is no describing word."""
        args = [one for arg in verb.args for one in (arg.parts if isinstance(arg, Several) else (arg,))]
        adjs = [arg for arg in args if isinstance(arg, Adj)]
        if not adjs:
            return None
        return any(a.number is not None or self.written(a).startswith("~") for a in adjs)

    def participle(self, verb: str, said: Said) -> str:
        """Returns the participle of a verb as it agrees with a thing."""
        done = self.forms_of(verb)[6]
        return done[:-1] + ("a" if said.gender == "f" else "o") + ("s" if said.many else "")

    def infinitive(self, verb: Verb) -> str:
        """Returns a deed in the infinitive: `destruí-lo`."""
        head, lean, rest = self.split(verb)
        if lean:
            vowel = head[-2]
            accent = "í" if vowel == "i" and head[-3] in "aeou" else LEANT.get(vowel, vowel)
            head = f"{head[:-2]}{accent}-l{lean}"
        return f"{head} {rest}".strip()

    def predicate(self, says: Says, subject: Said, mood: Mood) -> str:
        """Returns a subject with what is said of it."""
        denied, text = says.denied, subject.text
        if isinstance(says.subject, Someone) and denied:
            text, denied = "ninguém", False
        if says.modal == "cannot":
            denied = True
        instead = ", em vez disso, " if says.instead else " "
        if says.modal:
            can = self.finite("dever" if says.modal == "must" else "poder", subject, mood)
            return f"{text} {'não ' if denied else ''}{can}{instead}{self.to_do(says.verbs)}"
        if says.tense == "about":
            go = self.finite("ir", subject, mood)
            if says.verbs[0].passive:  # `for ser` is no Portuguese
                go = f"{self.finite('estar', subject, mood)} para"
            return f"{text} {'não ' if denied else ''}{go} {self.to_do(says.verbs)}"
        if says.tense == "past":
            return f"{text} {'não ' if denied else ''}{self.past(says, subject, mood)}"
        told = self.listed([self.now(verb, subject, mood, denied) for verb in says.verbs])
        return f"{text}{instead}{told}"

    def now(self, verb: Verb, subject: Said, mood: Mood, denied: bool) -> str:
        """Returns what somebody does now, without the subject."""
        if denied and is_be(verb) and len(verb.args) > 1:
            return self.neither(verb, subject, mood)
        head, lean, rest = self.split(verb)
        head = head.removeprefix("não ") if denied else head
        no = ["não"] if denied or head.startswith("não ") else []
        done = self.finite(head.removeprefix("não "), subject, mood)
        return " ".join(filter(None, [*no, lean, done, rest]))

    def neither(self, verb: Verb, subject: Said, mood: Mood) -> str:
        """Returns that something is none of several: `não é de ranque 1, nem está morto nem enfeitiçado`."""
        texts: list[str] = []
        last = ""
        words = [arg for arg in verb.args if arg is not None]
        order = sorted(words, key=lambda arg: not self.lasting(replace(verb, args=(arg,))))
        for arg in order:
            be = "ser" if self.lasting(replace(verb, args=(arg,))) else "estar"
            word = self.thing(arg).obj
            texts.append(f"{self.finite(be, subject, mood)} {word}" if be != last else word)
            last = be
        return "não " + " nem ".join(texts)

    def past(self, says: Says, subject: Said, mood: Mood) -> str:
        """Returns what has happened in a phase: `você construiu`, `se você tiver construído`."""
        verb = (none_done(says.verbs[0]) if says.denied else None) or says.verbs[0]
        head, lean, rest = self.split(verb)
        span = [] if says.span is None else [f"em {self.noun(Noun(says.span, det=Det.THIS)).text}"]
        did = self.forms_of(head)[4 + subject.many]
        if mood == "condition":
            did = f"{self.finite('ter', subject, mood)} {self.forms_of(head)[6]}"
        return " ".join(filter(None, [lean, did, rest, *span]))

    def there(self, there: There, mood: Mood = "fact") -> str:
        """Returns the sentence that there is something."""
        has = self.finite("haver", Said(""), mood)
        of: Thing = there.of
        if there.denied and isinstance(of, Noun) and of.count is None:
            of = replace(of, det=Det.NO, many=False)
        return f"{'não ' if there.denied else ''}{has} {self.thing(of).text}"

    # ---- whole texts

    def finish(self, text: str) -> str:
        """Returns a text in which words that meet are joined: do, na, pelo."""
        text = re.sub(r" +", " ", self.spread(text))
        text = re.sub(r" ([,.;:])", r"\1", text)
        text = re.sub(r",+(?=[,.;:)])", "", text)
        for wrong, right in CONTRACTED:
            text = re.sub(wrong, right, text)
        return text.replace(APART, "")
