"""A mailbox of imap-tools on our own wire."""

import imaplib

from imap_tools import BaseMailBox

from mailer.inbox.settings import ImapSettings
from mailer.inbox.wire import connect


class Mailbox(BaseMailBox):
    """imap-tools' folders and texts on a line that was connected by us."""

    def __init__(self, settings: ImapSettings) -> None:
        self._settings = settings
        super().__init__()

    def _get_mailbox_client(self) -> imaplib.IMAP4:
        return connect(self._settings)
