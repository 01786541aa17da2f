"""The sentences of a letter taken one after another: drafts of orders, doubts, and what still awaits its list."""

from mailer.reading.orders.absence import absence_of
from mailer.reading.orders.amounts import Scanner, per_at
from mailer.reading.orders.clauses import clauses_of, is_answered
from mailer.reading.orders.conditions import conditions_of
from mailer.reading.orders.fill import add_topics, attach, bare_clause, continue_list
from mailer.reading.orders.filters import blocked, real_life
from mailer.reading.orders.frames.answers import choose, decide, offer_of, status, topics_of
from mailer.reading.orders.frames.encounter import foe_in
from mailer.reading.orders.grammar import FRAMES, WEAK, candidates, interpret
from mailer.reading.orders.heads import head_of
from mailer.reading.orders.letter import Clause, Condition, Draft, Hit, Mail, Sentence
from mailer.reading.orders.said import Doubt, DoubtCode
from mailer.reading.orders.spans import amounts_in, date_field, date_slot, duration_slot, find_place
from mailer.reading.orders.stray import changes_mind, is_stray_instruction, speaks_of_the_game
from mailer.reading.orders.tokens import tokenise, word_set
from mailer.reading.orders.vocabulary import analyses, vocabulary
from mailer.reading.orders.voices import is_about_another, is_tag

_HELD = ("llevo", "tengo", "cargo", "traigo", "dia", "hora", "hay", "queda", "quedan")
_LISTS = frozenset({"list", "lista", "listita", "compras", "shopping"})
_OPENERS = frozenset(
    {"no", "hmm", "mmm", "uf", "ups", "oops", "wait", "ay", "eh", "ah", "bueno", "oh", "y", "pero", "o", "but", "and"}
)
_SETTING_OFF = frozenset({"order", "purpose"})


