"""The command itself: exit codes, help, and that every part of it says what is wrong instead of falling over."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from moot.interpreter.sets.schemas import faults
from moot.repl import cli
from moot.version import VERSION

ROOT = Path(__file__).resolve().parents[2]

GAME = """\
game Small
  players 2

kind beast
  has size: number

table beast: name, size
  Fox, 1
  Hen, 2

phase game
  step only
    nothing
"""


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def moot(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """Exit code, output, and what went to standard error."""
    try:
        code = cli.main(arguments)
    except SystemExit as stop:  # argparse
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def test_version_prints_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert moot(capsys, "--version") == (0, f"moot {VERSION}\n", "")


def test_without_a_command_help_and_2(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = moot(capsys)
    assert code == 2
    for command in cli.COMMANDS:
        assert f"\n    {command} " in out


@pytest.mark.parametrize("command", cli.COMMANDS)
def test_every_command_has_help(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = moot(capsys, command, "--help")
    assert code == 0
    assert out.startswith(f"usage: moot {command}")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["dance"], "invalid choice"),
        (["check", "--frmat", "json"], "unrecognized arguments: --frmat"),
        (["check", "nowhere"], "there is no file or folder `nowhere`"),
        (["check", "."], "holds no card set"),
        (["fmt", "nowhere"], "there is no file or folder `nowhere`"),
        (["explain", "never-heard-of"], "there is no mistake called `never-heard-of`"),
        (["show", "no such card"], "no card is called `no such card`"),
        (["simulate", "--scenario", "frist-game", "--players", "4"], "did you mean `first-game`?"),
        (["simulate", "--scenario", "first-game", "--players", "3"], "is for 2 or 4 to 7 players, not 3"),
        (["simulate", "--players", "5", "--house", "speed"], "there is no house rule `speed`"),
        (["simulate", "--players", "5", "--speed", "slow"], "unrecognized arguments: --speed slow"),
        (["simulate", "--players", "5", "--cast", "Thief, Feif"], "no card is called `Feif`"),
        (["run", "nowhere"], "nowhere"),
    ],
)
def test_2_and_a_reason(capsys: pytest.CaptureFixture[str], arguments: list[str], said: str) -> None:
    code, _, err = moot(capsys, *arguments)
    assert code == 2
    assert said in err
    assert "Traceback" not in err


def test_check_says_what_is_wrong_at_its_place(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "small.game").write_text(GAME, encoding="utf-8")
    assert moot(capsys, "check", "small")[0] == 0
    (tmp_path / "small" / "set.yaml").write_text("id: small\nname: {en: Small}\n", encoding="utf-8")
    code, out, _ = moot(capsys, "check", "small")
    assert code == 1
    assert out == (
        "error[unknown-key]: `name` is not a key here\n"
        "  --> small/set.yaml:2:1\n"
        "   |\n"
        " 2 | name: {en: Small}\n"
        "   | ^^^^ did you mean `names`?\n"
        "   = `moot explain unknown-key` tells more\n"
        "\n"
        "1 error, 0 warnings\n"
    )
    code, out, _ = moot(capsys, "check", "small", "--format", "json")
    found = json.loads(out)
    assert code == 1
    assert faults(found, "diagnostics") == []
    [one] = found["diagnostics"]
    assert (one["code"], one["line"], one["column"], one["end_column"]) == ("unknown-key", 2, 1, 5)


def test_check_speaks_only_of_the_path(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "small").mkdir()
    (tmp_path / "small" / "small.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "small" / "bad.card").write_text("beast Owl\n  sise 3\n", encoding="utf-8")
    assert moot(capsys, "check", "small/small.game")[0] == 0
    assert moot(capsys, "check", "small/bad.card")[0] == 1
    assert moot(capsys, "check", "small")[0] == 1


def test_check_judges_nothing_that_nobody_asked_about(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where there are no cards, those that came with Moot do not stand in for them."""
    for command in ("check", "test", "fmt"):
        code, out, err = moot(capsys, command)
        assert (code, out) == (2, "")
        assert err.startswith("moot: there is no folder `cards` here: say where the cards are")
    (tmp_path / "cards").mkdir()
    assert moot(capsys, "check")[0] == 2


def test_a_set_that_has_lost_its_game_is_still_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "cards" / name).mkdir(parents=True)
        (tmp_path / "cards" / name / "small.game").write_text(GAME, encoding="utf-8")
        (tmp_path / "cards" / name / "owl.card").write_text("beast Owl\n  size 3\n", encoding="utf-8")
    assert moot(capsys, "check")[0] == 0
    (tmp_path / "cards" / "two" / "small.game").unlink()
    code, out, _ = moot(capsys, "check")
    assert code == 1
    assert "error[no-game]: there is no game here" in out
    assert "\n  --> cards/two\n" in out
    assert moot(capsys, "test")[0] == 2
    assert moot(capsys, "simulate", "--games", "1")[0] == 0


