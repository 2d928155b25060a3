"""The stored benchmark is what its command makes, its figures are exact, and its splits do not leak."""

from collections import Counter

import pytest

import rushlab
from boards import EASY
from rushlab import benchmark
from rushlab.benchmark_card import COLUMNS, card

parquet = pytest.importorskip("pyarrow.parquet")

FILES = {split: benchmark.FOLDER / f"{split}.parquet" for split in benchmark.SPLITS}
ROWS = [row for path in FILES.values() for row in parquet.read_table(path).to_pylist()]


def test_the_files_are_small_versioned_and_described():
    assert sum(path.stat().st_size for path in FILES.values()) < 100_000
    assert all(list(row) == list(COLUMNS) for row in ROWS)
    assert {row["version"] for row in ROWS} == {benchmark.VERSION} and {row["canary"] for row in ROWS} == {benchmark.CANARY}
    sizes = {split: path.stat().st_size for split, path in FILES.items()}
    text = (benchmark.FOLDER / "README.md").read_text(encoding="utf-8")
    assert text == card(ROWS, sizes, benchmark.VERSION, benchmark.CANARY)
    for part in ("license:", "configs:", "## Provenance", "## Splits", "## Columns", "## Limits", benchmark.CANARY):
        assert part in text
    metadata = [parquet.read_metadata(path) for path in FILES.values()]
    assert {data.row_group(0).column(0).compression for data in metadata} == {"ZSTD"}


def test_every_answer_is_optimal():
    puzzles = [rushlab.Puzzle.parse(row["board"]) for row in ROWS]
    assert all(rushlab.Puzzle.parse(row["id"]).id == row["id"] == puzzle.id for row, puzzle in zip(ROWS, puzzles))
    assert rushlab.solve_many(puzzles).cost.tolist() == [row["moves"] for row in ROWS]
    assert rushlab.solve_many(puzzles, metric="steps").cost.tolist() == [row["steps"] for row in ROWS]
    assert all(score.optimal for score in rushlab.score_many(puzzles, [row["answer"] for row in ROWS]))


def test_rows_are_made_again():
    some = [row for row in ROWS if row["positions"] <= 5000][::3]
    assert len(some) >= 30
    for row in some:
        assert benchmark.row(rushlab.Puzzle.parse(row["board"])) == row


def test_cells_are_made_again():
    stored = {row["id"]: row for row in ROWS}
    cells = list(benchmark.cells())
    made = [row for number in (0, 12) for row in benchmark.rows_of(number, cells[number], 2)]
    assert len(made) >= 3 and all(stored.get(row["id"]) == row for row in made)


def test_splits_do_not_leak():
    assert len({row["cluster"] for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert row["split"] == benchmark.split_of(row["cluster"])
    for split, path in FILES.items():
        assert set(parquet.read_table(path).column("split").to_pylist()) == {split}
    counts = Counter(row["split"] for row in ROWS)
    assert min(counts.values()) >= 20 and counts["test"] > len(ROWS) / 2


def test_a_cluster_and_its_mirror_image_have_one_key():
    for row in [row for row in ROWS if row["positions"] <= 2000][:25]:
        puzzle = rushlab.Puzzle.parse(row["board"])
        cluster = puzzle.cluster()
        mirrored = rushlab.Puzzle.from_grid(puzzle.to_grid()[::-1])
        other = cluster.position(len(cluster) // 2).to_puzzle()
        assert {benchmark.cluster_key(found.cluster()) for found in (puzzle, mirrored, other)} == {row["cluster"]}
    keys = {benchmark.cluster_key(puzzle.cluster()) for puzzle in rushlab.built_in("beginner")}
    assert len(keys) == 10


def all_solutions(position, moves):
    """Counts lists of moves by trying all."""
    if position.solved:
        return 1
    return sum(all_solutions(position.play(move), moves - 1) for move in position.legal_moves()) if moves else 0


@pytest.mark.parametrize("board", [EASY, *(row["board"] for row in ROWS if row["moves"] <= 4)][:8])
def test_optimal_solutions_are_counted(board):
    puzzle = rushlab.Puzzle.parse(board)
    assert benchmark.count_optimal_solutions(puzzle.cluster()) == all_solutions(puzzle.start, puzzle.solve().cost)


def test_a_split_is_a_dataset():
    dataset = benchmark.load("validation")
    assert len(dataset) == sum(row["split"] == "validation" for row in ROWS)
    assert all(dataset.score_answer(item["answer"], item) == 1.0 for item in dataset[:5])
    with pytest.raises(rushlab.InvalidArgument, match="no split 'dev'; choose one of train"):
        benchmark.load("dev")
