"""The small orchard of the tests of the prompt, with house rules and an edition of its own."""

from __future__ import annotations

import shutil
from pathlib import Path

from moot.interpreter.sets.card_set import CardSet, whole
from moot.interpreter.sets.law import Chosen

ORCHARD = Path(__file__).parents[1] / "prompt" / "orchard"
FILES = {
    "house-rules/short-shade.rule": """\
house rule short-shade "a Shade takes two coins off"
  source "Orchard 3"
  in Shade
    always toll of another tree for you is 1 less
      instead of: 1 less
      read:       2 less

  ruling S1 "with a Shade a Quince costs nothing"
    given  2 players
           p1 coin 0, basket Quince, garden Shade
    offered plant Quince
""",
    "house-rules/long-shade.rule": """\
house rule long-shade "a Shade takes three coins off"
  in Shade
    always toll of another tree for you is 1 less
      instead of: 1 less
      read:       3 less
""",
    "house-rules/hat-first.rule": """\
house rule hat-first "who has the hat first"
  setting 2 to 4
  in game
    for each eldest: player whose seat is 1
      instead of: 1
      read:       setting

  ruling H2 "p2 may have it"
    house: hat-first 2
    given  2 players at the start of the game
    expect hat p2
""",
    "house-rules/open-hedge.rule": """\
house rule open-hedge "a Hedge does not keep its owner out"
  in Hedge
    always trees cannot reach trees in your garden
      add:        unless you are their owner
""",
    "rulings/orchard.ruling": """\
ruling R1 "with a Shade a Quince costs one coin"
  given  2 players
         p1 coin 0, basket Quince, garden Shade
  not offered plant Quince

ruling R2 "two house rules at once"
  house: short-shade, hat-first 2
  given  2 players
         p1 coin 0, basket Quince, garden Shade
         hat p2
  offered plant Quince
""",
    "scenarios/late-hat.yaml": """\
id: late-hat
names: {en: The hat comes last}
players: [2, 3]
cards: [Plum, Cherry, Quince, Hedge]
house: [hat-first 2]
""",
    "old/old.edition": """\
edition old "the orchard as it was"
  takes in: short-shade
  leaves out: Ladder Tree
""",
    "old/trees/hedge.card": """\
tree Hedge
  height 3, fruit sour
  always trees cannot reach trees in your garden

  example "it is higher"
    given  2 players
           p1 garden Hedge
    expect height of Hedge is 3
""",
    "old/mossy.rule": """\
house rule mossy "an old Hedge is lower"
  in Hedge
    instead of: height 3
    read:       height 1

  ruling M1 "lower than a Quince"
    given  2 players
           p1 garden Hedge
    expect height of Hedge is 1
""",
    "old/scenarios/old-trees.yaml": """\
id: old-trees
names: {en: Old trees}
players: [2, 3]
cards: [Plum, Cherry, Quince, Hedge, Shade]
""",
}


def written(folder: Path, **changed: str | None) -> Path:
    """Writes the orchard below a folder, with some files changed (None: left out). Returns its own folder."""
    orchard = folder / "orchard"
    shutil.copytree(ORCHARD, orchard)
    for name, text in {**FILES, **{_name(k): v for k, v in changed.items()}}.items():
        if text is not None:
            path = orchard / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return orchard


def under(folder: Path, *rules: str, edition: str | None = None) -> CardSet:
    """The orchard as it is played under house rules and an edition."""
    read = whole(folder)
    chosen = read.law.chosen(rules, edition)
    assert isinstance(chosen, Chosen), chosen
    return read.under(chosen)


def _name(key: str) -> str:
    """`house_rules__mossy_rule` names `house-rules/mossy.rule`."""
    folder, _, file = key.rpartition("__")
    stem, _, ending = file.rpartition("_")
    return "/".join(filter(None, (folder.replace("__", "/").replace("_", "-"), f"{stem.replace('_', '-')}.{ending}")))
