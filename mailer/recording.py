"""Recording a letter: its words read and resolved, orders and doubts written down, and the receipt queued with them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import cast

from mailer.ledger.doubts import OpenDoubt, close_doubts, open_doubts, write_doubt
from mailer.ledger.letters import write_lines
from mailer.ledger.orders import (
    Source,
    end_orders,
    last_letter_with_orders,
    orders_of_letter,
    record_order,
    stand_again,
    standing_of,
)
from mailer.lines import Line, Record, goes_on, lettered, lines_of, read_lines, replied, said_in
from mailer.post import Post
from mailer.queueing import queue_view, to_player
from mailer.readers import names_for
from mailer.reading.orders.said import Doubt, DoubtCode, Reading, Said
from mailer.reading.resolve.asking import letters_of, settle
from mailer.reading.resolve.codes import Code
from mailer.reading.resolve.context import Context, context_of
from mailer.reading.resolve.draft import Correction, DraftOrder
from mailer.replacing import replace_older
from rules.names import CharacterId, OrderId
from rules.orders import Ask, Cancel, Order, Resume
from rules.standing import party_with

# "3A", "3: A", "3 a)": a line of our receipt and one of its ready answers; "A" alone where only one question is open
ANSWER = re.compile(r"\s*(?:(\d{1,3})\s*[:.)-]?\s*)?([A-Za-z])\s*[.)]?\s*")


def record(post: Post, rec: Record) -> tuple[Line, ...]:
    """The lines as they were written down; the receipt, or an apology for an empty letter, is in the outbox.

    Whose outcome still waits for the DM is answered by the world as they have been told of it.
    """
    from mailer.reviewing import told_world

    told = None if rec.dm_power else told_world(post, rec.player)
    if told is None:
        return _recorded(post, rec)
    post.keep_world(told)
    try:
        return _recorded(post, rec)
    finally:
        post.forget_world()


def _recorded(post: Post, rec: Record) -> tuple[Line, ...]:
    from mailer.absence import come_back
    from mailer.closing import wished
    from mailer.entries import back
    from mailer.foresight import foresee
    from mailer.overriding import foretell
    from mailer.proposals import take_up
    from mailer.proposing import propose
    from mailer.questions import answer_questions
    from mailer.receipts import apology_reason, apology_view, receipt_view
    from mailer.rulings import ask_back, rule
    from mailer.spokespersons import named
    from mailer.uniting import unite

    player = post.campaign.roster.players[rec.player]
    to, key = to_player(player), f"letter:{rec.letter}"
    reason = apology_reason(rec.opened, rec.own)
    if reason:
        apology = apology_view(post, player, reason, rec.opened.subject)
        queue_view(post, apology, to=to, key=f"{key}:apology", thread=rec.thread)
        return ()
    come_back(post, rec.player, letter=rec.letter, received=rec.received)
    lines = lines_of(rec.own, before=rec.lines_before)
    for line in lines:
        for doubt in line.doubts:
            write_doubt(post.ledger, rec.letter, line.number, doubt, None)
    context = _context(post, rec)
    if rec.dm_power:
        foresee(post, rec, lines)
        rule(post, rec, lines)
    answer_questions(post, rec, lines)
    if post.settings.chats:
        from mailer.linking import answer_links

        answer_links(post, rec, lines)
    wished(post, rec, lines)
    take_up(post, rec, lines)
    named(post, rec, lines, context)
    unite(post, rec, lines, context)
    _answer_doubts(post, rec, lines, context)
    _read(post, rec, lines, context)
    if rec.dm_power:
        ask_back(post, rec, lines)
    write_lines(post.ledger, rec.letter, [(line.number, line.text, line.verdict) for line in lines])
    given = [order for line in lines for order, _ in line.orders]
    foretell(post, given)
    propose(post, given)
    view = receipt_view(post, rec, player, lines)
    files = back(post, given, names_for(post, player))
    queue_view(post, view, to=to, key=f"{key}:receipt", thread=rec.thread, attachments=files)
    return tuple(lines)


def _context(post: Post, rec: Record) -> Context:
    last = last_letter_with_orders(post.ledger, rec.player, before=rec.letter)
    return context_of(
        post.campaign,
        post.world,
        player=rec.player,
        received=rec.received,
        standing=standing_of(post.ledger, rec.player),
        last_letter=orders_of_letter(post.ledger, last) if last else (),
        gazetteer=post.names_known_to(None if post.campaign.roster.players[rec.player].is_dm else rec.player),
    )


def _answer_doubts(post: Post, rec: Record, lines: Sequence[Line], context: Context) -> None:
    """Lines that answer what we asked: what was said is resolved again, as the answer makes it."""
    for line in lines:
        if line.verdict != "talk" or _answer_in_words(post, rec, line, context):
            continue
        found = ANSWER.fullmatch(line.text)
        if not found:
            continue
        number = int(found[1]) if found[1] else None
        if number is None and context.decisions and rec.answers != "receipt":
            choice = Said("decision", {"who": "party", "answer": "choose", "choice": found[2].upper()}, 0, line.text)
            _resolve(post, rec, [(line, choice)], context)
            continue
        asked = open_doubts(post.ledger, rec.player, line=number)
        chosen = [one for one in asked if _settled(one, found[2])]
        if len(chosen) != 1:
            continue
        _settle(post, rec, line, [(chosen[0], found[2])], context)


def _answer_in_words(post: Post, rec: Record, line: Line, context: Context) -> bool:
    """Whether a line says yes or no to what we asked: to the one question there is, to that of a line, or to all."""
    from mailer.unsure import chosen, key_of, reply_of

    reply = reply_of(line.text)
    if reply is None or (reply.line is None and not reply.to_all and context.decisions and rec.answers != "receipt"):
        return False
    found = chosen(reply, open_doubts(post.ledger, rec.player, line=reply.line))
    if len(found) > 1 and not reply.to_all:
        line.doubts.append(Doubt(cast(DoubtCode, Code.WHICH_ANSWER), line.text, 0))  # not kept: the old ones stay open
        return True
    _settle(post, rec, line, [(one, key_of(one.doubt, reply.means)) for one in found], context)
    return bool(found)


def _settle(post: Post, rec: Record, line: Line, answers: Sequence[tuple[OpenDoubt, str]], context: Context) -> None:
    """What was said is resolved again as the answers make it; a yes to a day that has closed is asked about."""
    from mailer.unsure import is_closed, key_of, late

    for asked, key in answers:
        said = _settled(asked, key)
        if said is None or asked.said is None:
            continue
        close_doubts(post.ledger, [asked.id])
        if key.upper() == key_of(asked.doubt, "yes") and is_closed(post, rec, asked):
            _ask(post, rec, line, late(asked), asked.said)
            continue
        _resolve(post, rec, [(line, replace(said, text=asked.said.text))], context)


def _settled(asked: OpenDoubt, answer: str) -> Said | None:
    return settle(asked.said, asked.doubt, answer) if asked.said else None


def _read(post: Post, rec: Record, lines: Sequence[Line], context: Context) -> None:
    """Read the lines that are not answers already, and resolve what they say."""
    if context.party is not None and context.party.left is not None:  # "vuelvo con el grupo" is no way out of a dungeon
        _short_answers(post, rec, [line for line in lines if line.verdict == "talk"], context)
    open_lines = [line for line in lines if line.verdict == "talk"]
    if not open_lines:
        return
    from mailer.unsure import question

    reading = read_lines(post, open_lines, context)
    by_index = dict(enumerate(line for line in open_lines if line.number))
    by_index[-1] = next((line for line in open_lines if not line.number), open_lines[0])
    _resolve(post, rec, [(by_index[said.line], said) for said in reading.said], context, among=open_lines)
    _join(reading, by_index)
    answered = _short_answers(post, rec, [line for line in open_lines if line.verdict == "talk"], context)
    for doubt in reading.doubts:
        line = by_index.get(doubt.line, open_lines[-1])
        if line.number in answered:
            continue
        asked, meant = question(doubt, context=context) if doubt.said is not None else (doubt, ())
        line.meant[len(line.doubts)] = meant
        _ask(post, rec, line, asked, doubt.said)


def _join(reading: Reading, by_index: Mapping[int, Line]) -> None:
    """Lines whose words went into the order of a line above them."""
    above: Line | None = None
    for one in reading.lines:
        line = by_index.get(one.index)
        if line is None:
            continue
        if line.said:
            above = line
        elif above is not None and (one.verdict == "order" or goes_on(line, above)):
            line.joined = above.number


def _short_answers(post: Post, rec: Record, lines: Sequence[Line], context: Context) -> set[int]:
    """The numbers of lines that say something only where they stand: "volvemos", "trato hecho"; resolved as such."""
    answered: set[int] = set()
    for line in lines:
        said = replied(post, line.text, context)
        if said:
            answered.add(line.number)
            _resolve(post, rec, [(line, one) for one in said], context)
    return answered


def _resolve(
    post: Post, rec: Record, said: Sequence[tuple[Line, Said]], context: Context, *, among: Sequence[Line] = ()
) -> None:
    """Tie what was said to what exists, and write down the orders, and each doubt under the line its words stand in."""
    from mailer.reading.resolve.resolve import resolve_all
    from mailer.replacing import asked_twice, is_twin

    is_again = is_twin(post, rec)
    for (line, one), found in zip(said, resolve_all([each for _, each in said], context=context), strict=True):
        line.said.append(one)
        if found.correction is not None:
            _correct(post, rec, line, found.correction, context)
            continue
        if not found.orders and not found.doubts:
            line.glosses.append(found.gloss)
        taken = letters_of((*line.doubts, *found.doubts))
        twice = asked_twice(one, found.orders, taken=taken) if is_again else None
        if twice is not None:
            _ask(post, rec, line, twice, one)
            continue
        for draft in found.orders:
            if not draft.needs_confirm:
                line.orders.append((_write_order(post, rec, line, draft), found.gloss))
        for doubt in found.doubts:
            _ask(post, rec, said_in(doubt.text, line, among), doubt, one)


def _ask(post: Post, rec: Record, line: Line, doubt: Doubt, said: Said | None) -> None:
    """Write a question down under its line; its answers follow those the line has, so that "2B" is one answer."""
    asked = lettered(doubt, after=line.doubts)
    line.doubts.append(asked)
    write_doubt(post.ledger, rec.letter, line.number, asked, said)


def _correct(post: Post, rec: Record, line: Line, correction: Correction, context: Context) -> None:
    """Read new words in the place of an old line; words that say nothing, or of no line, are asked about."""
    from mailer.correcting import corrected, old_line, take_back

    old = old_line(post, rec.player, correction.line, before=rec.letter)
    said = corrected(correction, old, lambda text: _said_again(post, text, context)) if old else ()
    if old is None or not said:
        doubt = Doubt(DoubtCode.NOT_UNDERSTOOD, line.text, 0)
        _ask(post, rec, line, doubt, None)
        return
    take_back(post, old, by=rec.letter)
    _resolve(post, rec, [(line, one) for one in said if one.kind != "correction"], context)


def _said_again(post: Post, text: str, context: Context) -> Sequence[Said]:
    """New words for a line: who writes them over again has looked, and the receipt shows what stands."""
    return read_lines(post, [Line(1, text)], context, sure="bold").said


def _write_order(post: Post, rec: Record, line: Line, draft: DraftOrder) -> Order:
    """The order, numbered; what takes effect by being said is done at once."""
    numbered = replace(draft.numbered(OrderId(0)), by_dm=rec.dm_power)
    if isinstance(numbered.act, Resume):  # heard where the order it is about is
        numbered = replace(numbered, character=_whose(post, numbered))
    order = record_order(post.ledger, numbered, Source(rec.letter, line.number))
    match order.act:
        case Ask():
            end_orders(post.ledger, [order.id], "done")
        case Cancel() as cancel:
            _cancel(post, order, cancel)
        case _:
            line.replaced[order.id] = replace_older(post, order, rec.letter)
    return order


def _whose(post: Post, order: Order) -> CharacterId:
    """The character of the order that an order is about, else its own."""
    assert isinstance(order.act, Resume)
    wanted = order.act.order
    return next((one.character for one in standing_of(post.ledger, order.by) if one.id == wanted), order.character)


def _cancel(post: Post, order: Order, cancel: Cancel) -> None:
    """Take back standing orders of the same player: one by number, those of one kind, or all of the character's.

    The rules hear of it too, for what was begun or is held by a sheet or a party; who is in none has nothing of it.
    """
    mine = [one for one in standing_of(post.ledger, order.by) if one.id != order.id]
    if cancel.order is not None:
        taken = [one.id for one in mine if one.id == cancel.order]
    else:
        kinds = {cancel.kind} if cancel.kind != "all" else {type(one.act).__name__.lower() for one in mine}
        taken = [one.id for one in mine if type(one.act).__name__.lower() in kinds and one.character == order.character]
    for one in taken:
        stand_again(post.ledger, one)
    end_orders(post.ledger, taken, "cancelled", reason=f"order {order.id}")
    if party_with(order.character, post.world) is None:
        end_orders(post.ledger, [order.id], "done")
