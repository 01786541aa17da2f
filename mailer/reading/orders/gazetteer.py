"""The names of a campaign: who is whose, places, things and beasts, with their other names.

[[character]]
name = "Duric"
party = "Los Cuatro"
player = "luis"            # two characters of one player: each may order the other
[[party]]
name = "Los Cuatro"
spokesperson = "Duric"
base = "Valdecuervo"
dungeon = "Cripta de Ossur"
[names]
places = ["Paso Quebrado"]
dungeons = ["Cripta de Ossur"]
items = [["antorcha", "torch"]]
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from rapidfuzz.distance import OSA

from mailer.reading.orders.tokens import fold, words_of


@dataclass(frozen=True, slots=True)
class Gazetteer:
    """What has a name in the campaign; everything may be empty."""

    parties: Mapping[str, frozenset[str]] = field(default_factory=dict)  # character to parties
    players: Mapping[str, str] = field(default_factory=dict)  # character to player
    spokespersons: Mapping[str, str] = field(default_factory=dict)  # party to character
    places: tuple[str, ...] = ()
    dungeons: tuple[str, ...] = ()
    items: tuple[tuple[str, ...], ...] = ()  # each with all its names
    monsters: tuple[tuple[str, ...], ...] = ()
    people: tuple[str, ...] = ()
    characters: Mapping[tuple[str, ...], str] = field(default_factory=dict)  # folded words to name
    place_words: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    dungeon_words: Mapping[tuple[str, ...], str] = field(default_factory=dict)
    place_firsts: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)  # longer names by first word

    def is_spokesperson(self, character: str) -> bool:
        """Whether some party is led by the character."""
        return character in self.spokespersons.values()

    def commands(self, sender: str, other: str) -> bool:
        """Whether both are the same player's characters."""
        player = self.players.get(sender)
        return player is not None and self.players.get(other) == player

    def __hash__(self) -> int:
        return id(self)


def build(table: Mapping[str, Any]) -> Gazetteer:
    """A gazetteer from the parsed TOML of the module's example."""
    characters = table.get("character", ())
    party_rows = table.get("party", ())
    names = table.get("names", {})
    parties: dict[str, set[str]] = {}
    for row in characters:
        parties.setdefault(row["name"], set()).update(row.get("parties", [row["party"]] if "party" in row else []))
    dungeons = tuple(dict.fromkeys([*names.get("dungeons", ()), *(r["dungeon"] for r in party_rows if "dungeon" in r)]))
    places = tuple(dict.fromkeys([*names.get("places", ()), *(row["base"] for row in party_rows if "base" in row)]))
    called = {words_of(name): row["name"] for row in characters for name in (row["name"], *row.get("aliases", ()))}
    firsts: dict[str, tuple[tuple[str, ...], ...]] = {}
    for key in map(words_of, (*places, *dungeons)):
        firsts[key[0]] = (*firsts.get(key[0], ()), *((key,) if len(key) > 1 else ()))
    return Gazetteer(
        parties={name: frozenset(found) for name, found in parties.items()},
        players={row["name"]: row["player"] for row in characters if "player" in row},
        spokespersons={row["name"]: row["spokesperson"] for row in party_rows if "spokesperson" in row},
        places=places,
        dungeons=dungeons,
        items=tuple(tuple(row) for row in names.get("items", ())),
        monsters=tuple(tuple(row) for row in names.get("monsters", ())),
        people=tuple(names.get("people", ())),
        characters=called,
        place_words={words_of(name): name for name in places},
        dungeon_words={words_of(name): name for name in dungeons},
        place_firsts=firsts,
    )


def load(path: Path) -> Gazetteer:
    """The gazetteer in a TOML file."""
    return build(tomllib.loads(path.read_text("utf-8")))


@lru_cache(maxsize=4096)
def near(gazetteer: Gazetteer, text: str) -> str | None:
    """The one name of a place that the text misses by a letter or two; None if it is exact or there are two."""
    wanted = fold(text)
    allowed = 1 if len(wanted) < 6 else 2
    names = [*gazetteer.places, *gazetteer.dungeons]
    if any(fold(name) == wanted for name in names) or len(wanted) < 4:
        return None
    found = [name for name in names if OSA.distance(fold(name), wanted, score_cutoff=allowed) <= allowed]
    return found[0] if len(found) == 1 else None
