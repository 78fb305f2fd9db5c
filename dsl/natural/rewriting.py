"""Rewrites a sentence by the rules of `rewordings.toml`: one rule after another, each where it fits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from . import tables
from .members import Line
from .words import MARK, Words

SLOTS = ("do", "cost", "instead", "either", "or", "otherwise")
SLOT = re.compile(rf"^(?P<slot>{'|'.join(SLOTS)}) (?P<deed>.+)$")
GAP = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
WORD = re.compile(r"[A-Za-z0-9]+")
ACTS = re.compile(r"(?:^|, )(?P<who>[^,]+?) (?:must|may)$")
LATE = re.compile(r"at the end of the game, .*\b(?:must|may)$")
YOU = re.compile(r"\byour?\b")
ESCAPED = re.compile(r"\\x[0-9a-f]{2}|\\.|\(\?P<\w+>")
TRANSLATING = frozenset(
    ("extreme", "each", "others", "whom", "limit", "beyond", "taking", "paying", "getting", "object", "due", "unpaid")
    + ("marked",)
)
FREE = frozenset(WORD.findall("a an the of your you this it its all any exactly must back on bottom up"))
STEPS = 8  # rules that rewrite one sentence


@dataclass(frozen=True, slots=True)
class Rule:
    """A natural wording. `pattern` finds it in one line of a sentence, or in what `of` names: its first line (`head`),
    a deed, or all of its lines. `right` are the right texts for it, the likeliest first. `sure`: the right text means
    what was meant. `loses`: it says in other words what it leaves out. `say` answers it."""

    pattern: str
    of: str
    right: tuple[str, ...]
    sure: bool
    loses: bool
    say: str


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The lines of a sentence after some rules, whose patterns are `rules`: what to say of it, and the words (`at`)
    that are answered."""

    lines: tuple[Line, ...]
    say: str = ""
    at: str = ""
    sure: bool = True
    rules: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def table() -> tuple[Rule, ...]:
    """Returns the rules of `rewordings.toml`, which is read once."""
    return tuple(
        Rule(
            r["pattern"],
            r.get("of", "line"),
            (r["right"],) if isinstance(r["right"], str) else tuple(r["right"]),
            r.get("sure", True),
            r.get("loses", False),
            r["say"],
        )
        for r in tables.entries("rewordings", "rewording")
    )


def ways(lines: tuple[Line, ...], words: Words) -> Iterator[Rewritten]:
    """Yields what a sentence becomes by one rule, by two, and so on; the likeliest first."""
    patterns = [(rule, words.pattern(rule.pattern)) for rule in table()]
    seen = {lines}
    row = [Rewritten(lines)]
    for _ in range(STEPS):
        after: list[Rewritten] = []
        for one in row:
            for way in _by_one_rule(one, patterns, words):
                if way.lines not in seen and not _too_late(way.lines) and not _turned(lines, way.lines):
                    seen.add(way.lines)
                    after.append(way)
                    yield way
        row = after[:8]


def _too_late(after: tuple[Line, ...]) -> bool:
    """Whether something would be done when the game is over, which never happens."""
    return bool(LATE.match(after[0].text))


def _turned(before: tuple[Line, ...], after: tuple[Line, ...]) -> bool:
    """Whether what others do has become what *you* do: `each player loses 1 gold` takes nothing from you alone."""
    acts = ACTS.search(after[0].text)
    if acts is None or acts["who"] == "you":
        return False
    return len(YOU.findall(_joined(after))) > len(YOU.findall(_joined(before)))


def _by_one_rule(
    before: Rewritten, patterns: list[tuple[Rule, re.Pattern[str]]], words: Words
) -> Iterator[Rewritten]:
    """Yields what a sentence becomes by each rule that fits it, in each right text of it."""
    for rule, pattern in patterns:
        yield from _applied(before, rule, pattern, words)


def _applied(before: Rewritten, rule: Rule, pattern: re.Pattern[str], words: Words) -> Iterator[Rewritten]:
    lines = before.lines
    if rule.of == "all":
        whole = _joined(lines)
        match = pattern.search(whole)
        for right in rule.right if match else ():
            text = _filled(right, match, words) if match else None
            if text is not None and match and _keeps(right, text, match, rule, words):
                new = whole[: match.start()] + text + whole[match.end() :]
                yield _next(before, rule, _split(new, lines[0].indent), match)
        return
    for i, line in enumerate(lines[:1] if rule.of == "head" else lines):
        slot, deed = _parts(line, rule.of, i)
        match = pattern.search(deed)
        if match is None:
            continue
        for right in rule.right:
            text = _filled(right, match, words)
            if text is None or not _keeps(right, text, match, rule, words):
                continue
            new = deed[: match.start()] + text + deed[match.end() :]
            yield _next(before, rule, (*lines[:i], *_arranged(lines, i, slot, new), *lines[i + 1 :]), match)


