"""Conjugates the verbs of French: those that a game may bring, by the family that their infinitive belongs to."""

from __future__ import annotations

import re

Forms = tuple[str, str, str, str]
"""The forms for `vous`, `il` and `ils`, and the participle."""

IRREGULAR: dict[str, Forms] = {
    "être": ("êtes", "est", "sont", "été"),
    "avoir": ("avez", "a", "ont", "eu"),
    "aller": ("allez", "va", "vont", "allé"),
    "pouvoir": ("pouvez", "peut", "peuvent", "pu"),
    "devoir": ("devez", "doit", "doivent", "dû"),
    "vouloir": ("voulez", "veut", "veulent", "voulu"),
    "savoir": ("savez", "sait", "savent", "su"),
    "valoir": ("valez", "vaut", "valent", "valu"),
    "dire": ("dites", "dit", "disent", "dit"),
    "redire": ("redites", "redit", "redisent", "redit"),
    "interdire": ("interdisez", "interdit", "interdisent", "interdit"),
    "lire": ("lisez", "lit", "lisent", "lu"),
    "élire": ("élisez", "élit", "élisent", "élu"),
    "rire": ("riez", "rit", "rient", "ri"),
    "boire": ("buvez", "boit", "boivent", "bu"),
    "croire": ("croyez", "croit", "croient", "cru"),
    "vivre": ("vivez", "vit", "vivent", "vécu"),
    "survivre": ("survivez", "survit", "survivent", "survécu"),
    "fuir": ("fuyez", "fuit", "fuient", "fui"),
    "mourir": ("mourez", "meurt", "meurent", "mort"),
    "naître": ("naissez", "naît", "naissent", "né"),
    "moudre": ("moulez", "moud", "moulent", "moulu"),
    "coudre": ("cousez", "coud", "cousent", "cousu"),
    "résoudre": ("résolvez", "résout", "résolvent", "résolu"),
    "inclure": ("incluez", "inclut", "incluent", "inclus"),
    "se taire": ("vous taisez", "se tait", "se taisent", "tu"),
}
FAMILIES: dict[str, Forms] = {
    "faire": ("faites", "fait", "font", "fait"),
    "prendre": ("prenez", "prend", "prennent", "pris"),
    "mettre": ("mettez", "met", "mettent", "mis"),
    "battre": ("battez", "bat", "battent", "battu"),
    "tenir": ("tenez", "tient", "tiennent", "tenu"),
    "venir": ("venez", "vient", "viennent", "venu"),
    "cevoir": ("cevez", "çoit", "çoivent", "çu"),
    "voir": ("voyez", "voit", "voient", "vu"),
    "uire": ("uisez", "uit", "uisent", "uit"),
    "crire": ("crivez", "crit", "crivent", "crit"),
    "suivre": ("suivez", "suit", "suivent", "suivi"),
    "uvrir": ("uvrez", "uvre", "uvrent", "uvert"),
    "ffrir": ("ffrez", "ffre", "ffrent", "ffert"),
    "cueillir": ("cueillez", "cueille", "cueillent", "cueilli"),
    "courir": ("courez", "court", "courent", "couru"),
    "quérir": ("quérez", "quiert", "quièrent", "quis"),
    "sentir": ("sentez", "sent", "sentent", "senti"),
    "mentir": ("mentez", "ment", "mentent", "menti"),
    "sortir": ("sortez", "sort", "sortent", "sorti"),
    "dormir": ("dormez", "dort", "dorment", "dormi"),
    "indre": ("ignez", "int", "ignent", "int"),
    "aître": ("aissez", "aît", "aissent", "u"),
    "rompre": ("rompez", "rompt", "rompent", "rompu"),
    "vaincre": ("vainquez", "vainc", "vainquent", "vaincu"),
    "clure": ("cluez", "clut", "cluent", "clu"),
    "traire": ("trayez", "trait", "traient", "trait"),
    "plaire": ("plaisez", "plaît", "plaisent", "plu"),
}
"""By the end of the infinitive."""
WHOLE = {"partir": "sortir", "repartir": "sortir", "servir": "sortir", "desservir": "sortir"}
"""Verbs that go like another one, and whose end is also that of regular verbs: *partir*, but not *répartir*."""
WISHED = {
    "être": ("soyez", "soit", "soient"), "avoir": ("ayez", "ait", "aient"), "aller": ("alliez", "aille", "aillent"),
    "pouvoir": ("puissiez", "puisse", "puissent"), "savoir": ("sachiez", "sache", "sachent"),
    "vouloir": ("vouliez", "veuille", "veuillent"), "valoir": ("valiez", "vaille", "vaillent"),
    "dire": ("disiez", "dise", "disent"), "redire": ("redisiez", "redise", "redisent"),
}  # fmt: skip
DOUBLED = re.compile(r"(?:app|rapp|épp|renouv|ficel|nivel|chanc|amonc)?el$|(?:j|rej|proj|feuill|étiqu|cach)et$")
SINGLE = ("achet", "rachet", "gel", "congel", "dégel", "pel", "model", "martel", "cel", "décel", "recel", "harcel",
          "cisel", "démantel", "écartel", "halet")


def forms(verb: str) -> Forms:
    """Returns the forms of a verb, by its infinitive."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in WHOLE:
        stem = verb.removesuffix("ir")
        return f"{stem}ez", f"{stem[:-1]}t", f"{stem}ent", f"{stem}i"
    end = next((end for end in sorted(FAMILIES, key=len, reverse=True) if verb.endswith(end)), None)
    if end is not None:
        before = verb.removesuffix(end)
        you, one, many, done = FAMILIES[end]
        return before + you, before + one, before + many, before + done
    stem = verb[:-2]
    if verb.endswith("ir"):
        return f"{stem}issez", f"{stem}it", f"{stem}issent", f"{stem}i"
    if verb.endswith("re"):
        return f"{stem}ez", stem, f"{stem}ent", f"{stem}u"
    light = _light(stem)
    return f"{stem}ez", f"{light}e", f"{light}ent", f"{stem}é"


def _light(stem: str) -> str:
    """Returns the stem of a verb in *-er* before an *e* that nobody hears: *révèle*, *lève*, *jette*, *envoie*."""
    if stem.endswith(("oy", "uy")):
        return f"{stem[:-1]}i"
    if DOUBLED.search(stem) and stem not in SINGLE:
        return stem + stem[-1]
    return re.sub(r"[ée]([bcdfgptv][rl]|[gq]u|[cpt]h|gn|[bcdfgjklmnpqrstvxz])$", r"è\1", stem)


def wished(verb: str) -> tuple[str, str, str]:
    """Returns the forms of a verb for what is not so yet: *avant que vous preniez*."""
    if verb in WISHED:
        return WISHED[verb]
    if verb.endswith("faire"):
        before = verb.removesuffix("faire")
        return f"{before}fassiez", f"{before}fasse", f"{before}fassent"
    you, _, many, _ = forms(verb)
    return f"{you[:-2]}iez", many[:-2], many
