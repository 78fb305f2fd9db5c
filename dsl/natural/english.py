"""Turns everyday English into the language, part by part: a deed, what it is done to, who does it, on what condition.

The tables of `tables/english/` say how each kind of part is written. A part is read as a whole, so no word of it is
lost; and a part of a part is read by the same tables. What comes out is only a proposal: whoever asks has it read as a
card.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice, product

from . import tables
from .anywhere import anywhere
from .called import called, fresh
from .closing import in_any_case
from .forms import NONE, Form, everyday
from .gaps import Gaps
from .within import acts, of_other, within
from .words import Words

GAP = re.compile(r"\{(\w+)(?:([:<>+|])(\w+)(?:@(\w+))?)?\}")
PASSIVE = r"(?P<x>[^,]+?) (?:is|are) (?P<d><done>)(?P<z> (?:from|to|on) .+?)?(?: by (?P<w>.+))?"
DOERS = r"<verb>|<verbs>|they|that player"
PARTED = (
    rf"(?:(?:[.;,]|,? and|\.)? then |; |\. |(?<=player): |,? and then |"
    rf", (?=(?:{DOERS}|each|another player|your|you)\b)|"
    rf",? and (?=(?:{DOERS}|put|move|look at|return|swap|each|either|another player|the (?:host|doer)|"
    r"the (?:[a-z]+ )?player|your (?:left |right )?neighbour|its|you (?:may|must|<verb>))\b))"
)
AFTER = (
    r"(?:(?:[.;,]|,? and)? then (?!(?:<verbs>|they|that player)\b)|; |\. |"
    r"(?<!you),? and (?=you (?:must |may )?(?:<verb>|put|move|look at)\b|(?:the [a-z]+|another) player\b))"
)
OTHERS = (
    r"(?:if|unless|either|until|for each|you and)\b|"
    r"(?:the (?!top)[\w-]+|they|each (?:other )?player\b.*?|its (?:owner|player)|"
    r"another player|a player|your (?:left |right )?neighbour|each neighbour) (?:must|may|either|<verbs>)\b"
)
NAMED_PLACE = r"\b(?:in|from) (?:(?:your|their|its|any) )?(<place>)\b|\byour (<place>) has\b"
MANY = r"each (?:(?:other )?player|neighbour)\b(?: (?:with|who|that) [^,;.]+?)?(?: must| may)? <verb>\b"
ALL_DO = (
    r"; |\. |,? (?:and )?then (?=you\b)|, (?=you\b)|"
    r",? and (?=you (?:must |may )?(?:<verb>|put|move|look at)\b|(?:the [a-z]+|another) player\b)"
)
BEGINS = re.compile(r"(?:\((?:\?:|\?P<\w+>)(?P<ways>[a-z]+(?: [a-z]+)*(?:\|[a-z]+(?: [a-z]+)*)*)\)|(?P<word>[a-z]+)) ")
GOES_ON = re.compile(r"^(?:they|that player|each of them) (?:must |(?=(?!may\b|cannot\b)))(?:then )?")
FINDS = re.compile(r"\|(?:where|seen|held|sized|lying_in|across)\}")  # the place where such cards lie
ROWS = ("right", "before", "own", "after", "again")
UNNAMED = re.compile(r"\b(?:one|any number|[0-9]+) of (?:them|these|those)\b")
ONE_ACTOR = re.compile(r"(?:the )?(?P<w>[a-z]+|your (?:left |right )?neighbour)")
MOST = 6  # ways in which a part is read
TRIES = 4000  # patterns that are tried on one sentence
DEEP = 12  # parts within parts


@dataclass(frozen=True, slots=True)
class Production:
    """One way to write a kind of part. `pattern` fits all of its words; `right` are the right texts, the likeliest
    first; `before` are lines that belong above it: what is chosen first. `own` are words of the card's own that it
    needs, `after` sentences of the card's own. `again` is the same in plainer words, which are read as a part of the
    same kind. `sure`: it means just that. `acts`: only where this one acts, `you` or `they`. `begins`: the words it
    can begin with, where the pattern spells them out; else none."""

    pattern: str
    right: tuple[str, ...]
    before: tuple[str, ...]
    own: tuple[str, ...]
    after: tuple[str, ...]
    again: tuple[str, ...]
    sure: bool
    say: str
    acts: str
    begins: frozenset[str]


@dataclass(frozen=True, slots=True)
class Made:
    """The right text of a part: its rows, indented by what they are further in, and those that belong above them."""

    rows: tuple[str, ...]
    before: tuple[str, ...] = ()
    sure: bool = True
    say: str = ""
    own: tuple[str, ...] = ()
    after: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The rows in one."""
        return "\n".join(self.rows)


