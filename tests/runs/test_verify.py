"""`estafeta verify`: a ledger as it was written proves itself, and whatever was changed in it by hand is named."""

import json
import shutil
import sqlite3
from contextlib import closing

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.cli.app import estafeta
from mailer.demo import play

LUIS, ALBA = "luis@example.com", "alba@example.com"
DAY = "2026-01-17"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("verify") / "campaign"
    for _ in play(folder):
        pass
    return folder


@pytest.fixture
def copy(played, tmp_path):
    shutil.copytree(played, tmp_path / "campaign")
    return tmp_path / "campaign"


def verify(folder, *words):
    return CliRunner().invoke(estafeta, ["verify", "-C", str(folder), *words])


def found(folder, *words):
    """Exit code, and everything that is wrong, in a line each."""
    done = verify(folder, "--json", *(words or ("--all",)))
    days = [json.loads(text) for text in done.output.splitlines()]
    return done.exit_code, [line for day in days for line in day["wrong"]], days


def change(folder, statement, *values):
    with closing(sqlite3.connect(folder / "ledger.db")) as db:
        changed = db.execute(statement, values).rowcount
        db.commit()
    assert changed == 1, changed


def one(folder, question, *values):
    with closing(sqlite3.connect(folder / "ledger.db")) as db:
        return db.execute(question, values).fetchone()


def test_a_true_ledger_is_proved_whole(played):
    code, wrong, days = found(played)
    assert (code, wrong, len(days)) == (0, [], 5)
    assert all(day["events"] and day["sheets"] and day["mails"] and not day["unproved"] for day in days)
    assert sum(day["events"] for day in days) == one(played, "select count(*) from events")[0]
    told = "select count(*) from outbox where kind in ('outcome', 'catch_up', 'death')"
    assert sum(day["mails"] for day in days) == one(played, told)[0]
    assert verify(played).output.endswith("correos comprobados, 0 mal\n")


def test_a_day_alone_is_proved_as_it_is_with_all_others(played):
    _, _, days = found(played)
    assert found(played, days[2]["day"])[2] == [days[2]]
    assert found(played, days[4]["day"], days[1]["day"])[2] == [days[4], days[1]]


def test_a_face_that_was_changed_is_named_with_what_came_of_it(copy):
    row = one(copy, "select event, at, who, what, n, sides, value from faces where what = 'check' order by at limit 1")
    lied = row[6] % row[5] + 1
    change(
        copy, "update faces set value = ? where event = ? and at = ? and who = ? and what = ? and n = ?", lied, *row[:5]
    )
    code, wrong, _ = found(copy)
    assert code == 1
    assert any(f"el d{row[5]} muestra {lied}, y debería mostrar {row[6]}" in line for line in wrong)
    assert any("no sale de las órdenes" in line and f"d{row[5]} {lied}" in line for line in wrong)


def test_an_event_that_was_changed_is_named_with_what_it_should_be(copy):
    number, data = one(copy, "select id, data from events where kind = 'bought' order by id limit 1")
    lied = json.loads(data) | {"cost_cp": 1}
    change(copy, "update events set data = ? where id = ?", json.dumps(lied), number)
    code, wrong, _ = found(copy)
    assert code == 1
    events = [line for line in wrong if " bought (" in line]
    assert len(events) == 2
    assert '"cost_cp": 1,' in events[0] or '"cost_cp": 1}' in events[0]
    assert "sale de las órdenes y no está así en el libro" in events[1]


@pytest.mark.parametrize("what", ["taken out", "put in", "told to others"])
def test_an_event_that_never_was_and_one_that_is_gone_are_named(copy, what):
    (number,) = one(copy, "select id from events where kind = 'bought' order by id limit 1")
    if what == "taken out":
        change(copy, "delete from events where id = ?", number)
    elif what == "put in":
        columns = "step, day, at + 1, party, kind, characters, data, source, audience"
        change(copy, f"insert into events select 99999, {columns} from events where id = ?", number)
    else:
        change(copy, "update events set audience = 'dm' where id = ?", number)
    code, wrong, _ = found(copy)
    assert code == 1
    assert any(" bought (" in line for line in wrong)


def test_a_sheet_that_was_changed_is_named_with_what_the_events_come_to(copy):
    step, sheet = one(copy, "select step, json from sheets where character = 'maren' order by step desc limit 1")
    was = json.loads(sheet)["purse_cp"]
    lied = json.dumps(json.loads(sheet) | {"purse_cp": was + 100_000})
    change(copy, "update sheets set json = ? where character = 'maren' and step = ?", lied, step)
    code, wrong, _ = found(copy)
    assert (code, wrong) == (1, [f"maren: purse_cp: el libro dice {was + 100_000}, y de los sucesos sale {was}"])


def test_a_sheet_of_the_very_beginning_is_held_against_the_files(copy):
    (sheet,) = one(copy, "select json from sheets where character = 'maren' order by step limit 1")
    lied = json.dumps(json.loads(sheet) | {"xp": 4321})
    change(copy, "update sheets set json = ? where character = 'maren' and step = 1", lied)
    code, wrong, _ = found(copy, "2026-01-15")
    assert code == 1
    assert any(line.startswith("maren: xp: el libro dice 4321") for line in wrong)


def test_an_order_that_was_changed_does_not_lead_to_these_events(copy):
    number, order = one(copy, "select id, json from orders where kind = 'shop' and state = 'done' order by id limit 1")
    change(copy, "update orders set json = ? where id = ?", order.replace('"quantity": 6', '"quantity": 5'), number)
    assert one(copy, "select json from orders where id = ?", number)[0] != order
    code, wrong, _ = found(copy)
    assert code == 1
    assert wrong