class Understanding:
    """What has been understood so far."""

    def __init__(self, mail: Mail, scanner: Scanner) -> None:
        self.mail = mail
        self.scanner = scanner
        self.drafts: list[Draft] = []
        self.doubts: list[Doubt] = []
        self.lines: set[int] = set()  # lines that add to an order that stands in another line
        self.open: tuple[str, int, list[str]] | None = None  # a list begun: its frame, paragraph, subject
        self.subject: Sentence | None = None
        self.answered = False
        self.begun = False
        self.pending: Sentence | None = None
        self.last: Sentence | None = None  # the sentence before
        self.told: list[Sentence] = []  # all sentences so far
        self._open_by_subject()

    def _open_by_subject(self) -> None:
        """A subject that only says "shopping list" opens the list."""
        tokens = tokenise(self.mail.subject)
        frame = vocabulary().heads.get(tuple(token.fold for token in tokens if token.kind == "w"))
        if frame in ("shop.buy", "shop.sell"):
            self.open = (frame, -9, [])

    def take(self, sentence: Sentence) -> None:
        """Read one sentence."""
        self._take(sentence)
        self.last = sentence
        self.told.append(sentence)

    def _take(self, sentence: Sentence) -> None:
        if not self.begun:
            self.begun = True
            self._yes_or_no([sentence])
        if self._speaks_back(sentence) or self._is_absence(sentence):
            return
        head = head_of(sentence, self.mail)
        if head is not None and head.frame:
            self._headed(sentence, head.frame, head.end, head.start)
            return
        if (
            head is not None
            and head.name
            and head.name != self.mail.sender
            and not self.mail.gazetteer.commands(self.mail.sender, head.name)
            and not (self.mail.is_spokesperson)
        ):
            if any(c.hit.verdict == "order" and c.hit.frames[0] not in WEAK for c in clauses_of(sentence, self.mail)):
                self.doubt(DoubtCode.NOT_YOURS, sentence, 0, len(sentence.words), who=head.name)
            return
        if self._listed(sentence):
            return
        if _is_title(sentence) or self._jokes(sentence):
            return
        if add_topics(self.drafts, sentence, self.mail):
            self.lines.add(sentence.line)
            return
        clauses = clauses_of(sentence, self.mail, viable)
        found = self._clauses(clauses)
        if head is not None and head.name and head.name != self.mail.sender:
            self._for_another(found, head.name)
            if not found:
                self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
                return
        if not found:
            self._without_order(sentence, clauses)
            self._thinks_again(sentence, "")
        else:
            self._thinks_again(sentence, found[0].kind)
            self._from_pending(found)
            self._ask_about_rest(sentence, clauses)
        self._remember(sentence)
        self._opens(sentence, clauses)

    def _speaks_back(self, sentence: Sentence) -> bool:
        """Whether a sentence asks, or takes back what the one before it said."""
        if sentence.question and not self._asks_back(sentence):
            self._question(sentence)
        return sentence.question or self._retracts(sentence)

    def _is_absence(self, sentence: Sentence) -> bool:
        """Whether the player will be away; a journey of the character is none."""
        draft = absence_of(sentence, self.mail, self.scanner.calendar)
        if draft is not None:
            self.drafts.append(draft)
            self.pending = sentence
        return draft is not None

    def _thinks_again(self, sentence: Sentence, kind: str) -> None:
        """What a second thought changes and we could not change is asked about: no, mejor un tercio."""
        first = [at for at, token in enumerate(sentence.tokens) if token.kind == "w"][:2]
        second = vocabulary().phrases["mood.second_thought"]
        opens = sentence.words[first[0]] in _OPENERS if first else False
        again = any(second.at(sentence.words, at) for at in (first if opens else first[:1]))
        denied = next((at for at in first if sentence.words[at] == "no"), None) if opens and kind else None
        again = again or (
            denied is not None
            and sentence.tokens[denied + 1 : denied + 2] != ()
            and (sentence.tokens[denied + 1].text == ",")
        )
        near = self.last is not None and sentence.line - self.last.line <= 1
        if not again or not near or sentence.line in self.lines:
            return
        meant = [d for d in self.drafts if d.clause.sentence is self.last and (not kind or d.kind == kind)]
        for draft in meant:
            self.drafts.remove(draft)
            self.doubt(DoubtCode.UNSURE, draft.clause.sentence, draft.clause.i, draft.clause.j, kind=draft.kind)

    def _for_another(self, drafts: list[Draft], name: str) -> None:
        """A line with a name at its head is for that character: Hesper: sell the dagger."""
        for draft in drafts:
            if draft.slots.get("who") in ("self", "unspecified"):
                draft.slots["who"] = [name]

    def _asks_back(self, sentence: Sentence) -> bool:
        """What was said just before is only asked, as by "¿no?" or "right?"."""
        if not is_tag(sentence):
            return False
        asked = [d for d in self.drafts if d.clause.sentence is self.last and d.kind != "status"]
        if self.last is None or self.last.block != sentence.block:
            return False
        for draft in asked:
            self.drafts.remove(draft)
            self.doubt(DoubtCode.ASKED, draft.clause.sentence, draft.clause.i, draft.clause.j)
        return bool(asked)

    def _retracts(self, sentence: Sentence) -> bool:
        """What was said just before is not wanted after all: actually forget it; en realidad no."""
        words = sentence.words
        start = 0
        while start < len(words) and (
            sentence.tokens[start].kind == "p" or words[start] in ("no", "nada", "wait", "ah")
        ):
            if vocabulary().phrases["mood.retraction"].at(words, start):
                break
            start += 1
        length = vocabulary().phrases["mood.retraction"].at(words, start) if start < len(words) else 0
        rest = [t for t in sentence.tokens[start + length :] if t.kind != "p"]
        near = self.last is not None and sentence.line - self.last.line <= 1
        if not length or len(rest) > 3 or not near:
            return False
        meant = [d for d in self.drafts if d.clause.sentence is self.last]
        for draft in meant:
            self.drafts.remove(draft)
            self.doubt(DoubtCode.HEDGED, draft.clause.sentence, draft.clause.i, draft.clause.j)
        return bool(meant)

    def _clauses(self, clauses: list[Clause]) -> list[Draft]:
        found: list[Draft] = []
        barren: list[Clause] = []  # said to hold on some occasion, and giving no order
        spent = False
        for clause in clauses:
            reason = blocked(clause, self.mail)
            if reason:
                self._blocked(clause, reason)
                continue
            working = bool(self.drafts) and self.drafts[-1].kind == "class_work" and clause.condition is not None
            if (clause.hit.frames == ["abort"] and clause.condition is not None) or (
                "abort" in clause.hit.frames and (clause.hit.frames[0] == "abort" or working)
            ):
                self._abort(clause)
                continue
            if spent:
                continue
            drafts = interpret(clause, self.mail)
            if not drafts and clause.condition is not None and clause.hit.person in ("1s", "1p", "opt"):
                barren.append(clause)
            found += drafts
            self.drafts += drafts
            for draft in drafts:
                self.mail.place = str(draft.slots.get("destination") or draft.slots.get("place") or self.mail.place)
            self.mail.together = self.mail.together or any(
                isinstance(d.slots.get("who"), list) and self.mail.sender in d.slots["who"] for d in drafts
            )
            spent = any(draft.frame == "tell" for draft in drafts)
        if found and not spent:
            for clause in barren:
                self.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])
        if clauses:
            self._left_over(clauses[-1], found)
        return found

    def _left_over(self, clause: Clause, drafts: list[Draft]) -> None:
        """A ceiling said with the goods: que no se gaste más de 12 po."""
        shop = next((d for d in drafts if d.kind == "shop" and "budget" not in d.slots), None)
        if shop is None:
            return
        for amount in clause.sentence.amounts:
            if amount.kind == "money" and not amount.used and amount.limit == "max" and amount.i >= clause.hit.j:
                amount.used = True
                shop.slots["budget"] = {"amount": amount.value["amount"], "currency": amount.value["currency"]}

    def _abort(self, clause: Clause) -> None:
        """If so, the work before it is not done: si hay perro lo dejo."""
        work = next(
            (d for d in reversed(self.drafts) if d.kind in ("class_work", "dungeon", "travel", "shop", "hire")), None
        )
        if work is None or clause.condition is None:
            return
        work.slots["unless"] = {k: v for k, v in clause.condition.slot.items() if k != "negated"}
        dates = amounts_in(clause, "date")
        if dates:
            dates[0].used = True
            work.slots["fallback_when"] = date_slot(clause.sentence, dates[0])
        self.lines.add(clause.sentence.line)

    def _blocked(self, clause: Clause, reason: str) -> None:
        """A denied or doubtful clause may still say something: a refusal, a doubt."""
        if (
            reason == "negated"
            and clause.hit.frames[0] == "decide.accept"
            and clause.hit.person in ("1s", "1p", "none")
        ):
            drafts = decide(clause, self.mail, answer="refuse")
            for draft in drafts:
                draft.frame = "decide.refuse"
            self.drafts += drafts
        elif reason == "told":
            self.doubt(DoubtCode.PAST, clause.sentence, clause.i, clause.j)
        elif reason == "negated" and clause.hit.frames[0] not in WEAK and _but_rather(clause):
            self.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])

    def _not_understood(self, clause: Clause) -> None:
        strong = [frame for frame in clause.hit.frames if frame not in WEAK]
        mine = clause.hit.person in ("1s", "1p", "opt", "2", "inf") or self.mail.sender in clause.hit.subject
        if strong and clause.hit.verdict == "order" and mine:
            self.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=strong[0])
        elif clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p") and self._has_goods(clause):
            self.doubt(DoubtCode.NOT_UNDERSTOOD, clause.sentence, clause.i, clause.j, frame=clause.hit.frames[0])

    def _has_goods(self, clause: Clause) -> bool:
        phrases = vocabulary().phrases
        names = ("nouns.item", "nouns.monster", "nouns.role")
        words = set(clause.sentence.words[clause.i : clause.j])
        if _VALUED & words and not {"gracias", "thanks"} & words:
            return True
        return any(phrases[name].find(clause.sentence.words, clause.i, clause.j) for name in names)

    def doubt(self, code: DoubtCode, sentence: Sentence, i: int, j: int, **args: object) -> None:
        """Ask about some words."""
        text = sentence.span(i, j)
        if text:
            self.doubts.append(Doubt(code, text, sentence.line, args))

    # ------------------------------------------------------------ questions

    def _question(self, sentence: Sentence) -> None:
        if self._asks_overall(sentence) or self._asks_status(sentence):
            return
        if _is_request(sentence):
            sentence.question = False
            before = len(self.drafts)
            for clause in clauses_of(sentence, self.mail):
                if clause.hit.verdict in ("order", "hypothetical", "purpose", "third") and clause.hit.frames[0] in (
                    "shop.buy",
                    "shop.sell",
                    "hire",
                    "cancel",
                    "rest.rest",
                    "train",
                ):
                    clause.hit.verdict, clause.hit.person = "order", "2"
                    self.drafts += interpret(clause, self.mail)
            if len(self.drafts) > before:
                return
        for clause in clauses_of(sentence, self.mail):
            if clause.hit.frames[0] not in WEAK and clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p"):
                self.doubt(DoubtCode.ASKED, sentence, 0, len(sentence.words))
                return

    def _asks_status(self, sentence: Sentence) -> bool:
        asking = vocabulary().phrases["status.ask"].find(sentence.words)
        topics = topics_of(sentence)
        if (asking is None and "help" not in topics) or not topics:
            return False
        if vocabulary().phrases["mood.wish"].find(sentence.words) or _hypothetical(sentence):
            return False
        if vocabulary().phrases["mood.asked_whether"].find(sentence.words):
            return False
        if not _own_question(sentence, topics):
            return False
        drafts = status(sentence, _whole(sentence, "status", self.mail), self.mail)
        for draft in drafts:
            draft.frame = "status"
        self.drafts += drafts
        return bool(drafts)

    # ------------------------------------------------------------ heads and lists

    def _headed(self, sentence: Sentence, frame: str, end: int, start: int) -> None:
        """A line with its kind at its head: retirada: 40%; compras: 3 antorchas, vino."""
        self.open = (frame, sentence.paragraph, [])
        if all(token.kind == "p" for token in sentence.tokens[end:]):
            if frame.startswith("dungeon.") and end - start > 1:
                self.drafts += self._by_frame(_whole(sentence, frame, self.mail, end, start), frame)
                self.open = None
            return
        clause = _whole(sentence, frame, self.mail, end, start)
        drafts = self._by_frame(clause, frame)
        self.drafts += drafts
        if not drafts:
            self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words), frame=frame)

    def _by_frame(self, clause: Clause, frame: str) -> list[Draft]:
        if frame == "meeting":
            drafts = [
                d
                for one in clauses_of(clause.sentence, self.mail, viable)
                for d in interpret(one, self.mail)
                if d.kind == "encounter"
            ]
            if drafts:
                return drafts
        conditions = _conditions(clause, self.mail)
        if conditions:
            clause.condition = conditions[0] if not conditions[0].unless else None
        if frame in FRAMES:
            clause.hit.frames = [frame]
            drafts = interpret(clause, self.mail)
            for draft in drafts:
                draft.frame = frame
            return drafts
        return []

    def _listed(self, sentence: Sentence) -> bool:
        """A line of a list that is open: goods, row by row."""
        if self.open is None:
            return False
        frame, paragraph, _ = self.open
        lists = frame in ("shop.buy", "shop.sell", "craft", "hire")
        near = sentence.paragraph == paragraph or sentence.item or sentence.row
        if not lists or not (near or sentence.paragraph == paragraph + 1):
            self.open = self.open if paragraph == -9 and not self.drafts else None
            return False
        clauses = [
            c
            for c in clauses_of(sentence, self.mail)
            if c.hit.verdict in _SETTING_OFF
            and c.hit.frames[0] not in WEAK
            and c.hit.person in ("1s", "1p", "opt", "2", "3s", "inf")
            and c.hit.lemma
        ]
        own = [c for c in clauses if c.hit.person in ("1s", "1p", "opt") or (c.hit.i == 0 and c.hit.frames[0] != frame)]
        if sentence.words[0] in ("y", "e", "and") and not (sentence.item or sentence.row):
            own += [c for c in clauses if c.hit.start <= 1 and c.hit.frames[0] != frame]
        if own or head_of(sentence, self.mail) is not None:
            self.open = None
            return False
        if not (sentence.item or sentence.row or sentence.paragraph == paragraph or _short(sentence)):
            self.open = None
            return False
        count = len(self.drafts)
        added = continue_list(self.drafts, sentence, frame, self.mail)
        if len(self.drafts) > count and self.open is not None and self.open[2]:
            self.drafts[-1].slots.setdefault("place", self.open[2][0])
        if added:
            self.lines.add(sentence.line)
        return added

    def _opens(self, sentence: Sentence, clauses: list[Clause]) -> None:
        """A sentence that ends in a colon, or sets off goods and names none, opens a list."""
        last = next((token.text for token in reversed(sentence.tokens)), "")
        if last == ":":
            clauses = clauses or clauses_of(sentence, self.mail)
            frame = next(
                (
                    f
                    for c in reversed(clauses)
                    if c.hit.verdict in _SETTING_OFF
                    for f in c.hit.frames
                    if f in ("shop.buy", "shop.sell", "hire", "craft", "need", "shop.get")
                ),
                None,
            )
            if frame:
                found = find_place(bare_clause(sentence), self.mail)
                place = [sentence.span(*found)] if found is not None else []
                self.open = ("shop.buy" if frame in ("need", "shop.get") else frame, sentence.paragraph, place)
                self.doubts = [d for d in self.doubts if d.line != sentence.line]
            elif not clauses and _LISTS & set(sentence.words) and len(sentence.words) < 8:
                self.open = ("shop.buy", sentence.paragraph, [])

    # ------------------------------------------------------------ sentences without an order

    def _without_order(self, sentence: Sentence, clauses: list[Clause]) -> None:
        if self._asks_status_plainly(sentence) or self._takes_back(sentence):
            return
        if self._answers(sentence, clauses) or self._likewise(sentence) or self._wanted(sentence, clauses):
            return
        if any(_surely_past(c) for c in clauses):
            return
        aborted = any("abort" in c.hit.frames for c in clauses)
        if aborted:
            return
        chat = real_life(sentence) or _thinks_aloud(sentence)
        if not chat and attach(self.drafts, sentence, self.mail):
            self.lines.add(sentence.line)
        elif (
            not chat
            and any(not a.used and a.kind in ("date", "duration") for a in sentence.amounts)
            and _intends(sentence, self.mail)
        ):
            self._drop_pending()
            self.pending = sentence
        else:
            self._ask_about(sentence)

    def _drop_pending(self) -> None:
        """Days that no order took are asked about if they were told of the sender's character."""
        sentence, self.pending = self.pending, None
        if sentence is not None and any(name == self.mail.sender for _, name in sentence.names.values()):
            self._ask_about(sentence)

    def _ask_about(self, sentence: Sentence) -> None:
        """A sentence that seems to instruct and gave nothing is asked about once."""
        clauses = clauses_of(sentence, self.mail)
        for clause in clauses:
            if (
                is_about_another(clause, self.mail)
                and clause.hit.frames[0] not in WEAK
                and not blocked(clause, self.mail)
            ):
                self.doubt(DoubtCode.NOT_YOURS, sentence, clause.i, clause.j, who=clause.hit.subject[0])
                return
        if changes_mind(sentence):
            self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
            return
        barred = ("wish", "undecided", "reported", "joke", "past", "habitual", "real life", "hypothetical")
        if any(
            blocked(clause, self.mail) in barred and (clause.hit.verdict != "past" or _surely_past(clause))
            for clause in clauses
        ):
            return
        if real_life(sentence) or _thinks_aloud(sentence):
            return
        before = len(self.doubts)
        for clause in clauses:
            if not blocked(clause, self.mail):
                self._not_understood(clause)
        counted = any(a.kind in ("money", "percent", "hp", "weight") and not a.used for a in sentence.amounts)
        occasion = any(clause.condition is not None and clause.hit.person in ("1s", "1p") for clause in clauses)
        conditional = bool(conditions_of(sentence, self.mail)) and (occasion or len(sentence.words) < 14)
        named = (
            self.mail.sender
            in [name for at, (_, name) in sentence.names.items() if at <= 1 or sentence.tokens[at - 1].text == ":"]
            and len(sentence.words) > 3
        )
        lone = named and not any(_surely_past(c) or c.hit.verdict == "hypothetical" for c in clauses)
        hinted = vocabulary().phrases["mood.hint"].at(sentence.words, 0) and len(sentence.words) > 3
        goods = vocabulary().phrases["nouns.item"].find(sentence.words) is not None and not clauses
        listed = goods and any(a.kind == "number" and not a.used for a in sentence.amounts)
        told = counted or conditional or listed or bool(hinted) or (lone and not _tells_past(sentence))
        stray = is_stray_instruction(sentence, self.mail) or speaks_of_the_game(sentence, self.mail)
        if len(self.doubts) == before and (told or stray):
            self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))

    def _ask_about_rest(self, sentence: Sentence, clauses: list[Clause]) -> None:
        """Besides its orders a sentence may seem to give one that found no form: it is asked about."""
        seen = {clause.hit.i for clause in clauses}
        for clause in clauses_of(sentence, self.mail):
            strong = [frame for frame in clause.hit.frames if frame not in WEAK]
            alone = clause.hit.i not in seen and not candidates(clause, self.mail)
            meant = clause.hit.verdict == "order" and clause.hit.person in ("1s", "1p", "opt")
            if strong and alone and meant and not blocked(clause, self.mail) and clause.j - clause.i > 3:
                self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, clause.i, clause.j, frame=strong[0])

    def _from_pending(self, drafts: list[Draft]) -> None:
        """The days and the place a sentence gave before what is to be done there."""
        sentence = self.pending
        draft = drafts[0]
        if sentence is not None and draft.kind == "spokesperson":
            for away in [d for d in self.drafts if d.kind == "absence" and d.clause.sentence is sentence]:
                self.drafts.remove(away)
                for amount in sentence.amounts:
                    amount.used = False
        takes = ("rest", "wait", "explore_town", "train", "research", "carouse", "craft", "spokesperson", "class_work")
        if sentence is None or draft.kind not in takes or draft.clause.sentence.line - sentence.line > 3:
            self._drop_pending()
            return
        self.pending = None
        days = [a for a in sentence.amounts if a.kind == "date"]
        for amount in sentence.amounts:
            name = (
                "duration"
                if amount.kind == "duration"
                else date_field(sentence, days, days.index(amount), "when", "deadline")
                if amount.kind == "date"
                else ""
            )
            if amount.kind in ("date", "duration") and not amount.used and name not in draft.slots:
                amount.used = True
                draft.slots[name] = (
                    duration_slot(sentence, amount) if name == "duration" else date_slot(sentence, amount)
                )
                if amount.value.get("week"):
                    draft.slots.setdefault(
                        "duration", {"phrase": sentence.span(amount.i, amount.j), "n": 1, "unit": "week", "days": 7}
                    )
        found = find_place(bare_clause(sentence), self.mail)
        if found is not None and draft.kind != "spokesperson":
            draft.slots.setdefault("place", sentence.span(*found))

    def _remember(self, sentence: Sentence) -> None:
        foe = vocabulary().phrases["nouns.monster"].find(sentence.words)
        if foe is not None:
            self.mail.foe = sentence.span(*foe)

    def _asks_overall(self, sentence: Sentence) -> bool:
        """A word that asks for all there is to know, as "ayuda", "status plz"."""
        words, phrases = sentence.words, vocabulary().phrases
        said = [
            word
            for at, (word, token) in enumerate(zip(words, sentence.tokens, strict=True))
            if token.kind == "w" and not phrases["mood.polite"].at(words, at) and word not in ("dire", "master", "dm")
        ]
        helps = said in (["ayuda"], ["help"])
        if not helps and not (said and phrases["mood.overall"].at(said, 0) == len(said)):
            return False
        topics = ["help"] if helps else ["hp", "inventory", "money", "location"]
        slots = {"who": "self", "topics": topics}
        self.drafts.append(Draft("status", slots, _whole(sentence, "status", self.mail), ["status"], "status"))
        return True

    def _asks_status_plainly(self, sentence: Sentence) -> bool:
        """A question without its mark: cuantos pg tengo; mándame mi inventario; ayuda."""
        words = sentence.words
        opening = vocabulary().phrases["status.ask"].find(words, 0, min(len(words), 6))
        if self._asks_overall(sentence):
            return True
        if opening is not None and words[max(opening[0] - 1, 0)] == "en" and words[opening[0]] == "cuanto":
            return False
        if opening is None or any(word in ("si", "if") for word in words[:1]):
            return False
        first = words[opening[0]]
        following = words[opening[0] + 1 : opening[0] + 2]
        written_short = first == "que" and sentence.tokens[opening[0]].fold != "que"
        if written_short and following and following[0] not in _HELD:
            return False
        if first in (
            "que",
            "como",
            "is",
            "are",
            "what",
            "a",
            "se",
            "no",
            "q",
            "which",
            "who",
            "how",
            "when",
            "cuando",
            "donde",
            "where",
        ) and not (opening[0] <= 1 and len(words) < 14):
            return False
        if (
            first in ("que", "como", "when", "is", "are")
            and opening[1] - opening[0] == 1
            and sentence.tokens[0].fold != "q"
        ):
            return False
        return self._asks_status(sentence)

    def _wanted(self, sentence: Sentence, clauses: list[Clause]) -> bool:
        """People wanted at a wage, no verb said: a cook at 3 sp a day."""
        roles = vocabulary().phrases["nouns.role"].find(sentence.words)
        waged = any(
            a.kind == "money" and not a.used and per_at(sentence.words, a.j) is not None for a in sentence.amounts
        )
        if (
            roles is None
            or not waged
            or any(clause.hit.verdict in ("past", "third", "negated") for clause in clauses)
            or _thinks_aloud(sentence)
        ):
            return False
        drafts = FRAMES["hire"](_whole(sentence, "hire", self.mail), self.mail)
        for draft in drafts:
            draft.frame = "hire"
        self.drafts += drafts
        return bool(drafts)

    def _jokes(self, sentence: Sentence) -> bool:
        """What was said just before was a joke: mentira; es broma; just kidding."""
        joke = vocabulary().phrases["mood.joke"].find(sentence.words, 0, min(len(sentence.words), 5))
        if joke is None:
            return False
        if self.drafts and self.drafts[-1].clause.sentence.paragraph == sentence.paragraph:
            last = self.drafts.pop()
            self.doubt(DoubtCode.HEDGED, last.clause.sentence, last.clause.i, last.clause.j)
        return True

    def _takes_back(self, sentence: Sentence) -> bool:
        """A number said again: compro 2 antorchas... no, mejor 3; tres caballos. Perdón, dos."""
        phrases = vocabulary().phrases
        words = [w for w, t in zip(sentence.words, sentence.tokens, strict=True) if t.kind == "w"]
        mended = phrases["mood.correction"].at(sentence.words, 0) or (words[:1] == ["no"])
        last = self.drafts[-1] if self.drafts else None
        if not mended or last is None or not 0 <= sentence.line - last.clause.sentence.line <= 1:
            return False
        loose = [
            k
            for k in range(mended, len(sentence.words))
            if sentence.tokens[k].kind == "w"
            and sentence.covered[k] < 0
            and not phrases["mood.polite"].at(sentence.words, k)
        ]
        items = last.slots.get("items") or [{}]
        single = len(sentence.amounts) == 1 and sentence.amounts[0].kind == "number" and not loose
        if (
            single
            and len(items) == 1
            and isinstance(items[0].get("qty"), int)
            and not {"max_price", "min_price"} & set(items[0])
        ):
            items[0]["qty"] = sentence.amounts[0].value["n"]
            self.lines.add(sentence.line)
            return True
        if sentence.amounts and not loose:
            self.doubt(DoubtCode.NOT_UNDERSTOOD, sentence, 0, len(sentence.words))
            return True
        return False

    def _likewise(self, sentence: Sentence) -> bool:
        """The same in another case: y si en dos días no sale nada, también."""
        conditions = conditions_of(sentence, self.mail)
        if not conditions or not self.drafts or self.drafts[-1].kind not in ("encumbrance", "retreat", "dungeon"):
            return False
        rest = [
            w
            for k, (w, t) in enumerate(zip(sentence.words, sentence.tokens, strict=True))
            if t.kind == "w" and not conditions[0].i <= k < conditions[0].j
        ]
        if not rest or not set(rest) <= {
            "y",
            "and",
            "tambien",
            "lo",
            "mismo",
            "same",
            "too",
            "also",
            "the",
            "likewise",
            "igual",
            "ditto",
            "thing",
        }:
            return False
        last = self.drafts[-1]
        clause = _whole(sentence, "dungeon.return", self.mail)
        slots = {"who": last.slots["who"], "stance": "return", "condition": dict(conditions[0].slot)}
        self.drafts.append(Draft("dungeon", slots, clause, ["likewise"], "dungeon.return"))
        return True

    def _answers(self, sentence: Sentence, clauses: list[Clause]) -> bool:
        """A bare yes, no or letter that answers the subject line's offer."""
        if self.answered or not self.mail.subject.lower().startswith(("re:", "re ")):
            return False
        clause = _whole(sentence, "decide", self.mail)
        drafts = choose(clause, self.mail)
        drafts = drafts or self._attitude(sentence, clause)
        for draft in drafts:
            draft.frame = "decide"
            self.answered = True
        self.drafts += drafts
        return bool(drafts)

    def _attitude(self, sentence: Sentence, clause: Clause) -> list[Draft]:
        return []

    def close(self, sentences: list[Sentence]) -> None:
        """What only shows at the end: yes and no to an offer, orders in the subject line."""
        self._drop_pending()
        self._from_quote()
        self._subject_condition()
        self._subject_order(sentences)

    def _yes_or_no(self, sentences: list[Sentence]) -> None:
        if not sentences or not self.mail.subject.lower().startswith(("re:", "re ")) or not offer_of(self.mail):
            return
        if any(draft.kind == "decision" for draft in self.drafts):
            return
        first = sentences[0]
        words = [word for word, token in zip(first.words, first.tokens, strict=True) if token.kind == "w"]
        if not words or first.question or len(words) > 12:
            return
        phrases = vocabulary().phrases
        answer = "refuse" if phrases["mood.no"].at(words, 0) else "accept" if phrases["mood.yes"].at(words, 0) else ""
        if words[-1] in ("no", "yes", "si") and len(words) <= 8 and "but" in words + ["but"] * ("pero" in words):
            answer, words = ("refuse" if words[-1] == "no" else "accept"), words[-1:]
        offered = "?" not in self.mail.subject and not self.mail.subject.lower().endswith(("orders", "ordenes", "plan"))
        taken = any(draft.clause.sentence is first for draft in self.drafts)
        if answer and offered and not taken and (len(words) <= 3 or (answer == "refuse" and len(words) <= 4)):
            clause = _whole(first, "decide." + answer, self.mail)
            drafts = decide(clause, self.mail, answer=answer)
            for draft in drafts:
                draft.frame = "decide." + answer
                draft.slots["offer"] = offer_of(self.mail)
            self.drafts = drafts + self.drafts

    def _from_quote(self) -> None:
        """Where one goes along to, if only the quoted letter says it: me apunto, pero salgo el 6."""
        lacking = [d for d in self.drafts if d.kind == "travel" and "destination" not in d.slots]
        if not lacking or not self.mail.quoted:
            return
        from mailer.reading.orders.amounts import Scanner
        from mailer.reading.orders.sentences import sentence_of
        from mailer.reading.orders.tokens import tokenise

        text = self.mail.quoted
        scanner = Scanner(self.scanner.calendar, self.scanner.language)
        for line in text.split("\n"):
            tokens = tokenise(line)
            if not tokens:
                continue
            for clause in clauses_of(sentence_of(line, tokens, scanner, self.mail), self.mail, viable):
                found = [d for d in interpret(clause, self.mail) if d.kind == "travel" and "destination" in d.slots]
                if found:
                    lacking[0].slots["destination"] = found[0].slots["destination"]
                    if "via" in found[0].slots:
                        lacking[0].slots.setdefault("via", found[0].slots["via"])
                    self.drafts = [d for d in self.drafts if d.kind != "decision"]
                    return

    def _subject_condition(self) -> None:
        """Re: what do you do if the gnolls come back. — grub fight."""
        title = self.subject
        if title is None:
            return
        conditions = conditions_of(title, self.mail)
        if not conditions:
            return
        for draft in self.drafts:
            if draft.kind == "encounter" and "condition" not in draft.slots:
                draft.slots["condition"] = dict(conditions[0].slot)
                foe = foe_in(title, conditions[0], self.mail)
                if draft.slots.get("vs") in ("any", None) and foe is not None:
                    draft.slots["vs"] = title.span(*foe)

    def _subject_order(self, sentences: list[Sentence]) -> None:
        """Orders in the subject, if the body points to it or says nothing."""
        title = self.subject
        if title is None or self.mail.subject.lower().startswith(("re:", "rv:", "fw:", "fwd:")):
            return
        body = " ".join(word for sentence in sentences for word in sentence.words)
        points = any(
            run in body
            for run in (
                "lo del asunto",
                "como dice el asunto",
                "see subject",
                "el asunto",
                "as above",
                "subject line",
                "lo dice el asunto",
                "per subject",
                "what the subject says",
            )
        )
        if not points and body.strip(" .!"):
            return
        if title.question or "?" in self.mail.subject:
            return
        found: list[Draft] = []
        head = head_of(title, self.mail)
        if head is not None and head.frame and head.end < len(title.words):
            found = self._by_frame(_whole(title, head.frame, self.mail, head.end, head.start), head.frame)
        if not found:
            for clause in clauses_of(title, self.mail):
                if not blocked(clause, self.mail):
                    found += interpret(clause, self.mail)
        self.drafts = found + self.drafts


