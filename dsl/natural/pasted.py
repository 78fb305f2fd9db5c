"""Lays out a card that was pasted in another shape: with bullets, colons, labels, at the left edge, in one line.

The words stay those of its author, in their order; what changes is where they stand, and the right text of each
sentence. Each sentence is read by itself, so one that is not understood does not hide the others: then nothing is
proposed. Words that are no rule, in quotes or in italics, become a comment.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..diagnostic import Diagnostic, Fix
from ..elaborate.again import Again
from ..formatter import format_source
from ..language import SLOT_WORDS
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..words import listed, with_article
from .headings import Heading, Headings
from .members import CONTENTS, members
from .words import Words

LONGEST = 3000  # letters of a file that is laid out anew
MANY = 8  # sentences on one line
WRAPPED = 3  # lines of a sentence that was broken
MOST = 3  # lines that are not understood, after which the others are not read
BULLET = re.compile(r"^(?P<margin>\s*)(?:(?:[-*•·►▪+–—]|>+|\(?(?:[0-9]{1,2}[.)]|[a-e]\)))\s+)(?=\S)")
STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "’": "'", "‘": "'", "\u00a0": " ",
                          "\ufeff": None, "\u200b": None, "\t": "  ", "\r": None})  # fmt: skip
MARKED = re.compile(r"(\*\*|__|\*|`|_)(?=\S)(.+?)(?<=\S)\1(?!\w)")
ASIDE = re.compile(r'^(?:"[^"]*"|\*[^*]+\*|_[^_]+_)$')
COMMENT = re.compile(r"^(?://+|#+|--|/\*+)\s*")
BEHIND = re.compile(r"\s+//.*$|\s*\*/$")
TAG = re.compile(r"</?[a-zA-Z]{1,8}>")
ARROW = re.compile(r"\s*(?:→|⇒|=>|->)\s*")
ONE_OF = re.compile(
    r"[,:]? *\b(?P<may>may |must |)(?:choose|pick|do|select)(?: between)?(?: (?:one|1|either))?"
    r"(?: of(?: the following| these)?(?: options| things)?)?$",
    re.IGNORECASE,
)
BARE_LABEL = re.compile(r"^(?:text|effects?|abilit(?:y|ies)|rules?|powers?|description)\s*:?$", re.IGNORECASE)
LABEL = re.compile(
    r"^(?:(?:rules?|card|ability|effect) )?(?:text|effects?|abilit(?:y|ies)|rules?|description|desc|powers?|special|"
    r"skill|action|passive|bonus|function)(?: [0-9])?\s*[:=–—]\s*",
    re.IGNORECASE,
)
OF_A_PRINTER = re.compile(
    r"^(?:id|image|picture|art|artist|illustration|set|expansion|edition|rarity|author|colou?r)\s*[:=]", re.IGNORECASE
)
RULING = frozenset(("you", "your", "this", "nobody", "may", "cannot", "must", "worth", "when", "whenever", "ties"))
FLAVOUR = re.compile(r"^(?:flavou?r(?: ?text)?|quote|lore|note|remark|comment)\s*[:=–—]\s*", re.IGNORECASE)
SLOT = re.compile(rf"^(?P<slot>{'|'.join(sorted(SLOT_WORDS, key=len, reverse=True))}|then)\b\s*[:=]?\s*", re.IGNORECASE)
OWN = re.compile(r"^(?:marker|zone|value|kept|name|source|has|you are|works|left out)\b")
EXAMPLE = re.compile(r'^example\s*:?\s*"?(?P<name>[^":]+)"?:?$', re.IGNORECASE)
WORD = re.compile(r"[a-z]{2,}")
REMARK = re.compile(r"\s*[(\[](?P<said>[^()\[\]]*)[)\]]")
TWICE = re.compile(r"\b([a-z]+) \1\b")
SENTENCE = re.compile(r"(?<=[a-z0-9\"')])[.;!]\s+(?=\S)")
HEAD = "a card begins with its kind and its name; what is printed on it, and its sentences, stand below"
PRINTED = "what is printed on a card stands below its name, with commas between"
BODY = "each sentence of a card stands on a line of its own, and what is done stands below it, further in"

Righted = Callable[[Source], tuple[str, bool] | None]
"""Returns the right text of a card, and whether it is sure; None if there is none."""


@dataclass(slots=True)
class Sentence:
    """The lines of a sentence, each with the spaces before it. `aside`: it stands in quotes, or in italics."""

    rows: list[tuple[int, str]]
    aside: bool = False


@dataclass(slots=True)
class Pasted:
    """The parts of a card, as far as they are known. `top`: the line that has its title. `unread`: what is
    not understood."""

    top: str = ""
    heading: Heading = field(default_factory=Heading)
    own: list[str] = field(default_factory=list)
    sentences: list[Sentence] = field(default_factory=list)
    comments: list[str] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    example: list[str] = field(default_factory=list)


def laid_out_anew(source: Source, vocabulary: Vocabulary, right: Righted, at: int) -> Diagnostic | None:
    """Returns the answer that shows a card in the layout of the language; None if it is not understood. `at`: where its
    first mistake is told."""
    if len(source.text) > LONGEST or not vocabulary.kinds:
        return None
    headings = Headings(vocabulary)
    if any(row.lstrip().startswith("#") for row in source.text.split("\n")[1:]):
        if not _above_sentences(source, at, headings):
            return None  # its sentences are mended one after another, and the comments between them stay
    words = Words(vocabulary)
    card = _taken_apart(source.text, headings, words)
    if card is None or not headings.settled(card.heading):
        return None
    text, sure = _made(card, headings, right, words)
    missing = headings.missing(card.heading)
    if missing:
        return _incomplete(source, text, card, missing[0].name, headings)
    if card.unread:
        return _partly(source, text, card) if _above_sentences(source, at, headings) else None
    if Again(vocabulary).faults(Source("", text)) != []:  # how the file is called is another matter
        return None
    return _answer(source, format_source(Source(source.path, text)), card, sure)


def _above_sentences(source: Source, at: int, headings: Headings) -> bool:
    """Whether a mistake is in what stands above the sentences of a card."""
    member = next(members(source, at), None)
    return member is None or headings.printed(member.lines[0].text, Heading(), whole=True) is not None


# ---- from lines to the parts of a card -------------------------------------------------------------------------------


def _cleaned(text: str) -> Iterator[tuple[int, str, bool]]:
    """Yields the lines of a file without bullets and marks of emphasis: how far each is indented, its words, and
    whether they stand in quotes or italics."""
    for row in text.translate(STRAIGHT).split("\n"):
        bullet = BULLET.match(row)
        margin = len(row) - len(row.lstrip()) + (2 if bullet else 0)
        said = (
            ARROW.sub(": ", TAG.sub("", row[bullet.end() :] if bullet else row))
            .strip(" {};|" if row.strip().startswith(("{", "|", "}")) else " ;")
            .rstrip("{")
            .rstrip()
        )
        aside = bool(ASIDE.match(said)) or row.lstrip().startswith(">")
        for _ in range(2):
            said = MARKED.sub(r"\2", said)
        if aside:
            said = said.strip('"')
        said = TWICE.sub(_once, said)
        if said and not said.startswith("```"):
            yield margin, said, aside


def _once(twice: re.Match[str]) -> str:
    """Returns a word that is written twice once; `you` may end one part of a sentence and begin the next."""
    return "you, you" if twice[1] == "you" else twice[1]


def _taken_apart(text: str, headings: Headings, words: Words) -> Pasted | None:
    """Returns the parts of a card; None if it has no title, or if it is more than one card."""
    card = Pasted()
    later: list[str] = []  # remarks that are no heading
    before = ""
    for margin, said, aside in _json(text) or _cleaned(text):
        if said in (before, ".") or BARE_LABEL.match(said):
            continue
        before = said
        if card.example and (margin or not headings.begins(said)):
            card.example.append(" " * margin + said)
        elif remark := COMMENT.match(said):
            remark_ = BEHIND.sub("", said[remark.end() :])
            card.comments += [remark_] if remark_ else []
        elif OF_A_PRINTER.match(said):
            later.append(said)
        elif (named := EXAMPLE.match(said)) and card.heading.title:
            card.example.append(" " * margin + f'example "{named["name"]}"')
        elif not card.heading.title and not aside and headings.printed(said, card.heading, whole=True) is not None:
            continue
        elif not card.heading.title and not _titled(card, said, headings):
            if not card.comments or headings.titled(card.comments.pop(0), card.heading) is None:
                return None
            _line(card, margin, said, aside, words)
        elif said in card.top:
            continue
        elif headings.begins(said):
            return None
        elif aside or _is_open(card, margin) or headings.printed(said, card.heading, whole=True) is None:
            _line(card, margin, said, aside, words)
    card.comments += later
    return card


def _is_open(card: Pasted, margin: int) -> bool:
    """Whether a line stands below a sentence that says who may or must, further in."""
    last = card.sentences[-1].rows[0] if card.sentences else (0, "")
    return margin > last[0] and last[1].endswith((" may", " must"))


def _titled(card: Pasted, said: str, headings: Headings) -> bool:
    """Reads the line that has the title. A heading above what is printed may have it as well."""
    if card.comments and not headings.names(said):
        return False
    rest = headings.titled(said, card.heading)
    if rest is None:
        return False
    card.top = said
    rest = headings.printed(rest, card.heading, whole=False) or ""
    if rest:
        card.sentences.append(_sentence(0, rest, False))
    return True


def _json(text: str) -> list[tuple[int, str, bool]]:
    """Returns the lines of a card that is written as one thing in braces."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")) or text.count("{") > 1:
        return []
    parts = re.findall(r'"([\w ]+)"\s*:\s*(?:"([^"]*)"|([0-9]+))', text)
    return [(0, f"{name}: {said or number}", False) for name, said, number in parts]


