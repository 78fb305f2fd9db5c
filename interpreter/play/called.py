"""Say how what a card does is called, so that another word for it is told apart.

A question has a name (`which character to visit`), and so has every ability. Somebody at a table says them with the
thing (`visit p2`, `Doctor visits p2`): the words of the question, and the card that asks it, may stand before the
thing that answers. A card's title before a deed that is none of that card's means nothing, and is answered with the
names of what the card does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from ..kernel.program import Ask, Library, Opt, Program
from ..kernel.state import State
from .answer_words import SLOT, names_a_thing
from .finding import Why
from .words import Line, Options, Words, named, normal

MADE_UP = ("choose ", "what to do")
"""How a question begins that nobody gave a name."""
MOST = 6
"""Names of abilities and questions that are told."""


def lead(lib: Library, state: State, offered: Options) -> frozenset[str]:
    """Return the words that may stand before the thing that answers the pending question: those of its name, and the
    title of the card that asks. What is offered itself is none of them (`Keep` where one is asked what to keep)."""
    if state.ask is None:
        return frozenset()
    program = lib.programs[state.ask.program]
    ask: Ask = program.code[state.ask.pc].args[0]
    origins = [o for o in (program.origin, ask.origin, program.code[state.ask.pc].origin) if o is not None]
    titles = (word for o in origins for word in normal(o.card))
    return frozenset((*_about(ask), *titles)).difference(*(normal(text) for _, text in offered))


def is_thing(opt: Opt) -> bool:
    """Whether the answers of this group are only the names of things."""
    return opt.of is not None and opt.sort != "ability" and not normal(opt.label.replace("{}", " "))


def _about(ask: Ask) -> Words:
    return normal(SLOT.sub(" ", ask.about))


def meant(
    said: Words, options: Options, own: str, before: frozenset[str], things: Options, behind: Words = ()
) -> list[tuple[int, str]]:
    """Return the answers that these words mean. Before one of the `things`, words out of `before` may stand."""
    found = named(said, options, own, behind)
    for at in range(1, len(said)):
        if found or said[at - 1] not in before:
            break
        found = named(said[at:], things, own, behind)
    return found


def asks_for(lib: Library, typed: Words) -> bool:
    """Whether a line begins with the words of a question of some card, and then names a thing: it would answer that."""
    title = begun_by(lib, "", typed)
    deeds, things = _deeds(lib, typed if title is None else typed[len(normal(title)) :])
    if not deeds or not things:
        return False
    asked = (ask for p in (lib.programs if title is None else _clauses(lib, title)) for ask in _asks(p))
    return any(set(deeds) <= set(_about(ask)) for ask in asked)


def means(lib: Library, clause: Program, word: str) -> bool:
    """Whether the word behind a card's title means this clause of the card: the clause, or what it asks, is called so.
    Where no clause of the card is, its sentences may have the word."""
    if is_called(clause, word):
        return True
    others = any(_is_in(_called(p), word) for p in _clauses(lib, _card(clause)))
    return not others and _is_in(_written(clause), word)


def is_called(clause: Program, word: str) -> bool:
    """Whether a clause, or what it asks, is called by a word."""
    return _is_in(_called(clause), word)


def asks_what(lib: Library, clause: Program) -> Why | None:
    """Say what a clause asks first, and what may answer that; None if it asks nothing that has a name."""
    ask = next(_asks(clause), None)
    choice = None if ask is None else next((o.origin.text for o in ask.options if o.of is not None and o.origin), None)
    if ask is None or choice is None or ask.about.startswith(MADE_UP):
        return None
    return Why(f"{_card(clause)} asks {SLOT.sub('…', ask.about)}: {choice.rpartition(': ')[2]}", "called")


def _called(clause: Program) -> list[str]:
    return [clause.name, *(ask.about for ask in _asks(clause))]


def _written(clause: Program) -> list[str]:
    origins = (clause.origin, *(i.origin for i in clause.code))
    return list(dict.fromkeys(o.text for o in origins if o is not None))


def _is_in(texts: Iterable[str], word: str) -> bool:
    """Whether a word is one of these texts', or begins one (`rob` for `robbed`)."""
    words = (known for text in texts for known in normal(SLOT.sub(" ", text)))
    return any(known == word or len(word) > 1 and known.startswith(word) for known in words)


