"""What is said to somebody whose answer is not legal, or is not understood."""

from __future__ import annotations

from moot.interpreter.play.session import Refused
from moot.interpreter.sets.nearest import nearest

from . import commands
from .output import REFUSED, UNKNOWN, Output, said


def refusal(why: Refused, line: str) -> Output:
    """The reasons, if cards speak against it; else what may have been meant: an answer, or a command."""
    verdict = why.verdict
    if verdict is not None and any(w.kind != "none" for w in verdict.reasons):
        return said([f"{verdict.answer}: this cannot be done", *verdict.render()[1:]], REFUSED)
    near = [f"`{n}`" for n in why.near]
    word = line.split()[0] if line.split() else ""
    command = nearest(word, commands.names()) if len(word) > 2 and not near else None
    if command is not None:
        near.append(f"the command `{command}`")
    lists = any(sign in why.message for sign in ("did you mean", "could be", ": `"))  # it says so itself
    if not near:
        return said([why.message, "  `?` lists the answers, `help` the commands"], UNKNOWN)
    return said([why.message, *([] if lists else [f"  did you mean {' or '.join(near)}?"])], UNKNOWN)
