"""Puzzles from files, and pictures into files."""

from __future__ import annotations

import os
import secrets
import sqlite3
from contextlib import closing
from pathlib import Path

from rushlab._native import Position, Puzzle, Solution, _built_in, _load, _parse_all, _render
from rushlab.errors import InvalidArgument
from rushlab.names import Level, Metric, Rules, Side

__all__ = ["built_in", "load", "render"]


def load(
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    primary: str | None = None,
    exit: Side | None = None,
    rules: Rules | None = None,
    metric: Metric | None = None,
) -> list[Puzzle]:
    """Reads all puzzles of a file, in any format, of a compact list, or of a database that ``rushlab db build`` has made.

    >>> import pathlib, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = pathlib.Path(folder) / "boards.txt"
    ...     count = path.write_text("......A..B..AXXB..A..B......CC......\\n")
    ...     print(len(rushlab.load(path)))
    1
    """
    path = Path(path)
    if is_database(path):
        return _parse_all(_ids(path), format="id", primary=primary, exit=exit, rules=rules, metric=metric)
    return _load(path, format=format, primary=primary, exit=exit, rules=rules, metric=metric)


def is_database(path: Path) -> bool:
    """Returns whether a file is a database, or another SQLite file."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\0"


def _ids(path: Path) -> str:
    """Returns the ids of the puzzles of a database, a line each."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as database:
            return "\n".join(row[0] for row in database.execute("SELECT id FROM puzzles ORDER BY number"))
    except sqlite3.Error as error:
        raise InvalidArgument(f"{path} is not a database of puzzles ({error}); make one with rushlab db build") from error


def built_in(level: Level | None = None) -> list[Puzzle]:
    """Returns the built-in puzzles, easiest first: all, or those of a level (``beginner`` to ``expert``).

    >>> len(rushlab.built_in()), len(rushlab.built_in("expert"))
    (40, 10)
    """
    puzzles = _built_in()
    levels = list(dict.fromkeys(found for found, _ in puzzles))
    if level is not None and level not in levels:
        raise InvalidArgument(f"there is no level {level!r}; choose one of {', '.join(levels)}")
    return [puzzle for found, puzzle in puzzles if level in (None, found)]


def render(
    subject: Puzzle | Position | Solution,
    path: str | os.PathLike[str] | None = None,
    *,
    format: str | None = None,
    cell: int | None = None,
    theme: str = "light",
    labels: bool = True,
) -> bytes:
    """Draws a puzzle, a position or a solution, and returns the bytes; with a path it also writes the file.

    The format is ``svg``, ``png`` or ``gif``, by default that of the path. A ``gif`` shows the moves of a solution one after the other.

    >>> picture = rushlab.render(rushlab.built_in()[0], format="svg")
    >>> picture[:4]
    b'<svg'
    """
    if format is None:
        if path is None:
            raise InvalidArgument("give a path, or format= (svg, png or gif)")
        format = Path(path).suffix.lstrip(".").lower()
    data = bytes(_render(subject, format, cell=cell, theme=theme, labels=labels))
    if path is not None:
        write(Path(path), data)
    return data


def write(path: Path, data: bytes) -> None:
    """Writes a file whole or not at all. The umask decides who may read it, as for every new file."""
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open(temporary, "xb") as file:
            file.write(data)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
