"""Answers what people write in the file of a game with the right text: what there is, what is done, who wins.

A line is rewritten by the table `games.toml`, and the file is read again with what comes of it, so nothing is shown
that would not be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from ..diagnostic import Diagnostic, Fix
from ..elaborate import Elaborated, elaborate
from ..parser import Parsed, parse
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..words import plural, singular, with_article
from . import tables
from .english import English
from .plain import plain
from .words import Words, number

PARTS = 4  # deeds of one line
TRIED = 24  # texts that are read to find the right one
LONGEST = 200  # letters of a line that is answered
MARK = re.compile(r"<(?P<sort>deeds|cond|who) (?P<said>[^<>]*)>")
Sentence = Callable[[Source, Vocabulary], tuple[str, bool] | None]
"""Returns a card with the right text of its sentence, and whether that is sure."""
CODES = frozenset(
    ("indented", "missing-lines", "misspelt", "not-indented", "unexpected-word", "unfinished", "unfinished-line",
     "missing-colon", "missing-comma", "missing-word", "wrong-type", "unknown-kind", "unknown-word", "misplaced-word",
     "wording")
)  # fmt: skip
THEN = re.compile(r"(?:[.;,] then|[;.]|,? and then|,? and) (?=[a-z])")
LABEL = re.compile(r"^(?:setup|set-up|first|then|next|finally|winner|victory|the winner is|to win)[:,]? (?=[a-z])")
ORDER = re.compile(
    r"^(?:in (?:turn )?order|one after another|in turn|clockwise|starting with the (?:first|start) player|"
    r"at the (?:start|beginning)(?: of the game)?), "
)
GAP = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
HAS = re.compile(r"^(?:an?|any|one|some) ([a-z]+) (?:has|have|reaches|owns) (?:at least )?([0-9]+|[a-z]+) ([a-z]+)$")
EMPTY = re.compile(r" (?:is empty|runs out|is used up)$")
FORMS: Mapping[str, Callable[[str], str]] = {
    "one": singular,
    "number": number,
    "kind": lambda what: "<a kind>" if what in ("card", "cards") else with_article(singular(what)),
    "may": lambda said: "may" if said else "must",
    "step": lambda name: f"step {name}\n  " if name else "",
    "there": lambda cond: HAS.sub(lambda m: f"there is a {m[1]} whose {singular(m[3])} is at least {number(m[2])}",
                                  EMPTY.sub(" has no cards", cond)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """A line that people write (`pattern`), the declaration in which they write it (`place`), and its right texts."""

    place: str
    pattern: re.Pattern[str]
    right: tuple[str, ...]
    sure: bool
    say: str


@lru_cache(maxsize=1)
def table() -> tuple[Text, ...]:
    """Returns the table of `games.toml`, which is read once."""
    return tuple(
        Text(
            t["in"],
            re.compile(rf"(?:{t['pattern']})[.;]?"),
            (t["right"],) if isinstance(t["right"], str) else tuple(t["right"]),
            t.get("sure", True),
            t["say"],
        )
        for t in tables.entries("games", "text")
    )


def in_a_game(told: Diagnostic, files: Sequence[Parsed], whole: Elaborated, sentence: Sentence) -> Diagnostic | None:
    """Returns the answer that shows the right text for a line of a game's file; None if none is found. `sentence`
    finds the right text of a card."""
    file = next((one for one in files if one.source.path == told.span.path), None)
    if file is None or told.code not in CODES or not file.source.path.endswith(".game"):
        return None
    source = file.source
    row = source.place(min(told.span.start, len(source.text)))[0]
    line = source.line(row)
    words = line.split("#")[0].strip()
    start = sum(len(one) + 1 for one in source.text.split("\n")[: row - 1])
    indent = len(line) - len(line.lstrip(" "))
    if len(words) > LONGEST or indent and told.code == "indented":
        return None
    for text, right in islice(_rights(words, _around(source, row, indent), whole, sentence), TRIED):
        first, new = _laid(source, start, indent, right)
        changed = Source(source.path, source.text[:first] + new + source.text[start + len(line) :])
        if _better(changed, first, first + len(new), files):
            span = Span(source.path, start + indent, start + indent + len(words))
            fix = Fix("write it so", Span(source.path, first, start + len(line)), new, text.sure)
            shown = new if first == start else right
            return Diagnostic("wording", text.say, span, f"write\n{shown}", fixes=(fix,))
    return None


def _laid(source: Source, start: int, indent: int, right: str) -> tuple[int, str]:
    """Returns what comes in the place of a line, and from where on: a kind that is there already gets the new lines."""
    head, _, below = right.partition("\n")
    found = re.search(rf"^{re.escape(head)}$(?:\n +.*)*", source.text[:start], re.MULTILINE)
    if found is None or not head.startswith("kind "):
        return start, "\n".join(" " * indent + one for one in right.split("\n"))
    return found.end(), f"\n{below}{source.text[found.end() : start].rstrip()}\n"


def _around(source: Source, row: int, indent: int) -> str:
    """Returns the first word of the declaration in which a line stands; `file` if it begins one."""
    if not indent:
        return "file"
    above = (source.line(n) for n in range(row, 0, -1))
    return next((line.split()[0] for line in above if line[:1].strip() and line[0] != "#"), "file")


def _rights(said: str, place: str, whole: Elaborated, sentence: Sentence) -> Iterator[tuple[Text, str]]:
    words = Words(whole.vocabulary)
    text = ORDER.sub("", LABEL.sub("", f"{said[:1].lower()}{said[1:]}".rstrip(".;")))
    text = re.sub(r"\b(?:someone|somebody|anyone|anybody)\b", "a player", text)
    yield from islice(_ways(text, place, words, sentence), TRIED)
    parts = THEN.split(text)
    if place == "phase" and 1 < len(parts) <= PARTS:
        found = [next(_ways(part, place, words, sentence), None) for part in parts]
        if None not in found:
            made = [one for one in found if one is not None]
            yield replace(made[0][0], say="each thing that is done has a line"), "\n".join(right for _, right in made)


def _ways(said: str, place: str, words: Words, sentence: Sentence) -> Iterator[tuple[Text, str]]:
    """Yields what a line may become."""
    kinds = list(words.vocabulary.kinds.values())
    kind = next((k.name for k in kinds if k.fields), kinds[0].name if kinds else "")
    bare = next((k.name for k in kinds if not k.fields), "")
    for text in table():
        found = text.pattern.fullmatch(said) if text.place == place else None
        for right in text.right if found else ():
            if found is None or ("<kind>" in right and not kind):
                continue
            if "<sentence>" in right:
                card = sentence(Source("", f"{bare} House\n  {said}\n"), words.vocabulary) if bare else None
                if card is not None:
                    yield replace(text, sure=text.sure and card[1]), card[0].rstrip("\n")
                continue
            named = right.replace("<kind>", kind).replace("<pile>", words.pile("card"))
            named = named.replace("<held>", words.held("card"))
            named = "\n".join(row for row in named.split("\n") if _is_said(row, found))
            for filled, sure in _spelt_out(_filled(named, found).replace("<a kind>", with_article(kind)), words):
                yield replace(text, sure=text.sure and sure), _one_of_each(filled, words)


def _is_said(row: str, found: re.Match[str]) -> bool:
    """Whether a line of a right text is needed: what a card has is, if it was said."""
    has = re.match(r" +has \{(\w+)\}", row)
    return has is None or bool(found[has[1]])


def _spelt_out(text: str, words: Words) -> Iterator[tuple[str, bool]]:
    """Yields a text in which everyday English behind a mark is in the words of the language: what is done, who does it,
    on what condition; and whether that is sure."""
    mark = MARK.search(text)
    if mark is None:
        yield text, True
        return
    english = English(words)
    said = plain(mark["said"].strip(), words, english.forms)
    margin = "\n" + " " * (mark.start() - text.rfind("\n", 0, mark.start()) - 1)
    made: list[tuple[str, bool]] = []
    if mark["sort"] == "deeds":
        for many in islice(english.deeds(said, "their"), PARTS):
            rows = [row for one in many for row in (*one.before, *one.rows)]
            made.append((margin.join(rows), all(one.sure for one in many)))
    elif mark["sort"] == "cond":
        read = english.read("opens", f"if {said}")
        made += [(one.text.removeprefix("if "), one.sure) for one in read if one.text.startswith("if ")]
    else:
        made += [(one.text, one.sure) for one in english.read("who", said) if not one.before]
    for right, sure in made:
        for rest, also in _spelt_out(text[: mark.start()] + right + text[mark.end() :], words):
            yield rest, sure and also


def _one_of_each(text: str, words: Words) -> str:
    """Returns a text in which amounts are called as the game calls them: `2 coin`."""
    for name in words.amounts:
        text = re.sub(rf"\b{re.escape(plural(name))}\b", name, text)
    return text


def _filled(right: str, found: re.Match[str]) -> str:
    def fill(gap: re.Match[str]) -> str:
        said = found[gap[1]] or ""
        return FORMS[gap[2]](said) if gap[2] else said

    text = GAP.sub(fill, right)
    head, _, below = text.partition("\n")
    if not head.startswith("step "):
        return text
    return "\n".join([head, *(line if n == 0 else f"  {line}" for n, line in enumerate(below.split("\n")))])


def _better(changed: Source, start: int, end: int, files: Sequence[Parsed]) -> bool:
    """Whether a changed file can be read where it was changed."""
    read = parse(changed)
    if any(d.span.start <= end and d.span.end >= start for d in read.diagnostics):
        return False
    found = elaborate([read if one.source.path == changed.path else one for one in files]).diagnostics
    return not any(
        d.severity == "error" and d.span.path == changed.path and d.span.start <= end and d.span.end >= start
        for d in found
    )
