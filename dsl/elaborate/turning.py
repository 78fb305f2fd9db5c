"""Gives a game that speaks of cards lying face down the describing word for them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .. import ir
from ..parser import Parsed
from ..source import NOWHERE
from ..vocabulary import Vocabulary

SAID = re.compile(r"\bface(-| +)down\b")
OPENING = "face"  # with which it begins: sought first, since it is found faster


def learn(files: Sequence[Parsed], vocabulary: Vocabulary) -> None:
    """Learns `face-down` if some file speaks of it and the game has no such word of its own."""
    name = ir.FACE_DOWN
    if vocabulary.is_declared(name) or not any(map(_says, files)):
        return
    vocabulary.markers[name] = ir.Marker(
        name=name, on=("card",), until=None, seen="everyone", counted=False, single=False, span=NOWHERE, face="down"
    )
    vocabulary.learn("marker", name)


def _says(file: Parsed) -> bool:
    text = file.source.text
    return OPENING in text and SAID.search(text) is not None
