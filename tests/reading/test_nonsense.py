"""Texts that can be read but mean nothing: each is reported at its place, with the rest of the shipped game around
it."""

from __future__ import annotations

import pytest

from moot.dsl import checks
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.dsl.source import Source
from tests.reading.test_circles import GAME
from tests.reading.test_pages import said

CARD = "district Sample\n  cost 3, type unique\n  once in your turn, you may\n"

NONSENSE = {
    "a lost first line": (CARD + "    do gain 1 gold\n    do draw 2 cards\n", "second-slot", "do draw 2 cards"),
    "a lost first line before a choice": (
        CARD + "    either gain 1 gold\n    or draw 2 cards\n    do gain 2 gold\n",
        "second-slot",
        "do gain 2 gold",
    ),
    "twice instead": (
        """district Sample
  cost 3, type unique
  when this would be paid for by you, even from your hand, you may
    choose site: a district in your city
    instead destroy site
    instead destroy site
""",
        "second-slot",
        "instead destroy site",
    ),
    "a deed twice": (CARD + "    do\n      gain 1 gold\n      gain 1 gold\n", "duplicate-clause", "gain 1 gold"),
    "a rule twice": (
        """value luck of mayor: a player is 2
  luck of mayor is 3 more if mayor is first
  luck of mayor is 3 more if mayor is first
""",
        "duplicate-clause",
        "luck of mayor is 3 more if mayor is first",
    ),
    "a rule twice about several things": (
        """value luck of mayor: a player is 2
  luck of mayor is 3 more if number of types of districts in city of mayor is 5
  luck of mayor is 3 more if number of types of districts in city of mayor is 5
""",
        "duplicate-clause",
        "luck of mayor is 3 more if number of types of districts in city of mayor is 5",
    ),
    "a rule of a card twice": (
        "district Sample\n  cost 3, type unique\n" + 2 * "  always cost of districts in your city is 1 more\n",
        "duplicate-clause",
        None,
    ),
    "a branch twice": (
        CARD + "    either gain 1 gold\n    or draw 2 cards\n    or draw 2 cards\n",
        "duplicate-clause",
        None,
    ),
    "a choice twice": (
        CARD
        + "    either\n      draw 2 cards\n"
        + 2 * "    or\n      choose gone: a card in your hand\n      discard gone\n",
        "duplicate-clause",
        None,
    ),
    "each each": (CARD + "    do gain 1 gold for each each district in your city\n", "doubled", "each"),
    "a hidden filter": (
        CARD + "    choose site: a district#in your city\n    do destroy site\n",
        "glued-comment",
        "#",
    ),
    "a word twice": (
        CARD + "    choose site: a religious religious district in your city\n    do destroy site\n",
        "doubled",
        "religious",
    ),
    "too many players": (CARD + "    refused if number of players is 68\n    do gain 1 gold\n", "never-true", None),
    "no players": (CARD + "    refused if number of players is less than 2\n    do gain 1 gold\n", "never-true", None),
    "more cards than there are": (
        CARD + "    refused if number of characters is 9999\n    do gain 1 gold\n",
        "never-true",
        None,
    ),
    "one is one": (CARD + '    refused "no" if 1 is 1\n    do gain 1 gold\n', "settled", "1 is 1"),
    "this is this": (
        CARD + "    do\n      repeat until this is this\n        gain 1 gold\n", "settled", "this is this",
    ),
    "fewer than none": (CARD + "    refused if your gold is less than 0\n    do gain 1 gold\n", "never-true", None),
    "two words that are not one": (
        CARD + "    refused if trade is not noble\n    do gain 1 gold\n", "settled", "trade is not noble",
    ),
    "a word that is not itself": (
        CARD + "    refused if trade is not trade\n    do gain 1 gold\n", "never-true", "trade is not trade",
    ),
    "two numbers that are not one": (CARD + "    refused if 3 is not 4\n    do gain 1 gold\n", "settled", "3 is not 4"),
    "two cards that are not one": (
        CARD + "    refused if Bishop is not Thief\n    do gain 1 gold\n", "settled", "Bishop is not Thief",
    ),
    "a second crowned player": (
        ("district Sample\n  cost 3, type unique\n"
        "  once in your turn, if you are crowned and there is another crowned player, you may\n    do gain 1 gold\n"),
        "never-true",
        None,
    ),
    "in two cities at once": (
        CARD + "    choose site: a district in city of another player that is in your city\n    do destroy site\n",
        "never-chosen",
        None,
    ),
    "all but all": (
        CARD + "    choose site: a district in your city except districts in your city\n    do destroy site\n",
        "never-chosen",
        None,
    ),
    "less than no gold": (CARD + "    do gain (2 minus 5) gold\n", "never-there", "2 minus 5"),
    "no text": (CARD + '    refused "" if number of players is 2\n    do gain 1 gold\n', "empty-text", '""'),
    "none of them": (CARD + "    choose gone: 0 cards in your hand\n    do discard gone\n", "nothing-at-all", None),
    "up to none": (CARD + "    choose gone: up to 0 cards in your hand\n    do discard gone\n", "nothing-at-all", None),
    "none drawn": (CARD + "    do draw 0 cards\n", "nothing-at-all", "0"),
    "no more": ("district Sample\n  cost 3, type unique\n  always your score is 0 more\n", "nothing-at-all", "0"),
    "a word called if": ("kind sample: few, if\n", "joining-word", "if"),
    "a step called or": ("phase sample\n  step or\n    nothing\n", "joining-word", "or"),
}  # fmt: skip


@pytest.mark.parametrize("name", NONSENSE)
def test_what_means_nothing_is_told(name: str) -> None:
    text, code, words = NONSENSE[name]
    told = [(d.code, text[d.span.start : d.span.end].strip()) for d in said(text)]
    assert code in [c for c, _ in told], told
    assert words is None or (code, words) in told
    assert "loop" not in [c for c, _ in told]


@pytest.mark.parametrize("line", ["order beast, beast", "order beast\n  order beast", "players 3\n  order beast"])
def test_a_game_says_each_thing_once(line: str) -> None:
    source = Source("x.game", GAME.replace("players 2 to 4", f"players 2 to 4\n  {line}"))
    assert "duplicate-name" in [d.code for d in elaborate([parse(source)]).diagnostics]


DRAWS = """
zone deck, holds beast, seen by nobody
beast Fox
  size 1
verb hunt (hunted)
  do
{laid}    move the top card of the deck to den of Fox
"""


def test_cards_that_are_only_moved_from_place_to_place_are_never_there() -> None:
    assert never_laid("    move all beasts in any den to the deck\n") == ["the top card of the deck"]
    assert never_laid("    move all beasts to the deck\n") == []
    assert never_laid("    move Fox to the deck\n") == []


def never_laid(laid: str) -> list[str]:
    """The words of which it is said that no card is ever laid there, before a card is drawn."""
    game = GAME.replace("        feed", "        feed\n        hunt") + DRAWS.format(laid=laid)
    source = Source("x.game", game)
    whole = elaborate([parse(source)])
    assert whole.game is not None and not whole.diagnostics, whole.diagnostics
    found = checks.run(whole.game, {source.path: source})
    return [game[d.span.start : d.span.end] for d in found if d.code == "never-laid"]
