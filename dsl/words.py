"""Knows what English asks of words: plurals, and `a` or `an`."""

from __future__ import annotations

from collections.abc import Iterable

# Begin with a vowel letter but a consonant sound, or the other way round.
_A = ("uni", "use", "usa", "eu", "ubi", "uto", "one", "once")
_BUT_AN = ("unin", "unim", "unid")
_AN = ("hour", "honest", "honour", "honor", "heir")


def plural(word: str) -> str:
    """Returns the plural of a word, or of the last of several words. A word that ends in a single s stays as it is."""
    if word.endswith("s") and not word.endswith("ss"):
        return word
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("ss", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def singular(word: str) -> str:
    """Returns the word that has this plural; the word itself if it is no plural."""
    short = (word[:-3] + "y" if word.endswith("ies") else "", word[:-2], word[:-1])
    return next((one for one in short if len(one) > 1 and one != word and plural(one) == word), word)


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
