"""What `campaign.toml` says: its table of keys, and the frozen values it is read into."""

from collections.abc import Sequence
from dataclasses import fields
from datetime import date
from pathlib import Path as FilePath
from typing import Any

from mailer.campaign.campaign import LimitSettings, ReviewSettings, Settings, TrustSettings
from mailer.campaign.keys import Key, Kind, ListOf, MapOf, Section, Several, Variant
from mailer.campaign.kinds import Choice, Flag, Percent, Text, Whole
from mailer.campaign.mistakes import Phrase, Spot
from mailer.campaign.real_kinds import Address, Clock, MatrixUser, Password, Path, RealDate, Recurrence, Url, Zone
from mailer.inbox.settings import (
    Auth,
    ChatSettings,
    ImapSettings,
    MaildirOutSettings,
    MaildirSettings,
    MatrixSettings,
    Security,
    SmtpSettings,
    TelegramSettings,
)
from rules.house import House

RULESETS = ("osric", "bx", "5e")

_SECURITY = Choice(tuple(Security))
_AUTH = Choice(tuple(Auth))
_PORT = Whole(1, 65_535)

_IMAP = Section(
    "inbox_imap",
    (
        Key("host", Text(), sample="imap.example.org"),
        Key("user", Text(), sample="estafeta@example.org"),
        Key("password", Password(), sample={"env": "ESTAFETA_PASSWORD"}),
        Key("port", _PORT, 993),
        Key("security", _SECURITY, "tls"),
        Key("auth", _AUTH, "password"),
        Key("ca_file", Path(), None),
        Key("folder", Text(), "INBOX"),
        Key("move_to", Text(shortest=0), "Estafeta/Leídas"),
        Key("junk_folder", Text(shortest=0), ""),
        Key("timeout_seconds", Whole(1, 600), 30, unit="s"),
    ),
)
_MAILDIR = Section(
    "inbox_maildir",
    (
        Key("path", Path(), sample="mail/in"),
        Key("account", Text(shortest=0), ""),
        Key("trust_received", Flag(), True),
    ),
)
_SMTP = Section(
    "out_smtp",
    (
        Key("host", Text(), sample="smtp.example.org"),
        Key("port", _PORT, 587),
        Key("security", _SECURITY, "starttls"),
        Key("user", Text(shortest=0), ""),
        Key("password", Password(), None, sample={"env": "ESTAFETA_PASSWORD"}),
        Key("auth", _AUTH, "password"),
        Key("ca_file", Path(), None),
        Key("hello", Text(shortest=0), ""),
        Key("timeout_seconds", Whole(1, 600), 30, unit="s"),
        Key("verdict_seconds", Whole(1, 3600), 120, unit="s"),
    ),
)
_MAILDIR_OUT = Section("out_maildir", (Key("path", Path(), sample="mail/out"),))

_GROUPS = MapOf(Text(200), Text(80), 100)
_TELEGRAM = Section(
    "chat_telegram",
    (
        Key("token", Password(), sample={"env": "ESTAFETA_TELEGRAM"}),
        Key("bot", Text(64, shortest=0), ""),
        Key("rulings", Flag(), False),
        Key("groups", _GROUPS, {}),
        Key("url", Url(), "https://api.telegram.org"),
        Key("ca_file", Path(), None),
        Key("timeout_seconds", Whole(1, 600), 20, unit="s"),
    ),
)
_MATRIX = Section(
    "chat_matrix",
    (
        Key("url", Url(), sample="https://matrix.example.org"),
        Key("user", MatrixUser(), sample="@estafeta:example.org"),
        Key("password", Password(), sample={"env": "ESTAFETA_MATRIX"}),
        Key("device", Text(64), "ESTAFETA"),
        Key("rulings", Flag(), False),
        Key("groups", _GROUPS, {}),
        Key("ca_file", Path(), None),
        Key("timeout_seconds", Whole(1, 600), 20, unit="s"),
    ),
)

