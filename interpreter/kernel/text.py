"""Readable and stable words for questions and answers. No number in them is the machine's own.

An answer's text is what a person types and what a saved game consists of: it depends only on what the answering player
can see and, for cards of one title, on what tells them apart. What others may be told of it says `telling`.
"""

from __future__ import annotations

from .machine import option
from .names import apart, thing, with_slots
from .program import Ask, Library
from .state import State


def question_text(lib: Library, s: State) -> str:
    """What is asked: `which card to draw`."""
    if s.ask is None:
        return ""
    ask: Ask = lib.programs[s.ask.program].code[s.ask.pc].args[0]
    return with_slots(lib, s, ask.about, s.ask.player) or "what to do"


def answer_texts(lib: Library, s: State) -> dict[int, str]:
    """The text of every answer to the pending question, all different."""
    if s.ask is None:
        return {}
    viewer = s.ask.player
    texts: dict[int, str] = {}
    cards = [option(lib, s.ask, a)[1] for a in s.ask.answers if option(lib, s.ask, a)[0].sort == "card"]
    names = apart(lib, s, list(dict.fromkeys(cards)), viewer)
    for answer in s.ask.answers:
        opt, value = option(lib, s.ask, answer)
        name = names[value] if opt.sort == "card" else thing(lib, s, opt.sort, value, viewer)
        label = with_slots(lib, s, opt.label, viewer)
        texts[answer] = label.replace("{}", name) if "{}" in label or value == -1 else f"{label} {name}".strip()
    return _different(texts)


def _different(texts: dict[int, str]) -> dict[int, str]:
    """Answers whose words are the same although they lead elsewhere: `…`, `… (again)`: never two alike."""
    seen: dict[str, int] = {}
    for answer, text in texts.items():
        seen[text] = seen.get(text, 0) + 1
        if seen[text] > 1:
            texts[answer] = f"{text} (the {('second', 'third', 'fourth')[min(seen[text], 4) - 2]} way)"
    return texts


def answer_text(lib: Library, s: State, answer: int) -> str:
    """The text of one answer to the pending question."""
    return answer_texts(lib, s)[answer]
