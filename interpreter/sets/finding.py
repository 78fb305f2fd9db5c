"""Find the card sets that a command is about, from the paths that a person typed.

A path may name a file of a set, a folder inside one, a game's folder, or a folder of games. Without a path: `./cards`
if it exists, else the set around the current folder, else (`or_ours`) the sets that came with Moot.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.hidden import IN_A_LINE, in_a_line

from .files import DATA, MOST, WORDS, fault, walk
from .law import EDITION
from .manifest import NAME
from .paths import is_file, is_folder, reason, shown, typed, under
from .strays import passed_over

INSTALLED = Path(__file__).resolve().parents[2] / "cards"
SHORT = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")  # the name of a game, and of its folder
HIGHEST = 6  # how many levels above a file its game's folder may be
NO_GAME = f"there is no `{NAME}` and no `.game` file"


class NoSet(Exception):
    """No card set is at the given place. The message is for the person who typed the path."""


@dataclass(frozen=True, slots=True)
class Target:
    """A game's folder, and the part of it that the person named (None: all of it). `parts` are the prefixes with which
    the files of that part are shown: as the path was typed, and as it runs through the folder."""

    folder: Path
    only: Path | None = None
    parts: frozenset[str] = frozenset()

    def covers(self, path: str) -> bool:
        """Whether a file, given as its path is shown, is in the part that the person named."""
        return self.only is None or any(under(path, part) for part in self.parts)


def is_set(folder: Path) -> bool:
    """Whether a folder holds a game: it has a manifest or a game file, and is not an edition's."""
    try:
        with os.scandir(folder) as entries:
            names = {e.name for e in entries if e.name[:1] != "." and is_file(Path(e.path))}
            game = NAME in names or any(name.endswith(".game") for name in names)
            return game and not any(name.endswith(EDITION) for name in names)
    except (OSError, ValueError):
        return False


def find_sets(paths: Sequence[str | Path], *, or_ours: bool = False, every: bool = False) -> list[Target]:
    """Return the sets at these paths, each part of a set once. With `every`, a folder among games that holds cards but
    no game counts too, so that its fault is reported. Raises `NoSet`."""
    targets: dict[tuple[str, frozenset[str]], Target] = {}
    for path in places(paths, or_ours):
        for target in _at(path, every):
            if IN_A_LINE.search(shown(target.folder)):
                name = in_a_line(shown(target.folder))
                message = f"the name of the folder `{name}` cannot be written as a line of text; give it another name"
                raise NoSet(message)
            targets.setdefault((os.path.realpath(target.folder), target.parts), target)
    whole = {folder for folder, parts in targets if not parts}
    return [t for (folder, parts), t in targets.items() if not parts or folder not in whole]


def beside(paths: Sequence[str | Path]) -> list[Diagnostic]:
    """Report files that lie next to the sets in a folder of games, and so belong to none of them."""
    found = []
    for path in places(paths):
        if is_folder(path) and not is_set(path) and _games(path, True):
            for name in sorted(os.listdir(path)):  # noqa: PTH208 - names are all it takes
                stray = passed_over(name, is_folder(path / name))
                if stray is not None:
                    found.append(fault("stray-file", stray[0], path / name, stray[1], "warning"))
                elif Path(name).suffix in WORDS | DATA and not name.startswith("."):
                    message = "this file is in no set: it lies beside the folders of games"
                    found.append(fault("stray-file", message, path / name, "put it into one of them", "warning"))
    return found


def named(name: str) -> Path | None:
    """Return the folder of the game with this short name, from `./cards` or from the sets that came with Moot."""
    for root in (Path("cards"), INSTALLED):
        if name and "/" not in name and is_set(root / name):
            return root / name
    return None


def places(paths: Sequence[str | Path], or_ours: bool = False) -> list[Path]:
    """Return the given paths; without paths, the default place. Raises `NoSet`."""
    if paths:
        return [Path(path) for path in paths]
    if os.path.lexists("cards"):
        return [Path("cards")]
    here = Path()
    if is_set(here) or any(is_set(folder) for folder in _here().parents[:HIGHEST]):
        return [here]
    if or_ours:
        return [INSTALLED]
    raise NoSet(f"there is no folder `cards` here: say where the cards are (Moot's own are in {INSTALLED})")


def _here() -> Path:
    """Return the full path of the current folder."""
    try:
        return Path.cwd()
    except OSError:
        raise NoSet("the current folder no longer exists") from None


def _at(path: Path, every: bool) -> list[Target]:
    """Return the sets at a path."""
    try:
        os.stat(path)  # noqa: PTH116 - the reason why not is wanted
    except (FileNotFoundError, NotADirectoryError, ValueError):
        raise NoSet(f"there is no file or folder `{path}`") from None
    except OSError as trouble:
        raise NoSet(f"`{path}` cannot be read: {reason(trouble)}") from None
    if is_folder(path):
        if is_set(path):
            return [Target(typed(path))]
        games = _games(path, every)
        if games:
            return [Target(typed(game)) for game in games]
    inside = _inside(path)
    if inside is not None:
        return [inside]
    what = "holds no card set" if is_folder(path) else "is not part of a card set"
    raise NoSet(f"`{path}` {what}: {NO_GAME}")


def _games(path: Path, every: bool) -> list[Path]:
    """Return the games among the subfolders of a folder, sorted by name."""
    try:
        names = sorted(os.listdir(path))  # noqa: PTH208 - names are all it takes
    except OSError as trouble:
        raise NoSet(f"`{path}` cannot be read: {reason(trouble)}") from None
    inner = [path / name for name in names if not name.startswith(".") and is_folder(path / name)]
    games = [folder for folder in inner if is_set(folder)]
    return [f for f in inner if f in games or _holds_cards(f)] if every and games else games


def _holds_cards(folder: Path) -> bool:
    """Whether a folder, or one below it, has a file in the cards' language."""
    if folder.is_symlink():
        return False
    found = walk(folder, folder.resolve())
    return any(isinstance(path, Path) and path.suffix in WORDS for path, _ in zip(found, range(MOST), strict=False))


def _inside(path: Path) -> Target | None:
    """Return the set that contains a path: first by the path as typed, then by its real path."""
    real = Path(os.path.realpath(path))
    for way in dict.fromkeys((_whole(path), real)):
        for folder in way.parents[:HIGHEST]:
            if is_set(folder):
                root = Path(os.path.realpath(folder))
                parts = {shown(path)}
                if real.is_relative_to(root):
                    parts.add(shown(folder / real.relative_to(root)))
                return Target(typed(folder), path, frozenset(parts))
    return None


def _whole(path: Path) -> Path:
    """Return the full path, as typed."""
    return _here() / typed(path)