def _line(card: Pasted, margin: int, said: str, aside: bool, words: Words) -> None:
    """Puts a line below the title where it belongs."""
    if behind := BEHIND.search(said):
        card.comments.append(behind[0].strip(" /*"))
        said = said[: behind.start()]
    said = said if any(letter.islower() for letter in said) else said.lower()
    if flavour := FLAVOUR.match(said):
        card.comments.append(said[flavour.end() :])
    elif OWN.match(said):
        card.own.append(_own(said, card.heading.kind))
    elif card.sentences and not aside and _goes_on(card.sentences[-1], margin, said, words):
        said = LABEL.sub("do ", said)
        said = re.sub(r"^cost\s*[:=]?\s*(?=[0-9])", f"cost {words.paying(words.money(''))} ", said, flags=re.IGNORECASE)
        slot = SLOT.match(said)
        said = f"{slot['slot'].lower()} {said[slot.end() :]}".strip() if slot else said
        card.sentences[-1].rows.append((margin, said.rstrip(":")))
    else:
        card.sentences.append(_sentence(margin, said, aside))


def _own(said: str, kind: str) -> str:
    """Returns a line of the card's own as the language has it."""
    named = re.match(r'^(?P<what>name|source)(?P<tongue> [a-z]{2})?\s*:?\s+"?(?P<words>[^"]+)"?$', said)
    if named:
        return f'{named["what"]}{named["tongue"] or ""} "{named["words"]}"'
    return re.sub(r"\bon this\b", f"on {kind}", said) if said.startswith("marker ") and kind else said


