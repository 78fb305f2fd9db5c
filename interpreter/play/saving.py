"""Write a game down as text, and read it back: a header, then the answers line by line.

A save holds the card set, the seed and the answers of the game that is played, and of those that were left and can be
taken up again, each behind a line `another NAME`. It holds nothing else. The header is YAML (schema `save`). Below it
there is a line for each answer, `p1: build Docks`, and behind it one that identifies what happened then, event by
event: `~ 3fa0 9104`. `back to 3` begins another branch after the third answer of the one before. `= 1f03c2d5`
identifies the position at the end of a branch. `end 14` counts the lines, so that a missing part is noticed. Loading
plays everything again, and reports the first line that cannot be played or that leads to another position, and the
first event that is not as it was.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from moot.dsl.diagnostic import render
from moot.dsl.source import Source

from ..kernel.faults import Fault
from ..kernel.names import player_name
from ..kernel.state import State
from ..kernel.view import view
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from ..sets.law import Unchosen
from ..sets.legality import refusals
from ..sets.nearest import nearest
from . import redealing
from .again import showing
from .answers import options, take
from .moment import Moment
from .not_done import NotDone
from .places import Place
from .session import Session, start
from .words import Line

RULE = "---"
END = "end"
ANOTHER = "another"
HAPPENED = "~"
MOST_MARKS = 200  # events of one answer that are kept in mind
MOST = 50_000  # lines of a game
MOST_GAMES = 40  # other games of a save
MOST_TOLD = 12  # remarks about a save with other cards
ANOTHER_POSITION = "the game has come to another position than it had when it was saved"
CHANGED = "the cards have changed since this was saved"
SAME = "every answer still leads to the same position"


@dataclass(frozen=True)
class Loaded:
    """A loaded game, and remarks about it."""

    session: Session
    remarks: tuple[str, ...] = field(default=())


# ---- saving ------------------------------------------------------


def save(session: Session) -> str:
    """Return the whole tree as text, and then the trees of the other games that have a name. The branch that is shown
    comes last in each."""
    others = kept_beside(session)
    parts = [_saved(session, len(others))]
    parts += [f"{ANOTHER} {name}\n{_saved(showing(session, place), 0)}" for name, place in others]
    return "".join(parts)


def kept_beside(session: Session) -> list[tuple[str, Place]]:
    """Return the other games that a save holds besides, by a name of each: the latest, if there are very many."""
    return list(session.places.others(session.game))[-MOST_GAMES:]


def _saved(session: Session, more: int) -> str:
    """Return the tree of one game as text. `more`: how many other games follow it."""
    set_, cast = session.card_set, session.cast
    header: dict[str, Any] = {"moot": 1, "game": set_.name, "hash": set_.hash}
    if set_.chosen.edition is not None:
        header["edition"] = set_.chosen.edition
    if set_.chosen.rules:
        header["house"] = list(set_.chosen.names)
    if cast.scenario:
        header["scenario"] = cast.scenario
    header |= {"players": cast.players, "seed": cast.seed, "cards": list(cast.titles)}
    branches = _branches(session)
    header["branches"] = len(branches)
    head = "".join(f"{key}: {_yaml(value)}\n" for key, value in header.items())
    lines = list(_lines(session, branches))
    return "\n".join([f"{head}{RULE}", *lines, _end(len(lines), more)]) + "\n"


def _end(lines: int, more: int) -> str:
    """Return the last line of a game: `end 14`, or `end before 2 others 14` if two others follow it. No part of one is
    another."""
    return f"{END} before {more} other{'' if more == 1 else 's'} {lines}" if more else f"{END} {lines}"


def _yaml(value: Any) -> str:
    """Return a value of the header. JSON strings are valid YAML too. A list is wrapped over several lines."""
    if not isinstance(value, list):
        return json.dumps(value, ensure_ascii=False)
    lines = [""]
    for word in value:
        part = json.dumps(word, ensure_ascii=False) + ", "
        if len(lines[-1]) + len(part) > 110:
            lines.append("")
        lines[-1] += part
    return "[" + "\n  ".join(line.rstrip() for line in lines).rstrip(",") + "]"


def _branches(session: Session) -> list[list[Moment]]:
    """Return a path to every leaf; the session's current one comes last."""
    paths = [session.path(leaf.id) for leaf in session.leaves()]
    here = {m.id for m in session.path()}
    on = [p for p in paths if session.here in {m.id for m in p}]
    end = session.ahead()[-1].id
    latest = next((p for p in on if p[-1].id == end), on[0])
    others = [p for p in paths if p is not latest]
    return sorted(others, key=lambda p: [m.id for m in p]) + [latest] if here else paths


