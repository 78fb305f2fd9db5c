"""Everything printed is plain text: it moves no cursor, turns no line around, and is no command to a program that logs
it."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from moot.dsl.hidden import HIDDEN, in_a_line
from moot.repl import cli
from moot.repl.printed import Printed, encodable, harmless

ROOT = Path(__file__).resolve().parents[2]
GAME = """\
game Small
  players 2

kind beast
  has size: number

beast Hen
  size 1

phase game
"""

HOSTILE = st.text(
    st.one_of(
        st.sampled_from(["\x1b", "\x9b", "\x07", "\x7f", "\u202e", "\u2066", "\u2028", "\x85", "\r", "\n", "\u200b"]),
        st.sampled_from([":", "#", "[", " ", "\u3000", "'", '"', "\\"]),
        st.characters(exclude_categories=["Cs"]),
    ),
    min_size=1,
    max_size=12,
)
PARTS = st.lists(
    st.one_of(HOSTILE, st.sampled_from(["::error::x", "##[error]", "##vso[task]", "##teamcity[x]", "\n", "##", "::"])),
    max_size=8,
)
COMMANDS = re.compile(r"^\s*::|##\[|##vso\[|##teamcity\[", re.MULTILINE)


def assert_harmless(text: str) -> None:
    assert HIDDEN.search(text) is None, repr(text)
    assert COMMANDS.search(text) is None, repr(text)


@given(PARTS)
def test_no_text_is_more_than_text_however_it_is_cut(parts: list[str]) -> None:
    screen = io.StringIO(newline="")
    door = Printed(screen)
    for part in parts:
        door.write(part)
    assert_harmless(screen.getvalue())


@given(HOSTILE)
def test_what_is_harmless_stays_as_it_is(text: str) -> None:
    once = harmless(text)
    assert harmless(once) == once
    if HIDDEN.search(text) is None and COMMANDS.search(text) is None:
        assert once == text


@given(st.recursive(HOSTILE, lambda inner: st.lists(inner, max_size=3), max_leaves=6))
def test_json_stays_the_same_json(value: object) -> None:
    text = json.dumps({"names": value}, ensure_ascii=False)
    assert json.loads(harmless(text)) == json.loads(encodable(harmless(text), "ascii")) == {"names": value}


@given(HOSTILE)
def test_a_name_stays_on_its_line(text: str) -> None:
    assert len(in_a_line(text).splitlines()) == 1


# ---- files of a stranger -------------------------------------------------------------------------------------------

YAML = "id: small\nnames: {en: %s}\n"
SCENARIO = "id: first\nnames: {en: %s}\nplayers: [2]\ncards: [Hen]\n"
RULING = 'ruling R1 "%s"\n  source "%s"\n  given 2 players\n'
QUESTIONS = (
    ("check", "."), ("test", "."), ("fmt", "--check", "."), ("fmt", "--diff", "."), ("show", "hen", "--set", "."),
    ("glossary", "--set", "."), ("house", "--set", "."), ("test", ".", "--format", "json"), ("check", "none"),
)  # fmt: skip


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=HOSTILE, which=st.integers(0, 5), command=st.sampled_from(QUESTIONS))
def test_no_set_speaks_to_the_terminal(
    name: str, which: int, command: tuple[str, ...], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Hostile text as the name of a set, of a scenario, of a file, in a source, in a comment, in a ruling."""
    folder = tmp_path_factory.mktemp("small")
    (folder / "small.game").write_text(GAME, encoding="utf-8")
    texts = {
        0: ("set.yaml", YAML % json.dumps(name)),
        1: ("scenarios/first.yaml", SCENARIO % json.dumps(name)),
        2: (f"{name.replace('/', '').replace(chr(0), '')[:40]}.card", "beast Owl\n"),
        3: ("owl.card", f'beast Owl\n  source "{name}"\n  size 1\n# {name}\n'),
        4: ("owl.card", f"beast Owl\n  size 1 # {name}\n\n# {name}\n"),
        5: ("rulings/one.ruling", RULING % (name, name)),
    }
    path, text = texts[which]
    (folder / path).parent.mkdir(exist_ok=True)
    (folder / path).write_bytes(text.encode("utf-8", "surrogatepass"))
    out, err = io.StringIO(newline=""), io.StringIO(newline="")
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), inside(folder):
        cli.main(command)
    for shown in (out.getvalue(), err.getvalue()):
        assert_harmless(shown)
        assert "Traceback" not in shown, shown


