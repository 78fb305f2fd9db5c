"""Read a line in the other ways in which a person may mean it, where its plain words are no answer.

Each reading is a line itself, and is tried like one. None of them guesses: the deed is one of the card's own, or it is
what is offered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..kernel.evaluate import frame
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine
from ..kernel.names import player_name
from ..kernel.program import Ability, Library
from ..kernel.state import State
from ..kernel.text import answer_texts
from .called import asks_what, is_called, means, of_the_game
from .possessive import by_its_owner
from .words import YES, Line, inside, normal, within

BEHIND = re.compile(r",?\s+(?:with|using|by|through|via|as)\s+(?:(?:the|my|his|her|their|your)\s+)?", re.IGNORECASE)
"""What stands before the card by which a deed is done."""
OWNER = re.compile(r"(?:\s+of\s+p\d{1,2})?\s*", re.IGNORECASE)


def all_readings(
    machine: Machine, state: State, player: int | None, line: Line, viewer: int | None
) -> Iterator[Line]:
    """Yield every other reading of a line, the likeliest first."""
    yield from of_its_player(Eyes(machine.lib, state, viewer), line)
    yield from of_the_asked(machine, state, player, line, viewer)


def of_the_asked(
    machine: Machine, state: State, player: int | None, line: Line, viewer: int | None
) -> Iterator[Line]:
    """Yield the readings of a line as an answer of the player who is asked: as what he is offered, or as what one of
    his own abilities does or asks."""
    if state.ask is not None and player in (None, state.ask.player) and viewer in (None, state.ask.player):
        yield from taken_up(machine.lib, state, line)
        yield from own_deed(machine, state, state.ask.player, line, viewer)


def by_its_doer(lib: Library, line: Line) -> Iterator[Line]:
    """Yield a line that says the deed first and the card that does it behind with this card before it: `CARD DEED`. The
    deed must be one of the card's own."""
    for m in BEHIND.finditer(line.text):
        deed, behind = line.text[: m.start()], line.text[m.end() :]
        title = next((t for t in _by_length(lib) if behind[: len(t)].lower() == t.lower()), None)
        owner = None if title is None else OWNER.fullmatch(behind[len(title) :])
        words = normal(deed)
        if title is None or owner is None or len(words) < 2:
            continue
        if _does(lib, title, words[0]):
            text = f"{title}{owner[0]} {deed}"
            yield Line(text, normal(text), line.seat)


def _does(lib: Library, title: str, word: str) -> bool:
    """Whether a word means one of a card's abilities, or is what another of its clauses is called."""
    if any(means(lib, lib.programs[a.program], word) for a in lib.abilities if lib.cards[a.card] == title):
        return True
    own = (p for p in lib.programs if p.clause and p.origin is not None and p.origin.card == title)
    return any(is_called(p, word) for p in own)


def _by_length(lib: Library) -> list[str]:
    return sorted(set(lib.cards), key=lambda title: (-len(title), title))


def of_its_player(eyes: Eyes, line: Line) -> Iterator[Line]:
    """Yield a line that says `of CARD` for the player whom this card makes who he is, with that player in its place, as
    far as the viewer knows him."""
    lib, text = eyes.lib, line.text
    for kind, base in () if lib.position is None else lib.position.dealt:
        for card in (card for card, of in enumerate(lib.card_kind) if of == kind):
            player = eyes.s.w[card] - base
            if 0 <= player < lib.max_players and eyes.sees_card(card):
                his = re.compile(rf"\bof (?:the )?{re.escape(lib.cards[card])}(?!['’\w])", re.IGNORECASE)
                text = his.sub(f"of {player_name(player)}", text)
                possessive = re.compile(rf"\b(?:the )?{re.escape(lib.cards[card])}['’]s?\s+(?=\S)", re.IGNORECASE)
                text = possessive.sub(f"{player_name(player)}'s ", text)
    if text != line.text:
        yield by_its_owner(lib, Line(text, normal(text), line.seat))


def own_deed(machine: Machine, state: State, who: int, line: Line, viewer: int | None) -> Iterator[Line]:
    """Yield a line whose first word is what one of the player's own abilities does or asks, with that ability in place
    of the word: `take CARD`, where it is asked which card to take."""
    if len(line.words) < 2:
        return
    lib, eyes = machine.lib, Eyes(machine.lib, state, viewer)
    for label in dict.fromkeys(a.label for a in lib.abilities if _his(eyes, a, who) and _means(lib, a, line)):
        yield Line(line.text, (*normal(label), *line.words[1:]), line.seat)


def _means(lib: Library, ability: Ability, line: Line) -> bool:
    word, title = line.words[0], normal(lib.cards[ability.card])
    return not title[0].startswith(word) and is_called(lib.programs[ability.program], word)


def _his(eyes: Eyes, ability: Ability, who: int) -> bool:
    """Whether a player is known to act for the card of an ability."""
    you = user(eyes, ability, who)
    return not unknown(you) and you == who


def user(eyes: Eyes, ability: Ability, who: int) -> object:
    """Return the player who may use an ability (-1: nobody), as far as the viewer knows it: `who`, if it is lent to
    him."""
    slots = frame(-1, max(ability.slots, 2), (who,))
    lent = None if ability.lent is None else eyes.value(ability.lent, slots)
    if lent is True:
        return who
    return -1 if ability.you is None else eyes.value(ability.you, slots)


def taken_up(lib: Library, state: State, line: Line) -> Iterator[Line]:
    """Yield `yes` for a line that names what is offered now, with or without its card, its player and its verb."""
    if state.ask is None:
        return
    own = f"p{state.ask.player + 1}"
    said = tuple(word for word in line.words if word != own)
    for text in answer_texts(lib, state).values():
        head, comma, offered = text.partition(", ")
        if comma and head == YES and said and within(said, normal(offered), True):
            yield Line(YES, (YES,), line.seat)


def of_nobody(machine: Machine, state: State, line: Line, viewer: int | None) -> str | None:
    """Say of which card an ability is that a line means, if there is one such card, and it is known that nobody has
    it; None if there is none, or if somebody may have one."""
    lib, eyes = machine.lib, Eyes(machine.lib, state, viewer)
    names_a_card = any(inside(normal(title), line.words[1:]) for title in set(lib.cards))
    titles: dict[bool, dict[str, bool]] = {True: {}, False: {}}
    for ability in lib.abilities if line.words and not of_the_game(lib, line.words[0]) else ():
        said = set(line.words) <= set(normal(ability.label))
        asks = names_a_card and asks_what(lib, lib.programs[ability.program]) is not None
        if _means(lib, ability, line) and (said or asks):
            whose, title = user(eyes, ability, -1), lib.cards[ability.card]
            there = titles[state.w[ability.card] >= 0]
            there[title] = there.get(title, True) and not unknown(whose) and whose == -1
    there = titles[True] or titles[False]
    if list(there.values()) != [True]:
        return None
    why = "and nobody has it" if titles[True] else "which is not in this game"
    return f"that is what {next(iter(there))} does, {why}"
