"""Whether somebody is asked tells the others nothing of what only he sees.

Each row is a text that p1 carries out, and two hands (or two secrets) that the others cannot tell apart. With either p1
is asked the same question; only what he may answer differs, and that only he sees.
"""

# ruff: noqa: E501
from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from moot.interpreter.kernel.generate import load as fast
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State
from moot.interpreter.kernel.text import answer_texts
from moot.interpreter.sets.card_set import load

GAME = """\
game Whispers
  players 3

kind fruit: sweet, sour

kind tree
  has height: number
  has fruit: fruit
  you are the owner of this
  works while this is in a garden

marker coin on player, counted, seen by everyone
marker stash on player, counted, seen by its owner
marker tired on player, until the end of the game, seen by everyone

zone nursery, holds tree, seen by nobody, counted
zone basket of player, holds tree, seen by its owner, counted
zone garden of player, holds tree, seen by everyone

value sweetness of eater: a player is number of (trees in basket of eater whose fruit is sweet)
value reach of eater: a player is coin of eater

quality sweet-toothed: a player whose sweetness is at least 1

verb earn (earned) sum: coin
  do move sum from the bank to you

verb flaunt (flaunted) sum: coin
  refused "nothing sweet" if your sweetness is 0
  do move sum from the bank to you

verb boast (boasted) sum: coin
  do
    flaunt sum

verb plant (planted) plan: a tree
  refused "too high" if your coin is less than height of plan
  do move plan to your garden

verb begin (begun)
  do nothing

verb wait (waited)
  do nothing

phase game
  step deal
    move all cards to the nursery
    for each starter: player whose seat is 1
      the starter must
        either begin
        or     wait
  step play (played)
    for each asker: player whose seat is 1
TEXT
    for each closer: player whose seat is 3
      the closer must
        either begin
        or     wait
  step harvest
    for each eater: player
      move all trees to basket of eater
      put 1 coin on eater

table tree: name, height, fruit
  Plum, 2, sweet
  Pear, 2, sweet
  Crab, 2, sour
  Sloe, 5, sour
CARDS"""


@cache
def whispers(text: str, cards: str = "") -> Library:
    body = "\n".join(" " * 6 + line for line in text.splitlines())
    with TemporaryDirectory() as folder:
        (Path(folder) / "whispers.game").write_text(GAME.replace("TEXT", body).replace("CARDS", ""))
        if cards:
            (Path(folder) / "oak.card").write_text(cards)
        set_ = load(Path(folder))
    assert set_.library is not None, [d.message for d in set_.diagnostics]
    return set_.library


@cache
def orchard(text: str) -> Library:
    """The same with three Plums."""
    body = "\n".join(" " * 6 + line for line in text.splitlines())
    game = GAME.replace("TEXT", body).replace("CARDS", "").replace("height, fruit\n", "height, fruit, copies\n")
    game = (
        game.replace(", sweet\n", ", sweet, 1\n")
        .replace(", sour\n", ", sour, 1\n")
        .replace("sweet, sour, 1\n", "sweet, sour\n")
        .replace("Plum, 2, sweet, 1", "Plum, 2, sweet, 3")
    )
    with TemporaryDirectory() as folder:
        (Path(folder) / "orchard.game").write_text(game)
        set_ = load(Path(folder))
    assert set_.library is not None, [d.message for d in set_.diagnostics]
    return set_.library


def asked(
    lib: Library,
    basket: Sequence[str],
    stash: int = 0,
    garden: Sequence[str] = (),
    elsewhere: Sequence[str] = (),
    copy: int = 0,
) -> tuple[State, list[str]]:
    """The question after p1 was given these cards (and p2 others, of several copies this one), and what can be answered.
    Both executors ask the same."""
    s = blank(lib, 3, 1, range(len(lib.cards)))
    machine, compiled = Machine(lib), fast(lib)
    machine.run(s)
    places = {zone.name: zone.base for zone in lib.zones}
    for titles, zone in ((basket, places["basket"]), (garden, places["garden"]), (elsewhere, places["basket"] + 1)):
        for title in titles:
            card = lib.cards.index(title) + copy
            s.z[s.w[card]] = tuple(c for c in s.z[s.w[card]] if c != card)
            s.z[zone] += (card,)
            s.w[card] = zone
    s.m[next(m.base for m in lib.marks if m.name == "stash")] = stash
    assert s.ask is not None
    other = s.clone()
    machine.apply(s, s.ask.answers[0])
    compiled.apply(other, other.ask.answers[0])  # type: ignore[union-attr]
    assert other.key() == s.key()
    return s, list(answer_texts(lib, s).values())


def question(s: State) -> tuple[int, int, int]:
    assert s.ask is not None
    return s.ask.player, s.ask.program, s.ask.pc


