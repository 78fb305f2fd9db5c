"""Read `set.yaml`: the name of a card set and its settings. A folder with just a game file needs none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
    comes first."""

    id: str
    names: Mapping[str, str] = field(default_factory=dict)
    languages: tuple[str, ...] = ("en",)
    scenario: str | None = None
    scenario_span: Span | None = None
    always: tuple[tuple[str, Span], ...] = ()
    words: tuple[ForeignName, ...] = ()


def read(
    folder: Path, sources: Mapping[str, Source], home: PurePosixPath | None = None, own: bool = True
) -> tuple[Manifest, list[Diagnostic]]:
    """Return the manifest of a folder. A folder without one gets its own name as id. `home`: the folder of the edition
    that is played; what its own manifest says stands in the place of what that of the set says. `own`: it has
    scenarios of its own, so that the set's first scenario is none of its."""
    manifest, diagnostics = _read(folder.resolve().name, sources.get(shown(folder / NAME)))
    if home is None or str(home) == shown(folder):
        return manifest, diagnostics
    if own:
        manifest = replace(manifest, scenario=None, scenario_span=None)
    found = sources.get(str(home / NAME))
    if found is None:
        return manifest, diagnostics
    edition, said = _read(manifest.id, found)
    return _joined(manifest, edition), [*diagnostics, *said]


def _joined(manifest: Manifest, edition: Manifest) -> Manifest:
    """Return the manifest of an edition: what it says itself, and else what that of the set says."""
    return Manifest(
        id=manifest.id,
        names={**manifest.names, **edition.names},
        languages=edition.languages if len(edition.languages) > 1 else manifest.languages,
        scenario=edition.scenario or manifest.scenario,
        scenario_span=edition.scenario_span or manifest.scenario_span,
        always=(*manifest.always, *edition.always),
        words=(*manifest.words, *edition.words),
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
        languages=tuple(word for word, _ in languages.words()) if languages else ("en",),
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