CALENDAR = Section(
    "calendar",
    (
        Key("use", Text(), "gregorian"),
        Key("anchor", RealDate(), sample=date(2026, 1, 15)),
        Key("date", ListOf(Whole(-1_000_000, 1_000_000), 3, 3), None, sample=[1026, 1, 15]),
        Key("weekday", Text(), None),
    ),
)
TRUST = Section(
    "trust",
    (
        Key("authserv_ids", ListOf(Text()), ()),
        Key("verify_dkim", Flag(), False),
        Key("spf_is_enough", Flag(), False),
        Key("unnamed_results", Flag(), False),
        Key("token_days", Whole(1, 365), 30, unit="d"),
    ),
)
LIMITS = Section(
    "limits",
    (
        Key("letter_bytes", Whole(10_000, 100_000_000), 1_000_000, unit="byte"),
        Key("receipts_an_hour", Whole(1, 1000), 6),
        Key("mails_a_day", Whole(1, 100_000), 300),
        Key("strangers_answer_days", Whole(1, 365), 7, unit="d"),
    ),
)
READING = Section("reading", (Key("sure", Choice(("careful", "normal", "bold")), "normal"),))
REVIEW = Section(
    "review",
    (
        Key("hours", Whole(0, 168), 0, unit="h"),
        Key("silence", Choice(("send", "hold")), "send"),
    ),
)
_HOUSE_KINDS: dict[str, Kind] = {
    "chance_min": Percent(),
    "chance_max": Percent(),
    "wound_mode": Choice(("margin", "inverse")),
    "pc_hd": Choice(("hit_dice", "level")),
    "henchman_share_percent": Percent(),
    "casters": Choice(("memorised", "magic_users")),
    "check_chance": Whole(0, 1000),
    "check_sides": Whole(1, 1000),
    "secure_minutes": Whole(10, 1440),
    "moving_minutes": Whole(10, 1440),
    "explore_max_minutes": Whole(0, 1440),
    "no_reply": Choice(("dm", "refuse", "accept")),
    "trap_chance": Whole(0, 1000),
    "trap_sides": Whole(1, 1000),
    "quiet_checks_to_recover": Whole(1, 144),
    "retreat_basis": Choice(("any_member", "average", "own")),
    "default_load_level": Choice(("light", "medium", "heavy", "severe")),
    "provisions_warn_days": Whole(0, 365),
    "proposal_days": Whole(1, 365),
    "routine_failures": Whole(0, 365),
    "wilderness_checks": Choice(("day_night", "osric")),
    "heal_per_rest_day": Whole(0, 1000),
    "march_begins": Whole(0, 1439),
    "march_minutes": Whole(1, 1440),
    "careful_percent": Whole(1, 100),
    "forced_percent": Whole(100, 300),
    "reaction_table": Choice(("d100", "2d6")),
    "medicine_dc": Whole(1, 40),
}
_HOUSE_UNITS = {
    "chance_min": "%",
    "chance_max": "%",
    "henchman_share_percent": "%",
    "heal_per_rest_day": "hp",
    "march_begins": "min",
    "careful_percent": "%",
    "forced_percent": "%",
}
_ELSEWHERE = ("turnover", "pace", "language")  # knobs that stand at the top of the file
_TOP = tuple(one.name for one in fields(House) if one.name in _ELSEWHERE)


def _knob(name: str, default: object) -> Key:
    plain: Kind = Flag() if isinstance(default, bool) else Whole() if isinstance(default, int) else Text()
    unit = "min" if name.endswith("_minutes") else "d" if name.endswith("_days") else _HOUSE_UNITS.get(name, "")
    return Key(name, _HOUSE_KINDS.get(name, plain), default, unit=unit)


HOUSE = Section("house", tuple(_knob(one.name, one.default) for one in fields(House) if one.name not in _ELSEWHERE))

CAMPAIGN = Section(
    "campaign",
    (
        Key("name", Text(80), sample="Mi campaña"),
        Key("tag", Text(24, forbidden="[]"), sample="Mi campaña"),
        Key("language", Choice(("es", "en")), "es"),
        Key("zone", Zone(), sample="Europe/Madrid"),
        Key("turnover", Clock(), "23:00"),
        Key("pace", Choice(("daily", "hourly")), "daily"),
        Key("address", Address(), sample="estafeta@example.org"),
        Key("plus_addresses", Flag(), False),
        Key("rules", Choice(RULESETS), "osric"),
        Key("sessions", Recurrence(), ""),
        Key("backup_keep_days", Whole(0, 3650), 30, unit="d"),
        Key("log_level", Choice(("error", "warning", "info", "debug")), "warning"),
        Key("calendar", CALENDAR),
        Key("inbox", Several(Variant({"imap": _IMAP, "maildir": _MAILDIR}), 1)),
        Key("out", Variant({"smtp": _SMTP, "maildir": _MAILDIR_OUT})),
        Key("chat", Several(Variant({"telegram": _TELEGRAM, "matrix": _MATRIX})), ()),
        Key("trust", TRUST, {}),
        Key("limits", LIMITS, {}),
        Key("reading", READING, {}),
        Key("review", REVIEW, {}),
        Key("dice", Section("dice", (Key("seed", Text(shortest=0), ""),)), {}),
        Key("house", HOUSE, {}),
    ),
)


def build_house(found: dict[str, Any], spot: Spot) -> House:
    """The knobs of a read `campaign.toml`."""
    house = House(**{name: found[name] for name in _TOP}, **found["house"])
    at = spot.at("house")
    if house.chance_min > house.chance_max:
        at.at("chance_min").wrong(house.chance_min, Phrase("at_most", {"high": house.chance_max}))
    for chance, sides in (("check_chance", "check_sides"), ("trap_chance", "trap_sides")):
        most = getattr(house, sides)
        if getattr(house, chance) > most:
            at.at(chance).wrong(getattr(house, chance), Phrase("at_most", {"high": most}))
    return house


