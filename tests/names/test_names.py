"""Names in three languages: everything has them, each means one thing, and a game can be played in any of them."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.interpreter.play.saving import save
from moot.interpreter.sets import cache
from moot.interpreter.sets.card_set import CardSet, load
from moot.repl.cli import repl as repl_
from moot.repl.console import Console
from moot.repl.dispatch import execute

ROOT = Path(__file__).resolve().parents[2]
CITADELS = load(ROOT / "cards" / "citadels")


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_every_card_and_every_type_has_a_name(language: str) -> None:
    assert CITADELS.game is not None
    cards = [c.title for c in CITADELS.game.cards.values() if c.kind in ("character", "district")]
    assert len(cards) == 27 + 30 + 17
    types = CITADELS.game.enums["district type"].words
    called = CITADELS.called[language]
    assert [x for x in (*cards, *types) if x not in called] == []
    assert len(set(called.values())) == len(called)


def test_every_scenario_has_a_name_in_each_language() -> None:
    assert len(CITADELS.scenarios) == 11
    for scenario in CITADELS.scenarios:
        assert set(scenario.names) == {"en", "fr", "pt"}, scenario.id


@pytest.mark.parametrize(
    "said, meant",
    [
        ("Comerciante", "Merchant"), ("Mercador", "Trader"), ("Ilusionista", "Magician"), ("Mago", "Wizard"),
        ("Marchande", "Merchant"), ("Négociant", "Trader"), ("Magicienne", "Magician"), ("Sorcier", "Wizard"),
        ("Sorcière", "Witch"), ("Échevin", "Magistrate"), ("Bailli", "Tax Collector"), ("Forge", "Smithy"),
        ("Manufacture", "Factory"), ("Chantier", "Framework"), ("Tripot", "Thieves' Den"),
        ("Catacombes", "Secret Vault"), ("Hospice", "Poor House"), ("Poudrière", "Armory"), ("Donjon", "Keep"),
        ("Échoppe", "Trading Post"), ("Comptoir", "Docks"), ("Port", "Harbor"), ("Tour de Guet", "Watchtower"),
        ("Manoir", "Manor"), ("Capitaine", "Marshal"), ("Archiviste", "Scholar"), ("Voyante", "Seer"),
        ("Maître-Chanteuse", "Blackmailer"), ("Condottiere", "Warlord"), ("Dracoport", "Dragon Gate"),
        ("Docas", "Docks"), ("Posto de Comércio", "Trading Post"), ("Solar", "Manor"), ("Chantagista", "Blackmailer"),
        ("Torre de Menagem", "Keep"), ("Estrutura", "Framework"), ("Coletor de Impostos", "Tax Collector"),
        ("echevin", "Magistrate"), ("maitre chanteuse", "Blackmailer"), ("TRÉSOR IMPÉRIAL", "Imperial Treasury"),
        ("thieves den", "Thieves' Den"), ("tour d\u2019ivoire", "Ivory Tower"), ("poco dos desejos", "Wishing Well"),
    ],
)  # fmt: skip
def test_a_name_means_this_card(said: str, meant: str) -> None:
    assert CITADELS.title(said) == meant


@pytest.mark.parametrize(
    "said, meant",
    [
        ("Oligarques Tenaces", "tenacious-delegates"), ("Intrigants Subtils", "cunning-agents"),
        ("Delegados Obstinados", "tenacious-delegates"), ("agentes sagazes", "cunning-agents"),
        ("Nobles Retors (2016)", "vicious-nobles-2016"), ("Première partie", "first-game"),
        ("Emissarios Ilustres", "illustrious-emissaries"), ("Vicious Nobles", "vicious-nobles"),
    ],
)  # fmt: skip
def test_a_name_means_this_scenario(said: str, meant: str) -> None:
    assert CITADELS.names().scenario_id(said) == meant


@pytest.mark.parametrize("language", ["fr", "pt"])
def test_what_is_said_is_heard_again(language: str) -> None:
    names = CITADELS.names(language)
    for title in CITADELS.called[language]:
        assert names.hear(names.say(f"build {title}, then")) == f"build {title}, then"
        assert names.say(names.say(title)) == names.say(title)


def test_titles_that_contain_names_are_let_alone() -> None:
    names = CITADELS.names()
    for title in CITADELS.titles:
        assert names.hear(title) == title
    assert names.hear("destroy la statue equestre of p2") == "destroy la Statue of p2"
    assert names.say("Statue Équestre") == "Statue Équestre"
    path = "(cards/citadels/districts/Keep.card:3)"
    assert CITADELS.names("fr").say(path) == path


# ---- games -----------------------------------------------------------------------------------------------------------


def console(*arguments: str) -> Console:
    parser = argparse.ArgumentParser()
    repl_.arguments(parser)
    return repl_.console(parser.parse_args(arguments))


FRENCH = """\
given 5 joueurs
given 5 players, nobles retors; p1 is Condottiere, gold 5; p2 is Marchande, city Château, Comptoir; p1 acts
p1 gathers gold
p1 condottiere destroys comptoir
expect p2 city chateau; p1 gold 5
"""
PORTUGUESE = """\
given 5 players, primeira partida; p1 is Comerciante, gold 2, hand Docas, Prefeitura, city Taverna; p1 acts
p1 gathers gold
p1 constroi
p1 build docas
expect p1 city Taverna, Docas
"""


@pytest.mark.parametrize(
    "language, script, shown",
    [("fr", FRENCH, ["Condottiere", "Château", "Comptoir"]), ("pt", PORTUGUESE, ["Comerciante", "Docas", "Taverna"])],
)
def test_a_session_in_another_language(language: str, script: str, shown: list[str]) -> None:
    game = console("--lang", language, "--players", "5")
    outputs = [execute(game, line) for line in script.splitlines()]
    assert [o.good for o in outputs].count(False) == 1  # one line is in a language that nobody here speaks
    assert outputs[-1].text == "yes"
    text = "\n".join(o.text for o in outputs)
    assert all(word in text for word in shown)
    assert CITADELS.names(language).say(text) == text
    kept = save(game.session)
    assert "Docks" in kept
    assert CITADELS.names().hear(kept) == kept


def test_a_name_cut_short_is_enough() -> None:
    game = console("--lang", "pt", "--players", "5")
    execute(game, "given 5 players; p1 is Bispo, gold 4, hand Docas, Solar; p1 has gathered resources; p1 acts")
    assert execute(game, "p1 build sol").text.startswith("p1: build Solar")


def test_what_is_kept_is_the_same_in_every_language(tmp_path: Path) -> None:
    kept = []
    for language, name in (("en", "Merchant"), ("fr", "Marchande"), ("pt", "comerciante")):
        game = console("--lang", language, "--players", "5", "--seed", "4")
        answers = game.session.legal()
        assert answers == console("--players", "5", "--seed", "4").session.legal()
        out = execute(game, name if "Merchant" in answers else "1")
        assert out.good
        kept.append(save(game.session))
    assert kept[0] == kept[1] == kept[2]
    (tmp_path / "game").write_text(kept[0], encoding="utf-8")
    loaded = console("--lang", "fr", "--load", str(tmp_path / "game"))
    assert loaded.session.names.language == "fr"


def test_suggestions_are_in_the_language_and_need_no_accents() -> None:
    from moot.repl.suggest import suggestions

    game = console("--lang", "fr", "--players", "5")
    execute(game, "given 5 players; p1 is Évêque, gold 9, hand Cathédrale, Échoppe; p1 has gathered resources; p1 acts")
    assert [s.text for s in suggestions(game, "build ech")] == ["build Échoppe"]
    assert [s.text for s in suggestions(game, "show cathe")] == ["Cathédrale"]


# ---- the commands ----------------------------------------------------------------------------------------------------


def moot(*arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "moot", *arguments], capture_output=True, text=True, cwd=ROOT, env={**os.environ}
    )
    return done.returncode, done.stdout + done.stderr


def test_commands_take_a_language() -> None:
    code, text = moot("show", "echevin", "--lang", "pt")
    assert code == 0
    assert text.startswith("Magistrado\n")
    assert "character Magistrate" in text  # the words of the card stay as they are
    code, text = moot("simulate", "--scenario", "Intrigants Subtils", "--lang", "fr", "--players", "5", "--games", "1")
    assert code == 0
    assert text.startswith("Intrigants Subtils, 5 players")
    code, text = moot("simulate", "--lang", "de", "--players", "5", "--games", "1")
    assert code == 2
    assert "en, fr, pt" in text


def test_an_illegal_cast_in_another_language() -> None:
    cast = "Assassine, Voleur, Magicienne, Roi, Évêque, Marchande, Architecte, Condottiere"
    code, text = moot("simulate", "--lang", "fr", "--players", "5", "--games", "1", "--cast", cast)
    assert code == 2
    assert "no card is called `Assassine`" in text
    code, _ = moot("simulate", "--players", "5", "--games", "1", "--cast", cast.replace("Assassine", "assassina"))
    assert code == 0


# ---- mistakes --------------------------------------------------------------------------------------------------------

GAME = """\
game Farm
  players 2 to 4
