"""Each word of change does what `changes.txt` says, and the consolidated card is one that the language reads."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path

import pytest

from moot.dsl.amend import Consolidated, amendments, consolidate
from moot.dsl.formatter import format_source
from moot.dsl.parser import parse
from moot.dsl.source import Source, Span

CASES = Path(__file__).with_name("changes.txt")


def cases() -> list[tuple[str, str, str, str]]:
    found = []
    for block in CASES.read_text(encoding="utf-8").split("\n== ")[1:]:
        title, _, rest = block.partition("\n")
        card, rest = rest.split("-- rule\n")
        rule, reads = rest.split("-- reads\n")
        found.append((title, card, rule, reads))
    return found


def rule(body: str, name: str = "night") -> Source:
    """A house rule that amends the Fox."""
    lines = "".join(f"    {line}\n" if line else "\n" for line in body.rstrip().split("\n"))
    return Source(f"{name}.rule", f'house rule {name} "at night"\n  in Fox\n{lines}')


def amended(card: str, *rules: Source) -> Consolidated:
    base = {"fox.card": Source("fox.card", card)}
    read = [parse(source) for source in rules]
    assert [d for one in read for d in one.diagnostics] == []
    return consolidate(base, [(amendment, None) for amendment in amendments(read)])


def reads(made: Consolidated) -> str:
    assert [d.message for d in made.diagnostics if d.severity == "error"] == []
    return format_source(made.sources["fox.card"])


@pytest.mark.parametrize(("card", "body", "now"), [c[1:] for c in cases()], ids=[c[0] for c in cases()])
def test_a_change_does_what_it_says(card: str, body: str, now: str) -> None:
    made = amended(card, rule(body))
    assert reads(made).strip() == now.strip()
    assert parse(made.sources["fox.card"]).diagnostics == ()


CARD = """\
beast Fox
  cost 3
  once in your turn, if you are rich, you may
    do      gain 1 gold
            draw 1 card
  always your score is 1 more if it is red
"""
SENTENCE = "once in your turn, if you are rich, you may\n  "
RULES = {
    "crown": SENTENCE + "add:        only if you have the crown",
    "night": SENTENCE + "add:        or if it is night",
    "wider": SENTENCE + "add:        or if it is red",
    "first": SENTENCE + "do gain … gold\n    first:      pay 1 gold",
    "more": SENTENCE + "do gain 1 gold\n    instead of: 1\n    read:       2",
    "if": SENTENCE + "…\n  draw 1 card\n    add:        only if it is day",
    "score": "always your score is 1 more …\n  add:        only if it is day",
    "field": "add:        star 2",
    "sentence": "add:\n  always your score is 3 more",
}
WHOLE = """\
beast Fox
  cost 3, star 2
  once in your turn, if you are rich or it is night or it is red, if you have the crown, you may
    do
      pay 1 gold
      gain 2 gold
      if it is day
        draw 1 card
  always your score is 1 more if it is red and it is day
  always your score is 3 more
