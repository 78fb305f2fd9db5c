"""Whatever is typed at any point of a game, an answer comes back soon, and the history stays whole."""

from __future__ import annotations

import time

import pytest

from moot.interpreter.play.words import normal
from moot.repl.dispatch import execute
from moot.repl.output import OK, REFUSED, UNKNOWN

from .hostile import Fingers, games
from .sessions import console, orchard

SLOWEST = 5.0  # seconds for one line


@pytest.mark.parametrize("which", range(5))
def test_any_line_gets_an_answer(which: int) -> None:
    typed = list(Fingers(list(games())[which], 1000 + which).type(120))
    assert max(t.seconds for t in typed) < SLOWEST, max(typed, key=lambda t: t.seconds)
    assert {OK, REFUSED, UNKNOWN} <= {t.status for t in typed}  # it is not all nonsense


@pytest.mark.parametrize(
    "line",
    ["undo {}", "redo {}", "goto {}", "log {}", "random {}", "step {}", "{}", "do {}", "p1 {}", "p{} earn", "as p{}"]
    + ["as {}", "state {}", "given {} players", "given p1 coin {}", "expect p1 coin {}", "why toll {}", "whynot {}"]
    + ["pass until p{}", "when p{} earns", "offered {}", "refused because {}", "branch {}", "help {}", "glossary {}"],
)
@pytest.mark.parametrize("number", ["9" * 5000, "٣" * 5000, "9" * 19, "9" * 18, "²", "-1", "1e9"])
def test_no_number_is_too_large_to_be_refused(line: str, number: str) -> None:
    prompt = orchard()
    key = prompt.session.state.key()
    out = execute(prompt, line.format(number))
    assert len(out.text) < 2000
    if len(number) >= 19:
        assert out.status == UNKNOWN and "is larger than any number here" in out.text
    if out.status != OK:
        assert prompt.session.state.key() == key


def test_a_line_too_long_is_not_read() -> None:
    out = execute(orchard(), "earn " * 3000)
    assert out.status == UNKNOWN and out.text == "this line has more than 10,000 letters"


@pytest.mark.parametrize("answer", ["earn 1 coin ", "p1 earn ", "rest a while, earn; ", "plant Plum plant Hedge "])
@pytest.mark.parametrize("times", [10, 50, 150, 800])
def test_a_line_of_many_answers_takes_no_longer_than_they_do(answer: str, times: int) -> None:
    prompt = orchard(3)
    began = time.process_time()
    out = execute(prompt, answer * times)
    assert time.process_time() - began < SLOWEST
    assert len(normal(answer)) * times <= 200 or "has more than 200 words" in out.text or "10,000 letters" in out.text


def test_what_never_comes_about_is_given_up_soon() -> None:
    prompt = console("--scenario first-game --players 5 --seed 7")
    typed = execute(prompt, "everyone passes until the scoring")
    assert typed.status == REFUSED and "has not happened after 1500 answers" in typed.text


def test_an_answer_nothing_comes_of_is_still_given() -> None:
    prompt = console("--scenario first-game --players 5 --seed 7")
    while "gather cards" not in prompt.session.legal():
        prompt.session.answer("1")
    here = prompt.session.here
    out = execute(prompt, "step gather cards")
    assert out.status == OK and out.text.startswith("nothing happens: p") and prompt.session.question() in out.text
    assert prompt.session.here != here and prompt.session.history.within is None
    assert "(after event" not in prompt.table()
    out = execute(prompt, "step")
    assert out.status == OK and out.text.startswith("that was all")
