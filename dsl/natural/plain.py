"""Makes everyday English plain: small letters and no stop, numbers in digits, one name for the other players.

What several wordings say alike is said in one way afterwards, so that the tables of parts need only that one.
"""

from __future__ import annotations

import re
from functools import lru_cache, partial

from ..nearest import nearest
from . import tables
from .forms import Form
from .words import NUMBERS, Words

GAP = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
LETTERS = re.compile(r"(?<![\w'’])[a-z]{3,}(?![\w'’])")
SMALL = ("the", "and", "you", "may", "for", "its", "all", "any")
START = re.compile(r"(^|[.;:] )([A-Z])([a-z']*)")
CAPITAL = re.compile(r"\b[A-Z][a-z]*\b")
CAPITALS = re.compile(r"^\w+(?:[ ,:.-]+(?:[A-Z]|[0-9])[\w']*){4,}[.]?$")  # each word begins with one
GIVEN = re.compile(r"\b(?:choose|let) ([\w-]+)(?::| be\b)")  # a name that the card itself gives
SPELT = re.compile(r"(?<![\\\w])[a-z]{3,}")
NOT = frozenset(NUMBERS)


@lru_cache(maxsize=1)
def table() -> tuple[tuple[str, str], ...]:
    """Returns the rules of `plain.toml`, which is read once."""
    return tuple((pattern, right) for pattern, right in tables.entries("plain", "plain"))


@lru_cache(maxsize=1)
def common() -> frozenset[str]:
    """Returns the words of everyday English that the tables know, whatever the game."""
    texts = [tables.text(name) for name in ("plain", *tables.ENGLISH)]
    return frozenset(SPELT.findall(" ".join(texts).replace("\\b", " "))) | NOT


def written(text: str, words: Words) -> str:
    """Returns a sentence as the language writes one: it begins with a small letter, and has no stop."""
    text = START.sub(lambda m: m[0] if words.is_title(m[2] + m[3]) else m[1] + m[2].lower() + m[3], text.strip())
    return text.rstrip(".;! ")


def plain(text: str, words: Words, forms: dict[str, Form], spelt: bool = True) -> str:
    """Returns a sentence that says the same in plain words. `spelt`: a word that nobody knows is put right."""
    text = _small(written(text, words), words)
    text = _spelt(text, words) if spelt else text
    for pattern, right in table():
        text = words.pattern(pattern).sub(partial(_filled, right, forms), text)
    return " ".join(text.split())


def _small(text: str, words: Words) -> str:
    """Returns a text in which the words of the game have small letters, outside the titles of cards."""
    all_ = bool(CAPITALS.match(text))

    def small(match: re.Match[str]) -> str:
        low = match[0].lower()
        return low if all_ or low in words.known or low in common() else match[0]

    out, at = "", 0
    for title in words.titles.finditer(text):
        out += CAPITAL.sub(small, text[at : title.start()]) + title[0]
        at = title.end()
    return out + CAPITAL.sub(small, text[at:])


def _filled(right: str, forms: dict[str, Form], match: re.Match[str]) -> str:
    def fill(gap: re.Match[str]) -> str:
        said = (match[int(gap[1])] or "") if gap[1].isdigit() else forms[gap[1]]("")
        return forms[gap[2]](said).replace("\0", "") if gap[2] else said

    return GAP.sub(fill, right)


def _spelt(text: str, words: Words) -> str:
    """Returns a text in which a word that nobody knows is the word that was most likely meant."""
    known = words.known | frozenset(GIVEN.findall(text))

    def right(match: re.Match[str]) -> str:
        word = match[0]
        if not word.islower() or any(one in known or one in common() for one in (word, word.removesuffix("s"))):
            return word
        if titled := next((one for one in (word, word.removesuffix("s")) if words.is_whole_title(one.title())), ""):
            return titled.title()
        if len(word) == 3:
            return next((one for one in SMALL if sorted(one) == sorted(word)), word)
        turned = (one for one in known | common() if len(one) == len(word) and sorted(one) == sorted(word))
        return min(turned, default="") or nearest(word, (known | common()) - NOT, cutoff=0.8) or word

    return LETTERS.sub(right, text)
