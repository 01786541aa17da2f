"""What `estafeta init` asks about people: the DM, players and characters, one a line, and the party's name."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mailer.campaign.game_kinds import folded
from mailer.campaign.sheets import class_labels, class_names
from mailer.desk.answers import Answers, players_of
from mailer.desk.asking import RULESETS, Asking, Read, WrongError, say
from mailer.desk.roster_lines import LineError, Table, character, person
from rules.tables import Tables


def ask_people(asking: Asking, known: Answers) -> Answers:
    """Who directs, who plays whom, and what the party is called."""
    dm = known.dm or asking.ask("dm", read=_is_person(asking))
    known = replace(known, dm=dm)
    known = replace(known, players=known.players or asking.lines("players", person))
    players = players_of(known)
    characters = known.characters or asking.lines("characters", _is_character(known, players))
    known = replace(known, characters=characters)
    if not characters or known.party:
        return known
    return replace(known, party=asking.ask("party", default=known.tag or ""))


def _is_character(known: Answers, players: Mapping[str, Table]) -> Read:
    """What reads a character's line, down to whether the rule set has the class, by a name in either language."""

    def read(line: str) -> None:
        found = character(line, players)
        names = _class_names(known)
        classes = [found["class"]] if isinstance(found["class"], str) else found["class"]
        for one in classes:
            word = str(one).rpartition(" ")[0] if str(one).rpartition(" ")[2].isdecimal() else ""
            if not word:
                raise LineError("wrong_character", line=line)
            if names and folded(word) not in names:
                raise LineError("wrong_class", name=word, known=", ".join(class_labels(_tables(known), known.language)))

    return read


def _class_names(known: Answers) -> frozenset[str]:
    return frozenset(class_names(_tables(known)))


def _tables(known: Answers) -> Tables:
    """The tables of the rules that were chosen, as a campaign of them has."""
    import tempfile

    from mailer.campaign.load import load_campaign
    from mailer.campaign.starter import write_starter

    with tempfile.TemporaryDirectory() as draft:
        write_starter(Path(draft) / "c", language=known.language, settings={"rules": known.rules or RULESETS[0]})
        return load_campaign(Path(draft) / "c").book.tables


def _is_person(asking: Asking) -> Read:
    def read(text: str) -> None:
        try:
            person(text)
        except LineError as error:
            raise WrongError(say(error.code, asking.language, **error.args_of_words)) from None

    return read
