"""`moot simulate --clauses` and `moot test --coverage` tell what the cards never did; a game in which nobody decides
anything says so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.repl.cli import main

TRICKS = """\
game Tricks
  players 3

kind playing
  has rank: number

marker lead on player, single, seen by everyone

zone deck, holds playing, seen by nobody
zone hand of player, holds playing, seen by its owner
zone front of player, holds playing, seen by everyone

value won of taker: a player is number of cards in front of taker
  won of taker is 0 more if taker has the lead
  won of taker is 9 if number of players is 2

verb play (played) mine: a playing
  refused "the Two begins" if mine is not Two and there is no playing in any front
  do move mine to your front

phase game
  step deal
    move all cards to the deck
    shuffle the deck
    for each actor: player
      move the top 2 cards of the deck to hand of actor
  step play
    for each leader: player whose seat is 1  # it ought to be whoever holds the Two
      move the lead to leader
    for each actor: player
      the actor must
        choose mine: a card in their hand that they may play
        play mine
    win by won

position
  begins at step play of game

example "the Two begins"
  given   3 players
          p1 hand Two
          p2 hand Three
          p3 hand Four
  when    p1 Two
          p2 Three
          p3 Four
  expect  p1 front Two
"""
CARDS = "table playing: name, rank\n" + "".join(
    f"  {name}, {rank}\n" for rank, name in enumerate(("Two", "Three", "Four", "Five", "Six", "Seven"), 2)
)
SCENARIO = "id: open\nnames: {en: Open}\nplayers: [3]\n"


@pytest.fixture
def tricks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game of one trick whose rules name the wrong player to lead it."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "tricks"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "tricks.game").write_text(TRICKS)
    (folder / "cards.table").write_text(CARDS)
    (folder / "scenarios" / "open.yaml").write_text(SCENARIO + "cards: [Two, Three, Four, Five, Six, Seven]\n")
    return folder


def test_simulate_counts_choices_without_a_candidate(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--set", "tricks", "--games", "20", "--clauses"]) == 0
    out = capsys.readouterr().out
    assert "20 of 20 games over" in out
    told = [line for line in out.splitlines() if line.startswith("tricks/")]
    never, idle, choice = told
    assert never == "tricks/tricks.game:15  rule never held: won of taker is 9 if number of players is 2"
    assert "tricks/tricks.game:14  rule held" in idle and "and never changed the value: won of taker is 0 more" in idle
    assert choice.startswith("tricks/tricks.game:32  choice nothing to choose, ")
    assert choice.endswith(" of 60 times: mine: a card in their hand that they may play")


def test_the_games_are_the_same_counted_or_not(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def figures(*options: str) -> dict[str, object]:
        assert main(["simulate", "--set", "tricks", "--games", "20", "--format", "json", *options]) == 0
        found: dict[str, object] = json.loads(capsys.readouterr().out)
        return {key: value for key, value in found.items() if key != "seconds"}

    plain, counted = figures(), figures("--clauses")
    counts = counted.pop("counts")
    assert plain == counted
    assert isinstance(counts, list)
    (one,) = [c for c in counts if c["what"] == "choice"]
    assert (one["file"], one["line"], one["times"]) == ("tricks/tricks.game", 32, 60)
    assert 0 < one["in_vain"] < 60


def test_coverage_tells_what_was_executed_in_vain(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "tricks", "--coverage"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[0] == "tricks: 1 passed (1 certain)"
    assert out[1].startswith("tricks/tricks.game:18  refusal never refused anything: ")
    assert out[2] == "tricks/tricks.game:15  rule never held: won of taker is 9 if number of players is 2"
    assert out[3].endswith("and never changed the value: won of taker is 0 more if taker has the lead")


def test_coverage_tells_of_no_rule_that_nobody_wrote(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    turned = TRICKS.replace("    win by won\n", "    turn all cards in any front face down\n    win by won\n")
    (tricks / "tricks.game").write_text(turned)
    assert main(["test", "tricks", "--coverage"]) == 0
    assert all(line.startswith("tricks/tricks.game:") for line in capsys.readouterr().out.splitlines()[1:])


APPLAUSE = """
kind rule

rule Applause
  marker clap on player, counted, seen by everyone
  {when}
    do      put 1 clap on them
  always won of any player is 1 more for each clap of them

position
"""


@pytest.mark.parametrize(
    ("when", "code"),
    [
        ("when a playing is played by actor: a player, the actor must", 0),
        ("when Seven is played by actor: a player, the actor must", 1),
    ],
)  # fmt: skip
def test_strict_coverage_fails_for_a_clause_that_is_never_begun(when: str, code: int, tricks: Path) -> None:
    game = TRICKS.replace("\nposition\n", APPLAUSE.format(when=when))
    (tricks / "tricks.game").write_text(game)
    assert main(["test", "tricks", "--coverage", "--strict"]) == code
    assert main(["test", "tricks", "--coverage"]) == 0


def test_a_game_without_decisions_says_so(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tricks / "scenarios" / "open.yaml").write_text(SCENARIO)
    assert main(["simulate", "--set", "tricks", "--games", "5"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert out[2:4] == [
        "  nobody was asked anything in any game",
        "  no card takes part (its scenario has no line `cards:`; `--cards` names them here)",
    ]
    assert main(["check", "tricks"]) == 1
    assert "no card takes part in this scenario" in capsys.readouterr().out


def test_a_card_of_the_game_file_is_named_in_vain(tricks: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tricks / "cards.table").unlink()
    (tricks / "tricks.game").write_text(TRICKS + CARDS)
    assert main(["check", "tricks"]) == 0
    assert "`Two` takes part in every game, named here or not" in capsys.readouterr().out
