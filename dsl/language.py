"""The one list of the language's own words, each with a sentence that says what it means.

What else has to know these words derives from here: the words that no local name can be, the nouns of the language, the
lines that stand inside a declaration, the slots, what a mutant puts in place of a word. The deeds of the language are
the exception: each has its sentence in its own file, in `elaborate.own_deeds`. `moot glossary` and the tables of
`docs/language.md` print the sentences, each with a line of a card that uses the word. Tests compare the list with the
grammar and with the readers of phrases; they say which word is missing where."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Own:
    """One word or phrase of the language, with its meaning. All lists of words are written with spaces between.

    `words` are the words of the grammar that this entry explains; if it is empty, those of `phrase`. `pattern` is a
    regular expression that finds a line of a card that uses the phrase; if it is empty, the phrase itself is looked
    for.

    Words that the grammar does not know, but the readers of phrases do: `nouns` name a thing by themselves, `heads` are
    read before a noun or without one, and `named` have a meaning in another way. No local name can be one of these.
    `there` are words that are the language's own in this phrase only, and may be words of a game elsewhere.

    Words of the grammar: `lines` begin a line that only means something inside a declaration, `joins` hold a sentence
    together, so they are never part of a name. `slot` says that the words begin a slot of a clause, and in which order:
    1 before 2 before 3. `blocks` are words below which a block of deeds stands.

    `opposites` are pairs of words: a mutant puts the second in place of the first. `change` is what that changes."""

    phrase: str
    meaning: str
    words: str = ""
    pattern: str = ""
    nouns: str = ""
    heads: str = ""
    named: str = ""
    there: str = ""
    lines: str = ""
    joins: str = ""
    slot: int = 0
    blocks: str = ""
    opposites: tuple[str, ...] = ()
    change: str = "comparison"

    @property
    def accounts(self) -> frozenset[str]:
        """The words of the grammar that this entry explains."""
        return frozenset((self.words or self.phrase.replace("…", " ")).split())

    @property
    def search(self) -> str:
        """The regular expression that finds a line of a card with this phrase."""
        return self.pattern or rf"(?<![\w-]){self.phrase}(?![\w-])"


WINDOWS = (
    Own(
        "when … is", "after something has happened", "when is are", r"^when .* (is|are) \w+.*(may|must)$", lines="when"
    ),
    Own(
        "when … would be", "before something happens; with `instead`, in place of it", "would be", r"^when .* would be "
    ),
    Own(
        "before … is",
        "just before something happens, when nothing can stop it any more",
        "before",
        r"^before .* is ",
        lines="before",
    ),
    Own(
        "at the start of, at the end of",
        "when a phase begins or ends",
        "at",
        r"^at the (start|end) of",
        lines="at",
        there="start end",
    ),
    Own(
        "as soon as",
        "at the moment a condition becomes true, whoever made it true",
        "as soon",
        r"^as soon as",
        lines="as",
    ),
    Own(
        "during",
        "while a phase is running; before `may` without an event: as often as the player likes",
        "",
        r"^during ",
        lines="during",
    ),
    Own(
        "once in",
        "at most once per phase; if no event is named, the player may use it whenever asked",
        "once in",
        "^once in",
        lines="once",
    ),
    Own(
        "the first time in",
        "only the first time that it happens in a phase: if the chance is not taken then, it is gone",
        "the first",
        "^the first time in",
    ),
    Own("always", "holds as long as the card works", "", "^always ", lines="always"),
    Own(
        "even from, only from",
        "the card also works from another place, or only from that place",
        "even only from",
        "^(even|only) from",
        lines="even only",
        opposites=("even only", "only even"),
        change="condition",
    ),
    Own(
        "even if, only if",
        "the card also works in another state, or only in that state",
        "",
        r"(^|, )(even|only) if \w+( or \w+)*,",
    ),
    Own(
        "if, unless",
        "only when the condition holds, or only when it does not",
        "if unless",
        r", if .*(may|must)$| unless ",
        lines="if unless",
        joins="if unless",
        opposites=("if unless", "unless if"),
        change="condition",
    ),
)

FORCE = (
    Own("may", "the player is asked, and can decline", "", " may$", opposites=("may must",), change="may or must"),
    Own(
        "must",
        "it happens; where it leaves a choice, the player must choose",
        "",
        " must$",
        opposites=("must may",),
        change="may or must",
    ),
    Own(
        "cannot",
        "forbidden, even if something else allows it",
        "",
        " cannot ",
        opposites=("cannot may",),
        change="may or must",
    ),
    Own(
        "if … can",
        "this deed is done if nothing refuses it, and the rest in any case",
        "can",
        r" if (you|they) can$",
    ),
    Own("may … even if", "sets one refusal aside, named by its words", "may even if", ' may .* even if "'),
)

SLOTS = (
    Own(
        'as "…"',
        "what questions and answers call a clause, a branch, an offer or a choice, instead of its words",
        "",
        r'(^(either |or )? *|, )as +"',
        lines="as",
        slot=1,
    ),
    Own(
        "refused",
        "not possible if (or unless) the condition holds; the player reads the text as the reason",
        "",
        "^refused ",
        lines="refused",
        slot=1,
    ),
    Own(
        "let … be",
        "gives a name to what something is now",
        "let be",
        r"^let +[\w-]+ be ",
        lines="let",
        joins="be",
        slot=1,
    ),
    Own(
        "choose",
        "the player picks one thing, or several, and the pick gets a name",
        "",
        r"^choose +[\w-]+:",
        lines="choose",
        slot=1,
    ),
    Own("secretly", "the others learn neither what was picked nor what is done with it", "", r", secretly"),
    Own(
        "cost", "done first, and only if all of it can be done", "", "^cost +[a-z]", lines="cost", slot=2, blocks="cost"
    ),
    Own("do", "what the clause does, in order", "", "^do +[a-z]", lines="do", slot=3, blocks="do"),
    Own("instead", "done in place of the event", "", "^instead", lines="instead", slot=3, blocks="instead"),
    Own(
        "either … or",
        "the player takes one of the branches that are possible",
        "either or",
        "^either",
        lines="either or",
        joins="either or",
        slot=3,
        blocks="either or",
    ),
    Own(
        "otherwise",
        "done if nothing else is possible",
        "",
        "^otherwise",
        lines="otherwise",
        joins="otherwise",
        blocks="otherwise",
    ),
    Own(
        "for each",
        "once for every one of several things, in order; or a number of times",
        "for each",
        "^for each",
        lines="for",
    ),
    Own(
        "if (a line of its own)",
        "these lines are done only if the condition holds; if not, those under `otherwise`",
        "if otherwise",
        "^if ",
    ),
    Own(
        "repeat until, repeat … times",
        "these lines are done again and again until the condition holds, or so many times",
        "repeat until times",
        "^repeat ",
        lines="repeat",
    ),
    Own(
        "until …, RULE",
        "a rule that holds from now until a phase ends, a later one begins or ends, or a card leaves its place",
        "until",
        "until the end of the .*, .* is",
        lines="until",
    ),
    Own("nothing", "changes nothing, on purpose", "", r"(otherwise|do) +nothing"),
)

DEEDS = (Own("a deed … as", "a describing word holds while this deed is done", "as", r"^[a-z]+ found as "),)

PHRASES = (
    Own(
        "you, your", "the player who acts for this card; always the same player within a card", "you your", r"\byour\b"
    ),
    Own(
        "they, them, their",
        "the player named just before, or the one named after `by`",
        "they them their",
        r"\b(them|their)\b",
    ),
    Own("it, its", "the thing that the event or the rule is about", "it its", r"\bits?\b"),
    Own("this", "the card itself; before the name of a phase, the one that is running", "", r"\bthis\b"),
    Own(
        "a, an, the, any, all",
        "one; the one that was named; every single one; all together",
        "a an the any all",
        " any ",
    ),
    Own(
        "another, other",
        "neither you nor this card",
        "another other",
        "another ",
        opposites=("another a",),
        change="target",
    ),
    Own("each", "every one by itself; `each of you and foe`: those that are named, in this order", "each", "for each "),
    Own("one of", "one of several things that were given a name together", "one of", "one of "),
    Own(
        "up to",
        "any number from zero up to this; at random, as with a die, from one",
        "up to",
        r": (up to|a number up to)",
    ),
    Own("an order of", "all of them, in the order in which they are picked", "", "an order of"),
    Own("any number of", "none, some or all", "", "any number of"),
    Own("number of", "how many there are", "", "number of ", heads="number"),
    Own(
        "total, highest, lowest",
        "add up one number of each of several things, or take the highest or lowest",
        "",
        "(highest|total|lowest) ",
        heads="total highest lowest",
        opposites=("highest lowest", "lowest highest"),
    ),
    Own(
        "half of … rounded up/down",
        "half of a number; the rounding must always be given",
        "half of rounded up down",
        "half of .* rounded",
        opposites=("up down", "down up"),
    ),
    Own(
        "plus, minus",
        "sums, from left to right",
        "plus minus",
        " (plus|minus) ",
        opposites=("plus minus", "minus plus"),
    ),
    Own("times", "one number multiplied by another", "times", r"[a-z0-9] times [a-z(]", joins="times"),
    Own(
        "… divided by … rounded up/down",
        "one number divided by another; the rounding must always be given",
        "divided by rounded up down",
        "[a-z)] divided by .* rounded",
    ),
    Own(
        "remainder of … divided by",
        "what remains of one number after division by another",
        "remainder divided by",
        "remainder of .* divided by",
        joins="divided",
    ),
    Own("more, less (of a value)", "changes the base by this much", "more less", r"is .* (more|less)\b"),
    Own(
        "less than, more than",
        "a number that is lower or higher by this much; in a condition, a comparison",
        "less more than",
        "(less|more) than ",
        opposites=("less more", "more less"),
    ),
    Own(
        "at least, at most",
        "this or more; this or less",
        "at least most",
        "at (least|most) ",
        opposites=("least most", "most least"),
    ),
    Own(
        "never below, never above",
        "raises a number that is lower to this; lowers one that is higher to this",
        "never below above",
        "never (below|above) ",
    ),
    Own("the top … cards of", "the first cards of a place, in order", "", r"the top .*cards? of", heads="top"),
    Own("random", "chance picks it", "", r"\brandom\b", named="random"),
    Own("the rest of", "the things that were not chosen", "", "the rest of ", heads="rest"),
    Own(
        "in order of",
        "the lowest first, looked at anew before each next one; ties go round the table from the player who acts, or "
        "follow the order of the place",
        "in of",
        "in order of",
        heads="order",
    ),
    Own("owner", "the player whose place a card lies in", "owner", r"\bowner\b", heads="owner"),
    Own(
        "neighbour, left neighbour, right neighbour",
        "the player who sits next to another; left is clockwise",
        "",
        "neighbour",
        heads="left right neighbour neighbours",
        opposites=("left right", "right left"),
    ),
    Own(
        "the next player left of",
        "the first that a filter behind it leaves, going round the table from a player, who is never meant; nobody, if "
        "there is none",
        "",
        "next player (left|right) of",
        heads="next",
    ),
    Own(
        "the player … places left of",
        "so many seats on, round the table; `right of` goes the other way",
        "",
        "player .* places? (left|right) of",
        there="place places",
    ),
    Own(
        "partner, opponent",
        "a player of the same team, or of another; where nobody is named, yours: `an opponent`. `your partner` is the "
        "next one clockwise, if there are several",
        "",
        r"\b(partner|opponent)s?\b",
        heads="partner partners opponent opponents",
    ),
    Own("seat", "the number of a player's place at the table", "", r"\bseat of", heads="seat"),
    Own(
        "name of, names of",
        "what a card is called, to be compared and counted; of several cards, the different names",
        "",
        r"\bnames? of",
        heads="name names",
    ),
    Own(
        "the active player, the active …",
        "the player or card that the running phase is about",
        "",
        "the active ",
        heads="active",
    ),
    Own(
        "ability",
        "a clause that a player may use when asked; `an unused ability` is one that must still be used, `an optional "
        "ability` one that nobody has to use",
        "",
        r"\bability\b",
        nouns="ability abilities",
        heads="unused optional",
    ),
    Own("the bank", "amounts come from it and go to it; it never runs out", "", "the bank", heads="bank"),
    Own(
        "player, card, zone",
        "a player; a card of whatever kind; a place for cards",
        "",
        "each player",
        nouns="player players card cards zone",
    ),
    Own("odd, even", "describes a number", "", r"is (not )?(odd|even)\b", named="odd even"),
    Own("nobody, nothing", "no player; no card", "nobody nothing", r"\b(nobody|nothing)\b"),
    Own(
        "of, in, for",
        "make a name longer; every other such word belongs to a deed",
        "of in for",
        " in .* of ",
        joins="of in for",
    ),
    Own(
        "to, from, at, with, by, on, under",
        "belong to the deed written before them",
        "to from at with by on under",
        r"\bfrom\b",
    ),
    Own("(…)", "a value that is used as a count", "", r"\([a-z]"),
)

FILTERS = (
    Own(
        "that is",
        "only those of which this is true; after `not`, `nor` joins several words",
        "that is not nor",
        "that (is|are) ",
        joins="that is are not nor",
    ),
    Own(
        "or (after `is`)",
        "one of several; after `not` it is `nor`",
        "or",
        r"(is|are) [^,]* or [a-z0-9 ]+$",
    ),
    Own("that was", "only those to which this has happened", "that was were", "that was ", joins="was were"),
    Own(
        "that has",
        "only those with this; `has at least 2 cards`, `has more than 3 cards`: so many",
        "that has have no",
        "that has ",
    ),
    Own(
        "whose … is",
        "only those whose property is this; `whose cost is highest`, `lowest`: those of them that have most, or least",
        "whose",
        "whose .* (is|are) ",
        joins="whose",
    ),
    Own("that … may", "only those to which this may be done", "that may", "that (this|you|they) may"),
    Own("except", "all but this one", "", " except ", joins="except"),
)

FACTS = (
    Own(
        "is, is not",
        "two things are the same, a number compares, or a describing word is true",
        "is are not",
        "^if .* is ",
    ),
    Own("was … this", "this has happened in the running phase", "was were", " (was|were) .* this "),
    Own(
        "have … nothing this",
        "nothing of this kind has happened in the running phase",
        "has have",
        "have .* nothing this",
    ),
    Own(
        "the … for … this",
        "how much was spent on a deed in this phase",
        "the for this",
        r" the \w+ (you )?\w+ (for|to) .* this ",
    ),
    Own("there is", "at least one exists; with `no`, none does", "there no", "there (is|are) "),
    Own("counts as", "counts as another word of a list as well as its own", "count counts as", " counts as "),
    Own(
        "and, or (between conditions)",
        "all of them hold; at least one holds; `either … or …` sets one pair apart",
        "and or",
        "if .* (and|or) .* is",
        joins="and",
    ),
)

DECLARATIONS = (
    Own(
        "game",
        "the game's name, how many can play, whose clauses come first, which casts are refused",
        "game players order to",
        "^game ",
        lines="players order",
    ),
    Own(
        "order decided by",
        "who decides which card comes first when several must answer one event: `the active player`, or `their owners`",
        "order decided by",
        "^order decided by ",
    ),
    Own(
        "kind",
        "a kind of card, with its printed fields and when its cards work; or a list of words",
        "kind has works while until",
        "^kind ",
        lines="has works you",
    ),
    Own(
        "zone",
        "a place for cards: whose it is, which kind lies there, who sees them",
        "zone holds seen by everyone nobody its owner",
        "^zone ",
    ),
    Own(
        "seen by everyone but its owner",
        "the cards have their backs to their owner, who knows each by its place alone (`second card`)",
        "seen",
    ),
    Own(
        "marker",
        "something that lies on players or cards: how long, and who sees it",
        "marker on single counted face up until",
        "^marker ",
    ),
    Own(
        "kept",
        "a value that is set and remembered: one of the game, or one for each player or card",
        "kept of",
        "^kept ",
    ),
    Own("quality", "a describing word that follows from the position, or that cards give", "", "^quality "),
    Own(
        "face-down",
        "describes a card that lies face down: it says nothing, and has no name and nothing printed",
        "",
        "(?<![\\w-])face-down",
        named="face-down",
    ),
    Own(
        "quality blank",
        "a blank card says nothing: none of its clauses count",
        "quality",
        "^quality blank",
        there="blank",
    ),
    Own("value", "a number or a thing with a base, which cards can change", "value only or", "^value "),
    Own(
        "value payoff",
        "what a game that is over was worth to a player: a number, which may lie below zero",
        "value",
        "^value payoff",
        there="payoff",
    ),
    Own(
        "value team",
        "in which team a player is: players of whom it is the same are partners, and win together",
        "value",
        "^(value|kept) team",
        there="team",
    ),
    Own("verb", "a deed: what refuses it, and its steps", "", "^verb "),
    Own("phase", "a part of the game, made of steps", "", "^phase "),
    Own("phase game", "the whole game: play begins with it", "phase", "^phase game", there="game"),
    Own("step", "a part of a verb or phase; with a word in brackets, cards can answer it", "", "^step ", lines="step"),
    Own(
        "left out",
        "the card is left out of the game because of the other cards, or of the number of players",
        "left out",
        "^left out ",
        lines="left",
    ),
    Own("table", "many cards without clauses, one per row", "", "^table "),
    Own(
        "copies",
        "how many of a card the box holds, among what is printed on it; each copy has the card's clauses",
        "",
        r"\bcopies [0-9]",
        there="copies",
    ),
    Own(
        "position",
        "where a posed situation begins",
        "position begins dealt passed",
        "^begins at",
        lines="begins passed",
    ),
    Own("source", "where the published rule can be found", "", "^source "),
    Own(
        "name",
        "what a card is called as well, or in another language; what a word of a list above it is called as "
        "well: by all, or, with `also`, only in texts",
        "name also",
        "^name ",
        lines="name",
    ),
    Own(
        "example, ruling",
        "a position, what is done, and what must hold afterwards",
        "example ruling given expect offered because confidence",
        "^example ",
        lines="given expect offered not confidence",
    ),
)

AMENDMENTS = (
    Own(
        "house rule",
        "a text that amends the others: its name, and the sentence that a table would say",
        "house rule",
        "^house rule ",
    ),
    Own(
        "edition",
        "amendments that belong together, with the house rules it takes in",
        "edition takes in",
        "^edition ",
        lines="takes",
    ),
    Own("leaves out", "the cards that a house rule or an edition does without", "leaves out", "", lines="leaves"),
    Own("in CARD, …", "what is amended: a card, or what the game file declares", "in", "^in [A-Z]", lines="in"),
    Own("…", "words, or lines, that the quotation does not show", "", "…"),
    Own(
        "add",
        "narrows the quoted line (`only if`, `that …`), excepts (`unless`), widens (`or if`); or adds lines, a cost",
        "add only if unless or",
        "^add:",
        lines="add",
    ),
    Own(
        "instead of, read",
        "other words, or other lines, in place of those",
        "instead of read",
        "^instead of:",
        lines="read",
    ),
    Own("leave out", "words, or lines, that fall away", "", "^leave out:", lines="leave"),
    Own(
        "first, then",
        "deeds before the quoted one, or after it; a step beside a quoted step; or the `cost` of a sentence",
        "first then",
        "^(first|then):",
        lines="first then",
    ),
    Own("comes before", "another place for a step", "comes before", "^comes before:", lines="comes"),
    Own(
        "setting",
        "a form of the house rule that may be chosen; a number stands for the word `setting` in new words",
        "setting to",
        "^setting ",
        lines="setting",
    ),
    Own("house: …", "the house rules under which a ruling is played", "house", "^house: "),
)

SECTIONS = {
    "window": WINDOWS,
    "may and must": FORCE,
    "slot": SLOTS,
    "own deed": DEEDS,
    "phrase": PHRASES,
    "filter": FILTERS,
    "condition": FACTS,
    "declaration": DECLARATIONS,
    "amendment": AMENDMENTS,
}
EVERY = tuple(entry for section in SECTIONS.values() for entry in section)
"""All of it, but for the deeds of the language, which have files of their own."""


def _words(of: Callable[[Own], str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for entry in EVERY for word in of(entry).split()))


NOUNS = _words(lambda entry: entry.nouns)
"""The nouns of the language itself, the plural behind the singular."""
HEADS = _words(lambda entry: entry.heads)
"""Words with a meaning of their own, before or without an ordinary noun."""
OWN = frozenset((*NOUNS, *HEADS, *_words(lambda entry: entry.named)))
"""Words that the grammar does not know, and that no local name can be."""
THERE = frozenset(_words(lambda entry: entry.there))
"""Words that are the language's own in one phrase, and may be words of a game elsewhere."""
LINES = _words(lambda entry: entry.lines)
"""A line that begins with one of these only means something inside a declaration."""
JOINS = frozenset(_words(lambda entry: entry.joins))
"""Words that hold a sentence together."""
BLOCKS = _words(lambda entry: entry.blocks)
"""Words below which a block of deeds stands."""
SLOT_WORDS = _words(lambda entry: entry.lines if entry.slot else "")
"""The words that begin the slots of a clause."""
OPPOSITES = {old: (new, entry.change) for entry in EVERY for old, new in map(str.split, entry.opposites)}
"""What a mutant puts in place of a word, and what that changes."""

# Where each kind of word is declared: what is declared, in which file, and how.
WHERE = (
    ("kind, zone, marker, value, quality, verb, phase", "the game file", "for all cards"),
    ("marker, zone, value", "a card", "inside the card, for what only it needs; other cards may use the word too"),
    ("quality", "the game file", "cards give it with `is`"),
    (
        "the printed fields and their words",
        "the game file",
        "`kind` lists them; a card fills them in on its second line",
    ),
    ("cards with clauses", "a `.card` file each", "its name is the card's, in lower case with hyphens"),
    ("cards without clauses", "a `.table` file", "one row for each, with the number of copies"),
    ("a local name", "a clause", "`choose`, `let`, a name before a colon: a new word, used in that clause only"),
    ("examples", "a card or the game file", "`example`"),
    ("rulings", "a `.ruling` file", "`ruling`, with an id"),
)
