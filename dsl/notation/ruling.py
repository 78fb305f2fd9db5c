"""Turns the syntax of an `example` or `ruling`, or lines typed by hand, into what they say.

Every word is used or is at fault. Mistakes are collected, each at its word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal

from .. import ir, syntax
from ..diagnostic import Diagnostic, Fix
from ..source import Span
from .conditions import condition
from .facts import statement
from .fitting import need, read_phase
from .parts import (
    Answer,
    Chance,
    Ends,
    Expect,
    Fact,
    Given,
    Move,
    Offered,
    Part,
    Passes,
    RefusedLine,
    Ruling,
    Seat,
    Setup,
    Subject,
    Until,
    When,
)
from .places import read_subject
from .reader import Fault, Reader, Tok, statements
from .sense import said_twice, without_sense
from .vocabulary import Vocabulary

CONFIDENCE = ("certain", "official", "consensus", "doubtful")
Lines = Sequence[tuple[str, int]]  # text and its offset in the file


def read_ruling(
    node: syntax.Example | syntax.Ruling, vocabulary: Vocabulary, path: str, owner: str | None = None
) -> tuple[Ruling | None, list[Diagnostic]]:
    """Reads an `example` or `ruling` of a file. Returns None, with the mistakes, if anything in it is at fault."""
    found: list[Diagnostic] = []
    title = node.title.quoted
    name = node.name.text if isinstance(node, syntax.Ruling) else f"{owner or 'game'}/{slug(title)}"
    sources: list[str] = []
    confidence = "certain"
    house: list[tuple[str, str | None]] = []
    parts: list[Part] = []
    for line in node.lines:
        match line:
            case syntax.Origin(said):
                if said.quoted in sources:
                    found.append(Diagnostic("said-twice", "this source is listed already", said.span, "keep one"))
                sources.append(said.quoted)
            case syntax.Confidence(word):
                confidence = word.text
                if confidence not in CONFIDENCE:
                    hint = f"it is one of {', '.join(CONFIDENCE)}"
                    found.append(Diagnostic("unknown-word", f"no confidence `{confidence}`", word.span, hint))
            case syntax.InForce(chosen):
                house += [(c.rule.text, c.setting.text if c.setting else None) for c in chosen]
            case syntax.Raw():
                part, faults = _part(line, vocabulary, path)
                found.extend(faults)
                if part is not None:
                    parts.append(part)
    span = node.title.span
    if isinstance(node, syntax.Ruling):
        span = node.name.span.to(span)
        if " " in name:
            found.append(Diagnostic("notation", "the name of a ruling is one word", span, "as in `R034b`"))
    ruling = Ruling(name, title, tuple(sources), confidence, owner, tuple(parts), span, tuple(house))
    if not found:
        found.extend(_order(ruling) or without_sense(ruling))
    return (None if found else ruling), found


def slug(title: str) -> str:
    """Returns a title as one word."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")


def _sets_up(given: Given) -> bool:
    return any(isinstance(fact, Setup) for fact in given.facts)


def _order(ruling: Ruling) -> list[Diagnostic]:
    found = []
    before: Part | None = None
    for part in ruling.parts:
        posed = before is ruling.parts[0] and isinstance(before, Given) and _sets_up(before)
        if isinstance(part, RefusedLine) and not posed and not isinstance(before, (When, RefusedLine)):
            found.append(Diagnostic("nothing-refused", "there is no `when` before this to refuse", part.span))
        if before is not None and isinstance(part, Given) and _sets_up(part):
            message = "how many play is said once, at the beginning"
            found.append(Diagnostic("how-many-play", message, part.span))
        before = part
    if not any(isinstance(p, Given) and _sets_up(p) for p in ruling.parts):
        hint = "begin with `given 5 players`, or how many there are"
        found.append(Diagnostic("how-many-play", "nothing says how many play", ruling.span, hint))
    return found


