"""Explain why something is not among the legal answers.

The pending question knows what else might have been answered: branches whose condition does not hold, and things that a
condition excluded from the choice. The typed words select one of those. Its condition is followed down to the part that
fails, with card and line: a `refused` line, a *cannot*, a limit, a filter. A player learns no more than what follows
from what he sees (`viewer`; None for somebody who sees everything).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..kernel.evaluate import evaluate
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine, Stop, answer_question, answers
from ..kernel.program import Ask, Library, Program
from ..kernel.state import Question, State
from .alternatives import Other, possible
from .answer_words import names_a_thing, names_something, strange_word
from .answers import Miss, Way, options, resolve
from .called import asks_what, begun_by, is_thing, lead, means, meant, misnamed, without_card
from .candidates import apart
from .elsewhere import another_answer, first, kinds_of_answer, not_there
from .finding import FORBIDDEN, LEGAL, NO_ANSWER, NOT_APPLICABLE, UNKNOWN, VAGUE, Finding, Why
from .lookup import in_game
from .possessive import by_its_owner
from .readings import by_its_doer, of_its_player, of_nobody, of_the_asked, user
from .reasons import Search, moment
from .words import PLAYER, Line, Options, Words, normal, select, turned

NAMED = frozenset(("card", "player", "number"))
BARE = (("yes",), ("no",), ("done",))
"""Answers that name nothing: where the question has none of them, no card forbids them."""
MOST = 6
"""Answers that the same words may mean, of which the reasons are told."""


def whynot(machine: Machine, state: State, player: int | None, line: Line, viewer: int | None = None) -> Finding:
    """Explain why these words are no answer now, or say that they are one. Two things may stand in either order."""
    line = by_its_owner(machine.lib, line)
    line = next(by_its_doer(machine.lib, line), line)
    found = _whynot(machine, state, player, line, viewer)
    if found.verdict != LEGAL:
        found = _read_otherwise(machine, state, player, line, viewer, found)
    if found.verdict == NOT_APPLICABLE and found.nothing:
        either = [_whynot(machine, state, player, other, viewer) for other in turned(line)]
        meant = [one for one in either if one.verdict in (LEGAL, FORBIDDEN)]
        if meant:
            return min(meant, key=lambda one: (one.verdict != LEGAL, all(why.kind == "once" for why in one.reasons)))
        ways = done_with(machine, state, player, line, viewer)
        if len(ways) == 1:
            return ways[0][1]
        if ways:
            said = " or ".join(f"`{deed.text}`" for deed, _ in ways[:MOST])
            return Finding(NOT_APPLICABLE, line.text, (Why(f"say what is done with it: {said}", "none"),))
    return found


def _read_otherwise(
    machine: Machine, state: State, player: int | None, line: Line, viewer: int | None, found: Finding
) -> Finding:
    """Return what is found about the line as a person may mean it; or else what was found about its plain words."""
    for other in of_its_player(Eyes(machine.lib, state, viewer), line):
        meant = _whynot(machine, state, player, next(by_its_doer(machine.lib, other), other), viewer)
        if meant.verdict != NOT_APPLICABLE:
            return meant
    elsewhere = found.verdict == NOT_APPLICABLE or _not_theirs(found.reasons)
    for other in of_the_asked(machine, state, player, line, viewer) if elsewhere else ():
        own = _whynot(machine, state, player, other, viewer)
        if own.verdict != NOT_APPLICABLE and not _not_theirs(own.reasons):
            return own
    return found


def done_with(
    machine: Machine, state: State, player: int | None, line: Line, viewer: int | None = None
) -> list[tuple[Line, Finding]]:
    """Return the lines that say what is done with the thing that a line only names, each with what is found about it:
    for `Docks of p2`, that a card destroys them."""
    who = None if state.ask is None else state.ask.player
    titled = {word for title in machine.lib.cards for word in normal(title)}
    bare = all(word in titled or PLAYER.fullmatch(word) for word in line.words)
    if who is None or player not in (None, who) or not bare:
        return []
    found: dict[str, tuple[Line, Finding]] = {}
    for text in dict.fromkeys(other.text for other in possible(machine, state, viewer)):
        deed = Line.of(f"{text}, {line.text}")
        finding = _whynot(machine, state, player, deed, viewer)
        if finding.verdict in (LEGAL, FORBIDDEN) and set(line.words) <= set(normal(finding.answer)):
            said = finding.answer if finding.answer.startswith(text) else f"{text}, {finding.answer}"
            found.setdefault(text, (deed, replace(finding, answer=said)))
    return list(found.values())


def _whynot(machine: Machine, state: State, player: int | None, line: Line, viewer: int | None) -> Finding:
    asked = state.ask
    if asked is None:
        return Finding(NOT_APPLICABLE, line.text, (Why("the game is over", "none"),))
    found = resolve(machine, state, player, line, viewer)
    if not isinstance(found, Miss):
        said = [text for t in found if not t.forced for text in (t.text, *(text for _, text in t.passed[: t.named]))]
        return Finding(LEGAL, ", ".join(said) or line.text)
    if found.kind == "early":
        return Finding(UNKNOWN, line.text, (Why(found.message, "none"),))
    if line.words in BARE and not any(normal(o.text)[:1] == line.words for o in possible(machine, state, viewer)):
        return Finding(NOT_APPLICABLE, line.text, (Why(f"nothing is asked that `{line.text}` answers", "none"),))
    doubt = _not_there(machine.lib, state, line) or _not_understood(machine.lib, line, found)
    if doubt is not None:
        return Finding(NOT_APPLICABLE, line.text, (doubt,))
    who = asked.player if player is None else player
    seen = _readings(machine, state, who, line, found.ways, viewer)
    there = found.taken[-1].state if found.taken else state
    legal = len(line.words) - len(found.left) if found.kind == "more" else 0  # so many words are no fault
    forbidden = [x for x in seen if x[1].verdict in (FORBIDDEN, UNKNOWN) and x[0] > legal]
    if forbidden:
        return max(forbidden, key=lambda x: (any(w.kind != "yours" for w in x[1].reasons), x[0]))[1]
    taken = bool(found.taken)
    if taken and (there.ask is None or there.ask.player != who) and not _said_whole(line, found):
        there, taken = state, False
    if there.ask is None:
        return Finding(NOT_APPLICABLE, line.text, (Why(found.message, "none"),))
    if there.ask.player != who:
        return Finding(NOT_APPLICABLE, line.text, (first(machine.lib, there, viewer, "asked"),))
    aside = without_card(machine.lib, line.text, line.words)
    if aside is not None and not taken:
        return Finding(NOT_APPLICABLE, line.text, (aside,))
    groups = kinds_of_answer(machine.lib, there, line.words)
    if groups and not taken:
        against = tuple(not_there(machine.lib, there, viewer, opt, line.words) for opt in groups)
        return Finding(NOT_APPLICABLE, line.text, against)
    idle = of_nobody(machine, state, line, viewer) if not taken else None
    if idle is not None:
        return Finding(NOT_APPLICABLE, line.text, (Why(idle, "none"),))
    if not taken and another_answer(machine.lib, line.words):
        return Finding(NOT_APPLICABLE, line.text, (first(machine.lib, there, viewer, "first"),))
    if aside is not None and (not seen or seen[-1][1].nothing):
        return Finding(NOT_APPLICABLE, line.text, (aside,))
    return seen[-1][1] if seen else Finding(NOT_APPLICABLE, line.text, (Why(found.message, "none"),))


def _not_there(lib: Library, state: State, line: Line) -> Why | None:
    """Return the reason that the line names a card, as it is written on it, that does not take part in this game."""
    here = {lib.cards[card] for card in in_game(lib, state)}
    titles = sorted({*lib.cards}, key=len, reverse=True)
    said = re.findall(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, titles))})(?![\w'-])", line.text)
    missing = next((title for title in said if title not in here), None)
    return None if missing is None else Why(f"{missing} is not in this game", "missing")


def _not_understood(lib: Library, line: Line, found: Miss) -> Why | None:
    """Return the reason that these words mean nothing in this game, or several things; None if they mean something."""
    wrong = misnamed(lib, line.text, line.words)
    odd = strange_word(lib, line.text)
    if wrong is not None or odd is not None:
        return wrong or Why(f"no answer in this game has the word `{odd}`", "none")
    return Why(found.message, "none") if found.kind == "several" else None


def _said_whole(line: Line, found: Miss) -> bool:
    """Whether the line says every word of the last answer that it was taken to give. If it does not, that may be
    another answer than the one that is meant: `build Tavern` is no `build Market` with a word too many."""
    last = found.taken[-1]
    said = line.words[: len(line.words) - len(found.left)]
    return not last.forced and set(normal(last.text)) <= set(said)


def _readings(
    machine: Machine, state: State, who: int, line: Line, ways: Sequence[Way], viewer: int | None
) -> list[tuple[int, Finding]]:
    """Return what the line may mean: how many words were understood so, and the reasons found against that."""
    assert state.ask is not None
    typed = line.words
    seen: list[tuple[int, Finding]] = []
    if state.ask.player == who:
        here = _among_others(machine, state, typed, line.text, viewer)
        seen.append((here.words + here.more, here.finding))
    for way in ways:
        before = len(typed) - len(way.left)
        if not way.taken or not way.left or _cut_short(way, typed[:before]):
            continue
        earlier = _passed_over(machine, state, way, line.text, viewer)
        if earlier is not None:
            seen.append((before + earlier[0], earlier[1]))
        if way.state.ask is not None and way.state.ask.player == who:
            then = _among_others(machine, way.state, way.left, line.text, viewer)
            named = begun_by(machine.lib, "", way.left) is not None
            if _not_theirs(then.finding.reasons) and (not named or _said_before(way)):
                continue  # it names nothing of theirs, or a card that was used up by what the line was taken to say
            if _begins_inside(way.left, then.finding.answer):
                continue
            if then.words > 1 or then.thing and not _astray(machine.lib, way):
                seen.append((before + then.words + then.more, then.finding))
    return seen


def _begins_inside(said: Words, answer: str) -> bool:
    """Whether words begin in the middle of an ability (`1 gold`), and so do not mean it after what was said already."""
    title, colon, deed = answer.partition(": ")
    return bool(colon) and said[0] not in (*normal(title), *normal(deed)[:1])


def _said_before(way: Way) -> bool:
    """Whether the words that are left only name again what was used before."""
    left = {word for word in way.left if not PLAYER.fullmatch(word)}
    return any(left <= set(normal(one.text)) for one in way.taken)


def _cut_short(way: Way, said: Words) -> bool:
    """Whether the words that are left begin with a word of the answer before them, which was not said yet."""
    return way.left[0] in normal(way.taken[-1].text) and way.left[0] not in said


def _passed_over(machine: Machine, state: State, way: Way, line: str, viewer: int | None) -> tuple[int, Finding] | None:
    """Search the choices that were not asked because only one answer was left, behind those that the line names: it may
    be about one of them. If it names a thing that was not there, there is no such answer."""
    last = way.taken[-1]
    if not last.passed:
        return None
    then = (way.taken[-2].state if len(way.taken) > 1 else state).clone()
    answer_question(machine.lib, then, last.code)
    for number in range(len(last.passed)):
        if not machine.watch(then, stop=lambda f: machine.lib.programs[f[0]].code[f[1]].op == "ask"):
            return None
        if number < last.named:
            machine.watch(then, stop=_once())
            continue
        f: Any = then.frames[-1]
        ask: Ask = machine.lib.programs[f[0]].code[f[1]].args[0]
        context = machine.context(then)
        there = then.clone()
        there.ask = Question(evaluate(context, ask.player, f), f[0], f[1], answers(context, ask, f))
        meant = _among_others(machine, there, way.left, line, viewer)
        if meant.finding.verdict in (FORBIDDEN, UNKNOWN):
            return meant.words + meant.more, meant.finding
        machine.watch(then, stop=_once())
    return (0, _nothing(last.text).finding) if _astray(machine.lib, way) else None


def _astray(lib: Library, way: Way) -> bool:
    """Whether the words that are left name a thing, and the line did not say what the single answers before them
    were."""
    last = way.taken[-1]
    return len(last.passed) > last.named and names_something(lib, way.left[0])


def _once() -> Stop:
    """Return a test that stops after one instruction."""
    steps = iter((False,))
    return lambda f: next(steps, True)


@dataclass(frozen=True)
class _Meant:
    """What the first words of a line were taken to mean. `words`: how many of them say so. `more`: how many of the rest
    name what would be chosen then. `whole`: whether they are all the words of an answer. `thing`: whether such an
    answer is only the name of a thing."""

    words: int
    finding: Finding
    more: int = 0
    whole: bool = False
    thing: bool = False


def _nothing(line: str) -> _Meant:
    return _Meant(0, Finding(NOT_APPLICABLE, line, (Why(NO_ANSWER, "none"),)))


def _among_others(machine: Machine, state: State, typed: Words, line: str, viewer: int | None) -> _Meant:
    """Return the reasons against the answer, or against the deed of another time, that matches most of the words."""
    here, later = _of_question(machine, state, typed, viewer), _another_time(machine.lib, state, typed)
    if here is None or later is None:
        found = here or later or _nothing(line)
    elif (later.words, later.whole) > (here.words, here.whole):
        found = later
    elif (later.words, later.whole) == (here.words, here.whole) and not here.whole and here.words > 1:
        answer = " or ".join(dict.fromkeys((here.finding.answer, later.finding.answer)))
        reasons = (*here.finding.reasons, *later.finding.reasons)
        found = replace(here, finding=Finding(here.finding.verdict, answer, reasons))
    else:
        found = here
    return found


def _another_time(lib: Library, state: State, typed: Words) -> _Meant | None:
    """Find the deed of a card, named in the line, that has these words and is never among the abilities to use: it has
    its own time, and that is not now."""
    frames: list[Any] = list(state.frames)
    aside = {ability.program for ability in lib.abilities} | {f[0] for f in frames}
    deeds = [(p, p.origin) for p in lib.programs if p.clause and p.id not in aside and p.origin is not None]
    named = [(p, at) for p, at in deeds if typed[:1] and typed[0] in normal(at.card)]
    names: Options = [(i, p.name) for i, (p, _) in enumerate(named)]
    for end in range(len(typed), 0, -1):
        fit = select(typed[:end], names)
        fit = [(i, text) for i, text in fit if _same_deed(lib, named[i][0], typed[:end], typed[end:])]
        if fit:
            sentences = [named[i][1] for i, _ in fit[:MOST]]
            reasons = [Why(f"not now, but {moment(at.text)}", "time", within=at) for at in sentences]
            finding = Finding(FORBIDDEN, " or ".join(text for _, text in fit[:3]), tuple(_plain(reasons)))
            more = sum(names_something(lib, word) for word in typed[end:])
            return _Meant(end, finding, more, any(normal(text) == typed[:end] for _, text in fit))
    return None


def _of_question(machine: Machine, state: State, typed: Words, viewer: int | None) -> _Meant | None:
    """Find the answer to the pending question, offered or not, that has most of the words."""
    others = list(possible(machine, state, viewer))
    own = f"p{state.ask.player + 1}" if state.ask else ""
    before = lead(machine.lib, state, options(machine, state))
    texts: Options = [(i, o.text) for i, o in enumerate(others)]
    things = [(i, o.text) for i, o in enumerate(others) if is_thing(o.opt)]
    for end in range(len(typed), 0, -1):
        said, rest = typed[:end], typed[end:]
        number = len(said) == 1 and said[0].isdigit()
        fit = [] if number else meant(said, texts, own, before, things, rest)
        if rest:
            fit = [(i, t) for i, t in fit if _goes_on(machine.lib, others[i], said, rest)]
        fit = _concerned(Eyes(machine.lib, state, viewer), state, others, fit, typed)
        if fit:
            return _against(machine, state, viewer, [(o, t) for i, t in fit for o in _same(others, i)], said, rest)
    return None


def _concerned(
    eyes: Eyes, state: State, others: Sequence[Other], fit: list[tuple[int, str]], typed: Words
) -> list[tuple[int, str]]:
    """Return those answers that concern the line most: what is no ability, the abilities of the player who is asked and
    of cards that the line names; or else those of other players. What nobody has is none of them."""
    assert state.ask is not None
    asked, lib = state.ask.player, eyes.lib
    ranks: dict[int, int] = {}
    for i, _ in fit:
        ranks[i] = 0
        if others[i].opt.sort == "ability":
            ability = lib.abilities[others[i].value]
            for one in _same(others, i):
                whose = user(eyes, lib.abilities[one.value], asked)
                mine = not unknown(whose) and whose == asked or set(normal(lib.cards[ability.card])) <= set(typed)
                nobody = not unknown(whose) and whose == -1
                ranks[i] = min(ranks[i] or 2, 0 if mine else 2 if nobody else 1)
    best = min(ranks.values(), default=2)
    return [] if best == 2 else [(i, text) for i, text in fit if ranks[i] == best]


def _same(others: Sequence[Other], i: int) -> Sequence[Other]:
    """Return an answer, and those that look the same: one's own ability, and that of somebody else."""
    one = others[i]
    return [o for o in others if o.opt is one.opt and o.text == one.text] if one.opt.sort == "ability" else [one]


