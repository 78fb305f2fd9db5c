"""Bad YAML gets a message at the word, never a traceback and never silence. Each case is a text and what is said."""

from __future__ import annotations

import pytest

from moot.dsl.diagnostic import in_order
from moot.dsl.source import NOWHERE, Source
from moot.interpreter.sets import scenario, schemas
from moot.interpreter.sets.law import Law, Named
from moot.interpreter.sets.scenario import Around
from moot.interpreter.sets.yaml_files import read

GOOD = """\
id: small
names: {en: Small}
players: [2, 3]
cast:
  - Fox
  - any: [Hen, Duck]
optional: [Owl]
substitutes:
  - for: Owl
    players: [2]
    by: [Fox, Bat]
cards: {pick: 1, of: [Egg, Nest]}
house: [late-start, how-many 3]
"""
TITLES = ["Fox", "Hen", "Duck", "Owl", "Bat", "Egg", "Nest"]
KINDS = dict.fromkeys(TITLES[:5], "beast") | {"Egg": "thing", "Nest": "thing"}
LAW = Law.of([Named("late-start", "", "", NOWHERE), Named("how-many", "", "", NOWHERE, ("2", "3"))])


def said(text: str) -> list[str]:
    """What is said of a scenario file with this text: place, message and hint of each mistake."""
    source = Source("scenarios/small.yaml", text)
    _, found = scenario.read(source, Around(KINDS, (2, 4), LAW))
    lines = []
    for d in in_order(found):
        line, column = source.place(d.span.start)
        lines.append(f"{line}:{column} {d.message}" + (f" ({d.help})" if d.help else ""))
    return lines


def test_a_good_one_is_read() -> None:
    found, diagnostics = scenario.read(Source("scenarios/small.yaml", GOOD), Around(KINDS, law=LAW))
    assert not diagnostics
    assert found is not None
    assert found.players == (2, 3)
    assert found.cast == (("Fox",), ("Hen", "Duck"))
    assert found.optional == (("Owl",),)
    assert found.substitutes[0].by == ("Fox", "Bat")
    assert (found.cards, found.pick) == (("Egg", "Nest"), 1)
    assert list(map(str, found.house)) == ["late-start", "how-many 3"]


