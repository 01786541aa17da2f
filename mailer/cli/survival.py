"""`estafeta survival`: the survival check at the table."""

import json
import re
import secrets
from fractions import Fraction

import click

from mailer.cli.language import say
from rules.character import ClassLevel
from rules.house import House
from rules.names import ClassId
from rules.survival import Check, Contender, Fate, check

_MEMBER = re.compile(r"(?P<name>[^:,]{1,60}):(?P<name_of_class>[a-z_]{1,30}):(?P<level>\d{1,2})(?::(?P<hp>\d{1,4}))?")


@click.command("survival")
@click.option(
    "--party", required=True, help="name:class:level[:hp] of each, by commas: duric:fighter:3:18,krom:thief:2"
)
@click.option("--against", required=True, help="Hit dice of what they meet, whole or a fraction: 6, 1/2.")
@click.option("--rolls", help="A d100 for each, by commas, in the same order; rolled if not given.")
@click.option("--rules", type=click.Choice(["osric", "bx", "5e"]), default="osric", help="Whose classes.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(party: str, against: str, rolls: str | None, rules: str, as_json: bool) -> None:
    """Who lives through an encounter, by the house rule, and with how many dice of wounds."""
    from mailer.campaign.load import shipped_tables

    tables = shipped_tables(rules)
    members = [_member(text, set(tables.classes)) for text in party.split(",")]
    faces = _rolls(rolls, len(members))
    result = check([one for one, _ in members], _hit_dice(against), faces, tables=tables, house=House())
    if as_json:
        click.echo(json.dumps(_plain(result)))
        return
    click.echo(
        say("survival", ours=result.party_hd, theirs=result.against_hd, steps=result.steps, chance=result.chance)
    )
    for fate, (_, hp) in zip(result.members, members, strict=True):
        click.echo(_line(fate, hp))


def _member(text: str, classes: set[ClassId]) -> tuple[Contender, int | None]:
    found = _MEMBER.fullmatch(text.strip())
    if not found:
        raise click.BadParameter(say("not_member", value=text), param_hint="--party")
    name = ClassId(found["name_of_class"])
    if name not in classes:
        raise click.BadParameter(say("no_class", value=name, known=", ".join(sorted(classes))), param_hint="--party")
    hp = int(found["hp"]) if found["hp"] else None
    return Contender(found["name"].strip(), (ClassLevel(name, int(found["level"])),)), hp


def _hit_dice(text: str) -> Fraction:
    try:
        dice = Fraction(text)
    except (ValueError, ZeroDivisionError):
        dice = Fraction(0)
    if dice <= 0:
        raise click.BadParameter(say("no_hit_dice", value=text), param_hint="--against")
    return dice


def _rolls(text: str | None, count: int) -> list[int]:
    if text is None:
        return [secrets.randbelow(100) + 1 for _ in range(count)]
    words = text.split(",")
    if len(words) != count or not all(word.strip().isdigit() and 1 <= int(word) <= 100 for word in words):
        raise click.BadParameter(say("no_rolls", count=count), param_hint="--rolls")
    return [int(word) for word in words]


def _plain(result: Check) -> dict[str, object]:
    members = [
        {"name": one.name, "roll": one.roll, "survives": one.survives, "wound_dice": one.wound_dice, "die": one.die}
        for one in result.members
    ]
    return {
        "party_hd": _number(result.party_hd), "against_hd": _number(result.against_hd), "chance": result.chance,
        "members": members,
    }  # fmt: skip


def _number(dice: Fraction) -> int | str:
    """Whole hit dice as a number, others exactly."""
    return dice.numerator if dice.denominator == 1 else str(dice)


def _line(fate: Fate, hp: int | None) -> str:
    if not fate.survives:
        return say("dies", name=fate.name, roll=fate.roll)
    wounds = f"{fate.wound_dice}d{fate.die}" if fate.wound_dice else say("no_wounds")
    if hp is not None and fate.wound_dice:
        wounds = say("never_below", wounds=wounds, hp=hp)
    return say("lives", name=fate.name, roll=fate.roll, wounds=wounds)
