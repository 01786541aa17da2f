"""The roster as a spreadsheet: out as it stands, in with new people only, and never a file that cannot be read."""

import csv
import io

import pytest
from click.testing import CliRunner
from runs.story import Story

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.desk.roster_csv import COLUMNS, SheetError, as_csv, read_sheet


def invoke(folder, *arguments):
    return CliRunner().invoke(estafeta, ["roster", "-C", str(folder), *arguments])


def rows(text):
    return {row["id"]: row for row in csv.DictReader(io.StringIO(text))}


@pytest.fixture
def story(tmp_path):
    return Story(tmp_path / "c")


def test_everybody_as_they_stand(played):
    found = rows(invoke(played).output)
    assert tuple(next(iter(found.values()))) == COLUMNS
    assert found["ulmo"]["life"] == "dead"
    assert found["krom"]["hp"] == "1" and found["krom"]["party"] == "Los Cuatro"
    assert found["duric"]["address"] == "luis@example.com"


def test_what_comes_out_goes_into_an_empty_campaign(tmp_path, story):
    sheet = tmp_path / "all.csv"
    sheet.write_text(invoke(story.folder).output)
    assert CliRunner().invoke(estafeta, ["init", str(tmp_path / "new"), "--no-ask"]).exit_code == 0
    done = invoke(tmp_path / "new", "--import", str(sheet))
    assert done.exit_code == 0, done.output
    old, new = load_campaign(story.folder), load_campaign(tmp_path / "new")
    for name, person in old.start.characters.items():
        mine = new.start.characters[name]
        assert (mine.name, mine.classes, mine.hp, mine.max_hp, mine.xp, mine.purse_cp, mine.abilities, mine.role) == (
            person.name, person.classes, person.hp, person.max_hp, person.xp, person.purse_cp, person.abilities,
            person.role,
        )  # fmt: skip
        assert mine.player == person.player
    assert {party.name: party.members for party in new.start.parties.values()} == {
        party.name: party.members for party in old.start.parties.values()
    }


def test_somebody_new_joins_a_party_and_comments_stay(story, tmp_path):
    sheet = tmp_path / "new.csv"
    sheet.write_text(
        "name;class;max_hp;player;address;party\nFila;thief 1;5;Nuria;nuria@example.com;Los Cuatro\n;;;;;\n"
        "Krom;thief 9;90;;;\nGuardia;level_0 0;4;;;\n"
    )
    before = (story.folder / "roster.toml").read_text()
    done = invoke(story.folder, "--import", str(sheet))
    assert "Fila" in done.output and "Krom" not in done.output.splitlines()[-1]
    after = (story.folder / "roster.toml").read_text()
    assert [line for line in before.splitlines() if "#" in line] == [line for line in after.splitlines() if "#" in line]
    campaign = load_campaign(story.folder)
    assert campaign.start.parties["los-cuatro"].members[-1] == "fila"
    assert campaign.roster.players["nuria"].addresses == ("nuria@example.com",)
    assert campaign.start.characters["krom"].classes[0].level == 2
    assert campaign.start.characters["guardia"].player is None
    assert "Nadie nuevo" in invoke(story.folder, "--import", str(sheet)).output
    assert (story.folder / "roster.toml").read_text() == after


def test_they_join_the_running_campaign_in_the_next_run(story, tmp_path):
    story.run("2026-01-16T10:05")
    (tmp_path / "new.csv").write_text("name,class,max_hp,player,party\nFila,thief 1,5,luis,Los Cuatro\n")
    assert invoke(story.folder, "--import", str(tmp_path / "new.csv")).exit_code == 0
    story.run("2026-01-16T23:05")
    assert "fila" in rows(invoke(story.folder).output)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("name,class\nA,thief 1\n", "csv_head"),
        ("name,class,max_hp\nA,thief 1,many\n", "csv_number"),
        ("name,class,max_hp,player\nA,thief 1,5,Nobody\n", "csv_player"),
        ("name,class,max_hp\nÁna,thief 1,5\nAna,thief 2,6\n", "csv_twice"),
    ],
)
def test_a_sheet_that_cannot_be_read_says_where(text, code):
    with pytest.raises(SheetError) as error:
        read_sheet(text, players={}, characters=())
    assert error.value.code == code


