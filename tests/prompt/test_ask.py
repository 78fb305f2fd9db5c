"""`ask`: what a phrase of the language comes to, for somebody who sees everything and for a player."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from moot.interpreter.play.session import NotDone
from moot.interpreter.proof import spec
from moot.interpreter.sets.card_set import load
from moot.repl.console import Console
from moot.repl.dispatch import execute

from .sessions import ROOT, console

POSED = """given 5 players
  p1 is Warlord, gold 3, city Docks, hand Keep, Tavern
  p2 is Merchant, city Monument, Manor, Temple
  p3 is King, gold 5
  crown p3
  p1 acts"""


@pytest.fixture(scope="module")
def posed() -> Console:
    begun = console("--set cards/citadels --players 5")
    assert execute(begun, POSED).good
    return begun


def asked(posed: Console, phrase: str, viewer: int | None = None) -> list[str]:
    """What is said of a phrase."""
    found = posed.session.tell(viewer).ask(phrase)
    return found.render()


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("gold of the crowned player plus 1", ["6"]),
        ("half of gold of p3 rounded up", ["3"]),
        ("total cost of districts in city of p2", ["8"]),
        ("number of players", ["5"]),
        ("your hand", ["Keep and Tavern"]),
        ("cards in hand of p1 whose cost is at least 2", ["Keep"]),
        ("city of p4", ["nothing"]),
        ("player of King", ["p3"]),
        ("nobody", ["nobody"]),
        ("gold of each player", ["p1  3", "p2  2", "p3  5", "p4  2", "p5  2"]),
        ("type of Temple", ["Temple  religious"]),
        ("cities", ["p1  Docks", "p2  Monument, Manor and Temple", "p3  nothing", "p4  nothing", "p5  nothing"]),
        ("cities of crowned players", ["p3  nothing"]),
        ("players whose gold is at least 3", ["p1 and p3"]),
        ("there is a player whose hand is empty", ["no"]),
        ("either Warlord is killed or gold of p3 is 5", ["yes"]),
        ("p2 may build Keep?", ["no"]),
    ],
)
def test_a_phrase_comes_to(posed: Console, phrase: str, said: list[str]) -> None:
    found = asked(posed, phrase)
    assert [line for line in found if not line.startswith("  ")] == said


@pytest.mark.parametrize(
    ("phrase", "viewer", "said"),
    [
        ("p1 has Keep", None, ["yes", "  Keep is in hand of p1"]),
        ("p1 has Docks?", None, ["yes", "  Docks is in city of p1"]),
        ("p3 has Keep", None, ["no"]),
        ("p1 has King", None, ["no", "  p1 is Warlord"]),
        ("p3 has King", None, ["yes"]),
        ("p1 has Keep", 1, ["p2 cannot know what lies in hand of p1"]),
        ("p1 has Docks", 1, ["yes", "  Docks is in city of p1"]),
        ("p2 has Keep", 1, ["no"]),
        ("price of Keep for each player", None, [f"p{n}  3" for n in range(1, 6)]),
        ("each player has the crown", None, ["no"]),
    ],
)
def test_what_a_player_has(posed: Console, phrase: str, viewer: int | None, said: list[str]) -> None:
    """A card is with a player in whichever of his places it lies; any copy of it will do."""
    assert asked(posed, phrase, viewer) == said


def test_a_condition_shows_what_it_saw(posed: Console) -> None:
    assert asked(posed, "p1 is richest or gold of p1 is at least 3") == [
        "yes",
        "  p1 is richest: no",
        "    gold of p1: 3",
        "    highest of all players: 5",
        "  gold of p1 is at least 3: yes",
        "    gold of p1: 3",
    ]


def test_as_people_say_it_aloud(posed: Console) -> None:
    """A card with its player before it, and a filter without `that`; what was read is said."""
    read, found = asked(posed, "districts p1 Warlord may affect")
    assert read == "(districts that Warlord may affect)"
    assert "5 Tavern" in found
    assert asked(posed, "districts in city of p2 p1 Warlord may affect")[1] == "Monument, Manor and Temple"
    assert asked(posed, "districts p3 Warlord may affect") == ["Warlord is not with p3: p3 is King"]


@pytest.mark.parametrize(
    ("phrase", "viewer", "said"),
    [
        ("hand of p1", 1, "p2 cannot know it (hand of p1)"),
        ("cards in hand of p1 whose cost is at least 2", 1, "p2 cannot know it (hand of p1)"),
        ("number of cards in hand of p1", 1, "2"),
        ("number of cards in your hand", 1, "4"),
        ("player of Warlord", 4, "p1"),
    ],
)
def test_a_player_is_told_what_he_can_know(posed: Console, phrase: str, viewer: int, said: str) -> None:
    assert asked(posed, phrase, viewer)[0].startswith(said.partition(" (")[0])


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("goldd of p1", "no word `goldd` (did you mean `gold`?)"),
        ("score", "`score` of what? (write `of` and a player)"),
        ("2 cards in your hand", "nobody picks anything here"),
        ("all gold", "whose `gold`?"),
        ("hand of p7", "no word `p7`"),
        ("gold gold", "is written twice here"),
        ("(((((((((((((((((((1", "more than 14 levels of parentheses"),
        ("the bank", "the bank cannot be shown"),
    ],
)
def test_what_cannot_be_asked_is_told_at_the_word(posed: Console, phrase: str, said: str) -> None:
    found = posed.session.tell(None).ask(phrase)
    assert isinstance(found, NotDone)
    assert said in " ".join(found.render())


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("there is no player", ["no"]),
        ("gold of p1 is not 3", ["no", "  p1 has gold 3"]),
        ("King is unrevealed", ["no", "  King is not unrevealed"]),
        (
            "King is unrevealed or p1 is crowned",
            ["no", "  King is unrevealed: no", "    King revealed: yes", "  p1 is crowned: no"],
        ),
        ("Docks is in city of p1", ["yes"]),
        ("p1 is Warlord", ["yes"]),
        ("p2 is Warlord", ["no", "  p2 is Merchant"]),
        ("p1 gold 4", ["no", "  p1 has gold 3, not 4"]),
        ("cost of p1 Docks", ["(cost of Docks)", "Docks  3"]),
        ("size of each city", ["city of p1  1", "city of p2  4", *(f"city of p{n}  0" for n in (3, 4, 5))]),
    ],
)
def test_what_is_said_below_an_answer_agrees_with_it(posed: Console, phrase: str, said: list[str]) -> None:
    assert asked(posed, phrase) == said


@pytest.mark.parametrize("phrase", ["all cards", "number of cards", "owner of each card", "cards whose owner is p2"])
def test_all_cards_of_the_game_can_be_asked_about_by_a_player(posed: Console, phrase: str) -> None:
    assert not isinstance(posed.session.tell(1).ask(phrase), NotDone)


def test_what_would_take_too_long_is_refused(posed: Console) -> None:
    phrase = "districts whose cost is 2"
    for _ in range(3):
        phrase = f"districts whose cost is number of ({phrase})"
    assert asked(posed, phrase)[0].startswith("this takes too long to work out")


def test_what_nobody_keeps_count_of(posed: Console) -> None:
    assert asked(posed, "p1 has built nothing this turn")[0].startswith("no rule asks whether this has happened")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("expect gold of the crowned player is 5; p1 gold 3", "yes"),
        ("expect there is a player that has the crown", "yes"),
        ("expect gold of the crowned player is at least 6", "gold of whoever has crown is 5"),
        ("as p2 expect number of cards in hand of p1 is 2", "yes"),
        ("as p2 expect there is a card in hand of p1 whose cost is 3", "p2 cannot know whether there is a card in"),
        ("expect gold of the crowned playr is 5", "no word `playr`"),
        ("expect p1 golld 5", "`golld`"),
    ],
)
def test_any_condition_can_be_expected(posed: Console, line: str, said: str) -> None:
    assert said in execute(posed, line).text


RULING = """ruling X1 "the stakes"
  given 2 players
  expect number of players is 2; {}
