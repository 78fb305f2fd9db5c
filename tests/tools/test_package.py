"""What is installed: the wheel holds the program, the cards and the schemas, and says that it is typed."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from moot.version import VERSION

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    assert path.name == f"moot-{VERSION}-py3-none-any.whl"
    return path


@pytest.fixture(scope="module")
def wheel(built: Path) -> set[str]:
    """The names of the files in the wheel."""
    with zipfile.ZipFile(built) as file:
        return set(file.namelist())


def test_everything_of_the_program_and_the_cards_is_in_the_wheel(wheel: set[str]) -> None:
    for room in ("dsl", "interpreter", "repl", "cards", "schemas"):
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                assert f"moot/{path.relative_to(ROOT).as_posix()}" in wheel


def test_one_name_is_all_that_it_adds_to_python(wheel: set[str]) -> None:
    """Other packages are called `dsl` or `cards`, too: nothing of Moot lies where they would be put over it."""
    assert {name.split("/")[0] for name in wheel} == {"moot", f"moot-{VERSION}.dist-info"}
    rooms = ("dsl", "interpreter", "repl", "cards", "schemas")
    own = {name for name in wheel if name.startswith("moot/") and name.split("/")[1] not in rooms}
    assert own == {"moot/__init__.py", "moot/__main__.py", "moot/version.py", "moot/py.typed"}


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_schemas(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]


# ---- in the company of others ---------------------------------------------------------------------------------------


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """A folder into which Moot is installed."""
    with zipfile.ZipFile(built) as file:
        file.extractall(tmp_path / "site")
    return tmp_path / "site"


def run(site: Path, *arguments: str, before: str = "") -> tuple[int, str, str]:
    """The command as pip's script begins it."""
    code = f"import sys; sys.path[:0] = [{before!r}, {str(site)!r}]; from moot.__main__ import main; sys.exit(main())"
    command = [sys.executable, "-P", "-B", "-c", code, *arguments]
    done = subprocess.run(command, cwd=site.parent, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_installation_that_is_whole(site: Path) -> None:
    assert run(site, "--version") == (0, f"moot {VERSION}\n", "")
    assert run(site, "explain", "unreadable")[0] == 0
    code, out, err = run(site, "run", str(site / "moot" / "cards" / "citadels" / "scripts" / "first-game.moot"))
    assert (code, err) == (0, "")
    assert "the game is over" in out


@pytest.mark.parametrize("room", ["dsl", "interpreter", "repl", "cards", "schemas", "tests"])
def test_other_packages_of_the_same_names_change_nothing(site: Path, tmp_path: Path, room: str) -> None:
    """Beside it or in front of it."""
    for place in (site, tmp_path / "front"):
        (place / room).mkdir(parents=True)
        (place / room / "__init__.py").write_text("raise RuntimeError('theirs')\n", encoding="utf-8")
    whole = run(site, "check", str(site / "moot" / "cards" / "kuhn-poker"), before=str(tmp_path / "front"))
    assert (whole[0], whole[2]) == (0, "")


def test_a_library_that_is_missing_is_told(site: Path) -> None:
    (site / "lark").mkdir()
    (site / "lark" / "__init__.py").write_text("VERSION = 'theirs'\n", encoding="utf-8")
    code, out, err = run(site, "check", str(site / "moot" / "cards" / "kuhn-poker"))
    assert (code, out) == (2, "")
    assert err.startswith("moot: something that Moot needs is not there (")
    assert "lark" in err


@pytest.mark.parametrize("links", [True, False])
def test_a_checkout_works_with_and_without_links(tmp_path: Path, links: bool) -> None:
    """Where a system knows no links, a checkout has files with the names of the rooms in their place."""
    for room in ("dsl", "interpreter", "repl", "cards", "schemas"):
        (tmp_path / room).symlink_to(ROOT / room)
    (tmp_path / "moot").mkdir()
    for name in ("__init__.py", "__main__.py", "version.py"):
        shutil.copy(ROOT / "moot" / name, tmp_path / "moot" / name)
    for room in ("dsl", "interpreter", "repl"):
        place = tmp_path / "moot" / room
        if links:
            place.symlink_to(f"../{room}")
        else:
            place.write_text(f"../{room}", encoding="utf-8")
    code = "import moot.dsl; from moot.interpreter.sets import card_set; print(moot.dsl.__file__)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout == f"{tmp_path / 'dsl' / '__init__.py'}\n"
