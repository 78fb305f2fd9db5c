"""Answers what people naturally write with the right text, made from their own words.

A sentence of a card that cannot be read is read as everyday English, part by part (`sentence.py`, `tables/english/`).
Where that fails, as in a text that is nearly right, it is rewritten by the rules of `rewordings.toml`, one after
another. What either makes is read with the words of its game, by the reader of cards itself. So nothing is shown that
would not be right. Where one part of a sentence cannot be read, the rest is shown with a gap (`gaps.py`). Where nothing
helps, the mistake stays as it was told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count, islice
from pathlib import PurePath

from .. import ir
from ..diagnostic import Diagnostic, Fix
from ..elaborate import Elaborated
from ..elaborate.again import Again
from ..parser import Parsed
from ..source import Source, Span
from ..vocabulary import Vocabulary
from .causes import SHAPE, cause
from .closing import closed
from .games import in_a_game
from .gaps import ABILITY, Gaps, holds_always, likeliest, unread
from .members import Line, Member, laid_out, members
from .own_names import apart, as_this, beside, declared, shared, taken
from .pasted import laid_out_anew
from .plain import written
from .rewriting import Rewritten, ways
from .sentence import told
from .words import Words

SENTENCES = 500  # of one set that are rewritten; mistakes beyond are told without a right text
TRIED = 60  # texts that are read to find the right one
READ = 2500  # texts that are read for all of a set
GAME_LINES = 20  # of game files that are answered
LAID_OUT = 1000  # sentences of cards that are laid out anew, in all
CARDS = 200  # whose text is laid out anew
NAMES = ("title-not-file-name",)  # what is told of the file, and not of the card in it
OTHERS = (".game", ".table", ".rule", ".ruling", ".edition")  # files that hold something else than a card
EXACT = frozenset(("idle-rule",))  # what names the very word that is missing, or one too many
OPPONENTS = re.compile(r"\bopponents?\b")
TRIED_OPEN = 20  # texts with gaps that are read
MOST_OPEN = 0.7  # of the letters of a sentence that a part left open may have
ROUNDS = 6  # in which the mistakes of a card are mended, one after another
LONGEST = 400  # letters of a sentence that is rewritten


def answered(files: Sequence[Parsed], whole: Elaborated) -> list[Diagnostic]:
    """Returns what is wrong with the files of a set, each mistake in a sentence with the right text where there is
    one."""
    found = [d for file in files for d in file.diagnostics] + list(whole.diagnostics)
    if not found:
        return found
    reader = _Reader({file.source.path: file.source for file in files}, whole)
    told = _laid_out(reader.answered(found), reader.sources, whole.vocabulary)
    left = islice((n for n, one in enumerate(told) if one.code != "wording" or not one.fixes), GAME_LINES)
    for n in left:
        told[n] = in_a_game(told[n], files, whole, right_text) or told[n]
    return told


def _laid_out(told: list[Diagnostic], sources: dict[str, Source], vocabulary: Vocabulary) -> list[Diagnostic]:
    """Puts one answer in the place of all that is wrong with a card that has another layout, or several mistakes."""
    tried = count(1)
    offered: set[str] = set()

    def right(card: Source) -> tuple[str, bool] | None:
        return right_text(card, vocabulary, offered) if next(tried) <= LAID_OUT else None

    wrong = dict.fromkeys(d.span.path for d in told if d.severity == "error" and d.code not in NAMES)
    cards = (path for path in wrong if path in sources and PurePath(path).suffix not in OTHERS)
    for path in islice(cards, CARDS):
        here = [d for d in told if d.span.path == path and d.severity == "error" and d.code not in NAMES]
        if _mended(sources[path], here, vocabulary):
            continue
        first = min(d.span.start for d in here)
        answer = laid_out_anew(sources[path], vocabulary, right, first)
        if answer is not None:
            at = told.index(here[0])
            told = [answer if n == at else d for n, d in enumerate(told) if n == at or d not in here]
    return told


def _mended(source: Source, found: list[Diagnostic], vocabulary: Vocabulary) -> bool:
    """Whether a card can be read when each of its mistakes is mended as it is told."""
    text = source.text
    for fix in _apart([fix for d in found for fix in d.fixes[:1]]):
        text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    return all(len(d.fixes) == 1 for d in found) and Again(vocabulary).reads(Source("", text))


def right_text(
    source: Source, vocabulary: Vocabulary, offered: set[str] | None = None
) -> tuple[str, bool] | None:
    """Returns a card as it is, if it can be read among these words, or with the right text of its sentences, and
    whether that is sure; None if there is none. `offered`: names that other right texts declare; its own are added."""
    text, sure = source.text, True
    for _ in range(ROUNDS):
        one = Source("", text)
        faults = Again(vocabulary).faults(one)
        if not faults:
            return (text, sure) if faults == [] else None
        names = set() if offered is None else offered
        reader = _Reader({one.path: one}, Elaborated(None, (), (), vocabulary), offered=names)
        fixes = [fix for d in reader.answered(faults) for fix in d.fixes[:1] if len(d.fixes) == 1]
        if not fixes:
            return None
        for fix in _apart(fixes):
            text = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
            sure = sure and fix.sure
    return None


def _apart(fixes: Sequence[Fix]) -> Iterator[Fix]:
    """Yields those of some fixes that do not touch each other, from the end of a text to its beginning."""
    before = None
    for fix in sorted(fixes, key=lambda fix: fix.span.start, reverse=True):
        if before is None or fix.span.end <= before:
            yield fix
            before = fix.span.start


@dataclass(slots=True)
class _Reader:
    """Finds the right text of one sentence after another."""

    sources: dict[str, Source]
    whole: Elaborated
    left: int = READ
    offered: set[str] = field(default_factory=set)  # names that right texts declare
    own: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)  # what those of one card declare

    def answered(self, found: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Puts one answer in the place of all that is wrong with a sentence whose right text is found."""
        words = Words(self.whole.vocabulary)
        answers: dict[Member, Diagnostic | None] = {}
        said: list[Diagnostic] = []
        for diagnostic in found:
            member = self._member(diagnostic) if diagnostic.code not in EXACT else None
            if member is None:
                said.append(diagnostic)
                continue
            if member not in answers:
                answers[member] = self._right(member, words) if len(answers) < SENTENCES else None
            said.append(answers[member] or self._cause(member, diagnostic, words))
        return list(dict.fromkeys(said))

    def _cause(self, member: Member, diagnostic: Diagnostic, words: Words) -> Diagnostic:
        """Returns what is at fault in a sentence for which no right text is found, with all of it that is right."""
        source = self.sources[member.path]
        at_fault = cause(source, member, diagnostic, self.whole.vocabulary)
        broken = at_fault.code in SHAPE or at_fault.code == "unknown-word" and len(member.lines) == 1
        open_ = self._left_open(member, at_fault, words) if broken and not at_fault.fixes else None
        return open_ or at_fault

    def _left_open(self, member: Member, at_fault: Diagnostic, words: Words) -> Diagnostic | None:
        """Returns the answer that shows the right text of a sentence but for one part of it or two, which cannot be
        read."""
        again, gaps, kind = Again(self.whole.vocabulary), Gaps(), member.around[0].split(" ")[0]
        open_ways = islice(told(as_this(member.lines, member), words, kind, gaps), TRIED)
        most = 2 if len(member.lines) == 1 else 1  # who knows the layout is told of one thing at a time
        found = [(left, way) for way in open_ways if 0 < len(left := gaps.among(way.lines)) <= most]
        if holds_always(member.lines[0].text, words):
            found = [(left, way) for left, way in found if not way.lines[0].text.startswith(ABILITY)]
        length = sum(len(line.text) for line in member.lines)
        for left, way in sorted(found, key=lambda one: likeliest(one[0]))[:TRIED_OPEN]:
            if self.left <= 0:
                return None
            if sum(len(gap.text) for gap in left) > MOST_OPEN * length:
                continue
            self.left -= 1
            if again.reads(member.card_with(gaps.filled(way.lines, lambda gap: gap.kind.stand_in(words)))):
                return unread(self.sources[member.path], member, gaps, way.lines, at_fault, words)
        return None

    def _member(self, diagnostic: Diagnostic) -> Member | None:
        source = self.sources.get(diagnostic.span.path)
        if source is None or diagnostic.severity != "error":
            return None
        return next((m for m in members(source, diagnostic.span.start) if m.end - m.start <= LONGEST), None)

    def _right(self, member: Member, words: Words) -> Diagnostic | None:
        """Returns the answer that shows the right text of a sentence; None if none is found."""
        again, others = Again(self.whole.vocabulary), taken(self.whole.vocabulary) | self.offered
        around = beside(member)
        own = self.own.setdefault((member.path, member.around[0]), {})
        for way in self._ways(member, words):
            if self.left <= 0:
                return None
            self.left -= 1
            known, left = shared(way.lines, own | around)
            said, way = way.lines, replace(way, lines=closed(apart(left, member, others), words))
            if self._loses_opponents(member.lines, way.lines):
                continue
            if again.reads(member.card_with((*(one for one in known if one.text not in around.values()), *way.lines))):
                self.offered |= declared(way.lines)
                was, now = ([line.text for line in lines if declared((line,))] for lines in (said, way.lines))
                own |= dict(zip([text for text in was if text not in own | around], now, strict=True))
                return _answer(self.sources[member.path], member, way)
        return None

    def _loses_opponents(self, before: tuple[Line, ...], after: tuple[Line, ...]) -> bool:
        """Returns whether opponents become other players, in a game with teams: there a partner is no opponent."""
        if ir.TEAM not in self.whole.vocabulary.values:
            return False
        named, left = (sum(len(OPPONENTS.findall(line.text)) for line in lines) for lines in (before, after))
        return left < named

    def _ways(self, member: Member, words: Words) -> Iterator[Rewritten]:
        """Yields what a sentence may become: as everyday English, then by the rules for what is nearly right."""
        lines, kind = member.lines, member.around[0].split(" ")[0]
        small = tuple(replace(line, text=written(line.text, words)) for line in lines)
        if small != lines:
            yield Rewritten(small, "a sentence of a card begins with a small letter and ends without a stop")
        for said in dict.fromkeys((as_this(lines, member), lines)):
            yield from (Rewritten(one.lines, one.say, "", one.sure) for one in islice(told(said, words, kind), TRIED))
        yield from islice(ways(small, words), TRIED)


def _answer(source: Source, member: Member, way: Rewritten) -> Diagnostic:
    right = laid_out(member, way.lines)
    old = source.text[member.start : member.end]
    first, last, new = _changed(old, right)
    fix = Fix("write it so", Span(source.path, member.start + first, member.start + last), new, way.sure)
    shown = "\n".join(["write", *new.split("\n")])
    return Diagnostic("wording", way.say, member.words(source, way.at, first), shown, fixes=(fix,))


def _changed(old: str, new: str) -> tuple[int, int, str]:
    """Returns which of the old lines are replaced, as two offsets, and the new lines."""
    was, now = old.split("\n"), new.split("\n")
    first = 0
    while first < min(len(was), len(now)) - 1 and was[first] == now[first]:
        first += 1
    last = 0
    while last < min(len(was), len(now)) - first - 1 and was[-1 - last] == now[-1 - last]:
        last += 1
    start = sum(len(line) + 1 for line in was[:first])
    end = len("\n".join(was[: len(was) - last]))
    return start, end, "\n".join(now[first : len(now) - last])