"""


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("the total stake of players is at least 2", ""),
        ("there is a player whose stake is 9", "not so: there is a player whose stake is 9"),
    ],
)
def test_a_ruling_can_expect_it(tmp_path: Path, condition: str, said: str) -> None:
    set_ = load(with_ruling(tmp_path, condition))
    assert not set_.diagnostics
    [result] = spec.run(set_, spec.Spec(set_.examples, ()), only=["X1"]).results
    assert (result.status, result.message) == ("failed" if said else "passed", said)


def test_what_a_ruling_cannot_expect_is_told_at_the_word(tmp_path: Path) -> None:
    set_ = load(with_ruling(tmp_path, "there is a player whose stakke is 9"))
    [fault] = set_.diagnostics
    assert set_.sources[fault.span.path].text[fault.span.start : fault.span.end] == "stakke"
    assert fault.help == "did you mean `stake`?"


def with_ruling(folder: Path, condition: str) -> Path:
    """Kuhn poker with one more ruling."""
    shutil.copytree(ROOT / "cards" / "kuhn-poker", folder / "kuhn")
    (folder / "kuhn" / "rulings").mkdir()
    (folder / "kuhn" / "rulings" / "x.ruling").write_text(RULING.format(condition), encoding="utf-8")
    return folder / "kuhn"


@pytest.mark.parametrize(
    ("about", "said"),
    [
        ("score of the crowned player", "score of p3 is 0"),
        ("score of player of King", "score of p3 is 0"),
        ("price of Library for the crowned player", "price of Library for p3 is 6"),
        ("score of p2", "score of p2 is 8"),
        ("does Keep cost 3", "cost of Keep is 3"),
    ],
)
def test_why_reads_the_whole_question(posed: Console, about: str, said: str) -> None:
    """A phrase may say whose value it is; no word of it is passed over."""
    found = posed.session.why(about)
    assert not isinstance(found, NotDone)
    assert found.render()[0] == said


@pytest.mark.parametrize("phrase", ["number of districts in city of p1", "score of p1", "gold of the crowned player"])
def test_a_phrase_that_is_typed_alone_is_to_be_asked(posed: Console, phrase: str) -> None:
    assert execute(posed, phrase).text == f"`{phrase}` is not an answer here\n  did you mean `ask {phrase}`?"


def test_why_a_number_is_what_it_is_before_anything_changed_it(posed: Console) -> None:
    assert execute(posed, "why gold of p3").text == "gold of p3 is 5: nothing has changed it"
    assert "cannot know" not in execute(posed, "as p2 why gold of p3").text


def test_a_number_that_something_has_changed_is_not_said_to_be_as_it_was() -> None:
    begun = console("--set cards/citadels --players 5")
    assert execute(begun, "given 5 players; p1 is Warlord, gold 3; crown p1; p1 acts").good
    assert execute(begun, "p1 gathers gold").good
    assert execute(begun, "why gold of the crowned player").text == "gold of the crowned player is 5"
