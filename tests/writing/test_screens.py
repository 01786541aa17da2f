"""Every mail in a real browser, on a phone and on a desk, by day and by night: no sideways scrolling, and readable.

One page holds each mail in a frame of each width, measures it, and writes down what it found.
"""

import html
import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from mailer.writing.render import render
from mailer.writing.samples import samples
from mailer.writing.templates import LANGUAGES
from mailer.writing.views import View, WhereView

WIDTHS = (360, 700)
BACKGROUND = {"light": "rgb(239, 231, 216)", "dark": "rgb(27, 24, 21)"}
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync",
    "--no-first-run", "--virtual-time-budget=10000", "--dump-dom",
)  # fmt: skip
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
    let worst = [99, ""], small = 99;
    for (const el of doc.body.querySelectorAll("*")) {
      const own = [...el.childNodes].some(n => n.nodeType === 3 && n.data.trim().length > 0);
      if (!own || el.className === "full" || el.className === "gone") continue;
      const style = view.getComputedStyle(el), a = light(colour(style.color).slice(0, 3)), b = light(ground(el));
      const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
      if (ratio < worst[0]) worst = [ratio, el.className || el.tagName];
      if (!["busy", "quiet"].includes(el.className)) small = Math.min(small, parseFloat(style.fontSize));
    }
    found.push({name: frame.title, width: frame.clientWidth, scroll: Math.max(root.scrollWidth, doc.body.scrollWidth),
      ground: view.getComputedStyle(doc.body).backgroundColor, contrast: worst[0], where: worst[1], small: small,
      size: parseFloat(view.getComputedStyle(doc.body).fontSize)});
  }
  document.getElementById("found").textContent = JSON.stringify(found);
};
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_mails_fit_and_can_be_read(scheme: str, tmp_path: Path) -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        assert os.environ.get("CI") != "true", "chromium is missing"
        return
    page = tmp_path / "all.html"
    page.write_text(_page(), "utf-8")
    mode = ("--blink-settings=preferredColorScheme=0",) if scheme == "dark" else ()
    home = f"--user-data-dir={tmp_path / 'home'}"
    dump = subprocess.run(
        [chromium, *FLAGS, *mode, home, page.as_uri()], capture_output=True, text=True, timeout=60, check=True
    ).stdout
    found = json.loads(html.unescape(re.search(r'<pre id="found">(.*?)</pre>', dump, re.DOTALL)[1]))
    assert len(found) == len(WIDTHS) * len(_views())
    for one in found:
        assert one["scroll"] <= one["width"], one
        assert one["ground"] == BACKGROUND[scheme], one
        assert one["contrast"] >= 4.5, one
        assert one["size"] >= 16, one
        assert one["small"] >= 12, one


def _views() -> dict[str, View]:
    """Every sample, and a receipt and a digest of words that never end."""
    views = {f"{language} {name}": view for language in LANGUAGES for name, view in samples(language).items()}
    receipt, digest = samples("es")["receipt"], samples("es")["digest"]
    endless = replace(receipt.lines[2], words="a" * 2000)
    held = replace(digest.held[0], sender="x" * 300, subject="y" * 300)
    row = replace(digest.days[0], party="Compañía" * 4, where=WhereView("place", "Desfiladero" * 3))
    views["endless receipt"] = replace(receipt, lines=(endless,))
    views["endless digest"] = replace(digest, held=(held,), days=(row, row))
    return views


def _page() -> str:
    frames = [
        f'<iframe title="{name}" style="width:{width}px;height:900px;border:0" '
        f'srcdoc="{html.escape(render(view).html)}"></iframe>'
        for name, view in _views().items()
        for width in WIDTHS
    ]
    return f'<html><body>{"".join(frames)}<pre id="found"></pre><script>{SCRIPT}</script></body></html>'
