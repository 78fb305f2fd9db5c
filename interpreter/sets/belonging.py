"""Find out which files of a set its manifest and its scenarios mean, and report files that belong to nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from . import files
from .law import OWN
from .manifest import NAME, Manifest
from .paths import within
from .scenario import Scenario

if TYPE_CHECKING:
    from moot.dsl import ir


def scenario_sources(home: PurePosixPath, data: Mapping[str, Source], faults: list[Diagnostic]) -> list[Source]:
    """Return the YAML files below `home` that are scenarios. Any other YAML file there is reported: no file is silently
    ignored."""
    result = []
    for path, source in data.items():
        pure = PurePosixPath(path)
        if home not in pure.parents or pure == home / NAME:
            continue
        if pure.suffix == ".yaml" and pure.parent.name == "scenarios":
            result.append(source)
        else:
            message = "this file is not part of the set: scenarios are `.yaml` files in the folder `scenarios`"
            faults.append(Diagnostic("stray-file", message, Span(path, 0, 0), severity="warning"))
    return result


def manifest_faults(
    folder: Path, home: PurePosixPath, sources: Mapping[str, Source], manifest: Manifest, scenarios: Sequence[Scenario]
) -> list[Diagnostic]:
    """Report names in the manifest that match nothing in the set. `home`: the folder of the edition that is played, or
    the set's own."""
    from .nearest import meant

    faults = []
    wanted = manifest.scenario
    known = [s.id for s in scenarios]
    lying = [PurePosixPath(path) for path in sources]
    stems = {pure.stem for pure in lying if home in pure.parents and pure.parent.name == "scenarios"}
    if wanted is not None and wanted not in stems and manifest.scenario_span is not None:
        message = f"there is no scenario `{wanted}`"
        faults.append(Diagnostic("unknown-scenario", message, manifest.scenario_span, meant(wanted, known)))
    shown = files.shown(folder)
    paths = {within(root, p) for p in sources for root in (shown, str(home))}
    places = paths | {str(parent) for p in paths for parent in PurePosixPath(p).parents if parent.name}
    for place, span in manifest.always:
        if place.rstrip("/") not in places:
            message = f"there is no file or folder `{place}` in this set"
            faults.append(Diagnostic("unknown-file", message, span, meant(place, places)))
    return faults


def always(folder: Path, home: PurePosixPath, manifest: Manifest, game: ir.Game | None) -> tuple[str, ...]:
    """Return the cards that belong to every game: the cards of the game file, of amendments, and those of the files and
    folders that the manifest names, in the set's folder or in that of the edition that is played (`home`)."""
    if game is None:
        return ()
    wanted = [root / place for place, _ in manifest.always for root in (PurePosixPath(files.shown(folder)), home)]
    result = []
    for title, card in game.cards.items():
        path = PurePosixPath(card.path)
        named = any(path == place or place in path.parents for place in wanted)
        if named or path.suffix == ".game" or card.path.endswith(OWN):
            result.append(title)
    return tuple(result)
