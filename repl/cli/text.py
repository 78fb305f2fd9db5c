"""Read a card back in plain sentences, made from what its rule means, in one of the languages of its game.

Below each sentence stands what the card leaves unsaid. A sentence that is not what you meant shows a fault in the card.
"""

from __future__ import annotations

import argparse

from moot.dsl import voice
from moot.interpreter.sets.wordbook import SECTIONS

from ..trouble import Trouble
from .support.choosing import good, language_argument, set_argument, sets_of
from .support.keeping import keep
from .support.law import law_arguments
from .support.saying import card_argument, found, tongue


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    card_argument(parser)
    set_argument(parser)
    law_arguments(parser)
    language_argument(parser)
    about = "keep the sentences in the file of words of the set: `moot check` tells when the rule says something else"
    parser.add_argument("--keep", action="store_true", help=about)


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    sets = sets_of(args)
    set_, card = found(sets, " ".join(args.card))
    game = set_.game
    if game is None:
        good(set_)
        raise Trouble(f"{set_.name} cannot be read")
    language = args.lang or set_.manifest.languages[0]
    speaker = tongue(set_, language)
    told = voice.read(game, card, speaker)
    lines = [f"{one.text}\n" + "".join(f"  {note}\n" for note in one.unsaid) for one in told]
    if not told:
        lines = ["nothing: this card has only what is printed on it"]
    print("\n".join([f"{speaker.words.title(card.title)}\n", *lines]).rstrip())
    if args.keep:
        print(f"\nkept in {keep(set_, language, card.title, [one.text for one in told])}")
    for term in speaker.words.lacking:
        below = f"write it below `{SECTIONS[term.sort]}` in `words/{language}.yaml`"
        print(f"\n`{term.name}` is not said in this language: {below}")
    return 1 if speaker.words.lacking else 0
