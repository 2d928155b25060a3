"""Parquet files of shards: verified, and never half written."""

import json
import os
import random
import subprocess

import pytest

import rushlab
from rushlab import census

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")
shards = pytest.importorskip("rushlab.shards")

PLAN = census.CensusPlan((4, 4), (0, 1), (0, 9_804), 4)


def folder(location, **changes):
    return shards.ShardFolder(str(location), "census", {**PLAN.parameters(), **changes})


@pytest.fixture
def finished(tmp_path):
    """A folder whose shards are all finished."""
    found = folder(tmp_path / "census")
    found.open()
    for shard in range(PLAN.shards):
        census.compute_shard(found, PLAN, shard)
    return found


def test_shards_are_read_back_with_their_counts(finished):
    parts = [finished.read(shard) for shard in range(PLAN.shards)]
    whole = census.take("4x4", (0, 1))
    assert sum(counts["positions"] for _, counts in parts) == whole.counts["positions"]
    table = pa.concat_tables(table for table, _ in parts).sort_by("id")
    assert table.to_pydict() == {name: list(column) for name, column in whole.columns.items()}
    footer = json.loads(pq.read_schema(finished.path("shard-00002.parquet")).metadata[b"rushlab"])
    assert (footer["shard"], footer["version"], footer["parameters"]["size"]) == (2, rushlab.__version__, "4x4")
    assert footer["rows"] == parts[2][0].num_rows == footer["counts"]["minimal"]
    assert finished.names() == ["_manifest.json", *(f"shard-0000{shard}.parquet" for shard in range(4))]


def test_every_damage_is_noticed(finished, tmp_path):
    path = tmp_path / "census/shard-00001.parquet"
    good, rows = path.read_bytes(), finished.read(1)
    generator = random.Random(1)
    for _ in range(200):
        data = bytearray(good)
        if generator.random() < 0.3:
            data = data[: generator.randrange(len(data))]
        else:
            data[generator.randrange(len(data))] ^= 1 << generator.randrange(8)
        path.write_bytes(data)
        try:
            found = finished.read(1)
        except shards.DamagedShard:
            continue
        # Some bytes of the format mean nothing for the rows.
        assert found[0].equals(rows[0]) and found[1] == rows[1]
    path.write_bytes(good)
    assert finished.read(1)[1] == rows[1]


def test_foreign_files_do_not_count(finished, tmp_path):
    other = folder(tmp_path / "other", walls=[0, 2])
    other.open()
    census.compute_shard(other, PLAN, 0)
    (tmp_path / "census/shard-00000.parquet").write_bytes((tmp_path / "other/shard-00000.parquet").read_bytes())
    (tmp_path / "census/shard-00001.parquet").write_bytes((tmp_path / "census/shard-00002.parquet").read_bytes())
    pq.write_table(pa.table({"moves": [1]}), tmp_path / "census/shard-00003.parquet")
    found = finished.finished()
    assert list(found.counts) == [2]
    assert found.problems == {
        0: "shard-00000.parquet is from another computation: walls is [0, 2] there, and [0, 1] here",
        1: "shard-00001.parquet is from another computation: shard is 2 there, and 1 here",
        3: "shard-00003.parquet has no footer of rushlab",
    }


def test_a_footer_that_is_nested_too_deeply_is_damaged(finished):
    table = pa.table({"id": [1]}).replace_schema_metadata({b"rushlab": b"[" * 100_000})
    pq.write_table(table, finished.path("shard-00001.parquet"))
    with pytest.raises(shards.DamagedShard, match="incomplete or damaged"):
        finished.read(1)


def test_a_folder_has_one_computation(finished, tmp_path):
    finished.open()
    with pytest.raises(rushlab.InvalidArgument, match="another computation: rate is false there, and true here; name another folder"):
        folder(tmp_path / "census", rate=True).open()
    # Cut off, nested too deeply, and too long.
    for text in ("{", "[" * 100_000, " " * (2 << 20) + "{}"):
        (tmp_path / "census/_manifest.json").write_text(text)
        with pytest.raises(rushlab.InvalidArgument, match="_manifest.json is damaged; remove it"):
            finished.open()


