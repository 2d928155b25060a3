import _thread
import threading

import numpy as np
import pytest

import rushlab
from boards import EASY, ENDLESS, HARD


def test_every_algorithm_solves_and_the_optimal_ones_agree():
    puzzle = rushlab.Puzzle.parse(EASY)
    for algorithm in rushlab.algorithms():
        outcome = rushlab.search(puzzle, algorithm.name, seed=2)
        assert outcome.status == "solved", algorithm.name
        assert outcome.solution.positions()[-1].solved
        assert not outcome.optimal or outcome.cost == 2
    assert rushlab.search(puzzle).optimal


def test_metrics_and_rules_are_keywords():
    puzzle = rushlab.Puzzle.parse(HARD)
    solution = puzzle.solve(metric="steps")
    assert (solution.cost, solution.steps, solution.puzzle.metric) == (solution.steps, solution.cost, "steps")
    assert puzzle.metric == "moves" and puzzle.solve(rules="comp472").puzzle.valet


def test_solutions_are_read_and_written():
    puzzle = rushlab.Puzzle.parse(EASY)
    solution = puzzle.solve()
    assert [str(move) for move in solution] == ["BD2", "XR3"] and len(solution) == 2
    assert rushlab.Solution.parse(puzzle, solution.to_text("words")) == solution
    with pytest.raises(rushlab.IllegalMove, match="move 1 cannot be played: X is blocked"):
        rushlab.Solution.parse(puzzle, "XR3")
    with pytest.raises(rushlab.IllegalMove, match="not solved after the last one"):
        rushlab.Solution.parse(puzzle, "BD2")


def test_a_puzzle_without_a_solution_raises_unsolvable():
    puzzle = rushlab.Puzzle.parse("XX.A..A..")
    assert rushlab.search(rushlab.Puzzle.parse("...XXx...")).status == "unsolvable"
    with pytest.raises(rushlab.Unsolvable, match="has no solution"):
        rushlab.Puzzle.parse("...XXx...").solve()
    assert len(puzzle.solve().moves) == 1


def test_limits_raise_with_what_is_known():
    puzzle = rushlab.Puzzle.parse(HARD)
    with pytest.raises(rushlab.LimitReached, match="raise max_states=") as raised:
        puzzle.solve(max_states=100)
    assert raised.value.bound >= 1 and raised.value.best is None
    with pytest.raises(rushlab.LimitReached, match="raise max_memory="):
        puzzle.solve(algorithm="bfs", max_memory=10_000)
    endless = rushlab.Puzzle.parse(ENDLESS)
    with pytest.raises(TimeoutError, match="raise timeout="):
        endless.solve(algorithm="bfs", timeout=0.05)
    assert rushlab.search(endless, "bfs", timeout=0.05).status == "limit"
    with pytest.raises(rushlab.LimitReached, match="the cluster is larger"):
        endless.cluster(max_states=1000)
    with pytest.raises(rushlab.InvalidArgument, match="seconds"):
        endless.solve(timeout=-1)


def test_the_progress_callback_is_called_and_its_exceptions_stop_the_search():
    class Enough(Exception):
        pass

    reports = []

    def progress(report):
        reports.append(report)
        if len(reports) == 2:
            raise Enough

    with pytest.raises(Enough):
        rushlab.Puzzle.parse(ENDLESS).solve(algorithm="bfs", progress=progress)
    assert reports[1].statistics.expanded > reports[0].statistics.expanded > 0


@pytest.mark.parametrize("what", ["solve", "cluster", "solve_many", "function"])
def test_an_interrupt_stops_a_search(what):
    puzzle = rushlab.Puzzle.parse(ENDLESS)
    work = {
        "solve": lambda: puzzle.solve(algorithm="bfs"),
        "cluster": lambda: puzzle.cluster(),
        "solve_many": lambda: rushlab.solve_many([puzzle] * 3, algorithm="bfs", threads=2),
        "function": lambda: puzzle.solve(heuristic=lambda position: 0),
    }[what]
    timer = threading.Timer(0.1, _thread.interrupt_main)
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
    finally:
        timer.cancel()


def test_the_number_of_threads_changes_nothing_but_the_time():
    puzzle = rushlab.Puzzle.parse(HARD)
    assert str(puzzle.solve(threads=1)) == str(puzzle.solve(threads=2)) == str(rushlab.search(puzzle, threads=3).solution)
    # Fewer puzzles than threads: the searches get the other threads.
    assert str(rushlab.solve_many([puzzle], threads=3)[0]) == str(puzzle.solve())
    # A function is called on one thread, which holds the interpreter.
    assert rushlab.search(puzzle, "astar", heuristic=lambda position: 0, threads=2).cost == 25
    with pytest.raises(rushlab.InvalidArgument, match="threads= is at least 1"):
        puzzle.solve(threads=0)


def test_other_threads_run_during_a_search():
    class Enough(Exception):
        pass

    started, go_on, ended = threading.Event(), threading.Event(), []

    def progress(report):
        started.set()
        if go_on.is_set():
            raise Enough

    def work():
        try:
            # If the search kept the interpreter lock, the other thread could not set the event, and this would be a timeout.
            rushlab.Puzzle.parse(ENDLESS).solve(algorithm="bfs", progress=progress, timeout=60)
        except rushlab.RushlabError as error:
            ended.append(error)
        except Enough as error:
            ended.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    started.wait()
    go_on.set()
    thread.join()
    assert isinstance(ended[0], Enough)


def test_many_puzzles_give_columns_in_order():
    puzzles = [*rushlab.built_in("beginner"), "...XXx..."]
    seen = []
    results = rushlab.solve_many(puzzles, threads=3, progress=lambda done, count: seen.append((done, count)))
    assert len(results) == 11 and results.status == ["solved"] * 10 + ["unsolvable"]
    assert results.cost.dtype == np.int32 and results.cost[-1] == -1 and results[-1] is None
    assert results.moves[:10].tolist() == [len(puzzle.solve().moves) for puzzle in puzzles[:10]]
    assert seen[-1] == (11, 11) and (results.seconds >= 0).all()
    assert rushlab.solve_many(puzzles, threads=1).to_dict()["solution"] == results.to_dict()["solution"]
    assert len(rushlab.solve_many([])) == 0
    limited = rushlab.solve_many([ENDLESS], algorithm="bfs", max_states=1000)
    assert limited.status == ["limit"]


def test_a_table_has_a_row_for_each_run():
    rows = rushlab.compare([EASY, HARD], ["bfs", "greedy"], {"h1": "h1", "mine": lambda position: 0})
    assert [(row["puzzle"], row["algorithm"], row["heuristic"]) for row in rows] == [
        (number, *run) for number in "12" for run in [("bfs", None), ("greedy", "h1"), ("greedy", "mine")]
    ]
    assert {row["cost"] for row in rows if row["algorithm"] == "bfs"} == {2, 25}
    pandas = pytest.importorskip("pandas")
    assert isinstance(rushlab.compare(EASY, ["bfs"], table="pandas"), pandas.DataFrame)
    with pytest.raises(rushlab.InvalidArgument, match="no algorithm 'bsf'"):
        rushlab.compare(EASY, ["bsf"])
