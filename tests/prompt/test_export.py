"""A dispute as one page: whoever opens it sees each step, what was asked, and the words that decide."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from moot.interpreter.play.places import Place
from moot.repl.asked import Asked
from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.files import Reach
from moot.repl.output import OK, REFUSED
from moot.repl.page.dispute import dispute
from moot.repl.page.html import html

from .sessions import console, orchard

VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """What a browser makes of a page: its words, its links and their targets, and whether every tag is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.loads: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open += [] if tag in VOID else [tag]
        for name, value in attrs:
            self.ids += [value or ""] if name == "id" else []
            self.links += [value or ""] if name == "href" else []
            self.loads += [value or ""] if name in ("src", "srcset", "action") or name.startswith("on") else []

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if not {"script", "style"} & set(self.open):
            self.words.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(word for word in self.words if word)


def play(lines: str, where: Console | None = None) -> Console:
    there = where or console("--seed 3")
    for line in lines.strip().split("\n"):
        execute(there, line.strip())
    return there


DISPUTE = """
given 5 players; p1 is Warlord, gold 3; p2 is Merchant, city Monument, Manor, Temple, Tavern, Market, Harbor; p1 acts
whynot Warlord destroys Harbor of p2
why space of Monument
gather gold
end the turn
"""


def test_a_page_shows_each_step_with_what_was_asked_there_and_the_words_that_are_cited() -> None:
    there = play(DISPUTE)
    shown = dispute(there)
    assert [step.line for step in shown.steps] == ["the beginning", "p1: gather gold", "p1: end the turn"]
    assert [step.chosen for step in shown.steps] == ["gather gold", "end the turn", ""]
    asked = [q.line for q in shown.steps[0].questions]
    assert asked == ["whynot Warlord destroys Harbor of p2", "why space of Monument"]
    assert shown.steps[0].seats[0].asked and shown.steps[1].seats[0].marks[1] == "gold 5"
    cited = [row.words for text in shown.texts for block in text.blocks for row in block if row.cited]
    assert '  refused "its city is complete" if its city is complete' in cited
    assert "  always space of this is 2" in cited


def test_every_link_leads_to_something_on_the_page_and_nothing_is_loaded() -> None:
    page = Page(html(dispute(play(DISPUTE))))
    assert page.open == []
    assert len(page.ids) == len(set(page.ids))
    assert page.links and {link.removeprefix("#") for link in page.links} <= set(page.ids)
    assert page.loads == []
    assert page.tags.count("script") == 1 and not {"img", "link", "iframe", "object"} & set(page.tags)


def test_what_was_asked_on_another_line_of_play_stands_at_the_end() -> None:
    there = play(DISPUTE + "undo\nask gold of p1\nundo\ngather cards\n")
    shown = dispute(there)
    assert [(line, q.line) for line, q in shown.aside] == [("p1: gather gold", "ask gold of p1")]


def test_the_line_goes_on_behind_the_present_moment() -> None:
    shown = dispute(play(DISPUTE + "undo 2\n"))
    assert shown.here == 0
    assert len(shown.steps) == 3


def test_the_same_question_asked_again_there_is_shown_once() -> None:
    there = play(DISPUTE + "goto 0\nwhy space of Monument\nwhy space of Monument\n")
    assert [q.line for q in dispute(there).steps[0].questions].count("why space of Monument") == 1


def test_a_page_for_a_player_has_nothing_that_he_may_not_know() -> None:
    """Two games that look the same to p2 make the same page."""
    posed = "given 5 players; p1 is Warlord, gold 3, hand {}; p2 is Merchant, hand Docks; p1 acts"
    lines = posed + "\nwhy gold of p1\ngather gold"
    pages = []
    for hand in ("Keep, Tavern", "Prison, Manor"):
        there = play(lines.format(hand))
        there.viewer = 1
        execute(there, "why gold of p1")
        pages.append(html(dispute(there)))
    seen = [Page(page).text for page in pages]
    assert "What p2 may know" in seen[0] and "Docks" in seen[0]
    assert not re.search(r"\bKeep\b|\bTavern\b", seen[0])
    assert not re.search(r"\bPrison\b", seen[1])


@pytest.mark.parametrize("words", ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "</style>", "&lt;b>"])
def test_what_players_type_is_never_markup(words: str) -> None:
    there = orchard()
    there.asked.append(Asked(Place(there.session.game, 0), None, words, words))
    page = Page(html(dispute(there)))
    assert page.text.count(words) == 2
    assert page.loads == [] and page.tags.count("script") == 1 and page.tags.count("style") == 1


def test_a_page_is_written_only_over_a_page(tmp_path: Path) -> None:
    there = play("ask 3", orchard())
    there.reach = Reach(saves=tmp_path)
    assert execute(there, "export dispute.html").status == OK
    assert "in place of the page" in execute(there, "export dispute.html").text
    execute(there, "save game.moot")
    (tmp_path / "game.html").write_bytes((tmp_path / "game.moot").read_bytes())
    (tmp_path / "own.html").write_text("<!doctype html>\n<p>mine</p>", encoding="utf-8")
    for name in ("game.html", "own.html", "page", "../out.html"):
        assert execute(there, f"export {name}").status == REFUSED
    assert (tmp_path / "own.html").read_text(encoding="utf-8").endswith("mine</p>")
    assert execute(there, "save dispute.html").status == REFUSED


def test_the_page_of_a_long_game_is_written_whole(tmp_path: Path) -> None:
    there = play("random end", console("--players 4 --seed 3"))
    page = html(dispute(there))
    assert Page(page).tags.count("article") == there.session.now.depth + 1
    assert "the game is over" in page


def test_a_player_saves_no_game_that_holds_what_he_may_not_know(tmp_path: Path) -> None:
    there = play("as p1", orchard())
    there.reach = Reach(saves=tmp_path)
    assert there.viewer == 0
    assert execute(there, "save game.moot").status == REFUSED and not list(tmp_path.iterdir())
