"""Every reason to distrust an order, by name: how many times it holds of a case."""

from collections.abc import Callable, Mapping

from mailer.reading.orders.sure import alike, beside, borne, filled, manner, unread
from mailer.reading.orders.sure.case import Case

Reason = Callable[[Case], int]

REASONS: Mapping[str, Reason] = {
    one.__name__: one
    for one in (
        alike.unlike, alike.unlikely, alike.likelier, alike.guess, alike.denied, alike.alike, alike.plain,
        borne.unevident, borne.implausible, borne.left_over, borne.mended,
        unread.unread_much, unread.unread_thing, unread.unread_when, unread.unread_number,
        unread.unread_money, unread.unread_time, unread.unread_measure, unread.unread_name,
        unread.unread_verb, unread.unread_word, unread.unread_proper, unread.unread_turn, unread.unread_or,
        unread.unread_denial, unread.unread_condition,
        filled.bare, filled.odd_foe, filled.unmet, filled.after_it, filled.same_time, filled.odd_time,
        filled.odd_place, filled.name_in_slot, filled.loose_condition, filled.has_condition,
        filled.wordy_slot, filled.crossing_slot, filled.unknown_item, filled.verb_in_item, filled.last_price,
        beside.rival, beside.past_before, beside.turned_later, beside.goods_beside, beside.time_beside,
        beside.many_orders, beside.asked_beside, beside.loose_beside,
        manner.instead, manner.that_behind, manner.unasked, manner.wish, manner.past, manner.irreal,
        manner.question, manner.speech, manner.long_sentence, manner.other_subject, manner.second_person,
        manner.no_person, manner.purpose, manner.weak_verb, manner.many_senses, manner.far_sense,
        manner.table_row, manner.dots,
    )
}  # fmt: skip
