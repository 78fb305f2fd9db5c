"""Characters that cannot be seen, or that make a terminal or an editor show something other than what stands there.

Controls (also those of U+0080 to U+009F, which some terminals obey), whatever turns the direction of writing, line and
paragraph separators, zero-width characters, tags, and halves of characters. Two joiners are let be: scripts need them.
No text of a card set may hold one; where other people's text is shown, each is written as an escape.
"""

from __future__ import annotations

import re

SEPARATORS = "\u2028\u2029"
UNSEEN = rf"\u061c\u200b\u200e\u200f{SEPARATORS}\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f"
CONTROLS = r"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # all but the tab and the ends of lines
HIDDEN = re.compile(rf"[{CONTROLS}{UNSEEN}\ud800-\udfff]|\r(?!\n)")
IN_A_LINE = re.compile(rf"[\r\n{CONTROLS}{UNSEEN}\ud800-\udfff]")


def escape(character: str) -> str:
    """`\\u001b`: as JSON has it, so that it may stand in a JSON text as well."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def visible(text: str) -> str:
    """The text with every hidden character written as an escape."""
    return text if text.isascii() and text.isprintable() else HIDDEN.sub(lambda m: escape(m[0]), text)


def in_a_line(text: str) -> str:
    """The same for what must stay on one line, such as the name of a file."""
    return IN_A_LINE.sub(lambda m: escape(m[0]), text)
