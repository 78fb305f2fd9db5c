"""Calls what was chosen before by its name: `it`, `one of them`, `the rest`, `that player`.

Printed cards say what they speak of by pronouns; the language gives it a name. What is named is told by the lines that
were made so far, the latest of each sort: a player, a number, one card, or several of them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from .chosen import compared, laid_open, of_place, of_title, of_type, owned
from .words import Words

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
ALL_SUCH = r"\ball (?:of )?(?:the )?(?P<k><cards>)(?= whose [a-z]+ is\b)"
TOTAL = re.compile(r"\b(?:the|their) (?:total|combined) (\w+)(?: of them)?(?=$|[.,;]| plus\b| minus\b)")
TYPE_TO_COME = re.compile(r"\b(?:choose|name|pick|select) an? (?:[a-z]+ )?type\b")
A_KIND = re.compile(r"^an? (?P<k>[\w -]+)$")
NEIGHBOUR = re.compile(r"^(?:move|pay|take|swap|give|show) .* (?P<w>your (?:left|right) neighbour)$")
GROUP = re.compile(r"^(?P<w>each (?:other )?player|each neighbour)(?: of you)? must$")
LOOKED = re.compile(r"^look at (?P<w>[\w-]+ of [\w -]+)$")
TIMES = {"twice": "2", "double": "2"}
SUM = (
    rf"(?:(?P<m>twice|double|[2-9] times|half) )?{AS_MANY.pattern}"
    r"(?:(?P<k> (?:<counted>|<cards>))?,? (?:(?P<s>plus|minus) (?P<n>[0-9]+)(?: more| less)?"
    r"(?: (?:<counted>|<cards>))?|rounded (?P<r>up|down))(?=$|[.,;]| and\b))?"
)
ONE_MORE = (
    r"\b(?P<n>one|1|an?|[2-9]) (?:(?P<k><counted>|<cards>) (?P<s>more|less)|(?P<t>more|less)"
    r"(?: (?P<l><counted>|<cards>))?) than (?:that(?: many| much| number)?|you (?:just )?[a-z]+(?: this way)?)"
    r"(?=$|[.,;]| and\b)"
)
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
OTHERS = re.compile(r"\bthe (?:rest|others?)(?: (?:cards?|ones?))?(?=$|[.,;]| (?:to|on|in|into|under|back|at|and)\b)")
OF_THEIRS = r"their\b(?! (?:own|turn|next|choice))"
THEIRS = re.compile(rf"\b(?P<v>){OF_THEIRS}")
YOU_TO_THEM = re.compile(
    r"\b(?P<v>(?:you (?:may |must )?|(?:if \w+ (?:do|does) not|otherwise),? (?:you )?)[a-z]+ (?:one of |all |any of )?)"
    rf"{OF_THEIRS}"
)


@dataclass(frozen=True, slots=True)
class Named:
    """What a line has named, and of which sort it is. `picked`: some of it was chosen by a later line. `left`: what is
    left then, if that is known by a filter."""

    name: str
    said: str
    sort: str
    picked: bool = False
    left: str = ""


def called(text: str, names: Sequence[str], mine: bool, words: Words) -> str:
    """Returns words in which what was chosen before is called by its name. `names` are the lines that chose it.
    `mine`: it is you who does it."""
    sorts: set[str] = set()
    for one in _named(names, words):
        if one.sort not in sorts:
            sorts.add(one.sort)
            text = CALLS[one.sort](text, one, words)
            if one.sort == "player":
                text = (THEIRS if mine else YOU_TO_THEM).sub(rf"\g<v>{one.name}'s", text)
    return text


def fresh(rows: Sequence[str], names: Sequence[str]) -> dict[str, str]:
    """Returns other names for what some lines choose, where lines before them have chosen something of that name."""
    taken = {found["w"] for row in names if (found := NAMED.match(row.strip()))}
    given = [found["w"] for row in rows if (found := NAMED.match(row.strip()))]
    return {name: f"other-{name}" for name in given if name in taken}


def _named(names: Sequence[str], words: Words) -> Iterator[Named]:
    """Yields what the lines have named, the latest first."""
    later = ""
    for row in reversed(names):
        if only := ONLY_ONE.match(row.strip()):
            yield Named(only["w"], "", "only")
        elif group := GROUP.match(row.strip()):
            yield Named(group["w"], "", "group")
        elif given := NEIGHBOUR.match(row.strip()):
            yield Named(given["w"], "", "player")
        elif place := LOOKED.match(row.strip()):
            yield Named(place["w"], "", "place")
        elif found := NAMED.match(row.strip()):
            name, said = found["w"], found["k"]
            yield Named(name, said, _sort(said, words), f" of {name}" in later, _left(name, later))
        later += f"{row}\n"


def _left(name: str, said: str) -> str:
    """Returns what is left of some cards when all of one type are gone: `all cards of … whose type is not chosen`."""
    gone = re.search(rf"\ball (?P<k>[a-z]+ of {name} whose [a-z]+ is) (?!not\b)(?P<x>[a-z-]+)", said)
    return f"all {gone['k']} not {gone['x']}" if gone else ""


def _sort(said: str, words: Words) -> str:
    if (kind := A_KIND.match(said)) and kind["k"] in words.vocabulary.enums:
        return "type"
    if kind and kind["k"] in words.kinds and words.seen(kind["k"]):  # without its place, it is a title
        return "title"
    if PLAYER.search(said) and " in " not in said and not SEVERAL.match(said):
        return "player"
    if NUMBER.match(said):
        return "number"
    return "several" if SEVERAL.match(said) else "one"


def _only(text: str, one: Named, _: Words) -> str:
    return re.sub(r"\bit\b", one.name, text)


def _player(text: str, one: Named, _: Words) -> str:
    name = one.name
    who = name if name.startswith("your ") else f"the {name}"
    text = re.sub(r"^((?:they|that player) (?:must|may) .*\bor) (?:they|that player)(?: must| may)? ", r"\1 ", text)
    text = re.sub(r"^(?:they|that player)(?= (?:may|must|cannot)\b)", who, text)
    text = re.sub(r"(?:^|(?<=[.;] ))(?:they|that player)\b(?!')", who, text)
    text = re.sub(r"\bthat player's\b", f"{name}'s", text)
    text = re.sub(rf"\b(?:that player|{NO_PART}them)\b(?!')", name, text)
    if not text.startswith(f"{who} "):
        text = re.sub(r"\b(one|any|(?:up to )?[0-9]+|any number) of their\b", rf"\1 of {name}'s", text)
    return re.sub(r"(?<!^)\bthey\b", name, text)


def _number(text: str, one: Named, words: Words) -> str:
    return _so_many(text, one.name, words)


def _single(text: str, one: Named, words: Words) -> str:
    name = one.name
    text = compared(_so_many(owned(text, one.said), f"number of {name}", words), name, words)
    text = re.sub(r"^its (owner|player)\b", rf"the \1 of {name}", text)
    text = re.sub(r"\b(?:its|it's|that [a-z]+'s) (?!turn|next|owner)(\w+)", rf"\1 of {name}", text)
    text = re.sub(r"\b(?:it|that (?!player)\w+)\b(?!')", name, text)
    return laid_open(text, name, one.said, words)


def _several(text: str, one: Named, words: Words) -> str:
    name = one.name
    text = _so_many(text, f"number of {name}", words)
    text = EACH.sub(f"each {name}", re.sub(r"\beach of them\b", f"each {name}", text))
    text = TOTAL.sub(rf"the total \1 of {name}", text)
    text = re.sub(rf"\b(?:all|both) {OF_THEM}", name, text)
    text = re.sub(r"\bif (?:all|both|they)(?: cards)? (?=are|have|share)", f"if {name} ", text)
    if one.said.startswith("the top"):
        text = words.pattern(ALL_SUCH).sub(rf"all \g<k> of {name}", text)
        if not TYPE_TO_COME.search(text):
            text = REST.sub(_left(name, text) or one.left or f"the rest of {name}", text)
    elif name in text or one.picked:
        at = text.find(f" of {name}") if not one.picked else 0
        text = text[:at] + OTHERS.sub(f"the rest of {name}", text[at:]) if at >= 0 else text
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


def _so_many(text: str, number: str, words: Words) -> str:
    """Returns words in which as many as before is a number: `(number of gone plus 1)` for `that many cards plus 1`."""

    def summed(match: re.Match[str]) -> str:
        m, k = match["m"], match["k"] or ""
        if m == "half":
            return f"(half of {number} rounded {match['r']}){k}" if match["r"] else match[0]
        times = f"{TIMES.get(m) or m.split(' ')[0]} times " if m else ""
        last = f" {match['s']} {match['n']}" if match["s"] else f" rounded {match['r']}" if match["r"] else ""
        return f"({times}{number}{last}){k}"

    def more(match: re.Match[str]) -> str:
        sign = "plus" if (match["s"] or match["t"]) == "more" else "minus"
        what = match["k"] or match["l"] or ""
        many = what if what in words.amounts else words.many(what)
        return f"({number} {sign} {match['n'] if match['n'].isdigit() else 1}) {many}".rstrip()

    return words.pattern(ONE_MORE).sub(more, words.pattern(SUM).sub(summed, text))


CALLS: dict[str, Callable[[str, Named, Words], str]] = {
    "only": _only,
    "player": _player,
    "number": _number,
    "one": _single,
    "several": _several,
    "type": lambda text, one, words: of_type(text, one.name, one.said, words),
    "group": lambda text, one, _: re.sub(r"\beach of (?:them|these players|those players)\b", one.name, text),
    "title": lambda text, one, words: of_title(text, one.name, words),
    "place": lambda text, one, words: of_place(text, one.name, words),
}
