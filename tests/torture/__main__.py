"""The torture: `cd tests && python -m torture`; eighteen minutes, and counts at the end.

    python -m torture                     everything, on two processes: so many places, in an order drawn by --seed, as
                                          the time allows; how many of how many is said
    python -m torture --minutes 0         all places, however long it takes
    python -m torture kills --scene first --jobs 1 --every --minutes 0
    python -m torture kills --sample 40   so many places of each scene, chosen by --seed

Ends with 0 when nothing was lost or done twice and every planted fault was found, with 1 when not, with 3 when a
place was never reached (a torture that strikes nothing shall not pass).
"""

import argparse
import itertools
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from torture import lines, powercut
from torture.chats import chat
from torture.runner import ERRORS, PASSWORD, Blow, Runner
from torture.scenes import SCENES as FOLDERS
from torture.seeded import POWER_CUT_SEEDED, SEEDED, caught, places
from torture.trial import Reference, Verdict, fresh, points, reference, tried

SCENES = {"chat": chat, **FOLDERS}
# What is done, and which share of the time it may take; what one leaves, the next has.
PARTS = {"seeded": 15, "kills": 45, "twice": 8, "errors": 12, "power": 5, "servers": 15}


@dataclass
class Counts:
    """What was done, and what came of it."""

    kills: int = 0
    faults: int = 0  # calls that failed
    cuts: int = 0  # of power
    dropped: int = 0  # lines
    letters: int = 0
    days: int = 0
    lost: int = 0
    doubled: int = 0
    twins: int = 0  # where SMTP allows them
    wrong: int = 0
    unreached: int = 0
    silent: int = 0
    seeded: int = 0
    caught: int = 0
    told: list[str] = field(default_factory=list)

    def add(self, verdict: Verdict, known: Reference) -> None:
        self.unreached += not verdict.was_struck
        self.letters += len(known.scene.letters)
        self.days += len(known.end.tables["days"])
        self.silent += verdict.is_silent
        if verdict.is_silent:
            print(f"silent: {str(verdict)[:200]}", flush=True)
        self.blame(verdict.wrongs, str(verdict))

    def blame(self, wrongs: Iterable[str], told: str) -> None:
        wrongs = list(wrongs)
        if not wrongs:
            return
        self.wrong += 1
        self.lost += sum("lost" in one or "gone" in one or "lacks" in one for one in wrongs)
        self.doubled += sum("twice" in one or "too many" in one or "has (" in one or "twins" in one for one in wrongs)
        self.told.append(told)
        print(f"WRONG {told[:600]}", flush=True)


