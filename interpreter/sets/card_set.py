"""From a folder of texts to a game that can be played. Read this first: it lists the passes in order.

    gather      the folder           → sources            `interpreter.sets.files`
    manifest    set.yaml             → which game it is    `interpreter.sets.manifest`
    parse       each source          → a syntax tree       `dsl.parser`
    elaborate   all trees together   → the typed game      `dsl.elaborate`
    check       the typed game       → what is doubtful    `dsl.checks`
    compile     the typed game       → a library           `interpreter.compile`
    scenarios   scenarios/*.yaml     → casts to choose     `interpreter.sets.scenario`, resolved by `sets.cast`
    rulings     examples, rulings    → what must hold      `interpreter.sets.rulings` (run by `proof.spec`)

Every pass returns what it could read and diagnostics for the rest. No pass raises for an author's mistake, and a later
pass is skipped only if it has nothing to work on. A `CardSet` holds all the results. The kernel (`interpreter.kernel`)
plays the library; every front end reaches it through the session (`interpreter.play.session`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic, in_order
from moot.dsl.nearest import within_run
from moot.dsl.source import Source, Span

from . import cache, files, naming, scenario
from .cache import Later
from .manifest import Manifest
from .manifest import read as read_manifest
from .naming import Called, Names
from .paths import typed, within
from .scenario import Scenario

if TYPE_CHECKING:  # what the passes make is large, and fetched from the cache only when it is asked for
    from moot.dsl import ir
    from moot.dsl.elaborate import Elaborated
    from moot.dsl.notation import Ruling, Vocabulary
    from moot.dsl.vocabulary import Vocabulary as Language

    from ..kernel.program import Library


@dataclass(frozen=True)
class CardSet:
    """A game's folder, after reading. If the cards have an error, `game` and `library` are None and `diagnostics` says
    why. `hash` identifies the rules: it changes with the cards, not with rulings or scenarios. `titles` are all cards,
    in the order of their files; `always` are the cards that belong to every game. `playable`: the cards have no error
    (a ruling or a scenario may have one). `called` maps each language, except the language of the titles, to its names
    for cards and words. `language` holds the words that a phrase of the cards' language may use."""

    path: Path
    name: str
    manifest: Manifest
    sources: Mapping[str, Source]
    scenarios: tuple[Scenario, ...]
    diagnostics: tuple[Diagnostic, ...]
    hash: str
    titles: tuple[str, ...]
    always: tuple[str, ...]
    called: Called
    playable: bool
    key: str
    meaning: Later[ir.Game | None]
    rulings: Later[tuple[Ruling, ...]]
    language: Later[Language | None]
    built: Library | None = None

    @property
    def game(self) -> ir.Game | None:
        """The typed meaning of all cards together; None if they have an error."""
        return self.meaning.value

    @cached_property
    def library(self) -> Library | None:
        """The library that the kernel plays, compiled on first use; None if the cards have an error."""
        if self.built is not None:
            return self.built
        if self.game is None or not self.playable:
            return None
        from ..kernel.program import Library

        name = f"library-{self.key}"
        found = cache.fetch(name, Library)
        if found is None:
            found = compiled(self.game, self.sources, self.hash)
            cache.store(name, found)
        return found

    @cached_property
    def words(self) -> Vocabulary:
        """The words that the notation may use for this game: its declarations, its cards in every language, its
        scenarios."""
        from .rulings import words

        assert self.game is not None
        return words(self.game, self.scenarios, self.called, lambda: self.language.value)

    @property
    def examples(self) -> tuple[Ruling, ...]:
        """The examples and rulings."""
        return self.rulings.value

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors among the diagnostics: they keep the set from being played."""
        return tuple(d for d in self.diagnostics if d.severity == "error")

    def names(self, language: str | None = None) -> Names:
        """Return the names of things in one of the set's languages (None: the language of the titles)."""
        language = language or self.manifest.languages[0]
        if language not in self._names:
            scenarios = tuple((s.id, s.names) for s in self.scenarios)
            self._names[language] = Names(language, self.titles, self.called, scenarios)
        return self._names[language]

    @cached_property
    def _names(self) -> dict[str, Names]:
        return {}

    def title(self, said: str) -> str | None:
        """Return the title of the card that `said` names, in any language; capitals, accents and hyphens do not matter.
        None if there is no such card."""
        title = self.names().title(said)
        return title if title in self._titles else None

    @cached_property
    def _titles(self) -> frozenset[str]:
        return frozenset(self.titles)

    def numbers(self, titles: Iterable[str]) -> tuple[int, ...]:
        """Return the library's numbers of every copy of the cards with these titles."""
        assert self.library is not None
        wanted = set(titles)
        return tuple(c for c, title in enumerate(self.library.cards) if title in wanted)

    def scenario(self, id: str | None = None) -> Scenario | None:
        """Return the scenario with this id. Without an id: the scenario that the manifest names, or else the first."""
        wanted = id or self.manifest.scenario
        found = next((s for s in self.scenarios if s.id == wanted), None)
        return found or (self.scenarios[0] if id is None and self.scenarios else None)


