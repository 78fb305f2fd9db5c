"""Knows what English asks of words: plurals, and `a` or `an`."""

from __future__ import annotations

import re
from collections.abc import Iterable

# Begin with a vowel letter but a consonant sound, or the other way round.
_A = ("uni", "use", "usa", "eu", "ubi", "uto", "one", "once")
_BUT_AN = ("unin", "unim", "unid")
_AN = ("hour", "honest", "honour", "honor", "heir")


# Plurals with a shape of their own, also behind another word (`swordsman`, `wild goose`).
_SHIFTED = {
    "man": "men", "woman": "women", "child": "children", "person": "people", "mouse": "mice", "die": "dice",
    "foot": "feet", "tooth": "teeth", "goose": "geese", "ox": "oxen", "wolf": "wolves", "elf": "elves",
    "half": "halves", "leaf": "leaves", "loaf": "loaves", "thief": "thieves", "shelf": "shelves", "knife": "knives",
    "life": "lives", "wife": "wives", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes",
    "sheep": "sheep", "deer": "deer",
}  # fmt: skip
_SHIFT = re.compile(rf"(?<![a-z])({'|'.join(_SHIFTED)})$|(?<=[a-z][ksthd])(man|woman)$")
_BACK = {many: one for one, many in _SHIFTED.items()}
_SHIFT_BACK = re.compile(rf"(?<![a-z])({'|'.join(_BACK)})$|(?<=[a-z][ksthd])(men|women)$")


def plural(word: str) -> str:
    """Returns the plural of a word, or of the last of several words. A word that ends in a single s stays as it is."""
    shifted = _SHIFT.search(word)
    if shifted is not None:
        return word[: shifted.start()] + _SHIFTED[shifted[0]]
    return _with_s(word)


def _with_s(word: str) -> str:
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("ss", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def singular(word: str) -> str:
    """Returns the word that has this plural; the word itself if it is no plural."""
    shifted = _SHIFT_BACK.search(word)
    if shifted is not None:
        return word[: shifted.start()] + _BACK[shifted[0]]
    short = (word[:-3] + "y" if word.endswith("ies") else "", word[:-2], word[:-1])
    return next((one for one in short if len(one) > 1 and one != word and plural(one) == word), word)


def third_person(word: str) -> str:
    """Returns what somebody does, of what others do: `has`, `goes`, `builds`."""
    if word.endswith("o"):
        return word + "es"
    return {"have": "has"}.get(word) or _with_s(word)


def article(word: str) -> str:
    """Returns `a` or `an`, whichever this word needs before it."""
    word = word.lower()
    if word.startswith(_AN):
        return "an"
    if word.startswith(_A) and not word.startswith(_BUT_AN):
        return "a"
    return "an" if word[:1] in "aeiou" else "a"


def with_article(words: str) -> str:
    """Returns words with `a` or `an` before them."""
    return f"{article(words)} {words}"


def listed(words: Iterable[str], most: int = 8) -> str:
    """Lists words for a hint, each in backticks: `a`, `b` or `c`. Beyond `most` words it says `and others`."""
    shown = [f"`{w}`" for w in dict.fromkeys(words)]
    if not shown:
        return "nothing"
    if len(shown) > most:
        return ", ".join(shown[:most]) + " and others"
    return shown[0] if len(shown) == 1 else ", ".join(shown[:-1]) + " or " + shown[-1]
