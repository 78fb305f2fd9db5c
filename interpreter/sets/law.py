"""Which amendments a game is played under: an edition, house rules with their settings.

`Chosen` is the choice itself, a value without order: `first-crown 3, late-districts`. `parted` tells the files of a
folder apart: those of the base, the house rules, and what belongs to one edition only. `Law` knows all amendments of a
folder and makes a choice out of what a person said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from .nearest import meant

RULE, EDITION = ".rule", ".edition"
PLAYED = (".game", ".table", ".card")
NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
MOST = 200  # house rules that may be in force together


@dataclass(frozen=True, slots=True, order=True)
class InForce:
    """A house rule that is in force. `setting`: which of its settings; empty if it is only on or off."""

    name: str
    setting: str = ""

    def __str__(self) -> str:
        return f"{self.name} {self.setting}".rstrip()

    @staticmethod
    def said(text: str) -> InForce:
        """Read `late-districts`, `first-crown 3` or `first-crown=3`."""
        name, _, setting = " ".join(text.replace("=", " ").split()).partition(" ")
        return InForce(name, setting)


@dataclass(frozen=True, slots=True)
class Chosen:
    """The amendments that are in force: at most one edition, and house rules in the order of their names. The same
    rules are the same value, in whatever order they were named."""

    rules: tuple[InForce, ...] = ()
    edition: str | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", tuple(sorted(set(self.rules))))

    def __bool__(self) -> bool:
        return bool(self.rules) or self.edition is not None

    def __str__(self) -> str:
        return ", ".join([*([f"edition {self.edition}"] if self.edition else []), *map(str, self.rules)])

    @property
    def names(self) -> tuple[str, ...]:
        """The house rules as they are written: `first-crown 3`."""
        return tuple(map(str, self.rules))

    def also(self, rules: Iterable[InForce]) -> Chosen:
        """Return the same choice with further house rules."""
        return Chosen((*self.rules, *rules), self.edition)


@dataclass(frozen=True, slots=True)
class Unchosen:
    """Why nothing can be chosen so: a sentence, and what the person can do."""

    reason: str
    help: str | None = None

    def __str__(self) -> str:
        return self.reason + (f" ({self.help})" if self.help else "")


@dataclass(frozen=True, slots=True)
class Parts:
    """The texts of a set's folder. `base`: those of the printed game. `rules`: the files of house rules. `editions`:
    for each edition all files of its folder, its own file first. Each maps a path, as it is shown, to a text."""

    base: Mapping[str, Source] = field(default_factory=dict)
    rules: Mapping[str, Source] = field(default_factory=dict)
    editions: Mapping[str, Mapping[str, Source]] = field(default_factory=dict)

    @property
    def amendments(self) -> dict[str, Source]:
        """The files that amend: every house rule, every edition's file."""
        firsts = [next(iter(files.items())) for files in self.editions.values()]
        return {**self.rules, **dict(firsts)}

    @property
    def all(self) -> dict[str, Source]:
        """All texts of the folder."""
        found = {**self.base, **self.rules}
        for files in self.editions.values():
            found.update(files)
        return found


def parted(folder: str, sources: Mapping[str, Source]) -> tuple[Parts, list[Diagnostic]]:
    """Sort the texts of a set by what they are part of. An edition owns the folder in which its file lies; `folder` is
    the set's own, which no edition can have."""
    faults: list[Diagnostic] = []
    homes: dict[PurePosixPath, str] = {}
    for path in sources:
        pure = PurePosixPath(path)
        if pure.suffix != EDITION:
            continue
        wrong = _misplaced(pure, PurePosixPath(folder), homes)
        if wrong:
            faults.append(Diagnostic("misplaced-file", wrong, Span(path, 0, 0), "an edition has a folder of its own"))
        else:
            homes[pure.parent] = path
    base: dict[str, Source] = {}
    rules: dict[str, Source] = {}
    editions: dict[str, dict[str, Source]] = {PurePosixPath(p).stem: {p: sources[p]} for p in homes.values()}
    for path, source in sources.items():
        pure = PurePosixPath(path)
        home = next((homes[above] for above in pure.parents if above in homes), None)
        if home is not None and pure.suffix == RULE:
            message = "a house rule does not lie in the folder of an edition"
            faults.append(Diagnostic("misplaced-file", message, Span(path, 0, 0), "put it outside; it may quote both"))
        elif home is not None:
            editions[PurePosixPath(home).stem].setdefault(path, source)
        elif pure.suffix == RULE:
            rules[path] = source
        elif pure.suffix != EDITION:
            base[path] = source
    return Parts(base, rules, editions), faults


