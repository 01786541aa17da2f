"""The evening's run struck at a sample of its calls (`python -m torture` strikes at all): it ends as if it were not."""

import random

import pytest
from torture.chats import chat
from torture.powercut import cut_short
from torture.runner import ERRORS, Blow
from torture.scenes import SCENES
from torture.trial import points, reference, tried

SAMPLE = 4


def sample(known, count=SAMPLE, seed=1, word=""):
    places = [at for at in points(known.calls) if word in known.calls[at - 1]]
    return sorted(random.Random(seed).sample(places, min(count, len(places))))


def strike(runner, known, blows):
    for blow in blows:
        verdict = tried(runner, known, blow)
        assert verdict.was_struck, str(verdict)
        assert not verdict.wrongs, str(verdict)


@pytest.fixture(scope="module")
def chats(root, runner):
    return reference(runner, chat(root / "chats"))


def test_a_realistic_evening_is_what_is_struck(known):
    letters = {row[:2] for row in known.end.tables["letters"]}
    states = {state for row in known.end.tables["letters"] for state in row if isinstance(state, str)}
    assert len(letters) == 10
    assert {"accepted", "held", "repeat", "ignored"} <= states
    assert len(known.end.tables["days"]) == 2
    assert len(known.end.mails) > 15
    assert len(points(known.calls)) > 200


def test_killed_before_any_write_flush_or_rename(runner, known):
    strike(runner, known, [Blow(at) for at in sample(known)])


@pytest.mark.parametrize("word", ["rename", "mail/out", "/backups"])
def test_killed_where_letters_move_and_mails_go(runner, known, word):
    strike(runner, known, [Blow(at) for at in sample(known, 1, word=word)])


def test_killed_in_the_middle_of_a_write(runner, known):
    strike(runner, known, [Blow(at, "torn") for at in sample(known, 2, word="write")])


def test_killed_at_the_very_end(runner, known):
    strike(runner, known, [Blow(len(known.calls), "after")])


def test_killed_and_killed_again_while_it_mends(runner, known):
    for at, again in zip(sample(known, 2, seed=2), sample(known, 2, seed=3), strict=True):
        verdict = tried(runner, known, Blow(at), again=Blow(again))
        assert not verdict.wrongs, f"{verdict}, then at {again}"


@pytest.mark.parametrize("sticky", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("error", ERRORS)
def test_a_call_fails(runner, known, error, sticky):
    strike(runner, known, [Blow(at, error, sticky) for at in sample(known, 1, seed=ERRORS.index(error) + 9 * sticky)])


def test_strace_strikes_as_well(straced, runner, known):
    again = reference(straced, known.scene)
    assert again.end == known.end  # a process of its own, nothing warm: the same bytes
    at = next(at for at, call in enumerate(again.calls, 1) if call.startswith("rename"))
    verdict = tried(straced, again, Blow(at), mender=runner)
    assert verdict.was_struck
    assert not verdict.wrongs, str(verdict)


def test_the_power_is_cut(runner, known, power):
    for at in sample(known, 2, seed=5):
        verdict = cut_short(runner, known, Blow(at))
        assert verdict.was_struck
        assert not verdict.wrongs, str(verdict)


@pytest.mark.parametrize("make", [SCENES["review"], SCENES["reopen"], chat], ids=["review", "reopen", "chat"])
def test_the_dm_s_word_and_a_chat_are_struck_too(root, runner, make):
    """What waits for review, a day opened again, messages at a bot that knows no repetition."""
    known = reference(runner, make(root / make.__name__))
    assert len(points(known.calls)) > 200
    strike(runner, known, [Blow(at) for at in sample(known, 1, seed=7)])
    said = "socket" if known.scene.has_sockets else "mail/out"
    strike(runner, known, [Blow(at) for at in sample(known, 1, seed=8, word=said)])


@pytest.mark.parametrize("error", ERRORS)
def test_a_letter_that_the_ledger_would_not_take_is_not_overtaken(runner, chats, error):
    """By what the chat holds: the run ends before it asks there."""
    collected = next(at for at, call in enumerate(chats.calls) if call.startswith("rename"))
    writes = [at for at in points(chats.calls[:collected]) if "write64 /ledger.db-wal" in chats.calls[at - 1]]
    strike(runner, chats, [Blow(random.Random(error).choice(writes), error)])
