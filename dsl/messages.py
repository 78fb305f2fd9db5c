"""Decides what to say when a word does not fit: in the designer's words, with what may be written there and how a card
says it.

The parser hands over the place where it stopped and the words it would have accepted; this module makes one
`Diagnostic` of it. First it looks up the wordings that people naturally try (`wordings.toml`), then it looks for a slip
of the pen, and otherwise the message lists what may be written there. Names of the grammar never appear. What is wrong
in a sentence that has a right shape, such as a word that the game does not know, is reported by the readers of phrases
(`elaborate.mistakes`, `elaborate.cursor`).
"""

from __future__ import annotations

import re

from .diagnostic import Diagnostic
from .slips import slip
from .source import Source, Span
from .split import Piece
from .stop import Stop, Trial
from .wordings import Place, table, wording_at

MOST = 3  # sorts of words that are listed where the line may as well end
ENDS = ("_NL", "_INDENT", "_DEDENT", "$END")
HERE = re.compile(r"[A-Za-z][\w'-]*|[0-9]+|\"[^\"\n]*\"?|\S")


def say(source: Source, piece: Piece, stop: Stop, trial: Trial, phrase: bool = False) -> Diagnostic:
    """Makes the one message for a declaration that cannot be read. `stop` is where the parser stopped; `trial` parses
    the declaration again with a change. `phrase`: it is no declaration but a phrase by itself."""
    here = HERE.match(source.text, stop.at)
    at_line_start = not stop.read or stop.read[-1].kind in ENDS
    ended = stop.kind in ENDS or here is None
    word = here.group() if here and (not ended or stop.kind == "_INDENT") else ""
    if stop.kind == "_INDENT" and here:
        said = "this line is indented below the one above it, which can have no lines below it"
        return Diagnostic("indentation", said, Span(source.path, *here.span()), "move it to the left")
    if word.startswith('"') and (len(word) == 1 or not word.endswith('"')):
        said = "this text has no closing quote on its line"
        return Diagnostic("unclosed-text", said, Span(source.path, stop.at, stop.at + len(word)), 'close it with `"`')
    natural = reworded(source, stop.at if not ended else _behind(source, stop), stop.accepted, phrase)
    if natural:
        return natural
    pen = None if "QUOTED" in stop.accepted else slip(source, piece.end, stop, word, trial)  # any words are a quotation
    if pen:
        return pen
    span = Span(source.path, stop.at, stop.at + len(word)) if word else _gap(source, stop)
    place = _place(stop, at_line_start)
    if place:
        said = place.say.format(before=_before(stop), lead=_lead(stop))
        return Diagnostic(place.code, said, span, _shown(place.shown) if place.shown else None)
    return _plain(stop, span, word, at_line_start)


def reworded(
    source: Source, at: int, accepted: frozenset[str] | None = None, phrase: bool = False
) -> Diagnostic | None:
    """Answers a natural wrong wording at an offset of the text, if there is one: that says more than that a word is
    unknown. `accepted` are the kinds of word that the grammar would have taken there, if they are known. `phrase`: see
    `say`."""
    natural = wording_at(source, at, accepted, phrase)
    if natural is None:
        return None
    wording, span = natural
    return Diagnostic("wording", wording.say, span, _shown(wording.shown))


def _shown(line: str) -> str:
    return f"as in `{' '.join(line.split())}`"


def _behind(source: Source, stop: Stop) -> int:
    """Returns the offset after the last word that was read."""
    words = [w for w in stop.read if w.kind not in ENDS]
    return min(words[-1].end, len(source.text)) if words else stop.at


def _gap(source: Source, stop: Stop) -> Span:
    at = _behind(source, stop)
    return Span(source.path, at, at + 1)


def _sentence(stop: Stop) -> list[str]:
    """Returns the words of the last line that has any, up to the stop."""
    words: list[str] = []
    for word in reversed(stop.read):
        if word.kind in ENDS:
            if words:
                break
            continue
        words.insert(0, "," if word.kind == "_COMMA" else word.text)
    return words


def _join(words: list[str]) -> str:
    text = " ".join(w if len(w) <= 40 else w[:39] + "…" for w in words)
    for mark in (",", ":", ")"):
        text = text.replace(f" {mark}", mark)
    return text.replace("( ", "(")


def _before(stop: Stop) -> str:
    words = _sentence(stop)[-5:]
    while words and words[0] in (")", ",", ":"):
        del words[0]
    return _join(words)


def _lead(stop: Stop) -> str:
    """Returns the sentence up to its last comma."""
    words = _sentence(stop)
    last = max((i for i, w in enumerate(words) if w == ","), default=len(words) - 1)
    return _join(words[: last + 1][-8:])


def _place(stop: Stop, at_line_start: bool) -> Place | None:
    line: list[str] = []
    for word in reversed(stop.read):
        if word.kind in ENDS:
            if line:
                break
            continue
        line.append(word.kind)
    begins = line[-1] if line else ""
    for place in table().places:
        if (
            place.has <= stop.accepted
            and not place.lacks & stop.accepted
            and (not place.begins or begins in place.begins)
            and (not place.kinds or stop.kind in place.kinds)
            and len(stop.accepted - {"RAW"}) <= place.most
            and (at_line_start or not place.at_line_start)
            and (line or "{before}" not in place.say)
        ):
            return place
    return None


def _plain(stop: Stop, span: Span, word: str, at_line_start: bool) -> Diagnostic:
    """Lists what may come next, if that is no more than a few sorts of words."""
    may = [g.say for g in table().groups if g.any & stop.accepted and not g.lacks & stop.accepted]
    named = frozenset().union(*(g.any for g in table().groups))
    more = sorted(stop.written[k] for k in stop.accepted - named if k in stop.written)
    bare = [f"`{w}`" for w in more if w[:1].isalpha()] if len(may) < MOST else []
    phrases = [*may, *bare] or ["nothing more"]
    before = "" if at_line_start else _before(stop)
    code = "unexpected-word" if word else "unfinished-line"
    if before and len(phrases) > MOST:
        if "_NL" in stop.accepted:
            ended = f"the line can end after `{before}`, but `{word}` cannot come next"
            return Diagnostic(code, ended, span)
        said = f"`{word}` cannot come after `{before}`" if word else f"after `{before}` more must come"
        return Diagnostic(code, said, span)
    phrases = phrases[:6]
    listed = phrases[0] if len(phrases) == 1 else ", ".join(phrases[:-1]) + " or " + phrases[-1]
    lead = f"after `{before}` comes " if before else "here comes "
    return Diagnostic(code, f"{lead}{listed}, not `{word}`" if word else f"{lead}{listed}", span)
