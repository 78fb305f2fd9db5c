"""`docs/extending.md`: each change does what the page says, in a copy of the house, and is needed for it."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .fences import ROOT, change, fences, pattern

PAGE = "docs/extending.md"
HOUSE = ("dsl", "interpreter", "repl", "moot", "cards", "schemas", "docs", "tests", "pyproject.toml")
SECTIONS = list(dict.fromkeys(f.heading for f in fences(PAGE, "console")))
NAMED = {"moot": [sys.executable, "-m", "moot"], "python": [sys.executable]}


def copied(folder: Path) -> Path:
    """The parts of the house that a section works on, with what Python has made of them."""
    folder.mkdir()
    for name in HOUSE:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, symlinks=True)
        else:
            shutil.copy2(ROOT / name, folder / name)
    return folder


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The house without any change."""
    return copied(tmp_path_factory.mktemp("before") / "house")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a user for whom all commands run: what one keeps, the next finds."""
    return tmp_path_factory.mktemp("home")


def commands(heading: str) -> Iterator[tuple[str, str]]:
    """What a section types, and what it says comes of it."""
    for fence in fences(PAGE, "console"):
        if fence.heading == heading:
            for part in re.split(r"^\$ ", fence.text, flags=re.MULTILINE)[1:]:
                line, _, wanted = part.partition("\n")
                yield line, wanted


def typed(house: Path, home: Path, line: str) -> subprocess.CompletedProcess[str]:
    """Type a line in a copy of the house."""
    words = [" ".join(map(shlex.quote, NAMED[word])) if word in NAMED else word for word in line.split(" ")]
    kept = {name: str(home / name) for name in ("XDG_CACHE_HOME", "XDG_STATE_HOME")}
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MOOT"))}
    env |= {**kept, "PYTHONPATH": str(house)}
    return subprocess.run(
        " ".join(words), shell=True, cwd=house, env=env, capture_output=True, encoding="utf-8", check=False
    )


def comes(done: subprocess.CompletedProcess[str], wanted: str) -> bool:
    """Whether a command went well, and said what the page says."""
    return done.returncode == 0 and pattern(wanted).fullmatch(done.stdout.strip()) is not None


@pytest.mark.parametrize("heading", SECTIONS)
def test_extension(heading: str, before: Path, home: Path, tmp_path: Path) -> None:
    changes = [f for f in fences(PAGE) if f.heading == heading and f.about]
    steps = list(commands(heading))
    first, wanted = steps[0]
    assert not comes(typed(before, home, first), wanted), f"`{first}` says so without the change"

    house = copied(tmp_path / "house")
    for fence in changes:
        change(house, fence, PAGE)
    for line, wanted in steps:
        done = typed(house, home, line)
        assert comes(done, wanted), f"$ {line}\n{done.stdout}{done.stderr}"

    listed = set(re.findall(r"^\| `([^`]+)` \|", section(heading), re.MULTILINE))
    changed = {path for path in listed if not same(house / path, ROOT / path)}
    assert listed == changed >= {f.about for f in changes}, "the table names the files that change"


def section(heading: str) -> str:
    """The text below a heading."""
    return (ROOT / PAGE).read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]


def same(one: Path, other: Path) -> bool:
    """Whether two files have the same text; a file that is not there has none."""
    texts = [path.read_text(encoding="utf-8") if path.exists() else None for path in (one, other)]
    return texts[0] == texts[1]


def test_there_are_four() -> None:
    assert len(SECTIONS) == 4
