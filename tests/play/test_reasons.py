"""Why not: the words that forbid an answer, whole and with their values, and no others."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from moot.interpreter.play.session import Finding, NotDone, begin
from moot.interpreter.sets.cast import NoGame, Wish

from .fair import GAME, failures, fair

CARDS = """
helper Rex
  rank 4
  once in your turn, you may
    do      earn 1 coin
  when the turn is ended, during your turn, you may
    choose  waste: a good in stall of another player
    do      burn waste as spoilt

quality spoilt on good

helper Una
  rank 5
  once in your turn, if number of goods in your stall is at least 2, you may
    choose  ware: a good in your bag
    refused "nobody buys it" if type of ware is salt
    do      burn ware
  when the turn is ended, you must
    do      earn 1 coin

helper Guard
  rank 6
  always helpers cannot guard goods in your stall unless they are Cook and your coin is 0

verb guard (guarded) ware: a good by a helper
  refused "it is sweet" if type of ware is sweet
  do nothing

helper Cook
  rank 7
  always this may guard any good even if "it is sweet" unless your coin is 3
  once in your turn, you may
    choose  ware: a good in any stall that this may guard
    do      burn ware
"""


TOLD = {
    "a deed that has its own time is not now": (
        "p1 is Rex, stall Pie", "Rex burns Nuts",
        """
        Rex: burn good in stall of another player as spoilt: forbidden
          Rex: not now, but when the turn is ended, during your turn (6)
        """,
    ),
    "of two deeds of a card that begin alike, each has its own reason": (
        "p1 is Una, stall Pie, bag Nuts", "Una earns",
        """
        Una: earn 1 coin: forbidden
          Una: not now, but when the turn is ended (18)
        """,
    ),
    "a condition is told whole, with its values; and so is a line that refuses": (
        "p1 is Una, stall Pie, bag Nuts", "Una burns",
        """
        Una: burn good in your bag: forbidden
          Una: number of goods in your stall is at least 2 (14)
              number of cards in stall of p1: 1 (Pie), needed: at least 2
          Una: nobody buys it (16)
              type of Nuts: salt
        """,
    ),
    "of an exception it is told which part fails": (
        "p1 is Cook, coin 3; p2 is Guard, stall Nuts", "Cook",
        """
        Cook: burn a good in any stall: forbidden
          Guard: always helpers cannot guard goods in your stall unless they are Cook and your coin is 0 (23)
              coin of p2: 3, needed: 0
        """,
    ),
    "a permission that does not hold is told with what it lacks": (
        "p1 is Cook, stall Pie, Cake", "Cook",
        """
        Cook: burn a good in any stall: forbidden
          it is sweet (26)
              type of Pie: sweet
              Cook: always this may guard any good even if "it is sweet" unless your coin is 3 (31): no
                coin of p1: 3
              type of Cake: sweet
        """,
    ),
    "a word of no answer is named": (
        "p1 is Rex", "sell the moon",
        """
        sell the moon: not applicable
          no answer in this game has the word `moon`
        """,
    ),
    "a card that does not do what is said of it is told with what it does": (
        "p1 is Rex", "Rex flies to the moon",
        """
        Rex flies to the moon: not applicable
          `flies` is not what Rex does; that is called
              Rex: burn good in stall of another player as spoilt
              Rex: earn 1 coin
        """,
    ),
    "a card with the deed of a player is no answer": (
        "p1 is Ann", "Rex sells",
        """
        Rex sells: not applicable
          this is what a player does, not Rex: `sells`
        """,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TOLD)
def test_a_reason_is_told_whole(tmp_path: Path, name: str) -> None:
    given, line, answer = TOLD[name]
    session = begin(fair(tmp_path, CARDS), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame), session
    posed = session.given(f"3 players; {given}")
    assert not isinstance(posed, NotDone), posed.render()
    found = session.whynot(line)
    assert isinstance(found, Finding), found.render()
    assert "\n".join(found.render()) == placed(dedent(answer).strip(), tmp_path / "fair.game")


TWIN = """
helper Twin
  rank 8
  when the turn is ended, you must
    do      earn 1 coin
  once in your turn, if your coin is 99, you may
    do      earn 1 coin
