"""Reads a statement from left to right, as words with their places. A word that does not fit raises `Fault`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from ..diagnostic import Diagnostic, Fix
from ..nearest import nearest
from ..source import Span
from ..words import with_article
from .vocabulary import Phrase, Vocabulary

T = TypeVar("T")
TOKEN = re.compile(r'''"([^"]*)"|(\.\.\.|…)|([,;:])|([^\s,;:"…]+)|(")''')
EAR = frozenset(("the", "a", "an"))
OTHERS = frozenset(("…", "..."))


@dataclass(frozen=True, slots=True)
class Tok:
    """One word or sign. `quoted`: it was written in quotation marks, and may be several words. `owner`: it says whose
    something is (`p1's`)."""

    text: str
    start: int
    end: int
    quoted: bool = False
    owner: bool = False


class Fault(Exception):
    """Says that a statement cannot be understood from here on; `diagnostic` says why."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def tokens(text: str, offset: int = 0) -> list[Tok]:
    """Splits a line into words. `offset` is where the line begins in its file. `p1's` gives the one word `p1`."""
    found: list[Tok] = []
    for m in TOKEN.finditer(text):
        start, end = m.span(m.lastindex or 0)
        word = m.group(m.lastindex or 0)
        if m.lastindex == 1:
            found.append(Tok(word, offset + start - 1, offset + end + 1, True))
        elif re.fullmatch(r"p\d+['’]s?", word):
            found.append(Tok(word.rstrip("s").rstrip("'’"), offset + start, offset + end, owner=True))
        else:
            found.append(Tok(word, offset + start, offset + end))
    return found


def statements(lines: Iterable[tuple[str, int]]) -> list[list[Tok]]:
    """Splits lines (text, offset) into statements: at `;` and at line ends, except where a comma carries a line on. A
    `;` with nothing before it stays, as a statement that says nothing."""
    result: list[list[Tok]] = [[]]
    for text, offset in lines:
        for tok in tokens(text, offset):
            if tok.text == ";" and not tok.quoted:
                result.append([] if result[-1] else [tok])
            else:
                result[-1].append(tok)
        if result[-1] and result[-1][-1].text != ",":
            result.append([])
    return [s for s in result if s]


