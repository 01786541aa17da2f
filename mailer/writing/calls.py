"""How a template calls and looks up, without what Jinja2 asks of every value first.

A mail is two hundred macros, one in another. Jinja2 asks of each thing called whether it wants a context, and looks for
a key of a mapping only after an attribute was not found. Of macros, functions and plain dicts we know. What is called
otherwise, or wrongly, goes the ordinary way and fails with the ordinary words.
"""

from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodType
from typing import Any

from jinja2 import Environment
from jinja2.runtime import Context, Macro
from jinja2.utils import missing
from markupsafe import Markup

_PLAIN = frozenset((FunctionType, BuiltinFunctionType, BuiltinMethodType, MethodType))
_ADDED = frozenset(("_loop_vars", "_block_vars"))  # by compiled templates, for callables that want a context
_METHODS = frozenset(dir(dict))


class Brisk(Context):
    """The context of our own environments."""

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """What a callable gives; of a macro, by its function."""
        kind = type(called)
        if kind is Macro:
            for name in _ADDED:
                kwargs.pop(name, None)
            is_bare = not (kwargs or called.caller or called.catch_kwargs or called.catch_varargs)
            taken = args if is_bare and len(args) == called._argument_count else _arguments(called, args, kwargs)
            if taken is not None:
                said = called._func(*taken)
                return Markup(said) if self.eval_ctx.autoescape else said  # noqa: S704 - as the macro itself would
        elif kind in _PLAIN and kwargs.keys() <= _ADDED and not hasattr(called, "jinja_pass_arg"):
            return called(*args)
        return super().call(called, *args, **kwargs)


class BriskEnvironment(Environment):
    """An environment that looks into a dict by key first; a dict's own methods stay what they are."""

    context_class = Brisk

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What stands behind the dot."""
        try:
            return obj[attribute] if type(obj) is dict and attribute not in _METHODS else getattr(obj, attribute)
        except (AttributeError, KeyError):
            return super().getattr(obj, attribute)


def _arguments(macro: Macro, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...] | None:
    """What the macro's function takes, in its order; None where the call is not a plain one."""
    missed = macro._argument_count - len(args)
    if missed < 0 or macro.catch_kwargs or macro.catch_varargs or macro.explicit_caller:
        return None
    named = dict(kwargs)
    caller = (named.pop("caller"),) if macro.caller and "caller" in named else ()
    if macro.caller and not caller:
        return None
    rest = [named.pop(name, missing) for name in macro.arguments[len(args) :]] if missed else ()
    return None if named else (*args, *rest, *caller)