class Torture:
    """The scenes, the warm processes that play them, and the counts."""

    def __init__(self, root: Path, stack: ExitStack, options: argparse.Namespace) -> None:
        self.root, self.stack, self.options, self.counts = root, stack, options, Counts()
        self.ends = _ends(options)
        self.scenes = {name: SCENES[name](root / name) for name in options.scene}
        self._threads = threading.local()
        self.known = {name: reference(self.runner, scene) for name, scene in self.scenes.items()}

    @property
    def runner(self) -> Runner:
        """This thread's own warm process."""
        if not hasattr(self._threads, "runner"):
            self._threads.runner = self.stack.enter_context(Runner(self.root))
            for name in dict.fromkeys((*list(self.scenes)[:1], *list(self.scenes)[-1:])):
                scene = self.scenes[name]
                with fresh(scene, self.root) as folder:
                    self._threads.runner.warm_up(folder, scene.now)
        return self._threads.runner

    def chosen(self, known: Reference, *, share: int = 1, word: str = "") -> list[int]:
        found = [at for at in points(known.calls, every=self.options.every) if word in known.calls[at - 1]]
        wanted = min(self.options.sample or len(found), len(found)) // share
        return sorted(random.Random(self.options.seed).sample(found, max(1, wanted)))

    def kills(self) -> None:
        for name, known, until in self._in_turn("kills"):
            blows = [Blow(at) for at in self.chosen(known)]
            blows += [Blow(at, "torn") for at in self.chosen(known, word="write")]
            blows.append(Blow(len(known.calls), "after"))
            self.counts.kills += self._all(f"{name}: killed", known, blows, tried, until=until)

    def twice(self) -> None:
        for name, known, until in self._in_turn("twice"):
            dice = random.Random(self.options.seed)
            again = {at: Blow(dice.randint(1, len(known.calls))) for at in self.chosen(known, share=4)}
            strike = lambda runner, known, blow, again=again: tried(runner, known, blow, again=again[blow.at])  # noqa: E731
            self.counts.kills += 2 * self._all(f"{name}: killed twice", known, map(Blow, again), strike, until=until)

    def errors(self) -> None:
        for name, known, until in self._in_turn("errors"):
            places = [at for at in self.chosen(known) if not known.calls[at - 1].endswith(" socket")]
            blows = _dealt(places, known, random.Random(self.options.seed))[: self.options.failures * len(places)]
            self.counts.faults += self._all(f"{name}: errors", known, blows, tried, until=until, in_order=True)

    def power(self) -> None:
        if reason := powercut.missing():
            print(f"power cuts are left out: they need {reason}")
            return
        known = list(self.known.values())[-1]
        if known.scene.has_sockets:
            return
        blows = [Blow(at) for at in self.chosen(known, share=4)]
        self.counts.cuts += self._all(
            f"{known.scene.name}: power cut", known, blows, powercut.cut_short, until=self.ends["power"]
        )

    def servers(self) -> None:
        from servers.dovecot import Dovecot, missing
        from servers.smtpd import FaultSMTP

        if reason := missing():
            print(f"cut lines are left out: they need {reason}")
            return
        os.environ[PASSWORD] = "secret"
        with Dovecot.start() as dovecot, FaultSMTP.start() as smtp:
            end, commands = lines.uncut(self.root / "uncut", dovecot, smtp)
            step, begun = 8 if self.options.sample else 1, time.monotonic()
            cuts = [
                lines.Cut(line, at, heard)
                for line in commands for heard in (False, True) for at in range(1, commands[line] + 1)
            ]  # fmt: skip
            random.Random(self.options.seed).shuffle(cuts)
            for number, cut in enumerate(cuts[::step]):
                if time.monotonic() > (begun + self.ends["servers"]) / 2:
                    break
                verdict = lines.cut_line(self.root / f"cut{number}", cut, end, dovecot, smtp)
                self.counts.dropped += verdict.was_struck
                self._wired(verdict, end)
            print(f"lines: {self.counts.dropped} cut of {len(cuts)} places", flush=True)
            places, struck = lines.sends(self.runner, self.root / "sends", dovecot, smtp), 0
            random.Random(self.options.seed).shuffle(places)
            for at in places[::step]:
                if time.monotonic() > self.ends["servers"]:
                    break
                struck += 1
                verdict = lines.killed_at(self.runner, self.root / f"killed{at}", at, end, dovecot, smtp)
                self.counts.kills += 1
                self.counts.unreached += not verdict.was_struck
                self._wired(verdict, end)
            print(f"servers: killed at {struck} of {len(places)} words to them", flush=True)

    def _wired(self, verdict: lines.Verdict, end: lines.Ended) -> None:
        self.counts.twins += verdict.twins
        self.counts.letters += sum(end.letters.values())
        self.counts.days += len(end.days)
        self.counts.blame(verdict.wrongs, str(verdict))

    def seeded(self) -> None:
        scene = self.scenes.get("evening") or next(iter(self.scenes.values()))
        for name, fault in SEEDED.items():
            self._planted(
                fault.what, bool(caught(self.runner, reference(self.runner, scene, seeded=name), name, limit=60))
            )
        if not powercut.missing():
            known = reference(self.runner, scene, seeded="no-sync")
            tries = places(known, "fsync /mail/out/new", after=1)
            found = (powercut.cut_short(self.runner, known, Blow(at), seeded="no-sync").wrongs for at in tries)
            self._planted(POWER_CUT_SEEDED["no-sync"].what, any(found))

    def _planted(self, what: str, was_caught: bool) -> None:
        self.counts.seeded += 1
        self.counts.caught += was_caught
        print(f"planted: {what}: {'caught' if was_caught else 'MISSED'}", flush=True)

    def _in_turn(self, part: str) -> Iterator[tuple[str, Reference, float]]:
        """Every scene, and when it is the next one's turn: the time of a part is theirs by their places."""
        left = dict(self.known)
        for name, known in self.known.items():
            places = sum(len(points(one.calls)) for one in left.values())
            now = time.monotonic()
            yield name, known, now + (self.ends[part] - now) * len(points(known.calls)) / places
            del left[name]

    def _all(
        self, title: str, known: Reference, blows: Iterable[Blow], strike: Callable[..., Verdict], *, until: float,
        in_order: bool = False,
    ) -> int:  # fmt: skip
        """How many blows fell before the time was up, in an order that is drawn unless they come in one."""
        started, done, drawn = time.monotonic(), 0, list(blows)
        if not in_order:
            random.Random(self.options.seed).shuffle(drawn)
        with ThreadPoolExecutor(self.options.jobs) as pool:
            for verdict in pool.map(lambda blow: self._struck(known, blow, strike, until), drawn):
                if verdict is not None:
                    self.counts.add(verdict, known)
                    done += 1
        self.counts.unreached += not done
        places = f"{done} of {len(drawn)} places ({len(known.calls)} calls)"
        print(f"{title}: {places}, {time.monotonic() - started:.0f} s", flush=True)
        return done

    def _struck(self, known: Reference, blow: Blow, strike: Callable[..., Verdict], until: float) -> Verdict | None:
        return strike(self.runner, known, blow) if time.monotonic() < until else None


