"""Writes the tables of `docs/language.md` and `docs/machine.md` that follow from the program and the cards.

    python docs/generate.py           # write them
    python docs/generate.py --check   # say whether they are as they would be written; exit code 1 if not

A table stands between `<!-- generated: NAME -->` and `<!-- end -->`. Lines in use are taken from the shipped cards.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path

from moot.dsl.language import SECTIONS, WHERE
from moot.interpreter.kernel.operators import (
    INSTRUCTIONS,
    OPERATORS,
    PLAIN,
    SETS,
    SORTS,
    Goes,
    Instruction,
    Nobody,
    Operator,
    plural,
)
from moot.interpreter.sets.card_set import CardSet, load
from moot.repl.cli.glossary import own

ROOT = Path(__file__).resolve().parent.parent
PAGES = (ROOT / "docs" / "language.md", ROOT / "docs" / "machine.md")
TABLE = re.compile(r"(<!-- generated: ([a-z -]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def sets() -> list[CardSet]:
    """The shipped sets, by paths from the root: what is written is then the same everywhere."""
    before = Path.cwd()
    os.chdir(ROOT)
    try:
        return [load(Path("cards") / name) for name in ("citadels", "kuhn-poker")]
    finally:
        os.chdir(before)


def words(section: str) -> str:
    """A table of the language's own words of one sort."""
    rows = ["| written | says | in use |", "|---|---|---|"]
    for entry in own(sets()):
        if entry.sort == section:
            use = re.sub(r"\s{2,}", " ", entry.example.rsplit("    ", 1)[0])
            rows.append(f"| `{entry.word}` | {entry.meaning} | {f'`{use}`' if use else ''} |".replace("  |", " |"))
    return "\n".join(rows)


def where() -> str:
    """What is declared where."""
    rows = ["| word | stands in | |", "|---|---|---|"]
    return "\n".join([*rows, *(f"| {what} | {place} | {how} |" for what, place, how in WHERE)])


def operators() -> str:
    """What an expression may consist of."""
    rows = ["| operator | gives | cost | |", "|---|---|---|---|"]
    for row in OPERATORS.values():
        perhaps = ", perhaps below zero" if row.gives.sort == "number" else ", or nobody"
        gives = f"{row.gives}{perhaps if row.gives.nobody is Nobody.MAYBE else ''}"
        rows.append(f"| `{_head(row)}` | {gives} | {row.cost} | {row.meaning} |")
    return "\n".join(rows)


def instructions() -> str:
    """What a program may consist of."""
    rows = ["| instruction | goes on with | event | |", "|---|---|---|---|"]
    for row in INSTRUCTIONS.values():
        goes = "" if row.goes is Goes.ON else row.goes.value
        rows.append(f"| `{_head(row)}` | {goes} | {row.event} | {row.meaning} |")
    return "\n".join(rows)


def kinds() -> str:
    """What an argument may be."""
    rows = ["| kind | |", "|---|---|"]
    rows += [f"| `{kind}` | an expression: {f'a {sort}' if sort else 'one thing'} |" for kind, sort in SORTS.items()]
    members = {kind: f"a set of {plural(sort)}" if sort else "a set" for kind, sort in SETS.items()}
    rows += [f"| `{kind}` | an expression: {what} |" for kind, what in members.items()]
    return "\n".join([*rows, *(f"| `{kind}` | {what} |" for kind, what in PLAIN.items())])


def _head(row: Operator | Instruction) -> str:
    """`mark_owner base bearer`."""
    return " ".join([row.name, *map(str, row.takes)])


TABLES: dict[str, Callable[[], str]] = {
    **{f"{section}s".replace("musts", "must"): lambda section=section: words(section) for section in SECTIONS},  # type: ignore[misc]
    "where": where,
    "operators": operators,
    "instructions": instructions,
    "kinds": kinds,
}


def written(text: str) -> str:
    """The page with its tables as they are now."""
    return TABLE.sub(lambda m: f"{m[1]}\n{TABLES[m[2]]()}\n\n{m[3]}", text)


def main(arguments: list[str]) -> int:
    """Write the pages, or compare them."""
    stale = 0
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        now = written(text)
        if arguments != ["--check"]:
            page.write_text(now, encoding="utf-8")
        elif now != text:
            stale = 1
            sys.stdout.write(f"{page.relative_to(ROOT)} is not what it would be: run `python docs/generate.py`\n")
    return stale


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
