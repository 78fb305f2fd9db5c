"""Read the questions why that are about no event and no value: why somebody may do something, why something is so, who
is asked, who has won, and what a deed costs. They may be asked as people ask them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moot.dsl import ir

from ..kernel.knowing import unknown
from ..kernel.names import player_name
from ..kernel.state import State
from ..kernel.text import question_text
from ..kernel.wording import Words
from ..sets.card_set import CardSet
from .another_time import another_time
from .answers import Miss, Taken, resolve
from .asking import dealt, phrase_of, reading
from .below import Rests, below
from .finding import Finding
from .history import History
from .look import Look
from .lookup import Impossible
from .may import why_costs, why_may
from .not_done import NotDone
from .overheard import why_so
from .phrases import HEAVIEST, Seated, seated
from .readings import all_readings
from .so import Account, Ground, grounds
from .spoken import wordings
from .whose import why_asked
from .whynot import whynot
from .words import Line

ASIDE = re.compile(r"^(?:and |so )|(?: and why| then| now)$|^(?:why|how come|how) |^(?:it is that|is it that) ")
ASKED = re.compile(
    r"(?:is it |it is )?(?:p\d+)(?: who| that)?(?: is| to be)? asked|(?:is )?p\d+ asked|(?:who|which player) is asked"
    r"|(?:is |was |has )?p\d+ (?:is |was |has )?(?:not|never) (?:been )?asked(?: .+)?"
    r"|(?:does |must |is )?p\d+ (?:decides?|answers?|deciding|answering)|who (?:decides|answers)|was p\d+ asked"
)
WON = re.compile(r"(?:(?:did|does|has|have) )?(?:p\d+|who)(?: has| have)? (?:wins?|won)|is p\d+ the winner")
MAY = re.compile(r"(?:can|may|could) (?:the )?(.+)|(?:the )?(.+?) (?:can|may|could) (.+)", re.IGNORECASE)
CANNOT = re.compile(
    r"(?:can't|cannot|can not|may not|couldn't|could not) (?:the )?(.+)"
    r"|(?:the )?(.+?) (?:can't|cannot|can not|may not|couldn't|could not) (.+)"
    r"|(?:can|may|could) (?:the )?(.+?) not (.+)",
    re.IGNORECASE,
)
COST = re.compile(
    r"(?:the )?\w+ of (\w+ing) (.+)|(?:does|do) (\w+ing) (.+?) costs?(?: \d+)?|(\w+ing) (.+?) costs \d+"
)
WHOSE = re.compile(r"^(?:who|what) (?:is|was) ")
POSSESSIVE = re.compile(r"^(?:the )?(.+?)['’]s (.+)$")
IS = re.compile(r"^(is|are|has|have|does|do) ")
NUMBER = re.compile(r"p(\d+)$")


DEEPER = re.compile(r"(?: deeper)+$")


def _bare(about: str) -> str:
    """Return a question without the words that only make it one."""
    text = " ".join(about.replace("?", " ").split())
    before = None
    while before != text:
        before, text = text, ASIDE.sub("", text)
    return text


def plain(about: str) -> tuple[str, int]:
    """Return what a question is about, and how many levels deeper than the first it is to be answered: `who is the
    King's player and why?` asks about `player of King`."""
    text = " ".join(about.replace("?", " ").split())
    below = DEEPER.search(text)
    text = WHOSE.sub("", _bare(DEEPER.sub("", text)))
    found = POSSESSIVE.match(text)
    told = f"{found[2]} of {found[1]}" if found is not None else re.sub(r"^the ", "", text)
    return told, below[0].count("deeper") if below is not None else 0


def asks_who_won(about: str) -> bool:
    """Whether a question is about who has won."""
    return WON.fullmatch(_bare(about)) is not None


@dataclass(frozen=True)
class Quality:
    """Why something is so, or is not: `levels` levels deeper than the conditions that decide it. `since`: how the
    markers and counters came about that it rests on, as lines of text."""

    account: Account
    rests: Rests
    levels: int = 0
    since: tuple[str, ...] = ()

    def render(self) -> list[str]:
        """Return lines of text."""
        return [*self.account.render(), *(below(self.rests, self.levels) if self.levels else ()), *self.since]


@dataclass(frozen=True)
class Asker:
    """Somebody who asks why. `you`: whom a phrase calls so. `history`: what led to this, where that counts."""

    look: Look
    set: CardSet
    you: int | None
    history: History | None = None

    def answer(self, about: str) -> Account | Finding | None:
        """Answer a question; None if it is none of these."""
        text = _bare(DEEPER.sub("", " ".join(about.replace("?", " ").split())))
        state = self.look.state
        if ASKED.fullmatch(text):
            return self._asked(text)
        if CANNOT.fullmatch(text) or MAY.fullmatch(text):
            return self._permission(text) if state.ask is not None else None
        cost = COST.fullmatch(text)
        if cost is not None and state.ask is not None:
            return self._cost(*[part for part in cost.groups() if part])
        return None

    # ---- who is asked

    def who_is_asked(self) -> Account:
        """Explain who is asked, what, and why."""
        look = self.look
        if look.state.ask is None:
            return Account("nobody is asked: the game is over")
        told = look.viewer in (None, look.state.ask.player)
        question = question_text(look.lib, look.state) if told else ""
        return why_asked(look.machine, look.game, look.state, look.viewer, question)

    def _asked(self, text: str) -> Account:
        named, found, asked = re.search(r"\bp(\d+)\b", text), self.who_is_asked(), self.look.state.ask
        if named is not None and asked is not None and int(named[1]) - 1 != asked.player:
            return replace(found, title=f"it is not {named[0]}: {found.title}")
        return found

    def who_acts(self) -> Account | None:
        """Say whose turn it is, and why he plays it; None if no phase is about a player, or about a card of one."""
        look = self.look
        for name, (program, cell) in look.lib.phases.items():
            about, params = look.state.m[cell] - 1, look.lib.programs[program]
            sort = params.names[0][1] if params.params else ""
            if about < 0 or sort not in ("card", "player"):
                continue
            title = look.lib.cards[about] if sort == "card" else player_name(about)
            player = about if sort == "player" else self._acts_for(title)
            player = look.eyes.owner(about) if player is None else player
            said = "nobody is known to act" if unknown(player) or player < 0 else f"{player_name(player)} acts"
            return Account(f"{said}: it is the {name} of {title}")
        return None

    def who(self, text: str) -> Quality | Account | None:
        """Say who has or is something, and why that is so; None if it cannot be read."""
        if (m := re.fullmatch(r"who is (p\d+)", text)) is not None:
            return self._is_whom(m[1])
        nobody: Account | None = None
        for said in (*wordings(text, self.set.words), *self._cards_that(text)):
            found = reading(self.look, self.set, said, self.you)
            answer = found if isinstance(found, NotDone) else found.answer(self.look, self.you)
            if isinstance(answer, NotDone):
                continue
            if not answer.values:
                nobody = nobody or Account(f"{said}: none")
                continue
            if answer.of:
                return Account(said, tuple(map(Ground, answer.render())))
            who = answer.values[0].result
            so = re.sub(r"^players (?:that|whose) ", f"{who} ", said).replace(f"{who} have ", f"{who} has ")
            quality = self.quality(so.replace(f"{who} are ", f"{who} is ")) if so != said else None
            return quality if isinstance(quality, Quality) else Account(f"{said}: {' '.join(answer.render())}")
        return nobody

    def _cards_that(self, text: str) -> Iterator[str]:
        """Go through what the question may mean of cards: of those that are marked, each kind."""
        so = re.fullmatch(r"who (?:is|are|was|were) (?!the |p\d)(.+)", text)
        for kind in self.look.game.kinds if so is not None else ():
            yield f"{kind}s that are {so[1]}" if so is not None else ""

    def _is_whom(self, seat: str) -> Account | None:
        """Say which cards make a player who he is, as far as the viewer knows it."""
        for name in dealt(self.look):
            found = reading(self.look, self.set, f"{self.look.game.zones[name].holds}s in {name} of {seat}", self.you)
            answer = found if isinstance(found, NotDone) else found.answer(self.look, self.you)
            if not isinstance(answer, NotDone):
                return Account(f"{seat} is {' '.join(answer.render())}")
        return None

    # ---- permissions

    def _permission(self, text: str) -> Account | Finding | None:
        denied = CANNOT.fullmatch(text)
        found = denied or MAY.fullmatch(text)
        assert found is not None
        said = " ".join(part for part in found.groups() if part)
        player, rest = self._doer(said)
        if player is None:
            return None
        if unknown(player):
            return Account(f"{self.look.eyes.name()} cannot know it: {self.look.eyes.lacks(player.on)}")
        return self._tried(Line.of(rest), player)

    def _tried(self, line: Line, player: int | None, costs: bool = False) -> Account | Finding:
        look = self.look
        state, asked = look.state, look.state.ask
        who = player if player is not None else None if asked is None else asked.player
        if look.viewer is not None and (who != look.viewer or asked is None or asked.player != look.viewer):
            heard = why_so(look, player, line, self._explained(costs))
            return self._at_its_time(line, player, heard) if isinstance(heard, Finding) else heard
        taken = resolve(look.machine, state, player, line, look.viewer)
        for other in all_readings(look.machine, state, player, line, look.viewer):
            if isinstance(taken, Miss):
                taken = resolve(look.machine, state, player, other, look.viewer)
        if isinstance(taken, Miss):
            return self._at_its_time(line, player, whynot(look.machine, state, player, line, look.viewer))
        return self._explained(costs)(look, taken)

    def _at_its_time(self, line: Line, player: int | None, found: Finding) -> Finding:
        if self.history is None:
            return found
        return another_time(self.look, self.set, self.history, player, line, found)

    def _explained(self, costs: bool) -> Callable[[Look, Sequence[Taken]], Account]:
        """Return what explains legal answers: what they cost, or why they are."""
        if costs:
            return lambda look, taken: why_costs(look.machine, look.state, taken, look.viewer)
        return lambda look, taken: why_may(look.machine, look.game, look.state, taken, look.viewer)

    def _doer(self, said: str) -> tuple[Any, str]:
        """Return the player who is named first, by his seat or by a card for which he acts, and the words behind."""
        look = self.look
        first, _, rest = said.partition(" ")
        if (m := NUMBER.match(first)) is not None:
            return int(m[1]) - 1, rest
        if first in ("i", "I", "you"):
            return self.you, rest
        if first in ("he", "she", "they"):
            return None if look.state.ask is None else look.state.ask.player, rest
        for title in sorted(set(look.lib.cards), key=len, reverse=True):
            if said.lower().startswith(f"{title.lower()} "):
                return self._acts_for(title), f"{title} {said[len(title) + 1 :]}"
        return None, said

    def _acts_for(self, title: str) -> Any:
        """Return the player who acts for a card, as the rule of its kind says who `you` is; None if nobody does.
        `Unknown` where the viewer does not see him."""
        game = self.look.game
        you = game.kinds[game.cards[title].kind].you
        source = None if you is None else self.set.sources.get(you.span.path)
        if you is None or source is None:
            return None
        words = re.sub(r"\bthis\b", title, source.text[you.span.start : you.span.end])
        phrase = phrase_of(self.look, self.set, words)
        if phrase is None:
            return None
        player = seated(self.look, *phrase, None).value()
        return player if unknown(player) or player >= 0 else None

    def _cost(self, doing: str, thing: str) -> Account | Finding | None:
        asked = self.look.state.ask
        assert asked is not None
        stem = doing[:-3]
        found: Account | Finding | None = None
        for verb in (stem, f"{stem}e", stem[:-1]):
            if any(v.words[0] == verb for v in self.look.game.verbs.values()) or verb in ("move", "swap"):
                found = self._tried(Line.of(f"{verb} {thing}"), None, True)
                if isinstance(found, Account):
                    return found
        return found

    # ---- qualities

    def quality(self, text: str, levels: int = 0) -> Quality | Account | None:
        """Explain a condition, said with the verb first (`is p1 richest`) or in its place (`p1 is richest`)."""
        look = self.look
        for said in dict.fromkeys((*self._orders(text), *wordings(text, self.set.words))):
            node = phrase_of(look, self.set, said)
            if node is None or node[1].type.sort != "truth":
                continue
            try:
                phrase = seated(look, node[0], node[1], self.you)
                return Quality(_so(phrase, said), Rests(look, phrase.number, phrase.arguments, phrase.library), levels)
            except Impossible as reason:
                return Account(str(reason))
        return None

    def unchanged(self, text: str, before: Sequence[State]) -> Account | None:
        """Say what a number comes to that no rule explains; and that nothing has changed it, if it was the same in the
        states before."""
        node = phrase_of(self.look, self.set, text)
        if node is None or node[1].type.sort not in ("number", "amount") or isinstance(node[1], ir.Num):
            return None
        try:
            phrase = seated(self.look, node[0], node[1], self.you)
        except Impossible as reason:
            return Account(str(reason))
        now = phrase.explained()
        if now.lacks or phrase.weight * len(before) > HEAVIEST:
            return Account(f"{text} is {now.result}" + (f" ({now.lacks})" if now.lacks else ""))
        looks = (replace(self.look, state=state, memory=None) for state in before)
        same = all(replace(phrase, look=look).explained().result == now.result for look in looks)
        return Account(f"{text} is {now.result}" + (": nothing has changed it" if same else ""))

    def _orders(self, text: str) -> Iterator[str]:
        found = IS.match(text)
        if found is None:
            if re.search(r" (?:is|are|has|have) ", text):
                yield text
            return
        verb, words = found[1], text[found.end() :].split()
        if words[:1] == ["the"]:
            words = words[1:]
        for i in range(len(words) - 1, 0, -1):
            yield " ".join([*words[:i], verb, *words[i:]])


def _so(phrase: Seated, said: str) -> Account:
    fn = phrase.library.functions[phrase.number]
    assert fn.base is not None
    w = Words(phrase.eyes, phrase.frame(), fn.names)
    found = tuple(one for one in grounds(w, fn.base) if one.text != said or one.below)
    value = phrase.value()
    if value is True:
        return Account(said, found)
    return Account(f"it is not so: {said}" if value is False else said, found)