def test_a_file_that_cannot_be_written_leaves_nothing(finished, tmp_path, monkeypatch):
    (tmp_path / "census/shard-00000.parquet").unlink()
    monkeypatch.setattr(shards.ShardFolder, "path", lambda self, name: f"{tmp_path}/missing/{name}")
    with pytest.raises(OSError):
        census.compute_shard(finished, PLAN, 0)
    assert not (tmp_path / "census/shard-00000.parquet").exists() and not (tmp_path / "missing").exists()


def test_leftovers_of_killed_workers_are_removed(finished, tmp_path):
    (tmp_path / "census/.shard-00000.parquet.0123abcd.tmp").write_bytes(b"PAR1")
    (tmp_path / "census/notes.tmp").write_text("mine")
    finished.remove_leftovers()
    assert [name for name in finished.names() if name.endswith("tmp")] == ["notes.tmp"]


def test_a_url_is_a_location(tmp_path):
    found = folder((tmp_path / "by-url").as_uri())
    found.open()
    census.compute_shard(found, PLAN, 3)
    assert (tmp_path / "by-url/shard-00003.parquet").exists() and list(found.finished().counts) == [3]
    with pytest.raises(rushlab.InvalidArgument, match="gopher://census cannot be opened"):
        folder("gopher://census").open()


def test_merge_writes_the_file_of_the_program(finished, tmp_path):
    assert census.merge(finished.location, str(tmp_path / "census.txt")) == 32
    assert (tmp_path / "census.txt").read_text().splitlines() == census.take("4x4", (0, 1)).rows()
    census.merge(finished.location, str(tmp_path / "census.parquet"))
    table = pq.read_table(tmp_path / "census.parquet")
    rows = zip(*(table[name].to_pylist() for name in ("moves", "board", "positions")), strict=True)
    assert [f"{moves:02} {board} {positions}" for moves, board, positions in rows] == census.take("4x4", (0, 1)).rows()
    (tmp_path / "census/shard-00002.parquet").write_bytes(b"PAR1")
    with pytest.raises(rushlab.InvalidArgument, match="shard-00002.parquet of .* is incomplete or damaged; run the census again"):
        census.merge(finished.location, str(tmp_path / "other.txt"))
    (tmp_path / "census/shard-00002.parquet").unlink()
    with pytest.raises(rushlab.InvalidArgument, match="1 of 4 shards are missing, the first is 2"):
        census.merge(finished.location, str(tmp_path / "other.txt"))
    with pytest.raises(rushlab.InvalidArgument, match="is not a census"):
        census.merge(str(tmp_path), str(tmp_path / "other.txt"))
    assert not (tmp_path / "other.txt").exists()


@pytest.fixture
def program():
    """The program rushlab of this version."""
    if "RUSHLAB_PROGRAM" not in os.environ:
        pytest.skip("RUSHLAB_PROGRAM does not name the program")
    return lambda *arguments: subprocess.run([os.environ["RUSHLAB_PROGRAM"], *map(str, arguments)], check=True, capture_output=True)


def test_the_program_writes_the_same_file_and_reads_it(finished, program, tmp_path):
    census.merge(finished.location, str(tmp_path / "merged.txt"))
    program("census", "--size", "4x4", "--walls", "0..1", "--out", tmp_path / "whole.txt")
    assert (tmp_path / "merged.txt").read_bytes() == (tmp_path / "whole.txt").read_bytes()
    program("census", "--size", "4x4", "--walls", "0..1", "--shard", "3/4", "--out", tmp_path / "shard.txt")
    rows = {f"{row['moves']:02} {row['board']} {row['positions']}" for row in finished.read(3)[0].to_pylist()}
    assert set((tmp_path / "shard.txt").read_text().splitlines()) == rows
    program("db", "build", tmp_path / "puzzles.db", tmp_path / "merged.txt")
    assert {puzzle.id for puzzle in rushlab.load(tmp_path / "puzzles.db")} == set(census.take("4x4", (0, 1)).columns["puzzle_id"])


def test_duckdb_reads_the_folder(finished):
    duckdb = pytest.importorskip("duckdb")
    found = duckdb.sql(f"SELECT max(moves), count(*) FROM '{finished.location}/*.parquet' WHERE walls = 0").fetchall()
    whole = census.take("4x4")
    assert found == [(int(whole.columns["moves"].max()), len(whole))]
