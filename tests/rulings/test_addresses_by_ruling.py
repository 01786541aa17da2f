"""A player's address by the DM's word: asked at the new one, counted once its code comes back, taken away, undone."""

import re
from datetime import datetime

import pytest
from runs.story import MADRID, Story

from mailer.campaign.load import load_campaign
from mailer.desk.browse import safe_copy
from mailer.desk.peek import peek
from mailer.desk.roster_csv import as_csv
from mailer.desk.standing import open_post
from mailer.ledger.addresses import AddressRow
from mailer.ledger.ledger import open_ledger
from mailer.replaying import replay
from mailer.resources import shipped
from mailer.roster import with_addresses
from mailer.rulings.terminal import rule_here
from rules.time import Day

ALBA, MARTA, NEW = "alba@example.com", "marta@example.com", "marta2@example.org"


@pytest.fixture
def story(tmp_path):
    made = Story(tmp_path / "campaign")
    made.run("2026-01-15 23:05")
    return made


def say(story, sender, at, words, **more):
    story.letter(sender, at, words, **more)
    story.run(at)


def codes(story, address=NEW):
    """Every answer that the address was asked for, in order."""
    rows = story.rows("select text from outbox where recipient = ? and kind = 'register' order by id", address)
    return [found[0] for row in rows if (found := re.search(r"(?:sí|yes) [a-z2-7]{10}", row[0]))]


def told(story, address):
    return [row[0] for row in story.rows("select text from outbox where recipient = ? order by id", address)]


def is_obeyed(story, sender=NEW, at="2026-01-16 13:00"):
    """Whether what comes from the address is an order of Marta's."""
    before = story.rows("select count(*) from orders where player = 'marta'")
    say(story, sender, at, "Krom compra 1 antorcha.")
    return story.rows("select count(*) from orders where player = 'marta'") != before


def ask(story, words=f"Marta: correo {NEW}", at="2026-01-16 10:00"):
    say(story, ALBA, at, words)
    return codes(story)[-1]


def added(story):
    answer = ask(story)
    say(story, NEW, "2026-01-16 11:00", answer)
    return answer


def states(story):
    return [row[0] for row in story.rows("select state from addresses order by id")]


@pytest.mark.parametrize(
    ("words", "receipt"),
    [
        (f"Marta: correo {NEW}", "se pregunta a"),
        (f"Marta: email {NEW}", "se pregunta a"),
        (f"Marta: new address {NEW.upper()}", "se pregunta a"),
        (f"Krom: email {NEW}<mailto:{NEW}>", "se pregunta a"),
    ],
)
def test_an_address_counts_once_its_code_came_back_from_it(story, words, receipt):
    answer = ask(story, words)
    assert receipt in story.texts("alba", "receipt")[-1]
    assert not is_obeyed(story, at="2026-01-16 10:30")
    say(story, NEW, "2026-01-16 11:00", answer)
    assert states(story) == ["added"]
    assert any("es tuya desde ahora" in text for text in told(story, MARTA))
    assert any("es tuya desde ahora" in text for text in told(story, NEW))
    assert is_obeyed(story)
    assert story.rows("select recipient from outbox where kind = 'receipt' and player = 'marta'")[-1] == (NEW,)
    assert is_obeyed(story, MARTA, "2026-01-16 14:00")


def test_in_an_english_campaign(tmp_path):
    story = Story(tmp_path / "campaign")
    new = "tess2@example.org"
    story.run("2026-01-15 23:05")
    say(story, ALBA, "2026-01-16 10:00", f"Tess: email {new}")
    (answer,) = codes(story, new)
    assert answer.startswith("yes ")
    say(story, new, "2026-01-16 11:00", f"Yes {answer[4:].upper()}.\n\nTess")
    assert any("is yours from now on" in text for text in told(story, "tess@example.net"))
    say(story, ALBA, "2026-01-16 12:00", "Tess: remove the email tess@example.net")
    assert any("is an address of yours no more" in text for text in told(story, "tess@example.net"))
    assert states(story) == ["added", "removed"]


@pytest.mark.parametrize(
    "words", ["{code}", "{answer}.\n\nUn saludo,\nMarta", "¡Sí! {code}", "Hola:\n\nVale, «{code}»"]
)
def test_it_is_confirmed_in_more_than_one_way(story, words):
    answer = ask(story)
    say(story, NEW, "2026-01-16 11:00", words.format(answer=answer, code=answer.split()[1]))
    assert states(story) == ["added"]


