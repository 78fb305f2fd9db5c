"""What the cards of the box say when they are read back as sentences.

`voice/LANGUAGE.txt` holds the sentences of every card of the box, of the edition 2006, and of what each house rule
changes, of the cards from elsewhere and of those of a stranger (`voice/strangers`, which extends the game with words of
its own), and of what the words of the game mean; in English, also of those of the other
games. MOOT_UPDATE=1 writes them anew: read them aloud before you keep them.
"""

from __future__ import annotations

import os
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis.strategies import integers, sampled_from

from moot.dsl import ir, voice
from moot.dsl.checks.nodes import meaning
from moot.dsl.elaborate import elaborate
from moot.dsl.mutants import Mutant, all_mutants
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from moot.dsl.voice.clauses import sentence
from moot.interpreter.sets.cache import Later
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.law import Chosen
from moot.repl.cli.support.saying import tongue
from tests.reading.files import printed

GOLDEN = Path(__file__).with_name("voice")
CARDS = Path(__file__).parents[2] / "cards"
OTHERS = ("crazy-eights", "go-fish", "goofspiel", "hearts", "kuhn-poker", "leduc-poker")


@cache
def box(name: str, edition: str | None = None) -> CardSet:
    """A shipped game, printed or in an edition."""
    set_ = load(CARDS / name)
    return set_ if edition is None else set_.under(Chosen((), edition))


THIS = re.compile(r"[^()]*\([^()]*\)[^()]*'this'")
Parts = dict[str, list[ir.Clause | ir.Rule]]


def parts(set_: CardSet, before: CardSet | None = None) -> Parts:
    """The clauses and rules of the cards of a set, or those that it has and another has not."""
    assert set_.game is not None
    known: dict[str, list[object]] = {}
    if before is not None and before.game is not None:
        known = {title: list(map(meaning, (*c.clauses, *c.rules))) for title, c in before.game.cards.items()}
    found: Parts = {}
    for title, card in set_.game.cards.items():
        every = sorted([*card.clauses, *card.rules], key=lambda part: part.span.start)
        new = [part for part in every if meaning(part) not in known.get(title, [])]
        if new:
            found[title] = new
    return found


@cache
def everything() -> list[tuple[str, CardSet, Parts]]:
    """What is read aloud: each list of cards with its heading, and of house rules what they change."""
    printed, old = box("citadels"), box("citadels", "2006")
    found = [("the box", printed, parts(printed)), ("2006", old, parts(old, printed))]
    for base in (printed, old):
        for rule in base.law.rules.values():
            if rule.edition == base.chosen.edition and rule.ways:
                under = base.under(Chosen(rule.ways[0].rules, base.chosen.edition))
                found.append((rule.id, under, parts(under, base)))
    found.append(("elsewhere", box("elsewhere"), parts(box("elsewhere"), printed)))
    strangers = load(GOLDEN / "strangers")
    found.append(("a stranger's cards", strangers, parts(strangers, printed)))
    return found


def of_the_game(name: str, language: str) -> list[str]:
    """What the words of a game mean."""
    set_ = box(name)
    assert set_.game is not None
    speaker = tongue(set_, language)
    blocks = [f"== the words of {set_.game.name}"]
    for word, declared in voice.words(set_.game).items():
        texts = [one.text for one in voice.tell(set_.game, declared, speaker)]
        blocks += ["\n".join([word, *(f"  {text}" for text in texts)])] if texts else []
    assert [term.name for term in speaker.words.lacking] == []
    return blocks


def aloud(language: str) -> str:
    """All sentences in a language."""
    blocks: list[str] = []
    for heading, set_, cards in everything():
        assert set_.game is not None
        speaker = tongue(set_, language)
        blocks += [f"== {heading}"] if cards else []
        for title, said in cards.items():
            card = set_.game.cards[title]
            texts = [speaker.say(sentence(set_.game, card, part)) for part in said]
            blocks.append("\n".join([title, *(f"  {text}" for text in texts)]))
        assert [term.name for term in speaker.words.lacking] == [], heading
    for name in ("citadels", *OTHERS) if language == "en" else ("citadels",):
        blocks += of_the_game(name, language)
    return "\n\n".join(blocks) + "\n"


@pytest.mark.parametrize("language", sorted(voice.TONGUES))
def test_every_card_says_what_was_read_aloud(language: str) -> None:
    golden = GOLDEN / f"{language}.txt"
    found = aloud(language)
    if os.environ.get("MOOT_UPDATE"):
        golden.write_text(found, encoding="utf-8")
    assert found == golden.read_text(encoding="utf-8")


def test_every_sort_of_node_is_matched() -> None:
    """mypy names the matches that lack a sort of `AnyExpr` or `AnyStmt`; here these lack none."""
    for matched, base in ((ir.AnyExpr, ir.Expr), (ir.AnyStmt, ir.Stmt)):
        assert {sort.__name__ for sort in get_args(matched)} == {sort.__name__ for sort in base.__subclasses__()}


