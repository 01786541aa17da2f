"""Every kind of mistake is told with its file, its key, what was found and what is allowed."""

from pathlib import Path

import pytest

from mailer.campaign.head import load_roster, load_settings
from mailer.campaign.load import load_campaign
from mailer.errors import CampaignError

C, R, W = "campaign.toml", "roster.toml", "world/01-lugares.toml"
CRYPT, TOWN = "world/02-cripta.toml", "world/03-villa.toml"

# file, what stands there, what is put instead, the key told, a word of what was found, a word of what is allowed
EDITS = [
    # campaign.toml
    (C, 'name = "Los Cuatro en', 'nombre = "Los Cuatro en', "nombre", "nombre", "¿querías decir «name»?"),
    (C, 'tag = "Los Cuatro"\n', "", "tag", "nada", "un texto de una línea"),
    (C, 'tag = "Los Cuatro"', 'tag = "[Los Cuatro]"', "tag", "[Los Cuatro]", "sin [ ]"),
    (C, 'tag = "Los Cuatro"', 'tag = "Los\\r\\nBcc: x"', "tag", "Los", "un texto de una línea"),
    (C, 'language = "es"', 'language = "fr"', "language", "fr", "es, en"),
    (C, 'zone = "Europe/Madrid"', 'zone = "Europe/Madird"', "zone", "Europe/Madird", "¿querías decir «Europe/Madrid»?"),
    (C, 'zone = "Europe/Madrid"', 'zone = "../../etc/passwd"', "zone", "passwd", "una zona horaria"),
    (C, 'zone = "Europe/Madrid"', "zone = 3", "zone", "3", "una zona horaria"),
    (C, '"23:00"', '"25:00"', "turnover", "25:00", '"23:00"'),
    (C, '"23:00"', "23", "turnover", "23", '"23:00"'),
    (C, 'pace = "daily"', 'pace = "dayly"', "pace", "dayly", "¿querías decir «daily»?"),
    (C, "plus_addresses = true", 'plus_addresses = "sí"', "plus_addresses", "sí", "true o false"),
    (C, '"estafeta@example.org"', '"estafeta en example.org"', "address", "en example.org", "una dirección de correo"),
    (C, 'use = "comarca"', 'use = "comarcas"', "calendar.use", "comarcas", "¿querías decir «comarca»?"),
    (C, 'use = "comarca"', 'use = "mio.toml"', "", "nada", "un fichero que exista"),
    (C, "anchor = 2026-01-15", "anchor = 0026-01-15", "calendar.anchor", "0026", "entre 1900"),
    (C, "anchor = 2026-01-15", 'anchor = "2026-02-30"', "calendar.anchor", "2026-02-30", "una fecha"),
    (C, "date = [1026, 1, 15]", "date = [1026, 13, 1]", "calendar.date", "1026-13-1", "que el calendario tenga"),
    (C, "date = [1026, 1, 15]", "date = [1026, 1]", "calendar.date", "una lista", "3 elementos"),
    (C, '"jueves de hierro"', '"jueves"', "calendar.weekday", "jueves", "jueves de hierro"),
    (C, 'kind = "maildir"\npath = "mail/in"', 'kind = "pop3"', "inbox[1].kind", "pop3", "imap, maildir"),
    (C, '[[inbox]]\nkind = "maildir"', "[[inbox]]", "inbox[1].kind", "nada", "imap, maildir"),
    (C, 'path = "mail/in"', 'path = "mail/in"\nhost = "x"', "inbox[1].host", "host", "path, account"),
    (C, '[[inbox]]\n', '[[inbox]]\nkind = "maildir"\npath = "mail/in"\n[[inbox]]\n', "inbox[2]", "dos veces", "una sola vez"),
    (C, '["mx.example.org"]', '[3]', "trust.authserv_ids[1]", "3", "un texto"),
    (C, "[dice]", "[limits]\nletter_bytes = -1\n[dice]", "limits.letter_bytes", "-1", "de 10000 a"),
    (C, "[dice]", "[house]\ncheck_chance = 7\n[dice]", "house.check_chance", "7", "como mucho 6"),
    (C, "[dice]", "[house]\nchance_min = 60\nchance_max = 40\n[dice]", "house.chance_min", "60", "como mucho 40"),
    (C, "[dice]", "[house]\nwound_mode = true\n[dice]", "house.wound_mode", "true", "margin, inverse"),
    (C, "[dice]", "[house]\nturnover = 5\n[dice]", "house.turnover", "turnover", "una de estas claves"),
    # roster.toml
    (R, 'addresses = ["luis@example.com"]\n', "", "players.luis.addresses", "nada", "una dirección"),
    (R, 'addresses = ["luis@example.com"]', "addresses = []", "players.luis.addresses", "una lista", "de 1 a"),
    (R, '"luis@example.com"', '"Marta@Example.com"', "players.marta.addresses", "marta@example.com", "que no tenga ya"),
    (R, '"luis@example.com"', '"estafeta@example.org"', "players.luis.addresses", "estafeta@", "no la de la campaña"),
    (R, "dm = true\n", "", "players", "nada", "dm = true"),
    (R, 'name = "Krom"', 'name = "DURIC"', "characters.krom.name", "DURIC", "que no lleve ya"),
    (R, 'player = "marta"', 'player = "martita"', "characters.krom.player", "martita", "¿querías decir «marta»?"),
    (R, 'class = "thief 2"', 'class = "thieff 2"', "characters.krom.class", "thieff", "¿querías decir «thief»?"),
    (R, 'class = "thief 2"', 'class = "thief"', "characters.krom.class", "thief", "clase y nivel"),
    (R, 'class = "thief 2"', 'class = "thief 31"', "characters.krom.class", "31", "de 0 a 30"),
    (R, "max_hp = 9\n", "max_hp = 0\n", "characters.krom.max_hp", "0", "de 1 a"),
    (R, "max_hp = 9\n", "max_hp = 9\nhp = 10\n", "characters.krom.hp", "10", "como mucho 9"),
    (R, '"22 po 6 pp 8 pc"', '"22 doblones"', "characters.krom.purse", "doblones", "una suma"),
    (R, '"22 po 6 pp 8 pc"', "-5", "characters.krom.purse", "-5", "una suma"),
    (R, '"thieves_tools", "backpack", "rope_silk', '"thieves_tols", "backpack", "rope_silk', "characters.krom.goods[4]", "thieves_tols", "thieves_tools"),
    (R, "rations = 4\n", 'rations = "cuatro"\n', "characters.krom.rations", "cuatro", "un número entero"),
    (R, "spells = { 1 = [\"Dormir\"", "spells = { 12 = [\"Dormir\"", "characters.joram.spells", "una tabla", "por nivel"),
    (R, "retreat_percent = 40", "retreat_percent = 140", "characters.krom.limits.retreat_percent", "140", "de 0 a 100"),
    (R, '"duric", "krom"', '"duric", "kron"', "parties.los-cuatro.members[2]", "kron", "¿querías decir «krom»?"),
    (R, '"maren", "pell"', '"maren", "krom"', "parties.greywick.members[2]", "krom", "en otro grupo"),
    (R, '"maren", "pell", ', '"maren", ', "characters.pell.place", "nada", "place en su ficha"),
    (R, 'spokesperson = "luis"', 'spokesperson = "tess"', "parties.los-cuatro.spokesperson", "tess", "un miembro"),
    (R, 'zone = "sala-de-las-columnas"', 'zone = "sala"', "parties.los-cuatro.zone", "sala", "una zona de este sitio"),
    (R, 'zone = "sala-de-las-columnas"\n', "", "parties.los-cuatro", "lo mismo", "site y zone"),
    (R, 'place = "greywick"\n', "", "parties.greywick", "nada", "place, o site y zone"),
    (R, 'place = "greywick"', 'place = "greywich"', "parties.greywick.place", "greywich", "¿querías decir «greywick»?"),
    (R, 'site = "cripta-de-ossur"', 'site = "cripta"', "parties.los-cuatro.site", "cripta", "una mazmorra"),
    (R, '"osario"]\nstance', '"osari"]\nstance', "parties.los-cuatro.known[4]", "osari", "¿querías decir «osario»?"),
    (R, "since = 2026-01-15T22:00:00", "since = 2026-01-15T22:00:00Z", "parties.los-cuatro.since", "2026", "sin zona"),
    (R, "since = 2026-01-15T22:00:00", "since = 1926-01-15T22:00:00", "parties.los-cuatro.since", "1926", "50 años"),
    (R, 'stance = "secure"', 'stance = "secuer"', "parties.los-cuatro.stance", "secuer", "¿querías decir «secure»?"),
    # world
    (W, 'to = "boca-de-la-cripta"', 'to = "boca"', "routes.senda-de-la-cripta.to", "boca", "un lugar"),
    (W, 'to = "dunmarrow"', 'to = "greywick"', "routes.dun-road.to", "greywick", "distinto de from"),
    (W, 'miles = 4, terrain = "road"', 'miles = -4, terrain = "road"', "routes.saltmarsh-causeway.legs[1].miles", "-4", "mayor que 0"),
    (W, 'miles = 4, terrain = "road"', 'miles = 0, terrain = "road"', "routes.saltmarsh-causeway.legs[1].miles", "0", "mayor que 0"),
    (W, 'miles = 4, terrain = "road"', 'miles = nan, terrain = "road"', "routes.saltmarsh-causeway.legs[1].miles", "NaN", "mayor que 0"),
    (W, 'terrain = "swamp"', 'terrain = "swanp"', "routes.saltmarsh-causeway.legs[2].terrain", "swanp", "¿querías decir «swamp»?"),
    (W, "legs = [{ miles = 3, terrain = \"broken\" }]", "legs = []", "routes.tor-path.legs", "una lista", "de 1 a"),
    (W, "miles = 4, percent = 60", "miles = 40, percent = 60", "routes.bosque-del-brezo.sights[1].miles", "40", "como mucho 7"),
    (W, 'table = "comarca"', 'table = "comarcas"', "region.table", "comarcas", "¿querías decir «comarca»?"),
    (W, 'kind = "inn"', 'kind = "posada"', "places.venta-del-cruce.kind", "posada", "town, inn"),
    (W, 'lodging = "1 po"', 'lodging = "un po"', "places.alcor-negro.lodging", "un po", "una suma"),
    (W, '"plate"]', '"plates"]', "places.valdecuervo.not_sold[3]", "plates", "lista de precios"),
    (W, '"plate"]', '"thieves_tools"]', "places.valdecuervo.not_sold", "thieves_tools", "que no esté en stock"),
    (W, "[places.saltmire]", "[places.Saltmire]", "places.Saltmire", "Saltmire", "en minúsculas"),
    (CRYPT, 'to = "capilla-ciega"', 'to = "capilla"', "sites.cripta-de-ossur.zones.sala-de-las-columnas.passages[1].to", "capilla", "una zona de este sitio"),
    (CRYPT, 'to = "capilla-ciega", minutes = 20', 'to = "capilla-ciega", minutes = -20', "sites.cripta-de-ossur.zones.sala-de-las-columnas.passages[1].minutes", "-20", "de 1 a"),
    (CRYPT, 'to = "side-cell", minutes = 20', 'to = "ring-chamber", minutes = 20', "sites.weeping-barrow.zones.ring-chamber.passages[1].to", "ring-chamber", "distinta de la suya"),
    (CRYPT, 'exit = "barrow-door"\n', "", "sites.weeping-barrow.zones", "ninguna da al exterior", "al menos una zona con exit"),
    (CRYPT, 'exit = "barrow-door"', 'exit = "barrow"', "sites.weeping-barrow.zones.passage.exit", "barrow", "un lugar"),
    (CRYPT, "safe = true\nexit = \"barranco-de-ossur\"", "safe = true\npasajes = []", "sites.cripta-de-ossur.zones.desague.pasajes", "pasajes", "¿querías decir «passages»?"),
    (CRYPT, 'passages = [{ to = "capilla-ciega", minutes = 20 }]', 'passages = [{ to = "galeria-de-los-nichos", minutes = 30 }]', "sites.cripta-de-ossur.zones.sala-de-las-columnas.passages[1].to", "galeria-de-los-nichos", "una vez"),
    (CRYPT, "hit_dice = 4, scope = \"all\"", "hit_dice = 0, scope = \"all\"", "sites.cripta-de-ossur.zones.camara-de-ossur.traps[1].hit_dice", "0", "mayores que cero"),
    (CRYPT, 'scope = "one"', 'scope = "uno"', "sites.cripta-de-ossur.zones.osario.passages[1].traps[1].scope", "uno", "one, front, all"),
    (CRYPT, 'hit_dice = "1d6 hp"', "hit_dice = 0", "monsters.pedlar.hit_dice", "0", "mayores que cero"),
    (CRYPT, 'hit_dice = "1d6 hp"', 'hit_dice = "0+1"', "monsters.pedlar.hit_dice", "0+1", "mayores que cero"),
    (CRYPT, 'hit_dice = "1d6 hp"\n', "", "monsters.pedlar.hit_dice", "nada", "mayores que cero"),
    (CRYPT, "monsters = { goblin = 6 }", "monsters = { gobin = 6 }", "encounters.cripta.entries[1].monsters.gobin", "gobin", "¿querías decir «goblin»?"),
    (CRYPT, "monsters = { goblin = 6 }", "monsters = {}", "encounters.cripta.entries[1].monsters", "vacía", "al menos un monstruo"),
    (CRYPT, 'monsters = { skeleton = "1d4" }', 'monsters = { skeleton = "1d4-1" }', "encounters.cripta.entries[3].monsters.skeleton", "1d4-1", "siempre dé 1 o más"),
    (CRYPT, "after_hours = 24", "after_hours = -24", "encounters.cripta.entries[1].returns.after_hours", "-24", "de 1 a"),
    (CRYPT, "[encounters.cisterna]\nchance = 1", "[encounters.cisterna]\nchance = 9", "encounters.cisterna.chance", "9", "como mucho 6"),
    (CRYPT, 'treasure = "saco-de-ogro"', 'treasure = "saco"', "monsters.ogre.treasure", "saco", "un tesoro"),
    (CRYPT, 'dice = "6d10"', 'dice = "6d"', "treasures.saco-de-ogro.dice", "6d", "en dados"),
    (TOWN, 'torch = "2 pc"', 'torchs = "2 pc"', "prices.torchs", "torchs", "¿querías decir «torch»?"),
    (TOWN, 'price = "15 po"\n', "", "items.mapa-de-la-comarca.price", "nada", "una suma"),
    (TOWN, "weight_lb = 1", "weight_lb = 1.05", "items.cerveza-de-malta-negra.weight_lb", "1.05", "1/10"),
    (TOWN, 'on = "failure"\nwords = { es = "Mucha', 'on = "success"\nwords = { es = "Mucha', "activities.explore_town.results", "failure", "cada desenlace"),
    (TOWN, "chance_percent = 60", "chance_percent = 160", "activities.carouse.chance_percent", "160", "de 0 a 100"),
    (TOWN, "days = 3", "days = 0", "activities.research.days", "0", "de 1 a"),
    (TOWN, "[prices]", "[pricess]", "pricess", "pricess", "¿querías decir «prices»?"),
    (TOWN, "[prices]", '[places.greywick]\nname = "Otra"\nkind = "town"\n[prices]', "places.greywick", "dos veces", "una sola vez"),
    (TOWN, "[prices]", '[classes.monk]\nname = "monje"\nwound_die = 4\nsaves_as = "monk"\n[prices]', "classes.monk.saves_as", "monk", "tiradas de salvación"),
    (TOWN, "[prices]", 'routes = 5\n[prices]', "routes", "5", "una tabla"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "key", "found", "allowed"), EDITS, ids=[f"{e[0]}:{e[3]}" for e in EDITS])