def _sentence(margin: int, said: str, aside: bool) -> Sentence:
    said = LABEL.sub("", said).strip()
    said = said[1:-1] if said[:1] == said[-1:] == '"' else said
    slot = re.match(r"^(?P<head>.*\b(?:may|must)) (?:do|cost)\s*:?$", said)
    return Sentence([(margin, (slot["head"] if slot else said).rstrip(":"))], aside)


def _goes_on(above: Sentence, margin: int, said: str, words: Words) -> bool:
    """Whether a line belongs to the sentence above it: what is done in it, or a line further in."""
    opened = bool(re.search(r"\b(?:may|must|always)$", above.rows[0][1]) or ONE_OF.search(above.rows[0][1]))
    done = SLOT.match(said) or LABEL.match(said) or words.pattern(r"(?:and |then |always )*(?:<verb>)\b").match(said)
    return margin > above.rows[0][0] or (opened and (done is not None or len(above.rows) == 1))


# ---- from the parts to the right text --------------------------------------------------------------------------------


def _made(card: Pasted, headings: Headings, right: Righted, words: Words) -> tuple[str, bool]:
    """Returns the text of a card, and whether it is sure. In the place of a sentence that is not understood is `…`."""
    values = dict(card.heading.values)
    sure = True
    rows: list[str] = []
    filled = values | {f.name: headings.filled(f) for f in headings.missing(card.heading)}
    head = [f"{card.heading.kind} {card.heading.title}", *_printed(filled)]
    known = [f"  {row}" for row in card.own if not row.startswith("name ")]
    left = list(card.sentences)
    while left:
        found = _one(left, [*head, *known], right, words) if len(card.unread) < MOST else None
        if found is None:
            card.unread += [row for _, row in left.pop(0).rows]
            rows += ["  …"] if rows[-1:] != ["  …"] else []
            continue
        lines, remarks, is_sure = found
        rows += lines
        known += [row for row in lines if row.strip().startswith(CONTENTS)]  # declared for those that follow
        card.comments += remarks
        sure = sure and is_sure
    above = [f"  # {remark}" for remark in card.comments]
    own = [f"  {row}" for row in card.own]
    return "\n".join([head[0], *_printed(values), *above, *own, *rows, *_example(card.example), ""]), sure