@pytest.mark.parametrize("tongue_", voice.TONGUES.values())
def test_every_tongue_says_what_the_others_say(tongue_: type[voice.Tongue]) -> None:
    for table in ("THINGS", "DEEDS", "ASIDES", "NOTES", "NOUNS", "ADJECTIVES", "COUNTS"):
        said = {key for other in voice.TONGUES.values() for key in getattr(other, table)}
        lacking = said - set(getattr(tongue_, table))
        assert [key for key in lacking if not key.startswith(("target ", "move card"))] == [], table


@pytest.mark.parametrize("language", sorted(voice.TONGUES))
def test_what_reads_alike_on_two_cards_means_the_same(language: str) -> None:
    for heading, set_, cards in everything():
        assert set_.game is not None
        speaker, found = tongue(set_, language), dict[str, tuple[str, str]]()
        for title, said in cards.items():
            for part in said:
                text = speaker.say(sentence(set_.game, set_.game.cards[title], part))
                other, before = found.setdefault(text, (title, alike(part)))
                assert alike(part) == before, f"{heading}, {other} and {title}: {text}"


def alike(part: ir.Clause | ir.Rule) -> str:
    """What a clause means, without how it is called in a list of answers, and whatever kind its card is of."""
    plain = replace(part, label="") if isinstance(part, ir.Clause) else part
    return THIS.sub("this", repr(meaning(plain)))


# ---- what is promised -----------------------------------------------------------------------------------------------

MARKUP = re.compile(r"[{}~#\x01-\x03]|  | [,.]|\bNone\b")
"""What no sentence may hold: a local name that Moot made, or a slot that nothing filled."""


@cache
def files() -> dict[str, Parsed]:
    """The texts of the largest shipped game."""
    return {s.path: parse(s) for s in printed() if Path(s.path).parts[1] == "citadels"}


@cache
def changes() -> list[Mutant]:
    """Every small change of a card after which a rule says something else."""
    game = box("citadels").game
    assert game is not None
    found = all_mutants([parsed.source for parsed in files().values()], game)
    return [one for one in found if one.path.endswith(".card")]


def said(game: ir.Game, title: str, language: str) -> dict[str, list[object]]:
    """The sentences of a card, each with the meanings that it says."""
    card, found = game.cards[title], dict[str, list[object]]()
    speaker = tongue(replace(box("citadels"), meaning=Later(game)), language)
    for part in (*card.clauses, *card.rules):
        found.setdefault(speaker.say(sentence(game, card, part)), []).append(meaning(part))
    return found


@settings(max_examples=25, deadline=None)
@given(number=integers(0, 10_000), language=sampled_from(sorted(voice.TONGUES)))
def test_a_card_that_means_something_else_reads_otherwise(number: int, language: str) -> None:
    change = changes()[number % len(changes())]
    printed_ = files()[change.path]
    other = parse(Source(change.path, change.of(printed_.source.text)))
    found = elaborate([other if path == change.path else parsed for path, parsed in files().items()]).game
    game = box("citadels").game
    title = next((t for t, card in found.cards.items() if card.path == change.path), None) if found else None
    assert game is not None
    if found is None or title is None or title not in game.cards:
        return
    before, after = said(game, title, language), said(found, title, language)
    for text, meanings in after.items():
        assert text.strip() and not MARKUP.search(text), text
        assert len(set(map(repr, meanings))) == 1, f"two meanings read alike: {text}"
        assert repr(before.get(text, meanings)[0]) == repr(meanings[0]), f"{change} reads as before: {text}"


# ---- the words of a game --------------------------------------------------------------------------------------------

GAMES = ("go-fish", "kuhn-poker", "leduc-poker")


@cache
def game_changes(name: str) -> tuple[Source, list[Mutant]]:
    """The text of a small game, and every small change of it after which it says something else."""
    source = next(s for s in printed() if s.path.endswith(f"{name}.game"))
    game = box(name).game
    assert game is not None
    return source, all_mutants([source], game)


def meant(name: str, game: ir.Game, language: str) -> dict[str, tuple[object, list[str]]]:
    """What the words of a game mean, and how they are said."""
    speaker = tongue(replace(box(name), meaning=Later(game)), language)
    found: dict[str, tuple[object, list[str]]] = {}
    for word, declared in voice.words(game).items():
        found[word] = meaning(declared), [one.text for one in voice.tell(game, declared, speaker)]
    return found


@settings(max_examples=25, deadline=None)
@given(name=sampled_from(GAMES), number=integers(0, 10_000), language=sampled_from(sorted(voice.TONGUES)))
def test_a_word_that_means_something_else_reads_otherwise(name: str, number: int, language: str) -> None:
    source, every = game_changes(name)
    change = every[number % len(every)]
    found = elaborate([parse(Source(source.path, change.of(source.text)))]).game
    game = box(name).game
    assert game is not None
    if found is None:
        return
    before = meant(name, game, language)
    for word, (means, texts) in meant(name, found, language).items():
        assert not any(MARKUP.search(text) for text in texts), texts
        same, said_before = before.get(word, (means, texts))
        assert same == means or said_before != texts, f"{change} reads as before: {texts}"
