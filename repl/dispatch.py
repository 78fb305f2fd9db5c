"""Decide what a line at the prompt is: a command, an answer or a move.

A line is an answer, word for word as it is offered; or a command (`repl.commands`); or a line of the notation (`p1
builds …`); or some of the words of an answer.
"""

from __future__ import annotations

import re

from moot.dsl.nearest import bounded
from moot.interpreter.play.more import states
from moot.interpreter.play.session import Fault, Finding, Line
from moot.interpreter.play.spoken import asked_aloud
from moot.interpreter.play.words import SEAT, is_move, normal

from . import commands, hints
from .commands import given
from .commands.command import FILES, Command
from .console import Console
from .output import OK, REFUSED, UNKNOWN, Output, said
from .places import cited
from .script import statements
from .titles import titled

LONGEST = 10_000  # letters of a line
GIVEN = given.COMMAND
DIGITS = re.compile(r"\d{19,}")


def execute(console: Console, text: str) -> Output:
    """Carry out one line, or several that were pasted. Further lines are statements of their own, unless they are
    indented. A line that is typed after a `given` goes on with it if it is indented, as in a script, or states more
    facts."""
    outputs = []
    if console.posing and _goes_on(console, text):
        text = f"{console.posing}\n  {text}"
    for line in statements(text) or [""]:
        out = statement(console, line)
        if out.good:
            console.posing = _posing(console, line)
        outputs.append(out)
        if not out.good or out.status != OK:
            break
    shown = [o.text for o in outputs if o.text]
    return Output("\n\n".join(shown), outputs[-1].status)


def _goes_on(console: Console, text: str) -> bool:
    """Whether a line goes on with the `given` before it."""
    if not text.strip() or text.lstrip().startswith("#"):
        return False
    if text[:2].isspace():
        return True
    if _begins(text) is not None or Line.of(text).words in map(normal, console.teller.legal()):
        return False
    said = titled(console.session, console.viewer, text.split("\n", 1)[0].strip(), GIVEN)
    return states(said, console.session.words)


def _posing(console: Console, line: str) -> str:
    """Return what a further line goes on with after this one: a whole position, or a change of one."""
    if _begins(line) is not GIVEN:
        return ""
    return line.replace("\n", "\n  ") if console.session.here == 0 else GIVEN.name


def statement(console: Console, text: str) -> Output:
    """Carry out one statement, which may have several lines. Names may be typed in any language. The output uses the
    session's language, except for a card's text, which is shown as in its file."""
    with bounded():
        endless = _endless(text)
        if endless is not None:
            return said(endless, UNKNOWN)
        command = _begins(text)
        text = titled(console.session, console.viewer, text.strip(), command)
        out = _carried_out(console, text)
        news = console.news()
        if news:
            out = Output("\n\n".join(filter(None, (out.text, "\n".join(news)))), out.status)
        asis = _begins(text)
        if asis is None or asis.follows != "cards":
            out = out.reworded(console.session.names.say)
        return out.reworded(cited(console.session.card_set.path, console.absolute))


def _begins(text: str) -> Command | None:
    """Return the command whose name begins a line."""
    words = text.split(None, 1)
    return commands.named(words[0].lower()) if words else None


def _endless(text: str) -> str | None:
    """Say why a line is too long to read: no game has such a number, and nobody types such a line."""
    if len(text) > LONGEST:
        return f"this line has more than {LONGEST:,} letters"
    number, command = DIGITS.search(text), _begins(text)
    if number is None or (command is not None and command.follows in FILES):
        return None
    return f"`{number[0][:12]}…` is larger than any number here"


def _carried_out(console: Console, text: str) -> Output:
    if text.startswith("#"):
        return Output()
    if not text:
        return said(console.table())
    before, console.attempt = console.attempt, None
    try:
        return _meant(console, text, before)
    except Fault as fault:
        return said(f"a fault in the cards: {fault}", REFUSED)


def _meant(console: Console, text: str, before: Finding | None) -> Output:
    """Decide what a line is, and do it. `before`: what was found about the line before it."""
    word = text.split(None, 1)[0]
    rest = text[len(word) :]
    if text[0] == "?":
        word, rest = "?", text[1:]
    line = Line.of(text)
    if (aloud := asked_aloud(text)) != text and line.words not in map(normal, console.teller.legal()):
        return _meant(console, aloud, before)
    if not word.startswith(":") and word != "?" and line.words in map(normal, console.teller.legal()):
        return console.answer(line, commands=commands.names())
    command = commands.named(word.lstrip(":").lower())
    if command is not None:
        if command.name == "refused":
            console.attempt = before
        out = command.run(console, rest.strip())
        if command.asks:
            console.keep(text, out)
        return _through(console, out)
    if SEAT.fullmatch(text) or is_move(text):
        return console.move(text)
    if hints.is_phrase(console.session, text, console.viewer):
        return said([f"`{text}` is not an answer here", f"  did you mean `ask {text}`?"], UNKNOWN)
    return console.answer(line, commands=commands.names())


def _through(console: Console, out: Output) -> Output:
    """Carry out the line that a command returned, through the eyes that it names."""
    if out.through is None:
        return out
    before, console.viewer, console.aside = console.viewer, out.through.viewer, True
    try:
        return execute(console, out.through.line)
    finally:
        console.viewer, console.aside = before, False