def _next(before: Rewritten, rule: Rule, lines: tuple[Line, ...], match: re.Match[str]) -> Rewritten:
    """Returns what a rule made. Of several rules, the one that found the most words answers."""
    at = match[0].strip(" ,")
    sure, rules = before.sure and rule.sure, (*before.rules, rule.pattern)
    if len(at) < len(before.at):
        return Rewritten(lines, before.say, before.at, sure, rules)
    return Rewritten(lines, rule.say, at, sure, rules)


def _parts(line: Line, of: str, i: int) -> tuple[str, str]:
    """Returns the slot of a line and its deed, for a rule about deeds; else the whole line."""
    if of != "deed":
        return "", line.text
    if i == 0:
        return "", ""
    found = SLOT.match(line.text)
    return (found["slot"], found["deed"]) if found else ("", line.text)


def _arranged(lines: tuple[Line, ...], i: int, slot: str, text: str) -> tuple[Line, ...]:
    """Returns the lines for a new deed. What is more than a simple deed stands below its slot."""
    indent = lines[i].indent
    rows = text.split("\n")
    below = lines[i + 1].indent if i + 1 < len(lines) and lines[i + 1].indent > indent else indent + 2
    made: list[Line] = []
    if slot and _simple(rows):
        made.append(Line(indent, f"{slot} {rows[0]}"))
        rows = rows[1:]
    elif slot:
        made.append(Line(indent, slot))
    column = below if slot else indent
    for row in rows:
        bare = row.lstrip(" ")
        made.append(Line(column + len(row) - len(bare), bare))
    return tuple(made)


def _simple(rows: list[str]) -> bool:
    """Whether the first of these deeds may stand behind its slot, with the others below it."""
    blocks = ("for each ", "if ", "unless ", "choose ", "let ", "repeat ", "either ")
    first = rows[0]
    return not first.startswith(blocks) and not re.search(r"(?:^| )(?:must|may)(?: |$)", first)


def _keeps(right: str, text: str, match: re.Match[str], rule: Rule, words: Words) -> bool:
    """Whether a right text says all that was written: no word is lost but those that the rule itself spells out, those
    that a form puts into other words, and those that say nothing. So `your first district` does not become any
    district."""
    if rule.loses:
        return True
    said_so = {group for group, form in GAP.findall(right) if form in TRANSLATING}
    kept = {words.stem(word) for word in WORD.findall(text)}
    kept |= {"1"} if kept & {"a", "an", "one"} else set()
    free = FREE | words.amounts | words.kinds
    rest = match[0]
    for name, said in match.groupdict().items():
        if not said:
            continue
        if name not in said_so and any(w not in free and words.stem(w) not in kept for w in WORD.findall(said)):
            return False
        start, end = match.start(name) - match.start(), match.end(name) - match.start()
        rest = rest[:start] + " " * (end - start) + rest[end:]
    spelt = {words.stem(word) for word in WORD.findall(ESCAPED.sub(" ", MARK.sub("", rule.pattern)))}
    return all(w in free or words.stem(w) in kept | spelt for w in WORD.findall(rest))


def _filled(right: str, match: re.Match[str], words: Words) -> str | None:
    """Returns a right text with its gaps filled; None if the game has no such word."""
    missing = False

    def fill(gap: re.Match[str]) -> str:
        nonlocal missing
        found = match.groupdict().get(gap[1])
        said = found if found is not None else ""
        if gap[2]:
            said = words.forms[gap[2]](said)
        missing = missing or (not said and gap[2] not in words.optional)
        return said

    text = GAP.sub(fill, right).replace("\0", "")
    return None if missing else text


def _joined(lines: tuple[Line, ...]) -> str:
    first = lines[0].indent
    return "\n".join(" " * (line.indent - first) + line.text for line in lines)


def _split(text: str, indent: int) -> tuple[Line, ...]:
    rows = [row for row in text.split("\n") if row.strip()]
    return tuple(Line(indent + len(row) - len(row.lstrip(" ")), row.strip()) for row in rows)