"""


def test_what_happened_is_explained_by_the_sentence_that_did_it(tmp_path: Path) -> None:
    session = begin(fair(tmp_path, TWIN), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame), session
    session.given("3 players; p1 is Twin, coin 99")
    session.answer("end the turn")
    why = session.why()
    assert not isinstance(why, NotDone)
    ours = [line for line in why.render() if "Twin" in line]
    assert [line.partition(",")[0].strip() for line in ours] == ["Twin: when the turn is ended"]


def placed(answer: str, game: Path) -> str:
    """An answer in which each line of the cards above is cited as a line of the game."""
    above = GAME.count("\n") + 1
    return re.sub(r"\((\d+)\)", lambda m: f"({game}:{above + int(m[1])})", answer)


HELD = {
    "its own words": ("Rex burns Nuts", "not now, but when the turn is ended", True),
    "more of the sentence than the words that forbid": (
        "Una burns", "if number of goods in your stall is at least 2, you may", True,
    ),
    "the card on which they stand": ("Una burns", "Una", True),
    "the words of a refused line": ("Una burns", "nobody buys it", True),
    "words of the sentence that do not forbid": ("Una burns", "burn ware", False),
    "the limit, which has not been reached": ("Una burns", "once in your turn", False),
    "the deed itself": ("Rex burns Nuts", "burn waste as spoilt", False),
    "another sentence of the card": ("Rex burns Nuts", "once in your turn", False),
    "another card": ("Rex burns Nuts", "Una", False),
}  # fmt: skip


@pytest.mark.parametrize("name", HELD)
def test_a_ruling_must_name_a_reason_that_forbids(tmp_path: Path, name: str) -> None:
    line, because, holds = HELD[name]
    ruling = f"""
ruling A1 "it is refused"
  given   3 players
          p1 is Rex, Una, stall Pie, bag Nuts
  when    p1 {line}
  refused because "{because}"
"""
    assert (failures(tmp_path, CARDS, ruling) == []) is holds


NAMING = """
verb raid (raided) ware: a good by a helper
  do nothing

helper Raider
  rank 5
  once in your turn, you may
    choose  loot: a good in stall of another player whose price is at most 2 that this may raid
    refused "it is salt" if type of loot is salt
    cost    pay price of loot to the bank
    do      burn loot

helper Trader
  rank 6
  once in your turn, you may
    choose  wanted: a good in stall of another player that this may raid
    choose  offered: a good in your stall that this may raid
    refused "nobody wants it" if type of wanted is salt
    refused "they are alike" if type of wanted is type of offered
    do      burn wanted
            burn offered

helper Picky
  rank 7
  once in your turn, you may
    choose  waste: a good in any stall that is not sweet nor dear
    do      burn waste

quality sweet: a good whose type is sweet
quality dear: a good whose price is at least 2

good Saffron
  price 3, type salt

helper Abbot
  rank 8
  always helpers cannot raid goods in your stall
