"""Reads the forms that a native writes for a word, and knows the regular ones of French and Portuguese.

    a noun            `un quartier`, with its article, which tells the gender; then its plural, if that does not follow
                      the rule; then, if all of it is called otherwise, that: `une pièce d'or, , l'or (m)`
    a describing word `noble`; or its four forms: `beau, belle, beaux, belles`. If it has several words, it never
                      changes. With `…` behind, it stands before the noun. With `~` before it, one *is* so for good
                      (Portuguese: `ser`, and not `estar`).
    a deed            `payer … à …`: the verb first, and `…` for each thing in the order of the declaration; then, if
                      Moot does not know the verb, its forms: `moudre … (moulez, moud, moulent, moulu)`, and in
                      Portuguese `caber … (cabe, cabem, couber, couberem, coube, couberam, cabido)`
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Gender = Literal["m", "f"]
GENDERS: Mapping[str, Gender] = {"m": "m", "f": "f"}
HIS, HERS = ("un", "um", "le", "o"), ("une", "uma", "la", "a")
ARTICLES: Mapping[str, Gender] = {**dict.fromkeys(HIS, "m"), **dict.fromkeys(HERS, "f")}
MANY = ("des", "les", "os", "as", "uns", "umas")
MARKED = re.compile(r"^(.*?)\s*\((m|f)\)$")
FORMS = re.compile(r"^(.*?)\s*\(([^()]*)\)$")
ALL = 4  # forms of a describing word that is written out


@dataclass(frozen=True, slots=True)
class NounForms:
    """A noun: its gender, for one, for several, and for all of it (`mass`, with its own gender)."""

    gender: Gender
    one: str
    many: str
    mass: str | None = None
    mass_gender: Gender = "m"


def noun(written: str, plural: Mapping[str, str] | None = None) -> NounForms:
    """Reads a noun. `plural`: how words end for one, and how for several, the longest ending first."""
    texts = [part.strip() for part in written.split(",")]
    gender, one = _article(texts[0])
    many = _bare(texts[1]) if len(texts) > 1 and texts[1] else several(one, plural or {})
    if len(texts) < 3:
        return NounForms(gender, one, many)
    mass_gender, mass = _article(texts[2])
    return NounForms(gender, one, many, mass, mass_gender)


def _article(text: str) -> tuple[Gender, str]:
    marked = MARKED.match(text)
    gender: Gender | None = None
    if marked is not None:
        text, gender = marked[1], "f" if marked[2] == "f" else "m"
    first, _, rest = text.partition(" ")
    if first in ARTICLES and rest:
        return gender or ARTICLES[first], rest
    if text[:2] in ("l'", "l’"):
        return gender or "m", text[2:]
    return gender or "m", text


def _bare(text: str) -> str:
    first, _, rest = text.partition(" ")
    return rest if first in MANY and rest else text


def several(word: str, endings: Mapping[str, str]) -> str:
    """Returns the plural of a noun of one or several words: that of the first, if words of joining follow."""
    head, *rest = re.split(r"( d'| d’| de | du | da | do | à | em )", word, maxsplit=1)
    words = [_plural(one, endings) for one in head.split(" ")]
    return " ".join(words) + "".join(rest)


def _plural(word: str, endings: Mapping[str, str]) -> str:
    end = next((end for end in sorted(endings, key=len, reverse=True) if word.endswith(end)), "")
    return word[: len(word) - len(end)] + endings[end] if end in endings else f"{word}s"


def describing(
    written: str, feminine: Mapping[str, str], plural: Mapping[str, str]
) -> tuple[str, str, str, str]:
    """Reads a describing word, and returns its four forms: masculine and feminine for one, then for several."""
    texts = [part.strip() for part in written.removeprefix("~").split(",")]
    if len(texts) == ALL:
        return texts[0], texts[1], texts[2], texts[3]
    if len(texts) == 1 and " " in texts[0]:
        return (texts[0],) * 4
    one = texts[0]
    her = texts[1] if len(texts) > 1 else _feminine(one, feminine)
    return one, her, _plural(one, plural), _plural(her, plural)


def _feminine(word: str, endings: Mapping[str, str]) -> str:
    end = next((end for end in sorted(endings, key=len, reverse=True) if word.endswith(end)), None)
    return word if end is None else word[: len(word) - len(end)] + endings[end]


def deed(written: str) -> tuple[str, tuple[str, ...]]:
    """Returns the pattern of a deed, with numbered things, `payer {0} à {1}`, and the irregular forms of its verb."""
    marked = FORMS.match(written)
    irregular = tuple(form.strip() for form in marked[2].split(",")) if marked is not None else ()
    first, *rest = (marked[1] if marked is not None else written).split("…")
    return first + "".join(f"{{{i}}}{part}" for i, part in enumerate(rest)), irregular
