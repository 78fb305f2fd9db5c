"""Which card sets a command is about: from the paths a person typed to the folders of games.

A path may be a file of a set, a folder inside one, a game's folder, or a folder of games. Without a path: `./cards` if
there is one, else the sets that came with Moot.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .manifest import NAME

INSTALLED = Path(__file__).resolve().parent.parent / "cards"
HIGHEST = 6  # how far above a file its game's folder may stand


class NoSet(Exception):
    """There is no card set where one was said to be. The message is for the person who typed the path."""


@dataclass(frozen=True, slots=True)
class Target:
    """A game's folder, and the part of it that was asked about (None: all of it)."""

    folder: Path
    only: Path | None = None

    def covers(self, path: str) -> bool:
        """Whether a file, by the path it is shown with, is in the part that was asked about."""
        if self.only is None:
            return True
        file = Path(path).absolute()
        only = self.only.absolute()
        return file == only or only in file.parents


def is_set(folder: Path) -> bool:
    """Whether a folder holds a game: a manifest, or a game file."""
    try:
        return (folder / NAME).is_file() or any(p.suffix == ".game" for p in folder.iterdir())
    except OSError:
        return False


def find_sets(paths: Sequence[str | Path]) -> list[Target]:
    """The sets that the paths speak of, each once for each part of it. Raises `NoSet`."""
    if not paths:
        here = Path("cards")
        paths = [here] if here.is_dir() else [INSTALLED]
    targets: dict[Target, None] = {}
    for path in map(Path, paths):
        for target in _at(path):
            targets[target] = None
    whole = {t.folder for t in targets if t.only is None}
    return [t for t in targets if t.only is None or t.folder not in whole]


def _at(path: Path) -> list[Target]:
    if "\0" in str(path) or not path.exists():
        raise NoSet(f"there is no file or folder `{path}`")
    if path.is_dir():
        if is_set(path):
            return [Target(path)]
        games = sorted(p for p in path.iterdir() if p.is_dir() and not p.name.startswith(".") and is_set(p))
        if games:
            return [Target(p) for p in games]
    above = path.absolute().parents[:HIGHEST]
    for count, folder in enumerate(above, start=1):
        if is_set(folder):
            return [Target(_as_typed(path, folder, count), path)]
    what = "is not part of a card set" if path.is_file() else "holds no card set"
    raise NoSet(f"`{path}` {what}: there is no `{NAME}` and no `.game` file")


def _as_typed(path: Path, folder: Path, up: int) -> Path:
    """The folder by a path like the one that was typed."""
    try:
        return path.parents[up - 1] if not path.is_absolute() and len(path.parents) >= up else folder
    except IndexError:
        return folder


def named(name: str) -> Path | None:
    """The folder of a game by its short name, among the sets of this place and those that came with Moot."""
    for root in (Path("cards"), INSTALLED):
        if name and "/" not in name and is_set(root / name):
            return root / name
    return None