def load(folder: Path) -> CardSet:
    """Read everything in a game's folder. A set that has not changed since the last time comes from the cache."""
    folder = typed(folder)
    sources, diagnostics = files.gather(folder)
    key = cache.key(sources, (str(folder), folder.resolve().name))
    found = None if diagnostics else cache.fetch(f"set-{key}", CardSet)
    if found is not None:
        return found
    with within_run():
        read = _read(folder, sources, diagnostics, key)
    if not diagnostics:
        cache.store(f"set-{key}", read)
    return read


def _read(folder: Path, sources: dict[str, Source], diagnostics: list[Diagnostic], key: str) -> CardSet:
    """Run all passes."""
    manifest, said = read_manifest(folder, sources)
    faults = [*diagnostics, *said]

    words = [source for path, source in sources.items() if PurePosixPath(path).suffix in files.WORDS]
    whole, said = read_words(folder, words)
    faults += said
    game = whole.game if whole else None

    playable = game is not None and not any(d.severity == "error" for d in faults)
    scenarios, said = _scenarios(_scenario_sources(folder, sources, faults), game)
    faults += said
    faults += _manifest_faults(folder, sources, manifest, scenarios)
    called = naming.collect(game, manifest)
    if game is not None:
        faults += naming.faults(game, manifest, scenarios)

    rulings, said = _rulings(whole, scenarios, called)
    faults += said
    return CardSet(
        path=folder,
        name=game.name if game else manifest.names.get("en", manifest.id),
        manifest=manifest,
        sources=sources,
        scenarios=tuple(scenarios),
        diagnostics=tuple(in_order(faults)),
        hash=rules_hash(folder, words),
        titles=tuple(game.cards) if game else (),
        always=_always(folder, manifest, game),
        called=called,
        playable=playable,
        key=key,
        meaning=Later(game),
        rulings=Later(rulings),
        language=Later(whole.vocabulary if whole is not None and game is not None else None),
    )


def _scenarios(sources: Sequence[Source], game: ir.Game | None) -> tuple[list[Scenario], list[Diagnostic]]:
    """Read the scenarios and, if the game could be read, check each of them against it."""
    options = {name: option.settings for name, option in game.options.items()} if game else {}
    players = (game.least_players, game.most_players) if game else None
    kinds = {title: card.kind for title, card in game.cards.items()} if game else {}
    scenarios: list[Scenario] = []
    faults: list[Diagnostic] = []
    for source in sources:
        found, said = scenario.read(source, kinds, options, players, kinds)
        faults += said
        if found is not None:
            scenarios.append(found)
    return scenarios, faults


def _rulings(
    whole: Elaborated | None, scenarios: Sequence[Scenario], called: Called
) -> tuple[tuple[Ruling, ...], list[Diagnostic]]:
    """Return the examples and rulings, and what is wrong with others."""
    from .rulings import read as read_rulings

    if whole is None or whole.game is None:
        return (), []
    return read_rulings(whole.examples, whole.game, scenarios, called, lambda: whole.vocabulary)


def read_words(folder: Path, words: Sequence[Source]) -> tuple[Elaborated | None, list[Diagnostic]]:
    """Parse and elaborate the files that are written in the cards' language."""
    from moot.dsl.elaborate import elaborate
    from moot.dsl.parser import parse

    if not any(PurePosixPath(source.path).suffix == ".game" for source in words):
        message = "there is no game here: a file whose name ends in `.game` declares one"
        return None, [Diagnostic("no-game", message, Span(files.shown(folder), 0, 0))]
    parsed = [parse(source) for source in words]
    whole = elaborate(parsed)
    faults = [d for one in parsed for d in one.diagnostics] + list(whole.diagnostics)
    faults += [_empty(one.source) for one in parsed if not one.declarations and not one.diagnostics]
    if whole.game is not None and not any(d.severity == "error" for d in faults):
        faults += checked(whole.game, {source.path: source for source in words})
    return whole, faults


