"""Proof of a day: its events and sheets resolved again from its inputs, its mails read against its events."""
