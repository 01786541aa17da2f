"""A mailbox on a real Dovecot: other people's programs in it, and a line that breaks."""

import base64
import logging
import re

import pytest
from servers.dovecot import Dovecot
from servers.people import NOON, OtherClient, deliver, letter, mailbox_settings
from servers.scripted import Scripted

from mailer.errors import ChannelError, LoginError
from mailer.inbox.imap import ImapChannel
from mailer.inbox.secret import Secret, SecretSource
from mailer.inbox.settings import Auth, ImapSettings, Security
from mailer.inbox.texts import EARLY_LETTERS

ARCHIVE = '"Estafeta/Le&AO0-das"'


@pytest.fixture
def other(dovecot, player_mailbox):
    client = OtherClient(dovecot, player_mailbox)
    yield client
    client.close()


@pytest.fixture
def mailbox(chaos, player_mailbox):
    """A channel to this test's mailbox by a line that can be spoiled."""

    def open_channel(*, readonly=False, **settings):
        return ImapChannel(mailbox_settings(chaos, player_mailbox, **settings), readonly=readonly)

    return open_channel


@pytest.fixture(scope="module")
def old_server():
    """A server that cannot move, keeps folders below INBOX parted by dots, and whose password is no ASCII."""
    with Dovecot.start(without=("MOVE",), separator=".", prefix="INBOX.", password="peña") as server:
        yield server


def fetch(channel, known=()):
    return [incoming for batch in channel.fetch(lambda keys: known) for incoming in batch.letters]


def collect(channel, known):
    """One run: what is new goes into `known`, everything it may is marked."""
    for batch in channel.fetch(lambda keys: [key for key in keys if key in known]):
        known.update({incoming.key: incoming for incoming in batch.letters})
        channel.ack(batch.keys)
    channel.close()


def words(letters):
    return [incoming.raw.split(b"Subject: ")[1].split(b"\r\n")[0].decode() for incoming in letters]


# --- other people in the same mailbox


def test_what_another_client_threw_away_is_neither_read_nor_lost(mailbox, other, chaos):
    for word in ("uno", "dos", "tres"):
        other.put(letter(word))
    other.throw_away("2")
    known = {}
    collect(mailbox(), known)
    assert words(known.values()) == ["uno", "tres"]
    assert other.subjects() == ["dos"]
    assert "\\Deleted" in other.flags()[0]
    assert b"EXPUNGE" not in chaos.sent("c2s")
    assert b"CLOSE" not in chaos.sent("c2s")


def test_letters_are_moved_by_move_and_stay_unread(mailbox, other, chaos):
    other.put(letter("uno"))
    collect(mailbox(), {})
    assert re.search(rb"UID MOVE 1 \"Estafeta/Le&AO0-das\"", chaos.sent("c2s"))
    assert b"COPY" not in chaos.sent("c2s")
    assert other.subjects() == []
    assert other.subjects(ARCHIVE) == ["uno"]
    assert "\\Seen" not in other.flags(ARCHIVE)[0]


def test_a_letter_that_goes_while_we_fetch_is_left_out(dovecot, player_mailbox, mailbox, other):
    for number in range(600):
        deliver(dovecot.maildir(player_mailbox), letter(f"carta {number}"), f"{number:04}.many")
    dovecot.chown()
    batches = mailbox().fetch(lambda keys: ())
    assert len(next(batches).letters) == EARLY_LETTERS
    uids = other.uids()
    other.throw_away(uids[550], for_good=True)
    other.throw_away(uids[560])
    rest = [incoming for batch in batches for incoming in batch.letters]
    assert len(rest) == 600 - EARLY_LETTERS - 2
    assert "carta 550" not in words(rest)


def test_answers_nobody_asked_for_are_no_letters(mailbox, other, chaos):
    for word in ("uno", "dos"):
        other.put(letter(word))
    noise = b"* 1 FETCH (FLAGS (\\Flagged))\r\n* 2 EXISTS\r\n* 9 FETCH (UID 99 FLAGS ())\r\n"
    chaos.rewrite = lambda way, data: noise + data if way == "s2c" and b"BODY[]" in data else data
    assert words(fetch(mailbox())) == ["uno", "dos"]


