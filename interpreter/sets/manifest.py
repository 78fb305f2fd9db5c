"""Read `set.yaml`: the name of a card set and its settings. A folder with just a game file needs none."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from .paths import shown

if TYPE_CHECKING:
    from .yaml_files import Node

NAME = "set.yaml"


@dataclass(frozen=True, slots=True)
class ForeignName:
    """The name of a card, or of a word of an enumeration, in another language."""

    of: str
    of_span: Span
    language: str
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Manifest:
    """The contents of `set.yaml`. `scenario` is played if the person names none. `always` lists files and folders whose
    cards belong to every game, as the manifest writes them, with their places. `languages`: the language of the titles
    comes first; it is English if no manifest says which."""

    id: str
    names: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ()
    scenario: str | None = None
    scenario_span: Span | None = None
    always: tuple[tuple[str, Span], ...] = ()
    words: tuple[ForeignName, ...] = ()


def read(
    folders: Sequence[Path], sources: Mapping[str, Source], home: PurePosixPath, lying: Collection[str]
) -> tuple[Manifest, list[Diagnostic]]:
    """Return the manifest of a set. A folder without one gets its own name as id. `folders`: the set's own, then that
    of the game that it extends, and so on. What a set says stands in the place of what that game says; what an edition
    says, in the place of what the set says. `home`: the folder of the edition that is played, or the set's own.
    `lying`: the files of the scenarios; who has some begins with none of another's."""
    diagnostics: list[Diagnostic] = []
    found: Manifest | None = None
    for folder in reversed(folders):
        one, said = _read(folder.resolve().name, sources.get(shown(folder / NAME)))
        diagnostics += said
        found = one if found is None else _joined(found, one, _any_below(PurePosixPath(shown(folder)), lying))
    assert found is not None, "a set has a folder"
    if str(home) not in map(shown, folders):
        source = sources.get(str(home / NAME))
        edition, said = _read(found.id, source) if source is not None else (Manifest(found.id), [])
        diagnostics += said
        joined = _joined(found, edition, _any_below(home, lying))
        found = replace(joined, id=found.id, names={**found.names, **edition.names})
    return found if found.languages else replace(found, languages=("en",)), diagnostics


def _any_below(folder: PurePosixPath, paths: Collection[str]) -> bool:
    return any(folder in PurePosixPath(path).parents for path in paths)


def _joined(manifest: Manifest, other: Manifest, begins: bool) -> Manifest:
    """Return what the manifest of a set or an edition says, and else what that of its game says. `begins`: it has
    scenarios of its own."""
    first = other if begins or other.scenario else manifest
    return Manifest(
        id=other.id,
        names=other.names,
        languages=tuple(dict.fromkeys((*manifest.languages, *other.languages))),
        scenario=first.scenario,
        scenario_span=first.scenario_span,
        always=(*manifest.always, *other.always),
        words=(*manifest.words, *other.words),
    )


def _read(id: str, source: Source | None) -> tuple[Manifest, list[Diagnostic]]:
    if source is None:
        return Manifest(id, {"en": id}), []
    from . import schemas  # slow to load, and not needed for a set that was read before

    node, diagnostics = schemas.read(source, "set")
    if node is None:
        return Manifest(id, {"en": id}), diagnostics
    names, languages, scenario, always = map(node.get, ("names", "languages", "scenario", "always"))
    said = node.get("id")
    manifest = Manifest(
        id=str(said.scalar) if said else id,
        names={key: str(name.plain) for key, name in ((names.inner or {}) if names else {}).items()},
        languages=tuple(word for word, _ in languages.words()) if languages else (),
        scenario=str(scenario.scalar) if scenario else None,
        scenario_span=scenario.span if scenario else None,
        always=tuple(always.words()) if always else (),
        words=tuple(_words(node.get("words"))),
    )
    return manifest, diagnostics


def _words(node: Node | None) -> Iterator[ForeignName]:
    for of, names in ((node.inner or {}) if node else {}).items():
        assert node is not None
        for language, name in (names.inner or {}).items():
            yield ForeignName(of, node.keys[of], language, str(name.plain), name.span)
