"""Answers a sentence of a house rule with the change that it means.

Who writes a house rule says what is so now: `players start with 4 gold`. The rule that this changes is looked for among
the lines of the game, by the words and the numbers of the sentence; what no line says already is a new sentence. What
is found is made into the game before it is shown, so nothing is shown that would not be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from .. import syntax
from ..amend.rows import Part, Piece, Row, header, parts, short_name
from ..diagnostic import Diagnostic, Fix
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..wordings import speaks_of_house_rules, table
from . import right_text
from .words import NUMBERS, Words

TRIED = 8  # changes that are made to find the right one
LONGEST = 300  # letters of a sentence that is answered
CODES = frozenset(
    ("changes-nothing", "doubled", "misplaced-word", "misspelt", "missing-colon", "missing-comma", "missing-lines",
     "quotation", "unexpected-word", "unfinished", "unfinished-line", "unknown-word", "wording")
)  # fmt: skip
"""What is told of a sentence where a house rule should quote a line."""
CHANGING = re.compile(
    r"^(?:in|source|setting|leaves out|ruling|takes in)\b|^(?:instead of|read|first|then|comes before|leave out):"
)
NUMBER = re.compile(rf"\b(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])}|both)\b(?: of)?(?: (?:extra |more )?(?P<noun>[a-z]+))?")
BEFORE = re.compile(rf",? *(?:instead of|rather than|and not|not) (?P<n>[0-9]+|{'|'.join(NUMBERS)})\b(?: [a-z]+)?")
RELATIVE = re.compile(r"\b(?:more|less|fewer|extra|additional|half|double|twice)\b")
WITHOUT = re.compile(
    r"^(?:there (?:is|are) no|(?:we )?play without|without|no|leave out|take out|remove) (?:the )?(?P<title>[A-Z].*)$"
)
ENOUGH = 2  # words of a sentence that a line must have
LIMIT = re.compile(
    rf"\b(?:may|can|cannot|may not) (?P<verb>[a-z]+) (?:up to |at most |only |no more than |more than )?"
    rf"(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])})\b"
)
CONDITION = re.compile(
    r"\b(?:if|unless|whenever|each time|every time|when(?! [a-z]+ing\b)|at the(?! (?:start|beginning)\b)"
    r"|at the (?:start|beginning) of (?:an?|the|each|every|your|their) (?!game))\b"
    r"(?<!ends when)(?<!ends if)(?<!over when)"
)
CONDITIONS = ("if", "unless", "whose", "that", "when")
Place = tuple[Part, Row, Piece]
"""A number in a line of a declaration."""


PASSIVE = re.compile(
    r"^(?:(?:nobody|no one) (?:can|may|will)|no (?P<no>[a-z ]+?) (?:can|may)|(?P<what>[a-z][a-z ]*?) cannot)"
    r" be (?P<done>[a-z]+)$"
)
ROUND_THE_TABLE = re.compile(
    r"^(?:the )?(?P<what>[a-z]+) (?:moves?|pass(?:es)?|goes|wanders)(?: one seat)?(?: to the)? (?P<side>left|right)"
    r"(?: (?:each|every|after each|after every|at the end of (?:the|each|every)) (?P<when>[a-z]+))?$"
)
PRICED = re.compile(r" costs? [0-9]+(?: [a-z]+)? (?:more|less)$")
TOKEN = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a house rule: characters `start` to `end` of its file, and its words without `add:`. `inside`: the
    thing below whose name it stands; it begins at `at`."""

    start: int
    end: int
    words: str
    at: int
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What a sentence may mean: the lines of a house rule, and what is said of them."""

    lines: tuple[str, ...]
    say: str
    sure: bool = True


def amending(
    source: Source,
    found: Sequence[Diagnostic],
    base: Mapping[str, Source],
    vocabulary: Vocabulary,
    holds: Callable[[Source], bool],
) -> list[Diagnostic]:
    """Returns what is wrong with a house rule, with the right text in place of what is wrong with a sentence. `base`
    are the texts that it amends; `holds` says whether a house rule can be made into them."""
    told: list[Diagnostic] = []
    answers: dict[Said, Diagnostic] = {}
    for one in found:
        said = _said(source, one.span.start) if one.code in CODES else None
        if said is None:
            told.append(one)
            continue
        if said not in answers:
            known = one if speaks_of_house_rules(one.message) else _unknown(source, said)
            answers[said] = _answer(source, said, base, vocabulary, holds) or known
        told.append(answers[said])
    return list(dict.fromkeys(told))


def _answer(
    source: Source, said: Said, base: Mapping[str, Source], vocabulary: Vocabulary, holds: Callable[[Source], bool]
) -> Diagnostic | None:
    title = source.text.split("\n", 1)[0]
    for change in islice(_Reader(base, vocabulary).changes(said, title), TRIED):
        text = "\n".join(f"  {line}" for line in change.lines)
        if holds(Source(source.path, f"{title}\n{text}\n")):
            span = Span(source.path, said.at, said.end)
            fix = Fix("write it so", Span(source.path, said.start, said.end), text, change.sure)
            return Diagnostic("wording", change.say, span, f"write\n{text}", fixes=(fix,))
    return None


def _unknown(source: Source, said: Said) -> Diagnostic:
    """Returns what is told of a sentence of which nothing is known but that it stands in a house rule."""
    message = "a house rule quotes the line that it changes, or adds a new one"
    name = f"in {said.inside}" if said.inside else "in …` with the card or value it is about"
    help = f"write `{name}`; below it the line, and below that `instead of: …` and `read: …`; what is new, below `add:`"
    return Diagnostic("wording", message, Span(source.path, said.at, said.end), help.replace("about`;", "about;"))


def _said(source: Source, at: int) -> Said | None:
    """Returns the sentence at a place of a house rule; None if a change stands there."""
    rows = source.text.split("\n")
    number = min(source.place(min(at, len(source.text)))[0] - 1, len(rows) - 1)
    while number > 1 and len(rows[number]) - len(rows[number].lstrip()) > 2:
        number -= 1
    last = number + 1
    while last < len(rows) and (rows[last].startswith("   ") and rows[last].strip()):
        last += 1
    block = [row.split("#", 1)[0].strip() for row in rows[number:last]]
    start = sum(len(row) + 1 for row in rows[:number])
    end = start + len("\n".join(rows[number:last]).rstrip())
    first = block[0]
    inside = re.match(r"in (?:the )?(?P<name>[^,:]+):?$", first)
    if inside and len(block) > 1:
        first, block = inside["name"], block[1:]
    words = " ".join(re.sub(r"^add: *", "", row) for row in block if row)
    changing = any(CHANGING.match(row) or row == "add:" for row in block)
    inner = rows[number].startswith("  ") and not rows[number].startswith("   ")
    if number < 1 or not inner or changing or not words or end - start > LONGEST or first.startswith("add: only"):
        return None
    at = start + len(rows[number]) + 1 if inside and len(rows[number:last]) > 1 else start
    at += len(source.text[at:]) - len(source.text[at:].lstrip())
    return Said(start, end, words.rstrip(".;! "), at, inside["name"] if inside else "")


class _Reader:
    """Looks for what a sentence changes in the texts of a game."""

    def __init__(self, base: Mapping[str, Source], vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._words = Words(vocabulary)
        self._parts = [part for source in base.values() for part in parts(source)]
        self._titles = {p.name: p for p in self._parts if isinstance(p.node, (syntax.Card, syntax.Row))}
        self._first = next((p for p in self._parts if p.root.text.startswith("phase ")), None)

    def changes(self, said: Said, title: str) -> Iterator[Change]:
        """Yields what the sentence may mean, the likeliest first."""
        without = WITHOUT.match(said.words)
        if without and without["title"] in self._titles:
            yield Change((f"leaves out: {without['title']}",), "a card is taken out of the game with `leaves out:`")
        yield from self._numbers(said)
        yield from self._new(said, title)

    # ---- a number that is another now ------------------------------------------------------------------------------

    def _numbers(self, said: Said) -> Iterator[Change]:
        was = BEFORE.search(said.words)
        text = said.words.replace(was[0], "") if was else said.words
        if RELATIVE.search(re.sub("(?:more|less) than", "", text)):
            return
        say = "what is changed is quoted, with what is read in its place"
        if CONDITION.search(text):
            return
        limit = LIMIT.search(text)
        value = self._words.limit(limit["verb"]) if limit else ""
        if limit and value and not self._named(said.inside, text):
            part = next(part for part in self._parts if header(part)[0] == "value" and part.name == value)
            yield Change(_quoted([(part, *place) for place in _pieces(part)], _digits(limit["n"])), say)
        if re.search(r"\b(?:cannot|not|never)\b", text):
            return
        for old in dict.fromkeys((_digits(was["n"]) if was else None, None)):
            for places, new, whole in self._places(text, old, said.inside):
                yield Change(_quoted(places, new), say, whole and bool(was) == bool(old))

    def _places(self, text: str, old: str | None, inside: str) -> list[tuple[list[Place], str, bool]]:
        """Returns the numbers that may be meant, the likeliest first; several where a value has several. With them
        comes the new number, and whether the line has all words of the sentence."""
        named = self._named(inside, text)
        among = named or [p for p in self._parts if not isinstance(p.node, (syntax.Card, syntax.Row, syntax.Table))]
        found: list[tuple[float, int, list[Place], str, bool]] = []
        goals, ends = self._goals() if not named else (set(), set())
        for number in NUMBER.finditer(text):
            before, after = text[: number.start()], text[number.end() :]
            around = f"{before.split(' and ')[-1]} {number[0]} {after.split(' and ')[0]}"
            stems = self._stems(around, [part.name for part in named])
            goal = goals if stems & (table().ending | ends) else set()
            new = "2" if number["n"] == "both" else _digits(number["n"])
            others = {_digits(n["n"]) for n in NUMBER.finditer(text) if n.start() != number.start()}
            noun = next(iter(self._stems(number["noun"] or "", [])), "")
            close = self._stems(text[: number.start()].split(" ")[-2:][0] if number.start() else "", [])
            for n, part in enumerate(among):
                scored = [
                    (self._score(part, row, piece, stems, noun, goal) + len(close & self._around(part, row, piece))
                     + len(others & {p.text for p in row.pieces if p != piece}) - len(others), (part, row, piece))
                    for row, piece in _pieces(part) if old is None or piece.text == old
                ]  # fmt: skip
                best = max((score for score, _ in scored), default=0)
                bare = header(part)[0] == "value" and any(row is part.root for row, _ in _pieces(part))
                whole = part.name in goal or (bare and self._stems(part.name, []) <= stems)
                places = [place for score, place in scored if score == best or whole]
                places = [place for place in places if place[2].text != new]
                if best > ENOUGH - 0.5 and places and (whole or not stems & table().ending):
                    places = places if whole else places[:1]
                    known = self._around(*places[0]) | table().starting | {noun}
                    said = part.name in goal or stems <= known
                    found.append((best, -n, places, new, said))
        found.sort(key=lambda one: one[:2], reverse=True)
        return [(places, new, said) for _, _, places, new, said in found]

    def _score(self, part: Part, row: Row, piece: Piece, stems: set[str], noun: str, goals: set[str]) -> float:
        """Returns how well a number of a line fits the words of a sentence; 0 if it cannot be meant."""
        around = self._around(part, row, piece)
        mine = part.name in goals
        field = isinstance(row.shape, (syntax.Props, syntax.Prop)) or isinstance(part.node, syntax.Row)
        any_card = noun in self._words.kinds and bool(around & {"card", *self._words.kinds})
        if not (noun in around or any_card or not noun or (mine and noun in self._words.kinds) or field):
            return 0
        if field and not stems & around:
            return 0
        starts = self._prepares(part, row)
        if bool(stems & table().starting) != starts:
            return 0
        told = (stems & around) - {noun}
        name = self._stems(part.name, [])
        value, card = header(part)[0] == "value", isinstance(part.node, (syntax.Card, syntax.Row))
        bonus = 2 * (mine + (value and name <= stems)) + starts + value / 2 + bool(noun) + card
        fits = told or mine or starts or (noun and card)
        return len(told) + bonus - len(around - stems) / 100 if fits else 0

    def _around(self, part: Part, row: Row, piece: Piece) -> set[str]:
        """Returns the words that tell which number this is."""
        if isinstance(part.node, syntax.Row):
            return self._stems(_column(part, piece), [])
        if isinstance(row.shape, (syntax.Props, syntax.Prop)):
            return self._stems(_before(row, piece), [])
        return self._stems(row.text, []) | self._stems(part.name, [])

    def _named(self, inside: str, text: str) -> list[Part]:
        """Returns the cards that a sentence names."""
        return [self._titles[t] for t in self._titles if re.search(rf"\b{re.escape(t)}\b", f"{inside} {text}")]

    def _stems(self, text: str, names: Sequence[str]) -> set[str]:
        """Returns the words of a text that tell something, each in one form, without some titles."""
        for name in names:
            text = re.sub(rf"\b{re.escape(name)}\b", " ", text)
        told = table()
        kept = [w for w in re.findall(r"[a-z]+", text.lower()) if w not in told.empty]
        small = [told.same.get(w, w) for w in kept]
        return {w if w in told.starting | told.ending else self._words.stem(w) for w in small}

    def _prepares(self, part: Part, row: Row) -> bool:
        """Whether a line stands in what is done once, before the game begins to go round."""
        here: Row | None = row
        while here is not None and not isinstance(here.shape, syntax.Step):
            here = here.parent
        first = self._first.root.below[0] if self._first is not None and self._first.root.below else None
        return part is self._first and here is first and len(part.root.below) > 1

    def _goals(self) -> tuple[set[str], set[str]]:
        """Returns the values on which the end of the game depends, and the describing words with which it is said."""
        ends = [r.text for r in (self._first.rows() if self._first else ()) if isinstance(r.shape, syntax.Repeat)]
        known = {word for text in ends for word in TOKEN.findall(text)}
        for _ in range(3):
            for part in self._parts:
                marks = {r.text.split()[-1] for r in part.rows() if re.match(r"(?:do )?mark .* as ", r.text)}
                if (isinstance(part.node, syntax.Card) and known & marks) or (
                    header(part)[0] == "quality" and short_name(part) in known
                ):
                    known |= {word for row in [part.root, *part.rows()] for word in TOKEN.findall(row.text)}
        values = [part for part in self._parts if header(part)[0] == "value" and short_name(part) in known]
        words = {short_name(part) for part in self._parts if header(part)[0] == "quality"} & known
        return {p.name for p in values if re.search(rf"^value {p.name} is [0-9]+$", p.root.text)}, words

    # ---- what no line says yet ---------------------------------------------------------------------------------------

    def _new(self, said: Said, title: str) -> Iterator[Change]:
        say = "a new sentence is written below `add:`, as on a card"
        card = self._titles.get(said.inside)
        if card is not None and isinstance(card.node, syntax.Card):
            right, sure = self._sentence(card.root.text, said.words)
            if right:
                yield Change((f"in {said.inside}", "  add:", *(f"    {line}" for line in right)), say, sure)
            return
        words = self._as_on_a_card(said.words)
        kind = next((k.name for k in self._vocabulary.kinds.values() if not k.fields), None)
        name = " ".join(word.capitalize() for word in re.findall(r"[a-z0-9]+", title.split('"')[0])[2:])
        if kind is None or not name:
            return
        right, sure = self._sentence(f"{kind} {name}", words)
        if right:
            yield Change(("add:", f"  {kind} {name}", *(f"    {line}" for line in right)), say, sure)

    def _as_on_a_card(self, words: str) -> str:
        """Returns the words for a card that nobody holds: what holds for everybody says so."""
        passive, round_ = PASSIVE.match(words), ROUND_THE_TABLE.match(words)
        for event in self._vocabulary.events.get(passive["done"], ()) if passive else ():
            kind = event.object.name if event.object is not None and event.object.sort == "card" else None
            if passive and kind:
                what = self._words.one(passive["what"] or passive["no"] or kind)
                return f"always nobody may {self._words.undone(passive['done'])} any {what}"
        if round_ and round_["what"] in self._vocabulary.markers:
            what, when = round_["what"], round_["when"] or "round"
            head = f"at the end of the {when}, the player that has the {what} must"
            return f"{head}\n    do      move the {what} to their {round_['side']} neighbour"
        return f"{words} for each player" if PRICED.search(words) else words

    def _sentence(self, head: str, words: str) -> tuple[list[str], bool]:
        """Returns the lines of a sentence of a card, in its right words, and whether they are sure; none if it is not
        understood."""
        right = right_text(Source("", f"{head}\n  {words}\n"), self._vocabulary)
        return ([line[2:] for line in right[0].rstrip("\n").split("\n")[1:]], right[1]) if right else ([], False)


def _digits(said: str) -> str:
    return str(NUMBERS.index(said)) if said in NUMBERS else said


def _pieces(part: Part) -> Iterator[tuple[Row, Piece]]:
    """Yields the numbers of a declaration that a house rule may change: what is printed, how much a deed is about, and
    what a value is; none of a condition."""
    if isinstance(part.node, syntax.Row):
        for word in part.node.cells[1:]:
            if word.text.isdigit():
                yield part.root, Piece(word.text, word.span.start)
        return
    for row in [part.root, *part.rows()]:
        numbers = [piece for piece in row.pieces if piece.text.isdigit() and piece.text != "0"]
        told = next((piece.start for piece in row.pieces if piece.text in ("is", "are")), None)
        bound = next((piece.start for piece in row.pieces if piece.text in CONDITIONS), row.end)
        if header(part)[0] == "value" or isinstance(row.shape, syntax.Standing):
            yield from ((row, p) for p in numbers[:] if told is not None and p.start > told and p.start < bound)
        elif isinstance(row.shape, (syntax.Props, syntax.Prop)):
            yield from ((row, piece) for piece in numbers)
        elif isinstance(row.shape, syntax.Action) or (row.inline and isinstance(row.inline.shape, syntax.Action)):
            yield from ((row, piece) for piece in numbers[:1] if piece.start < bound)


def _before(row: Row, piece: Piece) -> str:
    """Returns the word before a number."""
    return [p.text for p in row.pieces if p.end <= piece.start][-1]


def _column(part: Part, piece: Piece) -> str:
    """Returns under which name a number stands in a table."""
    if part.table is None or not isinstance(part.table.node, syntax.Table) or not isinstance(part.node, syntax.Row):
        return ""
    cells = zip(part.table.node.columns, part.node.cells, strict=False)
    return next((column.text for column, cell in cells if cell.span.start == piece.start), "")


def _quoted(places: Sequence[Place], new: str) -> tuple[str, ...]:
    """Returns the lines of a house rule that changes some numbers of a declaration."""
    part = places[0][0]
    lines = [f"in {part.name}"]
    for _, row, piece in sorted(places, key=lambda place: place[1] is not part.root):
        field = _column(part, piece)
        if isinstance(row.shape, (syntax.Props, syntax.Prop)):
            field = _before(row, piece)
        indent = "  "
        if row is not part.root and not field:
            lines.append(f"  {row.text}")
            indent = "    "
        field = f"{field} " if field else ""
        lines += [f"{indent}instead of: {field}{piece.text}", f"{indent}read:       {field}{new}"]
    return tuple(lines)
