"""What `show`, `orders` and `timeline` print in a terminal; rich is imported only here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from mailer.desk.narrow import fitting
from mailer.desk.tale import label

_FACTS = (
    "player", "classes", "life", "party", "where", "xp", "purse", "rations", "load", "owed_days", "goods", "spells",
    "lost_spells", "effects",
)  # fmt: skip
_HP_BAR = 20


def print_thing(console: Console, thing: Mapping[str, Any], language: str) -> None:
    """A character, a party, a day or a letter."""
    shape: Mapping[str, Callable[[Mapping[str, Any], str], Sequence[RenderableType]]] = {
        "character": _character, "party": _party, "day": _day, "letter": _letter,
    }  # fmt: skip
    for part in shape[thing["kind"]](thing, language):
        console.print(fitting(console, part))


def _character(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    facts = Table.grid(padding=(0, 2))
    facts.add_row(label("hp", language), _health(one["hp"], one["max_hp"]))
    for name in _FACTS:
        value = _fact(name, one[name], language)
        if value:
            facts.add_row(label(name, language), Text(value))
    return (Panel(facts, title=Text(one["name"]), title_align="left"), *_orders(one, language), *_events(one, language))


def _fact(name: str, value: Any, language: str) -> str:
    if name == "goods":
        return ", ".join(f"{what} ×{count}" if count > 1 else what for count, what in value)
    if name in ("life", "load"):
        return label(value, language) if value else ""
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value) if value else ""


def _health(hp: int, most: int) -> Text:
    """A bar of hit points, with its numbers."""
    full = max(0, min(_HP_BAR, hp * _HP_BAR // most)) if most else 0
    colour = "green" if hp * 2 > most else "yellow" if hp > 0 else "red"
    return Text.assemble(("█" * full, colour), ("░" * (_HP_BAR - full), "dim"), f" {hp}/{most}")


def _party(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    facts = Table.grid(padding=(0, 2))
    for name in ("where", "doing", "clock", "spokesperson"):
        if one[name]:
            facts.add_row(label(name, language), Text(str(one[name])))
    if one["decision"]:
        options = ", ".join(f"{key} {means}" for key, means in one["decision"]["options"].items())
        until = f"{label('until', language)} {one['decision']['deadline']}"
        facts.add_row(label("decision", language), Text(f"{options} · {until}"))
    people = Table.grid(padding=(0, 2))
    for person in one["people"]:
        is_alive = person["life"] == "alive"
        state: RenderableType = (
            _health(person["hp"], person["max_hp"]) if is_alive else Text(label(person["life"], language), "red")
        )
        people.add_row(Text(person["name"]), state)
    body = Group(facts, Text(), people)
    return (Panel(body, title=Text(one["name"]), title_align="left"), *_orders(one, language), *_events(one, language))


def _day(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    closed = one["closed_at"] or label("not_closed", language)
    head = Text(f"{one['campaign']} ({one['real']}) · {label('closed_at', language)}: {closed}", "bold")
    parts: list[RenderableType] = [head]
    for name, events in one["parties"].items():
        parts.append(_event_table(events, language, title=name))
    if not one["parties"]:
        parts.append(Text(label("nothing", language), "dim"))
    return parts


def _letter(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    facts = Table.grid(padding=(0, 2))
    for name in ("received", "sender", "subject", "state"):
        value = f"{one['state']} ({one['reason']})" if name == "state" and one["reason"] else one[name]
        facts.add_row(label(name, language), Text(str(value)))
    if one["error"]:
        facts.add_row("", Text(one["error"], "red"))
    lines = Table(label("line", language), label("said", language), label("verdict", language))
    for row in one["lines"]:
        lines.add_row(str(row["line"]), Text(row["text"]), label(row["verdict"], language))
    title = Text(f"{label('letter', language)} {one['id']}")
    parts: list[RenderableType] = [Panel(facts, title=title, title_align="left"), lines, *_orders(one, language)]
    answered = label("mails", language)
    parts += (Text(f"{answered}: {one['recipient']} · {one['subject']} ({one['state']})") for one in one["mails"])
    return parts


def _orders(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    return (order_table(one["orders"], language),) if one["orders"] else ()


def order_table(orders: Sequence[Mapping[str, Any]], language: str) -> Table:
    """Orders, one a row."""
    heads = ("number", "received", "player", "character", "order", "state", "said")
    table = Table(*(label(name, language) for name in heads))
    for one in orders:
        state = label(one["state"] if one["force"] == "order" else one["force"], language)
        beaten = f" ({one['overruled_by']})" if one["overruled_by"] else f" ({one['reason']})" if one["reason"] else ""
        table.add_row(
            str(one["id"] or "·"), one["received"].replace("T", " ") if one["id"] else "", Text(one["player"]),
            Text(one["character"]), Text(one["says"]),
            Text(state + beaten), Text(one["text"], "dim"),
        )  # fmt: skip
    return table


def _events(one: Mapping[str, Any], language: str) -> Sequence[RenderableType]:
    return (_event_table(one["events"], language, title=label("latest", language)),) if one["events"] else ()


def _event_table(events: Sequence[Mapping[str, Any]], language: str, *, title: str) -> Table:
    heads = ["hour", "event", "rule"]
    table = Table(*(label(name, language) for name in heads), title=Text(title), title_justify="left")
    for one in events:
        when = f"{one['day'][5:]} {one['hour']}" if "day" in one else one["hour"]
        mark = f" [{label('secret', language)}]" if one["secret"] else ""
        table.add_row(when, Text(one["says"] + mark, "magenta" if one["secret"] else ""), Text(one["source"], "dim"))
    return table


def print_timeline(console: Console, rows: Sequence[Mapping[str, Any]], language: str) -> None:
    """The strips, one below the other, with what was notable in each."""
    table = Table(label("day", language), label("party", language))
    table.add_column("→ 24 h", no_wrap=True)
    table.add_column(label("event", language))
    for one in rows:
        notable = "\n".join(f"{event['hour']} {event['says']}" for event in one["events"])
        table.add_row(
            Text(f"{one['real']}\n{one['campaign']}"), Text(one["party"]), _coloured(one["strip"]), Text(notable)
        )
    console.print(fitting(console, table))
    console.print(label("legend", language), style="dim")


def _coloured(strip: str) -> Text:
    colours = {"·": "dim", "▪": "cyan", "⚔": "yellow", "†": "red"}
    return Text.assemble(*((mark, colours[mark]) for mark in strip))
