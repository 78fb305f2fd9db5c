"""Writes the tables of `docs/language.md` that follow from the grammar, the elaborator and the cards.

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

from moot.interpreter.sets.card_set import CardSet, load
from moot.repl.cli.glossary import own
from moot.repl.cli.support.reference import SECTIONS, WHERE

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "language.md"
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


TABLES: dict[str, Callable[[], str]] = {
    **{f"{section}s".replace("musts", "must"): lambda section=section: words(section) for section in SECTIONS},  # type: ignore[misc]
    "where": where,
}


def written(text: str) -> str:
    """The page with its tables as they are now."""
    return TABLE.sub(lambda m: f"{m[1]}\n{TABLES[m[2]]()}\n\n{m[3]}", text)


def main(arguments: list[str]) -> int:
    text = PAGE.read_text(encoding="utf-8")
    now = written(text)
    if arguments == ["--check"]:
        if now != text:
            sys.stdout.write(f"{PAGE.relative_to(ROOT)} is not what it would be: run `python docs/generate.py`\n")
        return int(now != text)
    PAGE.write_text(now, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
