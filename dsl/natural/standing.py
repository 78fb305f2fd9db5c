"""Turns a sentence of everyday English that holds all the time, or while something lasts, into rules of a card."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ..words import with_article
from .english import English, Made
from .lead import FROM, Lead, Told, of_this, rows_of
from .meddling import apart
from .members import Line
from .opening import of_one

NOW = re.compile(r"this (?P<p>turn|round),? (?P<x>.+)|(?P<y>.+?),? this (?P<q>turn|round)")
ANY_WORD = re.compile(r"this counts as any (?P<t>(?:[\w-]+ )*(?P<f>\w+))")
BUILT = r"you (?:cannot|may) <bought> this\b"
IN_A_TURN = r"(?:your <limit> is|you (?:cannot|may) <bought>|.* is outside the <limit>$)\b"
ALWAYS = "what holds all the time begins with `always`"
ELSEWHERE = "a rule says first when it holds, or from where"
COUNTS = re.compile(r"\bcounts? as\b")


def rule(lead: Lead, text: str, english: English) -> Iterator[Told]:
    """Yields what a sentence says that holds: a rule, or points."""
    if lead.when.startswith(("when ", "before ", "at the ", "as soon")) and lead.when != "at the end of the game":
        return
    text = of_this(lead, of_one(lead, text), english)
    for when, said in (*_for_now(lead.when, text, english), (lead.when, text)):
        scored = when in ("", "at the end of the game") or when.startswith(FROM)
        score = re.sub(r"\b(on|under) it\b", r"\1 this", said)
        worth = english.read("worth", score) if scored and not when.startswith(FROM) else ()
        points = english.read("points", score) if scored else ()
        if when == "at the end of the game":
            yield from (_at_last(one, english) for one in english.read("rule", said) if COUNTS.search(one.text))
        ruled = () if when == "at the end of the game" else english.read("rule", said)
        for made in (*worth, *points, *ruled):
            often = lead.often and not (lead.often == "once in your turn" and "limit" in made.text)
            if not often and not made.before:
                yield _held(replace(lead, when=when, sure=lead.sure and when == lead.when), made, english)


def _at_last(made: Made, english: English) -> Told:
    """Returns what holds only when points are counted: from just before that."""
    head = f"before the game is {english.forms['scored']('')}, you must"
    if len(made.rows) == 1 and (any_one := ANY_WORD.fullmatch(made.rows[0])):  # one of them is chosen, not all at once
        picked = (Line(2, f"choose chosen: {with_article(any_one['t'])}"),)
        held = Line(2, f"do until the end of the game, {any_one['f']} of this is chosen")
        say = "of any, one is chosen just before the count"
        return Told((Line(0, head.replace("you must", "you may")), *picked, held), say, False)
    rows = [Line(2, f"do until the end of the game, {row}") for row in made.rows]
    return Told((Line(0, head), *rows), "what holds at the end begins just before the count", made.sure)


def _for_now(when: str, text: str, english: English) -> Iterator[tuple[str, str]]:
    """Yields what holds in the turn or round that is running, on a card that has a turn of its own: it holds there as
    long as the card works."""
    found = NOW.fullmatch(text)
    if found and not when and english.kind == english.words.actor(""):
        phase = found["p"] or found["q"]
        yield f"during {'your' if phase == 'turn' else 'this'} {phase}", found["x"] or found["y"]


def _held(lead: Lead, made: Made, english: English) -> Told:
    """Returns rules as sentences: when they hold comes first, their condition last."""
    condition = lead.condition
    if lead.when == "during another turn":
        mine = condition.replace("if ", " and ", 1) if condition else ""
        condition = f"if the active player is not you{mine}"
    during = lead.when if lead.when.startswith(("during your", "during this", FROM)) else ""
    head = "".join(f"{part}, " for part in (during, lead.place) if part) or "always "
    rows = [one for row in made.rows for one in apart(row)]
    lines = [Line(0, _early(head, _on_condition(row, condition), english)) for row in rows]
    ever = all(line.text.startswith("always ") for line in lines)
    say = made.say or lead.say or (ALWAYS if ever else ELSEWHERE)
    own, after = dict.fromkeys((*lead.own, *made.own)), dict.fromkeys((*lead.after, *made.after))
    return Told((*rows_of(own), *lines, *rows_of(after)), say, made.sure and lead.sure)


def _early(head: str, row: str, english: English) -> str:
    """Returns a rule that holds: of a card that has a turn of its own, what is kept from it also before that turn, and
    what its player may do in a turn only in that one."""
    actor = english.words.actor("")
    if head == "always " and english.kind == actor and english.words.pattern(IN_A_TURN).match(row):
        return f"during your turn, {row}"
    if head == "always " and english.words.pattern(BUILT).match(row):  # that is asked while it is still there
        return f"even from your {english.words.held('card')}, {row}"
    whom = rf"(?:this|any {actor} whose player is you)"
    kept = re.fullmatch(rf"(?P<x>.+ cannot [a-z]+ ){whom}(?P<z>(?: (?:if|unless) .+)?)", row)
    ever = english.forms["anywhere"]("").strip("\0, ")
    if kept is None or head not in ("always ", "during this round, ") or english.kind != actor or not ever:
        return f"{head}{row}"
    return f"{ever}, {kept['x']}this{kept['z']}"


def _on_condition(row: str, condition: str) -> str:
    """Returns a rule with one condition more."""
    if not condition:
        return row
    joined = condition.startswith("if ") and " if " in row
    return f"{row} and {condition.removeprefix('if ')}" if joined else f"{row} {condition}"


def due(lead: Lead, text: str, english: English) -> Iterator[Told]:
    """Yields what a sentence says of a card that works from the hand: what it costs, and whether it can be had."""
    if lead.when or lead.often or lead.place:  # where it works is said by what it costs
        return
    for made in english.read("due", text):
        say, sure = made.say, made.sure and lead.sure
        rows = tuple(Line(0, _on_condition(row, lead.condition)) for row in made.rows)
        own, after = dict.fromkeys((*lead.own, *made.own)), dict.fromkeys((*lead.after, *made.after))
        yield Told((*rows_of(own), *rows, *rows_of(after)), say, sure)
