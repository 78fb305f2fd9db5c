"""Consoles for the tests, and the helper that runs a session written down in a document."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from functools import lru_cache
from pathlib import Path

from moot.interpreter.play.session import begin
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import NoGame, Wish
from moot.repl import transcript
from moot.repl.cli import repl as repl_
from moot.repl.console import Console

ROOT = Path(__file__).resolve().parents[2]
HERE = Path("tests/prompt")
ORCHARD = HERE / "orchard"
BLESS = "MOOT_BLESS"  # environment variable: write down what comes out instead of comparing it


@lru_cache(maxsize=4)
def card_set(folder: str) -> CardSet:
    """A set, by its folder from the root of the project: its paths are then the same everywhere."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return load(Path(folder))
    finally:
        os.chdir(before)


def orchard(players: int = 2, seed: int = 1) -> Console:
    """The small game at its first question."""
    session = begin(card_set(str(ORCHARD)), None, Wish(players=players, seed=seed))
    assert not isinstance(session, NoGame), session
    return Console(session)


def console(arguments: str) -> Console:
    """What `moot repl` with these arguments would begin with. Paths count from the root of the project."""
    parser = argparse.ArgumentParser(exit_on_error=False)
    repl_.arguments(parser)
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return repl_.console(parser.parse_args(shlex.split(arguments)))
    finally:
        os.chdir(before)


def unlined(text: str) -> str:
    """The text without the numbers of lines in files, which move with every word that is added above them."""
    return re.sub(r"(\.(?:card|game|table)):\d+", r"\1:…", text)


def differences(document: str) -> list[str]:
    """The sessions of a Markdown document that come out otherwise, each with what it is now. A session is a block
    fenced by ```` ```moot session ````: lines that begin with `> ` are typed, what follows is what comes of it; a line
    `…` stands for any lines. Behind `session` may stand arguments of `moot repl`."""
    found = []
    for block in transcript.blocks(document):
        now = transcript.normal(transcript.replay(console(block.arguments), block.text))
        if unlined(now) != unlined(transcript.normal(block.text)):
            found.append(f"line {block.line}: this session is now\n\n{now}")
    return found
