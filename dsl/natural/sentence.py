"""Turns a whole sentence of everyday English into the layout of a card: what opens it, who acts, and what is done.

Printed cards say these in any order and on one line; the language has an order, and lines. What cannot be told apart
(whether a player may or must) is what the printed wording of most games means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from itertools import islice, product

from ..words import with_article
from .english import English, Made, needs
from .gaps import Gaps
from .lead import FROM, Lead, Told, of_this, rows_of
from .members import CONTENTS, Line
from .opening import meant, opened
from .owners import before_it_goes
from .plain import plain
from .remembered import remembered
from .standing import due, rule
from .within import shuffled_once
from .words import Words

SOMEBODY = re.compile(
    r"^(?P<a>(?!choose named: ).*?)if (?P<w>another player|a player|a neighbour) has (?P<f>[^,.;]+), "
    r"(?P<y>.*\b(?:they|them|that player(?:'s)?|their)\b.*)$"
)
IF_DONE = re.compile(
    r"^(?:you )?may (?P<x>[^.;,]+) (?:to|:) (?P<y>[^.;]+?)[.;,] "
    r"(?:if you (?:do|did) not|otherwise|if not|else),? (?P<z>.+)$"
)
UNLESS_DONE = re.compile(
    r"^you may (?P<x>[^.;,]+)[.;,] (?:(?:but )?if you (?:do|did) not|if you cannot|otherwise|if not),? (?P<y>.+)$"
)
REPLACED = re.compile(r"^when (?P<n>.+) would be (?P<d>[\w-]+) by you$")
MET = r"when (?:an?|any) (?:[\w-]+ )*?<cards>(?: in your <place>| whose [^,]+)? is "
ANOTHER = r"(?P<c>(?:do )?choose \S+: )another (?P<k>(?:[\w-]+ )?<cards> in (?:your|any) <place>)"
HAPPENED = re.compile(r"^when (.+?) (?:is|are) ")
YOU = re.compile(r"^you (?P<f>may|must) (?P<z>.+)$")
SAVES = re.compile(r"^(?:prevent|save|keep|protect|stop|avoid) (?:it|this|that|them)\b")
DEEDS = "look|put|move|return|swap|keep|make|force|have|let|choose"
BEHIND = "your|each|another|the|its|one|this|nobody|other|rank|until|you|players|<cards>|[a-z]+ <cards>"  # a colon
PAYS = (
    r"^(?P<c>(?!if |you |force |make |have |let |choose |once )[^:.]+?)(?:: | to )"
    rf"(?P<x>(?:you )?(?:<verb>|{DEEDS}) .+|(?<=: )(?:{BEHIND}) .+|"
    r"(?:prevent|save|keep|protect|stop|avoid) (?:it|this|that|them)\b.*)$"
)
CHOICE = re.compile(r"^choose [^;.,]+; ")
FOR = (
    r"^(?P<c>(?:<verb>|spend|give) [^:.]+?) to "
    r"(?P<x>(?:you )?(?!the |an? |your |their |its |this |(?:an)?other )[a-z]+ .+)$"
)
BY = r"^(?P<x>[^,]+) by (?P<c>(?:<ing>) .+)$"
EITHER = r"(?:either )?(?P<x>.+?),? or (?P<y><verb> .+)"
ANEW = re.compile(r"(?:when|at the (?:start|end) of|before|during your turn|once per) ")
TIMES = re.compile(r"^(?P<x>(?:if [^,;.]+, )?you may \S+ [^.;]+?),? (?P<n>twice|[23] times) per turn$")
STOP = re.compile(r"[.;] ")
STOPS = 2  # stops at which a sentence is parted from the next
ACTS = re.compile(r"^(?P<w>.+?) (?P<f>must|may) (?P<z>.+)$")
FEW = r"(?=.* (?:is 0|is at most|is less than)\b).*"
NOT_DONE = re.compile(
    rf"\b(?:nothing |(?:was|were) not .*|{FEW}|unless .*\b(?:was|were) .*)\bthis[ -](?P<p>turn|round|now)\b"
)
WENT = re.compile(r"^when .+ is (?P<d>[a-z-]+)(?: by .+)?$")
BEFORE = "nobody has it any more when it has gone: its owner still has it `before`"
SAVED = "nobody has it any more when it has gone: what its owner does with it takes the place of that"
BELOW = "what is done stands below, on a line of its own"
WHO = "who acts comes first: a player `may` or `must`; what is done stands below"
OTHERS = re.compile(r"(?<!you) (?:may|must):?$")
FOR_A_TIME = (
    r"until |(?!(?:<verb>|choose|look at) )[^,;]*\b(?:cannot|nobody (?:else )?may|costs?|is|are|counts? as)\b.*"
    r"\b(?:until [^;,]+|this turn|this round)$"
)
GIVES = r"(?:pay|give|pass|remove|discard) (?:<number>|an?) <counted>\b"
EMPTY = re.compile(r"as soon as (?P<t>[\w-]+) of this is 0")
STOCKED = "as soon as {} of this is at least 1, you must\n  do mark this as stocked"
NOBODY = re.compile(r"nobody(?: else)? (?:may|can)\b")
COMES = re.compile(r"when (?P<x>an? (?:[\w-]+ ){1,2}is [\w-]+ by you)")
BESIDES = re.compile(r"\b(each )?other ((?:[\w-]+ )?[\w-]+) in your ([\w-]+)\b")
THEIRS = re.compile(r"(?:another player|other players) may (?P<z>.+)")
IN_THEIRS = "what another player may do with a card is done in a turn of that player"
ONLY_ONE = re.compile(r"[a-z]+ (?P<m>the (?!top )[\w-]+) to ")
PAID = re.compile(r"pay [0-9]+ [^\n]+")
BLOCK = re.compile(r"^(?:for each|if|unless|choose|let|repeat|either) |(?:^| )(?:must|may)(?: |$)")
FOR_OTHERS = ("each ", "its ", "your ", "the active ", "the doer", "the owner", "the player of ")


def told(lines: tuple[Line, ...], words: Words, kind: str = "", gaps: Gaps | None = None) -> Iterator[Told]:
    """Yields right texts for a sentence of a kind of card, the likeliest first; with `gaps`, also those in which a part
    is left open."""
    said = _in_one(lines)
    if said is None:
        return
    english = English(words, kind, gaps=gaps)
    text = plain(said, words, english.forms, spelt=gaps is None)
    indent = lines[0].indent
    seen: set[tuple[Line, ...]] = set()
    for one in _sentences(text, english):
        now = "this round" if "the round" in one.lines[0].text or "a round" in one.lines[0].text else "this turn"
        shown = [words.plainly(line.text.replace("this-now", now)) for line in one.lines]
        shown = _another(one.lines, shown, words)
        rows = tuple(Line(line.indent + indent, row) for line, row in zip(one.lines, shown, strict=True))
        rows = before_it_goes(rows)
        if rows not in seen:
            seen.add(rows)
            yield replace(one, lines=rows)


def _another(lines: tuple[Line, ...], shown: list[str], words: Words) -> list[str]:
    """Returns the rows of a sentence in which another card than the one that something is done to may be this card."""
    met, another = words.pattern(MET), words.pattern(ANOTHER)
    head, rows = "", []
    for line, row in zip(lines, shown, strict=True):
        head = row if line.indent == 0 else head
        found = another.match(row) if met.match(head) else None
        rows.append(f"{found['c']}{with_article(found['k'])} except it{row[found.end() :]}" if found else row)
    return rows


def _in_one(lines: tuple[Line, ...]) -> str | None:
    """Returns a sentence in one line, if it is simple enough: its deeds one after another."""
    first, *rest = [line.text for line in lines]
    if not rest:
        return first
    deeds = []
    for text in rest:
        found = re.match(r"^(do|cost|choose|then)?\s*(.+)$", text)
        if found is None or re.match(r"^(?:instead|either|or|otherwise|for each|repeat|refused|let|if|unless)\b", text):
            return None
        deeds.append(text if found[1] == "choose" else found[2].rstrip(".;"))
        if found[1] == "cost":
            return None
    joined = (", and " if OTHERS.search(first) else "; ").join(deeds)
    return f"{first.rstrip(',:')} {joined}"


def _sentences(text: str, english: English) -> Iterator[Told]:
    if found := TIMES.match(text):
        for one in _alone(f"once per turn, {found['x']}", english):
            yield _so_often(one, 3 if found["n"] == "3 times" else 2)
        return
    yield from _alone(text, english)
    for stop in islice(STOP.finditer(text), STOPS):
        first, rest = text[: stop.start()], re.sub(r"\b(on|from|under|off) it\b", r"\1 this", text[stop.end() :])
        first, rest = remembered(first, rest, english)
        for ones, others in _parted(first, rest, english):
            for one, other in product(islice(ones, 3), list(islice(others, 3))):
                yield _both(one, other)


def _parted(first: str, rest: str, english: English) -> Iterator[tuple[Iterator[Told], Iterator[Told]]]:
    """Yields two sentences that stand by themselves: the second begins with a moment, or one is a rule."""
    if ANEW.match(rest):
        yield _alone(first, english), _sentences(rest, english)
    else:
        yield _holding(first, english), _sentences(rest, english)
        yield _alone(first, english), _holding(rest, english)
    if rest.startswith("you may "):
        yield _alone(first, english), _alone(rest, english)


def _so_often(one: Told, times: int) -> Told:
    """Returns a sentence that counts several times, once for each."""
    return replace(reduce(_both, [one] * times), say="what may be done several times is said as often", sure=one.sure)


def _both(one: Told, other: Told) -> Told:
    """Returns two sentences one below the other; a word of the card's own, and a rule, is said once."""
    said = (*CONTENTS, "always ", "during this ")
    more = tuple(line for line in other.lines if not (line in one.lines and line.text.startswith(said)))
    return Told((*one.lines, *more), "each moment is a sentence of its own, and so is each rule", False)


