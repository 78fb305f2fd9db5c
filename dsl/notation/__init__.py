"""Reads the notation of play: `given`, `when`, `expect`. Its grammar is docs/notation.md."""

from .parts import Ruling
from .ruling import read_facts, read_moves, read_ruling, read_texts
from .vocabulary import Vocabulary, vocabulary

__all__ = ["Ruling", "Vocabulary", "read_facts", "read_moves", "read_ruling", "read_texts", "vocabulary"]