def _misplaced(file: PurePosixPath, folder: PurePosixPath, homes: Mapping[PurePosixPath, str]) -> str | None:
    """Say why the file of an edition cannot lie where it does; None if it can."""
    if file.parent == folder:
        return "this file is in the set's own folder, and an edition owns every file beside its own"
    if file.parent in homes:
        return f"there is another edition in this folder: `{homes[file.parent]}`"
    if any(above in homes for above in file.parents):
        return "this file is in the folder of another edition"
    if file.stem in {PurePosixPath(home).stem for home in homes.values()}:
        return f"there is another edition called `{file.stem}`"
    return None


@dataclass(frozen=True, slots=True)
class Named:
    """What can be said of an amendment without reading it as a law. `settings`: the texts of its settings; empty if it
    is only on or off. `takes_in`: the house rules that an edition takes in."""

    id: str
    title: str
    path: str
    span: Span
    settings: tuple[str, ...] = ()
    cited: str | None = None
    is_edition: bool = False
    takes_in: tuple[InForce, ...] = ()


class Law:
    """All amendments of a set by name."""

    def __init__(self, amendments: Iterable[Named] = ()) -> None:
        every = tuple(amendments)
        self.rules = {a.id: a for a in every if not a.is_edition}
        self.editions = {a.id: a for a in every if a.is_edition}

    def chosen(self, said: Iterable[str] = (), edition: str | None = None) -> Chosen | Unchosen:
        """Make a choice out of names as a person writes them: `first-crown 3`, or several with commas between them."""
        texts = [part.strip() for text in said for part in text.split(",") if part.strip()]
        if edition is not None and edition not in self.editions:
            known = meant(edition, self.editions) or _listed("there is", self.editions)
            return Unchosen(f"there is no edition `{edition}`", known or "this game has only one")
        if len(texts) > MOST:
            return Unchosen(f"more than {MOST} house rules are named")
        found = [InForce.said(text) for text in texts]
        wrong = next((w for w in map(self.wrong, found) if w is not None), None)
        return wrong or self.together(Chosen(tuple(found), edition))

    def together(self, chosen: Chosen) -> Chosen | Unchosen:
        """Return a choice in which each house rule occurs once, or say which one does not. What the edition takes in
        already is left out."""
        inside = self.editions[chosen.edition].takes_in if chosen.edition in self.editions else ()
        for one, other in zip(chosen.rules, chosen.rules[1:], strict=False):
            if one.name == other.name:
                return Unchosen(f"`{one}` and `{other}` cannot both be in force", "name one of them")
        return Chosen(tuple(r for r in chosen.rules if r not in inside), chosen.edition)

    def wrong(self, rule: InForce) -> Unchosen | None:
        """Say why a house rule cannot be chosen so; None if it can."""
        known = self.rules.get(rule.name)
        if known is None:
            near = meant(rule.name, self.rules)
            return Unchosen(f"there is no house rule `{rule.name}`", near or "`moot house` lists them")
        if not rule.setting and known.settings:
            return Unchosen(f"`{rule.name}` needs a setting", _settings(known.settings))
        if rule.setting and rule.setting not in known.settings:
            help = _settings(known.settings) if known.settings else f"it is on where it is named: `{rule.name}`"
            return Unchosen(f"`{rule.setting}` is no setting of `{rule.name}`", help)
        return None


def _settings(settings: Sequence[str]) -> str:
    return "its settings are " + ", ".join(f"`{s}`" for s in settings)


def _listed(what: str, names: Iterable[str]) -> str | None:
    listed = ", ".join(f"`{name}`" for name in names)
    return f"{what} {listed}" if listed else None
