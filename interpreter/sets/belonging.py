"""Find out which files of a set its manifest means, and report files that belong to nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span

from . import files
from .law import OWN
from .manifest import NAME, Manifest
from .paths import under, within
from .wordbook import is_wordbook

if TYPE_CHECKING:
    from moot.dsl import ir


def strays(home: PurePosixPath, data: Mapping[str, Source]) -> list[Diagnostic]:
    """Report the YAML files below `home` that are neither scenarios nor a manifest: no file is silently ignored."""
    result = []
    for pure in map(PurePosixPath, data):
        scenario = pure.suffix == ".yaml" and pure.parent.name == "scenarios"
        if home in pure.parents and pure != home / NAME and not scenario and not is_wordbook(pure):
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
    is played, or the set's own. What the game names that a set extends is looked for there."""
    from .nearest import meant

    faults = []
    shown = files.shown(folder)
    paths = {within(root, p) for p in sources for root in (shown, str(home))}
    places = paths | {str(parent) for p in paths for parent in PurePosixPath(p).parents if parent.name}
    for place, span in manifest.always:
        own = any(PurePosixPath(span.path).parent == at for at in (PurePosixPath(shown), home))
        if own and place.rstrip("/") not in places:
            message = f"there is no file or folder `{place}` in this set"
            faults.append(Diagnostic("unknown-file", message, span, meant(place, places)))
    return faults


def always(folders: Sequence[Path], home: PurePosixPath, manifest: Manifest, game: ir.Game | None) -> tuple[str, ...]:
    """Return the cards that belong to every game: the cards of the game file, of amendments, and those of the files and
    folders that the manifest names, in the set's folder or in that of the edition that is played (`home`). `folders`:
    the set's own, and those of the games below it, whose manifests name what lies there."""
    if game is None:
        return ()
    wanted = [root / place for place, span in manifest.always for root in (_root(span.path, folders), home)]
    result = []
    for title, card in game.cards.items():
        path = PurePosixPath(card.path)
        named = any(path == place or place in path.parents for place in wanted)
        if named or path.suffix == ".game" or card.path.endswith(OWN):
            result.append(title)
    return tuple(result)


def _root(path: str, folders: Sequence[Path]) -> PurePosixPath:
    """Return the one of these folders in which a file lies."""
    return next((PurePosixPath(at) for at in map(files.shown, folders) if under(path, at)), PurePosixPath())