def _empty(source: Source) -> Diagnostic:
    what = "there is nothing in this file but comments" if source.text.strip() else "this file is empty"
    help = "write what its name promises, or delete the file"
    return Diagnostic("empty-file", what, Span(source.path, 0, 0), help, "warning")


def checked(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Return the checks' diagnostics for a game that could be read without an error."""
    from moot.dsl.checks import run

    return run(game, sources)


def compiled(game: ir.Game, sources: Mapping[str, Source], hash_: str) -> Library:
    """Compile a game that has no error."""
    from ..compile import compile_game

    return compile_game(game, sources, hash_)


def rules_hash(folder: Path, words: Iterable[Source]) -> str:
    """Return a hash of the rules of a set: of the names and texts of its game, tables and cards. Examples do not count,
    because they change no rule."""
    shown = files.shown(folder)
    digest = hashlib.sha256()
    for source in words:
        if not source.path.endswith(".ruling"):
            name = f"/{within(shown, source.path)}"
            for part in (name, without_examples(source.text.replace("\r\n", "\n"))):
                data = part.encode()
                digest.update(len(data).to_bytes(8, "big") + data)
    return digest.hexdigest()[:16]


def without_examples(text: str) -> str:
    """Return a file's text without its `example` blocks, which change no rule."""
    kept: list[str] = []
    deep: int | None = None
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip(" "))
        if deep is not None and (not line.strip() or indent > deep):
            continue
        deep = indent if line.lstrip(" ").startswith('example "') else None
        if deep is None:
            kept.append(line)
    return "\n".join(kept)


# ---- what the manifest names ---------------------------------------------------------------------------------------


def _scenario_sources(folder: Path, sources: Mapping[str, Source], faults: list[Diagnostic]) -> list[Source]:
    """Return the YAML files that are scenarios. Any other YAML file is reported: no file is silently ignored."""
    result = []
    shown = PurePosixPath(files.shown(folder))
    for path, source in sources.items():
        pure = PurePosixPath(path)
        if pure.suffix not in files.DATA or pure == shown / "set.yaml":
            continue
        if pure.suffix == ".yaml" and pure.parent.name == "scenarios":
            result.append(source)
        else:
            message = "this file is not part of the set: scenarios are `.yaml` files in the folder `scenarios`"
            faults.append(Diagnostic("stray-file", message, Span(path, 0, 0), severity="warning"))
    return result


def _manifest_faults(
    folder: Path, sources: Mapping[str, Source], manifest: Manifest, scenarios: Sequence[Scenario]
) -> list[Diagnostic]:
    """Report names in the manifest that match nothing in the set."""
    from .nearest import meant

    faults = []
    wanted = manifest.scenario
    known = [s.id for s in scenarios]
    stems = {PurePosixPath(p).stem for p in sources if PurePosixPath(p).parent.name == "scenarios"}
    if wanted is not None and wanted not in stems and manifest.scenario_span is not None:
        message = f"there is no scenario `{wanted}`"
        faults.append(Diagnostic("unknown-scenario", message, manifest.scenario_span, meant(wanted, known)))
    shown = files.shown(folder)
    paths = {within(shown, p) for p in sources}
    places = paths | {str(parent) for p in paths for parent in PurePosixPath(p).parents if parent.name}
    for place, span in manifest.always:
        if place.rstrip("/") not in places:
            message = f"there is no file or folder `{place}` in this set"
            faults.append(Diagnostic("unknown-file", message, span, meant(place, places)))
    return faults


def _always(folder: Path, manifest: Manifest, game: ir.Game | None) -> tuple[str, ...]:
    """Return the cards that belong to every game: the cards of the game file, and those of the files and folders that
    the manifest names."""
    if game is None:
        return ()
    root = PurePosixPath(files.shown(folder))
    wanted = [root / place for place, _ in manifest.always]
    result = []
    for title, card in game.cards.items():
        path = PurePosixPath(card.path)
        if path.suffix == ".game" or any(path == place or place in path.parents for place in wanted):
            result.append(title)
    return tuple(result)
