"""Sessions written down as documents. MOOT_BLESS=1 writes them anew: read what has changed before you keep it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.repl import transcript

from .sessions import BLESS, ROOT, console, differences

FOLDER = Path(__file__).parent / "transcripts"
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.transcript")), ids=lambda p: p.stem)
def test_a_transcript_says_what_happens_now(path: Path) -> None:
    """The first line says with which arguments `moot repl` begins, the lines up to the first `> ` what it is about."""
    text = path.read_text(encoding="utf-8")
    head, typed = _parted(text)
    arguments = head.split("\n", 1)[0].removeprefix("moot repl").strip()
    now = f"{head}\n{transcript.normal(transcript.replay(console(arguments), typed))}"
    if os.environ.get(BLESS):
        path.write_text(now, encoding="utf-8")
    assert now == f"{head}\n{transcript.normal(typed)}"


def _parted(text: str) -> tuple[str, str]:
    lines = text.split("\n")
    first = next(i for i, line in enumerate(lines) if line.startswith(">"))
    return "\n".join(lines[:first]), "\n".join(lines[first:])


def test_there_are_transcripts() -> None:
    assert sorted(FOLDER.glob("*.transcript"))


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.stem)
def test_the_sessions_in_our_prose(path: Path) -> None:
    found = differences(path.read_text(encoding="utf-8"))
    assert not found, f"{path.name}\n" + "\n\n".join(found)


DOCUMENT = """\
# A document

```moot session --set tests/prompt/orchard --players 2
> given 2 players; p1 garden Shade, basket Quince, coin 1
…
> why toll of Quince for p1
toll of Quince for p1 is 1
   2  height of Quince (orchard.game:22)
…

> expect
>   p1 coin 1
yes
```

```moot session
> expect the game is over
yes
```
"""


def test_a_document_is_held_against_what_is_so() -> None:
    (only,) = differences(DOCUMENT)
    assert only.startswith("line 17: ") and only.endswith("no: the game is not over\n")
    first, _ = differences(DOCUMENT.replace("is 1\n", "is 7\n", 1))
    assert first.startswith("line 4: ") and "toll of Quince for p1 is 1" in first
