"""Answer a phrase of the cards' language in a position, as far as a viewer may know it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

from moot.dsl import ir
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.notation import read_facts
from moot.dsl.notation.parts import Condition, Fact, Lies
from moot.dsl.source import Source

from ..kernel.explain import Explanation, Seen, explain_value
from ..kernel.knowing import unknown
from ..kernel.names import titled
from ..sets.card_set import CardSet
from .compare import NotKnown, against
from .look import Look
from .lookup import Impossible
from .not_done import NotDone
from .phrases import Seated, seated, seats
from .possessive import as_phrase
from .spoken import nearest_form, wordings
from .why import Worth

if TYPE_CHECKING:  # with it comes all that reads cards
    from moot.dsl.elaborate.asked import Asked

TITLE = r"[A-Z][\w'-]*(?: (?:of |of the |on the )?[A-Z0-9][\w'-]*)*"
SEATED = re.compile(rf"\b(p\d+)(?:['’]s?)? ({TITLE})")
OF_SEAT = re.compile(rf"\b({TITLE}) of (p\d+)\b")
HAS = re.compile(rf"(p\d+) (?:has|have|holds) (?:the |an? )?({TITLE})")
EACH = re.compile(r"\beach player\b")
DOES = re.compile(rf" ((?:p\d+|{TITLE}|you|they) (?:may|can|cannot) [a-z-]+)$")


@dataclass(frozen=True)
class Answer:
    """The answer to a phrase: one value, or one for each of several things. `phrase`: the phrase that was read, if it
    differs from what was typed. `of`: the thing that each value belongs to; empty for a single value. `seen`: the
    values that a condition read. `so`: what is so instead of facts that do not hold."""

    values: tuple[Explanation, ...]
    of: tuple[str, ...] = ()
    phrase: str = ""
    seen: tuple[Seen, ...] = ()
    so: tuple[str, ...] = ()

    def render(self) -> list[str]:
        """Return the answer as text: `3`; for several things a line each; for what is hidden, who cannot know it."""
        read = [f"({self.phrase})"] if self.phrase else []
        results = [f"{v.result} ({v.lacks})" if v.lacks else v.result for v in self.values]
        wide = max(map(len, self.of), default=0)
        if self.of:
            return [*read, *(f"{name:<{wide}}  {result}" for name, result in zip(self.of, results, strict=True))]
        below = [f"  {other}" for other in self.so] + [line for part in self.seen for line in part.render(1)]
        return [*read, *(results or ["nothing"]), *below]


@dataclass(frozen=True)
class Reading:
    """A phrase as it was read: facts of the notation (all of them, or `either` of them, is so), or a phrase of the
    cards' language (`asked`); or, by the names of the players, one reading for each of them (`each`). `told`: the words
    that were read, if they differ from those that were typed."""

    source: Source
    facts: tuple[Fact, ...] = ()
    asked: Asked | None = None
    each: tuple[tuple[str, Reading], ...] = ()
    told: str = ""
    either: bool = False

    @property
    def truth(self) -> bool:
        """Whether it comes to yes or no."""
        return bool(self.facts) or (self.asked is not None and _is_truth(self.asked))

    def answer(self, look: Look, you: int | None) -> Answer | NotDone:
        """Return what it comes to in a position. `you` is the player whom the phrase calls `you` (None: nobody)."""
        if self.facts:
            found = _either(look, self.facts, self.source.text) if self.either else _fact(look, self.facts)
        elif self.each:
            found = _by_player(look, self.each, you)
        else:
            assert self.asked is not None
            found = _come_to(look, self.source, self.asked, you)
        return replace(found, phrase=self.told) if self.told and isinstance(found, Answer) else found

    def holds(self, look: Look, you: int | None) -> bool | None:
        """Return whether it is so in a position, which is quicker than to say why; None if the viewer cannot know it.
        Raises `Impossible` if it cannot be asked there."""
        if self.asked is not None:
            return _known(seated(look, self.source, self.asked.expr, you))
        if self.either:
            others = [against(fact, look) for fact in self.facts]
            impossible = next((other for other in others if isinstance(other, Impossible)), None)
            if impossible is not None:
                raise impossible
            return True if None in others else None if any(isinstance(o, NotKnown) for o in others) else False
        for fact in self.facts:
            if isinstance(fact, Condition):
                source = Source(fact.span.path, " " * fact.span.start + fact.text)
                held = _known(seated(look, source, fact.cond, None))
                if not held:
                    return held
                continue
            other = against(fact, look)
            if isinstance(other, Impossible):
                raise other
            if other is not None:
                return None if isinstance(other, NotKnown) else False
        return True

    def weight(self, look: Look) -> int:
        """Return how many questions of the cards' language it may take, at most."""
        try:
            if self.asked is not None:
                return seated(look, self.source, self.asked.expr, None).weight
            phrases = [fact for fact in self.facts if isinstance(fact, Condition)]
            return sum(seated(look, Source(p.span.path, ""), p.cond, None).weight for p in phrases)
        except Impossible:
            return 0