def _part(node: syntax.Raw, v: Vocabulary, path: str) -> tuple[Part | None, list[Diagnostic]]:
    lines = [(line.text, line.span.start) for line in node.lines]
    span = (node.viewer or node.lines[0]).span.to(node.lines[-1].span)
    match node.said:
        case "given":
            facts, found = read_facts(lines, v, path, True)
            return Given(facts=facts, span=span), found
        case "played":
            moves, found = read_moves(lines, v, path)
            return When(moves=moves, span=span), found
        case "expected" | "known":
            viewer = _viewer(node.viewer, v)
            if isinstance(viewer, Diagnostic):
                return None, [viewer]
            facts, found = read_facts(lines, v, path, False)
            if not facts and not found:
                found = [Diagnostic("says-nothing", "nothing is expected here", span, "write what must be true")]
            return Expect(facts=facts, viewer=viewer, span=span), found
        case "refused_because" | "refused_only" | "offered" | "not_offered":
            return _said(node.said, lines, v, path, span)


def _viewer(word: syntax.Word | None, v: Vocabulary) -> Seat | Diagnostic | None:
    """The player of `as p2 expect`, if one is named."""
    if word is None:
        return None
    m = re.fullmatch(r"p(\d+)", word.text)
    if not m or not 1 <= int(m.group(1)) <= v.players:
        return Diagnostic("unknown-word", f"no player `{word}`", word.span)
    return Seat(int(m.group(1)))


def _said(
    said: Literal["refused_because", "refused_only", "offered", "not_offered"],
    lines: Lines,
    v: Vocabulary,
    path: str,
    span: Span,
) -> tuple[Part | None, list[Diagnostic]]:
    """The reasons of a refusal, or what is offered."""
    try:
        only, texts = read_texts(lines, v, path, said == "offered")
    except Fault as fault:
        return None, [fault.diagnostic]
    if said in ("refused_because", "refused_only"):
        return RefusedLine(reasons=texts, only=said == "refused_only", span=span), []
    return Offered(answers=texts, only=only, negated=said == "not_offered", span=span), []


def read_texts(lines: Lines, v: Vocabulary, path: str, may_be_only: bool = False) -> tuple[bool, tuple[str, ...]]:
    """Reads reasons or answers with commas (or line ends, or `;`) between them. Returns whether `only` comes before
    them, and the texts. Raises `Fault` if one of them is empty."""
    only = False
    texts: list[str] = []
    for toks in statements(lines):
        r = Reader(toks, v, path).begin()
        if may_be_only and not texts and r.take("only"):
            only = True
        while True:
            words = []
            while not r.ended() and (r.toks[r.at].quoted or r.peek() not in (",", ";")):
                words.append(r.toks[r.at])
                r.at += 1
            if not re.search(r"\w", "".join(t.text for t in words)):
                raise r.fault("there is nothing here: a comma needs words on both sides", code="says-nothing")
            if len(words) > 1 and any(t.quoted for t in words):
                where = Span(path, words[0].start, words[-1].end)
                raise r.fault("a comma is missing between these", code="missing-comma", span=where)
            texts.append(words[0].text if words[0].quoted else _text(words))
            if r.ended():
                break
            r.at += 1
    return only, tuple(texts)


def read_facts(lines: Lines, v: Vocabulary, path: str, given: bool) -> tuple[tuple[Fact, ...], list[Diagnostic]]:
    """Returns the facts that lines state, and the mistakes in them. `given`: the lines make a position."""
    facts: list[Fact] = []
    found: list[Diagnostic] = []
    for toks in statements(lines):
        try:
            facts.extend(_facts(toks, v, path, given))
        except Fault as fault:
            found.append(fault.diagnostic)
    return tuple(facts), found or said_twice(facts, v)


def _facts(toks: Sequence[Tok], v: Vocabulary, path: str, given: bool) -> list[Fact]:
    """Reads one statement: facts, or a condition of the language of cards."""
    r = Reader(toks, v, path).begin()
    if given and r.peek(1) in ("players", "player") and r.peek().isdigit():
        return [_setup(r)]
    try:
        return statement(r, given)
    except Fault as fault:
        if given or fault.diagnostic.code in ("not-given", "not-expected"):
            raise
        return [condition(toks, fault, v, path)]