def build_settings(found: dict[str, Any], spot: Spot, *, folder: FilePath) -> Settings:
    """The settings of a read `campaign.toml`."""
    calendar = found["calendar"]
    anchor = calendar["anchor"]
    return Settings(
        name=found["name"],
        tag=found["tag"],
        language=found["language"],
        zone=found["zone"],
        address=found["address"],
        plus_addresses=found["plus_addresses"],
        anchor=anchor,
        anchor_campaign=calendar["date"] or (anchor.year, anchor.month, anchor.day),
        inbox=_inboxes(found, spot.at("inbox"), folder),
        out=_out(found["out"], spot.at("out"), folder),
        trust=TrustSettings(**found["trust"]),
        limits=LimitSettings(**found["limits"]),
        sure=found["reading"]["sure"],
        review=ReviewSettings(**found["review"]),
        dice_seed=found["dice"]["seed"],
        rules=found["rules"],
        calendar=calendar["use"],
        anchor_weekday=calendar["weekday"] or "",
        backup_keep_days=found["backup_keep_days"],
        log_level=found["log_level"],
        sessions=found["sessions"],
        turnover=found["turnover"],
        pace=found["pace"],
        chats=_chats(found["chat"], spot.at("chat"), folder),
    )


def _inboxes(found: dict[str, Any], spot: Spot, folder: FilePath) -> tuple[ImapSettings | MaildirSettings, ...]:
    boxes = tuple(_inbox(one, found["limits"]["letter_bytes"], folder) for one in found["inbox"])
    for n, box in enumerate(boxes):
        if isinstance(box, ImapSettings) and box.is_exposed:
            spot.at(n).at("security").wrong("plain", Phrase("exposed"))
        if box in boxes[:n]:
            spot.at(n).wrong(Phrase("found_twice"), Phrase("twice"))
    return boxes


def _inbox(found: dict[str, Any], max_bytes: int, folder: FilePath) -> ImapSettings | MaildirSettings:
    rest = {name: one for name, one in found.items() if name not in ("kind", "password", "path", "ca_file")}
    if found["kind"] == "maildir":
        rest["account"] = rest["account"] or found["path"]  # as it is written: the whole campaign may move elsewhere
        return MaildirSettings(path=_inside(folder, found["path"]), max_bytes=max_bytes, **rest)
    rest |= {"security": Security(rest["security"]), "auth": Auth(rest["auth"])}
    ca_file = found["ca_file"] and _inside(folder, found["ca_file"])
    return ImapSettings(secret=found["password"], ca_file=ca_file, max_bytes=max_bytes, **rest)


def _chats(found: Sequence[dict[str, Any]], spot: Spot, folder: FilePath) -> tuple[ChatSettings, ...]:
    chats = tuple(_chat(one, folder) for one in found)
    for n, one in enumerate(chats):
        if any(one.kind == other.kind for other in chats[:n]):
            spot.at(n).wrong(Phrase("found_twice"), Phrase("twice"))
    return chats


def _chat(found: dict[str, Any], folder: FilePath) -> ChatSettings:
    rest = {name: one for name, one in found.items() if name not in ("kind", "password", "token", "ca_file")}
    rest |= {"ca_file": found["ca_file"] and _inside(folder, found["ca_file"])}
    if found["kind"] == "telegram":
        return TelegramSettings(secret=found["token"], **{**rest, "bot": rest["bot"].lstrip("@")})
    return MatrixSettings(secret=found["password"], session=folder / ".matrix-session", **rest)


def _out(found: dict[str, Any], spot: Spot, folder: FilePath) -> SmtpSettings | MaildirOutSettings:
    if found["kind"] == "maildir":
        return MaildirOutSettings(path=_inside(folder, found["path"]))
    rest = {name: one for name, one in found.items() if name not in ("kind", "password", "ca_file")}
    rest |= {"security": Security(rest["security"]), "auth": Auth(rest["auth"])}
    ca_file = found["ca_file"] and _inside(folder, found["ca_file"])
    out = SmtpSettings(secret=found["password"], ca_file=ca_file, **rest)
    if out.is_exposed:
        spot.at("security").wrong("plain", Phrase("exposed"))
    if out.user and out.secret is None:
        spot.at("password").wrong(Phrase("found_nothing"), Phrase("password"))
    return out


def _inside(folder: FilePath, path: str) -> FilePath:
    """The path, taken from the campaign folder if it does not start at the root or at home."""
    try:
        return folder / FilePath(path).expanduser()
    except RuntimeError:  # a home that cannot be found
        return folder / path
