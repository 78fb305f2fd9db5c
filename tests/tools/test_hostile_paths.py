"""Whatever a file is called and whoever may read it, every command says what is wrong, and never ends in a
traceback."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from moot.interpreter.sets import cache
from moot.repl import cli

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
HEN = "beast Hen\n  size 1\n"
LONG = "a" * 300
DEEP = 1500
Said = tuple[int, str, str]


@pytest.fixture(autouse=True)
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set in the folder `cards/small` of a working folder."""
    folder = tmp_path / "cards" / "small"
    (folder / "inner").mkdir(parents=True)
    (folder / "small.game").write_text(GAME, encoding="utf-8")
    (folder / "hen.card").write_text(HEN, encoding="utf-8")
    monkeypatch.setenv(cache.OFF, "1")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.fixture
def moot(capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Carries out a command: exit code, output, what went to standard error."""

    def run(*arguments: str) -> Said:
        try:
            code = cli.main(arguments)
        except SystemExit as stop:  # argparse
            code = int(stop.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err and "fault in Moot" not in err, err
        return code, out, err

    return run


COMMANDS = [["check"], ["test"], ["fmt"], ["fmt", "--check"], ["show", "hen", "--set"], ["simulate", "--set"]]


def link(target: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(target)


def empty(path: Path) -> None:
    path.write_text(HEN, encoding="utf-8")


NAMES: list[tuple[bytes, Callable[[Path], None], str | None]] = [
    (b"evil", link(LONG), None),
    (b"evil.card", link(LONG), "unreadable"),
    (b"set.yaml", link(LONG), "unreadable"),
    (b"deep", link("d/" * 1500), None),
    (b"loop", link("loop"), None),
    (b"loop.card", link("loop.card"), "unreadable"),
    (b"gone.card", link("nowhere"), "unreadable"),
    (b"bad\xff.card", empty, "unreadable"),
    (b"bad\xff", Path.mkdir, "unreadable"),
    (b"new\nline.card", empty, "unreadable"),
    (b"escape\x1b[31m.card", empty, "unreadable"),
    (b"\xe2\x80\xaeturned.card", empty, "unreadable"),
    (b"pipe.card", os.mkfifo, "unreadable"),
    (b"pipe", os.mkfifo, None),
    (b"zero.card", link("/dev/zero"), "outside"),
]


@pytest.mark.parametrize(("name", "make", "code"), NAMES, ids=[ascii(name) for name, _, _ in NAMES])
def test_odd_names_in_a_set(
    moot: Callable[..., Said], small: Path, name: bytes, make: Callable[[Path], None], code: str | None
) -> None:
    for folder in (small, small.parent, small / "inner"):
        try:
            make(folder / os.fsdecode(name))
        except OSError as trouble:
            pytest.skip(f"no such file here: {trouble}")
    for command in COMMANDS:
        moot(*command, "cards/small")
        moot(*(command if command[-1] != "--set" else command[:-1]))
    _, out, _ = moot("check", "cards/small", "--format", "json")
    found = [d for d in json.loads(out)["diagnostics"] if d["path"].endswith(os.fsdecode(name))]
    assert {d["code"] for d in found} == ({code} if code else set())


NOWHERE = [LONG, f"cards/{LONG}", f"{LONG}/x.card", "d/" * 3000, "a\0b", "loop", "\udcff"]


@pytest.mark.parametrize("path", NOWHERE, ids=lambda path: ascii(path)[:20])
@pytest.mark.parametrize("command", [*COMMANDS, ["bench", "--set"], ["sources", "--set"]], ids=" ".join)
def test_paths_that_lead_nowhere(moot: Callable[..., Said], tmp_path: Path, command: list[str], path: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    code, _, err = moot(*command, path)
    assert code == 2
    assert err.startswith("moot: ")


NOTHING = [["explain", LONG], ["show", LONG], ["simulate", "--scenario", LONG]]


@pytest.mark.parametrize("arguments", NOTHING, ids=" ".join)
def test_names_that_nothing_has(moot: Callable[..., Said], arguments: list[str]) -> None:
    assert moot(*arguments)[0] == 2


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_working_folder_that_is_gone(
    moot: Callable[..., Said], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    try:
        for path in (".", "x", "..", str(tmp_path / "cards")):
            code, _, err = moot(*command, path)
            assert (code, err) == (2, "moot: the current folder no longer exists\n")
    finally:
        os.chdir(tmp_path)


def test_folders_inside_each_other(moot: Callable[..., Said], small: Path) -> None:
    before = Path.cwd()
    try:
        os.chdir(small)
        for _ in range(DEEP):
            Path("d").mkdir()
            os.chdir("d")
        os.chdir(before)
        for command in COMMANDS:
            code, out, err = moot(*command, "cards/small")
            assert code in (0, 1, 2)
            assert "more than 8 folders inside each other" in out + err or "show" in command
        assert "  --> cards/small/d/d/d" in moot("check", "cards/small")[1]
    finally:  # who clears up after tests could not remove it
        os.chdir(small)
        for _ in range(DEEP):
            os.chdir("d")
        for _ in range(DEEP):
            os.chdir("..")
            Path("d").rmdir()
        os.chdir(before)


# ---- what one may not read or write ---------------------------------------------------------------------------------


@pytest.fixture
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The set in the hands of somebody who is not above permissions."""
    if os.geteuid():
        yield Path("cards/small")
        return
    with tempfile.TemporaryDirectory() as folder:  # that of pytest is closed to others
        shutil.copytree(tmp_path / "cards", Path(folder, "cards"))
        for path in (Path(folder), *Path(folder).rglob("*")):
            os.chown(path, 65534, 65534)
        monkeypatch.chdir(folder)
        os.seteuid(65534)
        try:
            yield Path("cards/small")
        finally:
            os.seteuid(0)
            os.chdir(tmp_path)


@pytest.mark.parametrize("mode", [0o000, 0o444, 0o111])
@pytest.mark.parametrize("locked", ["cards/small/hen.card", "cards/small/inner", "cards/small", "cards"])
def test_what_cannot_be_read(moot: Callable[..., Said], nobody: Path, locked: str, mode: int) -> None:
    (nobody / "inner" / "owl.card").write_text("beast Owl\n  size 1\n", encoding="utf-8")
    Path(locked).chmod(mode)
    try:
        for command in COMMANDS:
            for path in ("cards", "cards/small", "cards/small/hen.card", "cards/small/inner/owl.card"):
                code, out, err = moot(*command, path)
                assert code in (0, 1, 2)
                if command == ["check"] and path == "cards" and (mode == 0 or locked != "cards/small/hen.card"):
                    assert code
                    assert "permission denied" in out + err or "card set" in err
    finally:
        Path(locked).chmod(0o755)


def test_fmt_leaves_nothing_behind_where_it_may_not_write(moot: Callable[..., Said], nobody: Path) -> None:
    (nobody / "hen.card").write_text("beast   Hen\n  size 1\n", encoding="utf-8")
    nobody.chmod(0o555)
    try:
        code, _, err = moot("fmt", "cards")
        assert (code, err) == (2, "moot: cards/small/hen.card cannot be written: permission denied\n")
    finally:
        nobody.chmod(0o755)
    assert sorted(p.name for p in nobody.iterdir()) == ["hen.card", "inner", "small.game"]


def test_fmt_leaves_nothing_behind_when_it_is_cut_short(
    moot: Callable[..., Said], small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / "hen.card").write_text("beast   Hen\n  size 1\n", encoding="utf-8")
    for trouble in (OSError(28, "No space left on device"), KeyboardInterrupt()):

        def fail(self: Path, target: Path, trouble: BaseException = trouble) -> Path:
            raise trouble

        monkeypatch.setattr(Path, "replace", fail)
        code, _, _ = moot("fmt", "cards")
        assert code == (2 if isinstance(trouble, OSError) else 130)
        assert sorted(p.name for p in small.iterdir()) == ["hen.card", "inner", "small.game"]
        assert (small / "hen.card").read_text(encoding="utf-8").startswith("beast   Hen")
