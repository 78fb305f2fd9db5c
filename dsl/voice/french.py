"""Says sentences in French, to `vous`."""

from __future__ import annotations

import re
from dataclasses import replace

from . import french_verbs as verbs
from . import french_words as w
from .romance import Romance, bare, is_be, none_done, none_had, none_of, some_had
from .tongue import SLOT, Mood, Said
from .tree import Aside, Both, Det, Gap, It, Noun, Number, Phrase, Saying, Says, Someone, There, Thing, Verb, You, own

SOME = ("des ", "de le ", "de la ", "de l’", "du ")
"""How some of something begins."""
NONE = re.compile(r"^(?:des |de le |de la |de l’|du )")
LEANS = "\x01"
"""Marks a pronoun that leans on the verb: `le` before a verb is no article."""
VOWELS = "aàâeéèêëiîïoôuùûyhœ"
SHORT = "[Ll]e|[Ll]a|[Dd]e|[Qq]ue|[Nn]e|[Ss]e|jusque|lorsque|puisque"
ELIDED = re.compile(rf"\b({SHORT}){LEANS}? (?=[{VOWELS}{VOWELS.upper()}])")
BEFORE = re.compile(rf"\b[Ss]a (?=[{VOWELS}])")
NO_ELISION = re.compile(rf" (?:{w.ASPIRATED})[sx]?\b", re.I)
CONTRACTED = [(r"\bde le ", "du "), (r"\bde les ", "des "), (r"\bà le ", "au "), (r"\bà les ", "aux "),
              (r"\bde (?:des|d’autres) (autres )?", "de "), (r"\bde du ", "de "), (r"\b([Ss])i (ils?\b)", r"\1’\2"),
              (r"\bce (?=[aeiouyàâéèêhœ])", "cet ")]  # fmt: skip
JOINTS = {"si": "si", "que": "que", "quand": "que", "où": "que"}
MINE = {"m": "son", "f": "sa"}


