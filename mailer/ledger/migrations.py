"""The ledger's tables, step by step as they grew. A migration, once released, is never edited."""

from sqlite_utils import Database, Migrations

migrations = Migrations("estafeta")

_FIRST = """
create table meta (
    key text primary key,
    value text not null
) strict, without rowid;

create table players (
    id text primary key,
    name text not null,
    addresses text not null check (json_valid(addresses)), -- the first gets our mails
    language text not null,
    is_dm integer not null
) strict;

create table letters (
    id integer primary key,
    channel text not null,       -- imap, maildir, ...
    account text not null,
    folder text not null,
    uidvalidity integer not null, -- 0 where a channel has none
    uid text not null,           -- UID, or the Maildir name before ':2,'
    provider_id text,            -- X-GM-MSGID and the like
    received text not null,      -- UTC, by the mail server's clock
    stored text not null,        -- UTC, by ours
    raw blob not null,
    size integer not null,       -- at the server; more than length(raw) when is_cut
    is_cut integer not null default 0,
    state text not null default 'stored'
        check (state in ('stored', 'accepted', 'ignored', 'held', 'repeat', 'shunted')),
    reason text not null default '',      -- the gate's
    sender text not null default '',      -- registered address it was written from
    player text references players,
    message_id text not null default '',
    subject text not null default '',
    effect_key text,             -- what makes two deliveries the same letter
    own_words text not null default '',
    attempts integer not null default 0,
    error text not null default '',       -- traceback of the last failure
    unique (account, folder, uidvalidity, uid)
) strict;

create unique index letters_effect on letters (effect_key) where effect_key is not null;

create unique index letters_provider on letters (account, provider_id) where provider_id is not null;

create index letters_waiting on letters (received, id) where state = 'stored';

create index letters_player on letters (player, received);

create index letters_held on letters (id) where state = 'held';

create index letters_held_of on letters (player, id) where state = 'held';

create index letters_shunted on letters (id) where state = 'shunted';

create index letters_received on letters (received);

create table lines (
    letter integer not null references letters,
    line integer not null,       -- as the player counts them, from 1
    text text not null,
    verdict text not null check (verdict in ('order', 'doubt', 'talk', 'refused')),
    primary key (letter, line)
) strict, without rowid;

create table orders (
    id integer primary key,
    letter integer references letters, -- null: by the DM at the terminal
    line integer not null,
    text text not null,
    player text not null references players,
    character text not null,
    kind text not null,
    json text not null check (json_valid(json)), -- the whole order, as the rules take it
    received integer not null,   -- moment
    state text not null default 'standing'
        check (state in ('standing', 'done', 'failed', 'overruled', 'cancelled', 'replaced')),
    overruled_by integer references orders,
    reason text not null default '',
    settled integer              -- step in which it ended
) strict;

create index orders_standing on orders (id) where state = 'standing';

create index orders_letter on orders (letter);

create index orders_overruled on orders (player, received) where state = 'overruled';

create index orders_absence on orders (player) where state = 'standing' and kind = 'absence';

create index orders_player on orders (player, id) where state = 'standing';

create table doubts (
    id integer primary key,
    letter integer not null references letters,
    line integer not null,
    code text not null,
    text text not null,
    args text not null check (json_valid(args)),  -- with its ready answers, whole
    said text not null check (json_valid(said)),  -- what was said, to be resolved again by the answer; null: nothing
    state text not null default 'open' check (state in ('open', 'answered', 'dropped'))
) strict;

create index doubts_open on doubts (letter) where state = 'open';

create table steps (
    id integer primary key,
    until integer not null,      -- moment
    kind text not null check (kind in ('start', 'turnover', 'hour', 'answer', 'ruling')),
    ran_at text not null,
    rules text not null,         -- version of the program
    data text not null           -- digest of the campaign's files
) strict;

create table days (
    day integer primary key,
    step integer not null references steps,
    closed_at text not null,
    commitment text not null,    -- hash of the day's secret, published the day before
    secret text not null         -- published the day after
) strict;

create table events (
    id integer primary key,
    step integer not null references steps,
    day integer not null,
    at integer not null,
    party text not null,
    kind text not null,
    characters text not null check (json_valid(characters)),
    data text not null check (json_valid(data)),
    source text not null,
    audience text not null
) strict;

create index events_day on events (day, party);

create index events_step on events (step);

create table faces (
    event integer not null references events,
    at integer not null,
    who text not null,
    what text not null,
    n integer not null,
    sides integer not null,
    value integer not null,
    by_hand integer not null default 0,
    primary key (event, at, who, what, n)
) strict, without rowid;

create table sheets (
    character text not null,
    step integer not null references steps,
    json text not null check (json_valid(json)),
    primary key (character, step)
) strict, without rowid;

create table parties (
    party text not null,
    step integer not null references steps,
    json text not null check (json_valid(json)),
    primary key (party, step)
) strict, without rowid;

create table worlds (
    step integer primary key references steps,
    json text not null check (json_valid(json)) -- what belongs to no party: bands, tasks, sprung traps
) strict;

create table decisions (
    id text primary key,
    party text not null,
    kind text not null,
    json text not null check (json_valid(json)),
    opened integer not null,
    deadline integer not null,
    state text not null default 'open' check (state in ('open', 'answered', 'expired')),
    choice text not null default '',
    answered_by text,            -- player
    step integer not null references steps,
    settled integer references steps
) strict;

create index decisions_open on decisions (party) where state = 'open';

create table rulings (
    id integer primary key,
    step integer references steps, -- in which it was carried out; null: by what it set going
    letter integer references letters, -- null: at the terminal
    line integer not null,
    player text not null references players,
    ruled_at text not null,
    text text not null,
    kind text not null,
    undone_by integer references rulings
) strict;

create table outbox (
    id integer primary key,
    key text not null unique,    -- what it tells, to whom: 'letter:12:marta:receipt'
    message_id text not null unique,
    kind text not null,
    player text references players,
    recipient text not null,
    subject text not null,
    text text not null,          -- the text part, to know our own words by when they are quoted
    data blob not null,          -- the bytes as they are sent
    created text not null,
    state text not null default 'queued'
        check (state in ('queued', 'sending', 'sent', 'unknown', 'dead')),
    attempts integer not null default 0,
    due text not null,           -- not before
    sent text,
    reply text not null default '' -- the server's last word
) strict;

create index outbox_due on outbox (due, id) where state in ('queued', 'sending', 'unknown');

create index outbox_player on outbox (player, id);

create index outbox_created on outbox (created);

create index outbox_sent on outbox (sent) where sent is not null;

create index outbox_dead on outbox (created) where state = 'dead';

create table runs (
    id integer primary key,
    started text not null,
    ended text,
    exit_code integer,
    notes text not null default '{}' check (json_valid(notes))
) strict;

create table notices (
    key text primary key,        -- 'stranger:eva@example.com', 'confirm:marta@example.com', 'alert'
    at text not null             -- when it was last given
) strict, without rowid;
"""


