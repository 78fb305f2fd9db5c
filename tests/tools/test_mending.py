"""`moot check --fix`: what has one sure right text is written into the file, and nothing else is."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.repl import cli

GAME = """\
game Small
  players 2

kind beast
  has size: number
  you are the owner of this
  works while this is in a field

marker coin on player, counted, seen by everyone
zone field of player, holds beast, seen by everyone

verb gain (gained) sum: coin
  do move sum from the bank to you

phase game
  step play
    for each taker: player
      the taker must
        gain 1 coin
"""
CARD = "beast Fox\n  size 2\n  at the beginning of the game, you may gain two coin\n"
RIGHT = "beast Fox\n  size 2\n  at the start of the game, you may\n    do      gain 2 coin\n"
DOUBTFUL = "beast Fox\n  size 2\n  always you have 1 more coin\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "set.yaml").write_text("id: small\nnames: {en: Small}\nlanguages: [en]\n", encoding="utf-8")
    (tmp_path / "small.game").write_text(GAME, encoding="utf-8")
    return tmp_path


def test_what_is_sure_is_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "fox.card"
    file.write_text(CARD, encoding="utf-8")
    cli.main(["check", "--fix", str(folder)])
    assert file.read_text(encoding="utf-8") == RIGHT
    said = capsys.readouterr().out
    assert f"{file}: 1 mistake mended" in said
    assert "wording" not in said


def test_a_house_rule_is_written_as_the_change_that_it_means(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "rich.rule"
    file.write_text('house rule rich "for the impatient"\n  every player gains 3 coins\n', encoding="utf-8")
    assert cli.main(["check", "--fix", str(folder)]) == 0
    right = "  in game\n    gain 1 coin\n      instead of: 1\n      read:       3\n"
    assert file.read_text(encoding="utf-8") == f'house rule rich "for the impatient"\n{right}'
    assert f"{file}: 1 mistake mended" in capsys.readouterr().out


@pytest.mark.parametrize("sentence", ["at the start of the game, you may gian 1 coin", "zorbel, you may gian 1 coin"])
def test_what_is_promised_is_mended(folder: Path, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A fix that would only show the next mistake of its sentence is not written, so it is not promised."""
    file = folder / "fox.card"
    before = f"beast Fox\n  size 2\n  {sentence}\n"
    file.write_text(before, encoding="utf-8")
    cli.main(["check", str(folder)])
    promised = "`moot check --fix` mends" in capsys.readouterr().out
    cli.main(["check", "--fix", str(folder)])
    assert promised == (file.read_text(encoding="utf-8") != before)


def test_what_may_be_meant_otherwise_is_only_shown(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "fox.card"
    file.write_text(DOUBTFUL, encoding="utf-8")
    assert cli.main(["check", "--fix", str(folder)]) == 1
    assert file.read_text(encoding="utf-8") == DOUBTFUL
    assert "always you have" in capsys.readouterr().out


def test_without_it_nothing_is_written(folder: Path) -> None:
    file = folder / "fox.card"
    file.write_text(CARD, encoding="utf-8")
    assert cli.main(["check", str(folder)]) == 1
    assert file.read_text(encoding="utf-8") == CARD


def test_sentences_are_mended_one_after_another_and_keep_their_comments(folder: Path) -> None:
    """A declaration tells one mistake at a time."""
    file = folder / "fox.card"
    file.write_text(
        "beast Fox  # red\n  size 2\n  # early\n"
        "  at the beginning of the game, you may gain two coin  # a lot\n"
        "  # late\n"
        '  at the start of the game, each player gains two coin  # "all"\n'
    )
    cli.main(["check", "--fix", str(folder)])
    assert file.read_text() == (
        "beast Fox  # red\n  size 2\n  # early\n"
        "  at the start of the game, you may  # a lot\n    do      gain 2 coin\n"
        "  # late\n"
        '  at the start of the game, each player must  # "all"\n    do      gain 2 coin\n'
    )


def test_lines_end_as_they_do_in_the_file(folder: Path) -> None:
    file = folder / "fox.card"
    file.write_bytes(CARD.replace("\n", "\r\n").encode())
    assert cli.main(["check", "--fix", str(folder)]) == 0
    assert file.read_bytes() == RIGHT.replace("\n", "\r\n").encode()


def test_nothing_is_written_that_makes_another_mistake(folder: Path) -> None:
    """`may` is near to `pay`, but then the sentence is wrong in another way."""
    file = folder / "fox.card"
    wrong = "beast Fox\n  size 2\n  when this is moved, they pay you 2 coin\n"
    file.write_text(wrong, encoding="utf-8")
    assert cli.main(["check", "--fix", str(folder)]) == 1
    assert file.read_text(encoding="utf-8") == wrong


def test_a_file_that_may_not_be_written_is_not_replaced(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = folder / "fox.card"
    file.write_text(CARD, encoding="utf-8")
    monkeypatch.setattr("os.access", lambda path, mode: False)  # whoever runs the tests may be allowed everything
    assert cli.main(["check", "--fix", str(folder)]) == 2
    assert file.read_text(encoding="utf-8") == CARD
    assert "is read-only" in capsys.readouterr().err