def test_another_form_of_the_old_address(story):
    form = "marta+rol@example.com"
    say(story, ALBA, "2026-01-16 10:00", f"Marta: correo {form}")
    say(story, form, "2026-01-16 11:00", codes(story, form)[-1])
    assert states(story) == ["added"]
    assert is_obeyed(story, form)


def test_asked_for_two_players_the_latter_counts(story):
    old = ask(story)
    new = ask(story, f"Luis: correo {NEW}", "2026-01-16 10:30")
    say(story, NEW, "2026-01-16 11:00", old)
    say(story, NEW, "2026-01-16 11:10", new)
    assert story.rows("select player, state from addresses order by id") == [("marta", "dropped"), ("luis", "added")]


def test_nobody_but_the_player_gets_a_reply_token(story):
    ask(story)
    rows = story.rows("select message_id, data from outbox where recipient = ?", NEW)
    assert all(".x@" in row[0] and b"estafeta+" not in row[1] for row in rows) and rows


@pytest.mark.parametrize(
    ("sender", "proof", "at", "words"),
    [
        (NEW, "pass", "2026-01-16 11:00", "sí aaaaaaaaaa"),
        (NEW, "pass", "2026-01-16 11:00", "sí"),
        (NEW, "pass", "2026-01-16 11:00", "¿Qué es esto?\n\n> {answer}"),
        (NEW, "pass", "2026-01-16 11:00", "no {answer}"),
        (NEW, "fail", "2026-01-16 11:00", "{answer}"),
        ("eva@example.org", "pass", "2026-01-16 11:00", "{answer}"),
        (NEW, "pass", "2026-01-18 11:00", "{answer}"),
    ],
    ids=["wrong", "none", "quoted", "no", "forged", "from elsewhere", "too late"],
)
def test_what_is_no_confirmation_gets_nothing(story, sender, proof, at, words):
    answer = ask(story)
    say(story, sender, at, words.format(answer=answer), proof=proof)
    assert states(story) == ["asked"]
    assert not is_obeyed(story, at="2026-01-18 13:00")


def test_an_old_code_is_worth_nothing_once_there_is_a_new_one(story):
    old, new = ask(story), ask(story, at="2026-01-16 10:30")
    assert old != new
    say(story, NEW, "2026-01-16 11:00", old)
    assert states(story) == ["dropped", "asked"]
    say(story, NEW, "2026-01-16 11:30", new)
    assert states(story) == ["dropped", "added"]


def test_a_code_is_good_once(story):
    answer = added(story)
    say(story, ALBA, "2026-01-16 12:00", f"Marta: quita el correo {NEW}")
    say(story, NEW, "2026-01-16 12:30", answer + " ")
    assert states(story) == ["added", "removed"]
    assert not is_obeyed(story)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("Marta: correo luis@example.com", "ya es de alguien"),
        ("Marta: correo marta@example.com", "ya es de alguien"),
        ("Marta: correo alba@example.com", "ya es de alguien"),
        ("Marta: correo estafeta@example.org", "No me vale"),
        ("Marta: correo marta@ejemplo", "No me vale"),
        ("Marta: correo mártá@example.org", "No me vale"),
        ("Alba: correo alba2@example.org", "solo se cambian en los ficheros"),
        ("Marta: quita el correo marta@example.com", "Es la única"),
        ("Marta: quita el correo luis@example.com", "no es suya"),
        ("Marta: quita el correo nadie@example.com", "no es suya"),
    ],
)
def test_what_cannot_be(story, words, why):
    say(story, ALBA, "2026-01-16 10:00", words)
    assert why in " ".join(story.texts("alba", "receipt")[-1].split())
    assert states(story) == []
    assert story.rows("select count(*) from outbox where kind = 'register'") == [(0,)]


def test_the_old_one_taken_away(story):
    added(story)
    say(story, ALBA, "2026-01-16 12:00", "Marta: quita el correo marta@example.com")
    assert not is_obeyed(story, MARTA)
    assert is_obeyed(story, NEW, "2026-01-16 14:00")
    say(story, ALBA, "2026-01-16 15:00", f"Marta: quita el correo {NEW}")
    assert "Es la única" in story.texts("alba", "receipt")[-1]


