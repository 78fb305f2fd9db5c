"""Finds which sentence of a rulebook is secured by which ruling.

A set may list what can be cited (`rulings/references.txt`): the sections of each edition in order, how many sentences
their paragraphs have, and which of them state no rule, with a word of reason. Below a section come the facts of
sentences that state several; each has a letter, and a ruling of its own. Compared with the sources of the rulings, the
list becomes a table in which gaps are visible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from moot.dsl.notation import Ruling

LIST = "rulings/references.txt"
LETTERS = "abcdefgh"


@dataclass(frozen=True, slots=True)
class Reference:
    """Something that can be cited: a sentence, or one `fact` of a sentence that states several (its place ends in a
    letter). `idle`: why it states no rule; None if it states one."""

    edition: str
    section: str
    place: str
    idle: str | None = None
    fact: str = ""

    def __str__(self) -> str:
        return f"{self.edition} {self.section} {self.place}"


class Unread(ValueError):
    """A line of the list cannot be read."""


def read(text: str) -> list[Reference]:
    """Read the list of references, in its order. Raises `Unread` for a line that cannot be read."""
    found: list[Reference] = []
    edition = ""
    for number, line in enumerate(text.splitlines(), 1):
        within = line.startswith(" ")
        line = line.split("#", 1)[0].strip()
        if not line:
            continue
        if within:
            _facts(found, line, number)
            continue
        section, colon, rest = line.partition(":")
        if not colon:
            edition = line
            continue
        counts, _, idle = rest.partition("|")
        why = dict(_idle(idle, number))
        here = [Reference(edition, section, place, why.pop(place, None)) for place in _places(counts.split(), number)]
        if why or not edition or not here:
            raise Unread(f"line {number}: {', '.join(why) or line} is not among the sentences of a section")
        found += here
    return found


def _facts(found: list[Reference], line: str, number: int) -> None:
    """Insert a reference for each fact of a sentence, `2.1 this; that`, after the sentence."""
    place, _, rest = line.partition(" ")
    said = [fact.strip() for fact in rest.split(";")]
    last = found[-1] if found else Reference("", "", "")
    at = [i for i, r in enumerate(found) if str(r) == f"{last.edition} {last.section} {place}"]
    if not at or not all(said) or not 1 < len(said) <= len(LETTERS) or found[at[0]].idle:
        raise Unread(f"line {number}: a sentence of the section above, and several facts with `;` between them")
    of = found[at[0]]
    facts = [Reference(of.edition, of.section, f"{place}{c}", None, f) for c, f in zip(LETTERS, said, strict=False)]
    found[at[0] + 1 : at[0] + 1] = facts


def _places(counts: Sequence[str], number: int) -> Iterator[str]:
    paragraph, rows = 0, False
    for word in counts:
        if word == "table":
            rows = True
        elif not word.isdigit():
            yield word
        elif rows:
            yield from (f"table.{i}" for i in range(1, int(word) + 1))
            rows = False
        else:
            paragraph += 1
            yield from (f"{paragraph}.{i}" for i in range(1, int(word) + 1))
    if rows:
        raise Unread(f"line {number}: `table` is followed by the number of its rows")


def _idle(text: str, number: int) -> Iterator[tuple[str, str]]:
    for group in filter(None, map(str.strip, text.split(";"))):
        *places, why = group.split()
        if not places or not re.fullmatch(r"[a-z]+", why):
            raise Unread(f"line {number}: behind the bar stand sentences and a word why they state no rule")
        yield from ((place, why) for place in places)


def citing(rulings: Sequence[Ruling]) -> dict[str, list[str]]:
    """Return what is cited, and by which rulings and examples, in their order. `2.1ac` cites two facts of a
    sentence."""
    found: dict[str, list[str]] = {}
    for ruling in rulings:
        for source in ruling.sources:
            lettered = re.fullmatch(rf"(.* \d+\.\d+)([{LETTERS}]+)", source)
            for cited in [lettered[1] + letter for letter in lettered[2]] if lettered else [source]:
                found.setdefault(cited, []).append(ruling.id)
    return found


def gaps(listed: Sequence[Reference], cited: Mapping[str, Sequence[str]]) -> list[Reference]:
    """Find the sentences that state a rule, and the facts, that nothing cites. A sentence that states several facts is
    cited by its facts."""
    parted = {(r.edition, r.section, r.place[:-1]) for r in listed if r.fact}
    bare = [r for r in listed if r.idle is None and (r.edition, r.section, r.place) not in parted]
    return [r for r in bare if str(r) not in cited]


def unlisted(listed: Sequence[Reference], cited: Mapping[str, Sequence[str]]) -> list[str]:
    """Find the sources that no list contains."""
    known = {str(r) for r in listed}
    return sorted(source for source in cited if source not in known)


def table(listed: Sequence[Reference], cited: Mapping[str, Sequence[str]]) -> str:
    """Return the list as Markdown, each reference with its rulings; `—` where there are none."""
    lines: list[str] = []
    edition, section = "", ""
    parted = {str(r)[:-1] for r in listed if r.fact}
    for reference in listed:
        if reference.edition != edition:
            edition, section = reference.edition, ""
            mine = [r for r in listed if r.edition == edition]
            sentences = [r for r in mine if not r.fact]
            rules = [r for r in sentences if r.idle is None]
            facts = len(mine) - len(sentences)
            several = f"; of those that state several, {facts} facts" if facts else ""
            missing = len(gaps(mine, cited))
            lines += ["", f"## {edition}", ""]
            without = f"{missing or 'none'} without a ruling"
            lines += [f"{len(sentences)} sentences, {len(rules)} state a rule{several}; {without}.", ""]
            lines += ["| section | sentence | rulings and examples |", "|---|---|---|"]
        first = reference.section if reference.section != section else ""
        section = reference.section
        by = ", ".join(dict.fromkeys(cited.get(str(reference), ())))
        none = f"*no rule: {reference.idle}*" if reference.idle else "" if str(reference) in parted else "—"
        place = f"{reference.place} {reference.fact}".strip()
        lines.append(f"| {first} | {place} | {by or none} |")
    return "\n".join(lines).strip() + "\n"
