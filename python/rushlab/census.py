"""The census: every minimal puzzle of a board size, in this process or on a Ray cluster.

``python -m rushlab.census --size 6x6 --walls 0..1 --out FOLDER`` takes the census in shards, each a task of Ray and a Parquet file. It
continues where it was interrupted. ``python -m rushlab.census merge FOLDER --out FILE`` writes the file that ``rushlab census`` writes.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from rushlab._native import Census
from rushlab.command_line import add_ray_options, check_pyarrow, note, parse_range, parse_size, run_command
from rushlab.errors import InvalidArgument
from rushlab.names import Metric
from rushlab.progress import ProgressLine
from rushlab.ray_tasks import run_tasks

if TYPE_CHECKING:
    from rushlab.shards import ShardFolder

__all__ = ["Census", "CensusPlan", "CensusResult", "main", "merge", "run", "take"]

Range = int | tuple[int | None, int | None]

#: The number of ids of a shard if there are neither too few nor too many shards: about half a minute of work.
SHARD_IDS = 1 << 22

#: The least and the greatest default number of shards.
MIN_SHARDS, MAX_SHARDS = 16, 1024

#: What the counts mean.
COUNTS = {
    "ids": "boards in which no vehicle can move left or up",
    "canonical": "boards that are the smallest of their cluster: the number of clusters",
    "solvable": "clusters with a solution",
    "minimal": "clusters whose hardest position is minimal: the number of puzzles",
    "positions": "positions in all clusters",
    "largest": "positions in the largest cluster",
}


@dataclass(frozen=True, eq=False)
class CensusResult:
    """The result of :func:`take`: the counts, and an array or list for each column, in the order of the ids."""

    #: The number of ``ids``, of ``canonical``, ``solvable`` and ``minimal`` boards, of ``positions``, and of those in the ``largest`` cluster.
    counts: dict[str, int]
    #: ``moves``, ``board``, ``id`` (the number of the board in the census), ``positions``, ``vehicles``, ``walls`` and ``puzzle_id``.
    columns: dict[str, Any]

    def __len__(self) -> int:
        return self.counts["minimal"]

    def __repr__(self) -> str:
        return f"<CensusResult: {self.counts['ids']:,} ids, {len(self):,} puzzles>"

    def rows(self) -> list[str]:
        """Returns the rows of the census file, the hardest first: ``moves board positions``."""
        columns = (self.columns[name] for name in ("moves", "board", "positions"))
        rows = ((moves, f"{moves:02} {board} {positions}") for moves, board, positions in zip(*columns, strict=True))
        return [row for _, row in sorted(rows, reverse=True)]

    def table(self) -> Any:
        """Returns the columns as a table of pyarrow, which must be installed."""
        import pyarrow as pa

        return pa.table(self.columns)


@dataclass(frozen=True)
class CensusPlan:
    """The parameters of a census, which determine its shards. Shard i of n takes the chunks i, i + n, i + 2n, …

    >>> plan = CensusPlan((5, 5), (0, 0), (0, 1000), shards=2)
    >>> list(plan.ranges(1))
    [(256, 512), (768, 1000)]
    """

    size: tuple[int, int]
    #: The least and the greatest number of walls.
    walls: tuple[int, int]
    #: The first id, and the id after the last.
    ids: tuple[int, int]
    shards: int
    definition: str = "fogleman"
    metric: str = "moves"
    rate: bool = False

    @property
    def chunk(self) -> int:
        """The number of ids of a chunk."""
        first, end = self.ids
        return Census.chunk_ids(end - first, self.shards)

    def ranges(self, shard: int) -> Iterator[tuple[int, int]]:
        """Returns the ranges of ids of a shard."""
        first, end = self.ids
        for start in range(first + shard * self.chunk, end, self.shards * self.chunk):
            yield start, min(start + self.chunk, end)

    def parameters(self) -> dict[str, Any]:
        """Returns the parameters as plain data."""
        return {
            "size": "{}x{}".format(*self.size),
            "walls": list(self.walls),
            "ids": list(self.ids),
            "shards": self.shards,
            "chunk": self.chunk,
            "definition": self.definition,
            "metric": self.metric,
            "rate": self.rate,
        }


def take(
    size: str | tuple[int, int],
    walls: Range = 0,
    *,
    ids: tuple[int, int] | None = None,
    definition: str = "fogleman",
    metric: str | None = None,
    rate: bool = False,
) -> CensusResult:
    """Takes the census of the boards of a size with a number of walls, on one core of this process.

    The ids run from the first number to before the second; by default all. ``definition`` and ``metric`` are those of ``rushlab census``. ``rate``
    adds the columns ``difficulty``, ``level``, ``misleading`` and ``stuck``.

    >>> result = rushlab.census.take("4x4", (0, 1))
    >>> result.counts["ids"], len(result), result.rows()[0]
    (9804, 32, '07 BBBFEAAFE.CCEDDD 8')
    """
    size = parse_size(size) if isinstance(size, str) else size
    census = _census(size, _walls(size, walls), definition, metric)
    counts, columns = census.classify([(0, census.ids) if ids is None else ids], rate=rate)
    return CensusResult(counts, columns)


def run(
    size: str | tuple[int, int],
    walls: Range = 0,
    *,
    out: str,
    ids: tuple[int, int] | None = None,
    shards: int | None = None,
    definition: str = "fogleman",
    metric: str | None = None,
    rate: bool = False,
    address: str | None = None,
    workers: int | None = None,
) -> dict[str, int]:
    """Takes a census on a Ray cluster, by default a local one, and returns the counts.

    Each shard becomes a Parquet file in the folder or URL ``out``. Shards whose files are there and undamaged are not computed again.
    """
    check_pyarrow()
    size = parse_size(size) if isinstance(size, str) else size
    plan = make_plan(size, walls, out, ids=ids, shards=shards, definition=definition, metric=metric, rate=rate)
    folder = _folder(out, plan)
    folder.open()
    finished = folder.finished()
    for problem in finished.problems.values():
        note(f"{problem}; it is computed again")
    line = ProgressLine(plan.ids[1] - plan.ids[0], "ids")
    counts = _sum(finished.counts.values())
    line.start_at(counts["ids"])

    def show() -> None:
        line.show(counts["ids"], f"{counts['minimal']:,} puzzles")

    def add(shard: int, result: dict[str, int]) -> None:
        counts.update(_sum([counts, result]))

    show()
    try:
        tasks = ((shard, (folder, plan, shard)) for shard in range(plan.shards) if shard not in finished.counts)
        run_tasks(compute_shard, tasks, add, address=address, workers=workers, on_wait=show)
    finally:
        line.clear()
    folder.write_manifest({"complete": True, "counts": counts})
    folder.remove_leftovers()
    return counts


def compute_shard(folder: ShardFolder, plan: CensusPlan, shard: int) -> dict[str, int]:
    """Computes a shard, writes its file, and returns its counts."""
    import pyarrow as pa

    census = _census(plan.size, plan.walls, plan.definition, plan.metric)
    counts, columns = census.classify(list(plan.ranges(shard)), rate=plan.rate)
    types = {"board": pa.string(), "puzzle_id": pa.string(), "level": pa.string()}
    table = pa.table({name: pa.array(column, types.get(name)) for name, column in columns.items()})
    folder.write(shard, table, counts)
    return counts


def merge(folder: str, out: str) -> int:
    """Writes the puzzles of a finished census into one file, the hardest first, and returns their number.

    A file that ends in ``.parquet`` has all columns. Any other is a text, byte by byte the file of ``rushlab census``.
    """
    check_pyarrow()
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from rushlab.shards import filesystem, write_whole

    parts = [part for part, _ in _finished_shards(folder)]
    table = pa.concat_tables(parts)
    moves = pc.utf8_lpad(pc.cast(table["moves"], pa.string()), 2, "0")
    rows = pc.binary_join_element_wise(moves, table["board"], pc.cast(table["positions"], pa.string()), " ")
    table = table.append_column("row", rows).sort_by([("moves", "descending"), ("row", "descending")])
    files, path = filesystem(out)
    if out.endswith(".parquet"):
        buffer = pa.BufferOutputStream()
        pq.write_table(table.drop_columns(["row"]), buffer, compression="zstd")
        write_whole(files, path, buffer.getvalue())
    else:
        text = "".join(f"{row}\n" for row in table["row"].to_pylist())
        write_whole(files, path, text.encode())
    return int(table.num_rows)


def _finished_shards(location: str) -> Iterator[tuple[Any, dict[str, int]]]:
    """Returns the rows and counts of every shard of a finished census."""
    from rushlab.shards import DamagedShard, name_of, read_manifest

    manifest = read_manifest(location)
    if manifest is None or manifest.get("task") != "census":
        raise InvalidArgument(f"{location} is not a census; give the folder of python -m rushlab.census")
    try:
        plan = _plan_of(manifest["parameters"])
    except (KeyError, TypeError) as error:
        raise InvalidArgument(f"the manifest of {location} is damaged; remove it, and run the census again") from error
    folder = _folder(location, plan)
    missing = sorted(set(range(plan.shards)) - set(folder.numbers()))
    if missing:
        raise InvalidArgument(
            f"{location} is incomplete: {len(missing)} of {plan.shards} shards are missing, the first is {missing[0]};"
            " run the census again, which computes only these"
        )
    for shard in range(plan.shards):
        try:
            yield folder.read(shard)
        except DamagedShard as problem:
            message = f"{name_of(shard)} of {location} {problem}; run the census again, which computes only this shard"
            raise InvalidArgument(message) from problem


def make_plan(
    size: tuple[int, int],
    walls: Range,
    out: str,
    *,
    ids: tuple[int, int] | None,
    shards: int | None,
    definition: str,
    metric: str | None,
    rate: bool,
) -> CensusPlan:
    """Returns the plan of a census. By default the number of shards is that of the folder ``out``, if it has a census."""
    from rushlab.shards import read_manifest

    bounds = _walls(size, walls)
    census = _census(size, bounds, definition, metric)
    # Refuses a difficulty that is not defined, before anything starts.
    census.classify([], rate=rate)
    count = census.ids
    first, end = ids or (0, count)
    if not 0 <= first < end <= count:
        raise InvalidArgument(f"there are {count:,} ids, from 0 to {count - 1}; {first} to {end - 1} is not a range of them")
    if shards is None:
        manifest = read_manifest(out) or {}
        shards = manifest.get("parameters", {}).get("shards")
    if shards is None:
        shards = max(MIN_SHARDS, min(MAX_SHARDS, (end - first) // SHARD_IDS))
    if not 1 <= shards <= 99_999:
        raise InvalidArgument(f"the number of shards is from 1 to 99,999, not {shards}")
    return CensusPlan(size, bounds, (first, end), shards, definition, census.metric, rate)


def _plan_of(parameters: dict[str, Any]) -> CensusPlan:
    """Returns the plan with these parameters."""
    walls, ids = parameters["walls"], parameters["ids"]
    size = parse_size(parameters["size"])
    names = ("shards", "definition", "metric", "rate")
    return CensusPlan(size, (walls[0], walls[1]), (ids[0], ids[1]), **{name: parameters[name] for name in names})


@lru_cache(maxsize=2)
def _census(size: tuple[int, int], walls: tuple[int, int], definition: str, metric: str | None) -> Census:
    """Numbers the boards of a size: once in each worker."""
    return Census(size, walls, definition=definition, metric=cast("Metric | None", metric))


def _walls(size: tuple[int, int], walls: Range) -> tuple[int, int]:
    least, most = (walls, walls) if isinstance(walls, int) else walls
    return least or 0, size[0] * size[1] if most is None else most


def _folder(location: str, plan: CensusPlan) -> ShardFolder:
    from rushlab.shards import ShardFolder

    return ShardFolder(location, "census", plan.parameters())


def _sum(parts: Any) -> dict[str, int]:
    """Returns the sum of counts; of the largest clusters the largest."""
    parts = list(parts)
    counts = {name: sum(part[name] for part in parts) for name in COUNTS}
    counts["largest"] = max((part["largest"] for part in parts), default=0)
    return counts


def main(arguments: Sequence[str]) -> int:
    """Runs the command."""
    if arguments[:1] == ["merge"]:
        return _merge_command(arguments[1:])
    parser = argparse.ArgumentParser(
        prog="python -m rushlab.census",
        description="Finds every minimal puzzle of a size on a Ray cluster, into Parquet files. The same command continues after an interruption.",
        epilog="python -m rushlab.census merge FOLDER --out FILE writes the results into one file.",
    )
    parser.add_argument("--size", metavar="WxH", required=True, help="columns by rows, for example 6x6; 3 to 8 each")
    parser.add_argument("--walls", metavar="A..B", default="0", help="the number of walls, A..B or one number; by default 0")
    parser.add_argument("--definition", metavar="NAME", default="fogleman", help="which boards are counted, as for rushlab census; by default fogleman")
    parser.add_argument("--metric", choices=["moves", "steps"], help="what a solution minimises; by default that of the definition")
    parser.add_argument("--ids", metavar="A..B", help="only the boards with these ids, A..B")
    parser.add_argument("--out", metavar="FOLDER", required=True, help="a folder, or a URL such as s3://bucket/census")
    parser.add_argument("--shards", metavar="N", type=int, help="the number of shards; by default one for four million ids")
    parser.add_argument("--rate", action="store_true", help="add the columns of the difficulty, which takes longer")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")
    add_ray_options(parser)
    options = parser.parse_args(arguments)
    size = parse_size(options.size)
    walls = parse_range(options.walls)
    ids = None
    if options.ids is not None:
        first, last = parse_range(options.ids)
        census = _census(size, _walls(size, walls), options.definition, options.metric)
        ids = (first or 0, census.ids if last is None else last + 1)
    counts = run(
        size,
        walls,
        out=options.out,
        ids=ids,
        shards=options.shards,
        definition=options.definition,
        metric=options.metric,
        rate=options.rate,
        address=options.address,
        workers=options.workers,
    )
    if options.json:
        print(json.dumps(counts))
        return 0
    width = max(len(f"{count:,}") for count in counts.values())
    for name, meaning in COUNTS.items():
        print(f"{name:9}  {counts[name]:>{width},}  {meaning}")
    print(f"\nAll puzzles are in {options.out}, as Parquet files.")
    return 0


def _merge_command(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m rushlab.census merge",
        description="Writes the puzzles of a finished census into one file, the hardest first.",
    )
    parser.add_argument("folder", help="the folder or URL of the census")
    parser.add_argument("--out", metavar="FILE", required=True, help="FILE.parquet with all columns; else a text, as rushlab census writes it")
    options = parser.parse_args(arguments)
    count = merge(options.folder, options.out)
    print(f"{count:,} puzzles in {options.out}")
    return 0


if __name__ == "__main__":
    # Ray finds the functions of a task by the name of their module, which must not be __main__.
    from rushlab import census

    sys.exit(run_command(census.main, sys.argv[1:]))
