"""Measures the Python package in one run, and checks the answers. Prints ratios; times are processor times.

    python bench.py --program target/release/rushlab --boards ../shared/corpus/database/FILE --textarena PYTHON

PYTHON is an interpreter with the package textarena. Without it a plain Python environment is measured instead.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import gymnasium
import numpy as np

import rushlab

REPEATS = 5


def processor_time(command, out):
    """Runs a program and returns its processor time and wall time."""
    start = time.perf_counter()
    with open(out, "wb") as file:
        process = subprocess.Popen(command, stdout=file)
        _, status, usage = os.wait4(process.pid, 0)
    assert status == 0, command
    return usage.ru_utime + usage.ru_stime, time.perf_counter() - start


def solve_many(program, boards):
    """Compares `solve_many` with the program, both with reading, on one thread."""
    results, programs = [], []
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.tsv"
        for _ in range(REPEATS):
            programs.append(processor_time([program, "solve", boards, "--tsv", "--threads", "1"], out)[0])
            start = time.process_time()
            found = rushlab.solve_many(rushlab.load(boards), threads=1)
            results.append(time.process_time() - start)
        costs = [int(line.split("\t")[2]) for line in out.read_text().splitlines()[1:]]
    assert found.cost.tolist() == costs
    ratio = min(results) / min(programs)
    print(f"solve_many: {len(found)} boards, {min(results):.3f} s; program {min(programs):.3f} s; ratio {ratio:.2f}")


def plain_steps(steps):
    """Returns the steps per second of an environment in plain Python."""
    puzzle = rushlab.built_in()[0]
    lines = [(v.horizontal, v.row, v.column, v.length) for v in puzzle.vehicles]
    random = np.random.default_rng(1)
    vehicles = [list(line) for line in lines]
    start = time.process_time()
    for index, forward in zip(random.integers(len(lines), size=steps).tolist(), random.integers(2, size=steps).tolist()):
        taken = set()
        for horizontal, row, column, length in vehicles:
            taken |= {(row, column + k) if horizontal else (row + k, column) for k in range(length)}
        horizontal, row, column, length = vehicles[index]
        reach = length if forward else -1
        ahead = (row, column + reach) if horizontal else (row + reach, column)
        if ahead not in taken and 0 <= ahead[0] < 6 and 0 <= ahead[1] < 6:
            vehicles[index][2 if horizontal else 1] += 1 if forward else -1
        "\n".join(" ".join("#" if (r, c) in taken else "." for c in range(6)) for r in range(6))
    return steps / (time.process_time() - start)


def single_steps(steps):
    """Returns the steps per second of one environment with random legal actions, and the same with resets."""
    env = gymnasium.make("rushlab/RushHour-v0", metric="steps").unwrapped
    random = np.random.default_rng(1)
    numbers = random.random(steps).tolist()
    _, info = env.reset(seed=1)
    stepping = 0.0
    whole = time.process_time()
    done = 0
    while done < steps:
        # Legal actions are chosen before the clock starts: a game of known actions is played twice.
        actions, over = [], False
        env.reset(options=None)
        puzzle = env.position.puzzle
        _, info = env.reset(options={"puzzle": puzzle})
        while not over and done < steps:
            legal = np.flatnonzero(info["action_mask"])
            action = int(legal[int(numbers[done] * len(legal))])
            actions.append(action)
            _, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            done += 1
        env.reset(options={"puzzle": puzzle})
        start = time.process_time()
        for action in actions:
            result = env.step(action)
        stepping += time.process_time() - start
        assert not result[-1]["illegal"]
    return steps / stepping, steps / (time.process_time() - whole)


def vector_steps(count, steps):
    """Returns the steps per second of a vector environment with random legal actions, autoreset included."""
    envs = gymnasium.make_vec(
        "rushlab/RushHour-v0", num_envs=count, vectorization_mode="vector_entry_point", metric="steps"
    )
    _, infos = envs.reset(seed=1)
    random = np.random.default_rng(1)
    stepping = 0.0
    for _ in range(steps):
        # The legal action with the greatest random number.
        actions = np.argmax(infos["action_mask"] * random.random(infos["action_mask"].shape), axis=1)
        start = time.process_time()
        _, _, _, _, infos = envs.step(actions)
        stepping += time.process_time() - start
        assert not infos["illegal"].any()
    return count * steps / stepping


def environments(textarena):
    """Compares steps per second with TextArena, or with plain Python."""
    if textarena:
        script = Path(__file__).with_name("textarena_steps.py")
        found = subprocess.run([textarena, script, "10", "150"], capture_output=True, text=True, check=True)
        figures = json.loads(found.stdout.splitlines()[-1])
        name, base, with_resets = "TextArena", figures["per_second"], figures["per_second_with_resets"]
    else:
        name, base = "plain Python", plain_steps(20_000)
        with_resets = base
    single, _ = single_steps(50_000)
    vector = vector_steps(1024, 300)
    print(f"{name}: {base:,.0f} steps/s without resets, {with_resets:,.0f} with resets")
    print(f"single: {single:,.0f} steps/s, {single / base:.1f} times; vector of 1,024: {vector:,.0f}, {vector / base:.0f} times")
    print(f"with the resets of {name}: {single / with_resets:.0f} times and {vector / with_resets:.0f} times")


def heuristic_calls():
    """Measures what one call of a Python heuristic costs in A*."""
    puzzle = rushlab.Puzzle.parse("A.BB.CA.DEECXXDF..GG.FH.IIIJHK.LLJ.K")
    calls = 0

    def zero(position):
        return 0

    def counted(position):
        nonlocal calls
        calls += 1
        return 0

    assert rushlab.search(puzzle, "astar", heuristic=counted).cost == 25
    times = {}
    for name, heuristic in {"h0": "h0", "function": zero}.items():
        best = float("inf")
        for _ in range(REPEATS):
            start = time.process_time()
            assert rushlab.search(puzzle, "astar", heuristic=heuristic).cost == 25
            best = min(best, time.process_time() - start)
        times[name] = best
    overhead = (times["function"] - times["h0"]) / calls
    print(f"heuristic: {calls:,} calls, {times['function']:.3f} s, native {times['h0']:.3f} s; {overhead * 1e9:,.0f} ns a call")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", help="the program rushlab")
    parser.add_argument("--boards", help="a file of puzzles")
    parser.add_argument("--textarena", help="a Python interpreter with the package textarena")
    options = parser.parse_args()
    if options.program and options.boards:
        solve_many(options.program, options.boards)
    environments(options.textarena)
    heuristic_calls()


if __name__ == "__main__":
    sys.exit(main())