"""


def test_amendments_of_one_card_add_up() -> None:
    made = amended(CARD, *(rule(body, name) for name, body in RULES.items()))
    assert reads(made) == WHOLE


@pytest.mark.parametrize("order", [tuple(RULES), tuple(reversed(RULES)), tuple(sorted(RULES))])
def test_their_order_does_not_matter(order: tuple[str, ...]) -> None:
    assert reads(amended(CARD, *(rule(RULES[name], name) for name in order))) == WHOLE


@pytest.mark.parametrize(("one", "other"), list(permutations(RULES, 2)))
def test_any_two_of_them_add_up(one: str, other: str) -> None:
    both = reads(amended(CARD, rule(RULES[one], one), rule(RULES[other], other)))
    assert both == reads(amended(CARD, rule(RULES[other], other), rule(RULES[one], one)))
    assert both not in (CARD, reads(amended(CARD, rule(RULES[one], one))))


CLASHES = {
    "both write the same words": ("instead of: cost 3\nread: cost 4", "instead of: cost 3\nread: cost 2"),
    "one writes what the other quotes": (SENTENCE + "add: only if it is day", SENTENCE + "leave out: if you are rich"),
    "one leaves out what the other changes": (
        SENTENCE + "do gain 1 gold\n    then: draw 1 card",
        "leave out: once in your turn, if you are rich, you may\n              …",
    ),
}


@pytest.mark.parametrize(("one", "other"), list(CLASHES.values()), ids=list(CLASHES))
def test_two_that_cannot_both_hold_are_refused_at_both(one: str, other: str) -> None:
    first, second = rule(one, "first"), rule(other, "second")
    for order in ((first, second), (second, first)):
        (said,) = amended(CARD, *order).diagnostics
        assert said.code == "amendments-clash"
        assert "`first`" in said.message and "`second`" in said.message
        assert {said.span.path, said.notes[0][0].path} == {"first.rule", "second.rule"}


def test_one_that_changes_the_same_words_twice_is_refused() -> None:
    body = "instead of: cost 3\nread: cost 4\ninstead of: cost 3\nread: cost 2"
    (said,) = amended(CARD, rule(body)).diagnostics
    assert (said.code, said.message) == ("amendments-clash", "`night` changes the same words twice")


LOST = {
    "a sentence that is left out is narrowed": (
        f"leave out: {SENTENCE}…\n{SENTENCE}add: only if it is night",
        "it is night",
    ),
    "a deed inside lines that are replaced is narrowed": (
        (
            "once in your turn, if you are rich, you may\n  …\n  draw 1 card\n    add: only if it is night\n"
            "instead of: once in your turn, if you are rich, you may\n  …\nread: once in your turn, you must\n"
        ),
        "it is night",
    ),
}


@pytest.mark.parametrize(("body", "at"), LOST.values(), ids=LOST)
def test_a_change_of_words_that_are_taken_out_is_refused(body: str, at: str) -> None:
    source = rule(body)
    (said,) = amended(CARD, source).diagnostics
    assert (said.code, said.message) == ("amendments-clash", "this changes words that another change takes out")
    assert at in source.text[said.span.start : said.span.end]


def test_a_card_that_is_left_out_is_not_amended() -> None:
    text = 'house rule night "at night"\n  leaves out: Fox\n  in Fox\n    add:        star 2\n'
    (said,) = amended(CARD, Source("night.rule", text)).diagnostics
    assert said.message == "this changes words that another change takes out"


def test_two_that_make_the_same_change_do_not_disagree() -> None:
    body = "instead of: cost 3\nread: cost 4"
    made = amended(CARD, rule(body, "one"), rule(body, "other"))
    assert reads(made) == CARD.replace("cost 3", "cost 4")


def test_deeds_at_one_place_stand_in_the_order_of_the_names() -> None:
    place = SENTENCE + "do gain 1 gold\n    then:       "
    made = amended(CARD, rule(place + "draw 2 cards", "b"), rule(place + "draw 3 cards", "a"))
    assert [(d.code, d.severity) for d in made.diagnostics] == [("amendments-order", "warning")]
    text = reads(made)
    assert text.index("draw 3 cards") < text.index("draw 2 cards") < text.index("draw 1 card\n")


@pytest.mark.parametrize(("number", "now"), [("1", "draw 1 card"), ("2", "draw 2 cards")])
def test_a_number_that_is_a_setting_fits_its_noun(number: str, now: str) -> None:
    base = Source("fox.card", "beast Fox\n  once in your turn, you may\n    do      draw 3 cards\n")
    text = 'house rule few "few"\n  setting 1 to 3\n  in Fox\n    instead of: 3 cards\n    read: setting cards\n'
    (few,) = amendments([parse(Source("few.rule", text))])
    made = consolidate({base.path: base}, [(few, number)])
    assert made.diagnostics == ()
    assert made.sources["fox.card"].text.endswith(f"    do      {now}\n")


ORCHARD = """\
game Orchard
  players 2 to 4

verb pick (tree)
  step sun
    gain 1 gold
    gain 2 gold
  step moon
    gain 3 gold
  step owl gain 4 gold