SWEET, SOUR = ("Plum", "Crab"), ("Crab", "Sloe")
ROWS: list[tuple[str, str, list[str], list[str]]] = [
    ("a condition of the deed itself",
     "the asker may\n  refused unless there is a sweet tree in their basket\n  earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("a condition around it",
     "if there is a sweet tree in basket of asker\n  the asker may\n    earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("what there is to choose from",
     "the asker may\n  choose gift: a sweet tree in their basket\n  move gift to garden of asker",
     ["yes, move a sweet tree in their basket to garden of p1", "no"], ["no"]),
    ("how many there are to choose",
     "the asker may\n  choose gifts: 2 trees in their basket whose fruit is sour\n  move gifts to garden of asker",
     ["no"], ["yes, move 2 trees in their basket to garden of p1", "no"]),
    ("a value that reads it",
     "the asker may\n  refused if their sweetness is 0\n  earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("a quality that reads it",
     "the asker may\n  refused unless asker is sweet-toothed\n  earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("a name for what was read",
     "the asker may\n  let n be number of (sweet trees in their basket)\n  refused if n is 0\n  earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("what refuses the deed",
     "the asker may\n  flaunt 1 coin",
     ["yes, flaunt 1 coin", "no"], ["no"]),
    ("whether the card chosen allows it",
     "the asker may\n  choose plan: a tree in their basket that they may plant\n  plant plan",
     ["no"], ["no"]),
    ("who is asked",
     "if asker has no coin\n  each sweet-toothed player may\n    earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("who is gone through",
     "if asker has no coin\n  for each eater: player whose sweetness is at least 1\n    the eater may\n      earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("half of it is public",
     "the asker may\n  refused unless asker is sweet-toothed and coin of asker is 0\n  earn 1 coin",
     ["yes, earn 1 coin", "no"], ["no"]),
    ("words of what is held",
     "the asker must\n  choose wanted: one of fruits of trees in their basket\n  if wanted is sour\n    earn 1 coin",
     ["sour", "sweet"], ["sour"]),
    ("a branch whose deed is refused",
     "the asker must\n  either flaunt 1 coin\n  or     earn 1 coin",
     ["flaunt 1 coin", "earn 1 coin"], ["earn 1 coin"]),
    ("a branch with lines below it, and the deed within a deed",
     "the asker must\n  either\n    earn 1 coin\n    boast 1 coin\n  or\n    begin",
     ["earn 1 coin", "begin"], ["begin"]),
    ("a branch whose deed is refused under a condition",
     "the asker must\n  either\n    if asker has no coin\n      flaunt 1 coin\n  or\n    begin",
     ["if p1 has no coin flaunt 1 coin", "begin"], ["begin"]),
    ("an only card of its sort, where it must be chosen",
     "the asker must\n  choose gift: a tree in their basket whose fruit is sour\n  move gift to garden of asker",
     ["Crab"], ["Crab", "Sloe"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "sweet", "sour"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_the_same_question_whatever_is_held(text: str, sweet: list[str], sour: list[str]) -> None:
    lib = whispers(text)
    first, second = asked(lib, SWEET), asked(lib, SOUR)
    assert question(first[0]) == question(second[0]) and question(first[0])[0] == 0
    assert (sorted(first[1]), sorted(second[1])) == (sorted(sweet), sorted(sour))


def test_a_counter_that_only_its_owner_sees() -> None:
    lib = whispers("the asker may\n  refused if their stash is less than 2\n  earn 1 coin")
    none, some = asked(lib, (), 0), asked(lib, (), 3)
    assert question(none[0]) == question(some[0])
    assert (none[1], some[1]) == (["no"], ["yes, earn 1 coin", "no"])


def test_a_branch_that_such_a_counter_closes() -> None:
    lib = whispers(
        "the asker must\n  either\n    refused if their stash is less than 2\n    earn 1 coin\n  or\n    begin"
    )
    none, some = asked(lib, (), 0), asked(lib, (), 3)
    assert question(none[0]) == question(some[0]) and question(none[0])[0] == 0
    assert (none[1], some[1]) == (["begin"], ["earn 1 coin", "begin"])


PUBLIC = [
    ("what is seen closes the branch", "the asker must\n  either\n    refused unless asker is tired\n    flaunt 1 coin\n  or\n    begin", SWEET),
    ("nobody has a card: that is counted", "the asker may\n  choose gift: a sweet tree in their basket\n  move gift to garden of asker", ()),
    ("what is seen refuses it", "the asker may\n  refused unless asker is sweet-toothed and asker is tired\n  earn 1 coin", SWEET),
    ("too few cards", "the asker may\n  choose gifts: 2 sweet trees in their basket\n  move gifts to garden of asker", ("Plum",)),
    ("the only card there is must be taken", "the asker must\n  choose gift: a tree in their basket\n  move gift to garden of asker", ("Plum",)),
    ("the last of an order", "the asker must\n  choose laid: an order of trees in their basket\n  move laid to garden of asker", ("Plum",)),
    ("all cards there are must be taken", "the asker must\n  choose gifts: 2 trees in their basket\n  move gifts to garden of asker", SWEET),
]  # fmt: skip


@pytest.mark.parametrize(("text", "basket"), [r[1:] for r in PUBLIC], ids=[r[0] for r in PUBLIC])
def test_nobody_is_asked_where_everybody_knows_the_answer(text: str, basket: Sequence[str]) -> None:
    assert question(asked(whispers(text), basket)[0])[0] == 2


CLAUSES = [
    "when coin is earned by you, if there is a sweet tree in your basket, you may\n    do move 1 coin from the bank to you",
    "when coin is earned by you, you may\n    refused unless your sweetness is at least 1\n    do move 1 coin from the bank to you",
    "when coin is earned by you, you may\n    choose gift: a sweet tree in your basket\n    do move gift to your garden",
    "when coin is earned by you, once in the game, you may\n    choose gift: a sweet tree in your basket\n    do move gift to your garden",
]  # fmt: skip


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_same_question_of_a_card(clause: str) -> None:
    card = f"tree Oak\n  height 1\n  fruit sour\n  {clause}\n"
    lib = whispers("the asker must\n  earn 1 coin", card)
    first, second = asked(lib, SWEET, garden=("Oak",)), asked(lib, SOUR, garden=("Oak",))
    assert question(first[0]) == question(second[0]) and question(first[0])[0] == 0
    assert len(first[1]) == 2 and second[1] == ["no"]


NAMING = "the asker must\n  choose claim: a tree\n  for each rival: player whose seat is 2\n    if claim is in basket of rival\n      earn 1 coin"


def test_a_title_is_offered_once_wherever_its_copies_lie() -> None:
    lib = orchard(NAMING)
    assert asked(lib, ())[1] == asked(lib, (), elsewhere=("Plum",))[1] == ["Plum", "Pear", "Crab", "Sloe"]


@pytest.mark.parametrize("copy", range(3))
def test_a_card_that_was_named_is_any_of_its_title(copy: int) -> None:
    lib = orchard(NAMING)
    s, _ = asked(lib, (), elsewhere=("Plum",), copy=copy)
    assert s.ask is not None
    Machine(lib).apply(s, s.ask.answers[0])
    assert s.m[next(m.base for m in lib.marks if m.name == "coin")] == 1


WAYS = [
    "when coin would be earned by you, you may\n    choose gift: a sweet tree in your basket\n    instead move gift to your garden",
    "when coin would be earned by you, if there is a sweet tree in your basket, you may\n    instead move 2 coin from the bank to you",
    "when coin would be earned by you, once in the game, you may\n    choose gift: a sweet tree in your basket\n    do move gift to your garden",
]  # fmt: skip


@pytest.mark.parametrize("clause", WAYS)
def test_the_same_question_where_a_deed_can_be_done_in_another_way(clause: str) -> None:
    card = f"tree Oak\n  height 1\n  fruit sour\n  {clause}\n"
    lib = whispers("the asker must\n  earn 1 coin", card)
    first, second = asked(lib, SWEET, garden=("Oak",)), asked(lib, SOUR, garden=("Oak",))
    assert question(first[0]) == question(second[0]) and question(first[0])[0] == 0
    assert len(first[1]) > len(second[1]) == 1


def test_nobody_is_asked_how_where_everybody_sees_one_way_alone() -> None:
    clause = "when coin would be earned by you, if your coin is at least 9, you may\n    choose gift: a sweet tree in your basket\n    instead move gift to your garden"
    lib = whispers("the asker must\n  earn 1 coin", f"tree Oak\n  height 1\n  fruit sour\n  {clause}\n")
    assert question(asked(lib, SWEET, garden=("Oak",))[0])[0] == 2


NAMED = [
    ("the asker must\n  choose rival: a player\n  either earn 2 coin\n  or\n    move 1 coin from rival to asker", "move 1 coin from p2 to p1"),
    ("the asker must\n  choose rival: a player, secretly\n  either earn 2 coin\n  or\n    move 1 coin from rival to asker", "move 1 coin from rival to p1"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer"), NAMED)
def test_an_answer_says_whom_a_local_name_stands_for_unless_that_is_secret(text: str, answer: str) -> None:
    lib = whispers(text)
    s, answers = asked(lib, SWEET)
    Machine(lib).apply(s, s.ask.answers[answers.index("p2")] if s.ask else 0)
    assert answer in answer_texts(lib, s).values()
