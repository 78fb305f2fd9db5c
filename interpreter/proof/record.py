"""Write the present line of play down as a ruling: the position in which it begins, what is done, and what must then
hold.

What must hold are facts that the line has changed, and facts that are otherwise wherever somebody gives another answer.
The ruling is read and played before it is returned: it holds at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from moot.dsl import syntax
from moot.dsl.formatter import formatted
from moot.dsl.notation import read_facts, read_ruling
from moot.dsl.parser import parse
from moot.dsl.source import Source

from ..kernel.faults import Fault
from ..kernel.state import State
from ..play.answers import options, take
from ..play.causes import origins
from ..play.compare import check
from ..play.facts import Facts, facts, gone
from ..play.look import Look
from ..play.moment import Moment
from ..play.not_done import NotDone
from ..play.session import Session
from ..play.whole import GIVEN, Whole, whole
from .spec import run_one

BEGINS = "# recorded at the prompt\n"
"""How every recorded ruling begins."""
FARTHEST = 20
"""Answers of a line that are recorded; of a longer one, the last."""
OTHERS = 400
"""Other answers that are tried out, in all."""
MOST = 10
"""Facts that the line has changed, of those that are written down."""
SOURCES = 8
"""Sources that are written down."""
NEEDLESS = re.compile(r"chance stands at |copies of ")
"""Facts that are left out where the ruling holds without them."""


def record(session: Session, name: str, title: str = "") -> str | NotDone:
    """Return the present line of play as the text of a file with one ruling, which holds; or why there is none. `name`
    is that of the ruling; `title` says what it is about (without one: the last answer)."""
    path = session.path()
    if len(path) < 2:
        return NotDone("nothing has been done yet: play the line first, then record it")
    begins = _beginning(session, path)
    if isinstance(begins, NotDone):
        return begins
    start, first = begins
    title = (title or path[-1].line).replace('"', "'")
    held = _held(session, path, start)
    reason = "nothing can be said of it"
    for sure in (False, True):
        given = first if sure else replace(first, facts=tuple(f for f in first.facts if not NEEDLESS.match(f)))
        text = BEGINS + _text(session, _id(name), title, given, path[start + 1 :], held)
        laid_out, faults = formatted(Source(f"{name}.ruling", text))
        reason = _fails(session, laid_out) if not faults else faults[0].message
        if not reason:
            return laid_out
    return NotDone(f"this line cannot be recorded: {reason}")


def _id(name: str) -> str:
    """Return the name of a ruling: `late-hat` becomes `LateHat`."""
    words = "".join(part[:1].upper() + part[1:] for part in re.findall(r"[A-Za-z0-9]+", name))
    return words if words[:1].isalpha() else f"R{words}"


def _beginning(session: Session, path: Sequence[Moment]) -> tuple[int, Whole] | NotDone:
    """Return the moment from which the line is recorded, and the position there. It is one that facts can say, as far
    back as there is one."""
    for at in range(max(0, len(path) - 1 - FARTHEST), len(path) - 1):
        found = whole(session.machine, session.card_set, session.cast, replace(session.history, here=path[at].id))
        if not found.then:
            return at, found
    return NotDone("this line has no beginning that could be said in facts: record it earlier")


# ---- what must hold ---------------------------------------------------------------------------------------------


def _held(session: Session, path: Sequence[Moment], start: int) -> list[str]:
    """Return the facts that tell the end of the line apart from its beginning and from its alternatives."""
    assert session.card_set.game is not None
    lib, game = session.machine.lib, session.card_set.game
    before, now = facts(lib, game, path[start].state), facts(lib, game, path[-1].state)
    now |= gone(before, now)
    now = {about: text for about, text in now.items() if _so(session, text)}
    changed = {about: text for about, text in now.items() if before.get(about) != text}
    others = [facts(lib, game, state) for state in _others(session, path, start)]
    chosen = dict(_covering(changed, others))
    chosen |= dict(_covering(now, [other for other in others if not _apart(chosen, other)]))
    for about, text in changed.items():
        if len(chosen) < MOST:
            chosen[about] = text
    return [text for about, text in now.items() if about in chosen]


def _so(session: Session, text: str) -> bool:
    """Whether a fact can be read, and holds."""
    assert session.card_set.game is not None
    found, faults = read_facts([(text, 0)], session.card_set.words, "", False)
    look = Look(session.machine, session.card_set.game, session.now.state, None)
    return not faults and all(check(fact, look) is None for fact in found)


def _others(session: Session, path: Sequence[Moment], start: int) -> Iterator[State]:
    """Go through the states to which other answers lead: those at the decisions of the line, the last first, and the
    ends of its other branches."""
    left = OTHERS
    for before, moment in reversed(list(zip(path[start:], path[start + 1 :], strict=False))):
        for code, _ in options(session.machine, before.state) if moment.code is not None else ():
            if code == moment.code or not left:
                continue
            left -= 1
            try:
                yield take(session.machine, before.state, code).state
            except Fault:
                continue
    on = {moment.id for moment in path}
    for leaf in session.leaves()[:OTHERS]:
        if leaf.id not in on and path[start].id in {moment.id for moment in session.path(leaf.id)}:
            yield leaf.state


def _apart(chosen: Facts, other: Facts) -> bool:
    return any(other.get(about) != text for about, text in chosen.items())


def _covering(known: Facts, others: Sequence[Facts]) -> Iterator[tuple[str, str]]:
    """Go through few facts of which each of the other states lacks one, if there are such."""
    left = list(others)
    while left:
        lacking = {about: sum(other.get(about) != text for other in left) for about, text in known.items()}
        best = max(lacking, key=lambda about: lacking[about], default=None)
        if best is None or not lacking[best]:
            return
        yield best, known[best]
        left = [other for other in left if other.get(best) == known[best]]


# ---- the text ---------------------------------------------------------------------------------------------------


def _text(
    session: Session, id: str, title: str, given: Whole, played: Sequence[Moment], held: Sequence[str]
) -> str:  # fmt: skip
    lines = [f'ruling {id} "{title}"', *_sources(played), *_house(session), *_block("given", given.facts)]
    moves: list[str] = []
    for moment in played:
        if moment.line.startswith(GIVEN):
            lines += [*_block("when", moves), *_block("given", moment.line.removeprefix(GIVEN).split("; "))]
            moves = []
        else:
            moves.append(moment.line)
    return "\n".join([*lines, *_block("when", moves), *_block("expect", held)]) + "\n"


def _block(word: str, said: Sequence[str]) -> list[str]:
    indent = " " * (len(word) + 3)
    return [f"  {word} {said[0]}", *(indent + line for line in said[1:])] if said else []


def _sources(played: Sequence[Moment]) -> list[str]:
    """Return the sources of the clauses on which the line rests, with where the clauses stand: those of cards before
    those of the game, and of the last answer first."""
    places: dict[str, dict[str, None]] = {}
    found = [o for moment in reversed(played) for event in reversed(moment.events) for o in origins(event)]
    for origin in sorted(found, key=lambda origin: not origin.card):  # stable: otherwise as they came
        said = origin.source or origin.card
        if said:
            places.setdefault(said, {})[f"{origin.path.rpartition('/')[2]}:{origin.line}"] = None
    return [f'  source "{said}"  # {", ".join(sorted(at)[:6])}' for said, at in list(places.items())[:SOURCES]]


def _house(session: Session) -> list[str]:
    scenario = session.card_set.scenario(session.cast.scenario) if session.cast.scenario else None
    brought = scenario.house if scenario is not None else ()
    rules = [str(rule) for rule in session.card_set.chosen.rules if rule not in brought]
    return [f"  house: {', '.join(rules)}"] if rules else []


def _fails(session: Session, text: str) -> str:
    """Read and play the ruling of a text; return why it does not hold, or nothing."""
    parsed = parse(Source("recorded.ruling", text))
    node = next((node for node in parsed.declarations if isinstance(node, syntax.Ruling)), None)
    if node is None or parsed.diagnostics:
        return "; ".join(d.message for d in parsed.diagnostics) or "it cannot be read"
    ruling, faults = read_ruling(node, session.card_set.words, "recorded.ruling")
    if ruling is None:
        return "; ".join(d.message for d in faults)
    result = run_one(session.machine, session.card_set, ruling)
    return "" if result.status == "passed" else result.message