def test_what_the_campaign_could_not_be_read_with_is_not_written(story, tmp_path):
    before = (story.folder / "roster.toml").read_text()
    (tmp_path / "new.csv").write_text("name,class,max_hp\nA,wizard of oz 3,5\n")
    refused = invoke(story.folder, "--import", str(tmp_path / "new.csv"))
    assert refused.exit_code == 2 and "Corrígelo en la hoja" in refused.output and "wizard of oz" in refused.output
    assert (story.folder / "roster.toml").read_text() == before
    (tmp_path / "new.csv").write_text("name,class\nA,thief 1\n")
    assert invoke(story.folder, "--import", str(tmp_path / "new.csv")).exit_code == 2


def test_a_name_is_never_a_formula(story):
    from dataclasses import replace

    campaign = load_campaign(story.folder)
    evil = replace(campaign.start.characters["krom"], name="=HYPERLINK(1)")
    world = replace(campaign.start, characters={**campaign.start.characters, "krom": evil})
    text = as_csv(world, campaign.roster)
    assert rows(text)["krom"]["name"] == "'=HYPERLINK(1)"
    assert (
        read_sheet(text, players={}, characters=set(world.characters) - {"krom"}).characters["krom"]["name"]
        == evil.name
    )


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("mark", [",", ";"])
def test_a_sheet_of_any_spreadsheet_is_read(story, tmp_path, encoding, mark):
    sheet = tmp_path / "new.csv"
    lines = ["name,class,max_hp,player", "Íñigo Ñuño,thief 1,5,luis"]
    sheet.write_bytes("\r\n".join(lines).replace(",", mark).encode(encoding))
    done = invoke(story.folder, "--import", str(sheet))
    assert done.exit_code == 0, (done.output, done.exception)
    assert "Íñigo Ñuño" in done.output


@pytest.mark.parametrize(
    "head",
    ["sep=;\nname;class;max_hp;player", "nombre;clase;PG máximos;jugador", "Personaje;Clase;max hp;Jugadora",
     "Name ; CLASS;Max HP; Player"],
)  # fmt: skip
def test_the_heads_that_people_write_themselves(story, tmp_path, head):
    sheet = tmp_path / "new.csv"
    sheet.write_text(f'{head}\n"Nela, la Zurda 🐸";ladrón 1;5;luis\n', encoding="utf-8-sig")
    done = invoke(story.folder, "--import", str(sheet))
    assert done.exit_code == 0, (done.output, done.exception)
    made = load_campaign(story.folder).start.characters["nela-la-zurda"]
    assert (made.name, made.max_hp, made.player) == ("Nela, la Zurda 🐸", 5, "luis")
    again = invoke(story.folder, "--import", str(sheet))
    assert again.exit_code == 0 and "Nadie nuevo" in again.output


def test_twice_in_a_row_before_a_run_adds_nobody_twice(story, tmp_path):
    story.run("2026-01-16T12:05")
    (tmp_path / "new.csv").write_text("name,class,max_hp,player,party\nNela,thief 1,5,luis,Los Cuatro\n")
    for _ in range(2):
        done = invoke(story.folder, "--now", "2026-01-16T12:10", "--import", str(tmp_path / "new.csv"))
        assert done.exit_code == 0, (done.output, done.exception)
    assert "Nadie nuevo" in done.output
    assert (story.folder / "roster.toml").read_text().count("Nela") == 1


def test_what_is_no_sheet_is_one_line(story, tmp_path):
    sheet = tmp_path / "new.csv"
    sheet.write_bytes(b"PK\x03\x04\x00\x00\x81\x00\x00")
    done = invoke(story.folder, "--import", str(sheet))
    assert done.exit_code == 2 and "CSV" in done.output


