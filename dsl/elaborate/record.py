"""Reads questions about the record of events: what happened, to what, by whom, within which phase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NoReturn

from .. import ir, syntax
from ..nearest import nearest
from ..own_verbs import FROM, MOVED, TO
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Event
from ..words import listed, plural
from . import journeys, phrases
from .atoms import exact
from .mistakes import fail
from .noun import Noun, uncounted
from .nouns import matched_event, read_noun, reader
from .scope import Scope
from .terms import TRUTH, negated, says


def has_done(scope: Scope, me: ir.Expr, words: Sequence[Atom], span: Span) -> ir.Expr | None:
    """Reads `built nothing this turn`, `gathered resources this turn`. Returns None for other words."""
    if words[0].kind != "word" or words[0].text not in scope.vocabulary.events or len(words) < 2:
        return None
    if me.type.sort != "player":
        return None
    events = scope.vocabulary.events[words[0].text]
    c = reader(scope, words)
    c.take()
    rest_end = len(words) - 2 if len(words) > 3 and words[-2].text == "this" else len(words)
    what = words[1:rest_end]
    if len(what) == 1 and what[0].text == "nothing":
        event = next((e for e in events if e.object is not None), events[0])
        _kept(event, span)
        c.i = rest_end
        phase = c.take_span()
        c.finish()
        done = ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, by=me)
        return negated(done)
    found = matched_event(events, exact(what), None)
    if found is None:
        return None
    c.i = rest_end
    phase = c.take_span()
    c.finish()
    return ir.Happened(type=TRUTH, span=span, event=found.key, span_of=phase, by=me)


def was(scope: Scope, subject: syntax.NounPhrase, passive: syntax.Passive, span: Span) -> ir.Expr:
    """Reads `resources were gathered this turn`, `the crown was not moved this round`, `a district was built by
    you`."""
    events = events_of(scope, passive)
    phase = only_span(scope, passive.chain) if passive.chain is not None else None
    by: ir.Expr | None = None
    ends: dict[str, Noun] = {}
    moved = any(event.key == MOVED.key for event in events)
    for role in passive.roles:
        if moved and role.prep.text in (FROM, TO):
            ends[role.prep.text], then = _place(scope, role, phase is None)
        else:
            by, then = _done_by(scope, role, phase is None)
        phase = phase or then
    places = [noun.base for noun in ends.values() if isinstance(noun.base, ir.ZoneOf)]
    event, about = about_what(scope, events, subject, syntax.joined(passive.participle), places)
    past = ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, by=by, subject=about)
    if event.key != MOVED.key:
        return past
    return journeys.ends(scope, past, ends)


def _done_by(scope: Scope, role: syntax.PassiveRole, timed: bool) -> tuple[ir.Expr | None, str | None]:
    """Reads who did it, and the phase after that, if it may be `timed` there. Returns None for a doer that can be
    anybody."""
    if role.name is not None:
        fail("misplaced-word", "a name cannot be given here", role.name.span)
    words = role.chain.atoms
    if role.prep.text != "by":
        fail("misplaced-word", f"a question about the past cannot use `{role.prep}`", words[0].span)
    c = reader(scope, words)
    noun = read_noun(c)
    if noun.many and noun.det not in ("a", "an", "any", "another", "one"):
        fail("wrong-article", "`by` needs one player, not several", noun.span, "write `a` or `any`")
    phase = c.take_span() if timed else None
    c.finish()
    if noun.item.sort != "player":
        fail("wrong-type", f"{says(noun.item)} cannot do this", noun.span, "say which player")
    return (None if noun.everything and not noun.conds and noun.many else noun.set()), phase


def _place(scope: Scope, role: syntax.PassiveRole, timed: bool) -> tuple[Noun, str | None]:
    """Reads from which place a card was moved, or to which, and the phase after that, if it may be `timed` there."""
    if role.name is not None:
        fail("misplaced-word", "a name cannot be given here", role.name.span)
    c = reader(scope, role.chain.atoms)
    noun = read_noun(c)
    phase = c.take_span() if timed else None
    c.finish()
    if not isinstance(noun.base, ir.ZoneOf):
        fail("wrong-type", f"a card is moved to a place, not to {says(noun.item)}", noun.span)
    return noun, phase


def happened_to(scope: Scope, me: ir.Expr, done: syntax.Passive, span: Span) -> ir.Expr:
    """Reads `that was built this turn`, `that was moved from your city this turn`. Returns the condition that it
    happened to this very thing."""
    events = events_of(scope, done)
    event = matched_event(events, (), me.type)
    if event is None:
        cannot_be(scope, events, Noun(me, syntax.place(done.participle)), syntax.joined(done.participle))
    if not done.roles:
        _kept(event, span)
    phase = only_span(scope, done.chain) if done.chain is not None else None
    past = ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, subject=me)
    for end in done.roles:
        place, phase = _place(scope, end, True)
        past = journeys.ends(scope, replace(past, span_of=phase), {end.prep.text: place})
    return past


def about_what(
    scope: Scope, events: list[Event], subject: syntax.NounPhrase, participle: str, places: Sequence[ir.ZoneOf]
) -> tuple[Event, ir.Expr | None]:
    """Finds the event that a question is about, and the thing it happened to: None if any will do. `places`: from which
    or to which cards were moved."""
    fixed = matched_event(events, exact(subject.chain.atoms), None)
    if fixed is not None and not subject.filters:
        return fixed, None
    noun = phrases.noun_phrase(scope, subject)
    uncounted(noun, "a question about the past cannot ask how many", "write `a`")
    event = counted(events, noun, participle, True)
    if event is not None:
        return event, None
    event = matched_event(events, (), noun.item)
    if event is None or event.object is None:
        cannot_be(scope, events, noun, participle)
    if not places:
        _kept(event, noun.span)
    there = {scope.vocabulary.zones[place.zone].holds for place in places}
    any_kind = event.object.sort != "card" or noun.item.name in (None, event.object.name, *there)
    if noun.all_of or (noun.many and noun.everything and not noun.conds and any_kind):
        return event, None
    if event.object.sort not in ("player", "card", "bearer", "enum"):
        fail(
            "wrong-number", "a question about the past cannot ask how many, or which", noun.span, "leave the number out"
        )
    return event, noun.set()


def _kept(event: Event, span: Span) -> None:
    """Refuses a question whether a card was moved that names no place."""
    if event.key == MOVED.key:
        help = "write `if a card was moved from …` or `to …`, or ask for the verb that moved it"
        fail("missing-word", "from which place was it moved, or to which?", span, help)


def counted(events: list[Event], noun: Noun, participle: str, past: bool = False) -> Event | None:
    """Returns the event that something is done to so many cards before it is known which (`draw 2 cards`), if these
    words are about it: `cards are drawn`, or of the `past` also `a card was drawn`. Returns None if they are about
    something else."""
    event = matched_event(events, (), noun.item) or next((e for e in events if _many(e)), None)
    if event is None or not _many(event) or noun.item.sort not in ("card", "number"):
        return None
    kind = event.object.name if event.object is not None else None
    said = noun.item.name if noun.item.sort == "card" else kind
    if said is not None and kind not in ("card", said):
        return None
    plain = noun.item.sort == "card" and noun.everything and not noun.conds and noun.count is None
    if not plain or not (noun.plural or past):
        word = plural(said or "card")
        message = f"nobody can ask which, or how many, {word} are `{participle}`"
        fail("wrong-type", message, noun.span, f"write `{word}` alone")
    return event


def _many(event: Event) -> bool:
    """Whether an event is about a number of cards."""
    return event.object is not None and event.object.sort == "number" and event.object.name is not None


def cannot_be(scope: Scope, events: list[Event], noun: Noun, participle: str) -> NoReturn:
    """Reports a thing to which no event with this participle happens."""
    single = next((e for e in events if e.words is not None and e.key == f"mark:{noun.item.name}"), None)
    if single is not None and noun.item.sort == "mark":
        fail("wrong-article", f"there is only one `{noun.item.name}`", noun.span, f"write `{_said(single)}`")
    if noun.item.sort == "amount":
        _no_amount(scope, noun, participle)
    what = [_said(e) for e in events]
    fail(
        "wrong-type",
        f"{says(noun.item)} cannot be `{participle}`",
        noun.span,
        "it can happen to " + ", ".join(dict.fromkeys(what)),
    )


def _said(event: Event) -> str:
    """Returns what an event happens to, in words."""
    return says(event.object) if event.object is not None else " ".join(event.words or ())


def _no_amount(scope: Scope, noun: Noun, participle: str) -> NoReturn:
    """Reports an amount that no card hears of in this word, with the words in which cards hear of it."""
    heard = [word for word, events in scope.vocabulary.events.items() if any(e.object == noun.item for e in events)]
    help = f"write what is done with it, by a verb of the game: {listed(heard)}" if heard else None
    fail("wrong-type", f"no card hears that {says(noun.item)} is `{participle}`", noun.span, help)


def events_of(scope: Scope, passive: syntax.Passive) -> list[Event]:
    """Returns the events that have this participle."""
    participle = syntax.joined(passive.participle)
    events = scope.vocabulary.events.get(participle)
    if not events:
        near = nearest(participle, scope.vocabulary.events)
        help = f"did you mean `{near}`?" if near else "write the word that a verb or a step has in parentheses"
        fail("unknown-word", f"nothing can be `{participle}`", syntax.place(passive.participle), help, near)
    return events


def only_span(scope: Scope, chain: syntax.Chain) -> str:
    """Reads `this turn`, and nothing else."""
    c = reader(scope, chain.atoms)
    phase = c.take_span()
    if phase is None:
        a = c.take()
        fail("misplaced-word", f"`{a.text}` does not belong here", a.span, "`this` and a phase should come here")
    c.finish()
    return phase
