"""Verbs of French and Portuguese that a game may bring: what the language knows of them by their infinitive."""

from __future__ import annotations

import pytest

from moot.dsl.voice import french_verbs, portuguese_verbs

# The infinitive: `vous`, `il`, `ils`, the participle; `avant que vous`, `avant qu’il`.
FRENCH = """
donner: donnez donne donnent donné; donniez donne
lever: levez lève lèvent levé; leviez lève
jeter: jetez jette jettent jeté; jetiez jette
acheter: achetez achète achètent acheté; achetiez achète
sécher: séchez sèche sèchent séché; séchiez sèche
régner: régnez règne règnent régné; régniez règne
léguer: léguez lègue lèguent légué; léguiez lègue
envoyer: envoyez envoie envoient envoyé; envoyiez envoie
bâtir: bâtissez bâtit bâtissent bâti; bâtissiez bâtisse
partir: partez part partent parti; partiez parte
répartir: répartissez répartit répartissent réparti; répartissiez répartisse
obtenir: obtenez obtient obtiennent obtenu; obteniez obtienne
découvrir: découvrez découvre découvrent découvert; découvriez découvre
recevoir: recevez reçoit reçoivent reçu; receviez reçoive
vendre: vendez vend vendent vendu; vendiez vende
reprendre: reprenez reprend reprennent repris; repreniez reprenne
remettre: remettez remet remettent remis; remettiez remette
abattre: abattez abat abattent abattu; abattiez abatte
éteindre: éteignez éteint éteignent éteint; éteigniez éteigne
détruire: détruisez détruit détruisent détruit; détruisiez détruise
défaire: défaites défait défont défait; défassiez défasse
"""
# The infinitive: now, for one and for several; `se`; the participle; what is sought.
PORTUGUESE = """
dar: dá dão der dado; dê
comprar: compra compram comprar comprado; compre
pagar: paga pagam pagar pago; pague
atacar: ataca atacam atacar atacado; ataque
sortear: sorteia sorteiam sortear sorteado; sorteie
bater: bate batem bater batido; bata
manter: mantém mantêm mantiver mantido; mantenha
repor: repõe repõem repuser reposto; reponha
desfazer: desfaz desfazem desfizer desfeito; desfaça
proteger: protege protegem proteger protegido; proteja
oferecer: oferece oferecem oferecer oferecido; ofereça
descobrir: descobre descobrem descobrir descoberto; descubra
seguir: segue seguem seguir seguido; siga
destruir: destrói destroem destruir destruído; destrua
distribuir: distribui distribuem distribuir distribuído; distribua
reduzir: reduz reduzem reduzir reduzido; reduza
sair: sai saem sair saído; saia
pedir: pede pedem pedir pedido; peça
"""


def rows(table: str) -> list[tuple[str, list[str], list[str]]]:
    """The verbs of a table with their forms."""
    found = []
    for line in table.strip().splitlines():
        verb, forms = line.split(": ")
        now, sought = forms.split("; ")
        found.append((verb, now.split(), sought.split()))
    return found


@pytest.mark.parametrize(("verb", "now", "sought"), rows(FRENCH), ids=lambda one: one if isinstance(one, str) else "")
def test_french(verb: str, now: list[str], sought: list[str]) -> None:
    assert list(french_verbs.forms(verb)) == now
    assert list(french_verbs.wished(verb)[:2]) == sought


@pytest.mark.parametrize(
    ("verb", "now", "sought"), rows(PORTUGUESE), ids=lambda one: one if isinstance(one, str) else ""
)
def test_portuguese(verb: str, now: list[str], sought: list[str]) -> None:
    one, many, perhaps, *_, done = portuguese_verbs.forms(verb)
    assert [one, many, perhaps, done] == now
    assert [portuguese_verbs.wished(verb)] == sought