# ---- how many play, and with what


def _setup(r: Reader) -> Setup:
    players = r.number() or 0
    if players > r.v.players:
        raise r.fault(f"at most {r.v.players} can play", span=r.span(0, 1), code="how-many-play")
    if players < r.v.fewest:
        raise r.fault(f"at least {r.v.fewest} play", span=r.span(0, 1), code="how-many-play")
    r.at = 2
    scenario: str | None = None
    seed: int | None = None
    begin: tuple[str, str | None] | None = None
    about: Subject | None = None
    exact = False
    lists: dict[str, list[str]] = {"cast": [], "with": [], "without": []}
    while not r.ended():
        r.take(",")
        r.take("and")
        if r.take("seed"):
            seed = r.number()
            if seed is None:
                raise r.no_number("a number should follow `seed`")
        elif r.peek() == "at":
            begin, about = _begin(r)
        elif r.take("nothing", "else"):
            exact = True
        elif (name := r.take_any(lists)) is not None:
            lists[name].extend(_titles(r))
        elif r.peek() in r.v.scenarios:
            scenario = r.peek()
            r.at += 1
        elif r.ended():
            raise r.fault("something should follow the comma")
        else:
            raise r.unknown("scenario", sorted(r.v.scenarios))
    return Setup(
        players=players, scenario=scenario, cast=tuple(lists["cast"]), added=tuple(lists["with"]),
        removed=tuple(lists["without"]), seed=seed, begin=begin, about=about, exact=exact,
        span=r.span(0),
    )  # fmt: skip


def _titles(r: Reader) -> list[str]:
    titles = [r.card()]
    while True:
        mark = r.at
        parted = r.take(",")
        parted = r.take("and") or parted
        title = r.title() if parted else None
        if title is None:
            r.at = mark
            return titles
        titles.append(title)


def _begin(r: Reader) -> tuple[tuple[str, str | None], Subject | None]:
    r.need("at")
    step = None
    if r.take("step"):
        step = r.phrase(r.v.steps)
        if step is None:
            raise r.unknown("step", r.v.spelled("steps"))
        r.need("of")
        r.ear()
    else:
        r.ear()
        r.need("start")
        r.need("of")
        r.ear()
    phase = r.phrase(r.v.phases)
    if phase is None:
        raise r.unknown("phase", r.v.spelled("phases"))
    if step is not None and step not in {s.name for s in phase.steps}:
        raise r.fault(f"the {phase.name} has no step `{step}`", code="unknown-word", span=r.span(0))
    return (phase.name, step), _about(r, phase)


def _about(r: Reader, phase: ir.Phase) -> Subject | None:
    """Reads the player or the card that a phase is about, if one is named."""
    start = r.at
    if not r.take("of"):
        return None
    if phase.param is None:
        raise r.fault(f"the {phase.name} has no `of`: it is about nothing", span=r.span(start), code="wrong-type")
    r.ear()
    about = read_subject(r, alone=False)
    if about is None:
        raise r.unknown("player or card", r.v.spelled("titles"))
    need(r, f"`{phase.name}`", phase.param.type, about, start)
    return about


# ---- what is done


def read_moves(lines: Lines, v: Vocabulary, path: str) -> tuple[tuple[Move, ...], list[Diagnostic]]:
    """Returns the moves that lines make, and the mistakes in them."""
    moves: list[Move] = []
    found: list[Diagnostic] = []
    for toks in statements(lines):
        try:
            r = Reader(toks, v, path).begin()
            moves.append(_move(r))
        except Fault as fault:
            found.append(fault.diagnostic)
    return tuple(moves), found


