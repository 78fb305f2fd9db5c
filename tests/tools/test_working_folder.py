"""What lies in the working folder is text to read: none of it is run, and no file of anybody else is overwritten."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from moot.interpreter.sets import cache
from moot.repl import cli

ROOT = Path(__file__).resolve().parents[2]
KUHN = ROOT / "cards" / "kuhn-poker"
TOUCH = "import pathlib\npathlib.Path({!r}).write_text('run')\n"


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A working folder full of what a program might import; `run` beside it is there as soon as anything is."""
    here = tmp_path / "here"
    shutil.copytree(KUHN, here / "cards" / "kuhn-poker")
    code = TOUCH.format(str(tmp_path / "run"))
    for name in ("repl", "dsl", "interpreter", "multiprocessing", "lark", "yaml", "platformdirs"):
        (here / name).mkdir()
        (here / name / "__init__.py").write_text(code, encoding="utf-8")
        (here / name / "cli.py").write_text(code, encoding="utf-8")
    for name in ("moot", "json", "re", "hashlib", "signal", "sitecustomize", "usercustomize", "__main__"):
        (here / f"{name}.py").write_text(code, encoding="utf-8")
    return here


def entry(folder: Path, before: str = "") -> list[str]:
    """The command as pip installs it: a script in a folder of its own."""
    script = folder / "entry.py"
    script.write_text(f"import sys\n{before}\nfrom repl.cli import main\n", encoding="utf-8")
    with script.open("a", encoding="utf-8") as file:
        file.write("if __name__ == '__main__':\n    sys.exit(main())\n")
    return [sys.executable, str(script)]


BEGUN = "import multiprocessing\nif __name__ == '__main__': multiprocessing.set_start_method('spawn')\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["check"],
        ["test"],
        ["test", "--mutate", "--sample", "2", "--jobs", "2"],
        ["simulate", "--games", "2"],
        ["bench", "--seconds", "0.01", "--set", str(KUHN)],
    ],
    ids=" ".join,
)
def test_nothing_in_the_working_folder_is_imported(trap: Path, tmp_path: Path, arguments: list[str]) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")} | {cache.OFF: "1"}
    done = subprocess.run(
        [*entry(tmp_path, BEGUN), *arguments], cwd=trap, env=environment, capture_output=True, text=True, timeout=300,
        check=False,
    )  # fmt: skip
    assert not (tmp_path / "run").exists(), done.stderr
    assert done.returncode in ((0, 1) if "--mutate" in arguments else (0,)), done.stderr


def test_what_cannot_be_measured_is_no_figure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A process that ends at once because something is wrong would be a very fast one."""
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\necho no such thing >&2\nexit 3\n", encoding="utf-8")
    failing.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(failing))
    assert cli.main(["bench", "--set", str(KUHN)]) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "moot: `moot check` cannot be measured: no such thing\n")


def test_ctrl_c_ends_many_processes_without_a_word(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "cards" / "citadels", tmp_path / "cards" / "citadels")
    begun = subprocess.Popen(
        [*entry(tmp_path), "test", "--mutate", "--jobs", "2"], cwd=tmp_path, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip
    try:
        time.sleep(4)
        os.killpg(begun.pid, signal.SIGINT)  # as a terminal does: everybody gets it
        out, err = begun.communicate(timeout=30)
    finally:
        if begun.poll() is None:
            os.killpg(begun.pid, signal.SIGKILL)
    assert begun.returncode == 130
    assert out == ""
    assert "Traceback" not in err and len(err.splitlines()) <= 1


# ---- `moot sources` -------------------------------------------------------------------------------------------------

LIST = "Book\n1: 1\n"


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set with a list of what can be cited."""
    folder = tmp_path / "cards" / "kuhn-poker"
    shutil.copytree(KUHN, folder)
    (folder / "rulings").mkdir(exist_ok=True)
    (folder / "rulings" / "references.txt").write_text(LIST, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sources(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    code = cli.main(["sources", *arguments])
    return code, capsys.readouterr().err


def test_sources_says_when_it_cannot_write(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, err = sources(capsys)
    assert code == 2
    assert err.splitlines()[-1] == "moot: `docs/references.md` cannot be written: no such file or directory"
    for out in ("/proc/x", "a" * 300, "x\0y", "cards", "/dev/zero"):
        code, err = sources(capsys, "--out", out)
        assert code == 2
        assert "Traceback" not in err
        assert err.splitlines()[-1].startswith(f"moot: `{out[0]}")


def test_sources_writes_over_its_own_page_only(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (listed / "docs").mkdir()
    page = listed / "docs" / "references.md"
    page.write_text("# Ours\n", encoding="utf-8")
    for arguments in ([], ["--check"], ["--out", "cards/kuhn-poker/kuhn-poker.game"]):
        code, err = sources(capsys, *arguments)
        assert code == 2
        assert "is not this set's page; give another file with `--out`" in err
    assert page.read_text(encoding="utf-8") == "# Ours\n"
    page.unlink()
    assert sources(capsys)[0] != 2
    assert page.read_text(encoding="utf-8").startswith("# What the rulings rest on")
    assert sources(capsys)[0] != 2
    code, err = sources(capsys, "--set", str(ROOT / "cards" / "citadels"))
    assert (code, err) == (2, "moot: `docs/references.md` is not this set's page; give another file with `--out`\n")


def test_sources_reads_nothing_outside_the_set(listed: Path, capsys: pytest.CaptureFixture[str]) -> None:
    secret = listed / "secret.txt"
    secret.write_text("root:x:0\n", encoding="utf-8")
    path = listed / "cards" / "kuhn-poker" / "rulings" / "references.txt"
    path.unlink()
    path.symlink_to(secret)
    code, err = sources(capsys)
    assert code == 2
    assert "root" not in err
    assert "this is a link out of the folder" in err


def test_sources_speaks_of_no_set_that_nobody_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "docs").mkdir()
    monkeypatch.chdir(tmp_path)
    assert sources(capsys)[0] == 2
    assert not list((tmp_path / "docs").iterdir())
