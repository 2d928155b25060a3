import math

import pytest

import rushlab
from boards import EASY, HARD


def blockers(position):
    """The number of vehicles between the primary and the exit."""
    puzzle = position.puzzle
    row = puzzle.exit[1]
    nose = position.offsets[puzzle.primary_index] + 2
    cells = {position.at(row, column) for column in range(nose, puzzle.width)} - {None}
    return len(cells) + (not position.solved)


def test_a_python_function_searches_like_the_registered_heuristic():
    puzzle = rushlab.Puzzle.parse(HARD)
    for algorithm in ["astar", "greedy", "idastar"]:
        mine = rushlab.search(puzzle, algorithm, heuristic=blockers, admissible=True)
        registered = rushlab.search(puzzle, algorithm, heuristic="h1")
        assert (mine.cost, mine.optimal) == (registered.cost, registered.optimal), algorithm
    assert rushlab.search(puzzle, heuristic=blockers).optimal is False
    assert len(puzzle.solve(heuristic=blockers).moves) == 25


def test_fractions_infinity_and_none_are_estimates():
    puzzle = rushlab.Puzzle.parse(EASY)
    assert rushlab.search(puzzle, heuristic=lambda position: 0.5 * blockers(position)).cost == 2
    assert rushlab.search(puzzle, heuristic=lambda position: None).status == "unsolvable"
    assert rushlab.search(puzzle, heuristic=lambda position: math.inf).status == "unsolvable"


def test_exceptions_of_the_function_are_raised_at_once():
    calls = []

    def broken(position):
        calls.append(1)
        if len(calls) == 3:
            raise KeyError("broken")
        return 0

    with pytest.raises(KeyError, match="broken"):
        rushlab.search(rushlab.Puzzle.parse(HARD), "astar", heuristic=broken)
    assert len(calls) == 3


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda position: "1", "returned a .*str"),
        (lambda position: -1, "returned -1"),
        (lambda position: math.nan, "returned NaN"),
        (17, "a function that takes a position"),
    ],
)
def test_wrong_estimates_are_explained(function, message):
    with pytest.raises(rushlab.InvalidArgument, match=message):
        rushlab.search(rushlab.Puzzle.parse(EASY), "astar", heuristic=function)


def test_a_heuristic_and_an_algorithm_must_fit():
    with pytest.raises(rushlab.InvalidArgument, match="heuristic= is not used by bfs; use algorithm= greedy, astar"):
        rushlab.Puzzle.parse(EASY).solve(algorithm="bfs", heuristic="h1")


def test_an_admissible_heuristic_is_confirmed_on_every_position():
    report = rushlab.check_heuristic(blockers, HARD)
    assert report.admissible and report.consistent and report.counterexample is None
    assert report.positions == 12_859 == report.solvable


def test_an_inadmissible_heuristic_is_refuted_by_the_nearest_position():
    report = rushlab.check_heuristic(lambda position: 3 * blockers(position), HARD)
    example = report.counterexample
    assert not report.admissible and report.overestimates > 0 and example.refutes == "admissible"
    assert example.value > example.distance
    assert len(example.position.to_puzzle().solve().moves) == example.distance
    assert f"the exact distance is {example.distance}" in str(example) and "<svg" in example._repr_html_()


def test_an_inconsistent_heuristic_is_refuted_by_a_move():
    def jumpy(position):
        return 2 if position.offsets[0] == 0 and not position.solved else 0

    report = rushlab.check_heuristic(jumpy, EASY)
    example = report.inconsistency
    assert not report.consistent and example.refutes == "consistent"
    assert example.position.play(example.move) == example.successor
    assert example.value > example.successor_value + 1
    assert jumpy(example.successor) == example.successor_value


def test_registered_heuristics_and_clusters_are_accepted():
    cluster = rushlab.Puzzle.parse(EASY).cluster()
    assert rushlab.check_heuristic("h1", cluster).admissible
    assert not rushlab.check_heuristic("h3", HARD).admissible


def test_an_expression_is_optimal_only_if_its_form_proves_it():
    puzzle = rushlab.Puzzle.parse(HARD)
    assert rushlab.search(puzzle, "idastar", heuristic="(max h4 recursive)").optimal
    evolved = rushlab.search(puzzle, "idastar", heuristic="; a comment\n(* 4 (+ h4 blocking))")
    assert evolved.status == "solved" and not evolved.optimal
    with pytest.raises(rushlab.InvalidArgument, match="`h9` is no measure"):
        rushlab.search(puzzle, "idastar", heuristic="(max h4 h9)")
