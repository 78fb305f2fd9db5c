"""Players of whom the value `team` is the same are partners: they are named as such, and win together."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play.session import Session, begin
from moot.interpreter.proof.simulate import simulated
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import NoGame
from moot.repl.cli import main

GAME = """\
game Sides
  players PLAYERS

kind side: sun, moon

marker coin on player, counted, seen by everyone

TEAM

phase game
  step turns
    for each taker: player
      run the turn of taker
  step over
    END

phase turn of taker: a player
  step only
    put (seat of taker) coin on taker
    the taker must
      DEED
"""
TEAM = """value team of ally: a player is sun
  team of ally is moon if seat of ally is even
"""
NOTHING = "nothing"
ALONE = "kept team of player: a side, seen by everyone"
SET = "if coin of taker is 99\n  set team of taker to sun\n"


def sides(
    folder: Path, deed: str = NOTHING, team: str = TEAM, end: str = "win by total coin", players: int = 4
) -> CardSet:
    """A game with these teams, in which everybody gets a coin for each seat up to his own, and then does this."""
    text = GAME.replace("TEAM", team).replace("END", end.replace("\n", "\n    ")).replace("PLAYERS", str(players))
    (folder / "sides.game").write_text(text.replace("DEED", deed.replace("\n", "\n      ")), "utf-8")
    (folder / "set.yaml").write_text("id: sides\nnames: {en: Sides}\n", "utf-8")
    return load(folder)


def begun(set_: CardSet) -> Session:
    assert not set_.diagnostics, [d.message for d in set_.diagnostics]
    session = begin(set_)
    assert not isinstance(session, NoGame)
    return session


def test_partners_win_together_and_are_one_in_the_result(tmp_path: Path) -> None:
    session = begun(sides(tmp_path))
    assert session.winners == (1, 3)
    assert session.teams == ((0, 2), (1, 3))
    assert session.view(0)["teams"] == [["p1", "p3"], ["p2", "p4"]]
    assert session.question() == "the game is over: p2 and p4 win"
    assert session.tell().standings() == ["total coin: p2 and p4 6, p1 and p3 4"]
    done = simulated(session.card_set, session.cast, 3)
    assert (done.wins, done.shared) == ((0, 3, 0, 3), 0)


HUNTER = """kept hunter: a player, seen by everyone
value team of ally: a player is 1
  team of ally is 0 if ally is hunter
"""
WORDS = TEAM + "value points of band: a side is total coin of players of band\n"
CARDS = """kind band
  has size: number

kept points of band: a number, seen by everyone
value team of ally: a player is Owls
  team of ally is Bats if seat of ally is odd

table band: name, size
  Owls, 1
  Bats, 2
