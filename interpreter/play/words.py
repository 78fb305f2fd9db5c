"""Compare the words of a line with the words of answers. Nothing here knows a game.

`normal` returns the words that count. `select` finds the answers that they mean. A `Line` keeps a typed line with its
words, so that they are computed once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

SMALL = "a an the of to at from with by using on in into for and then is are its his her their your my as that this"
FILLERS = frozenset(SMALL.split())
ASIDE = frozenset(("use", "choose", "pick"))
"""Verbs of which one may stand before an answer without being part of it."""

PLAYER = re.compile(r"p\d{1,2}")
"""The word for a player."""

Words = tuple[str, ...]
Options = Sequence[tuple[int, str]]


@lru_cache(maxsize=4096)  # the same answers are offered again and again
def normal(text: str) -> Words:
    """Return the words that count, in lower case, without words that only serve grammar."""
    words = re.findall(r"(?:(?<!\S)-(?=\d))?[^\W_]+(?:[-'’][^\W_]+)*", text.lower())
    return tuple(stem(w) for w in words if w not in FILLERS)


def stem(word: str) -> str:
    """Return a word without the s of the third person or the plural, and without the e that may come with it."""
    word = word.replace("’", "'")
    word = re.sub(r"'s?$", "", word)
    if word in ("goes", "does") or len(word) > 5 and word.endswith(("oe", "oes")):  # vetoes, but not `moes`
        return word[: word.rindex("e")]
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        if word.endswith("ies") and len(word) > 4:
            return word[:-3] + "y"
        if word.endswith(("sses", "shes", "ches", "xes", "zes")):
            return word[:-2]
        return word[:-1]
    return word


def within(typed: Words, answer: Words, prefix: bool = False) -> bool:
    """Whether the typed words occur in an answer in this order. With `prefix`, each may be cut short."""
    rest = iter(answer)
    if prefix:
        return all(any(a == t or (len(t) >= 2 and a.startswith(t)) for a in rest) for t in typed)
    return all(any(a == t for a in rest) for t in typed)


def select(typed: Words, options: Options) -> list[tuple[int, str]]:
    """Return the answers that these words mean: an answer of exactly those words; or else all whose words contain them;
    or else all whose words begin with them. Answers that read alike count as one."""
    if not typed:
        return []
    texts = [(code, text, normal(text)) for code, text in options if takes_up(typed, text)]
    for fits in (
        [(c, t) for c, t, words in texts if words == typed],
        [(c, t) for c, t, words in texts if within(typed, words)],
        [(c, t) for c, t, words in texts if within(typed, words, True)],
    ):
        if fits:
            return list({text: (code, text) for code, text in reversed(fits)}.values())[::-1]
    return select(typed[1:], options) if typed[0] in ASIDE else []


YES = "yes"
"""The first word of an answer that takes up an offer; what is offered follows."""


def takes_up(typed: Words, text: str) -> bool:
    """Whether these words are enough to take up an offer, if the answer is one: `yes`, with or without more; what is
    offered, in its own words from the first on, two at least; the card that offers it; or all words behind that card.
    A word out of the middle decides nothing, and neither does a single verb: they may be meant for another question.
    """
    head, comma, offered = text.partition(", ")
    if not comma or head != YES or len(typed[0]) > 1 and YES.startswith(typed[0]):
        return True
    title, colon, deed = offered.partition(": ")
    words = normal(offered)
    if words[: len(typed)] != typed:
        return bool(colon) and normal(deed) == typed
    return len(typed) > 1 or words == typed or bool(colon) and normal(title) == typed


def named(typed: Words, options: Options, own: str, behind: Words = ()) -> list[tuple[int, str]]:
    """Return the things that these words mean. `own`: the player whose things are listed without his name; he may name
    himself beside such a thing. `behind`: the words that follow; a player right behind a thing is where it lies."""
    plain = tuple(w for w in typed if w != own)
    meant = select(typed, options)
    if not meant and plain != typed:
        his = [(code, text) for code, text in options if not _seats(normal(text)) and _his(typed, own, text)]
        meant = select(plain, his)
    place = {w for w in behind[:1] if PLAYER.fullmatch(w)}
    return [(code, text) for code, text in meant if not place or not _seats(normal(text)) - place]


def _his(typed: Words, own: str, text: str) -> bool:
    """Whether a player who names himself does so each time beside a thing of his: a card, or what the text calls his
    (`your hand`)."""
    things = [w for said in re.findall(r"\byour [^\W_]+|\b[A-Z][\w'-]*", text) for w in normal(said)]
    beside = [(*typed[max(at - 1, 0) : at], *typed[at + 1 : at + 2]) for at, word in enumerate(typed) if word == own]
    return all(any(t.startswith(w) for w in there for t in things) for there in beside)


def _seats(words: Words) -> set[str]:
    return {w for w in words if PLAYER.fullmatch(w)}


def inside(words: Words, text: Words) -> bool:
    """Whether words occur in a text in a row."""
    return bool(words) and any(text[i : i + len(words)] == words for i in range(len(text) - len(words) + 1))


JOINED = re.compile(r",|\b(?:with|for|and|against)\b", re.IGNORECASE)
"""What stands between two things of a line."""
MOST = 12
"""Words of a line whose things are also looked for in the other order."""


# ---- lines --------------------------------------------------------------------------------------------------------

SEAT = re.compile(r"p(\d{1,2})\b(?!['’])\s*:?\s*(.*)", re.DOTALL | re.IGNORECASE)
"""A line that says who speaks: `p1 …`, `p1: …`; but not `p1's …`, which says whose something is."""


def is_move(text: str) -> bool:
    """Whether a line that begins with no player plays on: `everyone passes …`, `the turn ends`, `chance picks …`."""
    words = text.lower().split()
    return words[:1] == ["everyone"] or words[:2] == ["chance", "picks"] or (len(words) > 1 and words[-1] == "ends")


@dataclass(frozen=True, slots=True)
class Line:
    """A typed line. `words`: the words of its text that count. `seat`: the number of the player who says it, None if
    the line names nobody."""

    text: str
    words: Words
    seat: int | None = None

    @classmethod
    def of(cls, text: str) -> Line:
        """Read a line that does not begin with a player."""
        return cls(text, normal(text))

    @classmethod
    def spoken(cls, text: str) -> Line:
        """Read a line that may begin with the player who says it; the text is then the rest."""
        m = SEAT.fullmatch(text)
        return cls.of(text) if m is None else cls(m[2].strip(), normal(m[2]), int(m[1]))


def turned(line: Line) -> Iterator[Line]:
    """Yield a line that names two things with these in the other order, for each place where the first may begin."""
    first, *rest = map(normal, JOINED.split(line.text))
    if len(rest) == 1 and rest[0] and len(line.words) <= MOST:
        for at in range(1, len(first)):
            yield Line(line.text, (*first[:at], *rest[0], *first[at:]), line.seat)
