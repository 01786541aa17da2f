"""On real servers the line cut, or the run killed, at a sample of commands: nothing lost, nothing done twice."""

import pytest
from torture.lines import Cut, cut_line, killed_at, sends, uncut
from torture.runner import PASSWORD

STEP = 14  # `python -m torture` cuts at every command


@pytest.fixture(scope="module")
def smtp(shared_smtp):
    """A server that takes everything."""
    shared_smtp.restart()
    return shared_smtp


@pytest.fixture(scope="module")
def expected(tmp_path_factory, dovecot, smtp):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(PASSWORD, "secret")
        yield uncut(tmp_path_factory.mktemp("uncut") / "campaign", dovecot, smtp)


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
    assert struck >= 2


def test_a_run_is_killed_before_it_speaks(tmp_path, dovecot, smtp, expected, runner):
    places = sends(runner, tmp_path / "sends", dovecot, smtp)
    assert len(places) > 40
    for at in places[3::25]:
        verdict = killed_at(runner, tmp_path / f"killed{at}", at, expected[0], dovecot, smtp)
        assert verdict.was_struck
        assert not verdict.wrongs, str(verdict)