_VALUED = word_set("oro gold dinero money botin loot treasure tesoro banco bank limosna alms")


def viable(clause: Clause, mail: Mail) -> bool:
    """Whether what sets a clause off may mean something in its place, or at least parts what is around it."""
    if clause.hit.verdict in ("relative", "noun"):
        return False
    if clause.hit.frames[0] == "tell" and not is_answered(clause.sentence, clause.hit):
        return False
    if clause.hit.verdict in _SETTING_OFF:
        return bool(candidates(clause, mail)) or ("abort" in clause.hit.frames and clause.condition is not None)
    if clause.hit.verdict == "negated" and clause.hit.frames[0] == "decide.accept":
        return True
    if all(frame in WEAK for frame in clause.hit.frames):
        return False
    return clause.hit.verdict != "third" or bool(candidates(clause, mail))


def _surely_past(clause: Clause) -> bool:
    """Whether a verb is past as it is written, and not only if an accent is missing: llegué, llegue."""
    token = clause.sentence.tokens[clause.hit.i]
    exact = [one.form for one in analyses(token) if one.form.written == token.text.lower()]
    open_ = any(form.tense in ("pres", "subj", "imp") for form in exact)
    return clause.hit.verdict == "past" and not open_


def _but_rather(clause: Clause) -> bool:
    """Whether what is wanted instead follows what is not: no compres antorchas, mejor linternas."""
    words, known = clause.sentence.words, vocabulary().phrases["nouns.item"]
    return any(
        words[at] in ("mejor", "sino", "solo", "only", "just", "rather", "instead")
        and known.find(words, at + 1, clause.j) is not None
        for at in range(clause.hit.j, clause.j)
    )


