"""Tells what two sets of texts disagree on, as a list of rules: what holds now, and what was said before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from .. import syntax
from ..source import Source
from .rows import SLOTS, Part, Piece, Row, header, joined, parts, pieces_of

ALIKE = 0.6  # from here on two sentences are two wordings of one rule
SHORT = 5  # words: a part of a sentence between commas is told whole if it has no more
APART = 1  # words between two changes that are told as one


@dataclass(frozen=True, slots=True)
class Change:
    """One rule that differs. `now`: the sentence as it reads ("" if it is gone). `was`: the sentence, or those of its
    words, that stood there before; () if it is new. `gone`: words that have fallen away without others in their place.
    `new`: words that have come without others for them to replace; they stand in `now`."""

    now: str
    was: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Difference:
    """A declaration that differs. `sort`: `card`, or the word that declares it. `kind` says whether it is new, gone, or
    says something else; if so, `changes` are the rules that differ."""

    name: str
    sort: str
    kind: str  # "new", "gone" or "changed"
    changes: tuple[Change, ...]


def differences(before: Iterable[Source], after: Iterable[Source]) -> tuple[Difference, ...]:
    """Returns what differs between two sets of texts, in the order of the texts: first what has changed, then what is
    new, then what is gone."""
    old, new = _named(before), _named(after)
    changed, added = [], []
    for name, part in new.items():
        if name not in old:
            now = tuple(Change(said) for said in _sentences(part))
            added.append(Difference(name[1], name[0], "new", now))
        elif changes := tuple(_changes(_sentences(old[name]), _sentences(part))):
            changed.append(Difference(name[1], name[0], "changed", changes))
    gone = [Difference(name, sort, "gone", ()) for sort, name in old if (sort, name) not in new]
    return (*changed, *added, *gone)


def _named(sources: Iterable[Source]) -> dict[tuple[str, str], Part]:
    """Returns the declarations of texts by their sort and name. The rows of tables count, the tables themselves do
    not."""
    found: dict[tuple[str, str], Part] = {}
    for source in sources:
        for part in parts(source):
            match part.node:
                case syntax.Table() | syntax.Example() | syntax.Ruling() | syntax.HouseRule() | syntax.Edition():
                    pass
                case syntax.Card() | syntax.Row():
                    found["card", part.name] = part
                case _:
                    found[header(part)[0], part.name] = part
    return found


def _sentences(part: Part) -> list[str]:
    """Returns what a declaration says, a sentence each: its fields, its rules, its steps."""
    if isinstance(part.node, syntax.Row):
        table = next(node for _, _, node, _ in part.nodes if isinstance(node, syntax.Table))
        columns = [column.text for column in table.columns]
        return [f"{name} {word.text}" for name, word in list(zip(columns, part.node.cells, strict=False))[1:]]
    found = [] if isinstance(part.node, (syntax.Card, syntax.Game)) else [part.root.text]
    for row in part.root.below:
        match row.shape:
            case syntax.Props():
                found += [piece.strip() for piece in row.text.split(",")]
            case syntax.Origin() | syntax.Title() | syntax.Example() | syntax.Ruling():
                pass
            case _:
                found.append(_said(row))
    return found


def _said(row: Row) -> str:
    """Returns a line with the lines below it as one sentence."""
    head, rest = row.text, list[str]()
    opened = ""
    for inner in row.under():
        line = f"{opened} {_bare(inner)}".strip()
        opened = line if len(inner.pieces) == 1 and inner.lead in SLOTS else ""
        if line and not opened:
            rest.append(line)
    if not rest:
        return head
    opens = head.endswith(("may", "must", "cannot"))
    return f"{head} {'; '.join(rest)}" if opens else f"{head}: {'; '.join(rest)}"


def _bare(row: Row) -> str:
    """Returns a line without the word that only opens the deeds of a sentence."""
    if row.lead == "DO":
        return row.inline.text if row.inline is not None else ""
    return row.text


# ---- what has changed ------------------------------------------------------------------------------------------------


def _changes(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """Yields the sentences that differ, in the order of the new text; those that are gone come where they stood."""
    old = [said for said in before if said not in after]
    new = [said for said in after if said not in before]
    twins = _paired(old, new)
    for said in new:
        yield _worded(twins[said], said) if said in twins else Change(said)
    for said in old:
        if said not in twins.values():
            yield Change("", (said,))
    if not old and not new:
        yield from _moved(before, after)


def _paired(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """Returns which old sentence each new one is another wording of: the most alike first."""
    likes = [(_alike(one, other), other, one) for one in old for other in new]
    found: dict[str, str] = {}
    for like, other, one in sorted(likes, key=lambda each: -each[0]):
        if like >= ALIKE and other not in found and one not in found.values():
            found[other] = one
    return found


def _alike(one: str, other: str) -> float:
    """Returns how alike two sentences are, 0 to 1: what is done counts more than when."""
    if _is_field(one) and _is_field(other):
        return float(one.split()[0] == other.split()[0])
    whole = SequenceMatcher(None, one.split(), other.split(), autojunk=False).ratio()
    first, second = _done(one), _done(other)
    if not first or not second:
        return whole
    return (whole + 2 * SequenceMatcher(None, first, second, autojunk=False).ratio()) / 3


def _is_field(said: str) -> bool:
    return len(said.split()) == 2


def _done(said: str) -> list[str]:
    words = said.split()
    return next((words[at + 1 :] for at, word in enumerate(words) if word in ("may", "must")), [])


def _worded(old: str, new: str) -> Change:
    """Returns how a sentence was worded before."""
    one, other = pieces_of(old), pieces_of(new)
    match = SequenceMatcher(None, [p.text for p in one], [p.text for p in other], autojunk=False)
    spans: list[tuple[int, int, int, int]] = []
    for what, a, b, c, d in match.get_opcodes():
        if what == "equal":
            continue
        if spans and a - spans[-1][1] <= APART and spans[-1][1] > spans[-1][0] and b > a:
            spans[-1] = (spans[-1][0], b, spans[-1][2], d)
        else:
            spans.append((a, b, c, d))
    was, gone, added = [], [], []
    for a, b, c, d in (_whole(one, other, span) for span in spans):
        said, now = joined(one[a:b]).strip(",; "), joined(other[c:d]).strip(",; ")
        if said and now:
            was.append(said)
        elif said:
            gone.append(said)
        elif now:
            added.append(now)
    return Change(new, tuple(was), tuple(gone), tuple(added))


def _whole(one: Sequence[Piece], other: Sequence[Piece], span: tuple[int, int, int, int]) -> tuple[int, int, int, int]:
    """Returns a change of words as the change of the whole part between commas, if that is short."""
    a, b, c, d = span
    if a == b or c == d:
        return span
    start = next((i + 1 for i in range(a - 1, -1, -1) if one[i].text == ","), 0)
    end = next((i for i in range(b, len(one)) if one[i].text == ","), len(one))
    if end - start > SHORT:
        return span
    return start, end, c - (a - start), d + (end - b)


def _moved(before: Sequence[str], after: Sequence[str]) -> Iterator[Change]:
    """Yields the sentences that stand elsewhere now, where their order matters."""
    steps = [said for said in after if said.startswith("step ")]
    old = [said for said in before if said.startswith("step ")]
    while steps != old:
        at = next(i for i, said in enumerate(steps) if old[i] != said)
        early, late = steps[at], old[at]
        moved = early if old.index(early) - at >= steps.index(late) - at else late
        behind = steps[steps.index(moved) + 1] if steps.index(moved) + 1 < len(steps) else ""
        first = _step(moved)
        yield Change(f"{first} comes before {_step(behind)}" if behind else f"{first} comes last")
        old.remove(moved)
        steps.remove(moved)


def _step(said: str) -> str:
    return " ".join(said.replace(":", " ").split()[:2])
