"""Calls what was chosen before by its name: `it`, `one of them`, `the rest`, `that player`.

Printed cards say what they speak of by pronouns; the language gives it a name. What is named is told by the lines that
were made so far, the latest of each sort: a player, a number, one card, or several of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

NAMED = re.compile(r"^(?:choose|let) (?P<w>[\w-]+)(?::| be) (?P<k>.+)$")
ONLY_ONE = re.compile(r"^(?:take|move) (?P<w>the (?!top\b|rest\b)[\w-]+)(?: to you)?$")
PLAYER = re.compile(r"\bplayers?\b(?! with| whose| that)|\bneighbour\b|^a(?:nother)? player\b")
NUMBER = re.compile(r"^(?:a random number|a number)\b")
SEVERAL = re.compile(r"^(?:the top (?:[2-9]|1[0-9]|\()|(?:up to )?[1-9(]|any number|all|an order|the rest|other)\b|^\(")
AS_MANY = re.compile(
    r"\b(?:that many|that much|(?:the same|an equal) (?:number|amount)(?: of(?: cards)?)?|(?:as|so) (?:many|much)|"
    r"x(?= ))\b"
)
OF_THEM = r"(?:of|from|from among|among|out of) (?:them|these|those)(?: cards)?\b"
SOME = r"(?:up to )?[0-9]+|any number"
ALL = re.compile(r"\b(?P<v>)(?P<n>all (?:[\w-]+ )?cards)(?=$|[.,;]| and\b| (?:to|into|in) your\b)")
SAME = re.compile(r"\b(?:of|with) (?:the same|that) (\w+)(?: or (less|lower|more|higher))?(?=$|[,;.])")
EACH = re.compile(
    r"\beach (?:card|\w+) (?:(?:you|they) (?:have )?(?!have\b|own\b|built\b)\w+|\w+ed|given|shown|put)"
    r"(?: (?:in )?this way| so)?(?=$|[,;.])"
)
OF_SOME = re.compile(rf"\b(?P<v>)(?P<n>one|{SOME}|\w+) {OF_THEM}")
PICKS = re.compile(
    r"\b(?P<v>(?:keep|take|put|add|choose|pick|give|discard|return|reveal|show|place|pass) (?:the )?)"
    rf"(?P<n>1|one|another|{SOME})(?: cards?)?(?= (?:and|in|into|to|on|onto|under|back|at|then)\b|$|[,;.])"
)
NO_PART = r"(?<!of )(?<!among )(?<!cards from )(?<!1 from )(?<!one from )"
REST = re.compile(
    r"\bthe (?:rest|others?|remaining|third|fourth|last (?=card|one))(?: ?(?:cards?|ones?|[0-9]+))*"
    r"(?: of (?:them|the cards))?(?=$|[,;.]| (?!of\b))"
)
OF_THEIRS = r"their\b(?! (?:own|turn|next|choice))"
THEIRS = re.compile(rf"\b(?P<v>){OF_THEIRS}")
YOU_TO_THEM = re.compile(
    r"\b(?P<v>(?:you (?:may |must )?|(?:if \w+ (?:do|does) not|otherwise),? (?:you )?)[a-z]+ (?:one of |all |any of )?)"
    rf"{OF_THEIRS}"
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a line has named, and of which sort it is. `picked`: some of it was chosen by a later line."""

    name: str
    said: str
    sort: str
    picked: bool = False


def called(text: str, names: Sequence[str], mine: bool) -> str:
    """Returns words in which what was chosen before is called by its name. `names` are the lines that chose it.
    `mine`: it is you who does it."""
    sorts: set[str] = set()
    for one in _named(names):
        if one.sort not in sorts:
            sorts.add(one.sort)
            text = CALLS[one.sort](text, one)
            if one.sort == "player":
                text = (THEIRS if mine else YOU_TO_THEM).sub(rf"\g<v>{one.name}'s", text)
    return text


