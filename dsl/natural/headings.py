"""Reads what stands at the top of a card that was pasted: its kind, its title, and what is printed on it.

People write it as they have it: `District: Tax Office`, `Tax Office (4, unique)`, `name: Tax Office` with `cost: 4`
below. Only what is certain is taken: every word of a line is a kind, a title, or a field with its value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .. import ir
from ..nearest import nearest
from ..vocabulary import Vocabulary
from ..words import plural
from .words import NUMBERS, number

APART = " ,;:().|/–—-\"'·•[]{}"
ENDS = r"(?=$| *[,;:().|/–—·•{}\[\]]| +- )"
NUMBER = rf"(?P<n>[0-9]+|{'|'.join(NUMBERS[1:])})"
NONE = ("none", "nothing", "no")
SMALL = ("of", "the", "and", "in", "on", "for", "to", "a", "an", "at", "by", "with", "from")
WORD = re.compile(r"[A-Za-z]{3,}")
PAIRS = re.compile(r"^[A-Za-z]+\s*[:=]?\s+[\w-]+(?:\s*[,;]\s*[A-Za-z]+\s*[:=]?\s+[\w-]+)*$")
NAMED = re.compile(r"^(?:new )?(?:card name|card title|card|name|title)\s*[:=]?\s+(?P<title>\S.*)$", re.IGNORECASE)
NUMBERED = re.compile(r"^#?(?P<n>[0-9]{1,2})(?:\s*[:.)–—-]\s*|\s+)(?=[A-Z\"])")
COPIES = re.compile(r"\s*\(?[x×](?P<n>[0-9]{1,2})\)?")
KIND = re.compile(r"^(?:kind|sort|type|card type|card kind|category)\s*[:=]\s*(?P<kind>\w+)$", re.IGNORECASE)
TITLE = re.compile(r'^"?(?P<title>[^\W\d_][^,:;().|"–—·•/{}\[\]]*?)"?(?=\s*[,:;().|–—·•/{}\[\]]|\s+-\s|$)(?P<rest>.*)$')


@dataclass(slots=True)
class Heading:
    """What is known of a card: its kind and title, and the value of each field. `strange`: words that stand where a
    value should, and that nobody knows."""

    kind: str = ""
    title: str = ""
    values: dict[str, str] = field(default_factory=dict)
    strange: list[str] = field(default_factory=list)
    bare: list[str] = field(default_factory=list)


class Headings:
    """Reads headings with the kinds and the fields of a game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._kinds = vocabulary.kinds
        self._enums = vocabulary.enums
        self._word_of = vocabulary.word
        fields = {f.name: f for kind in self._kinds.values() for f in kind.fields}
        self._fields = fields
        names = "|".join(sorted((re.escape(name) for name in fields), key=len, reverse=True)) or r"(?!)"
        kinds = "|".join(f"{re.escape(plural(k))}|{re.escape(k)}" for k in self._kinds) or r"(?!)"
        value = rf"(?P<v>[0-9]+(?:st|nd|rd|th)?|[a-z][a-z-]*)(?: (?!(?:{names}|copies)\b)(?P<c>[a-z]+))?"
        units = "|".join(re.escape(unit) for unit in self._units())
        prefix = rf"{units + '|' if units else ''}{kinds}|printed|base|card|building"
        ends = rf"(?:{ENDS}|(?= (?:{names}|copies)\b))"
        self._field = re.compile(rf"(?:(?:{prefix}) )?(?P<f>{names}|copies)s?\s*[:=]?\s*{value}{ends}")
        self._before = re.compile(rf"{NUMBER} (?P<f>{names}|copies)s?{ENDS}")
        self._amount = re.compile(rf"{NUMBER}(?: (?P<c>[a-z]+))?{ENDS}")
        self._word = re.compile(rf"(?P<w>[a-z][a-z-]*)(?: (?P<k>{kinds}))?{ENDS}")
        self._kind = re.compile(rf"(?P<kind>{kinds}){ENDS}")
        self._kind_first = re.compile(
            rf"^(?:new |an? )?(?P<kind>{kinds})\s*(?:card)?\s*(?:[:=–—-]\s*)?(?P<rest>\S.*)$", re.IGNORECASE
        )
        self._printed = re.compile(rf"\s+(?:{names})\s*[:=]?\s*(?:[0-9]+|[a-z]+)(?=$|[\s,;:.])")

    def begins(self, text: str) -> bool:
        """Whether a line begins a card with its kind, as the language has it."""
        first, _, rest = text.partition(" ")
        return first in self._kinds and rest[:1].isupper()

    def names(self, text: str) -> bool:
        """Whether a line says that what follows is the name of a card."""
        return bool(NAMED.match(text) or self._kind_first.match(text))

    def titled(self, text: str, heading: Heading) -> str | None:
        """Reads a line that has a title, perhaps with more behind it, and returns the rest; None if it has none."""
        for pattern in (NAMED, self._kind_first):
            found = pattern.match(text)
            if found is None:
                continue
            groups = found.groupdict()
            heading.kind = heading.kind or self._one_kind(groups.get("kind") or "")
            text = groups.get("title") or groups.get("rest") or ""
            break
        else:
            if not text[:1].isupper() and text[:1] != '"' and not NUMBERED.match(text):
                return None
        numbered = NUMBERED.match(text)
        if numbered:
            heading.bare.append(numbered["n"])
            text = text[numbered.end() :]
        several = COPIES.search(text)
        if several:
            heading.values["copies"] = several["n"]
            text = text[: several.start()] + text[several.end() :]
        said = TITLE.match(text)
        if said is None:
            return None
        title, rest = said["title"].strip(), said["rest"]
        inside = self._printed.search(f" {title}")
        if inside and inside.start():
            title, rest = title[: inside.start() - 1].strip(), f"{title[inside.start() - 1 :]}{rest}"
        heading.title = as_title(title)
        return rest if title else None

    def printed(self, text: str, heading: Heading, whole: bool) -> str | None:
        """Reads what is printed at the beginning of some text, and returns the rest. `whole`: returns None, and reads
        nothing, if there is a rest."""
        trial = Heading(heading.kind, heading.title, dict(heading.values), list(heading.strange), list(heading.bare))
        rest = (self._spelt(text) if whole else text).strip(APART)
        rest = re.sub(r"^an? (?=[a-z]+ [a-z]+\b)", "", rest)
        while rest:
            length = self._one(rest, trial, loose=not whole)
            if not length:
                break
            rest = rest[length:].lstrip(APART)
        if whole and (rest or trial == heading):
            return None
        heading.kind, heading.values, heading.strange = trial.kind, trial.values, trial.strange
        heading.bare = trial.bare
        return rest

    def _spelt(self, text: str) -> str:
        """Returns a line of fields and their values without slips of the pen; any other line as it is."""
        if not PAIRS.match(text):
            return text
        known = [*self._fields, *(word for enum in self._enums.values() for word in enum.words)]
        return WORD.sub(lambda m: m[0] if m[0] in known else nearest(m[0].lower(), known, cutoff=0.7) or m[0], text)

    def _one(self, text: str, heading: Heading, loose: bool) -> int:
        """Reads one thing that is printed, and returns how many letters it has; 0 if there is none."""
        low = text.lower()
        if found := self._field.match(low):
            if self._set(heading, found["f"], found["v"]) and found["c"] in (None, *self._units(), *self._kinds):
                return found.end()
            if found["f"] == "type" and found["v"] in self._kinds:
                heading.kind = found["v"]
                return found.end()
            if found["f"] in self._fields and found["f"] not in heading.values and not found["c"]:
                heading.strange.append(found["v"])
                return found.end()
        if (found := self._before.match(low)) and self._set(heading, found["f"], found["n"]):
            return found.end()
        if found := self._kind.match(low):
            heading.kind = heading.kind or self._one_kind(found["kind"])
            return found.end()
        if found := KIND.match(low):
            heading.kind = heading.kind or self._one_kind(found["kind"])
            return found.end() if heading.kind else 0
        if (found := self._amount.match(low)) and found["c"] in (None, "coins", "coin", *self._units()):
            heading.bare.append(number(found["n"]))
            return found.end()
        if found := self._word.match(low):
            word = self._word_of(found["w"])
            if any(word in enum.words for enum in self._enums.values()):
                heading.bare.append(word)
                heading.kind = heading.kind or self._one_kind(found["k"] or "")
                return found.end()
            if loose and not heading.strange and not found["k"]:
                heading.strange.append(found["w"])
                return found.end()
        return 0

    def _units(self) -> list[str]:
        return [f.type.name for f in self._fields.values() if f.type.sort == "amount" and f.type.name]

    def _one_kind(self, said: str) -> str:
        low = said.lower()
        return next((k for k in self._kinds if low in (k, plural(k))), "")

    def _set(self, heading: Heading, name: str, said: str) -> bool:
        """Gives a field its value, if it can have that. One that may be left out is, if it has none."""
        value = self._word_of(number(re.sub(r"(?<=[0-9])(?:st|nd|rd|th)$", "", said)))
        if said in NONE and name in self._fields and self._fields[name].optional:
            return True
        if name == "copies":
            fits = value.isdigit()
        else:
            of = self._fields[name].type
            fits = value.isdigit() if of.sort != "enum" else value in self._words(of.name or "")
        if fits:
            heading.values[name] = value
        return fits

    def _words(self, enum: str) -> tuple[str, ...]:
        known = self._enums.get(enum)
        return known.words if known is not None else ()

    def settled(self, heading: Heading) -> bool:
        """Finds what was left open: of which kind the card is, and whose values those are that stand by themselves.
        Returns whether all is known."""
        if not heading.kind:
            able = [k for k in self._kinds.values() if k.fields and self._fits(k, heading)]
            said = len(heading.values) + len(heading.bare)
            whole = [k for k in able if sum(not f.optional for f in k.fields) == said]
            fits = [k.name for k in (whole if len(able) > 1 else able)]
            heading.kind = fits[0] if len(fits) == 1 else ""
        kind = self._kinds.get(heading.kind)
        if kind is None or not heading.title:
            return False
        for value in heading.bare:
            at = next((f for f in kind.fields if f.name not in heading.values and self._takes(f, value)), None)
            if at is None:
                return False
            heading.values[at.name] = value
        heading.bare = []
        order = [*(f.name for f in kind.fields), "copies"]
        heading.values = {name: heading.values[name] for name in order if name in heading.values} | heading.values
        return set(heading.values) <= {"copies", *(f.name for f in kind.fields)}

    def _fits(self, kind: ir.Kind, heading: Heading) -> bool:
        names = {f.name for f in kind.fields}
        needed = {f.name for f in kind.fields if not f.optional}
        if not set(heading.values) - {"copies"} <= names or not (heading.values or heading.bare):
            return False
        open_ = [f for f in kind.fields if f.name not in heading.values]
        taken = [next((f for f in open_ if self._takes(f, value)), None) for value in heading.bare]
        if heading.strange and not any(f.name in needed and f.type.sort == "enum" for f in open_):
            return False
        return None not in taken and bool(needed & ({*heading.values} | {f.name for f in taken if f}))

    def _takes(self, one: ir.Field, value: str) -> bool:
        return value in self._words(one.type.name or "") if one.type.sort == "enum" else value.isdigit()

    def missing(self, heading: Heading) -> list[ir.Field]:
        """Returns the fields that a card must have, and that this one has not."""
        kind = self._kinds[heading.kind]
        return [f for f in kind.fields if not f.optional and f.name not in heading.values]

    def choices(self, heading: Heading, name: str) -> tuple[str, ...]:
        """Returns the words among which the value of a field is chosen."""
        of = self._fields[name].type
        return self._words(of.name or "") if of.sort == "enum" else ()

    def filled(self, one: ir.Field) -> str:
        """Returns some value that a field may have."""
        return next(iter(self._words(one.type.name or "")), "1")


def as_title(said: str) -> str:
    """Returns a title as cards have it: `Tax Office` for `tax office`."""
    words = said.split()
    if not (said.islower() or said.isupper()):
        first, *rest = words
        return " ".join([first[:1].upper() + first[1:], *rest])
    low = [word.lower() for word in words]
    return " ".join(word if n and word in SMALL else word[:1].upper() + word[1:] for n, word in enumerate(low))
