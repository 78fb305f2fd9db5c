"""One page for each kind of mistake: what it means, a wrong card and a right one. The page is the file of its name.

The fenced blocks are tests: a reader answers `card-bad` with exactly this mistake, and `card-good` with none.
"""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parent


def codes() -> tuple[str, ...]:
    """Every kind of mistake that has a page, in order of the alphabet."""
    return tuple(sorted(page.stem for page in PAGES.glob("*.md")))


def explain(code: str) -> str | None:
    """The page about a kind of mistake; None if there is none."""
    return (PAGES / f"{code}.md").read_text(encoding="utf-8") if code in codes() else None


def blocks(code: str, kind: str) -> tuple[str, ...]:
    """The cards on a page: `card-bad` or `card-good`."""
    return tuple(re.findall(rf"^```{kind}\n(.*?)^```$", explain(code) or "", re.MULTILINE | re.DOTALL))
