"""Three weeks of a campaign: two parties, seven players, a DM, as their mail programs, and chats, really answer.

One story, played once and looked at from many sides. The dice are sealed by the example's seed, so that every evening
is always the same; whoever changes how letters are read or days pass sees here what becomes of a whole table.
"""

import os
from datetime import datetime
from email.message import EmailMessage
from pathlib import Path

import pytest
from runs.chat_weeks import BY_MATRIX, BY_TELEGRAM, ChattingStory
from runs.story import Story
from servers.people import OtherClient
from servers.smtpd import FaultSMTP
from servers.telegram import Telegram

from mailer.campaign.load import load_campaign
from mailer.ledger.ledger import open_ledger
from mailer.ledger.world import load_world
from mailer.outbox.parts import parts

PEOPLE = {
    "alba": "Alba Ferrer <alba@example.com>",
    "luis": "Luis Aranda <luis@example.com>",
    "marta": "Marta Solís <marta@example.com>",
    "ivan": "Iván Ortega <ivan@example.net>",
    "jana": "Jana Prieto <jana@example.net>",
    "owen": "Owen Hale <owen@example.com>",
    "tess": "Tess Quill <tess@example.net>",
    "nuria": "Nuria Vidal <nuria@example.com>",
}
GOLDEN = Path(__file__).parent / "golden"
# When, who, what they answer to (the kind of their latest mail), and what they write.
LETTERS = """
16 09:10 alba digest | sesión del 15 de enero: Maren, Pell; 3 días; terminan en Greywick; Cobraron la deuda.
16 09:40 tess session_recorded | Pell buys 2 torches.
16 10:00 marta outcome | Me quedo.
16 11:00 luis outcome | Exploramos hacia el fondo.
16 11:10 marta override | Krom se queda aquí, por mi cuenta.
17 08:00 alba digest | Duric: 9 pg / Duric +100 px
17 08:20 alba receipt | deshaz el último fallo
17 09:00 owen outcome | We travel to Dunmarrow.
17 09:30 owen receipt | No, sorry: we travel to Saltmire.
19 08:00 alba digest | Ulmo vuelve a la vida con 1 pg / Krom vuelve a la vida con 4 pg / Krom vuelve con Los Cuatro
19 09:00 luis outcome | Viajamos a Valdecuervo.
20 09:00 luis outcome | Compro 10 raciones.
20 09:10 marta outcome | ¿Qué tienes mío?
20 12:00 jana outcome | Ausente del 25 al 28
21 10:00 alba digest | Ulmo: 9 pg / Duric pierde 5 po
22 09:00 ivan outcome | Gracias, de verdad. Reenvía el día 17
23 08:50 ivan outcome | Por mi cuenta desde ahora.
23 09:00 luis outcome | Viajamos a Puerto Salitre.
26 09:00 ivan outcome | Ulmo viaja a Puerto Salitre.
29 12:00 nuria welcome | Fila compra 2 antorchas y descansa.
30 09:00 ivan outcome | Vuelvo con el grupo.
30 10:00 jana outcome | Joram compra un carro. / Me retiro si quedo a la mitad.
31 08:30 alba digest | Joram +200 po / reabre el último día
33 10:00 ivan outcome | Viajamos a Valdecuervo.
33 11:00 luis proposal | No.
"""
NEWCOMER = """
[players.nuria]
name = "Nuria Vidal"
addresses = ["nuria@example.com"]
gender = "f"

[characters.fila]
name = "Fila"
player = "nuria"
class = "thief 1"
gender = "f"
max_hp = 5
purse = "30 po"
rations = 9
"""
COMES = 29  # the day on which the DM writes the newcomer into the roster


SERVERS = """
[[inbox]]
kind = "imap"
host = "{imap.host}"
port = {imap.imap_port}
user = "{user}"
password = {{ env = "ESTAFETA_TEST_MAILBOX" }}
security = "plain"

[out]
kind = "smtp"
host = "{smtp.host}"
port = {smtp.port}
security = "plain"
"""


