"""From a folder of texts to a game that can be played. Read this first: it lists the passes in order.

    gather      the folder           → sources            `interpreter.sets.files`
    part        the sources          → base, amendments   `interpreter.sets.law`, read by `sets.amending`
    consolidate base and amendments  → texts as played     `dsl.amend`
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

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic, in_order
from moot.dsl.nearest import within_run
from moot.dsl.recent import Recent
from moot.dsl.source import Source, Span, Written

from . import amending, belonging, cache, drift, extending, files, naming, scenario
from .cache import Later
from .extending import Base
from .identity import rules_hash
from .law import PRINTED, Chosen, Law, Named, Parts, Unchosen, parted
from .manifest import Manifest
from .manifest import read as read_manifest
from .naming import Called, Names
from .paths import typed
from .scenario import Scenario

if TYPE_CHECKING:  # what the passes make is large, and fetched from the cache only when it is asked for
    from moot.dsl import ir
    from moot.dsl.elaborate import Elaborated, Example
    from moot.dsl.notation import Ruling, Vocabulary
    from moot.dsl.vocabulary import Vocabulary as Language

    from ..kernel.program import Library
    from .amending import Amended


@dataclass(frozen=True)
class CardSet:
    """A game's folder, after reading, as it is played under the `chosen` amendments. If the cards have an error, `game`
    and `library` are None and `diagnostics` says why. `sources` are the texts as they are played. `hash` identifies the
    rules: it changes with what is played, not with rulings or scenarios. `titles` are all cards, in the order of their
    files; `always` are the cards that belong to every game. `playable`: the cards have no error (a ruling or a scenario
    may have one); `hindrances` are those that they have. `called` maps each language to its names for cards and words;
    that of the titles, to those that differ. `language` holds the words that a phrase of the cards' language may use.
    `texts`: the paths of game, tables and cards. `touched`: the declarations that the amendments change, by file and
    offset. `whole`: the folder."""

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
    hindrances: tuple[Diagnostic, ...]
    key: str
    meaning: Later[ir.Game | None]
    rulings: Later[tuple[Ruling, ...]]
    language: Later[Language | None]
    texts: tuple[str, ...] = ()
    built: Library | None = None
    chosen: Chosen = PRINTED
    touched: frozenset[tuple[str, int]] = frozenset()
    whole: Whole = field(default_factory=lambda: Whole(Path()))

    def under(self, chosen: Chosen) -> CardSet:
        """Return the same folder as it is played under other amendments."""
        return self if chosen == self.chosen else self.whole.under(chosen)

    @property
    def law(self) -> Law:
        """All house rules and editions of the folder."""
        return self.whole.law

    @property
    def amendments(self) -> tuple[Named, ...]:
        """All house rules and editions of the folder, in the order of their files."""
        return (*self.law.rules.values(), *self.law.editions.values())

    @property
    def written(self) -> Mapping[str, Source]:
        """The texts of the folder as their authors wrote them, where diagnostics are shown."""
        return self.whole.parts.all

    def written_at(self, span: Span) -> Written:
        """Return where the words of a ruling or a card were written."""
        source = self.sources.get(span.path)
        return source.written(span) if source is not None else Written(span.path, 1, 1)

    @property
    def game(self) -> ir.Game | None:
        """The typed meaning of all cards together; None if they have an error."""
        return self.meaning.value

    @cached_property
    def library(self) -> Library | None:
        """The library that the kernel plays, compiled on first use; None if the cards have an error."""
        if self.built is not None:
            return self.built
        if not self.playable:
            return None
        from ..kernel.program import Library

        name = f"library-{self.key}"
        found = cache.fetch(name, Library)
        if found is None and self.game is not None:
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

    def every_ruling(self) -> Iterator[Ruling]:
        """Go through the examples and rulings of this game in this edition, with those of its house rules."""
        for context in self.law.contexts:
            if context.chosen.edition == self.chosen.edition:
                yield from self.under(context.chosen).examples

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The errors among the diagnostics."""
        return tuple(d for d in self.diagnostics if d.severity == "error")

    def names(self, language: str | None = None) -> Names:
        """Return the names of things in one of the set's languages (None: the language of the titles)."""
        language = language or self.manifest.languages[0]
        if language not in self._names:
            scenarios = tuple((s.id, s.names) for s in self.scenarios)
            native = language == self.manifest.languages[0]
            self._names[language] = Names(language, self.titles, self.called, scenarios, native)
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
        """Return the scenario with this id. Without an id: the one that the manifest names, or else the first. None if
        there is no such scenario, or if its file cannot be read."""
        wanted = id or self.manifest.scenario
        if wanted is None:
            return self.scenarios[0] if self.scenarios else None
        return next((s for s in self.scenarios if s.id == wanted), None)

    @property
    def lying(self) -> Mapping[str, str]:
        """The files of all scenarios by the scenarios' ids, also of those that cannot be read."""
        return {PurePosixPath(path).stem: path for path in self.whole.parts.scenarios(self.chosen.edition)}


