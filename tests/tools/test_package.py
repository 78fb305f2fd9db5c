"""What is installed: the wheel holds the program, the cards and the schemas, and says that it is typed."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path

import jsonschema
import pytest

from interpreter.version import VERSION

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
    for room in ("moot", "dsl", "interpreter", "repl", "cards", "schemas"):
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                assert path.relative_to(ROOT).as_posix() in wheel


def test_nothing_else_is(wheel: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert tops == {"moot", "dsl", "interpreter", "repl", "cards", "schemas", f"moot-{VERSION}.dist-info"}


@pytest.mark.parametrize("room", ["moot", "dsl", "interpreter", "repl"])
def test_it_is_typed(wheel: set[str], room: str) -> None:
    assert f"{room}/py.typed" in wheel


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_schemas(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]


# ---- in the company of others ---------------------------------------------------------------------------------------

OTHERS = "VERSION = 'theirs'\n"
WORSE = "raise RuntimeError('theirs')\n"


@pytest.fixture
def site(built: Path, tmp_path: Path) -> Path:
    """A folder into which Moot is installed."""
    with zipfile.ZipFile(built) as file:
        file.extractall(tmp_path / "site")
    return tmp_path / "site"


def run(site: Path, *arguments: str) -> tuple[int, str, str]:
    """The command as pip's script begins it."""
    code = f"import sys; sys.path.insert(0, {str(site)!r}); from moot import main; sys.exit(main())"
    command = [sys.executable, "-P", "-B", "-c", code, *arguments]
    done = subprocess.run(command, cwd=site.parent, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr


def test_an_installation_that_is_whole(site: Path) -> None:
    assert run(site, "--version") == (0, f"moot {VERSION}\n", "")
    assert run(site, "explain", "unreadable")[0] == 0


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("dsl/__init__.py", OTHERS),
        ("dsl/__init__.py", ""),
        ("dsl/__init__.py", WORSE),
        ("dsl/__init__.py", None),
        ("repl/__init__.py", OTHERS),
        ("interpreter/__init__.py", None),
        ("repl/cli.py", OTHERS),
        ("repl/cli.py", None),
        ("interpreter/version.py", "__version__ = 1\n"),
        ("dsl/parser.py", OTHERS),
        ("dsl/explain/__init__.py", OTHERS),
        ("repl/tools/explain_.py", None),
    ],
)
def test_another_package_over_it_is_told(site: Path, name: str, text: str | None) -> None:
    """Put there by pip, or taken away again with the other package."""
    if text is None:
        (site / name).unlink()
    else:
        (site / name).write_text(text, encoding="utf-8")
    command = ("check", str(site / "cards" / "kuhn-poker")) if name == "dsl/parser.py" else ("explain", "unreadable")
    code, out, err = run(site, *command)
    assert (code, out) == (2, "")
    assert "Traceback" not in err
    assert name.split("/")[0] in err.splitlines()[0]
    assert "another package was put over it or in its way" in err
    assert err.splitlines()[-1].startswith("moot: install Moot again, in an environment of its own")


def test_another_package_in_front_of_it_is_told(site: Path, tmp_path: Path) -> None:
    front = tmp_path / "front" / "interpreter"
    front.mkdir(parents=True)
    (front / "__init__.py").write_text(OTHERS, encoding="utf-8")
    paths = [str(tmp_path / "front"), str(site)]
    code = f"import sys; sys.path[:0] = {paths}; import moot; sys.exit(moot.main())"
    done = subprocess.run([sys.executable, "-P", "-c", code, "explain"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert str(front) in done.stderr


def test_a_library_that_is_missing_is_told(site: Path) -> None:
    (site / "lark").mkdir()
    (site / "lark" / "__init__.py").write_text(OTHERS, encoding="utf-8")
    code, out, err = run(site, "check", str(site / "cards" / "kuhn-poker"))
    assert (code, out) == (2, "")
    assert err.startswith("moot: something that Moot needs is not there (")
    assert "lark" in err