@migrations()
def m001_post(db: Database) -> None:
    """Everything the first version writes down."""
    for statement in filter(None, map(str.strip, _FIRST.split(";\n\n"))):
        db.execute(statement.rstrip(";"))


_CHAT = """
-- of an edit or a deletion in a chat: the uid of what it changes
alter table letters add column target text not null default '';

create index letters_target on letters (account, folder, target) where target <> '';

-- mail, telegram, matrix
alter table outbox add column channel text not null default 'mail';

-- the chat it goes to
alter table outbox add column conv text not null default '';

-- its words there, before they are parted
alter table outbox add column chat text not null default '';

-- the message it answers, by the network's number
alter table outbox add column answers text not null default '';

-- parts that have gone
alter table outbox add column part integer not null default 0;

-- the numbers the network gave them
alter table outbox add column posted text not null default '[]';

create index outbox_chat on outbox (channel, conv, id) where channel <> 'mail';

create table links (
    id integer primary key,
    channel text not null,
    author text not null,        -- numeric id, or @user:server
    player text not null references players,
    conv text not null,          -- where they last wrote to us alone: where we answer
    name text not null,          -- for show only
    begun integer not null references letters, -- that brought the code; what came before it is a stranger's
    begun_at text not null,
    ended integer references letters,
    ended_at text,
    lost text not null default '' -- what the network said when ours could not be delivered
) strict;

create unique index links_live on links (channel, author) where ended_at is null;

create index links_player on links (player) where ended_at is null;

create table codes (
    digest text primary key,     -- of the code: the code itself stands in the mail alone
    player text not null references players,
    made text not null,
    expires text not null,
    used integer references letters
) strict, without rowid;
"""