def test_what_lies_beside_and_is_not_read_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "cards" / "one").mkdir(parents=True)
    (tmp_path / "cards" / "one" / "small.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "cards" / "stray.card").write_text("beast Owl\n  size 3\n", encoding="utf-8")
    (tmp_path / "cards" / "one" / "hen.CARD").write_text("beast Hen\n  size 3\n", encoding="utf-8")
    code, out, _ = moot(capsys, "check", "--strict")
    assert code == 1
    assert out == (
        "warning[stray-file]: this file is not read: its name ends in `.CARD`\n"
        "  --> cards/one/hen.CARD\n"
        "   = call it `hen.card`\n"
        "   = `moot explain stray-file` tells more\n"
        "\n"
        "warning[stray-file]: this file is in no set: it lies beside the folders of games\n"
        "  --> cards/stray.card\n"
        "   = put it into one of them\n"
        "\n"
        "0 errors, 2 warnings\n"
    )


def test_what_is_wrong_with_a_file_as_a_whole_names_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "small.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "huge.card").write_bytes(b"#" * 300_000)
    (tmp_path / "gone.card").symlink_to("nowhere")
    (tmp_path / "out.card").symlink_to("/etc/hostname")
    out = moot(capsys, "check", ".")[1]
    for path in ("huge.card", "gone.card", "out.card"):
        assert f"\n  --> {path}\n" in out


@pytest.mark.parametrize("path", ["../owl.card", "../inner/../owl.card", "..", "../../small/owl.card"])
def test_a_broken_card_is_broken_however_it_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    (tmp_path / "small" / "inner").mkdir(parents=True)
    (tmp_path / "small" / "small.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "small" / "owl.card").write_text("beast   Owl\n  sise 3\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path / "small" / "inner")
    assert moot(capsys, "check", path)[0] == 1
    assert moot(capsys, "fmt", "--check", path)[0] == 1
    (tmp_path / "small" / "owl.card").write_text(
        'beast Owl\n  size 3\n\n  example "it is there"\n    given 2 players\n    expect size of Owl is 3\n',
        encoding="utf-8",
    )
    assert moot(capsys, "test", path)[1] == "small: 1 passed (1 certain)\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ["bench", "--seconds", "nan"],
        ["bench", "--seconds", "inf"],
        ["bench", "--seconds", "-1"],
        ["test", "--mutate", "--sample", "-1"],
        ["test", "--mutate", "--sample", "0"],
        ["test", "--mutate", "--jobs", "0"],
        ["test", "--mutate", "--jobs", "100000"],
        ["test", "--mutate", "--sample", "9" * 5000],
    ],
    ids=lambda a: " ".join(a)[:40],
)
def test_numbers_that_cannot_be_meant(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    code, _, err = moot(capsys, *arguments)
    assert code == 2
    assert f"argument {arguments[-2]}: " in err and " is no " in err


def test_fmt_changes_only_when_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "small.game"
    file.write_text(GAME.replace("  has size", "     has   size"), encoding="utf-8")
    assert moot(capsys, "fmt", "--check", "small.game") == (1, "small.game would change\n", "")
    assert moot(capsys, "fmt", "--diff", "small.game")[0] == 1
    assert moot(capsys, "fmt", "small.game") == (0, "small.game changed\n", "")
    assert file.read_text(encoding="utf-8") == GAME
    assert moot(capsys, "fmt", "--check", "small.game") == (0, "", "")


def test_fmt_leaves_alone_what_it_cannot_read(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bad.card").write_text("card \t(\n", encoding="utf-8")
    code, _, err = moot(capsys, "fmt", "bad.card")
    assert code == 1
    assert "bad.card:1:" in err
    assert (tmp_path / "bad.card").read_text(encoding="utf-8") == "card \t(\n"


def test_what_is_loaded_at_once_reads_no_card() -> None:
    """A set that was read before is known without the parser, the checks and the schemas: they take a while to load."""
    code = (
        "import sys, moot.repl.cli.check, moot.repl.cli;"
        "slow = {'lark', 'moot.dsl.ir', 'moot.dsl.elaborate', 'yaml', 'jsonschema'};"
        "print(sorted(slow & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_check_loads_nothing_for_a_terminal() -> None:
    code = (
        "import sys; from repl import cli; cli.main(['check', 'cards/kuhn-poker']);"
        "print([m for m in ('prompt_toolkit', 'rich', 'hypothesis') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