class ServedStory(Story):
    """The same campaign with its mail at real servers: letters lie in a mailbox of Dovecot's, ours go out by SMTP."""

    def __init__(self, folder: Path, imap, smtp) -> None:
        super().__init__(folder)
        self.imap, self.user = imap, f"weeks{os.getpid()}"
        settings = (folder / "campaign.toml").read_text()
        head, _, rest = settings.partition("[[inbox]]")
        servers = SERVERS.format(imap=imap, smtp=smtp, user=self.user)
        (folder / "campaign.toml").write_text(f"{head}{servers}\n[trust]{rest.partition('[trust]')[2]}")

    def put(self, raw: bytes, when: datetime) -> None:
        """Raw bytes arrive: our mail server had them at that time."""
        client = OtherClient(self.imap, self.user)
        client.put(raw, when)
        client.close()


class Table:
    """The story as its people live it."""

    def __init__(self, story: Story) -> None:
        self.story = story

    def play(self, letters: str, *, until: int) -> None:
        """Letters in the order of time; the rider comes after each, at noon and when the day closes."""
        lines = [line.partition(" | ") for line in letters.strip().splitlines()]
        waiting = [(*head.split(), words) for head, _, words in lines]
        for day in range(15, until + 1):
            if day == COMES:
                self._let_in()
            today = [one for one in waiting if int(one[0]) == day]
            for _, hour, player, kind, words in today:
                self.answer(player, kind, words, f"{date(day)} {hour}")
                self.story.run(f"{date(day)} {hour[:4]}5" if hour[4] < "5" else f"{date(day)} {hour[:4]}9")
            self.story.run(f"{date(day)} 21:35")
            self.story.run(f"{date(day)} 23:05")

    def _let_in(self) -> None:
        """The seventh player, in the party of the four; the rider greets her in the morning."""
        four = 'members = ["duric", "krom", "ulmo", "joram"]'
        self.story.set(four, four.replace("]", ', "fila"]'), file="roster.toml")
        roster = self.story.folder / "roster.toml"
        roster.write_text(roster.read_text() + NEWCOMER)
        self.story.run(f"{date(COMES)} 08:05")

    def answer(self, player: str, kind: str, words: str, at: str) -> None:
        """A reply as a phone writes it: the words on top, the whole mail quoted below, a line of the program's own."""
        mails = [mail for mail in self.story.mails(player) if kind in ("", self.kinds(player)[mail["Message-ID"]])]
        mail: EmailMessage = mails[-1]
        if isinstance(self.story, ChattingStory) and self.story.chats(player):
            self.story.reply(player, mail["Message-ID"], words.replace(" / ", "\n"), at)
            return
        quoted = "\n".join(f"> {line}" for line in mail.get_body(("plain",)).get_content().splitlines())
        text = (
            f"{words.replace(' / ', chr(10))}\n\nEnviado desde mi iPhone\n\n"
            f"El {at}, {mail['From'].partition(' <')[0]} (<estafeta@example.org>) escribió:\n\n{quoted}\n"
        )
        self.story.letter(
            address_of(player), at, text, subject=f"Re: {mail['Subject']}", to=str(mail["Reply-To"] or ""),
            In_Reply_To=mail["Message-ID"], References=mail["Message-ID"],
        )  # fmt: skip

    def kinds(self, player: str) -> dict[str, str]:
        return dict(self.story.rows("select message_id, kind from outbox where player = ?", player))


def address_of(player: str) -> str:
    return PEOPLE[player].partition("<")[2].rstrip(">")


def date(day: int) -> str:
    return f"2026-01-{day:02}" if day <= 31 else f"2026-02-{day - 31:02}"


WAYS = (
    "maildir",
    pytest.param("servers", marks=pytest.mark.servers("dovecot")),
    pytest.param("chats", marks=pytest.mark.servers("synapse")),
)