def _lines(session: Session, branches: list[list[Moment]]) -> Iterator[str]:
    before: list[Moment] = []
    for path in branches:
        shared = 0
        while shared < min(len(before), len(path)) and before[shared].id == path[shared].id:
            shared += 1
        if before:
            yield f"back to {shared - 1}"
        for moment in path[shared:]:
            if moment.line:
                yield moment.line
                yield from _marks(session, moment)
        yield f"= {digest(session, path[-1].state)}"
        before = path
    if before and before[-1].id != session.here:
        yield f"back to {session.now.depth}"


def _marks(session: Session, moment: Moment) -> Iterator[str]:
    """Yield the line that identifies what happened on the way to a moment, if anything did."""
    told = _happened(session, moment)
    if told:
        yield f"{HAPPENED} {' '.join(_mark(text) for text in told)}"


def _happened(session: Session, moment: Moment) -> list[str]:
    return [one.text for one in session.tell().happenings(moment)[:MOST_MARKS] if one.text]


def _mark(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:4]


def digest(session: Session, state: State) -> str:
    """Return a short name for everything that is true in a state, using the names of the cards."""
    seen = json.dumps(view(session.machine.lib, state), sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(seen.encode()).hexdigest()[:8]


# ---- loading -----------------------------------------------------


def game_of(text: str) -> str | None:
    """Return the id of the card set that a saved text names; None if it names none."""
    head = text.replace("\r\n", "\n").partition(f"\n{RULE}\n")[0]
    said = re.search(r"^game: *(\S.*)$", head, re.MULTILINE)
    return None if said is None else said[1].strip().strip("\"'")


def load(set_: CardSet, text: str, name: str = "the save", language: str | None = None) -> Loaded | NotDone:
    """Play the saved games in a text again. A save with other cards is refused. If its cards have changed since, it is
    played as far as it can be, and the remarks say what comes out differently; another game that cannot be begun is
    then left out."""
    first, *others = re.split(rf"^{ANOTHER} (?=\S)", text.replace("\r\n", "\n"), flags=re.MULTILINE)
    if len(others) > MOST_GAMES:
        return NotDone(f"{name} holds more than {MOST_GAMES} other games")
    found = _loaded(set_, first, name, language, len(others))
    remarks: list[str] = []
    for called, _, other in (part.partition("\n") for part in others):
        if isinstance(found, NotDone):
            break
        game = _loaded(set_, other, f"{_short(called)} in {name}", language, 0)
        if isinstance(game, NotDone) and CHANGED not in found.remarks:
            return game
        if isinstance(game, NotDone):
            remarks.append(f"{game.sentence}; this game is left out")
            continue
        refused = found.session.places.name(called, Place(game.session.game, game.session.here))
        if refused is not None:
            return refused
        remarks += [f"{_short(called)}: {remark}" for remark in game.remarks if remark not in (CHANGED, SAME)]
    return found if isinstance(found, NotDone) or not remarks else replace(found, remarks=(*found.remarks, *remarks))


def _loaded(set_: CardSet, text: str, name: str, language: str | None, more: int) -> Loaded | NotDone:
    """Play one saved game again, behind which `more` others stand."""
    head, rule, body = text.partition(f"\n{RULE}\n")
    if not rule:
        return NotDone(f"{name} has no header: a line `{RULE}` should end it")
    from ..sets import schemas  # slow to load, and not needed to save a game

    source = Source(name, head + "\n")
    node, faults = schemas.read(source, "save")
    if node is None:
        return NotDone(f"the header of {name} is damaged\n{render(faults, {name: source})}", diagnostics=tuple(faults))
    header: Any = node.plain
    if header["game"] != set_.name:
        return NotDone(f"{name} is a game of {header['game']}, and these are the cards of {set_.name}")
    under = _under(set_, header, name)
    if isinstance(under, NotDone):
        return under
    set_ = under
    found = _begin(set_, header, name, language)
    if isinstance(found, NotDone):
        return found
    changed = header["hash"] != set_.hash
    lines = [(i, line.strip()) for i, line in enumerate(body.split("\n"), head.count("\n") + 3) if line.strip()]
    if len(lines) > MOST:
        return NotDone(f"{name} has more than {MOST:,} lines")
    end = _end(len(lines) - 1, more)
    if not lines or not lines[-1][1].startswith(END):
        return NotDone(f"{name} ends too early: there is no last line `{END} …`")
    if lines[-1][1] != end:
        return NotDone(f"{name} is damaged: its last line should be `{end}`")
    if changed:
        return Loaded(found, (CHANGED, *(_again(found, lines[:-1], name) or (SAME,))))
    fault = _replay(found, lines[:-1], name, header["branches"])
    return fault or Loaded(found)


def _under(set_: CardSet, header: Any, name: str) -> CardSet | NotDone:
    """Return the set under the amendments that a save names. One that is gone, or no longer fits, is refused by
    name."""
    chosen = set_.law.chosen(header.get("house") or (), header.get("edition"))
    if isinstance(chosen, Unchosen):
        help = (chosen.help,) if chosen.help else ()
        return NotDone(f"{name}: {chosen.reason}", reasons=help, diagnostics=chosen.diagnostics)
    found = set_.under(chosen)
    if found.library is None:
        reasons = tuple(dict.fromkeys(d.message for d in found.hindrances[:3]))
        return NotDone(f"{name}: {chosen or 'the printed game'} cannot be played any more", reasons=reasons)
    return found


def _begin(set_: CardSet, header: Any, name: str, language: str | None) -> Session | NotDone:
    assert set_.library is not None and set_.game is not None
    titles = header["cards"]
    for title in titles:
        if title not in set_.game.cards:
            close = nearest(str(title), set_.titles)
            return NotDone(f"{name}: no card is called `{title}`", (close,) if close else ())
    scenario, known = header.get("scenario") or "", [set_.manifest.id, *(s.id for s in set_.scenarios)]
    if scenario and scenario not in known:
        close = nearest(scenario, known)
        return NotDone(f"{name}: these cards have no scenario `{scenario}`", (close,) if close else ())
    players = header["players"]
    if not set_.library.min_players <= players <= set_.library.max_players:
        return NotDone(f"{name}: {players} cannot play this")
    reasons = refusals(set_, titles, players)
    if reasons:
        return NotDone(name, reasons=reasons)
    cast = Cast(scenario, players, header["seed"], set_.numbers(titles), tuple(titles))
    try:
        return start(set_, cast, language)
    except Fault as fault:
        return NotDone(f"{name}: a fault in the cards: {fault}")


def _again(session: Session, lines: list[tuple[int, str]], name: str) -> list[str]:
    """Play the lines with cards that have changed, as far as they can be played; say what comes out differently. A line
    that is not possible any more ends its branch, and what went before is kept."""
    told: list[str] = []
    over = otherwise = False
    for number, line in lines:
        where = f"line {number} of {name}"
        back = re.fullmatch(r"back to ([0-9]{1,9})", line)
        if back:
            path = session.path()
            over, otherwise = int(back[1]) >= len(path), False
            if not over:
                session.goto(path[int(back[1])].id)
        elif over:
            continue
        elif line.startswith(f"{HAPPENED} "):
            if not otherwise and (other := _otherwise(session, line.split()[1:])):
                told.append(f"line {number - 1} of {name}: {other}")
                otherwise = True
        elif line.startswith("= "):
            if line[2:].strip() != digest(session, session.now.state):
                told.append(f"{where}: {ANOTHER_POSITION}")
        elif (fault := _line(session, line)) is not None:
            told += [f"{where}: {fault.sentence}; what went before it is kept", *_why(session, line)]
            over = True
    return told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], f"… and {len(told) - MOST_TOLD} more"]


