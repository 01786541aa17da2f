"""A new campaign: by options, in a terminal as a person would, and at a real mail server."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from datetime import date, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from click.testing import CliRunner
from servers.smtpd import FaultSMTP

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.desk.answers import Answers, campaign_date, people_of, settings_of, usual_security
from mailer.desk.checks.clock import cron_line
from mailer.desk.drafts import draft_of
from mailer.desk.passwords import keep_password, password_path
from mailer.desk.providers import providers
from mailer.desk.roster_lines import LineError, character, person, slug
from mailer.desk.timers import systemd_units
from mailer.errors import CampaignError
from mailer.inbox.settings import ImapSettings, SmtpSettings

OPTIONS = [
    "--name", "Niebla", "--zone", "America/Bogota", "--turnover", "04:00", "--calendar", "comarca",
    "--date", "1026-1-15", "--anchor", "2026-03-01", "--dm", "Alba <alba@example.com>",
    "--player", "Marta Solís <marta@example.com>", "--character", "Duric, guerrero 3, Marta, 18 pg",
    "--character", "Krom; fighter 2 / thief 3; ; 14", "--party", "Los Cuatro",
]  # fmt: skip


def invoke(folder: Path, *arguments: str):
    return CliRunner().invoke(estafeta, ["init", str(folder), *arguments])


class Terminal:
    """`estafeta` in a terminal of its own, and somebody who reads and types."""

    def __init__(self, *arguments: str, env: dict[str, str]) -> None:
        self.master, slave = pty.openpty()
        code = "from mailer.cli import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *arguments], stdin=slave, stdout=slave, stderr=slave, close_fds=True,
            env={**os.environ, "LANG": "es_ES.UTF-8", "LC_ALL": "", "TERM": "dumb", "COLUMNS": "1000", **env},
        )  # fmt: skip
        os.close(slave)
        self.seen = ""
        self.read = 0

    def until(self, words: str) -> None:
        """Wait until those words were shown, after whatever was waited for before."""
        end = time.monotonic() + 20
        while words not in self.seen[self.read :]:
            assert time.monotonic() < end, f"no {words!r} in {self.seen[self.read :]!r}"
            if not self._more():
                break
        assert words in self.seen[self.read :], self.seen
        self.read = self.seen.index(words, self.read) + len(words)

    def _more(self) -> bool:
        if not select.select([self.master], [], [], 1)[0]:
            return True
        try:
            data = os.read(self.master, 65536)
        except OSError:  # the other end is closed
            return False
        self.seen += data.decode()
        return bool(data)

    def type(self, words: str, text: str) -> None:
        """Wait for the question, then answer."""
        self.until(words)
        os.write(self.master, f"{text}\n".encode())

    def interrupt(self) -> None:
        """Ctrl-C, as often as it takes: one that falls between two reads is lost on whoever waits for a key."""
        for _ in range(5):
            self.process.send_signal(signal.SIGINT)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                if self.process.poll() is not None:
                    return
                if select.select([self.master], [], [], 0.1)[0]:
                    self._more()

    def end(self) -> int:
        limit = time.monotonic() + 20
        while self._more() and self.process.poll() is None:
            assert time.monotonic() < limit, f"it does not end: {self.seen[self.read :]!r}"
        while self._more():
            if not select.select([self.master], [], [], 0.2)[0]:
                break
        code = self.process.wait(10)
        os.close(self.master)
        return code


def test_options_alone_make_a_whole_campaign(tmp_path):
    made = invoke(tmp_path / "c", *OPTIONS)
    assert made.exit_code == 0, made.output
    campaign = load_campaign(tmp_path / "c")
    assert (campaign.settings.name, campaign.settings.tag) == ("Niebla", "Niebla")
    assert campaign.settings.anchor == date(2026, 3, 1)
    assert campaign.calendar.date_of(0).year == 1026
    assert {one.name for one in campaign.start.characters.values()} == {"Duric", "Krom"}
    assert campaign.start.characters["duric"].player == "marta"
    assert [one.id for one in campaign.roster.dms] == ["alba"]
    assert (tmp_path / "c").stat().st_mode & 0o077 == 0
    assert "estafeta" in made.output and "7 * * * *" in made.output


def test_without_answers_it_asks_nothing_where_nobody_can_answer(tmp_path):
    made = invoke(tmp_path / "c")
    assert made.exit_code == 0
    assert "?" not in made.output.partition("Y ahora")[0]
    assert load_campaign(tmp_path / "c").settings.anchor >= date(2026, 1, 1)


def test_what_cannot_stand_in_the_files_is_told_before_there_is_a_folder(tmp_path):
    wrong = invoke(tmp_path / "c", "--zone", "Nowhere", "--turnover", "99")
    assert isinstance(wrong.exception, CampaignError)
    assert len(wrong.exception.mistakes) == 2
    assert not (tmp_path / "c").exists()
    for options in (["--character", "Duric, guerrero 3, Nadie, 18"], ["--date", "ayer"], ["--player", "nobody"]):
        assert invoke(tmp_path / "c", *options).exit_code == 2
        assert not (tmp_path / "c").exists()


def test_a_folder_in_use_is_left_alone(tmp_path):
    (tmp_path / "c").mkdir()
    (tmp_path / "c" / "mine.txt").write_text("mine")
    assert isinstance(invoke(tmp_path / "c", "--ask").exception, CampaignError)
    assert [path.name for path in (tmp_path / "c").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("name", [name for name in providers() if name != "maildir"])
def test_every_provider_gives_settings_that_can_be_read(tmp_path, name):
    hosts = ["--imap-host", "imap.example.net", "--smtp-host", "smtp.example.net"] if name == "own" else []
    options = ["--mailbox", name, "--address", "mesa@example.net", "--password-env", "X", *hosts]
    assert invoke(tmp_path / "c", *OPTIONS, *options).exit_code == 0
    settings = load_campaign(tmp_path / "c").settings
    assert isinstance(settings.inbox[0], ImapSettings) and isinstance(settings.out, SmtpSettings)
    assert settings.inbox[0].user == settings.out.user == settings.address == "mesa@example.net"
    assert tuple(settings.trust.authserv_ids) == providers()[name].authserv_ids


def test_a_provider_is_known_by_the_address():
    found = settings_of(Answers(address="mesa@gmail.com"))
    assert found["inbox"][0]["host"] == "imap.gmail.com"
    assert "inbox" not in settings_of(Answers(address="mesa@example.org"))


@pytest.mark.parametrize(
    ("line", "name", "address"),
    [
        ("Marta Solís <marta@example.com>", "Marta Solís", "marta@example.com"),
        ('"Solís, Marta" <Marta@Example.com>', None, None),
        ("marta@example.com", "Marta", "marta@example.com"),
        ("Marta, marta@example.com", "Marta", "marta@example.com"),
        ("Marta: marta@example.com", "Marta", "marta@example.com"),
        ("Marta", None, None),
    ],
)
def test_people_as_they_are_pasted(line, name, address):
    if name is None:
        with pytest.raises(LineError):
            person(line)
        return
    assert person(line) == {"name": name, "addresses": [address]}


def test_characters_as_they_are_pasted():
    players = {"marta": {"name": "Marta Solís", "addresses": ["marta@example.com"]}}
    duric = {"name": "Duric", "class": "guerrero 3", "max_hp": 18, "player": "marta", "purse": 0, "rations": 7}
    for line in (
        "Duric, guerrero 3, Marta, 18 pg",
        "Duric; guerrero 3; marta solís; 18",
        "Duric\tguerrero 3\tmarta\t18 hp",
    ):
        assert character(line, players) == duric
    lobo = character("Lobo, level_0 0, 9", players)
    assert lobo == {"name": "Lobo", "class": "level_0 0", "max_hp": 9, "purse": 0, "rations": 7}
    for line, purse, rations in (
        ("Duric, guerrero 3, Marta, 18 pg, 20 po, 3 raciones", "20 po", 3),
        ("Duric, guerrero 3, Marta, 18 pg, 12 rations, 20 gp 4 sp", "20 gp 4 sp", 12),
        ("Duric; guerrero 3; Marta; 7 días de raciones; 35 po 4 pp; 18", "35 po 4 pp", 7),
        ("Duric, guerrero 3, Marta, 18 pg, 1 ración", 0, 1),
    ):
        assert character(line, players) == {**duric, "purse": purse, "rations": rations}
    for line in ("Duric", "Duric, guerrero 3, Marta", "Duric, guerrero 3, Eva, 18", ", guerrero 3, Marta, 18"):
        with pytest.raises(LineError):
            character(line, players)


def test_two_of_one_name_get_two_ids():
    found = people_of(Answers(dm="Ana <a@example.com>", players=("Ana <b@example.com>",)), place="villa")
    assert list(found["players"]) == ["ana", "ana-2"]
    assert slug("¡Ñandú!") == "nandu"
    assert campaign_date("-12-3-4") == [-12, 3, 4]


def test_what_calls_it_survives_odd_folder_names(tmp_path):
    folder = tmp_path / "mi campaña 100%"
    folder.mkdir()
    line = cron_line(folder)
    assert line.startswith("7 * * * *  ") and "100\\%" in line and "'" in line
    units = systemd_units(folder)
    service = next(text for name, text in units.items() if name.endswith(".service"))
    assert "100%%" in service
    assert len(units) == 2


def test_a_person_in_a_terminal(tmp_path):
    """The whole conversation, with mistakes on the way, as it is typed."""
    terminal = Terminal("init", str(tmp_path / "c"), env={"XDG_CONFIG_HOME": str(tmp_path / "config")})
    terminal.type("Which language?", "fr")
    terminal.type("Which language?", "es")
    terminal.type("se llama la campaña", "Los Cuatro en Mundarrah")
    terminal.type("Etiqueta", "Los Cuatro")
    terminal.type("Zona horaria", "Madrid")
    terminal.until("zona horaria por su ciudad")
    terminal.type("Zona horaria", "Europe/Madrid")
    terminal.type("se cierra el día", "")
    terminal.type("reglas", "")
    terminal.type("calendario", "comarca")
    terminal.type("fecha es hoy", "hoy")
    terminal.type("fecha es hoy", "1026-1-15")
    terminal.type("Buzón", "maildir")
    terminal.type("por chat", "signal")
    terminal.type("por chat", "")
    terminal.type("dirige", "Alba")
    terminal.type("dirige", "Alba <alba@example.com>")
    terminal.type("Jugadores", "Marta Solís <marta@example.com>")
    terminal.type("> ", "")
    terminal.type("Personajes", "Duric, guerrero 3, Eva, 18 pg")
    terminal.until("Nadie se llama «Eva»")
    terminal.type("> ", "Duric, guerrero 3, Marta, 18 pg")
    terminal.type("> ", "")
    terminal.type("grupo", "")
    terminal.until("Hecho:")
    assert terminal.end() == 0, terminal.seen
    campaign = load_campaign(tmp_path / "c")
    assert campaign.settings.tag == "Los Cuatro"
    assert campaign.start.parties["los-cuatro"].members == ("duric",)
    assert campaign.calendar.date_of(0).day == 15


def test_a_login_in_a_terminal_at_real_servers(tmp_path, dovecot):
    """A wrong password is told at once and asked for again; the right one is kept where only its owner reads it."""
    with FaultSMTP.start(auth=("mesa", dovecot.password)) as smtp:
        terminal = Terminal(
            "init", str(tmp_path / "c"), *OPTIONS, "--language", "es", "--tag", "Mesa", "--rules", "osric",
            "--mailbox", "own", "--address", "mesa@example.net", "--user", "mess", "--security", "plain",
            "--imap-host", dovecot.host, "--imap-port", str(dovecot.imap_port),
            "--smtp-host", smtp.host, "--smtp-port", str(smtp.port), "--chats", "none",
            env={"XDG_CONFIG_HOME": str(tmp_path / "config")},
        )  # fmt: skip
        terminal.type("Contraseña", "wrong")
        terminal.until("no nos deja entrar")
        terminal.type("otra vez", "quizá")
        terminal.type("otra vez", "sí")
        terminal.type("Usuario [mess]", "mesa")
        terminal.type("Contraseña", dovecot.password)
        terminal.until("la carpeta está abierta")
        terminal.until("entramos sin enviar nada")
        terminal.type("correo de prueba a alba@example.com", "s")
        terminal.until("Correo de prueba enviado")
        terminal.until("Hecho:")
        assert terminal.end() == 0, terminal.seen
        assert len(list((smtp.maildir / "new").iterdir())) == 1
    assert dovecot.password not in terminal.seen
    kept = tmp_path / "config" / "estafeta" / "mesa.password"
    assert kept.read_text() == f"{dovecot.password}\n"
    assert kept.stat().st_mode & 0o077 == 0
    assert load_campaign(tmp_path / "c").settings.inbox[0].secret.reveal() == dovecot.password


_ASKED = [
    "--ask", "--language", "es", "--name", "N", "--tag", "N", "--zone", "Europe/Madrid", "--turnover", "23:00",
    "--rules", "osric", "--calendar", "gregorian", "--date", "1026-1-15", "--mailbox", "maildir",
    "--chats", "none",
]  # fmt: skip


def test_a_line_with_a_class_of_no_rules_is_asked_again(tmp_path):
    typed = ["Marta marta@example.com", "", "Mirlo, alquimista 2, Marta, 8 pg", "Mirlo, ladrón 2, Marta, 8 pg", "", ""]
    done = CliRunner().invoke(
        estafeta,
        ["init", str(tmp_path / "c"), *_ASKED, "--dm", "Luis luis@example.com", "--no-try"],
        input="\n".join(typed) + "\n",
    )  # fmt: skip
    assert done.exit_code == 0, (done.output, done.exception)
    assert "no tienen la clase «alquimista»" in done.output
    campaign = load_campaign(tmp_path / "c")
    assert [one.name for one in campaign.start.characters.values()] == ["Mirlo"]
    assert campaign.roster.dms[0].addresses == ("luis@example.com",)


def test_what_was_answered_is_kept_where_it_cannot_be_read(tmp_path):
    done = CliRunner().invoke(
        estafeta,
        ["init", str(tmp_path / "c"), *_ASKED, "--dm", "Luis luis@example.com", "--player", "Marta marta@example.com",
         "--character", "Mirlo, alquimista 2, Marta, 8 pg", "--party", "P", "--no-try"],
    )  # fmt: skip
    assert isinstance(done.exception, CampaignError) and "nada se pierde" in done.output
    assert "alquimista" in (tmp_path / "c" / "roster.toml").read_text()


def test_fresh_characters_bring_what_was_said_and_a_week_of_food(tmp_path):
    more = ["--character", "Ulmo, clérigo 4, Marta, 20 pg, 35 po 4 pp, 3 raciones"]
    assert invoke(tmp_path / "c", *OPTIONS, *more, "--language", "es").exit_code == 0
    people = load_campaign(tmp_path / "c").start.characters
    assert (people["ulmo"].purse_cp, people["ulmo"].rations) == (3540, 3)
    assert (people["duric"].purse_cp, people["duric"].rations) == (0, 7)


@pytest.mark.parametrize(
    ("host", "port", "security"),
    [("mail.example.net", 993, "tls"), ("mail.example.net", 143, "starttls"), ("mail.example.net", 465, "tls"),
     ("mail.example.net", 587, "starttls"), ("mail.example.net", 25, "starttls"), ("localhost", 25, "plain"),
     ("127.0.0.1", 143, "plain"), ("127.0.0.1", 993, "tls"), ("localhost", 2525, "starttls")],
)  # fmt: skip
def test_how_a_port_is_guarded(host, port, security):
    assert usual_security(port, host) == security
    for which in ("imap", "smtp"):
        given = {f"{which}_host": host, f"{which}_port": port, "imap_host": host}
        found = settings_of(Answers(mailbox="own", address="mesa@example.net", **given))
        line = found["out"] if which == "smtp" else found["inbox"][0]
        assert (line["host"], line["port"], line["security"]) == (host, port, security)


def test_every_answer_of_the_servers_is_an_option(tmp_path):
    made = invoke(
        tmp_path / "c", *OPTIONS, "--mailbox", "own", "--address", "mesa@example.net", "--password-env", "X",
        "--imap-host", "imap.example.net", "--imap-port", "143", "--imap-security", "starttls",
        "--smtp-host", "localhost", "--smtp-port", "25", "--smtp-security", "plain", "--no-smtp-login",
    )  # fmt: skip
    assert made.exit_code == 0, made.output
    settings = load_campaign(tmp_path / "c").settings
    assert (settings.inbox[0].port, settings.inbox[0].security) == (143, "starttls")
    assert (settings.out.port, settings.out.security, settings.out.user) == (25, "plain", "")


def test_every_question_is_an_option_too():
    """What a conversation may ask for and keep is what can be said on the command line."""
    options = {one.name for one in estafeta.get_command(None, "init").params}
    asked = set(Answers.__dataclass_fields__)
    renamed = {"date": "when", "password": "password_file"}
    assert {renamed.get(name, name) for name in asked} <= options


def test_own_servers_in_a_terminal(tmp_path, dovecot, postfix):
    """Dovecot by TLS and Postfix by STARTTLS, both signed by themselves, and one that takes no password to send."""
    both = tmp_path / "both.pem"
    both.write_text(dovecot.certificate.read_text() + postfix.certificate.read_text())
    terminal = Terminal(
        "init", str(tmp_path / "c"), *OPTIONS, "--language", "es", "--tag", "Mesa", "--rules", "osric",
        "--address", "init-mesa@example.net", env={"XDG_CONFIG_HOME": str(tmp_path / "config")},
    )  # fmt: skip
    terminal.type("Buzón", "own")
    terminal.type("Servidor IMAP", dovecot.host)
    terminal.type("Puerto IMAP", "mucho")
    terminal.type("Puerto IMAP", "9")
    terminal.type("protegido IMAP", "tls")
    terminal.type("Servidor SMTP", postfix.host)
    terminal.type("Puerto SMTP", str(postfix.port))
    terminal.type("protegido SMTP", "")  # what is usual
    terminal.type("contraseña para enviar", "s")
    terminal.type("Usuario", "init-mesa")
    terminal.type("por chat", "none")
    terminal.type("Contraseña", dovecot.password)
    terminal.type("Su certificado no lo firma nadie conocido", "")
    terminal.type("los servidores?", "")
    terminal.type(f"Servidor IMAP [{dovecot.host}]", "")
    terminal.type("Puerto IMAP de 127.0.0.1 (993: TLS; 143: STARTTLS) [9]", str(dovecot.imaps_port))
    terminal.type("protegido IMAP", "tls")
    terminal.type(f"Servidor SMTP [{postfix.host}]", "")
    terminal.type("Puerto SMTP", "")
    terminal.type("protegido SMTP", "")
    terminal.type("contraseña para enviar? (s/n) [s]", "")
    terminal.until("su certificado no se puede comprobar")
    terminal.type("Su certificado no lo firma nadie conocido", str(tmp_path / "nowhere.pem"))
    terminal.until("No hay ningún fichero")
    terminal.type("Su certificado no lo firma nadie conocido", str(both))
    terminal.until("la carpeta está abierta")
    terminal.until("no acepta contraseña")
    terminal.type("Seguimos sin ella", "")
    terminal.until("la carpeta está abierta")
    terminal.type("correo de prueba a alba@example.com", "s")
    terminal.until("Correo de prueba enviado")
    terminal.until("Hecho:")
    assert terminal.end() == 0, terminal.seen
    settings = load_campaign(tmp_path / "c").settings
    assert (settings.inbox[0].security, settings.out.security, settings.out.user) == ("tls", "starttls", "")
    assert settings.inbox[0].ca_file == settings.out.ca_file == both
    assert not list((tmp_path / "config" / "estafeta").glob("init-*"))


def test_a_conversation_that_breaks_off_is_gone_on_with(tmp_path):
    """Ctrl-C amid the players: the next call asks for nothing twice, and the draft goes when all is made."""
    env = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    first = Terminal("init", str(tmp_path / "c"), env=env)
    first.type("Which language?", "es")
    first.type("se llama la campaña", "Niebla")
    first.type("Etiqueta", "")
    first.type("Zona horaria", "Europe/Madrid")
    first.type("se cierra el día", "22:00")
    first.type("reglas", "")
    first.type("calendario", "")
    first.type("fecha es hoy", "")
    first.type("Buzón", "maildir")
    first.type("por chat", "none")
    first.type("dirige", "Alba <alba@example.com>")
    first.type("Jugadores", "Marta <marta@example.com>")
    drafts = tmp_path / "config" / "estafeta"
    while not any("marta" in one.read_text() for one in drafts.glob("*.json")):
        time.sleep(0.05)
    first.interrupt()
    first.until("Para seguir donde estabas: estafeta init")
    assert first.end() == 130
    (kept,) = (tmp_path / "config" / "estafeta").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    assert not (tmp_path / "c").exists()

    second = Terminal("init", str(tmp_path / "c"), env=env)
    second.type("lo que ya contestaste", "s")
    second.until("> Marta <marta@example.com>")
    second.type("> ", "Luis <luis@example.com>")
    second.type("> ", "")
    second.type("Personajes", "")
    second.until("Hecho:")
    assert second.end() == 0, second.seen
    campaign = load_campaign(tmp_path / "c")
    assert (campaign.settings.name, campaign.settings.turnover) == ("Niebla", 22 * 60)
    assert {"alba", "marta", "luis"} == set(campaign.roster.players)
    assert not list((tmp_path / "config" / "estafeta").glob("init-*"))


@pytest.mark.parametrize("text", ["", "{", "[]", '{"answers": 3}', '{"answers": {"name": 3, "players": "x", "y": 1}}'])
def test_a_draft_that_cannot_be_read_is_none(tmp_path, monkeypatch, text):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    draft = draft_of(tmp_path / "c")
    draft.path.parent.mkdir(parents=True, exist_ok=True)
    draft.path.write_text(text)
    found = draft_of(tmp_path / "c")
    assert not set(found.answers) - {"name"} and found.filled(Answers(name="N")).name == "N"


def test_a_second_campaign_of_the_same_tag_keeps_the_first_one_s_password(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    one, other = draft_of(tmp_path / "a"), draft_of(tmp_path / "b")
    answers = Answers(tag="Mesa")
    first = password_path(answers, one)
    keep_password(first, "one")
    one.keep("password", {"file": str(first)})
    assert password_path(answers, one) == first  # typed again in the same conversation
    second = password_path(answers, other)
    keep_password(second, "two")
    assert (first.read_text(), second.name) == ("one\n", "mesa-2.password")


def test_options_are_kept_too_when_it_breaks_off(tmp_path):
    env = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    first = Terminal("init", str(tmp_path / "c"), *OPTIONS, "--tag", "Niebla", "--chats", "none", env=env)
    first.type("Which language?", "es")
    first.until("reglas")
    first.type("", "osric")
    first.until("Buzón")
    first.interrupt()
    assert first.end() == 130
    second = Terminal("init", str(tmp_path / "c"), env=env)
    second.type("lo que ya contestaste", "")
    second.type("Buzón", "maildir")
    second.until("Hecho:")
    assert second.end() == 0, second.seen
    campaign = load_campaign(tmp_path / "c")
    assert (campaign.settings.name, campaign.settings.zone.key) == ("Niebla", "America/Bogota")
    assert {one.name for one in campaign.start.characters.values()} == {"Duric", "Krom"}


def test_spaces_are_enter_and_arrows_no_answer(tmp_path):
    typed = ["   ", "Alba\x1b[D <alba@example.com>", "Alba <alba@example.com>", "Marta\x1b[A <m@example.com>", "", ""]
    made = CliRunner().invoke(
        estafeta,
        ["init", str(tmp_path / "c"), *_ASKED[:-10], "--calendar", "gregorian", "--date", "1026-1-15",
         "--mailbox", "maildir", "--chats", "none", "--no-try"],
        input="\n".join(typed) + "\n",
    )  # fmt: skip
    assert made.exit_code == 0, (made.output, made.exception)
    assert made.output.count("tecla que no escribe nada") == 2
    campaign = load_campaign(tmp_path / "c")
    assert campaign.roster.dms[0].name == "Alba"
    assert campaign.settings.rules == "osric"  # as it stood in brackets


@pytest.mark.parametrize("columns", [40, 80])
def test_no_question_is_broken_inside_a_word(tmp_path, columns):
    env = {"COLUMNS": str(columns), "XDG_CONFIG_HOME": str(tmp_path)}
    terminal = Terminal("init", str(tmp_path / "c"), "--language", "es", env=env)
    answers = ["N", "", "Europe/Madrid", "", "", "", "", "maildir", "", "Alba <a@example.org>", "M <m@example.org>", ""]
    for words, answer in zip(["campaña?", *["]: "] * 8, "dirección>): ", "> ", "> "], answers, strict=True):
        terminal.type(words, answer)
    terminal.until(">")  # the characters
    terminal.process.kill()
    terminal.end()
    shown = terminal.seen.replace("\r", "").split("\n")
    asked = [re.split(r"[])?]: ", line)[0] for line in shown if not line.startswith("> ")]  # without what was typed
    assert max(map(len, asked)) < columns, asked
    assert "Intro acepta lo que va entre corchetes" in " ".join(shown)


def test_the_campaign_begins_today_by_its_own_clock(tmp_path):
    """A day apart but for an hour, so that one of the two has another date than this machine."""
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu"):
        before = datetime.now(ZoneInfo(zone)).date()
        typed = [zone, "", "Alba <alba@example.com>", "", ""]
        made = CliRunner().invoke(
            estafeta,
            ["init", str(tmp_path / zone[-4:]), "--ask", "--language", "es", "--name", "N", "--tag", "N", "--turnover",
             "23:00", "--rules", "osric", "--calendar", "gregorian", "--mailbox", "maildir", "--chats", "none"],
            input="\n".join(typed) + "\n",
        )  # fmt: skip
        assert made.exit_code == 0, (made.output, made.exception)
        anchor = load_campaign(tmp_path / zone[-4:]).settings.anchor
        assert before <= anchor <= datetime.now(ZoneInfo(zone)).date()
        assert f"[{anchor.isoformat()}]" in made.output


@pytest.mark.parametrize(("system", "language"), [("es_ES.UTF-8", "es"), ("en_GB.UTF-8", "en"), ("C", "es")])
def test_a_campaign_speaks_as_the_machine_does_where_nobody_says(tmp_path, monkeypatch, system, language):
    monkeypatch.setenv("LANG", system)
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.delenv("LC_MESSAGES", raising=False)
    assert invoke(tmp_path / "a", *OPTIONS, "--mailbox", "fastmail", "--address", "m@example.net").exit_code == 0
    settings = load_campaign(tmp_path / "a").settings
    assert settings.language == language
    assert settings.inbox[0].move_to == {"es": "Estafeta/Leídas", "en": "Estafeta/Read"}[language]
    assert invoke(tmp_path / "b", "--example").exit_code == 0
    example = load_campaign(tmp_path / "b")
    assert (example.settings.language, example.roster.dms[0].language) == ("es", language)
    wrong = invoke(tmp_path / "c", "--player", "nobody")
    assert {"es": "No se entiende", "en": "cannot be read"}[language] in wrong.output
