"""Every kind of mistake is told with its file, its key, what was found and what is allowed."""

import tomllib
from pathlib import Path

import pytest

from mailer.campaign.head import load_roster, load_settings
from mailer.campaign.load import load_campaign
from mailer.errors import CampaignError, NoCampaignError
from mailer.resources import shipped

C, R, W = "campaign.toml", "roster.toml", "world/01-lugares.toml"
CRYPT, TOWN = "world/02-cripta.toml", "world/03-villa.toml"

EDITS = tomllib.loads((Path(__file__).parent / "edits.toml").read_text(encoding="utf-8"))["edit"]


@pytest.mark.parametrize("edit", EDITS, ids=[f"{n}-{edit['key']}" for n, edit in enumerate(EDITS)])
def test_a_mistake_is_told_where_it_stands(folder: Path, mistakes, edit):
    path = folder / edit["file"]
    text = path.read_text(encoding="utf-8")
    assert edit["old"] in text
    path.write_text(text.replace(edit["old"], edit["new"], 1), encoding="utf-8")
    told = mistakes()
    matching = [one for one in told if (one.file, one.key) == (edit.get("at", edit["file"]), edit["key"])]
    assert matching, told
    assert edit["found"] in matching[0].found
    assert edit["allowed"] in matching[0].allowed


@pytest.mark.parametrize(
    ("file", "content", "found", "allowed"),
    [
        (C, b"", "nada", "un texto"),
        (R, b"", "nada", "una tabla"),
        (C, b"\x00\xff\xfe\x80", "no es texto", "UTF-8"),
        (R, b"[players", "línea 1", "se cierren"),
        (R, b"[players.a]\n[players.a]\n", "línea 2", "una sola vez"),
        (C, b"a = " + b"[" * 20_000, "Error", "TOML"),
        (C, b"a = " + b"9" * 20_000, "Error", "TOML"),
        (C, b"#" * 5_000_000, "demasiado grande", "hasta 4 MB"),
        (W, b"places = 1\n", "1", "una tabla"),
    ],
)
def test_a_file_that_is_no_toml_is_told(folder: Path, mistakes, file, content, found, allowed):
    (folder / file).write_bytes(content)
    told = [one for one in mistakes() if one.file == file]
    assert any(found in one.found and allowed in one.allowed for one in told), told


def test_a_missing_file_is_told(folder: Path, mistakes):
    (folder / R).unlink()
    assert [(one.file, one.key, one.found) for one in mistakes()] == [(R, "", "nada")]


def test_a_folder_without_settings_is_no_campaign(folder: Path):
    (folder / C).unlink()
    with pytest.raises(NoCampaignError, match=str(folder)):
        load_campaign(folder)


def test_a_folder_instead_of_a_file_is_told(folder: Path, mistakes):
    (folder / C).unlink()
    (folder / C).mkdir()
    assert [one.file for one in mistakes()] == [C]


def test_an_almost_empty_folder_is_told_whole(tmp_path: Path):
    (tmp_path / C).write_text("")
    with pytest.raises(CampaignError) as caught:
        load_campaign(tmp_path)
    assert {one.file for one in caught.value.mistakes} == {C, R, "world/"}


def test_a_byte_order_mark_does_no_harm(folder: Path):
    text = (folder / C).read_bytes()
    (folder / C).write_bytes(b"\xef\xbb\xbf" + text)
    assert load_campaign(folder).settings.tag == "Los Cuatro"


def test_all_mistakes_of_all_files_come_at_once(folder: Path, mistakes):
    for file, old, new in (
        (C, 'pace = "daily"', 'pace = "never"'),
        (R, 'class = "thief 2"', 'class = "wizzard 2"'),
        (W, 'to = "saltmire"', 'to = "nowhere"'),
        (CRYPT, "minutes = 20", "minutes = -20"),
        (TOWN, 'torch = "2 pc"', 'torch = "nada"'),
    ):
        path = folder / file
        path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    told = {(one.file, one.key) for one in mistakes()}
    assert told == {
        (C, "pace"),
        (R, "characters.krom.class"),
        (W, "routes.saltmarsh-causeway.to"),
        (CRYPT, "sites.cripta-de-ossur.zones.vestibulo.passages[1].minutes"),
        (TOWN, "prices.torch"),
    }


def test_one_bad_table_does_not_drag_others_along(folder: Path, mistakes):
    path = folder / R
    text = path.read_text(encoding="utf-8")
    text = text.replace("max_hp = 18", 'max_hp = "mucho"').replace('stance = "secure"', "stance = 3")
    path.write_text(text, encoding="utf-8")
    assert [one.key for one in mistakes()] == ["characters.duric.max_hp", "parties.los-cuatro.stance"]


def test_english_campaigns_are_told_in_english(folder: Path, mistakes):
    path = folder / C
    path.write_text(
        path.read_text(encoding="utf-8").replace('"es"', '"en"').replace("[dice]", "[dices]"), encoding="utf-8"
    )
    (only,) = (one for one in mistakes() if one.key == "dices")
    assert only.allowed.endswith("did you mean “dice”?")


def test_a_password_in_the_open_is_refused_and_never_shown(folder: Path, mistakes):
    path = folder / C
    imap = 'kind = "imap"\nhost = "imap.example.org"\nuser = "estafeta@example.org"\npassword = "hunter2-hunter2"\n'
    text = path.read_text(encoding="utf-8").replace('kind = "maildir"\npath = "mail/in"\n', imap)
    path.write_text(text, encoding="utf-8")
    told = mistakes()
    assert [one.key for one in told] == ["inbox[1].password"]
    assert "hunter2" not in str(told)


