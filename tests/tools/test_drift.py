"""A set may keep the sentences of its cards; `check` tells when a rule says something else than what is kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load
from moot.repl.cli import main

GAME = """\
game Orchard
  players 2
kind tree
  has height: number
  you are the owner of this
  works while this is in a garden
marker apple on player, counted, seen by everyone
zone garden of player, holds tree, seen by everyone
verb earn (earned) sum: apple
  do move sum from the bank to you
phase game
  step play
    for each gardener: player
      the gardener must
        earn 1 apple
"""
ELM = "tree Elm\n  height 3\n  when apple is earned by another player, you must\n    do      earn 1 apple\n"
MEANT = "if that is what you mean, `moot text Elm --keep --lang en` keeps it"
SAID = "When another player earns apple, you earn 1 apple."


@pytest.fixture
def orchard(tmp_path: Path) -> Path:
    """A small game with one card."""
    (tmp_path / "orchard.game").write_text(GAME, encoding="utf-8")
    (tmp_path / "elm.card").write_text(ELM, encoding="utf-8")
    return tmp_path


def told(folder: Path) -> list[str]:
    """What is said of the sentences that a set keeps."""
    found = [d for d in load(folder).diagnostics if d.span.path.endswith(".yaml")]
    return [f"{d.code}: {d.message}" + (f" ({d.help})" if d.help else "") for d in found]


def test_what_is_kept_is_what_the_rule_says(orchard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", "elm", "--set", str(orchard), "--keep"]) == 0
    assert SAID in capsys.readouterr().out
    assert (orchard / "words" / "en.yaml").read_text(encoding="utf-8") == f'texts:\n  Elm:\n    - "{SAID}"\n'
    assert told(orchard) == []


def test_of_a_card_with_an_error_nothing_is_kept(orchard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What cannot be read is not among its sentences, and they would be kept as if they were all."""
    (orchard / "elm.card").write_text(f"{ELM}  at the end of the game, you must\n    do sing\n", encoding="utf-8")
    assert main(["text", "elm", "--set", str(orchard), "--keep"]) == 2
    printed = capsys.readouterr()
    assert SAID in printed.out
    assert "there are errors in the file of this card, so this is not all of it" in printed.err
    assert not (orchard / "words").exists()


def test_a_word_of_the_game_is_read_as_well(orchard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["text", "earn", "--set", str(orchard)]) == 0
    assert capsys.readouterr().out == "earn\n\nWhen you earn apple, you take that much apple from the bank.\n"
    assert main(["text", "orchard", "--set", str(orchard)]) == 0
    assert "game\n\nDuring the game, each player earns 1 apple.\n" in capsys.readouterr().out
    assert main(["text", "earn", "--set", str(orchard), "--keep"]) == 2
    assert "only the sentences of cards are kept" in capsys.readouterr().err


def test_a_rule_that_says_something_else_is_told_until_it_is_kept(orchard: Path) -> None:
    main(["text", "elm", "--set", str(orchard), "--keep"])
    (orchard / "elm.card").write_text(ELM.replace("earn 1", "earn 2"), encoding="utf-8")
    now = SAID.replace("earn 1", "earn 2")
    assert told(orchard) == [f"drift: the rule of Elm says something else (it says: {now}\n{MEANT})"]
    main(["text", "elm", "--set", str(orchard), "--keep"])
    assert told(orchard) == []


def test_sentences_too_many_or_too_few_and_cards_that_are_not_there_are_told(orchard: Path) -> None:
    (orchard / "words").mkdir()
    words = orchard / "words" / "en.yaml"
    words.write_text(f"texts:\n  Elm:\n    - {SAID}\n    - And so on.\n", encoding="utf-8")
    assert told(orchard) == [f"drift: the rule of Elm does not say this any more ({MEANT})"]
    words.write_text("texts:\n  Elm: []\n  Oak: []\n", encoding="utf-8")
    more, unknown = told(orchard)
    assert more == f"drift: the rule of Elm says more (it says: {SAID}\n{MEANT})"
    assert unknown.startswith("unknown-card: no card is called `Oak`")


def test_a_file_of_words_is_checked(orchard: Path) -> None:
    (orchard / "words").mkdir()
    (orchard / "words" / "fr.yaml").write_text("noun:\n  tree: un arbre\n", encoding="utf-8")
    assert told(orchard) == ["unknown-key: `noun` is not a key here (did you mean `nouns`?)"]


def test_a_word_that_the_game_does_not_have_is_told(orchard: Path) -> None:
    """Else its author would look for it in vain, and the sentence would go on saying the word of the game in quotes."""
    (orchard / "words").mkdir()
    text = "nouns:\n  tree: un arbre\n  gardin: un jardin\n  earn: gagner\ndeeds:\n  earn: gagner …\n  sing: chanter\n"
    (orchard / "words" / "fr.yaml").write_text(text, encoding="utf-8")
    assert told(orchard) == [
        "unknown-word: this game has no word `gardin` (did you mean `garden`?)",
        "unknown-word: `earn` is not one of the nouns of this game (write it below `deeds`)",
        "unknown-word: this game has no word `sing`",
    ]


def test_an_ordinary_word_of_the_texts_is_no_word_of_the_game(orchard: Path) -> None:
    """`gardener` and `other` stand in the texts, and nothing is called so."""
    (orchard / "words").mkdir()
    text = "nouns:\n  gardener: un jardinier\ndescribing:\n  other: autre\n"
    (orchard / "words" / "fr.yaml").write_text(text, encoding="utf-8")
    assert [one.partition(" (")[0] for one in told(orchard)] == [
        "unknown-word: this game has no word `gardener`",
        "unknown-word: this game has no word `other`",
    ]


def test_a_word_that_only_house_rules_bring_may_be_said(orchard: Path) -> None:
    (orchard / "house-rules").mkdir()
    amended = 'house rule rust "Trees rust"\nin the game\n  marker rusty on tree, seen by everyone\n'
    (orchard / "house-rules" / "rust.rule").write_text(amended, encoding="utf-8")
    (orchard / "words").mkdir()
    (orchard / "words" / "fr.yaml").write_text("describing:\n  rusty: rouillé\n", encoding="utf-8")
    assert told(orchard) == []
