"""HTML to the text its reader sees."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailer.reading.words.html_text import html_text


def text(html):
    return html_text(html, most_lines=4000)[0]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ("a<br>b", "a\nb"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<p>a</p><p>b</p>", "a\n\nb"),
        ("<p>a<p>b", "a\n\nb"),
        ("ACC<span>IÓN</span>", "ACCIÓN"),
        ("a\n   b\tc", "a b c"),
        ("<pre>a\n  b</pre>", "a\nb"),
        ('<div style="white-space: pre-wrap">a\nb</div>c\nd', "a\nb\nc d"),
        ("<ul><li>a<li>b</ul>", "- a\n- b"),
        ("<ol><li>a</li><li>b</li></ol>", "1. a\n2. b"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a b\nc"),
        ("a<hr>b", "a\n-----\nb"),
        ("<blockquote type=cite>a<blockquote class=q>b</blockquote></blockquote>c", "> a\n>> b\nc"),
        ('<blockquote style="margin:0 0 0 40px;border:none">a</blockquote>', "a"),
        ('<blockquote type="cite" style="border:none">a</blockquote>', "> a"),
        ("<blockquote>a</blockquote>", "a"),
        ("&lt;b&gt; &amp;amp; &ntilde;&#x20AC;&nbsp;x", "<b> &amp; ñ€ x"),
        ("1 < 2 y 3 > 2", "1 < 2 y 3 > 2"),
        ("a<!-- b -->c<!doctype x>d<?xml y?>e", "acde"),
        ("a<script>b</script>c<style>d</style>e<title>f</title>g", "aceg"),
        ('<img alt="👍"><img alt="logo"><img alt="x.png">', "👍"),
        ("fuera<html><head><title>x</title></head><body>dentro</body></html>", "fuera\ndentro"),
        ("<head>a<body>b", "b"),
        ("<o:p>&nbsp;</o:p>a", "a"),
        ("</p></div></blockquote>a", "a"),
        ("<a href='https://x.example'>aquí</a>", "aquí"),
        ("<div>a<div>b</div>c</div>", "a\nb\nc"),
    ],
)
def test_shown(html, shown):
    assert text(html).strip() == shown


@pytest.mark.parametrize(
    "attribute",
    [
        'style="display:none"',
        "style='display: none !important'",
        "style=display:none",
        'style="visibility:hidden"',
        'style="font-size:0"',
        'style="color:red;font-size:0px;"',
        'style="max-height:0;overflow:hidden"',
        'style="mso-hide:all"',
        'style="opacity:0"',
        "hidden",
        'hidden=""',
        'STYLE="DISPLAY:NONE"',
        'style="display&#58;none"',
    ],
)
def test_hidden(attribute):
    assert text(f"<div {attribute}>oculto<p>también</p></div>visto") == "visto"


@pytest.mark.parametrize(
    "style", ["font-size:0.9em", "max-height:0.5em", "font-size:09px", "opacity:0.4", "display:block"]
)
def test_not_hidden(style):
    assert text(f'<span style="{style}">visto</span>') == "visto"


def test_hidden_elements_do_not_hide_what_follows_when_never_closed():
    assert text('<p style="display:none">oculto<p>visto') == "visto"


def test_lines_are_bounded():
    shown, is_whole = html_text("<br>a" * 100, most_lines=10)
    assert (len(shown.split("\n")), is_whole) == (10, False)


@given(
    st.lists(
        st.sampled_from(
            [
                "<div>",
                "</div>",
                "<p>",
                "</p>",
                "<",
                ">",
                "a",
                "<blockquote>",
                "</blockquote>",
                '<a b="',
                "<li>",
                "<ol>",
                "</ol>",
                "<!--",
                "-->",
                "<script>",
                "</script>",
                "&",
                "<br/>",
                "<pre>",
                "\n",
                "<td>",
                "<head>",
                "<body>",
                "</x>",
            ]
        ),
        max_size=60,
    ).map("".join)
)
@settings(max_examples=300, deadline=None)
def test_any_markup_is_read(html):
    assert isinstance(text(html), str)


@given(st.text(alphabet="abc ñé.,", max_size=60))
def test_plain_words_stay(words):
    assert text(f"<div>{words}</div>") == " ".join(words.split())
