"""The words inside OpenPGP armour: a signed text is read without its frame, an encrypted one is left out.

-----BEGIN PGP SIGNED MESSAGE-----       the frame
Hash: SHA512
                                         an empty line ends it
Ulmo compra incienso.                    the words; a leading "- " hides a hyphen
-----BEGIN PGP SIGNATURE-----            gone up to its end
"""

from mailer.reading.words.folding import split_lines

ENCRYPTED = "-----BEGIN PGP MESSAGE-----"
_SIGNED = "-----BEGIN PGP SIGNED MESSAGE-----"
_BLOCKS = {
    ENCRYPTED: "-----END PGP MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----": "-----END PGP SIGNATURE-----",
    "-----BEGIN PGP PUBLIC KEY BLOCK-----": "-----END PGP PUBLIC KEY BLOCK-----",
}


def without_armour(text: str) -> str:
    """The text without armour; without any it is the same."""
    if "-----BEGIN PGP " not in text:
        return text
    kept: list[str] = []
    end, in_frame, is_signed = "", False, False
    for line in split_lines(text):
        bare = line.strip()
        if end or in_frame:
            in_frame = in_frame and bare != ""
            end = "" if bare == end else end
        elif bare in _BLOCKS:
            end, is_signed = _BLOCKS[bare], False
        elif bare == _SIGNED:
            in_frame = is_signed = True
        else:
            kept.append(line.removeprefix("- ") if is_signed else line)
    return "\n".join(kept)
