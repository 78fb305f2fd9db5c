"""Knows the forms of a game's words that people use: who says `discards`, `gathering` or `cards` means a word of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property, lru_cache

from .. import ir
from ..vocabulary import Vocabulary
from ..words import plural, singular, with_article

NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
EVERYDAY = (
    "give", "steal", "lose", "return", "put", "keep", "score", "have", "get", "receive", "play", "cost", "swap",
    "exchange", "pass", "place", "look at", "spend", "choose", "show", "shuffle", "search",
)  # fmt: skip
MOVING = (
    "move", "put", "return", "place", "add", "bring", "send", "tuck", "bury", "slide", "slip", "insert",
    "transfer", "lay", "stash", "give back", "put back",
)  # fmt: skip
FORCING = ("make", "force", "let", "allow", "reveal")
LOOKS = ("look at", "looks at")
TOKENS = ("token", "counter", "marker", "cube", "charge", "chip", "pip", "tally", "seal", "stamp")
LEAST = re.compile(r"(?:poor|few|cheap|small|low|least|worst|empt)")
MARK = re.compile(r"<(\w+)>")
NEVER = r"(?!)"


@lru_cache(maxsize=4000)
def _read(pattern: str) -> re.Pattern[str]:
    """Returns a pattern. Those of one game are read once, however often its cards are."""
    return re.compile(pattern)


class Words:
    """What a game's words are called in everyday English, for the patterns and the right texts of `rewordings.toml`."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._v = vocabulary
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._sorts = {
            "verb": self._bases,
            "moving": list(MOVING),
            "verbs": [_third(v) for v in self._bases],
            "act": [form for verb in (*self._bases, *FORCING) for form in (verb, _third(verb), *LOOKS)],
            "ing": [ing(v) for v in self._bases],
            "done": list(vocabulary.events),
            "state": list(self._marking.values()),
            "counted": [m.name for m in vocabulary.markers.values() if m.counted],
            "cards": [w for k in (*vocabulary.kinds, "card") for w in (plural(k), k)],
            "place": [z.name for z in vocabulary.zones.values() if z.owner == "player"],
            "places": [plural(z.name) for z in vocabulary.zones.values() if z.owner == "player"],
            "number": ["[0-9]+", *NUMBERS],
            "token": [w for token in TOKENS for w in (plural(token), token)],
            "feature": [f.name for k in vocabulary.kinds.values() for f in k.fields],
            "field": [f.name for k in vocabulary.kinds.values() for f in k.fields if f.type.sort != "enum"],
        }
        bought = [v for v in vocabulary.by_word if self.limit(v)]
        self._sorts |= {"bought": bought, "boughting": [ing(v) for v in bought]}
        self._sorts["limit"] = [self.limit(v) for v in bought]
        self.forms = self._forms()
        self.optional = frozenset(("tail", "deeper", "notmine"))

    def _forms(self) -> dict[str, Callable[[str], str]]:
        return {
            "base": self.base,
            "done": self.done,
            "number": number,
            "a": self.a,
            "many": self.many,
            "one": self.one,
            "where": self.where,
            "held": self.held,
            "seen": self.seen,
            "mine": self.mine,
            "pile": self.pile,
            "under": self.under,
            "due": self.due,
            "goal": self.goal,
            "limit": self.limit,
            "beyond": self.beyond,
            "scored": self.scored,
            "marked": self.marked,
            "unlimited": lambda verb: "" if self.limit(verb) else "\0",
            "many_of": self.many_of,
            "any": self.any,
            "each": each,
            "player": self.player,
            "undone": self.undone,
            "card": lambda cards: "\0" if self._kind(cards) is None else "",
            "deeper": lambda rows: rows.replace("\n", "\n        "),
            "getting": self.getting,
            "aone": lambda words: with_article(self.one(words)),
            "others": others,
            "whom": lambda who: "a player" if who in ("a player", "any player") else "another player",
            "whose": lambda who: "another player" if "other" in who else "any player",
            "notmine": lambda who: ", if the active player is not you" if "other" in who else "",
            "oneof": lambda n: "one" if number(n) == "1" else number(n),
            "money": self.money,
            "actor": self.actor,
            "extreme": lambda who: "lowest" if LEAST.match(who) else "highest",
            "taking": self.taking,
            "paying": self.paying,
            "numbera": a_number,
            "onep": singular,
            "object": self.object,
            "unpaid": self.unpaid,
            "tail": str,
        }

    @cached_property
    def amounts(self) -> frozenset[str]:
        """The amounts of the game, which people say with a number or leave out."""
        return frozenset(self._sorts["counted"])

    @cached_property
    def fields(self) -> list[str]:
        """The numbers that are printed on cards."""
        return list(self._sorts["field"])

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What cards are called, by themselves, one or many."""
        return frozenset(self._sorts["cards"])

    @cached_property
    def known(self) -> frozenset[str]:
        """All words that people may use for what a game has, in their everyday forms."""
        names = [w for sort in self._sorts.values() for w in sort]
        v = self._v
        names += [*v.markers, *v.zones, *v.values, *v.qualities, *v.phases, *v.enum_words, *v.called]
        many = {word for name in names for word in name.split(" ") if word.isalpha()}
        return frozenset(many | {plural(word) for word in many})

    @property
    def vocabulary(self) -> Vocabulary:
        """All that the set declares."""
        return self._v

    def is_kind(self, words: str) -> bool:
        """Whether words name a kind of card, and not any card."""
        return self._kind(words) is not None

    def is_title(self, word: str) -> bool:
        """Whether a title of a card begins with this word."""
        return any(title.split(" ")[0] == word for title in self._v.cards)

    def is_whole_title(self, word: str) -> bool:
        """Whether this is the title of a card."""
        return word in self._v.cards

    @cached_property
    def titles(self) -> re.Pattern[str]:
        """Finds the title of a card in a text."""
        titles = sorted(self._v.cards, key=len, reverse=True)
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, titles))})\b" if titles else NEVER)

    def plainly(self, text: str) -> str:
        """Returns a text in which words of a list are called by the names that people see."""
        return self._other_names.sub(lambda found: self._v.word(found[0]), text)

    @cached_property
    def _other_names(self) -> re.Pattern[str]:
        """Finds another name of a word of a list: `blue` for `religious`."""
        names = [name for name, word in self._v.called.items() if word in self._v.enum_words]
        return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b(?!-)" if names else NEVER)

    def stem(self, word: str) -> str:
        """Returns the same for all forms of a word: `discard` for `discards`, `2` for `two`, `built` for `builds`."""
        small = word.lower()
        if small in NUMBERS:
            return number(small)
        done = self.undone(small)
        return done or singular(self.base(small))

    @cached_property
    def _bases(self) -> list[str]:
        return list(dict.fromkeys([*self._v.by_word, *EVERYDAY, *MOVING, *self._marking]))

    @cached_property
    def _marking(self) -> dict[str, str]:
        """The verbs that people say for markers which are called by a participle: `rob` for `robbed`."""
        names = [m.name for m in self._v.markers.values() if not m.counted and m.name.endswith("ed")]
        return {_unmarked(name): name for name in names}

    def pattern(self, written: str) -> re.Pattern[str]:
        """Returns a pattern in which `<verb>`, `<cards>` and the like stand for any such word."""
        if written not in self._patterns:
            self._patterns[written] = self._compiled(written)
        return self._patterns[written]

    def _compiled(self, written: str) -> re.Pattern[str]:
        return _read(MARK.sub(lambda m: self._any(m[1]) if m[1] in self._sorts else m[0], written))

    def _any(self, sort: str) -> str:
        found = sorted(self._sorts[sort], key=len, reverse=True)
        return f"(?:{'|'.join(w if w.startswith('[') else re.escape(w) for w in found)})" if found else NEVER

    def base(self, verb: str) -> str:
        """Returns `discard` for `discards` and `discarding`."""
        return self._base.get(verb, verb)

    @cached_property
    def _base(self) -> dict[str, str]:
        return {form: b for b in reversed(self._bases) for form in (b, _third(b), ing(b))}

    def done(self, verb: str) -> str:
        """Returns the participle of a verb of the game: `built` for `builds`; empty if it has none."""
        base = self.base(verb)
        keys = {head.key for head in self._v.by_word.get(base, ())}
        return next((word for word, events in self._v.events.items() if any(e.key in keys for e in events)), "")

    def a(self, words: str) -> str:
        """Returns words with an article, if they begin without one."""
        if re.match(r"(?:an?|the|any|all|your|this|another|[0-9]+)\b|[A-Z]", words) or words in self._sorts["counted"]:
            return words
        return with_article(words)

    def many(self, words: str) -> str:
        """Returns the plural, without an article: `noble districts` for `a noble district`."""
        return plural(self.one(words)) if words else ""

    def one(self, words: str) -> str:
        """Returns the singular without an article: `noble district`."""
        bare = re.sub(r"^(?:an?|the|any|all|one) ", "", words)
        *before, last = bare.split(" ")
        return " ".join([*before, singular(last)])

    def _kind(self, words: str) -> str | None:
        last = singular(words.split(" ")[-1])
        return last if last in self._v.kinds else None

    def where(self, words: str) -> str:
        """Returns the place of a player in which such things lie for all to see; for any cards, see `held`."""
        kind = self._kind(words)
        return self._place(kind, "everyone") if kind is not None else self.held(words)

    def seen(self, words: str) -> str:
        """Returns the place of a player in which such things lie for all to see; nothing for any cards."""
        kind = self._kind(words)
        return self._place(kind, "everyone") if kind is not None else ""

    def held(self, words: str) -> str:
        """Returns the place of a player whose cards only the player sees."""
        return self._place(self._kind(words), "owner")

    def _place(self, kind: str | None, seen: str) -> str:
        zones = (z for z in self._v.zones.values() if z.owner == "player" and z.seen == seen)
        return next((z.name for z in zones if kind in (None, z.holds)), "")

    def across(self, place: str) -> str:
        """Returns the place of a player from which such cards come here: the one that all see, or the hidden one."""
        zone = self._v.zones.get(place)
        return self._place(zone.holds, "owner" if zone.seen == "everyone" else "everyone") if zone is not None else ""

    def mine(self, participle: str) -> str:
        """Returns the cards of whoever speaks to which a deed can happen: `a district in your city` for `destroyed`."""
        kind = self.object(self.undone(participle))
        owned = (z for z in self._v.zones.values() if z.owner == "player" and with_article(z.holds or "card") == kind)
        return next((f"{kind} in your {z.name}" for z in owned), "")

    def pile(self, words: str) -> str:
        """Returns the place of nobody's from which cards are drawn."""
        kind = self._kind(words)
        zones = (z for z in self._v.zones.values() if z.owner is None and z.seen == "nobody")
        return next((z.name for z in zones if kind in (None, z.holds)), "")

    def under(self, _words: str) -> str:
        """Returns the place of cards that lie with another card."""
        return next((z.name for z in self._v.zones.values() if z.owner in self._v.kinds), "")

    def many_of(self, words: str) -> str:
        """Returns the plural of the first noun: `noble districts in your city` for `a noble district in your city`."""
        head, glue, rest = re.split(r"( (?:in|of|that|whose) |$)", re.sub(r"^(?:an?|the) ", "", words), maxsplit=1)
        return f"{self.many(head)}{glue}{rest}"

    def one_of(self, words: str) -> str:
        """Returns the singular of the first noun: `noble district in your city` for `noble districts in your city`."""
        head, glue, rest = re.split(r"( (?:in|of|that|whose) |$)", words, maxsplit=1)
        return f"{self.one(head)}{glue}{rest}"

    def any(self, words: str) -> str:
        """Returns `any district` for `your districts` or nothing; other words stay."""
        last = singular(words.split(" ")[-1]) if words else next(iter(self._v.kinds), "")
        rest = re.sub(r"^(?:an?|any|all|your) ", "", words)
        return f"any {last}" if rest in ("", last, plural(last)) else f"any {self.one(rest)}"

    def player(self, words: str) -> str:
        """Returns who acts: the player of a card; any player where nobody is named."""
        bare = re.sub(r"^the ", "", words)
        return f"the player of {bare}" if bare[:1].isupper() else words

    def undone(self, participle: str) -> str:
        """Returns the verb of a participle: `destroy` for `destroyed`."""
        keys = {e.key for e in self._v.events.get(participle, ())}
        return next((word for word, heads in self._v.by_word.items() if any(h.key in keys for h in heads)), "")

    def inner(self, participle: str, thing: str) -> str:
        """Returns the word for the only step of what is done to a thing, if cards can answer that step; otherwise the
        participle itself. In place of a step something else is done, and the whole is done all the same."""
        whole = [e.key for e in self._v.events.get(participle, ()) if e.words and " ".join(e.words) == thing]
        steps = [word for word, events in self._v.events.items() for e in events if e.key.partition("/")[0] in whole]
        inside = [word for word in dict.fromkeys(steps) if word != participle]
        return inside[0] if len(inside) == 1 else participle

    def object(self, verb: str) -> str:
        """Returns what a verb of the game is done to: `a district` for `build`."""
        heads = self._v.by_word.get(self.base(verb), ())
        kinds = (h.params[0].type.name for h in heads if h.params and h.params[0].type.sort == "card")
        return next((with_article(kind) for kind in kinds if kind), "")

    def brings(self, verb: str) -> bool:
        """Whether a verb lays a card before a player: what has a limit in a turn, and the last step of that."""
        return any(verb in (bought, self.unpaid(bought)) for bought in self._sorts["bought"])

    def unpaid(self, verb: str) -> str:
        """Returns what a deed comes to without its payment: the last of its steps that is a deed done to a card."""
        keys = {head.key for head in self._v.by_word.get(self.base(verb), ())}
        heads = [head for many in self._v.by_word.values() for head in many]
        steps = [head.word for head in heads if head.key.partition("/")[0] in keys]
        whole = {head.key for head in heads if head.params and head.params[0].type.sort == "card"}
        return next((word for word in reversed(steps) if word in whole and word != self.base(verb)), "")

    def marked(self, verb: str) -> str:
        """Returns the marker that a verb puts, by its name: `robbed` for `rob`."""
        past = (f"{verb}ed", f"{verb}{verb[-1]}ed", f"{verb}d")
        return next((m.name for m in self._v.markers.values() if not m.counted and m.name in past), "")

    def lies_on(self, mark: str, kind: str) -> bool:
        """Whether a marker of this name lies on such cards."""
        return mark in self._v.markers and kind in self._v.markers[mark].on

    def common(self, words: str) -> str:
        """Returns the place of nobody's that some words are about: `facedown discards` for `face-down characters`."""
        *said, last = re.sub(r"-", "", self.one(words)).split(" ")
        zones = [z for z in self._v.zones.values() if z.owner is None and z.holds == last]
        zones.sort(key=lambda z: z.seen != "nobody")  # who names it wants to know what lies there
        found = [z.name for z in zones if said and all(any(_alike(w, n) for n in z.name.split(" ")) for w in said)]
        return next(iter(found), "")

    def money(self, _words: str) -> str:
        """Returns the first amount that players have."""
        amounts = (m.name for m in self._v.markers.values() if m.counted and "player" in m.on)
        return next(amounts, "")

    def actor(self, _words: str) -> str:
        """Returns the kind of card whose turn it is."""
        kinds = (p.param.type.name for p in self._v.phases.values() if p.param and p.param.type.sort == "card")
        return next((kind for kind in kinds if kind), "")

    def getting(self, amount: str) -> str:
        """Returns the verb for an amount that comes out of nobody's."""
        heads = (h for many in self._v.by_word.values() for h in many)
        return next((h.word for h in heads if [p.type.name for p in h.params] == [amount]), "")

    def taking(self, amount: str) -> str:
        """Returns the verb for an amount that comes from another player to whoever does it."""
        return self._moving(amount, "from")

    def paying(self, amount: str) -> str:
        """Returns the verb for an amount that goes to another player."""
        return self._moving(amount, "to")

    def _moving(self, amount: str, role: str) -> str:
        for heads in self._v.by_word.values():
            for head in heads:
                if [p.prep for p in head.params[1:]] == [role] and head.params[0].type.name == amount:
                    return head.word
        return ""

    def due(self, _words: str) -> str:
        """Returns what a player pays for a card, which the printed number is the base of."""
        return next((v.name for v in self._v.values.values() if _is_due(v)), "")

    def goal(self, _words: str) -> str:
        """Returns what points are called: the value of a player that sums up to win."""
        return next((v for v in ("score", "points") if v in self._v.values), "")

    def limit(self, verb: str) -> str:
        """Returns the value that says how many of something a player may do in a turn."""
        name = f"{ing(self.base(verb.split(' ')[0]))} limit"
        return name if name in self._v.values else ""

    def beyond(self, words: str) -> str:
        """Returns how many more than usual a player may do of something in a turn: `1` for `build 2`, as the base is
        1. So it adds to what other cards say."""
        value = self._v.values.get(self.limit(words))
        last = number(words.split(" ")[-1])
        if value is None or not isinstance(value.base, ir.Num) or not last.isdigit():
            return ""
        more = int(last) - value.base.value
        return str(more) if more > 0 else ""

    def scored(self, _words: str) -> str:
        """Returns the participle of the last step of the game, in which the winner is found."""
        named = (word for word, events in self._v.events.items() if any(e.words == ("the", "game") for e in events))
        return next(reversed(list(named)), "")