@pytest.mark.parametrize("character", ["\x1b", "\x9b", "\x7f", "\u202e", "\u2066", "\u2028", "\u200b"])
@pytest.mark.parametrize("place", ["set", "scenario", "source", "comment", "comment between", "ruling"])
def test_no_text_of_a_set_holds_what_cannot_be_seen(
    character: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.game").write_text(GAME, encoding="utf-8")
    quoted = json.dumps(f"a{character}b")
    path, text = {
        "set": ("set.yaml", YAML % quoted),
        "scenario": ("scenarios/first.yaml", SCENARIO % quoted),
        "source": ("owl.card", f'beast Owl\n  source "a{character}b"\n  size 1\n'),
        "comment": ("owl.card", f"beast Owl\n  size 1  # a{character}b\n"),
        "comment between": ("owl.card", f"# a{character}b\n\nbeast Owl\n  size 1\n"),
        "ruling": ("rulings/one.ruling", RULING % (f"a{character}b", "x")),
    }[place]
    (tmp_path / path).parent.mkdir(exist_ok=True)
    (tmp_path / path).write_text(text, encoding="utf-8")
    assert cli.main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"U+{ord(character):04X}" in said and re.search(r"error\[odd-(character|space)\]", said)


def test_a_text_in_yaml_stands_on_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "small.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "set.yaml").write_text(YAML % '"Y\\n::error::x"', encoding="utf-8")
    assert cli.main(["check", str(tmp_path)]) == 1
    assert "a text must be on one line here" in capsys.readouterr().out


LINES = "x\nSmall: 99 passed\x1b[31m"


@pytest.mark.parametrize("command", ["check", "test", "fmt --check", "glossary", "show hen", "simulate", "house"])
def test_a_folder_does_not_add_a_line(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    try:
        (tmp_path / "cards" / LINES).mkdir(parents=True)
    except OSError:
        pytest.skip("there can be no such name")
    (tmp_path / "cards" / LINES / "small.game").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert cli.main(command.split()) != 0
    out, err = capsys.readouterr()
    assert "x\\u000aSmall: 99 passed\\u001b[31m" in out + err and "\nSmall: 99" not in out + err


@pytest.mark.parametrize("command", ["check", "fmt", "test", "run", "show", "explain", "repl --load", "repl --set", ""])
def test_what_is_typed_behind_a_command_does_not_add_a_line(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([*command.split(), LINES]) == 2
    said = "moot: `x\\u000aSmall: 99 passed\\u001b[31m` cannot be written as a line of text\n"
    assert capsys.readouterr() == ("", said)


# ---- the other end -------------------------------------------------------------------------------------------------


def moot(command: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A whole process, by the shell, so that its streams may be closed."""
    line = f"'{sys.executable}' -m moot {command}"
    return subprocess.run(
        ["sh", "-c", line], cwd=ROOT, env={**os.environ, **environment}, capture_output=True, check=False, timeout=60
    )


SMALL = "--set tests/prompt/orchard --players 2"
posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell")


@posix
@pytest.mark.parametrize("command", ["check tests/prompt/orchard", "glossary --set tests/prompt/orchard", "--help"])
@pytest.mark.parametrize("where", [">&-", ">/dev/full"])
def test_what_cannot_be_printed_is_said_in_a_sentence(command: str, where: str) -> None:
    if "full" in where and not Path("/dev/full").exists():
        pytest.skip("there is no such device")
    done = moot(f"{command} {where}")
    assert done.returncode == 2
    assert re.fullmatch(rb"moot: the output cannot be written: [a-z ]+\n", done.stderr)


@posix
@pytest.mark.parametrize("where", ["2>&-", "<&-"])
def test_the_other_streams_may_be_closed(where: str) -> None:
    assert moot(f"check tests/prompt/orchard {where}").returncode == 0
    assert moot(f"repl {SMALL} {where} </dev/null").returncode == 0


@posix
@pytest.mark.parametrize("line", ["state", "show Quince", "log", "tree", "glossary", "help", "position", "é"])
def test_a_terminal_of_few_letters(line: str) -> None:
    done = moot(f"repl {SMALL} <<'END'\nearn\n{line}\nEND", PYTHONIOENCODING="ascii", PYTHONUTF8="0", LC_ALL="C")
    assert done.returncode == 0 and done.stdout.isascii() and not done.stderr


@posix
@pytest.mark.parametrize("command", [f"repl {SMALL}", f"run - {SMALL}", "fmt -"])
def test_what_comes_in_must_be_text(command: str) -> None:
    line = f"'{sys.executable}' -m moot {command}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, input=b"earn\n\xff\n", capture_output=True, check=False)
    assert done.returncode == 2 and done.stderr.endswith(b"is not UTF-8 text\n") and done.stderr.startswith(b"moot: ")


@posix
@pytest.mark.parametrize("command", [f"repl {SMALL}", f"run - {SMALL}", "fmt -"])
def test_what_comes_in_has_an_end(command: str) -> None:
    done = moot(f"{command} < /dev/zero")
    assert done.returncode == 2 and re.search(rb"^moot: .* (longer|larger) than ", done.stderr)


def test_there_is_one_door() -> None:
    """`print` and the streams stand for what `repl.printed` puts before them; nothing takes the streams from behind."""
    for path in sorted((ROOT / "repl").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            name = ast.unparse(node) if isinstance(node, ast.Attribute) else ""
            assert name not in ("sys.__stdout__", "sys.__stderr__", "sys.stdout.buffer", "os.write"), f"{path}: {name}"
