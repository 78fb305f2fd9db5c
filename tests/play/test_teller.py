"""What is told to whom, in the same game: to the player concerned, to another player, and to one who sees
everything."""

from __future__ import annotations

import pytest

from moot.interpreter.play.session import NotDone, Session, begin
from moot.interpreter.sets.card_set import load
from moot.interpreter.sets.cast import NoGame, Wish
from moot.repl import suggest, table
from moot.repl.console import Console
from moot.repl.dispatch import execute

from .sets import ROOT, game

CELLAR = ROOT / "tests/properties/cellar"


def posed(text: str, *lines: str) -> Session:
    """A game of the box in which this was given and played."""
    session = game("citadels")
    assert not isinstance(done := session.given(text), NotDone), done
    for line in lines:
        assert not isinstance(played := session.play(line), NotDone), played
    return session


def cellar(text: str, *answers: str) -> Session:
    """A game in which much is secret."""
    session = begin(load(CELLAR), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame)
    assert not isinstance(done := session.given(text), NotDone), done
    for line in answers:
        assert not isinstance(played := session.answer(line), NotDone), (played, session.legal())
    return session


def log(session: Session, viewer: int | None) -> str:
    return "\n".join(told.text for told in session.log(viewer))


def worth(session: Session, viewer: int | None, about: str) -> list[str]:
    why = session.tell(viewer).why(about)
    return [""] if why is None else why.render()


def answer(session: Session, viewer: int | None, fact: str) -> str:
    found = session.tell(viewer).expect(fact)
    assert not isinstance(found, NotDone)
    return "; ".join(found) or "yes"


DRAWN = "4 players\np1 is Assassin, hand nothing\ndistrict deck Docks, Keep, Temple\np1 acts"


def test_the_words_of_a_deed_do_not_name_what_its_cards_hide() -> None:
    session = posed(DRAWN, "p1 gathers cards, Docks")
    assert "discard Keep" in log(session, 0) and "discard Keep" in log(session, None)
    told = log(session, 2)
    assert "Keep" not in told and "Docks" not in told
    assert "p1: a card" in told and "p1: discard a card" in told
    assert "1 card from the district deck to hand of p1" in told


def test_what_is_said_at_the_table_is_heard() -> None:
    session = posed("5 players\np1 is Spy, gold 0\np2 gold 5, hand Tavern, Market\np1 acts", "p1 Spy, p2, military")
    heard = log(session, 2)
    assert "p1: p2" in heard and "p1: military" in heard
    assert "Tavern" not in heard and "something is shown to p1" in heard


def test_a_title_is_named_before_everybody_though_its_card_lies_hidden() -> None:
    session = posed("4 players\np1 is Assassin\np2 is Bishop\np1 acts", "p1 Assassin kills Bishop")
    assert "p1: Bishop" in log(session, 2)
    assert answer(session, 2, "p2 is Bishop") == "p3 cannot know whether p2 is Bishop"


def test_a_card_that_is_laid_open_is_named_when_it_is_chosen() -> None:
    session = posed("4 players\np1 is Merchant, gold 4, hand Tavern\np1 acts", "p1 gathers gold", "p1 builds Tavern")
    assert "p1: build Tavern" in log(session, 1)


def test_what_one_was_shown_stays_known_until_it_moves_unseen() -> None:
    session = posed("5 players\np1 is Spy, gold 0\np2 is Bishop, hand Tavern, Market\np1 acts", "p1 Spy, p2, noble")
    assert answer(session, 0, "p2 hand Tavern, Market") == "yes"
    assert answer(session, 0, "p2 hand includes Keep") == "hand of p2 is Tavern and Market"
    assert answer(session, 2, "p2 hand includes Tavern") == "p3 cannot know what lies in hand of p2"
    assert "Tavern" in repr(session.view(0)["zones"]["hand of p2"])
    assert session.view(2)["zones"]["hand of p2"] == 2