def test_a_server_that_only_estimates_sizes_is_believed_in_its_bytes(mailbox, other, chaos, caplog):
    other.put(letter("uno"))
    chaos.rewrite = lambda way, data: re.sub(rb"RFC822.SIZE \d+", b"RFC822.SIZE 7", data)
    with caplog.at_level(logging.WARNING):
        (incoming,) = fetch(mailbox())
    assert incoming.raw == letter("uno")
    assert "spoke of 7 bytes" in caplog.text


@pytest.mark.parametrize("answer", [rb"BODY\[\] NIL", rb'BODY[] ""'])
def test_a_letter_without_its_text_is_not_an_empty_letter(mailbox, other, chaos, answer):
    other.put(letter("uno"))

    def spoil(way, data):
        return re.sub(
            rb"BODY\[\](?:<0>)? \{\d+\}\r\n.*?\r\n\)\r\n", answer.replace(b"\\", b"") + b")\r\n", data, flags=re.DOTALL
        )

    chaos.rewrite = spoil
    assert fetch(mailbox()) == []
    chaos.rewrite = None
    assert words(fetch(mailbox())) == ["uno"]


def test_the_ids_of_gmail_are_kept(mailbox, other, chaos):
    other.put(letter("uno"))

    def like_gmail(way, data):
        if way == "c2s":
            return data.replace(b" X-GM-MSGID", b"")
        data = data.replace(b"* CAPABILITY IMAP4rev1", b"* CAPABILITY IMAP4rev1 X-GM-EXT-1")
        return data.replace(b"RFC822.SIZE", b"X-GM-MSGID 1278455344230334865 RFC822.SIZE")

    chaos.rewrite = like_gmail
    (incoming,) = fetch(mailbox())
    assert incoming.provider_id == "1278455344230334865"


def test_a_folder_numbered_anew_is_listed_again(dovecot, player_mailbox, mailbox, other):
    other.put(letter("uno"))
    other.put(letter("dos"))
    before = fetch(mailbox())
    other.close()
    dovecot.renumber(player_mailbox)
    other.__init__(dovecot, player_mailbox)
    channel = mailbox()
    after = fetch(channel, known=())
    assert words(after) == words(before) == ["uno", "dos"]
    assert {incoming.key.uidvalidity for incoming in after}.isdisjoint(incoming.key.uidvalidity for incoming in before)
    channel.ack([incoming.key for incoming in before])  # keys of the old numbering mark nothing
    channel.close()
    assert other.subjects() == ["uno", "dos"]


def test_a_dry_run_only_examines(mailbox, other, chaos):
    other.put(letter("uno"))
    known = {}
    collect(mailbox(readonly=True), known)
    assert words(known.values()) == ["uno"]
    assert b"EXAMINE" in chaos.sent("c2s")
    assert not re.search(rb"SELECT|STORE|MOVE|COPY|CREATE", chaos.sent("c2s"))
    assert other.subjects() == ["uno"]


def test_junk_of_our_players_is_told_and_not_touched(mailbox, other):
    other.put(letter("perdida"), folder="Spam")
    other.put(letter("oferta").replace(b"marta@example.org", b"spam@example.net"), folder="Spam")
    other.put(letter("trampa").replace(b"marta@example.org", b"xmarta@example.org"), folder="Spam")
    other.put(letter("uno"))
    channel = mailbox()
    (batch,) = channel.fetch(lambda keys: ())
    (found,) = channel.junk({"marta@example.org", "luis@example.com"})
    assert (found.sender, found.received) == ("marta@example.org", NOON)
    channel.ack(batch.keys)
    channel.close()
    assert other.subjects() == []
    assert len(other.subjects("Spam")) == 3
    assert all("\\Seen" not in flags for flags in other.flags("Spam"))


