"""What is a value pickles, copies, compares and prints."""

import copy
import pickle

import numpy as np
import pytest

import rushlab
from boards import EASY, HARD

COURSE = rushlab.Puzzle.parse(".BBCCC..EEKLAAIJKLH.IJFFHGGG.M.....M K6 M0", rules="comp472")


def values():
    puzzle = rushlab.Puzzle.parse(HARD)
    solution = puzzle.solve()
    outcome = rushlab.search(puzzle, "bfs")
    return [
        puzzle,
        puzzle.start,
        solution.positions()[7],
        COURSE.start,
        COURSE.solve().positions()[-1],
        rushlab.Solution.parse(puzzle, str(solution)),
        puzzle.vehicles[3],
        rushlab.Move("A", "left", 3),
        solution,
        outcome,
        rushlab.search(puzzle, max_states=10),
        outcome.statistics,
        puzzle.difficulty(),
        rushlab.Puzzle.parse(EASY).cluster(),
        rushlab.score(EASY, "BD2 XR3"),
        rushlab.score(EASY, "BD2 XR9"),
        rushlab.solve_many([EASY, HARD]),
    ]


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_a_value_pickles_copies_compares_and_prints(value):
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert type(again) is type(value) and again == value and not again != value
        assert repr(again) == repr(value) and "object at 0x" not in repr(value)
    assert value != 3 and value != "text" and not value == None  # noqa: E711


def test_what_a_pickle_keeps():
    solution = rushlab.Puzzle.parse(HARD).solve()
    again = pickle.loads(pickle.dumps(solution))
    assert again.optimal and again.statistics == solution.statistics and again.moves == solution.moves
    position = pickle.loads(pickle.dumps(COURSE.solve().positions()[-1]))
    assert position.puzzle == COURSE and position.fuel != COURSE.start.fuel and position.solved
    cluster = pickle.loads(pickle.dumps(rushlab.Puzzle.parse(EASY).cluster()))
    assert len(cluster) == 144 and int(cluster.distances[0]) == 2


def test_a_forged_position_is_refused():
    puzzle = rushlab.Puzzle.parse(EASY)
    for offsets in ([0, 0, 0], [9, 0, 0, 0], [0, 0, 3, 0], [None, 0, 0, 0]):
        with pytest.raises(rushlab.InvalidArgument, match="no position of the puzzle"):
            rushlab.Position._restore(puzzle, offsets, [None] * len(offsets))
    with pytest.raises(rushlab.InvalidArgument, match="no position of the puzzle"):
        rushlab.Position._restore(puzzle, puzzle.start.offsets, [5, None, None, None])


def test_a_cluster_finds_its_positions():
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    for number, position in enumerate(cluster):
        assert cluster.index(position) == number and position in cluster
    played = cluster.puzzle.start.play("BD2").play("XR3")
    assert cluster.distances[cluster.index(played)] == 0
    other = rushlab.Puzzle.parse(HARD)
    assert other.start not in cluster and "BD2" not in cluster
    with pytest.raises(rushlab.InvalidArgument, match="the cluster does not have the position"):
        cluster.index(other.start)
    course = COURSE.cluster()
    assert course.index(COURSE.start) == 0
    position = COURSE.start
    for move in COURSE.solve():
        position = position.play(move)
        assert course.position(course.index(position)).offsets == position.offsets


def test_arrays_of_a_cluster_cannot_be_changed():
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    for array in (cluster.positions, cluster.distances, *cluster.edges):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    copied = cluster.distances.copy()
    copied[0] = 9
    assert cluster.distances[0] == 2 and isinstance(copied, np.ndarray)


def test_clusters_and_results_as_tables():
    cluster, results = rushlab.Puzzle.parse(EASY).cluster(), rushlab.solve_many([EASY, HARD])
    networkx = pytest.importorskip("networkx")
    plain, full = cluster.to_networkx(moves=False), cluster.to_networkx()
    assert networkx.utils.graphs_equal(networkx.DiGraph(full.edges), networkx.DiGraph(plain.edges))
    assert len(plain) == 144 and not plain.nodes[0]
    pytest.importorskip("pyarrow")
    table = cluster.to_arrow()
    assert table.column("distance").to_pylist() == cluster.distances.tolist()
    assert table.column("board")[0].as_py() == EASY and results.to_arrow().column("moves").to_pylist() == [2, 25]
    polars = pytest.importorskip("polars")
    assert cluster.to_polars().equals(polars.from_arrow(table)) and results.to_polars()["cost"].to_list() == [2, 25]
    stuck = rushlab.Puzzle.parse("...XXx...").cluster().to_arrow()
    assert stuck.column("distance").to_pylist() == [None]
