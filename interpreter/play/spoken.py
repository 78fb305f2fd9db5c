"""Turn questions and conditions as people say them aloud into the words that the notation and the language of cards
have for them: `who has the MARKER` asks for *players that have the MARKER*.

Nothing here knows a game but by its vocabulary. What comes out is read like anything that was typed; if it cannot be
read, the next wording is tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from moot.dsl.notation import Vocabulary

SHORT = {
    "isn": "is", "aren": "are", "doesn": "does", "don": "do", "didn": "did", "hasn": "has", "haven": "have",
    "wasn": "was", "weren": "were", "can": "can", "couldn": "could",
}  # fmt: skip
NOT = re.compile(rf"\b({'|'.join(SHORT)})n?['’]t\b", re.IGNORECASE)
MOST = {"most": "highest", "highest": "highest", "fewest": "lowest", "least": "lowest", "lowest": "lowest"}
WHOSE_PLACE = re.compile(r"(?:the )?(.+?) of (p\d+)|(p\d+)(?:['’]s)? (.+)")
LACKS = re.compile(r"(.+?) (?:does|do) not (?:include|contain) (.+)")
HAS_NOT = re.compile(r"(.+?) (?:does|do|has|have) not (?:have )?(?:the |an? |any )?(.+)")
INCLUDES = re.compile(r"(.+?) (?:includes?|contains?) (.+)")
MORE = re.compile(r"(p\d+) (?:has|have) (more|less|fewer) (.+?) than (p\d+)(?: has)?")
SOMEBODY = re.compile(r"(someone|somebody|anyone|anybody|nobody|no one) (is|has|have) (.+)")
WHO_MOST = re.compile(r"(?:who|which player) (?:has|have|holds?) (?:the )?(most|highest|fewest|least|lowest) (.+)")
WHO_HAS = re.compile(r"(?:who|which player) (?:has|have|holds?|owns?) (?:the )?(.+)")
WHO_IS = re.compile(r"(?:who|which player) (?:is|are) (?:the )?(.+?)( player)?")
TURN = re.compile(r"who acts|whose turn(?: is it| it is)?|who is active|who plays now")
WHAT = re.compile(r"(?:what|which) (?:is|are) (?:the )?(.+)")
WHAT_DOES = re.compile(r"what (?:does|do) (?:the )?(.+) (\w+)")
HOW_MANY = re.compile(r"how (?:much|many) (.+?) (?:has|have|does|do) (p\d+|you)(?: have)?")
HOW_MANY_HAS = re.compile(r"how (?:much|many) (.+?) (p\d+|you) (?:has|have)")
HOW_MANY_IN = re.compile(r"how many (.+?) (?:are|is|lie|lies) (?:there )?in (.+)")
VERB_FIRST = re.compile(r"(is|are|has|have|does|do) (.+)")
CHANGES = re.compile(r" (?:last )?(?:changed?|moves?|moved|pass(?:ed)?|went|go|goes|come|came)$")
GETS = re.compile(
    r"(p\d+|you) (?:gets?|got|receives?|received|takes?|took|loses?|lost|pays?|paid|spends?|spent)"
    r"(?: (\d+))?(?: (?:the|an?|any|some))? (.+)"
)
DID_GET = re.compile(
    r"(p\d+|you) (?!has |have |owns? |is |no )[a-z]+(?: (\d+))?(?: (?:the|an?|any|some))? (.+)"
)
MANY = re.compile(
    r"(p\d+|you) (?:(gets?|got|receives?|received|takes?|took|loses?|lost|pays?|paid|spends?|spent|has|have) )?(\d+)"
)
SIGNS = re.compile(r"\s*(>=|<=|=>|=<|==|>|<|=|≥|≤)\s*(\d+)")
SAID = {
    ">=": "at least ", "=>": "at least ", "≥": "at least ", "<=": "at most ", "=<": "at most ", "≤": "at most ",
    ">": "more than ", "<": "less than ", "=": "", "==": "",
}  # fmt: skip
WHAT_IF = re.compile(r"what[ -]if (.+)", re.IGNORECASE)
WHY_NOT = re.compile(r"why[ -]not (?!p?\d+$)(.+)", re.IGNORECASE)
CAN_IF = re.compile(r"(?:can|could|may|might) (?:the )?(.+?),? if (.+)", re.IGNORECASE)
CAN = re.compile(r"(?:can|could|may) (?:the )?((?:p\d+|[A-Z]).*? .+)")
LOSES = re.compile(r" (?:loses?|lost|pays?|paid|spends?|spent|gives?|gave) ")
BECOMES = re.compile(r"(.+?) (?:becomes?|became|turn(?:ed)?) (.+)")
WAS = re.compile(r"(?:was|were|is|are) (?:the )?(.+?) (\S+)")
WHERE = re.compile(r"where (?:is|are|lies|lie) (?:the )?(.+)")
WHOSE_TURN = re.compile(rf"(?:why )?(?:is it|it is) (p\d+)['’]s turn|(?:does|is) (p\d+) act(?:ing)?|{TURN.pattern}")
HAS_MANY = re.compile(
    r"(?:(?:has|have|does|do) )?(p\d+|i|you) (?:(?:has|have|own|owns) )?(\d+|no) (\S.*)", re.IGNORECASE
)
NOT_FIRST = re.compile(r"^(is|are|has|have|does|do|did|was) not (p\d+|(?:the )?[A-Z]\w*(?:['’ -][A-Z]\w*)*) (.+)$")
DONE_BY = re.compile(r"who (?!is |has |have |owns? |holds? |acts|decides|answers|won|wins)(\w+) (?:the )?(.+)")
END_OF = re.compile(r"(?:the )?end of (?:the |this )?(.+)")
OWN_PHASE = re.compile(r"(?:the )?(.+?)['’]s (.+)")


def plain(text: str) -> str:
    """Return a text without its question mark, and with `is not` for `isn't`."""
    said = NOT.sub(lambda m: f"{SHORT[m[1].lower()]} not", " ".join(text.replace("?", " ").split()))
    return NOT_FIRST.sub(r"\2 \1 not \3", said.replace("can not", "cannot"))


def wordings(text: str, words: Vocabulary) -> Iterator[str]:
    """Yield what a phrase, or a question for one, may mean, the likeliest first."""
    said = plain(text)
    if said != text:
        yield said
    for asked in _questions(said, words):
        yield asked
        yield from _conditions(asked)
    yield from _conditions(said)
    yield from _markers(said, words)


def _questions(said: str, words: Vocabulary) -> Iterator[str]:
    if TURN.fullmatch(said):
        yield "the active player"
    elif (m := WHO_MOST.fullmatch(said)) is not None:
        yield f"players whose {m[2]} is the {MOST[m[1]]} {m[2]} of players"
    elif (m := WHO_HAS.fullmatch(said)) is not None:
        yield from (f"players that have the {m[1]}", f"owner of {m[1]}")
    elif (m := WHO_IS.fullmatch(said)) is not None:
        yield from (f"players that are {m[1]}", f"player of {m[1]}", m[1], f"the {m[1]} player")
    elif (m := WHAT.fullmatch(said)) is not None:
        yield m[1]
    elif (m := HOW_MANY.fullmatch(said) or HOW_MANY_HAS.fullmatch(said)) is not None:
        yield f"{m[1]} of {m[2]}"
        yield from (f"number of {m[1]} in {zone} of {m[2]}" for zone in _places(words))
    elif (m := HOW_MANY_IN.fullmatch(said)) is not None:
        yield f"number of {m[1]} in {m[2]}"
    elif (m := WHAT_DOES.fullmatch(said)) is not None:
        yield f"{m[2]} of {m[1]}"
    elif (m := VERB_FIRST.fullmatch(said)) is not None:
        rest = m[2].removeprefix("the ").split()
        if m[1] in ("does", "do"):
            yield m[2].replace(" have ", " has ", 1)
        verb = {"does": "has", "do": "have"}.get(m[1], m[1])
        yield from (" ".join([*rest[:i], verb, *rest[i:]]) for i in range(len(rest) - 1, 0, -1))


def _places(words: Vocabulary) -> list[str]:
    """Return the names of the places that players have, those that everybody sees first."""
    zones = [(" ".join(phrase), zone) for phrase, zone in words.zones.items() if zone.owner == "player"]
    return [name for name, _ in sorted(zones, key=lambda one: one[1].seen != "everyone")]


def _conditions(said: str) -> Iterator[str]:
    if (m := LACKS.fullmatch(said)) is not None:
        yield f"{_seat_first(m[1])} without {m[2]}"
    elif (m := INCLUDES.fullmatch(said)) is not None:
        yield f"{_seat_first(m[1])} includes {m[2]}"
    elif (m := MORE.fullmatch(said)) is not None:
        yield f"{m[3]} of {m[1]} is {'more' if m[2] == 'more' else 'less'} than {m[3]} of {m[4]}"
    elif (m := SOMEBODY.fullmatch(said)) is not None:
        some = "no" if m[1].startswith("no") else "a"
        yield f"there is {some} player that {'is' if m[2] == 'is' else 'has'} {m[3]}"
    elif (m := HAS_NOT.fullmatch(said)) is not None:
        yield f"{m[1]} has no {m[2]}"


def _seat_first(place: str) -> str:
    """Return `p2 city` for `city of p2` and `p2's city`."""
    m = WHOSE_PLACE.fullmatch(place)
    if m is None:
        return place
    return f"{m[2]} {m[1]}" if m[1] else f"{m[3]} {m[4]}"


def _markers(said: str, words: Vocabulary) -> Iterator[str]:
    """Yield a phrase for a marker of which there is only one: who has it."""
    name = said.removeprefix("the ")
    marker = words.markers.get(tuple(name.split()))
    if marker is not None and marker.single:
        yield f"players that have the {name}"


def got(text: str) -> tuple[str, str, str] | None:
    """Return of which event a question asks: for `did p1 get 2 COUNTER` the number (''), the counter, and `to p1`; None
    if it asks of none."""
    said = re.sub(r"^(?:did|has|have|does|do) ", "", plain(text))
    found = GETS.fullmatch(said) or DID_GET.fullmatch(said)
    if found is None:
        return None
    return found[2] or "", found[3], f"{'from' if LOSES.search(f'{said} ') else 'to'} {found[1]}"


def happened(text: str) -> Iterator[str]:
    """Yield what a question *when did …* (`was` and what follows, or what follows `did`) may be about, as phrases whose
    changes answer it."""
    said = plain(text)
    bare = CHANGES.sub("", said)
    yield bare
    if (m := GETS.fullmatch(said)) is not None:
        yield f"{m[3]} of {m[1]}"
        yield m[3]
    if (m := BECOMES.fullmatch(said)) is not None:
        yield f"{m[1]} is {m[2]}"
    if (m := WAS.fullmatch(said)) is not None:
        yield f"{m[1]} is {m[2]}"
        yield f"{m[1]} has the {m[2]}"


def as_heard(text: str) -> Iterator[str]:
    """Yield the words of an event as the log has them: `COUNTER to p1` for `p1 gets COUNTER`, `CARD` for `CARD
    moves`."""
    said = re.sub(r"^(?:when|if|as soon as) ", "", plain(text))
    if (m := GETS.fullmatch(said)) is not None:
        yield f"{m[2] or ''} {m[3]} {'from' if LOSES.search(said) else 'to'} {m[1]}"
    yield said
    yield CHANGES.sub("", said)


def moment(text: str) -> str:
    """Return the words of `until` for a moment as the notation has them: `the PHASE ends`, `the PHASE of CARD`."""
    said = plain(text)
    if (m := END_OF.fullmatch(said)) is not None:
        return f"the {m[1]} ends"
    if (m := OWN_PHASE.fullmatch(said)) is not None and not re.fullmatch(r"p\d+", m[1]):
        return f"the {m[2]} of {m[1]}"
    return said


def nearest_form(text: str, words: Vocabulary) -> Iterator[str]:
    """Yield forms that can be read, made of the names in a text: a value or a counter of a player or a card in it, or a
    quality."""
    said = plain(text)
    seats = re.findall(r"\bp\d+\b", said)
    titles = [title for phrase, title in words.titles.items() if re.search(rf"\b{re.escape(' '.join(phrase))}\b", said)]
    things = [*dict.fromkeys(seats), *sorted(set(titles), key=len, reverse=True)]
    named = {table: _named(said, getattr(words, table)) for table in ("values", "markers", "qualities", "zones")}
    for thing in things[:3]:
        yield from (f"{name} of {thing}" for table in ("values", "markers", "zones") for name in named[table])
        yield from (f"{thing} is {name}" for name in named["qualities"])
        yield from (f"{thing} is {name}" for name in named["markers"])
    yield from named["values"]


def _named(said: str, table: object) -> list[str]:
    assert hasattr(table, "__iter__")
    names = [" ".join(phrase) for phrase in table]
    return sorted((name for name in names if re.search(rf"\b{re.escape(name)}\b", said)), key=len, reverse=True)[:3]


def many(text: str) -> tuple[str, str, str] | None:
    """Return of which number a question asks that does not say what of: for `did p1 pay 2` the player, the number, and
    `from p1`, `to p1`, or '' where he has so many; None if it asks nothing of the kind."""
    said = re.sub(r"^(?:did|has|have|does|do|had) ", "", plain(text))
    found = MANY.fullmatch(said)
    if found is None:
        return None
    where = "" if found[2] is None or found[2] in ("has", "have") else "from" if LOSES.search(f"{said} ") else "to"
    return found[1], found[3], f"{where} {found[1]}" if where else ""


def compared(text: str, verb: str = "") -> str:
    """Return a text with comparisons in words: `p1 COUNTER at least 4` for `p1 COUNTER >= 4`. `verb`: what stands
    before them."""
    return SIGNS.sub(lambda m: f" {verb}{SAID[m[1]]}{m[2]}", text)


def asked_aloud(text: str) -> str:
    """Return a question as people ask it as a line that begins with a command: `whatif …` for `what if …`, `whynot …`
    for `why not …` and `can p1 …?`, `whatif FACTS; …` for `could p1 … if FACTS were so`. Other texts are returned as
    they are."""
    said = " ".join(text.split()).rstrip("? ")
    if (m := WHAT_IF.fullmatch(said)) is not None:
        return f"whatif {_supposed(m[1])}"
    if (m := WHY_NOT.fullmatch(said)) is not None:
        return f"whynot {m[1]}"
    if (m := CAN_IF.fullmatch(said)) is not None:
        return f"whatif {_supposed(m[2])}; {m[1]}"
    if (m := CAN.fullmatch(said)) is not None:
        return f"whynot {m[1]}"
    return text


def _supposed(facts: str) -> str:
    """Return facts as they are stated, for facts as they are supposed: `CARD is killed` for `CARD were killed`."""
    return re.sub(r"\b(?:were|was)\b", "is", re.sub(r"\bhad\b", "has", facts))


PRESENT = {
    "built": "build", "paid": "pay", "took": "take", "taken": "take", "gave": "give", "given": "give", "got": "get",
    "lost": "lose", "stole": "steal", "stolen": "steal", "chose": "choose", "chosen": "choose", "won": "win",
    "saw": "see", "seen": "see", "shown": "show", "told": "tell", "left": "leave", "kept": "keep", "put": "put",
    "swapped": "swap", "made": "make", "had": "have", "has": "have",
}  # fmt: skip
"""Past forms that do not end in `ed`, and the verbs that they are of."""


def presently(verb: str) -> frozenset[str]:
    """Return the verbs of which a word may be a form: of `robbed`, `rob` and more that are no words."""
    word = verb.lower()
    found = {word, PRESENT.get(word, word)}
    if word.endswith("ed") and len(word) > 4:
        found |= {word[:-1], word[:-2]}
        found |= {word[:-3]} if word[-3] == word[-4] else {f"{word[:-3]}y"} if word.endswith("ied") else set()
    return frozenset(found)