def _dealt(places: list[int], known: Reference, dice: random.Random) -> list[Blow]:
    """Every place with every error, once and from then on; each place has had one before any has its second."""
    lasting = (False,) if known.scene.has_sockets else (False, True)
    hands = [(error, sticky) for sticky in lasting for error in ERRORS]
    drawn = list(enumerate(dice.sample(places, len(places))))
    return [Blow(at, *hands[(number + turn) % len(hands)]) for turn in range(len(hands)) for number, at in drawn]


def _ends(options: argparse.Namespace) -> dict[str, float]:
    """When each part has to leave the time to the next."""
    chosen = {name: share for name, share in PARTS.items() if not options.part or name in options.part}
    seconds, now = (options.minutes or 10**6) * 60, time.monotonic()
    shares = itertools.accumulate(chosen.values())
    return {name: now + seconds * upto / sum(chosen.values()) for name, upto in zip(chosen, shares, strict=True)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="*", choices=[*PARTS, []], help="what to do; all of it if nothing is named")
    parser.add_argument("--scene", action="append", choices=SCENES, help="only these (default: all)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--minutes", type=float, default=18, help="how long it may take; 0: as long as it takes")
    parser.add_argument("--sample", type=int, default=0, help="so many places of each scene")
    parser.add_argument("--failures", type=int, default=6, help="so many of the six errors at each place")
    parser.add_argument("--every", action="store_true", help="every single call, also those in a burst of equal ones")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.scene = options.scene or list(SCENES)
    memory = Path("/dev/shm")
    started = time.monotonic()
    place = memory if os.access(memory, os.W_OK) else None
    with tempfile.TemporaryDirectory(prefix="estafeta-torture-", dir=place) as root, ExitStack() as stack:
        torture = Torture(Path(root), stack, options)
        for part in PARTS:
            if not options.part or part in options.part:
                getattr(torture, part)()
    return concluded(torture.counts, time.monotonic() - started)


def concluded(counts: Counts, seconds: float) -> int:
    """The counts are printed; the exit code comes back."""
    print(
        f"{counts.kills} kills, {counts.faults} failed calls, {counts.cuts} power cuts, {counts.dropped} cut lines; "
        f"{counts.letters} letters and {counts.days} days played; {seconds:.0f} s\n"
        f"lost {counts.lost}, doubled {counts.doubled}, wrong {counts.wrong}, twins by SMTP {counts.twins}, "
        f"silent {counts.silent}, never reached {counts.unreached}, "
        f"planted faults caught {counts.caught} of {counts.seeded}"
    )
    if counts.wrong or counts.caught < counts.seeded:
        return 1
    return 3 if counts.unreached else 0


if __name__ == "__main__":
    sys.exit(main())