WHO = """5 players
p1 is Assassin
p2 is Merchant, hand Keep, Secret Vault
p3 is Warlord, city Temple
p4 is Bishop
p5 is Thief
p1 acts"""


@pytest.mark.parametrize(
    "fact",
    [
        "p2 is King", "p2 is Merchant", "player of Merchant is p2", "player of Merchant is p3",
        "player of Warlord is p2",
        "King is absent", "Merchant is absent", "score of p2 is 0", "score of p2 is 3", "p2 hand includes Keep",
        "p2 hand Keep, Library", "p2 hand Keep, Secret Vault", "district deck top Keep"
    ],
)  # fmt: skip
def test_a_wrong_guess_tells_no_more_than_a_right_one(fact: str) -> None:
    said = answer(posed(WHO), 4, fact)
    assert said.startswith("p5 cannot know"), said


def test_what_follows_from_what_one_sees_is_known() -> None:
    session = posed(WHO)
    assert answer(session, 4, "player of Merchant is p5") == "player of Merchant is something else"
    assert answer(session, 4, "p2 hand Keep") == "hand of p2 is something that p5 does not see"
    assert answer(session, 4, "p2 hand includes Temple, Temple, Temple, Temple, Temple") != "yes"
    assert answer(session, 4, "score of p2 is 99") == "score of p2 is something else"
    assert answer(session, 4, "p2 hand 2 cards") == "yes"
    assert answer(session, 4, "score of p3 is at least 1") == "yes"
    assert answer(session, 0, "p1 is Assassin") == "yes"
    assert answer(session, None, "p2 is Thief") == "p2 is Merchant"


def test_why_says_what_one_cannot_see() -> None:
    session = posed(WHO)
    why = session.why("score of p2", None, 4)
    assert not isinstance(why, NotDone)
    said = why.render()
    assert said[0].startswith("score of p2: p5 cannot know it (")
    assert "hand of p2" in said[0] or "Secret Vault" in said[0]
    assert any(line.lstrip().startswith("?") for line in said)


def test_only_whoever_is_asked_hears_what_may_be_answered() -> None:
    session = posed(WHO)
    console = Console(session)
    console.viewer = 1
    assert session.legal(1) == [] and session.question(1) == "p1 decides"
    for begun in ("", "p1 ", "when p1 ", "whynot ", "offered ", "p2 "):
        offered = [s.text for s in suggest.suggestions(console, begun)]
        assert not set(offered) & set(session.legal()), begun
    assert "gather resources first" in execute(console, "whynot build Docks").text  # whoever has them
    told = "p1 is asked, and you look as p2: `as p1 gather gold` answers for p1"
    assert execute(console, "p1: gather gold").text == told


def test_trying_a_line_out_does_not_look_into_the_deck() -> None:
    session = posed(DRAWN)
    first = "answer `gather cards` first: its result is not known yet"
    for line in ("gather cards, Docks", "gather cards, Temple"):
        told = session.answer(line, None, 0)
        assert isinstance(told, NotDone) and told.message == first
        verdict = session.whynot(line, None, 0)
        assert not isinstance(verdict, NotDone) and verdict.verdict == "unknown"
    assert not isinstance(session.answer("gather cards, Docks"), NotDone)


def test_stepping_counts_what_one_hears_of() -> None:
    session = posed(DRAWN, "p1 gathers cards, Docks")
    console = Console(session)
    shown = {}
    for viewer in (None, 2):
        session.history.within, console.viewer = None, viewer
        shown[viewer] = execute(console, "step").text
    assert "\n  1/" in shown[None] and "Docks from the district deck" in shown[None]
    assert "\n  1/" in shown[2] and "1 card from the district deck" in shown[2] and "Docks" not in shown[2]


SMUGGLED = "3 players\np1 shelf Smuggler, crate Mead, Bitter"