def _is_due(value: ir.Value) -> bool:
    sorts = [p.type.sort for p in value.params]
    return value.only_more_or_less and sorts == ["card", "player"] and isinstance(value.base, ir.ValueOf)


def _unmarked(name: str) -> str:
    """Returns the verb of a participle that no verb of the game has: `rob` for `robbed`."""
    return name[:-3] if name[-3] == name[-4] else name[:-2]


def _alike(one: str, other: str) -> bool:
    """Whether two words have the same beginning, as `discarded` and `discards` have."""
    return one[:6] == other[:6]


def number(words: str) -> str:
    """Returns a number in digits: `2` for `two`; 1 for `a`."""
    if words in ("a", "an"):
        return "1"
    return str(NUMBERS.index(words)) if words in NUMBERS else words


def a_number(words: str) -> str:
    """Returns `a` for one, as before a single card, and other numbers in digits."""
    return "a" if words in ("a", "an", "1", "one") else number(words)


def each(words: str) -> str:
    """Returns `each other player` for `all other players`."""
    return "each other player" if re.search(r"\b(?:other|another|opponents?)\b", words) else "each player"


def others(words: str) -> str:
    """Returns `other players` for `all other players` and `another player`."""
    return "other players" if "other" in words else "players"


def _third(verb: str) -> str:
    return {"have": "has"}.get(verb, plural(verb) if not verb.endswith("s") else f"{verb}es")


def ing(verb: str) -> str:
    """Returns the form of a verb in `-ing`: `taking` for `take`."""
    return f"{verb[:-1]}ing" if verb.endswith("e") else f"{verb}ing"
