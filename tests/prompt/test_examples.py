"""What the help of the prompt and of the command gives as an example can be typed: it is understood, and what it names
is there."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.interpreter.sets.law import Unchosen
from moot.repl import commands
from moot.repl.dispatch import execute
from moot.repl.output import UNKNOWN
from tests.play.sets import card_set

from .sessions import ROOT, console

TOLD = re.compile(r"`([^`]+)`")
HOLE = re.compile(r"\b[A-Z]{2,}\b|\.\.\.|…")
"""What stands for words of the reader's own."""


def whole(line: str) -> bool:
    """Whether a line is more than the name of a command that wants something behind it."""
    words = re.sub(r"^as p\d ", "", line).split()
    command = commands.named(words[0])
    lone = len(words) == 1 and (command is None or not command.arguments or command.arguments.startswith("["))
    return lone and words[0] != line or len(words) > 1 and not line.endswith((" until", " because"))


def examples() -> Iterator[tuple[str, str]]:
    """The lines in the texts of `help` that begin with a command and leave nothing open."""
    for path in sorted((ROOT / "repl/commands").glob("*.py")):
        text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
        for line in dict.fromkeys(" ".join(m.split()) for m in TOLD.findall(text)):
            if commands.named(line.split()[0]) is not None and whole(line) and not HOLE.search(line):
                yield path.stem, line


@pytest.mark.parametrize(("command", "line"), sorted(set(examples())))
def test_an_example_in_a_help_text_is_understood(
    command: str, line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    prompt = console("--scenario first-game --players 5 --seed 7")
    for before in ("random 14", "branch before", "break on turn", "break on window", "watch gold of p1", "watch ask"):
        execute(prompt, before)
    out = execute(prompt, line)
    assert out.status != UNKNOWN, out.text


def test_the_house_rules_that_help_texts_name_are_there() -> None:
    law, named = card_set("citadels").law, []
    for path in sorted((ROOT / "repl").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        said = re.findall(r"`(?:moot )?(?:house|replay under|diff) ([^`]+)`", text)
        said += re.findall(r"house rules, with commas between them: `([^`]+)`", text)
        for rules in (one.strip('"') for one in said if not HOLE.search(one) and "{" not in one):
            for part in rules.replace('" "', '", "').replace('"', "").split(", "):
                name, _, setting = part.replace("=", " ").partition(" ")
                if not name.isdigit() and name in law.rules or "-" in name:
                    named.append(name)
                    assert not isinstance(law.chosen([f"{name} {setting}".strip()], None), Unchosen), part
    assert len(set(named)) > 2