def _conditions(clause: Clause, mail: Mail) -> list[Condition]:
    return [one for one in conditions_of(clause.sentence, mail) if one.i >= clause.i]


def _whole(sentence: Sentence, frame: str, mail: Mail, start: int = 0, head: int = 0) -> Clause:
    """A clause for a whole sentence that no verb sets off."""
    subject = [name for at, (_, name) in sentence.names.items() if at < start]
    hit = Hit(
        head, start, [frame], "order", "none", subject, head, (), "", sentence.span(head, start) or sentence.span(0, 3)
    )
    return Clause(sentence, hit, start, len(sentence.words))


def _is_title(sentence: Sentence) -> bool:
    """Whether a sentence only heads what follows, as "Party orders" with a colon."""
    words = [token.fold for token in sentence.tokens if token.kind == "w"]
    ends = sentence.tokens[-1].text == ":" and not sentence.amounts
    return ends and len(words) <= 4 and bool({"orders", "ordenes", "orden", "plan", "planes", "update"} & set(words))


def _tells_past(sentence: Sentence) -> bool:
    """Whether some verb of the sentence is in the past, or it only says how somebody is."""
    forms = [one.form for token in sentence.tokens for one in analyses(token) if one.form.written == token.text.lower()]
    return any(form.tense in ("pret", "impf", "past", "cond", "isubj") for form in forms) or any(
        word in ("es", "esta", "is", "was", "has", "ha", "era", "tiene") for word in sentence.words
    )


