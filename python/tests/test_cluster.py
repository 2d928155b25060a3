import numpy as np
import pytest

import rushlab
from boards import EASY, HARD


def test_arrays_agree_with_positions_and_moves():
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    indptr, indices = cluster.edges
    assert len(cluster) == 144 == len(cluster.distances) == len(indptr) - 1
    assert cluster.positions.shape == (144, 4) and cluster.positions.dtype == np.int8
    for number in range(len(cluster)):
        position = cluster.position(number)
        assert position.offsets == cluster.positions[number].tolist()
        moves = cluster.moves(number)
        assert [to for _, to in moves] == indices[indptr[number] : indptr[number + 1]].tolist()
        assert all(position.play(move) == cluster.position(to) for move, to in moves)
    assert {number for number in range(144) if cluster.position(number).solved} == set(cluster.goals.tolist())


def test_distances_are_those_of_the_solver():
    cluster = rushlab.Puzzle.parse(HARD).cluster()
    assert cluster.distances[0] == 25 and cluster.distances.max() == cluster.distances[cluster.hardest] == 36
    for number in range(0, len(cluster), 1500):
        assert len(cluster.position(number).to_puzzle().solve().moves) == cluster.distances[number]
    assert cluster.distances is cluster.distances


def test_positions_without_a_way_out_have_distance_minus_one():
    cluster = rushlab.Puzzle.parse("...XXx...").cluster()
    assert cluster.distances.tolist() == [-1] and cluster.hardest is None and cluster.difficulty() is None


def test_difficulty_has_a_level():
    difficulty = rushlab.Puzzle.parse(HARD).difficulty()
    assert (difficulty.length, difficulty.depth) == (25, 36) and 0 < difficulty.misleading <= 1 and 0 < difficulty.stuck < 1
    assert difficulty.level in ("advanced", "expert") and difficulty.value > 0
    assert rushlab.built_in("beginner")[0].difficulty().value < difficulty.value


def test_a_puzzle_with_a_superfluous_vehicle_is_not_minimal():
    assert not rushlab.Puzzle.parse(EASY).is_minimal()
    assert rushlab.Puzzle.parse("......" "...B.." "XX.B.." "...B.." "......" "......").is_minimal()


def test_wrong_numbers_raise_index_errors():
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    for method in (cluster.position, cluster.moves, cluster.difficulty):
        with pytest.raises(IndexError, match="there is no position 144"):
            method(144)


def test_networkx_finds_the_same_distances():
    networkx = pytest.importorskip("networkx")
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    graph = cluster.to_networkx()
    lengths = networkx.multi_source_dijkstra_path_length(graph.reverse(), set(cluster.goals.tolist()))
    assert [lengths[number] for number in range(len(cluster))] == cluster.distances.tolist()
    assert graph.nodes[0]["distance"] == 2
