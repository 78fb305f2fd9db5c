"""Say why an answer is not legal or not understood."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from moot.dsl.nearest import nearest as closest
from moot.interpreter.play.session import NotDone
from moot.interpreter.sets.nearest import nearest

from .output import REFUSED, UNKNOWN, Output, said

SURELY = 0.9  # how like a command the first word of a line is that means it, whatever answers are like the rest


def refusal(why: NotDone, line: str, commands: Sequence[str], hint: Callable[[], str] = str) -> Output:
    """Return the reasons if cards forbid the answer; otherwise what the person may have meant: an answer, one of these
    commands, or what `hint` says."""
    finding = why.finding
    if finding is not None and any(w.kind != "none" for w in finding.reasons):
        return said([f"{finding.answer}: this is not possible", *finding.render()[1:]], REFUSED)
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