def test_junk_can_be_looked_at_between_two_blocks(dovecot, player_mailbox, mailbox, other):
    for number in range(501):
        deliver(dovecot.maildir(player_mailbox), letter(f"carta {number}"), f"{number:04}.many")
    dovecot.chown()
    channel = mailbox()
    total = 0
    for batch in channel.fetch(lambda keys: ()):
        total += len(batch.letters)
        assert channel.junk({"marta@example.org"}) == ()
        channel.ack(batch.keys)
    assert total == 501


def test_a_named_junk_folder_is_looked_at(mailbox, other):
    other.client.create('"Otros correos"')
    other.put(letter("perdida"), folder='"Otros correos"')
    assert len(mailbox(junk_folder="Otros correos").junk({"marta@example.org"})) == 1


def test_a_thousand_letters_take_few_round_trips(dovecot, player_mailbox, mailbox, other, chaos):
    """At 20 ms each this is what collecting costs; asking letter by letter would be 40 seconds."""
    for number in range(1000):
        deliver(dovecot.maildir(player_mailbox), letter(f"carta {number}"), f"{number:04}.many")
    dovecot.chown()
    known = {}
    collect(mailbox(), known)
    assert len(known) == 1000
    asked = chaos.sent("c2s").count(b"\r\n")
    assert asked < 20
    assert chaos.connections == 1


# --- servers that cannot move


def test_a_server_that_cannot_move_gets_a_keyword(old_server, player_mailbox):
    other = OtherClient(old_server, player_mailbox, "peña")
    for word in ("uno", "dos"):
        other.put(letter(word))
    known = {}
    settings = mailbox_settings(old_server, player_mailbox, password="peña")
    collect(ImapChannel(settings), known)
    assert words(known.values()) == ["uno", "dos"]
    assert other.subjects() == ["uno", "dos"]
    assert all("$Estafeta" in flags and "\\Seen" not in flags for flags in other.flags())
    assert list(ImapChannel(settings).fetch(lambda keys: list(known))) == []
    other.client.uid("STORE", "1", "-FLAGS", "($Estafeta)")  # as if the mark had been lost
    (batch,) = ImapChannel(settings).fetch(lambda keys: list(known))
    assert [key.uid for key in batch.lingering] == ["1"]
    other.close()


def test_folders_are_named_in_the_way_of_the_server(player_mailbox):
    with Dovecot.start(separator=".", prefix="INBOX.") as server:
        other = OtherClient(server, player_mailbox)
        other.put(letter("uno"))
        collect(ImapChannel(mailbox_settings(server, player_mailbox)), {})
        assert other.subjects('"INBOX.Estafeta.Le&AO0-das"') == ["uno"]
        other.close()


def test_a_folder_that_cannot_be_made_leaves_letters_marked(mailbox, other, caplog):
    other.put(letter("uno"))
    known = {}
    with caplog.at_level(logging.WARNING):
        collect(mailbox(move_to="x" * 300), known)
    assert "cannot be moved" in caplog.text
    assert "$Estafeta" in other.flags()[0]
    assert len(known) == 1


def test_without_a_folder_letters_are_marked_and_stay(mailbox, other, chaos):
    other.put(letter("uno"))
    collect(mailbox(move_to=""), {})
    assert other.subjects() == ["uno"]
    assert "$Estafeta" in other.flags()[0]
    assert b"MOVE" not in chaos.sent("c2s")


def test_marks_whose_answer_nobody_waits_for_are_there_at_the_end(dovecot, player_mailbox, mailbox, other, chaos):
    """The next block is asked for before the last is marked; in between, another folder is looked into."""
    for number in range(600):
        deliver(dovecot.maildir(player_mailbox), letter(f"carta {number}"), f"{number:04}.many")
    dovecot.chown()
    channel, got = mailbox(move_to=""), []
    for number, batch in enumerate(channel.fetch(lambda keys: [])):
        got += batch.letters
        if number == 1:
            channel.junk({"marta@example.org"})
        channel.ack(batch.keys)
    channel.close()
    assert words(got) == [f"carta {number}" for number in range(600)]
    assert all("$Estafeta" in flags for flags in other.flags())
    said = [line for line in chaos.sent("c2s").split(b"\r\n") if b"UID FETCH" in line or b"UID STORE" in line]
    first_mark = next(at for at, line in enumerate(said) if b"STORE" in line)
    assert sum(b"FETCH" in line for line in said[:first_mark]) == 2