@pytest.mark.parametrize("host", ["imap.example.org", "192.0.2.7"])
def test_plain_text_to_another_machine_is_refused(folder: Path, mistakes, host):
    path = folder / C
    imap = f'kind = "imap"\nhost = "{host}"\nuser = "a"\npassword = {{ env = "X" }}\nsecurity = "plain"\n'
    text = path.read_text(encoding="utf-8").replace('kind = "maildir"\npath = "mail/in"\n', imap)
    path.write_text(text, encoding="utf-8")
    assert [one.key for one in mistakes()] == ["inbox[1].security"]


def test_smtp_with_a_user_needs_a_password(folder: Path, mistakes):
    path = folder / C
    smtp = 'kind = "smtp"\nhost = "smtp.example.org"\nuser = "a"\n'
    text = path.read_text(encoding="utf-8").replace('kind = "maildir"\npath = "mail/out"\n', smtp)
    path.write_text(text, encoding="utf-8")
    assert [one.key for one in mistakes()] == ["out.password"]


def test_zones_that_nobody_can_leave_are_told(folder: Path, mistakes):
    with (folder / CRYPT).open("a", encoding="utf-8") as file:
        file.write('[sites.weeping-barrow.zones.pit]\nname = "hoyo"\n')
        file.write('passages = [{ to = "deep", minutes = 5 }, { to = "loop", minutes = 5, one_way = true }]\n')
        file.write('[sites.weeping-barrow.zones.deep]\nname = "fondo"\n')
        file.write('[sites.weeping-barrow.zones.loop]\nname = "vuelta"\n')
        file.write('passages = [{ to = "pit", minutes = 5, one_way = true }]\n')
    told = mistakes()
    assert {one.key.rpartition(".")[2] for one in told} == {"pit", "deep", "loop"}
    assert all("no se puede salir" in one.found for one in told)


def test_a_one_way_drop_with_another_way_out_is_no_mistake(folder: Path):
    zones = load_campaign(folder).book.atlas.sites["cripta-de-ossur"].zones
    assert zones["osario"].passages[0].one_way


def test_settings_alone_tell_their_own_mistakes_only(folder: Path):
    (folder / R).write_text("[players", encoding="utf-8")
    settings = load_settings(folder)
    with pytest.raises(CampaignError) as caught:
        load_roster(folder, settings)
    assert [one.file for one in caught.value.mistakes] == [R]


def test_text_from_files_cannot_disturb_the_terminal(folder: Path, mistakes):
    path = folder / C
    path.write_text(path.read_text(encoding="utf-8").replace('"daily"', '"\\u001b[31mdaily\\u202e"'), encoding="utf-8")
    (only,) = mistakes()
    assert only.found.isprintable()
    assert len(only.found) < 80


def test_a_second_region_is_told_once(folder: Path, mistakes):
    with (folder / TOWN).open("a", encoding="utf-8") as file:
        file.write('[region]\ntable = "paso"\n')
    assert [(one.file, one.key) for one in mistakes()] == [(TOWN, "region")]


def test_a_shipped_monster_or_thing_is_changed_key_by_key(folder: Path):
    with (folder / TOWN).open("a", encoding="utf-8") as file:
        file.write('[monsters.troll]\nparley = true\n[items.rope_hemp_per_50_ft]\nprice = "3 po"\n')
    atlas, before = load_campaign(folder).book.atlas, load_campaign(shipped("data") / "example").book.atlas
    assert atlas.monsters["troll"].parley and atlas.monsters["troll"].xp == before.monsters["troll"].xp
    rope, old = atlas.items["rope_hemp_per_50_ft"], before.items["rope_hemp_per_50_ft"]
    assert (rope.price_cp, rope.weight, rope.label) == (300, old.weight, old.label)


def test_a_class_of_ones_own(folder: Path):
    with (folder / TOWN).open("a", encoding="utf-8") as file:
        file.write('[classes.monk]\nname = { es = "monje", en = "monk" }\nwound_die = 4\nsaves_as = "thief"\n')
    roster = folder / R
    roster.write_text(roster.read_text(encoding="utf-8").replace("thief 2", "monje 2"), encoding="utf-8")
    campaign = load_campaign(folder)
    assert campaign.start.characters["krom"].classes[0].name == "monk"
    assert campaign.book.tables.classes["monk"].hit_dice[:4] == (1, 1, 2, 3)


@pytest.mark.parametrize(
    ("language", "written", "called", "hint"),
    [("es", "guerero 3", "guerrero", "guerrero"), ("es", "figther 3", "guerrero", "fighter"),
     ("en", "figther 3", "magic-user", "fighter"), ("en", "guerero 3", "magic-user", "guerrero")],
)  # fmt: skip
def test_a_class_nobody_knows_is_told_with_the_classes_in_the_campaign_s_language(
    folder: Path, mistakes, language, written, called, hint
):
    for file, old, new in (
        (R, 'class = "fighter 3"', f'class = "{written}"'),
        (C, 'language = "es"', f'language = "{language}"'),
    ):
        text = (folder / file).read_text(encoding="utf-8")
        assert old in text
        (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    (told,) = [one for one in mistakes() if one.key.endswith(".class")]
    assert called in told.allowed
    assert "magic_user" not in told.allowed
    assert any(f"{opening}{hint}{closing}" in told.allowed for opening, closing in ("«»", "“”")), told.allowed
