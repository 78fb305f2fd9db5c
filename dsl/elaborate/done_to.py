"""Finds what a deed does to the thing that it is done to, also by the deeds that it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir


def done_to(
    verbs: Mapping[str, ir.Verb], event: str, seen: frozenset[str] = frozenset()
) -> Iterator[tuple[ir.Stmt, str]]:
    """Yields what a deed, or a step of it, carries out, each statement with the name that the thing has in it: also
    what is carried out by the deeds that it does to the same thing."""
    name, _, only = event.partition("/")
    verb = verbs.get(name)
    if verb is None or not verb.params or event in seen:
        return
    thing = verb.params[0].name
    for step in verb.steps:
        for stmt in step.body if not only or step.name == only else ():
            match stmt:
                case ir.Do(args=(ir.Var(name=done), *_)) if done == thing:
                    yield from done_to(verbs, stmt.verb, seen | {event})
                case _:
                    yield stmt, thing