def lied_to(data, text):
    """A mail's bytes and text with the first die it tells of one higher."""
    at = text.index(", d6: ") + len(", d6: ")
    face = text[at]
    other = str(int(face) % 6 + 1)
    for old, new in ((f", d6: {face}", f", d6: {other}"),):
        data = data.replace(old.encode(), new.encode())
        text = text.replace(old, new)
    return data, text


@pytest.mark.parametrize("where", ["bytes", "text", "both"])
def test_a_number_that_was_changed_in_a_mail_is_named(copy, where):
    key, data, text = one(
        copy, "select key, data, text from outbox where kind = 'outcome' and text like '%, d6: %' limit 1"
    )
    new_data, new_text = lied_to(data, text)
    assert new_text != text
    assert new_data != data
    change(
        copy, "update outbox set data = ?, text = ? where key = ?", data if where == "text" else new_data,
        text if where == "bytes" else new_text, key,
    )  # fmt: skip
    code, wrong, _ = found(copy)
    assert code == 1
    assert all(line.startswith(f"correo {key.rpartition(':')[0]}: no sale de los sucesos: «") for line in wrong)


def test_words_of_somebodys_own_with_a_number_nobody_rolled_are_named(copy):
    key, text = one(copy, "select key, text from outbox where kind = 'outcome' order by id limit 1")
    change(copy, "update outbox set text = ? where key = ?", text + "\nGanas 98765 monedas.\n", key)
    code, wrong, _ = found(copy)
    assert (code, len(wrong)) == (1, 1)
    assert "«Ganas 98765 monedas.»" in wrong[0]


def own_template(folder, name, change_it):
    from mailer.resources import shipped

    own = folder / "templates" / "es"
    own.mkdir(parents=True, exist_ok=True)
    text = (shipped("templates") / "es" / f"{name}.j2").read_text()
    changed = change_it(text)
    assert changed != text
    (own / f"{name}.j2").write_text(changed)


def test_templates_of_the_campaigns_own_are_no_lie_and_lies_in_them_are_found(tmp_path):
    story = Story(tmp_path / "campaign")
    own_template(story.folder, "outcome", lambda text: text.replace("Lo que ha pasado", "Asi fue tu jornada"))
    story.letter(LUIS, "2026-01-15 12:00", "Duric compra 2 antorchas.")
    story.run("2026-01-15 23:05")
    assert found(story.folder)[:2] == (0, [])
    own_template(story.folder, "outcome", lambda text: text.replace("Lo que ha pasado", "Lo de hoy"))
    assert found(story.folder)[:2] == (0, [])  # sent under templates that are gone by now
    shutil.rmtree(story.folder / "templates")
    assert found(story.folder)[:2] == (0, [])
    (text,) = one(story.folder, "select text from outbox where kind = 'outcome' and player = 'luis'")
    lied = text.replace(" 2 ", " 7 ", 1)
    assert lied != text
    change(story.folder, "update outbox set text = ? where kind = 'outcome' and player = 'luis'", lied)
    assert found(story.folder)[0] == 1


def test_what_the_present_files_would_make_otherwise_is_no_lie_but_is_told(copy):
    """A house rule, or a price, changed long after: the days were true when they were told."""
    settings = copy / "campaign.toml"
    settings.write_text(settings.read_text() + "\n[house]\nsecure_minutes = 30\n")
    code, wrong, days = found(copy)
    assert (code, wrong) == (0, [])
    assert sum(day["unproved"].get("other_rules", 0) for day in days) >= 1
    assert "; pasos hechos con otras reglas u otros archivos" in verify(copy, "--all").output


def test_a_ledger_of_before_says_what_it_cannot_prove(copy):
    with closing(sqlite3.connect(copy / "ledger.db")) as db:
        db.execute("update steps set inputs = null")
        db.commit()
    code, wrong, days = found(copy)
    assert (code, wrong) == (0, [])
    assert [day["unproved"]["no_inputs"] for day in days] == [
        day["unproved"]["no_inputs"] for day in days if day["unproved"]["no_inputs"] >= 1
    ]
    assert sum(day["faces"] for day in days) > 50


def test_a_day_with_rulings_a_review_and_a_reopening_is_proved(tmp_path):
    story = Story(tmp_path / "campaign")
    story.letter(LUIS, "2026-01-15 12:00", "Exploramos hacia el fondo con sigilo.")
    story.run("2026-01-15 23:05")
    story.letter(ALBA, "2026-01-16 11:00", "Krom: 5 pg\nDuric +20 po", subject="fallo")
    story.run("2026-01-16 11:05")
    story.run("2026-01-16 23:05")
    story.letter(ALBA, "2026-01-17 09:00", "Krom: 9 pg\nreabrir 16", subject="fallo")
    story.run("2026-01-17 09:05")
    story.run("2026-01-17 23:05")
    assert story.rows("select count(*) from revisions")[0][0] == 1
    code, wrong, days = found(story.folder)
    assert (code, wrong) == (0, [])
    assert [day["revisions"] for day in days] == [1, 2, 1]
    ruled = one(story.folder, "select step from rulings where kind = 'adjust' order by id limit 1")[0]
    row = one(story.folder, "select json from sheets where character = 'krom' and step = ?", ruled)[0]
    lied = json.dumps(json.loads(row) | {"hp": json.loads(row)["hp"] + 1})
    change(story.folder, "update sheets set json = ? where character = 'krom' and step = ?", lied, ruled)
    assert any(line.startswith("krom: hp: ") for line in found(story.folder)[1])
