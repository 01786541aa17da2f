"""The line to the mailbox or to the mail server cut at a sample of its commands: nothing lost, nothing done twice."""

import pytest
from torture.lines import PASSWORD, Cut, cut_line, uncut

STEP = 9  # `python -m torture` cuts at every command


@pytest.fixture
def expected(tmp_path, dovecot, smtp, monkeypatch):
    monkeypatch.setenv(PASSWORD, "secret")
    return uncut(tmp_path / "uncut", dovecot, smtp)


@pytest.mark.parametrize("is_heard", [False, True], ids=["before the server hears it", "before we hear the answer"])
@pytest.mark.parametrize("line", ["imap", "smtp"])
def test_a_line_is_cut(tmp_path, dovecot, smtp, expected, line, is_heard):
    end, commands = expected
    assert end.unread == 0
    assert len(end.orders) == 2
    struck = 0
    for command in range(1 + 4 * is_heard, commands[line] + 1, STEP if line == "smtp" else STEP // 2):
        verdict = cut_line(tmp_path / f"cut{command}", Cut(line, command, is_heard), end, dovecot, smtp)
        assert not verdict.wrongs, str(verdict)
        struck += verdict.was_struck
    assert struck >= 3