def test_a_mistake_is_told_where_it_stands(folder: Path, mistakes, file, old, new, key, found, allowed):
    path = folder / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    told = mistakes()
    at = "mio.toml" if "mio.toml" in new else file
    matching = [one for one in told if (one.file, one.key) == (at, key)]
    assert matching, told
    assert found in matching[0].found
    assert allowed in matching[0].allowed


@pytest.mark.parametrize(
    ("file", "content", "found", "allowed"),
    [
        (C, b"", "nada", "un texto"),
        (R, b"", "nada", "una tabla"),
        (C, b"\x00\xff\xfe\x80", "no es texto", "UTF-8"),
        (R, b"[players", "Expected", "TOML"),
        (R, b"[players.a]\n[players.a]\n", "twice", "TOML"),
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


@pytest.mark.parametrize("file", [C, R])
def test_a_missing_file_is_told(folder: Path, mistakes, file):
    (folder / file).unlink()
    assert [(one.file, one.key, one.found) for one in mistakes()] == [(file, "", "nada")]


def test_a_folder_instead_of_a_file_is_told(folder: Path, mistakes):
    (folder / C).unlink()
    (folder / C).mkdir()
    assert [one.file for one in mistakes()] == [C]


def test_an_empty_folder_is_told_whole(tmp_path: Path):
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
