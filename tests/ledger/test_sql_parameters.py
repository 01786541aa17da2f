"""No value ever becomes part of a question to the ledger: statements are made of our own constants, values are bound.

Read from the source of every module. A statement may be put together of constants, of question marks, of numbers that
were made numbers, and of a few names of tables and columns that are reviewed here one by one.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted((*(ROOT / "mailer").rglob("*.py"), *(ROOT / "rules").rglob("*.py")))
CALLS = frozenset(["execute", "executemany", "executescript", "query"])
# Parts of a statement that are neither, each with what it is: names of the ledger's own tables, looked up in it.
REVIEWED = {
    """mailer/desk/browse.py:copy.execute("select name, sql from sqlite_master where type = 'table'").fetchall()""":
        "tables of our own copy, without letters",
    """mailer/desk/browse.py:copy.execute(f"pragma foreign_key_list('{name}')").fetchall()""":
        "tables that our schema refers to",
    "mailer/ledger/portable.py:"
    """ledger.db.execute("select name from sqlite_master where type = 'table' order by name")""":
        "the ledger's tables, in an export and in the new ledger of an import",
    "mailer/ledger/portable.py:"
    "ledger.db.execute('select name from pragma_table_info(?) where pk > 0 order by pk', (table,))":
        "columns of those tables",
    "mailer/ledger/days.py:party": "stands beside its condition in a pair, and is bound",
    "mailer/ledger/days.py:person": "the same",
    "mailer/health.py:question": "checked where it is asked: PASSED_ON",
    "mailer/desk/showing.py:where": "checked where it is asked: PASSED_ON",
}  # fmt: skip
PASSED_ON = {("mailer.health", "count"): 1, ("mailer.desk.showing", "orders_shown"): 1}  # argument that is a statement


@dataclass(frozen=True)
class Source:
    """A module and what its names are set to."""

    name: str
    tree: ast.Module

    def values(self, name: str, near: ast.AST) -> list[ast.expr]:
        """What a name is ever set to in the function around, or else in the module; nothing for a parameter."""
        function = next((one for one in self.functions() if near in ast.walk(one)), None)
        if function is None:
            return list(_set(self.tree, name, is_top=True))
        found = [*_set(function, name), *self.handed(function, name)]
        return found or list(_set(self.tree, name, is_top=True))

    def functions(self) -> Iterator[ast.FunctionDef]:
        yield from (one for one in ast.walk(self.tree) if isinstance(one, ast.FunctionDef))

    def returned(self, name: str) -> list[ast.expr]:
        """What a function of this module may give back."""
        bodies = [one for one in self.functions() if one.name == name]
        return [one.value for body in bodies for one in ast.walk(body) if isinstance(one, ast.Return) and one.value]

    def handed(self, function: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
        """What a parameter of a function that only its module may call is ever called with."""
        names = [one.arg for one in function.args.args]
        if not function.name.startswith("_") or name not in (*names, *(one.arg for one in function.args.kwonlyargs)):
            return
        for call in ast.walk(self.tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == function.name:
                yield from (word.value for word in call.keywords if word.arg == name)
                if name in names and names.index(name) < len(call.args):
                    yield call.args[names.index(name)]


def _set(scope: ast.AST, name: str, *, is_top: bool = False) -> Iterator[ast.expr]:
    for node in scope.body if is_top and isinstance(scope, ast.Module) else ast.walk(scope):
        targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
        value = getattr(node, "value", None) or getattr(node, "iter", None)
        if isinstance(node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.For | ast.comprehension) and value:
            for one in targets:
                names = {each.id for each in ast.walk(one) if isinstance(each, ast.Name)} if one else set()
                yield from [value] if name in names else []


CONSTANTS: dict[str, list[ast.expr]] = {}
for _path in MODULES:
    for _node in ast.parse(_path.read_text(encoding="utf-8")).body:
        if isinstance(_node, ast.Assign) and isinstance(_node.targets[0], ast.Name) and _node.targets[0].id.isupper():
            CONSTANTS.setdefault(_node.targets[0].id, []).append(_node.value)


def unsafe(source: Source, one: ast.expr, seen: frozenset[str] = frozenset()) -> list[str]:
    """The parts of a statement that are no constants of ours, as they are written."""

    def of(*parts: ast.expr) -> list[str]:
        return [found for part in parts for found in unsafe(source, part, seen)]

    match one:
        case ast.Constant():
            return []
        case ast.JoinedStr():
            return of(*(part.value for part in one.values if isinstance(part, ast.FormattedValue)))
        case ast.BinOp(op=ast.Add() | ast.Mult()):
            return of(one.left, one.right)
        case ast.IfExp():
            return of(one.body, one.orelse)
        case ast.BoolOp():
            return of(*one.values)
        case ast.Tuple() | ast.List():
            return of(*one.elts)
        case ast.Dict():
            return of(*one.values)
        case ast.Subscript():
            return of(one.value)
        case ast.ListComp() | ast.GeneratorExp():
            return of(one.elt)
        case ast.Call():
            return _call(source, one, seen)
        case ast.Name() if one.id not in seen:
            values = source.values(one.id, one) or CONSTANTS.get(one.id, [])
            inner = seen | {one.id}
            found = [part for value in values for part in unsafe(source, value, inner)] if values else [one.id]
            return [part for part in found if f"{source.name}:{part}" not in REVIEWED]
        case ast.Name():
            return []
    text = ast.unparse(one)
    return [] if f"{source.name}:{text}" in REVIEWED else [text]


def _call(source: Source, one: ast.Call, seen: frozenset[str]) -> list[str]:
    text = ast.unparse(one)
    match one.func:
        case ast.Name(id="len" | "int"):
            return []
        case ast.Name(id="str"):
            is_number = bool(one.args) and isinstance(one.args[0], ast.Call) and ast.unparse(one.args[0].func) == "int"
            return [] if is_number else [text]
        case ast.Name(id="map"):
            what = ast.unparse(one.args[0])
            return [] if what == "int" else unsafe(source, one.args[1], seen) if what == "str.strip" else [text]
        case ast.Name(id="filter" | "sorted" | "tuple"):
            return unsafe(source, one.args[-1], seen)
        case ast.Name(id=name) if source.returned(name):
            return [part for value in source.returned(name) for part in unsafe(source, value, seen)]
        case ast.Attribute(attr="format" | "join" | "strip" | "rstrip" | "split", value=value):
            parts = (value, *one.args, *(word.value for word in one.keywords))
            found = [part for each in parts for part in unsafe(source, each, seen)]
            return [part for part in found if f"{source.name}:{part}" not in REVIEWED]
    return [] if f"{source.name}:{text}" in REVIEWED else [text]


def asked(source: Source) -> Iterator[tuple[int, list[str]]]:
    """Every statement of a module: its line, and what in it is not ours."""
    for node in ast.walk(source.tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in CALLS
            and node.args
        ):
            yield node.lineno, unsafe(source, node.args[0])
    known = {
        alias.asname or alias.name: PASSED_ON.get((node.module, alias.name))
        for node in ast.walk(source.tree) if isinstance(node, ast.ImportFrom) for alias in node.names
    }  # fmt: skip
    own = {name: at for (module, name), at in PASSED_ON.items() if module.replace(".", "/") + ".py" == source.name}
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            at = own.get(node.func.id, known.get(node.func.id))
            if at is not None and at < len(node.args):
                yield node.lineno, unsafe(source, node.args[at])


def read(path: Path) -> Source:
    return Source(str(path.relative_to(ROOT)), ast.parse(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_statement_is_made_of_our_own_words(path):
    assert [(line, parts) for line, parts in asked(read(path)) if parts] == []


def test_what_was_reviewed_is_still_there():
    """A name that nobody uses any more is no exception any more."""
    sources = {source.name: ast.unparse(source.tree) for source in map(read, MODULES)}
    assert [one for one in REVIEWED if one.partition(":")[2] not in sources[one.partition(":")[0]]] == []


@pytest.mark.parametrize(
    "statement",
    [
        "db.execute(f\"select * from letters where subject = '{subject}'\")",
        'db.execute("select * from letters where subject = \'" + subject + "\'")',
        "db.execute(\"select * from letters where subject = '%s'\" % subject)",
        "db.execute(\"select * from letters where subject = '{}'\".format(subject))",
        "db.executemany(f\"delete from letters where id in ({', '.join(subject)})\", [])",
        "db.execute(f\"delete from letters where id in ({', '.join(map(str, subject))})\")",
        'words = f"where subject = {subject}"\n    db.execute("select 1 from letters " + words)',
        'words = "where"\n    words += subject\n    db.execute(words)',
        "db.executescript(subject)",
        "db.execute(str(subject))",
        'db.execute(_asked(subject))\n\ndef _asked(word):\n    return f"select {word}"',
        'for word in subject.split():\n        db.execute(f"select {word}")',
    ],
)
def test_a_value_put_into_a_statement_is_seen(statement):
    source = Source("mailer/new.py", ast.parse(f"def read(db, subject):\n    {statement}\n"))
    assert any(parts for _, parts in asked(source)), statement


@pytest.mark.parametrize(
    "statement",
    [
        'db.execute("select * from letters where subject = ?", (subject,))',
        "db.execute(f\"select 1 where id in ({', '.join('?' * len(subject))})\", subject)",
        "db.execute(f\"select 1 where id in ({', '.join(str(int(one)) for one in subject)})\")",
        'where = "true" if subject else "false"\n    db.execute(f"select 1 where {where}")',
    ],
)
def test_a_value_that_is_bound_is_no_part_of_it(statement):
    source = Source("mailer/new.py", ast.parse(f"def read(db, subject):\n    {statement}\n"))
    assert [parts for _, parts in asked(source) if parts] == []