@migrations()
def m002_chat(db: Database) -> None:
    """Chats: who writes from where, and mails that go out there in parts."""
    for statement in filter(None, map(str.strip, _CHAT.split(";\n\n"))):
        db.execute(statement.rstrip(";"))


_WORD = """
-- the step that took this one back; null: it stands
alter table steps add column undone integer references steps;

create table revisions (
    step integer primary key references steps, -- which resolved a day again, or opened a decision again
    day integer,                 -- null: no day
    made_at text not null,
    player text not null references players,
    was integer references steps, -- the step that had closed the day before
    found text not null check (json_valid(found)) -- steps, orders and decisions as it found them
) strict;

create table reviews (
    id integer primary key,
    number integer not null,     -- what the DM's answer begins with: R3; free again once all is out
    step integer not null references steps,
    day integer not null,
    player text not null references players,
    character text not null,
    until text not null,         -- then it goes out, or waits on, as the campaign says
    words text not null default '', -- the DM's own
    replaces integer not null default 0, -- they stand for the tale; else before it
    unique (step, character)
) strict;

create index reviews_number on reviews (number);

-- what it found, to be put back when it is taken back
alter table rulings add column found text check (found is null or json_valid(found));

-- waits for the DM's word
alter table outbox add column review integer references reviews;

create index outbox_review on outbox (review) where review is not null;

create table addresses (
    id integer primary key,
    player text not null references players,
    address text not null,
    state text not null check (state in ('asked', 'added', 'removed', 'dropped')),
    asked_at text not null,
    settled_at text
) strict;

create index addresses_asked on addresses (address) where state = 'asked';
"""


@migrations()
def m003_word(db: Database) -> None:
    """The DM's word on what was told: days resolved again, outcomes that wait for approval, addresses by ruling."""
    for statement in filter(None, map(str.strip, _WORD.split(";\n\n"))):
        db.execute(statement.rstrip(";"))


@migrations()
def m004_answers(db: Database) -> None:
    """When a question was answered and by which order; where an order was replaced by number it is found by it."""
    db.execute("alter table decisions add column answered_at integer")  # moment of receipt; null: it ran out
    db.execute("alter table decisions add column answer integer references orders")
    db.execute("create index orders_replaced on orders (reason) where state = 'replaced'")
    db.execute("create index orders_heard on orders (id) where state = 'standing' and settled is not null")


@migrations()
def m005_heard(db: Database) -> None:
    """By which step the rules heard an order that stood on: how it ended later can be taken back without that."""
    db.execute("alter table orders add column heard integer references steps")
    db.execute("update orders set heard = settled where state = 'standing'")


@migrations()
def m006_gathered(db: Database) -> None:
    """Receipts that one message into a chat tells together: which one does."""
    db.execute("alter table outbox add column within integer references outbox")  # null: it goes out by itself
    db.execute("create index outbox_within on outbox (within) where within is not null")


@migrations()
def m007_inputs(db: Database) -> None:
    """What a step of the clock was resolved from; null: before this was written down, or no such step."""
    db.execute("alter table steps add column inputs text check (inputs is null or json_valid(inputs))")


LATEST = "m007_inputs"
