"""Decide whether a line goes on with a position that was just posed.

After a `given`, a line such as `p2 hand Keep` says more about the position. A line that begins like that is never an
answer, not even if one of its words is misspelt.
"""

from __future__ import annotations

from moot.dsl.notation import Vocabulary, read_facts
from moot.dsl.notation.facts import VERBS
from moot.dsl.notation.parts import Setup
from moot.dsl.notation.reader import Reader, tokens

LONGEST = 10_000
"""Letters of a line that is looked at."""


def states(line: str, words: Vocabulary) -> bool:
    """Whether a line states facts of a position: it begins with a player and what he is or has, or all of it can be
    read so."""
    line = line[:LONGEST].rstrip().removesuffix(".")
    reader = Reader(tokens(line), words, "")
    if not reader.toks:
        return False
    if _seat(reader):
        if reader.peek() in VERBS or reader.take("acts"):
            return True
        return any(reader.phrase(table) is not None for table in (words.zones, words.markers))
    return not read_facts([(line, 0)], words, "", True)[1]


def only_how_many(text: str, words: Vocabulary) -> bool:
    """Whether the lines of a position say only how many play, and with what."""
    facts, faults = read_facts([(line, 0) for line in text.split("\n")], words, "", True)
    return not faults and len(facts) == 1 and isinstance(facts[0], Setup)


def faults(text: str, words: Vocabulary) -> list[str]:
    """Return what cannot be read in the lines of a position, each with its hint; empty if all can be read."""
    found = read_facts([(line, 0) for line in text.split("\n")], words, "", True)[1]
    return [d.message + (f" ({d.help})" if d.help else "") for d in found]


def _seat(reader: Reader) -> bool:
    """Take a player, whether he plays or not."""
    word = reader.peek()
    if word[:1] == "p" and word[1:].isdecimal():
        reader.at += 1
        return True
    return False
