"""Knows the forms that the right texts of the tables need: how many, who, which word of a game has a certain use.

What a game calls a thing is not known here. So a word is found by what it does: the verb that is told how many cards,
the value that says how many a player may build.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from .. import ir
from ..vocabulary import VerbHead, Vocabulary
from ..words import plural, singular, with_article
from .holding import rule_forms
from .words import Words, number

Form = Callable[[str], str]
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
FEWER = ("less", "fewer", "no more")
NONE = "\0"  # nothing is to be said, and that is right


def everyday(words: Words) -> dict[str, Form]:
    """Returns the forms, by their names."""
    vocabulary = words.vocabulary
    ours = _players(words) | _verbs(words, vocabulary) | _things(words, vocabulary)
    return _counting() | ours | rule_forms(words)


def some(words: str) -> str:
    """Returns how many, as before cards: `a` for `any` and 1, `2`, `up to 2`."""
    return "a" if words in ("a", "an", "any", "1") or words.startswith("one") else words


def _counting() -> dict[str, Form]:
    return {
        "some": some,
        "show_it": lambda verb: "show" if verb == "reveal" else verb,
        "another_of": lambda said: re.sub(r"^(any number)$", r"\1 of", some(re.sub(r"^another one$", "another", said))),
        "bound": lambda said: "most" if said in ("less", "lower") else "least",
        "measured": lambda said: "less" if said in ("lower", "smaller", "less") else "more",
        "some_of": lambda said: re.sub(r"^any number$", "any number of", re.sub(r" of(?: the)?$", "", said)),
        "no_of": lambda said: some(re.sub(r" of(?: the)?$", "", said)),
        "cards_of": _cards_of,
        "plural": plural,
        "summed": lambda word: "total" if word == "combined" else word,
        "exact": lambda word: NONE if word in ("exactly", "only", "just") else word,
        "farthest": lambda word: "lowest" if word in ("at least", "more than") else "highest",
        "ordinal": lambda word: str(ORDINALS.index(word)) if word in ORDINALS else "",
        "than": lambda word: "less" if word == "fewer" else word,
        "alln": lambda words: number(words) if words else "all",
        "itsof": lambda said: said.removeprefix("its "),
        "so_many": lambda words: "1 card" if number(words) == "1" else f"{number(words)} cards",
        "rounding": lambda word: word or "down",
        "turned": lambda word: "more" if word in ("less", "fewer") else "less",
        "against": lambda word: "lowest" if word in FEWER or word.startswith("at most") else "highest",
        "against_one": lambda word: "highest" if word in FEWER or word.startswith("at most") else "lowest",
        "compared": _compared,
        "amounted": _amounted,
        "nothing_more": lambda _: NONE,
        "if_none": lambda said: "" if said else NONE,
        "some_more": lambda said: NONE if said else "",
        "mine_only": lambda who: NONE if who == "you" else "",
        "phase": lambda said: said.removeprefix("this ") or "round",
        "no_or_a": lambda word: "no" if word == "no" else "a",
        "either": lambda said: said.replace(" and ", " or "),
        "cheaper": lambda word: "less" if word in ("cheaper", "less") else "more",
        "if_word": lambda word: "unless" if word == "unless" else "if",
        "this_turn": lambda said: said or "this turn",
        "as_toll": lambda said: re.sub(r"\b(?:dearer|more expensive)\b", "more", said).replace("cheaper", "less"),
        "gaining": lambda verb: "less" if verb.startswith("lose") else "more",
        "one_fewer": lambda words: str(int(number(words)) - 1) if number(words).isdigit() else "",
        "mine_tail": lambda said: NONE if said else "",
        "other_way": lambda word: "up" if word == "down" else "down",
        "last_number": lambda said: number(said.split(" ")[-1]),
        "when_word": lambda word: "before" if word == "before" else "when",
        "is_word": lambda word: word if word == "would be" else "is",
        "other_a": lambda word: "another" if word == "another" else "a",
        "plain_many": lambda words: re.sub(r"^one or more ", "", words),
    }


def _amounted(word: str) -> str:
    """Returns how many things make something so: `less` make it `smaller`, `the least` make it `smallest`."""
    few = "small" in word
    return ("the least" if few else "the most") if word.endswith("est") else "less" if few else "more"


def _compared(word: str) -> str:
    """Returns how two amounts are compared: `at least` for `no less` than and for `at least as many` as."""
    if word in ("more", "less"):
        return f"{word} than"
    return "at most" if word == "no more" or word.startswith("at most") else "at least"


def _cards_of(number: str) -> str:
    if some(number) == "a":
        return "a card"
    return "any number of cards" if number == "any number" else f"{number} cards"


def _several(who: str) -> str:
    """Returns the players of whom somebody is one: all others, unless it may be you as well."""
    return "players" if who in ("a player", "players", "each player") else "other players"


def _players(words: Words) -> dict[str, Form]:
    return {
        "several_of": lambda who: "neighbours of you" if "neighbour" in who else _several(who),
        "bare": lambda said: re.sub(r"^the (?!bank$)(?=own|player|[a-z]+$)", "", said),
        "no_the": lambda said: re.sub(r"^the (?=[A-Z])", "", said),
        "aone_player": lambda said: "another player" if said == "other players" else "a player",
        "doer": lambda who: "a neighbour of you" if who == "a neighbour" else words.player(who),
        "any_player": lambda said: "a neighbour of you" if said == "a neighbour" else re.sub(r"^the ", "a ", said),
        "one_of_each": lambda who: _one_of_each(re.sub(r"^(?:each|the) ", "", singular(who))),
        "random_player": lambda who: f"a random {_one_of_each(singular(re.sub('^an? |^an', '', who)))}",
        "actor_place": lambda _: words.held(words.actor("")),
        "them_all": lambda who: re.sub(r"^(?:each|the) ", "", singular(who)),
        "foreign_turn": lambda who: " if the active player is not you" if "other player" in who else NONE,
        "striker": lambda who: "" if "player" in who else re.sub(r"^the ", "", who),
    }


def _one_of_each(who: str) -> str:
    return {"neighbour": "neighbour of you", "opponent": "other player"}.get(who, who)


def _verbs(words: Words, vocabulary: Vocabulary) -> dict[str, Form]:
    heads = [head for many in vocabulary.by_word.values() for head in many]
    bought = next((verb for verb in vocabulary.by_word if words.limit(verb)), "")
    shed = next((head.word for head in heads if _sheds(head)), "")

    def named(verb: str) -> tuple[VerbHead, ...]:
        return tuple(vocabulary.by_word.get(words.base(verb), ()))

    told = {head.word: head.params[0].type.sort for head in reversed(heads) if head.params}
    return {
        "counts": lambda verb: verb if told.get(verb) == "number" else "",
        "never_counts": lambda verb: NONE if told.get(verb) == "number" else "",
        "free": lambda _: words.unpaid(bought),
        "handles": lambda verb: verb if told.get(verb) == "card" else "",
        "shed": lambda _: shed,
        "one_by_one": lambda verb: verb if told.get(verb) == "card" and verb not in (shed, bought) else "",
        "lying_in": lambda verb: words.held("") if verb in (shed, bought) else words.where(words.object(verb)),
        "objects": lambda verb: words.many(words.object(verb)),
        "marks": lambda verb: "" if verb in vocabulary.by_word else words.marked(verb),
        "marks_for_all": lambda verb: "" if verb in vocabulary.by_word else _marks_for_all(words, verb),
        "sheds": lambda verb: verb if verb == shed else "",
        "drawing": lambda _: next((h.word for h in heads if [p.type.sort for p in h.params] == ["number"]), ""),
        "buying": lambda _: bought,
        "not_brought": lambda done: "" if words.brings(words.undone(done)) else done,
        "come": lambda _: words.done(bought) if bought else "",
        "bought_limit": lambda _: words.limit(bought) if bought else "",
        "bringing": lambda verb: NONE if words.brings(words.base(verb)) else "",
        "unbought": lambda verb: "" if words.limit(verb) else NONE,
        "brought_where": lambda done: words.where(words.object(bought)) if done == words.done(bought) else "",
        "whatever": lambda verb: next((plural(" ".join(h.words)) for h in named(verb) if h.words), ""),
        "any_done": lambda verb: verb if verb in vocabulary.events else words.done(verb),
        "any_object": lambda verb: re.sub(r"^an? ", "any ", words.object(verb)),
        "getting_money": lambda _: words.getting(words.money("")),
        "paying_money": lambda _: words.paying(words.money("")),
        "money_paid": lambda _: words.done(words.paying(words.money(""))),
        "paying_done": lambda amount: words.done(words.paying(amount)),
        "taking_done": lambda amount: words.done(words.taking(words.money(""))),
        "doneto": lambda done: re.sub(r"^an? ", "", words.object(words.undone(done))),
        "bought_card": lambda _: re.sub(r"^an? ", "", words.object(bought)),
        "bought_cards": lambda _: words.many(words.object(bought)),
        "bought_place": lambda _: words.where(words.object(bought)),
        "taking_money": lambda _: words.taking(words.money("")),
    }


def _marks_for_all(words: Words, verb: str) -> str:
    """Returns the marker that a verb puts. What a card marks for itself, other cards mark in vain."""
    name = words.marked(verb)
    return name if name and words.vocabulary.markers[name].card is None else ""


def _sheds(head: VerbHead) -> bool:
    """Whether a verb is done to several cards at once."""
    return [(p.type.sort, p.type.many) for p in head.params] == [("card", True)]


def _as_counted(vocabulary: Vocabulary, said: str) -> str:
    """Returns how many cards are in a place, as a quality of such places counts them: `size of your city`."""
    place = re.search(r"(?<= in )[a-z]+ (?P<p>[\w ]+)$", said)
    conds = [q.cond for q in vocabulary.qualities.values() if place and q.param.type.name == place["p"]]
    asked = (cond.left.value for cond in conds if isinstance(cond, ir.Is) and isinstance(cond.left, ir.ValueOf))
    size = next(asked, "")
    return f"{size} of {place[0]}" if place and size else f"number of {said}"


def _things(words: Words, vocabulary: Vocabulary) -> dict[str, Form]:
    values = vocabulary.values.values()
    weights = (v.name for v in values if isinstance(v.base, ir.Num) and v.base.value == 1 and _asks(v, "card"))
    tolls = (v.name for v in values if v.only_more_or_less and _asks(v, "card", "card"))
    weight, extra = next(weights, ""), next(tolls, "")
    return {
        "sized": words.where,
        "all_laid": lambda said: f"{said} in any {words.seen(said)}" if words.seen(said) else said,
        "across": words.across,
        "common": words.common,
        "last_kind": lambda said: singular(said.split(" ")[-1]),
        "mark_only": lambda said: said if said in vocabulary.markers and said not in vocabulary.events else "",
        "weight": lambda _: weight,
        "as_counted": lambda said: _as_counted(vocabulary, said),
        "extra": lambda _: extra,
        "piled": lambda said: said if vocabulary.zones.get(said.removeprefix("the ")) else f"the {words.pile('')}",
        "zone_kind": lambda said: vocabulary.zones[singular(said)].holds or "card",
        "held_kind": lambda said: _held_kind(words, vocabulary, said),
        "paid_offer": lambda said: _offer(words) if said else NONE,
        "hue": lambda said: _hue(vocabulary) + said,
        "type_named": lambda said: next((with_article(e) for e in vocabulary.enums if _last(e) == _last(said)), ""),
        "a_type": lambda said: _sort(vocabulary, said),
        "word_of": lambda said: with_article(_sort(vocabulary, said)) if _sort(vocabulary, said) else "",
        "words_of": lambda said: plural(_sort(vocabulary, said)) if _sort(vocabulary, said) else "",
        "pieces": lambda said: said if said in words.amounts else words.many(said),
        "one_more": lambda said: "" if words.is_kind(said) else f"{said} ",
        "naming": lambda said: _naming(words, vocabulary, said),
        "comes_to": lambda said: _comes_to(words, said),
        "held_one": lambda said: with_article(_held_kind(words, vocabulary, said)),
        "placeless": lambda said: NONE if words.is_kind(said) and not words.seen(said) else "",
        "coined": lambda said: next((word for word in said.split(" ") if word in words.amounts), words.money("")),
        "be": lambda said: "are" if said.endswith("s") and said not in ("this", *words.amounts) else "is",
        "was": lambda said: "were" if said.endswith("s") and said not in words.amounts else "was",
    }


def _hue(vocabulary: Vocabulary) -> str:
    """Returns what is called a colour: a word of the game, or else the kind of things that have several."""
    names = {_last(name) for name in (*vocabulary.enums, *(f.name for f in vocabulary.fields_of(None)))}
    return next((name for name in ("colour", "color", "type", "suit") if name in names), "type")


def _sort(vocabulary: Vocabulary, said: str) -> str:
    """Returns the list of words that is meant by its last word: `district type` for `types`."""
    return next((e for e in vocabulary.enums if _last(e) == singular(_last(said))), "")


def _last(words: str) -> str:
    return words.split(" ")[-1]


def _offer(words: Words) -> str:
    """Returns the deed in which somebody pays what he has bid."""
    money = words.money("")
    return f"{words.paying(money)} (offer of somebody) {money}"


def _held_kind(words: Words, vocabulary: Vocabulary, cards: str) -> str:
    """Returns the kind of card that a player's own place for such cards holds."""
    zone = vocabulary.zones.get(words.held(cards))
    return (zone.holds or "card") if zone is not None else ""


def _naming(words: Words, vocabulary: Vocabulary, cards: str) -> str:
    """Returns how a title is named: `choose named: a district`; what lies in no place is chosen by itself."""
    if words.is_kind(cards) and not words.seen(cards):
        return f"choose {with_article(cards)}"
    return f"choose named: {with_article(_held_kind(words, vocabulary, cards))}"


def _comes_to(words: Words, cards: str) -> str:
    """Returns the place of a player to which such cards come when they are given: an open one, if they lie in one."""
    found = words.pattern(r"\bin (?:your|their|own) (?P<p><place>)\b").search(cards)
    open_ = found is not None and words.vocabulary.zones[found["p"]].seen == "everyone"
    return found["p"] if found is not None and open_ else words.held(cards)


def _asks(value: ir.Value, *sorts: str) -> bool:
    """Whether a value is asked of such things."""
    return tuple(p.type.sort for p in value.params) == sorts
