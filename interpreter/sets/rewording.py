"""Answer a sentence of a house rule with the change that it means, tried in the printed game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source

from .card_set import Whole
from .law import PRINTED, RULE


def reworded(whole: Whole, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Put the right text in the place of what is wrong with a sentence of a house rule of the printed game, where there
    is one."""
    told = list(found)
    rules = {d.span.path for d in told if d.severity == "error" and PurePosixPath(d.span.path).suffix == RULE}
    rules = {path for path in rules if path in whole.parts.rules and whole.parts.edition_of(path) is None}
    base = whole.under(PRINTED) if rules else None  # it may have to be read anew
    language = None if base is None else base.language.value
    if base is None or language is None:
        return told
    from moot.dsl.natural.amending import amending

    words = {path: base.sources[path] for path in base.texts}
    for path in sorted(rules):
        of_rule = [d for d in told if d.span.path == path]
        right = amending(whole.parts.rules[path], of_rule, words, language, lambda rule: holds(rule, words))
        told = [d for d in told if d.span.path != path] + right
    return told


def holds(rule: Source, base: Mapping[str, Source]) -> bool:
    """Whether a house rule can be made into the texts of a game, and what comes of it can be read."""
    from moot.dsl.amend import amendments, consolidate
    from moot.dsl.elaborate import elaborate
    from moot.dsl.parser import parse

    parsed = parse(rule)
    own = amendments([parsed])
    if parsed.diagnostics or len(own) != 1:
        return False
    made = consolidate(base, [(own[0], None)])
    if any(d.severity == "error" for d in made.diagnostics):
        return False
    read = [parse(source) for source in made.sources.values()]
    if any(one.diagnostics for one in read):
        return False
    return not any(d.severity == "error" for d in elaborate(read).diagnostics)
