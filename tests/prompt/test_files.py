"""Games in files are written whole or not at all, and replace nothing else; lines that nobody types reach only so
far."""

from __future__ import annotations

import errno
import io
import os
import sys
from pathlib import Path

import pytest

from moot.repl import cli, files, writing
from moot.repl.dispatch import execute
from moot.repl.output import OK, REFUSED

from .sessions import ROOT, orchard

SMALL = ("--set", str(ROOT / "tests/prompt/orchard"), "--players", "2")
posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such files")


def kept(folder: Path, name: str = "kept") -> Path:
    """A file with a game in it."""
    assert execute(orchard(), f"save {folder / name}").status == OK
    return folder / name


# ---- a person types ------------------------------------------------------------------------------------------------


def test_a_game_gives_way_to_another_and_that_is_said(tmp_path: Path) -> None:
    file = kept(tmp_path)
    console = orchard()
    execute(console, "earn")
    out = execute(console, f"save {file}")
    assert out.status == OK and "in place of the game that was in it" in out.text
    assert "p1: earn 1 coin" in file.read_text(encoding="utf-8") and [p.name for p in tmp_path.iterdir()] == ["kept"]


@pytest.mark.parametrize("text", ["", "# mine\n", "moot: 10\n", "\x00\x01"])
def test_nothing_else_ever_gives_way(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(text, encoding="utf-8")
    out = execute(orchard(), f"save {file}")
    assert out.status == REFUSED and "not a saved game" in out.text
    assert file.read_text(encoding="utf-8") == text


@posix
def test_nothing_but_an_ordinary_file_is_written_or_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for name in (tmp_path / "pipe", tmp_path / "link", tmp_path, "/dev/zero", "/dev/stdin"):
        for command in ("save", "load"):
            out = execute(orchard(), f"{command} {name}")
            assert out.status == REFUSED and "\n" not in out.text, out.text
        assert cli.main(["run", str(name), *SMALL]) == 2
        assert cli.main(["repl", "--load", str(name), *SMALL]) == 2
        assert cli.main(["repl", "--position", str(name), *SMALL]) == 2


def test_a_file_too_large_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as file:
        file.truncate(10**12 if sys.platform == "linux" else files.LARGEST + 1)
    assert "is larger than 4 MB" in execute(orchard(), f"load {tmp_path / 'large'}").text
    assert cli.main(["run", str(tmp_path / "large"), *SMALL]) == 2


def test_a_link_to_a_game_stays_one(tmp_path: Path) -> None:
    file = kept(tmp_path)
    (tmp_path / "link").symlink_to(file)
    console = orchard()
    execute(console, "earn")
    assert execute(console, f"save {tmp_path / 'link'}").status == OK
    assert (tmp_path / "link").is_symlink() and "p1: earn" in file.read_text(encoding="utf-8")


@pytest.mark.parametrize("step", ["fsync", "replace"])
@pytest.mark.parametrize("trouble", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_what_is_interrupted_leaves_everything_as_it_was(
    step: str, trouble: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = kept(tmp_path)
    before = file.read_bytes()

    def stop(*_: object) -> None:
        raise trouble

    monkeypatch.setattr(*((writing.os, "fsync") if step == "fsync" else (Path, "replace")), stop)
    console = orchard()
    execute(console, "earn")
    if isinstance(trouble, OSError):
        out = execute(console, f"save {file}")
        assert out.status == REFUSED and out.text.endswith("no space left on device")
    else:
        with pytest.raises(KeyboardInterrupt):
            execute(console, f"save {file}")
    assert file.read_bytes() == before and [p.name for p in tmp_path.iterdir()] == ["kept"]


@posix
def test_who_may_read_a_game_stays_so(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        file = kept(tmp_path)
        assert file.stat().st_mode & 0o777 == 0o640
        file.chmod(0o600)
        kept(tmp_path)
        assert file.stat().st_mode & 0o777 == 0o600
    finally:
        os.umask(before)


# ---- a script ------------------------------------------------------------------------------------------------------


def ran(folder: Path, script: str, *more: str) -> int:
    """A script of a stranger in its own folder, run from another one."""
    (folder / "theirs").mkdir(exist_ok=True)
    (folder / "mine").mkdir(exist_ok=True)
    (folder / "theirs" / "x.moot").write_text(script, encoding="utf-8")
    os.chdir(folder / "mine")
    return cli.main(["run", "../theirs/x.moot", *SMALL, *more])


def test_a_script_writes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("x", tmp_path / "x", "~/x", "../x", "../theirs/x"):
        assert ran(tmp_path, f"save {name}\n") == 1
        assert "a script may not write files: `--saves FOLDER`" in capsys.readouterr().out
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["mine", "theirs", "x.moot"]


def test_a_script_writes_where_it_is_allowed_and_nowhere_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "out").symlink_to(tmp_path)
    allowed = ("--saves", str(tmp_path / "games"))
    assert ran(tmp_path, "earn\nsave x\nundo\nload x\nexpect p1 coin 4\n", *allowed) == 0
    assert (tmp_path / "games" / "x").is_file()
    capsys.readouterr()
    for name in (tmp_path / "x", "../x", "../mine/x", "out/x"):
        assert ran(tmp_path, f"save {name}\n", *allowed) == 1
        assert "it lies outside" in capsys.readouterr().out
    assert not (tmp_path / "x").exists() and not (tmp_path / "mine" / "x").exists()
    assert cli.main(["run", "-", *SMALL, "--saves", "nowhere"]) == 2


def test_a_script_reads_only_what_lies_near(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ran(tmp_path, "")
    kept(tmp_path, "secret")
    kept(tmp_path / "mine")
    kept(tmp_path / "theirs", "other")
    (tmp_path / "theirs" / "link").symlink_to(tmp_path / "secret")
    capsys.readouterr()
    assert ran(tmp_path, "load kept\nload other\n") == 0
    for name in (tmp_path / "secret", "../secret", "link", "/etc/passwd"):
        assert ran(tmp_path, f"load {name}\n") == 1
        assert "a script reads only files in" in capsys.readouterr().out
    assert ran(tmp_path, "load nothing-there\n") == 1


def test_lines_from_a_pipe_are_a_script(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(f"save {tmp_path / 'x'}\n".encode())))
    assert cli.main(["repl", *SMALL]) == 0
    assert "a script may not write files" in capsys.readouterr().out and not (tmp_path / "x").exists()


# ---- names ----------------------------------------------------------------------------------------------------------

ODD = (
    "''", '""', "'a game'", '"a"', "-rf", "--help", "../kept", "games/../../kept", "games", "games/", "games/-x",
    ".", "..", "/", "~", ".hidden", "bell\a", "\x1b[31m", "a" * 300, "no/such/folder", "a\u202eb",
)  # fmt: skip


@pytest.mark.parametrize("command", ["save", "record", "export", "load"])
@pytest.mark.parametrize("name", ODD)
def test_an_odd_name_is_refused_in_plain_words(
    command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Alike for all that write and read; nothing is written, and nothing that cannot be seen is said."""
    (folder := tmp_path / "here").mkdir()
    (folder / "games").mkdir()
    monkeypatch.chdir(folder)
    if name == "games" and command == "record":
        name = "games/"  # the ending makes another name of it
    out = execute(orchard(), f"{command} {name}{'.html' if command == 'export' and not name.endswith('/') else ''}")
    if name == "games" and command == "export":
        assert out.status == OK
        return
    assert out.status == REFUSED and " cannot be " in out.text, out.text
    assert out.text.isprintable() and len(out.text) < 160 and "errno" not in out.text.lower()
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["games", "here"]
