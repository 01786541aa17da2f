"""Every failure of the world in the DM's language, with what to do: each class, each sentence that is raised."""

import ast
import os
import re
import subprocess
import sys
import tomllib
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailer.campaign.load import load_campaign
from mailer.campaign.starter import write_starter
from mailer.errors import (
    BusyError,
    CampaignError,
    ChannelError,
    LedgerError,
    LoginError,
    MailerError,
    NoCampaignError,
    ShortageError,
)
from mailer.failures import next_step, plain, reason_in, told
from mailer.inbox.secret import SecretError, SecretSource
from mailer.lock import hold
from mailer.replaying import ReplayError
from mailer.resources import shipped
from mailer.run import run

ROOT = Path(__file__).parents[2]
WORDS = tomllib.loads((shipped("data") / "failures.toml").read_text())
CODE = "import sys; sys.argv[0] = 'estafeta'; from mailer.cli import main; main()"
NOW = datetime(2026, 1, 20, 12, tzinfo=UTC)
ONE_OF_EACH = (
    ChannelError("imap:mail.example.org", "connect", "the server does not answer"),
    LoginError("smtp:mail.example.org:587", "login", "535 wrong"),
    LedgerError("ledger.db: database disk image is malformed"),
    ShortageError("ledger.db: Cannot allocate memory"),
    BusyError("mundarrah: another run is under way"),
    SecretError(SecretSource.FILE, "/x", "No such file or directory"),
    ReplayError(NOW, ValueError("x")),
    NoCampaignError(Path("/x")),
)
_ENGLISH = re.compile(
    r"\b(the|was|is|it|does|not|cannot|has|have|another|what|and|run|to|set|line|no such)\b", re.IGNORECASE
)


def every_kind(kind=MailerError):
    return {kind, *(one for sub in kind.__subclasses__() for one in every_kind(sub))}


def english_in(text: str) -> list[str]:
    return _ENGLISH.findall(re.sub(r"`[^`]*`|estafeta [a-z -]+", "", text))


def test_every_kind_of_failure_says_what_to_do():
    kinds = {one.__name__ for one in every_kind() if one.__module__.startswith("mailer.")}
    assert kinds <= set(WORDS["next"])
    assert kinds - {"MailerError", "CampaignError"} == {type(one).__name__ for one in ONE_OF_EACH}


@pytest.mark.parametrize("error", ONE_OF_EACH, ids=lambda one: type(one).__name__)
def test_each_in_both_languages(error):
    spanish, english = told(error, "es"), told(error, "en")
    assert next_step(error, "es") in spanish and next_step(error, "en") in english
    assert english.startswith(str(error).rstrip("."))
    assert not english_in(spanish), spanish


