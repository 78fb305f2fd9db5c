"""Write the present dispute into a file as one page for a browser, to be shown to others.

The page has every step of the line that is played, from its beginning on: the table, the answers, what happened; what
was asked there with `why`, `whynot` and the like; and the words of the cards that are cited. The arrow keys go through
the steps. It is what the viewer may know: `as p2 export FILE.html` writes p2's page. It needs no network.
"""

from __future__ import annotations

from ..console import Console
from ..files import PAGE, Odd, reason, replaceable, shown, to_write
from ..output import REFUSED, UNKNOWN, Output, said
from ..writing import write_whole
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Write the page. A file is replaced only if it is such a page too."""
    from ..page.dispute import dispute  # slow to load, and rarely the first thing anybody does
    from ..page.html import html

    if not rest:
        return said("into which file? `export dispute.html`", UNKNOWN)
    try:
        path = to_write(rest, console.reach)
        if not rest.lower().endswith((".html", ".htm")):
            return said(f"a page is a file that ends in `.html`, such as `{rest}.html`", REFUSED)
        before = replaceable(path, PAGE)
        page = dispute(console)
        write_whole(path, html(page))
    except (OSError, ValueError, RuntimeError, Odd) as trouble:
        return said(f"`{shown(rest)}` cannot be written: {reason(trouble)}", REFUSED)
    count, asked = len(page.steps), sum(len(step.questions) for step in page.steps) + len(page.aside)
    parts = f"{count} step{'' if count == 1 else 's'} and {asked} question{'' if asked == 1 else 's'}"
    return said(f"{parts} written in {rest}" + (", in place of the page that was in it" if before else ""))


COMMAND = Command("export", "FILE.html", "write this dispute as a page to show to others", run, "files", "pages")
