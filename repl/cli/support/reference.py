"""The language's own words, each with a sentence: what `moot glossary` says of them and the tables of the reference.

Lines that use them are found in the cards. A test holds this list against the grammar and against the deeds that the
elaborator knows: a word that is missing here, or that the language does not have, is an error."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Own:
    """One word or phrase. `words`: those of the grammar that it accounts for (left out: its own). `pattern`: what to
    look for in the cards (left out: the phrase itself)."""

    phrase: str
    meaning: str
    words: str = ""
    pattern: str = ""

    @property
    def accounts(self) -> frozenset[str]:
        """The grammar's words it accounts for."""
        return frozenset((self.words or self.phrase.replace("…", " ")).split())

    @property
    def search(self) -> str:
        """A regular expression for a line that uses it."""
        return self.pattern or rf"(?<![\w-]){self.phrase}(?![\w-])"


WINDOWS = (
    Own("when … is", "after it has happened", "when is are", r"^when .* (is|are) \w+.*(may|must)$"),
    Own("when … would be", "before it happens; with `instead`, in its place", "would be", r"^when .* would be "),
    Own("before … is", "just before it happens, when nothing stops it any more", "before", r"^before .* is "),
    Own("at the start of, at the end of", "when a phase begins, or ends", "at", r"^at the (start|end) of"),
    Own("as soon as", "the moment a condition becomes true, whoever made it so", "as soon", r"^as soon as"),
    Own("during", "while a phase is under way", "", r"^during "),
    Own(
        "once in", "so often and no more; with no event before it, whenever its player is asked", "once in", "^once in"
    ),
    Own("always", "simply holds, while the card works", "", "^always "),
    Own(
        "even from, only from",
        "works from another place too, or from there alone",
        "even only from",
        "^(even|only) from",
    ),
    Own("even if, only if", "works in another state too, or in it alone", "", r"(^|, )(even|only) if \w+( or \w+)*,"),
    Own("if, unless", "only when this holds, or when it does not", "if unless", r", if .*(may|must)$| unless "),
)

FORCE = (
    Own("may", "its doer is asked, and can decline", "", " may$"),
    Own("must", "it happens; where there is a choice in it, the choice must be made", "", " must$"),
    Own("cannot", "forbidden, whatever allows it elsewhere", "", " cannot "),
    Own("may … even if", "one refusal, named by its words, does not count", "may even if", ' may .* even if "'),
)

SLOTS = (
    Own("refused", "not possible if (or unless) this holds; the text is what a player is told", "", "^refused "),
    Own("let … be", "a name for what something is now", "let be", r"^let +[\w-]+ be "),
    Own("choose", "the doer picks one, or a number of them, and gives it a name", "", r"^choose +[\w-]+:"),
    Own("secretly", "the others do not learn what was picked, nor what is done with it", "", r", secretly"),
    Own("cost", "done first, and only if all of it can be done", "", "^cost +[a-z]"),
    Own("do", "what the clause does, in order", "", "^do +[a-z]"),
    Own("instead", "done in place of what would happen", "", "^instead"),
    Own("either … or", "the doer takes one of those that are possible", "either or", "^either"),
    Own("otherwise", "what is done if nothing else is possible", "", "^otherwise"),
    Own("for each", "for every one of several things, in order; or so many times", "for each", "^for each"),
    Own("if (a line of its own)", "these lines only if it holds; `otherwise` the others", "if otherwise", "^if "),
    Own("repeat until", "again and again until it holds", "repeat until", "^repeat until"),
    Own(
        "until …, RULE",
        "a rule that begins to hold now, and ends with a phase",
        "until",
        "until the end of the .*, .* is",
    ),
    Own("nothing", "no change, knowingly", "", r"(otherwise|do) +nothing"),
)

