"""Parts of a receipt made from what a line was resolved to: the deed in words, its forecast, the doubt and its answers.

The forecast takes the facts that resolving found, as they are kept in the ledger: `{"cost_cp": 1500, "purse_left_cp":
2635, "arrives_day": 14}`; a fact that nothing here speaks of is left unsaid.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from mailer.writing.names import Names
from mailer.writing.views.orders import Forecast
from mailer.writing.views.receipt import Choice, DoubtView

_ASKED = (
    "text",
    "name",
    "nearest",
    "reason",
    "cost_cp",
    "purse_cp",
    "purse_left_cp",
    "short_cp",
    "owned",
    "who",
    "phrase",
)
_ELSEWHERE = frozenset({"arrived", "left_site"})  # events after which one is in another place
_SAYS_WHEN = frozenset({"waits_for_town", "not_there", "inside_site"})  # remarks that tell what it waits for
_PROPOSALS = frozenset({"proposal", "not_spokesperson"})


def forecast(facts: Mapping[str, Any], notes: Iterable[str], names: Names, *, condition: str = "") -> Forecast:
    """What an order will cost and bring; what is said of the place counts not, where it waits for another."""
    codes = tuple(one for one in dict.fromkeys(notes) if not (condition in _ELSEWHERE and one == "not_safe"))
    return Forecast(
        cost_cp=facts.get("cost_cp") or None,
        gain_cp=facts.get("gain_cp") or None,
        purse_cp=facts.get("purse_left_cp"),
        short_cp=facts.get("short_cp"),
        daily_cp=facts.get("daily_cp"),
        arrives=_day(facts.get("arrives_day"), names),
        until=_day(facts.get("until_day"), names) if "since_day" not in facts else None,  # the deed says it
        starts=_moment(facts.get("queued_until") or facts.get("starts"), names),
        alone_chance=facts.get("alone_chance"),
        party_chance=facts.get("party_chance"),
        condition="" if _SAYS_WHEN.intersection(codes) else condition,
        is_proposal=any(code in _PROPOSALS for code in codes),
        to_dm="for_dm" in codes,
        remarks=tuple(code for code in codes if code not in _PROPOSALS | {"for_dm", "queued"}),
    )


def doubt_view(code: str, text: str, args: Mapping[str, Any], *, names: Names, is_refusal: bool = False) -> DoubtView:
    """A doubt with its ready answers, which its `args["options"]` carry."""
    asked: dict[str, Any] = {**dict.fromkeys(_ASKED), "text": text, **args}
    if code == "not_yours":
        asked |= _whose(args, names)
    nearest = asked["nearest"]
    if isinstance(nearest, list | tuple):
        asked["nearest"] = names.words.listed([str(one) for one in nearest]) if nearest else None
    return DoubtView(code, asked, tuple(_choice(option, names) for option in args.get("options", ())), is_refusal)


def _whose(args: Mapping[str, Any], names: Names) -> dict[str, Any]:
    """The characters spoken of by name, and whose they are where they are one player's; a player's name stays one."""
    said = args.get("names") or [args.get("name") or args.get("who")]
    sheets = [one for one in names.world.characters.values() if one.name in said]
    if not sheets:
        return {}
    owners = {names.player(one.player) for one in sheets if one.player is not None}
    return {"name": names.words.listed([one.name for one in sheets]), "who": owners.pop() if len(owners) == 1 else None}


def _choice(option: Mapping[str, Any], names: Names) -> Choice:
    """A ready answer: a name by its label, a number as it is, else the word for what it means."""
    label = str(option.get(names.language) or option.get("es") or "")
    means = str(option.get("means", ""))
    return Choice(str(option["key"]), words=label or _fact(means, option.get("facts") or {}, names), means=means)


def _fact(means: str, facts: Mapping[str, Any], names: Names) -> str:
    match means:
        case "quantity":
            return names.words.of("choice", "all") if facts.get("quantity") == "all" else str(facts.get("quantity", ""))
        case "percent":
            return f"{facts.get('percent')} %"
        case "stance" | "attitude":
            return names.words.of(means, str(facts.get(means)))
        case "level":
            return names.words.of("load", str(facts.get("level")))
        case "option":
            return f"{facts.get('option')}: {names.words.of('means', str(facts.get('means')))}"
        case _:
            return ""


def _day(value: Any, names: Names) -> str | None:
    return names.day(value) if isinstance(value, int) else None


def _moment(value: Any, names: Names) -> str | None:
    first = value[0] if isinstance(value, list | tuple) and value else value
    return names.moment_day(first) if isinstance(first, int) else None
