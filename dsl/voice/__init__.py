"""Says each clause of a card back as a plain sentence, from its typed meaning and from nothing else.

    meaning (`dsl.ir`)  → `clauses`: the parts of a sentence, in no language (`tree`)
    parts of a sentence → `english`, `french`, `portuguese`: a tongue says them, with the game's words (`words`)
    a card              → `reading`: all that it says, and what it leaves unsaid (`notes`)
    a word of the game  → `declared`: what its verbs and phases do, what its values mean

So a designer reads what the rule does, and not what it looks like. `things.thing`, `conditions.says` and
`deeds.Course.add` are the total matches over the nodes of the meaning, and say how to add one. Nothing here is loaded
by `moot check` or by play.
"""

from .declared import Word, tell, words
from .english import English
from .french import French
from .notes import notes
from .portuguese import Portuguese
from .reading import Told, read
from .tongue import Tongue
from .words import Words

TONGUES: dict[str, type[Tongue]] = {"en": English, "fr": French, "pt": Portuguese}
"""The tongues, by the two letters of the language."""

__all__ = ["TONGUES", "English", "Told", "Tongue", "Word", "Words", "notes", "read", "tell", "words"]
