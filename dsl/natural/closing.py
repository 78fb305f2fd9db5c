"""Says what happens in a right text if a player must choose between branches and none of them can be done, or if what
comes of a refusal cannot be done.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from .gaps import OPEN
from .members import Line
from .words import Words

RANDOM = re.compile(r"(?P<m> *)move a random (?P<k>[\w-]+) in (?P<p>[\w ]+?)(?P<f> whose .+)? to ")
NOTHING = ", otherwise nothing"
BRANCH = re.compile(r"^(?:either|or)\b ?")
OWN = re.compile(r"^(?:nothing|let|mark|unmark|move|put|set|show|shuffle|look|swap|turn)\b")
BLOCK = re.compile(r"^(?:if|unless|for each|repeat|otherwise|until)\b|\b(?:may|must)$")


def closed(lines: tuple[Line, ...], words: Words) -> tuple[Line, ...]:
    """Returns a sentence that says `otherwise nothing` where a player is forced to choose between branches of which
    each may be impossible."""
    made: list[Line] = []
    ends = {end: line.indent for start, line in enumerate(lines) if (end := _needs(lines, start, words))}
    for n, line in enumerate(lines):
        made.append(line)
        if n + 1 in ends:
            made.append(Line(ends[n + 1], "otherwise nothing"))
    return tuple(made)


def in_any_case(rows: Sequence[str], my: str, words: Words) -> tuple[str, ...]:
    """Returns what is done if a player declines, so that he can decline also where nothing comes of it."""
    return tuple(one for row in rows for one in _left_out(row, "you" if my == "your" else "they", words))


def _left_out(row: str, who: str, words: Words) -> Iterator[str]:
    """Yields a row that says that what it cannot do is left out."""
    if found := RANDOM.match(row):
        yield f"{found['m']}if {found['p']} has a {found['k']}{found['f'] or ''}"
        yield f"  {row}"
    elif re.match(r" *choose ", row):
        yield row if row.endswith(NOTHING) else f"{row}{NOTHING}"
    else:
        only = any(f" the {mark.name}" in row for mark in words.vocabulary.markers.values() if mark.single)
        sure = row.startswith((" ", OPEN)) or BRANCH.match(row) or only or _free(row, words)
        yield row if sure else f"{row} if {who} can"


def _needs(lines: tuple[Line, ...], start: int, words: Words) -> int:
    """Returns where the branches end that begin with this line, if something is missing there; else 0."""
    line = lines[start]
    if not line.text.startswith("either") or not _forced(lines, start):
        return 0
    end = start + 1
    while end < len(lines) and (
        lines[end].indent > line.indent or lines[end].indent == line.indent and BRANCH.match(lines[end].text)
    ):
        end += 1
    said = end < len(lines) and lines[end].indent == line.indent and lines[end].text.startswith("otherwise")
    sure = any(_sure(branch, words) for branch in _branches(lines[start:end]))
    return 0 if said or sure else end


def _forced(lines: tuple[Line, ...], start: int) -> bool:
    """Whether no player is free to leave out what this line begins: somebody `must` in each line that it stands below,
    and its sentence is no ability."""
    indent, heads = lines[start].indent, []
    for line in reversed(lines[:start]):
        if line.indent < indent:
            indent = line.indent
            heads.append(line.text)
    return bool(heads) and heads[-1].endswith(" must") and not any(head.endswith(" may") for head in heads)


def _branches(lines: tuple[Line, ...]) -> Iterator[list[str]]:
    branch: list[str] = []
    for line in lines:
        if line.indent == lines[0].indent and branch:
            yield branch
            branch = []
        branch.append(BRANCH.sub("", line.text) if line.indent == lines[0].indent else line.text)
    yield branch


def _sure(branch: list[str], words: Words) -> bool:
    """Whether nothing can prevent what is done in a branch, as far as its words tell."""
    return all(_free(row, words) for row in branch if row)


def _free(row: str, words: Words) -> bool:
    if OWN.match(row) or BLOCK.search(row) or row.endswith((NOTHING, " if you can", " if they can")):
        return True
    heads = words.vocabulary.by_word.get(row.split(" ")[0], ())
    return bool(heads) and not any(words.vocabulary.refusals.get(head.key) for head in heads)
