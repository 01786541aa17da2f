"""`changed.replace` gives what `dataclasses.replace` gives, for every frozen value the rules have."""

import dataclasses
import importlib
import pkgutil

import pytest

import rules
from mailer.campaign.load import load_campaign
from mailer.resources import shipped
from rules.changed import replace


def values():
    """One of each class of values: those of the example, and others with a letter in each field."""
    found = {}
    for module in pkgutil.walk_packages(rules.__path__, "rules."):
        for one in vars(importlib.import_module(module.name)).values():
            if isinstance(one, type) and dataclasses.is_dataclass(one) and one.__module__.startswith("rules."):
                found[one.__qualname__] = one
    return [pytest.param(one, id=name) for name, one in sorted(found.items()) if one.__dataclass_params__.frozen]


@pytest.mark.parametrize("kind", values())
def test_every_value_can_be_changed_field_by_field(kind):
    names = [one.name for one in dataclasses.fields(kind)]
    assert all(one.init for one in dataclasses.fields(kind)) and "__post_init__" not in vars(kind)
    value = kind(*names)
    for name in names:
        changed = replace(value, **{name: 7})
        assert [getattr(changed, one) for one in names] == [7 if one == name else one for one in names]
        assert changed == dataclasses.replace(value, **{name: 7})
    assert replace(value) == value and replace(value) is not value


def test_what_it_has_not_is_refused():
    party = next(iter(load_campaign(shipped("data") / "example").start.parties.values()))
    with pytest.raises(TypeError, match="colour"):
        replace(party, colour="red")
    assert hash(replace(party.where)) == hash(party.where)