def _holding(text: str, english: English) -> Iterator[Told]:
    """Yields what a sentence says that holds all the time."""
    for lead, rest in opened(text, english):
        yield from due(lead, rest, english)
        yield from rule(lead, rest, english)


def _alone(text: str, english: English) -> Iterator[Told]:
    text = SOMEBODY.sub(r"\g<a>choose \g<w> with \g<f>; \g<y>", text)
    whole = text.removeprefix("always ")
    for made in english.read("sentence", whole):
        yield Told(tuple(rows_of([made.text])), made.say, made.sure)
    yield from due(Lead(), whole, english)
    yield from rule(Lead(), whole, english)
    for lead, rest in opened(text, english):
        yield from due(lead, rest, english)
        yield from rule(lead, rest, english)
        yield from _acts(lead, rest, english)


# ---- who acts, and what is done --------------------------------------------------------------------------------------


def _acts(lead: Lead, text: str, english: English) -> Iterator[Told]:
    if lead.when == "during another turn" or lead.when.startswith(FROM):  # nobody is asked there
        return
    if NOBODY.match(text) and not english.words.pattern(FOR_A_TIME).match(text):
        return
    lead, text = meant(_at_last(lead), text, english)
    if _filled_up(lead, text):
        lead = replace(lead, when=lead.condition.replace("if ", "as soon as ", 1), condition="", sure=False)
    if re.search(r"\b(?:is|would be) ", lead.when) and re.search(r"\binstead\b", text):
        lead = replace(lead, when=HAPPENED.sub(r"when \1 would be ", lead.when))
    text = of_this(lead, text, english)
    if english.words.pattern("when <cards> are ").match(lead.when) and "of them" in text:  # nobody is told which
        return
    slot = "do"
    if " instead" in f" {text}" and " would be " in lead.when:
        text, slot = re.sub(r",? ?\binstead\b ?", " ", text).strip(), "instead"
        if found := REPLACED.match(lead.when):  # what is done in place of its step counts as the whole
            step = english.words.inner(found["d"], found["n"])
            lead = replace(lead, when=f"when {found['n']} would be {step} by you")
    if found := IF_DONE.match(text):
        for both in english.read("whole", f"{found['x']} and {found['y']} or else in any case {found['z']}"):
            yield _laid(lead, "you must", [], [both], "do", Made((), sure=False))
        return
    if found := UNLESS_DONE.match(text):  # one of the two is done
        for both in english.read("whole", f"{found['x']} or else in any case {found['y']}"):
            yield _laid(lead, "you must", [], [both], "do", Made((), sure=False))
        return
    if found := YOU.match(text):
        yield from _yours(lead, found["f"], found["z"], english, slot)
        return
    if (found := THEIRS.match(text)) and lead == Lead() and english.kind != english.words.actor(""):
        yield from _offered(found["z"], english)
        return
    limited = bool(lead.often) and not lead.often.startswith("the first time")
    forced = bool(lead.when) and not lead.when.startswith("during") and not limited
    yield from _others(lead, text, english, slot)
    yield from _yours(
        lead,
        "must" if forced else "may",
        text if text.startswith(("you cannot ", "you and ")) else text.removeprefix("you "),
        english,
        slot,
        said=False,
        guess=not forced,
    )


