"""`did you mean`: a hint is given where a word is near, and all the hints of a run together take only so much work."""

from __future__ import annotations

import time
from pathlib import Path

from moot.dsl.nearest import bounded, nearest, within_run
from moot.interpreter.sets.card_set import load

GAME = """\
game Small
  players 2 to 4

kind beast
  has size: number

phase game
  step play
    for each taker: player
      the taker must
        end the turn

verb end (ended) the turn
  do nothing
"""


def test_the_nearest_word_is_meant() -> None:
    assert nearest("Foxx", ["Fox", "Hen"]) == "Fox"
    assert nearest("Dodo", ["Fox", "Hen"]) is None
    assert nearest("fox", ["Fox", "Fix"], fold=str.casefold, same=True) == "Fox"
    assert nearest("crown", ["crown", "clown"]) == "clown"


def test_a_run_compares_so_many_letters_and_no_more() -> None:
    with bounded(letters=40):
        assert nearest("Foxx", ["Fox", "Hen"]) == "Fox"
        with within_run():
            assert nearest("Foxx", ["Fox", "Hen"]) == "Fox"
            assert nearest("Foxx", ["Fox", "Hen"]) is None
        assert nearest("Foxx", ["Fox"]) is None
        with bounded():
            assert nearest("Foxx", ["Fox"]) == "Fox"


def test_thousands_of_wrong_titles_cost_seconds(tmp_path: Path) -> None:
    """A pull request with a large table, and a scenario and a ruling that know no title of it."""
    folder = tmp_path / "cards" / "small"
    (folder / "scenarios").mkdir(parents=True)
    titles = [f"Beast {chr(65 + i % 26)}{'abcdefghij' * 6} {i}" for i in range(3000)]
    wrong = [f"Baest {chr(65 + i % 26)}{'abcdefghij' * 6} {i}" for i in range(2500)]
    (folder / "set.yaml").write_text("id: small\nnames: {en: Small}\nlanguages: [en]\n")
    (folder / "small.game").write_text(GAME)
    rows = "".join(f"  {t}, 1\n" for t in titles)
    (folder / "beasts.table").write_text(f"table beast: name, size\n{rows}")
    cast = "".join(f"  - any: [{', '.join(wrong[i : i + 50])}]\n" for i in range(0, len(wrong), 50))
    (folder / "scenarios" / "all.yaml").write_text(f"id: all\nnames: {{en: All}}\nplayers: [2]\ncast:\n{cast}")
    lines = "".join(f"        p1 is {t}\n" for t in wrong)
    (folder / "many.ruling").write_text(f'ruling R1 "many"\n  given 2 players\n{lines}  expect p1 must answer\n')
    began = time.monotonic()
    said = load(folder).diagnostics
    assert time.monotonic() - began < 20
    unknown = [d for d in said if d.code in ("unknown-card", "unknown-word")]
    assert len(unknown) == 2 * len(wrong)
    assert any(d.help for d in unknown) and not all(d.help for d in unknown)