kind size: small, large
kind beast
  has size: size
phase game
  step only
    nothing
"""
SET = "id: farm\nnames: {en: Farm}\nlanguages: [en, fr, de]\n"


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], CardSet]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")

    def make(owl: str, words: str) -> CardSet:
        (tmp_path / "farm").mkdir()
        (tmp_path / "farm" / "farm.game").write_text(GAME)
        (tmp_path / "farm" / "owl.card").write_text(f"beast Owl\n  size large\n{owl}")
        (tmp_path / "farm" / "bat.card").write_text("beast Bat\n  size small\n")
        (tmp_path / "farm" / "set.yaml").write_text(SET + (f"words:\n{words}" if words else ""))
        return load(Path("farm"))

    return make


@pytest.mark.parametrize(
    "owl, words, code, at",
    [
        ('  name it "Gufo"\n', "", "unknown-language", 'name it "Gufo"'),
        ('  name en "Owlet"\n', "", "unknown-language", 'name en "Owlet"'),
        ('  name fr "Hibou"\n  name fr "Chouette"\n', "", "same-name", 'name fr "Chouette"'),
        ('  name fr "Hibou"\n', "  Bat: {fr: hibou}\n", "same-name", "hibou"),
        ('  name fr "Bât"\n', "", "same-name", 'name fr "Bât"'),
        ("", "  Bot: {fr: Chauve-souris}\n", "unknown-name", "Bot"),
        ("", "  small: {it: piccolo}\n", "unknown-language", "piccolo"),
        ("", "  small: {fr: petit}\n  large: {de: Petit}\n", "same-name", "Petit"),
    ],
)
def test_a_wrong_name_is_spoken_of(
    farm: Callable[[str, str], CardSet], owl: str, words: str, code: str, at: str
) -> None:
    set_ = farm(owl, words)
    found = [d for d in set_.diagnostics if d.code == code]
    assert len(found) == 1, set_.diagnostics
    span = found[0].span
    assert set_.sources[span.path].text[span.start : span.end].removeprefix("name ") == at.removeprefix("name ")


def test_right_names_are_right(farm: Callable[[str, str], CardSet]) -> None:
    words = "  Bat: {fr: Chauve-souris}\n  small: {fr: petit, de: klein}\n"
    set_ = farm('  name fr "Hibou"\n  name de "Eule"\n', words)
    assert not set_.diagnostics
    assert set_.title("chauve souris") == "Bat"
    assert set_.names("de").say("a small Owl") == "a klein Eule"
    assert set_.names("fr").hear("the Eule is PETIT") == "the Owl is small"
