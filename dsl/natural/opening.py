"""Finds what opens a sentence of everyday English, wherever it stands there: when, how often, on what condition."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from .english import English
from .lead import FROM, Lead
from .words import number

OFTEN = r"once per (?:turn|round|game)"
MOMENT = r"at the (?:start|end) of (?:(?:your|a|another|the) turn|the round|the game)|during (?:your|another) turn"
WHILE = r"if|unless|while|as long as"
ASKS = rf"when|before|{WHILE}|so long as|as soon as|provided|the first time|only if"
OPENS = re.compile(rf"^(?P<o>{OFTEN}|{MOMENT})(?:[,:]|(?= \w)) *(?P<z>.+)$")
ELSE = re.compile(r"\b(?:if|unless) .*(?:[,;.] ?(?:and |but )?(?:otherwise|else|if not)| otherwise)\b")
ONE_PLAYER = re.compile(r"\b(?:your (?:left|right) neighbour|the player (?:of [A-Z]\w*|that has the \w+))")
ACTS = re.compile(r" (?:must|may|[a-z]+s)\b")
ITS_DOER = re.compile(r"\b(?:its|the) (?P<v>[a-z]+?)(?:e?r|or)\b")
PICKS = re.compile(r"(?:you )?(?:may )?(?:look|choose|name|pick|select)")
NO_COMMA = (
    r"^(?P<o>(?:when|if|the first time) .+?) (?P<z>(?:you (?:may|must)|(?:they|that player|its owner|its player) "
    r"(?:must|may|<verbs>|<verb>)) .+)$"
)
NO_COMMA_YOURS = r"^(?P<o>(?:when|if|the first time) (?:\S+ ){2,}?\S+) (?P<z><verb> (?:an?|[0-9]+|the|your) .+)$"
COMMA = re.compile(rf"^(?P<o>(?:{ASKS}) [^,]+), (?P<z>.+)$")
EVENT = re.compile(r"^(?P<o>(?:when|before|as soon as|the first time) [^,]+), (?P<z>.+)$")
LATE = re.compile(rf"^(?P<z>.+?),? (?P<o>{OFTEN}|{MOMENT})$")
LAST = re.compile(rf"^(?P<z>.+?),? (?P<o>(?:when|the first time|{WHILE}|so long as|provided|only if) [^,]+)$")
PREVENTS = r" unless (?:you|they|that player|host|the active player|its owner) (?!have|has)(?:<verb>|<verbs>)\b"
DONE = {
    f"once per {word}": f"once in {whose} {word}"
    for word, whose in (("turn", "your"), ("round", "the"), ("game", "the"))
}
INSTEAD = r"(?:once per turn, )?(?:instead of|rather than) (?P<v><ing>) (?P<k>[^,]+), (?P<z>.+)"
NAMED = re.compile(r"\b(?:by|of) (?P<w>another player|a player|a neighbour of you)$")
BY_CARD = re.compile(r" by (?P<w>the player of [A-Z]\w*)$")
THEY = re.compile(r"\b(?:they|them|their|that player)\b")
COUNTED = re.compile(r"number of (?:\((?P<k>.+?)\)|(?P<l>.+?)) is (?:at |more |less |[0-9])")
OF_THEM = re.compile(r"\bfor each of them\b")
LESS = (
    r"(?:(?P<w>you|they|that player|the doer)(?: may| must)? )?(?P<v><verb>|<verbs>) (?P<n><number>) less"
    r"(?: <counted>)?(?: instead)?"
)
SUM = r"when (?P<c><counted>) (?:is|would be) "
RECEIVER = re.compile(r"\bto (another player|a player)(?= by you$)")
CALLED = re.compile(r"^when (?:[A-Z]|an? )[^,]* is \w+$")
HAS = re.compile(r"^when (?P<m>the [\w-]+) is moved, if (?:another player|a neighbour of you) has (?P=m)$")
SINGLE = re.compile(r"\b(?:has|have) (?P<m>the [\w-]+)$")
ITS_OBJECT = re.compile(r"^((?:you (?:may|must) )?[a-z]+ )it\b")
TAKEN = re.compile(r"^when (?P<m>the [\w-]+) is taken by ")
ITS_OWN = re.compile(r"\bwhose (?P<f>\w+) is its (?P=f)\b")
THING = re.compile(r"^when (?P<z>an? [^:]+? is .+)$")
PREVIOUS = re.compile(
    r"\b(?:its|the) (?:previous|former|last|old) (?:owner|holder|player)\b(?: of it)?|"
    r"\bthe player (?:who had it|you took it from)\b"
)
BEFORE = "who had it has it no more when it has gone: so it comes `before` that"
ENDED = "when the game has ended, nothing happens any more: what comes last comes before the count"


def _replaced(text: str, english: English) -> tuple[str, str]:
    """Returns a sentence in two, if it says first in place of what something is done: the event, and the rest."""
    found = english.words.pattern(INSTEAD).fullmatch(text)
    if found is None:
        return "", text
    done = english.words.done(found["v"])
    return f"when {found['k']} would be {done} by you", f"{found['z']} instead"


def opened(text: str, english: English) -> Iterator[tuple[Lead, str]]:
    """Yields a sentence in two: what opens it, wherever that was written, and the rest."""
    event, text = _replaced(text, english)
    queue = [(Lead(when=event, sure=not event, perhaps=bool(english.words.actor(""))), text)]
    for _ in range(5):
        after: list[tuple[Lead, str]] = []
        for lead, rest in queue:
            steps = list(islice(_step(lead, rest, english), 4))
            after += steps
            if not steps:
                yield lead, rest
        queue = after[:8]
    yield from queue


def _step(lead: Lead, text: str, english: English) -> Iterator[tuple[Lead, str]]:
    if ELSE.search(text):  # what is done if not, belongs to the condition
        found = OPENS.match(text) or EVENT.match(text)
        yield from ((o, found["z"]) for o in _with(lead, found["o"], english)) if found else ()
        return
    unparted = [english.words.pattern(one) for one in (NO_COMMA, NO_COMMA_YOURS)]
    for pattern in (OPENS, COMMA, LATE, *unparted):
        if found := pattern.match(text):
            yield from ((o, found["z"]) for o in _with(lead, found["o"], english))
            return
    if text.startswith("always "):
        yield lead, text.removeprefix("always ")
    if english.words.pattern(PREVENTS).search(text):
        return
    if (found := LAST.match(text)) and not _of_the_last(found) and not PICKS.match(text):
        yield from ((o, found["z"]) for o in _with(lead, found["o"], english))


def _of_the_last(found: re.Match[str]) -> bool:
    """Whether a condition at the end is that of the last of several deeds only."""
    return re.match(WHILE, found["o"]) is not None and re.search(r"[;.] ", found["z"]) is not None


def _with(lead: Lead, said: str, english: English) -> Iterator[Lead]:
    """Yields a lead with one part more."""
    if said in DONE and not lead.often:
        yield replace(lead, often=DONE[said])
    elif re.match(MOMENT, said) and not lead.when:
        yield replace(lead, when=said)
    else:
        if lead.when and said.startswith("when "):
            said = said.replace("when", "if", 1)
        for made in english.read("opens", said):
            text = made.text.replace("if unless-", "unless ")
            sure, say = lead.sure and made.sure, lead.say or made.say
            one = replace(lead, own=(*lead.own, *made.own), after=(*lead.after, *made.after), sure=sure, say=say)
            when, often, condition = _in_parts(text)
            scored = when.startswith(FROM) and one.when == "at the end of the game"
            if (when and one.when and not scored) or (often and one.often):
                continue
            if condition.startswith("if only if "):
                one, condition = replace(one, place=condition.removeprefix("if ")), ""
            both = _joined(one.condition, condition)
            if both is not None:
                yield replace(one, when=when or one.when, often=often or one.often, condition=both)


def _in_parts(text: str) -> tuple[str, str, str]:
    """Returns what opens a sentence in three: when, how often, and on what condition."""
    if text.startswith(("if ", "unless ")):
        return "", "", text
    when, comma, condition = text.partition(", if ")
    event, first, often = when.partition(", the first time ")
    return event, f"the first time {often}" if first else "", f"if {condition}" if comma else ""


def _joined(one: str, other: str) -> str | None:
    """Returns two conditions in one; None if one holds and the other does not."""
    if not (one and other):
        return one or other
    if not (one.startswith("if ") and other.startswith("if ")):
        return None
    return f"{one} and {other.removeprefix('if ')}" if " or " not in one + other else None


# ---- who is meant by those who were named in it ---------------------------------------------------------------------


def of_one(lead: Lead, text: str) -> str:
    """Returns what is said of the one player whom a condition names, with his name."""
    if lead.when.endswith(("a turn", "another turn")) or not (one := ONE_PLAYER.search(lead.condition)):
        return text
    text = re.sub(r"\b(?:their|that player's) ([\w-]+)", rf"\1 of {one[0]}", text)
    return re.sub(r"\b(?:them|they|that player)\b", one[0], text)


def _named(lead: Lead) -> Lead:
    """Returns what opens a sentence, in which the thing of the event has a name if another is compared with it: there
    `its` would be of the other."""
    event = THING.match(lead.when)
    if event is None or not ITS_OWN.search(lead.condition):
        return lead
    same = ITS_OWN.sub(r"whose \g<f> is \g<f> of newest", lead.condition)
    return replace(lead, when=f"when newest: {event['z']}", condition=same)


def meant(lead: Lead, text: str, english: English) -> tuple[Lead, str]:
    """Returns what opens a sentence and what is done, in which whoever was named before has a name."""
    text = of_one(lead, text)
    if (many := COUNTED.search(lead.condition)) and OF_THEM.search(text):
        each = re.sub(r"\bthat were\b", "that was", many["k"] or many["l"])
        text = OF_THEM.sub(f"for each {english.words.one_of(each)}", text)
    if single := SINGLE.search(lead.condition):
        text = ITS_OBJECT.sub(rf"\1{single['m']}", text)
    if (had := TAKEN.match(lead.when)) and PREVIOUS.search(text):  # who had it is asked before it goes
        lead = replace(lead, when=lead.when.replace("when", "before", 1), sure=False, say=BEFORE)
        text = PREVIOUS.sub(f"the player with {had['m']}", text)
    if (one := english.words.pattern(SUM).match(lead.when)) and (few := english.words.pattern(LESS).fullmatch(text)):
        lead = replace(lead, when=f"when sum: {lead.when.removeprefix('when ')}")  # so much less of it
        text = f"{few['w'] or 'you'} {few['v']} (sum minus {number(few['n'])}) {one['c']} instead"
    if (has := HAS.search(f"{lead.when}, {lead.condition}")) and THEY.search(text):  # who has it now is meant
        text = THEY.sub(f"the player with {has['m']}", text.replace("that player's", "their"))
    if THEY.search(text):
        lead = replace(lead, when=RECEIVER.sub(r"to doer: \1", lead.when))
    doer, known = NAMED.search(lead.when), " doer: " in lead.when
    if (doer or known) and THEY.search(text):
        if doer and not known:
            lead = replace(lead, when=f"{lead.when[: doer.start('w')]}doer: {doer['w']}")
        text = re.sub(r"\bthat player's\b", "their", text)
        text = re.sub(r"^(?:they|that player)\b", "the doer", text)
        text = re.sub(r"\bthat player\b|\bthem\b|\bthey\b", "doer", text)
    elif (card := BY_CARD.search(lead.when)) and THEY.search(text):
        text = re.sub(r"\b(?:they|them|that player)\b", card["w"], text)
    if found := ITS_DOER.search(text):  # who did it is named
        verb = next((v for v in (found["v"], f"{found['v']}e") if english.words.done(v)), "")
        if verb and lead.when.endswith(f" is {english.words.done(verb)}"):
            lead = replace(lead, when=lead.when + " by doer: a player")
            text = ITS_DOER.sub(lambda one: "the doer" if ACTS.match(text[one.end() :]) else "doer", text, count=1)
    if lead.when == "at the end of the game":  # when it has ended, nothing happens any more
        lead = replace(lead, when=f"before the game is {english.forms['scored']('')}", say=lead.say or ENDED)
    if re.search(r"\bthis (?:is|would be) ", lead.when):  # who had it is you, and nobody's when it has gone
        text = re.sub(r"^its (?:owner|player)\b", "you", text)
    if lead.when.startswith("at ") and lead.when.endswith(("a turn", "another turn")):
        text = re.sub(r"^(?:that player|they)\b", "the active player", text)
    if CALLED.match(lead.when):  # who has the card is meant
        text = re.sub(r"^(?:that player|they)\b", "its player", text)
    return _named(lead), text
