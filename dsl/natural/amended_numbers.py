"""Finds the number in the texts of a game that a sentence of a house rule changes.

`players start with 4 gold` speaks of a line that has a number, `gold`, and is done before the game begins. Each number
of the game is compared with the words of the sentence; the one that shares most of them is meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from .. import syntax
from ..amend.rows import Part, Piece, Row, header
from ..wordings import table
from ..words import plural, singular
from .amended import Change, Law, Said
from .words import NUMBERS

NUMBER = re.compile(
    rf"\b(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])}|both)\b(?: of)?"
    r"(?: (?:extra |more |[a-z]+(?:ed|wn|lt) )?(?P<noun>[a-z]+))?"
)
COUNT = rf"(?:[0-9]+|{'|'.join(NUMBERS)}|an?)"
BEFORE = re.compile(
    rf",? *(?:instead of|rather than|and not|not|from)(?: only| just)? (?P<n>[0-9]+|{'|'.join(NUMBERS)})\b(?: [a-z]+)?"
)
RELATIVE = re.compile(r"\b(?:more|less|fewer|half|double|doubled|twice)\b")
UP = "more|extra|additional|further|higher|later|dearer"
DOWN = "fewer|less|lower|earlier|cheaper|sooner"
STEPS = (
    re.compile(rf"\b(?P<n>{COUNT}) (?:(?P<up>{UP})|(?P<down>{DOWN}))\b(?! than)"),
    re.compile(rf"\b(?P<n>{COUNT}) (?P<noun>[a-z]+) (?:(?P<up>{UP})|(?P<down>{DOWN}))\b(?! than)"),
    re.compile(
        r"(?:\b(?:is|are) )?\b(?:(?P<up>increased?|increases|raised?|raises)|"
        r"(?P<down>decreased?|decreases|reduced?|reduces|lowered|lowers?|shortened?))\b(?P<what> [^0-9]*?)?"
        rf" by (?P<n>{COUNT})\b"
    ),
    re.compile(
        r"\b(?:is |are )?(?:(?P<double>double[ds]?|twice)|(?P<half>halved|halves?))\b(?: as (?:many|much|high))?"
    ),
)
"""How a sentence says by how much a number changes."""
NONE = re.compile(r"\b(?:[a-z]+n't|no|nobody|no one|none|never|not|cannot|nothing|neither)\b")
PASSING = (
    r"(?: (?!with\b|of\b|that\b|whose\b|from\b|which\b)[a-z]+)?"
    r"(?: (?:per|each|every|in|during|on|a) (?:(?:a|one|his|their|your) )?(?:turn|round)| in total| at most)?$"
)
LIMIT = re.compile(
    r"\b(?:may|can|cannot|may not) (?:only |ever )?(?P<verb>[a-z]+)"
    rf" (?:up to |at most |only |no more than |more than )*(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])})\b(?P<rest>.*)$"
)
PASSIVE = re.compile(rf"\b(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])}) (?P<what>[a-z]+) (?:may|can) be (?P<done>[a-z]+)\b")
DOING = r"\bwhen (?:you|a player|players|each player|they|he) (?P<v><verbs>|<verb>)\b"
USED = re.compile(r"\b(?:to use|using|use of|for using)\b")
CONDITION = re.compile(
    r"\b(?:if|unless|whenever|each time|every time|when(?! [a-z]+ing\b)|at the(?! (?:start|beginning)\b)"
    r"|at the (?:start|beginning) of (?:an?|the|each|every|your|their) (?!game))\b"
    r"(?<!ends when)(?<!ends if)(?<!over when)"
)
RECURRING = re.compile(r"^(?:after|before|during|in|on|for|with) (?:each|every|all|any)\b")
HAVING = re.compile(r"\b(?:may|can|cannot|can't|must|may not) (?:only |ever |not )?(?:have|hold|keep more)\b")
CONDITIONS = ("if", "unless", "whose", "that", "when")
ENOUGH = 2  # words of a sentence that a line must have
MANY = re.compile(
    rf"(?:with|in (?:a )?games? (?:with|of|for)|for|if there are|when there are) (?P<n>[0-9]+|{'|'.join(NUMBERS)})"
    r"(?: (?P<or>or (?:more|fewer|less)))? players?"
)
SAY = "what is changed is quoted, with what is read in its place"
Place = tuple[Part, Row, Piece]
"""A number in a line of a declaration."""
Next = Callable[[str], str | None]
"""Returns the number that comes in the place of another; None if there is none."""


class Numbers:
    """Looks for the number that a sentence changes."""

    def __init__(self, law: Law) -> None:
        self._law = law

    def changes(self, said: Said) -> Iterator[Change]:
        """Yields what a sentence may mean, the likeliest first."""
        many = MANY.search(said.words)
        if many:
            yield from self._for_so_many(said, many)
            return
        halves = re.split(r",? and (?=[a-z])", said.words)
        if len(halves) == 2 and all(NUMBER.search(half) for half in halves):
            yield from self._both(said, halves)
        found = list(self._one(said.words, said.inside))
        for places, new, whole in found:
            yield Change(quoted(places, new, self._law.words.kinds), SAY, whole and len(halves) == 1)

    def _both(self, said: Said, halves: list[str]) -> Iterator[Change]:
        """Yields the changes of a sentence that names two numbers."""
        first, second = halves
        noun = next((m["noun"] for m in NUMBER.finditer(first) if m["noun"]), "")
        found = NUMBER.search(second)
        if found and not found["noun"]:
            second = f"{second[: found.end()]} {noun}{second[found.end() :]}"
        made = [next(self._one(half, said.inside), None) for half in (first, second)]
        if None not in made:
            lines = [line for one in made if one is not None for line in quoted(*one[:2], self._law.words.kinds)]
            yield Change(tuple(lines), SAY, False)

    def _for_so_many(self, said: Said, many: re.Match[str]) -> Iterator[Change]:
        """Yields a value that is another for some numbers of players only."""
        rest = f"{said.words[: many.start()]} {said.words[many.end() :]}".strip(" ,")
        for places, new, whole in self._one(rest, said.inside):
            part, row, piece = places[0]
            if header(part)[0] != "value" or any(p.text in CONDITIONS for p in part.root.pieces) or not whole:
                continue
            root = next(((r, p) for _, r, p in places if r is part.root), None)
            number = new(root[1].text if root else piece.text)
            head = part.root.text.removeprefix("value ").split(" is ")[0]
            head = re.sub(r": an? [a-z ]+?(?= for |$)", "", head)
            how = {"": "", "or more": "at least ", "or fewer": "at most ", "or less": "at most "}[many["or"] or ""]
            holds = f"number of players is {how}{digits(many['n'])}"
            lines = [f"in {part.name}", "  add:", f"    {head} is {number} if {holds}"]
            for other in (row.text for row in part.root.below if row.text.startswith(f"{head} is ")):
                if _both_hold(other, holds):
                    lines += [f"  {other}", f"    add:        unless {holds}"]
            yield Change(tuple(lines), "what holds for some games only is a line more", False)

    def _one(self, text: str, inside: str) -> Iterator[tuple[list[Place], Next, bool]]:
        """Yields the numbers that may be meant, with what comes in their place, and whether that is certain."""
        text, step = stepped(text)
        was = BEFORE.search(text)
        if was:
            text = text.replace(was[0], "")
        if step is None and RELATIVE.search(re.sub("(?:more|less|fewer) than", "", text)):
            return
        text = self._active(text)
        if (CONDITION.search(text) or RECURRING.match(text)) and not was:
            return
        limits = " limit" in text and not any(name in text for name in self._law.vocabulary.values if "limit" in name)
        if limits or HAVING.search(text):  # how much somebody may have is a rule that the game has not
            return
        limit = LIMIT.search(text)
        value = self._law.words.limit(limit["verb"]) if limit else ""
        if limit and value:
            if re.match(PASSING, limit["rest"]):
                yield from self._limits(text, inside, value, step or _to(digits(limit["n"])))
            return
        if NONE.search(text):
            return
        for old in dict.fromkeys((digits(was["n"]) if was else None, None)):
            for places, number, whole in self._places(text, old, inside, step):
                yield places, step or _to(number), whole and bool(was) == bool(old)

    def _limits(self, text: str, inside: str, value: str, new: Next) -> Iterator[tuple[list[Place], Next, bool]]:
        """Yields the numbers of a limit: what a card says of it, or the rules of the game."""
        cards = self._law.named(inside, text)
        for part in cards[:1] or [part for part in [self._law.value(value)] if part is not None]:
            every = [(part, *place) for place in _pieces(part)]
            places = [place for place in every if f"{value} is" in place[1].text] if cards else every
            if places:
                yield places, new, True

    def _amount(self, before: str) -> str:
        """Returns the amount that a number without a noun is about: `gold` in `starting gold is 4`."""
        found = re.search(r"([a-z]+) (?:is|are)(?: raised| changed| set)?(?: to)? $", before)
        return found[1] if found and found[1] in self._law.words.amounts else ""

    def _active(self, text: str) -> str:
        """Returns a sentence in which somebody does what is done, and in which an amount says when it is taken."""
        if (done := PASSIVE.search(text)) and (verb := self._law.words.undone(done["done"])):
            text = f"{text[: done.start()]}players may {verb} {done['n']} {done['what']}{text[done.end() :]}"
            text = re.sub(r"\bonly players may", "players may only", text)
        doing = self._law.words.pattern(DOING).search(text)
        past = self._law.words.done(doing["v"]) if doing else ""
        if doing and past and any(name.startswith(past) for name in self._law.vocabulary.values):
            text = f"{text[: doing.start()]}{past}{text[doing.end() :]}"
        return text

    def _places(
        self, text: str, old: str | None, inside: str, step: Next | None
    ) -> list[tuple[list[Place], str, bool]]:
        """Returns the numbers that may be meant, the likeliest first; several where a value has several. With them
        comes the new number, and whether the line has all words of the sentence."""
        named = self._law.named(inside, text)
        among = named or [p for p in self._law.parts if not isinstance(p.node, (syntax.Card, syntax.Row, syntax.Table))]
        found: list[tuple[float, int, list[Place], str, bool]] = []
        used = bool(named) and USED.search(text) is not None
        goals, ends = self._law.goals if not named else (set(), set())
        for number in NUMBER.finditer(text):
            before, after = text[: number.start()], text[number.end() :]
            around = f"{before.split(' and ')[-1]} {number[0]} {after.split(' and ')[0]}"
            stems = self._law.stems(around, [part.name for part in named])
            goal = goals if stems & (table().ending | ends) else set()
            new = "2" if number["n"] == "both" else digits(number["n"])
            others = {digits(n["n"]) for n in NUMBER.finditer(text) if n.start() != number.start()}
            noun = next(iter(self._law.stems(number["noun"] or self._amount(before))), "")
            close = self._law.stems(text[: number.start()].split(" ")[-2:][0] if number.start() else "")
            for n, part in enumerate(among):
                scored = [
                    (self._score(part, row, piece, stems, noun, goal, old is not None)
                     + len(close & self._around(part, row, piece)) - (2 if used and row.lead != "COST" else 0)
                     + len(others & {p.text for p in row.pieces if p != piece}) - len(others), (part, row, piece))
                    for row, piece in _pieces(part) if old is None or piece.text == old
                ]  # fmt: skip
                best = max((score for score, _ in scored), default=0)
                bare = header(part)[0] == "value" and any(row is part.root for row, _ in _pieces(part))
                whole = part.name in goal or (bare and self._law.stems(part.name) <= stems)
                places = [place for score, place in scored if score == best or whole]
                places = [place for place in places if step is not None or place[2].text != new]
                if best > ENOUGH - 0.5 and places and (whole or not stems & table().ending):
                    places = places if whole else places[:1]
                    known = self._around(*places[0]) | table().starting | {noun}
                    said = part.name in goal or stems <= known
                    if step is not None and not (said or whole):
                        continue
                    found.append((best, -n, places, new, said))
        found.sort(key=lambda one: one[:2], reverse=True)
        return [(places, new, said) for _, _, places, new, said in found]

    def _score(
        self, part: Part, row: Row, piece: Piece, stems: set[str], noun: str, goals: set[str], old: bool
    ) -> float:
        """Returns how well a number of a line fits the words of a sentence; 0 if it cannot be meant. `old`: it is the
        one that was."""
        around = self._around(part, row, piece)
        mine = part.name in goals
        field = isinstance(row.shape, (syntax.Props, syntax.Prop)) or isinstance(part.node, syntax.Row)
        any_card = noun in self._law.words.kinds and bool(around & {"card", *self._law.words.kinds})
        if not (noun in around or any_card or not noun or (mine and noun in self._law.words.kinds) or field):
            return 0
        if field and not stems & around:
            return 0
        starts = self._law.prepares(part, row)
        if bool(stems & table().starting) != starts:
            return 0
        told = (stems & around) - {noun}
        name = self._law.stems(part.name)
        value, card = header(part)[0] == "value", isinstance(part.node, (syntax.Card, syntax.Row))
        bonus = 2 * (mine + (value and name <= stems)) + starts + value / 2 + bool(noun) + card + old / 2
        fits = told or mine or starts or (noun and (card or (old and value)))
        return len(told) + bonus - len(around - stems) / 100 if fits else 0

    def _around(self, part: Part, row: Row, piece: Piece) -> set[str]:
        """Returns the words that tell which number this is."""
        if isinstance(part.node, syntax.Row):
            return self._law.stems(_column(part, piece))
        if isinstance(row.shape, (syntax.Props, syntax.Prop)):
            return self._law.stems(_before(row, piece))
        return self._law.stems(row.text) | self._law.stems(part.name)


def _both_hold(line: str, condition: str) -> bool:
    """Whether a line of a value may hold together with a condition about the number of players."""
    two = [re.search(r"\bnumber of players is (at least |at most |)([0-9]+)$", text) for text in (line, condition)]
    known = [(found[1], int(found[2])) for found in two if found]
    fits = {"": int.__eq__, "at least ": int.__ge__, "at most ": int.__le__}
    return len(known) < 2 or any(all(fits[how](n, bound) for how, bound in known) for n in range(1, 100))


def stepped(text: str) -> tuple[str, Next | None]:
    """Returns a sentence that says by how much a number changes as if it said which number, and what comes of that
    number; the sentence itself if it says no such thing."""
    for pattern in STEPS:
        found = pattern.search(text)
        if found is None:
            continue
        part = found.groupdict()
        if part.get("double") or part.get("half"):
            return f"{text[: found.start()]}2{text[found.end() :]}", _twice if part.get("double") else _half
        count = 1 if part["n"] in ("a", "an") else int(digits(part["n"]))
        what = f"{part.get('what') or ''} is" if "what" in part else ""
        noun = f" {part['noun']}" if part.get("noun") else ""
        text = f"{text[: found.start()].rstrip()}{what} {count}{noun}{text[found.end() :]}".strip()
        return text, _more(count if part.get("up") else -count)
    return text, None


def _to(new: str) -> Next:
    return lambda _: new


def _more(count: int) -> Next:
    return lambda old: str(max(int(old) + count, 0))


def _twice(old: str) -> str:
    return str(2 * int(old))


def _half(old: str) -> str:
    return str(int(old) // 2)


def digits(said: str) -> str:
    """Returns a number in digits."""
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


def quoted(places: Sequence[Place], new: Next, kinds: frozenset[str]) -> tuple[str, ...]:
    """Returns the lines of a house rule that changes some numbers of a declaration. `kinds`: what cards are called."""
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
        number = new(piece.text) or piece.text
        noun = next((p.text for p in row.pieces if p.start >= piece.end), "") if "1" in (number, piece.text) else ""
        old, read = f"{field}{piece.text}", f"{field}{number}"
        if noun in kinds and not field:
            old, read = f"{old} {noun}", f"{read} {singular(noun) if number == '1' else plural(singular(noun))}"
        lines += [f"{indent}instead of: {old}", f"{indent}read:       {read}"]
    return tuple(lines)