def _against(
    machine: Machine, state: State, viewer: int | None, meant: Sequence[tuple[Other, str]], said: Words, rest: Words
) -> _Meant:
    """Return the reasons against answers of which the words may mean any. Where one of them is offered, nothing is
    forbidden: too little was said."""
    asked = None if state.ask is None else state.ask.player
    tried = []
    for other, text in meant:
        search = Search(Eyes(machine.lib, state, viewer), rest, asked)
        tried.append((search, text, _plain(_of_one(search, other, state))))
    understood = max(search.understood for search, _, _ in tried)
    tried = [one for one in tried if one[0].understood == understood]  # it is about those of which it names the things
    against = _theirs([(text, reasons) for _, text, reasons in tried])[:MOST]
    reasons = _plain(_last_of_each(apart(against)))
    answer = " or ".join(list(dict.fromkeys(text for _, text, _ in tried))[:3])
    if len(tried) == 1 and tried[0][0].chosen:
        answer = ", ".join(tried[0][0].chosen)
    whole = any(normal(text) == said for _, text in meant)
    thing = any(other.opt.label == "{}" for other, _ in meant)
    offered = not all(reasons for _, reasons in against) or _another_number(reasons, rest)
    if not reasons or offered and not (rest and understood):  # what the line says besides is of none of them
        asks = _asks_another(machine.lib, meant, rest) or Why(NO_ANSWER, "none")
        return _Meant(len(said), Finding(NOT_APPLICABLE, answer, (asks,)), 0, whole, thing)
    kinds = {w.kind for w in reasons}
    verdict = {frozenset(("hidden",)): UNKNOWN, frozenset(("none",)): NOT_APPLICABLE}.get(frozenset(kinds), FORBIDDEN)
    return _Meant(len(said), Finding(verdict, answer, tuple(reasons)), understood, whole, thing)


