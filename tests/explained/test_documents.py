"""Explanations as documents: a position, what is played, a question, and the whole answer. MOOT_UPDATE=1 writes the
answers anew: read what has changed before you keep it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import OK
from tests.prompt.sessions import console

HERE = Path(__file__).parent
UPDATE = "MOOT_UPDATE"
DOCUMENTS = sorted(path.stem for path in HERE.glob("*.txt"))
ASKS, INDENT = "  ? ", "    "


def blocks(text: str) -> Iterator[tuple[str, list[str]]]:
    """The title of each block, and its lines: what is typed, without the answers."""
    for block in text.split("\n\n"):
        title, *lines = block.rstrip("\n").split("\n")
        if not title.startswith("#"):
            yield title, [line for line in lines if not line.startswith(INDENT)]


def played(lines: list[str]) -> list[str]:
    """The same lines with the answers to the questions."""
    prompt: Console = console("")
    told = []
    for line in lines:
        told.append(line)
        out = execute(prompt, line.removeprefix(ASKS).strip())
        if line.startswith(ASKS):
            told += [f"{INDENT}{said}".rstrip() for said in out.text.split("\n")]
        else:
            assert out.status == OK, f"{line}\n{out.text}"
    return told


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_explained(name: str) -> None:
    path = HERE / f"{name}.txt"
    text = path.read_text(encoding="utf-8")
    about = text.split("\n\n", 1)[0]
    now = "\n\n".join([about, *("\n".join([title, *played(lines)]) for title, lines in blocks(text))]) + "\n"
    if os.environ.get(UPDATE):
        path.write_text(now, encoding="utf-8")
    assert now == text


def test_nothing_is_explained_in_the_words_of_a_program() -> None:
    for name in DOCUMENTS:
        answers = [line for line in (HERE / f"{name}.txt").read_text(encoding="utf-8").split("\n") if INDENT in line]
        for line in answers:
            assert not any(word in line for word in (": True", ": False", "None", "option ", " is 0 ")), line
