"""Hostile folders: whatever lies in one, loading ends soon, stays inside the folder, and says what is wrong."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.dsl.diagnostic import render
from moot.dsl.explain import explain
from moot.dsl.parser import grammar
from moot.dsl.source import Source
from moot.interpreter.sets import cache
from moot.interpreter.sets.card_set import CardSet, load

GAME = """\
game Small
  players 2

kind beast
  has size: number

table beast: name, size
  Fox, 1

phase game
  step only
    nothing
"""
SECRET = "beast Secret\n  size 3\n"
SOON = 20  # seconds, on a slow machine
LITTLE = 200_000_000  # bytes
BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join([f'*{chr(97 + i)}'] * 9)}]\n" for i in range(9)
)
IFS = "".join("  " * (i + 3) + "if you are you\n" for i in range(100))
DEEP = f"beast Deep\n  size 1\n  at the start of the game, you must\n    do\n{IFS}"
PARENTHESES = "beast Deep\n  size 1\n  always your size is " + "(" * 30000 + "1" + ")" * 30000 + "\n"
SENTENCE = "beast Long\n  size 1\n  always size of this is 1 "
HOSTILE: list[tuple[str, bytes, str]] = [
    ("big.card", b"beast Big\n" + b"#" * 10_000_000, "too-large"),
    ("binary.card", bytes(range(256)) * 20, "encoding"),
    ("nothing.card", b"\0" * 1000, "odd-character"),
    ("deep.card", DEEP.encode(), "too-deep"),
    ("parens.card", PARENTHESES.encode(), "too-long"),
    ("long.card", b"beast Long\n  size " + b"1 " * 100_000 + b"\n", ""),
    ("or-word.card", f"{SENTENCE}or {'longwordwithoutend' * 12} is\n".encode(), ""),
    ("or-words.card", f"{SENTENCE}or {'one two three four five ' * 60}may\n".encode(), ""),
    ("or-or.card", f"{SENTENCE}{'or more than that ' * 60}\n".encode(), ""),
    ("or-space.card", f"{SENTENCE}or{' ' * 4000}is\n".encode(), ""),
    ("wide.card", b"beast Wide\n  size 1, " + b"size 1, " * 20_000 + b"size 1\n", "too-long"),
    ("word.card", b"beast W" + b"x" * 200_000 + b"\n  size 1\n", "too-long"),
    ("number.card", b"beast Number\n  size " + b"9" * 100_000 + b"\n", "too-long"),
    ("copies.table", b"table beast: name, size, copies\n  Hen, 1, 9999\n", "bad-field"),
    ("many.card", b"beast !\n" * 20_000, "too-many"),
    ("quote.card", b'beast Q\n  source "' + b"a" * 200_000 + b"\n", "too-long"),
    ("tabs.card", b"\t" * 200_000, ""),
    ("lines.card", b"\n" * 250_000, ""),
    ("scenarios/bomb.yaml", BOMB.encode(), "yaml"),
    ("scenarios/deep.yaml", b"a: " + b"[" * 100_000, "yaml"),
    ("scenarios/binary.yaml", b"\xff\xfe\x00\x01" * 100, "encoding"),
    ("scenarios/tags.yaml", b"id: !!python/object/apply:os.system ['true']\n", "yaml"),
    ("scenarios/number.yaml", b"id: " + b"9" * 100_000 + b"\n", ""),
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv(cache.OFF, "1")
    grammar()  # its own time and memory are not the folder's
    inside = tmp_path / "cards" / "small"
    (inside / "scenarios").mkdir(parents=True)
    (inside / "small.game").write_text(GAME, encoding="utf-8")
    (inside / "set.yaml").write_text("id: small\nnames: {en: Small}\n", encoding="utf-8")
    (tmp_path / "secret.card").write_text(SECRET, encoding="utf-8")
    yield inside


def loaded(folder: Path) -> CardSet:
    """The set, read in reasonable time and space, and what is said of it fit to be shown."""
    tracemalloc.start()
    began = time.monotonic()
    try:
        found = load(folder)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert time.monotonic() - began < SOON
    assert peak < LITTLE
    assert all(explain(d.code) for d in found.diagnostics)
    shown = render(found.diagnostics, found.sources)
    assert len(shown) < 100_000 and "Traceback" not in shown
    return found


def test_the_folder_itself_is_good(folder: Path) -> None:
    assert not loaded(folder).diagnostics


@pytest.mark.parametrize(("name", "data", "code"), HOSTILE, ids=[name for name, _, _ in HOSTILE])
def test_a_hostile_file_gets_a_message(folder: Path, name: str, data: bytes, code: str) -> None:
    (folder / name).write_bytes(data)
    said = {d.code for d in loaded(folder).diagnostics if d.span.path.endswith(name)}
    assert code in said or not code
    assert said or not data.strip()


def test_many_files_of_nothing_but_lines(folder: Path) -> None:
    for i in range(30):
        (folder / f"lines-{i:02}.card").write_bytes(b"\n" * 250_000)
    assert "too-large" in {d.code for d in loaded(folder).diagnostics}


def test_where_a_line_stands_costs_little() -> None:
    """Even in a text that is nothing but lines; and nothing at all before it is asked for."""
    text = "\n" * 250_000
    tracemalloc.start()
    source = Source("x.card", text)
    assert tracemalloc.get_traced_memory()[1] < 10_000
    assert source.place(200_000) == (200_001, 1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4_000_000


def test_links_lead_nowhere(folder: Path) -> None:
    outside = folder.parents[1]
    (folder / "stolen.card").symlink_to(outside / "secret.card")
    (folder / "up").symlink_to(outside)
    (folder / "loop").symlink_to(folder)
    (folder / "self.card").symlink_to(folder / "self.card")
    (folder / "device.card").symlink_to("/dev/zero")
    (folder / "scenarios" / "far.yaml").symlink_to("/etc/hostname")
    os.mkfifo(folder / "pipe.card")
    found = loaded(folder)
    assert {d.code for d in found.diagnostics} == {"outside", "unreadable"}
    assert "Secret" not in found.titles
    assert all("secret" not in path for path in found.sources)


def test_many_files_and_folders(folder: Path) -> None:
    inner = folder
    for _ in range(40):
        inner = inner / "d"
        inner.mkdir()
    (inner / "deep.card").write_text("beast Deep\n  size 1\n", encoding="utf-8")
    assert {d.code for d in loaded(folder).diagnostics} == {"too-deep-folder"}
