"""Which amendments a game is played under: an edition, house rules with their settings.

`Chosen` is the choice itself, a value without order: `first-crown 3, late-districts`. `parted` tells the files of a
folder apart: those of the base, the house rules, and what belongs to one edition only. `Law` knows all amendments of a
folder and makes a choice out of what a person said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from moot.dsl.diagnostic import Diagnostic, in_order
from moot.dsl.source import Source, Span

from .nearest import meant

RULE, EDITION = ".rule", ".edition"
PLAYED = (".game", ".table", ".card")
OWN = " (own words)"  # ends the path of what an amendment declares itself; its file has the path without this
NAME = re.compile(r"[a-z0-9]+(?:[-_][a-z0-9]+)*")
MOST = 200  # house rules that may be in force together
FEW = 9  # settings that a message lists one by one
RESERVED = {"printed": "the printed game", "none": "no house rule", "nothing": "no house rule"}
"""Names that no amendment can have, and what they stand for where amendments are named."""


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


PRINTED = Chosen()
"""The printed game, without any amendment."""


@dataclass(frozen=True, slots=True)
class Unchosen:
    """Why nothing can be chosen so: a sentence, and what the person can do. `diagnostics`: what is wrong in the file of
    an amendment that was named."""

    reason: str
    help: str | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    def __str__(self) -> str:
        return self.reason + (f" ({self.help})" if self.help else "")


@dataclass(frozen=True, slots=True)
class Parts:
    """The texts of a set's folder. `base`: those of the printed game. `rules`: the files of house rules. `editions`:
    for each edition all files of its folder, its own file first. Each maps a path, as it is shown, to a text. A house
    rule in the folder of an edition amends that edition only; it is in both. `given`: the files of the game that the
    set extends, which come before the set's own."""

    base: Mapping[str, Source] = field(default_factory=dict)
    rules: Mapping[str, Source] = field(default_factory=dict)
    editions: Mapping[str, Mapping[str, Source]] = field(default_factory=dict)
    given: frozenset[str] = frozenset()

    def on(self, below: Parts) -> Parts:
        """Return the same as further texts of another game."""
        return Parts(
            {**below.base, **self.base},
            {**below.rules, **self.rules},
            {**below.editions, **self.editions},
            frozenset(below.all),
        )

    def own(self, path: str) -> bool:
        """Whether a file is not one of the game that the set extends."""
        return path not in self.given

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

    def edition_of(self, path: str) -> str | None:
        """Return the edition in whose folder a file lies; None if it lies in none."""
        return next((name for name, files in self.editions.items() if path in files), None)

    def home(self, edition: str | None) -> PurePosixPath | None:
        """Return the folder of an edition; None for the printed game."""
        files = self.editions.get(edition or "")
        return PurePosixPath(next(iter(files))).parent if files else None

    def scenarios(self, edition: str | None) -> dict[str, Source]:
        """Return the scenarios that are played in an edition (None: the printed game): its own, or those of the printed
        game if it has none. Those of an extended game come last."""
        found = _scenarios(self.editions.get(edition or "", {})) or _scenarios(self.base)
        return dict(sorted(found.items(), key=lambda item: item[0] in self.given))

    def with_rules(self, beside: Iterable[Source], edition: str | None = None) -> Parts:
        """Return the same with house rules from elsewhere. One that says what a file of the folder says, under the same
        name, is that. `edition`: they are rules of this edition."""
        known = {(PurePosixPath(path).stem, source.text) for path, source in self.rules.items()}
        others = {s.path: s for s in beside if (PurePosixPath(s.path).stem, s.text) not in known}
        editions = {name: {**files, **others} if name == edition else files for name, files in self.editions.items()}
        return replace(self, rules={**self.rules, **others}, editions=editions)


def _scenarios(files: Mapping[str, Source]) -> dict[str, Source]:
    lying = ((PurePosixPath(path), source) for path, source in files.items())
    return {str(p): source for p, source in lying if p.suffix == ".yaml" and p.parent.name == "scenarios"}


def parted(folder: str, sources: Mapping[str, Source], known: Collection[str] = ()) -> tuple[Parts, list[Diagnostic]]:
    """Sort the texts of a set by what they are part of. An edition owns the folder in which its file lies; `folder` is
    the set's own, which no edition can have. `known`: the editions that there are already."""
    faults: list[Diagnostic] = []
    homes: dict[PurePosixPath, str] = {}
    lying = [pure for pure in map(PurePosixPath, sources) if pure.suffix == EDITION]
    for pure in sorted(lying, key=lambda file: len(file.parts)):  # a folder before those inside it
        path = str(pure)
        wrong = _misplaced(pure, PurePosixPath(folder), homes, known)
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
        if home is not None:
            editions[PurePosixPath(home).stem].setdefault(path, source)
        if pure.suffix == RULE:
            rules[path] = source
        elif home is None and pure.suffix != EDITION:
            base[path] = source
    return Parts(base, rules, editions), faults


