"""Calls a type, a title or a place by its name where cards are spoken of: `cards of that type`, `who has that card`.

A type or a title that was chosen says which cards are meant; a card, what they are compared with; and a place that was
looked at, where one of them is chosen.
"""

from __future__ import annotations

import re
from functools import partial

from ..words import singular
from .words import Words

THE = r"(?:that|this|the(?: (?:chosen|named|same|selected|declared|picked|announced))?|your chosen|chosen)"
MANY = r"(?P<n>\b(?:[2-9]|1[0-9]|up to [0-9]+) )?"
CARDS = r"(?P<o>\b(?:an)?other )?(?P<k>(?:(?!of\b|the\b|each\b|other\b)[\w-]+ )?<cards>)"
LIES = (
    r" (?:in|from) (?:all |any |every |each |own |the )?(?:(?:[\w-]+ )?[\w-]+'s? |your |their |its )?"
    r"(?:<place>|<places>)(?: of (?!that\b|the\b|an?\b|equal\b)[\w-]+)?"
)
OF_TYPE = r"(?:that|which) (?:(?:is|are)(?: of| in)?|has|have|shares?|match(?:es)?)|of|with|in|having|sharing"
OTHER = r"(?:an?other|any other|a different|other|different)"
NOT = r"(?:(?:that|which) (?:is|are) )?not (?:of|in)|(?:that|which) (?:is|are) not"
Q = r"(?:less|lower|more|higher)"
EQUAL = (
    rf"(?:of|with|at|having)(?: an?| the)? equal(?: or (?P<q>{Q}))? (?P<f><feature>)",
    rf"(?:of|with|at|having)(?: the)? same or (?P<q>{Q}) (?P<f><feature>)",
    rf"(?:of|with|at|having)(?: an?| the)? (?P<q>{Q}) or (?:equal|the same) (?P<f><feature>)",
    rf"(?:of|with|at|having|sharing|that (?:has|have|shares?)) (?:the same|that) (?P<f><feature>)(?: or (?P<q>{Q}))?",
    rf"(?:(?:that|which) )?(?P<f><field>)(?:s|ing)? (?:exactly )?(?:the same|as much)(?: amount)?(?: or (?P<q>{Q}))?",
)
UNEQUAL = (
    rf"(?:of|with|at|having)(?: an?)? (?P<q>{Q}) (?P<f><field>)",
    rf"(?:(?:that|which) )?(?P<f><field>)(?:s|ing)? (?P<q>{Q})",
)
ITS = r"\b(?P<v>of|with) (?:its|it's|that <cards>'s|the [a-z]+ <cards>'s) (?P<f><feature>)\b"
FEW = ("less", "lower")
AS_IT = r"(?: (?:as|than|to) (?P<w>it|that (?:<cards>|one)|[a-z]+))?"
RECEIVER = r"(?P<w>you|host|another player|a player|your (?:left|right) neighbour)"
STOPS = r"(?=$|[.,;]| and\b)"
YOU_DO = r"(?:^|(?<=[.;] )|(?<=\bto )|(?<=\band )|(?<=\byou )|(?<=\bmay ))"
ENDS = r"(?=$|[,;.]| (?:and|or|to|for|into|on|under|at|face|then)\b)"
HAS = r"(?:who has|who have|that has|that have|with|having|holding|has|have)"
TITLED = r"(?:it|one|a copy|such a <cards>|(?:that|the|a)(?: named)? <cards>(?: of that name)?|that name)"
HOLDER = rf"^(?P<a>.*?\b{HAS} )(?:at least 1 )?{TITLED}(?P<z>(?: in (?:their |your )?<place>)?)(?P<y>(?:[ ,].*)?)$"
ALL_COPIES = (
    r"\b(?:(?:all|both)(?: of)?(?: the| those| its| their)? (?:copies|<cards>)(?: of (?:it|that <cards>))?|"
    r"(?:every|each) copy(?: of (?:it|that <cards>))?|them all|all of them|them|those <cards>)"
    r"(?=$|[.,;]| (?:to|or|and)\b)"
)
ONE_COPY = r"\b(?:an?|1|one|the|that) copy(?: of (?:it|that <cards>))?(?!')"
LATER = r"\b(?:it|(?:that|the)(?: named)? <cards>)\b(?!')"
SOME = r"an?|one|1|any|(?:up to )?[0-9]+|any number of"
THERE = r" (?:of|from|in|out of|from among|among) (?:it|them|there|these|those)(?: <cards>)?"
PICKED = (
    r"^(?P<v>(?:you (?:may |must )?)?(?:take|steal|choose|pick|select|keep) )(?P<f>)"
    rf"(?P<n>{SOME})(?: of the)?(?P<k>(?: [\w-]+)? <cards>|)(?:{THERE})?(?=$|[.,;]| and\b| (?:to|into) your\b)"
)
SUCH = (
    r"^(?P<v>(?:you (?:may |must )?)?(?:take|steal|choose|pick|select|keep|discard) )"
    rf"(?P<n>{SOME}|all)(?: of the)?(?P<k>(?: [\w-]+)? <cards>)"
    rf"(?P<f>(?: (?:of|with|that|costing|whose) [^.;,]+?)?){THERE}"
)
SHED = rf"^(?P<v>(?:you (?:may |must )?)?(?:<verb>|<moving>) )(?P<f>)(?P<n>{SOME})(?P<k>(?: [\w-]+)? <cards>|){THERE}"


