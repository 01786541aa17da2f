"""The same names in the form the reading of letters takes them."""

from typing import Any

from mailer.campaign.campaign import Campaign
from mailer.reading.orders.gazetteer import Gazetteer, build
from mailer.reading.resolve.names import folded
from mailer.reading.resolve.words import words
from rules.atlas import Label
from rules.character import Character
from rules.world import Party, World


def reading_gazetteer(campaign: Campaign, world: World) -> Gazetteer:
    """The gazetteer by which letters are read: who is whose, and every name in all its forms."""
    atlas = campaign.book.atlas
    listed = (*atlas.items.values(),)
    return build(
        {
            "character": [_row(person, world) for person in world.characters.values() if person.player is not None],
            "party": [_party_row(party, world) for party in world.parties.values()],
            "names": {
                "places": [name for place in atlas.places.values() if not place.hidden for name in names(place.label)],
                "dungeons": [name for site in atlas.sites.values() for name in names(site.label)],
                "items": [[*names(item.label)] for item in listed] + _own_things(world),
                "monsters": [[*names(monster.label)] for monster in atlas.monsters.values()],
                "people": [person.name for person in world.characters.values() if person.player is None]
                + [*campaign.people_notes],
            },
        }
    )


def names(label: Label) -> tuple[str, ...]:
    """All the names of a thing, each once, also without the article in front: letters say "de la cripta"."""
    said = [name for name in (label.es, label.en, *label.aliases) if name]
    return tuple(dict.fromkeys((*said, *map(bare, said))))


def bare(name: str) -> str:
    """A name without an article or the like in front; one that would be nothing else stays whole."""
    first, _, rest = name.partition(" ")
    return rest if rest and folded(first) in words().empty else name


def _row(person: Character, world: World) -> dict[str, Any]:
    """A character with their parties and player."""
    parties = [party.name for party in world.parties.values() if person.id in party.members]
    return {"name": person.name, "parties": parties, "player": person.player}


def _party_row(party: Party, world: World) -> dict[str, Any]:
    """A party with the character its spokesperson speaks as."""
    members = (world.characters[name] for name in party.members if name in world.characters)
    speaker = next((p.name for p in members if party.spokesperson and p.player == party.spokesperson), None)
    return {"name": party.name, **({"spokesperson": speaker} if speaker else {})}


def _own_things(world: World) -> list[list[str]]:
    """What people carry, by the names they have for it."""
    return [[label] for label in dict.fromkeys(g.label for p in world.characters.values() for g in p.goods)]