# --- a line that breaks


@pytest.mark.parametrize("after", [1, 300, 400, 5_000, 60_000, 95_000])
def test_cut_while_fetching_and_nothing_is_lost(mailbox, other, chaos, after):
    for number in range(10):
        other.put(letter(f"carta {number}", size=10_000))
    chaos.drop_after = ("s2c", after)
    channel = mailbox()
    with pytest.raises(ChannelError) as caught:
        fetch(channel)
    assert not isinstance(caught.value, LoginError)  # also where the login itself was cut
    assert "\n" not in str(caught.value)
    assert chaos.fired == 1
    expected = [f"carta {number}" for number in range(10)]
    assert words(fetch(channel)) == expected  # the same channel calls again
    channel.close()
    assert other.subjects() == expected
    assert all("\\Seen" not in flags for flags in other.flags())


@pytest.mark.parametrize(
    "where",
    [("c2s", rb"UID MOVE"), ("s2c", rb"COPYUID")],
    ids=["before the server acts", "after it acted"],
)
def test_cut_at_the_move_and_nothing_is_lost_or_doubled(mailbox, other, chaos, where):
    expected = [f"carta {number}" for number in range(5)]
    for word in expected:
        other.put(letter(word))
    collect(mailbox(readonly=True), {})
    other.client.create(ARCHIVE)
    chaos.drop_on = where
    known = {}
    with pytest.raises(ChannelError):
        collect(mailbox(), known)
    assert chaos.fired == 1
    assert len(known) == 5  # they were stored before the move was tried
    collect(mailbox(), known)
    assert len(known) == 5
    assert other.subjects() == []
    assert sorted(other.subjects(ARCHIVE)) == expected
    assert list(mailbox().fetch(lambda keys: list(known))) == []


def test_a_server_that_dies_and_comes_back(player_mailbox):
    with Dovecot.start() as server:
        other = OtherClient(server, player_mailbox)
        other.put(letter("uno"))
        channel = ImapChannel(mailbox_settings(server, player_mailbox))
        channel.open()
        server.down()
        with pytest.raises(ChannelError):
            fetch(channel)
        with pytest.raises(ChannelError):
            fetch(channel)
        server.up()
        assert words(fetch(channel)) == ["uno"]
        channel.close()


def test_silence_is_given_up(mailbox, other, chaos):
    other.put(letter("uno"))
    channel = mailbox(timeout_seconds=0.3)
    channel.open()
    chaos.blackhole = True
    with pytest.raises(ChannelError, match="does not answer"):
        fetch(channel)
    with pytest.raises(ChannelError, match="connect: the server does not answer"):
        fetch(channel)
    channel.close()


def test_a_server_that_hangs_up_at_once_is_told(mailbox, chaos):
    chaos.refuse = True
    with pytest.raises(ChannelError) as caught:
        mailbox().open()
    assert "connect" in str(caught.value)
    assert "\n" not in str(caught.value)


# --- the login


def refused(channel):
    with pytest.raises(LoginError) as caught:
        channel.open()
    return str(caught.value)


def test_a_refused_login_is_one_line_without_the_password(mailbox, player_mailbox):
    told = refused(mailbox(password="otra-clave"))
    assert f"{player_mailbox} was refused" in told
    assert "\n" not in told
    assert "otra-clave" not in told


TOKEN = b"user=estafeta@example.org\1auth=Bearer ya29.vale\1\1"
A_TOKEN = rb"[A-Za-z0-9+/=]{60,}$"


def token_server(*verdict):
    """A server that knows only tokens; what it says to one is given."""
    return Scripted(
        b"* OK ready",
        [
            (rb"\w+ CAPABILITY", b"* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\n{tag} OK done"),
            (rb"\w+ AUTHENTICATE XOAUTH2$", b"+ "),
            *verdict,
            (rb"\w+ SELECT", b"* 0 EXISTS\r\n* OK [UIDVALIDITY 7] valid\r\n{tag} OK [READ-WRITE] done"),
            (rb"\w+ UID SEARCH", b"* SEARCH\r\n{tag} OK done"),
        ],
    )


