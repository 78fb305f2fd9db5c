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
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [path] = folder.glob("*.whl")
    assert path.name == f"moot-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(path) as file:
        return set(file.namelist())


def test_everything_of_the_program_and_the_cards_is_in_the_wheel(wheel: set[str]) -> None:
    for room in ("dsl", "interpreter", "repl", "cards", "schemas"):
        for path in (ROOT / room).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts and not path.name.startswith("."):
                assert path.relative_to(ROOT).as_posix() in wheel


def test_nothing_else_is(wheel: set[str]) -> None:
    tops = {name.split("/")[0] for name in wheel}
    assert tops == {"dsl", "interpreter", "repl", "cards", "schemas", f"moot-{VERSION}.dist-info"}


@pytest.mark.parametrize("room", ["dsl", "interpreter", "repl"])
def test_it_is_typed(wheel: set[str], room: str) -> None:
    assert f"{room}/py.typed" in wheel


@pytest.mark.parametrize("path", sorted((ROOT / "schemas").glob("*.json")), ids=lambda p: p.name)
def test_schemas_are_schemas(path: Path) -> None:
    schema = json.loads(path.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    assert schema["title"]
    assert schema["description"]