def _text(toks: Iterable[Tok]) -> str:
    text = " ".join(f'"{t.text}"' if t.quoted else t.text for t in toks)
    return re.sub(r" ([,:])", r"\1", text)


def _move(r: Reader) -> Move:
    text = _text(r.toks)
    seat = r.seat()
    if seat is not None:
        r.take(":")
        rest = r.toks[r.at :]
        if not rest:
            raise r.fault("what the player does should follow")
        if len(rest) > 1 and rest[0].text.lower() == f"p{seat}" and rest[1].text != ",":
            raise r.fault(f"`{rest[0].text}` is written twice here", "take one out", "doubled")
        for one, other in zip((None, *rest), (*rest, None), strict=True):
            if all(tok is None or (tok.text == "," and not tok.quoted) for tok in (one, other)):
                comma = one or other
                assert comma is not None
                at = Span(r.path, comma.start, comma.end)
                raise r.fault("an answer is missing beside this comma", "write it, or take the comma out", span=at)
        for one, other in zip(rest, rest[1:], strict=False):
            if one.text.lower() == other.text.lower() and one.text[:1].isalpha() and not _doubled(r, one.text):
                where = Span(r.path, other.start, other.end)
                said = f"`{other.text}` is written twice here"
                raise r.fault(said, "put a comma between two things", "doubled", where)
        own = ("pass",) in r.v.verbs
        if len(rest) == 1 and not own and r.take_any(("passes", "pass")):
            return Passes(seat=Seat(seat), text=text, span=r.span(0))
        return Answer(seat=Seat(seat), words=_text(rest), text=text, span=r.span(0, len(r.toks)))
    if r.take("chance", "picks"):
        return Chance(picks=_picks(r), text=text, span=r.span(0, len(r.toks)))
    if r.take("everyone", "passes", "until"):
        move = _until(r, text)
        r.finish()
        return move
    r.ear()
    about = read_phase(r)
    if about is None:
        help = "a line begins with the player: `p1 …`, or is `the TURN ends` or `everyone passes until …`"
        near = _nearest(r)
        raise r.fault(f"`{r.toks[r.at].text if not r.ended() else text}` cannot begin a line", near or help)
    r.need("ends")
    r.finish()
    return Ends(phase=about[0], title=about[1], text=text, span=r.span(0))


def _picks(r: Reader) -> tuple[str, ...]:
    """Reads numbers, cards, players and words with commas between them."""
    picks = [_pick(r)]
    while r.take(","):
        picks.append(_pick(r))
    r.finish()
    return tuple(picks)


def _pick(r: Reader) -> str:
    r.ear()
    title = r.title()
    if title is not None:
        return title
    if r.ended() or r.peek() == ",":
        raise r.fault("what chance picks should follow: a number, a card, a player")
    r.at += 1
    return r.toks[r.at - 1].text


def _doubled(r: Reader, word: str) -> bool:
    """Whether a name has this word twice in a row."""
    twice = f"{word} {word}".lower()
    return any(twice in name.lower() for name in r.v.all_words)


def _nearest(r: Reader) -> str | None:
    if not r.ended() and not r.toks[r.at].text[:1].isdigit():
        fault = r.unknown("phase", r.v.spelled("phases")).diagnostic
        return fault.help if fault.fixes and any(isinstance(f, Fix) for f in fault.fixes) else None
    return None


def _until(r: Reader, text: str) -> Move:
    r.ear()
    seat = r.seat()
    if seat is not None:
        if not (r.take("is", "asked") or r.take("must", "answer") or r.ended()):
            r.phrase(r.v.phases)  # `until p3's turn`
        return Until(seat=Seat(seat), text=text, span=r.span(0))
    about = read_phase(r)
    if about is not None:
        return Until(phase=about[0], title=about[1], text=text, span=r.span(0))
    step = r.phrase(r.v.steps)
    if step is None:
        raise r.unknown("player, phase or step", (*r.v.spelled("phases"), *r.v.spelled("steps")))
    return Until(step=step, text=text, span=r.span(0))
