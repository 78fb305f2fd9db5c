"""The commands that step, stop and watch, typed in any order: each gets an answer, and the tree stays whole."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import FAILED, OK, REFUSED, UNKNOWN
from moot.repl.toolbar import toolbar

from .sessions import console, orchard

STEPPING = (
    "step", "step back", "step window", "step 1", "next", "next back", "next answer", "finish", "finish back",
    "finish answer", "back", "back 3", "back to 2.1", "goto 1", "goto 3.2", "undo", "redo", "random 2", "1", "2",
    "pass", "until p2", "state", "log 1", "why", "tree", "as p2", "as nobody", "as p2 step", "break",
    "break delete 1", "watch",
)  # fmt: skip
ORCHARD = (
    "break on coin", "break on p1 coin at least 4", "break on Plum", "watch coin of each player", "until p2 coin 4",
    "when did coin of p1 change", "history garden of p2", "find p2 coin at least 4 within 2", "touches coin",
    "always p1 coin at least 1 within 2",
)  # fmt: skip
CITADELS = (
    "break on gold of p2", "break on window", "break on turn of King", "watch gold of each player",
    "until p3 gold at least 4", "when did gold of p1 change", "watch hand of p2", "find p1 gold 5 within 2",
)  # fmt: skip


@pytest.mark.parametrize("name", ["orchard", "citadels"])
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_whatever_is_typed_the_tree_stays_whole(name: str, data: st.DataObject) -> None:
    prompt = orchard() if name == "orchard" else console("--scenario first-game --players 5 --seed 7")
    lines = data.draw(
        st.lists(st.sampled_from((*STEPPING, *(ORCHARD if name == "orchard" else CITADELS))), max_size=16)
    )
    for line in lines:
        out = execute(prompt, line)
        assert out.status in (OK, REFUSED, FAILED, UNKNOWN) and isinstance(out.text, str), line
        assert toolbar(prompt)
        whole(prompt)


def whole(prompt: Console) -> None:
    """Each moment follows from its parent by what happened, and the shown place lies on the line of play."""
    history = prompt.session.history
    for number, moment in enumerate(history.moments):
        assert moment.id == number
        if moment.parent is not None:
            assert moment.parent < moment.id in history.children()[moment.parent]
            if moment.code is not None:
                then = history.at(moment, len(moment.events))
                assert (then.z, then.m) == (moment.state.z, moment.state.m)
    assert all(history.moments[child].parent == parent for parent, child in history.latest.items())
    assert history.within is None or 0 <= history.within <= len(history.now.events)


def test_while_stepping_the_toolbar_says_whose_answer_it_is() -> None:
    prompt = orchard()
    assert "p1 decides" in toolbar(prompt)
    execute(prompt, "step rest")
    assert "answer of p1, event 1 of" in toolbar(prompt) and "decides" not in toolbar(prompt)
    execute(prompt, "finish answer")
    assert "p2 decides" in toolbar(prompt)


def test_a_found_line_can_be_pasted() -> None:
    prompt = console("--scenario first-game --players 5 --seed 7")
    found = execute(prompt, "find p2 must answer within 6")
    assert found.status == OK
    assert execute(prompt, found.text).status == OK
    assert execute(prompt, "expect p2 must answer").status == OK


@pytest.mark.parametrize(
    "typed", ["until p3", "finish", "pass", "everyone passes until p3's turn", "p3 gold at least 4"]
)
def test_whatever_plays_on_says_what_it_decided(typed: str) -> None:
    """For everybody who could have answered otherwise: each answer that was given on the way, and no other."""
    prompt = console("--scenario first-game --players 5 --seed 7")
    execute(prompt, "given 5 players; p1 is Witch; p2 is Thief; p3 is Warlord; p1 acts")
    told = execute(prompt, f"until {typed}" if "gold" in typed else typed).text.partition("\n\n")[0].splitlines()
    history = prompt.session.history
    asked = [(m, before.ask) for m in history.path()[1:] if (before := history.before(m)) is not None]
    lines = [m.line for m, ask in asked if ask is not None and len(ask.answers) > 1]
    assert told[0] == "decided for the players:" and len(told) == len(lines) + 1 <= 21
    assert all(row.startswith(f"  {line} (") for row, line in zip(told[1:], lines, strict=True))
    if typed == "until p3":
        assert "  p1: Architect (which character to bewitch: the first of 7)" in told
        assert "  p2: end the turn (declines `Thief: mark another character as robbed` and 2 more)" in told


def test_of_what_others_decide_a_player_is_told_what_he_hears() -> None:
    prompt = console("--scenario first-game --players 5 --seed 7")
    execute(prompt, "given 5 players; p1 is Witch; p2 is Thief; p3 is Warlord; p1 acts")
    execute(prompt, "as p2")
    told = execute(prompt, "until p3").text
    assert "  p1: gather gold\n" in told and "p1: gather gold (" not in told and "the first of 3" in told