@lru_cache(maxsize=1)
def productions() -> dict[str, tuple[Production, ...]]:
    """Returns the tables of `tables/english/`, by kind of part."""
    table: dict[str, list[Production]] = {}
    for p in (p for name in tables.ENGLISH for p in tables.entries(name, "english")):
        right, before, own, after, again = (_several(p.get(name, [])) for name in ROWS)
        note = (p.get("sure", True), p.get("say", ""), p.get("acts", ""), begins(p["pattern"]))
        entry = Production(p["pattern"], right, before, own, after, again, *note)
        table.setdefault(p["is"], []).append(entry)
    return {kind: tuple(entries) for kind, entries in table.items()}


def begins(pattern: str) -> frozenset[str]:
    """Returns the words that a pattern can begin with, if it spells them out: `put` and `lay` of `(?:put|lay) .+`."""
    found = BEGINS.match(pattern)
    if found is None or _has_branches(pattern):
        return frozenset()
    return frozenset(way.split(" ")[0] for way in (found["ways"] or found["word"]).split("|"))


def _has_branches(pattern: str) -> bool:
    """Whether a pattern has branches that stand in no group."""
    deep = 0
    for sign in re.findall(r"\\.|[()|]", pattern):
        deep += (sign == "(") - (sign == ")")
        if sign == "|" and not deep:
            return True
    return False


