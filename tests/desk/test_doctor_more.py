"""The rarer causes of silence, each made on purpose: settings, people, limits, disks, versions, DNS."""

import shutil
import sqlite3
import threading
from collections import namedtuple
from datetime import datetime, timedelta
from socket import AF_INET, SOCK_DGRAM, socket

import pytest
from runs.story import MADRID, Story

from mailer.desk.checks.dns import records
from mailer.desk.doctor import examine
from mailer.desk.finding import Health
from mailer.desk.peek import peek

NOW = datetime(2026, 1, 16, 10, 30, tzinfo=MADRID)
SMTP = 'kind = "smtp"\nhost = "127.0.0.1"\nport = 1\nsecurity = "plain"\ntimeout_seconds = 1'
Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def story(tmp_path):
    story = Story(tmp_path / "campaign")
    story.letter("luis@example.com", "2026-01-16T10:00", "Aseguramos la posición.")
    story.run("2026-01-16T10:05")
    return story


def found(story, now=NOW, **options):
    seen = peek(story.folder, now=now, since=now - timedelta(days=7))
    return {one.finding.code: one.finding for one in examine(seen, **options)}


def ills(story, now=NOW, **options):
    return {code for code, one in found(story, now, **options).items() if one.health is Health.MEND}


def change(story, statement):
    with sqlite3.connect(story.folder / "ledger.db") as db:
        db.execute(statement)


def by_smtp(story):
    story.set('[out]\nkind = "maildir"\npath = "mail/out"', f"[out]\n{SMTP}")


def test_sample_addresses_once_mail_goes_by_a_server(story):
    assert not {"address_sample", "people_sample"} & ills(story)
    by_smtp(story)
    assert {"address_sample", "people_sample", "server_silent"} <= ills(story)


def test_a_test_mail_that_does_not_go_out(story):
    by_smtp(story)
    codes = [one.finding.code for one in examine(peek(story.folder, now=NOW, since=NOW), send_test=True)]
    assert codes.count("server_silent") == 2  # the line, and the test mail by it
    assert "test_sent" not in codes


def test_nobody_is_the_dm(story):
    story.set("dm = true", "dm = false", "roster.toml")
    assert "files_mistake" in ills(story)  # the files themselves ask for one


def test_nobody_plays(tmp_path):
    from mailer.campaign.starter import write_starter

    write_starter(tmp_path / "blank")
    seen = peek(tmp_path / "blank", now=NOW, since=NOW)
    assert "no_characters" in {one.finding.code for one in examine(seen)}


def test_the_days_ceiling_is_near(story):
    story.set("[trust]", "[limits]\nmails_a_day = 1\n\n[trust]")
    assert "outbox_limit" in ills(story, NOW)


def test_runs_that_failed_and_then_went_well(story):
    row = "insert into runs (started, ended, exit_code) values ('2026-01-15T08:00:00+00:00', '', 75)"
    change(story, row)
    assert found(story)["run_recovered"].health is Health.NOTE


def test_mails_whose_fate_nobody_knows(story):
    change(story, "update outbox set state = 'unknown'")
    assert found(story)["outbox_unknown"].health is Health.NOTE


def test_a_ledger_of_a_later_version_is_left_alone(story):
    change(story, "pragma user_version = 99")
    assert "ledger_later" in ills(story)


def test_a_disk_that_is_nearly_full(story, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(10**9, 10**9 - 10**6, 10**6))
    assert "disk_full" in ills(story)


def test_answers_that_never_come_to_the_plus_address(story):
    assert "plus_unseen" not in ills(story)
    story.letter("luis@example.com", "2026-01-16T10:10", "Esperamos.", In_Reply_To="<e.1@example.org>")
    story.run("2026-01-16T10:15")
    assert "plus_unseen" in ills(story)
    story.set("plus_addresses = true", "plus_addresses = false")
    assert {"plus_off"} <= found(story).keys()


def test_a_campaign_that_begins_later(story):
    before = datetime(2026, 1, 10, 12, tzinfo=MADRID)
    assert found(story, before)["anchor_ahead"].health is Health.NOTE


class Names:
    """A name server that knows some TXT records, on a port of its own."""

    def __init__(self, known: dict[str, str]) -> None:
        self.known = known
        self.line = socket(AF_INET, SOCK_DGRAM)
        self.line.bind(("127.0.0.1", 0))
        self.port = self.line.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        from dns import flags, message, rcode, rrset

        while True:
            try:
                data, whence = self.line.recvfrom(4096)
            except OSError:
                return
            asked = message.from_wire(data)
            answer = message.make_response(asked)
            answer.flags |= flags.AA
            name = asked.question[0].name
            text = self.known.get(str(name).rstrip("."))
            if text is None:
                answer.set_rcode(rcode.NXDOMAIN)
            else:
                answer.answer.append(rrset.from_text(name, 60, "IN", "TXT", f'"{text}"'))
            self.line.sendto(answer.to_wire(), whence)


@pytest.mark.parametrize(
    ("known", "codes"),
    [
        ({"mesa.test": "v=spf1 mx -all", "_dmarc.mesa.test": "v=DMARC1; p=none"}, ["dns_well"]),
        ({"mesa.test": "v=spf1 mx -all"}, ["dns_missing"]),
        ({"mesa.test": "google-site-verification=x"}, ["dns_missing", "dns_missing"]),
    ],
)
def test_what_dns_says_of_our_domain(story, monkeypatch, known, codes):
    from dns import resolver

    by_smtp(story)
    story.set('address = "estafeta@example.org"', 'address = "estafeta@mesa.test"')
    server = Names(known)
    own = resolver.Resolver(configure=False)
    own.nameservers, own.port = ["127.0.0.1"], server.port
    monkeypatch.setattr(resolver, "default_resolver", own)
    seen = peek(story.folder, now=NOW, since=NOW)
    assert [one.code for one in records(seen)] == codes
    server.line.close()


def test_dns_that_does_not_answer_is_only_noted(story, monkeypatch):
    from dns import resolver

    by_smtp(story)
    story.set('address = "estafeta@example.org"', 'address = "estafeta@mesa.test"')
    own = resolver.Resolver(configure=False)
    own.nameservers, own.port = ["127.0.0.1"], 1
    monkeypatch.setattr(resolver, "default_resolver", own)
    (one,) = records(peek(story.folder, now=NOW, since=NOW))
    assert (one.code, one.health) == ("dns_unasked", Health.NOTE)


def test_the_domain_of_a_large_provider_is_not_asked_about(story):
    by_smtp(story)
    story.set('address = "estafeta@example.org"', 'address = "estafeta@gmail.com"')
    assert list(records(peek(story.folder, now=NOW, since=NOW))) == []
