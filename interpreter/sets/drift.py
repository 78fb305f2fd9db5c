"""Tell where a sentence that a card set keeps for a card, and the card's rule, say different things.

A file `words/fr.yaml` may keep the sentences of cards (`texts`), for a printer or a web page. They are made by
`moot text`; so when a rule changes, what is kept is no longer what it means.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source

from . import wordbook
from .nearest import meant

if TYPE_CHECKING:
    from moot.dsl import ir

    from .law import Chosen
    from .naming import Called
    from .yaml_files import Node

CODE = "drift"


def faults(
    home: PurePosixPath,
    data: Mapping[str, Source],
    every: Mapping[str, Source],
    game: ir.Game | None,
    called: Called,
    chosen: Chosen,
) -> list[Diagnostic]:
    """Report what is wrong in the files that say how words are said, and the sentences in them that have drifted apart
    from their rules. `home`: the set's own folder; `every`: all files, of all editions and house rules. Under house
    rules cards say other things than what is kept, and there are other words: nothing is compared."""
    from . import schemas

    found: list[Diagnostic] = []
    for path, source in data.items():
        pure = PurePosixPath(path)
        if wordbook.is_wordbook(pure) and home in pure.parents:
            node, said = schemas.read(source, wordbook.FOLDER)
            found += said
            if node is None or game is None or chosen.rules:
                continue
            found += wordbook.strangers(node, game, every)
            texts = node.get("texts")
            if texts is not None:
                found += _drifted(texts, pure.stem, game, data, called)
    return found


def _drifted(
    texts: Node, language: str, game: ir.Game, data: Mapping[str, Source], called: Called
) -> Iterator[Diagnostic]:
    from moot.dsl import voice  # large, and needed only by a set that keeps sentences

    if language not in voice.TONGUES:
        return
    tongue = voice.TONGUES[language](voice.Words(game, wordbook.forms(data, language), called.get(language, {})))
    for title, kept in (texts.inner or {}).items():
        card = game.cards.get(title)
        if card is None:
            message = f"no card is called `{title}`"
            yield Diagnostic("unknown-card", message, texts.keys[title], meant(title, list(game.cards)))
        else:
            said = [one.text for one in voice.read(game, card, tongue)]
            yield from _of_card(title, said, kept, texts, f"`moot text {title} --keep --lang {language}`")


def _of_card(title: str, said: list[str], kept: Node, texts: Node, keep: str) -> Iterator[Diagnostic]:
    """Report the sentences of a card that its rule does not say, and those that it says as well. `keep` is the command
    that keeps what it says."""
    meant_so = f"if that is what you mean, {keep} keeps it"
    for i, (text, span) in enumerate(kept.words()):
        if i >= len(said):
            yield Diagnostic(CODE, f"the rule of {title} does not say this any more", span, meant_so, "warning")
        elif " ".join(text.split()) != said[i]:
            message = f"the rule of {title} says something else"
            yield Diagnostic(CODE, message, span, f"it says: {said[i]}\n{meant_so}", "warning")
    for text in said[len(kept.words()) :]:
        message = f"the rule of {title} says more"
        yield Diagnostic(CODE, message, texts.keys[title], f"it says: {text}\n{meant_so}", "warning")
