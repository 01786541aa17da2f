"""A table for a terminal too narrow for it: one row below the other, so that no word is cut."""

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text


def fitting(console: Console, table: RenderableType) -> RenderableType:
    """The same, where it has room for its longest words; else each row as lines, with the head before each cell."""
    if not isinstance(table, Table) or not table.show_header:
        return table
    for column in table.columns:
        column.overflow = "fold"
    if Measurement.get(console, console.options.update(max_width=10_000), table).minimum <= console.width:
        return table
    heads = [_text(column.header) for column in table.columns]
    lines = [_text(table.title)] if table.title else []
    for row in zip(*(column.cells for column in table.columns), strict=True):
        lines += [_line(head, _text(cell)) for head, cell in zip(heads, row, strict=True) if _text(cell).plain.strip()]
        lines.append(Text())
    return Group(*lines)


def _line(head: Text, cell: Text) -> Text:
    if not head.plain:
        return Text.assemble(cell)
    mark = "\n" if "\n" in cell.plain else " "
    return Text.assemble((f"{head.plain}:", "bold"), mark, cell)


def _text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text.from_markup(str(cell or ""))