class French(Romance):
    """French, as the cards of games speak it."""

    none = False  # whether a deed is denied, so that some of something becomes none of it: *pas de cartes*
    joint: str | None = None  # what is said anew before each of several sentences: s’il est riche et *s*’il a une carte
    THINGS, DEEDS, ASIDES, JOINS, NOTES = w.THINGS, w.DEEDS, w.ASIDES, w.JOINS, w.NOTES
    NOUNS, ADJECTIVES, COUNTS, PLACES = w.NOUNS, w.ADJECTIVES, w.COUNTS, w.PLACES
    PLURALS, FEMININES = w.PLURALS, w.FEMININES
    MOODS = {"just_before": "before", "until": "before", "until_it": "before", "if": "condition",
             "unless": "condition", "even_if": "condition", "only_if": "condition",
             "only_unless": "condition"}  # fmt: skip
    FORMS = 4
    OWN = ("votre réserve", "sa réserve", "leur réserve")

    # ---- things

    def you(self) -> Said:
        """Returns the player whom the card speaks to."""
        return Said("vous", you=True, many=False, person=True, weak=True)

    def someone(self) -> Said:
        """Returns anybody at all."""
        return Said("on", person=True)

    def it(self, it: It) -> Said:
        """Returns a pronoun."""
        found = self.noun_forms(Noun(it.term))
        she = found.gender == "f"
        text = ("elle" if she else "il") + ("s" if it.many else "")
        strong = ("elles" if she else "eux") if it.many else ("elle" if she else "lui")
        if not it.person:  # a thing is no `lui` behind a preposition
            strong = ("celles-ci" if she else "ceux-ci") if it.many else "celle-ci" if she else "celui-ci"
        return Said(text, strong, found.gender, it.many, person=it.person, weak=True)

    def inside(self, arg: Thing | Saying) -> Said:
        """Returns what fills a pattern: a thing, or a sentence. Of what was named it is one `d’eux`."""
        said = super().inside(arg)
        if not isinstance(arg, It) or not arg.many or not said.weak:
            return said
        return replace(said, object="elles" if said.gender == "f" else "eux")

    def noun(self, noun: Noun) -> Said:
        """Returns a noun with all that belongs to it: `0 pièce`, `n’importe lequel de ses pouvoirs`."""
        if noun.count is not None and noun.count.amount == Number(0):
            noun = replace(noun, many=False)
        if noun.det is not Det.ANY or not isinstance(noun.of, It):
            return super().noun(noun)
        its = super().noun(replace(noun, det=Det.THE, many=True, of=None, owner=noun.of))
        text = f"n’importe {'laquelle' if its.gender == 'f' else 'lequel'} de {its.text}"
        return replace(its, text=text, object=text, many=False)

    def gap(self) -> Said:
        """Returns the relative word for a subject."""
        head = self.heads[-1]
        return replace(head, text="qui", object=" ", weak=False)

    def quoted(self, word: str) -> str:
        """Returns a word of the game that has no form, as a word of another language."""
        return f"« {word} »"

    def unknown(self, verb: Verb) -> str:
        """Returns the pattern of a deed that has no form."""
        slots = " ".join(f"{{{i}}}" for i, arg in enumerate(verb.args) if arg is not None)
        return f"faire « {verb.term.name} » {slots}".strip()

    def determiner(self, noun: Noun, said: Said) -> str:
        """Returns what introduces a noun: `un autre`, `jusqu’à 2 autres`, `votre`."""
        other = ["autres" if said.many else "autre"] if noun.other else []
        lead = self.leading(noun, said)
        if noun.count is not None:
            definite = ["les"] if noun.det is Det.THE else []
            return " ".join([*definite, self.count(noun.count), *other, *lead])
        she, many = said.gender == "f", said.many
        whose = self.whose(noun, said)
        if whose is not None:
            return " ".join([*([f"un{'e' if she else ''} de"] if noun.det is Det.A else []), whose, *other, *lead])
        if noun.owner is not None and not isinstance(noun.owner, Gap) and noun.det is Det.A:
            return f"un{'e' if she else ''} des"
        the = "les" if many else "la" if she else "le"
        part = noun.mass and not many
        word = {
            Det.A: f"de {the}" if part else "d’" if many and other else "des" if many else "une" if she else "un",
            Det.THE: the,
            Det.GENERIC: the, Det.BARE: "", Det.ANY: "n’importe quelle" if she else "n’importe quel",
            Det.EACH: "chaque",
            Det.ALL: f"{('toutes' if she else 'tous') if many else 'toute' if she else 'tout'} {the}",
            Det.NO: "aucune" if she else "aucun", Det.THIS: "cette" if she else "ce",
            Det.THAT: "ces" if many else "cette" if she else "ce",
        }[noun.det]  # fmt: skip
        return " ".join(filter(None, [word, *other, *lead])).replace("d’ ", "d’")

    def before(self, words: str, head: str, said: Said) -> str:
        """Returns what introduces a noun, as it stands before that: `vieil arbre`."""
        *others, last = words.split(" ")
        vowel = head[:1].lower() in VOWELS and not NO_ELISION.match(f" {head}")
        bent = w.BEFORE_VOWEL.get(last) if vowel and not said.many else None
        return " ".join([*others, bent]) if bent else words

    def whose(self, noun: Noun, said: Said) -> str | None:
        """Returns whose something is, before the noun; None if it stands behind."""
        many = said.many or noun.det is Det.A
        match noun.owner:
            case You():
                return "vos" if many else "votre"
            case It(many=True):
                return "leurs" if many else "leur"
            case It():
                return "ses" if many else MINE[said.gender]
            case _:
                return None

    def tail(self, noun: Noun, said: Said) -> list[str]:
        """Returns what stands behind a noun."""
        found: list[str] = []
        if noun.owner is not None and not isinstance(noun.owner, Gap) and self.whose(noun, said) is None:
            found.append(f"de {self.thing(noun.owner).obj}")
        if noun.of is not None:
            found.append(f"de {self.thing(noun.of).obj}")
        places = [self.place(place) for place in noun.places]
        but = [self.without("sauf", noun)] if noun.but else []
        with self.agreeing(said):
            rels = [self.listed([self.relative(rel, said) for rel in noun.rels])] if noun.rels else []
        return [*found, *rels, *places, *but] if self.closes(noun) else [*found, *places, *but, *rels]

    def which(self, head: Said) -> str:
        """Returns the relative word for an object."""
        return "que"

    def whose_is(self, noun: Noun) -> str:
        """Returns the relative word for whose something is, with that: `dont la main`."""
        return f"dont {self.thing(replace(noun, owner=None, det=Det.THE)).text}"

    # ---- verbs

    def forms_of(self, verb: str) -> tuple[str, str, str, str]:
        """Returns the forms of a verb for `vous`, `il` and `ils`, and its participle."""
        found = self.known.get(verb)
        return verbs.forms(verb) if found is None else (found[0], found[1], found[2], found[3])

    def finite(self, verb: str, subject: Said, mood: Mood) -> str:
        """Returns the form of a verb that goes with a subject; after `avant que`, the one that does."""
        at = {"you": 0, "one": 1, "many": 2}[self.number(subject)]
        if mood != "before":
            return self.forms_of(verb)[at]
        if verb in self.known:
            you, _, many, _ = self.forms_of(verb)
            return (f"{you[:-2]}iez", many[:-2], many)[at]
        return verbs.wished(verb)[at]

    def split(self, verb: Verb) -> tuple[str, str, str]:
        """Returns a deed as its verb, the pronouns before that, and what follows."""
        verb = self.named_again(verb)
        pattern = self.own_words(self.pattern(verb), self._agree[-1] if self._agree else Said(""))
        head, _, rest = pattern.partition(" ")
        none, self.none = self.none and not is_be(verb) and rest.startswith(("{0}", *SOME)), False
        args = self.arguments(verb)
        if verb.passive:
            done = self.participle(head, self._agree[-1])
            rest = self.fill(SLOT.sub("", rest, count=1).strip() if "{0}" in rest else rest, args).strip()
            by = [f"par {self.thing(verb.agent).obj}"] if verb.agent is not None else []
            return "être", "", " ".join(filter(None, [done, rest if "{1}" in pattern else "", *by, *self.behind(verb)]))
        found = next((arg for arg in args if arg is not None), None)
        if head in w.TAKES:
            rest = self.off(rest, args)
            rest, args = self.all_theirs(rest, args, verb)
        lean, rest, args = self.leaning(f" {rest}", args, verb)
        rest = self.filled(rest, args).strip()
        rest = NONE.sub("de ", rest) if none else rest
        return head, lean, " ".join(filter(None, [*self.manner(verb), rest, *self.after(verb, found)]))

    def named_again(self, verb: Verb) -> Verb:
        """Returns a deed in which whoever stands behind `de` has a noun: `de ce joueur`, and not `de lui`."""
        args = list(verb.args)
        for i, arg in enumerate(args):
            if isinstance(arg, It) and arg.person and f" de {{{i}}}" in self.pattern(verb):
                args[i] = Noun(arg.term, arg.many, Det.THAT, person=True)
        return replace(verb, args=tuple(args))

    def all_theirs(self, rest: str, args: list[Said | None], verb: Verb) -> tuple[str, list[Said | None]]:
        """Returns what follows a verb that takes all of something from somebody: `lui prendre tout son or`, `prendre
        tout l’or de ce joueur`."""
        what, whom = (*args, None, None)[:2]
        noun = verb.args[0] if verb.args else None
        if what is None or whom is None or not isinstance(noun, Noun) or noun.det is not Det.ALL or not noun.mass:
            return rest, args
        if whom.weak and not whom.you and whom.person:
            mine = Noun(noun.term, det=Det.THE, mass=True, owner=It(own("player"), whom.many, True))
            text = f"{'toute' if what.gender == 'f' else 'tout'} {self.noun(mine).text}"
            return rest, [replace(what, text=text, object=text), *args[1:]]
        return rest.replace("à {1}", "de {1}") if whom.person and not whom.you else rest, args

    def off(self, rest: str, args: list[Said | None]) -> str:
        """Returns what follows a verb of taking: it is taken `à` a player, and `sur` a thing."""
        for i, arg in enumerate(args):
            if arg is not None and not arg.person and not arg.you:
                rest = rest.replace(f"à {{{i}}}", f"sur {{{i}}}")
        return rest

    def leaning(self, rest: str, args: list[Said | None], verb: Verb) -> tuple[str, str, list[Said | None]]:
        """Returns the pronoun that leans on the verb, and the pattern and what fills it without that: `le détruire`,
        `lui donner`."""
        for before, words in ((" {%d}", ("le", "la", "les")), (" à {%d}", ("lui", "lui", "leur"))):
            for i, arg in enumerate(args):
                slot = before % i
                if arg is None or not arg.weak or slot not in rest:
                    continue
                if before == " {%d}" and not rest.startswith(slot):
                    continue
                pronoun = "vous" if arg.you else words[2] if arg.many else words[arg.gender == "f"]
                left = list(args)
                left[i] = None
                return f"{pronoun}{LEANS} ", rest, left
        return "", rest, args

    def participle(self, verb: str, said: Said) -> str:
        """Returns the participle of a verb as it agrees with a thing."""
        done = self.forms_of(verb)[3]
        return done + ("e" if said.gender == "f" else "") + ("s" if said.many and not done.endswith("s") else "")

    def infinitive(self, verb: Verb) -> str:
        """Returns a deed in the infinitive."""
        head, lean, rest = self.split(verb)
        return f"{lean}{head} {rest}".strip()

    def predicate(self, says: Says, subject: Said, mood: Mood) -> str:
        """Returns a subject with what is said of it."""
        denied, text = says.denied, subject.text
        nobody = isinstance(says.subject, Noun) and says.subject.det is Det.NO
        about = says.subject.owner if isinstance(says.subject, Noun) else says.subject
        nobody = nobody or isinstance(about, Phrase) and about.key == "none_of"
        self.none = denied or nobody or says.modal == "cannot"
        if isinstance(says.subject, Someone) and denied:
            return f"personne ne {self.rest(says, subject, mood, False)}"
        if nobody or (says.modal == "cannot" and none_of(says)):
            return f"{text} ne {self.rest(says, subject, mood, False)}"
        if says.instead and not says.modal:
            text = f"au lieu de cela, {text}"
        if isinstance(says.subject, Noun) and isinstance(says.subject.owner, Gap) and says.verbs[0].args == (You(),):
            you = replace(says, subject=You(), verbs=(replace(says.verbs[0], args=()),))
            what = self.thing(replace(says.subject, owner=None, det=Det.THE)).text
            return f"dont vous {self.rest(you, self.you(), mood, denied)} {what}"
        return f"{text} {self.rest(says, subject, mood, denied or says.modal == 'cannot')}"

    def rest(self, says: Says, subject: Said, mood: Mood, denied: bool) -> str:
        """Returns what is said of a subject."""
        if says.modal:
            can = self.finite("devoir" if says.modal == "must" else "pouvoir", subject, mood)
            return f"{self.negated(can, '', denied)} {'à la place ' if says.instead else ''}{self.to_do(says.verbs)}"
        if says.tense == "about":
            return f"{self.negated(self.finite('aller', subject, mood), '', denied)} {self.to_do(says.verbs)}"
        if says.tense == "past":
            return self.past(says, subject, denied)
        told = [self.now(verb, subject, mood, denied) for verb in says.verbs]
        return self.listed(told)

    def negated(self, verb: str, lean: str, denied: bool) -> str:
        """Returns a verb, or its denial."""
        return f"ne {lean}{verb} pas" if denied else f"{lean}{verb}"

    def now(self, verb: Verb, subject: Said, mood: Mood, denied: bool) -> str:
        """Returns what somebody does now, without the subject."""
        if denied and is_be(verb) and len(verb.args) > 1:
            words = [self.thing(arg).obj for arg in verb.args if arg is not None]
            return f"ne {self.finite('être', subject, mood)} " + " ".join(f"ni {word}" for word in words)
        if verb.term == own("have") and bare(verb):
            verb = none_had(verb) if denied else some_had(verb)
            return f"{'ne ' if denied else ''}{self.finite('avoir', subject, mood)} {self.split(verb)[2]}"
        head, lean, rest = self.split(verb)
        if head == "ne":  # ne plus marquer, ne rien faire
            word, _, after = rest.partition(" ")
            what, _, after = after.partition(" ")
            return f"ne {self.finite(what, subject, mood)} {word} {after}".strip()
        return f"{self.negated(self.finite(head, subject, mood), lean, denied)} {rest}".strip()

    def past(self, says: Says, subject: Said, denied: bool) -> str:
        """Returns what has happened in a phase."""
        none = none_done(says.verbs[0]) if denied else None
        verb, denied = (says.verbs[0], denied) if none is None else (none, False)
        head, lean, rest = self.split(verb)
        span = [] if says.span is None else [f"pendant {self.noun(Noun(says.span, det=Det.THIS)).text}"]
        direct = bool(verb.args) and isinstance(verb.args[0], Gap)
        done = "été" if verb.passive else self.participle(head, self.heads[-1] if direct else Said(""))
        has = self.negated(self.finite("avoir", subject, "fact"), lean, denied)
        has = has if none is None else f"ne {has}"
        return " ".join(filter(None, [has, done, rest, *span]))

    def there(self, there: There, mood: Mood = "fact") -> str:
        """Returns the sentence that there is something."""
        has = "ait" if mood == "before" else "a"
        of = there.of
        if not there.denied:
            return f"il y {has} {self.some(of)}"
        if isinstance(of, Noun) and of.count is None and of.mass and self.noun_forms(of).mass is not None:
            return f"il n’y {has} pas de {self.thing(replace(of, det=Det.BARE)).text}"
        if isinstance(of, Phrase):
            return f"il n’y {has} {'' if of.key == 'none_of' else 'pas '}{self.thing(of).text}"
        if isinstance(of, Noun) and of.count is None:
            return f"il n’y {has} {self.thing(replace(of, det=Det.NO, many=False, mass=False)).text}"
        return f"il n’y {has} pas {self.thing(of).text}"

    def some(self, of: Thing) -> str:
        """Returns what there is; of what is not counted, some."""
        if isinstance(of, Noun) and of.det is Det.BARE and of.count is None:
            of = replace(of, det=Det.A)
        return self.thing(of).text

    def both(self, both: Both, mood: Mood) -> str:
        """Returns several sentences that hold together; `si` is said before each."""
        if self.joint is None:
            return super().both(both, mood)
        comma = "," if any(isinstance(part, Both) for part in both.parts) else ""
        return f"{comma} {self.JOINS[both.word]} {self.joint} ".join(self.saying(part, mood) for part in both.parts)

    def aside(self, aside: Aside) -> str:
        """Returns when, whether or how something is done. `si` and `que` are said of each of several sentences."""
        joint = self.joint
        self.joint = JOINTS.get(self.ASIDES[aside.key].removesuffix(" {0}").rpartition(" ")[2])
        try:
            return super().aside(aside)
        finally:
            self.joint = joint

    # ---- whole texts

    def finish(self, text: str) -> str:
        """Returns a text in which words that meet are joined: l’or, du joueur, s’il."""
        text = re.sub(r" +", " ", self.spread(text))
        text = re.sub(r" ([,.])", r"\1", text)
        text = re.sub(r",+(?=[,.;:)])", "", text)
        text = ELIDED.sub(lambda m: m[0] if NO_ELISION.match(text, m.end() - 1) else f"{m[1][:-1]}’", text)
        for wrong, right in CONTRACTED:
            text = re.sub(wrong, right, text)
        text = BEFORE.sub(lambda m: m[0] if NO_ELISION.match(text, m.end() - 1) else f"{m[0][0]}on ", text)
        return text.replace(LEANS, "").replace(";", "\u00a0;").replace(":", "\u00a0:")