def _another_number(reasons: Sequence[Why], rest: Words) -> bool:
    """Whether a line says another number than an ability that would do nothing: it is about something else."""
    return any(word.isdigit() for word in rest) and all(why.kind == "idle" for why in reasons)


def _asks_another(lib: Library, meant: Sequence[tuple[Other, str]], rest: Words) -> Why | None:
    """Return what an ability asks, where the words behind it name a thing that is none of that."""
    abilities = [lib.abilities[other.value] for other, _ in meant if other.opt.sort == "ability"]
    if len(abilities) != 1 or not any(names_a_thing(lib, word) for word in rest):
        return None
    return asks_what(lib, lib.programs[abilities[0].program])


def _last_of_each(reasons: Sequence[Why]) -> list[Why]:
    """Leave out what a later reason of the same words says with more: of several payments, only all of them together
    are too much."""
    last = {_same_words(w): w for w in reasons}
    return [w for w in reasons if w.origin is None or last[_same_words(w)] is w]


def _same_words(why: Why) -> tuple[Any, ...]:
    at = why.origin
    return (why.text, why.about, *((at.path, at.line) if at is not None and why.kind != "cannot" else (why.saw, at)))


def _theirs(against: list[tuple[str, list[Why]]]) -> list[tuple[str, list[Why]]]:
    """Leave out what is not the player's where he has the same of somebody else."""
    had = [text for text, reasons in against if not _not_theirs(reasons)]
    return [(text, reasons) for text, reasons in against if text not in had or not _not_theirs(reasons)]