def fresh(rows: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Returns other names for what some lines choose, where lines before them have chosen something of that name."""
    taken = {found["w"] for row in names if (found := NAMED.match(row.strip()))}
    given = [found["w"] for row in rows if (found := NAMED.match(row.strip()))]
    return {name: f"other-{name}" for name in given if name in taken}


def _named(names: Sequence[str]) -> Iterator[Named]:
    """Yields what the lines have named, the latest first."""
    later = ""
    for row in reversed(names):
        if only := ONLY_ONE.match(row.strip()):
            yield Named(only["w"], "", "only")
        elif found := NAMED.match(row.strip()):
            yield Named(found["w"], found["k"], _sort(found["k"]), f" of {found['w']}" in later)
        later += f"{row}\n"


def _sort(said: str) -> str:
    if PLAYER.search(said) and " in " not in said and not SEVERAL.match(said):
        return "player"
    if NUMBER.match(said):
        return "number"
    return "several" if SEVERAL.match(said) else "one"


def _only(text: str, one: Named) -> str:
    return re.sub(r"\bit\b", one.name, text)


def _player(text: str, one: Named) -> str:
    name = one.name
    text = re.sub(r"^((?:they|that player) (?:must|may) .*\bor) (?:they|that player)(?: must| may)? ", r"\1 ", text)
    text = re.sub(r"^(?:they|that player)(?= (?:may|must|cannot)\b)", f"the {name}", text)
    text = re.sub(r"^(?:they|that player)\b", f"the {name}", text)
    text = re.sub(r"\bthat player's\b", f"{name}'s", text)
    text = re.sub(rf"\b(?:that player|{NO_PART}them)\b(?!')", name, text)
    if not text.startswith(f"the {name} "):
        text = re.sub(r"\b(one|any|(?:up to )?[0-9]+|any number) of their\b", rf"\1 of {name}'s", text)
    return re.sub(r"(?<!^)\bthey\b", name, text)


def _number(text: str, one: Named) -> str:
    return AS_MANY.sub(f"({one.name})", text)


def _single(text: str, one: Named) -> str:
    name = one.name
    text = AS_MANY.sub(f"(number of {name})", text)
    text = SAME.sub(lambda m: f"whose {m[1]} is {name}" if one.said.endswith(f" {m[1]}") else m[0], text)
    text = SAME.sub(lambda m: f"with the same {m[1]} {f'or {m[2]} than' if m[2] else 'as'} {name}", text)
    text = re.sub(r"^its (owner|player)\b", rf"the \1 of {name}", text)
    text = re.sub(r"\bits (?!turn|next|owner)(\w+)", rf"\1 of {name}", text)
    return re.sub(r"\b(?:it|that (?!player)\w+)\b(?!')", name, text)


def _several(text: str, one: Named) -> str:
    name = one.name
    text = AS_MANY.sub(f"(number of {name})", text)
    text = EACH.sub(f"each {name}", re.sub(r"\beach of them\b", f"each {name}", text))
    text = re.sub(rf"\b(?:all|both) {OF_THEM}", name, text)
    text = re.sub(r"\bif (?:all|both|they)(?: cards)? (?=are|have|share)", f"if {name} ", text)
    if one.said.startswith("the top"):
        text = REST.sub(f"the rest of {name}", text)
    for pattern in (OF_SOME, PICKS, ALL) if one.said.startswith("the top") else (OF_SOME,):
        while found := pattern.search(text):
            text = _picked(text, found, one)
    return re.sub(r"\b(?:them|(?:these|those)(?: cards)?)\b(?!')", name, text)


def _picked(text: str, found: re.Match[str], one: Named) -> str:
    """Returns words in which some of several are named: of those that are left, if others were chosen before."""
    before, after = text[: found.start()], text[found.end() :]
    left = f"the rest of {one.name}" if one.picked or f" of {one.name}" in before else one.name
    said = found["n"] if not found["n"].isdigit() and not found["n"].startswith("up to") else f"{found['n']} cards"
    said = "one" if found["n"] in ("1", "another") else "any number of cards" if found["n"] == "any number" else said
    return f"{before}{found['v'] or ''}{said} of {left}{after}"


CALLS: dict[str, Callable[[str, Named], str]] = {
    "only": _only,
    "player": _player,
    "number": _number,
    "one": _single,
    "several": _several,
}