def _at_last(lead: Lead) -> Lead:
    """Returns what opens a sentence, at the end of the turn or round if what has not been done in it is asked: before
    that it may still be done."""
    found = NOT_DONE.search(lead.condition)
    if found is None or lead.when or lead.often:
        return lead
    return replace(lead, when=f"at the end of {'the round' if found['p'] == 'round' else 'your turn'}", sure=False)


def _filled_up(lead: Lead, text: str) -> bool:
    """Whether a sentence says what is done when so much lies on a card: at the moment when it does."""
    counted = any(", counted, " in row for row in lead.own) and lead.condition.startswith("if ")
    return counted and not lead.when and not lead.often and not text.startswith("you may")


def _others(lead: Lead, text: str, english: English, slot: str) -> Iterator[Told]:
    """Yields what another player does, who stands in the first line."""
    found = ACTS.match(text) or english.words.pattern(r"^(?P<w>.+?) (?P<z>(?:<verbs>|<verb>) .+)$").match(text)
    if found is None or lead.often.startswith("once") or not lead.when or lead.when.startswith("during"):
        return
    if english.read("whole", text):  # what all do at one time, and the like
        return
    must = found.groupdict().get("f") or "must"
    for who in english.read("who", found["w"]):
        if who.before or not who.text.startswith(FOR_OTHERS):
            continue
        owned = _while_owned(lead, who.text, english)
        for paid, deeds in _with_cost(found["z"], english):
            if owned is not lead and any(row.startswith("move it ") for one in deeds for row in one.rows):
                saved = replace(lead, when=HAPPENED.sub(r"when \1 would be ", lead.when), sure=False, say=SAVED)
                yield _laid(saved, f"{who.text} {must}", paid, deeds, "instead", who)
            elif not paid:
                yield _laid(owned, f"{who.text} {must}", [], deeds, slot, who)


