"""What a declaration asks about things: which values, qualities and permissions, of what, and where that lies."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import Declared, Once, below
from . import deeds
from .deeds import Names, Thing, thing
from .terms import phrases

Asked = tuple[str, tuple[Thing, ...]]
"""The name of what is asked (`about`), and the things that it is asked of."""


def about(form: str, name: str) -> str:
    """Returns what a question is called among the things that are told: nothing else is called so."""
    return f"{form}:{name}"


@Once[Declared, tuple[Asked, ...]]
def of(one: Declared) -> tuple[Asked, ...]:
    """Returns everything that a declaration asks."""
    reader = _Questions()
    for e, names in _conditions(one):
        reader.phrase(e, names)
    for block, told in _blocks(one):
        reader.block(block, told)
    for node in below(one):
        if isinstance(node, ir.ValueOf | ir.QualityOf | ir.Can) and id(node) not in reader.seen:
            reader.note(node, {})  # it stands where nothing is known of the names
        elif isinstance(node, ir.ForEach) and node.by is not None:
            reader.asked.append((about("value", node.by), (Thing(deeds.ANYTHING),)))
    return tuple(reader.asked)


def _conditions(one: Declared) -> Iterator[tuple[ir.Expr, Names]]:
    """Yields the conditions that are asked of something, with what their names stand for."""
    match one:
        case ir.Value() if one.base is not None:
            yield one.base, _told(about("value", one.name), one.params)
        case ir.Quality() if one.cond is not None:
            yield one.cond, _told(about("quality", one.name), (one.param,))
        case ir.Verb():
            for refusal in one.refusals:
                yield refusal.cond, _told(about("permit", one.key), one.params)
        case ir.Card():
            for clause in one.clauses:
                yield from ((e, _given(one, clause)) for e in (clause.moment.cond, clause.cond) if e is not None)


def _blocks(one: Declared) -> Iterator[tuple[ir.Block, dict[str, Thing]]]:
    """Yields the blocks of deeds, with what their names stand for."""
    match one:
        case ir.Verb():
            yield from ((step.body, _told(one.key, one.params)) for step in one.steps)
        case ir.Phase():
            params = () if one.param is None else (one.param,)
            yield from ((step.body, _told(one.name, params)) for step in one.steps)
        case ir.Card():
            yield from ((clause.body, _given(one, clause)) for clause in one.clauses)


def _given(card: ir.Card, clause: ir.Clause) -> dict[str, Thing]:
    """Returns what the names stand for that the first line of a clause gives. What it speaks of before a deed lies
    where it lies when the deed is begun, unless it has been moved since."""
    moment = clause.moment
    names = deeds.clause_names(card, moment)
    if moment.kind in ("would", "instead", "before") and moment.subject is not None and moment.event is not None:
        what = names[moment.subject].what
        names[moment.subject] = Thing(what, what | {("until", moment.event, ""), deeds.SOON})
    return names


def _told(key: str, params: tuple[ir.Param, ...]) -> dict[str, Thing]:
    atoms = {param.name: frozenset({("of", key, param.name)}) for param in params}
    return {name: Thing(atom, atom) for name, atom in atoms.items()}


class _Questions(deeds.Reader):
    """Reads blocks and phrases. `seen`: the questions that were read, by their identity."""

    def __init__(self) -> None:
        super().__init__(deeds.Deeds())
        self.asked: list[Asked] = []
        self.seen: set[int] = set()

    def asks(self, stmt: ir.Stmt, names: Names) -> None:
        """Reads the phrases of a statement."""
        for part in phrases(stmt):
            self.phrase(part, names)
        if isinstance(stmt, ir.Do):
            self.asked.append((about("permit", stmt.verb.partition("/")[0]), tuple(thing(a, names) for a in stmt.args)))

    def phrase(self, e: ir.Expr, names: Names) -> None:
        """Reads a phrase."""
        if isinstance(e, ir.ValueOf | ir.QualityOf | ir.Can):
            self.note(e, names)
        inner = names
        if isinstance(e, ir.Where | ir.Image | ir.Fold):
            inner = {**names, e.var: thing(e.of, names)}
        for part in phrases(e):
            self.phrase(part, inner)

    def note(self, e: ir.ValueOf | ir.QualityOf | ir.Can, names: Names) -> None:
        """Notes a question."""
        self.seen.add(id(e))
        match e:
            case ir.ValueOf():
                self.asked.append((about("value", e.value), tuple(thing(a, names) for a in e.args)))
            case ir.QualityOf():
                self.asked.append((about("quality", e.quality), (thing(e.of, names),)))
            case ir.Can():
                self.asked.append((about("permit", e.verb.partition("/")[0]), tuple(thing(a, names) for a in e.args)))
