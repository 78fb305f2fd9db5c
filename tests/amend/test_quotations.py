"""A quotation finds its line, or is refused at its words with what stands there."""

from __future__ import annotations

import pytest

from moot.dsl.amend.rows import parts
from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source
from tests.amend.test_changes import amended, rule
from tests.reading.files import shipped

CARD = """\
beast Fox
  cost 3
  once in your turn, if you are rich, you may
    choose  plan: a card in your hand
    do      gain 1 gold
            if it is night
              draw 2 cards
            draw 1 card
  once in your turn, you may
    do      gain 5 gold
  always your score is 1 more
"""


def said(body: str) -> Diagnostic:
    (found,) = amended(CARD, rule(body)).diagnostics
    return found


def at(found: Diagnostic, body: str) -> str:
    return rule(body).text[found.span.start : found.span.end]


WRONG = {
    "words that stand nowhere": (
        "once in a turn, if you are rich, you may\n  add: only if it is day",
        "once in a turn, if you are rich, you may",
        "these words do not stand in Fox",
        "there stands `once in your turn, if you are rich, you may`",
    ),
    "a line that is not quoted whole": (
        "if you are rich, you may\n  add: only if it is day",
        "if you are rich, you may",
        "this line of Fox says more",
        "write `…` where words are missing: `once in your turn, if you are rich, you may`",
    ),
    "always is a word like others": (
        "your score is 1 more\n  add: only if it is day",
        "your score is 1 more",
        "this line of Fox says more",
        "write `…` where words are missing: `always your score is 1 more`",
    ),
    "a line that two sentences have": (
        "once in your turn, … you may\n  add: only if it is day",
        "once in your turn, … you may",
        "these words stand in Fox 2 times: lines 3, 9",
        "quote more of it, or a line below it that only one has",
    ),
    "lines before it that are not shown": (
        "once in your turn, if you are rich, you may\n  draw 1 card\n    add: only if it is day",
        "draw 1 card",
        "there are other lines before this one",
        "write a line `…` in their place",
    ),
    "a line that stands further out": (
        "once in your turn, if you are rich, you may\n  …\n  gain 5 gold\n    add: only if it is day",
        "gain 5 gold",
        "these words do not stand in Fox",
        "there stands `do gain 1 gold`",
    ),
    "half a phrase": (
        "once in your turn, if you are rich, you may\n  instead of: draw 2\n  read: draw 3",
        "draw 2",
        "these words are only a part of a phrase",
        "the whole phrase is `draw 2 cards`",
    ),
    "words with lines below them": (
        "leave out: once in your turn, if you are rich, you may",
        "once in your turn, if you are rich, you may",
        "there are lines below this one, and they are not quoted",
        "write them below it, or a line `…`",
    ),
    "words in two places": (
        "instead of: 1\nread: 2",
        "1",
        "these words stand in Fox 3 times: lines 5, 8, 11",
        "quote more of it, or a line below it that only one has",
    ),
    "nothing that changes": ("instead of: cost 3\nread: cost 3", "read:", "these are the same words", None),
    "a condition on nothing": (
        "add: only if it is day",
        "add:",
        "it is not said which line of Fox this changes",
        "quote that line above it, one step further out",
    ),
    "a condition on a choice": (
        "once in your turn, if you are rich, you may\n  choose plan: a card in your hand\n    add: only if it is day",
        "add:",
        "a choice cannot be narrowed",
        "narrow the first line of the sentence, or a deed",
    ),
    "wider, where there is no condition": (
        "always your score is 1 more\n  add: or if it is day",
        "add:",
        "there is no condition in this line",
        None,
    ),
    "a deed after a sentence": (
        "once in your turn, if you are rich, you may\n  then: gain 1 gold",
        "then:",
        "this is no deed",
        "quote the deed after which it is done",
    ),
    "a branch without a choice": (
        "once in your turn, if you are rich, you may\n  …\n  do gain 1 gold\n    add: or nothing",
        "or",
        "it is not said which `either` has one more branch",
        "quote the line that begins with `either`",
    ),
}


@pytest.mark.parametrize(("body", "where", "message", "help"), list(WRONG.values()), ids=list(WRONG))
def test_what_is_wrong_is_told_at_the_word(body: str, where: str, message: str, help: str | None) -> None:
    found = said(body)
    assert (at(found, body), found.message, found.help) == (where, message, help)


MEANT = {
    "add only if it is day": "what is new begins with `add:`, with its colon",
    "only if it is day": "a condition is added with `add: only if …`, `add: unless …`, `add: or if …` or `add: that …`",
    "remove: 3": "words are taken out with `leave out: …`",
    "replace 3 by 4": "words are replaced by two lines: `instead of: …`, and in line with it `read: …`",
    "read: 4": "`read: …` stands in line with `instead of: …`, directly below it",
    "then gain 1 gold": "a deed is put behind the quoted one with `then: …`",
    "ad: only if it is day": (
        "a change begins with `add:`, `instead of:` (and `read:` below it), `leave out:`, `first:`, `then:` or "
        "`comes before:`"
    ),
}


@pytest.mark.parametrize(("line", "help"), MEANT.items(), ids=MEANT)
def test_a_change_without_its_word_is_told_the_word_of_change(line: str, help: str) -> None:
    assert said(f"once in your turn, if you are rich, you may\n  {line}").help == help


