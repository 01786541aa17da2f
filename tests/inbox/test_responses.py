"""Answers of mail servers, also those out of turn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailer.inbox.responses import GarbledError, answers, fetched, number_set, numbers


def test_letters_are_told_apart_by_uid_not_by_place():
    pieces = [
        b"9 (FLAGS (\\Seen))",
        (b"2 (UID 12 BODY[] {5}", b"seven"),
        b")",
        b"3 (FLAGS (\\Deleted $Label1) UID 13)",
        (b"1 (BODY[] {3}", b"one"),
        b' UID 11 INTERNALDATE "17-Jul-2026 02:44:25 -0700")',
    ]
    assert fetched(pieces) == {
        12: {"UID": b"12", "BODY[]": b"seven"},
        13: {"FLAGS": (b"\\Deleted", b"$Label1"), "UID": b"13"},
        11: {"BODY[]": b"one", "UID": b"11", "INTERNALDATE": b"17-Jul-2026 02:44:25 -0700"},
    }


def test_a_later_word_on_a_letter_does_not_lose_its_text():
    pieces = [(b"2 (UID 12 BODY[] {5}", b"seven"), b")", b"2 (UID 12 FLAGS (\\Seen))"]
    assert fetched(pieces)[12]["BODY[]"] == b"seven"


@pytest.mark.parametrize("flags", [b"", b"\\Seen", b"\\Seen $Estafeta", b"NIL"])
@pytest.mark.parametrize("place", [b"BODY[]", b"BODY[]<0>", b"BODY[HEADER]"])
@pytest.mark.parametrize("end", [b")", b" X-GM-MSGID 5)"])
def test_a_letter_that_comes_as_usual_is_read_like_any_other(flags, place, end):
    line = b'9 (UID 7 FLAGS (%s) INTERNALDATE " 1-Dec-2026 00:41:57 +0000" RFC822.SIZE 5 %s {5}' % (flags, place)
    (items,) = fetched([(line, b"hello"), end]).values()
    first, second = (
        b"9 (UID 7 FLAGS (%s)" % flags,
        b' INTERNALDATE " 1-Dec-2026 00:41:57 +0000" RFC822.SIZE 5 %s "hello"' % place,
    )
    assert {7: items} == fetched([first + second + end])


def test_a_usual_letter_of_another_length_than_announced_is_garbled():
    line = b'9 (UID 7 FLAGS () INTERNALDATE "17-Jul-2026 02:44:25 -0700" RFC822.SIZE 5 BODY[] {5}'
    with pytest.raises(GarbledError):
        fetched([(line, b"hell"), b")"])


@pytest.mark.parametrize(
    ("line", "name", "value"),
    [
        (b'1 (UID 5 BODY[] "a \\"short\\" one")', "BODY[]", b'a "short" one'),
        (b"1 (UID 5 BODY[] NIL)", "BODY[]", None),
        (b'1 (UID 5 BODY[] "")', "BODY[]", b""),
        (b'1 (UID 5 BODY[HEADER.FIELDS (FROM TO)]<0> "x")', "BODY[HEADER.FIELDS (FROM TO)]<0>", b"x"),
        (b'1 (UID 5 body[TEXT]<0> "x")', "BODY[TEXT]<0>", b"x"),
        (b"1 (UID 5 FLAGS ())", "FLAGS", ()),
        (b"1 (UID 5 X-GM-MSGID 1278455344230334865)", "X-GM-MSGID", b"1278455344230334865"),
        (b'1 (UID 5 X-GM-LABELS ("\\\\Inbox" "N\\"o"))', "X-GM-LABELS", (b"\\Inbox", b'N"o')),
    ],
)
def test_every_form_of_a_value(line, name, value):
    assert fetched([line])[5][name] == value


@pytest.mark.parametrize(
    "pieces",
    [
        [(b"1 (UID 5 BODY[] {9}", b"short"), b")"],  # fewer bytes than announced
        [(b"1 (UID 5 BODY[] ", b"short"), b")"],
        [b"1 (UID 5 FLAGS (\\Seen"],
        [b"1 (UID 5))"],
    ],
)
def test_a_garbled_answer_is_no_letter(pieces):
    with pytest.raises(GarbledError):
        fetched(pieces)


@pytest.mark.parametrize("pieces", [[None], [], [b""], [b"3 EXISTS"], [b"1 (UID x FLAGS ())"], [b"1 ()"], [b"1 (UID)"]])
def test_an_answer_about_no_letter_is_nothing(pieces):
    assert fetched(pieces) == {}


@given(st.lists(st.one_of(st.none(), st.binary(max_size=60), st.tuples(st.binary(max_size=30), st.binary(max_size=9)))))
def test_no_server_makes_it_stumble(pieces):
    try:
        assert all(isinstance(answer, tuple) for answer in answers(pieces))
        assert isinstance(fetched(pieces), dict)
    except GarbledError:
        pass


@given(st.binary(max_size=300), st.integers(1, 2**32 - 1))
def test_a_letter_comes_back_byte_for_byte(raw, uid):
    pieces = [(b"1 (UID %d BODY[] {%d}" % (uid, len(raw)), raw), b" FLAGS ())"]
    assert fetched(pieces)[uid]["BODY[]"] == raw


def test_numbers_of_a_search_in_one_line_or_several():
    assert numbers([b"3 1 2", b"2 7"]) == [1, 2, 3, 7]
    assert numbers([None]) == numbers([b""]) == []


@given(st.sets(st.integers(1, 2000), max_size=300))
def test_a_number_set_names_exactly_those_numbers(wanted):
    named = set()
    for run in number_set(sorted(wanted)).split(",") if wanted else ():
        first, _, last = run.partition(":")
        named.update(range(int(first), int(last or first) + 1))
    assert named == wanted
