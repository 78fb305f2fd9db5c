"""Say why something did not happen, or why somebody was not asked: `why was CARD not destroyed`, `why wasn't p1 asked`,
`why did p1 get nothing from CARD`.

The words name a deed, who would have done it, and to what. Of the clauses that do such a deed by themselves, or offer
it, the nearest moment is looked for at which one might have begun (`passed_over.py`); of what a player chooses in a
menu, the last question to which it might have been the answer. Told are only the conditions that failed then; or that
it was declined, or that something else was chosen.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from moot.dsl import ir

from ..kernel.machine import Machine
from ..kernel.memory import remembering
from ..kernel.names import player_name
from ..kernel.program import Library, Origin, Program
from ..kernel.state import State
from ..kernel.wording import HAPPENED
from .answers import options
from .called import means
from .chain import head
from .finding import FORBIDDEN, LEGAL, Finding, Why
from .gates import Gate, gates
from .history import History
from .look import Look
from .moment import Moment
from .overheard import why_not
from .passed_over import BEGUN, DECLINED, STOPPED, PassedOver, Replay, backwards
from .recalling import memory
from .so import Account, Ground, notes
from .spoken import presently
from .whynot import whynot
from .words import Line, normal

BACK = 40
"""Answers to which one looks back."""
HEARD = 4
"""Answers of others to which somebody who looks as a player looks back: they are judged in several games."""
WAS = r"(?:was|were|has|have|had|got|is|are)"
NOT_ASKED = re.compile(
    rf"(?:{WAS} )?(?P<who>p\d+|i|you|nobody|no one) (?:{WAS} )?(?:not |never )?(?:been |being |to be )?asked"
    r"(?: (?P<rest>.+))?",
    re.IGNORECASE,
)
ACTIVE = re.compile(
    r"(?:(?:did|does) (?:the )?(?P<one>.+?) (?:not|never)|(?:the )?(?P<two>.+?) (?:did|does) (?:not|never)|"
    r"(?:the )?(?P<three>p\d+|[A-Z].*?) never|did (?:not|never) (?P<four>anybody|anyone|he|she|they))"
    r" (?P<deed>\w+)(?: (?P<rest>.+))?"
)
PASSIVE = re.compile(
    r"(?:was|were|has|have) (?:the )?(?P<one>.+?) (?:not|never) (?:been )?(?P<deed>\w+)(?: (?P<rest>.+))?|"
    r"(?:the )?(?P<two>.+?) (?:was|were|has|have) (?:not|never) (?:been )?(?P<deed2>\w+)(?: (?P<rest2>.+))?"
)
NOTHING = re.compile(
    r"(?:(?:did|does) )?(?:the )?(?P<who>.+?) (?P<deed>[a-z]+) (?P<what>nothing|no (?!one)[a-z]+)(?: (?P<rest>.+))?"
)
GETS = frozenset(("get", "receive", "take", "earn", "have", "collect"))
"""Verbs of which somebody gets something, or nothing."""
GIVES = frozenset(("give", "pay", "bring", "lose", "spend", "yield"))
"""Verbs of which somebody loses something, or a card brings it."""
ANYBODY = ("anybody", "anyone", "nobody", "he", "she", "they")
SINCE = "since the position was posed"
FEW = 2
"""Clauses that are named where the moment of none has come."""
OPEN = re.compile(r"\b(?:not|never|nobody|no one|nothing|no)\b", re.IGNORECASE)
"""A word without which nothing is asked that did not happen."""


@dataclass(frozen=True)
class Missing:
    """What did not happen. `deed`: the verb ('': that somebody was asked). `doer`, `by`: the card and the player that
    would have done it, or got something; `cards`: what it would have been done to; `of`: whom it would have cost
    something. `change`: what would have changed, where somebody got nothing. `said`: the deed as an answer."""

    deed: str = ""
    doer: str = ""
    by: int | None = None
    cards: tuple[str, ...] = ()
    of: int | None = None
    change: str = ""
    said: str = ""


@dataclass
class Undone:
    """Explains what did not happen. `chose`: the words for the answer that led to a moment, as the viewer hears them.
    `you`: whom `I` means."""

    machine: Machine
    game: ir.Game
    history: History
    viewer: int | None
    you: int | None
    chose: Callable[[Moment], str]
    lib: Library = field(init=False)

    def __post_init__(self) -> None:
        self.lib = self.machine.lib

    def answer(self, about: str) -> Account | None:
        """Explain it; None if the words ask nothing of the kind, or nothing is found."""
        missing = self._read(about) if OPEN.search(about) else None
        if missing is None:
            return None
        for title in (missing.doer, *missing.cards):
            if title and all(self.history.state.w[c] < 0 for c, other in enumerate(self.lib.cards) if other == title):
                return Account(f"{title} is not in this game")
        wanted = [one for one in gates(self.lib) if self._is_meant(one, missing)]
        found = self._unoffered(wanted, missing) or (self._unchosen(missing) if missing.deed else None)
        found = found or self._not_yet(wanted, missing)
        if found is None and missing.of is not None and wanted:
            return Account(f"nothing that was played would have done that to {player_name(missing.of)}")
        return found

    # ---- reading

    def _read(self, about: str) -> Missing | None:
        text = re.sub(r"^(?:why |how come )?", "", about)
        if (m := NOT_ASKED.fullmatch(text)) is not None:
            return Missing(by=self._seat(m["who"]), cards=tuple(self._titles(m["rest"] or "")))
        if (m := ACTIVE.fullmatch(text)) is not None:
            return self._done(m["one"] or m["two"] or m["three"] or m["four"], m["deed"], m["rest"] or "")
        if (m := NOTHING.fullmatch(text)) is not None:
            return self._none(m["who"], m["deed"], m["what"], m["rest"] or "")
        if (m := PASSIVE.fullmatch(text)) is not None:
            thing, rest = m["one"] or m["two"], m["rest"] or m["rest2"] or ""
            behind, _, doer = rest.rpartition("by ") if "by " in rest else (rest, "", "")
            done = self._done(doer.removeprefix("the "), m["deed"] or m["deed2"], f"{thing} {behind}".strip())
            of = self._seat(thing) if re.fullmatch(r"p\d+|I|you", thing) is not None else None
            return done if done is None else replace(done, of=of)
        return None

    def _none(self, who: str, deed: str, what: str, rest: str) -> Missing | None:
        """Read that somebody got or did nothing, or gave up nothing."""
        if presently(deed) & GETS:
            return self._got(who, what, rest)
        seat = self._seat(who.split(" ")[0])
        if presently(deed) & GIVES and (seat is not None or list(self._titles(who))):
            return self._gave(who, rest)
        return self._done(who, deed, rest) if list(self._titles(rest)) else None

    def _gave(self, who: str, rest: str) -> Missing:
        """Return that a card brought nothing, or that a player gave up nothing."""
        titles, seat = list(self._titles(who)), self._seat(who.split(" ")[0])
        if titles:
            to = re.search(r"\bp\d+", rest)
            return Missing("get", titles[0], None if to is None else self._seat(to[0]), change="amount")
        return Missing("pay", cards=tuple(self._titles(rest)), of=seat, change="amount")

    def _done(self, doer: str, deed: str, rest: str) -> Missing | None:
        titles, by = list(self._titles(doer)), self._seat(doer.split(" ")[0])
        if doer and not titles and by is None and doer.lower() not in ANYBODY:
            return None
        if presently(deed) & GETS and self._changed(rest):
            return self._got(doer, rest, rest)
        if presently(deed) & GIVES and self._changed(rest):
            return self._gave(doer, rest)
        said = " ".join(word for word in (titles[0] if titles else "", "{}", rest) if word)
        return Missing(deed, titles[0] if titles else "", by, tuple(self._titles(rest)), said=said)

    def _got(self, who: str, what: str, rest: str) -> Missing:
        """Return that somebody got nothing, or that a card brought him nothing."""
        titles, of = list(self._titles(who)), tuple(self._titles(rest))
        doer, change = titles[0] if titles else "", self._changed(what) or "amount"
        return Missing("get", doer, self._seat(who), of, change=change)

    def _changed(self, what: str) -> str:
        """Return how something changes that somebody gets: counters in an amount, or a single marker; '' for others."""
        words = set(normal(what))
        if words & {"nothing", "anything"}:
            return "amount"
        for mark in self.lib.marks:
            if (mark.counted or mark.single) and set(normal(mark.name)) <= words:
                return "amount" if mark.counted else "single"
        return ""

    def _seat(self, word: str) -> int | None:
        if word.lower() in ("i", "you"):
            return self.you
        m = re.match(r"p(\d+)\b", word)
        return int(m[1]) - 1 if m is not None else None

    def _titles(self, text: str) -> Iterator[str]:
        """Yield the titles of cards in a text, the longest first."""
        for title in sorted(set(self.lib.cards), key=lambda t: (-len(t), t)):
            if (found := re.search(rf"\b{re.escape(title)}\b", text)) is not None:
                text = f"{text[: found.start()]};{text[found.end() :]}"
                yield title

    # ---- what begins by itself, or is offered

    def _unoffered(self, wanted: Sequence[Gate], missing: Missing) -> Account | None:
        """Explain by the nearest moment at which a clause might have begun: the latest that is about the things named,
        or at which only one condition failed; or else the one at which the fewest failed."""
        near: PassedOver | None = None
        for one in self._passed(wanted, missing):
            if near is not None and one.moment is not near.moment and (missing.cards or near.far == 1):
                break
            if one.how != STOPPED and (near is None or not missing.cards):
                return self._told(one, missing)
            if near is None or one.far < near.far:
                near = one
        return None if near is None else self._told(near, missing)

    def _passed(self, wanted: Sequence[Gate], missing: Missing) -> Iterator[PassedOver]:
        """Yield the moments at which these clauses might have begun, the latest first."""

        def about(one: Gate, things: Sequence[int], who: int) -> bool:
            return _fits(self.lib, missing, one, things, who)

        replay = Replay(self.machine, wanted, self.viewer, about)
        for before, moment in backwards(self.history, BACK) if wanted else ():
            yield from reversed(replay.at(before, moment))

    def _not_yet(self, wanted: Sequence[Gate], missing: Missing) -> Account | None:
        """Say that the moment of these clauses has not come since the position was posed, if only a few are meant."""
        said = {one.clause.origin: one for one in wanted if one.clause.origin is not None}
        played = any(moment.code is not None for moment in self.history.path())
        if missing.by is not None and self.viewer in (None, missing.by):
            said = {at: one for at, one in said.items() if missing.doer or at.card in self._held(missing.by)}
        if missing.cards and not missing.deed:
            said = {at: one for at, one in said.items() if at.card in missing.cards}
        meant = bool(missing.deed and (missing.doer or missing.by is not None)) or bool(missing.cards)
        few = meant and 0 < len(said) <= FEW
        if not few and (played or not missing.deed):
            return None
        below = tuple(Ground(f"{at.card}: {head(at.text)} …", at) for at in said) if few else ()
        return Account(f"the moment for it has not come {'in what was played' if played else SINCE}", below)

    def _held(self, player: int) -> set[str]:
        """Return the titles of the cards that a player has."""
        lib, state = self.lib, self.history.state
        zones = [zone for zone, owner in enumerate(lib.zone_owner) if owner == player]
        return {lib.cards[card] for zone in zones for card in state.z[zone]}

    def _is_meant(self, one: Gate, missing: Missing) -> bool:
        card = "" if one.clause.origin is None else one.clause.origin.card
        if missing.doer and card != missing.doer:
            return False
        if missing.change:
            return any(ins.op == missing.change for ins in one.clause.code)
        if not missing.deed:
            return bool(one.asks) or any(ins.op == "ask" for ins in one.clause.code)
        return any(self._is_called(one.clause, word, bool(missing.doer)) for word in presently(missing.deed))

    def _is_called(self, clause: Program, word: str, of_card: bool) -> bool:
        if of_card:
            return means(self.lib, clause, word)
        return len(word) > 2 and any(known.startswith(word) for known in normal(clause.name))

    def _told(self, one: PassedOver, missing: Missing) -> Account:
        at, when = one.gate.clause.origin, self.chose(one.moment)
        below = _reasons(one.reasons)
        if one.how == BEGUN:
            return Account(f"it did happen: {one.called}", (Ground(f"that was after {when}", at),))
        if one.how == DECLINED:
            only = ", and nothing else was open" if below else ""
            return Account(f"{when}{only}: {one.called}", (*below, *self._sentence(at)))
        asked = bool(one.gate.asks) and one.asked >= 0
        title = f"{player_name(one.asked)} was not asked" if asked else "it did not begin"
        earlier = self._had_its_chance(one) if any(why.kind == "once" for why in one.reasons) else ()
        return Account(f"{title}: {one.called}", (*below, *earlier, Ground(f"that was after {when}", at)))

    def _sentence(self, at: Origin | None) -> tuple[Ground, ...]:
        return () if at is None else (Ground(f"{at.card}: {head(at.text)} …", at),)

    def _had_its_chance(self, one: PassedOver) -> tuple[Ground, ...]:
        """Return when a clause had its chance that works once only."""
        for other in self._passed([one.gate], Missing()):
            if other.how != STOPPED and other.moment.depth < one.moment.depth:
                return (Ground(f"its chance was: {other.called}, {self.chose(other.moment)}"),)
        return ()

    # ---- what somebody chooses

    def _unchosen(self, missing: Missing) -> Account | None:
        """Explain by the last question to which it might have been the answer: that it was open once while what is
        played then was going on, or else what forbade it at last."""
        lines, last = list(dict.fromkeys(self._lines(missing))), None
        during: list[int] = []
        heard = 0
        for before, moment in backwards(self.history, BACK) if lines else ():
            asked = before.ask
            if asked is None or missing.by not in (None, asked.player) or missing.of is not None:
                continue
            heard += self.viewer not in (None, asked.player)
            if heard > HEARD:
                break
            now = [before.m[cell] for _, cell in self.lib.phases.values() if cell]
            if last is not None and now != during:
                break
            there = self._seen(before, moment)
            found = [one for line in lines if _counts(one := self._finding(there, asked.player, line))]
            if not found:
                continue
            if not missing.change:  # the forms of one verb
                found = sorted(found, key=lambda one: one.verdict != LEGAL)[:1]
            told = [_unchosen(one, self.chose(moment)) for one in found]
            during, first = now, Account(told[0].title, (*told[0].grounds, *_as_grounds(told[1:])))
            if any(one.verdict == LEGAL for one in found):
                return first
            last = last or first
        return last

    def _seen(self, before: State, moment: Moment) -> Look:
        """Return the viewer's look at the state in which an answer was given."""
        if self.viewer is None or moment.parent is None:
            return Look(self.machine, self.game, before, self.viewer)
        known = memory(self.lib, self.history, self.viewer, self.history.moments[moment.parent])
        return Look(self.machine, self.game, remembering(self.lib, before, self.viewer, known), self.viewer, known)

    def _finding(self, there: Look, player: int, line: Line) -> Finding:
        """Return what was found about an answer when somebody was asked, as far as the viewer knows."""
        if self.viewer not in (None, player):
            return why_not(there, player, line)
        if any(normal(text)[: len(line.words)] == line.words for _, text in options(self.machine, there.state)):
            return Finding(LEGAL, line.text)
        return whynot(self.machine, there.state, None, line, self.viewer)

    def _lines(self, missing: Missing) -> Iterator[Line]:
        if not missing.change:
            yield from (Line.of(missing.said.replace("{}", word)) for word in sorted(presently(missing.deed), key=len))
            return
        for ability in self.lib.abilities:
            pays = any(ins.op == missing.change for ins in self.lib.programs[ability.program].code)
            if pays and self.lib.cards[ability.card] in (missing.doer, *missing.cards):
                yield Line.of(ability.label)


