"""No mail of any kind shows a player what only others, or only the DM, may know: marks planted, every mail searched.

The three weeks once more, with a mark in every field of a sheet that is its player's own affair, in orders nobody else
is to hear of, in the DM's secret words; with nights missed, letters without proof, and a day looked over by the DM.
"""

import re

import pytest
from runs.story import Story
from runs.test_three_weeks import LETTERS, PEOPLE, Table

from mailer.writing.mail import MailKind

OWNER = {
    "duric": "luis", "krom": "marta", "ulmo": "ivan", "joram": "jana", "maren": "owen", "hesper": "owen",
    "pell": "tess",
}  # fmt: skip
MORE = """
16 08:00 marta outcome | Krom encarga una zzorden-krom de plata en secreto.
16 08:20 alba digest | nota a Krom: zzdicho-krom
16 08:30 alba digest | nota a Pell: zzdicho-pell
17 12:00 tess outcome | Pell wants to craft a zzorden-pell in secret.
18 09:00 alba digest | Iván: correo zzcorreo-ulmo@example.net
19 11:00 ivan outcome | Volvemos al exterior.
20 11:00 jana outcome | Joram encarga un zzorden-joram en secreto.
20 11:20 marta outcome | ¿Qué llevo encima?
"""
# Of a chat or of the machine: they tell nothing of anybody's affairs, and no player but the one they greet gets them.
ELSEWHERE = {MailKind.LINK_CODE, MailKind.CHAT_NOTE, MailKind.ANNOUNCEMENT, MailKind.STRANGER_ANSWER}
DMS_OWN = {MailKind.DIGEST, MailKind.REVIEW, MailKind.ALERT}


def marked(folder):
    """The roster with a mark in each private field of each sheet."""
    path = folder / "roster.toml"
    text = path.read_text()
    for name in OWNER:
        at = text.index(f"[characters.{name}]")
        head, sheet = text[:at], text[at:]
        sheet = sheet.replace("\n", f'\nnotes = "zznota-{name}"\n', 1)
        sheet = sheet.replace("goods = [", f'goods = [{{ name = "zzbien-{name}", weight_lb = 0 }}, ', 1)
        text = head + sheet
    for player in set(OWNER.values()):
        text = text.replace(f"[players.{player}]\n", f"[players.{player}]\nreminder_hours = 3\n", 1)
    path.write_text(text)


@pytest.fixture(scope="module")
def story(tmp_path_factory):
    folder = tmp_path_factory.mktemp("marks") / "campaign"
    made = Story(folder)
    marked(folder)
    lines = (LETTERS + MORE).strip().splitlines()
    Table(made).play("\n".join(sorted(lines, key=lambda line: line.split(" | ")[0].split()[:2])), until=36)
    made.letter("marta@example.com", "2026-02-06 09:00", "zzsuplanta-krom", proof="fail")
    made.letter("jana@example.net", "2026-02-06 09:10", "   ")
    made.run("2026-02-06 09:15")
    made.run("2026-02-08 23:05")  # two nights in one
    with (folder / "campaign.toml").open("a") as file:
        file.write("\n[review]\nhours = 10\n")
    made.run("2026-02-09 23:05")
    made.run("2026-02-10 09:05")
    return made


def words(mail):
    parts = [str(part.get_content()) for part in mail.walk() if not part.is_multipart()]
    return " ".join([str(mail["Subject"]), *parts]).lower()


def mails(story, player):
    return [(mail, words(mail)) for mail in story.mails(player)]


def test_every_kind_of_mail_was_written(story):
    seen = {row[0] for row in story.rows("select distinct kind from outbox where state = 'sent'")}
    assert {kind.value for kind in set(MailKind) - ELSEWHERE - {MailKind.ALERT}} <= seen


@pytest.mark.parametrize("player", sorted(set(OWNER.values())))
def test_no_mail_shows_what_is_anothers(story, player):
    mine = {name for name, owner in OWNER.items() if owner == player}
    for mail, text in mails(story, player):
        for what, whose in re.findall(r"(zz\w+)-(\w+)", text):
            assert whose in mine, (mail["Subject"], what, whose)
        assert "zznota" not in text, mail["Subject"]  # notes of the sheet are the DM's


@pytest.mark.parametrize("player", sorted(set(OWNER.values())))
def test_no_mail_shows_where_others_write_from(story, player):
    theirs = {one.partition("<")[2].rstrip(">") for name, one in PEOPLE.items() if name != player}
    for mail, text in mails(story, player):
        assert not [one for one in theirs if one in text], mail["Subject"]


def test_the_marks_are_read_by_those_whom_they_are_for(story):
    """A search that finds nothing anywhere would prove nothing."""
    assert any("zzdicho-krom" in text for _, text in mails(story, "marta"))
    assert any("zzdicho-pell" in text for _, text in mails(story, "tess"))
    assert any("zzorden-krom" in text for _, text in mails(story, "marta"))
    assert any("zzorden-pell" in text for _, text in mails(story, "tess"))
    assert any("zzsuplanta-krom" in text for _, text in mails(story, "marta"))
    assert any("zzbien-" in text for player in set(OWNER.values()) for _, text in mails(story, player))


def test_what_is_the_dms_goes_to_no_player(story):
    kinds = ", ".join(f"'{kind.value}'" for kind in DMS_OWN)
    assert {row[0] for row in story.rows(f"select distinct player from outbox where kind in ({kinds})")} == {"alba"}
