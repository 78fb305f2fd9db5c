"""Tells which names a person takes for one and the same.

A reader does not heed capitals, accents, hyphens, apostrophes and spaces, and sees letters, not alphabets. To them,
`Café` and `Cafe` are one name, and so are `Great Wall` and `Great-Wall`, or a name with a Cyrillic letter that looks
Latin. Between two digits, what separates them counts: `3-1` is not `31`.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Letters of other alphabets, small and large, that look like a Latin one; by what they become in small letters.
LOOKS = {
    **dict(zip("авеёзікмнорстухѕјһԁԛԝѵӏґпг", "abeeзikmhopctyxsjhdqwvlrпr", strict=True)),
    **dict(zip("αβεζηικμνορτυχϲϳς", "abeznikmvoptuxcjc", strict=True)),
    "ı": "i", "ł": "l", "ø": "o", "đ": "d", "ħ": "h", "æ": "ae", "œ": "oe", "ð": "d", "þ": "th",
}  # fmt: skip
APART = ("LATIN", "CYRILLIC", "GREEK", "ARMENIAN", "CHEROKEE", "COPTIC")  # alphabets whose letters look alike


@lru_cache(maxsize=20_000)
def skeleton(name: str) -> str:
    """Strips a name of everything that a reader does not heed. Two names that a person takes for one have equal
    skeletons."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    joined = ""
    for word in re.split(r"[\W_]+", "".join(LOOKS.get(c, c) for c in plain)):
        joined += "-" + word if joined[-1:].isdigit() and word[:1].isdigit() else word
    return joined


@lru_cache(maxsize=20_000)
def foreign_letter(name: str) -> int | None:
    """Finds a letter that only looks as if it belonged to a name, and returns its index (None: there is none). Such a
    letter comes from another alphabet than the letters before it in its word, or is a special form of a letter (full
    width, mathematical)."""
    before = ""
    for at, letter in enumerate(name):
        if not letter.isalpha():
            before = before if letter in "'’-" else ""
            continue
        if unicodedata.normalize("NFKC", letter) != letter:
            return at
        alphabet = unicodedata.name(letter, "").partition(" ")[0]
        if alphabet in APART:
            if before and alphabet != before:
                return at
            before = alphabet
    return None
