"""Find a card by its title, and the tongue that says it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from moot.dsl import ir, voice
from moot.interpreter.sets import wordbook
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.naming import folded
from moot.interpreter.sets.nearest import meant

from ...trouble import Trouble
from .choosing import good


def card_argument(parser: argparse.ArgumentParser) -> None:
    """Add the title of one card, whose words need no quotes."""
    about = "the words of the title of one card, in any language of the set"
    parser.add_argument("card", metavar="WORD", nargs="+", help=about)


def found(sets: Sequence[CardSet], said: str) -> tuple[CardSet, ir.Card]:
    """Return the card with a title, and its set. Raises `Trouble` if no set has it."""
    for set_ in sets:
        title = set_.title(said)
        if title is not None and set_.game is not None:
            return set_, set_.game.cards[title]
    if all(set_.game is None for set_ in sets):
        good(sets[0])
    for set_ in sets:
        gone = next((t for t in set_.law.left_out(set_.chosen) if folded(t) == folded(said)), None)
        if gone is not None:
            raise Trouble(f"{gone} is left out under {set_.chosen}")
    titles = [title for set_ in sets for title in set_.titles]
    raise Trouble(f"no card is called `{said}` ({meant(said, titles) or '`moot glossary` lists what there is'})")


def words(sets: Sequence[CardSet], said: str) -> tuple[CardSet, dict[str, voice.Word]] | None:
    """Return a set with the words of its game that somebody asks for: one by its name, or all by the name of the game.
    None if no set has such a word."""
    for set_ in sets:
        if set_.game is None:
            continue
        known = voice.words(set_.game)
        if folded(set_.game.name) == folded(said):
            return set_, known
        found = {name: word for name, word in known.items() if folded(name) == folded(said)}
        if found:
            return set_, found
    return None


def tongue(set_: CardSet, language: str | None) -> voice.Tongue:
    """Return the tongue of a language, with the words of a set. Raises `Trouble` if Moot does not speak it."""
    assert set_.game is not None
    wanted = language or set_.manifest.languages[0]
    if wanted not in voice.TONGUES:
        raise Trouble(f"no sentences can be made in `{wanted}`, only in {', '.join(voice.TONGUES)}")
    forms = wordbook.forms(set_.whole.parts.all, wanted)
    return voice.TONGUES[wanted](voice.Words(set_.game, forms, set_.called.get(wanted, {})))
