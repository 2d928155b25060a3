"""Solves or rates millions of puzzles on a Ray cluster, into Parquet files.

``python -m rushlab.batch solve --input FILE --out FOLDER`` and ``python -m rushlab.batch rate …`` divide the puzzles of the input into shards,
each a task of Ray and a Parquet file. The same command continues after an interruption.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rushlab._native import Puzzle, PuzzleReader
from rushlab.command_line import add_ray_options, check_pyarrow, note, run_command
from rushlab.errors import InvalidArgument, InvalidPuzzle, LimitReached
from rushlab.files import _ids, is_database
from rushlab.many import solve_many
from rushlab.progress import ProgressLine
from rushlab.ray_tasks import run_tasks

if TYPE_CHECKING:
    from rushlab.shards import ShardFolder

__all__ = ["main", "read_puzzles", "run"]

#: The number of puzzles of a shard by default.
SHARD_SIZE = 2000

#: A puzzle, or the message about an invalid one.
Entry = Puzzle | str

#: The type of each column of :func:`solve_shard` and :func:`rate_shard` that is not a text.
NUMBERS = {
    "number": "int64",
    "cost": "int32",
    "moves": "int32",
    "steps": "int32",
    "expanded": "int64",
    "generated": "int64",
    "seconds": "float64",
    "positions": "int64",
    "depth": "int32",
    "difficulty": "float64",
    "misleading": "float64",
    "stuck": "float64",
}


def run(
    task: str,
    inputs: Sequence[str],
    *,
    out: str,
    shard_size: int = SHARD_SIZE,
    format: str | None = None,
    address: str | None = None,
    workers: int | None = None,
    **options: Any,
) -> dict[str, int]:
    """Solves or rates all puzzles of files on a Ray cluster, by default a local one. Returns the number of puzzles of each status.

    ``task`` is ``solve`` or ``rate``. The options are those of :func:`rushlab.solve_many` for ``solve``, and ``max_states``, ``max_memory``
    and ``timeout`` for ``rate``. The inputs are files in any format, databases of ``rushlab db build``, and Parquet files or folders of
    them with a column ``board``.
    """
    check_pyarrow()
    from rushlab.shards import ShardFolder

    if task not in TASKS:
        raise InvalidArgument(f"there is no task {task!r}; choose one of {', '.join(TASKS)}")
    if shard_size < 1:
        raise InvalidArgument(f"a shard has at least 1 puzzle, not {shard_size}")
    given = {name: value for name, value in sorted(options.items()) if value is not None}
    paths = list(_files(inputs))
    parameters = {"input": _checksum(paths), "format": format, "shard_size": shard_size, **given}
    folder = ShardFolder(out, task, parameters)
    folder.open()
    finished = folder.finished()
    for problem in finished.problems.values():
        note(f"{problem}; it is computed again")
    counts: Counter[str] = Counter()
    for part in finished.counts.values():
        counts.update(part)
    line = ProgressLine(None, "puzzles")
    shards = 0

    def tasks() -> Iterator[tuple[int, tuple[Any, ...]]]:
        nonlocal shards
        entries = read_puzzles(paths, format=format)
        while block := list(islice(entries, shard_size)):
            shards += 1
            shard = shards - 1
            if shard not in finished.counts:
                yield shard, (folder, task, given, shard, block)

    def add(shard: int, part: dict[str, int]) -> None:
        counts.update(part)

    def show() -> None:
        line.show(sum(counts.values()), _words(counts))

    try:
        run_tasks(compute_shard, tasks(), add, address=address, workers=workers, on_wait=show)
    finally:
        line.clear()
    folder.write_manifest({"complete": True, "shards": shards, "counts": dict(counts)})
    folder.remove_leftovers()
    return dict(counts)


def compute_shard(
    folder: ShardFolder, task: str, options: dict[str, Any], shard: int, entries: list[Entry]
) -> dict[str, int]:
    """Solves or rates the puzzles of a shard, writes its file, and returns the number of puzzles of each status."""
    import pyarrow as pa

    first = shard * folder.parameters["shard_size"] + 1
    columns: dict[str, list[Any]] = {
        "number": list(range(first, first + len(entries))),
        "puzzle": [None if isinstance(entry, str) else entry.name for entry in entries],
        "board": [None if isinstance(entry, str) else _board(entry) for entry in entries],
        "puzzle_id": [None if isinstance(entry, str) else entry.id for entry in entries],
        **TASKS[task](entries, options),
        "problem": [entry if isinstance(entry, str) else None for entry in entries],
    }
    types = {name: getattr(pa, NUMBERS.get(name, "string"))() for name in columns}
    table = pa.table({name: pa.array(column, types[name]) for name, column in columns.items()})
    counts = dict(Counter(columns["status"]))
    folder.write(shard, table, counts)
    return counts


def solve_shard(entries: list[Entry], options: dict[str, Any]) -> dict[str, list[Any]]:
    """Returns the columns of ``solve``. Unknown numbers are None."""
    results = solve_many([entry for entry in entries if not isinstance(entry, str)], threads=1, **options).to_dict()
    valid = iter(range(len(results["status"])))
    rows = [None if isinstance(entry, str) else next(valid) for entry in entries]

    def value(name: str, row: int | None) -> Any:
        found = None if row is None else results[name][row]
        return None if found == -1 else found

    columns = {name: [value(name, row) for row in rows] for name in results}
    columns["status"] = [status or "invalid" for status in columns["status"]]
    return columns


def rate_shard(entries: list[Entry], options: dict[str, Any]) -> dict[str, list[Any]]:
    """Returns the columns of ``rate``. What is not known is None."""
    columns: dict[str, list[Any]] = {
        name: [] for name in ("status", "positions", "moves", "depth", "difficulty", "level", "misleading", "stuck")
    }
    for entry in entries:
        row: dict[str, Any] = _rate(entry, options)
        for name, column in columns.items():
            column.append(row.get(name))
    return columns


def _rate(entry: Entry, options: dict[str, Any]) -> dict[str, Any]:
    if isinstance(entry, str):
        return {"status": "invalid"}
    try:
        cluster = entry.cluster(**options)
    except LimitReached:
        return {"status": "limit"}
    positions = len(cluster)
    if cluster.hardest is None:
        return {"status": "unsolvable", "positions": positions}
    difficulty = cluster.difficulty()
    if difficulty is None:
        return {"status": "unrated", "positions": positions}
    return {
        "status": "rated",
        "positions": positions,
        "moves": difficulty.length,
        "depth": difficulty.depth,
        "difficulty": difficulty.value,
        "level": difficulty.level,
        "misleading": difficulty.misleading,
        "stuck": difficulty.stuck,
    }


#: The function of each task.
TASKS = {"solve": solve_shard, "rate": rate_shard}


def read_puzzles(paths: Sequence[Path], *, format: str | None = None) -> Iterator[Entry]:
    """Reads the puzzles of files one after the other: puzzles, and messages about invalid ones."""
    for path in paths:
        with path.open("rb") as file:
            is_parquet = file.read(4) == b"PAR1"
        if is_parquet:
            yield from _parse_each(_parquet_boards(path))
        elif is_database(path):
            yield from _parse_each(_ids(path).splitlines())
        else:
            try:
                reader = PuzzleReader(path, format=format)
                while entries := reader.read(256):
                    yield from entries
            except InvalidPuzzle as error:
                raise InvalidPuzzle(f"{path}: {error}") from error


def _parse_each(texts: Iterator[str] | Sequence[str]) -> Iterator[Entry]:
    for text in texts:
        try:
            yield Puzzle.parse(text)
        except InvalidPuzzle as problem:
            yield str(problem)


def _parquet_boards(path: Path) -> Iterator[str]:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            if "board" not in file.schema_arrow.names:
                raise InvalidArgument(f"{path} has no column board")
            for batch in file.iter_batches(batch_size=4096, columns=["board"]):
                yield from (str(board or "") for board in batch["board"].to_pylist())
    except pa.ArrowException as error:
        raise InvalidArgument(f"{path} is a damaged Parquet file; make it again") from error


def _files(inputs: Sequence[str]) -> Iterator[Path]:
    """Returns the files of the inputs; of a folder its Parquet files."""
    for text in inputs:
        path = Path(text)
        found = sorted(path.glob("*.parquet")) if path.is_dir() else [path]
        if not found:
            raise InvalidArgument(f"there is no Parquet file in the folder {path}")
        if path.exists() and not path.is_dir() and not path.is_file():
            raise InvalidArgument(f"{path} is not a regular file; write the puzzles to a file")
        yield from found


def _checksum(paths: Sequence[Path]) -> str:
    """Returns the SHA-256 of the contents of files."""
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
        digest.update(b"\0")
    return digest.hexdigest()


def _board(puzzle: Puzzle) -> str | None:
    """Returns the board as one line, if the format can represent it."""
    try:
        return puzzle.to_text("line").strip()
    except InvalidPuzzle:
        return None


def _words(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {status}" for status, count in sorted(counts.items())) or "starting"


def main(arguments: Sequence[str]) -> int:
    """Runs the command."""
    parser = argparse.ArgumentParser(
        prog="python -m rushlab.batch",
        description="Solves or rates the puzzles of files on a Ray cluster, into Parquet files. The same command continues after an interruption.",
    )
    parser.add_argument("task", choices=list(TASKS), help="what is done with each puzzle")
    parser.add_argument(
        "--input", metavar="FILE", nargs="+", required=True, help="files in any format, databases, or Parquet files with a column board, and folders of them"
    )
    parser.add_argument("--out", metavar="FOLDER", required=True, help="a folder, or a URL such as s3://bucket/solutions")
    parser.add_argument("--format", metavar="NAME", help="the format of the input, by default detected")
    parser.add_argument("--algorithm", metavar="NAME", help="solve: the search algorithm, by default the fastest optimal one")
    parser.add_argument("--heuristic", metavar="NAME", help="solve: the heuristic of an informed search")
    parser.add_argument("--metric", choices=["moves", "steps"], help="solve: what is minimised")
    parser.add_argument("--max-states", metavar="N", type=int, help="the most states of one puzzle")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, help="the most seconds for one puzzle")
    parser.add_argument("--shard-size", metavar="N", type=int, default=SHARD_SIZE, help=f"the number of puzzles of a shard, by default {SHARD_SIZE}")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    add_ray_options(parser)
    options = parser.parse_args(arguments)
    solve_only = {"algorithm": options.algorithm, "heuristic": options.heuristic, "metric": options.metric}
    for name, value in solve_only.items():
        if options.task != "solve" and value is not None:
            raise InvalidArgument(f"--{name} is for solve")
    counts = run(
        options.task,
        options.input,
        out=options.out,
        shard_size=options.shard_size,
        format=options.format,
        address=options.address,
        workers=options.workers,
        max_states=options.max_states,
        timeout=options.timeout,
        **(solve_only if options.task == "solve" else {}),
    )
    if options.json:
        print(json.dumps(counts))
    else:
        width = max(len(f"{count:,}") for count in chain(counts.values(), [0]))
        for status, count in sorted(counts.items()):
            print(f"{count:>{width},} {status}")
        print(f"\nAll results are in {options.out}, as Parquet files.")
    if counts.get("invalid"):
        return 2
    return 1 if counts.get("limit") else 0


if __name__ == "__main__":
    # Ray finds the functions of a task by the name of their module, which must not be __main__.
    from rushlab import batch

    sys.exit(run_command(batch.main, sys.argv[1:]))
