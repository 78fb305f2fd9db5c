"""Find the game that a card set extends, and tell its faults from those of one's own texts.

`extends: citadels` in `set.yaml` names a game that came with Moot; `extends: ../farm` names one that lies beside the
set's own folder, or deeper in there. The texts of that game are further texts of the set, as those of an edition are:
nothing of it is copied, and none of its files is written to. A path leads nowhere else, whatever links do.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Span

from . import files
from .finding import INSTALLED, SHORT, is_set
from .law import Chosen, Law, Parts
from .manifest import NAME
from .nearest import meant
from .paths import is_folder, typed

DEEPEST = 4  # games on top of each other
CODE = "cannot-extend"
TAKEN = "duplicate-name"
CIRCLE = "these sets extend each other in a circle"
HIGH = f"more than {DEEPEST} games are on top of each other here"
OUT = "write the name of a game that came with Moot, or the path of one beside this folder: `../name`"


@dataclass(frozen=True, slots=True)
class Base:
    """The game that a set extends. `said`: as the manifest writes it, at `span`. `folder`: where its texts are."""

    said: str
    span: Span
    folder: Path

    def fault(self, message: str, help: str | None = None) -> Diagnostic:
        """Return a fault at the words that name the game."""
        return Diagnostic(CODE, message, self.span, help)

    def faulty(self) -> Diagnostic:
        """Return the fault that the game cannot be played itself."""
        help = f"`moot check {files.shown(self.folder)}` lists what is wrong with it"
        return self.fault(f"there are mistakes in `{self.said}`, so nothing can be played on top of it", help)


def base(folder: Path, above: Sequence[Path] = ()) -> Base | Diagnostic | None:
    """Return the game that the set in a folder extends, or say why there is none; None if it extends none. `above`: the
    sets that extend this one, the first of which is asked for."""
    said = _said(folder)
    if said is None:
        return None
    found = _folder(folder, said)
    if isinstance(found, Diagnostic):
        return found
    real = [Path(os.path.realpath(one)) for one in (*above, folder)]
    if found == real[-1]:
        return said.fault("a set cannot extend itself", OUT)
    if found in real:
        names = " → ".join(one.name for one in (*real[real.index(found) :], found))
        return said.fault(f"{CIRCLE}: {names}")
    if any(one.is_relative_to(found) or found.is_relative_to(one) for one in real):
        return said.fault(f"one of the folders `{real[-1].name}` and `{found.name}` lies in the other", OUT)
    if len(real) >= DEEPEST:
        return said.fault(HIGH)
    return replace(said, folder=typed(found))


def _said(folder: Path) -> Base | None:
    """Return what a manifest says that it extends; its folder is not known yet."""
    read = files.read_text(folder / NAME, folder.resolve())
    if isinstance(read, Diagnostic) or "extends" not in read.text:
        return None
    from . import yaml_files  # slow to load, and not needed for a set that extends none

    node, _ = yaml_files.read(read)
    word = node.get("extends") if node is not None else None
    return Base(word.scalar, word.span, folder) if word is not None and isinstance(word.scalar, str) else None


def _folder(folder: Path, said: Base) -> Path | Diagnostic:
    """Return the real path of the folder that a manifest means, or say why it means none."""
    if SHORT.fullmatch(said.said):
        found = Path(os.path.realpath(INSTALLED / said.said))
        return found if is_set(found) else said.fault(f"no game `{said.said}` came with Moot", _beside(folder, said))
    if Path(said.said).is_absolute() or not said.said.isprintable():
        return said.fault("this is no name of a game and no path that begins at this folder", OUT)
    own = Path(os.path.realpath(folder))
    found = Path(os.path.realpath(own / said.said))
    if found != own and (found == own.parent or not found.is_relative_to(own.parent)):
        return said.fault("this leads out of the folder where the set lies, and nothing there is read", OUT)
    if found != own and not is_set(found):
        what = "holds no game" if is_folder(found) else "is no folder"
        return said.fault(f"`{said.said}` {what}", OUT)
    return found


def _beside(folder: Path, said: Base) -> str:
    """Return what was probably meant by the name of a game that did not come with Moot."""
    own = Path(os.path.realpath(folder))
    if is_set(own.parent / said.said) and own.parent / said.said != own:
        return f"write `../{said.said}` for the folder beside this one"
    known = sorted(path.name for path in INSTALLED.iterdir() if is_set(path))
    return meant(said.said, known) or f"those are {', '.join(f'`{name}`' for name in known)}"


def faults(base: Base, below: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return what keeps a set from being played on top of a game whose folder has these faults."""
    errors = [d for d in below if d.severity == "error"]
    of_all = [base.fault(d.message) for d in errors if d.code == CODE and d.message.startswith((CIRCLE, HIGH))]
    return of_all[:1] or [base.faulty()] * bool(errors)


# ---- whose faults these are -----------------------------------------------------------------------------------------


def of_the_base(chosen: Chosen, law: Law, parts: Parts) -> Chosen:
    """Return those of the chosen amendments that belong to the game that is extended."""
    rules = [rule for rule in chosen.rules if rule.name in law.rules and law.rules[rule.name].path in parts.given]
    edition = law.editions.get(chosen.edition or "")
    return Chosen(tuple(rules), edition.id if edition is not None and edition.path in parts.given else None)


def own(told: Iterable[Diagnostic], known: Iterable[Diagnostic], given: Collection[str]) -> list[Diagnostic]:
    """Leave out the faults that the extended game has by itself. `known`: those that it has; `given`: its files."""
    theirs = {(d.code, d.message, d.span) for d in known}
    return [d for d in told if d.span.path not in given or (d.code, d.message, d.span) not in theirs]


def advised(told: Iterable[Diagnostic], given: Collection[str]) -> list[Diagnostic]:
    """Say of a card or a word that the extended game has already how that is changed."""
    help = "to change what the game has, write a house rule; what is your own needs a name of its own"
    return [replace(d, help=help) if d.code == TAKEN and _meets(d, given) else d for d in told]


def _meets(fault: Diagnostic, given: Collection[str]) -> bool:
    """Whether a fault in one's own files is about something in the extended game."""
    return fault.span.path not in given and any(span.path in given for span, _ in fault.notes)