def test_edits_of_those_who_are_there_are_listed_with_words_that_a_ruling_takes(story, tmp_path):
    story.run("2026-01-15 23:05")
    text = invoke(story.folder).output
    krom = rows(text)["krom"]
    edits = {"hp": "5", "max_hp": "11", "purse_cp": "77", "rations": "4", "class": "thief 3", "race": "elf"}
    edits["xp"] = str(int(krom["xp"]) + 5)
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerow(krom | edits)
    writer.writerow(dict.fromkeys(COLUMNS, "") | {"name": "Fila", "class": "thief 1", "max_hp": "5", "player": "luis"})
    (tmp_path / "new.csv").write_text(out.getvalue())
    done = invoke(story.folder, "--import", str(tmp_path / "new.csv"))
    assert done.exit_code == 0 and "Fila" in done.output and "race: human → elf" in done.output
    rulings = [line.rpartition("estafeta rule ")[2].strip('"') for line in done.output.splitlines() if "→ est" in line]
    assert "Krom: 5 pg" in rulings and len(rulings) == 6
    ruled = CliRunner().invoke(estafeta, ["rule", "-C", str(story.folder), "--now", "2026-01-16T10:00+01:00", *rulings])
    assert ruled.exit_code == 0, ruled.output
    now = rows(invoke(story.folder).output)["krom"]
    assert {name: now[name] for name in edits if name != "race"} == {k: v for k, v in edits.items() if k != "race"}


def changed(text, tmp_path, **cells):
    """The sheet with cells of Krom's changed, as a file."""
    out = io.StringIO()
    writer = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows((row | cells if row["id"] == "krom" else row) for row in rows(text).values())
    path = tmp_path / "changed.csv"
    path.write_text(out.getvalue())
    return path


def rulings_in(output):
    return [line.rpartition("estafeta rule ")[2].strip('"') for line in output.splitlines() if "→ estafeta" in line]


@pytest.mark.parametrize(
    ("column", "value", "ruling"),
    [
        ("player", "luis", "Krom: juega luis"),
        ("life", "gone", "Krom deja la campaña"),
        ("life", "dead", "Krom muere"),
        ("party", "Greywick", "Krom va con Greywick"),
    ],
)
def test_who_leaves_dies_or_changes_hands_is_ruled_in_words_the_sheet_gives(story, tmp_path, column, value, ruling):
    """The ruling it names is one, and after it the sheet stands as it was edited."""
    story.run("2026-01-15 23:05")
    sheet = changed(invoke(story.folder).output, tmp_path, **{column: value})
    told = rulings_in(invoke(story.folder, "--import", str(sheet)).output)
    assert told == [ruling]
    rule = ["rule", "-C", str(story.folder), "--now", "2026-01-16T10:00+01:00"]
    if column == "party":
        assert CliRunner().invoke(estafeta, [*rule, "abre el grupo Greywick: Pell"]).exit_code in (0, 65)
    done = CliRunner().invoke(estafeta, [*rule, *told])
    assert done.exit_code == 0, done.output
    assert rows(invoke(story.folder).output)["krom"][column] == value
    assert story.run("2026-01-17 23:05").exit_code == 0


def test_who_left_is_alone_told_to_their_companions_and_comes_back(story):
    story.run("2026-01-15 23:05")
    before = len(story.mails())
    rule = ["rule", "-C", str(story.folder), "--now", "2026-01-16T10:00+01:00"]
    assert CliRunner().invoke(estafeta, [*rule, "Krom deja la campaña"]).exit_code == 0
    story.run("2026-01-16 10:05")
    told = [mail["To"] for mail in story.mails()[before:]]
    assert any("luis@" in one for one in told) and any("marta@" in one for one in told)
    found = rows(invoke(story.folder).output)["krom"]
    assert (found["life"], found["party"]) == ("gone", "")
    back = CliRunner().invoke(estafeta, [*rule, "Krom vuelve a la vida con 5 pg", "Krom va con Los Cuatro"])
    assert back.exit_code == 0, back.output
    assert rows(invoke(story.folder).output)["krom"]["party"] == "Los Cuatro"


def test_out_and_in_and_out_again_is_the_same(played, tmp_path):
    """Whoever it is, dead, hired or hurt: a campaign made of the sheet gives the sheet back."""
    first = invoke(played).output
    (tmp_path / "all.csv").write_text(first)
    rules = ["--rules", "osric", "--language", "es"]
    assert CliRunner().invoke(estafeta, ["init", str(tmp_path / "new"), "--no-ask", *rules]).exit_code == 0
    done = invoke(tmp_path / "new", "--import", str(tmp_path / "all.csv"))
    assert done.exit_code == 0, done.output
    again = rows(invoke(tmp_path / "new").output)
    for name, row in rows(first).items():
        assert again[name] == row
    assert "Nadie nuevo" in invoke(tmp_path / "new", "--import", str(tmp_path / "all.csv")).output