def _misplaced(
    file: PurePosixPath, folder: PurePosixPath, homes: Mapping[PurePosixPath, str], known: Collection[str]
) -> str | None:
    """Say why the file of an edition cannot lie where it does; None if it can."""
    if file.parent == folder:
        return "this file is in the set's own folder, and an edition owns every file beside its own"
    if file.parent in homes:
        return f"there is another edition in this folder: `{homes[file.parent]}`"
    if any(above in homes for above in file.parents):
        return "this file is in the folder of another edition"
    if file.stem in {*known, *(PurePosixPath(home).stem for home in homes.values())}:
        return f"there is another edition called `{file.stem}`"
    return None


@dataclass(frozen=True, slots=True)
class Named:
    """What people are told of an amendment. `title`: the sentence that a table would say. `settings`: the texts of its
    settings; empty if it is only on or off. `targets`: what it amends, as it names it. `takes_in`: the house rules that
    an edition takes in. `leaves_out`: the titles of the cards that fall away. `rulings`: the names of its own rulings.
    `edition`: the only one that a house rule amends."""

    id: str
    title: str
    path: str
    span: Span
    settings: tuple[str, ...] = ()
    cited: tuple[str, ...] = ()
    is_edition: bool = False
    targets: tuple[str, ...] = ()
    takes_in: tuple[InForce, ...] = ()
    leaves_out: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    edition: str | None = None

    @property
    def ways(self) -> tuple[Chosen, ...]:
        """The choices of this amendment alone: one for each setting."""
        if self.is_edition:
            return (Chosen((), self.id),)
        return tuple(Chosen((InForce(self.id, setting),), self.edition) for setting in self.settings or ("",))


@dataclass(frozen=True, slots=True)
class Context:
    """Amendments under which rulings are played. `paths`: the files that hold these rulings. `names`: what they are
    called; an example of a card has none."""

    chosen: Chosen
    paths: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()

    def has(self, only: Sequence[str]) -> bool:
        """Whether one of these rulings may be played here."""
        return not only or self.chosen == PRINTED or "" in self.names or not self.names.isdisjoint(only)