def _one(
    left: list[Sentence], above: list[str], right: Righted, words: Words
) -> tuple[list[str], list[str], bool] | None:
    """Takes the next sentence from those that are left, with as many of the next lines as belong to it, and returns
    its lines, what is a remark in it, and whether that is sure; None if it is not understood."""
    for count in range(1, min(len(left), WRAPPED) + 1):
        one = left[0] if count == 1 else _joined(left[:count])
        for lines, remarks in _readings(one, words):
            found = right(Source("", "\n".join([*above, *lines, ""]))) if lines else ("", True)
            if found is not None:
                del left[:count]
                return found[0].rstrip("\n").split("\n")[len(above) :], remarks, found[1] and not remarks
    return None


def _joined(some: list[Sentence]) -> Sentence:
    """Returns lines as one sentence, which was broken where the line was full."""
    rows = [row for one in some for _, row in one.rows]
    return Sentence([(some[0].rows[0][0], " ".join(rows))])


def _printed(values: dict[str, str]) -> list[str]:
    return [f"  {', '.join(f'{name} {value}' for name, value in values.items())}"] if values else []


def _readings(one: Sentence, words: Words) -> Iterator[tuple[list[str], list[str]]]:
    """Yields how a sentence may be read: its lines, and the words in it that are remarks."""
    said = [row for _, row in one.rows]
    if len(said) > 1 and (either := ONE_OF.search(said[0])):
        ways = " or ".join(row.removeprefix("or ").rstrip(".;,") for row in said[1:])
        head = f"{said[0][: either.start()]} {either['may']}".strip()
        yield [f"  {head} {ways}"], []
        return
    yield _rows(one.rows), []
    spoken = {word for row in said for word in WORD.findall(row.lower())}
    if one.aside or not spoken & (words.known | RULING):
        yield [], said  # without a word of the game, or one that rules have, it is no rule
        return
    remarks = [found["said"].strip() for row in said for found in REMARK.finditer(row)]
    if remarks:
        yield _rows([(margin, re.sub(r"[\[\]()]", "", row)) for margin, row in one.rows]), []
        if not any(word in words.known for remark in remarks for word in WORD.findall(remark.lower())):
            yield _rows([(margin, REMARK.sub("", row)) for margin, row in one.rows]), remarks
    if len(one.rows) > 1:
        yield _rows(_joined([one]).rows), []
    if len(one.rows) == 1:
        parts = SENTENCE.split(one.rows[0][1])
        if 1 < len(parts) <= MANY:
            yield [f"  {part}" for part in parts], []


