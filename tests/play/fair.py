"""A small game for the tests of meaning: at a fair, each player has goods in a stall and people who help.

Each in turn earns, sells, throws away, or uses what an own card or helper can do. A test adds the cards it is about.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.proof import spec
from moot.interpreter.sets.card_set import CardSet, load

GAME = """\
game Fair
  players 2 to 4
  order good, helper

kind good type: sweet, salt

kind good
  has price: coin
  has type: good type
  you are the owner of this
  works while this is in a stall

kind helper
  has rank: number
  you are the player of this
  works while this is in a crew

marker coin on player or card, counted, seen by everyone
marker hat on player, single, seen by everyone
marker done on player, until the end of the turn, seen by everyone

zone store, holds good, seen by nobody, counted
zone bag of player, holds good, seen by its owner, counted
zone stall of player, holds good, seen by everyone
zone bin, holds good, seen by everyone
zone yard, holds helper, seen by everyone
zone crew of player, holds helper, seen by everyone

value fee of ware: a good is price of ware, only more or less
value player of hand: a helper is owner of hand
value wealth of seller: a player is coin of seller, only more or less

quality blank on card

verb earn (earned) sum: coin
  do move sum from the bank to you

verb pay (paid) sum: coin to payee: player or bank
  refused "not enough coins" if your coin is less than sum
  do move sum from you to payee

verb sell (sold) ware: a good
  refused "rich enough" if your wealth is at least 100
  step pay (paid for)
    pay fee of ware to the bank
  step lay
    move ware to your stall

verb scrap (scrapped) waste: goods
  do move waste to the bin

verb burn (burnt) waste: a good
  refused "it is in the bin" if waste is in the bin
  do move waste to the bin

verb end (ended) the turn
  do mark you as done

phase game
  step begin
    move all goods to the store
    shuffle the store
    move all helpers to the yard
    for each newcomer: player
      put 3 coin on newcomer
      move the top 4 cards of the store to bag of newcomer
    for each eldest: player whose seat is 1
      move the hat to eldest
  step days
    repeat until the store is barren
      run the day
      move the top 1 card of the store to the bin
  step close
    win by wealth

quality barren: a zone that has no cards

phase day
  step work
    for each seller: player
      run the turn of seller

phase turn of seller: a player
  step work
    the seller must
      repeat until they are done
        either earn 1 coin
        or     choose ware: a card in their bag that they may sell
               sell ware
        or     choose power: an ability that they may use
               use power
        or     end the turn

position
  begins at step work of day
  a helper is dealt to crew

table good: name, price, type, copies
  Pie, 1, sweet, 6
  Cake, 2, sweet, 6
  Nuts, 2, salt, 6

helper Ann
  rank 1

helper Bob
  rank 2

helper Cid
  rank 3
"""


def fair(folder: Path, *texts: str, game: str = GAME) -> CardSet:
    """The game with these cards and rulings added; nothing may be wrong with them."""
    (folder / "fair.game").write_text("\n".join((game, *texts)), encoding="utf-8")
    (folder / "set.yaml").write_text("id: fair\nnames: {en: Fair}\n", encoding="utf-8")
    found = load(folder)
    assert found.library is not None, "; ".join(d.message for d in found.diagnostics)
    return found


def failures(folder: Path, *texts: str, game: str = GAME) -> list[str]:
    """Which rulings and examples among these texts do not hold, and what is so instead."""
    set_ = fair(folder, *texts, game=game)
    wrong = [d.message for d in set_.diagnostics if d.code not in ("never-done", "poor-name")]
    assert not wrong, wrong
    assert set_.rulings.value and set_.library is not None
    played_alike(set_.library)
    results = spec.run(set_, spec.Spec(set_.rulings.value, ()), Machine(set_.library)).results
    return [f"{r.id} {r.title}: {r.message}" for r in results if r.status != "passed"]


def played_alike(lib: Library, games: int = 3, questions: int = 60) -> None:
    """Random games in both executors: the same states at every question, and never one where nothing can be done."""
    machine, fast = Machine(lib), generate.load(lib)
    for seed in range(games):
        chance = Random(seed)
        s = blank(lib, chance.randint(lib.min_players, lib.max_players), seed, range(len(lib.cards)))
        t = s.clone()
        machine.run(s)
        fast.run(t)
        for _ in range(questions):
            assert s.key() == t.key()
            if s.ask is None:
                break
            answer = chance.choice(s.ask.answers)
            s = s.clone()
            machine.apply(s, answer)
            fast.apply(t, answer)