class Reader:
    """Reads one statement from left to right."""

    def __init__(self, toks: Sequence[Tok], vocabulary: Vocabulary, path: str) -> None:
        self.toks = toks
        self.v = vocabulary
        self.path = path
        self.at = 0

    def begin(self) -> Reader:
        """Raises `Fault` if a quote has no partner; otherwise returns the reader. Call it before anything is read."""
        stray = next((t for t in self.toks if t.text == '"' and not t.quoted), None)
        if stray is None:
            return self
        span = Span(self.path, stray.start, stray.end)
        raise Fault(Diagnostic("unclosed-text", "this quote has no partner", span, "take it out"))

    # ---- looking and taking

    def peek(self, ahead: int = 0) -> str:
        """Returns a word in lower case without taking it; "" at the end, or if the word is quoted."""
        i = self.at + ahead
        return self.toks[i].text.lower() if i < len(self.toks) and not self.toks[i].quoted else ""

    def ended(self) -> bool:
        """Whether every word has been taken."""
        return self.at >= len(self.toks)

    def take(self, *words: str) -> bool:
        """Takes these words if they come next, and says whether they did."""
        if all(self.peek(i) == w for i, w in enumerate(words)):
            self.at += len(words)
            return True
        return False

    def take_any(self, words: Iterable[str]) -> str | None:
        """Takes the next word if it is one of these, and returns it in lower case; otherwise returns None."""
        word = self.peek()
        if word and word in words:
            self.at += 1
            return word
        return None

    def ear(self) -> None:
        """Takes an article, if one comes next that is not the first word of a card's title."""
        begin = self.at
        if self.take_any(EAR) is None:
            return
        after = self.at
        found = self.title()
        self.at = begin
        if self.phrase(self.v.titles, exact_case=True) is None and (found is not None or self.title() is None):
            self.at = after
        else:
            self.at = begin

    def need(self, *words: str) -> None:
        """Takes these words; raises `Fault` if they do not come next."""
        if not self.take(*words):
            raise self.fault(f"`{' '.join(words)}` should come here")

    def number(self) -> int | None:
        """Takes a number of up to six digits, if one comes next."""
        if re.fullmatch(r"-?\d{1,6}", self.peek()):
            self.at += 1
            return int(self.toks[self.at - 1].text)
        return None

    def no_number(self, message: str) -> Fault:
        """Makes a `Fault` that a number should come next; where one comes that is too large, it says so."""
        if re.fullmatch(r"-?\d{7,}", self.peek()):
            return self.fault(f"`{self.peek()[:12]}` is larger than any number here: at most 999,999")
        return self.fault(message)

    def seat(self) -> int | None:
        """Takes a player (`p1`, …), if one comes next; raises `Fault` if there is no such seat."""
        m = re.fullmatch(r"p(\d{1,3})", self.peek())
        if not m:
            return None
        number = int(m.group(1))
        if not 1 <= number <= self.v.players:
            raise self.fault(f"no player `{self.peek()}`", f"the last one is p{self.v.players}", "unknown-word")
        self.at += 1
        return number

    def owner(self) -> int | None:
        """Takes the player before a card that is his (`p1's TITLE`), if both come next."""
        begin = self.at
        if self.ended() or not self.toks[begin].owner:
            return None
        seat = self.seat()
        after = self.at
        title = self.phrase(self.v.titles, exact_case=True)
        self.at = begin if title is None else after
        return None if title is None else seat

    def phrase(self, table: Mapping[Phrase, T], exact_case: bool = False) -> T | None:
        """Takes the longest phrase of a table that comes next, and returns what it stands for; None if none comes."""
        if self.ended():
            return None
        tok = self.toks[self.at]
        if tok.quoted:
            found = table.get(tuple(tok.text.split()))
            if found is not None:
                self.at += 1
            return found
        words = []
        for t in self.toks[self.at : self.at + 6]:
            if t.quoted or t.text in ",:" or t.text in OTHERS:
                break
            words.append(t.text if exact_case else t.text.lower())
        for n in range(len(words), 0, -1):
            found = table.get(tuple(words[:n]))
            if found is not None:
                self.at += n
                return found
        return None

    def title(self) -> str | None:
        """Takes a card's title, if one comes next; capitals may be left out."""
        return self.phrase(self.v.titles, exact_case=True) or self.phrase(self.v.small_titles)

    def card(self) -> str:
        """Takes a card's title; raises `Fault` if none comes next."""
        self.ear()
        title = self.title()
        if title is None:
            raise self.unknown("card", self.v.spelled("titles"))
        return title

    # ---- places and faults

    def span(self, start: int, end: int | None = None) -> Span:
        """Returns the span from word `start` up to (not including) word `end`; without `end`, up to the next word."""
        last = (self.at if end is None else end) - 1
        start = min(start, len(self.toks) - 1)
        return Span(self.path, self.toks[start].start, self.toks[max(start, last)].end)

    def here(self) -> Span:
        """Returns the span of the next word; at the end, of the last one."""
        i = min(self.at, len(self.toks) - 1)
        return Span(self.path, self.toks[i].start, self.toks[i].end)

    def fault(self, message: str, help: str | None = None, code: str = "notation", span: Span | None = None) -> Fault:
        """Makes a `Fault`, at the next word unless `span` is given. At the end of the statement, the message says that
        it stops too early."""
        if self.ended() and span is None:
            message = f"this stops too early: {message}"
        return Fault(Diagnostic(code, message, span or self.here(), help))

    def unknown(self, what: str, known: Sequence[str]) -> Fault:
        """Makes a `Fault` for words that name nothing of this sort, and offers the nearest right ones."""
        if self.ended():
            return self.fault(f"{with_article(what)} should come here")
        for toks in self._tries():
            text = " ".join(t.text for t in toks)
            right = nearest(text, known, 0.75 if len(toks) > 1 else 0.65, str.lower, same=True)
            if right == text:
                span = Span(self.path, toks[0].start, toks[-1].end)
                hint = self._called_alike() or self._comma()
                return self.fault(f"`{text}` does not fit here", hint, "left-over", span)
            if right:
                span = Span(self.path, toks[0].start, toks[-1].end)
                fix = Fix(f"write `{right}`", span, right)
                hint = f"did you mean `{right}`?"
                return Fault(Diagnostic("unknown-word", f"no {what} `{text}`", span, hint, fixes=(fix,)))
        return self.fault(f"no {what} `{self.toks[self.at].text}`", code="unknown-word")

    def _called_alike(self) -> str | None:
        """Returns a hint where the word before is a card, and a place is called like it."""
        before = self.toks[self.at - 1].text if self.at else ""
        if before and (before.lower(),) in self.v.zones and (before,) in self.v.titles:
            return f"`{before}` is the card; the place begins with a small letter: `{before.lower()}`"
        return None

    def _tries(self) -> list[Sequence[Tok]]:
        """Returns the next three words, two words and one word, as far as they belong together."""
        tries = []
        for n in (3, 2, 1):
            toks = self.toks[self.at : self.at + n]
            if len(toks) == n and (n == 1 or not any(t.quoted or t.text in ",:" for t in toks)):
                tries.append(toks)
        return tries

    def finish(self) -> None:
        """Raises `Fault` if a word is left over."""
        if self.ended():
            return
        word = self.toks[self.at].text
        raise self.fault(f"`{word}` does not fit here", self._comma() or self._alike(word), "left-over")

    def _alike(self, word: str) -> str | None:
        near = nearest(word, self.v.all_words, 0.8, str.lower)
        return f"did you mean `{near.lower()}`?" if near else None

    def _comma(self) -> str | None:
        """Returns a hint where the next word could begin another fact about the same thing."""
        mark, word = self.at, self.toks[self.at].text
        found = any(self.phrase(table) is not None for table in (self.v.zones, self.v.markers))
        self.at = mark
        return f"write a comma before `{word}`" if found else None