def _wanted(why: Why) -> bool:
    """Whether the words of a reason say what would have had to be so, and not what was in the way."""
    return why.kind == "condition" and (why.cause is None or why.cause.cond.op != "not")


def _reasons(reasons: Sequence[Why]) -> tuple[Ground, ...]:
    """Return reasons as grounds. Of a condition it is said that it was needed."""
    said = ((f"needed: {why.render()}" if _wanted(why) else why.render(), why.saw) for why in reasons)
    return tuple(Ground(text, None, notes([x for x in saw if not x.startswith(HAPPENED)])) for text, saw in said)


def _counts(found: Finding) -> bool:
    """Whether what was found about an answer says why it was not given: it was open, or the rules forbade it to the one
    who was asked."""
    ours = any(why.kind not in ("yours", "time") for why in found.reasons)
    return found.verdict == LEGAL or found.verdict == FORBIDDEN and ours


def _unchosen(found: Finding, chose: str) -> Account:
    if found.verdict == LEGAL:
        return Account(f"{found.answer}: this was open, and {chose}")
    return Account(f"{found.answer}: forbidden when {chose}", _reasons(found.reasons))


def _as_grounds(others: Sequence[Account]) -> Iterator[Ground]:
    yield from (Ground(one.title, None, one.grounds) for one in others)


def _fits(lib: Library, missing: Missing, one: Gate, things: Sequence[int], who: int) -> bool:
    """Whether a clause, told of these things, is what a question means. `who`: the player who would be asked."""
    sorts = [sort for _, sort in one.clause.names]
    cards = {lib.cards[x] for x, sort in zip(things, sorts, strict=False) if sort == "card" and x >= 0}
    own = "" if one.clause.origin is None else one.clause.origin.card
    acts = things[1] if len(things) > 1 else -1
    if missing.by is not None and missing.by != (who if not missing.deed else acts):
        return False
    players = [x for x, sort in zip(things[2:], sorts[2:], strict=False) if sort == "player"]
    if missing.of is not None and missing.of not in players:
        return False
    return all(title in cards or title == own for title in missing.cards)
