"""Finds characters that nobody can see, or that make a terminal or an editor show something other than the text.

These are controls (also U+0080 to U+009F, which some terminals obey), characters that turn the direction of writing,
line and paragraph separators, zero-width characters, tags, and halves of characters. Two joiners are allowed here,
because some scripts need them. No text of a card set may hold a hidden character; where Moot shows other people's text,
it writes each as an escape.
"""

from __future__ import annotations

import re

SEPARATORS = "\u2028\u2029"
UNSEEN = rf"\u061c\u200b\u200e\u200f{SEPARATORS}\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # all but the tab and the ends of lines
HIDDEN = re.compile(rf"[{CONTROLS}{UNSEEN}\ud800-\udfff]|\r(?!\n)")
IN_A_LINE = re.compile(rf"[\r\n{CONTROLS}{UNSEEN}\ud800-\udfff]")


def escape(character: str) -> str:
    """Writes a character as an escape like `\\u001b`. JSON has the same form, so the result may be used in a JSON text
    as well."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def visible(text: str) -> str:
    """Returns a text with every hidden character written as an escape."""
    return text if text.isascii() and text.isprintable() else HIDDEN.sub(lambda m: escape(m[0]), text)


def in_a_line(text: str) -> str:
    """Does the same as `visible` for a text that must stay on one line, such as the name of a file: line ends are
    escaped too."""
    return IN_A_LINE.sub(lambda m: escape(m[0]), text)
