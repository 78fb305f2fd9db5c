"""Put into words what has happened, what is asked, and what was tried: for everybody, or through one player's eyes."""

from __future__ import annotations

from collections.abc import Sequence

from moot.interpreter.play.again import showing
from moot.interpreter.play.decided import decided
from moot.interpreter.play.session import Moment, Session, Teller, Told

COLUMN = 50  # the column of causes in a log
MANY = 14  # more answers than this are laid out in columns
LONGEST = 80  # letters of a line in the tree
SHORTEST = 20  # letters of an answer that are shown in the tree, however deep it stands
MOST = 20  # decisions that are told
LATEST = 4  # moments of a long run that are shown
PLAIN = (": choose one", ": what to do")  # questions that say nothing


# ---- what happened -------------------------------------------------------------------------------------------------


def event(session: Session, told: Told) -> str:
    """Return an event and the words that caused it; empty if the viewer may not know it."""
    text = session.names.say(told.text.removeprefix(": "))
    return f"{text:<{COLUMN}}  {told.at}".rstrip() if text else ""


def line_of(teller: Teller, moment: Moment) -> str:
    """Return what led to a moment, as far as it was said aloud."""
    return teller.line(moment) or "(the beginning)"


def log(session: Session, viewer: int | None, last: int | None = None) -> list[str]:
    """Return what has happened so far: each answer with its number in the tree, and its events."""
    lines: list[str] = []
    for told in session.log(viewer, last):
        if told.event is None:
            lines.append(f"{told.moment:>3}  {told.text}")
        elif not told.aside and (line := event(session, told)):
            lines.append(f"      {line}")
    return lines


def gone(session: Session, moments: Sequence[Moment], viewer: int | None) -> list[str]:
    """Return what the answers just given led to; of many answers only the last."""
    lines, teller = [], session.tell(viewer)
    if len(moments) > LATEST + 1:
        lines.append(f"… {len(moments) - LATEST} answers")
        moments = moments[-LATEST:]
    for moment in moments:
        lines += [line_of(teller, moment)] if moment.line else []
        told = [event(session, one) for one in teller.told(moment) if not one.aside]
        lines += [f"    {line}" for line in told if line]
    return lines


def decisions(teller: Teller, moments: Sequence[Moment]) -> list[str]:
    """Return what was decided for the players on the way to these moments."""
    taken = decided(teller, moments)
    more = [f"  … and {len(taken) - MOST} more: `log` tells them"] if len(taken) > MOST else []
    return ["decided for the players:", *(f"  {one.render()}" for one in taken[:MOST]), *more] if taken else []


def supposed(session: Session, told: Sequence[Told]) -> list[str]:
    """Return what answers would lead to: each answer and its events; of many answers only the last."""
    answers = [i for i, one in enumerate(told) if one.event is None]
    first = answers[-LATEST] if len(answers) > LATEST + 1 else 0
    lines = [f"… {len(answers) - LATEST} answers"] if first else []
    for one in told[first:]:
        if one.event is None:
            lines.append(one.text)
        elif line := event(session, one):
            lines.append(f"    {line}")
    return lines


# ---- what is asked -------------------------------------------------------------------------------------------------


def question(session: Session, viewer: int | None, only: Sequence[str] | None = None, width: int = 100) -> list[str]:
    """Return who must answer, and the answers by number."""
    teller = session.tell(viewer)
    text = teller.question()
    if session.asked is None:
        return [text, *teller.standings()]
    say = session.names.say
    shown = [(i, say(t)) for i, t in enumerate(teller.legal(), 1) if only is None or t in only]
    numbered = [f"{i if teller.by_number else '':>3}  {text}" for i, text in shown]
    return [f"{session.seats[session.asked]} decides" if text.endswith(PLAIN) else text, *_beside(numbered, width)]


def _beside(lines: list[str], width: int) -> list[str]:
    """Lay many lines out in as many columns as fit, to be read downwards."""
    widest = max(map(len, lines), default=0) + 3
    columns = min(3, width // widest if widest else 1)
    if len(lines) <= MANY or columns < 2:
        return lines
    rows = -(-len(lines) // columns)
    return ["".join(line.ljust(widest) for line in lines[i::rows]).rstrip() for i in range(rows)]


# ---- what was tried ------------------------------------------------------------------------------------------------


def tree(session: Session, viewer: int | None, width: int = 100) -> list[str]:
    """Return every line of play, then those of other games that have a name. A branch is indented further than the
    moment at which it leaves another one."""
    lines = _tree(session, viewer, width, session.here)
    for name, place in session.places.others(session.game):
        other = showing(session, place)
        under = f" under {other.card_set.chosen}" if other.card_set.chosen else ""
        lines += ["", f"another game{under} (`goto {name}` takes it up)", *_tree(other, viewer, width, None)]
    return lines


def _tree(session: Session, viewer: int | None, width: int, here: int | None) -> list[str]:
    """Return the lines of play of one game. `here`: the moment that is marked."""
    children = session.children()
    called: dict[int, list[str]] = {}
    for name, id in session.places.of_game(session.game).items():
        called.setdefault(id, []).append(name)
    lines: list[str] = []
    teller = session.tell(viewer)
    todo = [(0, 0)]
    while todo:
        id, depth = todo.pop()
        stretch = [id]
        while len(children.get(stretch[-1], ())) == 1:
            stretch.append(children[stretch[-1]][0])
        indent, deep = " " * min(4 * depth, width // 3), 4 * depth > width // 3
        for one in _ends(stretch, {*called} if here is None else {here, *called}):
            if one is None:
                lines.append(f"{indent}     …")
                continue
            mark = "*" if one == here else " "
            name = f"  `{', '.join(called[one])}`" if one in called else ""
            after = f"  (after {session.moment(one).parent})" if deep and one == id else ""
            head = f"{indent}{mark}{one:>3}  "
            line, left = line_of(teller, session.moment(one)), width - len(head) - len(name) - len(after)
            most = max(min(left, LONGEST), SHORTEST)
            short = line if len(line) <= most else f"{line[: most - 1]}…"
            lines.append(f"{head}{short}{after}{name}")
        todo += [(child, depth + 1) for child in reversed(children.get(stretch[-1], []))]
    return lines


def _ends(stretch: Sequence[int], kept: set[int]) -> list[int | None]:
    """Cut the middle out of a long stretch (None marks the cut)."""
    shown: list[int | None] = []
    for i, id in enumerate(stretch):
        if i < 2 or i >= len(stretch) - 2 or id in kept or len(stretch) <= 6:
            shown.append(id)
        elif shown[-1] is not None:
            shown.append(None)
    return shown