def test_words_that_take_others_with_them_are_refused() -> None:
    card = "beast Fox\n  always your score is 9 minus your gold\n"
    body = "always your score is 9 minus your gold\n  instead of: your gold\n  read: your gold plus 1"
    (found,) = amended(card, rule(body)).diagnostics
    assert (found.code, found.message) == (
        "half-phrase",
        "with these words the line is read in another way than before",
    )
    whole = body.replace("your gold plus 1", "(your gold plus 1)")
    assert amended(card, rule(whole)).diagnostics == ()


RIGHT = [
    "once in your turn, if you are rich, you may\n  add: only if it is day",
    "once in your turn,\nif you are rich,\nyou may\n  add: only if it is day",
    "… if you are rich, …\n  add: only if it is day",
    "once in your turn, you may\n  do gain 5 gold\n  add: only if it is day",
    "once in your turn, … you may\n  …\n  if it is night\n    draw 2 cards\n      add: only if it is day",
    "once in your turn, ... you may\n  ...\n  draw 1 card\n    add: only if it is day",
    "draw 2 cards\n  add: only if it is day",
    "leave out: once in your turn, if you are rich, you may\n  choose plan: a card in your hand\n  …",
    "leave out: once in your turn, you may\n  do gain 5 gold",
]


@pytest.mark.parametrize("body", RIGHT)
def test_a_quotation_may_be_laid_out_and_shortened(body: str) -> None:
    assert amended(CARD, rule(body)).diagnostics == ()


@pytest.mark.parametrize("source", [s for s in shipped() if s.path.endswith(".card")], ids=lambda s: s.path)
def test_every_line_of_a_shipped_card_can_be_quoted(source: Source) -> None:
    """A quotation of everything, line by line, finds everything; with a line the less it finds nothing else."""
    for part in parts(source):
        lines = [("  " * _deep(row) + row.text) for row in part.rows()]
        heads = [at for at, line in enumerate(lines) if line.startswith("  ") and not line.startswith("    ")]
        for start, end in zip(heads, [*heads[1:], len(lines)] if heads else [], strict=True):
            body = "\n".join(line[2:] for line in lines[start:end])
            text = f'house rule x "x"\n  in {part.name}\n' + "\n".join(f"    {line}" for line in body.split("\n"))
            made = _found(source, Source("x.rule", text + "\n"))
            assert made == (), text


def _deep(row: object) -> int:
    deep = 0
    while getattr(row, "parent", None) is not None:
        row, deep = row.parent, deep + 1  # type: ignore[attr-defined]
    return deep


def _found(base: Source, rule_: Source) -> tuple[Diagnostic, ...]:
    from moot.dsl.amend import amendments, consolidate
    from moot.dsl.parser import parse

    parsed = parse(rule_)
    assert parsed.diagnostics == ()
    return consolidate({base.path: base}, [(a, None) for a in amendments([parsed])]).diagnostics


def test_a_hostile_quotation_is_answered_soon() -> None:
    count = 19  # enough for a search that tries all ways to be without end
    card = "beast Fox\n  once in your turn, you may\n    do      gain 1 gold\n" + "            gain 1 gold\n" * 200
    body = "once in your turn, you may\n" + "  …\n  gain 1 gold\n" * count + "  …\n  gain 9 gold"
    assert [d.code for d in amended(card, rule(body)).diagnostics] == ["quotation"]
    whole = "instead of: once in your turn, you may\n" + "  …\n  gain 1 gold\n" * count + "  …\n  gain 9 gold"
    said = amended(card, rule(f"{whole}\nread: once in your turn, you must"))
    assert [d.code for d in said.diagnostics] == ["quotation"]


def test_a_line_of_skips_is_answered_soon() -> None:
    body = "once " + "… " * 2000 + "never\n  add: only if it is day"
    assert [d.code for d in amended(CARD, rule(body)).diagnostics] == ["quotation"]


def test_a_long_line_is_shown_in_part() -> None:
    facts = " and ".join(f"it is {'red' * n}" for n in range(1, 20))
    card = f"beast Fox\n  once in your turn, if {facts}, you may\n    do      gain 1 gold\n"
    (found,) = amended(card, rule("once in your turn, you may\n  …")).diagnostics
    assert found.help is not None and len(found.help) < 300


BELOW = ["for each player", "repeat until it is red", "the heir must", "if it is red", "otherwise"]


@pytest.mark.parametrize("above", BELOW)
def test_the_last_deed_below_a_line_is_not_left_out_alone(above: str) -> None:
    other = "            if it is night\n              gain 2 gold\n" if above == "otherwise" else ""
    lines = f"{other}            {above}\n              draw 1 card\n"
    card = f"beast Fox\n  once in your turn, you may\n    do      gain 1 gold\n{lines}"
    (found,) = amended(card, rule("leave out: draw 1 card")).diagnostics
    assert (found.message, found.code) == ("this leaves nothing to do", "cannot-change")
    assert found.help is not None and f"`{above}`" in found.help


def test_the_last_deed_of_a_branch_is_not_left_out_alone() -> None:
    card = "beast Fox\n  once in your turn, you may\n    either\n      draw 1 card\n    or      gain 1 gold\n"
    (found,) = amended(card, rule("once in your turn, you may\n  either\n    leave out: draw 1 card")).diagnostics
    assert found.message == "this leaves nothing to do"
