"""Where no right text is found, a sentence is answered at the word that is at fault, not where its shape breaks."""

from __future__ import annotations

from functools import cache

import pytest

from moot.dsl.diagnostic import Diagnostic
from tests.reading.test_everyday import told

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
    ("when a district in your city is destroyed, return it to your hand as a keepsake", "return", "`move"),
    ("once in your turn, you may zorble 1 gold", "zorble", ""),
    # a verb with something that it does not take
    ("at the end of your turn, you must give 1 gold to whoever needs it", "1 gold", "`move"),
    ("once in your turn, you may destroy a district by paying its cost in full", "its cost in full", "cost    …"),
    # words that English has and the cards have not
    ("once in your turn, you may take 1 gold from each of your neighbours or so", "each of your", "right before"),
    ("once in your turn, every player may bid gold for the top card", "bid", "`choose"),
    ("once in your turn, if you do not hold crowns, you may gain 1 gold", "do not", "`has no`"),
    ("for each district you build this turn, draw a card or so", "for each", "first when"),
    ("other players cannot build more than one district per turn or so", "cannot build more than one", "what it `is`"),
)  # fmt: skip


LEFT_OPEN = (
    # all but one part can be read: it is left open
    ("At the end of your turn, if the moon is full, draw two cards.", "the moon is full", "turn, if …, you must"),
    ("You may build districts like the one in your city.", "districts like the one in your city", "build"),
    ("You may befriend another player and gain 2 gold.", "befriend another player", "…\n            gain"),
    ("Whenever the sun rises, you gain 1 gold.", "the sun rises", "as soon as …, you must"),
    ("Each player with a green hat must discard a card.", "Each player with a green hat", "      … must"),
    ("Draw cards equal to the number of windows in the room.", "windows in the room", "draw (number of …) cards"),
    ("At the end of the game, score 2 points for each friend you have.", "friend you have", "2 more for each …"),
    ("Choose a player wearing red. That player discards two cards.", "a player wearing red", "choose  host: …"),
    ("You may pay 2 gold to polish this.", "polish this", "cost    pay 2 gold\n    do      …"),
    ("In your turn, befriend a duke, gain 1 gold, then sing for a king.", "befriend a duke", "gain 1 gold"),
)

SMALL = (
    "once in your turn, you may\n    do      draw card\n            zorble",
    "once in your turn, you may\n    do      draw 1 district\n            gain 1 gold",
    "once in your turn, you may hold 1 gold",
    "if you have the most districts, you may make 1 gold",
)


def written(n: int, sentence: str) -> str:
    return f"district Odd {chr(65 + n // 26)}{chr(97 + n % 26)}\n  cost 3, type unique\n  {sentence}\n"


def answers(sentences: list[str]) -> dict[str, tuple[str, list[Diagnostic]]]:
    """Returns each sentence with its card and what is said of it; all are read in one set."""
    cards = {sentence: written(n, sentence) for n, sentence in enumerate(sentences)}
    found = told({f"{n}.txt": cards[sentence] for n, sentence in enumerate(sentences)})
    return {sentence: (cards[sentence], found[f"{n}.txt"]) for n, sentence in enumerate(sentences)}


@cache
def all_answers() -> dict[str, tuple[str, list[Diagnostic]]]:
    return answers([*(sentence for sentence, _, _ in (*CAUSES, *LEFT_OPEN)), *SMALL])


def words(text: str, found: Diagnostic) -> str:
    return text[found.span.start : found.span.end]


@pytest.mark.parametrize(("sentence", "gap", "rest"), LEFT_OPEN, ids=[gap for _, gap, _ in LEFT_OPEN])
def test_a_part_that_cannot_be_read_is_left_open(sentence: str, gap: str, rest: str) -> None:
    text, (found,) = all_answers()[sentence]
    assert words(text, found) == gap
    assert not found.fixes
    assert rest in (found.help or "")


@pytest.mark.parametrize(("sentence", "fault", "answer"), CAUSES, ids=[fault for _, fault, _ in CAUSES])
def test_the_word_at_fault_is_told(sentence: str, fault: str, answer: str) -> None:
    text, (found,) = all_answers()[sentence]
    assert words(text, found) == fault
    assert answer in f"{found.message}\n{found.help}"


def test_what_a_message_mends_is_not_wrong_again() -> None:
    """Nothing is wrong any more at the words that it puts in, though something may be elsewhere."""
    put: list[str] = []
    cards: dict[str, str] = {}
    for sentence, _, _ in CAUSES:
        text, (found,) = all_answers()[sentence]
        for fix in found.fixes:
            cards[f"{len(put)}.txt"] = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
            put.append(fix.replacement)
    again = told(cards)
    for (path, text), replacement in zip(cards.items(), put, strict=True):
        assert replacement not in [words(text, d) for d in again[path]]


def test_how_many_is_told_with_what_can_be_written() -> None:
    first, second, *_ = SMALL
    assert all_answers()[first][1][0].help == "write `draw 1 district`"
    assert all_answers()[second][1] == []


def test_an_everyday_word_is_no_slip_of_the_pen() -> None:
    for sentence in SMALL[2:]:
        assert all("did you mean" not in (d.help or "") for d in all_answers()[sentence][1])
