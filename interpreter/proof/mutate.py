"""Measures how much of the cards the rulings secure: it changes one thing at a time, and sees which ruling notices.

Each mutant (`dsl.mutants`) gets one verdict. `refused`: the checks refuse it. `same`: the machine would run what it ran
before. `noticed`: a ruling that held no longer does. `survived`: no ruling notices it. `broke`: it made Moot fail,
which is a fault of ours. For a survivor, either a ruling is missing, or the words make no visible difference.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass, replace
from multiprocessing import active_children
from pathlib import Path
from random import Random
from typing import Any, TypeVar

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.elaborate import elaborate
from moot.dsl.mutants import Mutant, all_mutants
from moot.dsl.notation import Ruling
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source, Span, Written

from ..kernel.machine import Machine
from ..kernel.program import Library
from ..sets.cache import Later
from ..sets.card_set import CardSet, checked, compiled, load
from ..sets.law import Chosen
from . import spec

T = TypeVar("T")
SAID = {"origin", "label", "about", "names", "name", "text"}  # fields only for people, which do not run


@dataclass(frozen=True, slots=True)
class Verdict:
    """What happened to a mutant. `at`: where its words were written. `by`: the mistake or ruling that noticed it."""

    mutant: Mutant
    at: Written
    what: str
    by: str = ""

    @property
    def change(self) -> str:
        """Return the change on one line."""
        old, new = " ".join(self.mutant.old.split()), " ".join(self.mutant.new.split())
        return f"`{old}` becomes `{new}`" if new else f"`{old}` left out"


class Judge:
    """A card set whose mutants are judged, one after the other."""

    def __init__(self, set_: CardSet) -> None:
        assert set_.library is not None
        self.set = set_
        self.words = [set_.sources[path] for path in set_.texts]
        self.parsed: dict[str, Parsed] = {s.path: parse(s) for s in self.words}
        self.known = {_key(d) for d in set_.diagnostics}
        self.core = core(set_.library)
        report = spec.run(set_, spec.Spec(set_.examples, ()))
        held = {r.id for r in report.results if r.status == "passed"}
        seconds = {r.id: r.seconds for r in report.results}
        self.rulings = sorted((r for r in set_.examples if r.id in held), key=lambda r: seconds[r.id])
        self.texts = {r.id: set_.sources[r.span.path].text[r.span.start : r.span.end] for r in self.rulings}
        self.titles = {card.path: card.title for card in set_.game.cards.values()} if set_.game else {}

    def verdict(self, mutant: Mutant) -> Verdict:
        """Find out what notices a mutant. A fault of Moot is the verdict `broke`, and never raised."""
        source = self.set.sources[mutant.path]
        at = source.written(Span(mutant.path, mutant.start, mutant.start + len(mutant.old)))
        changed = Source(mutant.path, mutant.of(source.text))
        try:
            return self._judged(mutant, at, changed)
        except Exception as fault:  # a fault of ours: it is reported, and judging goes on
            return Verdict(mutant, at, "broke", f"{type(fault).__name__}: {fault}")

    def _judged(self, mutant: Mutant, at: Written, changed: Source) -> Verdict:
        read = self._read(changed)
        if isinstance(read, Diagnostic):
            return Verdict(mutant, at, "refused", read.code)
        if core(read.library) == self.core:
            return Verdict(mutant, at, "same")
        machine = Machine(read.library)
        for ruling in self._likely(mutant):
            result = spec.run_one(machine, read.set, ruling)
            if result.status != "passed":
                return Verdict(mutant, at, "noticed", ruling.id)
        return Verdict(mutant, at, "survived")

    def _read(self, changed: Source) -> _Changed | Diagnostic:
        again = {**self.parsed, changed.path: parse(changed)}
        said = list(again[changed.path].diagnostics)
        whole = elaborate(list(again.values())) if not said else None
        said += whole.diagnostics if whole else ()
        sources = {**self.set.sources, changed.path: changed}
        if whole is not None and whole.game is not None and not said:
            said += checked(whole.game, sources)
        new = [d for d in said if _key(d) not in self.known]
        if new or whole is None or whole.game is None:
            return new[0] if new else said[0]
        library = compiled(whole.game, sources, "")
        parts: dict[str, Any] = {"meaning": Later(whole.game), "built": library}
        return _Changed(replace(self.set, **parts), library)

    def _likely(self, mutant: Mutant) -> list[Ruling]:
        """Return the rulings, those first that mention the card, then the quick ones."""
        title = self.titles.get(mutant.path)
        if title is None:
            return self.rulings
        own = [r for r in self.rulings if title in self.texts[r.id]]
        names = {r.id for r in own}
        return own + [r for r in self.rulings if r.id not in names]


@dataclass(frozen=True, slots=True)
class _Changed:
    set: CardSet
    library: Library


def core(value: Any) -> Any:
    """Return what the machine runs, without the words that are only for people."""
    if is_dataclass(value) and not isinstance(value, type):
        return tuple(core(getattr(value, f.name)) for f in fields(value) if f.name not in SAID and f.name != "hash")
    if isinstance(value, tuple):
        return tuple(core(v) for v in value)
    if isinstance(value, Mapping):
        return tuple((k, core(v)) for k, v in value.items())
    return value


def _key(d: Diagnostic) -> tuple[str, str]:
    return d.code, d.message


def found(set_: CardSet, wanted: Callable[[str], bool] | None = None) -> list[Mutant]:
    """Return the mutants of a set's cards and game; under amendments, of the words that these put there or changed.
    House rules of an edition are judged by themselves, and not the edition once more. `wanted`: whether a file is meant
    (None: all are)."""
    assert set_.game is not None
    sources = [set_.sources[path] for path in set_.texts if not path.endswith(".table")]
    mutants = all_mutants(sources, set_.game)
    at = {m: set_.written_at(Span(m.path, m.start, m.start + len(m.old))) for m in mutants}
    if set_.chosen:
        mine = _amending(set_)
        mutants = [m for m in mutants if at[m].path in mine or any(_file(by) in mine for by in at[m].by)]
    return [m for m in mutants if wanted is None or wanted(at[m].path) or any(wanted(_file(by)) for by in at[m].by)]


def _amending(set_: CardSet) -> frozenset[str]:
    """Return the files that amend what is played, without those that amend an edition's game before its house rules
    do."""
    law, chosen = set_.law, set_.chosen
    rules = frozenset(law.rules[rule.name].path for rule in chosen.rules if rule.name in law.rules)
    if rules or chosen.edition is None:
        return rules
    taken = (law.rules[rule.name].path for rule in law.editions[chosen.edition].takes_in if rule.name in law.rules)
    return frozenset((*taken, *set_.whole.parts.editions[chosen.edition]))


def _file(place: str) -> str:
    """Return the path of `house-rules/late-start.rule:5`."""
    return place.rpartition(":")[0]


def sampled(mutants: Sequence[T], count: int | None, seed: int) -> list[T]:
    """Draw `count` of the mutants (None: all), in their order. The same `seed` draws the same ones."""
    if count is None or count >= len(mutants):
        return list(mutants)
    chosen = sorted(Random(seed).sample(range(len(mutants)), count))
    return [mutants[i] for i in chosen]


# ---- several at a time ---------------------------------------------------------------------------------------------

_JUDGE: Judge | None = None


def judged(set_: CardSet, mutants: Sequence[Mutant], jobs: int | None = None) -> Iterator[Verdict]:
    """Go through the verdicts on mutants, in order. `jobs`: how many are judged at a time (None: as many as there are
    processors)."""
    jobs = min(jobs or os.cpu_count() or 1, max(1, len(mutants)))
    if jobs == 1:
        judge = Judge(set_)
        yield from map(judge.verdict, mutants)
        return
    os.environ["PYTHONSAFEPATH"] = "1"  # a new process must not import what lies in the working folder
    others = set(active_children())
    set_of = str(set_.path), set_.chosen, tuple(set_.whole.parts.rules.values())
    with ProcessPoolExecutor(jobs, initializer=_begin, initargs=set_of) as pool:
        try:
            with _uninterrupted():
                verdicts = [pool.submit(_one, mutant) for mutant in mutants]
            for verdict in verdicts:
                yield verdict.result()
        except BaseException:  # the remaining verdicts are not wanted any more
            for child in set(active_children()) - others:
                child.terminate()
            raise


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until the `with` block is over, also for processes that begin in it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(folder: str, chosen: Chosen, rules: Sequence[Source]) -> None:
    """Begin a worker process: load the folder's card set, and let Ctrl-C end the process silently."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    global _JUDGE
    _JUDGE = Judge(load(Path(folder), chosen, rules))


def _one(mutant: Mutant) -> Verdict:
    assert _JUDGE is not None
    return _JUDGE.verdict(mutant)