"""
STEPS = {
    "a step is narrowed as a whole": (
        ["step sun\n  add: only if it is night"],
        """\
  step sun
    if it is night
      gain 1 gold
      gain 2 gold
  step moon
    gain 3 gold
  step owl gain 4 gold
""",
    ),
    "a step and its first deed are narrowed": (
        ["step sun\n  add: only if it is night", "step sun\n  gain 1 gold\n    add: only if it is red\n  …"],
        """\
  step sun
    if it is night
      if it is red
        gain 1 gold
      gain 2 gold
  step moon
    gain 3 gold
  step owl gain 4 gold
""",
    ),
    "a step is put between two others": (
        ["step moon\n  gain 3 gold\n  first: step dusk gain 7 gold\nstep sun\n  …\n  then:\n    step noon gain 8 gold"],
        """\
  step sun
    gain 1 gold
    gain 2 gold
  step noon gain 8 gold
  step dusk gain 7 gold
  step moon
    gain 3 gold
  step owl gain 4 gold
""",
    ),
    "what is added to a step moves with it": (
        ["step moon\n  comes before: step sun", "step moon\n  gain 3 gold\n    then: gain 5 gold",
         "step sun\n  …\n  gain 2 gold\n    then: gain 6 gold"],
        """\
  step moon
    gain 3 gold
    gain 5 gold
  step sun
    gain 1 gold
    gain 2 gold
    gain 6 gold
  step owl gain 4 gold
""",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("bodies", "now"), STEPS.values(), ids=STEPS)
def test_the_steps_of_a_verb(bodies: list[str], now: str) -> None:
    read = []
    for at, body in enumerate(bodies):
        lines = "".join(f"    {line}\n" for line in body.split("\n"))
        read.append(parse(Source(f"r{at}.rule", f'house rule r{at} "at night"\n  in verb pick\n{lines}')))
    made = consolidate({"o.game": Source("o.game", ORCHARD)}, [(rule, None) for rule in amendments(read)])
    assert made.diagnostics == ()
    head = ORCHARD[: ORCHARD.index("  step")]
    assert format_source(made.sources["o.game"]) == format_source(Source("o.game", head + now))


TABLE = """\
# What is for sale.
table beast: name, colour, cost
  Owl, red, 2
  Fox, blue, 3

kind colour: red, blue
"""


def sold(*bodies: str) -> Consolidated:
    read = [parse(rule(body, f"r{at}")) for at, body in enumerate(bodies)]
    assert [d for one in read for d in one.diagnostics] == []
    return consolidate({"b.table": Source("b.table", TABLE)}, [(one, None) for one in amendments(read)])


CHEAPER = ["instead of: cost 3\nread: cost 4", "instead of: cost 3\nread: 4", "instead of: 3\nread: 4"]


@pytest.mark.parametrize("body", CHEAPER)
def test_a_row_of_a_table_is_changed_as_a_card_would_be(body: str) -> None:
    made = sold(body)
    assert made.diagnostics == ()
    assert "\n  Fox, blue, 4\n" in made.sources["b.table"].text


def test_a_row_to_which_sentences_are_added_becomes_a_card() -> None:
    made = sold(CHEAPER[0], "add: star 2", "add:\n  once in your turn, you may\n    do      gain 1 gold")
    assert made.diagnostics == ()
    text = made.sources["b.table"]
    assert format_source(text) == format_source(Source("b.table", """\
# What is for sale.
table beast: name, colour, cost
  Owl, red, 2

beast Fox
  colour blue, cost 4, star 2
  once in your turn, you may
    do      gain 1 gold

kind colour: red, blue
"""))  # fmt: skip
    at = text.text.index("blue", text.text.index("Fox"))
    assert str(text.written(Span("b.table", at, at + 4))).startswith("b.table:4")


def test_what_a_table_says_already_is_not_added() -> None:
    (said,) = sold("add: cost 9").diagnostics
    assert said.help == "change it: `instead of: cost 3`, and below it `read: …`"