DEEDS = (
    Own("move … to", "cards to a place; an amount or a single marker to a bearer", "", r"^(do +)?move .* to "),
    Own("move … under", "cards beneath those of a place", "under", r"^(do +)?move .* under "),
    Own("move … on top of", "cards to the top of a place", "on", r"move .* on top of "),
    Own("move up to", "as much of an amount as there is, and no more than this", "", "move up to "),
    Own("recover", "what was paid comes back to the doer, and counts as paid no longer", "", r"^(do +)?recover "),
    Own("put … on", "an amount of a counter, out of nothing", "", r"^(do +)?put .* on "),
    Own(
        "mark … as",
        "a marker on a thing, or on each of several; it belongs to whoever puts it",
        "as",
        r"^(do +)?mark .* as ",
    ),
    Own("unmark … as", "takes a marker off", "", "^unmark "),
    Own("shuffle", "nobody knows the order of a place any more", "", "shuffle the"),
    Own("show", "everybody sees cards, or one player (`show … to`)", "", "^show "),
    Own("look at", "the doer sees cards", "", "look at "),
    Own("reveal whether", "everybody learns whether something is so", "whether", "reveal whether "),
    Own(
        "swap … with",
        "two cards, two places or the seats of two players change, at one moment",
        "with",
        "swap .* with ",
    ),
    Own("run", "a phase takes its course", "", "^run the "),
    Own("leave", "the phase is over at once: none of its other steps, and no end", "", "^leave the "),
    Own("use", "begin an ability that was chosen", "", r"^(do +)?use \w"),
    Own("win by … with", "the game ends: the highest value wins, another decides between equals", "", "^win by "),
    Own("a deed … as", "a describing word holds for the length of this deed", "as", r"^[a-z]+ found as "),
)

PHRASES = (
    Own("you, your", "who acts for this card; never changes within a card", "you your", r"\byour\b"),
    Own(
        "they, them, their",
        "the doer named just before, or the one named after `by`",
        "they them their",
        r"\b(them|their)\b",
    ),
    Own("it, its", "what the event or the rule speaks of", "it its", r"\bits?\b"),
    Own("this", "the card itself; before a phase, the one under way", "", r"\bthis\b"),
    Own("a, an, the, any, all", "one; that one; every single one; all together", "a an the any all", " any "),
    Own("another, other", "not you, and not this card", "another other", "another "),
    Own("each", "every one by itself", "each", "for each "),
    Own("one of", "one of several that have a name", "one of", "one of "),
    Own("up to", "any number from none to this", "up to", r": (up to|a number up to)"),
    Own("an order of", "all of them, in the order in which they are picked", "", "an order of"),
    Own("any number of", "none, some or all", "", "any number of"),
    Own("number of", "how many there are", "", "number of "),
    Own("total, highest, lowest", "of one number for each of several things", "", "(highest|total|lowest) "),
    Own("half of … rounded up/down", "always with which way", "half of rounded up down", "half of .* rounded"),
    Own("plus, minus", "sums, from left to right", "plus minus", " (plus|minus) "),
    Own("more, less (of a value)", "changes the base by this much", "more less", r"is .* (more|less)\b"),
    Own(
        "less than, more than",
        "a number below or above another; in a question, a comparison",
        "less more than",
        "(less|more) than ",
    ),
    Own("at least, at most", "this or more; this or less", "at least most", "at (least|most) "),
    Own("never below, never above", "at the least this; at the most this", "never below above", "never (below|above) "),
    Own("the top … cards of", "from the top of a place, in order", "", r"the top .*cards? of"),
    Own("random", "chance picks", "", r"\brandom\b"),
    Own("the rest of", "those that were not chosen", "", "the rest of "),
    Own(
        "in order of",
        "lowest first; equals in the order of seats from who acts, or of the place",
        "in of",
        "in order of",
    ),
    Own("owner", "whose place a card lies in", "owner", r"\bowner\b"),
    Own("neighbour, left neighbour, right neighbour", "who sits next to a player; left is clockwise", "", "neighbour"),
    Own("seat", "the number of a player's place at the table", "", r"\bseat of"),
    Own("the active player, the active …", "whom the phase under way is about", "", "the active "),
    Own(
        "ability",
        "a clause its player may use when asked; `an unused ability` is one that must still be used",
        "",
        r"\bability\b",
    ),
    Own("the bank", "where amounts come from and go to; it never ends", "", "the bank"),
    Own("nobody, nothing", "no player; no card", "nobody nothing", r"\b(nobody|nothing)\b"),
    Own("of, in, for", "build names; every other such word belongs to a deed", "of in for", " in .* of "),
    Own(
        "to, from, at, with, by, on, under",
        "belong to the deed before them",
        "to from at with by on under",
        r"\bfrom\b",
    ),
    Own("(…)", "a value used as a count", "", r"\([a-z]"),
)

