"""Knows which card of a game puts a marker, and so from which card somebody is safe who cannot be marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from .. import ir
from ..checks.nodes import below
from ..words import with_article
from .words import Words

Form = Callable[[str], str]
NONE = "\0"  # nothing is to be said, and that is right


def marking_forms(words: Words) -> dict[str, Form]:
    """Returns the forms, by their names."""
    return {
        "marker_of": lambda mark: _marker_of(words, mark),
        "enough": lambda mark: _enough(words, mark),
        "marked_actor": lambda mark: words.actor("") if words.lies_on(mark, words.actor("")) else "",
        "names_actor": lambda title: words.actor("") if _names_actor(words, title.removeprefix("the ")) else "",
        "not_mine": lambda other: ", if its player is not you" if other else NONE,
        "taken_after": lambda mark: _taken_after(words, mark),
        "got_marked": lambda verb: words.marked(words.base(verb)),
        "struck_when": lambda mark: _struck_when(words, mark),
        "strikes": lambda verb: verb if words.object(verb) == with_article(words.actor("")) else "",
    }


def _marker_of(words: Words, mark: str) -> str:
    """Returns the card that puts a marker on what it chooses for all to see; nothing if several do, or none."""
    if mark not in words.vocabulary.markers:
        return ""
    found = [card for card in words.vocabulary.cards.values() if any(_puts(clause, mark) for clause in card.clauses)]
    chosen = [card.title for card in found if any(_chooses(clause, mark) for clause in card.clauses)]
    return chosen[0] if len(found) == len(chosen) == 1 else ""


def _puts(clause: ir.Clause, mark: str) -> bool:
    return any(_on(clause, mark))


def _on(clause: ir.Clause, mark: str) -> Iterator[ir.Expr]:
    return (n.on for n in below(clause) if isinstance(n, ir.Mark) and n.mark == mark and not n.off)


def _chooses(clause: ir.Clause, mark: str) -> bool:
    """Whether what gets a marker was chosen, and the others see what."""
    names = {on.name for on in _on(clause, mark) if isinstance(on, ir.Var)}
    return any(isinstance(n, ir.Choose) and n.name in names and not n.secret for n in below(clause))


def _enough(words: Words, mark: str) -> str:
    """Returns the card that puts a marker, if it is enough that it cannot target the player: the marker lies on
    players, or all that comes of it is that something is taken from them."""
    title = _marker_of(words, mark)
    return title if title and (not words.lies_on(mark, words.actor("")) or only_takes(words, title)) else ""


def only_takes(words: Words, title: str) -> bool:
    """Whether all that a card does to those whom it has marked is to take from their players."""
    taking = {head.key for head in words.vocabulary.by_word.get(words.taking(words.money("")), ())}
    done = [n for clause in words.vocabulary.cards[title].clauses for n in below(clause) if isinstance(n, ir.Stmt)]
    takes = [n for n in done if isinstance(n, ir.Do)]
    return bool(takes) and all(
        n.verb in taking if isinstance(n, ir.Do) else isinstance(n, ir.Choose | ir.Mark) for n in done
    )


def _struck_when(words: Words, mark: str) -> str:
    """Returns the mark with which a card begins to work whose turn it is, if only then something is taken from the
    player of one that was marked: before that, and if nobody has it, nothing has happened to a player."""
    kind = words.vocabulary.kinds.get(words.actor(""))
    works = kind.works if kind is not None else None
    taken = words.lies_on(mark, words.actor("")) and _enough(words, mark)
    return works.mark if isinstance(works, ir.Has) and taken else ""


def _names_actor(words: Words, title: str) -> bool:
    """Whether a card chooses other cards whose turn it is, to do something to them."""
    card = words.vocabulary.cards.get(title)
    nodes = [n for clause in card.clauses for n in below(clause) if isinstance(n, ir.Choose)] if card else []
    named = [n for n in nodes if not n.secret and n.of.type.name == words.actor("")]
    return bool(named) and not only_takes(words, title)


def _taken_after(words: Words, mark: str) -> str:
    """Returns what happens to a marked card just after its player was taken from, by its participle: the next step of
    its turn. There something was taken from him even where nothing was left to take."""
    card = words.vocabulary.cards.get(_marker_of(words, mark))
    if card is None or not words.lies_on(mark, words.actor("")) or not only_takes(words, card.title):
        return ""
    heard = {clause.moment.event for clause in card.clauses if clause.moment.kind == "after"}
    said = {word for word, events in words.vocabulary.events.items() if any(e.key in heard for e in events)}
    for phase in words.vocabulary.phases.values():
        steps = phase.steps if phase.param is not None and phase.param.type.name == words.actor("") else ()
        for step, later in pairwise(steps):
            if step.participle in said:
                return later.participle or ""
    return ""
