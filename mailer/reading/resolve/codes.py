"""The stable words of resolving: what it asks, and what it remarks on. The templates have a sentence for each."""

from enum import StrEnum


class Code(StrEnum):
    """Why something is asked, beside the codes of the reading. In brackets: what the doubt's `args` hold besides."""

    NOT_UNDERSTOOD = "not_understood"
    CONFIRM = "confirm"  # reason: spends_much, sells_gear, sells_everything; cost_cp, gain_cp, purse_cp, purse_left_cp
    DAY_CLOSED = "day_closed"  # a yes that came after the turnover
    WHICH_ANSWER = "which_answer"  # a yes or no to one of several questions
    # things
    NO_ITEM = "no_item"
    UNKNOWN_ITEM = "unknown_item"  # name
    AMBIGUOUS_ITEM = "ambiguous_item"  # name
    UNKNOWN_GOOD = "unknown_good"  # name
    AMBIGUOUS_GOOD = "ambiguous_good"  # name
    HOW_MANY = "how_many"  # name, owned
    NOT_SO_MANY = "not_so_many"  # name, owned
    BAD_AMOUNT = "bad_amount"
    # places and ways
    NO_DESTINATION = "no_destination"
    UNKNOWN_PLACE = "unknown_place"  # name
    AMBIGUOUS_PLACE = "ambiguous_place"  # name
    ALREADY_THERE = "already_there"  # name
    ELSEWHERE = "elsewhere"  # es, en: the town the errand is for
    WHICH_END = "which_end"  # name: a road given as an aim
    UNKNOWN_WAY = "unknown_way"  # name
    UNKNOWN_SITE = "unknown_site"  # name
    AMBIGUOUS_SITE = "ambiguous_site"  # name
    OTHER_SITE = "other_site"  # name
    NOT_IN_SITE = "not_in_site"
    UNKNOWN_ZONE = "unknown_zone"  # name
    AMBIGUOUS_ZONE = "ambiguous_zone"  # name
    NO_TARGET = "no_target"
    WAIT_INSIDE = "wait_inside"
    WHICH_STANCE = "which_stance"
    # creatures and people
    WHICH_ATTITUDE = "which_attitude"
    UNKNOWN_MONSTER = "unknown_monster"  # name
    AMBIGUOUS_MONSTER = "ambiguous_monster"  # name
    UNKNOWN_ROLE = "unknown_role"  # name
    AMBIGUOUS_ROLE = "ambiguous_role"  # name
    UNKNOWN_CHARACTER = "unknown_character"  # name
    AMBIGUOUS_CHARACTER = "ambiguous_character"  # name
    NO_CHARACTER = "no_character"
    CHARACTER_DEAD = "character_dead"  # name
    NOT_YOURS = "not_yours"  # names
    WHICH_PLAYER = "which_player"  # name
    WHICH_BODY = "which_body"
    # the party
    WHICH_PARTY = "which_party"
    ALONE_OR_PARTY = "alone_or_party"
    SPLIT_PARTY = "split_party"
    NOT_IN_PARTY = "not_in_party"
    ALREADY_ALONE = "already_alone"
    NOT_APART = "not_apart"
    # decisions, orders, dates
    NO_OPEN_DECISION = "no_open_decision"
    DECISION_CLOSED = "decision_closed"
    WHICH_DECISION = "which_decision"  # each option's facts: decision, kind, party, monsters
    WHICH_OPTION = "which_option"  # decision; each option's facts: option, means
    WHICH_ORDER = "which_order"  # kind
    NOTHING_SUSPENDED = "nothing_suspended"  # ref
    NOTHING_TO_CANCEL = "nothing_to_cancel"  # kind
    NOTHING_TO_UNDO = "nothing_to_undo"
    UNCLEAR_DATE = "unclear_date"
    PAST_DATE = "past_date"  # phrase: the end of something lies in the past
    WHICH_DAYS = "which_days"


class Note(StrEnum):
    """Remarks of a gloss. In brackets: the fact that goes with it."""

    FOR_DM = "for_dm"  # for_dm: why
    CAN_WALK = "can_walk"  # a companion who is to be carried and needs it not: the DM sees to it
    FOR_DM_LATER = "for_dm_later"  # takes its days, and then waits for the DM: no table tells how it ends
    UNKNOWN_KIND = "unknown_kind"
    QUEUED = "queued"  # queued_until: a moment
    PAST_DATE = "past_date"  # the day named is gone: from now on
    IN_ORDER = "in_order"  # after what was said before it
    OPEN_END = "open_end"  # open_end: words for an end we cannot see
    TENTATIVE = "tentative"
    PROPOSAL = "proposal"
    VOTE = "vote"
    NOT_SPOKESPERSON = "not_spokesperson"
    OWN_ONLY = "own_only"  # a limit said for all by somebody who speaks only for their own
    ALONE = "alone"  # alone_hd, rest_hd, alone_chance, party_chance
    FIRES_NOW = "fires_now"  # at_hp
    WAITS_FOR_TOWN = "waits_for_town"  # nothing of the sort where they are: done when they get to a town
    NO_MARKET = "no_market"
    NOT_SOLD = "not_sold"
    SOLD_OUT = "sold_out"
    NOT_ENOUGH_STOCK = "not_enough_stock"
    TOO_DEAR = "too_dear"
    TOO_CHEAP = "too_cheap"
    OVER_BUDGET = "over_budget"
    WHOLE_PACKS = "whole_packs"  # asked for less than a full pack, which is how it is sold
    EVERYTHING = "everything"  # sells all they carry
    FOR_PARTY = "for_party"  # said for the party, paid from the actor's own purse
    NOBODY_HERE = "nobody_here"
    NO_WAY = "no_way"
    LATE_ARRIVAL = "late_arrival"
    OTHER_ORIGIN = "other_origin"  # from
    INSIDE_SITE = "inside_site"
    SITE_HERE = "site_here"  # no dungeon was named: the only one that opens here
    NOT_THERE = "not_there"  # mouth
    NOT_SAFE = "not_safe"  # rest underground gives nothing back
    FATIGUE = "fatigue"
    GIVES_UNUSED = "gives_unused"  # something offered that is neither money nor food