def _with_cost(text: str, english: English) -> Iterator[tuple[list[Made], list[Made]]]:
    """Yields what another player does, with what it costs him if that is said."""
    if paid := english.words.pattern(PAYS).match(text):
        for cost in english.deeds(paid["c"], "their"):
            yield from ((cost, deeds) for deeds in english.deeds(paid["x"], "their"))
    yield from (([], deeds) for deeds in english.deeds(text, "their"))


def _offered(text: str, english: English) -> Iterator[Told]:
    """Yields what another player may do with a card that lies there for all turns: in a turn of his own."""
    lead = Lead(often="once in a turn", condition="if the active player is not you", sure=False, say=IN_THEIRS)
    paid = english.words.pattern(PAYS).match(text)
    for cost in english.deeds(paid["c"], "their") if paid else ([],):
        for deeds in english.deeds(paid["x"] if paid else text, "their"):
            yield _laid(lead, "the active player may", list(cost), deeds, "do", Made(()))


def _while_owned(lead: Lead, who: str, english: English) -> Lead:
    """Returns what opens a sentence about the owner of a card: `before` it goes, as nobody has it afterwards."""
    found = WENT.match(lead.when)
    verb = english.words.undone(found["d"]) if found else ""
    if not verb or who != "its owner" or english.words.brings(verb):
        return lead
    return replace(lead, when=lead.when.replace("when", "before", 1), sure=False, say=BEFORE)


