"""Check a day's dice with nothing but Python, from what the mails said: no Estafeta, no ledger.

    python3 check-a-day.py SEAL SECRET < faces.txt

SEAL stands in the mails of the day before, SECRET in those of the day after. A line of faces.txt is one die as it fell:
campaign's tag, local time, who, what for, which die of the throw; then its sides and what it showed:

    Los Cuatro|2026-01-17T02:00|los-cuatro|check|0 d6 1
"""

import hashlib
import hmac
import sys

if len(sys.argv) != 3:
    sys.exit(__doc__)
seal, secret = sys.argv[1:]
wrong = [] if hashlib.sha256(secret.encode()).hexdigest() == seal else ["this secret is not the one that was sealed"]
faces = [line.rsplit(maxsplit=2) for line in sys.stdin if line.strip()]
for throw, die, shown in faces:
    sides, digest = int(die[1:]), hmac.digest(secret.encode(), throw.encode(), "sha256")
    numbers = [int.from_bytes(digest[at : at + 8], "big") for at in (0, 8, 16, 24)]
    face = next(number for number in numbers if number < 2**64 - 2**64 % sides) % sides + 1
    if face != int(shown):
        wrong.append(f"{throw} {die}: {shown} was shown, {face} fell")
if wrong:
    sys.exit("\n".join(wrong))
sys.stdout.write(f"{len(faces)} faces, sealed beforehand and as they fell\n")
