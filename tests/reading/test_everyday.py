"""What cards of other games print: the files of `everyday/` hold each text, and the right text that is shown for it.

The texts were written without a look at the language: on one line, with capitals and full stops, as cards are printed.
A case is a kind of card and the text, a line `---`, and the right text, `accepted` or `no right text`; cases are
parted by `===`. MOOT_UPDATE=1 writes the right texts anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.elaborate import elaborate
from moot.dsl.natural import LONGEST, TRIED, answered
from moot.dsl.natural.members import Line
from moot.dsl.natural.sentence import told as everyday
from moot.dsl.natural.words import Words
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.words import with_article
from tests.reading.files import cases
from tests.reading.test_sentences import around

GOLDEN = sorted(Path(__file__).with_name("everyday").glob("*.txt"))
PRINTED = {"district": "cost 4, type unique", "character": "rank 5"}
ACCEPTED, NONE = "accepted", "no right text"
OWN = "holding|noted|skipping|marked|vote|offer|passing|token|counter|stocked|copies|choice"  # declared by right texts
TITLED = re.compile(rf"\b(?P<a>an? )?[a-z]{{2}}-(?P<w>{OWN})\b")
TOGETHER = 400  # texts that are read in one set, fewer than are answered in one


def card(n: int, text: str) -> str:
    """Returns a card of its own for a text."""
    kind, _, sentences = text.partition("\n")
    return f"{kind} Probe {chr(65 + n // 26)}{chr(97 + n % 26)}\n  {PRINTED[kind]}\n{sentences}\n"


def told(cards: dict[str, str]) -> dict[str, list[Diagnostic]]:
    """Returns what is said of each of some cards, which are read together."""
    parsed = [parse(Source(path, text)) for path, text in cards.items()]
    found: dict[str, list[Diagnostic]] = {path: [] for path in cards}
    for d in answered(parsed, elaborate([*around(), *parsed])):
        found[d.span.path].append(d)
    return found


def mended(text: str, found: list[Diagnostic]) -> str | None:
    """Returns a card with the right text in it; None if none is shown."""
    if len(found) != 1 or found[0].code != "wording" or not found[0].fixes:
        return None
    (fix,) = found[0].fixes
    return (text[: fix.span.start] + fix.replacement + text[fix.span.end :]).rstrip("\n") + "\n"


def chunks(texts: list[str]) -> Iterator[dict[str, str]]:
    for start in range(0, len(texts), TOGETHER):
        yield {f"{start + n}.txt": card(n, text) for n, text in enumerate(texts[start : start + TOGETHER])}


def _untitled(found: re.Match[str]) -> str:
    """Returns a word of a card's own without the title that keeps it apart from those of other cards."""
    return with_article(found["w"]) if found["a"] else found["w"]


@cache
def answers(start: int) -> dict[str, str]:
    """Returns the answer to each of some texts, from a number on; each worker reads those that it asks for."""
    said: dict[str, str] = {}
    texts = TEXTS[start : start + TOGETHER]
    for (path, found), text in zip(told(next(chunks(list(texts)))).items(), texts, strict=True):
        right = mended(card(int(path.removesuffix(".txt")), text), found)
        shown = "" if right is None else TITLED.sub(_untitled, "\n".join(right.rstrip().split("\n")[2:]))
        said[text] = ACCEPTED if not found else shown or NONE
    return said


def answer(text: str) -> str:
    """Returns the answer to one of the texts, which is read with those beside it."""
    return answers(PLACE[text] // TOGETHER * TOGETHER)[text]


TEXTS = tuple(
    block.rstrip("\n").split("\n---")[0]
    for golden in GOLDEN
    for block in golden.read_text(encoding="utf-8").split("\n===\n")
)
PLACE = {text: n for n, text in enumerate(TEXTS)}
CASES = [case for golden in GOLDEN for case in cases(golden, answer)]


@pytest.mark.parametrize("case", CASES, ids=[" ".join(text.split())[:70] for text, _ in CASES])
def test_a_printed_text_gets_its_right_text(case: tuple[str, str]) -> None:
    text, said = case
    assert answer(text) == said


def alone(texts: Iterable[str]) -> bool:
    """Whether a card declares words of its own, so that no other card may declare them too."""
    return any(text.lstrip().startswith(("marker ", "value ", "zone ", "kept ")) for text in texts)


def test_each_right_text_is_accepted() -> None:
    """All together, but for those that declare words of their own."""
    right = [(text, said) for text, said in CASES if said not in (ACCEPTED, NONE)]
    for kind in (False, True):
        some = [f"{text.split(chr(10))[0]}\n{said}" for text, said in right if alone(said.split("\n")) is kind]
        for cards in chunks(some) if not kind else ({"0.txt": card(0, text)} for text in some):
            assert not {path: found for path, found in told(cards).items() if found}


HOSTILE = ("or ", "if you ", "gain 1 gold or ", "a card in your hand of ", ", and draw ", "to ", "when a player ", "x")


@pytest.mark.parametrize("words", HOSTILE)
def test_a_line_of_one_thing_again_and_again_comes_to_an_end(words: str) -> None:
    plain = Words(elaborate(around()).vocabulary)
    line = Line(2, (words * LONGEST)[:LONGEST].strip())
    assert sum(1 for _ in islice(everyday((line,), plain), TRIED)) <= TRIED


def test_most_printed_texts_are_answered() -> None:
    rest = [text for text, said in CASES if said == NONE]
    assert len(rest) < len(CASES) / 10


BROKER = """\
character Broker
  rank 9
  once in your turn, you may
    choose  wanted: a district in city of another player
    choose  offered: a district in your city
    do      swap offered with wanted
"""


@pytest.mark.parametrize(
    "text",
    [
        "Noble districts in your city may not be exchanged.",
        "Other players can't swap noble districts with you.",
        "Nobody may trade your noble districts.",
    ],
)
def test_what_no_verb_says_is_barred_to_the_card_that_does_it(text: str) -> None:
    asked = card(0, f"district\n  {text}")
    right = mended(asked, told({"broker.txt": BROKER, "asked.txt": asked})["asked.txt"])
    assert right is not None and "  always Broker cannot target noble districts in your city\n" in right


KILLER = """\
character Cutthroat
  rank 9
  once in your turn, you may
    choose  victim: another character
    do      kill victim
"""


def test_what_is_done_to_your_character_is_barred_to_the_player_who_does_it() -> None:
    asked = card(0, "district\n  The Cutthroat cannot kill you.")
    right = mended(asked, told({"killer.txt": KILLER, "asked.txt": asked})["asked.txt"])
    assert right is not None
    assert "  always the player of Cutthroat cannot kill any character whose player is you\n" in right


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("The Cutthroat cannot kill you.", "the player of Cutthroat cannot kill this"),
        ("Your character cannot be killed.", "a player cannot kill this"),
        ("The player of this character cannot be assassinated.", "a player cannot kill this"),
        ("Nobody can kill you if you have the crown.", "a player cannot kill this if you have the crown"),
        ("You are immune to the Cutthroat.", "Cutthroat cannot target this"),
    ],
)
def test_a_character_is_safe_before_it_is_called(text: str, rule: str) -> None:
    asked = card(0, f"character\n  {text}")
    right = mended(asked, told({"killer.txt": KILLER, "asked.txt": asked})["asked.txt"])
    assert right is not None and f"  even if unrevealed, {rule}\n" in right