@dataclass(frozen=True)
class Law:
    """All amendments of a set by name. `contexts`: those under which its rulings are played, the printed game first.
    `faults`: what is wrong with the amendments themselves; `untried`: with what rulings say of them."""

    rules: Mapping[str, Named] = field(default_factory=dict)
    editions: Mapping[str, Named] = field(default_factory=dict)
    contexts: tuple[Context, ...] = (Context(PRINTED),)
    faults: tuple[Diagnostic, ...] = ()
    untried: tuple[Diagnostic, ...] = ()

    @staticmethod
    def of(amendments: Iterable[Named]) -> Law:
        """Return the law that consists of these."""
        every = tuple(amendments)
        return Law({a.id: a for a in every if not a.is_edition}, {a.id: a for a in every if a.is_edition})

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All that is wrong with amendments as texts, and with what rulings say of them."""
        return tuple(in_order([*self.faults, *self.untried]))

    def in_force(self, chosen: Chosen) -> list[tuple[Named, str]]:
        """Return the chosen amendments with their settings: the edition, what it takes in, then the house rules."""
        edition = self.editions.get(chosen.edition or "")
        found = [(edition, "")] if edition is not None else []
        rules = (*self._taken_in(chosen.edition), *chosen.rules)
        return [*found, *((self.rules[rule.name], rule.setting) for rule in rules if rule.name in self.rules)]

    def left_out(self, chosen: Chosen) -> frozenset[str]:
        """Return the titles of the cards that the chosen amendments leave out."""
        return frozenset(title for one, _ in self.in_force(chosen) for title in one.leaves_out)

    def faults_of(self, chosen: Chosen) -> list[Diagnostic]:
        """Return what is wrong with the texts of the chosen amendments, and with texts that claim their names."""
        paths = {one.path for one, _ in self.in_force(chosen)}
        return [d for d in self.faults if not paths.isdisjoint((d.span.path, *(span.path for span, _ in d.notes)))]

    def _taken_in(self, edition: str | None) -> tuple[InForce, ...]:
        known = self.editions.get(edition or "")
        return known.takes_in if known is not None else ()

    # ---- the one door through which every choice goes

    def chosen(self, said: Iterable[str] = (), edition: str | None = None) -> Chosen | Unchosen:
        """Make a choice out of names as a person writes them: `first-crown 3`, or several with commas between them."""
        rules = _named(said)
        if len(rules) > MOST:
            return Unchosen(f"more than {MOST} house rules are named")
        return self.allowed(Chosen(rules, edition))

    def ways(self, said: Iterable[str] = (), edition: str | None = None) -> tuple[Chosen, ...] | Unchosen:
        """Make all choices that a person can mean who names house rules without their settings: one for each setting,
        while the other house rules have their first one."""
        rules = _named(said)
        open_ = {r.name: self.rules[r.name].settings for r in rules if not r.setting and r.name in self.rules}
        first = {name: settings[0] for name, settings in open_.items() if settings}
        found: dict[Chosen, None] = {}
        for name in first or [""]:
            for setting in open_.get(name, ("",)):
                with_ = {**first, name: setting}
                one = self.chosen((str(InForce(r.name, r.setting or with_.get(r.name, ""))) for r in rules), edition)
                if isinstance(one, Unchosen):
                    return one
                found[one] = None
        return tuple(found)

    def allowed(self, chosen: Chosen) -> Chosen | Unchosen:
        """Return a choice as it is played, or say why there is no such choice. What the edition takes in already is
        left out."""
        if chosen.edition is not None and chosen.edition not in self.editions:
            return self._no("edition", chosen.edition, self.editions, _listed("there is", self.editions))
        inside = self._taken_in(chosen.edition)
        rules = [rule for rule in chosen.rules if rule not in inside]
        taken = f"the edition {chosen.edition} takes in {', '.join(f'`{rule}`' for rule in inside)}"
        twice = twice_named(rules) or twice_named((*inside, *rules), taken)
        refusals = (*(self.wrong(rule, chosen.edition) for rule in rules), twice)
        refused = next((one for one in refusals if one is not None), None)
        return refused or Chosen(tuple(rules), chosen.edition)

    def wrong(self, rule: InForce, edition: str | None = None) -> Unchosen | None:
        """Say why a house rule cannot be chosen so in an edition (None: in the printed game); None if it can."""
        known = self.rules.get(rule.name)
        if known is None:
            return self._no("house rule", rule.name, self.rules, "`moot house` lists them")
        if known.edition not in (None, edition):
            return Unchosen(f"`{rule.name}` is a house rule of the edition {known.edition}", "it amends no other")
        if not rule.setting and known.settings:
            return Unchosen(f"`{rule.name}` needs a setting", settings(known.settings))
        if rule.setting and rule.setting not in known.settings:
            help = settings(known.settings) if known.settings else f"it is on where it is named: `{rule.name}`"
            return Unchosen(f"`{rule.setting}` is no setting of `{rule.name}`", help)
        return None

    def _no(self, what: str, name: str, known: Iterable[str], otherwise: str | None) -> Unchosen:
        """Say that there is no such amendment, or that there is one that cannot be read."""
        file = f"{name}{EDITION if what == 'edition' else RULE}"
        of_file = [d for d in self.faults if PurePosixPath(d.span.path).name == file and d.severity == "error"]
        if of_file:
            return Unchosen(f"the {what} `{name}` cannot be read", None, tuple(of_file))
        help = meant(name, known) or otherwise or "this game has only one"
        return Unchosen(f"there is no {what} `{name}`", help)


def twice_named(rules: Sequence[InForce], help: str = "name one of them") -> Unchosen | None:
    """Say which house rule is named with two settings; None if none is."""
    named: dict[str, InForce] = {}
    for rule in rules:
        other = named.setdefault(rule.name, rule)
        if other != rule:
            return Unchosen(f"`{other}` and `{rule}` cannot both be in force", help)
    return None


def settings(settings: Sequence[str]) -> str:
    """Say which settings a house rule has."""
    if len(settings) > FEW and all(s.isdigit() for s in settings):
        return f"its settings are {settings[0]} to {settings[-1]}"
    return "its settings are " + ", ".join(f"`{s}`" for s in settings)


def _named(said: Iterable[str]) -> tuple[InForce, ...]:
    """Return the house rules that a person names."""
    return tuple(InForce.said(part) for text in said for part in text.split(",") if part.strip())


def _listed(what: str, names: Iterable[str]) -> str | None:
    listed = ", ".join(f"`{name}`" for name in names)
    return f"{what} {listed}" if listed else None