def test_each_is_undone(story):
    answer = ask(story)
    say(story, ALBA, "2026-01-16 10:30", "deshacer")
    say(story, NEW, "2026-01-16 11:00", answer)
    assert states(story) == ["dropped"]
    say(story, NEW, "2026-01-16 11:30", ask(story, at="2026-01-16 11:10"))
    assert is_obeyed(story, at="2026-01-16 11:40")
    say(story, ALBA, "2026-01-16 12:00", "Marta: quita el correo marta@example.com")
    assert not is_obeyed(story, MARTA, "2026-01-16 12:10")
    say(story, ALBA, "2026-01-16 12:20", "deshacer")
    assert is_obeyed(story, MARTA, "2026-01-16 12:30")
    say(story, ALBA, "2026-01-16 12:40", "deshacer  ")
    assert not is_obeyed(story, NEW, "2026-01-16 12:50")
    assert states(story) == ["dropped", "dropped", "dropped"]


def test_by_the_terminal(story):
    now = datetime(2026, 1, 16, 10, 0, tzinfo=MADRID)
    (answered,) = rule_here(story.folder, [f"Marta: correo {NEW}"], now=now)
    assert NEW in answered.said[0]
    story.run("2026-01-16 10:05")
    say(story, NEW, "2026-01-16 11:00", codes(story)[-1])
    assert is_obeyed(story)


def test_a_disk_that_refuses_in_the_middle_leaves_all_or_nothing(story):
    answer = ask(story)
    story.rows(
        "create trigger full before insert on outbox when new.kind = 'register' begin select raise(abort, 'full'); end"
    )
    say(story, NEW, "2026-01-16 11:00", answer)
    assert states(story) == ["asked"]
    assert not is_obeyed(story, at="2026-01-16 11:10")
    story.rows("drop trigger full")
    story.run("2026-01-16 11:30")
    assert states(story) == ["added"]
    assert is_obeyed(story)


@pytest.mark.parametrize(("owner", "obeyed"), [("marta", True), ("luis", False)])
def test_the_files_go_first_when_they_get_the_same_address(story, owner, obeyed):
    added(story)
    old = f'addresses = ["{owner}@example.com"]'
    story.set(old, f'addresses = ["{owner}@example.com", "{NEW}"]', "roster.toml")
    assert is_obeyed(story) == obeyed
    assert is_obeyed(story, MARTA, "2026-01-16 14:00")


def test_rows_never_leave_anybody_without_an_address_or_give_the_dm_one():
    roster = load_campaign(shipped("data") / "example").roster
    rows = [
        AddressRow(1, "marta", MARTA, "removed", ""),
        AddressRow(2, "alba", "alba2@example.org", "added", ""),
        AddressRow(3, "marta", "estafeta@example.org", "added", ""),
        AddressRow(4, "gone", NEW, "added", ""),
        AddressRow(5, "luis", MARTA, "added", ""),
    ]
    assert with_addresses(roster, rows, ours="estafeta@example.org") == roster


def test_no_copy_to_look_at_holds_the_address(story, tmp_path):
    added(story)
    say(story, ALBA, "2026-01-16 12:00", "Marta: correo marta3@example.org\nMarta: quita el correo otra@example.org")
    ledger = open_ledger(story.folder / "ledger.db")
    safe_copy(ledger, tmp_path / "copy.db")
    ledger.close()
    found = (tmp_path / "copy.db").read_bytes()
    assert not [one for one in (NEW, "marta3@example.org", "otra@example.org") if one.encode() in found]


def test_a_replay_lives_it_again(story):
    added(story)
    assert is_obeyed(story)
    story.run("2026-01-16 23:05")
    ledger = open_ledger(story.folder / "ledger.db")
    played = replay(story.folder, ledger, first=Day(0))
    known = [tuple(row) for row in played.now.db.execute("select state from addresses")]
    orders = "select count(*) from orders where player = 'marta'"
    assert known == [("added",)]
    assert played.now.db.execute(orders).fetchone()[0] == ledger.db.execute(orders).fetchone()[0] > 0
    ledger.close()


def test_the_doctor_and_the_roster_sheet_know_it(story):
    added(story)
    now = datetime(2026, 1, 16, 13, tzinfo=MADRID)
    found = peek(story.folder, now=now, since=now)
    assert found.campaign.roster.players["marta"].addresses == (NEW, MARTA)
    post = open_post(story.folder, now)
    assert f"Krom,marta,{NEW}," in as_csv(post.world, post.campaign.roster)