"""
WON = {
    "by the lowest": (NOTHING, TEAM, "win by lowest total coin", (0, 2)),
    "each with his team": ("if seat of taker is 3\n  win", TEAM, "nothing", (0, 2)),
    "one against all": ("if seat of taker is 3\n  set hunter to taker", HUNTER, "win by lowest total coin", (2,)),
    "all against one": ("if seat of taker is 3\n  set hunter to taker", HUNTER, "win by total coin", (0, 1, 3)),
    "by what is kept of a team": ("set points of their team to seat of taker", CARDS, "win by lowest points", (0, 2)),
    "by the value of a word": ("if points of moon is more than points of sun\n  win", WORDS, "nothing", (1, 3)),
    "then by another": ("set points of their team to 3", CARDS, "win by points, then total coin", (1, 3)),
    "nobody is in a team": (SET, ALONE, "win by total coin", (3,)),
}  # fmt: skip


@pytest.mark.parametrize("case", WON)
def test_a_team_wins(tmp_path: Path, case: str) -> None:
    deed, team, end, winners = WON[case]
    assert begun(sides(tmp_path, deed, team, end)).winners == winners


LEFT_OVER = ("points of 2 sun", "points of sun of taker", "sun of taker", "points of up to sun")


@pytest.mark.parametrize("words", LEFT_OVER)
def test_every_word_around_a_word_of_a_list_is_read(tmp_path: Path, words: str) -> None:
    found = sides(tmp_path, f"if {words} is moon\n  win", WORDS).diagnostics
    assert any(d.severity == "error" for d in found)


COINS = {
    "put 1 coin on their partner": (2, 3, 4, 5),
    "put 5 coin on the partner of their left neighbour": (6, 7, 8, 9),
    "for each foe: opponent of them\n  put 1 coin on foe": (3, 4, 5, 6),
    "for each ally: player of their team\n  put 1 coin on ally": (3, 4, 5, 6),
    "for each foe: player of moon\n  put 1 coin on foe": (1, 6, 3, 8),
    "if there is a partner of them whose seat is 4\n  put 5 coin on taker": (1, 7, 3, 4),
    "if taker is an opponent of the player 1 place left of taker\n  put 5 coin on taker": (6, 7, 8, 9),
    "if taker is a partner of the player 1 place left of taker\n  put 5 coin on taker": (1, 2, 3, 4),
    "for each foe: player of teams of their opponents\n  put 1 coin on foe": (3, 4, 5, 6),
    "for each ally: one of their partners\n  put 1 coin on ally": (2, 3, 4, 5),
    "put (total coin of their opponents) coin on taker": (1, 3, 6, 11),
}


@pytest.mark.parametrize("deed", COINS)
def test_partners_and_opponents_are_named(tmp_path: Path, deed: str) -> None:
    coins = begun(sides(tmp_path, deed)).view()["marks"]["coin"]
    assert tuple(coins.values()) == COINS[deed]


def test_of_several_partners_yours_is_the_next_clockwise(tmp_path: Path) -> None:
    session = begun(sides(tmp_path, "if seat of taker is 5\n  put 9 coin on their partner", players=6))
    assert session.view()["marks"]["coin"] == {"p1": 10, "p2": 2, "p3": 3, "p4": 4, "p5": 5, "p6": 6}


def test_who_is_in_no_team_has_no_partner_and_everybody_against_him(tmp_path: Path) -> None:
    deed = SET + "if there is a partner of them\n  put 20 coin on taker\nfor each foe: opponent of them\n"
    deed += "  put 1 coin on foe"
    session = begun(sides(tmp_path, deed, ALONE))
    assert session.teams == ((0,), (1,), (2,), (3,))
    assert tuple(session.view()["marks"]["coin"].values()) == (4, 5, 6, 7)


def test_a_secret_team_is_known_to_its_players_alone(tmp_path: Path) -> None:
    team = "kept team of player: a side, seen by its owner"
    session = begun(sides(tmp_path, "choose mine: a side, secretly\nset team of taker to mine", team))
    for answer in ("sun", "moon", "sun"):
        session.answer(answer)
    assert session.view()["teams"] == [["p1", "p3"], ["p2"], ["p4"]]
    assert session.view(1)["teams"] == [["p2"]]
    assert session.view(0)["teams"] == [["p1"]]


@pytest.mark.parametrize("word", ["side", "team"])
def test_another_team_is_one_that_is_not_yours(tmp_path: Path, word: str) -> None:
    lines = (f"choose wanted: another {word}", "for each ally: player of wanted", "  put 9 coin on ally")
    verb = "verb pick (picked)\n  do\n    " + "\n    ".join(lines) + "\n"
    session = begun(sides(tmp_path, "pick", TEAM + verb))
    assert tuple(session.view()["marks"]["coin"].values()) == (19, 20, 21, 22)


WRONG = {
    "teams win": (NOTHING, TEAM, "win by coin", "teams win here, and `coin` is of one player"),
    "no teams": (
        NOTHING, "", "win by total coin", "`total` adds up what the players of a team have, and this game has none",
    ),
    "no partner": (
        "put 1 coin on their partner", "", "win by coin", "nobody has a partner in a game without teams",
    ),
    "which opponent": (
        "put 1 coin on their opponent", TEAM, "win by total coin", "nothing says who picks this one",
    ),
    "of nobody": (NOTHING, "value team is sun", "win by coin", "the `team` is asked of one player"),
    "no word": (
        NOTHING, "value team of ally: a player is players", "win by total coin",
        "the `team` of a player is a number, a word of a list, a card or a player, not players",
    ),
    "of something else": (
        "for each ally: player of taker\n  put 1 coin on ally", TEAM, "win by total coin",
        "a player is of a team, which is a side here, not a player",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_cannot_be_a_team_is_told(tmp_path: Path, case: str) -> None:
    deed, team, end, message = WRONG[case]
    assert [d.message for d in sides(tmp_path, deed, team, end).diagnostics] == [message]


CARD = """kind trick
  has size: number
  you are the owner of this
  works while this is in a hand

zone hand of player, holds trick, seen by everyone

trick Helping Hand
  size 1
  once in a game, you may
    choose  target: an opponent
    do      move 1 coin from target to your partner
"""
SAID = {
    "en": "you may choose one of your opponents and move 1 coin from them to your partner.",
    "fr": "vous pouvez choisir un de vos adversaires et déplacer 1 « coin » de cet adversaire vers votre partenaire.",
    "pt": "você pode escolher um dos seus adversários e mover 1 “coin” dele para seu parceiro.",
}


@pytest.mark.parametrize("language", SAID)
def test_partners_are_read_back(tmp_path: Path, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    sides(tmp_path, team=TEAM + CARD)
    main(["text", "Helping Hand", "--set", str(tmp_path), "--lang", language])
    assert SAID[language] in capsys.readouterr().out


def test_opponents_are_not_answered_as_all_the_others(tmp_path: Path) -> None:
    found = sides(tmp_path, team=TEAM + CARD.replace("move 1 coin from target", "each opponent loses 1 coin"))
    assert found.diagnostics and not any("other player" in str(d) for d in found.diagnostics)
