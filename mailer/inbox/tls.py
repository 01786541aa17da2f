"""The guard of a line: TLS that checks the server's name and certificate."""

import ssl
from pathlib import Path


def tls_context(ca_file: Path | None) -> ssl.SSLContext:
    """A context that verifies against the system's authorities, or against that one file for a server of one's own."""
    context = ssl.create_default_context(cafile=str(ca_file) if ca_file else None)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context