CHANGED = [
    ("names:", "name:", "2:1 `name` is not a key here (did you mean `names`?)"),
    ("names: {en: Small}\n", "", "1:1 `names` is missing (the name of the scenario in each language)"),
    ("[2, 3]", "2 to 3", "3:10 a list is expected here (how many can play it, such as `[2, 4, 5]`)"),
    ("[2, 3]", "[2, two]", "3:14 a whole number is expected here"),
    ("[2, 3]", "[2, 2]", "3:14 `2` is written twice here"),
    ("[2, 3]", "[0]", "3:11 0 is less than 1"),
    ("[2, 3]", "[2, 99]", "3:14 99 cannot play this game (the game is for 2 to 4)"),
    (
        "for: Owl",
        "for: Nest",
        "9:10 `Nest` does not take part, so nothing takes its place (a card in `cast` or `optional` takes part)",
    ),
    ("players: [2]", "players: [4]", "10:15 this scenario is not for 4 players (`players` lists how many can play it)"),
    ("[Egg, Nest]", "[Egg, Nest, Bat]", "12:34 `Bat` is a card of the kind `beast`, and those belong in `cast`"),
    ("by: [Fox, Bat]", "by: [Nest, Bat]", "11:10 `Nest` is a card of another kind, so it cannot take that place"),
    ("id: small", "id: large", "1:5 the file is called `small`, but this says `large`"),
    (
        "id: small",
        "id: Small one",
        "1:5 `Small one` is not a short name in lower case with hyphens (the name of its file, without `.yaml`)",
    ),
    ("- Fox", "- Foxx", "5:5 no card is called `Foxx` (did you mean `Fox`?)"),
    ("- Fox", "- fox", "5:5 no card is called `fox` (did you mean `Fox`?)"),
    ("- Fox", "- Dodo", "5:5 no card is called `Dodo`"),
    ("- Fox", "- Duck", "6:16 `Duck` is written twice here (keep one)"),
    ("any:", "some:", "6:5 `some` is not a key here (did you mean `any`?)"),
    ("by:", "bye:", "11:5 `bye` is not a key here (did you mean `by`?)"),
    ("by: [Fox, Bat]", "by: [Fox, Rat]", "11:15 no card is called `Rat` (did you mean `Bat`?)"),
    ("pick: 1", "pick: 3", "12:15 there are only 2 to pick from"),
    ("late-start", "late-strat", "13:9 there is no house rule `late-strat` (did you mean `late-start`?)"),
    ("how-many 3", "how-many 4", "13:21 `4` is no setting of `how-many` (its settings are `2`, `3`)"),
    ("how-many 3", "late-start", "13:21 `late-start` is written twice here"),
    ("id: small", "id: small\nid: small", "2:1 `id` is written twice here (keep one)"),
    (
        "id: small",
        "\tid: small",
        "1:1 there is a tab here; the layout of YAML is made of spaces (two spaces for each step inwards)",
    ),
    (
        "id: small",
        "id: a: b",
        "1:6 this `:` cannot stand here (put text with a colon in quotes, and a new key on a new line)",
    ),
    ("id: small", "id: @small", "1:5 a value cannot begin with `@` (put it in quotes)"),
    ("id: small", "id: &a small", "1:5 anchors and aliases (`&`, `*`) are not read here (write it out, or quote it)"),
    ("id: small", "id: *a", "1:5 anchors and aliases (`&`, `*`) are not read here (write it out, or quote it)"),
    ("id: small", "id: !!python/name:a.b small", "1:5 tags (`!`) are not read here (take it out, or quote the text)"),
    ("id: small", "id: \x07small", "1:5 there is a hidden character here, U+0007 (take it out)"),
    ("house:", "---\nhouse:", "13:1 a second document begins here; only one is read"),
    ("id: small", "? [a]\n: small", "1:3 a key is a single word"),
]


@pytest.mark.parametrize(("good", "bad", "message"), CHANGED)
def test_one_mistake_one_message(good: str, bad: str, message: str) -> None:
    assert GOOD.count(good) >= 1
    assert said(GOOD.replace(good, bad, 1)) == [message]


WHOLE = [
    ("", "1:1 this file is empty"),
    ("# nothing\n", "1:1 this file is empty"),
    ("just words", "1:1 keys with values is expected here"),
    ("- a\nb: c", "2:1 this does not fit the lines above it (look at the dashes, brackets and indentation)"),
    ("id: 'small", "1:10 the file ends in the middle of something (close the quote or the bracket)"),
    ("id: [1, 2", "1:9 the file ends in the middle of something (close the quote or the bracket)"),
    ("id: " + "[" * 20 + "]" * 20, "1:16 more than 12 levels of lists and mappings"),
    ("id: [" + "1," * 30000 + "]", "1:40000 more than 20000 values"),
]


@pytest.mark.parametrize(("text", "message"), WHOLE, ids=range(len(WHOLE)))
def test_a_file_that_is_nothing_of_the_sort(text: str, message: str) -> None:
    assert said(text) == [message]


HOSTILE = [
    "[" * 100_000, "- " * 100_000, "? " * 50_000, "{a: " * 50_000, "a: \ud800", "%YAML 9\n---\n", "\ufeff",
    "a: |\n" + " " * 5000,
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_texts_get_a_message(text: str) -> None:
    node, found = schemas.read(Source("x.yaml", text), "scenario")
    assert node is None
    assert found


def test_words_stay_words() -> None:
    """None of what YAML makes of `no`, dates and times: they are words here."""
    node, found = read(Source("x.yaml", "[no, yes, on, 2021-01-01, 12:30, 0x10, 010, 1e3, 7, true, ~, '7']"))
    assert not found
    assert node is not None
    assert node.plain == ["no", "yes", "on", "2021-01-01", "12:30", "0x10", "010", "1e3", 7, True, None, "7"]
