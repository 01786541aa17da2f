"""One JSON object a letter: what the gate says and what the sender's own words are.

    {"file": "q01.eml", "gate": "accepted", "reason": "proved", "player": "marta@example.com",
     "own_lines": ["Krom compra tres ganzúas."], "flags": []}

Runs by itself over files for whoever wants to score it:

    python -m mailer.gate.answer --setting EXPECTED.toml --sent DIR FILE…
"""

import argparse
import json
import sys
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from mailer.gate.case import Gate, Verdict
from mailer.gate.gate import judge
from mailer.gate.repeat import Repeat, effect_key, repeat_of
from mailer.gate.roster import GateRoster, PlayerId, Token, Trust
from mailer.reading.words.letter import OpenedLetter, open_letter
from mailer.reading.words.own_words import OwnWords, own_words


@dataclass(frozen=True, slots=True)
class Setting:
    """Whom the gate knows in this reading."""

    roster: GateRoster
    trust: Trust
    now: datetime


@dataclass(frozen=True, slots=True)
class SentMail:
    """A mail of ours that a letter may quote."""

    subject: str
    text: str
    recipients: tuple[str, ...]
    message_id: str


@dataclass(slots=True)
class Seen:
    """Letters that have acted so far."""

    keys: set[str] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)


def setting_of(data: Mapping[str, Any]) -> Setting:
    """The setting in a `[setting]` table: mailbox, authserv_id, internaldate, dm, roster."""
    roster: Mapping[str, Any] = data.get("roster", {})
    players = {address.lower(): PlayerId(address.lower()) for address in roster}
    tokens = {PlayerId(a.lower()): (Token(row["token"].lower()),) for a, row in roster.items() if row.get("token")}
    dm = str(data.get("dm", "")).lower()
    names = data.get("authserv_id", ())
    return Setting(
        GateRoster(players, tokens, {dm: PlayerId(dm)} if dm else {}, frozenset({str(data["mailbox"]).lower()})),
        Trust(authserv_ids=(names,) if isinstance(names, str) else tuple(names)),
        datetime.fromisoformat(data["internaldate"]) if "internaldate" in data else datetime.now(UTC),
    )


def sent_mail(raw: bytes) -> SentMail:
    """A mail of ours from its bytes."""
    letter = open_letter(raw)
    return SentMail(letter.subject, letter.text, letter.recipients, letter.message_id)


def quotable(letter: OpenedLetter, player: str | None, sent: Sequence[SentMail]) -> tuple[SentMail, ...]:
    """The mails that a letter may quote: those in its thread, and those sent to its writer."""
    thread = {letter.in_reply_to, *letter.references} - {""}
    return tuple(mail for mail in sent if mail.message_id in thread or (player and player in mail.recipients))


def answer(
    raw: bytes, name: str, *, setting: Setting, sent: Sequence[SentMail] = (), seen: Seen | None = None
) -> dict[str, Any]:
    """What becomes of one letter; `seen` carries what acted before from letter to letter."""
    letter = open_letter(raw)
    verdict = judge(letter, roster=setting.roster, trust=setting.trust, now=setting.now)
    if verdict.gate is not Gate.ACCEPTED:
        return _object(name, verdict, letter)
    mails = quotable(letter, verdict.player, sent)
    own = own_words(letter, sent=[mail.text for mail in mails], subjects=[mail.subject for mail in mails])
    found = _noted(letter, seen if seen is not None else Seen())
    if found is Repeat.REPEAT:
        return _object(name, Verdict(Gate.IGNORED, found.value, verdict.player, verdict.player_id), letter)
    extra = (found.value,) if found is Repeat.ID_REUSED else ()
    return _object(name, verdict, letter, own=own, extra=extra)


def _noted(letter: OpenedLetter, seen: Seen) -> Repeat:
    """What a letter is to those before it; it is one of them from now on."""
    key = effect_key(letter)
    found = repeat_of(key, letter.message_id, keys=seen.keys, ids=seen.ids)
    seen.keys.add(key)
    seen.ids.add(letter.message_id)
    return found


def _object(
    name: str, verdict: Verdict, letter: OpenedLetter, *, own: OwnWords | None = None, extra: tuple[str, ...] = ()
) -> dict[str, Any]:
    flags = (*letter.flags, *(own.flags if own else ()), *verdict.notes, *extra)
    return {
        "file": name,
        "gate": verdict.gate.value,
        "reason": verdict.reason,
        "player": verdict.player,
        "own_lines": list(own.texts) if own else [],
        "flags": sorted(set(flags)),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Answer for some files, one JSON object a line."""
    parser = argparse.ArgumentParser(prog="python -m mailer.gate.answer", description=__doc__.partition("\n")[0])
    parser.add_argument("--setting", type=Path, required=True, help="a TOML file with a [setting] table")
    parser.add_argument("--sent", type=Path, help="a folder with mails that we sent")
    parser.add_argument("files", type=Path, nargs="+")
    options = parser.parse_args(argv)
    setting = setting_of(tomllib.loads(options.setting.read_text("utf-8"))["setting"])
    sent = [sent_mail(path.read_bytes()) for path in sorted(options.sent.glob("*.eml"))] if options.sent else []
    seen = Seen()
    for path in options.files:
        line = answer(path.read_bytes(), path.name, setting=setting, sent=sent, seen=seen)
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
