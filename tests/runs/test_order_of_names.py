"""Whether a run goes on from a world it holds or from the ledger, mails are queued in one order."""

from runs.story import Story


def test_a_world_just_begun_and_one_read_again_tell_in_the_same_order(tmp_path):
    kept, read = Story(tmp_path / "kept"), Story(tmp_path / "read")
    kept.run("2026-01-15 23:05")
    read.run("2026-01-15 22:00")  # begins the world and ends
    read.run("2026-01-15 23:05")
    told = "select key, message_id from outbox where key like 'step:%' order by id"
    assert kept.rows(told) == read.rows(told)
    assert len(kept.rows(told)) > 5