@dataclass(frozen=True)
class Whole:
    """A game's folder as text: what each choice of amendments makes a game of. `faults`: files that cannot be read.
    `bases`: the game that it extends, then that which this extends, and so on."""

    folder: Path
    parts: Parts = Parts()
    law: Law = Law()
    faults: tuple[Diagnostic, ...] = ()
    bases: tuple[Base, ...] = ()

    @property
    def folders(self) -> tuple[Path, ...]:
        """The set's own folder, and those of the games below it."""
        return (self.folder, *(base.folder for base in self.bases))

    def under(self, chosen: Chosen) -> CardSet:
        """Read what is played under the chosen amendments. What has not changed since the last time comes from the
        cache, or from this process. If there is no such choice, nothing can be played, and the diagnostics say why."""
        allowed = self.law.allowed(chosen)
        chosen = allowed if isinstance(allowed, Chosen) else chosen
        counting = amending.counting(self.parts, self.law, chosen)
        wrong = self._wrong(allowed)
        known = [f"{a.id} {a.settings}" for a in (*self.law.rules.values(), *self.law.editions.values())]
        about = (*map(str, self.folders), self.folder.resolve().name, str(chosen), *known, *map(repr, wrong))
        key = cache.key(counting.all, about)
        if not chosen or self.faults:
            return self._kept(chosen, counting, key, wrong)
        return SETS.get((key, self.folder), lambda: self._kept(chosen, counting, key, wrong))

    def _wrong(self, allowed: Chosen | Unchosen) -> tuple[Diagnostic, ...]:
        """Return what keeps a choice from being played, whatever its amendments say."""
        if isinstance(allowed, Chosen):
            return tuple(self.law.faults_of(allowed))
        at = Span(files.shown(self.folder), 0, 0)
        return (Diagnostic("unknown-house-rule", allowed.reason, at, allowed.help), *allowed.diagnostics)

    def beside(self, rules: Sequence[Source], edition: str | None = None) -> Whole:
        """Return the same with house rules from outside the folder. `edition`: they are rules of this edition."""
        parts = self.parts.with_rules(rules, edition)
        return replace(self, parts=parts, law=amending.law_of(parts)) if rules else self

    def own(self, chosen: Chosen, told: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Leave out the faults that the extended game has by itself; if it has any error, that is one fault."""
        if all(self.parts.own(d.span.path) for d in told):
            return extending.advised(told, self.parts.given)
        known = load(self.bases[0].folder, extending.of_the_base(chosen, self.law, self.parts))
        broken = [] if known.playable else [self.bases[0].faulty()]
        return extending.advised([*broken, *extending.own(told, known.diagnostics, self.parts.given)], self.parts.given)

    def scenarios(self) -> Iterator[tuple[str | None, str]]:
        """Go through the scenarios, each with the edition in which it is played (None: the printed game) and its id."""
        for edition in (None, *self.parts.editions):
            for path in self.parts.scenarios(edition):
                yield edition, PurePosixPath(path).stem

    def _kept(self, chosen: Chosen, counting: Amended, key: str, wrong: Sequence[Diagnostic]) -> CardSet:
        found = None if self.faults else cache.fetch(f"set-{key}", CardSet)
        if found is None:
            with within_run():
                found = _read(self, chosen, counting, key, wrong)
            if not self.faults:
                cache.store(f"set-{key}", found)
        return replace(found, whole=self)


SETS: Recent[tuple[str, Path], CardSet] = Recent(24)
"""The sets that were read lately under amendments."""


def load(folder: Path, chosen: Chosen = PRINTED, beside: Sequence[Source] = ()) -> CardSet:
    """Read everything in a game's folder, as it is played under the chosen amendments. `beside`: house rules from
    outside the folder."""
    return whole(folder, beside, chosen.edition).under(chosen)


def whole(folder: Path, beside: Sequence[Source] = (), edition: str | None = None) -> Whole:
    """Read a game's folder as text, with the game that it extends. `beside`: house rules from elsewhere."""
    found = _texts_of(typed(folder))
    parts = found.parts.with_rules(beside, edition)
    return replace(found, parts=parts, law=amending.law_of(parts))


def _texts_of(folder: Path, above: tuple[Path, ...] = ()) -> Whole:
    """Read the texts of a folder, and those of the game that it extends. `above`: the sets that extend this one."""
    base = extending.base(folder, above)
    below = _texts_of(base.folder, (*above, folder)) if isinstance(base, Base) else Whole(Path())
    sources, faults = files.gather(folder, below.parts.all.values())
    parts, said = parted(files.shown(folder), sources, below.parts.editions)
    faults += said
    if not isinstance(base, Base):
        return Whole(folder, parts, faults=(*faults, base) if base is not None else tuple(faults))
    faults += extending.faults(base, below.faults)
    return Whole(folder, parts.on(below.parts), Law(), tuple(faults), (base, *below.bases))


def _read(whole: Whole, chosen: Chosen, counting: Amended, key: str, wrong: Sequence[Diagnostic]) -> CardSet:
    """Run all passes. `wrong`: what is wrong already with the choice itself."""
    folder, law = whole.folder, whole.law
    home = whole.parts.home(chosen.edition) or PurePosixPath(files.shown(folder))
    lying = whole.parts.scenarios(chosen.edition)
    manifest, said = read_manifest(whole.folders, counting.data, home, lying)
    faults = [*whole.faults, *wrong, *said]

    amended, whole_game, said = _played(whole, chosen, counting)
    faults += said
    game = whole_game.game if whole_game else None

    faults += belonging.always_faults(folder, home, counting.all, manifest)
    hindrances = [d for d in faults if d.severity == "error"]
    called = naming.collect(game, manifest)
    faults += belonging.strays(home, counting.data)
    faults += drift.faults(home, counting.data, whole.parts.all, game, called, chosen)
    always = belonging.always(whole.folders, home, manifest, game)
    scenarios, said = _scenarios(lying.values(), game, whole, chosen, called, always)
    faults += said
    faults += belonging.scenario_faults(manifest, lying)
    if game is not None:
        printed = {p for p in counting.data if home not in PurePosixPath(p).parents}  # judged with the printed game
        faults += [d for d in naming.faults(game, manifest, scenarios) if not chosen or d.span.path not in printed]

    tested = amending.examples(counting, whole.parts, law, chosen, whole_game.examples if whole_game else ())
    rulings, said = _rulings(whole_game, tested, scenarios, called)
    faults += [*said, *_unmet(rulings, scenarios, law, chosen)]
    return CardSet(
        path=folder,
        name=game.name if game and not whole.bases else manifest.names.get("en", manifest.id),
        manifest=manifest,
        sources=amended.all,
        scenarios=tuple(scenarios),
        diagnostics=tuple(in_order(whole.own(chosen, amending.told(faults, amended, whole.parts, law, chosen)))),
        hash=rules_hash(whole.folders, amended.words.values()),
        titles=tuple(game.cards) if game else (),
        always=always,
        called=called,
        playable=game is not None and not hindrances,
        hindrances=tuple(in_order(whole.own(chosen, amending.told(hindrances, amended, whole.parts, law, chosen)))),
        key=key,
        meaning=Later(game),
        rulings=Later(rulings),
        language=Later(whole_game.vocabulary if whole_game is not None and game is not None else None),
        texts=tuple(amended.words),
        chosen=chosen,
        touched=amended.touched,
    )


def _played(whole: Whole, chosen: Chosen, counting: Amended) -> tuple[Amended, Elaborated | None, list[Diagnostic]]:
    """Read the texts as they are played under the chosen amendments."""
    from moot.dsl.parser import parse

    if any(d.code == extending.CODE for d in whole.faults):  # whatever else would be told comes of that
        return counting, None, []
    amended = amending.amended(counting, whole.parts, whole.law, chosen)
    if any(d.severity == "error" for d in amended.diagnostics):
        return amended, None, list(amended.diagnostics)
    broken = [d for source in amended.words.values() for d in parse(source).diagnostics] if amended.touched else []
    if broken:  # whatever else would be told comes of that
        return amended, None, [*amended.diagnostics, *broken]
    own = amending.own(amended, whole.parts, chosen) if chosen else None
    words, faults = read_words(whole.folder, [*amended.words.values(), *amended.rulings.values()], own)
    return amended, words, [*amended.diagnostics, *faults]


def together(one: CardSet, chosen: Chosen) -> tuple[Elaborated | None, list[Diagnostic]]:
    """Read what is played under several amendments, each of which was read alone, as `one` was: only the words, and
    what cards are called. Everything else was read with each of them."""
    whole = one.whole
    amended, words, faults = _played(whole, chosen, amending.counting(whole.parts, whole.law, chosen))
    if words is not None and words.game is not None:
        said = naming.faults(words.game, one.manifest, one.scenarios)
        faults += [d for d in said if d.span.path in amended.words]
    return words, in_order(whole.own(chosen, amending.told(faults, amended, whole.parts, whole.law, chosen)))


def _scenarios(
    sources: Iterable[Source], game: ir.Game | None, whole: Whole, chosen: Chosen, called: Called, always: Sequence[str]
) -> tuple[list[Scenario], list[Diagnostic]]:
    """Read the scenarios and, if the game could be read, check each of them against it."""
    players = (game.least_players, game.most_players) if game else None
    kinds = {title: card.kind for title, card in game.cards.items()} if game else {}
    names = {name: title for other in called.values() for title, name in other.items() if title in kinds}
    scenarios: list[Scenario] = []
    faults: list[Diagnostic] = []
    for source in sources:
        edition = whole.parts.edition_of(source.path)
        around = scenario.Around(kinds, players, whole.law, edition, chosen, names, always)
        found, said = scenario.read(source, around)
        faults += said
        if found is not None:
            scenarios.append(found)
    return scenarios, faults


def _rulings(
    whole: Elaborated | None, examples: Sequence[Example], scenarios: Sequence[Scenario], called: Called
) -> tuple[tuple[Ruling, ...], list[Diagnostic]]:
    """Return those of the examples and rulings that can be read, and what is wrong with others."""
    from .rulings import read as read_rulings

    if whole is None or whole.game is None:
        return (), []
    return read_rulings(examples, whole.game, scenarios, called, lambda: whole.vocabulary)


def _unmet(rulings: Sequence[Ruling], scenarios: Sequence[Scenario], law: Law, chosen: Chosen) -> list[Diagnostic]:
    """Report rulings in a scenario whose house rules are not in force in them."""
    if not any(scenario.house for scenario in scenarios):
        return []
    from .rulings import unmet

    return unmet(rulings, scenarios, law, chosen)


def read_words(
    folder: Path, words: Sequence[Source], own: Collection[str] | None = None
) -> tuple[Elaborated | None, list[Diagnostic]]:
    """Parse and elaborate the files that are written in the cards' language. `own`: see `checked`."""
    from moot.dsl.elaborate import elaborate
    from moot.dsl.natural import answered
    from moot.dsl.parser import parse

    if not any(PurePosixPath(source.path).suffix == ".game" for source in words):
        message = "there is no game here: a file whose name ends in `.game` declares one"
        help = "if these are cards for another game, `set.yaml` says which: `extends: …`"
        return None, [Diagnostic("no-game", message, Span(files.shown(folder), 0, 0), help)]
    parsed = [parse(source) for source in words]
    whole = elaborate(parsed)
    faults = answered(parsed, whole)
    faults += [d for one in parsed for d in amending.misplaced(one)]
    faults += [_empty(one.source) for one in parsed if not one.declarations and not one.diagnostics]
    if whole.game is not None and not any(d.severity == "error" for d in faults):
        faults += checked(whole.game, {source.path: source for source in words}, own)
    return whole, faults


def _empty(source: Source) -> Diagnostic:
    what = "there is nothing in this file but comments" if source.text.strip() else "this file is empty"
    help = "write what its name promises, or delete the file"
    return Diagnostic("empty-file", what, Span(source.path, 0, 0), help, "warning")


def checked(game: ir.Game, sources: Mapping[str, Source], own: Collection[str] | None = None) -> list[Diagnostic]:
    """Return the checks' diagnostics for a game that could be read without an error. `own`: under amendments, the files
    that are theirs."""
    from moot.dsl.checks import run

    return run(game, sources, own)


def compiled(game: ir.Game, sources: Mapping[str, Source], hash_: str) -> Library:
    """Compile a game that has no error."""
    from ..compile import compile_game

    return compile_game(game, sources, hash_)
