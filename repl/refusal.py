"""Say why an answer is not legal or not understood."""

from __future__ import annotations

from collections.abc import Sequence

from moot.interpreter.play.session import NotDone
from moot.interpreter.sets.nearest import nearest

from .output import REFUSED, UNKNOWN, Output, said


def refusal(why: NotDone, line: str, commands: Sequence[str]) -> Output:
    """Return the reasons if cards forbid the answer; otherwise what the person may have meant: an answer, or one of
    these commands."""
    finding = why.finding
    if finding is not None and any(w.kind != "none" for w in finding.reasons):
        return said([f"{finding.answer}: this is not possible", *finding.render()[1:]], REFUSED)
    near = [f"`{n}`" for n in why.near]
    word = line.split()[0] if line.split() else ""
    command = nearest(word, commands) if len(word) > 2 and not near else None
    if command is not None:
        near.append(f"the command `{command}`")
    if not near:
        return said([why.sentence, "  `?` lists the answers, `help` the commands"], UNKNOWN)
    return said([why.sentence, *([] if why.offers else [f"  did you mean {' or '.join(near)}?"])], UNKNOWN)