def _rows(rows: list[tuple[int, str]]) -> list[str]:
    """Returns the lines of a sentence, indented below the title of a card."""
    (first, head), *others = rows
    least = min((margin for margin, _ in others), default=first)
    return [f"  {head}", *(f"{' ' * (4 + margin - least)}{row}" for margin, row in others)]


def _example(rows: list[str]) -> list[str]:
    """Returns an example as it stands, further in by what its first line lacks."""
    margin = 2 - (len(rows[0]) - len(rows[0].lstrip())) if rows else 0
    return ["", *(" " * max(margin, 0) + row for row in rows)] if rows else []


# ---- what is told ----------------------------------------------------------------------------------------------------


def _answer(source: Source, text: str, card: Pasted, sure: bool) -> Diagnostic | None:
    was, now = source.text.rstrip("\n").split("\n"), text.rstrip("\n").split("\n")
    if was == now:
        return None
    first = next((n for n, (old, new) in enumerate(zip(was, now, strict=False)) if old != new), 0)
    start = sum(len(row) + 1 for row in was[:first])
    span = Span(source.path, start, start + max(len(was[first]) if first < len(was) else 1, 1))
    right = "\n".join(now)
    fix = Fix("write it so", Span(source.path, 0, len(source.text.rstrip("\n"))), right, sure)
    say = BODY
    if not was[0].startswith(f"{card.heading.kind} {card.heading.title}") or was[0] != now[0]:
        say = HEAD
    elif first < len(now) and now[first] in _printed(card.heading.values):
        say = PRINTED
    return Diagnostic("wording", say, span, f"write\n{right}", fixes=(fix,))


def _partly(source: Source, text: str, card: Pasted) -> Diagnostic:
    """Returns what is told of a card of which a sentence is not understood: its layout is shown."""
    said = card.unread[0].split(". ")[0]
    start = max(source.text.find(said), 0)
    span = Span(source.path, start, start + max(len(said), 1) if source.text[start:].startswith(said) else start + 1)
    say = "this sentence cannot be read; the card around it is laid out as shown"
    return Diagnostic("wording", say, span, f"write, with the sentence in place of `…`\n{text.rstrip()}")


def _incomplete(source: Source, text: str, card: Pasted, name: str, headings: Headings) -> Diagnostic:
    """Returns what is told of a card that lacks something printed: all else of its right text is shown."""
    kind, *_ = text.split(" ")
    words = headings.choices(card.heading, name)
    choice = f": {listed(words)}" if words else ""
    none = "is none" if words else "is no number"
    strange = f", and `{card.heading.strange[0]}` {none}" if card.heading.strange else ""
    said = f"{with_article(kind)} has a `{name}`{choice}{strange}"
    top, _, rest = text.partition("\n")
    rest = rest.partition("\n")[2] if card.heading.values else rest
    row = source.text.split("\n")[0]
    shown = "\n".join([top, *_printed({**card.heading.values, name: "…"}), rest.rstrip("\n")])
    return Diagnostic("wording", said, Span(source.path, 0, max(len(row), 1)), f"write, with yours for `…`\n{shown}")
