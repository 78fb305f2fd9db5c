"""What has happened, what is asked, and what was tried, in words: for anybody, or for one player's eyes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.names import player_name
from moot.interpreter.play.causes import at
from moot.interpreter.play.moment import Told
from moot.interpreter.play.session import Moment, Session
from moot.interpreter.play.teller import Teller

COLUMN = 50  # where causes begin in a log
MANY = 14  # answers; more than that stand side by side
LONGEST = 80  # of a line in the tree
LATEST = 4  # moments of a long run that are told
PLAIN = (": choose one", ": what to do")  # questions that say nothing


# ---- what happened -------------------------------------------------------------------------------------------------


def event(session: Session, told: Told) -> str:
    """What happened and by which words; empty if it is none of the viewer's business."""
    text = session.names.say(told.text.removeprefix(": "))
    return f"{text:<{COLUMN}}  {at(told.origin)}".rstrip() if text else ""


def telling(event: Event, told: bool) -> bool:
    """Whether an event is worth a line in the log. That a deed was done is left out where the answer was told."""
    if event.kind != "note" or event.data[0] not in ("verb", "ability", "step", "clause"):
        return True
    return not told and event.data[0] != "clause" and not (event.data[0] == "verb" and event.data[2] == -1)


def line_of(teller: Teller, moment: Moment) -> str:
    """What led to a moment, as far as it was said aloud."""
    return teller.line(moment) or "(the beginning)"


def happened(teller: Teller, moment: Moment) -> list[str]:
    """The lines of one moment, further in."""
    said = moment.player is not None and not teller.line(moment).endswith(" answers")
    told = [one for one in teller.happenings(moment) if one.event is not None and telling(one.event, said)]
    lines = [event(teller.session, one) for one in told]
    return [f"    {line}" for line in lines if line]


def log(session: Session, viewer: int | None, last: int | None = None) -> list[str]:
    """What has happened on the way here: each answer with its number in the tree, and what it led to."""
    path, teller = session.path(), session.tell(viewer)
    lines: list[str] = []
    for moment in path[-last if last else 0 :]:
        lines.append(f"{moment.id:>3}  {line_of(teller, moment)}")
        lines += [f"  {line}" for line in happened(teller, moment)]
    return lines


def gone(session: Session, moments: Sequence[Moment], viewer: int | None) -> list[str]:
    """What answers that were just given led to; of many only the last."""
    lines, teller = [], session.tell(viewer)
    if len(moments) > LATEST + 1:
        lines.append(f"… {len(moments) - LATEST} answers")
        moments = moments[-LATEST:]
    for moment in moments:
        lines += [line_of(teller, moment)] if moment.line else []
        lines += happened(teller, moment)
    return lines


# ---- what is asked -------------------------------------------------------------------------------------------------


def question(session: Session, viewer: int | None, only: Sequence[str] | None = None, width: int = 100) -> list[str]:
    """Whose decision it is, and the answers by number."""
    teller = session.tell(viewer)
    text = teller.question()
    if session.asked is None:
        return [text, *teller.standings()]
    say = session.names.say
    shown = [(i, say(t)) for i, t in enumerate(teller.legal(), 1) if only is None or t in only]
    numbered = [f"{i:>3}  {text}" for i, text in shown]
    return [f"{player_name(session.asked)} decides" if text.endswith(PLAIN) else text, *_beside(numbered, width)]


def _beside(lines: list[str], width: int) -> list[str]:
    """Many lines in as many columns as fit, read downwards."""
    widest = max(map(len, lines), default=0) + 3
    columns = min(3, width // widest if widest else 1)
    if len(lines) <= MANY or columns < 2:
        return lines
    rows = -(-len(lines) // columns)
    return ["".join(line.ljust(widest) for line in lines[i::rows]).rstrip() for i in range(rows)]


# ---- what was tried ------------------------------------------------------------------------------------------------


def tree(session: Session, names: Mapping[str, int], viewer: int | None) -> list[str]:
    """Every line of play. A branch stands further in than the moment at which it leaves the one before it."""
    children: dict[int, list[int]] = {}
    for moment in session.moments:
        if moment.parent is not None:
            children.setdefault(moment.parent, []).append(moment.id)
    called: dict[int, list[str]] = {}
    for name, id in names.items():
        called.setdefault(id, []).append(name)
    lines: list[str] = []
    teller = session.tell(viewer)
    todo = [(0, "")]
    while todo:
        id, indent = todo.pop()
        stretch = [id]
        while len(children.get(stretch[-1], ())) == 1:
            stretch.append(children[stretch[-1]][0])
        for one in _ends(stretch, {session.here, *called}):
            if one is None:
                lines.append(f"{indent}     …")
                continue
            mark = "*" if one == session.here else " "
            name = f"  `{', '.join(called[one])}`" if one in called else ""
            line = line_of(teller, session.moments[one])
            short = line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"
            lines.append(f"{indent}{mark}{one:>3}  {short}{name}")
        todo += [(child, indent + "    ") for child in reversed(children.get(stretch[-1], []))]
    return lines


def _ends(stretch: Sequence[int], kept: set[int]) -> list[int | None]:
    """A long stretch without its middle (None stands for what is left out)."""
    shown: list[int | None] = []
    for i, id in enumerate(stretch):
        if i < 2 or i >= len(stretch) - 2 or id in kept or len(stretch) <= 6:
            shown.append(id)
        elif shown[-1] is not None:
            shown.append(None)
    return shown
