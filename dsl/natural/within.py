"""Puts what is done with a thing that another player has chosen below the line that chose it, where it has a name.

`The host must choose a card. Take it.`: what another player chooses is named only among the lines of that player.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

CHOSEN = re.compile(r"^(?P<m> +)(?:choose|let) (?P<w>[\w-]+)(?::| be\b)")
ACTOR = re.compile(r"^(?:the [\w-]+|your (?:left |right )?neighbour|its (?:owner|player)|.*\beach .+) must$")
MOST = re.compile(r"\bwhose ([\w-]+) is the (highest|lowest) \1 of (?:other )?players\b")
EACH = re.compile(r"each .* must$")
OTHER = re.compile(r"\bother (players?)\b")


def within(rows: Sequence[str], later: Sequence[str]) -> tuple[str, ...] | None:
    """Returns the rows of a deed of another player with those that come later below them, if these speak of what was
    chosen there; None if they do not."""
    found = [match for row in rows if (match := CHOSEN.match(row))]
    if not rows or not any(re.search(rf"\b{match['w']}\b", row) for match in found for row in later):
        return None
    acts = [row for row in rows if ACTOR.match(row.strip())]
    if len(acts) != 1 or any(row.strip().startswith(("either", "or ", "otherwise")) for row in rows):
        return None
    margin = found[0]["m"]
    if later[0].strip() == acts[0].strip():  # the same player goes on
        return (*rows, *(f"{margin}{row[2:]}" for row in later[1:]))
    if ACTOR.match(later[0]):
        return (*rows, *(f"{margin}{row}" for row in later))
    return (*rows, f"{margin}you must", *(f"{margin}  {row}" for row in later))


def acts(rows: Sequence[str]) -> bool:
    """Whether a deed is what several others do, one after another, or somebody who has no name."""
    return len(rows) > 1 and rows[-1].startswith("  ") and re.match(r"each .* must$", rows[0]) is not None


def of_other(rows: Sequence[str]) -> tuple[str, ...]:
    """Returns what another player does, with other players than that one: `another player` is always another than you.
    Where you act again below it, that is meant. Nothing if it cannot be said."""
    out: list[str] = []
    mine: int | None = None  # how far in the line stands below which you act
    for row in rows:
        margin = len(row) - len(row.lstrip())
        mine = None if mine is not None and margin <= mine else mine
        if mine is None and row.lstrip().startswith(("you must", "you may")):
            mine = margin
        said = MOST.sub(r"whose \1 is \2", row) if re.search(r"other player", row) else row
        said = said.replace("another player", "a player except them")
        said = OTHER.sub(r"\1 except them", said)
        if mine is None and " of players except them" in said:
            return ()  # whose it is compared with cannot be said there
        out.append(row if mine is not None else said)
    return tuple(out)


def shuffled_once(rows: list[str]) -> list[str]:
    """Returns deeds in which all have put their cards into a place before it is shuffled, and what comes then is done
    after that: below `each player must`, one would do all of it before the next one."""
    head = next((n for n, row in enumerate(rows) if EACH.match(row)), None)
    if head is None:
        return rows
    end = next((n for n in range(head + 1, len(rows)) if not rows[n].startswith("  ")), len(rows))
    at = next((n for n in range(head + 1, end) if rows[n].startswith("  shuffle ")), None)
    if at is None:
        return rows
    later = [rows[head], *rows[at + 1 : end]] if at + 1 < end else []
    return [*rows[:at], rows[at].strip(), *later, *rows[end:]]