def _yours(
    lead: Lead, may: str, text: str, english: English, slot: str, said: bool = True, guess: bool = False
) -> Iterator[Told]:
    if not (lead.when or lead.often):
        if not said and english.words.pattern(FOR_A_TIME).match(text):  # nobody is asked whether it holds
            may, lead = "must", replace(lead, when=_begins(english), sure=False)
        else:
            lead = replace(lead, often="once in your turn", sure=False)
    lead = replace(lead, sure=lead.sure and not guess)
    picked = CHOICE.match(text)
    if paid := english.words.pattern(PAYS).match(text[picked.end() :] if picked else text):
        yield from _paid(lead, f"{picked[0] if picked else ''}{paid['c']}", paid["x"], english)
    if english.gaps is not None and (paid := english.words.pattern(FOR).match(text)):
        yield from _paid(lead, paid["c"], paid["x"], english)
    if may == "may" and english.words.pattern(GIVES).match(text):
        given, rest = english.parted(text)
        if rest:
            yield from _paid(lead, given, rest, english)
    if by := english.words.pattern(BY).match(text):
        verb, rest = by["c"].split(" ", 1)
        yield from _paid(lead, f"{english.words.base(verb)} {rest}", by["x"], english)
        return
    if lead.when == "during your turn":  # what costs nothing is not done again and again
        lead = replace(lead, when="", often="once in your turn", sure=False)
    if text.startswith("its owner ") and _while_owned(lead, "its owner", english) is not lead:  # nobody has it then
        return
    for deeds in english.deeds(text, "your"):
        yield _laid(lead, f"you {may}", [], deeds, slot, Made(()), BELOW if said else WHO)


def _begins(english: English) -> str:
    """Returns the moment at which a card comes, from which a rule on it holds for a time."""
    if english.kind == english.words.actor(""):
        return "at the start of your turn"
    come = english.forms["come"]("")
    return f"when this is {come} by you" if come else "at the start of your turn"


def _paid(lead: Lead, cost: str, done: str, english: English) -> Iterator[Told]:
    """Yields a sentence with a cost. What saves a card is done in place of the event."""
    cost = re.sub(r"^lose\b", "pay", cost)
    note = Made((), say="what it costs stands on a line of its own, above what is done")
    if SAVES.match(done):
        note = replace(note, say="what saves a card is done in place of the event: `instead nothing`")
        for paid in english.deeds(cost, "your"):
            when = re.sub(r"^before (.+) is ", r"when \1 would be ", lead.when)
            yield _laid(replace(lead, when=when), "you may", paid, [Made(("nothing",))], "instead", note)
        return
    if ways := english.words.pattern(EITHER).fullmatch(cost):
        for both in english.read("whole", f"{ways['x']} and {done} or {ways['y']} and {done}"):
            yield _laid(lead, "you may", [], [both], "do", note)
        return
    for paid in english.deeds(cost, "your"):
        if any(one.rows[:1] and BLOCK.search(one.rows[0]) and not one.rows[0].startswith("for each ") for one in paid):
            continue  # what others do is no cost of yours
        names = [row for one in paid for row in one.before]
        lead = _while_held(lead, paid)
        for deeds in english.deeds(done, "your", names):
            yield _laid(lead, "you may", paid, deeds, "do", note)


def _while_held(lead: Lead, paid: list[Made]) -> Lead:
    """Returns what opens a sentence whose cost is to give away the only one of something: who has it can do so."""
    given = next((found for one in paid for row in one.rows if (found := ONLY_ONE.match(row))), None)
    if given is None or lead.condition:
        return lead
    return replace(lead, condition=f"if you have {given['m']}")