def _is_truth(asked: Asked) -> bool:
    return asked.each is None and asked.expr.type == ir.Type("truth")


def _known(phrase: Seated) -> bool | None:
    value = phrase.value()
    return None if unknown(value) else bool(value)


def ask(look: Look, set_: CardSet, text: str, you: int | None) -> Answer | NotDone:
    """Evaluate a phrase. `you` is the player whom the phrase calls `you` (None: nobody)."""
    found = reading(look, set_, text, you)
    return found if isinstance(found, NotDone) else found.answer(look, you)


def reading(look: Look, set_: CardSet, text: str, you: int | None) -> Reading | NotDone:
    """Read a phrase, or a question for one, in the first of its wordings that has an answer in this position."""
    typed = " ".join(text.replace("?", " ").split())
    has = HAS.fullmatch(typed)
    lies = None if has is None else _with_player(look, set_, has[1], has[2])
    if lies is not None:
        return lies
    first = _first_read(look, set_, typed, you)
    if isinstance(first, Reading):
        return first
    by_player = _read_by_player(look, set_, typed, you)
    if by_player is not None:
        return by_player
    for said in dict.fromkeys(wordings(typed, set_.words)):
        found = _first_read(look, set_, said, you)
        if isinstance(found, Reading):
            return replace(found, told=found.told or said)
    near = nearest_form(typed, set_.words) if first.diagnostics and not first.near else ()
    readable = (one for one in dict.fromkeys(near) if isinstance(_first_read(look, set_, one, you), Reading))
    return replace(first, near=tuple(islice(readable, 1)))


def _first_read(look: Look, set_: CardSet, typed: str, you: int | None) -> Reading | NotDone:
    """Read a phrase, in the first of its wordings in the language that has an answer in this position."""
    first: NotDone | None = None
    for said in _wordings(look, set_, typed):
        if isinstance(said, NotDone):
            return said
        found = _reading(look, set_, said)
        if isinstance(found, Reading):
            trial = found.answer(look, you)
            if isinstance(trial, Answer):
                return found if said == typed else replace(found, told=said)
            found = trial
        first = first or found
    assert first is not None
    return first


def _with_player(look: Look, set_: CardSet, seat: str, title: str) -> Reading | None:
    """Read that a player has a card: it lies in any of the places of the player where such a card may lie. None if the
    words mean something else: a player is dealt this card, or there is no such card."""
    card = look.game.cards.get(title)
    if card is None or seat not in seats(look):
        return None
    zones = [zone.name for zone in look.game.zones.values() if zone.owner == "player" and zone.holds == card.kind]
    if any(name == zone for name in zones for zone in dealt(look)):
        return None
    read = [read_facts([(f"{title} is in {zone} of {seat}", 0)], set_.words, "", False) for zone in zones]
    facts = tuple(fact for found, faults in read if not faults for fact in found)
    return Reading(Source("", seat), facts, either=True) if facts else None


