"""Footers go, and an order never goes with them."""

import pytest

from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words

ORDER = "Krom compra velas."


def left(below):
    raw = f"Content-Type: text/plain; charset=utf-8\n\n{ORDER}\n\n{below}\n"
    return list(own_words(open_letter(raw.encode("utf-8"))).texts)


@pytest.mark.parametrize(
    "footer",
    [
        "Enviado desde mi iPhone",
        "Enviado desde mi Samsung Mobile de Movistar",
        "Enviado desde Outlook para Android<https://aka.example/x>",
        "Obtener [Outlook para iOS](https://aka.example/x)",
        "Descarga la app de correo Yahoo",
        "Sent from my iPad",
        "Sent from Yahoo Mail for iPhone",
        "Get Outlook for iOS",
        "Sent with Proton Mail secure email.",
        "*Enviado con Spark*",
        "Enviado desde mi HUAWEI P30",
        "Envoyé de mon iPhone",
        "Von meinem iPhone gesendet",
        "Libre de virus. www.avast.com",
        "-- \nLuis Salinas",
        "-- \nLuis\nTel. 600 000 000\nwww.luis.example.com",
        "--\nLuis Aranda\nDirector de Operaciones\nEnviado desde mi iPhone",
        "AVISO LEGAL: este mensaje es confidencial.\nSi no es para usted, bórrelo.",
        "This message is intended only for the addressee.",
        "Enviado desde mi iPhone\n\nEste mensaje y sus adjuntos son confidenciales.",
        "-----",
        "[image: foto.png]",
    ],
)
def test_gone(footer):
    assert left(footer) == [ORDER]


@pytest.mark.parametrize(
    "own",
    [
        "Enviado desde Valdecuervo al alba",
        "Sent from the inn: two men",
        "Get the horses ready",
        "Obtener permiso del abad",
        "-- comprar pan",
        "- comprar pan\n- vender el arco",
        "Gracias,\nMarta",
        "Descarga el carro en el molino",
        "Este mensaje es para Ulmo: vuelve.",
    ],
)
def test_kept(own):
    assert left(own) == [ORDER, *own.split("\n")]


@pytest.mark.parametrize(
    "below", ["- comprar pan", "Krom vende el arco", "5 po al barquero", "Que nadie toque mis raciones, por favor."]
)
def test_orders_below_a_signature_mark_stay_and_are_told(below):
    raw = f"Content-Type: text/plain; charset=utf-8\n\n{ORDER}\n-- \n{below}\n"
    found = own_words(open_letter(raw.encode("utf-8")))
    assert list(found.texts) == [ORDER, below]
    assert found.flags == ("signature_kept",)
