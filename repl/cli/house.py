"""List the house rules and editions of a game, or show the cards as a house rule amends them.

Each is listed with its sentence, what it amends, its settings and its rulings. With names, `moot house short-game`
shows these house rules: in every card that they change, `*` marks a changed line, `-` one that fell away. One that is
named without its setting is shown with the first. With `--edition`, the list says which house rules fit that edition.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any

from moot.interpreter.sets import checking
from moot.interpreter.sets.card_set import CardSet, Whole
from moot.interpreter.sets.law import PRINTED, Chosen, InForce, Named

from ..consolidated import changed, marked, rules_only
from ..rule_files import names
from .support.choosing import folders, good, set_argument
from .support.law import knowing, law_arguments, ways

MOST = 6  # names of rulings on one line


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument("rules", metavar="RULE", nargs="*", help="show these, each with its setting: `NAME=3`")
    set_argument(parser)
    law_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    args.house += args.rules
    found = [(read, ways(read, args)[0]) for read in knowing(folders(args), args)]
    if not args.house:
        return _list(found, args)
    objects = []
    for read, under in found:
        if args.format == "json":
            set_ = read.under(under)
            objects += [as_json(set_, read.law.rules[rule.name]) for rule in under.rules]
        else:
            print("\n".join([*_taken_in(args, under), *shown(good(read.under(under)))]))
    if objects:
        print(json.dumps(objects, indent=2, ensure_ascii=False))
    return 0


def _list(found: list[tuple[Whole, Chosen]], args: argparse.Namespace) -> int:
    if args.format == "json":
        sets = [read.under(PRINTED) for read, _ in found]
        every = [{"game": s.name, "amendments": [as_json(s, a) for a in s.amendments]} for s in sets]
        print(json.dumps(every, indent=2, ensure_ascii=False))
    else:
        print("\n".join(line for read, under in found for line in listed(read.under(under))))
    return 0


def as_json(set_: CardSet, one: Named) -> dict[str, Any]:
    """Return an amendment as plain data."""
    source = set_.written[one.path]
    return {
        "name": one.id, "sort": "edition" if one.is_edition else "house rule", "title": one.title,
        "source": list(one.cited), "file": one.path, "line": source.place(one.span.start)[0],
        "settings": list(one.settings), "amends": list(one.targets), "edition": one.edition,
        "takes_in": list(map(str, one.takes_in)), "leaves_out": list(one.leaves_out), "rulings": list(one.rulings),
    }  # fmt: skip


def listed(set_: CardSet) -> Iterator[str]:
    """Go through the lines that list a set's amendments. Under an edition, they say which house rules fit it."""
    rules = [rule for rule in set_.law.rules.values() if rule.edition in (None, set_.chosen.edition)]
    counted = [f"{len(rules) or 'no'} house rule{'' if len(rules) == 1 else 's'}"]
    counted += [f"{len(set_.law.editions)} edition{'' if len(set_.law.editions) == 1 else 's'}"]
    yield f"{set_.name}: {', '.join(counted[: 1 + bool(set_.law.editions)])}"
    for rule in rules:
        yield f"  {rule.id}{_settings(rule)}: {rule.title}"
        yield from _leaves_out(rule)
        if rule.targets or rule.rulings:
            yield f"      {', '.join((*rule.targets, *_rulings(rule)))}"
        if set_.chosen.edition is not None:
            yield f"      {_fits(set_, rule)}"
    for edition in set_.law.editions.values():
        yield f"  edition {edition.id}: {edition.title}"
        if edition.takes_in:
            yield f"      takes in {', '.join(map(str, edition.takes_in))}"
        yield from _leaves_out(edition)


def _leaves_out(one: Named) -> Iterator[str]:
    if one.leaves_out:
        yield f"      leaves out {', '.join(one.leaves_out)}"


def _settings(rule: Named) -> str:
    if not rule.settings:
        return ""
    few = len(rule.settings) < 4 or not all(s.isdigit() for s in rule.settings)
    return f" {' | '.join(rule.settings)}" if few else f" {rule.settings[0]} to {rule.settings[-1]}"


def _rulings(rule: Named) -> list[str]:
    """Return the names of a house rule's rulings, or how many there are."""
    return list(rule.rulings) if len(rule.rulings) <= MOST else [f"{len(rule.rulings)} rulings"]


def _fits(set_: CardSet, rule: Named) -> str:
    """Say whether a house rule fits the edition, and if not, why."""
    edition = f"the edition {set_.chosen.edition}"
    if any(rule.id == inside.name for inside in set_.law.editions[set_.chosen.edition or ""].takes_in):
        return f"{edition} takes it in"
    under = set_.under(Chosen(rule.ways[0].rules, set_.chosen.edition))
    fault = next((d for d in under.diagnostics if d.severity == "error"), None)
    return f"fits {edition}" if fault is None else f"does not fit {edition}: {fault.message}"


def _taken_in(args: argparse.Namespace, under: Chosen) -> Iterator[str]:
    """Go through the lines that tell which of the named house rules an edition has anyway."""
    for rule in map(InForce.said, names(args.house)):
        if all(rule.name != other.name for other in under.rules):
            see = f"`moot diff {under.edition}` tells what the edition changes"
            yield f"{rule.name}: the edition {under.edition} takes it in ({see})"


def shown(set_: CardSet) -> Iterator[str]:
    """Go through the lines that show the house rules in force: their sentences, and every declaration they change."""
    law = set_.law
    for rule in set_.chosen.rules:
        one = law.rules[rule.name]
        yield f"{rule}: {one.title}"
        yield f"  {one.path}:{set_.written[one.path].place(one.span.start)[0]}"
        if one.cited:
            yield f"  source: {'; '.join(one.cited)}"
        if one.leaves_out:
            yield f"  leaves out: {', '.join(one.leaves_out)}"
        if one.settings:
            yield f"  its settings are {', '.join(one.settings)}; shown with {rule.setting}"
        if one.rulings:
            yield f"  rulings: {', '.join(one.rulings)}"
        yield from (f"  {d.message}" for d in checking.beside(set_.whole, one))
    edition = Chosen((), set_.chosen.edition)
    for span in changed(set_, edition):
        at = set_.written_at(span)
        yield ""
        yield f"{at.path}:{at.line}"
        yield from rules_only(marked(set_, span, edition))
