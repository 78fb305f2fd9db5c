"""Find everything wrong with a folder: the printed game, every amendment alone, and those that meet.

Each fault is told once. One of the printed game is not repeated for each house rule, and one of a house rule alone is
not repeated for each pair. A house rule of the printed game may not fit an edition: that is no fault. Nor is it one if
a card of a set does not fit a house rule or an edition of the game that the set extends; and what is wrong there is
told there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations

from moot.dsl.diagnostic import Diagnostic, in_order
from moot.dsl.nearest import within_run
from moot.dsl.source import Span

from . import amending, cache
from .card_set import CardSet, Whole, together
from .cast import NoGame, Wish, bare, resolve
from .law import PRINTED, Chosen, Named
from .opening import opened
from .rewording import reworded

Key = tuple[str, str, str, int]
TOGETHER = "amendments-order"  # two house rules put deeds at one place
IDLE = ("never-done", "unused-parameter")  # an amendment may leave idle what others declare


@dataclass(frozen=True)
class Checked:
    """What was found in a folder. `together`: which house rules exclude each other, and which go first where two add
    deeds at one place; that is as it is, and no fault."""

    faults: tuple[Diagnostic, ...] = ()
    together: tuple[Diagnostic, ...] = ()


def checked(whole: Whole) -> Checked:
    """Find what is wrong with a folder, in the order of its files. What has not changed comes from the cache."""
    name = f"check-{cache.key(whole.parts.all, (str(whole.folder), whole.folder.resolve().name))}"
    found = None if whole.faults else cache.fetch(name, Checked)
    if found is None:
        with within_run():
            found = _checked(whole)
        if not whole.faults:
            cache.store(name, found)
    return found


def under(whole: Whole, ways: Iterable[Chosen]) -> Checked:
    """Find what is wrong with the printed game, with the amendments as texts, and with what is played under these
    choices of them."""
    told = _Told()
    told.note([*whole.under(PRINTED).diagnostics, *_of_texts(whole)])
    for chosen in ways:
        told.note(reworded(whole, whole.under(chosen).diagnostics))
    return Checked(tuple(in_order(told.found)))


def beside(whole: Whole, rule: Named) -> tuple[Diagnostic, ...]:
    """Find which house rules exclude this one, and which go first where both add deeds at one place. Only those that
    change a declaration which it changes are read."""
    ways = {other.id: other.ways[0] for other in whole.law.rules.values()}
    touched = {name: amending.touched(whole.parts, whole.law, way) for name, way in ways.items()}
    with within_run():
        near = {name: whole.under(way) for name, way in ways.items() if touched[name] & touched[rule.id]}
    alone = {name: set_ for name, set_ in near.items() if not set_.errors}
    excluding = _Told()
    for first, second in meeting(whole, alone):
        if rule.id in (first.chosen.rules[0].name, second.chosen.rules[0].name):
            excluding.note(_of_both(first, first.chosen.also(second.chosen.rules))[1])
    return tuple(in_order(excluding.found))


class _Told:
    """What was told already."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.known: set[Key] = set()

    def note(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Add what is new."""
        for d in diagnostics:
            key = d.code, d.message, d.span.path, d.span.start
            if key not in self.known:
                self.known.add(key)
                self.found.append(d)

    def pass_over(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Leave out what has been told in other words."""
        self.known.update((d.code, d.message, d.span.path, d.span.start) for d in diagnostics)


def _checked(whole: Whole) -> Checked:
    told, excluding = _Told(), _Told()
    base = whole.under(PRINTED)
    told.note([*base.diagnostics, *_of_texts(whole)])
    told.pass_over(_unanswered(base))
    if base.game is None:
        return Checked(tuple(in_order(told.found)))
    alone: dict[str, CardSet] = {}
    read = {PRINTED}
    for amendment in filter(lambda one: whole.parts.own(one.path), base.amendments):
        for chosen in _tried(amendment):
            read.add(chosen)
            set_ = whole.under(chosen)
            told.note(reworded(whole, _of_amendments(whole, chosen, set_.diagnostics)))
            if not any(d.severity == "error" for d in set_.diagnostics):
                alone.setdefault(amendment.id, set_)
    alone |= _near(whole, alone)
    for first, second in meeting(whole, alone):
        both = first.chosen.also(second.chosen.rules)
        found, excluded = _of_both(first, both)
        excluding.note(excluded)
        told.note(_both(found, whole.law.rules[second.chosen.rules[0].name], both))
    for chosen in (context.chosen for context in whole.law.contexts if context.chosen not in read):
        told.note(_of_amendments(whole, chosen, whole.under(chosen).diagnostics))
    told.note(_begun(base, None))
    for edition in whole.law.editions.values():
        if whole.parts.own(edition.path):
            told.note(_begun(whole.under(Chosen((), edition.id)), edition))
    return Checked(tuple(in_order(told.found)), tuple(in_order(excluding.found)))


def _unanswered(base: CardSet) -> Iterator[Diagnostic]:
    """Yield what the parser by itself says of the printed game. It was told with the right texts."""
    if base.errors:
        from moot.dsl.parser import parse

        yield from (d for path in base.texts for d in parse(base.written[path]).diagnostics)


def _of_texts(whole: Whole) -> list[Diagnostic]:
    """Return what is wrong with the set's own amendments as texts, and with what its rulings say of amendments."""
    return reworded(whole, (d for d in whole.law.diagnostics if whole.parts.own(d.span.path)))


def _near(whole: Whole, alone: Mapping[str, CardSet]) -> dict[str, CardSet]:
    """Return the house rules of the extended game that change a declaration which one of the set's own changes.
    `alone`: the set's own, each by itself."""
    spots = {spot for set_ in alone.values() for spot in set_.touched}
    others = [rule.ways[0] for rule in whole.law.rules.values() if spots and not whole.parts.own(rule.path)]
    near = [one for one in others if spots & amending.touched(whole.parts, whole.law, one)]
    return {one.rules[0].name: set_ for one in near if not (set_ := whole.under(one)).errors}


def _begun(set_: CardSet, edition: Named | None) -> Iterator[Diagnostic]:
    """Report each scenario with which no game can begin. An edition that has none of its own is played with those of
    the printed game: one of them must do."""
    if any(d.severity == "error" for d in set_.diagnostics):
        return
    tried = {id: _tried_once(set_, id) for id in set_.lying}
    said = {id: why for id, why in tried.items() if isinstance(why, str)}
    own = {id: path for id, path in set_.lying.items() if _owns(set_.whole, edition, path)}
    for id, why in said.items():
        if id in own:
            message = f"no game can begin with this scenario: {why}"
            yield Diagnostic("impossible-scenario", message, Span(own[id], 0, 0))
    for id, path in own.items():
        if tried[id] == () and set_.titles:
            help = "name them below `cards:`, or below `cast:`"
            yield Diagnostic("no-cards", "no card takes part in this scenario", Span(path, 0, 0), help)
    if edition is not None and not own and said and len(said) == len(set_.lying):
        message = f"no game can begin in this edition: {next(iter(said.values()))}"
        yield Diagnostic("impossible-scenario", message, edition.span)


def _owns(whole: Whole, edition: Named | None, path: str) -> bool:
    """Whether a file is the edition's; without an edition, whether it is the set's own."""
    return whole.parts.edition_of(path) == edition.id if edition is not None else whole.parts.own(path)


def _tried_once(set_: CardSet, id: str) -> str | tuple[str, ...]:
    """Return the cards of a game that begins with a scenario; if none can begin, why."""
    found = opened(set_, id)
    if isinstance(found, NoGame):
        return found.told[0]
    game = resolve(found.set, found.scenario or bare(found.set), Wish(seed=1))
    return game.said[0] if isinstance(game, NoGame) else game.titles


def _of_both(one: CardSet, both: Chosen) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return what is wrong with two house rules together; and what keeps them from being in force together, or says
    which of them comes first. `one`: what is played under one of them."""
    words, said = together(one, both)
    excluded = [d for d in said if words is None or words.game is None or d.code == TOGETHER]
    found = [d for d in _of_amendments(one.whole, both, said) if d not in excluded]
    return found, list(_named(excluded, both))


def _of_amendments(whole: Whole, chosen: Chosen, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Leave out what is no fault under amendments: a word of the text that they amend which nothing uses any more."""
    own = {whole.law.rules[rule.name].path for rule in chosen.rules}
    if not own and chosen.edition is not None:
        own = set(whole.parts.editions[chosen.edition])
    return [d for d in diagnostics if d.code not in IDLE or d.span.path in own]


def _tried(amendment: Named) -> tuple[Chosen, ...]:
    """Return in which ways an amendment is checked. Of numbers that are settings, the least and the greatest."""
    ways = amendment.ways
    return (ways[0], ways[-1]) if len(ways) > 2 and all(s.isdigit() for s in amendment.settings) else ways


def meeting(whole: Whole, alone: dict[str, CardSet]) -> Iterator[tuple[CardSet, CardSet]]:
    """Go through the pairs of house rules that change a common declaration. `alone`: each rule by itself."""
    rules = [alone[name] for name in whole.law.rules if name in alone]
    for first, second in combinations(rules, 2):
        if not any(whole.parts.own(whole.law.rules[one.chosen.rules[0].name].path) for one in (first, second)):
            continue
        if first.chosen.edition == second.chosen.edition and first.touched & second.touched:
            yield first, second


def _named(diagnostics: Iterable[Diagnostic], chosen: Chosen) -> Iterator[Diagnostic]:
    """Say which house rules do not go together, where the message does not."""
    for d in diagnostics:
        named = all(rule.name in d.message for rule in chosen.rules)
        yield d if named else replace(d, message=f"{' and '.join(f'`{r}`' for r in chosen.rules)}: {d.message}")


def _both(diagnostics: Iterable[Diagnostic], other: Named, chosen: Chosen) -> Iterator[Diagnostic]:
    """Say of faults that they occur only if two house rules are in force together."""
    for d in diagnostics:
        yield replace(d, notes=(*d.notes, (other.span, f"`{chosen}` are in force together")))
