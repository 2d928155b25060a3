"""The census and batches on a Ray cluster of two nodes on this machine, with failures."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import pytest

import rushlab
from boards import EASY, HARD
from rushlab import batch, census

ray = pytest.importorskip("ray")
pq = pytest.importorskip("pyarrow.parquet")

#: The longest time that anything may take on a busy machine, in seconds.
PATIENCE = 300

NODE = {"num_cpus": 1, "object_store_memory": 80 << 20, "include_dashboard": False}


@pytest.fixture(scope="module")
def ray_folder():
    """A folder for the files of Ray. Its path is short, because the paths of sockets must be."""
    folder = tempfile.mkdtemp(prefix="ray-")
    old = {name: os.environ.get(name) for name in ("RAY_TMPDIR", "RAY_USAGE_STATS_ENABLED")}
    os.environ.update(RAY_TMPDIR=folder, RAY_USAGE_STATS_ENABLED="0")
    yield folder
    for name, value in old.items():
        if value is None:
            del os.environ[name]
        else:
            os.environ[name] = value
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def cluster(ray_folder):
    found = start_cluster()
    yield found
    ray.shutdown()
    found.shutdown()


def start_cluster():
    """Starts a cluster of one node."""
    from ray.cluster_utils import Cluster

    found = Cluster()
    add_node(found)
    ray.init(address=found.address, logging_level="ERROR", log_to_driver=False)
    return found


def add_node(cluster):
    """Starts a node. Ray gives up after half a minute; a machine that is too busy for that skips the test."""
    for _ in range(3):
        try:
            return cluster.add_node(**NODE)
        except Exception as error:
            reason = error
    pytest.skip(f"Ray cannot be started: {reason}")


def run_on(monkeypatch, sabotage, on_wait):
    """Makes a census run its tasks with a sabotage in each task, and call a function while it waits."""
    run_tasks = census.run_tasks

    def run_sabotaged(function, tasks, on_result, **options):
        def sabotaged(*arguments):
            sabotage(arguments[-1])
            return function(*arguments)

        run_tasks(sabotaged, tasks, on_result, **{**options, "on_wait": on_wait})

    monkeypatch.setattr(census, "run_tasks", run_sabotaged)


def test_a_census_survives_the_death_of_a_worker_and_of_a_node(cluster, tmp_path, monkeypatch, capsys):
    node = add_node(cluster)
    cluster.wait_for_nodes(timeout=PATIENCE)
    node_id, marks, out = node.node_id, tmp_path, tmp_path / "census"

    def sabotage(shard):
        def first(name):
            try:
                (marks / name).touch(exist_ok=False)
            except FileExistsError:
                return False
            return True

        if ray.get_runtime_context().get_node_id() == node_id and first("on the second node"):
            time.sleep(PATIENCE)
        # The first node waits, so that the second one gets a task however slowly it starts.
        deadline = time.monotonic() + PATIENCE
        while not (marks / "on the second node").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        if shard == 5 and first("worker killed"):
            os.kill(os.getpid(), signal.SIGKILL)

    def kill_node():
        if (marks / "on the second node").exists() and not (marks / "node killed").exists():
            (marks / "node killed").touch()
            cluster.remove_node(node, allow_graceful=False)

    run_on(monkeypatch, sabotage, kill_node)
    whole = census.take("5x5")
    assert census.run("5x5", out=str(out), shards=12) == whole.counts
    assert (marks / "node killed").exists() and (marks / "worker killed").exists()
    census.merge(str(out), str(tmp_path / "whole.txt"))
    assert (tmp_path / "whole.txt").read_text().splitlines() == whole.rows()
    monkeypatch.undo()

    # A truncated and a foreign shard are computed again; all others are kept.
    files = sorted(out.glob("shard-*.parquet"))
    files[3].write_bytes(files[3].read_bytes()[:-100])
    shutil.copy(files[1], files[4])
    kept = {path: path.stat().st_mtime_ns for path in files}
    assert census.run("5x5", out=str(out)) == whole.counts
    assert [path for path in files if path.stat().st_mtime_ns != kept[path]] == [files[3], files[4]]
    census.merge(str(out), str(tmp_path / "again.txt"))
    assert (tmp_path / "again.txt").read_text() == (tmp_path / "whole.txt").read_text()
    # The shards are read by several tasks, in any order.
    assert sorted(capsys.readouterr().err.splitlines()) == [
        "shard-00003.parquet is incomplete or damaged; it is computed again",
        "shard-00004.parquet is from another computation: shard is 1 there, and 4 here; it is computed again",
    ]


def test_a_batch_solves_and_rates(cluster, tmp_path, capsys):
    boards = tmp_path / "boards.txt"
    boards.write_text("\n".join([EASY, HARD, "AA.B.B", EASY.replace("A", "Z"), "...XXx..."]) + "\n")
    out = str(tmp_path / "solved")
    counts = batch.run("solve", [str(boards)], out=out, shard_size=2, format="line")
    assert counts == {"solved": 3, "invalid": 1, "unsolvable": 1}
    rows = pq.read_table(out).sort_by("number").to_pylist()
    assert [row["number"] for row in rows] == [1, 2, 3, 4, 5]
    assert [row["status"] for row in rows] == ["solved", "solved", "invalid", "solved", "unsolvable"]
    assert [row["moves"] for row in rows] == [2, 25, None, 2, None]
    assert rows[0]["solution"] == "BD2 XR3" and rows[0]["board"] == EASY and rows[0]["problem"] is None
    assert "AA.B.B" in rows[2]["problem"] or "6 cells" in rows[2]["problem"]
    assert batch.run("solve", [str(boards)], out=out, shard_size=2, format="line") == counts
    boards.write_text(EASY + "\n")
    with pytest.raises(rushlab.InvalidArgument, match="another computation: input is"):
        batch.run("solve", [str(boards)], out=out, shard_size=2, format="line")

    # The results of one batch are the input of the next.
    (tmp_path / "hard.txt").write_text(f"{HARD}\n{EASY}\n")
    code = batch.main(["rate", "--input", str(tmp_path / "hard.txt"), "--out", str(tmp_path / "rated"), "--json"])
    assert (code, capsys.readouterr().out) == (0, '{"rated": 2}\n')
    rated = pq.read_table(tmp_path / "rated").to_pylist()
    expected = rushlab.Puzzle.parse(HARD).difficulty()
    assert (rated[0]["difficulty"], rated[0]["level"], rated[0]["stuck"]) == (expected.value, expected.level, expected.stuck)
    assert (rated[0]["moves"], rated[0]["positions"]) == (25, 12_859)
    code = batch.main(["rate", "--input", str(tmp_path / "rated"), "--out", str(tmp_path / "limited"), "--max-states", "1000"])
    assert code == 1 and "1 limit\n1 rated\n" in capsys.readouterr().out


def test_a_shard_that_always_fails_is_reported_and_the_others_are_finished(cluster, tmp_path, monkeypatch):
    def sabotage(shard):
        if shard == 1:
            raise ValueError("this shard cannot be computed")

    run_on(monkeypatch, sabotage, lambda: None)
    with pytest.raises(rushlab.RushlabError, match="1 shard failed, shard 1 because of: .*cannot be computed; the same command"):
        census.run("4x4", out=str(tmp_path / "census"), shards=4)
    assert len(list((tmp_path / "census").glob("shard-*.parquet"))) == 3


def test_the_message_about_a_dead_worker_is_one_line(cluster, tmp_path, monkeypatch):
    def sabotage(shard):
        if shard == 2:
            os.kill(os.getpid(), signal.SIGKILL)

    run_on(monkeypatch, sabotage, lambda: None)
    monkeypatch.setattr("rushlab.ray_tasks.RETRIES", 0)
    with pytest.raises(rushlab.RushlabError, match="shard 2 because of: .*worker.*; the same command") as raised:
        census.run("4x4", out=str(tmp_path / "census"), shards=4)
    assert "\n" not in str(raised.value) and "raylet)" not in str(raised.value)


def test_ctrl_c_keeps_what_is_finished(ray_folder, tmp_path):
    # This census takes far longer than any test.
    arguments = ["--size", "6x6", "--walls", "0..1", "--ids", "0..99999999", "--shards", "2000", "--workers", "1"]
    command = [sys.executable, "-m", "rushlab.census", *arguments, "--out", str(tmp_path / "census")]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while len(list(tmp_path.glob("census/shard-*.parquet"))) < 2:
            if process.poll() is not None:
                err = process.communicate()[1]
                assert "Ray cannot be started" in err
                pytest.skip(err)
            assert time.monotonic() < deadline
            time.sleep(0.1)
        # A terminal sends the signal to the whole process group.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, out) == (130, "")
    assert err == "interrupted; what is finished is kept, and the same command continues\n"
    plan = census.CensusPlan((6, 6), (0, 1), (0, 100_000_000), 2000)
    from rushlab.shards import ShardFolder

    finished = ShardFolder(str(tmp_path / "census"), "census", plan.parameters()).finished()
    assert len(finished.counts) >= 2 and not finished.problems
