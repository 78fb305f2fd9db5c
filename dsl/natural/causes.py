"""Names the true cause of a sentence for which no right text is found.

The reading stops where the shape of a sentence breaks, which may be far from the word that is at fault: a verb that no
game has, a letter too many. So a word that is misspelt is told first. Then the sentence is laid out as a card has it,
in the ways that are certain whatever its words mean, and what is wrong with it then is told at the author's own words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..diagnostic import Diagnostic, Fix
from ..elaborate.again import Again
from ..elaborate.own_deeds import PLAIN
from ..language import EVERY, OWN
from ..parser import keywords
from ..slips import distance
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..wordings import table
from ..words import plural
from .members import Line, Member

OWN_WORD = re.compile(r"^ +(?:marker|zone|kept|value) ([a-z][\w-]*)", re.MULTILINE)
SHAPE = frozenset(("misplaced-word", "unfinished-line", "unexpected-word", "wording", "missing-lines", "unfinished"))
"""What is told where the shape of a sentence breaks."""
WORD = re.compile(r"(?<![\w'’-])[a-z]{4,}(?![\w'’-])")
STOP = re.compile(r"[.;!](?= |$)")
LEAD = r"(?:when|before|at|as soon as|once|during|if|unless|even|only|after|while|until)\b"
HEAD = rf"(?P<head>(?:{LEAD}[^,]*?, )*)"
ONE_LINE = re.compile(rf"^{HEAD}(?P<who>(?!{LEAD})[a-z][^,:]*? (?:may|must)) (?P<deed>[a-z].*)$")
TOLD = re.compile(rf"^{HEAD}(?P<deed>(?P<verb>(?!{LEAD})[a-z]+)\b.*)$")
LATE = re.compile(r"^(?P<first>.*?) (?P<time>at the (?:end|start|beginning) of [^,]*)(?P<rest>, .*)?$")
TWO = re.compile(r"^(?P<cost>(?:pay|discard|give|spend|sacrifice)\b.*?) to (?P<brought>[a-z]+ .*)$")
STANDS = re.compile(rf"^(?!always\b|{LEAD})[a-z].*? (?:is|are|cannot|may|counts? as)\b")
NO_DEED = re.compile(r"^(?:an?|all|any|each|every|(?:an)?other|the|th(?:is|at|ese|ose|ey)|your?|its?|no)\b")

FORCES = ("may", "must", "cannot", "can", "is", "are", "counts", "count", "would")

Part = tuple[str, int | None]
"""Some letters of a line, and where they begin in what the author wrote (None: they are not his)."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line of a sentence that was laid out, made of parts of the line `of` of the sentence as it was written."""

    indent: int
    parts: tuple[Part, ...]
    of: int = 0

    @property
    def line(self) -> Line:
        """The line as it is read."""
        return Line(self.indent, "".join(text for text, _ in self.parts))

    def origin(self, column: int) -> int | None:
        """Returns where a letter of the line stands in what was written; None if nobody wrote it."""
        for text, begin in self.parts:
            if column < len(text):
                return None if begin is None else begin + column
            column -= len(text)
        text, begin = self.parts[-1]
        return None if begin is None else begin + len(text)


def cause(source: Source, member: Member, told: Diagnostic, vocabulary: Vocabulary) -> Diagnostic:
    """Returns what is wrong with a sentence, at the words that are at fault. `told`: where its reading stopped."""
    slip = misspelt(source, member, vocabulary)
    if slip is not None:
        return slip
    if told.code not in SHAPE:
        return told
    again = Again(vocabulary)
    for rows in _layouts(member, vocabulary):
        made = member.card_with(tuple(row.line for row in rows))
        for found in again.faults(made) or ():
            deeper = _moved(source, member, rows, made, found)
            if deeper is not None and (deeper.code, deeper.message) != (told.code, told.message):
                return deeper
    return told


# ---- words that are misspelt ----------------------------------------------------------------------------------------


def misspelt(source: Source, member: Member, vocabulary: Vocabulary) -> Diagnostic | None:
    """Reports the first word of a sentence that nobody knows and that is nearly one of its game's."""
    known = _known(vocabulary)
    everyday = table().everyday
    text = re.sub(r'"[^"\n]*"|#[^\n]*', lambda m: " " * len(m[0]), source.text[member.start : member.end])
    names = set(re.findall(r"\b(?:choose|let|step) +([a-z][\w-]*)|([a-z][\w-]*):", text))
    names |= {("", name) for name in OWN_WORD.findall(source.text)}
    own = {name for pair in names for name in pair}
    for word in WORD.finditer(text):
        said = word[0]
        if said in known or said in everyday or said in own:
            continue
        near = min((w for w in known if _slip(said, w)), key=lambda w: (distance(said, w), w), default=None)
        if near is not None:
            at = member.start + word.start()
            span = Span(source.path, at, at + len(said))
            fix = Fix(f"write `{near}`", span, near)
            return Diagnostic("unknown-word", f"no word `{said}`", span, f"did you mean `{near}`?", fixes=(fix,))
    return None


def _slip(said: str, word: str) -> bool:
    """Whether a word is most likely a slip of the pen for another: letters swapped, doubled or left out; in a long word
    also a wrong one."""
    if len(word) < 4 or said[0] != word[0] or abs(len(said) - len(word)) > 1:
        return False
    if sorted(said) == sorted(word) or len(said) != len(word) or len(said) > 5:
        return distance(said, word) == 1
    return False


