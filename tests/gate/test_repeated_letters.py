"""A letter acts once, however often it comes."""

from hypothesis import given
from hypothesis import strategies as st

from mailer.gate.repeat import Repeat, effect_key, repeat_of
from mailer.reading.words.letter import open_letter
from mailer.reading.words.own_words import own_words


def key(
    body="Krom duerme.", *, mid="<a@b.example>", sender="marta@example.com", head="", subject="Re: x", date="today"
):
    message_id = f"Message-ID: {mid}\n" if mid else ""
    raw = f"{head}From: {sender}\nSubject: {subject}\nDate: {date}\n{message_id}\n{body}"
    return effect_key(open_letter(raw.encode()))


def test_another_delivery_is_the_same_letter():
    assert key() == key(head="Received: from a by b; another day\nX-Spam: no\n")
    assert key() == key("Krom  duerme.\r\n\r\n")
    assert key() == key(sender="Marta <Marta@Example.com>")


def test_another_encoding_of_the_way_is_the_same_letter():
    plain = key("Krom duerme en el molino.\r\n", head="Content-Type: text/plain\n")
    quoted = key("Krom duerme en =\nel molino=2E\n", head="Content-Transfer-Encoding: quoted-printable\n")
    assert plain == quoted == key("S3JvbSBkdWVybWUgZW4gZWwgbW9saW5vLg==", head="Content-Transfer-Encoding: base64\n")


def test_what_we_sent_meanwhile_does_not_change_the_key():
    letter = open_letter(b"From: marta@example.com\nMessage-ID: <a@b.example>\n\nHola\n> a b c\n> d e f\n> nuevo\n")
    known, unknown = own_words(letter, sent=["a b c\nd e f\nx"]), own_words(letter)
    assert known != unknown
    assert effect_key(letter, known) == effect_key(letter, unknown) == effect_key(letter)


def test_other_words_id_or_sender_are_another_letter():
    keys = [key(), key("Krom come."), key(mid="<c@b.example>"), key(sender="ivan@example.net"), key(mid="")]
    assert len(set(keys)) == len(keys)


def test_without_an_id_date_and_subject_stand_for_it():
    assert key(mid="") == key(mid="")
    assert len({key(mid=""), key(mid="", date="tomorrow"), key(mid="", subject="y")}) == 3


def test_attachments_tell_letters_apart():
    def with_file(data):
        return key(
            f"x\n--b\n\nhola\n--b\nContent-Disposition: attachment; filename=a\n\n{data}\n--b--\n",
            head="Content-Type: multipart/mixed; boundary=b\n",
        )

    assert with_file("uno") == with_file("uno")
    assert with_file("uno") != with_file("dos")


def test_repeat_of():
    assert repeat_of("k", "<a>", keys=set(), ids=set()) is Repeat.NEW
    assert repeat_of("k", "<a>", keys={"k"}, ids={"<a>"}) is Repeat.REPEAT
    assert repeat_of("k", "<a>", keys={"l"}, ids={"<a>"}) is Repeat.ID_REUSED
    assert repeat_of("k", "", keys={"l"}, ids={""}) is Repeat.NEW


@given(st.text(alphabet="ab \n:", max_size=20), st.text(alphabet="ab \n:", max_size=20))
def test_only_blanks_make_no_difference(one, two):
    same = "".join(one.split()) == "".join(two.split())
    assert (key(one, mid="") == key(two, mid="")) is same
