"""Begin a card, a house rule, a ruling or a game: write a file that passes every check, for you to change.

`moot new KIND TITLE` begins a card, where KIND is a kind of card that the game has (`card`, if it has one only); `moot
new house-rule NAME` and `moot new ruling NAME` begin these. They are for the set at `--set`, or the one around the
current folder. `moot new game NAME` makes a folder with a small game that can be played at once. No file that is there
is ever written over.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from moot.interpreter.proof import beginning
from moot.interpreter.sets.card_set import Whole, whole
from moot.interpreter.sets.finding import INSTALLED, SHORT, find_sets
from moot.interpreter.sets.law import NAME, PRINTED
from moot.interpreter.sets.nearest import meant

from ..trouble import Trouble
from .support.choosing import good, meant_by

GAME = Path(__file__).parent / "support" / "small_game"
LONGEST = 60  # letters of a name
OTHERS = ("game", "house-rule", "ruling")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("what", metavar="WHAT", help="a kind of card, or house-rule, ruling, game")
    parser.add_argument("name", metavar="NAME", help="the title of the card, or the name of the rest")
    parser.add_argument("--set", metavar="PATH", help="the folder of the set to which it is added")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    if len(args.name) > LONGEST:
        raise Trouble(f"a name has at most {LONGEST} letters")
    if args.what == "game":
        _game(args.name)
        return 0
    read = _set(args)
    path, begun = _text(read, args.what, args.name)
    if begun is None:
        raise Trouble(f"no example of a {args.what} holds in this game; `moot explain` and docs/language.md show some")
    _write(path, begun.text, read.folder)
    print(f"{path}: written" + ("" if begun.tried else "; it has no example yet"))
    return 0


def _set(args: argparse.Namespace) -> Whole:
    """Return the one set that is meant. Raises `Trouble` if it cannot be played, or if it is where Moot is
    installed."""
    folders = list(dict.fromkeys(target.folder for target in find_sets(meant_by(args.set))))
    if len(folders) > 1:
        listed = ", ".join(f"`--set {folder}`" for folder in folders)
        raise Trouble(f"there are several sets here: say which one with {listed}")
    if folders[0].is_absolute() and folders[0].is_relative_to(INSTALLED):
        raise Trouble("this set came with Moot: make a folder of your own whose `set.yaml` says `extends: …`")
    read = whole(folders[0])
    good(read.under(PRINTED))
    return read


def _text(read: Whole, what: str, name: str) -> tuple[Path, beginning.Begun | None]:
    """Return the text of the new file, and where it belongs. Raises `Trouble` if there can be no such thing."""
    if what in OTHERS:
        if NAME.fullmatch(name) is None:
            raise Trouble(f"`{name}` is no name of a {what}: write it in lower case, with hyphens")
        rule = what == "house-rule"
        path = read.folder / (f"house-rules/{name}.rule" if rule else f"rulings/{name}.ruling")
        _free(path)
        make = beginning.house_rule if rule else beginning.ruling
        return path, make(read, path.as_posix(), name)
    kind = _kind(read, what)
    path = read.folder / f"{_slug(kind, name)}.card"
    _free(path)
    if read.under(PRINTED).title(name) is not None:
        raise Trouble(f"there is a card `{name}` already; a house rule changes it: `moot new house-rule NAME`")
    begun = beginning.card(read, path.as_posix(), kind, name)
    return path, begun


def _kind(read: Whole, what: str) -> str:
    """Return the kind of card that is meant. Raises `Trouble`."""
    game = read.under(PRINTED).game
    kinds = list(game.kinds) if game is not None else []
    if what == "card" and len(kinds) == 1:
        return kinds[0]
    if what in kinds:
        return what
    listed = ", ".join(f"`{kind}`" for kind in (*kinds, *OTHERS))
    if what == "card":
        raise Trouble(f"say which kind of card: there are {listed}")
    hint = meant(what, [*kinds, *OTHERS]) or f"there are {listed}"
    raise Trouble(f"there is no kind of card `{what}` ({hint})")


def _slug(kind: str, title: str) -> str:
    """Return the name of the file of a card. Raises `Trouble` if this can be no title."""
    from moot.dsl.elaborate.cards import slug

    if not beginning.titled(kind, title) or not slug(title):
        help = "each word begins with a capital letter from A to Z; `of`, `of the` and `on the` may stand between"
        raise Trouble(f"`{title}` is no title of a card: {help}")
    return slug(title)


def _game(name: str) -> None:
    """Write the folder of a small game."""
    if SHORT.fullmatch(name) is None:
        raise Trouble(f"`{name}` is no name of a game: write it in lower case, with hyphens")
    folder = Path(name)
    _free(folder)
    title = " ".join(part.capitalize() for part in name.split("-"))
    for file in sorted(path for path in GAME.rglob("*") if path.is_file()):
        text = file.read_text(encoding="utf-8").replace("NAME", name).replace("TITLE", title)
        _write(folder / str(file.relative_to(GAME)).replace("NAME", name), text, folder)
    print(f"{folder}: a game to play and to change: `moot repl --set {folder}`, `moot test {folder}`")


def _free(path: Path) -> None:
    if path.exists() or path.is_symlink():
        raise Trouble(f"`{path}` is there already, and nothing is written over")


def _write(path: Path, text: str, root: Path) -> None:
    """Write a new file below a folder. Raises `Trouble` if there is one of its name, or if a link leads out."""
    if not path.resolve().is_relative_to(root.resolve()):
        raise Trouble(f"`{path}` is out of the set's folder: a link leads there")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise Trouble(f"`{path}` is there already, and nothing is written over") from None