RAIDER = """\
character Raider
  rank 9
  once in your turn, you may
    choose  target: a district in city of another player
    cost    pay the extra price of target for this
    do      move target to your city
"""


@pytest.mark.parametrize(
    ("text", "who"),
    [
        ("Districts in your city cost 1 more gold to destroy.", "Warlord"),
        ("Districts in your city cost 1 more gold to take.", "Raider"),
    ],
)
def test_what_costs_more_costs_those_more_who_do_just_that(text: str, who: str) -> None:
    asked = card(0, f"district\n  {text}")
    right = mended(asked, told({"raider.txt": RAIDER, "asked.txt": asked})["asked.txt"])
    assert right is not None and f"the extra price of any district in your city for {who} is 1 more\n" in right


HEXER = """\
character Hexer
  rank 9
  once in your turn, you may
    choose  victim: another character
    do      mark victim as bewitched
"""


HEXED = ("You cannot be bewitched.", "The Hexer can't bewitch you.", "You are immune to the Hexer.")


@pytest.mark.parametrize("text", HEXED)
def test_who_cannot_be_marked_is_safe_from_the_card_that_marks(text: str) -> None:
    for kind, rule in (
        ("district", "always Hexer cannot target any character whose player is you"),
        ("character", "even if unrevealed, Hexer cannot target this"),
    ):
        asked = card(0, f"{kind}\n  {text}")
        right = mended(asked, told({"hexer.txt": HEXER, "asked.txt": asked})["asked.txt"])
        assert right is not None and f"  {rule}\n" in right


TOKENS = (
    "When you build this, put 3 tokens on it.",
    "Once per turn, you may remove a token from this to draw a card.",
    "Your score is 1 more for each token on this.",
)


@pytest.mark.parametrize("rows", [(" ".join(TOKENS),), TOKENS], ids=["one line", "three lines"])
def test_the_sentences_of_a_card_share_what_one_of_them_declares(rows: tuple[str, ...]) -> None:
    asked = card(0, "district\n" + "\n".join(f"  {row}" for row in rows))
    right = mended(asked, told({"asked.txt": asked})["asked.txt"])
    assert right is not None and right.count("marker ") == 1 and right.count(" token ") == 4


DECLARED = """\
district Old Tower
  cost 4, type unique
  value holding of holder: a player is number of districts in city of holder
  always your score is your holding more
"""


def test_a_name_that_another_card_has_declared_is_not_declared_again() -> None:
    fewest = card(0, "district\n  At the start of your turn, if you have the fewest cards, draw a card.")
    found = told({"old.txt": DECLARED, "new.txt": fewest})
    right = mended(fewest, found["new.txt"])
    assert right is not None and "value aa-holding of" in right
    assert not any(told({"old.txt": DECLARED, "new.txt": right}).values())


def test_right_texts_of_one_set_declare_no_name_twice() -> None:
    fewest = "district\n  At the start of your turn, if you have the fewest {}, draw a card."
    cards = {f"{n}.txt": card(n, fewest.format(("cards", "districts")[n % 2])) for n in range(4)}
    found = told(cards)
    right = {path: str(mended(text, found[path])) for path, text in cards.items()}
    assert not any(told(right).values())


def test_a_folder_of_many_wrong_cards_gets_a_right_text_for_each() -> None:
    asked = "district\n  At the end of your turn, gain {} gold."
    cards = {f"{n}.txt": card(n, asked.format(n + 1)) for n in range(300)}
    found = told(cards)
    assert all(mended(text, found[path]) for path, text in cards.items())