FILTERS = (
    Own(
        "that is",
        "only those of which it is true; `nor` lists several after `not`",
        "that is not nor",
        "that (is|are) ",
    ),
    Own("that was", "only those to which it has happened", "that was were", "that was "),
    Own("that has", "only those with this", "that has have no", "that has "),
    Own("whose … is", "only those with such a property", "whose", "whose .* (is|are) "),
    Own("that … may", "only those with which this is possible", "that may", "that (this|you|they) may"),
    Own("except", "but not this one", "", " except "),
)

FACTS = (
    Own("is, is not", "two things are the same; a number; a describing word", "is are not", "^if .* is "),
    Own("was … this", "it has happened in this phase", "was were", " (was|were) .* this "),
    Own("have … nothing this", "it has not happened in this phase", "has have", "have .* nothing this"),
    Own(
        "the … for … this",
        "how much of a counter went away in a deed, asked afterwards",
        "the for this",
        r" the \w+ (you )?\w+ (for|to) .* this ",
    ),
    Own("there is", "at least one; `no` for none", "there no", "there (is|are) "),
    Own("counts as", "is taken for another word of a list besides its own", "count counts as", " counts as "),
    Own(
        "and, or (between conditions)",
        "all of them; at least one; `either … or …` is one among others",
        "and or",
        "if .* (and|or) .* is",
    ),
    Own("option … is", "a house rule has this setting", "option", "option .* is "),
)

DECLARATIONS = (
    Own(
        "game",
        "the name, how many play, whose clauses come first, which casts are refused",
        "game players order to",
        "^game ",
    ),
    Own(
        "kind",
        "a kind of card with its printed fields and when it works; or a list of words",
        "kind has works while until",
        "^kind ",
    ),
    Own(
        "zone",
        "a place for cards: whose, of what kind, who sees them",
        "zone holds seen by everyone nobody its owner",
        "^zone ",
    ),
    Own(
        "marker",
        "what lies on players and cards, how long, seen by whom",
        "marker on single counted face up until",
        "^marker ",
    ),
    Own("quality", "a describing word that follows from the position, or that cards say", "", "^quality "),
    Own("value", "a number or thing with a base, which cards change", "value only or", "^value "),
    Own("verb", "a deed, what refuses it, and its steps", "", "^verb "),
    Own("phase", "a stretch of the game with steps", "", "^phase "),
    Own("step", "a part of a verb or phase; with a word in brackets, it can be answered", "", "^step "),
    Own("option", "a house rule and its settings; the first is the default", "", "^option "),
    Own("table", "many cards that say nothing, one a row", "", "^table "),
    Own("position", "where a posed situation begins", "position begins dealt passed", "^begins at"),
    Own("source", "where the published rule stands", "", "^source "),
    Own("name", "a card's title in another language", "", "^name "),
    Own(
        "example, ruling",
        "a position, what is done, what must then be so",
        "example ruling given expect offered because confidence",
        "^example ",
    ),
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
}

# Which kinds of word are declared where: declaration, the game file, a card of its own, a table.
WHERE = (
    ("kind, zone, marker, value, quality, verb, phase, option", "the game file", "for all cards"),
    ("marker, zone, value", "a card", "inside the card, for what only it brings; other cards may use the word too"),
    ("quality", "the game file", "said by cards with `is`"),
    ("the printed fields and their words", "the game file", "`kind`; filled in on the card's second line"),
    ("cards with clauses", "a `.card` file each", "named after the card, lower case with hyphens"),
    ("cards without clauses", "a `.table` file", "one row each, with how many copies"),
    ("a local name", "a clause", "`choose`, `let`, a name before a colon: a new word, used in that clause only"),
    ("examples", "a card or the game file", "`example`"),
    ("rulings", "a `.ruling` file", "`ruling`, with an id"),
)
