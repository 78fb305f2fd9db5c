"""Lines that nobody should type: made of real commands, answers and lines of rulings, and then spoiled.

`python -m tests.prompt.hostile 20000` types so many, over games at random places, and prints the slowest. A bounded
number is a test of its own (`test_hostile_lines.py`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

from moot.interpreter.play.alternatives import possible
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.cast import NoGame, Wish
from moot.repl import commands
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.files import Reach
from moot.repl.output import FAILED, OK, QUIT, REFUSED, UNKNOWN
from moot.repl.suggest import suggestions

from .sessions import ROOT, card_set, orchard

STATUSES = {OK, REFUSED, FAILED, UNKNOWN, QUIT}
NUMBERS = (
    "0", "-1", "1", "2", "7", "00", "1e9", "999999", "1000001", "9" * 18, "9" * 30, "9" * 5000, "²", "٣", "½", "1_000",
    "0x10", "p0", "p9", "p99", "p" + "9" * 40, "∞", "-" * 30,
)  # fmt: skip
ODD = (
    "", " ", "\t", "\n", "\n  ", "\r\n", "\x00", "\x1b[2J", "\x9b31m", "\u202e", "\u2028", "\ufeff", "é", "ﬁ", "İ", "ß",
    "\ud800", "👩‍👧", "e\u0301" * 9, '"', '""', "`", "'", ":", ";", ";;", ",", ",,", "#", "#x", "::error::", "##[x]",
    "(", "))", "?", "…", "*", "%s", "{0}", "\\", "/etc/passwd", "~", "a" * 3000, "a, " * 300, "the " * 200,
)  # fmt: skip
WORDS = (
    "only", "until", "ends", "everyone passes", "passes", "is", "of", "each", "not", "no", "yes", "nobody", "everyone",
    "because", "game", "end", "hand", "p1", "p2", "p3", "as p2", "as nobody", "given", "expect", "players",
    "player", "by", "on", "the", "and", "with", "done", "first", "ruling R1", "source", "to", "from",
)  # fmt: skip


def games() -> Iterator[Console]:
    """The small game, and the large one with few and with many players."""
    for name, players in (("citadels", 5), ("citadels", 2), ("kuhn-poker", 2), ("citadels", 7)):
        session = begin(card_set(f"cards/{name}"), None, Wish(players=players, seed=players))
        assert not isinstance(session, NoGame), session
        yield Console(session, reach=Reach())
    small = orchard(3)
    small.reach = Reach()
    yield small


def ruled() -> list[str]:
    """Lines of rulings, as they stand."""
    found = []
    for path in sorted((ROOT / "cards").rglob("*.ruling"))[:6]:
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [line.strip() for line in lines if line.startswith("  ")]
    return found


RULED = ruled()


def intact(session: Session) -> bool:
    """Whether the tree of moments is one: each hangs on an earlier one, and every end leads to the start."""
    moments = session.history.moments
    hangs = all((m.parent is None) == (m.id == 0) and (m.parent is None or 0 <= m.parent < m.id) for m in moments)
    numbered = [m.id for m in moments] == list(range(len(moments)))
    followed = {m.id for m in moments if m.parent is not None} == {c for cs in session.children().values() for c in cs}
    return hangs and numbered and followed and all(session.path(end.id)[0].id == 0 for end in session.leaves())


@dataclass(frozen=True)
class Typed:
    """A line that was typed, how long it took, and how it went."""

    line: str
    seconds: float
    status: str


class Fingers:
    """Types lines at a console. What it types depends on the seed alone."""

    def __init__(self, console: Console, seed: int) -> None:
        self.console = console
        self.chance = Random(seed)

    def type(self, count: int) -> Iterator[Typed]:
        """So many lines; each must come to some text, whatever it is, and leave the history whole."""
        for _ in range(count):
            if self.chance.random() < 0.15:
                self.elsewhere()
            line = self.line()
            began = time.process_time()  # not that of others who work here
            try:
                list(suggestions(self.console, line[: self.chance.randrange(len(line) + 1)]))
                out = execute(self.console, line)
            except Exception as fault:
                raise AssertionError(f"{line[:300]!r} at {[m.line for m in self.console.session.path()]}") from fault
            assert out.status in STATUSES and isinstance(out.text, str), line
            session = self.console.session
            assert session.path()[-1].id == session.here and session.path()[0].parent is None, line
            assert intact(session), line
            assert session.history.within is None or 0 <= session.history.within <= len(session.now.events), line
            yield Typed(line, time.process_time() - began, out.status)

    def elsewhere(self) -> None:
        """The game goes on, or back."""
        session = self.console.session
        self.console.viewer = self.chance.choice([None, None, *range(session.cast.players)])
        for _ in range(self.chance.randrange(12)):
            legal = session.legal()
            if not legal or self.chance.random() < 0.15:
                session.goto(self.chance.randrange(len(session.history.moments)))
                break
            session.answer(str(1 + self.chance.randrange(len(legal))))

    def line(self) -> str:
        """One line."""
        line = self.sound()
        for _ in range(self.chance.choice((0, 1, 1, 2, 3, 6))):
            line = self.spoiled(line)
        return line

    def sound(self) -> str:
        """A line somebody might type."""
        chance, session = self.chance, self.console.session
        legal = session.legal() or [""]
        kind = chance.randrange(8)
        if kind == 0:
            return chance.choice(legal)
        if kind == 1:
            return f"p{chance.randint(1, 9)} {chance.choice(legal)}"
        if kind == 2:
            return chance.choice(RULED)
        if kind == 3 and session.asked is not None:
            texts = [o.text for o in possible(session.machine, session.now.state)] or [""]
            return f"{chance.choice(('whynot ', '', 'not offered ', 'offered only '))}{chance.choice(texts)}"
        command = chance.choice(commands.names())
        few = (*legal[:3], "", self.value(), chance.choice(RULED))
        rest = chance.choice((*few, *session.card_set.titles, *NUMBERS, *WORDS))
        return f"{command} {rest}"

    def value(self) -> str:
        """A value of something."""
        chance, session = self.chance, self.console.session
        name = " ".join(chance.choice(list(session.words.values) or [("x",)]))
        return f"{name} of {chance.choice((*session.card_set.titles, 'p1', 'p2', '9'))}"

    def spoiled(self, line: str) -> str:
        """The same, with something wrong."""
        chance = self.chance
        words = line.split(" ")
        at = chance.randrange(len(words))
        what = chance.randrange(9)
        if what == 0:
            return line[: chance.randrange(len(line) + 1)]
        if what == 1:
            words[at] = chance.choice(NUMBERS)
        elif what == 2:
            words.insert(at, chance.choice(ODD))
        elif what == 3:
            words.insert(at, chance.choice(WORDS))
        elif what == 4:
            del words[at]
        elif what == 5:
            words = words * chance.choice((2, 2, 3, 40))
        elif what == 6:
            chance.shuffle(words)
        elif what == 7:
            cut = chance.randrange(len(line) + 1)
            return line[:cut] + chance.choice(ODD) + line[cut:]
        else:
            return line + chance.choice((" ", "; ", ", ", "\n   ", "\n")) + self.sound()
        return " ".join(words)


def main(count: int) -> None:
    """By hand."""
    seed, left, slow = 0, count, []
    while left > 0:
        for console in games():
            seed += 1
            some = list(Fingers(console, seed).type(min(left, 250)))
            left -= len(some)
            slow = sorted([*slow, *some], key=lambda t: -t.seconds)[:12]
            if left <= 0:
                break
    for one in slow:
        print(f"{one.seconds:6.2f} s  {one.status:<8} {one.line[:140]!r}")
    print(f"{count} lines, {seed} games")


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