def _otherwise(session: Session, marks: list[str]) -> str:
    """Say which event after the last line is the first that is not as it was; '' if all are."""
    told = _happened(session, session.now)
    for number, (text, mark) in enumerate(zip(told, marks, strict=False), 1):
        if _mark(text) != mark:
            return f"event {number} is now: {text.removeprefix(': ')}"
    if len(told) > len(marks):
        return f"event {len(marks) + 1} is new: {told[len(marks)].removeprefix(': ')}"
    return f"after event {len(told)} less happens than did" if len(told) < len(marks) else ""


def _why(session: Session, line: str) -> list[str]:
    """Return why the answer of a line is not possible."""
    who, _, said = line.partition(": ")
    if session.asked is None or who != player_name(session.asked) or not said:
        return []
    found = session.whynot(Line.of(said), session.asked)
    return [] if isinstance(found, NotDone) else [f"  {reason}" for reason in found.render()]


def _replay(session: Session, lines: list[tuple[int, str]], name: str, branches: int) -> NotDone | None:
    ended, closed, since = 0, True, ""  # what first happened otherwise
    for number, line in lines:
        where = f"line {number} of {name}"
        back = re.fullmatch(r"back to ([0-9]{1,9})", line)
        if back:
            path = session.path()
            if int(back.group(1)) >= len(path):
                return NotDone(f"{where}: there are only {len(path) - 1} lines to go back to")
            session.goto(path[int(back.group(1))].id)
            closed = True
        elif line.startswith(f"{HAPPENED} "):
            other = _otherwise(session, line.split()[1:]) if not since else ""
            since = since or (f"; line {number - 1}: {other}" if other else "")
        elif line.startswith("= "):
            ended += 1
            closed = True
            if line[2:].strip() != digest(session, session.now.state):
                return NotDone(f"{where}: {ANOTHER_POSITION}{since}")
        else:
            fault = _line(session, line)
            closed = False
            if fault is not None:
                return replace(fault, message=f"{where}: {fault.sentence}", reasons=())
    if not closed or ended != branches:
        return NotDone(f"{name} is damaged: {ended} of {branches} lines of play are there")
    return None


