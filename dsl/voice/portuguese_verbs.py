"""Conjugates the verbs of Portuguese: those that a game may bring, by the family that their infinitive belongs to."""

from __future__ import annotations

import re

Forms = tuple[str, str, str, str, str, str, str]
"""Now, for one and for several; after `se` and `quando`; what was done; the participle."""

IRREGULAR: dict[str, Forms] = {
    "ser": ("é", "são", "for", "forem", "foi", "foram", "sido"),
    "estar": ("está", "estão", "estiver", "estiverem", "esteve", "estiveram", "estado"),
    "ter": ("tem", "têm", "tiver", "tiverem", "teve", "tiveram", "tido"),
    "haver": ("há", "há", "houver", "houver", "houve", "houve", "havido"),
    "ir": ("vai", "vão", "for", "forem", "foi", "foram", "ido"),
    "poder": ("pode", "podem", "puder", "puderem", "pôde", "puderam", "podido"),
    "saber": ("sabe", "sabem", "souber", "souberem", "soube", "souberam", "sabido"),
    "querer": ("quer", "querem", "quiser", "quiserem", "quis", "quiseram", "querido"),
    "pôr": ("põe", "põem", "puser", "puserem", "pôs", "puseram", "posto"),
    "dar": ("dá", "dão", "der", "derem", "deu", "deram", "dado"),
    "ver": ("vê", "veem", "vir", "virem", "viu", "viram", "visto"),
    "vir": ("vem", "vêm", "vier", "vierem", "veio", "vieram", "vindo"),
    "ler": ("lê", "leem", "ler", "lerem", "leu", "leram", "lido"),
    "subir": ("sobe", "sobem", "subir", "subirem", "subiu", "subiram", "subido"),
    "fugir": ("foge", "fogem", "fugir", "fugirem", "fugiu", "fugiram", "fugido"),
    "sumir": ("some", "somem", "sumir", "sumirem", "sumiu", "sumiram", "sumido"),
    "consumir": ("consome", "consomem", "consumir", "consumirem", "consumiu", "consumiram", "consumido"),
    "reunir": ("reúne", "reúnem", "reunir", "reunirem", "reuniu", "reuniram", "reunido"),
    "eleger": ("elege", "elegem", "eleger", "elegerem", "elegeu", "elegeram", "eleito"),
}
DONE = {"pagar": "pago", "pegar": "pego", "gastar": "gasto", "matar": "morto", "ganhar": "ganho", "expulsar": "expulso",
        "aceitar": "aceito", "salvar": "salvo", "limpar": "limpo"}
"""Participles of verbs that are regular otherwise."""
FAMILIES: dict[str, Forms] = {
    "por": ("põe", "põem", "puser", "puserem", "pôs", "puseram", "posto"),
    "fazer": ("faz", "fazem", "fizer", "fizerem", "fez", "fizeram", "feito"),
    "dizer": ("diz", "dizem", "disser", "disserem", "disse", "disseram", "dito"),
    "trazer": ("traz", "trazem", "trouxer", "trouxerem", "trouxe", "trouxeram", "trazido"),
    "struir": ("strói", "stroem", "struir", "struírem", "struiu", "struíram", "struído"),
    "guir": ("gue", "guem", "guir", "guirem", "guiu", "guiram", "guido"),
    "uir": ("ui", "uem", "uir", "uírem", "uiu", "uíram", "uído"),
    "air": ("ai", "aem", "air", "aírem", "aiu", "aíram", "aído"),
    "uzir": ("uz", "uzem", "uzir", "uzirem", "uziu", "uziram", "uzido"),
    "brir": ("bre", "brem", "brir", "brirem", "briu", "briram", "berto"),
    "crever": ("creve", "crevem", "crever", "creverem", "creveu", "creveram", "crito"),
    "ear": ("eia", "eiam", "ear", "earem", "eou", "earam", "eado"),
}
"""By the end of the infinitive."""
ENDINGS = {"a": ("a", "am", "ou", "aram", "ado"), "e": ("e", "em", "eu", "eram", "ido"),
           "i": ("e", "em", "iu", "iram", "ido")}  # fmt: skip
LIKE = {
    "ter": ("manter", "conter", "deter", "reter", "obter", "entreter"),
    "ver": ("rever", "prever", "antever"),
    "vir": ("intervir", "provir", "convir"),
}
"""Verbs that go like a short one, and whose end is also that of regular verbs: *manter*, but not *bater*."""
WISHED = {"ser": "seja", "estar": "esteja", "haver": "haja", "ir": "vá", "poder": "possa", "saber": "saiba",
          "querer": "queira", "pôr": "ponha", "dar": "dê", "ler": "leia", "perder": "perca", "valer": "valha",
          "subir": "suba", "fugir": "fuja", "sumir": "suma", "reunir": "reúna", "consumir": "consuma"}  # fmt: skip
WISHED_ENDS = {"fazer": "faça", "dizer": "diga", "trazer": "traga", "por": "ponha", "struir": "strua", "air": "aia",
               "pedir": "peça", "medir": "meça", "ear": "eie"}  # fmt: skip
SPELLED = {"gar": "gue", "car": "que", "çar": "ce", "ger": "ja", "gir": "ja", "cer": "ça", "guir": "ga"}
SHORT = {"ter": ("tém", "tenha"), "ver": ("vê", "veja"), "vir": ("vém", "venha")}


def forms(verb: str) -> Forms:
    """Returns the forms of a verb, by its infinitive."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    short = _like(verb)
    if short is not None:
        before = verb.removesuffix(short)
        _, b, c, d, e, f, g = (before + form for form in IRREGULAR[short])
        return before + SHORT[short][0], b, c, d, e, f, g
    end = next((end for end in sorted(FAMILIES, key=len, reverse=True) if verb.endswith(end)), None)
    if end is not None:
        before = verb.removesuffix(end)
        a, b, c, d, e, f, g = (before + form for form in FAMILIES[end])
        return a, b, c, d, e, f, g
    stem = verb[:-2]
    now, nows, did, dids, done = ENDINGS.get(verb[-2:-1], ENDINGS["e"])
    return stem + now, stem + nows, verb, f"{verb}em", stem + did, stem + dids, DONE.get(verb, stem + done)


def _like(verb: str) -> str | None:
    return next((short for short, verbs in LIKE.items() if verb in verbs), None)


def wished(verb: str) -> str:
    """Returns the form of a verb for what is sought, and need not be: a player who *be* crowned."""
    if verb in WISHED:
        return WISHED[verb]
    short = verb if verb in SHORT else _like(verb)
    if short is not None:
        return verb.removesuffix(short) + SHORT[short][1]
    for ends in (WISHED_ENDS, SPELLED):
        end = next((end for end in sorted(ends, key=len, reverse=True) if verb.endswith(end)), None)
        if end is not None:
            return _closed(verb.removesuffix(end) + ends[end], verb)
    stem = forms(verb)[1].removesuffix("m")
    return _closed(stem[:-1] + ("e" if verb.endswith("ar") else "a"), verb)


def _closed(word: str, verb: str) -> str:
    """Returns a form whose vowel closes, as in *siga*, *prefira*, *durma*, *cubra*."""
    if not verb.endswith("ir"):
        return word
    closed = {"e": "i", "o": "u"}
    return re.sub(r"([eo])(?=[bcdfghjlmnpqrstvxz]+a$)", lambda m: closed[m[1]], word)
