"""Say why an answer is not legal or not understood."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from moot.dsl.nearest import nearest as closest
from moot.interpreter.play.session import NO_ANSWER, Finding, Line, NotDone, Session, Why
from moot.interpreter.play.words import normal
from moot.interpreter.sets.nearest import nearest

from . import hints
from .output import REFUSED, UNKNOWN, Output, said

SURELY = 0.9  # how like a command the first word of a line is that means it, whatever answers are like the rest


def refusal(why: NotDone, line: str, commands: Sequence[str], hint: Callable[[], str] = str) -> Output:
    """Return the reasons if cards forbid the answer; otherwise what the person may have meant: an answer, one of these
    commands, or what `hint` says."""
    finding = why.finding
    if finding is not None and finding.reasons and not finding.nothing:
        return said([f"{finding.answer}: this is not possible", *finding.render()[1:]], REFUSED)
    otherwise_called = [] if finding is None else _told(w for w in finding.reasons if w.kind == "called")
    if otherwise_called:
        return said([why.sentence, *otherwise_called], UNKNOWN)
    near = [f"`{n}`" for n in why.near]
    word = line.split()[0] if line.split() else ""
    surely = closest(word, commands, SURELY) if len(word) > 3 and " " in line.strip() else None
    if near and surely is not None:
        near = [f"`{surely}{line.strip()[len(word) :]}`"]
    otherwise = "" if near else hint()
    if otherwise:
        return said([why.sentence, f"  {otherwise}"], UNKNOWN)
    command = nearest(word, [c for c in commands if len(c) > 2]) if len(word) > 2 and not near else None
    if command is not None:
        near.append(f"`{command}{line.strip()[len(word) :]}`" if " " in line.strip() else f"the command `{command}`")
    if not near:
        return said([why.sentence, "  `?` lists the answers, `help` the commands"], UNKNOWN)
    return said([why.sentence, *([] if why.offers else [f"  did you mean {' or '.join(near)}?"])], UNKNOWN)


def no_answer(session: Session, viewer: int | None, line: Line, finding: Finding) -> list[str]:
    """Say that a line is no answer here: why, where the card lies that it names, what is asked instead, and the nearest
    answer."""
    teller, words = session.tell(viewer), line.text
    lines = [f"`{words}` is not an answer here"]
    told = _told(w for w in finding.reasons if w.text != NO_ANSWER or w.saw)
    lies = [] if any(w.kind == "called" for w in finding.reasons) else hints.where_lies(session, words, viewer)
    near = teller.near(line)[:2] or [n for n in (nearest(words, teller.others()),) if n]
    near = [n for n in near if normal(n) != line.words]
    meant = [f"  did you mean {' or '.join(f'`{n}`' for n in near)}?"] if near and not lies else []
    return [*lines, *told, *lies, f"  {hints.asked(session, viewer)}", *meant]


def _told(reasons: Iterable[Why]) -> list[str]:
    """Return the reasons, each with the values below it."""
    lines = []
    for why in reasons:
        lines += [f"  {why.text}"] if why.text != NO_ANSWER else []
        lines += [f"{'  ' if why.text == NO_ANSWER else '      '}{one}" for one in why.saw]
    return lines
