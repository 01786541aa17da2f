"""`estafeta critical`: Critical Condition at the table, turn by turn."""

import json

import click

from mailer.cli.language import here, say
from rules.condition import Condition, State, effects, play
from rules.critical_script import BadTurnError, turns_of
from rules.house import House


@click.command("critical")
@click.argument("turns", nargs=-1, required=True)
@click.option("--hp", type=click.IntRange(0), help="Hit points at the start; the maximum if not given.")
@click.option("--max-hp", type=click.IntRange(1), required=True, help="Maximum hit points.")
@click.option("--exhaustion", type=click.IntRange(0, 6), default=0, help="Levels at the start.")
@click.option("--critical", "is_critical", is_flag=True, help="Already in Critical Condition at the start.")
@click.option("--variant", is_flag=True, help="Six levels fell instead of killing (C11).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a state.")
def command(
    turns: tuple[str, ...],
    hp: int | None,
    max_hp: int,
    exhaustion: int,
    is_critical: bool,
    variant: bool,
    as_json: bool,
) -> None:
    """How one character fares in a fight, told in TURNS.

    \b
    damage:15     loses hit points              hit:7        struck from within 5 ft
    start:12      d20 of the save at a turn's start (start:9/14+2: two dice, with a bonus)
    heal:11       gains hit points              medicine:13  a Medicine check
    rest          a long rest with food         stun:8       meant to knock out
    greater_restoration, lesser_restoration
    """  # noqa: D301 - click keeps the lines below its mark as they are
    from mailer.campaign.load import shipped_tables

    try:
        script = turns_of(turns)
    except BadTurnError as error:
        raise click.BadParameter(say("no_turn", value=error.word), param_hint="TURNS") from error
    state = State.CRITICAL if is_critical else State.STANDING
    begin = Condition(0 if is_critical else min(hp if hp is not None else max_hp, max_hp), max_hp, exhaustion, state)
    rows = shipped_tables("5e").exhaustion
    for word, after in zip(turns, play(script, start=begin, house=House(critical_variant=variant)), strict=True):
        if as_json:
            click.echo(json.dumps(_plain(word, after)))
            continue
        told = "; ".join(getattr(row, f"effect_{here()}") for row in effects(after.exhaustion, rows))
        stands = say(f"state_{after.state.value}")
        line = say("critical", turn=word, hp=after.hp, exhaustion=after.exhaustion, state=stands)
        click.echo(line + (f" ({told})" if told else ""))


def _plain(word: str, after: Condition) -> dict[str, object]:
    return {"turn": word, "hp": after.hp, "exhaustion": after.exhaustion, "state": after.state.value}
