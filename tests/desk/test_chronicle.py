"""The chronicle: only what everybody may know, the same bytes each time, and pages that fit a phone."""

import html
import json
import os
import re
import shutil
import sqlite3
import subprocess
import xml.etree.ElementTree as ET
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.campaign.load import load_campaign
from mailer.cli.app import estafeta
from mailer.desk.chronicle import chronicle
from mailer.desk.public import PUBLIC, public
from mailer.desk.standing import open_post
from mailer.resources import shipped
from rules.events import Audience, Event, EventKind

NOW = datetime(2026, 1, 21, 12, tzinfo=UTC)
ATOM = "{http://www.w3.org/2005/Atom}"
WIDTHS = (360, 700, 1200)
ATLAS = load_campaign(shipped("data") / "example").book.atlas
KEYS = (*"abcdef", "place", "site", "cause", "monsters", "words", "at")


@pytest.fixture(scope="module")
def site(played, tmp_path_factory):
    """The example's site in both languages."""
    out = tmp_path_factory.mktemp("site")
    for language in ("es", "en"):
        chronicle(open_post(played, NOW), out / language, language=language, url="https://example.org/c")
    return out


class Links(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.links, self.tags = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for name, value in attrs if name in ("href", "src")]


def words(folder):
    return " ".join(re.sub(r"<[^>]+>", " ", path.read_text()) for path in folder.glob("*.html"))


def test_it_tells_what_happened_and_who_fell(site):
    told = words(site / "es")
    assert "Seis goblins salen al paso" in told
    assert "Ulmo" in told and "cayó el 17 de Escarcha" in told
    assert "The fallen" in words(site / "en") and "Six goblins" in words(site / "en")


@pytest.mark.parametrize("language", ["es", "en"])
def test_no_secret_no_order_no_purse_no_die_is_in_it(site, played, language):
    told = words(site / language) + (site / language / "feed.xml").read_text()
    db = sqlite3.connect(played / "ledger.db")
    secrets = [row[0] for row in db.execute("select secret from days")] + [
        row[0] for row in db.execute("select value from meta where key = 'secret'")
    ]
    orders = [row[0] for row in db.execute("select text from orders")]
    addresses = [one for row in db.execute("select addresses from players") for one in json.loads(row[0])]
    names = [row[0] for row in db.execute("select name from players")]
    for hidden in (*secrets, *orders, *addresses, *names):
        assert hidden not in told
    assert not re.search(r"\bd100\b|\b1d\d|Dieciocho|Eighteen|ogr|PG\b|\bhp\b|osario|ossuary", told)


def test_only_kinds_that_were_named_get_out():
    atlas = load_campaign(shipped("data") / "example").book.atlas
    data = {"monsters": [], "returned": False, "is_lost": True, "words": "SECRET", "zone": "osario", "roll": 3}
    for kind in EventKind:
        for audience in Audience:
            out = list(public([Event(kind, 60, "p", ("krom",), data, audience=audience)], atlas))
            assert bool(out) == (kind in PUBLIC and audience is Audience.PARTY)
            for event in out:
                assert not event.faces and not event.source
                assert not {"is_lost", "words", "zone", "roll"} & set(event.data)


@given(
    kind=st.sampled_from([*EventKind]), audience=st.sampled_from([*Audience]),
    data=st.dictionaries(st.sampled_from(KEYS), st.just("S")),
)  # fmt: skip
@settings(deadline=None, max_examples=300)
def test_whatever_an_event_carries_only_named_keys_get_out(kind, audience, data):
    """A marker under any key of any event: what nobody named as public never comes through."""
    for event in public([Event(kind, 60, "p", ("krom",), data, source="S", audience=audience)], ATLAS):
        assert audience is Audience.PARTY
        assert set(event.data) <= PUBLIC[kind]
        assert not (event.source or event.faces)
        assert event.characters == () or kind in (EventKind.DIED, EventKind.CRITICAL)


@pytest.mark.parametrize("language", ["es", "en"])
def test_everything_that_gets_out_can_be_told(played, tmp_path, caplog, language):
    """No sentence needs what was held back: an event that cannot be told would be told as a bare word."""
    chronicle(open_post(played, NOW), tmp_path / "out", language=language)
    assert not caplog.records


def test_it_can_be_printed(site, tmp_path):
    chromium = shutil.which("chromium")
    if chromium is None:
        assert os.environ.get("CI") != "true", "chromium is missing"
        return
    paper = tmp_path / "page.pdf"
    subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", f"--print-to-pdf={paper}",
         f"--user-data-dir={tmp_path / 'home'}", (site / "es" / "index.html").as_uri()],
        capture_output=True, timeout=60, check=True,
    )  # fmt: skip
    sheets = paper.read_bytes().count(b"/Type /Page\n") or paper.read_bytes().count(b"/Type /Page")
    assert paper.read_bytes().startswith(b"%PDF") and 1 <= sheets < 8


def test_a_hidden_place_is_never_named():
    from dataclasses import replace

    atlas = load_campaign(shipped("data") / "example").book.atlas
    name, place = next(iter(atlas.places.items()))
    event = Event(EventKind.ARRIVED, 60, "p", (), {"place": name, "days": 1})
    assert list(public([event], atlas))
    secret = replace(atlas, places={**atlas.places, name: replace(place, hidden=True)})
    assert not list(public([event], secret))