def raised() -> list[tuple[str, str]]:
    """Where and what every sentence of a failure is, as the source has it, {} for what is filled in."""
    found = []
    for path in sorted((ROOT / "mailer").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            name = node.func if isinstance(node, ast.Call) else None
            called = getattr(name, "id", getattr(name, "attr", ""))
            if called in ("LedgerError", "BusyError", "ChannelError", "LoginError", "RefusedError", "_error"):
                found += [(f"{path.name}:{node.lineno}", one) for arg in node.args[-1:] for one in sentences(arg)]
    return found


def sentences(arg) -> list[str]:
    if isinstance(arg, ast.Constant) and isinstance(arg.value, str):
        return [arg.value]
    if isinstance(arg, ast.JoinedStr):
        return ["".join(one.value if isinstance(one, ast.Constant) else "⟨7⟩" for one in arg.values)]
    return []


@pytest.mark.parametrize(("where", "sentence"), raised(), ids=lambda one: one[:40])
def test_whatever_is_raised_anywhere_is_known_in_spanish(where, sentence):
    text = reason_in(sentence, "es")
    if text == sentence:
        text = plain(LedgerError(sentence), "es")
    assert not english_in(text), f"{where}: give {sentence!r} its Spanish in data/failures.toml"


@pytest.mark.parametrize(
    "number", ["ENOSPC", "EACCES", "ENOENT", "EROFS", "EIO", "ECONNREFUSED", "ENETUNREACH", "EDQUOT"]
)
def test_what_the_system_says_is_known(number):
    import errno

    text = os.strerror(getattr(errno, number))
    assert reason_in(text, "es") != text
    assert reason_in(f"x: {text}", "es") != f"x: {text}"
    assert reason_in(text, "en") == text


def test_a_server_s_own_words_stay():
    assert reason_in("[ALERT] Unser Haus ist zu", "es") == "[ALERT] Unser Haus ist zu"


def estafeta(*words: str, cwd="/", **env: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "LANG": "C", "LC_ALL": "", "LANGUAGE": "", **env}
    return subprocess.run(
        [sys.executable, "-c", CODE, *words], capture_output=True, text=True, env=env, cwd=cwd, check=False
    )


@pytest.fixture
def campaign(tmp_path):
    write_starter(tmp_path / "c", example=True, own_dice=True, language="es")
    return tmp_path / "c"


def broken(campaign: Path, how: str) -> None:
    settings = campaign / "campaign.toml"
    match how:
        case "toml":
            settings.write_text(settings.read_text() + "\nname Mundarrah\n")
        case "key":
            settings.write_text(settings.read_text().replace("turnover", "turnovr", 1))
        case "ledger":
            (campaign / "ledger.db").write_bytes(b"not a database at all" * 99)
        case "mailbox":
            text = re.sub(r"\[\[inbox\]\].*?(?=\n\[)", "", settings.read_text(), flags=re.DOTALL)
            settings.write_text(text + '\n[[inbox]]\nkind = "imap"\nhost = "127.0.0.1"\nport = 9\nsecurity = "tls"\n'
                                'user = "x"\npassword = { env = "P" }\n')  # fmt: skip


@pytest.mark.parametrize(
    ("how", "code", "spanish", "english"),
    [
        ("toml", 78, "falta el «=»", "is missing behind the key"),
        ("key", 78, "turnovr", "turnovr"),
        ("ledger", 74, "no es un libro de Estafeta", "file is not a database"),
        ("mailbox", 75, "ahí no escucha nadie", "Connection refused"),
    ],
)
def test_a_run_that_fails_speaks_the_campaign_s_language(campaign, how, code, spanish, english):
    """Under cron, where the system says no language: what went wrong, where, and what to do."""
    broken(campaign, how)
    for language, wanted in (("es", spanish), ("en", english)):
        settings = campaign / "campaign.toml"
        settings.write_text(re.sub(r'language = "\w\w"', f'language = "{language}"', settings.read_text()))
        done = estafeta("run", "-C", str(campaign), P="secret-word")
        assert done.returncode == code, done.stderr
        assert wanted in done.stderr, done.stderr
        assert "estafeta doctor" in done.stderr
        assert "Traceback" not in done.stderr and "secret-word" not in done.stderr
        if language == "es":
            assert not re.search(r"\b(the|there is|wanted|next run)\b", done.stderr), done.stderr


def test_a_line_that_cannot_be_read_is_shown_but_no_password(campaign):
    settings = campaign / "campaign.toml"
    settings.write_text(settings.read_text() + "\nzone Europe\n")
    with pytest.raises(CampaignError) as error:
        load_campaign(campaign)
    number = settings.read_text().splitlines().index("zone Europe") + 1
    assert f"línea {number} «zone Europe»" in str(error.value)
    settings.write_text('password = { file = "x", hunter2 }\n')
    with pytest.raises(CampaignError) as error:
        load_campaign(campaign)
    assert "hunter2" not in str(error.value) and "password…" in str(error.value)


@pytest.mark.parametrize(("language", "wanted"), [("es_ES.UTF-8", "ninguna campaña"), ("en_GB.UTF-8", "no campaign")])
def test_where_there_is_no_campaign_every_command_says_how_to_make_one(tmp_path, language, wanted):
    folders = [tmp_path, tmp_path / "gone"]
    for number, (name, *more) in enumerate((["run"], ["status"], ["doctor"], ["run"], ["rule", "x"], ["verify"])):
        done = estafeta(name, "-C", str(folders[number % 2]), *more, LANG=language)
        assert (done.returncode, done.stdout) == (78, ""), done.stderr
        assert wanted in done.stderr and "estafeta init" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_speaks_the_language_of_files_it_cannot_read(campaign):
    settings = campaign / "campaign.toml"
    for language, wanted in (("en", "is missing behind the key"), ("es", "falta el «=»")):
        text = re.sub(r'language = "\w\w"', f'language = "{language}"', settings.read_text())
        settings.write_text(text.replace("\nname Mundarrah\n", "") + "\nname Mundarrah\n")
        told = estafeta("doctor", "-C", str(campaign)).stdout
        assert wanted in told and {"en": "Files", "es": "Ficheros"}[language] in told


@pytest.mark.parametrize(("language", "wanted"), [("es_ES.UTF-8", "Mira que exista"), ("en_GB.UTF-8", "See that the")])
def test_what_the_system_will_not_do_is_told_without_a_traceback(campaign, tmp_path, language, wanted):
    (tmp_path / "export.json").write_text('{"months": [{"name": "A", "numberOfDays": 30}], "weekdays": []}')
    (tmp_path / "file").write_text("")
    for words in (
        ("calendar", str(tmp_path / "export.json"), "-o", "/proc/nowhere/x.toml"),
        ("init", str(tmp_path / "file" / "c")),
        ("demo", str(tmp_path / "file" / "c")),
        ("chronicle", "-C", str(campaign), "/proc/nowhere"),
        ("run", "-C", str(campaign), "--log", "/proc/nowhere/log"),
    ):
        done = estafeta(*words, LANG=language)
        assert done.returncode == os.EX_IOERR, (words, done.stderr)
        assert "Traceback" not in done.stderr and (wanted in done.stderr or "-C" in words), done.stderr


def test_what_sqlite_will_not_do_is_told_too(campaign):
    """Copies in a folder that nobody may write to, root not either."""
    run(campaign, now=datetime(2026, 1, 15, 12, tzinfo=UTC))
    (campaign / "backups").symlink_to("/proc/self/fdinfo")
    done = estafeta("backup", "-C", str(campaign))
    assert done.returncode == os.EX_IOERR, done.stderr
    assert "no se puede abrir" in done.stderr and "estafeta doctor" in done.stderr and "Traceback" not in done.stderr


def test_a_reader_that_has_had_enough_is_no_failure():
    code = f'{sys.executable} -c "{CODE}" init --help | true'
    done = subprocess.run(["bash", "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""


WRONG_TOML = [
    'name = Mundarrah', 'name "x"', "a = 1 b = 2", 'a = "x', "a = [1, 2", "a = {b=1", "é = 1", "[a\nb = 1", "[a]\n[a]",
    "a = 1\na = 2", 'a = "C:\\dm"', "= 3", "a = 2026-13-40", "a = 1\n]", "a = 'x", '"a = 1', "a = {b = 1, b = 2}",
    "a = +", "[[a]\n", 'a = """x', 'a = "\\u00"', "a.b = 1\n[a]", "\x01",
]  # fmt: skip


@pytest.mark.parametrize("text", WRONG_TOML)
def test_no_wrong_toml_is_told_in_english(tmp_path, text):
    """Whatever Python's reader says of it, the DM hears it in Spanish, with the line and what to write instead."""
    (tmp_path / "campaign.toml").write_text(text)
    with pytest.raises(CampaignError) as error:
        load_campaign(tmp_path)
    (mistake, *_) = [one for one in error.value.mistakes if one.file == "campaign.toml"]
    assert "en la línea" in str(mistake)
    assert "fichero TOML correcto" not in str(mistake)
    assert not re.search(r"Invalid|Expected|Unclosed|Cannot|Illegal|column", str(error.value))


def test_somebody_else_s_run_is_told_to_who_looks(campaign):
    with hold(campaign):
        done = estafeta("run", "-C", str(campaign), "--verbose")
    assert (done.returncode, "hay otra pasada en marcha" in done.stderr) == (75, True)


def test_a_day_that_fails_is_told_in_the_dm_s_language(campaign, monkeypatch):
    import mailer.resolving

    def broken_day(*_args, **_kwargs):
        raise KeyError("x")

    run(campaign, now=datetime(2026, 1, 15, 12, tzinfo=UTC))
    monkeypatch.setattr(mailer.resolving, "advance", broken_day)
    report = run(campaign, now=datetime(2026, 1, 17, 12, tzinfo=UTC))
    assert report.exit_code == 70
    assert report.failures[0].startswith("un día no se ha podido cerrar: KeyError. La pasada siguiente")