def token_channel(server):
    return ImapChannel(mailbox_settings(server, "estafeta@example.org", auth=Auth.XOAUTH2, password="ya29.vale"))


def heard_after_authenticate(server):
    at = next(number for number, line in enumerate(server.heard) if b"AUTHENTICATE" in line)
    return server.heard[at + 1 :]


def test_a_token_goes_as_xoauth2():
    with token_server((A_TOKEN, b"{tag} OK in")) as server:
        channel = token_channel(server)
        assert fetch(channel) == []
        channel.close()
        assert base64.b64decode(heard_after_authenticate(server)[0]) == TOKEN


def test_a_refused_token_is_one_line_without_the_token():
    challenge = b"+ " + base64.b64encode(b'{"status":"400","schemes":"Bearer"}')
    with token_server((A_TOKEN, challenge), (rb"$", b"{tag} NO [AUTHENTICATIONFAILED] no")) as server:
        told = refused(token_channel(server))
        assert heard_after_authenticate(server)[1] == b""  # the refusal is spoken out only after an empty answer
    assert "\n" not in told
    assert "ya29" not in told


def test_a_server_that_is_only_busy_refuses_nobody(mailbox, chaos):
    chaos.rewrite = lambda way, data: data.replace(b"[AUTHENTICATIONFAILED]", b"[UNAVAILABLE]")
    with pytest.raises(ChannelError) as caught:
        mailbox(password="otra-clave").open()
    assert not isinstance(caught.value, LoginError)


@pytest.mark.parametrize(("security", "port"), [(Security.TLS, "imaps_port"), (Security.STARTTLS, "imap_port")])
def test_tls_checks_whom_it_talks_to(dovecot, player_mailbox, other, security, port):
    other.put(letter("uno"))
    guarded = {"security": security, "port": getattr(dovecot, port)}
    trusting = mailbox_settings(dovecot, player_mailbox, ca_file=dovecot.certificate, **guarded)
    channel = ImapChannel(trusting)
    assert words(fetch(channel)) == ["uno"]
    channel.close()
    with pytest.raises(ChannelError, match="certificate"):
        ImapChannel(mailbox_settings(dovecot, player_mailbox, **guarded)).open()


def test_starttls_is_never_given_up_for_plain_text(mailbox, chaos):
    chaos.rewrite = lambda way, data: data.replace(b"STARTTLS", b"XTARTTLS") if way == "s2c" else data
    with pytest.raises(ChannelError):
        mailbox(security=Security.STARTTLS).open()
    assert b"LOGIN" not in chaos.sent("c2s")


def settings(**changes):
    secret = Secret(SecretSource.ENV, "ESTAFETA_NOT_SET")
    return ImapSettings(**({"host": "mail.example.org", "user": "estafeta", "secret": secret} | changes))


def test_plain_text_is_only_for_this_machine():
    with pytest.raises(ChannelError, match="plain text"):
        ImapChannel(settings(security=Security.PLAIN)).open()


@pytest.mark.parametrize(
    ("host", "exposed"),
    [
        ("127.0.0.1", False),
        ("localhost", False),
        ("::1", False),
        ("127.8.0.1", False),
        ("192.0.2.1", True),
        ("x.y", True),
    ],
)
def test_which_hosts_are_this_machine(host, exposed):
    assert settings(host=host, security=Security.PLAIN).is_exposed is exposed
    assert not settings(host=host).is_exposed


def test_starttls_at_the_port_of_tls_is_a_mistake_that_is_told():
    import os

    os.environ["ESTAFETA_TEST_MAILBOX"] = "secret"
    secret = Secret(SecretSource.ENV, "ESTAFETA_TEST_MAILBOX")
    with pytest.raises(ChannelError, match="993"):
        ImapChannel(settings(host="127.0.0.1", secret=secret, security=Security.STARTTLS)).open()
