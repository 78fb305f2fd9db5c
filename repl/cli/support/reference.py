"""Lists the language's own words, each with a sentence that says what it means.

`moot glossary` and the tables of `docs/language.md` print these sentences, each with a line of a card that uses the
word. A test compares this list with the grammar and with the deeds that the elaborator knows: it fails if a word is
missing here, or if the language does not have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Own:
    """One word or phrase of the language, with its meaning.

    `words` are the words of the grammar that this entry explains; if it is empty, those of `phrase`. `pattern` is a
    regular expression that finds a line of a card that uses the phrase; if it is empty, the phrase itself is looked
    for."""

    phrase: str
    meaning: str
    words: str = ""
    pattern: str = ""

    @property
    def accounts(self) -> frozenset[str]:
        """The words of the grammar that this entry explains."""
        return frozenset((self.words or self.phrase.replace("…", " ")).split())

    @property
    def search(self) -> str:
        """The regular expression that finds a line of a card with this phrase."""
        return self.pattern or rf"(?<![\w-]){self.phrase}(?![\w-])"


WINDOWS = (
    Own("when … is", "after something has happened", "when is are", r"^when .* (is|are) \w+.*(may|must)$"),
    Own(
        "when … would be", "before something happens; with `instead`, in place of it", "would be", r"^when .* would be "
    ),
    Own("before … is", "just before something happens, when nothing can stop it any more", "before", r"^before .* is "),
    Own("at the start of, at the end of", "when a phase begins or ends", "at", r"^at the (start|end) of"),
    Own("as soon as", "at the moment a condition becomes true, whoever made it true", "as soon", r"^as soon as"),
    Own("during", "while a phase is running", "", r"^during "),
    Own(
        "once in",
        "at most once per phase; if no event is named, the player may use it whenever asked",
        "once in",
        "^once in",
    ),
    Own("always", "holds as long as the card works", "", "^always "),
    Own(
        "even from, only from",
        "the card also works from another place, or only from that place",
        "even only from",
        "^(even|only) from",
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
    ),
)

FORCE = (
    Own("may", "the player is asked, and can decline", "", " may$"),
    Own("must", "it happens; where it leaves a choice, the player must choose", "", " must$"),
    Own("cannot", "forbidden, even if something else allows it", "", " cannot "),
    Own("may … even if", "sets one refusal aside, named by its words", "may even if", ' may .* even if "'),
)

SLOTS = (
    Own(
        "refused",
        "not possible if (or unless) the condition holds; the player reads the text as the reason",
        "",
        "^refused ",
    ),
    Own("let … be", "gives a name to what something is now", "let be", r"^let +[\w-]+ be "),
    Own("choose", "the player picks one thing, or several, and the pick gets a name", "", r"^choose +[\w-]+:"),
    Own("secretly", "the others learn neither what was picked nor what is done with it", "", r", secretly"),
    Own("cost", "done first, and only if all of it can be done", "", "^cost +[a-z]"),
    Own("do", "what the clause does, in order", "", "^do +[a-z]"),
    Own("instead", "done in place of the event", "", "^instead"),
    Own("either … or", "the player takes one of the branches that are possible", "either or", "^either"),
    Own("otherwise", "done if nothing else is possible", "", "^otherwise"),
    Own("for each", "once for every one of several things, in order; or a number of times", "for each", "^for each"),
    Own(
        "if (a line of its own)",
        "these lines are done only if the condition holds; if not, those under `otherwise`",
        "if otherwise",
        "^if ",
    ),
    Own(
        "repeat until",
        "these lines are done again and again until the condition holds",
        "repeat until",
        "^repeat until",
    ),
    Own(
        "until …, RULE",
        "a rule that holds from now until a phase ends",
        "until",
        "until the end of the .*, .* is",
    ),
    Own("nothing", "changes nothing, on purpose", "", r"(otherwise|do) +nothing"),
)

DEEDS = (
    Own(
        "move … to",
        "moves cards to a place, or an amount or a single marker to a player or card",
        "",
        r"^(do +)?move .* to ",
    ),
    Own("move … under", "moves cards beneath those of a place", "under", r"^(do +)?move .* under "),
    Own("move … on top of", "moves cards to the top of a place", "on", r"move .* on top of "),
    Own("move up to", "moves what there is, but no more than this amount", "", "move up to "),
    Own("recover", "gives a payment back to the player, and it no longer counts as paid", "", r"^(do +)?recover "),
    Own("put … on", "adds to a counter, out of nothing", "", r"^(do +)?put .* on "),
    Own(
        "mark … as",
        "puts a marker on a thing, or on each of several; it belongs to whoever puts it there",
        "as",
        r"^(do +)?mark .* as ",
    ),
    Own("unmark … as", "takes a marker off", "", "^unmark "),
    Own("shuffle", "mixes a place; nobody knows its order any more", "", "shuffle the"),
    Own("show", "shows cards to everybody, or to one player (`show … to`)", "", "^show "),
    Own("look at", "the player sees cards", "", "look at "),
    Own("reveal whether", "tells everybody whether something is so", "whether", "reveal whether "),
    Own(
        "swap … with",
        "exchanges two cards, two places or the seats of two players, at one moment",
        "with",
        "swap .* with ",
    ),
    Own("run", "runs a phase from its start to its end", "", "^run the "),
    Own("leave", "ends a phase at once: no other step of it runs, and neither does its end", "", "^leave the "),
    Own("use", "begins an ability that was chosen", "", r"^(do +)?use \w"),
    Own(
        "win by … with",
        "ends the game: the player with the highest value wins; another value breaks a tie",
        "",
        "^win by ",
    ),
    Own("a deed … as", "a describing word holds while this deed is done", "as", r"^[a-z]+ found as "),
)

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
    Own("another, other", "neither you nor this card", "another other", "another "),
    Own("each", "every one by itself", "each", "for each "),
    Own("one of", "one of several things that were given a name together", "one of", "one of "),
    Own("up to", "any number from zero up to this", "up to", r": (up to|a number up to)"),
    Own("an order of", "all of them, in the order in which they are picked", "", "an order of"),
    Own("any number of", "none, some or all", "", "any number of"),
    Own("number of", "how many there are", "", "number of "),
    Own(
        "total, highest, lowest",
        "add up one number of each of several things, or take the highest or lowest",
        "",
        "(highest|total|lowest) ",
    ),
    Own(
        "half of … rounded up/down",
        "half of a number; the rounding must always be given",
        "half of rounded up down",
        "half of .* rounded",
    ),
    Own("plus, minus", "sums, from left to right", "plus minus", " (plus|minus) "),
    Own("more, less (of a value)", "changes the base by this much", "more less", r"is .* (more|less)\b"),
    Own(
        "less than, more than",
        "a number that is lower or higher by this much; in a condition, a comparison",
        "less more than",
        "(less|more) than ",
    ),
    Own("at least, at most", "this or more; this or less", "at least most", "at (least|most) "),
    Own(
        "never below, never above",
        "raises a number that is lower to this; lowers one that is higher to this",
        "never below above",
        "never (below|above) ",
    ),
    Own("the top … cards of", "the first cards of a place, in order", "", r"the top .*cards? of"),
    Own("random", "chance picks it", "", r"\brandom\b"),
    Own("the rest of", "the things that were not chosen", "", "the rest of "),
    Own(
        "in order of",
        "the lowest first; ties go round the table from the player who acts, or follow the order of the place",
        "in of",
        "in order of",
    ),
    Own("owner", "the player whose place a card lies in", "owner", r"\bowner\b"),
    Own(
        "neighbour, left neighbour, right neighbour",
        "the player who sits next to another; left is clockwise",
        "",
        "neighbour",
    ),
    Own("seat", "the number of a player's place at the table", "", r"\bseat of"),
    Own("the active player, the active …", "the player or card that the running phase is about", "", "the active "),
    Own(
        "ability",
        "a clause that a player may use when asked; `an unused ability` is one that must still be used",
        "",
        r"\bability\b",
    ),
    Own("the bank", "amounts come from it and go to it; it never runs out", "", "the bank"),
    Own("nobody, nothing", "no player; no card", "nobody nothing", r"\b(nobody|nothing)\b"),
    Own("of, in, for", "make a name longer; every other such word belongs to a deed", "of in for", " in .* of "),
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
    ),
    Own("that was", "only those to which this has happened", "that was were", "that was "),
    Own("that has", "only those with this", "that has have no", "that has "),
    Own("whose … is", "only those whose property is this", "whose", "whose .* (is|are) "),
    Own("that … may", "only those to which this may be done", "that may", "that (this|you|they) may"),
    Own("except", "all but this one", "", " except "),
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
    ),
    Own("option … is", "a house rule has this setting", "option", "option .* is "),
)

DECLARATIONS = (
    Own(
        "game",
        "the game's name, how many can play, whose clauses come first, which casts are refused",
        "game players order to",
        "^game ",
    ),
    Own(
        "kind",
        "a kind of card, with its printed fields and when its cards work; or a list of words",
        "kind has works while until",
        "^kind ",
    ),
    Own(
        "zone",
        "a place for cards: whose it is, which kind lies there, who sees them",
        "zone holds seen by everyone nobody its owner",
        "^zone ",
    ),
    Own(
        "marker",
        "something that lies on players or cards: how long, and who sees it",
        "marker on single counted face up until",
        "^marker ",
    ),
    Own("quality", "a describing word that follows from the position, or that cards give", "", "^quality "),
    Own("value", "a number or a thing with a base, which cards can change", "value only or", "^value "),
    Own("verb", "a deed: what refuses it, and its steps", "", "^verb "),
    Own("phase", "a part of the game, made of steps", "", "^phase "),
    Own("step", "a part of a verb or phase; with a word in brackets, cards can answer it", "", "^step "),
    Own("option", "a house rule and its settings; the first is the default", "", "^option "),
    Own("table", "many cards without clauses, one per row", "", "^table "),
    Own("position", "where a posed situation begins", "position begins dealt passed", "^begins at"),
    Own("source", "where the published rule can be found", "", "^source "),
    Own("name", "a card's title in another language", "", "^name "),
    Own(
        "example, ruling",
        "a position, what is done, and what must hold afterwards",
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

# Where each kind of word is declared: what is declared, in which file, and how.
WHERE = (
    ("kind, zone, marker, value, quality, verb, phase, option", "the game file", "for all cards"),
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