def misnamed(lib: Library, line: str, typed: Words) -> Why | None:
    """Return the reason that a line means nothing because it says of a card what this never does: with the names of
    what it does. None if the line does not."""
    title = begun_by(lib, line, typed)
    if title is None:
        return None
    deeds, _ = _deeds(lib, typed[len(normal(title)) :])
    clauses = list(_clauses(lib, title))
    known = [text for clause in clauses for text in (*_called(clause), *_written(clause))]
    if not deeds or _is_in(known, deeds[0]) or of_the_game(lib, deeds[0]):
        return None
    shown = next((w for w in line.split() if normal(w) == deeds[:1]), deeds[0]).strip(",;:.?!")
    each = dict.fromkeys(_name(lib, clause) for clause in clauses)
    names = tuple(name for name in each if not any(other.startswith(f"{name} (") for other in each))
    if not names:
        return Why(f"`{shown}`: {title} does nothing by itself, and asks nothing", "called")
    return Why(f"`{shown}` is not what {title} does; that is called", "called", saw=names[:MOST])


def deed_of(lib: Library, line: Line) -> Iterator[Program]:
    """Go through the clauses with a time of their own that a line means: behind the title of its card, or without it,
    where no answer of the game itself begins so, one of the words by which the clause is called."""
    title = begun_by(lib, line.text, line.words)
    rest = line.words[0 if title is None else len(normal(title)) :]
    if not rest or title is None and of_the_game(lib, rest[0]):
        return
    aside = {ability.program for ability in lib.abilities}
    timed = (p for p in lib.programs if p.clause and p.id not in aside and p.origin is not None)
    for clause in timed:
        deed = normal(clause.name.partition(": ")[2])
        if title == _card(clause) and means(lib, clause, rest[0]) or title is None and deed[:1] == rest[:1]:
            yield clause


def without_card(lib: Library, line: str, typed: Words) -> Why | None:
    """Return the reason that a line means nothing because a card's title stands before an answer of the game itself,
    which a player gives; None if it does not."""
    title = begun_by(lib, line, typed)
    rest = () if title is None else typed[len(normal(title)) :]
    if title is None or not rest or not of_the_game(lib, rest[0]) or line[len(title) :].lstrip().startswith(","):
        return None
    parts = line.split()
    said = next((s for at in range(1, len(parts)) if normal(s := " ".join(parts[at:])) == rest), " ".join(rest))
    return Why(f"this is what a player does, not {title}: `{said}`", "called")


def begun_by(lib: Library, line: str, typed: Words) -> str | None:
    """Return the longest title with which a line begins. A word that is written in small letters and only has the same
    root as a title is a verb, and no title."""
    first = line.split(maxsplit=1)[0] if line.split() else ""
    begun = (t for t in set(lib.cards) if typed[: len(normal(t))] == normal(t))
    return max((t for t in begun if not _is_verb(first, t)), key=lambda t: (len(normal(t)), t), default=None)


def _is_verb(first: str, title: str) -> bool:
    word = first.strip(",;:.?!'’")
    return word.islower() and normal(word) == normal(title)[:1] and word != title.split()[0].lower()


def _clauses(lib: Library, title: str) -> Iterator[Program]:
    """Go through the clauses of a card, and those of others that it has besides."""
    had = {ability.program for ability in lib.abilities if lib.cards[ability.card] == title}
    return (p for p in lib.programs if p.clause and (_card(p) == title or p.id in had))


def _name(lib: Library, clause: Program) -> str:
    """Return how a clause is called, with what it asks: `Doctor: visit a player (whom to visit)`."""
    called = str(next((ability.label for ability in lib.abilities if ability.program == clause.id), clause.name))
    asked = dict.fromkeys(SLOT.sub("…", ask.about) for ask in _asks(clause) if not ask.about.startswith(MADE_UP))
    return f"{called} ({'; '.join(asked)})" if asked else called


def _deeds(lib: Library, typed: Words) -> tuple[Words, Words]:
    """Cut a line before the first word that names a thing."""
    at = next((at for at, word in enumerate(typed) if names_a_thing(lib, word)), len(typed))
    return typed[:at], typed[at:]


def _card(clause: Program) -> str:
    return "" if clause.origin is None else clause.origin.card


def _asks(program: Program) -> Iterator[Ask]:
    return (i.args[0] for i in program.code if i.op == "ask")


def of_the_game(lib: Library, word: str) -> bool:
    """Whether a word begins an answer that no card offers, but the game itself."""
    own = (p for p in lib.programs if not p.clause)
    return any(normal(o.label)[:1] == (word,) for p in own for ask in _asks(p) for o in ask.options)