def _known(vocabulary: Vocabulary) -> frozenset[str]:
    """Returns every word that a sentence of this game may have, in all its forms."""
    v = vocabulary
    phrases = [*v.enums, *v.kinds, *v.zones, *v.markers, *v.values, *v.qualities, *v.phases, *v.by_word, *v.events]
    phrases += [*v.enum_words, *(f.name for kind in v.kinds.values() for f in kind.fields), *OWN, *keywords().values()]
    phrases += [word for heads in v.by_word.values() for head in heads for word in head.words or ()]
    phrases += [entry.phrase for entry in EVERY]
    words = {word for phrase in phrases for word in re.findall(r"[a-z]+", phrase)}
    return frozenset(words | {plural(word) for word in words})


# ---- a sentence laid out --------------------------------------------------------------------------------------------


def _layouts(member: Member, vocabulary: Vocabulary) -> Iterator[tuple[_Row, ...]]:
    """Yields the layouts of a sentence that may be meant, the likeliest first."""
    first, *others = member.lines
    below = tuple(_Row(line.indent, ((line.text, 0),), n) for n, line in enumerate(others, 1))
    stop = STOP.search(first.text)
    said = small(first.text[: stop.start()] if stop else first.text, vocabulary)
    late = LATE.match(said) if not said.startswith("at ") else None
    if late:
        rest = ((late["rest"], late.start("rest")),) if late["rest"] else ()
        parts: tuple[Part, ...] = ((late["time"], late.start("time")), (", ", None), (late["first"], 0), *rest)
    else:
        parts = ((said, 0),)
    if not others:
        yield from _below(_Row(first.indent, parts), vocabulary)
    if stop or late or said != first.text:
        yield (_Row(first.indent, parts), *below)
    if STANDS.match(said):
        yield (_Row(first.indent, (("always ", None), (said, 0))), *below)


def small(text: str, vocabulary: Vocabulary) -> str:
    """Returns a sentence that begins with a small letter, unless its first word begins a title."""
    first = text.split(" ")[0]
    titled = any(title.split(" ")[0] == first for title in vocabulary.cards)
    return text if titled else text[:1].lower() + text[1:]


def _below(row: _Row, vocabulary: Vocabulary) -> Iterator[tuple[_Row, ...]]:
    """Yields a sentence of one line with what is done below it."""
    text = row.line.text
    written = ONE_LINE.match(text)
    found = written or TOLD.match(text)
    if found is None:
        return
    start = found.start("deed")
    if written:
        head: tuple[Part, ...] = _cut(row, 0, written.end("who"))
    elif NO_DEED.match(found["verb"]):
        acts = _who_acts(found["deed"], vocabulary)
        if acts is None:
            return
        head = (*_cut(row, 0, start + acts[0] - 1), (" must", None))
        start += acts[0]
    else:
        who = "you must" if start or found["verb"] == "for" else "once in your turn, you may"
        head = (*_cut(row, 0, start), (who, None))
    yield (_Row(row.indent, head), *_deeds(row, start))


def _deeds(row: _Row, start: int) -> Iterator[_Row]:
    """Yields the lines for what is done: what it costs, if that is said, and what comes for it."""
    text = row.line.text
    paid = TWO.match(text[start:])
    if paid:
        yield _Row(row.indent + 2, (("cost ", None), *_cut(row, start, start + paid.end("cost"))))
        start += paid.start("brought")
    yield _Row(row.indent + 2, (("do ", None), *_cut(row, start, len(text))))


def _who_acts(text: str, vocabulary: Vocabulary) -> tuple[int, str] | None:
    """Finds the verb of a deed that begins with who does it: `each player draws a card`."""
    verbs = {*vocabulary.by_word, *PLAIN, *table().deeds}
    for word in re.finditer(r"[a-z]+", text):
        if word[0] in FORCES:
            return None
        base = next((b for b in (word[0], word[0].removesuffix("s"), word[0].removesuffix("es")) if b in verbs), None)
        if base is not None and word.start():
            return word.start(), base
    return None


def _cut(row: _Row, start: int, end: int) -> tuple[Part, ...]:
    """Returns the parts of a line between two of its letters."""
    found: list[Part] = []
    at = 0
    for text, begin in row.parts:
        low, high = max(start, at), min(end, at + len(text))
        if low < high:
            found.append((text[low - at : high - at], None if begin is None else begin + low - at))
        at += len(text)
    return tuple(found)


def _moved(
    source: Source, member: Member, rows: tuple[_Row, ...], made: Source, found: Diagnostic
) -> Diagnostic | None:
    """Returns what is wrong with a sentence that was laid out, as something wrong with what was written; None if it is
    not about words that the author wrote."""
    number, column = made.place(found.span.start)
    k = number - 1 - len(member.around)
    row = rows[k] if 0 <= k < len(rows) else None
    at = row.origin(column - 1 - row.indent) if row is not None else None
    if row is None or at is None:
        return None
    begin = _written(source, member, row.of, at)
    span = Span(member.path, begin, min(member.end, begin + found.span.end - found.span.start))
    return replace(found, span=span, fixes=(), notes=())


def _written(source: Source, member: Member, line: int, at: int) -> int:
    """Returns where a letter of a line of a sentence stands in its file. The sentence is read with single spaces."""
    words = member.lines[line].text[:at].split(" ")
    text = source.text[member.start : member.end]
    whole = re.search(re.escape(member.lines[line].text).replace(r"\ ", r"\s+"), text)
    position = whole.start() if whole else 0
    for word in words[:-1]:
        position += len(word)
        position += len(text[position:]) - len(text[position:].lstrip())
    return member.start + position + len(words[-1])
