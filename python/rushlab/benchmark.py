"""rushlab-bench: a frozen benchmark of puzzles with exact figures, balanced over size, walls, vehicles and moves.

``python -m rushlab.benchmark DIR`` makes its files: a Parquet file for each split, and a data card. The same version of the package makes the
same puzzles. Puzzles of one cluster, or of its mirror image, are in one split.

>>> from rushlab import benchmark
>>> puzzle = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......")
>>> row = benchmark.row(puzzle)
>>> row["moves"], row["optimal_solutions"], row["answer"]
(2, 1, 'BD2 XR3')
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from rushlab._native import Cluster, Puzzle
from rushlab.benchmark_card import card
from rushlab.dataset import Dataset, Item
from rushlab.errors import InvalidArgument, LimitReached
from rushlab.files import write
from rushlab.generation import generate
from rushlab.graph import needed
from rushlab.prompts import question

__all__ = ["CANARY", "FOLDER", "VERSION", "cluster_key", "count_optimal_solutions", "load", "make", "row", "split_of"]

#: The version of the benchmark. Other puzzles are another version.
VERSION = "1.0.0"

#: A text that is in every row, so that a model that was trained on the benchmark can be recognised.
CANARY = "rushlab-bench canary 1f0c7d52-6c0e-4c43-9d0b-5a4f7f0a2c11"

SPLITS = ("train", "validation", "test")

#: The benchmark as it is shipped.
FOLDER = Path(__file__).parent / "rushlab-bench"

#: The cells of the table that the puzzles are balanced over. What generation does not reach stays empty.
SIZES = ((5, 5), (6, 6))
WALLS = (0, 1, 2)
VEHICLES = ((4, 6), (7, 9), (10, 13))
MOVES = ((2, 5), (6, 10), (11, 16), (17, 30))

#: The number of puzzles of a cell.
PER_CELL = 4

#: The attempts for each puzzle of a cell.
PATIENCE = 6


def row(puzzle: Puzzle) -> dict[str, Any]:
    """Returns the row of a puzzle, whose whole cluster is explored."""
    cluster = puzzle.cluster()
    solution, difficulty = puzzle.solve(), cluster.difficulty()
    key = cluster_key(cluster)
    assert difficulty is not None and cluster.hardest is not None
    return {
        "id": puzzle.id,
        "board": str(puzzle.start),
        "width": puzzle.width,
        "height": puzzle.height,
        "walls": len(puzzle.walls),
        "vehicles": len(puzzle.vehicles),
        "moves": len(solution.moves),
        "steps": puzzle.with_rules(metric="steps").solve().cost,
        "optimal_solutions": count_optimal_solutions(cluster),
        "positions": len(cluster),
        "depth": int(cluster.distances[cluster.hardest]),
        "difficulty": difficulty.value,
        "level": difficulty.level,
        "cluster": key,
        "split": split_of(key),
        "question": question(puzzle),
        "answer": str(solution),
        "version": VERSION,
        "canary": CANARY,
    }


def cluster_key(cluster: Cluster) -> str:
    """Returns a text that is equal for two puzzles of one cluster, and of its mirror image.

    Vehicles of a row or column never change their order, so a cluster is known by its least position.

    >>> from rushlab import benchmark
    >>> first = rushlab.Puzzle.parse("......A..B..AXXB..A..B......CC......").start.play("AU1").to_puzzle()
    >>> benchmark.cluster_key(first.cluster()) == benchmark.cluster_key(first.start.play("BD2").to_puzzle().cluster())
    True
    """
    puzzle = cluster.puzzle
    height, vehicles = puzzle.height, puzzle.vehicles
    texts = []
    for mirrored in (False, True):
        offsets = cluster.positions.astype(np.int16)
        lines = []
        for index, vehicle in enumerate(vehicles):
            line = vehicle.row if vehicle.horizontal else vehicle.column
            if mirrored and vehicle.horizontal:
                line = height - 1 - line
            elif mirrored:
                offsets[:, index] = height - vehicle.length - offsets[:, index]
            lines.append((vehicle.horizontal, line))
        order = sorted(range(len(vehicles)), key=lambda index: (*lines[index], int(offsets[0, index])))
        least = offsets[np.lexsort(offsets[:, order[::-1]].T)[0]]
        walls = sorted((height - 1 - row if mirrored else row, column) for row, column in puzzle.walls)
        side, line = puzzle.exit
        exit = (side, height - 1 - line if mirrored and side in ("left", "right") else line)
        placed = [(*lines[i], vehicles[i].length, int(least[i]), i == puzzle.primary_index) for i in order]
        texts.append(json.dumps([puzzle.width, height, exit, walls, placed]))
    return hashlib.sha256(min(texts).encode()).hexdigest()[:16]


def count_optimal_solutions(cluster: Cluster) -> int:
    """Returns the number of optimal lists of moves from the start of a cluster."""
    distances, (indptr, indices) = cluster.distances, cluster.edges
    paths = {0: 1}
    for distance in range(int(distances[0]) - 1, -1, -1):
        nearer: dict[int, int] = {}
        for number, count in paths.items():
            for to in indices[indptr[number] : indptr[number + 1]].tolist():
                if distances[to] == distance:
                    nearer[to] = nearer.get(to, 0) + count
        paths = nearer
    return sum(paths.values())


def split_of(key: str) -> str:
    """Returns the split of a cluster: of ten clusters about two are for training, one for validation, and seven for the test."""
    return SPLITS[(0, 0, 1, 2, 2, 2, 2, 2, 2, 2)[int(key, 16) % 10]]


def cells() -> Iterator[dict[str, Any]]:
    """Yields the constraints of each cell."""
    for size, walls, vehicles, moves in product(SIZES, WALLS, VEHICLES, MOVES):
        yield {"size": size, "walls": walls, "vehicles": vehicles, "moves": moves}


def rows_of(number: int, cell: dict[str, Any], count: int = PER_CELL) -> Iterator[dict[str, Any]]:
    """Yields the rows of a cell: at most one of each cluster."""
    seen = set()
    for attempt in range(count):
        try:
            [puzzle] = generate(seed=number * 1000 + attempt, patience=PATIENCE, **cell)
        except LimitReached:
            # A cell that has no puzzle at its first attempt is empty.
            if attempt == 0:
                return
            continue
        except InvalidArgument:
            # No puzzle of this size has so many moves or vehicles.
            return
        found = row(puzzle)
        if found["cluster"] not in seen:
            seen.add(found["cluster"])
            yield found


def make(folder: str | os.PathLike[str]) -> None:
    """Makes the files of the benchmark."""
    arrow, parquet = needed("pyarrow", "rushlab.benchmark"), needed("pyarrow.parquet", "rushlab.benchmark")
    rows: dict[str, dict[str, Any]] = {}
    for number, cell in enumerate(cells()):
        for found in rows_of(number, cell):
            rows.setdefault(found["cluster"], found)
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for split in SPLITS:
        table = arrow.Table.from_pylist([found for found in rows.values() if found["split"] == split])
        sink = arrow.BufferOutputStream()
        parquet.write_table(table, sink, compression="zstd", compression_level=19)
        data = sink.getvalue().to_pybytes()
        write(folder / f"{split}.parquet", data)
        sizes[split] = len(data)
    write(folder / "README.md", card(list(rows.values()), sizes, VERSION, CANARY).encode())


def load(split: str = "test", folder: str | os.PathLike[str] = FOLDER) -> Dataset:
    """Returns a split as a dataset of questions: ``train``, ``validation`` or ``test``."""
    if split not in SPLITS:
        raise InvalidArgument(f"there is no split {split!r}; choose one of {', '.join(SPLITS)}")
    table = needed("pyarrow.parquet", "rushlab.benchmark").read_table(Path(folder) / f"{split}.parquet")
    return Dataset.of_items(_item(number, found) for number, found in enumerate(table.to_pylist()))


def _item(number: int, found: dict[str, Any]) -> Item:
    metadata = {
        "source_dataset": f"rushlab-bench {VERSION}",
        "source_index": number,
        "puzzle": Puzzle.parse(found["board"]).to_text("json"),
        "board": found["board"],
        "metric": "moves",
        "optimum": found["moves"],
        "difficulty": {"moves": found["moves"], "vehicles": found["vehicles"]},
    }
    return {"question": found["question"], "answer": found["answer"], "metadata": metadata}


def main() -> None:
    """Makes the benchmark in a folder."""
    parser = argparse.ArgumentParser(prog="python -m rushlab.benchmark", description="Makes rushlab-bench.")
    parser.add_argument("folder", help="where the Parquet files and the data card are written")
    make(parser.parse_args().folder)


if __name__ == "__main__":
    main()
