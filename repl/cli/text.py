"""Read a card back in plain sentences, made from what its rule means, in one of the languages of its game.

Below each sentence stands what the card leaves unsaid. A sentence that is not what you meant shows a fault in the card.
What a verb or a phase does, and what a value or a describing word means, is said by its name; by the name of the game,
all of them.
"""

from __future__ import annotations

import argparse

from moot.dsl import voice
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.wordbook import SECTIONS

from ..trouble import Trouble
from .support.choosing import good, language_argument, set_argument, sets_of
from .support.keeping import keep
from .support.law import law_arguments
from .support.saying import card_argument, found, tongue, words


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
    sets, said = sets_of(args), " ".join(args.card)
    if all(set_.title(said) is None for set_ in sets) and (of_game := words(sets, said)) is not None:
        if args.keep:
            raise Trouble("only the sentences of cards are kept")
        return _words(*of_game, args.lang)
    set_, card = found(sets, said)
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
    if any(one.span.path == card.span.path for one in set_.hindrances):
        raise Trouble("there are errors in the file of this card, so this is not all of it; `moot check` shows them")
    if args.keep:
        print(f"\nkept in {keep(set_, language, card.title, [one.text for one in told])}")
    return _lacking(speaker, language)


def _words(set_: CardSet, words_: dict[str, voice.Word], language: str | None) -> int:
    """Print what words of a game mean."""
    assert set_.game is not None
    speaker = tongue(set_, language)
    blocks = []
    for name, word in words_.items():
        told = [one.text for one in voice.tell(set_.game, word, speaker)]
        if len(words_) == 1 and not told:
            told = ["nothing: the text of the game only declares it"]
        blocks += ["\n".join([f"{name}\n", *told])] if told else []
    print("\n\n".join(blocks).rstrip())
    return _lacking(speaker, language or set_.manifest.languages[0])


def _lacking(speaker: voice.Tongue, language: str) -> int:
    """Print the words that are not said in a language, and return the exit code."""
    below: dict[str, list[str]] = {}
    for term in speaker.words.lacking:
        below.setdefault(SECTIONS[term.sort], []).append(term.name)
    if below:
        print(f"\nnot said in this language yet; write in `words/{language}.yaml` how a native says:\n")
        print("\n".join(f"  {section}: {', '.join(names)}" for section, names in below.items()))
    return 1 if below else 0
