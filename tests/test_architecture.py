"""Arrows point one way, and the rules touch nothing of the world. Read from the source, not from a run."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
RULES = sorted((ROOT / "rules").rglob("*.py"))
MAILER = sorted((ROOT / "mailer").rglob("*.py"))
# Nothing that rolls, reads a clock, opens a file or a line, or writes to a log.
FORBIDDEN = frozenset(
    ["random", "secrets", "time", "logging", "os", "io", "pathlib", "socket", "sqlite3", "subprocess", "tempfile",
     "shutil", "urllib", "http", "asyncio", "threading", "uuid", "sys", "mailer", "sqlite_utils", "jinja2"]
)  # fmt: skip
CALLS = frozenset(["open", "print", "input", "exec", "eval", "now", "today", "utcnow", "urandom"])
# Each room may use those to its right; cli and run are the top and may use all.
VALUES = ("mailer.inbox.channel", "mailer.inbox.chat", "mailer.outbox.transport", "mailer.reading.orders.said")
ROOMS = ("inbox", "gate", "reading", "writing", "outbox")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def calls(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            target = node.func
            yield target.id if isinstance(target, ast.Name) else getattr(target, "attr", "")


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_rules_import_nothing_of_the_world(path: Path) -> None:
    assert {name for name in imports(path) if name.split(".")[0] in FORBIDDEN} == set()


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_rules_read_no_clock_and_touch_no_file(path: Path) -> None:
    assert CALLS.intersection(calls(path)) == set()


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_rules_hold_no_floats(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    floats = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    divisions = [node for node in ast.walk(tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div)]
    assert floats == []
    assert all(_is_exact(node, tree) for node in divisions)


def _is_exact(node: ast.BinOp, tree: ast.AST) -> bool:
    """Whether a division stands in a function that says it works with fractions."""
    functions = [one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef) and node in ast.walk(one)]
    return any("Fraction" in ast.unparse(function) for function in functions)


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_the_rules_keep_no_state(path: Path) -> None:
    """No module of the rules holds a list, dict or set that somebody could change, nor declares a global."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Global)]
    loose = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.List | ast.Set | ast.ListComp)
    ]
    assert loose == []


def room(path: Path) -> str:
    parts = path.relative_to(ROOT / "mailer").parts
    return parts[0] if len(parts) > 1 else ""


@pytest.mark.parametrize("path", [path for path in MAILER if room(path) in (*ROOMS, "ledger", "campaign")], ids=name_of)
def test_no_room_of_the_post_reaches_upward(path: Path) -> None:
    """Only the command line and the run know the order of the rooms; no room imports either of them."""
    above = ("mailer.cli", "mailer.run")
    assert [name for name in imports(path) if name.startswith(above)] == []


@pytest.mark.parametrize("path", [path for path in MAILER if room(path) == "ledger"], ids=name_of)
def test_the_ledger_knows_of_the_rooms_only_what_they_hand_it(path: Path) -> None:
    """The values that rooms give and take, none of what they do."""
    rooms = tuple(f"mailer.{name}" for name in (*ROOMS, "campaign"))
    reached = {name for name in imports(path) if name.startswith(rooms)}
    assert {name for name in reached if not name.startswith(VALUES)} == set()


MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in (*RULES, *MAILER)
}


def needs(name: str) -> set[str]:
    """The modules of ours that one needs when it runs, late imports among them; what only types ask for is none."""
    tree = ast.parse(MODULES[name].read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in _that_run(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= (whole & MODULES.keys()) or {node.module}
    return (found & MODULES.keys()) - {name}


def _that_run(node: ast.AST) -> Iterator[ast.AST]:
    for child in ast.iter_child_nodes(node):
        if not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            yield child
            yield from _that_run(child)


def test_no_modules_need_each_other() -> None:
    """What is left when all are taken away that need none of the others is a circle."""
    left = {name: needs(name) for name in MODULES}
    while free := [name for name, needed in left.items() if not needed & left.keys()]:
        for name in free:
            del left[name]
    while unasked := left.keys() - set().union(*left.values()):  # these only lead into a circle
        for name in unasked:
            del left[name]
    assert sorted(left) == []
