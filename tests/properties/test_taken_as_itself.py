"""Random games over the whole box: an answer that is typed as it is offered, or as a ruling writes it, is taken as
itself."""

from __future__ import annotations

import re
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.text import answer_texts
from moot.interpreter.play.answers import Miss, resolve
from moot.interpreter.play.words import Line
from moot.interpreter.sets.cast import NoGame, Wish
from moot.interpreter.sets.cast import resolve as cast_of
from tests.play.sets import card_set

ANSWERS = 120
"""The most answers of one game that are typed."""


def written(text: str, verbs: frozenset[str]) -> str:
    """An answer as a ruling writes it: `Warlord destroys a district in any city` for `Warlord: destroy …`."""
    title, colon, deed = text.rpartition(": ")
    first = re.match(r"[a-z]+", deed)
    if first is None or not (colon or first[0] in verbs):
        return text
    verb = first[0] + ("es" if first[0].endswith(("s", "x", "ch", "sh")) else "s")
    verb = re.sub(r"([^aeiou])ys$", r"\1ies", verb)
    return f"{title}{' ' if colon else ''}{verb}{deed[first.end() :]}"


@given(st.integers(2, 8), st.integers(1, 10_000))
@settings(deadline=None, max_examples=6)
def test_an_answer_is_taken_as_itself(players: int, seed: int) -> None:
    set_, chance = card_set("citadels"), Random(seed)
    lib = set_.library
    scenario = next(s for s in set_.scenarios if s.id == "random")
    cast = cast_of(set_, scenario, Wish(players=players, seed=seed))
    assert not isinstance(cast, NoGame) and lib is not None
    verbs = frozenset(words[0] for words in set_.words.verbs)
    machine, s = Machine(lib), new_game(lib, cast.players, seed, cast.cards)
    for _ in range(ANSWERS):
        if s.ask is None:
            break
        code, text = chance.choice(list(answer_texts(lib, s).items()))
        for line in (text, written(text, verbs)):
            found = resolve(machine, s, s.ask.player, Line.spoken(f"p{s.ask.player + 1} {line}"))
            assert not isinstance(found, Miss) and found[0].code == code, (line, text)
        machine.apply(s, code)