def _line(session: Session, line: str) -> NotDone | None:
    """Play one line: facts, or an answer in exactly the words in which it is offered."""
    if line.startswith("given "):
        done = session.given(line[6:].replace("; ", "\n"))
        return done if isinstance(done, NotDone) else None
    again = redealing.said(session, line)
    if again is not None:
        return again if isinstance(again, NotDone) else None
    state = session.now.state
    if state.ask is None:
        return NotDone(f"`{_short(line)}` is answered when the game is over")
    who, colon, said = line.partition(":")
    if not colon or who != player_name(state.ask.player):
        return NotDone(f"`{_short(line)}` is answered where {player_name(state.ask.player)} is asked")
    offered = {text: code for code, text in options(session.machine, state)}
    code = offered.get(said.strip())
    if code is None:
        close = nearest(said.strip(), offered)
        return NotDone(f"`{_short(said.strip())}` is not offered", (close,) if close else ())
    try:
        pinned = session.now
        taken = session.took(take(session.machine, state, code))
        if pinned.line.startswith("given seed "):  # what chance picks and the answer were one line
            session.history.join([pinned, taken])
    except Fault as fault:
        return NotDone(f"a fault in the cards: {fault}")
    return None


def _short(line: str) -> str:
    return line if len(line) <= 120 else f"{line[:119]}…"
