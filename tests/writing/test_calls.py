"""Our contexts call and look up as Jinja2's own do: the same words, the same errors."""

import pytest
from jinja2 import Environment, StrictUndefined, pass_context, pass_environment, pass_eval_context
from jinja2.sandbox import SandboxedEnvironment

from mailer.writing.calls import Brisk, BriskEnvironment

MACROS = """
{% macro plain(a, b="two") %}{{ a }}/{{ b }}{% endmacro %}
{% macro around(title, mark="*") %}{{ mark }}{{ title }}{{ caller() }}{% endmacro %}
{% macro maybe(title) %}{{ title }}{% if caller is defined and caller %}{{ caller() }}{% endif %}{% endmacro %}
{% macro many(a) %}{{ a }}{{ varargs|join(",") }}{{ kwargs|dictsort }}{% endmacro %}
{% macro named(title, caller=none) %}{{ title }}{% if caller %}{{ caller() }}{% endif %}{% endmacro %}
"""
CALLS = (
    "{{ plain('<1>') }}",
    "{{ plain('<1>', '&') }}",
    "{{ plain(b='x', a='y') }}",
    "{{ plain('y', b='x') }}",
    "{{ plain() }}",
    "{{ plain('a', 'b', 'c') }}",
    "{{ plain('a', c='b') }}",
    "{{ plain('a', a='b') }}",
    "{% for n in [1, 2] %}{{ plain(n) }}{{ plain(n, b=n) }}{% endfor %}",
    "{% call around('<t>') %}<b>{{ plain('x') }}</b>{% endcall %}",
    "{% for n in [1, 2] %}{% call around(n, mark='-') %}{{ n }}{% endcall %}{% endfor %}",
    "{% call(x) around('t') %}x{% endcall %}",
    "{{ around('t') }}",
    "{{ maybe('t') }}{% call maybe('t') %}c{% endcall %}",
    "{{ many(1, 2, 3, z=4) }}",
    "{{ named('t') }}{% call named('t') %}c{% endcall %}",
    "{{ row.name }}{{ row.values()|list }}{{ row.items()|list }}{{ row.missing|default('-') }}",
    "{{ row.missing }}",
    "{{ row.missing.deeper }}",
    "{{ thing.real }}{{ thing.nothing }}",
    "{{ words(1, 2) }}{{ words(1, b=2) }}{% for n in [1] %}{{ words(n) }}{% endfor %}",
    "{{ in_context() }}{{ in_eval() }}{{ in_environment() }}{% for n in [1] %}{{ in_context() }}{% endfor %}",
    "{{ ('a' ~ 'b').upper() }}{{ [3, 1]|sort }}{{ nobody() }}",
    "{% set made = [] %}{% for n in [1, 2] %}{% set _ = made.append(n) %}{% endfor %}{{ made }}",
    "{{ kind('7') + 1 }}",
    "{{ 7() }}",
)


def said(kind, call, *, escaped, context=None):
    made = kind(autoescape=escaped, undefined=StrictUndefined)
    if context:
        made.context_class = context
    made.globals.update(
        row={"name": "<n>", "values": 1, "other": 2},
        thing=5,
        kind=int,
        words=lambda a, b=0: f"<{a}{b}>",
        in_context=pass_context(lambda context: context.resolve("mark")),
        in_eval=pass_eval_context(lambda found: found.autoescape),
        in_environment=pass_environment(lambda found: found.autoescape),
        mark="<m>",
    )
    try:
        return made.from_string(MACROS + call).render()
    except Exception as error:
        return type(error), str(error)


@pytest.mark.parametrize("escaped", [True, False])
@pytest.mark.parametrize("call", CALLS)
def test_the_same_as_ever(call, escaped):
    assert said(BriskEnvironment, call, escaped=escaped) == said(Environment, call, escaped=escaped)


@pytest.mark.parametrize("call", CALLS)
def test_the_sandbox_too(call):
    brisk = said(SandboxedEnvironment, call, escaped=True, context=Brisk)
    assert brisk == said(SandboxedEnvironment, call, escaped=True)


def test_the_sandbox_still_holds():
    for words in ("{{ row.__class__ }}", "{{ words.__globals__ }}", "{{ ''.__class__.mro() }}"):
        assert "unsafe" in str(said(SandboxedEnvironment, words, escaped=True, context=Brisk))
