"""Letters as players send them, by the thousand: short orders above a long quoted mail, each with its proof.

Half are plain text, half have an HTML part beside it; 2 to 8 KB, Spanish. The same number gives the same bytes.
"""

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache
from itertools import cycle, islice
from pathlib import Path

CORPUS = Path(__file__).parents[1] / "tests" / "corpus"
_FIRST = datetime(2026, 1, 16, 8, 0, tzinfo=UTC)
_ID, _DATE = "letter-number", "Fri, 16 Jan 2026 08:00:00 +0000"
_QUOTED = (
    "La guardia pasa sin novedad en la sala de las columnas y el farol sigue encendido.",
    "A las dos horas se oye agua tras el muro norte; nadie se acerca a mirar.",
    "Krom conserva 9 de 9 puntos de golpe, Ulmo 20 de 20, Duric 18 de 18.",
    "Os quedan raciones para cuatro días si coméis todos a la vez.",
    "Podéis cambiar lo dicho hasta las 23:00 de hoy; después se cierra el día.",
)


def corpus() -> list[dict[str, str]]:
    """The mails of our own corpus, as JSON objects."""
    return [json.loads(line) for line in (CORPUS / "own_dev.jsonl").read_text("utf-8").splitlines() if line.strip()]


@cache
def _words() -> tuple[str, ...]:
    return tuple(one["body"] for one in corpus() if one["lang"] == "es")


def letters(
    count: int, senders: Sequence[str], *, to: str = "estafeta@example.org"
) -> Iterator[tuple[bytes, datetime]]:
    """So many letters with the instant the server had each, a second apart, the senders taking turns."""
    moulds = [_mould(number, to) for number in range(60)]
    for number, (mould, sender) in enumerate(islice(zip(cycle(moulds), cycle(senders), strict=False), count)):
        when = _FIRST + timedelta(seconds=number)
        stamp = format_datetime(when)
        domain = sender.partition("@")[2]
        trace = f"Received: from out.{domain} by mx.example.org; {stamp}\r\n"
        proof = f"Authentication-Results: mx.example.org; dmarc=pass header.from={domain}\r\nFrom: <{sender}>\r\n"
        own = mould.replace(_ID.encode(), f"{number}.{sender}".encode()).replace(_DATE.encode(), stamp.encode())
        yield (trace + proof).encode() + own, when


def _mould(number: int, to: str) -> bytes:
    """A letter without its sender, with marks where its id and its date go."""
    mail = EmailMessage()
    mail["To"] = to
    mail["Subject"] = "Re: [Los Cuatro] Vuestra jornada"
    mail["Message-ID"] = f"<{_ID}>"
    mail["Date"] = _DATE
    words = _words()[number % len(_words())]
    quoted = "".join(f"> {line}\n" for line in islice(cycle(_QUOTED), 12 + number % 30))
    told = f"{words}\n\nEl mar, 20 ene 2026 a las 23:05, Los Cuatro (<{to}>) escribió:\n{quoted}"
    mail.set_content(told)
    if number % 2:
        own = "".join(f"<div>{line}</div>" for line in words.split("\n"))
        history = "".join(f"<p>{line}</p>" for line in quoted.split("\n")[: 10 + number % 10])
        mail.add_alternative(
            f'<html><body>{own}<br><div class="gmail_quote"><div class="gmail_attr">El mar, 20 ene 2026 a las 23:05, '
            f'Los Cuatro (&lt;{to}&gt;) escribió:<br></div><blockquote class="gmail_quote">{history}</blockquote>'
            "</div></body></html>",
            subtype="html",
        )
    if mail.is_multipart():
        mail.set_boundary("=_bench")
    return mail.as_bytes().replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
