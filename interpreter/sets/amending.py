"""Read the amendments of a set, and find out what of its folder counts under some of them.

`law_of` reads every house rule and edition once, as far as people ask for them by name. `words` returns the texts that
are played under a choice: those of the printed game, or what the chosen amendments make of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.recent import Recent
from moot.dsl.source import Source, Span

from . import cache
from .law import (
    EDITION,
    OWN,
    PLAYED,
    PRINTED,
    RESERVED,
    RULE,
    Chosen,
    Context,
    InForce,
    Law,
    Named,
    Parts,
    Unchosen,
    twice_named,
)

if TYPE_CHECKING:  # a set that was read before needs no part that reads cards
    from moot.dsl import syntax
    from moot.dsl.amend import Amendment
    from moot.dsl.elaborate import Example
    from moot.dsl.parser import Parsed

    Test = syntax.Ruling | syntax.Example

Words = Mapping[str, Source]
Spot = tuple[str, int]  # a declaration: the path of its file, and the offset where it begins
HOUSE = re.compile(r"^ +house *:", re.MULTILINE)
"""A line that says under which house rules a ruling is played."""


# ---- what there is --------------------------------------------------------------------------------------------------


def law_of(parts: Parts) -> Law:
    """Return the amendments of a set. What was read before comes from the cache."""
    if not parts.amendments and not any(HOUSE.search(source.text) for source in parts.base.values()):
        return Law()
    name = f"law-{cache.key(_said(parts), sorted(parts.given))}"
    found = cache.fetch(name, Law)
    if found is None:
        found = _read(parts)
        cache.store(name, found)
    return found


def _said(parts: Parts) -> dict[str, Source]:
    """Return the texts on which the law depends: amendments, and whatever has rulings under them."""
    rulings = {path: source for path, source in parts.base.items() if HOUSE.search(source.text)}
    owned = {path: source for files in parts.editions.values() for path, source in files.items()}
    return {**parts.rules, **owned, **rulings}


def _read(parts: Parts) -> Law:
    from moot.dsl import syntax
    from moot.dsl.amend import in_vain
    from moot.dsl.parser import parse

    parsed = [parse(source) for source in parts.amendments.values()]
    faults = [d for one in parsed for d in one.diagnostics]
    amendments = [a for a in map(_amendment, parsed) if a is not None]
    law, said = _named(amendments, parts)
    faults += [*said, *filter(None, map(_lonely, parsed))]
    faults += [d for a in amendments for d in in_vain(a, _alone(a, parts))]
    law = replace(law, faults=tuple(faults))
    contexts: dict[Chosen, Context] = {PRINTED: Context(PRINTED)}
    untried = []
    for node, chosen in _tested(parts, law):
        if isinstance(chosen, Diagnostic):
            untried.append(chosen)
            continue
        before = contexts.get(chosen, Context(chosen))
        name = node.name.text if isinstance(node, syntax.Ruling) else ""
        contexts[chosen] = Context(chosen, before.paths | {node.span.path}, before.names | {name})
    return replace(law, contexts=tuple(contexts.values()), untried=tuple(untried))


def _amendment(parsed: Parsed) -> Amendment | None:
    """Return the one amendment of a file; None if it could not be read."""
    from moot.dsl.amend import amendments

    wanted = PurePosixPath(parsed.source.path).suffix == EDITION
    return next((a for a in amendments([parsed]) if a.is_edition == wanted), None)


def _alone(amendment: Amendment, parts: Parts) -> bool:
    """Whether no other file belongs to an amendment."""
    return not amendment.is_edition or len(parts.editions.get(PurePosixPath(amendment.source.path).stem, ())) < 2


def _lonely(parsed: Parsed) -> Diagnostic | None:
    """Report a file that holds something else than its one amendment."""
    own = _amendment(parsed)
    what = "an edition" if PurePosixPath(parsed.source.path).suffix == EDITION else "a house rule"
    others = [node for node in parsed.declarations if own is None or node is not own.node]
    if others:
        message = f"a file of this name holds {what} and nothing else"
        return Diagnostic("misplaced-file", message, _head(parsed.source, others[0].span))
    if own is None and not parsed.diagnostics:
        return Diagnostic("empty-file", f"there is not {what} in this file", Span(parsed.source.path, 0, 0))
    return None


def misplaced(parsed: Parsed) -> Iterator[Diagnostic]:
    """Yield the house rules and editions in a file of cards or rulings, where nobody would find them."""
    from moot.dsl.amend import amendments

    for one in amendments([parsed]):
        what, ending = ("an edition", EDITION) if one.is_edition else ("a house rule", RULE)
        help = f"move it to a file `{one.id}{ending}`"
        yield Diagnostic("misplaced-file", f"{what} has a file of its own", _head(one.source, one.node.span), help)


def _head(source: Source, span: Span) -> Span:
    """Return the first line of a declaration."""
    return Span(source.path, span.start, span.start + len(source.text[span.start : span.end].split("\n", 1)[0]))


def _named(amendments: Sequence[Amendment], parts: Parts) -> tuple[Law, list[Diagnostic]]:
    """Return what the amendments are called, and what is wrong with their names."""
    faults: list[Diagnostic] = []
    found: dict[tuple[bool, str], Named] = {}
    for a in amendments:
        faults += _misnamed(a, found.get((False, a.id)) or found.get((True, a.id)))
        found.setdefault((a.is_edition, a.id), Named(
            a.id, a.title, a.source.path, a.span, a.settings, a.cited, a.is_edition, a.targets(),
            leaves_out=tuple(title.text for title in a.leaves_out),
            rulings=tuple(node.name.text for node in a.rulings),
            edition=None if a.is_edition else parts.edition_of(a.source.path),
        ))  # fmt: skip
    law = Law.of(found.values())
    for a in amendments:
        if a.is_edition:
            wrong = _not_taken_in(a, law)
            taken = tuple(_in_force(said) for said in a.takes_in if said.span not in {d.span for d in wrong})
            found[True, a.id] = replace(found[True, a.id], takes_in=taken)
            faults += wrong
    return Law.of(one for one in found.values() if one.edition is None or (True, one.edition) in found), faults


def _misnamed(amendment: Amendment, other: Named | None) -> Iterator[Diagnostic]:
    """Yield what is wrong with the name of an amendment. `other`: one that has this name already."""
    stem, id, span = PurePosixPath(amendment.source.path).stem, amendment.id, amendment.span
    if id != stem:
        yield Diagnostic("wrong-name", f"the file is called `{stem}`, but this says `{id}`", span)
    if id in RESERVED:
        yield Diagnostic("wrong-name", f"`{id}` means {RESERVED[id]} already", span, "give it another name")
    if other is not None:
        what = "an edition" if other.is_edition else "a house rule"
        notes = ((other.span, "it is declared here"),)
        yield Diagnostic("declared-twice", f"there is {what} `{id}` already", span, "give it another name", notes=notes)


def _in_force(said: syntax.Chosen) -> InForce:
    return InForce(said.rule.text, said.setting.text if said.setting else "")


def _not_taken_in(edition: Amendment, law: Law) -> list[Diagnostic]:
    """Report the house rules that an edition cannot take in, each at its words."""
    faults: list[Diagnostic] = []
    before: dict[str, InForce] = {}
    for said in edition.takes_in:
        rule = _in_force(said)
        known = law.rules.get(rule.name)
        wrong = law.wrong(rule) or twice_named((before.get(rule.name, rule), rule))
        if known is not None and known.edition is not None:
            message = f"`{rule.name}` is a house rule of the edition {known.edition}, and amends what it has made"
            wrong = Unchosen(message, "move its file out of the edition's folder")
        elif before.get(rule.name) == rule:
            wrong = Unchosen(f"`{rule}` is taken in twice", "name it once")
        if wrong is not None:
            faults.append(Diagnostic("unknown-house-rule", wrong.reason, said.span, wrong.help))
        before.setdefault(rule.name, rule)
    return faults


# ---- under which amendments a ruling is played ----------------------------------------------------------------------


def _tested(parts: Parts, law: Law) -> Iterator[tuple[Test, Chosen | Diagnostic]]:
    """Go through the rulings and examples that are not played with the printed game alone, each with what it is played
    under, or with what is wrong with what it says of it."""
    from moot.dsl.parser import parse

    owned = {path: source for files in parts.editions.values() for path, source in files.items()}
    of_base = {path: source for path, source in parts.base.items() if HOUSE.search(source.text)}
    for path, source in {**of_base, **parts.rules, **owned}.items():
        if parts.own(path) and path.endswith((".ruling", RULE, EDITION, *PLAYED)):
            read = parse(source)
            start = _start(read, parts)
            for node in tests(read) if start.edition in (None, *law.editions) else ():
                yield node, context(node, law, start)


def tests(parsed: Parsed) -> Iterator[Test]:
    """Go through the rulings and examples of a file."""
    from moot.dsl import syntax

    for declared in parsed.declarations:
        for node in syntax.walk(declared):
            if isinstance(node, (syntax.Ruling, syntax.Example)):
                yield node


def _start(parsed: Parsed, parts: Parts) -> Chosen:
    """Return under what the rulings of a file are played if they say nothing of it: the edition in whose folder it
    lies, and the house rule that it is."""
    own = _amendment(parsed) if parsed.source.path.endswith(RULE) else None
    return Chosen((InForce(own.id),) if own is not None else (), parts.edition_of(parsed.source.path))


def context(node: Test, law: Law, start: Chosen) -> Chosen | Diagnostic:
    """Return what a ruling is played under: what its file says, and what its own line `house: …` adds."""
    from moot.dsl import syntax

    said = [chosen for line in node.lines if isinstance(line, syntax.InForce) for chosen in line.rules]
    rules = list(map(_in_force, said))
    named = {rule.name for rule in rules}
    inherited = tuple(rule for rule in start.rules if rule.name not in named)
    spans = [*(node.title.span for _ in inherited), *(c.span for c in said)]
    for rule, span in zip([*inherited, *rules], spans, strict=True):
        wrong = law.wrong(rule, start.edition)
        if wrong is not None:
            help = wrong.help if rule not in inherited else f"say with which: `house: {rule.name} …`"
            return Diagnostic("unknown-house-rule", wrong.reason, span, help)
    found = law.allowed(Chosen((*inherited, *rules), start.edition))
    if isinstance(found, Unchosen):
        return Diagnostic("unknown-house-rule", found.reason, node.title.span, found.help)
    return found


# ---- what is played under a choice ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Amended:
    """What counts under a choice. `words`: the texts of game, tables and cards, by path. `rulings`: the files that hold
    rulings for it. `data`: its YAML files. `rules`: the amendments in force. `touched`: the declarations that
    they change, each by the file and the offset where it begins."""

    words: Mapping[str, Source]
    rulings: Mapping[str, Source]
    data: Mapping[str, Source]
    rules: Mapping[str, Source]
    diagnostics: tuple[Diagnostic, ...] = ()
    touched: frozenset[Spot] = frozenset()

    @property
    def all(self) -> dict[str, Source]:
        """All these texts."""
        return {**self.words, **self.rules, **self.rulings, **self.data}


def counting(parts: Parts, law: Law, chosen: Chosen) -> Amended:
    """Return what counts under a choice, before it is amended. An edition's own files join those of the base; its
    rulings stand in the place of the base's, and so do its scenarios if it has any. The rulings of an extended game
    are tried where that is."""
    owned = parts.editions.get(chosen.edition or "", {})
    words = {p: s for p, s in {**parts.base, **owned}.items() if p.endswith(PLAYED)}
    home = owned if chosen.edition is not None else parts.base
    rulings = {p: s for p, s in home.items() if p.endswith(".ruling") and parts.own(p)}
    if chosen.rules:
        rulings = {p: s for p, s in rulings.items() if HOUSE.search(s.text)}
    data = {p: s for p, s in home.items() if p.endswith((".yaml", ".yml"))}
    data.update(parts.scenarios(chosen.edition))
    manifest = {p: s for p, s in parts.base.items() if PurePosixPath(p).name == "set.yaml"}
    amendments = parts.amendments
    rules = {a.path: amendments[a.path] for a, _ in law.in_force(chosen)}
    return Amended(words, rulings, {**manifest, **data}, rules)


def amended(counting: Amended, parts: Parts, law: Law, chosen: Chosen) -> Amended:
    """Return what the chosen amendments make of the texts. An edition amends the printed game, with all that it takes
    in; house rules amend that."""
    if not chosen:
        return counting
    from moot.dsl.amend import consolidate

    def layer(words: Words, amendments: list[tuple[Amendment, str | None]], own: Words) -> _Layer:
        made = consolidate(words, amendments, own)
        apart = {source.path: source for source in map(_apart, made.sources.values())}
        return _Layer(apart, made.diagnostics, frozenset(one.declaration for one in made.prints))

    owned = parts.editions.get(chosen.edition or "", {})
    own = {path: source for path, source in counting.words.items() if path in owned}
    made = _Layer({path: source for path, source in counting.words.items() if path not in owned})
    faults: list[Diagnostic] = []
    if chosen.edition is not None:
        edition = _chosen(counting, law, Chosen((), chosen.edition))
        key = tuple(counting.words.values()), tuple(a.source for a, _ in edition)
        before = made.words
        made = EDITIONS.get(key, lambda: layer(before, edition, own))
        faults += made.diagnostics
    if chosen.rules:
        made = layer(made.words, _chosen(counting, law, Chosen(chosen.rules)), {})
        faults += made.diagnostics
    return replace(counting, words=made.words, touched=made.touched, diagnostics=tuple(faults))


def touched(parts: Parts, law: Law, chosen: Chosen) -> frozenset[Spot]:
    """Return the declarations that the chosen amendments change. Only what these quote is read for that."""
    return amended(counting(parts, law, chosen), parts, law, chosen).touched


@dataclass(frozen=True)
class _Layer:
    """What some amendments made of texts."""

    words: Words
    diagnostics: tuple[Diagnostic, ...] = ()
    touched: frozenset[Spot] = frozenset()


EDITIONS: Recent[tuple[tuple[Source, ...], tuple[Source, ...]], _Layer] = Recent(4)
"""What editions made of the printed game, for the house rules that amend them."""


def _chosen(counting: Amended, law: Law, chosen: Chosen) -> list[tuple[Amendment, str | None]]:
    """Return the amendments of a choice with their settings."""
    from moot.dsl.parser import parse

    read = [(_amendment(parse(counting.rules[a.path])), setting) for a, setting in law.in_force(chosen)]
    return [(a, setting or None) for a, setting in read if a is not None]


def _apart(source: Source) -> Source:
    """Give the words that an amendment declares itself a path of their own: the path of its file means that file, with
    its rulings."""
    if source.path.endswith((RULE, EDITION)):
        return replace(source, path=f"{source.path}{OWN}")
    return source


def own(amended: Amended, parts: Parts, chosen: Chosen) -> frozenset[str]:
    """Return the files of the chosen amendments: of house rules, or else of an edition."""
    return frozenset(amended.rules if chosen.rules else (*amended.rules, *parts.editions.get(chosen.edition or "", ())))


def told(faults: Iterable[Diagnostic], amended: Amended, parts: Parts, law: Law, chosen: Chosen) -> list[Diagnostic]:
    """Return what is wrong with texts as played, each fault where its words were written. A mere warning about words
    that no amendment in force has written is left out: what it says, such as that nothing uses a word any more, is no
    fault of theirs. An error about words of the game names the amendments."""
    if not chosen:
        return list(faults)
    from moot.dsl.amend import relocated

    mine = own(amended, parts, chosen)
    last = [(one.span, f"`{chosen}` in force") for one, _ in law.in_force(chosen)[-1:]]
    result = []
    for d in (relocated(d, amended.words) for d in faults):
        if d.span.path in mine or d.span.path in amended.rulings:
            result.append(d)
        elif d.severity == "error":
            result.append(replace(d, notes=(*d.notes, *last)) if d.span.path in amended.words else d)
    return result


def examples(counting: Amended, parts: Parts, law: Law, chosen: Chosen, found: Iterable[Example]) -> list[Example]:
    """Return the examples and rulings that are played under a choice. `found`: those of the texts as played. The
    examples of a card are played under what its file belongs to, and not under what amends it."""
    from moot.dsl.elaborate import Example
    from moot.dsl.parser import parse

    result = []
    starts: dict[str, Chosen] = {}
    every = parts.all
    for example in found:
        path = example.source.written(example.node.span).path
        if not parts.own(path):
            continue
        start = starts.setdefault(path, _start(parse(every[path]), parts))
        if context(example.node, law, start) == chosen:
            result.append(example)
    for source in (rule for path, rule in counting.rules.items() if parts.own(path)):
        read = parse(source)
        own = _amendment(read)
        for node in own.rulings if own is not None else ():
            if context(node, law, _start(read, parts)) == chosen:
                result.append(Example(None, node, source))
    return result
