"""Scores what needs no language model on a split of rushlab-bench.

    python baselines.py [--split test] [--planner 20]

`--planner N` also runs the planner pyperplan, where it is installed, on the first N puzzles of at most 10 moves (greedy best-first search
with the heuristic of FF). Times are processor times for each puzzle.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

import rushlab
from rushlab import benchmark

#: Random legal moves before a walk gives up.
WALK = 500


def random_walk(puzzle, choices):
    position, moves = puzzle.start, []
    while not position.solved and len(moves) < WALK:
        moves.append(choices.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return " ".join(map(str, moves))


def planner(puzzle, _):
    from pyperplan.planner import HEURISTICS, SEARCHES, search_plan

    with tempfile.TemporaryDirectory() as folder:
        domain, problem = Path(folder) / "domain.pddl", Path(folder) / "problem.pddl"
        domain.write_text(rushlab.pddl_domain(puzzle))
        problem.write_text(puzzle.to_text("pddl"))
        plan = search_plan(str(domain), str(problem), SEARCHES["gbf"], HEURISTICS["hff"])
    return "\n".join(action.name for action in plan)


def report(name, answer, items):
    """Prints a row: the share of solved puzzles and of optimal answers, the mean score, and the time."""
    choices = random.Random(1)
    puzzles = [rushlab.Puzzle.parse(item["metadata"]["puzzle"]) for item in items]
    start = time.process_time()
    answers = [answer(puzzle, choices) for puzzle in puzzles]
    seconds = (time.process_time() - start) / len(puzzles)
    scores = rushlab.score_many(puzzles, answers)
    solved, optimal, ratio = (
        sum(getattr(score, name) for score in scores) / len(scores) for name in ("solved", "optimal", "ratio")
    )
    print(f"{name}\t{len(items)}\t{solved:.3f}\t{optimal:.3f}\t{ratio:.3f}\t{1000 * seconds:.3g} ms", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--split", default="test")
    parser.add_argument("--planner", type=int, default=0)
    options = parser.parse_args()
    items = list(benchmark.load(options.split))
    print("method\tpuzzles\tsolved\toptimal\tscore\ttime")
    report("random legal moves", random_walk, items)
    report("greedy search, h1", lambda puzzle, _: str(puzzle.solve("greedy", heuristic="h1")), items)
    report("breadth-first search", lambda puzzle, _: str(puzzle.solve("bfs")), items)
    report("auto", lambda puzzle, _: str(puzzle.solve()), items)
    if options.planner:
        short = [item for item in items if item["metadata"]["optimum"] <= 10][: options.planner]
        report("the same, breadth-first search", lambda puzzle, _: str(puzzle.solve("bfs")), short)
        report("pyperplan", planner, short)


if __name__ == "__main__":
    main()
