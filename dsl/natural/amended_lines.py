"""Finds the line of a game that a sentence of a house rule narrows, or does without; what no line says is a new one.

`the Bishop only protects if he has the crown` narrows a sentence of the Bishop, `the King does not take the crown` does
without one. What says when the game ends widens the line that says until when it goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from .. import syntax
from ..amend.rows import Part, Row
from ..source import Source
from ..vocabulary import Vocabulary
from .amended import Change, Law, Said
from .english import English
from .plain import plain

WITHOUT = re.compile(
    r"^(?:there (?:is|are) no|(?:we )?play without|without|no|leave out|take out|remove|exclude|omit|ban)"
    r"(?: cards?)? (?P<titles>(?:the )?[A-Z].*)$"
)
PUT_AWAY = re.compile(
    r"^(?P<titles>(?:the )?[A-Z].*?) (?:is|are) (?:not (?:used|in the game|played)|left out|banned|removed|taken out)$"
)
AND = re.compile(r",? and (?:the )?|, (?:the )?")
ONLY_IF = re.compile(
    r"^(?:the )?(?P<deed>.+?),? (?P<word>if|when|while|as long as|unless|except if|except when|provided(?: that)?)"
    r" (?P<cond>.+)$"
)
NEEDS = re.compile(r"^(?:the )?(?P<title>[A-Z].*?) (?:needs|must have) (?P<what>.+?) to (?P<deed>[a-z].*)$")
PUT_BEFORE = re.compile(r"^(?P<word>unless) (?P<cond>[^,]+), (?:the )?(?P<deed>.+)$")
NOT = re.compile(
    r"\b(?:does not|do not|doesn't|don't|no longer|never|may not|cannot|can't|can not|must not|will not)\b"
)
SKIPPED = re.compile(
    r"^(?:ignore|remove|skip|cancel|leave out|take away|without|no) (?:the )?(?P<title>[A-Z].*?)'s?"
    r" (?P<deed>.+)$"
)
PUT_OFF = re.compile(
    r"^(?:the )?(?P<title>[A-Z].*?)'s? (?P<deed>.+) (?:is|are) (?:ignored|removed|cancelled|left out|not used)$"
)
OFTEN = re.compile(
    r"^(?:the )?(?P<title>[A-Z].*?) (?:(?:can|may)(?: only)?(?: be used| act)|works|acts|is used)(?: only)? once"
    r" (?:per|each|every|a|in a|in the) (?P<time>round|game)$"
)
SORT = re.compile(
    r"^(?:the )?(?P<title>[A-Z].*?) (?:is|becomes|counts as) an? (?P<word>[a-z-]+)(?: (?P<kind>[a-z]+))?$"
)
EACH_TURN = re.compile(
    r"^(?P<deed>(?!at |when |the |each |every |a |an |no|players?\b|everyone|everybody).+)"
    r" (?P<time>at the (?:start|end) of) (?:each|every|a|your|their) turn$"
)
EACH_ROUND = re.compile(r"^(?!at |when |in )(?P<deed>.+)(?<! of) (?:each|every|per|once per|once a) round$")
EMPTY = re.compile(r"\b(?:has no (?:special )?(?:ability|abilities|effects?|powers?)|does nothing)\b")
FINER = re.compile(r"\b(?:[0-9]+|that|whose|which|with|more|less|fewer|than|same|other|two|three|four|five)\b")
"""What makes a deed a smaller one: the sentence about it stays."""
BONUS = re.compile(
    r"\b(?:no|without(?: the| a)?|(?:ignore|remove|skip) the) (?:extra |bonus )?(?:bonus|points?|bonus points?)\b"
)
GENERIC = frozenset(
    ("use", "work", "apply", "ability", "effect", "power", "rule", "act", "count", "hold", "function", "active",
     "activate", "income", "protection", "protect", "safe", "immune", "shield")
)  # fmt: skip
"""Words that speak of a sentence of a card, whatever it says."""
PROTECTS = re.compile(r"\b(?:protect(?:s|ed|ion|ing)?|safe|immun(?:e|ity)|shield(?:s|ed)?)\b")
ENDS = r"(?:the game|it|play) (?:also )?(?:ends|is over|stops|finishes)(?: immediately| at once)?"
GAME_ENDS = re.compile(
    rf"^{ENDS} (?:when|if|as soon as|once) (?P<a>.+)$|^(?:when|if|as soon as|once) (?P<b>[^,]+?),? {ENDS}$"
)
PASSIVE = re.compile(
    r"^(?:(?:nobody|no one) (?:can|may|will)|no (?P<no>[a-z ]+?) (?:can|may)|(?P<what>[a-z][a-z ]*?) cannot)"
    r" be (?P<done>[a-z]+)$"
)
ROUND_THE_TABLE = re.compile(
    r"^(?:the )?(?P<what>[a-z]+) (?:moves?|pass(?:es)?|goes|wanders)(?: one seat)?(?: to the)? (?P<side>left|right)"
    r"(?: (?:each|every|after each|after every|at the end of (?:the|each|every)) (?P<when>[a-z]+))?$"
)
PRICED = re.compile(
    r" (?:costs? (?:[0-9]+|one|two|three)(?: [a-z]+)? (?:more|less)(?: to [a-z]+)?"
    r"|(?:is|are) (?:[0-9]+|one|two|three)(?: [a-z]+)? (?:cheaper|dearer|more expensive))$"
)
HELD = (
    r"(?:(?:the )?(?:<place> (?:limit|size)(?: limit)?|(?:maximum|max) <place> size) is|<place>s are limited to|"
    r"no more than|(?:no player|nobody|no one|players?|each player|every player|you)"
    r" (?:may|can|cannot|may not|can't|must not|mustn't)(?: ever| only)? (?:have|hold|keep)"
    r"(?: at most| up to| no more than| more than| only| a maximum of)?)"
    r" (?P<n><number>)(?: cards?)?(?: in (?:(?:their|his|your) )?<place>s?)?(?: at the end of .*)?"
)
OVER = (
    r"(?:if|whoever) (?:you|a player|they|has) (?:have |has )?more than (?P<n><number>) cards?(?: in <place>)?"
    r"(?: at the end of (?:your|their|his|a|the) turn)?,? (?:you |they |he )?(?:must )?(?:<verb>|<verbs>)"
    r" (?:the rest|the others|(?:cards )?down to .*)"
)
YOUR_TURN = re.compile(
    r"^(at the (?:start|end|beginning) of) (?:your|each|every|their|his|(?:each|a|every) player's) turn,"
    r" (?:(?:you|the player|each player|every player|they|he) )?"
)
EVERYBODY = re.compile(r"^(?:players|each player|every player|everyone|everybody|all players|a player)\b")
Sentence = Callable[[Source, Vocabulary], tuple[str, bool] | None]
"""Returns a card with the right text of its sentences, and whether that is sure."""


class Lines:
    """Looks for the lines that a sentence speaks of. `right_text` finds the right text of a card."""

    def __init__(self, law: Law, right_text: Sentence) -> None:
        self._law = law
        self._right_text = right_text
        self._english = English(law.words)

    # ---- cards and sentences that a house rule does without ----------------------------------------------------------

    def without(self, said: Said) -> Iterator[Change]:
        """Yields the cards that a sentence takes out of the game."""
        found = WITHOUT.match(said.words) or PUT_AWAY.match(said.words)
        titles = AND.split(found["titles"].removeprefix("the ")) if found else []
        if titles and all(title in self._law.titles for title in titles):
            say = "a card is taken out of the game with `leaves out:`"
            yield Change((f"leaves out: {', '.join(titles)}",), say)

    def less(self, said: Said) -> Iterator[Change]:
        """Yields the lines that fall away by a sentence."""
        say = "what falls away is quoted behind `leave out:`"
        put_off = SKIPPED.match(said.words) or PUT_OFF.match(said.words)
        for part in self._law.named(said.inside, said.words)[:1]:
            if ONLY_IF.match(said.words) and re.search(r"\bonly\b|\bunless\b|\bexcept\b|\bif\b", said.words):
                return
            refusing = NOT.search(said.words)
            if EMPTY.search(said.words):
                rows = list(self._law.sentences(part))
            elif (put_off or refusing) and not FINER.search(said.words):
                deed = put_off["deed"] if put_off else said.words[refusing.end() :] if refusing else ""
                rows = self._about(part, deed, whole=True)
            else:
                return
            if rows:
                lines = [line for row in rows for line in _left_out(part, row)]
                yield Change((f"in {part.name}", *(f"  {line}" for line in lines)), say, len(rows) == 1)
        if BONUS.search(said.words):
            yield from self._without_points(said, say)

    def _without_points(self, said: Said, say: str) -> Iterator[Change]:
        value = self._law.value(self._law.words.goal(""))
        stems = self._law.stems(BONUS.sub("", said.words))
        rows = [r for r in value.root.below if " more" in r.text] if value else []
        told = [self._law.stems(re.sub(r"\bnot [a-z]+", "", row.text)) for row in rows]
        best = min(zip(told, rows, strict=True), key=lambda one: (-len(stems & one[0]), len(one[0])), default=None)
        if value and best and stems & best[0]:
            yield Change((f"in {value.name}", f"  leave out:  {best[1].text}"), say, False)

    def _about(self, part: Part, deed: str, whole: bool = False) -> list[Row]:
        """Returns the sentences of a card that some words speak of. `whole`: each of the words is in them."""
        stems = self._law.stems(deed, [part.name])
        rows = list(self._law.sentences(part))
        if PROTECTS.search(deed):
            rows = [row for row in rows if "cannot" in row.text] or rows
        if "income" in stems:
            rows = [row for row in rows if re.search(" for each ", _block(part, row))] or rows
        marks = [mark for word in stems if (mark := self._law.words.marked(word))]
        if marked := [row for row in rows if any(f" as {mark}" in _block(part, row) for mark in marks)]:
            return marked
        telling = {word for word in stems - GENERIC if not PROTECTS.match(word)}
        if not telling:
            return rows
        told = [(telling & self._law.stems(_block(part, row)), row) for row in rows]
        best = max((len(found) for found, _ in told), default=0)
        return [row for found, row in told if found and (found == telling if whole else len(found) == best)]

    # ---- a sentence that holds on a condition only -------------------------------------------------------------------

    def narrowed(self, said: Said) -> Iterator[Change]:
        """Yields a sentence of a card with the condition on which alone it holds now."""
        needs = NEEDS.match(said.words)
        if needs:
            said = replace(said, words=f"{needs['title']} may only {needs['deed']} if you have {needs['what']}")
        found = PUT_BEFORE.match(said.words) or ONLY_IF.match(said.words)
        parts = self._law.named(said.inside, found["deed"]) if found else []
        if found is None or len(parts) != 1 and not said.inside or not parts:
            return
        only, refused = "only" in said.words.split(), NOT.search(found["deed"])
        excepted = found["word"] in ("unless", "except if", "except when")
        if not (only or excepted or refused):
            return
        part = parts[0]
        if not isinstance(part.node, syntax.Card):
            return
        condition = self._condition(found["cond"], part)
        rows = self._about(part, NOT.sub("", re.sub(r"\bonly\b", "", found["deed"])))
        if condition and rows:
            sure = len(rows) == 1
            if self._law.stems(NOT.sub("", found["deed"]), [part.name]) - GENERIC:
                rows = [min(rows, key=lambda row: len(self._law.stems(_block(part, row))))]
            word = "only if" if excepted == bool(refused) and (only or excepted) else "unless"
            lines = []
            for row in rows:
                first, *below = _lines(part, row)
                lines += [f"  {first}", f"    add:        {word} {condition}", *(f"  {line}" for line in below)]
            yield Change((f"in {part.name}", *lines), "a condition is added to the sentence that it narrows", sure)

    # ---- what is printed, and how often ------------------------------------------------------------------------------

    def otherwise(self, said: Said) -> Iterator[Change]:
        """Yields another word that is printed on a card, or another limit of its sentence."""
        sort, often = SORT.match(said.words), OFTEN.match(said.words)
        found = sort or often
        part = self._law.titles.get(found["title"]) if found else None
        if part is None:
            return
        say = "what is changed is quoted, with what is read in its place"
        for kind in self._law.vocabulary.kinds.values() if sort else ():
            for field in kind.fields:
                enum = self._law.vocabulary.enums.get(field.type.name or "") if field.type.sort == "enum" else None
                words = enum.words if enum else ()
                text = part.source.text[part.root.start : part.root.stop]
                old = re.search(rf"\b{field.name} ({'|'.join(words) or '(?!)'})\b", text)
                if sort and sort["word"] in words and sort["kind"] in (None, kind.name) and old:
                    lines = f"  instead of: {old[0]}", f"  read:       {field.name} {sort['word']}"
                    yield Change((f"in {part.name}", *lines), say)
        for row in self._law.sentences(part) if often else ():
            if often and "once in your turn" in row.text and isinstance(part.node, syntax.Card):
                first, *below = _lines(part, row)
                changed = "    instead of: once in your turn", f"    read:       once in the {often['time']}"
                yield Change((f"in {part.name}", f"  {first}", *changed, *(f"  {line}" for line in below)), say)

    def _condition(self, said: str, part: Part) -> str:
        """Returns a condition in the words of a card, on which the one who has it is `you`."""
        text = re.sub(r"\b(?:he or she|she|he|they|its (?:player|owner)|the (?:player|owner))\b", "you", said)
        text = re.sub(rf"\b(?:the )?(?:player of )?(?:the )?{re.escape(part.name)}\b", "you", text)
        text = re.sub(r"\byou (?:has|owns)\b", "you have", text)
        text = re.sub(r"\b(?:his|her|their)\b", "your", re.sub(r"\byou is\b", "you are", text))
        text = plain(f"if {text}", self._law.words, self._english.forms)
        made = self._english.read("opens", text)
        return next((one.text.removeprefix("if ") for one in made if one.text.startswith("if ")), "")

    # ---- the end of the game -----------------------------------------------------------------------------------------

    def ending(self, said: Said) -> Iterator[Change]:
        """Yields the line that says until when the game goes on, with one end more."""
        found = GAME_ENDS.match(said.words)
        if found is None or len(self._law.ends) != 1 or self._law.first is None:
            return
        row = self._law.ends[0]
        text = plain(f"if {found['a'] or found['b']}", self._law.words, self._english.forms)
        until = row.text.removeprefix("repeat until ")
        for made in self._english.read("opens", text):
            if made.text.startswith("if "):
                lines = (
                    f"in {self._law.first.name}", f"  {row.text}", f"    instead of: {until}",
                    f"    read:       {until} or {made.text.removeprefix('if ')}",
                )  # fmt: skip
                yield Change(lines, "the game goes on until one of its ends has come", False)

    # ---- what no line says yet ---------------------------------------------------------------------------------------

    def new(self, said: Said, title: str) -> Iterator[Change]:
        """Yields a sentence that is new."""
        say = "a new sentence is written below `add:`, as on a card"
        card = self._law.titles.get(said.inside)
        if card is not None and isinstance(card.node, syntax.Card):
            right, sure = self._sentence(card.root.text, said.words)
            if right:
                yield Change((f"in {said.inside}", "  add:", *(f"    {line}" for line in right)), say, sure)
            return
        words = self._as_on_a_card(said.words)
        kind = next((k.name for k in self._law.vocabulary.kinds.values() if not k.fields), None)
        name = " ".join(word.capitalize() for word in re.findall(r"[a-z0-9]+", title.split('"')[0])[2:])
        if kind is not None and name:
            right, sure = self._sentence(f"{kind} {name}", words)
            if right:
                yield Change(("add:", f"  {kind} {name}", *(f"    {line}" for line in right)), say, sure)
                return
        yield from self._of_each(said)

    def _of_each(self, said: Said) -> Iterator[Change]:
        """Yields a line more for a value of each player: what a card would say of `your` value."""
        kind = next((k for k in self._law.vocabulary.kinds.values() if k.you is not None and k.fields), None)
        if kind is None:
            return
        words = EVERYBODY.sub("you", said.words)
        words = re.sub(r"\btheir\b", "your", re.sub(r"\bthey\b", "you", words)) if words != said.words else words
        needed = ", ".join(f"{f.name} {self._any(f.type.name or '')}" for f in kind.fields if not f.optional)
        right, sure = self._sentence(f"{kind.name} Some\n  {needed}", words)
        found = re.match(r"^ *always your (?P<value>[a-z ]+?) is (?P<rest>.+)$", right[-1]) if len(right) == 2 else None
        part = self._law.value(found["value"]) if found else None
        owner = re.search(r" of ([a-z-]+): a player\b", part.root.text) if part else None
        if found and part and owner and "this" not in right[-1].split():
            name = owner[1]
            rest = re.sub(r"\byour ([a-z]+)\b", rf"\1 of {name}", found["rest"])
            rest = re.sub(r"\byou (have|are)\b", lambda m: f"{name} {'has' if m[1] == 'have' else 'is'}", rest)
            line = f"{part.name} of {name} is {rest}"
            yield Change(
                (f"in {part.name}", "  add:", f"    {line}"), "what holds for everybody is a line of the value", sure
            )

    def _any(self, enum: str) -> str:
        known = self._law.vocabulary.enums.get(enum)
        return known.words[0] if known else "1"

    def _as_on_a_card(self, words: str) -> str:
        """Returns the words for a card that nobody holds: what holds for everybody says so."""
        passive, round_ = PASSIVE.match(words), ROUND_THE_TABLE.match(words)
        for event in self._law.vocabulary.events.get(passive["done"], ()) if passive else ():
            kind = event.object.name if event.object is not None and event.object.sort == "card" else None
            if passive and kind:
                what = self._law.words.one(passive["what"] or passive["no"] or kind)
                return f"always nobody may {self._law.words.undone(passive['done'])} any {what}"
        if round_ and round_["what"] in self._law.vocabulary.markers:
            what, when = round_["what"], round_["when"] or "round"
            head = f"at the end of the {when}, the player that has the {what} must"
            return f"{head}\n    do      move the {what} to their {round_['side']} neighbour"
        for pattern in (HELD, OVER):
            held = self._law.words.pattern(pattern).fullmatch(words)
            if held and set(self._law.words.pattern(r"<place>").findall(words)) <= {self._law.words.held("card")}:
                return f"at the end of a turn, the active player discards down to {held['n']} cards"
        words = YOUR_TURN.sub(r"\1 a turn, the active player ", words)
        words = re.sub(r"^after (?:each|every) round,? ", "at the end of the round, ", words)
        words = EACH_TURN.sub(r"\g<time> a turn, the active player must \g<deed>", words)
        words = EACH_ROUND.sub(r"at the end of the round, \g<deed>", words)
        return f"{words} for each player" if PRICED.search(words) else words

    def _sentence(self, head: str, words: str) -> tuple[list[str], bool]:
        """Returns the lines of a sentence of a card, in its right words, and whether they are sure; none if it is not
        understood."""
        right = self._right_text(Source("", f"{head}\n  {words}\n"), self._law.vocabulary)
        return ([line[2:] for line in right[0].rstrip("\n").split("\n")[1:]], right[1]) if right else ([], False)


def _block(part: Part, row: Row) -> str:
    """Returns a sentence with all that is done below it."""
    return part.source.text[row.start : row.stop]


def _lines(part: Part, row: Row) -> list[str]:
    """Returns the lines of a sentence, as far in as they stand below its first one."""
    first, *below = _block(part, row).split("\n")
    return [first.strip(), *(line[row.column :].rstrip() for line in below if line.strip())]


def _left_out(part: Part, row: Row) -> list[str]:
    first, *below = _lines(part, row)
    return [f"leave out:  {first}", *(f"            {line}" for line in below)]
