"""Names that a person takes for one.

Two names are one to a reader who does not heed capitals, accents, hyphens, apostrophes and spaces, and who sees
letters, not alphabets: `Café` and `Cafe`, `Great Wall` and `Great-Wall`, and a name with a Cyrillic letter in it that
looks Latin. Between digits what parts them counts: `3-1` is not `31`.
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
    """What is left of a name when everything is gone that a person does not heed: equal for names taken for one."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).casefold()
    joined = ""
    for word in re.split(r"[\W_]+", "".join(LOOKS.get(c, c) for c in plain)):
        joined += "-" + word if joined[-1:].isdigit() and word[:1].isdigit() else word
    return joined


def foreign_letter(name: str) -> int | None:
    """The place of a letter that only looks as if it belonged: of another alphabet than the letters before it in its
    word, or a letter in disguise (full width, mathematical)."""
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