def _thinks_aloud(sentence: Sentence) -> bool:
    """Whether a sentence only muses."""
    phrases = vocabulary().phrases
    return any(
        phrases[f"mood.{name}"].find(sentence.words) is not None
        for name in ("wish", "undecided", "reported", "past", "joke", "defer")
    )


def _intends(sentence: Sentence, mail: Mail) -> bool:
    """Whether a sentence tells what the sender's character will be about."""
    words = set(sentence.words)
    named = any(name == mail.sender for _, name in sentence.names.values()) and bool(words & _BEING)
    return named or bool(
        words & {"i", "i'm", "i'll", "yo", "estare", "voy", "pasare", "estoy", "we", "paso", "spend", "spending", "im"}
    )


_BEING = word_set(
    "esta estara va ira pasa pasara queda quedara tiene dedica dedicara usa aprovecha "
    "is will be spends has stays goes takes 'll uses gets"
)


def _short(sentence: Sentence) -> bool:
    return len(sentence.words) <= 8


def _is_request(sentence: Sentence) -> bool:
    """Whether a question asks to have something done: can you buy me, me compras."""
    text = " ".join(sentence.words[:8])
    return any(
        run in text
        for run in (
            "can you ",
            "could you ",
            "would you ",
            "will you ",
            "me puedes ",
            "puedes ",
            "podrias ",
            "me podrias ",
            "me compras ",
            "me apuntas ",
            "me vendes ",
            "podes ",
            "me pones ",
            "me anotas ",
            "me puede ",
            "me consigues ",
            "podria anotar",
            "me compra ",
            "me das de baja ",
        )
    )


def _hypothetical(sentence: Sentence) -> bool:
    """Whether a question only supposes: ¿cobrarían?, would it."""
    words = set(sentence.words)
    if words & {"would", "pasaria", "seria", "serian", "cobrarian"}:
        return True
    return bool(words & {"reglas", "rules", "regla", "rule"})


def _own_question(sentence: Sentence, topics: list[str]) -> bool:
    """Whether the question is about what the system holds, not about prices or rules."""
    words = set(sentence.words)
    if words & {
        "cuesta",
        "cuestan",
        "vale",
        "valen",
        "cost",
        "costs",
        "price",
        "precio",
        "hora",
        "quedamos",
        "jugamos",
    }:
        return False
    return not (topics == ["supplies"] and words & {"compro", "buy"})