"""
POOR = "p1 is Raider, coin 0, bag nothing; p2 stall Cake; p3 is Abbot, stall Pie"
SALT = "p1 is Raider, coin 9, bag nothing; p2 stall Nuts; p3 is Abbot, stall Pie"
TRADE = "p1 is Trader, bag nothing, stall Cake; p2 stall Nuts; p3 is Abbot, stall Pie"
RICH = "p1 is Trader, bag nothing, stall Cake, Nuts; p2 stall Nuts, Pie; p3 is Abbot, stall Pie"

SHORT, LONE, BOTH = 'only because "not enough coins"', 'only because "no such answer"', '"not enough coins", Abbot'
WHATEVER, ALIKE = 'only because "nobody wants it"', 'only because "they are alike"'

NAMED = {
    "the thing named": (POOR, "Raider burns Cake of p2", SHORT, True),
    "not another that is refused too": (POOR, "Raider burns Cake of p2", "because Abbot", False),
    "a thing that is forbidden, though it could not be paid": (POOR, "Raider burns Pie of p3", "because Abbot", True),
    "its player names it": (POOR, "Raider burns p2", SHORT, True),
    "a player's own reason only": (POOR, "Raider burns p2", "because Abbot", False),
    "the deed alone has the reasons of each thing": (POOR, "Raider burns", f"only because {BOTH}", True),
    "the deed alone has not one reason only": (POOR, "Raider burns", SHORT, False),
    "a thing that lies elsewhere": (POOR, "Raider burns Cake of p3", LONE, True),
    "one's own has not the reasons of another's": (POOR, "Raider burns Cake of p1", LONE, True),
    "a condition of the thing named": (SALT, "Raider burns Nuts of p2", 'only because "it is salt"', True),
    "nor the other way round": (SALT, "Raider burns Pie of p3", 'only because Abbot', True),
    "the first of two choices": (TRADE, "Trader burns Pie of p3", "only because Abbot", False),
    "what forbids the first whatever is given": (TRADE, "Trader burns Nuts", WHATEVER, True),
    "so too where something else could be had": (RICH, "Trader burns Nuts of p2", WHATEVER, True),
    "the second of two choices": (RICH, "Trader burns Pie of p2, Cake", ALIKE, True),
    "a second choice has not the reasons of the first": (RICH, "Trader burns Pie of p2, Cake", "because Abbot", False),
}  # fmt: skip


@pytest.mark.parametrize("name", NAMED)
def test_a_refusal_is_for_the_reasons_of_what_is_named(tmp_path: Path, name: str) -> None:
    given, line, because, holds = NAMED[name]
    assert held(tmp_path, given, line, because) is holds


QUOTED = (
    "always helpers cannot raid goods in your stall",
    "helpers cannot raid goods in your stall",
    "cannot raid goods in your stall",
    "Abbot",
)
STRAY = ("goods", "your stall", "cannot", "raid", "helpers", "always", "cannot raid", "in your stall")


@pytest.mark.parametrize("words", (*QUOTED, *STRAY))
def test_a_word_of_a_reason_is_no_quotation(tmp_path: Path, words: str) -> None:
    assert held(tmp_path, SALT, "Raider burns Pie of p3", f'because "{words}"') is (words in QUOTED)


EXCLUDED = {"that is not sweet": False, "dear": True, "that is not sweet nor dear": True}


@pytest.mark.parametrize("words", EXCLUDED)
def test_of_several_exclusions_the_quotation_has_one_that_excludes(tmp_path: Path, words: str) -> None:
    given = "p1 is Picky, bag nothing, stall Nuts; p2 stall nothing; p3 stall nothing"
    assert held(tmp_path, given, "Picky burns Nuts", f'because "{words}"') is EXCLUDED[words]


def test_of_what_is_not_named_the_nearest_leads_and_the_others_are_one_line(tmp_path: Path) -> None:
    session = begin(fair(tmp_path, NAMING), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame), session
    session.given(f"3 players; {POOR}")
    found = session.whynot("Raider burns")
    assert isinstance(found, Finding)
    said = [line.split(" (")[0] for line in found.render()]
    assert said[1:] == [
        "  Cake of p2: not enough coins",
        "      coin of p1: 0, needed: at least 2",
        "  the others: more is lacking; Pie of p3: Abbot: always helpers cannot raid goods in your stall",
    ]


def test_a_thing_is_not_taken_for_one_of_another_player(tmp_path: Path) -> None:
    session = begin(fair(tmp_path, NAMING), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame), session
    session.given("3 players; p1 is Raider, coin 9, bag nothing, stall nothing; p2 stall Cake; p3 stall nothing")
    assert isinstance(session.answer("Raider burns Cake of p1"), NotDone)
    assert not isinstance(session.answer("Raider burns Cake of p2"), NotDone)


def held(folder: Path, given: str, line: str, because: str) -> bool:
    """Whether a ruling holds that this line is refused for this; if not, it is because of the reasons."""
    facts = given.replace("; ", "\n          ")
    ruling = f"""
ruling A1 "it is refused"
  given   3 players
          {facts}
  when    p1 {line}
  refused {because}
"""
    wrong = failures(folder, NAMING, ruling)
    assert not wrong or re.search("it was refused because|there are other reasons", wrong[0]), wrong
    return not wrong
