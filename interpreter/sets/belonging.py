"""Find out which files of a set its manifest means, and report files that belong to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from . import files
from .law import OWN
from .manifest import NAME, Manifest
from .paths import within

if TYPE_CHECKING:
    from moot.dsl import ir


def strays(home: PurePosixPath, data: Mapping[str, Source]) -> list[Diagnostic]:
    """Report the YAML files below `home` that are neither scenarios nor a manifest: no file is silently ignored."""
    result = []
    for pure in map(PurePosixPath, data):
        scenario = pure.suffix == ".yaml" and pure.parent.name == "scenarios"
        if home in pure.parents and pure != home / NAME and not scenario:
            message = "this file is not part of the set: scenarios are `.yaml` files in the folder `scenarios`"
            result.append(Diagnostic("stray-file", message, Span(str(pure), 0, 0), severity="warning"))
    return result


def scenario_faults(manifest: Manifest, lying: Iterable[str]) -> list[Diagnostic]:
    """Report a manifest that begins with a scenario that there is not. `lying`: the files of all scenarios."""
    from .nearest import meant

    wanted, span = manifest.scenario, manifest.scenario_span
    known = [PurePosixPath(path).stem for path in lying]
    if wanted is None or span is None or wanted in known:
        return []
    return [Diagnostic("unknown-scenario", f"there is no scenario `{wanted}`", span, meant(wanted, known))]


def always_faults(
    folder: Path, home: PurePosixPath, sources: Mapping[str, Source], manifest: Manifest
) -> list[Diagnostic]:
    """Report files and folders that the manifest names and that are not there. `home`: the folder of the edition that
    is played, or the set's own."""
    from .nearest import meant

    faults = []
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