def _not_theirs(reasons: Sequence[Why]) -> bool:
    return bool(reasons) and all(w.kind == "yours" for w in reasons)


def _of_one(search: Search, other: Other, state: State) -> list[Why]:
    return [replace(w, within=w.within or other.opt.origin) for w in search.other(other, state)]


def _goes_on(lib: Library, other: Other, said: Words, rest: Words) -> bool:
    """Whether a line that goes on after these words can mean this answer. The thing itself must have been named: `build
    Docks` is not `build Keep`."""
    if other.opt.sort in NAMED:
        return _names(said, other)
    if other.opt.sort != "ability":
        return True
    return _same_deed(lib, lib.programs[lib.abilities[other.value].program], said, rest)


def _same_deed(lib: Library, clause: Program, said: Words, rest: Words) -> bool:
    """Whether a line that goes on after these words can mean this clause of a card. The card's name with another deed
    is another deed."""
    if not rest or clause.origin is None or not set(said) <= set(normal(clause.origin.card)):
        return True
    return means(lib, clause, rest[0]) or names_a_thing(lib, rest[0])


def _names(said: Words, other: Other) -> bool:
    """Whether the words say more than the answer's label: they also name the thing to choose."""
    label = set(normal(other.opt.label.replace("{}", " ")))
    return any(w not in label for w in said)


def _plain(reasons: Sequence[Why]) -> list[Why]:
    """Return each reason once. Hidden reasons, and failed attempts to find some way, are left out if there are
    others."""
    unique = list({(w.text, w.at, w.about, w.saw): w for w in reversed(reasons)}.values())[::-1]
    plain = [w for w in unique if w.kind not in VAGUE]
    return plain or [w for w in unique if w.kind != "way"] or unique