def test_what_is_done_secretly_is_told_to_whoever_does_it() -> None:
    session = cellar(SMUGGLED, "Smuggler: move bottle", "Mead", "p3")
    assert "Mead from crate of p1 to pocket of p3" in log(session, 0)
    told = log(session, 1)
    assert "1 card from crate of p1" in told and "pocket of p3" not in told
    assert "p1 answers" in told and "p1: p3" not in told
    assert "Mead from crate of p1 to pocket of p3" in log(session, 2)  # it comes to lie where p3 looks


def test_a_secret_bid_and_a_hidden_roll_are_heard_by_nobody_else() -> None:
    session = begin(load(CELLAR), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame)
    for bid in ("3", "2", "1"):
        session.answer(bid)
    assert "p1: 3" in log(session, 0) and "p1: 3 bid more" in log(session, 0)
    told = log(session, 1)
    assert told.count(" answers") == 2 and "p1: 3" not in told and "p3: 1" not in told
    thrown = [i for i in range(3) if "pips more" in log(session, i)]
    assert thrown == [0]


def test_a_hidden_counter_is_unknown_and_not_nothing() -> None:
    session = cellar(SMUGGLED, "owe a lot")
    assert answer(session, 1, "p1 debt 0") == answer(session, 1, "p1 debt 1") == "p2 cannot know debt of p1"
    assert answer(session, 0, "p1 debt 1") == "yes"
    assert "debt ?" in "\n".join(table.table(session, 1)) and "debt 1" in "\n".join(table.table(session, 0))
    assert answer(session, 1, "p1 pocket nothing") == "p2 cannot know what lies in pocket of p1"


def test_who_has_a_hidden_marker_there_is_one_of_is_not_told() -> None:
    for holder in ("p2", "p3"):
        session = cellar(f"{SMUGGLED}\n{holder} has the charm")
        assert answer(session, 0, "p1 has the charm") == "p1 has no charm"
        assert answer(session, 0, "p2 has the charm") == "p1 cannot know whether p2 has the charm"
        assert answer(session, None, "p1 has the charm") == f"{holder} has the charm"
    assert answer(session, 2, "p3 has no charm") == answer(session, 2, "p2 has the charm") == "p3 has the charm"


def test_a_player_knows_where_he_put_his_own_markers_and_not_where_others_did() -> None:
    for other in ("Mead", "Sherry"):
        session = cellar(f"{SMUGGLED}\nCider is spiked by p1\n{other} is spiked by p2")
        assert answer(session, 0, "Cider is spiked by p1; Old Cork is not spiked by p1") == "yes"
        assert answer(session, 0, "Mead is spiked by p1") == "Mead is not spiked by p1"
        assert answer(session, 0, "Mead is spiked by p2") == "p1 cannot know whether Mead is spiked by p2"
        assert answer(session, 0, "Mead is not spiked") == "p1 cannot know whether Mead is spiked"


def test_what_one_was_shown_does_not_tell_how_much_lies_beside_it() -> None:
    lying = "3 players\np1 shelf Old Cork, crate Mead\np1 pocket Bitter\np3 shelf Smuggler"
    session = cellar(lying, "Old Cork: show", "p3")
    assert answer(session, 2, "p1 pocket includes Bitter") == "yes"
    for _ in range(2):
        assert answer(session, 2, "p1 pocket Smuggler") == "pocket of p1 is Bitter, and perhaps more"
        assert "pocket: Bitter, …" in "\n".join(table.table(session, 2))
        session.answer("pocket Mead")
    assert "pocket 2: Bitter, Mead" in "\n".join(table.table(session, 0))
    assert answer(session, 1, "p1 pocket Smuggler") == "pocket of p1 is something else"


def test_what_a_value_is_has_the_name_of_a_player_card_or_word() -> None:
    session = posed("4 players\np1 is Assassin\np2 is King\np1 acts")
    assert worth(session, 1, "player of King") == [
        "player of King is p2",
        "  p2  owner of King (cards/citadels/citadels.game:68)",
    ]
    first = {about: worth(session, None, about)[0] for about in ("gem of King", "player of Thief")}
    assert first["gem of King"] == "gem of King is noble"
