"""Makes readable and stable words for questions and answers, without any of the machine's own numbers.

An answer's text is what a person types and what a saved game consists of. It depends only on what the answering player
can see and, for cards of one title, on what tells them apart. `telling` says what the others may hear of it.
"""

from __future__ import annotations

from .machine import option
from .names import apart, by_place, sees_card, thing, with_slots
from .program import Ask, Library
from .state import GROUP, State


def question_text(lib: Library, s: State) -> str:
    """Return what is asked: `which card to draw`."""
    if s.ask is None:
        return ""
    ask: Ask = lib.programs[s.ask.program].code[s.ask.pc].args[0]
    return with_slots(lib, s, ask.about, s.ask.player) or "what to do"


def answer_texts(lib: Library, s: State) -> dict[int, str]:
    """Return the text of every answer to the pending question; all texts differ. They are in the order in which they
    are offered, except for cards from zones that the player does not see: the order of those is nothing he may know."""
    if s.ask is None:
        return {}
    viewer = s.ask.player
    texts: dict[int, str] = {}
    cards = [option(lib, s.ask, a)[1] for a in s.ask.answers if option(lib, s.ask, a)[0].sort == "card"]
    names = apart(lib, s, list(dict.fromkeys(cards)), viewer)
    for answer in s.ask.answers:
        opt, value = option(lib, s.ask, answer)
        if opt.anywhere and value >= 0 and by_place(lib, s, value, viewer):
            name = lib.cards[value]  # a title is named
        else:
            name = names[value] if opt.sort == "card" else thing(lib, s, opt.sort, value, viewer)
        label = with_slots(lib, s, opt.label, viewer)
        texts[answer] = label.replace("{}", name) if "{}" in label or value == -1 else f"{label} {name}".strip()
    texts = _different(texts)
    unseen = {answer // GROUP for answer in texts if _unseen(lib, s, answer)}
    groups = dict.fromkeys(answer // GROUP for answer in texts)
    return {
        answer: text
        for group in groups
        for answer, text in sorted(
            ((a, t) for a, t in texts.items() if a // GROUP == group), key=lambda x: x[1] if group in unseen else ""
        )
    }


def _unseen(lib: Library, s: State, answer: int) -> bool:
    """Return whether an answer is a card whose place the player is not told; one that he knows by its place is not."""
    assert s.ask is not None
    opt, value = option(lib, s.ask, answer)
    named = opt.sort == "card" and value != -1 and not opt.anywhere
    return named and not (sees_card(lib, s, value, s.ask.player) or by_place(lib, s, value, s.ask.player))


def _different(texts: dict[int, str]) -> dict[int, str]:
    """Make the texts of different answers differ: a second `…` becomes `… (again)`."""
    seen: dict[str, int] = {}
    for answer, text in texts.items():
        seen[text] = seen.get(text, 0) + 1
        if seen[text] > 1:
            texts[answer] = f"{text} (the {('second', 'third', 'fourth')[min(seen[text], 4) - 2]} way)"
    return texts
