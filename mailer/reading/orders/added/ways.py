"""How a journey or a raid goes on, said in a sentence of its own."""

from mailer.reading.orders.added.clause import bare_clause, pieces_of
from mailer.reading.orders.drafts import add_pace
from mailer.reading.orders.frames.road import travel
from mailer.reading.orders.letter import Draft, Mail, Sentence
from mailer.reading.orders.places import names_place
from mailer.reading.orders.spans import find_phrase, names_in, phrase_end


def stays_behind(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """Who does not come along: Chema no viene; Wick stays behind."""
    last = drafts[-1]
    words = set(sentence.words)
    stays = ("no" in words and words & {"viene", "va", "vienen", "van"}) or ("stays" in words and "behind" in words)
    names = [name for _, name in sentence.names.values() if name != mail.sender]
    if last.kind != "travel" or last.slots.get("who") != "party" or not stays or not names or len(sentence.words) > 7:
        return False
    last.slots["except"] = names
    return True


def add_way(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """How a journey goes on: with whom, by what way, how fast; where to, if that was still open."""
    draft = next((d for d in reversed(drafts) if d.kind == "travel"), None)
    if draft is None or (
        draft is not drafts[-1] and "destination" in draft.slots and drafts[-1].kind not in ("encounter", "shop")
    ):
        return False
    clause = bare_clause(sentence, "travel")
    before = dict(draft.slots)
    if "destination" not in draft.slots:
        _goal(draft, sentence, mail)
    names = [name for name in names_in(clause, 0, len(sentence.words)) if name != mail.sender]
    near_ = any(word in ("con", "with") and at + 1 in sentence.names for at, word in enumerate(sentence.words))
    with_ = near_ or "conmigo" in sentence.words or sentence.words[-2:] == ["with", "me"]
    if names and with_ and not draft.slots.get("companions"):
        draft.slots["companions"] = names
        draft.slots["who"] = list(dict.fromkeys([mail.sender, *names]))
    short = len(sentence.words) <= 18
    if short and find_phrase(clause, "slots.alone") is not None and draft.slots["who"] == "self":
        draft.slots.setdefault("companions", [])
    if (
        short
        and sentence.words[0]
        in ("por", "by", "via", "through", "con", "a", "sin", "marcha", "paso", "ritmo", "quietly", "despacio", "ida")
    ) or (short and find_phrase(clause, "slots.forced")):
        more = travel(clause, mail)
        for name in ("via", "pace", "stealth", "transport", "origin"):
            if more and name in more[0].slots:
                draft.slots.setdefault(name, more[0].slots[name])
    elif short:
        extra = Draft("travel", {}, clause)
        add_pace(extra)
        for name, value in extra.slots.items():
            draft.slots.setdefault(name, value)
    return draft.slots != before


def _goal(draft: Draft, sentence: Sentence, mail: Mail) -> None:
    words = sentence.words
    if words[0] in ("ruta", "route", "camino") and sentence.tokens[1:2] and sentence.tokens[1].text == ":":
        stops = pieces_of(sentence, 2)
        if len(stops) > 1:
            draft.slots["origin"] = stops[0]
            draft.slots["destination"] = stops[-1]
            if stops[1:-1]:
                draft.slots["via"] = stops[1:-1]
        return
    if words[0] in ("a", "al", "to", "hacia", "para", "destino"):
        start = 1 + (sentence.tokens[1:2] != () and sentence.tokens[1].text == ":")
        end = phrase_end(sentence, start, len(words))
        if end > start and names_place(bare_clause(sentence), mail, start, end):
            draft.slots["destination"] = sentence.span(start, end)


_SHORT = 10  # words of a sentence that says no more than how


def add_manner(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """How one goes about below, said on its own: por donde entramos, despacito; paso cauto."""
    draft = drafts[-1]
    if draft.kind != "dungeon" or len(sentence.words) > _SHORT or sentence.names:
        return False
    clause = bare_clause(sentence, "dungeon")
    before = dict(draft.slots)
    more = Draft("dungeon", {}, clause)
    add_pace(more)
    for name, value in more.slots.items():
        draft.slots.setdefault(name, value)
    if sentence.words[0] in ("por", "by", "through") and draft.slots["stance"] != "secure":
        stop = next((k for k, token in enumerate(sentence.tokens) if token.kind == "p"), len(sentence.words))
        draft.slots.setdefault("route", sentence.span(0, stop))
    return draft.slots != before


def add_aim(drafts: list[Draft], sentence: Sentence, mail: Mail) -> bool:
    """What a raid is for: nada más por el ídolo; just the idol."""
    draft = drafts[-1]
    if draft.kind != "dungeon" or draft.slots.get("stance") not in ("raid", "return"):
        return False
    words = sentence.words
    if (
        words[0] in ("in", "out", "entrada", "entramos", "acceso", "entry", "ruta", "salida")
        and words[1:2]
        and words[1] in ("por", "by", "through", "via", "over", "down", "up")
    ):
        end = phrase_end(sentence, 2, len(words))
        draft.slots.setdefault("route", sentence.span(1, end))
        add_pace(Draft("dungeon", draft.slots, bare_clause(sentence)))
        return True
    if draft.slots.get("stance") != "raid" or "objective" in draft.slots:
        return False
    for opener in (
        ["nada", "mas", "por"],
        ["solo", "por"],
        ["solo", "a", "por"],
        ["nomas", "por"],
        ["just"],
        ["only"],
        ["just", "for"],
        ["only", "for"],
        ["objetivo", ":"],
        ["target", ":"],
        ["objective", ":"],
    ):
        if words[: len(opener)] == opener:
            end = phrase_end(sentence, len(opener), len(words), also=("de",))
            if end > len(opener):
                draft.slots["objective"] = sentence.span(len(opener), end)
                return True
    return False