@pytest.mark.parametrize("language", ["es", "en"])
def test_every_link_leads_to_a_page_and_nothing_is_loaded_from_elsewhere(site, language):
    for path in (site / language).glob("*.html"):
        page = Links(path.read_text())
        assert "script" not in page.tags and "img" not in page.tags
        assert page.links
        assert all((site / language / link).exists() for link in page.links), path.name
        assert f'lang="{language}"' in path.read_text()


def test_the_feed_is_one(site):
    root = ET.parse(site / "es" / "feed.xml").getroot()
    assert root.tag == f"{ATOM}feed"
    entries = root.findall(f"{ATOM}entry")
    ids = [entry.findtext(f"{ATOM}id") for entry in entries]
    assert len(entries) == len(set(ids)) == 5
    for element in (root, *entries):
        assert element.findtext(f"{ATOM}title")
        assert datetime.fromisoformat(element.findtext(f"{ATOM}updated")).tzinfo
        assert all(link.get("href").startswith("https://example.org/c/") for link in element.findall(f"{ATOM}link"))


def test_twice_is_the_same_and_touches_nothing(played, tmp_path):
    first = chronicle(open_post(played, NOW), tmp_path / "out")
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in first}
    chronicle(open_post(played, NOW), tmp_path / "out")
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in first} == before


def test_names_are_text_and_never_markup(played, tmp_path):
    shutil.copytree(played, tmp_path / "c")
    settings = tmp_path / "c" / "campaign.toml"
    settings.write_text(re.sub(r'name = ".*"', 'name = "<script>alert(1)</script>"', settings.read_text(), count=1))
    chronicle(open_post(tmp_path / "c", NOW), tmp_path / "out")
    assert "<script" not in (tmp_path / "out" / "index.html").read_text()
    ET.parse(tmp_path / "out" / "feed.xml")


def test_before_the_first_day_there_is_a_page_too(tmp_path):
    from runs.story import Story

    story = Story(tmp_path / "c")
    done = CliRunner().invoke(estafeta, ["chronicle", "-C", str(story.folder), str(tmp_path / "out")])
    assert done.exit_code == 0
    assert "Todavía no se ha cerrado ningún día." in (tmp_path / "out" / "index.html").read_text()
    ET.parse(tmp_path / "out" / "feed.xml")


SCRIPT = """
function bright(c) { return c.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4) }
function light(c) { const [r, g, b] = bright(c); return 0.2126 * r + 0.7152 * g + 0.0722 * b }
function colour(text) { return text.match(/[\\d.]+/g).map(Number) }
function ground(el) {
  for (; el; el = el.parentElement) {
    const c = colour(el.ownerDocument.defaultView.getComputedStyle(el).backgroundColor);
    if (c.length < 4 || c[3] > 0) return c.slice(0, 3);
  }
  return [255, 255, 255];
}
window.onload = () => {
  const found = [];
  for (const frame of document.querySelectorAll("iframe")) {
    const doc = frame.contentDocument, root = doc.documentElement, view = doc.defaultView;
    let worst = 99, small = 99;
    for (const el of doc.body.querySelectorAll("*")) {
      if (![...el.childNodes].some(n => n.nodeType === 3 && n.data.trim().length > 0)) continue;
      const style = view.getComputedStyle(el), a = light(colour(style.color).slice(0, 3)), b = light(ground(el));
      worst = Math.min(worst, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
      small = Math.min(small, parseFloat(style.fontSize));
    }
    found.push({name: frame.title, width: frame.clientWidth, contrast: worst, small: small,
      paper: view.getComputedStyle(doc.body).backgroundColor,
      scroll: Math.max(root.scrollWidth, doc.body.scrollWidth)});
  }
  document.getElementById("found").textContent = JSON.stringify(found);
};
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_fit_and_can_be_read(site, tmp_path, scheme):
    chromium = shutil.which("chromium")
    if chromium is None:
        assert os.environ.get("CI") != "true", "chromium is missing"
        return
    frames = ""
    pages = [site / language / name for language in ("es", "en") for name in ("index.html", "2026-01-17.html")]
    for path in pages:
        style = f"<style>{(path.parent / 'style.css').read_text()}</style>"
        page = html.escape(path.read_text().replace('<link rel="stylesheet" href="style.css">', style), quote=True)
        frames += "".join(
            f'<iframe title="{path.parent.name}/{path.name}" style="width:{width}px;height:900px;border:0"'
            f' srcdoc="{page}"></iframe>'
            for width in WIDTHS
        )
    whole = tmp_path / "all.html"
    whole.write_text(f'<!doctype html><meta charset="utf-8">{frames}<pre id="found"></pre><script>{SCRIPT}</script>')
    mode = ["--blink-settings=preferredColorScheme=0"] if scheme == "dark" else []
    dump = subprocess.run(
        [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--virtual-time-budget=10000",
         "--dump-dom", *mode, f"--user-data-dir={tmp_path / 'home'}", whole.as_uri()],
        capture_output=True, text=True, timeout=60, check=True,
    ).stdout  # fmt: skip
    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', dump, re.DOTALL)[1]))
    assert len(found) == len(WIDTHS) * len(pages)
    for one in found:
        assert one["scroll"] <= one["width"], one
        assert one["contrast"] >= 4.5, one
        assert one["small"] >= 14, one
    assert {one["paper"] for one in found} == {"rgb(27, 24, 21)" if scheme == "dark" else "rgb(253, 249, 241)"}