def _laid(lead: Lead, who: str, cost: list[Made], deeds: list[Made], slot: str, note: Made, plainly: str = "") -> Told:
    """Returns a sentence laid out: its first line, what is chosen, what it costs, and what is done."""
    lead, deeds = _emptied(lead, deeds) if slot == "do" else (lead, deeds)
    lead, deeds = _besides(lead, deeds)
    lines = [Line(0, lead.head(who))]
    forced = slot == "instead" and who.endswith(" must")
    if forced and len(deeds) == 1 and PAID.fullmatch(deeds[0].text):  # who cannot pay is not spared
        cost, deeds = deeds, [Made(("nothing",))]
    every = [*cost, *deeds]
    first = next((n for n, one in enumerate(deeds) if one.rows), 0)
    above = [row for one in (*cost, *deeds[: first + 1]) for row in one.before]
    lines += [Line(2, row) for row in dict.fromkeys(above)]
    paid = [row for one in cost for row in one.rows]
    if paid and not _simple(paid[0]):
        lines += [Line(2, "cost")] + [Line(4 + len(row) - len(row.lstrip()), row.lstrip()) for row in paid]
    else:
        lines += [Line(2, f"cost {row}") for row in paid[:1]] + [Line(4, row) for row in paid[1:]]
    rows = [row for n, one in enumerate(deeds) for row in ((*one.before, *one.rows) if n > first else one.rows)]
    rows = shuffled_once(rows)
    if rows and rows[0].startswith("either"):
        lines += [Line(2 + len(row) - len(row.lstrip()), row.lstrip()) for row in rows]
    elif rows and len(rows) == 1 and _simple(rows[0]):
        lines.append(Line(2, f"{slot} {rows[0]}"))
    elif rows and _simple(rows[0]) and not any(row.startswith(" ") for row in rows[1:2]):
        lines.append(Line(2, f"{slot} {rows[0]}"))
        lines += [Line(4 + len(row) - len(row.lstrip()), row.lstrip()) for row in rows[1:]]
    elif rows:
        lines.append(Line(2, slot))
        lines += [Line(4 + len(row) - len(row.lstrip()), row.lstrip()) for row in rows]
    says = (note.say, *(one.say for one in every), lead.say)
    say = next((say for say in says if say), plainly or BELOW)
    own, after = needs([note, *every])
    lines = [*rows_of(dict.fromkeys((*lead.own, *own))), *lines, *rows_of(dict.fromkeys((*lead.after, *after)))]
    return Told(tuple(lines), say, lead.sure and note.sure and all(one.sure for one in every))


def _besides(lead: Lead, deeds: list[Made]) -> tuple[Lead, list[Made]]:
    """Returns what is done when something comes, in which your other cards are those besides that one."""
    found = COMES.fullmatch(lead.when)
    if found is None or not any(BESIDES.search(row) for one in deeds for row in one.rows):
        return lead, deeds
    rows = [tuple(BESIDES.sub(r"\1\2 in your \3 except newest", row) for row in one.rows) for one in deeds]
    named = [replace(one, rows=new) for one, new in zip(deeds, rows, strict=True)]
    return replace(lead, when=f"when newest: {found['x']}"), named


def _emptied(lead: Lead, deeds: list[Made]) -> tuple[Lead, list[Made]]:
    """Returns what is done when nothing lies on a card any more, if something has lain there: it comes with nothing."""
    found = EMPTY.fullmatch(lead.when)
    if found is None or not any(", counted, " in row for row in lead.own):
        return lead, deeds
    own = (*lead.own, "marker stocked on card, seen by everyone", STOCKED.format(found["t"]))
    once = [Made(("unmark this as stocked",)), *deeds]
    return replace(lead, when=f"as soon as this is stocked and {found['t']} of this is 0", own=own), once


def _simple(row: str) -> bool:
    """Whether a deed may stand behind its slot, with the others below it."""
    return BLOCK.search(row) is None
