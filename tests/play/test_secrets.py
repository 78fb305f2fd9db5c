"""Only the player who acts learns what is done secretly; the record of events says for whom each of them is."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library

from .fair import failures
from .test_asked import whispers

Told = list[tuple[str, tuple[int, ...] | None]]


def happened(lib: Library, *answers: int) -> Told:
    """What happens when p1 answers so (which of the answers offered), each with those who may be told."""
    s = blank(lib, 3, 1, range(len(lib.cards)))
    machine, events = Machine(lib), list[Event]()
    machine.run(s)
    for at in (0, *answers):
        assert s.ask is not None
        machine.apply(s, s.ask.answers[at], events)
    told = [(e.kind if e.kind != "note" else str(e.data[1]), e.secret) for e in events if e.kind != "poke"]
    return [(what, whom) for what, whom in told if what not in ("begin", "game")]


P1 = (0,)
ROWS: list[tuple[str, str, tuple[int, ...], Told]] = [
    ("nothing is secret of itself", "the asker must\n  choose mine: a number up to 3\n  earn (mine) coin", (2,),
     [("amount", None), ("earn", None)]),
    ("a deed done secretly, and its name",
     "the asker must, secretly\n  choose mine: a number up to 3\n  earn (mine) coin", (2,),
     [("amount", P1), ("earn", P1)]),
    ("what is done with a secret pick, and not what is done with another",
     "the asker must\n  choose mine: a number up to 3, secretly\n  earn 1 coin\n  earn (mine) coin", (2,),
     [("amount", None), ("earn", None), ("amount", P1), ("earn", P1)]),
    ("a name for a secret pick",
     "the asker must\n  choose mine: a number up to 3, secretly\n  let more be mine plus 1\n  earn (more) coin", (2,),
     [("amount", P1), ("earn", P1)]),
    ("deeds within deeds", "the asker must, secretly\n  boast 1 coin\n  put 1 stash on asker", (), [("put", P1)]),
    ("places exchanged secretly",
     "the asker must\n  choose rival: a player, secretly\n  swap basket of asker with basket of rival", (1,),
     [("swap", P1)]),
    ("afterwards it is no secret any more",
     "the asker must, secretly\n  earn 1 coin\nthe asker must\n  earn 1 coin", (),
     [("amount", P1), ("earn", P1), ("amount", None), ("earn", None)]),
    ("chance, within what is secret",
     "the asker must, secretly\n  let cast be a random number up to 6\n  put (cast) stash on asker", (),
     [("random", P1), ("put", P1)]),
    ("chance kept secret",
     "the asker must\n  let cast be a random number up to 6, secretly\n  put (cast) stash on asker\n  earn 1 coin", (),
     [("random", P1), ("put", P1), ("amount", None), ("earn", None)]),
    ("chance before everybody",
     "the asker must\n  let cast be a random number up to 6\n  put (cast) stash on asker", (),
     [("random", None), ("put", None)]),
    ("what is shown is shown",
     "the asker must, secretly\n  earn 1 coin\n  show basket of asker", (),
     [("amount", P1), ("earn", P1), ("show", None)]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answers", "told"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_who_may_be_told(text: str, answers: tuple[int, ...], told: Told) -> None:
    found = happened(whispers(text), *answers)
    assert [x for x in found if x[0] not in ("deal", "play", "turn")] == told


LAID = """
good Glass
  price 1, type salt
  once in your turn, you may
    let     stars be the top 3 cards of the store
    do
      look at stars
      choose laid: an order of stars
      move laid on top of the store

ruling K1 "who has put them in order knows the order"
  given   2 players
          p1 stall Glass
          store top Pie, Cake, Nuts
  when    p1 Glass, Nuts, Cake, Pie
  as p1 expect store top Nuts, Cake, Pie
  as p2 expect store unknown
"""


def test_who_lays_cards_on_a_place_knows_them_there(tmp_path: Path) -> None:
    assert failures(tmp_path, LAID) == []