def dealt(look: Look) -> list[str]:
    """Return the names of the places in which a card makes its player who he is."""
    position = look.lib.position
    bases = set() if position is None else {base for _, base in position.dealt}
    return [zone.name for zone in look.lib.zones if zone.base in bases]


def _either(look: Look, facts: Sequence[Fact], seat: str) -> Answer | NotDone:
    """Answer whether a card lies in one of the places of a player, and in which."""
    others = [against(fact, look) for fact in facts]
    if None in others:
        so = facts[others.index(None)]
        place = f"{so.card.title} is in {so.place.zone} of {seat}" if isinstance(so, Lies) else ""
        return Answer((Explanation("", "yes", ()),), so=(place,) if place else ())
    impossible = next((other for other in others if isinstance(other, Impossible)), None)
    if impossible is not None:
        return NotDone(str(impossible))
    hidden = next((other for other in others if isinstance(other, NotKnown)), None)
    return Answer((Explanation("", "no" if hidden is None else str(hidden), ()),))


def _read_by_player(look: Look, set_: CardSet, typed: str, you: int | None) -> Reading | None:
    """Read a phrase about `each player` for one player after the other; None if that means nothing."""
    if not EACH.search(typed):
        return None
    found = [(seat, reading(look, set_, EACH.sub(seat, typed), you)) for seat in seats(look)]
    read = tuple((seat, one) for seat, one in found if isinstance(one, Reading))
    return Reading(Source("", typed), each=read) if len(read) == len(found) else None


def _by_player(look: Look, each: Sequence[tuple[str, Reading]], you: int | None) -> Answer | NotDone:
    values: list[Explanation] = []
    for _, one in each:
        found = one.answer(look, you)
        if isinstance(found, NotDone) or len(found.values) != 1:
            return found if isinstance(found, NotDone) else NotDone("this has no one answer for each player")
        values += found.values
    return Answer(tuple(values), tuple(seat for seat, _ in each))


def _wordings(look: Look, set_: CardSet, text: str) -> Iterator[str | NotDone]:
    """Yield the phrase as typed, and then as people say it aloud: a card with its player (`p3 TITLE`, `p3's TITLE`,
    `TITLE of p3`), and a filter without `that` (`cards you may build`)."""
    yield text
    owned = as_phrase(text, set_.words)
    if owned != text:
        yield owned
    text = OF_SEAT.sub(lambda m: f"{m[2]} {m[1]}" if m[1] in look.game.cards else m[0], text)
    for seat, title in SEATED.findall(text):
        doubt = _held(look, set_, seat, title)
        if doubt is not None:
            yield doubt
    said = SEATED.sub(r"\2", text)
    if said != text:
        yield said
    for one in dict.fromkeys((text, said)):
        if DOES.search(one):
            yield DOES.sub(r" that \1", one).replace(" can ", " may ")


def _held(look: Look, set_: CardSet, seat: str, title: str) -> NotDone | None:
    """Say why a card is not the one that a player has; None if a card of this title is with that player."""
    cards = [c for c, name in enumerate(look.lib.cards) if name == title]
    if any(look.eyes.owner(c) == int(seat[1:]) - 1 for c in cards):
        return None
    facts, faults = read_facts([(f"{seat} is {title}", 0)], set_.words, "", False)
    other = None if faults else next((o for fact in facts if (o := against(fact, look)) is not None), None)
    if isinstance(other, NotKnown):
        return NotDone(str(other))
    told = other is not None and not isinstance(other, Impossible)
    return NotDone(f"{title} is not with {seat}" + (f": {other}" if told else ""))