def of_type(text: str, name: str, said: str, words: Words) -> str:
    """Returns words in which cards of a type that was chosen are those whose type it is."""
    sort = re.sub(r"^an? ", "", said)
    field = words.vocabulary.enum_field(None, sort)
    if field is None:
        return text
    kind = rf"(?:<cards> )?(?:{singular(sort.split(' ')[-1])}|kind|sort)"
    for link, one, is_ in (
        (OF_TYPE, rf"{THE} {kind}", "is"),
        (NOT, rf"{THE} {kind}", "is not"),
        ("of|with", rf"{OTHER} {kind}s?", "is not"),
    ):
        filter_ = f" whose {field} {is_} {name}"
        text = _each(rf"{CARDS}(?P<z>{LIES})? (?:{link}) {one}\b(?P<y>{LIES})?", filter_, text, words)
    such = rf"(?P<o>)\bsuch (?P<k>(?:an? )?<cards>)\b(?P<z>{LIES})?(?P<y>)"
    text = _each(such, f" whose {field} is {name}", text, words)
    text = words.pattern(rf"\b{THE} {kind}\b(?!')").sub(name, text)
    counts = rf"\b(counts? as) (?:an? |another )?<cards> whose {field} is {name}\b"
    return words.pattern(counts).sub(rf"\1 {name}", text)


def compared(text: str, name: str, words: Words) -> str:
    """Returns words in which cards that are compared with the one that was chosen are those of such a number or type:
    `a district of equal cost`, `each other district of the same type`."""
    text = words.pattern(ITS).sub(r"\g<v> the same \g<f>", text)
    for ways, filtered in ((EQUAL, _equal), (UNEQUAL, _unequal)):
        for way in ways:
            found = words.pattern(rf"{MANY}{CARDS}(?P<z>{LIES})? {way}{AS_IT}(?:(?P<y>{LIES})|{ENDS})")
            text = found.sub(partial(filtered, name), text)
    return text


def _equal(name: str, match: re.Match[str]) -> str:
    than = match.groupdict().get("q")
    return _compared(name, match, "" if not than else "at most " if than in FEW else "at least ")


def _unequal(name: str, match: re.Match[str]) -> str:
    return _compared(name, match, "less than " if match["q"] in FEW else "more than ")


def _compared(name: str, match: re.Match[str], than: str) -> str:
    """Returns cards of which something is compared with a card; as they are said, if they are compared with others."""
    with_it = match["w"] in (None, "it", name) or match["w"].startswith("that ")
    if match["n"] or not with_it:
        return match[0]
    but = f" except {name}" if match["o"] else ""
    return f"{_lying(match)}{but} whose {match['f']} is {than}{match['f']} of {name}"


def _lying(match: re.Match[str]) -> str:
    """Returns cards with the place where they lie."""
    other = (match["o"] or "").replace("another ", "a ").replace("other ", "")
    return f"{other}{match['k']}{re.sub('^ from ', ' in ', match['z'] or match['y'] or '')}"


def _each(pattern: str, filter_: str, text: str, words: Words) -> str:
    """Returns words in which all that fits a pattern are cards with a filter."""
    return words.pattern(pattern).sub(lambda match: _lying(match) + filter_, text)


def owned(text: str, said: str) -> str:
    """Returns words in which the owner of a card is the player in whose place it was chosen, as that has a name."""
    if not re.search(r" of host\b", said):
        return text
    text = re.sub(r"^(?:its|that [a-z]+'s) (?:owner|player)\b", "the host", text)
    return re.sub(r"\b(?:its|that [a-z]+'s) (?:owner|player)\b", "host", text)


def laid_open(text: str, name: str, said: str, words: Words) -> str:
    """Returns words in which a card that lies open comes to such a place of whoever takes it or is given it."""
    if held := words.pattern(r"\bin (?P<p><place>) of (?P<w>host)\b").search(said):  # what comes back, comes there
        back = rf"\b(?:return(?P<s>s?) {name}|(?:give|put)(?P<t>s?) {name} back){STOPS}"
        text = re.sub(back, lambda m: f"put{m['s'] or m['t'] or ''} {name} in host's {held['p']}", text)
    found = words.pattern(r"\bin (?:any |your |their )?(?P<p><place>)\b").search(said)
    if found is None or words.vocabulary.zones[found["p"]].seen != "everyone":
        return text

    def given(match: re.Match[str]) -> str:
        whose = "your" if match["w"] == "you" else f"{match['w']}'s"
        return f"put{match['s']} {name} in {whose} {found['p']}"

    text = re.sub(rf"\b(?:give|pass)(?P<s>s?) {name} to {RECEIVER}{STOPS}", given, text)
    text = re.sub(rf"\b(?:give|pass)(?P<s>s?) {RECEIVER} {name}{STOPS}", given, text)
    return re.sub(rf"{YOU_DO}(?:take|steal|claim) {name}(?={STOPS}| from\b)", f"put {name} in your {found['p']}", text)


def of_title(text: str, name: str, words: Words) -> str:
    """Returns words in which the card whose title was named has its name, and what somebody has of it: one is `found`,
    and all are `those`."""
    if found := words.pattern(HOLDER).match(text):
        later = words.pattern(ALL_COPIES).sub("those", found["y"])
        later = words.pattern(LATER).sub("found", words.pattern(ONE_COPY).sub("found", later))
        return f"{found['a']}{name}{found['z']}{later}"
    return words.pattern(LATER).sub(name, text)


def of_place(text: str, place: str, words: Words) -> str:
    """Returns words in which a card that is chosen after a place was looked at lies there."""
    theirs = r"\b(for|with) one of (?:their|theirs|them|[a-z]+'s)(?: cards)?(?=$|[.,;])"
    text = re.sub(theirs, rf"\1 a card in {place}", text)
    for pattern in (PICKED, SUCH, SHED):
        if found := words.pattern(pattern).match(text):
            some = "any" if found["n"] in ("a", "an", "one", "1") else found["n"]
            return f"{found['v']}{some}{found['k'] or ' card'} in {place}{found['f']}{text[found.end() :]}"
    return text