@pytest.fixture(scope="module", params=WAYS)
def story(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp("table") / "campaign"
    if request.param == "chats":
        bot, server = request.getfixturevalue("weeks_telegram"), request.getfixturevalue("synapse")
        table = Table(ChattingStory(folder, bot, server, {player: address_of(player) for player in PEOPLE}))
        table.play(LETTERS, until=15 + 21)
        return table.story
    if request.param == "maildir":
        table = Table(Story(folder))
        table.play(LETTERS, until=15 + 21)
        return table.story
    os.environ["ESTAFETA_TEST_MAILBOX"] = "secret"
    smtp = request.getfixturevalue("weeks_smtp")
    table = Table(ServedStory(folder, request.getfixturevalue("dovecot"), smtp))
    table.play(LETTERS, until=15 + 21)
    table.story.received = smtp.messages()
    return table.story


@pytest.fixture(scope="module")
def weeks_smtp():
    with FaultSMTP.start() as server:
        yield server


@pytest.fixture(scope="module")
def weeks_telegram():
    with Telegram.start() as server:
        yield server


def world(story):
    ledger = open_ledger(story.folder / "ledger.db")
    found = load_world(ledger, load_campaign(story.folder).start)
    ledger.close()
    return found


def said(story, player, kind, words):
    """The mails of a player, of a kind, that say something."""
    texts = (" ".join(text.split()) for text in story.texts(player, kind))
    return [text for text in texts if words in text]


def events(story, kind):
    return story.rows("select day, party, characters from events where kind = ? order by at, id", kind)


# -- the post --------------------------------------------------------------------------------------------------------


def test_every_letter_is_read_and_every_day_closed_once(story):
    assert story.rows("select distinct state from letters") == [("accepted",)]
    assert [row[0] for row in story.rows("select day from days order by day")] == list(range(22))
    assert story.rows("select count(*) from outbox where state <> 'sent'") == [(0,)]
    assert story.rows("select count(*) from runs where exit_code <> 0") == [(0,)]
    assert len(story.mails("alba", "digest")) == 23  # one day was told twice


def test_no_letter_was_misread(story):
    """Below every reply stood our whole mail, quoted: not a line of it was taken for the player's own."""
    begun = "reason <> 'code' and own_words not like 'vincular %' and own_words not like 'link %'"
    own = [row[0] for row in story.rows(f"select own_words from letters where {begun} order by id")]
    lines = LETTERS.strip().splitlines()
    meant = [line.partition(" | ")[2].replace(" / ", "\n") for line in lines]
    assert own == meant
    assert story.rows("select count(*) from doubts where state = 'open'") == [(0,)]


def test_what_was_queued_is_what_arrived(story):
    """Every mail of the outbox came through the wire, or into the chat, once and the same to the byte."""
    written = [path for path in (story.folder / "mail" / "out").rglob("*.*") if path.is_file()]
    if isinstance(story, ChattingStory):
        assert len(written) == story.rows("select count(*) from outbox where channel = 'mail'")[0][0]
        for player in (*BY_TELEGRAM, *BY_MATRIX):
            told = "select chat from outbox where player = ? and channel <> 'mail' order by id"
            assert story.heard(player) == [part for (text,) in story.rows(told, player) for part in parts(text, 4000)]
        return
    if not isinstance(story, ServedStory):
        assert len(written) >= len(story.mails())
        return
    client = OtherClient(story.imap, story.user)
    assert client.uids() == []  # all are in the ledger, so none is left in the inbox
    client.close()
    arrived = {mail["Message-ID"]: mail.get_body(("plain",)).get_content() for mail in story.received}
    assert len(arrived) == len(story.received)
    queued = {mail["Message-ID"]: mail.get_body(("plain",)).get_content() for mail in story.mails()}
    same = {number: text.replace("\r\n", "\n") for number, text in queued.items()}
    assert {number: text.replace("\r\n", "\n") for number, text in arrived.items()} == same


def test_who_writes_by_chat_is_told_there_from_the_first_order_on(story):
    ways = dict(
        story.rows(
            "select player, group_concat(distinct channel) from outbox"
            " where kind = 'outcome' and created > '2026-01-22' group by 1"
        )
    )
    chats = {**dict.fromkeys(BY_TELEGRAM, "telegram"), **dict.fromkeys(BY_MATRIX, "matrix")}
    players = [player for player in PEOPLE if player != "alba"]
    assert ways == dict.fromkeys(players, "mail") | (chats if isinstance(story, ChattingStory) else {})


def test_who_plays_two_characters_can_tell_their_mails_apart(story):
    """No two mails of one kind and subject are written to anybody at once; what touches both is told once."""
    told = "select player, subject from outbox where kind not in ('receipt', 'chat_note')"
    twins = f"{told} group by player, kind, subject, created"
    assert story.rows(f"{twins} having count(*) > 1") == []
    assert {one["Subject"] for one in story.mails("owen", "outcome")} >= {
        "[Los Cuatro] 2 Rushlight, Maren: Saltmire",
        "[Los Cuatro] 2 Rushlight, Hesper: Saltmire",
    }


# -- the first week: a session, a camp, an override, a death ----------------------------------------------------------


def test_a_session_owes_days_and_errands_wait_for_them(story):
    assert len(story.mails(kind="session_recorded")) == 6
    assert said(story, "tess", "session_recorded", "Maren: owes 2 days; free on 18 Hoarfrost")
    assert said(story, "tess", "receipt", "counts from 18 Hoarfrost")
    ((day, party, who),) = events(story, "bought")[:1]
    assert (day, party, who) == (3, "greywick", '["pell"]')


def test_the_override_is_told_in_the_same_run_and_breaking_away_still_works(story):
    (first,) = said(story, "marta", "override", "«Me quedo.»")
    assert "va por delante la palabra de Luis" in first
    assert story.rows("select state, overruled_by from orders where text = 'Me quedo.'") == [("overruled", 4)] * 2
    assert said(story, "ivan", "override", "Luis cambia lo que hace el grupo")
    assert (1, "los-cuatro", '["krom"]') in events(story, "broke_away")
    assert said(story, "marta", "death", "Krom")
    assert said(story, "alba", "digest", "PALABRA CONTRA PALABRA")


def test_a_decision_by_silence_carries_the_dead_home(story):
    rows = story.rows("select state, choice, answered_by from decisions where party = 'los-cuatro'")
    assert rows == [("expired", "carry", None)]
    assert len(story.mails("luis", "decision_reminder")) == 1
    assert [row[2] for row in events(story, "body_taken")] == ['["ulmo"]']
    assert said(story, "ivan", "death", "Ulmo")


def test_the_dm_corrects_and_takes_back(story):
    rows = story.rows("select text, kind, undone_by is not null from rulings order by id")
    assert rows[1:4] == [
        ("Duric: 9 pg", "adjust", 0),
        ("Duric +100 px", "adjust", 1),
        ("deshaz el último fallo", "undo", 0),
    ]
    assert said(story, "luis", "ruling", "Queda sin efecto")
    assert story.rows("select count(*) from rulings") == [(11,)]


# -- the second week: the dead come back, a road is lost --------------------------------------------------------------


def test_a_wrong_order_is_corrected_by_the_next(story):
    assert [row[0] for row in story.rows("select text from orders where player = 'owen'")] == [
        "We travel to Dunmarrow",
        "No, sorry: we travel to Saltmire",
    ]
    (departed,) = story.rows("select data from events where kind = 'departed' and party = 'greywick'")
    assert "saltmire" in departed[0]


def test_who_is_lost_hears_of_it_only_when_they_notice(story):
    assert story.rows("select audience from events where kind = 'went_astray'") == [("dm",)]
    assert said(story, "alba", "digest", "SOLO PARA TI")
    rows = dict(story.rows("select kind, choice from decisions where party = 'greywick'"))
    assert rows == {"stranger": "pass_by", "deal": "accept", "lost": "backtrack"}
    assert world(story).parties["greywick"].where.place == "saltmire"


def test_the_dead_are_raised_by_the_dm_and_go_home_with_the_others(story):
    found = world(story)
    assert all(found.characters[name].is_alive for name in ("duric", "krom", "ulmo", "joram"))
    assert (4, "los-cuatro", "[]") in events(story, "arrived")


def test_questions_are_answered_at_once(story):
    assert said(story, "marta", "receipt", "Personajes: Krom")
    assert said(story, "ivan", "receipt", "Va otra vez")
    seventeenth = [mail for mail in story.mails("ivan") if "17 de Escarcha" in mail["Subject"]]
    assert len({mail["Message-ID"] for mail in seventeenth}) > len({mail["Subject"] for mail in seventeenth})


# -- the third week: parting, an absence, meeting again ---------------------------------------------------------------


def test_who_breaks_away_for_good_stays_though_the_spokesperson_speaks_after(story):
    assert (8, "los-cuatro", '["ulmo"]') in events(story, "broke_away")
    assert (15, "los-cuatro", '["ulmo"]') in events(story, "rejoined")
    found = world(story)
    assert set(found.parties) == {"los-cuatro", "greywick"}
    assert set(found.parties["los-cuatro"].members) == {"duric", "krom", "joram", "ulmo", "fila"}
    assert found.parties["los-cuatro"].where.place == "puerto-salitre"


def test_a_newcomer_is_welcome_and_takes_part_at_once(story):
    (hello,) = said(story, "nuria", "welcome", "Fila")
    assert "Puerto Salitre" in hello
    assert any("Fila está con Los Cuatro" in text for text in said(story, "marta", "ruling", "Fila"))
    assert not story.mails("nuria", "ruling")  # her welcome says it
    assert not said(story, "owen", "ruling", "Fila")
    assert (14, "los-cuatro", '["fila"]') in events(story, "bought")
    assert len(story.mails("nuria", "outcome")) == 8


def test_an_absence_is_shown_and_over_when_it_is_over(story):
    assert said(
        story,
        "jana",
        "receipt",
        "ausente del domingo 25 de enero (25 de Escarcha) al miércoles 28 de enero (28 de Escarcha)",
    )
    assert len(
        said(
            story,
            "alba",
            "digest",
            "Jana: del domingo 25 de enero (25 de Escarcha) al miércoles 28 de enero (28 de Escarcha)",
        )
    ) in (8, 9)
    assert story.rows("select state from orders where kind = 'absence'") == [("done",)]


def test_a_reopened_day_is_told_to_the_one_for_whom_it_came_out_otherwise(story):
    """The reward had been forgotten: the cart that could not be paid is bought in the day resolved again."""
    assert story.rows("select day from revisions") == [(15,)]
    assert [mail["To"] for mail in story.mails(kind="revision")] == ["Jana Prieto <jana@example.net>"]
    (told,) = said(story, "jana", "revision", "YA NO HA PASADO")
    gone, _, instead = told.partition("HA PASADO EN SU LUGAR")
    assert "Joram se queda sin una carreta grande" in gone
    assert "Joram compra una carreta grande por 225 po" in instead
    assert said(story, "alba", "digest", "Cambia para Jana, que ya lo sabe.")
    assert world(story).characters["joram"].goods[-1].label == "carreta grande"


def test_what_the_undone_day_had_heard_is_heard_by_the_new_one(story):
    steps = "select id, undone from steps where id in (select settled from orders where text like ?)"
    ((limit, stands),) = story.rows(steps, "Me retiro si quedo%")
    ((day,),) = story.rows("select step from days where day = 15")
    ((undone,),) = story.rows("select count(*) from steps where undone = ?", day)
    assert (limit, stands, undone) == (day, None, 1)
    assert story.rows("select state from orders where text = 'Joram compra un carro'") == [("done",)]
    assert world(story).characters["joram"].limits.retreat_percent == 50


def test_a_proposal_goes_to_the_spokesperson_who_turns_it_down(story):
    assert [mail["To"] for mail in story.mails(kind="proposal")] == ["Luis Aranda <luis@example.com>"]
    ended = story.rows("select state, reason from orders where player = 'ivan' and text = 'Viajamos a Valdecuervo'")
    assert ended == [("failed", "refused")]
    assert world(story).parties["los-cuatro"].where.place == "puerto-salitre"


def test_nobody_is_told_what_they_do_not_know(story):
    for player in ("owen", "tess"):
        assert not said(story, player, "outcome", "Krom")
    for player in ("luis", "marta", "ivan", "jana"):
        assert not said(story, player, "outcome", "Saltmire")


@pytest.mark.parametrize(
    ("name", "player", "kind", "number"),
    [
        ("override", "marta", "override", 0),
        ("session", "luis", "session_recorded", 0),
        ("reminder", "luis", "decision_reminder", 0),
        ("questions", "marta", "receipt", -1),
        ("too_dear", "jana", "outcome", 16),
        ("reopened", "alba", "receipt", 5),
        ("revision", "jana", "revision", 0),
        ("proposal", "luis", "proposal", 0),
        ("reopened_digest", "alba", "digest", 16),
    ],
)
def test_mails_read_as_they_were_approved(story, name, player, kind, number):
    mail = story.mails(player, kind)[number]
    text = f"{mail['Subject']}\n\n{story.texts(player, kind)[number]}".replace("\r\n", "\n")
    ((chat,),) = story.rows("select chat from outbox where message_id = ?", mail["Message-ID"])
    text, path = (
        ("\n".join((*parts(chat, 4000), "")), GOLDEN / f"{name}-chat.txt") if chat else (text, GOLDEN / f"{name}.txt")
    )
    if os.environ.get("ESTAFETA_UPDATE_GOLDEN") == "1":
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")
    assert path.read_text("utf-8") == text, f"{path.name} differs; ESTAFETA_UPDATE_GOLDEN=1 approves it"