def _reading(look: Look, set_: CardSet, text: str) -> Reading | NotDone:
    source = Source("", text)
    facts, faults = read_facts([(text, 0)], replace(set_.words, language=lambda: None), "", False)
    if facts and not faults and not SEATED.fullmatch(text):  # it means here what it means in `expect`
        return Reading(source, facts)
    asked = _read(look, set_, source)
    if isinstance(asked, tuple):
        with_conditions, faults = read_facts([(text, 0)], set_.words, "", False)
        if with_conditions and not faults:  # several statements, some of them conditions
            return Reading(source, with_conditions)
        return NotDone(f"`{text}` cannot be read", diagnostics=asked) if text else NotDone("ask what?")
    return Reading(source, asked=asked)


def _come_to(look: Look, source: Source, asked: Asked, you: int | None) -> Answer | NotDone:
    try:
        if asked.each is not None:
            return _of_each(look, source, asked.each, asked.expr, you)
        phrase = seated(look, source, asked.expr, you)
        seen = phrase.seen().parts if phrase.sort == "truth" else ()
        seen = tuple(part for part in seen if part.parts or part.value != part.text)
        return Answer((phrase.explained(),), seen=seen)
    except Impossible as reason:
        return NotDone(str(reason))


def _read(look: Look, set_: CardSet, source: Source) -> Asked | tuple[Diagnostic, ...]:
    """Read a phrase; or return what is wrong with it, at its words."""
    from moot.dsl.elaborate.asked import phrase  # slow to load, and not needed until something is asked
    from moot.dsl.parser import phrase as parsed

    node = parsed(source)
    if isinstance(node, Diagnostic):
        return (node,)
    language = set_.language.value
    assert language is not None
    return phrase(source, node, language, seats(look))


def phrase_of(look: Look, set_: CardSet, text: str) -> tuple[Source, ir.Expr] | None:
    """Return a text as a phrase of the language, with its source; None if it is none."""
    source = Source("", text)
    asked = _read(look, set_, source)
    return None if isinstance(asked, tuple) or asked.each is not None else (source, asked.expr)


def derived(look: Look, set_: CardSet, text: str, you: int | None) -> Worth | None:
    """Derive a value whose things are phrases: `price of CARD for the player that has …`. None if the text is no such
    value, or if the viewer cannot know what the phrases stand for."""
    source = Source("", " ".join(text.replace("?", " ").split()))
    asked = _read(look, set_, source)
    if isinstance(asked, tuple) or asked.each is not None or not isinstance(asked.expr, ir.ValueOf):
        return None
    try:
        args = tuple(seated(look, source, arg, you).value() for arg in asked.expr.args)
    except Impossible:
        return None
    if any(unknown(arg) or isinstance(arg, tuple) for arg in args):
        return None
    function = look.lib.function_ids[f"value {asked.expr.value}"]
    sort = look.lib.functions[function].sort
    return Worth(explain_value(look.lib, look.state, function, args, look.viewer, sort, look.memory))


def _fact(look: Look, facts: Sequence[Fact]) -> Answer | NotDone:
    """Answer whether facts hold, and say what is so instead."""
    others = [other for fact in facts if (other := against(fact, look)) is not None]
    for other in others:
        if isinstance(other, Impossible):
            return NotDone(str(other))
        if isinstance(other, NotKnown):
            return Answer((Explanation("", str(other), ()),))
    return Answer((Explanation("", "no" if others else "yes", ()),), so=tuple(map(str, others)))


def _of_each(look: Look, source: Source, each: tuple[str, ir.Expr], expr: ir.Expr, you: int | None) -> Answer:
    """Return a value for each of several things, in their order."""
    var, of = each
    things = seated(look, source, of, you)
    found = things.value()
    if unknown(found):
        return Answer((things.explained(),))
    one = seated(look, source, expr, you, [(var, things.sort)])
    rows: dict[tuple[str, str], Explanation] = {}
    for x in found:  # copies of a card that look alike have one name, and are listed once
        name, value = titled(look.lib, look.state, things.sort, x, look.viewer), one.explained(x)
        rows.setdefault((name, value.result), value)
    return Answer(tuple(rows.values()), tuple(name for name, _ in rows))
