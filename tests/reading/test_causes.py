"""Where no right text is found, a sentence is answered at the word that is at fault, not where its shape breaks."""

from __future__ import annotations

import pytest

from moot.dsl.diagnostic import Diagnostic
from tests.reading.test_sentences import mended, told

HEAD = "district Odd\n  cost 3, type unique\n  "
CAUSES = (
    # a slip of the pen is told before any other theory
    ("at the end of your trun, steal 1 gold from the bank or so", "trun", "`turn`"),
    ("once in your turn, you may\n    do      give 2 gold to your left neighbor or so", "neighbor", "`neighbour`"),
    ("once in your turn, you may gian 1 gold and 2 more of them", "gian", "`gain`"),
    ("once in your turn, you may\n    do      gain 1 gold for each milltary district or so", "milltary", "`military`"),
    # a verb that no game has
    ("once in your turn, you may sell any number of cards for what they weigh", "sell", "`cost`"),
    ("at the end of your turn, roll a die for it", "roll", "a random"),
    ("once in your turn, all players vote for a player. The player with the most votes pays.", "vote", "`choose"),
    ("when a district in your city is destroyed, return it to your hand instead of discarding it", "return", "`move"),
    ("once in your turn, you may zorble 1 gold", "zorble", ""),
    # a verb with something that it does not take
    ("at the end of your turn, you must give 1 gold to whoever needs it", "1 gold", "`move"),
    ("once in your turn, you may destroy a district by paying its cost in full", "by paying its cost in full", ""),
    # words that English has and the cards have not
    ("once in your turn, you may take 1 gold from each of your neighbours or so", "each of your", "right before"),
    ("once in your turn, every player may bid gold for the top card", "bid", "`choose"),
    ("once in your turn, if you do not hold crowns, you may gain 1 gold", "do not", "`has no`"),
    ("for each district you build this turn, draw a card or so", "for each", "first when"),
    ("you may build districts identical to ones already in your city", "identical", ""),
    ("other players cannot build more than one district per turn or so", "cannot build more than one", "what it `is`"),
)  # fmt: skip


def words(text: str, found: Diagnostic) -> str:
    return text[found.span.start : found.span.end]


@pytest.mark.parametrize(("sentence", "fault", "answer"), CAUSES, ids=[fault for _, fault, _ in CAUSES])
def test_the_word_at_fault_is_told(sentence: str, fault: str, answer: str) -> None:
    text = HEAD + sentence
    (found,) = told(text)
    assert words(text, found) == fault
    assert answer in f"{found.message}\n{found.help}"


@pytest.mark.parametrize("sentence", [sentence for sentence, _, _ in CAUSES])
def test_what_a_message_mends_is_not_wrong_again(sentence: str) -> None:
    """Nothing is wrong any more at the words that it puts in, though something may be elsewhere."""
    (found,) = told(HEAD + sentence)
    if found.fixes:
        again = told(mended(HEAD + sentence, found))
        assert found.fixes[0].replacement not in [words(mended(HEAD + sentence, found), d) for d in again]


def test_how_many_is_told_with_what_can_be_written() -> None:
    sentence = "once in your turn, you may\n    do      draw card\n            zorble"
    found = told(HEAD + sentence)[0]
    assert found.help == "write `draw 1 district`"
    assert told(HEAD + sentence.replace("draw card\n            zorble", "draw 1 district")) == ()


def test_an_everyday_word_is_no_slip_of_the_pen() -> None:
    for sentence in ("once in your turn, you may hold 1 gold", "if you have the most districts, you may make 1 gold"):
        assert all("did you mean" not in (d.help or "") for d in told(HEAD + sentence))
