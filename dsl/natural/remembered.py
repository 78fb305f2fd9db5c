"""Remembers a type that is chosen in one sentence for those that come later: what is kept of the card says it then.

`When this is built, choose a type. At the end of the game, score 1 point for each district of that type.`
It is chosen once: who chooses again and again may have chosen last in another turn.
"""

from __future__ import annotations

from .chosen import of_type
from .english import English

CHOICE = (
    r"^when (?:this (?:is|has been) [a-z]+(?: by you)?|you [a-z]+ this), (?:you (?:may |must )?)?"
    r"(?:choose|name|pick|select|declare|announce) (?:an?|any) (?P<k>(?:<cards> )?[a-z]+)$"
)
KEPT = "choice of this"
REMEMBERED = " to remember"


def remembered(first: str, rest: str, english: English) -> tuple[str, str]:
    """Returns two sentences so that the second can speak of a type that is chosen at the end of the first."""
    found = english.words.pattern(CHOICE).search(first)
    sort = english.forms["type_named"](found["k"]) if found else ""
    later = of_type(rest, KEPT, sort, english.words) if sort else rest
    return (first, rest) if later == rest else (f"{first}{REMEMBERED}", later)