def _several(texts: str | list[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


@dataclass(slots=True)
class English:
    """Reads the parts of one sentence. With `gaps`, a part that cannot be read is left open."""

    words: Words
    kind: str = ""  # of the card whose sentence it is
    left: int = TRIES
    gaps: Gaps | None = None
    forms: dict[str, Form] = field(init=False)
    _known: dict[tuple[str, str, str], tuple[Made, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        acts = self.kind == self.words.actor("")
        self.forms = self.words.forms | everyday(self.words)
        self.forms |= {"on_actor": lambda _: NONE if acts else "", "off_actor": lambda _: "" if acts else NONE}
        self.forms["own_kind"] = lambda _: self.kind
        self.forms["anywhere"] = lambda _: anywhere(self.words.vocabulary, self.kind)
        self.forms["heard"] = lambda mark: "" if acts and self.words.lies_on(mark, self.kind) else NONE

    def read(self, kind: str, text: str, my: str = "your", deep: int = 0) -> tuple[Made, ...]:
        """Returns the ways in which some words are a part of this kind, the likeliest first. `my` is `your` where the
        player of the card acts, and `their` where another does."""
        key = (kind, text, my)
        if key not in self._known:
            self._known[key] = ()
            together = kind in ("deeds", "refused")
            reads = self._sequence(text, my, deep) if together else self._read(kind, text, my, deep)
            found = reads if deep < DEEP else iter(())
            if kind == "refused":  # what is done if a player declines
                found = (self._refused(made, my) for made in found)
            if my == "their":
                found = (one for made in found if (one := of_others(made)))
            self._known[key] = tuple(islice(dict.fromkeys(found), MOST))
        return self._known[key]

    def _refused(self, made: Made, my: str) -> Made:
        rows, before = (in_any_case(some, my, self.words) for some in (made.rows, made.before))
        return replace(made, rows=rows, before=before)

    def deeds(self, text: str, my: str, names: Sequence[str] = (), deep: int = 0) -> Iterator[list[Made]]:
        """Yields the ways in which some words are deeds, one after another. `names` are lines that have chosen
        something before."""
        mine = my == "your" and self.words.pattern(r"(?:<verb>|look at) .*").fullmatch(text) is not None
        text = called(text, names, mine, self.words)
        if UNNAMED.search(text) and any(not row.startswith(("choose ", "let ")) for row in names):
            return  # what was done has no name, so nobody knows what is meant
        if whole := self.read("whole", text, my, deep + 1):
            yield from ([made] for made in whole)
            return
        first, rest = self.parted(text)
        verb = first.split(" ")[0]
        first = self.words.base(verb) + first[len(verb) :]
        for read in self.read("deed", first, my, deep + 1):
            made = _renamed(read, fresh((*read.before, *read.rows), names))
            if not rest:
                yield [made]
                continue
            if (going := GOES_ON.match(rest)) and acts(made.rows):
                yield from self._going_on(made, rest[going.end() :], deep)
                continue
            for others in islice(self.deeds(rest, my, [*names, *made.before, *made.rows], deep + 1), MOST):
                yield followed(made, others) if my == "your" else [made, *others]

    def _going_on(self, made: Made, text: str, deep: int) -> Iterator[list[Made]]:
        """Yields a deed of others with what they do afterwards."""
        inner = [row.strip() for row in made.rows]
        margin = made.rows[-1][: len(made.rows[-1]) - len(made.rows[-1].lstrip())]
        for later in islice(self.deeds(text, "their", inner, deep + 1), MOST):
            rows = [f"{margin}{row}" for one in later for row in (*one.before, *one.rows)]
            own, after = needs([made, *later])
            sure = all(one.sure for one in (made, *later))
            yield [Made((*made.rows, *rows), made.before, sure, made.say, own, after)]

    def parted(self, text: str) -> tuple[str, str]:
        """Returns the first deed of several, and the others."""
        found = self.words.pattern(PARTED).search(text)
        if self.words.pattern(MANY).match(text):  # `discard, then draw`: what they all do goes on
            found = self.words.pattern(ALL_DO).search(text)
        elif found is None or self.words.pattern(OTHERS).match(text):  # what others do goes on to the end
            found = self.words.pattern(AFTER).search(text)
        return (text, "") if found is None else (text[: found.start()], text[found.end() :])

    def _sequence(self, text: str, my: str, deep: int) -> Iterator[Made]:
        for many in self.deeds(text, my, deep=deep):
            first = next((n for n, one in enumerate(many) if one.rows), len(many) - 1)
            before = tuple(row for one in many[: first + 1] for row in one.before)
            rows = [*many[first].rows, *(row for one in many[first + 1 :] for row in (*one.before, *one.rows))]
            say = next((one.say for one in many if one.say), "")
            yield Made(tuple(rows), before, all(one.sure for one in many), say, *needs(many))

    def _read(self, kind: str, text: str, my: str, deep: int) -> Iterator[Made]:
        first = text.split(" ")[0]
        for entry in productions().get(kind, ()):
            if entry.begins and first not in entry.begins:
                continue
            self.left -= 1
            if self.left < 0:
                return
            if entry.acts and (entry.acts == "you") != (my == "your"):
                continue
            match = self.words.pattern(entry.pattern).fullmatch(text)
            for right in entry.right if match else ():
                if match:
                    yield from self._filled(entry, right, match, my, deep)
            for again in entry.again if match else ():
                sort, plainly = _kind_of(again)
                if match and (plainer := self._again(plainly, match)):
                    made = self.read(sort or kind, plainer, my, deep + 1)
                    yield from (replace(one, sure=one.sure and entry.sure, say=entry.say or one.say) for one in made)
        if kind == "deed" and (passive := self.words.pattern(PASSIVE).fullmatch(text)):
            yield from self.read(kind, self._active(passive), my, deep + 1)
        if self.gaps is not None and (gap := self.gaps.left_open(kind, text)):
            yield Made((gap,), sure=False)

    def _again(self, again: str, match: re.Match[str]) -> str:
        """Returns the same in plainer words; nothing if a word for them is missing."""
        gaps = [(gap, match.groupdict()[gap[1]]) for gap in GAP.finditer(again)]
        if None in (group for _, group in gaps):
            return ""
        said = [self.forms[gap[3]](group) if gap[3] else group for gap, group in gaps]
        if any(gap[3] and not one for (gap, _), one in zip(gaps, said, strict=True)):
            return ""
        return " ".join(_laid(again, [Made((one,)) for one in said]).replace("\0", "").split())

    def _active(self, passive: re.Match[str]) -> str:
        """Returns a deed in which nothing is done by itself: `draw a card` for `a card is drawn`."""
        verb, who = self.words.undone(passive["d"]), passive["w"]
        said = f"{verb} {passive['x']}{passive['z'] or ''}"
        return said if who in (None, "you") else f"{who} must {said}"

    def _filled(self, entry: Production, right: str, match: re.Match[str], my: str, deep: int) -> Iterator[Made]:
        """Yields a right text with each of its gaps filled in every way."""
        template = "\0".join((*entry.own, *entry.after, *entry.before, right))
        if _lost(match, {name for gap in GAP.finditer(template) for name in (gap[1], gap[4])}):
            return
        groups, parts = match.groupdict(), list[tuple[Made, ...]]()
        for gap in GAP.finditer(template):
            said, owner = groups.get(gap[1]) or "", groups.get(gap[4], gap[4]) or ""
            if gap[2] == "<" and groups.get("w"):  # you act, on the one who acted above it
                said = of_actor(said, self.read("actor", groups["w"] or "", my, deep + 1))
            parts.append(self._part(gap, said, my, deep) if not gap[4] else self._whose(gap[3], said, owner, my, deep))
            if not parts[-1]:
                return
        for chosen in islice(product(*parts), MOST):
            made = self._put_in(entry, template, chosen)
            if FINDS.search(template) and self._elsewhere(match, made):
                continue
            yield replace(made, say="") if made.text == match.string and not made.before else made

    def _elsewhere(self, match: re.Match[str], made: Made) -> bool:
        """Whether cards are found in another place than the one that was named."""
        spans = [match.span(name) for name in match.groupdict()]
        rows = " ".join((*made.rows, *made.before, *made.own, *made.after))
        found = self.words.pattern(NAMED_PLACE).finditer(match.string)
        left = (at for at in found if not any(start <= at.start() and at.end() <= stop for start, stop in spans))
        named = [at[1] or at[2] for at in left]
        return bool(named) and not any(re.search(rf"\b{place}\b", rows) for place in named)

    def _put_in(self, entry: Production, template: str, chosen: Sequence[Made]) -> Made:
        """Returns a right text with its gaps filled by these parts."""
        *texts, rows = _laid(template, chosen).split("\0")
        several = len(entry.own), len(entry.after)
        own, after, before = texts[: several[0]], texts[several[0] : sum(several)], texts[sum(several) :]
        gaps = [gap[2] for gap in GAP.finditer(template)]
        above = [row for one, sort in zip(chosen, gaps, strict=True) if sort == ":" for row in one.before]
        picked = [row.split(" ")[1].rstrip(":") for row in (*above, *before) if row.startswith("choose ")]
        if picked:
            rows = re.sub(r"\bits owner\b", f"owner of {picked[-1]}", rows)
        rows = self.words.pattern(r"\b(<place>) of you\b").sub(r"your \1", rows)
        rows = re.sub(r"\b(you|they) has\b", r"\1 have", re.sub(r"(?<!for )(?<!of )\b(you|they) is\b", r"\1 are", rows))
        rows = re.sub(r"(s in (?:your|any) \w+(?: whose [^,]+?)?) counts as\b", r"\1 count as", rows)
        owns, afters = needs(chosen)
        return Made(
            tuple(row.rstrip() for row in rows.split("\n") if row.strip()),
            tuple(dict.fromkeys(row.rstrip() for row in (*above, *before))),
            entry.sure and all(one.sure for one in chosen),
            entry.say or next((one.say for one in chosen if one.say), ""),
            tuple(dict.fromkeys([*own, *owns])),
            tuple(dict.fromkeys([*after, *afters])),
        )

    def _whose(self, kind: str, said: str, owner: str, my: str, deep: int) -> tuple[Made, ...]:
        """Returns the ways in which words are a part of this kind, which is said of somebody else than you."""
        found = self.read("owner", owner, my, deep + 1)
        if not found or found[0].text == "you":
            return self.read(kind, said, "your", deep + 1) if found else ()
        if re.search(r"\byour?\b", self.words.pattern(r"\bin your <place>$").sub("", said)):
            return ()
        yours = re.sub(r"\btheir\b", "your", re.sub(r"\bthey\b", "you", said))
        return tuple(self._transposed(made, found[0].text) for made in self.read(kind, yours, "your", deep + 1))

    def _transposed(self, made: Made, who: str) -> Made:
        """Returns what is said of you as said of somebody else: `gold of host` for `your gold`."""
        mine = self.words.pattern(r"\byour (<place>|<counted>|[\w-]+)")
        rows = (mine.sub(r"their \1" if who == "them" else rf"\1 of {who}", row) for row in made.rows)
        return replace(made, rows=tuple(re.sub(r"\byou\b", who, row) for row in rows))

    def _part(self, gap: re.Match[str], said: str, my: str, deep: int) -> tuple[Made, ...]:
        if gap[1] in ("my", "me"):
            return (Made((my if gap[1] == "my" else {"your": "you"}.get(my, "them"),)),)
        match gap[2]:
            case "|":
                made = self.forms[gap[3]](said).replace("\0", "\1")
                return (Made((made.replace("\1", ""),)),) if made or gap[3] in self.words.optional else ()
            case ":" | "+":
                return self.read(gap[3], said, my, deep + 1)
            case ">":
                return self.read(gap[3], said, "their", deep + 1)
            case "<":
                return self.read(gap[3], said, "your", deep + 1)
            case _:
                return (Made((said,)),) if said else ()


def of_actor(text: str, who: Sequence[Made]) -> str:
    """Returns what you do to the player who acts above it, with the name of that player."""
    one = ONE_ACTOR.fullmatch(who[0].text) if who else None
    if one is None:
        return text
    text = re.sub(r"\b(?:that player's|their)\b", f"{one['w']}'s", text)
    return re.sub(r"\b(?:them|that player)\b", one["w"], text)


def _kind_of(again: str) -> tuple[str, str]:
    """Returns the kind as which plainer words are read, if it is said, and the words."""
    sort, colon, plainly = again.partition(": ")
    return (sort, plainly) if colon and sort.isidentifier() else ("", again)


def _lost(match: re.Match[str], told: set[str]) -> bool:
    """Whether a group that says something is not told again, nor a part of one that is."""
    spans = [match.span(name) for name in match.groupdict() if name in told]
    said = [match.span(name) for name, text in match.groupdict().items() if text]
    return any(not any(start <= one and end <= stop for start, stop in spans) for one, end in said)


def _renamed(made: Made, names: dict[str, str]) -> Made:
    """Returns a part in which what is chosen for it has other names."""
    every = [*made.before, *made.rows]
    for old, new in names.items():
        given = re.compile(rf"^( *(?:choose|let) ){old}\b")
        at = next((n for n, row in enumerate(every) if given.match(row)), len(every))  # before it, the other is meant
        named = (given.sub(rf"\g<1>{new}", row) for row in every[at : at + 1])
        named = (f"{row} that is not {old}" if row.endswith(f" {new}: another player") else row for row in named)
        every = [*every[:at], *named, *(re.sub(rf"\b{old}\b", new, row) for row in every[at + 1 :])]
    first = len(made.before)
    return replace(made, before=tuple(every[:first]), rows=tuple(every[first:])) if names else made


def followed(made: Made, others: list[Made]) -> list[Made]:
    """Returns deeds, one after another; in one if those that follow speak of what another player chose in the first."""
    rows = within(made.rows, [row for one in others for row in (*one.before, *one.rows)])
    if rows is None:
        return [made, *others]
    every = [made, *others]
    own, after = needs(every)
    say = next((one.say for one in every if one.say), "")
    return [Made(rows, made.before, all(one.sure for one in every), say, own, after)]


def of_others(made: Made) -> Made | None:
    """Returns a part in which another player acts, with `another player` said of that one; none if it cannot be."""
    rows, before = of_other(made.rows), of_other(made.before)
    said = len(rows) == len(made.rows) and len(before) == len(made.before)
    return replace(made, rows=rows, before=before) if said else None


def needs(many: Sequence[Made]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Returns the words of the card's own that some parts need, and the sentences."""
    own = tuple(dict.fromkeys(row for one in many for row in one.own))
    return own, tuple(dict.fromkeys(row for one in many for row in one.after))


def _laid(template: str, parts: Sequence[Made]) -> str:
    """Returns a template with its gaps filled. What has several rows, or lines of its own above it, begins a line.
    Where the line goes on after them, what stands below it stands below the last of them."""
    out = ""
    end = 0
    deeper = ""
    for gap, made in zip(GAP.finditer(template), parts, strict=True):
        out += template[end : gap.start()].replace("\n", f"\n{deeper}")
        end = gap.end()
        rows = (*made.before, *made.rows) if gap[2] in tuple("<>+") else made.rows
        line = out[max(out.rfind("\n"), out.rfind("\0")) + 1 :]
        margin = " " * (len(line) - len(line.lstrip(" ")))
        if len(rows) > 1 and line.strip():
            margin += "  "
            out = f"{out.rstrip(' ')}\n{margin}"
        out += f"\n{margin}".join(rows)
        if len(rows) > 1 and template[end : end + 1] == " ":
            deeper += " " * (len(rows[-1]) - len(rows[-1].lstrip(" ")))
    return out + template[end:].replace("\n", f"\n{deeper}")
